"""Worker processes: each sets the scenario up once, then plays the chunks of games it is given, one at a time.

They are spawned, not forked, and this process plays beside them: docs/decisions/0003-simulation-processes.md says why.
"""

from __future__ import annotations

import signal
import threading
from collections import deque
from collections.abc import Generator
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from time import perf_counter
from typing import Final

from playsheet.core.errors import Refused
from playsheet.sim.counts import Counts
from playsheet.sim.playing import Plan, Table, place_of

CHUNK_SECONDS: Final = 0.25  # how often a worker reports, about
LARGEST_CHUNK: Final = 1000
FIRST_CHUNK: Final = 4
AHEAD: Final = 2  # chunks that a worker holds, so that it need not wait while this process plays one of its own


class Chunks:
    """Hands out the games in order, in chunks of about the same time. Results do not depend on how."""

    def __init__(self, n: int, workers: int, set_size: int, chunk: int) -> None:
        self.n: Final = n
        self.workers: Final = max(1, workers)
        self.set_size: Final = set_size  # swapped games stay together
        self.fixed: Final = chunk  # 0: by the time that games take
        self.next = 0
        self.played = 0
        self.seconds = 0.0

    def take(self) -> tuple[int, int] | None:
        """The next chunk as (first game, how many)."""
        left = self.n - self.next
        if left <= 0:
            return None
        size = self.fixed or max(1, min(FIRST_CHUNK, self.n // self.workers))
        if not self.fixed and self.played:
            in_time = int(CHUNK_SECONDS * self.played / max(self.seconds, 1e-9))
            fair = left // (2 * self.workers)  # smaller towards the end, so that all finish together
            size = max(1, min(in_time, fair, LARGEST_CHUNK))
        size = min(left, (size + self.set_size - 1) // self.set_size * self.set_size)
        first = self.next
        self.next += size
        return first, size

    def is_done(self) -> bool:
        """Have all been handed out?"""
        return self.next >= self.n

    def plenty(self) -> bool:
        """Whether a worker may hold a chunk more: not before it is known how long games take, nor towards the end."""
        return self.played > 0 and self.n - self.next >= 4 * self.workers * self.set_size

    def took(self, games: int, seconds: float) -> None:
        self.played += games
        self.seconds += seconds


class Worker:
    """One process, this end of the pipe to it, and the chunks it was given: the first is being played."""

    def __init__(self, plan: Plan) -> None:
        spawn = get_context("spawn")
        ours, theirs = spawn.Pipe()
        self.pipe: Final[Connection] = ours
        self.process: Final[SpawnProcess] = spawn.Process(target=serve, args=(theirs, plan), daemon=True)
        self.chunks: Final[deque[tuple[int, int]]] = deque()
        self.ready = False
        start_deaf(self.process)
        theirs.close()  # so that this end closes when the worker dies

    def fill(self, chunks: Chunks) -> None:
        """Hand it as many chunks as it may hold, while there are any."""
        while len(self.chunks) < (AHEAD if chunks.plenty() else 1) and (chunk := chunks.take()) is not None:
            self.chunks.append(chunk)
            try:
                self.pipe.send(chunk)
            except OSError:
                raise self.lost() from None

    def result(self) -> tuple[tuple[int, int], Counts, float]:
        """The chunk it has played, its counts, and how long it took."""
        try:
            found: tuple[Counts, float] | str = self.pipe.recv()
        except (EOFError, OSError):
            raise self.lost() from None
        if isinstance(found, str):
            raise Refused(f"A worker process failed: {found}; the simulation is stopped and gives no results.")
        self.ready = True
        counts, seconds = found
        return self.chunks.popleft(), counts, seconds

    def lost(self) -> Refused:
        self.process.join(timeout=5)
        code = self.process.exitcode
        if code is None:
            how = "stopped answering"
        elif code < 0:
            how = f"was killed by {signal_name(-code)}"
        else:
            how = f"ended with exit code {code}"
        first, count = self.chunks[0]
        when = f"while it played games {first} to {first + count - 1}"
        if not self.ready and code == 1:
            when = "as it started (a script that simulates keeps the call under `if __name__ == '__main__':`)"
        return Refused(f"A worker process {how} {when}: the simulation is stopped and gives no results.")


def played_by_workers(plan: Plan, chunks: Chunks, workers: int) -> Generator[tuple[int, int, Counts], None, None]:
    """Each chunk's first game, number of games and counts, as they are done: by this process and the others."""
    crew: list[Worker] = []
    try:
        for _ in range(workers - 1):
            if chunks.is_done():
                break
            crew.append(Worker(plan))
            crew[-1].fill(chunks)
        here = played_here(plan, chunks)
        while True:
            mine = next(here, None)
            busy = [worker for worker in crew if worker.chunks]
            answered = wait([worker.pipe for worker in busy], timeout=0 if mine else None) if busy else []
            for worker in [worker for worker in busy if worker.pipe in answered]:
                (first, games), counts, seconds = worker.result()
                chunks.took(games, seconds)
                worker.fill(chunks)
                yield first, games, counts
            if mine:
                yield mine
            elif not busy:
                return
    except BaseException:
        for worker in crew:
            worker.process.terminate()
        raise
    finally:
        for worker in crew:
            worker.pipe.close()
            worker.process.join()
            worker.process.close()


def played_here(plan: Plan, chunks: Chunks) -> Generator[tuple[int, int, Counts], None, None]:
    """The same in this process."""
    table = Table(plan)
    while (chunk := chunks.take()) is not None:
        began = perf_counter()
        counts = table.play(*chunk)
        chunks.took(chunk[1], perf_counter() - began)
        yield *chunk, counts


def serve(pipe: Connection, plan: Plan) -> None:
    """A worker's whole life. It ends when the other end of the pipe is closed, or is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the whole group: the parent sees to it
    with suppress(EOFError, OSError):
        try:
            answer(pipe, Table(plan))
        except (EOFError, OSError):
            raise
        except Exception as error:  # no game's: those are among its failures
            said = " ".join(f"{type(error).__name__}: {error}".split()).rstrip(".")
            pipe.send(f"{said} ({place_of(error.__traceback__)})")


def answer(pipe: Connection, table: Table) -> None:
    while True:
        first, count = pipe.recv()
        began = perf_counter()
        counts = table.play(first, count)
        pipe.send((counts, perf_counter() - began))


def start_deaf(process: SpawnProcess) -> None:
    """Start a process that ignores Ctrl-C from its first moment: it would die with a traceback while it imports."""
    if threading.current_thread() is not threading.main_thread():
        process.start()  # only the main thread may set signals; the worker does so itself, a little later
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        process.start()
    finally:
        signal.signal(signal.SIGINT, signal.SIG_DFL if before is None else before)


def signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
