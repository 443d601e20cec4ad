"""Figures in ranks and files."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playsheet.core.formations import files_ranks, offsets, place
from playsheet.core.geometry import rect


@pytest.mark.parametrize(
    ("n", "files", "expected"),
    [
        (10, 5, (5, 2)),
        (9, 5, (5, 2)),
        (10, 2, (2, 5)),
        (7, 7, (7, 1)),
        (3, 8, (3, 1)),
        (1, 1, (1, 1)),
        (4, 0, (1, 4)),
        (0, 5, (0, 0)),
    ],
)
def test_files_ranks(n, files, expected):
    assert files_ranks(n, files) == expected


def places(n, files, base_w=1.0, base_d=1.0):
    right, forward = offsets(n, files, base_w, base_d)
    return list(zip(right, forward, strict=True))


@pytest.mark.parametrize(
    ("n", "files", "last_rank"),
    [
        (10, 5, [-2, -1, 0, 1, 2]),
        (9, 5, [-2, -1, 1, 2]),
        (8, 5, [-2, -1, 2]),
        (7, 5, [-2, 2]),
        (6, 5, [-2]),
        (3, 2, [-0.5]),  # one of two: the left place
        (4, 2, [-0.5, 0.5]),
        (5, 5, [-2, -1, 0, 1, 2]),
    ],
)
def test_a_short_last_rank_fills_from_the_flanks(n, files, last_rank):
    back = min(forward for _, forward in places(n, files))
    assert [right for right, forward in places(n, files) if forward == back] == last_rank


def test_order_is_front_rank_first_left_to_right():
    assert places(5, 2, 0.75, 1.5) == [(-0.375, 1.5), (0.375, 1.5), (-0.375, 0), (0.375, 0), (-0.375, -1.5)]


def test_place_turns_the_formation():
    xs, ys = place(10.0, 20.0, 90.0, 3, 2, 1.0, 1.0)  # facing east: the left is north, the front is east
    assert list(zip(xs, ys, strict=True)) == [(10.5, 20.5), (10.5, 19.5), (9.5, 20.5)]


def test_worked_out_once_and_placed_anew():
    assert offsets(6, 3, 0.75, 0.75) == offsets(6, 3, 0.75, 0.75)
    xs, _ = place(x=0.0, y=0.0, facing=0.0, n=6, files=3, base_w=0.75, base_d=0.75)
    before = list(offsets(6, 3, 0.75, 0.75)[0])
    xs[0] = 99.0
    assert list(offsets(6, 3, 0.75, 0.75)[0]) == before


def test_nobody():
    assert places(0, 5) == []


@given(st.integers(1, 40), st.integers(1, 40), st.floats(0, 360))
def test_figures_fill_their_rectangle(n, files, facing):
    files, ranks = files_ranks(n, files)
    assert files * (ranks - 1) < n <= files * ranks
    formation = rect(3.0, 4.0, facing, files * 0.75, ranks * 1.5)
    xs, ys = place(3.0, 4.0, facing, n, files, 0.75, 1.5)
    local = [formation.local(x, y) for x, y in zip(xs, ys, strict=True)]
    assert len({(round(right, 6), round(forward, 6)) for right, forward in local}) == n
    assert max(abs(right) for right, _ in local) == pytest.approx(formation.half_w - 0.375)
    assert max(abs(forward) for _, forward in local) == pytest.approx(formation.half_d - 0.75)
    for where, expected in zip(local, places(n, files, 0.75, 1.5), strict=True):
        assert where == pytest.approx(expected, abs=1e-9)
