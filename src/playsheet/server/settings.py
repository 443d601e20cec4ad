"""What a server is told when it starts: where its data lies, and how much it takes on."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

from playsheet.core.errors import Refused
from playsheet.core.records import LARGEST_RECORD


@dataclass
class Settings:
    """All times in seconds, all sizes in bytes."""

    data: Path
    host: str = "127.0.0.1"
    port: int = 8080
    processes: int = 1  # that serve, each with its share of the games
    workers: int = field(default_factory=lambda: max(2, min(4, (os.cpu_count() or 2) - 1)))
    think: float = 20.0  # a bot that takes longer for an answer has lost
    calculators: int = 1  # processes that work out odds; the workers above are for bots alone
    readers: int = 1  # processes that read what is sent: scenarios, house rules, records
    worker_memory: int = 1 << 30  # of each of all these processes
    address_jobs: int = 4  # calculations, and files to be read, under way or waiting for one address or seat
    odds: float = 10.0  # a calculation that takes longer is given up
    paths: int = 100_000  # odds that take more are sampled: about a second
    runs: int = 10_000  # of a sample
    reading: float = 10.0  # a file that takes longer to be read is refused
    upload: int = 256 << 10  # one file of a scenario or of house rules
    pace: float = 0.1  # where things are hidden, bots answer on such beats: how long they thought tells nothing
    open_games: int = 1000  # kept in memory; the others are opened again when somebody asks for them
    idle: float = 900.0  # a game that nobody looks at leaves memory after so long
    hello: float = 10.0  # how long a new socket may stay silent
    message: int = 64 << 10  # one WebSocket message
    depth: int = 8  # lists and objects within each other in it
    faults: int = 100  # malformed or excessive messages, after which a socket is closed
    body: int = 1 << 20  # one HTTP request
    record: int = LARGEST_RECORD  # one that brings a record
    units: int = 150  # of an uploaded scenario, both sides together: the rules look at each of them
    outbox: int = 8 << 20  # a client that reads slower than this is cut off; it may come back
    seat_rate: float = 30.0  # messages a second from one seat, after a burst
    seat_burst: float = 200.0
    address_rate: float = 60.0  # HTTP requests a second from one address, after a burst
    address_burst: float = 300.0
    heavy_rate: float = 4.0  # of those the ones that cost: new games, records, odds
    heavy_burst: float = 60.0
    address_sockets: int = 200  # open sockets from one address
    unproved: float = 0.2  # wrong secrets a second from one address, after a burst
    unproved_burst: float = 30.0


def data_folder(given: str | None) -> Path:
    """Where games are kept: as told, by PLAYSHEET_DATA, or where the platform keeps such things."""
    if given is None:
        given = os.environ.get("PLAYSHEET_DATA") or None
    if given is not None:
        return Path(given).expanduser()
    from platformdirs import user_data_path

    return user_data_path("playsheet", appauthor=False)


def made_folder(path: Path) -> Path:
    """The folder, made if need be, readable by its owner only: dice keys lie in it."""
    try:
        path.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not os.access(path, os.W_OK | os.X_OK):
            raise Refused(f"{path}: nothing can be written there, expected a folder for the games.")
    except (OSError, ValueError) as fault:
        why = fault.strerror if isinstance(fault, OSError) and fault.strerror else str(fault)
        raise Refused(f"{path}: no folder for the games can be made there ({why}).") from None
    return path
