"""How a battle ends (R41): the scenario's objectives, the turn limit, the break point."""

from __future__ import annotations

from playsheet.core.game import Game
from playsheet.core.geometry import TOLERANCE
from playsheet.core.terrain import holds
from playsheet.core.words import the
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
from playsheet.rules.lancer.ground.sight import nearest_figure
from playsheet.rules.lancer.terms import Arm, Where
from playsheet.tabletop.events import BattleEnded


def victory(game: Game[LancerBattle]) -> None:
    """Looked at in every STOP, before the deck is shuffled again."""
    battle = game.battle
    for goal in battle.goals.all:
        if goal.kind == UNITS_BEYOND and units_beyond(battle, goal) >= goal.units:
            name = battle.goals.side_names[goal.side]
            where = "north" if goal.north else "south"
            game.tell(BattleEnded(goal.side, f"{name} has {goal.units} units {where} of the line.", "R41"))
            return
    if battle.rules.break_at_half and broken(game):
        return
    if battle.turn >= battle.goals.turns:
        count_up(game)


def broken(game: Game[LancerBattle]) -> bool:
    """More than half of a side's starting units gone, commanders not counted: it has lost; both at once: a draw."""
    battle = game.battle
    over = [battle.rules.break_times * removed_units(battle, side) > starting_units(battle, side) for side in (0, 1)]
    names = battle.goals.side_names
    if over[0] and over[1]:
        game.tell(BattleEnded(-1, "Both sides have lost more than half of their units.", "R41"))
    elif over[0] or over[1]:
        loser = 0 if over[0] else 1
        game.tell(BattleEnded(1 - loser, f"{names[loser]} has lost more than half of its units and breaks.", "R41"))
    else:
        return False
    return True


def count_up(game: Game[LancerBattle]) -> None:
    """The last turn is over: objectives in order, the first that names a winner decides; or points are counted."""
    battle = game.battle
    names = battle.goals.side_names
    points = False
    for goal in battle.goals.all:
        if goal.kind == HOLD_POINT:
            holder = point_holder(battle, goal)
            if holder >= 0:
                game.tell(BattleEnded(holder, f"{names[holder]} holds {goal.name}.", "R41"))
                return
        elif goal.kind == MOST_REMOVED:
            lost = [removed_units(battle, 0), removed_units(battle, 1)]
            if lost[0] != lost[1]:
                winner = 0 if lost[0] < lost[1] else 1
                game.tell(BattleEnded(winner, f"{names[winner]} has removed more enemy units.", "R41"))
                return
        elif goal.kind == UNITS_BEYOND:
            game.tell(BattleEnded(goal.otherwise, f"{names[goal.otherwise]} has held the line.", "R41"))
            return
        elif goal.kind == POINTS_FOR_GROUND:
            points = True
            for plot in goal.plots:
                holder = ground_holder(battle, plot)
                if holder >= 0:
                    game.tell(Scored(holder, goal.points, the(battle.land.plots[plot].name)))
        elif goal.kind == POINTS_FOR_REMOVED:
            points = True
            for side in (0, 1):
                units = removed_units(battle, 1 - side)
                commanders = removed_commanders(battle, 1 - side)
                if units:
                    game.tell(Scored(side, goal.units * units, f"{units} enemy units removed"))
                if commanders:
                    game.tell(Scored(side, goal.commanders * commanders, f"{commanders} enemy commanders removed"))
    score = battle.score
    if points and score[0] != score[1]:
        winner = 0 if score[0] > score[1] else 1
        game.tell(BattleEnded(winner, f"{names[winner]} wins by {score[winner]} points to {score[1 - winner]}.", "R41"))
    elif points:
        game.tell(BattleEnded(-1, f"Both sides have {score[0]} points.", "R41"))
    else:
        game.tell(BattleEnded(-1, "The last turn is over and neither side has won.", "R41"))


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
    steady = [False, False]
    there = [False, False]
    for unit in battle.units:
        if unit.kind == Arm.COMMANDER or not unit.on_table():
            continue
        if nearest_figure(battle, unit, goal.x, goal.y) <= goal.within + TOLERANCE:
            there[unit.side] = True
            if not unit.disrupted:
                steady[unit.side] = True
    for side in (0, 1):
        if steady[side] and not there[1 - side]:
            return side
    return -1


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
