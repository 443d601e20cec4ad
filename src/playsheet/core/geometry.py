"""Rectangles on the table: do they overlap, how far apart are they, how far until they touch.

Bases, units and vehicles are rectangles with four faces. Everything works in a rectangle's own axes
(right, forward), so that no answer depends on how the table lies.
"""

import math
from typing import Final

from playsheet.core.angles import direction

TOLERANCE: Final = 1e-6  # the one tolerance: what is nearer than this touches, what overlaps less does not
FAR: Final = 1e9  # "never", as a distance
PARALLEL: Final = 1e-9  # drifting less than this for each unit moved is sliding: no table is wide enough

FRONT: Final = 0
RIGHT: Final = 1
BACK: Final = 2
LEFT: Final = 3


class Rect:
    """A rectangle about its centre; (ux, uy) is the unit vector of its facing, radius reaches its corners."""

    def __init__(
        self,
        x: float,
        y: float,
        facing: float,
        ux: float,
        uy: float,
        half_w: float,
        half_d: float,
        radius: float,
    ) -> None:
        self.x = x
        self.y = y
        self.facing = facing
        self.ux = ux
        self.uy = uy
        self.half_w = half_w
        self.half_d = half_d
        self.radius = radius

    def __repr__(self) -> str:
        return f"rect({self.x!r}, {self.y!r}, {self.facing!r}, {2 * self.half_w!r}, {2 * self.half_d!r})"

    def moved(self, ux: float, uy: float, t: float) -> "Rect":
        """Shifted by t along (ux, uy), facing kept."""
        return Rect(
            self.x + t * ux,
            self.y + t * uy,
            self.facing,
            self.ux,
            self.uy,
            self.half_w,
            self.half_d,
            self.radius,
        )

    def at(self, x: float, y: float) -> "Rect":
        """The same with its centre there, facing kept."""
        return Rect(x, y, self.facing, self.ux, self.uy, self.half_w, self.half_d, self.radius)

    def inflated(self, by: float) -> "Rect":
        """Grown by so much on every side."""
        w = self.half_w + by
        d = self.half_d + by
        return Rect(self.x, self.y, self.facing, self.ux, self.uy, w, d, math.sqrt(w * w + d * d))

    def point(self, right: float, forward: float) -> tuple[float, float]:
        """From the rectangle's own axes to the table."""
        return self.x + right * self.uy + forward * self.ux, self.y - right * self.ux + forward * self.uy

    def local(self, px: float, py: float) -> tuple[float, float]:
        """From the table to the rectangle's own axes: (right, forward)."""
        dx = px - self.x
        dy = py - self.y
        return dx * self.uy - dy * self.ux, dx * self.ux + dy * self.uy

    def corners(self) -> tuple[float, float, float, float, float, float, float, float]:
        """Front left, front right, back right, back left."""
        rx = self.half_w * self.uy
        ry = -self.half_w * self.ux
        fx = self.half_d * self.ux
        fy = self.half_d * self.uy
        return (
            self.x - rx + fx,
            self.y - ry + fy,
            self.x + rx + fx,
            self.y + ry + fy,
            self.x + rx - fx,
            self.y + ry - fy,
            self.x - rx - fx,
            self.y - ry - fy,
        )

    def front(self) -> tuple[float, float, float, float]:
        """The front edge: its left end, its right end."""
        return face(self, FRONT)


def rect(x: float, y: float, facing: float, width: float, depth: float) -> Rect:
    ux, uy = direction(facing)
    w = 0.5 * width
    d = 0.5 * depth
    return Rect(x, y, facing, ux, uy, w, d, math.sqrt(w * w + d * d))


def face(r: Rect, which: int) -> tuple[float, float, float, float]:
    """The two ends of a face, left end first as seen from inside."""
    ax, ay, bx, by, cx, cy, dx, dy = r.corners()
    if which == FRONT:
        return ax, ay, bx, by
    if which == RIGHT:
        return bx, by, cx, cy
    if which == BACK:
        return cx, cy, dx, dy
    return dx, dy, ax, ay


# ---- overlap and distance


def _overlap_by_more(a: Rect, b: Rect, than: float) -> bool:
    """The circles first, as most pairs are far apart."""
    dx = b.x - a.x
    dy = b.y - a.y
    reach = a.radius + b.radius
    if dx * dx + dy * dy >= reach * reach:
        return False
    return _on_all_axes(a, b, dx, dy, than)


