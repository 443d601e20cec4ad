"""What can happen in a battle. Each event is complete, in the past tense, and changes the battle itself.

`ruling` names the rulings that what happened rests on, beside those of the dice; `unseen` the seats that are not told.
Fire, charges, melees and morale have theirs in events_fight.py.
"""

from __future__ import annotations

from typing import Final

from playsheet.core.events import Event
from playsheet.core.geometry import FAR
from playsheet.core.terrain import polyline, rectangle
from playsheet.rules.gettysburg.land import Land, with_piece
from playsheet.rules.gettysburg.sheet import (
    ARTILLERY,
    BY_OTHER,
    CAVALRY,
    DEPLOYED,
    DISPERSED,
    FALTERING,
    FORMED,
    GONE_TO_GROUND,
    HOLD,
    INFANTRY,
    LIMBERED,
    MOB,
    NORMAL,
    OK,
    RETREATING,
    SKIRMISH,
    GettysburgRules,
)
from playsheet.rules.gettysburg.state import (
    BROKEN_AWAY,
    CHARGES,
    GONE,
    INITIATIVE,
    MERGED,
    NO_RETIREMENT,
    NOBODY,
    NORMAL_MOVES,
    ON_TABLE,
    GettysburgBattle,
    Melee,
    Unit,
)

# how units move: `Moved.how`
MARCHES: Final = "marches"
PROLONGS: Final = "prolongs"
STEPS_BACK: Final = "steps-back"
TURNS: Final = "turns"
RECOILS: Final = "recoils"
RETREATS: Final = "retreats"
ROUTS: Final = "routs"
RETIRES: Final = "retires"
BREAKS_AWAY: Final = "breaks-away"  # with its broken brigade
FALLS_BACK: Final = "falls-back"  # the owner's further retirement after a recoil (R115)
EVADES: Final = "evades"
PURSUES: Final = "pursues"
CHARGES_ON: Final = "charges"  # to the halfway point, and home
FOLLOWS_UP: Final = "follows-up"
MAKES_ROOM: Final = "makes-room"
PLACED: Final = "placed"  # by a game master
NORMAL_WAYS: Final = (MARCHES, PROLONGS, STEPS_BACK, TURNS)
COMPULSORY_WAYS: Final = (RETREATS, ROUTS, RETIRES, BREAKS_AWAY, PURSUES)

# how formations change: `Formed.how`
FORMS: Final = "forms"
REFORMS: Final = "reforms"
LIMBERS: Final = "limbers"
UNLIMBERS: Final = "unlimbers"
MOUNTS: Final = "mounts"
DISMOUNTS: Final = "dismounts"
LIMBERS_FREE: Final = "limbers-free"

Pose = tuple[float, float, float]


# ---------------------------------------------------------------- setting up


class Deployed(Event[GettysburgBattle]):
    """A unit stands on the table; `garrison`: the works or BUA that it holds, or -1."""

    def __init__(self, unit: int, formation: int, x: float, y: float, facing: float, garrison: int) -> None:
        self.unit = unit
        self.formation = formation
        self.x = x
        self.y = y
        self.facing = facing
        self.garrison = garrison

    def apply(self, battle: GettysburgBattle) -> None:
        unit = battle.units[self.unit]
        unit.place = ON_TABLE
        unit.formation = self.formation
        unit.melee_formation = self.formation
        unit.garrison = self.garrison
        battle.put(unit, self.x, self.y, self.facing)
        if self.unit in battle.to_deploy:
            battle.to_deploy.remove(self.unit)


class GeneralDeployed(Event[GettysburgBattle]):
    def __init__(self, general: int, x: float, y: float) -> None:
        self.general = general
        self.x = x
        self.y = y

    def apply(self, battle: GettysburgBattle) -> None:
        general = battle.generals[self.general]
        general.place = ON_TABLE
        general.x = self.x
        general.y = self.y


class PlacesTaken(Event[GettysburgBattle]):
    """Whoever has a place of his own stands there; the others are placed by their owners."""

    def apply(self, battle: GettysburgBattle) -> None:
        battle.begun = True


