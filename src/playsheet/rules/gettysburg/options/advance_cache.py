"""Who has a clear march of half a move ahead (R128), remembered from one question of phase 5 to the next."""

from __future__ import annotations

from typing import Final

from playsheet.core.geometry import Rect
from playsheet.rules.gettysburg.battle.land import Land
from playsheet.rules.gettysburg.battle.state import GettysburgBattle, Memory
from playsheet.rules.gettysburg.battle.units import NOBODY, NOWHERE, Unit
from playsheet.rules.gettysburg.ground.moving import allowance, can_advance
from playsheet.rules.gettysburg.sheet.tables import GettysburgRules


class Advances(Memory):
    """What was found of each unit, as long as nobody has been put elsewhere and its own move is what it was."""

    def __init__(self, battle: GettysburgBattle) -> None:
        self.rules: Final[GettysburgRules] = battle.rules
        self.land: Final[Land] = battle.land
        self.shapes: Final[list[Rect]] = []  # of each unit, when it was looked at ...
        self.shifts: Final[list[int]] = []  # ... and how often anybody had been put somewhere then
        self.allowances: Final[list[float]] = []
        self.spent: Final[list[float]] = []
        self.clear: Final[list[bool]] = []

    def can_advance(self, battle: GettysburgBattle, unit: Unit) -> bool:
        """Has it a clear march of half a move ahead?"""
        while len(self.shapes) <= unit.id:
            self.shapes.append(NOWHERE)
            self.shifts.append(NOBODY)
            self.allowances.append(0.0)
            self.spent.append(0.0)
            self.clear.append(False)
        at = unit.id
        now = battle.nearest.shifts[0] + battle.nearest.shifts[1]
        inches = allowance(battle, unit)
        if (
            self.shapes[at] is not unit.shape
            or self.shifts[at] != now
            or self.allowances[at] != inches
            or self.spent[at] != unit.spent
        ):
            self.shapes[at] = unit.shape
            self.shifts[at] = now
            self.allowances[at] = inches
            self.spent[at] = unit.spent
            self.clear[at] = can_advance(battle, unit)
        return self.clear[at]


def advances_of(battle: GettysburgBattle) -> Advances:
    """What is known of this battle; nothing as yet on other ground or under other switches."""
    for held in battle.memory:
        if isinstance(held, Advances) and held.rules is battle.rules and held.land is battle.land:
            return held
    made = Advances(battle)
    battle.memory.append(made)
    return made
