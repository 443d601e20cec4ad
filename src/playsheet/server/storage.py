"""What is kept of a game, and the interface to where it is kept. SQLite or PostgreSQL is behind it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec

from playsheet.core.errors import Refused

JOIN: Final = "join"  # somebody takes an open seat
SEAL: Final = "seal"  # a seat is ready, and seals its words for the dice
WORDS: Final = "words"  # it shows them; when all have, the game begins
READY: Final = "ready"  # ready with words in the clear: bots among themselves, and games begun before there were seals
ANSWER: Final = "answer"
INTENT: Final = "intent"  # answers that an adjutant has given for a seat, all at once, and what he remembers
UNDO: Final = "undo"
ORDER: Final = "order"  # a game master's word
FALL_BACK: Final = "fall_back"  # a bot has failed: the doctrine plays on in its seat
LEAVE: Final = "leave"  # a seat plays no more
REMATCH: Final = "rematch"  # after the end: a new game of the same, and who may take which seat of it
LESSON: Final = "lesson"  # a pupil leaves the lesson, and plays on without it
UPGRADE: Final = "upgrade"  # a seat's word on a game that an upgrade has parted from its past; the last one settles it
RELINK: Final = "relink"  # whoever keeps the server has given a seat's link out anew: the old one is worth nothing
CLOCK: Final = "clock"  # time that is nobody's, as "FROM TO": the server slept, or was not there


class Full(Refused):
    """Nothing can be written now. Nothing was changed."""


class Damaged(Full):
    """What is on disk cannot be read, or not be written to, because it is damaged. Nothing was changed."""


class Fenced(Refused):
    """Another server has taken the game over: this one may not write to it any more. Nothing was changed."""

    def __init__(self) -> None:
        super().__init__("another server has this game now.")


class Away(Full):
    """The database does not answer. What was to be written waits; what was to be read was not."""


class TooManyGames(Refused):
    """As many unfinished games as there may be, from one address or in all."""


class SeatPlan(msgspec.Struct):
    """Who is to sit there when the game is made."""

    player: str  # person, open, or a bot: `players.setup.BOTS`
    who: str = ""
    own_dice: bool = False


class Text(msgspec.Struct):
    """A whole file: a scenario, a house rule."""

    file: str
    text: str


class TakenOver(msgspec.Struct):
    """The steps of a game that was begun elsewhere: the inputs of each, and the dice that were thrown in it."""

    inputs: list[list[tuple[int, str]]]
    thrown: list[list[int]]


class Head(msgspec.Struct):
    """All that is settled when a game is made."""

    title: str
    scenario: Text
    houses: list[Text]
    seats: list[SeatPlan]
    gm: bool = False
    listed: bool = False
    per_move: float = 0.0  # 0: no clock
    bank: float = 0.0
    taken_over: TakenOver | None = None
    lesson: Text | None = None  # the game is one of a lesson
    advice: bool = False  # whoever has a seat may ask for advice
    rules: dict[str, str] = {}  # the sheet's own texts that it keeps, by their files; none: those of this program


class Op(msgspec.Struct, frozen=True):
    """Something that was accepted. A game is its head, its key and its ops, in order."""

    seq: int
    at: float  # seconds since 1970
    kind: str
    seat: int = -1
    question: str = ""
    text: str = ""
    # What is not read back with the ops: see `Storage.reasons`, `Storage.told`.
    why: str = ""  # of a bot's answer: its reasons, a line each
    told: bytes = b""  # what it has closed, with all that was told in it: see `told.py`
    steps: int = 0  # of the game that are over after it, where it has told something ...
    digest: str = ""  # ... and the digest of all that was told in them


class Pinned(msgspec.Struct, frozen=True):
    """By what a game is played: the engine, and the texts of the sheet."""

    engine: str = ""  # empty: nobody knows
    rules: dict[str, str] = {}


UNPINNED: Final = Pinned()


class Explained(msgspec.Struct, frozen=True):
    """An answer that was given with its reasons."""

    seat: int
    question: str
    text: str
    why: str


class ChatLine(msgspec.Struct, frozen=True):
    """A line of chat."""

    number: int
    at: float
    role: str
    seat: int  # -1 for the game master
    who: str
    to: str  # all, side
    text: str


class Key(msgspec.Struct, frozen=True):
    """A secret, as its digest, and what it opens."""

    digest: bytes
    role: str  # seat, gm, watch, invite
    seat: int


class Opens(msgspec.Struct, frozen=True):
    """What a secret opens."""

    game: str
    role: str
    seat: int


class Kept(msgspec.Struct):
    """A game as it is read back."""

    id: str
    made: float
    head: Head
    key: bytes
    keys: list[Key]
    ops: list[Op]
    engine: str = ""  # by which it was played last; empty: nobody knows
    steps: int = 0  # that are kept as they were told
    digest: str = ""  # of all that was told in them


class Past(msgspec.Struct, frozen=True):
    """What an op has told, packed."""

    seq: int
    told: bytes


class Standing(msgspec.Struct, kw_only=True):
    """How a game stands after an op that changed it: what is looked for without opening it."""

    begun: bool = False  # with this op
    over: bool = False
    listing: bytes | None = None  # what the list of open seats shows of it, empty: nothing any more; None: as before
    pinned: Pinned | None = None  # by what it is played from now on


class Quota(msgspec.Struct, frozen=True):
    """How many unfinished games there may be; 0: any number."""

    games: int = 0
    of_maker: int = 0


NO_QUOTA: Final = Quota()


class Retention(msgspec.Struct, frozen=True):
    """Before which moments games are old, in seconds since 1970; 0: none is."""

    gathering: float  # made before this, and never begun
    abandoned: float  # no op since
    finished: float  # over since


class Due(msgspec.Struct):
    """Games that are old, the oldest first."""

    never_begun: list[str]
    old: list[str]


class KeptRecord(msgspec.Struct):
    """A game that is kept as a record only."""

    id: str
    title: str
    file: str  # the record's own name
    ended: float  # 0: it never was
    roles: str  # who may have it, with blanks between
    text: str


class Owner(msgspec.Struct, frozen=True):
    """A server that may have games, for as long as it runs."""

    run: str  # of this run alone
    name: str  # of the server; a new run ends what an earlier one of the same name had
    address: str = ""  # where it is, for whoever looks after it


class Lease:
    """One server's right to write to a game, for which it was asked with `Storage.take`."""

    def __init__(self, game: str) -> None:
        self.game: Final = game
        self.fence = 0  # the number that every write carries; 0: another server has the game
        self.since = 0.0  # until when somebody watched over the game before; 0: nobody knows


