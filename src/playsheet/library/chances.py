"""`odds` and `resolve`: a sheet's procedures as functions, over ranges of inputs, and house rules side by side."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import islice, product
from pathlib import Path
from typing import Any, Final

from playsheet.core.dice import Dice, Scripted, Seeded
from playsheet.core.errors import Refused
from playsheet.core.events import Rolled
from playsheet.core.forms import Case
from playsheet.core.system import System
from playsheet.library.plots import Picture, of_odds, of_situations, picture
from playsheet.library.rows import Rows
from playsheet.library.sheets import HouseRules, form_of, houses_of
from playsheet.odds import PATIENCE, Odds, in_time
from playsheet.odds.odds import is_number
from playsheet.rules import load_system
from playsheet.sim.intervals import wilson

PRINTED: Final = "as printed"
MOST_CASES: Final = 10_000  # of one call


class Situation:
    """One of the situations that were asked about: what tells it from the others, and the form filled in."""

    def __init__(self, varied: dict[str, Any], case: Case) -> None:
        self.varied: Final = varied
        self.case: Final = case


def odds(
    system: str,
    procedure: str,
    *,
    house: HouseRules | Mapping[str, HouseRules] = None,
    seconds: float = PATIENCE,
    **inputs: Any,
) -> Chances:
    """The chances of everything that can come of a procedure.

    An input may be one value or several (`figures=range(1, 11)`): then every combination is worked out. `house` is one
    file of house rules, or a text, or a list of them, one on top of the other; or a dict of several such, by their
    names, side by side: `{"as printed": None, "better": "better-rifles.toml"}`.

    Each row is an outcome: the inputs that were varied, what came, its `chance` (a Fraction), whether it is `exact`,
    and else the number of runs `n` and the 95% interval `low` to `high`. What would take longer than so many `seconds`
    a situation is sampled. Of several situations, those that cannot be are `left_out`, each with its reason.
    """
    asked = situations(system, procedure, house, inputs)
    return Chances([(one.varied, in_time(one.case, seconds)) for one in asked.known], asked.left_out)


class Chances(Rows):
    """The rows of `odds`: an outcome each. `means` and `marginal` sum them up."""

    def __init__(self, found: list[tuple[dict[str, Any], Odds]], left_out: Rows) -> None:
        self._found: Final = found
        self.left_out: Final = left_out  # situations that the sheet does not know, with the reason
        rows: list[dict[str, Any]] = []
        for varied, one in found:
            for outcome in one.outcomes:
                facts = dict(zip(one.results, outcome.facts))
                rows.append({**varied, **facts, **interval(one, outcome.chance)})
        super().__init__(rows, found[0][1].form.title)

    def chance(self, **facts: Any) -> Fraction:
        """How likely it is that these results come out, of one situation."""
        return self._only().chance(**facts)

    def mean(self, result: str) -> Fraction:
        """The mean of a result that is a number, of one situation."""
        found = self._only().mean(self._checked(result))
        if found is None:
            raise Refused(f"{result} is no number: `marginal` has its chances.")
        return found

    def means(self) -> Rows:
        """A row a situation, with the mean of every result that is a number."""
        rows = []
        for varied, one in self._found:
            means = {f"mean_{name}": one.mean(name) for name in one.results if is_number(one.weights_of(name))}
            rows.append({**varied, **means, "n": one.runs or None})
        return Rows(rows, self.title)

    def marginal(self, result: str) -> Rows:
        """One result by itself: a row for each of its values, and for numbers the chance of so much or more."""
        self._checked(result)
        rows: list[dict[str, Any]] = []
        for varied, one in self._found:
            least = one.at_least(result)
            for value, chance in one.marginal(result).items():
                more = {"or_more": least[value]} if least else {}
                rows.append({**varied, result: value, **interval(one, chance), **more})
        return Rows(rows, self.title)

    def plot(self, path: str | Path | None = None, *, force: bool = False) -> Picture:
        """The chances of each result; of several situations their means. `path` writes it, as .svg or .png."""
        drawn = of_odds(self._found[0][1]) if len(self._found) == 1 else of_situations(self._found)
        return picture(*drawn, path, force)

    def _only(self) -> Odds:
        if len(self._found) != 1:
            raise Refused(f"These are the odds of {len(self._found)} situations: `means` and `marginal` are of each.")
        return self._found[0][1]

    def _checked(self, result: str) -> str:
        results = self._found[0][1].results
        if result not in results:
            raise Refused(f"There is no result {result!r}: expected one of {', '.join(results)}.")
        return result


def interval(one: Odds, chance: Fraction) -> dict[str, Any]:
    """A chance, and how sure it is."""
    if not one.runs:
        return {"chance": chance, "exact": True, "n": None, "low": chance, "high": chance}
    found = wilson(int(chance * one.runs), one.runs)
    return {"chance": chance, "exact": False, "n": one.runs, "low": found.low, "high": found.high}


def resolve(
    system: str,
    procedure: str,
    *,
    thrown: Sequence[int] | None = None,
    seed: int | None = None,
    house: HouseRules | Mapping[str, HouseRules] = None,
    **inputs: Any,
) -> Rows:
    """What comes of a procedure with dice that were `thrown` on your table, or with dice thrown here (by a `seed`).

    Inputs may have several values, and `house` several ways, as in `odds`: a row for each, all by the same dice.
    """
    if thrown is not None and seed is not None:
        raise Refused("Expected either dice that were thrown or a seed, got both.")
    by = secrets.randbelow(1_000_000) if seed is None else seed
    rows = []
    title = ""
    for one in situations(system, procedure, house, inputs).known:
        source: Dice = Seeded(by) if thrown is None else Scripted(list(thrown))
        rolls: list[Rolled] = []
        source.log = rolls
        facts = one.case.run(source)
        if isinstance(source, Scripted) and source.left():
            raise Refused(f"Too many dice: {len(source.known) - source.left()} were needed, got {len(source.known)}.")
        title = one.case.form.title
        faces = [face for roll in rolls for face in roll.faces]
        rows.append({**one.varied, **dict(zip(one.case.form.results, facts)), "dice": faces})
    return Rows(rows, title)


# ---------------------------------------------------------------------- situations


class Situations:
    """Those that were asked about: what the sheet knows, and what it does not."""

    def __init__(self) -> None:
        self.known: Final[list[Situation]] = []
        self.left_out: Final = Rows(title="Left out")


def situations(
    system: str, procedure: str, house: HouseRules | Mapping[str, HouseRules], inputs: Mapping[str, Any]
) -> Situations:
    """Every combination of house rules and inputs."""
    asked = Situations()
    ways = house if isinstance(house, Mapping) else {"": house}
    varied = {name: list(islice(value, MOST_CASES + 1)) for name, value in inputs.items() if is_range(value)}
    fixed = {name: value for name, value in inputs.items() if name not in varied}
    count = len(ways)
    for values in varied.values():
        count *= len(values)
    if count > MOST_CASES:
        raise Refused(f"These are more situations than can be asked about at once: expected {MOST_CASES:,} at most.")
    for name, rules in ways.items():
        form = form_of(configured(load_system(system), rules), procedure)
        for combination in product(*varied.values()):
            given = dict(zip(varied, combination))
            told = {**({"house": name} if isinstance(house, Mapping) else {}), **given}
            try:
                asked.known.append(Situation(told, form.filled({**fixed, **given})))
            except Refused as refusal:
                asked.left_out.append({**told, "reason": str(refusal)})
    if not asked.known:
        raise Refused(asked.left_out[0]["reason"] if asked.left_out else "These are no situations: a range is empty.")
    return asked


def configured(base: System[Any], house: HouseRules) -> System[Any]:
    read = houses_of(house)
    return base.configured({}, base.id, read) if read else base


def is_range(value: object) -> bool:
    return isinstance(value, Iterable) and not isinstance(value, (str, bytes, Path))
