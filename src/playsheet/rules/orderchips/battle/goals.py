"""What a scenario is fought for, read from its objectives (R58), and the roster as it lists it."""

from __future__ import annotations

from typing import Final

from playsheet.core.scenario import Objective, Scenario, UnitEntry
from playsheet.tabletop import goals as tabletop
from playsheet.tabletop.goals import entries_of, named_ground, plot_named

CONTROL_POINT: Final = "control-point"
CONTROL_GROUND: Final = "control-ground"
UNITS_LOST: Final = "units-lost"
POINTS_LOST: Final = "points-lost"
AUTOMATA_TURNED: Final = "automata-turned"
ARMY_LOST: Final = "army-lost"
GOAL_KINDS: Final = (CONTROL_POINT, CONTROL_GROUND, UNITS_LOST, POINTS_LOST, AUTOMATA_TURNED, ARMY_LOST)


class Goal(tabletop.Goal):
    """One objective; the fields that its kind does not use stay at zero."""

    def __init__(self, objective: Objective, grounds: dict[str, int], sides: int, control: float) -> None:
        reader = objective.source
        kind = reader.choice("kind", GOAL_KINDS)
        super().__init__(kind)
        self.plots: list[int] = []
        self.points: list[int] = [0] * sides  # to each side
        self.below_half = 0
        self.every = 1
        self.part = 0.0
        if kind == CONTROL_POINT:
            self.read_place(reader, 100, control)
            self.points = [reader.integer("points", 1, 1000)] * sides
        elif kind == CONTROL_GROUND:
            self.plots = [plot_named(reader, name, grounds, "area") for name in reader.texts("terrain")]
            self.points = [int(points) for points in reader.numbers("points", 0, 1000, sides)]
        elif kind == UNITS_LOST:
            self.points = [reader.integer("points", 1, 1000)] * sides
            self.below_half = reader.integer("below_half", 0, 1000, 0)
        elif kind == POINTS_LOST:
            self.every = reader.integer("every", 1, 10_000)
        elif kind == AUTOMATA_TURNED:
            self.points = [reader.integer("points", 1, 1000)] * sides
        else:
            self.part = reader.number("part", 0, 1)
        reader.close()


class Goals(tabletop.Goals):
    """All objectives in order, the turn limit, whether events come, and the roster as the scenario lists it."""

    def __init__(self, scenario: Scenario, control: float) -> None:
        super().__init__(scenario)
        grounds = named_ground(scenario, lines=False)
        sides = len(scenario.sides)
        self.all: Final = [Goal(objective, grounds, sides, control) for objective in scenario.objectives]
        self.entries: Final[list[UnitEntry]] = entries_of(scenario)
        self.seat_sides: Final = [
            index for index, side in enumerate(scenario.sides) for _ in (side.players or [side.name])
        ]
        self.seat_names: Final = [name for side in scenario.sides for name in (side.players or [side.name])]
        self.events: Final = scenario.extra.flag("events", False)
        scenario.extra.close()
