"""The built-in commander. It weighs what an action is worth in figures, from cheap odds first and geometry second.

It shoots what is likeliest to run, charges what is shaken, rallies before it is too late, keeps its guns in the open
between its companies, sends foot to stand by a threatened gun, and brings its generals where orders count.
"""

from __future__ import annotations

from math import sqrt
from typing import Final

from playsheet.core.angles import bearing, direction, turn_between, wrapped
from playsheet.core.asking import Option, Player, Question, Region
from playsheet.core.events import Battle
from playsheet.core.geometry import FAR, Rect, spacing, spacing_squared
from playsheet.core.terrain import crossed, holds, rect_to_edge
from playsheet.rules.lancer.charge import DONE, CloseUp, Figure, NamePair, Strike, fighter, uphill
from playsheet.rules.lancer.deployment import DeployRegion, Form
from playsheet.rules.lancer.goals import HOLD_POINT, POINTS_FOR_GROUND, UNITS_BEYOND, Goal
from playsheet.rules.lancer.melee import Fighter, case_of
from playsheet.rules.lancer.movement import charge_rate, move_rate, path, turned_footprint
from playsheet.rules.lancer.options import (
    Act,
    AimRegion,
    ChangeFormation,
    Charge,
    ClearJam,
    LeaveMelee,
    Melee,
    Move,
    Nothing,
    Order,
    Own,
    Rally,
    RallyOrder,
    Shoot,
    WithUnit,
    best_aim,
    charge_gap,
    charge_targets,
    firing_dice,
    targets,
)
from playsheet.rules.lancer.sheet import HIT, LancerRules, Rate, Weapon
from playsheet.rules.lancer.sight import eye, in_cover
from playsheet.rules.lancer.state import (
    COLUMN,
    COMMANDER,
    EXTENDED,
    FOOT,
    GUN,
    HORSE,
    LINE,
    LancerBattle,
    Unit,
    files_of,
)

FIGURE_WORTH: Final = (1.0, 2.5, 3.3, 5.0)  # by kind: foot, horse, gun crew, commander
SHAKEN_WORTH: Final = 2.6  # what it is worth to make a steady unit run, in figures of foot
AGAIN_WORTH: Final = 0.9  # ... and a shaken one once more
PIN_WORTH: Final = 1.0  # to lock a unit that could have shot
RALLY_WORTH: Final = 2.4
JAM_WORTH: Final = 2.2
MARCH_RANGE: Final = 19.0  # farther from every enemy than this, a column is safe
CLOSE_RANGE: Final = 9.0  # where rifles like to stand from their target
ORDERS: Final = 10.0  # as far off as a general likes his units
ENOUGH_TO_LEAD: Final = 4  # with so many units about him he need not go and look for others
TEMPTED: Final = 24.0  # no enemy so much farther off than the nearest is worth more


# ---------------------------------------------------------------- odds, cheap and closed


def hit_chance(weapon: Weapon, cover: bool) -> float:
    reading = weapon.cover if cover else weapon.open
    return reading.weights[HIT] / reading.sides


def fail_chance(rules: LancerRules, target: Unit) -> float:
    """Of a Unit Morale Check."""
    add = rules.commander_morale if target.commanders else 0
    good = target.morale() - add
    return (rules.morale_sides - min(max(good, 0), rules.morale_sides)) / rules.morale_sides


def fire_worth(battle: LancerBattle, unit: Unit, target: Unit, weapon: Weapon) -> float:
    """What a volley is worth: men down, and the chance that the target runs, perhaps for good."""
    rules = battle.rules
    x, y = eye(unit)
    cover = in_cover(battle, x, y, target)
    dice = firing_dice(battle, unit, weapon)
    chance = hit_chance(weapon, cover)
    miss_all = 1.0
    for _ in range(dice):
        miss_all *= 1.0 - chance
    runs = fail_chance(rules, target)
    worth = FIGURE_WORTH[target.kind]
    down = min(dice * chance * runs, float(target.figures)) * worth
    shaken = AGAIN_WORTH if target.disrupted else SHAKEN_WORTH
    shaken *= 0.4 + 0.6 * target.figures / target.start
    gone = 0.0
    dx = target.x - x
    dy = target.y - y
    far = sqrt(dx * dx + dy * dy)
    if far > 0.01 and target.shape:
        room = rect_to_edge(battle.land.ground, target.shape[0], dx / far, dy / far)
        gone = chance_to_reach(6, 6, room) * target.figures * worth * 0.8
    return down + (1.0 - miss_all) * runs * (shaken + gone)


