"""Which event loop is run."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


def event_loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """uvloop, where it is to be had."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop
