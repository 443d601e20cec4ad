"""The hub: the tables that are open, who sits at them, and what happens in which order.

Whatever is accepted is applied in memory, written to disk, and only then told to anybody. For each game one thing
happens at a time; many games share each wait for the disk.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import secrets
import socket
import time
from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from hashlib import sha256
from typing import Any, Final

import msgspec

from playsheet.core.errors import Refused
from playsheet.core.game import GAME_MASTER, ONLOOKER
from playsheet.players.levels import is_searching
from playsheet.players.setup import Setup
from playsheet.rules.engine import engine
from playsheet.server.advising import time_of
from playsheet.server.audience import Audience
from playsheet.server.broadcast import update_messages
from playsheet.server.intended import Intended
from playsheet.server.jobs import (
    Answers,
    CarriedOut,
    Exhausted,
    Failure,
    Given,
    Intend,
    Planning,
    Refusal,
    Think,
    Unknown,
)
from playsheet.server.keys import GM, INVITE, SEAT, digest
from playsheet.server.leases import OFTEN, Elsewhere, Leases, Nap
from playsheet.server.lobby import iso, listing
from playsheet.server.metrics import Gauge, Metrics
from playsheet.server.parting import END_IT, GO_ON
from playsheet.server.past import GOES_ON, Opened, reopened, today_of
from playsheet.server.payloads import Data
from playsheet.server.rate_limits import TokenBucket, TooMany
from playsheet.server.rematches import read_rematch
from playsheet.server.settings import Settings
from playsheet.server.storage import (
    ANSWER,
    CLOCK,
    FALL_BACK,
    INTENT,
    JOIN,
    LEAVE,
    LESSON,
    ORDER,
    READY,
    REMATCH,
    SEAL,
    UNDO,
    UPGRADE,
    WORDS,
    Away,
    ChatLine,
    Damaged,
    Fenced,
    Full,
    Head,
    Kept,
    KeptRecord,
    Key,
    Lease,
    Op,
    Pinned,
    Standing,
    Storage,
)
from playsheet.server.table import FAILED, OUT_OF_TIME, RESIGNED, Change, Stale, Table
from playsheet.server.thread_pool import ThreadPool
from playsheet.server.told import settled
from playsheet.server.uploads import set_up_of
from playsheet.server.worker_pools import Busy, Died, JobTimeout, Pools
from playsheet.server.worker_pools import Worker as Process
from playsheet.server.writing import deliver_in, told_to, written

log: Final = logging.getLogger("playsheet.games")
MOST_SETUPS: Final = 64
LAST_CHAT: Final = 200
MOST_LISTED: Final = 100
READING: Final = 4  # size of the thread pool that reads from disk
OPENING: Final = 2  # and of the one that sets up and replays games
MOST_CACHED: Final = 8 << 20  # bytes of odds that are cached
MOST_PRINTED: Final = 16 << 20  # and of what was printed
PROMPT: Final = 1.0  # seconds within which the store is to be read
OVERDUE: Final = 5.0  # seconds after which a write that waits is reported
STOPPING: Final = 15.0  # seconds for what is under way to be written, when the server is told to stop
HEARTBEAT: Final = 1.0  # seconds from one look at the clock to the next
NAP: Final = 5.0  # a server that has not looked for longer has slept: that time is nobody's
AWAKE: Final = 60.0  # how often it is written down, while clocks run, that the server is there
UNWATCHED: Final = 50  # games with a clock that are taken in one go, if nobody has them
encode: Final = msgspec.json.Encoder().encode


MOST_DEATHS: Final = 2  # of a worker over the same question: the first may be another's fault
LOOKS: Final = 20  # so often an adjutant looks again, if something has come between


class Unknowable(Refused):
    """No such game, or no such secret: which of them is nobody's business."""

    def __init__(self) -> None:
        super().__init__("there is no such game, or this is no key to it.")


class PutAway(Refused):
    """A game that is kept as a record only, for somebody who has a key to it."""

    def __init__(self, id: str, who: Who) -> None:
        super().__init__(
            "this game was put away as a record, and is played here no more: "
            f"GET /api/games/{id}/record gives the record, and POST /api/records plays on from it."
        )
        self.who: Final = who


class Slept(Exception):
    """Something is to be written into a game whose clocks have run while the server slept: first they are set right."""


class Forbidden(Refused):
    """This role may not do that."""


class Who:
    """Whoever has shown a secret: a seat, the game master, a spectator or somebody invited."""

    def __init__(self, role: str, seat: int) -> None:
        self.role: Final = role
        self.seat: Final = seat

    def looks_as(self) -> int:
        """As whom the rules know them."""
        if self.role == SEAT:
            return self.seat
        return GAME_MASTER if self.role == GM else ONLOOKER

    def named(self, game: str) -> str:
        """For the queues of jobs: what one at a table asks for is no other's."""
        return f"{game}/{self.looks_as()}"


class Said:
    """What an adjutant makes of intents: the text of an op, or what they would do."""

    def __init__(self, text: str, preview: bytes) -> None:
        self.text: Final = text
        self.preview: Final = preview


class Listener(ABC):
    """Somebody who is told at once: a socket. `push` must not wait."""

    def __init__(self, who: Who, hashed: int = 1) -> None:
        self.who: Final = who
        self.hashed: Final = hashed  # every so many updates have the digest of the view; 0: none

    @abstractmethod
    def push(self, message: bytes) -> None: ...

    @abstractmethod
    def send_away(self, fault: Elsewhere) -> None:
        """It is to connect again: another server has the game."""


class OpenTable:
    """A table that is open, with all that is not the game itself."""

    def __init__(self, table: Table, keys: list[Key], said: int, made: float, lease: Lease) -> None:
        self.table: Final = table
        self.lease = lease
        self.made: Final = made
        self.keys: Final = {key.digest: Who(key.role, key.seat) for key in keys}
        self.lock: Final = asyncio.Lock()
        self.intending: Final = asyncio.Lock()  # one intent at a time
        self.listeners: Final[list[Listener]] = []
        self.said = said  # lines of chat so far
        self.thinking: asyncio.Task[None] | None = None
        self.follower: tuple[int, int] | None = None  # a worker's generation, and how many ops it knows
        self.adjutants: tuple[int, int] | None = None  # the same, where adjutants work
        self.exhausted = False  # a worker had no memory left for it
        self.deaths = 0  # of workers over the question that a bot is asked
        self.used = time.monotonic()
        self.buckets: Final[dict[int, TokenBucket]] = {}  # what each role may still send, over all of its sockets
        self.advised: Final[dict[int, TokenBucket]] = {}  # how often each seat may still ask for advice
        self.lost = False  # what is in memory is not what is on disk: to be opened again

    def is_busy(self) -> bool:
        return bool(self.listeners) or self.lock.locked() or self.thinking is not None

    def here(self) -> set[int]:
        return {listener.who.seat for listener in self.listeners if listener.who.role == SEAT}


class Applied:
    """An op that stands in memory, and is to be written and told."""

    def __init__(self, op: Op, change: Change, stands: Standing | None) -> None:
        self.op: Final = op
        self.change: Final = change
        self.stands: Final = stands


