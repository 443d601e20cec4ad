"""What happens to units: they move, change formation and state, lose figures, take posts and send out skirmishers."""

from __future__ import annotations

from playsheet.core.events import Event
from playsheet.core.geometry import FAR
from playsheet.rules.gettysburg.battle.state import GettysburgBattle, Melee
from playsheet.rules.gettysburg.battle.units import NOBODY, Unit
from playsheet.rules.gettysburg.terms import (
    COMPULSORY_WAYS,
    NORMAL_WAYS,
    Arm,
    Formation,
    FormationChange,
    MoveKind,
    Retirement,
    UnformedBy,
    UnitState,
    Where,
)

Pose = tuple[float, float, float]


# ---------------------------------------------------------------- moving


class Moved(Event[GettysburgBattle]):
    """A unit went along a way of its centre, leg by leg; `share`: the part of its normal move that it cost."""

    def __init__(self, unit: int, how: str, way: list[Pose], share: float, slowed: bool, ruling: str) -> None:
        self.unit = unit
        self.how = how
        self.way = way  # x, y, facing at the end of each leg
        self.share = share
        self.slowed = slowed
        self.ruling = ruling

    def apply(self, battle: GettysburgBattle) -> None:
        unit = battle.units[self.unit]
        start = (unit.x, unit.y)
        x, y, facing = self.way[-1]
        if unit.garrison >= 0 and self.how != MoveKind.TURNS:
            unit.garrison = NOBODY
        battle.put(unit, x, y, facing)
        if self.how in NORMAL_WAYS:
            unit.moved = True
            unit.spent += self.share
            if self.how != MoveKind.TURNS:
                unit.marched += self.share
            unit.slowed = unit.slowed or self.slowed
        elif self.how in COMPULSORY_WAYS:
            unit.moved = True
        if self.how == MoveKind.RETREATS or self.how == MoveKind.ROUTS:
            unit.path = [start, *[(pose[0], pose[1]) for pose in self.way]]
        elif self.how == MoveKind.EVADES:
            unit.evaded = True
            unit.moved = True
        elif self.how == MoveKind.FALLS_BACK:
            unit.fell_back = True
            unit.moved = True


class Formed(Event[GettysburgBattle]):
    """A unit stands in another formation, or as it should again; `share`: the part of its normal move that it cost."""

    def __init__(
        self, unit: int, how: str, formation: int, x: float, y: float, facing: float, share: float, ruling: str
    ) -> None:
        self.unit = unit
        self.how = how
        self.formation = formation
        self.x = x
        self.y = y
        self.facing = facing
        self.share = share
        self.ruling = ruling

    def apply(self, battle: GettysburgBattle) -> None:
        unit = battle.units[self.unit]
        if self.how == FormationChange.MOUNTS:
            unit.arm = Arm.CAVALRY
        elif self.how == FormationChange.DISMOUNTS:
            unit.arm = Arm.INFANTRY
        unit.formation = self.formation
        unit.deepest = FAR
        unit.spent += self.share
        if self.how == FormationChange.REFORMS:
            unit.cause = UnformedBy.NOTHING
        elif self.how == FormationChange.UNLIMBERS:
            unit.unlimbered = True
        battle.put(unit, self.x, self.y, self.facing)


class NormalMoveEnded(Event[GettysburgBattle]):
    """The unit has done with its normal move."""

    def __init__(self, unit: int) -> None:
        self.unit = unit

    def apply(self, battle: GettysburgBattle) -> None:
        battle.units[self.unit].acted = True


class CompulsoryDone(Event[GettysburgBattle]):
    """What phase 3 demanded of the unit is done; it may only reform this turn (R114)."""

    def __init__(self, unit: int) -> None:
        self.unit = unit

    def apply(self, battle: GettysburgBattle) -> None:
        unit = battle.units[self.unit]
        unit.compulsory_done = True
        unit.retires = Retirement.NONE
        unit.pursues = NOBODY


class Unformed(Event[GettysburgBattle]):
    def __init__(self, unit: int, cause: int, ruling: str) -> None:
        self.unit = unit
        self.cause = cause
        self.ruling = ruling

    def apply(self, battle: GettysburgBattle) -> None:
        unform(battle.units[self.unit], self.cause)


def unform(unit: Unit, cause: int) -> None:
    """It remembers how it stood, for the reforming after a melee (4.9.1); the first cause stays."""
    if unit.cause == UnformedBy.NOTHING:
        unit.cause = cause
        unit.melee_formation = unit.formation
        unit.melee_facing = unit.facing


