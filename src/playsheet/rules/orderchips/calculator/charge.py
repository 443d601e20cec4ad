"""The whole charge."""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import Dice
from playsheet.core.errors import Refused
from playsheet.core.forms import Facts, Field, Form, Values
from playsheet.core.sheet import Amount
from playsheet.rules.orderchips.calculator.inputs import FIRES, MOST_SHOTS, rating
from playsheet.rules.orderchips.calculator.morale import body_fields, mood_from
from playsheet.rules.orderchips.dice.charge import (
    ENEMIES_FLED_AT,
    ENEMIES_LOST_AT,
    FALLEN_AT,
    FLED_AT,
    LOST_AT,
    OUT_AT,
    RESULT_AT,
    Body,
    Course,
    OnPaper,
    can_reach,
    charge_and_fight,
)
from playsheet.rules.orderchips.dice.rolls import Number
from playsheet.rules.orderchips.dice.shooting import Aim
from playsheet.rules.orderchips.sheet.tables import MOST_FIGURES, ChipRules
from playsheet.rules.orderchips.terms import CHARGES, COVERS, DRILLS, ORDERS, Cover, Order, RangeBand


def charger_fields(prefix: str, many: str, said: str) -> tuple[Field, ...]:
    return (
        Field(many, said, 8, 1, 20),
        rating(f"{prefix}melee", "their MELEE", 4),
        Field(f"{prefix}order", "their order", ORDERS[Order.CLOSE], choices=ORDERS),
        Field(f"{prefix}cover", "their cover", COVERS[Cover.NONE], choices=COVERS),
        *body_fields(prefix),
        Field(f"{prefix}lone", "a lone notable person or an automaton: no test", default=False),
        Field(f"{prefix}fighting", "of them in contact at most, 0: as many as can be", 0, 0, MOST_FIGURES),
    )


def body_from(values: Values, prefix: str, many: str, *, charging: bool) -> Body:
    """One side; cover counts in melee only for those who are charged."""
    order = ORDERS.index(values.word(f"{prefix}order"))
    mood = mood_from(values, prefix)
    mood.charging = charging
    mood.receiving = not charging
    mood.loose = order == Order.LOOSE
    drill = DRILLS.index(values.word(f"{prefix}drill"))
    armoured = values.number(f"{prefix}armoured")
    body = Body(values.number(many), mood, drill, order, values.number(f"{prefix}melee"), armoured)
    body.tests = not values.flag(f"{prefix}lone")
    body.fighting = values.number(f"{prefix}fighting")
    return body


def course_of(rules: ChipRules, values: Values) -> Course:
    bonus = Amount(values.number("bonus"), sides=6, add=0)
    move = values.length("move")
    gap = values.length("gap")
    if not can_reach(bonus, move, gap):
        raise Refused(f"{gap:g} inches cannot be reached: a charge is not declared so far.")
    charger = body_from(values, "", "figures", charging=True)
    enemy = body_from(values, "enemy_", "enemies", charging=False)
    shots = values.number("fire")
    fire = Aim(shots, Number(values.number("fire_number"), "SHOOT", []), FIRES[RangeBand.SHORT]) if shots else None
    return OnPaper(rules, charger, enemy, bonus, move=move, gap=gap, fire=fire)


def whole_charge(dice: Dice, rules: ChipRules, course: Course) -> Facts:
    """From the declaration to the end of the first round."""
    left = charge_and_fight(dice, rules, course)
    fallen = left[FALLEN_AT] + sum([left[OUT_AT] >> place & 1 for place in range(MOST_FIGURES)])
    fled = (left[FLED_AT], left[ENEMIES_FLED_AT])
    return (CHARGES[left[RESULT_AT]], *fled, left[LOST_AT], left[ENEMIES_LOST_AT], fallen)


def assumed(rules: ChipRules, course: Course) -> list[str]:
    return course.assumes()


CHARGE: Final = Form(
    "charge",
    "The whole charge: fire at it, both tests, the bonus, and the first round",
    at="charges",
    example="gap=9 figures=8 melee=6 enemies=5 enemy_order=loose",
    results=("result", "fled", "enemies_fled", "lost", "enemies_lost", "shot"),
    fields=(
        Field("move", "the chargers' move, inches", 6, 0, 40, fractions=True),
        Field("bonus", "d6 of their charge bonus", 1, 1, 3),
        Field("gap", "inches to the enemy, edge to edge", 8, 0, 80, fractions=True),
        *charger_fields("", "figures", "figures that charge, all alike"),
        *charger_fields("enemy_", "enemies", "figures of the enemy, all alike"),
        Field("fire", "dice fired at the chargers when the charge is declared", 0, 0, MOST_SHOTS),
        Field("fire_number", "what each of them hits on, or less", 5, -5, 15),
    ),
    read=course_of,
    run=whole_charge,
    assumes=assumed,
)
