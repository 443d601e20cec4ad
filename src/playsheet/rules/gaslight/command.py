"""Command (4.2): who is in command, who may act, promotion, stand-ins, and characters who join, leave or take over."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.game import Game
from playsheet.core.geometry import TOLERANCE, spacing
from playsheet.rules.gaslight.events import Attached, Declined, Promoted, TookOver
from playsheet.rules.gaslight.options import ALONE, WAIT, Attach, Lead, TakeOver
from playsheet.rules.gaslight.sheet import CHARACTER, CREW, FOOT, HORSE
from playsheet.rules.gaslight.state import (
    ABOARD,
    ACTED,
    HELD,
    IN_COMMAND,
    ON_TABLE,
    RUNNING_OFF,
    SPENT,
    WAITS,
    GaslightBattle,
    Unit,
)

CANNOT_ACT: Final = ACTED | HELD | WAITS | RUNNING_OFF


def within_radius(battle: GaslightBattle, figure: int) -> bool:
    """Within 12 inches of the leader's centre, limit included; if he fell on this card, everybody is (R95, R96)."""
    unit = battle.unit_of(figure)
    if unit.lone() or unit.leader < 0 or battle.marked(figure, ABOARD):
        return True
    x, y = battle.at(figure)
    to_x, to_y = battle.at(unit.leader)
    return spacing(x, y, to_x, to_y) <= battle.rules.command_radius + TOLERANCE


def in_command(battle: GaslightBattle, figure: int) -> bool:
    """As it stands when the figure is about to act; by switch, as it stood when the card began (R29)."""
    if battle.rules.command_at_start and battle.unit_of(figure).id == battle.active:
        return battle.marked(figure, IN_COMMAND)
    return within_radius(battle, figure)


def able(battle: GaslightBattle, figure: int) -> bool:
    """May the figure still act on this card?"""
    return battle.marks[i64(figure)] & CANNOT_ACT == 0 and in_command(battle, figure)


def able_figures(battle: GaslightBattle, unit: Unit) -> list[int]:
    return [figure for figure in battle.members(unit) if able(battle, figure)]


def held_figures(battle: GaslightBattle, unit: Unit, marks: int) -> list[int]:
    """Those whom a mark from before keeps from acting on the card that begins."""
    if battle.rules.once_a_turn:
        marks |= SPENT
    return [figure for figure in battle.members(unit) if battle.marks[i64(figure)] & marks != 0]


def deck_of(battle: GaslightBattle) -> list[int]:
    """The cards of every unit that is left; an attached character has none (R3)."""
    cards: list[int] = []
    for unit in battle.units:
        if unit.place == ON_TABLE:
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


def eligible(battle: GaslightBattle, unit: Unit) -> list[Unit]:
    """Unattached characters of its side within command radius of any of its models (R31)."""
    if not takes_characters(unit):
        return []
    found: list[Unit] = []
    members = battle.members(unit)
    for character in battle.units:
        if character.side != unit.side or character.kind != CHARACTER or character.place != ON_TABLE:
            continue
        x, y = battle.at(character.first)
        for figure in members:
            to_x, to_y = battle.at(figure)
            if spacing(x, y, to_x, to_y) <= battle.rules.command_radius + TOLERANCE:
                found.append(character)
                break
    return found


def takes_characters(unit: Unit) -> bool:
    """May a character be attached to it? Not to a machine, nor to beasts or another character (R115)."""
    return unit.kind in (FOOT, HORSE, CREW) and unit.place == ON_TABLE


def offer_takeover(game: Game[GaslightBattle], unit: Unit) -> None:
    """A leaderless unit may be taken over by a character near it (R31); whoever declines is noted (R116)."""
    battle = game.battle
    characters = eligible(battle, unit)
    if not characters:
        return
    options = [WAIT, *[TakeOver(character.id) for character in characters]]
    chosen = game.choose(unit.seat, "takeover", options, unit.id)
    if isinstance(chosen, TakeOver):
        take_over(game, battle.units[chosen.character], unit)
    else:
        game.tell(Declined([unit.id]))


def take_over(game: Game[GaslightBattle], character: Unit, unit: Unit) -> None:
    attach(game, character, unit)
    game.tell(TookOver(character.id, unit.id, "R31, R32"))


def attach(game: Game[GaslightBattle], character: Unit, unit: Unit) -> None:
    """His cards leave the deck; if he has acted this turn he waits for the next (R7)."""
    game.tell(Attached(character.id, unit.id, game.battle.marked(character.first, SPENT), "R7"))


def between_cards(game: Game[GaslightBattle]) -> None:
    """Before the next card is drawn: leaderless units that could be taken over, each asked about once a turn (R116)."""
    battle = game.battle
    for unit in battle.units:
        if unit.place == ON_TABLE and unit.leader < 0 and unit.id not in battle.declined and not unit.lone():
            offer_takeover(game, unit)


def hosts(battle: GaslightBattle, character: Unit) -> list[int]:
    """The friendly units that a character touches and may join (R7)."""
    i: i64 = character.first
    x = battle.figures.x[i]
    y = battle.figures.y[i]
    found: list[int] = []
    for other in battle.near.within(x, y, battle.radius[i] + battle.rules.contact):
        if other == character.first or other >= battle.men:
            continue
        unit = battle.unit_of(other)
        if unit.side == character.side and takes_characters(unit) and unit.id not in found:
            found.append(unit.id)
    found.sort()
    return found


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
