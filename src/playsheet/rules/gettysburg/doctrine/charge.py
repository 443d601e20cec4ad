"""Charges, reactions, and what is decided in and after a melee."""

from __future__ import annotations

from typing import Final

from playsheet.core.asking import Option
from playsheet.core.geometry import FAR
from playsheet.core.stances import NO_STANCES, Stances
from playsheet.core.words import counted
from playsheet.rules.gettysburg.battle.state import GettysburgBattle
from playsheet.rules.gettysburg.battle.units import Unit
from playsheet.rules.gettysburg.battle.words import name_of
from playsheet.rules.gettysburg.doctrine.assault import CHARGE_FROM, charge_from
from playsheet.rules.gettysburg.doctrine.worth import charge_worth, melee_edge, worth_of
from playsheet.rules.gettysburg.options.fight_choices import (
    COUNTER_CHARGE,
    EVADE,
    FIRE,
    FOLLOW_UP,
    PREPARE,
    RECEIVE,
    RETIRE,
    STAND,
    STAND_FAST,
    Declare,
    Intercept,
    OfUnit,
)
from playsheet.rules.gettysburg.terms import Arm, Formation, Order
from playsheet.tabletop.weighing import UNASKED, Best, Weighings, figures
from playsheet.tabletop.wording import to_a_tenth

TOGETHER: Final = 1.5  # more for a second charger at the same target
PACKS_COST: Final = 1.0
HUNTED: Final = 14.0  # inches from which an unformed unit rather retires


def declaration(
    battle: GettysburgBattle, options: list[Option], why: Weighings = UNASKED, stances: Stances = NO_STANCES
) -> Option:
    """The best charge, if it is worth it: whoever is shaken, shot up or taken in flank."""
    best = Best(options[0], worth=0.0)
    for option in options:
        if isinstance(option, Declare):
            least = charge_from(battle, battle.units[option.unit], battle.units[option.target], stances)
            if least >= FAR:
                continue
            worth = declared_worth(battle, option)
            best.weigh(option, worth - least)
            if why.asked:
                charge = f"a charge of {name_of(battle, option.unit)} on {name_of(battle, option.target)}"
                why.weigh(f"{charge}{' with packs down' if option.packs else ''}", worth)
    if why.asked and isinstance(best.choice, Declare):
        if stances.kinds:
            why.weighed.clear()  # not the most promising, perhaps: some are to go in for less than others
        declared_worth(battle, best.choice, why)
    elif why.asked:
        why.weighed.clear()
        why.say(
            f"No charge promises more than {figures(CHARGE_FROM)}."
            if not stances.kinds
            else "No charge that it is to make promises enough."
        )
    return best.choice


def declared_worth(battle: GettysburgBattle, option: Declare, why: Weighings = UNASKED) -> float:
    unit = battle.units[option.unit]
    target = battle.units[option.target]
    worth = charge_worth(battle, unit, target, why)
    if option.packs:
        worth -= PACKS_COST
    if any(charge.target == target.id for charge in battle.charges):
        worth += TOGETHER
        why.say("Another charges them too.")
    if unit.formation == Formation.SKIRMISH:
        worth -= 2.0
    if battle.order_of(unit) == Order.ASSAULT:
        worth += 0.5
    return worth


def interception(battle: GettysburgBattle, options: list[Option], why: Weighings = UNASKED) -> Option:
    best = Best(options[0], worth=CHARGE_FROM)
    for option in options:
        if isinstance(option, Intercept):
            worth = charge_worth(battle, battle.units[option.unit], battle.units[option.charger])
            best.weigh(option, worth)
    chosen = best.choice
    if why.asked and isinstance(chosen, Intercept):
        why.weigh(f"a charge of {name_of(battle, chosen.unit)} on {name_of(battle, chosen.charger)}", best.worth)
        charge_worth(battle, battle.units[chosen.unit], battle.units[chosen.charger], why)
    elif why.asked:
        why.say(f"No charge into theirs promises more than {figures(CHARGE_FROM)}.")
    return chosen


def first_target(battle: GettysburgBattle, options: list[Option], why: Weighings = UNASKED) -> Option:
    """Of several charges the surest first: fugitives shake those beside them."""
    best = Best(options[0], worth=-1e9)
    for option in options:
        if isinstance(option, OfUnit):
            worth = -1e9
            for charge in battle.charges:
                if charge.target == option.unit:
                    worth = max(worth, charge_worth(battle, battle.units[charge.unit], battle.units[option.unit]))
            best.weigh(option, worth)
            if why.asked and worth > -1e9:
                why.weigh(f"the charge on {name_of(battle, option.unit)}", worth)
    why.say("The surest goes first: fugitives shake those beside them.")
    return best.choice


