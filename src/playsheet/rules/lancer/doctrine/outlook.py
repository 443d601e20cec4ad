"""How the built-in commander sees the battle: whom he hunts, what he holds, where his ways lead."""

from __future__ import annotations

from math import sqrt

from playsheet.core.geometry import FAR, spacing, spacing_squared
from playsheet.core.terrain import crossed, holds
from playsheet.core.words import counted, the, verb
from playsheet.rules.lancer.battle.goals import HOLD_POINT, POINTS_FOR_GROUND, UNITS_BEYOND, Goal
from playsheet.rules.lancer.battle.state import LancerBattle
from playsheet.rules.lancer.battle.units import Unit
from playsheet.rules.lancer.battle.words import name_of
from playsheet.rules.lancer.doctrine.worth import CLOSE_RANGE, ENOUGH_TO_LEAD, ORDERS, TEMPTED
from playsheet.rules.lancer.terms import Arm
from playsheet.tabletop.weighing import UNASKED, Weighings
from playsheet.tabletop.wording import inches

# ---------------------------------------------------------------- the lie of the battle


class Outlook:
    """What a unit sees first: its nearest enemy, and how far off that is."""

    def __init__(self, battle: LancerBattle, unit: Unit) -> None:
        self.enemy, self.far = nearest_enemy(battle, unit)


def nearest_enemy(battle: LancerBattle, unit: Unit) -> tuple[int, float]:
    """The nearest enemy unit and how far its centre is."""
    return battle.near.nearest(unit.x, unit.y, 1 - unit.side)


def prey(battle: LancerBattle, unit: Unit, outlook: Outlook) -> int:
    """Whom a unit makes for: near, shaken, shot up, or a gun; shooters the nearest they can hurt."""
    best = outlook.enemy
    bold = unit.card.weapon is None
    if not bold or best < 0:
        return best
    lowest = FAR
    for other in battle.around(unit.x, unit.y, outlook.far + TEMPTED):
        if other.side == unit.side or other.kind == Arm.COMMANDER:
            continue
        far = spacing(unit.x, unit.y, other.x, other.y)
        if other.disrupted:
            far -= 5.0
        if other.kind == Arm.GUN:
            far -= 3.0
        far -= 4.0 * (1.0 - other.figures / other.start)
        if unit.mounted() and holds_ground(battle, other):
            far += 12.0  # horse cannot follow into woods and houses
        if far < lowest:
            lowest = far
            best = other.id
    return best


def holds_ground(battle: LancerBattle, unit: Unit) -> bool:
    """Does it stand where horse may not go?"""
    for index in battle.land.plan.at(unit.x, unit.y):
        plot = battle.land.plots[index]
        if not plot.mounted and not plot.linear and holds(plot.piece, unit.x, unit.y):
            return True
    return False


def goal_point(
    battle: LancerBattle, unit: Unit, outlook: Outlook, why: Weighings = UNASKED
) -> tuple[float, float, float]:
    """Where the unit wants to be, and how near is near enough."""
    late = battle.goals.turns - battle.turn
    enemy = outlook.enemy
    far = outlook.far
    for goal in battle.goals.all:
        if goal.kind == HOLD_POINT and unit.kind != Arm.GUN:
            if late <= 2 or far > 22.0 or is_holder(battle, unit, goal):
                if why.asked:
                    there = f"{goal.name} ({inches(spacing(unit.x, unit.y, goal.x, goal.y))} away)"
                    why.say(
                        f"Time runs short, and it must be at {there} when it ends."
                        if late <= 2
                        else f"No enemy is within 22 inches: it makes for {there}."
                        if far > 22.0
                        else f"No friend is nearer to {there}: it is the one to hold that."
                    )
                return goal.x, goal.y, goal.within * 0.5
        if goal.kind == UNITS_BEYOND:
            if goal.side == unit.side and unit.kind != Arm.GUN and (far > 9.0 or late <= 4):
                beyond = goal.y + (4.0 if goal.north else -4.0)
                if why.asked:
                    why.say(
                        f"It has {inches(abs(beyond - unit.y))} to go to get beyond the line, and "
                        f"{counted(max(late, 0), 'turn', 'turns')} after this one."
                    )
                lane = clear_lane(battle, unit, beyond)
                aside = abs(lane - unit.x)
                if aside > 3.0:  # slant into the lane before going up it
                    if why.asked:
                        why.say(f"The way is more open {inches(aside)} to the {'east' if lane > unit.x else 'west'}.")
                    way = 1.0 if goal.north else -1.0
                    return lane, unit.y + way * min(abs(beyond - unit.y), 1.0 + aside * 0.6), 0.5
                return lane, beyond, 1.0
            if goal.side != unit.side and far > 15.0:
                back = goal.y + (-2.0 if goal.north else 2.0)
                if why.asked:
                    why.say("No enemy is within 15 inches: it stands before the line that they must not pass.")
                return unit.x, back, 3.0
        if goal.kind == POINTS_FOR_GROUND and unit.kind == Arm.FOOT and (far > 15.0 or late <= 4):
            spot = ground_for(battle, unit, goal.plots)
            if spot >= 0:
                piece = battle.land.plots[spot].piece
                if why.asked:
                    x = (piece.min_x + piece.max_x) * 0.5
                    y = (piece.min_y + piece.max_y) * 0.5
                    away = inches(spacing(unit.x, unit.y, x, y))
                    ground = the(piece.name or piece.kind)
                    why.say(f"{ground} is {away} away and counts at the end; no friend is nearer to it.")
                return (piece.min_x + piece.max_x) * 0.5, (piece.min_y + piece.max_y) * 0.5, 0.7
    if unit.kind == Arm.FOOT and unit.card.weapon is not None:
        guarded = gun_in_danger(battle, unit)
        if guarded >= 0:
            gun = battle.units[guarded]
            threat = nearest_enemy(battle, gun)[0]
            foe = battle.units[threat]
            off = spacing(gun.x, gun.y, foe.x, foe.y) + 0.01
            side = 3.0 if unit.x >= gun.x else -3.0
            if why.asked:
                near_it = f"{verb(name_of(battle, threat), 'is', 'are')} {inches(off)} from it"
                why.say(f"It covers {name_of(battle, gun.id)}: {near_it}.")
            return gun.x + (foe.x - gun.x) / off * 3.0 + side, gun.y + (foe.y - gun.y) / off * 3.0, 2.0
    target = prey(battle, unit, outlook) if unit.card.weapon is None or unit.kind == Arm.HORSE else enemy
    if target < 0:
        why.say("It has no enemy to make for.")
        return unit.x, unit.y, 1.0
    foe = battle.units[target]
    weapon = unit.card.weapon
    near = CLOSE_RANGE if weapon is not None and weapon.reach <= 12.0 else 0.5
    if weapon is not None and weapon.reach > 12.0:
        near = 30.0
    if why.asked:
        whom = name_of(battle, target)
        away = inches(spacing(unit.x, unit.y, foe.x, foe.y))
        if target != enemy:
            why.say(f"It makes for {whom} ({away} away), who promise more than the nearest enemy.")
        elif near > 0.5:
            why.say(f"The nearest enemy, {whom}, is {away} away; it likes to stand {inches(near)} off.")
        else:
            why.say(f"The nearest enemy, {whom}, is {away} away.")
    return foe.x, foe.y, near


