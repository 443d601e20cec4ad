"""What a seat may know, as plain data; what it could not tell from it, for the law of hidden facts."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.dice import Dice
from playsheet.core.events import Throw
from playsheet.rules.orderchips.battle.secrets import hide, knows_all, seen_by
from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.battle.units import NOBODY, Unit
from playsheet.rules.orderchips.table.deployment import DeployRegion
from playsheet.rules.orderchips.terms import (
    CHIPS,
    FATES,
    GRADES,
    HAYWIRES,
    INSTRUCTIONS,
    KINDS,
    ORDERS,
    PLACES,
    Chip,
    Instruction,
    Phase,
)
from playsheet.rules.orderchips.turn import SEQUENCE
from playsheet.tabletop.machines.machine import ENGINES
from playsheet.tabletop.machines.machine import FATES as MACHINE_FATES
from playsheet.tabletop.roster import frame_view
from playsheet.tabletop.secrets import side_of_seat

ELSEWHERE: Final = Throw("Elsewhere", "distances", "", "", "R77", 2)


def guessed(battle: ChipBattle, seat: int) -> ChipBattle:
    """A battle that could be the real one: units of others are taken to be asked in every window.

    Sides that are still hidden stand wherever they like, which is to say that they have not deployed.
    """
    twin = seen_by(battle, seat)
    twin = battle.clone() if twin is battle else twin
    waiting = [id for id in battle.secret if battle.units[id].side != side_of_seat(battle.goals.seat_sides, seat)]
    if waiting and not knows_all(battle, seat):
        twin.to_deploy = sorted({*twin.to_deploy, *waiting})
    return twin


def scrambled(battle: ChipBattle, seat: int, dice: Dice) -> ChipBattle | None:
    """A copy in which others' instructions are different, or those hidden stand elsewhere; None if nothing is hidden.

    Instructions are changed only while a player is about to be asked what he moves: in other steps they may act at
    once, and what they do is then for all to see. Those of last turn are changed as long as they are known.
    """
    if knows_all(battle, seat):
        return None
    twin = battle.clone()
    if battle.phase == Phase.DEPLOYING and not battle.to_deploy:
        return None  # all will be shown in this step
    if battle.phase == Phase.DEPLOYING:
        return twin if shift_hidden(twin, side_of_seat(battle.goals.seat_sides, seat), dice) else None
    if battle.phase not in (Phase.CHIPS, Phase.MOVES):
        return None
    changed = False
    for unit in twin.units:
        if unit.seat != seat and unit.laid[0] == Chip.STATIONARY:
            told = Instruction.HOLDS if unit.laid[2] != Instruction.HOLDS else Instruction.USUAL
            unit.laid = (Chip.STATIONARY, unit.laid[1], told, NOBODY, 0.0)
            changed = True
        if unit.seat != seat and unit.seat >= 0 and unit.chip == Chip.STATIONARY:
            unit.instruction = Instruction.HOLDS if unit.instruction != Instruction.HOLDS else Instruction.AT_ANY
            unit.within = 1.0
            changed = True
    return twin if changed else None


def shift_hidden(battle: ChipBattle, side: int, dice: Dice) -> bool:
    """Each unit of another side that has deployed in secret stands somewhere else in its zone."""
    changed = False
    for id in battle.secret:
        unit = battle.units[id]
        if unit.side == side or unit.attached or unit.attached_to >= 0:
            continue
        held = battle.clone()
        hide(held, held.units[id])
        region = DeployRegion(held.units[id], battle.goals.entries[id], held)
        values = region.samples()
        if not values:
            continue
        places = region.places(values[dice.pick([0] * len(values), ELSEWHERE)])
        if places is None:
            continue
        for index in range(len(places.models)):
            battle.put(places.models[index], places.xs[index], places.ys[index], places.facing)
        unit.facing = places.facing
        unit.files = places.files
        changed = True
    return changed


# ---------------------------------------------------------------- as plain data


def view(battle: ChipBattle, seat: int) -> dict[str, object]:
    """The table as plain data."""
    seen = seen_by(battle, seat)
    return {
        **frame_view(seen, seen.goals.turns),
        "score": list(seen.score),
        "phase": SEQUENCE[seen.phase].title,
        "sides": list(seen.goals.side_names),
        "order": list(seen.order),
        "mover": seen.order[seen.mover] if seen.order else NOBODY,
        "haze": seen.haze,
        "units": [unit_view(seen, unit, seat) for unit in seen.units],
    }


def unit_view(battle: ChipBattle, unit: Unit, seat: int) -> dict[str, object]:
    return {
        "id": unit.id,
        "name": unit.name,
        "card": unit.card.id,
        "kind": KINDS[unit.kind],
        "grade": GRADES[unit.card.grade],
        "side": unit.side,
        "seat": unit.seat,
        "owner": unit.owner,
        "place": PLACES[unit.place],
        "fate": FATES[unit.fate],
        "start": unit.start,
        "left": unit.figures,
        "order": ORDERS[unit.order],
        "files": unit.files,
        "facing": unit.facing,
        "chip": CHIPS[unit.chip],
        "arrow": unit.arrow if unit.arrow >= 0.0 else None,
        "instruction": instruction_view(battle, unit, seat),
        "fired": unit.fired,
        "moved": unit.moved,
        "forced": unit.forced,
        "ran": unit.ran,
        "charging": unit.target if unit.charging else NOBODY,
        "no_action": unit.no_action,
        "no_action_next": unit.next_no_action,
        "tests": unit.lost_figures or unit.was_hit,
        "locked": list(unit.locked),
        "attached_to": unit.attached_to,
        "attached": list(unit.attached),
        "band": unit.band,
        "foes": [side for side in range(battle.sides) if unit.foes >> side & 1],
        "figures": [model_view(battle, model) for model in battle.men(unit) if not battle.near.absent(model)],
        "gun": gun_view(battle, unit),
        "machine": machine_view(battle, unit),
    }


def instruction_view(battle: ChipBattle, unit: Unit, seat: int) -> dict[str, object] | None:
    """What the unit is told to do in windows, for those who may know."""
    if unit.instruction == Instruction.USUAL or (unit.seat != seat and not knows_all(battle, seat)):
        return None
    return {"what": INSTRUCTIONS[unit.instruction], "unit": unit.at_unit, "within": unit.within}


def model_view(battle: ChipBattle, model: int) -> dict[str, object]:
    i: i64 = model
    return {
        "id": model,
        "x": battle.figures.x[i],
        "y": battle.figures.y[i],
        "facing": battle.figures.facing[i],
    }


def gun_view(battle: ChipBattle, unit: Unit) -> dict[str, object] | None:
    """The gun, while it stands on the table."""
    if unit.model < 0 or unit.is_machine() or battle.near.absent(unit.model):
        return None
    plain = model_view(battle, unit.model)
    plain["manned"] = unit.serves()
    return plain


def machine_view(battle: ChipBattle, unit: Unit) -> dict[str, object] | None:
    card = unit.card.machine
    if card is None:
        return None
    machine = battle.machine_of(unit)
    hull = unit.hull
    return {
        "id": unit.model,
        "fate": MACHINE_FATES[machine.fate],
        "hull": None if hull is None else [hull.x, hull.y, hull.facing],
        "engine": ENGINES[machine.engine],
        "steers": machine.steers,
        "immobile": machine.immobile,
        "steam": machine.timer,
        "repairable": machine.repairable,
        "haywire": HAYWIRES[machine.haywire],
        "armor": machine.armor(),
        "sustain": machine.sustain(),
        "speed": machine.speed(),
        "melee": machine.melee(),
        "crew": machine.crew,
        "crew_lost": machine.crew_lost,
        "penetrated": machine.penetrated,
        "weapons": [
            {"name": card.weapons[index].name, "shoot": machine.weapon_shoot(index)}
            for index in range(len(card.weapons))
        ],
    }
