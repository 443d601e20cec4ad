"""The Unit Morale Check and the casualty checks on paper."""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import Dice
from playsheet.core.forms import Facts, Field, Form, Value, Values, shown_length
from playsheet.rules.lancer.calculator.fields import (
    MOST,
    comes_up_to,
    rating,
    room_field,
    size,
    target,
    target_fields,
    target_of,
)
from playsheet.rules.lancer.dice.morale import MoraleWitness, Target, casualty_checks, check_morale
from playsheet.rules.lancer.sheet import LancerRules

# how a unit came through its Unit Morale Check
NOT_HIT: Final = "not hit"
HELD: Final = "held"
FALLS_BACK: Final = "falls back"
ROUTED: Final = "routed"
WAITS: Final = "waits for STOP"


class Hits:
    """So many hits on a unit."""

    def __init__(self, target: Target, hits: int) -> None:
        self.target: Final = target
        self.hits: Final = hits


def hits_fields(rules: LancerRules) -> tuple[Field, ...]:
    return (Field("hits", "hits on the unit", 3, 0, 2 * MOST), *target_fields(rules))


def hits_of(rules: LancerRules, values: Values) -> Hits:
    return Hits(target_of(rules, values), values.number("hits"))


def casualties(dice: Dice, rules: LancerRules, hit: Hits) -> Facts:
    left = casualty_checks(dice, rules, hit.target, hit.hits)
    return (hit.target.figures - left[0], hit.target.commanders - left[1])


CASUALTIES: Final = Form(
    "casualties",
    "Casualty checks: one for each hit, a random figure for each that fails",
    at="hit-sequence",
    example="hits=2 target=5 start=10 morale=5 commanders=1",
    results=("lost", "commanders_lost"),
    fields=hits_fields,
    read=hits_of,
    run=casualties,
)


class Shaken:
    """Who makes a Unit Morale Check, and how far it may fall back."""

    def __init__(self, unit: Target, room: float) -> None:
        self.unit: Final = unit
        self.room: Final = room


def morale_fields(rules: LancerRules) -> tuple[Field, ...]:
    return (
        rating(rules, "morale", "the unit's Morale, as printed on its card"),
        Field("figures", "figures in the unit", size(rules, "foot"), 1, MOST),
        Field("start", "figures it started with", size(rules, "foot"), 1, MOST),
        Field("commander", "a commander is attached", default=False),
        room_field("the unit"),
    )


def shaken_of(rules: LancerRules, values: Values) -> Shaken:
    commanders = 1 if values.flag("commander") else 0
    return Shaken(target(rules, values, values.number("figures"), commanders), values.length("room"))


def morale_check(dice: Dice, rules: LancerRules, shaken: Shaken) -> Facts:
    """A Unit Morale Check and, if it fails, the fall back."""
    paper = OnPaper(shaken.room)
    check_morale(dice, rules, shaken.unit.effective(0), shaken.unit.commanders > 0, paper)
    return (paper.morale, paper.inches)


class OnPaper(MoraleWitness):
    """A check on paper: how it came out, and how far the unit went."""

    def __init__(self, room: float) -> None:
        self.room: Final = room
        self.morale = HELD
        self.inches: Value = 0

    def falls_back(self, inches: int) -> bool:
        routed = comes_up_to(inches, self.room)
        self.morale = ROUTED if routed else FALLS_BACK
        self.inches = shown_length(self.room) if routed else inches
        return routed


MORALE: Final = Form(
    "morale",
    "Unit Morale Check, as a hit unit or a game master's word calls for it",
    at="morale-check",
    example="morale=3 figures=5 start=10 room=9",
    results=("morale", "inches"),
    fields=morale_fields,
    read=shaken_of,
    run=morale_check,
)

STOP_CHECK: Final = Form(
    "stop-check",
    "Unit Morale Check of a unit locked in melee when STOP comes up",
    at="morale-check",
    example="morale=4 figures=6 start=10 commander=yes",
    results=("morale", "inches"),
    fields=morale_fields,
    read=shaken_of,
    run=morale_check,
)
