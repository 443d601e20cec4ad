"""What happens when it comes to blows: fire, charges, melees, tests, risk to generals.

Losses, states, moves and what is due later have their events in events.py.
"""

from __future__ import annotations

from playsheet.core.events import Event
from playsheet.rules.gettysburg.battle.move_events import unform, without
from playsheet.rules.gettysburg.battle.state import Charge, GettysburgBattle, Melee
from playsheet.rules.gettysburg.battle.units import NOBODY, Unit
from playsheet.rules.gettysburg.terms import Arm, ChargeStart, Formation, Phase, Reply, UnformedBy, UnitState

# ---------------------------------------------------------------- states


class RoseToMeet(Event[GettysburgBattle]):
    """Charged while on the ground: it gets up free, unformed (R97)."""

    def __init__(self, unit: int, ruling: str) -> None:
        self.unit = unit
        self.ruling = ruling

    def apply(self, battle: GettysburgBattle) -> None:
        unit = battle.units[self.unit]
        unit.state = UnitState.OK
        unform(unit, UnformedBy.OTHER)


class Rallied(Event[GettysburgBattle]):
    """It runs no more: halted, unformed."""

    def __init__(self, unit: int, ruling: str) -> None:
        self.unit = unit
        self.ruling = ruling

    def apply(self, battle: GettysburgBattle) -> None:
        unit = battle.units[self.unit]
        unit.state = UnitState.OK
        unit.cause = UnformedBy.RALLY
        unit.halted = True
        unit.flown = False


class HaltedToVolley(Event[GettysburgBattle]):
    """Halt & Volley: it stays, formed, and fires in phase 6."""

    def __init__(self, unit: int, ruling: str) -> None:
        self.unit = unit
        self.ruling = ruling

    def apply(self, battle: GettysburgBattle) -> None:
        unit = battle.units[self.unit]
        unit.halted = True
        unit.must_fire = True


class GunsLimbered(Event[GettysburgBattle]):
    """The emergency limbering of a battery; what it cost is told after it."""

    def __init__(self, unit: int, result: str, ruling: str) -> None:
        self.unit = unit
        self.result = result
        self.ruling = ruling

    def apply(self, battle: GettysburgBattle) -> None:
        """Guns that go limber when they move."""


# ---------------------------------------------------------------- fire


class Fired(Event[GettysburgBattle]):
    """A unit has fired; what it did to the target follows."""

    def __init__(
        self,
        unit: int,
        target: int,
        general: int,
        how: str,
        when: str,
        ammunition: str,
        distance: float,
        band: str,
        strength: int,
        figures: int,
        rear: bool,
        ruling: str,
    ) -> None:
        self.unit = unit
        self.target = target  # -1: sharpshooters aim at a general
        self.general = general
        self.how = how
        self.when = when
        self.ammunition = ammunition  # of guns; "pour" for Pour it On; else empty
        self.distance = distance
        self.band = band
        self.strength = strength
        self.figures = figures  # that the target loses
        self.rear = rear  # into its rear, in a way that calls for a test (4.9.3)
        self.ruling = ruling

    def apply(self, battle: GettysburgBattle) -> None:
        unit = battle.units[self.unit]
        unit.fired = True
        unit.must_fire = False
        if self.target >= 0:
            target = battle.units[self.target]
            if self.unit not in target.fired_at_by:
                target.fired_at_by = [*target.fired_at_by, self.unit]
            if self.rear:
                target.rear_fire = True


class DoubleSixRolled(Event[GettysburgBattle]):
    """A natural double six, and the row of the table of effects that it is."""

    def __init__(self, unit: int, target: int, effect: str, ruling: str) -> None:
        self.unit = unit
        self.target = target
        self.effect = effect
        self.ruling = ruling

    def apply(self, battle: GettysburgBattle) -> None:
        """What it does is told."""


class TokenMeant(Event[GettysburgBattle]):
    """Both armies are of one nation: its owner has said that a token is a Rebel Yell (+1), or spends one (-1)."""

    def __init__(self, side: int, yells: int, ruling: str) -> None:
        self.side = side
        self.yells = yells
        self.ruling = ruling

    def apply(self, battle: GettysburgBattle) -> None:
        battle.armies[self.side].yells += self.yells


# ---------------------------------------------------------------- charges


