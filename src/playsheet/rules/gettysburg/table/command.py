"""The command phase (4.1): divisions, then brigades; what is wanted is written before the dice fall (R17)."""

from __future__ import annotations

from typing import Final

from playsheet.core.asking import Option
from playsheet.core.game import Game
from playsheet.core.geometry import TOLERANCE
from playsheet.rules.gettysburg.battle.brigades import Brigade, Division
from playsheet.rules.gettysburg.battle.command_events import (
    DivisionOrdered,
    DivisionTried,
    OrderChanged,
    OrderShown,
    OrderTried,
)
from playsheet.rules.gettysburg.battle.events import GoEnded, StageSet
from playsheet.rules.gettysburg.battle.seats import enemy_seat
from playsheet.rules.gettysburg.battle.secrets import others
from playsheet.rules.gettysburg.battle.state import GettysburgBattle
from playsheet.rules.gettysburg.battle.units import NOBODY, Unit
from playsheet.rules.gettysburg.dice.command import (
    OrderRoll,
    brigade_account,
    brigade_order,
    division_account,
    division_order,
    own_account,
    own_initiative,
)
from playsheet.rules.gettysburg.options.choices import ChangeDivision, ChangeOrder, SupportOf
from playsheet.rules.gettysburg.options.command import (
    KEEP,
    SHOW,
    brigade_options,
    brigades_to_try,
    commands_a_brigade,
    divisions_to_try,
    first_of,
    from_units,
    generals_apart,
    giver_of,
    givers_of,
    in_contact,
    in_dense_wood,
    partners_of,
    sender_of,
)
from playsheet.rules.gettysburg.terms import DIVISION_ORDERS, WINGS, Order, OrderTry, Quality

DIVISIONS: Final = 1
BRIGADES: Final = 2


# ---------------------------------------------------------------- the phase


def step(game: Game[GettysburgBattle]) -> None:
    """A go of the command phase: one division or one brigade after another."""
    battle = game.battle
    if battle.stage == 0:
        game.tell(StageSet(DIVISIONS, divisions_to_try(battle)))
    if battle.stage == DIVISIONS:
        if battle.queue:
            division = battle.divisions[battle.queue[0]]
            game.tell(StageSet(DIVISIONS, battle.queue[1:]))
            try_division(game, division)
            return
        game.tell(StageSet(BRIGADES, brigades_to_try(battle)))
    if battle.queue:
        brigade = battle.brigades[battle.queue[0]]
        game.tell(StageSet(BRIGADES, battle.queue[1:]))
        try_brigade(game, brigade)
        if battle.queue:
            return
    game.tell(GoEnded())


# ---------------------------------------------------------------- divisions


def try_division(game: Game[GettysburgBattle], division: Division) -> None:
    """One try a turn (R13); the dice are public, the order is not (R17)."""
    battle = game.battle
    giver = giver_of(battle, division.side)
    if giver is None:
        return
    options: list[Option] = [KEEP]
    for order in range(len(DIVISION_ORDERS)):
        if order != division.order:
            options.append(ChangeDivision(order))
    chosen = game.choose(battle.armies[division.side].seat, "division_order", options, first_of(battle, division))
    if not isinstance(chosen, ChangeDivision):
        return
    general = battle.in_command(division.general)
    contact = general is not None and any(
        in_contact(battle, each, general) for each in givers_of(battle, division.side)
    )
    game.dice.throwers(battle.armies[division.side].seat, enemy_seat(battle, division.side))
    account = division_account(battle.rules, giver.quality, contact=contact)
    passed = division_order(game.dice, battle.rules, division.order, account)
    game.tell(DivisionTried(division.id, passed))
    if passed:
        game.tell(DivisionOrdered(division.id, chosen.order, others(battle, division.side)))


# ---------------------------------------------------------------- brigades


def try_brigade(game: Game[GettysburgBattle], brigade: Brigade) -> None:
    """Sent by the divisional general, or on the brigadier's own initiative: one try in all (R13)."""
    battle = game.battle
    options = brigade_options(battle, brigade)
    if len(options) == 1:
        return
    chosen = game.choose(brigade.seat, "brigade_order", options, battle.first_of(brigade))
    if chosen is SHOW:
        show_order(game, brigade, "choice", "R17")
        return
    if not isinstance(chosen, ChangeOrder):
        return
    target, wing = supported(game, brigade) if chosen.order == Order.SUPPORT else (NOBODY, 0)
    game.dice.throwers(brigade.seat, enemy_seat(battle, brigade.side))
    rolled = roll_own(game, brigade, chosen.order) if chosen.own else roll_sent(game, brigade)
    game.tell(OrderTried(brigade.id, "own-initiative" if chosen.own else "sent", rolled.came == OrderTry.CHANGED))
    if rolled.came == OrderTry.CHANGED:
        set_order(game, brigade, chosen.order, target, wing, "changed", "R17", shown=False)
    elif rolled.came != OrderTry.KEPT:
        lose_nerve(game, brigade, rolled)


