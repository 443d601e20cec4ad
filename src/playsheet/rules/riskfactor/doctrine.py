"""The built-in commander. It weighs what a choice is worth in figures, by cheap closed odds of the sheet's own tables.

It pays for the group whose table would fail it or whose volley counts most, lets NCOs and musicians throw before it
goes without, keeps shooters behind walls and in houses, brings spears to where they may charge, and keeps its officers
close behind the men they lead.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.angles import bearing, direction, turn_between, wrapped
from playsheet.core.asking import Option, Player, Question, Region
from playsheet.core.dice import summed
from playsheet.core.discs import nearest_point
from playsheet.core.events import Battle
from playsheet.core.formations import files_ranks
from playsheet.core.geometry import FAR, spacing
from playsheet.core.scenario import Zone
from playsheet.core.terrain import crossed, holds
from playsheet.rules.riskfactor.command import command_dice, cost
from playsheet.rules.riskfactor.deployment import ROOM, DeployRegion, extent
from playsheet.rules.riskfactor.fighting import fighter_of, touched_by
from playsheet.rules.riskfactor.goals import FIGURES_BEYOND, HOLD_BUILDINGS, NO_ENEMY_LEFT, Goal
from playsheet.rules.riskfactor.land import Plot
from playsheet.rules.riskfactor.melee import Fighter, fighter
from playsheet.rules.riskfactor.movement import MoveRegion, crowded, facing_to, farthest, toward
from playsheet.rules.riskfactor.options import (
    BREAK_OFF,
    DONE,
    HITCH,
    HOLD_FIRE,
    KEEP_ORDER,
    MARCH,
    NO_CHARGE,
    ORDER_ADVANCE,
    ORDER_ADVANCE_TO,
    ORDER_HOLD,
    STAY,
    WILL_FIRE,
    WILL_NOT_FIRE,
    Against,
    BuyGroup,
    BuyLink,
    BuyPlatoon,
    Charge,
    Join,
    Next,
    ShootFigure,
    ShootGroup,
)
from playsheet.rules.riskfactor.risk import Risk, risk_account
from playsheet.rules.riskfactor.sheet import (
    ADVANCE_TO_NEAREST,
    ADVANCING,
    BEYOND,
    CONTINUE,
    CONTINUE_ORDER,
    FIREARMS,
    HARD,
    HERO,
    HIT,
    HOLD,
    KILL,
    MELEE,
    NCO,
    PC,
    RAW,
    RUN,
    TAKE_COVER,
    WOUND,
    Cell,
    DamageRow,
    RiskRules,
    Weapon,
)
from playsheet.rules.riskfactor.shooting import ALONE, COMMANDED, UNCOMMANDED, UNHURT, shots
from playsheet.rules.riskfactor.sight import figure_cover, gap, sees
from playsheet.rules.riskfactor.state import ON_TABLE, Group, RiskBattle

# what a side is out for
DEFEND: Final = 0  # ground to be kept from the enemy
ATTACK: Final = 1  # ground to be taken
DESTROY: Final = 2  # nothing but the enemy

# what it is worth that a group does by itself what its table says, by result; 1 is what its player would have done
DEFENDING: Final = [1.0, 0.3, 0.9, 0.2, 1.0, 0.8, 0.0, -0.5]
ATTACKING: Final = [1.0, 0.9, 0.8, 1.0, 0.1, 0.0, -0.3, -0.6]
COMING_ON: Final = (0.7, 0.8, 0.7, 0.9, 0.0, 0.0, -0.1, -0.2)  # how much an enemy's result threatens us

WOUND_WORTH: Final = 0.7  # of a kill
NCO_WORTH: Final = 1.5
PC_WORTH: Final = 3.0
ENOUGH: Final = 0.05  # worth less than that is not worth a command point
EAGER: Final = 1.0  # what a charge is worth to those who are good for nothing else
CLOSE: Final = 32.0  # cm: an enemy so near may be upon us in his next move
BEHIND: Final = 3.0  # cm from his men to a hero, who steadies them
APART: Final = 8.0  # ... and to others, who share neither their bad luck nor their melees so far off
LANE: Final = 10.0


# ---------------------------------------------------------------- odds, cheap and closed


def hit_chance(rules: RiskRules, band: int, cover: int) -> float:
    reading = rules.fire_readings[band][cover]
    return reading.weights[HIT] / reading.sides


def harm_of(rules: RiskRules, row: DamageRow, cls: int, wound: float = WOUND_WORTH) -> float:
    """What a hit is worth, in figures: kills, and wounds for a part."""
    add = summed(rules.damage_accounts[cls])
    worth = 0.0
    for face in range(1, row.sides + 1):
        result = row.result(face + add)
        if result == KILL:
            worth += 1.0
        elif result == WOUND:
            worth += wound
    return worth / row.sides


def beats(lead: int, sides: int) -> float:
    """The chance that a die and `lead` come to more than another die."""
    count = 0
    for face in range(1, sides + 1):
        count += min(max(face + lead - 1, 0), sides)
    return count / (sides * sides)


def exchange(rules: RiskRules, mine: Fighter, theirs: Fighter) -> tuple[float, float]:
    """A pair: what it does to them and to us, in figures."""
    if rules.lancer_like:
        ours = chance_of(mine.need, summed(mine.turned), rules.melee_sides)
        other = chance_of(theirs.need, summed(theirs.turned), rules.melee_sides)
        return ours * (1.0 - other), other * (1.0 - ours)
    lead = summed(mine.account) - summed(theirs.account)
    return (
        beats(lead, rules.melee_sides) * harm_of(rules, mine.blow, mine.cls),
        beats(-lead, rules.melee_sides) * harm_of(rules, theirs.blow, theirs.cls),
    )


def chance_of(need: int, add: int, sides: int) -> float:
    """Of one die and a modifier coming to `need` or less."""
    return min(max(need - add, 0), sides) / sides


def chance_of_points(dice: int, sides: int, needed: int) -> float:
    """That so many dice come to so many points or more."""
    if needed <= dice:
        return 1.0
    ways = [1.0]
    for _ in range(dice):
        longer = [0.0] * (len(ways) + sides)
        for total in range(len(ways)):
            for face in range(1, sides + 1):
                longer[total + face] += ways[total] / sides
        ways = longer
    return sum(ways[needed:]) if needed < len(ways) else 0.0


# ---------------------------------------------------------------- what is around


class Outlook:
    """A group and the enemy nearest to it."""

    def __init__(self, battle: RiskBattle, group: Group) -> None:
        self.members: Final = battle.members(group)
        self.x, self.y = battle.centre(self.members)
        self.foe = -1  # the enemy group that is nearest ...
        self.figure = -1  # ... with its nearest figure
        self.gap = FAR
        least = FAR * FAR
        xs = battle.figures.x
        ys = battle.figures.y
        for other in battle.groups:
            if other.side == group.side or other.place != ON_TABLE:
                continue
            for enemy in battle.members(other):
                dx = xs[i64(enemy)] - self.x
                dy = ys[i64(enemy)] - self.y
                if dx * dx + dy * dy < least:
                    least = dx * dx + dy * dy
                    self.foe = other.id
                    self.figure = enemy
        if self.figure >= 0:
            self.gap = min([gap(battle, mine, self.figure) for mine in self.members])


def posture(battle: RiskBattle, side: int) -> int:
    """By the scenario's objectives, the first that says."""
    for goal in battle.goals.all:
        if goal.kind == FIGURES_BEYOND:
            return ATTACK if goal.side == side else DEFEND
        if goal.kind == HOLD_BUILDINGS:
            return DEFEND if goal.side == side else ATTACK
        if goal.kind == NO_ENEMY_LEFT and goal.side == side:
            return DESTROY
    return DESTROY


