"""Declaring a charge (4.5.0): who may, at whom, by which line, how far it leads, and what the order allows."""

from __future__ import annotations

from typing import Final

from playsheet.core.angles import bearing, turn_between, turned
from playsheet.core.asking import Ghost, Option, Outcome, Region
from playsheet.core.events import Battle
from playsheet.core.geometry import FAR, TOLERANCE, Rect, distance, gap, overlaps, rect, spacing
from playsheet.core.terrain import rect_gap, rect_overlaps
from playsheet.rules.gettysburg.battle.state import Charge, GettysburgBattle
from playsheet.rules.gettysburg.battle.units import Unit
from playsheet.rules.gettysburg.battle.words import name_of
from playsheet.rules.gettysburg.dice.charge import crossing_share
from playsheet.rules.gettysburg.ground.footprints import flush_place, in_arc, is_free, tangent
from playsheet.rules.gettysburg.ground.moving import bars, charge_allowance, reach_of, troops
from playsheet.rules.gettysburg.ground.sight import sees
from playsheet.rules.gettysburg.options.fight_choices import EVADE, FIRE, PREPARE, STAND, Declare, Intercept, OfUnit
from playsheet.rules.gettysburg.options.fire import bar_to_firing, charging_marks
from playsheet.rules.gettysburg.options.regions import bodies, outcome_of
from playsheet.rules.gettysburg.terms import (
    Arm,
    Bar,
    ChargeLimit,
    Formation,
    GroundClass,
    Token,
    UnformedBy,
    UnitState,
)

STEP: Final = 5.0  # degrees between the pivots that are tried


# ---------------------------------------------------------------- who may charge


def bar_to_charging(battle: GettysburgBattle, unit: Unit) -> int:
    """Formed foot or horse that is free to act (4.5.0); not after a compulsory move (R114) or after evading (R143)."""
    if not unit.on_table():
        return Bar.OFF_TABLE
    disorder = bar_of_disorder(unit)
    if disorder:
        return disorder
    if unit.in_melee():
        return Bar.IN_MELEE
    if unit.compulsory_done:
        return Bar.COMPULSORY
    if unit.charged:
        return Bar.CHARGED
    if unit.evaded:
        return Bar.EVADED
    if unit.halted:
        return Bar.HALTED
    return Bar.DECLARED if has_declared(battle, unit.id) else Bar.NONE


def bar_of_disorder(unit: Unit) -> int:
    """Whoever charges or counter-charges is formed foot or horse, in no post."""
    if unit.arm == Arm.ARTILLERY:
        return Bar.NEVER
    if unit.state != UnitState.OK:
        return bar_of_state(unit)
    if unit.cause != UnformedBy.NOTHING:
        return Bar.UNFORMED
    return Bar.GARRISON if unit.garrison >= 0 else Bar.NONE


def bar_of_state(unit: Unit) -> int:
    """What a state keeps it from."""
    if unit.state == UnitState.OK:
        return Bar.NONE
    if unit.state == UnitState.GONE_TO_GROUND:
        return Bar.ON_THE_GROUND
    return Bar.FALTERING if unit.state == UnitState.FALTERING else Bar.FLEEING


def has_declared(battle: GettysburgBattle, unit: int) -> bool:
    return any(charge.unit == unit for charge in battle.charges)


def bar_of_order(battle: GettysburgBattle, unit: Unit, target: Unit) -> int:
    """What the brigade's order does not let it charge (4.2.2, R18, R19)."""
    brigade = battle.brigades[unit.brigade]
    limit = battle.rules.limits[brigade.order].charge(unit.arm)
    if limit == ChargeLimit.NONE:
        return Bar.ORDER
    if limit == ChargeLimit.ONE_CHARGE:
        return Bar.NONE if brigade.cavalry_charges < 1 else Bar.ONE_CHARGE
    return Bar.UNFORMED_ONLY if limit == ChargeLimit.UNFORMED_TARGETS and not target.is_unformed() else Bar.NONE


def bar_to_being_charged(battle: GettysburgBattle, target: Unit) -> int:
    """By switch not while it is locked in melee (R109)."""
    if not target.on_table():
        return Bar.OFF_TABLE
    return Bar.IN_MELEE if target.in_melee() and not battle.rules.charge_melee else Bar.NONE


