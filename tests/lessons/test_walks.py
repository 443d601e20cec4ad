"""However a lesson is gone through, it goes on: a few dozen walks at random (`make soak` has 10,000)."""

from __future__ import annotations

from pathlib import Path

import pytest
from lessons.walks import walk

from playsheet.lessons.reading import read_lesson
from playsheet.rules import lesson_files

pytestmark = pytest.mark.battles
LESSONS = lesson_files()


@pytest.mark.parametrize("path", LESSONS.values(), ids=list(LESSONS))
def test_nobody_gets_stuck(path: Path) -> None:
    lesson = read_lesson(path)
    for seed in range(30):
        pupil = walk(lesson, seed)
        assert pupil.game.battle.finished or pupil.standing().done