def line_goal(battle: RiskBattle, side: int) -> Goal | None:
    """The line that this side has to cross."""
    for goal in battle.goals.all:
        if goal.kind == FIGURES_BEYOND and goal.side == side:
            return goal
    return None


def building_goal(battle: RiskBattle) -> Goal | None:
    for goal in battle.goals.all:
        if goal.kind == HOLD_BUILDINGS:
            return goal
    return None


def strength_of(battle: RiskBattle, side: int) -> int:
    return sum([len(battle.members(group)) for group in battle.groups if group.side == side and group.on_table()])


def sheltered(battle: RiskBattle, members: list[int]) -> bool:
    """Do nearly all stand in cover or close to a line of it?"""
    count = 0
    for figure in members:
        at: i64 = figure
        if battle.cover[at] > 0 or (
            battle.lined[at] > 0
            and battle.land.lines_near(battle.figures.x[at], battle.figures.y[at], battle.radius) > 0
        ):
            count += 1
    return 5 * count >= 4 * len(members)


def is_shooter(group: Group) -> bool:
    return group.card.table == FIREARMS and group.card.ranged is not None


# ---------------------------------------------------------------- risk


def guessed_risk(battle: RiskBattle, group: Group, members: list[int], more_hurt: float) -> int:
    """The Risk Factor as it looks from afar; so many more hurt than now."""
    threatened = in_reach_of_enemies(battle, group, members)
    risk = Risk(
        False,
        sheltered(battle, members),
        group.advancing,
        1 if threatened else 0,
        threatened and group.card.cls == RAW,
        group.strength,
        min(group.strength, battle.hurt(group) + int(more_hurt)),
        False,
        False,
        group.action == RUN or group.melee_retreat,
        group.leader,
        group.risk_add,
    )
    return summed(risk_account(battle.rules, risk))


def in_reach_of_enemies(battle: RiskBattle, group: Group, members: list[int]) -> bool:
    x, y = battle.centre(members)
    for other in battle.groups:
        if other.side == group.side or other.place != ON_TABLE or other.card.reach < 0.0:
            continue
        ox, oy = battle.centre(battle.members(other))
        if spacing(x, y, ox, oy) <= other.card.reach + 2.0 * battle.rules.base:
            return True
    return False


def own_way(cell: Cell, values: list[float], order: int, stay_put: bool) -> float:
    """What a result is worth that the group carries out by itself."""
    if stay_put and cell.do in (ADVANCE_TO_NEAREST, TAKE_COVER):
        return 1.0
    if cell.do in (CONTINUE_ORDER, CONTINUE) and values is ATTACKING and order == HOLD:
        return 0.0
    return values[cell.do]


def command_worth(battle: RiskBattle, group: Group) -> float:
    """What it is worth, in figures, that this group is commanded this turn: by its table and by its fire."""
    members = battle.members(group)
    rules = battle.rules
    attacks = posture(battle, group.side) != DEFEND
    values = ATTACKING if attacks else DEFENDING
    stay_put = not attacks and sheltered(battle, members)
    row = rules.tables[group.card.table].row(guessed_risk(battle, group, members, 0.0))
    gain = 0.0
    for cell in row.cells:
        if cell.italic or cell.do == CONTINUE_ORDER:
            gain += 1.0 - own_way(cell, values, group.order.kind, stay_put)
    stake = 0.25 * len(members)
    if group.card.civilian:
        stake *= 0.3
    worth = stake * gain / len(row.cells)
    if group.router:
        worth += 0.5 * stake
    return worth + volley_worth(battle, group, members)


def volley_worth(battle: RiskBattle, group: Group, members: list[int]) -> float:
    """What its volley would do more than its men firing at will."""
    load = group.card.load
    weapon = group.card.ranged
    if weapon is None or load is None or not group.card.volley or (load.loads and not group.loaded):
        return 0.0
    if battle.in_contact(group):
        return 0.0
    look = Outlook(battle, group)
    if look.foe < 0:
        return 0.0
    band = weapon.band(look.gap)
    if band == BEYOND:
        return 0.0
    n = len(members)
    more = shots(battle.rules, n, COMMANDED, load, False) - shots(battle.rules, n, UNCOMMANDED, load, False)
    cover = figure_cover(battle, look.figure, look.x, look.y)
    return more * hit_chance(battle.rules, band, cover) * shot_harm(battle.rules, weapon, group.card.cls)


