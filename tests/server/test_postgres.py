"""PostgreSQL as a store: a database that goes away and comes back, answers that are lost, and what a start refuses."""

from __future__ import annotations

import logging
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import harness
import pytest
from cluster import PASSWORD, Cluster
from harness import Server, asked, begin, some_answer
from writes import HEAD, Waiter, made, op, written

from playsheet.cli.main import main
from playsheet.core.errors import Refused
from playsheet.server.postgres import PostgreSQL, numbered
from playsheet.server.sql import Write
from playsheet.server.storage import (
    ChatLine,
    Fenced,
    Full,
    KeptRecord,
    Key,
    Lease,
    Op,
    Owner,
    Quota,
    Standing,
    TooManyGames,
)

ANN = Owner("ann 1", "ann")


@pytest.fixture
def database(cluster: Cluster, tmp_path: Path) -> str:
    return cluster.of_folder(tmp_path)


@pytest.fixture
def storage(database: str) -> Iterator[PostgreSQL]:
    with closing(PostgreSQL(database)) as opened:
        yield opened


def test_marks_become_numbers() -> None:
    assert numbered("select a from b where c = ? and d = ?") == "select a from b where c = $1 and d = $2"
    assert numbered("?1 ?2 ?1") == "$1 $2 $1"
    assert numbered("select 1") == "select 1"


def test_many_writes_share_one_wait(storage: PostgreSQL, monkeypatch: pytest.MonkeyPatch) -> None:
    made(storage)
    commits: list[int] = []
    commit = PostgreSQL.commit

    async def counted(self: PostgreSQL, writes: list[Any]) -> bool:
        commits.append(len(writes))
        return await commit(self, writes)

    monkeypatch.setattr(PostgreSQL, "commit", counted)
    assert set(written(storage, *[op(seq) for seq in range(1, 301)])) == {None}
    assert len(commits) < 150
    assert sum(commits) == 300


def test_the_disk_is_waited_for_whatever_the_databases_default_is(cluster: Cluster, database: str) -> None:
    cluster.sql(f"alter database {database.rpartition('/')[2]} set synchronous_commit = off")
    with closing(PostgreSQL(database)) as storage:
        waiter = Waiter()
        found: list[Any] = []

        async def seen() -> None:
            found.append(await storage.writer.fetchval("show synchronous_commit"))
            waiter(None)

        storage.loop.call_soon_threadsafe(lambda: tasks.append(storage.loop.create_task(seen())))
        tasks: list[Any] = []
        waiter.wait()
    assert found == ["on"]


# ---------------------------------------------------------------------- answers that are lost


class Wire:
    """Between store and database: passes whole packets on, and breaks when it is told to.

    `swallow` packets of the database's are passed on from now; the next one is lost, and both connections with it.
    `deaf` says the same of what the store sends.
    """

    def __init__(self, port: int) -> None:
        self.port = port
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.here: int = self.listener.getsockname()[1]
        self.answers = -1  # packets that are let through, from the database; -1: all
        self.questions = -1  # the same of the store's
        self.cuts = 0
        threading.Thread(target=self.accept, daemon=True).start()

    def close(self) -> None:
        self.listener.close()

    def accept(self) -> None:
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            server = socket.create_connection(("127.0.0.1", self.port))
            for one, other, way in ((client, server, "questions"), (server, client, "answers")):
                threading.Thread(target=self.pass_on, args=(one, other, way), daemon=True).start()

    def pass_on(self, source: socket.socket, to: socket.socket, way: str) -> None:
        with suppress(OSError):
            while data := source.recv(1 << 20):
                left = getattr(self, way)
                if left == 0:
                    setattr(self, way, -1)
                    self.cuts += 1
                    break
                if left > 0:
                    setattr(self, way, left - 1)
                to.sendall(data)
        for one in (source, to):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()


@pytest.fixture
def wire(cluster: Cluster) -> Iterator[Wire]:
    with closing(Wire(cluster.port)) as line:
        yield line


