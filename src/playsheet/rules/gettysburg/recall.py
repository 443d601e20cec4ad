"""Skirmishers recalled, and men who are told to get up."""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import NOTHING, Dice
from playsheet.core.events import Entry, Throw
from playsheet.rules.gettysburg.sheet import GRADES, GREEN, MILITIA, GettysburgRules, Tally

RECALL: Final = [Throw("Recall skirmishers", "recall-skirmishers", grade, "", "R39") for grade in GRADES]
GET_UP: Final = Throw("Get up!", "get-up", "regular")
GET_UP_GREEN: Final = Throw("Get up!", "get-up", "green-militia")


def recall_account(rules: GettysburgRules, half: bool, far: bool, dense: bool) -> list[Entry]:
    """`half`: a screen or half a regiment is out; `far`: no enemy near; `dense`: in dense woods."""
    tally = Tally(rules.recall_modifiers)
    if half:
        tally.add("half-regiment")
    if far:
        tally.add("far-from-enemy")
    if dense:
        tally.add("dense-woods")
    return tally.account


def recall(dice: Dice, rules: GettysburgRules, grade: int, account: list[Entry]) -> bool:
    """Do the skirmishers come back?"""
    need = rules.recall_need[grade]
    return dice.reach(2, rules.sides, [need], RECALL[grade], account) >= need


def get_up(dice: Dice, rules: GettysburgRules, grade: int) -> bool:
    """Does a unit on the ground get up? The greenest do so most readily."""
    raw = grade in (GREEN, MILITIA)
    need = rules.get_up_green if raw else rules.get_up_regular
    return dice.reach(2, rules.sides, [need], GET_UP_GREEN if raw else GET_UP, NOTHING) >= need
