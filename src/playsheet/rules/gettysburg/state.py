"""The state of a battle: units, generals, brigades, divisions, melees, whose go it is. Only events change it."""

from __future__ import annotations

from typing import Final

from playsheet.core.angles import direction
from playsheet.core.arrays import ints_of
from playsheet.core.events import Battle
from playsheet.core.geometry import FAR, TOLERANCE, Rect, distance, point_distance, rect, spacing
from playsheet.core.near import Near, Squares
from playsheet.rules.gettysburg.goals import Goals
from playsheet.rules.gettysburg.land import Land
from playsheet.rules.gettysburg.sheet import (
    ARTILLERY,
    CAVALRY,
    DEPLOYED,
    FALTERING,
    FORMED,
    INFANTRY,
    LINE,
    MOB,
    OK,
    RETREATING,
    ROUTING,
    SECOND_RATE,
    SKIRMISH,
    Card,
    GettysburgRules,
)

# where a unit or a general is
WAITING: Final = 0  # not deployed yet
ON_TABLE: Final = 1
GONE: Final = 2  # dispersed, captured, killed
MERGED: Final = 3  # a detachment that has rejoined its parent
PLACES: Final = ("waiting", "on the table", "gone", "rejoined")

# the phases of a game turn, as printed
DEPLOYING: Final = 0
INITIATIVE: Final = 1
COMMAND: Final = 2
COMPULSORY: Final = 3
CHARGES: Final = 4
NORMAL_MOVES: Final = 5
FIRING: Final = 6
MELEES: Final = 7
MORALE: Final = 8
PHASES: Final = (
    "deployment",
    "initiative",
    "command",
    "compulsory moves",
    "charges",
    "normal moves",
    "firing",
    "melees",
    "morale and pursuit",
)
ALTERNATE: Final = (COMMAND, CHARGES, NORMAL_MOVES, FIRING)  # one go after another; the others are simultaneous

# a retirement that is due in the next phase 3 (R113)
NO_RETIREMENT: Final = 0
MAY_RETIRE: Final = 1  # up to a normal move
TO_OWN_LINES: Final = 2  # a full normal move
BROKEN_AWAY: Final = 3  # its brigade broke: 18 inches
RETIREMENTS: Final = ("none", "may", "own-lines", "broken")

# zones round a unit
FRONT: Final = 0
FLANK: Final = 1
REAR: Final = 2
ZONES: Final = ("front", "flank", "rear")

# on which side of the brigade that it supports (R22)
WINGS: Final = ("left", "right", "rear")

# edges of the table
NORTH: Final = 0
EAST: Final = 1
SOUTH: Final = 2
WEST: Final = 3
EDGES: Final = ("north", "east", "south", "west")

NOBODY: Final = -1
UNKNOWN: Final = -1  # an order that a seat may not know


