"""Carrying out results on the table (4.3, R55 to R57): both sides, no choice but the charge."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.angles import bearing, direction, wrapped
from playsheet.core.discs import Crowd, edge_ahead, from_boundary, from_piece, nearest_point, on_table
from playsheet.core.game import Game
from playsheet.core.geometry import FAR, TOLERANCE, spacing
from playsheet.core.terrain import holds
from playsheet.rules.riskfactor.battle.events import Advanced, Charged, Faced, Moved, OrderSet, OutOfSight, Ran, WentOff
from playsheet.rules.riskfactor.battle.goals import FIGURES_BEYOND, HOLD_BUILDINGS
from playsheet.rules.riskfactor.battle.land import Plot
from playsheet.rules.riskfactor.battle.state import RiskBattle
from playsheet.rules.riskfactor.battle.units import Group
from playsheet.rules.riskfactor.ground.fog import hidden, unheard, unseen
from playsheet.rules.riskfactor.ground.moving import (
    Place,
    allowance,
    crowd_of,
    facing_to,
    farthest,
    full_move,
    least_first,
    march,
    short_of_enemies,
    toward,
    walk_one,
)
from playsheet.rules.riskfactor.ground.sight import Watch, all_in_cover
from playsheet.rules.riskfactor.ground.sight_cache import watched_together
from playsheet.rules.riskfactor.options.charge import charge_plan
from playsheet.rules.riskfactor.terms import Gone, MoveKind, OrderKind, Result
from playsheet.tabletop.secrets import all_but_side, seats_of_side

SPOT_ROOM: Final = 0.2  # between figures who crowd into cover, and before the line they stand at: room to pass


def carry_out(game: Game[RiskBattle], group: Group, members: list[int], result: int) -> None:
    """What the group was told by its table, figures and the leaders who share it together."""
    battle = game.battle
    seen = watched_together(battle, group, members)
    if result in (Result.CONTINUE_ORDER, Result.CONTINUE):
        follow_order(game, group, members, seen)
    elif result in (Result.ADVANCE, Result.ADVANCE_TO_NEAREST):
        advance(game, group, members, seen)
    elif result == Result.HALT:
        stay(game, group, members, seen)
    elif result == Result.TAKE_COVER:
        take_cover(game, group, members, seen)
    elif result == Result.WITHDRAW:
        withdraw(game, group, members, seen)
    elif result == Result.RUN:
        run(game, group, members, seen)
    for unit in units_of(battle, group, members):
        set_order_after(game, unit, result, seen)


def units_of(battle: RiskBattle, group: Group, members: list[int]) -> list[Group]:
    """The group, and the leaders who go along with it among these figures (R63)."""
    return [group, *[battle.group_of(figure) for figure in members if battle.owner[i64(figure)] != group.id]]


def set_order_after(game: Game[RiskBattle], group: Group, result: int, seen: Watch) -> None:
    """The result becomes the standing order: hold, or advance on the nearest enemy (R56)."""
    battle = game.battle
    kind = battle.rules.instructions[result].order
    if kind == OrderKind.SAME or not group.on_table():
        return
    if kind == OrderKind.HOLD and group.order.kind == OrderKind.HOLD:
        return
    x = 0.0
    y = 0.0
    if kind == OrderKind.ADVANCING and seen.nearest >= 0:
        at: i64 = seen.nearest
        x = battle.figures.x[at]
        y = battle.figures.y[at]
    game.tell(OrderSet(group.id, kind, x, y, False, "R56", unheard(battle, group.side)))


# ---------------------------------------------------------------- telling a move


def perform(
    game: Game[RiskBattle],
    group: Group,
    how: str,
    places: list[Place],
    facing: float,
    seen: Watch,
    ruling: str,
) -> None:
    """Tell where everybody comes to stand; with fog, what is seen of it and what is not."""
    battle = game.battle
    side = group.side
    gone = [place.figure for place in places if place.off]
    stay_on = [place for place in places if not place.off]
    moved = bool(gone) or any(place.went != Gone.STOOD for place in places)
    before = least_gap(battle, places, seen.nearest, there=False)
    after = least_gap(battle, places, seen.nearest, there=True)
    if not battle.rules.fog or all_in_the_open(battle, stay_on):
        tell_move(game, group, how, stay_on, facing, ruling, ())
    else:
        was = [hidden(battle, place.figure) for place in stay_on]
        tell_move(game, group, how, stay_on, facing, ruling, all_but_side(battle.goals.seat_sides, side))
        now = [hidden(battle, place.figure) for place in stay_on]
        tell_move(game, group, how, [stay_on[k] for k in range(len(now)) if not now[k]], facing, ruling, ())
        gone_in = [stay_on[k].figure for k in range(len(now)) if now[k] and not was[k]]
        if gone_in:
            game.tell(OutOfSight(group.id, gone_in, seats_of_side(battle.goals.seat_sides, side)))
    if gone:
        game.tell(WentOff(group.id, gone, ()))
    nearer = moved and seen.nearest >= 0 and after < before - TOLERANCE
    for unit in units_of(battle, group, [place.figure for place in places]):
        if unit.on_table() and nearer != unit.advancing:
            game.tell(Advanced(unit.id, nearer, unseen(battle, battle.members(unit), side)))


def all_in_the_open(battle: RiskBattle, places: list[Place]) -> bool:
    """Does nobody come out of ground that conceals, or go into it?"""
    for place in places:
        if battle.hides[i64(place.figure)] >= 0 or battle.land.spot(place.x, place.y, battle.radius).hides >= 0:
            return False
    return True


def tell_move(
    game: Game[RiskBattle],
    group: Group,
    how: str,
    places: list[Place],
    facing: float,
    ruling: str,
    hides: tuple[int, ...],
) -> None:
    if places:
        if group.card.mounted:
            ruling += ", R30"
        if any(game.battle.owner[i64(place.figure)] != group.id for place in places):
            ruling += ", R63"
        game.tell(
            Moved(
                group.id,
                how,
                [place.figure for place in places],
                [place.x for place in places],
                [place.y for place in places],
                facing,
                [place.went for place in places],
                ruling,
                hides,
            )
        )


def least_gap(battle: RiskBattle, places: list[Place], enemy: int, *, there: bool) -> float:
    """From the nearest of them to an enemy, where they stand or where they go."""
    if enemy < 0:
        return FAR
    best = FAR
    e: i64 = enemy
    ex = battle.figures.x[e]
    ey = battle.figures.y[e]
    for place in places:
        at: i64 = place.figure
        if there:
            far = spacing(place.x, place.y, ex, ey)
        else:
            far = spacing(battle.figures.x[at], battle.figures.y[at], ex, ey)
        if far < best:
            best = far
    return best


def mean_place(places: list[Place]) -> tuple[float, float]:
    x = 0.0
    y = 0.0
    for place in places:
        x += place.x
        y += place.y
    return x / len(places), y / len(places)


def facing_after(battle: RiskBattle, members: list[int], places: list[Place], seen: Watch) -> float:
    """All but those who run end facing the nearest enemy (R56); as they stood if there is none in sight."""
    x, y = mean_place(places)
    return facing_to(battle, x, y, seen.nearest, battle.facing(members))


# ---------------------------------------------------------------- the results


def stay(game: Game[RiskBattle], group: Group, members: list[int], seen: Watch) -> None:
    """No move; face the nearest enemy."""
    battle = game.battle
    hides = unseen(battle, members, group.side)
    x, y = battle.centre(members)
    facing = facing_to(battle, x, y, seen.nearest, battle.facing(members))
    turning = [figure for figure in members if battle.figures.facing[i64(figure)] != facing]
    if turning:
        tell_turn(game, group, turning, facing)
    for unit in units_of(battle, group, members):
        if unit.advancing:
            game.tell(Advanced(unit.id, False, hides))


def tell_turn(game: Game[RiskBattle], group: Group, turning: list[int], facing: float) -> None:
    """With fog, what is seen of it by itself."""
    battle = game.battle
    seen = [figure for figure in turning if not (battle.rules.fog and hidden(battle, figure))]
    if len(seen) < len(turning):
        game.tell(Faced(group.id, turning, facing, all_but_side(battle.goals.seat_sides, group.side)))
    if seen:
        game.tell(Faced(group.id, seen, facing, ()))


def follow_order(game: Game[RiskBattle], group: Group, members: list[int], seen: Watch) -> None:
    """The standing order is what the sheet calls current actions (R56)."""
    order = group.order
    if order.kind == OrderKind.HOLD:
        stay(game, group, members, seen)
    elif order.to_point:
        go_to_point(game, group, members, seen, order.x, order.y, back=order.kind == OrderKind.WITHDRAWING)
    else:
        advance(game, group, members, seen)


def go_on(game: Game[RiskBattle], group: Group, members: list[int], seen: Watch) -> None:
    """An advance without an enemy in sight: to the side's objective, else straight ahead to the table's edge (R66)."""
    battle = game.battle
    goal = objective_ahead(battle, group, members)
    if goal is not None:
        go_to_point(game, group, members, seen, goal[0], goal[1], back=False, ruling="R55, R66")
        return
    facing = battle.facing(members)
    ux, uy = direction(facing)
    fars: list[float] = []
    for figure in members:
        at: i64 = figure
        room = edge_ahead(battle.land.ground, battle.figures.x[at], battle.figures.y[at], battle.radius, ux, uy)
        fars.append(min(room, allowance(battle, figure, clear=True)))
    places = march(battle, members, group.side, ux, uy, fars, over_edge=False, ends=True)
    perform(game, group, MoveKind.ORDERS_FOLLOWED, places, facing, seen, "R55, R66")


def objective_ahead(battle: RiskBattle, group: Group, members: list[int]) -> tuple[float, float] | None:
    """Where the first objective of its side with a place leads the middle of the group; None if there is none."""
    x, y = battle.centre(members)
    for goal in battle.goals.all:
        if goal.side != group.side:
            continue
        if goal.kind == FIGURES_BEYOND:
            ys = [battle.figures.y[i64(figure)] for figure in members]
            if goal.north:
                return x, max(y, y + goal.y + battle.radius - min(ys))
            return x, min(y, y + goal.y - battle.radius - max(ys))
        if goal.kind == HOLD_BUILDINGS:
            best = x, y
            least = FAR
            for index in goal.plots:
                px, py = goal_in(battle.land.plots[index], x, y)
                if spacing(x, y, px, py) < least:
                    least = spacing(x, y, px, py)
                    best = px, py
            return best
    return None


def go_to_point(
    game: Game[RiskBattle],
    group: Group,
    members: list[int],
    seen: Watch,
    x: float,
    y: float,
    *,
    back: bool,
    ruling: str = "R55, R56",
) -> None:
    """A full move toward a point, no farther than it."""
    battle = game.battle
    cx, cy = battle.centre(members)
    ux, uy, far = toward(cx, cy, x, y)
    if far <= TOLERANCE:
        stay(game, group, members, seen)
        return
    fars = [min(far, most) for most in full_move(battle, members)]
    places = march(battle, members, group.side, ux, uy, fars, over_edge=False, ends=not back)
    facing = facing_after(battle, members, places, seen) if seen.nearest >= 0 else bearing(ux, uy)
    perform(game, group, MoveKind.ORDERS_FOLLOWED, places, facing, seen, ruling)


def advance(game: Game[RiskBattle], group: Group, members: list[int], seen: Watch) -> None:
    """A full move toward the nearest enemy in sight, short of contact."""
    battle = game.battle
    if seen.nearest < 0:
        go_on(game, group, members, seen)
        return
    e: i64 = seen.nearest
    ex = battle.figures.x[e]
    ey = battle.figures.y[e]
    cx, cy = battle.centre(members)
    ux, uy, _ = toward(cx, cy, ex, ey)
    if ux == 0.0 and uy == 0.0:
        stay(game, group, members, seen)
        return
    short = battle.rules.base + short_of_enemies(battle)
    fars: list[float] = []
    for figure in members:
        at: i64 = figure
        level = (ex - battle.figures.x[at]) * ux + (ey - battle.figures.y[at]) * uy - short
        fars.append(max(0.0, min(level, allowance(battle, figure, clear=True))))
    places = march(battle, members, group.side, ux, uy, fars, over_edge=False, ends=True)
    perform(game, group, MoveKind.ADVANCES, places, facing_after(battle, members, places, seen), seen, "R55")


def run(game: Game[RiskBattle], group: Group, members: list[int], seen: Watch) -> None:
    """A full move straight away from the nearest enemy, back turned; the group is a router."""
    flee(game, group, members, seen, MoveKind.RUNS, back_turned=True)
    for unit in units_of(game.battle, group, members):
        if unit.on_table():
            game.tell(Ran(unit.id, unseen(game.battle, game.battle.members(unit), unit.side)))


def flee(
    game: Game[RiskBattle], group: Group, members: list[int], seen: Watch, how: str, *, back_turned: bool
) -> list[Place]:
    """Straight away from the nearest enemy, over the table's edge if it leads there (R47)."""
    battle = game.battle
    cx, cy = battle.centre(members)
    enemy = seen.nearest
    ux = 0.0
    uy = 0.0
    if enemy >= 0:
        ux, uy, _ = toward(battle.figures.x[i64(enemy)], battle.figures.y[i64(enemy)], cx, cy)
    if ux == 0.0 and uy == 0.0:
        ux, uy = direction(wrapped(battle.facing(members) + 180.0))
    places = march(battle, members, group.side, ux, uy, full_move(battle, members), over_edge=True, ends=False)
    facing = bearing(ux, uy) if back_turned else facing_after(battle, members, places, seen)
    perform(game, group, how, places, facing, seen, "R55")
    return places


