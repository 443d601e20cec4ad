"""A server under attack: a bystander plays on, health tells the truth, memory comes back, and SIGTERM still ends it.

    python -m tests.server.siege --seconds 60
    python -m tests.server.siege --only endless-headers

The attackers have an address of their own (127.0.0.66), the bystander another (127.0.0.1): as in a club, where only
one of the guests means harm.
"""

from __future__ import annotations

import argparse
import http.client
import importlib
import json
import pkgutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playsheet.client import Seat, make, sit
from playsheet.core.errors import Refused

ATTACKER = "127.0.0.66"
PATIENCE = 120.0  # seconds after which something that was waited for has not come, on the busiest machine
ANSWERS = 12  # that a bystander must be given while the attack goes on
HEALTH = 4  # looks at the server's health, likewise
ROOM = 50 << 20  # bytes that a server may hold more than before, when an attack is over


@dataclass
class Target:
    """What an attacker knows of a server."""

    url: str
    stop: threading.Event = field(default_factory=threading.Event)
    source: str = ATTACKER

    @property
    def address(self) -> tuple[str, int]:
        parts = urlsplit(self.url)
        assert parts.hostname is not None
        assert parts.port is not None
        return parts.hostname, parts.port

    def connect(self, timeout: float = 10.0) -> socket.socket:
        """A connection from the attacker's address."""
        return socket.create_connection(self.address, timeout, (self.source, 0))

    def call(self, method: str, path: str, body: bytes = b"", secret: str = "") -> tuple[int, bytes]:
        """One whole request from the attacker's address: its status, and what was answered."""
        host, port = self.address
        line = http.client.HTTPConnection(host, port, timeout=PATIENCE, source_address=(self.source, 0))
        headers = {"content-type": "application/json", "connection": "close"}
        if secret:
            headers["authorization"] = f"Bearer {secret}"
        try:
            line.request(method, path, body or None, headers)
            answer = line.getresponse()
            return answer.status, answer.read()
        finally:
            line.close()


Attack = Callable[[Target], None]


@dataclass
class Siege:
    """What was seen from outside."""

    answers: list[float] = field(default_factory=list)  # seconds that each of the bystander's answers took
    health: list[tuple[float, int, dict[str, Any]]] = field(default_factory=list)  # seconds, status, what it said
    before: int = 0  # bytes of memory
    after: int = 0
    faults: list[str] = field(default_factory=list)

    def held_out(self) -> bool:
        return len(self.answers) >= ANSWERS and len(self.health) >= HEALTH


