"""Whom a chain of command may be spent on: distances, NCOs, drummers and buglers, all or nothing (4.1)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.asking import Option, Word
from playsheet.core.geometry import TOLERANCE
from playsheet.rules.riskfactor.battle.state import RiskBattle
from playsheet.rules.riskfactor.battle.units import Group
from playsheet.rules.riskfactor.dice.command import Member, command_distance, cost, group_cost
from playsheet.rules.riskfactor.ground.sight import gap
from playsheet.rules.riskfactor.options.charge import FAR_OFF
from playsheet.rules.riskfactor.options.choices import DONE, TOO_DEAR, BuyGroup, BuyLink, BuyPlatoon
from playsheet.rules.riskfactor.terms import Role, Where

# a figure's part in this turn's chain of command
NOT_BOUGHT: Final = 0


class Chain:
    """A PC's chain so far: the figures that command, the points that are left, whether a musician has added his die."""

    def __init__(self, officer: Group) -> None:
        self.officer: Final = officer
        self.links: list[int] = [officer.first]
        self.points = 0
        self.played = False


class Enough(Word):
    """No more is bought; what has been is with it, for whoever asks why not more (options/why_not)."""

    def __init__(self, chain: Chain) -> None:
        super().__init__(DONE.name, DONE.said)
        self.chain: Final = chain


OF_ANOTHER: Final = "of another"
NO_LINK: Final = "no link"  # never one, or one already


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


def bar_to_buying(chain: Chain, price: int) -> str:
    """Why he does not get them: one man out of distance (R34), or the points."""
    return FAR_OFF if price < 0 else TOO_DEAR if price > chain.points else ""


def purchases(battle: RiskBattle, chain: Chain) -> list[Option]:
    """Everything the points would pay for and the chain reaches."""
    found: list[Option] = [Enough(chain)]
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
        if not bar_to_buying(chain, price):
            found.append(BuyGroup(group.id, price))
    for platoon, squads in platoons(battle, side).items():
        total = platoon_cost(costs, squads)
        if len(squads) > 1 and not bar_to_buying(chain, total):
            found.append(BuyPlatoon(platoon, squads, total))
    return found


def platoon_cost(costs: dict[int, int], squads: list[int]) -> int:
    """For all of them; -1 if one is out of distance (R34)."""
    total = 0
    for id in squads:
        if id not in costs:
            return -1
        total += costs[id]
    return total


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
        if not bar_to_link(battle, chain, group, figure):
            price = link_cost(battle, chain, group, figure)
            found.append(BuyLink(figure, price, fires=False))
            if not group.is_musician() and battle.rules.nco_minus and group.card.ranged is not None:
                found.append(BuyLink(figure, price, fires=True))
    return found


def bar_to_link(battle: RiskBattle, chain: Chain, group: Group, figure: int) -> str:
    """Why he cannot become a link: he is none, or another's, or out of distance, or too dear."""
    at: i64 = figure
    musician = group.is_musician()
    if battle.bought[at] != NOT_BOUGHT or (battle.squads.role[at] != Role.NCO and not musician):
        return NO_LINK
    if group.commanded() and (musician or group.commander != chain.officer.id):
        return OF_ANOTHER
    if not reached(battle, chain, figure):
        return FAR_OFF
    return bar_to_buying(chain, link_cost(battle, chain, group, figure))


def link_cost(battle: RiskBattle, chain: Chain, group: Group, figure: int) -> int:
    """An NCO of a group that is bought already costs nothing more (R33)."""
    return 0 if group.commanded() else figure_cost(battle, chain, figure)