def withdraw(game: Game[RiskBattle], group: Group, members: list[int], seen: Watch) -> None:
    """Toward the nearest cover that is farther from the nearest enemy than now; none: straight away; face him."""
    battle = game.battle
    if seen.nearest >= 0:
        e: i64 = seen.nearest
        ex = battle.figures.x[e]
        ey = battle.figures.y[e]
        cx, cy = battle.centre(members)
        now = spacing(cx, cy, ex, ey)
        for plot in covers_by_distance(battle, group, members):
            px, py = goal_in(plot, cx, cy)
            if spacing(px, py, ex, ey) > now + TOLERANCE and not leads_past(battle, seen, cx, cy, px, py):
                places = into_cover(battle, group, members, plot, seen)
                facing = facing_after(battle, members, places, seen)
                perform(game, group, MoveKind.WITHDRAWS, places, facing, seen, "R55")
                return
    flee(game, group, members, seen, MoveKind.WITHDRAWS, back_turned=False)


def take_cover(game: Game[RiskBattle], group: Group, members: list[int], seen: Watch) -> None:
    """Into the nearest cover reachable this move, or stay in it; none: away from the mean of all enemies in sight."""
    battle = game.battle
    if all_in_cover(battle, members, seen):
        stay(game, group, members, seen)
        return
    places = ways_to_cover(battle, group, members, seen)
    if places:
        facing = facing_after(battle, members, places, seen)
        perform(game, group, MoveKind.TAKES_COVER, places, facing, seen, "R55, R67")
        return
    if not seen.figures:
        stay(game, group, members, seen)
        return
    mx, my = battle.centre(by_place(battle, seen.figures))
    cx, cy = battle.centre(members)
    ux, uy, _ = toward(mx, my, cx, cy)
    if ux == 0.0 and uy == 0.0:
        ux, uy = direction(wrapped(battle.facing(members) + 180.0))
    places = march(battle, members, group.side, ux, uy, full_move(battle, members), over_edge=False, ends=False)
    perform(game, group, MoveKind.TAKES_COVER, places, facing_after(battle, members, places, seen), seen, "R55, R67")


