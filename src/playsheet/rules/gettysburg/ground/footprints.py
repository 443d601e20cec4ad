"""Footprints: rotated rectangles, their zones and arcs, what stands behind whom, how a charger lies flush.

In a unit's own axes x is to its right and y forward; w and d are half its width and depth.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.angles import direction, wrapped
from playsheet.core.geometry import (
    BACK,
    LEFT,
    RIGHT,
    TOLERANCE,
    Rect,
    distance,
    overlaps,
    rect,
    segment_rect_distance,
    spacing_squared,
)
from playsheet.core.geometry import FRONT as FRONT_FACE
from playsheet.rules.gettysburg.battle.state import GettysburgBattle
from playsheet.rules.gettysburg.battle.units import Unit
from playsheet.rules.gettysburg.sheet.rows import troops_of
from playsheet.rules.gettysburg.terms import Arm, Formation, Order, Where, Zone

SLIDE: Final = 0.25  # inches between the places that are tried along an edge
LEAST_SHARED: Final = 0.5  # of an edge, when a charger has to slide along it to find room
POSSIBLE: Final = 7  # of the sides of an arc: on none of them a point is clearly outside ...
INSIDE: Final = 63  # ... or it is inside of all


# ---------------------------------------------------------------- distance


def fire_distance(firer: Rect, target: Rect) -> float:
    """For close-order fire: from the front edge to the target's footprint."""
    ax, ay, bx, by = firer.front()
    return segment_rect_distance(ax, ay, bx, by, target)


def clearly_beyond(one: Rect, other: Rect, far: float) -> bool:
    """Are they farther apart than that by the circles about them? Then so they are by all that is measured."""
    reach = far + one.radius + other.radius + TOLERANCE
    return spacing_squared(one.x, one.y, other.x, other.y) > reach * reach


def touches(battle: GettysburgBattle, one: Rect, other: Rect) -> bool:
    """Base contact."""
    return distance(one, other) <= battle.rules.contact + TOLERANCE


# ---------------------------------------------------------------- zones


def zone_at(held: Rect, px: float, py: float) -> int:
    """In which zone of a footprint the point lies: front, rear, else flank; ties go to the front, then to the rear."""
    right, forward = held.local(px, py)
    aside = abs(right) - held.half_w
    ahead = forward - held.half_d
    if ahead >= -TOLERANCE and ahead >= aside - TOLERANCE:
        return Zone.FRONT
    behind = -forward - held.half_d
    if behind >= -TOLERANCE and behind >= aside - TOLERANCE:
        return Zone.REAR
    return Zone.FLANK


def zone_of(battle: GettysburgBattle, target: Unit, px: float, py: float) -> int:
    """The same for a unit: skirmishers, mobs and garrisons of built up areas have front zones all round (R104)."""
    return Zone.FRONT if faces_all_round(battle, target) else zone_at(target.shape, px, py)


def faces_all_round(battle: GettysburgBattle, unit: Unit) -> bool:
    """Works have a front, and who holds them has flanks and a rear."""
    return unit.turns_freely() or (unit.garrison >= 0 and battle.land.plots[unit.garrison].bua)


# ---------------------------------------------------------------- arcs


def tangent(degrees: float) -> float:
    """Of the arcs that the sheet knows."""
    sine, cosine = direction(degrees)
    return sine / cosine


def in_arc(held: Rect, target: Rect, slope: float) -> bool:
    """Is any part of the target in the arc from both front corners, opening by `slope` for each inch ahead?"""
    ax, ay, bx, by, cx, cy, dx, dy = target.corners()
    a = arc_sides(held, ax, ay, slope)
    b = arc_sides(held, bx, by, slope)
    c = arc_sides(held, cx, cy, slope)
    d = arc_sides(held, dx, dy, slope)
    if a == INSIDE or b == INSIDE or c == INSIDE or d == INSIDE:
        return True
    if (a | b | c | d) & POSSIBLE != POSSIBLE:
        return False
    return in_arc_between(held, target, slope)


def arc_sides(held: Rect, px: float, py: float, slope: float) -> i64:
    """On which sides of the three edges of an arc a point lies: a bit for each where it is inside, and one more for
    each where it is not clearly outside."""
    x, y = held.local(px, py)
    w = held.half_w + TOLERANCE
    d = held.half_d - TOLERANCE
    ahead = y - d
    left = -x + slope * y + (w - slope * d)
    right = x + slope * y + (w - slope * d)
    found: i64 = 0
    if ahead >= -TOLERANCE:
        found += 1 if ahead < 0.0 else 9
    if left >= -TOLERANCE:
        found += 2 if left < 0.0 else 18
    if right >= -TOLERANCE:
        found += 4 if right < 0.0 else 36
    return found