class Recovered(Event[GettysburgBattle]):
    """State ok; `formed`: and formed again."""

    def __init__(self, unit: int, formed: bool, why: str, ruling: str) -> None:
        self.unit = unit
        self.formed = formed
        self.why = why
        self.ruling = ruling

    def apply(self, battle: GettysburgBattle) -> None:
        unit = battle.units[self.unit]
        unit.state = UnitState.OK
        if self.formed:
            unit.cause = UnformedBy.NOTHING
        unit.flown = False


class StateChanged(Event[GettysburgBattle]):
    """A worse state, or the same anew. `by`: the enemy who charged, beat or shot it (R112), or -1: the nearest."""

    def __init__(self, unit: int, state: int, by: int, why: str, ruling: str) -> None:
        self.unit = unit
        self.state = state
        self.by = by
        self.why = why
        self.ruling = ruling

    def apply(self, battle: GettysburgBattle) -> None:
        unit = battle.units[self.unit]
        before = unit.state
        unit.state = self.state
        if self.state == UnitState.GONE_TO_GROUND:
            unit.down_turn = battle.turn
        elif self.state == UnitState.FALTERING:
            unit.falters_anew = True
            unform(unit, UnformedBy.OTHER)
        elif self.state >= UnitState.RETREATING:
            unform(unit, UnformedBy.OTHER)
            unit.retires = Retirement.NONE
            unit.pursues = NOBODY
            unit.uncontrolled = False
            unit.beat = NOBODY
            if before < UnitState.RETREATING:
                unit.fell_turn = battle.turn
                unit.flown = False
            elif before != self.state:
                unit.fell_turn = battle.turn  # from retreat to rout: a new state (R85)
            if self.by >= 0:
                unit.from_unit = self.by
                unit.from_x = battle.units[self.by].x
                unit.from_y = battle.units[self.by].y
            elif before < UnitState.RETREATING:
                unit.from_unit = NOBODY


class FirstFlight(Event[GettysburgBattle]):
    """The first half of its first flight is over: from here on it is a mob; guns go limbered (4.9.1)."""

    def __init__(self, unit: int) -> None:
        self.unit = unit

    def apply(self, battle: GettysburgBattle) -> None:
        unit = battle.units[self.unit]
        unit.flown = True
        unit.deepest = FAR
        if unit.arm == Arm.INFANTRY:
            unit.formation = Formation.MOB
        elif unit.formation == Formation.DEPLOYED:
            unit.formation = Formation.LIMBERED
        battle.put(unit, unit.x, unit.y, unit.facing)


class WasDispersed(Event[GettysburgBattle]):
    """Removed for good; its detachment too (R125). `captured`: a battery taken."""

    def __init__(self, unit: int, why: str, captured: bool, ruling: str) -> None:
        self.unit = unit
        self.why = why
        self.captured = captured
        self.ruling = ruling

    def apply(self, battle: GettysburgBattle) -> None:
        unit = battle.units[self.unit]
        disperse(battle, unit)
        if unit.detachment >= 0 and battle.units[unit.detachment].place == Where.ON_TABLE:
            disperse(battle, battle.units[unit.detachment])
        if self.captured:
            battle.captured = [*battle.captured, (unit.side, unit.x, unit.y)]
        if not unit.is_detachment():
            battle.armies[1 - unit.side].units_taken += 1
        if unit.brigade >= 0:
            brigade = battle.brigades[unit.brigade]
            brigade.gone = not battle.units_of(brigade)


class StayedAway(Event[GettysburgBattle]):
    """There was no room on the whole table: the unit counts as dispersed before the battle (R152)."""

    def __init__(self, unit: int, ruling: str) -> None:
        self.unit = unit
        self.ruling = ruling

    def apply(self, battle: GettysburgBattle) -> None:
        disperse(battle, battle.units[self.unit])
        battle.to_deploy.remove(self.unit)
        brigade = battle.brigades[battle.units[self.unit].brigade]
        brigade.gone = all(battle.units[id].place == Where.GONE for id in brigade.units)


