"""How the built-in commander spends his points: on the group whose table would fail it, or whose fire counts."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.asking import Option
from playsheet.core.geometry import spacing
from playsheet.core.words import counted
from playsheet.rules.riskfactor.battle.state import RiskBattle
from playsheet.rules.riskfactor.battle.units import Group
from playsheet.rules.riskfactor.battle.words import cm, man_of, name_of
from playsheet.rules.riskfactor.dice.command import command_dice, cost
from playsheet.rules.riskfactor.doctrine.outlook_cache import outlook_of
from playsheet.rules.riskfactor.doctrine.ways import is_idle
from playsheet.rules.riskfactor.doctrine.worth import chance_of_points, command_worth, hit_chance, shot_harm
from playsheet.rules.riskfactor.ground.sight import figure_cover
from playsheet.rules.riskfactor.options.choices import DONE, WILL_FIRE, WILL_NOT_FIRE, BuyGroup, BuyLink, BuyPlatoon
from playsheet.rules.riskfactor.terms import RangeBand, Role
from playsheet.tabletop.weighing import UNASKED, Weighings, chances, figures
from playsheet.tabletop.wording import to_a_tenth

ENOUGH: Final = 0.05  # worth less than that is not worth a command point
IDLE: Final = 0.1  # figures for each who is brought to where he can shoot
A_DIE: Final = 0.25  # figures that a die of command is worth at least, with anybody within call


def worth_of_command(battle: RiskBattle, group: Group, why: Weighings = UNASKED) -> float:
    """By its table and its fire; and by the place to shoot from that only an order brings it to."""
    worth = command_worth(battle, group, why)
    if group.card.civilian or battle.in_contact(group):
        return worth
    look = outlook_of(battle, group)
    if is_idle(battle, group, look):
        why.say("It is out of range, and an order brings it to where it can shoot.")
        worth += IDLE * len(look.members)
    return worth


def price_of(battle: RiskBattle, group: Group) -> int:
    """What the group would cost, or what is left of it when its NCO is bought already."""
    each = cost(battle.rules, loyal=bool(group.card.loyal_to), router=group.router)
    return each * len([f for f in battle.members(group) if battle.bought[i64(f)] == 0])


def declaration(battle: RiskBattle, officer: Group, why: Weighings = UNASKED) -> Option:
    """To fire himself costs an officer a die of command: only where that is worth less than his shot."""
    weapon = officer.card.ranged
    look = outlook_of(battle, officer)
    if weapon is None or look.foe < 0 or battle.in_contact(officer):
        why.say("He has nobody to shoot at, or nothing to shoot with, and keeps all his command dice.")
        return WILL_NOT_FIRE
    band = weapon.band(look.gap)
    if band == RangeBand.BEYOND:
        if why.asked:
            why.say(f"The nearest enemy is {cm(look.gap)} away, out of his range: he keeps all his command dice.")
        return WILL_NOT_FIRE
    rules = battle.rules
    cover = figure_cover(battle, look.figure, look.x, look.y)
    shot = hit_chance(rules, band, cover) * shot_harm(rules, weapon, officer.card.cls)
    many = command_dice(rules, Role.PC, officer.card.cls, busy=False)
    less = command_dice(rules, Role.PC, officer.card.cls, busy=True)
    lost = 0.0
    costs = -1
    for group in battle.groups:
        if group.side != officer.side or group.leader or not group.on_table() or group.commanded():
            continue
        x, y = battle.centre(battle.members(group))
        if spacing(x, y, look.x, look.y) > rules.command_open:
            continue
        price = price_of(battle, group)
        worse = chance_of_points(many, rules.command_sides, price) - chance_of_points(less, rules.command_sides, price)
        worth = worth_of_command(battle, group)
        here = A_DIE + worse * (0.3 * worth + 0.3 if has_nco(battle, group) else worth)
        if here > lost:
            lost = here
            costs = group.id
    if why.asked:
        whom = f", by what he could not pay for {name_of(battle, costs)}" if costs >= 0 else ""
        why.say(f"His own shot is worth {figures(shot)}, the command die that it costs {to_a_tenth(lost)}{whom}.")
    return WILL_FIRE if shot > lost + ENOUGH else WILL_NOT_FIRE


def has_nco(battle: RiskBattle, group: Group) -> bool:
    """One who may throw dice of his own where the officer's are not enough, and then does not shoot."""
    return any(battle.squads.role[i64(figure)] == Role.NCO for figure in battle.members(group))


