"""Stances: where a group goes while somebody plans for its wing, and how eager it is; without one, it thinks itself."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.angles import direction
from playsheet.core.asking import Option
from playsheet.core.geometry import FAR
from playsheet.core.stances import Stance, Stances
from playsheet.rules.riskfactor.battle.state import RiskBattle
from playsheet.rules.riskfactor.battle.units import Group
from playsheet.rules.riskfactor.battle.words import cm, name_of
from playsheet.rules.riskfactor.doctrine.melee import CLOSE
from playsheet.rules.riskfactor.doctrine.outlook_cache import Outlook, outlook_of
from playsheet.rules.riskfactor.doctrine.ways import Way, own_way
from playsheet.rules.riskfactor.options.choices import KEEP_ORDER, ORDER_ADVANCE, ORDER_HOLD
from playsheet.rules.riskfactor.terms import OrderKind
from playsheet.tabletop.weighing import UNASKED, Weighings
from playsheet.tabletop.wings import parts_of_front

IN_DANGER: Final = 0.5 * CLOSE  # cm from the enemy at which any group sees to itself
GATHERS_AT: Final = 2.0 * CLOSE  # cm from the enemy at which a wing gathers ...
UP: Final = 8.0  # ... and so much farther off who counts as up
MOST: Final = 0.6  # of a wing that must be up before it goes in
RESERVE_AT: Final = 60.0  # cm from the enemy that a reserve keeps
ASSAULTS: Final = 1.0  # figures that a charge is worth more to those who are to go in
ASIDE_ENOUGH: Final = 6.0  # cm from its easting at which a group has shifted


def wings(battle: RiskBattle, seat: int) -> list[list[int]]:
    """A seat's groups: the chains of command that the scenario names; the others in parts of the front."""
    bodies: dict[int, list[int]] = {}
    single: list[int] = []
    along: list[float] = []
    for group in battle.groups:
        if group.seat != seat or not battle.played[group.side] or not group.on_table():
            continue
        if group.platoon >= 0:
            bodies.setdefault(group.platoon, []).append(group.id)
        else:
            ahead_x, ahead_y = direction(battle.goals.facings[group.side])
            x, y = battle.centre(battle.members(group))
            single.append(group.id)
            along.append(x * ahead_y - y * ahead_x)
    return [*bodies.values(), *(parts_of_front(single, along) if single else [])]


def eagerness(group: Group, look: Outlook, stances: Stances) -> float:
    """What a charge is worth more, or less, for the sake of its stance; nothing to who has the enemy upon him."""
    stance = stances.of(group.id)
    if stance == Stance.ASSAULT:
        return ASSAULTS
    if stance in (Stance.HOLD, Stance.SHOOT, Stance.MASS, Stance.RESERVE) and look.gap > IN_DANGER:
        return -FAR
    return 0.0


def planned_order(group: Group, stance: int, why: Weighings) -> Option | None:
    """The standing order that goes with its stance; None if it is its own to give."""
    order = group.order
    if stance == Stance.ASSAULT:
        why.say("Its wing goes in: left to itself it shall go at the enemy.")
        return KEEP_ORDER if order.kind == OrderKind.ADVANCING and not order.to_point else ORDER_ADVANCE
    if stance in (Stance.HOLD, Stance.MASS, Stance.RESERVE):
        why.say("Its wing keeps back: left to itself it shall hold.")
        return KEEP_ORDER if order.kind == OrderKind.HOLD else ORDER_HOLD
    return None


def way_of(battle: RiskBattle, group: Group, stances: Stances, look: Outlook, why: Weighings = UNASKED) -> Way:
    """Where a group wants to be."""
    stance = stances.of(group.id)
    if stance == Stance.OWN or group.leader or group.card.civilian:
        return own_way(battle, group, look, why)
    if stance == Stance.HOLD:
        why.say("Its wing holds: it stays where it is.")
        return Way(look.x, look.y, near=0.5)
    if stance == Stance.SHIFT:
        return shifting_way(battle, group, stances, look, why)
    if look.foe < 0:
        return own_way(battle, group, look, why)
    return way_to_enemy(battle, group, stances, look, why)


def way_to_enemy(battle: RiskBattle, group: Group, stances: Stances, look: Outlook, why: Weighings) -> Way:
    """As near as its stance has it: at him, to its range, to where a wing gathers, or well behind."""
    stance = stances.of(group.id)
    weapon = group.card.ranged
    near = 0.5
    said = "Most of its wing are up, and it goes in" if stance == Stance.MASS else "Its wing goes in"
    if stance == Stance.SHOOT:
        near = weapon.medium if weapon is not None else GATHERS_AT
        said = "Its wing is to shoot"
    elif stance == Stance.MASS and not most_are_up(battle, group, stances):
        near = GATHERS_AT
        said = "Its wing gathers until most are up"
    elif stance == Stance.RESERVE:
        near = RESERVE_AT
        said = "It is in reserve"
    if why.asked:
        why.say(f"{said}: {name_of(battle, look.foe)} should be {cm(near)} away, and is {cm(look.gap)}.")
    at: i64 = look.figure
    x = battle.figures.x[at]
    y = battle.figures.y[at]
    if look.gap < near and stance in (Stance.MASS, Stance.RESERVE):
        return backward(battle, group, look, near - look.gap)
    return Way(x, y, near=near)


def backward(battle: RiskBattle, group: Group, look: Outlook, far: float) -> Way:
    """So far back from the enemy, as the side faces."""
    ahead_x, ahead_y = direction(battle.goals.facings[group.side])
    ground = battle.land.ground
    x = min(max(look.x - far * ahead_x, 1.0), ground.width - 1.0)
    y = min(max(look.y - far * ahead_y, 1.0), ground.depth - 1.0)
    return Way(x, y, near=0.5)


def most_are_up(battle: RiskBattle, group: Group, stances: Stances) -> bool:
    """Are most of those who gather near enough to go in together?"""
    gathering = 0
    up = 0
    for other in battle.groups:
        if other.seat == group.seat and other.on_table() and stances.is_of(other.id, Stance.MASS):
            gathering += 1
            if outlook_of(battle, other).gap <= GATHERS_AT + UP:
                up += 1
    return up >= MOST * gathering


def shifting_way(battle: RiskBattle, group: Group, stances: Stances, look: Outlook, why: Weighings) -> Way:
    """Aside to its easting first, half of the way on meanwhile; then as it thinks best."""
    easting = stances.easting(group.id)
    if abs(easting - look.x) <= ASIDE_ENOUGH:
        return own_way(battle, group, look, why)
    if why.asked:
        aside = "east" if easting > look.x else "west"
        why.say(f"Its wing makes its way {cm(abs(easting - look.x))} to the {aside}.")
    onward = own_way(battle, group, look)
    return Way(easting, 0.5 * (look.y + onward.y), near=0.5)
