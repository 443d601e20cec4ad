"""The engine of many machines: an existing Dask scheduler, whose workers have the same version of Playsheet.

A chunk goes out as text and comes back as text; nothing else of ours crosses. What a lost worker was playing, the
scheduler gives to another.
"""

from __future__ import annotations

import logging
import re
import threading
from collections.abc import Generator
from contextlib import suppress
from queue import Empty, SimpleQueue
from time import monotonic
from types import TracebackType
from typing import Any, Final, Self

from playsheet.core.errors import Refused
from playsheet.sim.chunks import Chunks, Part, chunk_text, timed_chunk

AHEAD: Final = 2  # chunks that a worker holds: it need not wait until the next has come over the network
SECONDS: Final = 1.0  # that a chunk takes, about: what it costs to send one is little beside it
CONNECTING: Final = 10.0  # seconds
LOOK: Final = 1.0  # how often it is looked whether anybody is there, in seconds
ALONE: Final = 60.0  # seconds without a worker: whoever restarts them has as long
ADDRESS: Final = re.compile(r"(tcp://|tls://)?[\w.\-\[\]:]{1,200}:\d{1,5}", re.ASCII)
ONE_AT_A_TIME: Final = threading.Lock()  # in a worker of several threads: a table is played at by one


class Cluster:
    """Plays on the workers of a Dask scheduler; entered, it is connected."""

    def __init__(self, address: str, alone: float = ALONE) -> None:
        if not ADDRESS.fullmatch(address):
            raise Refused(
                f"{address[:60]!r} is no address of a Dask scheduler: expected one such as tcp://192.0.2.7:8786."
            )
        self.address: Final = address
        self.alone: Final = alone
        self.seconds: Final = SECONDS
        self.client: Any = None
        self.processes = 0

    def __enter__(self) -> Self:
        try:
            from distributed import Client
        except ModuleNotFoundError:
            raise Refused(
                "A cluster needs Dask, which is not installed: pip install 'playsheet[cluster]', here and there."
            ) from None
        for name in ("distributed", "tornado"):  # what goes wrong is said here, in a sentence
            logging.getLogger(name).setLevel(logging.CRITICAL)
        try:
            self.client = Client(self.address, timeout=CONNECTING, set_as_default=False)
            self.processes = self.workers()
        except (OSError, ValueError, TypeError, ImportError) as fault:
            self.close()
            said = " ".join(str(fault).split())[:200].rstrip(".")
            raise Refused(f"There is no Dask scheduler at {self.address} ({said or type(fault).__name__}).") from None
        if not self.processes:
            self.close()
            raise Refused(f"The Dask scheduler at {self.address} has no workers: expected one or more.")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        if self.client is not None:
            with suppress(OSError, TimeoutError):
                self.client.close(timeout=LOOK)
            self.client = None

    def workers(self) -> int:
        """How many there are just now; 0 if the scheduler does not answer."""
        try:
            return len(self.client.nthreads())
        except (OSError, ValueError):
            return 0

    def map(self, work: str, chunks: Chunks) -> Generator[Part, None, None]:
        out: dict[Any, tuple[int, int]] = {}
        done: SimpleQueue[Any] = SimpleQueue()
        try:
            while True:
                while len(out) < self.processes * (AHEAD if chunks.plenty() else 1):
                    chunk = chunks.take()
                    if chunk is None:
                        break
                    sent = self.client.submit(play, chunk_text(work, *chunk), pure=False)
                    out[sent] = chunk
                    sent.add_done_callback(done.put)
                if not out:
                    return
                found = self.next_of(done)
                first, count = out.pop(found)
                answer, seconds = self.answer(found, first, count)
                found.release()
                chunks.took(count, seconds)
                yield Part(first, count, answer)
        finally:
            if out:
                with suppress(OSError, TimeoutError):
                    self.client.cancel(list(out), force=True)

    def next_of(self, done: SimpleQueue[Any]) -> Any:
        """The next chunk that is played. Without workers for too long, or without the scheduler, it is refused."""
        since = monotonic()
        while True:
            with suppress(Empty):
                return done.get(timeout=LOOK)
            now = self.workers()
            if now:
                self.processes = max(now, self.processes)
                since = monotonic()
            elif self.client.status != "running" or monotonic() - since > self.alone:
                raise self.gone()

    def answer(self, found: Any, first: int, count: int) -> tuple[str, float]:
        """What a chunk came to."""
        from distributed import KilledWorker

        if found.cancelled():
            raise self.gone()
        try:
            text, seconds, refusal = found.result(timeout=CONNECTING)
        except KilledWorker:
            raise Refused(
                f"Several workers were lost while they played games {first} to {first + count - 1}: "
                "the simulation is stopped."
            ) from None
        except Exception as fault:  # whatever it is: it comes from another machine
            said = " ".join(f"{type(fault).__name__}: {fault}".split())[:300].rstrip(".")
            raise Refused(f"A worker of {self.address} failed: {said}; the simulation is stopped.") from None
        if refusal:
            raise Refused(refusal)
        return text, seconds

    def gone(self) -> Refused:
        return Refused(f"The Dask scheduler at {self.address} is gone, or has no workers: the simulation is stopped.")


def play(text: str) -> tuple[str, float, str]:
    """In a worker: the answer, the seconds that it took, and why it was refused."""
    with ONE_AT_A_TIME:
        try:
            return *timed_chunk(text), ""
        except Refused as refusal:
            return "", 0.0, str(refusal)
