"""Who may charge whom, and how a charge would go (R55)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.angles import bearing, direction, wrapped
from playsheet.core.discs import Crowd, on_table, piece_ahead
from playsheet.core.geometry import FAR, spacing
from playsheet.core.terrain import crossed
from playsheet.rules.riskfactor.battle.state import RiskBattle
from playsheet.rules.riskfactor.battle.units import Group
from playsheet.rules.riskfactor.ground.moving import (
    Place,
    allowance,
    crowd_of,
    farthest,
    least_first,
    nearest_first,
    short_of_enemies,
    walk_one,
)
from playsheet.rules.riskfactor.ground.sight import Watch

FAR_OFF: Final = "far off"
NO_WAY: Final = "no way"
ROUND_ABOUT: Final = [0.0, 25.0, -25.0, 50.0, -50.0, 75.0, -75.0, 100.0, -100.0, 130.0, -130.0, 160.0, -160.0]


# ---------------------------------------------------------------- charge


class ChargePlan:
    """Where a charge brings each figure, and whether one of them touches."""

    def __init__(self, places: list[Place], *, touched: bool) -> None:
        self.places: Final = places
        self.touched: Final = touched


def charge_plan(battle: RiskBattle, group: Group, members: list[int], target: Group, *, only_one: bool) -> ChargePlan:
    """Figures, nearest first, go to the nearest enemy figure with a free side, the rest close up (R55).

    With `only_one` it stops as soon as one has touched: the charge is possible.
    """
    enemies = battle.members(target)
    short = short_of_enemies(battle)
    crowd = crowd_of(battle, members, group.side, short=0.0, ends=False)
    closing = crowd_of(battle, members, group.side, short=short, ends=True)
    count = contact_counts(battle)
    order = order_to_charge(battle, members, enemies)
    places: list[Place] = []
    touched = False
    for figure in order:
        place = strike_home(battle, crowd, figure, enemies, count)
        if place is not None:
            touched = True
            if only_one:
                return ChargePlan(places, touched=True)
        elif only_one:
            continue
        else:
            at: i64 = figure
            near = nearest_first(battle, enemies, battle.figures.x[at], battle.figures.y[at])[0]
            goal = (battle.figures.x[i64(near)], battle.figures.y[i64(near)])
            place = walk_one(battle, closing, figure, goal[0], goal[1], FAR, aim=True, over_edge=False)
        crowd.put(figure, place.x, place.y, battle.rules.base, False)
        closing.put(figure, place.x, place.y, battle.rules.base, False)
        places.append(place)
    return ChargePlan(places, touched=touched)


def order_to_charge(battle: RiskBattle, members: list[int], enemies: list[int]) -> list[int]:
    """The figures nearest to the target first."""
    keys: list[float] = []
    for figure in members:
        at: i64 = figure
        best = FAR
        for enemy in enemies:
            e: i64 = enemy
            far = spacing(battle.figures.x[at], battle.figures.y[at], battle.figures.x[e], battle.figures.y[e])
            if far < best:
                best = far
        keys.append(best)
    return least_first(members, keys)


def contact_counts(battle: RiskBattle) -> dict[int, int]:
    """How many touch each figure now."""
    count: dict[int, int] = {}
    for one, other in battle.contacts():
        count[one] = count.get(one, 0) + 1
        count[other] = count.get(other, 0) + 1
    return count


def strike_home(
    battle: RiskBattle, crowd: Crowd, figure: int, enemies: list[int], count: dict[int, int]
) -> Place | None:
    """The figure's way to an enemy with a free side, within his allowance; None if there is none."""
    at: i64 = figure
    x = battle.figures.x[at]
    y = battle.figures.y[at]
    reach = allowance(battle, figure, clear=True) + battle.rules.base
    tried = 0
    for enemy in nearest_first(battle, enemies, x, y):
        e: i64 = enemy
        ex = battle.figures.x[e]
        ey = battle.figures.y[e]
        if spacing(x, y, ex, ey) > reach + battle.rules.contact_barrier or tried >= 4:
            return None
        if count.get(enemy, 0) >= battle.rules.most_contacts:
            continue
        tried += 1
        for goal_x, goal_y in touching_spots(battle, crowd, figure, x, y, enemy):
            place = walk_one(battle, crowd, figure, goal_x, goal_y, FAR, aim=True, over_edge=False)
            if place.arrived:
                place = Place(figure, goal_x, goal_y, place.went, off=False, arrived=True)  # to the last digit
                count[enemy] = count.get(enemy, 0) + 1
                return place
    return None


def touching_spots(
    battle: RiskBattle, crowd: Crowd, figure: int, x: float, y: float, enemy: int
) -> list[tuple[float, float]]:
    """Free places from which the enemy is touched: across his barrier if he lines one, then round him (R61)."""
    e: i64 = enemy
    ex = battle.figures.x[e]
    ey = battle.figures.y[e]
    ground = battle.land.ground
    r = battle.radius
    base = battle.rules.base
    way = bearing(x - ex, y - ey)
    found: list[tuple[float, float]] = []
    astride: list[tuple[float, float]] = []
    across = battle.lined[e] > 0 and battle.land.barrier_between(x, y, ex, ey)
    for turn in ROUND_ABOUT:
        ux, uy = direction(wrapped(way + turn))
        extra = across_gap(battle, ex, ey, ux, uy) if across else 0.0
        px = ex + ux * (base + extra)
        py = ey + uy * (base + extra)
        if on_table(ground, px, py, r) and crowd.free(figure, px, py):
            if battle.land.on_barrier(px, py, r):
                astride.append((px, py))  # only where there is no better place
            else:
                found.append((px, py))
        if len(found) >= 4:
            break
    return found or astride


def across_gap(battle: RiskBattle, ex: float, ey: float, ux: float, uy: float) -> float:
    """How far off an enemy is touched across the barrier he lines, that way, by a base close up to it (R61).

    Base to base if the barrier does not lie between, or is nowhere near enough.
    """
    most = battle.rules.contact_barrier
    far = battle.rules.base + most
    x = ex + ux * far
    y = ey + uy * far
    room = most
    for piece in battle.land.barriers:
        if crossed(piece, x, y, ex, ey):
            room = min(room, piece_ahead(piece, x, y, battle.radius, -ux, -uy))
    return most - room


def bar_to_charge(battle: RiskBattle, group: Group, members: list[int], target: Group, seen: Watch) -> str:
    """Why not: the target is not in sight within one move, or no figure can touch it (R10)."""
    reach = farthest(battle, members) + battle.rules.contact_barrier
    near = False
    for index in range(len(seen.figures)):
        if battle.owner[i64(seen.figures[index])] == target.id and seen.gaps[index] <= reach:
            near = True
    if not near:
        return FAR_OFF
    return "" if charge_plan(battle, group, members, target, only_one=True).touched else NO_WAY


def charge_target(battle: RiskBattle, seen: Watch) -> int:
    """The group that a "(Charge?)" is about: the one of the nearest enemy in sight (R10); -1 if none."""
    return int(battle.owner[i64(seen.nearest)]) if seen.nearest >= 0 else -1
