"""How even the scenarios are and how much they ask: known of each built-in one, and said in a sentence."""

from __future__ import annotations

import pytest

from playsheet.core.balance import Balance, read_balance, time_said
from playsheet.core.errors import Refused
from playsheet.players.setup import set_up, set_up_from
from playsheet.rules import balance_of, scenario_files

PLAYED = " (Playsheet 0.2.0)."
ROW = "[a]\nversion = '0.2.0'\ngames = 10\nwins = [6, 3]\ndraws = 1\nturns = 6\nquestions = [60, 30]\n"


@pytest.mark.parametrize("id", scenario_files())
def test_every_scenario_was_measured(id: str) -> None:
    setup = set_up(id, [])
    found = balance_of(setup.scenario)
    assert found is not None, f"make balance measures {id}"
    assert found.games >= 2_000
    assert len(found.wins) == len(setup.scenario.sides)
    assert len(found.questions) == len(setup.seats)
    assert all(count > 0 for count in found.questions)
    assert found.turns <= setup.scenario.turns


def test_nothing_is_known_of_a_scenario_that_was_changed() -> None:
    text = scenario_files()["the-wells"].read_text(encoding="utf-8")
    assert balance_of(set_up_from(text, "the-wells.toml", []).scenario) is not None
    assert balance_of(set_up_from(text.replace("The Wells", "My wells"), "the-wells.toml", []).scenario) is None


@pytest.mark.parametrize(
    ("wins", "draws", "said"),
    [
        ([6, 4], 0, "About even: of 10 battles of the computer with itself Red won 6, Blue won 4" + PLAYED),
        (
            [2, 6],
            2,
            "It leans to Blue: of 10 battles of the computer with itself Red won 2, Blue won 6, 2 drawn" + PLAYED,
        ),
        (
            [9, 1],
            0,
            "Hard for anybody but Red: of 10 battles of the computer with itself Red won 9, Blue won 1" + PLAYED,
        ),
    ],
)
def test_how_even_it_is(wins: list[int], draws: int, said: str) -> None:
    assert Balance("0.2.0", 10, wins, draws, 6, [60, 30]).evenness_said(["Red", "Blue"]) == said


@pytest.mark.parametrize(
    ("wins", "said"), [([13, 27], "33 : 67"), ([1, 1], "50 : 50"), ([0, 7], "0 : 100"), ([5, 3], "63 : 37")]
)
def test_shares_of_what_was_decided(wins: list[int], said: str) -> None:
    assert Balance("0.2.0", 50, wins, 50 - sum(wins), 6, [60, 30]).shares_said() == said


@pytest.mark.parametrize("id", scenario_files())
def test_every_scenario_is_fair(id: str) -> None:
    """Each side wins 40 to 60 of a hundred battles that somebody won."""
    found = balance_of(set_up(id, []).scenario)
    assert found is not None
    assert all(40 * sum(found.wins) <= 100 * wins <= 60 * sum(found.wins) for wins in found.wins)


def test_how_long_it_takes() -> None:
    found = read_balance(ROW, "balance.toml")["a"]
    assert found.length_said(["Red", "Blue"]) == (
        "About 6 turns. Questions: 60 for Red (10 minutes) and 30 for Blue (5 minutes), at 10 seconds a question."
    )
    assert found.data(["Red", "Blue"], ["Red", "Blue"])["minutes"] == [10, 5]


@pytest.mark.parametrize(
    ("minutes", "said"), [(1, "1 minute"), (89, "89 minutes"), (90, "1 1/2 hours"), (250, "4 hours"), (120, "2 hours")]
)
def test_time_in_words(minutes: int, said: str) -> None:
    assert time_said(minutes) == said


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("draws = 1", "draws = 2", "add up to 10"),
        ("turns = 6\n", "", "turns"),
        ("wins = [6, 3]", "wins = [6, 30]", "wins"),
        ("turns = 6", "turns = 6\nodd = 1", "odd"),
    ],
)
def test_what_is_refused(old: str, new: str, says: str) -> None:
    with pytest.raises(Refused, match=says):
        read_balance(ROW.replace(old, new), "balance.toml")
