"""Moving: straight lines that stop at units, edges and enemies; turning, falling back, making room."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.angles import direction, turn_between, wrapped
from playsheet.core.asking import Ghost, Outcome, Region
from playsheet.core.events import Battle
from playsheet.core.geometry import (
    FAR,
    TOLERANCE,
    Rect,
    blocked_span,
    gap,
    overlaps,
    rect,
    segment_rect_distance,
)
from playsheet.core.terrain import rect_to_edge
from playsheet.core.words import the
from playsheet.rules.lancer.battle.state import LancerBattle
from playsheet.rules.lancer.battle.units import NOBODY, Unit
from playsheet.rules.lancer.battle.words import name_of
from playsheet.rules.lancer.sheet import Rate
from playsheet.rules.lancer.terms import Arm, Formation, Met, Where
from playsheet.tabletop.placing import bases_at, throws

TOUCH: Final = 2.0 * TOLERANCE  # a body grown by this overlaps what it touched


class Stop:
    """How far a straight move can go, and what stops it there."""

    def __init__(self, inches: float, what: int, unit: int, name: str) -> None:
        self.inches: Final = inches
        self.what: Final = what
        self.unit: Final = unit
        self.name: Final = name


def keeps_road(unit: Unit) -> bool:
    """May it use a road through woods: foot and horse in column, guns, commanders (R19, R48)?"""
    return unit.formation == Formation.COLUMN or unit.kind == Arm.GUN or unit.kind == Arm.COMMANDER


def rate_row(battle: LancerBattle, unit: Unit) -> int:
    """Which row of `movement`: a commander goes as his mount does, or on foot where horses cannot go (R56)."""
    if unit.kind == Arm.COMMANDER:
        return Arm.HORSE if bars_horse(battle, unit) else Arm.FOOT
    return unit.kind


def bars_horse(battle: LancerBattle, unit: Unit) -> bool:
    """Is ground closed to horse and guns closed to this unit?

    A mounted commander whom a unit on foot has taken into woods or a house leads his horse out again (R56).
    """
    if unit.kind == Arm.COMMANDER:
        if unit.shape:
            return unit.card.mounted and not battle.land.bars_horse_under(unit.shape[0])
        return unit.card.mounted and not battle.land.bars_horse_at(unit.x, unit.y)
    return unit.kind == Arm.HORSE or unit.kind == Arm.GUN


def move_rate(battle: LancerBattle, unit: Unit, footprint: Rect) -> Rate:
    """The dice for an ordinary move over the ground just ahead (R17, R18, R48)."""
    rules = battle.rules
    row = rate_row(battle, unit)
    if row == Arm.FOOT and battle.land.slow_ahead(footprint, footprint.ux, footprint.uy, keeps_road(unit)):
        return rules.woods
    if unit.formation == Formation.COLUMN and rules.columns[row].dice:
        return rules.columns[row]
    return rules.moves[row]


def charge_rate(battle: LancerBattle, unit: Unit, footprint: Rect) -> Rate:
    rules = battle.rules
    row = rate_row(battle, unit)
    if row == Arm.FOOT and battle.land.slow_ahead(footprint, footprint.ux, footprint.uy, keeps_road(unit)):
        return rules.woods_charge
    return rules.charges[row]


def blocks(unit: Unit, other: Unit) -> bool:
    """Does the other unit stand in this one's way? Friendly loose commanders step aside (R36)."""
    if other.place != Where.ON_TABLE or other.attached_to >= 0 or other is unit:
        return False
    return other.kind != Arm.COMMANDER or other.side != unit.side


def unit_gap(footprint: Rect, ux: float, uy: float, other: Unit) -> float:
    """How far until the swept rectangle touches the other unit."""
    nearest = FAR
    for part in other.shape:
        far = gap(footprint, ux, uy, part)
        if far < nearest:
            nearest = far
    return nearest


