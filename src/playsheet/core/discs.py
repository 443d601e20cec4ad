"""Round bases on the table: how far apart they are, how far one can go until it touches, what hides one from another.

A disc is a centre and a radius. As in `geometry`: what touches now stops a move only if the move presses into it.
"""

import math
from typing import Final

from mypy_extensions import i64

from playsheet.core.arrays import Floats, Ints, floats, ints
from playsheet.core.geometry import FAR, PARALLEL, TOLERANCE, point_segment_distance
from playsheet.core.terrain import Ground, Piece, beside, crossed, holds

SLIDES: Final = 24  # a walk goes round at most so many things
SHUFFLE: Final = 1.0  # along a wall it goes so far before it tries its own way again
CLEAR: Final = 2.0 * TOLERANCE  # room left beside what is passed, so that rounding does not stop the walk again
SQUARE: Final = 4.0  # the side of the squares by which a crowd is found: about as wide as two of its members
AROUND: Final = 16  # so many squares on, those of a crowd begin again; a power of two
STRETCH: Final = 8.0  # so much of a way is looked along first, then twice as much, and so on


# ---- apart, touching, overlapping


def between(x0: float, y0: float, r0: float, x1: float, y1: float, r1: float) -> float:
    """Edge to edge; 0 if they touch or overlap."""
    dx = x1 - x0
    dy = y1 - y0
    far = math.sqrt(dx * dx + dy * dy) - r0 - r1
    return far if far > 0.0 else 0.0


def touch(x0: float, y0: float, r0: float, x1: float, y1: float, r1: float, within: float) -> bool:
    """Are they no farther apart than `within`?"""
    dx = x1 - x0
    dy = y1 - y0
    reach = r0 + r1 + within + TOLERANCE
    return dx * dx + dy * dy <= reach * reach


def overlap(x0: float, y0: float, r0: float, x1: float, y1: float, r1: float) -> bool:
    """Do their interiors overlap? Touching is not overlapping."""
    dx = x1 - x0
    dy = y1 - y0
    reach = r0 + r1 - TOLERANCE
    return dx * dx + dy * dy < reach * reach


# ---- a disc and the ground


def on_table(ground: Ground, x: float, y: float, r: float) -> bool:
    """Is the whole disc on the table? It may touch the edge."""
    r -= TOLERANCE
    return x >= r and y >= r and x + r <= ground.width and y + r <= ground.depth


def from_boundary(piece: Piece, x: float, y: float) -> float:
    """From a point to the nearest part of the piece's boundary, whichever side of it the point is on."""
    xs = piece.xs
    ys = piece.ys
    n: i64 = len(xs)
    i: i64 = 1 if piece.is_line else 0
    x0 = xs[0] if piece.is_line else xs[n - 1]
    y0 = ys[0] if piece.is_line else ys[n - 1]
    best = FAR
    while i < n:
        x1 = xs[i]
        y1 = ys[i]
        far = point_segment_distance(x, y, x0, y0, x1, y1)
        if far < best:
            best = far
        x0 = x1
        y0 = y1
        i += 1
    return best