class Thought:
    """What bots answer to the game as it stood after so many ops: what was accepted since, a worker did not know."""

    def __init__(self, since: int, answers: list[Given], *, more: bool) -> None:
        self.since: Final = since
        self.answers: Final = answers
        self.more: Final = more  # a bot is asked next, too


class AnswerCache:
    """An LRU cache of answers that were worked out: so many bytes of them."""

    def __init__(self, most: int) -> None:
        self.most: Final = most
        self.size = 0
        self.found: Final[OrderedDict[bytes, msgspec.Raw]] = OrderedDict()

    def get(self, key: bytes) -> msgspec.Raw | None:
        found = self.found.get(key)
        if found is not None:
            self.found.move_to_end(key)
        return found

    def put(self, key: bytes, answer: msgspec.Raw) -> None:
        if key not in self.found:
            self.found[key] = msgspec.Raw(bytes(answer))  # of its own, not a view of the frame that it came in
            self.size += len(answer)
        while self.size > self.most:
            self.size -= len(self.found.popitem(last=False)[1])


class Health:
    """How a server is: ok, full, slow, away or damaged; and a sentence for whoever keeps it."""

    def __init__(self, status: str = "ok", says: str = "All is well.") -> None:
        self.status: Final = status
        self.says: Final = says


class Hub:
    """All that a server does, apart from how it is said over the wire."""

    def __init__(
        self,
        settings: Settings,
        storage: Storage,
        now: Callable[[], float] = time.time,
    ) -> None:
        self.settings: Final = settings
        self.storage: Final = storage
        self.now: Final = now
        self.seen = now()  # when the server last knew itself to be awake
        self.naps: Final[list[Nap]] = []  # when it was not
        self.noted = 0.0  # when it was last written down that it is awake, where it is alone
        self.metrics: Final = Metrics()
        self.pools: Final = Pools(settings)
        self.reading: Final = ThreadPool("playsheet-reading", READING)  # all that waits for the disk
        name = settings.name or (f"{socket.gethostname()}:{settings.port}" if settings.port else secrets.token_hex(8))
        self.leases: Final = Leases(storage, self.reading, name, settings.address, settings.lease, now)
        self.renewing: asyncio.Task[None] | None = None
        self.replaying: Final = ThreadPool("playsheet-opening", OPENING)  # all that sets up and replays
        self.odds: Final = AnswerCache(MOST_CACHED)
        self.prints: Final = AnswerCache(MOST_PRINTED)
        self.pinging: asyncio.Task[Health] | None = None
        self.open: Final[OrderedDict[str, OpenTable]] = OrderedDict()
        self.opening: Final[dict[str, asyncio.Future[OpenTable]]] = {}
        self.setups: Final[OrderedDict[bytes, Setup]] = OrderedDict()
        self.ends: Final[dict[str, float]] = {}  # games with a clock -> when somebody runs out of time
        self.tasks: Final[set[asyncio.Task[None]]] = set()
        self.stopping = False

    # ------------------------------------------------------------ opening

    async def start(self) -> None:
        """Needed before anything else: this event loop is told what was written, and games with a clock are watched."""
        loop = asyncio.get_running_loop()
        self.storage.deliver = partial(deliver_in, loop)
        try:
            await self.leases.begin()
        except Full as refusal:
            log.error("nothing can be written yet: %s", refusal)
        if self.storage.alone:
            await self.watch_over_all()
            self.spawn(self.look_who_wants())
        else:
            self.spawn(self.keep_leases())
        self.spawn(self.heartbeat())
        self.spawn(self.watch())
        self.spawn(self.write_listings())

    async def stop(self) -> None:
        """Let what is under way be written, then close everything."""
        self.stopping = True
        for task in list(self.tasks):
            task.cancel()
        for task in list(self.tasks):
            with suppress(asyncio.CancelledError, Exception):
                await task
        await self.pools.stop()
        closing = ThreadPool("playsheet-closing", 1)  # all others may be stuck
        try:
            async with asyncio.timeout(STOPPING):
                for one in list(self.open.values()):
                    async with one.lock:  # whatever was being written is written now
                        pass
                self.leases.resign()
                await closing.do(self.storage.close)
        except TimeoutError:
            log.error("the disk does not answer: the server stops without it")
        closing.stop()
        self.reading.stop()
        self.replaying.stop()

    def spawn(self, work: Any) -> asyncio.Task[None]:
        task: asyncio.Task[None] = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task

    # ------------------------------------------------------------ whose the games are

    async def keep_leases(self) -> None:
        """As long as the server lives."""
        for count in itertools.count():
            try:
                await self.renew()
                if count % OFTEN == 0:
                    await self.watch_over_all()
            except Refused as refusal:
                log.warning("leases could not be renewed: %s", refusal)
            except Exception:
                log.exception("leases could not be renewed")
            await asyncio.sleep(self.leases.pause)

    async def look_who_wants(self) -> None:
        """A server that is alone renews nothing, but commands may ask for games of its own."""
        while True:
            await asyncio.sleep(self.leases.pause)
            try:
                wanted = await self.reading.do(self.storage.wanted, self.leases.owner)
            except Refused:
                continue  # health says it
            for id in wanted:
                self.spawn(self.hand_over(id))

    async def make_sure(self) -> None:
        """Before anything is told: whoever was stopped for a while looks first whether its games are still its own."""
        if not self.leases.is_sure():
            try:
                async with asyncio.timeout(self.leases.seconds):
                    await self.renew()
            except TimeoutError:
                raise Away("the games' database does not answer: try again in a moment.") from None

    async def renew(self) -> None:
        """However many ask at once, it is done once."""
        if self.renewing is None:
            self.renewing = asyncio.get_running_loop().create_task(self.renewed())
        await asyncio.shield(self.renewing)

    async def renewed(self) -> None:
        try:
            heard = await self.leases.renew()
        finally:
            self.renewing = None
        for id in heard.lost:
            self.metrics.lost.add("late")
            self.drop(id)
        for id in heard.wanted:
            self.spawn(self.hand_over(id))

    def lose(self, one: OpenTable) -> None:
        """A write was refused: another server has the game."""
        self.metrics.lost.add("refused")
        self.leases.forget(one.lease)
        self.drop(one.table.id)

    def drop(self, id: str) -> None:
        """A game that is not ours any more: whoever sits there connects again, and finds who has it."""
        self.ends.pop(id, None)
        one = self.open.pop(id, None)
        if one is not None:
            one.lost = True
            for listener in list(one.listeners):
                listener.send_away(Elsewhere())

    async def hand_over(self, id: str) -> None:
        """Another server is asked for a game of ours: what is under way is ended, then it is free."""
        lease = self.leases.held.get(id)
        if lease is None or id in self.opening:
            return  # the next renewal brings it again
        one = self.open.get(id)
        if one is None:
            self.ends.pop(id, None)
            self.leases.give_up([lease])
            return
        async with one.lock:
            if self.open.get(id) is not one or self.leases.held.get(id) is not lease:
                return
            one.lost = True
            try:
                await written(partial(self.leases.give_up, [lease]))
            except Refused as refusal:  # it is opened here again, and the next renewal comes back to it
                self.leases.keep(lease)
                log.warning("game %s could not be given up: %s", id, refusal)
                return
        self.metrics.lost.add("wanted")
        self.drop(id)

    async def leave_to_others(self, id: str) -> None:
        """A new game that has begun by itself: its players may be led to any server."""
        if self.leases.others:
            await self.hand_over(id)

    async def watch_over_all(self) -> None:
        """Games with a clock that nobody has are looked at with the next tick."""
        try:
            found = await self.reading.do(self.storage.clocked)
        except Full as refusal:
            log.error("games with a clock are not watched: %s", refusal)
            return
        for id in found if self.storage.alone else found[:UNWATCHED]:
            self.ends.setdefault(id, 0.0)

    async def fence(self, one: OpenTable) -> int:
        """The number of our lease, for whatever is written. What could be opened only to be looked at is taken now."""
        if not one.lease.fence:
            one.lease = await self.leases.take(one.table.id)
            if not one.lease.fence:
                raise Busy("the game was not to be had: try once more.")
        return one.lease.fence

    # ------------------------------------------------------------ tables

    async def table(self, id: str, *, wanted: bool = True) -> OpenTable:
        """The game, opened again from disk if it is not in memory; `wanted`: if another server has it, it is told."""
        found = self.open.get(id)
        if found is not None and not found.lost:
            self.open.move_to_end(id)
            found.used = time.monotonic()
            return found
        waiting = self.opening.get(id)
        if waiting is None:
            waiting = asyncio.get_running_loop().create_future()
            self.opening[id] = waiting
            self.spawn(self.open_again(id, waiting, found, wanted=wanted))
        return await asyncio.shield(waiting)

    async def open_again(
        self, id: str, waiting: asyncio.Future[OpenTable], before: OpenTable | None, *, wanted: bool
    ) -> None:
        try:
            began = time.perf_counter()
            opened = await self.opened(id, wanted=wanted)
            self.metrics.opened.add()
            self.metrics.opening.add(time.perf_counter() - began)
            if opened.lease.fence and self.leases.held.get(id) is not opened.lease:
                raise Elsewhere
            if before is not None:  # those who sat there still do
                await self.seat_again(opened, before)
            self.take_in(id, opened)
            with suppress(Refused):  # else the next thing that is written comes to it
                await self.forgive(opened)
            with suppress(Refused):
                await self.settle_alone(opened)
            waiting.set_result(opened)
        except Refused as refusal:
            waiting.set_exception(refusal)
        except Exception:
            log.exception("game %s cannot be opened", id)
            waiting.set_exception(
                Refused("this game cannot be opened: its rules have changed, or its data is damaged.")
            )
        finally:
            del self.opening[id]
            if not waiting.done():
                waiting.cancel()
            elif not waiting.cancelled():
                waiting.exception()  # it may be that nobody waits any more

    async def seat_again(self, opened: OpenTable, before: OpenTable) -> None:
        """Whoever sat at the table that was lost sits at this one.

        In a game that hides things they are told at once how it stands: with what happens next, it would tell them that
        something did.
        """
        if opened.table.hides:
            chat = await self.reading.do(self.storage.chat, opened.table.id, LAST_CHAT)
            opened.listeners.extend(before.listeners)
            for listener in opened.listeners:
                state = self.state_now(opened, listener.who, chat, have=0, epoch=-1)
                listener.push(encode({"t": "state", "id": None, **state}))
        else:
            opened.listeners.extend(before.listeners)

    async def opened(self, id: str, *, wanted: bool = True) -> OpenTable:
        """Take a game, read it, and replay it."""
        known = id in self.leases.held
        lease = await self.leases.take(id, wanted=wanted)
        if not known:
            self.metrics.taken.add()
        kept = await self.reading.do(self.storage.read, id)
        if kept is None:
            self.leases.give_up([lease])
            raise Unknowable
        chat = await self.reading.do(self.storage.chat, id, 1)
        opened = await self.replaying.do(self.reopened, kept)
        table = opened.table
        if opened.parted is not None:
            log.warning("game %s: %s", id, opened.parted.says)
        if opened.pinned is not None:
            try:
                await written(partial(self.storage.fill_in, id, opened.filled, opened.pinned, fence=lease.fence))
            except Refused as refusal:
                table.settled = table.settled_before = table.noted = 0  # the next op tells all of it
                log.warning("game %s: by what it is played was not noted: %s", id, refusal)
        return OpenTable(table, kept.keys, chat[-1].number + 1 if chat else 0, kept.made, lease)

    def reopened(self, kept: Kept) -> Opened:
        return reopened(kept, lambda: self.storage.told(kept.id), self.setup_of)

    def setup_of(self, head: Head) -> Setup:
        """The sheet and scenario, shared by all games that are alike."""
        key = sha256(msgspec.json.encode([head.scenario, head.houses, head.rules])).digest()
        found = self.setups.pop(key, None)
        if found is None:
            found = set_up_of(head.scenario, head.houses, head.rules)
        self.setups[key] = found
        while len(self.setups) > MOST_SETUPS:
            self.setups.popitem(last=False)
        return found

    def take_in(self, id: str, opened: OpenTable) -> None:
        self.open[id] = opened
        self.open.move_to_end(id)
        self.rewind_clock(opened)
        if len(self.open) > self.settings.open_games:
            self.drop_idle()
        self.look_to_bots(opened)

    def drop_idle(self) -> None:
        """Games that nobody looks at leave memory, the longest unused first."""
        idle = time.monotonic() - self.settings.idle
        free: list[Lease] = []
        for id, one in list(self.open.items()):
            if not one.is_busy() and (len(self.open) > self.settings.open_games or one.used < idle):
                del self.open[id]
                if id not in self.ends:  # or somebody has to watch over it
                    free.append(one.lease)
        if not self.storage.alone:
            self.leases.give_up(free)

    def sockets(self) -> int:
        return sum(len(one.listeners) for one in self.open.values())

    def gauges(self) -> list[Gauge]:
        """How the server is, as numbers."""
        store = self.storage
        return [
            Gauge("playsheet_games_open", "Games in memory.", len(self.open)),
            Gauge("playsheet_games_held", "Games that are this server's.", len(self.leases.held)),
            Gauge("playsheet_other_servers", "Servers that are there besides.", self.leases.others),
            Gauge("playsheet_sockets", "Open sockets.", self.sockets()),
            Gauge("playsheet_storage_full", "1 while nothing can be written.", int(store.full)),
            Gauge("playsheet_storage_away", "1 while the games' database does not answer.", int(bool(store.away))),
            Gauge("playsheet_storage_waiting_seconds", "How long the oldest write has waited.", store.waiting()),
        ]

    async def health(self) -> Health:
        """Told within about a second. However many ask at once, the store is asked once."""
        if self.pinging is None:
            self.pinging = asyncio.get_running_loop().create_task(self.pinged())
        return await asyncio.shield(self.pinging)

    async def pinged(self) -> Health:
        reading = asyncio.ensure_future(self.reading.do(self.storage.ping))
        try:
            await asyncio.wait([reading], timeout=PROMPT)
            if not reading.done():
                await asyncio.wait([reading], timeout=0.1)  # it was this event loop that was late, not the store
            if not reading.done():
                reading.cancel()
                if self.storage.away:
                    return Health("away", self.storage.away)
                return Health("slow", f"The store of games could not be read within {PROMPT:g} s.")
        finally:
            self.pinging = None
        fault = reading.exception()
        if self.storage.away or isinstance(fault, Away):
            return Health("away", self.storage.away or str(fault))
        if fault is not None:
            log.error("the store of games cannot be read: %s", fault)
            return Health("damaged", "The store of games cannot be read; the log says why.")
        if self.storage.damaged:
            return Health("damaged", self.storage.damaged)
        if self.storage.full:
            return Health("full", "Nothing can be written: is the disk full?")
        waiting = self.storage.waiting()
        if waiting > OVERDUE:
            return Health("slow", f"Something has waited {waiting:.0f} s to be written.")
        return Health()

    # ------------------------------------------------------------ who is there

    async def authenticate(self, id: str, secret: str) -> None:
        """Is this a key to the game? One look, in memory or for one row: a wrong key opens nothing."""
        await self.make_sure()
        one = self.in_memory(id)
        if one is not None:
            if digest(secret) in one.keys:
                return
        else:
            found = await self.reading.do(self.storage.key, digest(secret))
            if found is not None and found.game == id:
                return
        raise Unknowable

    async def check_listed(self, id: str) -> None:
        """May anybody join? Found out like that as well, without opening the game."""
        await self.make_sure()
        one = self.in_memory(id)
        listed = one.table.head.listed if one is not None else await self.reading.do(self.storage.is_listed, id)
        if not listed:
            raise Unknowable

    def in_memory(self, id: str) -> OpenTable | None:
        found = self.open.get(id)
        return None if found is None or found.lost else found

    async def entered(self, id: str, secret: str) -> tuple[OpenTable, Who]:
        """The game, for somebody who has a key to it."""
        await self.authenticate(id, secret)
        try:
            one = await self.table(id)
        except Unknowable:
            await self.check_put_away(id, digest(secret))
            raise
        who = one.keys.get(digest(secret))
        if who is None:
            raise Unknowable
        return one, who

    async def rematch_seat(self, id: str, secret: str) -> int | None:
        """The seat of a rematch for which this secret, of a seat of the battle before, is an invitation.

        Found in what is stored: the battle before may be another server's.
        """
        before = await self.reading.do(self.storage.key, digest(secret))
        if before is None or before.role != SEAT:
            return None
        for op in reversed(await self.reading.do(self.storage.ops, before.game)):
            if op.kind == REMATCH:
                rematch = read_rematch(op.text)
                if before.seat in rematch.seats:
                    return rematch.seats[before.seat] if rematch.game == id else None
        return None

    async def check_put_away(self, id: str, digest: bytes) -> None:
        """Whoever has a key to a game that was put away is told so; nobody else."""
        key = await self.reading.do(self.storage.key_to_put_away, id, digest)
        if key is not None:
            raise PutAway(id, Who(key.role, key.seat))

    async def record_of(self, id: str, who: Who) -> KeptRecord:
        """The record of a game that was put away."""
        record = await self.reading.do(self.storage.record, id)
        if record is None:
            raise Unknowable
        if who.role not in record.roles.split():
            raise Forbidden(
                "this game was put away unfinished, and hides things: its record is for "
                f"{'its game master' if record.roles == GM else 'those who had a seat'}."
            )
        return record

    async def player(self, id: str, secret: str) -> tuple[OpenTable, Who]:
        """The same, not for somebody who is only invited."""
        one, who = await self.entered(id, secret)
        if who.role == INVITE:
            raise Forbidden("an invitation only lets you join the game.")
        return one, who

    def check_rate(self, one: OpenTable, who: Who) -> None:
        """A seat may say so much, however many sockets and requests it says it through."""
        now = time.monotonic()
        bucket = one.buckets.get(who.looks_as())
        if bucket is None:
            bucket = TokenBucket(self.settings.seat_rate, self.settings.seat_burst, now)
            one.buckets[who.looks_as()] = bucket
        if not bucket.take(now):
            raise TooMany(bucket.wait())

    def check_advice(self, one: OpenTable, who: Who) -> None:
        """A plan costs seconds: a seat may ask for so many."""
        now = time.monotonic()
        settings = self.settings
        bucket = one.advised.setdefault(who.seat, TokenBucket(settings.advice_rate, settings.advice_burst, now))
        if not bucket.take(now):
            raise TooMany(bucket.wait(), "questions for advice")

    async def free_seats(self) -> list[msgspec.Raw]:
        """Games that anybody may join, with the seats that are open: as they were written down."""
        found = await self.reading.do(self.storage.listed, MOST_LISTED)
        return [msgspec.Raw(one) for one in found]

    async def write_listings(self) -> None:
        """For games of an older schema, of which that was not written down when they were made."""
        try:
            waiting = await self.reading.do(self.storage.unlisted)
        except Full as refusal:
            log.warning("some games may not be listed: %s", refusal)
            return
        for id in waiting:
            try:
                one = await self.table(id, wanted=False)
                async with one.lock:
                    told, fence = listing(one.table, one.made), await self.fence(one)
                    await written(partial(self.storage.relist, id, told, fence=fence))
            except Elsewhere:
                continue  # another server sees to it
            except Refused as refusal:
                log.warning("game %s is not listed: %s", id, refusal)

    def listen(self, one: OpenTable, listener: Listener) -> None:
        one.listeners.append(listener)
        self.tell_seats(one)

    def leave(self, one: OpenTable, listener: Listener) -> None:
        for held in (one, self.open.get(one.table.id)):  # it may have been opened again meanwhile
            if held is not None and listener in held.listeners:
                held.listeners.remove(listener)
                held.used = time.monotonic()
                self.tell_seats(held)

    # ------------------------------------------------------------ accepting

    async def act(
        self, one: OpenTable, op: Callable[[Table], Op], keys: list[Key] | None = None, spent: bytes = b""
    ) -> int:
        """Accept it. What the server slept is given back to the clocks before."""
        return await self.act_all(one, lambda table: [op(table)], keys, spent)

    async def act_all(
        self, one: OpenTable, ops: Callable[[Table], list[Op]], keys: list[Key] | None = None, spent: bytes = b""
    ) -> int:
        """The same for several, which are written together and told as one."""
        while one.table.clock is not None:
            await self.forgive(one)
            with suppress(Slept):
                return await self.accept(one, ops, keys, spent)
        return await self.accept(one, ops, keys, spent)

    async def accept(
        self, one: OpenTable, ops: Callable[[Table], list[Op]], keys: list[Key] | None = None, spent: bytes = b""
    ) -> int:
        """Apply, write, tell. `ops` makes them from the table as it stands when their turn has come.

        If one of several is refused, those before it stand.
        """
        began = time.perf_counter()
        async with one.lock:
            if one.lost and one.table.id not in self.leases.held:
                raise Elsewhere
            if one.lost or self.stopping:
                raise Busy("the game is being opened again: try once more.")
            fence = await self.fence(one)
            table = one.table
            made = ops(table)
            wanted = table.wanted
            before = {seat: table.audience_of(seat) for seat in self.looks(one)}
            told = len(table.game.log) if table.game is not None else 0
            applied, refusal = self.applied(one, made)
            if not applied and refusal is not None:
                raise refusal
            change = applied[-1].change
            under_way = [
                self.appended(table.id, op.op, keys or [], [spent] if spent else [], op.stands, fence) for op in applied
            ]
            updates = self.updates(one, change, before, told)  # worked out while the disk is busy
            try:
                for future in under_way:
                    await future
            except Fenced:
                self.lose(one)
                raise Elsewhere from None
            except BaseException:  # it was not written, or whoever asked is gone before that is known
                one.lost = True
                raise
            for key in keys or []:
                one.keys[key.digest] = Who(key.role, key.seat)
            one.keys.pop(spent, None)
            if table.hides and table.wanted is not wanted:
                self.tell_take_back(one)  # not all of them get an update
            self.after(one, [op.op for op in applied], change, updates)
            self.metrics.accepting.add(time.perf_counter() - began)
            if refusal is not None:
                raise refusal
            return made[-1].seq

    def applied(self, one: OpenTable, made: list[Op]) -> tuple[list[Applied], Refused | None]:
        """In memory, as far as none is refused."""
        found: list[Applied] = []
        try:
            for op in made:
                change = one.table.apply(op)
                found.append(Applied(settled(one.table, op), change, standing(one, op, change)))
        except Refused as refusal:
            return found, refusal
        except Exception as fault:
            one.lost = True
            log.exception("game %s: the rules failed on %s of seat %s", one.table.id, op.kind, op.seat)
            raise Refused("the rules failed on this, and it was not taken: it is a fault of the program.") from fault
        return found, None

    def appended(
        self, id: str, op: Op, keys: list[Key], spent: list[bytes], stands: Standing | None, fence: int
    ) -> asyncio.Future[None]:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.storage.append(id, op, keys, spent, stands, told_to(done), fence)
        return done

    def after(self, one: OpenTable, made: list[Op], change: Change, updates: list[tuple[Listener, bytes]]) -> None:
        for op in made:
            self.metrics.accepted.add(op.kind)
        if not change.why or change.why in ("begin", "left", "end"):
            self.tell_seats(one)
        for listener, message in updates:
            listener.push(message)
        self.rewind_clock(one)
        if one.table.is_over():
            log.info("game %s is over", one.table.id)
        self.look_to_bots(one)

    def looks(self, one: OpenTable) -> set[int]:
        return {listener.who.looks_as() for listener in one.listeners}

    def updates(
        self, one: OpenTable, change: Change, before: dict[int, int], told: int
    ) -> list[tuple[Listener, bytes]]:
        """The update message of each listener; `told` events were in the log before the change."""
        if not change.why:
            return []
        table = one.table
        kinds = [(listener.who.looks_as(), listener.hashed) for listener in one.listeners]
        found = update_messages(table, change, before, told, kinds, self.now())
        updates: list[tuple[Listener, bytes]] = []
        for listener, kind in zip(one.listeners, kinds):
            message = found[kind]
            if message is not None:
                updates.append((listener, message))
        return updates

    def heard(self, one: OpenTable, who: Who, seq: int) -> int:
        """The number under which whoever has done something has heard of it; `seq` is the game's own."""
        return seq if one.table.counters is None else one.table.seq_of(who.looks_as())

    # ------------------------------------------------------------ what players do

    def commanded(self, one: OpenTable, who: Who) -> int:
        if who.role != SEAT:
            raise Forbidden("only somebody who has a seat may do that.")
        return who.seat

    async def join(self, one: OpenTable, seat: int, who: str, own_dice: bool, key: Key, spent: bytes) -> int:
        def op(table: Table) -> Op:
            return self.op(table, JOIN, seat=seat, text=("+" if own_dice else "") + who)

        return await self.act(one, op, [key], spent)

    async def ready(self, one: OpenTable, who: Who, seal: str) -> int:
        """Ready, with the seal of one's words."""
        return await self.say_once(one, who, SEAL, seal)

    async def show(self, one: OpenTable, who: Who, words: str) -> int:
        """The words, when everybody has sealed theirs."""
        return await self.say_once(one, who, WORDS, words)

    async def say_once(self, one: OpenTable, who: Who, kind: str, text: str) -> int:
        """What stands already is not written again: whoever lost the connection may say it once more."""
        seat = self.commanded(one, who)
        async with one.lock:
            if not one.lost and one.table.has_said(kind, seat, text):
                return self.heard(one, who, one.table.seq)
        return self.heard(one, who, await self.act(one, lambda table: self.op(table, kind, seat=seat, text=text)))

    async def begin(self, one: OpenTable, seat: int = 0) -> int:
        """A game among bots begins, or a pupil's lesson: nobody has words for its dice."""
        return await self.act(one, lambda table: self.op(table, READY, seat=seat))

    async def answer(self, one: OpenTable, who: Who, question: str, text: str) -> int:
        seat = self.commanded(one, who)

        def op(table: Table) -> Op:
            asked = table.open_question(seat, question)
            return self.op(table, ANSWER, seat=asked.seat, question=asked.number(), text=text)

        return self.heard(one, who, await self.act(one, op))

    async def intend(self, one: OpenTable, who: Who, texts: list[str]) -> int:
        """Intents for the seat's units: all that they come to is accepted at once, and told once."""
        seat = self.commanded(one, who)
        return self.heard(one, who, await self.carry_out(one, seat, texts))

    async def ask_intent(self, one: OpenTable, who: Who, texts: list[str]) -> Data:
        """What intents would do, and nothing is done."""
        reply = await self.adjutant_says(one, self.commanded(one, who), texts, is_asked=True)
        found: Data = msgspec.json.decode(reply.preview)
        return found

    async def carry_out(self, one: OpenTable, seat: int, texts: list[str]) -> int:
        """What comes between, another's word or a take-back, makes the adjutant look again."""
        async with one.intending:
            for _ in range(LOOKS):
                asked = one.table.asked_of(seat)
                reply = await self.adjutant_says(one, seat, texts, is_asked=False)

                def op(table: Table, text: str = reply.text, then: Data = asked) -> Op:
                    if table.asked_of(seat) != then:
                        raise Stale("something has come between.")
                    return self.op(table, INTENT, seat=seat, text=text)

                with suppress(Stale):
                    return await self.act(one, op)
        raise Busy("too much happens at this table at once: try once more.")

    async def adjutant_says(self, one: OpenTable, seat: int, texts: list[str], *, is_asked: bool) -> Said:
        """A worker works it out, where bots run."""
        table = one.table
        worker = self.pools.bots.of_game(table.id)
        for _ in range(LOOKS):
            job = await self.job(one, worker.generation, one.adjutants)
            seq = job.ops[-1].seq if job.ops else job.since
            asks = Intend(
                game=job.game,
                since=job.since,
                ops=job.ops,
                head=job.head,
                key=job.key,
                past=job.past,
                seat=seat,
                texts=texts,
                is_asked=is_asked,
                paths=self.settings.paths,
                runs=self.settings.runs,
            )
            one.adjutants = None
            try:
                reply = await worker.do(asks, self.settings.think)
            except JobTimeout:
                raise Refused(f"this takes longer than {self.settings.think:g} seconds: say less at once.") from None
            if isinstance(reply, (Refusal, CarriedOut)) and seq:  # before the first op there is nothing to follow
                one.adjutants = (worker.generation, seq)
            if isinstance(reply, Refusal):
                raise Refused(reply.says)
            if isinstance(reply, CarriedOut):
                return Said(reply.text, bytes(reply.preview))
            if isinstance(reply, Failure):
                log.error("game %s: the adjutant of seat %s %s", table.id, seat, reply.says)
                raise Refused("the adjutant failed on this: it is a fault of the program.")
        raise Busy("too much happens at this table at once: try once more.")

    async def undo(self, one: OpenTable, who: Who) -> int | None:
        """Take back at once (the new number), or ask the others (None)."""
        seat = self.commanded(one, who)
        async with one.lock:
            wanted = one.table.want_back(seat)
            if wanted is not None or not one.table.hides:
                one.table.wanted = wanted
            if wanted is not None:
                self.tell_take_back(one)
                return None

        def op(table: Table) -> Op:
            if table.want_back(seat) is not None:
                raise Refused("something has happened since: ask the others.")
            return self.op(table, UNDO, seat=seat)

        return self.heard(one, who, await self.act(one, op))

    async def agree(self, one: OpenTable, who: Who, agree: bool) -> int | None:
        """Another seat's word on what one wants to take back."""
        seat = self.commanded(one, who)
        async with one.lock:
            wanted = one.table.wanted
            if wanted is None or seat not in wanted.needs:
                raise Refused("nobody waits for this seat to agree to anything.")
            if not agree:
                one.table.wanted = None
            else:
                wanted.needs.remove(seat)
            if agree and not wanted.needs and one.table.hides and not one.table.place_of(wanted.held):
                one.table.wanted = None  # it has been taken back already
            if one.table.wanted is None or wanted.needs:
                self.tell_take_back(one)
                return None

        def op(table: Table) -> Op:
            if table.wanted is not wanted:
                raise Refused("something has happened since: it cannot be taken back that way any more.")
            return self.op(table, UNDO, seat=wanted.seat, text=table.place_of(wanted.held) if table.hides else "")

        return self.heard(one, who, await self.act(one, op))

    async def resign(self, one: OpenTable, who: Who) -> int:
        seat = self.commanded(one, who)
        return self.heard(one, who, await self.left(one, seat, RESIGNED))

    async def left(self, one: OpenTable, seat: int, why: str) -> int:
        def op(table: Table) -> Op:
            table.still_on()
            if table.seats[seat].left:
                raise Refused("this seat plays no more.")
            return self.op(table, LEAVE, seat=seat, text=why)

        return await self.act(one, op)

    async def decide(self, one: OpenTable, who: Who, word: str) -> int:
        """A seat's word on a game that an upgrade has parted from its past."""
        seat = self.commanded(one, who)
        return self.heard(one, who, await self.act(one, partial(self.decided, seat, word)))

    def decided(self, seat: int, word: str, table: Table) -> Op:
        parting = table.parting
        if parting is None or table.is_over():
            raise Refused("no upgrade has changed the rules of this game: there is nothing to decide.")
        return self.op(table, UPGRADE, seat=seat, text=parting.text(seat, word, table.persons()))

    async def settle_alone(self, one: OpenTable) -> None:
        """Where no person plays nobody can be asked: the game goes on, if it can."""
        parting = one.table.parting
        if parting is not None and not one.table.persons():
            await self.act(one, partial(self.decided, -1, GO_ON if parting.goes_on else END_IT))

    async def invite_again(self, one: OpenTable, who: Who, text: str) -> None:
        """A rematch was made: those who are invited are told."""
        seat = who.seat if who.role == SEAT else -1
        await self.act(one, lambda table: self.op(table, REMATCH, seat=seat, text=text))
        for listener in one.listeners:
            rematch = one.table.rematch_data(listener.who.looks_as())
            if rematch is not None:
                listener.push(encode({"t": "rematch", "rematch": rematch}))

    async def leave_lesson(self, one: OpenTable, who: Who) -> int:
        """A pupil plays on without the lesson."""
        seat = self.commanded(one, who)
        return self.heard(one, who, await self.act(one, lambda table: self.op(table, LESSON, seat=seat)))

    async def order(self, one: OpenTable, who: Who, order: str) -> int:
        if who.role != GM:
            raise Forbidden("only the game master may give orders.")
        if order.split(" ")[0] == "end":
            raise Refused("expected an order of this sheet; a battle is awarded, not ended.")
        return await self.act(one, lambda table: self.op(table, ORDER, seat=-1, text=order))

    def op(self, table: Table, kind: str, *, seat: int, question: str = "", text: str = "", why: str = "") -> Op:
        if self.owed(table) is not None:
            raise Slept
        return Op(table.seq + 1, self.now(), kind, seat, question, text, why)

    async def say(self, one: OpenTable, who: Who, text: str, to: str) -> Data:
        """A line of chat, to all or to one's own side."""
        if who.role not in (SEAT, GM):
            raise Forbidden("spectators look on in silence.")
        async with one.lock:
            if one.lost and one.table.id not in self.leases.held:
                raise Elsewhere
            name = one.table.seats[who.seat].who if who.role == SEAT else "the game master"
            said = ChatLine(one.said, self.now(), who.role, who.seat, name, to if who.role == SEAT else "all", text)
            one.said += 1
            try:
                await written(partial(self.storage.say, one.table.id, said, fence=await self.fence(one)))
            except Fenced:
                self.lose(one)
                raise Elsewhere from None
            data = chat_data(said)
            message = encode({"t": "chat", "chat": data})
            for listener in one.listeners:
                if may_read(one.table, said, listener.who):
                    listener.push(message)
            return data

    # ------------------------------------------------------------ telling

    def tell_seats(self, one: OpenTable) -> None:
        if one.listeners and self.leases.is_sure():
            table = one.table
            dice = table.dice_data() if table.game is None else None
            message = encode({"t": "seats", "seats": table.seats_data(one.here()), "dice": dice})
            for listener in one.listeners:
                listener.push(message)

    def tell_take_back(self, one: OpenTable) -> None:
        message = encode({"t": "take_back", "take_back": one.table.take_back_data()})
        for listener in one.listeners:
            listener.push(message)

    async def state(self, one: OpenTable, who: Who, have: int = 0, epoch: int = -1) -> Data:
        """All that somebody may know; log entries before `have` are left out if they are of this epoch."""
        chat = await self.reading.do(self.storage.chat, one.table.id, LAST_CHAT)
        async with one.lock:
            if one.lost:
                one = await self.table(one.table.id)
            return self.state_now(one, who, chat, have=have, epoch=epoch)

    def state_now(self, one: OpenTable, who: Who, chat: list[ChatLine], *, have: int, epoch: int) -> Data:
        table = one.table
        seat = who.looks_as()
        audience: Audience = table.audience(seat)
        entries = audience.log()
        if have < 0:
            start = len(entries)
        else:
            start = have if epoch == table.epoch_of(seat) and have <= audience.closed else 0
        return {
            "game": table.id,
            "title": table.head.title,
            "system": table.system.id,
            "scenario": table.scenario.id,
            "unit": table.system.sheet.unit,
            "rulings": [
                {"ruling": change.ruling, "key": change.key, "value": change.value}
                for change in table.system.switches.changed()
            ],
            "houses": [house.name for house in table.system.houses],
            "you": {
                "role": who.role,
                "seat": seat if who.role == SEAT else None,
                "commands": table.commands(seat) if who.role == SEAT else [],
            },
            "seats": table.seats_data(one.here()),
            "gm": table.head.gm,
            "advice": table.head.advice,
            "status": table.status(),
            "seq": table.seq_of(seat),
            "epoch": table.epoch_of(seat),
            "step": audience.story.over(),
            "turn": table.battle().turn,
            "view": audience.view,
            "hash": audience.hash,
            "asked": table.told_asked(seat),
            "questions": table.questions(seat),
            "log_from": start,
            "log": entries[start:],
            "chat": [chat_data(said) for said in chat if may_read(table, said, who)],
            "undo": table.undo_of(seat) if who.role == SEAT else "none",
            "take_back": table.take_back_data(),
            "upgrade": table.upgrade_data(),
            "clock": table.clock_data(self.now(), seat),
            "dice": table.dice_data(),
            "result": table.result_data(),
            "rematch": table.rematch_data(seat),
            "lesson": None,
            **table.intents_said(seat),
            **table.lesson_said(seat),
        }

    # ------------------------------------------------------------ clocks

    def rewind_clock(self, one: OpenTable) -> None:
        clock = one.table.clock
        if clock is None:
            return
        end = clock.next_end() if not one.table.is_over() else None
        if end is None:
            self.ends.pop(one.table.id, None)
        else:
            self.ends[one.table.id] = end[0]

    async def heartbeat(self) -> None:
        """Look at the clock again and again: only so can it be seen that the server has slept."""
        while True:
            self.notice()
            if self.storage.alone and self.ends and abs(self.seen - self.noted) >= AWAKE:
                self.noted = self.seen
                with suppress(Refused):  # it may be possible the next time
                    await self.renew()
            await asyncio.sleep(HEARTBEAT)

    def notice(self) -> None:
        """Awake now. If that was last so some time ago, the machine was asleep, or this process was stopped or stuck.

        That is seen by the time of day, which goes on while a machine sleeps; the monotonic clock does not.
        """
        now = self.now()
        if now - self.seen > HEARTBEAT + NAP:
            log.info("the server has slept for %.0f seconds: clocks do not count them", now - self.seen)
            self.naps.append((self.seen, now))
        self.seen = now

    def owed(self, table: Table) -> Nap | None:
        """The first time that the server slept while clocks of this game ran, if that was not given back."""
        if table.clock is None:
            return None
        self.notice()
        before = self.leases.naps.get(table.id, (0.0, 0.0))
        found: Nap | None = None
        for nap in reversed([before, *[nap for nap in self.naps if nap[1] > before[1]]]):
            if not table.clock.owes(*nap):
                break
            found = nap
        return found

    async def forgive(self, one: OpenTable) -> None:
        """Write down what the server slept, so that clocks stand the same when the game is opened again."""
        while (nap := self.owed(one.table)) is not None:
            with suppress(Stale):
                await self.accept(one, partial(self.forgiven, nap))

    def forgiven(self, nap: Nap, table: Table) -> list[Op]:
        if self.owed(table) != nap:
            raise Stale("that was given back already.")
        return [Op(table.seq + 1, self.now(), CLOCK, text=f"{nap[0]!r} {nap[1]!r}")]

    async def watch(self) -> None:
        """Look at the clocks, and drop what nobody uses, as long as the server lives."""
        while True:
            try:
                await self.tick()
                self.drop_idle()
            except Exception:
                log.exception("the clocks could not be looked at")
            await asyncio.sleep(1.0)

    async def tick(self) -> None:
        """Whoever has run out of time has lost; but first all are told what was given back to them."""
        for one in [self.open[id] for id in self.ends if id in self.open]:
            with suppress(Refused):
                await self.forgive(one)
        now = self.now()
        for id in [id for id, end in self.ends.items() if end <= now]:
            try:
                one = await self.table(id, wanted=False)
            except Refused as refusal:
                if isinstance(refusal, Damaged) or not isinstance(refusal, (Full, Busy)):
                    self.ends.pop(id, None)
                continue
            with suppress(Refused):
                await self.forgive(one)
                await self.look_at_clock(one)

    async def look_at_clock(self, one: OpenTable) -> None:
        end = one.table.clock.next_end() if one.table.clock is not None else None
        if end is None or one.table.is_over():
            self.ends.pop(one.table.id, None)
        elif end[0] <= self.now():
            await self.act(one, partial(self.out_of_time, end[1]))
        else:
            self.ends[one.table.id] = end[0]

    def out_of_time(self, seat: int, table: Table) -> Op:
        """It may have answered, or been given time back, while this had to wait."""
        end = table.clock.next_end() if table.clock is not None else None
        made = self.op(table, LEAVE, seat=seat, text=OUT_OF_TIME)
        if end is None or end[1] != seat or end[0] > made.at:
            raise Stale("this seat has time.")
        return made

    # ------------------------------------------------------------ bots

    def look_to_bots(self, one: OpenTable) -> None:
        """If a bot is asked, it thinks, and so does the adjutant of a person who has left him something to do.

        In another process, and one at a time for each game.
        """
        wanted = one.table.bot_asked() or one.table.adjutants_asked()
        if one.thinking is None and not one.lost and not self.stopping and wanted:
            one.thinking = self.spawn(self.think(one))

    async def think(self, one: OpenTable) -> None:
        try:
            while not one.lost and (one.table.bot_asked() or one.table.adjutants_asked()):
                if one.table.bot_asked():
                    await self.think_once(one)
                else:
                    await self.go_on_with(one, one.table.adjutants_asked()[0])
        except Busy:
            await asyncio.sleep(1.0)
        except Full as refusal:
            log.warning("game %s: a bot's answer could not be written: %s", one.table.id, refusal)
            await asyncio.sleep(60.0 if isinstance(refusal, Damaged) else 1.0)
        except Exception:
            log.exception("game %s: bots cannot go on", one.table.id)
            await asyncio.sleep(5.0)
        finally:
            one.thinking = None
            if not self.stopping and (not one.lost or one.table.id in self.leases.held):
                held = await self.table(one.table.id) if one.lost else one
                self.look_to_bots(held)

    async def go_on_with(self, one: OpenTable, seat: int) -> None:
        """What stands for a seat is carried on; if that fails its intents are dropped, and the person is asked."""
        try:
            await self.carry_out(one, seat, [])
        except (Busy, Full):
            raise
        except Refused as refusal:
            log.warning("game %s: the adjutant of seat %s cannot go on: %s", one.table.id, seat, refusal)
            dropped = Intended([], [], {"orders": []}, [f"Your adjutant cannot go on: {refusal}"])
            text = msgspec.json.encode(dropped).decode()
            await self.act(one, lambda table: self.op(table, INTENT, seat=seat, text=text))

    async def think_once(self, one: OpenTable) -> None:
        """Answers of bots, each of which is then accepted like anybody's.

        Those before a person is asked anything are accepted together: so the battle is found as it stands when it asks
        him, and neither how many they were nor how long each took is to be seen.
        """
        table = one.table
        began = time.monotonic()
        opening = table.is_opening()
        thought = await self.thought(one)
        since = thought.since if thought is not None else 0
        found = thought.answers if thought is not None else []
        while opening and thought is not None and thought.more and table.seq == since and not one.lost:
            thought = await self.thought(one)
            found = found + thought.answers if thought is not None else []
        together = [found] if opening and found else [[given] for given in found]
        pace = self.pace_of(table, found)
        for answers in together:
            if table.seq != since or one.lost:
                one.follower = None  # something has come between
                return
            if pace > 0.0:
                await asyncio.sleep(to_the_beat(time.monotonic() - began, pace))
                began, pace = time.monotonic(), self.settings.pace
            if not await self.accepted(one, answers, since + 1):
                return
            since += len(answers)

    async def thought(self, one: OpenTable) -> Thought | None:
        """One reply of a worker; None if it is worth nothing, or the bot has failed."""
        table = one.table
        worker = self.thinker(table)
        asked = table.bot_asked()[0]
        job = await self.job(one, worker.generation, one.follower)
        since = job.ops[-1].seq if job.ops else job.since
        try:
            reply = await worker.do(job, self.thinking_time(table))
        except JobTimeout:
            await self.failed(one, asked, f"took longer than {self.thinking_time(table):g} seconds")
            return None
        except Died:
            one.follower = None
            one.deaths += 1
            if one.deaths >= MOST_DEATHS:
                await self.failed(one, asked, f"died {MOST_DEATHS} times over it")
            return None
        if isinstance(reply, Exhausted) and not one.exhausted:  # by others perhaps: a new worker has this one alone
            one.exhausted, one.follower = True, None
            return None
        if isinstance(reply, Unknown):
            one.follower = None
            return None
        if isinstance(reply, Answers) and not reply.answers and (table.seq != since or not table.bot_asked()):
            return None  # no bot was asked when the worker looked: something had come between
        if not isinstance(reply, Answers) or not reply.answers:
            said = reply.says if isinstance(reply, (Failure, Refusal)) else f"gave no answer ({type(reply).__name__})"
            await self.failed(one, asked, said)
            return None
        one.exhausted = False
        one.deaths = 0
        one.follower = (worker.generation, since + len(reply.answers))
        return Thought(since, reply.answers, more=reply.more)

    def looks_ahead(self, table: Table) -> bool:
        return any(is_searching(seat.player) for seat in table.seats)

    def thinker(self, table: Table) -> Process:
        """Where the bots of a game think: not among others, if they take their time."""
        pool = self.pools.planners if self.looks_ahead(table) else self.pools.bots
        return pool.of_game(table.id)

    def thinking_time(self, table: Table) -> float:
        return self.settings.think + (self.settings.plan if self.looks_ahead(table) else 0.0)

    def planning(self) -> Planning:
        return Planning(self.settings.play_outs, self.settings.plan)

    def pace_of(self, table: Table, answers: list[Given]) -> float:
        """The beat on which the first of these answers is told; 0: at once.

        Where things are hidden, one for which a plan was made comes when all of the time for it is over.
        """
        if self.settings.pace == 0.0 or not table.hides:
            return 0.0
        levels = [table.seats[at].player for given in answers if given.planned and (at := self.by(table, given)) >= 0]
        return max([self.settings.pace, *[time_of(level, self.settings.plan) for level in levels]])

    def by(self, table: Table, given: Given) -> int:
        """The seat whose player has given it; -1 if nobody is left who could."""
        commander = table.commander(given.seat)
        return -1 if commander is None or not is_searching(table.seats[commander].player) else commander

    async def job(self, one: OpenTable, generation: int, follower: tuple[int, int] | None) -> Think:
        """What the worker must know: what it has missed, or all of it."""
        table = one.table
        if follower is not None and follower[0] == generation:
            ops = await self.reading.do(self.storage.ops, table.id, follower[1])
            return Think(game=table.id, since=follower[1], ops=ops, planning=self.planning())
        ops = await self.reading.do(self.storage.ops, table.id)
        past = await self.reading.do(self.storage.told, table.id) if table.past else []
        return Think(
            game=table.id, since=0, ops=ops, head=table.head, key=table.key, past=past, planning=self.planning()
        )

    async def accepted(self, one: OpenTable, answers: list[Given], seq: int) -> bool:
        """Take a bot's answers; stale ones are forgotten, one against the rules is the bot's failure."""

        def ops(table: Table) -> list[Op]:
            if table.seq + 1 != seq or answers[0].seat not in table.bot_asked():
                raise Stale("something has come between.")
            first = self.op(table, ANSWER, seat=answers[0].seat)
            return [
                Op(seq + index, first.at, ANSWER, given.seat, given.question, given.text, given.why)
                for index, given in enumerate(answers)
            ]

        try:
            await self.act_all(one, ops)
            return True
        except Stale:
            one.follower = None
            return False
        except (Full, Busy):
            one.follower = None
            raise
        except Refused as refusal:
            one.follower = None
            await self.failed(one, answers[0].seat, str(refusal))
            return False

    async def failed(self, one: OpenTable, seat: int, why: str) -> None:
        """A bot dies, errs or dawdles: the doctrine plays on in its seat; if it is the doctrine it has left the game.

        Why is for the log: it may name what is hidden.
        """
        commander = one.table.commander(seat)
        log.error("game %s: the bot of seat %s %s", one.table.id, seat, why)
        self.metrics.bots.add()
        one.follower, one.deaths = None, 0
        if commander is None or one.table.is_over():
            return
        if one.table.can_fall_back(commander):
            log.warning("game %s: the doctrine plays on in seat %s", one.table.id, commander)
            await self.act(one, lambda table: self.op(table, FALL_BACK, seat=commander))
        else:
            await self.left(one, commander, FAILED)


