"""The Unit Morale Check and the casualty checks: pure procedures."""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import NOTHING, Dice
from playsheet.core.events import Entry, Throw
from playsheet.rules.lancer.sheet import LancerRules

CHECK: Final = Throw("Unit Morale Check", "morale-check", "die", "", "R15", 1)
FALL_BACK: Final = Throw("Fall back", "morale-check", "fall_back", "", "R12", 1)
CASUALTIES: Final = Throw("Casualty checks", "hit-sequence", "casualty", "", "R9", 1)
WHO: Final = Throw("Which figure falls", "hit-sequence", "lost", "", "R39", 1)


def commander_entry(add: int) -> list[Entry]:
    return [Entry(add, "commander attached", "R35")]


class Target:
    """Who is shot at, as far as the dice are concerned."""

    def __init__(self, figures: int, start: int, morale: int, commanders: int, half_drop: int) -> None:
        self.figures: Final = figures
        self.start: Final = start
        self.morale: Final = morale  # as printed on the card
        self.commanders: Final = commanders
        self.half_drop: Final = half_drop

    def effective(self, lost: int) -> int:
        """Morale after so many losses: one less at half strength or below."""
        return self.morale - (self.half_drop if 2 * (self.figures - lost) <= self.start else 0)


def unit_morale_check(dice: Dice, rules: LancerRules, morale: int, commander: bool) -> bool:
    """One die against the effective Morale; an attached commander helps."""
    helped = commander_entry(rules.commander_morale) if commander else NOTHING
    return dice.check(rules.morale_sides, morale, CHECK, helped)


def fall_back_inches(dice: Dice, rules: LancerRules) -> int:
    """How far a unit that failed goes back."""
    return dice.total(rules.fall_back.dice, rules.fall_back.sides, FALL_BACK, []) + rules.fall_back.add


def casualty_checks(dice: Dice, rules: LancerRules, target: Target, hits: int) -> list[int]:
    """One check a hit; for each failure a random figure of those left, commanders counted last.

    The fallen, each as an index among the candidates left at that moment.
    """
    helped = NOTHING
    if target.commanders and rules.commander_helps_casualties:
        helped = commander_entry(rules.commander_casualty)
    if rules.sequential_casualties:
        return one_by_one(dice, rules, target, hits)
    failed = dice.checks(hits, rules.casualty_sides, target.effective(0), CASUALTIES, helped)
    figures = target.figures
    commanders = target.commanders
    fallen: list[int] = []
    while failed > 0 and figures > 0:
        chosen = dice.pick([0] * figures + [1] * commanders, WHO)
        fallen.append(chosen)
        if chosen < figures:
            figures -= 1
        else:
            commanders -= 1
        failed -= 1
    return fallen


def one_by_one(dice: Dice, rules: LancerRules, target: Target, hits: int) -> list[int]:
    """The other reading of R9: each failure takes its figure before the next check."""
    figures = target.figures
    commanders = target.commanders
    fallen: list[int] = []
    for _ in range(hits):
        if figures == 0:
            break
        helped = NOTHING
        if commanders and rules.commander_helps_casualties:
            helped = commander_entry(rules.commander_casualty)
        morale = target.effective(target.figures - figures)
        if dice.check(rules.casualty_sides, morale, CASUALTIES, helped):
            continue
        chosen = dice.pick([0] * figures + [1] * commanders, WHO)
        fallen.append(chosen)
        if chosen < figures:
            figures -= 1
        else:
            commanders -= 1
    return fallen