class BattleBegan(Event[GettysburgBattle]):
    """Everybody stands: brigades on Hold keep the places where they stand now (R23)."""

    def apply(self, battle: GettysburgBattle) -> None:
        battle.phase = INITIATIVE
        battle.begun = False
        for brigade in battle.brigades:
            if brigade.order == HOLD:
                brigade.area = [(unit.x, unit.y) for unit in battle.units_of(brigade)]


# ---------------------------------------------------------------- the turn


class InitiativeWon(Event[GettysburgBattle]):
    def __init__(self, side: int, ruling: str) -> None:
        self.side = side
        self.ruling = ruling

    def apply(self, battle: GettysburgBattle) -> None:
        battle.winner_of_initiative = self.side


class FirstSideChosen(Event[GettysburgBattle]):
    """Which side acts first in the alternate phases (R4)."""

    def __init__(self, side: int, ruling: str) -> None:
        self.side = side
        self.ruling = ruling

    def apply(self, battle: GettysburgBattle) -> None:
        battle.first_side = self.side


class PhaseBegan(Event[GettysburgBattle]):
    def __init__(self, phase: int) -> None:
        self.phase = phase

    def apply(self, battle: GettysburgBattle) -> None:
        battle.phase = self.phase
        battle.side = battle.first_side
        battle.brigade = NOBODY
        battle.stage = 0
        battle.queue = []
        battle.over = False
        battle.begun = False
        for brigade in battle.brigades:
            brigade.went = False
        for army in battle.armies:
            army.went = False
        if self.phase == NORMAL_MOVES:
            for unit in battle.units:
                unit.faltering_at_5 = unit.state == FALTERING
                unit.falters_anew = False


class GoBegan(Event[GettysburgBattle]):
    """A side, or by the switch `alternate` one brigade of it, has its go in an alternate phase (R5)."""

    def __init__(self, side: int, brigade: int, ruling: str) -> None:
        self.side = side
        self.brigade = brigade
        self.ruling = ruling

    def apply(self, battle: GettysburgBattle) -> None:
        battle.side = self.side
        battle.brigade = self.brigade
        battle.stage = 0
        battle.queue = []
        battle.over = False
        battle.begun = True
        for unit in battle.goers():
            if battle.phase == CHARGES:
                unit.able = unit.state == OK and unit.cause == FORMED and unit.arm != ARTILLERY
            elif battle.phase == NORMAL_MOVES:
                unit.near_before = battle.nearest_enemy(unit)[1]


class StageSet(Event[GettysburgBattle]):
    """How far a go or a phase has come: its own business."""

    def __init__(self, stage: int, queue: list[int]) -> None:
        self.stage = stage
        self.queue = queue

    def apply(self, battle: GettysburgBattle) -> None:
        battle.stage = self.stage
        battle.queue = self.queue[:]


class GoEnded(Event[GettysburgBattle]):
    """The go is over: the next one's turn."""

    def apply(self, battle: GettysburgBattle) -> None:
        battle.over = True
        battle.begun = False
        if battle.brigade >= 0:
            battle.brigades[battle.brigade].went = True
        else:
            battle.armies[battle.side].went = True


class PhaseEnded(Event[GettysburgBattle]):
    """A simultaneous phase is over."""

    def apply(self, battle: GettysburgBattle) -> None:
        battle.over = True


class TurnEnded(Event[GettysburgBattle]):
    """The flags of the turn roll over."""

    def __init__(self, turn: int) -> None:
        self.turn = turn  # the next one

    def apply(self, battle: GettysburgBattle) -> None:
        battle.turn = self.turn
        battle.phase = INITIATIVE
        battle.over = False
        battle.begun = False
        battle.stage = 0
        battle.queue = []
        battle.captured = []
        battle.charges = []
        for unit in battle.units:
            roll_over(unit)
        for general in battle.generals:
            general.moved = False
        for brigade in battle.brigades:
            brigade.tried = False
            brigade.tested = False
            brigade.cavalry_charges = 0
        for division in battle.divisions:
            division.tried = False


