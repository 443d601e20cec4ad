"""Games in one SQLite file: WAL, synchronous=FULL, one writer thread that commits what has gathered in one go.

An op is on disk before anybody is told that it was accepted. While one commit waits for the disk the next ops gather,
so that many games share each wait (measured in docs/performance.md).
"""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext, suppress
from pathlib import Path
from queue import SimpleQueue
from typing import Final

import msgspec

from playsheet.core.errors import Refused
from playsheet.server.storage import Done, Full, Head, Kept, Key, Listed, Op, Opens, Said, Storage

FILE: Final = "games.sqlite3"
RUNNING: Final = "running.sqlite3"
SCHEMA: Final = 1
MOST_TOGETHER: Final = 500  # writes in one commit
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

Statement = tuple[str, tuple[object, ...]]
Row = tuple[object, ...]
heads: Final = msgspec.json.Decoder(Head)


class Write:
    """Statements that belong together, and who wants to know. One that only adds an op gives its row instead."""

    def __init__(self, statements: list[Statement], done: Done, row: Row | None = None) -> None:
        self.statements: Final = statements
        self.done: Final = done
        self.row: Final = row


class SQLite(Storage):
    """The embedded store: one file beside its WAL."""

    def __init__(self, folder: Path, shared: bool = False) -> None:
        super().__init__()
        self.path: Final = folder / FILE
        self.turn: Final[AbstractContextManager[object]] = Turn(folder) if shared else nullcontext()
        self.queue: Final[SimpleQueue[Write | None]] = SimpleQueue()
        self.readers: Final = threading.local()
        self.open_readers: Final[list[sqlite3.Connection]] = []
        self.full = False  # the last write found no room
        with_tables(self.path)
        self.writer: Final = threading.Thread(target=self.write, name="playsheet-writer", daemon=True)
        self.writer.start()

    # ------------------------------------------------------------ writing

    def make(self, id: str, made: float, head: Head, key: bytes, keys: list[Key], done: Done) -> None:
        row = (id, made, msgspec.json.encode(head), key, int(head.listed), int(head.per_move > 0.0))
        statements: list[Statement] = [
            ("insert into games (id, made, head, dice_key, listed, clocked) values (?, ?, ?, ?, ?, ?)", row)
        ]
        statements.extend(new_keys(id, keys))
        self.queue.put(Write(statements, done))

    def append(self, id: str, op: Op, keys: list[Key], spent: list[bytes], over: bool, done: Done) -> None:
        row = (id, op.seq, op.at, op.kind, op.seat, op.question, op.text)
        if not keys and not spent and not over:
            self.queue.put(Write([], done, row))
            return
        statements: list[Statement] = [(INSERT_OP, row), *new_keys(id, keys)]
        for digest in spent:
            statements.append(("delete from secrets where digest = ?", (digest,)))
        if over:
            statements.append(("update games set over = 1 where id = ?", (id,)))
        self.queue.put(Write(statements, done))

    def say(self, id: str, said: Said, done: Done) -> None:
        row = (id, said.number, said.at, said.role, said.seat, said.who, said.to, said.text)
        self.queue.put(Write([("insert into chat values (?, ?, ?, ?, ?, ?, ?, ?)", row)], done))

    def write(self) -> None:
        """The writer's whole life."""
        connection = connected(self.path)
        try:
            while True:
                gathered = self.gathered()
                if not gathered:
                    return
                self.commit(connection, gathered)
        finally:
            connection.close()

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
        with self.turn:
            fault = attempt(connection, writes)
        if fault is None or len(writes) == 1:
            self.full = is_full(fault)
            said = refusal(fault)
            self.deliver([(write.done, said) for write in writes])
            return
        for write in writes:
            self.commit(connection, [write])

    # ------------------------------------------------------------ reading

    def reader(self) -> sqlite3.Connection:
        """This thread's own connection."""
        found: sqlite3.Connection | None = getattr(self.readers, "connection", None)
        if found is None:
            found = sqlite3.connect(self.path, isolation_level=None, timeout=30.0, check_same_thread=False)
            found.execute("pragma query_only = on")
            self.readers.connection = found
            self.open_readers.append(found)
        return found

    def read(self, id: str) -> Kept | None:
        reader = self.reader()
        row = reader.execute("select made, head, dice_key from games where id = ?", (id,)).fetchone()
        if row is None:
            return None
        found = reader.execute("select digest, role, seat from secrets where game = ? order by digest", (id,))
        keys = [Key(*one) for one in found]
        return Kept(id, row[0], heads.decode(row[1]), row[2], keys, self.ops(id))

    def key(self, digest: bytes) -> Opens | None:
        row = self.reader().execute("select game, role, seat from secrets where digest = ?", (digest,)).fetchone()
        return None if row is None else Opens(*row)

    def is_listed(self, id: str) -> bool:
        row = self.reader().execute("select listed from games where id = ?", (id,)).fetchone()
        return row is not None and bool(row[0])

    def ops(self, id: str, since: int = 0) -> list[Op]:
        rows = self.reader().execute(
            "select seq, at, kind, seat, question, text from ops where game = ? and seq > ? order by seq", (id, since)
        )
        return [Op(*row) for row in rows]

    def chat(self, id: str, most: int) -> list[Said]:
        rows = self.reader().execute(
            'select number, at, role, seat, who, "to", text from chat where game = ? order by number desc limit ?',
            (id, most),
        )
        return [Said(*row) for row in rows][::-1]

    def listed(self, most: int) -> list[Listed]:
        rows = self.reader().execute(
            "select id, head from games where listed = 1 and over = 0 order by made desc limit ?", (most,)
        )
        return [Listed(id, heads.decode(head)) for id, head in rows]

    def clocked(self) -> list[str]:
        return [row[0] for row in self.reader().execute("select id from games where clocked = 1 and over = 0")]

    # ------------------------------------------------------------ keeping

    def back_up(self, path: Path) -> int:
        return back_up(self.path, path)

    def close(self) -> None:
        self.queue.put(None)
        self.writer.join()
        for reader in self.open_readers:
            reader.close()
        self.open_readers.clear()


