"""What a scenario is fought for, read from its objectives (R2); who commands each army."""

from __future__ import annotations

from typing import Final

from playsheet.core.scenario import Objective, Scenario, UnitEntry
from playsheet.tabletop import goals as tabletop
from playsheet.tabletop.goals import entries_of, named_ground, plot_named

SOLE_INSIDE: Final = "sole-inside"
MOST_NEAR: Final = "most-near"
VEHICLES_LOST: Final = "vehicles-lost"
STORM: Final = "storm"
MOST_INSIDE: Final = "most-inside"
GOAL_KINDS: Final = (SOLE_INSIDE, MOST_NEAR, VEHICLES_LOST, STORM, MOST_INSIDE)


class Goal(tabletop.Goal):
    """One objective; the fields that its kind does not use stay at zero."""

    def __init__(self, objective: Objective, grounds: dict[str, int]) -> None:
        reader = objective.source
        kind = reader.choice("kind", GOAL_KINDS)
        super().__init__(kind)
        self.plot = -1
        self.side = 0
        self.figures = 0
        self.points = 0
        if kind in (SOLE_INSIDE, STORM, MOST_INSIDE):
            self.name = reader.text("terrain")
            self.plot = plot_named(reader, self.name, grounds, "area")
        if kind == MOST_NEAR:
            self.read_place(reader)
        if kind == STORM:
            self.side = reader.integer("side", 1, 2) - 1
            self.figures = reader.integer("figures", 1, 1000)
        else:
            self.points = reader.integer("points", 1, 1000)
        reader.close()


class Goals(tabletop.Goals):
    """All objectives in order, the turn limit, and the roster as the scenario lists it."""

    def __init__(self, scenario: Scenario) -> None:
        super().__init__(scenario)
        grounds = named_ground(scenario, lines=False)
        self.all: Final = [Goal(objective, grounds) for objective in scenario.objectives]
        self.entries: Final[list[UnitEntry]] = entries_of(scenario)
        self.commands: Final = [is_commander(entry) for entry in self.entries]


def is_commander(entry: UnitEntry) -> bool:
    """`extra = { army_commander = true }`: its first figure commands the army."""
    extra = entry.extra()
    found = extra.flag("army_commander", False)
    extra.close()
    return found
