"""Ways round a piece of ground."""

from __future__ import annotations

import pytest

from playsheet.core.terrain import Ground, rectangle
from playsheet.tabletop.ways import way_round

WOOD = rectangle(0, "the wood", "woods", 20, 20, 40, 30)
WIDE = Ground(60.0, 60.0, [WOOD])


@pytest.mark.parametrize(
    ("start", "end", "first"),
    [
        ((10, 10), (10, 50), (10, 50)),  # not in the way
        ((25, 10), (25, 50), (18, 18)),  # by the nearer side
        ((36, 10), (36, 50), (42, 18)),
        ((18, 18), (25, 50), (18, 32)),  # from that corner to the next
        ((25, 10), (25, 25), (25, 25)),  # into it goes who wants to be there
    ],
)
def test_the_first_corner_on_the_shorter_way(
    start: tuple[float, float], end: tuple[float, float], first: tuple[float, float]
) -> None:
    assert way_round(WIDE, WOOD, *start, to_x=end[0], to_y=end[1], keep=2.0) == first


def test_no_corner_off_the_table() -> None:
    """The wood reaches to the western edge: the eastern side is the only one, though it is the longer way."""
    wood = rectangle(0, "the wood", "woods", 0, 20, 40, 30)
    assert way_round(Ground(60.0, 60.0, [wood]), wood, 5, 10, to_x=5, to_y=50, keep=2.0) == (42, 18)
