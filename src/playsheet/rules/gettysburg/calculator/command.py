"""Initiative, changes of order, the risk to a general."""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import Dice
from playsheet.core.errors import Refused
from playsheet.core.events import Entry
from playsheet.core.procedures import Field, Outcome, Prepared, Procedure, Values
from playsheet.rules.gettysburg.calculator.inputs import CHAIN, SIDES, Facts, OnPaper, nation_field, place
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
from playsheet.rules.gettysburg.terms import DIVISION_ORDERS, ORDERS, QUALITIES, Order, OrderTry, Quality

HOLDERS: Final = ("nobody", "first", "second")


def quality_field(name: str, said: str) -> Field:
    return Field(name, said, QUALITIES[Quality.NORMAL], choices=QUALITIES)


class Initiative(Procedure):
    """Who has the initiative."""

    def __init__(self, rules: GettysburgRules) -> None:
        self.rules: Final = rules
        fields = (
            quality_field("quality", "the first side's C-in-C"),
            nation_field("nation"),
            quality_field("enemy_quality", "the second side's C-in-C"),
            Field("enemy_nation", "its side", SIDES[1], choices=SIDES),
            Field("east", "the Eastern Theatre", True),
            Field("year", "the year", 1863, 1861, 1865),
            Field("holder", "who had it last turn", HOLDERS[0], choices=HOLDERS),
        )
        super().__init__(
            "initiative",
            "Initiative: who acts first or second as he likes",
            "initiative-modifiers",
            fields,
            ("winner",),
            "enemy_quality=excellent year=1863",
        )

    def prepare(self, values: Values) -> Prepared:
        east = values.flag("east")
        year = values.number("year")
        accounts = [
            initiative_account(
                self.rules, place(values, f"{who}quality", QUALITIES), place(values, f"{who}nation", SIDES), east, year
            )
            for who in ("", "enemy_")
        ]
        return PreparedInitiative(self, values, self.rules, accounts[0], accounts[1])


class PreparedInitiative(Prepared):
    def __init__(
        self, procedure: Procedure, values: Values, rules: GettysburgRules, first: list[Entry], second: list[Entry]
    ) -> None:
        super().__init__(procedure, values)
        self.rules: Final = rules
        self.first: Final = first
        self.second: Final = second
        self.holder: Final = place(values, "holder", HOLDERS) - 1

    def run(self, dice: Dice) -> Outcome:
        won = initiative(dice, self.rules, self.first, self.second, self.holder if self.holder >= 0 else NOBODY)
        return Facts((HOLDERS[won + 1],))


DIVISION: Final = 0
SENT: Final = 1
OWN: Final = 2
WAYS: Final = ("division", "brigade", "own-initiative")


class OrderChange(Procedure):
    """A try to change an order, by any of the three ways."""

    def __init__(self, rules: GettysburgRules) -> None:
        self.rules: Final = rules
        fields = (
            Field(
                "way", "of a division, sent to a brigade, or on a brigadier's own initiative", WAYS[SENT], choices=WAYS
            ),
            Field("division", "the division's current order", DIVISION_ORDERS[0], choices=DIVISION_ORDERS),
            Field("present", "the brigade's present order", ORDERS[Order.ENGAGE], choices=ORDERS),
            Field("wanted", "the order wanted", ORDERS[Order.ASSAULT], choices=ORDERS),
            quality_field("quality", "the C-in-C; on own initiative the brigadier"),
            nation_field("nation"),
            Field("contact", "base contact: C-in-C with divisional general, or he with the brigadier", False),
            Field("far", "the divisional general is over 24 inches off", False),
            Field("commanding", "the divisional general commands a brigade himself", False),
            Field("dense_woods", "the brigadier is in dense woods (counts by switch)", False),
        )
        super().__init__(
            "order-change",
            "Change of orders: a division's, a brigade's, a brigadier's own",
            "brigade-orders",
            fields,
            ("result", "order"),
            "way=brigade quality=excellent far=yes present=hold wanted=engage",
        )

    def prepare(self, values: Values) -> Prepared:
        rules = self.rules
        way = place(values, "way", WAYS)
        quality = place(values, "quality", QUALITIES)
        wanted = place(values, "wanted", ORDERS)
        if way != DIVISION and wanted == place(values, "present", ORDERS):
            raise Refused("that is the order it has: expected another one.")
        if way == DIVISION:
            account = division_account(rules, quality, values.flag("contact"))
        elif way == SENT:
            division = place(values, "division", DIVISION_ORDERS)
            if wanted not in rules.may_send(division):
                raise Refused(f"a division on {DIVISION_ORDERS[division]} does not send {ORDERS[wanted]}.")
            account = brigade_account(
                rules,
                quality,
                values.flag("far"),
                values.flag("commanding"),
                values.flag("contact"),
                values.flag("dense_woods"),
            )
        else:
            account = own_account(rules, quality, place(values, "nation", SIDES), wanted)
        return PreparedOrder(self, values, rules, way, account)


