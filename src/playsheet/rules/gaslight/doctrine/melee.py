"""Whom the built-in commander charges, whom his men strike at, when they pile in and when they break off."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.asking import Option
from playsheet.core.geometry import FAR
from playsheet.core.sheet import Amount
from playsheet.core.words import counted, number
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.battle.units import Unit
from playsheet.rules.gaslight.battle.words import model_name, name_of
from playsheet.rules.gaslight.doctrine.shooting import HOLED, SCRATCHED
from playsheet.rules.gaslight.doctrine.ways import Ground
from playsheet.rules.gaslight.doctrine.worth import (
    CLOSE,
    ROUT_WORTH,
    Body,
    Outlook,
    chance_below,
    defends,
    fail_chance,
    fall_chance,
    figure_worth,
    ground_goal,
    is_shooter,
    machine_worth,
    on_goal,
    open_cover,
    spot_worth,
    turns_left,
)
from playsheet.rules.gaslight.ground.marks import mark_at
from playsheet.rules.gaslight.ground.sight import cover_of
from playsheet.rules.gaslight.ground.slots import gap_to
from playsheet.rules.gaslight.options.choices import Against, BreakOff, Charge
from playsheet.rules.gaslight.terms import Arm, Cover
from playsheet.tabletop.weighing import UNASKED, Best, Weighings, amount, figures, there_is
from playsheet.tabletop.wording import to_a_tenth

ROUNDS: Final = 1.5  # what of a fight is looked at
DENIED: Final = 0.25  # what it is worth that a rifleman cannot shoot, in figures
TIPPED: Final = 0.8  # what it is worth to come to the help of friends who fight already
SERVES: Final = 5.0  # what it costs to have a gun's crew run off at the enemy
EXPOSED: Final = 0.05  # what each enemy costs who stands about the place of a charge
EAGER: Final = 1.5  # what a charge is worth to those who are good for little else
IN_COVER: Final = 1.0  # what it costs riflemen to leave their cover
LEFT_GOAL: Final = 3.0  # ... and those who defend a place to leave it


# ---------------------------------------------------------------- odds


def strike_chance(battle: GaslightBattle, figures: list[int]) -> float:
    """Of an average one of them, in close combat."""
    total = 0.0
    for figure in figures:
        total += chance_below(battle.cast[figure].scuffle, battle.rules.melee_sides)
    return total / len(figures)


class Bonus:
    """The charge bonus of a unit: how likely it comes to so many inches."""

    def __init__(self, battle: GaslightBattle, unit: Unit) -> None:
        self.amount: Final[Amount] = battle.rules.charges[unit.kind]
        self.ways: list[float] = []  # by what the dice come to; not known before somebody asks

    def chance(self, needed: float) -> float:
        amount = self.amount
        if needed <= amount.lowest():
            return 1.0
        if needed > amount.highest():
            return 0.0
        if not self.ways:
            self.ways = totals(amount)
        chance = 0.0
        for total in range(len(self.ways)):
            if total + amount.add >= needed:
                chance += self.ways[total]
        return chance


def totals(amount: Amount) -> list[float]:
    """How likely dice come to each total."""
    ways = [1.0]
    for _ in range(amount.dice):
        longer = [0.0] * (len(ways) + amount.sides)
        for total in range(len(ways)):
            for face in range(1, amount.sides + 1):
                longer[total + face] += ways[total] / amount.sides
        ways = longer
    return ways


def hand_worth(battle: GaslightBattle, target: Unit, srm: int) -> float:
    """What a blow that hits a machine is worth, by its Save as it is now (4.10.4)."""
    rules = battle.rules
    save = battle.machine_of(target).save()
    total = 0.0
    for face in range(1, rules.vehicle_sides + 1):
        if face + srm > save:
            total += 1.5 * HOLED
        elif face + srm == save:
            total += SCRATCHED
    return total / rules.vehicle_sides * machine_worth(battle)


# ---------------------------------------------------------------- charging


def who_reaches(battle: GaslightBattle, unit: Unit, figures: list[int], models: list[int]) -> float:
    """How many of them are likely to come into contact."""
    x, y = battle.centre(figures)
    to_x, to_y = battle.centre(models)
    ground = Ground(battle, x, y, to_x, to_y, mounted=battle.mounted(figures[0]))
    bonus = Bonus(battle, unit)
    count = 0.0
    for figure in figures:
        gap = FAR
        for model in models:
            far = gap_to(battle, figure, model)
            if far < gap:
                gap = far
        gap -= battle.rules.obstacle * ground.obstacles
        if ground.patches:
            gap /= battle.rules.rough
        count += bonus.chance(gap - battle.move_of(figure))
    return min(count, float(battle.rules.most_attackers * len(models)))


def charge_worth(
    battle: GaslightBattle, unit: Unit, free: list[int], target: Unit, *, machine: bool, why: Weighings = UNASKED
) -> float:
    """What a charge does to them and to us: both checks, a round and a half of fighting, what they no longer do."""
    if not free or unit.kind == Arm.CREW:
        return -SERVES
    models = mark_at(battle, target, machine=machine).models
    models = [model for model in models if model >= battle.men or not battle.near.absent(model)]
    mine = Body(battle, free)
    contacts = who_reaches(battle, unit, free, models)
    hits = contacts * strike_chance(battle, free)
    fails = fail_chance(battle, unit, float(mine.n), open_cover(battle, unit), charging=True)
    risk = fails * ROUT_WORTH * mine.n * mine.harm
    if why.asked:
        there = f"On the average {to_a_tenth(contacts)} of {number(mine.n)} get there"
        if mine.n == 1:
            there = f"{there_is(contacts)} to get there"
        why.say(f"{there}; {there_is(fails)} to fail the check before the charge.")
    if machine:
        card = target.card.machine
        back = 0.0
        if card is not None:
            back = card.scuffle_dice * chance_below(card.scuffle, battle.rules.melee_sides) * mine.harm
        return (1.0 - fails) * ROUNDS * (hits * hand_worth(battle, target, battle.rules.foot_srm) - back) - risk - 0.3
    body = Body(battle, models)
    x, y = battle.centre(free)
    runs = fail_chance(battle, target, float(body.n), cover_of(battle, models, x, y), charging=False)
    matched = min(contacts, float(body.n))
    if unit.lone():
        matched = min(2.0, float(body.n)) if contacts > 0.0 else 0.0  # others will pile in on him
    gain = min(hits, float(body.n)) * body.harm
    loss = matched * strike_chance(battle, models) * mine.harm
    if battle.in_melee(target):
        loss *= 0.6
        gain += TIPPED
    if is_shooter(target):
        gain += DENIED * matched
    to_x, to_y = battle.centre(models)
    gain *= spot_worth(battle, to_x, to_y)
    if why.asked:
        why.say(
            f"{there_is(runs)} that they run before it; a round of the fight is worth {to_a_tenth(gain)} "
            f"figures and costs {to_a_tenth(loss)}."
        )
    worth = runs * ROUT_WORTH * body.n + (1.0 - runs) * ROUNDS * (gain - loss)
    worth = (1.0 - fails) * worth - risk - left_behind(battle, unit, x, y, to_x, to_y)
    if unit.kind == Arm.FOOT and not is_shooter(unit):
        # To stand before the enemy's rifles is worse, unless they are too few.
        return worth + EAGER * (1.0 - fails) * min(1.0, contacts / body.n)
    return worth - EXPOSED * others_about(battle, unit, target, to_x, to_y)


def others_about(battle: GaslightBattle, unit: Unit, target: Unit, x: float, y: float) -> int:
    """How many more enemies than friends stand about there, the two units that fight apart: they come next."""
    count = 0
    for model in battle.near.within(x, y, CLOSE):
        owner = battle.owner[i64(model)]
        if model < battle.men and owner != unit.id and owner != target.id:
            count += -1 if battle.side_of(model) == unit.side else 1
    return max(count, 0)


def left_behind(battle: GaslightBattle, unit: Unit, x: float, y: float, to_x: float, to_y: float) -> float:
    """What it costs to leave one's place for a charge."""
    cost = 0.0
    if is_shooter(unit):
        if battle.land.area_cover(x, y) > Cover.NONE or battle.land.line_cover(to_x, to_y, x, y, 1.0) > Cover.NONE:
            cost += IN_COVER
    goal = ground_goal(battle)
    if goal is not None and on_goal(battle, goal, x, y) and not on_goal(battle, goal, to_x, to_y):
        if defends(battle, unit.side):
            cost += LEFT_GOAL
        elif turns_left(battle) <= 2:
            cost += goal.points
    return cost


