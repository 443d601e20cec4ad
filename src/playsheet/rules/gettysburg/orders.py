"""The command phase (4.1): divisions, then brigades; what is wanted is written before the dice fall (R17)."""

from __future__ import annotations

from typing import Final

from playsheet.core.asking import Option, Word
from playsheet.core.game import Game
from playsheet.core.geometry import FAR, TOLERANCE, spacing
from playsheet.rules.gettysburg.command import (
    CHANGED,
    KEPT,
    PANIC,
    OrderRoll,
    brigade_account,
    brigade_order,
    division_account,
    division_order,
    own_account,
    own_initiative,
)
from playsheet.rules.gettysburg.events import (
    DivisionOrdered,
    DivisionTried,
    GoEnded,
    OrderChanged,
    OrderShown,
    OrderTried,
    StageSet,
)
from playsheet.rules.gettysburg.options import ChangeDivision, ChangeOrder, SupportOf
from playsheet.rules.gettysburg.secrets import enemy_seat, others
from playsheet.rules.gettysburg.sheet import (
    CORPS,
    DIVISION_ORDERS,
    HOLD,
    MOVE,
    NO_ORDER,
    NORMAL,
    ORDERS,
    RETIRE,
    SUPPORT,
)
from playsheet.rules.gettysburg.state import (
    NOBODY,
    WINGS,
    Brigade,
    Division,
    General,
    GettysburgBattle,
    Unit,
)

KEEP: Final = Word("keep", "Keep the order")
SHOW: Final = Word("show", "Show the order")
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


def divisions_to_try(battle: GettysburgBattle) -> list[int]:
    """Those whose general is another than the C-in-C, who must be in play, or a corps general (4.1.1, R10)."""
    if giver_of(battle, battle.side) is None:
        return []
    if battle.brigade >= 0 and any(brigade.went for brigade in battle.brigades if brigade.side == battle.side):
        return []  # brigade by brigade: with the first of them
    return [
        division.id
        for division in battle.divisions
        if division.side == battle.side
        and not division.tried
        and not has_fixed_order(battle, division)
        and first_of(battle, division) >= 0
    ]


def first_of(battle: GettysburgBattle, division: Division) -> int:
    """The unit that stands for a division when something is asked about that; -1 if it has none left."""
    for id in division.brigades:
        if battle.units_of(battle.brigades[id]):
            return battle.first_of(battle.brigades[id])
    return NOBODY


def has_fixed_order(battle: GettysburgBattle, division: Division) -> bool:
    """The C-in-C commands it himself: the scenario's order stands (R10)."""
    return division.general < 0 or division.general == battle.armies[division.side].cinc


def giver_of(battle: GettysburgBattle, side: int) -> General | None:
    """Who gives orders to divisions: the C-in-C, or a corps general."""
    chief = battle.in_command(battle.armies[side].cinc)
    if chief is not None:
        return chief
    for general in battle.generals:
        if general.side == side and general.level == CORPS and general.is_here():
            return general
    return None


def brigades_to_try(battle: GettysburgBattle) -> list[int]:
    return [
        brigade.id
        for brigade in battle.brigades
        if brigade.side == battle.side
        and (battle.brigade < 0 or brigade.id == battle.brigade)
        and not brigade.gone
        and not brigade.tried
        and battle.units_of(brigade)
    ]


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
    contact = general is not None and in_contact(battle, giver, general)
    game.dice.throwers(battle.armies[division.side].seat, enemy_seat(battle, division.side))
    account = division_account(battle.rules, giver.quality, contact)
    passed = division_order(game.dice, battle.rules, division.order, account)
    game.tell(DivisionTried(division.id, passed))
    if passed:
        game.tell(DivisionOrdered(division.id, chosen.order, others(battle, division.side)))


def in_contact(battle: GettysburgBattle, one: General, other: General) -> bool:
    """Base contact of two generals."""
    return generals_apart(one, other) <= battle.rules.contact + TOLERANCE


def generals_apart(one: General, other: General) -> float:
    far = spacing(one.x, one.y, other.x, other.y) - one.radius - other.radius
    return far if far > 0.0 else 0.0


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
    target, wing = supported(game, brigade) if chosen.order == SUPPORT else (NOBODY, 0)
    game.dice.throwers(brigade.seat, enemy_seat(battle, brigade.side))
    rolled = roll_own(game, brigade, chosen.order) if chosen.own else roll_sent(game, brigade)
    game.tell(OrderTried(brigade.id, "own-initiative" if chosen.own else "sent", rolled.came == CHANGED))
    if rolled.came == CHANGED:
        set_order(game, brigade, chosen.order, target, wing, False, "changed", "R17")
    elif rolled.came != KEPT:
        lose_nerve(game, brigade, rolled)


def brigade_options(battle: GettysburgBattle, brigade: Brigade) -> list[Option]:
    """Keep it, show it, and whatever may be tried: any order but the one it has (R13)."""
    options: list[Option] = [KEEP]
    if battle.rules.orders_hidden and not brigade.shown:
        options.append(SHOW)
    partners = has_partner(battle, brigade)
    sender = sender_of(battle, brigade)
    if sender is not None:
        menu = battle.rules.may_send(battle.divisions[brigade.division].order)
        for order in menu:
            if order != brigade.order and (order != SUPPORT or partners):
                options.append(ChangeOrder(False, order))
    if battle.in_command(brigade.brigadier) is not None:
        for order in range(len(ORDERS)):
            if order != brigade.order and (order != SUPPORT or partners):
                options.append(ChangeOrder(True, order))
    return options


