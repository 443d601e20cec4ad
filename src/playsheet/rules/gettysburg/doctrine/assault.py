"""Who goes in, and when: one rule for being about to charge and for charging, and the word for those who gather."""

from __future__ import annotations

from typing import Final

from playsheet.core.geometry import FAR
from playsheet.core.stances import NO_STANCES, Stance, Stances
from playsheet.rules.gettysburg.battle.brigades import Brigade
from playsheet.rules.gettysburg.battle.state import GettysburgBattle
from playsheet.rules.gettysburg.battle.units import Unit
from playsheet.rules.gettysburg.doctrine.worth import charge_worth
from playsheet.rules.gettysburg.terms import Order, UnitState

CHARGE_FROM: Final = 0.5  # figures that a charge must promise
EAGER: Final = 1.5  # so much less for who is to assault
SHARED: Final = 0.5  # so much less for who only makes ready: the others of its brigade will go in with it
CHARGES_WITHIN: Final = 13.0  # inches
OUT_OF_REACH: Final = 18.0  # inches from any enemy at which those wait who gather
GATHERED: Final = 10.0  # inches beyond that within which they count as up ...
MOST: Final = 0.6  # ... and so many of them must be, before they go in


def charge_from(battle: GettysburgBattle, unit: Unit, target: Unit, stances: Stances) -> float:
    """The figures that a charge must promise before it is declared."""
    stance = stances.of(unit.id)
    if stance == Stance.HOLD or (stance == Stance.MASS and not gathered(battle, unit, stances)):
        return FAR
    if stance in (Stance.SHOOT, Stance.RESERVE) and not target.is_unformed():
        return FAR
    return CHARGE_FROM - EAGER if stance in (Stance.ASSAULT, Stance.MASS) else CHARGE_FROM


def goes_in(battle: GettysburgBattle, unit: Unit, stances: Stances = NO_STANCES) -> bool:
    """Is it about to charge: an assault, with somebody before it whom it would charge as things stand?"""
    if battle.order_of(unit) != Order.ASSAULT or stances.of(unit.id) == Stance.SHOOT:
        return False
    for enemy in battle.within(unit, CHARGES_WITHIN):
        if enemy.side != unit.side:
            least = charge_from(battle, unit, enemy, stances) - SHARED
            if least < FAR * 0.5 and charge_worth(battle, unit, enemy) > least:
                return True
    return False


def waits_for_others(battle: GettysburgBattle, unit: Unit, stances: Stances) -> bool:
    """Does it gather with others who are not up yet?"""
    return stances.of(unit.id) == Stance.MASS and not gathered(battle, unit, stances)


def gathered(battle: GettysburgBattle, unit: Unit, stances: Stances) -> bool:
    """Are most of its brigade up?"""
    up = 0
    all = 0
    if unit.brigade < 0:
        return True
    for friend in battle.units_of(battle.brigades[unit.brigade]):
        if friend.state != UnitState.OK or not stances.is_of(friend.id, Stance.MASS):
            continue
        all += 1
        if battle.nearest_enemy(friend)[1] <= OUT_OF_REACH + GATHERED:
            up += 1
    return up >= MOST * all


def brigade_stance(brigade: Brigade, stances: Stances) -> int:
    """The stance of a brigade: that of the first of its units that has one."""
    for unit in brigade.units:
        stance = stances.of(unit)
        if stance != Stance.OWN:
            return stance
    return Stance.OWN
