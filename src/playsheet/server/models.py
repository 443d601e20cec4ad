"""The bodies of HTTP requests: checked, and documented in the OpenAPI pages with an example each."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from playsheet.core.fair import seal_of
from playsheet.server.messages import LONGEST_WORDS

Line = Annotated[str, StringConstraints(max_length=100)]
FileName = Annotated[str, StringConstraints(max_length=100)]
FileText = Annotated[str, StringConstraints(max_length=1 << 20)]
EXAMPLE_WORDS: Final = "my own words 0f1e2d3c4b5a69788796a5b4c3d2e1f0"
SEAL_OF_EXAMPLE: Final = seal_of(EXAMPLE_WORDS)
Length = Annotated[float, Field(ge=-1e9, le=1e9, allow_inf_nan=False)]
Coordinate = Annotated[float, Field(ge=-1e6, le=1e6, allow_inf_nan=False)]


class Body(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Source(Body):
    """A scenario: a built-in one by its id, or a whole file."""

    id: Annotated[str, StringConstraints(max_length=100)] = ""
    file: FileName = ""
    text: FileText = ""


class HouseFile(Body):
    """A file of house rules."""

    file: FileName
    text: FileText


class SeatWish(Body):
    """Who is to sit there."""

    player: Literal["person", "open", "doctrine", "random", "recruit", "regular", "veteran", "marshal"]
    who: Line = ""
    own_dice: bool = False


class ClockWish(Body):
    """Seconds for each answer, and in the bank."""

    per_move: Annotated[float, Field(ge=1, le=31_622_400, strict=False)]
    bank: Annotated[float, Field(ge=0, le=31_622_400, strict=False)] = 0.0


class SetUp(Body):
    """How a game is set up, apart from what is played."""

    title: Line = ""
    seats: Annotated[list[SeatWish], Field(max_length=30)] = []
    gm: bool = False
    listed: bool = False
    clock: ClockWish | None = None
    advice: bool = False


class NewGame(SetUp):
    """A new game from a scenario."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "scenario": {"id": "the-wells"},
                    "title": "Tuesday's game",
                    "seats": [{"player": "person", "who": "Ann"}, {"player": "doctrine"}],
                }
            ]
        }
    )
    scenario: Source
    houses: Annotated[list[HouseFile], Field(max_length=10)] = []
    rulings: Annotated[dict[str, Line], Field(max_length=200)] = {}


class ScenarioCheck(Body):
    """A scenario to be looked over."""

    scenario: Source
    houses: Annotated[list[HouseFile], Field(max_length=10)] = []
    rulings: Annotated[dict[str, Line], Field(max_length=200)] = {}


class SentLesson(Body):
    """A lesson's whole file."""

    file: FileName
    text: FileText


class Imported(SetUp):
    """A new game from a record."""

    record: str
    step: Annotated[int, Field(ge=0, le=1_000_000)] | None = None


class Cloned(SetUp):
    """A new game from another one's steps."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"step": 0}]})
    step: Annotated[int, Field(ge=0, le=1_000_000)] | None = None


class Rematch(Body):
    """The same battle anew: who changes sides, and what stays as it was."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"swap": True}]})
    swap: bool = False
    deployed: bool = False
    seats: Annotated[list[Annotated[int, Field(ge=0, le=29)]], Field(max_length=30)] = []
    level: Literal["", "recruit", "regular", "veteran", "marshal"] = ""


class Join(Body):
    model_config = ConfigDict(json_schema_extra={"examples": [{"seat": 1, "who": "Ben"}]})
    seat: Annotated[int, Field(ge=0, le=29)] | None = None
    who: Line = ""
    own_dice: bool = False


class Ready(Body):
    model_config = ConfigDict(json_schema_extra={"examples": [{"seal": SEAL_OF_EXAMPLE}]})
    seal: Annotated[str, StringConstraints(max_length=64)]


class Words(Body):
    model_config = ConfigDict(json_schema_extra={"examples": [{"words": EXAMPLE_WORDS}]})
    words: Annotated[str, StringConstraints(max_length=LONGEST_WORDS)]


class Answer(Body):
    model_config = ConfigDict(json_schema_extra={"examples": [{"question": "10.0", "text": "move"}]})
    question: Annotated[str, StringConstraints(max_length=20)]
    text: Annotated[str, StringConstraints(min_length=1, max_length=2000)]


class Intents(Body):
    model_config = ConfigDict(json_schema_extra={"examples": [{"intents": ["march 3 4 to 20,14 facing 90"]}]})
    intents: Annotated[
        list[Annotated[str, StringConstraints(min_length=1, max_length=2000)]], Field(min_length=1, max_length=100)
    ]


class Nothing(Body):
    """An empty object."""

    model_config = ConfigDict(json_schema_extra={"examples": [{}]})


class Word(Body):
    """On a game that an upgrade has parted from its past."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"word": "on"}]})
    word: Literal["on", "end"]


class Agree(Body):
    model_config = ConfigDict(json_schema_extra={"examples": [{"agree": True}]})
    agree: bool


class Order(Body):
    model_config = ConfigDict(json_schema_extra={"examples": [{"order": "check 3"}]})
    order: Annotated[str, StringConstraints(min_length=1, max_length=200)]


class Chat(Body):
    model_config = ConfigDict(json_schema_extra={"examples": [{"text": "Good luck!", "to": "all"}]})
    text: Annotated[str, StringConstraints(min_length=1, max_length=500)]
    to: Literal["all", "side"] = "all"


class Check(Body):
    model_config = ConfigDict(json_schema_extra={"examples": [{"question": "5.1", "values": [[10, 12.95]]}]})
    question: Annotated[str, StringConstraints(max_length=20)]
    values: Annotated[
        list[Annotated[list[Coordinate], Field(max_length=8)]], Field(min_length=1, max_length=256, strict=False)
    ]


class WhatIf(Body):
    model_config = ConfigDict(json_schema_extra={"examples": [{"question": "10.0", "options": ["shoot:4"]}]})
    question: Annotated[str, StringConstraints(max_length=20)]
    options: (
        Annotated[list[Annotated[str, StringConstraints(min_length=1, max_length=2000)]], Field(max_length=40)] | None
    ) = None


class End(Body):
    """A unit, or a point."""

    unit: Annotated[int, Field(ge=-1, le=100_000)] = -1
    x: Coordinate = 0.0
    y: Coordinate = 0.0


class Measure(Body):
    model_config = ConfigDict(
        json_schema_extra={"examples": [{"from": {"unit": 2}, "to": {"x": 10, "y": 20}}]},
    )
    start: Annotated[End, Field(alias="from")]
    end: Annotated[End, Field(alias="to")]


class Calculate(Body):
    model_config = ConfigDict(
        json_schema_extra={"examples": [{"inputs": {"figures": 9, "morale": 3}, "dice": None}]},
    )
    inputs: Annotated[
        dict[str, bool | Annotated[int, Field(ge=-(10**9), le=10**9)] | Length | Line], Field(max_length=60)
    ] = {}
    houses: Annotated[list[HouseFile], Field(max_length=10)] = []
    rulings: Annotated[dict[str, Line], Field(max_length=200)] = {}


class Resolve(Calculate):
    dice: Annotated[list[Annotated[int, Field(ge=0, le=9999)]], Field(max_length=2000)] | None = None


# ---------------------------------------------------------------------- what is answered


class Fault(BaseModel):
    code: str
    says: str


class Refusal(BaseModel):
    """Why not, in one sentence; with a refused answer the state as it is."""

    error: Fault
    state: dict[str, Any] | None = None
