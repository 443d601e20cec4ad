"""Crossing defences."""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import Dice
from playsheet.core.events import Throw
from playsheet.rules.gettysburg.sheet import ABATIS, CROSSES, NO_OBSTACLE, OBSTACLES, WORKS_LINE, GettysburgRules

CROSSING: Final = [Throw(f"Crossing {id}", "crossing-defences", id, "", "R38") for id in OBSTACLES[ABATIS:WORKS_LINE]]


def cross(dice: Dice, rules: GettysburgRules, obstacle: int) -> int:
    """One of CROSSINGS; works and trenches are crossed without a roll."""
    if obstacle in (NO_OBSTACLE, WORKS_LINE):
        return CROSSES
    place = obstacle - ABATIS
    return dice.pool(1, rules.crossings[place], CROSSING[place]).index(1)
