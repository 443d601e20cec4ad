"""Terrain: rows by hand, and shapely as the oracle away from the tolerance."""

import hashlib
import math
import struct

import pytest
import shapely
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from playsheet.core.angles import direction
from playsheet.core.geometry import FAR, rect
from playsheet.core.terrain import (
    Ground,
    circle,
    crossed,
    edge_ahead,
    front_in,
    holds,
    on_table,
    polygon,
    polyline,
    rect_distance,
    rect_gap,
    rect_overlaps,
    rect_to_edge,
    rectangle,
    run_inside,
)

hundredths = st.integers(-800, 800).map(lambda n: n / 100)
points = st.tuples(hundredths, hundredths)
facings = st.one_of(st.sampled_from([0.0, 45.0, 90.0, 180.0, 270.0]), st.integers(0, 3599).map(lambda n: n / 10))
sizes = st.integers(20, 400).map(lambda n: n / 100)
rects = st.builds(rect, hundredths, hundredths, facings, sizes, sizes)
shifts = st.tuples(facings, st.floats(-50, 50), st.floats(-50, 50))


@st.composite
def areas(draw):
    """Star-shaped, so simple, and often not convex; either way round."""
    x, y = draw(points)
    n = draw(st.integers(3, 9))
    start = draw(st.integers(0, 359))
    radii = draw(st.lists(st.integers(50, 500), min_size=n, max_size=n))
    outline = []
    for i, radius in enumerate(radii):
        ux, uy = direction(start + i * 360 / n)
        outline.append((x + radius / 100 * ux, y + radius / 100 * uy))
    if draw(st.booleans()):
        outline.reverse()
    return polygon(1, "wood", "woods", outline)


lines = st.lists(points, min_size=2, max_size=5, unique=True).map(lambda p: polyline(2, "wall", "wall", p))
pieces = st.one_of(areas(), lines)


def outline(piece):
    return list(zip(piece.xs, piece.ys, strict=True))


def shape(piece):
    return shapely.LineString(outline(piece)) if piece.is_line else shapely.Polygon(outline(piece))


def boundary(piece):
    return shape(piece) if piece.is_line else shape(piece).exterior


def rect_shape(r):
    c = r.corners()
    return shapely.Polygon([(c[0], c[1]), (c[2], c[3]), (c[4], c[5]), (c[6], c[7])])


def swept(r, ux, uy, t):
    return shapely.MultiPolygon([rect_shape(r), rect_shape(r.moved(ux, uy, t))]).convex_hull


def clearly(one, other):
    """Do two shapes overlap? None where the answer hangs on the tolerance."""
    if one.distance(other) > 1e-5:
        return False
    return True if one.buffer(-1e-4).intersects(other) else None


def first_touch(swept_to, other, most=60.0):
    lo, hi = 0.0, most
    while hi - lo > 1e-9:
        mid = (lo + hi) / 2
        if swept_to(mid).distance(other) > 1e-10:
            lo = mid
        else:
            hi = mid
    return lo


def turned_point(p, shift):
    turn, dx, dy = shift
    s, c = direction(turn)
    return p[0] * c + p[1] * s + dx, -p[0] * s + p[1] * c + dy


def on_turned_table(thing, shift):
    if hasattr(thing, "half_w"):
        x, y = turned_point((thing.x, thing.y), shift)
        return rect(x, y, thing.facing + shift[0], 2 * thing.half_w, 2 * thing.half_d)
    turned = [turned_point(p, shift) for p in outline(thing)]
    return polyline(3, "wall", "wall", turned) if thing.is_line else polygon(3, "wood", "woods", turned)


WOOD = rectangle(1, "palm wood", "woods", 4.0, 20.0, 10.0, 28.0)
L_SHAPE = polygon(2, "farm", "buildings", [(0, 0), (6, 0), (6, 2), (2, 2), (2, 6), (0, 6)])
DIAMOND = polygon(3, "pond", "water", [(0, -4), (4, 0), (0, 4), (-4, 0)])
ROUND = circle(4, "copse", "woods", x=0.0, y=0.0, radius=4.0)
WALL = polyline(5, "wall", "wall", [(0, 0), (4, 0), (4, 4)])
NORTH = (0.0, 1.0)
SOUTH = (0.0, -1.0)
EAST = (1.0, 0.0)


# ---- pieces


