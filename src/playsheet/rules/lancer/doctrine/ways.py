"""Where a unit wants to be: what it holds, the lane that it goes up, whom it covers, and the way round what bars it."""

from __future__ import annotations

from math import sqrt
from typing import Final

from playsheet.core.angles import direction
from playsheet.core.geometry import FAR, spacing, spacing_squared
from playsheet.core.stances import Stance, Stances
from playsheet.core.terrain import crossed
from playsheet.core.words import counted, the, verb
from playsheet.rules.lancer.battle.goals import HOLD_POINT, POINTS_FOR_GROUND, UNITS_BEYOND, Goal
from playsheet.rules.lancer.battle.land import Plot
from playsheet.rules.lancer.battle.state import LancerBattle
from playsheet.rules.lancer.battle.units import Unit
from playsheet.rules.lancer.battle.words import name_of
from playsheet.rules.lancer.doctrine.outlook import Outlook, nearest_enemy, prey
from playsheet.rules.lancer.doctrine.worth import CLOSE_RANGE
from playsheet.rules.lancer.terms import Arm
from playsheet.tabletop.ways import way_round
from playsheet.tabletop.weighing import UNASKED, Weighings
from playsheet.tabletop.wording import inches

MARCHED: Final = 3.5  # inches that foot comes on in a turn, about
IN_HAND: Final = 1.0  # turns that it likes to have over when it sets out for ground that counts at the end
QUIET: Final = 22.0  # with no enemy so near, ground that counts is walked to at once
THREAT: Final = 15.0  # whoever defends a line looks to the enemy who is nearer than this, else to the line
OPPOSITE: Final = 4.0  # inches aside for which it is not worth shifting
ABREAST: Final = 14.0  # inches aside within which units count as opposite each other
ABREAST_COST: Final = 24.0  # inches aside that are not worth meeting one unit more
SHIFTED: Final = 3.0  # inches from its easting that a unit has shifted far enough
SLANT: Final = 0.6  # inches forward for each inch aside
SKIRTS: Final = 1.5  # inches that a way round keeps off the ground that bars it
BEHIND: Final = 14.0  # inches behind the middle of the others, for who is in reserve
OUT_OF_REACH: Final = 17.0  # inches from the enemy at which spears wait for each other: out of the rifles' reach
TOO_LATE: Final = 13.0  # inches from the enemy at which it is too late to wait
UP: Final = 2.0  # inches beyond that within which they count as up ...
MOST: Final = 0.6  # ... and so many of them must be, before they go in
BY_THE_GUN: Final = 12.0  # inches from a gun within which foot keeps it company
SHORT: Final = 12.0  # inches that such weapons reach whose place is between the companies
SAFE: Final = 24.0  # inches from every enemy at which ground can be held by the poorest,
A_GRADE: Final = 15.0  # ... though he be so much farther off for each grade of morale
LANE_BARRED: Final = 60.0  # what ground on a lane costs in inches aside: where it may not go,
LANE_SLOW: Final = 14.0  # ... where it crawls,
LANE_EDGE: Final = 3.0  # ... at an edge that stops a move
LANE_HELD: Final = 2.0  # ... for each enemy about it


def goal_point(
    battle: LancerBattle, unit: Unit, outlook: Outlook, why: Weighings = UNASKED
) -> tuple[float, float, float]:
    """Where the unit wants to be, and how near is near enough; first of all whither it goes round what bars it."""
    x, y, near = wanted_place(battle, unit, outlook, why)
    for plot in battle.land.plots:
        if bars(battle, unit, plot):
            round_x, round_y = way_round(
                battle.land.ground, plot.piece, unit.x, unit.y, to_x=x, to_y=y, keep=unit.shape[0].half_w + SKIRTS
            )
            if round_x != x or round_y != y:
                if why.asked:
                    why.say(f"It goes round {the(plot.name)}.")
                return round_x, round_y, 0.5
    return x, y, near