def by_place(battle: RiskBattle, figures: list[int]) -> list[int]:
    """From west to east: an order, and a sum in it, that is the same however the roster is numbered (R14)."""
    placed = [(battle.figures.x[i64(figure)], battle.figures.y[i64(figure)], figure) for figure in figures]
    return [figure for _, _, figure in sorted(placed)]


# ---------------------------------------------------------------- cover on the table


def ways_to_cover(battle: RiskBattle, group: Group, members: list[int], seen: Watch) -> list[Place]:
    """Into the nearest cover within this move; nowhere, if an enemy bars the way to it or it leads past him (R67)."""
    for plot in covers_by_distance(battle, group, members):
        if from_figures(battle, plot, members) > farthest(battle, members) + TOLERANCE:
            break
        if barred(battle, plot, members, seen):
            return []
        places = into_cover(battle, group, members, plot, seen)
        if not any(place_in(battle, plot, place) for place in places):
            continue
        if battle.rules.cover_never_nearer and comes_nearer(battle, places, seen):
            continue
        return [] if any(goes_past(battle, seen, place) for place in places) else places
    return []


def barred(battle: RiskBattle, plot: Plot, members: list[int], seen: Watch) -> bool:
    """Does an enemy stand between the nearest figure and the piece?"""
    best = FAR
    past = False
    for figure in members:
        at: i64 = figure
        x = battle.figures.x[at]
        y = battle.figures.y[at]
        far = from_piece(plot.piece, x, y, battle.radius)
        if far < best:
            best = far
            px, py = goal_in(plot, x, y)
            past = leads_past(battle, seen, x, y, px, py)
    return past