def shot_harm(rules: RiskRules, weapon: Weapon, cls: int) -> float:
    return harm_of(rules, weapon.damage, cls) if weapon.damage is not None else 0.0


# ---------------------------------------------------------------- command


def price_of(battle: RiskBattle, group: Group) -> int:
    """What the group would cost, or what is left of it when its NCO is bought already."""
    each = cost(battle.rules, bool(group.card.loyal_to), group.router)
    return each * len([f for f in battle.members(group) if battle.bought[i64(f)] == 0])


def declaration(battle: RiskBattle, officer: Group) -> Option:
    """To fire himself costs an officer a die of command: only where that is worth less than his shot."""
    weapon = officer.card.ranged
    look = Outlook(battle, officer)
    if weapon is None or look.foe < 0 or battle.in_contact(officer):
        return WILL_NOT_FIRE
    band = weapon.band(look.gap)
    if band == BEYOND:
        return WILL_NOT_FIRE
    rules = battle.rules
    cover = figure_cover(battle, look.figure, look.x, look.y)
    shot = hit_chance(rules, band, cover) * shot_harm(rules, weapon, officer.card.cls)
    many = command_dice(rules, PC, officer.card.cls, False)
    less = command_dice(rules, PC, officer.card.cls, True)
    lost = 0.0
    for group in battle.groups:
        if group.side != officer.side or group.leader or not group.on_table() or group.commanded():
            continue
        x, y = battle.centre(battle.members(group))
        if spacing(x, y, look.x, look.y) > rules.command_open:
            continue
        price = price_of(battle, group)
        worse = chance_of_points(many, rules.command_sides, price) - chance_of_points(less, rules.command_sides, price)
        worth = command_worth(battle, group)
        lost = max(lost, worse * (0.3 * worth + 0.3 if has_nco(battle, group) else worth))
    return WILL_FIRE if shot > lost + ENOUGH else WILL_NOT_FIRE


def has_nco(battle: RiskBattle, group: Group) -> bool:
    """One who may throw dice of his own where the officer's are not enough, and then does not shoot."""
    return any(battle.squads.role[i64(figure)] == NCO for figure in battle.members(group))


def spend(battle: RiskBattle, officer: Group, options: list[Option]) -> Option:
    """The best group that can be paid for; else, or where the dice are free, an NCO or musician who may bring more."""
    best: Option = DONE
    most = 0.0
    offered: list[int] = []
    seen_points = 0
    links: list[BuyLink] = []
    for option in options:
        if isinstance(option, BuyLink):
            links.append(option)
            seen_points = max(seen_points, option.cost)
        elif isinstance(option, BuyGroup):
            offered.append(option.group)
            seen_points = max(seen_points, option.cost)
            worth = command_worth(battle, battle.groups[option.group])
            if worth > ENOUGH and worth / (option.cost + 1.0) > most:
                most = worth / (option.cost + 1.0)
                best = option
    short = wanting(battle, officer, offered)
    if isinstance(best, BuyGroup):
        for option in options:
            if isinstance(option, BuyPlatoon) and best.group in option.groups:
                return option
        if not short:
            return best
    for link in links:
        if link.cost == 0 and short and (link.fires or not any_twin(links, link)):
            return link
    if isinstance(best, BuyGroup):
        return best
    return best_link(battle, links, short, seen_points) if short else kept_in_hand(battle, links)


def kept_in_hand(battle: RiskBattle, links: list[BuyLink]) -> Option:
    """What is left buys a musician, who would run about by himself; an NCO who is paid for may throw for it."""
    musicians = [group for group in battle.groups if group.is_musician() and group.on_table()]
    if all(group.side != battle.active or group.commanded() for group in musicians):
        return DONE
    for link in links:
        if battle.group_of(link.figure).is_musician():
            return link
    for link in links:
        if link.cost == 0 and link.fires:
            return link
    return DONE


def any_twin(links: list[BuyLink], link: BuyLink) -> bool:
    """Is the same NCO offered as one who fires too?"""
    return any(other.figure == link.figure and other.fires for other in links)


def wanting(battle: RiskBattle, officer: Group, offered: list[int]) -> list[Group]:
    """Groups that would be worth commanding and cannot be paid for yet, if they are within call at all."""
    found: list[Group] = []
    x = battle.figures.x[i64(officer.first)]
    y = battle.figures.y[i64(officer.first)]
    for group in battle.groups:
        if group.side != officer.side or group.leader or not group.on_table() or group.commanded():
            continue
        if group.id in offered:
            continue
        cx, cy = battle.centre(battle.members(group))
        if spacing(x, y, cx, cy) <= 2.0 * battle.rules.command_open and command_worth(battle, group) > ENOUGH:
            found.append(group)
    return found


def best_link(battle: RiskBattle, links: list[BuyLink], short: list[Group], at_least: int) -> Option:
    """Whoever is likeliest to bring enough for the cheapest of them; an NCO who is to fire throws one die less."""
    rules = battle.rules
    best: Option = DONE
    most = 0.0
    for link in links:
        at: i64 = link.figure
        owner = battle.group_of(link.figure)
        role = int(battle.squads.role[at])
        dice = rules.command_musician
        if not owner.is_musician():
            dice = command_dice(rules, role, int(battle.squads.rank[at]), link.fires)
        elif not first_musician(battle, owner.side):
            dice = 0
        chance = 0.0
        for group in short:
            price = price_of(battle, group)
            own = 1 if owner is group else 0
            points = (at_least + max(at_least, price - 1)) // 2
            needed = price - own * link.cost - (points - link.cost)
            chance = max(chance, chance_of_points(dice, rules.command_sides, needed))
        # nothing is certain here, so more dice are better than fewer, and a rifle in the line better than none
        score = chance + 0.02 * dice + (0.06 if link.fires else 0.0) - 0.01 * link.cost
        if dice and score > most:
            most = score
            best = link
    return best


