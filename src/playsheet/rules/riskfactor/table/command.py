"""Command on the table (4.1): an officer declares, throws, and spends his points through his chain."""

from __future__ import annotations

from mypy_extensions import i64

from playsheet.core.asking import Option
from playsheet.core.game import Game
from playsheet.rules.riskfactor.battle.events import Declared, GroupCommanded, LinkBought, PointsLost, PointsThrown
from playsheet.rules.riskfactor.battle.state import RiskBattle
from playsheet.rules.riskfactor.battle.units import Group
from playsheet.rules.riskfactor.dice.command import command_points
from playsheet.rules.riskfactor.ground.fog import unheard
from playsheet.rules.riskfactor.options.choices import WILL_FIRE, WILL_NOT_FIRE, BuyGroup, BuyLink, BuyPlatoon
from playsheet.rules.riskfactor.options.command import Chain, cost_of, purchases
from playsheet.rules.riskfactor.terms import Role
from playsheet.tabletop.units import enemy_seat


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


# ---------------------------------------------------------------- what is bought


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
