"""How a battle ends (R2): an objective that wins at once, a side with nobody left, or the turn limit; then points."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.aims import SHEET, Aim, Place, Tally, Verdict, scores
from playsheet.core.figures import IN_PLAY
from playsheet.core.game import Game
from playsheet.core.geometry import TOLERANCE, spacing
from playsheet.core.terrain import Piece, holds
from playsheet.core.words import counted, the, the_side, upper, verb
from playsheet.rules.gaslight.battle.events import Scored
from playsheet.rules.gaslight.battle.goals import MOST_INSIDE, MOST_NEAR, SOLE_INSIDE, STORM, VEHICLES_LOST, Goal
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.terms import Arm
from playsheet.tabletop.events import BattleEnded
from playsheet.tabletop.goals import AT_THE_END
from playsheet.tabletop.wording import inches, points_words, tallied

LAST_TURN: Final = "The last turn is over"


def won_at_once(game: Game[GaslightBattle]) -> None:
    """Looked at after every card."""
    battle = game.battle
    over = stormed_now(battle)
    if over is not None:
        end(game, over)
        return
    left = [figures_left(battle, 0), figures_left(battle, 1)]
    if left[0] == 0 or left[1] == 0:
        who = upper(the_side(battle.goals.side_names[0 if left[0] == 0 else 1]))
        count_up(game, f"{verb(who, 'has', 'have')} nobody left on the table")


def last_turn(game: Game[GaslightBattle]) -> None:
    """The turn limit is reached."""
    count_up(game, LAST_TURN)


def count_up(game: Game[GaslightBattle], why: str) -> None:
    """Objectives and losses; level points are a draw."""
    over = counted_up(game.battle, why)
    for aim in aims(game.battle):
        for tally in aim.tallies:
            if tally.points:
                game.tell(Scored(tally.side, tally.points, tally.what))
    end(game, over)


def end(game: Game[GaslightBattle], over: Verdict) -> None:
    game.tell(BattleEnded(over.winner, over.why, over.ruling, over.line))


# ---------------------------------------------------------------- verdicts


def stormed_now(battle: GaslightBattle) -> Verdict | None:
    for line, goal in enumerate(battle.goals.all):
        if goal.kind == STORM and stormed(battle, goal):
            who = verb(upper(the_side(battle.goals.side_names[goal.side])), "has", "have")
            return Verdict(goal.side, f"{who} stormed {the(goal.name)}.", "R2", line)
    return None


def counted_up(battle: GaslightBattle, why: str = LAST_TURN) -> Verdict:
    """By points, as they stand."""
    score = scores(aims(battle), 2)
    if score[0] == score[1]:
        return Verdict(-1, f"{why}: both sides have {points_words(score[0])}.", "R2")
    winner = 0 if score[0] > score[1] else 1
    who = verb(the_side(battle.goals.side_names[winner]), "wins", "win")
    return Verdict(winner, f"{why}: {who} by {points_words(score[winner])} to {score[1 - winner]}.", "R2")


# ---------------------------------------------------------------- aims


def aims(battle: GaslightBattle) -> list[Aim]:
    """Every line by which the battle may be decided, and how it stands."""
    found: list[Aim] = []
    for line, goal in enumerate(battle.goals.all):
        aim = Aim(line, said_of(battle, goal), "after every card" if goal.kind == STORM else AT_THE_END, "R2")
        aim.is_close = battle.turn >= battle.goals.turns
        add_tallies(battle, goal, aim)
        found.append(aim)
    found.append(losses(battle))
    return found


def said_of(battle: GaslightBattle, goal: Goal) -> str:
    """What the line asks for."""
    where = the(goal.name)
    worth = upper(counted(goal.points, "point", "points"))
    if goal.kind == STORM:
        who = upper(verb(the_side(battle.goals.side_names[goal.side]), "wins", "win"))
        men = tallied(goal.figures, "figure", "figures")
        return f"{who} at once with {men} inside {where} and no enemy on foot in it."
    if goal.kind == VEHICLES_LOST:
        return f"{worth} for each enemy vehicle lost."
    if goal.kind == MOST_NEAR:
        near = f"within {inches(goal.within)} of {where} who are not engaged"
        return f"{worth} to the side with more figures {near}."
    if goal.kind == MOST_INSIDE:
        return f"{worth} to the side with more figures inside {where}."
    return f"{worth} to the only side with figures inside {where}."


def add_tallies(battle: GaslightBattle, goal: Goal, aim: Aim) -> None:
    """How it stands, side by side."""
    if goal.kind == VEHICLES_LOST:
        for side in (0, 1):
            lost = machines_lost(battle, 1 - side)
            what = "one enemy vehicle lost" if lost == 1 else f"{lost} enemy vehicles lost"
            aim.tallies.append(Tally(side, lost, 0, what, goal.points * lost))
        return
    if goal.kind == MOST_NEAR:
        aim.places.append(Place(goal.name, x=goal.x, y=goal.y, within=goal.within))
        there = [near_point(battle, goal, side) for side in (0, 1)]
    else:
        aim.places.append(Place(goal.name, piece=goal.plot))
        there = [inside(battle, goal.plot, side, on_foot=False) for side in (0, 1)]
    if goal.kind == STORM:
        aim.tallies.append(Tally(goal.side, there[goal.side], goal.figures, f"figures inside {the(goal.name)}"))
        foes = inside(battle, goal.plot, 1 - goal.side, on_foot=True)
        aim.tallies.append(Tally(1 - goal.side, foes, 0, f"{counted(foes, 'figure', 'figures')} on foot in it"))
        aim.leads = goal.side if stormed(battle, goal) else -1
        aim.is_close = 2 * there[goal.side] >= goal.figures
        return
    for side in (0, 1):
        if there[side] > there[1 - side] and (goal.kind != SOLE_INSIDE or not there[1 - side]):
            aim.leads = side
    for side in (0, 1):
        if aim.leads == side:
            aim.tallies.append(Tally(side, there[side], 0, f"holding {the(goal.name)}", goal.points))
        else:
            aim.tallies.append(Tally(side, there[side], 0, f"{counted(there[side], 'figure', 'figures')} there"))


def losses(battle: GaslightBattle) -> Aim:
    rules = battle.rules
    each = f"{counted(rules.figure_points, 'point', 'points')} a figure, {rules.character_points} a character"
    said = f"For the enemy's losses: {each}, {rules.gun_points} a gun, {rules.vehicle_points} a vehicle."
    aim = Aim(SHEET, said, AT_THE_END, "R2")
    for side in (0, 1):
        points = loss_points(battle, 1 - side)
        aim.tallies.append(Tally(side, points, 0, "losses inflicted", points))
    return aim


# ---------------------------------------------------------------- counting


def figures_left(battle: GaslightBattle, side: int) -> int:
    """The side's figures that are in play, wherever they are."""
    found = 0
    for unit in battle.units:
        if unit.side == side:
            found += battle.figures.count(unit.first, unit.start, IN_PLAY)
    return found


