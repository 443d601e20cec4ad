"""Coming into contact: the places beside an enemy where there is room, and whether a way leads there (R70)."""

from __future__ import annotations

from math import sqrt
from typing import Final

from mypy_extensions import i64

from playsheet.core.angles import bearing, direction
from playsheet.core.discs import disc_ahead, on_table, overlap
from playsheet.core.geometry import FAR, TOLERANCE, Rect, spacing
from playsheet.core.terrain import Piece
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.battle.units import Unit
from playsheet.rules.gaslight.ground.moving import Floor, Mover, Spent, is_halted, is_stopped, reach, up_to, walk
from playsheet.rules.gaslight.ground.tolls import CLEAR, Lie, Tolls

ASIDE: Final = 0.05  # room left in going round somebody, and by who does not reach him (R113)
STEP: Final = 0.5  # between the places tried along a hull, in radii of the charger
UNKNOWN: Final = 0
NO: Final = 1
YES: Final = 2
NOBODY: Final[list[int]] = []
TURNS: Final = [0.0, 20.0, 340.0, 40.0, 320.0, 60.0, 300.0, 90.0, 270.0, 120.0, 240.0, 150.0, 210.0, 180.0]


class Slot:
    """A place in contact with an enemy: where, and facing whom."""

    def __init__(self, x: float, y: float, facing: float) -> None:
        self.x: Final = x
        self.y: Final = y
        self.facing: Final = facing


def hull_slots(battle: GaslightBattle, mover: Mover, x: float, y: float, hull: Rect) -> list[tuple[float, float]]:
    off = mover.radius
    right, forward = hull.local(x, y)
    w = hull.half_w + off
    d = hull.half_d + off
    step = mover.radius * STEP
    found: list[tuple[float, float]] = [nearest_slot(hull, right, forward, off)]
    for k in range(int(2.0 * hull.half_w / step) + 1):
        across = -hull.half_w + step * k
        found.append(hull.point(across, d))
        found.append(hull.point(across, -d))
    for k in range(int(2.0 * hull.half_d / step) + 1):
        along = -hull.half_d + step * k
        found.append(hull.point(w, along))
        found.append(hull.point(-w, along))
    keyed = [(spacing(x, y, found[k][0], found[k][1]), k) for k in range(len(found))]
    keyed.sort()
    return [found[k] for _, k in keyed]


def nearest_slot(hull: Rect, right: float, forward: float, off: float) -> tuple[float, float]:
    """Straight up to the hull from a point, given in the hull's own axes."""
    px = min(max(right, -hull.half_w), hull.half_w)
    py = min(max(forward, -hull.half_d), hull.half_d)
    dx = right - px
    dy = forward - py
    far = sqrt(dx * dx + dy * dy)
    if far <= TOLERANCE:
        return hull.point(0.0, hull.half_d + off)
    return hull.point(px + dx / far * off, py + dy / far * off)


# ---------------------------------------------------------------- is there room, and a way


class Ring:
    """How many enemies touch each model, as a charge fills up: three at most on one (R70)."""

    def __init__(self, battle: GaslightBattle, side: int) -> None:
        self.battle: Final = battle
        self.side: Final = side
        self.counts: Final[dict[int, int]] = {}

    def touched(self, target: int) -> int:
        if target not in self.counts:
            self.counts[target] = len(self.battle.foes(target))
        return self.counts[target]

    def add(self, target: int) -> None:
        self.counts[target] = self.touched(target) + 1

    def full(self, target: int) -> bool:
        return self.touched(target) >= self.battle.rules.most_attackers

    def any_full(self, targets: list[int]) -> bool:
        for target in targets:
            if self.full(target):
                return True
        return False


def touched_at(battle: GaslightBattle, mover: Mover, x: float, y: float) -> list[int]:
    """The enemies that the mover would touch there."""
    return battle.touching(mover.side, x, y, mover.radius)


