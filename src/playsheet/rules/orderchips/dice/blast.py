"""The blast template: how many fall, nearest first; guns and machines under it. Whom it covers is the table's."""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from playsheet.core.dice import NOTHING, Dice
from playsheet.core.events import Throw
from playsheet.rules.orderchips.dice.rolls import Number, succeeds, successes
from playsheet.rules.orderchips.dice.shooting import Aim, survives, to_hit
from playsheet.rules.orderchips.sheet.tables import Blast, ChipRules, rounded_up

UNDER: Final = Throw("Figures under the template", "shooting", "sides", "", "R18")
WRECKED: Final = Throw("Is the gun wrecked?", "gun-wreck", "wrecked", "", "R19", 1)


class Under:
    """The figures under a template, nearest to the centre first; of equals the target unit's first.

    `units` says whose each is, `saves` the SAVE of notable persons (0: a figure like others). `nearest_first` of
    machines/blast.py puts them in order.
    """

    def __init__(self, units: list[int], saves: list[int]) -> None:
        self.units: Final = units
        self.saves: Final = saves
        self.size: Final = len(saves)


@mypyc_attr(allow_interpreted_subclasses=True)
class BlastWitness:
    """Sees a burst as it unfolds."""

    def fired(self, hit: bool) -> None:
        """The die to hit is read."""

    def bursts(self, most: int) -> None:
        """How many may fall."""

    def struck(self, place: int, saved: bool) -> None:
        """One under the template is hit; only notable persons may save themselves."""

    def gun(self, place: int, wrecked: bool) -> None:
        """A gun under the template."""


def burst(dice: Dice, rules: ChipRules, blast: Blast, under: Under, number: Number, witness: BlastWitness) -> None:
    """A shell among figures, by the number of the shot that placed it (4.8)."""
    if rules.blast_by_shoot:
        by_number(dice, rules, under, number, witness)
    else:
        nearest(dice, rules, blast, under, blast.throw, witness)


def explode(dice: Dice, rules: ChipRules, blast: Blast, under: Under, witness: BlastWitness) -> None:
    """A machine goes off like such a shell; nobody fired it, so the chart it is (R80)."""
    nearest(dice, rules, blast, under, blast.explosion, witness)


def nearest(dice: Dice, rules: ChipRules, blast: Blast, under: Under, throw: Throw, witness: BlastWitness) -> None:
    """As many as the die divided, rounded up; who saves himself has used up his place."""
    most = under.size
    if not rules.blast_all_under:
        most = rounded_up(dice.reach(1, blast.sides, blast.marks, throw, NOTHING), blast.divide)
    witness.bursts(most)
    for place in range(min(most, under.size)):
        strike(dice, rules, under, place, witness)


def strike(dice: Dice, rules: ChipRules, under: Under, place: int, witness: BlastWitness) -> None:
    save = under.saves[place]
    witness.struck(place, save > 0 and survives(dice, rules, save, 1))


def by_number(dice: Dice, rules: ChipRules, under: Under, number: Number, witness: BlastWitness) -> None:
    """By switch a die for each figure under it; figures of one unit that stand together are thrown together."""
    witness.bursts(under.size)
    place = 0
    while place < under.size:
        if under.saves[place]:
            if succeeds(dice, rules.shoot_sides, number, UNDER, extremes=rules.natural_extremes):
                strike(dice, rules, under, place, witness)
            place += 1
            continue
        n = run_of(under, place)
        hits = successes(dice, n, rules.shoot_sides, number, rules.natural_extremes, UNDER)
        for hit in range(hits):
            witness.struck(place + hit, False)
        place += n


def run_of(under: Under, place: int) -> int:
    """How many figures of one unit follow each other from here."""
    n = 1
    while place + n < under.size and not under.saves[place + n] and under.units[place + n] == under.units[place]:
        n += 1
    return n


def gun_is_wrecked(dice: Dice, rules: ChipRules) -> bool:
    """A gun model under the template (R19)."""
    return not rules.guns_safe and dice.pool(1, rules.gun_reading, WRECKED)[0] == 1


class Shell:
    """The situation of one artillery die at figures: to hit, what it bursts like, and who stands under it."""

    def __init__(self, aim: Aim, blast: Blast, under: Under, guns: int) -> None:
        self.aim: Final = aim  # a single die
        self.blast: Final = blast
        self.under: Final = under
        self.guns: Final = guns


def fire_shell(dice: Dice, rules: ChipRules, shell: Shell, witness: BlastWitness) -> None:
    """To hit, the burst with its SAVEs, the gun dice. Machines under it save with the others that were hit."""
    hit = to_hit(dice, rules, shell.aim) > 0
    witness.fired(hit)
    if not hit:
        return
    burst(dice, rules, shell.blast, shell.under, shell.aim.number, witness)
    for gun in range(shell.guns):
        witness.gun(gun, gun_is_wrecked(dice, rules))
