"""Initiative, changes of order, the risk to a general."""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import Dice
from playsheet.core.errors import Refused
from playsheet.core.events import Entry
from playsheet.core.forms import Facts, Field, Form, Values
from playsheet.rules.gettysburg.calculator.inputs import CHAIN, SIDES, OnPaper, nation_field, place
from playsheet.rules.gettysburg.dice.command import (
    CAME,
    OrderRoll,
    brigade_account,
    brigade_order,
    division_account,
    division_order,
    own_account,
    own_initiative,
)
from playsheet.rules.gettysburg.dice.double_six import chain, risk_to_general
from playsheet.rules.gettysburg.dice.initiative import NOBODY, initiative, initiative_account
from playsheet.rules.gettysburg.sheet.tables import GettysburgRules
from playsheet.rules.gettysburg.terms import (
    DIVISION_ORDERS,
    ORDERS,
    QUALITIES,
    DivisionOrder,
    Nation,
    Order,
    OrderTry,
    Quality,
)


def quality_field(name: str, said: str) -> Field:
    return Field(name, said, QUALITIES[Quality.NORMAL], choices=QUALITIES)


# ---------------------------------------------------------------- initiative

HOLDERS: Final = ("nobody", "first", "second")  # from NOBODY on


class Contest:
    """Who throws for the initiative: both accounts, and who had it."""

    def __init__(self, first: list[Entry], second: list[Entry], holder: int) -> None:
        self.first: Final = first
        self.second: Final = second
        self.holder: Final = holder


def contest_from(rules: GettysburgRules, values: Values) -> Contest:
    holder = place(values, "holder", HOLDERS) + NOBODY
    return Contest(commander_from(rules, values, ""), commander_from(rules, values, "enemy_"), holder)


def commander_from(rules: GettysburgRules, values: Values, prefix: str) -> list[Entry]:
    quality = place(values, f"{prefix}quality", QUALITIES)
    nation = place(values, f"{prefix}nation", SIDES)
    return initiative_account(rules, quality, nation, values.number("year"), east=values.flag("east"))


def who_has_initiative(dice: Dice, rules: GettysburgRules, contest: Contest) -> Facts:
    return (HOLDERS[initiative(dice, rules, contest.first, contest.second, contest.holder) - NOBODY],)


INITIATIVE: Final = Form(
    "initiative",
    "Initiative: who acts first or second as he likes",
    at="initiative-modifiers",
    example="enemy_quality=excellent year=1863",
    results=("winner",),
    fields=(
        quality_field("quality", "the first side's C-in-C"),
        nation_field("nation"),
        quality_field("enemy_quality", "the second side's C-in-C"),
        nation_field("enemy_nation", Nation.CONFEDERATE),
        Field("east", "the Eastern Theatre", default=True),
        Field("year", "the year", 1863, 1861, 1865),
        Field("holder", "who had it last turn", HOLDERS[0], choices=HOLDERS),
    ),
    read=contest_from,
    run=who_has_initiative,
)


# ---------------------------------------------------------------- a change of order

DIVISION: Final = 0
SENT: Final = 1
OWN: Final = 2
WAYS: Final = ("division", "brigade", "own-initiative")


class Change:
    """A try to change an order: by which way, with what account, from what to what."""

    def __init__(self, way: int, account: list[Entry], *, division: int, present: int, wanted: int) -> None:
        self.way: Final = way
        self.account: Final = account
        self.division: Final = division
        self.present: Final = present
        self.wanted: Final = wanted


def change_from(rules: GettysburgRules, values: Values) -> Change:
    way = place(values, "way", WAYS)
    division = place(values, "division", DIVISION_ORDERS)
    present = place(values, "present", ORDERS)
    wanted = place(values, "wanted", ORDERS)
    if way != DIVISION and wanted == present:
        raise Refused("that is the order it has: expected another one.")
    if way == SENT and wanted not in rules.may_send(division):
        raise Refused(f"a division on {DIVISION_ORDERS[division]} does not send {ORDERS[wanted]}.")
    return Change(way, change_account(rules, values, way), division=division, present=present, wanted=wanted)


