"""How a battle ends (R2): an objective that wins at once, a side with nobody left, or the turn limit; then points."""

from __future__ import annotations

from playsheet.core.figures import IN_PLAY
from playsheet.core.game import Game
from playsheet.core.geometry import TOLERANCE, spacing
from playsheet.core.terrain import holds
from playsheet.core.words import the, the_side, upper, verb
from playsheet.rules.gaslight.battle.events import Scored
from playsheet.rules.gaslight.battle.goals import MOST_INSIDE, MOST_NEAR, SOLE_INSIDE, STORM, VEHICLES_LOST, Goal
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.terms import Arm
from playsheet.tabletop.events import BattleEnded


def won_at_once(game: Game[GaslightBattle]) -> None:
    """Looked at after every card."""
    battle = game.battle
    names = battle.goals.side_names
    for goal in battle.goals.all:
        if goal.kind == STORM and stormed(battle, goal):
            who = verb(upper(the_side(names[goal.side])), "has", "have")
            game.tell(BattleEnded(goal.side, f"{who} stormed {the(goal.name)}.", "R2"))
            return
    left = [figures_left(battle, 0), figures_left(battle, 1)]
    if left[0] == 0 or left[1] == 0:
        who = upper(the_side(names[0 if left[0] == 0 else 1]))
        count_up(game, f"{verb(who, 'has', 'have')} nobody left on the table")


def last_turn(game: Game[GaslightBattle]) -> None:
    """The turn limit is reached."""
    count_up(game, "The last turn is over")


def count_up(game: Game[GaslightBattle], why: str) -> None:
    """Objectives and losses; level points are a draw."""
    battle = game.battle
    names = battle.goals.side_names
    for goal in battle.goals.all:
        score_goal(game, goal)
    for side in (0, 1):
        points = loss_points(battle, 1 - side)
        if points:
            game.tell(Scored(side, points, "losses inflicted"))
    score = battle.score
    if score[0] == score[1]:
        game.tell(BattleEnded(-1, f"{why}: both sides have {score[0]} points.", "R2"))
        return
    winner = 0 if score[0] > score[1] else 1
    who = verb(the_side(names[winner]), "wins", "win")
    game.tell(BattleEnded(winner, f"{why}: {who} by {score[winner]} points to {score[1 - winner]}.", "R2"))


def score_goal(game: Game[GaslightBattle], goal: Goal) -> None:
    battle = game.battle
    if goal.kind == VEHICLES_LOST:
        for side in (0, 1):
            lost = machines_lost(battle, 1 - side)
            if lost:
                what = "one enemy vehicle lost" if lost == 1 else f"{lost} enemy vehicles lost"
                game.tell(Scored(side, goal.points * lost, what))
        return
    if goal.kind == MOST_NEAR:
        there = [near_point(battle, goal, side) for side in (0, 1)]
    else:
        there = [inside(battle, goal.plot, side, on_foot=False) for side in (0, 1)]
    for side in (0, 1):
        if goal.kind == SOLE_INSIDE:
            holds_it = there[side] > 0 and there[1 - side] == 0
        else:
            holds_it = goal.kind in (MOST_NEAR, MOST_INSIDE) and there[side] > there[1 - side]
        if holds_it:
            game.tell(Scored(side, goal.points, f"holding {the(goal.name)}"))


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
    x = 0.5 * (piece.min_x + piece.max_x)
    y = 0.5 * (piece.min_y + piece.max_y)
    found = 0
    for model in battle.near.within(x, y, spacing(x, y, piece.max_x, piece.max_y)):
        if battle.side_of(model) != side or not holds(piece, *battle.at(model)):
            continue
        if model < battle.men:
            found += 1
        elif battle.is_machine(model) and not on_foot:
            found += len(battle.aboard(battle.unit_of(model)))
    return found


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
