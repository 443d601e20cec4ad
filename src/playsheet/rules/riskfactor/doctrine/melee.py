"""At whom the built-in commander shoots, whom he charges, and when he breaks off."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.asking import Option
from playsheet.core.geometry import FAR, spacing
from playsheet.core.terrain import holds
from playsheet.core.words import counted, number
from playsheet.rules.riskfactor.battle.state import RiskBattle
from playsheet.rules.riskfactor.battle.units import Group
from playsheet.rules.riskfactor.battle.words import cm, man_of, name_of
from playsheet.rules.riskfactor.dice.melee import fighter
from playsheet.rules.riskfactor.dice.shooting import shots
from playsheet.rules.riskfactor.doctrine.outlook_cache import Outlook, outlook_of
from playsheet.rules.riskfactor.doctrine.worth import (
    DEFEND,
    building_goal,
    exchange,
    guessed_risk,
    harm_of,
    hit_chance,
    is_shooter,
    line_goal,
    nearest_of,
    posture,
    sheltered,
    shot_harm,
    strength_of,
    turns_left,
)
from playsheet.rules.riskfactor.ground.moving import farthest
from playsheet.rules.riskfactor.ground.sight import figure_cover, gap
from playsheet.rules.riskfactor.options.choices import BREAK_OFF, HOLD_FIRE, STAY, Against, ShootFigure, ShootGroup
from playsheet.rules.riskfactor.options.shooting import aim_at, dice_for, how_it_fires, ready_figures
from playsheet.rules.riskfactor.table.melee import fighter_of, touched_by
from playsheet.rules.riskfactor.terms import ActionsTable, Condition, Cover, Fires, OrderKind, RangeBand, Result, Role
from playsheet.tabletop.weighing import UNASKED, Best, Weighings, figures
from playsheet.tabletop.wording import to_a_tenth

COMING_ON: Final = [0.7, 0.8, 0.7, 0.9, 0.0, 0.0, -0.1, -0.2]  # how much an enemy's result threatens us
NCO_WORTH: Final = 1.5
PC_WORTH: Final = 3.0
EAGER: Final = 1.0  # what a charge is worth to those who are good for nothing else
COVERS: Final = ("", ", through soft cover", ", through hard cover")
CLOSE: Final = 32.0  # cm: an enemy so near may be upon us in his next move


# ---------------------------------------------------------------- shooting


def menace(battle: RiskBattle, target: Group, members: list[int], *, more_hurt: float) -> float:
    """How much the target is to be feared next turn, by the row of its table that it will throw in."""
    rules = battle.rules
    row = rules.tables[target.card.table].row(guessed_risk(battle, target, members, more_hurt=more_hurt))
    total = 0.0
    for cell in row.cells:
        if cell.do in (Result.CONTINUE_ORDER, Result.CONTINUE):
            total += COMING_ON[cell.do] if target.order.kind == OrderKind.ADVANCING else 0.1
        else:
            total += COMING_ON[cell.do]
        if cell.charge or (cell.do == Result.CONTINUE_ORDER and target.order.kind == OrderKind.ADVANCING):
            total += 0.3
    return total / len(row.cells)


def fire_worth(battle: RiskBattle, group: Group, look: Outlook, target: Group, why: Weighings = UNASKED) -> float:
    """Men down by those who have a clear shot, and how much less the target will come on for it."""
    weapon = group.card.ranged
    load = group.card.load
    if weapon is None or load is None:
        return 0.0
    how = how_it_fires(battle, group)
    aim = aim_at(battle, group, target, ready_figures(battle, group, look.members, how))
    far = aim.cm
    band = weapon.band(far)
    if not aim.found or band == RangeBand.BEYOND:
        return 0.0
    enemies = battle.members(target)
    near = nearest_of(battle, aim.found, look.x, look.y)
    n = dice_for(battle, group, look.members, len(aim.able), how)
    hits = n * hit_chance(battle.rules, band, aim.cover)
    down = min(hits * shot_harm(battle.rules, weapon, group.card.cls), float(len(aim.found)))
    if load.loads and down < 0.3 and far > CLOSE:
        return 0.0  # better wait than be found unloaded
    hurt = hits * harm_of(battle.rules, weapon.damage, group.card.cls, wound=1.0) if weapon.damage is not None else 0.0
    fear = menace(battle, target, enemies, more_hurt=0.0) - menace(battle, target, enemies, more_hurt=hurt)
    nearness = 1.0 if far < CLOSE else 0.7 if far < 2.0 * CLOSE else 0.25
    force = len(enemies) * harm_of(battle.rules, target.card.arm.blow, target.card.cls)
    if why.asked:
        shots_in_words = "one shot hits" if n == 1 else f"{number(n)} shots hit"
        why.say(
            f"At {cm(far)} {shots_in_words} {to_a_tenth(hits)} times on the average{COVERS[aim.cover]}; "
            f"that puts {to_a_tenth(down)} out of action."
        )
        if fear >= 0.05:
            why.say("Hurt so, they are less likely to come on.")
        if on_the_spot(battle, near) > 1.0:
            why.say("They stand in a house that decides the battle.")
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
    if role == Role.PC:
        return PC_WORTH
    return NCO_WORTH if role == Role.NCO or battle.group_of(figure).leader else 1.0


def best_target(battle: RiskBattle, group: Group, options: list[Option], why: Weighings = UNASKED) -> Option:
    best: Best[Option] = Best(HOLD_FIRE, worth=0.0)
    why.weigh("holding fire", 0.0)
    look = outlook_of(battle, group)
    for option in options:
        worth = 0.0
        if isinstance(option, ShootGroup):
            worth = fire_worth(battle, group, look, battle.groups[option.target])
        elif isinstance(option, ShootFigure) and group.card.ranged is not None:
            band = group.card.ranged.band(gap(battle, group.first, option.figure))
            if band != RangeBand.BEYOND:
                cover = figure_cover(battle, option.figure, look.x, look.y)
                worth = hit_chance(battle.rules, band, cover) * man_worth(battle, option.figure)
                if battle.wounds[i64(option.figure)]:
                    worth *= 1.1
        best.weigh(option, worth)
        if why.asked and isinstance(option, ShootGroup):
            why.weigh(f"shooting at {name_of(battle, option.target)}", worth)
        elif why.asked and isinstance(option, ShootFigure):
            why.weigh(f"a shot at {man_of(battle, option.figure)}", worth)
    if why.asked:
        chosen = best.choice
        if isinstance(chosen, ShootGroup):
            fire_worth(battle, group, look, battle.groups[chosen.target], why)
        elif isinstance(chosen, ShootFigure):
            why.say(f"He is {cm(gap(battle, group.first, chosen.figure))} away.")
            if battle.wounds[i64(chosen.figure)]:
                why.say("He is wounded already, and another wound kills.")
        else:
            why.say("Nobody is in range and in sight whom it would hurt enough.")
    return best.choice


# ---------------------------------------------------------------- melee


def charge_worth(battle: RiskBattle, group: Group, look: Outlook, target: Group, why: Weighings = UNASKED) -> float:
    """What a charge does to them and to us; the side with men to spare counts its own for less."""
    if group.leader and not battle.in_contact(target):
        why.say("An officer does not go in alone.")
        return -FAR
    rules = battle.rules
    enemies = battle.members(target)
    ey = battle.centre(enemies)[1]
    walled = defended(battle, enemies, look.x, look.y) and not sheltered(battle, look.members)
    mine = fighter(rules, group.card, group.card.cls, Condition.UNHURT, defending=False)
    theirs = fighter(rules, target.card, target.card.cls, Condition.UNHURT, defending=walled)
    to_them, to_us = exchange(rules, mine, theirs)
    spare = strength_of(battle, target.side) / max(1, strength_of(battle, group.side))
    spare = min(max(spare, 0.25), 2.0)
    pairs = min(float(reaching(battle, look.members, enemies)), 2.0 * len(enemies))
    worth = 0.6 * pairs * (to_them * man_worth(battle, enemies[0]) - to_us * spare)
    if why.asked:
        why.say(
            f"Man against man it costs them {figures(to_them)} and us {to_a_tenth(to_us)}, "
            f"and {counted(int(pairs), 'pair', 'pairs')} would meet{', they behind cover' if walled else ''}."
        )
    if group.leader:
        worth -= PC_WORTH * to_us + 0.5
    if is_shooter(target) and target.card.volley:
        worth += 0.1 * len(enemies)  # it will not fire while it fights
    if is_shooter(group):
        worth -= own_fire(battle, group, look)
        if why.asked:
            why.say(f"It could shoot instead, and do {figures(own_fire(battle, group, look))}.")
        if posture(battle, group.side) == DEFEND:
            worth -= 2.0 if sheltered(battle, look.members) else 0.5
    elif not group.leader and not group.card.civilian:
        worth += EAGER
        why.say("It is made for the charge, and good for little else.")
    else:
        worth -= EAGER
    if beyond_line(battle, group.side, ey):
        worth += 0.5
    if on_the_spot(battle, nearest_of(battle, enemies, look.x, look.y)) > 2.0:
        worth += 2.0
    return worth


def reaching(battle: RiskBattle, members: list[int], enemies: list[int]) -> int:
    """How many of them are near enough to come to blows."""
    x, y = battle.centre(enemies)
    spread = 0.0
    for enemy in enemies:
        at: i64 = enemy
        spread = max(spread, spacing(x, y, battle.figures.x[at], battle.figures.y[at]))
    near = farthest(battle, members) + spread + 2.0 * battle.radius
    count = 0
    for figure in members:
        i: i64 = figure
        if spacing(x, y, battle.figures.x[i], battle.figures.y[i]) <= near:
            count += 1
    return count


def own_fire(battle: RiskBattle, group: Group, look: Outlook) -> float:
    """What it would do by shooting instead."""
    weapon = group.card.ranged
    load = group.card.load
    if weapon is None or load is None or look.foe < 0:
        return 0.0
    band = weapon.band(look.gap)
    if band == RangeBand.BEYOND:
        return 0.0
    how = Fires.COMMANDED if group.commanded() and group.card.volley else Fires.UNCOMMANDED
    if how == Fires.COMMANDED and load.loads and not group.loaded:
        return 0.0
    n = shots(battle.rules, len(look.members), how, load, moved=False)
    cover = figure_cover(battle, look.figure, look.x, look.y)
    return n * hit_chance(battle.rules, band, cover) * shot_harm(battle.rules, weapon, group.card.cls)


def defended(battle: RiskBattle, enemies: list[int], x: float, y: float) -> bool:
    """Do most of them stand in hard cover, or behind a barrier from there?"""
    count = 0
    for figure in enemies:
        at: i64 = figure
        if battle.cover[at] == Cover.HARD or (
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


def best_pair(battle: RiskBattle, options: list[Option], why: Weighings = UNASKED) -> Option:
    """The fight with the best odds; of equals a wounded man, whom another wound kills."""
    best = Best(options[0], worth=-FAR, by=1e-9)
    for option in options:
        if isinstance(option, Against):
            worth = pair_worth(battle, option.mine, option.theirs)
            worth += 0.05 * int(battle.wounds[i64(option.theirs)])
            best.weigh(option, worth)
            if why.asked:
                why.weigh(f"{man_of(battle, option.mine)} against {man_of(battle, option.theirs)}", worth)
    return best.choice


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


def locked(battle: RiskBattle, group: Group, why: Weighings = UNASKED) -> Option:
    """In contact: spears fight on; shooters and officers break off where they lose more than the parting blows cost."""
    balance = melee_balance(battle, group)
    if group.card.table == ActionsTable.MELEE and not group.leader:
        why.say("Hand to hand is what it is good for: it fights on.")
        return STAY
    if sheltered(battle, battle.members(group)) and not group.leader:
        why.say("It has cover where it stands, and fights on.")
        return STAY
    if why.asked:
        goes = "gains" if balance >= 0.0 else "loses"
        why.say(f"As its pairs stand it {goes} {figures(abs(balance))} a round; breaking off costs blows.")
    return BREAK_OFF if balance < -0.25 * len(battle.members(group)) - 0.1 else STAY
