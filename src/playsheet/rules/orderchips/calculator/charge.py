"""The whole charge."""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import Dice
from playsheet.core.errors import Refused
from playsheet.core.procedures import Field, Outcome, Prepared, Procedure, Values
from playsheet.core.sheet import Amount
from playsheet.rules.orderchips.calculator.inputs import Facts, rating
from playsheet.rules.orderchips.calculator.morale import body_fields, number_from
from playsheet.rules.orderchips.dice.charge import (
    CAME_AT,
    ENEMIES_FLED_AT,
    ENEMIES_LOST_AT,
    FLED_AT,
    LOST_AT,
    Body,
    Charging,
    can_reach,
    charge,
)
from playsheet.rules.orderchips.dice.morale import Mood
from playsheet.rules.orderchips.sheet.tables import ChipRules
from playsheet.rules.orderchips.terms import CHARGES, COVERS, DRILLS, ORDERS, Order


class WholeCharge(Procedure):
    """A charge from the declaration to the end of the first round."""

    def __init__(self, rules: ChipRules) -> None:
        self.rules: Final = rules
        fields = (
            Field("move", "the chargers' move, inches", 6, 0, 40),
            Field("bonus", "d6 of their charge bonus", 1, 1, 3),
            Field("gap", "inches to the enemy, edge to edge, rounded up", 8, 0, 80),
            *charger_fields("", "figures", "figures that charge, all alike"),
            *charger_fields("enemy_", "enemies", "figures of the enemy, all alike"),
        )
        super().__init__(
            "charge",
            "The whole charge: both tests, the bonus, and the first round",
            "charges",
            fields,
            ("result", "fled", "enemies_fled", "lost", "enemies_lost"),
            "gap=9 figures=8 melee=6 enemies=5 enemy_order=loose",
        )

    def prepare(self, values: Values) -> Prepared:
        rules = self.rules
        bonus = Amount(values.number("bonus"), 6, 0)
        move = float(values.number("move"))
        gap = float(values.number("gap"))
        if not can_reach(bonus, move, gap):
            raise Refused(f"{values.number('gap')} inches cannot be reached: a charge is not declared so far.")
        charger = body_from(rules, values, "", "figures", True)
        enemy = body_from(rules, values, "enemy_", "enemies", False)
        return PreparedCharge(self, values, Charging(rules, charger, enemy, bonus, move, gap))


def charger_fields(prefix: str, many: str, said: str) -> tuple[Field, ...]:
    return (
        Field(many, said, 8, 1, 20),
        rating(f"{prefix}melee", "their MELEE", 4),
        Field(f"{prefix}order", "their order", ORDERS[Order.CLOSE], choices=ORDERS),
        Field(f"{prefix}cover", "their cover", COVERS[0], choices=COVERS),
        *body_fields(prefix),
        Field(f"{prefix}lone", "a lone notable person or an automaton: no test", False),
    )


def body_from(rules: ChipRules, values: Values, prefix: str, many: str, charging: bool) -> Body:
    """One side; cover counts in melee only for those who are charged."""
    cover = COVERS.index(values.word(f"{prefix}cover"))
    order = ORDERS.index(values.word(f"{prefix}order"))
    mood = Mood(cover)
    mood.charging = charging
    mood.receiving = not charging
    mood.loose = order == Order.LOOSE
    figures = values.number(many)
    number = number_from(rules, values, prefix, figures, mood)
    drill = DRILLS.index(values.word(f"{prefix}drill"))
    body = Body(figures, number, drill, order, values.number(f"{prefix}melee"), 0 if charging else cover)
    body.tests = not values.flag(f"{prefix}lone")
    return body


class PreparedCharge(Prepared):
    def __init__(self, procedure: Procedure, values: Values, charging: Charging) -> None:
        super().__init__(procedure, values)
        self.charging: Final = charging

    def run(self, dice: Dice) -> Outcome:
        left = charge(dice, self.charging)
        fled = (left[FLED_AT], left[ENEMIES_FLED_AT])
        return Facts((CHARGES[left[CAME_AT]], *fled, left[LOST_AT], left[ENEMIES_LOST_AT]))
