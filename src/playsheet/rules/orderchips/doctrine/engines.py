"""Machines: to stand where weapons bear and spare the engine, or to drive so that they will bear."""

from __future__ import annotations

from typing import Final

from playsheet.core.angles import bearing, direction, toward, turn_between, wrapped
from playsheet.core.asking import Option
from playsheet.core.geometry import FAR, spacing
from playsheet.core.stances import Stances
from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.battle.units import NO_ARROW, Unit
from playsheet.rules.orderchips.battle.words import name_of
from playsheet.rules.orderchips.doctrine.aims import Aim
from playsheet.rules.orderchips.doctrine.melee import best_charge
from playsheet.rules.orderchips.doctrine.moves import ON_THE_MOVE, STANDING, Place, charge_gain
from playsheet.rules.orderchips.doctrine.outlook import Outlook
from playsheet.rules.orderchips.doctrine.wings import aim_of, charge_from
from playsheet.rules.orderchips.doctrine.worth import chance, worth_of
from playsheet.rules.orderchips.ground.moving import setting_out, walk
from playsheet.rules.orderchips.options.choices import Charge
from playsheet.rules.orderchips.options.steering import DriveRegion, spin_of
from playsheet.rules.orderchips.terms import Arm, Where
from playsheet.tabletop.machines.machine import RUNNING
from playsheet.tabletop.weighing import LITTLE, UNASKED, Weighings, amount
from playsheet.tabletop.wording import inches as in_inches

STALLS: Final = 2.5  # points that an engine costs which stops ...
WILD: Final = 20.0  # ... and an automaton that runs wild ...
AT_FRIENDS: Final = 0.4  # ... and so much of the friends whom it would attack
NEAR_ENOUGH: Final = 12.0  # inches
SHARES: Final = [1.0, 0.6, 0.3, 0.0]  # of the way that it could go
ASIDE: Final = [0.0, 25.0, -25.0, 50.0, -50.0]  # degrees from the way to its aim


def machine_worth(
    look: Outlook, aim: Aim | None, x: float, y: float, facing: float, *, moving: bool, beyond: float = -2.0 * FAR
) -> float:
    """What it is worth for a machine to stand there, facing so; `beyond` as for `place_worth`."""
    fire = look.fire_facing(x, y, facing, False) * (ON_THE_MOVE if moving else STANDING)
    short = 0.0
    aside = 0.0
    if aim is not None:
        short = aim.weight * aim.short(x, y)
        if spacing(x, y, aim.x, aim.y) > 0.5:  # it must come round to its aim, sooner or later
            aside = 0.008 * turn_between(facing, bearing(aim.x - x, aim.y - y))
    if fire - short - aside <= beyond:
        return fire - short - aside
    return fire - look.threat(x, y) - short - aside


def risk(battle: ChipBattle, unit: Unit) -> float:
    """What the roll to keep going costs in the mean."""
    machine = battle.machine_of(unit)
    if machine.engine != RUNNING:
        return 0.0
    fails = 1.0 - chance(machine.sustain())
    return fails * (WILD + AT_FRIENDS * nearest_friend(battle, unit) if unit.kind == Arm.AUTOMATON else STALLS)


def nearest_friend(battle: ChipBattle, unit: Unit) -> float:
    """What stands nearest to an automaton, and would be attacked by it, in card points; nothing if that is an enemy."""
    x, y = battle.at(unit.model)
    _, foe = battle.nearest_foe(unit, x, y)
    worth = 0.0
    least = min(foe, NEAR_ENOUGH)
    for model in battle.near.within(x, y, least):
        other = battle.unit_of(model)
        at_x, at_y = battle.at(model)
        far = spacing(x, y, at_x, at_y)
        if other is not unit and other.side == unit.side and other.place == Where.ON_TABLE and far < least:
            least = far
            worth = worth_of(battle, other)
    return worth


