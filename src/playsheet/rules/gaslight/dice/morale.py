"""Morale: the check of a unit or crew, and the failure chart for each model."""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import NOTHING, Dice, summed
from playsheet.core.events import Entry, Throw
from playsheet.rules.gaslight.sheet import GaslightRules
from playsheet.rules.gaslight.terms import Cover, MoraleCase, Quality

UNIT_CHECK: Final = Throw("Morale check", "morale-test", "unit", "", "R8")
CREW_CHECK: Final = Throw("Morale check of a crew", "morale-test", "crew", "", "R10")
UNIT_CHECK_OTHER: Final = Throw("Morale check", "morale-test", "unit", "", "R8", 1)
CREW_CHECK_OTHER: Final = Throw("Morale check of a crew", "morale-test", "crew", "", "R10", 1)
WHITHER: Final = Throw("Which way", "random-direction", "sides", "", "R20")
MACHINE_FAILS: Final = Throw("What the machine does", "vehicle-morale-failure", "", "do", "R87")
DESERTS: Final = Throw("Who of the crew deserts", "vehicle-morale-failure", "10", "do", "R85")


def case_of(quality: int, cover: int, *, leader: bool, commander: bool, charging: bool) -> int:
    """Which of the situations of `morale-modifiers` hold for a unit."""
    case = 0
    if commander:
        case |= MoraleCase.ARMY_COMMANDER
    if leader:
        case |= MoraleCase.LEADER_PRESENT
    if cover == Cover.LIGHT:
        case |= MoraleCase.IN_LIGHT_COVER
    elif cover == Cover.HARD:
        case |= MoraleCase.IN_HARD_COVER
    if charging:
        case |= MoraleCase.CHARGING
    if quality == Quality.CRACK:
        case |= MoraleCase.IS_CRACK
    elif quality == Quality.GREEN:
        case |= MoraleCase.IS_GREEN
    return case


def account(rules: GaslightRules, case: int) -> list[Entry]:
    """The modifiers that apply, each with its cause, to be added to the divided roll."""
    return [Entry(row.add, row.cause, row.ruling) for row in rules.morale_modifiers if case & row.when]


def check(dice: Dice, rules: GaslightRules, figures: int, modifiers: list[Entry], by: int, *, crew: bool) -> bool:
    """The die divided, rounded down and modified must stay below the figures left. `by`: whose dice, as of a Throw."""
    divide = rules.crew_divide if crew else rules.unit_divide
    add = summed(modifiers)
    fails_from = divide * (figures - add)  # the lowest face that is too high
    throw = (CREW_CHECK if crew else UNIT_CHECK) if by == 0 else (CREW_CHECK_OTHER if crew else UNIT_CHECK_OTHER)
    if dice.log is None:
        return dice.check(rules.morale_sides, fails_from - 1, throw, NOTHING)
    face = dice.faces(1, rules.morale_sides, throw)[0]
    passed = face < fails_from
    divided = Entry(face // divide - face, f"divided by {divide}, rounded down", "R10" if crew else "")
    came = "passed" if passed else "failed"
    dice.tell(throw, rules.morale_sides, [face], f"less than {figures}", came, [divided, *modifiers])
    return passed


def failure(dice: Dice, rules: GaslightRules, cls: int, by: int) -> int:
    """One model's result on the failure chart, in the column of its class. `by`: whose dice, as of a Throw."""
    column = rules.failure_columns[cls]
    throw = column.own if by == 0 else column.throw
    return column.results[dice.reach(1, rules.failure_sides, column.marks, throw, NOTHING) - 1]


def failures(dice: Dice, rules: GaslightRules, classes: list[int], by: int) -> list[int]:
    """The results of all models of a unit, thrown before any is carried out, in roster order."""
    return [failure(dice, rules, cls, by) for cls in classes]


def random_direction(dice: Dice, rules: GaslightRules) -> float:
    """Degrees clockwise from a model's facing (R20)."""
    return rules.random_step * dice.roll(rules.random_sides, WHITHER)


def machine_failure(dice: Dice, rules: GaslightRules) -> int:
    """By switch (R87): one die for the machine; a result of MACHINE_RESULTS."""
    return rules.machine_results[dice.roll(len(rules.machine_results), MACHINE_FAILS) - 1]