class Beside:
    """Who stands about a target: all whom a base beside it could touch, or stand on."""

    def __init__(self, battle: GaslightBattle, side: int, target: int, radius: float) -> None:
        i: i64 = target
        self.x: Final[float] = battle.figures.x[i]
        self.y: Final[float] = battle.figures.y[i]
        far = battle.radius[i] + 2.0 * radius + ASIDE
        self.enemies: Final = battle.ranks[1 - side].within(self.x, self.y, far)
        self.hulls: Final[list[Unit]] = []  # of enemies
        self.all: Final = self.enemies + battle.ranks[side].within(self.x, self.y, far)
        for id in battle.guns:
            self.add(battle, battle.units[id], far)
        for id in battle.machines:
            if self.add(battle, battle.units[id], far) and battle.units[id].side != side:
                self.hulls.append(battle.units[id])

    def add(self, battle: GaslightBattle, unit: Unit, far: float) -> bool:
        """The gun or machine of a unit, if it stands about there."""
        stands = battle.stands_within(unit.model, self.x, self.y, far)
        if stands:
            self.all.append(unit.model)
        return stands


class Neighbours:
    """Who stands about each target, found when it is first asked for: while a charge is placed that does not change.

    Nor does it change how the ground lies where somebody starts, and about a target.
    """

    def __init__(self, battle: GaslightBattle, side: int, radius: float) -> None:
        self.battle: Final = battle
        self.side: Final = side  # of who comes
        self.radius: Final = radius  # of the widest of them
        self.found: Final[dict[int, Beside]] = {}
        self.starts: Final[dict[int, Lie]] = {}  # of who comes
        self.ends: Final[dict[int, Lie]] = {}  # of all places beside a target

    def of(self, target: int) -> Beside:
        held = self.found.get(target)
        if held is None:
            held = Beside(self.battle, self.side, target, self.radius)
            self.found[target] = held
        return held

    def start_of(self, mover: int) -> Lie:
        held = self.starts.get(mover)
        if held is None:
            x, y = self.battle.at(mover)
            held = Lie(self.battle.land, x, y, 0.0)
            self.starts[mover] = held
        return held

    def end_of(self, target: int) -> Lie:
        held = self.ends.get(target)
        if held is None:
            x, y = self.battle.at(target)
            held = Lie(self.battle.land, x, y, self.battle.radius[i64(target)] + self.radius)
            self.ends[target] = held
        return held


class Place:
    """A place beside a target: the enemies touched there, if several; does a way lead there, at most so long?"""

    def __init__(self, x: float, y: float, most: float, touched: list[int], led: int) -> None:
        self.x: Final = x
        self.y: Final = y
        self.most: Final = most
        self.touched: Final = touched
        self.led = led


NO_PLACE: Final = Place(FAR, FAR, 0.0, NOBODY, NO)
NOWHERE: Final[list[Place]] = []
NO_SPOTS: Final[list[tuple[float, float]]] = []


