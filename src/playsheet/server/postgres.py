"""Games in PostgreSQL: one writer connection with group commit, as with SQLite, and a pool for whoever reads.

asyncpg runs on an event loop of its own, in a thread of its own. When the database is away, what is to be written waits
and is tried again; what was under way when the connection broke may have been committed, which is looked up first.
"""

from __future__ import annotations

import asyncio
import logging
import re
import threading
import time
from collections import deque
from concurrent.futures import CancelledError, Future
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import asyncpg

from playsheet.core.errors import Refused
from playsheet.server.addresses import EXPECTED, Address
from playsheet.server.event_loops import event_loop_factory
from playsheet.server.sql import OP_COLUMNS, SqlStorage, Write
from playsheet.server.storage import Away, Damaged, Fenced, Full

log: Final = logging.getLogger("playsheet.storage")

SCHEMA: Final = 1
OLDEST: Final = 13  # PostgreSQL's version
MOST_TOGETHER: Final = 500  # writes in one commit
READERS: Final = 6  # connections for reading
CONNECTING: Final = 5.0  # seconds for a connection to come about
PATIENCE: Final = 10.0  # seconds for an answer, after which the connection is given up
IDLE: Final = 3.0  # seconds without a write, after which the database is asked whether it is there
PAUSES: Final = (0.02, 1.0)  # seconds from one try to reach it to the next: at first, and at most
CLOSING: Final = 10.0  # seconds that a store which is closed tries to write what is waiting
LOCKS: Final = 0x506C6179  # the first half of the keys of advisory locks, "Play"; the second halves:
SCHEMA_LOCK: Final = 1  # whoever makes or upgrades the tables
SERVER_LOCK: Final = 2  # servers: one by itself, or several that share
ALONE_LOCK: Final = 3  # writes that are marked as such
SESSION: Final = {
    "application_name": "playsheet",
    "jit": "off",
    # A transaction that stands open longer is one whose server is gone, or was stopped: others wait for its rows.
    "idle_in_transaction_session_timeout": "3000",
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
}
# Text is compared byte by byte, as in SQLite; what is compressed already is not compressed again.
TABLES: Final = """
create table games (
    id text collate "C" primary key, made double precision not null, head bytea not null, dice_key bytea not null,
    listed integer not null, clocked integer not null, over integer not null default 0,
    maker bytea not null default '', begun double precision not null default 0,
    ended double precision not null default 0, engine text collate "C" not null default ''
);
create index games_clocked on games (clocked, over);
create index games_unfinished on games (over, maker);
create index games_begun on games (over, begun, made);
create index games_ended on games (over, ended);
create table secrets (
    digest bytea primary key, game text collate "C" not null, role text collate "C" not null, seat integer not null
);
create index secrets_game on secrets (game);
create table ops (
    game text collate "C" not null, seq integer not null, at double precision not null,
    kind text collate "C" not null, seat integer not null, question text collate "C" not null,
    text text collate "C" not null, why text collate "C" not null default '', told bytea not null default '',
    steps integer not null default 0, digest text collate "C" not null default '', primary key (game, seq)
);
alter table ops alter column told set storage external;
create table chat (
    game text collate "C" not null, number integer not null, at double precision not null,
    role text collate "C" not null, seat integer not null, who text collate "C" not null,
    "to" text collate "C" not null, text text collate "C" not null, primary key (game, number)
);
create table lobby (game text collate "C" primary key, made double precision not null, data bytea not null);
create index lobby_made on lobby (made);
create table records (
    game text collate "C" primary key, title text collate "C" not null, file text collate "C" not null,
    ended double precision not null, roles text collate "C" not null, text bytea not null
);
alter table records alter column text set storage external;
create table texts (digest bytea primary key, text bytea not null);
alter table texts alter column text set storage external;
create table pins (
    game text collate "C" not null, name text collate "C" not null, digest bytea not null, primary key (game, name)
);
create index pins_digest on pins (digest);
create table owners (
    run text collate "C" primary key, name text collate "C" not null, address text collate "C" not null,
    until double precision not null, awake double precision not null, late integer not null
);
create table leases (
    game text collate "C" primary key, run text collate "C" not null, fence integer not null,
    since double precision not null, wanted text collate "C" not null
);
create index leases_run on leases (run);
create index leases_wanted on leases (run) where wanted != '';
create table own (name text collate "C" primary key, value bytea not null);
insert into own values ('maker key', sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')));
create table playsheet (schema integer not null);
insert into playsheet values (0);
"""
MIGRATIONS: Final = {0: TABLES}  # from which schema to the next
OTHERS: Final = (  # tables of other programs; those of extensions do not matter
    "select count(*) from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v') "
    "and not exists (select from pg_depend where pg_depend.objid = pg_class.oid and deptype = 'e')"
)
# The rows of ops come as arrays, column by column, in one statement. It reads the fencing numbers of their games, which
# nobody can change from then on until it is committed. A row whose own is another has no game, and the table takes none
# without.
KINDS: Final = ("text", "int", "float8", "text", "int", "text", "text", "text", "int", "text", "int", "bytea")
GIVEN: Final = (*OP_COLUMNS[:-1], "fence", "told")
ARRAYS: Final = ", ".join(f"${number}::{kind}[]" for number, kind in enumerate(KINDS, 1))
INSERT_OPS: Final = (
    "with held as materialized (select game, fence from leases where game = any($1::text[]) for share) "
    f"insert into ops ({', '.join(OP_COLUMNS)}) "
    "select case when given.fence = coalesce(held.fence, 0) then given.game end, "
    f"{', '.join(f'given.{column}' for column in OP_COLUMNS[1:])} "
    f"from unnest({ARRAYS}) as given ({', '.join(GIVEN)}) left join held on held.game = given.game"
)
# What PostgreSQL's codes mean, by their beginnings. After these the same is tried again, on a new connection: it was
# lost, the server stops or starts, there are too many, it is read-only (a standby took over), deadlocks, time-outs.
PASSING: Final = ("08", "57", "53300", "25006", "25P03", "40", "55P03")
NOT_LET_IN: Final = ("28",)
NO_DATABASE: Final = "3D000"
FULL_DISK: Final = "53100"
DAMAGE: Final = "XX"
AWAY: Final = "The games' database does not answer: what is sent waits, and play goes on when it is back."


