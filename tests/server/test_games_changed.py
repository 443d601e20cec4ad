"""`playsheet games` where it changes something, while a server is at work and while none is."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from io import StringIO
from pathlib import Path
from typing import Any

import harness
import pytest
from harness import Server, begin, play_on, sit, store_in, until
from programs import played
from upgraded import secret_of, upgrade

from playsheet.cli import games as games_command
from playsheet.cli.main import main
from playsheet.core.errors import Refused
from playsheet.server import guest as guest_module
from playsheet.server.guest import Guest, wait_for
from playsheet.server.keeping import delete, relinked
from playsheet.server.sqlite import FolderLock
from playsheet.server.storage import Owner, Renewal

Data = dict[str, Any]


class Run:
    """The command, and what it has printed."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self.capsys = capsys

    def __call__(self, *words: object, code: int = 0) -> str:
        where = [] if harness.database_of(self.folder) else ["--data", str(self.folder)]
        assert main(["games", *map(str, words), *where]) == code
        out, err = self.capsys.readouterr()
        return out if not code else err

    def json(self, *words: object) -> Data:
        found: Data = json.loads(self(*words, "--json"))
        return found


@pytest.fixture
def run(store: str, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    folder.mkdir()
    if store == "postgres":
        monkeypatch.setenv("PLAYSHEET_DATABASE", harness.database_of(folder))
    return Run(folder, capsys)


@contextmanager
def served(folder: Path) -> Iterator[Server]:
    """A server that has the folder to itself, as the command has it."""
    lock = None if harness.database_of(folder) else FolderLock(folder)
    with Server(folder) as server:
        yield server
    if lock is not None:
        lock.release()


def test_a_lost_link_is_given_out_anew_while_it_is_played(run: Run) -> None:
    with served(run.folder) as server:
        made = server.two()
        game, lost = made["game"], made["seats"][1]["secret"]
        with server.seat(made, 0) as ann, server.seat(made, 1) as ben:
            begin(ann, ben)
            play_on([ann, ben], 4)
            kept = server.get(f"/api/games/{game}", made["seats"][0]["secret"])
            found = run.json("seat", game, 2, "--url", server.url + "/")
            assert (found["game"], found["seat"], found["role"]) == (game, 2, "seat")
            assert found["link"] == f"{server.url}/#play/{game}/{found['secret']}"
            until(ann, lambda one: one.state["seats"][1]["relinked"] == 1)
            state = server.get(f"/api/games/{game}", made["seats"][0]["secret"])
            assert (state["log"], state["hash"]) == (kept["log"], kept["hash"])
            assert [seat["relinked"] for seat in state["seats"]] == [0, 1]
            assert server.refused(f"/api/games/{game}", None, lost, "GET")[:2] == (404, "unknown")
            with pytest.raises(Refused, match="no key to it"):
                until(ben, lambda one: False, 10.0)  # his line was cut, and the old link opens nothing
            with sit(found["link"], patience=20.0) as again:
                play_on([ann, again], 4)
                again_lost = run.json("seat", game, 2)["secret"]
        assert server.get(f"/api/games/{game}", again_lost)["seats"][1]["relinked"] == 2
    with served(run.folder) as server:
        assert server.get(f"/api/games/{game}", again_lost)["seats"][1]["relinked"] == 2
        for secret in (lost, found["secret"]):
            assert server.refused(f"/api/games/{game}", None, secret, "GET")[0] == 404


def test_and_where_no_server_is(run: Run) -> None:
    with served(run.folder) as server:
        made = server.make(seats=[{"player": "person"}, {"player": "open"}])
        bots = server.make(seats=[{"player": "person"}, {"player": "doctrine"}])["game"]
    game = made["game"]
    invited = run.json("seat", game, 2)
    assert (invited["role"], invited["link"]) == ("invite", f"/#join/{game}/{invited['secret']}")
    assert "is a computer player's: it has no link" in run("seat", bots, 2, code=2)
    assert "expected one of the seats 1 The Garrison, 2 The Emir's Host; got 3" in run("seat", game, 3, code=2)
    assert "got 0" in run("seat", game, 0, code=2)
    assert "there is no game" in run("seat", "nosuchgame12", 1, code=2)
    with served(run.folder) as server:
        path = f"/api/games/{game}/join"
        assert server.refused(path, {"who": "Ben"}, made["seats"][1]["invite"])[0] == 404
        taken = server.post(path, {"who": "Ben"}, invited["secret"], 201)
        assert server.get(f"/api/games/{game}", taken["secret"])["you"]["seat"] == 1
    shown = run("seat", game, 2)
    assert f"/#play/{game}/" in shown


def test_games_are_deleted_when_that_was_said(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    with served(run.folder) as server:
        made = [server.two()["game"] for _ in range(3)]
        playing = server.two()
        with server.seat(playing, 0) as ann, server.seat(playing, 1) as ben:
            begin(ann, ben)
            assert "expected --yes" in run("delete", made[0], code=2)
            monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
            monkeypatch.setattr(sys, "stdin", Terminal("no\n"))
            assert "nothing is deleted" in run("delete", made[0], code=2)
            assert run.json("list")["count"] == 4
            monkeypatch.setattr(sys, "stdin", Terminal("yes\n"))
            assert run("delete", made[0]) == f"{made[0]}: deleted.\n"
            assert run.json("delete", playing["game"], "--yes") == {"deleted": [playing["game"]]}
            with pytest.raises(Refused, match="there is no such game"):
                until(ann, lambda one: False, 10.0)
    assert "there is no game that fits" in run("delete", "--status", "over", "--yes", code=2)
    assert "expected the names" in run("delete", "--yes", code=2)
    assert sorted(run.json("delete", "--status", "gathering", "--yes")["deleted"]) == sorted(made[1:])
    assert run.json("list")["count"] == 0
    with closing(store_in(run.folder)) as storage:
        for table in ("games", "ops", "secrets", "pins", "texts", "leases", "lobby", "chat"):
            assert storage.rows(f"select count(*) from {table}") == [(0,)], table


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def fill(folder: Path) -> None:
    with closing(store_in(folder)) as storage:
        played(storage, "lancer", "over", 1000)
        played(storage, "orderchips", "played", 8)


@pytest.mark.parametrize("is_served", [True, False])
def test_games_are_archived_when_their_records_play_through(
    run: Run, is_served: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(run.folder)
    to = tmp_path / "records"
    to.mkdir()
    with ExitStack() as stack:
        if is_served:
            server = stack.enter_context(served(run.folder))
            server.get("/api/games/over", secret_of("over", 0))
        archive_both(run, to, monkeypatch)
        if is_served:
            assert server.refused("/api/games/over", None, secret_of("over", 0), "GET")[0] == 404


def archive_both(run: Run, to: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read = games_command.file_bytes
    monkeypatch.setattr(games_command, "file_bytes", lambda name, most: read(name, most).replace(b"2", b"3", 1))
    assert "what was read back is not what was written" in run("archive", "over", "--to", to, code=2)
    assert list(to.iterdir()) == []
    monkeypatch.setattr(games_command, "file_bytes", read)
    assert run.json("list")["count"] == 2
    archived = run.json("archive", "--all", "--to", to)["archived"]
    assert [one["game"] for one in archived] == ["over", "played"]
    assert main(["verify", archived[0]["file"]]) == 0
    run.capsys.readouterr()
    assert run.json("list")["count"] == 0


def test_a_record_that_would_not_play_through_keeps_its_game(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(run.folder)
    upgrade(monkeypatch, code=True)
    assert "the game stays" in run("archive", "over", "--to", tmp_path, code=2)
    assert not list(tmp_path.glob("*.record"))
    assert run.json("list")["count"] == 2


def test_a_forecast_looks_into_either_store(run: Run) -> None:
    fill(run.folder)
    where = [] if harness.database_of(run.folder) else ["--data", str(run.folder)]
    assert main(["forecast", "--json", *where]) == 0
    found = json.loads(run.capsys.readouterr().out)
    assert (found["games"], found["same"], found["parted"]) == (2, 2, [])


def test_a_game_that_is_played_on_meanwhile_is_not_archived(run: Run) -> None:
    fill(run.folder)
    with closing(store_in(run.folder)) as storage, Guest(storage).at_work() as guest:
        with pytest.raises(Refused, match="it is being played, and stays"):
            delete(storage, guest, "played", storage.ops("played")[-2].seq)
        assert storage.read("played") is not None


def test_what_a_server_that_has_died_had_is_waited_for_and_then_taken(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that was alone has no time after which it is known to be gone; one of several has."""
    fill(run.folder)
    monkeypatch.setattr(guest_module, "PATIENCE", 0.3)
    dead = Owner("dead", "the dead server")
    with closing(store_in(run.folder)) as storage:
        wait_for(lambda done: storage.begin(dead, 1.0, 60.0, done))
        with Guest(storage).at_work():
            pass
        wait_for(lambda done: storage.begin(dead, 1.0, 60.0, done))
        held = guest_module.Lease("over")
        wait_for(lambda done: storage.take(held, dead, done))
    with closing(store_in(run.folder, shared=True)) as storage:
        with Guest(storage).at_work() as guest:
            assert relinked(storage, guest, "over", 0).seat == 1
        slow = Owner("slow", "the slow server", "http://127.0.0.1:9")
        wait_for(lambda done: storage.renew(slow, 1.0, 60.0, Renewal(), done))
        wait_for(lambda done: storage.take(guest_module.Lease("played"), slow, done))
        with (
            Guest(storage).at_work() as guest,
            pytest.raises(Refused, match="the slow server has it"),
        ):
            relinked(storage, guest, "played", 0)
