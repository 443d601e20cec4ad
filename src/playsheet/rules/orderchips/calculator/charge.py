"""The whole charge."""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import Dice
from playsheet.core.errors import Refused
from playsheet.core.forms import Facts, Field, Form, Values
from playsheet.core.sheet import Amount
from playsheet.rules.orderchips.calculator.inputs import rating
from playsheet.rules.orderchips.calculator.morale import body_fields, mood_from, number_from
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
from playsheet.rules.orderchips.sheet.tables import ChipRules
from playsheet.rules.orderchips.terms import CHARGES, COVERS, DRILLS, ORDERS, Cover, Order


def charger_fields(prefix: str, many: str, said: str) -> tuple[Field, ...]:
    return (
        Field(many, said, 8, 1, 20),
        rating(f"{prefix}melee", "their MELEE", 4),
        Field(f"{prefix}order", "their order", ORDERS[Order.CLOSE], choices=ORDERS),
        Field(f"{prefix}cover", "their cover", COVERS[Cover.NONE], choices=COVERS),
        *body_fields(prefix),
        Field(f"{prefix}lone", "a lone notable person or an automaton: no test", default=False),
    )


def body_from(rules: ChipRules, values: Values, prefix: str, many: str, *, charging: bool) -> Body:
    """One side; cover counts in melee only for those who are charged."""
    order = ORDERS.index(values.word(f"{prefix}order"))
    mood = mood_from(values, prefix)
    mood.charging = charging
    mood.receiving = not charging
    mood.loose = order == Order.LOOSE
    figures = values.number(many)
    number = number_from(rules, figures, mood, armoured=values.flag(f"{prefix}armoured"))
    drill = DRILLS.index(values.word(f"{prefix}drill"))
    cover = Cover.NONE if charging else mood.cover
    body = Body(figures, number, drill, order, values.number(f"{prefix}melee"), cover)
    body.tests = not values.flag(f"{prefix}lone")
    return body


def charging_of(rules: ChipRules, values: Values) -> Charging:
    bonus = Amount(values.number("bonus"), sides=6, add=0)
    move = float(values.number("move"))
    gap = float(values.number("gap"))
    if not can_reach(bonus, move, gap):
        raise Refused(f"{values.number('gap')} inches cannot be reached: a charge is not declared so far.")
    charger = body_from(rules, values, "", "figures", charging=True)
    enemy = body_from(rules, values, "enemy_", "enemies", charging=False)
    return Charging(rules, charger, enemy, bonus, move, gap)


def whole_charge(dice: Dice, rules: ChipRules, charging: Charging) -> Facts:
    """From the declaration to the end of the first round."""
    left = charge(dice, charging)
    fled = (left[FLED_AT], left[ENEMIES_FLED_AT])
    return (CHARGES[left[CAME_AT]], *fled, left[LOST_AT], left[ENEMIES_LOST_AT])


CHARGE: Final = Form(
    "charge",
    "The whole charge: both tests, the bonus, and the first round",
    at="charges",
    example="gap=9 figures=8 melee=6 enemies=5 enemy_order=loose",
    results=("result", "fled", "enemies_fled", "lost", "enemies_lost"),
    fields=(
        Field("move", "the chargers' move, inches", 6, 0, 40),
        Field("bonus", "d6 of their charge bonus", 1, 1, 3),
        Field("gap", "inches to the enemy, edge to edge, rounded up", 8, 0, 80),
        *charger_fields("", "figures", "figures that charge, all alike"),
        *charger_fields("enemy_", "enemies", "figures of the enemy, all alike"),
    ),
    read=charging_of,
    run=whole_charge,
)
