"""Emergency limbering of guns that a charge or a melee drives off."""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import Dice
from playsheet.core.events import Entry, Throw
from playsheet.rules.gettysburg.sheet import (
    BATTERY_LOST,
    CRACK,
    ELITE,
    GREEN,
    GUN_20PDR,
    MILITIA,
    ONE_GUN_LOST,
    GettysburgRules,
    Tally,
)

LIMBERING: Final = Throw("Emergency limbering", "emergency-limbering", "", "result", "R88")
LIMBERING_OTHER: Final = Throw("Emergency limbering", "emergency-limbering", "", "result", "R88", 1)


def limbering_account(rules: GettysburgRules, grade: int, gun: int, by_cavalry: bool, rout: bool) -> list[Entry]:
    tally = Tally(rules.limbering_modifiers)
    if grade in (CRACK, ELITE):
        tally.add("elite")
    elif grade in (GREEN, MILITIA):
        tally.add("green-militia")
    if gun == GUN_20PDR:
        tally.add("20pdr")
    if by_cavalry:
        tally.add("by-cavalry")
    if rout:
        tally.add("rout")
    return tally.account


def emergency_limbering(dice: Dice, rules: GettysburgRules, guns: int, account: list[Entry], by: int) -> int:
    """One of LIMBERINGS; who loses the last gun has lost the battery."""
    throw = LIMBERING if by == 0 else LIMBERING_OTHER
    result = rules.limbering.at(dice.reach(2, rules.sides, rules.limbering.marks, throw, account))
    return BATTERY_LOST if result == ONE_GUN_LOST and guns <= 1 else result
