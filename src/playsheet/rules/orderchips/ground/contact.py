"""Contact in melee (4.3.6, R35, R70): who touches whom, which models reach which."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.geometry import FAR, TOLERANCE
from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.battle.units import NOBODY, Unit
from playsheet.rules.orderchips.ground.slots import filled
from playsheet.rules.orderchips.sheet.tables import is_within
from playsheet.rules.orderchips.terms import Arm, Haywire, ModelKind, Where


class Striker:
    """A model that fights, and the models that it can strike, nearest first as found in slot order."""

    def __init__(self, model: int, reach: list[int]) -> None:
        self.model: Final = model
        self.reach: Final = reach


def touches(battle: ChipBattle, model: int, other: int) -> bool:
    """Base edges meet."""
    return battle.gap(model, other) <= TOLERANCE


def reached(battle: ChipBattle, model: int, enemy: Unit) -> list[int]:
    """The models of a unit that one is in contact with: within a step of its own base (R70).

    At a gun it is in contact with all its crew, and they with it (R85).
    """
    found = within_step(battle, model, battle.fighters(enemy))
    if not found and enemy.serves() and within_step(battle, model, [enemy.model]):
        return battle.members(enemy)
    own = battle.unit_of(model)
    if not found and own.serves():
        return within_step(battle, own.model, battle.fighters(enemy))
    return found


def within_step(battle: ChipBattle, model: int, others: list[int]) -> list[int]:
    """Those of the others whose bases are within a step of the model's."""
    step = battle.rules.step_in
    x, y = battle.at(model)
    return [
        other
        for other in battle.near.within(x, y, battle.radius(model) + step + TOLERANCE)
        if other in others and is_within(battle.gap(model, other), step)
    ]


def strikers(battle: ChipBattle, unit: Unit, enemy: Unit) -> list[Striker]:
    """The models of the unit that are in contact with that enemy, in slot order; none if the two are not locked.

    By switch the man right behind one of them fights too, at whom that one reaches (R35).
    """
    if enemy.id not in unit.locked:
        return []
    if unit.is_machine():
        reach = reached(battle, unit.model, enemy)
        return [Striker(unit.model, reach)] if reach else []
    found: list[Striker] = []
    men = filled(battle, unit)
    reaches = [reached(battle, model, enemy) for model in men]
    for place in range(len(men)):
        reach = reaches[place]
        if not reach and battle.rules.second_rank and place >= unit.files:
            reach = reaches[place - unit.files]
        if reach:
            found.append(Striker(men[place], reach))
    return found


def assigned(battle: ChipBattle, found: list[Striker], taken: dict[int, int]) -> list[int]:
    """Whom each strikes: of those he reaches the one with the fewest on it, then the nearest; -1: all are full.

    `taken` counts who is on each model already, and is counted on: a model is fought by no more than its card says.
    """
    chosen: list[int] = []
    for striker in found:
        best = NOBODY
        fewest = 0
        nearest = FAR
        for other in striker.reach:
            on = taken.get(other, 0)
            if battle.part[i64(striker.model)] == ModelKind.FIGURE and on >= battle.owner_of(other).card.contact:
                continue
            far = battle.gap(striker.model, other)
            if best < 0 or on < fewest or (on == fewest and far < nearest):
                best = other
                fewest = on
                nearest = far
        chosen.append(best)
        if best >= 0 and battle.part[i64(striker.model)] == ModelKind.FIGURE:
            taken[best] = taken.get(best, 0) + 1
    return chosen


# ---------------------------------------------------------------- locks


def touching(battle: ChipBattle, unit: Unit) -> list[Unit]:
    """The enemy units that a base of the unit touches, by roster."""
    found: list[Unit] = []
    for id in battle.units_near(unit, battle.rules.step_in):
        other = battle.units[id]
        if battle.hostile(unit, other) and is_touched(battle, unit, other):
            found.append(other)
    return found


def is_touched(battle: ChipBattle, unit: Unit, other: Unit) -> bool:
    """Does any base of the one touch any of the other?"""
    for model in battle.fighters(unit):
        for theirs in reached(battle, model, other):
            if touches(battle, model, theirs):
                return True
    return False


def still_locked(battle: ChipBattle, unit: Unit, other: Unit) -> bool:
    """Within a step of each other, and enemies, or one of them an automaton that attacks its friends (R70, R76)."""
    if unit.place != Where.ON_TABLE or other.place != Where.ON_TABLE:
        return False
    if not battle.hostile(unit, other) and not attacks(battle, unit) and not attacks(battle, other):
        return False
    return any(reached(battle, model, other) for model in battle.fighters(unit))


def attacks(battle: ChipBattle, unit: Unit) -> bool:
    """Is it an automaton that attacks whoever is nearest?"""
    return unit.kind == Arm.AUTOMATON and unit.has_machine() and battle.machine_of(unit).haywire == Haywire.ATTACK
