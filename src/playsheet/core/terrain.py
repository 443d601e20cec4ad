"""Terrain: areas (closed simple polygons) and lines (walls, hedges), with kinds each system gives meaning to.

Boxes are checked before edges everywhere. An edge loop runs over (previous corner, corner): an area starts
with its last corner as the previous one, a line with its first.
"""

import math
from collections.abc import Sequence
from typing import Final

from mypy_extensions import i64

from playsheet.core.angles import direction
from playsheet.core.arrays import Floats, floats_of
from playsheet.core.geometry import (
    FAR,
    PARALLEL,
    TOLERANCE,
    Rect,
    axis_pass,
    box_distance,
    box_share,
    point_segment_distance,
    segments_cross,
)

CIRCLE_SIDES: Final = 48
HAIR: Final = 2.0 * TOLERANCE  # "just ahead": over the tolerance, and so no longer on the edge itself


class Piece:
    """A piece of terrain: an area, or an open line (`is_line`); `level` is the height of a hill."""

    def __init__(
        self,
        id: int,
        name: str,
        kind: str,
        points: Sequence[tuple[float, float]],
        is_line: bool = False,
        level: int = 0,
        simple: bool = False,
    ) -> None:
        """`simple`: an outline of which it is known that it does not cross itself."""
        kept = _distinct(points, is_line)
        if len(kept) < (2 if is_line else 3):
            raise ValueError(f"terrain {name!r} has too few corners")
        self.id = id
        self.name = name
        self.kind = kind
        self.is_line = is_line
        self.level = level
        self.xs: Floats = floats_of([x for x, _ in kept])
        self.ys: Floats = floats_of([y for _, y in kept])
        min_x, min_y = max_x, max_y = kept[0]
        for x, y in kept:
            min_x = min(min_x, x)
            max_x = max(max_x, x)
            min_y = min(min_y, y)
            max_y = max(max_y, y)
        self.min_x = min_x
        self.max_x = max_x
        self.min_y = min_y
        self.max_y = max_y
        if not is_line and not simple:
            _check_simple(name, kept)

    def __repr__(self) -> str:
        return f"<{self.kind} {self.name!r}>"


def _distinct(points: Sequence[tuple[float, float]], is_line: bool) -> list[tuple[float, float]]:
    """The corners without repeats (an area's outline may come closed), which would be edges of no length."""
    kept: list[tuple[float, float]] = []
    for x, y in points:
        if not kept or abs(x - kept[-1][0]) > TOLERANCE or abs(y - kept[-1][1]) > TOLERANCE:
            kept.append((float(x), float(y)))
    if not is_line and len(kept) > 1:
        first = kept[0]
        last = kept[-1]
        if abs(first[0] - last[0]) <= TOLERANCE and abs(first[1] - last[1]) <= TOLERANCE:
            kept.pop()
    return kept


def _check_simple(name: str, points: list[tuple[float, float]]) -> None:
    """Inside and outside mean nothing if an outline crosses itself."""
    n = len(points)
    for i in range(n):
        for j in range(i + 1, n):
            a, b = points[i], points[(i + 1) % n]
            c, d = points[j], points[(j + 1) % n]
            if segments_cross(a[0], a[1], b[0], b[1], c[0], c[1], d[0], d[1]):
                raise ValueError(f"the outline of terrain {name!r} crosses itself")


def rectangle(id: int, name: str, kind: str, x0: float, y0: float, x1: float, y1: float, level: int = 0) -> Piece:
    return Piece(id, name, kind, [(x0, y0), (x1, y0), (x1, y1), (x0, y1)], is_line=False, level=level)


def circle(id: int, name: str, kind: str, x: float, y: float, radius: float, level: int = 0) -> Piece:
    """A regular polygon of 48 sides with a corner due north."""
    points: list[tuple[float, float]] = []
    for i in range(CIRCLE_SIDES):
        ux, uy = direction(i * 360.0 / CIRCLE_SIDES)
        points.append((x + radius * ux, y + radius * uy))
    return Piece(id, name, kind, points, is_line=False, level=level)


