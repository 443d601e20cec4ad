"""What a seat may know. Nothing on this table is hidden but the deck, and of the deck only what was drawn is known."""

from __future__ import annotations

from playsheet.core.figures import IN_PLAY
from playsheet.rules.lancer.state import FORMATION_NAMES, ON_TABLE, LancerBattle, Unit

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
