"""Shooting: to hit, then the count of casualties with their saves.

One text for the table, the calculator and the odds.
"""

from __future__ import annotations

import math
from typing import Final

from mypy_extensions import mypyc_attr

from playsheet.core.angles import direction
from playsheet.core.dice import NOTHING, Dice, Stage, State
from playsheet.core.events import Throw
from playsheet.core.geometry import TOLERANCE
from playsheet.rules.gaslight.sheet import GaslightRules, Gun, Weapon, rounded_up
from playsheet.rules.gaslight.terms import Bore
from playsheet.tabletop.machines.blast import Frame, frame

COUNT: Final = Throw("Counting off", "casualty-count", "sides", "", "R40")
CONE_COUNT: Final = Throw("Counting off from the nearest", "shotgun-grape", "count_sides", "", "R64")
SAVES: Final = Throw("Saving throw", "saving-throws", "sides", "", "R34", 1)
SAVES_BEHIND: Final = Throw("Saving throw, shot from behind", "saving-throws", "behind", "", "R33", 1)


# ---------------------------------------------------------------- to hit


class Aim:
    """Dice to hit that are alike: so many, each to stay below a number; and what a hit adds to a vehicle's save."""

    def __init__(self, dice: int, number: int, throw: Throw, srm: int, *, has_srm: bool) -> None:
        self.dice: Final = dice
        self.number: Final = number
        self.throw: Final = throw
        self.has_srm: Final = has_srm
        self.srm: Final = srm


def aim(rules: GaslightRules, weapon: Weapon, shoot: int, band: int, models: int) -> Aim:
    """Models alike with one weapon: each of them all its shots. A launcher's SRM is that of the grenade."""
    number = rules.shoot_number(shoot, band)
    if weapon.launcher:
        return Aim(
            models * weapon.shots, number, weapon.throws[band], rules.grenade.srms[Bore.SMOOTHBORE], has_srm=True
        )
    return Aim(models * weapon.shots, number, weapon.throws[band], weapon.srm, has_srm=weapon.has_srm)


def grenade_aim(rules: GaslightRules, shoot: int, band: int) -> Aim:
    """A grenade thrown by hand: the bands of thrown stuff, the blast of a grenade (R63)."""
    throw = rules.thrown.throws[band]
    return Aim(1, rules.shoot_number(shoot, band), throw, rules.grenade.srms[Bore.SMOOTHBORE], has_srm=True)


def gun_aim(rules: GaslightRules, gun: Gun, shoot: int, band: int) -> Aim:
    """A gun on its carriage or on a machine, with the Shoot of whoever serves it."""
    if gun.weapon is not None:
        return aim(rules, gun.weapon, shoot, band, 1)
    return Aim(gun.shots, rules.shoot_number(shoot, band), gun.throw(band), gun.srm, has_srm=gun.has_srm)


def to_hit(dice: Dice, rules: GaslightRules, aims: list[Aim], cover: int) -> int:
    """All dice to hit, cover added to each: how many hit."""
    hits = 0
    for each in aims:
        account = rules.cover_accounts[cover]
        hits += each.dice - dice.checks(each.dice, rules.shoot_sides, each.number - 1, each.throw, account)
    return hits


def shared_cover(rules: GaslightRules, none: int, light: int, hard: int) -> int:
    """The cover of a unit with so many models in each: what most have; in a tie one below the best (R44)."""
    counts = [none, light, hard]
    most = max(counts)
    if counts.count(most) == 1:
        return counts.index(most)
    best = 2 if hard else 1 if light else 0
    return max(best - rules.cover_step, 0)


# ---------------------------------------------------------------- who stands where in the count


def count_frame(rules: GaslightRules, to_y: float, *, x: float, y: float, to_x: float, facing: float) -> Frame:
    """How ranks are counted: as the shooter at (x, y) sees them, or by switch as the target faces (R47).

    (to_x, to_y) is the target's centre, `facing` its leader's.
    """
    if not rules.count_by_target:
        return frame(x, y, to_x, to_y)
    ux, uy = direction(facing)
    return Frame(-uy, uy, ahead_x=-ux, right_y=-ux)


def count_order(rules: GaslightRules, look: Frame, xs: list[float], ys: list[float]) -> list[int]:
    """The places of figures in the order of the count: rank by rank from the front, left to right (R47).

    Ranks are an inch deep from the nearest figure; by switch files from the left. Equals stay in the order given.
    """
    ahead = [xs[place] * look.ahead_x + ys[place] * look.ahead_y for place in range(len(xs))]
    right = [xs[place] * look.right_x + ys[place] * look.right_y for place in range(len(xs))]
    major, minor = (right, ahead) if rules.count_by_file else (ahead, right)
    least = min(major)
    keys = [
        (
            math.floor((major[place] - least) / rules.rank + TOLERANCE),
            math.floor(minor[place] / (4.0 * TOLERANCE) + 0.5),
            place,
        )
        for place in range(len(xs))
    ]
    order = list(range(len(xs)))
    order.sort(key=keys.__getitem__)
    return order


# ---------------------------------------------------------------- the count


NO_SAVE: Final = -1


class Target:
    """Figures in the order of the count, with their Saves (0: none), and which of them are shot from behind."""

    def __init__(self, rules: GaslightRules, saves: list[int], behind: list[bool]) -> None:
        self.numbers: Final = [  # what a saving throw must stay below; NO_SAVE: there is none
            rules.save_number(saves[place], behind[place]) if saves[place] else NO_SAVE for place in range(len(saves))
        ]
        self.throws: Final = [SAVES_BEHIND if each else SAVES for each in behind]
        self.size: Final = len(saves)


