"""The ground as this sheet reads it: who may enter, what is cover, what blocks sight, where an edge stops a move."""

from __future__ import annotations

from typing import Final

from playsheet.core.geometry import FAR, TOLERANCE, Rect
from playsheet.core.terrain import (
    HAIR,
    Ground,
    Piece,
    edge_ahead,
    front_in,
    holds,
    on_table,
    rect_gap,
    rect_overlaps,
    run_inside,
)
from playsheet.core.words import the
from playsheet.rules.lancer.sheet import GroundRow
from playsheet.tabletop import land as tabletop


class Plot(tabletop.Plot):
    """A piece of terrain with its row of the `terrain` table."""

    def __init__(self, piece: Piece, row: GroundRow) -> None:
        super().__init__(piece, piece.name or row.id, piece.level, 1 if row.cover else 0)
        self.row: Final = row
        self.foot: Final[bool] = row.foot
        self.mounted: Final[bool] = row.mounted
        self.by_road: Final[bool] = row.by_road
        self.slow: Final[bool] = row.slow
        self.hides: Final[bool] = row.hides
        self.edge: Final[bool] = row.edge

    def admits(self, mounted: bool) -> bool:
        """May troops of that sort stand here at all (roads apart)?"""
        return self.mounted if mounted else self.foot


class Land(tabletop.Land):
    """The table and its plots."""

    def __init__(self, ground: Ground, plots: list[Plot]) -> None:
        super().__init__(ground, [*plots])
        self.plots: Final = plots
        self.has_roads: Final = any(plot.row.road for plot in plots)
        self.has_cover: Final = any(plot.cover > 0 and not plot.linear for plot in plots)

    def bars_horse_at(self, x: float, y: float) -> bool:
        """Is that a place where foot may go and horse may not?"""
        for index in self.plan.at(x, y):
            plot = self.plots[index]
            if plot.foot and not plot.mounted and holds(plot.piece, x, y):
                return True
        return False

    def bars_horse_under(self, footprint: Rect) -> bool:
        """Does any of it stand where foot may go and horse may not?"""
        inside = footprint.inflated(-TOLERANCE)
        for plot in self.under(inside):
            if plot.foot and not plot.mounted and rect_overlaps(plot.piece, inside):
                return True
        return False

    def under(self, footprint: Rect) -> list[Plot]:
        """The plots that the footprint may lie on."""
        far = footprint.radius
        x = footprint.x
        y = footprint.y
        return [self.plots[index] for index in self.plan.in_box(x - far, y - far, x + far, y + far)]

    def on_road(self, x: float, y: float) -> bool:
        if not self.has_roads:
            return False
        for index in self.plan.at(x, y):
            road = self.plots[index]
            if road.row.road and holds(road.piece, x, y):
                return True
        return False

    def road_run(self, x: float, y: float, ux: float, uy: float) -> float:
        """How far a point can go that way and stay on a road (R19)."""
        longest = 0.0
        if not self.has_roads:
            return 0.0
        for index in self.plan.at(x, y):
            road = self.plots[index]
            if not road.row.road:
                continue
            run = run_inside(road.piece, x, y, ux, uy)
            if run > longest:
                longest = run
        return longest

    def refuses(self, footprint: Rect, mounted: bool, keeps_road: bool) -> str:
        """Why a unit may not stand there: the table edge, or ground closed to it; empty if it may."""
        if not on_table(self.ground, footprint):
            return "the table edge"
        for plot in self.under(footprint):
            if plot.linear or plot.admits(mounted):
                continue
            if plot.by_road and keeps_road and self.on_road(footprint.x, footprint.y):
                continue
            if rect_overlaps(plot.piece, footprint):
                return the(plot.name)
        return ""

    def slow_ahead(self, footprint: Rect, ux: float, uy: float, keeps_road: bool) -> bool:
        """Is any of the ground just ahead of the leading edge slow going (R17, R48)?"""
        ax, ay, bx, by = footprint.front()
        for plot in self.under(footprint):
            if plot.slow and front_in(plot.piece, ax, ay, bx, by, ux, uy):
                if keeps_road and self.road_run(footprint.x, footprint.y, ux, uy) > TOLERANCE:
                    continue
                return True
        return False

    def closed_ahead(
        self, footprint: Rect, ux: float, uy: float, mounted: bool, keeps_road: bool, reach: float
    ) -> tuple[float, str]:
        """How far until ground closed to the unit, and which; FAR if none within reach."""
        nearest = FAR
        name = ""
        for index in self.plan.along(footprint.x, footprint.y, ux, uy, reach, footprint.radius + HAIR):
            plot = self.plots[index]
            if plot.linear or plot.admits(mounted):
                continue
            far = rect_gap(plot.piece, footprint, ux, uy)
            if far >= nearest or far > reach:
                continue
            if plot.by_road and keeps_road:
                run = self.road_run(footprint.x, footprint.y, ux, uy)
                if run > far:
                    # On the road the wood is open; where the centre would leave the road it closes again.
                    there = footprint.moved(ux, uy, run + HAIR)
                    far = run if rect_overlaps(plot.piece, there) else run + rect_gap(plot.piece, there, ux, uy)
            if far < nearest:
                nearest = far
                name = the(plot.name)
        return nearest, name

    def edge_ahead(self, footprint: Rect, ux: float, uy: float, keeps_road: bool, reach: float) -> tuple[float, int]:
        """How far until the front edge meets other ground or a linear feature, and the plot's place in `plots`."""
        ax, ay, bx, by = footprint.front()
        nearest = FAR
        which = -1
        for index in self.plan.along(footprint.x, footprint.y, ux, uy, reach, footprint.radius + HAIR):
            plot = self.plots[index]
            if not plot.edge:
                continue
            far = edge_ahead(plot.piece, ax, ay, bx, by, ux, uy)
            if far >= nearest or far > reach:
                continue
            if plot.slow and keeps_road and self.road_run(footprint.x, footprint.y, ux, uy) > far + TOLERANCE:
                continue
            nearest = far
            which = index
        return nearest, which


def with_shifted(land: Land, index: int, dx: float, dy: float) -> Land:
    """The same land with one piece moved."""
    old = land.plots[index].piece
    points = [(old.xs[i] + dx, old.ys[i] + dy) for i in range(len(old.xs))]
    piece = Piece(old.id, old.name, old.kind, points, old.is_line, old.level)
    plots = land.plots[:]
    plots[index] = Plot(piece, plots[index].row)
    pieces = [plot.piece for plot in plots]
    return Land(Ground(land.ground.width, land.ground.depth, pieces), plots)
