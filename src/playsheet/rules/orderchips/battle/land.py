"""The ground as this sheet reads it: what an inch costs, who may not enter, cover, what hides."""

from __future__ import annotations

from typing import Final

from playsheet.core.discs import from_boundary, from_piece
from playsheet.core.geometry import TOLERANCE, Rect, spacing
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
        self.shelters: Final = [plot for plot in plots if plot.cover > 0]
        self.veils: Final = [plot for plot in plots if plot.level > 0 or plot.sight >= SightThrough.NOT_THROUGH]

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
        plot = self.first_at(self.closed_in(ground, x - radius, y - radius, x + radius, y + radius), x, y, radius)
        return the(plot.name) if plot is not None else ""

    def closed_under(self, ground: dict[str, Going], base: Rect) -> str:
        """The ground closed to such a unit that a rectangular base would stand in; empty if there is none."""
        far = base.radius
        plot = self.first_under(self.closed_in(ground, base.x - far, base.y - far, base.x + far, base.y + far), base)
        return the(plot.name) if plot is not None else ""

    def closed_in(self, ground: dict[str, Going], x0: float, y0: float, x1: float, y1: float) -> list[Plot]:
        """The areas closed to such a unit that may lie in the box from the lower left corner to the upper right."""
        found: list[Plot] = []
        for index in self.plan.in_box(x0, y0, x1, y1):
            plot = self.plots[index]
            if not plot.linear and ground[plot.kind].closed:
                found.append(plot)
        return found

    def first_at(self, plots: list[Plot], x: float, y: float, radius: float) -> Plot | None:
        """The first of these areas that a round base would stand in, unless something lies over them there."""
        for plot in plots:
            if holds(plot.piece, x, y) or from_boundary(plot.piece, x, y) < radius - TOLERANCE:
                if not self.is_over(x, y):
                    return plot
        return None

    def first_under(self, plots: list[Plot], base: Rect) -> Plot | None:
        """The same of a rectangular base."""
        for plot in plots:
            if rect_overlaps(plot.piece, base) and not self.is_over(base.x, base.y):
                return plot
        return None

    def covers_in(self, x0: float, y0: float, x1: float, y1: float) -> bool:
        """May anything that gives cover lie in the box from the lower left corner to the upper right?"""
        for plot in self.shelters:
            piece = plot.piece
            if piece.max_x >= x0 and piece.min_x <= x1 and piece.max_y >= y0 and piece.min_y <= y1:
                return True
        return False

    def lined(self, x: float, y: float, radius: float) -> list[Plot]:
        """The linear features with cover that a base there lines, wherever it is shot at from."""
        found: list[Plot] = []
        if not self.has_lines:
            return found
        far = radius + self.lining
        for index in self.plan.in_box(x - far, y - far, x + far, y + far):
            plot = self.plots[index]
            if plot.linear and plot.cover > 0 and from_piece(plot.piece, x, y, radius) <= self.lining + TOLERANCE:
                found.append(plot)
        return found

    def cover_across(self, lined: list[Plot], x0: float, y0: float, x: float, y: float) -> int:
        """The best cover of those of them that the line from (x0, y0) crosses: `line_cover` of who lines them."""
        best = Cover.NONE
        for plot in lined:
            if plot.cover > best and crossed(plot.piece, x0, y0, x, y):
                best = plot.cover
        return best

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
        """The ground that blocks a line of sight."""
        plot = self.veil(self.veils, x0, y0, x1, y1)
        return the(plot.name) if plot is not None else ""

    def hides(self, x0: float, y0: float, x1: float, y1: float) -> bool:
        """Is there any such ground?"""
        return self.veil(self.veils, x0, y0, x1, y1) is not None

    def veils_between(self, x0: float, y0: float, x1: float, y1: float, wide: float) -> list[Plot]:
        """The ground that may block lines no farther than `wide` from the one between two points."""
        least_x = (x0 if x0 < x1 else x1) - wide
        most_x = (x1 if x0 < x1 else x0) + wide
        least_y = (y0 if y0 < y1 else y1) - wide
        most_y = (y1 if y0 < y1 else y0) + wide
        found: list[Plot] = []
        for plot in self.veils:
            piece = plot.piece
            if piece.max_x < least_x or piece.min_x > most_x or piece.max_y < least_y or piece.min_y > most_y:
                continue
            if not lies_aside(piece, x0, y0, x1, y1, wide):
                found.append(plot)
        return found

    def veil(self, among: list[Plot], x0: float, y0: float, x1: float, y1: float) -> Plot | None:
        """The first of these that blocks a line of sight: crossed and holding neither end, or a crest above both."""
        height = -1
        least_x = x0 if x0 < x1 else x1
        most_x = x1 if x0 < x1 else x0
        least_y = y0 if y0 < y1 else y1
        most_y = y1 if y0 < y1 else y0
        for plot in among:
            piece = plot.piece
            if piece.max_x < least_x or piece.min_x > most_x or piece.max_y < least_y or piece.min_y > most_y:
                continue
            if not crossed(piece, x0, y0, x1, y1):
                continue
            if plot.level > 0:
                if height < 0:
                    height = max(self.level(x0, y0), self.level(x1, y1))
                if plot.level > height:
                    return plot
            elif plot.sight != SightThrough.NOT_THROUGH or not (holds(piece, x0, y0) or holds(piece, x1, y1)):
                return plot
        return None


def lies_aside(piece: Piece, x0: float, y0: float, x1: float, y1: float, wide: float) -> bool:
    """Is all of its box on one side of the line through two points, farther from it than `wide`?"""
    dx = x1 - x0
    dy = y1 - y0
    far = wide * spacing(x0, y0, x1, y1)
    left = (piece.min_x - x0) * dy
    right = (piece.max_x - x0) * dy
    low = (piece.min_y - y0) * dx
    high = (piece.max_y - y0) * dx
    least = (left if left < right else right) - (high if low < high else low)
    most = (right if left < right else left) - (low if low < high else high)
    return least > far or most < -far


def land_of(ground: Ground, rows: dict[str, GroundRow], lining: float) -> Land:
    on_foot = {
        id: Going(row.inch, row.enter, "all" in row.closed or KINDS[Arm.INFANTRY] in row.closed)
        for id, row in rows.items()
    }
    return Land(ground, [Plot(piece, rows[piece.kind]) for piece in ground.pieces], on_foot, lining)
