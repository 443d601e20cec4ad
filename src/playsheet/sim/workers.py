"""The engine of one machine: processes that are given chunks of games, one at a time, as text.

They are spawned, not forked, and this process plays beside them: docs/decisions/0003-simulation-processes.md says why.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Generator
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from time import monotonic
from typing import Any, Final

from playsheet.core.errors import Refused
from playsheet.players.own import LOOK_SECONDS, PULSE
from playsheet.sim.chunks import CHUNK_SECONDS, Chunks, Part, chunk_text, timed_chunk, unanswered
from playsheet.sim.playing import place_of

AHEAD: Final = 2  # chunks that a worker holds, so that it need not wait while this process plays one of its own
MOST_TRIES: Final = 2  # for a chunk whose process was lost: then it is the chunk that ends them

Given = tuple[int, int]  # a chunk: the first game, and how many


class Local:
    """Plays on the cores of this machine: `processes` of them, this one included.

    With a deadline, in seconds, this one only watches: a process that waits longer for one answer is ended.
    """

    def __init__(self, processes: int, deadline: float = 0.0) -> None:
        self.processes: Final = processes
        self.deadline: Final = deadline
        self.seconds: Final = CHUNK_SECONDS

    def map(self, work: str, chunks: Chunks) -> Generator[Part, None, None]:
        if self.processes == 1 and not self.deadline:
            return played_here(work, chunks)
        return played_by_workers(work, chunks, self.processes, self.deadline)


def cores() -> int:
    """The cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Worker:
    """One process, this end of the pipe to it, and the chunks it was given: the first is being played."""

    def __init__(self, work: str) -> None:
        spawn = get_context("spawn")
        ours, theirs = spawn.Pipe()
        self.work: Final = work
        self.pipe: Final[Connection] = ours
        self.beats: Final[Any] = spawn.RawArray("q", 2)  # players/own.py: Pulse
        self.beat = 0  # the last that was seen ...
        self.since = monotonic()  # ... and when it was seen first
        self.process: Final[SpawnProcess] = spawn.Process(target=serve, args=(theirs, self.beats), daemon=True)
        self.chunks: Final[deque[Given]] = deque()
        self.ready = False
        start_deaf(self.process)
        theirs.close()  # so that this end closes when the worker dies

    def fill(self, chunks: Chunks) -> None:
        """Hand it as many chunks as it may hold, while there are any."""
        while len(self.chunks) < (AHEAD if chunks.plenty() else 1) and (chunk := chunks.take()) is not None:
            self.give(chunk)

    def give(self, chunk: Given) -> None:
        self.chunks.append(chunk)
        with suppress(OSError):  # it is gone: its pipe says so when it is next read
            self.pipe.send(chunk_text(self.work, *chunk))

    def result(self) -> tuple[Given, str, float] | None:
        """The chunk it has played, its answer, and how long it took; None if the process is gone."""
        try:
            answer, seconds = self.pipe.recv()
        except (EOFError, OSError):
            return None
        if seconds < 0:
            raise Refused(f"A worker process failed: {answer}; the simulation is stopped.")
        self.ready = True
        return self.chunks.popleft(), answer, seconds

    def never_answers(self, deadline: float) -> bool:
        """Has somebody's own player been asked, and not answered for so many seconds?"""
        beat = self.beats[0]
        if beat != self.beat:
            self.beat, self.since = beat, monotonic()
        return bool(beat % 2) and monotonic() - self.since > deadline

    def end(self) -> None:
        self.pipe.close()
        self.process.join()
        self.process.close()