class Renewal:
    """What a server learns when it has said that it is still there."""

    def __init__(self) -> None:
        self.is_late = False  # for a while others could have taken its games: see `Storage.held`
        self.others = 0  # servers that are there besides
        self.wanted: list[str] = []  # games of its own for which others were asked


class Tenure(msgspec.Struct, frozen=True):
    """Who has a game."""

    owner: str  # by name
    address: str
    fence: int
    left: float  # seconds, if the owner says nothing more; endless where it is alone


class Outline(msgspec.Struct):
    """A game as it is found without opening it."""

    id: str
    title: str
    scenario: str  # its file's name
    status: str  # gathering, playing, over; away: kept as a record only
    made: float  # of a record 0: nobody knows any more
    last: float  # when something was accepted in it last
    ops: int
    size: int  # bytes of what was accepted and told
    engine: str
    seats: list[SeatPlan]


GATHERING: Final = "gathering"
PLAYING: Final = "playing"
OVER: Final = "over"
AWAY: Final = "away"
STATUSES: Final = (GATHERING, PLAYING, OVER, AWAY)
Done = Callable[[Exception | None], None]
Deliver = Callable[[list[tuple[Done, Exception | None]]], None]


def deliver_here(results: list[tuple[Done, Exception | None]]) -> None:
    """Each is told at once, in the thread that has written."""
    for done, fault in results:
        done(fault)


