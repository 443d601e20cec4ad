"""Driving (4.10.2, R25, R77): how far a hull turns and goes, what stops it, and where there is room for it."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.angles import bearing, toward, turn_between, wrapped
from playsheet.core.asking import Ghost, Outcome, Region
from playsheet.core.discs import overlaps_piece, piece_ahead
from playsheet.core.events import Battle
from playsheet.core.geometry import FAR, TOLERANCE, Rect, gap, overlaps, rect
from playsheet.core.terrain import Piece, on_table, rect_gap, rect_overlaps, rect_to_edge
from playsheet.core.words import the
from playsheet.rules.gaslight.battle.land import hull_piece
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.battle.units import Unit
from playsheet.rules.gaslight.ground.moving import Mover, Spent, enemy_bearing, ground_met, model_met, reach
from playsheet.rules.gaslight.sheet import MachineCard
from playsheet.tabletop.placing import AT_THE_EDGE, SHORT, bad_facing, halt_said

PROBE: Final = 1e-4  # inches gone to see whether a way leads nearer to something
DOUBT: Final = 2.0 * TOLERANCE  # from base to hull: farther in it than that, or farther off, needs no second look
SWEEP: Final = 2.0  # degrees: so often a pivot beside hulls and closed ground is looked at
TURNS: Final = [0.0, 0.5, -0.5, 1.0, -1.0]  # parts of its Spin that a drive is offered with


def engine_card(unit: Unit) -> MachineCard:
    if unit.card.machine is None:
        raise AttributeError(unit.name + " has no machine")
    return unit.card.machine


def hull_facing(hull: Rect, facing: float) -> Rect:
    """The hull turned about its centre."""
    return rect(hull.x, hull.y, facing, 2.0 * hull.half_w, 2.0 * hull.half_d)


def spin_of(battle: GaslightBattle, unit: Unit) -> float:
    """How far it may pivot: not at all while its steering is hit (4.10.5)."""
    return engine_card(unit).spin if battle.machine_of(unit).steers else 0.0


# ---------------------------------------------------------------- what stands in the way


def is_barrier(battle: GaslightBattle, unit: Unit, model: int) -> bool:
    """Does the machine not pass it? Enemies and wrecks; friends make way (R27)."""
    if model == unit.model:
        return False
    own = battle.units[battle.home[i64(model)]]
    return own.side != unit.side or is_wreck(battle, model)


def is_wreck(battle: GaslightBattle, model: int) -> bool:
    """Is it the wreck of a machine?"""
    return model >= battle.men and battle.units[battle.home[i64(model)]].is_wreck()


def stands_on(battle: GaslightBattle, hull: Rect, model: int) -> bool:
    """Would the hull stand on a model's base or hull?"""
    i: i64 = model
    if battle.is_machine(model):
        return overlaps(battle.hull_of(battle.units[battle.home[i]]), hull)
    return battle.gap_to_hull(model, hull) < -TOLERANCE


def run_to(battle: GaslightBattle, hull: Rect, shape: Piece, ux: float, uy: float, model: int, short: float) -> float:
    """How far the hull goes straight until it is `short` of a model. To what is nearer already it comes no nearer.

    A base is looked at as if it came along the other way against a hull that stands; `shape` is the hull's.
    """
    i: i64 = model
    if is_wreck(battle, model):
        short = 0.0  # R123
    room = battle.gap_to_hull(model, hull)
    if room < short:
        # Straight on, two things that part at first never come together.
        return 0.0 if battle.gap_to_hull(model, hull.moved(ux, uy, PROBE)) < room - TOLERANCE * PROBE else FAR
    if battle.is_machine(model):
        other = battle.hull_of(battle.units[battle.home[i]])
        return gap(hull, ux, uy, other.inflated(short) if short > 0.0 else other)
    x, y = battle.at(model)
    return piece_ahead(shape, x, y, battle.radius[i] + short, -ux, -uy)


class Stop:
    """How far a hull goes straight, and what stops it there: a model, a plot of ground, or if neither the edge."""

    def __init__(self, inches: float, model: int, plot: int) -> None:
        self.inches: Final = inches
        self.model: Final = model
        self.plot: Final = plot


