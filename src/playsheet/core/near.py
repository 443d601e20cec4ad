"""What is near a place: the table in squares, so that a look round does not go through everything that stands on it.

`Near` keeps round things that move (units, figures, by number), `Plan` pieces of terrain, which do not. Both answer in
ascending order, so that a rule which takes the first of several takes the same one as if it had looked at all.
"""

from __future__ import annotations

import math
from typing import Final

from mypy_extensions import i64

from playsheet.core.arrays import Floats, Ints, copy_floats, copy_ints, floats, floats_of, ints, ints_of
from playsheet.core.geometry import FAR, TOLERANCE
from playsheet.core.terrain import Ground

LEAST_SIDE: Final = 4.0  # of a square: smaller ones cost more to go through than they save
FEW: Final = 24  # so few things are looked at one by one sooner than by squares
WIDE: Final = 3  # ... and all, once the square of the number of squares in reach is so many times that of things


class Squares:
    """A table cut into equal squares, about one for each thing that stands on it."""

    def __init__(self, width: float, depth: float, things: int) -> None:
        side = math.sqrt(width * depth / max(things, 1))
        self.side: Final = side if side > LEAST_SIDE else LEAST_SIDE
        self.columns: Final = max(1, math.ceil(width / self.side))
        self.rows: Final = max(1, math.ceil(depth / self.side))

    def column(self, x: float) -> i64:
        """The column of a place; off the table, the outermost."""
        at: i64 = int(x / self.side) if x > 0.0 else 0
        last: i64 = self.columns - 1
        return at if at < last else last

    def row(self, y: float) -> i64:
        at: i64 = int(y / self.side) if y > 0.0 else 0
        last: i64 = self.rows - 1
        return at if at < last else last


