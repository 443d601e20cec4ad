"""What a server is told when it starts: where its data lies, and how much it takes on."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

from playsheet.core.errors import Refused


@dataclass
class Settings:
    """All times in seconds, all sizes in bytes."""

    data: Path
    host: str = "127.0.0.1"
    port: int = 8080
    processes: int = 1  # that serve, each with its share of the games
    workers: int = field(default_factory=lambda: max(2, min(4, (os.cpu_count() or 2) - 1)))
    think: float = 20.0  # a bot that takes longer for an answer has lost
    odds: float = 10.0  # a calculation that takes longer is given up
    pace: float = 0.1  # where things are hidden, bots answer on such beats: how long they thought tells nothing
    open_games: int = 1000  # kept in memory; the others are opened again when somebody asks for them
    idle: float = 900.0  # a game that nobody looks at leaves memory after so long
    hello: float = 10.0  # how long a new socket may stay silent
    message: int = 64 << 10  # one WebSocket message
    faults: int = 100  # malformed or excessive messages, after which a socket is closed
    body: int = 1 << 20  # one HTTP request that brings files; those of play are as large as a message
    record: int = 4 << 20  # a record that is sent
    unproven: int = 4 << 10  # one from somebody who has shown no secret, and brings no files
    headers: int = 32 << 10  # the first line and the headers of a request
    header_time: float = 10.0  # from the first byte of a request, or of a connection, to the end of its headers
    body_time: float = 30.0  # from there to the end of its body
    unread: float = 30.0  # how long what was answered may lie there and nobody reads it
    in_flight: int = 64 << 20  # what all large bodies together may take that are under way, and what nobody reads
    connections: int = 2000  # open at a time, as far as the system lets a process have so many files
    address_connections: int = 250  # of those from one address; a trusted proxy may have more
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