def roll_over(unit: Unit) -> None:
    """What was of this turn is of the last."""
    unit.fired_last_turn = unit.fired
    unit.fired_at_before = unit.fired_at_by
    unit.pursued_last_turn = unit.pursuing
    unit.pursuing = False
    unit.moved = False
    unit.unlimbered = False
    unit.charged = False
    unit.evaded = False
    unit.fired = False
    unit.fired_at_by = []
    unit.fought = False
    unit.halted = False
    unit.must_fire = False
    unit.lost_this_turn = 0
    unit.charge_casualties = 0
    unit.compulsory_done = False
    unit.acted = False
    unit.spent = 0.0
    unit.marched = 0.0
    unit.slowed = False
    unit.packs = 0.0
    unit.able = False
    unit.near_before = FAR
    unit.tried_up = False
    unit.tried_recall = False
    unit.rear_fire = False
    unit.fell_back = False
    unit.falters_anew = False
    unit.faltering_at_5 = False
    unit.tested = False


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
        if unit.garrison >= 0 and self.how != TURNS:
            unit.garrison = NOBODY
        battle.put(unit, x, y, facing)
        if self.how in NORMAL_WAYS:
            unit.moved = True
            unit.spent += self.share
            if self.how != TURNS:
                unit.marched += self.share
            unit.slowed = unit.slowed or self.slowed
        elif self.how in COMPULSORY_WAYS:
            unit.moved = True
        if self.how == RETREATS or self.how == ROUTS:
            unit.path = [start, *[(pose[0], pose[1]) for pose in self.way]]
        elif self.how == EVADES:
            unit.evaded = True
            unit.moved = True
        elif self.how == FALLS_BACK:
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
        if self.how == MOUNTS:
            unit.arm = CAVALRY
        elif self.how == DISMOUNTS:
            unit.arm = INFANTRY
        unit.formation = self.formation
        unit.deepest = FAR
        unit.spent += self.share
        if self.how == REFORMS:
            unit.cause = FORMED
        elif self.how == UNLIMBERS:
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
        unit.retires = NO_RETIREMENT
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
    if unit.cause == FORMED:
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
        unit.state = OK
        if self.formed:
            unit.cause = FORMED
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
        if self.state == GONE_TO_GROUND:
            unit.down_turn = battle.turn
        elif self.state == FALTERING:
            unit.falters_anew = True
            unform(unit, BY_OTHER)
        elif self.state >= RETREATING:
            unform(unit, BY_OTHER)
            unit.retires = NO_RETIREMENT
            unit.pursues = NOBODY
            unit.uncontrolled = False
            unit.beat = NOBODY
            if before < RETREATING:
                unit.fell_turn = battle.turn
                unit.flown = False
            elif before != self.state:
                unit.fell_turn = battle.turn  # from retreat to rout: a new state (R85)
            if self.by >= 0:
                unit.from_unit = self.by
                unit.from_x = battle.units[self.by].x
                unit.from_y = battle.units[self.by].y
            elif before < RETREATING:
                unit.from_unit = NOBODY


class FirstFlight(Event[GettysburgBattle]):
    """The first half of its first flight is over: from here on it is a mob; guns go limbered (4.9.1)."""

    def __init__(self, unit: int) -> None:
        self.unit = unit

    def apply(self, battle: GettysburgBattle) -> None:
        unit = battle.units[self.unit]
        unit.flown = True
        unit.deepest = FAR
        if unit.arm == INFANTRY:
            unit.formation = MOB
        elif unit.formation == DEPLOYED:
            unit.formation = LIMBERED
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
        if unit.detachment >= 0 and battle.units[unit.detachment].place == ON_TABLE:
            disperse(battle, battle.units[unit.detachment])
        if self.captured:
            battle.captured = [*battle.captured, (unit.side, unit.x, unit.y)]
        if not unit.is_detachment():
            battle.armies[1 - unit.side].units_taken += 1
        if unit.brigade >= 0:
            brigade = battle.brigades[unit.brigade]
            brigade.gone = not battle.units_of(brigade)


