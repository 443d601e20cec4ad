"""Messages between the supervisor and the shard processes: a line of JSON each."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import msgspec

from playsheet.server.metrics import MetricsSnapshot
from playsheet.server.settings import Settings

READY: Final = b"ready\n"  # the first line from a process that serves; those after it are its metrics


class ShardConfig(msgspec.Struct):
    """The first line to a process: all that it needs to know. Sockets are given as file descriptors."""

    settings: dict[str, Any]
    level: str
    proxy: str
    index: int
    port: int
    inbox: int
    ways: dict[int, int]  # to the inboxes of the other shards
    before: MetricsSnapshot  # the metrics of the process that it replaces


class PeerMetrics(msgspec.Struct):
    """Every later line: the metrics of another shard."""

    index: int
    counted: MetricsSnapshot


def settings_data(settings: Settings) -> dict[str, Any]:
    return {**asdict(settings), "data": str(settings.data)}


def settings_of(config: ShardConfig) -> Settings:
    given = dict(config.settings)
    return Settings(Path(given.pop("data")), **given)