def chance_to_reach(add: int, sides: int, inches: float) -> float:
    """That one die and a constant come to so many inches or more."""
    need = int(inches) + (0 if inches <= int(inches) + 1e-6 else 1) - add
    if need <= 1:
        return 1.0
    if need > sides:
        return 0.0
    return (sides - need + 1) / sides


def rate_reaches(rate: Rate, inches: float) -> float:
    if rate.dice == 1:
        return chance_to_reach(rate.add, rate.sides, inches)
    return 1.0 if inches <= rate.add + rate.dice * rate.sides * 0.5 else 0.3


def success_chance(rules: LancerRules, me: Fighter, foe: Fighter, charging: bool, up: bool) -> float:
    """That a figure's melee die succeeds."""
    add = 0
    for entry in rules.accounts[case_of(me, foe, charging, up)]:
        add += entry.add
    good = me.melee - add
    return min(max(good, 0), rules.melee_sides) / rules.melee_sides


def pair_worth(battle: LancerBattle, mine: int, theirs: int, charging: bool) -> float:
    """What one fight is worth to the attacker: chance to remove, less chance to be removed."""
    me = fighter(battle, mine)
    foe = fighter(battle, theirs)
    up = uphill(battle, mine, theirs)
    win = success_chance(battle.rules, me, foe, charging, up)
    lose = success_chance(battle.rules, foe, me, False, False)
    my_worth = FIGURE_WORTH[battle.units[battle.owner[mine]].kind]
    their_worth = FIGURE_WORTH[battle.units[battle.owner[theirs]].kind]
    return win * (1.0 - lose) * their_worth - (1.0 - win) * lose * my_worth


def charge_worth(battle: LancerBattle, unit: Unit, target: Unit) -> float:
    """What a charge is worth: getting home, the first round, the fight after it, and being shot at if it is short."""
    rules = battle.rules
    aim = best_aim(battle, unit, target)
    if aim < 0.0:
        return -1.0
    there = turned_footprint(battle, unit, aim)
    gap = charge_gap(there, target)
    rate = charge_rate(battle, unit, there)
    stop = path(battle, unit, there, there.ux, there.uy, rate.most, True, 0.0)
    if stop.unit != target.id:
        return -1.0  # something else is in the way
    home = rate_reaches(rate, gap)
    first = pair_worth(battle, unit.first, target.first, True)
    later = pair_worth(battle, unit.first, target.first, False)
    front = files_of(unit.figures, unit.formation) if unit.kind != COMMANDER else 1
    wide = files_of(target.figures, target.formation) if target.kind in (FOOT, HORSE) else 3
    pairs = min(front, wide + 1)
    strength = unit.figures - 0.5 * target.figures
    worth = pairs * first + later * min(4.0, max(0.0, strength)) * 0.8
    if target.card.weapon is not None and not target.jammed:
        worth += PIN_WORTH
    if target.disrupted:
        worth += 0.8
    if unit.card.weapon is not None and not unit.mounted():
        worth -= PIN_WORTH  # it could have shot instead
    short = 0.0
    weapon = target.card.weapon
    if weapon is not None and not target.jammed and not target.foes:
        chance = hit_chance(weapon, False)
        dice = firing_dice(battle, target, weapon)
        runs = fail_chance(rules, unit)
        miss_all = 1.0
        for _ in range(dice):
            miss_all *= 1.0 - chance
        short = dice * chance * runs * FIGURE_WORTH[unit.kind] + (1.0 - miss_all) * runs * SHAKEN_WORTH
    return home * worth - (1.0 - home) * short


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
        if other.side == unit.side or other.kind == COMMANDER:
            continue
        far = spacing(unit.x, unit.y, other.x, other.y)
        if other.disrupted:
            far -= 5.0
        if other.kind == GUN:
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


