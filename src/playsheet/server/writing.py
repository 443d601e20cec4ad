"""Waiting until something is on disk."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from playsheet.server.storage import Done, deliver_here


def deliver_in(loop: asyncio.AbstractEventLoop, results: list[tuple[Done, Exception | None]]) -> None:
    """What was written together is told together, in the event loop's own thread."""
    with suppress(RuntimeError):  # the event loop is closed: nobody waits any more
        loop.call_soon_threadsafe(deliver_here, results)


def told_to(future: asyncio.Future[None]) -> Done:
    """A `Done` that settles a future."""

    def settle(fault: Exception | None) -> None:
        if future.done():
            return
        if fault is None:
            future.set_result(None)
        else:
            future.set_exception(fault)

    return settle


def unheard(fault: Exception | None) -> None:
    """For a write that nobody waits for: the next one says the same."""


async def written(write: Callable[[Done], None]) -> None:
    """Wait until it is on disk."""
    done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    write(told_to(done))
    await done
