"""The ground as this sheet reads it: classes of ground, cover, works and built-up areas, obstacles, height."""

from __future__ import annotations

import math
from typing import Final

from playsheet.core.geometry import FAR, TOLERANCE, Rect, rect
from playsheet.core.near import Plan
from playsheet.core.terrain import (
    Ground,
    Piece,
    crossed,
    holds,
    on_table,
    polygon,
    rect_distance,
    rect_gap,
    rect_overlaps,
)
from playsheet.core.words import the
from playsheet.rules.gettysburg.sheet.rows import GroundRow
from playsheet.rules.gettysburg.sheet.tables import GettysburgRules
from playsheet.rules.gettysburg.terms import TROOPS, Cover, GroundClass, Mover, Obstacle, SightThrough, Wood
from playsheet.tabletop import land as tabletop

BUA: Final = "bua"
ROADS: Final = ("road", "lane")
EDGE: Final = "the table edge"


class Plot(tabletop.Plot):
    """A piece of terrain with its row of `terrain-classes`."""

    def __init__(self, id: int, piece: Piece, row: GroundRow) -> None:
        super().__init__(piece, piece.name or row.name, piece.level, row.cover)
        self.id: Final = id
        self.said: Final = the(self.name)  # in a sentence
        self.row: Final = row
        self.ground: Final[int] = row.ground
        self.sight: Final[int] = row.sight
        self.wood: Final[int] = row.wood
        self.obstacle: Final[int] = row.obstacle
        self.bua: Final[bool] = row.id == BUA
        self.road: Final[bool] = row.id in ROADS
        self.works: Final[bool] = row.obstacle == Obstacle.WORKS
        self.post: Final[bool] = self.bua or self.works  # what can be occupied (R124)
        self.dense: Final[bool] = row.wood == Wood.DENSE

    def box(self, facing: float) -> Rect:
        """A BUA as the footprint of its garrison, looking out of the face that is nearest to that way."""
        piece = self.piece
        quarter = math.floor((facing + 45.0) / 90.0) % 4
        wide = piece.max_x - piece.min_x
        deep = piece.max_y - piece.min_y
        if quarter % 2:
            wide, deep = deep, wide
        return rect(
            0.5 * (piece.min_x + piece.max_x), 0.5 * (piece.min_y + piece.max_y), 90.0 * float(quarter), wide, deep
        )


class Stretch:
    """A part of a straight way over one class of ground."""

    def __init__(self, end: float, ground: int, *, start: float) -> None:
        self.start: Final = start
        self.end: Final = end
        self.ground: Final = ground


class Closed:
    """The plots that are closed to some troops, in the order of the table's."""

    def __init__(self, ground: Ground, plots: list[Plot]) -> None:
        self.plots: Final = plots
        self.plan: Final = Plan(Ground(ground.width, ground.depth, [plot.piece for plot in plots]))

    def about(self, x: float, y: float, far: float) -> list[Plot]:
        """Those that may come so near to a point."""
        if not self.plots:
            return self.plots
        return [self.plots[index] for index in self.plan.in_box(x - far, y - far, x + far, y + far)]

    def along(self, x: float, y: float, ux: float, uy: float, length: float, wide: float) -> list[Plot]:
        """Those that may come so near to a straight way."""
        if not self.plots:
            return self.plots
        return [self.plots[index] for index in self.plan.along(x, y, ux, uy, length, wide)]