def run_stop(
    battle: GaslightBattle,
    unit: Unit,
    hull: Rect,
    ux: float,
    uy: float,
    far: float,
    short: float,
    touch: list[int],
    over: bool,
) -> Stop:
    """How far the hull goes along (ux, uy), at most `far`, before enemy, wreck, closed ground or the edge stops it.

    It halts `short` of enemies but for those in `touch`, which it may run against. `over`: the edge does not stop it.
    """
    best = far
    who = -1
    where = -1
    near = battle.near.along(hull.x, hull.y, ux, uy, far, hull.radius + short)
    barriers = [model for model in near if is_barrier(battle, unit, model)]
    if barriers:
        shape = hull_piece(hull)
        for model in barriers:
            t = run_to(battle, hull, shape, ux, uy, model, 0.0 if model in touch else short)
            if t < best:
                best = t
                who = model
    for index in battle.land.plan.along(hull.x, hull.y, ux, uy, far, hull.radius):
        plot = battle.land.plots[index]
        if not plot.linear and plot.closed(True):
            t = rect_gap(plot.piece, hull, ux, uy)
            if t < best:
                best = t
                who = -1
                where = index
    if not over:
        t = rect_to_edge(battle.land.ground, hull, ux, uy)
        if t < best:
            best = t
            who = -1
            where = -1
    return Stop(best, who, where)


def pivot_barred(battle: GaslightBattle, unit: Unit, hull: Rect, facing: float, touch: list[int]) -> str:
    """What keeps it from pivoting so far: an enemy, a wreck or closed ground that the hull would sweep; else empty."""
    barriers = [
        model
        for model in battle.near.within(hull.x, hull.y, hull.radius + battle.rules.stop_short)
        if is_barrier(battle, unit, model)
    ]
    closed = [
        battle.land.plots[index]
        for index in battle.land.plan.in_box(
            hull.x - hull.radius, hull.y - hull.radius, hull.x + hull.radius, hull.y + hull.radius
        )
        if not battle.land.plots[index].linear and battle.land.plots[index].closed(True)
    ]
    if not barriers and not closed:
        return ""
    for at in pivot_looks(battle, hull, facing, barriers, steps=len(closed) > 0):
        turned = hull_facing(hull, at)
        for model in barriers:
            short = 0.0 if model in touch or is_wreck(battle, model) else battle.rules.stop_short
            least = min(short, battle.gap_to_hull(model, hull))  # what is nearer already must not come nearer
            if battle.gap_to_hull(model, turned) < least - TOLERANCE or stands_on(battle, turned, model):
                return battle.unit_of(model).name
        for plot in closed:
            if rect_overlaps(plot.piece, turned):
                return the(plot.name)
    return ""


def pivot_looks(battle: GaslightBattle, hull: Rect, facing: float, barriers: list[int], *, steps: bool) -> list[float]:
    """The facings in a pivot at which the hull may come nearest to something: its end, and for each base those at which
    a corner points at it. Beside another hull, or with `steps`, a facing every few degrees.
    """
    found = [wrapped(facing)]
    turn = turn_between(hull.facing, facing)
    corner = bearing(hull.half_w, hull.half_d)
    for model in barriers:
        if battle.is_machine(model):
            steps = True
            continue
        x, y = battle.at(model)
        for offset in (corner, -corner, 180.0 - corner, 180.0 + corner):
            at = wrapped(bearing(x - hull.x, y - hull.y) - offset)
            if turn_between(hull.facing, at) + turn_between(at, facing) <= turn + TOLERANCE:
                found.append(at)
    at = hull.facing
    while steps and at != found[0]:
        at = toward(at, facing, SWEEP)
        found.append(at)
    return found


# ---------------------------------------------------------------- how far it gets


class Course:
    """How a machine goes: forward or back, how fast, halting how far from enemies, and whom it may run against."""

    def __init__(
        self, inches: float, short: float, touch: list[int], *, back: bool, forced: bool, slowed: bool
    ) -> None:
        self.back: Final = back
        self.inches: Final = inches  # over open ground
        self.short: Final = short
        self.touch: Final = touch
        self.forced: Final = forced  # by the failure chart: the table's edge does not stop it
        self.slowed: Final = slowed  # by rough ground, obstacles and the want of a commander


def ordinary(battle: GaslightBattle, unit: Unit, *, back: bool) -> Course:
    """A drive that its crew chooses: up to Speed, or half of it backwards (R77), keeping off enemies (R113)."""
    speed = float(battle.machine_of(unit).speed())
    return Course(
        speed * battle.rules.reverse if back else speed,
        battle.rules.stop_short,
        [],
        back=back,
        forced=False,
        slowed=True,
    )


def way_of(hull: Rect, back: bool) -> tuple[float, float]:
    return (-hull.ux, -hull.uy) if back else (hull.ux, hull.uy)


