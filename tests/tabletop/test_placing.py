"""Placing models: facings, files, bases about a point, who is put first."""

from __future__ import annotations

import pytest

from playsheet.core.arrays import floats, ints
from playsheet.core.figures import Figures
from playsheet.tabletop.placing import bad_facing, bad_files, bases_about, front_first


@pytest.mark.parametrize(
    ("facing", "why"),
    [
        (0.0, ""),
        (359.5, ""),
        (360.0, "expected a facing from 0 to 360 degrees, got 360."),
        (-0.5, "expected a facing from 0 to 360 degrees, got -0.5."),
    ],
)
def test_a_facing_is_from_0_to_360_degrees(facing: float, why: str) -> None:
    assert bad_facing(facing) == why


@pytest.mark.parametrize(
    ("files", "why"),
    [
        (1.0, ""),
        (6.0, ""),
        (7.0, "expected from 1 to 6 files, got 7."),
        (0.0, "expected from 1 to 6 files, got 0."),
        (2.5, "expected from 1 to 6 files, got 2.5."),
    ],
)
def test_files_are_whole_and_no_more_than_figures(files: float, why: str) -> None:
    assert bad_files(files, 6) == why


def test_bases_are_drawn_right_and_forward_of_a_point() -> None:
    """Facing east, what lies north is on the left, and what lies east ahead."""
    found = bases_about(10.0, 10.0, 90.0, [(10.0, 12.0, 1.0, 0.5), (13.0, 10.0, 2.0, 0.0)])
    assert [tuple(round(number, 9) for number in base) for base in found] == [
        (-2.0, 0.0, 0.0, 1.0, 0.5),
        (0.0, 3.0, 0.0, 2.0, 0.0),
    ]


def test_those_in_front_are_put_first() -> None:
    figures = Figures(floats(4), floats(4), floats(4), ints(4))
    for figure, y in enumerate((5.0, 7.0, 6.0, 7.0)):
        figures.put(figure, 0.0, y, 0.0)
    assert front_first(figures, [0, 1, 2, 3], 1.0, ux=0.0) == [1, 3, 2, 0]
    assert front_first(figures, [3, 2, 0], -1.0, ux=0.0) == [0, 2, 3]
