"""Pairs of battles that measure two players, and the fit of the value at which a play-out stops."""

from __future__ import annotations

from math import exp
from pathlib import Path

import pytest
from bench import fit_value, strength
from bench.fit_value import Row, fitted, solved, surprise
from bench.strength import kept, main, play_pair, rows_in, share

from playsheet.core.dice import Seeded
from playsheet.players.setup import set_up
from playsheet.players.strength import strengths
from playsheet.players.valuing import NUMBERS

pytestmark = pytest.mark.battles


def row(first: int, second: int) -> strength.Row:
    return {"wins": [first, second]}


def test_a_pair_is_played_with_sides_swapped_and_is_the_same_again() -> None:
    setup = set_up("the-wells", [])
    pairs = [play_pair(setup, ["doctrine", "random"], 3, 1) for _ in range(2)]
    assert pairs[0]["wins"] == pairs[1]["wins"] == [1, 1]
    other = play_pair(setup, ["random", "doctrine"], 3, 1)
    assert other["wins"] == [-1, -1]


def test_the_plans_of_the_first_player_are_timed() -> None:
    found = play_pair(set_up("the-wells", []), ["veteran:4", "regular"], 0, 1)
    assert len(found["plans"]) >= 2  # a turn at least in each
    assert 0 <= found["changed"] <= len(found["plans"])


def test_what_is_kept_is_of_levels_against_the_regular_and_is_read_back() -> None:
    rows = [{"wins": [1, won], "players": ["veteran", "regular"]} for won in [1] * 30 + [-1] * 70]
    rows += [{"wins": [1, 1], "players": players} for players in (["veteran:64", "regular"], ["regular", "random"])] * 9
    found = strengths(kept(rows))
    assert list(found) == ["veteran"]
    assert (found["veteran"].wins, found["veteran"].pairs) == (65, 100)
    assert found["veteran"].low < 65 < found["veteran"].high
    assert not strengths(kept([]))


def test_a_share_counts_draws_half_and_pairs_as_one() -> None:
    assert share([row(1, 1)] * 3 + [row(-1, -1)]) == "75.0% (-4.6 to 154.6) of 4 pairs"
    assert share([row(1, -1), row(0, 0), row(-1, 1)]) == "50.0% (50.0 to 50.0) of 3 pairs"
    assert share([]) == "no pairs"


def test_what_was_played_is_not_played_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "rows"
    words = [str(file), "--players", "doctrine,random", "--pairs"]
    assert main([*words, "2", "the-wells"]) == 0
    first = file.read_text()
    main([*words, "2", "the-wells"])
    assert file.read_text() == first
    main([*words, "3", "the-wells"])
    assert [one["pair"] for one in rows_in(file)] == [0, 1, 2]
    said = capsys.readouterr().out
    main([str(file)])
    assert capsys.readouterr().out in said
    assert "the-wells: " in said
    assert " of 3 pairs; as side 1 won " in said


def test_equations_are_solved() -> None:
    assert solved([[0.0, 2.0], [4.0, 1.0]], [6.0, 7.0]) == pytest.approx([1.0, 3.0])


def test_weights_that_made_the_results_are_found_again() -> None:
    """The second scenario is won more often whatever the numbers are: no weight must bear that."""
    dice = Seeded(5)
    truth = [2.0, -1.0, 0.0, 1.0, 0.0, 0.0, 3.0, 0.5]
    rows: list[Row] = []
    for at in range(3000):
        numbers = [dice.one(201) / 100.0 - 1.01 for _ in NUMBERS]
        weighed = sum(weight * number for weight, number in zip(truth, numbers)) + 1.5 * (at % 2)
        won = dice.one(10_000) <= 10_000 / (1.0 + exp(-weighed))
        rows.append(Row(numbers, at % 2, float(won), 1.0))
    found = fitted(rows, 2)
    assert found[: len(NUMBERS)] == pytest.approx(truth, abs=0.35)
    assert found[-1] == pytest.approx(1.5, abs=0.3)
    assert surprise(rows, found, 2) < 0.75 < surprise(rows, [0.0] * len(found), 2) == pytest.approx(1.0)


def test_the_weights_are_written_as_they_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "values.toml"
    file.write_text(fit_value.FILE.read_text())
    monkeypatch.setattr(fit_value, "FILE", file)
    monkeypatch.setattr(fit_value, "GAMES", {"small": 20, "middle": 4, "large": 4})
    monkeypatch.setattr(fit_value, "scenario_files", lambda: {"the-wells": FOUND})
    before = fit_value.known(file)
    assert fit_value.main(["lancer"]) == 0
    after = fit_value.known(file)
    assert after["lancer"] != before["lancer"]
    assert after["gaslight"] == before["gaslight"]
    mean = [sum(column) / 5 for column in zip(*[after[id] for id in fit_value.SYSTEMS])]
    assert after["all"] == pytest.approx(mean, abs=0.002)


FOUND = next(path for id, path in fit_value.scenario_files().items() if id == "the-wells")
