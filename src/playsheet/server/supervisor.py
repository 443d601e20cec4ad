"""The supervisor of a server's shard processes: starts them, restarts what has died, and stops them all."""

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
from playsheet.server.metrics import MetricsSnapshot
from playsheet.server.settings import Settings
from playsheet.server.shard_messages import READY, PeerMetrics, ShardConfig, settings_data

log: Final = logging.getLogger("playsheet.processes")
COMMAND: list[str] = [sys.executable, "-m", "playsheet.server.shard_process"]
STEADY: Final = 10.0  # seconds after which a process that ends has not ended because it could not begin
MOST_FAILURES: Final = 5  # of a process that has never served: then the server gives up
LONGEST_PAUSE: Final = 5.0
MOST_BUFFERED: Final = 1 << 18  # bytes that a process has not read
STOP_TIMEOUT: Final = 20.0  # seconds that a process may take to stop
encode: Final = msgspec.json.Encoder().encode
counts: Final = msgspec.json.Decoder(MetricsSnapshot)


def supervise(settings: Settings, level: str, proxy: str, bound: socket.socket, ready: Callable[[], None]) -> None:
    """Serve with several processes until told to stop."""
    with ExitStack() as sockets:
        # One pair for each process, open here as well: what is sent while a process is dead waits for the next one.
        pairs = [socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM) for _ in range(settings.processes)]
        for pair in pairs:
            for end in pair:
                sockets.enter_context(end)
        asyncio.run(Supervisor(settings, level, proxy, bound, pairs, ready).run())


class Supervisor:
    """All the shard processes of one server."""

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
        self.shard_settings: Final = replace(  # what is one server's is divided
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
        self.counted: Final = [MetricsSnapshot() for _ in range(count)]
        self.have_served: Final[set[int]] = set()
        self.stop: Final = asyncio.Event()
        self.fault: Refused | None = None

    async def run(self) -> None:
        loop = asyncio.get_running_loop()
        for sign in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(sign, self.stop.set)
        tasks = [loop.create_task(self.keep_running(index)) for index in range(self.count)]
        await self.stop.wait()
        for process in self.running.values():
            with suppress(ProcessLookupError):
                process.terminate()
        _, late = await asyncio.wait(tasks, timeout=STOP_TIMEOUT)
        for process in self.running.values() if late else []:
            log.error("a process does not stop, and is killed")
            with suppress(ProcessLookupError):
                process.kill()
        for task in tasks:
            await task
        if self.fault is not None:
            raise self.fault

    async def keep_running(self, index: int) -> None:
        """One process, and the next in its place as often as it ends before it is told to."""
        failures = 0
        while not self.stop.is_set():
            began = time.monotonic()
            try:
                how = f"ended ({await self.run_once(index)})"
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

    async def run_once(self, index: int) -> int:
        """Start a process and follow it to its end; its exit code."""
        inbox = self.pairs[index][0].fileno()
        peers = {other: pair[1].fileno() for other, pair in enumerate(self.pairs) if other != index}
        port = self.bound.fileno()
        descriptors = [port, inbox, *peers.values()]
        process = await asyncio.create_subprocess_exec(
            *COMMAND, stdin=PIPE, stdout=PIPE, pass_fds=descriptors, start_new_session=True
        )  # a session of its own: Ctrl-C is for the supervisor, which stops the others
        self.running[index] = process
        if self.stop.is_set():
            process.terminate()
        settings = settings_data(self.shard_settings)
        before = self.counted[index]
        config = ShardConfig(settings, self.level, self.proxy, index, port, inbox, peers, before)
        send(process, config)
        for other, counted in enumerate(self.counted):
            if other != index:
                send(process, PeerMetrics(other, counted))
        assert process.stdout is not None
        async for line in process.stdout:
            if line == READY:
                self.mark_ready(index)
            elif line.endswith(b"\n"):  # half a line: it was killed in the middle of it
                self.publish(index, counts.decode(line))
        code = await process.wait()
        del self.running[index]
        gone = self.counted[index]  # what it counted stays; what it held is gone
        self.publish(index, MetricsSnapshot(gone.counters, gone.times))
        return code

    def mark_ready(self, index: int) -> None:
        is_first = len(self.have_served) < self.count
        self.have_served.add(index)
        if is_first and len(self.have_served) == self.count:
            self.ready()

    def publish(self, index: int, counted: MetricsSnapshot) -> None:
        self.counted[index] = counted
        for other, process in list(self.running.items()):
            if other != index:
                send(process, PeerMetrics(index, counted))


def send(process: Process, message: ShardConfig | PeerMetrics) -> None:
    """Send without waiting; a process that does not read misses something."""
    assert process.stdin is not None
    pipe = process.stdin.transport
    if not pipe.is_closing() and pipe.get_write_buffer_size() < MOST_BUFFERED:
        pipe.write(encode(message) + b"\n")