# ---------------------------------------------------------------------- small things


def to_the_beat(thought: float, pace: float) -> float:
    """How long until the next beat since the question was put: how long a bot thought would tell what it knows."""
    return pace - thought % pace


def standing(one: OpenTable, op: Op, change: Change) -> Standing | None:
    """What is to be found without opening the game, where the op has changed it."""
    over = one.table.is_over()
    if op.kind == JOIN:
        return Standing(listing=listing(one.table, one.made))
    if op.kind == UPGRADE and op.text.startswith(GOES_ON):
        head = one.table.head
        return Standing(over=over, pinned=Pinned(engine(), head.rules or today_of(head)))
    if op.kind == REMATCH:
        return None  # it was over before
    if change.why == "begin":
        return Standing(begun=True, over=over, listing=b"")
    return Standing(over=True) if over else None


def chat_data(said: ChatLine) -> Data:
    return {
        "number": said.number,
        "seat": said.seat if said.role == SEAT else None,
        "role": said.role,
        "who": said.who,
        "to": said.to,
        "text": said.text,
        "at": iso(said.at),
    }


def may_read(table: Table, said: ChatLine, who: Who) -> bool:
    """What was said to a side is for that side, and the game master."""
    if said.to == "all" or who.role == GM:
        return True
    return who.role == SEAT and table.seats[who.seat].side == table.seats[said.seat].side
