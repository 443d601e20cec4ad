"""Luck: which dice count, what they should have given, and how likely what they gave is."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from playsheet.core.dice import NOTHING, Dice, Reading, scripted
from playsheet.core.events import Entry, Rolled, Throw
from playsheet.server.luck import Trial, luck_by_cause, luck_of, spread, trial_of

THROW = Throw("A test")
HITS = Reading(("hit", "jam", "miss"), (1, 2, 2, 0, 2, 0))


def rolls(dice: Dice) -> list[Rolled]:
    """What the dice tell as they are thrown in every way that they know."""
    dice.log = found = []
    dice.check(6, 4, THROW, [Entry(-1, "helped")])
    dice.checks(3, 10, 3, THROW, NOTHING)
    dice.pool(5, HITS, THROW)
    dice.total(2, 6, THROW, NOTHING)
    dice.roll(6, THROW)
    dice.pick([0, 0, 0], THROW)
    return found


def test_each_way_to_throw_dice_says_what_it_needed() -> None:
    found = [trial_of(roll) for roll in rolls(scripted(5, 3, 4, 10, 4, 6, 1, 2, 5, 1, 1, 6, 2))]
    assert [(one.dice, one.good, one.sides, one.met) for one in found if one is not None] == [
        (1, 5, 6, 1),  # 4 or less, helped by one: a five will do
        (3, 3, 10, 1),
        (5, 2, 6, 2),  # 4 and 6 hit
    ]
    assert found[3:] == [None, None, None]  # a total, a face as it is, a pick: nothing was needed


@pytest.mark.parametrize(("need", "add"), [(0, 0), (6, 0), (9, 0), (5, -1), (2, 3), (-3, 0)])
def test_a_die_that_cannot_fail_or_cannot_succeed_is_no_luck(need: int, add: int) -> None:
    dice = scripted(3)
    dice.log = []
    dice.check(6, need, THROW, [Entry(add, "a cause")] if add else NOTHING)
    assert trial_of(dice.log[0]) is None


def test_what_nobody_can_read_is_left_out() -> None:
    strange = Rolled(THROW, 0, 20, [7], "less than 5 when divided by 2 and modified", "3, passed", [])
    assert trial_of(strange) is None


def test_the_chances_are_those_of_every_throw_counted() -> None:
    trials = [Trial("a", 2, 1, 6, 0), Trial("b", 1, 3, 4, 0), Trial("a", 1, 2, 12, 0)]
    counted = [Fraction(0)] * 5
    for a, b, c, d in product(range(6), range(6), range(4), range(12)):
        met = (a < 1) + (b < 1) + (c < 3) + (d < 2)
        counted[met] += Fraction(1, 6 * 6 * 4 * 12)
    assert spread(trials) == pytest.approx([float(chance) for chance in counted], abs=1e-15)


@pytest.mark.parametrize(
    ("met", "more", "chance"),
    [(0, False, Fraction(8, 27)), (1, True, Fraction(19, 27)), (2, True, Fraction(7, 27)), (3, True, Fraction(1, 27))],
)
def test_luck_is_actual_against_expected(met: int, more: bool, chance: Fraction) -> None:
    """Three dice that meet their number on two faces of six: one of them should."""
    luck = luck_of([Trial("fire", 3, 2, 6, met)])
    assert luck == {"dice": 3, "met": met, "expected": 1.0, "more": more, "chance": pytest.approx(float(chance))}


def test_no_dice_are_no_luck() -> None:
    assert luck_of([]) == {"dice": 0, "met": 0, "expected": 0.0, "more": True, "chance": 1.0}


def test_many_dice_do_not_run_over() -> None:
    luck = luck_of([Trial("fire", 1, 1 + at % 5, 6, at % 2) for at in range(1200)])
    assert luck["dice"] == 1200
    assert 0.0 <= luck["chance"] <= 1.0
    assert sum(spread([Trial("fire", 1200, 2, 6, 0)])) == pytest.approx(1.0)


def test_causes_are_told_apart_in_the_order_in_which_they_came() -> None:
    found = luck_by_cause([Trial("fire", 2, 3, 6, 1), Trial("morale", 1, 4, 6, 1), Trial("fire", 4, 3, 6, 4)])
    assert [(one["why"], one["dice"], one["met"], one["expected"]) for one in found] == [
        ("fire", 6, 5, 3.0),
        ("morale", 1, 1, pytest.approx(2 / 3)),
    ]
