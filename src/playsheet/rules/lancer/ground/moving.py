"""Moving: straight lines that stop at units, edges and enemies; turning, falling back, making room."""

from __future__ import annotations

from typing import Final

from playsheet.core.angles import direction, turn_between, wrapped
from playsheet.core.asking import Ghost, Region
from playsheet.core.geometry import FAR, TOLERANCE, Rect, blocked_span, distance, gap, overlaps, rect
from playsheet.core.terrain import rect_distance, rect_to_edge
from playsheet.core.words import the
from playsheet.rules.lancer.battle.state import LancerBattle
from playsheet.rules.lancer.battle.units import Unit
from playsheet.rules.lancer.sheet import Rate
from playsheet.rules.lancer.terms import Arm, Formation, Met, Where

MARGIN: Final = 0.01  # beyond what counts as touching, so that nobody is brought into touch by rounding


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


def enemy_gap(footprint: Rect, ux: float, uy: float, enemy: Unit, touch: float) -> float:
    """How far until it comes within touch of an enemy; what is that near already stops it only if it presses in."""
    wider = footprint.inflated(touch)
    nearest = FAR
    for part in enemy.shape:
        if overlaps(wider, part):
            far = gap(footprint, ux, uy, part)
        else:
            far = gap(wider, ux, uy, part)
            if far < FAR:
                far += touch
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
) -> Stop:
    """The first thing that stops a move or a charge within reach; edges up to `past` are crossed already."""
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
    margin = rules.touch_within + MARGIN
    friend = FAR
    friend_id = -1
    enemy = FAR
    enemy_id = -1
    for other in battle.along(footprint.x, footprint.y, ux, uy, reach, footprint.radius + margin + 1.0):
        if not blocks(unit, other) or off_the_way(footprint, ux, uy, other, reach):
            continue
        if other.side == unit.side:
            far = unit_gap(footprint, ux, uy, other)
            if far < friend:
                friend = far
                friend_id = other.id
            continue
        far = unit_gap(footprint, ux, uy, other) if charging else enemy_gap(footprint, ux, uy, other, margin)
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
        if nearer or (across and lines(battle, wall, foe)):
            stop = halt
            what = Met.ENEMY
            who = enemy_id
            name = foe.name
    if stop > reach + TOLERANCE:
        return Stop(reach, Met.NOTHING, -1, "")
    return Stop(max(0.0, stop), what, who, name)


def lines(battle: LancerBattle, wall: int, enemy: Unit) -> bool:
    """Does the enemy line the wall that would stop this charge, so that they fight across it (R48)?"""
    piece = battle.land.plots[wall].piece
    for part in enemy.shape:
        if rect_distance(piece, part) <= battle.rules.lining + TOLERANCE:
            return True
    return False


def refuses_place(battle: LancerBattle, unit: Unit, footprint: Rect, *, contact: bool = False) -> str:
    """Why the unit may not stand there (R54): the table edge, closed ground, another unit; empty if it may.

    Only a charge may bring it into touch with an enemy (R38): then `contact` is set.
    """
    why = battle.land.refuses(footprint, bars_horse(battle, unit), keeps_road(unit))
    if why:
        return why
    wider = footprint if contact else footprint.inflated(battle.rules.touch_within + MARGIN)
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


class TurnRegion(Region):
    """A turn on the spot: any bearing the unit fits in, within `most` degrees of where it faces."""

    def __init__(self, battle: LancerBattle, unit: Unit, most: float) -> None:
        self.battle = battle
        self.unit = unit
        self.most = most

    def names(self) -> tuple[str, ...]:
        return ("bearing",)

    def refusal(self, value: tuple[float, ...]) -> str:
        bearing = value[0]
        if not 0.0 <= bearing < 360.0:
            return f"expected a bearing from 0 to 360 degrees, got {bearing:g}."
        unit = self.unit
        if unit.attached_to >= 0:
            return ""  # a commander rides out of his unit any way he likes (R52)
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
        return ghost_of(self.battle, self.unit, float(move_rate(self.battle, self.unit, self.unit_there()).most))

    def unit_there(self) -> Rect:
        """Where the unit stands; a commander with his unit, where he is in it."""
        if self.unit.shape:
            return self.unit.shape[0]
        width, depth = self.battle.base_of(self.unit)
        return rect(self.unit.x, self.unit.y, self.unit.facing, width, depth)


def ghost_of(battle: LancerBattle, unit: Unit, reach: float) -> Ghost:
    """The unit as it stands, to be turned about its centre."""
    ghost = Ghost(unit.x, unit.y, placed=True, facing=unit.facing, reach=reach)
    ghost.bodies = battle.bodies(unit, unit.formation)
    return ghost


