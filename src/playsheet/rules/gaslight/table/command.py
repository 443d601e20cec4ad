"""Command (4.2): who is in command, who may act, promotion, stand-ins, and characters who join, leave or take over."""

from __future__ import annotations

from playsheet.core.game import Game
from playsheet.rules.gaslight.battle.events import Attached, Declined, Promoted, TookOver
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.battle.units import Unit
from playsheet.rules.gaslight.options.choices import ALONE, WAIT, Attach, Lead, TakeOver
from playsheet.rules.gaslight.options.command import eligible, hosts
from playsheet.rules.gaslight.terms import ModelMark, Where


def deck_of(battle: GaslightBattle) -> list[int]:
    """The cards of every unit that is left; an attached character has none (R3)."""
    return [card for card in whole_deck(battle) if battle.units[card].place == Where.ON_TABLE]


def whole_deck(battle: GaslightBattle) -> list[int]:
    """With every unit in play, and no character attached."""
    cards: list[int] = []
    for unit in battle.units:
        cards += [unit.id] * unit.card.cards
    return cards


# ---------------------------------------------------------------- leaders


def lead(game: Game[GaslightBattle], unit: Unit) -> None:
    """The card of a unit without a leader: a character takes over, or somebody of it is promoted (4.2.2, 4.2.4)."""
    if unit.lone() or unit.leader >= 0:
        return
    offer_takeover(game, unit)
    if unit.leader < 0:
        promote(game, unit)


def promote(game: Game[GaslightBattle], unit: Unit) -> None:
    """The highest class left, ties as the owner likes; if no character is left, anybody stands in (R30)."""
    battle = game.battle
    members = battle.members(unit)
    characters = [figure for figure in members if battle.is_character(figure)]
    best = characters or members
    if characters:
        highest = min([battle.cast[figure].cls for figure in characters])
        best = [figure for figure in characters if battle.cast[figure].cls == highest]
    figure = best[0]
    if len(best) > 1:
        figure = game.choose(unit.seat, "leader", [Lead(each) for each in best], unit.id).figure
    game.tell(Promoted(unit.id, figure, not characters, "R30, R32" if characters else "R32, R92"))


def offer_takeover(game: Game[GaslightBattle], unit: Unit) -> None:
    """A leaderless unit may be taken over by a character near it (R31); whoever declines is noted (R116)."""
    battle = game.battle
    characters = eligible(battle, unit)
    if not characters:
        return
    options = [WAIT, *[TakeOver(character.id) for character in characters]]
    chosen = game.choose(unit.seat, "takeover", options, unit.id)
    if isinstance(chosen, TakeOver):
        take_over(game, battle.units[chosen.unit], unit)
    else:
        game.tell(Declined([unit.id]))


def take_over(game: Game[GaslightBattle], character: Unit, unit: Unit) -> None:
    attach(game, character, unit)
    game.tell(TookOver(character.id, unit.id, "R31, R32"))


def attach(game: Game[GaslightBattle], character: Unit, unit: Unit) -> None:
    """His cards leave the deck; if he has acted this turn he waits for the next (R7)."""
    game.tell(Attached(character.id, unit.id, game.battle.marked(character.first, ModelMark.SPENT), "R7"))


def between_cards(game: Game[GaslightBattle]) -> None:
    """Before the next card is drawn: leaderless units that could be taken over, each asked about once a turn (R116)."""
    battle = game.battle
    for unit in battle.units:
        if unit.place == Where.ON_TABLE and unit.leader < 0 and unit.id not in battle.declined and not unit.lone():
            offer_takeover(game, unit)


def offer_attachment(game: Game[GaslightBattle], character: Unit) -> None:
    """After a move, or the deployment, that ends in touch with a friendly unit."""
    found = hosts(game.battle, character)
    if not found:
        return
    options = [ALONE, *[Attach(unit) for unit in found]]
    chosen = game.choose(character.seat, "attach", options, character.id)
    if isinstance(chosen, Attach):
        unit = game.battle.units[chosen.unit]
        if unit.leader < 0:
            take_over(game, character, unit)
        else:
            attach(game, character, unit)
