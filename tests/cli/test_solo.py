"""Scenarios with one seat, or none: sides that their own tables run, in every command that plays or reads a battle."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from playsheet.cli.main import main
from playsheet.rules import scenario_files

pytestmark = pytest.mark.battles

Run = Callable[..., str]
PICKET = scenario_files()["the-picket"].read_text(encoding="utf-8")
THEIR_OWN = "The Warriors are run by their own tables: nobody plays them, and the players do not change sides."
NOBODY = "The Picket and The Warriors are run by their own tables: nobody plays."


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """A command in this process; its output. It must succeed."""
    monkeypatch.setenv("COLUMNS", "110")

    def running(*argv: object) -> str:
        code = main([str(word) for word in argv])
        shown = capsys.readouterr()
        assert (code, shown.err) == (0, ""), shown
        return shown.out

    return running


@pytest.fixture(params=["one seat", "no seat"])
def solo(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, list[str]]:
    """A scenario, and the names of its seats."""
    if request.param == "one seat":
        return "the-picket", ["The Picket"]
    file = tmp_path / "nobody.toml"
    file.write_text(PICKET.replace('name   = "The Picket"', 'name = "The Picket"\nplayers = ["tables"]'))
    return str(file), []


def test_watch_says_who_plays(run: Run, solo: tuple[str, list[str]]) -> None:
    scenario, seats = solo
    shown = " ".join(run("watch", scenario, "--seed", 3, "--map").split())
    first = "The Picket (doctrine)" if seats else "The Picket (its own tables)"
    assert f"{first} against The Warriors (their own tables); seed 3." in shown
    assert re.search(r"The (Picket wins|Warriors win)\. ", shown)
    assert "wins wins" not in shown


@pytest.mark.parametrize("players", ["random", "random,random"])
def test_watch_takes_one_player_for_all_or_one_a_side(run: Run, solo: tuple[str, list[str]], players: str) -> None:
    scenario, seats = solo
    found = json.loads(run("watch", scenario, "--seed", 3, "--players", players, "--json"))
    assert found["players"] == ["random"] * len(seats)
    assert found["seats"] == [{"name": name, "side": name} for name in seats]
    assert found["sides"] == ["The Picket", "The Warriors"]
    assert found["result"]["winner"] in found["sides"]


def test_a_record_is_kept_replayed_verified_and_checked(run: Run, solo: tuple[str, list[str]], tmp_path: Path) -> None:
    scenario, seats = solo
    record = tmp_path / "solo.record"
    watched = run("watch", scenario, "--seed", 3, "--players", "random", "--record", record)
    assert len(re.findall(r"^seat \d", record.read_text(encoding="utf-8"), re.MULTILINE)) == len(seats)
    again = run("replay", record)
    assert again.split("Turn 1", 1)[1] == watched.split("Turn 1", 1)[1].replace(
        f"The game is recorded in {record}.\n", ""
    )
    told = json.loads(run("replay", record, "--json"))
    assert told["players"] == ["random"] * len(seats)
    assert told["steps"] == told["of"]
    part = json.loads(run("replay", record, "--step", 5, "--json", "--verbose"))
    assert (part["steps"], part["result"]) == (5, None)
    assert json.loads(run("verify", record, "--json"))["sound"] is True
    assert "sound" in run("verify", record)
    assert json.loads(run("check", record, "--json"))["files"][0]["kind"] == "record"


def test_check_and_scenarios_read_it(run: Run, solo: tuple[str, list[str]], tmp_path: Path) -> None:
    scenario, _ = solo
    file = tmp_path / "picket.toml"
    file.write_text(PICKET if scenario == "the-picket" else Path(scenario).read_text())
    assert "a sound scenario for riskfactor: The Picket, 6 units, 11 turns." in run("check", file)
    assert json.loads(run("check", file, "--json"))["files"][0]["sound"] is True
    assert "The Warriors" in run("scenarios", scenario)
    assert json.loads(run("scenarios", scenario, "--json"))["system"] == "riskfactor"


@pytest.mark.parametrize("players", ["random,random", "doctrine,random"])
def test_simulate_plays_unswapped_and_says_why(run: Run, solo: tuple[str, list[str]], players: str) -> None:
    scenario, seats = solo
    argv = ("simulate", scenario, "-n", 3, "--players", players, "--workers", 1)
    found: dict[str, Any] = json.loads(run(*argv, "--json"))["results"]
    mine = players.split(",")[0] if seats else "tables"
    assert found["players"] == [mine, "tables"]
    assert (found["played"], found["failed"], found["swapped"]) == (3, 0, False)
    assert found["notes"] == [THEIR_OWN if seats else NOBODY]
    assert [row["wins"] for row in found["by_player"]] == [row["wins"] for row in found["sides"]]
    assert sum(row["wins"] for row in found["sides"]) + found["sides"][0]["draws"] == 3
    assert (found["first_side_advantage"] is None) == bool(seats)
    assert (found["decisions"]["most"] > 0) == bool(seats)
    shown = " ".join(run(*argv).split())
    assert f"The Picket: {'the tables' if mine == 'tables' else mine} against the tables" in shown
    assert "The Warriors win" in shown
    assert "tables win" not in shown
    assert "swapped every second game" not in shown
    assert "own tables" in shown


def test_simulate_takes_one_player_where_there_is_one_seat(run: Run) -> None:
    found = json.loads(run("simulate", "the-picket", "-n", 1, "--players", "random", "--workers", 1, "--json"))
    assert found["results"]["players"] == ["random", "tables"]


@pytest.mark.parametrize(
    ("argv", "says"),
    [
        (
            ["watch", "the-picket", "--players", "random,random,random"],
            "has 2 sides: expected one player a side, got 3",
        ),
        (
            ["simulate", "the-picket", "-n", "1", "--players", "random,random,random"],
            "The Picket has 2 sides and 1 seat: expected one player a side or a seat, got 3.",
        ),
    ],
)
def test_too_many_players_are_refused(capsys: pytest.CaptureFixture[str], argv: list[str], says: str) -> None:
    assert main(argv) == 2
    assert says in capsys.readouterr().err
