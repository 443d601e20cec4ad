"""Games in one SQLite file: WAL, synchronous=FULL, one writer thread with group commit.

An op is on disk before anybody is told that it was accepted. While one commit waits for the disk the next ops queue up,
and one commit takes them all: many games share each wait (measured in docs/performance.md).
"""

from __future__ import annotations

import logging
import os
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext, suppress
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Final

import msgspec

from playsheet.core.errors import Refused
from playsheet.server.sql import OP_COLUMNS, Row, SqlStorage, Write
from playsheet.server.storage import Damaged, Fenced, Full

log: Final = logging.getLogger("playsheet.storage")

FILE: Final = "games.sqlite3"
RUNNING: Final = "running.sqlite3"
SCHEMA: Final = 5
MOST_TOGETHER: Final = 500  # writes in one commit
# The first schema; what has changed since stands below, so that every database has come the same way.
TABLES: Final = """
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
"""
# A game of the first schema had begun when every seat that is no bot's had said ready (or the first, of bots alone).
# What the list shows of those that wait is written by whoever can read a scenario: until then it is empty.
FROM_1_TO_2: Final = """
alter table games add column maker blob not null default x'';
alter table games add column begun real not null default 0;
alter table games add column ended real not null default 0;
create table lobby (game text primary key, made real not null, data blob not null) without rowid;
create index lobby_made on lobby (made);
create table records (
    game text primary key, title text not null, file text not null, ended real not null, roles text not null,
    text blob not null
) without rowid;
create table awake (process integer primary key, at real not null);
create table own (name text primary key, value blob not null) without rowid;
insert into own values ('maker key', randomblob(32));
update games set begun = coalesce((select max(at) from ops where game = games.id and kind = 'ready'), made)
where (select count(*) from ops where game = games.id and kind = 'ready') >= max(1, (
    select count(*) from json_each(cast(head as text), '$.seats') where value ->> 'player' in ('person', 'open')
)) or exists (select 1 from ops where game = games.id and kind not in ('join', 'ready'));
update games set ended = coalesce((select max(at) from ops where game = games.id), made) where over = 1;
insert into lobby select id, made, x'' from games where listed = 1 and over = 0 and begun = 0;
drop index games_listed;
create index games_unfinished on games (over, maker);
create index games_begun on games (over, begun, made);
create index games_ended on games (over, ended);
"""
# Bots explain their answers.
FROM_2_TO_3: Final = "alter table ops add column why text not null default '';"
# A game keeps its rules: each text once, which game has which, and what was told with the op that closed it.
FROM_3_TO_4: Final = """
create table texts (digest blob primary key, text blob not null);
create table pins (game text not null, name text not null, digest blob not null, primary key (game, name))
    without rowid;
create index pins_digest on pins (digest);
alter table games add column engine text not null default '';
alter table ops add column told blob not null default x'';
alter table ops add column steps integer not null default 0;
alter table ops add column digest text not null default '';
"""
# A game has one owner. Since when nobody watched over one that has a clock, says when a server was awake last.
FROM_4_TO_5: Final = """
create table owners (
    run text primary key, name text not null, address text not null, until real not null, awake real not null,
    late integer not null
) without rowid;
create table leases (
    game text primary key, run text not null, fence integer not null, since real not null, wanted text not null
) without rowid;
create index leases_run on leases (run);
create index leases_wanted on leases (run) where wanted != '';
insert into leases select id, '', 0, coalesce((select min(at) from awake), 0), '' from games
where clocked = 1 and over = 0;
drop table awake;
"""
MIGRATIONS: Final = {
    0: TABLES,
    1: FROM_1_TO_2,
    2: FROM_2_TO_3,
    3: FROM_3_TO_4,
    4: FROM_4_TO_5,
}  # from which schema to the next

DAMAGE: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT)