class Near:
    """Round things by number: where each stands, how far it reaches from there, and to which group it belongs."""

    def __init__(self, squares: Squares, groups: Ints, like: Near | None = None) -> None:
        """Nothing stands anywhere, or all where it does in another."""
        self.squares: Final = squares
        self.groups: Final = groups  # one number a thing: its side, its kind, whatever `nearest` will be asked for
        things = len(groups)
        self.x: Floats = floats(things) if like is None else copy_floats(like.x)
        self.y: Floats = floats(things) if like is None else copy_floats(like.y)
        self.radius: Floats = floats(things) if like is None else copy_floats(like.radius)
        self.widest: float = 0.0 if like is None else like.widest  # no thing has a larger radius
        # counted from 1: a thing's square (0: it does not stand on the table), the next thing in it (0: it is the
        # last), and the first thing of each square (0: it is empty)
        self.square: Ints = ints(things) if like is None else copy_ints(like.square)
        self.after: Ints = ints(things) if like is None else copy_ints(like.after)
        self.first: Ints = ints(squares.columns * squares.rows + 1) if like is None else copy_ints(like.first)
        self.found: Ints = ints(0)  # by a look round that is under way; as long as it need be

    def clone(self) -> Near:
        return Near(self.squares, self.groups, self)

    def put(self, who: int, x: float, y: float, radius: float) -> None:
        """It stands there now."""
        at: i64 = who
        self.x[at] = x
        self.y[at] = y
        self.radius[at] = radius
        if radius > self.widest:
            self.widest = radius
        squares = self.squares
        square: i64 = squares.row(y) * squares.columns + squares.column(x) + 1
        if self.square[at] != square:
            self.remove(who)
            self.square[at] = square
            self.after[at] = self.first[square]
            self.first[square] = at + 1

    def remove(self, who: int) -> None:
        """It stands on the table no more; nothing happens if it did not."""
        at: i64 = who
        square = self.square[at]
        if square == 0:
            return
        self.square[at] = 0
        if self.first[square] == at + 1:
            self.first[square] = self.after[at]
            return
        before: i64 = self.first[square] - 1
        while self.after[before] != at + 1:
            before = self.after[before] - 1
        self.after[before] = self.after[at]

    def holds(self, who: int, x: float, y: float, radius: float) -> bool:
        """Does it stand just there? For laws and tests."""
        at: i64 = who
        same = self.x[at] == x and self.y[at] == y and self.radius[at] == radius
        return self.square[at] != 0 and same and who in self.within(x, y, 0.0)

    def absent(self, who: int) -> bool:
        at: i64 = who
        return self.square[at] == 0

    def nearest(self, x: float, y: float, group: int) -> tuple[int, float]:
        """The one of that group whose centre is nearest to the point, and how far that is; -1 and FAR if there is none.

        Of several as near as one another it is the lowest.
        """
        wanted: i64 = group
        best: i64 = -1
        least = FAR * FAR
        xs = self.x
        ys = self.y
        groups = self.groups
        at: i64 = 0
        things: i64 = len(xs)
        if things <= FEW:
            square_of = self.square
            while at < things:
                if square_of[at] != 0 and groups[at] == wanted:
                    dx = xs[at] - x
                    dy = ys[at] - y
                    far = dx * dx + dy * dy
                    if far < least:
                        least = far
                        best = at
                at += 1
            return int(best), math.sqrt(least) if best >= 0 else FAR
        squares = self.squares
        columns: i64 = squares.columns
        rows: i64 = squares.rows
        column = squares.column(x)
        row = squares.row(y)
        after = self.after
        first = self.first
        # In rings of squares about the point's own: a square of the next ring is at least `ring` sides off.
        ring: i64 = 0
        clear = 0.0
        while ring < columns or ring < rows:
            r = row - ring
            while r <= row + ring:
                if 0 <= r < rows:
                    step: i64 = 1
                    if r != row - ring and r != row + ring:
                        step = 2 * ring
                    c = column - ring
                    while c <= column + ring:
                        if 0 <= c < columns:
                            at = first[r * columns + c + 1] - 1
                            while at >= 0:
                                if groups[at] == wanted:
                                    dx = xs[at] - x
                                    dy = ys[at] - y
                                    far = dx * dx + dy * dy
                                    if far < least or (far == least and at < best):
                                        least = far
                                        best = at
                                at = after[at] - 1
                        c += step
                r += 1
            if best >= 0 and least <= clear * clear:
                break
            clear += squares.side
            ring += 1
        return int(best), math.sqrt(least) if best >= 0 else FAR

    def nearest_of(self, x: float, y: float, begin: int, end: int) -> tuple[int, float]:
        """The same of those numbered from `begin` to `end` - 1, whatever their groups, by going through them."""
        best: i64 = -1
        least = FAR * FAR
        xs = self.x
        ys = self.y
        square_of = self.square
        at: i64 = begin
        last: i64 = end
        while at < last:
            if square_of[at] != 0:
                dx = xs[at] - x
                dy = ys[at] - y
                far = dx * dx + dy * dy
                if far < least:
                    least = far
                    best = at
            at += 1
        return int(best), math.sqrt(least) if best >= 0 else FAR

    def within(self, x: float, y: float, far: float) -> list[int]:
        """Those of which some part is no farther than `far` from the point."""
        if len(self.x) <= FEW:
            return self.each_within(x, y, far)
        xs = self.x
        ys = self.y
        radius = self.radius
        at: i64 = 0
        squares = self.squares
        columns: i64 = squares.columns
        reach = far + self.widest + TOLERANCE
        left = squares.column(x - reach)
        right = squares.column(x + reach)
        row = squares.row(y - reach)
        last = squares.row(y + reach)
        in_reach = (right - left + 1) * (last - row + 1)
        things: i64 = len(xs)
        if in_reach * in_reach > WIDE * things:
            return self.each_within(x, y, far)
        after = self.after
        first = self.first
        held = self.room()
        count: i64 = 0
        while row <= last:
            square: i64 = row * columns + left + 1
            end: i64 = row * columns + right + 1
            while square <= end:
                at = first[square] - 1
                while at >= 0:
                    dx = xs[at] - x
                    dy = ys[at] - y
                    near = far + radius[at] + TOLERANCE
                    if dx * dx + dy * dy <= near * near:
                        held[count] = at
                        count += 1
                    at = after[at] - 1
                square += 1
            row += 1
        return self.listed(count)

    def along(self, x: float, y: float, ux: float, uy: float, length: float, wide: float) -> list[int]:
        """Those of which some part is no farther than `wide` from the way of that length along (ux, uy)."""
        if len(self.x) <= FEW:
            return self.each_along(x, y, ux, uy, length, wide)
        xs = self.x
        ys = self.y
        radius = self.radius
        at: i64 = 0
        squares = self.squares
        reach = wide + self.widest + TOLERANCE
        x1 = x + ux * length
        y1 = y + uy * length
        left = squares.column((x if x < x1 else x1) - reach)
        right = squares.column((x1 if x < x1 else x) + reach)
        row = squares.row((y if y < y1 else y1) - reach)
        last = squares.row((y1 if y < y1 else y) + reach)
        columns: i64 = squares.columns
        in_reach = (right - left + 1) * (last - row + 1)
        things: i64 = len(xs)
        if in_reach * in_reach > WIDE * things:
            return self.each_along(x, y, ux, uy, length, wide)
        after = self.after
        first = self.first
        held = self.room()
        count: i64 = 0
        while row <= last:
            square: i64 = row * columns + left + 1
            end: i64 = row * columns + right + 1
            while square <= end:
                at = first[square] - 1
                while at >= 0:
                    dx = xs[at] - x
                    dy = ys[at] - y
                    t = dx * ux + dy * uy
                    if t > 0.0:
                        if t > length:
                            t = length
                        dx -= ux * t
                        dy -= uy * t
                    near = wide + radius[at] + TOLERANCE
                    if dx * dx + dy * dy <= near * near:
                        held[count] = at
                        count += 1
                    at = after[at] - 1
                square += 1
            row += 1
        return self.listed(count)

    def each_within(self, x: float, y: float, far: float) -> list[int]:
        """`within` by a look at all things, one by one."""
        xs = self.x
        ys = self.y
        radius = self.radius
        found: list[int] = []
        at: i64 = 0
        things: i64 = len(xs)
        square_of = self.square
        while at < things:
            dx = xs[at] - x
            dy = ys[at] - y
            near = far + radius[at] + TOLERANCE
            if dx * dx + dy * dy <= near * near and square_of[at] != 0:
                found.append(int(at))
            at += 1
        return found

    def each_along(self, x: float, y: float, ux: float, uy: float, length: float, wide: float) -> list[int]:
        """`along` by a look at all things, one by one."""
        xs = self.x
        ys = self.y
        radius = self.radius
        found: list[int] = []
        at: i64 = 0
        things: i64 = len(xs)
        square_of = self.square
        while at < things:
            if square_of[at] != 0:
                dx = xs[at] - x
                dy = ys[at] - y
                near = wide + radius[at] + TOLERANCE
                t = dx * ux + dy * uy
                if t > 0.0:
                    if t > length:
                        t = length
                    dx -= ux * t
                    dy -= uy * t
                if dx * dx + dy * dy <= near * near:
                    found.append(int(at))
            at += 1
        return found

    def room(self) -> Ints:
        """For all that can be found: a copy makes its own when it is first asked."""
        if len(self.found) < len(self.x):
            self.found = ints(len(self.x))
        return self.found

    def listed(self, count: int) -> list[int]:
        """What was found, in ascending order: a few are put in order where they are, without being boxed."""
        held = self.found
        found: list[int] = []
        end: i64 = count
        few = end <= FEW
        at: i64 = 0
        while at < end and few:
            this = held[at]
            place = at
            while place > 0 and held[place - 1] > this:
                held[place] = held[place - 1]
                place -= 1
            held[place] = this
            at += 1
        at = 0
        while at < end:
            found.append(int(held[at]))
            at += 1
        if not few:
            found.sort()
        return found