def disperse(battle: GettysburgBattle, unit: Unit) -> None:
    unit.state = UnitState.DISPERSED
    unit.melee = NOBODY
    unit.retires = Retirement.NONE
    unit.pursues = NOBODY
    unit.uncontrolled = False
    unit.beat = NOBODY
    battle.remove(unit, Where.GONE)
    battle.melees = [without(melee, unit.id) for melee in battle.melees]
    if unit.is_detachment():
        battle.units[unit.parent].detachment = NOBODY
        battle.units[unit.parent].lost_this_turn += unit.lost_this_turn
        if unit.brigade >= 0 and battle.brigades[unit.brigade].detachment == unit.id:
            battle.brigades[unit.brigade].detachment = NOBODY


def without(melee: Melee, unit: int) -> Melee:
    if unit not in melee.fighters:
        return melee
    return Melee(
        melee.id,
        melee.round,
        [id for id in melee.fighters if id != unit],
        [id for id in melee.chargers if id != unit],
        [id for id in melee.flanked if id != unit],
        [id for id in melee.first if id != unit],
    )


# ---------------------------------------------------------------- numbers


class FiguresLost(Event[GettysburgBattle]):
    """Whole figures gone, and the half that is pending now (R59)."""

    def __init__(self, unit: int, figures: int, pending: int, why: str, ruling: str) -> None:
        self.unit = unit
        self.figures = figures
        self.pending = pending
        self.why = why
        self.ruling = ruling

    def apply(self, battle: GettysburgBattle) -> None:
        unit = battle.units[self.unit]
        unit.figures -= self.figures
        unit.pending_half = self.pending
        unit.lost_this_turn += self.figures
        unit.charge_casualties += self.figures  # counted anew from each charge on
        if self.figures and unit.figures > 0:
            battle.shrink(unit)


class GunsLost(Event[GettysburgBattle]):
    """The crew stays (R61)."""

    def __init__(self, unit: int, guns: int, why: str, ruling: str) -> None:
        self.unit = unit
        self.guns = guns
        self.why = why
        self.ruling = ruling

    def apply(self, battle: GettysburgBattle) -> None:
        unit = battle.units[self.unit]
        unit.guns -= self.guns
        if unit.guns > 0:
            battle.shrink(unit)


class AmmoChanged(Event[GettysburgBattle]):
    """Low on ammo, or no more (R51, R96)."""

    def __init__(self, unit: int, low: bool, ruling: str) -> None:
        self.unit = unit
        self.low = low
        self.ruling = ruling

    def apply(self, battle: GettysburgBattle) -> None:
        battle.units[self.unit].low_on_ammo = self.low


# ---------------------------------------------------------------- what is due later


class RetirementDue(Event[GettysburgBattle]):
    """A retirement in the next phase 3 (R113)."""

    def __init__(self, unit: int, kind: int, ruling: str) -> None:
        self.unit = unit
        self.kind = kind
        self.ruling = ruling

    def apply(self, battle: GettysburgBattle) -> None:
        unit = battle.units[self.unit]
        unit.retires = self.kind
        if self.kind == Retirement.BROKEN_AWAY:
            unit.pursues = NOBODY
            unit.uncontrolled = False


class PursuitDue(Event[GettysburgBattle]):
    """The unit will follow the fugitive in the next phase 3 (R120)."""

    def __init__(self, unit: int, fugitive: int) -> None:
        self.unit = unit
        self.fugitive = fugitive

    def apply(self, battle: GettysburgBattle) -> None:
        battle.units[self.unit].pursues = self.fugitive


class UncontrolledChargeDue(Event[GettysburgBattle]):
    """In the next phase 4 (4.7.3)."""

    def __init__(self, unit: int) -> None:
        self.unit = unit

    def apply(self, battle: GettysburgBattle) -> None:
        battle.units[self.unit].uncontrolled = True


class Pursued(Event[GettysburgBattle]):
    """The pursuit of this phase 3 is made: next turn it has pursued last turn."""

    def __init__(self, unit: int) -> None:
        self.unit = unit

    def apply(self, battle: GettysburgBattle) -> None:
        battle.units[self.unit].pursuing = True


# ---------------------------------------------------------------- posts, obstacles, ground


class Occupied(Event[GettysburgBattle]):
    """The unit is the garrison of works or of a BUA (R124)."""

    def __init__(self, unit: int, plot: int, x: float, y: float, facing: float, share: float) -> None:
        self.unit = unit
        self.plot = plot
        self.x = x
        self.y = y
        self.facing = facing
        self.share = share

    def apply(self, battle: GettysburgBattle) -> None:
        unit = battle.units[self.unit]
        unit.garrison = self.plot
        unit.moved = True
        unit.spent += self.share
        battle.put(unit, self.x, self.y, self.facing)


