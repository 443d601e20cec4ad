"""What things are worth to the built-in commander, in points of the unit cards, by closed odds of the sheet."""

from __future__ import annotations

from typing import Final

from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.battle.units import Unit
from playsheet.rules.orderchips.options.shooting import Shot, harvest, lay_volley
from playsheet.rules.orderchips.sheet.tables import ChipRules, Weapon
from playsheet.rules.orderchips.terms import Arm, Haywire

HELD: Final = 0.05  # of a machine's worth, a hit that its armour holds ...
FAILED: Final = 0.25  # ... and one that it does not
BREAKS: Final = 0.3  # of what is left of a unit, if it fails its test
CREW: Final = 6.0  # points of a crewman
NATIVES: Final = 0.4  # they count for no points, but they fight
LEADER: Final = 1.5  # an army commander is more than his card


def chance(number: int) -> float:
    """That a d10 comes to the number or less."""
    if number <= 0:
        return 0.0
    return 1.0 if number >= 10 else 0.1 * number


def added(rules: ChipRules, case: int) -> int:
    """What rows of `shooting-modifiers` add to a number."""
    total = 0
    for row in rules.shooting_modifiers:
        if case & row.when:
            total += row.add
    return total


# ---------------------------------------------------------------- units


def figure_worth(unit: Unit) -> float:
    """One figure of a unit."""
    worth = unit.card.points / max(unit.start, 1)
    if unit.card.army_commander:
        worth *= LEADER
    return NATIVES * worth if unit.band else worth


def worth_of(battle: ChipBattle, unit: Unit) -> float:
    """What is left of a unit, notable persons with it included."""
    if unit.is_machine():
        return float(unit.card.points)
    worth = figure_worth(unit) * unit.figures
    for id in unit.attached:
        worth += figure_worth(battle.units[id])
    return worth


def hit_worth(battle: ChipBattle, target: Unit, add: int) -> float:
    """What a hit does to it in the mean; of a machine, by what is added to its armour's die."""
    if not target.is_machine():
        worth = figure_worth(target)
        return worth if target.card.save == 0 else worth * (1.0 - chance(target.card.save))
    machine = battle.machine_of(target)
    holds = chance(machine.armor() - add)
    worth = target.card.points * (HELD * holds + FAILED * (1.0 - holds))
    return worth if machine.haywire == Haywire.OBEYS else 0.4 * worth


def most_figures(target: Unit) -> float:
    """Hits beyond these are wasted."""
    return 99.0 if target.is_machine() else float(max(target.figures, 1))


def mean_cap(weapon: Weapon) -> float:
    """How many figures fall under a template at most, in the mean."""
    return weapon.blast.mean_cap if weapon.blast is not None else 1.0


def breaking(battle: ChipBattle, target: Unit, lost: float) -> float:
    """What the test after such losses costs a unit in the mean."""
    if target.kind == Arm.VEHICLE:
        return 0.05 * target.card.points if lost > 0.5 else 0.0
    if target.is_machine() or lost <= 0.0 or target.lone():
        return 0.0
    left = battle.strength(target) - lost
    if left <= 0.0:
        return 0.5 * figure_worth(target)
    heads = left + min(float(target.card.armoured), left) + (6.0 if target.serves() else 0.0)
    fails = 1.0 - 0.1 * heads
    if fails <= 0.0:
        return 0.0
    return min(1.0, lost) * fails * BREAKS * figure_worth(target) * left


# ---------------------------------------------------------------- a shot


def shot_worth(battle: ChipBattle, shot: Shot) -> float:
    """What a shot does in the mean, by the very volley that would be fired; 0 if there is none."""
    volley = lay_volley(battle, shot, wild=False)
    target = battle.units[shot.target]
    if volley is None or not battle.hostile(battle.units[shot.unit], target):
        return 0.0
    hits = 0.0
    worth = 0.0
    for index in range(len(volley.aims)):
        weapon = volley.weapons[index]
        found = volley.aims[index].dice * chance(volley.numbers[index].value)
        if target.is_machine():
            worth += found * hit_worth(battle, target, weapon.save.add)
            hits += found
        elif weapon.blast is not None and shot.aim >= 0:
            under = harvest(battle, battle.units[shot.unit], shot.aim, weapon.blast.radius)
            hits += found * min(mean_cap(weapon), float(under))
        else:
            hits += found
    if not target.is_machine():
        hits = min(hits, most_figures(target))
        worth = hits * hit_worth(battle, target, 0)
    return worth + breaking(battle, target, hits)


def shots_worth(battle: ChipBattle, shots: list[Shot]) -> float:
    worth = 0.0
    for shot in shots:
        worth += shot_worth(battle, shot)
    return worth