def goal_point(battle: LancerBattle, unit: Unit, outlook: Outlook) -> tuple[float, float, float]:
    """Where the unit wants to be, and how near is near enough."""
    late = battle.goals.turns - battle.turn
    enemy = outlook.enemy
    far = outlook.far
    for goal in battle.goals.all:
        if goal.kind == HOLD_POINT and unit.kind != GUN:
            if late <= 2 or far > 22.0 or is_holder(battle, unit, goal):
                return goal.x, goal.y, goal.within * 0.5
        if goal.kind == UNITS_BEYOND:
            if goal.side == unit.side and unit.kind != GUN and (far > 9.0 or late <= 4):
                beyond = goal.y + (4.0 if goal.north else -4.0)
                lane = clear_lane(battle, unit, beyond)
                aside = abs(lane - unit.x)
                if aside > 3.0:  # slant into the lane before going up it
                    way = 1.0 if goal.north else -1.0
                    return lane, unit.y + way * min(abs(beyond - unit.y), 1.0 + aside * 0.6), 0.5
                return lane, beyond, 1.0
            if goal.side != unit.side and far > 15.0:
                back = goal.y + (-2.0 if goal.north else 2.0)
                return unit.x, back, 3.0
        if goal.kind == POINTS_FOR_GROUND and unit.kind == FOOT and (far > 15.0 or late <= 4):
            spot = ground_for(battle, unit, goal.plots)
            if spot >= 0:
                piece = battle.land.plots[spot].piece
                return (piece.min_x + piece.max_x) * 0.5, (piece.min_y + piece.max_y) * 0.5, 0.7
    if unit.kind == FOOT and unit.card.weapon is not None:
        guarded = gun_in_danger(battle, unit)
        if guarded >= 0:
            gun = battle.units[guarded]
            threat = nearest_enemy(battle, gun)[0]
            foe = battle.units[threat]
            off = spacing(gun.x, gun.y, foe.x, foe.y) + 0.01
            side = 3.0 if unit.x >= gun.x else -3.0
            return gun.x + (foe.x - gun.x) / off * 3.0 + side, gun.y + (foe.y - gun.y) / off * 3.0, 2.0
    target = prey(battle, unit, outlook) if unit.card.weapon is None or unit.kind == HORSE else enemy
    if target < 0:
        return unit.x, unit.y, 1.0
    foe = battle.units[target]
    weapon = unit.card.weapon
    near = CLOSE_RANGE if weapon is not None and weapon.reach <= 12.0 else 0.5
    if weapon is not None and weapon.reach > 12.0:
        near = 30.0
    return foe.x, foe.y, near


def is_holder(battle: LancerBattle, unit: Unit, goal: Goal) -> bool:
    """Is this the side's nearest unit to the point: the one that takes and keeps it?"""
    mine = spacing_squared(goal.x, goal.y, unit.x, unit.y)
    for friend in battle.around(goal.x, goal.y, sqrt(mine)):
        if friend.side == unit.side and friend.kind in (FOOT, HORSE) and friend is not unit:
            if not friend.disrupted and spacing_squared(goal.x, goal.y, friend.x, friend.y) < mine:
                return False
    return True


