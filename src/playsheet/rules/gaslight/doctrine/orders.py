"""What the built-in commander has a unit do on its card: shoot, charge, reload, move, fight on."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.asking import Option
from playsheet.core.stances import NO_STANCES, Stances
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.battle.units import Unit
from playsheet.rules.gaslight.doctrine.melee import best_charge, break_off_order, charged_soon, explain_charge
from playsheet.rules.gaslight.doctrine.moves import Errand, Plan, errand, lagging, march, turned_away
from playsheet.rules.gaslight.doctrine.shooting import Shots
from playsheet.rules.gaslight.doctrine.vehicles import crew_order, gun_order, machine_order, post_of
from playsheet.rules.gaslight.doctrine.wings import eagerness
from playsheet.rules.gaslight.doctrine.worth import Outlook, arm_of, turns_left
from playsheet.rules.gaslight.options.choices import DONE, FORM, MOVE, PILE_IN, RELOAD
from playsheet.rules.gaslight.options.orders import Hands
from playsheet.rules.gaslight.terms import Arm, ModelMark
from playsheet.tabletop.weighing import UNASKED, Weighings, worth_in_words
from playsheet.tabletop.wording import inches, to_a_tenth

STAND_AND_SHOOT: Final = 0.5  # what a volley must be worth, in figures, to those who are where they want to be ...
ON_THE_WAY: Final = 1.2  # ... to those who are not there yet ...
RACING: Final = 2.6  # ... and to those who want to be in a place before the enemy is


def order(
    battle: GaslightBattle,
    unit: Unit,
    options: list[Option],
    why: Weighings = UNASKED,
    worked_out: Plan | None = None,
    stances: Stances = NO_STANCES,
) -> Option:
    """The next thing that the active unit, or a part of it, does; a march that is `worked_out` for it is kept."""
    hands = Hands(battle, unit)
    if post_of(battle, unit) >= 0:
        is_machine = unit.kind == Arm.VEHICLE
        chosen = (
            machine_order(battle, unit, options, why, stances)
            if is_machine
            else gun_order(battle, unit, options, why, stances)
        )
        return chosen if chosen is not None else crew_order(battle, unit, hands.free, options, why)
    if has_acted(battle, unit):
        return after_that(battle, unit, hands, options, why)
    if hands.locked:
        return in_contact(battle, unit, hands, options, why)
    return at_liberty(battle, unit, hands, options, why, worked_out, stances)


def has_acted(battle: GaslightBattle, unit: Unit) -> bool:
    for figure in battle.members(unit):
        if battle.marked(figure, ModelMark.ACTED):
            return True
    return False


# ---------------------------------------------------------------- nobody has acted yet


def at_liberty(
    battle: GaslightBattle,
    unit: Unit,
    hands: Hands,
    options: list[Option],
    why: Weighings = UNASKED,
    worked_out: Plan | None = None,
    stances: Stances = NO_STANCES,
) -> Option:
    """Out of contact: to shoot before it charges, to charge where it pays, else where it is wanted."""
    look = Outlook(battle, unit, stances)
    shots = Shots(battle, unit, hands.free, options)
    charge, gain = best_charge(battle, unit, hands.free, options)
    gain += eagerness(look)
    if charge is not None and gain > shots.worth + 0.2:
        if why.asked and shots.best is not None:
            why.weigh("shooting", shots.worth)
        explain_charge(battle, unit, hands.free, charge, gain, why)
        return charge
    aim = errand(battle, unit, look)
    plan = march(battle, unit, hands.free, aim) if hands.free else None
    if worked_out is not None:
        worked_out.keep(hands.free, aim, plan)
    moves = plan is not None and plan.gain > 0.0
    if shots.best is not None and shots.worth >= least_volley(battle, unit, look, aim, moves):
        if why.asked:
            why.weigh(shots.in_words(battle, shots.best), shots.worth)
            if charge is not None and gain < shots.worth:
                why.weigh("a charge", gain)
            elif charge is not None:
                why.say("A charge would hardly be worth more.")
            shots.explain(battle, hands.free, why)
            if not moves:
                why.say("He is where he wants to be." if unit.lone() else "It is where it wants to be.")
        return shots.best
    if RELOAD in options and not aim.urgent and wants_loading(battle, unit, look, hands.free, moves):
        if why.asked:
            why.say(f"Most of them have fired, and the nearest enemy is {inches(look.far)} away.")
        return RELOAD
    if plan is not None and moves:
        if why.asked:
            errand(battle, unit, look, why)
            if shots.best is not None:
                why.say(
                    f"Shooting {worth_in_words(shots.worth, 'figures')}; on the way it must be worth "
                    f"{to_a_tenth(least_volley(battle, unit, look, aim, moves))}."
                )
            why.say(f"The move brings {'him' if unit.lone() else 'it'} {inches(plan.gain)} nearer.")
        return FORM if plan.files > 0 and FORM in options else MOVE
    if shots.best is not None:
        shots.explain(battle, hands.free, why)
        why.say("It has nothing better to do than to shoot.")
        return shots.best
    if RELOAD in options and turns_left(battle) > 1:
        why.say("It has nothing better to do than to load.")
        return RELOAD
    if hands.free and turned_away(battle, unit, hands.free):
        why.say("The nearest enemy is at its back.")
        return MOVE
    if why.asked:
        errand(battle, unit, look, why)
        why.say("There is nobody worth shooting at or charging.")
    return DONE


def least_volley(battle: GaslightBattle, unit: Unit, look: Outlook, aim: Errand, moves: bool) -> float:
    """What a volley must be worth to be preferred to the march."""
    if not moves:
        return 0.0
    if aim.urgent:
        return ON_THE_WAY
    if charged_soon(battle, unit, look):
        return STAND_AND_SHOOT
    if aim.races:
        return RACING
    return STAND_AND_SHOOT if unit.lone() or aim.hunts else ON_THE_WAY


def wants_loading(battle: GaslightBattle, unit: Unit, look: Outlook, free: list[int], moves: bool) -> bool:
    """Are most of them empty, with an enemy in reach, or nothing better to do? In the last turn it is too late."""
    if turns_left(battle) <= 1:
        return False
    weapon = arm_of(unit)
    if weapon is None:
        weapon = battle.cast[free[0]].weapon
    if weapon is None:
        return False
    empty = 0
    for figure in free:
        held = battle.cast[figure].weapon
        if held is not None and battle.marks[i64(figure)] & ModelMark.LOADED == 0:
            empty += 1
    if 2 * empty < len(free):
        return False
    return not moves or look.far < weapon.long + 4.0 or charged_soon(battle, unit, look)


# ---------------------------------------------------------------- in contact


def in_contact(
    battle: GaslightBattle, unit: Unit, hands: Hands, options: list[Option], why: Weighings = UNASKED
) -> Option:
    """Those who are free pile in, or shoot at others; a character alone among enemies gets away."""
    leaves = break_off_order(battle, unit, options, why)
    if leaves is not None:
        return leaves
    if PILE_IN in options:
        why.say("Friends are fighting: whoever is free joins in.")
        return PILE_IN
    return after_that(battle, unit, hands, options, why)


# ---------------------------------------------------------------- some have acted


def after_that(
    battle: GaslightBattle, unit: Unit, hands: Hands, options: list[Option], why: Weighings = UNASKED
) -> Option:
    """The rest shoot if they can, load, or follow those who went."""
    shots = Shots(battle, unit, hands.free, options)
    if shots.best is not None and not unit.moves_only:
        if why.asked:
            why.weigh(shots.in_words(battle, shots.best), shots.worth)
            shots.explain(battle, hands.free, why)
        return shots.best
    if PILE_IN in options:
        why.say("Friends are fighting: whoever is free joins in.")
        return PILE_IN
    if hands.free and MOVE in options and lagging(battle, unit, hands.free):
        why.say("The rest follow those who went, and keep together.")
        return MOVE
    if RELOAD in options and turns_left(battle) > 1:
        why.say("The others have fired, and load.")
        return RELOAD
    if hands.free and MOVE in options and turned_away(battle, unit, hands.free):
        why.say("The nearest enemy is at their backs.")
        return MOVE
    why.say("Nobody is left who has something better to do.")
    return DONE