def reaction(battle: GettysburgBattle, unit: Unit, options: list[Option], why: Weighings = UNASKED) -> Option:
    """Skirmishers and limbered guns run, horse meets the charge, everybody else fires."""
    chargers = chargers_of(battle, unit)
    if EVADE in options and (unit.formation == Formation.SKIRMISH or unit.arm == Arm.ARTILLERY):
        why.say("Skirmishers and guns on their limbers do not wait for a charge.")
        return EVADE
    if unit.arm == Arm.CAVALRY:
        if (
            PREPARE in options
            and chargers
            and melee_edge(battle, unit, chargers[0], charging=True, weakened=False) >= 0
        ):
            why.say("Horse meets a charge with a charge, and its modifiers are not worse than theirs.")
            return PREPARE
        why.say("Against them its modifiers would be worse: it does not wait for them.")
        return EVADE if EVADE in options else options[0]
    if FIRE in options:
        why.say("It has the charge before its muskets, and fires.")
        return FIRE
    if PREPARE in options and chargers and melee_edge(battle, unit, chargers[0], charging=True, weakened=False) > 0:
        why.say("It cannot fire, and in a counter-charge its modifiers are better than theirs.")
        return PREPARE
    why.say("It can neither fire nor gain by going to meet them.")
    return STAND


def chargers_of(battle: GettysburgBattle, unit: Unit) -> list[Unit]:
    """Who charges it, as far as that is still to be resolved, or the nearest enemy who has charged."""
    found = [battle.units[charge.unit] for charge in battle.charges if charge.target == unit.id]
    if found:
        return found
    return [
        enemy
        for enemy in battle.within(unit, battle.rules.support_fire)
        if enemy.side != unit.side and enemy.charged and not enemy.in_melee()
    ][:1]


def counter(battle: GettysburgBattle, unit: Unit, why: Weighings = UNASKED) -> Option:
    """Go to meet them, unless its cover is worth more."""
    enemies = chargers_of(battle, unit)
    if not enemies:
        why.say("Nobody is left to wait for.")
        return COUNTER_CHARGE
    enemy = enemies[0]
    moving = melee_edge(battle, unit, enemy, charging=True, weakened=False)
    standing = melee_edge(battle, unit, enemy, charging=False, weakened=False)
    if why.asked:
        why.say(
            f"Going to meet them its modifiers are {compared(moving)} theirs, standing {compared(standing)} theirs."
        )
    return COUNTER_CHARGE if moving >= standing else RECEIVE


def compared(edge: int) -> str:
    """`2 better than`, `as good as`."""
    return "as good as" if edge == 0 else f"{abs(edge)} {'better' if edge > 0 else 'worse'} than"


def follow_up(battle: GettysburgBattle, unit: Unit, why: Weighings = UNASKED) -> Option:
    """After a recoil: on, if it is likely to win again and nobody waits on its flank."""
    if unit.garrison >= 0 or 2 * unit.figures < unit.size:
        why.say("It has a post to keep, or lost too many.")
        return STAND_FAST
    nearest, _ = battle.nearest_enemy(unit)
    if nearest < 0:
        why.say("Nobody is left to follow.")
        return STAND_FAST
    enemy = battle.units[nearest]
    fresh = [
        other
        for other in battle.within(unit, 12.0)
        if other.side != unit.side and other is not enemy and not other.is_unformed()
    ]
    edge = melee_edge(battle, unit, enemy, charging=False, weakened=True)
    if why.asked:
        near = counted(len(fresh), "other formed enemy is", "other formed enemies are")
        why.say(f"In another round its modifiers are {compared(edge)} theirs; {near} near.")
    return FOLLOW_UP if edge >= 0 and len(fresh) < 2 else STAND_FAST


def stand_or_retire(battle: GettysburgBattle, unit: Unit, why: Weighings = UNASKED) -> Option:
    """It stays where it has won, unless fresh enemies are near."""
    threat = 0.0
    for enemy in battle.within(unit, HUNTED):
        if enemy.side != unit.side and not enemy.is_unformed() and enemy.arm != Arm.ARTILLERY:
            threat += worth_of(enemy)
    friends = 0.0
    for friend in battle.within(unit, HUNTED):
        if friend.side == unit.side and not friend.is_unformed():
            friends += worth_of(friend)
    if why.asked:
        why.say(
            f"Formed enemies near it are worth {figures(threat)}, friends {to_a_tenth(friends)}, "
            f"itself {to_a_tenth(worth_of(unit))}."
        )
    return RETIRE if threat > friends + 0.5 * worth_of(unit) else STAND_FAST