def clear_lane(battle: LancerBattle, unit: Unit, beyond: float) -> float:
    """The easting to go up by: near, open, and thinly held."""
    width = battle.land.ground.width
    best = unit.x
    lowest = FAR
    x = 4.0
    while x < width - 3.0:
        cost = abs(x - unit.x) * 0.8
        for plot in battle.land.plots:
            if plot.edge and not plot.linear and crossed(plot.piece, x, unit.y, x, beyond):
                if not plot.admits(unit.mounted()):
                    cost += 60.0
                elif plot.slow:
                    cost += 14.0
                else:
                    cost += 3.0
        for foe in battle.units:
            if foe.side != unit.side and foe.on_table() and not foe.disrupted and abs(foe.x - x) < 7.0:
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
            if friend.side == unit.side and friend.kind == FOOT and friend is not unit:
                if spacing(friend.x, friend.y, x, y) < far:
                    nearer += 1
        if nearer == 0:
            best = plot
            lowest = far
    return best


def gun_in_danger(battle: LancerBattle, unit: Unit) -> int:
    """A friendly gun that enemy steel is closing on, with no friend nearer than this unit; -1 if none."""
    for gun in battle.around(unit.x, unit.y, 10.0):
        if gun.side != unit.side or gun.kind != GUN or gun.foes:
            continue
        mine = spacing(unit.x, unit.y, gun.x, gun.y)
        if mine > 10.0 or mine < 4.0:
            continue
        for foe in battle.around(gun.x, gun.y, 18.0):
            if foe.side == unit.side or foe.card.weapon is not None or foe.kind == COMMANDER:
                continue
            if spacing(foe.x, foe.y, gun.x, gun.y) < 18.0:
                return gun.id
    return -1


# ---------------------------------------------------------------- what an action is worth


def act_worth(battle: LancerBattle, unit: Unit, act: Act, outlook: Outlook) -> float:
    """In figures of foot; doing nothing is worth nothing. A general does not charge: he rides to his men."""
    if unit.kind == COMMANDER and isinstance(act, (Charge, Move)):
        return 0.5 if isinstance(act, Move) and lonely(battle, unit) else -1.0
    if isinstance(act, Shoot):
        weapon = unit.card.weapon
        target = battle.units[act.target]
        return fire_worth(battle, unit, target, weapon) * on_the_spot(battle, target) if weapon is not None else 0.0
    if isinstance(act, Charge):
        target = battle.units[act.target]
        return charge_worth(battle, unit, target) * on_the_spot(battle, target)
    if isinstance(act, Move):
        return move_worth(battle, unit, outlook)
    if isinstance(act, Rally):
        return RALLY_WORTH * (0.3 if unit.foes else 1.0) * (0.4 + 0.6 * unit.figures / unit.start)
    if isinstance(act, ClearJam):
        return JAM_WORTH
    if isinstance(act, Melee):
        return melee_worth(battle, unit)
    if isinstance(act, LeaveMelee):
        return leave_worth(battle, unit)
    if isinstance(act, ChangeFormation):
        return formation_worth(battle, unit, act.formation, outlook)
    return 0.0


def melee_worth(battle: LancerBattle, unit: Unit) -> float:
    """Fighting on: how the pairs stand, and how many of ours can be brought to bear."""
    if unit.attached_to >= 0:
        host = battle.units[unit.attached_to]
        return pair_worth(battle, unit.first, battle.first_of(battle.units[host.foes[0]]), False)
    foe = battle.units[unit.foes[0]]
    each = pair_worth(battle, battle.first_of(unit), battle.first_of(foe), False)
    return each * min(unit.figures, 2 + foe.figures) + 0.05


def leave_worth(battle: LancerBattle, unit: Unit) -> float:
    """Worth it only where the fight is bad and the unit is good for something else."""
    if unit.kind == COMMANDER or unit.card.weapon is None:
        return -1.0
    foe = battle.units[unit.foes[0]]
    each = pair_worth(battle, battle.first_of(unit), battle.first_of(foe), False)
    return -each * 1.5 - 1.2


