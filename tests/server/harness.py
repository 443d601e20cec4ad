"""A real server on a port of its own, in a thread of the test's process; and short ways to say things to it."""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from stored import copy_games, rows_of, words_of

from playsheet.client import Question, Seat, make, sit
from playsheet.client import seat as client
from playsheet.core.fair import seal_of
from playsheet.rules import scenario_files
from playsheet.server import new_games, run
from playsheet.server.application import Application
from playsheet.server.hub import Hub, OpenTable, Who
from playsheet.server.keys import SEAT
from playsheet.server.run import server_of
from playsheet.server.settings import Settings
from playsheet.server.sql import SqlStorage
from playsheet.server.stores import opened_store

Data = dict[str, Any]
COMMAND = [sys.executable, "-m", "playsheet.cli.main"]


def no_database(folder: Path) -> str:
    """Which database stands for a folder of games; empty: the folder itself."""
    return ""


# What the store of the test needs: see `conftest.store`.
database_of: Callable[[Path], str] = no_database
COUNTED = itertools.count()
COUNTED_BITS = itertools.count()


def store_in(folder: Path, *, shared: bool = False) -> SqlStorage:
    """The store of these games, in whichever database the test runs."""
    folder.mkdir(exist_ok=True)
    return opened_store(Settings(folder, database=database_of(folder), shared=shared))


def rows_in(folder: Path, sql: str, *values: object) -> list[tuple[Any, ...]]:
    """What a statement finds in the games of a folder, or does to them, behind the server's back."""
    return rows_of(folder, database_of(folder), sql, *values)


def copied(folder: Path, to: Path) -> Path:
    """The same games in another folder, or in the database that stands for it."""
    copy_games(folder, database_of(folder), to, database_of(to))
    return to


def where(folder: Path) -> list[str]:
    """How a command is told of these games."""
    return words_of(folder, database_of(folder))


def everything(folder: Path) -> dict[str, list[tuple[Any, ...]]]:
    """All rows of all tables."""
    from playsheet.server.moving import TABLES

    return {table: rows_in(folder, f"select * from {table} order by {', '.join(key)}") for table, key in TABLES.items()}


def counted_key() -> bytes:
    """Dice that are the same in every run of the tests."""
    return sha256(f"test {next(COUNTED)}".encode()).digest()


def counted_bits() -> str:
    """The same for players' words."""
    return sha256(f"bits {next(COUNTED_BITS)}".encode()).hexdigest()[:32]