def farthest(battle: GaslightBattle, unit: Unit, hull: Rect, course: Course) -> float:
    """How far the hull gets straight ahead, or back, over the ground that its centre crosses (R23 to R25)."""
    ux, uy = way_of(hull, course.back)
    run = run_stop(battle, unit, hull, ux, uy, course.inches, course.short, course.touch, course.forced).inches
    if run <= 0.0 or not course.slowed:
        return run
    return paid_for(battle, unit, hull, course, run)


def paid_for(battle: GaslightBattle, unit: Unit, hull: Rect, course: Course, run: float) -> float:
    """How much of a free run the ground leaves of its speed."""
    ux, uy = way_of(hull, course.back)
    mover = Mover(battle, unit.model, course.inches, bonus=0.0, leaderless=unit.leaderless(), short=course.short)
    return reach(battle, mover, hull.x, hull.y, ux, uy, run, Spent())


def course_halt(battle: GaslightBattle, unit: Unit, hull: Rect, course: Course) -> str:
    """What keeps it from going on where its way ends: somebody, closed ground, the edge, slow ground; or nothing."""
    ux, uy = way_of(hull, course.back)
    stop = run_stop(battle, unit, hull, ux, uy, course.inches, course.short, course.touch, course.forced)
    most = farthest(battle, unit, hull, course)
    if most < stop.inches - TOLERANCE:
        return ground_met(battle, hull.x, hull.y, ux, uy, most)
    if stop.inches >= course.inches:
        return ""
    if stop.model >= 0:
        return model_met(battle, unit.side, stop.model)
    return f"at {the(battle.land.plots[stop.plot].name)}" if stop.plot >= 0 else AT_THE_EDGE


def gone(hull: Rect, course: Course, inches: float) -> Rect:
    """The hull after so many inches."""
    ux, uy = way_of(hull, course.back)
    return hull.moved(ux, uy, inches)


def last_room(battle: GaslightBattle, unit: Unit, hull: Rect, course: Course, inches: float) -> float:
    """The farthest place on the way, at most so far, where there is room; 0.0 if it has to stay where it is.

    That is the end of it, or where it would begin to stand on somebody, or where all of it is still on the table.
    """
    if inches <= 0.0 or not hull_refused(battle, unit, gone(hull, course, inches)):
        return max(inches, 0.0)
    ux, uy = way_of(hull, course.back)
    stops = [rect_to_edge(battle.land.ground, hull, ux, uy)]
    others = [m for m in battle.near.along(hull.x, hull.y, ux, uy, inches, hull.radius) if m != unit.model]
    if others:
        shape = hull_piece(hull)
        for model in others:
            stops.append(run_to(battle, hull, shape, ux, uy, model, 0.0))
    stops.sort()
    for tried in reversed(stops):
        if 0.0 < tried < inches and not hull_refused(battle, unit, gone(hull, course, tried)):
            return tried
    return 0.0


# ---------------------------------------------------------------- where it may be driven


class DriveRegion(Region):
    """A pivot up to Spin, then a straight line forward, or back: the new facing, and how many inches."""

    def __init__(self, battle: GaslightBattle, unit: Unit, *, back: bool) -> None:
        self.battle: Final = battle
        self.unit: Final = unit
        self.hull: Final[Rect] = battle.hull_of(unit)
        self.course: Final = ordinary(battle, unit, back=back)
        self.spin: Final = spin_of(battle, unit)

    def names(self) -> tuple[str, ...]:
        return ("facing", "inches")

    def refusal(self, value: tuple[float, ...]) -> str:
        facing, inches = value
        name = self.unit.name
        if bad_facing(facing):
            return bad_facing(facing)
        if not 0.0 <= inches <= self.course.inches + TOLERANCE:
            return f"{name} goes from 0 to {self.course.inches:g} inches, and this is {inches:.2f}."
        turn = turn_between(self.hull.facing, facing)
        if turn <= TOLERANCE and inches <= TOLERANCE:
            return ""
        if turn > self.spin + TOLERANCE:
            return f"{name} pivots at most {self.spin:g} degrees, and this is {turn:.1f}."
        barred = pivot_barred(self.battle, self.unit, self.hull, facing, []) if turn > TOLERANCE else ""
        if barred:
            return f"{barred} keeps {name} from turning so far."
        turned = hull_facing(self.hull, facing)
        most = farthest(self.battle, self.unit, turned, self.course)
        if inches > most + TOLERANCE:
            return f"{name} gets at most {most:.2f} inches that way, and this is {inches:.2f}."
        return hull_refused(self.battle, self.unit, gone(turned, self.course, inches))

    def samples(self) -> list[tuple[float, ...]]:
        """To stay; and with several pivots all the way, half of it, or none."""
        hull = self.hull
        battle = self.battle
        found: list[tuple[float, ...]] = [(hull.facing, 0.0)]
        wanted = enemy_bearing(battle, hull.x, hull.y, self.unit.side)
        facings = [wrapped(hull.facing + self.spin * part) for part in TURNS]
        facings.append(toward(hull.facing, wrapped(wanted + 180.0) if self.course.back else wanted, self.spin))
        for facing in facings:
            turned = hull_facing(hull, facing)
            most = farthest(battle, self.unit, turned, self.course)
            for part in (1.0, 0.5, 0.0):
                inches = last_room(battle, self.unit, turned, self.course, most * part)
                value = (facing, inches)
                if value not in found and not self.refusal(value):
                    found.append(value)
        return found

    def ghost(self) -> Ghost | None:
        hull = self.hull
        shown = Ghost(hull.x, hull.y, placed=True, facing=hull.facing, reach=self.course.inches)
        shown.bodies.append((0.0, 0.0, 0.0, 2.0 * hull.half_w, 2.0 * hull.half_d))
        return shown

    def outcome(self, seen: Battle, value: tuple[float, ...]) -> Outcome | None:
        assert isinstance(seen, GaslightBattle)
        turned = hull_facing(self.hull, value[0])
        there = gone(turned, self.course, value[1])
        found = Outcome(there.x, there.y)
        found.bodies.append((there.x, there.y, there.facing, 2.0 * there.half_w, 2.0 * there.half_d))
        most = farthest(seen, seen.units[self.unit.id], turned, self.course)
        if value[1] >= most - SHORT:
            found.stops = halt_said(course_halt(seen, seen.units[self.unit.id], turned, self.course))
        return found


