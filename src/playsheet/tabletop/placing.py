"""Placing models: what is no facing and no number of files, bases as they stand about a point, who is put first."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.angles import direction, wrapped
from playsheet.core.figures import Figures
from playsheet.core.geometry import spacing
from playsheet.core.words import listed

SHORT: Final = 0.05  # of its place, in the table's unit: nobody sees less
MOST_NAMED: Final = 2  # of what stops a body of figures
END_OF_MOVE: Final = "the move ends there"


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


def bases_at(
    x: float, y: float, facing: float, bodies: list[tuple[float, float, float, float, float]]
) -> list[tuple[float, float, float, float, float]]:
    """Bodies (right, forward, turned by, width, depth) as they stand about a point: x, y, facing, width, depth."""
    ux, uy = direction(facing)
    found: list[tuple[float, float, float, float, float]] = []
    for right, forward, by, width, depth in bodies:
        found.append((x + right * uy + forward * ux, y - right * ux + forward * uy, wrapped(facing + by), width, depth))
    return found


def throws(dice: int, sides: int, add: int, most: float) -> list[tuple[float, int]]:
    """How far dice and a constant carry, at `most` so far: each distance, and how many of all throws give it."""
    counts = {add: 1}
    for _ in range(dice):
        further: dict[int, int] = {}
        for sum, ways in counts.items():
            for face in range(1, sides + 1):
                further[sum + face] = further.get(sum + face, 0) + ways
        counts = further
    capped: dict[float, int] = {}
    for sum, ways in counts.items():
        far = min(float(sum), most)
        capped[far] = capped.get(far, 0) + ways
    return sorted(capped.items())


class Halt:
    """What has ended somebody's way, in words that follow `stops`; for whoever asks, play itself does not."""

    def __init__(self) -> None:
        self.said = ""  # empty: no more than the end of his move


AT_THE_EDGE: Final = "at the table's edge"
BEHIND_THE_OTHERS: Final = "behind the others"  # of the same body


def kept_by(name: str, *, friend: bool) -> str:
    """`before the Warrior Band`, `behind the Redcoats`."""
    return f"behind {name}" if friend else f"before {name}"


def slowed_by(name: str) -> str:
    """Ground that has used the move up."""
    return f"slowed by {name}"


def halt_said(halt: str) -> str:
    """`stops at the wall`; empty if nothing has ended it."""
    if not halt:
        return ""
    return f"stops, {halt}" if halt.startswith("slowed") else f"stops {halt}"


def behind(wanted: list[tuple[float, float]], places: list[tuple[float, float]], length: str, halts: list[str]) -> str:
    """How many do not come where they were to, and at what they stop; empty if all do.

    `3 of 10 stop short, by up to 2.5 inches: before the Warrior Band and slowed by the wood`.
    """
    far = 0.0
    late = 0
    at: list[str] = []
    for k in range(len(wanted)):
        short = spacing(*wanted[k], *places[k])
        if short > SHORT:
            late += 1
            far = max(far, short)
            if halts[k] and halts[k] not in at:
                at.append(halts[k])
    if not late:
        return ""
    if len(at) > 1 and BEHIND_THE_OTHERS in at:
        at.remove(BEHIND_THE_OTHERS)  # what stops these is told
    by = f"{far:.1f}".removesuffix(".0") + " " + length
    if by == "1 inches":
        by = "1 inch"
    why = listed(at[:MOST_NAMED]) if at else END_OF_MOVE
    if len(wanted) == 1:
        return f"stops {by} short: {why}"
    return f"{'all' if late == len(wanted) else late} of {len(wanted)} stop short, by up to {by}: {why}"


def front_first(figures: Figures, members: list[int], uy: float, *, ux: float) -> list[int]:
    """Those in front, along (ux, uy), first, so that the others find room behind them."""
    keyed = [(-(figures.x[i64(member)] * ux + figures.y[i64(member)] * uy), member) for member in members]
    keyed.sort()
    return [member for _, member in keyed]