class ChargeDeclared(Event[GettysburgBattle]):
    """A charger, its target, its line after the pivot, and how far it could go (R107)."""

    def __init__(
        self,
        unit: int,
        target: int,
        facing: float,
        gap: float,
        allowance: float,
        zone: int,
        uncontrolled: bool,
        x: float,
        y: float,
        ruling: str,
    ) -> None:
        self.unit = unit
        self.target = target
        self.facing = facing
        self.gap = gap
        self.allowance = allowance
        self.zone = zone
        self.uncontrolled = uncontrolled
        self.x = x
        self.y = y
        self.ruling = ruling

    def apply(self, battle: GettysburgBattle) -> None:
        unit = battle.units[self.unit]
        charge = Charge(
            self.unit,
            self.target,
            self.facing,
            self.gap,
            self.allowance,
            self.zone,
            self.x,
            self.y,
            uncontrolled=self.uncontrolled,
        )
        battle.charges = [*battle.charges, charge]
        unit.uncontrolled = False
        if unit.arm == Arm.CAVALRY:
            battle.brigades[unit.brigade].cavalry_charges += 1


class ChargeBegan(Event[GettysburgBattle]):
    """It charges, counter-charges, or charges a charger: whatever comes of it, it has charged this turn."""

    def __init__(self, unit: int, target: int, how: str, ruling: str) -> None:
        self.unit = unit
        self.target = target
        self.how = how
        self.ruling = ruling

    def apply(self, battle: GettysburgBattle) -> None:
        unit = battle.units[self.unit]
        unit.charged = True
        unit.charge_casualties = 0
        if self.how == ChargeStart.OPPORTUNITY:
            battle.brigades[unit.brigade].cavalry_charges += 1


class ChargeEnded(Event[GettysburgBattle]):
    """How a charger that passed its test came home: in contact, short of it, or onto ground that is free now (R110)."""

    def __init__(self, unit: int, target: int, how: str, ruling: str) -> None:
        self.unit = unit
        self.target = target
        self.how = how
        self.ruling = ruling

    def apply(self, battle: GettysburgBattle) -> None:
        """Its move is told."""


class ChargeLapsed(Event[GettysburgBattle]):
    """Its target is gone or out of reach, or it can charge no more: it has not charged (R108)."""

    def __init__(self, unit: int, target: int, ruling: str) -> None:
        self.unit = unit
        self.target = target
        self.ruling = ruling

    def apply(self, battle: GettysburgBattle) -> None:
        unit = battle.units[self.unit]
        declared = any(charge.unit == self.unit for charge in battle.charges)
        drop_charge(battle, self.unit)
        unit.uncontrolled = False
        if declared and unit.arm == Arm.CAVALRY:
            battle.brigades[unit.brigade].cavalry_charges -= 1


class ChargeResolved(Event[GettysburgBattle]):
    """All that were charging this target have done what they could."""

    def __init__(self, target: int) -> None:
        self.target = target

    def apply(self, battle: GettysburgBattle) -> None:
        battle.charges = [charge for charge in battle.charges if charge.target != self.target]


def drop_charge(battle: GettysburgBattle, unit: int) -> None:
    battle.charges = [charge for charge in battle.charges if charge.unit != unit]


class Reacted(Event[GettysburgBattle]):
    """What the target does about the charge."""

    def __init__(self, unit: int, reaction: str, ruling: str) -> None:
        self.unit = unit
        self.reaction = reaction
        self.ruling = ruling

    def apply(self, battle: GettysburgBattle) -> None:
        if self.reaction == Reply.EVADES:
            battle.units[self.unit].evaded = True


# ---------------------------------------------------------------- melees


class Engaged(Event[GettysburgBattle]):
    """A unit comes into contact with an enemy: a new melee, or one more unit in one (R71, R109)."""

    def __init__(self, unit: int, target: int, charging: list[int], flanked: bool, ruling: str) -> None:
        self.unit = unit
        self.target = target
        self.charging = charging  # those of the two that count as charging, the charger first
        self.flanked = flanked  # the target is attacked in flank or rear
        self.ruling = ruling

    def apply(self, battle: GettysburgBattle) -> None:
        unit = battle.units[self.unit]
        target = battle.units[self.target]
        held = target.melee if target.melee >= 0 else unit.melee
        if held < 0:
            held = battle.next_melee
            battle.next_melee += 1
            battle.melees = [*battle.melees, Melee(held, 0, [], [], [], [])]
        old = melee_of(battle, held)
        new = [id for id in (self.unit, self.target) if id not in old.fighters]
        flanked = [self.target] if self.flanked and self.target not in old.flanked else []
        chargers = [id for id in self.charging if id not in old.chargers]
        put_melee(
            battle,
            Melee(
                held,
                old.round,
                [*old.fighters, *new],
                [*old.chargers, *chargers],
                [*old.flanked, *flanked],
                [*old.first, *new],
            ),
        )
        unit.melee = held
        target.melee = held


