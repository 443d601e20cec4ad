"""Morale of figures and of vehicles, to both columns of the failure table."""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import Dice
from playsheet.core.errors import Refused
from playsheet.core.forms import Facts, Field, Form, Value, Values
from playsheet.rules.orderchips.calculator.inputs import (
    aim_from,
    count_fields,
    firer_fields,
    mark_fields,
    mark_from,
    shots_from,
)
from playsheet.rules.orderchips.dice.morale import (
    UNSEEN,
    Crew,
    Failure,
    MoraleSituation,
    Troops,
    failure,
    heads,
    morale_number,
    take_test,
    vehicle_failure,
    vehicle_number,
)
from playsheet.rules.orderchips.dice.rolls import Number
from playsheet.rules.orderchips.dice.shooting import Aim, to_hit
from playsheet.rules.orderchips.sheet.tables import HIGHEST, HIGHEST_ARMOR, MOST_FIGURES, ChipRules
from playsheet.rules.orderchips.terms import (
    ACTIONS,
    COVERS,
    DRILLS,
    KINDS,
    ORDERS,
    VEHICLE_ROWS,
    Arm,
    Cover,
    Drill,
    Order,
)
from playsheet.tabletop.machines.charts import MELEE, SAVE, SHOOT, SPEED, SUSTAINS

PASSED: Final = "passed"


def body_fields(prefix: str) -> tuple[Field, ...]:
    """What of a unit matters to its test beside its number."""
    return (
        Field(f"{prefix}drill", "its drill", DRILLS[Drill.REGULAR], choices=DRILLS),
        Field(f"{prefix}armoured", "of them in power armour, who fall and flee last", 0, 0, MOST_FIGURES),
        Field(f"{prefix}commander", "the army commander is near its leader", default=False),
        Field(f"{prefix}gun", "a crew by its gun", default=False),
    )


def mood_from(values: Values, prefix: str) -> MoraleSituation:
    mood = MoraleSituation(COVERS.index(values.word(f"{prefix}cover")))
    mood.commander = values.flag(f"{prefix}commander")
    mood.gun = values.flag(f"{prefix}gun")
    return mood


def number_from(rules: ChipRules, figures: int, mood: MoraleSituation, armoured: int) -> Number:
    """The number of so many figures, of whom so many had power armour."""
    return morale_number(rules, heads(rules, figures, min(armoured, figures)), mood)


def in_words(failed: Failure, figures: int) -> Facts:
    return (ACTIONS[failed.action], min(failed.flee, figures))


# ---------------------------------------------------------------- figures


class Test:
    """A unit of figures that tests: its number, and what its failure depends on."""

    def __init__(self, number: Number, figures: int, drill: int, order: int, *, charging: bool = False) -> None:
        self.charging: Final = charging
        self.number: Final = number
        self.figures: Final = figures
        self.drill: Final = drill
        self.order: Final = order


def test_of(rules: ChipRules, values: Values) -> Test:
    if values.flag("at_vehicle") and not values.flag("charging"):
        raise Refused("at_vehicle goes with charging: expected charging=yes.")
    order = ORDERS.index(values.word("order"))
    mood = mood_from(values, "")
    mood.charging = values.flag("charging")
    mood.at_vehicle = values.flag("at_vehicle")
    mood.receiving = values.flag("receiving")
    mood.loose = order == Order.LOOSE
    figures = values.number("figures")
    number = number_from(rules, figures, mood, values.number("armoured"))
    return Test(number, figures, DRILLS.index(values.word("drill")), order)


def assumed(*, charging: bool) -> list[str]:
    """A charge in which there is a machine is told as far as the charger's test."""
    return ["Nobody fires when the charge is declared.", "What comes after the test is left out."] if charging else []


def assumed_of_troops(rules: ChipRules, test: Test) -> list[str]:
    return assumed(charging=test.charging)


def assumed_of_crew(rules: ChipRules, wear: Wear) -> list[str]:
    return assumed(charging=wear.charging)


def morale(dice: Dice, rules: ChipRules, test: Test) -> Facts:
    """The test, to its failure."""
    failed = take_test(dice, Troops(rules, test.number, test.drill, test.order), UNSEEN, by=0)
    return in_words(failed, test.figures) if failed is not None else (PASSED, 0)


MORALE: Final = Form(
    "morale",
    "Morale of figures: the test, and what they do if it fails",
    at="morale-figures",
    example="figures=5 commander=yes",
    results=("result", "flee"),
    fields=(
        Field("figures", "figures left, notable persons with them included", 6, 1, MOST_FIGURES),
        Field("order", "its order", ORDERS[Order.CLOSE], choices=ORDERS),
        Field("cover", "its cover", COVERS[Cover.NONE], choices=COVERS),
        *body_fields(""),
        Field("charging", "it wants to charge", default=False),
        Field("at_vehicle", "infantry that wants to charge a vehicle", default=False),
        Field("receiving", "it is to receive a charge", default=False),
    ),
    read=test_of,
    run=morale,
    assumes=assumed_of_troops,
)


# ---------------------------------------------------------------- vehicles


class Wear:
    """What a vehicle that tests has lost so far."""

    def __init__(self, crew_lost: int, points: list[int], *, penetrated: bool, charging: bool = False) -> None:
        self.charging: Final = charging
        self.crew_lost: Final = crew_lost
        self.points: Final = points  # of ARMOR, SHOOT, SUSTAIN, SPEED, MELEE
        self.penetrated: Final = penetrated  # this turn


