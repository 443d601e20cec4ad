"""Where figures may go (4.1, 4.2): bound by the arrow, measured by the leader, the others in their slots."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.angles import bearing, direction, turn_between, wrapped
from playsheet.core.asking import Ghost, Outcome, Region
from playsheet.core.events import Battle
from playsheet.core.geometry import TOLERANCE, spacing
from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.battle.units import NO_ARROW, Unit
from playsheet.rules.orderchips.ground.moving import (
    Walk,
    first_met,
    free_run,
    ground_met,
    model_met,
    setting_out,
    walk,
)
from playsheet.rules.orderchips.ground.slots import Manner, Places, as_it_stands, lay
from playsheet.rules.orderchips.sheet.tables import is_within
from playsheet.rules.orderchips.terms import Arm
from playsheet.tabletop.placing import SHORT, bad_facing, bad_files, bases_about, halt_said

PARTS: Final = [0.0, 0.5, -0.5, 1.0, -1.0]  # of the arrow's tolerance, in which a move is offered
STEP: Final = 1.0  # inches: how much shorter a move is tried when there is no room at its end
BACK_STEP: Final = 0.25  # inches: how far back a place is looked for when a move is cut short


class Way:
    """A move as it was decided: the legs of the leader's path, and how the unit stands at its end."""

    def __init__(self, points: list[tuple[float, float]], order: int, files: int, *, facing: float) -> None:
        self.points: Final = points  # from where he stands to where he stops
        self.facing: Final = facing
        self.order: Final = order
        self.files: Final = files

    def length(self) -> float:
        far = 0.0
        for at in range(1, len(self.points)):
            x0, y0 = self.points[at - 1]
            x1, y1 = self.points[at]
            far += spacing(x0, y0, x1, y1)
        return far

    def spot(self, far: float) -> tuple[float, float, float]:
        """Where the leader is after so many inches, and which way the leg leads."""
        for at in range(1, len(self.points)):
            x0, y0 = self.points[at - 1]
            x1, y1 = self.points[at]
            leg = spacing(x0, y0, x1, y1)
            if leg > TOLERANCE and (far <= leg or at == len(self.points) - 1):
                part = min(far / leg, 1.0)
                return x0 + (x1 - x0) * part, y0 + (y1 - y0) * part, bearing(x1 - x0, y1 - y0)
            far -= leg
        x, y = self.points[-1]
        return x, y, self.facing


def way_of(battle: ChipBattle, unit: Unit, value: tuple[float, ...], order: int) -> Way:
    """The move that the numbers of a MoveRegion mean."""
    via_x, via_y, x, y, facing, files = value
    start = battle.at(unit.first)
    points = [start]
    at_x, at_y = start
    for to_x, to_y in ((via_x, via_y), (x, y)):
        if spacing(at_x, at_y, to_x, to_y) > TOLERANCE:
            points.append((to_x, to_y))
            at_x, at_y = to_x, to_y
    return Way(points, order, int(files), facing=wrapped(facing))


# ---------------------------------------------------------------- what is legal


def off_arrow(battle: ChipBattle, unit: Unit, dx: float, dy: float) -> bool:
    """Does a leg lead out of the wedge about the arrow (4.1.1, R25)? Natives have none."""
    return unit.arrow != NO_ARROW and not is_within(turn_between(unit.arrow, bearing(dx, dy)), battle.rules.arrow)


def allowance(battle: ChipBattle, unit: Unit) -> float:
    return battle.move_of(unit)


