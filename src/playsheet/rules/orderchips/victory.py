"""How a battle ends (section 1, R58): the turn limit, at most one side left, an army lost; then victory points."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.aims import Aim, Place, Tally, Verdict, scores
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
from playsheet.tabletop.goals import AFTER_A_TURN, AT_THE_END
from playsheet.tabletop.wording import inches, points_words

LAST_TURN: Final = "The last turn is over"
SOON: Final = 1  # units that a side may well lose in a turn


def end_of_turn(game: Game[ChipBattle]) -> bool:
    """Is the battle over? Told if it is."""
    why = why_over(game.battle)
    if not why:
        return False
    over = counted_up(game.battle, why)
    for aim in aims(game.battle):
        for tally in aim.tallies:
            if tally.points:
                game.tell(Scored(tally.side, tally.points, tally.what))
    game.tell(BattleEnded(over.winner, over.why, over.ruling, over.line))
    return True


def why_over(battle: ChipBattle) -> str:
    """Why the battle ends with this turn; empty if it does not."""
    names = battle.goals.side_names
    left = [side for side in range(battle.sides) if has_units(battle, side)]
    if len(left) <= 1:
        gone = [the_side(names[side]) for side in range(battle.sides) if side not in left]
        return "Nobody is left on the table" if not left else f"Nobody of {listed(gone)} is left on the table"
    for goal in battle.goals.all:
        if goal.kind == ARMY_LOST:
            for side in range(battle.sides):
                if len(lost_of(battle, side)) >= too_many(battle, goal, side):
                    return f"{upper(verb(the_side(names[side]), 'has', 'have'))} lost too much of the army"
    return LAST_TURN if battle.turn >= battle.goals.turns else ""


def has_units(battle: ChipBattle, side: int) -> bool:
    """A unit that is not out; natives do not count."""
    return any(unit.side == side and not unit.band and unit.place == Where.ON_TABLE for unit in battle.units)


def own_units(battle: ChipBattle, side: int) -> list[Unit]:
    return [unit for unit in battle.units if unit.own_side == side and not unit.band]


def lost_of(battle: ChipBattle, side: int) -> list[Unit]:
    return [unit for unit in own_units(battle, side) if is_lost(battle, unit)]


def too_many(battle: ChipBattle, goal: Goal, side: int) -> int:
    """So many units lost are more than that part of its units."""
    return int(goal.part * len(own_units(battle, side))) + 1


def counted_up(battle: ChipBattle, why: str) -> Verdict:
    """Points for every objective; level points are a draw."""
    score = scores(aims(battle), battle.sides)
    best = max(score)
    if score.count(best) > 1:
        both = "both sides" if battle.sides == 2 else "the best sides"
        return Verdict(NOBODY, f"{why}: {both} have {points_words(best)}.", "R58")
    winner = score.index(best)
    others = listed([str(score[side]) for side in range(battle.sides) if side != winner])
    who = verb(the_side(battle.goals.side_names[winner]), "wins", "win")
    return Verdict(winner, f"{why}: {who} by {points_words(best)} to {others}.", "R58")


# ---------------------------------------------------------------- aims


def aims(battle: ChipBattle) -> list[Aim]:
    """Every line by which the battle may be decided, and how it stands."""
    found: list[Aim] = []
    for line, goal in enumerate(battle.goals.all):
        aim = Aim(line, said_of(battle, goal), AFTER_A_TURN if goal.kind == ARMY_LOST else AT_THE_END, "R58")
        aim.is_close = battle.turn >= battle.goals.turns
        add_tallies(battle, goal, aim)
        found.append(aim)
    return found


def said_of(battle: ChipBattle, goal: Goal) -> str:
    """What the line asks for."""
    worth = upper(points_words(goal.points[0]))
    if goal.kind == CONTROL_POINT:
        return f"{worth} to the only side within {inches(goal.within)} of {the(goal.name)}."
    if goal.kind == CONTROL_GROUND:
        grounds = listed([the(battle.land.plots[plot].name) for plot in goal.plots])
        each = "each of " if len(goal.plots) > 1 else ""
        return f"{worths(battle, goal)} for {each}{grounds}, to the only side in it or touching it."
    if goal.kind == UNITS_LOST:
        half = f", {goal.below_half} for one below half its figures" if goal.below_half else ""
        return f"{worth} for each enemy unit lost{half}."
    if goal.kind == POINTS_LOST:
        return f"One point for every {goal.every} points on the cards of enemy units lost."
    if goal.kind == AUTOMATA_TURNED:
        return f"{worth} for each enemy automaton that you control at the end."
    return f"The battle ends when a side has lost more than {part_words(goal.part)} of its units; then points decide."


def worths(battle: ChipBattle, goal: Goal) -> str:
    """The same for all, or what each side gets."""
    if min(goal.points) == max(goal.points):
        return upper(points_words(goal.points[0]))
    names = battle.goals.side_names
    return upper(listed([f"{points_words(n)} to {the_side(names[side])}" for side, n in enumerate(goal.points)]))


def part_words(part: float) -> str:
    return "half" if part == 0.5 else f"{int(100.0 * part + 0.5)}%"


def add_tallies(battle: ChipBattle, goal: Goal, aim: Aim) -> None:
    """How it stands, side by side."""
    if goal.kind == CONTROL_POINT:
        aim.places.append(Place(goal.name, x=goal.x, y=goal.y, within=goal.within))
        add_control(aim, goal, [near_point(battle, goal, side) for side in range(battle.sides)], the(goal.name))
        return
    if goal.kind == CONTROL_GROUND:
        for plot in goal.plots:
            name = battle.land.plots[plot].name
            aim.places.append(Place(name, piece=plot))
            add_control(aim, goal, [in_ground(battle, plot, side) for side in range(battle.sides)], the(name))
        return
    for side in range(battle.sides):
        if goal.kind == ARMY_LOST:
            lost = len(lost_of(battle, side))
            most = too_many(battle, goal, side)
            aim.tallies.append(Tally(side, lost, most, "units lost"))
            aim.is_close = aim.is_close or most - lost <= SOON
        else:
            points, what = loss_points(battle, goal, side)
            aim.tallies.append(Tally(side, points, 0, what, points))


def add_control(aim: Aim, goal: Goal, there: list[bool], where: str) -> None:
    side = holder(there)
    if side >= 0:
        aim.leads = side
        aim.tallies.append(Tally(side, 1, 0, f"control of {where}", goal.points[side]))


def loss_points(battle: ChipBattle, goal: Goal, side: int) -> tuple[int, str]:
    """What an objective about losses is worth to a side."""
    enemies = [unit for unit in battle.units if unit.own_side != side and not unit.band]
    if goal.kind == UNITS_LOST:
        lost = len([unit for unit in enemies if is_lost(battle, unit)])
        halved = len([unit for unit in enemies if not is_lost(battle, unit) and below_half(battle, unit)])
        return lost * goal.points[side] + halved * goal.below_half, "enemy units lost or below half"
    if goal.kind == POINTS_LOST:
        return sum([unit.card.points for unit in enemies if is_lost(battle, unit)]) // goal.every, "enemy units lost"
    assert goal.kind == AUTOMATA_TURNED
    turned = [unit for unit in enemies if unit.kind == Arm.AUTOMATON and unit.side == side and unit.has_machine()]
    return len(turned) * goal.points[side], "automata that have changed sides"


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


def holder(there: list[bool]) -> int:
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
