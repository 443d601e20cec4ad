"""Movement on paper."""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import Dice
from playsheet.core.errors import Refused
from playsheet.core.forms import Facts, Field, Form, Value, Values
from playsheet.rules.lancer.calculator.fields import ARMS
from playsheet.rules.lancer.sheet import LancerRules, Rate
from playsheet.rules.lancer.terms import KINDS, Arm

HOWS: Final = ("move", "column", "charge", "woods", "woods_charge")


class March:
    """Who moves (a commander goes as his mount does), and how."""

    def __init__(self, arm: int, how: str) -> None:
        self.arm: Final = arm
        self.how: Final = how


def march_of(rules: LancerRules, values: Values) -> March:
    march = March(ARMS.index(values.word("kind")), values.word("how"))
    if rate_of(rules, march).dice == 0:
        raise Refused(f"the sheet gives {values.word('kind')} no distance for {march.how}.")
    return march


def march_inputs(rules: LancerRules, march: March) -> dict[str, Value]:
    return {"kind": KINDS[march.arm], "how": march.how}


def rate_of(rules: LancerRules, march: March) -> Rate:
    """The cell of `movement`; woods are for foot only."""
    how = march.how
    if how in ("woods", "woods_charge"):
        if march.arm != Arm.FOOT:
            kind = KINDS[march.arm]
            raise Refused(f"{kind} passes woods by road only, and then at its own rate: expected kind=foot for {how}.")
        return rules.woods if how == "woods" else rules.woods_charge
    rates = rules.columns if how == "column" else rules.charges if how == "charge" else rules.moves
    return rates[march.arm]


def distance(dice: Dice, rules: LancerRules, march: March) -> Facts:
    return (rate_of(rules, march).inches(dice, []),)


def assumed(rules: LancerRules, march: March) -> list[str]:
    return ["Nothing stops the move on its way."]


MOVE: Final = Form(
    "move",
    "Movement: how far a unit goes",
    at="movement",
    example="kind=foot how=column",
    results=("inches",),
    fields=(
        Field("kind", "what moves (a commander goes as his mount does)", "foot", choices=ARMS),
        Field("how", "how it moves", "move", choices=HOWS),
    ),
    read=march_of,
    run=distance,
    write=march_inputs,
    assumes=assumed,
)