class Unit:
    """A regiment or battery, or a detachment of a regiment."""

    def __init__(
        self, id: int, card: Card, name: str, side: int, seat: int, brigade: int, first: int, size: int, parent: int
    ) -> None:
        self.id: Final = id
        self.card: Final = card
        self.name: Final = name
        self.side: Final = side
        self.seat: Final = seat
        self.brigade: Final = brigade
        self.first: Final = first  # its figures are numbered from here, for maps
        self.size: Final = size  # original figures; a battery's are its crew
        self.parent: Final = parent  # of a detachment (R125), else -1
        self.grade: Final[int] = card.grade
        self.arm: int = card.arm  # dismounted cavalry is infantry (R102)
        self.figures = size
        self.pending_half = 0  # 0 or 1 (R59)
        self.guns: int = card.guns
        self.place = WAITING
        self.x = 0.0
        self.y = 0.0
        self.facing = 0.0
        self.shape = NOWHERE  # its footprint, while it is on the table
        self.deepest = FAR  # losses never make a footprint deeper than it was (R135)
        self.formation = DEPLOYED if card.arm == ARTILLERY else LINE
        self.state = OK
        self.cause = FORMED  # why it is unformed; FORMED: it is not (the states from faltering on imply it)
        self.garrison = NOBODY  # the plot of the works or BUA that it holds (R124)
        self.melee = NOBODY  # the id of its melee
        self.detachment = NOBODY  # the unit that is out of it (4.8)
        self.screen = False  # of a detachment: a brigade screen, not half a regiment
        # this turn
        self.moved = False
        self.unlimbered = False
        self.charged = False
        self.evaded = False
        self.fired = False
        self.fired_at_by: list[int] = []  # replaced, never changed
        self.fought = False
        self.halted = False  # halt-volley, rally: no other action this turn
        self.must_fire = False  # Halt & Volley: it fires in phase 6 if it can
        self.lost_this_turn = 0  # whole figures
        self.charge_casualties = 0
        self.compulsory_done = False  # it has moved in phase 3 (R114)
        self.acted = False  # its normal move is over
        self.spent = 0.0  # the share of its normal move that is gone
        self.marched = 0.0  # the share of it that went into marching
        self.slowed = False  # some of the march was through slow ground
        self.packs = 0.0  # inches that Down Packs adds to its move or charge
        self.able = False  # state ok, formed, no artillery, when its side's phase 4 began (4.2.1)
        self.near_before = FAR  # how far the nearest enemy was when its normal move began
        self.tried_up = False  # to get up, or to be recalled
        self.tried_recall = False
        self.rear_fire = False  # close-order foot or guns have fired at its rear at effective range or closer (4.9.3)
        self.fell_back = False  # it moved by its owner's will after a falter: no recovery this turn (R115)
        self.falters_anew = False  # a falter received this turn
        self.faltering_at_5 = False  # it was faltering when phase 5 began (4.9.1)
        self.tested = False  # in this phase 8
        # kept
        self.fired_at_before: list[int] = []  # who fired at it last turn
        self.fired_last_turn = False
        self.low_on_ammo = False
        self.pursued_last_turn = False
        self.pursuing = False  # it has pursued in this turn
        self.recoiled = False
        self.following_up = False
        self.dispersal_reached = False
        self.down_turn = 0  # in which it went to ground
        self.fell_turn = 0  # in which it began to retreat or rout (R85)
        self.flown = False  # it has made its first flight move, or half of it: it is a mob from then on
        self.from_unit = NOBODY  # "the enemy" that it runs from (R112) ...
        self.from_x = 0.0  # ... and where that stood
        self.from_y = 0.0
        self.beat = NOBODY  # the unit that it has beaten: a pursuit test is due
        self.pursues = NOBODY  # the fugitive whose path it follows in the next phase 3
        self.retires = NO_RETIREMENT
        self.uncontrolled = False  # an uncontrolled charge is due in the next phase 4
        self.token_turn = 0  # in which a token was last spent on it (R90)
        self.melee_formation = self.formation  # as it stood when it was unformed in melee (4.9.1)
        self.melee_facing = 0.0
        self.path: list[tuple[float, float]] = []  # of its last flight: pursuers follow it (R120); replaced only
        self.gm_add = 0  # a game master's modifier for its next test (R106)

    def clone(self) -> Unit:
        twin = Unit(
            self.id, self.card, self.name, self.side, self.seat, self.brigade, self.first, self.size, self.parent
        )
        twin.arm = self.arm
        twin.figures = self.figures
        twin.pending_half = self.pending_half
        twin.guns = self.guns
        twin.place = self.place
        twin.x = self.x
        twin.y = self.y
        twin.facing = self.facing
        twin.shape = self.shape  # replaced, never changed
        twin.deepest = self.deepest
        twin.formation = self.formation
        twin.state = self.state
        twin.cause = self.cause
        twin.garrison = self.garrison
        twin.melee = self.melee
        twin.detachment = self.detachment
        twin.screen = self.screen
        twin.moved = self.moved
        twin.unlimbered = self.unlimbered
        twin.charged = self.charged
        twin.evaded = self.evaded
        twin.fired = self.fired
        twin.fired_at_by = self.fired_at_by
        twin.fought = self.fought
        twin.halted = self.halted
        twin.must_fire = self.must_fire
        twin.lost_this_turn = self.lost_this_turn
        twin.charge_casualties = self.charge_casualties
        twin.compulsory_done = self.compulsory_done
        twin.acted = self.acted
        twin.spent = self.spent
        twin.marched = self.marched
        twin.slowed = self.slowed
        twin.packs = self.packs
        twin.able = self.able
        twin.near_before = self.near_before
        twin.tried_up = self.tried_up
        twin.tried_recall = self.tried_recall
        twin.rear_fire = self.rear_fire
        twin.fell_back = self.fell_back
        twin.falters_anew = self.falters_anew
        twin.faltering_at_5 = self.faltering_at_5
        twin.tested = self.tested
        twin.fired_at_before = self.fired_at_before
        twin.fired_last_turn = self.fired_last_turn
        twin.low_on_ammo = self.low_on_ammo
        twin.pursued_last_turn = self.pursued_last_turn
        twin.pursuing = self.pursuing
        twin.recoiled = self.recoiled
        twin.following_up = self.following_up
        twin.dispersal_reached = self.dispersal_reached
        twin.down_turn = self.down_turn
        twin.fell_turn = self.fell_turn
        twin.flown = self.flown
        twin.from_unit = self.from_unit
        twin.from_x = self.from_x
        twin.from_y = self.from_y
        twin.beat = self.beat
        twin.pursues = self.pursues
        twin.retires = self.retires
        twin.uncontrolled = self.uncontrolled
        twin.token_turn = self.token_turn
        twin.melee_formation = self.melee_formation
        twin.melee_facing = self.melee_facing
        twin.path = self.path
        twin.gm_add = self.gm_add
        return twin

    # ------------------------------------------------------------ reading

    def on_table(self) -> bool:
        return self.place == ON_TABLE

    def is_unformed(self) -> bool:
        """Faltering, retreating and routing imply it."""
        return self.cause != FORMED or self.state >= FALTERING

    def flees(self) -> bool:
        return self.state == RETREATING or self.state == ROUTING

    def in_melee(self) -> bool:
        return self.melee >= 0

    def is_close_order(self) -> bool:
        """Not skirmishers: they are passed through, and hide nobody."""
        return self.formation != SKIRMISH

    def is_dismounted(self) -> bool:
        return self.card.arm == CAVALRY and self.arm == INFANTRY

    def is_detachment(self) -> bool:
        return self.parent >= 0

    def faces_all_round(self) -> bool:
        """Skirmishers, mobs and garrisons have front zones all round."""
        return self.formation == SKIRMISH or self.formation == MOB or self.garrison >= 0

    def turns_freely(self) -> bool:
        return self.formation == SKIRMISH or self.formation == MOB

    def skirmish_rate(self) -> int:
        """How good its skirmishers are; dismounted cavalry are second-rate at least (R126)."""
        if self.is_dismounted() and self.card.skirmish_rate < SECOND_RATE:
            return SECOND_RATE
        return self.card.skirmish_rate

    def front_middle(self) -> tuple[float, float]:
        return self.shape.point(0.0, self.shape.half_d)


