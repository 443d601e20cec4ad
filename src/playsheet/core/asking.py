"""Asking: options, regions, questions. A decision is a call; if the answer is not there yet, it suspends."""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from playsheet.core.events import Battle


@mypyc_attr(allow_interpreted_subclasses=True)
class Option:
    """One legal choice among finitely many: a stable key for records and clients, a label for people."""

    def key(self) -> str:
        raise NotImplementedError(type(self).__name__ + " names no key")

    def label(self, battle: Battle) -> str:
        """The option in words; `battle` knows the names."""
        return self.key()

    def read(self, text: str) -> Option | None:
        """The choice that an answer names, if it is this option's: an option that stands for several (any bearing, any
        distance) makes a new one, and refuses in a sentence what is none."""
        return self if self.key() == text else None

    def about(self) -> tuple[int, list[int]]:
        """What on the table it is about, so that it can be lit and picked there: a unit (-1: none) and figures."""
        return -1, []

    def spot(self) -> tuple[float, float] | None:
        """The place on the table that it is about, if it is one."""
        return None

    def asks_next(self) -> Region | None:
        """What is asked if it is chosen, where that is known already."""
        return None


class Word(Option):
    """An option that is just a word: yes, no, done."""

    def __init__(self, name: str, said: str = "") -> None:
        self.name = name
        self.said = said or name.replace("_", " ")

    def key(self) -> str:
        return self.name

    def label(self, battle: Battle) -> str:
        return self.said


class Ghost:
    """What a choice in a region looks like on the table, to be drawn while somebody is choosing."""

    def __init__(self, x: float, y: float, placed: bool, facing: float, reach: float) -> None:
        self.x = x  # where it stands now: the pivot of a bearing, the start of a way
        self.y = y
        self.placed = placed  # False: it is not on the table yet, and x and y mean nothing
        self.facing = facing  # which way it faces, or will
        self.reach = reach  # how far it could get at most from there; 0: that is no question here
        self.bodies: list[tuple[float, float, float, float, float]] = []  # right, forward, turned by, width, depth
        self.zones: list[tuple[float, float, float, float]] = []  # west, south, east, north: where it may be put


class Outcome:
    """What would come of a choice in a region, as far as its seat can know: for whoever is choosing."""

    def __init__(self, x: float, y: float) -> None:
        self.x = x  # where it would end at most
        self.y = y
        self.bodies: list[
            tuple[float, float, float, float, float]
        ] = []  # as they would stand: x, y, facing, width, depth
        self.stops = ""  # what keeps it from going farther, or as chosen; empty: nothing
        self.chances: list[tuple[float, int]] = []  # each distance that dice may give, and how many of all throws do
        self.from_x = x  # where these distances begin, and lead straight to (x, y)
        self.from_y = y


@mypyc_attr(allow_interpreted_subclasses=True)
class Region:
    """A continuum of choices (a bearing, a place): what is legal, why not, and a few good ones for bots."""

    def names(self) -> tuple[str, ...]:
        """What the numbers of a choice are, in order: ("bearing",) or ("x", "y")."""
        raise NotImplementedError(type(self).__name__ + " names no numbers")

    def refusal(self, value: tuple[float, ...]) -> str:
        """Empty if the choice is legal; else one sentence that says why not."""
        raise NotImplementedError(type(self).__name__ + " judges nothing")

    def samples(self) -> list[tuple[float, ...]]:
        """Some legal choices: never empty."""
        raise NotImplementedError(type(self).__name__ + " offers nothing")

    def ghost(self) -> Ghost | None:
        """What to draw while somebody is choosing."""
        return None

    def outcome(self, seen: Battle, value: tuple[float, ...]) -> Outcome | None:
        """What would come of a legal choice, read off the battle as the seat has seen it by what carries it out; None
        where there is no more to say than the ghost shows."""
        return None


NO_OPTIONS: list[Option] = []


class Question:
    """What is asked of a seat now. `options` if it is finite, `region` if it is not, `dice` if dice are wanted."""

    def __init__(
        self,
        seat: int,
        kind: str,
        about: int,
        options: list[Option],
        region: Region | None,
        step: int,
        place: int,
    ) -> None:
        self.seat = seat
        self.kind = kind
        self.about = about
        self.options = options
        self.region = region
        self.step = step
        self.place = place
        self.dice = 0  # how many of the seat's own dice are wanted ...
        self.sides = 0  # ... with so many sides
        self.why = ""
        self.at_once = False  # others may be asked at the same time, in secret

    def number(self) -> str:
        """The question's name: an answer says which question it answers."""
        return f"{self.step}.{self.place}"


class Barred:
    """An action that the unit asked about could take at another time and cannot take now, and why."""

    def __init__(self, kind: str, label: str, reason: str, ruling: str = "", about: int = -1) -> None:
        self.kind: Final = kind  # what its options' keys begin with: "shoot" of "shoot:4", or a whole key: "form:line"
        self.label: Final = label  # "Shoot"
        self.reason: Final = reason  # a clause without a full stop: "nobody within 12 inches"
        self.ruling: Final = ruling  # "R16", "R16, R34" or a table of the sheet; "": the sheet's plain words
        self.about: Final = about  # the unit that cannot, if it is another than the one asked about

    def stands_in(self, question: Question) -> bool:
        """Is it offered by the question after all?"""
        for option in question.options:
            key = option.key()
            if key == self.kind or key.startswith(self.kind + ":"):
                if self.about < 0 or self.about == question.about or self.about == option.about()[0]:
                    return True
        return False

    def data(self) -> dict[str, object]:
        return {
            "kind": self.kind,
            "label": self.label,
            "reason": self.reason,
            "ruling": self.ruling,
            "about": self.about,
        }


class Suspended(Exception):
    """An answer is not there yet: the step stops here, and runs again from its start when it comes."""

    def __init__(self, questions: list[Question]) -> None:
        super().__init__("waiting for an answer")
        self.questions = questions


@mypyc_attr(allow_interpreted_subclasses=True)
class Player:
    """Who answers decisions at once (a bot). It is given what its seat may know, and no more.

    One that `explains` keeps the reasons of its last answer, two or three sentences. What it answers is the same,
    whether it explains or not. One that `looks_ahead` is told where each step begins: a step may run again from there
    with the answers so far, so whatever it makes up its mind about should rest on that alone. (Both are set on the
    object: compiled code does not see what a subclass sets on itself.)
    """

    explains: bool = False
    reasons: tuple[str, ...] = ()
    looks_ahead: bool = False

    def name(self) -> str:
        return type(self).__name__.lower()

    def choose(self, battle: Battle, question: Question) -> Option:
        """One of the question's options."""
        raise NotImplementedError(type(self).__name__ + " chooses nothing")

    def place(self, battle: Battle, question: Question) -> tuple[float, ...]:
        """A choice inside the question's region."""
        raise NotImplementedError(type(self).__name__ + " places nothing")

    def begin(self, battle: Battle, step: int) -> None:
        """A step begins here, asked or not, of one that `looks_ahead`. The battle goes on: keep a copy."""
