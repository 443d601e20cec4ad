"""A game master's word: orders, risks, dice, ground, new groups, the game itself. All of it is told and recorded."""

from __future__ import annotations

from typing import Final

from playsheet.core.discs import on_table
from playsheet.core.errors import Refused
from playsheet.core.game import Game
from playsheet.core.master import NUMBER, WORD, Field, MasterOrder, Offer, place_fields, use
from playsheet.rules.riskfactor.battle.events import GroundRuled, GroupAdded, OrderSet, RiskRuled
from playsheet.rules.riskfactor.battle.state import RiskBattle
from playsheet.rules.riskfactor.battle.units import Group
from playsheet.rules.riskfactor.ground.fog import unheard
from playsheet.rules.riskfactor.ground.moving import crowded
from playsheet.rules.riskfactor.table.deployment import block, tell_deployed
from playsheet.rules.riskfactor.terms import COVERS, OrderKind, Where
from playsheet.tabletop.events import BattleEnded
from playsheet.tabletop.master import (
    award,
    award_field,
    awarded,
    number,
    plots_field,
    side_choices,
    signed,
    units_field,
    words_field,
)

MOST_RULED: Final = 999  # of a modifier
GRID: Final = 6  # places each way that are tried for an example
ORDERS: Final = (
    MasterOrder("order GROUP hold", "The group is under Hold from now on.", "R56"),
    MasterOrder("order GROUP advance", "The group is under Advance from now on, against the enemy.", "R56"),
    MasterOrder("order GROUP advance X Y", "The group is under Advance from now on, towards a point.", "R56"),
    MasterOrder("order GROUP withdraw X Y", "The group is under Withdraw from now on, towards a point.", "R56"),
    MasterOrder("risk GROUP NUMBER", "Adds so much to the group's Risk Factor, or takes it off."),
    MasterOrder("die GROUP NUMBER", "Adds so much to the group's dice when it reacts, or takes it off."),
    MasterOrder("ground PIECE COVER EDGE", "Rules what cover a piece of ground gives, and whether it hems in."),
    MasterOrder("add SIDE CARD X Y", "A new group comes on about a point that has room for it."),
    award(),
)


def offers(battle: RiskBattle) -> list[Offer]:
    """What could be ordered now."""
    found: list[Offer] = []
    for order in ORDERS:
        fields: list[Field] = []
        for name in order.arguments():
            if name not in ("X", "Y"):
                fields.append(field_of(battle, order, name))
            elif name == "X":
                x, y = room(battle) if order.form.startswith("add") else middle(battle)
                fields += place_fields(battle.land.ground.width, battle.land.ground.depth, "cm", x, y)
        found.append(Offer(order, fields))
    return found


def field_of(battle: RiskBattle, order: MasterOrder, name: str) -> Field:
    sides = battle.goals.side_names
    if name == "SIDE":
        if order.form.startswith("award"):
            return award_field(sides)
        return Field(name, WORD, "whose it is", side_choices(sides))
    if name == "PIECE":
        return plots_field([plot.name for plot in battle.land.plots])
    if name == "COVER":
        return words_field(name, COVERS, "the cover that it gives")
    if name == "EDGE":
        return Field(name, WORD, "does it hem in?", [("free", "it does not"), ("enclosed", "it does")])
    if name == "CARD":
        return Field(name, WORD, "what kind of group", newcomers(battle))
    if name == "NUMBER":
        return Field(name, NUMBER, "how much", [], low=-MOST_RULED, high=MOST_RULED, example="+1")
    groups = [group for group in battle.groups if group.place == Where.ON_TABLE]
    return units_field(name, groups, sides, "the group")


def newcomers(battle: RiskBattle) -> list[tuple[str, str]]:
    """Cards of groups that may come on for any side: a Character may be there already (R65)."""
    cards = battle.cards
    return [(id, cards[id].name) for id in cards if not Group(0, cards[id], "", 0, 0, -1, 0).is_pc()]


def middle(battle: RiskBattle) -> tuple[float, float]:
    return float(int(battle.land.ground.width / 2)), float(int(battle.land.ground.depth / 2))


