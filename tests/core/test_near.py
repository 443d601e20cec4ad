"""A look round by squares finds just what a look at everything finds."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playsheet.core.arrays import ints_of
from playsheet.core.geometry import FAR, TOLERANCE
from playsheet.core.near import FEW, Near, Plan, Squares
from playsheet.core.terrain import Ground, Piece, polyline, rectangle

WIDTH = 120.0
DEPTH = 60.0

xs = st.floats(0.0, WIDTH)
ys = st.floats(0.0, DEPTH)
radii = st.floats(0.0, 8.0)
places = st.tuples(xs, ys, radii)
bearings = st.floats(0.0, 2.0 * math.pi)


def crowd(things: list[tuple[float, float, float]], groups: list[int] | None = None) -> Near:
    near = Near(Squares(WIDTH, DEPTH, len(things)), ints_of(groups or [0] * len(things)))
    for who, (x, y, radius) in enumerate(things):
        near.put(who, x, y, radius)
    return near


def from_way(x0: float, y0: float, x1: float, y1: float, x: float, y: float) -> float:
    """From a point to a segment, by another road than the one under test."""
    dx, dy = x1 - x0, y1 - y0
    size = dx * dx + dy * dy
    share = 0.0 if size == 0.0 else min(1.0, max(0.0, ((x - x0) * dx + (y - y0) * dy) / size))
    return math.hypot(x0 + share * dx - x, y0 + share * dy - y)


@pytest.mark.parametrize("many", [False, True])
@given(data=st.data())
@settings(max_examples=150, deadline=None)
def test_along_finds_all_that_are_near_and_no_others(many: bool, data: st.DataObject) -> None:
    things = data.draw(st.lists(places, min_size=FEW + 1 if many else 1, max_size=60 if many else FEW))
    x, y, length, wide = data.draw(st.tuples(xs, ys, st.floats(0.0, 50.0), st.floats(0.0, 20.0)))
    turn = data.draw(bearings)
    ux, uy = math.cos(turn), math.sin(turn)
    near = crowd(things)
    assert near.within(x, y, wide) == near.along(x, y, 0.0, 0.0, 0.0, wide)
    found = near.along(x, y, ux, uy, length, wide)
    assert found == near.each_along(x, y, ux, uy, length, wide) == sorted(set(found))
    assert near.within(x, y, wide) == near.each_within(x, y, wide)
    for who, (px, py, radius) in enumerate(things):
        gap = from_way(x, y, x + ux * length, y + uy * length, px, py) - radius - wide
        if gap < -1e-9:
            assert who in found
        if gap > 2 * TOLERANCE:
            assert who not in found


@pytest.mark.parametrize("many", [False, True])
@given(data=st.data())
@settings(max_examples=150, deadline=None)
def test_the_nearest_of_a_group_is_the_nearest_of_all_that_belong_to_it(many: bool, data: st.DataObject) -> None:
    things = data.draw(st.lists(places, min_size=FEW + 1 if many else 1, max_size=60 if many else FEW))
    groups = data.draw(st.lists(st.integers(0, 2), min_size=len(things), max_size=len(things)))
    x, y, wanted = data.draw(st.tuples(xs, ys, st.integers(0, 3)))
    who, far = crowd(things, groups).nearest(x, y, wanted)
    ranked = [
        ((px - x) * (px - x) + (py - y) * (py - y), index)
        for index, (px, py, _) in enumerate(things)
        if groups[index] == wanted
    ]
    in_order = sorted(groups)
    begin, end = in_order.index(wanted) if wanted in groups else 0, in_order.count(wanted)
    among = crowd(things, in_order)
    assert among.nearest_of(x, y, begin, begin + end) == among.nearest(x, y, wanted)
    if not ranked:
        assert (who, far) == (-1, FAR)
    else:
        assert who == min(ranked)[1]
        assert far == math.sqrt(min(ranked)[0])


@given(
    st.lists(places, min_size=1, max_size=40),
    st.lists(st.tuples(st.integers(0, 39), st.booleans(), places), max_size=60),
)
@settings(max_examples=150, deadline=None)
def test_moving_and_removing_keeps_the_squares_true(
    things: list[tuple[float, float, float]], moves: list[tuple[int, bool, tuple[float, float, float]]]
) -> None:
    near = crowd(things)
    there: dict[int, tuple[float, float, float]] = dict(enumerate(things))
    for number, goes, to in moves:
        who = number % len(things)
        if goes:
            near.remove(who)
            there.pop(who, None)
        else:
            near.put(who, *to)
            there[who] = to
    twin = near.clone()
    for who in range(len(things)):
        near.remove(who)
    assert near.within(60.0, 30.0, 1000.0) == []
    assert twin.within(60.0, 30.0, 1000.0) == sorted(there)
    for who in range(len(things)):
        assert twin.absent(who) == (who not in there)
        if who in there:
            assert twin.holds(who, *there[who])


def test_a_copy_does_not_follow_its_original() -> None:
    near = crowd([(10.0, 10.0, 1.0), (50.0, 50.0, 1.0)])
    twin = near.clone()
    near.put(0, 50.0, 50.0, 1.0)
    assert near.within(50.0, 50.0, 2.0) == [0, 1]
    assert twin.within(50.0, 50.0, 2.0) == [1]


boxes = st.tuples(
    st.floats(-5.0, WIDTH), st.floats(-5.0, DEPTH), st.floats(0.5, 60.0), st.floats(0.5, 40.0), st.booleans()
)


def pieces_of(found: list[tuple[float, float, float, float, bool]]) -> list[Piece]:
    return [
        polyline(index, str(index), "wall", [(x, y), (x + w, y + d)])
        if line
        else rectangle(index, str(index), "woods", x, y, x + w, y + d)
        for index, (x, y, w, d, line) in enumerate(found)
    ]


@pytest.mark.parametrize("many", [False, True])
@given(data=st.data(), look=st.tuples(xs, ys, xs, ys, st.floats(0.0, 10.0)))
@settings(max_examples=100, deadline=None)
def test_a_plan_finds_every_piece_whose_box_is_met(
    many: bool, data: st.DataObject, look: tuple[float, float, float, float, float]
) -> None:
    pieces = pieces_of(data.draw(st.lists(boxes, min_size=FEW + 1 if many else 0, max_size=40 if many else FEW)))
    x0, y0, x1, y1, wide = look
    low_x, high_x = min(x0, x1) - wide, max(x0, x1) + wide
    low_y, high_y = min(y0, y1) - wide, max(y0, y1) + wide
    met = [
        index
        for index, piece in enumerate(pieces)
        if piece.max_x + TOLERANCE >= low_x
        and piece.min_x - TOLERANCE <= high_x
        and piece.max_y + TOLERANCE >= low_y
        and piece.min_y - TOLERANCE <= high_y
    ]
    assert Plan(Ground(WIDTH, DEPTH, pieces)).between(x0, y0, x1, y1, wide) == met


def test_a_plan_of_bare_ground_finds_nothing() -> None:
    assert Plan(Ground(WIDTH, DEPTH, [])).at(3.0, 4.0) == []
