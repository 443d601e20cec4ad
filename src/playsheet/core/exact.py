"""Exact odds: the rule itself, run down every branch of its dice, with integer weights."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import comb
from typing import Final, TypeVar

from playsheet.core.dice import Dice, Reading, summed
from playsheet.core.errors import Refused
from playsheet.core.events import Entry, Throw

S = TypeVar("S")
K = TypeVar("K")

MOST_PATHS: Final = 2_000_000


class Exact(Dice):
    """One path down the tree of outcomes; `chances` walks them all."""

    def __init__(self) -> None:
        super().__init__()
        self.path: list[int] = []
        self.widths: list[int] = []
        self.depth = 0
        self.weight = 1
        self.total_weight = 1

    def again(self) -> bool:
        """Make ready for the next path; False when every path has been walked."""
        path = self.path
        widths = self.widths
        while path and path[-1] + 1 == widths[-1]:
            path.pop()
            widths.pop()
        if not path:
            return False
        path[-1] += 1
        self.depth = 0
        self.weight = 1
        self.total_weight = 1
        return True

    def branch(self, width: int) -> int:
        """Which of `width` ways this path takes here."""
        depth = self.depth
        self.depth = depth + 1
        if depth == len(self.path):
            self.path.append(0)
            self.widths.append(width)
            return 0
        return self.path[depth]

    def faces(self, n: int, sides: int, throw: Throw) -> list[int]:
        self.thrown += 1
        self.total_weight *= sides**n
        return [self.branch(sides) + 1 for _ in range(n)]

    def total(self, n: int, sides: int, throw: Throw, account: list[Entry]) -> int:
        self.thrown += 1
        ways = sums(n, sides)
        self.total_weight *= sides**n
        way = self.branch(len(ways))
        self.weight *= ways[way]
        return n + way + summed(account)

    def check(self, sides: int, need: int, throw: Throw, account: list[Entry]) -> bool:
        self.thrown += 1
        good = min(max(need - summed(account), 0), sides)
        if good == 0 or good == sides:
            return good == sides
        self.total_weight *= sides
        if self.branch(2) == 0:
            self.weight *= good
            return True
        self.weight *= sides - good
        return False

    def duel(
        self,
        sides: int,
        need_a: int,
        throw_a: Throw,
        account_a: list[Entry],
        need_b: int,
        throw_b: Throw,
        account_b: list[Entry],
        grid: list[int],
    ) -> int:
        self.thrown += 2
        good_a = min(max(need_a - summed(account_a), 0), sides)
        good_b = min(max(need_b - summed(account_b), 0), sides)
        ways = [
            good_a * good_b,
            good_a * (sides - good_b),
            (sides - good_a) * good_b,
            (sides - good_a) * (sides - good_b),
        ]
        cells: list[int] = []
        weights: list[int] = []
        for corner in range(4):
            if ways[corner] == 0:
                continue
            if grid[corner] in cells:
                weights[cells.index(grid[corner])] += ways[corner]
            else:
                cells.append(grid[corner])
                weights.append(ways[corner])
        if len(cells) == 1:
            return cells[0]
        self.total_weight *= sides * sides
        chosen = self.branch(len(cells))
        self.weight *= weights[chosen]
        return cells[chosen]

    def checks(self, n: int, sides: int, need: int, throw: Throw, account: list[Entry]) -> int:
        self.thrown += 1
        good = min(max(need - summed(account), 0), sides)
        if n == 0 or good == sides:
            return 0
        if good == 0:
            return n
        self.total_weight *= sides**n
        failed = self.branch(n + 1)
        self.weight *= comb(n, failed) * good ** (n - failed) * (sides - good) ** failed
        return failed

    def pool(self, n: int, reading: Reading, throw: Throw) -> list[int]:
        self.thrown += 1
        ways = spread(n, reading)
        self.total_weight *= reading.sides**n
        way = ways[self.branch(len(ways))]
        self.weight *= way.ways
        return way.counts

    def pick(self, kinds: list[int], throw: Throw) -> int:
        if len(kinds) == 1:
            return 0
        self.thrown += 1
        firsts: list[int] = []
        seen: list[int] = []
        for index in range(len(kinds)):
            if kinds[index] not in seen:
                seen.append(kinds[index])
                firsts.append(index)
        if len(firsts) == 1:
            return 0
        self.total_weight *= len(kinds)
        chosen = self.branch(len(firsts))
        self.weight *= kinds.count(seen[chosen])
        return firsts[chosen]

    def fold(self, n: int, sides: int, state: S, step: Callable[[S, int], S], throw: Throw) -> S:
        self.thrown += 1
        weights: dict[S, int] = {state: 1}
        for _ in range(n):
            following: dict[S, int] = {}
            for here, weight in weights.items():
                for face in range(1, sides + 1):
                    there = step(here, face)
                    following[there] = following.get(there, 0) + weight
            weights = following
        self.total_weight *= sides**n
        states = list(weights)
        chosen = states[self.branch(len(states))]
        self.weight *= weights[chosen]
        return chosen


class Way:
    """One way that n dice can fall, by label, and how many throws give it."""

    def __init__(self, counts: list[int], ways: int) -> None:
        self.counts: Final = counts
        self.ways: Final = ways


SPREADS: Final[dict[tuple[int, tuple[int, ...]], list[Way]]] = {}
SUMS: Final[dict[tuple[int, int], list[int]]] = {}


def spread(n: int, reading: Reading) -> list[Way]:
    """Every way n dice can fall, by label, with the number of throws; kept, for it is asked again and again."""
    key = (n, reading.weights)
    known = SPREADS.get(key)
    if known is None:
        known = [way for way in split(n, reading.weights) if way.ways]
        SPREADS[key] = known
    return known


def split(n: int, weights: tuple[int, ...]) -> list[Way]:
    if len(weights) == 1:
        return [Way([n], weights[0] ** n)]
    ways: list[Way] = []
    for k in range(n + 1):
        here = comb(n, k) * weights[0] ** k
        for rest in split(n - k, weights[1:]):
            ways.append(Way([k, *rest.counts], here * rest.ways))
    return ways


def sums(n: int, sides: int) -> list[int]:
    """How many throws of n dice give n, n + 1, ... n * sides."""
    key = (n, sides)
    known = SUMS.get(key)
    if known is None:
        known = [1]
        for _ in range(n):
            longer = [0] * (len(known) + sides - 1)
            for at in range(len(known)):
                for face in range(sides):
                    longer[at + face] += known[at]
            known = longer
        SUMS[key] = known
    return known


def chances(run: Callable[[Dice], K]) -> dict[K, Fraction]:
    """The exact chance of each outcome of a procedure; outcomes that are equal are one."""
    by_total: dict[int, dict[K, int]] = {}
    dice = Exact()
    paths = 0
    going = True
    while going:
        outcome = run(dice)
        weights = by_total.setdefault(dice.total_weight, {})
        weights[outcome] = weights.get(outcome, 0) + dice.weight
        paths += 1
        if paths > MOST_PATHS:
            raise Refused(
                f"this has more than {MOST_PATHS:,} different throws: ask for fewer figures, or sample it."
            )
        going = dice.again()
    found: dict[K, Fraction] = {}
    for total, weights in by_total.items():
        for outcome, weight in weights.items():
            found[outcome] = found.get(outcome, Fraction(0)) + Fraction(weight, total)
    return found
