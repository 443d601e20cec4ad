"""What fire and charges are worth to the built-in commander, in figures: cheap closed odds."""

from __future__ import annotations

from math import sqrt
from typing import Final

from playsheet.core.geometry import TOLERANCE
from playsheet.core.terrain import rect_to_edge
from playsheet.core.words import counted, verb
from playsheet.rules.lancer.battle.state import LancerBattle
from playsheet.rules.lancer.battle.units import Unit, files_of
from playsheet.rules.lancer.battle.words import name_of
from playsheet.rules.lancer.dice.melee import Fighter, case_of
from playsheet.rules.lancer.ground.contact import squared_up
from playsheet.rules.lancer.ground.moving import charge_rate, path, turned_footprint
from playsheet.rules.lancer.ground.sight import eye, in_cover
from playsheet.rules.lancer.options.choices import best_aim, charge_gap, firing_dice
from playsheet.rules.lancer.sheet import LancerRules, Rate, Weapon
from playsheet.rules.lancer.table.melee import fighter, uphill
from playsheet.rules.lancer.terms import Arm, FireDie
from playsheet.tabletop.weighing import UNASKED, Weighings, amount, chances
from playsheet.tabletop.wording import inches

FIGURE_WORTH: Final = (1.0, 2.5, 3.3, 5.0)  # by kind: foot, horse, gun crew, commander
SHAKEN_WORTH: Final = 2.6  # what it is worth to make a steady unit run, in figures of foot
AGAIN_WORTH: Final = 0.9  # ... and a shaken one once more
PIN_WORTH: Final = 1.0  # to lock a unit that could have shot
RALLY_WORTH: Final = 2.4
JAM_WORTH: Final = 2.2
MARCH_RANGE: Final = 19.0  # farther from every enemy than this, a column is safe
CLOSE_RANGE: Final = 9.0  # where rifles like to stand from their target
ORDERS: Final = 10.0  # as far off as a general likes his units
ENOUGH_TO_LEAD: Final = 4  # with so many units about him he need not go and look for others
TEMPTED: Final = 24.0  # no enemy so much farther off than the nearest is worth more


# ---------------------------------------------------------------- odds, cheap and closed


def hit_chance(weapon: Weapon, *, cover: bool) -> float:
    reading = weapon.cover if cover else weapon.open
    return reading.weights[FireDie.HIT] / reading.sides


def fail_chance(rules: LancerRules, target: Unit) -> float:
    """Of a Unit Morale Check."""
    add = rules.commander_morale if target.commanders else 0
    good = target.morale() - add
    return (rules.morale_sides - min(max(good, 0), rules.morale_sides)) / rules.morale_sides


def fire_worth(battle: LancerBattle, unit: Unit, target: Unit, weapon: Weapon, why: Weighings = UNASKED) -> float:
    """What a volley is worth: men down, and the chance that the target runs, perhaps for good."""
    rules = battle.rules
    x, y = eye(unit)
    cover = in_cover(battle, x, y, target)
    dice = firing_dice(battle, unit, weapon)
    chance = hit_chance(weapon, cover=cover)
    miss_all = 1.0
    for _ in range(dice):
        miss_all *= 1.0 - chance
    runs = fail_chance(rules, target)
    worth = FIGURE_WORTH[target.kind]
    down = min(dice * chance * runs, float(target.figures)) * worth
    shaken = AGAIN_WORTH if target.disrupted else SHAKEN_WORTH
    shaken *= 0.4 + 0.6 * target.figures / target.start
    gone = 0.0
    dx = target.x - x
    dy = target.y - y
    far = sqrt(dx * dx + dy * dy)
    if far > 0.01 and target.shape:
        room = rect_to_edge(battle.land.ground, target.shape[0], dx / far, dy / far)
        leaves = chance_to_reach(6, 6, room)
        gone = leaves * target.figures * worth * 0.8
        if why.asked and leaves > 0.0:
            why.say(f"The edge of the table is {inches(room)} behind them: whoever runs leaves with {chances(leaves)}.")
    if why.asked:
        fails = verb(name_of(battle, target.id), "fails", "fail")
        why.say(
            f"{counted(dice, 'die makes', 'dice make')} {amount(dice * chance, 'hits')} on the average"
            f"{', through cover' if cover else ''}; {fails} the morale check with {chances(runs)}."
        )
    return down + (1.0 - miss_all) * runs * (shaken + gone)


def chance_to_reach(add: int, sides: int, inches: float) -> float:
    """That one die and a constant come to so many inches or more."""
    need = int(inches) + (0 if inches <= int(inches) + TOLERANCE else 1) - add
    if need <= 1:
        return 1.0
    if need > sides:
        return 0.0
    return (sides - need + 1) / sides


