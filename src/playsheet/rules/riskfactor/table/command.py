"""Command on the table (4.1): distances, the chain through NCOs, drummers and buglers, all or nothing."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.asking import Option
from playsheet.core.game import Game
from playsheet.core.geometry import TOLERANCE
from playsheet.rules.riskfactor.battle.events import Declared, GroupCommanded, LinkBought, PointsLost, PointsThrown
from playsheet.rules.riskfactor.battle.state import RiskBattle
from playsheet.rules.riskfactor.battle.units import Group
from playsheet.rules.riskfactor.dice.command import Member, command_distance, command_points, cost, group_cost
from playsheet.rules.riskfactor.ground.fog import unheard
from playsheet.rules.riskfactor.ground.sight import gap
from playsheet.rules.riskfactor.options.choices import DONE, WILL_FIRE, WILL_NOT_FIRE, BuyGroup, BuyLink, BuyPlatoon
from playsheet.rules.riskfactor.terms import Role, Where
from playsheet.tabletop.units import enemy_seat

# a figure's part in this turn's chain of command
NOT_BOUGHT: Final = 0


class Chain:
    """A PC's chain so far: the figures that command, the points that are left, whether a musician has added his die."""

    def __init__(self, officer: Group) -> None:
        self.officer: Final = officer
        self.links: list[int] = [officer.first]
        self.points = 0
        self.played = False


def command(game: Game[RiskBattle], officer: Group) -> None:
    """One PC: he declares, throws, and spends; what is left over is lost."""
    battle = game.battle
    seat = officer.seat
    game.dice.throwers(seat, enemy_seat(battle.groups, officer.side))
    busy = battle.in_contact(officer)
    silent = unheard(battle, officer.side)  # the dice lie open, what they are spent on does not (R64)
    if officer.card.ranged is not None:
        declared: list[Option] = [WILL_NOT_FIRE, WILL_FIRE]
        fires = game.choose(seat, "declare", declared, officer.id) is WILL_FIRE
        game.tell(Declared(officer.id, fires, silent))
        busy = busy or fires
    chain = Chain(officer)
    throw(game, chain, officer.first, Role.PC, officer.card.cls, busy)
    while True:
        options = purchases(battle, chain)
        if len(options) == 1:
            break
        chosen = game.choose(seat, "command", options, officer.id)
        if isinstance(chosen, BuyLink):
            buy_link(game, chain, chosen)
        elif isinstance(chosen, BuyGroup):
            buy_group(game, chain, battle.groups[chosen.group])
        elif isinstance(chosen, BuyPlatoon):
            for id in chosen.groups:
                buy_group(game, chain, battle.groups[id])
        else:
            break
    if chain.points:
        game.tell(PointsLost(officer.id, chain.points, silent))


def throw(game: Game[RiskBattle], chain: Chain, figure: int, role: int, cls: int, busy: bool) -> None:
    """His dice join the pool; of musicians only the first of the chain adds one (R32)."""
    battle = game.battle
    musician = battle.group_of(figure).is_musician()
    points = command_points(game.dice, battle.rules, role, cls, busy, musician and not chain.played)
    chain.points += points
    if musician:
        chain.played = True
    ruling = "R31" if busy else "R32" if musician else "R33"
    silent = () if figure == chain.officer.first else unheard(battle, chain.officer.side)
    game.tell(PointsThrown(chain.officer.id, figure, points, chain.points, ruling, silent))


# ---------------------------------------------------------------- what may be bought


def in_reach(battle: RiskBattle, commander: int, figure: int) -> bool:
    """Within command distance, which is short if either stands in enclosed ground (R36)."""
    enclosed = battle.enclosed[i64(commander)] > 0 or battle.enclosed[i64(figure)] > 0
    return gap(battle, commander, figure) <= command_distance(battle.rules, enclosed=enclosed) + TOLERANCE


def reached(battle: RiskBattle, chain: Chain, figure: int) -> bool:
    for link in chain.links:
        if in_reach(battle, link, figure):
            return True
    return False