def off_the_way(footprint: Rect, ux: float, uy: float, other: Unit, reach: float) -> bool:
    """A quick look: is the other unit surely clear of a straight move of that length?"""
    if not other.formed:
        return False
    body = other.shape[0]
    dx = body.x - footprint.x
    dy = body.y - footprint.y
    wide = footprint.radius + body.radius + 1.0
    along = dx * ux + dy * uy
    if along < -wide or along > reach + wide:
        return True
    aside = dx * uy - dy * ux
    return aside > wide or aside < -wide


def enemy_gap(footprint: Rect, ux: float, uy: float, enemy: Unit) -> float:
    """How far until it touches an enemy, if only in passing along him; who touches already stops it only if it presses
    in."""
    wider = footprint.inflated(TOUCH)
    nearest = FAR
    for part in enemy.shape:
        if overlaps(wider, part):
            far = gap(footprint, ux, uy, part)
        else:
            far = gap(wider, ux, uy, part)
            if far < FAR:
                far += TOUCH
        if far < nearest:
            nearest = far
    return nearest


def path(
    battle: LancerBattle,
    unit: Unit,
    footprint: Rect,
    ux: float,
    uy: float,
    reach: float,
    *,
    charging: bool,
    past: float,
    melee: list[int] = NOBODY,
) -> Stop:
    """The first thing that stops a move or a charge within reach; edges up to `past` are crossed already.

    The units of the `melee` that it leaves are in nobody's way (R50).
    """
    rules = battle.rules
    land = battle.land
    road = keeps_road(unit)
    stop = rect_to_edge(land.ground, footprint, ux, uy)
    what = Met.CLOSED
    who = -1
    name = "the table edge"
    closed, closed_name = land.closed_ahead(footprint, ux, uy, bars_horse(battle, unit), road, reach)
    if closed < stop:
        stop = closed
        name = closed_name
    wall = -1
    if not (charging and rules.charge_through):
        start = footprint.moved(ux, uy, past) if past > 0.0 else footprint
        edge, plot = land.edge_ahead(start, ux, uy, road, reach - past)
        edge += past
        if plot >= 0 and edge < stop:
            stop = edge
            what = Met.EDGE
            name = the(land.plots[plot].name)
            if land.plots[plot].linear:
                wall = plot
    friend = FAR
    friend_id = -1
    enemy = FAR
    enemy_id = -1
    for other in battle.along(footprint.x, footprint.y, ux, uy, reach, footprint.radius + 1.0):
        if not blocks(unit, other) or other.id in melee or off_the_way(footprint, ux, uy, other, reach):
            continue
        if other.side == unit.side:
            far = unit_gap(footprint, ux, uy, other)
            if far < friend:
                friend = far
                friend_id = other.id
            continue
        far = unit_gap(footprint, ux, uy, other) if charging else enemy_gap(footprint, ux, uy, other)
        if far < enemy:
            enemy = far
            enemy_id = other.id
    if friend < stop:
        stop = friend
        what = Met.FRIEND
        who = friend_id
        name = battle.units[friend_id].name
    if enemy_id >= 0:
        foe = battle.units[enemy_id]
        halt = enemy if charging else max(0.0, enemy - rules.stop_short)
        nearer = enemy <= stop + TOLERANCE if charging else halt < stop
        across = charging and wall >= 0 and what == Met.EDGE and enemy <= min(friend, closed)
        if nearer or (across and lines(battle, wall, foe, footprint, enemy)):
            stop = halt
            what = Met.ENEMY
            who = enemy_id
            name = foe.name
    if stop > reach + TOLERANCE:
        return Stop(reach, Met.NOTHING, -1, "")
    return Stop(max(0.0, stop), what, who, name)


