"""Two ways to play, compared by the same dice."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from playsheet.core.errors import Refused
from playsheet.sim.comparing import PLAYERS, Comparison, Interrupted, compare, first_played
from playsheet.sim.intervals import balance
from playsheet.sim.rows import rows_file
from playsheet.sim.simulation import simulate

HUT = "the-telegraph-hut"
RANDOM = ("random", "random")
MIXED = ("random", "recruit")
SKIRMISH = """
id = "a-skirmish"
system = "lancer"
title = "A Skirmish"
blurb = "Quickly over."
size = "small"
table = [24, 24]
turns = 2

[[sides]]
name = "The North"
facing = 180
zones = [[0, 13, 24, 24]]

[[sides.units]]
card = "line-company"

[[sides]]
name = "The South"
facing = 0
zones = [[0, 0, 24, 11]]

[[sides.units]]
card = "line-company"

[[objectives]]
kind = "most-removed"
"""
BETTER = """
name = "Better rifles"
system = "lancer"

[sheet.shooting.rifles]
open = [3, 4, 6]
"""


@pytest.fixture(scope="module")
def skirmish(tmp_path_factory: pytest.TempPathFactory) -> str:
    file = tmp_path_factory.mktemp("scenarios") / "a-skirmish.toml"
    file.write_text(SKIRMISH)
    return str(file)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> str:
    """One cell changed: some battles go otherwise."""
    file = tmp_path_factory.mktemp("houses") / "better.toml"
    file.write_text(BETTER)
    return str(file)


def text_of(found: Comparison) -> str:
    return json.dumps(found.reproducible())


def test_what_is_compared_with_itself_is_the_same() -> None:
    found = compare(HUT, HUT, 4, players=RANDOM, workers=1)
    assert (found.kind, found.played, found.pairs.alike) == ("scenarios", 4, 4)
    assert {row.found.value for row in found.differences()} == {0.0}
    assert not any(row.seen for row in found.differences())


def test_each_way_is_the_simulation_of_its_own() -> None:
    """Players against the same third, sides changed: the first player's games are those of simulate."""
    found = compare("random", "recruit", 6, HUT, against="random", seed=4, workers=1)
    assert found.pairs.b.player_wins == simulate(HUT, 6, ("recruit", "random"), 4, 1).counts.player_wins
    assert found.kind == PLAYERS
    assert found.pairs.a.games == found.pairs.b.games == 6


def test_differences_are_taken_pair_by_pair(tmp_path: Path) -> None:
    """Against the rows of both, added up by hand."""
    with rows_file(str(tmp_path / "rows.csv"), force=False) as rows:
        found = compare("random", "recruit", 6, HUT, against="random", seed=4, workers=1, rows=rows)
        rows.finish()
    with (tmp_path / "rows.csv").open(newline="") as stream:
        read = list(csv.DictReader(stream))
    sets: dict[str, int] = {}
    turns = 0
    for row in read:
        name = "recruit" if row["way"] == "B" else "random"
        side = 1 + int(row["battle"]) % 2  # the side that the compared player has
        assert row[f"player_{side}"] == name
        sign = 1 if row["way"] == "B" else -1
        sets[row["dice"]] = sets.get(row["dice"], 0) + sign * (row["winner"] == str(side))
        turns += sign * int(row["turns"])
    total, squares = sum(sets.values()), sum(each * each for each in sets.values())
    assert found.main.found == balance(3, total, squares, 2)
    assert found.pairs.turns.total == turns


def test_the_results_do_not_depend_on_processes_or_chunks(skirmish: str, house: str) -> None:
    ways = [(1, 0), (1, 1), (2, 2)]
    found = [compare("printed", house, 8, skirmish, MIXED, seed=2, workers=crew, chunk=chunk) for crew, chunk in ways]
    assert len({text_of(one) for one in found}) == 1
    assert found[0].reproducible()["houses"] == [[], ["Better rifles"]]
    assert found[0].pairs.a.fingerprint == simulate(skirmish, 8, MIXED, 2, 1).counts.fingerprint


def test_the_same_dice_narrow_the_interval(skirmish: str, house: str) -> None:
    found = compare("printed", house, 60, skirmish, ("doctrine", "doctrine"), workers=1)
    assert found.main.narrowed is not None
    assert found.main.narrowed > 1
    assert "The same dice narrow the interval from ±" in found.sentence()


def test_whoever_is_compared_changes_sides_also_with_his_like() -> None:
    found = compare("random", "recruit", 3, HUT, against="recruit", workers=1)
    assert found.asked == 4  # whole pairs
    assert [len(plan.lineups) for plan in found.plans] == [2, 2]


def test_where_one_side_is_run_by_its_tables_the_other_is_compared() -> None:
    found = compare("random", "recruit", 1, "the-picket", workers=1)
    assert found.plans[0].players[first_played(found.setups[0])] == "random"
    assert "tables" in found.plans[0].players


def test_it_stops_when_it_is_sure() -> None:
    found = compare("random", "recruit", 400, HUT, against="random", workers=1, until_sure=True)
    assert found.decided
    assert found.played < 200
    assert "random or recruit: more wins in B than in A, sure enough after" in found.sure_sentence()


@pytest.mark.parametrize(
    ("more", "pairs", "said"),
    [
        (0, 200, "no difference of 5 wins in 100, sure enough"),
        (0, 40, "it cannot be said whether there is a difference"),
        (-1, 200, "fewer wins in B than in A, sure enough"),
    ],
)
def test_what_is_sure_is_said(more: int, pairs: int, said: str) -> None:
    found = compare(HUT, HUT, 0, players=RANDOM, workers=1, until_sure=True)
    for pair in range(pairs):
        found.pairs.wins[0].add(more if pair % 4 == 0 else 0)
    assert said in found.sure_sentence()
    assert found.decided == ("cannot" not in said)


def test_an_interruption_leaves_whole_pairs() -> None:
    def interrupt(done: int, of: int) -> None:
        if done == 4:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted) as stopped:
        compare("random", "recruit", 20, HUT, against="random", workers=1, chunk=2, progress=interrupt)
    found = stopped.value.results
    assert found.played == 4
    assert found.pairs == compare("random", "recruit", 4, HUT, against="random", workers=1).pairs


def test_no_battles_say_nothing() -> None:
    found = compare(HUT, HUT, 0, players=RANDOM, workers=1)
    json.dumps(found.data(), allow_nan=False)
    assert found.sentence() == "Too few battles for an interval of the difference."


@pytest.mark.parametrize(
    ("a", "b", "scenario", "sentence"),
    [
        (HUT, "random", "", "are of two kinds (scenarios and players): expected two scenarios, two files"),
        (HUT, HUT, HUT, "are scenarios: expected no other one"),
        ("random", "recruit", "", "are players: expected the battle to compare them in, such as --scenario"),
        ("random", "napoleon", HUT, "There is no player 'napoleon'"),
        ("printed", "nowhere.toml", HUT, "nowhere.toml"),
        (HUT, "the-wells", "", "cannot be compared: expected two battles of one sheet"),
        ("the-picket", "platoon-in-the-wood", "", "cannot be compared: expected two battles of one sheet"),
    ],
)
def test_what_cannot_be_compared_is_refused(a: str, b: str, scenario: str, sentence: str) -> None:
    with pytest.raises(Refused) as refused:
        compare(a, b, 2, scenario, workers=1)
    assert sentence in str(refused.value)
