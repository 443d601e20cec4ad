"""PostgreSQL beside SQLite behind the same server, by turns. By itself: `python -m bench.server_stores`."""

from __future__ import annotations

import argparse
import sys
import tempfile
from contextlib import suppress
from functools import partial
from pathlib import Path
from statistics import median

from bench.report import Report, least, most, text
from bench.server_load import Load

RATE = 2000.0
SHARE = 0.7  # of what SQLite holds, that PostgreSQL has to


class Turn:
    """What one server held."""

    def __init__(self, rate: float, used: float, p99: float, given: float) -> None:
        self.rate = rate  # inputs a second, as fast as it goes
        self.used = used  # processor time of the server for one
        self.p99 = p99  # at RATE
        self.given = given  # inputs a second that could be given then


async def turn(folder: Path, database: str, games: int, seconds: float) -> Turn:
    from bench.server import SCENARIO, WARM_UP, Target, measured

    target = Target(folder, 1, database)
    try:
        load = Load("127.0.0.1", target.port, 1, target.ports)
        await load.connect([target.make(SCENARIO) for _ in range(games)])
        await load.warm_up(WARM_UP)
        given, _ = await measured(load, target, seconds, partial(load.at_a_rate, RATE))
        p99 = load.percentile(0.99)
        rate, used = await measured(load, target, seconds, load.as_fast_as_it_goes)
        load.stopping = True
        assert not load.faults, load.faults[0]
    finally:
        target.close()
    return Turn(rate, used, p99, given)


def stores(report: Report, folder: Path, games: int, seconds: float, turns: int = 3) -> None:
    """Each in its turn, so that whatever else the machine does meets both."""
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests/server"))
    from cluster import Cluster

    from bench.server import run

    found: dict[str, list[Turn]] = {"SQLite": [], "PostgreSQL": []}
    try:
        cluster = Cluster(quick=False)
    except (AssertionError, OSError) as fault:
        report.skip(f"PostgreSQL could not be measured: {fault}")
        return
    try:
        for number in range(turns):
            found["SQLite"].append(run(turn(folder / f"sqlite-{number}", "", games, seconds)))
            found["PostgreSQL"].append(run(turn(folder / "none", cluster.empty(), games, seconds)))
    finally:
        with suppress(OSError):
            cluster.remove()
    note = f"{turns} turns of each, medians"
    held = {store: median(one.rate for one in all) for store, all in found.items()}
    for store, all in found.items():
        key = store.lower()
        rates = ", ".join(f"{one.rate:,.0f}" for one in all)
        used = f"{1e6 * median(one.used for one in all):.0f} us of its server for one"
        report.add(f"server.{key}.inputs", f"durable inputs/s, {store}", held[store], "/s", note=f"{rates}; {used}")
        p99 = median(one.p99 for one in all)
        given = median(one.given for one in all)
        named = f"input to all seats' view, {RATE:.0f} inputs/s, p99, {store}"
        reached = most(0.005) if given > 0.95 * RATE else None
        report.add(f"server.{key}.p99.{RATE:.0f}", named, p99, "s", aim=reached, note=f"{given:.0f}/s given; {note}")
    share = held["PostgreSQL"] / held["SQLite"]
    report.add("server.stores", "PostgreSQL's share of SQLite's inputs/s", share, "x", must=least(SHARE), note=note)


def main() -> int:
    from bench.main import machine
    from bench.server import GAMES, compiled

    parser = argparse.ArgumentParser(prog="python -m bench.server_stores", description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--turns", type=int, default=3)
    asked = parser.parse_args()
    report = Report("full", machine({"python": sys.version.split()[0], "compiled": compiled()}))
    with tempfile.TemporaryDirectory() as folder:
        stores(report, Path(folder), asked.games, asked.seconds, asked.turns)
    print(text(report))
    return 1 if report.failed else 0


if __name__ == "__main__":
    sys.exit(main())