def change_account(rules: GettysburgRules, values: Values, way: int) -> list[Entry]:
    quality = place(values, "quality", QUALITIES)
    if way == DIVISION:
        return division_account(rules, quality, contact=values.flag("contact"))
    if way == OWN:
        return own_account(rules, quality, place(values, "nation", SIDES), place(values, "wanted", ORDERS))
    return brigade_account(
        rules,
        quality,
        far=values.flag("far"),
        commanding=values.flag("commanding"),
        contact=values.flag("contact"),
        dense=values.flag("dense_woods"),
    )


def change_order(dice: Dice, rules: GettysburgRules, change: Change) -> Facts:
    if change.way == DIVISION:
        if division_order(dice, rules, change.division, change.account):
            return (CAME[OrderTry.CHANGED], "as wanted")
        return (CAME[OrderTry.KEPT], DIVISION_ORDERS[change.division])
    if change.way == SENT:
        return order_after(change, brigade_order(dice, rules, change.present, change.account))
    return order_after(change, own_initiative(dice, rules, change.present, change.account))


def order_after(change: Change, rolled: OrderRoll) -> Facts:
    order = change.wanted if rolled.came == OrderTry.CHANGED else rolled.order
    return (CAME[rolled.came], ORDERS[change.present if order == Order.NONE else order])


ORDER_CHANGE: Final = Form(
    "order-change",
    "Change of orders: a division's, a brigade's, a brigadier's own",
    at="brigade-orders",
    example="way=brigade quality=excellent far=yes present=hold wanted=engage",
    results=("result", "order"),
    fields=(
        Field("way", "of a division, sent to a brigade, or on a brigadier's own initiative", WAYS[SENT], choices=WAYS),
        Field(
            "division", "the division's current order", DIVISION_ORDERS[DivisionOrder.ATTACK], choices=DIVISION_ORDERS
        ),
        Field("present", "the brigade's present order", ORDERS[Order.ENGAGE], choices=ORDERS),
        Field("wanted", "the order wanted", ORDERS[Order.ASSAULT], choices=ORDERS),
        quality_field("quality", "the C-in-C; on own initiative the brigadier"),
        nation_field("nation"),
        Field("contact", "base contact: C-in-C with divisional general, or he with the brigadier", default=False),
        Field("far", "the divisional general is over 24 inches off", default=False),
        Field("commanding", "the divisional general commands a brigade himself", default=False),
        Field("dense_woods", "the brigadier is in dense woods (counts by switch)", default=False),
    ),
    read=change_from,
    run=change_order,
)


# ---------------------------------------------------------------- the risk to a general

RISKED: Final = 0
SIXES: Final = 1
SKIRMISHERS: Final = 2
BEGINNINGS: Final = ("risk", "double-six", "skirmish-fire")


class Risk:
    """The risk to a general, or all that leads to it; without one near, only that."""

    def __init__(self, begin: int, *, general: bool, rifled: bool) -> None:
        self.begin: Final = begin
        self.general: Final = general
        self.rifled: Final = rifled


def risk_from(rules: GettysburgRules, values: Values) -> Risk:
    risk = Risk(place(values, "begin", BEGINNINGS), general=values.flag("general"), rifled=values.flag("rifled"))
    if risk.begin == RISKED and not risk.general:
        raise Refused("without a general nobody is at risk: expected general=yes.")
    return risk


def risk_general(dice: Dice, rules: GettysburgRules, risk: Risk) -> Facts:
    seen = OnPaper(general=risk.general, rifled=risk.rifled)
    if risk.begin == RISKED:
        seen.risked(risk_to_general(dice, rules, by=0))
    else:
        chain(dice, rules, gate=risk.begin == SKIRMISHERS, by=0, witness=seen)
    return seen.facts()


RISK_TO_GENERAL: Final = Form(
    "risk-to-general",
    "Double six and risk to general",
    at="risk-to-general",
    example="begin=double-six",
    results=CHAIN,
    fields=(
        Field(
            "begin",
            "with the risk itself, a double six, or one of skirmish fire",
            BEGINNINGS[RISKED],
            choices=BEGINNINGS,
        ),
        Field("general", "an enemy general is attached or within 3 inches", default=True),
        Field("rifled", "rifled or 20 pdr guns fired", default=False),
    ),
    read=risk_from,
    run=risk_general,
)