def test_pieces():
    hill = circle(7, "knoll", "hill", 10.0, 10.0, 3.0, level=2)
    assert (hill.id, hill.name, hill.kind, hill.level, hill.is_line) == (7, "knoll", "hill", 2, False)
    assert len(hill.xs) == 48
    assert (hill.min_x, hill.max_x, hill.min_y, hill.max_y) == (7, 13, 7, 13)
    assert shape(hill).area == pytest.approx(math.pi * 9, rel=3e-3)
    assert repr(hill) == "<hill 'knoll'>"


def test_repeated_corners_are_dropped():
    piece = polygon(1, "field", "field", [(0, 0), (0, 0), (4, 0), (4, 4), (0, 0)])
    assert outline(piece) == [(0, 0), (4, 0), (4, 4)]


@pytest.mark.parametrize(
    ("corners", "why"),
    [([(0, 0), (1, 0), (0, 0)], "too few corners"), ([(0, 0), (2, 2), (2, 0), (0, 2)], "crosses itself")],
)
def test_a_bad_outline_is_refused(corners, why):
    with pytest.raises(ValueError, match=why):
        polygon(1, "wood", "woods", corners)


# ---- points


@pytest.mark.parametrize(
    ("piece", "x", "y", "held"),
    [
        (WOOD, 7, 24, True),
        (WOOD, 4, 24, True),  # the boundary counts
        (WOOD, 4 - 1e-7, 20, True),
        (WOOD, 4 - 1e-5, 24, False),
        (L_SHAPE, 1, 5, True),
        (L_SHAPE, 3, 3, False),  # in its bay
        (L_SHAPE, 2, 2, True),
        (ROUND, 0, 4, True),
        (ROUND, 2.9, 2.9, False),
        (WALL, 2, 0, True),
        (WALL, 2, 0.1, False),
        (WALL, 0, 4, False),
    ],
)
def test_holds(piece, x, y, held):
    assert holds(piece, float(x), float(y)) is held


@given(pieces, points)
@settings(max_examples=300)
def test_holds_against_shapely(piece, p):
    d = shape(piece).distance(shapely.Point(p))
    assume(d == 0 or d < 1e-8 or d > 1e-5)
    assert holds(piece, *p) is (d < 1e-8)


@pytest.mark.parametrize(
    ("piece", "x", "y", "u", "run"),
    [
        (WOOD, 7, 24, NORTH, 4),
        (WOOD, 7, 20, NORTH, 8),
        (WOOD, 7, 28, NORTH, 0),  # on the far edge
        (WOOD, 4, 22, NORTH, 6),  # along the boundary
        (WOOD, 3, 22, NORTH, 0),
        (L_SHAPE, 1, 1, NORTH, 5),
        (L_SHAPE, 5, 1, NORTH, 1),
        (L_SHAPE, 3, 2, (-1.0, 0.0), 3),  # along an edge, then on through the inside
        (DIAMOND, 0, -4, NORTH, 8),  # corner to corner
        (WALL, 1, 0, EAST, 0),
    ],
)
def test_run_inside(piece, x, y, u, run):
    assert run_inside(piece, float(x), float(y), *u) == pytest.approx(run, abs=1e-9)


@given(areas(), points, facings)
@settings(max_examples=200)
def test_run_inside_against_shapely(piece, p, going):
    u = direction(going)
    run = run_inside(piece, *p, *u)
    area = shape(piece)
    start = shapely.Point(p)
    if area.distance(start) > 1e-5:
        assert run == 0
        return
    assume(area.buffer(-1e-4).contains(start))
    ray = shapely.LineString([p, (p[0] + 40 * u[0], p[1] + 40 * u[1])])
    first = [part for part in parts(ray.intersection(area)) if part.distance(start) < 1e-9]
    expected = max(part.length for part in first)
    grazes = ray.interpolate(expected).distance(shapely.MultiPoint(outline(piece))) < 1e-4
    assert grazes or run == pytest.approx(expected, abs=1e-6)


def parts(geometry):
    return list(geometry.geoms) if hasattr(geometry, "geoms") else [geometry]


# ---- segments


