"""Coming into contact: the places beside an enemy where there is room, and whether a way leads there (R70)."""

from __future__ import annotations

from math import sqrt
from typing import Final

from mypy_extensions import i64

from playsheet.core.angles import bearing, direction
from playsheet.core.discs import on_table
from playsheet.core.geometry import TOLERANCE, Rect, spacing
from playsheet.rules.gaslight.movement import Floor, Mover, Spent, reach, stopped, walk
from playsheet.rules.gaslight.state import GaslightBattle

TOUCH: Final = 0.004  # the gap that is left between those in contact, well within what counts as touching
ASIDE: Final = 0.05  # room left in going round somebody
STEP: Final = 0.5  # between the places tried along a hull, in radii of the charger
TURNS: Final = [0.0, 20.0, 340.0, 40.0, 320.0, 60.0, 300.0, 90.0, 270.0, 120.0, 240.0, 150.0, 210.0, 180.0]


class Slot:
    """A place in contact with an enemy: where, and facing whom."""

    def __init__(self, x: float, y: float, facing: float) -> None:
        self.x: Final = x
        self.y: Final = y
        self.facing: Final = facing


def slots(battle: GaslightBattle, mover: Mover, x: float, y: float, target: int) -> list[tuple[float, float]]:
    """Places that touch the target, the nearest to (x, y) first."""
    if battle.is_machine(target):
        return hull_slots(battle, mover, x, y, battle.hull_of(battle.units[battle.home[i64(target)]]))
    i: i64 = target
    tx = battle.figures.x[i]
    ty = battle.figures.y[i]
    apart = mover.radius + battle.radius[i] + TOUCH
    toward = bearing(x - tx, y - ty)
    found: list[tuple[float, float]] = []
    for turn in TURNS:
        ux, uy = direction(toward + turn)
        found.append((tx + ux * apart, ty + uy * apart))
    return found


def hull_slots(battle: GaslightBattle, mover: Mover, x: float, y: float, hull: Rect) -> list[tuple[float, float]]:
    off = mover.radius + TOUCH
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


def touched_at(battle: GaslightBattle, mover: Mover, x: float, y: float) -> list[int]:
    """The enemies that the mover would touch there."""
    return battle.touching(mover.side, x, y, mover.radius)


def takes(battle: GaslightBattle, ring: Ring, floor: Floor, mover: Mover, x: float, y: float, strict: bool) -> bool:
    """May the mover end there: on the table, free, and nobody beset by more than three? `strict`: touching one only."""
    if not on_table(battle.land.ground, x, y, mover.radius):
        return False
    touched = touched_at(battle, mover, x, y)
    if len(touched) > (1 if strict else battle.rules.most_attackers):
        return False
    for other in touched:
        if ring.full(other):
            return False
    return floor.free(mover.model, mover.radius, x, y, mover.mounted)


def find_slot(
    battle: GaslightBattle, ring: Ring, floor: Floor, mover: Mover, x: float, y: float, target: int
) -> Slot | None:
    """A place in contact with the target that the mover, who stands at (x, y), can reach; None if there is none."""
    if ring.full(target) or too_far(battle, mover, x, y, target):
        return None
    places = slots(battle, mover, x, y, target)
    for strict in (True, False):
        for sx, sy in places:
            if takes(battle, ring, floor, mover, sx, sy, strict) and leads_to(battle, mover, x, y, sx, sy, target):
                tx, ty = battle.at(target)
                return Slot(sx, sy, bearing(tx - sx, ty - sy))
    return None


def too_far(battle: GaslightBattle, mover: Mover, x: float, y: float, target: int) -> bool:
    """Even over open ground the gap is too wide."""
    gap = battle.gap(target, x, y) - mover.radius
    return gap > battle.rules.allowance(mover.base, mover.bonus, False, mover.leaderless, 0) + TOLERANCE


def leads_to(battle: GaslightBattle, mover: Mover, x: float, y: float, sx: float, sy: float, target: int) -> bool:
    """Does a way lead there that the move lasts for: straight, or round one thing that is in the way?"""
    if straight(battle, mover, Spent(), x, y, sx, sy, target):
        return True
    for wx, wy in ways_round(battle, mover, x, y, sx, sy):
        spent = Spent()
        if straight(battle, mover, spent, x, y, wx, wy, target) and straight(
            battle, mover, spent, wx, wy, sx, sy, target
        ):
            return True
    return False


def straight(
    battle: GaslightBattle, mover: Mover, spent: Spent, x: float, y: float, to_x: float, to_y: float, target: int
) -> bool:
    """Does the mover get straight to that place?"""
    far = spacing(x, y, to_x, to_y)
    if far <= TOLERANCE:
        return True
    ux = (to_x - x) / far
    uy = (to_y - y) / far
    if stopped(battle, mover, x, y, ux, uy, far, target, False) < far - TOLERANCE:
        return False
    return reach(battle, mover, x, y, ux, uy, far, spent) >= far - TOUCH


def ways_round(
    battle: GaslightBattle, mover: Mover, x: float, y: float, to_x: float, to_y: float
) -> list[tuple[float, float]]:
    """Points beside the enemies that stand in the straight way: left and right of each."""
    far = spacing(x, y, to_x, to_y)
    if far <= TOLERANCE:
        return []
    ux = (to_x - x) / far
    uy = (to_y - y) / far
    found: list[tuple[float, float]] = []
    for other in battle.near.along(x, y, ux, uy, far, mover.radius):
        if other == mover.model or battle.side_of(other) == mover.side:
            continue
        ox, oy = battle.at(other)
        clear = battle.radius[i64(other)] + mover.radius + ASIDE
        found.append((ox - uy * clear, oy + ux * clear))
        found.append((ox + uy * clear, oy - ux * clear))
    return found


def gap_to(battle: GaslightBattle, model: int, target: int) -> float:
    """From edge to edge."""
    x, y = battle.at(model)
    return battle.gap(target, x, y) - battle.radius[i64(model)]


def charger(battle: GaslightBattle, figure: int, bonus: float) -> Mover:
    """A figure that charges, or piles in: it may touch what it runs into."""
    return Mover(battle, figure, battle.move_of(figure), bonus, battle.unit_of(figure).leaderless(), 0.0)


def toward(battle: GaslightBattle, floor: Floor, figure: int, bonus: float, target: int) -> Slot:
    """Who cannot reach the enemy goes as far as he gets toward him, and touches nobody."""
    unit = battle.unit_of(figure)
    near = battle.rules.contact + ASIDE
    mover = Mover(battle, figure, battle.move_of(figure), bonus, unit.leaderless(), near)
    x, y = battle.at(figure)
    tx, ty = battle.at(target)
    way = walk(floor, mover, x, y, [(tx - x, ty - y)])
    if not way.found:
        return Slot(x, y, bearing(tx - x, ty - y))
    return Slot(way.x, way.y, bearing(tx - way.x, ty - way.y))
