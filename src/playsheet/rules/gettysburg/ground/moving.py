"""Marching: straight ahead, obliquely, by wheels; what stands in the way; what the ground costs (4.3)."""

from __future__ import annotations

from typing import Final

from playsheet.core.angles import RADIANS, bearing, direction, turn_between, wrapped
from playsheet.core.geometry import FAR, TOLERANCE, Rect, distance, gap, overlaps, rect, spacing
from playsheet.core.terrain import Piece, rect_gap, rect_to_edge
from playsheet.rules.gettysburg.battle.land import EDGE, Plot, boundary_cuts
from playsheet.rules.gettysburg.battle.state import GettysburgBattle
from playsheet.rules.gettysburg.battle.units import Unit
from playsheet.rules.gettysburg.dice.charge import stays_behind
from playsheet.rules.gettysburg.ground.footprints import clearly_beyond
from playsheet.rules.gettysburg.sheet.rows import troops_of
from playsheet.rules.gettysburg.terms import Arm, Formation, GroundClass, Mover

OBLIQUE: Final = 45.0  # degrees from straight ahead (4.3.3)
WHEEL: Final = 90.0  # at most, in one leg
DEGREES: Final = 1e-4  # a bearing between two places that were typed is no truer
STEP: Final = 5.0  # degrees between the places at which a wheel is looked at
HALF: Final = 0.5  # costs are in halves of a move
HAIR: Final = 0.5 * TOLERANCE  # so much short of what stops a move, so that rounding puts nobody on it


# ---------------------------------------------------------------- how far


def allowance(battle: GettysburgBattle, unit: Unit) -> float:
    """The inches of a whole normal move as it stands now; Down Packs among them (R90)."""
    pace = battle.rules.pace(unit.arm, unit.formation, unit.is_unformed(), unit.card.heavy)
    return pace.move + unit.packs


def charge_allowance(battle: GettysburgBattle, unit: Unit) -> float:
    """The inches of a charge; below 0 if it cannot."""
    pace = battle.rules.pace(unit.arm, unit.formation, unit.is_unformed(), unit.card.heavy)
    return pace.charge + unit.packs if pace.charge >= 0.0 else pace.charge


def inches_left(battle: GettysburgBattle, unit: Unit) -> float:
    """What is left of its move, in inches of good ground."""
    share = 1.0 - unit.spent
    return share * allowance(battle, unit) if share > TOLERANCE else 0.0


def troops(unit: Unit) -> int:
    """The column of the `terrain` table."""
    return troops_of(unit.arm, unit.formation)


# ---------------------------------------------------------------- what the ground costs


class Cost:
    """What a straight way costs: inches of the allowance, defences to be crossed, whether ground slows or unforms."""

    def __init__(self, obstacles: list[Plot], *, inches: float, slowed: bool, unforms: bool) -> None:
        self.inches: Final = inches
        self.slowed: Final = slowed
        self.unforms: Final = unforms
        self.obstacles: Final = obstacles


def way_cost(battle: GettysburgBattle, unit: Unit, x0: float, y0: float, x1: float, y1: float) -> Cost:
    """Each inch of the centre's way in half-speed ground costs two (R36); by switch the whole way does, if any does."""
    rules = battle.rules
    obstacles = battle.land.crossed_obstacles(x0, y0, x1, y1)
    if battle.land.is_good(x0, y0, x1, y1):
        return Cost(obstacles, inches=spacing(x0, y0, x1, y1), slowed=False, unforms=False)
    who = troops(unit)
    inches = 0.0
    slow = 0.0
    unforms = False
    for stretch in battle.land.stretches(x0, y0, x1, y1):
        length = stretch.end - stretch.start
        inches += length
        if stretch.ground >= GroundClass.IMPASSABLE:
            continue
        going = rules.goings[stretch.ground][who]
        if going.half_speed:
            slow += length
        if going.unforms:
            unforms = True
    slowed = slow > TOLERANCE
    if rules.terrain_whole:
        slow = inches if slowed else 0.0
    return Cost(obstacles, inches=inches + slow, slowed=slowed, unforms=unforms)


def march_share(battle: GettysburgBattle, unit: Unit, cost: Cost) -> float:
    """The share of its whole move that a way costs, defences included (4.3.5)."""
    share = cost.inches / allowance(battle, unit) + HALF * battle.rules.crossing_cost * len(cost.obstacles)
    if battle.rules.terrain_whole and cost.slowed and not unit.slowed:
        share += unit.marched  # the inches that it has marched already count double too
    elif battle.rules.terrain_whole and unit.slowed and not cost.slowed:
        share += cost.inches / allowance(battle, unit)
    return share


