"""Measuring at the table: range, arc, sight and cover between two units, or from a unit to a point."""

from __future__ import annotations

from typing import Final

from playsheet.core.geometry import FAR, spacing
from playsheet.core.measuring import Measured, Noted, Sightline, Spot
from playsheet.core.words import listed
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.battle.units import NOBODY, Unit
from playsheet.rules.gaslight.battle.words import gun_words, weapon_word
from playsheet.rules.gaslight.ground.marks import Mark, cover_at, distance_to, marks_of
from playsheet.rules.gaslight.ground.sight import blocker, faces, gun_muzzle, weapon_bears, weapon_muzzle, wreck_cover
from playsheet.rules.gaslight.terms import BANDS, COVERS, Arm, RangeBand, Where

COVER_WORDS: Final = ("in the open", "in light cover", "in hard cover")


def measured(battle: GaslightBattle, unit: Unit | None, target: Unit | None, start: Spot, end: Spot) -> Measured:
    """Between two units all that shooting asks for; from or to a point the way, what is between, and the cover."""
    x0, y0 = (start.x, start.y) if unit is None else eye_of(battle, unit)
    x1, y1 = (end.x, end.y) if target is None else place_of(battle, target)
    found = Measured(x0, y0, x1, y1)
    eyes = [NOBODY] if unit is None else models_of(battle, unit)
    seen = [NOBODY] if target is None else models_of(battle, target)
    found.sight = sight(battle, eyes, seen, start, end)
    if target is None:
        cover = spot_cover(battle, x0, y0, x1, y1)
        found.facts.append(Noted("cover", f"a man there would be {COVER_WORDS[cover]}", COVERS[cover], "R46"))
        return found
    for mark in seen_marks(battle, target):
        if unit is None:
            note_cover(battle, found, mark, x0, y0)
        else:
            note(battle, found, unit, mark, x0, y0)
    return found


def spot_cover(battle: GaslightBattle, x0: float, y0: float, x: float, y: float) -> int:
    """The cover that a man on foot would have at (x, y) against a shot from (x0, y0)."""
    land = battle.land
    radius = battle.rules.radii[Arm.FOOT]
    found = max(land.area_cover(x, y), land.line_cover(x0, y0, x, y, radius))
    return max(found, wreck_cover(battle, x0, y0, x, y, radius))


# ---------------------------------------------------------------- the two ends


def figures_of(battle: GaslightBattle, unit: Unit) -> list[int]:
    """Its figures on the table; of an attached character he himself."""
    return [unit.first] if unit.place == Where.ATTACHED else battle.on_foot(unit)


def eye_of(battle: GaslightBattle, unit: Unit) -> tuple[float, float]:
    """Where its ranges are measured from: a gun's muzzle, a machine's centre, the middle of its figures (R36)."""
    if battle.gun_of(unit) >= 0:
        return gun_muzzle(battle, unit)
    return place_of(battle, unit)


def place_of(battle: GaslightBattle, unit: Unit) -> tuple[float, float]:
    """Its middle."""
    if unit.has_machine() or (unit.hull is not None and not battle.on_foot(unit)):
        return battle.at(unit.model)
    return battle.centre(figures_of(battle, unit))


def seen_marks(battle: GaslightBattle, target: Unit) -> list[Mark]:
    """What of the target can be shot at: its figures, its machine."""
    return [Mark(target, [target.first], machine=False)] if target.place == Where.ATTACHED else marks_of(battle, target)


# ---------------------------------------------------------------- what the sheet says


def note(battle: GaslightBattle, found: Measured, unit: Unit, mark: Mark, x: float, y: float) -> None:
    """Range, bands, arc and cover of one thing that can be shot at."""
    prefix = prefix_of(mark)
    far = distance_to(battle, mark, x, y)
    how = "to the nearest point of the hull" if mark.machine else "to the centre of its figures"
    start = "from the muzzle " if battle.gun_of(unit) >= 0 else "from the centre "
    found.facts.append(Noted(prefix + "range", start + how, far, "R36"))
    for name, band in bands_of(battle, unit, mark, far):
        found.facts.append(Noted(f"{prefix}band", f"{name}: {band}", band, "R35"))
    bears, said = arc_of(battle, unit, mark)
    found.facts.append(Noted(prefix + "arc", said, bears, "R37" if unit.has_machine() else "R38"))
    note_cover(battle, found, mark, x, y)


