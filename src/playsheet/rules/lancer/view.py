"""What a seat may know. Nothing on this table is hidden but the deck, and of the deck only what was drawn is known."""

from __future__ import annotations

from playsheet.core.figures import IN_PLAY
from playsheet.core.telling import Mark, Standing
from playsheet.rules.lancer.state import COMMANDER, FORMATION_NAMES, NO_FORMATION, ON_TABLE, LancerBattle, Unit

PLACES = ("waiting", "on the table", "destroyed", "routed")


def view(battle: LancerBattle) -> dict[str, object]:
    """The table as plain data."""
    return {
        "turn": battle.turn,
        "turns": battle.goals.turns,
        "finished": battle.finished,
        "winner": battle.winner,
        "verdict": battle.verdict,
        "score": list(battle.score),
        "active": battle.active,
        "sides": list(battle.goals.side_names),
        "deck": {"left": len(battle.deck.left), "drawn": list(battle.deck.drawn)},
        "units": [unit_view(battle, unit) for unit in battle.units],
    }


def unit_view(battle: LancerBattle, unit: Unit) -> dict[str, object]:
    figures = battle.figures
    return {
        "id": unit.id,
        "name": unit.name,
        "card": unit.card.id,
        "kind": ("foot", "horse", "gun", "commander")[unit.kind],
        "side": unit.side,
        "seat": unit.seat,
        "place": PLACES[unit.place],
        "figures": unit.figures,
        "start": unit.start,
        "morale": unit.morale(),
        "melee": unit.card.melee,
        "weapon": unit.card.weapon.id if unit.card.weapon is not None else "none",
        "x": unit.x,
        "y": unit.y,
        "facing": unit.facing,
        "formation": FORMATION_NAMES[unit.formation],
        "formed": unit.formed,
        "disrupted": unit.disrupted,
        "jammed": unit.jammed,
        "attached_to": unit.attached_to,
        "commanders": list(unit.commanders),
        "in_melee_with": list(unit.foes),
        "at": [
            [figures.x[figure], figures.y[figure], figures.facing[figure]]
            for figure in range(unit.first, unit.first + unit.start)
            if unit.place == ON_TABLE and figures.state[figure] == IN_PLAY
        ],
    }


# ---------------------------------------------------------------- for rosters and maps


def roster(battle: LancerBattle) -> list[Standing]:
    return [
        Standing(
            unit.side,
            unit.name,
            unit.figures,
            unit.start,
            PLACES[unit.place],
            unit.place == ON_TABLE,
            state_of(battle, unit),
            unit.place == ON_TABLE and unit.disrupted,
        )
        for unit in battle.units
    ]


def state_of(battle: LancerBattle, unit: Unit) -> list[str]:
    """What is to be known of a unit besides its numbers."""
    if unit.place != ON_TABLE:
        return [PLACES[unit.place]]
    found: list[str] = []
    if unit.attached_to >= 0:
        found.append(f"with {battle.units[unit.attached_to].name}")
    if unit.disrupted:
        found.append("disrupted")
    if unit.jammed:
        found.append("jammed")
    if unit.foes:
        found.append("in melee with " + ", ".join([battle.units[foe].name for foe in unit.foes]))
    if not found and unit.formation != NO_FORMATION:
        found.append(f"in {FORMATION_NAMES[unit.formation]}")
    return found


def marks(battle: LancerBattle) -> list[Mark]:
    """Commanders last, on top."""
    figures = battle.figures
    return [
        Mark(figures.x[figure], figures.y[figure], unit.id)
        for leaders in (False, True)
        for unit in battle.units
        if unit.place == ON_TABLE and (unit.kind == COMMANDER) == leaders
        for figure in figures.in_state(unit.first, unit.start, IN_PLAY)
    ]
