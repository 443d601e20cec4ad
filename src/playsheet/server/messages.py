"""What may be sent over the socket: shapes and sizes, checked before anything else happens."""

from __future__ import annotations

import re
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from playsheet.core.errors import Refused
from playsheet.core.reader import FORBIDDEN

Id = Annotated[int, Meta(ge=-(1 << 53), le=1 << 53)] | Annotated[str, Meta(max_length=40)] | None
Number = Annotated[str, Meta(max_length=20)]
AnswerText = Annotated[str, Meta(min_length=1, max_length=2000)]
IntentText = Annotated[str, Meta(min_length=1, max_length=2000)]
Coordinate = Annotated[float, Meta(ge=-1e6, le=1e6)]
MOST_VALUES: Final = 256
MOST_OPTIONS: Final = 40
MOST_INTENTS: Final = 100
SHORTEST_WORDS: Final = 16  # shorter ones could be guessed from their seal
LONGEST_WORDS: Final = 200
HEX_SEAL: Final = re.compile(r"[0-9a-f]{64}")


class Hello(msgspec.Struct, tag_field="t", tag="hello", forbid_unknown_fields=False):
    secret: Annotated[str, Meta(max_length=100)]
    log: Annotated[int, Meta(ge=-1, le=10_000_000)] = 0
    epoch: Annotated[int, Meta(ge=-1, le=10_000_000)] = -1
    hash: bool | Annotated[int, Meta(ge=0, le=1000)] = True  # how often updates have the digest of the view
    id: Id = None


class Ready(msgspec.Struct, tag_field="t", tag="ready"):
    seal: Annotated[str, Meta(max_length=64)]
    id: Id = None


class Words(msgspec.Struct, tag_field="t", tag="words"):
    words: Annotated[str, Meta(max_length=LONGEST_WORDS)]
    id: Id = None


class Answer(msgspec.Struct, tag_field="t", tag="answer"):
    question: Number
    text: AnswerText
    id: Id = None


class Intend(msgspec.Struct, tag_field="t", tag="intend"):
    """Intents for one's units, or `cancel` and the number of one; with `ask` only what they would do."""

    intents: Annotated[list[IntentText], Meta(min_length=1, max_length=MOST_INTENTS)]
    ask: bool = False
    id: Id = None


class Advice(msgspec.Struct, tag_field="t", tag="advice"):
    """Plans for one's own turn, and what would come of each."""

    id: Id = None


class Undo(msgspec.Struct, tag_field="t", tag="undo"):
    id: Id = None


class TakeBack(msgspec.Struct, tag_field="t", tag="take_back"):
    agree: bool
    id: Id = None


class Upgrade(msgspec.Struct, tag_field="t", tag="upgrade"):
    """A word on a game that an upgrade has parted from its past."""

    word: Literal["on", "end"]
    id: Id = None


class Resign(msgspec.Struct, tag_field="t", tag="resign"):
    id: Id = None


class LeaveLesson(msgspec.Struct, tag_field="t", tag="leave_lesson"):
    id: Id = None


class Order(msgspec.Struct, tag_field="t", tag="order"):
    order: Annotated[str, Meta(min_length=1, max_length=200)]
    id: Id = None


class Chat(msgspec.Struct, tag_field="t", tag="chat"):
    text: Annotated[str, Meta(min_length=1, max_length=500)]
    to: Annotated[str, Meta(pattern="^(all|side)$")] = "all"
    id: Id = None


class Check(msgspec.Struct, tag_field="t", tag="check"):
    question: Number
    values: Annotated[list[Annotated[list[Coordinate], Meta(max_length=8)]], Meta(min_length=1, max_length=MOST_VALUES)]
    id: Id = None


class WhatIf(msgspec.Struct, tag_field="t", tag="odds"):
    question: Number
    options: Annotated[list[AnswerText], Meta(max_length=MOST_OPTIONS)] | None = None
    id: Id = None


class End(msgspec.Struct):
    """One end of a measurement: a unit, or a point."""

    unit: Annotated[int, Meta(ge=-1, le=100_000)] = -1
    x: Coordinate = 0.0
    y: Coordinate = 0.0


class Measure(msgspec.Struct, tag_field="t", tag="measure", rename={"start": "from", "end": "to"}):
    start: End
    end: End
    id: Id = None


class Sync(msgspec.Struct, tag_field="t", tag="sync"):
    log: Annotated[int, Meta(ge=-1, le=10_000_000)] = 0
    epoch: Annotated[int, Meta(ge=-1, le=10_000_000)] = -1
    id: Id = None


class Ping(msgspec.Struct, tag_field="t", tag="ping"):
    id: Id = None


Message = (
    Hello
    | Ready
    | Words
    | Answer
    | Intend
    | Advice
    | Undo
    | TakeBack
    | Upgrade
    | Resign
    | LeaveLesson
    | Order
    | Chat
    | Check
    | WhatIf
    | Measure
    | Sync
    | Ping
)
messages: Final = msgspec.json.Decoder(Message)


def plain(text: str, what: str) -> str:
    """Text that forges nothing on a screen or in a record: no control characters, no turned writing."""
    if FORBIDDEN.search(text) is not None or "\n" in text or "\t" in text:
        raise Refused(f"{what}: expected plain text in one line, without control characters.")
    return text


def worded(text: str, what: str) -> str:
    """The same, and not empty."""
    found = plain(text, what).strip()
    if not found:
        raise Refused(f"{what}: expected some text, got none.")
    return found


def sealed(seal: str) -> str:
    """A seal as it is kept."""
    if HEX_SEAL.fullmatch(seal) is None:
        raise Refused("seal: expected 64 hexadecimal digits in small letters, the SHA-256 of your words.")
    return seal


def for_the_dice(words: str) -> str:
    """Words that can stand in a record, and are not so short that anybody could guess them."""
    if not SHORTEST_WORDS <= len(words) <= LONGEST_WORDS:
        raise Refused(f"words: expected from {SHORTEST_WORDS} to {LONGEST_WORDS} characters, got {len(words)}.")
    return plain(words, "words")
