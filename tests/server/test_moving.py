"""Games of a folder are moved into a database: all of them as they are, or nothing."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import harness
import pytest
from cluster import PASSWORD, Cluster
from harness import Server, begin, play_on, rows_in

from playsheet.cli.main import main
from playsheet.core.errors import Refused
from playsheet.server import moving
from playsheet.server.housekeeping import Housekeeping
from playsheet.server.moving import TABLES, move
from playsheet.server.postgres import PostgreSQL
from playsheet.server.sqlite import FILE, FolderLock, SQLite


def nothing(table: str, rows: int) -> None:
    """Nobody watches."""


@pytest.fixture
def played(folder: Path) -> tuple[Path, dict[str, Any], dict[str, Any]]:
    """A folder with a game under way, one that waits, and one that was put away; and how the first one stands."""
    clock = harness.Clock()
    with Server(folder, clock, finished=86_400.0) as server:
        gone = server.two()
        with server.seat(gone, 0) as ann, server.seat(gone, 1) as ben:
            begin(ann, ben)
            ann.resign()
        clock.now += 2 * 86_400.0
        server.do(Housekeeping(server.hub).tidy())
        made = server.two()
        server.make(seats=[{"player": "person"}, {"player": "open"}], listed=True)
        with server.seat(made, 0) as ann, server.seat(made, 1) as ben:
            begin(ann, ben)
            play_on([ann, ben], 30)
            ann.say("d\u00e9j\u00e0 vu")
        state = server.get(f"/api/games/{made['game']}", made["seats"][0]["secret"])
    return folder, made, state


def test_all_is_there_and_goes_on(
    played: tuple[Path, dict[str, Any], dict[str, Any]],
    cluster: Cluster,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    folder, made, before = played
    here = {table: rows_in(folder, f"select count(*) from {table}")[0][0] for table in TABLES}
    assert here["games"] == 2
    assert here["records"] == 1
    url = cluster.empty()
    monkeypatch.setenv("PGPASSWORD", PASSWORD)
    shown = url.replace(f":{PASSWORD.replace(' ', '%20')}", "")
    assert main(["games", "move", "--to", shown, "--data", str(folder)]) == 0
    assert capsys.readouterr().out.startswith(f"3 games moved to {shown.replace(f':{cluster.port}', '')}"[:16])
    monkeypatch.setattr(harness, "database_of", {folder: url}.__getitem__)
    assert {table: rows_in(folder, f"select count(*) from {table}")[0][0] for table in TABLES} == here
    with Server(folder, harness.Clock()) as server:
        after = server.get(f"/api/games/{made['game']}", made["seats"][0]["secret"])
        for one in (before, after):
            for seat in one["seats"]:
                seat["here"] = False
        assert after["hash"] == before["hash"]
        assert (after["seq"], after["view"], after["log"]) == (before["seq"], before["view"], before["log"])
        for seat in made["seats"]:
            seat["link"] = server.url + "/#" + seat["link"].split("/#")[1]
        with server.seat(made, 0) as ann, server.seat(made, 1) as ben:
            play_on([ann, ben], 5)
            assert ann.state["seq"] == before["seq"] + 5
    with pytest.raises(Refused, match="there are games here already"):
        move(folder, url, nothing)


def test_no_table_is_forgotten(cluster: Cluster, tmp_path: Path) -> None:
    with closing(SQLite(tmp_path)):
        pass
    with closing(sqlite3.connect(tmp_path / FILE)) as file:
        assert {row[0] for row in file.execute("select name from sqlite_master where type = 'table'")} == set(TABLES)
    url = cluster.empty()
    with closing(PostgreSQL(url)):
        found = cluster.sql("select tablename from pg_tables where schemaname = 'public'", url.rpartition("/")[2])
    assert set(found.split()) == {*TABLES, "playsheet"}


def test_what_does_not_arrive_as_it_was_is_not_moved_at_all(
    played: tuple[Path, dict[str, Any], dict[str, Any]], cluster: Cluster
) -> None:
    folder, made, _ = played
    url = cluster.empty()
    name = url.rpartition("/")[2]
    PostgreSQL(url).close()
    cluster.sql(
        "create function other() returns trigger language plpgsql as $$ begin new.text := new.text || '!'; "
        "return new; end $$; create trigger other before insert on chat execute function other()".replace(
            "on chat execute", "on chat for each row execute"
        ),
        name,
    )
    with pytest.raises(Refused, match="nothing was moved: chat is not there as it was here"):
        move(folder, url, nothing)
    assert cluster.sql("select count(*) from games", name).strip() == "0"
    cluster.sql("drop function other cascade", name)
    with closing(sqlite3.connect(folder / FILE)) as file, file:
        file.execute("update chat set who = 'a' || char(0) || 'b' where game = ?", (made["game"],))
    with pytest.raises(Refused, match="nothing was moved"):
        move(folder, url, nothing)
    assert cluster.sql("select count(*) from texts", name).strip() == "0"


def test_neither_side_may_be_at_work(
    cluster: Cluster, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = cluster.empty()
    with pytest.raises(Refused, match="there are no games here to be moved"):
        move(folder, url, nothing)
    folder.mkdir()
    SQLite(folder).close()
    lock = FolderLock(folder)
    with pytest.raises(Refused, match="another playsheet has these games open"):
        move(folder, url, nothing)
    lock.release()
    with closing(PostgreSQL(url, shared=True)) as held:
        held.hold()
        with pytest.raises(Refused, match="another playsheet has this database open"):
            move(folder, url, nothing)
    cluster.sql("insert into owners values ('r', 'n', '', 0, 0, 0)", url.rpartition("/")[2])  # one that was there
    assert move(folder, url, nothing)["games"] == 0
    assert main(["games", "move", "--to", "postgresql://ann:sesame@h/n", "--data", str(folder)]) == 2


def test_rows_are_not_gathered_in_memory(cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is read is sent before much more is read."""
    SQLite(tmp_path).close()
    with closing(sqlite3.connect(tmp_path / FILE)) as file, file:
        file.executemany(
            "insert into ops (game, seq, at, kind, seat, question, text, told) values ('g', ?, 1, 'x', 0, '', '', ?)",
            [(seq, bytes(4000)) for seq in range(1, 5001)],
        )
    import tracemalloc

    url = cluster.empty()
    PostgreSQL(url).close()
    tracemalloc.start()
    try:
        rows = move(tmp_path, url, nothing)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert rows["ops"] == 5000
    assert peak < 8 << 20  # of 20 MB
    assert moving.AT_ONCE < 5000
