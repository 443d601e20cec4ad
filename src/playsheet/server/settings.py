"""What a server is told when it starts: where its data lies, and how much it takes on."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Annotated, Any, Final, get_args, get_origin, get_type_hints

from playsheet.core.errors import Refused
from playsheet.core.reader import Reader, read_text, read_toml


@dataclass(frozen=True, kw_only=True)
class Within:
    """From where to where a setting may lie."""

    low: float
    high: float


DAY = 86_400.0
ONE_PROCESS: Final = (
    "a server is one process; several share their games with --shared, each at a port of its own behind one proxy "
    "(docs/running/nginx.conf)"
)
Count = Annotated[int, Within(low=1, high=10_000_000)]
Quota = Annotated[int, Within(low=0, high=10_000_000)]  # 0: any number
Processes = Annotated[int, Within(low=1, high=64)]
Port = Annotated[int, Within(low=0, high=65_535)]
Bytes = Annotated[int, Within(low=1 << 10, high=1 << 30)]
Seconds = Annotated[float, Within(low=0.01, high=100 * 366 * DAY)]
Period = Annotated[float, Within(low=0.0, high=100 * 366 * DAY)]  # 0: never, or not at all
Term = Annotated[float, Within(low=0.5, high=600.0)]
Rate = Annotated[float, Within(low=0.001, high=1e9)]


@dataclass
class Settings:
    """All times in seconds, all sizes in bytes. Each is described in docs/server.md, and may stand in a TOML file."""

    data: Path
    database: str = ""  # of PostgreSQL, as postgresql://USER@HOST/NAME: the games are there then, and not in the folder
    host: str = "127.0.0.1"
    port: Port = 8080
    password_file: str = ""  # the password for making games stands in it; none: in the environment, or none is wanted
    metrics_key_file: str = ""  # in it stands what others than this machine show to read /metrics
    shared: bool = False  # other servers may have games of the same store
    name: str = ""  # of this server among several; else its machine and port
    address: str = ""  # where it can be reached, for whoever looks after several
    lease: Term = 5.0  # so long after a server of several has died others have its games
    workers: Processes = field(default_factory=lambda: max(2, min(4, (os.cpu_count() or 2) - 1)))
    think: Seconds = (
        20.0  # if a bot takes longer for an answer (and its plan), the doctrine plays on for it; the doctrine loses
    )
    planners: Processes = 1  # processes in which bots think that look ahead, so that no other waits for them
    plan: Seconds = 10.0  # a bot's plan takes no longer; where things are hidden a veteran's takes half of it
    play_outs: Quota = 0  # of a plan, at most; 0: as many as its level has
    advisers: Processes = 1  # processes that make plans for persons who ask for advice
    advice_rate: Rate = 0.1  # questions for advice a second from one seat, after a burst
    advice_burst: Rate = 6.0
    calculators: Processes = 1  # processes that work out odds; the workers above are for bots alone
    readers: Processes = 1  # processes that read what is sent: scenarios, house rules, records
    worker_memory: Bytes = 1 << 30  # of each of all these processes
    address_jobs: Count = 4  # calculations, and files to be read, under way or waiting for one address or seat
    odds: Seconds = 10.0  # a calculation that takes longer is given up
    paths: Count = 100_000  # odds that take more are sampled: about a second
    runs: Count = 10_000  # of a sample
    reading: Seconds = 10.0  # a file that takes longer to be read is refused
    upload: Bytes = 256 << 10  # one file of a scenario or of house rules
    pace: Period = 0.1  # where things are hidden, bots answer on such beats: how long they thought tells nothing
    open_games: Count = 1000  # kept in memory; the others are opened again when somebody asks for them
    idle: Seconds = 900.0  # a game that nobody looks at leaves memory after so long
    games: Quota = 20_000  # unfinished ones, in all
    address_games: Quota = 200  # unfinished ones that were made from one address
    gathering: Period = 14 * DAY  # a game that has not begun by then is deleted
    abandoned: Period = 180 * DAY  # one in which nothing has happened for so long is put away as a record
    finished: Period = 180 * DAY  # so is one that has been over for so long
    hello: Seconds = 10.0  # how long a new socket may stay silent
    message: Bytes = 64 << 10  # one WebSocket message
    faults: Count = 100  # malformed or excessive messages, after which a socket is closed
    body: Bytes = 1 << 20  # one HTTP request that brings files; those of play are as large as a message
    record: Bytes = 4 << 20  # a record that is sent
    unproven: Bytes = 4 << 10  # one from somebody who has shown no secret, and brings no files
    headers: Bytes = 32 << 10  # the first line and the headers of a request
    header_time: Seconds = 10.0  # from the first byte of a request, or of a connection, to the end of its headers
    body_time: Seconds = 30.0  # from there to the end of its body
    unread: Seconds = 30.0  # how long what was answered may lie there and nobody reads it
    in_flight: Bytes = 64 << 20  # what all large bodies together may take that are under way, and what nobody reads
    connections: Count = 2000  # open at a time, as far as the system lets a process have so many files
    address_connections: Count = 250  # of those from one address; a trusted proxy may have more
    units: Count = 150  # of an uploaded scenario, both sides together: the rules look at each of them
    outbox: Bytes = 8 << 20  # a client that reads slower than this is cut off; it may come back
    seat_rate: Rate = 30.0  # messages a second from one seat, after a burst
    seat_burst: Rate = 200.0
    address_rate: Rate = 60.0  # HTTP requests a second from one address, after a burst
    address_burst: Rate = 300.0
    heavy_rate: Rate = 4.0  # of those the ones that cost: new games, records, odds
    heavy_burst: Rate = 60.0
    address_sockets: Count = 200  # open sockets from one address
    unproved: Rate = 0.2  # wrong secrets a second from one address, after a burst
    unproved_burst: Rate = 30.0


# ---------------------------------------------------------------------- from a file


def read_settings(path: Path | None, given: dict[str, Any], otherwise: dict[str, Any]) -> Settings:
    """What is given, else what stands in the file, else `otherwise`; what is in none of them has its default."""
    found: dict[str, Any] = {}
    if path is not None:
        reader = read_toml(read_text(path, str(path)), str(path))
        if reader.has("processes"):
            raise reader.refused("processes", ONE_PROCESS)
        found = {name: value_of(reader, name, kind) for name, kind in kinds().items() if reader.has(name)}
        reader.close()
    data, database = where_games_are(given, found, otherwise, environment())
    found = otherwise | found | given
    return Settings(**{**found, "data": data_folder(data), "database": database})


def environment() -> dict[str, Any]:
    return {name: os.environ.get(f"PLAYSHEET_{name.upper()}") for name in ("data", "database")}


def where_games_are(*levels: dict[str, Any]) -> tuple[str | None, str]:
    """The folder or the database: the first level that names one settles it. None and empty: nobody has."""
    for level in levels:
        data, database = level.get("data"), level.get("database")
        if data and database:
            raise Refused("--data and --database: games are kept in a folder or in a database, expected one of them.")
        if data or database:
            return data, database or ""
    return None, ""


def kinds() -> dict[str, Any]:
    """Each setting's type, with its bounds."""
    known = get_type_hints(Settings, include_extras=True)
    return {one.name: known[one.name] for one in fields(Settings)}


def value_of(reader: Reader, name: str, kind: Any) -> Any:
    """One setting, checked by what is declared beside it."""
    if kind is bool:
        return reader.flag(name)
    if kind is str or kind is Path:
        return reader.text(name, longest=1000)
    within = bounds_of(kind)
    if get_args(kind)[0] is int:
        return reader.integer(name, int(within.low), int(within.high))
    return reader.number(name, within.low, within.high)


def bounds_of(kind: Any) -> Within:
    """A number without bounds is a fault of whoever has declared it."""
    for one in get_args(kind) if get_origin(kind) is Annotated else ():
        if isinstance(one, Within):
            return one
    raise TypeError(f"a setting of the type {kind} has no bounds")


# ---------------------------------------------------------------------- the folder


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