class Storage(ABC):
    """Where games are kept.

    Writing never blocks: `done` is called when the write is on disk (None), or was not possible and changed nothing
    (the reason). Reading blocks, and may be done from any thread; `Damaged` is raised where it cannot be done.
    What one server writes is written in the order in which it was asked for.

    Several servers may share a store. A game has one owner at a time, by a lease with a fencing number that grows each
    time the game changes hands. Every write to a game carries a number, and is refused (`Fenced`) in the same
    transaction if the game's is another by then; 0 is the number of a game that nobody has ever taken. Leases end by
    the store's own clock, all of an owner's at the same moment.
    """

    alone = False  # no other server can be at the same store: nobody waits for leases to end
    full = False  # the last write was not possible
    damaged = ""  # what is wrong with it, in a sentence, once that was found
    away = ""  # that the database does not answer, in a sentence, as long as that is so

    def __init__(self) -> None:
        self.deliver: Deliver = deliver_here  # in which thread `done` is called, for all that were written together

    @abstractmethod
    def make(
        self,
        id: str,
        made: float,
        head: Head,
        key: bytes,
        keys: list[Key],
        done: Done,
        listing: bytes = b"",
        maker: str = "",
        quota: Quota = NO_QUOTA,
        pinned: Pinned = UNPINNED,
    ) -> None:
        """A new game; `TooManyGames` if it would be one more than there may be.

        `listing` is what the list of open seats shows of it (empty: nothing). `maker` says from where it was made: only
        a keyed hash of it is kept. Of all texts in `head` and `pinned` one copy is kept, whoever else has the same.
        """

    @abstractmethod
    def append(
        self,
        id: str,
        op: Op,
        keys: list[Key],
        spent: list[bytes],
        stands: Standing | None,
        done: Done,
        fence: int = 0,
    ) -> None:
        """One op more. A second op under the same number is refused, whoever asks.

        `keys` are new secrets that come with it, `spent` the digests of those that are worth nothing from now on;
        `stands` is given where the op has changed it.
        """

    @abstractmethod
    def say(self, id: str, said: ChatLine, done: Done, fence: int = 0) -> None:
        """One line of chat more."""

    @abstractmethod
    def waiting(self) -> float:
        """Seconds that the oldest write has waited; 0 if none does. Never blocks."""

    @abstractmethod
    def ping(self) -> None:
        """Read a little; whatever is wrong is raised."""

    @abstractmethod
    def relist(self, id: str, listing: bytes, done: Done, fence: int = 0) -> None:
        """What the list of open seats shows of the game; empty: nothing."""

    @abstractmethod
    def fill_in(self, id: str, op: Op | None, pinned: Pinned, done: Done, fence: int = 0) -> None:
        """By what a game is played, and (of an op that is written already) what it has told: what was not known."""

    @abstractmethod
    def put_away(self, record: KeptRecord, done: Done, fence: int = 0) -> None:
        """Keep this instead of the game. Its keys stay."""

    @abstractmethod
    def delete(self, id: str, done: Done, fence: int = 0) -> None:
        """All of a game."""

    @abstractmethod
    def begin(self, owner: Owner, at: float, seconds: float, done: Done) -> None:
        """This server is there, for so many seconds, or until it says so again. `at` is its own time of day.

        What an earlier run of the same name had is free at once; where the server is alone, whatever anybody had.
        """

    @abstractmethod
    def take(self, lease: Lease, owner: Owner, done: Done, *, wanted: bool = True) -> None:
        """The game is this owner's from now on, if nobody else has it; `lease` says so once this is done.

        If somebody has, it is noted that the game is `wanted` here. Taken again by its owner it keeps its number.
        """

    @abstractmethod
    def renew(self, owner: Owner, at: float, seconds: float, renewal: Renewal, done: Done) -> None:
        """All that the owner has is its own for so many seconds more; `renewal` says what it has to know."""

    @abstractmethod
    def give_up(self, owner: Owner, leases: list[Lease], at: float, done: Done) -> None:
        """These games are free at once. Nobody watches over them from this time of day on."""

    @abstractmethod
    def resign(self, owner: Owner, at: float, done: Done) -> None:
        """All that the owner has is free at once: it stops."""

    @abstractmethod
    def read(self, id: str) -> Kept | None:
        """The whole game; None if there is none."""

    @abstractmethod
    def key(self, digest: bytes) -> Opens | None:
        """What the secret with this digest opens, without reading the game; None if there is none such."""

    @abstractmethod
    def is_listed(self, id: str) -> bool:
        """May anybody join this game, without an invitation?"""

    @abstractmethod
    def ops(self, id: str, since: int = 0) -> list[Op]:
        """What was accepted, in order; without the first `since`."""

    @abstractmethod
    def reasons(self, id: str, step: int) -> list[Explained]:
        """The answers of a step that have reasons, in the order in which they were accepted, with those taken back."""

    @abstractmethod
    def told(self, id: str) -> list[Past]:
        """All that was told, op by op."""

    @abstractmethod
    def games(self) -> list[str]:
        """All games that were not put away, the oldest first."""

    @abstractmethod
    def outlines(self) -> list[Outline]:
        """All games in short, the oldest first, and after them what was put away."""

    @abstractmethod
    def chat(self, id: str, most: int) -> list[ChatLine]:
        """The last lines of chat."""

    @abstractmethod
    def listed(self, most: int) -> list[bytes]:
        """What the list of open seats shows, the newest game first."""

    @abstractmethod
    def unlisted(self) -> list[str]:
        """Games of which it is not written down yet what the list of open seats shows."""

    @abstractmethod
    def clocked(self) -> list[str]:
        """Unfinished games that have a clock, and that nobody has."""

    @abstractmethod
    def held(self, owner: Owner) -> dict[str, int]:
        """The games that the owner has, with their numbers."""

    @abstractmethod
    def wanted(self, owner: Owner) -> list[str]:
        """Games of the owner for which somebody else was asked. Who renews his leases is told without asking."""

    @abstractmethod
    def tenure(self, id: str) -> Tenure | None:
        """Who has a game; None if nobody has."""

    @abstractmethod
    def old(self, before: Retention, most: int) -> Due:
        """Games whose time has come, so many of each kind at most."""

    @abstractmethod
    def key_to_put_away(self, id: str, digest: bytes) -> Key | None:
        """The key with this digest, if it is one to this game and the game was put away."""

    @abstractmethod
    def record(self, id: str) -> KeptRecord | None:
        """A game that was put away."""

    @abstractmethod
    def back_up(self, path: Path) -> int:
        """Write all of it to a file, while play goes on; how many games there are."""

    @abstractmethod
    def close(self) -> None:
        """Write what is waiting, and close."""
