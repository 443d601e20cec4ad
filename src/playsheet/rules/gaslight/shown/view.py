"""What a seat may know. Nothing on this table is hidden but the deck, and of the deck only what was drawn is known."""

from __future__ import annotations

from mypy_extensions import i64

from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.battle.units import Unit
from playsheet.rules.gaslight.terms import CLASSES, KINDS, LEADERSHIPS, PLACES, QUALITIES, REASONS, ModelMark
from playsheet.rules.gaslight.turn import SEQUENCE
from playsheet.tabletop.machines.machine import ENGINES, FATES
from playsheet.tabletop.roster import frame_view


def view(battle: GaslightBattle) -> dict[str, object]:
    """The table as plain data."""
    return {
        **frame_view(battle, battle.goals.turns),
        "score": list(battle.score),
        "phase": SEQUENCE[battle.phase].title,
        "active": battle.active,
        "sides": list(battle.goals.side_names),
        "commanders": list(battle.commanders),
        "deck": {"left": len(battle.deck.left), "drawn": list(battle.deck.drawn)},
        "units": [unit_view(battle, unit) for unit in battle.units],
    }


def unit_view(battle: GaslightBattle, unit: Unit) -> dict[str, object]:
    return {
        "id": unit.id,
        "name": unit.name,
        "card": unit.card.id,
        "kind": KINDS[unit.kind],
        "side": unit.side,
        "seat": unit.seat,
        "quality": QUALITIES[unit.card.quality],
        "drilled": unit.card.drilled,
        "place": PLACES[unit.place],
        "start": unit.start,
        "leader": unit.leader,
        "leadership": LEADERSHIPS[unit.leadership],
        "new_leader": unit.new_leader,
        "pending": [REASONS[bit] for bit in range(len(REASONS)) if unit.pending >> bit & 1],
        "attached_to": unit.attached_to,
        "attached": list(unit.attached),
        "targets": list(unit.targets),
        "figures": [figure_view(battle, figure) for figure in battle.members(unit)],
        "gun": gun_view(battle, unit),
        "machine": machine_view(battle, unit),
    }


def figure_view(battle: GaslightBattle, figure: int) -> dict[str, object]:
    at: i64 = figure
    cast = battle.cast[figure]
    return {
        "id": figure,
        "class": CLASSES[cast.cls],
        "x": battle.figures.x[at],
        "y": battle.figures.y[at],
        "facing": battle.figures.facing[at],
        "shoot": cast.shoot,
        "scuffle": cast.scuffle,
        "save": cast.save,
        "weapon": cast.weapon.id if cast.weapon is not None else "none",
        "loaded": battle.marked(figure, ModelMark.LOADED),
        "grenades": int(battle.grenades[at]),
        "acted": battle.marked(figure, ModelMark.ACTED),
        "held": battle.marked(figure, ModelMark.HELD),
        "frozen": battle.marked(figure, ModelMark.FROZEN),
        "skips": battle.marked(figure, ModelMark.SKIPS),
        "waits": battle.marked(figure, ModelMark.WAITS),
        "aboard": battle.marked(figure, ModelMark.ABOARD),
        "running_off": battle.marked(figure, ModelMark.RUNNING_OFF),
    }


def gun_view(battle: GaslightBattle, unit: Unit) -> dict[str, object] | None:
    """The gun, while it is on the table."""
    gun = unit.card.gun
    if gun is None or battle.gun_of(unit) < 0:
        return None
    at: i64 = unit.model
    return {
        "id": unit.model,
        "name": gun.name,
        "x": battle.figures.x[at],
        "y": battle.figures.y[at],
        "facing": battle.figures.facing[at],
        "loaded": battle.marked(unit.model, ModelMark.LOADED),
        "broken": battle.marked(unit.model, ModelMark.BROKEN),
        "acted": battle.marked(unit.model, ModelMark.ACTED),
    }


def machine_view(battle: GaslightBattle, unit: Unit) -> dict[str, object] | None:
    """The machine, as a wreck too."""
    card = unit.card.machine
    if card is None:
        return None
    machine = battle.machine_of(unit)
    hull = unit.hull
    return {
        "id": unit.model,
        "fate": FATES[machine.fate],
        "hull": None if hull is None else [hull.x, hull.y, hull.facing],
        "engine": ENGINES[machine.engine],
        "steers": machine.steers,
        "steam": machine.timer,
        "repairable": machine.repairable,
        "save": machine.save(),
        "shoot": machine.shoot(),
        "sustain": machine.sustain(),
        "speed": machine.speed(),
        "drove": unit.drove,
        "weapons": [
            {
                "name": card.weapons[index].name,
                "working": machine.weapons[index] > 0,
                "shoot_lost": max(machine.weapons[index] - 1, 0),
                "loaded": unit.weapons_loaded >> index & 1 == 1,
                "fired": unit.weapons_fired >> index & 1 == 1,
            }
            for index in range(len(card.weapons))
        ],
    }
