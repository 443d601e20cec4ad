"""Moves of the built-in commander: charges, marches, who goes first, and what a group shall do by itself."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.angles import bearing, direction, turn_between, wrapped
from playsheet.core.asking import Option, Region
from playsheet.core.geometry import FAR, spacing
from playsheet.core.stances import Stances
from playsheet.rules.riskfactor.battle.state import RiskBattle
from playsheet.rules.riskfactor.battle.units import Group
from playsheet.rules.riskfactor.battle.words import cm, name_of
from playsheet.rules.riskfactor.doctrine.melee import CLOSE, charge_worth, locked
from playsheet.rules.riskfactor.doctrine.outlook_cache import Outlook, outlook_of
from playsheet.rules.riskfactor.doctrine.ways import Way, has_will
from playsheet.rules.riskfactor.doctrine.wings import eagerness, planned_order, way_of
from playsheet.rules.riskfactor.doctrine.worth import (
    DEFEND,
    is_shooter,
    line_goal,
    posture,
    turns_left,
)
from playsheet.rules.riskfactor.ground.moving import MoveRegion, facing_to, farthest, toward
from playsheet.rules.riskfactor.ground.sight import sees
from playsheet.rules.riskfactor.options.choices import (
    BREAK_OFF,
    DONE,
    HITCH,
    KEEP_ORDER,
    MARCH,
    ORDER_ADVANCE,
    ORDER_ADVANCE_TO,
    ORDER_HOLD,
    STAY,
    Charge,
    Join,
    Next,
)
from playsheet.rules.riskfactor.terms import ActionsTable, OrderKind, Where
from playsheet.tabletop.weighing import UNASKED, Best, Weighings

TO_SPARE: Final = 3.0  # turns left beyond those that the way takes, to stop and shoot


# ---------------------------------------------------------------- moves


def best_move(
    battle: RiskBattle, group: Group, stances: Stances, options: list[Option], why: Weighings = UNASKED
) -> Option:
    """Charge where it pays, join the stronger, go where it is wanted, or stay."""
    if BREAK_OFF in options:
        return locked(battle, group, why)
    look = outlook_of(battle, group)
    best: Best[Option] = Best(STAY, worth=0.0)
    for option in options:
        if isinstance(option, Join):
            why.say("What is left of it is stronger with others.")
            return option
        if isinstance(option, Charge):
            worth = charge_worth(battle, group, look, battle.groups[option.target]) + eagerness(group, look, stances)
            best.weigh(option, worth)
            if why.asked:
                why.weigh(f"a charge on {name_of(battle, option.target)}", worth)
    if best.choice is not STAY:
        if why.asked and isinstance(best.choice, Charge):
            charge_worth(battle, group, look, battle.groups[best.choice.target], why)
        return best.choice
    value = march_value(
        battle, group, look, way_of(battle, group, stances, look, why), farthest(battle, look.members), why
    )
    moves = spacing(look.x, look.y, value[2], value[3]) > 0.5
    if moves and HITCH in options:
        return HITCH
    turns = turn_between(battle.facing(look.members), value[4]) > 15.0
    return MARCH if moves or turns else STAY


def march_value(
    battle: RiskBattle, group: Group, look: Outlook, way: Way, most: float, why: Weighings = UNASKED
) -> tuple[float, ...]:
    """Toward it, bending round slow ground and toward cover; shooters who have a mark stop short to shoot."""
    ux, uy, left = toward(look.x, look.y, way.x, way.y)
    left -= way.near
    if left > 0.3 and stands_to_shoot(battle, group, look, left):
        why.say("A volley at short range is worth a turn, and there is time for it.")
        left = 0.0
    if left <= 0.3:
        if why.asked:
            why.say(f"{who(group)} is where {who(group)} wants to be.")
        return look.x, look.y, look.x, look.y, best_facing(battle, group, look, look.x, look.y)
    purse = min(most, left) - 0.02
    straight = bearing(ux, uy)
    best_x = look.x
    best_y = look.y
    least = FAR
    for turn in (0.0, 30.0, -30.0, 60.0, -60.0):
        if turn != 0.0 and left < 8.0:
            break
        vx, vy = direction(wrapped(straight + turn))
        far, _ = battle.land.going.reach(
            look.x, look.y, vx, vy, purse, most, battle.rules.difficult, battle.rules.barrier_part * most
        )
        x = min(max(look.x + vx * far, battle.radius), battle.land.ground.width - battle.radius)
        y = min(max(look.y + vy * far, battle.radius), battle.land.ground.depth - battle.radius)
        price = spacing(x, y, way.x, way.y) + 0.01 * abs(turn)
        if look.gap < 120.0 and battle.land.spot(x, y, battle.radius).cover > 0:
            price -= 4.0
        if price < least:
            least = price
            best_x = x
            best_y = y
    if why.asked:
        nearer = spacing(look.x, look.y, way.x, way.y) - spacing(best_x, best_y, way.x, way.y)
        whom = "him" if group.leader else "it"
        why.say(f"The move brings {whom} {cm(max(nearer, 0.0))} nearer to where {who(group)} wants to be.")
        if battle.land.spot(best_x, best_y, battle.radius).cover > 0:
            why.say("There is cover there.")
    return best_x, best_y, best_x, best_y, best_facing(battle, group, look, best_x, best_y)


def who(group: Group) -> str:
    return "he" if group.leader else "it"


def best_facing(battle: RiskBattle, group: Group, look: Outlook, x: float, y: float) -> float:
    """As it faces, or toward the nearest enemy, or a little aside of him: whatever leaves fewest enemies behind it."""
    now = battle.facing(look.members)
    if look.figure < 0:
        return now
    to_nearest = facing_to(battle, x, y, look.figure, now)
    best = to_nearest
    least = FAR
    for faces in (to_nearest, now, *[wrapped(to_nearest + turn) for turn in (25.0, -25.0, 50.0, -50.0, 75.0, -75.0)]):
        turned = 0.01 * turn_between(faces, to_nearest)
        if turned >= least:
            continue
        price = behind_it(battle, group, x, y, faces) + turned
        if price < least:
            least = price
            best = faces
    return best


def behind_it(battle: RiskBattle, group: Group, x: float, y: float, faces: float) -> int:
    """Enemies near by who would be in its flank or rear."""
    ux, uy = direction(faces)
    count = 0
    for foe in battle.groups:
        if foe.side == group.side or foe.place != Where.ON_TABLE:
            continue
        for enemy in battle.members(foe):
            dx = battle.figures.x[i64(enemy)] - x
            dy = battle.figures.y[i64(enemy)] - y
            if dx * ux + dy * uy < 0.0 and dx * dx + dy * dy < 4.0 * CLOSE * CLOSE:
                count += 1
    return count


def stands_to_shoot(battle: RiskBattle, group: Group, look: Outlook, left: float) -> bool:
    """A volley at short range is worth a turn, as long as the clock allows it."""
    weapon = group.card.ranged
    load = group.card.load
    if group.leader or weapon is None or load is None or not group.card.volley or look.gap > weapon.short:
        return False
    if load.loads and not group.loaded:
        return False
    if posture(battle, group.side) == DEFEND:
        return left > load.part * battle.rules.move_foot
    foe = battle.groups[look.foe]
    if (
        look.gap > 0.7 * CLOSE
        or foe.card.table != ActionsTable.MELEE
        or 2 * len(battle.members(foe)) < len(look.members)
    ):
        return False
    if left < 0.5 * battle.rules.move_foot or not any(sees(battle, mine, look.figure) for mine in look.members):
        return False
    moves = left / (0.5 * battle.rules.move_foot)
    return turns_left(battle) > moves + TO_SPARE


def legal_march(
    battle: RiskBattle, group: Group, stances: Stances, region: Region, why: Weighings = UNASKED
) -> tuple[float, ...]:
    look = outlook_of(battle, group)
    assert isinstance(region, MoveRegion)
    way = way_of(battle, group, stances, look)
    if battle.in_contact(group) and look.figure >= 0:
        at: i64 = look.figure
        ux, uy, _ = toward(battle.figures.x[at], battle.figures.y[at], look.x, look.y)
        way = Way(look.x + ux * region.most, look.y + uy * region.most, near=0.0)
        why.say("Straight away from the enemy, as far as it goes.")
    value = march_value(battle, group, look, way, region.most, why)
    if not region.refusal(value):
        return value
    return region.samples()[0]


def next_group(battle: RiskBattle, options: list[Option], kind: str, why: Weighings = UNASKED) -> Option:
    """Those nearest to the enemy first; officers last."""
    best: Best[Option] = Best(DONE, worth=-FAR * 2.0)
    for option in options:
        if isinstance(option, Next):
            group = battle.groups[option.unit]
            far = outlook_of(battle, group).gap
            if group.leader and kind == "move_next":
                far += FAR
            best.weigh(option, -far)
    chosen = best.choice
    if why.asked and isinstance(chosen, Next):
        gap = outlook_of(battle, battle.groups[chosen.unit]).gap
        why.say(
            "Officers go last, when it is seen where their men stand."
            if battle.groups[chosen.unit].leader and kind == "move_next"
            else f"Nobody who is left is nearer to the enemy: {cm(gap)}."
            if gap < FAR
            else "No enemy is in sight, and one comes after the other."
        )
    elif why.asked:
        why.say("Nobody is left who has something to do.")
    return chosen


def standing_order(battle: RiskBattle, group: Group, stances: Stances, why: Weighings = UNASKED) -> Option:
    """What the group shall do by itself when nobody commands it."""
    order = group.order
    look = outlook_of(battle, group)
    planned = planned_order(group, stances.of(group.id), why)
    if planned is not None:
        return planned
    if (posture(battle, group.side) == DEFEND and not has_will(group)) or group.card.civilian:
        why.say("Its side has ground to keep: left to itself it shall hold.")
        return KEEP_ORDER if order.kind == OrderKind.HOLD else ORDER_HOLD
    if group.card.table == ActionsTable.MELEE and look.gap < 2.0 * CLOSE:
        if why.asked:
            why.say(f"The enemy is {cm(look.gap)} away: left to itself it shall go at him.")
        return KEEP_ORDER if order.kind == OrderKind.ADVANCING and not order.to_point else ORDER_ADVANCE
    way = way_of(battle, group, stances, look)
    if spacing(look.x, look.y, way.x, way.y) <= way.near + 1.0:
        why.say("It is where it wants to be: left to itself it shall hold.")
        return KEEP_ORDER if order.kind == OrderKind.HOLD else ORDER_HOLD
    if is_shooter(group) and line_goal(battle, group.side) is None:
        if why.asked:
            there = f"The enemy is {cm(look.gap)} away"
            why.say(
                f"{there}: left to itself it shall stand and shoot."
                if order.kind == OrderKind.HOLD or look.gap < CLOSE
                else f"{there}: left to itself it shall come nearer."
            )
        return KEEP_ORDER if order.kind == OrderKind.HOLD else ORDER_HOLD if look.gap < CLOSE else ORDER_ADVANCE
    if why.asked:
        way_of(battle, group, stances, look, why)
        why.say("Left to itself it shall go on that way.")
    return ORDER_ADVANCE_TO


def order_point(
    battle: RiskBattle, group: Group, stances: Stances, region: Region, why: Weighings = UNASKED
) -> tuple[float, ...]:
    look = outlook_of(battle, group)
    way = way_of(battle, group, stances, look, why)
    x = min(max(way.x, 1.0), battle.land.ground.width - 1.0)
    y = min(max(way.y, 1.0), battle.land.ground.depth - 1.0)
    return (x, y) if not region.refusal((x, y)) else region.samples()[0]
