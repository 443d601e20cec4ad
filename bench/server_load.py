"""The load for bench/server.py: many sockets that play, in a process of their own, as cheap as can be.

A WebSocket client of its own: frames masked with zeros (which is legal, and costs nothing), and of each message only
what is needed to answer is decoded.
"""

from __future__ import annotations

import asyncio
import os
import random
import time
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec


class Region(msgspec.Struct):
    samples: list[list[float]]


class Choice(msgspec.Struct):
    key: str


class Question(msgspec.Struct):
    number: str
    options: list[Choice] | None = None
    region: Region | None = None


class Told(msgspec.Struct):
    """What of a message matters here."""

    t: str
    id: str | None = None
    seq: int | None = None
    status: str = ""
    questions: list[Question] = []
    says: str = ""


TICK = 0.001  # seconds: the quick loop counts in whole milliseconds, and for less it would not sleep at all
READY = "ready"  # the id under which a seat's seal is acknowledged
told = msgspec.json.Decoder(Told)
encode = msgspec.json.Encoder().encode


class Socket(asyncio.Protocol):
    """One seat."""

    def __init__(self, load: Load, game: Game, seat: int, secret: str) -> None:
        self.load = load
        self.game = game
        self.secret = secret
        self.words = f"the words of seat {seat}"
        self.buffer = b""
        self.open = False
        self.parts: list[bytes] = []
        self.transport: asyncio.Transport

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        transport.write(
            f"GET /api/games/{self.game.id}/live HTTP/1.1\r\nHost: {self.load.host}:{self.load.port}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        if not self.open:
            head, end, rest = self.buffer.partition(b"\r\n\r\n")
            if not end:
                return
            if b" 101 " not in head.split(b"\r\n")[0]:
                self.load.faults.append(head[:100].decode("latin-1"))
                return
            self.open = True
            self.buffer = rest
            self.send({"t": "hello", "secret": self.secret, "log": -1, "hash": self.load.hashed})
            self.send({"t": "ready", "seal": sha256(self.words.encode()).hexdigest(), "id": READY})
        self.frames()

    def frames(self) -> None:
        buffer = self.buffer
        at = 0
        while len(buffer) >= at + 2:
            length = buffer[at + 1] & 0x7F
            start = at + 2
            if length == 126:
                if len(buffer) < at + 4:
                    break
                length = int.from_bytes(buffer[at + 2 : at + 4], "big")
                start = at + 4
            elif length == 127:
                if len(buffer) < at + 10:
                    break
                length = int.from_bytes(buffer[at + 2 : at + 10], "big")
                start = at + 10
            if len(buffer) < start + length:
                break
            kind = buffer[at] & 0x0F
            if kind == 1:
                self.message(buffer[start : start + length])
            elif kind == 9:
                self.frame(0x8A, buffer[start : start + length])
            elif kind == 8:
                self.load.faults.append("closed")
            at = start + length
        self.buffer = buffer[at:]

    def frame(self, first: int, text: bytes) -> None:
        length = len(text)
        if length < 126:
            head = bytes((first, 0x80 | length))
        elif length < 65536:
            head = bytes((first, 0x80 | 126)) + length.to_bytes(2, "big")
        else:
            head = bytes((first, 0x80 | 127)) + length.to_bytes(8, "big")
        self.transport.write(head + b"\0\0\0\0" + text)

    def send(self, message: object) -> None:
        self.frame(0x81, encode(message))

    def message(self, text: bytes) -> None:
        message = told.decode(text)
        if message.t == "update" or message.t == "state":
            self.game.heard(self, message)
        elif message.t == "refused":
            self.load.faults.append(message.says)
        elif message.id == READY:
            self.game.has_sealed()

    def connection_lost(self, fault: Exception | None) -> None:
        if not self.load.stopping:
            self.load.faults.append(f"a socket was lost: {fault}")


class Game:
    """One game, both seats ours."""

    def __init__(self, load: Load, id: str, secrets: list[str]) -> None:
        self.load = load
        self.id = id
        self.seats = [Socket(load, self, seat, secret) for seat, secret in enumerate(secrets)]
        self.sealed = 0  # seats whose seal is on disk
        self.asked: tuple[Socket, Question] | None = None
        self.sent = 0.0
        self.waiting = 0  # seats that have not heard of the last answer
        self.over = False
        self.given = 0  # answers

    def has_sealed(self) -> None:
        """A seal was taken; with the last of them all show their words, and the game begins."""
        self.sealed += 1
        if self.sealed == len(self.seats):
            for socket in self.seats:
                socket.send({"t": "words", "words": socket.words})

    def heard(self, socket: Socket, message: Told) -> None:
        if message.questions:
            self.asked = (socket, message.questions[0])
        if message.t != "update":
            return
        if self.waiting:
            self.waiting -= 1
            if not self.waiting:
                self.load.took(time.perf_counter() - self.sent)
        if message.status == "over":
            self.over = True
        if not self.waiting:
            self.load.free(self)

    def answer(self, chance: random.Random) -> bool:
        """Answer what is asked; False if nobody is."""
        if self.asked is None or self.over or self.waiting:
            return False
        socket, question = self.asked
        self.asked = None
        if question.options:
            text = question.options[int(chance.random() * len(question.options))].key
        elif question.region is not None:
            sample = question.region.samples[int(chance.random() * len(question.region.samples))]
            text = "@" + ",".join(map(repr, sample))
        else:
            return False
        self.given += 1
        self.waiting = len(self.seats)
        self.sent = time.perf_counter()
        socket.send({"t": "answer", "question": question.number, "text": text})
        return True


class Load:
    """All games of a server."""

    def __init__(self, host: str, port: int, seed: int, ports: dict[str, int] | None = None) -> None:
        self.host = host
        self.port = port
        self.ports = ports if ports is not None else {}  # of games that are on other servers
        self.chance = random.Random(seed)
        self.games: list[Game] = []
        self.idle: list[Game] = []
        self.faults: list[str] = []
        self.seconds: list[float] = []
        self.closed_loop = False
        self.counting = False
        self.stopping = False
        self.hashed = 8  # how often clients want the digest of the view: as often as the browser does

    def took(self, seconds: float) -> None:
        if self.counting:
            self.seconds.append(seconds)

    def free(self, game: Game) -> None:
        """Both seats have heard of the last answer."""
        if game.over:
            return
        if self.closed_loop:
            asyncio.get_running_loop().call_soon(game.answer, self.chance)
        else:
            self.idle.append(game)

    async def connect(self, games: list[tuple[str, list[str]]]) -> None:
        loop = asyncio.get_running_loop()
        for id, secrets in games:
            game = Game(self, id, secrets)
            self.games.append(game)
            for seat in game.seats:
                port = self.ports.get(id, self.port)
                await loop.create_connection(lambda seat=seat: seat, self.host, port)  # type: ignore[misc]
        give_up = time.monotonic() + 120
        while any(game.asked is None for game in self.games):
            if self.faults or time.monotonic() > give_up:
                raise RuntimeError(f"the games did not begin: {self.faults[:3]}")
            await asyncio.sleep(0.02)

    async def warm_up(self, answers: int) -> None:
        """So many answers in each game."""
        self.closed_loop = True
        wanted = self.given() + answers * len(self.games)
        for game in self.games:
            game.answer(self.chance)
        give_up = time.monotonic() + 300
        while self.given() < wanted and time.monotonic() < give_up:
            await asyncio.sleep(0.01)
        self.closed_loop = False
        await asyncio.sleep(0.3)

    def given(self) -> int:
        """Answers in all games that are played now."""
        return sum(game.given for game in self.games)

    async def as_fast_as_it_goes(self, seconds: float, most: int) -> tuple[int, float]:
        """Every game answers as soon as both seats have heard of the last answer.

        Answers, and in how many seconds; it ends when all games together have had `most`.
        """
        self.closed_loop = True
        self.idle.clear()
        for game in self.games:
            game.answer(self.chance)
        await asyncio.sleep(0.3)
        before = len(self.seconds)
        self.counting = True
        began = time.perf_counter()
        while (now := time.perf_counter() - began) < seconds and self.given() < most:
            await asyncio.sleep(0.005)
        self.counting = False
        self.closed_loop = False
        count = len(self.seconds) - before
        await asyncio.sleep(0.3)
        return count, now

    async def at_a_rate(self, rate: float, seconds: float, most: int) -> tuple[int, float]:
        """So many answers a second, whatever the server does: how many were really given, and in how many seconds."""
        self.idle = [game for game in self.games if not game.over and not game.waiting and game.asked is not None]
        self.counting = True
        began = time.perf_counter()
        given = 0
        while (now := time.perf_counter() - began) < seconds and self.given() < most:
            while given < now * rate and self.idle:
                at = int(self.chance.random() * len(self.idle))
                self.idle[at], self.idle[-1] = self.idle[-1], self.idle[at]
                given += self.idle.pop().answer(self.chance)
            await asyncio.sleep(TICK)
        self.counting = False
        await asyncio.sleep(0.3)
        return given, now

    def percentile(self, share: float) -> float:
        ordered = sorted(self.seconds)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


def family_of(pid: int) -> list[int]:
    """A process and those that it has started (Linux); itself elsewhere."""
    found = [pid]
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((folder / "stat").read_text(encoding="utf-8", errors="replace").rsplit(")", 1)[1].split()[1])
        except OSError:  # it has ended meanwhile
            continue
        if parent == pid:
            found.extend(family_of(int(folder.name)))
    return found


def cpu_of(pid: int) -> float:
    """Processor seconds that a process and its children have used (Linux); 0 elsewhere."""
    used = 0.0
    for one in family_of(pid):
        try:
            with open(f"/proc/{one}/stat", encoding="ascii") as stream:
                parts = stream.read().rsplit(")", 1)[1].split()
            used += (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")
        except OSError:
            continue
    return used


def memory_of(pid: int) -> float:
    """Megabytes that a process and its children have in memory (Linux); 0 elsewhere."""
    used = 0.0
    for one in family_of(pid):
        try:
            with open(f"/proc/{one}/statm", encoding="ascii") as stream:
                used += int(stream.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
        except OSError:
            continue
    return used
