"""Dice: the streams are fair and the same everywhere; every source answers the same requests."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playsheet.core import exact
from playsheet.core.dice import NOTHING, Dice, Reading, Scripted, Seeded, scripted
from playsheet.core.errors import Refused
from playsheet.core.events import Entry, Rolled, Throw
from playsheet.core.exact import chances
from playsheet.core.fair import Fair, commitment

THROW = Throw("Test", "table")
RIFLES = Reading(("hit", "jam", "miss"), (1, 2, 2, 0, 2, 0))


def test_the_seeded_stream_is_the_same_everywhere() -> None:
    dice = Seeded(0xDEADBEEFCAFE)
    dice.at(3, 5)
    assert dice.faces(12, 6, THROW) == [2, 5, 5, 1, 4, 5, 4, 2, 4, 4, 4, 1]
    assert dice.faces(8, 20, THROW) == [14, 13, 17, 5, 6, 18, 1, 5]
    dice.at(3, 5)
    assert dice.faces(12, 6, THROW) == [2, 5, 5, 1, 4, 5, 4, 2, 4, 4, 4, 1]


def test_one_die_is_the_first_of_many() -> None:
    for sides in (2, 3, 6, 8, 10, 20, 83):
        one, many = Seeded(9), Seeded(9)
        one.at(1, 2)
        many.at(1, 2)
        assert one.roll(sides, THROW) == many.faces(1, sides, THROW)[0]


def test_a_die_of_one_side_shows_it_at_once() -> None:
    dice = Seeded(9)
    assert dice.roll(1, THROW) == 1
    assert dice.faces(3, 1, THROW) == [1, 1, 1]
    assert Fair(bytes(32), ["words"]).roll(1, THROW) == 1


@pytest.mark.parametrize("sides", [0, -6, 2**26 + 1])
def test_no_die_has_no_side_or_too_many(sides: int) -> None:
    for dice in (Seeded(9), Fair(bytes(32), ["words"])):
        with pytest.raises(Refused, match=rf"a die has 1 to 67108864 sides, not {sides}\."):
            dice.roll(sides, THROW)
        with pytest.raises(Refused, match=rf"a die has 1 to 67108864 sides, not {sides}\."):
            dice.faces(2, sides, THROW)


@pytest.mark.parametrize("sides", [2, 3, 6, 10, 20])
def test_no_face_is_favoured(sides: int) -> None:
    """Chi-square over places, steps and seeds; the bound is five standard deviations above its mean."""
    counts = [0] * sides
    n = 60_000
    for k in range(n // 10):
        dice = Seeded(k % 7)
        dice.at(k, k % 3)
        for face in dice.faces(10, sides, THROW):
            counts[face - 1] += 1
    chi = sum((count - n / sides) ** 2 / (n / sides) for count in counts)
    assert chi < (sides - 1) + 5 * (2 * (sides - 1)) ** 0.5


def test_neighbouring_places_are_independent() -> None:
    """The first die of one place says nothing about the first die of the next, nor of the next seed."""
    for shift in ("place", "step", "seed"):
        table = [[0] * 6 for _ in range(6)]
        n = 18_000
        for k in range(n):
            a, b = Seeded(5), Seeded(6 if shift == "seed" else 5)
            a.at(k, 4)
            b.at(k + (shift == "step"), 4 + (shift == "place"))
            table[a.roll(6, THROW) - 1][b.roll(6, THROW) - 1] += 1
        chi = sum((cell - n / 36) ** 2 / (n / 36) for row in table for cell in row)
        assert chi < 35 + 5 * 70**0.5, shift


def test_fair_dice_depend_on_key_salts_and_place() -> None:
    key = bytes(range(32))
    dice = Fair(key, ("a", "b"))
    dice.at(2, 1)
    first = dice.faces(30, 6, THROW)
    other = Fair(key, ("a", "c"))
    other.at(2, 1)
    assert first != other.faces(30, 6, THROW)
    dice.at(2, 1)
    assert first == dice.faces(30, 6, THROW)
    assert len(commitment(key)) == 64
    with pytest.raises(Refused, match="32 bytes"):
        Fair(b"short", ())


def test_scripted_dice_are_checked() -> None:
    dice = Scripted([4, 7])
    assert dice.roll(6, THROW) == 4
    with pytest.raises(Refused, match="from 1 to 6, got 7"):
        dice.roll(6, THROW)
    assert dice.left() == 1


def test_every_roll_is_told_with_its_account() -> None:
    dice = scripted(5, 1, 4, 6)
    told: list[Rolled] = []
    dice.log = told
    assert dice.check(6, 4, THROW, [Entry(-1, "commander attached", "R35")])
    assert dice.pool(3, RIFLES, THROW) == [2, 1, 0]
    assert (told[0].faces, told[0].needed, told[0].came) == ([5], "4 or less", "passed")
    assert told[0].account[0].cause == "commander attached"
    assert (told[1].faces, told[1].needed, told[1].came) == ([1, 4, 6], "hit on 4, 6; jam on 1", "2 hit, 1 jam")


# ---------------------------------------------------------------- exact odds against every throw counted


def every_throw(n: int, sides: int) -> list[tuple[int, ...]]:
    return list(product(range(1, sides + 1), repeat=n))


@settings(max_examples=40, deadline=None)
@given(n=st.integers(0, 4), labels=st.lists(st.integers(0, 2), min_size=2, max_size=6))
def test_pool_against_every_throw(n: int, labels: list[int]) -> None:
    reading = Reading(("a", "b", "c"), tuple(labels))
    counted: dict[tuple[int, ...], int] = {}
    for throw in every_throw(n, len(labels)):
        shown = tuple(sum(1 for face in throw if labels[face - 1] == label) for label in range(3))
        counted[shown] = counted.get(shown, 0) + 1
    total = len(labels) ** n
    assert chances(lambda dice: tuple(dice.pool(n, reading, THROW))) == {
        shown: Fraction(ways, total) for shown, ways in counted.items()
    }


@pytest.mark.parametrize("need", range(-1, 9))
@pytest.mark.parametrize("add", [-1, 0, 2])
def test_check_against_every_face(need: int, add: int) -> None:
    account = [Entry(add, "x")] if add else NOTHING
    good = Fraction(sum(1 for face in range(1, 7) if face + add <= need), 6)
    assert chances(lambda dice: dice.check(6, need, THROW, account)).get(True, Fraction(0)) == good


def test_sums_picks_folds_and_duels() -> None:
    assert chances(lambda dice: dice.total(2, 6, THROW, NOTHING))[7] == Fraction(1, 6)
    assert chances(lambda dice: dice.checks(2, 6, 4, THROW, NOTHING))[1] == Fraction(4, 9)
    picked = chances(lambda dice: dice.pick([0, 0, 0, 1], THROW))
    assert picked == {0: Fraction(3, 4), 3: Fraction(1, 4)}
    longest = chances(lambda dice: dice.fold(3, 6, 0, lambda best, face: max(best, face), THROW))
    assert longest[6] == 1 - Fraction(5, 6) ** 3

    def duel(dice: Dice) -> int:
        return dice.duel(6, 4, THROW, NOTHING, 3, THROW, NOTHING, [0, 1, 2, 0])

    assert chances(duel) == {0: Fraction(1, 2), 1: Fraction(1, 3), 2: Fraction(1, 6)}


def test_too_many_branches_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exact, "MOST_PATHS", 1000)
    with pytest.raises(Refused, match="different throws"):
        chances(lambda dice: tuple(dice.faces(9, 20, THROW)))
