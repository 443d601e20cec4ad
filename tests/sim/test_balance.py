"""Measuring how even a scenario is: counted seat by seat, and written into the file of its system."""

from __future__ import annotations

from pathlib import Path

from playsheet.core.balance import read_balance
from playsheet.players.setup import set_up
from playsheet.sim.balance import Measured, main, measure, measured_by, row_of
from playsheet.sim.simulation import simulate


def test_the_same_battles_as_a_simulation_and_every_question_is_somebody_s() -> None:
    found = measure(set_up("the-telegraph-hut", []), 1, seed=5)
    found.add(measure(set_up("the-telegraph-hut", []), 2, seed=5, first=1))
    counts = simulate("the-telegraph-hut", 3, seed=5, workers=1).counts
    assert found.wins == counts.side_wins
    assert found.draws == counts.draws
    assert found.turns == counts.turns.total
    assert sum(found.asked) == counts.decisions.total
    assert len(found.asked) == 2


def test_a_row_is_what_is_read() -> None:
    found = Measured(2, 2)
    found.games, found.draws, found.turns = 4, 1, 22
    found.wins[:], found.asked[:] = [2, 1], [401, 82]
    read = read_balance(row_of("a", found), "balance.toml")["a"]
    assert (read.games, read.wins, read.draws, read.turns, read.questions) == (4, [2, 1], 1, 6, [100, 21])


def test_the_command_keeps_what_it_does_not_measure(tmp_path: Path, capsys) -> None:
    (tmp_path / "lancer").mkdir()
    file = tmp_path / "lancer" / "balance.toml"
    file.write_text(
        "# a line\n\n[a]\nversion = '0.1.0'\ngames = 1\nwins = [1, 0]\ndraws = 0\nturns = 6\nquestions = [1, 1]\n"
    )
    assert main([str(tmp_path), "the-wells", "--games", "1", "--processes", "1"]) == 0
    assert "the-wells: 1 battles" in capsys.readouterr().out
    read = read_balance(file)
    assert sorted(read) == ["a", "the-wells"]
    assert read["a"].wins == [1, 0]
    assert read["the-wells"].games == 1


def test_with_any_number_of_processes() -> None:
    alone, together = measured_by(1, "the-wells", 41, seed=3), measured_by(2, "the-wells", 41, seed=3)
    assert row_of("a", alone) == row_of("a", together)
    assert alone.games == 41