def path_refused(battle: ChipBattle, unit: Unit, way: Way, manner: Manner) -> str:
    """Why the leader may not go that way: the arrow, the distance, somebody in the way; empty if he may."""
    most = allowance(battle, unit)
    x0, y0 = way.points[0]
    on = setting_out(battle, x0, y0, most)
    going = battle.going(unit)
    for at in range(1, len(way.points)):
        x0, y0 = way.points[at - 1]
        x1, y1 = way.points[at]
        if off_arrow(battle, unit, x1 - x0, y1 - y0):
            return f"{unit.name} must keep within {battle.rules.arrow:g} degrees of its arrow."
        leg = spacing(x0, y0, x1, y1)
        ux = (x1 - x0) / leg
        uy = (y1 - y0) / leg
        if not is_within(leg, walk(battle, going, on, ux, uy, leg)):
            return f"{unit.name} cannot go so far: its move is {most:g} inches, less what the ground costs."
        on.x = x1
        on.y = y1
        heading = bearing(x1 - x0, y1 - y0)
        if free_run(battle, unit, x0, y0, heading, leg, manner, heading) < leg - TOLERANCE:
            return f"somebody is in the way of {unit.name}, or an enemy within {battle.rules.apart:g} inch of it."
    return ""


def end_of(battle: ChipBattle, unit: Unit, way: Way, manner: Manner) -> Places | None:
    """How the unit stands at the end of its way; None if it does not fit there."""
    x, y = way.points[-1]
    return lay(battle, unit, x, y, way.facing, way.order, way.files, manner)


def strayed(battle: ChipBattle, unit: Unit, places: Places) -> bool:
    """Would somebody end farther off than a move and a half from where he was (4.2.2)?"""
    most = battle.rules.stray * allowance(battle, unit)
    for index in range(len(places.models)):
        x, y = battle.at(places.models[index])
        if not is_within(spacing(x, y, places.xs[index], places.ys[index]), most):
            return True
    return False


def is_as_it_stands(battle: ChipBattle, unit: Unit, way: Way) -> bool:
    """Neither moves nor forms anew: always allowed."""
    same = way.order == unit.order and way.files == files_of(battle, unit)
    return len(way.points) == 1 and same and turn_between(way.facing, unit.facing) <= TOLERANCE


def files_of(battle: ChipBattle, unit: Unit) -> int:
    """The files that it stands in, as far as it has figures for them."""
    return max(1, min(unit.files, battle.strength(unit)))