def bars(battle: LancerBattle, unit: Unit, plot: Plot) -> bool:
    """Is it ground that this unit may not enter?"""
    return not plot.linear and not plot.row.road and not plot.admits(unit.mounted() or unit.kind == Arm.GUN)


def wanted_place(battle: LancerBattle, unit: Unit, outlook: Outlook, why: Weighings) -> tuple[float, float, float]:
    """What its stance says; else what is fought for, as the hour is; else whom it covers; else the enemy."""
    stance = outlook.stance
    if stance == Stance.HOLD:
        why.say("It is to hold its ground.")
        return unit.x, unit.y, 1.0
    if stance == Stance.RESERVE:
        return in_reserve(battle, unit, why)
    if stance == Stance.SHIFT:
        easting = outlook.stances.easting(unit.id)
        if abs(easting - unit.x) > SHIFTED:
            return aside(battle, unit, easting, why)
    if stance != Stance.ASSAULT and unit.kind == Arm.GUN and ahead_of_foot(battle, unit, outlook):
        return with_foot(battle, unit, why)
    if stance in (Stance.OWN, Stance.SHIFT):
        for goal in battle.goals.all:
            place = place_for(battle, unit, goal, outlook, why)
            if place is not None:
                return place
        place = cover_for_guns(battle, unit, why)
        if place is not None:
            return place
    return before_enemy(battle, unit, outlook, why)


# ---------------------------------------------------------------- stances


def in_reserve(battle: LancerBattle, unit: Unit, why: Weighings) -> tuple[float, float, float]:
    """Behind the middle of the others of its side."""
    why.say("It is in reserve, and stays behind the others.")
    x = 0.0
    y = 0.0
    n = 0
    for friend in battle.units:
        if friend.side == unit.side and friend.on_table() and friend.kind != Arm.COMMANDER and friend is not unit:
            x += friend.x
            y += friend.y
            n += 1
    if n == 0:
        return unit.x, unit.y, 1.0
    ux, uy = direction(battle.goals.facings[unit.side])
    ground = battle.land.ground
    x = min(max(x / n - ux * BEHIND, OPPOSITE), ground.width - OPPOSITE)
    y = min(max(y / n - uy * BEHIND, OPPOSITE), ground.depth - OPPOSITE)
    return x, y, OPPOSITE


def aside(battle: LancerBattle, unit: Unit, easting: float, why: Weighings) -> tuple[float, float, float]:
    """To that easting, and forward on the way if it makes for a line."""
    far = abs(easting - unit.x)
    if why.asked:
        why.say(f"It is to shift {inches(far)} to the {'east' if easting > unit.x else 'west'}.")
    forward = 0.0
    for goal in battle.goals.all:
        if goal.kind == UNITS_BEYOND and goal.side == unit.side:
            forward = (1.0 if goal.north else -1.0) * SLANT * far
    return easting, unit.y + forward, 0.5


def waits_for_others(battle: LancerBattle, unit: Unit, outlook: Outlook) -> bool:
    """Is it in reach of the enemy before most of those who gather with it are up?"""
    if outlook.far > OUT_OF_REACH or not gathers(battle, unit, outlook.stances) or unit.foes:
        return False
    if outlook.stance == Stance.OWN and outlook.far < TOO_LATE:
        return False
    return not gathered(battle, unit, outlook.stances)


def gathers(battle: LancerBattle, unit: Unit, stances: Stances) -> bool:
    """Does it go in with others, not alone? Those do who are told to; and by themselves spears against rifles."""
    stance = stances.of(unit.id)
    if stance != Stance.OWN:
        return stance == Stance.MASS
    return unit.kind == Arm.FOOT and unit.card.weapon is None


def gathered(battle: LancerBattle, unit: Unit, stances: Stances) -> bool:
    """Are most of those up who gather, the shaken not counted?"""
    up = 0
    all = 0
    for friend in battle.units:
        if friend.side == unit.side and friend.on_table() and not friend.disrupted:
            if gathers(battle, friend, stances):
                all += 1
                if nearest_enemy(battle, friend)[1] <= OUT_OF_REACH + UP:
                    up += 1
    return up >= MOST * all