class Approach:
    """The places beside a target that a mover, who stands at (x, y), may make for, the nearest first.

    Who would be touched there, and whether a way leads there, does not change while others of a charge are placed: it
    is looked at once. Whether there is room is looked at each time.
    """

    def __init__(
        self, battle: GaslightBattle, mover: Mover, x: float, y: float, target: int, neighbours: Neighbours
    ) -> None:
        self.battle: Final = battle
        self.mover: Final = mover
        self.x: Final = x
        self.y: Final = y
        self.target: Final = target
        self.most = battle.rules.allowance(mover.base, mover.bonus, False, mover.leaderless, 0)
        self.gap: Final = battle.gap(target, x, y) - mover.radius  # from edge to edge
        self.places: list[Place] = NOWHERE  # as many as have been looked at
        self.along: list[tuple[float, float]] = NO_SPOTS  # of a hull: all of its places
        self.toward = 0.0
        self.count = 0
        self.beside: Beside | None = None
        self.tolls: Tolls | None = None
        self.least = 0.0  # what the move comes to at least, wherever it ends
        if self.gap <= self.most + TOLERANCE:
            self.begin(neighbours)

    def begin(self, neighbours: Neighbours) -> None:
        """Look at the ground first: it may take so much off the move that the target is out of reach."""
        battle = self.battle
        if battle.land.enclosures:
            start = neighbours.start_of(self.mover.model)
            tolls = Tolls(battle, self.mover, start, neighbours.end_of(self.target))
            most = tolls.most() + CLEAR
            if self.gap > most:
                return
            if most < self.most:
                self.most = most
            if tolls.ends:
                self.tolls = tolls
                self.least = tolls.least()
        beside = neighbours.of(self.target)
        self.places = []
        self.beside = beside
        if battle.is_machine(self.target):
            hull = battle.hull_of(battle.units[battle.home[i64(self.target)]])
            self.along = hull_slots(battle, self.mover, self.x, self.y, hull)
            self.count = len(self.along)
        else:
            self.toward = bearing(self.x - beside.x, self.y - beside.y)
            self.count = len(TURNS)

    def look_at(self, beside: Beside, place: int) -> None:
        """One more place."""
        if self.along:
            sx, sy = self.along[place]
        else:
            apart = self.mover.radius + self.battle.radius[i64(self.target)]
            ux, uy = direction(self.toward + TURNS[place])
            sx = beside.x + ux * apart
            sy = beside.y + uy * apart
        far = spacing(self.x, self.y, sx, sy)
        most = self.most + TOLERANCE
        if self.tolls is not None and self.least < far <= most:
            most = min(most, self.tolls.most_to(sx, sy) + CLEAR)
        self.places.append(self.touching(beside, sx, sy, most) if far <= most else NO_PLACE)

    def touching(self, beside: Beside, x: float, y: float, most: float) -> Place:
        """The place with whom he would touch there; where an enemy stands there will never be room."""
        battle = self.battle
        figures = battle.figures
        wide = self.mover.radius
        touched = NOBODY
        first = -1
        for other in beside.enemies:
            i: i64 = other
            dx = figures.x[i] - x
            dy = figures.y[i] - y
            near = wide + battle.radius[i] + TOLERANCE
            if dx * dx + dy * dy <= near * near:
                if overlap(x, y, wide, figures.x[i], figures.y[i], battle.radius[i]):
                    return NO_PLACE
                if first < 0:
                    first = other
                else:
                    touched = [*touched, other] if touched else [first, other]
        for unit in beside.hulls:
            if battle.at_hull(unit, self.mover.side, x, y, wide):
                if first < 0:
                    first = unit.model
                else:
                    touched = [*touched, unit.model] if touched else [first, unit.model]
        return Place(x, y, most, touched, UNKNOWN)

    def slot(self, ring: Ring, floor: Floor) -> Slot | None:
        """A place in contact that can be reached; None if there is none.

        One where he touches nobody else is taken before one where he does.
        """
        beside = self.beside
        if beside is None or ring.full(self.target):
            return None
        crowded = NOWHERE
        for k in range(self.count):
            if k == len(self.places):
                self.look_at(beside, k)
            place = self.places[k]
            if place.led == NO:
                continue
            if place.touched:
                if len(place.touched) <= self.battle.rules.most_attackers and not ring.any_full(place.touched):
                    crowded = [*crowded, place]
            elif self.fits(beside, place, floor):
                return self.facing_it(place)
        for place in crowded:
            if self.fits(beside, place, floor):
                return self.facing_it(place)
        return None

    def fits(self, beside: Beside, place: Place, floor: Floor) -> bool:
        """Is there room, and a way?"""
        if not takes(floor, self.mover, beside.all, place.x, place.y):
            return False
        if place.led == UNKNOWN:
            leads = leads_to(self.battle, self.mover, place.most, self.x, self.y, place.x, place.y, self.target)
            place.led = YES if leads else NO
        return place.led == YES

    def facing_it(self, place: Place) -> Slot:
        tx, ty = self.battle.at(self.target)
        return Slot(place.x, place.y, bearing(tx - place.x, ty - place.y))


