"""How a battle ends (R98): the turn limit, an army that is broken, a side with nobody left; points decide."""

from __future__ import annotations

from typing import Final

from playsheet.core import words
from playsheet.core.aims import SHEET, Aim, Place, Tally, Verdict, scores
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
from playsheet.tabletop.goals import AFTER_A_TURN, AT_THE_END
from playsheet.tabletop.wording import inches, points_words, tallied

LAST_TURN: Final = "The last turn is over."
SOON: Final = 1  # brigades that may well break in a turn
COUNTED: Final = {
    UNITS_TAKEN: ("enemy unit dispersed or captured", "enemy units dispersed or captured"),
    TROPHIES: ("trophy", "trophies"),
    BRIGADES_BROKEN: ("enemy brigade broken or gone", "enemy brigades broken or gone"),
}


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
    return scores(aims(battle), 2)


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
    why = reason(battle, last=battle.turn >= battle.goals.turns)
    if why:
        over = by_points(battle, why)
        game.tell(BattleEnded(over.winner, over.why, over.ruling, over.line))


def by_points(battle: GettysburgBattle, why: str) -> Verdict:
    score = points(battle)
    if score[0] == score[1]:
        return Verdict(-1, f"{why} Both sides have {points_words(score[0])}: a draw.", "R98")
    winner = 0 if score[0] > score[1] else 1
    name = upper(verb(the_side(battle.goals.side_names[winner]), "wins", "win"))
    return Verdict(winner, f"{why} {name} by {points_words(score[winner])} to {score[1 - winner]}.", "R98")


def is_broken(battle: GettysburgBattle, side: int) -> bool:
    """More than half of its brigades, by original count, broken at least once or gone?"""
    return spent_of(battle, side) >= breaking(battle, side)


def brigades_of(battle: GettysburgBattle, side: int) -> list[Brigade]:
    return [brigade for brigade in battle.brigades if brigade.side == side]


def spent_of(battle: GettysburgBattle, side: int) -> int:
    return len([brigade for brigade in brigades_of(battle, side) if is_spent(battle, brigade)])


def breaking(battle: GettysburgBattle, side: int) -> int:
    """So many brigades spent are more than half."""
    return len(brigades_of(battle, side)) // 2 + 1


def reason(battle: GettysburgBattle, *, last: bool) -> str:
    """Why the battle is over, in a sentence; empty if it is not."""
    names = [the_side(name) for name in battle.goals.side_names]
    for side in (0, 1):
        if not any(unit.side == side and unit.place == Where.ON_TABLE for unit in battle.units):
            return f"{upper(verb(names[side], 'has', 'have'))} nobody left on the table."
    broken = [is_broken(battle, side) for side in (0, 1)]
    if broken[0] and broken[1]:
        return "More than half of the brigades of either side are broken or gone."
    for side in (0, 1):
        if broken[side]:
            return f"More than half of the brigades of {names[side]} are broken or gone."
    return LAST_TURN if last else ""


# ---------------------------------------------------------------- aims


def aims(battle: GettysburgBattle) -> list[Aim]:
    """Every line by which the battle may be decided, and how it stands."""
    found: list[Aim] = []
    for line, goal in enumerate(battle.goals.all):
        aim = Aim(line, said_of(goal), AT_THE_END, "R98")
        aim.is_close = battle.turn >= battle.goals.turns
        add_tallies(battle, line, goal, aim)
        found.append(aim)
    found.append(break_point(battle))
    return found


def said_of(goal: Goal) -> str:
    """What the line asks for."""
    worth = upper(words.counted(goal.points, "point", "points"))
    if goal.kind == MOST_INFANTRY:
        near = f"within {inches(goal.within)} of {goal.name}"
        return f"{worth} to the side with more infantry figures {near}, in regiments that are in good order."
    if goal.kind == LAST_HELD:
        near = f"within {inches(goal.within)} of {goal.name}"
        return f"{worth} to the side that was the last to have units in good order {near}, alone."
    if goal.kind == UNITS_TAKEN:
        return f"{worth} for each enemy unit dispersed or captured."
    if goal.kind == TROPHIES:
        return f"{worth} for each trophy."
    return f"{worth} for each enemy brigade broken or gone."


def add_tallies(battle: GettysburgBattle, line: int, goal: Goal, aim: Aim) -> None:
    """How it stands, side by side."""
    if goal.kind == MOST_INFANTRY:
        aim.places.append(Place(goal.name, x=goal.x, y=goal.y, within=goal.within))
        there = [infantry_at(battle, goal, side) for side in (0, 1)]
        aim.leads = -1 if there[0] == there[1] else 0 if there[0] > there[1] else 1
        for side in (0, 1):
            worth = goal.points if aim.leads == side else 0
            what = tallied(there[side], "infantry figure there", "infantry figures there")
            aim.tallies.append(Tally(side, there[side], 0, what, worth))
    elif goal.kind == LAST_HELD:
        aim.places.append(Place(goal.name, x=goal.x, y=goal.y, within=goal.within))
        aim.leads = battle.holders[line]
        if aim.leads >= 0:
            aim.tallies.append(Tally(aim.leads, 1, 0, f"the last to hold {goal.name}", goal.points))
    else:
        for side in (0, 1):
            times = counted(battle, goal, side)
            one, several = COUNTED[goal.kind]
            aim.tallies.append(Tally(side, times, 0, tallied(times, one, several), goal.points * times))


def break_point(battle: GettysburgBattle) -> Aim:
    said = "The battle ends when more than half of a side's brigades are broken or gone; then points decide."
    aim = Aim(SHEET, said, AFTER_A_TURN, "R98")
    for side in (0, 1):
        gone = spent_of(battle, side)
        need = breaking(battle, side)
        aim.tallies.append(Tally(side, gone, need, "brigades broken or gone"))
        aim.is_close = aim.is_close or need - gone <= SOON
    return aim


# ---------------------------------------------------------------- losses


def figures_lost(battle: GettysburgBattle, side: int) -> int:
    """Killed, captured or run away: all that are on the table no more."""
    lost = 0
    for unit in battle.units:
        if unit.side == side and not unit.is_detachment():
            lost += unit.size
        if unit.side == side and unit.place == Where.ON_TABLE:
            lost -= unit.figures
    return lost
