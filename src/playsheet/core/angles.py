"""Compass bearings in degrees: 0 is north (+y), clockwise, 90 is east (+x).

Sine and arc tangent differ in the last bit from one C library to the next, and a replay must not. So they
are made here of + - * / alone, which every machine rounds alike (the polynomials are fdlibm's).
"""

import math
from typing import Final

RADIANS: Final = 0.017453292519943295  # in a degree
DEGREES: Final = 57.29577951308232  # in a radian
ATAN_HALF: Final = 26.56505117707799  # the arc tangent of 1/2, in degrees


def wrapped(b: float) -> float:
    """The same bearing in [0, 360)."""
    if 0.0 <= b < 360.0:
        return b
    b -= 360.0 * float(math.floor(b / 360.0))
    if 0.0 <= b < 360.0:
        return b
    return 0.0  # a hair below north rounds to 360


def turned(a: float, by: float) -> float:
    """Bearing a turned clockwise by so many degrees."""
    return wrapped(a + by)


def turn_between(a: float, b: float) -> float:
    """The least turn from one to the other, 0 to 180, either way round."""
    d = abs(wrapped(a) - wrapped(b))
    return 360.0 - d if d > 180.0 else d


def toward(a: float, b: float, most: float) -> float:
    """Bearing a turned toward b the short way by at most `most`; clockwise if they are opposite."""
    if turn_between(a, b) <= most:
        return wrapped(b)
    return wrapped(a + most) if wrapped(b - a) <= 180.0 else wrapped(a - most)


def direction(bearing: float) -> tuple[float, float]:
    """The unit vector (dx, dy) of a bearing: its sine and cosine; exact at the quarter turns."""
    b = wrapped(bearing)
    if b < 45.0:
        s, c = _sine_cosine(b)
        return s, c
    if b < 135.0:
        s, c = _sine_cosine(b - 90.0)
        return c, 0.0 - s
    if b < 225.0:
        s, c = _sine_cosine(b - 180.0)
        return 0.0 - s, 0.0 - c
    if b < 315.0:
        s, c = _sine_cosine(b - 270.0)
        return 0.0 - c, s
    return _sine_cosine(b - 360.0)


def _sine_cosine(degrees: float) -> tuple[float, float]:
    """For -45 to 45."""
    x = degrees * RADIANS
    z = x * x
    s = x + x * z * (
        -1.66666666666666324348e-01
        + z
        * (
            8.33333333332248946124e-03
            + z
            * (
                -1.98412698298579493134e-04
                + z * (2.75573137070700676789e-06 + z * (-2.50507602534068634195e-08 + z * 1.58969099521155010221e-10))
            )
        )
    )
    r = z * (
        4.16666666666666019037e-02
        + z
        * (
            -1.38888888888741095749e-03
            + z
            * (
                2.48015872894767294178e-05
                + z * (-2.75573143513906633035e-07 + z * (2.08757232129817482790e-09 + z * -1.13596475577881948265e-11))
            )
        )
    )
    half = 0.5 * z
    w = 1.0 - half
    return s, w + ((1.0 - w - half) + z * r)


def bearing(dx: float, dy: float) -> float:
    """The bearing of a vector, in [0, 360); 0 for no vector. Exact at multiples of 45 degrees."""
    ax = abs(dx)
    ay = abs(dy)
    if ax == 0.0 and ay == 0.0:
        return 0.0
    b = _arc_tangent(ax / ay) if ax <= ay else 90.0 - _arc_tangent(ay / ax)
    if dy < 0.0:
        b = 180.0 - b
    if dx < 0.0:
        b = 360.0 - b
        if b >= 360.0:
            return 0.0
    return b


def _arc_tangent(t: float) -> float:
    """In degrees, for 0 <= t <= 1."""
    base = 0.0
    if t >= 0.6875:
        base = 45.0
        t = (t - 1.0) / (t + 1.0)
    elif t >= 0.4375:
        base = ATAN_HALF
        t = (2.0 * t - 1.0) / (2.0 + t)
    z = t * t
    w = z * z
    odd = z * (
        3.33333333333329318027e-01
        + w
        * (
            1.42857142725034663711e-01
            + w
            * (
                9.09088713343650656196e-02
                + w * (6.66107313738753120669e-02 + w * (4.97687799461593236017e-02 + w * 1.62858201153657823623e-02))
            )
        )
    )
    even = w * (
        -1.99999999998764832476e-01
        + w
        * (
            -1.11111104054623557880e-01
            + w * (-7.69187620504482999495e-02 + w * (-5.83357013379057348645e-02 + w * -3.65315727442169155270e-02))
        )
    )
    return base + DEGREES * (t - t * (odd + even))
