"""Figures: one small store of arrays for the whole table. A unit holds an index range of it."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.arrays import Floats, Ints, copy_floats, copy_ints, floats, ints

IN_PLAY: Final = 0
LOST: Final = 1  # killed or captured
FLED: Final = 2  # ran from the table


class Figures:
    """Where each figure stands, which way it faces, and whether it is still there."""

    def __init__(self, x: Floats, y: Floats, facing: Floats, state: Ints) -> None:
        self.x = x
        self.y = y
        self.facing = facing
        self.state = state

    def clone(self) -> Figures:
        return Figures(copy_floats(self.x), copy_floats(self.y), copy_floats(self.facing), copy_ints(self.state))

    def put(self, figure: i64, x: float, y: float, facing: float) -> None:
        self.x[figure] = x
        self.y[figure] = y
        self.facing[figure] = facing

    def count(self, first: i64, n: i64, state: i64) -> int:
        """How many of the n figures from `first` are in that state."""
        found: i64 = 0
        figure: i64 = first
        while figure < first + n:
            if self.state[figure] == state:
                found += 1
            figure += 1
        return found

    def in_state(self, first: i64, n: i64, state: i64) -> list[int]:
        """Those of the n figures from `first` that are in that state, in index order."""
        found: list[int] = []
        figure: i64 = first
        while figure < first + n:
            if self.state[figure] == state:
                found.append(int(figure))
            figure += 1
        return found


def new_figures(n: int) -> Figures:
    return Figures(floats(n), floats(n), floats(n), ints(n))
