"""What a scenario is fought for, and what else it says: who goes first, who plays, the orders a group starts with."""

from __future__ import annotations

from typing import Final

from playsheet.core.scenario import Objective, Scenario, Side, UnitEntry, on_table
from playsheet.core.terrain import Ground
from playsheet.rules.riskfactor.sheet import StandingOrder, standing_order
from playsheet.tabletop import goals as tabletop
from playsheet.tabletop.goals import entries_of, named_ground, plot_named

FIGURES_BEYOND: Final = "figures-beyond"
NO_ENEMY_LEFT: Final = "no-enemy-left"
HOLD_BUILDINGS: Final = "hold-buildings"
OTHERWISE: Final = "otherwise"
GOAL_KINDS: Final = (FIGURES_BEYOND, NO_ENEMY_LEFT, HOLD_BUILDINGS, OTHERWISE)


class Goal(tabletop.Goal):
    """One objective; the fields that its kind does not use stay at zero."""

    def __init__(self, objective: Objective, grounds: dict[str, int]) -> None:
        reader = objective.source
        super().__init__(reader.choice("kind", GOAL_KINDS))
        self.side: Final = reader.integer("side", 1, 2) - 1
        self.north = True
        self.line = "the line"
        self.figures = 0
        self.unhurt_only = False
        self.plots: list[int] = []
        self.hold = 0
        self.per_civilian = 0
        if self.kind == FIGURES_BEYOND:
            self.north = reader.choice("beyond", ("north", "south")) == "north"
            self.y = reader.number("y", 0, 500)
            self.line = reader.text("name", self.line, 60)
            self.figures = reader.integer("figures", 1, 1000)
            self.unhurt_only = reader.choice("state", ("living", "unhurt"), "living") == "unhurt"
        elif self.kind == HOLD_BUILDINGS:
            self.plots = [plot_named(reader, name, grounds, "terrain") for name in reader.texts("terrain")]
            self.hold = reader.integer("hold", 1, len(self.plots))
            self.figures = reader.integer("unhurt", 0, 1000)
            self.per_civilian = reader.integer("per_civilian", 0, 1000)
        reader.close()


class Goals(tabletop.Goals):
    """All objectives in order, the turn limit, and where each side deploys and makes for."""

    def __init__(self, scenario: Scenario, seat_sides: list[int]) -> None:
        super().__init__(scenario)
        grounds = named_ground(scenario, lines=True)
        self.seat_sides: Final = seat_sides  # each seat's side
        self.all: Final = [Goal(objective, grounds) for objective in scenario.objectives]
        self.entries: Final[list[UnitEntry]] = entries_of(scenario)
        self.orders: Final = [start_order(entry, scenario.ground) for entry in self.entries]
        extra = scenario.extra
        self.first: Final = extra.integer("first", 1, 2) - 1 if extra.has("first") else -1
        extra.close()
        self.platoons: Final = [[platoon.name for platoon in side.groups] for side in scenario.sides]
        self.within: Final[dict[str, float]] = {}  # of a platoon: its units deploy so near to each other
        for index, side in enumerate(scenario.sides):
            for group in side.groups:
                if group.extra.has("within"):
                    self.within[f"{index}:{group.id}"] = group.extra.number("within", 1, 500)
                group.extra.close()


def wants_players(side: Side) -> bool:
    """Does the scenario leave this side to players, or to its own tables (R58)?"""
    if side.players == ["tables"]:
        return False
    extra = side.extra
    playing = extra.flag("players", True)
    extra.close()
    return playing


def start_order(entry: UnitEntry, ground: Ground) -> StandingOrder:
    """What a group is told before the battle."""
    extra = entry.extra()
    order = standing_order(extra)
    on_table(extra, "to", ground, order.x, order.y)
    extra.close()
    return order