def spend(battle: RiskBattle, officer: Group, options: list[Option], why: Weighings = UNASKED) -> Option:
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
            worth = worth_of_command(battle, battle.groups[option.group])
            if battle.groups[option.group].card.civilian and fighters_wait(battle, officer):
                continue
            if worth > ENOUGH and worth / (option.cost + 1.0) > most:
                most = worth / (option.cost + 1.0)
                best = option
    short = wanting(battle, officer, offered)
    if isinstance(best, BuyGroup):
        for option in options:
            if isinstance(option, BuyPlatoon) and best.group in option.groups:
                if why.asked:
                    why.say(f"One order commands the whole platoon, with {name_of(battle, best.group)}.")
                    worth_of_command(battle, battle.groups[best.group], why)
                return option
        if not short:
            if why.asked:
                bargain(battle, best, len(offered), why)
            return best
    for link in links:
        if link.cost == 0 and short and (link.fires or not any_twin(links, link)):
            if why.asked:
                why.say(f"His dice are free, and {name_of(battle, short[0].id)} cannot be paid for yet.")
            return link
    if isinstance(best, BuyGroup):
        if why.asked:
            bargain(battle, best, len(offered), why)
        return best
    if why.asked and short:
        why.say(f"{name_of(battle, short[0].id)} would be worth commanding and cannot be paid for yet.")
    return best_link(battle, links, short, seen_points, why) if short else kept_in_hand(battle, links, why)


def fighters_wait(battle: RiskBattle, officer: Group) -> bool:
    """Is anybody who fights still without orders?"""
    for group in battle.groups:
        if group.side == officer.side and group.on_table() and not group.leader and not group.commanded():
            if not group.card.civilian and worth_of_command(battle, group) > ENOUGH:
                return True
    return False


def bargain(battle: RiskBattle, bought: BuyGroup, offered: int, why: Weighings) -> None:
    """Why this group is paid for."""
    worth = worth_of_command(battle, battle.groups[bought.group])
    price = counted(bought.cost, "point", "points")
    others = "; no other group gives more for its points" if offered > 1 else ""
    why.say(f"To command {name_of(battle, bought.group)} is worth {figures(worth)} for {price}{others}.")
    worth_of_command(battle, battle.groups[bought.group], why)


def kept_in_hand(battle: RiskBattle, links: list[BuyLink], why: Weighings = UNASKED) -> Option:
    """What is left buys a musician, who would run about by himself; an NCO who is paid for may throw for it."""
    musicians = [group for group in battle.groups if group.is_musician() and group.on_table()]
    if all(group.side != battle.active or group.commanded() for group in musicians):
        why.say("No group is left whose command would be worth a point.")
        return DONE
    for link in links:
        if battle.group_of(link.figure).is_musician():
            why.say("The musician would run about by himself, and points are left for him.")
            return link
    for link in links:
        if link.cost == 0 and link.fires:
            why.say("The musician would run about by himself: an NCO who is paid for may throw for him.")
            return link
    why.say("No group is left whose command would be worth a point.")
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
        if spacing(x, y, cx, cy) <= 2.0 * battle.rules.command_open and worth_of_command(battle, group) > ENOUGH:
            found.append(group)
    return found


def best_link(
    battle: RiskBattle, links: list[BuyLink], short: list[Group], at_least: int, why: Weighings = UNASKED
) -> Option:
    """Whoever is likeliest to bring enough for the cheapest of them; an NCO who is to fire throws one die less."""
    rules = battle.rules
    best: Option = DONE
    most = 0.0
    likely = 0.0
    prices = [price_of(battle, group) for group in short]
    for link in links:
        at: i64 = link.figure
        owner = battle.group_of(link.figure)
        role = int(battle.squads.role[at])
        dice = rules.command_musician
        if not owner.is_musician():
            dice = command_dice(rules, role, int(battle.squads.rank[at]), busy=link.fires)
        elif not first_musician(battle, owner.side):
            dice = 0
        needed = [still_needed(prices[k], link, at_least, own=owner is short[k]) for k in range(len(short))]
        chance = chance_of_points(dice, rules.command_sides, min(needed))
        # nothing is certain here, so more dice are better than fewer, and a rifle in the line better than none
        score = chance + 0.02 * dice + (0.06 if link.fires else 0.0) - 0.01 * link.cost
        if dice and score > most:
            most = score
            best = link
            likely = chance
    if why.asked:
        why.say(
            f"{man_of(battle, best.figure)} brings enough for it with {chances(likely)}, and nobody is likelier to."
            if isinstance(best, BuyLink)
            else "Nobody is left who could throw for it."
        )
    return best


def still_needed(price: int, link: BuyLink, at_least: int, *, own: bool) -> int:
    """What his dice must bring to pay for a group, where the points in hand are a guess: at least so many, too few."""
    points = (at_least + max(at_least, price - 1)) // 2
    return price - (link.cost if own else 0) - (points - link.cost)


def first_musician(battle: RiskBattle, side: int) -> bool:
    for group in battle.groups:
        if group.side == side and group.is_musician() and group.on_table() and battle.bought[i64(group.first)]:
            return False
    return True
