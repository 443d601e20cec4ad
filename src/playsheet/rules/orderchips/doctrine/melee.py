"""Charges and melee: what going in is worth, whom to strike, when to get away."""

from __future__ import annotations

from typing import Final

from playsheet.core.asking import Option
from playsheet.core.geometry import TOLERANCE
from playsheet.core.sheet import Amount
from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.battle.units import Unit
from playsheet.rules.orderchips.battle.words import name_of
from playsheet.rules.orderchips.dice.melee import blow_of, melee_case, melee_number
from playsheet.rules.orderchips.dice.morale import number_of
from playsheet.rules.orderchips.doctrine.aims import grounds, turns_left
from playsheet.rules.orderchips.doctrine.outlook import Outlook
from playsheet.rules.orderchips.doctrine.worth import chance, figure_worth, hit_worth, worth_of
from playsheet.rules.orderchips.options.choices import Charge
from playsheet.rules.orderchips.table.melee import Strike
from playsheet.rules.orderchips.table.morale import figure_number, tests
from playsheet.rules.orderchips.terms import Arm, Order, TestReason
from playsheet.tabletop.weighing import UNASKED, Best, Weighings, amount, there_is

ROUNDS: Final = 2.0  # of melee that are looked ahead
STANDS_FIRM: Final = 0.15  # of those who fail and yet stand
ROUTS: Final = 0.4  # of its worth, a unit that gives way before a charge
SHAKEN: Final = 0.25  # of its worth, a charger who does not go in
CONTESTS: Final = 0.6  # of ground that is taken from whoever stands on it in the last turn


# ---------------------------------------------------------------- a round


def dice_of(battle: ChipBattle, unit: Unit, enemy: Unit) -> int:
    """How many dice it gets in contact with that enemy."""
    card = unit.card.machine
    if card is not None:
        machine = battle.machine_of(unit)
        return card.melee_dice if machine.fights() and machine.melee() > 0 else 0
    bases = 1 if enemy.is_machine() else battle.strength(enemy)
    return min(battle.strength(unit), enemy.card.contact * bases)


def blow_chance(battle: ChipBattle, unit: Unit, shelter: int) -> float:
    """That one of its dice hits."""
    melee = battle.machine_of(unit).melee() if unit.is_machine() else unit.card.melee
    loose = unit.order == Order.LOOSE and not unit.is_machine() and unit.kind != Arm.NOTABLE
    return chance(melee_number(battle.rules, melee, melee_case(shelter, loose=loose)).value)


def round_worth(battle: ChipBattle, unit: Unit, enemy: Unit, shelter: int) -> float:
    """What its blows of a round do to the enemy, who may have cover, at most all of him."""
    worth = hit_worth(battle, enemy, blow_of(battle.rules, unit.card).row.add)
    found = dice_of(battle, unit, enemy) * blow_chance(battle, unit, shelter) * worth
    return min(found, worth_of(battle, enemy))


def melee_worth(battle: ChipBattle, unit: Unit, enemy: Unit, rounds: float) -> float:
    """Gain less loss of some rounds; who is beaten down strikes back less and less."""
    there = battle.land.area_cover(*battle.at(battle.leader(enemy)))
    here = battle.land.area_cover(*battle.at(battle.leader(unit)))
    gain = round_worth(battle, unit, enemy, there if there > here else 0)
    loss = round_worth(battle, enemy, unit, 0)
    own = max(worth_of(battle, unit), 0.1)
    theirs = max(worth_of(battle, enemy), 0.1)
    gained = min(gain * rounds * (1.0 - 0.3 * min(loss / own, 1.0)), theirs)
    lost = min(loss * rounds * (1.0 - 0.5 * min(gain / theirs, 1.0)), own)
    return gained - lost


# ---------------------------------------------------------------- a charge


def reach_chance(unit: Unit, move: float, gap: float) -> float:
    """That it gets so far with its bonus."""
    card = unit.card.machine
    if card is not None:
        return 1.0 if gap <= move + card.charge else 0.0
    if unit.card.charge is None:
        return 0.0
    return at_least(unit.card.charge, gap - move)


def at_least(amount: Amount, need: float) -> float:
    """That dice come to so much."""
    sums = [1.0]
    for _ in range(amount.dice):
        wider = [0.0] * (len(sums) + amount.sides)
        for total in range(len(sums)):
            for face in range(1, amount.sides + 1):
                wider[total + face] += sums[total] / amount.sides
        sums = wider
    found = 0.0
    for total in range(len(sums)):
        if total + amount.add >= need - TOLERANCE:
            found += sums[total]
    return found