def lines(battle: LancerBattle, wall: int, enemy: Unit, footprint: Rect, inches: float) -> bool:
    """Does the enemy line the wall that would stop this charge, so that they fight across it (R48)?

    Only what the charge would cross of the wall counts, on the way of so many inches straight ahead to the enemy.
    """
    piece = battle.land.plots[wall].piece
    for end in range(1, len(piece.xs)):
        at: i64 = end
        right0, forward0 = footprint.local(piece.xs[at - 1], piece.ys[at - 1])
        right1, forward1 = footprint.local(piece.xs[at], piece.ys[at])
        low, high = clipped(0.0, 1.0, right0, right1, -footprint.half_w, footprint.half_w)
        low, high = clipped(low, high, forward0, forward1, footprint.half_d, footprint.half_d + inches)
        if low > high:
            continue
        x0, y0 = footprint.point(right0 + (right1 - right0) * low, forward0 + (forward1 - forward0) * low)
        x1, y1 = footprint.point(right0 + (right1 - right0) * high, forward0 + (forward1 - forward0) * high)
        for part in enemy.shape:
            if segment_rect_distance(x0, y0, x1, y1, part) <= battle.rules.lining + TOLERANCE:
                return True
    return False


def clipped(low: float, high: float, start: float, end: float, least: float, most: float) -> tuple[float, float]:
    """From `low` to `high` of the way between two values, as much as lies between these bounds; empty if low > high."""
    by = end - start
    if abs(by) <= TOLERANCE:
        return (low, high) if least - TOLERANCE <= start <= most + TOLERANCE else (1.0, 0.0)
    first = (least - TOLERANCE - start) / by
    last = (most + TOLERANCE - start) / by
    if first > last:
        first, last = last, first
    return max(low, first), min(high, last)


def refuses_place(battle: LancerBattle, unit: Unit, footprint: Rect, *, contact: bool = False) -> str:
    """Why the unit may not stand there (R54): the table edge, closed ground, another unit; empty if it may.

    Only a charge may bring it into touch with an enemy (R38): then `contact` is set.
    """
    why = battle.land.refuses(footprint, bars_horse(battle, unit), keeps_road(unit))
    if why:
        return why
    wider = footprint if contact else footprint.inflated(TOUCH)
    for other in battle.around(wider.x, wider.y, wider.radius):
        if blocks(unit, other):
            body = footprint if other.side == unit.side else wider
            for part in other.shape:
                if overlaps(body, part):
                    return other.name
    return ""


def turned_footprint(battle: LancerBattle, unit: Unit, bearing: float) -> Rect:
    held = unit.shape[0]
    return rect(unit.x, unit.y, bearing, held.half_w * 2.0, held.half_d * 2.0)


HALF_CIRCLE: Final = 90.0  # degrees to either side


def bearing_refusal(bearing: float) -> str:
    return "" if 0.0 <= bearing < 360.0 else f"expected a bearing from 0 to 360 degrees, got {bearing:g}."


def away_refusal(unit: Unit, bearing: float, away: float) -> str:
    """Leaving melee is falling back: whoever leaves goes away from the enemy, not past him (R61)."""
    if turn_between(away, bearing) > HALF_CIRCLE + TOLERANCE:
        return f"{unit.name} falls back: expected a bearing within {HALF_CIRCLE:g} degrees of {away:.0f}."
    return ""


def end_of(
    battle: LancerBattle, unit: Unit, start: Rect, rate: Rate, *, charging: bool, melee: list[int] = NOBODY
) -> Outcome:
    """A straight move from here, before its dice are thrown: where it ends at most, what stops it, and how likely each
    distance is."""
    stop = path(battle, unit, start, start.ux, start.uy, rate.most, charging=charging, past=0.0, melee=melee)
    found = standing(battle, unit, unit.formation, start.moved(start.ux, start.uy, stop.inches))
    found.from_x, found.from_y = start.x, start.y
    found.stops = stop_said(battle, stop, charging=charging)
    found.chances = throws(rate.dice, rate.sides, rate.add, stop.inches)
    return found


def standing(battle: LancerBattle, unit: Unit, formation: int, there: Rect) -> Outcome:
    """The unit as it would stand there."""
    found = Outcome(there.x, there.y)
    found.bodies = bases_at(there.x, there.y, there.facing, battle.bodies(unit, formation))
    return found


