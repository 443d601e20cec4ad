"""Chips: who stands and who moves, and whither. Where it costs little the commander does now one thing, now the other.

The mix depends on the turn, the unit and the seat alone, so that the same battle gets the same chips; to an enemy who
sees only what lies on the table it is as good as chance.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.angles import bearing, wrapped
from playsheet.core.asking import Option
from playsheet.core.dice import mixed
from playsheet.core.geometry import spacing
from playsheet.core.stances import Stance, Stances
from playsheet.core.words import verb
from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.battle.units import Unit
from playsheet.rules.orderchips.battle.words import name_of
from playsheet.rules.orderchips.doctrine.aims import Aim, charge_of
from playsheet.rules.orderchips.doctrine.engines import best_drive, machine_worth, risk
from playsheet.rules.orderchips.doctrine.melee import gets_away
from playsheet.rules.orderchips.doctrine.moves import best_place, charge_gain, place_worth
from playsheet.rules.orderchips.doctrine.outlook import Outlook
from playsheet.rules.orderchips.doctrine.wings import aim_of, charge_from
from playsheet.rules.orderchips.options.choices import Arrow, Stay
from playsheet.rules.orderchips.options.repair import needs_repair
from playsheet.rules.orderchips.terms import Arm, Instruction, Where
from playsheet.tabletop.machines.machine import RUNNING
from playsheet.tabletop.weighing import UNASKED, Weighings, amount

COSTS_LITTLE: Final = 0.4  # points by which the second best may be worse and yet be played
ONE_IN: Final = 3  # ... so often
TILTS: Final = [0, 0, 12, -12, 20, -20]  # degrees by which an arrow points aside of where it goes
OUT_OF_REACH: Final = 34.0  # inches: with no enemy nearer, a chip costs nothing whatever it says
CHARGES_WITHIN: Final = 28.0  # inches, from leader to leader, beyond which nobody thinks of a charge
FIRST_VOLLEY: Final = 0.3  # more, of its fire, to who stands and may fire at any moment


def mix(battle: ChipBattle, unit: Unit, salt: int) -> int:
    """A number that looks like chance, of the turn, the unit and its seat."""
    start: i64 = battle.turn * 7919 + unit.id * 10_007 + unit.seat * 503 + salt * 131
    return int(mixed(mixed(start)))


def stay(options: list[Option]) -> Option:
    for option in options:
        if isinstance(option, Stay) and option.instruction == Instruction.USUAL:
            return option
    return options[0]


def arrow(options: list[Option], heading: float) -> Option:
    """A Moving chip with its arrow so; Stationary if it cannot move."""
    at = int(wrapped(heading) + 0.5) % 360
    for option in options:
        if isinstance(option, Arrow):
            read = option.read(f"move:{at}")
            if read is not None:
                return read
    return stay(options)


def tilted(battle: ChipBattle, unit: Unit, heading: float) -> float:
    """An arrow that does not say too exactly where the unit goes."""
    if battle.rules.arrow < 40.0:
        return heading
    return wrapped(heading + TILTS[mix(battle, unit, 1) % len(TILTS)])


def chip(battle: ChipBattle, unit: Unit, stances: Stances, options: list[Option], why: Weighings = UNASKED) -> Option:
    """The chip of one unit."""
    if why.asked:
        why.about = name_of(battle, unit.id)
    if unit.place == Where.ATTACHED:
        return attached_chip(battle, unit, options, why)
    look = Outlook(battle, unit, stances)
    if unit.is_locked():
        return locked_chip(battle, unit, look, options, why)
    if look.stance == Stance.HOLD and unit.kind != Arm.NOTABLE:
        aim_of(battle, unit, look, why)
        return stay(options)
    if unit.is_machine():
        return machine_chip(battle, unit, look, options, why)
    if unit.card.scientist and charge_of(battle, unit) is not None:
        return scientist_chip(battle, unit, look, options, why)
    return figure_chip(battle, unit, look, options, why)


def attached_chip(battle: ChipBattle, unit: Unit, options: list[Option], why: Weighings = UNASKED) -> Option:
    """Notable persons stay with their units; a scientist leaves his for an automaton that needs him."""
    if unit.card.scientist:
        automaton = charge_of(battle, unit)
        if automaton is not None and needs_repair(battle, automaton):
            x, y = battle.at(unit.first)
            to_x, to_y = battle.at(automaton.model)
            if why.asked:
                why.say(f"{verb(name_of(battle, automaton.id), 'needs', 'need')} mending.")
            return arrow(options, bearing(to_x - x, to_y - y))
    why.say("He stays with his unit.")
    return options[0]


def locked_chip(
    battle: ChipBattle, unit: Unit, look: Outlook, options: list[Option], why: Weighings = UNASKED
) -> Option:
    """It fights on, unless it is somebody alone among many."""
    foe = look.nearest()
    if foe is not None and gets_away(battle, unit):
        why.say("It is alone among too many: it gets away.")
        return arrow(options, bearing(look.x - foe.x, look.y - foe.y))
    why.say("It is in a melee, and fights on.")
    return stay(options)


def scientist_chip(
    battle: ChipBattle, unit: Unit, look: Outlook, options: list[Option], why: Weighings = UNASKED
) -> Option:
    """Always Moving: only so can he be off to an automaton as soon as it goes wrong."""
    why.say("Moving, he can be off to an automaton as soon as it goes wrong.")
    aim = aim_of(battle, unit, look, why)
    if aim is not None and spacing(look.x, look.y, aim.x, aim.y) > 1.0:
        return arrow(options, bearing(aim.x - look.x, aim.y - look.y))
    automaton = charge_of(battle, unit)
    return arrow(options, battle.faces(automaton.model) if automaton is not None else unit.facing)


# ---------------------------------------------------------------- figures


def figure_chip(
    battle: ChipBattle, unit: Unit, look: Outlook, options: list[Option], why: Weighings = UNASKED
) -> Option:
    """The best of standing, moving and charging; and now and then the second best."""
    aim = aim_of(battle, unit, look)
    standing = place_worth(look, aim, look.x, look.y, moving=False) + FIRST_VOLLEY * look.fire(look.x, look.y, False)
    place = best_place(battle, unit, look, aim)
    heading, gain = best_prey(battle, unit, look)
    base = place_worth(look, aim, look.x, look.y, moving=True)
    if gain > charge_from(look) and base + gain > standing and (place is None or base + gain > place.worth):
        if why.asked:
            why.say(f"A charge is to be made, and promises {amount(gain, 'points')}.")
            charge_gain(battle, unit, best_foe(battle, unit, look), look, why)
        return arrow(options, heading)
    if place is None:
        if why.asked:
            aim_of(battle, unit, look, why)
        return idle(battle, unit, look, options, why)
    better = place.worth - standing
    if abs(better) < COSTS_LITTLE and may_bluff(unit, aim):
        moves = mix(battle, unit, 2) % ONE_IN == 0
        if better > 0.0:
            moves = not moves
        why.say("To move or to stand is worth nearly the same, and they shall not know which.")
    elif better <= 0.0 and look.distance() > OUT_OF_REACH:
        if why.asked:
            aim_of(battle, unit, look, why)
        return idle(battle, unit, look, options, why)
    else:
        moves = better > 0.0
        if why.asked:
            aim_of(battle, unit, look, why)
            why.say(
                f"The best place that it can reach is worth {amount(better, 'points')} more than to stand and shoot."
                if moves
                else f"To stand, and to shoot when it likes, is worth {amount(-better, 'points')} more than to move."
            )
    return arrow(options, tilted(battle, unit, place.heading)) if moves else stay(options)


def may_bluff(unit: Unit, aim: Aim | None) -> bool:
    """Guns never: to move costs them their fire."""
    return unit.kind != Arm.GUN and (aim is None or aim.weight < 3.0)


def idle(battle: ChipBattle, unit: Unit, look: Outlook, options: list[Option], why: Weighings = UNASKED) -> Option:
    """With nothing to do it may show any chip, as long as nobody is near enough to make it pay for that."""
    if look.distance() > OUT_OF_REACH and unit.kind != Arm.GUN and look.foes and mix(battle, unit, 3) % ONE_IN == 0:
        foe = look.foes[0]
        why.say("Nobody is near enough to make it pay for any chip: this one tells them nothing.")
        return arrow(options, tilted(battle, unit, bearing(foe.x - look.x, foe.y - look.y)))
    why.say("Nothing that it could reach is better than where it stands.")
    return stay(options)


def best_foe(battle: ChipBattle, unit: Unit, look: Outlook) -> Unit:
    """Whom `best_prey` would have it charge."""
    best = look.foes[0].unit
    most = -1.0
    for foe in look.foes:
        gain = charge_gain(battle, unit, foe.unit, look) if foe.far <= CHARGES_WITHIN else most
        if gain > most:
            most = gain
            best = foe.unit
    return best


def best_prey(battle: ChipBattle, unit: Unit, look: Outlook) -> tuple[float, float]:
    """The bearing of the best charge that could be made, and what it promises."""
    heading = unit.facing
    most = -1.0
    if unit.kind == Arm.GUN:
        return heading, most
    for foe in look.foes:
        gain = charge_gain(battle, unit, foe.unit, look) if foe.far <= CHARGES_WITHIN else most
        if gain > most:
            most = gain
            heading = bearing(foe.x - look.x, foe.y - look.y)
    return heading, most


# ---------------------------------------------------------------- machines


def machine_chip(
    battle: ChipBattle, unit: Unit, look: Outlook, options: list[Option], why: Weighings = UNASKED
) -> Option:
    """It stands where its weapons bear; it moves to where they will, to ram, or to start a stopped engine."""
    aim = aim_of(battle, unit, look)
    standing = machine_worth(look, aim, look.x, look.y, unit.facing, moving=False)
    standing += FIRST_VOLLEY * look.fire_facing(look.x, look.y, unit.facing, False)
    place = best_drive(battle, unit, look, aim)
    if battle.machine_of(unit).engine != RUNNING:
        heading = place.heading if place is not None else unit.facing
        if why.asked:
            fire = look.fire_facing(look.x, look.y, unit.facing, False)
            why.say(f"The engine has stopped, and its fire from where it stands is worth {amount(fire, 'points')}.")
        return arrow(options, heading) if look.fire_facing(look.x, look.y, unit.facing, False) < 2.0 else stay(options)
    base = machine_worth(look, aim, look.x, look.y, unit.facing, moving=True) - risk(battle, unit)
    heading, gain = best_prey(battle, unit, look)
    if gain > charge_from(look) and base + gain > standing and (place is None or base + gain > place.worth):
        if why.asked:
            why.say(f"A charge is to be made, and promises {amount(gain, 'points')}.")
            charge_gain(battle, unit, best_foe(battle, unit, look), look, why)
        return arrow(options, heading)
    drives = place is not None and place.worth - risk(battle, unit) > standing
    if why.asked:
        aim_of(battle, unit, look, why)
        better = place.worth - risk(battle, unit) - standing if place is not None else 0.0
        engine = ", the risk to the engine counted" if risk(battle, unit) > 0.0 else ""
        why.say(
            f"To drive is worth {amount(better, 'points')} more than to stand{engine}."
            if drives
            else f"To stand is worth {amount(-better, 'points')} more than any drive{engine}."
        )
    if place is not None and drives:
        return arrow(options, place.heading)
    return stay(options)