class SQLite(SqlStorage):
    """The embedded store: one file beside its WAL."""

    now = "((julianday('now') - 2440587.5) * 86400.0)"

    def __init__(self, folder: Path, *, shared: bool = False) -> None:
        super().__init__()
        self.path: Final = folder / FILE
        self.alone = not shared
        self.write_lock: Final[AbstractContextManager[object]] = WriteLock(folder) if shared else nullcontext()
        self.queue: Final[SimpleQueue[Write | None]] = SimpleQueue()
        self.readers: Final = threading.local()
        self.open_readers: Final[list[tuple[sqlite3.Connection, threading.Lock]]] = []
        self.full = False  # the last write found no room
        self.oldest = 0.0  # when the first of the writes under way came; 0: there are none
        self.damaged = ""
        create_or_migrate(self.path)
        with opening(self.path):
            self.connection: Final = connected(self.path)  # the writer's own
            (key,) = self.connection.execute("select value from own where name = 'maker key'").fetchone()
            self.maker_key = key
        self.writer: Final = threading.Thread(target=self.write, name="playsheet-writer", daemon=True)
        self.writer.start()

    # ------------------------------------------------------------ writing

    def put(self, write: Write) -> None:
        self.queue.put(write)

    def write(self) -> None:
        """The writer thread."""
        with closing(self.connection):
            while True:
                gathered = self.gathered()
                if not gathered:
                    return
                self.oldest = gathered[0].since
                self.commit(self.connection, gathered)
                self.oldest = 0.0

    def gathered(self) -> list[Write]:
        """What is there to be written, at least one; none when the store is closed and all is written."""
        first = self.queue.get()
        if first is None:
            return []
        found = [first]
        while len(found) < MOST_TOGETHER and not self.queue.empty():
            more = self.queue.get()
            if more is None:
                self.queue.put(None)  # first what came before
                break
            found.append(more)
        return found

    def commit(self, connection: sqlite3.Connection, writes: list[Write]) -> None:
        """All in one go; if that fails, each by itself, so that one that cannot be does not hold up the others."""
        with self.write_lock:
            fault = attempt(connection, writes)
        if fault is None or len(writes) == 1:
            said = self.refusal(fault)
            self.full = isinstance(said, Full)
            self.deliver([(write.done, said) for write in writes])
            return
        for write in writes:
            self.commit(connection, [write])

    def refusal(self, fault: Exception | None) -> Exception | None:
        """What went wrong with a write, in a sentence."""
        if fault is None or isinstance(fault, Refused):
            return fault
        if getattr(fault, "sqlite_errorcode", 0) == sqlite3.SQLITE_CONSTRAINT_NOTNULL:
            return Fenced()  # see INSERT_OPS
        if isinstance(fault, sqlite3.IntegrityError):
            return Refused("this has been written down before.")
        if is_damage(fault):
            return self.found_damaged(fault)
        if code_of(fault) == sqlite3.SQLITE_FULL:
            return Full("the disk is full: nothing was changed, and play goes on when there is room again.")
        if isinstance(fault, sqlite3.Error):
            return Full(f"nothing can be written ({fault}): nothing was changed, try again later.")
        return Refused(f"this cannot be written down ({fault}).")  # no text, no number of SQLite's

    def found_damaged(self, fault: Exception) -> Damaged:
        """Remembered, and logged, the first time."""
        if not self.damaged:
            self.damaged = damage(self.path, fault)
            log.error("%s", self.damaged)
        return Damaged(self.damaged)

    # ------------------------------------------------------------ reading

    def reader(self) -> sqlite3.Connection:
        """This thread's own connection."""
        found: sqlite3.Connection | None = getattr(self.readers, "connection", None)
        if found is None:
            found = sqlite3.connect(self.path, isolation_level=None, timeout=30.0, check_same_thread=False)
            found.execute("pragma query_only = on")
            self.readers.connection = found
            self.readers.lock = threading.Lock()
            self.open_readers.append((found, self.readers.lock))
        return found

    def waiting(self) -> float:
        oldest = self.oldest  # the writer takes what there is: nothing older waits in the queue
        return time.monotonic() - oldest if oldest else 0.0

    def rows(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        try:
            reader = self.reader()
            with self.readers.lock:  # the store may be closed in the midst of it
                return reader.execute(sql, values).fetchall()
        except sqlite3.Error as fault:
            if is_damage(fault):
                raise self.found_damaged(fault) from None
            raise Full(f"nothing can be read ({fault}): try again later.") from None

    # ------------------------------------------------------------ keeping

    def back_up(self, path: Path) -> int:
        return back_up(self.path, path)

    def close(self) -> None:
        self.queue.put(None)
        self.writer.join()
        for reader, lock in self.open_readers:
            with lock:
                reader.close()
        self.open_readers.clear()


# All rows in one statement: each statement releases the GIL and has to wait for it again. What was told stands in one
# blob for all of them; each row says where its own begins and how long it is. A row whose fencing number is not the
# game's has no game, and the table takes none without.
FENCE: Final = len(OP_COLUMNS) - 1
PLACED: Final = FENCE + 1
GAME: Final = (
    f"case when value ->> {FENCE} = coalesce((select fence from leases where game = value ->> 0), 0) "
    "then value ->> 0 end"
)
INSERT_OPS: Final = (
    f"insert into ops ({', '.join(OP_COLUMNS)}) select {GAME}, "
    + ", ".join(f"value ->> {column}" for column in range(1, FENCE))
    + f", coalesce(substr(?2, value ->> {PLACED}, value ->> {PLACED + 1}), x'') from json_each(?1)"
)


def placed(writes: list[Write]) -> tuple[str, bytes]:
    """The rows of those writes that have one, and what was told in them."""
    rows: list[Row] = []
    at = 1
    for write in writes:
        if write.row is not None:
            rows.append((*write.row, at, len(write.told)))
            at += len(write.told)
    return msgspec.json.encode(rows).decode(), b"".join([write.told for write in writes])


def attempt(connection: sqlite3.Connection, writes: list[Write]) -> Exception | None:
    """Commit them together; the fault, if there was one, and then nothing is changed. The writer outlives them all."""
    try:
        rows = placed(writes)
        if all(write.row is not None for write in writes):
            connection.execute(INSERT_OPS, rows)  # a transaction by itself
            return None
        connection.execute("begin immediate")
        for write in writes:
            for check in write.checks:
                (number,) = connection.execute(*check.statement).fetchone()
                check.refuse(number)
            last: list[tuple[Any, ...]] = []
            for sql, values in write.statements:
                last = connection.execute(sql, values).fetchall()
            if write.found is not None:
                write.found(last)
        connection.execute(INSERT_OPS, rows)
        connection.execute("commit")
        return None
    except (sqlite3.Error, Refused, ValueError, OverflowError) as fault:
        if connection.in_transaction:
            with suppress(sqlite3.Error):
                connection.execute("rollback")
        return fault


def code_of(fault: Exception) -> int:
    """SQLite's own, without its finer distinctions; 0 where it is not SQLite's."""
    found: int = getattr(fault, "sqlite_errorcode", 0) & 0xFF
    return found


def is_damage(fault: Exception) -> bool:
    """Of all that may go wrong, what will not be better the next time."""
    return code_of(fault) in DAMAGE or "Could not decode to UTF-8" in str(fault)


def damage(path: Path, fault: Exception) -> str:
    """What is wrong, and the way on."""
    return (
        f"{path}: the games' database is damaged ({fault}): playsheet restore FILE --force puts a back-up in its place "
        f"and this one aside, with its -wal and -shm; sqlite3 {path.name} .recover saves what can still be read."
    )


# ---------------------------------------------------------------------- the file


def connected(path: Path) -> sqlite3.Connection:
    """A connection for the writer: what it has committed is on the disk."""
    connection = sqlite3.connect(path, isolation_level=None, timeout=30.0, check_same_thread=False)
    connection.execute("pragma journal_mode = wal")
    connection.execute("pragma synchronous = full")
    connection.execute("pragma fullfsync = on")
    connection.execute("pragma checkpoint_fullfsync = on")
    connection.execute("pragma foreign_keys = on")
    return connection


@contextmanager
def opening(path: Path) -> Iterator[None]:
    """Whatever may be wrong with the games' file, in a sentence."""
    try:
        yield
    except (sqlite3.Error, OSError) as fault:
        raise Refused(damage(path, fault) if is_damage(fault) else f"{path}: it cannot be opened ({fault}).") from None


def create_or_migrate(path: Path) -> None:
    """The file with its tables, created or migrated if need be; one that is something else is refused."""
    with opening(path):
        if not path.exists():
            os.close(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600))
        with closing(connected(path)) as connection:
            version: int = connection.execute("pragma user_version").fetchone()[0]
            if version > SCHEMA:
                raise Refused(f"{path}: these games were kept by a newer Playsheet, which it takes to open them.")
            if version == 0 and connection.execute("select count(*) from sqlite_master").fetchone()[0]:
                raise Refused(f"{path}: this is another program's database, expected Playsheet's.")
            for known in range(version, SCHEMA):
                changes = f"begin immediate; {MIGRATIONS[known]} pragma user_version = {known + 1}; commit;"
                connection.executescript(changes)
            for table in (
                "games",
                "lobby",
                "records",
                "owners",
                "leases",
                "own",
            ):  # all that a server looks through as it starts
                connection.execute(f"select count(*) from {table}").fetchone()