@pytest.mark.parametrize(
    ("piece", "segment", "cross"),
    [
        (WOOD, (0, 24, 20, 24), True),
        (WOOD, (0, 20, 20, 20), False),  # along its edge
        (WOOD, (5, 20, 7, 20), False),
        (WOOD, (0, 20 + 5e-7, 20, 20 + 5e-7), False),
        (WOOD, (0, 24, 4, 24), False),  # ends on its edge
        (WOOD, (0, 24, 5, 24), True),
        (WOOD, (5, 21, 6, 22), True),  # wholly inside
        (WOOD, (4, 20, 10, 28), True),  # corner to corner through it
        (WOOD, (4, 24, 10, 24), True),  # edge to edge
        (WOOD, (0, 24, 8, 16), False),  # by a corner
        (WOOD, (7, 24, 7, 24), True),
        (WOOD, (4, 24, 4, 24), False),
        (DIAMOND, (0, -9, 0, 9), True),  # through two corners
        (DIAMOND, (0, -4, 0, 4), True),
        (DIAMOND, (-9, 4, 9, 4), False),
        (L_SHAPE, (3, 9, 9, 3), False),
        (L_SHAPE, (2, 6, 6, 2), False),  # over its bay, corner to corner
        (L_SHAPE, (2, 9, 2, 2), False),  # down its inner edge
        (L_SHAPE, (2, 9, 2, 1), True),  # and on into it
        (L_SHAPE, (1, 5, 5, 1), True),
        (WALL, (2, -1, 2, 1), True),
        (WALL, (2, -1, 2, 0), False),  # ends on it
        (WALL, (-2, 0, 3, 0), False),  # along it
        (WALL, (-2, 0, 6, 0), False),  # along it and out at its corner: never behind it
        (WALL, (3, 1, 5, -1), True),  # through its corner, from one side to the other
        (WALL, (3, -1, 5, 1), False),  # past its corner, on one side
        (WALL, (-1, -1, 1, 1), False),  # past its end
        (WALL, (3, 1, 5, 1), True),
    ],
)
def test_crossed(piece, segment, cross):
    x0, y0, x1, y1 = map(float, segment)
    assert crossed(piece, x0, y0, x1, y1) is crossed(piece, x1, y1, x0, y0) is cross


@given(pieces, points, points)
@settings(max_examples=400)
def test_crossed_against_shapely(piece, p, q):
    cross = crossed(piece, *p, *q)
    assert cross is crossed(piece, *q, *p)
    segment = shapely.LineString([p, q])
    if not piece.is_line:
        expected = clearly(shape(piece), segment)
        assert expected is None or cross is expected
    else:
        ends = shapely.MultiPoint([*outline(piece), p, q])
        assume(segment.length > 0)
        meets = segment.intersection(shape(piece))
        if meets.is_empty or meets.distance(ends) > 1e-5:
            assert cross is not meets.is_empty


def test_a_ring_of_wall_has_no_gap_where_it_starts():
    ring = polyline(1, "kraal", "wall", [(0, 0), (4, 0), (4, 4), (0, 4), (0, 0)])
    assert crossed(ring, -1.0, -1.0, 1.0, 1.0)


# ---- rectangles


@pytest.mark.parametrize(
    ("piece", "r", "overlap", "apart"),
    [
        (WOOD, rect(7.0, 19.0, facing=0.0, width=2.0, depth=2.0), False, 0.0),  # flush
        (WOOD, rect(7.0, 19.1, facing=0.0, width=2.0, depth=2.0), True, 0.0),
        (WOOD, rect(7.0, 24.0, 30.0, 2.0, 2.0), True, 0.0),  # wholly in it
        (WOOD, rect(7.0, 24.0, facing=0.0, width=20.0, depth=20.0), True, 0.0),  # wholly over it
        (WOOD, rect(7.0, 24.0, facing=0.0, width=20.0, depth=1.0), True, 0.0),  # across it
        (WOOD, rect(7.0, 15.0, facing=0.0, width=2.0, depth=2.0), False, 4.0),
        (WOOD, rect(x=0.0, y=16.0, facing=0.0, width=2.0, depth=2.0), False, math.sqrt(18)),
        (L_SHAPE, rect(4.0, 4.0, facing=0.0, width=2.0, depth=2.0), False, 1.0),  # in its bay
        (L_SHAPE, rect(3.0, 3.0, facing=0.0, width=2.0, depth=2.0), False, 0.0),  # snug in its bay
        (L_SHAPE, rect(2.9, 3.0, facing=0.0, width=2.0, depth=2.0), True, 0.0),
        (WALL, rect(2.0, 1.0, facing=0.0, width=2.0, depth=2.0), False, 0.0),
        (WALL, rect(2.0, 0.5, facing=0.0, width=2.0, depth=2.0), True, 0.0),
        (WALL, rect(x=0.0, y=3.0, facing=0.0, width=2.0, depth=2.0), False, 2.0),
    ],
)
def test_rect_overlap_and_distance(piece, r, overlap, apart):
    assert rect_overlaps(piece, r) is overlap
    assert rect_distance(piece, r) == pytest.approx(apart, abs=1e-9)


