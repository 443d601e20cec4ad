"""What is kept of a game, and the interface to where it is kept. SQLite is behind it now; other stores can join."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec

from playsheet.core.errors import Refused

JOIN: Final = "join"  # somebody takes an open seat
READY: Final = "ready"  # a seat gives its salt; when all have, the game begins
ANSWER: Final = "answer"
UNDO: Final = "undo"
ORDER: Final = "order"  # a game master's word
LEAVE: Final = "leave"  # a seat plays no more


class Full(Refused):
    """Nothing can be written now. Nothing was changed."""


class SeatPlan(msgspec.Struct):
    """Who is to sit there when the game is made."""

    player: str  # person, open, doctrine, random
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


class Op(msgspec.Struct, frozen=True):
    """Something that was accepted. A game is its head, its key and its ops, in order."""

    seq: int
    at: float  # seconds since 1970
    kind: str
    seat: int = -1
    question: str = ""
    text: str = ""


class Said(msgspec.Struct, frozen=True):
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


class Listed(msgspec.Struct):
    """A game that has open seats for anybody."""

    id: str
    head: Head


Done = Callable[[Exception | None], None]
Deliver = Callable[[list[tuple[Done, Exception | None]]], None]


def deliver_here(results: list[tuple[Done, Exception | None]]) -> None:
    """Each is told at once, in the thread that has written."""
    for done, fault in results:
        done(fault)


class Storage(ABC):
    """Where games are kept.

    Writing never blocks: `done` is called when the write is on disk (None), or was not possible and changed nothing
    (the reason). Reading blocks, and may be done from any thread.
    """

    full = False  # the last write was not possible

    def __init__(self) -> None:
        self.deliver: Deliver = deliver_here  # in which thread `done` is called, for all that were written together

    @abstractmethod
    def make(self, id: str, made: float, head: Head, key: bytes, keys: list[Key], done: Done) -> None:
        """A new game."""

    @abstractmethod
    def append(self, id: str, op: Op, keys: list[Key], spent: list[bytes], over: bool, done: Done) -> None:
        """One op more. A second op under the same number is refused, whoever asks.

        `keys` are new secrets that come with it, `spent` the digests of those that are worth nothing from now on.
        """

    @abstractmethod
    def say(self, id: str, said: Said, done: Done) -> None:
        """One line of chat more."""

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
    def chat(self, id: str, most: int) -> list[Said]:
        """The last lines of chat."""

    @abstractmethod
    def listed(self, most: int) -> list[Listed]:
        """Unfinished games that anybody may join, the newest first; whether a seat is still open is not looked at."""

    @abstractmethod
    def clocked(self) -> list[str]:
        """Unfinished games that have a clock."""

    @abstractmethod
    def back_up(self, path: Path) -> int:
        """Write all of it to a file, while play goes on; how many games there are."""

    @abstractmethod
    def close(self) -> None:
        """Write what is waiting, and let go."""