NOWHERE: Final = Rect(0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0)


class General:
    """A brigadier, a divisional or corps general, or the C-in-C: a disc that is in nobody's way."""

    def __init__(self, id: int, name: str, side: int, seat: int, level: int, quality: int, radius: float) -> None:
        self.id: Final = id
        self.name = name  # a colonel who takes over bears another
        self.side: Final = side
        self.seat: Final = seat
        self.level: Final = level
        self.quality = quality
        self.radius: Final = radius
        self.place = WAITING
        self.x = 0.0
        self.y = 0.0
        self.attached_to = NOBODY  # a unit
        self.in_play = True  # False: wounded, or gone
        self.returns_on_turn = 0  # 0: he does not
        self.lost_on_turn = 0  # disgraced or shot: gone for good, though another may take his place (R93)
        self.moved = False  # this turn (R32)

    def clone(self) -> General:
        twin = General(self.id, self.name, self.side, self.seat, self.level, self.quality, self.radius)
        twin.place = self.place
        twin.x = self.x
        twin.y = self.y
        twin.attached_to = self.attached_to
        twin.in_play = self.in_play
        twin.returns_on_turn = self.returns_on_turn
        twin.lost_on_turn = self.lost_on_turn
        twin.moved = self.moved
        return twin

    def is_here(self) -> bool:
        """On the table and fit to command."""
        return self.in_play and self.place == ON_TABLE