def note_cover(battle: GaslightBattle, found: Measured, mark: Mark, x: float, y: float) -> None:
    cover = cover_at(battle, mark, x, y)
    found.facts.append(Noted(prefix_of(mark) + "cover", COVER_WORDS[cover], COVERS[cover], "R44"))


def prefix_of(mark: Mark) -> str:
    """A machine and its crew are two things to shoot at."""
    return "machine " if mark.machine else "crew " if mark.unit.kind == Arm.VEHICLE else ""


def band_word(band: int) -> str:
    return "out of range" if band == RangeBand.BEYOND else f"{BANDS[band]} range"


def bands_of(battle: GaslightBattle, unit: Unit, mark: Mark, far: float) -> list[tuple[str, str]]:
    """Each weapon of the unit with the range band it would shoot in; a machine's from its own muzzle."""
    found: list[tuple[str, str]] = []
    if unit.kind == Arm.CREW:
        gun = unit.card.gun
        if gun is not None and battle.gun_of(unit) >= 0:
            found.append((gun.name, band_word(gun.band(far))))
        return found
    card = unit.card.machine
    if card is not None:
        hull = unit.hull
        if hull is not None and unit.has_machine():
            for gun in card.weapons:
                x, y = weapon_muzzle(hull, gun)
                found.append((gun_words(gun), band_word(gun.band(distance_to(battle, mark, x, y)))))
        return found
    named: list[str] = []
    for figure in figures_of(battle, unit):
        weapon = battle.cast[figure].weapon
        if weapon is not None and weapon.id not in named:
            named.append(weapon.id)
            found.append((weapon_word(weapon), band_word(weapon.band(far))))
    return found


def arc_of(battle: GaslightBattle, unit: Unit, mark: Mark) -> tuple[bool, str]:
    """How many of the unit's models have any of the mark in their arc."""
    hull = unit.hull
    card = unit.card.machine
    if card is not None and hull is not None and unit.has_machine():
        places = [battle.at(model) for model in mark.models]
        names: list[str] = []
        for gun in card.weapons:
            if any(weapon_bears(battle, hull, gun, x, y) for x, y in places):
                names.append(gun_words(gun))
        if not names:
            return False, "no weapon bears"
        return True, listed(names) + (" bears" if len(names) == 1 else " bear")
    if battle.gun_of(unit) >= 0:
        inside = any(faces(battle, unit.model, *battle.at(model)) for model in mark.models)
        return inside, "inside the gun's frontal 180" if inside else "outside the gun's frontal 180"
    figures = figures_of(battle, unit)
    facing = len([one for one in figures if any(faces(battle, one, *battle.at(model)) for model in mark.models)])
    if len(figures) == 1:
        return facing == 1, "inside the frontal 180" if facing else "outside the frontal 180"
    return facing > 0, f"{facing} of {len(figures)} have it in their frontal 180"


def sight(battle: GaslightBattle, eyes: list[int], seen: list[int], start: Spot, end: Spot) -> Sightline:
    """The first pair with nothing between them; else what stands between the nearest pair. NOBODY is the point."""
    best = FAR
    nearest: Sightline | None = None
    for one in eyes:
        x0, y0 = battle.at(one) if one >= 0 else (start.x, start.y)
        for other in seen:
            x1, y1 = battle.at(other) if other >= 0 else (end.x, end.y)
            line = Sightline(x0, y0, x1, y1, blocker(battle, x0, y0, x1, y1, one, other))
            if not line.blocked_by:
                return line
            far = spacing(x0, y0, x1, y1)
            if nearest is None or far < best:
                best = far
                nearest = line
    if nearest is None:
        raise AttributeError("there is nothing to look from or at")
    return nearest


def models_of(battle: GaslightBattle, unit: Unit) -> list[int]:
    """The models that see and are seen: its machine or wreck, its gun, else its figures."""
    if unit.has_machine() or battle.gun_of(unit) >= 0:
        return [unit.model]
    return figures_of(battle, unit) or [unit.model]
