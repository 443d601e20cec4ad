"""Morale of figures and of vehicles, to both columns of the failure table."""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import Dice
from playsheet.core.errors import Refused
from playsheet.core.procedures import Field, Outcome, Prepared, Procedure, Value, Values
from playsheet.rules.orderchips.calculator.inputs import (
    Facts,
    aim_from,
    count_fields,
    firer_fields,
    mark_fields,
    mark_from,
    shots_from,
)
from playsheet.rules.orderchips.dice.morale import (
    Failure,
    Mood,
    failure,
    heads,
    morale_number,
    morale_test,
    vehicle_failure,
    vehicle_number,
    vehicle_test,
)
from playsheet.rules.orderchips.dice.rolls import Number
from playsheet.rules.orderchips.dice.shooting import Aim, to_hit
from playsheet.rules.orderchips.sheet.tables import HIGHEST, MOST_FIGURES, ChipRules
from playsheet.rules.orderchips.terms import ACTIONS, COVERS, DRILLS, KINDS, ORDERS, VEHICLE_ROWS, Arm, Drill, Order

PASSED: Final = "passed"


def body_fields(prefix: str) -> tuple[Field, ...]:
    """What of a unit matters to its test beside its number."""
    return (
        Field(f"{prefix}drill", "its drill", DRILLS[Drill.REGULAR], choices=DRILLS),
        Field(f"{prefix}armoured", "its figures wear power armour", False),
        Field(f"{prefix}commander", "the army commander is near its leader", False),
        Field(f"{prefix}gun", "a crew by its gun", False),
    )


def number_from(rules: ChipRules, values: Values, prefix: str, figures: int, mood: Mood) -> Number:
    mood.commander = values.flag(f"{prefix}commander")
    mood.gun = values.flag(f"{prefix}gun")
    armoured = figures if values.flag(f"{prefix}armoured") else 0
    return morale_number(rules, heads(rules, figures, armoured), mood)


def in_words(failed: Failure, figures: int) -> tuple[Value, ...]:
    return (ACTIONS[failed.action], min(failed.flee, figures))


class MoraleTest(Procedure):
    """A test of figures, to its failure."""

    def __init__(self, rules: ChipRules) -> None:
        self.rules: Final = rules
        fields = (
            Field("figures", "figures left, notable persons with them included", 6, 1, MOST_FIGURES),
            Field("order", "its order", ORDERS[Order.CLOSE], choices=ORDERS),
            Field("cover", "its cover", COVERS[0], choices=COVERS),
            *body_fields(""),
            Field("charging", "it wants to charge", False),
            Field("at_vehicle", "infantry that wants to charge a vehicle", False),
            Field("receiving", "it is to receive a charge", False),
        )
        super().__init__(
            "morale",
            "Morale of figures: the test, and what they do if it fails",
            "morale-figures",
            fields,
            ("result", "flee"),
            "figures=5 commander=yes",
        )

    def prepare(self, values: Values) -> Prepared:
        if values.flag("at_vehicle") and not values.flag("charging"):
            raise Refused("at_vehicle goes with charging: expected charging=yes.")
        mood = Mood(COVERS.index(values.word("cover")))
        mood.charging = values.flag("charging")
        mood.at_vehicle = values.flag("at_vehicle")
        mood.receiving = values.flag("receiving")
        order = ORDERS.index(values.word("order"))
        mood.loose = order == Order.LOOSE
        number = number_from(self.rules, values, "", values.number("figures"), mood)
        return PreparedMorale(self, values, self.rules, number, DRILLS.index(values.word("drill")), order)


class PreparedMorale(Prepared):
    def __init__(
        self, procedure: Procedure, values: Values, rules: ChipRules, number: Number, drill: int, order: int
    ) -> None:
        super().__init__(procedure, values)
        self.rules: Final = rules
        self.number: Final = number
        self.drill: Final = drill
        self.order: Final = order
        self.figures: Final = values.number("figures")

    def run(self, dice: Dice) -> Outcome:
        if morale_test(dice, self.rules, self.number, 0):
            return Facts((PASSED, 0))
        return Facts(in_words(failure(dice, self.rules, self.drill, self.order, 0), self.figures))


