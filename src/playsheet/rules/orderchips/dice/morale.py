"""Morale: the test of figures and of vehicles, and both columns of the failure table."""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from playsheet.core.dice import NOTHING, Dice
from playsheet.core.events import Entry, Throw
from playsheet.rules.orderchips.dice.rolls import Number, succeeds
from playsheet.rules.orderchips.sheet.machine import SteamMachine
from playsheet.rules.orderchips.sheet.tables import ChipRules, account, rounded_up
from playsheet.rules.orderchips.terms import (
    Conduct,
    Cover,
    Drill,
    FigureFailure,
    MoraleCase,
    Order,
    ShootingCase,
    VehicleFailure,
)

TEST: Final = Throw("Morale test", "morale-figures", "sides", "", "R49")
TEST_OTHER: Final = Throw("Morale test", "morale-figures", "sides", "", "R49", 1)
VEHICLE_TEST: Final = Throw("Morale test of a vehicle", "morale-vehicles", "fail", "", "R5")
VEHICLE_TEST_OTHER: Final = Throw("Morale test of a vehicle", "morale-vehicles", "fail", "", "R5", 1)
FAILS: Final = Throw("Morale failure", "morale-failure", "", "figures", "R21")
FAILS_OTHER: Final = Throw("Morale failure", "morale-failure", "", "figures", "R21", 1)
VEHICLE_FAILS: Final = Throw("Morale failure of a vehicle", "morale-failure", "", "vehicles", "R20")
VEHICLE_FAILS_OTHER: Final = Throw("Morale failure of a vehicle", "morale-failure", "", "vehicles", "R20", 1)
FLEES: Final = Throw("Figures that flee", "morale-failure", "flee_sides", "", "R22")
FLEES_OTHER: Final = Throw("Figures that flee", "morale-failure", "flee_sides", "", "R22", 1)


# ---------------------------------------------------------------- figures


class MoraleSituation:
    """The situation in which a unit of figures tests."""

    def __init__(self, cover: int) -> None:
        self.cover: Final = cover
        self.charging = False
        self.at_vehicle = False  # infantry that charges a vehicle
        self.receiving = False
        self.loose = False
        self.commander = False  # the army commander is near
        self.gun = False  # a crew by its gun (R7)


def heads(rules: ChipRules, figures: int, armoured: int) -> int:
    """Who counts: figures and notable persons with them, those in power armour several times (R6)."""
    return figures + armoured * (rules.armour_counts - 1)


def morale_case(rules: ChipRules, mood: MoraleSituation) -> int:
    """Which rows of `morale-figures` hold."""
    cover = Cover.NONE if mood.charging and rules.chargers_in_open else mood.cover
    case = ShootingCase.LIGHT_COVER if cover == Cover.LIGHT else ShootingCase.HEAVY_COVER if cover == Cover.HEAVY else 0
    if mood.charging:
        if mood.at_vehicle:
            case |= MoraleCase.CHARGING_VEHICLE
        if not (mood.at_vehicle and rules.charge_vehicle_replaces):
            case |= MoraleCase.CHARGING
    if mood.receiving and mood.loose:
        case |= MoraleCase.SKIRMISH_RECEIVING
    if mood.commander:
        case |= MoraleCase.ARMY_COMMANDER
    if mood.gun:
        case |= MoraleCase.BY_THE_GUN
    return case


def morale_number(rules: ChipRules, count: int, mood: MoraleSituation) -> Number:
    return Number(count, "figures", account(rules.morale_modifiers, morale_case(rules, mood)))


def morale_test(dice: Dice, rules: ChipRules, number: Number, *, by: int) -> bool:
    """Does the unit pass? `by`: whose dice, as of a Throw."""
    throw = TEST if by == 0 else TEST_OTHER
    return succeeds(dice, rules.morale_sides, number, throw, extremes=rules.natural_extremes)


class Failure:
    """A row of the failure table, for one unit: what it does, how far it goes, how many figures or crewmen flee.

    What it does is one of ACTIONS, of a vehicle one of VEHICLE_ROWS.
    """

    def __init__(self, action: int, flee: int, *, inches: float, vehicle: bool = False) -> None:
        self.action: Final = action
        self.inches: Final = inches
        self.flee: Final = flee
        self.vehicle: Final = vehicle

    def stands(self) -> bool:
        """Is it as if the test had been passed?"""
        if self.vehicle:
            return self.action == FigureFailure.STAND
        return self.action in (Conduct.STANDS, Conduct.CLOSES_UP)


def failure(dice: Dice, rules: ChipRules, drill: int, order: int, *, by: int) -> Failure:
    """The die, and at once the one for those who flee."""
    throw = FAILS if by == 0 else FAILS_OTHER
    sides = len(rules.figure_failures)
    row = rules.figure_failures[dice.reach(1, sides, rules.figure_failure_marks, throw, NOTHING) - 1]
    if row == FigureFailure.STAND:
        return Failure(Conduct.STANDS, 0, inches=0.0)
    if row == FigureFailure.MILL or (row == FigureFailure.IRREGULARS_MILL and drill != Drill.REGULAR):
        return Failure(Conduct.MILLS, 0, inches=0.0)
    if row == FigureFailure.IRREGULARS_MILL:
        return Failure(Conduct.STANDS if order == Order.CLOSE else Conduct.CLOSES_UP, 0, inches=0.0)
    if row == FigureFailure.BACK or (
        row == FigureFailure.CLOSE_REGULARS_BACK and drill == Drill.REGULAR and order == Order.CLOSE
    ):
        return Failure(Conduct.BACKS, 0, inches=rules.back_inches)
    flee = 0
    if row == FigureFailure.RUN_AND_FLEE:
        flee = rules.flee_figures
    elif row == FigureFailure.RUN_AND_MANY_FLEE:
        flee = fleeing(dice, rules, by)
    return Failure(Conduct.RUNS, flee, inches=rules.run_inches)


