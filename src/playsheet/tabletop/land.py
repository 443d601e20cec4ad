"""The lie of the land: what several sheets ask of the pieces of terrain on a table, whatever each makes of them."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.discs import from_piece
from playsheet.core.geometry import TOLERANCE
from playsheet.core.near import Plan
from playsheet.core.terrain import Ground, Piece, crossed, holds


class Plot:
    """A piece of terrain as a sheet reads it: its name, its height, and the cover it gives (0: none)."""

    def __init__(self, piece: Piece, name: str, level: int, cover: int) -> None:
        self.piece: Final = piece
        self.name: Final = name
        self.linear: Final[bool] = piece.is_line
        self.level: Final = level
        self.cover: Final = cover


class Land:
    """The table and its plots."""

    def __init__(self, ground: Ground, lie: list[Plot], lining: float = 0.0) -> None:
        self.ground: Final = ground
        self.lie: Final = lie
        self.lining: Final = lining  # whoever is so near to a line lines it
        self.plan: Final = Plan(ground)  # by the plots' numbers
        self.hills: Final = [plot for plot in lie if plot.level > 0]
        self.has_hills: Final = len(self.hills) > 0
        self.has_lines: Final = any(plot.linear and plot.cover > 0 for plot in lie)

    def level(self, x: float, y: float) -> int:
        """How high the ground is there."""
        height = 0
        for hill in self.hills:
            if hill.level > height and holds(hill.piece, x, y):
                height = hill.level
        return height

    def area_cover(self, x: float, y: float) -> int:
        """The best cover of the areas that hold the place."""
        best = 0
        for index in self.plan.at(x, y):
            plot = self.lie[index]
            if not plot.linear and plot.cover > best and holds(plot.piece, x, y):
                best = plot.cover
        return best

    def line_cover(self, x0: float, y0: float, x: float, y: float, radius: float) -> int:
        """The cover of a linear feature that a base at (x, y) lines and that the line from (x0, y0) crosses."""
        best = 0
        if not self.has_lines:
            return best
        far = radius + self.lining
        for index in self.plan.in_box(x - far, y - far, x + far, y + far):
            plot = self.lie[index]
            if plot.linear and plot.cover > best and from_piece(plot.piece, x, y, radius) <= self.lining + TOLERANCE:
                if crossed(plot.piece, x0, y0, x, y):
                    best = plot.cover
        return best


def meetings(piece: Piece, x: float, y: float, ux: float, far: float, *, uy: float) -> list[float]:
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
