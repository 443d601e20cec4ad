"""Fire: whom to shoot at, and when. What may be charged keeps its volley for the charge; others fire when it tells."""

from __future__ import annotations

from typing import Final

from playsheet.core.angles import bearing, turn_between
from playsheet.core.asking import Option
from playsheet.core.geometry import TOLERANCE, spacing
from playsheet.core.words import owners
from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.battle.units import NO_ARROW, NOBODY, Unit
from playsheet.rules.orderchips.battle.words import name_of
from playsheet.rules.orderchips.doctrine.worth import shot_worth, shots_worth
from playsheet.rules.orderchips.options.charge import most_bonus
from playsheet.rules.orderchips.options.choices import HOLD, Commit
from playsheet.rules.orderchips.options.shooting import Shot
from playsheet.rules.orderchips.table.steps import FireAt
from playsheet.rules.orderchips.terms import Arm, Chip, Phase, Where
from playsheet.tabletop.weighing import UNASKED, Best, Weighings, amount

WORTH_FIRING: Final = 0.05  # points: less is no shot
FIRE_NOW: Final = 0.8  # points that a volley must promise before anybody has moved
MARGIN: Final = 2.0  # inches more than it may need: who could be charged is taken to be threatened
WATCHED: Final = 26.0  # inches within which chargers are looked for


# ---------------------------------------------------------------- the shooting phase


def best_shot(battle: ChipBattle, options: list[Option], why: Weighings = UNASKED) -> Option:
    """Where it does most; a shot costs nothing by now."""
    best = Best(options[0], worth=WORTH_FIRING)
    whose = ""
    for option in options:
        if isinstance(option, FireAt):
            worth = shot_worth(battle, option.shot)
            best.weigh(option, worth)
            if why.asked:
                whose = f" of {name_of(battle, option.shot.unit)}"
                why.weigh(f"a shot at {name_of(battle, option.shot.target)}", worth)
    if why.asked and not isinstance(best.choice, FireAt):
        why.weighed.clear()
        why.say(f"No shot{whose} would tell.")
    return best.choice


# ---------------------------------------------------------------- windows


def may_come(battle: ChipBattle, enemy: Unit, unit: Unit) -> bool:
    """Could that enemy, by the chip it shows, still charge the unit this turn?"""
    if enemy.chip != Chip.MOVING or enemy.moved or enemy.kind == Arm.GUN or enemy.is_locked() or enemy.no_action:
        return False
    if not battle.hostile(enemy, unit):
        return False
    x, y = battle.at(battle.leader(enemy))
    to_x, to_y = battle.middle(unit)
    far = spacing(x, y, to_x, to_y) - battle.radius(battle.leader(enemy))
    if far > battle.move_of(enemy) + most_bonus(enemy) + MARGIN:
        return False
    return enemy.arrow == NO_ARROW or turn_between(enemy.arrow, bearing(to_x - x, to_y - y)) <= battle.rules.arrow + 5.0


def is_threatened(battle: ChipBattle, unit: Unit, by: int = NOBODY) -> bool:
    """May anybody (but that one) still charge it this turn?"""
    x, y = battle.middle(unit)
    for id in battle.around(x, y, WATCHED):
        enemy = battle.units[id]
        if (
            enemy.place == Where.ON_TABLE
            and id != by
            and may_come(battle, enemy, unit)
            and is_watched(battle, enemy, x, y)
        ):
            return True
    return False


def is_watched(battle: ChipBattle, enemy: Unit, x: float, y: float) -> bool:
    """Is any base of that enemy near enough to the place to be looked at?"""
    for model in battle.models(enemy):
        at_x, at_y = battle.at(model)
        near = WATCHED + battle.radius(model) + TOLERANCE
        if (at_x - x) * (at_x - x) + (at_y - y) * (at_y - y) <= near * near:
            return True
    return False


def window(battle: ChipBattle, seat: int, mover: int, options: list[Option], why: Weighings = UNASKED) -> Option:
    """At a charger whoever is not wanted elsewhere; at the reveal whoever is not threatened; after events everybody."""
    chosen: list[Shot] = []
    if mover >= 0:
        if not battle.units[mover].charging:
            why.say("It moves and does not charge: fire is kept for who does.")
            return HOLD
        for commit in single(options, mover):
            unit = battle.units[commit.shots[0].unit]
            if battle.units[mover].target == unit.id or not is_threatened(battle, unit, mover):
                if shots_worth(battle, commit.shots) > WORTH_FIRING:
                    chosen += commit.shots
        if why.asked:
            explain_volley(battle, chosen, why)
            if not chosen:
                why.say("Whoever could fire at the charge is wanted against others, or would not hurt it.")
    else:
        chosen = all_at_once(battle, options)
        if why.asked:
            explain_volley(battle, chosen, why)
            if not chosen:
                why.say(
                    "Whoever may be charged keeps its fire, and other volleys would tell too little now, or more later."
                )
    return Commit(battle, seat, chosen) if chosen else HOLD