def disperse(battle: GettysburgBattle, unit: Unit) -> None:
    unit.state = DISPERSED
    unit.melee = NOBODY
    unit.retires = NO_RETIREMENT
    unit.pursues = NOBODY
    unit.uncontrolled = False
    unit.beat = NOBODY
    battle.remove(unit, GONE)
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
        if self.kind == BROKEN_AWAY:
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
            unit.state = OK


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
        unit.formation = SKIRMISH
        unit.place = ON_TABLE
        unit.acted = True
        unit.moved = True
        unit.screen = self.screen
        unit.fired = parent.fired
        unit.fired_last_turn = parent.fired_last_turn
        unit.low_on_ammo = parent.low_on_ammo
        battle.put(unit, self.x, self.y, self.facing)


class Rejoined(Event[GettysburgBattle]):
    """A recall that succeeded: figures and halves are the parent's again (R125)."""

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
        parent.figures = self.figures
        parent.pending_half = self.pending
        unit.figures = 0
        unit.pending_half = 0
        battle.remove(unit, MERGED)
        parent.deepest = FAR
        battle.put(parent, self.x, self.y, parent.facing)


class RecallTried(Event[GettysburgBattle]):
    def __init__(self, unit: int, passed: bool) -> None:
        self.unit = unit
        self.passed = passed

    def apply(self, battle: GettysburgBattle) -> None:
        battle.units[self.unit].tried_recall = True


# ---------------------------------------------------------------- orders


class DivisionTried(Event[GettysburgBattle]):
    """The C-in-C tried to change a division's order; what he wanted is nobody else's business (R17)."""

    def __init__(self, division: int, passed: bool) -> None:
        self.division = division
        self.passed = passed

    def apply(self, battle: GettysburgBattle) -> None:
        division = battle.divisions[self.division]
        division.tried = True
        if self.passed:
            division.shown = False


class DivisionOrdered(Event[GettysburgBattle]):
    def __init__(self, division: int, order: int, unseen: tuple[int, ...]) -> None:
        self.division = division
        self.order = order
        self.unseen = unseen

    def apply(self, battle: GettysburgBattle) -> None:
        battle.divisions[self.division].order = self.order


class OrderTried(Event[GettysburgBattle]):
    """A try to change a brigade's order, `how`: sent or own-initiative. Dice and success are public (R17)."""

    def __init__(self, brigade: int, how: str, passed: bool) -> None:
        self.brigade = brigade
        self.how = how
        self.passed = passed

    def apply(self, battle: GettysburgBattle) -> None:
        brigade = battle.brigades[self.brigade]
        brigade.tried = True
        if self.passed:
            brigade.shown = False


class OrderChanged(Event[GettysburgBattle]):
    """The brigade has another order now; it lies face down unless `shown` (R17). `area`: the places of Hold (R23)."""

    def __init__(
        self,
        brigade: int,
        order: int,
        target: int,
        wing: int,
        area: list[tuple[float, float]],
        shown: bool,
        why: str,
        ruling: str,
        unseen: tuple[int, ...],
    ) -> None:
        self.brigade = brigade
        self.order = order
        self.target = target
        self.wing = wing
        self.area = area
        self.shown = shown
        self.why = why
        self.ruling = ruling
        self.unseen = unseen

    def apply(self, battle: GettysburgBattle) -> None:
        brigade = battle.brigades[self.brigade]
        brigade.order = self.order
        brigade.target = self.target
        brigade.wing = self.wing
        brigade.area = self.area
        brigade.shown = self.shown


class OrderShown(Event[GettysburgBattle]):
    """The chip is turned face up: now everybody knows."""

    def __init__(self, brigade: int, order: int, target: int, wing: int, why: str, ruling: str) -> None:
        self.brigade = brigade
        self.order = order
        self.target = target
        self.wing = wing
        self.why = why
        self.ruling = ruling

    def apply(self, battle: GettysburgBattle) -> None:
        brigade = battle.brigades[self.brigade]
        brigade.order = self.order
        brigade.target = self.target
        brigade.wing = self.wing
        brigade.shown = True


# ---------------------------------------------------------------- generals


