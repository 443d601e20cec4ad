"""Round bases: distances, first touch, walking round what blocks, sight to a whole base; shapely is the oracle."""

from __future__ import annotations

import math

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from shapely import LineString, Point, Polygon

from playsheet.core.angles import direction
from playsheet.core.discs import (
    Course,
    Crowd,
    Going,
    between,
    depth,
    disc_ahead,
    edge_ahead,
    from_piece,
    hides,
    hides_piece,
    inside,
    on_table,
    overlap,
    overlaps_piece,
    piece_ahead,
    sides,
    touch,
    walk,
)
from playsheet.core.geometry import FAR
from playsheet.core.terrain import Ground, Piece, circle, polyline, rectangle

GROUND = Ground(120.0, 100.0, [])
OPEN_GROUND = Going([], [], [])
coordinates = st.floats(5, 95)
radii = st.floats(0.5, 5)
bearings = st.floats(0, 359.9)


def course(purse: float, going: Going = OPEN_GROUND, closed: list[Piece] | None = None, over: bool = False) -> Course:
    return Course(GROUND, going, closed or [], 1.0, purse, 2.0, purse / 4.0, over, open_only=False)


def crowd_of(*centres: tuple[float, float], keep: float = 2.0) -> Crowd:
    crowd = Crowd(len(centres) + 1)
    for index, (x, y) in enumerate(centres):
        crowd.put(index + 1, x, y, keep, False)
    return crowd


def test_of_two_in_touch_the_one_more_ahead_stops_the_walker_whatever_their_numbers() -> None:
    aside, before = (1.9, 0.5), (0.5, 1.9)
    for centres in ((aside, before), (before, aside)):
        stopped = crowd_of(*centres).ahead(0, 0.0, 0.0, 0.0, 1.0, 5.0)
        assert stopped == (0.0, centres.index(before) + 1)


@pytest.mark.parametrize(
    ("first", "other", "way"),
    [
        ((0.0, 7.0), (math.sqrt(2.0), 5.0 + math.sqrt(2.0)), 5.0),  # straight ahead, and aside
        ((0.0, 2.0 + 5e-7), (1.5, 1.0), 0.0),  # in touch but for rounding
        ((1.5, 6.0), (-1.5, 6.0), 6.0 - math.sqrt(1.75)),  # to the right, and to the left
    ],
)
def test_of_two_at_once_it_does_not_matter_who_was_put_first(
    first: tuple[float, float], other: tuple[float, float], way: float
) -> None:
    for centres in ((first, other), (other, first)):
        stopped = crowd_of(*centres).ahead(0, 0.0, 0.0, 0.0, 1.0, 20.0)
        assert stopped == (pytest.approx(way), centres.index(first) + 1)


places = st.tuples(st.floats(0, 300), st.floats(-20, 200), st.sampled_from([2.0, 2.5, 4.0]))


@settings(max_examples=200)
@given(
    st.lists(places, min_size=1, max_size=40),
    st.floats(0, 300),
    st.floats(-20, 200),
    bearings,
    st.sampled_from([0.5, 3.0, 20.0, 400.0]),
)
def test_those_found_by_squares_are_those_who_stand_in_the_way(
    others: list[tuple[float, float, float]], x: float, y: float, way: float, far: float
) -> None:
    """Wherever they stand: squares of a crowd far apart share one list. Some have moved, the first is gone."""
    crowd = Crowd(len(others) + 1)
    for index, (cx, cy, keep) in enumerate(others):
        crowd.put(index + 1, cy + 30.0, cx, 5.0, False)
        crowd.put(index + 1, cx, cy, keep, False)
    crowd.put(1, others[0][0], others[0][1], 0.0, False)
    ux, uy = direction(way)
    stops = {
        index + 1: disc_ahead(x, y, ux, uy, cx, cy, keep) for index, (cx, cy, keep) in enumerate(others) if index > 0
    }
    least = min([far, *stops.values()])
    gone, who = crowd.ahead(0, x, y, ux, uy, far)
    assert gone == least
    assert stops[who] == least if least < far else who == -1
    clear = [math.hypot(cx - x, cy - y) >= keep - 1e-6 for cx, cy, keep in others[1:]]
    assert crowd.free(0, x, y) == all(clear)


# ---------------------------------------------------------------- distances


@given(coordinates, coordinates, radii, coordinates, coordinates, radii)
def test_distance_between_discs(x0: float, y0: float, r0: float, x1: float, y1: float, r1: float) -> None:
    apart = max(0.0, Point(x0, y0).distance(Point(x1, y1)) - r0 - r1)
    assert between(x0, y0, r0, x1, y1, r1) == pytest.approx(apart, abs=1e-9)
    assert touch(x0, y0, r0, x1, y1, r1, apart)
    if apart > 0.01:
        assert not touch(x0, y0, r0, x1, y1, r1, apart - 0.01)
        assert not overlap(x0, y0, r0, x1, y1, r1)


