"""The ground as this sheet reads it: rough going, obstacles, who may enter, cover, what hides."""

from __future__ import annotations

from typing import Final

from playsheet.core.discs import from_boundary
from playsheet.core.geometry import TOLERANCE, Rect
from playsheet.core.terrain import Ground, Piece, holds, polygon
from playsheet.core.words import the
from playsheet.rules.gaslight.sheet import GroundRow
from playsheet.rules.gaslight.terms import GroundGoing
from playsheet.tabletop import land as tabletop


class Plot(tabletop.Plot):
    """A piece of terrain with its row of the `terrain` table."""

    def __init__(self, piece: Piece, row: GroundRow) -> None:
        super().__init__(piece, piece.name or row.id, max(piece.level, 1) if row.crest else piece.level, row.cover)
        self.row: Final = row
        self.rough: Final[bool] = row.going == GroundGoing.ROUGH
        self.walled: Final[bool] = row.going == GroundGoing.WALLED
        self.obstacle: Final[bool] = row.going == GroundGoing.OBSTACLE
        self.barred: Final[bool] = row.going == GroundGoing.IMPASSABLE
        self.over: Final[bool] = row.over
        self.hides: Final[bool] = row.hides

    def closed(self, mounted: bool) -> bool:
        """May such a model not enter at all?"""
        return self.barred or (mounted and not self.row.horse)


class Land(tabletop.Land):
    """The table and its plots."""

    def __init__(self, ground: Ground, plots: list[Plot], lining: float) -> None:
        super().__init__(ground, [*plots], lining)
        self.plots: Final = plots
        self.bars_foot: Final = any(not plot.linear and plot.closed(False) for plot in plots)
        self.bars_mounted: Final = any(not plot.linear and plot.closed(True) for plot in plots)

    def closes(self, mounted: bool) -> bool:
        """Is any ground of the table closed to such a model?"""
        return self.bars_mounted if mounted else self.bars_foot

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


def hull_piece(hull: Rect) -> Piece:
    """A hull as a polygon."""
    ax, ay, bx, by, cx, cy, dx, dy = hull.corners()
    return polygon(0, "hull", "hull", [(ax, ay), (bx, by), (cx, cy), (dx, dy)])


def land_of(ground: Ground, rows: dict[str, GroundRow], lining: float) -> Land:
    return Land(ground, [Plot(piece, rows[piece.kind]) for piece in ground.pieces], lining)