def is_holder(battle: LancerBattle, unit: Unit, goal: Goal) -> bool:
    """Is this the side's nearest unit to the point: the one that takes and keeps it?"""
    mine = spacing_squared(goal.x, goal.y, unit.x, unit.y)
    for friend in battle.around(goal.x, goal.y, sqrt(mine)):
        if friend.side == unit.side and friend.kind in (Arm.FOOT, Arm.HORSE) and friend is not unit:
            if not friend.disrupted and spacing_squared(goal.x, goal.y, friend.x, friend.y) < mine:
                return False
    return True


def clear_lane(battle: LancerBattle, unit: Unit, beyond: float) -> float:
    """The easting to go up by: near, open, and thinly held."""
    width = battle.land.ground.width
    best = unit.x
    lowest = FAR
    south = min(unit.y, beyond)
    north = max(unit.y, beyond)
    plots = [
        plot
        for plot in battle.land.plots
        if plot.edge and not plot.linear and plot.piece.max_y >= south and plot.piece.min_y <= north
    ]
    foes = [foe for foe in battle.units if foe.side != unit.side and foe.on_table() and not foe.disrupted]
    mounted = unit.mounted()
    x = 4.0
    while x < width - 3.0:
        cost = abs(x - unit.x) * 0.8
        if cost >= lowest:
            if x > unit.x:
                break  # from here on every lane is farther off
            x += 4.0
            continue
        for plot in plots:
            if crossed(plot.piece, x, unit.y, x, beyond):
                if not plot.admits(mounted):
                    cost += 60.0
                elif plot.slow:
                    cost += 14.0
                else:
                    cost += 3.0
        for foe in foes:
            if abs(foe.x - x) < 7.0:
                cost += 2.0
        if cost < lowest:
            lowest = cost
            best = x
        x += 4.0
    if abs(best - unit.x) <= 2.5:
        return unit.x
    return best


def ground_for(battle: LancerBattle, unit: Unit, plots: list[int]) -> int:
    """The nearest ground worth points that no friend nearer by holds or makes for; -1 if none is near."""
    best = -1
    lowest = 26.0
    for plot in plots:
        piece = battle.land.plots[plot].piece
        x = (piece.min_x + piece.max_x) * 0.5
        y = (piece.min_y + piece.max_y) * 0.5
        far = spacing(unit.x, unit.y, x, y)
        if far >= lowest:
            continue
        nearer = 0
        for friend in battle.around(x, y, far):
            if friend.side == unit.side and friend.kind == Arm.FOOT and friend is not unit:
                if spacing(friend.x, friend.y, x, y) < far:
                    nearer += 1
        if nearer == 0:
            best = plot
            lowest = far
    return best


def gun_in_danger(battle: LancerBattle, unit: Unit) -> int:
    """A friendly gun that enemy steel is closing on, with no friend nearer than this unit; -1 if none."""
    for gun in battle.around(unit.x, unit.y, 10.0):
        if gun.side != unit.side or gun.kind != Arm.GUN or gun.foes:
            continue
        mine = spacing(unit.x, unit.y, gun.x, gun.y)
        if mine > 10.0 or mine < 4.0:
            continue
        for foe in battle.around(gun.x, gun.y, 18.0):
            if foe.side == unit.side or foe.card.weapon is not None or foe.kind == Arm.COMMANDER:
                continue
            if spacing(foe.x, foe.y, gun.x, gun.y) < 18.0:
                return gun.id
    return -1


# ---------------------------------------------------------------- the player


def lonely(battle: LancerBattle, commander: Unit) -> bool:
    """Fewer than half of his side's units are within reach of his orders."""
    near = 0
    for unit in battle.around(commander.x, commander.y, ORDERS):
        if unit.side == commander.side and unit.kind != Arm.COMMANDER:
            if spacing_squared(commander.x, commander.y, unit.x, unit.y) <= ORDERS * ORDERS:
                near += 1
    if near >= ENOUGH_TO_LEAD:
        return False
    total = 0
    for unit in battle.units:
        if unit.side == commander.side and unit.kind != Arm.COMMANDER and unit.on_table():
            total += 1
            if total > near * 2:
                return True
    return False