def explain_volley(battle: ChipBattle, shots: list[Shot], why: Weighings) -> None:
    """Each unit's volley, the best first."""
    worths: dict[tuple[int, int], float] = {}
    for shot in shots:
        key = (shot.unit, shot.target)
        worths[key] = worths.get(key, 0.0) + shot_worth(battle, shot)
    ranked = [(-worths[key], key[0], key[1]) for key in worths]
    ranked.sort()
    for less, unit, target in ranked:
        volley = f"{owners(name_of(battle, unit))} fire at {name_of(battle, target)}"
        why.say(f"{volley} is worth {amount(-less, 'points')} on the average.")


def single(options: list[Option], target: int) -> list[Commit]:
    """The volleys that are offered of one unit each; at that target if one is named."""
    found: list[Commit] = []
    for option in options:
        if not isinstance(option, Commit):
            continue
        first = option.shots[0]
        alone = True
        for shot in option.shots:
            alone = alone and shot.unit == first.unit
        if alone and (target == NOBODY or first.target == target):
            found.append(option)
    return found


def all_at_once(battle: ChipBattle, options: list[Option]) -> list[Shot]:
    """With nobody moving: each unit at its best target, if it need not keep its fire."""
    best: dict[int, Commit] = {}
    most: dict[int, float] = {}
    for commit in single(options, NOBODY):
        unit = commit.shots[0].unit
        if unit in most and most[unit] < 0.0:
            continue  # it keeps its fire
        if unit not in most and keeps_fire(battle, battle.units[unit]):
            most[unit] = -1.0
            continue
        worth = ripe_worth(battle, commit)
        if worth > most.get(unit, 0.0):
            most[unit] = worth
            best[unit] = commit
    found: list[Shot] = []
    for unit in sorted(best):
        found += best[unit].shots
    return found


def keeps_fire(battle: ChipBattle, unit: Unit) -> bool:
    """Opportunity fire is kept for whoever may yet charge it."""
    return battle.phase < Phase.AFTER_EVENTS and is_threatened(battle, unit)


def ripe_worth(battle: ChipBattle, commit: Commit) -> float:
    """What a volley now is worth: nothing while its target comes nearer by itself, or there is too little in it."""
    if battle.phase >= Phase.AFTER_EVENTS:
        worth = shots_worth(battle, commit.shots)
        return worth if worth > WORTH_FIRING else 0.0
    if not is_ripe(battle, commit):
        return 0.0
    worth = shots_worth(battle, commit.shots)
    return worth if worth >= FIRE_NOW else 0.0


def is_ripe(battle: ChipBattle, commit: Commit) -> bool:
    """Does its target not come nearer by itself?"""
    target = battle.units[commit.shots[0].target]
    unit = battle.units[commit.shots[0].unit]
    return battle.phase >= Phase.AFTER_EVENTS or not comes_on(battle, target, unit)


def comes_on(battle: ChipBattle, target: Unit, unit: Unit) -> bool:
    """Has it still to move, and this way?"""
    if target.chip != Chip.MOVING or target.moved or target.arrow == NO_ARROW:
        return False
    x, y = battle.at(battle.leader(target))
    to_x, to_y = battle.middle(unit)
    return turn_between(target.arrow, bearing(to_x - x, to_y - y)) <= 60.0


def own_volley(battle: ChipBattle, options: list[Option], why: Weighings = UNASKED) -> Option | None:
    """Between its own moves: to shoot at them before friends go in, unless the fire is to be kept."""
    best: Best[Option | None] = Best(None, worth=0.0)
    kept: dict[int, bool] = {}
    for commit in single(options, NOBODY):
        unit = commit.shots[0].unit
        if not is_ripe(battle, commit):
            continue
        if unit not in kept:
            kept[unit] = keeps_fire(battle, battle.units[unit])
        if kept[unit]:
            continue
        worth = ripe_worth(battle, commit)
        best.weigh(commit, worth)
    if why.asked and isinstance(best.choice, Commit):
        explain_volley(battle, best.choice.shots, why)
        why.say("It shoots before friends go in.")
    return best.choice