def nearest_point(piece: Piece, x: float, y: float) -> tuple[float, float]:
    """The point of the piece's boundary nearest to a point; the first in the outline's order if several are."""
    xs = piece.xs
    ys = piece.ys
    n: i64 = len(xs)
    i: i64 = 1 if piece.is_line else 0
    x0 = xs[0] if piece.is_line else xs[n - 1]
    y0 = ys[0] if piece.is_line else ys[n - 1]
    best = FAR
    bx = x0
    by = y0
    while i < n:
        x1 = xs[i]
        y1 = ys[i]
        dx = x1 - x0
        dy = y1 - y0
        t = ((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy)
        if t < 0.0:
            t = 0.0
        elif t > 1.0:
            t = 1.0
        px = x0 + t * dx
        py = y0 + t * dy
        far = (px - x) * (px - x) + (py - y) * (py - y)
        if far < best - TOLERANCE * TOLERANCE:
            best = far
            bx = px
            by = py
        x0 = x1
        y0 = y1
        i += 1
    return bx, by


def from_piece(piece: Piece, x: float, y: float, r: float) -> float:
    """From the disc's edge to the piece; 0 if they touch or overlap."""
    if not piece.is_line and holds(piece, x, y):
        return 0.0
    far = from_boundary(piece, x, y) - r
    return far if far > 0.0 else 0.0


def overlaps_piece(piece: Piece, x: float, y: float, r: float) -> bool:
    """Is any of the disc's interior in the area, or any of the line in the disc's interior?"""
    if x + r < piece.min_x or x - r > piece.max_x or y + r < piece.min_y or y - r > piece.max_y:
        return False
    if not piece.is_line and holds(piece, x, y):
        return True
    return from_boundary(piece, x, y) < r - TOLERANCE


def depth(piece: Piece, x: float, y: float, r: float) -> float:
    """How deep in the area the disc stands: from its edge to the nearest boundary; -1.0 if its centre is outside."""
    if piece.is_line or not holds(piece, x, y):
        return -1.0
    deep = from_boundary(piece, x, y) - r
    return deep if deep > 0.0 else 0.0


# ---- moving straight until touch


def disc_ahead(x: float, y: float, ux: float, uy: float, cx: float, cy: float, reach: float) -> float:
    """How far a point can go along (ux, uy) until it is `reach` from (cx, cy); FAR if it never is.

    For two discs `reach` is the sum of their radii. What is nearer already stops it only if it presses in (0.0).
    """
    dx = cx - x
    dy = cy - y
    return _until(dx * ux + dy * uy, dx * uy - dy * ux, reach)


def _until(ahead: float, aside: float, reach: float) -> float:
    """The same, for what lies so far ahead and aside."""
    if ahead <= 0.0:
        return FAR
    room = reach - TOLERANCE
    if aside >= room or aside <= -room:
        return FAR
    t = ahead - math.sqrt(reach * reach - aside * aside)
    if t > TOLERANCE:
        return t
    if ahead * ahead + aside * aside <= TOLERANCE * TOLERANCE:
        return 0.0
    # In touch: does it press in, or only slide by?
    return 0.0 if ahead > PARALLEL * reach else FAR


def segment_ahead(
    x: float, y: float, ux: float, uy: float, r: float, x0: float, y0: float, x1: float, y1: float
) -> float:
    """How far a disc can go until it touches a segment; FAR if never."""
    best = disc_ahead(x, y, ux, uy, x0, y0, r)
    t = disc_ahead(x, y, ux, uy, x1, y1, r)
    if t < best:
        best = t
    wx = x1 - x0
    wy = y1 - y0
    length = math.sqrt(wx * wx + wy * wy)
    if length <= TOLERANCE:
        return best
    wx /= length
    wy /= length
    off = (x - x0) * wy - (y - y0) * wx  # how far the centre is from the segment's line, and on which side
    toward = ux * wy - uy * wx
    if off < 0.0:
        off = -off
        toward = -toward
    if toward > -PARALLEL:
        return best
    t = (off - r) / -toward
    if t < TOLERANCE:
        t = 0.0
    along = (x + t * ux - x0) * wx + (y + t * uy - y0) * wy
    if 0.0 <= along <= length and t < best:
        best = t
    return best


def piece_ahead(piece: Piece, x: float, y: float, r: float, ux: float, uy: float) -> float:
    """How far a disc can go until it touches the piece; a disc whose centre is in the area has no way to go: 0.0."""
    if (
        (x + r < piece.min_x and ux <= 0.0)
        or (x - r > piece.max_x and ux >= 0.0)
        or (y + r < piece.min_y and uy <= 0.0)
        or (y - r > piece.max_y and uy >= 0.0)
    ):
        return FAR
    if not piece.is_line and holds(piece, x, y):
        return 0.0
    xs = piece.xs
    ys = piece.ys
    n: i64 = len(xs)
    i: i64 = 1 if piece.is_line else 0
    x0 = xs[0] if piece.is_line else xs[n - 1]
    y0 = ys[0] if piece.is_line else ys[n - 1]
    best = FAR
    while i < n:
        x1 = xs[i]
        y1 = ys[i]
        t = segment_ahead(x, y, ux, uy, r, x0, y0, x1, y1)
        if t < best:
            best = t
        x0 = x1
        y0 = y1
        i += 1
    return best


def edge_ahead(ground: Ground, x: float, y: float, r: float, ux: float, uy: float) -> float:
    """How far the disc can go along (ux, uy) until it reaches the table's edge."""
    best = FAR
    if ux > PARALLEL:
        best = (ground.width - r - x) / ux
    elif ux < -PARALLEL:
        best = (r - x) / ux
    t = FAR
    if uy > PARALLEL:
        t = (ground.depth - r - y) / uy
    elif uy < -PARALLEL:
        t = (r - y) / uy
    if t < best:
        best = t
    return best if best > TOLERANCE else 0.0


# ---- what a way costs


class Going:
    """The ground as it slows a mover: areas of difficult going, roads that lie over them, barriers to be cleared."""

    def __init__(self, difficult: list[Piece], roads: list[Piece], barriers: list[Piece]) -> None:
        self.difficult: Final = difficult
        self.roads: Final = roads
        self.barriers: Final = barriers

    def is_difficult(self, x: float, y: float) -> bool:
        for piece in self.difficult:
            if holds(piece, x, y):
                for road in self.roads:
                    if holds(road, x, y):
                        return False
                return True
        return False

    def reach(
        self, x: float, y: float, ux: float, uy: float, far: float, purse: float, factor: float, fence: float
    ) -> tuple[float, float]:
        """How far a point gets along (ux, uy), at most `far`, and what it spends of its purse.

        A unit of length costs 1, in difficult going `factor`; each barrier crossed costs `fence`, also whoever leaves
        one on which he stopped, and one that cannot be paid for is where it stops.
        """
        if far == 0.0:
            return 0.0, 0.0
        x1 = x + ux * far
        y1 = y + uy * far
        if far > TOLERANCE and not self._slows(x, y, x1, y1):
            return (far, far) if far <= purse else (purse, purse)
        marks: list[float] = []
        fences: list[float] = []
        for piece in self.difficult:
            _meetings(piece, x, y, ux, uy, x1, y1, far, marks)
        if not marks and not self.barriers and not self._starts_in(x, y):
            return (far, far) if far <= purse else (purse, purse)
        if marks:
            for piece in self.roads:
                _meetings(piece, x, y, ux, uy, x1, y1, far, marks)
        for piece in self.barriers:
            if crossed(piece, x, y, x1, y1):
                _meetings(piece, x, y, ux, uy, x1, y1, far, fences)
            elif holds(piece, x, y):
                fences.append(0.0)  # who stopped on it clears it now
        marks.append(far)
        marks.sort()
        fences.sort()
        spent = 0.0
        at = 0.0
        next_fence = 0
        for mark in marks:
            if mark - at <= TOLERANCE:
                continue
            middle = 0.5 * (at + mark)
            price = factor if self.is_difficult(x + middle * ux, y + middle * uy) else 1.0
            while next_fence < len(fences) and fences[next_fence] <= mark + TOLERANCE:
                to = fences[next_fence]
                if to > at:
                    if spent + (to - at) * price > purse:
                        return at + (purse - spent) / price, purse
                    spent += (to - at) * price
                    at = to
                if spent + fence > purse + TOLERANCE:
                    back = at - CLEAR
                    return (back if back > 0.0 else 0.0), spent
                spent += fence
                next_fence += 1
            if mark > at:
                if spent + (mark - at) * price > purse:
                    return at + (purse - spent) / price, purse
                spent += (mark - at) * price
                at = mark
        return far, spent

    def _slows(self, x0: float, y0: float, x1: float, y1: float) -> bool:
        """May anything on that way slow the mover, by the boxes of what lies there?"""
        west = (x0 if x0 < x1 else x1) - CLEAR
        east = (x1 if x0 < x1 else x0) + CLEAR
        south = (y0 if y0 < y1 else y1) - CLEAR
        north = (y1 if y0 < y1 else y0) + CLEAR
        for piece in self.difficult:
            if piece.min_x <= east and piece.max_x >= west and piece.min_y <= north and piece.max_y >= south:
                return True
        for piece in self.barriers:
            if piece.min_x <= east and piece.max_x >= west and piece.min_y <= north and piece.max_y >= south:
                return True
        return False

    def _starts_in(self, x: float, y: float) -> bool:
        for piece in self.difficult:
            if holds(piece, x, y):
                return True
        return False

    def open_run(self, x: float, y: float, ux: float, uy: float, far: float) -> float:
        """How far a point gets, at most `far`, before it enters difficult going."""
        if self.is_difficult(x, y):
            return 0.0
        marks: list[float] = []
        x1 = x + ux * far
        y1 = y + uy * far
        for piece in self.difficult:
            _meetings(piece, x, y, ux, uy, x1, y1, far, marks)
        for piece in self.roads:
            if marks:
                _meetings(piece, x, y, ux, uy, x1, y1, far, marks)
        end = far
        marks.append(far)
        marks.sort()
        at = 0.0
        for mark in marks:
            if mark - at <= TOLERANCE:
                continue
            middle = 0.5 * (at + mark)
            if self.is_difficult(x + middle * ux, y + middle * uy):
                if at < end:
                    end = at
                break
            at = mark
        return end if end > 0.0 else 0.0


def _meetings(
    piece: Piece, x: float, y: float, ux: float, uy: float, x1: float, y1: float, far: float, found: list[float]
) -> None:
    """Add where the ray from (x, y), up to `far`, meets the piece's boundary (a corner once for an area's needs)."""
    if (
        (x < piece.min_x and x1 < piece.min_x)
        or (x > piece.max_x and x1 > piece.max_x)
        or (y < piece.min_y and y1 < piece.min_y)
        or (y > piece.max_y and y1 > piece.max_y)
        or beside(piece, x, y, ux, uy)
    ):
        return
    xs = piece.xs
    ys = piece.ys
    n: i64 = len(xs)
    i: i64 = 1 if piece.is_line else 0
    px = xs[0] if piece.is_line else xs[n - 1]
    py = ys[0] if piece.is_line else ys[n - 1]
    along0 = (px - x) * ux + (py - y) * uy
    side0 = (px - x) * uy - (py - y) * ux
    while i < n:
        along = (xs[i] - x) * ux + (ys[i] - y) * uy
        side = (xs[i] - x) * uy - (ys[i] - y) * ux
        if (side > 0.0) != (side0 > 0.0):
            t = along0 + (along - along0) * (side0 / (side0 - side))
            if 0.0 < t < far:
                found.append(t)
        along0 = along
        side0 = side
        i += 1


def inside(pieces: list[Piece], x0: float, y0: float, x1: float, y1: float) -> float:
    """How much of a way lies in these areas; where they overlap it counts once."""
    ux = x1 - x0
    uy = y1 - y0
    far = math.sqrt(ux * ux + uy * uy)
    if far <= TOLERANCE:
        return 0.0
    ux /= far
    uy /= far
    marks: list[float] = []
    for piece in pieces:
        _meetings(piece, x0, y0, ux, uy, x1, y1, far, marks)
    marks.append(far)
    marks.sort()
    length = 0.0
    at = 0.0
    for mark in marks:
        middle = 0.5 * (at + mark)
        for piece in pieces:
            if holds(piece, x0 + middle * ux, y0 + middle * uy):
                length += mark - at
                break
        at = mark
    return length


# ---- walking among others


class Crowd:
    """Discs in a walker's way, up to n of them by number: where each stands, and how near his centre may come to
    its own (0: it is not in the way).

    They are found by squares. Squares that lie AROUND apart share one list, so that the table may have any size.
    """

    def __init__(self, n: int) -> None:
        self.x: Final[Floats] = floats(n)
        self.y: Final[Floats] = floats(n)
        self.keep: Final[Floats] = floats(n)
        self.ends: Final[Ints] = ints(n)  # 1: who meets him stops, and does not go round
        self.widest = 0.0  # nobody's `keep` is larger
        # counted from 1: each one's square (0: it is not in the way), the next one in it (0: it is the last), and the
        # first of each square (0: it is empty)
        self.square: Final[Ints] = ints(n)
        self.after: Final[Ints] = ints(n)
        self.first: Final[Ints] = ints(AROUND * AROUND + 1)

    def put(self, who: int, x: float, y: float, keep: float, ends: bool) -> None:
        at: i64 = who
        self.x[at] = x
        self.y[at] = y
        self.keep[at] = keep
        self.ends[at] = 1 if ends else 0
        if keep > self.widest:
            self.widest = keep
        square: i64 = 0
        if keep > 0.0:
            square = (square_of(y) & (AROUND - 1)) * AROUND + (square_of(x) & (AROUND - 1)) + 1
        if self.square[at] != square:
            self._leave(at)
            self.square[at] = square
            if square > 0:
                self.after[at] = self.first[square]
                self.first[square] = at + 1

    def _leave(self, at: i64) -> None:
        """It is in its square no more."""
        square = self.square[at]
        if square == 0:
            return
        if self.first[square] == at + 1:
            self.first[square] = self.after[at]
            return
        before: i64 = self.first[square] - 1
        while self.after[before] != at + 1:
            before = self.after[before] - 1
        self.after[before] = self.after[at]

    def ahead(self, me: int, x: float, y: float, ux: float, uy: float, far: float) -> tuple[float, int]:
        """How far the walker gets, at most `far`, and who stops it there (-1: nobody).

        Of several who do at once it is the one most ahead, of two as far ahead the one to the right, whatever their
        numbers.
        """
        xs = self.x
        ys = self.y
        keep = self.keep
        mine: i64 = me
        wide = self.widest + CLEAR
        best = far
        ahead = 0.0
        aside = 0.0
        who: i64 = -1
        begin = 0.0
        stretch = STRETCH
        # Stretch by stretch: who stops the walker in one stands no farther from it than his `keep`.
        while begin < best:
            end = begin + stretch if begin + stretch < best else best
            stretch += stretch
            x0 = x + ux * begin
            x1 = x + ux * end
            y0 = y + uy * begin
            y1 = y + uy * end
            left = square_of((x0 if x0 < x1 else x1) - wide)
            right = square_of((x1 if x0 < x1 else x0) + wide)
            row = square_of((y0 if y0 < y1 else y1) - wide)
            last = square_of((y1 if y0 < y1 else y0) + wide)
            if right - left >= AROUND:
                right = left + AROUND - 1
            if last - row >= AROUND:
                last = row + AROUND - 1
            while row <= last:
                line = (row & (AROUND - 1)) * AROUND + 1
                column = left
                while column <= right:
                    i = self.first[line + (column & (AROUND - 1))] - 1
                    while i >= 0:
                        reach = keep[i]
                        dx = xs[i] - x
                        dy = ys[i] - y
                        along = dx * ux + dy * uy
                        # so near it is in touch: see `disc_ahead`
                        if along > 0.0 and along - reach <= best + TOLERANCE and i != mine:
                            off = dx * uy - dy * ux
                            t = _until(along, off, reach)
                            more = along > ahead or (along == ahead and off > aside)
                            if t < best or (t == best and who >= 0 and more):
                                best = t
                                ahead = along
                                aside = off
                                who = i
                        i = self.after[i] - 1
                    column += 1
                row += 1
            begin = end
        return best, int(who)

    def free(self, me: int, x: float, y: float) -> bool:
        """May the walker stand there?"""
        mine: i64 = me
        wide = self.widest
        left = square_of(x - wide)
        right = square_of(x + wide)
        row = square_of(y - wide)
        last = square_of(y + wide)
        if right - left >= AROUND:
            right = left + AROUND - 1
        if last - row >= AROUND:
            last = row + AROUND - 1
        while row <= last:
            line = (row & (AROUND - 1)) * AROUND + 1
            column = left
            while column <= right:
                i = self.first[line + (column & (AROUND - 1))] - 1
                while i >= 0:
                    reach = self.keep[i] - TOLERANCE
                    dx = self.x[i] - x
                    dy = self.y[i] - y
                    if dx * dx + dy * dy < reach * reach and i != mine:
                        return False
                    i = self.after[i] - 1
                column += 1
            row += 1
        return True


def square_of(at: float) -> i64:
    """The number of the row or column in which a length along the table's side falls."""
    return i64(int(at / SQUARE + 4096.0))  # from well below nothing: so it is rounded down on either side of 0


class Course:
    """Who walks, and by what rules: his radius, purse and prices; what is closed to him; whether the edge stops him."""

    def __init__(
        self,
        ground: Ground,
        going: Going,
        closed: list[Piece],
        radius: float,
        purse: float,
        factor: float,
        fence: float,
        over_edge: bool,
        open_only: bool,
    ) -> None:
        self.ground: Final = ground
        self.going: Final = going
        self.closed: Final = closed
        self.radius: Final = radius
        self.purse: Final = purse
        self.factor: Final = factor
        self.fence: Final = fence
        self.over_edge: Final = over_edge  # True: who reaches the table's edge with something left is gone
        self.open_only: Final = open_only  # True: it stops where difficult going begins


class Walk:
    """Where a walk ended, how long it was, what it cost, and whether it went off the table or reached its goal.

    `met` is who stopped it, or EDGE, CLOSED (then `piece` is which), SPENT; -1 if it arrived.
    """

    def __init__(
        self,
        x: float,
        y: float,
        length: float,
        spent: float,
        off: bool,
        arrived: bool,
        met: int = -1,
        piece: int = -1,
    ) -> None:
        self.x: Final = x
        self.y: Final = y
        self.length: Final = length
        self.spent: Final = spent
        self.off: Final = off
        self.arrived: Final = arrived
        self.met: Final = met
        self.piece: Final = piece


EDGE: Final = -2
CLOSED: Final = -3
SPENT: Final = -4  # the purse is empty, or does not pay for what is next


def _stop(
    course: Course, crowd: Crowd, me: int, x: float, y: float, ux: float, uy: float, far: float
) -> tuple[float, int, int]:
    """The first thing in the way within `far`: how far, who (or EDGE, CLOSED; -1 for nothing), which closed piece."""
    best, who = crowd.ahead(me, x, y, ux, uy, far)
    which = -1
    for index in range(len(course.closed)):
        t = piece_ahead(course.closed[index], x, y, course.radius, ux, uy)
        if t < best:
            best = t
            who = CLOSED
            which = index
    t = edge_ahead(course.ground, x, y, course.radius, ux, uy)
    if t < best:
        best = t
        who = EDGE
    return best, who, which


def walk(
    course: Course,
    crowd: Crowd,
    me: int,
    x: float,
    y: float,
    goal_x: float,
    goal_y: float,
    far: float,
    aim: bool,
    all_or_nothing: bool = False,
) -> Walk:
    """Go straight toward the goal, at most `far`, round whatever blocks the way, as far as the purse lasts.

    With `aim` the walker makes for the goal anew after going round something; without, it keeps its first bearing.
    With `all_or_nothing` too it gives up where its purse will not last even straight to the goal.
    """
    ux = goal_x - x
    uy = goal_y - y
    size = math.sqrt(ux * ux + uy * uy)
    if size <= TOLERANCE or far <= TOLERANCE:
        return Walk(x, y, length=0.0, spent=0.0, off=False, arrived=True)
    ux /= size
    uy /= size
    left = far if not aim or size > far else size
    purse = course.purse
    length = 0.0
    met = -1
    piece = -1
    for _ in range(SLIDES):
        if aim:
            ux = goal_x - x
            uy = goal_y - y
            left = math.sqrt(ux * ux + uy * uy)
            if left <= TOLERANCE:
                return Walk(x, y, length, course.purse - purse, off=False, arrived=True)
            if all_or_nothing and left > purse + 2.0 * CLEAR:  # no length costs less than itself
                return Walk(x, y, length, course.purse - purse, off=False, arrived=False, met=SPENT)
            ux /= left
            uy /= left
            if left > far:
                left = far
        room, who, which = _stop(course, crowd, me, x, y, ux, uy, left)
        gone, spent = _paid(course, x, y, ux, uy, room, purse)
        x += ux * gone
        y += uy * gone
        purse -= spent
        length += gone
        left -= gone
        if gone < room - TOLERANCE or purse <= TOLERANCE:
            arrived = left <= TOLERANCE
            return Walk(x, y, length, course.purse - purse, off=False, arrived=arrived, met=-1 if arrived else SPENT)
        if left <= TOLERANCE or who == -1:
            return Walk(x, y, length, course.purse - purse, off=False, arrived=True)
        met = who
        piece = which
        if who == EDGE:
            if course.over_edge:
                return Walk(x, y, length, course.purse - purse, off=True, arrived=False)
            sx, sy, step = _along_edge(course.ground, x, y, course.radius, ux, uy, left)
            room, _, _ = _stop(course, crowd, me, x, y, sx, sy, step)
        elif who == CLOSED:
            sx, sy, step = _along_piece(course.closed[which], x, y, ux, uy, left)
            room, _, _ = _stop(course, crowd, me, x, y, sx, sy, step)
        elif crowd.ends[i64(who)] == 1:
            break
        else:
            sx, sy, step, room = _aside(course, crowd, me, who, x, y, ux, uy)
        if step <= TOLERANCE:
            break
        gone, spent = _paid(course, x, y, sx, sy, room, purse)
        if gone <= TOLERANCE:
            break
        x += sx * gone
        y += sy * gone
        purse -= spent
        length += gone
        left -= gone * (sx * ux + sy * uy)
        if purse <= TOLERANCE or gone < step - TOLERANCE:
            break
    return Walk(x, y, length, course.purse - purse, off=False, arrived=False, met=met, piece=piece)


def _paid(course: Course, x: float, y: float, ux: float, uy: float, room: float, purse: float) -> tuple[float, float]:
    if course.open_only:
        room = course.going.open_run(x, y, ux, uy, room)
    return course.going.reach(x, y, ux, uy, room, purse, course.factor, course.fence)


def _aside(
    course: Course, crowd: Crowd, me: int, who: int, x: float, y: float, ux: float, uy: float
) -> tuple[float, float, float, float]:
    """A step square to the way that clears the disc in front, to the nearer side if there is room, else the other; and
    how much room there is."""
    at: i64 = who
    dx = crowd.x[at] - x
    dy = crowd.y[at] - y
    aside = dx * uy - dy * ux  # positive: it stands to the right
    reach = crowd.keep[at] + CLEAR
    sx = -uy
    sy = ux
    if aside < 0.0:
        sx = uy
        sy = -ux
        aside = -aside
    step = reach - aside
    room, _, _ = _stop(course, crowd, me, x, y, sx, sy, step)
    if room >= step - TOLERANCE:
        return sx, sy, step, room
    other = reach + aside
    room, _, _ = _stop(course, crowd, me, x, y, -sx, -sy, other)
    if room >= other - TOLERANCE:
        return -sx, -sy, other, room
    return 0.0, 0.0, 0.0, 0.0


def _along_edge(
    ground: Ground, x: float, y: float, r: float, ux: float, uy: float, left: float
) -> tuple[float, float, float]:
    """Along the table's edge, as far as the way goes along it."""
    at_side = (ux > 0.0 and x + r >= ground.width - TOLERANCE) or (ux < 0.0 and x - r <= TOLERANCE)
    at_end = (uy > 0.0 and y + r >= ground.depth - TOLERANCE) or (uy < 0.0 and y - r <= TOLERANCE)
    if at_side and at_end:
        return 0.0, 0.0, 0.0
    if at_side:
        return 0.0, 1.0 if uy > 0.0 else -1.0, left * abs(uy)
    return (1.0 if ux > 0.0 else -1.0), 0.0, left * abs(ux)


def _along_piece(piece: Piece, x: float, y: float, ux: float, uy: float, left: float) -> tuple[float, float, float]:
    """A little way along the boundary of a closed piece, the way that leads on."""
    px, py = nearest_point(piece, x, y)
    nx = x - px
    ny = y - py
    size = math.sqrt(nx * nx + ny * ny)
    if size <= TOLERANCE:
        return 0.0, 0.0, 0.0
    sx = -ny / size
    sy = nx / size
    if sx * ux + sy * uy < 0.0:
        sx = -sx
        sy = -sy
    if sx * ux + sy * uy <= TOLERANCE:
        return 0.0, 0.0, 0.0
    return sx, sy, SHUFFLE if left > SHUFFLE else left


# ---- sight to a whole base


def sides(x0: float, y0: float, x: float, y: float, r: float) -> tuple[float, float, float, float]:
    """The two points where lines from (x0, y0) touch the disc: left, right; its centre twice if the eye is in it."""
    dx = x - x0
    dy = y - y0
    square = dx * dx + dy * dy
    if square <= r * r:
        return x, y, x, y
    # From the centre, the tangent points lie r/d of the way back toward the eye, and square to it.
    back = r * r / square
    out = r * math.sqrt(square - r * r) / square
    cx = x - dx * back
    cy = y - dy * back
    return cx - dy * out, cy + dx * out, cx + dy * out, cy - dx * out


def hides(x0: float, y0: float, x: float, y: float, r: float, cx: float, cy: float, cr: float) -> bool:
    """Does the disc about (cx, cy) stand before any part of the base about (x, y), seen from (x0, y0)?"""
    dx = x - x0
    dy = y - y0
    square = dx * dx + dy * dy
    if square <= r * r:
        return False
    bx = cx - x0
    by = cy - y0
    far = math.sqrt(square)
    along = (bx * dx + by * dy) / far
    if along <= -cr or along >= far + cr:
        return False
    off = abs(bx * dy - by * dx) / far
    if off >= r + cr:
        return False
    # Against the edge of the sight cone on its own side: distance from that ray, and where along it.
    sine = r / far
    length = math.sqrt(square - r * r)
    cosine = length / far
    beyond = off * cosine - along * sine  # positive: outside the cone
    at = along * cosine + off * sine
    if beyond <= 0.0:
        return at > 0.0 and along < far  # its centre is in the cone, nearer than the base's
    if at <= 0.0:
        return bx * bx + by * by < (cr - TOLERANCE) * (cr - TOLERANCE)
    if at >= length:
        over = at - length
        return over * over + beyond * beyond < (cr - TOLERANCE) * (cr - TOLERANCE)
    return beyond < cr - TOLERANCE


def hides_piece(piece: Piece, x0: float, y0: float, x: float, y: float, r: float) -> bool:
    """Does the piece lie across any of the three sight lines: to the centre and to both sides of the base?"""
    if crossed(piece, x0, y0, x, y):
        return True
    lx, ly, rx, ry = sides(x0, y0, x, y, r)
    return crossed(piece, x0, y0, lx, ly) or crossed(piece, x0, y0, rx, ry)
