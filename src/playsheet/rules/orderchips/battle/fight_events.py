"""What can happen in fire, melee and morale, to machines, and at random. Each event is complete and in the past tense.

Losses come as FiguresLost, NotableLost and GunLost of events.py, when everything that happens at one time is rolled.
"""

from __future__ import annotations

from playsheet.core.dice import State
from playsheet.core.events import Event
from playsheet.rules.orderchips.battle.state import ChipBattle, new_band
from playsheet.rules.orderchips.battle.units import NOBODY
from playsheet.rules.orderchips.sheet.machine import HAYWIRE_AT
from playsheet.rules.orderchips.terms import Haywire
from playsheet.tabletop.machines.machine import ABANDONED, DISABLED

# ---------------------------------------------------------------- fire


class Fired(Event[ChipBattle]):
    """A unit has fired, or one weapon of a machine; whom the hits find is told next, losses when all is rolled."""

    def __init__(
        self,
        unit: int,
        weapon: int,
        target: int,
        aim: int,
        firing: int,
        notables: list[int],
        distance: float,
        band: int,
        cover: int,
        hits: int,
        charging: bool,
        interrupt: bool,
        ruling: str,
    ) -> None:
        self.unit = unit
        self.weapon = weapon  # of a machine; -1: its figures or its gun
        self.target = target
        self.aim = aim  # the model on which a template is laid; -1: none
        self.firing = firing  # figures or crew
        self.notables = notables  # notable persons who fire with them
        self.distance = distance
        self.band = band
        self.cover = cover
        self.hits = hits
        self.charging = charging  # at a unit that charges
        self.interrupt = interrupt
        self.ruling = ruling

    def apply(self, battle: ChipBattle) -> None:
        unit = battle.units[self.unit]
        unit.fired = True
        for id in self.notables:
            battle.units[id].fired = True
        provoke(battle, self.unit, self.target)


def provoke(battle: ChipBattle, by: int, target: int) -> None:
    """Natives become the enemies of whoever attacks them (R79)."""
    band = battle.units[target]
    side = battle.units[by].side
    if band.side == battle.sides and side < battle.sides:
        band.foes |= 1 << side
        battle.stirs += 1


class Burst(Event[ChipBattle]):
    """A template was laid: where, how many could fall, and how many of each unit are hit."""

    def __init__(
        self, by: int, x: float, y: float, radius: float, most: int, units: list[int], counts: list[int], ruling: str
    ) -> None:
        self.by = by  # the unit whose shell it was, or the machine that exploded
        self.x = x
        self.y = y
        self.radius = radius
        self.most = most
        self.units = units
        self.counts = counts
        self.ruling = ruling

    def apply(self, battle: ChipBattle) -> None:
        """The losses are told when all is rolled."""


class NotableHit(Event[ChipBattle]):
    """A notable person is hit, and saves himself or not; if not, his loss is told when all is rolled."""

    def __init__(self, unit: int, hits: int, out: bool, ruling: str) -> None:
        self.unit = unit
        self.hits = hits
        self.out = out
        self.ruling = ruling

    def apply(self, battle: ChipBattle) -> None:
        """His loss is told when all is rolled."""


class GunHit(Event[ChipBattle]):
    """A gun stood under a template."""

    def __init__(self, unit: int, wrecked: bool, ruling: str) -> None:
        self.unit = unit
        self.wrecked = wrecked
        self.ruling = ruling

    def apply(self, battle: ChipBattle) -> None:
        """Its loss is told when all is rolled."""


# ---------------------------------------------------------------- melee


class Fought(Event[ChipBattle]):
    """A unit's dice against one enemy unit; `free`: at one that breaks off."""

    def __init__(
        self, unit: int, target: int, dice: int, notables: list[int], hits: int, cover: int, free: bool, ruling: str
    ) -> None:
        self.unit = unit
        self.target = target
        self.dice = dice
        self.notables = notables  # notable persons who fight with it
        self.hits = hits
        self.cover = cover
        self.free = free
        self.ruling = ruling

    def apply(self, battle: ChipBattle) -> None:
        provoke(battle, self.unit, self.target)


# ---------------------------------------------------------------- morale


class MoraleTested(Event[ChipBattle]):
    """A morale test."""

    def __init__(self, unit: int, why: str, passed: bool, counts: bool, ruling: str) -> None:
        self.unit = unit
        self.why = why
        self.passed = passed
        self.counts = counts  # it is the one test for hits of this turn
        self.ruling = ruling

    def apply(self, battle: ChipBattle) -> None:
        unit = battle.units[self.unit]
        if self.counts:
            unit.hit_test_used = True


