"""Games do not stay for ever: those that never began are deleted, old ones are put away as records.

A few at a time, in the background. A game at which somebody sits, or of which something is under way, has time.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

from playsheet.core.errors import Refused
from playsheet.core.game import GAME_MASTER
from playsheet.server.hub import Hub, OpenTable, Unknowable
from playsheet.server.keys import GM, SEAT, WATCH
from playsheet.server.leases import Elsewhere
from playsheet.server.storage import Damaged, Fenced, Full, KeptRecord, Retention
from playsheet.server.table import Table
from playsheet.server.worker_pools import Busy
from playsheet.server.writing import written

log: Final = logging.getLogger("playsheet.housekeeping")
OFTEN: Final = 60.0  # seconds from one round to the next
MOST_DELETED: Final = 20  # in one round
MOST_PUT_AWAY: Final = 3  # likewise: each is played through to its end
MOST_LOOKED_AT: Final = 500  # some of those that are due belong to other servers


class Housekeeping:
    """What is done once a minute, as long as the server lives."""

    def __init__(self, hub: Hub) -> None:
        self.hub: Final = hub
        self.failed: Final[set[str]] = set()  # games that cannot be put away: said once

    async def go_on(self) -> None:
        while True:
            await asyncio.sleep(OFTEN)
            try:
                await self.tidy()
            except Exception:
                log.exception("old games could not be looked through")

    async def tidy(self) -> None:
        """One round. If nothing can be written now, the next one comes."""
        try:
            due = await self.hub.reading.do(self.hub.storage.old, self.before(), MOST_LOOKED_AT + len(self.failed))
            for id in [id for id in due.never_begun if self.is_free(id)][:MOST_DELETED]:
                await self.alone_with(id, self.delete)
            for id in [id for id in due.old if self.is_free(id)][:MOST_PUT_AWAY]:
                await self.alone_with(id, self.put_away)
        except Full as refusal:
            log.warning("old games stay where they are: %s", refusal)

    def before(self) -> Retention:
        now, settings = self.hub.now(), self.hub.settings

        def moment(seconds: float) -> float:
            return now - seconds if seconds > 0.0 else 0.0

        return Retention(moment(settings.gathering), moment(settings.abandoned), moment(settings.finished))

    def is_free(self, id: str) -> bool:
        """Is nobody at it here?"""
        hub = self.hub
        held = hub.open.get(id)
        busy = id in hub.opening or (held is not None and held.is_busy())
        return not busy and id not in self.failed

    async def alone_with(self, id: str, work: Callable[[str, int], Awaitable[None]]) -> None:
        """Whoever asks for the game meanwhile waits, and then learns what has become of it."""
        hub = self.hub
        if not self.is_free(id):
            return  # somebody has come while another game was seen to
        held = hub.open.pop(id, None)
        if held is not None:
            held.lost = True
        waiting: asyncio.Future[OpenTable] = asyncio.get_running_loop().create_future()
        hub.opening[id] = waiting
        gone = False
        try:
            lease = await hub.leases.take(id, wanted=False)
            await work(id, lease.fence)
            gone = True
            hub.ends.pop(id, None)
            hub.leases.forget(lease)
        except (Elsewhere, Fenced):
            pass  # another server has it, or sees to it
        except Exception as fault:
            if isinstance(fault, Full) and not isinstance(fault, Damaged):
                raise  # the same would be said of the next one
            self.failed.add(id)
            log.error("game %s cannot be put away, and stays as it is: %s: %s", id, type(fault).__name__, fault)
        finally:
            del hub.opening[id]
            waiting.set_exception(Unknowable() if gone else Busy("the game was not to be had: try once more."))
            waiting.exception()  # it may be that nobody waits

    async def delete(self, id: str, fence: int) -> None:
        await written(partial(self.hub.storage.delete, id, fence=fence))
        log.info("game %s never began, and is deleted", id)

    async def put_away(self, id: str, fence: int) -> None:
        record = await self.hub.replaying.do(self.record_of, id)
        await written(partial(self.hub.storage.put_away, record, fence=fence))
        log.info("game %s is put away as a record", id)

    def record_of(self, id: str) -> KeptRecord:
        """Played through; in a thread of its own."""
        kept = self.hub.storage.read(id)
        assert kept is not None
        opened = self.hub.reopened(kept)
        table = opened.table
        if opened.parted is not None or table.past:
            raise Refused("since an upgrade its record does not play through, and only what was told of it opens it.")
        text = table.record(GAME_MASTER).text()
        ended = kept.ops[-1].at if table.is_over() else 0.0
        return KeptRecord(id, kept.head.title, record_name(table), ended, roles_of(table), text)


def record_name(table: Table) -> str:
    return f"{table.scenario.id}-{table.id}.record"


def roles_of(table: Table) -> str:
    """Who may have the record of a game that is put away.

    All is open when a game is over, or hides nothing. One that hides things and is unfinished could be played on by its
    game master: nobody else may look. Without a game master it is for its seats, which would else have lost it.
    """
    if table.is_over() or not table.hides:
        return f"{SEAT} {GM} {WATCH}"
    return GM if table.head.gm else SEAT
