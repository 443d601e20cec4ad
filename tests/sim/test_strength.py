"""Strength by turn: what is left of each side when each turn ends, counted in whole numbers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from playsheet.cli.main import main
from playsheet.core.errors import Refused
from playsheet.core.reader import read_toml
from playsheet.library.plots import Turns, drawn, of_simulation
from playsheet.players.setup import set_up, set_up_from
from playsheet.rules import scenario_files
from playsheet.rules.gaslight.system import Gaslight
from playsheet.sim import strength
from playsheet.sim.comparing import compare
from playsheet.sim.counts import ByTurn
from playsheet.sim.playing import Table, game_seed
from playsheet.sim.results import Results
from playsheet.sim.simulation import prepared, simulate
from playsheet.sim.strength import main as measure
from playsheet.sim.strength import read_strength

QUICK = "the-telegraph-hut"
RANDOM = ("random", "random")
SMALL = ("the-wells", "the-picket", "the-telegraph-hut", "the-ruined-wells", "the-rail-fence")  # one of each sheet

THREE = [  # figures of two sides at the end of each turn
    [[10, 8], [9, 8], [9, 3]],
    [[10, 6]],
    [[8, 8], [8, 4]],
]


def counted(battles: list[list[list[int]]]) -> ByTurn:
    found = ByTurn()
    for figures in battles:
        found.add(figures)
    return found


def of_all(found: ByTurn) -> list[tuple[int, list[tuple[int, int, int]]]]:
    return [(fought, [(one.n, one.total, one.squares) for one in sums]) for fought, sums in found.of_all()]


def test_a_battle_that_is_over_stays_as_it_ended() -> None:
    assert of_all(counted(THREE)) == [
        (3, [(3, 28, 264), (3, 22, 164)]),
        (2, [(3, 27, 245), (3, 18, 116)]),  # 9, 10 and 8; 8, 6 and 4
        (1, [(3, 27, 245), (3, 13, 61)]),  # 9, 10 and 8; 3, 6 and 4
    ]
    assert ByTurn().of_all() == []


def test_chunks_add_up_in_any_order() -> None:
    for order in ((0, 1, 2), (2, 0, 1), (1, 2, 0)):
        found = ByTurn()
        for at in order:
            found.merge(counted([THREE[at]]))
        found.merge(ByTurn())
        assert found == counted(THREE)


@pytest.mark.parametrize("which", SMALL)
def test_it_is_what_the_battles_show(which: str) -> None:
    """Each battle played anew, and looked at after every step: the last look in a turn is how it ended."""
    found = simulate(which, 3, RANDOM, seed=5, workers=1)
    plan = prepared(which, 3, RANDOM, 5, True, [], False).plan
    table = Table(plan)
    system = table.setup.system
    start = [sum(unit.start for unit in system.roster(table.start) if unit.side == side) for side in (0, 1)]
    seen: list[dict[int, list[int]]] = []
    for number in range(3):
        game = table.new_game(plan.lineups[0], game_seed(5, number))
        turns: dict[int, list[int]] = {}
        while not game.battle.finished:
            turn = game.battle.turn
            game.play_step()
            turns[turn] = system.tally(game.battle)["figures_lost"]
        seen.append(turns)
    assert [turn["turn"] for turn in by_turn(found)] == list(range(1, 1 + max(max(turns) for turns in seen)))
    for shown in by_turn(found):
        turn = shown["turn"]
        assert shown["fought"] == sum(turn in turns for turns in seen)
        ends = [turns.get(turn, turns[max(turns)]) for turns in seen]
        for side in (0, 1):
            left = sum(start[side] - lost[side] for lost in ends) / 3 / start[side]
            assert shown["sides"][side]["start"] == start[side]
            assert shown["sides"][side]["strength"] == pytest.approx(left, abs=1e-6)
            assert 0 <= shown["sides"][side]["low"] <= shown["sides"][side]["high"] <= 1


def by_turn(found: Results) -> Any:
    return found.reproducible()["by_turn"]


def test_it_changes_no_digest_and_nothing_is_counted_that_nobody_is_shown() -> None:
    found = simulate(QUICK, 2, RANDOM, workers=1)
    assert found.counts.by_turn.fought
    digest = found.digest()
    found.counts.by_turn.fought.clear()
    assert found.digest() == digest
    pairs = compare("random", "recruit", 2, QUICK, against="random", workers=1).pairs
    assert pairs.a.by_turn == pairs.b.by_turn == ByTurn()


def test_a_sheet_that_counts_no_figures_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Gaslight, "tally", lambda system, battle: {"guns_lost": [0, 0]})
    found = simulate(QUICK, 2, RANDOM, workers=1)
    assert by_turn(found) == []
    won, turns = of_simulation(found)[1]
    assert won.rows
    assert turns == Turns(turns.title, [])
    assert drawn("none", [won, turns], "svg").startswith(b"<?xml")


def test_no_battle_has_no_turns() -> None:
    assert by_turn(simulate(QUICK, 0, RANDOM, workers=1)) == []


def test_the_command_shows_and_draws_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = ["simulate", QUICK, "-n", "2", "--players", "random,random", "--workers", "1"]
    assert main([*given, "--plot", str(tmp_path / "drawn.svg")]) == 0
    said = capsys.readouterr().out
    assert "Strength by turn: figures left, of 100" in said
    assert "battles fought in it" in said
    drawn_there = (tmp_path / "drawn.svg").read_text(encoding="utf-8")
    assert "end of turn" in drawn_there
    assert "battles fought" in drawn_there
    assert main([*given, "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)["results"]
    assert shown["by_turn"] == by_turn(simulate(QUICK, 2, RANDOM, workers=1))


# ---------------------------------------------------------------------- of the built-in scenarios


def test_what_is_measured_is_what_is_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "gaslight").mkdir()
    file = tmp_path / "gaslight" / "strength.toml"
    file.write_text("# a line\n\n[a]\ngames = 1\n", encoding="utf-8")
    assert measure([str(tmp_path), QUICK, "--games", "3", "--workers", "1"]) == 0
    assert capsys.readouterr().out.startswith(f"{QUICK}: 3 battles")
    rows = read_toml(file)
    assert sorted(rows.data) == ["a", QUICK]
    found = read_strength(rows.table(QUICK), 2)
    shown = by_turn(simulate(QUICK, 3, workers=1))
    assert found.fought == [turn["fought"] for turn in shown]
    for side in (0, 1):
        assert found.sides[side] == pytest.approx([100 * turn["sides"][side]["strength"] for turn in shown], abs=0.51)


def test_of_a_scenario_that_was_changed_nothing_is_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "gaslight" / "scenarios" / f"{QUICK}.toml"
    file.parent.mkdir(parents=True)
    text = scenario_files()[QUICK].read_text(encoding="utf-8")
    file.write_text(text, encoding="utf-8")
    monkeypatch.setattr(strength, "scenario_files", lambda: {QUICK: file})
    scenario = set_up_from(text, f"{QUICK}.toml", []).scenario
    assert strength.strength_of(scenario) is None
    row = "games = 2\nfought = [2, 1]\nside_1 = [90, 80]\nside_2 = [100, 50]\n"
    measured = file.parent.parent / "strength.toml"
    measured.write_text(f'[{QUICK}]\nscenario = "{strength.digest_of(text)}"\n{row}', encoding="utf-8")
    assert strength.strength_of(scenario) == (2, [2, 1], [[90, 80], [100, 50]])
    other = set_up_from(text.replace("Telegraph", "Telegram"), f"{QUICK}.toml", []).scenario
    assert strength.strength_of(other) is None
    file.write_text(other.text, encoding="utf-8")
    assert strength.strength_of(other) is None


@pytest.mark.parametrize("id", scenario_files())
def test_every_scenario_was_measured_once(id: str) -> None:
    """Whether of its text as it is now, is seen by its digest."""
    rows = read_toml(scenario_files()[id].parent.parent / "strength.toml")
    found = read_strength(rows.table(id), len(set_up(id, []).scenario.sides))
    assert found.games >= 40
    assert found.fought == sorted(found.fought, reverse=True)
    for left in found.sides:
        assert left == sorted(left, reverse=True)


def test_a_row_whose_turns_do_not_fit_is_refused() -> None:
    rows = read_toml("[a]\ngames = 2\nfought = [2, 1]\nside_1 = [90]\nside_2 = [100, 50]\n", "strength.toml")
    with pytest.raises(Refused, match="expected as many turns as of each side"):
        read_strength(rows.table("a"), 2)