def rate_reaches(rate: Rate, inches: float) -> float:
    if rate.dice == 1:
        return chance_to_reach(rate.add, rate.sides, inches)
    return 1.0 if inches <= rate.add + rate.dice * rate.sides * 0.5 else 0.3


def success_chance(rules: LancerRules, me: Fighter, foe: Fighter, *, charging: bool, up: bool) -> float:
    """That a figure's melee die succeeds."""
    add = 0
    for entry in rules.accounts[case_of(me, foe, charging=charging, uphill=up)]:
        add += entry.add
    good = me.melee - add
    return min(max(good, 0), rules.melee_sides) / rules.melee_sides


def pair_odds(battle: LancerBattle, mine: int, theirs: int, *, charging: bool) -> tuple[float, float]:
    """The chances of one fight: that the attacker removes his man, and that he is removed."""
    me = fighter(battle, mine)
    foe = fighter(battle, theirs)
    up = uphill(battle, mine, theirs)
    win = success_chance(battle.rules, me, foe, charging=charging, up=up)
    lose = success_chance(battle.rules, foe, me, charging=False, up=False)
    return win * (1.0 - lose), (1.0 - win) * lose


def pair_worth(battle: LancerBattle, mine: int, theirs: int, *, charging: bool) -> float:
    """What one fight is worth to the attacker: chance to remove, less chance to be removed."""
    won, lost = pair_odds(battle, mine, theirs, charging=charging)
    my_worth = FIGURE_WORTH[battle.units[battle.owner[mine]].kind]
    their_worth = FIGURE_WORTH[battle.units[battle.owner[theirs]].kind]
    return won * their_worth - lost * my_worth


def pair_in_words(battle: LancerBattle, mine: int, theirs: int, *, charging: bool) -> str:
    """The same odds for people."""
    won, lost = pair_odds(battle, mine, theirs, charging=charging)
    return f"Each fight is won with {chances(won)} and lost with {chances(lost)}."


def charge_worth(battle: LancerBattle, unit: Unit, target: Unit, why: Weighings = UNASKED) -> float:
    """What a charge is worth: getting home, the first round, the fight after it, and being shot at if it is short."""
    rules = battle.rules
    aim = best_aim(battle, unit, target)
    if aim < 0.0:
        return -1.0
    there = turned_footprint(battle, unit, aim)
    gap = charge_gap(there, target)
    rate = charge_rate(battle, unit, there)
    stop = path(battle, unit, there, there.ux, there.uy, rate.most, charging=True, past=0.0)
    if stop.unit != target.id:
        return -1.0  # something else is in the way
    if squared_up(battle, unit, there.moved(there.ux, there.uy, stop.inches), target, there.ux, there.uy) is None:
        why.say("It would meet only a corner, where nobody can fight.")
        return -1.0
    home = rate_reaches(rate, gap)
    first = pair_worth(battle, unit.first, target.first, charging=True)
    later = pair_worth(battle, unit.first, target.first, charging=False)
    front = files_of(unit.figures, unit.formation) if unit.kind != Arm.COMMANDER else 1
    wide = files_of(target.figures, target.formation) if target.kind in (Arm.FOOT, Arm.HORSE) else 3
    pairs = min(front, wide + 1)
    strength = unit.figures - 0.5 * target.figures
    worth = pairs * first + later * min(4.0, max(0.0, strength)) * 0.8
    if target.card.weapon is not None and not target.jammed:
        worth += PIN_WORTH
    if target.disrupted:
        worth += 0.8
    if unit.card.weapon is not None and not unit.mounted():
        worth -= PIN_WORTH  # it could have shot instead
    short = 0.0
    weapon = target.card.weapon
    if weapon is not None and not target.jammed and not target.foes:
        chance = hit_chance(weapon, cover=False)
        dice = firing_dice(battle, target, weapon)
        runs = fail_chance(rules, unit)
        miss_all = 1.0
        for _ in range(dice):
            miss_all *= 1.0 - chance
        short = dice * chance * runs * FIGURE_WORTH[unit.kind] + (1.0 - miss_all) * runs * SHAKEN_WORTH
    if why.asked:
        why.say(f"It is {inches(gap)} to {name_of(battle, target.id)}: the charge gets home with {chances(home)}.")
        why.say(
            f"{pair_in_words(battle, unit.first, target.first, charging=True)[:-1]}, "
            f"and {counted(pairs, 'pair', 'pairs')} would meet."
        )
    return home * worth - (1.0 - home) * short
