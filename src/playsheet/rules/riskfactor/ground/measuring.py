"""Measuring at the table: the gap from base to base between two groups, and whether one sees the other."""

from __future__ import annotations

from mypy_extensions import i64

from playsheet.core.geometry import FAR, spacing
from playsheet.core.measuring import Measured, Noted, Sightline, Spot
from playsheet.rules.riskfactor.battle.state import RiskBattle
from playsheet.rules.riskfactor.battle.units import Group
from playsheet.rules.riskfactor.ground.sight import gap, sees, sight_proof


def measured(battle: RiskBattle, group: Group | None, target: Group | None, start: Spot, end: Spot) -> Measured:
    """From the nearest figure to the nearest figure, or point."""
    if group is None and target is None:
        return Measured(start.x, start.y, end.x, end.y)
    if group is None or target is None:
        held = group if group is not None else target
        assert held is not None
        spot = end if group is not None else start
        x, y = place_of(battle, nearest_to(battle, held, spot.x, spot.y))
        return Measured(x, y, spot.x, spot.y) if group is not None else Measured(spot.x, spot.y, x, y)
    one, other = nearest_pair(battle, group, target)
    x0, y0 = place_of(battle, one)
    x1, y1 = place_of(battle, other)
    found = Measured(x0, y0, x1, y1)
    found.facts.append(Noted("gap", "from base edge to base edge", gap(battle, one, other), "R29"))
    found.sight = sight_between(battle, group, target, one, other)
    return found


def sight_between(battle: RiskBattle, group: Group, target: Group, one: int, other: int) -> Sightline:
    """The first pair of which one sees the other; else why the nearest pair does not."""
    for figure in battle.members(group):
        for enemy in battle.members(target):
            if sees(battle, figure, enemy):
                x0, y0 = place_of(battle, figure)
                x1, y1 = place_of(battle, enemy)
                return Sightline(x0, y0, x1, y1, "")
    x0, y0 = place_of(battle, one)
    x1, y1 = place_of(battle, other)
    return Sightline(x0, y0, x1, y1, sight_proof(battle, one, other) or "the distance")


def nearest_pair(battle: RiskBattle, group: Group, target: Group) -> tuple[int, int]:
    best = FAR
    found = (-1, -1)
    for one in battle.members(group):
        for other in battle.members(target):
            far = gap(battle, one, other)
            if far < best:
                best = far
                found = (one, other)
    return found


def nearest_to(battle: RiskBattle, group: Group, x: float, y: float) -> int:
    best = FAR
    found = -1
    for figure in battle.members(group):
        fx, fy = place_of(battle, figure)
        far = spacing(fx, fy, x, y)
        if far < best:
            best = far
            found = figure
    return found


def place_of(battle: RiskBattle, figure: int) -> tuple[float, float]:
    at: i64 = figure
    return battle.figures.x[at], battle.figures.y[at]