@given(pieces, rects)
@settings(max_examples=300)
def test_rect_overlap_and_distance_against_shapely(piece, r):
    assert rect_distance(piece, r) == pytest.approx(shape(piece).distance(rect_shape(r)), abs=1e-9)
    expected = clearly(rect_shape(r), shape(piece))
    if expected is not None:
        assert rect_overlaps(piece, r) is expected


@pytest.mark.parametrize(
    ("piece", "r", "u", "expected"),
    [
        (WOOD, rect(7.0, 10.0, facing=0.0, width=2.0, depth=2.0), NORTH, 9),
        (WOOD, rect(7.0, 10.0, facing=0.0, width=2.0, depth=2.0), SOUTH, FAR),
        (WOOD, rect(7.0, 19.0, facing=0.0, width=2.0, depth=2.0), NORTH, 0),  # touching, pressing in
        (WOOD, rect(7.0, 19.0, facing=0.0, width=2.0, depth=2.0), EAST, FAR),  # sliding along
        (WOOD, rect(7.0, 19.0 + 5e-7, facing=0.0, width=2.0, depth=2.0), EAST, FAR),
        (WOOD, rect(7.0, 19.0 + 5e-7, facing=0.0, width=2.0, depth=2.0), SOUTH, FAR),
        (WOOD, rect(3.0, 10.0, facing=0.0, width=2.0, depth=2.0), NORTH, FAR),  # sliding past
        (WOOD, rect(3.01, 10.0, facing=0.0, width=2.0, depth=2.0), NORTH, 9),
        (WOOD, rect(7.0, 24.0, facing=0.0, width=2.0, depth=2.0), NORTH, 0),  # in it already
        (L_SHAPE, rect(4.0, 9.0, facing=0.0, width=2.0, depth=2.0), SOUTH, 6),  # into its bay
        (L_SHAPE, rect(3.0, 4.0, facing=0.0, width=2.0, depth=2.0), SOUTH, 1),  # down its inner edge, then the floor
        (L_SHAPE, rect(3.0, 3.0, facing=0.0, width=2.0, depth=2.0), SOUTH, 0),
        (L_SHAPE, rect(3.0, 3.0, facing=0.0, width=2.0, depth=2.0), NORTH, FAR),
        (DIAMOND, rect(x=0.0, y=-9.0, facing=0.0, width=2.0, depth=2.0), NORTH, 4),  # its corner against the front
        (
            DIAMOND,
            rect(3.0, -9.0, facing=0.0, width=2.0, depth=2.0),
            NORTH,
            6,
        ),  # the rectangle's corner against its edge
        (WALL, rect(2.0, -5.0, facing=0.0, width=1.0, depth=2.0), NORTH, 4),
        (WALL, rect(2.0, 2.0, facing=0.0, width=2.0, depth=2.0), EAST, 1),
    ],
)
def test_rect_gap(piece, r, u, expected):
    assert rect_gap(piece, r, *u) == pytest.approx(expected, abs=1e-9)


@given(pieces, rects, facings)
@settings(max_examples=250)
def test_rect_gap_against_shapely(piece, r, going):
    u = direction(going)
    assume(shape(piece).distance(rect_shape(r)) > 1e-4)
    meets = clearly(swept(r, *u, 60), shape(piece))
    assume(meets is not None)
    g = rect_gap(piece, r, *u)
    if not meets:
        assert g == FAR
        return
    expected = first_touch(lambda t: swept(r, *u, t), shape(piece))
    grazes = clearly(swept(r, *u, expected + 1e-2), shape(piece)) is None
    assert grazes or g == pytest.approx(expected, abs=1e-6)
    assert not rect_overlaps(piece, r.moved(*u, g))
    assert rect_distance(piece, r.moved(*u, g)) < 1e-9


# ---- the front edge


def ahead(piece, ax, bx, y, u=NORTH):
    return edge_ahead(piece, float(ax), float(y), float(bx), float(y), *u)