def goes_past(battle: RiskBattle, seen: Watch, place: Place) -> bool:
    at: i64 = place.figure
    return leads_past(battle, seen, battle.figures.x[at], battle.figures.y[at], place.x, place.y)


def leads_past(battle: RiskBattle, seen: Watch, x0: float, y0: float, x1: float, y1: float) -> bool:
    """Has an enemy in sight one end of the way before him and the other behind him: more than a right angle apart?"""
    for enemy in seen.figures:
        e: i64 = enemy
        x = battle.figures.x[e]
        y = battle.figures.y[e]
        if (x0 - x) * (x1 - x) + (y0 - y) * (y1 - y) < 0.0:
            return True
    return False


def comes_nearer(battle: RiskBattle, places: list[Place], seen: Watch) -> bool:
    """To the nearest enemy, any of those who move."""
    after = least_gap(battle, places, seen.nearest, there=True)
    return after < least_gap(battle, places, seen.nearest, there=False) - TOLERANCE


def covers_by_distance(battle: RiskBattle, group: Group, members: list[int]) -> list[Plot]:
    """Pieces that give cover and that the group may enter, the nearest to any of its figures first."""
    keyed: list[tuple[float, int]] = []
    for index in battle.land.covers:
        plot = battle.land.plots[index]
        if plot.linear or plot.horses or not group.card.mounted:
            keyed.append((from_figures(battle, plot, members), index))
    keyed.sort()
    return [battle.land.plots[index] for _, index in keyed]