# ---------------------------------------------------------------- at an enemy


class Run:
    """A straight run: the hull at its end, whether it is in contact there, and whether it has left the table."""

    def __init__(self, hull: Rect, *, contact: bool, off: bool) -> None:
        self.hull: Final = hull
        self.contact: Final = contact
        self.off: Final = off


def run(battle: GaslightBattle, unit: Unit, turned: Rect, course: Course) -> Run:
    """As far as the course and the ground allow, to the last place where there is room; or over the edge (R122)."""
    most = farthest(battle, unit, turned, course)
    end = gone(turned, course, most)
    ground = battle.land.ground
    if course.forced and not (0.0 <= end.x <= ground.width and 0.0 <= end.y <= ground.depth):
        return Run(end, contact=False, off=True)
    end = gone(turned, course, last_room(battle, unit, turned, course, most))
    if hull_refused(battle, unit, end):
        end = battle.hull_of(unit)
    return Run(end, contact=touches(battle, end, course.touch), off=False)


def run_at(battle: GaslightBattle, unit: Unit, model: int, course: Course) -> Run:
    """Pivot toward a model as far as Spin allows, then straight on."""
    hull = battle.hull_of(unit)
    x, y = battle.at(model)
    facing = toward(hull.facing, bearing(x - hull.x, y - hull.y), spin_of(battle, unit))
    if pivot_barred(battle, unit, hull, facing, course.touch):
        facing = hull.facing
    return run(battle, unit, hull_facing(hull, facing), course)


def touches(battle: GaslightBattle, hull: Rect, models: list[int]) -> bool:
    """Is the hull in contact with any of these?"""
    for model in models:
        if battle.gap_to_hull(model, hull) <= TOLERANCE:
            return True
    return False


# ---------------------------------------------------------------- where it may stand


def hull_refused(battle: GaslightBattle, unit: Unit, hull: Rect) -> str:
    """Why a hull cannot stand there: the edge, closed ground, another model; empty if it can."""
    if not on_table(battle.land.ground, hull):
        return f"{unit.name} would stand off the table."
    far = hull.radius
    for index in battle.land.plan.in_box(hull.x - far, hull.y - far, hull.x + far, hull.y + far):
        plot = battle.land.plots[index]
        if not plot.linear and plot.closed(True) and rect_overlaps(plot.piece, hull):
            return f"{unit.name} may not enter {the(plot.name)}."
    for other in battle.near.within(hull.x, hull.y, far):
        if other == unit.model:
            continue
        i: i64 = other
        own = battle.units[battle.home[i]]
        if battle.is_machine(other):
            if overlaps(hull, battle.hull_of(own)):
                return f"{unit.name} would stand on {own.name}."
        else:
            gap = battle.gap_to_hull(other, hull)  # the hull is drawn only where this leaves a doubt
            if gap < -DOUBT or (
                gap <= DOUBT
                and overlaps_piece(hull_piece(hull), battle.figures.x[i], battle.figures.y[i], battle.radius[i])
            ):
                return f"{unit.name} would stand on {own.name}."
    return ""
