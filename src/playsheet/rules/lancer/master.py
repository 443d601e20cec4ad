"""A game master's word: cards, checks, sight, terrain, the game itself. All of it is told and recorded."""

from __future__ import annotations

from playsheet.core.errors import Refused
from playsheet.core.game import Game
from playsheet.rules.lancer.battle.events import CardAdded, CardRemoved, SightVetoed, TerrainMoved
from playsheet.rules.lancer.battle.land import with_shifted
from playsheet.rules.lancer.battle.state import LancerBattle
from playsheet.rules.lancer.battle.units import Unit
from playsheet.rules.lancer.ground.moving import bars_horse, keeps_road
from playsheet.rules.lancer.table.contact import settle
from playsheet.rules.lancer.table.morale import morale_check_now
from playsheet.tabletop.events import BattleEnded
from playsheet.tabletop.master import awarded, number

USE = (
    "add-card UNIT, remove-card UNIT, check UNIT, veto-sight UNIT UNIT, move-terrain PIECE EAST NORTH, "
    "or award SIDE (1, 2 or draw)"
)


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
            raise Refused(f"expected {USE}, got {order[:60]!r}.")


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