def reach_of(battle: GettysburgBattle, unit: Unit, x: float, y: float, ux: float, uy: float, inches: float) -> float:
    """How far the centre gets along a straight way with so many inches of allowance (R36)."""
    rules = battle.rules
    if battle.land.is_good(x, y, x + ux * inches, y + uy * inches):
        return inches
    who = troops(unit)
    if rules.terrain_whole:
        slow = False
        for stretch in battle.land.stretches(x, y, x + ux * inches, y + uy * inches):
            if stretch.ground < GroundClass.IMPASSABLE and rules.goings[stretch.ground][who].half_speed:
                slow = True
        return 0.5 * inches if slow else inches
    left = inches
    for stretch in battle.land.stretches(x, y, x + ux * inches, y + uy * inches):
        price = 1.0
        if stretch.ground < GroundClass.IMPASSABLE and rules.goings[stretch.ground][who].half_speed:
            price = 2.0
        if price * (stretch.end - stretch.start) >= left:
            return stretch.start + left / price
        left -= price * (stretch.end - stretch.start)
    return inches


# ---------------------------------------------------------------- what stands in the way


def bars(unit: Unit, other: Unit) -> bool:
    """Is the friend in the way? Anyone passes through skirmishers, and skirmishers through anyone (4.3.6)."""
    return unit.formation != Formation.SKIRMISH and other.formation != Formation.SKIRMISH


class Stop:
    """How far a straight move can go, and what stops it there (empty: nothing)."""

    def __init__(self, inches: float, why: str, unit: int) -> None:
        self.inches: Final = inches
        self.why: Final = why
        self.unit: Final = unit


def straight_stop(
    battle: GettysburgBattle, unit: Unit, held: Rect, ux: float, uy: float, reach: float, *, through: bool
) -> Stop:
    """How far a footprint can go straight: the table edge, closed ground, friends, and enemies by an inch (4.3.6).

    `through`: friends do not stop it.
    """
    best = reach
    why = ""
    who = -1
    edge = rect_to_edge(battle.land.ground, held, ux, uy)
    if edge < best:
        best = edge
        why = EDGE
    closed, name = battle.land.closed_ahead(held, ux, uy, troops(unit), best, True)
    if closed < best:
        best = closed
        why = name
    keep = battle.rules.enemy_gap
    for other in battle.along(held.x, held.y, ux, uy, best, held.radius + keep):
        if other is unit:
            continue
        if other.side == unit.side:
            if through or not bars(unit, other):
                continue
            far = gap(held, ux, uy, other.shape)
        else:
            far = enemy_stop(held, ux, uy, other.shape, keep)
        if far < best:
            best = far
            why = other.name
            who = other.id
    return Stop(best if best > 0.0 else 0.0, why, who)


def enemy_stop(held: Rect, ux: float, uy: float, other: Rect, keep: float) -> float:
    """How far until an enemy is nearer than `keep`; one who is nearer already must not come nearer still."""
    if not clearly_beyond(held, other, keep) and distance(held, other) < keep - TOLERANCE:
        right, forward = other.x - held.x, other.y - held.y
        if right * ux + forward * uy > TOLERANCE and gap(held, ux, uy, other) < FAR:
            return 0.0
        return FAR
    return gap(held.inflated(keep - TOLERANCE), ux, uy, other)


def place_refusal(battle: GettysburgBattle, unit: Unit, there: Rect) -> str:
    """Why the unit may not stand there at the end of a move; empty if it may."""
    why = battle.land.refuses(there, troops(unit), unit.shape)
    if why:
        return f"{unit.name} may not stand there: {why} is in the way."
    keep = battle.rules.enemy_gap
    for other in battle.around(there.x, there.y, there.radius + keep):
        if other is unit:
            continue
        if overlaps(there, other.shape):
            return f"{unit.name} would stand on {other.name} there."
        if other.side != unit.side:
            far = distance(there, other.shape)
            if far < keep - TOLERANCE and far < distance(unit.shape, other.shape) - TOLERANCE:
                return f"{unit.name} would come within {keep:g} inch of {other.name}: only a charge may do that."
    return ""


# ---------------------------------------------------------------- wheels


