"""How the built-in commander serves his guns and drives his machines: fire what bears, face what counts, mind the
engine."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.angles import bearing, toward, turn_between, wrapped
from playsheet.core.asking import Option
from playsheet.core.geometry import Rect, spacing
from playsheet.core.stances import NO_STANCES, Stances
from playsheet.core.words import the
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.battle.units import Unit
from playsheet.rules.gaslight.doctrine.melee import best_charge, explain_charge
from playsheet.rules.gaslight.doctrine.moves import Errand, foot_ahead, stays, step_toward
from playsheet.rules.gaslight.doctrine.shooting import best_gun_shot, best_weapon_shot, shot_in_words
from playsheet.rules.gaslight.doctrine.ways import price_of, unit_vector, way_to
from playsheet.rules.gaslight.doctrine.wings import KEEPING_OFF, eagerness, has_to_shift, planned_place
from playsheet.rules.gaslight.doctrine.worth import (
    CLOSE,
    Outlook,
    defends,
    goal_middle,
    goal_reach,
    ground_goal,
    pace_of,
    turns_left,
)
from playsheet.rules.gaslight.ground.driving import DriveRegion, engine_card, farthest, gone, hull_facing, last_room
from playsheet.rules.gaslight.ground.moving import Mover, MoveRegion
from playsheet.rules.gaslight.ground.sight import weapon_bears
from playsheet.rules.gaslight.options.bursts import near_gun
from playsheet.rules.gaslight.options.cannon import GunRegion, best_shoot, gun_barrel, gun_card, serving
from playsheet.rules.gaslight.options.choices import (
    DONE,
    DRIVE,
    GUN_MOVE,
    GUN_RELOAD,
    GUN_REPAIR,
    MOVE,
    PILE_IN,
    START,
    WeaponReload,
)
from playsheet.rules.gaslight.options.posts import able_crew, is_loaded, is_unused, weapon_barrel
from playsheet.rules.gaslight.sheet import Gun
from playsheet.rules.gaslight.terms import Arm, ModelMark, Mount
from playsheet.tabletop.weighing import UNASKED, Weighings
from playsheet.tabletop.wording import inches

TRIFLE: Final = 0.12  # a shot worth less than that is not worth a man's action, nor powder
BEFORE: Final = 3.0  # inches that a gun keeps behind the foot who cover it
STAND_OFF: Final = 9.0  # how near a machine that does not fight hand to hand drives to the enemy
COMES_WITH_FOOT: Final = 30.0  # inches from the enemy at which a machine does not go on without foot ...
AHEAD: Final = 6.0  # ... so many inches behind it at most
SWINGS: Final = [0.0, 0.5, -0.5, 1.0, -1.0]  # parts of its Spin that are tried, from the way it would like to face
BEARS: Final = 4.0  # what it is worth, in inches of way, to have a weapon bear at the end of a drive


# ---------------------------------------------------------------- guns


def reach_of(gun: Gun) -> float:
    if gun.weapon is not None:
        return gun.weapon.long
    return gun.cannon.range if gun.cannon is not None else 0.0


def gun_order(
    battle: GaslightBattle, unit: Unit, options: list[Option], why: Weighings = UNASKED, stances: Stances = NO_STANCES
) -> Option | None:
    """Fire at what is worth a shot; reload; turn to the enemy; come up behind the foot. None: nothing for the gun."""
    if GUN_MOVE not in options:
        return None
    if GUN_REPAIR in options:
        why.say("A gun that is out of order does not fire.")
        return GUN_REPAIR
    crew = serving(battle, unit)
    barrel = gun_barrel(battle, unit)
    shot, worth = best_gun_shot(battle, barrel, best_shoot(battle, unit, crew), options)
    if shot is not None and worth > TRIFLE:
        if why.asked:
            best_gun_shot(battle, barrel, best_shoot(battle, unit, crew), options, why)
        return shot
    if GUN_RELOAD in options and turns_left(battle) > 1:
        why.say("The gun is empty, and nobody can be shot at until it is loaded.")
        return GUN_RELOAD
    if gun_plan(battle, unit, why, stances) is not None:
        return GUN_MOVE
    if shot is not None:
        why.say("There is nothing better for the gun to do than a shot that will hardly tell.")
    return shot


def gun_plan(
    battle: GaslightBattle, unit: Unit, why: Weighings = UNASKED, stances: Stances = NO_STANCES
) -> tuple[float, float, float] | None:
    """Where the gun wants to be and how it faces; None if it stands well."""
    look = Outlook(battle, unit, stances)
    facing = battle.figures.facing[i64(unit.model)]
    if look.foe < 0:
        return None
    wanted = bearing(look.foe_x - look.x, look.foe_y - look.y)
    reach = 0.8 * reach_of(gun_card(unit))
    most = pace_of(battle, unit) - 0.01
    if look.far > reach and most > 0.5 and look.stance not in KEEPING_OFF and comes_up(battle, unit, look):
        mover = Mover(
            battle,
            unit.model,
            gun_card(unit).move,
            bonus=0.0,
            leaderless=unit.leaderless(),
            short=battle.rules.stop_short,
        )
        aim = Errand(look.foe_x, look.foe_y, reach, None, urgent=False)
        x, y, gain = step_toward(battle, unit, mover, look.x, look.y, aim, min(most, look.far - reach))
        if gain > 1.0:
            if why.asked:
                why.say(
                    f"The nearest enemy is {inches(look.far)} away: the gun comes up behind the foot, {inches(gain)}."
                )
            return x, y, wanted
    if turn_between(facing, wanted) > 75.0:
        why.say("The nearest enemy is not where the gun points.")
        return look.x, look.y, wanted
    return None


def comes_up(battle: GaslightBattle, unit: Unit, look: Outlook) -> bool:
    """Does foot of ours stand nearer to the enemy, and will it when the gun has come up? Nobody is upon it?"""
    if look.far < 1.5 * CLOSE or defends(battle, unit.side):
        return False
    return foot_ahead(battle, unit, look, BEFORE)


def gun_value(
    battle: GaslightBattle, unit: Unit, region: GunRegion, why: Weighings = UNASKED, stances: Stances = NO_STANCES
) -> tuple[float, ...]:
    plan = gun_plan(battle, unit, why, stances)
    look = Outlook(battle, unit)
    facing = bearing(look.foe_x - look.x, look.foe_y - look.y) if look.foe >= 0 else region.facing
    if plan is None:
        why.say("It stands well, and only turns to the nearest enemy.")
        return region.x, region.y, facing
    for part in (1.0, 0.6, 0.3):
        x = region.x + (plan[0] - region.x) * part
        y = region.y + (plan[1] - region.y) * part
        if not region.refusal((x, y, plan[2])):
            return x, y, plan[2]
    return region.x, region.y, facing


# ---------------------------------------------------------------- machines


def machine_order(
    battle: GaslightBattle, unit: Unit, options: list[Option], why: Weighings = UNASKED, stances: Stances = NO_STANCES
) -> Option | None:
    """Start what has stopped; charge where that pays; come on, and fire what bears; load what is empty."""
    if not unit.has_machine() or not battle.aboard(unit):
        return None
    if START in options and (DRIVE not in options or not battle.machine_of(unit).steers):
        why.say("The engine has stopped: without it nothing moves.")
        return START
    crew = len(able_crew(battle, unit))
    card = engine_card(unit)
    machine = battle.machine_of(unit)
    weapons = range(len(card.weapons))
    barrels = [weapon_barrel(battle, unit, weapon) for weapon in weapons]
    shot, worth = best_weapon_shot(battle, barrels, [machine.weapon_shoot(weapon) for weapon in weapons], options)
    charge, gain = best_charge(battle, unit, [], options)
    gain += eagerness(Outlook(battle, unit, stances)) if charge is not None and stances.kinds else 0.0
    if charge is not None and gain > 1.2 * worth + TRIFLE:
        if why.asked and shot is not None:
            why.weigh(shot_in_words(battle, shot), worth)
        explain_charge(battle, unit, [], charge, gain, why)
        return charge
    drives = (
        DRIVE in options
        and drive_plan(battle, unit, DriveRegion(battle, unit, back=False), stances=stances) is not None
    )
    if drives and crew > 1:
        if why.asked:
            drive_plan(battle, unit, DriveRegion(battle, unit, back=False), why, stances)
            why.say("The crew is enough to drive now and to fire after that.")
        return DRIVE
    if shot is not None and worth > TRIFLE:
        if why.asked:
            best_weapon_shot(battle, barrels, [machine.weapon_shoot(weapon) for weapon in weapons], options, why)
        return shot
    if drives:
        if why.asked:
            drive_plan(battle, unit, DriveRegion(battle, unit, back=False), why, stances)
        return DRIVE
    for option in options:
        if isinstance(option, WeaponReload) and turns_left(battle) > 1:
            why.say("It has nothing better to do than to load what is empty.")
            return option
    if shot is not None:
        why.say("There is nothing better to do than a shot that will hardly tell.")
    return shot


def drive_errand(battle: GaslightBattle, unit: Unit, look: Outlook, why: Weighings = UNASKED) -> Errand:
    """To the ground that counts, or up to the enemy; a machine that defends stays where its weapons reach."""
    goal = ground_goal(battle)
    card = engine_card(unit)
    reach = max([reach_of(gun) for gun in card.weapons], default=0.0)
    if look.foe < 0:
        return stays(look)
    place = planned_place(battle, unit, look, STAND_OFF, why)
    if place is not None:
        return Errand(place.x, place.y, place.near, None, urgent=place.hurries)
    if has_to_shift(unit, look):
        return Errand(look.stances.easting(unit.id), look.y, 1.0, None, urgent=True)
    close = 1.0 if card.scuffle_dice else STAND_OFF
    if why.asked:
        to = f"the nearest enemy, {inches(look.far)} away"
        if goal is not None:
            to = f"{the(goal.name)}, which decides the battle"
        why.say(f"It makes for {to}.")
    if goal is None:
        return Errand(look.foe_x, look.foe_y, max(close, 0.3 * reach), None, urgent=False)
    gx, gy = goal_middle(battle, goal)
    near = goal_reach(battle, goal) - 1.0
    if battle.land.plots[goal.plot].closed(True) if goal.plot >= 0 else False:
        near += card.length
    if defends(battle, unit.side):
        return Errand(gx, gy, near + 0.4 * reach, None, urgent=False)
    left = price_of(battle, look.x, look.y, gx, gy, mounted=True) - near
    late = left / max(pace_of(battle, unit), 1.0) + 2.0 >= turns_left(battle)
    if not late and card.scuffle_dice and look.far < CLOSE:
        return Errand(look.foe_x, look.foe_y, 1.0, None, urgent=False)
    if not late and alone_ahead(battle, unit, look):
        why.say("It waits for the foot to come up: alone at the enemy it would be taken.")
        return stays(look)
    return Errand(gx, gy, near, None, urgent=late)


def alone_ahead(battle: GaslightBattle, unit: Unit, look: Outlook) -> bool:
    """Is it near the enemy, and all foot of its side well behind it?"""
    if look.far > COMES_WITH_FOOT:
        return False
    foot = 0
    for friend in battle.units:
        if friend.side == unit.side and friend.kind == Arm.FOOT and friend.on_table():
            foot += 1
            x, y = battle.at(friend.leader if friend.leader >= 0 else battle.members(friend)[0])
            if spacing(x, y, look.foe_x, look.foe_y) < look.far + AHEAD:
                return False
    return foot > 0


def drive_plan(
    battle: GaslightBattle,
    unit: Unit,
    region: DriveRegion,
    why: Weighings = UNASKED,
    stances: Stances = NO_STANCES,
) -> tuple[float, ...] | None:
    """Where it drives: nearer to its errand, and so that what is loaded bears at the end; None if it had better not.

    Every drive is a Sustain roll: it is not made for nothing.
    """
    look = Outlook(battle, unit, stances)
    aim = drive_errand(battle, unit, look, why)
    hull = region.hull
    far = spacing(hull.x, hull.y, aim.x, aim.y)
    to_x, to_y, price = way_to(battle, hull.x, hull.y, aim.x, aim.y, hull.radius, mounted=True)
    arrived = far <= aim.near
    if arrived:
        to_x, to_y = look.foe_x, look.foe_y
        price = 0.0
    ux, uy, _ = unit_vector(hull.x, hull.y, to_x, to_y)
    wanted = bearing(ux, uy) if ux != 0.0 or uy != 0.0 else hull.facing
    stand = -BEARS * bearing_weapons(battle, unit, hull) + price
    best: tuple[float, ...] | None = None
    least = stand - (3.0 if arrived else 1.5)
    rest = price - price_of(battle, hull.x, hull.y, to_x, to_y, mounted=True) if not arrived else 0.0
    tried: list[float] = []
    for part in SWINGS:
        facing = toward(hull.facing, wrapped(wanted + part * region.spin), region.spin)
        if facing in tried:
            continue
        tried.append(facing)
        turned = hull_facing(hull, facing)
        most = 0.0
        if not arrived:
            ahead = (to_x - hull.x) * turned.ux + (to_y - hull.y) * turned.uy
            if ahead > 0.0:
                most = min(farthest(battle, unit, turned, region.course), ahead)
                most = last_room(battle, unit, turned, region.course, most)
        end = gone(turned, region.course, most)
        cost = rest + (price_of(battle, end.x, end.y, to_x, to_y, mounted=True) if not arrived else 0.0)
        cost -= BEARS * bearing_weapons(battle, unit, end)
        cost += 0.01 * turn_between(facing, wanted)
        if cost < least and not region.refusal((facing, most)):
            least = cost
            best = (facing, most)
    if why.asked and best is not None:
        end = gone(hull_facing(hull, best[0]), region.course, best[1])
        bears = bearing_weapons(battle, unit, end)
        said = "a fixed weapon would bear on the nearest enemy" if bears > 0.0 else "no fixed weapon would bear"
        why.say(f"The drive brings it {inches(best[1])} on; at its end {said}.")
    elif why.asked:
        why.say("No drive would bring it nearer or more weapons to bear, and each may stop the engine.")
    return best


def bearing_weapons(battle: GaslightBattle, unit: Unit, hull: Rect) -> float:
    """How many fixed weapons that work, and have not fired yet, would have the nearest enemy in their arcs."""
    foe, far = battle.nearest_enemy(hull.x, hull.y, unit.side)
    if foe < 0:
        return 0.0
    x, y = battle.at(foe)
    count = 0.0
    card = engine_card(unit)
    for weapon in range(len(card.weapons)):
        gun = card.weapons[weapon]
        if gun.mount == Mount.TURRET or far > reach_of(gun) or battle.machine_of(unit).weapon_shoot(weapon) <= 0:
            continue
        if weapon_bears(battle, hull, gun, x, y):
            count += 1.0 if is_unused(battle, unit, weapon) and is_loaded(unit, weapon) else 0.5
    return count


def drive_value(
    battle: GaslightBattle, unit: Unit, region: DriveRegion, why: Weighings = UNASKED, stances: Stances = NO_STANCES
) -> tuple[float, ...]:
    plan = drive_plan(battle, unit, region, why, stances)
    return plan if plan is not None else (region.hull.facing, 0.0)


def reverse_value(battle: GaslightBattle, unit: Unit, region: DriveRegion) -> tuple[float, ...]:
    """Straight back as far as it goes: nobody reverses but to get away."""
    inches = last_room(battle, unit, region.hull, region.course, farthest(battle, unit, region.hull, region.course))
    value = (region.hull.facing, inches)
    return value if not region.refusal(value) else (region.hull.facing, 0.0)


# ---------------------------------------------------------------- men who are not at their posts


def crew_order(
    battle: GaslightBattle, unit: Unit, free: list[int], options: list[Option], why: Weighings = UNASKED
) -> Option:
    """What is left for the men of a gun or a machine who are on foot: back to their posts; to fight if they must."""
    if PILE_IN in options and unit.kind == Arm.CREW:
        why.say("Friends are fighting: whoever is free joins in.")
        return PILE_IN
    if free and MOVE in options and post_of(battle, unit) >= 0 and not battle.marked(free[0], ModelMark.ACTED):
        near = near_gun(battle, unit)
        if not any(figure in near for figure in free):
            why.say("Its men go back to their posts.")
            return MOVE
    why.say("There is nothing left for it to do on this card.")
    return DONE


def post_of(battle: GaslightBattle, unit: Unit) -> int:
    """The gun or machine that its men belong to; -1 if that is lost."""
    if unit.kind == Arm.VEHICLE:
        return unit.model if unit.has_machine() else -1
    return battle.gun_of(unit)


def back_to_post(battle: GaslightBattle, unit: Unit, region: MoveRegion) -> tuple[float, ...]:
    """Straight to the gun, or to the hull, as far as they get."""
    to_x, to_y = battle.at(post_of(battle, unit))
    ux, uy, far = unit_vector(region.x, region.y, to_x, to_y)
    run = min(far, region.most - 0.01)
    x = region.x + ux * run
    y = region.y + uy * run
    facing = bearing(ux, uy) if far > 0.0 else battle.goals.facings[unit.side]
    value = (x, y, x, y, facing)
    return value if not region.refusal(value) else region.samples()[0]
