"""Sight, arcs and cover on the table: from footprints and ground to the few facts that fire and charges need."""

from __future__ import annotations

from typing import Final

from playsheet.core.geometry import TOLERANCE, Rect, segment_meets_rect, spacing
from playsheet.core.measuring import Sightline
from playsheet.core.terrain import Piece, crossed, holds
from playsheet.rules.gettysburg.battle.land import Plot, boundary_cuts
from playsheet.rules.gettysburg.battle.state import GettysburgBattle
from playsheet.rules.gettysburg.battle.units import Unit
from playsheet.rules.gettysburg.ground.footprints import faces_of, fire_distance, in_arc, tangent
from playsheet.rules.gettysburg.terms import Arm, Bar, Cover, Formation, GroundClass, Wood

# ---------------------------------------------------------------- lines of sight


def eye_of(held: Rect) -> tuple[float, float]:
    """The middle of the front edge."""
    return held.point(0.0, held.half_d)


def sees(battle: GettysburgBattle, unit: Unit, target: Unit) -> bool:
    """From the middle of the front edge to any of the target's corners or its centre (section 9)."""
    for face in faces_of(battle, unit):
        if face_sees(battle, unit, face, target):
            return True
    return False


def face_sees(battle: GettysburgBattle, unit: Unit, face: Rect, target: Unit) -> bool:
    """The same from one of the faces of a garrison; others have but one."""
    between = between_them(battle, unit, face, target)
    for px, py in looked_at(target):
        if not between.blocker(px, py):
            return True
    return False


def looked_at(target: Unit) -> list[tuple[float, float]]:
    """Its centre, then its corners."""
    ax, ay, bx, by, cx, cy, dx, dy = target.shape.corners()
    return [(target.x, target.y), (ax, ay), (bx, by), (cx, cy), (dx, dy)]


def sight(battle: GettysburgBattle, unit: Unit, target: Unit) -> Sightline:
    """The line of sight with its proof: a clear one if there is any, else the one to the target's centre."""
    first: Sightline | None = None
    for face in faces_of(battle, unit):
        x, y = eye_of(face)
        for px, py in looked_at(target):
            line = Sightline(x, y, px, py, blocker(battle, unit, x, y, target, px, py))
            if not line.blocked_by:
                return line
            if first is None:
                first = line
    assert first is not None
    return first


def blocker(battle: GettysburgBattle, unit: Unit, x0: float, y0: float, target: Unit, x1: float, y1: float) -> str:
    """What blocks the line: ground, or a close-order unit of either side; empty if nothing does."""
    return Between(battle, unit, x0, y0, target, x1, y1, 0.0).blocker(x1, y1)


def between_them(battle: GettysburgBattle, unit: Unit, face: Rect, target: Unit) -> Between:
    """What may stand between a face of the unit and any part of the target."""
    x, y = eye_of(face)
    held = target.shape
    return Between(battle, unit, x, y, target, held.x, held.y, held.radius)


