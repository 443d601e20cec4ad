"""A lesson: who plays what, by which dice, and its steps. Plain data, with the names in it already found."""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase
from typing import Any, Final

from playsheet.core.angles import turn_between
from playsheet.core.asking import Question, Region
from playsheet.core.dice import Dice
from playsheet.core.errors import Refused
from playsheet.core.game import Game, Input, check_answer, numbers, option_of, written
from playsheet.core.geometry import spacing
from playsheet.players.setup import Setup

ANY: Final = "*"
TURNS: Final = ("bearing", "facing")
LENGTHS: Final = ("inches", "slide")
MOST_TRIED: Final = 8  # samples of a region that are bent towards what is wanted
PANELS: Final = ("goals", "odds", "log", "sheet", "card")


class Aimed:
    """A choice in a region, roughly: near a place, towards a bearing, so far. What is not said is free."""

    def __init__(
        self, at: tuple[float, float] | None, toward: float | None, far: float | None, within: float, turned: float
    ) -> None:
        self.at: Final = at
        self.toward: Final = toward
        self.far: Final = far
        self.within: Final = within  # of the place, or of the length
        self.turned: Final = turned  # degrees from the bearing

    def fits(self, names: tuple[str, ...], value: Sequence[float]) -> bool:
        named = dict(zip(names, value))
        if self.at is not None:
            if "x" not in named or spacing(named["x"], named["y"], *self.at) > self.within:
                return False
        for name in names:
            if self.toward is not None and name in TURNS and turn_between(named[name], self.toward) > self.turned:
                return False
            if self.far is not None and name in LENGTHS and abs(named[name] - self.far) > self.within:
                return False
        lacks_turn = self.toward is not None and not any(name in TURNS for name in names)
        return not lacks_turn and not (self.far is not None and not any(name in LENGTHS for name in names))

    def bent(self, names: tuple[str, ...], sample: Sequence[float]) -> tuple[float, ...]:
        """The sample, but for what is said here: exactly so."""
        value = list(sample)
        for index, name in enumerate(names):
            if self.at is not None and name in ("x", "via_x"):
                value[index] = self.at[0]
            elif self.at is not None and name in ("y", "via_y"):
                value[index] = self.at[1]
            elif self.toward is not None and name in TURNS:
                value[index] = self.toward
            elif self.far is not None and name in LENGTHS:
                value[index] = self.far
        return tuple(value)


class Samples:
    """A region's samples, looked for once for all answers that are compared with them."""

    def __init__(self) -> None:
        self.found: list[tuple[float, ...]] | None = None

    def of(self, region: Region) -> list[tuple[float, ...]]:
        if self.found is None:
            self.found = region.samples()
        return self.found


class Lead:
    """An answer that leads on: to which question, about whom, and which of the choices."""

    def __init__(self, asked: str, unit: int, keys: list[str], aimed: Aimed | None, exact: str = "") -> None:
        self.asked: Final = asked  # the question's kind, or ANY
        self.unit: Final = unit  # about whom it is asked; -1: whoever it is
        self.keys: Final = keys  # with * and ? for what may be anything; any of them will do
        self.aimed: Final = aimed
        self.exact: Final = exact  # the very answer that stands on record; empty: what `keys` or `aimed` say

    def is_asked(self, question: Question) -> bool:
        return self.asked in (ANY, question.kind) and self.unit in (-1, question.about)

    def fits(self, question: Question, text: str) -> bool:
        """Does this legal answer lead on?"""
        if not self.is_asked(question):
            return False
        if self.exact and question.region is not None:
            return numbers(text, question.region) == numbers(self.exact, question.region)
        if self.exact:
            return text == self.exact
        if question.region is not None:
            names = question.region.names()
            return self.aimed is None or self.aimed.fits(names, numbers(text, question.region))
        return self.aimed is None and (self.has(text) or self.has(option_of(question, text).key()))

    def has(self, key: str) -> bool:
        return any(fnmatchcase(key, wanted) for wanted in self.keys)

    def example(self, question: Question, samples: Samples) -> str:
        """One answer that leads on; empty if none can be given."""
        if not self.is_asked(question):
            return ""
        if self.exact:
            return self.exact if answers(question, self.exact) else ""
        if question.region is not None:
            return self.place(question.region, samples)
        if self.aimed is not None:
            return ""
        return next((key for key in self.options(question)), "") or self.spelled(question)

    def options(self, question: Question) -> list[str]:
        """Those of the choices that lead on."""
        if not self.is_asked(question) or self.aimed is not None:
            return []
        keys = [option.key() for option in question.options]
        return [key for key in keys if (key == self.exact if self.exact else self.has(key))]

    def spelled(self, question: Question) -> str:
        """An option that stands for several is answered by what the lesson says, word for word."""
        for key in self.keys:
            if not is_pattern(key) and answers(question, key):
                return key
        return ""

    def place(self, region: Region, samples: Samples) -> str:
        """A legal choice: what is wanted exactly, if that can be, else the first sample that is near enough."""
        names = region.names()
        found = samples.of(region)
        if self.aimed is not None:
            for sample in found[:MOST_TRIED]:
                value = self.aimed.bent(names, sample)
                if self.aimed.fits(names, value) and not region.refusal(value):
                    return written(value)
            found = [sample for sample in found if self.aimed.fits(names, sample)]
        return written(found[0]) if found else ""