def seen_from_front(rules: GaslightRules, saves: list[int]) -> Target:
    """A target that no shot takes from behind."""
    return Target(rules, saves, [False] * len(saves))


class Count:
    """How a count number is thrown: which die, and what it is divided by."""

    def __init__(self, sides: int, divide: int, marks: list[int], throw: Throw) -> None:
        self.sides: Final = sides
        self.divide: Final = divide
        self.marks: Final = marks
        self.throw: Final = throw

    def number(self, dice: Dice) -> int:
        return rounded_up(dice.reach(1, self.sides, self.marks, self.throw, NOTHING), self.divide)


def count_of(rules: GaslightRules) -> Count:
    """For small arms, crews and the first figure of a shell."""
    return Count(rules.count_sides, rules.count_divide, rules.count_marks, COUNT)


def cone_count_of(rules: GaslightRules) -> Count:
    """For shotguns and grapeshot."""
    sides = rules.cone_count_sides
    return Count(sides, 1, list(range(2, sides + 1)), CONE_COUNT)


NUMBER_AT: Final = 0
NEXT_AT: Final = 1
GONE_AT: Final = 2
HITS_AT: Final = 3
START: Final = (0, 0, 0)


class Counting(Stage):
    """A hit is handed out: count on from the last figure hit, and the figure on the number is hit (R48).

    The state: the count number (0: not thrown yet), where the count goes on, a bit for each figure that is gone, and
    then the hits, each as twice the figure's place, and 1 more if it was saved.
    """

    def __init__(self, rules: GaslightRules, target: Target, count: Count | None) -> None:
        self.rules: Final = rules
        self.target: Final = target
        self.count: Final = count  # None: a named model, nothing is counted
        self.everybody: Final = (1 << target.size) - 1

    def step(self, dice: Dice, at: int, state: State) -> State:
        gone = state[GONE_AT]
        if gone == self.everybody:
            return state
        number = state[NUMBER_AT]
        if number == 0:
            number = self.count.number(dice) if self.count is not None else 1
        which = self.counted(number, state[NEXT_AT], gone)
        saved = saves(dice, self.rules, self.target, which)
        if not saved:
            gone |= 1 << which
        following = 0 if self.rules.restart_count else (which + 1) % self.target.size
        return (number, following, gone, *state[HITS_AT:], 2 * which + (1 if saved else 0))

    def counted(self, number: int, place: int, gone: int) -> int:
        """Who stands on the number, those who are gone not counted; it goes round as often as it must (R49)."""
        size = self.target.size
        while True:
            if not gone >> place & 1:
                number -= 1
                if number == 0:
                    return place
            place = place + 1 if place + 1 < size else 0

    def alike(self, state: State) -> State:
        return state[:HITS_AT]

    def key(self) -> str:
        rules = self.rules
        count = self.count
        how = f"{count.sides}/{count.divide}" if count is not None else "named"
        numbers = ",".join([str(number) for number in self.target.numbers])
        return f"count {how} {rules.restart_count} {rules.save_sides} {numbers}"


def saves(dice: Dice, rules: GaslightRules, target: Target, which: int) -> bool:
    """A saving throw, if the figure has a Save at all: less than it survives."""
    number = target.numbers[which]
    return number != NO_SAVE and dice.check(rules.save_sides, number - 1, target.throws[which], NOTHING)


class Hit:
    """One hit that was handed out."""

    def __init__(self, which: int, saved: bool) -> None:
        self.which: Final = which  # his place in the count
        self.saved: Final = saved


def hits_of(left: State) -> list[Hit]:
    """The hits of a count, in the order in which they fell."""
    return [Hit(code // 2, code % 2 == 1) for code in left[HITS_AT:]]


def count_off(dice: Dice, rules: GaslightRules, target: Target, hits: int) -> State:
    """Casualties by the count: see Counting for what comes back."""
    return dice.through(hits, START, Counting(rules, target, count_of(rules)))


# ---------------------------------------------------------------- the whole


class Volley:
    """The situation of aimed fire at figures: a group at a unit, or a character at a named model."""

    def __init__(self, rules: GaslightRules, aims: list[Aim], cover: int, target: Target, *, named: bool) -> None:
        self.aims: Final = aims
        self.cover: Final = cover
        self.target: Final = target  # in the order of the count; for a named model he alone
        self.counting: Final = Counting(rules, target, None if named else count_of(rules))


@mypyc_attr(allow_interpreted_subclasses=True)
class Witness:
    """Sees fire as it unfolds: the table, which tells events, or a sheet of paper, which counts."""

    def fired(self, hits: int) -> None:
        """The dice to hit are read."""

    def suffered(self, left: State) -> None:
        """What the count has left of the target."""
        for hit in hits_of(left):
            self.struck(hit.which, hit.saved)

    def struck(self, which: int, saved: bool) -> None:
        """A hit on the figure at this place of the count."""


def shoot(dice: Dice, rules: GaslightRules, volley: Volley, witness: Witness) -> None:
    """The dice to hit, then the count die and hit by hit the saves."""
    hits = to_hit(dice, rules, volley.aims, volley.cover)
    witness.fired(hits)
    if hits:
        witness.suffered(dice.through(hits, START, volley.counting))
