"""Placing models: what is no facing and no number of files, bases as they stand about a point, who is put first."""

from __future__ import annotations

from mypy_extensions import i64

from playsheet.core.angles import direction
from playsheet.core.figures import Figures


def bad_facing(facing: float) -> str:
    """Why it is none; empty if it is one."""
    return "" if 0.0 <= facing < 360.0 else f"expected a facing from 0 to 360 degrees, got {facing:g}."


def bad_files(files: float, most: int) -> str:
    """Why so many figures cannot stand in so many files; empty if they can."""
    if files != int(files) or not 1 <= files <= most:
        return f"expected from 1 to {most} files, got {files:g}."
    return ""


def bases_about(
    x: float, y: float, facing: float, bases: list[tuple[float, float, float, float]]
) -> list[tuple[float, float, float, float, float]]:
    """Bases (x, y, width, depth) to be drawn about a point that faces so: right, forward, turned by, width, depth."""
    ux, uy = direction(facing)
    found: list[tuple[float, float, float, float, float]] = []
    for at_x, at_y, width, depth in bases:
        dx = at_x - x
        dy = at_y - y
        found.append((dx * uy - dy * ux, dx * ux + dy * uy, 0.0, width, depth))
    return found


def front_first(figures: Figures, members: list[int], uy: float, *, ux: float) -> list[int]:
    """Those in front, along (ux, uy), first, so that the others find room behind them."""
    keyed = [(-(figures.x[i64(member)] * ux + figures.y[i64(member)] * uy), member) for member in members]
    keyed.sort()
    return [member for _, member in keyed]