def supported(game: Game[GettysburgBattle], brigade: Brigade) -> tuple[int, int]:
    """Which brigade, and on its left, its right or in its rear (R22)."""
    options = [SupportOf(other.id, wing) for other in partners_of(game.battle, brigade) for wing in range(len(WINGS))]
    chosen = game.choose(brigade.seat, "support_brigade", options, game.battle.first_of(brigade))
    return chosen.brigade, chosen.wing


def roll_sent(game: Game[GettysburgBattle], brigade: Brigade) -> OrderRoll:
    """By the C-in-C's quality and where the divisional general is (4.1.2)."""
    battle = game.battle
    sender = sender_of(battle, brigade)
    assert sender is not None
    chief = battle.in_command(battle.armies[brigade.side].cinc)
    quality = chief.quality if chief is not None else Quality.NORMAL  # R93
    brigadier = battle.in_command(brigade.brigadier)
    far = generals_apart(sender, brigadier) if brigadier is not None else from_units(battle, sender, brigade)
    contact = brigadier is not None and brigadier is not sender and in_contact(battle, sender, brigadier)
    account = brigade_account(
        battle.rules,
        quality,
        far=far > battle.rules.order_far + TOLERANCE,
        commanding=commands_a_brigade(battle, sender),
        contact=contact,
        dense=in_dense_wood(battle, brigade, brigadier),
    )
    return brigade_order(game.dice, battle.rules, brigade.order, account)


def roll_own(game: Game[GettysburgBattle], brigade: Brigade, wanted: int) -> OrderRoll:
    """By the brigadier's quality (4.1.3)."""
    battle = game.battle
    brigadier = battle.in_command(brigade.brigadier)
    assert brigadier is not None
    account = own_account(battle.rules, brigadier.quality, battle.armies[brigade.side].nation, wanted)
    return own_initiative(game.dice, battle.rules, brigade.order, account)


def lose_nerve(game: Game[GettysburgBattle], brigade: Brigade, rolled: OrderRoll) -> None:
    """Loss of nerve or panic: the wanted order is lost and the chip is turned up (R14, R17); not on Retire (R16)."""
    if brigade.order == Order.RETIRE:
        return
    why = "panic" if rolled.came == OrderTry.PANIC else "loss-of-nerve"
    if rolled.order == Order.NONE or rolled.order == brigade.order:
        show_order(game, brigade, why, "R14")
    else:
        set_order(game, brigade, rolled.order, NOBODY, 0, why, "R14", shown=True)


# ---------------------------------------------------------------- changing and showing


def set_order(
    game: Game[GettysburgBattle],
    brigade: Brigade,
    order: int,
    target: int,
    wing: int,
    why: str,
    ruling: str,
    *,
    shown: bool,
) -> None:
    """From now on (4.1.4), face down unless it is shown; Hold keeps the places where its units stand now (R23)."""
    battle = game.battle
    area = [(unit.x, unit.y) for unit in battle.units_of(brigade)] if order == Order.HOLD else []
    up = shown or not battle.rules.orders_hidden
    unseen = () if up else others(battle, brigade.side)
    game.tell(OrderChanged(brigade.id, order, target, wing, area, up, why, ruling, unseen))


def show_order(game: Game[GettysburgBattle], brigade: Brigade, why: str, ruling: str) -> None:
    """Turned face up: nothing is told if it lies so already."""
    if brigade.shown or not game.battle.rules.orders_hidden:
        return
    game.tell(OrderShown(brigade.id, brigade.order, brigade.target, brigade.wing, why, ruling))


def attacked(game: Game[GettysburgBattle], unit: Unit) -> None:
    """A brigade on Move that is attacked becomes Hold at once (R24): face up if it lay so, else unseen."""
    battle = game.battle
    if unit.brigade < 0:
        return
    brigade = battle.brigades[unit.brigade]
    if brigade.order == Order.MOVE:
        set_order(game, brigade, Order.HOLD, NOBODY, 0, "attacked", "R24", shown=brigade.shown)


def drop_lost_supports(game: Game[GettysburgBattle]) -> None:
    """Support of a brigade that is gone is Hold (R122)."""
    battle = game.battle
    for brigade in battle.brigades:
        if brigade.order == Order.SUPPORT and not brigade.gone and brigade.target >= 0:
            if battle.brigades[brigade.target].gone:
                set_order(game, brigade, Order.HOLD, NOBODY, 0, "support-gone", "R122", shown=brigade.shown)