def wheeled(held: Rect, facing: float) -> Rect:
    """The footprint after a wheel to that facing, the short way round, on its inner front corner."""
    right = wrapped(facing - held.facing) <= 180.0  # clockwise: the right corner stands still
    ax, ay, bx, by = held.front()
    px, py = (bx, by) if right else (ax, ay)
    turned = rect(x=0.0, y=0.0, facing=facing, width=2.0 * held.half_w, depth=2.0 * held.half_d)
    corner = held.half_w if right else -held.half_w
    dx, dy = turned.point(corner, held.half_d)
    return rect(px - dx, py - dy, facing, 2.0 * held.half_w, 2.0 * held.half_d)


def wheel_inches(held: Rect, facing: float) -> float:
    """The way of the outer corner."""
    return 2.0 * held.half_w * turn_between(held.facing, facing) * RADIANS


def wheel_refusal(battle: GettysburgBattle, unit: Unit, held: Rect, facing: float) -> str:
    """Why it cannot wheel so: somebody or something stands where it would sweep."""
    turn = turn_between(held.facing, facing)
    if turn > WHEEL + TOLERANCE:
        return f"{unit.name} may wheel at most {WHEEL:g} degrees in one go."
    round = Round(battle, unit, held, facing)
    if round.is_clear():
        return ""
    steps = int(turn / STEP) + 1
    way = 1.0 if wrapped(facing - held.facing) <= 180.0 else -1.0
    for k in range(1, steps + 1):
        there = wheeled(held, wrapped(held.facing + way * turn * k / steps))
        why = round.refusal(there)
        if why:
            return f"{unit.name} has no room to wheel: {why} is in the way."
    return ""


class Round:
    """All that is within reach of a wheel: it is found once, and looked at step by step."""

    def __init__(self, battle: GettysburgBattle, unit: Unit, held: Rect, facing: float) -> None:
        right = wrapped(facing - held.facing) <= 180.0
        x, y = held.point(held.half_w if right else -held.half_w, held.half_d)
        reach = 2.0 * held.radius
        self.battle: Final = battle
        self.unit: Final = unit
        self.others: Final = [
            other
            for other in battle.around(x, y, reach + battle.rules.enemy_gap)
            if other is not unit and (other.side != unit.side or bars(unit, other))
        ]
        self.closed: Final = battle.land.closed[troops(unit)].about(x, y, reach)
        ground = battle.land.ground
        self.by_the_edge: Final = x < reach or y < reach or x > ground.width - reach or y > ground.depth - reach

    def is_clear(self) -> bool:
        """Then it need not be looked at step by step."""
        return not self.by_the_edge and not self.others and not self.closed

    def refusal(self, there: Rect) -> str:
        """What a footprint on its way would run into."""
        why = self.battle.land.refused_by(self.closed, there, self.unit.shape)
        if why:
            return why
        now = self.unit.shape
        keep = self.battle.rules.enemy_gap
        for other in self.others:
            shape = other.shape
            if other.side == self.unit.side:
                if overlaps(there, shape) and not overlaps(now, shape):
                    return other.name
            elif not clearly_beyond(there, shape, keep):
                far = distance(there, shape)
                if far < keep - TOLERANCE and far < distance(now, shape) - TOLERANCE:
                    return other.name
        return ""


# ---------------------------------------------------------------- a march


class March:
    """A march that has been looked at: where it ends and what it costs, or why it is not legal."""

    def __init__(
        self, why_not: str, wheel: Rect | None, start: Rect, end: Rect, cost: Cost, wheel_cost: Cost, *, share: float
    ) -> None:
        self.why_not: Final = why_not
        self.wheel: Final = wheel  # after the wheel, if there is one
        self.start: Final = start  # of the straight leg
        self.end: Final = end
        self.share: Final = share
        self.cost: Final = cost  # of the straight leg
        self.wheel_cost: Final = wheel_cost

    def inches(self) -> float:
        """Of the straight leg."""
        return spacing(self.start.x, self.start.y, self.end.x, self.end.y)

    def over(self, crossed: list[int]) -> Rect:
        """Where it ends when the dice have said so of the defences on its straight leg (4.3.5)."""
        far = self.inches()
        ux = (self.end.x - self.start.x) / far
        uy = (self.end.y - self.start.y) / far
        return self.start.moved(ux, uy, inches_over(self.cost.obstacles, crossed, self.start, ux, uy, far))


FREE: Final = Cost([], inches=0.0, slowed=False, unforms=False)