def by_wire(database: str, wire: Wire) -> str:
    before, _, name = database.rpartition("/")
    return f"{before.rpartition(':')[0]}:{wire.here}/{name}"


WRITES: dict[str, Callable[[PostgreSQL, str, Waiter], None]] = {
    "op": lambda store, id, told: store.append(id, op(1), [], [], None, told),
    "op and more": lambda store, id, told: store.append(
        id, op(1), [Key(f"new {id}".encode(), "seat", 1)], [b"a" + id.encode()], Standing(over=True), told
    ),
    "game": lambda store, id, told: store.make(
        f"{id} too", 1.0, HEAD, b"h" * 32, [], told, quota=Quota(of_maker=1), maker=id
    ),
    "chat": lambda store, id, told: store.say(id, ChatLine(0, 3.0, "seat", 0, "Ann", "all", "hello"), told),
    "record": lambda store, id, told: store.put_away(KeptRecord(id, "g", "g.record", 1.0, "seat", "text"), told),
    "deletion": lambda store, id, told: store.delete(id, told),
    "lease": lambda store, id, told: store.take(Lease(id), ANN, told),
}


@pytest.mark.parametrize("what", WRITES)
def test_wherever_the_line_breaks_a_write_is_done_once(cluster: Cluster, database: str, wire: Wire, what: str) -> None:
    """At each message of the transaction, to the database and from it, until it needs no more."""
    found: set[tuple[int, ...]] = set()
    tables = {"ops": "game", "chat": "game", "records": "game", "secrets": "game", "lobby": "game", "games": "id"}
    with closing(PostgreSQL(by_wire(database, wire))) as storage:
        for way in ("questions", "answers"):
            for number in range(40):
                id, cuts = f"{way} {number}", wire.cuts
                made(storage, id)
                setattr(wire, way, number)
                waiter = Waiter()
                WRITES[what](storage, id, waiter)
                assert waiter.wait() is None
                setattr(wire, way, -1)
                counted = [f"(select count(*) from {table} where {key} like ?1)" for table, key in tables.items()]
                found.add(storage.rows(f"select {', '.join(counted)}", f"{id}%")[0])
                if wire.cuts == cuts:
                    break
            assert number > 0
        assert wire.cuts >= 2
    assert len(found) == 1  # the same as when nothing breaks


def test_what_was_committed_before_the_line_broke_is_neither_lost_nor_doubled(
    database: str, wire: Wire, caplog: pytest.LogCaptureFixture
) -> None:
    with closing(PostgreSQL(by_wire(database, wire))) as storage:
        made(storage)
        done = 0
        for cut in range(4):
            wire.answers = cut
            faults = written(storage, *[op(seq, f"move {seq}") for seq in range(done + 1, done + 201)])
            assert set(faults) == {None}
            done += 200
        assert [one.text for one in storage.ops("g")] == [f"move {seq}" for seq in range(1, done + 1)]
        assert isinstance(written(storage, op(1))[0], Refused)  # another's, or an old one: a clash as ever
        assert wire.cuts >= 2
        assert not storage.away
    assert "answers again, after" in caplog.text
    assert PASSWORD not in caplog.text
    assert PASSWORD.replace(" ", "%20") not in caplog.text


def test_a_doubtful_write_whose_key_is_anothers_is_a_clash(database: str, wire: Wire) -> None:
    """The connection breaks before the write comes to the database, and meanwhile another server has written."""
    with (
        closing(PostgreSQL(by_wire(database, wire), shared=True)) as one,
        closing(PostgreSQL(database, shared=True)) as two,
    ):
        made(one)
        locked, waiter = threading.Event(), Waiter()
        attempt = one.attempt

        async def later(connection: Any, writes: list[Any]) -> Exception | None:
            if not locked.is_set():
                wire.questions = 0
                try:
                    return await attempt(connection, writes)
                finally:
                    assert await one.loop.run_in_executor(None, written, two, op(1, "another")) == [None]
                    locked.set()
            return await attempt(connection, writes)

        one.attempt = later  # type: ignore[method-assign]
        one.append("g", op(1, "mine"), [], [], None, waiter)
        assert isinstance(waiter.wait(), Refused)
        assert [found.text for found in two.ops("g")] == ["another"]


