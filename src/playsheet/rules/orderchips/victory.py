"""How a battle ends (section 1, R58): the turn limit, at most one side left, an army lost; then victory points."""

from __future__ import annotations

from mypy_extensions import i64

from playsheet.core.discs import from_piece
from playsheet.core.game import Game
from playsheet.core.geometry import TOLERANCE
from playsheet.core.terrain import rect_distance
from playsheet.core.words import listed, the, the_side, upper, verb
from playsheet.rules.orderchips.battle.events import Scored
from playsheet.rules.orderchips.battle.goals import (
    ARMY_LOST,
    AUTOMATA_TURNED,
    CONTROL_GROUND,
    CONTROL_POINT,
    POINTS_LOST,
    UNITS_LOST,
    Goal,
)
from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.battle.units import NOBODY, Unit
from playsheet.rules.orderchips.sheet.tables import is_within
from playsheet.rules.orderchips.terms import Arm, Fate, Where
from playsheet.tabletop.events import BattleEnded


def end_of_turn(game: Game[ChipBattle]) -> bool:
    """Is the battle over? Told if it is."""
    battle = game.battle
    names = battle.goals.side_names
    left = [side for side in range(battle.sides) if has_units(battle, side)]
    if len(left) <= 1:
        gone = [the_side(names[side]) for side in range(battle.sides) if side not in left]
        why = "Nobody is left on the table" if not left else f"Nobody of {listed(gone)} is left on the table"
        count_up(game, why)
        return True
    for goal in battle.goals.all:
        if goal.kind == ARMY_LOST:
            for side in range(battle.sides):
                if army_lost(battle, goal, side):
                    who = upper(verb(the_side(names[side]), "has", "have"))
                    count_up(game, f"{who} lost too much of the army")
                    return True
    if battle.turn >= battle.goals.turns:
        count_up(game, "The last turn is over")
        return True
    return False


def has_units(battle: ChipBattle, side: int) -> bool:
    """A unit that is not out; natives do not count."""
    return any(unit.side == side and not unit.band and unit.place == Where.ON_TABLE for unit in battle.units)


def army_lost(battle: ChipBattle, goal: Goal, side: int) -> bool:
    """Has it lost more than that part of its units?"""
    own = [unit for unit in battle.units if unit.own_side == side and not unit.band]
    lost = len([unit for unit in own if is_lost(battle, unit)])
    return lost > goal.part * len(own)


def count_up(game: Game[ChipBattle], why: str) -> None:
    """Points for every objective; level points are a draw."""
    battle = game.battle
    for goal in battle.goals.all:
        score_goal(game, goal)
    score = battle.score
    best = max(score)
    names = battle.goals.side_names
    if score.count(best) > 1:
        both = "both sides" if battle.sides == 2 else "the best sides"
        game.tell(BattleEnded(NOBODY, f"{why}: {both} have {points_words(best)}.", "R58"))
        return
    winner = score.index(best)
    others = listed([str(score[side]) for side in range(battle.sides) if side != winner])
    who = verb(the_side(names[winner]), "wins", "win")
    game.tell(BattleEnded(winner, f"{why}: {who} by {points_words(best)} to {others}.", "R58"))


def points_words(points: int) -> str:
    return "1 point" if points == 1 else f"{points} points"


def score_goal(game: Game[ChipBattle], goal: Goal) -> None:
    battle = game.battle
    if goal.kind == CONTROL_POINT:
        side = holder(battle, [near_point(battle, goal, side) for side in range(battle.sides)])
        if side >= 0:
            game.tell(Scored(side, goal.points[side], f"control of {the(goal.name)}"))
    elif goal.kind == CONTROL_GROUND:
        for plot in goal.plots:
            side = holder(battle, [in_ground(battle, plot, side) for side in range(battle.sides)])
            if side >= 0 and goal.points[side]:
                name = battle.land.plots[plot].name
                game.tell(Scored(side, goal.points[side], f"control of {the(name)}"))
    else:
        for side in range(battle.sides):
            points, what = loss_points(battle, goal, side)
            if points:
                game.tell(Scored(side, points, what))


def loss_points(battle: ChipBattle, goal: Goal, side: int) -> tuple[int, str]:
    """What an objective about losses is worth to a side."""
    enemies = [unit for unit in battle.units if unit.own_side != side and not unit.band]
    if goal.kind == UNITS_LOST:
        lost = len([unit for unit in enemies if is_lost(battle, unit)])
        halved = len([unit for unit in enemies if not is_lost(battle, unit) and below_half(battle, unit)])
        return lost * goal.points[side] + halved * goal.below_half, "enemy units lost or below half"
    if goal.kind == POINTS_LOST:
        return sum([unit.card.points for unit in enemies if is_lost(battle, unit)]) // goal.every, "enemy units lost"
    if goal.kind == AUTOMATA_TURNED:
        turned = [unit for unit in enemies if unit.kind == Arm.AUTOMATON and unit.side == side and unit.has_machine()]
        return len(turned) * goal.points[side], "automata that have changed sides"
    return 0, ""


# ---------------------------------------------------------------- losses


def is_lost(battle: ChipBattle, unit: Unit) -> bool:
    """Destroyed, off the table, a machine out or captured, a crew without its gun or a gun without its crew (R58)."""
    if unit.place == Where.GONE:
        return unit.fate != Fate.ABOARD_PRIZE
    if unit.kind == Arm.VEHICLE and unit.side != unit.own_side:
        return True
    return unit.kind == Arm.GUN and unit.gun_lost


def below_half(battle: ChipBattle, unit: Unit) -> bool:
    """Left below half its figures; machines and notable persons never are."""
    return unit.place in (Where.ON_TABLE, Where.ATTACHED) and 2 * unit.figures < unit.start


# ---------------------------------------------------------------- control


def holder(battle: ChipBattle, there: list[bool]) -> int:
    """The only side that is there; -1 if there is none, or several."""
    return there.index(True) if there.count(True) == 1 else NOBODY


def may_hold(unit: Unit) -> bool:
    """A unit that is not locked and did not run: figures, or a vehicle that is not out (section 8)."""
    return unit.place == Where.ON_TABLE and not unit.is_locked() and not unit.ran and unit.kind != Arm.AUTOMATON


def near_point(battle: ChipBattle, goal: Goal, side: int) -> bool:
    """Has the side a model of such a unit within reach of the point?"""
    for model in battle.near.within(goal.x, goal.y, goal.within):
        unit = battle.unit_of(model)
        if unit.side == side and may_hold(unit) and model in battle.fighters(unit):
            if is_within(battle.gap_to_point(model, goal.x, goal.y), goal.within):
                return True
    return False


def in_ground(battle: ChipBattle, plot: int, side: int) -> bool:
    """Has the side a model of such a unit inside or touching?"""
    piece = battle.land.plots[plot].piece
    x = 0.5 * (piece.min_x + piece.max_x)
    y = 0.5 * (piece.min_y + piece.max_y)
    reach = piece.max_x - x + piece.max_y - y + 1.0
    for model in battle.near.within(x, y, reach):
        unit = battle.unit_of(model)
        if unit.side == side and may_hold(unit) and model in battle.fighters(unit) and touches(battle, model, plot):
            return True
    return False


def touches(battle: ChipBattle, model: int, plot: int) -> bool:
    piece = battle.land.plots[plot].piece
    i: i64 = model
    if battle.round[i] == 1:
        x, y = battle.at(model)
        return from_piece(piece, x, y, 0.5 * battle.wide[i]) <= TOLERANCE
    return rect_distance(piece, battle.box(model)) <= TOLERANCE