# ---------------------------------------------------------------- what is fought for


def place_for(
    battle: LancerBattle, unit: Unit, goal: Goal, outlook: Outlook, why: Weighings
) -> tuple[float, float, float] | None:
    """Where an objective wants this unit now; None if it does not."""
    if goal.kind == HOLD_POINT and unit.kind != Arm.GUN:
        return at_point(battle, unit, goal, outlook, why)
    if goal.kind == UNITS_BEYOND and goal.side == unit.side and unit.kind != Arm.GUN:
        return beyond_line(battle, unit, goal, outlook, why)
    if goal.kind == UNITS_BEYOND and goal.side != unit.side and outlook.far > THREAT:
        return before_line(battle, unit, goal, why)
    if goal.kind == POINTS_FOR_GROUND and unit.kind == Arm.FOOT:
        return on_ground(battle, unit, goal, outlook, why)
    return None


def turns_left(battle: LancerBattle) -> int:
    return battle.goals.turns - battle.turn


def is_time(battle: LancerBattle, unit: Unit, x: float, y: float) -> bool:
    """Must it set out now, to be there when the battle ends?"""
    pace = MARCHED * (2.0 if unit.mounted() else 1.0)
    return turns_left(battle) <= spacing(unit.x, unit.y, x, y) / pace + IN_HAND


def at_point(
    battle: LancerBattle, unit: Unit, goal: Goal, outlook: Outlook, why: Weighings
) -> tuple[float, float, float] | None:
    """The point to be held: at once if nobody hinders it, by whoever is nearest, by all when the hour has come."""
    late = is_time(battle, unit, goal.x, goal.y)
    quiet = outlook.far > QUIET
    if not late and not quiet and not is_holder(battle, unit, goal):
        return None
    if why.asked:
        there = f"{goal.name} ({inches(spacing(unit.x, unit.y, goal.x, goal.y))} away)"
        why.say(
            f"Time runs short, and it must be at {there} when it ends."
            if late
            else f"No enemy is within {QUIET:g} inches: it makes for {there}."
            if quiet
            else f"No friend is nearer to {there}: it is the one to hold that."
        )
    return goal.x, goal.y, goal.within * 0.5


def is_holder(battle: LancerBattle, unit: Unit, goal: Goal) -> bool:
    """Is this the side's nearest unit to the point: the one that takes and keeps it?"""
    mine = spacing_squared(goal.x, goal.y, unit.x, unit.y)
    for friend in battle.around(goal.x, goal.y, sqrt(mine)):
        if friend.side == unit.side and friend.kind in (Arm.FOOT, Arm.HORSE) and friend is not unit:
            if not friend.disrupted and spacing_squared(goal.x, goal.y, friend.x, friend.y) < mine:
                return False
    return True


def beyond_line(
    battle: LancerBattle, unit: Unit, goal: Goal, outlook: Outlook, why: Weighings
) -> tuple[float, float, float] | None:
    """Past the line, up the most open lane."""
    late = turns_left(battle)
    if outlook.far <= 9.0 and late > 4:
        return None
    beyond = goal.y + (4.0 if goal.north else -4.0)
    if why.asked:
        why.say(
            f"It has {inches(abs(beyond - unit.y))} to go to get beyond the line, and "
            f"{counted(max(late, 0), 'turn', 'turns')} after this one."
        )
    lane = clear_lane(battle, unit, beyond)
    off = abs(lane - unit.x)
    if off <= SHIFTED:
        return lane, beyond, 1.0
    if why.asked:  # slant into the lane before going up it
        why.say(f"The way is more open {inches(off)} to the {'east' if lane > unit.x else 'west'}.")
    way = 1.0 if goal.north else -1.0
    return lane, unit.y + way * min(abs(beyond - unit.y), 1.0 + off * SLANT), 0.5


