"""Places to choose from in moves: marches, slides, facings, posts of skirmishers."""

from __future__ import annotations

from typing import Final

from playsheet.core.angles import bearing, direction, turn_between, wrapped
from playsheet.core.asking import Ghost, Outcome, Region
from playsheet.core.events import Battle
from playsheet.core.exact import MOST_PATHS, Effort, Exact, Scale
from playsheet.core.formations import offsets
from playsheet.core.geometry import TOLERANCE, Rect, rect, spacing
from playsheet.core.words import the
from playsheet.rules.gettysburg.battle.goals import Goal
from playsheet.rules.gettysburg.battle.state import GettysburgBattle
from playsheet.rules.gettysburg.battle.units import Unit
from playsheet.rules.gettysburg.battle.words import name_of
from playsheet.rules.gettysburg.dice.charge import cross_defences
from playsheet.rules.gettysburg.ground.moving import (
    DEGREES,
    HAIR,
    OBLIQUE,
    March,
    farthest,
    inches_left,
    march_of,
    obstacles_of,
    place_refusal,
    reach_of,
    straight_stop,
    wheel_inches,
    wheeled,
)
from playsheet.rules.gettysburg.options.duties import end_refusal
from playsheet.rules.gettysburg.terms import Arm, Formation
from playsheet.tabletop.placing import SHORT, bad_facing, bases_at
from playsheet.tabletop.wording import inches

ABOUT: Final = 180.0
NOT_KNOWN: Final = -1.0  # as a number of inches


# ---------------------------------------------------------------- regions


def bodies(battle: GettysburgBattle, unit: Unit, formation: int) -> list[tuple[float, float, float, float, float]]:
    """The unit in that formation, to be drawn: each base's place right and forward, its turn, width and depth."""
    if unit.arm == Arm.ARTILLERY:
        there = battle.footprint(unit, formation, 0.0, 0.0, 0.0)
        width = 2.0 * there.half_w / max(unit.guns, 1)
        return [
            ((k - (unit.guns - 1) / 2) * width, 0.0, 0.0, width, 2.0 * there.half_d) for k in range(max(unit.guns, 1))
        ]
    return men(battle, unit.arm, formation, unit.figures)


def men(
    battle: GettysburgBattle, arm: int, formation: int, figures: int
) -> list[tuple[float, float, float, float, float]]:
    """So many figures on foot or horse, likewise."""
    base = battle.rules.bases["cavalry" if arm == Arm.CAVALRY else "infantry"]
    pitch = base.width
    deep = base.depth
    if formation == Formation.SKIRMISH:
        pitch = battle.rules.skirmisher_width
        deep = 0.5 * battle.rules.skirmish_depth
    right, forward = offsets(figures, battle.rules.files(formation, figures), pitch, deep)
    return [(right[k], forward[k], 0.0, base.width, base.depth) for k in range(figures)]


def ghost_of(battle: GettysburgBattle, unit: Unit, formation: int, *, reach: float) -> Ghost:
    ghost = Ghost(unit.x, unit.y, placed=True, facing=unit.facing, reach=reach)
    ghost.bodies = bodies(battle, unit, formation)
    return ghost


def outcome_of(there: Rect, bodies: list[tuple[float, float, float, float, float]]) -> Outcome:
    """Bodies as they would stand there."""
    found = Outcome(there.x, there.y)
    found.bodies = bases_at(there.x, there.y, there.facing, bodies)
    return found


def stop_said(battle: GettysburgBattle, unit: Unit, why: str, who: int) -> str:
    """`stops at the fence`, `stops one inch short of the 20th Maine`; empty if nothing is in the way."""
    if not why:
        return ""
    if who < 0:
        return f"stops at {the(why)}"
    if battle.units[who].side == unit.side:
        return f"stops at {name_of(battle, who)}"
    return f"stops {inches(battle.rules.enemy_gap)} short of {name_of(battle, who)}"


def crossing_chances(battle: GettysburgBattle, march: March) -> list[tuple[float, int]]:
    """How far the dice for the defences on its way let a unit march: each distance, and how many of all throws do."""
    effort = Effort(MOST_PATHS)
    scale: Scale[float] = Scale(effort)
    dice = Exact(effort)
    obstacles = obstacles_of(march.cost.obstacles)
    going = True
    while going:
        there = march.over(cross_defences(dice, battle.rules, obstacles))
        scale.add(spacing(march.start.x, march.start.y, there.x, there.y), dice.weight, dice.total_weight)
        going = dice.again()
    found = scale.weighed()
    chances = [(found.outcomes[k], found.weights[k]) for k in range(len(found.outcomes))]
    chances.sort()
    return chances if len(chances) > 1 else []


