"""What a scenario is fought for, and what else it says: the year, the theatre, the turn limit, who sits where."""

from __future__ import annotations

from typing import Final

from playsheet.core.scenario import Objective, Scenario, UnitEntry
from playsheet.tabletop import goals as tabletop

MOST_INFANTRY: Final = "most-infantry"  # more infantry figures in state ok near a point, at the end
LAST_HELD: Final = "last-held"  # the last side with a unit in state ok near a point
UNITS_TAKEN: Final = "units-taken"  # for each enemy unit dispersed or captured
TROPHIES: Final = "trophies"  # for each of them
BRIGADES_BROKEN: Final = "brigades-broken"  # for each enemy brigade broken or removed
GOAL_KINDS: Final = (MOST_INFANTRY, LAST_HELD, UNITS_TAKEN, TROPHIES, BRIGADES_BROKEN)
THEATRES: Final = ("east", "west")
FIRST_YEAR: Final = 1861
LAST_YEAR: Final = 1865


class Goal(tabletop.Goal):
    """One objective; the fields that its kind does not use stay at zero."""

    def __init__(self, objective: Objective) -> None:
        reader = objective.source
        kind = reader.choice("kind", GOAL_KINDS)
        super().__init__(kind, kind)
        if self.kind == MOST_INFANTRY or self.kind == LAST_HELD:
            self.read_place(reader, 60)
        self.points: Final = reader.integer("points", 1, 1000)
        reader.close()


class Goals(tabletop.Goals):
    """All objectives in order, the turn limit, and the roster as the scenario lists it."""

    def __init__(self, scenario: Scenario, seat_sides: list[int]) -> None:
        super().__init__(scenario)
        extra = scenario.extra
        self.year: Final = extra.integer("year", FIRST_YEAR, LAST_YEAR)
        self.in_east: Final = extra.choice("theatre", THEATRES, "east") == "east"
        extra.close()
        self.seat_sides: Final = seat_sides  # each seat's side
        self.all: Final = [Goal(objective) for objective in scenario.objectives]
        self.entries: Final[list[UnitEntry]] = []  # of the units that are no generals, by their ids
        self.spots: Final[list[tuple[float, float, float] | None]] = []  # where each must stand, if the scenario says
        self.posts: Final[list[tuple[float, float] | None]] = []  # the same of each general