def refused_march(held: Rect, why: str) -> March:
    return March(why, None, held, held, FREE, FREE, share=0.0)


def march_of(battle: GettysburgBattle, unit: Unit, x: float, y: float, facing: float) -> March:
    """A wheel to that facing if it is another one, then a straight or oblique leg to that place (4.3.3)."""
    held = unit.shape
    turn = turn_between(unit.facing, facing)
    wheel: Rect | None = None
    wheel_cost = FREE
    start = held
    if turn > TOLERANCE:
        if unit.turns_freely():
            start = rect(held.x, held.y, facing, 2.0 * held.half_w, 2.0 * held.half_d)
        else:
            why = wheel_refusal(battle, unit, held, facing)
            if why:
                return refused_march(held, why)
            wheel = wheeled(held, facing)
            wheel_cost = cost_of_wheel(battle, unit, held, wheel)
            if wheel_cost.obstacles:
                return refused_march(held, f"{unit.name} cannot wheel over {wheel_cost.obstacles[0].said}.")
            start = wheel
    far = spacing(start.x, start.y, x, y)
    end = start
    cost = FREE
    if far > TOLERANCE:
        ux = (x - start.x) / far
        uy = (y - start.y) / far
        off = turn_between(facing, bearing(ux, uy))
        most = 0.0 if is_prolonging(unit) else OBLIQUE
        if not unit.turns_freely() and off > most + DEGREES:
            how = (
                f"marches ahead, at most {OBLIQUE:g} degrees to either side" if most else "is prolonged straight ahead"
            )
            return refused_march(held, f"{unit.name} {how}.")
        end = start.moved(ux, uy, far)
        stop = straight_stop(battle, unit, start, ux, uy, far, through=False)
        if stop.inches < far - TOLERANCE:
            return refused_march(held, stopped_by(battle, unit, stop))
        cost = way_cost(battle, unit, start.x, start.y, x, y)
        why = obstacle_refusal(battle, unit, cost)
        if why:
            return refused_march(held, why)
    share = march_share(battle, unit, cost) if far > TOLERANCE else 0.0
    if wheel is not None:
        share += march_share(battle, unit, wheel_cost)
    if unit.spent + share > 1.0 + TOLERANCE:
        left = inches_left(battle, unit)
        wanted = share * allowance(battle, unit)
        return refused_march(held, f"{unit.name} has {left:.1f} inches left, and that way costs {wanted:.1f}.")
    why = place_refusal(battle, unit, end)
    if why:
        return refused_march(held, why)
    return March("", wheel, start, end, cost, wheel_cost, share=share)


def cost_of_wheel(battle: GettysburgBattle, unit: Unit, held: Rect, wheel: Rect) -> Cost:
    """The outer corner's arc; as much of it counts double as the centre's way lies in slow ground."""
    inches = wheel_inches(held, wheel.facing)
    chord = way_cost(battle, unit, held.x, held.y, wheel.x, wheel.y)
    far = spacing(held.x, held.y, wheel.x, wheel.y)
    slow = inches * (chord.inches - far) / far if far > TOLERANCE else 0.0
    return Cost(chord.obstacles, inches=inches + slow, slowed=chord.slowed, unforms=chord.unforms)


def stopped_by(battle: GettysburgBattle, unit: Unit, stop: Stop) -> str:
    """In a sentence."""
    if stop.unit >= 0 and battle.units[stop.unit].side != unit.side:
        return (
            f"{unit.name} would come within {battle.rules.enemy_gap:g} inch of {stop.why}: only a charge may do that."
        )
    return f"{unit.name} can go only {stop.inches:.1f} inches that way: {stop.why} is in the way."


def obstacle_refusal(battle: GettysburgBattle, unit: Unit, cost: Cost) -> str:
    """Only infantry crosses defences (R38)."""
    if cost.obstacles and troops(unit) in (Mover.HORSE, Mover.BATTERY):
        return f"{unit.name} cannot cross {cost.obstacles[0].said}: only infantry can."
    return ""


def obstacles_of(plots: list[Plot]) -> list[int]:
    return [plot.obstacle for plot in plots]


def inches_over(plots: list[Plot], crossed: list[int], held: Rect, ux: float, uy: float, inches: float) -> float:
    """How far it gets of so many inches: to the near side of a defence that keeps it there."""
    if not stays_behind(crossed):
        return inches
    far = rect_gap(plots[len(crossed) - 1].piece, held, ux, uy)
    return far if far < inches else inches