class Land(tabletop.Land):
    """The table and its plots."""

    def __init__(self, ground: Ground, plots: list[Plot], rules: GettysburgRules) -> None:
        super().__init__(ground, [*plots])
        self.plots: Final = plots
        self.rules: Final = rules
        # Going: areas, and lines that are strips of ground, as pieces of their own.
        going: list[Piece] = []
        self.classes: Final[list[int]] = []
        self.of_plot: Final[list[int]] = []
        for plot in plots:
            if plot.linear and plot.ground == GroundClass.IMPASSABLE:
                continue
            if plot.ground == GroundClass.GOOD and not plot.road:
                continue
            for piece in strips(plot.piece, rules.strip) if plot.linear else [plot.piece]:
                going.append(piece)
                self.classes.append(GroundClass.GOOD if plot.road else plot.ground)
                self.of_plot.append(plot.id)
        self.going: Final = going
        self.going_plan: Final = Plan(Ground(ground.width, ground.depth, going))
        self.has_blinds: Final = any(plot.sight != 0 for plot in plots)
        self.has_obstacles: Final = any(plot.linear and plot.obstacle != Obstacle.NONE for plot in plots)
        self.posts: Final = [plot for plot in plots if plot.post]
        self.closed: Final = [  # by the columns of `terrain`
            Closed(ground, [plot for plot in plots if self.is_closed(plot, troops)]) for troops in range(len(TROOPS))
        ]

    # ------------------------------------------------------------ going

    def class_at(self, x: float, y: float) -> int:
        """The class of the ground there; a road is good whatever it runs through."""
        worst = GroundClass.GOOD
        for index in self.going_plan.at(x, y):
            if holds(self.going[index], x, y):
                if self.plots[self.of_plot[index]].road:
                    return GroundClass.GOOD
                if self.classes[index] > worst:
                    worst = self.classes[index]
        return worst

    def is_good(self, x0: float, y0: float, x1: float, y1: float) -> bool:
        """Is the ground good all along a straight way, as far as is seen at a glance?"""
        return not self.going_plan.between(x0, y0, x1, y1)

    def stretches(self, x0: float, y0: float, x1: float, y1: float) -> list[Stretch]:
        """A straight way, cut where the class of the ground changes."""
        dx = x1 - x0
        dy = y1 - y0
        length = math.sqrt(dx * dx + dy * dy)
        near = self.going_plan.between(x0, y0, x1, y1)
        if not near or length <= TOLERANCE:
            ground = self.class_at(x0, y0) if near else GroundClass.GOOD
            return [Stretch(length, ground, start=0.0)]
        cuts: list[float] = [0.0, length]
        for index in near:
            cuts += boundary_cuts(self.going[index], x0, y0, dx / length, dy / length, length)
        cuts.sort()
        found: list[Stretch] = []
        for place in range(1, len(cuts)):
            start = cuts[place - 1]
            end = cuts[place]
            if end - start <= TOLERANCE:
                continue
            middle = 0.5 * (start + end) / length
            ground = self.class_at(x0 + dx * middle, y0 + dy * middle)
            if found and found[-1].ground == ground:
                found[-1] = Stretch(end, ground, start=found[-1].start)
            else:
                found.append(Stretch(end, ground, start=start))
        return found or [Stretch(length, GroundClass.GOOD, start=0.0)]

    # ------------------------------------------------------------ where a footprint may not be

    def is_closed(self, plot: Plot, troops: int) -> bool:
        """May no part of such troops be on it (R132)? Lines: may they not be crossed by the footprint?"""
        if plot.ground == GroundClass.IMPASSABLE:
            return True
        if plot.linear:
            return plot.obstacle != Obstacle.NONE and troops in (Mover.HORSE, Mover.BATTERY)
        return not plot.road and self.rules.goings[plot.ground][troops].closed

    def refuses(self, there: Rect, troops: int, now: Rect | None) -> str:
        """Why such troops may not stand there: the table edge, or ground closed to them; empty if they may.

        Ground that they stand on already (`now`) does not keep them from leaving it.
        """
        return self.refused_by(self.closed[troops].about(there.x, there.y, there.radius), there, now)

    def refused_by(self, closed: list[Plot], there: Rect, now: Rect | None) -> str:
        """The same of those plots closed to them that may be there."""
        if not on_table(self.ground, there):
            return EDGE
        for plot in closed:
            if not rect_overlaps(plot.piece, there):
                continue
            if now is not None and rect_overlaps(plot.piece, now):
                continue
            if self.on_a_road(there.x, there.y) and plot.ground != GroundClass.IMPASSABLE:
                continue
            return plot.said
        return ""

    def closed_ahead(
        self, held: Rect, ux: float, uy: float, troops: int, reach: float, defences: bool
    ) -> tuple[float, str]:
        """How far until ground closed to such troops, and which; FAR if none within reach. `defences`: they count."""
        nearest = FAR
        name = ""
        for plot in self.closed[troops].along(held.x, held.y, ux, uy, reach, held.radius):
            if rect_overlaps(plot.piece, held):
                continue
            if not defences and plot.linear and plot.ground != GroundClass.IMPASSABLE:
                continue
            far = rect_gap(plot.piece, held, ux, uy)
            if far < nearest and far <= reach:
                if plot.ground != GroundClass.IMPASSABLE and self.on_a_road(held.x + ux * far, held.y + uy * far):
                    continue
                nearest = far
                name = plot.said
        return nearest, name

    def on_a_road(self, x: float, y: float) -> bool:
        for index in self.going_plan.at(x, y):
            if self.plots[self.of_plot[index]].road and holds(self.going[index], x, y):
                return True
        return False

    # ------------------------------------------------------------ lines

    def crossed_obstacles(self, x0: float, y0: float, x1: float, y1: float) -> list[Plot]:
        """The defences that a straight way crosses, the nearest first."""
        if not self.has_obstacles:
            return []
        found: list[tuple[float, int]] = []
        for index in self.plan.between(x0, y0, x1, y1):
            plot = self.plots[index]
            if plot.linear and plot.obstacle != Obstacle.NONE and crossed(plot.piece, x0, y0, x1, y1):
                dx = x1 - x0
                dy = y1 - y0
                length = math.sqrt(dx * dx + dy * dy)
                cuts = boundary_cuts(plot.piece, x0, y0, dx / length, dy / length, length)
                found.append((min(cuts) if cuts else 0.0, plot.id))
        found.sort()
        return [self.plots[id] for _, id in found]

    def line_covers(self, plot: Plot, held: Rect) -> bool:
        """Is the footprint close enough to the line to be covered by it?"""
        return rect_distance(plot.piece, held) <= self.rules.behind + TOLERANCE

    def lines_at(self, held: Rect, better: int) -> list[Plot]:
        """The lines that the footprint is close enough to, and that cover it better than so; works among them."""
        found: list[Plot] = []
        if not self.has_lines:
            return found
        far = held.radius + self.rules.behind + TOLERANCE
        for index in self.plan.in_box(held.x - far, held.y - far, held.x + far, held.y + far):
            plot = self.plots[index]
            if plot.linear and plot.cover > better and self.line_covers(plot, held):
                found.append(plot)
        return found

    # ------------------------------------------------------------ height, woods

    def wood_at(self, x: float, y: float) -> int:
        """NO_WOOD, open or dense."""
        worst = Wood.NONE
        for index in self.plan.at(x, y):
            plot = self.plots[index]
            if plot.wood > worst and holds(plot.piece, x, y):
                worst = plot.wood
        return worst

    def in_dense_wood(self, x: float, y: float) -> bool:
        return self.wood_at(x, y) == Wood.DENSE

    def area_cover(self, x: float, y: float) -> int:
        """The best cover of the areas that hold the point; a BUA covers only its garrison (R124)."""
        best = Cover.NONE
        for index in self.plan.at(x, y):
            plot = self.plots[index]
            if not plot.linear and not plot.bua and plot.cover > best and holds(plot.piece, x, y):
                best = plot.cover
        return best

    def is_blind(self, plot: Plot) -> bool:
        """Does it stop a line of sight that goes through it?"""
        return plot.sight == SightThrough.BLOCKS or plot.sight == SightThrough.NOT_THROUGH


