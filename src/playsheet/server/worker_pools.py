"""The worker processes, as the server sees them: started when first needed, killed when they take too long.

Bots, calculators and readers have processes of their own: nobody's sums keep a bot waiting.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections import OrderedDict, deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final
from zlib import crc32

from playsheet.core.errors import Refused
from playsheet.server.jobs import LENGTH, READY, Exhausted, Job, Reply, framed, replies
from playsheet.server.rate_limits import TooMany
from playsheet.server.settings import Settings

log: Final = logging.getLogger("playsheet.workers")
COMMAND: list[str] = [sys.executable, "-m", "playsheet.server.worker"]
MOST_WAITING: Final = 64  # jobs for one worker, or for the whole of a pool
STOPPING: Final = "the server is stopping: come back in a moment."
START: Final = 60.0  # seconds a worker may take until it is there: a busy machine imports slowly


class Busy(Refused):
    """Too much to do, or it took too long."""

    def __init__(self, says: str = "the server is busy: try again in a moment.") -> None:
        super().__init__(says)


class Died(Busy):
    """The process died over the job."""

    def __init__(self) -> None:
        super().__init__("the calculation was interrupted: try again.")


class JobTimeout(Exception):
    """A job took longer than it may."""


class Worker:
    """One process; one job at a time."""

    def __init__(self, memory: int) -> None:
        self.memory: Final = memory
        self.process: Process | None = None
        self.lock: Final = asyncio.Lock()
        self.waiting = 0
        self.generation = 0  # counts its processes: what an earlier one knew is forgotten

    async def do(self, job: Job, limit: float) -> Reply:
        """The reply; `JobTimeout` if there was none in time. A worker that dies is replaced for the next job."""
        if self.waiting >= MOST_WAITING:
            raise Busy
        self.waiting += 1
        try:
            async with self.lock:
                return await self.ask(job, limit)
        finally:
            self.waiting -= 1

    async def ask(self, job: Job, limit: float) -> Reply:
        process = self.process
        if process is None or process.returncode is not None:
            process = await self.started()
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            async with asyncio.timeout(limit):
                process.stdin.write(framed(job))
                await process.stdin.drain()
                head = await process.stdout.readexactly(LENGTH)
                text = await process.stdout.readexactly(int.from_bytes(head, "big"))
        except TimeoutError:
            await self.stop()
            raise JobTimeout from None
        except (asyncio.IncompleteReadError, ConnectionError) as fault:
            if self.process is not process:
                raise Busy(STOPPING) from None
            await self.stop()
            log.warning("a worker process died: %s", type(fault).__name__)
            raise Died from None
        except BaseException:  # given up in the middle: its reply would be taken for the next one's
            await self.stop()
            raise
        reply: Reply = replies.decode(text)
        if isinstance(reply, Exhausted):  # the next one begins with empty memory
            await self.stop()
        return reply

    async def started(self) -> Process:
        self.generation += 1
        words = [*COMMAND, str(self.memory)]
        process = await asyncio.create_subprocess_exec(*words, stdin=PIPE, stdout=PIPE, stderr=DEVNULL)
        self.process = process
        assert process.stdout is not None
        try:
            async with asyncio.timeout(START):
                await process.stdout.readexactly(len(READY))
        except (TimeoutError, asyncio.IncompleteReadError):
            if self.process is not process:
                raise Busy(STOPPING) from None
            await self.stop()
            log.error("a worker process cannot be started")
            raise Busy("the server cannot calculate at the moment: try again later.") from None
        except BaseException:
            await self.stop()
            raise
        return process

    async def stop(self) -> None:
        process, self.process = self.process, None
        if process is None:
            return
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()


class BotWorkers:
    """Workers that think. A game stays with one, which then knows it already."""

    def __init__(self, workers: int, memory: int) -> None:
        self.workers: Final = [Worker(memory) for _ in range(workers)]

    def of_game(self, id: str) -> Worker:
        return self.workers[crc32(id.encode()) % len(self.workers)]

    async def stop(self) -> None:
        for worker in self.workers:
            await worker.stop()


class Pool:
    """Workers that do jobs for anybody: each who waits in turn, and only so many jobs for each."""

    def __init__(self, workers: int, memory: int, each: int) -> None:
        self.workers: Final = [Worker(memory) for _ in range(workers)]
        self.each: Final = each
        self.free: Final = list(self.workers)
        self.places: Final[dict[str, int]] = {}  # jobs under way or waiting, by whom they are for
        self.lines: Final[OrderedDict[str, deque[asyncio.Future[Worker]]]] = OrderedDict()  # who is first is next
        self.closed = False

    @contextmanager
    def place(self, who: str) -> Iterator[None]:
        """Room for one job (or several, one after the other) for somebody: an address, a seat."""
        if self.places.get(who, 0) >= self.each:
            raise TooMany(1)
        if sum(self.places.values()) >= MOST_WAITING:
            raise Busy
        self.places[who] = self.places.get(who, 0) + 1
        try:
            yield
        finally:
            self.places[who] -= 1
            if not self.places[who]:
                del self.places[who]

    async def do(self, job: Job, limit: float, who: str) -> Reply:
        """One job for somebody."""
        with self.place(who):
            return await self.next(job, limit, who)

    async def next(self, job: Job, limit: float, who: str) -> Reply:
        """The same for somebody who has a place. Waits for a worker as long as the job may take, and no longer."""
        try:
            async with asyncio.timeout(max(limit, 1.0)):
                worker = await self.turn(who)
        except TimeoutError:
            raise Busy from None
        try:
            return await worker.ask(job, limit)
        finally:
            self.pass_on(worker)

    async def turn(self, who: str) -> Worker:
        """The next worker that has nothing to do."""
        if self.closed:
            raise Busy(STOPPING)
        if self.free:
            return self.free.pop()
        future: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()
        self.lines.setdefault(who, deque()).append(future)
        try:
            return await future
        except asyncio.CancelledError:
            if future.done() and not future.cancelled():  # given a worker while giving up
                self.pass_on(future.result())
            raise

    def pass_on(self, worker: Worker) -> None:
        """To whoever's turn it is. Those who have given up are passed over."""
        while self.lines:
            who, line = self.lines.popitem(last=False)
            future = line.popleft()
            if line:
                self.lines[who] = line  # behind the others
            if not future.done():
                future.set_result(worker)
                return
        self.free.append(worker)

    async def stop(self) -> None:
        """What waits is refused, what is under way is interrupted."""
        self.closed = True
        for line in self.lines.values():
            for future in line:
                if not future.done():
                    future.set_exception(Busy(STOPPING))
        self.lines.clear()
        for worker in self.workers:
            await worker.stop()


class Pools:
    """All the worker processes of a server."""

    def __init__(self, settings: Settings) -> None:
        memory = settings.worker_memory
        self.bots: Final = BotWorkers(settings.workers, memory)
        self.planners: Final = BotWorkers(settings.planners, memory)
        self.advisers: Final = Pool(settings.advisers, memory, 1)
        self.calculators: Final = Pool(settings.calculators, memory, settings.address_jobs)
        self.readers: Final = Pool(settings.readers, memory, settings.address_jobs)

    async def stop_requests(self) -> None:
        """Stop the pools that answer requests: nobody is to wait for a server that stops. Bots play on to its end."""
        await self.calculators.stop()
        await self.advisers.stop()
        await self.readers.stop()

    async def stop(self) -> None:
        await self.stop_requests()
        await self.bots.stop()
        await self.planners.stop()