def memory_of(pid: int) -> int:
    """What a process holds in memory, in bytes."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * 4096


# ---------------------------------------------------------------------- the bystander


class Bystander:
    """Plays against himself from an address that has done nothing wrong."""

    def __init__(self, url: str) -> None:
        made = make(url, "the-wells", seats=[{"player": "person"}, {"player": "person"}])
        self.seats: list[Seat] = [sit(seat["link"], patience=PATIENCE) for seat in made["seats"]]
        for seat in self.seats:
            seat.open()
        for seat in self.seats:
            seat.ready()

    def answer(self) -> float:
        """One answer; the seconds until it was acknowledged."""
        while True:
            seat = next((one for one in self.seats if one.questions), None)
            if seat is not None:
                break
            for one in self.seats:
                one.receive(0.05)
        began = time.perf_counter()
        seat.answer(seat.questions[0], seat.questions[0].any_answer())
        return time.perf_counter() - began

    def over(self) -> bool:
        return any(seat.over for seat in self.seats)

    def leave(self) -> None:
        for seat in self.seats:
            seat.close()


def play_on(url: str, siege: Siege, stop: threading.Event) -> None:
    """Game after game, as long as the attack goes on."""
    try:
        bystander = Bystander(url)
        while not stop.is_set():
            if bystander.over():
                bystander.leave()
                bystander = Bystander(url)
            siege.answers.append(bystander.answer())
        bystander.leave()
    except (Refused, OSError) as fault:
        siege.faults.append(f"the bystander was turned away: {fault}")


def look_after(url: str, siege: Siege, stop: threading.Event) -> None:
    """Ask again and again whether the server is well."""
    parts = urlsplit(url)
    while not stop.is_set():
        began = time.perf_counter()
        line = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=PATIENCE)
        try:
            line.request("GET", "/healthz")
            answer = line.getresponse()
            said = json.loads(answer.read())
            siege.health.append((time.perf_counter() - began, answer.status, said))
        except (OSError, http.client.HTTPException, ValueError) as fault:
            siege.faults.append(f"health was not told: {fault!r}")
            return
        finally:
            line.close()
        stop.wait(0.1)


# ---------------------------------------------------------------------- the siege


def besieged(folder: Path, attack: Attack, words: list[str] | None = None, seconds: float = 0.0) -> Siege:
    """A server of its own, attacked until the bystander has been answered (and for `seconds` at least)."""
    siege = Siege()
    process, url = served(folder, words or [])
    try:
        warm(url)
        siege.before = memory_of(process.pid)
        target = Target(url)
        threads = [
            threading.Thread(target=run_attack, args=(attack, target, siege), daemon=True),
            threading.Thread(target=play_on, args=(url, siege, target.stop), daemon=True),
            threading.Thread(target=look_after, args=(url, siege, target.stop), daemon=True),
        ]
        for thread in threads:
            thread.start()
        began = time.monotonic()
        while time.monotonic() < began + seconds or not siege.held_out():
            if siege.faults or process.poll() is not None or time.monotonic() > began + seconds + PATIENCE:
                break
            time.sleep(0.02)
        target.stop.set()
        for thread in threads:
            thread.join(PATIENCE)
        if not siege.held_out():
            siege.faults.append(f"{len(siege.answers)} answers and {len(siege.health)} looks at its health")
        siege.faults.extend(untruths(siege))
        siege.after = come_back(process.pid, siege.before)
        if siege.after > siege.before + ROOM:
            siege.faults.append(f"{siege.before >> 20} MiB before, {siege.after >> 20} MiB after")
        ends_all_the_same(process, url, attack, siege)
    finally:
        if process.poll() is None:
            process.kill()
            siege.faults.append("it had to be killed")
        process.wait(30)
        assert process.stdout is not None
        process.stdout.close()
    return siege


def served(folder: Path, words: list[str]) -> tuple[subprocess.Popen[str], str]:
    """A server process that answers, and where."""
    command = [sys.executable, "-m", "playsheet.cli.main", "serve", "--port", "0", "--data", str(folder), "--json"]
    process = subprocess.Popen([*command, "--log", "error", *words], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    said = ""
    while not said.rstrip().endswith("}"):
        line = process.stdout.readline()
        assert line, "the server did not start"
        said += line
    return process, str(json.loads(said)["url"])


def warm(url: str) -> None:
    """Whatever a server loads when it is first used is loaded."""
    bystander = Bystander(url)
    for _ in range(5):
        bystander.answer()
    bystander.leave()


def run_attack(attack: Attack, target: Target, siege: Siege) -> None:
    try:
        attack(target)
    except OSError:
        pass  # it was shut out, as it should be
    except Exception as fault:
        siege.faults.append(f"the attack itself failed: {fault!r}")


def untruths(siege: Siege) -> list[str]:
    """Health that was told wrongly: while a bystander is answered all is well."""
    return [
        f"health said {status} {said}" for _, status, said in siege.health if status != 200 or said["status"] != "ok"
    ]


def come_back(pid: int, before: int) -> int:
    """The memory held when it is back, or when it has had time enough."""
    give_up = time.monotonic() + PATIENCE / 2
    while memory_of(pid) > before + ROOM and time.monotonic() < give_up:
        time.sleep(0.1)
    return memory_of(pid)


def ends_all_the_same(process: subprocess.Popen[str], url: str, attack: Attack, siege: Siege) -> None:
    """SIGTERM in the midst of another attack."""
    target = Target(url)
    again = threading.Thread(target=run_attack, args=(attack, target, Siege()), daemon=True)
    again.start()
    time.sleep(0.3)
    process.send_signal(signal.SIGTERM)
    try:
        code = process.wait(PATIENCE)
        if code != 0:
            siege.faults.append(f"stopped with exit code {code}")
    except subprocess.TimeoutExpired:
        siege.faults.append("SIGTERM did not end it")
    finally:
        target.stop.set()
        again.join(PATIENCE)


# ---------------------------------------------------------------------- the long form


def attacks() -> dict[str, Attack]:
    """All that there are, by name."""
    package = importlib.import_module("tests.server.attacks" if __package__ == "tests.server" else "attacks")
    found: dict[str, Attack] = {}
    for module in pkgutil.iter_modules(package.__path__):
        found.update(importlib.import_module(f"{package.__name__}.{module.name}").ATTACKS)
    return found


def quantile(values: list[float], part: float) -> float:
    return sorted(values)[min(len(values) - 1, int(part * len(values)))] if values else float("nan")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--only", default="", metavar="NAME")
    given = parser.parse_args()
    failed = 0
    for name, attack in attacks().items():
        if given.only and name != given.only:
            continue
        with tempfile.TemporaryDirectory() as folder:
            siege = besieged(Path(folder), attack, seconds=given.seconds)
        looks = [seconds for seconds, _, _ in siege.health]
        print(
            f"{name}: {len(siege.answers)} answers, p50 {1000 * quantile(siege.answers, 0.5):.0f} ms, "
            f"p99 {1000 * quantile(siege.answers, 0.99):.0f} ms; health p99 {1000 * quantile(looks, 0.99):.0f} ms; "
            f"{siege.before >> 20} MiB before, {siege.after >> 20} MiB after"
            + (f"; {siege.faults[:3]}" if siege.faults else ""),
            flush=True,
        )
        failed += bool(siege.faults)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