def first_musician(battle: RiskBattle, side: int) -> bool:
    for group in battle.groups:
        if group.side == side and group.is_musician() and group.on_table() and battle.bought[i64(group.first)]:
            return False
    return True


# ---------------------------------------------------------------- shooting


def menace(battle: RiskBattle, target: Group, members: list[int], more_hurt: float) -> float:
    """How much the target is to be feared next turn, by the row of its table that it will throw in."""
    rules = battle.rules
    row = rules.tables[target.card.table].row(guessed_risk(battle, target, members, more_hurt))
    total = 0.0
    for cell in row.cells:
        if cell.do in (CONTINUE_ORDER, CONTINUE):
            total += COMING_ON[cell.do] if target.order.kind == ADVANCING else 0.1
        else:
            total += COMING_ON[cell.do]
        if cell.charge or (cell.do == CONTINUE_ORDER and target.order.kind == ADVANCING):
            total += 0.3
    return total / len(row.cells)


def fire_worth(battle: RiskBattle, group: Group, look: Outlook, target: Group) -> float:
    """Men down, and how much less the target will come on for it."""
    weapon = group.card.ranged
    load = group.card.load
    if weapon is None or load is None:
        return 0.0
    enemies = battle.members(target)
    near = nearest_of(battle, enemies, look.x, look.y)
    far = min([gap(battle, mine, near) for mine in look.members])
    band = weapon.band(far)
    if band == BEYOND:
        return 0.0
    cover = figure_cover(battle, near, look.x, look.y)
    n = shots(battle.rules, len(look.members), ALONE if group.leader else COMMANDED, load, False)
    hits = n * hit_chance(battle.rules, band, cover)
    down = min(hits * shot_harm(battle.rules, weapon, group.card.cls), float(len(enemies)))
    if load.loads and down < 0.3 and far > CLOSE:
        return 0.0  # better wait than be found unloaded
    hurt = hits * harm_of(battle.rules, weapon.damage, group.card.cls, 1.0) if weapon.damage is not None else 0.0
    fear = menace(battle, target, enemies, 0.0) - menace(battle, target, enemies, hurt)
    nearness = 1.0 if far < CLOSE else 0.7 if far < 2.0 * CLOSE else 0.25
    force = len(enemies) * harm_of(battle.rules, target.card.arm.blow, target.card.cls)
    down *= man_worth(battle, near) * on_the_spot(battle, near)
    return down * (0.7 + 0.3 * nearness) + force * fear * nearness


def on_the_spot(battle: RiskBattle, figure: int) -> float:
    """An enemy in a house that must be held is worth more, most of all when the end is near."""
    goal = building_goal(battle)
    if goal is None or goal.side == battle.side_of(figure):
        return 1.0
    for index in goal.plots:
        if holds(battle.land.plots[index].piece, battle.figures.x[i64(figure)], battle.figures.y[i64(figure)]):
            return 1.5 if turns_left(battle) > 3 else 3.0
    return 1.0


def man_worth(battle: RiskBattle, figure: int) -> float:
    role = battle.squads.role[i64(figure)]
    if role == PC:
        return PC_WORTH
    return NCO_WORTH if role == NCO or battle.group_of(figure).leader else 1.0


def nearest_of(battle: RiskBattle, figures: list[int], x: float, y: float) -> int:
    best = figures[0]
    least = FAR
    for figure in figures:
        far = spacing(x, y, battle.figures.x[i64(figure)], battle.figures.y[i64(figure)])
        if far < least:
            least = far
            best = figure
    return best


def best_target(battle: RiskBattle, group: Group, options: list[Option]) -> Option:
    best: Option = HOLD_FIRE
    most = 0.0
    look = Outlook(battle, group)
    for option in options:
        worth = 0.0
        if isinstance(option, ShootGroup):
            worth = fire_worth(battle, group, look, battle.groups[option.target])
        elif isinstance(option, ShootFigure) and group.card.ranged is not None:
            band = group.card.ranged.band(gap(battle, group.first, option.figure))
            if band != BEYOND:
                cover = figure_cover(battle, option.figure, look.x, look.y)
                worth = hit_chance(battle.rules, band, cover) * man_worth(battle, option.figure)
                if battle.wounds[i64(option.figure)]:
                    worth *= 1.1
        if worth > most:
            most = worth
            best = option
    return best


# ---------------------------------------------------------------- melee


def charge_worth(battle: RiskBattle, group: Group, look: Outlook, target: Group) -> float:
    """What a charge does to them and to us; the side with men to spare counts its own for less."""
    rules = battle.rules
    enemies = battle.members(target)
    ey = battle.centre(enemies)[1]
    walled = defended(battle, enemies, look.x, look.y) and not sheltered(battle, look.members)
    mine = fighter(rules, group.card, group.card.cls, UNHURT, False)
    theirs = fighter(rules, target.card, target.card.cls, UNHURT, walled)
    to_them, to_us = exchange(rules, mine, theirs)
    spare = strength_of(battle, target.side) / max(1, strength_of(battle, group.side))
    spare = min(max(spare, 0.25), 2.0)
    pairs = min(float(len(look.members)), 2.0 * len(enemies))
    worth = 0.6 * pairs * (to_them * man_worth(battle, enemies[0]) - to_us * spare)
    if group.leader:
        worth -= PC_WORTH * to_us + 0.5
    if is_shooter(target) and target.card.volley:
        worth += 0.1 * len(enemies)  # it will not fire while it fights
    if is_shooter(group):
        worth -= own_fire(battle, group, look)
        if posture(battle, group.side) == DEFEND:
            worth -= 2.0 if sheltered(battle, look.members) else 0.5
    elif not group.leader and not group.card.civilian:
        worth += EAGER
    else:
        worth -= EAGER
    if beyond_line(battle, group.side, ey):
        worth += 0.5
    if on_the_spot(battle, nearest_of(battle, enemies, look.x, look.y)) > 2.0:
        worth += 2.0
    return worth


