"""Where units want to be: what is fought for, the enemy, their place behind others; and the way round bad ground."""

from __future__ import annotations

from typing import Final

from playsheet.core.angles import direction
from playsheet.core.geometry import FAR, spacing
from playsheet.core.stances import NO_STANCES, Stance, Stances
from playsheet.core.words import the
from playsheet.rules.gettysburg.battle.goals import Goal
from playsheet.rules.gettysburg.battle.state import GettysburgBattle
from playsheet.rules.gettysburg.battle.units import Unit
from playsheet.rules.gettysburg.battle.words import brigade_name, name_of
from playsheet.rules.gettysburg.ground.sight import cover_of
from playsheet.rules.gettysburg.table.forced_moves import to_own_lines
from playsheet.rules.gettysburg.terms import Arm, Cover, GroundClass, Order, UnitState
from playsheet.rules.gettysburg.victory import holds
from playsheet.tabletop.ways import way_round
from playsheet.tabletop.weighing import UNASKED, Weighings
from playsheet.tabletop.wording import inches

LENT: Final = 14.0  # inches beyond an objective from which those on Hold still go and take it
HELD_FARTHER: Final = 18.0  # inches that an objective seems farther off while it is ours
AT_GOAL: Final = 0.7  # of the distance that counts: nearer than that is near enough
AT_ENEMY: Final = 4.0  # inches from an enemy that is made for
BEHIND: Final = 12.0  # inches behind the middle of those who are supported
SHIFTED: Final = 3.0  # inches from its easting that a unit has shifted far enough
SLANT: Final = 0.6  # inches forward for each inch aside, for who shifts with his order to attack
SKIRTS: Final = 2.5  # inches that a way round bad ground keeps off it
HORSE_HUNTS: Final = 24.0  # inches within which horse goes for who cannot stand it


class Aim:
    """Where a unit wants to be, and how near is near enough."""

    def __init__(self, x: float, y: float, near: float) -> None:
        self.x: Final = x
        self.y: Final = y
        self.near: Final = near

    def short(self, px: float, py: float) -> float:
        """How much too far off a place is."""
        far = spacing(px, py, self.x, self.y) - self.near
        return far if far > 0.0 else 0.0


def attacks(battle: GettysburgBattle, unit: Unit) -> bool:
    return battle.order_of(unit) in (Order.ASSAULT, Order.ENGAGE)


def aim_of(battle: GettysburgBattle, unit: Unit, stances: Stances = NO_STANCES, why: Weighings = UNASKED) -> Aim | None:
    """Where it wants to be, by the nearest way that does not break its ranks."""
    aim = wanted_place(battle, unit, stances, why)
    if aim is None or unit.flees():
        return aim
    return round_bad_ground(battle, unit, aim, why)


def wanted_place(battle: GettysburgBattle, unit: Unit, stances: Stances, why: Weighings) -> Aim | None:
    """What its stance says; else what is fought for and not ours, if its order lets it; else the enemy."""
    stance = stances.of(unit.id)
    if stance == Stance.HOLD:
        why.say("It is to hold its ground.")
        return None
    if stance == Stance.RESERVE:
        return in_reserve(battle, unit, why)
    if stance == Stance.SHIFT:
        aside = shifted(battle, unit, stances.easting(unit.id), why)
        if aside is not None:
            return aside
    if stance == Stance.SHOOT:
        return in_range(battle, unit, why)
    order = battle.order_of(unit)
    if order == Order.SUPPORT:
        return in_support(battle, unit, why)
    if order == Order.HOLD:
        return kept_ground(battle, unit, why)
    if unit.arm == Arm.CAVALRY:
        return with_horse(battle, unit, why)
    goal = nearest_goal(battle, unit)
    if goal is not None:
        if why.asked:
            away = inches(spacing(unit.x, unit.y, goal.x, goal.y))
            why.say(f"It makes for {the(goal.name)}, {away} away, which counts at the end.")
        return Aim(goal.x, goal.y, goal.within * AT_GOAL)
    return at_enemy(battle, unit, AT_ENEMY, why)


# ---------------------------------------------------------------- each kind of place


def at_enemy(battle: GettysburgBattle, unit: Unit, near: float, why: Weighings) -> Aim | None:
    """The nearest enemy."""
    enemy, far = battle.nearest_enemy(unit)
    if enemy < 0:
        why.say("It has no enemy to go for.")
        return None
    if why.asked:
        why.say(f"It makes for {name_of(battle, enemy)}, the nearest enemy, {inches(far)} away.")
    return Aim(battle.units[enemy].x, battle.units[enemy].y, near)


def in_range(battle: GettysburgBattle, unit: Unit, why: Weighings) -> Aim | None:
    """Where its fire tells: within effective range of the nearest enemy, and no nearer."""
    why.say("It is to shoot, and goes no nearer than it must for that.")
    rules = battle.rules
    if unit.arm == Arm.ARTILLERY:
        return at_enemy(battle, unit, rules.gun_effective[unit.card.gun_class], why)
    return at_enemy(battle, unit, rules.effective[unit.card.weapon], why)