def find_slot(
    battle: GaslightBattle, ring: Ring, floor: Floor, mover: Mover, x: float, y: float, target: int
) -> Slot | None:
    """A place in contact with the target that the mover, who stands at (x, y), can reach; None if there is none."""
    return Approach(battle, mover, x, y, target, Neighbours(battle, mover.side, mover.radius)).slot(ring, floor)


def takes(floor: Floor, mover: Mover, near: list[int], x: float, y: float) -> bool:
    """May the mover end there: on the table, and on nobody else? `near` are those on whom he could stand."""
    land = floor.battle.land
    if not on_table(land.ground, x, y, mover.radius) or floor.taken_among(near, mover.model, mover.radius, x, y) >= 0:
        return False
    return not land.closed_at(x, y, mover.radius, mover.mounted)


# ---------------------------------------------------------------- the way there


def leads_to(
    battle: GaslightBattle, mover: Mover, most: float, x: float, y: float, sx: float, sy: float, target: int
) -> bool:
    """Does a way lead there that the move lasts for: straight, or round one thing in the way (R114)?

    `most` is what the move comes to at most. He keeps off nobody: those about the straight way are all who bar it.
    """
    far = spacing(x, y, sx, sy)
    if far <= TOLERANCE:
        return True
    ux = (sx - x) / far
    uy = (sy - y) / far
    barring = battle.barriers(mover.side, x, y, ux, uy, far, mover.radius)
    if keeps_clear(battle, mover, barring, x, y, sx, sy, target) and not is_halted(battle, mover, x, y, ux, uy, far):
        return lasts(battle, mover, Spent(), x, y, sx, sy)
    detour = Detour(battle, mover, barring, most, x, y, sx, sy, target)
    for other in barring:
        i: i64 = other
        clear = battle.radius[i] + mover.radius + ASIDE
        ox = battle.figures.x[i]
        oy = battle.figures.y[i]
        if detour.leads_by(ox - uy * clear, oy + ux * clear) or detour.leads_by(ox + uy * clear, oy - ux * clear):
            return True
    if not battle.land.closes(mover.mounted):
        return False
    for index in battle.land.plan.along(x, y, ux, uy, far, mover.radius):
        plot = battle.land.plots[index]
        if not plot.linear and plot.closed(mover.mounted):
            for wx, wy in corners_of(plot.piece, mover.radius + ASIDE):
                if detour.leads_by(wx, wy):
                    return True
    return False


class Detour:
    """A way round what bars the straight one: left or right of enemies, off the corners of closed ground."""

    def __init__(
        self,
        battle: GaslightBattle,
        mover: Mover,
        barring: list[int],
        most: float,
        x: float,
        y: float,
        to_x: float,
        to_y: float,
        target: int,
    ) -> None:
        self.battle: Final = battle
        self.mover: Final = mover
        self.barring: Final = barring
        self.most: Final = most
        self.x: Final = x
        self.y: Final = y
        self.to_x: Final = to_x
        self.to_y: Final = to_y
        self.target: Final = target

    def leads_by(self, x: float, y: float) -> bool:
        """Does it lead there by that point?"""
        if spacing(self.x, self.y, x, y) + spacing(x, y, self.to_x, self.to_y) > self.most:
            return False
        battle = self.battle
        mover = self.mover
        target = self.target
        if not keeps_clear(battle, mover, self.barring, self.x, self.y, x, y, target):
            return False
        if not keeps_clear(battle, mover, self.barring, x, y, self.to_x, self.to_y, target):
            return False
        if not is_clear(battle, mover, self.x, self.y, x, y, target):
            return False
        if not is_clear(battle, mover, x, y, self.to_x, self.to_y, target):
            return False
        spent = Spent()
        if not lasts(battle, mover, spent, self.x, self.y, x, y):
            return False
        return lasts(battle, mover, spent, x, y, self.to_x, self.to_y)


