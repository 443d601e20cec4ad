"""Measuring at the table: range, arc, sight and cover between two units, or from a unit to a point."""

from __future__ import annotations

from typing import Final

from playsheet.core.geometry import FAR, spacing
from playsheet.core.measuring import Measured, Noted, Sightline, Spot
from playsheet.core.words import listed
from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.battle.units import Unit
from playsheet.rules.orderchips.ground.sight import blocker, cover_of, enfiladed, in_front, marks_on, weapon_bears
from playsheet.rules.orderchips.sheet.tables import Weapon
from playsheet.rules.orderchips.terms import BANDS, COVERS, RangeBand, Where

COVER_WORDS: Final = ("in the open", "in light cover", "in heavy cover")


def measured(battle: ChipBattle, unit: Unit | None, target: Unit | None, start: Spot, end: Spot) -> Measured:
    """Between two units all that shooting asks for; from or to a point the way, what is between, and the cover."""
    x0, y0 = (start.x, start.y) if unit is None else eye_of(battle, unit)
    x1, y1 = (end.x, end.y) if target is None else place_of(battle, target)
    found = Measured(x0, y0, x1, y1)
    found.sight = sight(battle, unit, target, start, end)
    if target is None:
        cover = battle.land.area_cover(x1, y1)
        found.facts.append(Noted("cover", f"somebody there would be {COVER_WORDS[cover]}", COVERS[cover], "R32"))
        return found
    if unit is not None:
        note_range(battle, found, unit, x0, y0, target)
    models = [target.first] if target.place == Where.ATTACHED else marks_on(battle, target)
    if models:
        cover = cover_of(battle, target, models, x0, y0)
        found.facts.append(Noted("cover", COVER_WORDS[cover], COVERS[cover], "R32"))
    if target.place == Where.ON_TABLE and enfiladed(battle, target, x0, y0):
        found.facts.append(Noted("enfilade", "in enfilade from there", value=True, ruling="R31"))
    return found


def eye_of(battle: ChipBattle, unit: Unit) -> tuple[float, float]:
    """Where its ranges are measured from: a gun, a hull, the middle of its figures (section 9)."""
    if unit.serves():
        return battle.at(unit.model)
    return place_of(battle, unit)


def place_of(battle: ChipBattle, unit: Unit) -> tuple[float, float]:
    if unit.place == Where.ATTACHED:
        return battle.at(unit.first)
    return battle.middle(unit) if unit.place == Where.ON_TABLE else battle.at(unit.model)


def weapons_of(unit: Unit) -> list[Weapon]:
    if unit.card.machine is not None:
        return unit.card.machine.weapons
    return [unit.card.weapon] if unit.card.weapon is not None else []


def note_range(battle: ChipBattle, found: Measured, unit: Unit, x: float, y: float, target: Unit) -> None:
    """How far, in which band for each weapon, and whether it bears."""
    far = spacing(x, y, *place_of(battle, target))
    found.facts.append(Noted("range", "from centre to centre", far, "R55"))
    for weapon in weapons_of(unit):
        band = weapon.band(far)
        word = "out of range" if band == RangeBand.BEYOND else f"{BANDS[band]} range"
        found.facts.append(Noted("band", f"{weapon.name}: {word}", word, "R55"))
    bears, said = arc_of(battle, unit, target)
    found.facts.append(Noted("arc", said, bears, "R56"))


def arc_of(battle: ChipBattle, unit: Unit, target: Unit) -> tuple[bool, str]:
    """How many of the unit's models, or which of its weapons, have any of the target in their arc."""
    places = [battle.at(model) for model in marks_on(battle, target)] or [place_of(battle, target)]
    hull = unit.hull
    if hull is not None:
        names = [
            weapon.name
            for weapon in weapons_of(unit)
            if any(weapon_bears(battle, hull, weapon, x, y) for x, y in places)
        ]
        if not names:
            return False, "no weapon bears"
        return True, listed(names) + (" bears" if len(names) == 1 else " bear")
    eyes = [unit.model] if unit.serves() else [unit.first] if unit.place == Where.ATTACHED else battle.members(unit)
    facing = len([eye for eye in eyes if any(in_front(battle, eye, x, y) for x, y in places)])
    if len(eyes) == 1:
        return facing == 1, "inside the frontal 180" if facing else "outside the frontal 180"
    return facing > 0, f"{facing} of {len(eyes)} have it in their frontal 180"


def eyes_of(battle: ChipBattle, unit: Unit) -> list[int]:
    """The models that see and are seen."""
    if unit.place == Where.ATTACHED:
        return [unit.first]
    return battle.fighters(unit) or [battle.leader(unit)]


def sight(battle: ChipBattle, unit: Unit | None, target: Unit | None, start: Spot, end: Spot) -> Sightline:
    """The first pair with nothing between them; else what stands between the nearest pair."""
    eyes = [(start.x, start.y)] if unit is None else [battle.at(model) for model in eyes_of(battle, unit)]
    seen = [(end.x, end.y)] if target is None else [battle.at(model) for model in eyes_of(battle, target)]
    best = FAR
    nearest: Sightline | None = None
    for x0, y0 in eyes:
        for x1, y1 in seen:
            line = Sightline(x0, y0, x1, y1, blocker(battle, x0, y0, x1, y1, unit, target))
            if not line.blocked_by:
                return line
            far = spacing(x0, y0, x1, y1)
            if nearest is None or far < best:
                best = far
                nearest = line
    if nearest is None:
        raise AttributeError("there is nothing to look from or at")
    return nearest
