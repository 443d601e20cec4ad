"""What of its sheet a lesson touches: `PYTHONPATH=tests python -m lessons.touched` prints it for each.

A paragraph of the coverage page counts if something of the code that it names has run while the lesson was gone through
by its own answers: the function, or any method of the class. Uncompiled only: compiled code cannot be watched.
"""

from __future__ import annotations

import sys
from types import CodeType, FrameType, FunctionType

from test_coverage_pages import rows, thing_named

from playsheet.lessons.lesson import Lesson
from playsheet.lessons.pupil import Pupil
from playsheet.lessons.reading import read_lesson
from playsheet.rules import lesson_files


class Touched:
    """The numbered paragraphs of a sheet, and those that a lesson comes to."""

    def __init__(self, system: str, paragraphs: list[str], touched: list[str]) -> None:
        self.system = system
        self.paragraphs = paragraphs
        self.touched = touched

    def __str__(self) -> str:
        return f"{self.system}: {len(self.touched)} of {len(self.paragraphs)} paragraphs"


def touched(lesson: Lesson) -> Touched:
    ran = code_run(lesson)
    numbered = [row for row in rows(lesson.system) if row.id[0].isdigit()]
    found = [
        row.id
        for row in numbered
        if any(not ran.isdisjoint(code_of(thing_named(lesson.system, name))) for name in row.code)
    ]
    return Touched(lesson.system, [row.id for row in numbered], found)


def code_run(lesson: Lesson) -> set[CodeType]:
    """All code that runs while the lesson is gone through."""
    ran: set[CodeType] = set()

    def seen(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            ran.add(frame.f_code)

    before = sys.getprofile()
    sys.setprofile(seen)
    try:
        Pupil(lesson).walk()
    finally:
        sys.setprofile(before)
    return ran


def code_of(thing: object) -> set[CodeType]:
    """A function's code, or that of all methods of a class."""
    if isinstance(thing, type):
        return {held.__code__ for held in vars(thing).values() if isinstance(held, FunctionType)}
    return {thing.__code__} if isinstance(thing, FunctionType) else set()


if __name__ == "__main__":
    for path in lesson_files().values():
        print(touched(read_lesson(path)))
