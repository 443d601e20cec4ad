"""A unit of a battle: what its card says, its chip and instructions, how it has fared."""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import State
from playsheet.core.geometry import Rect
from playsheet.rules.orderchips.sheet.machine import SteamMachine
from playsheet.rules.orderchips.sheet.tables import Card, ChipRules, SizeRow
from playsheet.rules.orderchips.terms import Arm, Chip, Fate, Instruction, ModelKind, Order, Where
from playsheet.tabletop import units as tabletop
from playsheet.tabletop.machines.machine import FATE_AT
from playsheet.tabletop.machines.machine import IN_PLAY as WHOLE

# a figure's state beside core's: it has got into a captured machine
INSIDE: Final = 3
NO_ARROW: Final = -1.0  # of natives
NOBODY: Final = -1
Laid = tuple[int, float, int, int, float]  # a chip: which, its arrow; the instruction with it, at whom, within how far
NOTHING_LAID: Final[Laid] = (Chip.NONE, NO_ARROW, Instruction.USUAL, NOBODY, 0.0)


class Circle:
    """Where all the models of a unit stand: the mean of base centres, and how far from it the farthest is."""

    def __init__(self, unit: Unit, x: float, y: float, spread: float, radius: float) -> None:
        self.x: Final = x
        self.y: Final = y
        self.spread: Final = spread  # to a base's centre
        self.radius: Final = radius  # to a base's edge, or a little beyond
        self.stamp: Final[int] = unit.stamp
        self.figures: Final[int] = unit.figures
        self.place: Final[int] = unit.place

    def holds(self, unit: Unit) -> bool:
        """Does it still stand there? Never said of a unit that has notable persons with it."""
        return (
            self.stamp == unit.stamp and self.figures == unit.figures and self.place == unit.place and not unit.attached
        )