class Between:
    """What may stand between a place and all that is no farther than `wide` from another one.

    It is found once, and looked at line by line.
    """

    def __init__(
        self,
        battle: GettysburgBattle,
        unit: Unit,
        x0: float,
        y0: float,
        target: Unit,
        x1: float,
        y1: float,
        wide: float,
    ) -> None:
        self.battle: Final = battle
        self.unit: Final = unit
        self.x: Final = x0
        self.y: Final = y0
        self.target: Final = target
        self.plots: Final = plots_between(battle, x0, y0, x1, y1, wide)
        self.others: Final = units_between(battle, unit, target, x0, y0, x1, y1, wide)
        self.level = -1  # of the ground at (x0, y0), once it is asked for

    def blocker(self, px: float, py: float) -> str:
        """What blocks the line to a point; empty if nothing does."""
        return self.ground(px, py) or self.unit_of_either_side(px, py)

    def ground(self, px: float, py: float) -> str:
        """Buildings, crops between, more than so much wood, ground higher than both ends (R101)."""
        if not self.plots:
            return ""
        land = self.battle.land
        x = self.x
        y = self.y
        woods: list[Plot] = []
        height = -1
        for plot in self.plots:
            if plot.wood != Wood.NONE:
                woods.append(plot)
            elif land.is_blind(plot) and plot.id != self.unit.garrison and plot.id != self.target.garrison:
                if crossed(plot.piece, x, y, px, py):
                    inside = holds(plot.piece, x, y) or holds(plot.piece, px, py)
                    if not inside:
                        return plot.said
            if plot.level > 0:
                if height < 0:
                    height = max(self.own_level(), land.level(px, py))
                if plot.level > height and crossed(plot.piece, x, y, px, py):
                    return plot.said
        if woods:
            return wood_blocks(self.battle, woods, x, y, px, py)
        return ""

    def own_level(self) -> int:
        """How high the ground is where the lines begin."""
        if self.level < 0:
            self.level = self.battle.land.level(self.x, self.y)
        return self.level

    def unit_of_either_side(self, px: float, py: float) -> str:
        """Close-order units; guns a level higher fire over those that are far enough from both ends."""
        if not self.others or spacing(self.x, self.y, px, py) <= TOLERANCE:
            return ""
        for other in self.others:
            if segment_meets_rect(self.x, self.y, px, py, other.shape):
                if not fires_over(self.battle, self.unit, self.target, other):
                    return other.name
        return ""


def plots_between(battle: GettysburgBattle, x0: float, y0: float, x1: float, y1: float, wide: float) -> list[Plot]:
    """The areas that may come so near to a line and may block it."""
    land = battle.land
    found: list[Plot] = []
    if not land.has_blinds and not land.has_hills:
        return found
    for index in land.plan.between(x0, y0, x1, y1, wide):
        plot = land.plots[index]
        if not plot.linear and (plot.wood != Wood.NONE or plot.level > 0 or land.is_blind(plot)):
            found.append(plot)
    return found


def units_between(
    battle: GettysburgBattle, unit: Unit, target: Unit, x0: float, y0: float, x1: float, y1: float, wide: float
) -> list[Unit]:
    """The close-order units that may come so near to a line, but for those at its ends."""
    far = spacing(x0, y0, x1, y1)
    ux = (x1 - x0) / far if far > TOLERANCE else 0.0
    uy = (y1 - y0) / far if far > TOLERANCE else 0.0
    return [
        other
        for other in battle.along(x0, y0, ux, uy, far, wide)
        if other is not unit and other is not target and other.formation != Formation.SKIRMISH
    ]


def wood_blocks(battle: GettysburgBattle, woods: list[Plot], x0: float, y0: float, x1: float, y1: float) -> str:
    """More than 4 inches of wood in all, or more than 8 if both ends are in the same wood."""
    deep = 0.0
    worst = ""
    rules = battle.rules
    for plot in woods:
        inches = inches_in(plot, x0, y0, x1, y1)
        if inches <= TOLERANCE:
            continue
        if holds(plot.piece, x0, y0) and holds(plot.piece, x1, y1):
            if inches > rules.wood_inside + TOLERANCE:
                return plot.said
            continue
        deep += inches
        worst = plot.said
    return worst if deep > rules.wood_into + TOLERANCE else ""


def inches_in(plot: Plot, x0: float, y0: float, x1: float, y1: float) -> float:
    """How much of a straight line lies in an area."""
    length = spacing(x0, y0, x1, y1)
    if length <= TOLERANCE or passes_by(plot.piece, x0, y0, x1, y1):
        return 0.0
    ux = (x1 - x0) / length
    uy = (y1 - y0) / length
    cuts = [0.0, *boundary_cuts(plot.piece, x0, y0, ux, uy, length), length]
    cuts.sort()
    found = 0.0
    for k in range(1, len(cuts)):
        middle = 0.5 * (cuts[k - 1] + cuts[k])
        if cuts[k] - cuts[k - 1] > TOLERANCE and holds(plot.piece, x0 + ux * middle, y0 + uy * middle):
            found += cuts[k] - cuts[k - 1]
    return found


