"""Rectangles: rows by hand, and shapely as the oracle away from the tolerance."""

import hashlib
import math
import struct

import pytest
import shapely
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from playsheet.core.angles import bearing, direction
from playsheet.core.geometry import (
    BACK,
    FAR,
    FRONT,
    LEFT,
    RIGHT,
    TOLERANCE,
    blocked_span,
    contact,
    contains,
    distance,
    face,
    gap,
    overlaps,
    point_distance,
    point_segment_distance,
    rect,
    segment_meets_rect,
    segment_rect_distance,
    segments_cross,
)

hundredths = st.integers(-600, 600).map(lambda n: n / 100)
facings = st.one_of(st.sampled_from([0.0, 45.0, 90.0, 180.0, 270.0]), st.integers(0, 3599).map(lambda n: n / 10))
sizes = st.integers(20, 500).map(lambda n: n / 100)
rects = st.builds(rect, hundredths, hundredths, facings, sizes, sizes)
points = st.tuples(hundredths, hundredths)
shifts = st.tuples(facings, st.floats(-50, 50), st.floats(-50, 50))


def shape(r):
    c = r.corners()
    return shapely.Polygon([(c[0], c[1]), (c[2], c[3]), (c[4], c[5]), (c[6], c[7])])


def swept(a, ux, uy, t):
    return shapely.MultiPolygon([shape(a), shape(a.moved(ux, uy, t))]).convex_hull


def clearly(one, other):
    """Do two shapes overlap? None where the answer hangs on the tolerance."""
    if one.distance(other) > 1e-5:
        return False
    return True if one.buffer(-1e-4).intersects(other) else None


def first_touch(swept_to, other, most=40.0):
    """By bisection: how far until the swept shape meets the other."""
    lo, hi = 0.0, most
    while hi - lo > 1e-9:
        mid = (lo + hi) / 2
        if swept_to(mid).distance(other) > 1e-10:
            lo = mid
        else:
            hi = mid
    return lo


def on_turned_table(r, shift):
    x, y = turned_point((r.x, r.y), shift)
    return rect(x, y, r.facing + shift[0], 2 * r.half_w, 2 * r.half_d)


def turned_point(p, shift):
    turn, dx, dy = shift
    sx, cx = direction(turn)
    return p[0] * cx + p[1] * sx + dx, -p[0] * sx + p[1] * cx + dy


# ---- the rectangle


def test_corners_front_and_faces():
    r = rect(1.0, 2.0, 90.0, 4.0, 2.0)  # facing east: its left is north
    assert r.corners() == (2, 4, 2, 0, 0, 0, 0, 4)
    assert r.front() == face(r, FRONT) == (2, 4, 2, 0)
    assert face(r, RIGHT) == (2, 0, 0, 0)
    assert face(r, BACK) == (0, 0, 0, 4)
    assert face(r, LEFT) == (0, 4, 2, 4)
    assert r.radius == math.sqrt(5)
    assert repr(r) == "rect(1.0, 2.0, 90.0, 4.0, 2.0)"


@given(rects, points, st.floats(-9, 9))
def test_axes_there_and_back(r, p, t):
    assert r.point(*r.local(*p)) == pytest.approx(p, abs=1e-12)
    m = r.moved(0.6, 0.8, t)
    assert (m.x, m.y, m.facing, m.radius) == (r.x + t * 0.6, r.y + t * 0.8, r.facing, r.radius)
    assert shape(r.inflated(0.5)).area == pytest.approx((2 * r.half_w + 1) * (2 * r.half_d + 1))


# ---- overlap and distance