def test_touching_discs_do_not_overlap() -> None:
    assert touch(0, 0, 1, 2, 0, 1, within=0.0)
    assert not overlap(0, 0, 1, 2, 0, 1)
    assert overlap(0, 0, 1, 1.99, 0, 1)


@given(coordinates, coordinates, radii)
def test_disc_and_area(x: float, y: float, r: float) -> None:
    piece = circle(0, "", "woods", 50, 50, 20)
    shape = Polygon([(piece.xs[i], piece.ys[i]) for i in range(len(piece.xs))])
    centre = Point(x, y)
    assert from_piece(piece, x, y, r) == pytest.approx(max(0.0, shape.distance(centre) - r), abs=1e-6)
    assume(abs(shape.exterior.distance(centre) - r) > 1e-3)
    assert overlaps_piece(piece, x, y, r) == (shape.distance(centre) < r)
    inside = shape.contains(centre)
    expected = max(0.0, shape.exterior.distance(centre) - r) if inside else -1.0
    assert depth(piece, x, y, r) == pytest.approx(expected, abs=1e-6)


def test_depth_counts_from_the_base_edge() -> None:
    wood = rectangle(0, "", "woods", 0, 0, 40, 40)
    assert depth(wood, 11, 20, 1) == pytest.approx(10)
    assert depth(wood, 0.5, 20, 1) == 0.0
    assert depth(wood, 41, 20, 1) == -1.0


def test_on_table() -> None:
    assert on_table(GROUND, 1, 99, 1)
    assert not on_table(GROUND, 0.9, 99, 1)


# ---------------------------------------------------------------- first touch


@given(coordinates, coordinates, bearings, coordinates, coordinates, radii)
def test_a_disc_stops_where_it_first_touches(
    x: float, y: float, way: float, cx: float, cy: float, reach: float
) -> None:
    assume(math.hypot(cx - x, cy - y) > reach + 0.01)
    ux, uy = direction(way)
    t = disc_ahead(x, y, ux, uy, cx, cy, reach)
    path = LineString([(x, y), (x + 200 * ux, y + 200 * uy)])
    nearest = path.distance(Point(cx, cy))
    assume(abs(nearest - reach) > 1e-4)
    if nearest > reach:
        assert t == FAR
    else:
        assert math.hypot(x + t * ux - cx, y + t * uy - cy) == pytest.approx(reach, abs=1e-6)
        assert LineString([(x, y), (x + (t - 1e-3) * ux, y + (t - 1e-3) * uy)]).distance(Point(cx, cy)) >= reach - 1e-6


def test_what_touches_stops_only_a_move_that_presses_in() -> None:
    assert disc_ahead(0, 0, 0, 1, 0, 2, 2) == 0.0
    assert disc_ahead(0, 0, 1, 0, 0, 2, 2) == FAR
    assert disc_ahead(0, 0, 0, -1, 0, 2, 2) == FAR


@given(coordinates, coordinates, bearings, st.floats(0.5, 3))
def test_a_disc_stops_at_a_piece(x: float, y: float, way: float, r: float) -> None:
    ux, uy = direction(way)
    for piece in (circle(0, "", "woods", 50, 50, 12), polyline(0, "", "wall", [(30, 40), (60, 40), (60, 70)])):
        points = [(piece.xs[i], piece.ys[i]) for i in range(len(piece.xs))]
        shape = LineString(points) if piece.is_line else Polygon(points)
        if shape.distance(Point(x, y)) < r + 0.01:
            continue
        t = piece_ahead(piece, x, y, r, ux, uy)
        swept = LineString([(x, y), (x + 300 * ux, y + 300 * uy)])
        nearest = swept.distance(shape)
        if abs(nearest - r) < 1e-3:
            continue
        if nearest > r:
            assert t == FAR
        else:
            assert shape.distance(Point(x + t * ux, y + t * uy)) == pytest.approx(r, abs=1e-5)


@given(coordinates, coordinates, bearings)
def test_the_table_edge_is_where_the_base_reaches_it(x: float, y: float, way: float) -> None:
    ux, uy = direction(way)
    t = edge_ahead(GROUND, x, y, 1.0, ux, uy)
    assert on_table(GROUND, x + (t - 1e-6) * ux, y + (t - 1e-6) * uy, 1.0)
    assert not on_table(GROUND, x + (t + 1e-3) * ux, y + (t + 1e-3) * uy, 1.0) or min(abs(ux), abs(uy)) < 1e-3


# ---------------------------------------------------------------- what a way costs