def in_arc_between(held: Rect, target: Rect, slope: float) -> bool:
    """The same where no corner of the target is in the arc, but what lies between its corners may be."""
    ax, ay, bx, by, cx, cy, dx, dy = target.corners()
    points: list[tuple[float, float]] = []
    for px, py in ((ax, ay), (bx, by), (cx, cy), (dx, dy)):
        points.append(held.local(px, py))
    w = held.half_w + TOLERANCE
    d = held.half_d - TOLERANCE
    points = clipped(points, 1.0, -d, a=0.0)  # y >= d
    points = clipped(points, slope, w - slope * d, a=-1.0)  # x - w <= (y - d) slope
    points = clipped(points, slope, w - slope * d, a=1.0)  # -x - w <= (y - d) slope
    return bool(points)


def clipped(points: list[tuple[float, float]], b: float, c: float, *, a: float) -> list[tuple[float, float]]:
    """What of a convex outline lies where a x + b y + c >= 0."""
    found: list[tuple[float, float]] = []
    n = len(points)
    for index in range(n):
        x0, y0 = points[index - 1]
        x1, y1 = points[index]
        before = a * x0 + b * y0 + c
        now = a * x1 + b * y1 + c
        if (before >= 0.0) != (now >= 0.0):
            share = before / (before - now)
            found.append((x0 + share * (x1 - x0), y0 + share * (y1 - y0)))
        if now >= 0.0:
            found.append((x1, y1))
    return found


def faces_of(battle: GettysburgBattle, unit: Unit) -> list[Rect]:
    """The footprints that it may fire from: its own, or in a BUA each of the four faces (R104)."""
    if unit.garrison < 0 or not battle.land.plots[unit.garrison].bua:
        return [unit.shape]
    return [battle.land.plots[unit.garrison].box(wrapped(unit.facing + turn)) for turn in (0.0, 90.0, 180.0, 270.0)]


# ---------------------------------------------------------------- who stands behind whom


def is_behind(lead: Rect, other: Rect, within: float) -> bool:
    """Is its centre within the width of the lead unit, projected to the rear, and some part of it so near?"""
    right, forward = lead.local(other.x, other.y)
    if abs(right) > lead.half_w + TOLERANCE or forward > -lead.half_d + TOLERANCE:
        return False
    return distance(lead, other) <= within + TOLERANCE


def supports(battle: GettysburgBattle, lead: Unit) -> list[Unit]:
    """The formed infantry of its brigade behind it: a brigade attack column by the geometry alone (R68, R127)."""
    if lead.arm != Arm.INFANTRY or lead.brigade < 0:
        return []
    near = battle.around(lead.x, lead.y, lead.shape.radius + battle.rules.supporting_within)
    return [other for other in near if is_support(battle, lead, other)]


def is_support(battle: GettysburgBattle, lead: Unit, other: Unit) -> bool:
    """Is the other one of the formed infantry of the lead unit's brigade behind it?"""
    return (
        other is not lead
        and lead.arm == Arm.INFANTRY
        and lead.brigade >= 0
        and other.brigade == lead.brigade
        and other.side == lead.side
        and other.arm == Arm.INFANTRY
        and not other.is_unformed()
        and is_behind(lead.shape, other.shape, battle.rules.supporting_within)
    )


def supporting_lines(battle: GettysburgBattle, lead: Unit) -> int:
    """How many lines support it; two units side by side make one (section 9)."""
    spans: list[tuple[float, float]] = []
    for other in supports(battle, lead):
        spans.append(depth_span(lead.shape, other.shape))
    spans.sort()
    lines = 0
    reached = -1e9
    for low, high in spans:
        if lines == 0 or low >= reached - TOLERANCE:
            lines += 1
            reached = high
        elif high > reached:
            reached = high
    return lines


def depth_span(lead: Rect, other: Rect) -> tuple[float, float]:
    """How far behind the lead unit's centre the other begins and ends."""
    ax, ay, bx, by, cx, cy, dx, dy = other.corners()
    deep = [-lead.local(px, py)[1] for px, py in ((ax, ay), (bx, by), (cx, cy), (dx, dy))]
    return min(deep), max(deep)