INSERT_OP: Final = "insert into ops (game, seq, at, kind, seat, question, text) values (?, ?, ?, ?, ?, ?, ?)"


def new_keys(id: str, keys: list[Key]) -> list[Statement]:
    return [("insert into secrets values (?, ?, ?, ?)", (key.digest, id, key.role, key.seat)) for key in keys]


# All rows in one statement: each statement lets go of the interpreter and has to wait for it again.
INSERT_OPS: Final = (
    "insert into ops (game, seq, at, kind, seat, question, text) select "
    + ", ".join(f"value ->> {column}" for column in range(7))
    + " from json_each(?)"
)


def attempt(connection: sqlite3.Connection, writes: list[Write]) -> sqlite3.Error | None:
    """Commit them together; the fault, if there was one, and then nothing is changed."""
    rows = [write.row for write in writes if write.row is not None]
    text = msgspec.json.encode(rows).decode()
    try:
        if len(rows) == len(writes):
            connection.execute(INSERT_OPS, (text,))  # a transaction by itself
            return None
        connection.execute("begin immediate")
        for write in writes:
            for sql, values in write.statements:
                connection.execute(sql, values)
        connection.execute(INSERT_OPS, (text,))
        connection.execute("commit")
        return None
    except sqlite3.Error as fault:
        if connection.in_transaction:
            with suppress(sqlite3.Error):
                connection.execute("rollback")
        return fault


def is_full(fault: sqlite3.Error | None) -> bool:
    return isinstance(fault, sqlite3.OperationalError)


def refusal(fault: sqlite3.Error | None) -> Exception | None:
    """What went wrong, in a sentence."""
    if fault is None:
        return None
    if isinstance(fault, sqlite3.IntegrityError):
        return Refused("this has been written down before.")
    if getattr(fault, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_FULL:
        return Full("the disk is full: nothing was changed, and play goes on when there is room again.")
    return Full(f"nothing can be written ({fault}): nothing was changed, try again later.")


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


def with_tables(path: Path) -> None:
    """The file with its tables, made if it is not there; one that is something else is refused."""
    try:
        if not path.exists():
            os.close(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600))
        with closing(connected(path)) as connection:
            version = connection.execute("pragma user_version").fetchone()[0]
            if version > SCHEMA:
                raise Refused(f"{path}: these games were kept by a newer Playsheet, which it takes to open them.")
            if version == 0:
                if connection.execute("select count(*) from sqlite_master").fetchone()[0]:
                    raise Refused(f"{path}: this is another program's database, expected Playsheet's.")
                connection.executescript(f"begin; {TABLES} pragma user_version = {SCHEMA}; commit;")
    except (sqlite3.Error, OSError) as fault:
        raise Refused(f"{path}: the games cannot be opened ({fault}).") from None


