"""Games that are never lost: on disk before anybody is told, opened again as they were, backed up and restored."""

import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pytest
from harness import Server, asked, begin, caught_up, play_on, some_answer, until
from writes import Waiter, made, op, written

from playsheet.core.errors import Refused
from playsheet.server.sql import Write
from playsheet.server.sqlite import FILE, FolderLock, SQLite, back_up, restore
from playsheet.server.storage import Full


@pytest.fixture
def storage(tmp_path: Path):
    with closing(SQLite(tmp_path)) as opened:
        yield opened


def test_the_disk_is_waited_for(storage: SQLite) -> None:
    """WAL and synchronous=FULL on the connection that writes: what is acknowledged survives a power cut."""
    waiter = Waiter()
    seen: list[object] = []

    class Looking(Write):
        pass

    def look(connection: sqlite3.Connection, writes: list[Write]) -> None:
        seen.append(connection.execute("pragma journal_mode").fetchone()[0])
        seen.append(connection.execute("pragma synchronous").fetchone()[0])
        waiter(None)

    storage.commit = look  # type: ignore[method-assign]
    storage.queue.put(Looking([], waiter))
    waiter.wait()
    assert seen == ["wal", 2]


def test_many_writes_share_one_wait(storage: SQLite, monkeypatch: pytest.MonkeyPatch) -> None:
    made(storage)
    commits: list[int] = []
    commit = SQLite.commit

    def counted(self: SQLite, connection: sqlite3.Connection, writes: list[Write]) -> None:
        commits.append(len(writes))
        commit(self, connection, writes)

    monkeypatch.setattr(SQLite, "commit", counted)
    assert set(written(storage, *[op(seq) for seq in range(1, 301)])) == {None}
    assert len(commits) < 150
    assert sum(commits) == 300


def test_another_programs_file_and_a_newer_one_are_refused(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / FILE)) as other:
        other.execute("create table things (x)")
    with pytest.raises(Refused, match="another program's database"):
        SQLite(tmp_path)
    newer = tmp_path / "newer"
    newer.mkdir()
    with closing(sqlite3.connect(newer / FILE)) as other:
        other.execute("pragma user_version = 99")
    with pytest.raises(Refused, match="newer Playsheet"):
        SQLite(newer)
    broken = tmp_path / "broken"
    broken.mkdir()
    (broken / FILE).write_bytes(b"nothing of the kind" * 100)
    with pytest.raises(Refused, match="the games' database is damaged"):
        SQLite(broken)


def test_one_server_at_a_time(tmp_path: Path) -> None:
    first = FolderLock(tmp_path)
    with pytest.raises(Refused, match="another playsheet has these games open"):
        FolderLock(tmp_path)
    first.release()
    FolderLock(tmp_path).release()


# ---------------------------------------------------------------------- the disk full


def pages(server: Server, most: str) -> None:
    """Let the games' file grow no more (or again): what SQLite then says is what it says of a full disk."""
    waiter = Waiter()
    storage = server.hub.storage
    assert isinstance(storage, SQLite)
    storage.queue.put(Write([(f"pragma max_page_count = {most}", ())], waiter))
    assert waiter.wait() is None


