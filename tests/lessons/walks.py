"""Random walks through lessons: `python -m tests.lessons.walks --number 10000`.

The pupil answers anything that is legal. What does not lead on must be refused and change nothing, and something else
is tried; now and then an answer is taken back. However it goes, the lesson comes to its end.
"""

from __future__ import annotations

import argparse
import random
import sys

from playsheet.core.asking import Question
from playsheet.core.game import written
from playsheet.lessons.judging import NotYet
from playsheet.lessons.lesson import Lesson
from playsheet.lessons.pupil import Pupil
from playsheet.lessons.reading import read_lesson
from playsheet.rules import lesson_files

MOST_ANSWERS = 3000
TAKEN_BACK = 0.1  # so often an answer is taken back, and given anew
FREE = 0.3  # where anything is played, so often the built-in commander decides: random marches lead nowhere


class Stuck(AssertionError):
    """A lesson that does not go on, and where."""


def walk(lesson: Lesson, seed: int) -> Pupil:
    """One walk to the lesson's end, or the battle's."""
    chance = random.Random(f"{lesson.id} {seed}")
    pupil = Pupil(lesson)
    for _ in range(MOST_ANSWERS):
        question = pupil.asked()
        standing = pupil.standing()
        if question is None or standing.done:
            return pupil
        if standing.step < 0 and chance.random() < FREE:
            pupil.answer(pupil.own_answer(question))
        else:
            give_any(pupil, question, chance)
        if chance.random() < TAKEN_BACK and not pupil.game.battle.finished:
            pupil.game.undo(lesson.seat)
            pupil.go_on()
    raise Stuck(f"{lesson.id}, walk {seed}: no end after {MOST_ANSWERS} answers, at step {standing.step + 1}.")


def give_any(pupil: Pupil, question: Question, chance: random.Random) -> None:
    """Any legal answer that leads on; the one that is lit comes last."""
    answers = legal(question)
    chance.shuffle(answers)
    lit = pupil.progress.way(pupil.game, question)
    before = len(pupil.game.log), pupil.progress.answers(pupil.game)
    for answer in [*answers[:12], lit, *answers[12:]] if lit else answers:
        try:
            pupil.answer(answer)
            return
        except NotYet as why:
            if answer == lit:
                raise Stuck(f"{pupil.lesson.id}: the answer that is lit is refused ({why}).") from why
            if (len(pupil.game.log), pupil.progress.answers(pupil.game)) != before:
                raise Stuck(f"{pupil.lesson.id}: an answer that was refused has changed something.") from why
            if not str(why).startswith("Legal; but "):
                raise Stuck(f"{pupil.lesson.id}: {why!s} is no answer to a legal answer.") from why
    raise Stuck(f"{pupil.lesson.id}: nothing leads on from {question.kind!r}.")


def legal(question: Question) -> list[str]:
    if question.region is not None:
        return [written(value) for value in question.region.samples()]
    return [option.key() for option in question.options]


def main() -> int:
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("--number", type=int, default=1000, help="walks through each lesson (1000)")
    given.add_argument("--lesson", help="only this one")
    asked = given.parse_args()
    for id, path in lesson_files().items():
        if asked.lesson in (None, id):
            lesson = read_lesson(path)
            answers = [walk(lesson, seed).game.decisions for seed in range(asked.number)]
            print(
                f"{id}: {asked.number} walks came to their end, with up to {max(answers)} answers of all.", flush=True
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
