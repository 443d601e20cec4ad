"""Rounds of melee read off the table: who can strike whom, as dice."""

from __future__ import annotations

from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.battle.units import Unit
from playsheet.rules.orderchips.dice.melee import Strokes
from playsheet.rules.orderchips.table.melee import Bout, number_for, reaches, unit_bouts


def bout_between(battle: ChipBattle, unit: Unit, enemy: Unit) -> Bout | None:
    """All dice of the unit that can be thrown at that enemy."""
    found = {model: {enemy.id: by[enemy.id]} for model, by in reaches(battle, unit).items() if enemy.id in by}
    bouts = unit_bouts(battle, unit, found, {}, {})
    return bouts[0] if bouts else None


def strokes_of(battle: ChipBattle, bout: Bout | None) -> list[Strokes]:
    """Its own dice, then those of notable persons with it."""
    if bout is None:
        return []
    found: list[Strokes] = []
    if bout.dice:
        found.append(Strokes(bout.dice, number_for(battle, bout, battle.units[bout.unit])))
    for id in bout.notables:
        found.append(Strokes(1, number_for(battle, bout, battle.units[id])))
    return found