def bar_to_front(battle: GettysburgBattle, unit: Unit, target: Unit) -> int:
    """In sight, and at least partly within 45 degrees of its front corners."""
    if not in_arc(unit.shape, target.shape, tangent(battle.rules.charge_turn)):
        return Bar.ARC
    return Bar.NONE if sees(battle, unit, target) else Bar.SIGHT


# ---------------------------------------------------------------- the line of a charge


class Line:
    """A line that a charge may take: the footprint after the pivot, the gap D and the reach C (R107)."""

    def __init__(self, there: Rect, gap: float, reach: float) -> None:
        self.there: Final = there
        self.gap: Final = gap
        self.reach: Final = reach


class LineFinder:
    """The lines by which a unit can charge a target with so many inches."""

    def __init__(self, battle: GettysburgBattle, unit: Unit, target: Unit, inches: float) -> None:
        self.battle: Final = battle
        self.unit: Final = unit
        self.target: Final = target
        self.inches: Final = inches

    def refusal(self, facing: float) -> str:
        """Why not this way; empty if so."""
        battle = self.battle
        unit = self.unit
        target = self.target
        if abs(turn_between(unit.facing, facing)) > battle.rules.charge_turn + TOLERANCE:
            return f"a charge begins with a pivot of {battle.rules.charge_turn:g} degrees at most."
        there = pivoted(unit, facing)
        if abs(turn_between(unit.facing, facing)) > TOLERANCE and not is_free(battle, unit, there):
            return f"{unit.name} has no room to turn that way."
        far = gap(there, there.ux, there.uy, target.shape)
        if far >= FAR:
            return f"straight ahead that way {target.name} is not met."
        if far > charge_reach(battle, unit, there, self.inches) + TOLERANCE:
            return f"{target.name} is too far off that way."
        return path_refusal(battle, unit, there, target, far) or room_refusal(battle, unit, there, target, far)

    def line(self, facing: float) -> Line:
        there = pivoted(self.unit, facing)
        far = gap(there, there.ux, there.uy, self.target.shape)
        return Line(there, far, charge_reach(self.battle, self.unit, there, self.inches))

    def home(self, facing: float) -> Rect:
        """Where the charge ends that way if it comes home."""
        line = self.line(facing)
        there = line.there
        return place_home(self.battle, self.unit, there, there.ux, there.uy, line.gap, self.target)

    def facings(self, one: bool) -> list[float]:
        """Some ways that will do, the straightest at the target first; with `one` a single one is enough."""
        unit = self.unit
        rules = self.battle.rules
        at = bearing(self.target.x - unit.x, self.target.y - unit.y)
        tried = [at, unit.facing]
        steps = int(rules.charge_turn / STEP)
        for step in range(1, steps + 1):
            tried += [turned(unit.facing, step * STEP), turned(unit.facing, -step * STEP)]
        found: list[float] = []
        for facing in tried:
            if facing not in found and not self.refusal(facing):
                found.append(facing)
                if one:
                    break
        return found


def pivoted(unit: Unit, facing: float) -> Rect:
    """The unit's footprint turned about its centre."""
    held = unit.shape
    return rect(held.x, held.y, facing, 2.0 * held.half_w, 2.0 * held.half_d)


def charge_reach(battle: GettysburgBattle, unit: Unit, there: Rect, inches: float) -> float:
    """C: how far straight ahead the allowance leads. Slow ground under the centre costs double (R36), each defence on
    the way half the allowance; works cost nothing to charge into (4.5.8)."""
    left = inches - crossing_toll(battle, there, inches)
    return reach_of(battle, unit, there.x, there.y, there.ux, there.uy, left)


def crossing_toll(battle: GettysburgBattle, there: Rect, inches: float) -> float:
    """What the defences on the way cost of the allowance."""
    rules = battle.rules
    x, y = there.point(0.0, there.half_d)
    toll = 0.0
    for plot in battle.land.crossed_obstacles(there.x, there.y, x + there.ux * inches, y + there.uy * inches):
        toll += inches * crossing_share(rules, plot.obstacle)
    return toll if toll < inches else inches


