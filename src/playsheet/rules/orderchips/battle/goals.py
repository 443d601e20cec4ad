"""What a scenario is fought for, read from its objectives (R58), and the roster as it lists it."""

from __future__ import annotations

from typing import Final

from playsheet.core.scenario import Objective, Scenario, UnitEntry

CONTROL_POINT: Final = "control-point"
CONTROL_GROUND: Final = "control-ground"
UNITS_LOST: Final = "units-lost"
POINTS_LOST: Final = "points-lost"
AUTOMATA_TURNED: Final = "automata-turned"
ARMY_LOST: Final = "army-lost"
GOAL_KINDS: Final = (CONTROL_POINT, CONTROL_GROUND, UNITS_LOST, POINTS_LOST, AUTOMATA_TURNED, ARMY_LOST)


class Goal:
    """One objective; the fields that its kind does not use stay at zero."""

    def __init__(self, objective: Objective, grounds: dict[str, int], sides: int) -> None:
        reader = objective.source
        kind = reader.choice("kind", GOAL_KINDS)
        self.kind: Final = kind
        self.name = ""
        self.x = 0.0
        self.y = 0.0
        self.within = 0.0
        self.plots: list[int] = []
        self.points: list[int] = [0] * sides  # to each side
        self.below_half = 0
        self.every = 1
        self.part = 0.0
        if kind == CONTROL_POINT:
            self.name = reader.text("name", longest=100)
            self.x, self.y = reader.numbers("at", 0, 500, 2)
            self.within = reader.number("within", 0, 500)
            self.points = [reader.integer("points", 1, 1000)] * sides
        elif kind == CONTROL_GROUND:
            for name in reader.texts("terrain"):
                if name not in grounds:
                    known = ", ".join(grounds) or "none"
                    raise reader.refused("terrain", f"there is no area called {name!r}; known: {known}.")
                self.plots.append(grounds[name])
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


class Goals:
    """All objectives in order, the turn limit, whether events come, and the roster as the scenario lists it."""

    def __init__(self, scenario: Scenario) -> None:
        grounds: dict[str, int] = {}
        for index, piece in enumerate(scenario.ground.pieces):
            if piece.name and not piece.is_line and piece.name not in grounds:
                grounds[piece.name] = index
        sides = len(scenario.sides)
        self.turns: Final = scenario.turns
        self.all: Final = [Goal(objective, grounds, sides) for objective in scenario.objectives]
        self.entries: Final[list[UnitEntry]] = [entry for side in scenario.sides for entry in side.units]
        self.facings: Final = [side.facing for side in scenario.sides]
        self.side_names: Final = [side.name for side in scenario.sides]
        self.seat_sides: Final = [
            index for index, side in enumerate(scenario.sides) for _ in (side.players or [side.name])
        ]
        self.seat_names: Final = [name for side in scenario.sides for name in (side.players or [side.name])]
        self.events: Final = scenario.extra.flag("events", False)
        scenario.extra.close()
