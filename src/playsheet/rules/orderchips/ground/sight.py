"""Arcs, lines of sight, ranges and cover (section 9): from the table to the few facts that shooting and morale need."""

from __future__ import annotations

from mypy_extensions import i64

from playsheet.core.angles import bearing, turn_between, wrapped
from playsheet.core.geometry import TOLERANCE, Rect, point_segment_distance, segment_meets_rect, spacing
from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.battle.units import NOBODY, Unit, is_close
from playsheet.rules.orderchips.dice.shooting import is_enfiladed, shared_cover
from playsheet.rules.orderchips.sheet.tables import Weapon, is_within
from playsheet.rules.orderchips.terms import Arc, Bar, Cover, ModelKind, Where

# ---------------------------------------------------------------- arcs


def in_arc(x: float, y: float, facing: float, to_x: float, to_y: float, half: float) -> bool:
    """Is the point within so many degrees of the facing, the limit included? What stands in the same place is."""
    if spacing(x, y, to_x, to_y) <= TOLERANCE:
        return True
    return is_within(turn_between(facing, bearing(to_x - x, to_y - y)), half)


def in_front(battle: ChipBattle, model: int, x: float, y: float) -> bool:
    """Is the point in the 180 in front of a figure or gun?"""
    i: i64 = model
    figures = battle.figures
    return in_arc(figures.x[i], figures.y[i], figures.facing[i], x, y, battle.rules.half_front)


def weapon_bears(battle: ChipBattle, hull: Rect, weapon: Weapon, x: float, y: float) -> bool:
    """Does the arc of a machine's weapon hold the point? A turret points anywhere."""
    if weapon.arc == Arc.TURRET:
        return True
    aside = {Arc.FRONT: 0.0, Arc.LEFT: 270.0, Arc.RIGHT: 90.0}[weapon.arc]
    return in_arc(hull.x, hull.y, wrapped(hull.facing + aside), x, y, battle.rules.half_mounted)


# ---------------------------------------------------------------- lines of sight


def blocker(
    battle: ChipBattle, x0: float, y0: float, x1: float, y1: float, unit: Unit | None, other: Unit | None
) -> str:
    """What blocks the line between the two units: ground, a machine, a wreck, close order; empty if nothing does."""
    ground = battle.land.hidden_by(x0, y0, x1, y1)
    if ground:
        return ground
    far = spacing(x0, y0, x1, y1)
    if far <= TOLERANCE:
        return ""
    for model in battle.near.along(x0, y0, (x1 - x0) / far, (y1 - y0) / far, far, 0.0):
        own = battle.unit_of(model)
        if own is unit or own is other:
            continue
        part = battle.part[i64(model)]
        hides = part == ModelKind.HULL or (part == ModelKind.FIGURE and hides_others(own))
        if hides and stands_between(battle, model, x0, y0, x1, y1):
            return own.name
    return ""


def hides_others(unit: Unit) -> bool:
    """Nobody sees through figures in close order."""
    return is_close(unit) and not unit.lone()


def stands_between(battle: ChipBattle, model: int, x0: float, y0: float, x1: float, y1: float) -> bool:
    """Does the line pass over the base?"""
    i: i64 = model
    if battle.round[i] == 1:
        x, y = battle.at(model)
        return point_segment_distance(x, y, x0, y0, x1, y1) < 0.5 * battle.wide[i] - TOLERANCE
    return segment_meets_rect(x0, y0, x1, y1, battle.box(model))


def sees(battle: ChipBattle, model: int, other: int) -> bool:
    """Is the line from centre to centre free? Arcs are another matter."""
    x0, y0 = battle.at(model)
    x1, y1 = battle.at(other)
    return not blocker(battle, x0, y0, x1, y1, battle.unit_of(model), battle.unit_of(other))


def why_none_seen(battle: ChipBattle, model: int, others: list[int]) -> str:
    """Why a figure or gun sees none of these in its front, in a word: none is there, or something hides those."""
    why = Bar.OUT_OF_ARC
    for other in others:
        x, y = battle.at(other)
        if in_front(battle, model, x, y):
            if sees(battle, model, other):
                return ""
            why = Bar.HIDDEN
    return why


