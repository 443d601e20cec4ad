"""Measuring at the table: range, band, arc, zone, sight and cover between two units, or from a unit to a point."""

from __future__ import annotations

from typing import Final

from playsheet.core.geometry import distance, point_distance, rect
from playsheet.core.measuring import Measured, Noted, Spot
from playsheet.rules.gettysburg.battle.state import GettysburgBattle
from playsheet.rules.gettysburg.battle.units import Unit
from playsheet.rules.gettysburg.ground.footprints import faces_of, in_arc, tangent, zone_of
from playsheet.rules.gettysburg.ground.sight import arc_of, cover_of, range_to, sight
from playsheet.rules.gettysburg.terms import BANDS, COVERS, ZONES, Arm, Formation, RangeBand, SkirmishRate, Weapon

COVER_SAID: Final = ("in the open", "in light cover", "in cover", "behind hasty works", "behind works")


def measured(battle: GettysburgBattle, unit: Unit | None, target: Unit | None, start: Spot, end: Spot) -> Measured:
    """Between two units all that fire asks for; else the way itself, and how far the footprint is."""
    x0, y0 = (start.x, start.y) if unit is None else unit.front_middle()
    x1, y1 = (end.x, end.y) if target is None else (target.x, target.y)
    found = Measured(x0, y0, x1, y1)
    if unit is None and target is None:
        return found
    if target is None:
        assert unit is not None
        note_point(battle, found, unit, x1, y1)
    elif unit is None:
        far = point_distance(target.shape, x0, y0)
        found.facts.append(Noted("edge", f"{far:.1f} inches to the nearest part of {target.name}", round(far, 3)))
        note_cover(battle, found, target, x0, y0)
    else:
        note_pair(battle, found, unit, target)
    return found


def note_point(battle: GettysburgBattle, found: Measured, unit: Unit, x: float, y: float) -> None:
    far = point_distance(unit.shape, x, y)
    found.facts.append(Noted("edge", f"{far:.1f} inches from the nearest part of {unit.name}", round(far, 3)))
    slope = tangent(arc_of(battle, unit))
    inside = any(in_arc(face, rect(x, y, facing=0.0, width=1e-4, depth=1e-4), slope) for face in faces_of(battle, unit))
    found.facts.append(Noted("arc", "in its arc" if inside else "outside its arc", inside, "R49"))


def note_pair(battle: GettysburgBattle, found: Measured, unit: Unit, target: Unit) -> None:
    """Range by the front edge, band, arc, the target's zone, its cover, and the line of sight."""
    apart = distance(unit.shape, target.shape)
    found.facts.append(Noted("apart", f"{apart:.1f} inches between the footprints", round(apart, 3)))
    far = range_to(battle, unit, target)
    found.facts.append(Noted("range", f"{far:.1f} inches from its front", round(far, 3)))
    note_band(battle, found, unit, far)
    slope = tangent(arc_of(battle, unit))
    inside = any(in_arc(face, target.shape, slope) for face in faces_of(battle, unit))
    found.facts.append(Noted("arc", "in its arc" if inside else "outside its arc", inside, "R49"))
    zone = ZONES[zone_of(battle, target, unit.x, unit.y)]
    found.facts.append(Noted("zone", f"in the {zone} zone of {target.name}", zone, "R56"))
    x, y = unit.front_middle()
    note_cover(battle, found, target, x, y)
    found.sight = sight(battle, unit, target)


def note_cover(battle: GettysburgBattle, found: Measured, target: Unit, x: float, y: float) -> None:
    cover = cover_of(battle, target, x, y)
    found.facts.append(Noted("cover", f"{target.name} is {COVER_SAID[cover]}", COVERS[cover], "R57"))


def note_band(battle: GettysburgBattle, found: Measured, unit: Unit, far: float) -> None:
    """The band of its weapon there."""
    rules = battle.rules
    if unit.arm == Arm.ARTILLERY:
        band = rules.gun_band(unit.card.gun_class, far)
        if far <= rules.canister[unit.card.gun_class]:
            found.facts.append(Noted("canister", "within canister range", value=True, ruling="R50"))
    elif unit.formation == Formation.SKIRMISH:
        reach = rules.reach(unit.card.weapon, unit.skirmish_rate() == SkirmishRate.SHARPSHOOTER)
        said = "within the reach of its skirmishers" if far <= reach else "beyond the reach of its skirmishers"
        found.facts.append(Noted("band", said, far <= reach, "R41"))
        return
    elif unit.card.weapon == Weapon.NONE:
        return
    else:
        band = rules.band(unit.card.weapon, far)
    said = "beyond range" if band == RangeBand.BEYOND else f"{BANDS[band]} range"
    found.facts.append(Noted("band", said, "beyond" if band == RangeBand.BEYOND else BANDS[band], "R45"))