def keeps_clear(
    battle: GaslightBattle,
    mover: Mover,
    others: list[int],
    x: float,
    y: float,
    to_x: float,
    to_y: float,
    target: int,
) -> bool:
    """Does none of these stop the mover on the straight way? A quick look, before everything is looked at."""
    far = spacing(x, y, to_x, to_y)
    if far <= TOLERANCE:
        return True
    ux = (to_x - x) / far
    uy = (to_y - y) / far
    xs = battle.figures.x
    ys = battle.figures.y
    for other in others:
        i: i64 = other
        if i < battle.men:
            off = mover.radius + battle.radius[i] + (0.0 if other == target else mover.short)
            if disc_ahead(x, y, ux, uy, xs[i], ys[i], off) < far - TOLERANCE:
                return False
        elif other != mover.model and up_to(battle, mover, x, y, ux, uy, other, target) < far - TOLERANCE:
            return False
    return True


def is_clear(battle: GaslightBattle, mover: Mover, x: float, y: float, to_x: float, to_y: float, target: int) -> bool:
    """Does nothing stop the mover on the straight way?"""
    far = spacing(x, y, to_x, to_y)
    if far <= TOLERANCE:
        return True
    ux = (to_x - x) / far
    uy = (to_y - y) / far
    return not is_stopped(battle, mover, x, y, ux, uy, far, target)


def lasts(battle: GaslightBattle, mover: Mover, spent: Spent, x: float, y: float, to_x: float, to_y: float) -> bool:
    """Is what is left of the move long enough for a straight way, with all that lies in it?"""
    far = spacing(x, y, to_x, to_y)
    if far <= TOLERANCE:
        return True
    return reach(battle, mover, x, y, (to_x - x) / far, (to_y - y) / far, far, spent) >= far - TOLERANCE


def corners_of(piece: Piece, off: float) -> list[tuple[float, float]]:
    """Points off the corners of a piece of ground, away from its middle."""
    x = 0.5 * (piece.min_x + piece.max_x)
    y = 0.5 * (piece.min_y + piece.max_y)
    found: list[tuple[float, float]] = []
    for k in range(len(piece.xs)):
        i: i64 = k
        far = spacing(x, y, piece.xs[i], piece.ys[i])
        share = (far + 1.5 * off) / far if far > TOLERANCE else 1.0
        found.append((x + (piece.xs[i] - x) * share, y + (piece.ys[i] - y) * share))
    return found


def gap_to(battle: GaslightBattle, model: int, target: int) -> float:
    """From edge to edge."""
    x, y = battle.at(model)
    return battle.gap(target, x, y) - battle.radius[i64(model)]


def charger(battle: GaslightBattle, figure: int, bonus: float) -> Mover:
    """A figure that charges, or piles in: it may touch what it runs into."""
    return Mover(
        battle, figure, battle.move_of(figure), bonus=bonus, leaderless=battle.unit_of(figure).leaderless(), short=0.0
    )


def toward(battle: GaslightBattle, floor: Floor, figure: int, bonus: float, target: int) -> Slot:
    """Who cannot reach the enemy goes as far as he gets toward him, and touches nobody."""
    unit = battle.unit_of(figure)
    mover = Mover(battle, figure, battle.move_of(figure), bonus=bonus, leaderless=unit.leaderless(), short=ASIDE)
    x, y = battle.at(figure)
    tx, ty = battle.at(target)
    way = walk(floor, mover, x, y, [(tx - x, ty - y)])
    if not way.found:
        return Slot(x, y, bearing(tx - x, ty - y))
    return Slot(way.x, way.y, bearing(tx - way.x, ty - way.y))
