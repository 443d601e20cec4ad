"""What the keeper of a server's processes and those processes say to each other: a line of JSON each time."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import msgspec

from playsheet.server.metrics import Counted
from playsheet.server.settings import Settings

READY: Final = b"ready\n"  # the first line from a process that serves; from then on it says what it has counted


class Orders(msgspec.Struct):
    """The first line to a process: all that it needs to know. Sockets are given as numbers of open files."""

    settings: dict[str, Any]
    level: str
    proxy: str
    index: int
    port: int
    inbox: int
    ways: dict[int, int]
    before: Counted  # what the process in whose place it comes had counted


class Heard(msgspec.Struct):
    """Every later line: what another process has counted."""

    index: int
    counted: Counted


def plain(settings: Settings) -> dict[str, Any]:
    return {**asdict(settings), "data": str(settings.data)}


def settings_of(orders: Orders) -> Settings:
    given = dict(orders.settings)
    return Settings(Path(given.pop("data")), **given)
