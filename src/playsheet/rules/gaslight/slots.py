"""Coming into contact: the places beside an enemy where there is room, and whether a way leads there (R70)."""

from __future__ import annotations

from math import sqrt
from typing import Final

from mypy_extensions import i64

from playsheet.core.angles import bearing, direction
from playsheet.core.discs import on_table
from playsheet.core.geometry import TOLERANCE, Rect, spacing
from playsheet.core.terrain import Piece
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


def find_slot(
    battle: GaslightBattle, ring: Ring, floor: Floor, mover: Mover, x: float, y: float, target: int
) -> Slot | None:
    """A place in contact with the target that the mover, who stands at (x, y), can reach; None if there is none.

    One where he touches nobody else is taken before one where he does.
    """
    most = battle.rules.allowance(mover.base, mover.bonus, False, mover.leaderless, 0)
    if ring.full(target) or battle.gap(target, x, y) - mover.radius > most + TOLERANCE:
        return None
    crowded: list[tuple[float, float]] = []
    for sx, sy in slots(battle, mover, x, y, target):
        if spacing(x, y, sx, sy) > most + TOLERANCE:
            continue
        touched = touched_at(battle, mover, sx, sy)
        if len(touched) > 1:
            if len(touched) <= battle.rules.most_attackers and not any(ring.full(other) for other in touched):
                crowded.append((sx, sy))
        elif takes(floor, mover, sx, sy) and leads_to(battle, mover, most, x, y, sx, sy, target):
            return facing_it(battle, sx, sy, target)
    for sx, sy in crowded:
        if takes(floor, mover, sx, sy) and leads_to(battle, mover, most, x, y, sx, sy, target):
            return facing_it(battle, sx, sy, target)
    return None


def takes(floor: Floor, mover: Mover, x: float, y: float) -> bool:
    """May the mover end there: on the table, and on nobody else?"""
    if not on_table(floor.battle.land.ground, x, y, mover.radius):
        return False
    return floor.free(mover.model, mover.radius, x, y, mover.mounted)


def facing_it(battle: GaslightBattle, x: float, y: float, target: int) -> Slot:
    tx, ty = battle.at(target)
    return Slot(x, y, bearing(tx - x, ty - y))


# ---------------------------------------------------------------- the way there


def leads_to(
    battle: GaslightBattle, mover: Mover, most: float, x: float, y: float, sx: float, sy: float, target: int
) -> bool:
    """Does a way lead there that the move lasts for: straight, or round one thing that is in the way?

    `most` is what the move comes to over open ground.
    """
    if is_clear(battle, mover, x, y, sx, sy, target):
        return lasts(battle, mover, [(x, y), (sx, sy)])
    for wx, wy in ways_round(battle, mover, x, y, sx, sy):
        if spacing(x, y, wx, wy) + spacing(wx, wy, sx, sy) > most + TOLERANCE:
            continue
        if is_clear(battle, mover, x, y, wx, wy, target) and is_clear(battle, mover, wx, wy, sx, sy, target):
            if lasts(battle, mover, [(x, y), (wx, wy), (sx, sy)]):
                return True
    return False


def is_clear(battle: GaslightBattle, mover: Mover, x: float, y: float, to_x: float, to_y: float, target: int) -> bool:
    """Does nothing stop the mover on the straight way?"""
    far = spacing(x, y, to_x, to_y)
    if far <= TOLERANCE:
        return True
    ux = (to_x - x) / far
    uy = (to_y - y) / far
    return stopped(battle, mover, x, y, ux, uy, far, target, False) >= far - TOLERANCE


def lasts(battle: GaslightBattle, mover: Mover, way: list[tuple[float, float]]) -> bool:
    """Is the move long enough for that way, with all that lies in it?"""
    spent = Spent()
    for index in range(1, len(way)):
        x, y = way[index - 1]
        far = spacing(x, y, way[index][0], way[index][1])
        if far > TOLERANCE:
            ux = (way[index][0] - x) / far
            uy = (way[index][1] - y) / far
            if reach(battle, mover, x, y, ux, uy, far, spent) < far - TOUCH:
                return False
    return True


def ways_round(
    battle: GaslightBattle, mover: Mover, x: float, y: float, to_x: float, to_y: float
) -> list[tuple[float, float]]:
    """Points beside what stands in the straight way: left and right of enemies, off the corners of closed ground."""
    far = spacing(x, y, to_x, to_y)
    if far <= TOLERANCE:
        return []
    ux = (to_x - x) / far
    uy = (to_y - y) / far
    found: list[tuple[float, float]] = []
    for other in battle.barriers(mover.side, x, y, ux, uy, far, mover.radius):
        ox, oy = battle.at(other)
        clear = battle.radius[i64(other)] + mover.radius + ASIDE
        found.append((ox - uy * clear, oy + ux * clear))
        found.append((ox + uy * clear, oy - ux * clear))
    for index in battle.land.plan.along(x, y, ux, uy, far, mover.radius):
        plot = battle.land.plots[index]
        if not plot.linear and plot.closed(mover.mounted):
            found += corners_of(plot.piece, mover.radius + ASIDE)
    return found


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