def marks_on(battle: ChipBattle, target: Unit) -> list[int]:
    """The models of a unit that can be shot at: its figures or its hull; a gun by itself cannot."""
    return battle.fighters(target)


def range_from(battle: ChipBattle, x: float, y: float, target: Unit) -> float:
    """From a point (the centre of those who fire, a gun, a hull) to the middle of the target (section 9)."""
    to_x, to_y = battle.middle(target)
    return spacing(x, y, to_x, to_y)


# ---------------------------------------------------------------- cover


def model_cover(battle: ChipBattle, model: int, x: float, y: float) -> int:
    """The cover of one model against somebody at (x, y): the ground it stands in, or what it stands behind."""
    at_x, at_y = battle.at(model)
    best = battle.land.area_cover(at_x, at_y)
    i: i64 = model
    if battle.round[i] == 1:
        line = battle.land.line_cover(x, y, at_x, at_y, 0.5 * battle.wide[i])
    else:
        line = battle.land.hull_line_cover(x, y, battle.box(model))
    best = max(best, line)
    return best if best > Cover.NONE else wreck_cover(battle, model, x, y)


def wreck_cover(battle: ChipBattle, model: int, x: float, y: float) -> int:
    """Light cover close behind a wreck (R61)."""
    at_x, at_y = battle.at(model)
    lining = battle.rules.lining
    for other in battle.near.within(at_x, at_y, battle.radius(model) + lining):
        if (
            battle.part[i64(other)] != ModelKind.HULL
            or other == model
            or battle.owner_of(other).place == Where.ON_TABLE
        ):
            continue
        if battle.gap(model, other) <= lining + TOLERANCE and stands_between(battle, other, x, y, at_x, at_y):
            return Cover.LIGHT
    return Cover.NONE


def cover_of(battle: ChipBattle, unit: Unit, models: list[int], x: float, y: float) -> int:
    """What most of these models of a unit have against somebody at (x, y) (R32), or what a game master says (R60)."""
    if unit.said_cover != NOBODY:
        return unit.said_cover
    counts = [0, 0, 0]
    if is_bare(battle, models):
        counts[Cover.NONE] = len(models)
    else:
        for model in models:
            counts[model_cover(battle, model, x, y)] += 1
    return shared_cover(battle.rules, counts[0], counts[1], counts[2])


def is_bare(battle: ChipBattle, models: list[int]) -> bool:
    """Is there nothing near any of these models that covers anybody? A quick look, which may miss that it is so."""
    if not models or battle.has_wrecks():
        return False
    least_x, least_y = battle.at(models[0])
    most_x = least_x
    most_y = least_y
    radius = 0.0
    for model in models:
        x, y = battle.at(model)
        least_x = min(least_x, x)
        most_x = max(most_x, x)
        least_y = min(least_y, y)
        most_y = max(most_y, y)
        radius = max(radius, battle.radius(model))
    far = radius + battle.land.lining + TOLERANCE
    return not battle.land.covers_in(least_x - far, least_y - far, most_x + far, most_y + far)


def morale_cover(battle: ChipBattle, unit: Unit) -> int:
    """The cover that steadies a unit: where it stands, or an obstacle between it and the nearest enemy (R78)."""
    members = battle.members(unit)
    x, y = battle.centre(members)
    enemy, _ = battle.nearest_foe(unit, x, y)
    if enemy >= 0:
        x, y = battle.at(enemy)
    return cover_of(battle, unit, members, x, y)


# ---------------------------------------------------------------- enfilade


def ranks_of(battle: ChipBattle, unit: Unit) -> tuple[int, int]:
    """Files and ranks as the unit stands now."""
    n = battle.strength(unit)
    files = max(1, min(unit.files, n))
    return files, (n + files - 1) // files


def enfiladed(battle: ChipBattle, target: Unit, x: float, y: float) -> bool:
    """Does fire from (x, y) rake the target (R31)? Never a crew, a notable person or a machine."""
    if target.is_machine() or target.lone() or target.model >= 0:
        return False
    files, ranks = ranks_of(battle, target)
    at_x, at_y = battle.middle(target)
    return is_enfiladed(battle.rules, files, ranks, target.facing, bearing(x - at_x, y - at_y))