@pytest.mark.parametrize(
    ("b", "overlap", "apart"),
    [
        (rect(2.0, y=0.0, facing=0.0, width=2.0, depth=2.0), False, 0.0),  # flush
        (rect(2.0 - 1e-7, y=0.0, facing=0.0, width=2.0, depth=2.0), False, 0.0),  # flush within the tolerance
        (rect(2.0 - 1e-5, y=0.0, facing=0.0, width=2.0, depth=2.0), True, 0.0),
        (rect(2.0, 2.0, facing=0.0, width=2.0, depth=2.0), False, 0.0),  # corner to corner
        (rect(5.0, y=0.0, facing=90.0, width=2.0, depth=2.0), False, 3.0),
        (rect(5.0, 6.0, 180.0, 2.0, 2.0), False, 5.0),
        (rect(x=0.0, y=0.0, facing=0.0, width=9.0, depth=0.5), True, 0.0),  # a cross: no corner of either in the other
        (rect(x=0.0, y=0.0, facing=30.0, width=0.5, depth=0.5), True, 0.0),  # wholly inside
        (rect(1.0 + math.sqrt(2), y=0.0, facing=45.0, width=2.0, depth=2.0), False, 0.0),  # corner to face
    ],
)
def test_overlap_and_distance(b, overlap, apart):
    a = rect(x=0.0, y=0.0, facing=0.0, width=2.0, depth=2.0)
    assert overlaps(a, b) is overlaps(b, a) is overlap
    assert distance(a, b) == distance(b, a) == pytest.approx(apart, abs=1e-12)


@given(rects, rects)
@settings(max_examples=400)
def test_overlap_and_distance_against_shapely(a, b):
    assert overlaps(a, b) is overlaps(b, a)
    assert distance(a, b) == distance(b, a)
    assert distance(a, b) == pytest.approx(shape(a).distance(shape(b)), abs=1e-9)
    expected = clearly(shape(a), shape(b))
    if expected is not None:
        assert overlaps(a, b) is expected


@given(rects, rects, shifts)
def test_the_table_may_be_turned_and_shifted(a, b, shift):
    assume(clearly(shape(a), shape(b)) is not None)
    a2, b2 = on_turned_table(a, shift), on_turned_table(b, shift)
    assert overlaps(a, b) is overlaps(a2, b2)
    assert distance(a, b) == pytest.approx(distance(a2, b2), abs=1e-9)
    assert contact(a, b, 0.05, along=0.0)[0] == pytest.approx(contact(a2, b2, 0.05, along=0.0)[0], abs=1e-5)


@given(rects, points)
def test_points_against_shapely(r, p):
    d = shape(r).distance(shapely.Point(p))
    assert point_distance(r, *p) == pytest.approx(d, abs=1e-9)
    assert contains(r, *p) is (d <= TOLERANCE)


# ---- moving until touch

NORTH = (0.0, 1.0)


@pytest.mark.parametrize(
    ("b", "expected"),
    [
        (rect(x=0.0, y=5.0, facing=0.0, width=2.0, depth=2.0), 3.0),
        (rect(x=0.0, y=2.0, facing=0.0, width=2.0, depth=2.0), 0.0),  # touching, pressing in
        (rect(x=0.0, y=2.0 + 5e-7, facing=0.0, width=2.0, depth=2.0), 0.0),
        (rect(x=0.0, y=2.0 - 5e-7, facing=0.0, width=2.0, depth=2.0), 0.0),
        (rect(x=0.0, y=-2.0, facing=0.0, width=2.0, depth=2.0), FAR),  # touching, leaving
        (rect(x=0.0, y=-2.0 + 5e-7, facing=0.0, width=2.0, depth=2.0), FAR),
        (rect(2.0, y=0.0, facing=0.0, width=2.0, depth=2.0), FAR),  # touching, sliding along
        (rect(2.0 - 5e-7, y=0.0, facing=0.0, width=2.0, depth=2.0), FAR),
        (rect(2.0, 6.0, facing=0.0, width=2.0, depth=2.0), FAR),  # slides past later
        (rect(1.99, 6.0, facing=0.0, width=2.0, depth=2.0), 4.0),
        (rect(2.0, 2.0, facing=0.0, width=2.0, depth=2.0), FAR),  # corner to corner
        (rect(x=0.0, y=5.0, facing=45.0, width=2.0, depth=2.0), 4.0 - math.sqrt(2)),
        (rect(x=0.0, y=0.5, facing=0.0, width=2.0, depth=2.0), 0.0),  # overlapping already
        (rect(x=0.0, y=-9.0, facing=0.0, width=2.0, depth=2.0), FAR),
        (rect(x=0.0, y=-0.5, facing=0.0, width=2.0, depth=2.0), 0.0),
    ],
)
def test_gap(b, expected):
    a = rect(x=0.0, y=0.0, facing=0.0, width=2.0, depth=2.0)
    assert gap(a, *NORTH, b) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("facing", [7.0, 33.3, 123.4, 271.0])