def own_fire(battle: RiskBattle, group: Group, look: Outlook) -> float:
    """What it would do by shooting instead."""
    weapon = group.card.ranged
    load = group.card.load
    if weapon is None or load is None or look.foe < 0:
        return 0.0
    band = weapon.band(look.gap)
    if band == BEYOND:
        return 0.0
    how = COMMANDED if group.commanded() and group.card.volley else UNCOMMANDED
    if how == COMMANDED and load.loads and not group.loaded:
        return 0.0
    n = shots(battle.rules, len(look.members), how, load, False)
    cover = figure_cover(battle, look.figure, look.x, look.y)
    return n * hit_chance(battle.rules, band, cover) * shot_harm(battle.rules, weapon, group.card.cls)


def defended(battle: RiskBattle, enemies: list[int], x: float, y: float) -> bool:
    """Do most of them stand in hard cover, or behind a barrier from there?"""
    count = 0
    for figure in enemies:
        at: i64 = figure
        if battle.cover[at] == HARD or (
            battle.lined[at] and battle.land.barrier_between(x, y, battle.figures.x[at], battle.figures.y[at])
        ):
            count += 1
    return 2 * count > len(enemies)


def beyond_line(battle: RiskBattle, side: int, y: float) -> bool:
    """Is that where the other side must not get to?"""
    goal = line_goal(battle, 1 - side)
    return goal is not None and (y > goal.y if goal.north else y < goal.y)


def pair_worth(battle: RiskBattle, mine: int, theirs: int) -> float:
    to_them, to_us = exchange(battle.rules, fighter_of(battle, mine, theirs), fighter_of(battle, theirs, mine))
    return to_them * man_worth(battle, theirs) - to_us * man_worth(battle, mine)


def best_pair(battle: RiskBattle, options: list[Option]) -> Option:
    """The fight with the best odds; of equals a wounded man, whom another wound kills."""
    best = options[0]
    most = -FAR
    for option in options:
        if isinstance(option, Against):
            worth = pair_worth(battle, option.mine, option.theirs)
            worth += 0.05 * int(battle.wounds[i64(option.theirs)])
            if worth > most + 1e-9:
                most = worth
                best = option
    return best


def melee_balance(battle: RiskBattle, group: Group) -> float:
    """How the pairs stand that it would fight now, in figures."""
    total = 0.0
    for figure in battle.members(group):
        best = -FAR
        for enemy in touched_by(battle, figure):
            best = max(best, pair_worth(battle, figure, enemy))
        if best > -FAR:
            total += best
    return total


def locked(battle: RiskBattle, group: Group) -> Option:
    """In contact: spears fight on; shooters and officers break off where they lose more than the parting blows cost."""
    balance = melee_balance(battle, group)
    if group.card.table == MELEE and not group.leader:
        return STAY
    if sheltered(battle, battle.members(group)) and not group.leader:
        return STAY
    return BREAK_OFF if balance < -0.25 * len(battle.members(group)) - 0.1 else STAY


# ---------------------------------------------------------------- where to


class Way:
    """Where a group wants its centre to be, and how near is near enough."""

    def __init__(self, x: float, y: float, near: float) -> None:
        self.x: Final = x
        self.y: Final = y
        self.near: Final = near


def way_of(battle: RiskBattle, group: Group, look: Outlook) -> Way:
    """By what its side is out for."""
    stay = Way(look.x, look.y, 0.5)
    if group.leader:
        return officer_way(battle, group, look)
    out_for = posture(battle, group.side)
    if out_for == DEFEND or group.card.civilian:
        if sheltered(battle, look.members):
            return stay
        return shelter(battle, group, look)
    if out_for == ATTACK:
        line = line_goal(battle, group.side)
        if line is not None:
            return across_line(battle, group, look, line)
        houses = building_goal(battle)
        if houses is not None and not (is_shooter(group) and look.gap < 60.0 and turns_left(battle) > 3):
            return to_building(battle, group, look, houses)
    if look.foe < 0:
        return stay
    weapon = group.card.ranged
    near = 0.5
    if is_shooter(group) and weapon is not None:
        near = weapon.short if sheltered(battle, look.members) else 0.9 * weapon.short
    at: i64 = look.figure
    return Way(battle.figures.x[at], battle.figures.y[at], near)


def turns_left(battle: RiskBattle) -> int:
    return battle.goals.turns - battle.turn


def across_line(battle: RiskBattle, group: Group, look: Outlook, goal: Goal) -> Way:
    """Over the line by the easiest lane, all of it; who is over stays there."""
    sign = 1.0 if goal.north else -1.0
    back = 0.0
    for figure in look.members:
        back = max(back, sign * (look.y - battle.figures.y[i64(figure)]))
    beyond = goal.y + sign * (back + battle.radius + 0.5)
    if sign * (look.y - beyond) >= 0.0:
        return Way(look.x, look.y, 0.5)
    return Way(clear_lane(battle, group, look, beyond), beyond, 0.0)


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
            if foe.side == group.side or foe.place != ON_TABLE:
                continue
            for figure in battle.members(foe):
                if abs(battle.figures.x[i64(figure)] - x) < LANE:
                    price += 0.4 if group.card.table == FIREARMS else 0.2
        if price < least:
            least = price
            best = x
        x += LANE
    return look.x if abs(best - look.x) < 0.6 * LANE else best


def to_building(battle: RiskBattle, group: Group, look: Outlook, goal: Goal) -> Way:
    """The nearest of them that has not enough friends in it already."""
    best = Way(look.x, look.y, 0.5)
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
            best = Way(x, y, 1.0)
    return best


def shelter(battle: RiskBattle, group: Group, look: Outlook) -> Way:
    """The best cover near by that the enemy has not nearer; else it stands where it is."""
    best = Way(look.x, look.y, 0.5)
    least = 60.0
    for index in battle.land.covers:
        plot = battle.land.plots[index]
        if group.card.mounted and not plot.linear and not plot.horses:
            continue
        x, y = cover_point(battle, plot, look)
        far = spacing(look.x, look.y, x, y)
        price = far - (15.0 if plot.cover == HARD else 0.0)
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
            best = Way(x, y, 0.3)
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