def machine_charge_worth(
    battle: GaslightBattle, unit: Unit, target: Unit, machine: bool, why: Weighings = UNASKED
) -> float:
    """A machine that fights hand to hand: its dice, and the check of whoever is run at."""
    card = unit.card.machine
    if card is None:
        return -FAR
    hits = card.scuffle_dice * chance_below(card.scuffle, battle.rules.melee_sides)
    starts = chance_below(battle.machine_of(unit).sustain(), battle.rules.drive_sides)
    if why.asked:
        why.say(f"{there_is(starts)} that the engine keeps going; it strikes home {amount(hits, 'times')} a round.")
    if machine:
        return starts * ROUNDS * hits * hand_worth(battle, target, card.melee_srm)
    models = [model for model in mark_at(battle, target, machine=False).models if not battle.near.absent(model)]
    body = Body(battle, models)
    runs = fail_chance(battle, target, float(body.n), Cover.NONE, charging=False)
    gain = min(hits, float(body.n)) * body.harm + (DENIED if is_shooter(target) else 0.0)
    back = strike_chance(battle, models) * min(2.0, float(body.n)) * hand_worth(battle, unit, battle.rules.foot_srm)
    return runs * ROUT_WORTH * body.n + starts * (1.0 - runs) * ROUNDS * (gain - back)