def test_neighbours_in_line_slide_at_any_angle(facing):
    """Side by side and flush: rounding must not make one press into the other."""
    a = rect(3.0, 4.0, facing, 3.75, 1.5)
    u = direction(facing)
    b = rect(*a.point(3.75, 0.4), facing, 3.75, 1.5)
    assert gap(a, *u, b) == gap(b, *u, a) == gap(a, -u[0], -u[1], b) == FAR
    assert gap(a, u[1], -u[0], b) == 0.0
    assert gap(a, -u[1], u[0], b) == FAR


def test_blocked_span_rows():
    a = rect(x=0.0, y=0.0, facing=0.0, width=2.0, depth=2.0)
    assert blocked_span(a, *NORTH, rect(x=0.0, y=5.0, facing=0.0, width=2.0, depth=2.0)) == (3, 7)
    assert blocked_span(a, *NORTH, rect(0.5, -5.0, facing=0.0, width=2.0, depth=2.0)) == (-7, -3)
    assert blocked_span(a, *NORTH, rect(2.0, 5.0, facing=0.0, width=2.0, depth=2.0)) == (FAR, -FAR)


@given(rects, rects, facings)
@settings(max_examples=250)
def test_gap_against_shapely(a, b, going):
    u = direction(going)
    assume(shape(a).distance(shape(b)) > 1e-4)
    meets = clearly(swept(a, *u, 40), shape(b))
    assume(meets is not None)
    g = gap(a, *u, b)
    if not meets:
        assert g == FAR
        return
    assert g == pytest.approx(first_touch(lambda t: swept(a, *u, t), shape(b)), abs=1e-6)
    enter, leave = blocked_span(a, *u, b)
    assert enter == g < leave
    assert not overlaps(a.moved(*u, g), b)
    assert distance(a.moved(*u, g), b) < 1e-9
    assert overlaps(a.moved(*u, (enter + leave) / 2), b)
    assert not overlaps(a.moved(*u, leave), b)
    if leave - enter > 0.1:
        assert overlaps(a.moved(*u, enter + 0.05), b)
    assert gap(b, -u[0], -u[1], a) == pytest.approx(g, abs=1e-9)


@given(rects, rects, facings, shifts)
def test_gap_on_a_turned_table(a, b, going, shift):
    assume(shape(a).distance(shape(b)) > 1e-4)
    assume(clearly(swept(a, *direction(going), 40), shape(b)) is not None)
    turned = gap(on_turned_table(a, shift), *direction(going + shift[0]), on_turned_table(b, shift))
    assert turned == pytest.approx(gap(a, *direction(going), b), abs=1e-6)


@given(rects, rects, st.integers(-20, 20))
def test_after_a_gap_the_move_presses_in(a, b, off):
    """At rest against b: going on is 0.0, going back is free."""
    a = a.moved(-1.0, 0.0, 9.0)
    u = direction(bearing(b.x - a.x, b.y - a.y) + off)
    g = gap(a, *u, b)
    assume(1e-3 < g < FAR)
    enter, leave = blocked_span(a, *u, b)
    assume(leave - enter > 1e-2)
    at = a.moved(*u, g)
    assert gap(at, *u, b) == 0.0
    assert gap(at, -u[0], -u[1], b) == FAR


# ---- segments


