"""Which games this server has: its leases, taken when somebody asks for a game, and renewed all at once."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from functools import partial
from typing import Final

from playsheet.core.errors import Refused
from playsheet.server.storage import Done, Full, Lease, Owner, Renewal, Storage
from playsheet.server.thread_pool import ThreadPool
from playsheet.server.writing import unheard, written

OFTEN: Final = 5  # renewals in the time that a lease lasts
AGAIN: Final = 1  # seconds after which somebody who was sent away may ask again
Nap = tuple[float, float]  # from when to when, in seconds since 1970


class Elsewhere(Refused):
    """Another server has this game, or had it a moment ago."""

    seconds: Final = AGAIN

    def __init__(self) -> None:
        super().__init__("another server has this game just now: ask again in a moment.")


def awake() -> float:
    """Seconds that go on while this process is stopped, and, where the system knows, while the machine sleeps."""
    clock = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if clock is None else time.clock_gettime(clock)


class Heard:
    """What a renewal has brought to light."""

    def __init__(self, lost: list[str], wanted: list[str]) -> None:
        self.lost: Final = lost  # games that others have by now
        self.wanted: Final = wanted  # games of ours for which others were asked


class Leases:
    """The games of this server."""

    def __init__(
        self,
        storage: Storage,
        reading: ThreadPool,
        name: str,
        address: str,
        seconds: float,
        now: Callable[[], float] = time.time,
    ) -> None:
        self.storage: Final = storage
        self.reading: Final = reading
        self.owner: Final = Owner(secrets.token_hex(8), name, address)
        self.seconds: Final = seconds
        self.now: Final = now
        self.began: Final = now()
        self.held: Final[dict[str, Lease]] = {}
        self.naps: Final[dict[str, Nap]] = {}  # of games that somebody had before: when nobody watched over them
        self.others = 0  # servers that are there besides, when it was last heard of them
        self.sure_until = 0.0

    @property
    def pause(self) -> float:
        """From one renewal to the next."""
        return self.seconds / OFTEN

    def is_sure(self) -> bool:
        """Can nobody else have our games yet?"""
        return self.storage.alone or awake() < self.sure_until

    async def begin(self) -> None:
        """Before anything is taken."""
        asked = awake()
        await written(partial(self.storage.begin, self.owner, self.now(), self.seconds))
        self.sure_until = asked + self.seconds

    async def take(self, id: str, *, wanted: bool = True) -> Lease:
        """The game, if nobody else has it; if somebody has, he learns that it is `wanted` here.

        Whoever is alone, and can write nothing just now, may open games all the same: they are taken with the first
        thing that is written.
        """
        found = self.held.get(id)
        if found is not None:
            return found
        lease = Lease(id)
        try:
            await written(partial(self.storage.take, lease, self.owner, wanted=wanted))
        except Full:
            if not self.storage.alone:
                raise
            return lease
        if not lease.fence:
            raise Elsewhere
        self.held[id] = lease
        self.naps[id] = (lease.since, self.began if self.storage.alone else self.now())
        return lease

    async def renew(self) -> Heard:
        """All of them at once."""
        asked, renewal, before = awake(), Renewal(), dict(self.held)
        await written(partial(self.storage.renew, self.owner, self.now(), self.seconds, renewal))
        lost: list[str] = []
        if renewal.is_late:  # what others have taken meanwhile is theirs
            ours = await self.reading.do(self.storage.held, self.owner)
            lost = [id for id, lease in before.items() if ours.get(id) != lease.fence and self.forget(lease)]
        self.others = renewal.others
        self.sure_until = asked + self.seconds
        return Heard(lost, [id for id in renewal.wanted if id in self.held])

    def forget(self, lease: Lease) -> bool:
        """It is another server's by now. Did we believe to have it?"""
        if self.held.get(lease.game) is not lease:
            return False
        del self.held[lease.game]
        del self.naps[lease.game]
        return True

    def give_up(self, leases: list[Lease], done: Done = unheard) -> None:
        """They are free: at once for whoever asks later."""
        mine = [lease for lease in leases if self.forget(lease)]
        if mine:
            self.storage.give_up(self.owner, mine, self.now(), done)

    def keep(self, lease: Lease) -> None:
        """It could not be given up."""
        self.held[lease.game] = lease
        self.naps[lease.game] = (0.0, 0.0)

    def resign(self) -> None:
        """All of them: the server stops."""
        self.storage.resign(self.owner, self.now(), unheard)
