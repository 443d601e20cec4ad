"""How the built-in commander looks at the ground between two places: what a way costs, and the way round."""

from __future__ import annotations

from math import sqrt
from typing import Final

from playsheet.core.geometry import TOLERANCE, spacing
from playsheet.core.terrain import crossed
from playsheet.rules.gaslight.battle.land import Plot, rough_among
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.tabletop.land import meetings

HALVED: Final = 3.0  # what it costs that a move touches rough ground at all, in inches of foot
BARRED: Final = 40.0  # a way through closed ground: to be gone round
ASIDE: Final = 1.0  # how far from a corner one goes round it


class Ground:
    """What lies on the straight way between two places."""

    def __init__(self, battle: GaslightBattle, x0: float, y0: float, x1: float, y1: float, *, mounted: bool) -> None:
        land = battle.land
        far = spacing(x0, y0, x1, y1)
        self.far: Final = far
        self.obstacles = 0
        self.rough = 0.0  # inches of it
        self.patches = 0
        self.closed = -1  # a plot that bars the way
        if far <= 0.01:
            return
        ux = (x1 - x0) / far
        uy = (y1 - y0) / far
        cuts: list[float] = [0.0, far]
        uneven: list[Plot] = []
        for index in land.plan.between(x0, y0, x1, y1):
            plot = land.plots[index]
            if plot.obstacle or plot.walled:
                self.obstacles += len(meetings(plot.piece, x0, y0, ux, far, uy=uy))
            if plot.rough or plot.over:
                uneven.append(plot)
                cuts += meetings(plot.piece, x0, y0, ux, far, uy=uy)
            if not plot.linear and plot.closed(mounted) and crossed(plot.piece, x0, y0, x1, y1):
                self.closed = index
        if uneven:
            self.measure(uneven, x0, y0, ux, uy, cuts)

    def measure(self, uneven: list[Plot], x: float, y: float, ux: float, uy: float, cuts: list[float]) -> None:
        cuts.sort()
        was = False
        for k in range(1, len(cuts)):
            middle = 0.5 * (cuts[k - 1] + cuts[k])
            rough = rough_among(uneven, x + ux * middle, y + uy * middle)
            if rough:
                self.rough += cuts[k] - cuts[k - 1]
                if not was:
                    self.patches += 1
            was = rough

    def price(self, battle: GaslightBattle) -> float:
        """In inches of open ground."""
        price = self.far + self.rough + HALVED * self.patches - battle.rules.obstacle * self.obstacles
        return price + BARRED if self.closed >= 0 else price


def price_of(battle: GaslightBattle, x0: float, y0: float, x1: float, y1: float, *, mounted: bool) -> float:
    return Ground(battle, x0, y0, x1, y1, mounted=mounted).price(battle)


def way_to(
    battle: GaslightBattle, x0: float, y0: float, x1: float, y1: float, wide: float, *, mounted: bool
) -> tuple[float, float, float]:
    """The next point to make for on the best way, and what the whole way costs."""
    return Destination(battle, x1, y1, wide, mounted=mounted).way_from(x0, y0)


class Corner:
    """A point off a corner of what bars a way, and what the way costs on from there."""

    def __init__(self, x: float, y: float, price: float) -> None:
        self.x: Final = x
        self.y: Final = y
        self.price = price


