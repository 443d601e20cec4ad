"""Kill -9 at random points of play, again and again: what was acknowledged is there, once, and play goes on.

    python -m tests.server.soak --kills 200 --seed 1
    python -m tests.server.soak --kills 200 --seed 1 --postgres
    python -m tests.server.soak --kills 200 --seed 1 --servers 3

A real server process is started, several games are played on it at once, and it is killed in the middle. Then the
games' file is looked into, the server is started again on the same port, and the same clients play on. With several
servers of the same games (`soak_servers.py`) the others have to play on meanwhile.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from stored import environment_of, rows_of, words_of

from playsheet.client import Seat, make, sit
from playsheet.core.errors import Refused

Acknowledged = tuple[int, str, str]  # number, question, text
SAY = 20  # kills after which it says how far it has come
PATIENCE = 180.0  # seconds that anybody waits for a server that starts on a busy machine


@dataclass
class Played:
    """One game, and what the server has acknowledged of it."""

    game: str
    player: int = 0
    secret: str = ""  # of a seat
    acknowledged: dict[int, tuple[str, str]] = field(default_factory=dict)
    over: bool = False


@dataclass
class Soak:
    """All that is known from outside."""

    folder: Path
    port: int
    database: str = ""  # in place of the folder
    pace: float = 0.0  # seconds from one answer of a game to the next
    games: list[Played] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    kills: int = 0
    stop: threading.Event = field(default_factory=threading.Event)
    slowest: float = 0.0  # seconds from the server's being back to a client's being up to date
    heard: dict[int, float] = field(default_factory=dict)  # by player: when an answer was acknowledged last
    took: dict[str, list[float]] = field(default_factory=dict)  # by what came after a kill: until everybody plays again

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def acknowledged(self) -> int:
        return sum(len(played.acknowledged) for played in self.games)


def free_port() -> int:
    with closing(socket.create_server(("127.0.0.1", 0))) as found:
        port: int = found.getsockname()[1]
        return port


def started(soak: Soak) -> subprocess.Popen[str]:
    """A server process that answers."""
    process, said = begun(soak)
    if not said:
        raise RuntimeError("the server did not start")
    assert json.loads(said)["url"] == soak.url
    return process


def begun(soak: Soak) -> tuple[subprocess.Popen[str], str]:
    """A server process, and what it says when it is there; nothing, if it ends instead."""
    words = ["serve", "--port", str(soak.port), *words_of(soak.folder, soak.database), "--workers", "1", "--json"]
    command = [sys.executable, "-m", "playsheet.cli.main", *words, "--log", "error"]
    environment = environment_of(soak.database)
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    assert process.stdout is not None
    said = ""
    while not said.rstrip().endswith("}"):
        line = process.stdout.readline()
        if not line:
            process.stdout.close()
            process.wait(30)
            return process, ""
        said += line
    return process, said


def ended(process: subprocess.Popen[str], sign: signal.Signals) -> int:
    process.send_signal(sign)
    code = process.wait(30)
    assert process.stdout is not None
    process.stdout.close()
    return code


# ---------------------------------------------------------------------- the players


def play_for_ever(soak: Soak, seed: int, against_bot: bool, player: int = 0) -> None:
    """Game after game, whatever happens to the server."""
    chance = random.Random(seed)
    while not soak.stop.is_set():
        try:
            seats = [{"player": "person"}, {"player": "doctrine" if against_bot else "person"}]
            made = make(soak.url, "the-wells", seats=seats)
        except (Refused, OSError):
            time.sleep(0.05)
            continue
        played = Played(made["game"], player, made["seats"][0]["secret"])
        soak.games.append(played)
        try:
            play_one(soak, played, made, chance)
        except Refused as fault:
            if not soak.stop.is_set():
                soak.faults.append(f"{played.game}: {fault}")
                return


def play_one(soak: Soak, played: Played, made: dict[str, Any], chance: random.Random) -> None:
    """One game, by all of its persons."""
    seats = [sit(seat["link"], patience=PATIENCE) for seat in made["seats"] if seat["secret"] is not None]
    try:
        for seat in seats:
            seat.open()
        while not soak.stop.is_set() and not seats[0].over:
            seat = next((one for one in seats if one.questions), None)
            if seat is None:
                for one in seats:
                    with suppress(Refused):  # a server that is stopping takes nothing: it is said until it is taken
                        one.ready()
                    one.receive(0.02)
                continue
            if answer(seat, played, chance):
                soak.heard[played.player] = time.monotonic()
                soak.stop.wait(soak.pace)
        played.over = seats[0].over
    finally:
        for seat in seats:
            with suppress(Exception):
                seat.close()


def answer(seat: Seat, played: Played, chance: random.Random) -> bool:
    """Was it acknowledged?"""
    question = seat.questions[0]
    text = question.any_answer()
    if question.options:
        text = chance.choice(question.options).key
    try:
        number = seat.ask({"t": "answer", "question": question.number, "text": text})["seq"]
    except Refused as fault:
        stale = "is not open" in str(fault) or "not this seat" in str(fault) or "battle is over" in str(fault)
        again = "try once more" in str(fault) or "try again in a moment" in str(fault)
        if not stale and not again:
            raise
        seat.receive(0.02)
        return False
    played.acknowledged[number] = (question.number, text)
    return True


# ---------------------------------------------------------------------- looking into the games


def check(soak: Soak) -> None:
    """With the server dead: is everything there that was acknowledged, and once?"""
    known = [(played, dict(played.acknowledged)) for played in list(soak.games)]

    def rows(sql: str, *values: object) -> list[tuple[Any, ...]]:
        return rows_of(soak.folder, soak.database, sql, *values)

    if not soak.database and rows("pragma integrity_check") != [("ok",)]:
        soak.faults.append("the file is damaged")
    stored: dict[str, list[tuple[Any, ...]]] = {}
    for game, *row in rows("select game, seq, kind, question, text from ops order by game, seq"):
        stored.setdefault(game, []).append(tuple(row))
    for played, acknowledged in known:
        found = stored.get(played.game, [])
        if [row[0] for row in found] != list(range(1, len(found) + 1)):
            soak.faults.append(f"{played.game}: numbers are missing or doubled")
        answers = [row[2] for row in found if row[1] == "answer"]
        if len(set(answers)) != len(answers):
            soak.faults.append(f"{played.game}: a question was answered twice")
        there = {row[0]: (row[2], row[3]) for row in found}
        for number, given in acknowledged.items():
            if there.get(number) != given:
                soak.faults.append(f"{played.game}: {number} was acknowledged as {given}, is {there.get(number)}")


def soaked(folder: Path, kills: int, seed: int, players: int = 4, longest: float = 0.8, database: str = "") -> Soak:
    """Kill so many times; what was found."""
    chance = random.Random(seed)
    soak = Soak(folder, free_port(), database)
    threads: list[threading.Thread] = []
    process = started(soak)
    try:
        for index in range(players):
            thread = threading.Thread(
                target=play_for_ever, args=(soak, seed * 100 + index, index % 2 == 1), daemon=True
            )
            thread.start()
            threads.append(thread)
        while soak.kills < kills and not soak.faults:
            before = soak.acknowledged()
            waited = time.monotonic()
            while soak.acknowledged() <= before and time.monotonic() < waited + PATIENCE:  # play has to go on first
                time.sleep(0.005)
            if soak.acknowledged() <= before:
                soak.faults.append("play did not go on")
                break
            soak.slowest = max(soak.slowest, time.monotonic() - waited)
            time.sleep(chance.uniform(0.0, longest))
            soak.kills += 1
            ended(process, signal.SIGKILL)
            check(soak)
            if soak.kills % SAY == 0:
                print(f"{soak.kills} kills, {soak.acknowledged()} answers acknowledged", file=sys.stderr, flush=True)
            process = started(soak)
        soak.stop.set()
        for thread in threads:
            thread.join(60)
    finally:
        soak.stop.set()
        if ended(process, signal.SIGTERM) != 0:
            soak.faults.append(f"stopped with exit code {process.returncode}")
    check(soak)
    return soak


@contextmanager
def database_for(postgres: bool) -> Iterator[str]:
    """One that waits for its disk, as a club's does; empty for a folder."""
    if not postgres:
        yield ""
        return
    from cluster import Cluster

    cluster = Cluster(quick=False)
    try:
        yield cluster.empty()
    finally:
        cluster.remove()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--postgres", action="store_true", help="with games in a PostgreSQL of its own")
    parser.add_argument("--servers", type=int, default=1, help="of the same games, behind a proxy")
    given = parser.parse_args()
    if given.servers > 1:
        from soak_servers import main_of_servers

        return main_of_servers(given.kills, given.seed, given.servers, postgres=given.postgres)
    with tempfile.TemporaryDirectory() as folder:
        began = time.monotonic()
        with database_for(given.postgres) as database:
            soak = soaked(Path(folder), given.kills, given.seed, database=database)
    over = sum(played.over for played in soak.games)
    print(
        f"seed {given.seed}: {soak.kills} kills, {len(soak.games)} games ({over} played out), "
        f"{soak.acknowledged()} answers acknowledged, all there and none doubled; at most {soak.slowest:.1f} s from "
        f"a restart to the next acknowledged answer; {time.monotonic() - began:.0f} s."
        if not soak.faults
        else f"seed {given.seed}: after {soak.kills} kills: {soak.faults[:5]}"
    )
    return 1 if soak.faults else 0


if __name__ == "__main__":
    os.environ.setdefault("PYTHONUNBUFFERED", "1")
    sys.exit(main())
