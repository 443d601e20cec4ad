"""Kill -9 at random points of play, again and again: what was acknowledged is there, once, and play goes on.

    python -m tests.server.soak --kills 200 --seed 1
    python -m tests.server.soak --kills 200 --seed 1 --processes 2

A real server process is started, several games are played on it at once, and it is killed in the middle. Then the
games' file is looked into, the server is started again on the same port, and the same clients play on. Of a server with
several processes now one is killed, now the one that keeps them, now all at once.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playsheet.client import Seat, make, sit
from playsheet.core.errors import Refused

Acknowledged = tuple[int, str, str]  # number, question, text
SAY = 20  # kills after which it says how far it has come
PATIENCE = 180.0  # seconds that anybody waits for a server that starts on a busy machine


@dataclass
class Played:
    """One game, and what the server has acknowledged of it."""

    game: str
    acknowledged: dict[int, tuple[str, str]] = field(default_factory=dict)
    over: bool = False


@dataclass
class Soak:
    """All that is known from outside."""

    folder: Path
    port: int
    processes: int = 1
    games: list[Played] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    kills: int = 0
    stop: threading.Event = field(default_factory=threading.Event)
    slowest: float = 0.0  # seconds from the server's being back to a client's being up to date

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
    """A server process that answers. What is left of a killed one may keep it out for a moment."""
    give_up = time.monotonic() + PATIENCE
    while True:
        process, said = begun(soak)
        if said:
            assert json.loads(said)["url"] == soak.url
            return process
        if soak.processes == 1 or not soak.kills or time.monotonic() > give_up:
            raise RuntimeError("the server did not start")


def begun(soak: Soak) -> tuple[subprocess.Popen[str], str]:
    """A server process, and what it says when it is there; nothing, if it ends instead."""
    words = ["serve", "--port", str(soak.port), "--data", str(soak.folder), "--workers", "1", "--json"]
    words += ["--processes", str(soak.processes), "--log", "error"]
    process = subprocess.Popen([sys.executable, "-m", "playsheet.cli.main", *words], stdout=subprocess.PIPE, text=True)
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


def children_of(process: subprocess.Popen[str]) -> list[int]:
    """The processes that it has started and that live."""
    pids = [int(folder.name) for folder in Path("/proc").iterdir() if folder.name.isdigit()]
    return sorted(pid for pid in pids if parent_of(pid) == process.pid)


def parent_of(pid: int) -> int | None:
    """Who has started a process that lives; None of one that does not."""
    try:
        state, parent = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[:2]
    except OSError:
        return None
    return int(parent) if state != "Z" else None


def killed(soak: Soak, process: subprocess.Popen[str], chance: random.Random) -> bool:
    """Kill it, or part of it; is it to be started again?"""
    soak.kills += 1
    children = children_of(process) if soak.processes > 1 else []
    if children and chance.random() < 0.5:
        os.kill(chance.choice(children), signal.SIGKILL)
        return False
    ended(process, signal.SIGKILL)
    if chance.random() < 0.5:
        for child in children:
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
    return True


def ended(process: subprocess.Popen[str], sign: signal.Signals) -> int:
    process.send_signal(sign)
    code = process.wait(30)
    assert process.stdout is not None
    process.stdout.close()
    return code


# ---------------------------------------------------------------------- the players


def play_for_ever(soak: Soak, seed: int, against_bot: bool) -> None:
    """Game after game, whatever happens to the server."""
    chance = random.Random(seed)
    while not soak.stop.is_set():
        try:
            seats = [{"player": "person"}, {"player": "doctrine" if against_bot else "person"}]
            made = make(soak.url, "the-wells", seats=seats)
        except (Refused, OSError):
            time.sleep(0.05)
            continue
        played = Played(made["game"])
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
            answer(seat, played, chance)
        played.over = seats[0].over
    finally:
        for seat in seats:
            with suppress(Exception):
                seat.close()


def answer(seat: Seat, played: Played, chance: random.Random) -> None:
    question = seat.questions[0]
    text = question.any_answer()
    if question.options:
        text = chance.choice(question.options).key
    try:
        number = seat.ask({"t": "answer", "question": question.number, "text": text})["seq"]
    except Refused as fault:
        stale = "is not open" in str(fault) or "not this seat" in str(fault) or "battle is over" in str(fault)
        again = "try once more" in str(fault)
        if not stale and not again:
            raise
        seat.receive(0.02)
        return
    played.acknowledged[number] = (question.number, text)


# ---------------------------------------------------------------------- looking into the games


def check(soak: Soak) -> None:
    """With the server dead: is everything there that was acknowledged, and once?"""
    known = [(played, dict(played.acknowledged)) for played in list(soak.games)]
    with closing(sqlite3.connect(soak.folder / "games.sqlite3")) as file:
        if file.execute("pragma integrity_check").fetchone()[0] != "ok":
            soak.faults.append("the file is damaged")
        for played, acknowledged in known:
            rows = file.execute(
                "select seq, kind, question, text from ops where game = ? order by seq", (played.game,)
            ).fetchall()
            if [row[0] for row in rows] != list(range(1, len(rows) + 1)):
                soak.faults.append(f"{played.game}: numbers are missing or doubled")
            answers = [row[2] for row in rows if row[1] == "answer"]
            if len(set(answers)) != len(answers):
                soak.faults.append(f"{played.game}: a question was answered twice")
            there = {row[0]: (row[2], row[3]) for row in rows}
            for number, given in acknowledged.items():
                if there.get(number) != given:
                    soak.faults.append(f"{played.game}: {number} was acknowledged as {given}, is {there.get(number)}")


def soaked(folder: Path, kills: int, seed: int, players: int = 4, longest: float = 0.8, processes: int = 1) -> Soak:
    """Kill so many times; what was found."""
    chance = random.Random(seed)
    soak = Soak(folder, free_port(), processes)
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
            is_dead = killed(soak, process, chance)
            check(soak)
            if soak.kills % SAY == 0:
                print(f"{soak.kills} kills, {soak.acknowledged()} answers acknowledged", file=sys.stderr, flush=True)
            if is_dead:
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


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--processes", type=int, default=1)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        began = time.monotonic()
        soak = soaked(Path(folder), given.kills, given.seed, processes=given.processes)
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