def free_slide(battle: LancerBattle, unit: Unit, footprint: Rect, ux: float, uy: float, keep_off: float) -> float:
    """The least slide along (ux, uy) that clears everything, enemies by `keep_off`; FAR if there is none."""
    spans: list[tuple[float, float]] = []
    ground = battle.land.ground
    across = ground.width + ground.depth
    for other in battle.along(footprint.x, footprint.y, ux, uy, across, footprint.radius + 2.0 * keep_off):
        if not blocks(unit, other):
            continue
        body = footprint.inflated(keep_off - 2e-6) if other.side != unit.side and keep_off > 0.0 else footprint
        for part in other.shape:
            enter, leave = blocked_span(body, ux, uy, part)
            if leave > 0.0 and enter < FAR:
                spans.append((enter, leave))
    slide = 0.0
    again = True
    while again:
        again = False
        for enter, leave in spans:
            if enter < slide - 1e-9 and slide < leave - 1e-9:
                slide = leave
                again = True
    there = footprint.moved(ux, uy, slide)
    if battle.land.refuses(there, bars_horse(battle, unit), keeps_road(unit)):
        return FAR
    return slide


def beside(
    battle: LancerBattle, commander: Unit, host: Unit, facing: float, ux: float, uy: float
) -> tuple[float, float]:
    """Where a commander stands when he leaves his unit on that side: at its edge (R52)."""
    width, depth = battle.base_of(commander)
    half = max(width, depth) / 2.0
    held = rect(host.x, host.y, facing, width, depth)
    out = 0.0
    for part in host.shape:
        _, leave = blocked_span(held, ux, uy, part)
        if leave > out and leave < FAR:
            out = leave
    for _ in range(60):
        there = held.moved(ux, uy, out + TOLERANCE)
        if not refuses_place(battle, commander, there):
            return there.x, there.y
        out += half / 2.0
    return free_point(battle, commander, facing)


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
    for other in battle.around(there.x, there.y, there.radius + battle.rules.touch_within * 2.0):
        if other is not commander:
            for part in other.shape:
                if overlaps(there, part):
                    return True
                if other.side != commander.side and distance(there, part) < battle.rules.touch_within * 2.0:
                    return True
    return False


class Collision:
    """What a fall back meets first: how far off, its name, whether it only halts there, and the ruling (R12 to R14)."""

    def __init__(self, inches: float, name: str, ruling: str, *, halts: bool) -> None:
        self.inches: Final = inches
        self.name: Final = name
        self.halts: Final = halts
        self.ruling: Final = ruling


def fall_back_footprint(battle: LancerBattle, unit: Unit) -> Rect:
    """Where a fall back starts: a unit without room to form up goes from where it would stand (R55)."""
    if unit.formed:
        return unit.shape[0]
    return battle.footprint(unit, unit.formation, unit.x, unit.y, unit.facing)


def fall_back_collision(battle: LancerBattle, unit: Unit, held: Rect, ux: float, uy: float, reach: float) -> Collision:
    """The first thing a fall back of that length would touch: FAR off if nothing.

    Woods and buildings rout horse and guns, or only halt them by the other reading of R14.
    """
    land = battle.land
    barred = bars_horse(battle, unit)
    nearest, name = land.closed_ahead(held, ux, uy, barred, keeps_road(unit), reach)
    ruling = "R14" if barred and foot_may_enter(battle, name) else ""
    halts = ruling != "" and not battle.rules.woods_rout_horse
    edge = rect_to_edge(land.ground, held, ux, uy)
    if edge <= nearest:
        nearest, name, ruling, halts = edge, "the table edge", "", False
    margin = battle.rules.touch_within + MARGIN
    for other in battle.along(held.x, held.y, ux, uy, reach, held.radius + 2.0 * margin):
        if blocks(unit, other):
            same = other.side == unit.side
            far = unit_gap(held, ux, uy, other) if same else enemy_gap(held, ux, uy, other, margin) - margin
            if far < nearest + TOLERANCE:
                nearest, name, ruling, halts = max(0.0, far), other.name, "", False
    if nearest > reach + TOLERANCE:
        return Collision(FAR, "", "", halts=False)
    return Collision(nearest, name, ruling, halts=halts)


def foot_may_enter(battle: LancerBattle, name: str) -> bool:
    """Is that ground woods or a building, closed to horse and guns only (R14)?"""
    for plot in battle.land.plots:
        if the(plot.name) == name and plot.foot:
            return True
    return False
