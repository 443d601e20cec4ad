"""The ground as this sheet reads it: what an inch costs, who may not enter, cover, what hides."""

from __future__ import annotations

from typing import Final

from playsheet.core.discs import from_boundary
from playsheet.core.geometry import TOLERANCE, Rect
from playsheet.core.terrain import Ground, Piece, crossed, holds, rect_distance, rect_overlaps
from playsheet.core.words import the
from playsheet.rules.orderchips.sheet.tables import Going, GroundRow
from playsheet.rules.orderchips.terms import KINDS, Arm, Cover, SightThrough
from playsheet.tabletop import land as tabletop


class Plot(tabletop.Plot):
    """A piece of terrain with its row of the `terrain` table."""

    def __init__(self, piece: Piece, row: GroundRow) -> None:
        level = max(piece.level, 1) if row.sight == SightThrough.CREST else piece.level
        super().__init__(piece, piece.name or row.id, level, row.cover)
        self.row: Final = row
        self.kind: Final = row.id
        self.over: Final = row.over
        self.sight: Final[int] = row.sight


class Land(tabletop.Land):
    """The table and its plots."""

    def __init__(self, ground: Ground, plots: list[Plot], on_foot: dict[str, Going], lining: float) -> None:
        super().__init__(ground, [*plots], lining)
        self.plots: Final = plots
        self.on_foot: Final = on_foot  # what each kind of ground is to a man on foot, whatever his card

    def inch(self, ground: dict[str, Going], x: float, y: float) -> float:
        """What an inch costs there to whom the ground is so: the dearest of the areas, unless a road lies over them."""
        price = 1.0
        for index in self.plan.at(x, y):
            plot = self.plots[index]
            if plot.linear or not holds(plot.piece, x, y):
                continue
            if plot.over:
                return 1.0
            cost = ground[plot.kind].inch
            if cost > price:
                price = cost
        return price

    def is_over(self, x: float, y: float) -> bool:
        """Does a road, bridge or ford lie there?"""
        for index in self.plan.at(x, y):
            plot = self.plots[index]
            if plot.over and not plot.linear and holds(plot.piece, x, y):
                return True
        return False

    def closed_at(self, ground: dict[str, Going], x: float, y: float, radius: float) -> str:
        """The ground closed to such a unit that a round base would stand in; empty if there is none."""
        for index in self.plan.in_box(x - radius, y - radius, x + radius, y + radius):
            plot = self.plots[index]
            if plot.linear or not ground[plot.kind].closed:
                continue
            if holds(plot.piece, x, y) or from_boundary(plot.piece, x, y) < radius - TOLERANCE:
                if not self.is_over(x, y):
                    return the(plot.name)
        return ""

    def closed_under(self, ground: dict[str, Going], base: Rect) -> str:
        """The ground closed to such a unit that a rectangular base would stand in; empty if there is none."""
        far = base.radius
        for index in self.plan.in_box(base.x - far, base.y - far, base.x + far, base.y + far):
            plot = self.plots[index]
            if plot.linear or not ground[plot.kind].closed:
                continue
            if rect_overlaps(plot.piece, base) and not self.is_over(base.x, base.y):
                return the(plot.name)
        return ""

    def hull_line_cover(self, x0: float, y0: float, hull: Rect) -> int:
        """The same for a rectangular base."""
        best = Cover.NONE
        if not self.has_lines:
            return best
        far = hull.radius + self.lining
        for index in self.plan.in_box(hull.x - far, hull.y - far, hull.x + far, hull.y + far):
            plot = self.plots[index]
            if plot.linear and plot.cover > best and rect_distance(plot.piece, hull) <= self.lining + TOLERANCE:
                if crossed(plot.piece, x0, y0, hull.x, hull.y):
                    best = plot.cover
        return best

    def hidden_by(self, x0: float, y0: float, x1: float, y1: float) -> str:
        """The ground that blocks a line of sight: crossed and holding neither end, or a crest above both."""
        height = -1
        for index in self.plan.between(x0, y0, x1, y1):
            plot = self.plots[index]
            piece = plot.piece
            if plot.level > 0:
                if height < 0:
                    height = max(self.level(x0, y0), self.level(x1, y1))
                if plot.level > height and crossed(piece, x0, y0, x1, y1):
                    return the(plot.name)
            elif plot.sight >= SightThrough.NOT_THROUGH and crossed(piece, x0, y0, x1, y1):
                free = plot.sight == SightThrough.NOT_THROUGH and (holds(piece, x0, y0) or holds(piece, x1, y1))
                if not free:
                    return the(plot.name)
        return ""


def land_of(ground: Ground, rows: dict[str, GroundRow], lining: float) -> Land:
    on_foot = {
        id: Going(row.inch, row.enter, "all" in row.closed or KINDS[Arm.INFANTRY] in row.closed)
        for id, row in rows.items()
    }
    return Land(ground, [Plot(piece, rows[piece.kind]) for piece in ground.pieces], on_foot, lining)