def from_figures(battle: RiskBattle, plot: Plot, members: list[int]) -> float:
    best = FAR
    for figure in members:
        at: i64 = figure
        far = from_piece(plot.piece, battle.figures.x[at], battle.figures.y[at], battle.radius)
        if far < best:
            best = far
    return best


def goal_in(plot: Plot, x: float, y: float) -> tuple[float, float]:
    """The point of a piece nearest to a place; the place itself if it is in it."""
    if not plot.linear and holds(plot.piece, x, y):
        return x, y
    return nearest_point(plot.piece, x, y)


def place_in(battle: RiskBattle, plot: Plot, place: Place) -> bool:
    """Has the figure got into this cover?"""
    if plot.linear:
        return from_piece(plot.piece, place.x, place.y, battle.radius) <= battle.rules.lining + TOLERANCE
    return holds(plot.piece, place.x, place.y)


def into_cover(battle: RiskBattle, group: Group, members: list[int], plot: Plot, seen: Watch) -> list[Place]:
    """Figures, nearest first, take the nearest free spot in the piece, or go as near as they can (R55)."""
    crowd = crowd_of(battle, members, group.side, short=short_of_enemies(battle), ends=False)
    figures = battle.figures
    keys = [from_boundary(plot.piece, figures.x[i64(figure)], figures.y[i64(figure)]) for figure in members]
    spots = spots_of(battle, plot, seen)
    places: list[Place] = []
    for figure in least_first(members, keys):
        place = walk_to_spot(battle, crowd, figure, plot, spots)
        crowd.put(figure, place.x, place.y, battle.rules.base, False)
        places.append(place)
    return places