def stop_said(battle: LancerBattle, stop: Stop, *, charging: bool) -> str:
    """`stops at the wall`, `stops half an inch short of the 2nd Levy`; empty if nothing is in the way."""
    if not stop.name:
        return ""
    name = name_of(battle, stop.unit) if stop.unit >= 0 else the(stop.name)
    if stop.what == Met.EDGE and battle.rules.may_pass_edge and not charging:
        return f"may stop at {name} or go on"  # the other reading of R17
    if stop.what != Met.ENEMY:
        return f"stops at {name}"
    if charging:
        return f"meets {name}"
    return f"stops {inches_said(battle.rules.stop_short)} short of {name}"


def inches_said(inches: float) -> str:
    return "half an inch" if inches == 0.5 else "an inch" if inches == 1.0 else f"{inches:g} inches"


def seen_as(seen: Battle, unit: Unit) -> tuple[LancerBattle, Unit]:
    """The unit in the battle as its seat has seen it."""
    assert isinstance(seen, LancerBattle)
    return seen, seen.units[unit.id]


class RideRegion(Region):
    """The way a commander rides out of his unit: any he likes where there is room for him at its edge (R52), out of a
    melee away from the enemy (R61)."""

    def __init__(self, battle: LancerBattle, unit: Unit, away: float = -1.0) -> None:
        self.battle = battle
        self.unit = unit
        self.away = away  # -1: nobody touches him

    def names(self) -> tuple[str, ...]:
        return ("bearing",)

    def refusal(self, value: tuple[float, ...]) -> str:
        why = bearing_refusal(value[0]) or ("" if self.away < 0.0 else away_refusal(self.unit, value[0], self.away))
        if why:
            return why
        why = refuses_place(self.battle, self.unit, self.start(value[0]))
        return f"{self.unit.name} cannot ride out that way: {why} is in the way." if why else ""

    def start(self, bearing: float) -> Rect:
        ux, uy = direction(bearing)
        return beside(self.battle, self.unit, self.battle.units[self.unit.attached_to], bearing, ux, uy)

    def samples(self) -> list[tuple[float, ...]]:
        start = self.unit.facing if self.away < 0.0 else self.away
        ways = [(wrapped(start + 22.5 * step),) for step in (0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6, -6, 7, -7, 8)]
        return [way for way in ways if not self.refusal(way)]

    def ghost(self) -> Ghost | None:
        width, depth = self.battle.base_of(self.unit)
        there = rect(self.unit.x, self.unit.y, self.unit.facing, width, depth)
        return ghost_of(self.battle, self.unit, float(move_rate(self.battle, self.unit, there).most))

    def outcome(self, seen: Battle, value: tuple[float, ...]) -> Outcome | None:
        battle, unit = seen_as(seen, self.unit)
        start = self.start(value[0])
        return end_of(battle, unit, start, move_rate(battle, unit, start), charging=False)