def place_home(
    battle: GettysburgBattle, unit: Unit, held: Rect, ux: float, uy: float, touch: float, target: Unit
) -> Rect:
    """Straight on until it touches the target, then flush with it, slid if need be (R107, R131)."""
    return flush_place(battle, unit, held.moved(ux, uy, touch), target, ux, uy)


def path_refusal(battle: GettysburgBattle, unit: Unit, there: Rect, target: Unit, far: float) -> str:
    """What stands or lies in the way before the target is met."""
    for other in battle.along(there.x, there.y, there.ux, there.uy, far, there.radius):
        if other is unit or other is target or passes_through(unit, other):
            continue
        if gap(there, there.ux, there.uy, other.shape) < far - TOLERANCE:
            return f"{other.name} stands in the way."
    closed, name = battle.land.closed_ahead(there, there.ux, there.uy, troops(unit), far, True)
    if closed < far - TOLERANCE:
        return f"{name} is in the way."
    if unit.arm == Arm.CAVALRY and rides_into_difficulty(battle, there, far):
        return "cavalry may not charge in or through difficult ground."
    return ""


def room_refusal(battle: GettysburgBattle, unit: Unit, there: Rect, target: Unit, far: float) -> str:
    """Friends whom it would pass through must leave it room before the target: it ends on nobody (R107, R131)."""
    end = there.moved(there.ux, there.uy, far)
    for other in battle.around(end.x, end.y, end.radius):
        if other is not unit and other is not target and passes_through(unit, other) and overlaps(end, other.shape):
            place = place_home(battle, unit, there, there.ux, there.uy, far, target)
            return "" if is_free(battle, unit, place) else f"{other.name} leaves it no room before {target.name}."
    return ""


def passes_through(unit: Unit, other: Unit) -> bool:
    """Friends pass through skirmishers, and skirmishers through friends (4.3.6)."""
    return other.side == unit.side and not bars(unit, other)


def rides_into_difficulty(battle: GettysburgBattle, there: Rect, far: float) -> bool:
    """Would any part of the footprint be on difficult ground on the way (R107)?"""
    land = battle.land
    for index in land.going_plan.along(there.x, there.y, there.ux, there.uy, far, there.radius):
        if land.classes[index] < GroundClass.DIFFICULT:
            continue
        piece = land.going[index]
        if rect_overlaps(piece, there) or rect_gap(piece, there, there.ux, there.uy) < far - TOLERANCE:
            return True
    return False


# ---------------------------------------------------------------- what may be declared


def inches_of(battle: GettysburgBattle, unit: Unit, *, packs: bool) -> float:
    return charge_allowance(battle, unit) + (battle.rules.down_packs if packs else 0.0)


def bar_to_charge(battle: GettysburgBattle, unit: Unit, target: Unit, *, packs: bool) -> int:
    """Is there a line by which it reaches the target? Cavalry may not charge a garrison (R107)."""
    inches = inches_of(battle, unit, packs=packs)
    if distance(unit.shape, target.shape) > inches + TOLERANCE:
        return Bar.RANGE
    if unit.arm == Arm.CAVALRY and target.garrison >= 0:
        return Bar.HELD
    front = bar_to_front(battle, unit, target)
    if front:
        return front
    return Bar.NONE if LineFinder(battle, unit, target, inches).facings(True) else Bar.LINE


def may_drop_packs(battle: GettysburgBattle, unit: Unit) -> bool:
    """The token Down Packs: infantry, one token a unit a turn (R90)."""
    return (
        unit.arm == Arm.INFANTRY
        and battle.armies[unit.side].tokens[Token.DOWN_PACKS] > 0
        and unit.token_turn != battle.turn
    )


def declarations(battle: GettysburgBattle, units: list[Unit]) -> list[Option]:
    """All charges that may still be declared by these units."""
    found: list[Option] = []
    for unit in units:
        if bar_to_charging(battle, unit):
            continue
        packs = may_drop_packs(battle, unit)
        far = inches_of(battle, unit, packs=packs)
        for target in battle.around(unit.x, unit.y, unit.shape.radius + far):
            if target.side == unit.side or bar_to_being_charged(battle, target):
                continue
            if bar_of_order(battle, unit, target):
                continue
            if not bar_to_charge(battle, unit, target, packs=False):
                found.append(Declare(unit.id, target.id, packs=False))
            if packs and not bar_to_charge(battle, unit, target, packs=True):
                found.append(Declare(unit.id, target.id, packs=True))
    return found


