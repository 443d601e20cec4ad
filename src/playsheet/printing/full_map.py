"""The map in true size: the table cut into equal sheets, which are trimmed and laid together on it."""

from __future__ import annotations

import math
from typing import Final

from playsheet.core.errors import Refused
from playsheet.core.reader import figure
from playsheet.core.scenario import Scenario
from playsheet.printing.chart import drawing, letters, reduced
from playsheet.printing.pieces import MILLIMETRES, lengths
from playsheet.printing.typesetting import Data

# Millimetres. Left and top have the marks, the name of the sheet and the figures along the edges.
PAGES: Final = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
LEFT: Final = 11.0
TOP: Final = 16.0
RIGHT: Final = 8.0
BELOW: Final = 8.0
STRIP: Final = 8.0  # of the neighbours to the right and below, on which they are laid
KEY: Final = (150.0, 110.0)  # the key's drawing, at most
STROKE: Final = 2.0  # of what is drawn, at most
NAME: Final = 130.0  # from a place to the end of its name, at most
MOST_SHEETS: Final = 300
NUMBERED: Final = {"inch": 1, "cm": 5}  # every so many units there is a figure along the edge


def grid_of(scenario: Scenario, unit: str, paper: str) -> Grid:
    """Into which sheets the table is cut, if they are not too many."""
    ground, scale = scenario.ground, MILLIMETRES[unit]
    grid = Grid(ground.width * scale, ground.depth * scale, paper)
    if grid.count > MOST_SHEETS:
        raise Refused(
            f"The map in full would take {grid.count} sheets of paper, for a table of {figure(ground.width)} by "
            f"{figure(ground.depth)} {lengths(unit)}; expected a table that takes at most {MOST_SHEETS}."
        )
    return grid


def full_map_data(scenario: Scenario, unit: str, paper: str) -> Data:
    grid = grid_of(scenario, unit, paper)
    scale = MILLIMETRES[unit]
    whole = drawing(scenario, scale)
    return {
        "drawn": whole,
        "key": drawing(scenario, reduced(scenario.ground, *KEY)),
        "lying": grid.lying,
        "rows": grid.rows,
        "columns": grid.columns,
        "count": grid.count,
        "left": LEFT,
        "top": TOP,
        "strip": STRIP,
        "width": grid.width,
        "depth": grid.depth,
        "said": f"{figure(round(grid.width / scale, 2))} by {figure(round(grid.depth / scale, 2))} {lengths(unit)}",
        "step": scale,
        "numbered": NUMBERED[unit],
        "sheets": [grid.sheet(row, column, whole) for row in range(grid.rows) for column in range(grid.columns)],
    }


class Grid:
    """How a table is cut into sheets, upright or lying, whichever are fewer; all have an equal share of it."""

    def __init__(self, width: float, depth: float, paper: str) -> None:
        self.whole: Final = (width, depth)
        across, down = PAGES[paper]
        upright, lying = shares(width, depth, across, down), shares(width, depth, down, across)
        self.lying: Final = lying[0] * lying[1] < upright[0] * upright[1]
        self.columns, self.rows = lying if self.lying else upright
        self.count: Final = self.columns * self.rows
        self.width: Final = round(width / self.columns, 4)
        self.depth: Final = round(depth / self.rows, 4)

    def sheet(self, row: int, column: int, whole: Data) -> Data:
        """Which part of the table it is, from the upper left corner, and what is to be seen there."""
        left, top = column * self.width, row * self.depth
        right = left + self.width + (STRIP if column + 1 < self.columns else 0.0)
        below = top + self.depth + (STRIP if row + 1 < self.rows else 0.0)
        right, below = min(right, self.whole[0]), min(below, self.whole[1])
        pieces = [number for number, piece in enumerate(whole["pieces"]) if touches(piece, left, top, right, below)]
        places = [(*marker["at"], marker["across"] / 2) for marker in whole["markers"]]
        places += [(*unit["at"], 0.0) for unit in whole["units"]]
        return {
            "name": f"{letters(row)}{column + 1}",
            "said": f"row {letters(row)}, {column + 1} of {self.columns}",
            "row": row,
            "column": column,
            "at": [round(left, 4), round(top, 4)],
            "to": [round(right, 4), round(below, 4)],
            "pieces": pieces,
            "bare": not pieces and not any(is_by(place, left, top, right, below) for place in places),
        }


def shares(width: float, depth: float, across: float, down: float) -> tuple[int, int]:
    """Into how many columns and rows a table is cut for a page of that size."""
    return (
        math.ceil(width / (across - LEFT - RIGHT - STRIP)),
        math.ceil(depth / (down - TOP - BELOW - STRIP)),
    )


def touches(piece: Data, left: float, top: float, right: float, below: float) -> bool:
    """Is something of the piece on the sheet, or of its outline's stroke?"""
    xs: list[float] = [x for x, _ in piece["points"]]
    ys: list[float] = [y for _, y in piece["points"]]
    across = min(xs) - STROKE <= right and max(xs) + STROKE >= left
    return across and min(ys) - STROKE <= below and max(ys) + STROKE >= top


def is_by(place: tuple[float, float, float], left: float, top: float, right: float, below: float) -> bool:
    """Is a place, as wide as it is, on the sheet, or so near that its name is?"""
    x, y, radius = place
    return left - NAME - radius <= x <= right + radius and top - radius <= y <= below + radius
