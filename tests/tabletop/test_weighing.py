"""The best of what was weighed."""

from __future__ import annotations

import pytest

from playsheet.tabletop.weighing import Best


@pytest.mark.parametrize(
    ("floor", "by", "worths", "chosen"),
    [
        (0.0, 0.0, [1.0, 3.0, 2.0], "b"),
        (0.0, 0.0, [3.0, 3.0, 1.0], "a"),  # the first of equals
        (3.0, 0.0, [1.0, 3.0, 2.0], "none"),  # nothing is worth more
        (0.0, 0.5, [1.0, 1.4, 1.6], "c"),  # better by more than that
        (0.0, 0.5, [1.0, 1.4, 1.5], "a"),
        (-9.0, 0.0, [-4.0, -2.0, -3.0], "b"),  # the nearest, by distances below nothing
    ],
)
def test_the_best_is_kept(floor: float, by: float, worths: list[float], chosen: str) -> None:
    best = Best("none", worth=floor, by=by)
    for name, worth in zip("abc", worths, strict=True):
        best.weigh(name, worth)
    assert best.choice == chosen
    assert best.worth == (floor if chosen == "none" else worths["abc".index(chosen)])