@pytest.mark.parametrize(
    ("segment", "meets"),
    [
        ((-3, 0, 3, 0), True),
        ((-3, 1, 3, 1), False),  # along an edge
        ((-3, 1 - 1e-7, 3, 1 - 1e-7), False),
        ((0, 2, 2, 0), False),  # through a corner
        ((0, 1.9, 1.9, 0), True),
        ((-3, 0, -1, 0), False),  # ends on the edge
        ((-3, 0, -0.9, 0), True),
        ((0.1, 0, 0.2, 0), True),
        ((0, 0, 0, 0), True),
        ((2, 2, 2, 2), False),
    ],
)
def test_segment_meets_rect(segment, meets):
    r = rect(x=0.0, y=0.0, facing=0.0, width=2.0, depth=2.0)
    x0, y0, x1, y1 = map(float, segment)
    assert segment_meets_rect(x0, y0, x1, y1, r) is segment_meets_rect(x1, y1, x0, y0, r) is meets


@given(points, points, rects)
@settings(max_examples=300)
def test_segment_and_rect_against_shapely(p, q, r):
    line = shapely.LineString([p, q])
    assert segment_rect_distance(*p, *q, r) == pytest.approx(line.distance(shape(r)), abs=1e-9)
    meets = segment_meets_rect(*p, *q, r)
    assert meets is segment_meets_rect(*q, *p, r)
    expected = clearly(shape(r), line)
    if expected is not None:
        assert meets is expected


@pytest.mark.parametrize(
    ("one", "other", "cross"),
    [
        ((0, 0, 2, 2), (0, 2, 2, 0), True),
        ((0, 0, 2, 2), (1, 1, 2, 0), False),  # ends on it
        ((0, 0, 2, 0), (1, 0, 3, 0), False),  # along it
        ((0, 0, 2, 0), (2, 0, 2, 5), False),
        ((0, 0, 2, 0), (1, -1e-7, 1, 5), False),
        ((0, 0, 2, 0), (1, -1e-5, 1, 5), True),
        ((0, 0, 2, 0), (3, -1, 3, 5), False),
        ((0, 0, 0, 0), (-1, 0, 1, 0), False),
    ],
)
def test_segments_cross(one, other, cross):
    a, b = tuple(map(float, one)), tuple(map(float, other))
    assert segments_cross(*a, *b) is segments_cross(*b, *a) is segments_cross(*a, *b[2:], *b[:2]) is cross


@given(points, points, points, points)
def test_segments_against_shapely(p, q, r, s):
    one, other = shapely.LineString([p, q]), shapely.LineString([r, s])
    cross = segments_cross(*p, *q, *r, *s)
    assert cross is segments_cross(*r, *s, *p, *q) is segments_cross(*q, *p, *s, *r)
    if one.length > 0 and other.length > 0:
        assert (
            cross is one.crosses(other)
            or min(
                one.distance(shapely.Point(r)),
                one.distance(shapely.Point(s)),
                other.distance(shapely.Point(p)),
                other.distance(shapely.Point(q)),
            )
            < 1e-5
        )
    assert point_segment_distance(*p, *r, *s) == pytest.approx(other.distance(shapely.Point(p)), abs=1e-9)


# ---- contact