class GeneralMoved(Event[GettysburgBattle]):
    """His one move of the turn (R32); `unit`: he attaches himself to it, or -1: he stands alone."""

    def __init__(self, general: int, x: float, y: float, unit: int) -> None:
        self.general = general
        self.x = x
        self.y = y
        self.unit = unit

    def apply(self, battle: GettysburgBattle) -> None:
        general = battle.generals[self.general]
        general.moved = True
        general.attached_to = self.unit
        if self.unit >= 0:
            battle.carry(general, battle.units[self.unit])
        else:
            general.x = self.x
            general.y = self.y


class GeneralLost(Event[GettysburgBattle]):
    """Wounded (`returns_on_turn`), or with 0 gone for good: disgraced, shot, captured. The command passes (R93)."""

    def __init__(self, general: int, why: str, returns_on_turn: int, ruling: str) -> None:
        self.general = general
        self.why = why
        self.returns_on_turn = returns_on_turn
        self.ruling = ruling

    def apply(self, battle: GettysburgBattle) -> None:
        general = battle.generals[self.general]
        general.in_play = False
        general.attached_to = NOBODY
        general.returns_on_turn = self.returns_on_turn
        if not self.returns_on_turn:
            general.lost_on_turn = battle.turn
            general.place = GONE


class GeneralReturned(Event[GettysburgBattle]):
    """Back in play, in contact with a unit of his command, or at the middle of his baseline (R94, R123)."""

    def __init__(self, general: int, x: float, y: float, unit: int, ruling: str) -> None:
        self.general = general
        self.x = x
        self.y = y
        self.unit = unit
        self.ruling = ruling

    def apply(self, battle: GettysburgBattle) -> None:
        general = battle.generals[self.general]
        general.in_play = True
        general.place = ON_TABLE
        general.returns_on_turn = 0
        general.attached_to = self.unit
        general.x = self.x
        general.y = self.y
        if self.unit >= 0:
            battle.carry(general, battle.units[self.unit])


class GeneralReplaced(Event[GettysburgBattle]):
    """A colonel of normal quality takes over (R93)."""

    def __init__(self, general: int, name: str, x: float, y: float, unit: int) -> None:
        self.general = general
        self.name = name
        self.x = x
        self.y = y
        self.unit = unit

    def apply(self, battle: GettysburgBattle) -> None:
        general = battle.generals[self.general]
        general.name = self.name
        general.quality = NORMAL
        general.in_play = True
        general.place = ON_TABLE
        general.lost_on_turn = 0
        general.attached_to = self.unit
        general.x = self.x
        general.y = self.y
        if self.unit >= 0:
            battle.carry(general, battle.units[self.unit])


class GeneralDroveOff(Event[GettysburgBattle]):
    """A lone general whom an enemy reached went to his own people (R105)."""

    def __init__(self, general: int, unit: int, ruling: str) -> None:
        self.general = general
        self.unit = unit
        self.ruling = ruling

    def apply(self, battle: GettysburgBattle) -> None:
        general = battle.generals[self.general]
        general.attached_to = self.unit
        battle.carry(general, battle.units[self.unit])


# ---------------------------------------------------------------- tokens, points, the end


class TokenGained(Event[GettysburgBattle]):
    def __init__(self, side: int, token: int, unit: int) -> None:
        self.side = side
        self.token = token
        self.unit = unit

    def apply(self, battle: GettysburgBattle) -> None:
        battle.armies[self.side].tokens[self.token] += 1


class TokenSpent(Event[GettysburgBattle]):
    """On a unit, which may have no other this turn (R90). `packs`: inches that it adds to its move or charge."""

    def __init__(self, side: int, token: int, unit: int, packs: float) -> None:
        self.side = side
        self.token = token
        self.unit = unit
        self.packs = packs

    def apply(self, battle: GettysburgBattle) -> None:
        battle.armies[self.side].tokens[self.token] -= 1
        unit = battle.units[self.unit]
        unit.token_turn = battle.turn
        unit.packs = self.packs


