"""The garbage collector runs while nobody waits.

Python starts it by itself, but in the midst of an answer, and with a hundred open games in memory a full collection
takes a fifth of a second. Play leaves no reference cycles behind, nor does a game that is put away; a failed request
may.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from typing import Final

INTERVAL: Final = 1.0  # seconds between calls of `collect_if_idle`
LITTLE_WORK: Final = 3  # things done since the last call, at most: nobody is likely to wait just now
MANY_OBJECTS: Final = 250_000  # new ones: while there is more to do they are frozen, which takes no time,
MOST_FREEZES: Final = 40  # but not for ever
IDLE: Final = 60.0  # seconds with little to do, after which there may be a full collection,
FULL_INTERVAL: Final = 3600.0  # though not more often than this, if nothing is frozen


class GarbageCollector:
    """`collect_if_idle` is called again and again; `work` says how much has been done so far."""

    def __init__(self, work: Callable[[], int], now: Callable[[], float] = time.monotonic) -> None:
        self.work: Final = work
        self.now: Final = now
        self.done = work()
        self.fresh = False  # something was done since the last collection of the youngest generation
        self.busy = self.collected = now()  # when there was much to do, and the last full collection
        self.freezes = 0
        gc.disable()

    def collect_if_idle(self) -> None:
        before, self.done = self.done, self.work()
        if self.done != before:
            self.fresh = True
        if self.done > before + LITTLE_WORK:
            self.busy = self.now()
            if gc.get_count()[0] > MANY_OBJECTS:
                self.freeze_or_collect()
            return
        if self.fresh:
            self.fresh = False
            gc.collect(0)
        if self.now() - self.busy > IDLE and (self.freezes or self.now() - self.collected > FULL_INTERVAL):
            self.collect_all()

    def freeze_or_collect(self) -> None:
        if self.freezes < MOST_FREEZES:
            self.freezes += 1
            gc.freeze()
        else:
            self.collect_all()

    def collect_all(self) -> None:
        gc.unfreeze()
        gc.collect()
        self.freezes = 0
        self.collected = self.now()
