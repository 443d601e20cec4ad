"""Where a pupil is in a lesson, and whether an answer leads on.

A place in a lesson follows from the answers on record: it is kept after each of the pupil's answers, so that taking
some back leads to where one was, and a game that is opened again comes to the same place.
"""

from __future__ import annotations

from typing import Any, Final

from playsheet.core.asking import Question
from playsheet.core.errors import Refused
from playsheet.core.events import Event
from playsheet.core.game import Game
from playsheet.core.geometry import spacing
from playsheet.core.measuring import Spot
from playsheet.core.words import listed
from playsheet.lessons.lesson import Lesson, Samples, Step, Wanted

MOST_TRIES: Final = 3  # so often a step's answers are asked for in vain before it is passed over
MOST_NAMED: Final = 3  # choices that are named to somebody who takes another


class NotYet(Refused):
    """A legal answer that does not lead on: it is answered, and not played."""


class Position:
    """After some answers: at which step, how many of its answers were given, and what had been told before."""

    def __init__(self, step: int, given: int, tries: int, since: int) -> None:
        self.step: Final = step
        self.given: Final = given
        self.tries: Final = tries
        self.since: Final = since  # events in the log when the last answer of the step before was given


class Standing:
    """What a question is to the lesson: its step, or none, in which case any answer is played."""

    def __init__(self, cards: list[int], step: int = -1, given: int = 0, way: str = "", *, done: bool = False) -> None:
        self.cards: Final = cards  # to be read first
        self.step: Final = step  # -1: none fits
        self.given: Final = given  # how many of its answers have been given
        self.way: Final = way  # one that leads on
        self.done: Final = done  # nothing is left to be done