class Destination:
    """A place to go to; what the way costs on from bridges, fords and corners is looked at once for all who go there.

    The way is straight, or by a bridge or ford, or round a corner of what bars it.
    """

    def __init__(self, battle: GaslightBattle, x: float, y: float, wide: float, *, mounted: bool) -> None:
        self.battle: Final = battle
        self.x: Final = x
        self.y: Final = y
        self.wide: Final = wide
        self.mounted: Final = mounted
        self.passes: list[Corner] = []
        self.passes_known = False
        self.round: Final[dict[int, list[Corner]]] = {}  # by plot that bars the way

    def way_from(self, x0: float, y0: float) -> tuple[float, float, float]:
        """The next point to make for on the best way, and what the whole way costs."""
        battle = self.battle
        straight = Ground(battle, x0, y0, self.x, self.y, mounted=self.mounted)
        best = straight.price(battle)
        x = self.x
        y = self.y
        if best <= straight.far + 0.01:
            return x, y, best
        for by in self.by_passes():
            near = spacing(x0, y0, by.x, by.y)
            if near + spacing(by.x, by.y, self.x, self.y) >= best or near < 0.5:
                continue
            if by.price < 0.0:
                by.price = price_of(battle, by.x, by.y, self.x, self.y, mounted=self.mounted)
            if near + by.price >= best - 0.5:
                continue  # no way costs less than it is long
            price = price_of(battle, x0, y0, by.x, by.y, mounted=self.mounted) + by.price
            if price < best - 0.5:
                best = price
                x = by.x
                y = by.y
        if straight.closed < 0:
            return x, y, best
        for by in self.corners(straight.closed):
            near = spacing(x0, y0, by.x, by.y)
            if near >= 0.5 and near + by.price < best - 0.5:
                price = price_of(battle, x0, y0, by.x, by.y, mounted=self.mounted) + by.price
                if price < best - 0.5:
                    best = price
                    x = by.x
                    y = by.y
        return x, y, best

    def by_passes(self) -> list[Corner]:
        """Bridges and fords; a price below 0 is not known yet."""
        if not self.passes_known:
            self.passes_known = True
            self.passes = [Corner(x, y, -1.0) for x, y in passes(self.battle)]
        return self.passes

    def corners(self, closed: int) -> list[Corner]:
        """Those of a plot that bars the way: from each straight on, or by another of them."""
        known = self.round.get(closed)
        if known is not None:
            return known
        battle = self.battle
        points = corners_of(battle, closed, self.wide)
        onward = [price_of(battle, px, py, self.x, self.y, mounted=self.mounted) for px, py in points]
        found: list[Corner] = []
        for k in range(len(points)):
            px, py = points[k]
            rest = onward[k]
            for j in range(len(points)):
                if j != k and spacing(px, py, points[j][0], points[j][1]) + onward[j] < rest:
                    between = price_of(battle, px, py, points[j][0], points[j][1], mounted=self.mounted)
                    rest = min(rest, between + onward[j])
            found.append(Corner(px, py, rest))
        self.round[closed] = found
        return found


def passes(battle: GaslightBattle) -> list[tuple[float, float]]:
    """Points of bridges and fords that a way might go by."""
    found: list[tuple[float, float]] = []
    for plot in battle.land.plots:
        piece = plot.piece
        if plot.over:
            x = 0.5 * (piece.min_x + piece.max_x)
            y = 0.5 * (piece.min_y + piece.max_y)
            aside = 0.25 * (piece.max_y - piece.min_y)
            found += [(x, y), (x, y + aside), (x, y - aside)]
    return found


def corners_of(battle: GaslightBattle, index: int, wide: float) -> list[tuple[float, float]]:
    """Points off the corners of a plot that bars the way, those that are on the table."""
    piece = battle.land.plots[index].piece
    off = wide + ASIDE
    found: list[tuple[float, float]] = []
    for x in (piece.min_x - off, piece.max_x + off):
        for y in (piece.min_y - off, piece.max_y + off):
            if 0.0 < x < battle.land.ground.width and 0.0 < y < battle.land.ground.depth:
                found.append((x, y))
    return found


def unit_vector(x0: float, y0: float, x1: float, y1: float) -> tuple[float, float, float]:
    """The direction from one place to another, and how far it is."""
    dx = x1 - x0
    dy = y1 - y0
    far = sqrt(dx * dx + dy * dy)
    return (dx / far, dy / far, far) if far > TOLERANCE else (0.0, 0.0, 0.0)