def _on_all_axes(a: Rect, b: Rect, dx: float, dy: float, than: float) -> bool:
    """Do they overlap by more on each of the four axes? From a's centre to b's it is (dx, dy)."""
    c = abs(a.ux * b.ux + a.uy * b.uy)
    s = abs(a.ux * b.uy - a.uy * b.ux)
    return (
        a.half_d + b.half_d * c + b.half_w * s - abs(dx * a.ux + dy * a.uy) > than
        and a.half_w + b.half_w * c + b.half_d * s - abs(dx * a.uy - dy * a.ux) > than
        and b.half_d + a.half_d * c + a.half_w * s - abs(dx * b.ux + dy * b.uy) > than
        and b.half_w + a.half_w * c + a.half_d * s - abs(dx * b.uy - dy * b.ux) > than
    )


def spacing(x0: float, y0: float, x1: float, y1: float) -> float:
    """How far two points are apart. (No `**`: a power goes through libm, which is not the same everywhere.)"""
    dx = x1 - x0
    dy = y1 - y0
    return math.sqrt(dx * dx + dy * dy)


def spacing_squared(x0: float, y0: float, x1: float, y1: float) -> float:
    """The same squared, where only a comparison is wanted."""
    dx = x1 - x0
    dy = y1 - y0
    return dx * dx + dy * dy


def overlaps(a: Rect, b: Rect) -> bool:
    """Do their interiors overlap? Touching is not overlapping."""
    return _overlap_by_more(a, b, TOLERANCE)


def distance(a: Rect, b: Rect) -> float:
    """The least distance between two rectangles; 0 if they overlap."""
    if _overlap_by_more(a, b, than=0.0):
        return 0.0
    d = _corners_from(a, b)
    e = _corners_from(b, a)
    return d if d < e else e


def _corners_from(a: Rect, b: Rect) -> float:
    """How near b's nearest corner is to a."""
    ax, ay, bx, by, cx, cy, dx, dy = b.corners()
    best = point_distance(a, ax, ay)
    d = point_distance(a, bx, by)
    if d < best:
        best = d
    d = point_distance(a, cx, cy)
    if d < best:
        best = d
    d = point_distance(a, dx, dy)
    return d if d < best else best


def point_distance(r: Rect, px: float, py: float) -> float:
    """0 inside."""
    right, forward = r.local(px, py)
    right = abs(right) - r.half_w
    forward = abs(forward) - r.half_d
    if right <= 0.0:
        return forward if forward > 0.0 else 0.0
    if forward <= 0.0:
        return right
    return math.sqrt(right * right + forward * forward)


def contains(r: Rect, px: float, py: float) -> bool:
    """Is the point in the rectangle, its edge included?"""
    right, forward = r.local(px, py)
    return abs(right) <= r.half_w + TOLERANCE and abs(forward) <= r.half_d + TOLERANCE


# ---- moving straight until touch


def axis_pass(p: float, v: float, reach: float) -> tuple[float, float, float, float]:
    """On one axis, when is |p + v t| less than reach? (touch, enter, leave, part).

    They touch at `touch` and part at `part`; from `enter` to `leave` they overlap by more than TOLERANCE.
    Both are needed: the first says how far one may go, the second whether there is anything to stop for.
    """
    if abs(v) < PARALLEL:
        if abs(p) < reach - TOLERANCE:
            return -FAR, -FAR, FAR, FAR
        return FAR, FAR, -FAR, -FAR
    if v < 0.0:
        p = -p
        v = -v
    slack = TOLERANCE / v
    touch = (-reach - p) / v
    part = (reach - p) / v
    return touch, touch + slack, part - slack, part


def _pass(a: Rect, ux: float, uy: float, b: Rect) -> tuple[float, float, float, float]:
    """`axis_pass` over the four axes of two rectangles: a moves, b stands."""
    dx = a.x - b.x
    dy = a.y - b.y
    c = abs(a.ux * b.ux + a.uy * b.uy)
    s = abs(a.ux * b.uy - a.uy * b.ux)
    touch, enter, leave, part = axis_pass(
        dx * a.ux + dy * a.uy, ux * a.ux + uy * a.uy, a.half_d + b.half_d * c + b.half_w * s
    )
    t, e, lv, p = axis_pass(dx * a.uy - dy * a.ux, ux * a.uy - uy * a.ux, a.half_w + b.half_w * c + b.half_d * s)
    if t > touch:
        touch = t
    if e > enter:
        enter = e
    if lv < leave:
        leave = lv
    if p < part:
        part = p
    t, e, lv, p = axis_pass(dx * b.ux + dy * b.uy, ux * b.ux + uy * b.uy, b.half_d + a.half_d * c + a.half_w * s)
    if t > touch:
        touch = t
    if e > enter:
        enter = e
    if lv < leave:
        leave = lv
    if p < part:
        part = p
    t, e, lv, p = axis_pass(dx * b.uy - dy * b.ux, ux * b.uy - uy * b.ux, b.half_w + a.half_w * c + a.half_d * s)
    if t > touch:
        touch = t
    if e > enter:
        enter = e
    if lv < leave:
        leave = lv
    if p < part:
        part = p
    return touch, enter, leave, part


