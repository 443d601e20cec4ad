"""What a scenario is fought for, read from its objectives (R2); who commands each army."""

from __future__ import annotations

from typing import Final

from playsheet.core.scenario import Objective, Scenario, UnitEntry

SOLE_INSIDE: Final = "sole-inside"
MOST_NEAR: Final = "most-near"
VEHICLES_LOST: Final = "vehicles-lost"
STORM: Final = "storm"
MOST_INSIDE: Final = "most-inside"
GOAL_KINDS: Final = (SOLE_INSIDE, MOST_NEAR, VEHICLES_LOST, STORM, MOST_INSIDE)


class Goal:
    """One objective; the fields that its kind does not use stay at zero."""

    def __init__(self, objective: Objective, grounds: dict[str, int]) -> None:
        reader = objective.source
        kind = reader.choice("kind", GOAL_KINDS)
        self.kind: Final = kind
        self.plot = -1
        self.name = ""
        self.x = 0.0
        self.y = 0.0
        self.within = 0.0
        self.side = 0
        self.figures = 0
        self.points = 0
        if kind in (SOLE_INSIDE, STORM, MOST_INSIDE):
            self.name = reader.text("terrain")
            if self.name not in grounds:
                known = ", ".join(grounds) or "none"
                raise reader.refused("terrain", f"there is no area called {self.name!r}; known: {known}.")
            self.plot = grounds[self.name]
        if kind == MOST_NEAR:
            self.name = reader.text("name")
            self.x, self.y = reader.numbers("at", 0, 500, 2)
            self.within = reader.number("within", 0, 500)
        if kind == STORM:
            self.side = reader.integer("side", 1, 2) - 1
            self.figures = reader.integer("figures", 1, 1000)
        else:
            self.points = reader.integer("points", 1, 1000)
        reader.close()


class Goals:
    """All objectives in order, the turn limit, and the roster as the scenario lists it."""

    def __init__(self, scenario: Scenario) -> None:
        grounds: dict[str, int] = {}
        for index, piece in enumerate(scenario.ground.pieces):
            if piece.name and not piece.is_line and piece.name not in grounds:
                grounds[piece.name] = index
        self.turns: Final = scenario.turns
        self.all: Final = [Goal(objective, grounds) for objective in scenario.objectives]
        self.entries: Final[list[UnitEntry]] = [entry for side in scenario.sides for entry in side.units]
        self.commands: Final = [is_commander(entry) for entry in self.entries]
        self.facings: Final = [side.facing for side in scenario.sides]
        self.side_names: Final = [side.name for side in scenario.sides]


def is_commander(entry: UnitEntry) -> bool:
    """`extra = { army_commander = true }`: its first figure commands the army."""
    extra = entry.extra()
    found = extra.flag("army_commander", False)
    extra.close()
    return found
