"""Where the games of a test are, and what stands there: a folder, or a database."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit, urlunsplit

from playsheet.server.sqlite import FILE


def rows_of(folder: Path, database: str, sql: str, *values: object) -> list[tuple[Any, ...]]:
    """What a statement finds there, or does, past any server."""
    if not database:
        with closing(sqlite3.connect(folder / FILE, timeout=30.0)) as file, file:
            return file.execute(sql, values).fetchall()
    import asyncpg

    from playsheet.server.postgres import numbered

    async def found() -> list[tuple[Any, ...]]:
        connection = await asyncpg.connect(database)
        try:
            return [tuple(row) for row in await connection.fetch(numbered(sql), *values)]
        finally:
            await connection.close()

    return asyncio.run(found())


def words_of(folder: Path, database: str) -> list[str]:
    """How a command is told; the password goes elsewhere: see `environment_of`."""
    if not database:
        return ["--data", str(folder)]
    parts = urlsplit(database)
    return ["--database", urlunsplit(parts._replace(netloc=f"{parts.username}@{parts.hostname}:{parts.port}"))]


def environment_of(database: str) -> dict[str, str]:
    password = urlsplit(database).password if database else None
    return {**os.environ, "PGPASSWORD": unquote(password)} if password else dict(os.environ)


def copy_games(folder: Path, database: str, to: Path, copy: str) -> None:
    """The same games elsewhere, in the place of whatever was there, also while they are played."""
    if not database:
        to.mkdir(exist_ok=True)
        with closing(sqlite3.connect(folder / FILE)) as source, closing(sqlite3.connect(to / FILE)) as target:
            source.backup(target)
        return
    import asyncpg

    from playsheet.server.moving import TABLES

    async def copied() -> None:
        source, target = await asyncpg.connect(database), await asyncpg.connect(copy)
        try:
            async with source.transaction(isolation="repeatable_read"), target.transaction():
                for table in TABLES:
                    await target.execute(f"delete from {table}")
                    rows = [tuple(row) for row in await source.fetch(f"select * from {table}")]
                    await target.copy_records_to_table(table, records=rows)
        finally:
            await source.close()
            await target.close()

    asyncio.run(copied())