def test_chance(battle: ChipBattle, unit: Unit, why: str, other: Unit, *, lost: float) -> float:
    """That it goes in, or stands to receive, after such losses."""
    if not tests(unit):
        return 1.0
    if unit.kind == Arm.VEHICLE:
        passes = chance(number_of(battle.rules, battle.machine_of(unit)).value)
    else:
        passes = chance(int(figure_number(battle, unit, why, other).value - lost))
    return passes + (1.0 - passes) * STANDS_FIRM


def fire_going_in(battle: ChipBattle, unit: Unit, target: Unit, look: Outlook) -> float:
    """What those who watch may do to it on the way, in card points: all of the target's fire, some of the others'."""
    total = 0.0
    for foe in look.foes:
        if foe.moving or foe.unit.fired or foe.unit.no_action or foe.far > 30.0:
            continue
        volley = 1 if foe.unit.kind == Arm.INFANTRY and foe.unit.order == Order.CLOSE else 0
        worth = 0.0
        for arm in foe.theirs:
            if foe.far <= arm.weapon.long:
                number = arm.shoot + volley + (look.long if foe.far > arm.weapon.short else 0)
                worth += arm.dice * chance(number) * arm.worth
        total += worth if foe.unit is target else 0.4 * worth
    return min(total, 0.8 * worth_of(battle, unit))


def charge_worth(battle: ChipBattle, unit: Unit, target: Unit, look: Outlook, why: Weighings = UNASKED) -> float:
    """What a charge that gets there gains less what it costs: the fire, both tests, and the melee after them."""
    fire = fire_going_in(battle, unit, target, look)
    lost = 0.0 if unit.is_machine() else fire / max(figure_worth(unit), 0.1)
    goes = test_chance(battle, unit, TestReason.TO_CHARGE, target, lost=lost)
    stands = test_chance(battle, target, TestReason.TO_RECEIVE, unit, lost=0.0)
    own = worth_of(battle, unit)
    if why.asked:
        why.say(f"Fire on the way in costs {amount(fire, 'points')}; {there_is(goes)} that it goes in.")
        fight = melee_worth(battle, unit, target, ROUNDS)
        gains = "gains" if fight >= 0.0 else "loses"
        why.say(f"{there_is(stands)} that they stand; then the melee {gains} {amount(abs(fight), 'points')}.")
    home = stands * melee_worth(battle, unit, target, ROUNDS) + (1.0 - stands) * ROUTS * worth_of(battle, target)
    return goes * (home + contested(battle, target)) - (1.0 - goes) * SHAKEN * own - fire


def contested(battle: ChipBattle, target: Unit) -> float:
    """Who is locked holds nothing: in the last turn a charge takes ground from whoever stands on it."""
    if turns_left(battle) > 1 or target.band:
        return 0.0
    x, y = battle.at(battle.leader(target))
    for place in grounds(battle, target.side):
        if abs(x - place.x) <= place.near + 1.5 and abs(y - place.y) <= place.near + 1.5:
            return CONTESTS * place.worth
    return 0.0


def best_charge(battle: ChipBattle, unit: Unit, look: Outlook, options: list[Option]) -> tuple[Option | None, float]:
    """The best of the charges that are offered, and its worth."""
    best: Option | None = None
    most = 0.0
    for option in options:
        if isinstance(option, Charge):
            worth = charge_worth(battle, unit, battle.units[option.target], look)
            if best is None or worth > most:
                most = worth
                best = option
    return best, most


# ---------------------------------------------------------------- in contact


def best_strike(battle: ChipBattle, model: int, options: list[Option], why: Weighings = UNASKED) -> Option:
    """The enemy on whom a blow tells most."""
    unit = battle.owner_of(model)
    best = Best(options[0], worth=-1.0)
    for option in options:
        if isinstance(option, Strike):
            enemy = battle.units[option.target]
            worth = hit_worth(battle, enemy, blow_of(battle.rules, unit.card).row.add)
            best.weigh(option, worth)
            if why.asked:
                why.weigh(f"a hit on {name_of(battle, option.target)}", worth)
    return best.choice


def gets_away(battle: ChipBattle, unit: Unit) -> bool:
    """Should a locked unit break off: somebody alone among many, or a crew that is being cut down?"""
    if unit.is_machine() or not (unit.kind == Arm.NOTABLE or (unit.kind == Arm.GUN and not unit.serves())):
        return False
    foes = 0
    for id in unit.locked:
        foes += 2 if battle.units[id].is_machine() else battle.strength(battle.units[id])
    return foes >= (4 if unit.kind == Arm.NOTABLE else 2 * battle.strength(unit))
