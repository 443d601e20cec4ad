"""All games of a folder into a PostgreSQL database that has none: row by row, in bounded memory, all or nothing.

The folder keeps its games. Both sides are read in the order of their keys, and what stands in the database must come to
the same counts and digests as what was read here, before it is committed.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import asyncpg
import msgspec

from playsheet.core.errors import Refused
from playsheet.server.addresses import Address
from playsheet.server.postgres import (
    CONNECTING,
    LOCKS,
    SCHEMA_LOCK,
    SERVER_LOCK,
    PostgreSQL,
    cannot_open,
    code_of,
    message_of,
)
from playsheet.server.sqlite import FILE, FolderLock, create_or_migrate, damage, is_damage, opening

log: Final = logging.getLogger("playsheet.storage")

AT_ONCE: Final = 200  # rows in memory, from either side
# Every table of a store, and its key.
TABLES: Final = {
    "own": ("name",),
    "texts": ("digest",),
    "games": ("id",),
    "pins": ("game", "name"),
    "secrets": ("digest",),
    "ops": ("game", "seq"),
    "chat": ("game", "number"),
    "lobby": ("game",),
    "records": ("game",),
    "owners": ("run",),
    "leases": ("game",),
}
SERVERS: Final = ("own", "owners", "leases")  # of these there may be rows where there are no games
Progress = Callable[[str, int], None]
encode: Final = msgspec.msgpack.Encoder().encode


class Tally:
    """How many rows, and a digest of all that stands in them."""

    def __init__(self) -> None:
        self.count = 0
        self.digest: Final = sha256()

    def add(self, row: tuple[Any, ...]) -> None:
        self.count += 1
        self.digest.update(encode(row))

    def is_like(self, other: Tally) -> bool:
        return self.count == other.count and self.digest.digest() == other.digest.digest()


def move(folder: Path, url: str, progress: Progress) -> dict[str, int]:
    """How many rows of each table were moved. No server may be at the folder, and none at the database."""
    address = Address(url)
    path = folder / FILE
    if not path.is_file():
        raise Refused(f"{folder}: there are no games here to be moved.")
    lock = FolderLock(folder)
    try:
        create_or_migrate(path)
        PostgreSQL(url).close()  # the tables
        with opening(path), closing(sqlite3.connect(path, isolation_level=None, timeout=30.0)) as source:
            source.execute("pragma query_only = on")
            source.execute("begin")
            return asyncio.run(moved(path, source, address, progress))
    finally:
        lock.release()


async def moved(path: Path, source: sqlite3.Connection, address: Address, progress: Progress) -> dict[str, int]:
    """In one transaction."""
    try:
        target = await asyncpg.connect(
            address.url, timeout=CONNECTING, server_settings={"application_name": "playsheet games move"}
        )
    except Exception as fault:
        raise Refused(cannot_open(address, fault)) from None
    try:
        async with target.transaction():
            return await copied(source, target, address, progress)
    except Refused:
        raise
    except sqlite3.Error as fault:
        raise Refused(damage(path, fault) if is_damage(fault) else f"{path}: it cannot be read ({fault}).") from None
    except Exception as fault:
        log.debug("moving: %s", code_of(fault))
        raise Refused(f"{address}: nothing was moved ({message_of(fault)}).") from None
    finally:
        target.terminate()


async def copied(source: sqlite3.Connection, target: Any, address: Address, progress: Progress) -> dict[str, int]:
    for lock in (SCHEMA_LOCK, SERVER_LOCK):  # neither another move, nor a server
        if not await target.fetchval("select pg_try_advisory_xact_lock($1, $2)", LOCKS, lock):
            raise Refused(f"{address}: another playsheet has this database open; stop it first.")
    for table in TABLES:
        if table in SERVERS:
            await target.execute(f"delete from {table}")
        elif await target.fetchval(f"select exists (select from {table})"):
            raise Refused(f"{address}: there are games here already, expected a database without any.")
    tallies: dict[str, Tally] = {}
    for table, key in TABLES.items():
        columns = [str(row[1]) for row in source.execute(f"pragma table_info({table})")]
        named = ", ".join(f'"{column}"' for column in columns)
        asked = f"select {named} from {table} order by {', '.join(key)}"
        tally = tallies[table] = Tally()
        progress(table, 0)
        await target.copy_records_to_table(
            table, records=read(source.execute(asked), tally, table, progress), columns=columns
        )
        there = Tally()
        async for row in target.cursor(asked, prefetch=AT_ONCE):
            there.add(tuple(row))
        if not there.is_like(tally):
            raise Refused(f"{address}: nothing was moved: {table} is not there as it was here.")
    return {table: tally.count for table, tally in tallies.items()}


def read(cursor: sqlite3.Cursor, tally: Tally, table: str, progress: Progress) -> Iterator[tuple[Any, ...]]:
    """Row by row, as they are sent."""
    cursor.arraysize = AT_ONCE
    for row in cursor:
        tally.add(row)
        if tally.count % 10_000 == 0:
            progress(table, tally.count)
        yield row