@pytest.mark.parametrize(
    ("piece", "ax", "bx", "y", "expected"),
    [
        (WOOD, 5, 9, 10, 10),
        (WOOD, 5, 9, 20, 8),  # stands on its edge: the far edge is next
        (WOOD, 5, 9, 20 - 5e-7, 8),
        (WOOD, 5, 9, 24, 4),
        (WOOD, 5, 9, 28, FAR),
        (WOOD, 2, 12, 20, 8),  # wider than the wood
        (WOOD, 2, 6, 20, 8),  # half in it
        (WOOD, 2, 6, 24, 4),
        (WOOD, 2, 4, 10, 10),  # just touches its corner
        (WOOD, 1, 3, 10, FAR),
        (WOOD, 5, 9, 40, FAR),
        (DIAMOND, -1, 1, -9, 5),  # its corner
        (DIAMOND, -1, 1, -4, 7),  # slides on into it; both ends run out at y = 3
        (DIAMOND, 1, 2, -9, 6),  # an end of the front runs against it
        (DIAMOND, 1, 2, -3, 5),  # the other end follows unnoticed; out at y = 2
        (DIAMOND, -9, 9, -4, 8),  # wider: the middle corners do not stop it, the last does
        (DIAMOND, -9, 9, 4, FAR),
        (ROUND, -2, 2, -9, 5),
        (ROUND, -9, 9, -4, 8),  # none of its 48 corners stops it
        (ROUND, -9, 9, 1, 3),
        (L_SHAPE, 1, 7, 0, 2),  # part of the front leaves it
        (L_SHAPE, 1, 7, 2, 4),
        (WALL, 1, 2, -3, 3),
        (WALL, 1, 2, 0, FAR),
        (WALL, 3, 5, 0, FAR),  # across it: its end does not stop the front
        (WALL, 3, 5, 5, FAR),
    ],
)
def test_edge_ahead(piece, ax, bx, y, expected):
    assert ahead(piece, ax, bx, y) == ahead(piece, bx, ax, y) == pytest.approx(expected, abs=2e-6)


def test_edge_ahead_of_a_round_wood_stops_where_the_ends_run_out():
    assert ahead(ROUND, -2, 2, -4) == pytest.approx(4 + math.sqrt(12), abs=0.02)


def test_edge_ahead_of_a_point():
    assert ahead(WOOD, 7, 7, 10) == 10
    assert ahead(WOOD, 7, 7, 20) == 8


@given(pieces, rects)
@settings(max_examples=250)
def test_edge_ahead_against_shapely(piece, r):
    """Clear of the boundary at the start, the first meeting is where the swept front first reaches it."""
    ax, ay, bx, by = r.front()
    line = shapely.LineString([(ax, ay), (bx, by)])
    assume(line.distance(boundary(piece)) > 1e-4)
    t = edge_ahead(piece, ax, ay, bx, by, r.ux, r.uy)

    def sweep(t):
        end = shapely.LineString([(ax + t * r.ux, ay + t * r.uy), (bx + t * r.ux, by + t * r.uy)])
        return shapely.MultiLineString([line, end]).convex_hull

    meets = clearly(sweep(60), boundary(piece))
    assume(meets is not None)
    if not meets:
        assert t == FAR
    else:
        assert t == pytest.approx(first_touch(sweep, boundary(piece)), abs=1e-6)


@given(areas(), rects)
@settings(max_examples=200)
def test_a_front_stops_a_bounded_number_of_times(piece, r):
    """From edge to edge it gets clear of the piece, each stop lies on the boundary, and no stop repeats."""
    ax, ay, bx, by = r.front()
    stops = 0
    while True:
        t = edge_ahead(piece, ax, ay, bx, by, r.ux, r.uy)
        if t == FAR:
            break
        assert t > 1e-6
        ax, ay, bx, by = ax + t * r.ux, ay + t * r.uy, bx + t * r.ux, by + t * r.uy
        assert shapely.LineString([(ax, ay), (bx, by)]).distance(boundary(piece)) < 1e-5
        stops += 1
        assert stops <= 2 * len(piece.xs)
    assert not holds(piece, ax + 40 * r.ux, ay + 40 * r.uy)


@pytest.mark.parametrize(
    ("piece", "ax", "bx", "y", "u", "within"),
    [
        (WOOD, 5, 9, 20, NORTH, True),  # stands on its edge, about to enter
        (WOOD, 5, 9, 20, SOUTH, False),  # about to leave
        (WOOD, 5, 9, 28, NORTH, False),
        (WOOD, 5, 9, 24, NORTH, True),
        (WOOD, 2, 5, 24, NORTH, True),
        (WOOD, 2, 4, 24, NORTH, False),  # only touches its side
        (WOOD, 5, 9, 19, NORTH, False),
        (WALL, 1, 2, 0, NORTH, False),
    ],
)
def test_front_in(piece, ax, bx, y, u, within):
    assert front_in(piece, float(ax), float(y), float(bx), float(y), *u) is within


