"""The ground as this sheet reads it: rough going, obstacles, who may enter, cover, what hides."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.discs import from_boundary, from_piece
from playsheet.core.geometry import TOLERANCE, Rect
from playsheet.core.near import Plan
from playsheet.core.terrain import Ground, Piece, crossed, holds, polygon
from playsheet.core.words import the
from playsheet.rules.gaslight.sheet import GroundRow
from playsheet.rules.gaslight.terms import Cover, GroundGoing


class Plot:
    """A piece of terrain with its row of the `terrain` table."""

    def __init__(self, piece: Piece, row: GroundRow) -> None:
        self.piece: Final = piece
        self.row: Final = row
        self.name: Final = piece.name or row.id
        self.linear: Final[bool] = piece.is_line
        self.rough: Final[bool] = row.going == GroundGoing.ROUGH
        self.walled: Final[bool] = row.going == GroundGoing.WALLED
        self.obstacle: Final[bool] = row.going == GroundGoing.OBSTACLE
        self.barred: Final[bool] = row.going == GroundGoing.IMPASSABLE
        self.over: Final[bool] = row.over
        self.cover: Final[int] = row.cover
        self.hides: Final[bool] = row.hides
        self.level: Final[int] = max(piece.level, 1) if row.crest else piece.level

    def closed(self, mounted: bool) -> bool:
        """May such a model not enter at all?"""
        return self.barred or (mounted and not self.row.horse)


class Land:
    """The table and its plots."""

    def __init__(self, ground: Ground, plots: list[Plot], lining: float) -> None:
        self.ground: Final = ground
        self.plots: Final = plots
        self.lining: Final = lining
        self.plan: Final = Plan(ground)  # by the plots' numbers
        self.has_hills: Final = any(plot.level > 0 for plot in plots)
        self.bars_foot: Final = any(not plot.linear and plot.closed(False) for plot in plots)
        self.bars_mounted: Final = any(not plot.linear and plot.closed(True) for plot in plots)
        self.has_lines: Final = any(plot.linear and plot.cover > Cover.NONE for plot in plots)

    def closes(self, mounted: bool) -> bool:
        """Is any ground of the table closed to such a model?"""
        return self.bars_mounted if mounted else self.bars_foot

    def level(self, x: float, y: float) -> int:
        """How high the ground is there."""
        height = 0
        if not self.has_hills:
            return 0
        for index in self.plan.at(x, y):
            plot = self.plots[index]
            if plot.level > height and holds(plot.piece, x, y):
                height = plot.level
        return height

    def is_rough(self, x: float, y: float) -> bool:
        """Rough going, unless something lies over it that mends the going."""
        found = False
        for index in self.plan.at(x, y):
            plot = self.plots[index]
            if (plot.rough or plot.over) and holds(plot.piece, x, y):
                if plot.over:
                    return False
                found = True
        return found

    def closed_at(self, x: float, y: float, radius: float, mounted: bool) -> str:
        """The piece closed to such a model that its base would stand in; empty if there is none."""
        if not self.closes(mounted):
            return ""
        for index in self.plan.in_box(x - radius, y - radius, x + radius, y + radius):
            plot = self.plots[index]
            if plot.linear or not plot.closed(mounted):
                continue
            if holds(plot.piece, x, y) or from_boundary(plot.piece, x, y) < radius - TOLERANCE:
                return the(plot.name)
        return ""

    def area_cover(self, x: float, y: float) -> int:
        """The best cover of the areas that hold the place."""
        best = Cover.NONE
        for index in self.plan.at(x, y):
            plot = self.plots[index]
            if not plot.linear and plot.cover > best and holds(plot.piece, x, y):
                best = plot.cover
        return best

    def line_cover(self, x0: float, y0: float, x: float, y: float, radius: float) -> int:
        """The cover of a linear feature that the base at (x, y) lines and the line from (x0, y0) crosses."""
        best = Cover.NONE
        if not self.has_lines:
            return best
        far = radius + self.lining
        for index in self.plan.in_box(x - far, y - far, x + far, y + far):
            plot = self.plots[index]
            if plot.linear and plot.cover > best and from_piece(plot.piece, x, y, radius) <= self.lining + TOLERANCE:
                if crossed(plot.piece, x0, y0, x, y):
                    best = plot.cover
        return best


def meetings(piece: Piece, x: float, y: float, ux: float, uy: float, far: float) -> list[float]:
    """Where the way from (x, y) along (ux, uy) meets the piece's boundary, its end included and its start not."""
    found: list[float] = []
    xs = piece.xs
    ys = piece.ys
    n: i64 = len(xs)
    i: i64 = 1 if piece.is_line else 0
    at: i64 = 0 if piece.is_line else n - 1
    along0 = (xs[at] - x) * ux + (ys[at] - y) * uy
    side0 = (xs[at] - x) * uy - (ys[at] - y) * ux
    while i < n:
        along = (xs[i] - x) * ux + (ys[i] - y) * uy
        side = (xs[i] - x) * uy - (ys[i] - y) * ux
        if (side > 0.0) != (side0 > 0.0):
            t = along0 + (along - along0) * (side0 / (side0 - side))
            if 0.0 < t <= far:
                found.append(t)
        along0 = along
        side0 = side
        i += 1
    return found


def hull_piece(hull: Rect) -> Piece:
    """A hull as a polygon."""
    ax, ay, bx, by, cx, cy, dx, dy = hull.corners()
    return polygon(0, "hull", "hull", [(ax, ay), (bx, by), (cx, cy), (dx, dy)])


def land_of(ground: Ground, rows: dict[str, GroundRow], lining: float) -> Land:
    return Land(ground, [Plot(piece, rows[piece.kind]) for piece in ground.pieces], lining)