class Heading:
    """A unit that has wheeled to look at a place, as far as it can: its footprint then, and how far it could go on."""

    def __init__(self, x: float, y: float, start: Rect, far: float) -> None:
        self.x: Final = x
        self.y: Final = y
        self.start: Final = start
        self.far: Final = far


class MarchRegion(Region):
    """Where a unit marches: a wheel to `facing` if it is another one, then straight or obliquely to (x, y).

    It belongs to one moment of a battle, so that what has been looked at for its samples is kept.
    """

    def __init__(self, battle: GettysburgBattle, unit: Unit) -> None:
        self.battle = battle
        self.unit = unit
        self.known: list[tuple[float, ...]] | None = None
        self.marches: Final[dict[tuple[float, ...], March]] = {}  # of the samples
        self.headings: Final[list[Heading]] = []  # of the places toward which it has been tried
        self.straight = NOT_KNOWN  # inches, straight ahead

    def names(self) -> tuple[str, ...]:
        return ("x", "y", "facing")

    def look(self, value: tuple[float, ...]) -> March:
        kept = self.marches.get(value)
        return march_of(self.battle, self.unit, value[0], value[1], value[2]) if kept is None else kept

    def refusal(self, value: tuple[float, ...]) -> str:
        return bad_facing(value[2]) or self.refusal_of(value, self.look(value))

    def refusal_of(self, value: tuple[float, ...], march: March) -> str:
        """The same of a march that has been looked at."""
        unit = self.unit
        if unit.moved and spacing(value[0], value[1], unit.x, unit.y) <= TOLERANCE:
            return f"{unit.name} has moved: it may turn on the spot no more (R150)."
        if march.why_not:
            return march.why_not
        return end_refusal(self.battle, self.unit, march.end)

    def samples(self) -> list[tuple[float, ...]]:
        if self.known is None:
            self.known = self.found()
        return self.known

    def is_open(self) -> bool:
        """Is there any march at all? Looked at before the samples, which cost more."""
        unit = self.unit
        left = inches_left(self.battle, unit)
        if left > TOLERANCE and self.known is None:
            found: list[tuple[float, ...]] = []
            self.ahead(found, unit.facing, left, 1.0)
            if found:
                return True
        return bool(self.samples())

    def found(self) -> list[tuple[float, ...]]:
        """Straight on and half of that, to either side, at the nearest enemy, toward the objectives, and away."""
        battle = self.battle
        unit = self.unit
        left = inches_left(battle, unit)
        found: list[tuple[float, ...]] = []
        if left <= TOLERANCE:
            return found
        far = self.ahead(found, unit.facing, left, 1.0)
        if far > 1.0:
            self.ahead(found, unit.facing, left, 0.5)
        for turn in (-OBLIQUE, OBLIQUE):
            self.ahead(found, wrapped(unit.facing + turn), left, 1.0)
        enemy, _ = battle.nearest_enemy(unit)
        if enemy >= 0:
            foe = battle.units[enemy]
            self.toward(found, foe.x, foe.y, left)
        goals = [goal for goal in battle.goals.all if goal.within > 0.0]
        goals.sort(key=Nearness(unit.x, unit.y).of_goal)
        for goal in goals[:2]:
            self.toward(found, goal.x, goal.y, left)
        if unit.turns_freely():
            for turn in (90.0, ABOUT, 270.0):
                self.ahead(found, wrapped(unit.facing + turn), left, 1.0)
        return found

    def ahead(self, found: list[tuple[float, ...]], aim: float, left: float, part: float) -> float:
        """As far as it can along a bearing, facing kept, if that is anywhere; how far that is."""
        held = self.unit.shape
        far = self.farthest(aim, left) * part
        if far > 0.05:
            ux, uy = direction(aim)
            self.take(found, (held.x + ux * far, held.y + uy * far, held.facing))
        return far

    def farthest(self, aim: float, left: float) -> float:
        """How far it could march along a bearing, facing kept."""
        unit = self.unit
        if aim != unit.facing:
            return farthest(self.battle, unit, unit.shape, aim, left)
        if self.straight == NOT_KNOWN:
            self.straight = farthest(self.battle, unit, unit.shape, aim, left)
        return self.straight

    def toward(self, found: list[tuple[float, ...]], x: float, y: float, left: float) -> None:
        """Wheel to look at a place, and on toward it."""
        held = self.unit.shape
        if spacing(x, y, held.x, held.y) <= TOLERANCE:
            return
        aim = bearing(x - held.x, y - held.y)
        if turn_between(self.unit.facing, aim) <= DEGREES:
            return
        heading = self.heading(x, y, aim, left)
        start = heading.start
        for part in (1.0, 0.5, 0.0):
            reach = heading.far * part
            if self.take(found, (start.x + start.ux * reach, start.y + start.uy * reach, start.facing)):
                return

    def heading(self, x: float, y: float, aim: float, left: float) -> Heading:
        for heading in self.headings:
            if heading.x == x and heading.y == y:
                return heading
        found = self.wheeled_toward(x, y, aim, left)
        self.headings.append(found)
        return found

    def wheeled_toward(self, x: float, y: float, aim: float, left: float) -> Heading:
        """As far round as it may and can in one go, and then straight on."""
        unit = self.unit
        held = unit.shape
        if unit.turns_freely():
            start = rect(held.x, held.y, aim, 2.0 * held.half_w, 2.0 * held.half_d)
        else:
            turn = turn_between(unit.facing, aim)
            most = turn
            whole = wheel_inches(held, aim)
            if turn > 90.0:
                most = 90.0
                whole = whole * 90.0 / turn
            if whole > left:
                most = most * left / whole * 0.98
            clockwise = wrapped(aim - unit.facing) <= ABOUT
            facing = wrapped(unit.facing + (most if clockwise else -most))
            start = wheeled(held, facing)
            left -= wheel_inches(held, facing)
        far = farthest(self.battle, unit, start, start.facing, left) if left > TOLERANCE else 0.0
        return Heading(x, y, start, far)

    def take(self, found: list[tuple[float, ...]], value: tuple[float, ...]) -> bool:
        if value in found:
            return False
        march = self.look(value)
        if self.refusal_of(value, march):
            return False
        self.marches[value] = march
        found.append(value)
        return True

    def ghost(self) -> Ghost | None:
        return ghost_of(self.battle, self.unit, self.unit.formation, reach=inches_left(self.battle, self.unit))

    def outcome(self, seen: Battle, value: tuple[float, ...]) -> Outcome | None:
        """What a little farther on is in the way, has stopped it; and dice may keep it behind a defence (4.3.5)."""
        battle = self.battle
        unit = self.unit
        march = self.look(value)
        start = march.start
        found = outcome_of(march.end, bodies(battle, unit, unit.formation))
        found.from_x, found.from_y = start.x, start.y
        far = march.inches()
        if far > TOLERANCE:
            ux = (march.end.x - start.x) / far
            uy = (march.end.y - start.y) / far
            stop = straight_stop(battle, unit, start, ux, uy, far + SHORT, through=False)
            found.stops = stop_said(battle, unit, stop.why, stop.unit)
            if march.cost.obstacles:
                found.chances = crossing_chances(battle, march)
        return found


