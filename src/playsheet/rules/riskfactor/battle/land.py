"""The ground as this sheet reads it: going, cover, what conceals, what is enclosed, what a horse may not enter."""

from __future__ import annotations

from typing import Final

from playsheet.core.discs import Going, depth, from_boundary, from_piece
from playsheet.core.geometry import TOLERANCE
from playsheet.core.terrain import Ground, Piece, crossed, holds
from playsheet.rules.riskfactor.sheet import GroundRow
from playsheet.rules.riskfactor.terms import Cover, GroundGoing


class Plot:
    """A piece of terrain with its row of the `terrain` table; a game master may rule on its cover and enclosure."""

    def __init__(self, piece: Piece, row: GroundRow, cover: int, enclosed: bool) -> None:
        self.piece: Final = piece
        self.row: Final = row
        self.name: Final = piece.name or row.id
        self.cover: Final = cover
        self.enclosed: Final = enclosed
        self.linear: Final[bool] = piece.is_line
        self.difficult: Final[bool] = row.going == GroundGoing.DIFFICULT
        self.barrier: Final[bool] = row.going == GroundGoing.BARRIER
        self.conceals: Final[bool] = row.conceals
        self.horses: Final[bool] = row.horses
        self.strong: Final[bool] = row.strong
        self.crest: Final[bool] = row.crest
        self.level: Final[int] = max(piece.level, 1) if row.crest else piece.level


class Spot:
    """What the ground says about a place: read once, when a figure comes to stand there."""

    def __init__(self, hides: int, deep: float, level: int, cover: int, enclosed: bool, lined: bool) -> None:
        self.hides: Final = hides  # the concealing plot he stands in, or -1
        self.deep: Final = deep  # how deep in it
        self.level: Final = level
        self.cover: Final = cover  # of the areas he stands in
        self.enclosed: Final = enclosed
        self.lined: Final = lined  # a barrier is near enough to fight or shelter at


class Land:
    """The table and its plots."""

    def __init__(self, ground: Ground, plots: list[Plot], lining: float) -> None:
        self.ground: Final = ground
        self.plots: Final = plots
        self.lining: Final = lining
        self.hills: Final = [plot for plot in plots if plot.crest]
        self.concealing: Final = [index for index, plot in enumerate(plots) if plot.conceals and not plot.linear]
        self.covers: Final = [index for index, plot in enumerate(plots) if plot.cover > Cover.OPEN]
        self.lines: Final = [plot for plot in plots if plot.linear]
        self.barriers: Final = [plot.piece for plot in plots if plot.barrier]
        roads = [plot.piece for plot in plots if plot.row.id == "road"]
        difficult = [plot.piece for plot in plots if plot.difficult and not plot.linear]
        self.going: Final = Going(difficult, roads, self.barriers)
        self.open_going: Final = Going(  # what is not "open clear": difficult, or it hides or hems in (R30)
            [plot.piece for plot in plots if not plot.linear and (plot.difficult or plot.conceals or plot.enclosed)],
            roads,
            self.barriers,
        )
        self.closed_to_horse: Final = [plot.piece for plot in plots if not plot.horses and not plot.linear]
        self.closed_to_nobody: Final[list[Piece]] = []

    def spot(self, x: float, y: float, r: float) -> Spot:
        """Everything a figure's place says about him."""
        hides = -1
        deep = 0.0
        level = 0
        cover = Cover.OPEN
        enclosed = False
        lined = False
        for index in range(len(self.plots)):
            plot = self.plots[index]
            piece = plot.piece
            if plot.linear:
                if plot.barrier and not lined and near_box(piece, x, y, r + self.lining):
                    lined = from_boundary(piece, x, y) - r <= self.lining + TOLERANCE
                continue
            if not holds(piece, x, y):
                continue
            if plot.conceals:
                down = depth(piece, x, y, r)
                if hides < 0 or down > deep:
                    hides = index
                    deep = down
            if plot.crest and plot.level > level:
                level = plot.level
            if plot.cover > cover:
                cover = plot.cover
            if plot.enclosed:
                enclosed = True
        return Spot(hides, deep, level, cover, enclosed, lined)

    def barrier_between(self, x0: float, y0: float, x1: float, y1: float) -> bool:
        for piece in self.barriers:
            if crossed(piece, x0, y0, x1, y1):
                return True
        return False

    def barrier_in_gap(self, x0: float, y0: float, x1: float, y1: float, r: float) -> bool:
        """Does a barrier lie between two bases? Not under one of them: that man stands on it."""
        for piece in self.barriers:
            if crossed(piece, x0, y0, x1, y1) and not across(piece, x0, y0, r) and not across(piece, x1, y1, r):
                return True
        return False

    def on_barrier(self, x: float, y: float, r: float) -> bool:
        """Would a base there lie across a barrier?"""
        for piece in self.barriers:
            if across(piece, x, y, r):
                return True
        return False

    def line_cover(self, x0: float, y0: float, x: float, y: float, r: float) -> int:
        """The cover of a linear feature close to the figure at (x, y) and between him and (x0, y0) (R23)."""
        best = Cover.OPEN
        for plot in self.lines:
            if plot.cover > best and crossed(plot.piece, x0, y0, x, y):
                if from_piece(plot.piece, x, y, r) <= self.lining + TOLERANCE:
                    best = plot.cover
        return best

    def strong_at(self, x: float, y: float, r: float) -> bool:
        """Is that in a building, or close to a wall or works (R56)?"""
        for plot in self.plots:
            if not plot.strong:
                continue
            if plot.linear:
                if from_piece(plot.piece, x, y, r) <= self.lining + TOLERANCE:
                    return True
            elif holds(plot.piece, x, y):
                return True
        return False

    def lines_near(self, x: float, y: float, r: float) -> int:
        """The best cover of a linear feature close to the place, whatever side the enemy is on."""
        best = Cover.OPEN
        for plot in self.lines:
            if plot.cover > best and from_piece(plot.piece, x, y, r) <= self.lining + TOLERANCE:
                best = plot.cover
        return best


def near_box(piece: Piece, x: float, y: float, by: float) -> bool:
    return piece.min_x - by <= x <= piece.max_x + by and piece.min_y - by <= y <= piece.max_y + by


def across(barrier: Piece, x: float, y: float, r: float) -> bool:
    """Does a base there lie across the barrier?"""
    return near_box(barrier, x, y, r) and from_boundary(barrier, x, y) < r - TOLERANCE


def land_of(ground: Ground, rows: dict[str, GroundRow], lining: float) -> Land:
    plots = [
        Plot(piece, rows[piece.kind], rows[piece.kind].cover, rows[piece.kind].enclosed) for piece in ground.pieces
    ]
    return Land(ground, plots, lining)


def with_ruling(land: Land, index: int, cover: int, enclosed: bool) -> Land:
    """The same land with one plot as a game master rules."""
    plots = land.plots[:]
    plots[index] = Plot(plots[index].piece, plots[index].row, cover, enclosed)
    return Land(land.ground, plots, land.lining)