class FailureRolled(Event[ChipBattle]):
    """What a unit that failed will do: `action` of morale.ACTIONS, or for a vehicle of VEHICLE_ROWS."""

    def __init__(self, unit: int, action: int, vehicle: bool, inches: float, flee: int, ruling: str) -> None:
        self.unit = unit
        self.action = action
        self.vehicle = vehicle
        self.inches = inches
        self.flee = flee
        self.ruling = ruling

    def apply(self, battle: ChipBattle) -> None:
        """It is carried out by the events that follow."""


class Confused(Event[ChipBattle]):
    """The commander of a vehicle is confused, and it sits still for the rest of this turn (R20)."""

    def __init__(self, unit: int, ruling: str) -> None:
        self.unit = unit
        self.ruling = ruling

    def apply(self, battle: ChipBattle) -> None:
        unit = battle.units[self.unit]
        unit.moved = True
        unit.charging = False


# ---------------------------------------------------------------- machines


class MachineSaved(Event[ChipBattle]):
    """An armour save, held or not; a hit it was in any case."""

    def __init__(self, unit: int, by: int, how: int, held: bool, ruling: str) -> None:
        self.unit = unit
        self.by = by  # the unit whose hit it was
        self.how = how  # SHOT, BY_FIGURES or BY_MACHINE of armour.py
        self.held = held
        self.ruling = ruling

    def apply(self, battle: ChipBattle) -> None:
        battle.units[self.unit].was_hit = True


class MachineHarmed(Event[ChipBattle]):
    """Something has happened to a machine: as of Harm in machines/machine.py; `state` is how it is now."""

    def __init__(self, unit: int, do: int, which: int, by: int, held: bool, state: State, ruling: str) -> None:
        self.unit = unit
        self.do = do
        self.which = which
        self.by = by
        self.held = held
        self.state = state
        self.ruling = ruling

    def apply(self, battle: ChipBattle) -> None:
        battle.units[self.unit].machine = self.state


class MachineSet(Event[ChipBattle]):
    """A machine is so now; `why` says in a word what has changed: steam, clears, crew, bails-out, mends."""

    def __init__(self, unit: int, why: str, state: State, ruling: str) -> None:
        self.unit = unit
        self.why = why
        self.state = state
        self.ruling = ruling

    def apply(self, battle: ChipBattle) -> None:
        unit = battle.units[self.unit]
        unit.machine = self.state
        if self.why == "crew":
            unit.was_hit = False  # its new crew do not test for the hits that won it (R101)


class MachineLost(Event[ChipBattle]):
    """A machine is out. An explosion, or who gets into a captured one, is told when all is rolled."""

    def __init__(self, unit: int, fate: int, by: int, state: State, ruling: str) -> None:
        self.unit = unit
        self.fate = fate
        self.by = by
        self.state = state
        self.ruling = ruling

    def apply(self, battle: ChipBattle) -> None:
        unit = battle.units[self.unit]
        unit.machine = self.state
        unit.fit = 0
        unit.prey = NOBODY
        battle.fits = [id for id in battle.fits if id != self.unit]
        if self.fate in (DISABLED, ABANDONED):
            battle.wreck(unit, True)


class Exploded(Event[ChipBattle]):
    """A machine goes off like a shell of that class, and nothing of it stays (R61)."""

    def __init__(self, unit: int, shell: str, ruling: str) -> None:
        self.unit = unit
        self.shell = shell
        self.ruling = ruling

    def apply(self, battle: ChipBattle) -> None:
        battle.wreck(battle.units[self.unit], False)


class Driven(Event[ChipBattle]):
    """SUSTAIN or START before a machine's move: `result` of DRIVES in dice/engines.py; `state` is how it is now."""

    def __init__(self, unit: int, result: int, state: State, ruling: str) -> None:
        self.unit = unit
        self.result = result
        self.state = state
        self.ruling = ruling

    def apply(self, battle: ChipBattle) -> None:
        battle.units[self.unit].machine = self.state


# ---------------------------------------------------------------- haywire