def polygon(id: int, name: str, kind: str, points: Sequence[tuple[float, float]], level: int = 0) -> Piece:
    return Piece(id, name, kind, points, is_line=False, level=level)


def polyline(id: int, name: str, kind: str, points: Sequence[tuple[float, float]]) -> Piece:
    return Piece(id, name, kind, points, is_line=True, level=0)


class Ground:
    """The table, from (0, 0) to (width, depth), and what stands on it."""

    def __init__(self, width: float, depth: float, pieces: list[Piece]) -> None:
        self.width = width
        self.depth = depth
        self.pieces = pieces


# ---- points


def holds(piece: Piece, x: float, y: float) -> bool:
    """Is the point in the piece, its boundary included? (A line holds what is on it.)"""
    if (
        x < piece.min_x - TOLERANCE
        or x > piece.max_x + TOLERANCE
        or y < piece.min_y - TOLERANCE
        or y > piece.max_y + TOLERANCE
    ):
        return False
    if not piece.is_line and _inside(piece, x, y):
        return True
    return _on_boundary(piece, x, y)


def _inside(piece: Piece, x: float, y: float) -> bool:
    """By counting the edges east of the point; either answer on the boundary itself."""
    xs = piece.xs
    ys = piece.ys
    n: i64 = len(xs)
    x0 = xs[n - 1]
    y0 = ys[n - 1]
    inside = False
    i: i64 = 0
    while i < n:
        x1 = xs[i]
        y1 = ys[i]
        if (y0 > y) != (y1 > y) and x < x0 + (x1 - x0) * ((y - y0) / (y1 - y0)):
            inside = not inside
        x0 = x1
        y0 = y1
        i += 1
    return inside


def _on_boundary(piece: Piece, x: float, y: float) -> bool:
    xs = piece.xs
    ys = piece.ys
    n: i64 = len(xs)
    i: i64 = 1 if piece.is_line else 0
    x0 = xs[0] if piece.is_line else xs[n - 1]
    y0 = ys[0] if piece.is_line else ys[n - 1]
    while i < n:
        x1 = xs[i]
        y1 = ys[i]
        if point_segment_distance(x, y, x0, y0, x1, y1) <= TOLERANCE:
            return True
        x0 = x1
        y0 = y1
        i += 1
    return False


def run_inside(piece: Piece, x: float, y: float, ux: float, uy: float) -> float:
    """How far the point can go along (ux, uy) and stay in the area, its boundary included; 0 if outside."""
    if piece.is_line or not holds(piece, x, y):
        return 0.0
    xs = piece.xs
    ys = piece.ys
    n: i64 = len(xs)
    along0 = (xs[n - 1] - x) * ux + (ys[n - 1] - y) * uy
    side0 = (xs[n - 1] - x) * uy - (ys[n - 1] - y) * ux
    meets: list[float] = []
    i: i64 = 0
    while i < n:
        along = (xs[i] - x) * ux + (ys[i] - y) * uy
        side = (xs[i] - x) * uy - (ys[i] - y) * ux
        if abs(side) <= TOLERANCE:
            t = along
        elif abs(side0) > TOLERANCE and (side > 0.0) != (side0 > 0.0):
            t = along0 + (along - along0) * (side0 / (side0 - side))
        else:
            t = 0.0
        if t > TOLERANCE:
            meets.append(t)
        along0 = along
        side0 = side
        i += 1
    meets.sort()
    reached = 0.0
    for t in meets:
        if t - reached > TOLERANCE:
            middle = 0.5 * (reached + t)
            if not holds(piece, x + middle * ux, y + middle * uy):
                return reached
        reached = t
    return reached


# ---- segments


