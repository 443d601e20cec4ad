"""Rings, objects that point at each other and that nobody else needs, are looked for while nobody waits.

Python looks for them by itself, but in the midst of an answer, and among the objects of a hundred open games that takes
a fifth of a second. Play leaves no rings behind, nor does a game that is put away; a request that fails may.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from typing import Final

OFTEN: Final = 1.0  # seconds from one look to the next
FEW: Final = 3  # things done since the last look: nobody is likely to wait just now
MANY: Final = 250_000  # new objects: while there is more to do they are put off, which takes no time,
MOST_PUT_OFF: Final = 40  # but not for ever
QUIET: Final = 60.0  # seconds with little to do, after which everything may be looked through,
SELDOM: Final = 3600.0  # though not more often than this, if nothing was put off


class Sweeper:
    """`sweep` is called again and again; `work` says how much has been done so far."""

    def __init__(self, work: Callable[[], int], now: Callable[[], float] = time.monotonic) -> None:
        self.work: Final = work
        self.now: Final = now
        self.done = work()
        self.fresh = False  # something was done since new objects were looked through
        self.busy = self.swept = now()  # when there was much to do, and when everything was looked through
        self.put_off = 0
        gc.disable()

    def sweep(self) -> None:
        before, self.done = self.done, self.work()
        if self.done != before:
            self.fresh = True
        if self.done > before + FEW:
            self.busy = self.now()
            if gc.get_count()[0] > MANY:
                self.put_off_or_sweep()
            return
        if self.fresh:
            self.fresh = False
            gc.collect(0)
        if self.now() - self.busy > QUIET and (self.put_off or self.now() - self.swept > SELDOM):
            self.sweep_all()

    def put_off_or_sweep(self) -> None:
        if self.put_off < MOST_PUT_OFF:
            self.put_off += 1
            gc.freeze()
        else:
            self.sweep_all()

    def sweep_all(self) -> None:
        gc.unfreeze()
        gc.collect()
        self.put_off = 0
        self.swept = self.now()