class WentHaywire(Event[ChipBattle]):
    """A haywire result, still to be carried out; `seat` is who commands it from next turn, -1: nobody new."""

    def __init__(self, unit: int, result: int, pips: int, seat: int, state: State, ruling: str) -> None:
        self.unit = unit
        self.result = result
        self.pips = pips
        self.seat = seat
        self.state = state
        self.ruling = ruling

    def apply(self, battle: ChipBattle) -> None:
        unit = battle.units[self.unit]
        unit.machine = self.state
        unit.prey = NOBODY
        if self.result == Haywire.ENEMY_CONTROL and self.seat == NOBODY:
            return  # somebody has it already: nothing (R42)
        unit.fit = self.result
        unit.fit_pips = self.pips
        battle.fits = [*[id for id in battle.fits if id != self.unit], self.unit]
        if self.seat != NOBODY:
            unit.next_seat = self.seat


class HaywireActs(Event[ChipBattle]):
    """A haywire result takes effect now; what the automaton does is told next."""

    def __init__(self, unit: int, result: int, prey: int, ruling: str) -> None:
        self.unit = unit
        self.result = result
        self.prey = prey  # the unit that it attacks; -1: none
        self.ruling = ruling

    def apply(self, battle: ChipBattle) -> None:
        unit = battle.units[self.unit]
        unit.fit = 0
        unit.prey = self.prey
        battle.fits = [id for id in battle.fits if id != self.unit]


class RepairTried(Event[ChipBattle]):
    """A scientist has tried to repair an automaton; what he mends is told next."""

    def __init__(self, unit: int, automaton: int, mends: bool, ruling: str) -> None:
        self.unit = unit
        self.automaton = automaton
        self.mends = mends
        self.ruling = ruling

    def apply(self, battle: ChipBattle) -> None:
        battle.units[self.unit].tried_repair = True


class Repaired(Event[ChipBattle]):
    """An automaton is mended, for the rest of the turn idle, and normal from next turn on (4.14.3)."""

    def __init__(self, unit: int, conditions: list[int], state: State, ruling: str) -> None:
        self.unit = unit
        self.conditions = conditions  # as of CONDITIONS in dice/repair.py
        self.state = state
        self.ruling = ruling

    def apply(self, battle: ChipBattle) -> None:
        unit = battle.units[self.unit]
        unit.machine = self.state
        unit.no_action = True
        unit.moved = True
        if self.state[HAYWIRE_AT] == Haywire.OBEYS:
            unit.next_no_action = False
            unit.fit = 0
            unit.prey = NOBODY
            unit.next_seat = NOBODY
            battle.fits = [id for id in battle.fits if id != self.unit]


# ---------------------------------------------------------------- random events


class EventChecked(Event[ChipBattle]):
    """Is there a random event this turn, and which: one of EVENTS, -1: none."""

    def __init__(self, event: int, bands: int, ruling: str) -> None:
        self.event = event
        self.bands = bands
        self.ruling = ruling

    def apply(self, battle: ChipBattle) -> None:
        """What it does is told next."""


class HazeCame(Event[ChipBattle]):
    """No long-range fire for the rest of this turn."""

    def __init__(self, ruling: str) -> None:
        self.ruling = ruling

    def apply(self, battle: ChipBattle) -> None:
        battle.haze = True


class CartridgesBad(Event[ChipBattle]):
    """A unit cannot fire this turn."""

    def __init__(self, unit: int, ruling: str) -> None:
        self.unit = unit
        self.ruling = ruling

    def apply(self, battle: ChipBattle) -> None:
        battle.units[self.unit].bad_cartridges = True


class BandAppeared(Event[ChipBattle]):
    """A band of natives stands on the table, figure by figure; `seat` commands it, `foes` has a bit for each side."""

    def __init__(
        self,
        card: str,
        name: str,
        seat: int,
        foes: int,
        attitude: int,
        files: int,
        facing: float,
        xs: list[float],
        ys: list[float],
        ruling: str,
    ) -> None:
        self.card = card
        self.name = name
        self.seat = seat
        self.foes = foes
        self.attitude = attitude
        self.files = files
        self.facing = facing
        self.xs = xs
        self.ys = ys
        self.ruling = ruling

    def apply(self, battle: ChipBattle) -> None:
        band = new_band(battle, battle.cards[self.card], self.name, len(self.xs), self.seat, self.foes)
        band.files = self.files
        band.facing = self.facing
        band.moved = True
        battle.add_band(band)
        for index in range(len(self.xs)):
            battle.put(band.first + index, self.xs[index], self.ys[index], self.facing)


class BandStayedAway(Event[ChipBattle]):
    """There was no room anywhere for a band of natives (4.15.4)."""

    def __init__(self, card: str, figures: int, ruling: str) -> None:
        self.card = card
        self.figures = figures
        self.ruling = ruling

    def apply(self, battle: ChipBattle) -> None:
        """Nothing has changed."""
