"""Every lesson that comes with Playsheet: gone through as it is kept, touching enough of its sheet, short enough."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from lessons.told import kept_file, told
from lessons.touched import touched

from playsheet.lessons.pupil import Pupil
from playsheet.lessons.reading import read_lesson
from playsheet.rules import lesson_files

LESSONS = lesson_files()
LONGEST = 8  # minutes
MOST_BEFORE_THE_FIRST = 2  # cards to be read before the first thing to be done
STEP = re.compile(r"^== (\d+)\. ", re.MULTILINE)


def parts(text: str) -> dict[str, str]:
    """What is told of each step, by its number; 0 is what comes before the first."""
    found = STEP.split(text)
    return {"0": found[0], **dict(zip(found[1::2], found[2::2]))}


@pytest.mark.parametrize(("id", "path"), LESSONS.items(), ids=list(LESSONS))
def test_a_lesson_goes_as_it_is_kept(id: str, path: Path) -> None:
    kept, here = parts(kept_file(id).read_text(encoding="utf-8")), parts(told(read_lesson(path)))
    for step in {**kept, **here}:
        assert here.get(step) == kept.get(step), f"{id}, step {step} (python -m tests.lessons.told keeps it anew)"


@pytest.mark.parametrize("path", LESSONS.values(), ids=list(LESSONS))
def test_a_lesson_touches_a_quarter_of_its_sheet(path: Path) -> None:
    found = touched(read_lesson(path))
    print(found)
    assert 4 * len(found.touched) >= len(found.paragraphs), found


@pytest.mark.parametrize(("id", "path"), LESSONS.items(), ids=list(LESSONS))
def test_a_lesson_is_short_and_each_step_is_come_to(id: str, path: Path) -> None:
    lesson = read_lesson(path)
    assert lesson.id == id
    assert path.parent.parent.name == lesson.system
    assert lesson.minutes <= LONGEST
    pupil = Pupil(lesson)
    first = pupil.standing()
    assert len(first.cards) <= MOST_BEFORE_THE_FIRST
    assert first.step >= 0
    walk = pupil.walk()
    assert walk.reached == set(range(len(lesson.steps)))
    words = sum(len(step.say.split()) for step in lesson.steps)
    seconds = words / 3 + 8 * walk.answers  # three words a second; and for each answer, time to look and to click
    assert seconds <= 60 * lesson.minutes