def uncontrolled_target(battle: GettysburgBattle, unit: Unit) -> Unit | None:
    """The nearest enemy within 45 degrees and 20 inches that it can charge (4.7.3, R30)."""
    rules = battle.rules
    slope = tangent(rules.uncontrolled_arc)
    near: list[tuple[float, int]] = []
    for target in battle.around(unit.x, unit.y, unit.shape.radius + rules.uncontrolled_reach):
        if target.side == unit.side or bar_to_being_charged(battle, target):
            continue
        far = distance(unit.shape, target.shape)
        if far <= rules.uncontrolled_reach + TOLERANCE and in_arc(unit.shape, target.shape, slope):
            near.append((far, target.id))
    near.sort()
    for _, id in near:
        if not bar_to_charge(battle, unit, battle.units[id], packs=False):
            return battle.units[id]
    return None


class PivotRegion(Region):
    """The way that a charger faces after its free pivot, before it goes straight ahead (R107)."""

    def __init__(self, finder: LineFinder) -> None:
        self.finder: Final = finder

    def names(self) -> tuple[str, ...]:
        return ("facing",)

    def refusal(self, value: tuple[float, ...]) -> str:
        return self.finder.refusal(value[0])

    def samples(self) -> list[tuple[float, ...]]:
        return [(facing,) for facing in self.finder.facings(False)[:5]]

    def ghost(self) -> Ghost | None:
        unit = self.finder.unit
        ghost = Ghost(unit.x, unit.y, placed=True, facing=unit.facing, reach=self.finder.inches)
        ghost.bodies = bodies(self.finder.battle, unit, unit.formation)
        return ghost

    def outcome(self, seen: Battle, value: tuple[float, ...]) -> Outcome | None:
        """Flush with the target, where nothing keeps the charger from it: neither fire nor its own nerve."""
        finder = self.finder
        there = finder.home(value[0])
        found = outcome_of(there, bodies(finder.battle, finder.unit, finder.unit.formation))
        found.stops = f"meets {name_of(finder.battle, finder.target.id)}"
        return found


class Charger:
    """A unit on its way in: its declared charge, and where the middle of its front stands, which losses do not move."""

    def __init__(self, charge: Charge, unit: Unit) -> None:
        self.charge: Final = charge
        self.unit: Final = unit
        held = unit.shape
        began = rect(charge.x, charge.y, charge.facing, 2.0 * held.half_w, 2.0 * held.half_d)
        self.start: Final = began.point(0.0, began.half_d)
        self.front = unit.front_middle()
        self.faltered: Final = unit.falters_anew  # before it charged

    def arrives(self) -> None:
        """It has come as far as it stands now."""
        self.front = self.unit.front_middle()

    def goes_on(self) -> bool:
        """Still coming: neither shot to pieces nor made to falter or retire nor caught by others (4.5.5).

        Who has faltered has ended its charge, though a general may steady it at once.
        """
        unit = self.unit
        if not unit.on_table() or unit.state != UnitState.OK or unit.in_melee():
            return False
        if unit.falters_anew and not self.faltered:
            return False
        x, y = unit.front_middle()
        return spacing(x, y, self.front[0], self.front[1]) <= TOLERANCE

    def lost(self) -> int:
        """Figures lost in this charge."""
        return self.unit.charge_casualties

    def inches_gone(self) -> float:
        """From where it declared."""
        return spacing(self.start[0], self.start[1], self.front[0], self.front[1])


# ---------------------------------------------------------------- opportunity charges


def interceptions(battle: GettysburgBattle, units: list[Unit], chargers: list[Charger]) -> list[Option]:
    """Formed cavalry that is not charged itself, with a charger in its front within 10 inches."""
    found: list[Option] = []
    for unit in units:
        if bar_to_intercepting(battle, unit):
            continue
        for charger in chargers:
            if charger.goes_on() and not bar_to_interception(battle, unit, charger.unit):
                found.append(Intercept(unit.id, charger.unit.id))
    return found


