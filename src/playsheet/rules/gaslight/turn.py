"""The turn: draw a card, command, morale, actions, close combat, clean up. It reads like the sheet's own list."""

from __future__ import annotations

from typing import Final

from playsheet.core.asking import Option
from playsheet.core.events import Throw as DiceThrow
from playsheet.core.game import Game
from playsheet.core.sequence import Part
from playsheet.rules.gaslight.battle.events import (
    ActionsEnded,
    Activated,
    CardDrawn,
    CardEnded,
    DeckShuffled,
    Detached,
    Moved,
    TurnEnded,
)
from playsheet.rules.gaslight.battle.fight_events import Reloaded
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.battle.units import Unit
from playsheet.rules.gaslight.ground.marks import mark_at
from playsheet.rules.gaslight.ground.moving import FormRegion, MoveRegion, Places, assigned, block, formed, shifted
from playsheet.rules.gaslight.options.choices import (
    DONE,
    FORM,
    FORM_SOME,
    MOVE,
    MOVE_SOME,
    PILE_IN,
    RELOAD,
    RELOAD_SOME,
    BreakOff,
    Charge,
    ConeShot,
    Detach,
    Launch,
    PileIn,
    Shoot,
    Snipe,
    Throw,
)
from playsheet.rules.gaslight.options.command import held_figures, within_radius
from playsheet.rules.gaslight.options.orders import Hands, orders, to_reload
from playsheet.rules.gaslight.options.shooting import group_at, shooters
from playsheet.rules.gaslight.table.cannon import gun_order
from playsheet.rules.gaslight.table.charge import charge
from playsheet.rules.gaslight.table.command import between_cards, deck_of, lead, offer_attachment
from playsheet.rules.gaslight.table.crews import board
from playsheet.rules.gaslight.table.damage import settle_machines
from playsheet.rules.gaslight.table.deployment import deploy
from playsheet.rules.gaslight.table.grenades import cone_order, launch_order, throw_order
from playsheet.rules.gaslight.table.groups import chosen_figures, chosen_group
from playsheet.rules.gaslight.table.melee import fight, leave_contact, pile_in, pile_in_all
from playsheet.rules.gaslight.table.morale import check_morale, run_on
from playsheet.rules.gaslight.table.scatter import offer_scatter
from playsheet.rules.gaslight.table.shooting import fire_group, snipe
from playsheet.rules.gaslight.table.vehicles import begin_card, machine_order, tick_steam
from playsheet.rules.gaslight.terms import Arm, CheckReason, ModelMark, MoveKind, Where
from playsheet.rules.gaslight.victory import last_turn, won_at_once

DRAW: Final = DiceThrow("Draw a card", "deck", "", "", "R3", 2)


def step(game: Game[GaslightBattle]) -> None:
    """The next thing that happens: a unit deploys, a card is drawn, an order is carried out, contacts are fought."""
    SEQUENCE[game.battle.phase].play(game)


# ---------------------------------------------------------------- cards


def next_card(game: Game[GaslightBattle]) -> None:
    """Draw, and begin the card of whoever acts on it; when there is none left the turn is over."""
    battle = game.battle
    if battle.queue:
        begin(game, battle.units[battle.queue[0]])
        return
    between_cards(game)
    while battle.deck.left:
        card = battle.deck.pick(game.dice, DRAW)
        queue = who_acts(battle, card)
        game.tell(CardDrawn(card, queue, "" if card in queue else "R105" if queue else "R6"))
        if queue:
            begin(game, battle.units[queue[0]])
            return
    end_turn(game)


def who_acts(battle: GaslightBattle, card: int) -> list[int]:
    """The card's unit; if that is gone, the characters who were with it and outlived it this turn (R105)."""
    if battle.units[card].place == Where.ON_TABLE:
        return [card]
    return [unit.id for unit in battle.units if unit.acts_on == card and unit.place == Where.ON_TABLE]


def begin(game: Game[GaslightBattle], unit: Unit) -> None:
    """The command step, and morale if there is a reason to check; only then may models act (steps 3 and 4)."""
    battle = game.battle
    held = held_figures(battle, unit, ModelMark.FROZEN | ModelMark.SKIPS | ModelMark.WAITS | ModelMark.RUNNING_OFF)
    lead(game, unit)
    commanded = [figure for figure in battle.members(unit) if within_radius(battle, figure)]
    game.tell(Activated(unit.id, held, commanded))
    begin_card(game, unit)
    if not unit.pending or check_morale(game, unit, CheckReason.OWN_CARD):
        run_on(game, unit)
    settle_machines(game)


def end_turn(game: Game[GaslightBattle]) -> None:
    """The deck is empty: steam, marks, the turn limit, and a new deck."""
    battle = game.battle
    tick_steam(game)
    game.tell(TurnEnded())
    if battle.turn >= battle.goals.turns:
        last_turn(game)
    else:
        game.tell(DeckShuffled(battle.turn + 1, deck_of(battle)))


def close_card(game: Game[GaslightBattle]) -> None:
    """Close combat, then clean up; a battle may be won here."""
    battle = game.battle
    unit = battle.units[battle.active]
    fight(game)
    offer_scatter(game, unit)
    game.tell(CardEnded())
    won_at_once(game)