class VehicleMorale(Procedure):
    """A test of a vehicle, to its failure."""

    def __init__(self, rules: ChipRules) -> None:
        self.rules: Final = rules
        fields = (
            Field("crew_lost", "crew lost so far, those who bailed out included", 0, 0, MOST_FIGURES),
            Field("armor_lost", "points of ARMOR lost so far", 0, 0, 12),
            Field("shoot_lost", "points of SHOOT", 0, 0, 40),
            Field("sustain_lost", "points of SUSTAIN", 0, 0, HIGHEST),
            Field("speed_lost", "points of SPEED", 0, 0, 40),
            Field("melee_lost", "points of MELEE", 0, 0, HIGHEST),
            Field("penetrated", "a penetrating hit this turn", False),
        )
        super().__init__(
            "vehicle-morale",
            "Morale of a vehicle: the test, and what it does if it fails",
            "morale-vehicles",
            fields,
            ("result",),
            "armor_lost=2 sustain_lost=1 penetrated=yes",
        )

    def prepare(self, values: Values) -> Prepared:
        points = [values.number(f"{stat}_lost") for stat in ("armor", "shoot", "sustain", "speed", "melee")]
        number = vehicle_number(self.rules, values.number("crew_lost"), points, values.flag("penetrated"))
        return PreparedVehicleMorale(self, values, self.rules, number)


class PreparedVehicleMorale(Prepared):
    def __init__(self, procedure: Procedure, values: Values, rules: ChipRules, number: Number) -> None:
        super().__init__(procedure, values)
        self.rules: Final = rules
        self.number: Final = number

    def run(self, dice: Dice) -> Outcome:
        if vehicle_test(dice, self.rules, self.number, 0):
            return Facts((PASSED,))
        return Facts((VEHICLE_ROWS[vehicle_failure(dice, self.rules, 0)],))


class ShootingAndTest(Procedure):
    """Small arms at a unit, and its morale test for the losses."""

    def __init__(self, rules: ChipRules) -> None:
        self.rules: Final = rules
        fields = (
            *count_fields(10),
            *firer_fields(5),
            *mark_fields(KINDS[: Arm.GUN + 1], KINDS[Arm.INFANTRY]),
            Field("target", "figures of the target", 10, 1, MOST_FIGURES),
            *body_fields(""),
        )
        super().__init__(
            "shoot-and-test",
            "Shooting at figures, and their morale test for the losses",
            "morale-triggers",
            fields,
            ("lost", "result", "flee"),
            "figures=10 shoot=5 target=8 cover=light",
        )

    def prepare(self, values: Values) -> Prepared:
        aim = aim_from(self.rules, values, mark_from(values), shots_from(values))
        return PreparedShootingAndTest(self, values, self.rules, aim)


class PreparedShootingAndTest(Prepared):
    def __init__(self, procedure: Procedure, values: Values, rules: ChipRules, aim: Aim) -> None:
        super().__init__(procedure, values)
        self.rules: Final = rules
        self.aim: Final = aim
        self.target: Final = values.number("target")
        self.drill: Final[int] = DRILLS.index(values.word("drill"))
        self.order: Final[int] = ORDERS.index(values.word("order"))

    def run(self, dice: Dice) -> Outcome:
        rules = self.rules
        lost = min(to_hit(dice, rules, self.aim), self.target)
        left = self.target - lost
        if lost == 0:
            return Facts((0, "no test", 0))
        if left == 0:
            return Facts((lost, "wiped out", 0))
        number = number_from(rules, self.values, "", left, Mood(COVERS.index(self.values.word("cover"))))
        if morale_test(dice, rules, number, 1):
            return Facts((lost, PASSED, 0))
        return Facts((lost, *in_words(failure(dice, rules, self.drill, self.order, 1), left)))


class FailureRows(Procedure):
    """The failure table alone."""

    def __init__(self, rules: ChipRules) -> None:
        self.rules: Final = rules
        fields = (
            Field("column", "whose column", "figures", choices=("figures", "vehicles")),
            Field("drill", "drill of the figures", DRILLS[Drill.REGULAR], choices=DRILLS),
            Field("order", "their order", ORDERS[Order.CLOSE], choices=ORDERS),
        )
        super().__init__(
            "failure",
            "Morale Failure Results: what a unit does that has failed",
            "morale-failure",
            fields,
            ("result", "flee"),
            "column=figures drill=irregular order=loose",
        )

    def prepare(self, values: Values) -> Prepared:
        return PreparedFailure(self, values, self.rules)


class PreparedFailure(Prepared):
    def __init__(self, procedure: Procedure, values: Values, rules: ChipRules) -> None:
        super().__init__(procedure, values)
        self.rules: Final = rules
        self.vehicles: Final = values.word("column") == "vehicles"
        self.drill: Final[int] = DRILLS.index(values.word("drill"))
        self.order: Final[int] = ORDERS.index(values.word("order"))

    def run(self, dice: Dice) -> Outcome:
        if self.vehicles:
            return Facts((VEHICLE_ROWS[vehicle_failure(dice, self.rules, 0)], 0))
        return Facts(in_words(failure(dice, self.rules, self.drill, self.order, 0), MOST_FIGURES))
