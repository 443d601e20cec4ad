"""A game master's word: cards, checks, a unit set anew, the game itself. All of it is told and recorded."""

from __future__ import annotations

from typing import Final

from playsheet.core.errors import Refused
from playsheet.core.game import Game
from playsheet.core.master import Field, MasterOrder, Offer, use
from playsheet.rules.gaslight.battle.events import CardAdded, CardRemoved, CheckCalled
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.battle.units import Unit
from playsheet.rules.gaslight.table.damage import settle_machines
from playsheet.rules.gaslight.table.morale import check_morale
from playsheet.rules.gaslight.table.scatter import scatter
from playsheet.rules.gaslight.terms import CheckReason, Phase, Where
from playsheet.tabletop.events import BattleEnded
from playsheet.tabletop.master import award, award_field, awarded, number, units_field

ORDERS: Final = (
    MasterOrder("add-card UNIT", "One more card of the unit comes into the deck, until the next shuffle."),
    MasterOrder(
        "remove-card UNIT", "A card of the unit that was not drawn yet goes out of the deck, until the next shuffle."
    ),
    MasterOrder("check UNIT", "The unit checks morale when its next card is drawn."),
    MasterOrder("check-now UNIT", "The unit checks morale at once, and what comes of it happens."),
    MasterOrder("scatter UNIT", "The unit's figures step back out of line, some more than others.", "R28"),
    award(),
)


def offers(battle: GaslightBattle) -> list[Offer]:
    """What could be ordered now."""
    return [Offer(order, [field_of(battle, order, name) for name in order.arguments()]) for order in ORDERS]


def field_of(battle: GaslightBattle, order: MasterOrder, name: str) -> Field:
    if name == "SIDE":
        return award_field(battle.goals.side_names)
    units = [unit for unit in battle.units if unit.place == Where.ON_TABLE]
    if order.form.startswith("remove-card"):
        units = [unit for unit in battle.units if unit.id in battle.deck.left]
    elif order.form.startswith("check"):
        units = [unit for unit in units if battle.checks(unit)]
    return units_field(name, units, battle.goals.side_names)


def overrule(game: Game[GaslightBattle], order: str) -> None:
    """Carry out one word of a game master; units are named by their number in the roster."""
    battle = game.battle
    if battle.phase == Phase.DEPLOYING:
        raise Refused("a game master's word waits until both sides are deployed.")
    match order.split():
        case ["add-card", who]:
            game.tell(CardAdded(on_table(battle, who).id))
        case ["remove-card", who]:
            unit = unit_named(battle, who)
            if unit.id not in battle.deck.left:
                raise Refused(f"{unit.name} has no card left in the deck.")
            game.tell(CardRemoved(unit.id))
        case ["check", who]:
            game.tell(CheckCalled(must_check(battle, who).id))
        case ["check-now", who]:
            check_morale(game, must_check(battle, who), CheckReason.AT_ONCE)
            settle_machines(game)
        case ["scatter", who]:
            scatter(game, on_table(battle, who))
        case ["award", ("1" | "2" | "draw") as side]:
            winner, verdict = awarded(side)
            game.tell(BattleEnded(winner, verdict))
        case _:
            raise Refused(f"expected {use(ORDERS)}, got {order[:60]!r}.")


def unit_named(battle: GaslightBattle, word: str) -> Unit:
    return battle.units[number(word, 0, len(battle.units) - 1, "a unit's number")]


def on_table(battle: GaslightBattle, word: str) -> Unit:
    unit = unit_named(battle, word)
    if unit.place != Where.ON_TABLE:
        raise Refused(f"{unit.name} is not on the table in its own right.")
    return unit


def must_check(battle: GaslightBattle, word: str) -> Unit:
    unit = on_table(battle, word)
    if not battle.checks(unit):
        raise Refused(f"{unit.name} never checks morale (R9).")
    return unit
