"""The built-in commander: it commands through orders and weighs the rest in figures, by the sheet's own numbers.

It keeps those in support behind those who assault, shoots a line into disorder before it goes in, masses its fire on
who is nearest to breaking, charges what is shaken or taken in flank, keeps its guns where they see, and leads the
broken back to be rallied.
"""

from __future__ import annotations

from typing import Final

from playsheet.core.asking import Option, Question, Region
from playsheet.core.events import Battle
from playsheet.core.geometry import FAR, spacing
from playsheet.core.words import number, verb
from playsheet.rules.gettysburg.battle.state import GettysburgBattle
from playsheet.rules.gettysburg.battle.units import Unit
from playsheet.rules.gettysburg.battle.words import name_of
from playsheet.rules.gettysburg.doctrine.charge import (
    counter,
    declaration,
    first_target,
    follow_up,
    interception,
    reaction,
    stand_or_retire,
)
from playsheet.rules.gettysburg.doctrine.command import brigade_order, general_moves, general_to, ride, support_of
from playsheet.rules.gettysburg.doctrine.fire import next_to_fire, shot, supporter
from playsheet.rules.gettysburg.doctrine.moves import act, facing, march, next_unit
from playsheet.rules.gettysburg.options.choices import AttachTo
from playsheet.rules.gettysburg.options.command import KEEP
from playsheet.rules.gettysburg.options.fight_choices import AGAIN, FALL_BACK, HOLD_POST, RAPID, STAY, YELL, OfUnit
from playsheet.rules.gettysburg.options.fire import NO_CHARGERS
from playsheet.rules.gettysburg.table.forced_moves import TO_BASELINE
from playsheet.tabletop.weighing import AS_GOOD, UNASKED, Best, Commander, Weighings

USUAL: Final = (KEEP, AGAIN, YELL, RAPID, HOLD_POST, TO_BASELINE)  # wherever one of them is offered
USUALLY: Final = (
    "Its order serves.",
    "A second throw may do what the first has not.",
    "Whatever may help is used when it can be.",
    "Rapid fire may decide the fight, and cartridges are there to be used.",
    "The post is worth more than those who run from it.",
    "Fugitives make for their own lines.",
)


class Doctrine(Commander):
    """Answers every question of the game from what is on the table."""

    def decide(self, battle: Battle, question: Question, why: Weighings) -> Option:
        assert isinstance(battle, GettysburgBattle)
        options = question.options
        about = question.about
        match question.kind:
            case "normal":
                return next_unit(battle, options, why)
            case "act":
                return act(battle, battle.units[about], options, why, self.stances)
            case "fire":
                return next_to_fire(battle, options, why)
            case "target":
                unit = battle.units[about]
                return shot(battle, unit, options, chargers(battle) if unit.is_unformed() else NO_CHARGERS, why)
            case "support":
                return supporter(battle, options, why)
            case "declare":
                return declaration(battle, options, why, self.stances)
            case "opportunity":
                return interception(battle, options, why)
            case "resolve":
                return first_target(battle, options, why)
            case "reaction":
                return reaction(battle, battle.units[about], options, why)
            case "counter":
                return counter(battle, battle.units[about], why)
            case "follow_up":
                return follow_up(battle, battle.units[about], why)
            case "stand_or_retire":
                return stand_or_retire(battle, battle.units[about], why)
            case "fall_back":
                return FALL_BACK if is_hunted(battle, battle.units[about], why) else STAY
            case "brigade_order":
                return brigade_order(battle, battle.brigade_at(about), options, why, self.stances)
            case "support_brigade":
                return support_of(battle, battle.brigade_at(about), options, why)
            case "generals":
                return general_moves(battle, options, why)
            case "general_to":
                return general_to(options, why)
            case "return":
                return safest(battle, options, why)
            case "remainder":
                return strongest(battle, options, why)
        for place in range(len(USUAL)):
            if USUAL[place] in options:
                why.say(USUALLY[place])
                return USUAL[place]
        why.say(AS_GOOD)
        return options[0]

    def settle(self, battle: Battle, question: Question, why: Weighings) -> tuple[float, ...]:
        assert isinstance(battle, GettysburgBattle)
        region = question.region
        assert region is not None
        match question.kind:
            case "march":
                return march(battle, battle.units[question.about], region, why, self.stances)
            case "face":
                return facing(battle, battle.units[question.about], region, why, self.stances)
            case "ride":
                return ride(battle, battle.general_at(question.about), region, why)
            case "deploy":
                return deployed(battle, battle.units[question.about], region, why)
        why.say(AS_GOOD)
        return region.samples()[0]


def chargers(battle: GettysburgBattle) -> list[int]:
    """Whoever is charging now: the unformed may fire at them."""
    return [unit.id for unit in battle.units if unit.charged and unit.on_table()]


def is_hunted(battle: GettysburgBattle, unit: Unit, why: Weighings = UNASKED) -> bool:
    """Is a formed enemy near enough to come on?"""
    for enemy in battle.within(unit, 12.0):
        if enemy.side != unit.side and not enemy.is_unformed():
            if why.asked:
                why.say(f"{verb(name_of(battle, enemy.id), 'is', 'are')} near enough to come on.")
            return True
    why.say("No formed enemy is near enough to come on.")
    return False


def safest(battle: GettysburgBattle, options: list[Option], why: Weighings = UNASKED) -> Option:
    """A general who returns comes to the unit farthest from the enemy."""
    best = Best(options[0], worth=-1.0)
    for option in options:
        if isinstance(option, AttachTo):
            far = battle.nearest_enemy(battle.units[option.unit])[1]
            best.weigh(option, far)
    if why.asked and isinstance(best.choice, AttachTo):
        why.say(f"{verb(name_of(battle, best.choice.unit), 'is', 'are')} farther from the enemy than the others.")
    return best.choice


def strongest(battle: GettysburgBattle, options: list[Option], why: Weighings = UNASKED) -> Option:
    """The odd figure is taken from the unit that can spare it."""
    best = options[0]
    most = -1
    for option in options:
        if isinstance(option, OfUnit) and battle.units[option.unit].figures > most:
            most = battle.units[option.unit].figures
            best = option
    if why.asked and isinstance(best, OfUnit):
        why.say(f"{name_of(battle, best.unit)} can best spare the odd figure: {number(max(most, 0))} are left of it.")
    return best


def deployed(battle: GettysburgBattle, unit: Unit, region: Region, why: Weighings = UNASKED) -> tuple[float, ...]:
    """As near to what is fought for as its zone allows."""
    best = region.samples()[0]
    least = FAR
    goals = [goal for goal in battle.goals.all if goal.within > 0.0]
    for value in region.samples():
        far = sum([spacing(value[0], value[1], goal.x, goal.y) for goal in goals])
        if goals and far < least:
            least = far
            best = value
    why.say("Nowhere in its zone is it nearer to what is fought for." if goals else AS_GOOD)
    return best