def test_difficult_going_is_counted_by_length_inside_and_barriers_once() -> None:
    """A wounded man with 20: a fence takes a quarter (5), 4 cm of marsh 8; 7 cm of clear ground are left."""
    marsh = rectangle(0, "", "marsh", 0, 2, 100, 6)
    fence = polyline(1, "", "fence", [(0, 1), (100, 1)])
    going = Going([marsh], [], [fence])
    far, spent = going.reach(50, 0, 0, 1, 100, 20, 2, 5)
    assert far == pytest.approx(4 + 7)
    assert spent == pytest.approx(20)


def test_a_road_through_a_wood_is_no_difficult_going() -> None:
    wood = rectangle(0, "", "woods", 0, 0, 100, 100)
    road = rectangle(1, "", "road", 48, 0, 52, 100)
    going = Going([wood], [road], [])
    assert going.reach(50, 10, 0, 1, 100, 25, 2, 5)[0] == pytest.approx(25)
    assert going.reach(20, 10, 0, 1, 100, 25, 2, 5)[0] == pytest.approx(12.5)
    assert going.reach(44, 50, 1, 0, 100, 12, 2, 5)[0] == pytest.approx(4 + 4)


def test_a_barrier_that_cannot_be_paid_for_stops() -> None:
    fence = polyline(1, "", "fence", [(0, 5), (100, 5)])
    going = Going([], [], [fence])
    far, spent = going.reach(50, 0, 0, 1, 100, 8, 2, 5)
    assert far == pytest.approx(5, abs=1e-3)
    assert far < 5
    assert spent == pytest.approx(5)


@given(coordinates, coordinates, bearings, st.floats(1, 60))
def test_the_cost_is_the_length_outside_and_twice_the_length_inside(x: float, y: float, way: float, far: float) -> None:
    wood = circle(0, "", "woods", 50, 50, 15)
    going = Going([wood], [], [])
    ux, uy = direction(way)
    shape = Polygon([(wood.xs[i], wood.ys[i]) for i in range(len(wood.xs))])
    inside = LineString([(x, y), (x + far * ux, y + far * uy)]).intersection(shape).length
    gone, spent = going.reach(x, y, ux, uy, far, 1000, 2, 5)
    assert gone == far
    assert spent == pytest.approx(far + inside, abs=1e-5)
    purse = spent * 0.6
    part, paid = going.reach(x, y, ux, uy, far, purse, 2, 5)
    assert paid == pytest.approx(purse)
    inside = LineString([(x, y), (x + part * ux, y + part * uy)]).intersection(shape).length
    assert part + inside == pytest.approx(purse, abs=1e-5)


@pytest.mark.parametrize(
    ("start", "end", "length"),
    [
        ((50, 0), (50, 100), 40),  # both, and where they overlap once
        ((50, 25), (50, 35), 10),  # all of it
        ((50, 0), (50, 25), 5),
        ((0, 0), (0, 100), 0),
        ((20, 30), (100, 30), 60),  # along an edge of the one, through the other
        ((50, 30), (50, 30), 0),
    ],
)
def test_how_much_of_a_way_lies_in_areas(start: tuple[float, float], end: tuple[float, float], length: float) -> None:
    areas = [rectangle(0, "wood", "woods", 20, 20, 80, 40), rectangle(1, "scrub", "scrub", 20, 30, 80, 60)]
    assert inside(areas, *start, *end) == pytest.approx(length)
    assert inside(areas, *end, *start) == pytest.approx(length)


def test_an_open_run_ends_at_difficult_going_and_not_at_barriers() -> None:
    marsh = rectangle(0, "", "marsh", 0, 30, 100, 40)
    fence = polyline(1, "", "fence", [(60, 10), (100, 10)])
    going = Going([marsh], [], [fence])
    assert going.open_run(20, 0, 0, 1, 100) == pytest.approx(30)
    assert going.open_run(80, 0, 0, 1, 100) == pytest.approx(30)
    assert going.open_run(20, 35, 0, 1, 100) == 0.0


# ---------------------------------------------------------------- walking


def test_a_walk_goes_round_somebody_and_pays_for_it() -> None:
    done = walk(course(25), crowd_of((50, 40)), 0, 50, 30, 50, 90, 60, aim=False)
    assert abs(done.x - 50) == pytest.approx(2, abs=1e-3)  # just past him
    assert done.y == pytest.approx(30 + 23, abs=1e-3)
    assert done.spent == pytest.approx(25)


def test_a_walk_that_aims_comes_back_to_its_goal() -> None:
    done = walk(course(40), crowd_of((50, 40)), 0, 50, 30, 50, 60, FAR, aim=True)
    assert done.arrived
    assert (done.x, done.y) == (pytest.approx(50, abs=1e-6), pytest.approx(60, abs=1e-6))
    assert 30 < done.length < 36