class MeleeFought(Event[GettysburgBattle]):
    """A round is fought: who threw first, who won, and what becomes of the losers' leader."""

    def __init__(
        self, melee: int, one: list[int], other: list[int], leads: list[int], winner: int, result: str, ruling: str
    ) -> None:
        self.melee = melee
        self.one = one  # the units of the side that threw first
        self.other = other
        self.leads = leads  # the lead units of both
        self.winner = winner  # 0: the first side, 1: the other, -1: nobody
        self.result = result
        self.ruling = ruling

    def apply(self, battle: GettysburgBattle) -> None:
        old = melee_of(battle, self.melee)
        put_melee(battle, Melee(old.id, old.round + 1, old.fighters, [], [], []))
        for id in old.fighters:
            unit = battle.units[id]
            unit.fought = True
            unit.recoiled = False
            unit.following_up = False
            unit.gm_add = 0


class MeleeEnded(Event[GettysburgBattle]):
    """One side has nobody left in it: the others are free."""

    def __init__(self, melee: int) -> None:
        self.melee = melee

    def apply(self, battle: GettysburgBattle) -> None:
        for id in melee_of(battle, self.melee).fighters:
            forget(battle.units[id])
        battle.melees = [each for each in battle.melees if each.id != self.melee]


class LeftMelee(Event[GettysburgBattle]):
    """A unit is out of its melee."""

    def __init__(self, unit: int, ruling: str) -> None:
        self.unit = unit
        self.ruling = ruling

    def apply(self, battle: GettysburgBattle) -> None:
        leave(battle, battle.units[self.unit])


class Recoiled(Event[GettysburgBattle]):
    """Beaten by one or two: it has gone back, unformed by melee."""

    def __init__(self, unit: int, ruling: str) -> None:
        self.unit = unit
        self.ruling = ruling

    def apply(self, battle: GettysburgBattle) -> None:
        unit = battle.units[self.unit]
        unform(unit, UnformedBy.MELEE)
        unit.recoiled = True


class FollowedUp(Event[GettysburgBattle]):
    """A winner goes after the unit that recoiled from it and stays locked with it."""

    def __init__(self, unit: int, target: int, ruling: str) -> None:
        self.unit = unit
        self.target = target
        self.ruling = ruling

    def apply(self, battle: GettysburgBattle) -> None:
        battle.units[self.unit].following_up = True


class WonMelee(Event[GettysburgBattle]):
    """A pursuit test is due in phase 8."""

    def __init__(self, unit: int, loser: int, ruling: str) -> None:
        self.unit = unit
        self.loser = loser
        self.ruling = ruling

    def apply(self, battle: GettysburgBattle) -> None:
        battle.units[self.unit].beat = self.loser


def melee_of(battle: GettysburgBattle, id: int) -> Melee:
    for melee in battle.melees:
        if melee.id == id:
            return melee
    raise AttributeError(f"there is no melee {id}")


def put_melee(battle: GettysburgBattle, melee: Melee) -> None:
    battle.melees = [melee if each.id == melee.id else each for each in battle.melees]


def leave(battle: GettysburgBattle, unit: Unit) -> None:
    if unit.melee >= 0:
        put_melee(battle, without(melee_of(battle, unit.melee), unit.id))
        forget(unit)


def forget(unit: Unit) -> None:
    """It is in no melee, and nothing of the last one counts any more."""
    unit.melee = NOBODY
    unit.recoiled = False
    unit.following_up = False


# ---------------------------------------------------------------- morale


class MoraleTested(Event[GettysburgBattle]):
    """A unit's test and its result; what it does is told after it."""

    def __init__(self, unit: int, test: str, why: list[str], result: str, ruling: str) -> None:
        self.unit = unit
        self.test = test
        self.why = why
        self.result = result
        self.ruling = ruling

    def apply(self, battle: GettysburgBattle) -> None:
        unit = battle.units[self.unit]
        unit.gm_add = 0
        if battle.phase == Phase.MORALE:
            unit.tested = True