class Clock:
    """Time that stands still until it is told to go on."""

    def __init__(self, now: float = 1_000_000.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


class Server:
    """Started on any free port; stopped at the end of `with`."""

    def __init__(self, data: Path, now: Callable[[], float] = time.time, **settings: Any) -> None:
        data.mkdir(exist_ok=True)
        new_games.new_dice_key = counted_key
        client.random_bits = counted_bits
        generous = {"workers": 1, "address_rate": 1e6, "address_burst": 1e6, "heavy_rate": 1e6, "heavy_burst": 1e6}
        generous |= {"games": 0, "address_games": 0}
        generous |= {"seat_rate": 1e6, "seat_burst": 1e6, "unproved": 1e6, "unproved_burst": 1e6}
        self.settings = Settings(data, port=0, database=database_of(data), **{**generous, **settings})
        self.now = now
        self.hub: Hub
        self.loop: asyncio.AbstractEventLoop
        self.url = ""
        self.server: run.Server
        self.thread = threading.Thread(target=lambda: asyncio.run(self.serve()), daemon=True)

    async def serve(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.hub = Hub(self.settings, opened_store(self.settings), self.now)
        self.application = Application(self.hub)
        self.server = server_of(self.application, "127.0.0.1", 0)
        await self.server.serve()

    def __enter__(self) -> Server:
        self.thread.start()
        give_up = time.monotonic() + 30
        while not (hasattr(self, "server") and self.server.started):
            assert self.thread.is_alive()
            assert time.monotonic() < give_up
            time.sleep(0.005)
        port = self.server.servers[0].sockets[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        return self

    def __exit__(self, *_: object) -> None:
        self.server.should_exit = True
        self.thread.join(30)
        assert not self.thread.is_alive()

    def do(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Run something on the server's own loop."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(30)

    def later(self, seconds: float) -> None:
        """Time passes on the clock that the test turns, and the server is awake all the while; then it looks at it."""

        async def passed() -> None:
            assert isinstance(self.now, Clock)
            self.now.now += seconds
            self.hub.seen = self.now.now
            await self.hub.tick()

        self.do(passed())

    # ------------------------------------------------------------ over HTTP

    def call(self, method: str, path: str, secret: str = "", body: object = None) -> tuple[int, Any]:
        """Status and what was answered; JSON taken apart."""
        status, headers, text = self.raw(method, path, secret, None if body is None else json.dumps(body).encode())
        return status, json.loads(text) if headers.get("content-type") == "application/json" else text.decode()

    def raw(
        self, method: str, path: str, secret: str = "", body: bytes | None = None, more: dict[str, str] | None = None
    ) -> tuple[int, dict[str, str], bytes]:
        headers = {"content-type": "application/json", **(more or {})}
        if secret:
            headers["authorization"] = f"Bearer {secret}"
        request = Request(self.url + path, body, headers, method=method)
        try:
            with urlopen(request, timeout=30) as answer:
                return answer.status, {k.lower(): v for k, v in answer.headers.items()}, answer.read()
        except HTTPError as fault:
            with fault:
                return fault.code, {k.lower(): v for k, v in fault.headers.items()}, fault.read()

    def get(self, path: str, secret: str = "") -> Any:
        status, data = self.call("GET", path, secret)
        assert status == 200, data
        return data

    def post(self, path: str, body: object, secret: str = "", status: int = 200) -> Any:
        found, data = self.call("POST", path, secret, body)
        assert found == status, data
        return data

    def refused(self, path: str, body: object, secret: str = "", method: str = "POST") -> tuple[int, str, str]:
        """Status, code and sentence of a refusal."""
        status, data = self.call(method, path, secret, body)
        assert status >= 400, data
        says = data["error"]["says"]
        assert says.endswith((".", "!", "?"))
        assert "Traceback" not in says
        return status, data["error"]["code"], says

    # ------------------------------------------------------------ games

    def make(self, scenario: str = "the-wells", **wishes: Any) -> Data:
        return make(self.url, scenario, **wishes)

    def two(self, scenario: str = "the-wells", **wishes: Any) -> Data:
        """A game between two persons, whose secrets are both ours."""
        return self.make(
            scenario, seats=[{"player": "person", "who": "Ann"}, {"player": "person", "who": "Ben"}], **wishes
        )

    def four(self, **wishes: Any) -> Data:
        """A game with two players a side."""
        text = scenario_files()["the-wells"].read_text(encoding="utf-8")
        text = text.replace("facing = 0\n", 'facing = 0\nplayers = ["Ann", "Ada"]\n')
        text = text.replace("facing = 180\n", 'facing = 180\nplayers = ["Ben", "Bob"]\n')
        for card, owner in (("line-company", "Ann"), ("guard-company", "Ada"), ("irregular-horse", "Bob")):
            text = text.replace(f'card = "{card}"\n', f'card = "{card}"\nowner = "{owner}"\n')
        seats = [{"player": "person", "who": name} for name in ("Ann", "Ada", "Ben", "Bob")]
        body = {"scenario": {"file": "four.toml", "text": text}, "seats": seats, **wishes}
        made = self.post("/api/games", body, "", 201)
        for given in [*made["seats"], made["gm"], made["watch"]]:
            if given is not None and given["link"] is not None:
                given["link"] = self.url + given["link"]
        return made

    def played_out(self, scenario: str, players: tuple[str, str] = ("doctrine", "random"), **wishes: Any) -> Data:
        """A battle between two bots, to its end."""
        made = self.make(scenario, seats=[{"player": player} for player in players], **wishes)
        with sit(made["watch"]["link"]) as onlooker:
            until(onlooker, lambda one: one.over, 100.0)
        return made

    def seat(self, made: Data, index: int = 0) -> Seat:
        return sit(made["seats"][index]["link"], patience=20.0)


def begin(*seats: Seat) -> None:
    """All sit down and are ready."""
    for seat in seats:
        seat.open()
    for seat in seats:
        seat.ready("words for the dice")
    give_up = time.monotonic() + 20.0
    while any(seat.state["status"] == "gathering" for seat in seats):  # each shows its words when it hears of all seals
        assert time.monotonic() < give_up, "the game does not begin"
        for seat in seats:
            if seat.state["status"] == "gathering":
                seat.receive(0.02)


async def ready(hub: Hub, one: OpenTable, seats: int) -> None:
    """All seats, each a person's, seal words and show them."""
    words = [f"the words of seat {seat}" for seat in range(seats)]
    for seat in range(seats):
        await hub.ready(one, Who(SEAT, seat), seal_of(words[seat]))
    for seat in range(seats):
        await hub.show(one, Who(SEAT, seat), words[seat])


def until(seat: Seat, true: Callable[[Seat], bool], seconds: float = 20.0) -> None:
    """Listen until it is so."""
    give_up = time.monotonic() + seconds
    while not true(seat):
        left = give_up - time.monotonic()
        assert left > 0, "it never came to that"
        seat.receive(left)


def caught_up(*seats: Seat) -> None:
    """All have heard of everything that any has."""
    for seat in seats:
        seat.ask({"t": "ping"})  # what one was told before was sent to the others before this is answered


def asked(*seats: Seat) -> tuple[Seat, Question]:
    """Who is asked, and what."""
    caught_up(*seats)
    for seat in seats:
        if seat.questions:
            return seat, seat.questions[0]
    raise AssertionError("nobody is asked")


def play_on(seats: list[Seat], answers: int) -> int:
    """So many answers, or to the end; how many were given."""
    for count in range(answers):
        caught_up(*seats)
        if seats[0].over:
            return count
        seat, question = asked(*seats)
        seat.answer(question, some_answer(question))
    caught_up(*seats)
    return answers


def some_answer(question: Question) -> str:
    """Now this, now that: by the question's number."""
    if len(question.options) < 2:
        return question.any_answer()
    return question.options[sha256(question.number.encode()).digest()[0] % len(question.options)].key


@contextmanager
def running(*words: str, **variables: str) -> Iterator[tuple[subprocess.Popen[str], Data]]:
    """A command that keeps running, and the JSON that it prints when it is there."""
    with subprocess.Popen(
        [*COMMAND, *words, "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **variables},
    ) as process:
        assert process.stdout is not None
        said = ""
        while not said.endswith("}\n"):
            line = process.stdout.readline()
            assert line, process.stderr.read() if process.stderr else ""
            said += line
        try:
            yield process, json.loads(said)
        finally:
            if process.poll() is None:
                process.send_signal(signal.SIGTERM)
            process.wait(20)