class Nearness:
    """How far objectives are from a place."""

    def __init__(self, x: float, y: float) -> None:
        self.x = x
        self.y = y

    def of_goal(self, goal: Goal) -> float:
        return spacing(self.x, self.y, goal.x, goal.y)


class TriedRegion(Region):
    """A region whose samples are those of a few tries that are legal."""

    known: list[tuple[float, ...]] | None = None

    def tried(self) -> list[tuple[float, ...]]:
        raise NotImplementedError(type(self).__name__ + " tries nothing")

    def samples(self) -> list[tuple[float, ...]]:
        if self.known is None:
            self.known = []
            for value in self.tried():
                if value not in self.known and not self.refusal(value):
                    self.known.append(value)
        return self.known

    def is_open(self) -> bool:
        """Has it any sample? The others need not be tried to know that."""
        if self.known is not None:
            return bool(self.known)
        for value in self.tried():
            if not self.refusal(value):
                return True
        return False


class SlideRegion(TriedRegion):
    """A formation change: same facing, front on the same line, slid sideways at will (R129)."""

    def __init__(self, battle: GettysburgBattle, unit: Unit, arm: int, formation: int, new: Rect) -> None:
        self.battle = battle
        self.unit = unit
        self.arm = arm  # on foot or mounted then
        self.formation = formation
        self.new = new  # with its front on the line, not slid

    def names(self) -> tuple[str, ...]:
        return ("slide",)

    def at(self, slide: float) -> Rect:
        return self.new.moved(self.new.uy, -self.new.ux, slide)

    def most(self) -> float:
        return self.unit.shape.half_w + self.new.half_w

    def refusal(self, value: tuple[float, ...]) -> str:
        if abs(value[0]) > self.most() - TOLERANCE:
            return f"{self.unit.name} may slide less than {self.most():.1f} inches: old and new place must overlap."
        there = self.at(value[0])
        return place_refusal(self.battle, self.unit, there) or end_refusal(self.battle, self.unit, there)

    def tried(self) -> list[tuple[float, ...]]:
        side = self.new.half_w - self.unit.shape.half_w
        return [(0.0,), (side,), (-side,), (0.5 * self.most(),), (-0.5 * self.most(),)]

    def ghost(self) -> Ghost | None:
        ghost = Ghost(self.new.x, self.new.y, placed=True, facing=self.unit.facing, reach=0.0)
        ghost.bodies = self.bodies()
        return ghost

    def bodies(self) -> list[tuple[float, float, float, float, float]]:
        if self.unit.arm == Arm.ARTILLERY:
            return bodies(self.battle, self.unit, self.formation)
        return men(self.battle, self.arm, self.formation, self.unit.figures)

    def outcome(self, seen: Battle, value: tuple[float, ...]) -> Outcome | None:
        return outcome_of(self.at(value[0]), self.bodies())