# ---------------------------------------------------------------------- a database that goes away


def test_a_table_waits_for_its_database_and_plays_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cluster = Cluster()
    monkeypatch.setattr(harness, "database_of", cluster.of_folder)
    try:
        with Server(tmp_path) as server:
            made = server.two("grand-manoeuvres")
            ann, ben = server.seat(made, 0), server.seat(made, 1)
            begin(ann, ben)
            cluster.stop()
            seat, question = asked(ann, ben)
            sent: list[int] = []

            def answer() -> None:
                message = {"t": "answer", "question": question.number, "text": some_answer(question)}
                sent.append(seat.ask(message)["seq"])

            answering = threading.Thread(target=answer)
            answering.start()
            while server.call("GET", "/healthz")[1]["status"] != "away":
                assert answering.is_alive()
            assert "playsheet_storage_away 1" in server.raw("GET", "/metrics")[2].decode()
            status, said = server.call("POST", "/api/games", "", {"scenario": {"id": "grand-manoeuvres"}})
            assert (status, said["error"]["code"]) == (503, "away")
            assert not sent  # nobody was told anything
            cluster.start()
            answering.join(60)
            assert sent == [seat.state["seq"]]
            while server.call("GET", "/healthz")[0] != 200:
                assert server.thread.is_alive()
            assert "playsheet_storage_away 0" in server.raw("GET", "/metrics")[2].decode()
            state = server.get(f"/api/games/{made['game']}", made["seats"][0]["secret"])
            assert state["seq"] == sent[0]
            ann.close()
            ben.close()
    finally:
        cluster.remove()


# ---------------------------------------------------------------------- what goes wrong in a database that is there


FAILING = """
create function fail() returns trigger language plpgsql as
$$ begin raise exception 'no more' using errcode = '%s', detail = 'a secret row'; end $$;
create trigger fail before insert on ops execute function fail();
"""


def test_a_full_disk_and_damage_are_said_and_nothing_is_lost(cluster: Cluster, database: str) -> None:
    name = database.rpartition("/")[2]
    with closing(PostgreSQL(database)) as storage:
        made(storage)
        cluster.sql(FAILING % "53100", name)
        (fault,) = written(storage, op(1))
        assert isinstance(fault, Full)
        assert str(fault).startswith("the disk is full")
        assert storage.full
        cluster.sql("drop function fail cascade", name)
        assert written(storage, op(1)) == [None]
        assert not storage.full
        cluster.sql(FAILING % "XX001", name)
        (fault,) = written(storage, op(2))
        assert "database is damaged" in str(fault)
        assert "secret row" not in str(fault)
        assert storage.damaged == str(fault)
        assert PASSWORD not in str(fault)


def test_what_no_text_can_hold_is_refused_and_the_others_are_written(storage: PostgreSQL) -> None:
    made(storage)
    faults = written(storage, op(1), op(2, "a\0b"), op(3, "\ud800"), op(4))
    assert [type(fault) for fault in faults] == [type(None), Refused, Refused, type(None)]
    assert [one.seq for one in storage.ops("g")] == [1, 4]


def test_quotas_are_counted_where_games_are_written_by_all_servers_together(database: str) -> None:
    with closing(PostgreSQL(database, shared=True)) as one, closing(PostgreSQL(database, shared=True)) as two:
        waiters = [Waiter() for _ in range(40)]
        for number, waiter in enumerate(waiters):
            store = one if number % 2 else two
            store.make(f"g{number}", 1.0, HEAD, b"k", [], waiter, quota=Quota(games=15))
        faults = [waiter.wait() for waiter in waiters]
        assert [type(fault) for fault in faults if fault is not None] == [TooManyGames] * 25
        assert len(one.games()) == 15