class Unit(tabletop.Unit):
    """Anything with a card: foot, horse, a gun with its crew, a notable person, a machine, a band of natives.

    `owner` and `own_side` never change; `seat` and `side` are whoever commands it now (R42, a captured machine).
    """

    def __init__(
        self, id: int, card: Card, name: str, own_side: int, owner: int, first: int, start: int, model: int
    ) -> None:
        super().__init__(id, name, own_side, owner)
        self.card: Final = card
        self.kind: Final[int] = card.kind
        self.own_side: Final = own_side  # natives: one above the last side
        self.owner: Final = owner  # a seat; natives that nobody commands: -1
        self.first: Final = first  # its figures are first ... first + start - 1
        self.start: Final = start
        self.model: Final = model  # the number of its gun or hull; -1: it has none
        self.fate = Fate.IN_GAME
        # figures
        self.figures = start  # how many are left
        self.order: int = card.starts
        self.files = 1
        self.facing = 0.0  # of the formation, of a gun or a hull
        self.attached_to = NOBODY  # of a notable person: the unit he is with
        self.attached: list[int] = []  # notable persons with it, in the order they came
        self.manned = True  # the crew is with its gun (R74)
        self.gun_lost = False  # wrecked or taken
        # a machine
        self.machine: State = ()
        self.hull: Rect | None = None  # of a machine or a wreck on the table; an automaton's too: the box about it
        self.inside: list[int] = []  # figures of others that have got into it as its crew
        # this turn
        self.chip = Chip.NONE
        self.arrow = NO_ARROW
        self.instruction = Instruction.USUAL
        self.at_unit = NOBODY  # of an instruction to fire at a named unit
        self.within = 0.0  # inches
        self.fired = False
        self.moved = False  # has had its move
        self.forced = False  # counts as moving
        self.ran = False
        self.charging = False  # has declared a charge and not ended its charge move
        self.target = NOBODY  # of that charge
        self.no_action = False  # this turn
        self.next_no_action = False
        self.lost_figures = False  # to hits: it tests in the morale phase
        self.was_hit = False  # a vehicle: it tests in the morale phase
        self.hit_test_used = False
        self.tried_repair = False  # of a scientist
        self.repairs = NOBODY  # of a scientist: the automaton he goes to when it has moved
        self.bad_cartridges = False
        self.said_cover = NOBODY  # by a game master; -1: none
        # last turn, known until chips are turned again
        self.laid: Laid = NOTHING_LAID
        self.laid_by = NOBODY  # the seat
        # from turn to turn
        self.locked: list[int] = []  # units it is locked with, in roster order
        # a haywire automaton
        self.fit = 0  # a result that is still to be carried out, one of HAYWIRES (R75)
        self.fit_pips = 0  # of a random direction
        self.next_seat = NOBODY  # who commands it from next turn (R42)
        self.prey = NOBODY  # the unit that it attacks, and shoots in the shooting phase if it could not reach it (R76)
        # natives
        self.band = False
        self.foes = 0  # a bit for each side that a band is an enemy of
        self.arrived = 0  # the turn it came
        self.stamp = 0  # counts how often something of it was put somewhere, or lifted
        self.circle: Circle | None = None  # that it stood in when that was last asked for
        self.looked_at: SteamMachine | None = None  # its machine when that was last asked for ...
        self.looked_at_as: State = ()  # ... and the state that it was in
        self.astray = False  # is not yet in the battle's `crowd` as it stands now

    def clone(self) -> Unit:
        twin = Unit(self.id, self.card, self.name, self.own_side, self.owner, self.first, self.start, self.model)
        twin.side = self.side
        twin.seat = self.seat
        twin.place = self.place
        twin.fate = self.fate
        twin.figures = self.figures
        twin.order = self.order
        twin.files = self.files
        twin.facing = self.facing
        twin.attached_to = self.attached_to
        twin.attached = self.attached  # this and the other lists are replaced, never changed
        twin.manned = self.manned
        twin.gun_lost = self.gun_lost
        twin.machine = self.machine
        twin.hull = self.hull
        twin.inside = self.inside
        twin.chip = self.chip
        twin.arrow = self.arrow
        twin.instruction = self.instruction
        twin.at_unit = self.at_unit
        twin.within = self.within
        twin.fired = self.fired
        twin.moved = self.moved
        twin.forced = self.forced
        twin.ran = self.ran
        twin.charging = self.charging
        twin.target = self.target
        twin.no_action = self.no_action
        twin.next_no_action = self.next_no_action
        twin.lost_figures = self.lost_figures
        twin.was_hit = self.was_hit
        twin.hit_test_used = self.hit_test_used
        twin.tried_repair = self.tried_repair
        twin.repairs = self.repairs
        twin.bad_cartridges = self.bad_cartridges
        twin.said_cover = self.said_cover
        twin.laid = self.laid
        twin.laid_by = self.laid_by
        twin.locked = self.locked
        twin.fit = self.fit
        twin.fit_pips = self.fit_pips
        twin.next_seat = self.next_seat
        twin.prey = self.prey
        twin.band = self.band
        twin.foes = self.foes
        twin.arrived = self.arrived
        twin.stamp = self.stamp
        twin.circle = self.circle
        twin.astray = self.astray
        return twin

    def is_machine(self) -> bool:
        return self.kind in (Arm.VEHICLE, Arm.AUTOMATON)

    def has_machine(self) -> bool:
        """A machine that is not out."""
        return self.is_machine() and self.place == Where.ON_TABLE and self.machine[FATE_AT] == WHOLE

    def is_wreck(self) -> bool:
        return self.hull is not None and self.place == Where.GONE

    def lone(self) -> bool:
        """A notable person on his own."""
        return self.kind == Arm.NOTABLE and self.place == Where.ON_TABLE

    def has_gun(self) -> bool:
        """A gun of its own that is neither wrecked nor taken."""
        return self.kind == Arm.GUN and not self.gun_lost

    def serves(self) -> bool:
        """A crew with its gun."""
        return self.kind == Arm.GUN and not self.gun_lost and self.manned

    def counts_as_moving(self) -> bool:
        """A Moving chip, or a forced move (R30)."""
        return self.chip == Chip.MOVING or self.forced

    def is_locked(self) -> bool:
        return len(self.locked) > 0


class Kept:
    """What a rule has found out and keeps as long as it holds; a copy of the battle finds it out anew."""


def size_of_model(rules: ChipRules, unit: Unit, part: int) -> SizeRow:
    """The base of a figure, gun or hull."""
    return rules.sizes["gun"] if part == ModelKind.GUN else unit.card.size


def is_close(unit: Unit) -> bool:
    """Close order: a body of foot or horse, or a crew."""
    return unit.order == Order.CLOSE and not unit.is_machine()
