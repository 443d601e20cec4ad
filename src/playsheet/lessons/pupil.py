"""A pupil at a lesson, without a server: the lesson is gone through by its own answers, or by anybody's.

The pupil is no `Player`: whether an answer leads on hangs on what has been told, which no player is given.
"""

from __future__ import annotations

from typing import Any, Final

from playsheet.core.asking import Player, Question
from playsheet.core.errors import Refused
from playsheet.core.game import Game, written
from playsheet.lessons.judging import Progress, Standing
from playsheet.lessons.lesson import Lesson

MOST_QUESTIONS: Final = 10_000  # of a lesson; far beyond any


class Walk:
    """What came of going through a lesson."""

    def __init__(self) -> None:
        self.reached: Final[set[int]] = set()  # the steps that were read or done
        self.answers = 0


class Pupil:
    """A game of a lesson: the others have answered whenever the pupil is asked, or it is over."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson: Final = lesson
        self.progress: Final = Progress(lesson)
        self.game: Final[Game[Any]] = lesson.game()
        self.others: Final = [lesson.setup.player(lesson.opponent, seat, 0) for seat in range(len(lesson.setup.seats))]
        self.game.run()
        self.go_on()

    def asked(self) -> Question | None:
        """The pupil's question; None when the battle is over."""
        if self.game.battle.finished:
            return None
        return next((one for one in self.game.questions if one.seat == self.lesson.seat), None)

    def standing(self) -> Standing:
        return self.progress.standing(self.game, self.asked())

    def answer(self, text: str) -> None:
        """What leads on is played; what does not is refused by `NotYet`."""
        question = self.asked()
        if question is None:
            raise Refused("nothing is asked of the pupil.")
        position = self.progress.judge(self.game, question, text)
        self.game.answer(question.seat, question.number(), text)
        if position is not None:
            self.progress.keep(self.game, position)
        self.go_on()

    def own_answer(self, question: Question) -> str:
        """The lesson's way; where it leaves one free, as the built-in commander would."""
        way = self.progress.way(self.game, question)
        return way or self.by(self.lesson.setup.system.doctrine(question.seat), question)

    def walk(self) -> Walk:
        """Go through it by its own answers, to its end or the battle's."""
        walk = Walk()
        for _ in range(MOST_QUESTIONS):
            standing = self.standing()
            walk.reached.update(standing.cards)
            question = self.asked()
            if question is None or standing.done:
                return walk
            if standing.step >= 0:
                walk.reached.add(standing.step)
            self.answer(self.own_answer(question))
            walk.answers += 1
        raise Refused(f"{self.lesson.id}: it has no end.")

    def go_on(self) -> None:
        """The others answer until the pupil is asked."""
        for _ in range(MOST_QUESTIONS):
            if self.game.battle.finished or self.asked() is not None:
                return
            question = self.game.questions[0]
            player = self.others[question.seat]
            assert player is not None, "nobody but the pupil is a person"
            text = self.lesson.reply(self.game, question) or self.by(player, question)
            self.game.answer(question.seat, question.number(), text)
        raise Refused(f"{self.lesson.id}: the others are asked again and again, and never the pupil.")

    def by(self, player: Player, question: Question) -> str:
        seen = self.game.system.seen(self.game.battle, question.seat)
        if question.region is not None:
            return written(player.place(seen, question))
        return player.choose(seen, question).key()
