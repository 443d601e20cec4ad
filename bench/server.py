"""Measures the server: `python bench/server.py`. The load is a process of its own; the table and the JSON are bench's.

python bench/server.py --quick            about a minute
python bench/server.py --no-peer          without boardgame.io's server beside it
python bench/server.py --servers 3        three servers of the same games beside one
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, TypeVar
from urllib.request import Request, urlopen

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.report import Report, least, markdown, most, text
from bench.server_load import Load, cpu_of, memory_of
from bench.server_peer import Peer
from bench.server_stores import stores

Result = TypeVar("Result")
RESULTS = Path(__file__).resolve().parent / "server-results.json"
GAMES = 200
SCENARIO = "the-wells"
WARM_UP = 25  # answers in each game before anything is measured: both sides are deployed then
FAR = 70  # answers in each game, on average, after which some might end while it is measured
LONG = "grand-manoeuvres"
DROPS = 400  # sockets that are dropped, to see how soon they are up to date again


class Target:
    """A server without limits on rates, so that one address may bring all the load; or several of the same games, in
    which each game is played where it was made, as a proxy would lead to it."""

    def __init__(self, folder: Path, servers: int = 1, database: str = "") -> None:
        command = [sys.executable, __file__, "--serve", str(folder), "--servers", str(servers)]
        environment = {**os.environ, "BENCH_DATABASE": database}  # with its password
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        assert self.process.stdout is not None
        said = json.loads(self.process.stdout.readline())
        self.urls: list[str] = said["urls"]
        self.url = self.urls[0]
        self.port = port_of(self.url)
        self.ports: dict[str, int] = {}  # where each game is played
        self.pid = self.process.pid
        self.servers = servers

    def make(self, scenario: str) -> tuple[str, list[str]]:
        body = {"scenario": {"id": scenario}, "seats": [{"player": "person"}, {"player": "person"}]}
        url = self.urls[len(self.ports) % self.servers]
        request = Request(f"{url}/api/games", json.dumps(body).encode(), {"content-type": "application/json"})
        with urlopen(request, timeout=60) as answer:
            made = json.loads(answer.read())
        self.ports[made["game"]] = port_of(url)
        return made["game"], [seat["secret"] for seat in made["seats"]]

    def close(self) -> None:
        self.process.terminate()
        self.process.wait(60)
        assert self.process.stdout is not None
        self.process.stdout.close()


def port_of(url: str) -> int:
    return int(url.rsplit(":", 1)[1])


def serve_all(folder: str, servers: int) -> int:
    """The other process: a server that says where it is, or several that are started here."""
    if servers == 1:
        return serve(folder, shared=False)
    command = [sys.executable, __file__, "--serve", folder, "--servers", "0"]
    started: list[subprocess.Popen[str]] = []
    urls: list[str] = []
    signal.signal(signal.SIGTERM, lambda *_: [one.terminate() for one in started])
    for _ in range(servers):  # one after the other: the first makes the tables
        started.append(subprocess.Popen(command, stdout=subprocess.PIPE, text=True))
        out = started[-1].stdout
        assert out is not None
        urls.extend(json.loads(out.readline())["urls"])
    print(json.dumps({"urls": urls}), flush=True)
    return max(one.wait() for one in started)


def serve(folder: str, *, shared: bool) -> int:
    """One server, by itself or as one of several."""
    from playsheet.server.run import serve as served
    from playsheet.server.settings import Settings

    much = 1e9
    settings = Settings(
        Path(folder),
        database=os.environ.get("BENCH_DATABASE", ""),
        port=0,
        shared=shared,
        address_rate=much,
        address_burst=much,
        heavy_rate=much,
        heavy_burst=much,
        seat_rate=much,
        seat_burst=much,
        address_sockets=10_000,
        address_connections=10_000,
        connections=10_000,
        open_games=10_000,
        games=0,
        address_games=0,
    )
    served(settings, "warning", lambda url: print(json.dumps({"urls": [url]}), flush=True))
    return 0


def run(load: Coroutine[Any, Any, Result]) -> Result:
    """With the quickest loop there is: what the load takes of the machine the server does not have."""
    from playsheet.server.event_loops import event_loop_factory

    with asyncio.Runner(loop_factory=event_loop_factory()) as runner:
        return runner.run(load)


# ---------------------------------------------------------------------- what is measured


async def play(report: Report, target: Target, games: int, seconds: float) -> float:
    """Latency at two rates, then as fast as it goes: that rate."""
    empty = memory_of(target.pid)
    load = Load("127.0.0.1", target.port, 1, target.ports)
    await load.connect([target.make(SCENARIO) for _ in range(games)])
    opened = memory_of(target.pid)
    report.add("server.memory.open", "memory per open game, at its start", (opened - empty) / games, "MB")
    await load.warm_up(WARM_UP)
    for rate in (500.0, 2000.0):
        given, used = await measured(load, target, seconds, partial(load.at_a_rate, rate))
        if rate == 500.0:  # before any game is replaced
            note = f"{load.given() / games:.0f} answers in each"
            held = (memory_of(target.pid) - empty) / games
            report.add("server.memory.played", "memory per open game, in the midst of it", held, "MB", note=note)
        name = f"input to all seats' view, {rate:.0f} inputs/s"
        note = f"{given:.0f}/s given, {len(load.seconds)} measured; the server used {given * used:.2f} cores"
        report.add(f"server.p50.{rate:.0f}", f"{name}, p50", load.percentile(0.5), "s", note=note)
        aim = most(0.005) if rate == 2000.0 and given > 1900 else None
        report.add(f"server.p99.{rate:.0f}", f"{name}, p99", load.percentile(0.99), "s", aim=aim, note=note)
    rate, used = await measured(load, target, seconds, load.as_fast_as_it_goes)
    note = f"{games} games, {2 * games} sockets; it had {rate * used:.2f} cores"
    report.add("server.inputs", "durable inputs/s, a real game behind each", rate, "/s", None, least(10_000), note)
    note = f"a whole core would make {1.0 / used:,.0f} inputs/s" if used else "not known on this system"
    report.add("server.cpu", "processor time of the server, an input", used, "s", note=note)
    report.add("server.p99.full", "input to all seats' view at that rate, p99", load.percentile(0.99), "s")
    given, _ = await measured(load, target, seconds, partial(load.at_a_rate, rate / 2))
    note = f"{given:.0f}/s given, {len(load.seconds)} measured"
    for name, share in (("p50", 0.5), ("p99", 0.99)):
        what = f"input to all seats' view at half of the rate it can hold, {name}"
        report.add(f"server.{name}.half", what, load.percentile(share), "s", note=note)
    if load.faults:
        report.fail(f"load: {load.faults[0]} ({len(load.faults)} in all)")
    load.stopping = True
    return rate


async def measured(
    load: Load, target: Target, seconds: float, play: Callable[[float, int], Awaitable[tuple[int, float]]]
) -> tuple[float, float]:
    """Answers a second, and the server's processor time for one.

    In slices, between which games that have come far make room for new ones: none may end while it is measured.
    """
    load.seconds.clear()
    games = len(load.games)
    count = given = 0
    took = used = 0.0
    while took < seconds - 0.1:
        if load.given() > (WARM_UP + FAR) / 2 * games:
            await refilled(load, target, games)
        before = (cpu_of(target.pid), load.given())
        answers, passed = await play(seconds - took, FAR * games)
        count += answers
        took += passed
        used += cpu_of(target.pid) - before[0]
        given += load.given() - before[1]
    return count / took, used / given


def drops(report: Report, target: Target, count: int) -> None:
    """Sockets dropped at any message: how soon after connecting again the client shows what the server has."""
    from bench.server_drops import dropped

    took = dropped(target.url, SCENARIO, count)
    name = "a dropped socket is up to date again"
    note = f"{count} drops; from the first try to connect until view and digest are the server's"
    report.add("server.drop.p50", f"{name}, p50", took[len(took) // 2], "s", note=note)
    report.add("server.drop.p99", f"{name}, p99", took[int(0.99 * len(took))], "s", note=note)
    report.add("server.drop.worst", f"{name}, worst", took[-1], "s", most(2.0), note=note)


async def refilled(load: Load, target: Target, games: int) -> None:
    """Games that have come far make room for new ones: none may end while it is measured."""
    load.stopping = True
    for game in load.games:
        for seat in game.seats:
            seat.transport.close()
    await asyncio.sleep(0.2)
    load.games.clear()
    load.stopping = False
    await load.connect([target.make(SCENARIO) for _ in range(games)])
    await load.warm_up(WARM_UP)


def reopening(report: Report, folder: Path) -> None:
    """A long battle, played out on a table and opened again from disk."""
    from playsheet.core.fair import seal_of
    from playsheet.core.game import written
    from playsheet.server.hub import Hub
    from playsheet.server.new_games import source_of
    from playsheet.server.settings import Settings
    from playsheet.server.sqlite import SQLite
    from playsheet.server.storage import ANSWER, SEAL, WORDS, Head, Op, SeatPlan
    from playsheet.server.table import Table

    folder.mkdir()
    with closing(SQLite(folder)) as storage:
        hub = Hub(Settings(folder), storage)
        head = Head("long", source_of(LONG, "", ""), [], [SeatPlan("person"), SeatPlan("person")])
        storage.make("long", 0.0, head, bytes(32), [], ignored)
        table = Table("long", hub.setup_of(head), head, bytes(32))
        words = ["the words of seat 0", "the words of seat 1"]
        for seat in (0, 1):
            put(storage, table, Op(table.seq + 1, 0.0, SEAL, seat, "", seal_of(words[seat])))
        for seat in (0, 1):
            put(storage, table, Op(table.seq + 1, 0.0, WORDS, seat, "", words[seat]))
        game = table.game
        assert game is not None
        doctrine = table.system.doctrine(0)
        while not game.battle.finished:
            question = game.questions[0]
            if question.region is not None:
                answer = written(doctrine.place(game.battle, question))
            else:
                answer = doctrine.choose(game.battle, question).key()
            put(storage, table, Op(table.seq + 1, 0.0, ANSWER, question.seat, question.number(), answer))
    with closing(SQLite(folder)) as storage:
        hub = Hub(Settings(folder), storage)
        hub.setup_of(head)
        times = asyncio.run(opening(hub, table.seq))
    note = f"{LONG}: {table.seq} inputs, {game.step} steps; its story told again included"
    report.add("server.reopen", "reopening a long game", min(times), "s", note=note)


async def opening(hub: Any, seq: int) -> list[float]:
    """How long it took, time after time."""
    times: list[float] = []
    await hub.start()
    for _ in range(5):
        began = time.perf_counter()
        opened = await hub.opened("long")
        opened.table.audience(0)
        times.append(time.perf_counter() - began)
        assert opened.table.seq == seq
    await hub.stop()
    return times


def ignored(fault: Exception | None) -> None:
    assert fault is None


def put(storage: Any, table: Any, op: Any) -> None:
    table.apply(op)
    storage.append("long", op, [], [], None, ignored)


# ---------------------------------------------------------------------- the command


def main(given: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python bench/server.py", description=__doc__.splitlines()[0])
    parser.add_argument("--serve", metavar="FOLDER", help=argparse.SUPPRESS)
    parser.add_argument("--quick", action="store_true", help="shorter, and less to be relied on")
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--servers", type=int, default=1, help="so many of the same games are measured beside one")
    parser.add_argument(
        "--peer",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="beside boardgame.io's server, if npm can install it",
    )
    parser.add_argument("--json", type=Path, default=RESULTS, metavar="PATH")
    parser.add_argument("--markdown", action="store_true")
    asked = parser.parse_args(given)
    if asked.serve:
        return serve_all(asked.serve, asked.servers) if asked.servers else serve(asked.serve, shared=True)
    from bench.main import load as machine_load
    from bench.main import machine

    seconds = 3.0 if asked.quick else 10.0
    report = Report(
        "quick" if asked.quick else "full", machine({"python": sys.version.split()[0], "compiled": compiled()})
    )
    with tempfile.TemporaryDirectory() as folder:
        peer = Peer(report, asked.games, seconds)
        if asked.peer:
            peer.install(Path(folder) / "peer")
            peer.measure()
        target = Target(Path(folder) / "games")
        try:
            rate = run(play(report, target, asked.games, seconds))
            peer.measure()
            drops(report, target, DROPS // 4 if asked.quick else DROPS)
        finally:
            target.close()
        reopening(report, Path(folder) / "long")
        stores(report, Path(folder), asked.games, seconds, peer, asked.servers)
        peer.tell(rate)
    report.machine["load_after"] = machine_load()
    asked.json.write_text(json.dumps(report.data(), indent=1) + "\n", encoding="utf-8")
    print(markdown(report) if asked.markdown else text(report))
    return 1 if report.failed else 0


def compiled() -> bool:
    from playsheet.core import game

    return not game.__file__.endswith(".py")


if __name__ == "__main__":
    os.environ.setdefault("PYTHONUNBUFFERED", "1")
    sys.exit(main(sys.argv[1:]))