class Lost(Exception):
    """The connection broke, or the database cannot do now what it could before. What it was at may have been done."""


@lru_cache(maxsize=200)
def numbered(sql: str) -> str:
    """`?` and `?2` as PostgreSQL has them."""
    parts = re.split(r"\?(\d?)", sql)
    found = [parts[0]]
    for index in range(1, len(parts), 2):
        found.append(f"${parts[index] or (index + 1) // 2}{parts[index + 1]}")
    return "".join(found)


def message_of(fault: BaseException) -> str:
    """What is wrong, without the rows that PostgreSQL quotes."""
    said = str(fault.args[0]) if isinstance(fault, asyncpg.PostgresError) and fault.args else str(fault)
    return " ".join(said.split())[:300] or type(fault).__name__


def code_of(fault: BaseException) -> str:
    """PostgreSQL's own; empty where it is not PostgreSQL's."""
    return str(getattr(fault, "sqlstate", None) or "")


def is_lost(fault: BaseException) -> bool:
    """Will the same statement be possible on another connection, sooner or later?"""
    if isinstance(fault, asyncpg.DataError | ValueError):
        return False
    if isinstance(fault, asyncpg.PostgresError):
        return code_of(fault).startswith(PASSING)
    return isinstance(fault, OSError | asyncpg.InterfaceError | asyncpg.InternalClientError | EOFError)


