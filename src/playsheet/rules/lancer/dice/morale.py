"""The Unit Morale Check and the casualty checks: pure procedures."""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from playsheet.core.dice import NOTHING, Dice, Stage, State, summed
from playsheet.core.events import Entry, Throw
from playsheet.rules.lancer.sheet import LancerRules

CHECK: Final = Throw("Unit Morale Check", "morale-check", "sides", "", "R15", 1)
FALL_BACK: Final = Throw("Fall back", "morale-check", "fall_back", "", "R12", 1)
CASUALTIES: Final = Throw("Casualty checks", "hit-sequence", "sides", "", "R9", 1)
WHO: Final = Throw("Which figure falls", "hit-sequence", "steps", "", "R39", 1)


def commander_entry(add: int, ruling: str) -> list[Entry]:
    return [Entry(add, "commander attached", ruling)]


class Target:
    """Who is shot at, as far as the dice are concerned."""

    def __init__(self, figures: int, start: int, morale: int, commanders: int, half_times: int, half_drop: int) -> None:
        self.figures: Final = figures
        self.start: Final = start
        self.morale: Final = morale  # as printed on the card
        self.commanders: Final = commanders
        self.half_times: Final = half_times
        self.half_drop: Final = half_drop

    def effective(self, lost: int) -> int:
        """Morale after so many losses: one less at half strength or below."""
        return self.morale - (self.half_drop if self.half_times * (self.figures - lost) <= self.start else 0)


def unit_morale_check(dice: Dice, rules: LancerRules, morale: int, commander: bool) -> bool:
    """One die against the effective Morale; an attached commander helps."""
    helped = commander_entry(rules.commander_morale, "R35") if commander else NOTHING
    return dice.check(rules.morale_sides, morale, CHECK, helped)


def fall_back_inches(dice: Dice, rules: LancerRules, marks: list[int] | None = None) -> int:
    """How far a unit that failed goes back; with marks it only matters which of them it comes up to."""
    back = rules.fall_back
    if marks is None:
        return dice.total(back.dice, back.sides, FALL_BACK, rules.fall_back_printed)
    return dice.reach(back.dice, back.sides, marks, FALL_BACK, rules.fall_back_printed)


@mypyc_attr(allow_interpreted_subclasses=True)
class MoraleWitness:
    """Sees a Unit Morale Check as it falls: the table (which moves the unit), or a sheet of paper (which counts)."""

    def checked(self, held: bool) -> None:
        """The Unit Morale Check is made."""

    def falls_back(self, inches: int) -> bool:
        """The unit goes back; True if it is routed."""
        return False

    def marks(self) -> list[int] | None:
        """The distances that make a difference to a fall back; None if every inch does."""
        return None


def check_morale(dice: Dice, rules: LancerRules, morale: int, commander: bool, witness: MoraleWitness) -> bool:
    """A Unit Morale Check and, if it fails, the fall back at once: True if that routs the unit."""
    held = unit_morale_check(dice, rules, morale, commander)
    witness.checked(held)
    return not held and witness.falls_back(fall_back_inches(dice, rules, witness.marks()))


def casualty_checks(dice: Dice, rules: LancerRules, target: Target, hits: int) -> State:
    """One check a hit; for each failure a random figure of those left, commanders counted last.

    Own figures left, commanders left; and then the fallen, each as an index among the candidates of its moment.
    """
    whole = (target.figures, target.commanders)
    if rules.sequential_casualties:
        return dice.through(hits, whole, OneByOne(rules, target))
    return dice.through(1, whole, Together(rules, target, hits))


def helped(rules: LancerRules, commanders: int) -> list[Entry]:
    """The commander's part in a casualty check (R10)."""
    if not commanders:
        return NOTHING
    return commander_entry(rules.commander_casualty if rules.commander_helps_casualties else 0, "R10")


class Falling(Stage):
    """A figure falls, equal chances for all that are left; beyond the last of the unit's own nobody does (R39).

    The state: own figures left, commanders left, and then the fallen so far.
    """

    def step(self, dice: Dice, at: int, state: State) -> State:
        figures = state[0]
        commanders = state[1]
        if figures == 0:
            return state
        chosen = dice.pick([0] * figures + [1] * commanders, WHO)
        if chosen < figures:
            return (figures - 1, commanders, *state[2:], chosen)
        return (figures, commanders - 1, *state[2:], chosen)

    def alike(self, state: State) -> State:
        return state[:2]

    def key(self) -> str:
        return "a figure falls"


FALLING: Final = Falling()


class Together(Falling):
    """All checks of a volley at once, at the rating when the hits landed (R9); then the figures that fall."""

    def __init__(self, rules: LancerRules, target: Target, hits: int) -> None:
        self.rules: Final = rules
        self.target: Final = target
        self.hits: Final = hits

    def step(self, dice: Dice, at: int, state: State) -> State:
        morale = self.target.effective(0)
        failed = dice.checks(self.hits, self.rules.casualty_sides, morale, CASUALTIES, helped(self.rules, state[1]))
        return dice.through(failed, state, FALLING)

    def key(self) -> str:
        morale = self.target.effective(0) - summed(helped(self.rules, self.target.commanders))
        return f"together {self.hits} {self.rules.casualty_sides} {morale}"


class OneByOne(Falling):
    """The other reading of R9: each failure takes its figure before the next check."""

    def __init__(self, rules: LancerRules, target: Target) -> None:
        self.rules: Final = rules
        self.target: Final = target

    def step(self, dice: Dice, at: int, state: State) -> State:
        if state[0] == 0:
            return state
        morale = self.target.effective(self.target.figures - state[0])
        if dice.check(self.rules.casualty_sides, morale, CASUALTIES, helped(self.rules, state[1])):
            return state
        return super().step(dice, at, state)

    def key(self) -> str:
        """Checks against what Morale, at full and at half strength, with what help."""
        target = self.target
        help = self.rules.commander_casualty if self.rules.commander_helps_casualties else 0
        return (
            f"one by one {self.rules.casualty_sides} {help} {target.figures} {target.start} "
            f"{target.morale} {target.half_times} {target.half_drop}"
        )