def fleeing(dice: Dice, rules: ChipRules, by: int) -> int:
    """Half a die of figures, rounded up (R22)."""
    least = rules.flee_by if rules.flee_down else rules.flee_by + 1
    marks = list(range(least, rules.flee_sides + 1, rules.flee_by))
    face = dice.reach(1, rules.flee_sides, marks, FLEES if by == 0 else FLEES_OTHER, NOTHING)
    return face // rules.flee_by if rules.flee_down else rounded_up(face, rules.flee_by)


# ---------------------------------------------------------------- vehicles


def vehicle_number(rules: ChipRules, crew_lost: int, points: list[int], *, penetrated: bool) -> Number:
    """Below the failing number; crew and attribute points lost so far, and a penetrating hit, lower it (R5)."""
    thirds = 0
    if rules.thirds_per_attribute:
        for lost in points:
            thirds += lost // rules.points_every
    else:
        thirds = sum(points) // rules.points_every
    modifiers: list[Entry] = []
    add = rules.crew_add * (crew_lost // rules.crew_every)
    if add:
        modifiers.append(Entry(add, "crew casualties", "R40"))
    if thirds:
        modifiers.append(Entry(rules.points_add * thirds, "attribute reduction", "R50"))
    if penetrated:
        modifiers.append(Entry(rules.penetrating_add, "penetrating hit this turn", "R51"))
    return Number(rules.vehicle_fails - 1, "vehicle", modifiers)


def number_of(rules: ChipRules, machine: SteamMachine) -> Number:
    """The same from the machine itself."""
    return vehicle_number(rules, machine.crew_lost, machine.lost_points(), penetrated=machine.penetrated)


def vehicle_test(dice: Dice, rules: ChipRules, number: Number, *, by: int) -> bool:
    throw = VEHICLE_TEST if by == 0 else VEHICLE_TEST_OTHER
    return succeeds(dice, rules.vehicle_sides, number, throw, extremes=False)


def vehicle_failure(dice: Dice, rules: ChipRules, *, by: int) -> int:
    """The row of the column of vehicles: one of VEHICLE_ROWS. A crewman bails out on FLEE."""
    throw = VEHICLE_FAILS if by == 0 else VEHICLE_FAILS_OTHER
    sides = len(rules.vehicle_failures)
    return rules.vehicle_failures[dice.reach(1, sides, rules.vehicle_failure_marks, throw, NOTHING) - 1]


def vehicle_way(rules: ChipRules, row: int, speed: int) -> float:
    """How far a row sends a vehicle."""
    if row == VehicleFailure.REVERSE:
        return rules.reverse_inches
    if row in (VehicleFailure.REVERSE_FULL, VehicleFailure.TURN_ABOUT, VehicleFailure.FLEE):
        return float(speed)
    return 0.0


# ---------------------------------------------------------------- a test, whoever makes it


@mypyc_attr(allow_interpreted_subclasses=True)
class MoraleWitness:
    """Sees a test as it unfolds: the table, which tells events, or a sheet of paper, which does nothing."""

    def tested(self, passed: bool) -> None:
        """The die is read."""

    def failed(self, failure: Failure) -> None:
        """So is the row of the failure table; nothing of it is carried out yet."""


UNSEEN: Final = MoraleWitness()


class Tester:
    """Somebody who tests: what he must roll, and the column of the failure table that is his."""

    def __init__(self, rules: ChipRules, number: Number) -> None:
        self.rules: Final = rules
        self.number: Final = number

    def passes(self, dice: Dice, by: int) -> bool:
        raise NotImplementedError(type(self).__name__ + " has no test")

    def fails(self, dice: Dice, by: int) -> Failure:
        raise NotImplementedError(type(self).__name__ + " has no column")


class Troops(Tester):
    """A unit of figures that tests."""

    def __init__(self, rules: ChipRules, number: Number, drill: int, order: int) -> None:
        super().__init__(rules, number)
        self.drill: Final = drill
        self.order: Final = order

    def passes(self, dice: Dice, by: int) -> bool:
        return morale_test(dice, self.rules, self.number, by=by)

    def fails(self, dice: Dice, by: int) -> Failure:
        return failure(dice, self.rules, self.drill, self.order, by=by)


class Crew(Tester):
    """A vehicle that tests; `speed` is how far a full move takes it."""

    def __init__(self, rules: ChipRules, number: Number, speed: int) -> None:
        super().__init__(rules, number)
        self.speed: Final = speed

    def passes(self, dice: Dice, by: int) -> bool:
        return vehicle_test(dice, self.rules, self.number, by=by)

    def fails(self, dice: Dice, by: int) -> Failure:
        rules = self.rules
        row = vehicle_failure(dice, rules, by=by)
        flee = rules.bail if row == VehicleFailure.FLEE else 0
        return Failure(row, flee, inches=vehicle_way(rules, row, self.speed), vehicle=True)


def take_test(dice: Dice, tester: Tester, witness: MoraleWitness, *, by: int) -> Failure | None:
    """The test, and on failure its row with the die for those who flee; None if it is passed."""
    passed = tester.passes(dice, by)
    witness.tested(passed)
    if passed:
        return None
    failed = tester.fails(dice, by)
    witness.failed(failed)
    return failed