class LeaveRegion(Region):
    """The way a unit leaves its melee: away from the enemy, and where what it may roll carries it clear (R54, R61)."""

    def __init__(self, battle: LancerBattle, unit: Unit, melee: list[int], away: float) -> None:
        self.battle = battle
        self.unit = unit
        self.melee = melee
        self.away = away

    def names(self) -> tuple[str, ...]:
        return ("bearing",)

    def start(self, bearing: float) -> Rect:
        """The formation on the mean of its figures, turned: where the move begins."""
        return self.battle.footprint(self.unit, self.unit.formation, self.unit.x, self.unit.y, bearing)

    def refusal(self, value: tuple[float, ...]) -> str:
        unit = self.unit
        why = bearing_refusal(value[0]) or away_refusal(unit, value[0], self.away)
        if why:
            return why
        start = self.start(value[0])
        most = move_rate(self.battle, unit, start).most
        stop = path(self.battle, unit, start, start.ux, start.uy, most, charging=False, past=0.0, melee=self.melee)
        if not clear_of(self.battle, unit, start.moved(start.ux, start.uy, stop.inches), self.melee):
            return f"{unit.name} cannot get clear of the melee that way."
        return ""

    def samples(self) -> list[tuple[float, ...]]:
        return [(way,) for way in self.ways() if not self.refusal((way,))]

    def ways(self) -> list[float]:
        """Straight away from the enemy first."""
        return [wrapped(self.away + 15.0 * by) for by in (0, -1, 1, -2, 2, -3, 3, -4, 4, -5, 5, -6, 6)]

    def is_open(self) -> bool:
        """Is there any way out?"""
        for way in self.ways():
            if not self.refusal((way,)):
                return True
        return False

    def ghost(self) -> Ghost | None:
        return ghost_of(self.battle, self.unit, float(move_rate(self.battle, self.unit, self.start(self.away)).most))

    def outcome(self, seen: Battle, value: tuple[float, ...]) -> Outcome | None:
        battle, unit = seen_as(seen, self.unit)
        start = self.start(value[0])
        found = end_of(battle, unit, start, move_rate(battle, unit, start), charging=False, melee=self.melee)
        found.chances = parting(battle, unit, start, self.melee, found.chances)
        return found


class TurnRegion(Region):
    """A turn on the spot: any bearing the unit fits in, within `most` degrees of where it faces."""

    def __init__(self, battle: LancerBattle, unit: Unit, most: float, *, goes: bool = True) -> None:
        self.battle = battle
        self.unit = unit
        self.most = most
        self.goes = goes  # does it go straight ahead then?

    def names(self) -> tuple[str, ...]:
        return ("bearing",)

    def refusal(self, value: tuple[float, ...]) -> str:
        bearing = value[0]
        unit = self.unit
        why = bearing_refusal(bearing)
        if why:
            return why
        if turn_between(unit.facing, bearing) > self.most + TOLERANCE:
            return f"{unit.name} may turn at most {self.most:g} degrees here."
        if turn_between(unit.facing, bearing) <= TOLERANCE:
            return ""  # it may always stay as it stands
        why = refuses_place(self.battle, unit, turned_footprint(self.battle, unit, bearing))
        return f"{unit.name} does not fit that way: {why} is in the way." if why else ""

    def samples(self) -> list[tuple[float, ...]]:
        found: list[tuple[float, ...]] = [(self.unit.facing,)]
        for step in range(1, 8):
            bearing = wrapped(self.unit.facing + 45.0 * step)
            if not self.refusal((bearing,)):
                found.append((bearing,))
        return found

    def ghost(self) -> Ghost | None:
        most = move_rate(self.battle, self.unit, self.unit.shape[0]).most if self.goes else 0.0
        return ghost_of(self.battle, self.unit, float(most))

    def outcome(self, seen: Battle, value: tuple[float, ...]) -> Outcome | None:
        battle, unit = seen_as(seen, self.unit)
        start = turned_footprint(battle, unit, value[0])
        if not self.goes:
            return standing(battle, unit, unit.formation, start)
        return end_of(battle, unit, start, move_rate(battle, unit, start), charging=False)


def ghost_of(battle: LancerBattle, unit: Unit, reach: float) -> Ghost:
    """The unit as it stands, to be turned about its centre."""
    ghost = Ghost(unit.x, unit.y, placed=True, facing=unit.facing, reach=reach)
    ghost.bodies = battle.bodies(unit, unit.formation)
    return ghost


# ---------------------------------------------------------------- out of a melee


def same_melee(battle: LancerBattle, unit: Unit) -> list[int]:
    """Who is in the unit's melee, or was until they lost touch: its enemies, their enemies, and so on."""
    found = [unit.id]
    at = 0
    while at < len(found):
        one = battle.units[found[at]]
        for other in battle.units:
            if other.id not in found and other.on_table() and have_fought(one, other):
                found.append(other.id)
        at += 1
    return found[1:]