def before_line(battle: LancerBattle, unit: Unit, goal: Goal, why: Weighings) -> tuple[float, float, float]:
    """Behind the line that they must not pass, opposite where they outnumber us most."""
    back = goal.y + (-2.0 if goal.north else 2.0)
    whom = where_outnumbered(battle, unit)
    if whom < 0:
        why.say(f"No enemy is within {THREAT:g} inches: it stands before the line that they must not pass.")
        return unit.x, back, 3.0
    if why.asked:
        why.say(f"It shifts to meet {name_of(battle, whom)}, where they outnumber us most.")
    return battle.units[whom].x, back, 3.0


def where_outnumbered(battle: LancerBattle, unit: Unit) -> int:
    """The enemy about whom they have most more units abreast than we, the near ones for choice; -1 if the unit is
    wanted where it is."""
    best = -1
    most = excess_at(battle, unit, unit.x)
    for foe in battle.units:
        if foe.side != unit.side and foe.on_table() and foe.kind in (Arm.FOOT, Arm.HORSE):
            off = abs(foe.x - unit.x)
            here = excess_at(battle, unit, foe.x) - off / ABREAST_COST
            if off > OPPOSITE and here > most:
                most = here
                best = foe.id
    return best


def excess_at(battle: LancerBattle, unit: Unit, x: float) -> float:
    """How many units more they have than we about an easting, the unit itself not counted, the nearer the more."""
    excess = 0.0
    for other in battle.units:
        off = abs(other.x - x)
        if off < ABREAST and other is not unit and other.on_table() and not other.disrupted:
            if other.kind != Arm.COMMANDER:
                excess += (1.0 if other.side != unit.side else -1.0) * (1.0 - off / ABREAST)
    return excess


def on_ground(
    battle: LancerBattle, unit: Unit, goal: Goal, outlook: Outlook, why: Weighings
) -> tuple[float, float, float] | None:
    """Ground worth points, while no enemy is near or the end is."""
    if outlook.far <= THREAT and turns_left(battle) > 4:
        return None
    spot = ground_for(battle, unit, goal.plots)
    if spot < 0:
        return None
    piece = battle.land.plots[spot].piece
    x = (piece.min_x + piece.max_x) * 0.5
    y = (piece.min_y + piece.max_y) * 0.5
    if why.asked:
        away = inches(spacing(unit.x, unit.y, x, y))
        why.say(f"{the(piece.name or piece.kind)} is {away} away and counts at the end; no friend is nearer to it.")
    return x, y, 0.7


def ground_for(battle: LancerBattle, unit: Unit, plots: list[int]) -> int:
    """The nearest ground worth points that no friend nearer by holds or makes for; -1 if none is near.

    Ground that no enemy is near to is left to the poorest, though he be farther off.
    """
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
        grade = A_GRADE if battle.near.nearest(x, y, 1 - unit.side)[1] > SAFE else 0.0
        mine = far + grade * unit.card.morale
        for friend in battle.around(x, y, mine):
            if friend.side == unit.side and friend.kind == Arm.FOOT and friend is not unit:
                if spacing(friend.x, friend.y, x, y) + grade * friend.card.morale < mine:
                    nearer += 1
        if nearer == 0:
            best = plot
            lowest = far
    return best


# ---------------------------------------------------------------- lanes


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
    x = 4.0
    while x < width - 3.0:
        cost = abs(x - unit.x) * 0.8
        if cost >= lowest and x > unit.x:
            break  # from here on every lane is farther off
        for plot in plots:
            if cost < lowest and crossed(plot.piece, x, unit.y, x, beyond):
                cost += lane_cost(battle, unit, plot, x)
        for foe in foes:
            if abs(foe.x - x) < 7.0:
                cost += LANE_HELD
        if cost < lowest:
            lowest = cost
            best = x
        x += 4.0
    if abs(best - unit.x) <= 2.5:
        return unit.x
    return best


