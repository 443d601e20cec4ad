"""SQLite and PostgreSQL behind one server and several, beside boardgame.io, by turns. By itself:

python -m bench.server_stores --servers 3
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from contextlib import suppress
from functools import partial
from pathlib import Path
from statistics import median

from bench.report import Report, least, markdown, most, text
from bench.server_load import Load
from bench.server_peer import Peer

RATE = 2000.0
SHARE = 0.7  # of what SQLite holds, that PostgreSQL has to


class Turn:
    """What one server held, or several of the same games."""

    def __init__(self, rate: float, used: float, p99: float, given: float) -> None:
        self.rate = rate  # inputs a second, as fast as it goes
        self.used = used  # processor time of the servers for one
        self.p99 = p99  # at RATE
        self.given = given  # inputs a second that could be given then


class Round:
    """Each way in its turn, and what boardgame.io's server did in the same minutes, if it can be had."""

    def __init__(self, turns: dict[str, Turn], peer: Turn | None) -> None:
        self.turns = turns
        self.peer = peer


async def turn(folder: Path, servers: int, database: str, games: int, seconds: float) -> Turn:
    from bench.server import SCENARIO, WARM_UP, Target, measured

    target = Target(folder, servers, database)
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


def of_peer(peer: Peer) -> Turn | None:
    paced = peer.turn(RATE)
    held = peer.turn()
    if paced is None or held is None:
        return None
    return Turn(held["rate"], held["core"] / held["rate"], paced["p99"], paced["rate"])


def stores(
    report: Report, folder: Path, games: int, seconds: float, peer: Peer, servers: int = 1, turns: int = 3
) -> None:
    """By turns, so that whatever else the machine does meets all of them."""
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests/server"))
    from cluster import Cluster

    from bench.server import run

    try:
        cluster = Cluster(quick=False)
    except (AssertionError, OSError) as fault:
        report.skip(f"PostgreSQL could not be measured: {fault}")
        return
    rounds: list[Round] = []
    try:
        for number in range(turns):
            found: dict[str, Turn] = {}
            beside = of_peer(peer)
            for count in {1: None, servers: None}:
                place = folder / f"sqlite-{count}-{number}"
                found[name_of("SQLite", count)] = run(turn(place, count, "", games, seconds))
                found[name_of("PostgreSQL", count)] = run(turn(folder / "none", count, cluster.empty(), games, seconds))
            rounds.append(Round(found, beside))
    finally:
        with suppress(OSError):
            cluster.remove()
    tell(report, rounds)


def name_of(store: str, servers: int) -> str:
    return store if servers == 1 else f"{store}, {servers} servers"


def key_of(name: str) -> str:
    return name.lower().replace(", ", ".").replace(" ", "")


def tell(report: Report, rounds: list[Round]) -> None:
    """Medians over the rounds; ratios are those of each round, and then the median."""
    note = f"{len(rounds)} turns of each, medians"
    for name in rounds[0].turns:
        all = [each.turns[name] for each in rounds]
        key = key_of(name)
        rates = ", ".join(f"{one.rate:,.0f}" for one in all)
        used = f"{1e6 * median(one.used for one in all):.0f} us of processor for one"
        held = median(one.rate for one in all)
        report.add(f"server.{key}.inputs", f"durable inputs/s, {name}", held, "/s", note=f"{rates}; {used}")
        given = median(one.given for one in all)
        reached = most(0.005) if given > 0.95 * RATE else None
        named = f"input to all seats' view, {RATE:.0f} inputs/s, p99, {name}"
        told = f"{given:.0f}/s given; {note}"
        p99 = median(one.p99 for one in all)
        report.add(f"server.{key}.p99.{RATE:.0f}", named, p99, "s", aim=reached, note=told)
        beside = [(each.turns[name], each.peer) for each in rounds if each.peer is not None]
        if beside:
            ahead = median(ours.rate / peer.rate for ours, peer in beside)
            named = f"{name}: durable inputs/s against boardgame.io's moves/s in memory"
            report.add(f"server.{key}.against", named, ahead, "x", aim=least(1.0), note=note)
            longer = median(ours.p99 / peer.p99 for ours, peer in beside)
            named = f"{name}: p99 at {RATE:.0f}/s against boardgame.io's at the same rate"
            each = f"{', '.join(f'{peer.given:.0f}' for _, peer in beside)}/s given to boardgame.io; {note}"
            report.add(f"server.{key}.p99.against", named, longer, "x", note=each)
    peers = [each.peer for each in rounds if each.peer is not None]
    if peers:
        rates = ", ".join(f"{one.rate:,.0f}" for one in peers)
        held = median(one.rate for one in peers)
        used = f"{1e6 * median(one.used for one in peers):.0f} us of processor for one"
        named = "boardgame.io, in the same turns: moves/s, not durable"
        report.add("server.peer.turns", named, held, "/s", note=f"{rates}; {used}")
        p99 = median(one.p99 for one in peers)
        report.add(
            "server.peer.turns.p99", f"boardgame.io: move to all players, {RATE:.0f}/s, p99", p99, "s", note=note
        )
    share = median(each.turns["PostgreSQL"].rate / each.turns["SQLite"].rate for each in rounds)
    report.add("server.stores", "PostgreSQL's share of SQLite's inputs/s", share, "x", must=least(SHARE), note=note)


def main() -> int:
    from bench.main import load as machine_load
    from bench.main import machine
    from bench.server import GAMES, compiled

    parser = argparse.ArgumentParser(prog="python -m bench.server_stores", description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--servers", type=int, default=1, help="so many of the same games are measured beside one")
    parser.add_argument(
        "--peer", action=argparse.BooleanOptionalAction, default=True, help="beside boardgame.io, if npm can install it"
    )
    parser.add_argument("--markdown", action="store_true")
    asked = parser.parse_args()
    report = Report("full", machine({"python": sys.version.split()[0], "compiled": compiled()}))
    with tempfile.TemporaryDirectory() as folder:
        peer = Peer(report, asked.games, asked.seconds)
        if asked.peer:
            peer.install(Path(folder) / "peer")
        stores(report, Path(folder), asked.games, asked.seconds, peer, asked.servers, asked.turns)
    report.machine["load_after"] = machine_load()
    print(markdown(report) if asked.markdown else text(report))
    return 1 if report.failed else 0


if __name__ == "__main__":
    sys.exit(main())
