"""A database that is of an older schema, or damaged: brought up to date, or one sentence with the way on."""

import json
import logging
import os
import sqlite3
import subprocess
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from harness import COMMAND, Clock, Server, begin, play_on
from writes import Waiter, made, op, written

from playsheet.cli.main import main
from playsheet.core.errors import Refused
from playsheet.server.sqlite import FILE, RUNNING, SCHEMA, SQLite, restore
from playsheet.server.storage import Damaged, Lease, Owner

PAGE = 4096
OF_SCHEMA_1 = """
create table games (
    id text primary key, made real not null, head blob not null, dice_key blob not null,
    listed integer not null, clocked integer not null, over integer not null default 0
) without rowid;
create index games_listed on games (listed, over, made);
create index games_clocked on games (clocked, over);
create table secrets (digest blob primary key, game text not null, role text not null, seat integer not null)
    without rowid;
create index secrets_game on secrets (game);
create table ops (
    game text not null, seq integer not null, at real not null, kind text not null,
    seat integer not null, question text not null, text text not null, primary key (game, seq)
) without rowid;
create table chat (
    game text not null, number integer not null, at real not null, role text not null, seat integer not null,
    who text not null, "to" text not null, text text not null, primary key (game, number)
) without rowid;
pragma user_version = 1;
"""

# ---------------------------------------------------------------------- an older schema


def as_before(source: Path, path: Path) -> None:
    """The same games as a Playsheet of the first schema kept them."""
    with closing(sqlite3.connect(path)) as old:
        old.executescript(OF_SCHEMA_1)
        old.execute("attach ? as new", (str(source),))
        columns = "id, made, head, dice_key, listed, clocked, over"
        old.execute(f"insert into games select {columns} from new.games")
        old.execute("insert into ops select game, seq, at, kind, seat, question, text from new.ops")
        for table in ("secrets", "chat"):
            old.execute(f"insert into {table} select * from new.{table}")
        with closing(SQLite(source.parent)) as storage:  # their texts stood in their heads
            for id in storage.games():
                kept = storage.read(id)
                assert kept is not None
                head = msgspec.json.encode(msgspec.structs.replace(kept.head, rules={}))
                old.execute("update games set head = ? where id = ?", (head, id))
        old.commit()


def test_games_of_the_first_schema_are_brought_up_to_date(folder: Path, tmp_path: Path) -> None:
    person, anybody = {"player": "person", "who": "Ann"}, {"player": "open"}
    with Server(folder, Clock(5000.0)) as server:
        waits = server.make(seats=[person, anybody], listed=True, title="Come in")
        taken = server.make(seats=[person, anybody], listed=True)
        server.post(f"/api/games/{taken['game']}/join", {"seat": 1, "who": "Ben"}, "", 201)
        playing, over = server.two(clock={"per_move": 500}), server.two()
        for one in (playing, over):
            with server.seat(one, 0) as ann, server.seat(one, 1) as ben:
                begin(ann, ben)
                play_on([ann, ben], 5)
                if one is over:
                    ann.resign()
        bots = server.make(seats=[{"player": "doctrine"}] * 2)
        shown = server.get("/api/games")
        states = {
            one["game"]: server.get(f"/api/games/{one['game']}", one["seats"][0]["secret"]) for one in (playing, over)
        }
    old = tmp_path / "old"
    old.mkdir()
    as_before(folder / FILE, old / FILE)
    copy = tmp_path / "copy"
    copy.write_bytes((old / FILE).read_bytes())
    for place in (old, tmp_path / "restored"):  # the file itself, and a back-up of it
        if place != old:
            place.mkdir()
            assert restore(copy, place, force=False) == 5
        with Server(place, Clock(5000.0)) as server:
            give_up = time.monotonic() + 30.0
            while not server.get("/api/games")["games"] and time.monotonic() < give_up:
                server.get("/healthz")
            assert server.get("/api/games") == shown
            assert [game["game"] for game in shown["games"]] == [waits["game"]]
            for one in (playing, over):
                state = server.get(f"/api/games/{one['game']}", one["seats"][0]["secret"])
                before = states[one["game"]]
                for key in ("status", "seq", "hash", "log", "questions", "result", "clock"):
                    assert state[key] == before[key], key
        with closing(sqlite3.connect(place / FILE)) as file:
            assert file.execute("pragma user_version").fetchone()[0] == SCHEMA
            begun = {row[0] for row in file.execute("select id from games where begun = 5000.0")}
            assert begun == {playing["game"], over["game"], bots["game"]}
            assert [
                row[0] for row in file.execute("select id from games where ended > 0 and id != ?", (bots["game"],))
            ] == [over["game"]]


