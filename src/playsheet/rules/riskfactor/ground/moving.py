"""Moving (4.4, R55): allowances, going and barriers; figures move singly, and slide round what blocks them."""

from __future__ import annotations

from math import sqrt
from typing import Final

from mypy_extensions import i64

from playsheet.core.angles import bearing, direction, wrapped
from playsheet.core.asking import Ghost, Outcome, Region
from playsheet.core.discs import (
    CLOSED,
    EDGE,
    SPENT,
    Course,
    Crowd,
    Walk,
    edge_ahead,
    from_piece,
    inside,
    on_table,
    walk,
)
from playsheet.core.events import Battle
from playsheet.core.geometry import TOLERANCE, spacing
from playsheet.core.terrain import crossed
from playsheet.core.words import the
from playsheet.rules.riskfactor.battle.state import RiskBattle
from playsheet.rules.riskfactor.battle.units import Group
from playsheet.rules.riskfactor.battle.words import name_of
from playsheet.rules.riskfactor.ground.sight import box_of
from playsheet.rules.riskfactor.terms import Gone, Petticoats
from playsheet.tabletop.placing import (
    AT_THE_EDGE,
    BEHIND_THE_OTHERS,
    bad_facing,
    bases_about,
    behind,
    kept_by,
    slowed_by,
)

APART: Final = 2.0 * TOLERANCE  # the least that is not touching


class Place:
    """Where a figure comes to stand, and how much of his allowance that took; `off`: over the table's edge.

    `met` and `piece` are what stopped his walk.
    """

    def __init__(
        self, figure: int, x: float, y: float, went: int, *, off: bool, arrived: bool, met: int = -1, piece: int = -1
    ) -> None:
        self.figure: Final = figure
        self.x: Final = x
        self.y: Final = y
        self.went: Final = went
        self.off: Final = off
        self.arrived: Final = arrived
        self.met: Final = met
        self.piece: Final = piece


# ---------------------------------------------------------------- allowance


def allowance(battle: RiskBattle, figure: int, *, clear: bool) -> float:
    """What the figure may spend; `clear`: all of the path is open, clear ground (R30)."""
    at: i64 = figure
    card = battle.groups[battle.owner[at]].card
    return battle.rules.allowance(card, battle.wounds[at] > 0, battle.petticoats[at] == Petticoats.DOWN, clear)


def farthest(battle: RiskBattle, members: list[int]) -> float:
    """As far as the fastest of them could go over open ground."""
    most = 0.0
    for figure in members:
        far = allowance(battle, figure, clear=True)
        if far > most:
            most = far
    return most


def course_of(battle: RiskBattle, figure: int, purse: float, *, over_edge: bool, clear: bool) -> Course:
    at: i64 = figure
    land = battle.land
    rules = battle.rules
    mounted = battle.groups[battle.owner[at]].card.mounted
    return Course(
        land.ground,
        land.open_going if clear else land.going,
        land.closed_to_horse if mounted else land.closed_to_nobody,
        battle.radius,
        purse,
        rules.difficult,
        rules.barrier_part * allowance(battle, figure, clear=clear),
        over_edge,
        clear,
    )


def crowd_of(battle: RiskBattle, members: list[int], side: int, *, short: float, ends: bool) -> Crowd:
    """Everybody whom these figures could meet; they stop `short` of enemies, who may end a move (`ends`).

    An enemy who lines a barrier is kept off farther: across it he would be in touch (R61).
    """
    figures = battle.figures
    n = len(figures.x)
    crowd = Crowd(n)
    base = battle.rules.base
    lined = battle.rules.contact_barrier + APART
    far = farthest(battle, members) + 2.0 * base + lined + short
    west, south, east, north = box_of(battle, members)
    x = 0.5 * (west + east)
    y = 0.5 * (south + north)
    for figure in battle.near.within(x, y, far + spacing(x, y, east, north)):
        at: i64 = figure
        if not (west - far < figures.x[at] < east + far and south - far < figures.y[at] < north + far):
            continue
        keep = base
        enemy = battle.side_of(figure) != side
        if enemy:
            keep += lined if short > 0.0 and battle.lined[at] > 0 and lined > short else short
        crowd.put(figure, figures.x[at], figures.y[at], keep, ends and enemy)
    return crowd


def short_of_enemies(battle: RiskBattle) -> float:
    """How near a move that is no charge comes to an enemy."""
    return max(battle.rules.stop_short, APART)


# ---------------------------------------------------------------- one figure


def went(spent: float, purse: float) -> int:
    if spent <= TOLERANCE:
        return Gone.STOOD
    return Gone.HALF if spent <= 0.5 * purse + TOLERANCE else Gone.WHOLE