def test_an_owner_that_has_just_lost_a_game_cannot_slip_in(database: str) -> None:
    """Two servers take a game from each other as fast as they can, and both write all the while."""
    with closing(PostgreSQL(database, shared=True)) as one, closing(PostgreSQL(database, shared=True)) as two:
        made(one)
        owners = ((one, Owner("a", "a")), (two, Owner("b", "b")))
        for store, owner in owners:
            waiter = Waiter()
            store.begin(owner, 1.0, -1.0, waiter)  # what it has can be taken at once
            assert waiter.wait() is None
        kept: list[tuple[int, int]] = []  # the fencing number of each op that was acknowledged

        def play(store: PostgreSQL, owner: Owner) -> None:
            while len({fence for _, fence in kept}) < 10:  # which has to come: each takes it in its turn
                lease, waiter = Lease("g"), Waiter()
                store.take(lease, owner, waiter)
                assert waiter.wait() is None
                last = store.ops("g")
                seq = last[-1].seq if last else 0
                for number in range(seq + 1, seq + 4):
                    waiter = Waiter()
                    store.append(
                        "g", Op(number, 1.0, "answer", 0, "", str(lease.fence)), [], [], None, waiter, lease.fence
                    )
                    fault = waiter.wait()
                    assert fault is None or isinstance(fault, Fenced), fault
                    if fault is None:
                        kept.append((number, lease.fence))

        threads = [threading.Thread(target=play, args=one_of) for one_of in owners]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        assert sorted(kept) == [(one_op.seq, int(one_op.text)) for one_op in one.ops("g")]
        fences = [fence for _, fence in sorted(kept)]
        assert fences == sorted(fences)  # an older owner has never written after a newer one


def test_a_server_that_is_stopped_in_a_transaction_keeps_nobody_waiting_for_long(database: str) -> None:
    """Neither for a whole lease: its transaction is ended, and it writes again when it wakes up."""
    with closing(PostgreSQL(database, shared=True)) as asleep, closing(PostgreSQL(database, shared=True)) as awake:
        made(asleep)
        for store, owner in ((asleep, Owner("a", "a")), (awake, Owner("b", "b"))):
            waiter = Waiter()
            store.begin(owner, 1.0, -1.0, waiter)
            assert waiter.wait() is None
        lease, waiter = Lease("g"), Waiter()
        asleep.take(lease, Owner("a", "a"), waiter)
        assert waiter.wait() is None
        woken, stuck = threading.Event(), threading.Event()

        def sleep(rows: list[Any]) -> None:
            stuck.set()
            assert woken.wait(60)

        late = Waiter()
        update = ("update leases set wanted = '' where game = ?", ("g",))
        asleep.put(Write([update], late, found=sleep))
        assert stuck.wait(20)
        taken, waiter = Lease("g"), Waiter()
        awake.take(taken, Owner("b", "b"), waiter)
        assert waiter.wait() is None
        assert taken.fence == 2
        woken.set()
        assert late.wait() is None  # tried again, on a new connection
        stale = Waiter()
        asleep.append("g", op(1), [], [], None, stale, lease.fence)
        assert isinstance(stale.wait(), Fenced)


# ---------------------------------------------------------------------- what a start refuses


def refused(url: str, caplog: pytest.LogCaptureFixture) -> str:
    with caplog.at_level(logging.DEBUG), pytest.raises(Refused) as found:
        PostgreSQL(url)
    said = str(found.value)
    assert "Traceback" not in said
    assert said.endswith((".", "?"))
    for text in (said, caplog.text):
        assert "sesame" not in text
    return said


