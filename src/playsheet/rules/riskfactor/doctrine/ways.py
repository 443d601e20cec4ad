"""Where the built-in commander wants his groups and officers to be, if nobody plans for their wing."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.angles import direction, wrapped
from playsheet.core.discs import nearest_point
from playsheet.core.geometry import FAR, spacing
from playsheet.core.terrain import crossed, holds
from playsheet.core.words import counted, number
from playsheet.rules.riskfactor.battle.goals import Goal
from playsheet.rules.riskfactor.battle.land import Plot
from playsheet.rules.riskfactor.battle.state import RiskBattle
from playsheet.rules.riskfactor.battle.units import Group
from playsheet.rules.riskfactor.battle.words import cm, name_of, where_to
from playsheet.rules.riskfactor.dice.command import command_dice, cost
from playsheet.rules.riskfactor.doctrine.melee import CLOSE
from playsheet.rules.riskfactor.doctrine.outlook_cache import Outlook, outlook_of
from playsheet.rules.riskfactor.doctrine.worth import (
    ATTACK,
    DEFEND,
    building_goal,
    is_shooter,
    line_goal,
    nearest_of,
    posture,
    sheltered,
    turns_left,
)
from playsheet.rules.riskfactor.ground.moving import crowded, farthest, toward
from playsheet.rules.riskfactor.ground.sight import sees
from playsheet.rules.riskfactor.terms import ActionsTable, Cover, Role, TroopClass, Where
from playsheet.tabletop.weighing import UNASKED, Weighings

BEHIND: Final = 3.0  # cm from his men to a hero, who steadies them
APART: Final = 8.0  # ... and to others, who share neither their bad luck nor their melees so far off
STROLL: Final = 10.0  # ... and no better place so near is worth a walk to who is behind his men already
LANE: Final = 10.0
TOO_DEAR: Final = 30.0  # cm farther that men count whom an officer could hardly pay for
SORTIE: Final = 2.0 * CLOSE  # cm from the enemy at which those who fight hand to hand leave their cover


# ---------------------------------------------------------------- where to


class Way:
    """Where a group wants its centre to be, and how near is near enough."""

    def __init__(self, x: float, y: float, *, near: float) -> None:
        self.x: Final = x
        self.y: Final = y
        self.near: Final = near


def own_way(battle: RiskBattle, group: Group, look: Outlook, why: Weighings = UNASKED) -> Way:
    """By what its side is out for."""
    stay = Way(look.x, look.y, near=0.5)
    if group.leader:
        return officer_way(battle, group, look, why)
    out_for = posture(battle, group.side)
    if group.card.civilian or (out_for == DEFEND and not goes_out(battle, group, look)):
        if sheltered(battle, look.members):
            why.say("It has ground to keep, and stands in cover.")
            return stay
        return shelter(battle, group, look, why)
    if out_for == ATTACK:
        line = line_goal(battle, group.side)
        if line is not None:
            return across_line(battle, group, look, line, why)
        houses = building_goal(battle)
        if houses is not None and not (is_shooter(group) and look.gap < 60.0 and turns_left(battle) > 3):
            return to_building(battle, group, look, houses, why)
    if look.foe < 0:
        why.say("It sees no enemy to go for.")
        return stay
    weapon = group.card.ranged
    near = 0.5
    if is_shooter(group) and weapon is not None:
        near = weapon.short if sheltered(battle, look.members) else 0.9 * weapon.short
    if why.asked:
        off = f"; it shoots best from {cm(near)}" if near > 0.5 else ""
        why.say(f"The nearest enemy, {name_of(battle, look.foe)}, is {cm(look.gap)} away{off}.")
    at: i64 = look.figure
    return Way(battle.figures.x[at], battle.figures.y[at], near=near)


def has_will(group: Group) -> bool:
    """Does it fight hand to hand? Then it keeps ground best by going for whoever comes to it."""
    return group.card.table == ActionsTable.MELEE and not group.leader and not group.card.civilian


def goes_out(battle: RiskBattle, group: Group, look: Outlook) -> bool:
    """Of those who keep ground: hand to hand at whoever is near, or to where one can shoot."""
    return (has_will(group) and look.gap < SORTIE) or is_idle(battle, group, look)


def is_idle(battle: RiskBattle, group: Group, look: Outlook) -> bool:
    """Is it a body of shooters with an enemy near, and yet out of its range or sight? It has no cover to keep."""
    weapon = group.card.ranged
    if weapon is None or not is_shooter(group) or group.leader or look.foe < 0 or look.gap > weapon.medium + SORTIE:
        return False
    if posture(battle, group.side) != DEFEND or sheltered(battle, look.members):
        return False
    return look.gap > weapon.medium or not any(sees(battle, mine, look.figure) for mine in look.members)


def across_line(battle: RiskBattle, group: Group, look: Outlook, goal: Goal, why: Weighings = UNASKED) -> Way:
    """Over the line by the easiest lane, all of it; who is over stays there."""
    sign = 1.0 if goal.north else -1.0
    back = 0.0
    for figure in look.members:
        back = max(back, sign * (look.y - battle.figures.y[i64(figure)]))
    beyond = goal.y + sign * (back + battle.radius + 0.5)
    if sign * (look.y - beyond) >= 0.0:
        if why.asked:
            why.say(f"All of it is beyond {goal.line}, where it counts.")
        return Way(look.x, look.y, near=0.5)
    lane = clear_lane(battle, group, look, beyond)
    if why.asked:
        why.say(
            f"It has {cm(abs(beyond - look.y))} to go to get beyond {goal.line}, and "
            f"{counted(max(turns_left(battle), 0), 'turn', 'turns')} after this one."
        )
        if lane != look.x:
            why.say(f"The way is more open {cm(abs(lane - look.x))} to the {'east' if lane > look.x else 'west'}.")
    return Way(lane, beyond, near=0.0)


def clear_lane(battle: RiskBattle, group: Group, look: Outlook, y: float) -> float:
    """The easting to go by: near, open, and thinly held."""
    best = look.x
    least = FAR
    x = LANE
    while x <= battle.land.ground.width - LANE:
        price = 0.7 * abs(x - look.x)
        for plot in battle.land.plots:
            if (plot.difficult or plot.barrier) and crossed(plot.piece, x, look.y, x, y):
                price += 8.0
        for foe in battle.groups:
            if price >= least:
                break  # it only becomes dearer
            if foe.side == group.side or foe.place != Where.ON_TABLE:
                continue
            for figure in battle.members(foe):
                if abs(battle.figures.x[i64(figure)] - x) < LANE:
                    price += 0.4 if group.card.table == ActionsTable.FIREARMS else 0.2
        if price < least:
            least = price
            best = x
        x += LANE
    return look.x if abs(best - look.x) < 0.6 * LANE else best


def to_building(battle: RiskBattle, group: Group, look: Outlook, goal: Goal, why: Weighings = UNASKED) -> Way:
    """The nearest of them that has not enough friends in it already."""
    best = Way(look.x, look.y, near=0.5)
    least = FAR
    for index in goal.plots:
        piece = battle.land.plots[index].piece
        x = 0.5 * (piece.min_x + piece.max_x)
        y = 0.5 * (piece.min_y + piece.max_y)
        far = spacing(look.x, look.y, x, y)
        for friend in battle.groups:
            if friend.side == group.side and friend is not group and not friend.leader and friend.on_table():
                fx, fy = battle.centre(battle.members(friend))
                if spacing(fx, fy, x, y) < min(far, 15.0):
                    far += 25.0
        if far < least:
            least = far
            best = Way(x, y, near=1.0)
    if why.asked:
        house = where_to(battle, best.x, best.y)
        why.say(
            f"{house} is {cm(spacing(look.x, look.y, best.x, best.y))} away, and must be taken; "
            "no other is nearer with fewer friends about it."
        )
    return best


def shelter(battle: RiskBattle, group: Group, look: Outlook, why: Weighings = UNASKED) -> Way:
    """The best cover near by that the enemy has not nearer; else it stands where it is."""
    best = Way(look.x, look.y, near=0.5)
    least = 60.0
    for index in battle.land.covers:
        plot = battle.land.plots[index]
        if group.card.mounted and not plot.linear and not plot.horses:
            continue
        x, y = cover_point(battle, plot, look)
        far = spacing(look.x, look.y, x, y)
        price = far - (15.0 if plot.cover == Cover.HARD else 0.0)
        if look.figure >= 0:
            at: i64 = look.figure
            if spacing(battle.figures.x[at], battle.figures.y[at], x, y) < far:
                price += 40.0
        for friend in battle.groups:
            if friend.side == group.side and friend is not group and not friend.leader and friend.on_table():
                fx, fy = battle.centre(battle.members(friend))
                if spacing(fx, fy, x, y) < 8.0:
                    price += 15.0
        if price < least:
            least = price
            best = Way(x, y, near=0.3)
    if why.asked:
        away = spacing(look.x, look.y, best.x, best.y)
        why.say(
            f"The best cover near by, at {where_to(battle, best.x, best.y) or 'the wall'}, is {cm(away)} away."
            if least < 60.0
            else "There is no cover near enough."
        )
    return best


def cover_point(battle: RiskBattle, plot: Plot, look: Outlook) -> tuple[float, float]:
    """Where the group's centre would be when its first rank stands close behind a line, or when it is in an area."""
    piece = plot.piece
    if not plot.linear:
        if holds(piece, look.x, look.y):
            return look.x, look.y
        mx = 0.5 * (piece.min_x + piece.max_x)
        my = 0.5 * (piece.min_y + piece.max_y)
        px, py = nearest_point(piece, look.x, look.y)
        ux, uy, deep = toward(px, py, mx, my)
        return px + ux * min(deep, 4.0), py + uy * min(deep, 4.0)
    px, py = nearest_point(piece, look.x, look.y)
    ux, uy, _ = toward(look.x, look.y, px, py)
    front = 0.0
    for figure in look.members:
        at: i64 = figure
        front = max(front, (battle.figures.x[at] - look.x) * ux + (battle.figures.y[at] - look.y) * uy)
    off = front + battle.radius + 0.3
    return px - ux * off, py - uy * off