def test_the_edge_stops_a_walk_or_ends_it() -> None:
    stopped = walk(course(25), crowd_of(), 0, 50, 10, 50, -90, 100, aim=False)
    assert (stopped.y, stopped.off) == (pytest.approx(1), False)
    assert walk(course(25, over=True), crowd_of(), 0, 50, 10, 50, -90, 100, aim=False).off


def test_closed_ground_is_walked_along() -> None:
    house = rectangle(0, "", "building", 40, 40, 60, 60)
    done = walk(course(40, closed=[house]), crowd_of(), 0, 45, 30, 65, 50, 40, aim=False)
    assert not overlaps_piece(house, done.x, done.y, 0.999)
    assert done.x > 55


@settings(max_examples=150)
@given(st.lists(st.tuples(coordinates, coordinates), max_size=12), bearings, st.floats(5, 40), st.booleans())
def test_a_walk_never_runs_into_anybody(others: list[tuple[float, float]], way: float, purse: float, aim: bool) -> None:
    assume(all(math.hypot(x - 50, y - 50) > 2.0 for x, y in others))
    crowd = crowd_of(*others)
    ux, uy = direction(way)
    done = walk(course(purse), crowd, 0, 50, 50, 50 + 60 * ux, 50 + 60 * uy, 60, aim)
    assert done.spent <= purse + 1e-6
    assert math.hypot(done.x - 50, done.y - 50) <= done.length + 1e-6
    assert crowd.free(0, done.x, done.y)
    assert on_table(GROUND, done.x, done.y, 1.0 - 1e-6)


@settings(max_examples=150)
@given(st.lists(st.tuples(st.floats(35, 65), st.floats(35, 65)), max_size=25), bearings, st.floats(5, 40))
def test_who_gives_up_where_he_cannot_arrive_arrives_where_he_can(
    others: list[tuple[float, float]], way: float, purse: float
) -> None:
    assume(all(math.hypot(x - 50, y - 50) > 2.0 for x, y in others))
    ux, uy = direction(way)
    marsh = Going([rectangle(0, "", "marsh", 40, 55, 60, 60)], [], [polyline(1, "", "fence", [(30, 45), (70, 45)])])
    walks = [
        walk(course(purse, marsh), crowd_of(*others), 0, 50, 50, 50 + 18 * ux, 50 + 18 * uy, FAR, True, all_or_nothing)
        for all_or_nothing in (False, True)
    ]
    assert walks[0].arrived == walks[1].arrived
    if walks[0].arrived:
        assert (walks[0].x, walks[0].y, walks[0].spent) == (walks[1].x, walks[1].y, walks[1].spent)


# ---------------------------------------------------------------- sight


@given(coordinates, coordinates, coordinates, coordinates, radii)
def test_the_sides_of_a_base_are_its_tangent_points(x0: float, y0: float, x: float, y: float, r: float) -> None:
    assume(math.hypot(x - x0, y - y0) > r + 0.1)
    lx, ly, rx, ry = sides(x0, y0, x, y, r)
    for px, py in ((lx, ly), (rx, ry)):
        assert math.hypot(px - x, py - y) == pytest.approx(r, abs=1e-6)
        assert (px - x0) * (px - x) + (py - y0) * (py - y) == pytest.approx(0, abs=1e-5)
    assert (lx - x0) * (y - y0) - (ly - y0) * (x - x0) < 0  # the left one is on the left


@settings(max_examples=300)
@given(coordinates, coordinates, coordinates, coordinates, coordinates, coordinates)
def test_a_base_hides_another_if_it_meets_the_cone_of_sight(
    x0: float, y0: float, x: float, y: float, cx: float, cy: float
) -> None:
    for ax, ay, bx, by in ((x0, y0, x, y), (x0, y0, cx, cy), (x, y, cx, cy)):
        assume(math.hypot(ax - bx, ay - by) > 2.05)
    lx, ly, rx, ry = sides(x0, y0, x, y, 1.0)
    cone = Polygon([(x0, y0), (lx, ly), (x, y), (rx, ry)])
    apart = cone.distance(Point(cx, cy))
    assume(abs(apart - 1.0) > 1e-3)
    assert hides(x0, y0, x, y, 1.0, cx, cy, 1.0) == (apart < 1.0)


def test_a_wall_across_one_side_hides_the_base() -> None:
    wall = polyline(0, "", "wall", [(0, 50), (49.9, 50)])
    assert hides_piece(wall, 50, 20, 50, 80, 1.0)
    assert not hides_piece(polyline(0, "", "wall", [(0, 50), (49, 50)]), 50, 20, 50, 80, 1.0)