def lane_cost(battle: LancerBattle, unit: Unit, plot: Plot, x: float) -> float:
    """What a piece of ground on the lane costs; a road through it makes it open."""
    if battle.land.on_road(x, 0.5 * (plot.piece.min_y + plot.piece.max_y)):
        return 0.0
    if not plot.admits(unit.mounted()):
        return LANE_BARRED
    return LANE_SLOW if plot.slow else LANE_EDGE


# ---------------------------------------------------------------- friends and enemies


def cover_for_guns(battle: LancerBattle, unit: Unit, why: Weighings) -> tuple[float, float, float] | None:
    """Beside a gun that enemy steel closes on, toward them."""
    if unit.kind != Arm.FOOT or unit.card.weapon is None:
        return None
    guarded = gun_in_danger(battle, unit)
    if guarded < 0:
        return None
    gun = battle.units[guarded]
    threat = nearest_enemy(battle, gun)[0]
    foe = battle.units[threat]
    off = spacing(gun.x, gun.y, foe.x, foe.y) + 0.01
    side = 3.0 if unit.x >= gun.x else -3.0
    if why.asked:
        near_it = f"{verb(name_of(battle, threat), 'is', 'are')} {inches(off)} from it"
        why.say(f"It covers {name_of(battle, gun.id)}: {near_it}.")
    return gun.x + (foe.x - gun.x) / off * 3.0 + side, gun.y + (foe.y - gun.y) / off * 3.0, 2.0


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


def ahead_of_foot(battle: LancerBattle, gun: Unit, outlook: Outlook) -> bool:
    """A gun of short range: is there foot of its side, but none by it that is nearer to the enemy?"""
    weapon = gun.card.weapon
    if outlook.enemy < 0 or weapon is None or weapon.reach > SHORT:
        return False
    foe = battle.units[outlook.enemy]
    foot = False
    for friend in battle.units:
        if friend.side == gun.side and friend.kind == Arm.FOOT and friend.on_table() and not friend.disrupted:
            foot = True
            if spacing(gun.x, gun.y, friend.x, friend.y) <= BY_THE_GUN:
                if spacing(friend.x, friend.y, foe.x, foe.y) < outlook.far:
                    return False
    return foot


def with_foot(battle: LancerBattle, gun: Unit, why: Weighings) -> tuple[float, float, float]:
    """To the nearest foot of its side; by it, it waits."""
    best = gun
    nearest = FAR
    for friend in battle.units:
        if friend.side == gun.side and friend.kind == Arm.FOOT and friend.on_table() and not friend.disrupted:
            far = spacing(gun.x, gun.y, friend.x, friend.y)
            if far < nearest:
                nearest = far
                best = friend
    if nearest <= BY_THE_GUN:
        why.say("It waits for the companies: a gun that goes ahead of them is ridden down.")
    elif why.asked:
        why.say(f"It goes to {name_of(battle, best.id)}, {inches(nearest)} away: a gun by itself is ridden down.")
    return best.x, best.y, BY_THE_GUN


def before_enemy(battle: LancerBattle, unit: Unit, outlook: Outlook, why: Weighings) -> tuple[float, float, float]:
    """As near to the enemy as its weapon likes: spears at grips, rifles at a distance."""
    enemy = outlook.enemy
    target = prey(battle, unit, outlook) if unit.card.weapon is None or unit.kind == Arm.HORSE else enemy
    if target < 0:
        why.say("It has no enemy to make for.")
        return unit.x, unit.y, 1.0
    foe = battle.units[target]
    near = liked_distance(unit, outlook)
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


def liked_distance(unit: Unit, outlook: Outlook) -> float:
    """How near to the enemy it wants to be."""
    weapon = unit.card.weapon
    if weapon is None or outlook.stance == Stance.ASSAULT:
        return 0.5
    if outlook.stance == Stance.SHOOT:
        return weapon.reach - 0.5
    return CLOSE_RANGE if weapon.reach <= SHORT else 30.0