@contextmanager
def beside(path: Path, what: str) -> Iterator[Path]:
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


def on_disk(path: Path) -> None:
    with path.open("rb") as stream:
        os.fsync(stream.fileno())


def back_up(source: Path, path: Path) -> int:
    """A copy of all games as one file, while they are played; how many games there are."""
    if not source.is_file():
        raise Refused(f"{source.parent}: there are no games here to be backed up.")
    with beside(path, f"{path}: the back-up cannot be written") as part:
        with closing(sqlite3.connect(source, timeout=30.0)) as games, closing(sqlite3.connect(part)) as copy:
            games.backup(copy)
            copy.execute("pragma journal_mode = delete")
            count = checked(copy, path)
        on_disk(part)
    return count


def restore(path: Path, folder: Path, force: bool) -> int:
    """Put a back-up in the place of the games; how many games there are. Games that were there are kept aside."""
    place = folder / FILE
    if not path.is_file():
        raise Refused(f"{path}: there is no such file, expected a back-up.")
    if place.exists() and not force:
        raise Refused(f"{place}: there are games here already; --force puts them aside.")
    with beside(place, f"{path}: the back-up cannot be restored") as part:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as copy:
            count = checked(copy, path)
            with closing(sqlite3.connect(part)) as games:
                copy.backup(games)
        on_disk(part)
        for kind in ("-wal", "-shm", ""):  # the games themselves last: a WAL must never meet another file
            old = place.with_name(FILE + kind)
            if old.exists():
                os.replace(old, place.with_name(f"before-restore-{FILE}{kind}"))
    return count


class Turn:
    """Held by the process that writes, where several do: the next one is woken, instead of trying again and again."""

    def __init__(self, folder: Path) -> None:
        self.file: Final = os.open(folder / "writing.lock", os.O_CREAT | os.O_RDWR, 0o600)

    def __enter__(self) -> None:
        import fcntl  # not on every system; neither are several processes

        fcntl.flock(self.file, fcntl.LOCK_EX)  # let go by the system when the process ends, however it ends

    def __exit__(self, *_: object) -> None:
        import fcntl

        fcntl.flock(self.file, fcntl.LOCK_UN)


class Running:
    """Held while a server has the folder: two that write into the same games would each know half of them.

    Of a server with several processes each holds it: those that go on for a moment when the first was killed still
    keep the next server out.
    """

    def __init__(self, folder: Path, shared: bool = False) -> None:
        self.connection: Final = sqlite3.connect(folder / RUNNING, isolation_level=None, timeout=2.0)
        try:
            self.connection.execute("begin exclusive")  # let go by the system when the process ends, however it ends
            if shared:
                self.connection.execute("commit")
                self.connection.execute("begin immediate")  # which lets others join, but none begin
        except sqlite3.OperationalError:
            self.connection.close()
            raise Refused(
                f"{folder}: another playsheet has these games open; stop it first, or use another --data."
            ) from None

    @staticmethod
    def joined(folder: Path) -> sqlite3.Connection | None:
        """Held by another process of the server that has the folder, until it is closed; None if that is gone."""
        connection = sqlite3.connect(folder / RUNNING, isolation_level=None, timeout=1.0)
        try:
            connection.execute("begin")
            connection.execute("select count(*) from sqlite_master").fetchone()
        except sqlite3.OperationalError:  # the next server has it already
            connection.close()
            return None
        return connection

    def let_go(self) -> None:
        self.connection.close()


def checked(copy: sqlite3.Connection, path: Path) -> int:
    """Is it a sound copy of games? How many there are."""
    if copy.execute("pragma user_version").fetchone()[0] != SCHEMA:
        raise Refused(f"{path}: this is no back-up of this version of Playsheet.")
    if copy.execute("pragma quick_check").fetchone()[0] != "ok":
        raise Refused(f"{path}: the back-up is damaged.")
    count: int = copy.execute("select count(*) from games").fetchone()[0]
    return count
