"""Keeps the processes of a server: starts them, starts again what has died, and stops them all."""

from __future__ import annotations

import asyncio
import logging
import signal
import socket
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import replace
from typing import Final

import msgspec

from playsheet.core.errors import Refused
from playsheet.server.metrics import Counted
from playsheet.server.orders import READY, Heard, Orders, plain
from playsheet.server.settings import Settings

log: Final = logging.getLogger("playsheet.processes")
COMMAND: list[str] = [sys.executable, "-m", "playsheet.server.sharer"]
STEADY: Final = 10.0  # seconds after which a process that ends has not ended because it could not begin
MOST_FAILURES: Final = 5  # of a process that has never served: then the server gives up
LONGEST_PAUSE: Final = 5.0
MOST_UNHEARD: Final = 1 << 18  # bytes
PATIENCE: Final = 20.0  # seconds that a process may take to stop
encode: Final = msgspec.json.Encoder().encode
counts: Final = msgspec.json.Decoder(Counted)


def keep(settings: Settings, level: str, proxy: str, bound: socket.socket, ready: Callable[[], None]) -> None:
    """Serve with several processes until told to stop."""
    with ExitStack() as held:
        # One pair for each process, open here as well: what is sent while a process is dead waits for the next one.
        pairs = [socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM) for _ in range(settings.processes)]
        for inbox, way in pairs:
            held.enter_context(inbox)
            held.enter_context(way)
        asyncio.run(Keeper(settings, level, proxy, bound, pairs, ready).keep())


class Keeper:
    """All the processes of one server."""

    def __init__(
        self,
        settings: Settings,
        level: str,
        proxy: str,
        bound: socket.socket,
        pairs: list[tuple[socket.socket, socket.socket]],
        ready: Callable[[], None],
    ) -> None:
        count = settings.processes
        self.count: Final = count
        self.share: Final = replace(  # what is one server's is divided
            settings,
            workers=max(1, settings.workers // count),
            calculators=max(1, settings.calculators // count),
            readers=max(1, settings.readers // count),
            open_games=max(1, settings.open_games // count),
        )
        self.level: Final = level
        self.proxy: Final = proxy
        self.bound: Final = bound
        self.pairs: Final = pairs
        self.ready: Final = ready
        self.running: Final[dict[int, Process]] = {}
        self.counted: Final = [Counted() for _ in range(count)]
        self.have_served: Final[set[int]] = set()
        self.stop: Final = asyncio.Event()
        self.fault: Refused | None = None

    async def keep(self) -> None:
        loop = asyncio.get_running_loop()
        for sign in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(sign, self.stop.set)
        tasks = [loop.create_task(self.keep_one(index)) for index in range(self.count)]
        await self.stop.wait()
        for process in self.running.values():
            with suppress(ProcessLookupError):
                process.terminate()
        _, late = await asyncio.wait(tasks, timeout=PATIENCE)
        for process in self.running.values() if late else []:
            log.error("a process does not stop, and is killed")
            with suppress(ProcessLookupError):
                process.kill()
        for task in tasks:
            await task
        if self.fault is not None:
            raise self.fault

    async def keep_one(self, index: int) -> None:
        """One process, and the next in its place as often as it ends before it is told to."""
        failures = 0
        while not self.stop.is_set():
            began = time.monotonic()
            try:
                how = f"ended ({await self.live(index)})"
            except OSError as fault:  # the system has no room for one more
                how = f"could not be started ({fault.strerror})"
            if self.stop.is_set():
                return
            failures = 1 if time.monotonic() - began > STEADY else failures + 1
            gives_up = failures >= MOST_FAILURES and index not in self.have_served
            log.error("process %s %s%s", index + 1, how, "" if gives_up else ": it is started again")
            if gives_up:
                self.fault = Refused("the processes of the server cannot be started; the lines above say why.")
                self.stop.set()
                return
            with suppress(TimeoutError):
                await asyncio.wait_for(self.stop.wait(), min(LONGEST_PAUSE, 0.05 * 2**failures))

    async def live(self, index: int) -> int:
        """From the first breath of a process to its last; its exit code."""
        inbox = self.pairs[index][0].fileno()
        ways = {other: pair[1].fileno() for other, pair in enumerate(self.pairs) if other != index}
        port = self.bound.fileno()
        files = [port, inbox, *ways.values()]
        process = await asyncio.create_subprocess_exec(
            *COMMAND, stdin=PIPE, stdout=PIPE, pass_fds=files, start_new_session=True
        )  # a session of its own: Ctrl-C is for the keeper, which tells the others
        self.running[index] = process
        if self.stop.is_set():
            process.terminate()
        orders = Orders(plain(self.share), self.level, self.proxy, index, port, inbox, ways, before=self.counted[index])
        say(process, orders)
        for other, counted in enumerate(self.counted):
            if other != index:
                say(process, Heard(other, counted))
        assert process.stdout is not None
        async for line in process.stdout:
            if line == READY:
                self.serves(index)
            elif line.endswith(b"\n"):  # half a line is the last word of one that was killed
                self.pass_on(index, counts.decode(line))
        code = await process.wait()
        del self.running[index]
        gone = self.counted[index]  # what it counted stays; what it held is gone
        self.pass_on(index, Counted(gone.counters, gone.times))
        return code

    def serves(self, index: int) -> None:
        is_first = len(self.have_served) < self.count
        self.have_served.add(index)
        if is_first and len(self.have_served) == self.count:
            self.ready()

    def pass_on(self, index: int, counted: Counted) -> None:
        self.counted[index] = counted
        for other, process in list(self.running.items()):
            if other != index:
                say(process, Heard(index, counted))


def say(process: Process, message: Orders | Heard) -> None:
    """Say it without waiting; one that does not listen misses something."""
    assert process.stdin is not None
    pipe = process.stdin.transport
    if not pipe.is_closing() and pipe.get_write_buffer_size() < MOST_UNHEARD:
        pipe.write(encode(message) + b"\n")