class TrophyTaken(Event[GettysburgBattle]):
    """Colours taken by a natural double six in melee (4.6.5)."""

    def __init__(self, side: int, unit: int, of: int) -> None:
        self.side = side
        self.unit = unit
        self.of = of

    def apply(self, battle: GettysburgBattle) -> None:
        battle.armies[self.side].trophies += 1


class ObjectiveHeld(Event[GettysburgBattle]):
    """A side is now the last to have had troops there."""

    def __init__(self, goal: int, side: int) -> None:
        self.goal = goal
        self.side = side

    def apply(self, battle: GettysburgBattle) -> None:
        battle.holders[self.goal] = self.side


class Scored(Event[GettysburgBattle]):
    def __init__(self, score: list[int]) -> None:
        self.score = score

    def apply(self, battle: GettysburgBattle) -> None:
        battle.score = self.score[:]


class BattleEnded(Event[GettysburgBattle]):
    def __init__(self, winner: int, verdict: str, ruling: str = "") -> None:
        self.winner = winner
        self.verdict = verdict
        self.ruling = ruling

    def apply(self, battle: GettysburgBattle) -> None:
        battle.finished = True
        battle.winner = self.winner
        battle.verdict = self.verdict


# ---------------------------------------------------------------- a game master's word (R106)


class FireOut(Event[GettysburgBattle]):
    """A building burns no more."""

    def __init__(self, plot: int) -> None:
        self.plot = plot

    def apply(self, battle: GettysburgBattle) -> None:
        battle.burning = [id for id in battle.burning if id != self.plot]


class ModifierSet(Event[GettysburgBattle]):
    """A modifier for the unit's next test."""

    def __init__(self, unit: int, add: int) -> None:
        self.unit = unit
        self.add = add

    def apply(self, battle: GettysburgBattle) -> None:
        battle.units[self.unit].gm_add = self.add


class GroundAdded(Event[GettysburgBattle]):
    """One piece of terrain more: a rectangle from corner to corner, or a line."""

    def __init__(self, kind: str, is_line: bool, at: list[float]) -> None:
        self.kind = kind
        self.is_line = is_line
        self.at = at

    def apply(self, battle: GettysburgBattle) -> None:
        at = self.at
        id = len(battle.land.plots)
        name = f"the {battle.rules.ground[self.kind].name.lower()}"
        if self.is_line:
            piece = polyline(id, name, self.kind, [(at[0], at[1]), (at[2], at[3])])
        else:
            piece = rectangle(id, name, self.kind, at[0], at[1], at[2], at[3])
        battle.land = with_piece(battle.land, self.kind, piece)


class UnitAdded(Event[GettysburgBattle]):
    """A reinforcement; it is a unit of the brigade's original roster from now on."""

    def __init__(
        self,
        card: str,
        name: str,
        brigade: int,
        first: int,
        formation: int,
        x: float,
        y: float,
        facing: float,
        garrison: int,
    ) -> None:
        self.card = card
        self.name = name
        self.brigade = brigade
        self.first = first
        self.formation = formation
        self.x = x
        self.y = y
        self.facing = facing
        self.garrison = garrison

    def apply(self, battle: GettysburgBattle) -> None:
        brigade = battle.brigades[self.brigade]
        card = battle.cards[self.card]
        id = len(battle.units)
        unit = Unit(id, card, self.name, brigade.side, brigade.seat, brigade.id, self.first, card.size, NOBODY)
        battle.add_unit(unit)
        brigade.units = [*brigade.units, id]
        brigade.gone = False
        unit.place = ON_TABLE
        unit.formation = self.formation
        unit.melee_formation = self.formation
        unit.garrison = self.garrison
        battle.put(unit, self.x, self.y, self.facing)


class SwitchTurned(Event[GettysburgBattle]):
    """A ruling's switch stands otherwise from this turn on."""

    def __init__(self, name: str, value: str) -> None:
        self.name = name
        self.value = value

    def apply(self, battle: GettysburgBattle) -> None:
        old = battle.rules
        battle.rules = GettysburgRules(old.sheet, old.switches.changed_by({self.name: self.value}, "gm"))
        battle.land = Land(battle.land.ground, battle.land.plots, battle.rules)
