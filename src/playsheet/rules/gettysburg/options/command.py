"""Which orders may be tried, by whom, and what may be asked for (4.1)."""

from __future__ import annotations

from typing import Final

from playsheet.core.asking import Option, Word
from playsheet.core.geometry import FAR, TOLERANCE, spacing
from playsheet.rules.gettysburg.battle.brigades import Brigade, Division
from playsheet.rules.gettysburg.battle.state import GettysburgBattle
from playsheet.rules.gettysburg.battle.units import NOBODY, General
from playsheet.rules.gettysburg.options.choices import ChangeOrder
from playsheet.rules.gettysburg.terms import ORDERS, Bar, Order

KEEP: Final = Word("keep", "Keep the order")
SHOW: Final = Word("show", "Show the order")


# ---------------------------------------------------------------- the phase


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
    givers = givers_of(battle, side)
    return givers[0] if givers else None


def givers_of(battle: GettysburgBattle, side: int) -> list[General]:
    """The C-in-C, if he is in play, then the corps generals: contact with any of them counts (R77)."""
    chief = battle.in_command(battle.armies[side].cinc)
    return ([] if chief is None else [chief]) + battle.corps_generals(side)


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


def in_contact(battle: GettysburgBattle, one: General, other: General) -> bool:
    """Base contact of two generals."""
    return generals_apart(one, other) <= battle.rules.contact + TOLERANCE


def generals_apart(one: General, other: General) -> float:
    far = spacing(one.x, one.y, other.x, other.y) - one.radius - other.radius
    return far if far > 0.0 else 0.0


# ---------------------------------------------------------------- brigades


def brigade_options(battle: GettysburgBattle, brigade: Brigade) -> list[Option]:
    """Keep it, show it, and whatever may be tried: any order but the one it has (R13)."""
    options: list[Option] = [KEEP]
    if battle.rules.orders_hidden and not brigade.shown:
        options.append(SHOW)
    if not bar_to_sending(battle, brigade):
        for order in battle.rules.may_send(battle.divisions[brigade.division].order):
            if not bar_to_order(battle, brigade, order):
                options.append(ChangeOrder(order, own=False))
    if not bar_to_own_initiative(battle, brigade):
        for order in range(len(ORDERS)):
            if not bar_to_order(battle, brigade, order):
                options.append(ChangeOrder(order, own=True))
    return options


def bar_to_sending(battle: GettysburgBattle, brigade: Brigade) -> int:
    """Orders are sent by the divisional general, who must be in play (R122)."""
    return Bar.NO_GENERAL if sender_of(battle, brigade) is None else Bar.NONE


def bar_to_own_initiative(battle: GettysburgBattle, brigade: Brigade) -> int:
    """It is the brigadier's, who must be in play."""
    return Bar.NO_GENERAL if battle.in_command(brigade.brigadier) is None else Bar.NONE


def bar_to_order(battle: GettysburgBattle, brigade: Brigade, order: int) -> int:
    """Any order but the one it has (R13), and support only of somebody."""
    if order == brigade.order:
        return Bar.SAME
    return Bar.NOBODY_THERE if order == Order.SUPPORT and not has_partner(battle, brigade) else Bar.NONE


def has_partner(battle: GettysburgBattle, brigade: Brigade) -> bool:
    """Is there any brigade that it could support?"""
    return any(can_support(battle, brigade, other) for other in battle.brigades)


def can_support(battle: GettysburgBattle, brigade: Brigade, other: Brigade) -> bool:
    return other.side == brigade.side and other is not brigade and not other.gone and bool(battle.units_of(other))


def partners_of(battle: GettysburgBattle, brigade: Brigade) -> list[Brigade]:
    """The brigades that it could support."""
    return [other for other in battle.brigades if can_support(battle, brigade, other)]


def sender_of(battle: GettysburgBattle, brigade: Brigade) -> General | None:
    """The divisional general, if he is in play (R122)."""
    if brigade.division < 0:
        return None
    return battle.in_command(battle.divisions[brigade.division].general)


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
