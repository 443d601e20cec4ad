"""Stances: where a unit goes while somebody plans for its wing, and how eager it is; without one, it thinks itself."""

from __future__ import annotations

from typing import Final

from playsheet.core.angles import direction
from playsheet.core.geometry import FAR
from playsheet.core.stances import Stance
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.battle.units import Unit
from playsheet.rules.gaslight.battle.words import model_name
from playsheet.rules.gaslight.doctrine.worth import CLOSE, Outlook
from playsheet.rules.gaslight.terms import Arm, Where
from playsheet.tabletop.weighing import UNASKED, Weighings
from playsheet.tabletop.wings import parts_of_front
from playsheet.tabletop.wording import inches

IN_DANGER: Final = 0.5 * CLOSE  # inches from the enemy at which any unit sees to itself
GATHERS_AT: Final = 24.0  # inches from the enemy at which a wing gathers ...
UP: Final = 4.0  # ... and so much farther off who counts as up
MOST: Final = 0.6  # of a wing that must be up before it goes in
ASSAULTS: Final = 1.0  # figures that a charge is worth more to those who are to go in
ASIDE_ENOUGH: Final = 3.0  # inches from its easting at which a unit has shifted
RESERVE_BEHIND: Final = 12.0  # inches behind the middle of the others
RESERVE_NEAR: Final = 3.0  # inches from there
KEEPING_OFF: Final = (Stance.HOLD, Stance.SHOOT, Stance.MASS, Stance.RESERVE)


class Goto:
    """Where a stance has a unit go, how near is near enough, and whether it must hurry."""

    def __init__(self, x: float, y: float, near: float, *, hurries: bool = False) -> None:
        self.x: Final = x
        self.y: Final = y
        self.near: Final = near
        self.hurries: Final = hurries


def wings(battle: GaslightBattle, seat: int) -> list[list[int]]:
    """A seat's units on the table in parts of its front, from its left to its right."""
    units = [unit for unit in battle.units if unit.seat == seat and unit.place == Where.ON_TABLE]
    if not units:
        return []
    ahead_x, ahead_y = direction(battle.goals.facings[units[0].side])
    along: list[float] = []
    for unit in units:
        look = Outlook(battle, unit)
        along.append(look.x * ahead_y - look.y * ahead_x)
    return parts_of_front([unit.id for unit in units], along)


def eagerness(look: Outlook) -> float:
    """What a charge is worth more, or less, for the sake of its stance; nothing to who has the enemy upon him."""
    if look.stance == Stance.ASSAULT:
        return ASSAULTS
    return -FAR if look.stance in KEEPING_OFF and look.far > IN_DANGER else 0.0


def planned_place(
    battle: GaslightBattle, unit: Unit, look: Outlook, reach: float, why: Weighings = UNASKED
) -> Goto | None:
    """Where its stance has it go, by the range it likes; None if that is its own to say."""
    stance = look.stance
    if stance in (Stance.OWN, Stance.SHIFT) or unit.kind == Arm.CHARACTER:
        return None
    if stance == Stance.HOLD:
        why.say("Its wing holds: it stays where it is.")
        return Goto(look.x, look.y, 1.0)
    if look.foe < 0 or (look.far <= IN_DANGER and stance != Stance.ASSAULT):
        return None
    if stance == Stance.RESERVE:
        return reserve_place(battle, unit, look, why)
    near = 1.0
    said = "Most of its wing are up, and it goes in" if stance == Stance.MASS else "Its wing goes in"
    if stance == Stance.SHOOT:
        near = reach if reach > 0.0 else GATHERS_AT
        said = "Its wing is to shoot"
    elif stance == Stance.MASS and not most_are_up(battle, look):
        near = GATHERS_AT
        said = "Its wing gathers until most are up"
    if why.asked:
        why.say(f"{said}: {model_name(battle, look.foe)} is {inches(look.far)} away.")
    return Goto(look.foe_x, look.foe_y, near, hurries=near == 1.0)


def most_are_up(battle: GaslightBattle, look: Outlook) -> bool:
    """Are most of those who gather near enough to go in together?"""
    gathering = 0
    up = 0
    for other in battle.units:
        if other.place == Where.ON_TABLE and look.stances.is_of(other.id, Stance.MASS):
            gathering += 1
            if Outlook(battle, other).far <= GATHERS_AT + UP:
                up += 1
    return up >= MOST * gathering


def reserve_place(battle: GaslightBattle, unit: Unit, look: Outlook, why: Weighings) -> Goto | None:
    """Behind the middle of the others; None if there are no others."""
    total_x = 0.0
    total_y = 0.0
    others = 0
    for other in battle.units:
        if (
            other.side == unit.side
            and other.place == Where.ON_TABLE
            and not look.stances.is_of(other.id, Stance.RESERVE)
        ):
            x, y = battle.centre(battle.members(other))
            total_x += x
            total_y += y
            others += 1
    if others == 0:
        return None
    ahead_x, ahead_y = direction(battle.goals.facings[unit.side])
    ground = battle.land.ground
    x = min(max(total_x / others - RESERVE_BEHIND * ahead_x, RESERVE_NEAR), ground.width - RESERVE_NEAR)
    y = min(max(total_y / others - RESERVE_BEHIND * ahead_y, RESERVE_NEAR), ground.depth - RESERVE_NEAR)
    why.say("It is in reserve, and keeps behind the others.")
    return Goto(x, y, RESERVE_NEAR)


def has_to_shift(unit: Unit, look: Outlook) -> bool:
    """Is it to go aside, and not there yet?"""
    if look.stance != Stance.SHIFT or unit.kind == Arm.CHARACTER:
        return False
    return abs(look.stances.easting(unit.id) - look.x) > ASIDE_ENOUGH
