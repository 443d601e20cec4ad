"""A thread pool for one kind of work: what blocks there keeps nothing else waiting, not even the program's end."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from queue import SimpleQueue
from typing import Final, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class ThreadPool:
    """A few daemon threads: those of the standard library's pools are waited for at the program's end, stuck or not."""

    def __init__(self, name: str, count: int) -> None:
        self.queue: Final[SimpleQueue[Callable[[], None] | None]] = SimpleQueue()
        self.count: Final = count
        for number in range(count):
            threading.Thread(target=self.work, name=f"{name}-{number + 1}", daemon=True).start()

    def work(self) -> None:
        """What each thread does."""
        while (task := self.queue.get()) is not None:
            task()

    async def do(self, work: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        """What comes of it. Who waits no more is not told; what has begun goes on all the same."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()

        def task() -> None:
            if future.cancelled():
                return
            try:
                result = work(*args, **named)
            except Exception as fault:
                tell(loop, future, partial(future.set_exception, fault))
            else:
                tell(loop, future, partial(future.set_result, result))

        self.queue.put(task)
        return await future

    def stop(self) -> None:
        """Each ends after what it is at; none is waited for."""
        for _ in range(self.count):
            self.queue.put(None)


def tell(loop: asyncio.AbstractEventLoop, future: asyncio.Future[T], settle: Callable[[], None]) -> None:
    """In its own event loop, unless nobody waits any more."""
    with suppress(RuntimeError):  # the event loop is closed
        loop.call_soon_threadsafe(lambda: None if future.done() else settle())
