"""The turn: draw a card, activate, STOP. It reads like the sheet's own list."""

from __future__ import annotations

from typing import Final

from playsheet.core.asking import Option
from playsheet.core.events import Throw
from playsheet.core.game import Game
from playsheet.core.sequence import Part
from playsheet.rules.lancer.battle.events import (
    Activated,
    CardDrawn,
    DidNothing,
    FormationChanged,
    JamCleared,
    Rallied,
    Reshuffled,
)
from playsheet.rules.lancer.battle.state import STOP, LancerBattle
from playsheet.rules.lancer.battle.units import Unit
from playsheet.rules.lancer.options.choices import (
    ChangeFormation,
    Charge,
    ClearJam,
    LeaveMelee,
    Melee,
    Move,
    Nothing,
    Order,
    Own,
    Rally,
    RallyOrder,
    Shoot,
    WithUnit,
    actions,
    commander_choices,
    own_actions,
)
from playsheet.rules.lancer.table.charge import charge
from playsheet.rules.lancer.table.contact import form_up, make_room
from playsheet.rules.lancer.table.deployment import deploy
from playsheet.rules.lancer.table.melee import commander_leaves_melee, leave_melee, melee
from playsheet.rules.lancer.table.morale import melee_morale
from playsheet.rules.lancer.table.moves import move, take_in_commanders
from playsheet.rules.lancer.table.shooting import shoot
from playsheet.rules.lancer.terms import Arm, Where
from playsheet.rules.lancer.victory import victory

DRAW: Final = Throw("Draw a card", "initiative-deck", "", "", "R1", 2)


def step(game: Game[LancerBattle]) -> None:
    """The next thing that happens: a unit deploys, or a card is played."""
    part = SETTING_UP if game.battle.to_deploy else CARD
    part.play(game)


def play_card(game: Game[LancerBattle]) -> None:
    """Draw; the cards of the dead are passed over (R2)."""
    battle = game.battle
    card = draw(game)
    while card != STOP and battle.units[card].place != Where.ON_TABLE:
        card = draw(game)
    if card == STOP:
        stop(game)
    elif battle.units[card].kind == Arm.COMMANDER:
        commander_card(game, battle.units[card])
    else:
        activate(game, battle.units[card], -1)


def draw(game: Game[LancerBattle]) -> int:
    battle = game.battle
    card = battle.deck.pick(game.dice, DRAW)
    game.tell(CardDrawn(card, card != STOP and battle.units[card].place != Where.ON_TABLE))
    return card


# ---------------------------------------------------------------- activation


def activate(game: Game[LancerBattle], unit: Unit, by: int) -> None:
    """One action, carried out completely. A unit that had no room to form up tries again first (R55)."""
    game.tell(Activated(unit.id, by, held_by(unit)))
    if not unit.formed and not unit.foes:
        form_up(game, [unit])
    seat = game.battle.units[by].seat if by >= 0 else unit.seat  # an order is the commander's owner's to give
    carry_out(game, unit, chosen_act(game, seat, unit, actions(game.battle, unit)))


def chosen_act(game: Game[LancerBattle], seat: int, unit: Unit, acts: list[Option]) -> Option:
    """Whoever can do nothing is not asked what he will do."""
    return game.choose(seat, "activated", acts, unit.id) if len(acts) > 1 else acts[0]


def held_by(unit: Unit) -> str:
    """The rulings that limit what it may do: disrupted, or in melee."""
    if unit.disrupted:
        return "R16, R32, R34" if unit.foes else "R16"
    return "R32, R34" if unit.foes else ""


def commander_card(game: Game[LancerBattle], commander: Unit) -> None:
    """His own action, or the unit he is with, or an order to a unit within reach (R35)."""
    battle = game.battle
    choices = commander_choices(battle, commander)
    chosen: Option = choices[0]
    if len(choices) > 1:
        chosen = game.choose(commander.seat, "commander", choices, commander.id)
    match chosen:
        case Own():
            game.tell(Activated(commander.id, -1, held_by(commander)))
            act = chosen_act(game, commander.seat, commander, own_actions(battle, commander))
            if isinstance(act, LeaveMelee) and commander.attached_to >= 0:
                commander_leaves_melee(game, commander)
            else:
                carry_out(game, commander, act)
        case WithUnit(unit=id) | Order(unit=id):
            activate(game, battle.units[id], commander.id)
        case RallyOrder(unit=id):
            game.tell(Activated(id, commander.id, "R44"))
            rally(game, battle.units[id])


def carry_out(game: Game[LancerBattle], unit: Unit, act: Option) -> None:
    battle = game.battle
    match act:
        case Nothing():
            do_nothing(game, unit)
        case Move():
            move(game, unit)
        case ChangeFormation(formation=formation):
            change_formation(game, unit, formation)
        case Shoot(target=target):
            shoot(game, unit, battle.units[target], reaction=False)
        case Charge(target=target):
            charge(game, unit, battle.units[target])
        case Melee():
            melee(game, unit)
        case LeaveMelee():
            leave_melee(game, unit)
        case ClearJam():
            clear_jam(game, unit)
        case Rally():
            rally(game, unit)
    make_room(game, unit.id)


# ---------------------------------------------------------------- STOP


def stop(game: Game[LancerBattle]) -> None:
    """Units locked in melee check; then victory; then everything is shuffled (R1, R5, R51)."""
    for part in AT_STOP:
        if not game.battle.finished:
            part.play(game)


def reshuffle(game: Game[LancerBattle]) -> None:
    battle = game.battle
    game.tell(Reshuffled(battle.turn + 1, battle.rules.reshuffle_all))


SETTING_UP: Final = Part(
    "setting up", "Side 2 deploys its units in its zone, then side 1; commanders come last.", deploy, "R43"
)
CARD: Final = Part(
    "a card is drawn",
    "The unit on it carries out one action completely; a commander acts, or has a unit act that is with him or within "
    "reach. Cards of the dead are passed over.",
    play_card,
    "R2, R4, R35",
)
AT_STOP: Final = (
    Part(
        "STOP: morale of units in melee",
        "Every unit locked in melee throws, side 1 first; those who failed throw how far, and fall back at one moment.",
        melee_morale,
        "R5, R51",
    ),
    Part("STOP: victory", "Objectives, the turn limit and the break point are looked at.", victory, "R41"),
    Part("STOP: reshuffle", "All cards go back into the deck, and the next turn begins.", reshuffle, "R1"),
)
SEQUENCE: Final = (SETTING_UP, CARD, *AT_STOP)


# ---------------------------------------------------------------- change formation, jam, rally (4.2, 4.8)


def change_formation(game: Game[LancerBattle], unit: Unit, formation: int) -> None:
    game.tell(FormationChanged(unit.id, formation))
    take_in_commanders(game, unit, unit.shape[0], inches=0.0)


def clear_jam(game: Game[LancerBattle], unit: Unit) -> None:
    game.tell(JamCleared(unit.id))


def rally(game: Game[LancerBattle], unit: Unit) -> None:
    game.tell(Rallied(unit.id))


def do_nothing(game: Game[LancerBattle], unit: Unit) -> None:
    game.tell(DidNothing(unit.id))
