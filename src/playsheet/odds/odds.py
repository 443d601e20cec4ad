"""What the odds are: outcomes with their chances, each result by itself, means and at-least tables."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from math import sqrt
from typing import Final

from playsheet.core.forms import Case, Facts, Value


class Outcome:
    """One way that it may end: the facts in the order of the form's results, and how likely they are."""

    def __init__(self, facts: Facts, weight: int, total: int) -> None:
        self.facts: Final = facts
        self.weight: Final = weight
        self.total: Final = total

    @property
    def chance(self) -> Fraction:
        return Fraction(self.weight, self.total)


class Odds:
    """A whole distribution, most likely outcome first; equals in the order in which they were met.

    `runs` is 0 for exact odds; for sampled ones it is how many runs the chances come from.
    """

    def __init__(
        self,
        case: Case,
        facts: list[Facts],
        weights: list[int],
        total: int,
        runs: int,
    ) -> None:
        self.form: Final = case.form
        self.inputs: Final = case.inputs
        self.assumed: Final = case.assumed()
        self.results: Final = case.form.results
        self.total: Final = total
        self.runs: Final = runs
        self._facts: Final = facts
        self._weights: Final = weights

    @cached_property
    def outcomes(self) -> list[Outcome]:
        ranks = sorted(range(len(self._weights)), key=self._weights.__getitem__, reverse=True)
        return [Outcome(self._facts[at], self._weights[at], self.total) for at in ranks]

    def chance(self, **facts: Value) -> Fraction:
        """How likely it is that these results come out, whatever the others do: `chance(lost=2, morale="held")`."""
        wanted = [(self.results.index(name), value) for name, value in facts.items()]
        found = 0
        for known, weight in zip(self._facts, self._weights):
            if all(known[at] == value for at, value in wanted):
                found += weight
        return Fraction(found, self.total)

    def standard_error(self, chance: Fraction) -> float:
        """How far off a sampled chance may well be; 0 for exact odds."""
        return sqrt(float(chance * (1 - chance)) / self.runs) if self.runs else 0.0

    def weights_of(self, name: str) -> dict[Value, int]:
        """One result by itself: numbers in their order, words with the likeliest first."""
        at = self.results.index(name)
        weights: dict[Value, int] = {}
        for facts, weight in zip(self._facts, self._weights):
            weights[facts[at]] = weights.get(facts[at], 0) + weight
        if is_number(weights):
            return {value: weights[value] for value in sorted(weights, key=_as_number)}
        return dict(sorted(weights.items(), key=_by_weight, reverse=True))

    def marginal(self, name: str) -> dict[Value, Fraction]:
        return {value: Fraction(weight, self.total) for value, weight in self.weights_of(name).items()}

    def mean(self, name: str) -> Fraction | None:
        """The mean of a result that is a number; None of one that is a word or a yes or no."""
        weights = self.weights_of(name)
        if not is_number(weights):
            return None
        return Fraction(sum(_thousandths(value) * weight for value, weight in weights.items()), 1000 * self.total)

    def at_least(self, name: str) -> dict[Value, Fraction]:
        """For a result that is a number: how likely it comes to each value or more."""
        weights = self.weights_of(name)
        if not is_number(weights):
            return {}
        table: dict[Value, Fraction] = {}
        left = self.total
        for value, weight in weights.items():
            table[value] = Fraction(left, self.total)
            left -= weight
        return table

    def data(self) -> dict[str, object]:
        """Numbers, words and lists: exact chances as fractions in words, and as floats for show."""
        return {
            "procedure": self.form.id,
            "inputs": dict(self.inputs),
            "assumed": self.assumed,
            "exact": self.runs == 0,
            "runs": self.runs,
            "results": [self._result(name) for name in self.results],
            "outcomes": [
                {"facts": dict(zip(self.results, outcome.facts)), **self._shown(outcome.chance)}
                for outcome in self.outcomes
            ],
        }

    def _result(self, name: str) -> dict[str, object]:
        table: dict[str, object] = {
            "name": name,
            "values": [{"value": value, **self._shown(chance)} for value, chance in self.marginal(name).items()],
        }
        mean = self.mean(name)
        if mean is not None:
            table["mean"] = {"exact": str(mean), "float": float(mean)}
            table["at_least"] = [
                {"value": value, **self._shown(chance)} for value, chance in self.at_least(name).items()
            ]
        return table

    def _shown(self, chance: Fraction) -> dict[str, object]:
        shown: dict[str, object] = {"chance": str(chance), "float": float(chance)}
        if self.runs:
            shown["standard_error"] = self.standard_error(chance)
        return shown


def is_number(values: dict[Value, int]) -> bool:
    """Are they counts or lengths, and not words or yes and no?"""
    return all(isinstance(value, (int, float)) and not isinstance(value, bool) for value in values)


def _as_number(value: Value) -> int | float:
    assert isinstance(value, (int, float))
    return value


def _thousandths(value: Value) -> int:
    """Exactly, of a number with as many decimals as a length has at most."""
    return round(_as_number(value) * 1000)


def _by_weight(item: tuple[Value, int]) -> int:
    return item[1]