def crossed(piece: Piece, x0: float, y0: float, x1: float, y1: float) -> bool:
    """Does the segment pass through the area's interior, or from one side of the line to the other?

    Running along the boundary, touching a corner, ending on the edge: none of these crosses.
    """
    if (
        (x0 < piece.min_x and x1 < piece.min_x)
        or (x0 > piece.max_x and x1 > piece.max_x)
        or (y0 < piece.min_y and y1 < piece.min_y)
        or (y0 > piece.max_y and y1 > piece.max_y)
    ):
        return False
    if x1 < x0 or (x1 == x0 and y1 < y0):  # the same answer, to the last bit, from either end
        x0, y0, x1, y1 = x1, y1, x0, y0
    wx = x1 - x0
    wy = y1 - y0
    length = math.sqrt(wx * wx + wy * wy)
    if length <= TOLERANCE:
        return not piece.is_line and _deep(piece, x0, y0)
    wx /= length
    wy /= length
    if beside(piece, x0, y0, wx, wy):
        return False
    if piece.is_line:
        return _line_crossed(piece, x0, y0, wx, wy, length)
    xs = piece.xs
    ys = piece.ys
    n: i64 = len(xs)
    along0 = (xs[n - 1] - x0) * wx + (ys[n - 1] - y0) * wy
    side0 = (xs[n - 1] - x0) * wy - (ys[n - 1] - y0) * wx
    touched = False
    parted = False  # has the line through the segment corners on both sides?
    i: i64 = 0
    while i < n:
        dx = xs[i] - x0
        dy = ys[i] - y0
        along = dx * wx + dy * wy
        side = dx * wy - dy * wx
        if abs(side) <= TOLERANCE:
            touched = True
        elif abs(side0) > TOLERANCE and (side > 0.0) != (side0 > 0.0):
            parted = True
            t = along0 + (along - along0) * (side0 / (side0 - side))
            if TOLERANCE < t < length - TOLERANCE:
                return True
            if -TOLERANCE <= t <= length + TOLERANCE:
                touched = True
        along0 = along
        side0 = side
        i += 1
    if touched:
        return _crossed_between(piece, x0, y0, wx, wy, length)
    return parted and _inside(piece, 0.5 * (x0 + x1), 0.5 * (y0 + y1))


def beside(piece: Piece, x: float, y: float, ux: float, uy: float) -> bool:
    """Does the piece's whole box lie on one side of the line through (x, y) along (ux, uy), and not touch it?

    Rounding keeps the order of numbers: then so does every corner of the piece, to the last bit.
    """
    left = (piece.min_x - x) * uy
    right = (piece.max_x - x) * uy
    low = (piece.min_y - y) * ux
    high = (piece.max_y - y) * ux
    if left > right:
        left, right = right, left
    if low > high:
        low, high = high, low
    return left - high > TOLERANCE or right - low < -TOLERANCE


def _crossed_between(piece: Piece, x0: float, y0: float, wx: float, wy: float, length: float) -> bool:
    """`crossed` where the segment meets the boundary only at corners or ends: look between those places."""
    xs = piece.xs
    ys = piece.ys
    n: i64 = len(xs)
    meets: list[float] = [0.0, length]
    i: i64 = 0
    while i < n:
        dx = xs[i] - x0
        dy = ys[i] - y0
        along = dx * wx + dy * wy
        if abs(dx * wy - dy * wx) <= TOLERANCE and TOLERANCE < along < length - TOLERANCE:
            meets.append(along)
        i += 1
    meets.sort()
    before = 0.0
    for t in meets:
        if t - before > TOLERANCE:
            middle = 0.5 * (before + t)
            if _deep(piece, x0 + middle * wx, y0 + middle * wy):
                return True
        before = t
    return False


def _deep(piece: Piece, x: float, y: float) -> bool:
    """In the interior, not merely on the boundary."""
    return _inside(piece, x, y) and not _on_boundary(piece, x, y)