def has_partner(battle: GettysburgBattle, brigade: Brigade) -> bool:
    """Is there any brigade that it could support?"""
    return any(can_support(battle, brigade, other) for other in battle.brigades)


def can_support(battle: GettysburgBattle, brigade: Brigade, other: Brigade) -> bool:
    return other.side == brigade.side and other is not brigade and not other.gone and bool(battle.units_of(other))


def partners_of(battle: GettysburgBattle, brigade: Brigade) -> list[Brigade]:
    """The brigades that it could support."""
    return [other for other in battle.brigades if can_support(battle, brigade, other)]


def supported(game: Game[GettysburgBattle], brigade: Brigade) -> tuple[int, int]:
    """Which brigade, and on its left, its right or in its rear (R22)."""
    options = [SupportOf(other.id, wing) for other in partners_of(game.battle, brigade) for wing in range(len(WINGS))]
    chosen = game.choose(brigade.seat, "support_brigade", options, game.battle.first_of(brigade))
    return chosen.brigade, chosen.wing


def sender_of(battle: GettysburgBattle, brigade: Brigade) -> General | None:
    """The divisional general, if he is in play (R122)."""
    if brigade.division < 0:
        return None
    return battle.in_command(battle.divisions[brigade.division].general)


def roll_sent(game: Game[GettysburgBattle], brigade: Brigade) -> OrderRoll:
    """By the C-in-C's quality and where the divisional general is (4.1.2)."""
    battle = game.battle
    sender = sender_of(battle, brigade)
    assert sender is not None
    chief = battle.in_command(battle.armies[brigade.side].cinc)
    quality = chief.quality if chief is not None else NORMAL  # R93
    brigadier = battle.in_command(brigade.brigadier)
    far = generals_apart(sender, brigadier) if brigadier is not None else from_units(battle, sender, brigade)
    contact = brigadier is not None and brigadier is not sender and in_contact(battle, sender, brigadier)
    account = brigade_account(
        battle.rules,
        quality,
        far > battle.rules.order_far + TOLERANCE,
        commands_a_brigade(battle, sender),
        contact,
        in_dense_wood(battle, brigade, brigadier),
    )
    return brigade_order(game.dice, battle.rules, brigade.order, account)


def from_units(battle: GettysburgBattle, general: General, brigade: Brigade) -> float:
    """To the brigade's nearest unit."""
    best = FAR
    for unit in battle.units_of(brigade):
        far = battle.general_gap(general, unit.shape)
        if far < best:
            best = far
    return best


def commands_a_brigade(battle: GettysburgBattle, general: General) -> bool:
    """Is he attached to a unit of one of his brigades that has no brigadier in play (R122)?"""
    if general.attached_to < 0:
        return False
    unit = battle.units[general.attached_to]
    if unit.brigade < 0 or battle.brigadier_of(unit) is not None:
        return False
    division = battle.brigades[unit.brigade].division
    return division >= 0 and battle.divisions[division].general == general.id


def in_dense_wood(battle: GettysburgBattle, brigade: Brigade, brigadier: General | None) -> bool:
    """The recipient: the brigadier, or without one the brigade's first unit (switch `order-dense-woods`)."""
    if brigadier is not None:
        return battle.land.in_dense_wood(brigadier.x, brigadier.y)
    units = battle.units_of(brigade)
    return bool(units) and battle.land.in_dense_wood(units[0].x, units[0].y)


def roll_own(game: Game[GettysburgBattle], brigade: Brigade, wanted: int) -> OrderRoll:
    """By the brigadier's quality (4.1.3)."""
    battle = game.battle
    brigadier = battle.in_command(brigade.brigadier)
    assert brigadier is not None
    account = own_account(battle.rules, brigadier.quality, battle.armies[brigade.side].nation, wanted)
    return own_initiative(game.dice, battle.rules, brigade.order, account)


def lose_nerve(game: Game[GettysburgBattle], brigade: Brigade, rolled: OrderRoll) -> None:
    """Loss of nerve or panic: the wanted order is lost and the chip is turned up (R14, R17); not on Retire (R16)."""
    if brigade.order == RETIRE:
        return
    why = "panic" if rolled.came == PANIC else "loss-of-nerve"
    if rolled.order == NO_ORDER or rolled.order == brigade.order:
        show_order(game, brigade, why, "R14")
    else:
        set_order(game, brigade, rolled.order, NOBODY, 0, True, why, "R14")


# ---------------------------------------------------------------- changing and showing


def set_order(
    game: Game[GettysburgBattle],
    brigade: Brigade,
    order: int,
    target: int,
    wing: int,
    shown: bool,
    why: str,
    ruling: str,
) -> None:
    """From now on (4.1.4), face down unless it is shown; Hold keeps the places where its units stand now (R23)."""
    battle = game.battle
    area = [(unit.x, unit.y) for unit in battle.units_of(brigade)] if order == HOLD else []
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
    if brigade.order == MOVE:
        set_order(game, brigade, HOLD, NOBODY, 0, brigade.shown, "attacked", "R24")


def drop_lost_supports(game: Game[GettysburgBattle]) -> None:
    """Support of a brigade that is gone is Hold (R122)."""
    battle = game.battle
    for brigade in battle.brigades:
        if brigade.order == SUPPORT and not brigade.gone and brigade.target >= 0:
            if battle.brigades[brigade.target].gone:
                set_order(game, brigade, HOLD, NOBODY, 0, brigade.shown, "support-gone", "R122")