def best_charge(
    battle: GaslightBattle, unit: Unit, free: list[int], options: list[Option]
) -> tuple[Option | None, float]:
    """The charge that is worth most, if one is worth anything."""
    best: Best[Option | None] = Best(None, worth=0.0)
    for option in options:
        if isinstance(option, Charge):
            target = battle.units[option.unit]
            if unit.kind == Arm.VEHICLE and battle.aboard(unit):
                worth = machine_charge_worth(battle, unit, target, option.machine)
            else:
                worth = charge_worth(battle, unit, free, target, machine=option.machine)
            best.weigh(option, worth)
    return best.choice, best.worth


def explain_charge(
    battle: GaslightBattle, unit: Unit, free: list[int], charge: Option, gain: float, why: Weighings
) -> None:
    """The charge that is made, in words."""
    if why.asked and isinstance(charge, Charge):
        target = battle.units[charge.unit]
        why.weigh(f"a charge on {name_of(battle, charge.unit)}", gain)
        if unit.kind == Arm.VEHICLE and battle.aboard(unit):
            machine_charge_worth(battle, unit, target, charge.machine, why)
        else:
            charge_worth(battle, unit, free, target, machine=charge.machine, why=why)


# ---------------------------------------------------------------- in contact


def best_strike(battle: GaslightBattle, model: int, options: list[Option], why: Weighings = UNASKED) -> Option:
    """The opponent whose loss is worth most and likeliest."""
    best = Best(options[0], worth=-FAR, by=1e-9)
    for option in options:
        if not isinstance(option, Against):
            continue
        if option.model < battle.men:
            fall = fall_chance(battle.rules, battle.cast[option.model].save)
            worth = fall * figure_worth(battle, option.model)
        else:
            card = battle.unit_of(model).card.machine
            by_machine = model >= battle.men and card is not None
            srm = card.melee_srm if by_machine and card is not None else battle.rules.foot_srm
            worth = hand_worth(battle, battle.unit_of(option.model), srm)
        best.weigh(option, worth)
        if why.asked:
            why.weigh(f"a blow at {model_name(battle, option.model)}", worth)
    return best.choice


def worth_a_grenade(battle: GaslightBattle, figure: int, why: Weighings = UNASKED) -> bool:
    """Against a machine it is what grenades are for, unless it could not hurt it at all."""
    for foe in battle.foes(figure):
        if foe >= battle.men:
            worth = hand_worth(battle, battle.unit_of(foe), battle.rules.explosives_srm)
            if worth > 0.0:
                if why.asked:
                    why.say(f"That hits {model_name(battle, foe)} for {figures(worth)} on the average.")
                return True
    why.say("It could not hurt anything here.")
    return False


def break_off_order(
    battle: GaslightBattle, unit: Unit, options: list[Option], why: Weighings = UNASKED
) -> Option | None:
    """A character who is beset by several and has nobody beside him gets away while he can."""
    if not unit.lone() or unit.card.figures[0].character is False:
        return None
    for option in options:
        if not isinstance(option, BreakOff):
            continue
        foes = battle.foes(option.figure)
        if len(foes) < 2:
            continue
        helped = False
        for foe in foes:
            if len(battle.foes(foe)) > 1:
                helped = True
        if not helped:
            if why.asked:
                why.say(f"{counted(len(foes), 'enemy besets', 'enemies beset')} him, and nobody helps him.")
            return option
    return None


# ---------------------------------------------------------------- threats


def charged_soon(battle: GaslightBattle, unit: Unit, look: Outlook) -> bool:
    """May an enemy be upon it with his next charge?"""
    if look.foe < 0:
        return False
    foe = battle.unit_of(look.foe)
    reach = 2.0 * CLOSE if foe.kind == Arm.HORSE else CLOSE
    return look.far < reach


def friends_fighting(battle: GaslightBattle, side: int, x: float, y: float, within: float) -> bool:
    """Are friends in contact near by?"""
    for figure in battle.ranks[side].within(x, y, within):
        if battle.engaged(figure):
            return True
    return False