def wear_of(rules: ChipRules, values: Values) -> Wear:
    points = [values.number(f"{stat}_lost") for stat in ("armor", "shoot", "sustain", "speed", "melee")]
    return Wear(values.number("crew_lost"), points, penetrated=values.flag("penetrated"))


def wear_inputs(rules: ChipRules, wear: Wear) -> dict[str, Value]:
    return {
        "crew_lost": wear.crew_lost,
        "armor_lost": wear.points[SAVE],
        "shoot_lost": wear.points[SHOOT],
        "sustain_lost": wear.points[SUSTAINS],
        "speed_lost": wear.points[SPEED],
        "melee_lost": wear.points[MELEE],
        "penetrated": wear.penetrated,
    }


def vehicle_morale(dice: Dice, rules: ChipRules, wear: Wear) -> Facts:
    """The test, to its failure."""
    number = vehicle_number(rules, wear.crew_lost, wear.points, penetrated=wear.penetrated)
    failed = take_test(dice, Crew(rules, number, speed=0), UNSEEN, by=0)
    return (VEHICLE_ROWS[failed.action] if failed is not None else PASSED,)


VEHICLE_MORALE: Final = Form(
    "vehicle-morale",
    "Morale of a vehicle: the test, and what it does if it fails",
    at="morale-vehicles",
    example="armor_lost=2 sustain_lost=1 penetrated=yes",
    results=("result",),
    fields=(
        Field("crew_lost", "crew lost so far, those who bailed out included", 0, 0, MOST_FIGURES),
        Field("armor_lost", "points of ARMOR lost so far", 0, 0, HIGHEST_ARMOR),
        Field("shoot_lost", "points of SHOOT", 0, 0, 40),
        Field("sustain_lost", "points of SUSTAIN", 0, 0, HIGHEST),
        Field("speed_lost", "points of SPEED", 0, 0, 40),
        Field("melee_lost", "points of MELEE", 0, 0, HIGHEST),
        Field("penetrated", "a penetrating hit this turn", default=False),
    ),
    read=wear_of,
    run=vehicle_morale,
    write=wear_inputs,
    assumes=assumed_of_crew,
)


# ---------------------------------------------------------------- shooting, and the test for the losses


class UnderFire:
    """Small arms at a unit that tests for its losses."""

    def __init__(self, aim: Aim, target: int, mood: MoraleSituation, drill: int, order: int, armoured: int) -> None:
        self.aim: Final = aim
        self.target: Final = target  # figures
        self.mood: Final = mood
        self.drill: Final = drill
        self.order: Final = order
        self.armoured: Final = armoured


def under_fire_of(rules: ChipRules, values: Values) -> UnderFire:
    mark = mark_from(values, volley=values.flag("volley"))
    return UnderFire(
        aim_from(rules, values, mark, shots_from(values)),
        values.number("target"),
        mood_from(values, ""),
        DRILLS.index(values.word("drill")),
        mark.order,
        values.number("armoured"),
    )


def shoot_and_test(dice: Dice, rules: ChipRules, unit: UnderFire) -> Facts:
    lost = min(to_hit(dice, rules, unit.aim), unit.target)
    left = unit.target - lost
    if lost == 0:
        return (0, "no test", 0)
    if left == 0:
        return (lost, "wiped out", 0)
    number = number_from(rules, left, unit.mood, unit.armoured)
    failed = take_test(dice, Troops(rules, number, unit.drill, unit.order), UNSEEN, by=1)
    return (lost, *in_words(failed, left)) if failed is not None else (lost, PASSED, 0)


SHOOT_AND_TEST: Final = Form(
    "shoot-and-test",
    "Shooting at figures, and their morale test for the losses",
    at="morale-triggers",
    example="figures=10 shoot=5 target=8 cover=light",
    results=("lost", "result", "flee"),
    fields=(
        *count_fields(10),
        *firer_fields(5),
        *mark_fields(KINDS[: Arm.GUN + 1], KINDS[Arm.INFANTRY]),
        Field("target", "figures of the target", 10, 1, MOST_FIGURES),
        *body_fields(""),
    ),
    read=under_fire_of,
    run=shoot_and_test,
)


# ---------------------------------------------------------------- the failure table alone


class Column:
    """A column of the failure table, and of figures how they stand."""

    def __init__(self, drill: int, order: int, *, vehicles: bool) -> None:
        self.drill: Final = drill
        self.order: Final = order
        self.vehicles: Final = vehicles


def column_of(rules: ChipRules, values: Values) -> Column:
    drill = DRILLS.index(values.word("drill"))
    return Column(drill, ORDERS.index(values.word("order")), vehicles=values.word("column") == "vehicles")


def fail(dice: Dice, rules: ChipRules, column: Column) -> Facts:
    if column.vehicles:
        return (VEHICLE_ROWS[vehicle_failure(dice, rules, by=0)], 0)
    return in_words(failure(dice, rules, column.drill, column.order, by=0), MOST_FIGURES)


FAILURE: Final = Form(
    "failure",
    "Morale Failure Results: what a unit does that has failed",
    at="morale-failure",
    example="column=figures drill=irregular order=loose",
    results=("result", "flee"),
    fields=(
        Field("column", "whose column", "figures", choices=("figures", "vehicles")),
        Field("drill", "drill of the figures", DRILLS[Drill.REGULAR], choices=DRILLS),
        Field("order", "their order", ORDERS[Order.CLOSE], choices=ORDERS),
    ),
    read=column_of,
    run=fail,
)
