"""Bases against each other: do they overlap, and how far can one go straight until it is so near to another."""

from __future__ import annotations

from mypy_extensions import i64

from playsheet.core.discs import disc_ahead, segment_ahead
from playsheet.core.geometry import FAR, TOLERANCE, Rect, gap, overlaps, point_distance, spacing
from playsheet.rules.orderchips.battle.state import ChipBattle


def stands_on(battle: ChipBattle, model: int, x: float, y: float, facing: float, other: int) -> bool:
    """Would the base of the first, at (x, y), overlap the other where that stands? Touching is not overlapping."""
    i: i64 = model
    j: i64 = other
    figures = battle.figures
    if battle.round[i] == 1:
        r = 0.5 * battle.wide[i]
        if battle.round[j] == 1:
            return spacing(x, y, figures.x[j], figures.y[j]) < r + 0.5 * battle.wide[j] - TOLERANCE
        return point_distance(battle.box(other), x, y) < r - TOLERANCE
    box = battle.box_at(model, x, y, facing)
    if battle.round[j] == 1:
        return point_distance(box, figures.x[j], figures.y[j]) < 0.5 * battle.wide[j] - TOLERANCE
    return overlaps(box, battle.box(other))


def run_to(
    battle: ChipBattle, model: int, x: float, y: float, facing: float, ux: float, uy: float, other: int, *, short: float
) -> float:
    """How far the base at (x, y) goes along (ux, uy) until its edge is `short` of the other's; FAR if it never is.

    To what is nearer already it comes no nearer: 0.0 if the way leads toward it.
    """
    i: i64 = model
    j: i64 = other
    ox, oy = battle.at(other)
    if battle.round[i] == 1:
        r = 0.5 * battle.wide[i]
        if battle.round[j] == 1:
            return disc_ahead(x, y, ux, uy, ox, oy, r + 0.5 * battle.wide[j] + short)
        return box_ahead(battle.box(other), x, y, ux, uy, r + short)
    box = battle.box_at(model, x, y, facing)
    if battle.round[j] == 1:
        return box_ahead(box, ox, oy, -ux, -uy, 0.5 * battle.wide[j] + short)
    held = battle.box(other)
    return gap(box, ux, uy, held.inflated(short) if short > 0.0 else held)


def box_ahead(box: Rect, x: float, y: float, ux: float, uy: float, reach: float) -> float:
    """How far a point goes along (ux, uy) until it is `reach` from a rectangle."""
    near = point_distance(box, x, y)
    if near < reach - TOLERANCE:
        step = 1e-3
        return 0.0 if point_distance(box, x + ux * step, y + uy * step) < near - TOLERANCE * step else FAR
    corners = box.corners()
    best = FAR
    for k in range(4):
        x0 = corners[2 * k]
        y0 = corners[2 * k + 1]
        x1 = corners[(2 * k + 2) % 8]
        y1 = corners[(2 * k + 3) % 8]
        t = segment_ahead(x, y, ux, uy, reach, x0, y0, x1, y1)
        if t < best:
            best = t
    return best