def check_current(folder: Path) -> None:
    """Are there games, in the form of this program? Nothing is changed: another program may be serving them."""
    path = folder / FILE
    if not path.is_file():
        raise Refused(f"{folder}: there are no games here; --data names the folder of a server.")
    with opening(path), closing(sqlite3.connect(path, timeout=30.0)) as games:
        version: int = games.execute("pragma user_version").fetchone()[0]
    if version > SCHEMA:
        raise Refused(f"{path}: these games were kept by a newer Playsheet, which it takes to open them.")
    if version < SCHEMA:
        raise Refused(f"{path}: these games were kept by an older Playsheet: serve them once with this one first.")


@contextmanager
def replaced_atomically(path: Path, what: str) -> Iterator[Path]:
    """A file that takes the place of `path` when it is whole: until then it lies beside it, for nobody else to read."""
    part = path.with_name(f".{path.name}.part")
    try:
        part.unlink(missing_ok=True)
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        yield part
        os.replace(part, path)
    except (sqlite3.Error, OSError) as fault:
        raise Refused(f"{what} ({fault}).") from None
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def fsync(path: Path) -> None:
    with path.open("rb") as stream:
        os.fsync(stream.fileno())


def back_up(source: Path, path: Path) -> int:
    """A copy of all games as one file, while they are played; how many games there are."""
    if not source.is_file():
        raise Refused(f"{source.parent}: there are no games here to be backed up.")
    with replaced_atomically(path, f"{path}: the back-up cannot be written") as part:
        try:
            with closing(sqlite3.connect(source, timeout=30.0)) as games, closing(sqlite3.connect(part)) as copy:
                games.backup(copy)
                copy.execute("pragma journal_mode = delete")
                count = checked(copy, source)
        except sqlite3.Error as fault:
            if is_damage(fault):  # pages are copied as they are: it is not the copy that is to blame
                raise Refused(damage(source, fault)) from None
            raise
        fsync(part)
    return count


