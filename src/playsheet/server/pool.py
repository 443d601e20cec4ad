"""The worker processes, as the server sees them: started when first needed, killed when they take too long."""

from __future__ import annotations

import asyncio
import logging
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from contextlib import suppress
from typing import Final
from zlib import crc32

from playsheet.core.errors import Refused
from playsheet.server.jobs import LENGTH, READY, Job, Reply, framed, replies

log: Final = logging.getLogger("playsheet.workers")
COMMAND: list[str] = [sys.executable, "-m", "playsheet.server.worker"]
MOST_WAITING: Final = 64  # jobs for one worker
START: Final = 60.0  # seconds a worker may take until it is there: a busy machine imports slowly


class Busy(Refused):
    """Too much to do, or it took too long."""


class Slow(Exception):
    """A job took longer than it may."""


class Worker:
    """One process; one job at a time."""

    def __init__(self) -> None:
        self.process: Process | None = None
        self.lock: Final = asyncio.Lock()
        self.waiting = 0
        self.life = 0  # counts its processes: what an earlier one knew is forgotten

    async def do(self, job: Job, limit: float) -> Reply:
        """The reply; `Slow` if there was none in time. A worker that dies is replaced for the next job."""
        if self.waiting >= MOST_WAITING:
            raise Busy("the server is busy: try again in a moment.")
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
            raise Slow from None
        except (asyncio.IncompleteReadError, ConnectionError) as fault:
            await self.stop()
            log.warning("a worker process died: %s", type(fault).__name__)
            raise Busy("the calculation was interrupted: try again.") from None
        except BaseException:  # given up in the middle: its reply would be taken for the next one's
            await self.stop()
            raise
        reply: Reply = replies.decode(text)
        return reply

    async def started(self) -> Process:
        self.life += 1
        process = await asyncio.create_subprocess_exec(*COMMAND, stdin=PIPE, stdout=PIPE, stderr=DEVNULL)
        self.process = process
        assert process.stdout is not None
        try:
            async with asyncio.timeout(START):
                await process.stdout.readexactly(len(READY))
        except (TimeoutError, asyncio.IncompleteReadError):
            await self.stop()
            log.error("a worker process cannot be started")
            raise Busy("the server cannot calculate at the moment: try again later.") from None
        return process

    async def stop(self) -> None:
        process, self.process = self.process, None
        if process is None:
            return
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()


class Pool:
    """Several workers. A game stays with one, which then knows it already."""

    def __init__(self, workers: int) -> None:
        self.workers: Final = [Worker() for _ in range(workers)]

    def of_game(self, id: str) -> Worker:
        return self.workers[crc32(id.encode()) % len(self.workers)]

    async def do(self, job: Job, limit: float) -> Reply:
        """By whoever has least to do."""
        return await min(self.workers, key=waiting_of).do(job, limit)

    async def stop(self) -> None:
        for worker in self.workers:
            await worker.stop()


def waiting_of(worker: Worker) -> int:
    return worker.waiting