def walk_to_spot(battle: RiskBattle, crowd: Crowd, figure: int, plot: Plot, spots: list[tuple[float, float]]) -> Place:
    at: i64 = figure
    x = battle.figures.x[at]
    y = battle.figures.y[at]
    if place_in(battle, plot, Place(figure, x, y, Gone.STOOD, off=False, arrived=True)) and not plot.linear:
        return Place(figure, x, y, Gone.STOOD, off=False, arrived=True)
    best = FAR
    goal_x = x
    goal_y = y
    for sx, sy in spots:
        far = spacing(x, y, sx, sy)
        if far < best and crowd.free(figure, sx, sy):
            best = far
            goal_x = sx
            goal_y = sy
    if best == FAR:
        goal_x, goal_y = goal_in(plot, x, y)
    return walk_one(battle, crowd, figure, goal_x, goal_y, FAR, aim=True, over_edge=False)


def spots_of(battle: RiskBattle, plot: Plot, seen: Watch) -> list[tuple[float, float]]:
    """Places to stand in a piece of cover: a grid in an area, a row along a line on the side away from the enemy."""
    r = battle.radius
    pitch = battle.rules.base + SPOT_ROOM
    piece = plot.piece
    ground = battle.land.ground
    found: list[tuple[float, float]] = []
    if plot.linear:
        side = 1.0
        for k in range(1, len(piece.xs)):
            x0 = piece.xs[i64(k - 1)]
            y0 = piece.ys[i64(k - 1)]
            ux, uy, long = toward(x0, y0, piece.xs[i64(k)], piece.ys[i64(k)])
            if seen.nearest >= 0:
                e: i64 = seen.nearest
                right = (battle.figures.x[e] - x0) * uy - (battle.figures.y[e] - y0) * ux
                side = -1.0 if right > 0.0 else 1.0
            along = min(r, long / 2.0)
            while along <= long:
                x = x0 + ux * along + side * uy * (r + SPOT_ROOM)
                y = y0 + uy * along - side * ux * (r + SPOT_ROOM)
                if on_table(ground, x, y, r):
                    found.append((x, y))
                along += pitch
        return found
    y = piece.min_y + TOLERANCE
    while y <= piece.max_y:
        x = piece.min_x + TOLERANCE
        while x <= piece.max_x:
            if holds(piece, x, y) and on_table(ground, x, y, r):
                found.append((x, y))
            x += pitch
        y += pitch
    return found


# ---------------------------------------------------------------- charge


def charge(game: Game[RiskBattle], group: Group, members: list[int], target: Group, seen: Watch, ruling: str) -> None:
    """An ordinary move into contact (4.4.4)."""
    battle = game.battle
    plan = charge_plan(battle, group, members, target)
    for unit in units_of(battle, group, members):
        game.tell(Charged(unit.id, target.id, ruling))
    facing = facing_after(battle, members, plan.places, seen)
    perform(game, group, MoveKind.CHARGES_HOME, plan.places, facing, seen, "R55, R61")