class FacingRegion(TriedRegion):
    """A facing about the centre: `only` those, or any if there are none."""

    def __init__(
        self, battle: GettysburgBattle, unit: Unit, formation: int, width: float, depth: float, only: list[float]
    ) -> None:
        self.battle = battle
        self.unit = unit
        self.formation = formation
        self.width = width
        self.depth = depth
        self.only = only

    def names(self) -> tuple[str, ...]:
        return ("facing",)

    def at(self, facing: float) -> Rect:
        return rect(self.unit.shape.x, self.unit.shape.y, facing, self.width, self.depth)

    def refusal(self, value: tuple[float, ...]) -> str:
        if bad_facing(value[0]):
            return bad_facing(value[0])
        if self.only and all(turn_between(value[0], facing) > TOLERANCE for facing in self.only):
            return f"expected {self.unit.name} to face {' or '.join(f'{facing:g}' for facing in self.only)} degrees."
        return place_refusal(self.battle, self.unit, self.at(value[0]))

    def tried(self) -> list[tuple[float, ...]]:
        return [(facing,) for facing in self.only or self.looks()]

    def looks(self) -> list[float]:
        """As it stands, at the nearest enemy, and the quarters."""
        found = [self.unit.facing]
        enemy, _ = self.battle.nearest_enemy(self.unit)
        if enemy >= 0:
            foe = self.battle.units[enemy]
            found.append(bearing(foe.x - self.unit.x, foe.y - self.unit.y))
        for turn in (90.0, ABOUT, 270.0):
            found.append(wrapped(self.unit.facing + turn))
        return found

    def ghost(self) -> Ghost | None:
        return ghost_of(self.battle, self.unit, self.formation, reach=0.0)

    def outcome(self, seen: Battle, value: tuple[float, ...]) -> Outcome | None:
        return outcome_of(self.at(value[0]), bodies(self.battle, self.unit, self.formation))


