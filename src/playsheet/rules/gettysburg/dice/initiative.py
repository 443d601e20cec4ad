"""Initiative: two dice a side, the higher chooses."""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import Dice, summed
from playsheet.core.events import Entry, Throw
from playsheet.rules.gettysburg.dice.rolls import in_order
from playsheet.rules.gettysburg.sheet.rows import Tally
from playsheet.rules.gettysburg.sheet.tables import GettysburgRules
from playsheet.rules.gettysburg.terms import Nation, Quality

INITIATIVE: Final = [
    Throw("Initiative", "initiative-modifiers", "", "", "R3", 0),
    Throw("Initiative", "initiative-modifiers", "", "", "R3", 1),
]
NOBODY: Final = -1  # had the initiative before


def add_quality(tally: Tally, quality: int) -> None:
    """A general's quality under its own name; a normal one has no line."""
    if quality == Quality.EXCELLENT:
        tally.add("excellent")
    elif quality == Quality.POOR:
        tally.add("poor")
    elif quality == Quality.DRUNKARD:
        tally.add("drunkard")


def initiative_account(rules: GettysburgRules, quality: int, nation: int, year: int, *, east: bool) -> list[Entry]:
    """By the C-in-C, and by time and place for Confederates."""
    tally = Tally(rules.initiative_modifiers)
    add_quality(tally, quality)
    if nation == Nation.CONFEDERATE and east and rules.east_years[0] <= year <= rules.east_years[1]:
        tally.add("confederate-east")
    return tally.account


def initiative(dice: Dice, rules: GettysburgRules, first: list[Entry], second: list[Entry], holder: int) -> int:
    """Who wins: 0 or 1. `holder` won last turn, or NOBODY; ties are thrown again or his, by switch (R3)."""
    keeps = rules.tie_keeps and holder != NOBODY
    if not keeps and not in_order(dice):
        return at_last(dice, rules, first, second)
    while True:
        one = dice.total(2, rules.sides, INITIATIVE[0], first)
        other = dice.reach(2, rules.sides, [one, one + 1], INITIATIVE[1], second)
        if one != other:
            return 0 if one > other else 1
        if keeps:
            return holder


def at_last(dice: Dice, rules: GettysburgRules, first: list[Entry], second: list[Entry]) -> int:
    """The same without an end to the ties: by the throws in which one or the other is higher."""
    ahead = summed(first) - summed(second)
    wins = 0
    losses = 0
    for one in two_dice(rules.sides):
        for other in two_dice(rules.sides):
            if one + ahead > other:
                wins += 1
            elif one + ahead < other:
                losses += 1
    return 0 if dice.pick([0] * wins + [1] * losses, INITIATIVE[0]) < wins else 1


def two_dice(sides: int) -> list[int]:
    """The total of each throw of two dice."""
    return [one + other for one in range(1, sides + 1) for other in range(1, sides + 1)]