def blocked_span(a: Rect, ux: float, uy: float, b: Rect) -> tuple[float, float]:
    """For which t does a, moved by t (ux, uy), overlap b? The open interval; (FAR, -FAR) if for none.

    t may be negative. At either end of the interval they touch.
    """
    touch, enter, leave, part = _pass(a, ux, uy, b)
    if enter >= leave:
        return FAR, -FAR
    return touch, part


def gap(a: Rect, ux: float, uy: float, b: Rect) -> float:
    """How far a can go straight along (ux, uy) until it touches b; FAR if it never does.

    What touches now stops a only if the move presses into it (0.0): sliding along it or leaving it is free.
    """
    dx = b.x - a.x
    dy = b.y - a.y
    reach = a.radius + b.radius
    ahead = dx * ux + dy * uy
    if ahead < -reach:
        return FAR
    aside = dx * uy - dy * ux
    if aside >= reach or aside <= -reach:
        return FAR
    touch, enter, leave, _ = _pass(a, ux, uy, b)
    if enter >= leave or leave <= 0.0:
        return FAR
    return touch if touch > TOLERANCE else 0.0


# ---- segments


def box_share(x0: float, y0: float, x1: float, y1: float, half_w: float, half_d: float) -> float:
    """What share of a segment lies in a box about the origin; -1.0 if it misses the box altogether."""
    t0 = 0.0
    t1 = 1.0
    d = x1 - x0
    if d == 0.0:
        if abs(x0) > half_w:
            return -1.0
    else:
        near = (-half_w - x0) / d
        far = (half_w - x0) / d
        if near > far:
            near, far = far, near
        if near > t0:
            t0 = near
        if far < t1:
            t1 = far
        if t0 > t1:
            return -1.0
    d = y1 - y0
    if d == 0.0:
        if abs(y0) > half_d:
            return -1.0
    else:
        near = (-half_d - y0) / d
        far = (half_d - y0) / d
        if near > far:
            near, far = far, near
        if near > t0:
            t0 = near
        if far < t1:
            t1 = far
        if t0 > t1:
            return -1.0
    return t1 - t0


def segment_meets_rect(x0: float, y0: float, x1: float, y1: float, r: Rect) -> bool:
    """Does the segment pass through the interior? Grazing an edge or a corner is not passing through."""
    if x1 < x0 or (x1 == x0 and y1 < y0):  # the same answer, to the last bit, from either end
        x0, y0, x1, y1 = x1, y1, x0, y0
    right0, forward0 = r.local(x0, y0)
    right1, forward1 = r.local(x1, y1)
    return box_share(right0, forward0, right1, forward1, r.half_w - TOLERANCE, r.half_d - TOLERANCE) > 0.0


def segments_cross(x0: float, y0: float, x1: float, y1: float, x2: float, y2: float, x3: float, y3: float) -> bool:
    """Do the two segments pass through each other? Touching, or lying along each other, is not crossing."""
    return _parts(x0, y0, x1, y1, x2, y2, x3, y3) and _parts(x2, y2, x3, y3, x0, y0, x1, y1)


def _parts(x0: float, y0: float, x1: float, y1: float, x2: float, y2: float, x3: float, y3: float) -> bool:
    """Does the line through the first two points have the other two on opposite sides?"""
    if x1 < x0 or (x1 == x0 and y1 < y0):
        x0, y0, x1, y1 = x1, y1, x0, y0
    dx = x1 - x0
    dy = y1 - y0
    least = TOLERANCE * math.sqrt(dx * dx + dy * dy)
    s2 = dx * (y2 - y0) - dy * (x2 - x0)
    s3 = dx * (y3 - y0) - dy * (x3 - x0)
    return (s2 > least and s3 < -least) or (s2 < -least and s3 > least)


def point_segment_distance(px: float, py: float, x0: float, y0: float, x1: float, y1: float) -> float:
    return math.sqrt(_point_segment_square(px, py, x0, y0, x1, y1))


def _point_segment_square(px: float, py: float, x0: float, y0: float, x1: float, y1: float) -> float:
    dx = x1 - x0
    dy = y1 - y0
    px -= x0
    py -= y0
    along = px * dx + py * dy
    if along > 0.0:
        square = dx * dx + dy * dy
        if along >= square:
            px -= dx
            py -= dy
        else:
            t = along / square
            px -= t * dx
            py -= t * dy
    return px * px + py * py