def walk_one(
    battle: RiskBattle,
    crowd: Crowd,
    figure: int,
    goal_x: float,
    goal_y: float,
    far: float,
    *,
    aim: bool,
    over_edge: bool,
    all_or_nothing: bool = False,
) -> Place:
    """One figure goes that way; a rider the better of an all open path and the shorter move anywhere (R30).

    With `all_or_nothing` it does not matter where he ends if he does not arrive.
    """
    at: i64 = figure
    x = battle.figures.x[at]
    y = battle.figures.y[at]
    purse = allowance(battle, figure, clear=False)
    best = walk(
        course_of(battle, figure, purse, over_edge=over_edge, clear=False),
        crowd,
        figure,
        x,
        y,
        goal_x,
        goal_y,
        far,
        aim,
        all_or_nothing,
    )
    if battle.groups[battle.owner[at]].card.mounted:
        rides = allowance(battle, figure, clear=True)
        if rides > purse:
            ride = walk(
                course_of(battle, figure, rides, over_edge=over_edge, clear=True),
                crowd,
                figure,
                x,
                y,
                goal_x,
                goal_y,
                far,
                aim,
                all_or_nothing,
            )
            if better(ride, best):
                best = ride
                purse = rides
    return Place(figure, best.x, best.y, went(best.spent, purse), off=best.off, arrived=best.arrived)


def better(one: Walk, other: Walk) -> bool:
    if one.arrived != other.arrived:
        return one.arrived
    if one.off != other.off:
        return one.off
    return one.length > other.length + TOLERANCE if not one.arrived else one.length < other.length


def walk_legs(battle: RiskBattle, crowd: Crowd, figure: int, legs: list[tuple[float, float]]) -> Place:
    """A figure goes leg by leg, each a shift (dx, dy), as far as his allowance lasts."""
    at: i64 = figure
    purse = allowance(battle, figure, clear=False)
    best = legs_with(battle, crowd, figure, legs, purse, clear=False)
    if battle.groups[battle.owner[at]].card.mounted:
        rides = allowance(battle, figure, clear=True)
        ride = legs_with(battle, crowd, figure, legs, rides, clear=True)
        if ride.length > best.length + TOLERANCE:
            best = ride
            purse = rides
    spent = went(best.spent, purse)
    return Place(figure, best.x, best.y, spent, off=False, arrived=True, met=best.met, piece=best.piece)


def legs_with(
    battle: RiskBattle, crowd: Crowd, figure: int, legs: list[tuple[float, float]], purse: float, *, clear: bool
) -> Walk:
    """All legs as one walk."""
    at: i64 = figure
    x = battle.figures.x[at]
    y = battle.figures.y[at]
    spent = 0.0
    length = 0.0
    met = -1
    piece = -1
    for dx, dy in legs:
        far = sqrt(dx * dx + dy * dy)
        if far <= TOLERANCE:
            continue
        course = course_of(battle, figure, purse - spent, over_edge=False, clear=clear)
        done = walk(course, crowd, figure, x, y, x + dx, y + dy, far, aim=False)
        x = done.x
        y = done.y
        spent += done.spent
        length += done.length
        met = done.met
        piece = done.piece
        if not done.arrived:
            break
    return Walk(x, y, length, spent, off=False, arrived=True, met=met, piece=piece)


# ---------------------------------------------------------------- a body of figures


def nearest_first(battle: RiskBattle, members: list[int], x: float, y: float) -> list[int]:
    figures = battle.figures
    return least_first(members, [spacing(figures.x[i64(f)], figures.y[i64(f)], x, y) for f in members])


def foremost_first(battle: RiskBattle, members: list[int], ux: float, uy: float) -> list[int]:
    """Those in front, along (ux, uy), first, so that the others find room behind them."""
    figures = battle.figures
    return least_first(members, [-(figures.x[i64(f)] * ux + figures.y[i64(f)] * uy) for f in members])


def least_first(members: list[int], keys: list[float]) -> list[int]:
    """By their keys; of equals whoever comes first among the members, whatever their numbers in the roster (R14)."""
    keyed = [(keys[place], place) for place in range(len(members))]
    keyed.sort()
    return [members[place] for _, place in keyed]


