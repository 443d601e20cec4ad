"""A round of melee on paper. Exact odds need not tell apart dice that come to the same row and the same double sixes.

What both sides' dice come to hangs on the difference of their modifiers alone: they are walked once without any, and
read for each difference.
"""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import NOTHING, Dice, State, summed
from playsheet.core.exact import Effort, Exact, Scale, Weighed
from playsheet.rules.gettysburg.dice.melee import (
    Clash,
    MeleeMishaps,
    Side,
    fight,
    judged,
    melee_accounts,
    throw_chains,
    throw_sides,
)
from playsheet.rules.gettysburg.sheet.tables import GettysburgRules


class Round:
    """What came of it, and how often either side's double six left skulkers behind."""

    def __init__(self, clash: Clash, skulkers: list[int]) -> None:
        self.clash: Final = clash
        self.skulkers: Final = skulkers


class Throws:
    """What the dice of both sides may come to: (difference, double sixes, skulkers), as if walked by so many paths."""

    def __init__(self, came: Weighed[State], paths: int) -> None:
        self.came: Final = came
        self.paths: Final = paths


Key = tuple[int, bool, bool]


def round_on_paper(dice: Dice, rules: GettysburgRules, first: Side, second: Side, known: dict[Key, Throws]) -> Round:
    """As `fight`. `known`: what has been walked for this charge so far."""
    if not isinstance(dice, Exact):
        seen = MeleeMishaps()
        clash = fight(dice, rules, first, second, seen)
        return Round(clash, [side.times for side in seen.sides])
    node = dice.met()
    if node is None:
        throws = throws_of(rules, first, second, known)
        dice.effort.spend(throws.paths - len(throws.came.outcomes))  # what is too dear stays so
        node = dice.branch(throws.came.weights, throws.came.total)
        node.states = throws.came.outcomes
    came = node.states[node.chosen]
    sixes = [came[1] == 1, came[2] == 1]
    return Round(judged(rules, [first, second], came[0], sixes, [False, False]), [came[3], came[4]])


def throws_of(rules: GettysburgRules, first: Side, second: Side, known: dict[Key, Throws]) -> Throws:
    accounts = melee_accounts(rules, first, second)
    lead = summed(accounts[0]) - summed(accounts[1])
    key = (lead, first.is_rapid(), second.is_rapid())
    if key not in known:
        bare = (NO_LEAD, key[1], key[2])
        if bare not in known:
            known[bare] = walked(rules, first, second)
        known[key] = with_lead(rules, known[bare], lead)
    return known[key]


def walked(rules: GettysburgRules, first: Side, second: Side) -> Throws:
    """Every throw, without modifiers."""
    effort = Effort(MOST_THROWS)
    scale: Scale[State] = Scale(effort)
    dice = Exact(effort)
    going = True
    while going:
        thrown = throw_sides(dice, rules, first, second, [NOTHING, NOTHING])
        seen = MeleeMishaps()
        throw_chains(dice, rules, thrown.sixes, seen)
        skulkers = [side.times for side in seen.sides]
        state = (thrown.difference, int(thrown.sixes[0]), int(thrown.sixes[1]), skulkers[0], skulkers[1])
        scale.add(state, dice.weight, dice.total_weight)
        going = dice.again()
    return Throws(scale.weighed(), effort.spent)


def with_lead(rules: GettysburgRules, throws: Throws, lead: int) -> Throws:
    """The first side ahead by so many; differences on the same row for the same side are one."""
    rows: dict[tuple[bool, int], int] = {}
    weights: dict[State, int] = {}
    for at in range(len(throws.came.outcomes)):
        came = throws.came.outcomes[at]
        difference = came[0] + lead
        row = (difference > 0, rules.melee_ladder.step(abs(difference)))
        if row not in rows:
            rows[row] = difference
        state = (rows[row], *came[1:])
        weights[state] = weights.get(state, 0) + throws.came.weights[at]
    return Throws(Weighed(list(weights), list(weights.values()), throws.came.total), throws.paths)


MOST_THROWS: Final = 1_000_000  # of four dice and two chains: far fewer
NO_LEAD: Final = 1_000_000  # no lead at all: the dice without modifiers
