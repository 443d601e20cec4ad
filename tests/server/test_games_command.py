"""`playsheet games` on a store, with and without a server at work in it."""

import json
import logging
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from harness import Server, copied, store_in, where
from programs import played
from upgraded import secret_of

from playsheet.cli.main import main
from playsheet.server.sqlite import FILE

Data = dict[str, Any]


@pytest.fixture(scope="module")
def stored(store: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three games: one over, one that is played and hides things, one that waits."""
    folder = tmp_path_factory.mktemp("stored")
    with closing(store_in(folder)) as storage:
        played(storage, "lancer", "over", 1000)
        played(storage, "orderchips", "played", 8)
    with Server(folder, address_games=0) as server:
        server.make(seats=[{"player": "person", "who": "Ann"}, {"player": "open"}], title="Who will play?")
    return folder


@pytest.fixture
def games(stored: Path, tmp_path: Path) -> Path:
    """A copy of them that a test may change."""
    return copied(stored, tmp_path / "games")


class Run:
    """The command, and what it has printed."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self.capsys = capsys

    def __call__(self, *words: object, code: int = 0) -> str:
        assert main(["games", *map(str, words), *where(self.folder)]) == code
        out, err = self.capsys.readouterr()
        assert bool(err) == bool(code), err
        return out if not code else err

    def json(self, *words: object) -> Data:
        found: Data = json.loads(self(*words, "--json"))
        return found

    def refused(self, *words: object) -> str:
        """The sentence, and nothing else."""
        said = self(*words, code=2)
        assert said.count("\n") == 1
        assert said.endswith(".\n")
        return said


@pytest.fixture
def run(games: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """Where a server has run in this process before, what it logs went to a stream that is closed by now."""
    for handler in [one for one in logging.root.handlers if one.name == "err"]:
        logging.root.removeHandler(handler)
    return Run(games, capsys)


def test_all_games_are_listed_or_those_that_fit(run: Run) -> None:
    found = run.json("list")
    assert [one["status"] for one in found["games"]] == ["over", "playing", "gathering"]
    over, playing, waiting = found["games"]
    assert found["count"] == 3
    assert found["size"] == sum(one["size"] for one in found["games"])
    assert over["size"] > 10 * playing["size"] > 0
    assert over["accepted"] > playing["accepted"] > waiting["accepted"] == 0
    assert waiting["seats"] == [
        {"seat": 1, "player": "person", "who": "Ann"},
        {"seat": 2, "player": "open", "who": ""},
    ]
    for words, ids in (
        (["--status", "over"], ["over"]),
        (["--status", "over", "--status", "playing"], ["over", "played"]),
        (["--idle", 1], ["over", "played"]),
        (["--find", "who WILL"], [waiting["game"]]),
        (["--find", "ann"], [waiting["game"]]),
        (["--find", "the-wells", "--status", "playing"], []),
    ):
        assert [one["game"] for one in run.json("list", *words)["games"]] == ids, words
    shown = run("list")
    assert "Who will" in shown
    assert "3 games, " in shown


def test_one_game_is_shown_whole_and_no_secret_of_it(run: Run) -> None:
    data = run.json("show", "played")
    assert (data["status"], data["system"], data["same_engine"]) == ("playing", "orderchips", True)
    assert data["parts"] is None
    assert data["asked"]
    assert [seat["link"] for seat in data["seats"]] == ["seat", "seat"]
    for secret in (secret_of("played", 0), secret_of("played", 1)):
        assert secret not in json.dumps(data)
    waiting = run.json("list", "--status", "gathering")["games"][0]["game"]
    data = run.json("show", waiting)
    assert [(seat["who"], seat["link"]) for seat in data["seats"]] == [("Ann", "seat"), ("", "invite")]
    shown = run("show", "over")
    assert "The Wells (Lancer Rifle Gatling), over, turn" in shown
    assert "as this one" in shown


def test_records_are_written_that_play_through(run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    to = tmp_path / "records"
    to.mkdir()
    written = run.json("export", "over", "played", "--to", to)["exported"]
    assert [one["game"] for one in written] == ["over", "played"]
    assert main(["verify", written[0]["file"]]) == 0
    assert main(["verify", written[1]["file"]]) == 2
    assert "the key of its dice is not revealed yet" in capsys.readouterr().err  # as of any unfinished game
    assert "the file exists; --force overwrites it" in run.refused("export", "over", "--to", to)
    run("export", "over", "--to", to, "--force")
    assert "there is no such folder" in run.refused("export", "over", "--to", to / "deeper")


def test_what_cannot_be_written_is_said_and_the_rest_is_written(
    run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    to = tmp_path / "records"
    to.mkdir()
    assert main(["games", "export", "--all", "--to", str(to), *where(run.folder)]) == 2
    out, err = capsys.readouterr()
    assert err.count("\n") == 1
    assert "the game has not begun: there is no record yet." in err
    assert len(out.splitlines()) == len(list(to.iterdir())) == 2


def test_a_server_at_work_is_not_disturbed(run: Run, tmp_path: Path) -> None:
    with Server(run.folder) as server:
        before = server.get("/api/games/played", secret_of("played", 0))
        assert run.json("show", "played")["turn"] == before["turn"]
        assert run.json("list")["count"] == 3
        run("export", "played", "--to", tmp_path)
        assert server.get("/api/games/played", secret_of("played", 0)) == before


def test_what_makes_no_sense_is_refused_in_a_sentence(run: Run, tmp_path: Path) -> None:
    assert "there is no game 'plaid' here (did you mean \"played\"?)" in run.refused("show", "plaid")
    assert "there is no game" in run.refused("export", "over", "x" * 5000, "--to", tmp_path)
    assert "expected the names of games" in run.refused("export", "--to", tmp_path)
    assert "expected the names of games" in run.refused("export", "over", "--all", "--to", tmp_path)
    assert "--status" in run.refused("list", "--status", "asleep")
    assert "--idle" in run.refused("list", "--idle", "long")
    assert "ACTION" in run.refused()


@pytest.mark.once("a file's version; test_postgres has the database's")
def test_a_file_of_another_program_is_left_alone(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    path = run.folder / FILE
    for version, says in ((1, "older Playsheet"), (1000, "newer Playsheet")):
        with closing(sqlite3.connect(path)) as file:
            file.execute(f"pragma user_version = {version}")
        before = path.read_bytes()
        assert says in run.refused("list")
        assert path.read_bytes() == before
    assert "there are no games here" in Run(run.folder / "none", capsys).refused("list")
    assert not (run.folder / "none").exists()
