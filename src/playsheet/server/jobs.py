"""Messages between the server and its worker processes: frames of JSON through pipes. Nothing is pickled."""

from __future__ import annotations

from typing import Final

import msgspec

from playsheet.core.forms import Value
from playsheet.server.storage import Head, Op, Past, TakenOver, Text

LENGTH: Final = 4  # bytes that say how long a frame is
LONGEST: Final = 64 << 20
READY: Final = b"ready"  # a worker's first word


class Planning(msgspec.Struct, frozen=True):
    """What a plan may take."""

    play_outs: int = 0  # at most; 0: as many as the level has
    seconds: float = 0.0  # at most; 0: any


class Think(msgspec.Struct, tag="think", kw_only=True):
    """Answer for the bots that are asked, until somebody else is."""

    game: str
    since: int  # how many ops the worker should know already; 0: forget what you know
    ops: list[Op]
    head: Head | None = None  # with `since` 0
    key: bytes = b""
    planning: Planning = Planning()
    past: list[Past] = []  # of a game that has gone on by new rules: what was told


class Weigh(msgspec.Struct, tag="weigh", kw_only=True):
    """What options of a question would set off, as the battle stands: odds within so many paths, or by so many runs."""

    game: str
    since: int  # as of `Think`
    ops: list[Op]
    head: Head | None = None
    key: bytes = b""
    past: list[Past] = []
    seat: int
    question: str
    options: list[str]
    paths: int
    runs: int


class Intend(msgspec.Struct, tag="intend", kw_only=True):
    """What a seat's intents come to, as the battle stands."""

    game: str
    since: int  # as of `Think`
    ops: list[Op]
    head: Head | None = None
    key: bytes = b""
    past: list[Past] = []
    seat: int
    texts: list[str]  # new intents, or `cancel` and a number
    is_asked: bool = False  # only asked for, to be shown to the person ...
    paths: int = 0  # ... with the odds of the first dice, within so many paths, or by so many runs
    runs: int = 0


class Advise(msgspec.Struct, tag="advise", kw_only=True):
    """What a seat's own wings might do in the coming turns, and what would come of it: from what the seat knows."""

    game: str
    since: int  # as of `Think`
    ops: list[Op]
    head: Head | None = None
    key: bytes = b""
    past: list[Past] = []
    seat: int
    planning: Planning


class Rules(msgspec.Struct):
    """A sheet with what is laid over it."""

    system: str
    settings: dict[str, str | int | float | bool]
    houses: list[Text]


class Calculate(msgspec.Struct, tag="calculate"):
    """What comes of a procedure with these dice, or with dice that are thrown."""

    rules: Rules
    procedure: str
    inputs: dict[str, Value]
    dice: list[int] | None = None


class WorkOut(msgspec.Struct, tag="odds"):
    """The odds of a procedure: exact, or, if they take more than so many paths, by so many runs."""

    rules: Rules
    procedure: str
    inputs: dict[str, Value]
    paths: int
    runs: int


class Read(msgspec.Struct, tag="read"):
    """A scenario with house rules and rulings, as they were sent: is all of it sound?"""

    scenario: Text
    houses: list[Text]
    rulings: dict[str, str]
    units: int  # both sides together, at most


class ReadLesson(msgspec.Struct, tag="lesson"):
    """A lesson, as it was sent: is all of it sound?"""

    lesson: Text
    units: int  # of its scenario, both sides together, at most


class Print(msgspec.Struct, tag="print"):
    """A sheet, or with a scenario the kit of a battle, as a PDF."""

    system: str
    scenario: Text | None
    houses: list[Text]
    rules: dict[str, str]  # the sheet's texts, if they are not this program's
    paper: str
    backs: bool  # of cards and chips
    in_full: bool = False  # behind the map the same in true size


class Printed(msgspec.Struct, tag="printed"):
    pdf: bytes


class Draw(msgspec.Struct, tag="draw"):
    """How a built-in scenario was measured, as an SVG: how often each side has won, and its strength by turn."""

    sides: list[str]
    wins: list[int]
    draws: int
    fought: list[float]  # of 100 battles, by turn; with `left` empty, where that is not known
    left: list[list[float]]  # of each side, of 100 figures, by turn


class Drawn(msgspec.Struct, tag="drawn"):
    svg: bytes


class Sound(msgspec.Struct, tag="sound"):
    """It is. What it says of itself is for whoever has sent it."""

    system: str
    data: msgspec.Raw


class Continue(msgspec.Struct, tag="continue"):
    """Play a record again as far as `step` (-1: all that is over), for a game that goes on from there."""

    record: str
    step: int
    key: bytes  # of its dice, if the record does not reveal it
    units: int  # of its scenario, both sides together, at most
    rules: dict[str, str] = {}  # the sheet's texts, if they are not this program's


class Begun(msgspec.Struct, tag="begun"):
    """What a new game takes over from a record."""

    title: str
    scenario: Text
    houses: list[Text]
    own_dice: list[bool]
    taken_over: TakenOver


class Given(msgspec.Struct):
    """A bot's answer, and its reasons, a line each."""

    seat: int
    question: str
    text: str
    why: str = ""
    planned: bool = False  # a plan was made for it: it took as long as that takes


class Answers(msgspec.Struct, tag="answers"):
    """The worker has taken them over into what it knows."""

    answers: list[Given]
    more: bool = False  # a bot is asked next, too


class CarriedOut(msgspec.Struct, tag="carried_out"):
    """What an intent comes to: the text of an op, and what would stand where if it was only asked for."""

    text: str
    answers: int
    preview: msgspec.Raw = msgspec.Raw(b"null")


class Unknown(msgspec.Struct, tag="unknown"):
    """The worker does not know the game that far: send all of it."""


class Result(msgspec.Struct, tag="result"):
    data: msgspec.Raw


class Refusal(msgspec.Struct, tag="refusal"):
    """One sentence for whoever asked."""

    says: str


class Exhausted(msgspec.Struct, tag="exhausted"):
    """It takes more memory than a worker may have; this worker is to be replaced."""


class Failure(msgspec.Struct, tag="failure"):
    """A fault of the program, for the log only: it may name what is hidden."""

    says: str


Job = Think | Weigh | Intend | Advise | Calculate | WorkOut | Read | ReadLesson | Continue | Print | Draw
Reply = Answers | CarriedOut | Begun | Sound | Unknown | Result | Printed | Drawn | Refusal | Exhausted | Failure

jobs: Final = msgspec.json.Decoder(Job)
replies: Final = msgspec.json.Decoder(Reply)


def framed(message: Job | Reply) -> bytes:
    text = msgspec.json.encode(message)
    return len(text).to_bytes(LENGTH, "big") + text