def march(
    battle: RiskBattle,
    members: list[int],
    side: int,
    ux: float,
    uy: float,
    fars: list[float],
    *,
    over_edge: bool,
    ends: bool,
) -> list[Place]:
    """All take one bearing, each at most his own `far`, stopping short of enemies and sliding round the rest (R55).

    `fars` are in the order of `members`. With `ends` an enemy in the way ends a figure's move.
    """
    crowd = crowd_of(battle, members, side, short=short_of_enemies(battle), ends=ends)
    by_figure = {members[index]: fars[index] for index in range(len(members))}
    places: list[Place] = []
    for figure in foremost_first(battle, members, ux, uy):
        at: i64 = figure
        far = by_figure[figure]
        x = battle.figures.x[at]
        y = battle.figures.y[at]
        if far <= TOLERANCE:
            places.append(Place(figure, x, y, Gone.STOOD, off=False, arrived=True))
            continue
        place = walk_one(battle, crowd, figure, x + ux * far, y + uy * far, far, aim=False, over_edge=over_edge)
        if place.off:
            crowd.put(figure, place.x, place.y, 0.0, False)
        else:
            crowd.put(figure, place.x, place.y, battle.rules.base, False)
        places.append(place)
    return places


def full_move(battle: RiskBattle, members: list[int]) -> list[float]:
    """Each as far as his own allowance could take him."""
    return [allowance(battle, figure, clear=True) for figure in members]


# ---------------------------------------------------------------- a free move of a commanded group


class MoveRegion(Region):
    """A commanded group moved as a body: its centre goes to (via_x, via_y), then to (x, y), and it ends facing.

    Each figure makes the same two legs, as far as his own allowance lasts; whoever cannot keep up falls behind (R52).
    """

    def __init__(self, battle: RiskBattle, group: Group, *, faces: float) -> None:
        self.battle = battle
        self.group = group
        self.faces = faces  # a sensible facing for samples: toward the nearest enemy in sight
        self.members = battle.members(group)
        self.x, self.y = battle.centre(self.members)
        self.most = farthest(battle, self.members)

    def names(self) -> tuple[str, ...]:
        return ("via_x", "via_y", "x", "y", "facing")

    def refusal(self, value: tuple[float, ...]) -> str:
        via_x, via_y, x, y, facing = value
        ground = self.battle.land.ground
        r = self.battle.radius
        if bad_facing(facing):
            return bad_facing(facing)
        length = spacing(self.x, self.y, via_x, via_y) + spacing(via_x, via_y, x, y)
        if length <= TOLERANCE:
            return ""
        if not on_table(ground, x, y, r) or not on_table(ground, via_x, via_y, r):
            return f"{self.group.name} may not leave the table."
        if length > self.most + TOLERANCE:
            return f"{self.group.name} goes at most {self.most:g} cm, and this is {length:.1f} cm."
        return ""

    def samples(self) -> list[tuple[float, ...]]:
        """To stay; and half or all of the way on eight bearings, as far as the table goes."""
        found: list[tuple[float, ...]] = [(self.x, self.y, self.x, self.y, self.faces)]
        r = self.battle.radius
        ground = self.battle.land.ground
        if not on_table(ground, self.x, self.y, r):
            return found
        for eighth in range(8):
            way = wrapped(self.faces + 45.0 * eighth)
            ux, uy = direction(way)
            room = edge_ahead(ground, self.x, self.y, r, ux, uy)
            for part in (0.5, 1.0):
                far = min(self.most * part, room)
                x = self.x + ux * far
                y = self.y + uy * far
                if far > 1.0 and (x, y, x, y, self.faces) not in found:
                    found.append((x, y, x, y, self.faces))
        return found

    def ghost(self) -> Ghost | None:
        return ghost_of(self.battle, self.members, self.x, self.y, self.most)

    def outcome(self, seen: Battle, value: tuple[float, ...]) -> Outcome | None:
        assert isinstance(seen, RiskBattle)
        group = seen.groups[self.group.id]
        places = free_places(seen, group, value)
        n = len(places)
        found = Outcome(sum([place.x for place in places]) / n, sum([place.y for place in places]) / n)
        found.bodies = [(place.x, place.y, value[4], seen.rules.base, 0.0) for place in places]
        found.stops = stop_said(seen, group, places, value)
        return found


def free_places(battle: RiskBattle, group: Group, value: tuple[float, ...]) -> list[Place]:
    """Where a free move brings each figure."""
    members = battle.members(group)
    x, y = battle.centre(members)
    first = (value[0] - x, value[1] - y)
    second = (value[2] - value[0], value[3] - value[1])
    crowd = crowd_of(battle, members, group.side, short=short_of_enemies(battle), ends=False)
    ux = value[2] - x
    uy = value[3] - y
    places: list[Place] = []
    for figure in foremost_first(battle, members, ux, uy):
        place = walk_legs(battle, crowd, figure, [first, second])
        crowd.put(figure, place.x, place.y, battle.rules.base, False)
        places.append(place)
    return places


