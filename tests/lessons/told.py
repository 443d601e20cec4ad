"""A lesson gone through by its own answers, as a text to be kept: each step's words, the answers, and what was told.

`python -m tests.lessons.told` writes what is kept anew, for a reason: a rule, a sentence or a lesson has changed. With
files of lessons it prints them instead, and what each question offered: for whoever writes one.
"""

from __future__ import annotations

import sys
from pathlib import Path

from playsheet.lessons.lesson import Lesson
from playsheet.lessons.pupil import Pupil
from playsheet.lessons.reading import read_lesson
from playsheet.rules import lesson_files

KEPT = Path(__file__).parent / "kept"


class Telling:
    """Goes through a lesson and writes down what happens."""

    def __init__(self, lesson: Lesson, *, offers: bool = False) -> None:
        self.lesson = lesson
        self.offers = offers
        self.pupil = Pupil(lesson)
        self.teller = lesson.setup.system.teller(lesson.setup.system.new_battle(lesson.setup.scenario))
        self.lines: list[str] = []
        self.closed = 0
        self.told = 0

    def all_of_it(self) -> str:
        pupil, shown = self.pupil, -1
        while True:
            self.tell()
            standing = pupil.standing()
            for card in standing.cards:
                self.say(card)
            question = pupil.asked()
            if question is None or standing.done:
                return "\n".join(self.lines) + "\n"
            if standing.step != shown and standing.step >= 0:
                self.say(standing.step)
                shown = standing.step
            if self.offers:
                offered = (
                    question.region.names() if question.region is not None else [o.key() for o in question.options]
                )
                self.lines.append(f"? {question.kind} (unit {question.about}): {', '.join(offered)}")
            answer = pupil.own_answer(question)
            self.lines.append(f"> {'' if standing.step >= 0 else 'freely, '}{question.kind}: {answer}")
            pupil.answer(answer)

    def say(self, step: int) -> None:
        self.lines += ["", f"== {step + 1}. {self.lesson.steps[step].say}"]

    def tell(self) -> None:
        """What the steps of the game that are over have told, and their digest."""
        game = self.pupil.game
        for closed in game.closed[self.closed :]:
            self.lines += [told.text for told in self.teller.tell(game.log[self.told : closed.told])]
            self.told = closed.told
        if len(game.closed) > self.closed:
            self.lines.append(f"# {game.digest}")
        self.closed = len(game.closed)


def told(lesson: Lesson) -> str:
    return Telling(lesson).all_of_it()


def kept_file(id: str) -> Path:
    return KEPT / f"{id}.txt"


if __name__ == "__main__":
    for file in sys.argv[1:]:
        print(Telling(read_lesson(Path(file)), offers=True).all_of_it())
    if sys.argv[1:]:
        sys.exit()
    for id, path in lesson_files().items():
        kept_file(id).write_text(told(read_lesson(path)), encoding="utf-8")
        print(f"{kept_file(id).name}: kept.")