def officer_way(battle: RiskBattle, officer: Group, look: Outlook, why: Weighings = UNASKED) -> Way:
    """A hero where most are the steadier for him; others well behind the men they lead."""
    if officer.card.cls == TroopClass.HERO:
        most = farthest(battle, look.members)
        best = Way(look.x, look.y, near=0.5)
        worth = steadied(battle, officer.side, look.x, look.y) + 0.5
        for x, y in hero_places(battle, officer):
            here = steadied(battle, officer.side, x, y) - 0.02 * spacing(look.x, look.y, x, y)
            if spacing(look.x, look.y, x, y) > most:
                here *= 0.5
            if here > worth:
                worth = here
                best = Way(x, y, near=0.1)
        if why.asked:
            men = int(steadied(battle, officer.side, best.x, best.y) + 0.5)
            why.say(f"There he steadies most: about {number(men)} of his men have him near.")
        return best
    host = men_of(battle, officer, look)
    if host is None:
        why.say("He has no men left to go with.")
        return Way(look.x, look.y, near=0.5)
    if why.asked:
        why.say(f"He goes with {name_of(battle, host.id)}, and keeps {cm(how_far_behind(officer))} behind.")
    x, y = behind(battle, host, officer)
    if spacing(look.x, look.y, x, y) <= STROLL and look.gap >= outlook_of(battle, host).gap + BEHIND:
        why.say("He is behind them as it is, and stands still.")
        return Way(look.x, look.y, near=0.5)
    return Way(x, y, near=1.5)


