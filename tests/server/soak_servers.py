"""Servers of the same games, killed one after the other under play; see `soak.py`.

Now one is started again at once, now when the others have all of its games; every tenth is not killed but stopped until
another has taken a game of it, and then wakes up as a stale owner. Everybody has to be playing again soon.
"""

from __future__ import annotations

import itertools
import random
import signal
import sys
import tempfile
import threading
import time
from pathlib import Path

from several import Several, leaders, led, servers
from soak import PATIENCE, SAY, Played, Soak, check, database_for, play_for_ever
from stored import rows_of

from playsheet.client.web import call
from playsheet.core.errors import Refused

PLAYERS = 50  # games at a time, each with two sockets
PACE = 0.5  # seconds from one answer of a game to the next
SOON = 10.0  # seconds within which everybody plays again


def wait_for_all(soak: Soak, since: float) -> float:
    """Until every player has had an answer acknowledged; seconds that it took."""
    give_up = since + PATIENCE
    while not soak.faults and min(soak.heard.values()) <= since:
        if time.monotonic() > give_up:
            soak.faults.append("somebody does not play any more")
        soak.stop.wait(0.01)
    return max(soak.heard.values()) - since if soak.faults else time.monotonic() - since


def kill(soak: Soak, several: Several, index: int, chance: random.Random) -> tuple[str, float]:
    """Kill one; seconds until everybody plays again."""
    several.end(index, signal.SIGKILL)
    killed = time.monotonic()
    at_once = chance.random() < 0.5
    if at_once:
        several.begin(index)
    took = wait_for_all(soak, killed)  # which may be before the server is there again: others have its games by then
    if not at_once:
        several.begin(index)
    several.wait_for(index)
    return ("started again at once" if at_once else "left to the others"), took


def put_to_sleep(soak: Soak, several: Several, index: int) -> tuple[str, float]:
    """Stop one until another has a game of it, and wake it up; seconds until everybody plays again."""
    theirs = [played for played in soak.games if not played.over and several.owner(played.game) == index]
    several.put_to_sleep(index)
    other = (index + 1) % len(several.ports)
    before = several.metric(other, "playsheet_games_taken_total")
    for played in theirs[:3]:
        take_over(soak, several, other, played)
    woken = time.monotonic()
    several.send(index, signal.SIGCONT)
    took = wait_for_all(soak, woken)
    if theirs and several.metric(other, "playsheet_games_taken_total") == before:
        soak.faults.append("nothing was taken from a server that was stopped")
    lost = sum(several.metric(index, f'playsheet_games_lost_total{{why="{why}"}}') for why in ("late", "refused"))
    if theirs and not lost:
        soak.faults.append("a stale owner was not refused")
    return "woken up", took


def take_over(soak: Soak, several: Several, other: int, played: Played) -> None:
    """Somebody asks another server for it until that has it."""
    give_up = time.monotonic() + PATIENCE
    while time.monotonic() < give_up:
        try:
            call(several.url(other), f"/api/games/{played.game}?log=-1", played.secret)
            return
        except (Refused, OSError):
            soak.stop.wait(0.1)
    soak.faults.append(f"{played.game}: not to be had from a server that is stopped")


def soaked_servers(
    folder: Path,
    kills: int,
    seed: int,
    count: int,
    players: int = PLAYERS,
    lease: float = 5.0,
    asleep: int = 10,
    database: str = "",
) -> Soak:
    """Kill so many times, every so many times put one to sleep instead; what was found."""
    chance = random.Random(seed)
    with (
        servers(folder / "games", count, database, lease=lease, **GENEROUS) as several,
        led(several, folder, leaders()[0]) as url,
    ):
        soak = Soak(folder / "games", int(url.rsplit(":", 1)[1]), database, pace=PACE)
        soak.heard.update(dict.fromkeys(range(players), 0.0))
        threads = [
            threading.Thread(target=play_for_ever, args=(soak, seed * 100 + player, False, player), daemon=True)
            for player in range(players)
        ]
        for thread in threads:
            thread.start()
        wait_for_all(soak, time.monotonic())
        while soak.kills < kills and not soak.faults:
            soak.stop.wait(chance.uniform(0.0, 1.0))
            soak.kills += 1
            index = chance.randrange(count)
            is_asleep = soak.kills % asleep == 0
            way, took = put_to_sleep(soak, several, index) if is_asleep else kill(soak, several, index, chance)
            soak.took.setdefault(way, []).append(took)
            if soak.kills % SAY == 0 or soak.kills == kills:
                check(soak)
                print(
                    f"{soak.kills} kills, {soak.acknowledged()} answers acknowledged, everybody playing again within "
                    f"{max(map(max, soak.took.values())):.1f} s",
                    file=sys.stderr,
                    flush=True,
                )
        soak.stop.set()
        for thread in threads:
            thread.join(60)
        check(soak)
    return soak


GENEROUS = {
    "address_rate": 1e6, "address_burst": 1e6, "heavy_rate": 1e6, "heavy_burst": 1e6, "address_games": 0, "games": 0,
    "unproved": 1e6, "unproved_burst": 1e6, "address_connections": 10_000, "address_sockets": 10_000,
}  # fmt: skip


def main_of_servers(kills: int, seed: int, count: int, *, postgres: bool) -> int:
    with tempfile.TemporaryDirectory() as folder, database_for(postgres) as database:
        began = time.monotonic()
        soak = soaked_servers(Path(folder), kills, seed, count, database=database)
        ((ops,),) = rows_of(soak.folder, database, "select count(*) from ops")
    took = sorted(itertools.chain.from_iterable(soak.took.values()))
    if took and took[-1] > SOON:
        soak.faults.append(f"it took {took[-1]:.1f} s until everybody played again")
    if soak.faults:
        print(f"seed {seed}: after {soak.kills} kills: {soak.faults[:5]}; {by_way(soak)}")
        return 1
    print(
        f"seed {seed}: {count} servers behind {leaders()[0]}, {soak.kills} kills and sleeps, {len(soak.games)} games "
        f"over {2 * PLAYERS} sockets, {soak.acknowledged()} answers acknowledged of {ops} ops, all there and none "
        f"doubled; everybody playing again after {took[len(took) // 2]:.1f} s (median), "
        f"{took[int(0.99 * len(took))]:.1f} s (p99), {took[-1]:.1f} s (worst): {by_way(soak)}; "
        f"{time.monotonic() - began:.0f} s."
    )
    return 0


def by_way(soak: Soak) -> str:
    """Median and worst of each way in which a server was away."""
    all = [(way, sorted(took)) for way, took in sorted(soak.took.items())]
    return ", ".join(f"{way} {len(took)} times {took[len(took) // 2]:.1f} and {took[-1]:.1f} s" for way, took in all)