def officer_way(battle: RiskBattle, officer: Group, look: Outlook) -> Way:
    """A hero where most are the steadier for him; others well behind the men they lead."""
    if officer.card.cls == HERO:
        most = farthest(battle, look.members)
        best = Way(look.x, look.y, 0.5)
        worth = steadied(battle, officer.side, look.x, look.y) + 0.5
        for x, y in hero_places(battle, officer):
            here = steadied(battle, officer.side, x, y) - 0.02 * spacing(look.x, look.y, x, y)
            if spacing(look.x, look.y, x, y) > most:
                here *= 0.5
            if here > worth:
                worth = here
                best = Way(x, y, 0.1)
        return best
    host = men_of(battle, officer, look)
    if host is None:
        return Way(look.x, look.y, 0.5)
    x, y = behind(battle, host, officer)
    return Way(x, y, 1.5)


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
                count += len(members) * (1.0 if group.card.table == MELEE else 0.6)
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
    """The group he goes with: strong, near, his own player's; heroes with the spears, others with the rifles."""
    best: Group | None = None
    least = FAR
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
        if (group.card.table == MELEE) != (officer.card.cls == HERO and officer.card.native):
            price += 15.0
        if price < least:
            least = price
            best = group
    return best


def how_far_behind(leader: Group) -> float:
    return BEHIND if leader.card.cls == HERO else APART


def behind(battle: RiskBattle, host: Group, leader: Group) -> tuple[float, float]:
    """A free place behind the middle of a group, seen from the enemy."""
    least = how_far_behind(leader)
    look = Outlook(battle, host)
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


# ---------------------------------------------------------------- moves


def best_move(battle: RiskBattle, group: Group, options: list[Option]) -> Option:
    """Charge where it pays, join the stronger, go where it is wanted, or stay."""
    if BREAK_OFF in options:
        return locked(battle, group)
    look = Outlook(battle, group)
    best: Option = STAY
    most = 0.0
    for option in options:
        if isinstance(option, Join):
            return option
        if isinstance(option, Charge):
            worth = charge_worth(battle, group, look, battle.groups[option.target])
            if worth > most:
                most = worth
                best = option
    if best is not STAY:
        return best
    value = march_value(battle, group, look, way_of(battle, group, look), farthest(battle, look.members))
    moves = spacing(look.x, look.y, value[2], value[3]) > 0.5
    if moves and HITCH in options:
        return HITCH
    turns = turn_between(battle.facing(look.members), value[4]) > 15.0
    return MARCH if moves or turns else STAY


def march_value(battle: RiskBattle, group: Group, look: Outlook, way: Way, most: float) -> tuple[float, ...]:
    """Toward it, bending round slow ground and toward cover; shooters who have a mark stop short to shoot."""
    ux, uy, left = toward(look.x, look.y, way.x, way.y)
    left -= way.near
    if left > 0.3 and stands_to_shoot(battle, group, look, left):
        left = 0.0
    if left <= 0.3:
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
    return best_x, best_y, best_x, best_y, best_facing(battle, group, look, best_x, best_y)


def best_facing(battle: RiskBattle, group: Group, look: Outlook, x: float, y: float) -> float:
    """As it faces, or toward the nearest enemy, or a little aside of him: whatever leaves fewest enemies behind it."""
    now = battle.facing(look.members)
    if look.figure < 0:
        return now
    to_nearest = facing_to(battle, x, y, look.figure, now)
    best = to_nearest
    least = FAR
    for faces in (to_nearest, now, *[wrapped(to_nearest + turn) for turn in (25.0, -25.0, 50.0, -50.0, 75.0, -75.0)]):
        price = behind_it(battle, group, x, y, faces) + 0.01 * turn_between(faces, to_nearest)
        if price < least:
            least = price
            best = faces
    return best


def behind_it(battle: RiskBattle, group: Group, x: float, y: float, faces: float) -> int:
    """Enemies near by who would be in its flank or rear."""
    ux, uy = direction(faces)
    count = 0
    for foe in battle.groups:
        if foe.side == group.side or foe.place != ON_TABLE:
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
    if look.gap > 0.7 * CLOSE or foe.card.table != MELEE or 2 * len(battle.members(foe)) < len(look.members):
        return False
    if left < 0.5 * battle.rules.move_foot or not any(sees(battle, mine, look.figure) for mine in look.members):
        return False
    moves = left / (0.5 * battle.rules.move_foot)
    return turns_left(battle) > moves + 2.0


def legal_march(battle: RiskBattle, group: Group, region: Region) -> tuple[float, ...]:
    look = Outlook(battle, group)
    assert isinstance(region, MoveRegion)
    way = way_of(battle, group, look)
    if battle.in_contact(group) and look.figure >= 0:
        at: i64 = look.figure
        ux, uy, _ = toward(battle.figures.x[at], battle.figures.y[at], look.x, look.y)
        way = Way(look.x + ux * region.most, look.y + uy * region.most, 0.0)
    value = march_value(battle, group, look, way, region.most)
    if not region.refusal(value):
        return value
    return region.samples()[0]


def next_group(battle: RiskBattle, options: list[Option], kind: str) -> Option:
    """Those nearest to the enemy first; officers last."""
    best: Option = DONE
    least = FAR * 2.0
    for option in options:
        if isinstance(option, Next):
            group = battle.groups[option.group]
            far = Outlook(battle, group).gap
            if group.leader and kind == "move_next":
                far += FAR
            if far < least:
                least = far
                best = option
    return best


def standing_order(battle: RiskBattle, group: Group) -> Option:
    """What the group shall do by itself when nobody commands it."""
    order = group.order
    look = Outlook(battle, group)
    if posture(battle, group.side) == DEFEND or group.card.civilian:
        return KEEP_ORDER if order.kind == HOLD else ORDER_HOLD
    if group.card.table == MELEE and look.gap < 2.0 * CLOSE:
        return KEEP_ORDER if order.kind == ADVANCING and not order.to_point else ORDER_ADVANCE
    way = way_of(battle, group, look)
    if spacing(look.x, look.y, way.x, way.y) <= way.near + 1.0:
        return KEEP_ORDER if order.kind == HOLD else ORDER_HOLD
    if is_shooter(group) and line_goal(battle, group.side) is None:
        return KEEP_ORDER if order.kind == HOLD else ORDER_HOLD if look.gap < CLOSE else ORDER_ADVANCE
    return ORDER_ADVANCE_TO