def formation_worth(battle: LancerBattle, unit: Unit, formation: int, outlook: Outlook) -> float:
    """Column to march, line to shoot, extended to bring every trooper into the charge."""
    far = outlook.far
    if unit.kind == HORSE and unit.card.weapon is None:
        return 1.1 if formation == EXTENDED and far < 24.0 and unit.figures > 2 else -1.0
    if formation == COLUMN:
        if unit.formation != LINE or unit.kind != FOOT or far <= MARCH_RANGE + 6.0:
            return -1.0
        x, y, near = goal_point(battle, unit, outlook)
        return 0.75 if spacing(unit.x, unit.y, x, y) - near > 14.0 else -1.0
    if formation == LINE and unit.formation == COLUMN:
        return 1.3 if far < MARCH_RANGE - 5.0 and unit.kind == FOOT and unit.card.weapon is not None else -1.0
    return -1.0


def move_worth(battle: LancerBattle, unit: Unit, outlook: Outlook) -> float:
    """Going nearer to where it wants to be."""
    x, y, near = goal_point(battle, unit, outlook)
    left = spacing(unit.x, unit.y, x, y) - near
    if left <= 0.5:
        if outlook.enemy >= 0:
            foe = battle.units[outlook.enemy]
            if turn_between(unit.facing, bearing(foe.x - unit.x, foe.y - unit.y)) > 80.0:
                return 0.5  # face them at least
        return -0.1
    if unit.kind == GUN:
        return 0.35
    rate = move_rate(battle, unit, unit.shape[0])
    if rate.add + rate.dice * (rate.sides + 1) * 0.5 > 2.0 * (left + near):
        return -0.1  # the whole roll must be used: it would only overshoot
    return (0.9 if unit.card.weapon is None else 0.7) + urgency(battle, unit, left)


def urgency(battle: LancerBattle, unit: Unit, left: float) -> float:
    """How much the clock presses: ground that decides the battle must be reached before it ends."""
    late = battle.goals.turns - battle.turn
    for goal in battle.goals.all:
        if goal.kind == HOLD_POINT and late <= 1:
            return 1.5
        if goal.kind == UNITS_BEYOND and goal.side == unit.side:
            return min(2.5, 1.2 * left / (5.0 * (late + 0.5)))
        if goal.kind == POINTS_FOR_GROUND and late <= 2 and unit.kind == FOOT and left < 12.0:
            return 0.8
    return 0.0


def on_the_spot(battle: LancerBattle, target: Unit) -> float:
    """An enemy on the ground that decides the battle is worth more."""
    if battle.goals.turns - battle.turn > 2:
        return 1.0
    for goal in battle.goals.all:
        if goal.kind == HOLD_POINT:
            if spacing_squared(goal.x, goal.y, target.x, target.y) < (goal.within + 2.0) * (goal.within + 2.0):
                return 1.8
    return 1.0


# ---------------------------------------------------------------- the player


class Doctrine(Player):
    """Answers every question of the game from what is on the table."""

    def name(self) -> str:
        return "doctrine"

    def choose(self, battle: Battle, question: Question) -> Option:
        assert isinstance(battle, LancerBattle)
        kind = question.kind
        options = question.options
        if kind == "activated":
            return best_act(battle, battle.units[question.about], options)
        if kind == "commander":
            return command(battle, battle.units[question.about], options)
        if kind == "pair":
            return next_pair(battle, question)
        if kind == "close_up":
            return close_up_slot(battle, battle.units[question.about], options)
        if kind == "close_up_figure":
            return rearmost(battle, battle.units[question.about], options)
        if kind == "reaction":
            return reaction(battle, battle.units[question.about], options)
        if kind == "strike":
            return worthiest(battle, options)
        if kind == "deploy_formation":
            return deploy_formation(battle, battle.units[question.about], options)
        if kind == "edge":
            return options[1]
        if kind == "take_in":
            return options[1]
        return options[0]

    def place(self, battle: Battle, question: Question) -> tuple[float, ...]:
        assert isinstance(battle, LancerBattle)
        region = question.region
        assert region is not None
        if question.kind == "turn":
            return (march_bearing(battle, battle.units[question.about], region),)
        if question.kind == "face":
            return (facing_after(battle, battle.units[question.about], region),)
        if isinstance(region, AimRegion):
            return (best_aim(region.battle, region.unit, region.target, region.counter),)
        if isinstance(region, DeployRegion):
            return deploy_place(battle, region)
        return region.samples()[0]