def _line_crossed(piece: Piece, x0: float, y0: float, wx: float, wy: float, length: float) -> bool:
    """Does the line change sides between the ends of the segment? It may do so through its own corners."""
    xs = piece.xs
    ys = piece.ys
    n: i64 = len(xs)
    steps = n
    if abs(xs[0] - xs[n - 1]) <= TOLERANCE and abs(ys[0] - ys[n - 1]) <= TOLERANCE:
        n -= 1  # a ring: go round twice, so that it does not matter where it starts
        steps = 2 * n
    last_side = 0.0  # at the last corner off the segment's line
    last_along = 0.0
    least = FAR  # where the corners on the segment's line since then lie
    most = -FAR
    i: i64 = 0
    while i < steps:
        dx = xs[i % n] - x0
        dy = ys[i % n] - y0
        along = dx * wx + dy * wy
        side = dx * wy - dy * wx
        if abs(side) <= TOLERANCE:
            if along < least:
                least = along
            if along > most:
                most = along
        else:
            if last_side != 0.0 and (side > 0.0) != (last_side > 0.0):
                if least > most:
                    least = last_along + (along - last_along) * (last_side / (last_side - side))
                    most = least
                if most > TOLERANCE and least < length - TOLERANCE:
                    return True
            last_side = side
            last_along = along
            least = FAR
            most = -FAR
        i += 1
    return False


# ---- rectangles


def _apart(piece: Piece, r: Rect, by: float) -> bool:
    """Is the box of the piece farther than `by` from the box of the rectangle?"""
    ex = abs(r.uy) * r.half_w + abs(r.ux) * r.half_d + by
    ey = abs(r.ux) * r.half_w + abs(r.uy) * r.half_d + by
    return r.x + ex < piece.min_x or r.x - ex > piece.max_x or r.y + ey < piece.min_y or r.y - ey > piece.max_y


def rect_overlaps(piece: Piece, r: Rect) -> bool:
    """Do the interiors of area and rectangle overlap? Does the line pass through the rectangle's interior?"""
    if _apart(piece, r, by=0.0):
        return False
    xs = piece.xs
    ys = piece.ys
    n: i64 = len(xs)
    i: i64 = 1 if piece.is_line else 0
    right0, forward0 = r.local(xs[0], ys[0]) if piece.is_line else r.local(xs[n - 1], ys[n - 1])
    w = r.half_w - TOLERANCE
    d = r.half_d - TOLERANCE
    while i < n:
        right, forward = r.local(xs[i], ys[i])
        if box_share(right0, forward0, right, forward, w, d) > 0.0:
            return True
        right0 = right
        forward0 = forward
        i += 1
    return not piece.is_line and _inside(piece, r.x, r.y)  # no edge in it: all in or all out


def rect_distance(piece: Piece, r: Rect) -> float:
    """The least distance; 0 if they overlap."""
    if not piece.is_line and _inside(piece, r.x, r.y):
        return 0.0
    xs = piece.xs
    ys = piece.ys
    n: i64 = len(xs)
    i: i64 = 1 if piece.is_line else 0
    right0, forward0 = r.local(xs[0], ys[0]) if piece.is_line else r.local(xs[n - 1], ys[n - 1])
    best = FAR
    while i < n:
        right, forward = r.local(xs[i], ys[i])
        d = box_distance(right0, forward0, right, forward, r.half_w, r.half_d)
        if d < best:
            best = d
        right0 = right
        forward0 = forward
        i += 1
    return best


def rect_gap(piece: Piece, r: Rect, ux: float, uy: float) -> float:
    """How far the rectangle can go straight until it touches the piece; conventions as `geometry.gap`.

    A rectangle already in the area has no way to go: 0.0.
    """
    ex = abs(r.uy) * r.half_w + abs(r.ux) * r.half_d
    ey = abs(r.ux) * r.half_w + abs(r.uy) * r.half_d
    if (
        (r.x + ex < piece.min_x and ux <= 0.0)
        or (r.x - ex > piece.max_x and ux >= 0.0)
        or (r.y + ey < piece.min_y and uy <= 0.0)
        or (r.y - ey > piece.max_y and uy >= 0.0)
    ):
        return FAR
    if not piece.is_line and holds(piece, r.x, r.y):
        return 0.0
    xs = piece.xs
    ys = piece.ys
    n: i64 = len(xs)
    i: i64 = 1 if piece.is_line else 0
    right0, forward0 = r.local(xs[0], ys[0]) if piece.is_line else r.local(xs[n - 1], ys[n - 1])
    going_right = ux * r.uy - uy * r.ux
    going_forward = ux * r.ux + uy * r.uy
    best = FAR
    while i < n:
        right, forward = r.local(xs[i], ys[i])
        t = _edge_gap(right0, forward0, right, forward, r.half_w, r.half_d, going_right, going_forward)
        if t < best:
            best = t
        right0 = right
        forward0 = forward
        i += 1
    return best