class Brigade:
    """The unit of command."""

    def __init__(self, id: int, name: str, side: int, seat: int, division: int) -> None:
        self.id: Final = id
        self.name: Final = name
        self.side: Final = side
        self.seat: Final = seat
        self.division: Final = division  # -1: none
        self.units: list[int] = []  # the original roster; made once and shared
        self.brigadier = NOBODY  # a general; -1: it never had one
        self.order = UNKNOWN
        self.target = NOBODY  # the brigade that it supports
        self.wing = 0  # on which side of it (R22)
        self.shown = False  # the chip lies face up (R17)
        self.area: list[tuple[float, float]] = []  # where its units stood when Hold began (R23); replaced only
        self.broken_count = 0
        self.tried = False  # an order this turn (R13)
        self.gone = False  # removed, or no unit of it left on the table
        self.test_due = False  # a brigade test in phase 8
        self.tested = False  # in this phase 8
        self.all_fleeing = False  # all its units fled when last looked at (R117)
        self.cavalry_charges = 0  # this turn (R19)
        self.detachment = NOBODY  # its skirmish screen
        self.went = False  # it has had its go in this phase (switch `alternate`)

    def clone(self) -> Brigade:
        twin = Brigade(self.id, self.name, self.side, self.seat, self.division)
        twin.units = self.units
        twin.brigadier = self.brigadier
        twin.order = self.order
        twin.target = self.target
        twin.wing = self.wing
        twin.shown = self.shown
        twin.area = self.area
        twin.broken_count = self.broken_count
        twin.tried = self.tried
        twin.gone = self.gone
        twin.test_due = self.test_due
        twin.tested = self.tested
        twin.all_fleeing = self.all_fleeing
        twin.cavalry_charges = self.cavalry_charges
        twin.detachment = self.detachment
        twin.went = self.went
        return twin


class Division:
    """Brigades under one general."""

    def __init__(self, id: int, name: str, side: int, seat: int) -> None:
        self.id: Final = id
        self.name: Final = name
        self.side: Final = side
        self.seat: Final = seat
        self.brigades: list[int] = []  # made once and shared
        self.general = NOBODY
        self.order = UNKNOWN
        self.shown = False
        self.tried = False

    def clone(self) -> Division:
        twin = Division(self.id, self.name, self.side, self.seat)
        twin.brigades = self.brigades
        twin.general = self.general
        twin.order = self.order
        twin.shown = self.shown
        twin.tried = self.tried
        return twin


class Army:
    """What a side as a whole has."""

    def __init__(self, side: int, nation: int, baseline: int, seat: int) -> None:
        self.side: Final = side
        self.nation: Final = nation
        self.baseline: Final = baseline  # an edge of the table
        self.seat: Final = seat  # the C-in-C's owner
        self.cinc = NOBODY  # a general
        self.tokens = [0, 0, 0]
        self.yells = 0  # of its yell-or-aim tokens, where both armies are of one nation: Rebel Yells (R90)
        self.trophies = 0
        self.units_taken = 0  # enemy units dispersed or captured
        self.went = False  # it has had its go in this phase

    def clone(self) -> Army:
        twin = Army(self.side, self.nation, self.baseline, self.seat)
        twin.cinc = self.cinc
        twin.tokens = self.tokens[:]
        twin.yells = self.yells
        twin.trophies = self.trophies
        twin.units_taken = self.units_taken
        twin.went = self.went
        return twin