class PreparedOrder(Prepared):
    def __init__(
        self, procedure: Procedure, values: Values, rules: GettysburgRules, way: int, account: list[Entry]
    ) -> None:
        super().__init__(procedure, values)
        self.rules: Final = rules
        self.way: Final = way
        self.account: Final = account
        self.division: Final = place(values, "division", DIVISION_ORDERS)
        self.present: Final = place(values, "present", ORDERS)
        self.wanted: Final = place(values, "wanted", ORDERS)

    def run(self, dice: Dice) -> Outcome:
        if self.way == DIVISION:
            changed = division_order(dice, self.rules, self.division, self.account)
            return Facts(
                (
                    CAME[OrderTry.CHANGED if changed else OrderTry.KEPT],
                    "as wanted" if changed else DIVISION_ORDERS[self.division],
                )
            )
        if self.way == SENT:
            return self.told(brigade_order(dice, self.rules, self.present, self.account))
        return self.told(own_initiative(dice, self.rules, self.present, self.account))

    def told(self, rolled: OrderRoll) -> Outcome:
        order = self.wanted if rolled.came == OrderTry.CHANGED else rolled.order
        return Facts((CAME[rolled.came], ORDERS[self.present if order == Order.NONE else order]))


RISKED: Final = 0
SIXES: Final = 1
SKIRMISHERS: Final = 2
BEGINNINGS: Final = ("risk", "double-six", "skirmish-fire")


class RiskToGeneral(Procedure):
    """The risk to a general, or all that leads to it."""

    def __init__(self, rules: GettysburgRules) -> None:
        self.rules: Final = rules
        fields = (
            Field(
                "begin",
                "with the risk itself, a double six, or one of skirmish fire",
                BEGINNINGS[0],
                choices=BEGINNINGS,
            ),
            Field("general", "an enemy general is attached or within 3 inches", True),
            Field("rifled", "rifled or 20 pdr guns fired", False),
        )
        super().__init__(
            "risk-to-general",
            "Double six and risk to general",
            "risk-to-general",
            fields,
            CHAIN,
            "begin=double-six",
        )

    def prepare(self, values: Values) -> Prepared:
        if place(values, "begin", BEGINNINGS) == RISKED and not values.flag("general"):
            raise Refused("without a general nobody is at risk: expected general=yes.")
        return PreparedRisk(self, values, self.rules)


class PreparedRisk(Prepared):
    def __init__(self, procedure: Procedure, values: Values, rules: GettysburgRules) -> None:
        super().__init__(procedure, values)
        self.rules: Final = rules
        self.begin: Final = place(values, "begin", BEGINNINGS)

    def run(self, dice: Dice) -> Outcome:
        seen = OnPaper(self.values.flag("general"), self.values.flag("rifled"))
        if self.begin == RISKED:
            seen.risked(risk_to_general(dice, self.rules, 0))
        else:
            chain(dice, self.rules, self.begin == SKIRMISHERS, 0, seen)
        return Facts(seen.facts())