def _edge_gap(x0: float, y0: float, x1: float, y1: float, half_w: float, half_d: float, ux: float, uy: float) -> float:
    """`gap` of a box about the origin against one segment: the box's two axes and the segment's normal."""
    touch, enter, leave, _ = axis_pass(-0.5 * (x0 + x1), ux, half_w + 0.5 * abs(x1 - x0))
    if leave <= 0.0 or enter >= leave:
        return FAR
    t, e, lv, _ = axis_pass(-0.5 * (y0 + y1), uy, half_d + 0.5 * abs(y1 - y0))
    if t > touch:
        touch = t
    if e > enter:
        enter = e
    if lv < leave:
        leave = lv
    if leave <= 0.0 or enter >= leave:
        return FAR
    nx = y1 - y0
    ny = x0 - x1
    length = math.sqrt(nx * nx + ny * ny)
    nx /= length
    ny /= length
    t, e, lv, _ = axis_pass(-nx * x0 - ny * y0, nx * ux + ny * uy, half_w * abs(nx) + half_d * abs(ny))
    if t > touch:
        touch = t
    if e > enter:
        enter = e
    if lv < leave:
        leave = lv
    if leave <= 0.0 or enter >= leave:
        return FAR
    return touch if touch > TOLERANCE else 0.0


# ---- a front edge that advances


def front_in(piece: Piece, ax: float, ay: float, bx: float, by: float, ux: float, uy: float) -> bool:
    """Is the ground just ahead of any part of the front A-B the interior of this area?"""
    if piece.is_line:
        return False
    dx = HAIR * ux
    dy = HAIR * uy
    return crossed(piece, ax + dx, ay + dy, bx + dx, by + dy)


def edge_ahead(piece: Piece, ax: float, ay: float, bx: float, by: float, ux: float, uy: float) -> float:
    """How far the front A-B goes along (ux, uy) until some part of it meets the boundary; FAR if never.

    A boundary the front already lies on or across does not count again while the front merely slides on
    along it: else a round wood would stop a unit at each of its 48 corners. What counts is a new meeting
    (an outlying corner comes up against the front, or an end of the front runs against an edge) and, for
    an area, the place where the front leaves it or a bay of it closes.
    """
    if (
        (piece.max_x < ax and piece.max_x < bx and ux >= 0.0)
        or (piece.min_x > ax and piece.min_x > bx and ux <= 0.0)
        or (piece.max_y < ay and piece.max_y < by and uy >= 0.0)
        or (piece.min_y > ay and piece.min_y > by and uy <= 0.0)
    ):
        return FAR
    # The front's own axes: across it from A to B, and onward from it, the way it goes.
    wx = bx - ax
    wy = by - ay
    length = math.sqrt(wx * wx + wy * wy)
    if length > TOLERANCE:
        wx /= length
        wy /= length
    else:
        length = 0.0
        wx = uy
        wy = -ux
    nx = -wy
    ny = wx
    if nx * ux + ny * uy < 0.0:
        nx = -nx
        ny = -ny
    going_across = ux * wx + uy * wy
    going_on = ux * nx + uy * ny
    xs = piece.xs
    ys = piece.ys
    n: i64 = len(xs)
    across0 = (xs[n - 1] - ax) * wx + (ys[n - 1] - ay) * wy
    onward0 = (xs[n - 1] - ax) * nx + (ys[n - 1] - ay) * ny
    across = (xs[0] - ax) * wx + (ys[0] - ay) * wy
    onward = (xs[0] - ax) * nx + (ys[0] - ay) * ny
    best = FAR
    i: i64 = 0
    while i < n:
        after = i + 1
        if after == n:
            after = 0
        across1 = (xs[after] - ax) * wx + (ys[after] - ay) * wy
        onward1 = (xs[after] - ax) * nx + (ys[after] - ay) * ny
        # The rise to each neighbour; none beyond the ends of a line.
        before_rise = 0.0 if i == 0 and piece.is_line else onward0 - onward
        after_rise = 0.0 if after == 0 and piece.is_line else onward1 - onward
        if going_on > PARALLEL:
            t = onward / going_on
            at = across - going_across * t
            if TOLERANCE < t < best and -TOLERANCE <= at <= length + TOLERANCE:
                # The front slides on if it has passed one neighbour and the other lies ahead.
                if before_rise < -TOLERANCE and after_rise > TOLERANCE:
                    slides = _slid_from(across0 - across, before_rise, at, length, going_across, going_on)
                elif after_rise < -TOLERANCE and before_rise > TOLERANCE:
                    slides = _slid_from(across1 - across, after_rise, at, length, going_across, going_on)
                else:
                    slides = piece.is_line and (before_rise < -TOLERANCE or after_rise < -TOLERANCE)
                if not slides:
                    best = t
        if (onward > 0.0 or onward1 > 0.0) and not (after == 0 and piece.is_line):
            dx = across1 - across
            t = _end_meets(across, onward, dx, after_rise, going_across, going_on, -1.0)
            if t < best:
                best = t
            t = _end_meets(across - length, onward, dx, after_rise, going_across, going_on, 1.0)
            if t < best:
                best = t
        across0 = across
        onward0 = onward
        across = across1
        onward = onward1
        i += 1
    return best