def restore(path: Path, folder: Path, *, force: bool) -> int:
    """Put a back-up in the place of the games; how many games there are. Games that were there are kept aside."""
    place = folder / FILE
    if not path.is_file():
        raise Refused(f"{path}: there is no such file, expected a back-up.")
    if place.exists() and not force:
        raise Refused(f"{place}: there are games here already; --force puts them aside.")
    with replaced_atomically(place, f"{path}: the back-up cannot be restored") as part:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as copy:
            try:
                count = checked(copy, path)
            except Unsound as fault:
                raise Refused(f"{path}: the back-up is damaged ({fault}).") from None
            with closing(sqlite3.connect(part)) as games:
                copy.backup(games)
        fsync(part)
        aside = free_name(place)
        for kind in ("-wal", "-shm", ""):  # the games themselves last: a WAL must never meet another file
            old = place.with_name(FILE + kind)
            if old.exists():
                os.replace(old, aside.with_name(aside.name + kind))
    return count


def free_name(place: Path) -> Path:
    """Where games can be put aside without meeting any that were put aside before, nor a WAL of theirs."""
    number = 1
    while True:
        name = place.with_name(f"before-restore-{f'{number}-' if number > 1 else ''}{place.name}")
        if not any(name.with_name(name.name + kind).exists() for kind in ("", "-wal", "-shm")):
            return name
        number += 1


class WriteLock:
    """A lock for the process that writes, where several do: the next one is woken, instead of polling."""

    def __init__(self, folder: Path) -> None:
        self.file: Final = os.open(folder / "writing.lock", os.O_CREAT | os.O_RDWR, 0o600)

    def __enter__(self) -> None:
        import fcntl  # not on every system; neither are several processes

        fcntl.flock(self.file, fcntl.LOCK_EX)  # released by the system when the process ends, however it ends

    def __exit__(self, *_: object) -> None:
        import fcntl

        fcntl.flock(self.file, fcntl.LOCK_UN)


class FolderLock:
    """A lock on the data folder while a server has it: alone, or as one of several that share it."""

    def __init__(self, folder: Path, *, shared: bool = False, patience: float = 2.0) -> None:
        self.connection: Final = sqlite3.connect(folder / RUNNING, isolation_level=None, timeout=patience)
        try:
            if shared:
                self.connection.execute("begin")
                self.connection.execute("select count(*) from sqlite_master").fetchone()
            else:
                self.connection.execute("begin exclusive")  # released by the system when the process ends, however
        except sqlite3.DatabaseError as fault:
            self.connection.close()
            raise Refused(held(folder, fault)) from None

    def release(self) -> None:
        self.connection.close()


def held(folder: Path, fault: sqlite3.DatabaseError) -> str:
    """Why a folder cannot be had."""
    if is_damage(fault):
        return (
            f"{folder / RUNNING}: this file, which says only that a server runs, is damaged ({fault}): "
            "stop every playsheet that uses the folder, then delete the file; no game is in it."
        )
    return f"{folder}: another playsheet has these games open; stop it first, or use another --data."


class Unsound(sqlite3.DatabaseError):
    """What SQLite finds wrong when it is asked to look."""

    sqlite_errorcode = sqlite3.SQLITE_CORRUPT


def checked(copy: sqlite3.Connection, path: Path) -> int:
    """Is it a sound copy of games? How many there are."""
    if not 1 <= copy.execute("pragma user_version").fetchone()[0] <= SCHEMA:
        raise Refused(f"{path}: this is no back-up of this version of Playsheet.")
    found = str(copy.execute("pragma quick_check(1)").fetchone()[0])
    if found != "ok":
        raise Unsound(" ".join(found.split()))
    kept = copy.execute("select name from sqlite_master where name in ('games', 'records')").fetchall()
    return sum(int(copy.execute(f"select count(*) from {table}").fetchone()[0]) for (table,) in kept)
