"""One thing changed at a time: the same battles as a comparison plays, and what is called seen."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from playsheet.cli.main import main
from playsheet.sim.comparing import compare
from playsheet.sim.counts import Sum
from playsheet.sim.rows import rows_file
from playsheet.sim.varying import Broken, Variation, chance, holm, vary

QUICK = "the-telegraph-hut"
RANDOM = ("random", "random")
SWITCH = "multi-card"
UNIT = "spear-warriors"
HOUSE = 'name = "Once a turn"\nsystem = "gaslight"\n[rulings]\nmulti-card = "per-turn"\n'


def varied(n: int = 6, workers: int = 1, **more: object) -> Variation:
    return vary(QUICK, n, RANDOM, seed=3, workers=workers, switches=[SWITCH], turns=[2], **more)  # type: ignore[arg-type]


def sum_of(numbers: list[int]) -> Sum:
    found = Sum()
    for number in numbers:
        found.add(number)
    return found


def test_holm() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.5, 0.9]) == [1.0, 1.0]


@pytest.mark.parametrize(
    ("numbers", "p"),
    [
        ([0] * 9, 1.0),  # nothing happened
        ([1], 1.0),  # one battle proves nothing
        ([2] * 6, 2 / 64),  # all alike: as the signs of six battles
        ([3, -1, 4, 1, -5, 9, 2, 6, 5, 3], 0.0543),  # Student's t = 2.212 with 9 degrees of freedom
    ],
)
def test_the_chance_of_a_difference(numbers: list[int], p: float) -> None:
    assert chance("turns", sum_of(numbers), 1) == pytest.approx(p, abs=0.0005)


def test_three_wins_of_three_prove_little() -> None:
    assert 0.05 < chance("wins", sum_of([1, 1, 1]), 1) < 0.5
    assert chance("wins", sum_of([1] * 40), 1) < 0.001


def test_a_switch_does_what_a_comparison_finds(tmp_path: Path) -> None:
    file = tmp_path / "once.toml"
    file.write_text(HOUSE, encoding="utf-8")
    found = next(one for one in varied().ranked() if one.change.kind == "switch")
    compared = compare("printed", str(file), 6, QUICK, RANDOM, seed=3, workers=1)
    assert found.pairs == compared.pairs
    assert [effect.found for effect in found.effects] == compared.differences()


def test_a_shorter_battle_is_seen_to_be_shorter() -> None:
    found = varied(12, by="turns")
    first = found.ranked()[0]
    assert first.change.name == "2 turns"
    effect = first.largest("turns")
    assert effect.found.found.value == -4
    assert effect.seen
    assert first.seen
    other = found.ranked()[1]
    assert other.change.name == f"{SWITCH} = per-turn"
    assert not other.largest("turns").seen


def test_the_same_bytes_from_two_processes() -> None:
    assert varied(workers=2).reproducible() == varied().reproducible()


def test_cells_and_units() -> None:
    cells = ["movement-rates.foot.move=24, 18", "movement-rates.foot.move=18"]
    found = vary(QUICK, 2, RANDOM, workers=1, switches=["none"], cells=cells)
    assert [one.name for one in found.changes] == ["movement-rates.foot.move = 24", "movement-rates.foot.move = 18"]
    assert [pair.alike for pair in found.pairs] == [0, 0]
    assert {one.change.kind for one in found.ranked()} == {"cell"}
    wells = vary("the-ruined-wells", 2, RANDOM, workers=1, switches=["none"], units=[f"{UNIT}:figures=3,4"])
    assert [one.name for one in wells.changes] == [f"{UNIT}: figures = 3", f"{UNIT}: figures = 4"]
    assert wells.pairs[0].alike < 2


def test_a_cell_that_holds_a_list_has_lists_for_values() -> None:
    found = vary("the-wells", 1, RANDOM, workers=1, switches=["none"], cells=["shooting.rifles.open=[3, 4, 6],[6]"])
    assert [one.name for one in found.changes] == ["shooting.rifles.open = [3, 4, 6]", "shooting.rifles.open = [6]"]


def test_all_kinds_of_changes_stand_in_one_table() -> None:
    given = {"switches": [SWITCH], "cells": ["movement-rates.foot.move=24"], "turns": [2, 3]}
    found = vary(QUICK, 4, RANDOM, seed=3, workers=1, units=["gl-warband:drilled=true"], **given)  # type: ignore[arg-type]
    assert [one.kind for one in found.changes] == ["switch", "cell", "unit", "turns", "turns"]
    shown: Any = found.reproducible()
    for by in ("wins", "losses", "turns"):
        assert sorted(change["ranks"][by] for change in shown["changes"]) == [1, 2, 3, 4, 5]
    effects = [effect for change in shown["changes"] for effect in change["effects"]]
    assert shown["tests"] == len(effects)
    assert all(effect["p"] <= effect["p_corrected"] <= 1 for effect in effects)
    assert all(effect["low"] <= effect["difference"] <= effect["high"] for effect in effects)


def test_what_was_played_is_kept(tmp_path: Path) -> None:
    def stop(done: int, of: int) -> None:
        if done == 3:
            raise KeyboardInterrupt

    with rows_file(str(tmp_path / "rows.csv"), force=False) as rows:
        with pytest.raises(Broken) as broken:
            varied(progress=stop, rows=rows)
        rows.interrupt()
    assert broken.value.results.played == 3
    assert broken.value.results.pairs == varied(3).pairs
    lines = (tmp_path / "rows.partial.csv").read_text(encoding="utf-8").splitlines()
    assert [line.partition(",")[0] for line in lines[:4]] == ["way", "as it stands", f"{SWITCH} = per-turn", "2 turns"]
    assert len(lines) == 1 + 3 * 3


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    given = ["vary", QUICK, "-n", "2", "--players", "random,random", "--switches", SWITCH, "--seed", "3"]
    assert main([*given, "--json"]) == 0
    results = json.loads(capsys.readouterr().out)["results"]
    assert [one["change"] for one in results["changes"]] == [f"{SWITCH} = per-turn"]
    assert results["changes"][0]["about"].startswith("R4: ")
    assert main(given) == 0
    said = capsys.readouterr().out
    assert f"{SWITCH} = per-turn" in said
    assert results["digest"] in said


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["--switches", "nothing"], 'There is no switch "nothing" in gaslight'),
        (["--switches", "none"], "There is nothing to vary: expected a switch"),
        (["--switches", "none", "--cell", "x"], "--cell: expected a cell and its values as in TOML, such as"),
        (["--switches", "none", "--cell", "movement-rates.foot.move="], "--cell: expected a cell and its values"),
        (["--switches", "none", "--cell", "movement-rates.foot.move=x"], "--cell: expected a cell and its values"),
        (["--switches", "none", "--cell", "movement-rates.foot.move=4] #"], "--cell: expected a cell and its values"),
        (["--switches", "none", "--cell", "x.y=" + "4," * 200], "--cell: expected a cell and its values"),
        (["--switches", "none", "--cell", "movement-rates.foot.move='far'"], "expected a whole number"),
        (["--switches", "none", "--cell", "nothing.x=3"], 'the sheet gaslight has no table "nothing"'),
        (["--switches", "none", "--unit", "x"], "--unit: expected a unit and values of a field of its card"),
        (["--switches", "none", "--unit", "gl-warband:nothing=3"], "expected a field of its card and a value that it"),
        (["--switches", "none", "--unit", "gl-warband:figures=999999"], "expected a field of its card and a value"),
        (["--switches", "none", "--unit", "nobody:figures=3"], "no entry of The Telegraph Hut has the name"),
        (["--turns", "x"], "--turns: expected whole numbers from 1 to 999"),
        (["--turns", "1000"], "--turns: expected whole numbers from 1 to 999"),
    ],
)
def test_what_is_no_change_is_one_sentence(capsys: pytest.CaptureFixture[str], given: list[str], said: str) -> None:
    assert main(["vary", QUICK, "-n", "2", *given]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert said in shown.err
    assert shown.err.count("\n") == 1