def steadied(battle: RiskBattle, side: int, x: float, y: float) -> float:
    """How many men have a hero near who stands there; spears need him most."""
    near = battle.rules.hero_near + battle.rules.base
    count = 0.0
    for group in battle.groups:
        if group.side != side or group.leader or not group.on_table() or group.card.civilian:
            continue
        members = battle.members(group)
        for figure in members:
            if spacing(x, y, battle.figures.x[i64(figure)], battle.figures.y[i64(figure)]) <= near:
                count += len(members) * (1.0 if group.card.table == ActionsTable.MELEE else 0.6)
                break
    return count


def hero_places(battle: RiskBattle, hero: Group) -> list[tuple[float, float]]:
    """Behind each group of his side, and between any two that stand close together."""
    groups = [group for group in battle.groups if group.side == hero.side and not group.leader and group.on_table()]
    found: list[tuple[float, float]] = []
    centres = [battle.centre(battle.members(group)) for group in groups]
    for k in range(len(groups)):
        if groups[k].card.civilian:
            continue
        found.append(behind(battle, groups[k], hero))
        for j in range(k):
            if spacing(centres[j][0], centres[j][1], centres[k][0], centres[k][1]) > 3.0 * LANE:
                continue
            one = nearest_of(battle, battle.members(groups[k]), centres[j][0], centres[j][1])
            at: i64 = one
            other: i64 = nearest_of(battle, battle.members(groups[j]), battle.figures.x[at], battle.figures.y[at])
            x = 0.5 * (battle.figures.x[at] + battle.figures.x[other])
            y = 0.5 * (battle.figures.y[at] + battle.figures.y[other])
            for px, py in ((x, y), (x, y + BEHIND), (x, y - BEHIND), (x + BEHIND, y), (x - BEHIND, y)):
                if not crowded(battle, px, py, hero.first):
                    found.append((px, py))
    return found