def segment_rect_distance(x0: float, y0: float, x1: float, y1: float, r: Rect) -> float:
    """0 if they meet."""
    right0, forward0 = r.local(x0, y0)
    right1, forward1 = r.local(x1, y1)
    return box_distance(right0, forward0, right1, forward1, r.half_w, r.half_d)


def box_distance(x0: float, y0: float, x1: float, y1: float, half_w: float, half_d: float) -> float:
    """From a segment to a box about the origin: an end is nearest, or a corner is."""
    if box_share(x0, y0, x1, y1, half_w, half_d) >= 0.0:
        return 0.0
    best = _point_box_square(x0, y0, half_w, half_d)
    d = _point_box_square(x1, y1, half_w, half_d)
    if d < best:
        best = d
    d = _point_segment_square(-half_w, -half_d, x0, y0, x1, y1)
    if d < best:
        best = d
    d = _point_segment_square(-half_w, half_d, x0, y0, x1, y1)
    if d < best:
        best = d
    d = _point_segment_square(half_w, -half_d, x0, y0, x1, y1)
    if d < best:
        best = d
    d = _point_segment_square(half_w, half_d, x0, y0, x1, y1)
    if d < best:
        best = d
    return math.sqrt(best)


def _point_box_square(x: float, y: float, half_w: float, half_d: float) -> float:
    x = abs(x) - half_w
    y = abs(y) - half_d
    if x < 0.0:
        x = 0.0
    if y < 0.0:
        y = 0.0
    return x * x + y * y


# ---- faces in contact

FACING: Final = 0.7071  # faces within 45 degrees look at each other (a little more: at 45, both neighbours)
APART: Final = 1e-4  # well over the tolerance: whoever is farther apart shares nothing, whatever rounding does


def contact(a: Rect, b: Rect, within: float, along: float) -> tuple[float, int, int]:
    """The longest shared edge: (its length, face of a, face of b), or (0.0, -1, -1).

    Two faces that look at each other share the length over which they lie square to each other, no farther
    apart than `within`; it counts only if it is more than `along`. Corners that meet share nothing. The
    length is the same from both sides.
    """
    dx = b.x - a.x
    dy = b.y - a.y
    reach = a.radius + b.radius + within + TOLERANCE
    best = 0.0
    face_a = -1
    face_b = -1
    if dx * dx + dy * dy > reach * reach or not _on_all_axes(a, b, dx, dy, -within - APART):
        return best, face_a, face_b
    ahead = a.ux * b.ux + a.uy * b.uy  # the way face i of a looks, in b's axes
    aside = a.ux * b.uy - a.uy * b.ux
    for i in range(4):
        for j in range(4):
            if _looks(j, ahead, aside) > -FACING:
                continue
            ax, ay, bx, by = face(a, i)
            cx, cy, ex, ey = face(b, j)
            shared = _square_to(ax, ay, bx, by, cx, cy, ex, ey, within)
            if shared <= along + TOLERANCE or shared <= best + TOLERANCE:
                continue
            back = _square_to(cx, cy, ex, ey, ax, ay, bx, by, within)
            if back < shared:
                shared = back
            if shared > along + TOLERANCE and shared > best + TOLERANCE:
                best = shared
                face_a = i
                face_b = j
        ahead, aside = -aside, ahead  # the next face, a quarter turn clockwise
    return best, face_a, face_b


def _looks(which: int, ahead: float, aside: float) -> float:
    """How nearly a face looks a given way: 1.0 just so, -1.0 straight against it."""
    if which == FRONT:
        return ahead
    if which == RIGHT:
        return aside
    return -ahead if which == BACK else -aside


def _square_to(
    ax: float, ay: float, bx: float, by: float, cx: float, cy: float, dx: float, dy: float, within: float
) -> float:
    """How much of segment A-B lies over C-D, no farther off than `within`."""
    wx = dx - cx
    wy = dy - cy
    length = math.sqrt(wx * wx + wy * wy)
    if length <= TOLERANCE:
        return 0.0
    wx /= length
    wy /= length
    mx = 0.5 * (cx + dx)
    my = 0.5 * (cy + dy)
    share = box_share(
        (ax - mx) * wx + (ay - my) * wy,
        (ax - mx) * wy - (ay - my) * wx,
        (bx - mx) * wx + (by - my) * wy,
        (bx - mx) * wy - (by - my) * wx,
        0.5 * length,
        within + TOLERANCE,
    )
    if share <= 0.0:
        return 0.0
    return share * math.sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay))