def passes_by(piece: Piece, x0: float, y0: float, x1: float, y1: float) -> bool:
    """Does a line lie wholly beside the box of a piece?"""
    return (
        (x0 < piece.min_x - TOLERANCE and x1 < piece.min_x - TOLERANCE)
        or (x0 > piece.max_x + TOLERANCE and x1 > piece.max_x + TOLERANCE)
        or (y0 < piece.min_y - TOLERANCE and y1 < piece.min_y - TOLERANCE)
        or (y0 > piece.max_y + TOLERANCE and y1 > piece.max_y + TOLERANCE)
    )


def fires_over(battle: GettysburgBattle, unit: Unit, target: Unit, other: Unit) -> bool:
    """Guns a level higher than the unit between, which is more than 6 inches from both gun and target."""
    if unit.arm != Arm.ARTILLERY or not battle.land.has_hills:
        return False
    land = battle.land
    if land.level(unit.x, unit.y) <= land.level(other.x, other.y):
        return False
    over = battle.rules.fire_over + TOLERANCE
    return gap_between(unit, other) > over and gap_between(target, other) > over


def gap_between(one: Unit, other: Unit) -> float:
    return min(fire_distance(one.shape, other.shape), fire_distance(other.shape, one.shape))


# ---------------------------------------------------------------- range and arc


def arc_of(battle: GettysburgBattle, unit: Unit) -> float:
    """The half-angle of its fire arc, degrees (R49)."""
    rules = battle.rules
    if unit.arm == Arm.ARTILLERY:
        return rules.arc_artillery
    return rules.arc_skirmish if unit.formation == Formation.SKIRMISH else rules.arc_infantry


def firing_face(battle: GettysburgBattle, unit: Unit, target: Unit, reach: float) -> Rect | None:
    """From which footprint, or face of its BUA, it has the target in arc, range and sight: the nearest, or None."""
    slope = tangent(arc_of(battle, unit))
    best: Rect | None = None
    nearest = reach + TOLERANCE
    for face in faces_of(battle, unit):
        far = fire_distance(face, target.shape)
        if not bar_to_face(battle, unit, face, target, far, nearest, slope):
            best = face
            nearest = far
    return best


def bar_to_face(
    battle: GettysburgBattle, unit: Unit, face: Rect, target: Unit, far: float, reach: float, slope: float
) -> int:
    """What keeps it from firing at the target from there, `far` inches off: range, arc or sight."""
    if far > reach:
        return Bar.RANGE
    if not in_arc(face, target.shape, slope):
        return Bar.ARC
    return Bar.NONE if face_sees(battle, unit, face, target) else Bar.SIGHT


def bar_to_faces(battle: GettysburgBattle, unit: Unit, target: Unit, reach: float) -> int:
    """The same from all its faces: the last thing that is wanting from the one that comes nearest to it."""
    slope = tangent(arc_of(battle, unit))
    best = Bar.RANGE
    for face in faces_of(battle, unit):
        far = fire_distance(face, target.shape)
        bar = bar_to_face(battle, unit, face, target, far, reach + TOLERANCE, slope)
        if bar == Bar.NONE:
            return bar
        best = max(best, bar)
    return best


def range_to(battle: GettysburgBattle, unit: Unit, target: Unit) -> float:
    """From the front edge, of a garrison from the nearest face."""
    return min([fire_distance(face, target.shape) for face in faces_of(battle, unit)])


# ---------------------------------------------------------------- cover


def cover_of(battle: GettysburgBattle, target: Unit, x: float, y: float) -> int:
    """The cover of the target against fire, or a charge, that comes from a point (section 9; R57, R124)."""
    land = battle.land
    best = post_cover(battle, target, x, y)
    area = land.area_cover(target.x, target.y)
    if area > best:
        best = area
    for plot in land.lines_at(target.shape, best):
        if plot.cover <= best or plot.works:
            continue  # works protect only their garrison
        if crossed(plot.piece, x, y, target.x, target.y):
            best = plot.cover
    return best


