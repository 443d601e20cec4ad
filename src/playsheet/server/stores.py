"""Which store a server's games are in."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from playsheet.core.errors import Refused
from playsheet.server.settings import Settings
from playsheet.server.sql import SqlStorage
from playsheet.server.sqlite import SQLite, check_current

if TYPE_CHECKING:
    from playsheet.server.postgres import PostgreSQL

NO_ASYNCPG = "PostgreSQL needs the package asyncpg: pip install 'playsheet[postgres]' installs it."


def check_store(settings: Settings) -> None:
    """Are there games, in the form of this program? For whoever looks in beside a server: nothing is changed."""
    if not settings.database:
        check_current(settings.data)
        return
    try:
        from playsheet.server.postgres import check_schema
    except ImportError:
        raise Refused(NO_ASYNCPG) from None
    check_schema(settings.database)


def opened_store(settings: Settings) -> SqlStorage:
    """The database that is named, else the file in the data folder; as one of several servers, if they share it."""
    if not settings.database:
        return SQLite(settings.data, shared=settings.shared)
    return database_of(settings)


def database_of(settings: Settings) -> PostgreSQL:
    try:
        from playsheet.server.postgres import PostgreSQL
    except ImportError:
        raise Refused(NO_ASYNCPG) from None
    return PostgreSQL(settings.database, shared=settings.shared)


def held_database(settings: Settings) -> PostgreSQL:
    """For a server, which has it until it is closed: by itself, or with others that share."""
    storage = database_of(settings)
    try:
        storage.hold()
    except BaseException:
        storage.close()
        raise
    return storage


def moving_to_postgres() -> Callable[[Path, str, Callable[[str, int], None]], dict[str, int]]:
    """What moves the games of a folder, if it is installed: see `moving.move`."""
    try:
        from playsheet.server.moving import move
    except ImportError:
        raise Refused(NO_ASYNCPG) from None
    return move
