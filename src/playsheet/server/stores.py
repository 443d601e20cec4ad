"""Which store a server's games are in."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playsheet.core.errors import Refused
from playsheet.server.settings import Settings
from playsheet.server.sql import SqlStorage
from playsheet.server.sqlite import SQLite

NO_ASYNCPG = "PostgreSQL needs the package asyncpg: pip install 'playsheet[postgres]' installs it."


def opened_store(settings: Settings, *, shared: bool = False) -> SqlStorage:
    """The database that is named, else the file in the data folder; `shared` where several servers have it open."""
    if not settings.database:
        return SQLite(settings.data, shared=shared)
    try:
        from playsheet.server.postgres import PostgreSQL
    except ImportError:
        raise Refused(NO_ASYNCPG) from None
    return PostgreSQL(settings.database, shared=shared)


def moving_to_postgres() -> Callable[[Path, str, Callable[[str, int], None]], dict[str, int]]:
    """What moves the games of a folder, if it is installed: see `moving.move`."""
    try:
        from playsheet.server.moving import move
    except ImportError:
        raise Refused(NO_ASYNCPG) from None
    return move