def best_act(battle: LancerBattle, unit: Unit, options: list[Option]) -> Option:
    """The action that is worth most."""
    best = options[0]
    worth = 0.0
    outlook = Outlook(battle, unit)
    for option in options:
        assert isinstance(option, Act)
        if isinstance(option, Nothing):
            continue
        here = act_worth(battle, unit, option, outlook)
        if here > worth:
            worth = here
            best = option
    return best


def order_worth(battle: LancerBattle, unit: Unit) -> float:
    """What the unit would do best with one more activation; a cheap look before a dear one."""
    if unit.foes:
        return melee_worth(battle, unit)
    outlook = Outlook(battle, unit)
    far = outlook.far
    if unit.disrupted:
        return RALLY_WORTH * (0.6 + 0.6 * unit.figures / unit.start) + (0.6 if far < 14.0 else 0.0)
    reach = unit.card.weapon.reach if unit.card.weapon is not None else (18.0 if unit.mounted() else 12.0)
    if unit.jammed:
        return JAM_WORTH
    if far > reach + 3.0:
        return 0.6 + (0.2 if unit.card.weapon is None else 0.0)
    best = 0.0
    weapon = unit.card.weapon
    if weapon is not None:
        for target in targets(battle, unit, weapon):
            here = fire_worth(battle, unit, battle.units[target], weapon)
            if here > best:
                best = here
    if unit.kind != GUN and (weapon is None or best == 0.0):
        for target in charge_targets(battle, unit):
            here = charge_worth(battle, unit, battle.units[target])
            if here > best:
                best = here
    return best if best > 0.0 else 0.65


def command(battle: LancerBattle, commander: Unit, options: list[Option]) -> Option:
    """Give the order that is worth most; a disrupted general rallies himself, a lonely one rides to his men."""
    best = options[0]
    worth = 0.9 if lonely(battle, commander) else 0.05
    if commander.disrupted or commander.foes:
        worth = 3.0
    for option in options:
        here = -1.0
        if isinstance(option, (Order, WithUnit)):
            here = order_worth(battle, battle.units[option.unit])
        elif isinstance(option, RallyOrder):
            here = RALLY_WORTH
        elif isinstance(option, Own):
            continue
        if here > worth:
            worth = here
            best = option
    return best


def lonely(battle: LancerBattle, commander: Unit) -> bool:
    """Fewer than half of his side's units are within reach of his orders."""
    near = 0
    for unit in battle.around(commander.x, commander.y, ORDERS):
        if unit.side == commander.side and unit.kind != COMMANDER:
            if spacing_squared(commander.x, commander.y, unit.x, unit.y) <= ORDERS * ORDERS:
                near += 1
    if near >= ENOUGH_TO_LEAD:
        return False
    total = 0
    for unit in battle.units:
        if unit.side == commander.side and unit.kind != COMMANDER and unit.on_table():
            total += 1
            if total > near * 2:
                return True
    return False


def next_pair(battle: LancerBattle, question: Question) -> Option:
    """The next fight: the best that is left, each enemy met before any is met twice; none where the odds are bad."""
    best: Option = DONE
    worth = -0.05 if len(question.options) > 1 else FAR
    for option in question.options:
        if isinstance(option, NamePair):
            mine = battle.units[battle.owner[option.mine]]
            charging = mine.card.lancer and battle.active == mine.id
            here = pair_worth(battle, option.mine, option.theirs, charging)
            if here > worth + 1e-9:
                worth = here
                best = option
    return best


def close_up_slot(battle: LancerBattle, unit: Unit, options: list[Option]) -> Option:
    """Close up while the fight is worth having: an enemy's back or side for choice."""
    if melee_worth(battle, unit) <= 0.0:
        return options[0]
    for option in options:
        if isinstance(option, CloseUp) and option.slot.face == 2:
            return option
    return options[1] if len(options) > 1 else options[0]