# ---------------------------------------------------------------------- damage


def filled(folder: Path) -> dict[str, Any]:
    """Games enough for some pages of each kind."""
    with Server(folder) as server:
        games = [server.two("grand-manoeuvres") for _ in range(4)]
        for game in games[:2]:
            with server.seat(game, 0) as ann, server.seat(game, 1) as ben:
                begin(ann, ben)
                play_on([ann, ben], 25)
        return games[0]


def header(file: bytearray) -> None:
    file[:100] = bytes(100)


def first_page(file: bytearray) -> None:
    file[100:PAGE] = os.urandom(PAGE - 100)


def every_page(file: bytearray) -> None:
    file[PAGE:] = b"\xa5" * (len(file) - PAGE)


def second_half(file: bytearray) -> None:
    del file[len(file) // 2 // PAGE * PAGE :]


def half_a_page(file: bytearray) -> None:
    del file[PAGE + 77 :]


def another_thing(file: bytearray) -> None:
    file[:] = b"nothing of the kind " * 1000


AT_ONCE = [header, first_page, every_page, half_a_page, another_thing]


def spoilt(path: Path, how: Callable[[bytearray], None]) -> None:
    content = bytearray(path.read_bytes())
    how(content)
    path.write_bytes(content)


def is_the_sentence(said: str, path: Path) -> None:
    """One line that names the file and the way on."""
    assert said.count("\n") == 1, said
    assert str(path) in said
    assert "restore FILE --force" in said
    assert "-wal" in said
    assert ".recover" in said
    assert "Traceback" not in said
    assert "fault of the program" not in said


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with games, stopped cleanly."""
    folder = tmp_path_factory.mktemp("sound") / "games"
    filled(folder)
    return folder


@pytest.fixture
def games(sound: Path, tmp_path: Path) -> Path:
    """A copy of it to be spoilt."""
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / FILE).write_bytes((sound / FILE).read_bytes())
    return folder


def is_refused(games: Path, *words: str) -> None:
    found = subprocess.run(
        [*COMMAND, *words, "--data", str(games)], capture_output=True, text=True, check=False, timeout=120
    )
    assert found.returncode == 2, found.stderr
    assert found.stdout == ""
    is_the_sentence(found.stderr, games / FILE)


SERVE = ("serve", "--port", "0")
STARTS = [(how, SERVE) for how in AT_ONCE]
STARTS += [(every_page, ("play", "--no-browser")), (every_page, (*SERVE, "--shared"))]


@pytest.mark.parametrize(("how", "words"), STARTS)
def test_a_server_does_not_start_on_damaged_games(
    games: Path, how: Callable[[bytearray], None], words: tuple[str, ...]
) -> None:
    spoilt(games / FILE, how)
    content = (games / FILE).read_bytes()
    is_refused(games, *words)
    assert (games / FILE).read_bytes()[100:] == content[100:]  # nothing was made worse


@pytest.mark.parametrize("how", [*AT_ONCE, second_half])
def test_damaged_games_are_not_backed_up_and_can_be_replaced(
    sound: Path, games: Path, tmp_path: Path, how: Callable[[bytearray], None], capsys: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "copy"
    assert main(["backup", str(copy), "--data", str(sound)]) == 0
    spoilt(games / FILE, how)
    capsys.readouterr()
    assert main(["backup", str(tmp_path / "bad"), "--data", str(games)]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    is_the_sentence(shown.err, games / FILE)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy", "games"]  # nothing half written
    bad = tmp_path / "bad"
    bad.write_bytes((games / FILE).read_bytes())
    assert main(["restore", str(bad), "--data", str(games), "--force"]) == 2  # nor is a damaged back-up taken
    shown = capsys.readouterr()
    assert shown.err.count("\n") == 1
    assert str(bad) in shown.err
    assert "Traceback" not in shown.err
    assert not list(games.glob("before-restore-*"))
    assert main(["restore", str(copy), "--data", str(games), "--force"]) == 0
    with Server(games) as server:
        assert server.get("/healthz")["status"] == "ok"


def test_games_are_put_aside_with_their_wal_and_never_meet_what_was_put_aside_before(
    sound: Path, games: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "copy"
    assert main(["backup", str(copy), "--data", str(sound)]) == 0
    (games / f"{FILE}-wal").write_bytes(b"the first one's")
    (games / f"{FILE}-shm").write_bytes(b"the first one's")
    assert main(["restore", str(copy), "--data", str(games), "--force"]) == 0
    assert main(["restore", str(copy), "--data", str(games), "--force"]) == 0
    aside = {path.name for path in games.glob("before-restore-*")}
    first = f"before-restore-{FILE}"
    assert aside == {first, f"{first}-wal", f"{first}-shm", f"before-restore-2-{FILE}"}
    assert (games / f"{first}-wal").read_bytes() == b"the first one's"


def test_a_copy_of_the_files_is_whole_with_its_wal(tmp_path: Path) -> None:
    """And not without: that is why every instruction to copy them names it."""
    folder = tmp_path / "games"
    folder.mkdir()
    with closing(SQLite(folder)) as storage:
        made(storage)
        assert written(storage, op(1), op(2)) == [None, None]
        for name, files in (("whole", (FILE, f"{FILE}-wal")), ("bare", (FILE,))):
            (tmp_path / name).mkdir()
            for file in files:
                (tmp_path / name / file).write_bytes((folder / file).read_bytes())
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    assert restore(tmp_path / "whole" / FILE, elsewhere, force=False) == 1
    with closing(SQLite(elsewhere)) as storage:
        assert len(storage.ops("g")) == 2
    assert restore(tmp_path / "bare" / FILE, elsewhere, force=True) == 0


@pytest.mark.parametrize("spoil", [b"", b"\x00" * 5000, b"\xff" * 3])
def test_a_damaged_wal_costs_at_most_what_was_not_yet_in_the_file(games: Path, spoil: bytes) -> None:
    """SQLite takes a WAL as far as its checksums go: the rest is as if it had never been acknowledged."""
    with closing(sqlite3.connect(games / FILE)) as other:
        before = other.execute("select count(*) from ops").fetchone()[0]
        other.execute("pragma journal_mode = wal")
        columns = "game, seq, at, kind, seat, question, text"
        other.execute(f"insert into ops ({columns}) values ('x', 1, 1.0, 'answer', 0, '1.0', 'move')")
        other.commit()
        wal = (games / f"{FILE}-wal").read_bytes()
        content = (games / FILE).read_bytes()
    (games / FILE).write_bytes(content)
    (games / f"{FILE}-wal").write_bytes(wal[: len(wal) // 2] + spoil)
    with closing(SQLite(games)) as storage:
        assert storage.rows("select count(*) from ops")[0][0] in (before, before + 1)
        made(storage)


@pytest.mark.parametrize("words", [("serve",), ("serve", "--shared"), ("restore", "games.backup")])
def test_a_damaged_sign_that_a_server_runs_is_a_sentence_too(games: Path, words: tuple[str, ...]) -> None:
    (games / RUNNING).write_bytes(b"nothing of the kind " * 500)
    found = subprocess.run(
        [*COMMAND, *words, "--data", str(games)], capture_output=True, text=True, check=False, timeout=120
    )
    assert found.returncode == 2, found.stderr
    assert found.stderr.count("\n") == 1
    assert f"{games / RUNNING}: this file, which says only that a server runs, is damaged" in found.stderr
    assert "delete the file; no game is in it." in found.stderr


# ---------------------------------------------------------------------- while it is played


def test_a_page_that_is_damaged_while_the_server_runs_is_refused_and_said_once(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    game = filled(folder)
    with closing(sqlite3.connect(folder / FILE)) as file:
        root = dict(file.execute("select name, rootpage from sqlite_master where type = 'table'"))
    spoilt(
        folder / FILE,
        lambda content: content.__setitem__(slice((root["ops"] - 1) * PAGE, root["ops"] * PAGE), b"\xa5" * PAGE),
    )
    path, secret = f"/api/games/{game['game']}", game["seats"][0]["secret"]
    with caplog.at_level(logging.ERROR), Server(folder) as server:
        for _ in range(3):
            status, code, says = server.refused(path, None, secret, "GET")
            assert (status, code) == (503, "damaged")
            is_the_sentence(f"{says}\n", folder / FILE)
        assert server.hub.storage.damaged == says
        assert server.get("/api/games") == {"games": []}  # what is sound is still served
        server.two()
    said = [record for record in caplog.records if "database is damaged" in record.getMessage()]
    assert len(said) == 1
    assert all(record.exc_info is None for record in caplog.records)


def test_what_cannot_be_written_because_of_damage_is_refused_and_the_writer_lives(tmp_path: Path) -> None:
    with closing(SQLite(tmp_path)) as storage:
        made(storage)
        written(storage, op(1))
        storage.connection.execute("pragma wal_checkpoint(truncate)")
        root = dict(storage.rows("select name, rootpage from sqlite_master where type = 'table'"))
        with (tmp_path / FILE).open("r+b") as file:
            file.seek((root["ops"] - 1) * PAGE)
            file.write(b"\xa5" * PAGE)
        storage.connection.execute("pragma shrink_memory")
        with closing(sqlite3.connect(tmp_path / FILE)) as other:  # whose change makes the writer read its pages again
            other.execute("create table things (x)")
        faults = written(storage, op(2), op(3))
        assert [type(fault) for fault in faults] == [Damaged, Damaged]
        assert storage.full
        waiter = Waiter()
        lease = Lease("another")
        storage.take(lease, Owner("a run", "a server"), waiter)
        assert waiter.wait() is None
        assert lease.fence == 1


def test_a_write_that_python_cannot_put_into_words_does_not_end_the_writer(tmp_path: Path) -> None:
    with closing(SQLite(tmp_path)) as storage:
        made(storage)
        faults = written(storage, op(1, "\ud800"), op(1))
        assert isinstance(faults[0], Refused)
        assert faults[1] is None


def test_a_head_that_is_no_json_is_damage_and_not_a_fault_of_the_program(games: Path) -> None:
    with closing(sqlite3.connect(games / FILE)) as file:
        (id,) = file.execute("select id from games limit 1").fetchone()
        file.execute("update games set head = x'7b00' where id = ?", (id,))
        file.commit()
    with closing(SQLite(games)) as storage, pytest.raises(Damaged, match="database is damaged"):
        storage.read(id)


def test_what_sqlite_recovers_is_a_back_up(games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The other way on that the sentence names."""
    try:
        found = subprocess.run(["sqlite3", str(games / FILE), ".recover"], capture_output=True, check=False)
    except OSError:
        pytest.skip("there is no sqlite3 here")
    if found.returncode:
        pytest.skip("this sqlite3 cannot recover")
    with closing(sqlite3.connect(tmp_path / "recovered")) as file:
        file.executescript(found.stdout.decode())
    assert main(["restore", str(tmp_path / "recovered"), "--data", str(tmp_path / "other"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["games"] == 4