def have_fought(one: Unit, other: Unit) -> bool:
    return other.id in one.foes or other.id in one.fought or one.id in other.fought


def parts_at(battle: LancerBattle, unit: Unit, there: Rect, melee: list[int]) -> bool:
    """Does a unit that leaves its melee come away if it gets there? If not it stays where it is (R61)."""
    if battle.land.refuses(there, bars_horse(battle, unit), keeps_road(unit)):
        return False  # the mean of its figures may be there
    return clear_of(battle, unit, there, melee)


def parting(
    battle: LancerBattle, unit: Unit, start: Rect, melee: list[int], chances: list[tuple[float, int]]
) -> list[tuple[float, int]]:
    """How likely each distance is for a unit that leaves its melee: what does not carry it clear is none."""
    stays = 0
    found: list[tuple[float, int]] = []
    for far, ways in chances:
        if parts_at(battle, unit, start.moved(start.ux, start.uy, far), melee):
            found.append((far, ways))
        else:
            stays += ways
    return [(0.0, stays), *found] if stays else found


def clear_of(battle: LancerBattle, unit: Unit, there: Rect, melee: list[int]) -> bool:
    """Would it stand clear of everybody there, and out of touch with the enemies of its melee?"""
    wider = there.inflated(TOUCH)
    for other in battle.units:
        if blocks(unit, other):
            parting = other.side != unit.side and other.id in melee
            for part in other.shape:
                if overlaps(wider if parting else there, part):
                    return False
    return True


class Body:
    """What somebody fills on the table while others form up: his side, his bases, and whether he is in the way."""

    def __init__(self, side: int, parts: list[Rect], *, passed: bool) -> None:
        self.side: Final = side
        self.parts: Final = parts
        self.passed: Final = passed  # he was in the same melee: no obstacle on the way, only where it ends


def slide_clear(
    battle: LancerBattle, unit: Unit, footprint: Rect, ux: float, uy: float, keep_off: float, bodies: list[Body]
) -> float:
    """The least slide along (ux, uy) that clears everybody, enemies by `keep_off`, and passes through nobody but those
    of the same melee; FAR if there is none (R50)."""
    spans: list[tuple[float, float]] = []
    limit = rect_to_edge(battle.land.ground, footprint, ux, uy)
    for body in bodies:
        enemy = body.side != unit.side
        wide = footprint.inflated(keep_off) if enemy else footprint
        for part in body.parts:
            if not body.passed:
                limit = min(limit, gap(footprint, ux, uy, part))
            if enemy or body.passed:
                enter, leave = blocked_span(wide, ux, uy, part)
                if leave > 0.0 and enter < FAR:
                    spans.append((enter, leave))
    slide = 0.0
    again = True
    while again:
        again = False
        for enter, leave in spans:
            if enter < slide - TOLERANCE and slide < leave - TOLERANCE:
                slide = leave
                again = True
    closed = battle.land.closed_ahead(footprint, ux, uy, bars_horse(battle, unit), keeps_road(unit), slide)[0]
    if slide > min(limit, closed) + TOLERANCE:
        return FAR
    there = footprint.moved(ux, uy, slide)
    if battle.land.refuses(there, bars_horse(battle, unit), keeps_road(unit)):
        return FAR
    for body in bodies:
        for part in body.parts:
            if overlaps(there, part):
                return FAR
    return slide


def beside(battle: LancerBattle, commander: Unit, host: Unit, facing: float, ux: float, uy: float) -> Rect:
    """Where a commander stands when he leaves his unit on that side: at its edge (R52)."""
    width, depth = battle.base_of(commander)
    held = rect(host.x, host.y, facing, width, depth)
    out = 0.0
    for part in host.shape:
        _, leave = blocked_span(held, ux, uy, part)
        if leave > out and leave < FAR:
            out = leave
    return held.moved(ux, uy, out)


