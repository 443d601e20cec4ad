"""Families of options: most choices on a table are a word and the unit or the figure that it is about.

A system says how it calls a unit or a figure in a label; `{}` in `said` is the place of that name.
"""

from __future__ import annotations

from typing import Final

from playsheet.core.asking import Option
from playsheet.core.events import Battle


class OfUnit(Option):
    """Something about one unit, of one's own or of the enemy's: `charge:7`, `Charge the Warrior Band`."""

    def __init__(self, word: str, unit: int, said: str = "{}") -> None:
        self.word: Final = word
        self.unit: Final = unit
        self.said: Final = said

    def key(self) -> str:
        return f"{self.word}:{self.unit}"

    def named(self, battle: Battle) -> str:
        """The unit, as the system calls it in a label."""
        raise NotImplementedError

    def label(self, battle: Battle) -> str:
        return self.said.replace("{}", self.named(battle))

    def about(self) -> tuple[int, list[int]]:
        return self.unit, []


class OfFigure(Option):
    """Something about one figure: `strike:31`, `Strike at lancer 3 of the Lancer Troop`."""

    def __init__(self, word: str, figure: int, said: str = "{}") -> None:
        self.word: Final = word
        self.figure: Final = figure
        self.said: Final = said

    def key(self) -> str:
        return f"{self.word}:{self.figure}"

    def named(self, battle: Battle) -> str:
        """The figure, as the system calls it in a label."""
        raise NotImplementedError

    def label(self, battle: Battle) -> str:
        return self.said.replace("{}", self.named(battle))

    def about(self) -> tuple[int, list[int]]:
        return -1, [self.figure]