def order_point(battle: RiskBattle, group: Group, region: Region) -> tuple[float, ...]:
    look = Outlook(battle, group)
    way = way_of(battle, group, look)
    x = min(max(way.x, 1.0), battle.land.ground.width - 1.0)
    y = min(max(way.y, 1.0), battle.land.ground.depth - 1.0)
    return (x, y) if not region.refusal((x, y)) else region.samples()[0]


# ---------------------------------------------------------------- deployment


class Post:
    """A place to deploy, and what it is worth."""

    def __init__(self, x: float, y: float, files: int, worth: float) -> None:
        self.x: Final = x
        self.y: Final = y
        self.files: Final = files
        self.worth: Final = worth


def deploy_place(battle: RiskBattle, region: DeployRegion) -> tuple[float, ...]:
    """Defenders in cover, the best first; others on a broad front; officers behind their men."""
    group = region.group
    if group.leader:
        return leader_post(battle, region)
    posts: list[Post] = []
    if posture(battle, group.side) == DEFEND or group.card.civilian:
        posts = cover_posts(battle, region)
    posts += front_posts(battle, region)
    keyed = [(-posts[k].worth, k) for k in range(len(posts))]
    keyed.sort()
    for _, k in keyed:
        value = (posts[k].x, posts[k].y, float(posts[k].files))
        if not region.refusal(value):
            return value
    return region.samples()[0]


def leader_post(battle: RiskBattle, region: DeployRegion) -> tuple[float, ...]:
    group = region.group
    if group.card.cls == HERO:
        best: tuple[float, ...] = ()
        most = 0.0
        for x, y in hero_places(battle, group):
            worth = steadied(battle, group.side, x, y) - 10.0 * leaders_near(battle, group.side, x, y)
            if worth > most and not region.refusal((x, y, 1.0)):
                most = worth
                best = (x, y, 1.0)
        if best:
            return best
    mx, my = zone_middle(region.zones[0])
    hosts: list[tuple[float, int]] = []
    for host in battle.groups:
        if host.side != group.side or host.leader or not host.on_table():
            continue
        members = battle.members(host)
        x, y = battle.centre(members)
        price = 0.1 * spacing(x, y, mx, my) - 0.5 * len(members)
        price += 40.0 if host.seat != group.seat else 0.0
        price += 40.0 if host.card.civilian else 0.0
        price += 10.0 if (host.card.table == MELEE) != (group.card.cls == HERO and group.card.native) else 0.0
        price += 6.0 * leaders_near(battle, group.side, x, y)
        hosts.append((price, host.id))
    hosts.sort()
    ux, uy = direction(region.facing)
    back = how_far_behind(group)
    for _, id in hosts:
        members = battle.members(battle.groups[id])
        x, y = battle.centre(members)
        for figure in [nearest_of(battle, members, x, y), *members]:
            fx = battle.figures.x[i64(figure)]
            fy = battle.figures.y[i64(figure)]
            for aside in (0.0, 2.5, -2.5):
                value = (fx - ux * back + uy * aside, fy - uy * back - ux * aside, 1.0)
                if not region.refusal(value):
                    return value
    return region.samples()[0]


def leaders_near(battle: RiskBattle, side: int, x: float, y: float) -> int:
    count = 0
    for leader in battle.groups:
        if leader.side == side and leader.leader and leader.on_table() and not leader.is_musician():
            at: i64 = leader.first
            if spacing(x, y, battle.figures.x[at], battle.figures.y[at]) < 20.0:
                count += 1
    return count


def zone_middle(zone: Zone) -> tuple[float, float]:
    return 0.5 * (zone.x0 + zone.x1), 0.5 * (zone.y0 + zone.y1)


def enemy_side(battle: RiskBattle, side: int) -> tuple[float, float]:
    """The middle of where the enemy sets up."""
    for group in battle.groups:
        if group.side != side and battle.goals.entries[group.id].zones:
            return zone_middle(battle.goals.entries[group.id].zones[0])
    return zone_middle(Zone(0.0, 0.0, battle.land.ground.width, battle.land.ground.depth))


def cover_posts(battle: RiskBattle, region: DeployRegion) -> list[Post]:
    """Along walls and in houses: shooters toward the enemy, civilians inside."""
    group = region.group
    ex, ey = enemy_side(battle, group.side)
    found: list[Post] = []
    kept = [] if group.card.civilian else kept_for_civilians(battle, group.side, ex, ey)
    for index in battle.land.covers:
        plot = battle.land.plots[index]
        if index in kept:
            continue
        if plot.linear:
            posts = line_posts(battle, region, plot)
        elif group.card.mounted and not plot.horses:
            continue
        else:
            posts = area_posts(battle, region, plot)
        for post in posts:
            worth = 10.0 + (4.0 if plot.cover == HARD else 0.0) - 0.05 * spacing(post.x, post.y, ex, ey) + post.worth
            if group.card.civilian:
                worth += 20.0 if not plot.linear and plot.cover == HARD else 0.0
            elif not plot.linear:
                worth -= 3.0
            across, ranks = files_ranks(group.start, post.files)
            if plot.linear:
                worth -= 4.0 * (min(across, ranks) - 1)
            found.append(Post(post.x, post.y, post.files, worth))
    return found


