"""A game master's word: cards, checks, sight, terrain, the game itself. All of it is told and recorded."""

from __future__ import annotations

from typing import Final

from playsheet.core.errors import Refused
from playsheet.core.game import Game
from playsheet.core.master import LENGTH, Field, MasterOrder, Offer, use
from playsheet.rules.lancer.battle.events import CardAdded, CardRemoved, SightVetoed, TerrainMoved
from playsheet.rules.lancer.battle.land import with_shifted
from playsheet.rules.lancer.battle.state import LancerBattle
from playsheet.rules.lancer.battle.units import Unit
from playsheet.rules.lancer.ground.moving import bars_horse, keeps_road
from playsheet.rules.lancer.table.contact import settle
from playsheet.rules.lancer.table.morale import morale_check_now
from playsheet.rules.lancer.terms import Where
from playsheet.tabletop.events import BattleEnded
from playsheet.tabletop.master import award, award_field, awarded, number, plots_field, units_field

ORDERS: Final = (
    MasterOrder("add-card UNIT", "One more card of the unit comes into the deck, until the next shuffle."),
    MasterOrder(
        "remove-card UNIT", "A card of the unit that was not drawn yet goes out of the deck, until the next shuffle."
    ),
    MasterOrder("check UNIT", "The unit makes a Unit Morale Check at once, and falls back if it fails."),
    MasterOrder("veto-sight UNIT OTHER", "The two units cannot see each other, whatever the ground says."),
    MasterOrder("move-terrain PIECE EAST NORTH", "Shifts a piece of ground by so many inches."),
    award(),
)


def offers(battle: LancerBattle) -> list[Offer]:
    """What could be ordered now."""
    return [Offer(order, [field_of(battle, order, name) for name in order.arguments()]) for order in ORDERS]


def field_of(battle: LancerBattle, order: MasterOrder, name: str) -> Field:
    sides = battle.goals.side_names
    if name == "SIDE":
        return award_field(sides)
    if name == "PIECE":
        return plots_field([plot.name for plot in battle.land.plots])
    if name in ("EAST", "NORTH"):
        most = battle.land.ground.width if name == "EAST" else battle.land.ground.depth
        way = "east, or west if it is negative" if name == "EAST" else "north, or south if it is negative"
        return Field(name, LENGTH, f"inches {way}", [], low=-most, high=most, example="0")
    units = [unit for unit in battle.units if unit.place == Where.ON_TABLE]
    if order.form.startswith("remove-card"):
        units = [unit for unit in battle.units if unit.id in battle.deck.left]
    elif order.form.startswith("check"):
        units = [unit for unit in units if unit.on_table() and not unit.foes]
    elif name == "OTHER":
        units.reverse()
    return units_field(name, units, sides, "the other unit" if name == "OTHER" else "the unit")


def overrule(game: Game[LancerBattle], order: str) -> None:
    """Carry out one word of a game master; units are named by their number in the roster."""
    battle = game.battle
    if battle.to_deploy:
        raise Refused("a game master's word waits until both sides are deployed.")
    words = order.split()
    match words:
        case ["add-card", who]:
            game.tell(CardAdded(unit_named(battle, who).id))
        case ["remove-card", who]:
            unit = unit_named(battle, who)
            if unit.id not in battle.deck.left:
                raise Refused(f"{unit.name} has no card left in the deck.")
            game.tell(CardRemoved(unit.id))
        case ["check", who]:
            unit = unit_named(battle, who)
            if not unit.on_table() or unit.foes:
                raise Refused(f"{unit.name} cannot be called to check now: it is not on the table, or it is in melee.")
            morale_check_now(game, unit)
            settle(game, -1)
        case ["veto-sight", one, other]:
            game.tell(SightVetoed(unit_named(battle, one).id, unit_named(battle, other).id))
        case ["move-terrain", piece, dx, dy]:
            move_terrain(game, piece, dx, dy)
        case ["award", ("1" | "2" | "draw") as side]:
            winner, verdict = awarded(side)
            game.tell(BattleEnded(winner, verdict))
        case _:
            raise Refused(f"expected {use(ORDERS)}, got {order[:60]!r}.")


def move_terrain(game: Game[LancerBattle], piece: str, dx: str, dy: str) -> None:
    """Shift a piece of terrain by so many inches east and north; nobody may end up in ground closed to him."""
    battle = game.battle
    try:
        index, east, north = int(piece), float(dx), float(dy)
    except ValueError:
        raise Refused("expected move-terrain with a piece's number and two distances in inches.") from None
    if not 0 <= index < len(battle.land.plots) or not abs(east) + abs(north) < 1000.0:
        raise Refused(f"expected a piece of terrain from 0 to {len(battle.land.plots) - 1} and distances on the table.")
    land = with_shifted(battle.land, index, east, north)
    for unit in battle.units:
        for part in unit.shape:
            if land.refuses(part, bars_horse(battle, unit), keeps_road(unit)):
                raise Refused(f"{unit.name} would stand in {land.plots[index].name}, which is closed to it.")
    game.tell(TerrainMoved(index, east, north))


def unit_named(battle: LancerBattle, word: str) -> Unit:
    return battle.units[number(word, 0, len(battle.units) - 1, "a unit's number")]
