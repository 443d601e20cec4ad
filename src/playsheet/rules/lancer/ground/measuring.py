"""Measuring at the table: range, arc, sight and cover between two units, or from a unit to a point."""

from __future__ import annotations

from playsheet.core.measuring import Measured, Noted, Sightline, Spot
from playsheet.rules.lancer.battle.state import LancerBattle
from playsheet.rules.lancer.battle.units import Unit
from playsheet.rules.lancer.ground.sight import blocker, eye, in_arc, in_cover, range_to, sight
from playsheet.rules.lancer.terms import Arm


def measured(battle: LancerBattle, unit: Unit | None, target: Unit | None, start: Spot, end: Spot) -> Measured:
    """Between two units all that shooting asks for; from a unit to a point the range and what is between."""
    if unit is None:
        return Measured(start.x, start.y, *((end.x, end.y) if target is None else (target.x, target.y)))
    x0, y0 = eye(unit)
    if target is None:
        found = Measured(x0, y0, end.x, end.y)
        found.sight = Sightline(x0, y0, end.x, end.y, blocker(battle, unit, unit, x0, y0, end.x, end.y))
        return found
    found = Measured(x0, y0, target.x, target.y)
    how = "from the muzzle to the centre" if unit.kind == Arm.GUN else "from centre to centre"
    if battle.rules.range_nearest:
        how = (
            "from the muzzle to the nearest figure" if unit.kind == Arm.GUN else "from nearest figure to nearest figure"
        )
    found.facts.append(Noted("range", how, range_to(battle, unit, target), "R24"))
    if unit.kind != Arm.COMMANDER:
        inside = in_arc(battle, unit, target)
        found.facts.append(Noted("arc", "inside the arc to the front" if inside else "outside the arc", inside))
        covered = in_cover(battle, x0, y0, target)
        found.facts.append(Noted("cover", "in cover" if covered else "in the open", covered, "R25"))
    ray = sight(battle, unit, target)
    found.sight = Sightline(ray.x0, ray.y0, ray.x1, ray.y1, ray.blocked_by)
    return found
