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


def can_charge(battle: RiskBattle, crowd: Crowd, members: list[int], target: Group) -> bool:
    """Can at least one of them touch?"""
    enemies = battle.members(target)
    count = contact_counts(battle)
    for figure in order_to_charge(battle, members, enemies):
        if strike_home(battle, crowd, figure, enemies, count) is not None:
            return True
    return False


def charge_plan(battle: RiskBattle, group: Group, members: list[int], target: Group) -> ChargePlan:
    """Figures, nearest first, go to the nearest enemy figure with a free side, the rest close up (R55)."""
    enemies = battle.members(target)
    short = short_of_enemies(battle)
    crowd = crowd_of(battle, members, group.side, short=0.0, ends=False)
    closing = crowd_of(battle, members, group.side, short=short, ends=True)
    count = contact_counts(battle)
    places: list[Place] = []
    touched = False
    for figure in order_to_charge(battle, members, enemies):
        place = strike_home(battle, crowd, figure, enemies, count)
        if place is not None:
            touched = True
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
    reach = allowance(battle, figure, clear=True) + battle.rules.base + battle.rules.contact_barrier
    tried = 0
    for enemy in nearest_first(battle, within(battle, enemies, x, y, reach), x, y):
        if tried >= 4:
            return None
        if count.get(enemy, 0) >= battle.rules.most_contacts:
            continue
        tried += 1
        place = way_to(battle, crowd, figure, x, y, enemy)
        if place is not None:
            count[enemy] = count.get(enemy, 0) + 1
            return place
    return None


def within(battle: RiskBattle, enemies: list[int], x: float, y: float, reach: float) -> list[int]:
    """Those of them whose centres are no farther off."""
    found: list[int] = []
    for enemy in enemies:
        e: i64 = enemy
        if spacing(x, y, battle.figures.x[e], battle.figures.y[e]) <= reach:
            found.append(enemy)
    return found


def way_to(battle: RiskBattle, crowd: Crowd, figure: int, x: float, y: float, enemy: int) -> Place | None:
    """To the first of four free places from which he touches the enemy that he reaches; None if he reaches none.

    They lie across the enemy's barrier if he lines one, else round him (R61); astride a barrier only if there is no
    better place.
    """
    e: i64 = enemy
    ex = battle.figures.x[e]
    ey = battle.figures.y[e]
    ground = battle.land.ground
    r = battle.radius
    base = battle.rules.base
    way = bearing(x - ex, y - ey)
    free = 0
    astride: list[tuple[float, float]] = []
    across = battle.lined[e] > 0 and battle.land.barrier_between(x, y, ex, ey)
    for turn in ROUND_ABOUT:
        ux, uy = direction(wrapped(way + turn))
        extra = across_gap(battle, ex, ey, ux, uy) if across else 0.0
        px = ex + ux * (base + extra)
        py = ey + uy * (base + extra)
        if not on_table(ground, px, py, r) or not crowd.free(figure, px, py):
            continue
        if battle.land.on_barrier(px, py, r):
            astride.append((px, py))
            continue
        place = arrival(battle, crowd, figure, px, py)
        free += 1
        if place is not None or free >= 4:
            return place
    if free == 0:
        for px, py in astride:
            place = arrival(battle, crowd, figure, px, py)
            if place is not None:
                return place
    return None


def arrival(battle: RiskBattle, crowd: Crowd, figure: int, x: float, y: float) -> Place | None:
    """There, to the last digit; None if he does not get so far."""
    place = walk_one(battle, crowd, figure, x, y, FAR, aim=True, over_edge=False, all_or_nothing=True)
    return Place(figure, x, y, place.went, off=False, arrived=True) if place.arrived else None


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
    if target.id not in in_charge_reach(battle, members, seen):
        return FAR_OFF
    crowd = crowd_of(battle, members, group.side, short=0.0, ends=False)
    return "" if can_charge(battle, crowd, members, target) else NO_WAY


def charge_targets(battle: RiskBattle, group: Group, members: list[int], seen: Watch) -> list[int]:
    """Enemy groups in sight that one figure at least can touch this move."""
    near = in_charge_reach(battle, members, seen)
    if not near:
        return near
    crowd = crowd_of(battle, members, group.side, short=0.0, ends=False)
    return [id for id in near if can_charge(battle, crowd, members, battle.groups[id])]


def in_charge_reach(battle: RiskBattle, members: list[int], seen: Watch) -> list[int]:
    """Enemy groups of which somebody in sight is within one move."""
    reach = farthest(battle, members) + battle.rules.contact_barrier
    found: list[int] = []
    for index in range(len(seen.figures)):
        if seen.gaps[index] <= reach:
            owner = int(battle.owner[i64(seen.figures[index])])
            if owner not in found:
                found.append(owner)
    return found


def charge_target(battle: RiskBattle, seen: Watch) -> int:
    """The group that a "(Charge?)" is about: the one of the nearest enemy in sight (R10); -1 if none."""
    return int(battle.owner[i64(seen.nearest)]) if seen.nearest >= 0 else -1
