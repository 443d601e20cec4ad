"""How a battle ends (R41): the scenario's objectives, the turn limit, the break point."""

from __future__ import annotations

from typing import Final

from playsheet.core.aims import SHEET, Aim, Place, Tally, Verdict, scores
from playsheet.core.game import Game
from playsheet.core.geometry import TOLERANCE
from playsheet.core.terrain import holds
from playsheet.core.words import counted, listed, number, the, the_side, upper, verb
from playsheet.rules.lancer.battle.events import Scored
from playsheet.rules.lancer.battle.goals import (
    HOLD_POINT,
    MOST_REMOVED,
    POINTS_FOR_GROUND,
    POINTS_FOR_REMOVED,
    UNITS_BEYOND,
    Goal,
)
from playsheet.rules.lancer.battle.state import LancerBattle
from playsheet.rules.lancer.battle.units import Unit
from playsheet.rules.lancer.ground.moving import move_rate
from playsheet.rules.lancer.ground.sight import nearest_figure
from playsheet.rules.lancer.terms import Arm, Where
from playsheet.tabletop.events import BattleEnded
from playsheet.tabletop.goals import AT_THE_END
from playsheet.tabletop.wording import inches, points_words, tallied

SOON: Final = 1  # units that a side may well lose in a turn


def victory(game: Game[LancerBattle]) -> None:
    """Looked at in every STOP, before the deck is shuffled again."""
    battle = game.battle
    over = won_at_stop(battle)
    if over is None and battle.turn >= battle.goals.turns:
        over = counted_up(battle)
        for aim in aims(battle):
            for tally in aim.tallies:
                if tally.points:
                    game.tell(Scored(tally.side, tally.points, tally.what))
    if over is not None:
        game.tell(BattleEnded(over.winner, over.why, over.ruling, over.line))


# ---------------------------------------------------------------- verdicts


def won_at_stop(battle: LancerBattle) -> Verdict | None:
    """What ends the battle in any STOP: enough units beyond a line, or a side that breaks."""
    for line, goal in enumerate(battle.goals.all):
        if goal.kind == UNITS_BEYOND and units_beyond(battle, goal) >= goal.units:
            name = battle.goals.side_names[goal.side]
            why = f"{name} has {tallied(goal.units, 'unit', 'units')} {toward(goal)} of the line."
            return Verdict(goal.side, why, "R41", line)
    return broken(battle) if battle.rules.break_at_half else None


def broken(battle: LancerBattle) -> Verdict | None:
    """More than half of a side's starting units gone, commanders not counted: it has lost; both at once: a draw."""
    over = [removed_units(battle, side) >= breaking(battle, side) for side in (0, 1)]
    names = battle.goals.side_names
    if over[0] and over[1]:
        return Verdict(-1, "Both sides have lost more than half of their units.", "R41")
    if over[0] or over[1]:
        loser = 0 if over[0] else 1
        return Verdict(1 - loser, f"{names[loser]} has lost more than half of its units and breaks.", "R41")
    return None


def breaking(battle: LancerBattle, side: int) -> int:
    """So many units lost, and the side breaks."""
    return starting_units(battle, side) // battle.rules.break_times + 1


def counted_up(battle: LancerBattle) -> Verdict:
    """The last turn is over: objectives in order, the first that names a winner decides; or points are counted."""
    names = battle.goals.side_names
    for line, goal in enumerate(battle.goals.all):
        winner = winner_of(battle, goal)
        if winner >= 0:
            return Verdict(winner, said_of_winner(goal, names[winner]), "R41", line)
    if not battle.goals.counts_points():
        return Verdict(-1, "The last turn is over and neither side has won.", "R41")
    score = scores(aims(battle), 2)
    if score[0] == score[1]:
        return Verdict(-1, f"Both sides have {points_words(score[0])}.", "R41")
    winner = 0 if score[0] > score[1] else 1
    return Verdict(winner, f"{names[winner]} wins by {points_words(score[winner])} to {score[1 - winner]}.", "R41")


def winner_of(battle: LancerBattle, goal: Goal) -> int:
    """Who wins by this line when the last turn is over; -1 if nobody does."""
    if goal.kind == HOLD_POINT:
        return point_holder(battle, goal)
    if goal.kind == MOST_REMOVED:
        lost = [removed_units(battle, 0), removed_units(battle, 1)]
        return -1 if lost[0] == lost[1] else 0 if lost[0] < lost[1] else 1
    return goal.otherwise if goal.kind == UNITS_BEYOND else -1


