"""What a shot, a charge and a melee are worth to the commander, in figures, by the sheet's own numbers.

Two dice have eleven totals, so that everything here is summed up exactly; only what may come after is guessed.
"""

from __future__ import annotations

from typing import Final

from playsheet.core.events import Entry
from playsheet.rules.gettysburg.battle.state import GettysburgBattle
from playsheet.rules.gettysburg.battle.units import Unit
from playsheet.rules.gettysburg.dice.fire import halved
from playsheet.rules.gettysburg.dice.melee import Fighter, Side, melee_account
from playsheet.rules.gettysburg.dice.morale import morale_account, result_of
from playsheet.rules.gettysburg.ground.footprints import counts_supports, supporting_lines, zone_of
from playsheet.rules.gettysburg.ground.sight import cover_of, ground_of, is_uphill
from playsheet.rules.gettysburg.options.fight_choices import Shoot
from playsheet.rules.gettysburg.options.fire import Mark, firing_strength
from playsheet.rules.gettysburg.options.melee_sides import has_general
from playsheet.rules.gettysburg.table.fire import shot_of
from playsheet.rules.gettysburg.table.morale import charged_mood, charging_mood
from playsheet.rules.gettysburg.terms import (
    Arm,
    Cover,
    Formation,
    GroundClass,
    MoraleResult,
    MoraleTest,
    UnitState,
    Zone,
)
from playsheet.tabletop.weighing import UNASKED, Weighings, chances, figures, there_is

WAYS: Final = [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]  # in which two dice show 2, 3 ... 12
ALL: Final = 36.0
LOWEST: Final = 2
DIFFERENCES: Final = [1, 4, 10, 20, 35, 56, 80, 104, 125, 140, 146, 140, 125, 104, 80, 56, 35, 20, 10, 4, 1]
ALL_DIFFERENCES: Final = 1296.0  # in which two throws of two dice differ by -10, -9 ... 10
MOST_DIFFERENCE: Final = 10
ROUTS_FROM: Final = 8  # a guess at what follows: the sheet itself says so in `melee-results`
RETREATS_FROM: Final = 3
RUNS: Final = 0.6  # of a unit's worth that it loses when it retreats: it may rally, or disperse
SHAKEN: Final = 0.2  # the same of a unit that falters or recoils


def added(account: list[Entry]) -> int:
    total = 0
    for entry in account:
        total += entry.add
    return total


def worth_of(unit: Unit) -> float:
    """A unit in figures; guns are worth more than their crew."""
    worth = float(unit.figures)
    if unit.arm == Arm.ARTILLERY:
        worth += 4.0 * unit.guns
    elif unit.arm == Arm.CAVALRY:
        worth *= 1.3
    if unit.state >= UnitState.RETREATING:
        worth *= 0.4
    return worth


# ---------------------------------------------------------------- fire


def expected_loss(battle: GettysburgBattle, unit: Unit, mark: Mark, shoot: Shoot) -> float:
    """The figures that a shot takes in the mean, its halves counted as halves."""
    target = mark.target
    rules = battle.rules
    if unit.formation == Formation.SKIRMISH:
        cover = cover_of(battle, target, unit.x, unit.y)
        loss = firing_strength(battle, unit) / float(rules.sides)
        if cover != Cover.NONE or target.state == UnitState.GONE_TO_GROUND:
            loss *= 0.5
        return min(loss, float(target.figures))
    shot = shot_of(battle, unit, mark, shoot)
    table = rules.artillery if shot.artillery else rules.musketry
    add = added(shot.account)
    total = 0
    if shot.strength > 0:
        row = table.row(shot.strength)
        for place in range(len(WAYS)):
            total += WAYS[place] * halved(row[table.column(LOWEST + place + add)], shot.halvings)
    loss = total / ALL / 2.0
    return min(loss, float(target.figures))


# ---------------------------------------------------------------- charges


def charge_chance(battle: GettysburgBattle, unit: Unit, target: Unit, lost: int) -> float:
    """How likely it is that the unit charges home after losing so many on the way."""
    mood = charging_mood(battle, unit, target, lost, zone_of(battle, target, unit.x, unit.y))
    mood.lost += lost
    add = added(morale_account(battle.rules, MoraleTest.TO_CHARGE, mood))
    found = 0
    for place in range(len(WAYS)):
        if result_of(battle.rules, MoraleTest.TO_CHARGE, mood, LOWEST + place + add) == MoraleResult.CHARGE:
            found += WAYS[place]
    return found / ALL


class Receiving:
    """What a charged unit may do, as chances."""

    def __init__(self, runs: float, *, stands: float, falters: float, recoils: float) -> None:
        self.stands: Final = stands
        self.falters: Final = falters
        self.recoils: Final = recoils
        self.runs: Final = runs


def receiving(battle: GettysburgBattle, target: Unit, unit: Unit) -> Receiving:
    """The test of the target, if the charger comes home."""
    if target.state == UnitState.ROUTING:
        return Receiving(1.0, stands=0.0, falters=0.0, recoils=0.0)
    flanked = zone_of(battle, target, unit.x, unit.y) != Zone.FRONT
    mood = charged_mood(battle, target, [unit], flanked)
    add = added(morale_account(battle.rules, MoraleTest.BEING_CHARGED, mood))
    stands = 0
    falters = 0
    recoils = 0
    for place in range(len(WAYS)):
        result = result_of(battle.rules, MoraleTest.BEING_CHARGED, mood, LOWEST + place + add)
        if result == MoraleResult.STAND_OR_COUNTER:
            stands += WAYS[place]
        elif result == MoraleResult.FALTER:
            falters += WAYS[place]
        elif result == MoraleResult.FALTER_RECOIL:
            recoils += WAYS[place]
    runs = 36 - stands - falters - recoils
    return Receiving(runs / ALL, stands=stands / ALL, falters=falters / ALL, recoils=recoils / ALL)


