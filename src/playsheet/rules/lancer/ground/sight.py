"""Range, arc, line of sight and cover: from the table to the few facts that shooting needs."""

from __future__ import annotations

from math import sqrt
from typing import Final

from mypy_extensions import i64

from playsheet.core.geometry import (
    FAR,
    TOLERANCE,
    point_distance,
    segment_meets_rect,
    spacing,
    spacing_squared,
)
from playsheet.core.terrain import Piece, crossed, holds
from playsheet.core.words import the
from playsheet.rules.lancer.battle.state import LancerBattle
from playsheet.rules.lancer.battle.units import Unit
from playsheet.rules.lancer.terms import Arm


class Sight:
    """A line of sight with its proof: the ray, and what blocks it (empty if nothing does)."""

    def __init__(self, x0: float, y0: float, x1: float, y1: float, blocked_by: str) -> None:
        self.x0: Final = x0
        self.y0: Final = y0
        self.x1: Final = x1
        self.y1: Final = y1
        self.blocked_by: Final = blocked_by

    def clear(self) -> bool:
        return not self.blocked_by


def eye(unit: Unit) -> tuple[float, float]:
    """Where ranges and sight lines start: the centre, or the muzzle of a gun (R24)."""
    if unit.kind == Arm.GUN:
        block = unit.shape[0]
        return block.point(0.0, block.half_d)
    return unit.x, unit.y


def range_to(battle: LancerBattle, unit: Unit, target: Unit) -> float:
    """Centre to centre, guns from the muzzle; nearest figure to nearest by the other reading of R24."""
    x, y = eye(unit)
    if not battle.rules.range_nearest:
        return spacing(x, y, target.x, target.y)
    best = FAR
    starts = [unit.first] if unit.kind == Arm.GUN else battle.members(unit)
    for figure in starts:
        at: i64 = figure
        fx = x if unit.kind == Arm.GUN else battle.figures.x[at]
        fy = y if unit.kind == Arm.GUN else battle.figures.y[at]
        near = nearest_figure(battle, target, fx, fy)
        if near < best:
            best = near
    return best


def nearest_figure(battle: LancerBattle, unit: Unit, x: float, y: float) -> float:
    """From a point to the nearest figure of a unit."""
    figures = battle.figures
    best = FAR * FAR
    at: i64 = unit.first
    end: i64 = unit.first + unit.start
    while at < end:
        if figures.state[at] == 0:
            far = spacing_squared(x, y, figures.x[at], figures.y[at])
            if far < best:
                best = far
        at += 1
    return sqrt(best)


def in_arc(battle: LancerBattle, unit: Unit, target: Unit) -> bool:
    """Is the target's centre within the arc to the front, limits included?"""
    x, y = eye(unit)
    dx = target.x - x
    dy = target.y - y
    held = unit.shape[0]
    return dx * held.ux + dy * held.uy >= battle.rules.arc_cosine * sqrt(dx * dx + dy * dy) - TOLERANCE


def sees(battle: LancerBattle, unit: Unit, target: Unit) -> bool:
    """Is nothing between them?"""
    x0, y0 = eye(unit)
    return not blocker(battle, unit, target, x0, y0, target.x, target.y)


def sight(battle: LancerBattle, unit: Unit, target: Unit) -> Sight:
    """The same with its proof, to be drawn and explained."""
    x0, y0 = eye(unit)
    return Sight(x0, y0, target.x, target.y, blocker(battle, unit, target, x0, y0, target.x, target.y))


def blocker(battle: LancerBattle, unit: Unit, target: Unit, x0: float, y0: float, x1: float, y1: float) -> str:
    """What blocks the line: terrain that holds neither end, a crest above both, a unit no lower than both (R26)."""
    land = battle.land
    pieces = land.plan.between(x0, y0, x1, y1)
    for index in pieces:
        plot = land.plots[index]
        if not plot.hides:
            continue
        if crossed(plot.piece, x0, y0, x1, y1) and not holds(plot.piece, x0, y0) and not holds(plot.piece, x1, y1):
            return the(plot.name)
    height = 0
    if land.has_hills:
        height = max(land.level(x0, y0), land.level(x1, y1))
        for index in pieces:
            hill = land.plots[index]
            if (
                hill.level > height
                and crossed(hill.piece, x0, y0, x1, y1)
                and not holds(hill.piece, x0, y0)
                and not holds(hill.piece, x1, y1)
            ):
                return the(hill.name)
    if battle.vetoes and ((unit.id, target.id) in battle.vetoes or (target.id, unit.id) in battle.vetoes):
        return "the game master's word"
    if battle.rules.units_block:
        far = spacing(x0, y0, x1, y1)
        ux = (x1 - x0) / far if far > 0.0 else 0.0
        uy = (y1 - y0) / far if far > 0.0 else 0.0
        for other in battle.along(x0, y0, ux, uy, far, 0.0):
            if other.kind == Arm.COMMANDER or other is unit or other is target:
                continue
            for part in other.shape:
                if segment_meets_rect(x0, y0, x1, y1, part):
                    if height == 0 or height <= land.level(other.x, other.y):
                        return other.name
                    break
    return ""


def crossed_near(wall: Piece, x0: float, y0: float, target: Unit, within: float) -> bool:
    """Does the line of fire, which crosses the wall, do so that near to the target? Another part of a long wall may be
    near: that shelters nobody."""
    far = spacing(x0, y0, target.x, target.y)
    ux = (target.x - x0) / far
    uy = (target.y - y0) / far
    for end in range(1, len(wall.xs)):
        at: i64 = end
        side0 = (wall.xs[at - 1] - x0) * uy - (wall.ys[at - 1] - y0) * ux
        side1 = (wall.xs[at] - x0) * uy - (wall.ys[at] - y0) * ux
        if (side0 > TOLERANCE and side1 > TOLERANCE) or (side0 < -TOLERANCE and side1 < -TOLERANCE):
            continue
        along0 = (wall.xs[at - 1] - x0) * ux + (wall.ys[at - 1] - y0) * uy
        along1 = (wall.xs[at] - x0) * ux + (wall.ys[at] - y0) * uy
        apart = abs(side0 - side1)
        along = along0 + (along1 - along0) * (abs(side0) / apart) if apart > TOLERANCE else max(along0, along1)
        if -TOLERANCE <= along <= far + TOLERANCE:
            for part in target.shape:
                if point_distance(part, x0 + along * ux, y0 + along * uy) <= within + TOLERANCE:
                    return True
    return False


def in_cover(battle: LancerBattle, x0: float, y0: float, target: Unit) -> bool:
    """Do most of the target's figures stand in cover, or does a wall close to it cross the line of fire (R25)?"""
    land = battle.land
    figures = battle.figures
    for index in land.plan.between(x0, y0, target.x, target.y) if land.has_lines else []:
        wall = land.plots[index]
        if wall.cover and wall.linear and crossed(wall.piece, x0, y0, target.x, target.y):
            if crossed_near(wall.piece, x0, y0, target, battle.rules.wall_cover):
                return True
    if not land.has_cover:
        return False
    covered = 0
    at: i64 = target.first
    end: i64 = target.first + target.start
    while at < end:
        if figures.state[at] == 0:
            for index in land.plan.at(figures.x[at], figures.y[at]):
                plot = land.plots[index]
                if plot.cover and not plot.linear and holds(plot.piece, figures.x[at], figures.y[at]):
                    if not (plot.slow and land.on_road(figures.x[at], figures.y[at])):
                        covered += 1
                        break
        at += 1
    return 2 * covered > target.figures