def kept_for_civilians(battle: RiskBattle, side: int, x: float, y: float) -> list[int]:
    """Houses left free for those who cannot fight: the farther half of them, from the enemy at (x, y)."""
    if not any(group.side == side and group.card.civilian for group in battle.groups):
        return []
    keyed: list[tuple[float, int]] = []
    for index in battle.land.covers:
        plot = battle.land.plots[index]
        if not plot.linear and plot.cover == HARD:
            px, py = nearest_point(plot.piece, x, y)
            keyed.append((-spacing(x, y, px, py), index))
    keyed.sort()
    return [index for _, index in keyed[: (len(keyed) + 1) // 2]]


def line_posts(battle: RiskBattle, region: DeployRegion, plot: Plot) -> list[Post]:
    """One deep, or two, along each stretch of the line, on either side of it."""
    group = region.group
    found: list[Post] = []
    piece = plot.piece
    ux, uy = direction(region.facing)
    for k in range(1, len(piece.xs)):
        x0 = piece.xs[i64(k - 1)]
        y0 = piece.ys[i64(k - 1)]
        vx, vy, long = toward(x0, y0, piece.xs[i64(k)], piece.ys[i64(k)])
        abreast = abs(vx * ux + vy * uy) < 0.7  # the line lies across the way they face
        for deep in (1, 2):
            n = (group.start + deep - 1) // deep
            files = n if abreast else deep
            width, depth = extent(battle, group, files)
            along = width if abreast else depth
            off = 0.5 * (depth if abreast else width) + 0.2
            if along > long:
                continue
            steps = 2 * max(1, int((long - along) / 6.0))  # the middle is one of them
            for step in range(steps + 1):
                at = 0.5 * along + (long - along) * step / steps
                for side in (1.0, -1.0):
                    x = x0 + vx * at + side * vy * off
                    y = y0 + vy * at - side * vx * off
                    middling = 0.05 * abs(at - 0.5 * long)
                    found.append(Post(x, y, files, -middling))
    return found


def area_posts(battle: RiskBattle, region: DeployRegion, plot: Plot) -> list[Post]:
    group = region.group
    piece = plot.piece
    wide = piece.max_x - piece.min_x
    deep = piece.max_y - piece.min_y
    files = max(1, min(group.start, int((wide + ROOM) / (battle.rules.base + ROOM))))
    depth = extent(battle, group, files)[1]
    found = [Post(0.5 * (piece.min_x + piece.max_x), 0.5 * (piece.min_y + piece.max_y), files, 0.0)]
    if depth > deep:
        return []
    for up in (0.5, -0.5):
        y = 0.5 * (piece.min_y + piece.max_y) + up * (deep - depth)
        found.append(Post(0.5 * (piece.min_x + piece.max_x), y, files, 0.0))
    return found


def front_posts(battle: RiskBattle, region: DeployRegion) -> list[Post]:
    """Side by side along the front of its zone, from the middle outward, and behind."""
    group = region.group
    ux, uy = direction(region.facing)
    attacks = posture(battle, group.side) != DEFEND
    found: list[Post] = []
    for number in range(len(region.zones)):
        zone = region.zones[number]
        upright = abs(uy) > 0.7
        across = zone.x1 - zone.x0 if upright else zone.y1 - zone.y0
        deep = zone.y1 - zone.y0 if upright else zone.x1 - zone.x0
        files = (group.start + 1) // 2
        width, depth = extent(battle, group, files)
        while files > 1 and width > across * 0.4:
            files -= 1
            width, depth = extent(battle, group, files)
        while files < group.start and depth > deep:
            files += 1
            width, depth = extent(battle, group, files)
        cx, cy = zone_middle(zone)
        pace = width + 2.0
        for row in range(1 + int(max(0.0, deep - depth) / (depth + 1.0))):
            for step in range(1 + 2 * int(across / pace)):
                aside = pace * 0.5 * ((step + 1) // 2) * (1.0 if step % 2 else -1.0)
                ahead = 0.5 * deep - 0.5 * depth - 0.05 - row * (depth + 1.0)
                x = cx + uy * aside + ux * ahead
                y = cy - ux * aside + uy * ahead
                worth = -20.0 * number - 3.0 * row - 0.02 * abs(aside)
                if attacks:
                    worth -= 0.1 * slow_ahead(battle, x, y, ux, uy)
                found.append(Post(x, y, files, worth))
    return found


def slow_ahead(battle: RiskBattle, x: float, y: float, ux: float, uy: float) -> float:
    """How much of two moves straight ahead slow ground would take."""
    purse = 2.0 * battle.rules.move_foot
    far, _ = battle.land.going.reach(x, y, ux, uy, purse, purse, battle.rules.difficult, 0.0)
    return purse - far


# ---------------------------------------------------------------- the player


class Doctrine(Player):
    """Answers every question of the game from what is on the table."""

    def name(self) -> str:
        return "doctrine"

    def choose(self, battle: Battle, question: Question) -> Option:
        assert isinstance(battle, RiskBattle)
        kind = question.kind
        options = question.options
        if kind == "declare":
            return declaration(battle, battle.groups[question.about])
        if kind == "command":
            return spend(battle, battle.groups[question.about], options)
        if kind in ("move_next", "fire_next"):
            return next_group(battle, options, kind)
        if kind == "standing_order":
            return standing_order(battle, battle.groups[question.about])
        if kind == "move":
            return best_move(battle, battle.groups[question.about], options)
        if kind == "fire":
            return best_target(battle, battle.groups[question.about], options)
        if kind == "charge":
            return charge_or_not(battle, battle.groups[question.about], options)
        if kind in ("pair", "parting_blow"):
            return best_pair(battle, options)
        return options[0]

    def place(self, battle: Battle, question: Question) -> tuple[float, ...]:
        assert isinstance(battle, RiskBattle)
        region = question.region
        assert region is not None
        if isinstance(region, DeployRegion):
            return deploy_place(battle, region)
        if question.kind == "march":
            return legal_march(battle, battle.groups[question.about], region)
        if question.kind == "order_point":
            return order_point(battle, battle.groups[question.about], region)
        return region.samples()[0]


def charge_or_not(battle: RiskBattle, group: Group, options: list[Option]) -> Option:
    """ "(Charge?)" of a group that acts by itself."""
    for option in options:
        if isinstance(option, Charge):
            if charge_worth(battle, group, Outlook(battle, group), battle.groups[option.target]) > 0.0:
                return option
    return NO_CHARGE
