"""Where the built-in commander marches."""

from __future__ import annotations

from math import sqrt
from typing import Final

from playsheet.core.angles import bearing, direction, wrapped
from playsheet.core.asking import Region
from playsheet.core.geometry import FAR, Rect, spacing
from playsheet.core.stances import NO_STANCES, Stances
from playsheet.rules.lancer.battle.state import LancerBattle
from playsheet.rules.lancer.battle.units import Unit
from playsheet.rules.lancer.battle.words import name_of
from playsheet.rules.lancer.doctrine.outlook import Outlook, nearest_enemy
from playsheet.rules.lancer.doctrine.ways import goal_point
from playsheet.rules.lancer.doctrine.worth import ENOUGH_TO_LEAD, ORDERS
from playsheet.rules.lancer.ground.moving import LeaveRegion, move_rate, path, turned_footprint
from playsheet.rules.lancer.terms import Arm
from playsheet.tabletop.weighing import UNASKED, Weighings
from playsheet.tabletop.wording import inches

BESIDE: Final = (0.0, -25.0, 25.0, -55.0, 55.0, -90.0, 90.0)  # degrees off the straight way that are tried
A_STEP: Final = 0.3  # inches: less is no move


def march_bearing(
    battle: LancerBattle, unit: Unit, region: Region, why: Weighings = UNASKED, stances: Stances = NO_STANCES
) -> float:
    """Toward the goal, bending round what is in the way; a commander toward the middle of his men."""
    if isinstance(region, LeaveRegion):
        why.say("Straight away from the enemy, or as nearly as it can.")
        return region.samples()[0][0]  # straight away from the enemy, or as nearly as it can
    if unit.kind == Arm.COMMANDER:
        why.say("He rides to the middle of the units nearest to him, and a little behind them.")
        return commander_bearing(battle, unit, region)
    x, y, near = goal_point(battle, unit, Outlook(battle, unit, stances))
    dx = x - unit.x
    dy = y - unit.y
    left = sqrt(dx * dx + dy * dy)
    straight = bearing(dx, dy) if left > 0.01 else unit.facing
    if left <= near + 0.5:
        why.say("It is where it wants to be: it only turns.")
        return straight if not region.refusal((straight,)) else unit.facing
    best = unit.facing
    most = -FAR
    for by in BESIDE:
        way = wrapped(straight + by)
        if region.refusal((way,)):
            continue
        gain, free = gain_of(battle, unit, way, x, y)
        if gain > most:
            most = gain
            best = way
        if by == 0.0 and free:
            break
    if why.asked and most > -FAR:
        why.say(f"That way brings it {inches(max(most, 0.0))} nearer to where it wants to be, on the average.")
        if best != straight:
            why.say("The straight way is barred, or slower.")
    elif why.asked:
        why.say("It has no room to turn.")
    return best


def gain_of(battle: LancerBattle, unit: Unit, way: float, x: float, y: float) -> tuple[float, bool]:
    """How much nearer to a place a move on a bearing brings it, on the average; and whether nothing stops it."""
    there = turned_footprint(battle, unit, way)
    rate = move_rate(battle, unit, there)
    mean = rate.add + rate.dice * (rate.sides + 1) * 0.5
    stop = path(battle, unit, there, there.ux, there.uy, mean, charging=False, past=0.0)
    gone_x = unit.x + there.ux * stop.inches
    gone_y = unit.y + there.uy * stop.inches
    gain = spacing(unit.x, unit.y, x, y) - spacing(gone_x, gone_y, x, y)
    if unit.mounted() or unit.kind == Arm.GUN:
        gain -= edge_fear(battle, there, stop.inches)
    return gain, stop.inches >= mean - 0.01


def is_stuck(battle: LancerBattle, unit: Unit, outlook: Outlook) -> bool:
    """Would a move toward where it wants to be lead nowhere, whichever way it turns?"""
    x, y, near = goal_point(battle, unit, outlook)
    if spacing(unit.x, unit.y, x, y) <= near + 0.5:
        return False  # it only turns
    straight = bearing(x - unit.x, y - unit.y)
    return all(gain_of(battle, unit, wrapped(straight + by), x, y)[0] <= A_STEP for by in BESIDE)


def edge_fear(battle: LancerBattle, there: Rect, inches: float) -> float:
    """Horse and guns keep off the table's edge, where a fall back is a rout."""
    x = there.x + there.ux * inches
    y = there.y + there.uy * inches
    ground = battle.land.ground
    edge = min(x, y, ground.width - x, ground.depth - y)
    return 1.0 if edge < 4.0 else 0.0


def commander_bearing(battle: LancerBattle, commander: Unit, region: Region) -> float:
    """To the middle of the nearest units of his side, and a little behind them."""
    ground = battle.land.ground
    look = ORDERS
    x = 0.0
    y = 0.0
    n = 0
    while n < ENOUGH_TO_LEAD:
        x = 0.0
        y = 0.0
        n = 0
        for unit in battle.around(commander.x, commander.y, look):
            if unit.side == commander.side and unit.kind != Arm.COMMANDER:
                x += unit.x
                y += unit.y
                n += 1
        if look > ground.width + ground.depth:
            break
        look *= 2.0
    if n == 0:
        return region.samples()[0][0]
    bx, by = direction(battle.goals.facings[commander.side])
    way = bearing(x / n - bx * 3.0 - commander.x, y / n - by * 3.0 - commander.y)
    return way if not region.refusal((way,)) else region.samples()[0][0]


def facing_after(battle: LancerBattle, unit: Unit, region: Region, why: Weighings = UNASKED) -> float:
    """Look at the nearest enemy; if there is no room for it, as nearly as there is."""
    enemy, _ = nearest_enemy(battle, unit)
    if enemy < 0:
        why.say("There is no enemy to face.")
        return unit.facing
    foe = battle.units[enemy]
    if why.asked:
        who = "He" if unit.kind == Arm.COMMANDER else "It"
        why.say(f"{who} faces {name_of(battle, enemy)}, the nearest enemy, as nearly as there is room for.")
    way = bearing(foe.x - unit.x, foe.y - unit.y)
    for by in (0.0, 20.0, -20.0, 40.0, -40.0):
        facing = wrapped(way + by)
        if not region.refusal((facing,)):
            return facing
    return unit.facing
