"""The built-in commander: it lays its chips by what they promise, in card points, by the sheet's own numbers.

It goes for what the scenario is about, halts in cover and at short range, shoots before it charges and charges what is
shaken, keeps its opportunity fire for whoever may charge it, keeps a scientist behind its automata, and drives machines
so that their weapons bear. Where it costs little it stands when it might move, and moves when it might stand.
"""

from __future__ import annotations

from typing import Final

from playsheet.core.asking import Option, Question
from playsheet.core.events import Battle
from playsheet.core.geometry import FAR
from playsheet.core.stances import Stances
from playsheet.core.words import counted, verb
from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.battle.units import Unit
from playsheet.rules.orderchips.battle.words import name_of
from playsheet.rules.orderchips.doctrine.chips import chip
from playsheet.rules.orderchips.doctrine.deployment import deploy_value, host_for
from playsheet.rules.orderchips.doctrine.distances import distance_to_foe
from playsheet.rules.orderchips.doctrine.engines import drive_value, machine_act
from playsheet.rules.orderchips.doctrine.melee import best_strike
from playsheet.rules.orderchips.doctrine.moves import act, form_value, move_value, moves_last, wants_to_form
from playsheet.rules.orderchips.doctrine.shooting import best_shot, own_volley, window
from playsheet.rules.orderchips.options.choices import DONE, FIRST, LAST, Pick
from playsheet.rules.orderchips.options.moves import FormRegion, MoveRegion
from playsheet.rules.orderchips.options.repair import patients
from playsheet.rules.orderchips.options.steering import DriveRegion
from playsheet.rules.orderchips.table.damage import GetIn
from playsheet.rules.orderchips.table.deployment import DeployRegion
from playsheet.rules.orderchips.table.morale import THIS_TURN
from playsheet.rules.orderchips.terms import Chip
from playsheet.tabletop.weighing import AS_GOOD, UNASKED, Commander, Weighings
from playsheet.tabletop.wording import inches

# in this order units are picked
MOVES_NOW: Final = 0
STANDS: Final = 1
MENDS: Final = 2
NEXT: Final = ("those who have still to move", "those who stand and have to turn", "the scientists")  # by rank


class Doctrine(Commander):
    """Answers every question of the game from what its seat may see of the table."""

    def measure(self) -> str:
        return "points"

    def decide(self, battle: Battle, question: Question, why: Weighings) -> Option:
        assert isinstance(battle, ChipBattle)
        options = question.options
        about = question.about
        match question.kind:
            case "chip":
                return chip(battle, battle.units[about], self.stances, options, why)
            case "window":
                return window(battle, question.seat, about, options, why)
            case "first":
                return LAST if moves_last(battle, question.seat, self.stances, why) else FIRST
            case "next":
                return next_unit(battle, options, why)
            case "act":
                return acts(battle, battle.units[about], self.stances, options, why)
            case "fire":
                return best_shot(battle, options, why)
            case "fight":
                return best_strike(battle, about, options, why)
            case "attach" | "start_with":
                return host_for(battle, battle.units[about], options, why)
            case "get_in":
                return crew_for(battle.units[about], options, why)
            case "confused":
                why.say("What must be borne is best over at once.")
                return THIS_TURN
        why.say("What can be mended is mended, and the first that is offered is the best.")
        return options[0]  # repair, mend: the first is the best

    def settle(self, battle: Battle, question: Question, why: Weighings) -> tuple[float, ...]:
        assert isinstance(battle, ChipBattle)
        region = question.region
        assert region is not None
        if isinstance(region, DeployRegion):
            return deploy_value(battle, region, why)
        unit = battle.units[question.about]
        if isinstance(region, MoveRegion):
            return move_value(battle, unit, self.stances, region, why)
        if isinstance(region, FormRegion):
            return form_value(battle, unit, region, why)
        if isinstance(region, DriveRegion):
            return drive_value(battle, unit, self.stances, region, why)
        why.say(AS_GOOD)
        return region.samples()[0]


def acts(battle: ChipBattle, unit: Unit, stances: Stances, options: list[Option], why: Weighings = UNASKED) -> Option:
    if unit.is_machine():
        return machine_act(battle, unit, stances, options, why)
    return act(battle, unit, stances, options, why)


def next_unit(battle: ChipBattle, options: list[Option], why: Weighings = UNASKED) -> Option:
    """Fire first; then who is nearest to the enemy; then those who turn in place; scientists after their automata."""
    volley = own_volley(battle, options, why)
    if volley is not None:
        return volley
    best = nearest_pick(battle, options, MOVES_NOW)
    if best is None:
        best = nearest_pick(battle, options, STANDS)
    if best is None:
        best = nearest_pick(battle, options, MENDS)
    if best is not None:
        if why.asked and isinstance(best, Pick):
            unit = battle.units[best.unit]
            far = distance_to_foe(battle, unit)
            near = f": {inches(far)}" if far < FAR else ""
            first = verb(name_of(battle, unit.id), "is", "are")
            why.say(f"{first} the nearest to the enemy of {NEXT[rank_of(unit)]}{near}.")
        return best
    why.say("Nobody is left who has something to do.")
    return DONE if DONE in options else options[0]


def rank_of(unit: Unit) -> int:
    """Who goes before whom."""
    if unit.card.scientist:
        return MENDS
    return MOVES_NOW if unit.chip == Chip.MOVING else STANDS


def nearest_pick(battle: ChipBattle, options: list[Option], rank: int) -> Option | None:
    """Of those who are offered in that rank and have something to do, the one nearest to the enemy."""
    near: list[tuple[float, int]] = []
    for index in range(len(options)):
        option = options[index]
        if isinstance(option, Pick) and rank_of(battle.units[option.unit]) == rank:
            unit = battle.units[option.unit]
            far = distance_to_foe(battle, unit)
            near.append((far + rank * FAR, index))
    near.sort()
    for _, index in near:
        option = options[index]
        if isinstance(option, Pick) and acts_now(battle, battle.units[option.unit]):
            return option
    return None


def acts_now(battle: ChipBattle, unit: Unit) -> bool:
    """Whoever stands is picked only to turn, to form up or to mend."""
    return unit.chip != Chip.STATIONARY or unit.is_machine() or turns_or_mends(battle, unit)


def turns_or_mends(battle: ChipBattle, unit: Unit) -> bool:
    if unit.card.scientist and patients(battle, unit):
        return True
    return wants_to_form(battle, unit)


def crew_for(machine: Unit, options: list[Option], why: Weighings = UNASKED) -> Option:
    """As many as can serve its weapons, and no more: the others are of more use outside."""
    card = machine.card.machine
    wanted = max(1, len(card.weapons)) if card is not None else 1
    if why.asked:
        why.say(f"{counted(wanted, 'man is', 'men are')} enough to serve it; the others are of more use outside.")
    best = options[0]
    for option in options:
        if isinstance(option, GetIn) and option.figures <= wanted:
            best = option
    return best
