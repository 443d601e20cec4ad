"""Where a general may ride, and whom he commands (R32, R93)."""

from __future__ import annotations

from playsheet.core.asking import Ghost, Outcome, Region
from playsheet.core.events import Battle
from playsheet.core.geometry import TOLERANCE, point_distance, spacing
from playsheet.core.terrain import crossed, holds
from playsheet.core.words import the
from playsheet.rules.gettysburg.battle.brigades import Brigade
from playsheet.rules.gettysburg.battle.state import GettysburgBattle, id_of
from playsheet.rules.gettysburg.battle.units import General, Unit
from playsheet.rules.gettysburg.ground.moving import HAIR
from playsheet.rules.gettysburg.terms import Arm, Bar, Formation, GroundClass, Level, Where

# ---------------------------------------------------------------- whose he is


def command_of(battle: GettysburgBattle, general: General) -> list[Unit]:
    """The units of his command on the table, in the order of the roster."""
    if general.level in (Level.CINC, Level.CORPS):
        return [unit for unit in battle.units if unit.side == general.side and unit.place == Where.ON_TABLE]
    found: list[Unit] = []
    for brigade in battle.brigades:
        if brigade.side == general.side and commands(battle, general, brigade):
            found += battle.units_of(brigade)
    found.sort(key=id_of)
    return found


def commands(battle: GettysburgBattle, general: General, brigade: Brigade) -> bool:
    """Is it his brigade, or of his division? A corps general and the C-in-C command all of their side."""
    if general.level == Level.BRIGADIER:
        return brigade.brigadier == general.id
    return brigade.division >= 0 and battle.divisions[brigade.division].general == general.id


def goes(battle: GettysburgBattle, general: General) -> bool:
    """Has he his go now? Brigade by brigade (switch `alternate`) a brigadier goes with his own, the others with any."""
    if general.side != battle.side:
        return False
    if battle.brigade < 0 or general.level != Level.BRIGADIER:
        return True
    return battle.brigades[battle.brigade].brigadier == general.id


# ---------------------------------------------------------------- phase 4: generals move


def bar_to_riding(battle: GettysburgBattle, general: General) -> int:
    """Once a turn, in his go (R32)."""
    if not general.is_here():
        return Bar.OFF_TABLE
    if general.moved:
        return Bar.ACTED
    return Bar.NONE if goes(battle, general) else Bar.NOT_HIS_GO


def pace_of(battle: GettysburgBattle) -> float:
    return battle.rules.pace(Arm.GENERAL, Formation.LINE, False, False).move


def bar_to_joining(battle: GettysburgBattle, general: General, unit: Unit) -> int:
    """Is the unit within his move, and no river or cliff between?"""
    if unit.id == general.attached_to:
        return Bar.SAME
    if battle.general_gap(general, unit.shape) > pace_of(battle) + TOLERANCE:
        return Bar.RANGE
    return Bar.GROUND if barred(battle, general.x, general.y, unit.x, unit.y) else Bar.NONE


def barred(battle: GettysburgBattle, x0: float, y0: float, x1: float, y1: float) -> str:
    """The impassable ground between two places; empty if there is none (R32)."""
    land = battle.land
    for index in land.plan.between(x0, y0, x1, y1):
        plot = land.plots[index]
        if plot.ground == GroundClass.IMPASSABLE and crossed(plot.piece, x0, y0, x1, y1):
            return the(plot.name)
    return ""


class RideRegion(Region):
    """Where a general rides to."""

    def __init__(self, battle: GettysburgBattle, general: General) -> None:
        self.battle = battle
        self.general = general

    def names(self) -> tuple[str, ...]:
        return ("x", "y")

    def refusal(self, value: tuple[float, ...]) -> str:
        x, y = value
        battle = self.battle
        general = self.general
        name = general.name
        pace = pace_of(battle)
        far = spacing(general.x, general.y, x, y)
        if far > pace + TOLERANCE:
            return f"{name} rides at most {pace:g} inches, and that is {far:.1f}."
        if far <= TOLERANCE:
            return ""
        r = general.radius
        ground = battle.land.ground
        if not (r <= x <= ground.width - r and r <= y <= ground.depth - r):
            return f"{name} must stay on the table."
        why = barred(battle, general.x, general.y, x, y)
        if why:
            return f"{name} cannot cross {why}."
        for plot in [battle.land.plots[index] for index in battle.land.plan.at(x, y)]:
            if plot.ground == GroundClass.IMPASSABLE and holds(plot.piece, x, y):
                return f"{name} cannot stand in {the(plot.name)}."
        for unit in battle.around(x, y, r + battle.rules.enemy_gap):
            if unit.side != general.side and point_distance(unit.shape, x, y) < r + battle.rules.enemy_gap - TOLERANCE:
                return f"{name} would come within {battle.rules.enemy_gap:g} inch of {unit.name}."
        return ""

    def samples(self) -> list[tuple[float, ...]]:
        """Where he is, and as near as he may behind each of the nearest units of his command."""
        general = self.general
        found: list[tuple[float, ...]] = [(general.x, general.y)]
        nearest: list[tuple[float, int]] = []
        for unit in command_of(self.battle, general):
            nearest.append((spacing(general.x, general.y, unit.x, unit.y), unit.id))
        nearest.sort()
        for _, id in nearest[:4]:
            unit = self.battle.units[id]
            x, y = unit.shape.point(0.0, -unit.shape.half_d - general.radius - 2.0)
            far = spacing(general.x, general.y, x, y)
            pace = pace_of(self.battle) - HAIR
            if far > pace:
                x = general.x + (x - general.x) * pace / far
                y = general.y + (y - general.y) * pace / far
            if (x, y) not in found and not self.refusal((x, y)):
                found.append((x, y))
        return found

    def ghost(self) -> Ghost | None:
        ghost = Ghost(self.general.x, self.general.y, placed=True, facing=0.0, reach=pace_of(self.battle))
        across = 2.0 * self.general.radius
        ghost.bodies = [(0.0, 0.0, 0.0, across, 0.0)]
        return ghost

    def outcome(self, seen: Battle, value: tuple[float, ...]) -> Outcome | None:
        """There; what would keep him from a place is told as the reason why not."""
        found = Outcome(value[0], value[1])
        found.bodies = [(value[0], value[1], 0.0, 2.0 * self.general.radius, 0.0)]
        return found