class MoveRegion(Region):
    """Where a unit of figures may go: by way of a point to a place, facing which way there, and how many files wide."""

    def __init__(self, battle: ChipBattle, unit: Unit, order: int) -> None:
        self.battle: Final = battle
        self.unit: Final = unit
        self.order: Final = order
        self.manner: Final = Manner(apart=battle.rules.apart, through=False)

    def names(self) -> tuple[str, ...]:
        return ("via_x", "via_y", "x", "y", "facing", "files")

    def refusal(self, value: tuple[float, ...]) -> str:
        battle = self.battle
        unit = self.unit
        why = bad_facing(value[4]) or bad_files(value[5], battle.strength(unit))
        if why:
            return why
        way = way_of(battle, unit, value, self.order)
        if is_as_it_stands(battle, unit, way):
            return ""
        why = path_refused(battle, unit, way, self.manner)
        if why:
            return why
        places = end_of(battle, unit, way, self.manner)
        if places is None:
            return f"{unit.name} has no room there: somebody stands in the way, closed ground, or an enemy is too near."
        if strayed(battle, unit, places):
            return f"a figure of {unit.name} would go farther than {battle.rules.stray:g} times its move."
        return ""

    def still(self) -> tuple[float, ...]:
        """To stay as it is; in the other order, to form so in place."""
        x, y = self.battle.at(self.unit.first)
        return (x, y, x, y, self.unit.facing, float(files_of(self.battle, self.unit)))

    def is_open(self) -> bool:
        """Is there any way to stand in that order?"""
        return not self.refusal(self.still()) or len(self.samples()) > 0

    def samples(self) -> list[tuple[float, ...]]:
        """To stay; along the arrow and to both sides of it, as far as it gets and half as far."""
        battle = self.battle
        unit = self.unit
        found: list[tuple[float, ...]] = []
        if not self.refusal(self.still()):
            found.append(self.still())
        x, y = battle.at(unit.first)
        for part in PARTS if unit.arrow != NO_ARROW else []:
            heading = wrapped(unit.arrow + part * battle.rules.arrow)
            far = farthest(battle, unit, x, y, heading, self.manner)
            for share in (1.0, 0.5):
                value = self.fitting(x, y, heading, far * share)
                if value is not None and value not in found:
                    found.append(value)
        return [*found, *self.reshaped(found)]

    def reshaped(self, found: list[tuple[float, ...]]) -> list[tuple[float, ...]]:
        """The first move of these, or none at all, in other shapes: as wide and as deep as may be."""
        n = self.battle.strength(self.unit)
        shapes: list[tuple[float, ...]] = []
        for files in (n, (n + 1) // 2, 1):
            for value in found[1:2] + found[:1]:
                other = (*value[:5], float(files))
                if other not in found and other not in shapes and not self.refusal(other):
                    shapes.append(other)
                    break
        return shapes

    def fitting(self, x: float, y: float, heading: float, far: float) -> tuple[float, ...] | None:
        """The move that far along a bearing, or the longest shorter one for which there is room."""
        ux, uy = direction(heading)
        while far > TOLERANCE:
            to_x = x + ux * far
            to_y = y + uy * far
            value = (to_x, to_y, to_x, to_y, heading, float(files_of(self.battle, self.unit)))
            if not self.refusal(value):
                return value
            far -= STEP
        return None

    def ghost(self) -> Ghost | None:
        battle = self.battle
        unit = self.unit
        x, y = battle.at(unit.first)
        shown = Ghost(x, y, placed=True, facing=unit.facing, reach=allowance(battle, unit))
        shown.bodies = bodies(battle, unit)
        return shown

    def outcome(self, seen: Battle, value: tuple[float, ...]) -> Outcome | None:
        assert isinstance(seen, ChipBattle)
        unit = seen.units[self.unit.id]
        way = way_of(seen, unit, value, self.order)
        if is_as_it_stands(seen, unit, way):
            return outcome_of(seen, as_it_stands(seen, unit), value[2], value[3], facing=unit.facing)
        found = outcome_of(seen, end_of(seen, unit, way, self.manner), value[2], value[3], facing=way.facing)
        if found is not None:
            found.stops = halt_said(way_halt(seen, unit, way, self.manner))
        return found


def way_halt(battle: ChipBattle, unit: Unit, way: Way, manner: Manner) -> str:
    """What keeps the leader from going on where his way ends, in words; empty: no more than the end of his move."""
    on = setting_out(battle, *way.points[0], allowance(battle, unit))
    going = battle.going(unit)
    for at in range(1, len(way.points)):
        x0, y0 = way.points[at - 1]
        x1, y1 = way.points[at]
        leg = spacing(x0, y0, x1, y1)
        heading = bearing(x1 - x0, y1 - y0)
        ux = (x1 - x0) / leg
        uy = (y1 - y0) / leg
        if at < len(way.points) - 1:
            walk(battle, going, on, ux, uy, leg)
            continue
        run, model = first_met(battle, unit, x0, y0, heading, leg + SHORT, manner, heading)
        if model >= 0 and run < leg + SHORT:
            return model_met(battle, unit, model)
        start = Walk(on.x, on.y, on.purse, on.inside)
        paid = walk(battle, going, on, ux, uy, leg + SHORT)
        if paid < leg + SHORT - TOLERANCE:
            return ground_met(battle, going, start, ux, uy, paid)
    return ""


def outcome_of(battle: ChipBattle, places: Places | None, x: float, y: float, *, facing: float) -> Outcome | None:
    """Models as they would stand."""
    if places is None:
        return None
    found = Outcome(x, y)
    for index in range(len(places.models)):
        i: i64 = places.models[index]
        deep = 0.0 if battle.round[i] == 1 else battle.deep[i]
        found.bodies.append((places.xs[index], places.ys[index], facing, battle.wide[i], deep))
    return found


def bodies(battle: ChipBattle, unit: Unit) -> list[tuple[float, float, float, float, float]]:
    """The bases of a unit as they stand about its leader."""
    x, y = battle.at(battle.leader(unit))
    held = as_it_stands(battle, unit)
    bases: list[tuple[float, float, float, float]] = []
    for index in range(len(held.models)):
        box = battle.box(held.models[index])
        deep = 0.0 if battle.round[i64(held.models[index])] == 1 else 2.0 * box.half_d
        bases.append((held.xs[index], held.ys[index], 2.0 * box.half_w, deep))
    return bases_about(x, y, unit.facing, bases)


def farthest(battle: ChipBattle, unit: Unit, x: float, y: float, heading: float, manner: Manner) -> float:
    """How far the leader gets along a bearing with all his move."""
    ux, uy = direction(heading)
    on = setting_out(battle, x, y, allowance(battle, unit))
    far = walk(battle, battle.going(unit), on, ux, uy, allowance(battle, unit))
    return free_run(battle, unit, x, y, heading, far, manner, heading)


class FormRegion(Region):
    """A stationary unit forms anew where its leader stands: facing which way, and how many files wide."""

    def __init__(self, battle: ChipBattle, unit: Unit, order: int) -> None:
        self.battle: Final = battle
        self.unit: Final = unit
        self.order: Final = order

    def names(self) -> tuple[str, ...]:
        return ("facing", "files")

    def way(self, value: tuple[float, ...]) -> Way:
        return Way([self.battle.at(self.unit.first)], self.order, int(value[1]), facing=wrapped(value[0]))

    def refusal(self, value: tuple[float, ...]) -> str:
        battle = self.battle
        unit = self.unit
        why = bad_facing(value[0]) or bad_files(value[1], battle.strength(unit))
        if why or is_as_it_stands(battle, unit, self.way(value)):
            return why
        places = end_of(battle, unit, self.way(value), Manner(apart=battle.rules.apart, through=False))
        if places is None:
            return f"{unit.name} has no room to form up so."
        if strayed(battle, unit, places):
            return f"a figure of {unit.name} would go farther than {battle.rules.stray:g} times its move."
        return ""

    def is_open(self) -> bool:
        """Is there any way to stand in that order?"""
        here = (self.unit.facing, float(files_of(self.battle, self.unit)))
        return not self.refusal(here) or len(self.samples()) > 0

    def samples(self) -> list[tuple[float, ...]]:
        """As it stands if that is its order; turned by quarters; wider and deeper; toward the nearest enemy."""
        battle = self.battle
        unit = self.unit
        n = battle.strength(unit)
        x, y = battle.at(unit.first)
        enemy, _ = battle.nearest_foe(unit, x, y)
        ways = [unit.facing]
        if enemy >= 0:
            ex, ey = battle.at(enemy)
            ways.append(bearing(ex - x, ey - y))
        ways += [wrapped(unit.facing + turn) for turn in (90.0, 180.0, 270.0)]
        found: list[tuple[float, ...]] = []
        for facing in ways:
            for files in (unit.files, n, (n + 1) // 2, 1):
                value = (facing, float(max(1, min(files, n))))
                if value not in found and not self.refusal(value):
                    found.append(value)
        return found

    def ghost(self) -> Ghost | None:
        x, y = self.battle.at(self.unit.first)
        shown = Ghost(x, y, placed=True, facing=self.unit.facing, reach=0.0)
        shown.bodies = bodies(self.battle, self.unit)
        return shown

    def outcome(self, seen: Battle, value: tuple[float, ...]) -> Outcome | None:
        assert isinstance(seen, ChipBattle)
        unit = seen.units[self.unit.id]
        x, y = seen.at(unit.first)
        way = self.way(value)
        if is_as_it_stands(seen, unit, way):
            return outcome_of(seen, as_it_stands(seen, unit), x, y, facing=unit.facing)
        places = end_of(seen, unit, way, Manner(apart=seen.rules.apart, through=False))
        return outcome_of(seen, places, x, y, facing=way.facing)


# ---------------------------------------------------------------- carrying it out


def may_change_order(unit: Unit) -> bool:
    """Foot and horse choose between close and loose; crews are close, whoever is alone has no order."""
    return unit.kind != Arm.GUN and not unit.is_machine() and not unit.lone()