def stop_said(battle: RiskBattle, group: Group, places: list[Place], value: tuple[float, ...]) -> str:
    """Who of them stops short, and at whom; empty if all come where they were to."""
    members = [place.figure for place in places]
    x, y = battle.centre(members)
    figures = battle.figures
    wanted = [(figures.x[i64(f)] + value[2] - x, figures.y[i64(f)] + value[3] - y) for f in members]
    halts = [halt_of(battle, group, members, place) for place in places]
    return behind(wanted, [(place.x, place.y) for place in places], "cm", halts)


def halt_of(battle: RiskBattle, group: Group, members: list[int], place: Place) -> str:
    """What has ended a figure's way, in words; empty if it was no more than the end of his move."""
    if place.met >= 0:
        if place.met in members:
            return BEHIND_THE_OTHERS
        other = battle.groups[battle.owner[i64(place.met)]]
        return kept_by(name_of(battle, other.id), friend=other.side == group.side)
    if place.met == EDGE:
        return AT_THE_EDGE
    if place.met == CLOSED:
        return f"at {the(closed_name(battle, place.piece))}"
    return ground_met(battle, place) if place.met == SPENT else ""


def closed_name(battle: RiskBattle, piece: int) -> str:
    """Of ground that is closed to horses, by its number among such."""
    for plot in battle.land.plots:
        if plot.piece is battle.land.closed_to_horse[piece]:
            return plot.name
    return ""


def ground_met(battle: RiskBattle, place: Place) -> str:
    """Ground on his way, or right ahead, that has used up a figure's move."""
    at: i64 = place.figure
    x = battle.figures.x[at]
    y = battle.figures.y[at]
    said = ""
    for plot in battle.land.plots:
        if plot.barrier:
            if from_piece(plot.piece, place.x, place.y, 0.0) <= 2.0 * APART:
                return f"at {the(plot.name)}"
            if crossed(plot.piece, x, y, place.x, place.y):
                said = slowed_by(the(plot.name))
        elif plot.difficult and not plot.linear and inside([plot.piece], x, y, place.x, place.y) > TOLERANCE:
            said = slowed_by(the(plot.name))
    return said


class PointRegion(Region):
    """A point on the table: where a standing order leads."""

    def __init__(self, battle: RiskBattle, group: Group) -> None:
        self.battle = battle
        self.group = group

    def names(self) -> tuple[str, ...]:
        return ("x", "y")

    def refusal(self, value: tuple[float, ...]) -> str:
        if not on_table(self.battle.land.ground, value[0], value[1], r=0.0):
            return "an order leads to a place on the table."
        return ""

    def samples(self) -> list[tuple[float, ...]]:
        ground = self.battle.land.ground
        found: list[tuple[float, ...]] = []
        for across in (0.25, 0.5, 0.75):
            for deep in (0.25, 0.5, 0.75):
                found.append((ground.width * across, ground.depth * deep))
        return found

    def ghost(self) -> Ghost | None:
        x, y = self.battle.centre(self.battle.members(self.group))
        return Ghost(x, y, placed=True, facing=0.0, reach=0.0)


def ghost_of(battle: RiskBattle, members: list[int], x: float, y: float, reach: float) -> Ghost:
    """Figures as they stand about their centre; they keep their places in it whichever way they face."""
    shown = Ghost(x, y, placed=True, facing=battle.facing(members), reach=reach)
    figures = battle.figures
    spots = [(figures.x[i64(f)], figures.y[i64(f)], battle.rules.base, 0.0) for f in members]
    shown.bodies = bases_about(x, y, shown.facing, spots)
    return shown


def crowded(battle: RiskBattle, x: float, y: float, me: int) -> bool:
    """Does anybody stand there, or is it off the table?"""
    if not on_table(battle.land.ground, x, y, battle.radius):
        return True
    base = battle.rules.base - TOLERANCE
    for figure in battle.near.within(x, y, battle.radius):
        at: i64 = figure
        if figure != me:
            dx = battle.figures.x[at] - x
            dy = battle.figures.y[at] - y
            if dx * dx + dy * dy < base * base:
                return True
    return False


def toward(x0: float, y0: float, x1: float, y1: float) -> tuple[float, float, float]:
    """The unit vector from one point to another, and how far it is; nothing if they are one."""
    dx = x1 - x0
    dy = y1 - y0
    far = sqrt(dx * dx + dy * dy)
    if far <= TOLERANCE:
        return 0.0, 0.0, 0.0
    return dx / far, dy / far, far


def facing_to(battle: RiskBattle, x: float, y: float, figure: int, otherwise: float) -> float:
    """The bearing from a point to a figure; `otherwise` if there is none, or it stands there."""
    if figure < 0:
        return otherwise
    dx = battle.figures.x[i64(figure)] - x
    dy = battle.figures.y[i64(figure)] - y
    if abs(dx) + abs(dy) <= TOLERANCE:
        return otherwise
    return bearing(dx, dy)