def post_cover(battle: GettysburgBattle, target: Unit, x: float, y: float) -> int:
    """Of a garrison: a BUA covers all round, works to their front only."""
    if target.garrison < 0:
        return Cover.NONE
    plot = battle.land.plots[target.garrison]
    if plot.bua:
        return plot.cover
    return plot.cover if crossed(plot.piece, x, y, target.x, target.y) else Cover.NONE


def cover_always(battle: GettysburgBattle, target: Unit) -> int:
    """The cover that counts in Other tests, whatever side the enemy is on."""
    land = battle.land
    best = Cover.NONE
    if target.garrison >= 0:
        best = land.plots[target.garrison].cover
    area = land.area_cover(target.x, target.y)
    if area > best:
        best = area
    for plot in land.lines_at(target.shape, best):
        if plot.cover > best and not plot.works:
            best = plot.cover
    return best


def shares_cover(battle: GettysburgBattle, unit: Unit, enemy: Unit) -> bool:
    """Is the enemy in the same cover: in the same area, or on the same side of the same line?"""
    return any(shares(battle, unit, enemy, plot) for plot in covers_of(battle, unit))


def covers_of(battle: GettysburgBattle, unit: Unit) -> list[Plot]:
    """All that may cover the unit from some side: the post that it holds, the areas it is in, the lines beside it."""
    land = battle.land
    found: list[Plot] = []
    if unit.garrison >= 0:
        found.append(land.plots[unit.garrison])
    for index in land.plan.at(unit.x, unit.y):
        plot = land.plots[index]
        if not plot.linear and plot.cover != Cover.NONE and holds(plot.piece, unit.x, unit.y):
            found.append(plot)
    return found + land.lines_at(unit.shape, Cover.NONE)


def shares(battle: GettysburgBattle, unit: Unit, enemy: Unit, plot: Plot) -> bool:
    """Is the enemy in this cover of the unit with it?"""
    if plot.id == unit.garrison and plot.id == enemy.garrison:
        return True
    if not plot.linear:
        return plot.cover != Cover.NONE and holds(plot.piece, unit.x, unit.y) and holds(plot.piece, enemy.x, enemy.y)
    land = battle.land
    if not land.line_covers(plot, enemy.shape) or not land.line_covers(plot, unit.shape):
        return False
    return not crossed(plot.piece, unit.x, unit.y, enemy.x, enemy.y)


def enemy_in_cover(battle: GettysburgBattle, unit: Unit) -> bool:
    """Does any enemy share its cover?"""
    far = battle.rules.behind + battle.rules.occupy_within  # garrisons and who is covered by a line are within that
    for plot in covers_of(battle, unit):
        for other in units_at(battle, plot.piece, far):
            if other.side != unit.side and shares(battle, unit, other, plot):
                return True
    return False


def units_at(battle: GettysburgBattle, piece: Piece, far: float) -> list[Unit]:
    """The units that may be so near to a piece of terrain, in the order of the roster."""
    wide = 0.5 * (piece.max_x - piece.min_x)
    deep = 0.5 * (piece.max_y - piece.min_y)
    x = piece.min_x + wide
    y = piece.min_y + deep
    if wide > deep:
        return battle.along(x - wide, y, 1.0, 0.0, 2.0 * wide, deep + far)
    return battle.along(x, y - deep, 0.0, 1.0, 2.0 * deep, wide + far)


def is_uphill(battle: GettysburgBattle, unit: Unit, enemy: Unit) -> bool:
    """Is its centre higher than the enemy's (R78)?"""
    if not battle.land.has_hills:
        return False
    return battle.land.level(unit.x, unit.y) > battle.land.level(enemy.x, enemy.y)


def ground_of(battle: GettysburgBattle, unit: Unit) -> int:
    """The class of ground that it stands on; a garrison is not on the ground of its BUA."""
    if unit.garrison >= 0 and battle.land.plots[unit.garrison].bua:
        return GroundClass.SEVERE  # 4.6.1: foot in a building are not halved against cavalry
    return battle.land.class_at(unit.x, unit.y)


def in_wood(battle: GettysburgBattle, unit: Unit) -> bool:
    return battle.land.wood_at(unit.x, unit.y) != Wood.NONE