class Progress:
    """One pupil's way through a lesson."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson: Final = lesson
        self.left = False  # the pupil plays on without it
        self.after: Final = [Position(0, 0, 0, 0)]  # after so many answers
        self.known: tuple[Question, Standing] | None = None  # what was last found of a question

    # ------------------------------------------------------------ answers

    def judge(self, game: Game[Any], question: Question, text: str) -> Position | None:
        """Where a legal answer would lead to, for `keep`; one that does not lead on is refused in a sentence.

        None: it is none of the lesson's business.
        """
        if self.left or question.seat != self.lesson.seat:
            return None
        standing = self.standing(game, question)
        if standing.step >= 0:
            step = self.lesson.steps[standing.step]
            if not step.by[standing.given].fits(question, text):
                raise NotYet(self.not_yet(game, question, step, standing.given))
        return self.moved(self.position(game), standing, len(game.log))

    def keep(self, game: Game[Any], position: Position) -> None:
        """The answer that was judged has been played."""
        del self.after[self.answers(game) :]
        self.after.append(position)

    def moved(self, at: Position, standing: Standing, told: int) -> Position:
        if standing.step < 0:
            return at
        step = self.lesson.steps[standing.step]
        same = standing.step == at.step
        given = standing.given + 1
        tries = at.tries if same else 0
        if given < len(step.by):
            return Position(standing.step, given, tries, at.since)
        if step.wanted is None:
            return Position(standing.step + 1, 0, 0, told)
        return Position(standing.step, 0, tries + 1, at.since if same else told)

    def answers(self, game: Game[Any]) -> int:
        """How many the pupil has given, those included that wait for others'."""
        seat = self.lesson.seat
        inputs = [held for closed in game.closed for held in closed.inputs] + game.inputs
        waiting = [place for place in game.waiting if game.waiting_seats.get(place) == seat]
        return len([held for held in inputs if held.seat == seat]) + len(waiting)

    def position(self, game: Game[Any]) -> Position:
        """Where the answers on record lead to."""
        return self.after[min(self.answers(game), len(self.after) - 1)]

    def not_yet(self, game: Game[Any], question: Question, step: Step, given: int) -> str:
        """`Legal; but try the volley first.`"""
        if step.but:
            return f"Legal; but {step.but[0].lower()}{step.but[1:]}"
        seen = game.system.seen(game.battle, question.seat)
        keys = step.by[given].options(question)[:MOST_NAMED]
        labels = [option.label(seen) for option in question.options if option.key() in keys]
        if labels:
            return f"Legal; but the lesson waits for this: {listed(labels, 'or')}."
        return f"Legal; but not yet. {step.hint or step.say}"

    # ------------------------------------------------------------ where the pupil is

    def standing(self, game: Game[Any], question: Question | None) -> Standing:
        """What is to be read, and the step that fits the question."""
        if question is None:
            return self.found(game, None)
        if self.known is None or self.known[0] is not question:
            self.known = question, self.found(game, question)
        return self.known[1]

    def found(self, game: Game[Any], question: Question | None) -> Standing:
        """What is to be read, and the step that fits the question: the first from here on whose answers can be given.

        Steps whose wish has come true are behind the pupil, those that cannot be answered here are passed over.
        """
        at = self.position(game)
        cards: list[int] = []
        to_do = False
        samples = Samples()
        for index in range(at.step, len(self.lesson.steps)):
            step = self.lesson.steps[index]
            here = index == at.step
            if step.is_card():
                if step.wanted is None or self.holds(game, step.wanted, at.since):
                    cards.append(index)
                continue
            if here and at.tries >= MOST_TRIES:
                continue
            if step.wanted is not None and not (here and at.given) and self.holds(game, step.wanted, at.since):
                continue
            to_do = True
            if question is not None:
                given, way = self.answer_asked(step, at.given if here else 0, question, samples, under_way=here)
                if way:
                    return Standing(cards, index, given, way)
        over = game.battle.finished
        if to_do and not over:
            cards = [card for card in cards if self.is_next(at, card)]
        return Standing(cards, done=over or not to_do)

    def is_next(self, at: Position, card: int) -> bool:
        """Does the card stand before anything that is to be done?"""
        return all(self.lesson.steps[index].is_card() for index in range(at.step, card))

    def answer_asked(
        self, step: Step, given: int, question: Question, samples: Samples, *, under_way: bool
    ) -> tuple[int, str]:
        """Which of the step's answers is asked for now, and how to give it; empty if none can be given.

        Only a step under way skips some.
        """
        last = len(step.by) if under_way else given + 1
        for index in range(given, last):
            way = step.by[index].example(question, samples)
            if way:
                return index, way
        return -1, ""

    def way(self, game: Game[Any], question: Question) -> str:
        """The lesson's own answer; empty where it has none."""
        return self.standing(game, question).way

    # ------------------------------------------------------------ what is wanted

    def holds(self, game: Game[Any], wanted: Wanted, since: int) -> bool:
        """Is it so, as far as the pupil may know?"""
        system, seat = game.system, self.lesson.seat
        if wanted.over and not game.battle.finished:
            return False
        if game.battle.turn < wanted.turn:
            return False
        if wanted.event and not any(self.is_told(game, event, wanted) for event in game.log[since:]):
            return False
        seen = system.seen(game.battle, seat)
        if wanted.shown:
            unit = system.roster(seen)[wanted.unit]
            words = [*unit.state, unit.place, *[sign.sign for sign in unit.signs]]
            if not any(wanted.shown in word for word in words):
                return False
        if wanted.within:
            return self.is_near(game, seen, wanted)
        return True

    def is_told(self, game: Game[Any], event: Event[Any], wanted: Wanted) -> bool:
        if type(event).__name__ != wanted.event or not game.system.shown(game.battle, event, self.lesson.seat):
            return False
        return wanted.unit < 0 or bool(wanted.shown) or self.about(event) == wanted.unit

    def about(self, event: Event[Any]) -> int:
        """Whose event it is, as a place in the roster. The skirmish calls its units groups."""
        found: int = getattr(event, "unit", getattr(event, "group", -1))
        return found

    def is_near(self, game: Game[Any], seen: Any, wanted: Wanted) -> bool:
        """By the middles of units."""
        try:
            x, y = game.system.spot(seen, Spot(0.0, 0.0, wanted.unit))
            near = wanted.near or game.system.spot(seen, Spot(0.0, 0.0, wanted.near_unit))
        except Refused:  # one of them is not on the table
            return False
        return spacing(x, y, near[0], near[1]) <= wanted.within
