"""What a scenario is fought for, read from its objectives."""

from __future__ import annotations

from typing import Final

from playsheet.core.scenario import Objective, Scenario, UnitEntry
from playsheet.tabletop import goals as tabletop
from playsheet.tabletop.goals import entries_of, named_ground, plot_named

HOLD_POINT: Final = "hold-point"
MOST_REMOVED: Final = "most-removed"
UNITS_BEYOND: Final = "units-beyond"
POINTS_FOR_GROUND: Final = "points-for-ground"
POINTS_FOR_REMOVED: Final = "points-for-removed"
GOAL_KINDS: Final = (HOLD_POINT, MOST_REMOVED, UNITS_BEYOND, POINTS_FOR_GROUND, POINTS_FOR_REMOVED)


class Goal(tabletop.Goal):
    """One objective; the fields that its kind does not use stay at zero."""

    def __init__(self, objective: Objective, grounds: dict[str, int]) -> None:
        reader = objective.source
        super().__init__(reader.choice("kind", GOAL_KINDS))
        self.side = 0
        self.otherwise = -1
        self.units = 0
        self.commanders = 0
        self.points = 0
        self.north = True
        self.plots: list[int] = []
        if self.kind == HOLD_POINT:
            self.name = reader.text("name", "the objective")
            self.x = reader.number("x", 0, 500)
            self.y = reader.number("y", 0, 500)
            self.within = reader.number("within", 0.1, 500)
        elif self.kind == UNITS_BEYOND:
            self.side = reader.integer("side", 1, 2) - 1
            self.north = reader.choice("beyond", ("north", "south")) == "north"
            self.y = reader.number("y", 0, 500)
            self.units = reader.integer("units", 1, 100)
            self.otherwise = reader.integer("otherwise", 1, 2) - 1
        elif self.kind == POINTS_FOR_GROUND:
            self.plots = [plot_named(reader, name, grounds, "terrain") for name in reader.texts("terrain")]
            self.points = reader.integer("points", 1, 100)
        elif self.kind == POINTS_FOR_REMOVED:
            self.units = reader.integer("units", 0, 100)
            self.commanders = reader.integer("commanders", 0, 100)
        reader.close()


class Goals(tabletop.Goals):
    """All objectives in order, the turn limit, and where each side deploys and makes for."""

    def __init__(self, scenario: Scenario) -> None:
        super().__init__(scenario)
        grounds = named_ground(scenario, lines=True)
        self.all: Final = [Goal(objective, grounds) for objective in scenario.objectives]
        self.entries: Final[list[UnitEntry]] = entries_of(scenario)

    def counts_points(self) -> bool:
        """Is the battle decided by points?"""
        return any(goal.kind in (POINTS_FOR_GROUND, POINTS_FOR_REMOVED) for goal in self.all)