def rearmost(battle: LancerBattle, unit: Unit, options: list[Option]) -> Option:
    """Send the last man of the unit."""
    best = options[0]
    for option in options:
        if isinstance(option, Figure):
            best = option
    return best


def reaction(battle: LancerBattle, unit: Unit, options: list[Option]) -> Option:
    """Fire if there is a rifle, else ride at them if that is worth it."""
    charger = battle.units[battle.active]
    best = options[0]
    worth = 0.0
    for option in options:
        here = 0.0
        if option.key() == "fire" and unit.card.weapon is not None:
            here = fire_worth(battle, unit, charger, unit.card.weapon)
        elif option.key() == "counter_charge":
            here = charge_worth(battle, unit, charger)
        if here > worth:
            worth = here
            best = option
    return best


def worthiest(battle: LancerBattle, options: list[Option]) -> Option:
    """Strike at a commander if he can be reached."""
    for option in options:
        if isinstance(option, Strike) and battle.units[battle.owner[option.figure]].kind == COMMANDER:
            return option
    return options[0]


# ---------------------------------------------------------------- moving


def march_bearing(battle: LancerBattle, unit: Unit, region: Region) -> float:
    """Toward the goal, bending round what is in the way; a commander toward the middle of his men."""
    if unit.kind == COMMANDER:
        return commander_bearing(battle, unit, region)
    x, y, near = goal_point(battle, unit, Outlook(battle, unit))
    dx = x - unit.x
    dy = y - unit.y
    left = sqrt(dx * dx + dy * dy)
    straight = bearing(dx, dy) if left > 0.01 else unit.facing
    if left <= near + 0.5:
        return straight if not region.refusal((straight,)) else unit.facing
    best = unit.facing
    most = -FAR
    for by in (0.0, -25.0, 25.0, -55.0, 55.0, -90.0, 90.0):
        way = wrapped(straight + by)
        if region.refusal((way,)):
            continue
        there = turned_footprint(battle, unit, way)
        rate = move_rate(battle, unit, there)
        mean = rate.add + rate.dice * (rate.sides + 1) * 0.5
        stop = path(battle, unit, there, there.ux, there.uy, mean, False, 0.0)
        ex = x - (unit.x + there.ux * stop.inches)
        ey = y - (unit.y + there.uy * stop.inches)
        gain = left - sqrt(ex * ex + ey * ey)
        if unit.mounted() or unit.kind == GUN:
            gain -= edge_fear(battle, there, stop.inches)
        if gain > most:
            most = gain
            best = way
        if by == 0.0 and stop.inches >= mean - 0.01:
            break
    return best


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
            if unit.side == commander.side and unit.kind != COMMANDER:
                x += unit.x
                y += unit.y
                n += 1
        if look > ground.width + ground.depth:
            break
        look *= 2.0
    if n == 0:
        return commander.facing
    bx, by = direction(battle.goals.facings[commander.side])
    way = bearing(x / n - bx * 3.0 - commander.x, y / n - by * 3.0 - commander.y)
    return way if not region.refusal((way,)) else commander.facing


def facing_after(battle: LancerBattle, unit: Unit, region: Region) -> float:
    """Look at the nearest enemy; if there is no room for it, as nearly as there is."""
    enemy, _ = nearest_enemy(battle, unit)
    if enemy < 0:
        return unit.facing
    foe = battle.units[enemy]
    way = bearing(foe.x - unit.x, foe.y - unit.y)
    for by in (0.0, 20.0, -20.0, 40.0, -40.0):
        facing = wrapped(way + by)
        if not region.refusal((facing,)):
            return facing
    return unit.facing


# ---------------------------------------------------------------- setting up


def deploy_formation(battle: LancerBattle, unit: Unit, options: list[Option]) -> Option:
    """Rifles in line; spears in column, to come to grips sooner; horse extended, to bring every lance to bear."""
    wanted = LINE
    if unit.kind == HORSE and unit.card.weapon is None:
        wanted = EXTENDED
    elif unit.kind == FOOT and (unit.card.weapon is None or marches(battle, unit)):
        wanted = COLUMN
    for option in options:
        if isinstance(option, Form) and option.formation == wanted:
            return option
    return options[0]


