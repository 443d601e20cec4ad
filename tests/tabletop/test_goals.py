"""What a scenario says beside its units, as every sheet reads it."""

from __future__ import annotations

import pytest

from playsheet.core.errors import Refused
from playsheet.core.reader import Reader
from playsheet.players.setup import set_up
from playsheet.rules import scenario_files
from playsheet.tabletop.goals import Goal, Goals, entries_of, named_ground, plot_named


def reader(**data: object) -> Reader:
    return Reader(data, "a scenario", "objectives")


@pytest.mark.parametrize("id", scenario_files())
def test_the_sides_of_a_scenario(id: str) -> None:
    scenario = set_up(id, []).scenario
    goals = Goals(scenario)
    assert goals.turns == scenario.turns > 0
    assert goals.side_names == [side.name for side in scenario.sides]
    assert len(goals.facings) == len(goals.side_names) >= 2
    assert len(entries_of(scenario)) == sum(len(side.units) for side in scenario.sides) > 0


def test_ground_with_a_name_and_lines_only_where_they_count() -> None:
    scenario = set_up("the-rail-fence", []).scenario
    pieces = scenario.ground.pieces
    with_lines = named_ground(scenario, lines=True)
    areas = named_ground(scenario, lines=False)
    assert set(areas) < set(with_lines)
    assert all(pieces[index].name == name for name, index in with_lines.items())
    assert not any(pieces[index].is_line for index in areas.values())


def test_a_place_and_how_near_counts() -> None:
    goal = Goal("hold")
    goal.read_place(reader(name="The well", at=[10.0, 20.0], within=6.0))
    assert (goal.name, goal.x, goal.y, goal.within) == ("The well", 10.0, 20.0, 6.0)
    with pytest.raises(Refused, match="name"):
        goal.read_place(reader(name="The well that is called so", at=[1.0, 2.0], within=3.0), 10)


def test_ground_that_is_not_there_is_refused_with_what_is() -> None:
    assert plot_named(reader(), "Wood", {"Hill": 0, "Wood": 3}, "area") == 3
    with pytest.raises(Refused, match="there is no area called 'Moor'; known: Hill, Wood"):
        plot_named(reader(), "Moor", {"Hill": 0, "Wood": 3}, "area")
    with pytest.raises(Refused, match="known: none"):
        plot_named(reader(), "Moor", {}, "terrain")