class Plan:
    """The pieces of a table's terrain by the squares that their boxes lie in."""

    def __init__(self, ground: Ground) -> None:
        pieces = ground.pieces
        self.squares: Final = Squares(ground.width, ground.depth, len(pieces))
        squares = self.squares
        self.min_x: Final = floats_of([piece.min_x - TOLERANCE for piece in pieces])
        self.max_x: Final = floats_of([piece.max_x + TOLERANCE for piece in pieces])
        self.min_y: Final = floats_of([piece.min_y - TOLERANCE for piece in pieces])
        self.max_y: Final = floats_of([piece.max_y + TOLERANCE for piece in pieces])
        self.left: Final = ints_of([squares.column(x) for x in self.min_x])
        self.low: Final = ints_of([squares.row(y) for y in self.min_y])
        lists: list[list[int]] = [[] for _ in range(squares.columns * squares.rows)]
        for index in range(len(pieces)):
            at: i64 = index
            for row in range(int(self.low[at]), int(squares.row(self.max_y[at])) + 1):
                for column in range(int(self.left[at]), int(squares.column(self.max_x[at])) + 1):
                    lists[row * squares.columns + column].append(index)
        starts = [0]
        for members in lists:
            starts.append(starts[-1] + len(members))
        self.starts: Final = ints_of(starts)  # where the pieces of a square begin in `members`
        self.members: Final = ints_of([index for members in lists for index in members])

    def at(self, x: float, y: float) -> list[int]:
        """The pieces whose box holds the point."""
        return self.in_box(x, y, x, y)

    def in_box(self, x0: float, y0: float, x1: float, y1: float) -> list[int]:
        """The pieces whose box meets the box from the lower left corner to the upper right."""
        found: list[int] = []
        min_x = self.min_x
        max_x = self.max_x
        pieces: i64 = len(min_x)
        if pieces <= FEW:
            each: i64 = 0
            while each < pieces:
                if max_x[each] >= x0 and min_x[each] <= x1:
                    if self.max_y[each] >= y0 and self.min_y[each] <= y1:
                        found.append(int(each))
                each += 1
            return found
        squares = self.squares
        left = squares.column(x0)
        right = squares.column(x1)
        low = squares.row(y0)
        high = squares.row(y1)
        columns: i64 = squares.columns
        members = self.members
        row = low
        while row <= high:
            column = left
            while column <= right:
                square = row * columns + column
                place = self.starts[square]
                end = self.starts[square + 1]
                while place < end:
                    at = members[place]
                    place += 1
                    if self.max_x[at] < x0 or self.min_x[at] > x1 or self.max_y[at] < y0 or self.min_y[at] > y1:
                        continue
                    # A piece in several of these squares is taken in the first of them.
                    first_column = self.left[at] if self.left[at] > left else left
                    first_row = self.low[at] if self.low[at] > low else low
                    if first_column == column and first_row == row:
                        found.append(int(at))
                column += 1
            row += 1
        if len(found) > 1 and (left < right or low < high):
            found.sort()
        return found

    def along(self, x: float, y: float, ux: float, uy: float, length: float, wide: float) -> list[int]:
        """The pieces that may come within `wide` of the way of that length along (ux, uy)."""
        return self.between(x, y, x + ux * length, y + uy * length, wide)

    def between(self, x0: float, y0: float, x1: float, y1: float, wide: float = 0.0) -> list[int]:
        """The pieces that may come within `wide` of the line between two points."""
        return self.in_box(
            (x0 if x0 < x1 else x1) - wide,
            (y0 if y0 < y1 else y1) - wide,
            (x1 if x0 < x1 else x0) + wide,
            (y1 if y0 < y1 else y0) + wide,
        )
