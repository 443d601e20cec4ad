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


def side_of(area: Piece, x: float, y: float) -> int:
    """Is a point inside an area, outside it, or about on its boundary?"""
    if x < area.min_x - CLEAR or x > area.max_x + CLEAR or y < area.min_y - CLEAR or y > area.max_y + CLEAR:
        return OUTSIDE
    if from_boundary(area, x, y) <= CLEAR:
        return ON_THE_LINE
    return INSIDE if holds(area, x, y) else OUTSIDE


def lies_in(land: Land, held: Enclosure, x: float, y: float) -> int:
    """On which side of an enclosure a point is; rough ground that a bridge or ford may mend is none."""
    side = side_of(held.area, x, y)
    if side == INSIDE and held.rough:
        for plot in land.mending:
            if side_of(plot.piece, x, y) != OUTSIDE:
                return ON_THE_LINE
    return side


class Tolls:
    """What a move from (x, y) pays at least that ends within `wide` of a second place."""

    def __init__(
        self, battle: GaslightBattle, mover: Mover, x: float, y: float, to_x: float, to_y: float, wide: float
    ) -> None:
        self.battle: Final = battle
        self.mover: Final = mover
        self.rough = False
        self.obstacles = 0
        self.ends: Final[list[Enclosure]] = []  # that it may end in, or start in and end outside
        self.sides: Final[list[int]] = []  # on which side of each of these it starts
        land = battle.land
        for held in land.enclosures:
            if held.rough and (self.rough or battle.rules.rough_pro_rata):
                continue
            side = lies_in(land, held, x, y)
            if held.rough and (side == INSIDE or self.is_crossed(held, x, y, to_x, to_y, wide)):
                self.rough = True
            elif not is_away(held.area, to_x, to_y, wide):
                self.ends.append(held)
                self.sides.append(side)
            elif side == INSIDE:
                self.obstacles += 1

    def is_crossed(self, held: Enclosure, x: float, y: float, to_x: float, to_y: float, wide: float) -> bool:
        """Does it lie all across the table between the two places, and every bridge too far off?"""
        area = held.area
        wide += CLEAR
        if held.from_west_to_east and parts(area.min_y, area.max_y, y, to_y, wide):
            return self.no_bridge(x, y, to_x, to_y, wide)
        if held.from_south_to_north and parts(area.min_x, area.max_x, x, to_x, wide):
            return self.no_bridge(x, y, to_x, to_y, wide)
        return False

    def no_bridge(self, x: float, y: float, to_x: float, to_y: float, wide: float) -> bool:
        """Is there nothing in reach that mends the going?"""
        mover = self.mover
        most = self.battle.rules.allowance(mover.base, mover.bonus, False, mover.leaderless, 0) + wide + CLEAR
        for plot in self.battle.land.mending:
            if from_box(plot.piece, x, y) + from_box(plot.piece, to_x, to_y) <= most:
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
                rough = rough or lies_in(self.battle.land, held, x, y) == INSIDE
            elif self.sides[k] * side_of(held.area, x, y) == INSIDE * OUTSIDE:
                obstacles += 1
        mover = self.mover
        return self.battle.rules.allowance(mover.base, mover.bonus, rough, mover.leaderless, obstacles)


def parts(low: float, high: float, one: float, other: float, wide: float) -> bool:
    """Do these bounds lie between two places, the second of them so wide?"""
    return (one > high + CLEAR and other + wide < low) or (one < low - CLEAR and other - wide > high)


def from_box(area: Piece, x: float, y: float) -> float:
    """How far a point is from the box round an area at least."""
    dx = max(area.min_x - x, x - area.max_x, 0.0)
    dy = max(area.min_y - y, y - area.max_y, 0.0)
    return sqrt(dx * dx + dy * dy)


def is_away(area: Piece, x: float, y: float, wide: float) -> bool:
    """Is all of an area farther than that from a point?"""
    wide += CLEAR
    return x + wide < area.min_x or x - wide > area.max_x or y + wide < area.min_y or y - wide > area.max_y
