"""How a battle ends (R98): the turn limit, an army that is broken, a side with nobody left; points decide."""

from __future__ import annotations

from playsheet.core.game import Game
from playsheet.core.geometry import TOLERANCE, point_distance
from playsheet.core.words import the_side, upper, verb
from playsheet.rules.gettysburg.battle.brigades import Brigade
from playsheet.rules.gettysburg.battle.events import ObjectiveHeld, Scored
from playsheet.rules.gettysburg.battle.goals import (
    BRIGADES_BROKEN,
    LAST_HELD,
    MOST_INFANTRY,
    TROPHIES,
    UNITS_TAKEN,
    Goal,
)
from playsheet.rules.gettysburg.battle.state import GettysburgBattle
from playsheet.rules.gettysburg.battle.units import Unit
from playsheet.rules.gettysburg.terms import Arm, UnitState, Where
from playsheet.tabletop.events import BattleEnded


def count_objectives(game: Game[GettysburgBattle]) -> None:
    """At the end of each turn: who was the last to hold each place, and the points so far."""
    battle = game.battle
    for index, goal in enumerate(battle.goals.all):
        if goal.kind == LAST_HELD:
            there = [holds(battle, goal, 0), holds(battle, goal, 1)]
            if there[0] != there[1]:
                side = 0 if there[0] else 1
                if battle.holders[index] != side:
                    game.tell(ObjectiveHeld(index, side))
    score = points(battle)
    if score != battle.score:
        game.tell(Scored(score))


def holds(battle: GettysburgBattle, goal: Goal, side: int) -> bool:
    """Has it a unit in state ok there?"""
    for unit in battle.around(goal.x, goal.y, goal.within):
        if unit.side == side and counts_at(unit, goal):
            return True
    return False


def counts_at(unit: Unit, goal: Goal) -> bool:
    """In state ok, its nearest point within the distance; detachments are no units for points (R125)."""
    if unit.state != UnitState.OK or unit.is_detachment():
        return False
    return point_distance(unit.shape, goal.x, goal.y) <= goal.within + TOLERANCE


def infantry_at(battle: GettysburgBattle, goal: Goal, side: int) -> int:
    """Infantry figures of units in state ok there."""
    found = 0
    for unit in battle.around(goal.x, goal.y, goal.within):
        if unit.side == side and unit.arm == Arm.INFANTRY and counts_at(unit, goal):
            found += unit.figures
    return found


def points(battle: GettysburgBattle) -> list[int]:
    """Each side's points, as if the battle ended now."""
    score = [0, 0]
    for index, goal in enumerate(battle.goals.all):
        if goal.kind == MOST_INFANTRY:
            one = infantry_at(battle, goal, 0)
            other = infantry_at(battle, goal, 1)
            if one != other:
                score[0 if one > other else 1] += goal.points
        elif goal.kind == LAST_HELD:
            if battle.holders[index] >= 0:
                score[battle.holders[index]] += goal.points
        else:
            for side in (0, 1):
                score[side] += goal.points * counted(battle, goal, side)
    return score


def counted(battle: GettysburgBattle, goal: Goal, side: int) -> int:
    """How often the side has done what the goal is about."""
    army = battle.armies[side]
    if goal.kind == UNITS_TAKEN:
        return army.units_taken
    if goal.kind == TROPHIES:
        return army.trophies * battle.rules.trophy_points
    assert goal.kind == BRIGADES_BROKEN
    return len([brigade for brigade in battle.brigades if brigade.side != side and is_spent(battle, brigade)])


def is_spent(battle: GettysburgBattle, brigade: Brigade) -> bool:
    """Broken at least once, or gone."""
    return brigade.broken_count > 0 or brigade.gone or not battle.units_of(brigade)


# ---------------------------------------------------------------- the end


def victory(game: Game[GettysburgBattle]) -> None:
    """More than half of a side's brigades spent, nobody left of it, or the last turn over (R98)."""
    battle = game.battle
    empty = [not any(unit.side == side and unit.place == Where.ON_TABLE for unit in battle.units) for side in (0, 1)]
    broken = [is_broken(battle, side) for side in (0, 1)]
    last = battle.turn >= battle.goals.turns
    if not (empty[0] or empty[1] or broken[0] or broken[1] or last):
        return
    why = reason(battle, empty, broken)
    score = points(battle)
    if score[0] == score[1]:
        game.tell(BattleEnded(-1, f"{why} Both sides have {score[0]} points: a draw.", "R98"))
        return
    winner = 0 if score[0] > score[1] else 1
    name = upper(verb(the_side(battle.goals.side_names[winner]), "wins", "win"))
    game.tell(BattleEnded(winner, f"{why} {name} by {score[winner]} points to {score[1 - winner]}.", "R98"))


def is_broken(battle: GettysburgBattle, side: int) -> bool:
    """More than half of its brigades, by original count, broken at least once or gone?"""
    mine = [brigade for brigade in battle.brigades if brigade.side == side]
    return 2 * len([brigade for brigade in mine if is_spent(battle, brigade)]) > len(mine)


def reason(battle: GettysburgBattle, empty: list[bool], broken: list[bool]) -> str:
    """Why the battle is over, in a sentence."""
    names = [the_side(name) for name in battle.goals.side_names]
    for side in (0, 1):
        if empty[side]:
            return f"{upper(verb(names[side], 'has', 'have'))} nobody left on the table."
    if broken[0] and broken[1]:
        return "More than half of the brigades of either side are broken or gone."
    for side in (0, 1):
        if broken[side]:
            return f"More than half of the brigades of {names[side]} are broken or gone."
    return "The last turn is over."


def figures_lost(battle: GettysburgBattle, side: int) -> int:
    """Killed, captured or run away: all that are on the table no more."""
    lost = 0
    for unit in battle.units:
        if unit.side == side and not unit.is_detachment():
            lost += unit.size
        if unit.side == side and unit.place == Where.ON_TABLE:
            lost -= unit.figures
    return lost