# ---------------------------------------------------------------- actions


def act(game: Game[GaslightBattle]) -> None:
    """One order of the active unit; when nobody of it can do anything more, its contacts are fought."""
    battle = game.battle
    unit = battle.units[battle.active]
    options: list[Option] = orders(battle, unit) if unit.place == Where.ON_TABLE else []
    if len(options) <= 1:
        game.tell(ActionsEnded())
        return
    carry_out(game, unit, game.choose(unit.seat, "order", options, unit.id))
    settle_machines(game)


def carry_out(game: Game[GaslightBattle], unit: Unit, order: Option) -> None:
    battle = game.battle
    if order is DONE:
        game.tell(ActionsEnded())
    elif order is MOVE or order is MOVE_SOME:
        move(game, unit, order is MOVE_SOME)
    elif order is FORM or order is FORM_SOME:
        form(game, unit, order is FORM_SOME)
    elif order is RELOAD or order is RELOAD_SOME:
        reload(game, unit, order is RELOAD_SOME)
    elif isinstance(order, Shoot):
        shoot(game, unit, order)
    elif isinstance(order, Snipe):
        snipe(game, unit, order.figure)
    elif isinstance(order, ConeShot):
        cone_order(game, unit, order.figure)
    elif isinstance(order, Throw):
        throw_order(game, unit, order.figure)
    elif isinstance(order, Launch):
        launch_order(game, unit, order.figure)
    elif isinstance(order, Charge):
        charge(game, unit, battle.units[order.unit], order.machine)
    elif order is PILE_IN:
        pile_in_all(game, unit, Hands(battle, unit).free)
    elif isinstance(order, PileIn):
        pile_in(game, unit, order.figure)
    elif isinstance(order, BreakOff):
        leave_contact(game, unit, order.figure)
    elif isinstance(order, Detach):
        detach(game, unit, battle.units[order.unit])
    elif unit.kind == Arm.VEHICLE:
        machine_order(game, unit, order)
    else:
        gun_order(game, unit, order)


def move(game: Game[GaslightBattle], unit: Unit, some: bool) -> None:
    """Figures go the same way as a body; a character who ends in touch with a friendly unit may join it."""
    figures = movers(game, unit, some)
    value = game.place(unit.seat, "move", MoveRegion(game.battle, figures), unit.id)
    moved(game, unit, shifted(game.battle, figures, value), value[4])


def form(game: Game[GaslightBattle], unit: Unit, some: bool) -> None:
    """Figures gather in ranks and files."""
    battle = game.battle
    figures = movers(game, unit, some)
    value = game.place(unit.seat, "form", FormRegion(battle, figures), unit.id)
    spots = block(battle, figures, value[0], value[1], int(value[3]), facing=value[2])
    moved(game, unit, formed(battle, figures, assigned(battle, figures, spots)), value[2])


def movers(game: Game[GaslightBattle], unit: Unit, some: bool) -> list[int]:
    figures = Hands(game.battle, unit).free
    return chosen_figures(game, unit, figures) if some else figures


def moved(game: Game[GaslightBattle], unit: Unit, spots: Places, facing: float) -> None:
    facings = [facing] * len(spots.figures)
    game.tell(Moved(unit.id, MoveKind.MOVES, spots.figures, spots.xs, spots.ys, facings, True))
    board(game, unit, spots.figures)
    if unit.kind == Arm.CHARACTER:
        offer_attachment(game, unit)


def reload(game: Game[GaslightBattle], unit: Unit, some: bool) -> None:
    figures = to_reload(game.battle, Hands(game.battle, unit).free)
    game.tell(Reloaded(unit.id, chosen_figures(game, unit, figures) if some else figures))


def shoot(game: Game[GaslightBattle], unit: Unit, order: Shoot) -> None:
    """A group shoots: everybody who can, or those whom the owner leaves in it."""
    battle = game.battle
    mark = mark_at(battle, battle.units[order.unit], machine=order.machine)
    group = group_at(battle, shooters(battle, unit), mark)
    if group is not None and order.some:
        group = chosen_group(game, unit, group, mark)
    if group is not None:
        fire_group(game, unit, group, mark, forced=False)


def detach(game: Game[GaslightBattle], unit: Unit, character: Unit) -> None:
    """A character leaves the unit on its card, as his move; his own cards come back with the next shuffle (R7)."""
    battle = game.battle
    value = game.place(character.seat, "move", MoveRegion(battle, [character.first]), character.id)
    game.tell(Detached(character.id, unit.id, "R7"))
    spot = shifted(battle, [character.first], value)
    game.tell(Moved(character.id, MoveKind.MOVES, spot.figures, spot.xs, spot.ys, [value[4]], True))


# ---------------------------------------------------------------- the sheet's own list

SEQUENCE: Final = (
    Part("setting up", "The second-named side deploys first, whole bases in its zone, in command.", deploy, "R93"),
    Part(
        "drawing a card",
        "The unit on it sees who leads it, and checks its morale if it has reason to; when the deck is empty the turn "
        "is over.",
        next_card,
        "R6, R105",
    ),
    Part("actions", "Every model in command does one thing: move, shoot, reload, charge, serve a machine.", act),
    Part("close combat", "All in contact with the active unit fight at once; then the card is over.", close_card),
)
