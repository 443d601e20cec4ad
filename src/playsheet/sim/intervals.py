"""95% intervals, written out: rates (Wilson), differences of rates (Newcombe), means (Student), balances.

All take whole-number counts and sums, so that one set of games gives one answer however it was counted.
"""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from math import sqrt
from typing import Final

Z: Final = 1.959963984540054  # the normal distribution leaves 2.5% above it

# Student's factor for 1 to 10 degrees of freedom; beyond, a series in 1/freedom is good to three decimals.
STUDENT: Final = (12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281)

DIGITS: Final = 6  # of what is written down: the same on every machine


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number from a sample and where the true one lies, 95 times in 100. None where the sample cannot say."""

    value: float | None
    _: KW_ONLY
    low: float | None
    high: float | None

    def data(self, name: str) -> dict[str, float | None]:
        return {name: rounded(self.value), "low": rounded(self.low), "high": rounded(self.high)}


def rounded(number: float | None) -> float | None:
    return None if number is None else round(number, DIGITS)


def wilson(hits: int, n: int) -> Estimate:
    """A rate: Wilson's score interval, which keeps within 0 and 1 and is honest at 0 of n and n of n."""
    if n == 0:
        return Estimate(None, low=0.0, high=1.0)
    rate = hits / n
    share = Z * Z / n
    middle = (rate + share / 2) / (1 + share)
    half = Z * sqrt(rate * (1 - rate) / n + share / (4 * n)) / (1 + share)
    return Estimate(
        rate,
        low=0.0 if hits == 0 else middle - half,
        high=1.0 if hits == n else middle + half,
    )


def newcombe(hits_a: int, n_a: int, hits_b: int, n_b: int) -> Estimate:
    """The rate of b less the rate of a, two independent samples: Newcombe's hybrid of two Wilson intervals."""
    if n_a == 0 or n_b == 0:
        return Estimate(None, low=-1.0, high=1.0)
    a, low_a, high_a = bounds(wilson(hits_a, n_a))
    b, low_b, high_b = bounds(wilson(hits_b, n_b))
    difference = b - a
    return Estimate(
        difference,
        low=difference - sqrt((b - low_b) ** 2 + (high_a - a) ** 2),
        high=difference + sqrt((high_b - b) ** 2 + (a - low_a) ** 2),
    )


def bounds(found: Estimate) -> tuple[float, float, float]:
    assert found.value is not None
    assert found.low is not None
    assert found.high is not None
    return found.value, found.low, found.high


def mean(n: int, total: int, squares: int) -> Estimate:
    """A mean, from how many, their sum and the sum of their squares."""
    if n == 0:
        return Estimate(None, low=None, high=None)
    middle = total / n
    deviation = spread(n, total, squares)
    if deviation is None:
        return Estimate(middle, low=None, high=None)
    half = student(n - 1) * deviation / sqrt(n)
    return Estimate(middle, low=middle - half, high=middle + half)


def spread(n: int, total: int, squares: int) -> float | None:
    """The sample's standard deviation. The numerator is whole, so nothing is lost by subtracting."""
    if n < 2:
        return None
    return sqrt((n * squares - total * total) / (n * (n - 1)))


def student(freedom: int) -> float:
    """How many standard errors reach 97.5% (Cornish and Fisher's series)."""
    if freedom <= len(STUDENT):
        return STUDENT[freedom - 1]
    return (
        Z
        + (Z**3 + Z) / (4 * freedom)
        + (5 * Z**5 + 16 * Z**3 + 3 * Z) / (96 * freedom**2)
        + (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / (384 * freedom**3)
    )


def balance(n: int, total: int, squares: int, most: int) -> Estimate:
    """The mean of n numbers from -most to most, as a share of `most`; 0 is even.

    For single games (+1 won, 0 drawn, -1 lost) the interval is Bonett and Price's for a paired difference: one more
    case of either extreme is added before a normal interval is taken, so that three wins out of three prove little.
    """
    if n == 0:
        return Estimate(None, low=-1.0, high=1.0)
    more = n + 2
    middle = total / (more * most)
    variance = (squares + 2 * most * most) / (more * most * most) - middle * middle
    half = Z * sqrt(variance / more)
    return Estimate(total / (n * most), low=max(-1.0, middle - half), high=min(1.0, middle + half))