class Charge:
    """A charge that is declared and not yet resolved; never changed."""

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
    ) -> None:
        self.unit: Final = unit
        self.target: Final = target
        self.facing: Final = facing  # after the pivot (R107)
        self.gap: Final = gap  # D
        self.allowance: Final = allowance  # C
        self.zone: Final = zone  # of the target, in which the charger's centre was when it declared
        self.uncontrolled: Final = uncontrolled
        self.x: Final = x  # the charger's centre then
        self.y: Final = y


class Melee:
    """Units locked with each other; replaced by events, never changed."""

    def __init__(
        self,
        id: int,
        round: int,
        fighters: list[int],
        chargers: list[int],
        flanked: list[int],
        first: list[int],
    ) -> None:
        self.id: Final = id
        self.round: Final = round  # rounds fought
        self.fighters: Final = fighters  # in the order in which they came
        self.chargers: Final = chargers  # charged, counter-charged or pursued into contact this turn, in that order
        self.flanked: Final = flanked  # attacked in flank or rear, first round only (R70)
        self.first: Final = first  # whose first round it is


class Memory:
    """What has been worked out about a battle, to be had again as long as it holds.

    It is no part of the battle: never cloned, saved or shown, and shared by all who see the same units.
    """


class Nearest(Memory):
    """The nearest enemy of each unit, as long as neither it nor any enemy has been put elsewhere."""

    def __init__(self) -> None:
        self.shifts: Final = [0, 0]  # of each side: how often a unit was put somewhere, or removed
        self.shapes: Final[list[Rect]] = []  # of each unit, when its nearest enemy was looked for ...
        self.shifted: Final[list[int]] = []  # ... and the shifts of the other side then
        self.enemies: Final[list[int]] = []
        self.gaps: Final[list[float]] = []

    def holds(self, unit: Unit) -> bool:
        """Is what is known of the unit still true?"""
        while len(self.shapes) <= unit.id:
            self.shapes.append(NOWHERE)
            self.shifted.append(NOBODY)
            self.enemies.append(NOBODY)
            self.gaps.append(FAR)
        return self.shapes[unit.id] is unit.shape and self.shifted[unit.id] == self.shifts[1 - unit.side]

    def keep(self, unit: Unit, enemy: int, gap: float) -> None:
        self.shapes[unit.id] = unit.shape
        self.shifted[unit.id] = self.shifts[1 - unit.side]
        self.enemies[unit.id] = enemy
        self.gaps[unit.id] = gap