def headings_of(look: Outlook, aim: Aim | None) -> list[float]:
    """Ways to think of: to its aim and to both sides of that, and to the nearest enemies."""
    found: list[float] = []
    if aim is not None and spacing(look.x, look.y, aim.x, aim.y) > 0.3:
        straight = bearing(aim.x - look.x, aim.y - look.y)
        found += [wrapped(straight + aside) for aside in ASIDE]
    for foe in look.foes[:3]:
        if foe.far > 0.3:
            found.append(bearing(foe.x - look.x, foe.y - look.y))
    return found


def best_drive(battle: ChipBattle, unit: Unit, look: Outlook, aim: Aim | None) -> Place | None:
    """The best place that it could drive to, as far as the ground allows; the heading is that of its arrow."""
    best: Place | None = None
    speed = battle.move_of(unit)
    for heading in headings_of(look, aim):
        facing = toward(unit.facing, heading, spin_of(battle, unit))
        ux, uy = direction(facing)
        far = walk(battle, battle.going(unit), setting_out(battle, look.x, look.y, speed), ux, uy, speed)
        for share in SHARES:
            x = look.x + ux * far * share
            y = look.y + uy * far * share
            beyond = best.worth if best is not None else -2.0 * FAR
            worth = machine_worth(look, aim, x, y, facing, moving=True, beyond=beyond)
            if best is None or worth > best.worth:
                best = Place(x, y, heading, worth)
    return best


def drive_value(
    battle: ChipBattle, unit: Unit, stances: Stances, region: DriveRegion, why: Weighings = UNASKED
) -> tuple[float, ...]:
    """The best of the drives for which there is room."""
    look = Outlook(battle, unit, stances)
    aim = aim_of(battle, unit, look, why)
    best: tuple[float, ...] = (unit.facing, 0.0)
    most = machine_worth(look, aim, look.x, look.y, unit.facing, moving=True) if not unit.is_locked() else -FAR
    spin = spin_of(battle, unit)
    tried: list[float] = []
    ways = [unit.facing, *headings_of(look, aim)]
    if unit.arrow != NO_ARROW:
        ways += [unit.arrow, wrapped(unit.arrow + 40.0), wrapped(unit.arrow - 40.0)]
    for heading in ways:
        facing = wrapped(toward(unit.facing, heading, spin))
        if facing in tried or region.refusal((facing, 0.0)):
            continue
        tried.append(facing)
        far = region.reach(facing, False)
        ux, uy = direction(facing)
        for share in SHARES:
            inches = far * share
            x = look.x + ux * inches
            y = look.y + uy * inches
            worth = machine_worth(look, aim, x, y, facing, moving=True, beyond=most)
            if worth > most:
                value = region.stopping(facing, inches)
                if value[0] == facing and abs(value[1] - inches) < 1.6:
                    most = worth
                    best = value
    if why.asked:
        ux, uy = direction(best[0])
        x = look.x + ux * best[1]
        y = look.y + uy * best[1]
        if best[1] > 0.05 and aim is not None and aim.short(look.x, look.y) - aim.short(x, y) > 0.05:
            why.say(f"That is {in_inches(aim.short(look.x, look.y) - aim.short(x, y))} nearer.")
        fire = look.fire_facing(x, y, best[0], False)
        if fire >= LITTLE:
            why.say(f"Facing so, its weapons are worth {amount(fire, 'points')} from there.")
    return best


def machine_act(
    battle: ChipBattle, unit: Unit, stances: Stances, options: list[Option], why: Weighings = UNASKED
) -> Option:
    """It rams whom that pays against, or drives."""
    look = Outlook(battle, unit, stances)
    best, _ = best_charge(battle, unit, look, options)
    if isinstance(best, Charge):
        gain = charge_gain(battle, unit, battle.units[best.target], look)
        fire = look.fire_facing(look.x, look.y, unit.facing, True)
        if gain > charge_from(look) and gain > fire:
            if why.asked:
                why.weigh(f"ramming {name_of(battle, best.target)}", gain)
                why.weigh("its fire", fire)
                charge_gain(battle, unit, battle.units[best.target], look, why)
            return best
    why.say("Nobody is worth ramming: it drives.")
    return options[0]
