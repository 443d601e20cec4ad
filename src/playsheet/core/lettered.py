"""The table in letters: ground as signs, each side's units as letters of their own."""

from __future__ import annotations

from typing import Final

from playsheet.core.geometry import rect
from playsheet.core.scenario import Scenario
from playsheet.core.telling import Mark, Standing
from playsheet.core.terrain import Ground, Piece, holds

COLUMNS: Final = 72
TALL: Final = 2.0  # a letter is about twice as high as it is wide
SIGNS: Final = {
    "open": " ",
    "woods": "♣",
    "scrub": "♠",
    "field": "„",
    "crops": "„",
    "rocks": "◊",
    "building": "▒",
    "river": "~",
    "stream": "~",
    "lake": "~",
    "marsh": "≈",
    "ford": "≈",
    "bridge": "=",
    "road": "·",
    "street": "·",
    "hill": "^",
    "slope": "^",
    "steep-slope": "▲",
    "mountain": "▲",
    "cliff": "▲",
    "open-wood": "♣",
    "dense-wood": "♣",
    "orchard": "♠",
    "rough": "◊",
    "mud": "≈",
    "ploughed-mud": "≈",
    "snow": ":",
    "shallow-water": "≈",
    "deep-water": "~",
    "bua": "▒",
    "ruin": "▒",
    "earthwork": "▒",
    "trench": "▒",
    "fire-pits": "◊",
    "wreck": "◊",
}
LINE: Final = "×"
MARKER: Final = "o"
EMPTY: Final = -1  # nobody and nothing is there ...
GROUND: Final = -2  # ... or ground ...
MARKED: Final = -3  # ... or a marker of the scenario
CAPITALS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def letters(roster: list[Standing]) -> list[str]:
    """A letter a unit: capitals for the first side, small ones for the second; * when they run out."""
    counted: dict[int, int] = {}
    found: list[str] = []
    for unit in roster:
        at = counted.get(unit.side, 0)
        counted[unit.side] = at + 1
        letter = CAPITALS[at] if at < len(CAPITALS) else "*"
        found.append(letter if unit.side % 2 == 0 else letter.lower())
    return found


class Lettered:
    """The rows of such a map, north on top: a sign for each place, and whose it is."""

    def __init__(self, rows: int, columns: int) -> None:
        self.columns: Final = columns
        self.signs: Final = [[" "] * columns for _ in range(rows)]
        self.sides: Final = [[EMPTY] * columns for _ in range(rows)]  # a side's index, or one of these

    def text(self) -> str:
        """It, in a frame."""
        edge = "+" + "-" * self.columns + "+"
        return "\n".join([edge, *["|" + "".join(row) + "|" for row in self.signs], edge])


def lettered(roster: list[Standing], marks: list[Mark], scenario: Scenario, ground: Ground) -> Lettered:
    """The table as it stands."""
    columns = min(COLUMNS, max(24, round(ground.width * 1.5)))
    cell = ground.width / columns
    rows = max(8, round(ground.depth / (cell * TALL)))
    high = ground.depth / rows
    drawn = Lettered(rows, columns)
    for row in range(rows):
        for column in range(columns):
            x, y = (column + 0.5) * cell, ground.depth - (row + 0.5) * high
            for piece in ground.pieces:
                if not piece.is_line and holds(piece, x, y):
                    drawn.signs[row][column] = SIGNS.get(piece.kind, "?")
                    drawn.sides[row][column] = GROUND

    def put(x: float, y: float, sign: str, side: int) -> None:
        column = min(columns - 1, max(0, int(x / cell)))
        row = min(rows - 1, max(0, int((ground.depth - y) / high)))
        drawn.signs[row][column] = sign
        drawn.sides[row][column] = side

    for piece in ground.pieces:
        if piece.is_line:
            for x, y in along(piece, cell):
                put(x, y, LINE, GROUND)
    for marker in scenario.markers:
        put(marker.x, marker.y, MARKER, MARKED)
    keys = letters(roster)
    for mark in marks:
        for x, y in covered(mark, cell):
            put(x, y, keys[mark.unit], roster[mark.unit].side)
    return drawn


def covered(mark: Mark, step: float) -> list[tuple[float, float]]:
    """Where a mark shows: a figure at one point, a base with many on it all over."""
    if mark.count == 1:
        return [(mark.x, mark.y)]
    base = rect(mark.x, mark.y, mark.facing, mark.width, mark.depth)
    across = max(1, round(mark.width / step))
    deep = max(1, round(mark.depth / step))
    return [
        base.point(((i + 0.5) / across - 0.5) * mark.width, ((j + 0.5) / deep - 0.5) * mark.depth)
        for i in range(across)
        for j in range(deep)
    ]


def along(piece: Piece, step: float) -> list[tuple[float, float]]:
    """Points along a line, close enough to leave no gap."""
    found: list[tuple[float, float]] = []
    for k in range(1, len(piece.xs)):
        x0, y0, x1, y1 = piece.xs[k - 1], piece.ys[k - 1], piece.xs[k], piece.ys[k]
        n = max(1, int((abs(x1 - x0) + abs(y1 - y0)) / step * 2))
        found += [(x0 + (x1 - x0) * i / n, y0 + (y1 - y0) * i / n) for i in range(n + 1)]
    return found
