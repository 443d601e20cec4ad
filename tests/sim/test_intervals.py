"""Intervals against published and hand-worked values."""

from __future__ import annotations

from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playsheet.sim.intervals import balance, bounds, mean, newcombe, spread, student, wilson


@pytest.mark.parametrize(
    ("hits", "n", "low", "high"),
    [  # the score interval, worked out by its formula and rounded
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson(hits: int, n: int, low: float, high: float) -> None:
    assert bounds(wilson(hits, n)) == pytest.approx((hits / n, low, high), abs=5e-5)


@pytest.mark.parametrize(
    ("one", "other", "low", "high"),
    [  # the difference of two rates, from their score intervals: the first less the second
        ((56, 70), (48, 80), 0.0524, 0.3339),
        ((9, 10), (3, 10), 0.1705, 0.8090),
        ((5, 56), (0, 29), -0.0381, 0.1926),
        ((0, 10), (0, 20), -0.1611, 0.2775),
        ((0, 10), (0, 10), -0.2775, 0.2775),
        ((10, 10), (0, 20), 0.6791, 1.0000),
        ((10, 10), (0, 10), 0.6075, 1.0000),
    ],
)
def test_newcombe(one: tuple[int, int], other: tuple[int, int], low: float, high: float) -> None:
    difference = one[0] / one[1] - other[0] / other[1]
    assert bounds(newcombe(*other, *one)) == pytest.approx((difference, low, high), abs=5e-5)


@pytest.mark.parametrize(
    ("freedom", "factor"),
    [(1, 12.706), (2, 4.303), (10, 2.228), (11, 2.201), (20, 2.086), (30, 2.042), (120, 1.980), (10**9, 1.960)],
)
def test_student(freedom: int, factor: float) -> None:
    assert student(freedom) == pytest.approx(factor, abs=1e-3)


def test_mean_and_spread() -> None:
    """2, 4, 4, 6: mean 4, sum of squared deviations 8, so the deviation is sqrt(8 / 3) and the factor that of 3."""
    deviation = sqrt(8 / 3)
    assert spread(4, 16, 72) == pytest.approx(deviation)
    half = 3.1824 * deviation / 2
    assert bounds(mean(4, 16, 72)) == pytest.approx((4, 4 - half, 4 + half))


def test_balance_of_single_games() -> None:
    """7 won, 1 lost, 13 drawn. With one more of each extreme: 8 and 2 of 23; (10/23 - (6/23)^2) / 23 = 0.0159448."""
    found = bounds(balance(21, 6, 8, 1))
    half = 1.959964 * sqrt(0.0159448)
    assert found == pytest.approx((6 / 21, 6 / 23 - half, 6 / 23 + half), abs=1e-5)


def test_balance_of_pairs_is_that_of_single_games_when_pairs_agree() -> None:
    """A pair that was won twice counts as one game won."""
    assert balance(21, 12, 32, 2) == balance(21, 6, 8, 1)


def test_three_wins_of_three_prove_little() -> None:
    value, low, high = bounds(balance(3, 3, 3, 1))
    assert value == 1.0
    assert low < 0.1
    assert high == 1.0


def test_too_few_to_say() -> None:
    assert (wilson(0, 0).value, wilson(0, 0).low, wilson(0, 0).high) == (None, 0.0, 1.0)
    assert (newcombe(0, 0, 3, 5).value, newcombe(0, 0, 3, 5).low) == (None, -1.0)
    assert mean(0, 0, 0).value is None
    assert (mean(1, 7, 49).value, mean(1, 7, 49).low) == (7.0, None)
    assert spread(1, 7, 49) is None
    assert balance(0, 0, 0, 2).value is None


@given(st.integers(1, 5000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_wilson_holds_its_rate_and_is_symmetric(case: tuple[int, int]) -> None:
    hits, n = case
    rate, low, high = bounds(wilson(hits, n))
    assert 0.0 <= low <= rate <= high <= 1.0
    assert bounds(wilson(n - hits, n)) == pytest.approx((1 - rate, 1 - high, 1 - low))