def is_pattern(key: str) -> bool:
    return any(mark in key for mark in "*?[")


def answers(question: Question, text: str) -> bool:
    """Could this be answered, by the rules?"""
    try:
        check_answer(question, text)
    except Refused:
        return False
    return True


class Wanted:
    """What is to be so on the table, as the pupil may know it; all that is said must hold."""

    def __init__(
        self,
        *,
        turn: int = 0,
        event: str = "",
        unit: int = -1,
        shown: str = "",
        near: tuple[float, float] | None = None,
        near_unit: int = -1,
        within: float = 0.0,
        over: bool = False,
    ) -> None:
        self.turn: Final = turn  # this turn has begun
        self.event: Final = event  # this has been told since the step began, of `unit` if one is named
        self.unit: Final = unit
        self.shown: Final = shown  # a word of the unit's state on its card
        self.near: Final = near
        self.near_unit: Final = near_unit
        self.within: Final = within
        self.over: Final = over  # the battle is over


class Lit:
    """What is pointed at, besides the choices that lead on."""

    def __init__(self, units: list[int], keys: list[str], spots: list[tuple[float, float]], panels: list[str]) -> None:
        self.units: Final = units
        self.keys: Final = keys
        self.spots: Final = spots
        self.panels: Final = panels

    def options(self, question: Question) -> list[str]:
        keys = [option.key() for option in question.options]
        return [key for key in keys if any(fnmatchcase(key, wanted) for wanted in self.keys)]


class Step:
    """A few words, and what leads on from them; without answers, a card to be read."""

    def __init__(
        self, say: str, by: list[Lead], wanted: Wanted | None, lit: Lit, but: str, hint: str, line: str
    ) -> None:
        self.say: Final = say
        self.by: Final = by
        self.wanted: Final = wanted
        self.lit: Final = lit
        self.but: Final = but  # to whom does something else: "try the volley first"
        self.hint: Final = hint
        self.line: Final = line  # a table or a ruling of the sheet; empty: none

    def is_card(self) -> bool:
        return not self.by


class Heading:
    """What a list of lessons shows."""

    def __init__(self, id: str, system: str, title: str, blurb: str, minutes: int) -> None:
        self.id: Final = id
        self.system: Final = system
        self.title: Final = title
        self.blurb: Final = blurb
        self.minutes: Final = minutes


class Lesson:
    """All of a lesson. `replies` are the steps of the record that it was made from, if it was."""

    def __init__(
        self,
        heading: Heading,
        setup: Setup,
        seat: int,
        opponent: str,
        dice: Dice,
        key: bytes,
        steps: list[Step],
        replies: list[list[Input]],
    ) -> None:
        self.id: Final = heading.id
        self.system: Final = heading.system
        self.title: Final = heading.title
        self.blurb: Final = heading.blurb
        self.minutes: Final = heading.minutes
        self.setup: Final = setup
        self.seat: Final = seat  # the pupil's
        self.opponent: Final = opponent  # who plays all others
        self.dice: Final = dice  # as they lie before the first throw: to be cloned
        self.key: Final = key  # of the dice, if they are fair
        self.steps: Final = steps
        self.replies: Final = replies

    def game(self) -> Game[Any]:
        """A new game of it: the pupil is a person, and so are the others, whoever plays them."""
        seats = len(self.setup.seats)
        return self.setup.game_with([None] * seats, self.dice.clone(), keep=True, own_dice=[False] * seats)

    def reply(self, game: Game[Any], question: Question) -> str:
        """What was answered on record, as long as the game has gone the recorded way; else empty."""
        if question.step >= len(self.replies) or question.place >= len(self.replies[question.step]):
            return ""
        held = self.replies[question.step][question.place]
        before = [closed.inputs for closed in game.closed] + [game.inputs]
        asked = [*self.replies[: question.step], self.replies[question.step][: len(game.inputs)]]
        same = len(before) == len(asked) and all(are_same(given, kept) for given, kept in zip(before, asked))
        return held.text if same and held.seat == question.seat and answers(question, held.text) else ""


def are_same(given: list[Input], kept: list[Input]) -> bool:
    return [(one.seat, one.text) for one in given] == [(one.seat, one.text) for one in kept]