def strips(piece: Piece, deep: float) -> list[Piece]:
    """A line as strips of ground, one for each straight part of it, centred on it."""
    found: list[Piece] = []
    half = 0.5 * deep
    for k in range(1, len(piece.xs)):
        x0, y0, x1, y1 = piece.xs[k - 1], piece.ys[k - 1], piece.xs[k], piece.ys[k]
        length = math.sqrt((x1 - x0) * (x1 - x0) + (y1 - y0) * (y1 - y0))
        nx = (y1 - y0) / length * half
        ny = (x0 - x1) / length * half
        corners = [(x0 + nx, y0 + ny), (x1 + nx, y1 + ny), (x1 - nx, y1 - ny), (x0 - nx, y0 - ny)]
        found.append(polygon(piece.id, piece.name, piece.kind, corners))
    return found


def boundary_cuts(piece: Piece, x: float, y: float, ux: float, uy: float, length: float) -> list[float]:
    """How far along a way of that length it meets the outline, or the line."""
    xs = piece.xs
    ys = piece.ys
    n = len(xs)
    found: list[float] = []
    first = 1 if piece.is_line else 0
    for k in range(first, n):
        before = k - 1 if k > 0 else n - 1
        along0 = (xs[before] - x) * ux + (ys[before] - y) * uy
        side0 = (xs[before] - x) * uy - (ys[before] - y) * ux
        along1 = (xs[k] - x) * ux + (ys[k] - y) * uy
        side1 = (xs[k] - x) * uy - (ys[k] - y) * ux
        if (side0 > 0.0) == (side1 > 0.0) or side0 == side1:
            continue
        t = along0 + (along1 - along0) * (side0 / (side0 - side1))
        if 0.0 < t < length:
            found.append(t)
    return found


def side_of_line(piece: Piece, x: float, y: float) -> float:
    """Positive to the left of the nearest part of the line, as it is drawn; negative to its right, where works face."""
    best = FAR
    side = 0.0
    for k in range(1, len(piece.xs)):
        x0, y0, x1, y1 = piece.xs[k - 1], piece.ys[k - 1], piece.xs[k], piece.ys[k]
        dx = x1 - x0
        dy = y1 - y0
        square = dx * dx + dy * dy
        t = ((x - x0) * dx + (y - y0) * dy) / square
        t = 0.0 if t < 0.0 else 1.0 if t > 1.0 else t
        ex = x - x0 - t * dx
        ey = y - y0 - t * dy
        far = ex * ex + ey * ey
        if far < best:
            best = far
            side = dx * (y - y0) - dy * (x - x0)
    return side


def land_of(ground: Ground, rules: GettysburgRules) -> Land:
    plots = [Plot(index, piece, rules.ground[piece.kind]) for index, piece in enumerate(ground.pieces)]
    return Land(ground, plots, rules)


def with_piece(land: Land, kind: str, piece: Piece) -> Land:
    """The same land with one piece more."""
    ground = Ground(land.ground.width, land.ground.depth, [*land.ground.pieces, piece])
    return Land(ground, [*land.plots, Plot(len(land.plots), piece, land.rules.ground[kind])], land.rules)
