"""Compass bearings: exact where players look, the C library's answer elsewhere, the same bits everywhere."""

import hashlib
import math
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playsheet.core.angles import bearing, direction, toward, turn_between, turned, wrapped

bearings = st.floats(-1000, 1000)
HALF = 0.7071067811865476


@pytest.mark.parametrize(
    ("b", "dx", "dy"),
    [(0, 0, 1), (90, 1, 0), (180, 0, -1), (270, -1, 0), (360, 0, 1), (-90, -1, 0), (450, 1, 0), (720, 0, 1)],
)
def test_quarter_turns_are_exact(b, dx, dy):
    assert direction(float(b)) == (dx, dy)
    assert bearing(dx, dy) == b % 360


@pytest.mark.parametrize(
    ("dx", "dy", "b"),
    [(1, 1, 45), (3, -3, 135), (-0.1, -0.1, 225), (-7, 7, 315), (0, 0, 0), (0, 5, 0), (-1e-30, 1, 0)],
)
def test_eighth_turns_are_exact(dx, dy, b):
    assert bearing(float(dx), float(dy)) == b


def test_no_minus_zero():
    for b in (0.0, 90.0, 180.0, 270.0):
        assert all(math.copysign(1, part) == 1 or part == -1 for part in direction(b))


@given(bearings)
def test_direction_against_the_library(b):
    dx, dy = direction(b)
    radians = math.radians(b % 360)
    assert abs(dx - math.sin(radians)) < 2e-15
    assert abs(dy - math.cos(radians)) < 2e-15
    assert abs(math.hypot(dx, dy) - 1) < 1e-15


@given(st.floats(-100, 100), st.floats(-100, 100))
def test_bearing_against_the_library(dx, dy):
    b = bearing(dx, dy)
    assert 0 <= b < 360
    if math.hypot(dx, dy) > 1e-100:
        assert turn_between(b, math.degrees(math.atan2(dx, dy)) % 360) < 1e-12


@given(st.floats(0, 360, exclude_max=True))
def test_there_and_back(b):
    assert turn_between(bearing(*direction(b)), b) < 1e-12


@pytest.mark.parametrize(
    ("b", "into"), [(0, 0), (359.5, 359.5), (360, 0), (-1, 359), (725, 5), (-725, 355), (-1e-20, 0)]
)
def test_wrapped(b, into):
    assert wrapped(float(b)) == into


@pytest.mark.parametrize(
    ("a", "b", "turn"),
    [(0, 0, 0), (10, 350, 20), (350, 10, 20), (0, 180, 180), (90, 271, 179), (-10, 370, 20)],
)
def test_turn_between(a, b, turn):
    assert turn_between(float(a), float(b)) == turn


@pytest.mark.parametrize(
    ("a", "b", "most", "to"),
    [
        (0, 30, 45, 30),
        (0, 90, 45, 45),
        (0, 270, 45, 315),
        (350, 20, 10, 0),
        (10, 340, 20, 350),
        (0, 180, 45, 45),  # opposite: clockwise
        (200, 20, 180, 20),
        (77, 76, 0, 77),
    ],
)
def test_toward(a, b, most, to):
    assert toward(float(a), float(b), float(most)) == to


@given(bearings, bearings, st.floats(0, 180))
def test_toward_keeps_its_promise(a, b, most):
    to = toward(a, b, most)
    assert 0 <= to < 360
    assert turn_between(a, to) <= most + 1e-9
    assert turn_between(to, b) == pytest.approx(max(0.0, turn_between(a, b) - most), abs=1e-9)


@given(bearings, bearings)
def test_turns(a, by):
    assert turn_between(turned(a, by), a + by) < 1e-9
    assert turn_between(a, by) == turn_between(by, a) <= 180


def test_the_same_bits_everywhere():
    """A replay depends on them. Whatever machine or build gives another sum would play another game."""
    digest = hashlib.sha256()
    for i in range(20000):
        dx, dy = direction(i * 0.0371)
        digest.update(struct.pack("<3d", dx, dy, bearing(dx * (1 + i % 7), dy)))
    assert digest.hexdigest()[:16] == "ebd45948a8b3dd0f"