class GettysburgBattle(Battle):
    """Everything between two steps."""

    def __init__(
        self,
        rules: GettysburgRules,
        land: Land,
        goals: Goals,
        cards: dict[str, Card],
        units: list[Unit],
        generals: list[General],
        brigades: list[Brigade],
        divisions: list[Division],
        armies: list[Army],
        near: Near,
    ) -> None:
        super().__init__()
        self.rules = rules  # a game master may turn a switch between turns (R106)
        self.land = land
        self.goals: Final = goals
        self.cards: Final = cards
        self.units = units
        self.generals = generals
        self.brigades = brigades
        self.divisions = divisions
        self.armies = armies
        self.near = near  # the units on the table, by their sides
        self.phase = DEPLOYING
        self.first_side = 0  # for the alternate phases of this turn
        self.winner_of_initiative = NOBODY
        self.side = 0  # whose go it is
        self.brigade = NOBODY  # in particular this brigade's, by switch `alternate`
        self.begun = False  # somebody has the go
        self.over = False  # the go, or the phase, is over
        self.stage = 0  # of a go or a phase: its own business
        self.queue: list[int] = []  # whatever a stage still has to deal with
        self.charges: list[Charge] = []  # declared and not yet resolved; replaced only
        self.melees: list[Melee] = []  # replaced only
        self.next_melee = 0
        self.captured: list[tuple[int, float, float]] = []  # batteries captured this turn: side, x, y (R116)
        self.burning: list[int] = []  # plots (R92)
        self.holders: list[int] = []  # of each objective: the last side to have held it; -1: nobody
        self.score = [0, 0]
        self.to_deploy: list[int] = []
        self.nearest = Nearest()
        self.memory: list[Memory] = []  # what else is remembered, each kind once

    def clone(self) -> GettysburgBattle:
        twin = GettysburgBattle(
            self.rules,
            self.land,
            self.goals,
            self.cards,
            [unit.clone() for unit in self.units],
            [general.clone() for general in self.generals],
            [brigade.clone() for brigade in self.brigades],
            [division.clone() for division in self.divisions],
            [army.clone() for army in self.armies],
            self.near.clone(),
        )
        self.copy_to(twin)
        return twin

    def copy_to(self, twin: GettysburgBattle) -> None:
        """All that is no list of units, generals and commands."""
        twin.copy_frame(self)
        twin.phase = self.phase
        twin.first_side = self.first_side
        twin.winner_of_initiative = self.winner_of_initiative
        twin.side = self.side
        twin.brigade = self.brigade
        twin.begun = self.begun
        twin.over = self.over
        twin.stage = self.stage
        twin.queue = self.queue[:]
        twin.charges = self.charges
        twin.melees = self.melees
        twin.next_melee = self.next_melee
        twin.captured = self.captured[:]
        twin.burning = self.burning[:]
        twin.holders = self.holders[:]
        twin.score = self.score[:]
        twin.to_deploy = self.to_deploy[:]

    # ------------------------------------------------------------ who is where

    def around(self, x: float, y: float, far: float) -> list[Unit]:
        """The units on the table of which some part may be that near to a point, in the order of the roster."""
        return [self.units[id] for id in self.near.within(x, y, far)]

    def along(self, x: float, y: float, ux: float, uy: float, length: float, wide: float) -> list[Unit]:
        """The units on the table of which some part may be that near to a straight way, in the order of the roster."""
        return [self.units[id] for id in self.near.along(x, y, ux, uy, length, wide)]

    def within(self, unit: Unit, far: float) -> list[Unit]:
        """The other units whose footprints are within that distance of the unit's, in the order of the roster."""
        held = unit.shape
        return [
            other
            for other in self.around(held.x, held.y, held.radius + far)
            if other is not unit and distance(held, other.shape) <= far + TOLERANCE
        ]

    def nearest_enemy(self, unit: Unit) -> tuple[int, float]:
        """The nearest enemy by footprints, and how far off it is; -1 and FAR if there is none on the table."""
        known = self.nearest
        if not known.holds(unit):
            enemy, gap = self.nearest_of(unit.shape, 1 - unit.side)
            known.keep(unit, enemy, gap)
        return known.enemies[unit.id], known.gaps[unit.id]

    def nearest_of(self, held: Rect, side: int) -> tuple[int, float]:
        """The unit of that side nearest to a footprint, and how far off it is; -1 and FAR if there is none."""
        best, _ = self.near.nearest(held.x, held.y, side)
        if best < 0:
            return NOBODY, FAR
        first = best
        least = distance(held, self.units[first].shape)
        for id in self.near.within(held.x, held.y, least + held.radius):
            other = self.units[id]
            if other.side == side and id != first:
                shape = other.shape
                clear = spacing(held.x, held.y, shape.x, shape.y) - held.radius - shape.radius
                if clear <= least:
                    off = distance(held, shape)
                    if off < least or (off == least and id < best):
                        least = off
                        best = id
        return best, least

    def units_of(self, brigade: Brigade) -> list[Unit]:
        """Those on the table, detachments among them."""
        found = [self.units[id] for id in brigade.units if self.units[id].place == ON_TABLE]
        for unit in found[:]:
            if unit.detachment >= 0 and self.units[unit.detachment].place == ON_TABLE:
                found.append(self.units[unit.detachment])
        return found

    def goers(self) -> list[Unit]:
        """The units on the table whose go it is, in the order of the roster."""
        if self.brigade >= 0:
            found = self.units_of(self.brigades[self.brigade])
            found.sort(key=id_of)
            return found
        return [unit for unit in self.units if unit.side == self.side and unit.place == ON_TABLE]

    def goes(self, unit: Unit) -> bool:
        """Is it this unit's go?"""
        return unit.side == self.side and (self.brigade < 0 or unit.brigade == self.brigade)

    # ------------------------------------------------------------ what a question is about: places in the roster

    def place_of(self, general: General) -> int:
        """A general's place in the roster, which lists the units first."""
        return len(self.units) + general.id

    def general_at(self, place: int) -> General:
        return self.generals[place - len(self.units)]

    def first_of(self, brigade: Brigade) -> int:
        """The unit that stands for its brigade when something is asked about that."""
        return self.units_of(brigade)[0].id

    def brigade_at(self, place: int) -> Brigade:
        return self.brigades[self.units[place].brigade]

    # ------------------------------------------------------------ command

    def brigadier_of(self, unit: Unit) -> General | None:
        """Its brigadier, if he is in play."""
        if unit.brigade < 0:
            return None
        return self.in_command(self.brigades[unit.brigade].brigadier)

    def in_command(self, general: int) -> General | None:
        """The general, if there is one and he is in play."""
        if general >= 0 and self.generals[general].is_here():
            return self.generals[general]
        return None

    def commanders(self, unit: Unit) -> list[General]:
        """The generals who count for a unit: its own brigadier, divisional and corps general, the C-in-C (R77)."""
        found: list[General] = []
        own = self.brigadier_of(unit)
        if own is not None:
            found.append(own)
        if unit.brigade >= 0:
            division = self.brigades[unit.brigade].division
            if division >= 0:
                higher = self.in_command(self.divisions[division].general)
                if higher is not None:
                    found.append(higher)
        chief = self.in_command(self.armies[unit.side].cinc)
        if chief is not None and chief not in found:
            found.append(chief)
        return found

    def general_gap(self, general: General, held: Rect) -> float:
        """From a general's base to a footprint; 0 if he is attached there."""
        far = point_distance(held, general.x, general.y) - general.radius
        return far if far > 0.0 else 0.0

    def attached(self, unit: Unit) -> list[General]:
        """The generals who are with it."""
        return [general for general in self.generals if general.attached_to == unit.id and general.is_here()]

    def order_of(self, unit: Unit) -> int:
        return self.brigades[unit.brigade].order if unit.brigade >= 0 else UNKNOWN

    # ------------------------------------------------------------ numbers

    def losses(self, unit: Unit) -> tuple[int, int]:
        """Figures lost and original size, parent and detachment together (4.8.2)."""
        parent = self.units[unit.parent] if unit.parent >= 0 else unit
        left = parent.figures
        if parent.detachment >= 0 and self.units[parent.detachment].place == ON_TABLE:
            left += self.units[parent.detachment].figures
        return parent.size - left, parent.size

    def lost_this_turn(self, unit: Unit) -> int:
        """Whole figures, parent and detachment together."""
        parent = self.units[unit.parent] if unit.parent >= 0 else unit
        lost = parent.lost_this_turn
        if parent.detachment >= 0:
            lost += self.units[parent.detachment].lost_this_turn
        return lost

    def in_ranks(self, unit: Unit) -> int:
        """The figures that fire and fight: of dismounted cavalry not those who hold the horses (R102)."""
        if unit.is_dismounted() and self.rules.horse_holders:
            return unit.figures - unit.figures // self.rules.horse_holders_one_in
        return unit.figures

    # ------------------------------------------------------------ changed by events only

    def put(self, unit: Unit, x: float, y: float, facing: float) -> None:
        """Stand the unit there, in its formation; a garrison of a BUA stands where that stands (R124)."""
        held = self.footprint(unit, unit.formation, x, y, facing)
        if unit.garrison >= 0 and self.land.plots[unit.garrison].bua:
            held = self.land.plots[unit.garrison].box(facing)
        unit.x = held.x
        unit.y = held.y
        unit.facing = facing
        unit.shape = held
        self.near.put(unit.id, held.x, held.y, held.radius)
        self.nearest.shifts[unit.side] += 1
        for general in self.generals:
            if general.attached_to == unit.id:
                self.carry(general, unit)

    def footprint(self, unit: Unit, formation: int, x: float, y: float, facing: float) -> Rect:
        """The rectangle that the unit would cover in that formation there."""
        width, depth = extent(self.rules, unit.arm, formation, unit.figures, unit.guns)
        if depth > unit.deepest and formation == unit.formation:
            depth = unit.deepest
        return rect(x, y, facing, width, depth)

    def shrink(self, unit: Unit) -> None:
        """Its footprint after losses: the middle of the front edge stays."""
        if unit.place != ON_TABLE:
            return
        x, y = unit.front_middle()
        if unit.garrison < 0 or not self.land.plots[unit.garrison].bua:
            unit.deepest = 2.0 * unit.shape.half_d
        there = self.footprint(unit, unit.formation, unit.x, unit.y, unit.facing)
        ux, uy = direction(unit.facing)
        self.put(unit, x - ux * there.half_d, y - uy * there.half_d, unit.facing)

    def remove(self, unit: Unit, place: int) -> None:
        """It stands on the table no more; generals who were with it stay, alone (R123)."""
        unit.place = place
        unit.garrison = NOBODY
        self.near.remove(unit.id)
        self.nearest.shifts[unit.side] += 1
        for general in self.generals:
            if general.attached_to == unit.id:
                general.attached_to = NOBODY

    def carry(self, general: General, unit: Unit) -> None:
        """An attached general stands in contact behind the middle of his unit."""
        held = unit.shape
        general.x, general.y = held.point(0.0, -held.half_d - general.radius)
        ground = self.land.ground
        general.x = min(max(general.x, general.radius), ground.width - general.radius)
        general.y = min(max(general.y, general.radius), ground.depth - general.radius)

    def add_unit(self, unit: Unit) -> None:
        """One more: a detachment or a reinforcement."""
        self.units.append(unit)
        old = self.near
        self.near = near_of(self.land, self.units)
        for other in self.units[:-1]:
            if not old.absent(other.id):
                self.near.put(other.id, other.shape.x, other.shape.y, other.shape.radius)


def id_of(unit: Unit) -> int:
    return unit.id


def near_of(land: Land, units: list[Unit]) -> Near:
    """Nobody on the table yet."""
    return Near(Squares(land.ground.width, land.ground.depth, len(units)), ints_of([unit.side for unit in units]))


def extent(rules: GettysburgRules, arm: int, formation: int, figures: int, guns: int) -> tuple[float, float]:
    """Width and depth of a footprint: the ranks that are really filled; guns abreast."""
    if arm == ARTILLERY:
        model = rules.bases["gun" if formation == DEPLOYED else "limber"]
        return model.width * max(guns, 1), model.depth
    files = rules.files(formation, figures)
    if formation == SKIRMISH:
        return rules.skirmisher_width * files, rules.skirmish_depth
    base = rules.bases["cavalry" if arm == CAVALRY else "infantry"]
    return base.width * files, base.depth * ((figures + files - 1) // files)