class LeftPost(Event[GettysburgBattle]):
    """By a whole move, or free by a forced one (R124)."""

    def __init__(self, unit: int, x: float, y: float, facing: float, share: float) -> None:
        self.unit = unit
        self.x = x
        self.y = y
        self.facing = facing
        self.share = share

    def apply(self, battle: GettysburgBattle) -> None:
        unit = battle.units[self.unit]
        unit.garrison = NOBODY
        if self.share > 0.0:
            unit.moved = True
            unit.spent += self.share
        battle.put(unit, self.x, self.y, self.facing)


class CrossingTried(Event[GettysburgBattle]):
    """Infantry at an obstacle: what the die said (R38)."""

    def __init__(self, unit: int, plot: int, result: int) -> None:
        self.unit = unit
        self.plot = plot
        self.result = result


class CaughtFire(Event[GettysburgBattle]):
    """A building burns (R92)."""

    def __init__(self, plot: int, ruling: str) -> None:
        self.plot = plot
        self.ruling = ruling

    def apply(self, battle: GettysburgBattle) -> None:
        battle.burning = [*battle.burning, self.plot]


class GotUp(Event[GettysburgBattle]):
    """A try to get the unit up (4.3.8)."""

    def __init__(self, unit: int, passed: bool) -> None:
        self.unit = unit
        self.passed = passed

    def apply(self, battle: GettysburgBattle) -> None:
        unit = battle.units[self.unit]
        unit.tried_up = True
        if self.passed:
            unit.state = UnitState.OK


# ---------------------------------------------------------------- detachments


class WentOut(Event[GettysburgBattle]):
    """A screen or half a regiment goes out in skirmish order, as a unit of its own (4.8.2)."""

    def __init__(
        self, parent: int, name: str, figures: int, screen: bool, x: float, y: float, facing: float, share: float
    ) -> None:
        self.parent = parent
        self.name = name
        self.figures = figures
        self.screen = screen
        self.x = x
        self.y = y
        self.facing = facing
        self.share = share

    def apply(self, battle: GettysburgBattle) -> None:
        parent = battle.units[self.parent]
        id = len(battle.units)
        left = parent.figures - self.figures
        unit = Unit(
            id, parent.card, self.name, parent.side, parent.seat, parent.brigade, parent.first + left, self.figures,
            parent.id,
        )  # fmt: skip
        battle.add_unit(unit)
        parent.figures = left
        parent.detachment = id
        parent.spent += self.share
        battle.shrink(parent)
        if self.screen and parent.brigade >= 0:
            battle.brigades[parent.brigade].detachment = id
        unit.formation = Formation.SKIRMISH
        unit.place = Where.ON_TABLE
        unit.acted = True
        unit.moved = True
        unit.screen = self.screen
        unit.fired = parent.fired
        unit.fired_last_turn = parent.fired_last_turn
        unit.low_on_ammo = parent.low_on_ammo
        battle.put(unit, self.x, self.y, self.facing)


class Rejoined(Event[GettysburgBattle]):
    """A recall that succeeded: figures and halves are the parent's again, and a part of its move is gone (R125)."""

    def __init__(self, unit: int, parent: int, figures: int, pending: int, x: float, y: float) -> None:
        self.unit = unit
        self.parent = parent
        self.figures = figures  # of the parent now
        self.pending = pending
        self.x = x  # the parent's centre with the larger footprint
        self.y = y

    def apply(self, battle: GettysburgBattle) -> None:
        unit = battle.units[self.unit]
        parent = battle.units[self.parent]
        if unit.brigade >= 0 and battle.brigades[unit.brigade].detachment == unit.id:
            battle.brigades[unit.brigade].detachment = NOBODY
        parent.lost_this_turn += unit.lost_this_turn
        parent.fired = parent.fired or unit.fired
        parent.low_on_ammo = parent.low_on_ammo or unit.low_on_ammo
        parent.detachment = NOBODY
        parent.spent += battle.rules.detaching_share(screen=unit.screen)
        parent.figures = self.figures
        parent.pending_half = self.pending
        unit.figures = 0
        unit.pending_half = 0
        battle.remove(unit, Where.MERGED)
        parent.deepest = FAR
        battle.put(parent, self.x, self.y, parent.facing)


class RecallTried(Event[GettysburgBattle]):
    def __init__(self, unit: int, passed: bool) -> None:
        self.unit = unit
        self.passed = passed

    def apply(self, battle: GettysburgBattle) -> None:
        battle.units[self.unit].tried_recall = True