class InchesRegion(TriedRegion):
    """So many inches straight along one way, facing kept."""

    def __init__(self, battle: GettysburgBattle, unit: Unit, ux: float, uy: float, allowed: float) -> None:
        self.battle = battle
        self.unit = unit
        self.ux = ux
        self.uy = uy
        reach = reach_of(battle, unit, unit.x, unit.y, ux, uy, allowed)
        stop = straight_stop(battle, unit, unit.shape, ux, uy, reach, through=False)
        self.most = stop.inches if stop.inches >= reach else max(0.0, stop.inches - HAIR)
        self.stop: Final = stop

    def names(self) -> tuple[str, ...]:
        return ("inches",)

    def at(self, inches: float) -> Rect:
        return self.unit.shape.moved(self.ux, self.uy, inches)

    def refusal(self, value: tuple[float, ...]) -> str:
        if not 0.0 < value[0] <= self.most + TOLERANCE:
            return f"expected more than 0 and at most {self.most:.2f} inches, got {value[0]:g}."
        there = self.at(value[0])
        return place_refusal(self.battle, self.unit, there) or end_refusal(self.battle, self.unit, there)

    def tried(self) -> list[tuple[float, ...]]:
        return [(self.most * part,) for part in (1.0, 0.5) if self.most * part > TOLERANCE]

    def ghost(self) -> Ghost | None:
        return ghost_of(self.battle, self.unit, self.unit.formation, reach=self.most)

    def outcome(self, seen: Battle, value: tuple[float, ...]) -> Outcome | None:
        found = outcome_of(self.at(value[0]), bodies(self.battle, self.unit, self.unit.formation))
        if value[0] >= self.most - SHORT:
            found.stops = stop_said(self.battle, self.unit, self.stop.why, self.stop.unit)
        return found


class PlaceRegion(TriedRegion):
    """A place and a facing for a footprint that must stand near another: within so many inches of it."""

    def __init__(
        self,
        battle: GettysburgBattle,
        unit: Unit,
        formation: int,
        figures: int,
        width: float,
        depth: float,
        beside: Rect,
        within: float,
        *,
        ahead: bool,
    ) -> None:
        self.battle = battle
        self.unit = unit
        self.formation = formation
        self.figures = figures  # of the unit: those who go there
        self.width = width
        self.depth = depth
        self.beside = beside
        self.within = within
        self.ahead = ahead  # measured from the front edge, and before it

    def names(self) -> tuple[str, ...]:
        return ("x", "y", "facing")

    def at(self, value: tuple[float, ...]) -> Rect:
        return rect(value[0], value[1], value[2], self.width, self.depth)

    def refusal(self, value: tuple[float, ...]) -> str:
        if bad_facing(value[2]):
            return bad_facing(value[2])
        there = self.at(value)
        why = self.too_far(there)
        if why:
            return why
        return place_refusal(self.battle, self.unit, there) or end_refusal(self.battle, self.unit, there)

    def too_far(self, there: Rect) -> str:
        right, forward = self.beside.local(there.x, there.y)
        edge = self.beside.half_d if self.ahead else -self.beside.half_d
        aside = abs(right) - self.beside.half_w
        off = max(0.0, aside)
        deep = forward - edge if self.ahead else max(0.0, abs(forward) - self.beside.half_d)
        if self.ahead and deep < -TOLERANCE:
            return f"expected a place before the front of {self.unit.name}."
        reach = self.within + 0.5 * (self.depth if not self.ahead else 0.0)
        if off * off + deep * deep > (reach + TOLERANCE) * (reach + TOLERANCE):
            return f"expected a place within {self.within:g} inches of {self.unit.name}."
        return ""

    def tried(self) -> list[tuple[float, ...]]:
        """Straight before the front at several distances; round a BUA, each side of it, looking outward."""
        found: list[tuple[float, ...]] = []
        held = self.beside
        if self.ahead:
            for far in (self.within, 0.75 * self.within, 0.5 * self.depth + 0.01):
                for aside in (0.0, -held.half_w, held.half_w):
                    x, y = held.point(aside, held.half_d + far)
                    found.append((x, y, held.facing))
            return found
        for quarter in range(4):
            facing = wrapped(held.facing + 90.0 * quarter)
            ux, uy = direction(facing)
            half = held.half_d if quarter % 2 == 0 else held.half_w
            far = half + 0.5 * self.depth + HAIR
            found.append((held.x + ux * far, held.y + uy * far, facing))
        return found

    def ghost(self) -> Ghost | None:
        unit = self.unit
        ghost = Ghost(unit.x, unit.y, placed=True, facing=unit.facing, reach=self.within)
        ghost.bodies = self.bodies()
        return ghost

    def bodies(self) -> list[tuple[float, float, float, float, float]]:
        if self.unit.arm == Arm.ARTILLERY:
            return bodies(self.battle, self.unit, self.formation)
        return men(self.battle, self.unit.arm, self.formation, self.figures)

    def outcome(self, seen: Battle, value: tuple[float, ...]) -> Outcome | None:
        return outcome_of(self.at(value), self.bodies())