# ---- the table may be turned and shifted


@given(pieces, rects, points, points, shifts)
@settings(max_examples=200)
def test_the_table_may_be_turned_and_shifted(piece, r, p, q, shift):
    piece2, r2 = on_turned_table(piece, shift), on_turned_table(r, shift)
    p2, q2 = turned_point(p, shift), turned_point(q, shift)
    assert rect_distance(piece2, r2) == pytest.approx(rect_distance(piece, r), abs=1e-9)
    if clearly(rect_shape(r), shape(piece)) is not None:
        assert rect_overlaps(piece2, r2) is rect_overlaps(piece, r)
    if boundary(piece).distance(shapely.Point(p)) > 1e-5:
        assert holds(piece2, *p2) is holds(piece, *p)
    segment = shapely.LineString([p, q])
    if not piece.is_line and clearly(shape(piece), segment) is not None:
        assert crossed(piece2, *p2, *q2) is crossed(piece, *p, *q)
    if rect_distance(piece, r) > 1e-4 and clearly(swept(r, r.ux, r.uy, 60), shape(piece)) is not None:
        assert rect_gap(piece2, r2, r2.ux, r2.uy) == pytest.approx(rect_gap(piece, r, r.ux, r.uy), abs=1e-5)


# ---- the table's edge

TABLE = Ground(36.0, 48.0, [WOOD])


@pytest.mark.parametrize(
    ("r", "on", "north", "east"),
    [
        (rect(18.0, 24.0, facing=0.0, width=4.0, depth=2.0), True, 23, 16),
        (rect(18.0, 24.0, 90.0, 4.0, 2.0), True, 22, 17),
        (rect(18.0, 47.0, facing=0.0, width=4.0, depth=2.0), True, 0, 16),  # on the edge
        (rect(18.0, 47.0 + 5e-7, facing=0.0, width=4.0, depth=2.0), True, 0, 16),
        (rect(18.0, 47.1, facing=0.0, width=4.0, depth=2.0), False, 0, 16),
        (rect(1.9, 24.0, facing=0.0, width=4.0, depth=2.0), False, 23, 32.1),
        (rect(34.0, 1.0, facing=0.0, width=4.0, depth=2.0), True, 46, 0),
        (rect(18.0, 24.0, 45.0, 2.0, 2.0), True, 24 - math.sqrt(2), 18 - math.sqrt(2)),
    ],
)
def test_table_edge(r, on, north, east):
    assert on_table(TABLE, r) is on
    assert rect_to_edge(TABLE, r, *NORTH) == pytest.approx(north, abs=1e-6)
    assert rect_to_edge(TABLE, r, *EAST) == pytest.approx(east, abs=1e-6)


@given(facings, facings)
def test_a_unit_that_goes_to_the_edge_is_still_on_the_table(facing, going):
    r = rect(18.0, 24.0, facing, 4.0, 2.0)
    u = direction(going)
    t = rect_to_edge(TABLE, r, *u)
    assert on_table(TABLE, r.moved(*u, t))
    assert not on_table(TABLE, r.moved(*u, t + 1e-2)) or rect_to_edge(TABLE, r, *u) == FAR


def test_the_same_bits_everywhere():
    digest = hashlib.sha256()
    seed = 1
    for _ in range(1000):
        n = []
        for _ in range(7):
            seed = (seed * 6364136223846793005 + 1442695040888963407) % 2**64
            n.append((seed >> 40) / 2**24 * 16 - 8)
        r = rect(n[0], n[1], n[2] * 45, abs(n[3]), abs(n[4]))
        for piece in (L_SHAPE, DIAMOND, ROUND, WALL):
            results = (rect_distance(piece, r), rect_gap(piece, r, r.ux, r.uy))
            front = (*r.front(), r.ux, r.uy)
            digest.update(struct.pack("<3d", *results, edge_ahead(piece, *front)))
            digest.update(struct.pack("<2?", crossed(piece, n[0], n[1], n[5], n[6]), front_in(piece, *front)))
    assert digest.hexdigest()[:16] == "adce2e7c087aeea1"