def counts_supports(battle: GettysburgBattle, lead: Unit) -> bool:
    """Does its brigade's order let supporting lines count in melee and morale? Assault only (R68)."""
    return lead.brigade >= 0 and battle.brigades[lead.brigade].order == Order.ASSAULT


def massed(battle: GettysburgBattle, unit: Unit) -> bool:
    """Under fire: in a brigade attack column, a mob, or with a friendly close-order unit close behind (R56, R127)."""
    if unit.formation == Formation.MOB:
        return True
    reach = battle.rules.supporting_within
    for other in battle.around(unit.x, unit.y, unit.shape.radius + reach):
        if other is unit or other.side != unit.side or other.place != Where.ON_TABLE:
            continue
        if is_support(battle, unit, other):
            return True
        if other.is_close_order() and is_behind(unit.shape, other.shape, battle.rules.massed_within):
            return True
        if (
            unit.arm == Arm.INFANTRY
            and not unit.is_unformed()
            and other.arm == Arm.INFANTRY
            and other.brigade == unit.brigade
        ):
            if unit.brigade >= 0 and is_behind(other.shape, unit.shape, reach):
                return True
    return False


# ---------------------------------------------------------------- flush contact


def edge_met(target: Rect, charger: Rect, ux: float, uy: float) -> int:
    """Which face of the target a charger has come to that goes that way: one that it is wholly before.

    Of two, or where a corner of the target meets the charger's front, the one that looks more against its way.
    """
    ax, ay, bx, by, cx, cy, dx, dy = charger.corners()
    rights: list[float] = []
    forwards: list[float] = []
    for px, py in ((ax, ay), (bx, by), (cx, cy), (dx, dy)):
        right, forward = target.local(px, py)
        rights.append(right)
        forwards.append(forward)
    ahead = ux * target.ux + uy * target.uy
    aside = ux * target.uy - uy * target.ux
    clear = (
        min(forwards) - target.half_d,
        min(rights) - target.half_w,
        -max(forwards) - target.half_d,
        -max(rights) - target.half_w,
    )
    against = (-ahead, -aside, ahead, aside)
    best = -1
    for which in (FRONT_FACE, BACK, RIGHT, LEFT):
        if clear[which] >= -TOLERANCE and (best < 0 or against[which] > against[best] + TOLERANCE):
            best = which
    if best >= 0:
        return best
    best = FRONT_FACE
    for which in (BACK, RIGHT, LEFT):
        if against[which] > against[best] + TOLERANCE:
            best = which
    return best


def flush(charger: Rect, target: Rect, which: int, *, slide: float) -> Rect:
    """The charger turned square to a face and laid against it, moved along it by `slide`."""
    turn = (180.0, 270.0, 0.0, 90.0)[which]
    facing = wrapped(target.facing + turn)
    right, forward = target.local(charger.x, charger.y)
    if which in (FRONT_FACE, BACK):
        away = target.half_d + charger.half_d
        forward = away if which == FRONT_FACE else -away
        right = held_within(right + slide, target.half_w + charger.half_w - LEAST_SHARED)
    else:
        away = target.half_w + charger.half_d
        right = away if which == RIGHT else -away
        forward = held_within(forward + slide, target.half_d + charger.half_w - LEAST_SHARED)
    x, y = target.point(right, forward)
    return rect(x, y, facing, 2.0 * charger.half_w, 2.0 * charger.half_d)


def held_within(value: float, most: float) -> float:
    return most if value > most else -most if value < -most else value


def flush_place(battle: GettysburgBattle, unit: Unit, there: Rect, target: Unit, ux: float, uy: float) -> Rect:
    """Where a charger lies that has come to the target that way: flush with the edge that it meets.

    As near as there is room along that edge; if there is none it stays as it came (R131).
    """
    room = there.half_w + target.shape.half_w + target.shape.half_d
    which = edge_met(target.shape, there, ux, uy)
    slide = 0.0
    while slide <= 2.0 * room:
        for way in (slide, -slide):
            place = flush(there, target.shape, which, slide=way)
            if is_free(battle, unit, place):
                return place
        slide += SLIDE
    return there


def is_free(battle: GettysburgBattle, unit: Unit, there: Rect) -> bool:
    """On the table, and overlapping nobody and nothing that it may not enter?"""
    if battle.land.refuses(there, troops_of(unit.arm, unit.formation), unit.shape):
        return False
    for other in battle.around(there.x, there.y, there.radius):
        if other is not unit and overlaps(there, other.shape):
            return False
    return True