def said_of_winner(goal: Goal, name: str) -> str:
    if goal.kind == HOLD_POINT:
        return f"{name} holds {goal.name}."
    return f"{name} has removed more enemy units." if goal.kind == MOST_REMOVED else f"{name} has held the line."


# ---------------------------------------------------------------- aims


def aims(battle: LancerBattle) -> list[Aim]:
    """Every line by which the battle may be decided, and how it stands."""
    found: list[Aim] = []
    for line, goal in enumerate(battle.goals.all):
        aim = Aim(line, said_of(battle, goal, failing=line > 0), when_of(goal), "R41")
        add_places(battle, goal, aim)
        add_tallies(battle, goal, aim)
        found.append(aim)
    if battle.rules.break_at_half:
        found.append(break_point(battle))
    return found


def said_of(battle: LancerBattle, goal: Goal, *, failing: bool) -> str:
    """What the line asks for."""
    names = [the_side(name) for name in battle.goals.side_names]
    if goal.kind == HOLD_POINT:
        near = f"within {inches(goal.within)} of it"
        asked = f"hold {goal.name}, with an undisrupted unit {near} and no enemy unit there"
    elif goal.kind == MOST_REMOVED:
        asked = "remove more enemy units than the enemy removes of yours"
    elif goal.kind == UNITS_BEYOND:
        who = upper(verb(names[goal.side], "wins", "win"))
        what = counted(goal.units, "undisrupted unit", "undisrupted units")
        line = f"the line {inches(goal.y)} from the south edge"
        return f"{who} with {what} wholly {toward(goal)} of {line}; else {verb(names[goal.otherwise], 'wins', 'win')}."
    elif goal.kind == POINTS_FOR_GROUND:
        grounds = listed([the(battle.land.plots[plot].name) for plot in goal.plots])
        each = "each of " if len(goal.plots) > 1 else ""
        held = "where you alone have units, one of them undisrupted"
        return f"{upper(points(goal.points))} for {each}{grounds}, {held}."
    else:
        return f"{upper(points(goal.units))} for each enemy unit removed, {goal.commanders} for a commander."
    return f"Failing that: {asked}." if failing else f"{upper(asked)}."


def points(n: int) -> str:
    return counted(n, "point", "points")


def toward(goal: Goal) -> str:
    return "north" if goal.north else "south"


def when_of(goal: Goal) -> str:
    return "in every STOP" if goal.kind == UNITS_BEYOND else AT_THE_END


def add_places(battle: LancerBattle, goal: Goal, aim: Aim) -> None:
    if goal.kind == HOLD_POINT:
        aim.places.append(Place(goal.name, x=goal.x, y=goal.y, within=goal.within))
    elif goal.kind == UNITS_BEYOND:
        aim.places.append(Place("the line", y=goal.y, beyond=toward(goal)))
    elif goal.kind == POINTS_FOR_GROUND:
        for plot in goal.plots:
            aim.places.append(Place(battle.land.plots[plot].name, piece=plot))


def add_tallies(battle: LancerBattle, goal: Goal, aim: Aim) -> None:
    """How it stands, side by side."""
    aim.is_close = battle.turn >= battle.goals.turns
    if goal.kind == UNITS_BEYOND:
        there = units_beyond(battle, goal)
        what = f"undisrupted {'unit' if there == 1 else 'units'} {toward(goal)} of the line"
        aim.tallies.append(Tally(goal.side, there, goal.units, what))
        aim.leads = goal.side if there >= goal.units else goal.otherwise
        aim.is_close = aim.is_close or there + units_near(battle, goal) >= goal.units
        return
    aim.leads = winner_of(battle, goal)
    for side in (0, 1):
        removed = removed_units(battle, 1 - side)
        if goal.kind == HOLD_POINT:
            units, steady = units_at(battle, goal, side)
            what = "undisrupted units near it"
            if units > steady:
                what += f", and {number(units - steady)} disrupted"
            aim.tallies.append(Tally(side, steady, 1, what))
        elif goal.kind == MOST_REMOVED:
            aim.tallies.append(Tally(side, removed, 0, counted(removed, "enemy unit removed", "enemy units removed")))
        elif goal.kind == POINTS_FOR_REMOVED:
            what = tallied(removed, "enemy unit removed", "enemy units removed")
            aim.tallies.append(Tally(side, removed, 0, what, goal.units * removed))
            generals = removed_commanders(battle, 1 - side)
            what = tallied(generals, "enemy commander removed", "enemy commanders removed")
            aim.tallies.append(Tally(side, generals, 0, what, goal.commanders * generals))
    for plot in goal.plots:
        holder = ground_holder(battle, plot)
        if holder >= 0:
            aim.tallies.append(Tally(holder, 1, 0, the(battle.land.plots[plot].name), goal.points))