def free_point(battle: LancerBattle, commander: Unit, facing: float) -> tuple[float, float]:
    """The nearest free point for a loose commander who has to make room: rings of growing size, eight bearings each."""
    width, depth = battle.base_of(commander)
    here = rect(commander.x, commander.y, facing, width, depth)
    if not crowded(battle, commander, here):
        return commander.x, commander.y
    ring = 0.125
    while ring < 200.0:
        for eighth in range(16):
            ux, uy = direction(wrapped(facing + 180.0 + 22.5 * eighth))
            there = here.moved(ux, uy, ring)
            if not crowded(battle, commander, there):
                return there.x, there.y
        ring += 0.125 if ring < 8.0 else 1.0
    return commander.x, commander.y


def crowded(battle: LancerBattle, commander: Unit, there: Rect) -> bool:
    """Does anything at all stand there, or may he not stand there?"""
    if battle.land.refuses(there, bars_horse(battle, commander), True):
        return True
    wider = there.inflated(TOUCH)
    for other in battle.around(there.x, there.y, wider.radius):
        if other is not commander:
            for part in other.shape:
                if overlaps(wider if other.side != commander.side else there, part):
                    return True
    return False


class Retreat:
    """Where a fall back ends, facing kept: so many inches on, whom or what it met there, and whether that routs it."""

    def __init__(self, place: Rect, inches: float, met: str, ruling: str, *, routs: bool) -> None:
        self.place: Final = place
        self.inches: Final = inches
        self.met: Final = met
        self.ruling: Final = ruling
        self.routs: Final = routs


def retreat(
    battle: LancerBattle, unit: Unit, ux: float, uy: float, inches: int, melee: list[int], leaving: list[int]
) -> Retreat:
    """The whole of a fall back, from where it stands or from the mean of its figures (R62).

    Whatever it touches on the way routs it, but not those of its own `melee`, whom it must not end on, nor those who
    are `leaving` at the same moment (R51). Woods and buildings rout horse and guns, or halt them by the other reading
    of R14.
    """
    held = unit.shape[0] if unit.formed else battle.footprint(unit, unit.formation, unit.x, unit.y, unit.facing)
    reach = float(inches)
    land = battle.land
    barred = bars_horse(battle, unit)
    nearest, name = land.closed_ahead(held, ux, uy, barred, keeps_road(unit), reach)
    ruling = "R14" if barred and foot_may_enter(battle, name) else ""
    halts = ruling != "" and not battle.rules.woods_rout_horse
    edge = rect_to_edge(land.ground, held, ux, uy)
    if edge <= nearest:
        nearest, name, ruling, halts = edge, "the table edge", "", False
    for other in battle.along(held.x, held.y, ux, uy, reach, held.radius + 1.0):
        if blocks(unit, other) and other.id not in melee and other.id not in leaving:
            far = unit_gap(held, ux, uy, other)
            if far < nearest + TOLERANCE:
                nearest, name, ruling, halts = far, other.name, "", False
    if nearest <= reach + TOLERANCE:
        nearest = max(0.0, min(nearest, reach))
        if not halts:
            return Retreat(held.moved(ux, uy, nearest), nearest, name, ruling, routs=True)
        reach = nearest
    else:
        name = ""
        ruling = ""
    there = held.moved(ux, uy, reach)
    for id in melee:
        other = battle.units[id]
        if id not in leaving and blocks(unit, other) and overlaps_any(there, other.shape):
            return Retreat(there, reach, other.name, "R62", routs=True)
    return Retreat(there, reach, name, ruling, routs=False)


def overlaps_any(there: Rect, parts: list[Rect]) -> bool:
    for part in parts:
        if overlaps(there, part):
            return True
    return False


def foot_may_enter(battle: LancerBattle, name: str) -> bool:
    """Is that ground woods or a building, closed to horse and guns only (R14)?"""
    for plot in battle.land.plots:
        if the(plot.name) == name and plot.foot:
            return True
    return False