def room(battle: RiskBattle) -> tuple[float, float]:
    """A point with room for the first of the newcomers of the first side; the middle of the table if none is found."""
    cards = newcomers(battle)
    if cards:
        group = Group(len(battle.groups), battle.cards[cards[0][0]], "", 0, 0, -1, 0)
        for row in range(1, GRID):
            for column in range(1, GRID):
                x = float(int(battle.land.ground.width * column / GRID))
                y = float(int(battle.land.ground.depth * row / GRID))
                if fits(battle, block(battle, group, x, y, battle.goals.facings[0], (group.start + 1) // 2)):
                    return x, y
    return middle(battle)


def overrule(game: Game[RiskBattle], order: str) -> None:
    """Carry out one word of a game master; groups are named by their number in the roster."""
    battle = game.battle
    if battle.to_deploy or battle.first_side < 0:
        raise Refused("a game master's word waits until both sides are deployed.")
    match order.split():
        case ["order", who, "hold"]:
            give_order(game, who, OrderKind.HOLD, x=0.0, y=0.0, to_point=False)
        case ["order", who, "advance"]:
            give_order(game, who, OrderKind.ADVANCING, x=0.0, y=0.0, to_point=False)
        case ["order", who, ("advance" | "withdraw") as kind, east, north]:
            x, y = point(battle, east, north)
            give_order(
                game, who, OrderKind.ADVANCING if kind == "advance" else OrderKind.WITHDRAWING, x=x, y=y, to_point=True
            )
        case ["risk", who, add]:
            rule_on_risk(game, who, signed(add, 3), 0)
        case ["die", who, add]:
            rule_on_risk(game, who, 0, signed(add, 3))
        case ["ground", piece, cover, ("enclosed" | "free") as hemmed]:
            rule_on_ground(game, piece, cover, hemmed == "enclosed")
        case ["add", side, card, east, north]:
            add_group(game, side, card, east, north)
        case ["award", ("1" | "2" | "draw") as side]:
            winner, verdict = awarded(side)
            game.tell(BattleEnded(winner, verdict))
        case _:
            raise Refused(f"expected {use(ORDERS)}, got {order[:60]!r}.")


def give_order(game: Game[RiskBattle], who: str, kind: int, *, x: float, y: float, to_point: bool) -> None:
    group = on_the_table(game.battle, who)
    game.tell(OrderSet(group.id, kind, x, y, to_point, "R56", unheard(game.battle, group.side)))


def rule_on_risk(game: Game[RiskBattle], who: str, risk: int, die: int) -> None:
    group = on_the_table(game.battle, who)
    game.tell(RiskRuled(group.id, risk, die, unheard(game.battle, group.side)))


def rule_on_ground(game: Game[RiskBattle], piece: str, cover: str, enclosed: bool) -> None:
    plots = game.battle.land.plots
    if not plots:
        raise Refused("there is no piece of terrain on this table to rule on.")
    if not (piece.isascii() and piece.isdigit() and int(piece) < len(plots)) or cover not in COVERS:
        raise Refused(f"expected a piece of terrain from 0 to {len(plots) - 1} and open, soft or hard.")
    game.tell(GroundRuled(int(piece), COVERS.index(cover), enclosed))


def add_group(game: Game[RiskBattle], side: str, card: str, east: str, north: str) -> None:
    """A new group comes on, in a block about a point that has room for it."""
    battle = game.battle
    if side not in ("1", "2"):
        raise Refused(f"expected side 1 or 2, got {side[:20]!r}.")
    if card not in battle.cards:
        raise Refused(f"there is no card {card[:40]!r}; known: {', '.join(battle.cards)}.")
    x, y = point(battle, east, north)
    index = int(side) - 1
    facing = battle.goals.facings[index]
    name = new_name(battle, index, battle.cards[card].name)
    seat = next(group.seat for group in battle.groups if group.side == index)
    group = Group(len(battle.groups), battle.cards[card], name, index, seat, -1, 0)
    if group.is_pc() and battle.played[index]:
        for other in battle.groups:
            if other.is_pc() and other.side == index and other.seat == seat and other.place != Where.GONE:
                raise Refused(f"{other.name} is that player's Character: expected one for each player (R65).")
    spots = block(battle, group, x, y, facing, (group.start + 1) // 2)
    if not fits(battle, spots):
        raise Refused(f"{name} does not fit there: expected room for {group.start} figures.")
    game.tell(GroupAdded(card, name, index, seat))
    tell_deployed(game, battle.groups[group.id], spots, facing)


def fits(battle: RiskBattle, spots: list[tuple[float, float]]) -> bool:
    """Is there room for a figure on each of the spots?"""
    for x, y in spots:
        if crowded(battle, x, y, -1) or not on_table(battle.land.ground, x, y, battle.radius):
            return False
    return True


def new_name(battle: RiskBattle, side: int, name: str) -> str:
    taken = [group.name for group in battle.groups if group.side == side]
    number = 1
    while f"{name} reinforcement {number}" in taken:
        number += 1
    return f"{name} reinforcement {number}"


def on_the_table(battle: RiskBattle, word: str) -> Group:
    group = battle.groups[number(word, 0, len(battle.groups) - 1, "a group's number")]
    if group.place != Where.ON_TABLE:
        raise Refused(f"{group.name} is not on the table any more.")
    return group


def point(battle: RiskBattle, east: str, north: str) -> tuple[float, float]:
    try:
        x, y = float(east), float(north)
    except ValueError:
        raise Refused("expected a place as two numbers, cm east and cm north.") from None
    if not on_table(battle.land.ground, x, y, r=0.0):
        raise Refused(f"{east[:20]}, {north[:20]} is not on the table.")
    return x, y
