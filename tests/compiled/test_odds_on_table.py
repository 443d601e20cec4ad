"""The odds shown in play are what comes of it on the table: charges, volleys and rounds of melee out of battles.

How situations are found and how the two are compared says tests/rules/odds_on_table.py. On the compiled build each
situation is played 200 times, in a soak 5,000 times; uncompiled 50 times show that it works.
"""

from __future__ import annotations

import os
from collections import Counter
from fractions import Fraction
from math import comb

import pytest
from odds_on_table import (
    SITUATIONS,
    candidates,
    cells,
    chosen,
    differences,
    disagreements,
    played_by,
    two_sided,
    weights_of,
)

from playsheet.core import dice as dice_module
from playsheet.core.dice import Dice, Seeded
from playsheet.core.events import Throw
from playsheet.core.forms import Facts, Field, Form
from playsheet.odds.ask import exactly
from playsheet.rules import SYSTEMS

COMPILED = dice_module.__file__.endswith((".so", ".pyd"))
SOAK = os.environ.get("PLAYSHEET_SOAK", "") == "1"
RUNS = (5000 if SOAK else 200) if COMPILED else 50


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_odds_are_what_comes_of_it_on_the_table(system: str) -> None:
    played = played_by(system)
    assert {"charge", "melee", "volley"} <= set(played.KINDS)
    situations = chosen(candidates(system, played.KINDS), played.KINDS, SITUATIONS)
    kinds = Counter(shown.situation.kind for shown in situations)
    assert len(situations) == SITUATIONS >= 20
    assert min(kinds[kind] for kind in played.KINDS) >= 3, kinds
    found = [line for shown in situations for line in disagreements(shown, played, RUNS)]
    assert not found, "\n".join(found)


# ---------------------------------------------------------------- would it be noticed?

HITS = Throw("Hits", "toy", "", "", "", 0)


def shots(dice: Dice, need: int, many: int) -> Facts:
    """So many dice hit at `need` or less; two hits or more shake the target, unless a die holds it."""
    hits = many - dice.checks(many, 6, need, HITS, [])
    return hits, hits >= 2 and not dice.check(6, 4, HITS, [])


TOY: Form[int, int] = Form(
    "shots",
    "Shots",
    at="toy",
    example="",
    results=("hits", "shaken"),
    fields=(Field("dice", "dice thrown", 4, 1, 20),),
    read=lambda need, values: values.number("dice"),
    run=shots,
)


def weights(many: int, need: int) -> dict[Facts, int]:
    return weights_of(exactly(TOY.with_rules(need).filled({"dice": many})))


def thrown(many: int, need: int, runs: int) -> Counter[Facts]:
    return Counter(shots(Seeded(run), need, many) for run in range(runs))


@pytest.mark.parametrize("runs", [500, 5000])
@pytest.mark.parametrize(("many", "need"), [(1, 3), (4, 2), (9, 4), (20, 1)])
def test_odds_that_are_right_agree(many: int, need: int, runs: int) -> None:
    assert differences(TOY.results, weights(many, need), thrown(many, need, runs)) == []


@pytest.mark.parametrize(
    ("many", "need", "said"),
    [
        (4, 3, "hits = 0: "),  # the odds hit more often than the table
        (4, 1, "hits = 0: "),
        (5, 2, "hits = 0: "),  # a die more
        (3, 2, "hits=4 shaken=False cannot happen by the odds: "),  # a die fewer
    ],
)
def test_odds_that_are_wrong_are_noticed(many: int, need: int, said: str) -> None:
    found = differences(TOY.results, weights(many, need), thrown(4, 2, 500))
    assert any(line.startswith(said) for line in found), found


def test_results_that_hang_together_are_noticed() -> None:
    """Each result by itself comes as often as it should; never together with the other."""
    right: dict[Facts, int] = {(hit, shaken): 1 for hit in (0, 1) for shaken in (False, True)}
    assert differences(("hit", "shaken"), right, dict.fromkeys(right, 125)) == []
    found = differences(("hit", "shaken"), right, {(0, True): 250, (1, False): 250})
    assert [line.split(":")[0] for line in found] == [f"(hit, shaken) = {facts}" for facts in right]
    assert found[1] == "(hit, shaken) = (0, True): 125.0 of 500 expected, 250 seen (6.2e-33)"


def test_values_that_are_rare_are_tested_as_one() -> None:
    chances = {0: Fraction(9, 10), 1: Fraction(9, 100), 2: Fraction(9, 1000), 3: Fraction(1, 1000)}
    assert cells(chances, 500) == [(0,), (1,), (2, 3)]
    assert cells(chances, 50_000) == [(0,), (1,), (2,), (3,)]


@pytest.mark.parametrize(
    ("seen", "runs", "chance"),
    [(0, 10, Fraction(1, 2)), (3, 10, Fraction(1, 2)), (9, 10, Fraction(1, 3)), (10, 10, Fraction(1, 3))]
    + [(seen, 60, Fraction(1, 7)) for seen in (0, 5, 8, 9, 20, 60)],
)
def test_the_binomial_test_is_exact(seen: int, runs: int, chance: Fraction) -> None:
    terms = [comb(runs, k) * chance**k * (1 - chance) ** (runs - k) for k in range(runs + 1)]
    wanted = min(Fraction(1), 2 * min(sum(terms[: seen + 1]), sum(terms[seen:])))
    assert two_sided(seen, runs, chance) == pytest.approx(float(wanted), rel=1e-9)