def break_point(battle: LancerBattle) -> Aim:
    aim = Aim(SHEET, "A side that has lost more than half of its units breaks, and loses.", "in every STOP", "R41")
    for side in (0, 1):
        lost = removed_units(battle, side)
        need = breaking(battle, side)
        aim.tallies.append(Tally(side, lost, need, "of its units lost"))
        aim.is_close = aim.is_close or need - lost <= SOON
        if lost >= need:
            aim.leads = 1 - side
    return aim


def starting_units(battle: LancerBattle, side: int) -> int:
    return len([unit for unit in battle.units if unit.side == side and unit.kind != Arm.COMMANDER])


def removed_units(battle: LancerBattle, side: int) -> int:
    return len([u for u in battle.units if u.side == side and u.kind != Arm.COMMANDER and u.place > Where.ON_TABLE])


def removed_commanders(battle: LancerBattle, side: int) -> int:
    return len([u for u in battle.units if u.side == side and u.kind == Arm.COMMANDER and u.place > Where.ON_TABLE])


def units_beyond(battle: LancerBattle, goal: Goal) -> int:
    """Undisrupted units, no commanders, wholly beyond the line."""
    count = 0
    for unit in battle.units:
        if unit.side == goal.side and unit.kind != Arm.COMMANDER and unit.on_table() and not unit.disrupted:
            if wholly_beyond(unit, goal.y, goal.north):
                count += 1
    return count


def units_near(battle: LancerBattle, goal: Goal) -> int:
    """Units that two moves at their best could bring over the line."""
    count = 0
    for unit in battle.units:
        if unit.side == goal.side and unit.kind != Arm.COMMANDER and unit.on_table() and unit.shape:
            most = 2.0 * move_rate(battle, unit, unit.shape[0]).most
            line = goal.y - most if goal.north else goal.y + most
            if wholly_beyond(unit, line, goal.north) and not wholly_beyond(unit, goal.y, goal.north):
                count += 1
    return count


def wholly_beyond(unit: Unit, y: float, north: bool) -> bool:
    for part in unit.shape:
        corners = part.corners()
        for corner in range(4):
            at = corners[2 * corner + 1]
            if (at < y - TOLERANCE) if north else (at > y + TOLERANCE):
                return False
    return True


def point_holder(battle: LancerBattle, goal: Goal) -> int:
    """The side with an undisrupted unit near the point while the enemy has no unit there at all; -1 if none."""
    for side in (0, 1):
        if units_at(battle, goal, side)[1] and not units_at(battle, goal, 1 - side)[0]:
            return side
    return -1


def units_at(battle: LancerBattle, goal: Goal, side: int) -> tuple[int, int]:
    """A side's units near the point, and how many of them are undisrupted."""
    there = 0
    steady = 0
    for unit in battle.units:
        if unit.side != side or unit.kind == Arm.COMMANDER or not unit.on_table():
            continue
        if nearest_figure(battle, unit, goal.x, goal.y) <= goal.within + TOLERANCE:
            there += 1
            steady += 0 if unit.disrupted else 1
    return there, steady


def ground_holder(battle: LancerBattle, plot: int) -> int:
    """The sole side on a piece of ground with an undisrupted unit: a unit is on ground that its centre is on."""
    piece = battle.land.plots[plot].piece
    steady = [False, False]
    there = [False, False]
    for unit in battle.units:
        if unit.kind == Arm.COMMANDER or not unit.on_table():
            continue
        if holds(piece, unit.x, unit.y):
            there[unit.side] = True
            if not unit.disrupted:
                steady[unit.side] = True
    for side in (0, 1):
        if steady[side] and not there[1 - side]:
            return side
    return -1