def test_a_full_disk_refuses_loses_nothing_and_play_goes_on_when_there_is_room(folder: Path) -> None:
    with Server(folder) as server:
        made = server.two("grand-manoeuvres")  # a small battle may be over before the last page is full
        ann, ben = server.seat(made, 0), server.seat(made, 1)
        begin(ann, ben)
        play_on([ann, ben], 5)
        with closing(sqlite3.connect(folder / FILE)) as file:
            pages(server, str(file.execute("pragma page_count").fetchone()[0]))
        accepted = ann.state["seq"]
        refusal = ""
        for _ in range(400):
            seat, question = asked(ann, ben)
            try:
                seat.answer(question, some_answer(question))
                accepted += 1
            except Refused as fault:
                refusal = str(fault)
                break
        assert refusal == "the disk is full: nothing was changed, and play goes on when there is room again."
        status, health = server.call("GET", "/healthz")
        assert (status, health["status"]) == (503, "full")
        for _ in range(50):  # some pages that are there already may have room
            status, said = server.call("POST", "/api/games", "", {"scenario": {"id": "grand-manoeuvres"}})
            if status != 201:
                break
        assert (status, said["error"]["code"]) == (503, "full")
        state = server.get(f"/api/games/{made['game']}", seat.link.secret)
        assert state["seq"] == accepted
        assert state["questions"][0]["number"] == question.number
        with pytest.raises(Refused, match="the disk is full"):
            seat.answer(question, some_answer(question))
        pages(server, "1000000")
        seat.answer(question, some_answer(question))
        caught_up(ann, ben)
        assert ann.state["seq"] == accepted + 1
        assert ann.sound
        assert ben.sound
        assert ann.hash == ben.hash
        play_on([ann, ben], 20)
        assert server.call("GET", "/healthz")[0] == 200
        ann.close()
        ben.close()


def test_a_disk_that_is_really_full(tmp_path: Path) -> None:
    """On a small file system of its own, where one may be mounted."""
    small = tmp_path / "small"
    small.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(small)]
    try:
        if subprocess.run(mount, capture_output=True, check=False).returncode:
            pytest.skip("no file system may be mounted here")
    except OSError:
        pytest.skip("there is no mount here")
    try:
        with closing(SQLite(small)) as storage:
            made(storage)
            ballast = small / "ballast"
            seq = 0
            with pytest.raises(OSError, match="space"):
                ballast.write_bytes(b"x" * (2 << 20))
            fault = None
            while fault is None:
                fault = written(storage, op(seq + 1, "x" * 2000))[0]
                seq += fault is None
            assert isinstance(fault, Full)
            assert len(storage.ops("g")) == seq
            ballast.unlink()
            assert written(storage, op(seq + 1)) == [None]
            assert len(storage.ops("g")) == seq + 1
    finally:
        subprocess.run(["umount", str(small)], check=True)


# ---------------------------------------------------------------------- back-up


def test_a_back_up_is_taken_while_games_are_played_and_restored_elsewhere(folder: Path, tmp_path: Path) -> None:
    copy = tmp_path / "games.backup"
    with Server(folder) as server:
        made = server.two()
        ann, ben = server.seat(made, 0), server.seat(made, 1)
        begin(ann, ben)
        play_on([ann, ben], 20)
        known = (ann.state["seq"], ann.hash)
        assert back_up(folder / FILE, copy) == 1
        play_on([ann, ben], 5)
        ann.close()
        ben.close()
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    assert restore(copy, elsewhere, force=False) == 1
    with Server(elsewhere) as server:
        state = server.get(f"/api/games/{made['game']}", made["seats"][0]["secret"])
        assert (state["seq"], state["hash"]) == known
    with pytest.raises(Refused, match="--force puts them aside"):
        restore(copy, elsewhere, force=False)
    assert restore(copy, elsewhere, force=True) == 1
    assert (elsewhere / f"before-restore-{FILE}").is_file()
    for text, said in [(b"", "no back-up"), (b"x" * 5000, "cannot be restored")]:
        copy.write_bytes(text)
        with pytest.raises(Refused, match=said):
            restore(copy, elsewhere, force=True)
    with pytest.raises(Refused, match="there is no such file"):
        restore(tmp_path / "nothing", elsewhere, force=True)
    with pytest.raises(Refused, match="no games here"):
        back_up(tmp_path / "nowhere" / FILE, copy)
    with Server(elsewhere) as server:  # none of that has hurt the games that were there
        assert server.get(f"/api/games/{made['game']}", made["seats"][0]["secret"])["seq"] == known[0]


def test_until_is_about_messages_not_time(server: Server) -> None:
    """The harness itself: it fails, and does not hang, when something never comes."""
    made = server.two()
    with server.seat(made) as ann, pytest.raises(AssertionError, match="never came"):
        until(ann, lambda seat: seat.over, 0.05)
