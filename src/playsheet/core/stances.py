"""Stances: how the units of a wing are to fight in the coming turns.

They are parameters of a built-in commander, for whoever plans above him. A stance never changes what is legal, and is
no part of a battle: only answers are.
"""

from __future__ import annotations

from typing import Final


class Stance:
    """The same names on all sheets; what each means there, its doctrine says."""

    OWN: Final = 0  # as the doctrine thinks best
    HOLD: Final = 1  # keeps its ground
    SHOOT: Final = 2  # seeks its range and fires; goes no nearer
    MASS: Final = 3  # gathers out of reach until most are up
    ASSAULT: Final = 4  # goes in together
    SHIFT: Final = 5  # makes its way by an easting
    RESERVE: Final = 6  # stays behind the others until it is wanted


STANCES: Final = ("own", "hold", "shoot", "mass", "assault", "shift", "reserve")  # by number


class Stances:
    """A stance for each unit, by its number; units that are not named have none of another's making."""

    def __init__(self) -> None:
        self.kinds: Final[dict[int, int]] = {}
        self.eastings: Final[dict[int, float]] = {}  # of those who shift

    def put(self, units: list[int], stance: int, easting: float = 0.0) -> None:
        for unit in units:
            self.kinds[unit] = stance
            if stance == Stance.SHIFT:
                self.eastings[unit] = easting
            else:
                self.eastings.pop(unit, 0.0)

    def of(self, unit: int) -> int:
        if not self.kinds:
            return Stance.OWN
        return self.kinds.get(unit, Stance.OWN)

    def easting(self, unit: int) -> float:
        """Which way a unit shifts."""
        return self.eastings[unit]

    def is_of(self, unit: int, stance: int) -> bool:
        return self.of(unit) == stance


NO_STANCES: Final = Stances()