class PostgreSQL(SqlStorage):
    """The store for whoever has a database server."""

    now = "extract(epoch from clock_timestamp())::float8"
    locking = " for share"

    def __init__(self, url: str, *, shared: bool = False) -> None:
        super().__init__()
        self.alone = not shared
        self.serves = False
        self.address: Final = Address(url)
        self.queue: Final[deque[Write]] = deque()
        self.is_woken = False
        self.oldest = 0.0  # when the first of the writes under way came; 0: there are none
        self.deadline = 0.0  # when whoever closes the store waits no longer; 0: it is open
        self.since = 0.0  # when the database went away
        self.writer: Any = None  # the connection that writes
        self.left: tuple[int, Any] | None = None  # the backend of a connection that was lost, and when it was started
        self.opened: Final[Future[None]] = Future()
        self.loop: asyncio.AbstractEventLoop
        self.wake: asyncio.Event
        self.pool: Any = None
        self.thread: Final = threading.Thread(target=self.run, name="playsheet-writer", daemon=True)
        self.thread.start()
        self.opened.result()

    # ------------------------------------------------------------ the thread

    def run(self) -> None:
        with asyncio.Runner(loop_factory=event_loop_factory()) as runner:
            runner.run(self.serve())

    async def serve(self) -> None:
        """All that this store does, from its opening to its end."""
        self.loop = asyncio.get_running_loop()
        self.wake = asyncio.Event()
        try:
            await self.open()
        except BaseException as fault:
            if self.writer is not None:
                self.writer.terminate()
            self.opened.set_exception(fault)
            return
        self.opened.set_result(None)
        try:
            await self.write()
        finally:
            self.pool.terminate()
            if self.writer is not None:
                with suppress(Exception):  # it may be lost meanwhile, and need not be told then
                    await self.writer.close(timeout=1.0)  # with it the lock is given up

    async def open(self) -> None:
        """Whatever is wrong with the database is said in a sentence."""
        try:
            self.writer = await self.connected()
            await create_or_migrate(self.writer, self.address)
            await keep_durable(self.writer)
            self.maker_key = await self.writer.fetchval("select value from own where name = 'maker key'")
            self.pool = await asyncpg.create_pool(
                self.address.url,
                min_size=0,
                max_size=READERS,
                timeout=CONNECTING,
                command_timeout=PATIENCE,
                server_settings=SESSION,
                reset=unchanged,
            )
        except Refused:
            raise
        except Exception as fault:
            raise Refused(cannot_open(self.address, fault)) from None

    async def connected(self) -> Any:
        """A connection for the writer."""
        connection = await asyncpg.connect(
            self.address.url, timeout=CONNECTING, command_timeout=PATIENCE, server_settings=SESSION
        )
        if self.left is not None:  # its transaction, or its lock, may stand until somebody notices that nobody is there
            ended = "select pg_terminate_backend(pid) from pg_stat_activity where pid = $1 and backend_start = $2"
            await connection.execute(ended, *self.left)
        started = "select pid, backend_start from pg_stat_activity where pid = pg_backend_pid()"
        self.left = tuple(await connection.fetchrow(started))
        return connection

    def hold(self) -> None:
        """A server is at work here from now on, by itself or with others that share; as long as the store is open."""
        self.serves = True
        if not asyncio.run_coroutine_threadsafe(self.has_lock(self.writer, PATIENCE / 5), self.loop).result():
            raise Refused(f"{self.address}: another playsheet has these games open; stop it first.")

    async def has_lock(self, connection: Any, seconds: float) -> bool:
        """One that was killed has it for a moment longer."""
        if not self.serves:
            return True
        give_up = time.monotonic() + seconds
        lock = f"select pg_try_advisory_lock{'' if self.alone else '_shared'}($1, $2)"
        while not await connection.fetchval(lock, LOCKS, SERVER_LOCK):
            if time.monotonic() > give_up:
                return False
            await asyncio.sleep(0.05)
        return True

    async def writing(self) -> Any:
        """The writer's connection, made anew if it was lost."""
        if self.writer is None or self.writer.is_closed():
            self.writer = None
            connection = await self.connected()
            if not await self.has_lock(connection, 0.0):
                connection.terminate()
                raise Lost("another playsheet has these games open")
            if await connection.fetchval("select schema from playsheet") != SCHEMA:
                connection.terminate()
                raise Lost("another version of Playsheet has changed its tables")
            await keep_durable(connection)
            self.writer = connection
        return self.writer

    # ------------------------------------------------------------ writing

    def put(self, write: Write) -> None:
        self.queue.append(write)
        if not self.is_woken:
            self.is_woken = True
            self.loop.call_soon_threadsafe(self.wake.set)

    async def write(self) -> None:
        """Until the store is closed, and what was put into it before is written."""
        while True:
            self.is_woken = False  # before looking: what comes from here on wakes it again
            self.wake.clear()
            while self.queue:
                writes = [self.queue.popleft() for _ in range(min(MOST_TOGETHER, len(self.queue)))]
                self.oldest = writes[0].since
                if not await self.commit(writes):
                    log.error("%s does not answer: what was not acknowledged is given up", self.address)
                    return
                self.oldest = 0.0
            if self.deadline:
                return
            try:
                async with asyncio.timeout(IDLE if not self.away else PAUSES[1]):
                    await self.wake.wait()
            except TimeoutError:
                await self.look()

    async def look(self) -> None:
        """Is the database there? Asked where nothing else would find it out."""
        try:
            await (await self.writing()).execute("select 1")
        except Exception as fault:
            self.lose(fault)
        else:
            self.found()

    async def commit(self, writes: list[Write]) -> bool:
        """All in one go, as often as it takes; if that is refused, each by itself, so that one that cannot be does not
        hold up the others. False: the store is closed, and the database does not come back."""
        pause, longest = PAUSES
        while True:
            try:
                fault = await self.attempt(await self.writing(), writes)
                break
            except Exception as lost:  # a refusal would be the fault
                self.lose(lost)
            if self.deadline and time.monotonic() > self.deadline:
                return False
            await asyncio.sleep(pause)
            pause = min(longest, 2 * pause)
        self.found()
        if fault is None or len(writes) == 1:
            said = self.refusal(fault)
            self.full = isinstance(said, Full)
            self.deliver([(write.done, said) for write in writes])
            return True
        for write in writes:
            if not await self.commit([write]):
                return False
        return True

    async def attempt(self, connection: Any, writes: list[Write]) -> Exception | None:
        """Commit them together; the fault, if there was one, and then nothing is changed. What is not the writes' fault
        is raised."""
        try:
            new = [write for write in writes if not (write.is_doubtful and await is_there(connection, write))]
            if new and all(write.row is not None for write in new):
                await connection.execute(INSERT_OPS, *columns_of(new))  # a transaction by itself
            elif new:
                async with connection.transaction():
                    await write_all(connection, new)
            return None
        except Refused as fault:
            return fault
        except Exception as fault:
            if is_lost(fault) or connection.is_closed():
                for write in writes:
                    write.is_doubtful = True
                raise
            if len(writes) == 1 and writes[0].is_doubtful and await is_there(connection, writes[0]):
                return None  # the lost connection's commit was still under way
            return fault

    def refusal(self, fault: Exception | None) -> Exception | None:
        """What went wrong with a write, in a sentence."""
        if fault is None or isinstance(fault, Refused):
            return fault
        if isinstance(fault, asyncpg.NotNullViolationError):
            return Fenced()  # see INSERT_OPS
        if isinstance(fault, asyncpg.UniqueViolationError):
            return Refused("this has been written down before.")
        if code_of(fault).startswith(DAMAGE):
            return self.found_damaged(fault)
        if code_of(fault) == FULL_DISK:
            return Full("the disk is full: nothing was changed, and play goes on when there is room again.")
        if isinstance(fault, asyncpg.DataError | asyncpg.exceptions.DataError | ValueError | OverflowError):
            return Refused(f"this cannot be written down ({message_of(fault)}).")  # no text, no number of PostgreSQL's
        log.error("%s: nothing can be written: %s %s", self.address, code_of(fault), message_of(fault))
        return Full(f"nothing can be written ({message_of(fault)}): nothing was changed, try again later.")

    def lose(self, fault: BaseException) -> None:
        """Noted, and logged the first time."""
        if self.writer is not None:
            self.writer.terminate()
            self.writer = None
        if not self.away:
            self.away = AWAY
            self.since = time.monotonic()
            log.error("%s does not answer, and is tried again until it does: %s", self.address, message_of(fault))

    def found(self) -> None:
        if self.away:
            self.away = ""
            log.warning("%s answers again, after %.1f s", self.address, time.monotonic() - self.since)

    def found_damaged(self, fault: Exception) -> Damaged:
        """Remembered, and logged, the first time."""
        if not self.damaged:
            self.damaged = (
                f"{self.address}: the games' database is damaged ({message_of(fault)}): stop the server, and "
                "restore it from a back-up."
            )
            log.error("%s", self.damaged)
        return Damaged(self.damaged)

    # ------------------------------------------------------------ reading

    def waiting(self) -> float:
        oldest = self.oldest  # the writer takes what there is: nothing older waits in the queue
        return time.monotonic() - oldest if oldest else 0.0

    def rows(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        asked = self.fetched(numbered(sql), values)
        try:
            return asyncio.run_coroutine_threadsafe(asked, self.loop).result(3 * PATIENCE)
        except (RuntimeError, CancelledError):
            asked.close()
            raise Full("nothing can be read (the store is closed).") from None
        except Exception as fault:
            if is_lost(fault):
                raise Away("the games' database does not answer: try again in a moment.") from None
            if code_of(fault).startswith(DAMAGE):
                raise self.found_damaged(fault) from None
            raise Full(f"nothing can be read ({message_of(fault)}): try again later.") from None

    async def fetched(self, sql: str, values: tuple[object, ...]) -> list[tuple[Any, ...]]:
        try:
            found = await self.fetched_once(sql, values)
        except Exception as fault:
            if not is_lost(fault) or self.away:
                raise
            await self.pool.expire_connections()  # one was lost: so may the others be
            found = await self.fetched_once(sql, values)
        return [tuple(row) for row in found]

    async def fetched_once(self, sql: str, values: tuple[object, ...]) -> list[Any]:
        async with self.pool.acquire(timeout=CONNECTING) as connection:
            found: list[Any] = await connection.fetch(sql, *values)
            return found

    # ------------------------------------------------------------ keeping

    def back_up(self, path: Path) -> int:
        raise Refused("PostgreSQL has its own: pg_dump writes all games to a file, also while they are played.")

    def close(self) -> None:
        if not self.deadline:
            self.deadline = time.monotonic() + CLOSING
            self.loop.call_soon_threadsafe(self.wake.set)
        self.thread.join()


async def unchanged(connection: Any) -> None:
    """Whoever has read leaves nothing behind."""


# ---------------------------------------------------------------------- writing


def columns_of(writes: list[Write]) -> list[list[object]]:
    """The rows of these writes, column by column."""
    columns = [list(column) for column in zip(*[write.row for write in writes if write.row is not None])]
    return [*columns, [write.told for write in writes]]


async def write_all(connection: Any, writes: list[Write]) -> None:
    """In a transaction that is open."""
    if any(write.alone for write in writes):
        await connection.execute("select pg_advisory_xact_lock($1, $2)", LOCKS, ALONE_LOCK)
    for write in writes:
        for check in write.checks:
            sql, values = check.statement
            check.refuse(await connection.fetchval(numbered(sql), *values))
        last: list[Any] = []
        for sql, values in write.statements:
            last = await connection.fetch(numbered(sql), *values)
        if write.found is not None:
            write.found([tuple(row) for row in last])
    rows = [write for write in writes if write.row is not None]
    if rows:
        await connection.execute(INSERT_OPS, *columns_of(rows))


async def is_there(connection: Any, write: Write) -> bool:
    """Was it committed when it was tried before? One without a proof may be written again."""
    if write.proof is None:
        return False
    sql, values = write.proof
    return await connection.fetchval(numbered(sql), *values) is not None


async def keep_durable(connection: Any) -> None:
    """What this connection has committed is on the disk."""
    await connection.execute(
        "select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off'"
    )


# ---------------------------------------------------------------------- the database


async def create_or_migrate(connection: Any, address: Address) -> None:
    """The tables, created or migrated if need be; a database that is something else is refused."""
    version = connection.get_server_version().major
    if version < OLDEST:
        raise Refused(f"{address}: expected PostgreSQL {OLDEST} or newer, this is {version}.")
    encoding = await connection.fetchval("show server_encoding")
    if encoding != "UTF8":
        raise Refused(f"{address}: expected a database in UTF8, this is in {encoding}.")
    if await connection.fetchval("show fsync") == "off":
        log.warning("%s does not wait for its disk (fsync is off): a power cut may lose what was acknowledged", address)
    async with connection.transaction():
        await connection.execute("select pg_advisory_xact_lock($1, $2)", LOCKS, SCHEMA_LOCK)
        known = await schema_of(connection, address)
        for schema in range(known, SCHEMA):
            await connection.execute(MIGRATIONS[schema])
            await connection.execute("update playsheet set schema = $1", schema + 1)


async def schema_of(connection: Any, address: Address) -> int:
    """Which there is; 0 in a database with nothing in it."""
    if await connection.fetchval("select to_regclass('playsheet')") is None:
        if await connection.fetchval(OTHERS):
            raise Refused(f"{address}: this is another program's database, expected an empty one or Playsheet's.")
        return 0
    known: int = await connection.fetchval("select schema from playsheet")
    if known > SCHEMA:
        raise Refused(f"{address}: these games were kept by a newer Playsheet, which it takes to open them.")
    return known


def check_schema(url: str) -> None:
    """Are there games, in the form of this program? Nothing is changed: servers may be at work there."""
    address = Address(url)

    async def looked_at() -> int:
        connection = await asyncpg.connect(
            address.url, timeout=CONNECTING, command_timeout=PATIENCE, server_settings=SESSION
        )
        try:
            return await schema_of(connection, address)
        finally:
            await connection.close()

    try:
        known = asyncio.run(looked_at())
    except Refused:
        raise
    except Exception as fault:
        raise Refused(cannot_open(address, fault)) from None
    if not known:
        raise Refused(f"{address}: there are no games here; --database names the database of a server.")
    if known < SCHEMA:
        raise Refused(f"{address}: these games were kept by an older Playsheet: serve them once with this one first.")


def cannot_open(address: Address, fault: Exception) -> str:
    """Why not, and what is to be done."""
    code = code_of(fault)
    if code.startswith(NOT_LET_IN):
        return (
            f"{address}: PostgreSQL does not let this user in: is the name right, and the password (PGPASSWORD, "
            "~/.pgpass or the settings)?"
        )
    if code == NO_DATABASE:
        return f"{address}: there is no database of this name: createdb {address.name} makes it."
    if code == "42501":
        return f"{address}: this user may not make tables there ({message_of(fault)})."
    if isinstance(fault, ValueError | asyncpg.ClientConfigurationError):  # which may quote what no log should have
        return f"{address}: this address cannot be read, {EXPECTED}."
    if is_lost(fault):
        return f"{address}: the database cannot be reached ({message_of(fault)}): does PostgreSQL run there?"
    return f"{address}: the database cannot be opened ({message_of(fault)})."