# ---------------------------------------------------------------- a clear march ahead (R128)


def farthest(battle: GettysburgBattle, unit: Unit, held: Rect, aim: float, inches: float) -> float:
    """How far the unit could march along a bearing with so many inches of allowance; 0.0 if not at all."""
    ux, uy = direction(aim)
    reach = reach_of(battle, unit, held.x, held.y, ux, uy, inches)
    cost = way_cost(battle, unit, held.x, held.y, held.x + ux * reach, held.y + uy * reach)
    if cost.obstacles:
        crossing = HALF * battle.rules.crossing_cost * allowance(battle, unit)
        spare = inches - crossing
        over = reach_of(battle, unit, held.x, held.y, ux, uy, spare) if spare > TOLERANCE else 0.0
        far = rect_gap(cost.obstacles[0].piece, held, ux, uy)
        line = spacing_to_line(cost.obstacles[0], held, ux, uy)
        if len(cost.obstacles) > 1 or over <= line + TOLERANCE or obstacle_refusal(battle, unit, cost):
            reach = far - HAIR if far < reach else reach
            if line <= reach:
                reach = max(0.0, line - HAIR)
        else:
            reach = over
    stop = straight_stop(battle, unit, held, ux, uy, reach, through=False)
    far = stop.inches - HAIR if stop.inches < reach else reach
    return far if far > 0.0 else 0.0


def spacing_to_line(plot: Plot, held: Rect, ux: float, uy: float) -> float:
    """How far the centre goes until it is over the line; FAR if it never is."""
    return min(boundary_cuts(plot.piece, held.x, held.y, ux, uy, FAR), default=FAR)


def can_advance(battle: GettysburgBattle, unit: Unit) -> bool:
    """Has it a clear straight march of half a move, within 45 degrees of its front, that ends nearer (R128)?"""
    need = battle.rules.advance_part * allowance(battle, unit)
    if unit.spent > 1.0 - battle.rules.advance_part + TOLERANCE:
        return False
    enemy, far = battle.nearest_enemy(unit)
    if enemy < 0:
        return False
    foe = battle.units[enemy]
    straight = bearing(foe.x - unit.x, foe.y - unit.y)
    for aim in aims(unit.facing, straight):
        ux, uy = direction(aim)
        reach = reach_of(battle, unit, unit.x, unit.y, ux, uy, need)
        stop = straight_stop(battle, unit, unit.shape, ux, uy, reach, through=False)
        if stop.inches < reach - TOLERANCE:
            continue
        there = unit.shape.moved(ux, uy, reach)
        cost = way_cost(battle, unit, unit.x, unit.y, there.x, there.y)
        if obstacle_refusal(battle, unit, cost) or place_refusal(battle, unit, there):
            continue
        if unit.spent + march_share(battle, unit, cost) > 1.0 + TOLERANCE:
            continue  # with the defences on the way it is too far
        if battle.nearest_of(there, 1 - unit.side)[1] < far - TOLERANCE:
            return True
    return False


def aims(facing: float, straight: float) -> list[float]:
    """The bearings that are tried: at the enemy if he is within 45 degrees, straight ahead, and to either side."""
    found: list[float] = []
    if turn_between(facing, straight) <= OBLIQUE:
        found.append(straight)
    for turn in (0.0, -22.5, 22.5, -45.0, 45.0):
        found.append(wrapped(facing + turn))
    return found


def is_prolonging(unit: Unit) -> bool:
    """Deployed guns are moved by hand (4.3.7)."""
    return unit.arm == Arm.ARTILLERY and unit.formation == Formation.DEPLOYED


# ---------------------------------------------------------------- recoil, evade, retire


def nearest_point(piece: Piece, x: float, y: float) -> tuple[float, float]:
    """The point of an outline or a line nearest to a place."""
    best = FAR
    found = (x, y)
    n = len(piece.xs)
    for k in range(1 if piece.is_line else 0, n):
        before = k - 1 if k > 0 else n - 1
        x0, y0, x1, y1 = piece.xs[before], piece.ys[before], piece.xs[k], piece.ys[k]
        dx = x1 - x0
        dy = y1 - y0
        t = ((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy)
        t = 0.0 if t < 0.0 else 1.0 if t > 1.0 else t
        far = spacing(x, y, x0 + t * dx, y0 + t * dy)
        if far < best:
            best = far
            found = (x0 + t * dx, y0 + t * dy)
    return found