@pytest.mark.parametrize(
    ("b", "shared", "face_a", "face_b"),
    [
        (rect(x=0.0, y=0.75, facing=180.0, width=0.75, depth=0.75), 0.75, FRONT, FRONT),
        (rect(x=0.0, y=0.75, facing=0.0, width=0.75, depth=0.75), 0.75, FRONT, BACK),
        (rect(0.25, 0.75, 180.0, 0.75, 0.75), 0.5, FRONT, FRONT),
        (rect(0.75, y=0.0, facing=90.0, width=0.75, depth=0.75), 0.75, RIGHT, BACK),
        (rect(x=0.0, y=-0.75, facing=90.0, width=0.75, depth=0.75), 0.75, BACK, LEFT),
        (rect(-0.75, y=0.0, facing=0.0, width=0.75, depth=0.75), 0.75, LEFT, RIGHT),
        (rect(0.75, 0.75, facing=0.0, width=0.75, depth=0.75), 0.0, -1, -1),  # corners that meet
        (rect(0.70, 0.75, facing=0.0, width=0.75, depth=0.75), 0.0, -1, -1),  # along just 0.05
        (rect(0.69, 0.75, 180.0, 0.75, 0.75), 0.06, FRONT, FRONT),
        (rect(x=0.0, y=0.80, facing=180.0, width=0.75, depth=0.75), 0.75, FRONT, FRONT),  # just 0.05 off
        (rect(x=0.0, y=0.81, facing=180.0, width=0.75, depth=0.75), 0.0, -1, -1),
        (rect(x=0.0, y=0.74, facing=180.0, width=0.75, depth=0.75), 0.75, FRONT, FRONT),  # a little into each other
        (rect(x=0.0, y=1.25, facing=180.0, width=1.0, depth=1.75), 0.75, FRONT, FRONT),  # a wider base
        (rect(x=0.0, y=5.0, facing=180.0, width=0.75, depth=0.75), 0.0, -1, -1),
    ],
)
def test_contact(b, shared, face_a, face_b):
    a = rect(x=0.0, y=0.0, facing=0.0, width=0.75, depth=0.75)
    assert contact(a, b, 0.05, 0.05) == (pytest.approx(shared), face_a, face_b)
    assert contact(b, a, 0.05, 0.05) == (pytest.approx(shared), face_b, face_a)


def test_contact_slightly_unconformed():
    """Two degrees askew, touching at a corner: the edges part by 0.05 only after 1.4; ten degrees: 0.29."""
    a = rect(x=0.0, y=0.0, facing=0.0, width=0.75, depth=0.75)
    shared, _, _ = contact(a, touching_askew(a, 182.0), 0.05, 0.05)
    assert shared == pytest.approx(0.75, abs=0.03)
    shared, face_a, face_b = contact(a, touching_askew(a, 190.0), 0.05, 0.05)
    assert (face_a, face_b) == (FRONT, FRONT)
    assert shared == pytest.approx(0.05 / math.sin(math.radians(10)), abs=0.03)


def touching_askew(a, facing):
    b = rect(x=0.0, y=5.0, facing=facing, width=0.75, depth=0.75)
    return b.moved(0.0, -1.0, gap(b, ux=0.0, uy=-1.0, b=a))


@given(rects, rects)
@settings(max_examples=300)
def test_contact_is_mutual_and_near(a, b):
    touch = gap(a, ux=0.0, uy=1.0, b=b)
    a = a.moved(0.0, 1.0, touch if touch < FAR else 0.0)
    shared, face_a, face_b = contact(a, b, 0.05, 0.05)
    again, _, _ = contact(b, a, 0.05, 0.05)
    assert again == pytest.approx(shared, abs=1e-5)
    if shared:
        assert shared > 0.05
        one, other = shapely.LineString(halves(face(a, face_a))), shapely.LineString(halves(face(b, face_b)))
        near = one.intersection(other.buffer(0.05 + 2e-6, quad_segs=64)).length
        assert shared <= near + 1e-5


def halves(ends):
    return [ends[:2], ends[2:]]


# ---- the same bits everywhere


def test_the_same_bits_everywhere():
    digest = hashlib.sha256()
    seed = 1
    for _ in range(3000):
        numbers = []
        for _ in range(11):
            seed = (seed * 6364136223846793005 + 1442695040888963407) % 2**64
            numbers.append((seed >> 40) / 2**24)
        n = numbers
        a = rect(n[0] * 9, n[1] * 9, n[2] * 360, n[3] * 4, n[4] * 4)
        b = rect(n[5] * 9, n[6] * 9, n[7] * 360, n[8] * 4, n[9] * 4)
        u = direction(n[10] * 360)
        results = (distance(a, b), gap(a, *u, b), *blocked_span(a, *u, b), contact(a, b, 0.5, 0.1)[0])
        digest.update(struct.pack("<5d?", *results, overlaps(a, b)))
    assert digest.hexdigest()[:16] == "0bfc11917f0f0c82"