def inside(battle: GaslightBattle, plot: int, side: int, *, on_foot: bool) -> int:
    """The side's figures whose centres are in that ground; `on_foot`: those in machines not counted."""
    piece = battle.land.plots[plot].piece
    found = 0
    x = 0.5 * (piece.min_x + piece.max_x)
    y = 0.5 * (piece.min_y + piece.max_y)
    for figure in battle.ranks[side].within(x, y, spacing(x, y, piece.max_x, piece.max_y)):
        if stands_in(battle, piece, figure):
            found += 1
    for id in battle.machines if not on_foot else []:
        unit = battle.units[id]
        if unit.side == side and stands_in(battle, piece, unit.model):
            found += len(battle.aboard(unit))
    return found


def stands_in(battle: GaslightBattle, piece: Piece, model: int) -> bool:
    """Does it stand on the table, with its centre in that ground?"""
    i: i64 = model
    near = battle.near
    return near.square[i] != 0 and holds(piece, near.x[i], near.y[i])


def near_point(battle: GaslightBattle, goal: Goal, side: int) -> int:
    """The side's figures within reach of the point that are not engaged."""
    found = 0
    for figure in range(battle.men):
        if not battle.in_play(figure) or battle.side_of(figure) != side:
            continue
        x, y = battle.at(figure)
        if spacing(x, y, goal.x, goal.y) <= goal.within + TOLERANCE and not battle.engaged(figure):
            found += 1
    return found


def stormed(battle: GaslightBattle, goal: Goal) -> bool:
    """Enough of one side inside, and nobody of the other on foot there."""
    if inside(battle, goal.plot, goal.side, on_foot=False) < goal.figures:
        return False
    return inside(battle, goal.plot, 1 - goal.side, on_foot=True) == 0


def machines_lost(battle: GaslightBattle, side: int) -> int:
    return lost_models(battle, side, Arm.VEHICLE)


def guns_lost(battle: GaslightBattle, side: int) -> int:
    return lost_models(battle, side, Arm.CREW)


def lost_models(battle: GaslightBattle, side: int, kind: int) -> int:
    """Guns or machines of a side that are out of the game (R101, R102)."""
    found = 0
    for unit in battle.units:
        if unit.side == side and unit.kind == kind and not battle.in_play(unit.model):
            found += 1
    return found


def loss_points(battle: GaslightBattle, side: int) -> int:
    """What a side's losses are worth to the other: figures, characters, guns, machines (R2)."""
    rules = battle.rules
    points = rules.gun_points * guns_lost(battle, side) + rules.vehicle_points * machines_lost(battle, side)
    for figure in range(battle.men):
        if battle.side_of(figure) == side and not battle.in_play(figure):
            points += rules.character_points if battle.is_character(figure) else rules.figure_points
    return points
