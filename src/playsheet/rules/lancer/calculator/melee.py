"""Melee on paper: a round, and the parting blows."""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import Dice
from playsheet.core.forms import Facts, Field, Form, Values
from playsheet.rules.lancer.calculator.fields import ARMS, MOST, many_on_one, rating
from playsheet.rules.lancer.dice.melee import (
    Blow,
    Bout,
    Fighter,
    blows_dealt,
    blows_on_paper,
    dealt,
    fighter_of,
    on_paper,
)
from playsheet.rules.lancer.sheet import LancerRules


class Body:
    """Figures alike in a melee."""

    def __init__(self, figures: int, arm: int, melee: int, *, lancer: bool) -> None:
        self.figures: Final = figures
        self.arm: Final = arm  # a gun: its crew
        self.melee: Final = melee
        self.lancer: Final = lancer

    def fighter(self, rules: LancerRules) -> Fighter:
        return fighter_of(rules, self.arm, self.melee, self.lancer)


def bouts_between(rules: LancerRules, attackers: Body, defenders: Body, *, uphill: bool) -> list[Bout]:
    """The attackers dealt round among the defenders."""
    attacker = attackers.fighter(rules)
    defender = defenders.fighter(rules)
    return dealt(attackers.figures, attacker, defenders.figures, defender, uphill=uphill)


class Pairs:
    """A round of melee: the pairs, and whether the attackers have charged this round."""

    def __init__(self, bouts: list[Bout], assumed: list[str], *, charging: bool) -> None:
        self.bouts: Final = bouts
        self.charging: Final = charging
        self.assumed: Final = assumed


def melee_fields(rules: LancerRules) -> tuple[Field, ...]:
    return (
        Field("attackers", "attacking figures in contact", 5, 1, MOST),
        rating(rules, "attacker_melee", "their Melee"),
        Field("attacker_kind", "what they are (gun: its crew)", "foot", choices=ARMS),
        Field("defenders", "defending figures in contact", 5, 1, MOST),
        rating(rules, "defender_melee", "their Melee"),
        Field("defender_kind", "what they are (gun: its crew)", "foot", choices=ARMS),
        Field("lancers_charging", "the attackers are lancers, and charged this round", default=False),
        Field("uphill", "the attackers stand lower", default=False),
    )


def pairs_of(rules: LancerRules, values: Values) -> Pairs:
    attackers = values.number("attackers")
    defenders = values.number("defenders")
    many_on_one(rules, attackers, defenders, "attackers on")
    charging = values.flag("lancers_charging")
    bouts = bouts_between(
        rules,
        Body(attackers, ARMS.index(values.word("attacker_kind")), values.number("attacker_melee"), lancer=charging),
        Body(defenders, ARMS.index(values.word("defender_kind")), values.number("defender_melee"), lancer=False),
        uphill=values.flag("uphill"),
    )
    return Pairs(bouts, [], charging=charging)


def melee(dice: Dice, rules: LancerRules, pairs: Pairs) -> Facts:
    """Attackers lost, defenders lost."""
    return on_paper(rules, pairs.bouts, charging=pairs.charging).run(dice)


def melee_assumes(rules: LancerRules, pairs: Pairs) -> list[str]:
    return pairs.assumed


MELEE: Final = Form(
    "melee",
    "Melee: one round, the attackers dealt round among the defenders and fought defender by defender",
    at="melee-outcome",
    example="attackers=3 defenders=1 defender_melee=5",
    results=("attackers_lost", "defenders_lost"),
    fields=melee_fields,
    read=pairs_of,
    run=melee,
    assumes=melee_assumes,
)


class Leaving:
    """A unit that leaves: the blows that each enemy figure in contact may deal."""

    def __init__(self, strikers: list[list[Blow]], assumed: list[str]) -> None:
        self.strikers: Final = strikers
        self.assumed: Final = assumed


def parting_fields(rules: LancerRules) -> tuple[Field, ...]:
    return (
        Field("strikers", "enemy figures in contact, each of which strikes", 2, 1, MOST),
        rating(rules, "melee", "their Melee"),
        Field("kind", "what they are (gun: its crew)", "foot", choices=ARMS),
        Field("leaving", "figures of the leaving unit that they touch", 2, 1, MOST),
        Field("leaving_kind", "what these are (gun: its crew)", "foot", choices=ARMS),
        Field("uphill", "the strikers stand lower", default=False),
    )


def leaving_of(rules: LancerRules, values: Values) -> Leaving:
    strikers = values.number("strikers")
    leaving = values.number("leaving")
    many_on_one(rules, strikers, leaving, "strikers on")
    many_on_one(rules, leaving, strikers, "leaving figures by")
    melee = values.number("melee")
    striker = fighter_of(rules, ARMS.index(values.word("kind")), melee, False)
    leaver = fighter_of(rules, ARMS.index(values.word("leaving_kind")), melee, False)
    return Leaving(blows_dealt(strikers, striker, leaving, leaver, uphill=values.flag("uphill")), [])


def parting(dice: Dice, rules: LancerRules, leaving: Leaving) -> Facts:
    return (blows_on_paper(rules, leaving.strikers).run(dice)[0],)


def parting_assumes(rules: LancerRules, leaving: Leaving) -> list[str]:
    return [*leaving.assumed, "Only the blows are counted: whether the move then carries it clear is not (R61)."]


PARTING: Final = Form(
    "parting",
    "Leaving melee: the parting blows, dealt round among the figures touched",
    at="melee-outcome",
    example="strikers=2 melee=5 leaving=2",
    results=("lost",),
    fields=parting_fields,
    read=leaving_of,
    run=parting,
    assumes=parting_assumes,
)