def bar_to_intercepting(battle: GettysburgBattle, unit: Unit) -> int:
    if unit.arm != Arm.CAVALRY:
        return Bar.NEVER
    return Bar.UNDER_CHARGE if is_charged(battle, unit) else bar_to_charging(battle, unit)


def bar_to_interception(battle: GettysburgBattle, unit: Unit, enemy: Unit) -> int:
    """What saves a charger from that cavalry (R31)."""
    if distance(unit.shape, enemy.shape) > battle.rules.opportunity_reach + TOLERANCE:
        return Bar.RANGE
    if not in_arc(unit.shape, enemy.shape, tangent(battle.rules.charge_turn)):
        return Bar.ARC
    return bar_of_order(battle, unit, enemy) or bar_to_charge(battle, unit, enemy, packs=False)


def is_charged(battle: GettysburgBattle, unit: Unit) -> bool:
    return any(charge.target == unit.id for charge in battle.charges)


# ---------------------------------------------------------------- the reaction of the target


def nearest_of(target: Unit, chargers: list[Unit]) -> Unit:
    """The nearest of several chargers, the first declared of those as near."""
    best = chargers[0]
    for charger in chargers[1:]:
        if distance(target.shape, charger.shape) < distance(target.shape, best.shape) - TOLERANCE:
            best = charger
    return best


def reactions(battle: GettysburgBattle, target: Unit, chargers: list[Unit]) -> list[Option]:
    """Fire, hold fire, prepare to counter-charge, evade (R26): whatever is open to it."""
    found: list[Option] = [STAND]
    if not bar_to_firing(battle, target, charged=True):
        if charging_marks(battle, target, [unit.id for unit in chargers]):
            found.append(FIRE)
    if not bar_to_counter(battle, target, chargers):
        found.append(PREPARE)
    if not bar_to_evading(battle, target):
        found.append(EVADE)
    return found


def bar_to_counter(battle: GettysburgBattle, target: Unit, chargers: list[Unit]) -> int:
    """Formed foot or horse whose order allows it, with a charger before its front (R140)."""
    disorder = bar_of_disorder(target)
    if disorder:
        return disorder
    if target.charged:
        return Bar.CHARGED
    if battle.rules.limits[battle.brigades[target.brigade].order].counter(target.arm) == ChargeLimit.NONE:
        return Bar.ORDER
    enemy = nearest_of(target, chargers)
    if not in_arc(target.shape, enemy.shape, tangent(battle.rules.charge_turn)):
        return Bar.ARC
    if target.arm != Arm.CAVALRY:
        return Bar.NONE
    there = pivoted(target, bearing(enemy.x - target.x, enemy.y - target.y))
    bad = rides_into_difficulty(battle, there, 0.5 * distance(target.shape, enemy.shape))
    return Bar.GROUND if bad else Bar.NONE


def bar_to_evading(battle: GettysburgBattle, target: Unit) -> int:
    """Skirmishers, cavalry and limbered guns, formed; no garrison."""
    if target.formation == Formation.DEPLOYED:
        return Bar.DEPLOYED
    if battle.rules.pace(target.arm, target.formation, False, target.card.heavy).evade < 0.0:
        return Bar.NEVER
    if target.state != UnitState.OK:
        return bar_of_state(target)
    if target.cause != UnformedBy.NOTHING:
        return Bar.UNFORMED
    return Bar.GARRISON if target.garrison >= 0 else Bar.NONE


# ---------------------------------------------------------------- fire at chargers


def supporters(battle: GettysburgBattle, target: Unit, chargers: list[Unit], seat: int) -> list[Option]:
    """Friends of the target that may give support fire: not charged themselves, not yet fired (4.5.4)."""
    found: list[Option] = []
    ids = [charger.id for charger in chargers]
    for unit in battle.within(target, battle.rules.support_fire):
        if unit.side == target.side and unit.seat == seat and not bar_to_supporting(battle, unit):
            if charging_marks(battle, unit, ids):
                found.append(OfUnit("support", unit.id))
    return found


def bar_to_supporting(battle: GettysburgBattle, unit: Unit) -> int:
    """What keeps it from support fire, whoever charges (R27)."""
    if unit.is_unformed():
        return Bar.UNFORMED
    return Bar.UNDER_CHARGE if is_charged(battle, unit) else bar_to_firing(battle, unit, charged=True)
