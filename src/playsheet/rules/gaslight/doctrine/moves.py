"""Where the built-in commander wants his units to be, and how they get there."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.angles import bearing, direction, turn_between, wrapped
from playsheet.core.asking import Region
from playsheet.core.geometry import FAR, spacing
from playsheet.core.stances import NO_STANCES, Stances
from playsheet.core.words import counted, number, the
from playsheet.rules.gaslight.battle.goals import MOST_NEAR, Goal
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.battle.units import Unit
from playsheet.rules.gaslight.battle.words import model_name, name_of
from playsheet.rules.gaslight.doctrine.melee import charged_soon, friends_fighting
from playsheet.rules.gaslight.doctrine.posts import Post, Shape, area_posts, cover_posts, taken
from playsheet.rules.gaslight.doctrine.ways import Destination, price_of, unit_vector
from playsheet.rules.gaslight.doctrine.wings import has_to_shift, planned_place
from playsheet.rules.gaslight.doctrine.worth import (
    CLOSE,
    Outlook,
    arm_of,
    defends,
    goal_middle,
    goal_reach,
    ground_goal,
    is_shooter,
    nearest_to,
    on_goal,
    pace_of,
    stands_on_goal,
    storms,
    turns_left,
)
from playsheet.rules.gaslight.ground.moving import FormRegion, Mover, MoveRegion, Spent, farthest, mover_of, reach
from playsheet.rules.gaslight.ground.sight import cover_of, sees
from playsheet.rules.gaslight.options.command import within_radius
from playsheet.rules.gaslight.terms import Arm, Cover, ModelMark, Where
from playsheet.rules.gaslight.victory import inside
from playsheet.tabletop.weighing import UNASKED, Best, Weighings
from playsheet.tabletop.wording import inches

SPARE: Final = 0.5  # turns in hand, below which a unit that has ground to take hurries
TOO_LATE: Final = 0.5  # turns short of the ground that counts, from which riflemen do not try to be there
GOES_IN: Final = 4  # turns from the last at which the rifles of those who storm a place go in too
BESIDE: Final = 2.6  # inches from the leader whom an army commander steadies
SCATTERED: Final = 7.0  # figures so far from the middle of their unit are to be gathered
LAGGING: Final = 4.5  # ... and when the others have moved or shot, those so far off follow
TURNS: Final = [0.0, 25.0, -25.0, 50.0, -50.0, 80.0, -80.0]  # ways tried, from the straight one
COMING: Final = 6.0  # inches: enemies so little out of range will soon be in it
CARRIES: Final = 0.9  # of its long range: near enough to shoot from, and no nearer than need be
BY_THE_WAY: Final = 1.2  # how much longer the way may be by a place in cover
POST_SEARCH: Final = 20.0  # inches: cover farther off is not looked for
EYES: Final = 3  # figures of a unit from whom is looked for targets
LEAST_MOVE: Final = 0.6
HOT: Final = 8  # so many rifles make a place too hot to stand about in
HELP: Final = 24.0  # foot so near can help
FEW: Final = 25  # defenders on foot, below which a place calls for more
AT_THEM: Final = 12.0  # enemies so near are worth going for, when others hold the ground


# ---------------------------------------------------------------- where to


class Errand:
    """Where a unit wants its middle to be: how near is near enough, whether it must hurry, and how it stands there."""

    def __init__(self, x: float, y: float, near: float, post: Post | None, *, urgent: bool) -> None:
        self.x: Final = x
        self.y: Final = y
        self.near: Final = near
        self.urgent: Final = urgent
        self.post: Final = post
        self.races = False  # to be there before the enemy
        self.hunts = False  # it is after enemies, and may as well shoot them from here


def stays(look: Outlook) -> Errand:
    return Errand(look.x, look.y, 1.0, None, urgent=False)


def errand(battle: GaslightBattle, unit: Unit, look: Outlook, why: Weighings = UNASKED) -> Errand:
    """By what it is, and by what the scenario is about."""
    if unit.kind == Arm.CHARACTER:
        return character_errand(battle, unit, look, why)
    weapon = arm_of(unit)
    place = planned_place(battle, unit, look, CARRIES * weapon.short if weapon is not None else 0.0, why)
    if place is not None:
        return Errand(place.x, place.y, place.near, None, urgent=place.hurries)
    if has_to_shift(unit, look):
        return shifting_errand(battle, unit, look, why)
    return own_errand(battle, unit, look, why)


def shifting_errand(battle: GaslightBattle, unit: Unit, look: Outlook, why: Weighings) -> Errand:
    """Aside to its easting first, half of the way on meanwhile."""
    easting = look.stances.easting(unit.id)
    if why.asked:
        aside = "east" if easting > look.x else "west"
        why.say(f"Its wing makes its way {inches(abs(easting - look.x))} to the {aside}.")
    onward = own_errand(battle, unit, look)
    return Errand(easting, 0.5 * (look.y + onward.y), 1.0, None, urgent=True)


def own_errand(battle: GaslightBattle, unit: Unit, look: Outlook, why: Weighings = UNASKED) -> Errand:
    """What it thinks best itself."""
    lost = stragglers(battle, unit, look)
    if lost:
        x, y = battle.centre(lost)
        if why.asked:
            why.say(f"{number(len(lost))} of {number(len(look.members))} are out of call: the leader fetches them.")
        return Errand(x, y, 0.5 * battle.rules.command_radius, None, urgent=False)
    goal = ground_goal(battle)
    if goal is not None and unit.kind != Arm.BEAST:
        return goal_errand(battle, unit, look, goal, why)
    return enemy_errand(battle, unit, look, why)


def stragglers(battle: GaslightBattle, unit: Unit, look: Outlook) -> list[int]:
    """Those out of command, when they are many and the leader may go and fetch them."""
    if unit.kind not in (Arm.FOOT, Arm.HORSE) or unit.leader < 0 or charged_soon(battle, unit, look):
        return []
    lost = [figure for figure in look.members if not within_radius(battle, figure)]
    return lost if 3 * len(lost) >= len(look.members) else []


def enemy_errand(battle: GaslightBattle, unit: Unit, look: Outlook, why: Weighings = UNASKED) -> Errand:
    """At the nearest enemy: riflemen to short range and into cover, others as near as they can."""
    if look.foe < 0:
        why.say("It has no enemy to go for.")
        return stays(look)
    if why.asked:
        why.say(f"The nearest enemy, {model_name(battle, look.foe)}, is {inches(look.far)} away.")
    near = 1.0
    weapon = arm_of(unit)
    if is_shooter(unit) and weapon is not None:
        post = cover_errand(battle, unit, look, look.foe_x, look.foe_y, weapon.long, why)
        if post is not None:
            post.hunts = True
            return post
        near = 0.9 * weapon.short
    found = Errand(look.foe_x, look.foe_y, near, None, urgent=False)
    found.hunts = is_shooter(unit)
    return found


def goal_errand(battle: GaslightBattle, unit: Unit, look: Outlook, goal: Goal, why: Weighings = UNASKED) -> Errand:
    """To the ground that counts; with turns in hand riflemen take cover on the way, others go for enemies near by."""
    gx, gy = goal_middle(battle, goal)
    here = on_goal(battle, goal, look.x, look.y)
    near = 0.6 * goal_reach(battle, goal)
    left = price_of(battle, look.x, look.y, gx, gy, mounted=battle.mounted(look.members[0])) - near
    spare = turns_left(battle) - left / max(pace_of(battle, unit), 1.0)
    urgent = not here and spare <= SPARE
    if (turns_left(battle) > 2 or not here) and look.far < AT_THEM and enough_there(battle, unit, goal, gx, gy):
        if why.asked:
            why.say(f"Friends enough hold {the(goal.name)}: it goes for the enemy.")
        return enemy_errand(battle, unit, look, why)
    if here and in_good_place(battle, look, goal):
        if why.asked:
            why.say(f"It stands at {the(goal.name)}, which decides the battle.")
        return stays(look)
    if is_shooter(unit) and not here and storms(battle, unit.side) and turns_left(battle) > GOES_IN:
        why.say("Its rifles shoot the others in: it keeps as far off as they carry.")
        return from_afar(battle, unit, look, gx, gy, why)
    if is_shooter(unit) and urgent and spare < -TOO_LATE:
        if why.asked:
            why.say(f"It cannot be at {the(goal.name)} in time: it is of more use with its rifles.")
        return from_afar(battle, unit, look, gx, gy, why)
    if not urgent and not here and not wanted_inside(battle, unit, goal):
        if is_shooter(unit):
            weapon = arm_of(unit)
            reach_of_it = weapon.long if weapon is not None else 0.0
            post = cover_errand(battle, unit, look, gx, gy, reach_of_it, why)
            if post is not None:
                return post
        elif look.foe >= 0 and look.far < min(1.2 * CLOSE, left) and not battle.is_machine(look.foe):
            if why.asked:
                why.say(f"{model_name(battle, look.foe)} is {inches(look.far)} away, and there is time to go for them.")
            return Errand(look.foe_x, look.foe_y, 1.0, None, urgent=False)
        elif unit.kind == Arm.HORSE:
            why.say("Alone it would be shot down: it keeps up with the foremost foot, and a little behind.")
            return with_foot(battle, unit, look)
        elif goal.kind == MOST_NEAR and waits(battle, unit, look, gx, gy):
            why.say("The next move would bring it under fire in which it does not stand yet, and there is time.")
            return stays(look)
    if why.asked:
        turns = counted(turns_left(battle), "turn", "turns")
        hurry = ": it must hurry" if urgent else ""
        why.say(
            f"It is {inches(max(left, 0.0))} from {the(goal.name)}, which decides the battle, with {turns} left{hurry}."
        )
    if goal.kind == MOST_NEAR:
        return Errand(gx, gy, near, None, urgent=urgent)
    return inside_errand(battle, unit, look, goal, urgent)


def from_afar(
    battle: GaslightBattle, unit: Unit, look: Outlook, to_x: float, to_y: float, why: Weighings = UNASKED
) -> Errand:
    """Riflemen who are not to go in themselves shoot: from cover, or from as far as their rifles carry."""
    weapon = arm_of(unit)
    if weapon is None or look.foe < 0:
        return stays(look)
    post = cover_errand(battle, unit, look, to_x, to_y, weapon.long, why)
    if post is not None:
        return post
    found = Errand(look.foe_x, look.foe_y, CARRIES * weapon.long, None, urgent=False)
    found.hunts = True
    return found


def wanted_inside(battle: GaslightBattle, unit: Unit, goal: Goal) -> bool:
    """Are the defenders of a place too few there, so that those outside must come in?"""
    if goal.plot < 0 or not defends(battle, unit.side):
        return False
    foes = inside(battle, goal.plot, 1 - unit.side, on_foot=False)
    return inside(battle, goal.plot, unit.side, on_foot=True) < FEW + 2 * foes


def enough_there(battle: GaslightBattle, unit: Unit, goal: Goal, x: float, y: float) -> bool:
    """Do others hold the ground that counts, by more than the enemy has near it?"""
    if defends(battle, unit.side):
        return False
    friends = 0
    far = goal_reach(battle, goal) + 0.6 * CLOSE
    for figure in battle.ranks[unit.side].within(x, y, far):
        if battle.owner[i64(figure)] != unit.id and stands_on_goal(battle, goal, figure):
            friends += 1
    return friends > 4 and friends > len(battle.ranks[1 - unit.side].within(x, y, far)) + 4


def waits(battle: GaslightBattle, unit: Unit, look: Outlook, to_x: float, to_y: float) -> bool:
    """Would the next move bring it under fire that it does not stand in yet, while there is time?"""
    ux, uy, far = unit_vector(look.x, look.y, to_x, to_y)
    run = min(far, pace_of(battle, unit))
    now = rifles_on(battle, unit.side, look.x, look.y)
    then = rifles_on(battle, unit.side, look.x + ux * run, look.y + uy * run)
    return then >= HOT and now < then


def rifles_on(battle: GaslightBattle, side: int, x: float, y: float) -> int:
    """How many enemies with rifles, guns not counted, could shoot at a man in that place."""
    count = 0
    for foe in battle.units:
        weapon = arm_of(foe)
        if foe.side == side or not foe.on_table() or weapon is None or not is_shooter(foe):
            continue
        members = battle.members(foe)
        if battle.away(members[len(members) // 2], x, y) < weapon.long:
            count += len(members)
    return count


def with_foot(battle: GaslightBattle, unit: Unit, look: Outlook) -> Errand:
    """Horse keeps up with the foremost foot, and a little behind."""
    lead = -1
    least = FAR
    for friend in battle.units:
        if friend.side == unit.side and friend.kind == Arm.FOOT and friend.on_table():
            first = friend.leader if friend.leader >= 0 else battle.members(friend)[0]
            far = battle.away(first, look.foe_x, look.foe_y)
            if far < least:
                least = far
                lead = first
    if lead < 0 or least + 2.0 > look.far:
        return stays(look)
    x, y = battle.at(lead)
    return Errand(x, y, 5.0, None, urgent=False)


def foot_ahead(battle: GaslightBattle, unit: Unit, look: Outlook, by: float) -> bool:
    """Do foot of ours stand so much nearer to the nearest enemy, and not too far off to be of help?"""
    for friend in battle.units:
        if friend.side == unit.side and friend.kind == Arm.FOOT and friend.on_table():
            x, y = battle.at(friend.leader if friend.leader >= 0 else battle.members(friend)[0])
            if spacing(x, y, look.foe_x, look.foe_y) + by < look.far and spacing(x, y, look.x, look.y) < HELP:
                return True
    return False


def in_good_place(battle: GaslightBattle, look: Outlook, goal: Goal) -> bool:
    """Are nearly all of them on the ground that counts?"""
    count = len([figure for figure in look.members if stands_on_goal(battle, goal, figure)])
    return 5 * count >= 4 * len(look.members)


def inside_errand(battle: GaslightBattle, unit: Unit, look: Outlook, goal: Goal, urgent: bool) -> Errand:
    """The best free place inside: on the enemy's side for those who hold it, the nearest for those who take it."""
    plot = battle.land.plots[goal.plot]
    gx, gy = goal_middle(battle, goal)
    if plot.closed(battle.mounted(look.members[0])) or unit.kind in (Arm.CREW, Arm.VEHICLE, Arm.HORSE):
        return Errand(gx, gy, goal_reach(battle, goal) + (3.0 if plot.walled else 0.0), None, urgent=urgent)
    figures = [figure for figure in look.members if within_radius(battle, figure)]
    shape = Shape(battle, unit, len(figures))
    best: Post | None = None
    least = FAR
    for post in area_posts(shape, plot, look.foe_x, look.foe_y, (shape.n + 1) // 2):
        price = spacing(look.x, look.y, post.x, post.y)
        if price < least and taken(battle, unit, post, shape):
            price += 12.0
        if price < least:
            least = price
            best = post
    if best is None:
        return Errand(gx, gy, 1.0, None, urgent=urgent)
    found = Errand(best.x, best.y, 0.8, best, urgent=urgent)
    found.races = inside(battle, goal.plot, 1 - unit.side, on_foot=False) == 0
    return found


def cover_errand(
    battle: GaslightBattle,
    unit: Unit,
    look: Outlook,
    to_x: float,
    to_y: float,
    reach_of_it: float,
    why: Weighings = UNASKED,
) -> Errand | None:
    """Cover from which they reach what they are after; they stay in what they have, if they can shoot from there."""
    far = spacing(look.x, look.y, to_x, to_y)
    foe_x, foe_y = (look.foe_x, look.foe_y) if look.foe >= 0 else (to_x, to_y)
    if (
        look.far < reach_of_it + COMING
        and cover_of(battle, look.members, foe_x, foe_y) >= Cover.LIGHT
        and (is_stormed(battle) or has_targets(battle, unit, look, reach_of_it))
    ):
        why.say("It has cover where it stands, and they are in reach, or soon will be.")
        return stays(look)
    shape = Shape(battle, unit, len(look.members))
    best: Post | None = None
    least = 0.55 * far  # as far as it would be worth to stand in the open there
    for post in cover_posts(battle, unit, shape, foe_x, foe_y):
        way = spacing(look.x, look.y, post.x, post.y)
        onward = spacing(post.x, post.y, to_x, to_y)
        if way > POST_SEARCH or onward > reach_of_it - 2.0 or way + onward > BY_THE_WAY * far + 1.0:
            continue
        way = price_of(battle, look.x, look.y, post.x, post.y, mounted=False)
        price = 0.25 * way + 0.4 * onward - 1.5 * post.cover
        if price < least and not taken(battle, unit, post, shape):
            least = price
            best = post
    if why.asked and best is not None:
        away = inches(spacing(look.x, look.y, best.x, best.y))
        why.say(f"There is cover {away} away from which it reaches what it is after.")
    return Errand(best.x, best.y, 1.0, best, urgent=False) if best is not None else None


def is_stormed(battle: GaslightBattle) -> bool:
    """Is there a place to be stormed? About that nobody leaves his cover: in the open he would be shot down."""
    return defends(battle, 0) or defends(battle, 1)


def has_targets(battle: GaslightBattle, unit: Unit, look: Outlook, reach_of_it: float) -> bool:
    """Is anybody in reach and in sight, and not in close combat? A look from a few of them at a few of each unit."""
    eyes = look.members[:: max(1, len(look.members) // EYES)]
    for foe in battle.units:
        if foe.side == unit.side or not foe.on_table():
            continue
        models = [foe.model] if foe.has_machine() else battle.members(foe)
        for place in (0, len(models) // 2, len(models) - 1):
            if models and is_target(battle, eyes, models[place], reach_of_it):
                return True
    return False


def is_target(battle: GaslightBattle, eyes: list[int], model: int, reach_of_it: float) -> bool:
    """Could one of these see the model in reach?"""
    if battle.engaged(model):
        return False
    x, y = battle.at(model)
    for eye in eyes:
        ex, ey = battle.at(eye)
        if spacing(ex, ey, x, y) < reach_of_it and sees(battle, ex, ey, x, y, eye, model):
            return True
    return False


# ---------------------------------------------------------------- characters


def character_errand(battle: GaslightBattle, unit: Unit, look: Outlook, why: Weighings = UNASKED) -> Errand:
    """Close behind the leader of the unit that needs him most; alone on the ground that counts when time runs out."""
    host = host_of(battle, unit, look.x, look.y)
    goal = ground_goal(battle)
    if goal is not None and turns_left(battle) <= 2 and not on_goal(battle, goal, look.x, look.y):
        gx, gy = goal_middle(battle, goal)
        far = spacing(look.x, look.y, gx, gy) - goal_reach(battle, goal)
        _, foe = battle.nearest_enemy(gx, gy, unit.side)
        if far < 2.5 * unit.card.move and foe > goal_reach(battle, goal) + CLOSE:
            if why.asked:
                why.say(f"Time runs out, no enemy is near {the(goal.name)}, and he can be there: {inches(far)}.")
            return Errand(gx, gy, 0.7 * goal_reach(battle, goal), None, urgent=True)
    if host is None:
        why.say("There is no unit that he could go with.")
        return stays(look)
    if why.asked:
        why.say(f"He keeps close behind {name_of(battle, host.id)}: strong, near, and soon in a fight.")
    x, y = behind_leader(battle, host, unit)
    return Errand(x, y, 0.8, None, urgent=False)


def host_of(battle: GaslightBattle, character: Unit, from_x: float, from_y: float) -> Unit | None:
    """The unit that he goes with: strong, near, soon in a fight, and with no other character beside it."""
    best: Unit | None = None
    least = FAR
    for unit in battle.units:
        if unit.side != character.side or unit.place != Where.ON_TABLE or unit.kind != Arm.FOOT:
            continue
        members = battle.members(unit)
        x, y = battle.at(unit.leader if unit.leader >= 0 else members[0])
        price = spacing(from_x, from_y, x, y) - 0.8 * len(members)
        _, foe = battle.nearest_enemy(x, y, unit.side)
        price += 0.4 * min(foe, 30.0)
        if friends_fighting(battle, unit.side, x, y, 4.0):
            price -= 4.0
        price += 8.0 * others_with(battle, character, unit, x, y)
        if price < least:
            least = price
            best = unit
    return best


def others_with(battle: GaslightBattle, character: Unit, host: Unit, x: float, y: float) -> int:
    """Other characters who go with that unit already."""
    count = len(host.attached)
    for other in battle.units:
        if other.kind == Arm.CHARACTER and other.side == host.side and other.id != character.id:
            if other.place == Where.ON_TABLE and battle.away(other.first, x, y) < 4.0:
                count += 1
    return count


def behind_leader(battle: GaslightBattle, host: Unit, character: Unit) -> tuple[float, float]:
    """A free place near the leader, away from the enemy."""
    members = battle.members(host)
    lead = host.leader if host.leader >= 0 else members[0]
    x, y = battle.at(lead)
    foe, _ = battle.nearest_enemy(x, y, host.side)
    if foe >= 0:
        fx, fy = battle.at(foe)
        ux, uy, _ = unit_vector(x, y, fx, fy)
    else:
        ux, uy = direction(battle.figures.facing[i64(lead)])
    r = battle.radius[i64(character.first)]
    best_x = x - ux * BESIDE
    best_y = y - uy * BESIDE
    for off in (BESIDE, 1.3, 3.6):
        for turn in (0.0, 35.0, -35.0, 70.0, -70.0):
            vx, vy = direction(wrapped(bearing(-ux, -uy) + turn))
            px = x + vx * off
            py = y + vy * off
            if not 1.0 < px < battle.land.ground.width - 1.0 or not 1.0 < py < battle.land.ground.depth - 1.0:
                continue
            crowd = [model for model in battle.near.within(px, py, r + 0.05) if model != character.first]
            if not crowd:
                return px, py
    return best_x, best_y


# ---------------------------------------------------------------- ways


class March:
    """A move worked out: where the middle of the body goes, how it faces there, and in how many files it forms (0: it
    keeps its shape)."""

    def __init__(self, x: float, y: float, facing: float, files: int, *, gain: float) -> None:
        self.x: Final = x
        self.y: Final = y
        self.facing: Final = facing
        self.files: Final = files
        self.gain: Final = gain  # inches nearer to where it wants to be


def march(battle: GaslightBattle, unit: Unit, figures: list[int], aim: Errand) -> March:
    """As far as these figures get this time."""
    x, y = battle.centre(figures)
    most = farthest(battle, figures) - 0.01
    left = spacing(x, y, aim.x, aim.y)
    post = aim.post
    if post is not None and len(figures) > 1 and left <= most + 1.0:
        gain = left if left > aim.near else 0.0
        return March(post.x, post.y, post.facing, min(post.files, len(figures)), gain=gain)
    if left <= aim.near or most <= 0.0:
        return March(x, y, facing_at(battle, unit, x, y), 0, gain=0.0)
    mover = mover_of(battle, nearest_to(battle, figures, x, y))
    to_x, to_y, gain = step_toward(battle, unit, mover, x, y, aim, min(most, left - 0.5 * aim.near))
    facing = facing_at(battle, unit, to_x, to_y)
    if gain <= LEAST_MOVE:
        return March(x, y, facing, 0, gain=0.0)
    files = 0
    if len(figures) >= 4 and scattered(battle, figures, x, y) and not battle.in_melee(unit):
        files = max(1, (len(figures) + 1) // 2)
    return March(to_x, to_y, facing, files, gain=gain)


class Plan:
    """A march as it was worked out for an order: it holds until it is told where to, for nothing happens between."""

    def __init__(self) -> None:
        self.figures: list[int] = []  # nobody: there is none
        self.aim: Errand | None = None
        self.march: March | None = None

    def keep(self, figures: list[int], aim: Errand, march: March | None) -> None:
        self.figures = figures
        self.aim = aim
        self.march = march


NO_PLAN: Final = Plan()


def scattered(battle: GaslightBattle, figures: list[int], x: float, y: float) -> bool:
    """Is one of them far from the others?"""
    for figure in figures:
        if battle.away(figure, x, y) > SCATTERED:
            return True
    return False


def step_toward(
    battle: GaslightBattle, unit: Unit, mover: Mover, x: float, y: float, aim: Errand, most: float
) -> tuple[float, float, float]:
    """One move toward it: straight, by a bridge, or bent round slow ground and friends; and how much nearer it is."""
    destination = Destination(battle, aim.x, aim.y, mover.radius, mounted=mover.mounted)
    to_x, to_y, price = destination.way_from(x, y)
    ux, uy, _ = unit_vector(x, y, to_x, to_y)
    straight = bearing(ux, uy)
    by_the_way = to_x != aim.x or to_y != aim.y
    best_x = x
    best_y = y
    least = price
    ground = battle.land.ground
    shy = is_shooter(unit)
    for turn in TURNS:
        vx, vy = direction(wrapped(straight + turn))
        run = reach(battle, mover, x, y, vx, vy, most, Spent())
        px = min(max(x + vx * run, 0.6), ground.width - 0.6)
        py = min(max(y + vy * run, 0.6), ground.depth - 0.6)
        if by_the_way:
            cost = destination.way_from(px, py)[2]
        else:
            cost = price_of(battle, px, py, aim.x, aim.y, mounted=mover.mounted)
        cost += 0.004 * abs(turn)
        cost += 0.5 * crowd_at(battle, unit, px, py)
        if shy and battle.land.area_cover(px, py) >= Cover.LIGHT:
            cost -= 1.5
        if cost < least - 0.01:
            least = cost
            best_x = px
            best_y = py
        if turn == 0.0 and cost <= price - 0.95 * most:
            break  # straight on, and nothing in the way
    return best_x, best_y, price - least


def crowd_at(battle: GaslightBattle, unit: Unit, x: float, y: float) -> int:
    """Others who stand about that place."""
    return battle.others_within(unit, x, y, 1.5)


def facing_at(battle: GaslightBattle, unit: Unit, x: float, y: float) -> float:
    """Toward the enemy nearest to that place."""
    foe, far = battle.nearest_enemy(x, y, unit.side)
    if foe < 0 or far < 0.01:
        return battle.goals.facings[unit.side]
    fx, fy = battle.at(foe)
    return bearing(fx - x, fy - y)


def turned_away(battle: GaslightBattle, unit: Unit, figures: list[int]) -> bool:
    """Have most of these figures the nearest enemy at their backs?"""
    x, y = battle.centre(figures)
    foe, far = battle.nearest_enemy(x, y, unit.side)
    if foe < 0 or far > 40.0:
        return False
    to = facing_at(battle, unit, x, y)
    count = 0
    for figure in figures:
        if turn_between(battle.figures.facing[i64(figure)], to) > 80.0:
            count += 1
    return 2 * count > len(figures)


def lagging(battle: GaslightBattle, unit: Unit, free: list[int]) -> bool:
    """Are those who have not acted yet far from the others, or cut off from the leader's voice?"""
    others = [figure for figure in battle.members(unit) if figure not in free]
    if not others:
        return False
    x, y = battle.centre(others)
    fx, fy = battle.centre(free)
    return spacing(x, y, fx, fy) > LAGGING


# ---------------------------------------------------------------- answers


def march_of(
    battle: GaslightBattle,
    unit: Unit,
    figures: list[int],
    why: Weighings = UNASKED,
    worked_out: Plan = NO_PLAN,
    stances: Stances = NO_STANCES,
) -> March:
    """How these figures of a unit move: with their unit on its errand, or after the others who have acted."""
    aim = worked_out.aim
    if aim is not None and worked_out.figures == figures and not why.asked:
        planned = worked_out.march
        if planned is not None and aim.post is None:
            return planned
        return march(battle, unit, figures, Errand(aim.x, aim.y, aim.near, None, urgent=aim.urgent))
    look = Outlook(battle, unit, stances)
    others = [figure for figure in look.members if figure not in figures and battle.marked(figure, ModelMark.ACTED)]
    aim = errand(battle, unit, look, UNASKED if others else why)
    if others:
        why.say("They follow those who went, and keep together.")
        ox, oy = battle.centre(others)
        aim = Errand(ox, oy, LAGGING - 1.0, None, urgent=True)
    return march(battle, unit, figures, Errand(aim.x, aim.y, aim.near, None, urgent=aim.urgent))


def move_value(
    battle: GaslightBattle,
    unit: Unit,
    region: MoveRegion,
    why: Weighings = UNASKED,
    worked_out: Plan = NO_PLAN,
    stances: Stances = NO_STANCES,
) -> tuple[float, ...]:
    """Where these figures of a unit go."""
    x, y = battle.centre(region.figures)
    plan = march_of(battle, unit, region.figures, why, worked_out, stances)
    value = (plan.x, plan.y, plan.x, plan.y, plan.facing)
    if not region.refusal(value):
        if why.asked:
            whom = "him" if unit.lone() else "it"
            nearer = f"The move brings {whom} {inches(plan.gain)} nearer."
            why.say(nearer if plan.gain > 0.0 else "There is nowhere better to go: only to turn to the enemy.")
        return value
    why.say("There is no room to go that way.")
    return (x, y, x, y, plan.facing)


def form_value(
    battle: GaslightBattle,
    unit: Unit,
    region: FormRegion,
    why: Weighings = UNASKED,
    worked_out: Plan = NO_PLAN,
    stances: Stances = NO_STANCES,
) -> tuple[float, ...]:
    figures = region.figures
    plan = worked_out.march
    if plan is None or worked_out.figures != figures or why.asked:
        plan = march(battle, unit, figures, errand(battle, unit, Outlook(battle, unit, stances), why))
    why.say("Formed up, all of it stands where it is wanted.")
    files = plan.files if plan.files > 0 else max(1, (len(figures) + 1) // 2)
    value = (plan.x, plan.y, plan.facing, float(min(files, len(figures))))
    if not region.refusal(value):
        return value
    return region.samples()[0]


def break_off_value(battle: GaslightBattle, figure: int, region: Region, why: Weighings = UNASKED) -> tuple[float, ...]:
    """Away from whoever touches him, toward friends as far as that goes."""
    assert isinstance(region, MoveRegion)
    why.say("As far as he gets from those who touch him, and from any other enemy.")
    foes = battle.foes(figure)
    x, y = battle.at(figure)
    side = battle.side_of(figure)
    fx, fy = battle.centre(foes) if foes else (x, y - 1.0)
    ax, ay, _ = unit_vector(fx, fy, x, y)
    best = Best(region.samples()[0], worth=-FAR)
    for value in region.samples():
        away = (value[2] - x) * ax + (value[3] - y) * ay
        _, far = battle.nearest_enemy(value[2], value[3], side)
        best.weigh(value, away + far)
    return best.choice