def test_what_cannot_be_opened_is_said_in_a_sentence(cluster: Cluster, caplog: pytest.LogCaptureFixture) -> None:
    there = cluster.url("postgres")
    with closing(socket.create_server(("127.0.0.1", 0))) as free:
        port = free.getsockname()[1]
    assert "cannot be reached" in refused(f"postgresql://ann:sesame@127.0.0.1:{port}/games", caplog)
    assert "does not let this user in" in refused(there.replace("open%20sesame", "sesame"), caplog)
    assert "does not let this user in" in refused(there.replace(":open%20sesame", ""), caplog)
    assert "createdb nowhere makes it" in refused(there.replace("/postgres", "/nowhere"), caplog)
    assert "cannot be read" in refused(f"{there}?sslmode=sesame", caplog)
    for wrong in ("postgresql://ann:ses/ame@h/n", "postgresql://h:sesame/n"):
        assert refused(wrong, caplog) == "--database: expected an address like postgresql://USER@HOST/NAME."
    for wrong in ("mysql://ann:sesame@h/n", "games", "postgresql://ann:sesame@h", "postgresql://", "://"):
        assert "expected an address like" in refused(wrong, caplog)


def test_another_programs_database_a_newer_one_and_one_in_use_are_refused(
    cluster: Cluster, database: str, caplog: pytest.LogCaptureFixture
) -> None:
    other = cluster.empty()
    cluster.sql("create table things (x int)", other.rpartition("/")[2])
    assert "another program's database" in refused(other, caplog)
    cluster.sql("update playsheet set schema = 99", database.rpartition("/")[2])
    assert "newer Playsheet" in refused(database, caplog)
    latin = cluster.empty().rpartition("/")[2]
    cluster.sql(f"drop database {latin}")
    cluster.sql(f"create database {latin} template template0 encoding latin1 lc_collate 'C' lc_ctype 'C'")
    assert "expected a database in UTF8" in refused(cluster.url(latin), caplog)


def test_a_server_is_by_itself_or_with_others_that_share(database: str) -> None:
    with (
        closing(PostgreSQL(database)) as alone,
        closing(PostgreSQL(database)) as second,
        closing(PostgreSQL(database, shared=True)) as shares,
    ):
        alone.hold()
        for other in (shares, second):
            with pytest.raises(Refused, match="another playsheet has these games open; stop it first"):
                other.hold()
        assert shares.games() == []  # whoever only looks needs not to wait
    with closing(PostgreSQL(database, shared=True)) as one, closing(PostgreSQL(database, shared=True)) as two:
        one.hold()
        two.hold()
        with closing(PostgreSQL(database)) as alone, pytest.raises(Refused, match="stop it first"):
            alone.hold()


def test_a_store_is_made_once_however_many_begin_at_once(cluster: Cluster) -> None:
    url = cluster.empty()
    stores: list[PostgreSQL] = []
    threads = [threading.Thread(target=lambda: stores.append(PostgreSQL(url, shared=True))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert len({store.maker_key for store in stores}) == 1
    assert len(stores) == 4
    for store in stores:
        store.close()


@pytest.mark.parametrize(
    ("words", "environment", "said"),
    [
        (["--database", "postgresql://ann:sesame@h/games"], {}, "expected no password in it"),
        (["--database", "games"], {}, "expected an address like postgresql://USER@HOST/NAME"),
        (["--database", "postgresql://h/games", "--data", "x"], {}, "expected one of them"),
        ([], {"PLAYSHEET_DATABASE": "postgresql://h/g", "PLAYSHEET_DATA": "x"}, "expected one of them"),
        ([], {"PLAYSHEET_DATABASE": "ann:sesame"}, "expected an address like"),
    ],
)
def test_the_command_refuses_what_cannot_be_meant(
    words: list[str],
    environment: dict[str, str],
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert main(["serve", "--port", "0", *words]) == 2
    shown = capsys.readouterr().err
    assert said in shown
    assert "sesame" not in shown