class DispersalReached(Event[GettysburgBattle]):
    """It is at half strength or less: from now on each loss is a dispersal test (R83)."""

    def __init__(self, unit: int) -> None:
        self.unit = unit

    def apply(self, battle: GettysburgBattle) -> None:
        battle.units[self.unit].dispersal_reached = True


class BrigadeShaken(Event[GettysburgBattle]):
    """A brigade test is due in the next phase 8."""

    def __init__(self, brigade: int, why: str, ruling: str) -> None:
        self.brigade = brigade
        self.why = why
        self.ruling = ruling

    def apply(self, battle: GettysburgBattle) -> None:
        battle.brigades[self.brigade].test_due = True


class FleeingNoted(Event[GettysburgBattle]):
    """Whether all units of the brigade retreat, rout or are dispersed: it tests when that becomes true (R117)."""

    def __init__(self, brigade: int, all: bool) -> None:
        self.brigade = brigade
        self.all = all

    def apply(self, battle: GettysburgBattle) -> None:
        battle.brigades[self.brigade].all_fleeing = self.all


class BrigadeTested(Event[GettysburgBattle]):
    """A brigade's test and its result."""

    def __init__(self, brigade: int, result: str, ruling: str) -> None:
        self.brigade = brigade
        self.result = result
        self.ruling = ruling

    def apply(self, battle: GettysburgBattle) -> None:
        brigade = battle.brigades[self.brigade]
        brigade.test_due = False
        brigade.tested = True


class BrigadeBroke(Event[GettysburgBattle]):
    """It breaks, once more; broken once is broken before, for good (R87)."""

    def __init__(self, brigade: int, ruling: str) -> None:
        self.brigade = brigade
        self.ruling = ruling

    def apply(self, battle: GettysburgBattle) -> None:
        battle.brigades[self.brigade].broken_count += 1


class BrigadeRemoved(Event[GettysburgBattle]):
    """There is no brigade any more."""

    def __init__(self, brigade: int, ruling: str) -> None:
        self.brigade = brigade
        self.ruling = ruling

    def apply(self, battle: GettysburgBattle) -> None:
        brigade = battle.brigades[self.brigade]
        brigade.broken_count += 1
        brigade.gone = True


class SweptAway(Event[GettysburgBattle]):
    """A unit of a broken brigade: unformed, up from the ground, and it retires in the next phase 3 (R119)."""

    def __init__(self, unit: int, retirement: int, ruling: str) -> None:
        self.unit = unit
        self.retirement = retirement
        self.ruling = ruling

    def apply(self, battle: GettysburgBattle) -> None:
        unit = battle.units[self.unit]
        unit.state = UnitState.OK
        unform(unit, UnformedBy.OTHER)
        unit.retires = self.retirement
        unit.beat = NOBODY
        unit.pursues = NOBODY
        unit.uncontrolled = False


class PursuitTested(Event[GettysburgBattle]):
    """A winner's test for pursuit; what it and its owner make of it is told after it."""

    def __init__(self, unit: int, loser: int, result: str, ruling: str) -> None:
        self.unit = unit
        self.loser = loser
        self.result = result
        self.ruling = ruling

    def apply(self, battle: GettysburgBattle) -> None:
        battle.units[self.unit].beat = NOBODY


class PursuitDropped(Event[GettysburgBattle]):
    """A winner is not fit to pursue, or holds its post (R75): no test."""

    def __init__(self, unit: int, ruling: str) -> None:
        self.unit = unit
        self.ruling = ruling

    def apply(self, battle: GettysburgBattle) -> None:
        battle.units[self.unit].beat = NOBODY


# ---------------------------------------------------------------- generals


class GeneralRisked(Event[GettysburgBattle]):
    """The risk to a general, and how it came out."""

    def __init__(self, general: int, by: int, result: str, ruling: str) -> None:
        self.general = general
        self.by = by
        self.result = result
        self.ruling = ruling

    def apply(self, battle: GettysburgBattle) -> None:
        """If he is lost, that is told next."""


class Steadied(Event[GettysburgBattle]):
    """Like a stone wall: his example frees a unit from the ground, from faltering or from disorder; a mob stays one."""

    def __init__(self, general: int, unit: int, ruling: str) -> None:
        self.general = general
        self.unit = unit
        self.ruling = ruling

    def apply(self, battle: GettysburgBattle) -> None:
        unit = battle.units[self.unit]
        if unit.state <= UnitState.FALTERING:
            unit.state = UnitState.OK
            if unit.formation != Formation.MOB:
                unit.cause = UnformedBy.NOTHING
