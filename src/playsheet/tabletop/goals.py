"""What a scenario is fought for, as far as it is alike on all sheets: objectives at a place, and who is who.

Which kinds of objectives there are, and how they are counted, each sheet says itself.
"""

from __future__ import annotations

from typing import Final

from playsheet.core.reader import LONGEST_TEXT, Reader
from playsheet.core.scenario import Scenario, UnitEntry

AT_THE_END: Final = "when the last turn is over"
AFTER_A_TURN: Final = "at the end of every turn"


class Goal:
    """One objective; the fields that its kind does not use stay at zero."""

    def __init__(self, kind: str, name: str = "") -> None:
        self.kind: Final = kind
        self.name = name
        self.x = 0.0
        self.y = 0.0
        self.within = 0.0

    def read_place(self, reader: Reader, longest: int = LONGEST_TEXT, usual: float | None = None) -> None:
        """A named place and how near to it counts: `name`, `at` and `within`, which a sheet may have a `usual` of."""
        self.name = reader.text("name", longest=longest)
        self.x, self.y = reader.numbers("at", 0, 500, 2)
        self.within = reader.number("within", 0, 500, usual)


class Goals:
    """The turn limit, the sides by name, and whither each of them faces; a sheet adds its objectives."""

    def __init__(self, scenario: Scenario) -> None:
        self.turns: Final = scenario.turns
        self.facings: Final = [side.facing for side in scenario.sides]
        self.side_names: Final = [side.name for side in scenario.sides]


def entries_of(scenario: Scenario) -> list[UnitEntry]:
    """The roster as the scenario lists it."""
    return [entry for side in scenario.sides for entry in side.units]


def named_ground(scenario: Scenario, *, lines: bool) -> dict[str, int]:
    """The pieces of terrain that have a name, by their number; the first of a name counts."""
    found: dict[str, int] = {}
    for index, piece in enumerate(scenario.ground.pieces):
        if piece.name and (lines or not piece.is_line) and piece.name not in found:
            found[piece.name] = index
    return found


def plot_named(reader: Reader, name: str, grounds: dict[str, int], what: str) -> int:
    """The number of a piece of terrain that an objective names under `terrain`."""
    if name not in grounds:
        raise reader.refused("terrain", f"there is no {what} called {name!r}; known: {', '.join(grounds) or 'none'}.")
    return grounds[name]