class Crew:
    """The workers, and those that take the place of lost ones."""

    def __init__(self, work: str) -> None:
        self.work: Final = work
        self.workers: Final[list[Worker]] = []
        self.tries: Final[dict[int, int]] = {}  # by a chunk's first game: processes that were lost with it

    def hire(self) -> Worker:
        self.workers.append(Worker(self.work))
        return self.workers[-1]

    def replace(self, lost: Worker) -> None:
        """What it was given goes to a new one; a chunk that ends this one too is not tried again."""
        how = end_of(lost.process)
        first, count = lost.chunks[0]
        self.tries[first] = self.tries.get(first, 0) + 1
        starting = not lost.ready and lost.process.exitcode == 1
        if starting or self.tries[first] >= MOST_TRIES:
            when = f"while it played games {first} to {first + count - 1}, as the one before it did"
            if starting:
                when = "as it started (a script that simulates keeps the call under `if __name__ == '__main__':`)"
            raise Refused(f"A worker process {how} {when}: the simulation is stopped.")
        self.workers.remove(lost)
        lost.end()
        new = self.hire()
        for chunk in lost.chunks:
            new.give(chunk)

    def give_up(self, silent: Worker, deadline: float, chunks: Chunks) -> Part:
        """Its player never answers: the games before are played again by another, and none after."""
        first, count = silent.chunks[0]
        stuck = min(max(first, int(silent.beats[1])), first + count - 1)
        silent.process.kill()
        self.workers.remove(silent)
        silent.end()
        chunks.n = min(chunks.n, stuck)
        if stuck > first:
            self.hire().give((first, stuck - first))
        said = f"a player of your own has not answered within {deadline:g} seconds"
        return Part(stuck, 1, unanswered(f"Battle {stuck}: {said}."))

    def dismiss(self) -> None:
        for worker in self.workers:
            worker.end()

    def terminate(self) -> None:
        for worker in self.workers:
            worker.process.terminate()


def played_by_workers(work: str, chunks: Chunks, processes: int, deadline: float = 0.0) -> Generator[Part, None, None]:
    """Each chunk as it is done: by this process and the others; with a deadline, by others only."""
    crew = Crew(work)
    try:
        for _ in range(processes - (not deadline)):
            if chunks.is_done():
                break
            crew.hire().fill(chunks)
        while True:
            mine = None if deadline else played_one(work, chunks)
            busy = [worker for worker in crew.workers if worker.chunks]
            patience = 0 if mine else LOOK_SECONDS if deadline else None
            answered = wait([worker.pipe for worker in busy], timeout=patience) if busy else []
            for worker in [worker for worker in busy if worker.pipe in answered]:
                found = worker.result()
                if found is None:
                    crew.replace(worker)
                    continue
                (first, games), answer, seconds = found
                chunks.took(games, seconds)
                worker.fill(chunks)
                yield Part(first, games, answer)
            for worker in [worker for worker in busy if deadline and worker.never_answers(deadline)]:
                yield crew.give_up(worker, deadline, chunks)
            if mine:
                yield mine
            elif not busy:
                return
    except BaseException:
        crew.terminate()
        raise
    finally:
        crew.dismiss()


def played_here(work: str, chunks: Chunks) -> Generator[Part, None, None]:
    """The same in this process."""
    while (part := played_one(work, chunks)) is not None:
        yield part


def played_one(work: str, chunks: Chunks) -> Part | None:
    """The next chunk, played in this process; None if there is none."""
    chunk = chunks.take()
    if chunk is None:
        return None
    answer, seconds = timed_chunk(chunk_text(work, *chunk))
    chunks.took(chunk[1], seconds)
    return Part(*chunk, answer)


def serve(pipe: Connection, beats: Any) -> None:
    """A worker's whole life. It ends when the other end of the pipe is closed, or is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the whole group: the parent sees to it
    sys.stdout = sys.stderr  # what somebody's own player prints does not get among the results
    PULSE.beats = beats
    with suppress(EOFError, OSError):
        try:
            while True:
                pipe.send(timed_chunk(pipe.recv()))
        except (EOFError, OSError):
            raise
        except Exception as error:  # no game's: those are among its failures
            said = " ".join(f"{type(error).__name__}: {error}".split()).rstrip(".")
            pipe.send((f"{said} ({place_of(error.__traceback__)})", -1.0))


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


def end_of(process: SpawnProcess) -> str:
    """How a process that is gone went."""
    process.join(timeout=5)
    code = process.exitcode
    if code is None:
        return "stopped answering"
    return f"was killed by {signal_name(-code)}" if code < 0 else f"ended with exit code {code}"


def signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