def charge_worth(battle: GettysburgBattle, unit: Unit, target: Unit, why: Weighings = UNASKED) -> float:
    """What a charge gains less what it may cost: the fire on the way in, both tests, and the melee after them."""
    fire = fire_on_the_way(battle, unit, target)
    home = charge_chance(battle, unit, target, int(fire + 0.5))
    they = receiving(battle, target, unit)
    own = worth_of(unit)
    theirs = worth_of(target)
    standing = melee_worth(battle, unit, target, charging=True, weakened=False)
    weakened = melee_worth(battle, unit, target, charging=True, weakened=True)
    gain = they.stands * standing + they.falters * (weakened + SHAKEN * theirs)
    gain += they.recoils * (0.5 * weakened + SHAKEN * theirs) + they.runs * RUNS * theirs
    if why.asked:
        why.say(f"Fire on the way in takes {figures(fire)}; {there_is(home)} that it charges home.")
        better = melee_edge(battle, unit, target, charging=True, weakened=False)
        edge = "its modifiers are as good as theirs"
        if better != 0:
            edge = f"its modifiers are {abs(better)} {'better' if better > 0 else 'worse'} than theirs"
        why.say(f"{there_is(they.stands)} that they stand, {chances(they.runs)} that they run; in melee {edge}.")
    return home * gain - (1.0 - home) * SHAKEN * own - fire


def fire_on_the_way(battle: GettysburgBattle, unit: Unit, target: Unit) -> float:
    """A guess at the figures lost to the target's fire and that of its neighbours.

    Who charge together share it; and a neighbour who is charged himself has his own chargers to fire at.
    """
    total = 0.0
    for enemy in battle.around(target.x, target.y, target.shape.radius + battle.rules.support_fire):
        if enemy.side == unit.side or enemy.fired or enemy.in_melee() or enemy.is_unformed():
            continue
        if zone_of(battle, enemy, unit.x, unit.y) == Zone.FRONT:
            others = chargers_at(battle, unit, enemy)
            if enemy is not target and others:
                continue
            share = 1.0 / (1 + others) if enemy is target else 0.5
            total += share * firing_strength(battle, enemy) * (1.0 if enemy.arm == Arm.ARTILLERY else 0.11)
    return min(total, 0.5 * unit.figures)


def chargers_at(battle: GettysburgBattle, unit: Unit, target: Unit) -> int:
    """How many others have declared a charge on it."""
    return len([charge for charge in battle.charges if charge.target == target.id and charge.unit != unit.id])


def side_of(battle: GettysburgBattle, unit: Unit, enemy: Unit, *, charging: bool) -> Side:
    """One unit as it would stand in a melee with another."""
    fighter = Fighter(unit.arm, unit.grade, battle.in_ranks(unit))
    fighter.weapon = unit.card.weapon
    fighter.rough = unit.arm != Arm.CAVALRY and ground_of(battle, unit) >= GroundClass.DIFFICULT
    fighter.retreating = unit.state == UnitState.RETREATING
    side = Side([fighter], 0)
    side.formation = unit.formation
    side.unformed = unit.is_unformed() or unit.state == UnitState.GONE_TO_GROUND
    side.recoiled = unit.recoiled
    side.charging = charging
    side.shotguns = unit.card.shotguns
    side.flank_or_rear = not charging and zone_of(battle, unit, enemy.x, enemy.y) != Zone.FRONT
    lost, size = battle.losses(unit)
    side.half_lost = 2 * lost >= size
    side.general = has_general(battle, unit)
    if unit.arm == Arm.INFANTRY and not unit.flees() and counts_supports(battle, unit):
        side.supports = supporting_lines(battle, unit)
    if not charging:
        cover = cover_of(battle, unit, enemy.x, enemy.y)
        side.shelter = cover if cover >= Cover.COVER else Cover.NONE
    side.uphill = is_uphill(battle, unit, enemy)
    return side


def melee_edge(battle: GettysburgBattle, unit: Unit, enemy: Unit, *, charging: bool, weakened: bool) -> int:
    """By how much the unit's modifiers are better than the enemy's."""
    mine = side_of(battle, unit, enemy, charging=charging)
    theirs = side_of(battle, enemy, unit, charging=False)
    theirs.unformed = theirs.unformed or weakened
    spoilt = theirs.shelter != Cover.NONE or mine.shelter != Cover.NONE
    mine.columns_spoilt = spoilt
    theirs.columns_spoilt = spoilt
    rules = battle.rules
    return added(melee_account(rules, mine, theirs)) - added(melee_account(rules, theirs, mine))


def melee_worth(battle: GettysburgBattle, unit: Unit, enemy: Unit, *, charging: bool, weakened: bool) -> float:
    """What a round of melee gains in the mean: the loser runs from a difference of three on."""
    edge = melee_edge(battle, unit, enemy, charging=charging, weakened=weakened)
    own = worth_of(unit)
    theirs = worth_of(enemy)
    total = 0.0
    for place in range(len(DIFFERENCES)):
        difference = place - MOST_DIFFERENCE + edge
        if difference >= RETREATS_FROM:
            total += DIFFERENCES[place] * (RUNS * theirs + (2.0 if difference >= ROUTS_FROM else 0.0))
        elif difference > 0:
            total += DIFFERENCES[place] * SHAKEN * theirs
        elif difference <= -RETREATS_FROM:
            total -= DIFFERENCES[place] * RUNS * own
        elif difference < 0:
            total -= DIFFERENCES[place] * SHAKEN * own
    return total / ALL_DIFFERENCES