def in_support(battle: GettysburgBattle, unit: Unit, why: Weighings) -> Aim | None:
    """Near the brigade that it supports; horse behind it."""
    brigade = battle.brigades[battle.brigades[unit.brigade].target]
    if why.asked:
        why.say(f"Its order is to support {brigade_name(battle, brigade.id)}.")
    friends = battle.units_of(brigade)
    if not friends:
        return None
    if unit.arm != Arm.CAVALRY:
        return behind(friends, 0.0, 0.0)
    ux, uy = to_own_lines(battle, unit.side)
    return behind(friends, ux * BEHIND, uy * BEHIND)


def in_reserve(battle: GettysburgBattle, unit: Unit, why: Weighings) -> Aim | None:
    """Behind the middle of the others of its side."""
    why.say("It is in reserve, and stays behind the others.")
    friends = [
        friend
        for friend in battle.units
        if friend.side == unit.side and friend.on_table() and not friend.flees() and friend.brigade != unit.brigade
    ]
    ux, uy = to_own_lines(battle, unit.side)
    return behind(friends, ux * BEHIND, uy * BEHIND) if friends else None


def behind(friends: list[Unit], dx: float, dy: float) -> Aim:
    """So far from the middle of some friends."""
    x = sum([friend.x for friend in friends]) / len(friends)
    y = sum([friend.y for friend in friends]) / len(friends)
    return Aim(x + dx, y + dy, BEHIND)


def kept_ground(battle: GettysburgBattle, unit: Unit, why: Weighings) -> Aim | None:
    """Who holds stays, but takes what is fought for beside it, if it need not leave good cover for that."""
    goal = nearest_goal(battle, unit)
    if goal is None or spacing(unit.x, unit.y, goal.x, goal.y) > goal.within + LENT:
        why.say("Its order is to hold.")
        return None
    enemy, _ = battle.nearest_enemy(unit)
    if enemy >= 0 and cover_of(battle, unit, battle.units[enemy].x, battle.units[enemy].y) >= Cover.COVER:
        why.say("Its order is to hold, and it leaves no good cover.")
        return None
    if why.asked:
        why.say(f"Its order is to hold, and {the(goal.name)} is near enough to be held.")
    return Aim(goal.x, goal.y, goal.within * AT_GOAL)


def shifted(battle: GettysburgBattle, unit: Unit, easting: float, why: Weighings) -> Aim | None:
    """Abreast of where it is to go, and forward if it attacks; None as soon as it is there."""
    aside = abs(easting - unit.x)
    if aside <= SHIFTED:
        return None
    if why.asked:
        why.say(f"It is to shift {inches(aside)} to the {'east' if easting > unit.x else 'west'}.")
    ux, uy = direction(battle.goals.facings[unit.side])
    forward = SLANT * aside if attacks(battle, unit) else 0.0
    return Aim(easting + ux * forward, unit.y + uy * forward, 0.0)


def with_horse(battle: GettysburgBattle, unit: Unit, why: Weighings) -> Aim | None:
    """Horse goes for who cannot stand against it; until there is somebody, it stays behind the foot."""
    best: Unit | None = None
    least = HORSE_HUNTS
    for enemy in battle.around(unit.x, unit.y, unit.shape.radius + HORSE_HUNTS):
        if enemy.side != unit.side and is_fair_game(enemy):
            far = spacing(unit.x, unit.y, enemy.x, enemy.y)
            if far < least:
                least = far
                best = enemy
    if best is None:
        why.say("Nobody is near whom horse could ride down: it stays behind the others.")
        return in_reserve(battle, unit, UNASKED)
    if why.asked:
        why.say(f"{name_of(battle, best.id)} cannot stand against horse, {inches(least)} away.")
    return Aim(best.x, best.y, AT_ENEMY)


def is_fair_game(enemy: Unit) -> bool:
    """Is it broken, in disorder, or on its limbers?"""
    return enemy.is_unformed() or enemy.state >= UnitState.FALTERING


def nearest_goal(battle: GettysburgBattle, unit: Unit) -> Goal | None:
    """The objective that it should go for: not ours before ours, the nearest."""
    best: Goal | None = None
    least = FAR
    for goal in battle.goals.all:
        if goal.within <= 0.0:
            continue
        far = spacing(unit.x, unit.y, goal.x, goal.y)
        if holds(battle, goal, unit.side):
            far += HELD_FARTHER
        far -= goal.points
        if far < least:
            least = far
            best = goal
    return best


# ---------------------------------------------------------------- the way there


def round_bad_ground(battle: GettysburgBattle, unit: Unit, aim: Aim, why: Weighings) -> Aim:
    """Ground that breaks its ranks is gone round, by the nearer side; into it goes only who wants to be there."""
    land = battle.land
    if land.is_good(unit.x, unit.y, aim.x, aim.y):
        return aim
    keep = unit.shape.half_w + SKIRTS
    for plot in land.plots:
        if plot.ground >= GroundClass.SEVERE and not plot.linear and not plot.bua:
            x, y = way_round(land.ground, plot.piece, unit.x, unit.y, to_x=aim.x, to_y=aim.y, keep=keep)
            if x != aim.x or y != aim.y:
                why.say(f"It goes round {plot.said}, which would break its ranks.")
                return Aim(x, y, 0.0)
    return aim