def marches(battle: LancerBattle, unit: Unit) -> bool:
    """Has this side a long way to go?"""
    for goal in battle.goals.all:
        if goal.kind == UNITS_BEYOND and goal.side == unit.side:
            return True
    return False


def deploy_place(battle: LancerBattle, region: DeployRegion) -> tuple[float, ...]:
    """Foot and guns abreast in front, horse on the flanks behind them, commanders behind the middle."""
    unit = region.unit
    zone = region.zones[0]
    ux, uy = direction(region.facing)
    peers = [other for other in battle.units if other.side == unit.side and role(other) == role(unit)]
    index = [other.id for other in peers].index(unit.id)
    count = len(peers)
    width, depth = battle.extent(unit, region.formation)
    across = zone.x1 - zone.x0 if abs(uy) > 0.5 else zone.y1 - zone.y0
    deep = zone.y1 - zone.y0 if abs(uy) > 0.5 else zone.x1 - zone.x0
    room = across - width - 1.0
    step = min(room / max(count - 1, 1), 8.0)
    aside = (index - (count - 1) / 2.0) * step
    back = depth / 2.0 + 0.3
    if role(unit) == 1:
        flank = min(room / 2.0, 8.0 * 0.5 * foot_count(battle, unit.side) + 4.0)
        aside = flank * (1.0 if index % 2 else -1.0) * (1.0 - 0.25 * (index // 2))
        back += 2.0
    elif role(unit) == 2:
        aside = (index - (count - 1) / 2.0) * min(room / max(count, 1), 20.0)
        back += 4.0
    cx = (zone.x0 + zone.x1) / 2.0
    cy = (zone.y0 + zone.y1) / 2.0
    aside += uy * (open_middle(battle, unit, cx) - cx)
    for ring in range(40):
        for sign in (1.0, -1.0):
            shift = aside + sign * (ring % 8) * 1.0
            off = back + (ring // 8) * 2.0
            shift = min(max(shift, -across / 2.0 + width / 2.0), across / 2.0 - width / 2.0)
            # right of the facing is (uy, -ux); the front of the zone lies half its depth ahead of its middle
            x = cx + uy * shift + ux * (deep / 2.0 - off)
            y = cy - ux * shift + uy * (deep / 2.0 - off)
            if not region.refusal((x, y)):
                return x, y
    samples = region.samples()
    return samples[0]


def open_middle(battle: LancerBattle, unit: Unit, middle: float) -> float:
    """Where to draw up for a march to the far side: before the widest open way, else in the middle."""
    for goal in battle.goals.all:
        if goal.kind != UNITS_BEYOND or goal.side != unit.side:
            continue
        start = goal.y - 30.0 if goal.north else goal.y + 30.0
        costs: list[float] = []
        x = 2.0
        while x < battle.land.ground.width:
            cost = 0.0
            for plot in battle.land.plots:
                if plot.edge and not plot.linear and crossed(plot.piece, x, start, x, goal.y):
                    cost += 10.0 if not plot.foot else 6.0 if plot.slow else 1.0
            costs.append(cost)
            x += 4.0
        best = middle
        lowest = FAR
        for at in range(len(costs)):
            around = costs[max(0, at - 3) : at + 4]
            mean = sum(around) / len(around) + (2.0 if len(around) < 7 else 0.0)
            if mean < lowest:
                lowest = mean
                best = 2.0 + 4.0 * at
        return best
    return middle


def role(unit: Unit) -> int:
    """0 in the line, 1 on the flanks, 2 behind."""
    if unit.kind == COMMANDER:
        return 2
    return 1 if unit.kind == HORSE else 0


def foot_count(battle: LancerBattle, side: int) -> int:
    return len([unit for unit in battle.units if unit.side == side and role(unit) == 0])
