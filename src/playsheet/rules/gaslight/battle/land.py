"""The ground as this sheet reads it: rough going, obstacles, who may enter, cover, what hides."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.discs import from_boundary
from playsheet.core.geometry import TOLERANCE, Rect, spacing
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
        self.enclosures: Final = enclosures_of(plots, ground)
        self.mending: Final = [plot for plot in plots if plot.over]

    def closes(self, mounted: bool) -> bool:
        """Is any ground of the table closed to such a model?"""
        return self.bars_mounted if mounted else self.bars_foot

    def is_rough(self, x: float, y: float) -> bool:
        """Rough going, unless something lies over it that mends the going."""
        return rough_among([self.plots[index] for index in self.plan.at(x, y)], x, y)

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


def rough_among(plots: list[Plot], x: float, y: float) -> bool:
    """Is it rough going there, if nothing but these lies about?"""
    found = False
    for plot in plots:
        if (plot.rough or plot.over) and holds(plot.piece, x, y):
            if plot.over:
                return False
            found = True
    return found


class Enclosure:
    """Ground that no way leads into or out of for nothing: it is rough, or an obstacle goes all the way round it."""

    def __init__(self, area: Piece, ground: Ground, *, rough: bool) -> None:
        self.area: Final = area
        self.rough: Final = rough
        # Does it part one side of the table from the other, as a stream does?
        self.from_west_to_east: Final[bool] = area.min_x <= 0.0 and area.max_x >= ground.width
        self.from_south_to_north: Final[bool] = area.min_y <= 0.0 and area.max_y >= ground.depth


def enclosures_of(plots: list[Plot], ground: Ground) -> list[Enclosure]:
    """Rough and walled areas, and what lies inside a wall that comes back to where it starts."""
    found: list[Enclosure] = []
    for plot in plots:
        if not (plot.rough or plot.obstacle or plot.walled):
            continue
        if not plot.linear:
            found.append(Enclosure(plot.piece, ground, rough=plot.rough))
        elif not plot.rough and comes_round(plot.piece):
            found.append(Enclosure(inner_area(plot.piece), ground, rough=False))
    return found


def comes_round(line: Piece) -> bool:
    """Does a line come back to its start without crossing itself?"""
    n: i64 = len(line.xs)
    if n < 4 or spacing(line.xs[0], line.ys[0], line.xs[n - 1], line.ys[n - 1]) > TOLERANCE:
        return False
    try:
        inner_area(line)
    except ValueError:
        return False
    return True


def inner_area(line: Piece) -> Piece:
    return polygon(0, line.name, line.kind, [(line.xs[i64(k)], line.ys[i64(k)]) for k in range(len(line.xs))])


def hull_piece(hull: Rect) -> Piece:
    """A hull as a polygon."""
    ax, ay, bx, by, cx, cy, dx, dy = hull.corners()
    return Piece(0, "hull", "hull", [(ax, ay), (bx, by), (cx, cy), (dx, dy)], simple=True)


def land_of(ground: Ground, rows: dict[str, GroundRow], lining: float) -> Land:
    return Land(ground, [Plot(piece, rows[piece.kind]) for piece in ground.pieces], lining)
