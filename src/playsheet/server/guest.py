"""A command that has games for a moment, by lease as a server has them: nobody else writes to them meanwhile.

A server at work that has one gives it up when it learns that the game is wanted elsewhere, and takes it again when its
players come back. All else is guarded by the fencing number: whoever is late is refused by the store.
"""

from __future__ import annotations

import os
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Final, TypeVar

from playsheet.core.errors import Refused
from playsheet.server.storage import Done, Fenced, Lease, Owner, Renewal, Storage

LASTS: Final = 5.0  # seconds of a lease, if the command dies
RENEWED: Final = 1.0  # how often it says that it is there
PATIENCE: Final = 10.0  # seconds until a server that has the game has given it up
PAUSE: Final = 0.02
TRIES: Final = 20  # a server that was quicker may take the game back before anything is written
Found = TypeVar("Found")


class Guest:
    """Somebody who has games beside the servers of a store, or where there is none."""

    def __init__(self, storage: Storage) -> None:
        self.storage: Final = storage
        self.owner: Final = Owner(secrets.token_hex(8), f"playsheet games, process {os.getpid()}")
        self.renewed = 0.0

    @contextmanager
    def at_work(self) -> Iterator[Guest]:
        """Known to the servers as somebody who may have games."""
        if self.storage.alone:
            wait_for(partial(self.storage.begin, self.owner, time.time(), LASTS))
        else:
            self.renew()
        try:
            yield self
        finally:
            wait_for(partial(self.storage.resign, self.owner, time.time()))

    def renew(self) -> None:
        wait_for(partial(self.storage.renew, self.owner, time.time(), LASTS, Renewal()))
        self.renewed = time.monotonic()

    def with_game(self, id: str, work: Callable[[Lease], Found]) -> Found:
        """Do this while the game is ours; `work` is tried again if the game was taken away in the midst of it."""
        for _ in range(TRIES):
            lease = self.take(id)
            try:
                return work(lease)
            except Fenced:
                continue
            finally:
                wait_for(partial(self.storage.give_up, self.owner, [lease], time.time()))
        raise Refused(f"game {id}: its server takes it back again and again; try when less is going on.")

    def take(self, id: str) -> Lease:
        """Wait until it is free."""
        give_up = time.monotonic() + PATIENCE
        has_ended_others = False
        while True:
            if not self.storage.alone and time.monotonic() > self.renewed + RENEWED:
                self.renew()
            lease = Lease(id)
            wait_for(partial(self.storage.take, lease, self.owner))
            if lease.fence:
                return lease
            if time.monotonic() > give_up:
                tenure = self.storage.tenure(id)
                if has_ended_others or (tenure is not None and tenure.left < 2 * PATIENCE):
                    who = f"the server {tenure.owner}" if tenure is not None else "another server"
                    raise Refused(f"game {id}: {who} has it and does not give it up; try again in a moment.")
                # Without an end: of a server that was alone, and has died or does not answer.
                wait_for(partial(self.storage.begin, self.owner, time.time(), LASTS))
                has_ended_others = True
            time.sleep(PAUSE)


def wait_for(write: Callable[[Done], None]) -> None:
    """Until it is on disk; what was not possible is raised."""
    written = threading.Event()
    faults: list[Exception | None] = []

    def done(fault: Exception | None) -> None:
        faults.append(fault)
        written.set()

    write(done)
    written.wait()
    if faults[0] is not None:
        raise faults[0]