def is_loyal(battle: RiskBattle, chain: Chain, figure: int) -> bool:
    """To one of those who reach him: the officer by his name, an NCO or musician with his own (R50)."""
    card = battle.group_of(figure).card
    if "all" in card.loyal_to:
        return True
    for link in chain.links:
        if in_reach(battle, link, figure):
            payer = battle.group_of(link)
            if card.loyal(payer.name) or payer is battle.group_of(figure):
                return True
    return False


def figure_cost(battle: RiskBattle, chain: Chain, figure: int) -> int:
    return cost(battle.rules, loyal=is_loyal(battle, chain, figure), router=battle.group_of(figure).router)


def cost_of(battle: RiskBattle, chain: Chain, group: Group) -> int:
    """For the whole group; -1 if one man is out of distance (R34)."""
    members = [
        Member(
            in_reach=reached(battle, chain, figure),
            loyal=is_loyal(battle, chain, figure),
            router=group.router,
            paid=figure in chain.links,
        )
        for figure in battle.members(group)
    ]
    return group_cost(battle.rules, members)


def purchases(battle: RiskBattle, chain: Chain) -> list[Option]:
    """Everything the points would pay for and the chain reaches."""
    found: list[Option] = [DONE]
    side = chain.officer.side
    costs: dict[int, int] = {}
    for group in battle.groups:
        if group.side != side or group.place != Where.ON_TABLE or group.is_pc():
            continue
        found += links_of(battle, chain, group)
        if group.commanded() or group.is_musician():
            continue
        price = cost_of(battle, chain, group)
        if price >= 0:
            costs[group.id] = price
            if price <= chain.points:
                found.append(BuyGroup(group.id, price))
    for platoon, squads in platoons(battle, side).items():
        if len(squads) > 1 and all(id in costs for id in squads):
            total = sum([costs[id] for id in squads])
            if total <= chain.points:
                found.append(BuyPlatoon(platoon, squads, total))
    return found


def platoons(battle: RiskBattle, side: int) -> dict[int, list[int]]:
    """The groups of each platoon that are not commanded yet."""
    found: dict[int, list[int]] = {}
    for group in battle.groups:
        if group.side == side and group.place == Where.ON_TABLE and group.platoon >= 0 and not group.leader:
            if not group.commanded():
                found.setdefault(group.platoon, []).append(group.id)
    return found


def links_of(battle: RiskBattle, chain: Chain, group: Group) -> list[Option]:
    """NCOs of the group, or the musician himself, who may become a link of the chain; each once a turn."""
    found: list[Option] = []
    for figure in battle.members(group):
        at: i64 = figure
        musician = group.is_musician()
        if battle.bought[at] != NOT_BOUGHT or (battle.squads.role[at] != Role.NCO and not musician):
            continue
        if group.commanded() and (musician or group.commander != chain.officer.id):
            continue
        if not reached(battle, chain, figure):
            continue
        price = 0 if group.commanded() else figure_cost(battle, chain, figure)
        if price <= chain.points:
            found.append(BuyLink(figure, price, fires=False))
            if not musician and battle.rules.nco_minus and group.card.ranged is not None:
                found.append(BuyLink(figure, price, fires=True))
    return found


def buy_link(game: Game[RiskBattle], chain: Chain, chosen: BuyLink) -> None:
    battle = game.battle
    figure = chosen.figure
    group = battle.group_of(figure)
    chain.points -= chosen.cost
    ruling = "R32" if group.is_musician() else "R33"
    fires = chosen.fires or (not group.is_musician() and not battle.rules.nco_minus)
    silent = unheard(battle, group.side)
    game.tell(LinkBought(chain.officer.id, figure, chosen.cost, chain.points, fires, ruling, silent))
    chain.links.append(figure)
    at: i64 = figure
    role = int(battle.squads.role[at])
    busy = chosen.fires or battle.figure_in_contact(figure)
    throw(game, chain, figure, role, int(battle.squads.rank[at]), busy)


def buy_group(game: Game[RiskBattle], chain: Chain, group: Group) -> None:
    price = cost_of(game.battle, chain, group)
    dear = group.router or price > len(game.battle.members(group)) * game.battle.rules.cost_loyal
    chain.points -= price
    ruling = "R34, R35, R50" if dear else "R34"
    silent = unheard(game.battle, group.side)
    game.tell(GroupCommanded(chain.officer.id, group.id, price, chain.points, ruling, silent))