def _slid_from(across: float, onward: float, at: float, length: float, going_across: float, going_on: float) -> bool:
    """Was the edge to the neighbour passed already under the front, just before its corner came to it?"""
    if TOLERANCE < at < length - TOLERANCE:
        return True
    came = going_across - going_on * across / onward
    return came > 0.0 if at <= TOLERANCE else came < 0.0


def _end_meets(x: float, y: float, dx: float, dy: float, going_across: float, going_on: float, outward: float) -> float:
    """When the end of a front, at the origin, runs against the inside of an edge from (x, y) by (dx, dy).

    FAR if never, or if the edge then slides off the front instead of onto it; `outward` is the sign of
    the way out of the front at this end.
    """
    turn = going_across * dy - going_on * dx
    if turn == 0.0:
        return FAR
    t = (x * dy - y * dx) / turn
    share = (x * going_on - y * going_across) / turn
    if t <= TOLERANCE or share <= 0.0 or share >= 1.0:
        return FAR
    size = math.sqrt(dx * dx + dy * dy)
    slack = TOLERANCE / size
    if share <= slack or share >= 1.0 - slack or abs(turn) < PARALLEL * size:
        return FAR
    if abs(dy) <= PARALLEL * size:
        return t
    came = going_across - going_on * dx / dy
    return t if came * outward > 0.0 else FAR


# ---- the table


def on_table(ground: Ground, r: Rect) -> bool:
    """Is the whole rectangle on the table? It may touch the edge."""
    ex = abs(r.uy) * r.half_w + abs(r.ux) * r.half_d - TOLERANCE
    ey = abs(r.ux) * r.half_w + abs(r.uy) * r.half_d - TOLERANCE
    return r.x >= ex and r.x + ex <= ground.width and r.y >= ey and r.y + ey <= ground.depth


def rect_to_edge(ground: Ground, r: Rect, ux: float, uy: float) -> float:
    """How far the rectangle can go along (ux, uy) until a corner reaches the table's edge."""
    ex = abs(r.uy) * r.half_w + abs(r.ux) * r.half_d
    ey = abs(r.ux) * r.half_w + abs(r.uy) * r.half_d
    best = FAR
    if ux > PARALLEL:
        best = (ground.width - ex - r.x) / ux
    elif ux < -PARALLEL:
        best = (ex - r.x) / ux
    t = FAR
    if uy > PARALLEL:
        t = (ground.depth - ey - r.y) / uy
    elif uy < -PARALLEL:
        t = (ey - r.y) / uy
    if t < best:
        best = t
    return best if best > TOLERANCE else 0.0
