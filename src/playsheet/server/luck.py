"""Luck: what the dice gave against what they should have, with the chance of so much, and on how many dice it rests.

A die counts if its roll says what was needed and the die could have failed that as well as met it. Totals, and dice
that are only compared with one another, say nothing about luck by themselves and are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from math import comb
from typing import Any, Final

from playsheet.core.dice import summed
from playsheet.core.events import Rolled

OR_LESS: Final = re.compile(r"(-?\d+) or less( each)?")
ON_FACES: Final = re.compile(r"(.+?) on (\d+(?:, \d+)*)(?:; .*)?")


class Trial:
    """Dice thrown together for the same: how many, how many of their faces are good, and how many came up good."""

    def __init__(self, why: str, dice: int, good: int, sides: int, met: int) -> None:
        self.why: Final = why
        self.dice: Final = dice
        self.good: Final = good
        self.sides: Final = sides
        self.met: Final = met

    def expected(self) -> Fraction:
        return Fraction(self.dice * self.good, self.sides)


def trial_of(roll: Rolled) -> Trial | None:
    """What a roll says about luck; None if nothing."""
    limit = OR_LESS.fullmatch(roll.needed)
    if limit is not None:
        most = int(limit[1]) - summed(roll.account)
        good = [face for face in range(1, roll.sides + 1) if face <= most]
    else:
        named = ON_FACES.fullmatch(roll.needed)
        if named is None:
            return None
        good = [int(face) for face in named[2].split(", ")]
    if not 0 < len(good) < roll.sides:
        return None
    met = sum(1 for face in roll.faces if face in good)
    return Trial(roll.why, len(roll.faces), len(good), roll.sides, met)


def spread(trials: Iterable[Trial]) -> list[float]:
    """The chance of each number of good dice, 0 first: dice of the same kind at once, then the kinds together."""
    kinds: dict[Fraction, int] = {}
    for trial in trials:
        chance = Fraction(trial.good, trial.sides)
        kinds[chance] = kinds.get(chance, 0) + trial.dice
    found = [1.0]
    for chance, dice in kinds.items():
        found = both(found, binomial(dice, chance))
    return found


def binomial(dice: int, chance: Fraction) -> list[float]:
    good, sides = chance.numerator, chance.denominator
    total = sides**dice
    return [comb(dice, k) * good**k * (sides - good) ** (dice - k) / total for k in range(dice + 1)]


def both(one: list[float], other: list[float]) -> list[float]:
    """The sum of two counts that do not depend on each other."""
    found = [0.0] * (len(one) + len(other) - 1)
    for a, chance in enumerate(one):
        for b, beside in enumerate(other):
            found[a + b] += chance * beside
    return found


def luck_of(trials: list[Trial]) -> dict[str, Any]:
    """Dice, how many met their number, how many should have, and the chance of so many or more, or so few or fewer."""
    met = sum(trial.met for trial in trials)
    expected = sum((trial.expected() for trial in trials), Fraction(0))
    chances = spread(trials)
    more = met >= expected
    return {
        "dice": sum(trial.dice for trial in trials),
        "met": met,
        "expected": float(expected),
        "more": more,
        "chance": min(1.0, sum(chances[met:] if more else chances[: met + 1])),
    }


def luck_by_cause(trials: list[Trial]) -> list[dict[str, Any]]:
    """The same for each cause of a throw, in the order in which they were first met."""
    causes: dict[str, list[Trial]] = {}
    for trial in trials:
        causes.setdefault(trial.why, []).append(trial)
    return [{"why": why, **luck_of(held)} for why, held in causes.items()]
