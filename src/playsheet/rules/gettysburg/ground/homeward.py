"""Who comes first at one moment: by where units stand, seen from their own baselines, not by side or roster (R151)."""

from __future__ import annotations

from typing import Final

from playsheet.core.geometry import TOLERANCE, distance
from playsheet.rules.gettysburg.battle.state import GettysburgBattle
from playsheet.rules.gettysburg.battle.units import Unit
from playsheet.rules.gettysburg.terms import Edge

HUNDREDTH: Final = 100.0  # of an inch: nearer than that two units are as near


def homeward(battle: GettysburgBattle, unit: Unit) -> tuple[int, int, int]:
    """Where it stands as seen from its own baseline: how far off, how far to the right of its left corner; figures.

    Units that move at one moment go in this order (R151), which is the same from either side of the table.
    """
    ground = battle.land.ground
    edge = battle.armies[unit.side].baseline
    if edge == Edge.NORTH:
        far, right = ground.depth - unit.y, unit.x
    elif edge == Edge.SOUTH:
        far, right = unit.y, ground.width - unit.x
    elif edge == Edge.EAST:
        far, right = ground.width - unit.x, ground.depth - unit.y
    else:
        far, right = unit.x, unit.y
    return int(far * HUNDREDTH + 0.5), int(right * HUNDREDTH + 0.5), unit.figures


def in_home_order(battle: GettysburgBattle, units: list[Unit]) -> list[Unit]:
    """Those nearest their own baselines first: they make room for the others (R151)."""
    keyed = [(homeward(battle, unit), unit.id) for unit in units]
    keyed.sort()
    return [battle.units[id] for _, id in keyed]


def nearest_foe(battle: GettysburgBattle, unit: Unit) -> Unit | None:
    """The nearest enemy; of several as near the one nearest its own baseline."""
    first, far = battle.nearest_enemy(unit)
    if first < 0:
        return None
    as_near = [
        other
        for other in battle.around(unit.x, unit.y, unit.shape.radius + far + TOLERANCE)
        if other.side != unit.side and distance(unit.shape, other.shape) <= far + TOLERANCE
    ]
    return in_home_order(battle, as_near)[0] if as_near else battle.units[first]
