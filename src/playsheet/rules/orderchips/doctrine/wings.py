"""Stances: what a unit is for while somebody plans for its wing; without one, what it thinks best itself."""

from __future__ import annotations

from typing import Final

from playsheet.core.angles import direction
from playsheet.core.geometry import FAR, spacing
from playsheet.core.stances import Stance
from playsheet.core.words import verb
from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.battle.units import Unit
from playsheet.rules.orderchips.battle.words import name_of
from playsheet.rules.orderchips.doctrine.aims import SHORT_OF, Aim, own_aim, prey
from playsheet.rules.orderchips.doctrine.distances import distance_to_foe
from playsheet.rules.orderchips.doctrine.outlook import Outlook
from playsheet.rules.orderchips.terms import Arm, Where
from playsheet.tabletop.weighing import UNASKED, Weighings
from playsheet.tabletop.wings import parts_of_front
from playsheet.tabletop.wording import inches

CHARGE_FROM: Final = 1.0  # points that a charge must promise ...
ASSAULTS_FROM: Final = 0.0  # ... and one of a wing that is to go in
GATHERS_AT: Final = 24.0  # inches from the enemy at which a wing gathers ...
UP: Final = 4.0  # ... and so much farther off who counts as up
MOST: Final = 0.6  # of a wing that must be up before it goes in
IN_DANGER: Final = 12.0  # inches from the enemy at which any unit sees to itself
TO_ASSAULT: Final = 2.0  # points that an inch toward the enemy is worth in an assault ...
TO_RANGE: Final = 1.0  # ... toward the range it likes, or a place in reserve
ASIDE_ENOUGH: Final = 3.0  # inches from its easting at which a unit has shifted
RESERVE_BEHIND: Final = 12.0  # inches behind the middle of the others
RESERVE_NEAR: Final = 4.0  # inches


def wings(battle: ChipBattle, seat: int) -> list[list[int]]:
    """A seat's units on the table in parts of its front, from its left to its right; who is attached goes along."""
    units = [unit for unit in battle.units if unit.seat == seat and unit.place == Where.ON_TABLE]
    if not units:
        return []
    ahead_x, ahead_y = direction(battle.goals.facings[units[0].side])
    along: list[float] = []
    for unit in units:
        x, y = battle.middle(unit)
        along.append(x * ahead_y - y * ahead_x)
    return parts_of_front([unit.id for unit in units], along)


def charge_from(look: Outlook) -> float:
    """The points that a charge must promise; who is to keep off charges only whom he has upon him."""
    if look.stance == Stance.ASSAULT or (look.stance == Stance.MASS and most_are_up(look)):
        return ASSAULTS_FROM
    if look.stance in (Stance.SHOOT, Stance.MASS, Stance.RESERVE) and look.distance() > IN_DANGER:
        return FAR
    return CHARGE_FROM


def aim_of(battle: ChipBattle, unit: Unit, look: Outlook, why: Weighings = UNASKED) -> Aim | None:
    """Where it wants to be; None if it is best where it is."""
    stance = look.stance
    if stance == Stance.OWN or unit.kind == Arm.NOTABLE:
        return own_aim(battle, unit, look, why)
    if stance == Stance.HOLD:
        why.say("Its wing holds: it stays where it is.")
        return None
    if stance == Stance.SHIFT:
        return shifting_aim(battle, unit, look, why)
    if look.distance() <= IN_DANGER and stance in (Stance.MASS, Stance.RESERVE):
        return own_aim(battle, unit, look, why)
    if stance == Stance.RESERVE:
        return reserve_aim(battle, unit, look, why)
    return aim_at_enemy(battle, unit, look, why)


def aim_at_enemy(battle: ChipBattle, unit: Unit, look: Outlook, why: Weighings) -> Aim | None:
    """To shoot at, to gather before, or to go in against."""
    foe = prey(battle, unit, look)
    if foe is None:
        why.say("It has no enemy to go for.")
        return None
    name = name_of(battle, foe.unit.id) if why.asked else ""
    if look.stance == Stance.SHOOT:
        if why.asked:
            why.say(f"Its wing is to shoot: it seeks its range to {name}, {inches(foe.far)} away.")
        return Aim(foe.x, foe.y, fine_range(unit), TO_RANGE)
    if look.stance == Stance.MASS and not most_are_up(look):
        if why.asked:
            why.say(
                f"Its wing gathers out of reach until most are up: {verb(name, 'is', 'are')} {inches(foe.far)} away."
            )
        return Aim(foe.x, foe.y, GATHERS_AT, TO_RANGE)
    if why.asked:
        said = "Most of its wing are up, and it goes in" if look.stance == Stance.MASS else "Its wing goes in"
        why.say(f"{said}: it is after {name}, {inches(foe.far)} away.")
    return Aim(foe.x, foe.y, 1.0, TO_ASSAULT)


def fine_range(unit: Unit) -> float:
    """At which it shoots well, and is no nearer than it need be."""
    most = unit.card.weapon.short if unit.card.weapon is not None else 0.0
    if unit.card.machine is not None:
        for weapon in unit.card.machine.weapons:
            most = max(most, weapon.short)
    return SHORT_OF * most if most > 0.0 else GATHERS_AT


def most_are_up(look: Outlook) -> bool:
    """Are most of those who gather near enough to go in together?"""
    battle = look.battle
    gathering = 0
    up = 0
    for other in battle.units:
        if other.seat == look.unit.seat and other.place == Where.ON_TABLE and look.stances.is_of(other.id, Stance.MASS):
            gathering += 1
            if distance_to_foe(battle, other) <= GATHERS_AT + UP:
                up += 1
    return up >= MOST * gathering


def shifting_aim(battle: ChipBattle, unit: Unit, look: Outlook, why: Weighings) -> Aim | None:
    """Aside to its easting first, half of the way on meanwhile; then as it thinks best."""
    easting = look.stances.easting(unit.id)
    if abs(easting - look.x) <= ASIDE_ENOUGH:
        return own_aim(battle, unit, look, why)
    if why.asked:
        why.say(
            f"Its wing makes its way {inches(abs(easting - look.x))} to the {'east' if easting > look.x else 'west'}."
        )
    onward = own_aim(battle, unit, look)
    y = 0.5 * (look.y + onward.y) if onward is not None else look.y
    return Aim(easting, y, 1.0, TO_ASSAULT)


def reserve_aim(battle: ChipBattle, unit: Unit, look: Outlook, why: Weighings) -> Aim | None:
    """Behind the middle of the others."""
    total_x = 0.0
    total_y = 0.0
    others = 0
    for other in battle.units:
        if other.side != unit.side or other.place != Where.ON_TABLE or look.stances.is_of(other.id, Stance.RESERVE):
            continue
        x, y = battle.at(battle.leader(other))
        total_x += x
        total_y += y
        others += 1
    if others == 0:
        return own_aim(battle, unit, look, why)
    ahead_x, ahead_y = direction(battle.goals.facings[unit.side])
    x = total_x / others - RESERVE_BEHIND * ahead_x
    y = total_y / others - RESERVE_BEHIND * ahead_y
    ground = battle.land.ground
    x = min(max(x, RESERVE_NEAR), ground.width - RESERVE_NEAR)
    y = min(max(y, RESERVE_NEAR), ground.depth - RESERVE_NEAR)
    if why.asked:
        why.say(f"In reserve it keeps behind the others: {inches(spacing(look.x, look.y, x, y))} to its post.")
    return Aim(x, y, RESERVE_NEAR, TO_RANGE)
