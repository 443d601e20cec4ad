"""Setting up: foot toward the ground it is to take, guns where they see, scientists with their automata."""

from __future__ import annotations

from typing import Final

from playsheet.core.asking import Option
from playsheet.core.geometry import FAR, spacing
from playsheet.core.words import verb
from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.battle.units import Unit
from playsheet.rules.orderchips.battle.words import name_of
from playsheet.rules.orderchips.doctrine.aims import Ground, grounds, shoots_better
from playsheet.rules.orderchips.options.choices import ALONE, Attach
from playsheet.rules.orderchips.table.deployment import DeployRegion
from playsheet.rules.orderchips.terms import Arm, Where
from playsheet.tabletop.weighing import UNASKED, Best, Weighings
from playsheet.tabletop.wording import inches

CROWDED: Final = 0.6  # inches farther that a place counts for each friendly model near it
ABOUT: Final = 6.0  # inches that count as near
POSTS: Final = (
    "Foot stands toward the ground that it is to take.",
    "Horse starts on a wing.",
    "Guns stand toward what is fought for, where they see.",
    "He stands by those whom he goes with.",
    "Vehicles start toward what is fought for.",
    "Automata start together on a wing, for they may turn on friends.",
)  # by kind
ON_THE_WING: Final = 14.0  # inches from the middle, where horse starts, and automata, who may turn on friends


def deploy_value(battle: ChipBattle, region: DeployRegion, why: Weighings = UNASKED) -> tuple[float, ...]:
    """The best of the places that are offered."""
    unit = region.unit
    x, y = wanted_spot(battle, unit)
    samples = region.samples()
    best = Best(samples[0], worth=-FAR * 2.0)
    for value in samples:
        far = spacing(value[0], value[1], x, y) + CROWDED * crowd(battle, unit, value[0], value[1])
        if unit.kind == Arm.GUN and hidden(battle, value[0], value[1]):
            far += 15.0
        best.weigh(value, -far)
    if why.asked:
        why.say(f"{POSTS[unit.kind]} There is room {inches(spacing(best.choice[0], best.choice[1], x, y))} from it.")
    return best.choice


def crowd(battle: ChipBattle, unit: Unit, x: float, y: float) -> int:
    return len(battle.near.within(x, y, ABOUT)) if unit.kind != Arm.NOTABLE else 0


def hidden(battle: ChipBattle, x: float, y: float) -> bool:
    """Is the middle of the table out of sight from there?"""
    ground = battle.land.ground
    return battle.land.hides(x, y, 0.5 * ground.width, 0.5 * ground.depth)


def wanted_spot(battle: ChipBattle, unit: Unit) -> tuple[float, float]:
    """What a unit would like to stand close to at the start."""
    if unit.kind == Arm.NOTABLE:
        return with_friends(battle, unit)
    ground = battle.land.ground
    middle = (0.5 * ground.width, 0.5 * ground.depth)
    places = grounds(battle, unit.side)
    if unit.kind in (Arm.CAVALRY, Arm.AUTOMATON):
        return wing(battle, unit)
    if not places:
        return middle
    if unit.kind != Arm.INFANTRY:
        x = sum([place.x for place in places]) / len(places)
        return x, middle[1]
    return least_wanted(battle, unit, places)


def least_wanted(battle: ChipBattle, unit: Unit, places: list[Ground]) -> tuple[float, float]:
    """Foot by foot, each for another piece of ground."""
    place = 0
    for other in battle.units:
        if (
            other.side == unit.side
            and other.kind == Arm.INFANTRY
            and other.place != Where.WAITING
            and other is not unit
        ):
            place += 1
    chosen = places[place % len(places)]
    return chosen.x, chosen.y


def with_friends(battle: ChipBattle, unit: Unit) -> tuple[float, float]:
    """A scientist among the automata on his wing, anybody else by the foot."""
    wanted = Arm.AUTOMATON if unit.card.scientist else Arm.INFANTRY
    x, y = wing(battle, unit)
    best = (x, y)
    least = FAR
    for other in battle.units:
        if other.side == unit.side and other.place == Where.ON_TABLE and other.kind == wanted:
            at_x, at_y = battle.at(battle.leader(other))
            far = spacing(x, y, at_x, at_y)
            if far < least:
                least = far
                best = (at_x, at_y)
    return best


def wing(battle: ChipBattle, unit: Unit) -> tuple[float, float]:
    """One side of the middle or the other, by roster; automata all on the same, to go in together."""
    ground = battle.land.ground
    aside = min(ON_THE_WING, 0.25 * ground.width)
    right = unit.kind == Arm.AUTOMATON or unit.id % 2 == 1
    return 0.5 * ground.width + (aside if right else -aside), 0.5 * ground.depth


# ---------------------------------------------------------------- notable persons


def host_for(battle: ChipBattle, notable: Unit, options: list[Option], why: Weighings = UNASKED) -> Option:
    """He joins the strongest body of foot that has nobody yet; a scientist only if there are no automata."""
    if notable.card.scientist and has_automata(battle, notable):
        why.say("He has automata to look after, and stays free for them.")
        return ALONE
    best: Best[Option] = Best(ALONE, worth=0.0)
    for option in options:
        if isinstance(option, Attach):
            worth = host_worth(battle.units[option.unit], notable)
            best.weigh(option, worth)
    if why.asked:
        why.say(
            f"{verb(name_of(battle, best.choice.unit), 'is', 'are')} a strong body of men with nobody better beside it."
            if isinstance(best.choice, Attach)
            else "There is no body of men worth joining."
        )
    return best.choice


def host_worth(host: Unit, notable: Unit) -> float:
    """Many figures to hide among, few notable persons already; a fighter with those who go in."""
    if host.kind not in (Arm.INFANTRY, Arm.CAVALRY) or host.figures < 3:
        return 0.0
    worth = float(host.figures)
    if host.kind == Arm.CAVALRY:
        worth -= 4.0
    if not notable.card.army_commander and not shoots_better(host):
        worth += 2.0
    return max(worth - 6.0 * len(host.attached), 0.1)


def has_automata(battle: ChipBattle, scientist: Unit) -> bool:
    for id in battle.machines:
        automaton = battle.units[id]
        if automaton.kind == Arm.AUTOMATON and automaton.owner == scientist.seat:
            if automaton.place == Where.WAITING or automaton.has_machine():
                return True
    return False