def men_of(battle: RiskBattle, officer: Group, look: Outlook) -> Group | None:
    """The group he goes with: strong, near, his own player's, not too dear; heroes with spears, others with rifles."""
    best: Group | None = None
    least = FAR
    purse = usual_points(battle, officer)
    for group in battle.groups:
        if group.side != officer.side or group.leader or not group.on_table() or group.card.civilian:
            continue
        members = battle.members(group)
        x, y = battle.centre(members)
        price = spacing(look.x, look.y, x, y) - len(members)
        if group.seat != officer.seat:
            price += 40.0
        if group.router:
            price += 20.0
        if len(members) * cost(battle.rules, loyal=bool(group.card.loyal_to), router=group.router) > purse:
            price += TOO_DEAR
        if (group.card.table == ActionsTable.MELEE) != (officer.card.cls == TroopClass.HERO and officer.card.native):
            price += 15.0
        if price < least:
            least = price
            best = group
    return best


def usual_points(battle: RiskBattle, officer: Group) -> float:
    """What his dice bring on the average."""
    dice = command_dice(battle.rules, Role.PC, officer.card.cls, busy=False)
    return 0.5 * dice * (battle.rules.command_sides + 1)


def how_far_behind(leader: Group) -> float:
    return BEHIND if leader.card.cls == TroopClass.HERO else APART


def behind(battle: RiskBattle, host: Group, leader: Group) -> tuple[float, float]:
    """A free place behind the middle of a group, seen from the enemy."""
    least = how_far_behind(leader)
    look = outlook_of(battle, host)
    middle = nearest_of(battle, look.members, look.x, look.y)
    x = battle.figures.x[i64(middle)]
    y = battle.figures.y[i64(middle)]
    if look.figure >= 0:
        at: i64 = look.figure
        ux, uy, _ = toward(battle.figures.x[at], battle.figures.y[at], look.x, look.y)
    else:
        ux, uy = direction(wrapped(battle.facing(look.members) + 180.0))
    for back in (least, least + 1.5, least + 3.0, least + 4.5):
        for aside in (0.0, 2.5, -2.5):
            px = x + ux * back - uy * aside
            py = y + uy * back + ux * aside
            if not crowded(battle, px, py, leader.first):
                return px, py
    return look.x, look.y
