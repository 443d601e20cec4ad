"""Orders: a division's, a brigade's sent by the divisional general, a brigadier's own; loss of nerve and panic."""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import Dice
from playsheet.core.events import Entry, Throw
from playsheet.rules.gettysburg.dice.initiative import add_quality
from playsheet.rules.gettysburg.dice.rolls import Cast, throw_pair
from playsheet.rules.gettysburg.sheet.rows import Tally
from playsheet.rules.gettysburg.sheet.tables import GettysburgRules
from playsheet.rules.gettysburg.terms import DIVISION_ORDERS, Nation, Order, OrderTry, Quality

DIVISION: Final = [Throw("Division order", "division-orders", id, "need", "R13") for id in DIVISION_ORDERS]
SENT: Final = Throw("Brigade order", "brigade-orders", "need", "", "R13")
OWN: Final = Throw("Order on own initiative", "brigade-own-initiative", "need", "", "R14")
CAME: Final = ("kept", "changed", "loss of nerve", "panic")


class OrderRoll:
    """What came of it, and the order that nerve or panic leave; NO_ORDER: the one that there was."""

    def __init__(self, came: int, order: int) -> None:
        self.came: Final = came
        self.order: Final = order


def division_account(rules: GettysburgRules, quality: int, *, contact: bool) -> list[Entry]:
    """By the C-in-C or corps general, and whether he touches the divisional general."""
    tally = Tally(rules.division_modifiers)
    if quality == Quality.DRUNKARD and rules.division_drunkard:
        tally.add("stricter")
    else:
        add_quality(tally, quality)
    if contact:
        tally.add("base-contact")
    return tally.account


def division_order(dice: Dice, rules: GettysburgRules, current: int, account: list[Entry]) -> bool:
    """Does the division give up its current order?"""
    need = rules.division_need[current]
    return dice.reach(2, rules.sides, [need], DIVISION[current], account) >= need


def brigade_account(
    rules: GettysburgRules, quality: int, *, far: bool, commanding: bool, contact: bool, dense: bool
) -> list[Entry]:
    """By the C-in-C's quality and where the divisional general is; far and commanding is one line (R12)."""
    tally = Tally(rules.brigade_modifiers)
    add_quality(tally, quality)
    if far and commanding:
        tally.add("far-and-commanding")
    elif far or commanding:
        tally.add("far-or-commanding")
    if contact:
        tally.add("base-contact")
    if dense and rules.order_dense_woods:
        tally.add("dense-woods")
    return tally.account


def brigade_order(dice: Dice, rules: GettysburgRules, present: int, account: list[Entry]) -> OrderRoll:
    """An order sent by the divisional general. Only a switch lets nerve fail here (R14)."""
    if not rules.nerve_division:
        need = rules.brigade_need
        return OrderRoll(
            OrderTry.CHANGED if dice.reach(2, rules.sides, [need], SENT, account) >= need else OrderTry.KEPT, Order.NONE
        )
    return judged(rules, throw_pair(dice, rules, SENT, account, doubles=False), rules.brigade_need, present)


def own_account(rules: GettysburgRules, quality: int, nation: int, wanted: int) -> list[Entry]:
    """By the brigadier's quality, and for Confederates who want to assault."""
    tally = Tally(rules.own_modifiers)
    if nation == Nation.CONFEDERATE and wanted == Order.ASSAULT:
        tally.add("confederate-to-assault")
    add_quality(tally, quality)
    return tally.account


def own_initiative(dice: Dice, rules: GettysburgRules, present: int, account: list[Entry]) -> OrderRoll:
    """A brigadier acts on his own; the bare dice are looked at first."""
    return judged(rules, throw_pair(dice, rules, OWN, account, doubles=False), rules.own_need, present)


def judged(rules: GettysburgRules, fell: Cast, need: int, present: int) -> OrderRoll:
    """By the bare dice, then by the score."""
    if fell.natural in (rules.panic_on, rules.nerve_on) and is_unshaken(rules, present):
        return OrderRoll(OrderTry.KEPT, Order.NONE)
    if fell.natural == rules.panic_on:
        return OrderRoll(OrderTry.PANIC, panic_order(rules, present))
    if fell.natural == rules.nerve_on:
        return OrderRoll(OrderTry.NERVE, rules.nerve_orders[present])
    return OrderRoll(OrderTry.CHANGED if fell.score >= need else OrderTry.KEPT, Order.NONE)


def is_unshaken(rules: GettysburgRules, present: int) -> bool:
    """Who retires has no nerve left to lose: the throw only fails (R16)."""
    return rules.nerve_orders[present] == Order.NONE and rules.panic_orders[present] == Order.NONE


def panic_order(rules: GettysburgRules, present: int) -> int:
    """N/A is what loss of nerve would do, or nothing by switch (R15)."""
    order = rules.panic_orders[present]
    if order == Order.NONE and not rules.nerve_literal:
        return rules.nerve_orders[present]
    return order
