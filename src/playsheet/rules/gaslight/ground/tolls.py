"""The least that the ground takes off a move, whichever way it goes: what it starts or ends in it pays for."""

from __future__ import annotations

from math import sqrt
from typing import Final

from playsheet.core.discs import from_boundary
from playsheet.core.geometry import TOLERANCE
from playsheet.core.terrain import Piece, holds
from playsheet.rules.gaslight.battle.land import Enclosure, Land
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.ground.moving import Mover

# From a boundary: nearer to it a way may begin or end on either side. And from the end of a move: what is farther off
# than that is out of it, however the parts of a way are rounded.
CLEAR: Final = 1000.0 * TOLERANCE
INSIDE: Final = 1
OUTSIDE: Final = -1
ON_THE_LINE: Final = 0


def side_of(area: Piece, x: float, y: float, wide: float) -> int:
    """Is all that is so near to a point inside an area, outside it, or does the boundary come about as near as that?"""
    off = wide + CLEAR
    if x < area.min_x - off or x > area.max_x + off or y < area.min_y - off or y > area.max_y + off:
        return OUTSIDE
    if from_boundary(area, x, y) <= off:
        return ON_THE_LINE
    return INSIDE if holds(area, x, y) else OUTSIDE


def lies_in(land: Land, held: Enclosure, x: float, y: float, wide: float) -> int:
    """On which side of an enclosure all that is; rough ground that a bridge or ford may mend is none."""
    side = side_of(held.area, x, y, wide)
    if side == INSIDE and held.rough:
        for plot in land.mending:
            if side_of(plot.piece, x, y, wide) != OUTSIDE:
                return ON_THE_LINE
    return side


class Lie:
    """A place, so wide: on which side of each enclosure of the table it lies.

    Many moves begin or end there: it is looked at once for all of them.
    """

    def __init__(self, land: Land, x: float, y: float, wide: float) -> None:
        self.x: Final = x
        self.y: Final = y
        self.wide: Final = wide
        self.sides: Final = [lies_in(land, held, x, y, wide) for held in land.enclosures]
        self.bridges: Final = [from_box(plot.piece, x, y) for plot in land.mending]  # how far off, at least


class Tolls:
    """What a move pays at least that begins in one place, which is a point, and ends somewhere in a second."""

    def __init__(self, battle: GaslightBattle, mover: Mover, start: Lie, end: Lie) -> None:
        self.battle: Final = battle
        self.mover: Final = mover
        self.rough = False
        self.obstacles = 0
        self.ends: Final[list[Enclosure]] = []  # of which the boundary goes through the second place
        self.sides: Final[list[int]] = []  # on which side of each of these it starts
        enclosures = battle.land.enclosures
        for k in range(len(enclosures)):
            held = enclosures[k]
            side = start.sides[k]
            ends = end.sides[k]
            if held.rough:
                if self.rough or battle.rules.rough_pro_rata:
                    continue
                if side == INSIDE or ends == INSIDE or self.is_crossed(held, start, end):
                    self.rough = True
                    continue
            elif side * ends == INSIDE * OUTSIDE:
                self.obstacles += 1
            if ends == ON_THE_LINE:
                self.ends.append(held)
                self.sides.append(side)

    def is_crossed(self, held: Enclosure, start: Lie, end: Lie) -> bool:
        """Does it lie all across the table between the two places, and every bridge too far off?"""
        area = held.area
        wide = end.wide + CLEAR
        if held.from_west_to_east and parts(area.min_y, area.max_y, start.y, end.y, wide):
            return self.no_bridge(start, end)
        if held.from_south_to_north and parts(area.min_x, area.max_x, start.x, end.x, wide):
            return self.no_bridge(start, end)
        return False

    def no_bridge(self, start: Lie, end: Lie) -> bool:
        """Is there nothing in reach that mends the going?"""
        mover = self.mover
        most = self.battle.rules.allowance(mover.base, mover.bonus, False, mover.leaderless, 0)
        most += end.wide + 2.0 * CLEAR
        for k in range(len(start.bridges)):
            if start.bridges[k] + end.bridges[k] <= most:
                return False
        return True

    def most(self) -> float:
        """What the move comes to, wherever about that place it ends."""
        mover = self.mover
        return self.battle.rules.allowance(mover.base, mover.bonus, self.rough, mover.leaderless, self.obstacles)

    def least(self) -> float:
        """What it comes to at least, whatever of that it has to pay for."""
        mover = self.mover
        obstacles = self.obstacles + len(self.ends)
        return self.battle.rules.allowance(mover.base, mover.bonus, True, mover.leaderless, obstacles)

    def most_to(self, x: float, y: float) -> float:
        """What it comes to if it ends there."""
        rough = self.rough
        obstacles = self.obstacles
        for k in range(len(self.ends)):
            held = self.ends[k]
            if held.rough:
                rough = rough or lies_in(self.battle.land, held, x, y, 0.0) == INSIDE
            elif self.sides[k] * side_of(held.area, x, y, 0.0) == INSIDE * OUTSIDE:
                obstacles += 1
        mover = self.mover
        return self.battle.rules.allowance(mover.base, mover.bonus, rough, mover.leaderless, obstacles)


def parts(low: float, high: float, one: float, other: float, wide: float) -> bool:
    """Do these bounds lie between two places, the second of them so wide?"""
    return (one > high + CLEAR and other + wide < low) or (one < low - CLEAR and other - wide > high)


def from_box(area: Piece, x: float, y: float) -> float:
    """How far a point is from the box round an area at least."""
    dx = max(max(area.min_x - x, x - area.max_x), 0.0)
    dy = max(max(area.min_y - y, y - area.max_y), 0.0)
    return sqrt(dx * dx + dy * dy)
