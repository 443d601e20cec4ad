"""Rounds of melee read off the table: who can strike whom, as dice."""

from __future__ import annotations

from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.battle.units import Unit
from playsheet.rules.orderchips.dice.melee import Side, Strokes
from playsheet.rules.orderchips.table.losses import ranks_of
from playsheet.rules.orderchips.table.melee import Bout, melee_dice, number_for, reaches, unit_bouts
from playsheet.rules.orderchips.terms import Where


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


def sides_of(battle: ChipBattle, unit: Unit, enemy: Unit) -> tuple[Side, Side]:
    """The round between two units: whoever can strike at either of them does, they themselves at each other."""
    forth: list[Strokes] = []
    back: list[Strokes] = []
    taken: dict[int, int] = {}
    locked = [each.id for each in battle.units if each.place == Where.ON_TABLE and each.is_locked()]
    for id in battle.movement_order(locked):
        found = reaches(battle, battle.units[id])
        chosen: dict[int, list[int]] = {}
        for model, by_enemy in found.items():
            for wanted in (enemy.id, unit.id):
                if wanted in by_enemy and model not in chosen:
                    chosen[model] = [wanted] * melee_dice(battle.units[id])
        for bout in unit_bouts(battle, battle.units[id], found, chosen, taken):
            if bout.target == enemy.id:
                forth += strokes_of(battle, bout)
            elif bout.target == unit.id:
                back += strokes_of(battle, bout)
    return Side(forth, ranks_of(battle, unit)), Side(back, ranks_of(battle, enemy))
