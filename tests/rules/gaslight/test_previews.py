"""What stops a move is named before it is made."""

from __future__ import annotations

import pytest
from rules.gaslight.situation import Field, Men, extra, machine, men, row
from tabletop import ground

from playsheet.rules.gaslight.ground.driving import DriveRegion
from playsheet.rules.gaslight.ground.moving import MoveRegion


def body(name: str, spots: list[tuple[float, float]], facing: float = 0.0) -> Men:
    return men("gl-redcoats", name, spots, facing, figures=[extra(len(spots))])


FAR = body("Foe", [(60.0, 68.0)])
WOOD = ground("woods", "the wood", rect=[10, 21, 60, 40])
WALL = ground("wall", "the wall", line=[[10, 22], [60, 22]])


def walked(field: Field, by: float) -> str:
    """What is said of all of them going straight north so far."""
    figures = field.places("Red")
    region = MoveRegion(field.battle, figures)
    value = (region.x, region.y + by, region.x, region.y + by, 0.0)
    assert not region.refusal(value)
    shown = region.outcome(field.battle, value)
    assert shown is not None
    return shown.stops


def red() -> Men:
    return body("Red", row(3, 30, 20))


def test_in_the_open_nothing_stops_them() -> None:
    assert walked(Field([red()], [FAR]), 6.0) == ""


def test_enemies_stop_them() -> None:
    said = walked(Field([red()], [body("Foe", row(3, 30, 24), 180.0)]), 6.0)
    assert said.startswith("all of 3 stop short, by up to")
    assert said.endswith(": before the Foe")


def test_rough_ground_uses_their_move_up() -> None:
    assert walked(Field([red()], [FAR], [WOOD]), 6.0).endswith(": slowed by the wood")


def test_a_wall_costs_some_of_their_move() -> None:
    assert walked(Field([red()], [FAR], [WALL]), 6.0).endswith("by the wall")


def test_friends_leave_no_room() -> None:
    said = walked(Field([red(), body("Friends", row(3, 30, 26))], [FAR]), 6.0)
    assert said.endswith(": behind the Friends")


def test_the_edge_stops_who_stands_before_the_others() -> None:
    field = Field([body("Red", [(30.0, 60.0), (30.0, 70.0)])], [body("Foe", [(5.0, 5.0)])])
    assert walked(field, 6.0) == "1 of 2 stop short, by up to 4.5 inches: at the table's edge"


@pytest.mark.parametrize(
    ("foe", "terrain", "said"),
    [
        ((36.0, 30.0), (), "stops before the Foe"),
        ((5.0, 60.0), (ground("building", "the hut", rect=[30, 27, 42, 32]),), "stops at the hut"),
        ((5.0, 60.0), (ground("rough", "the scree", rect=[30, 24, 42, 60]),), "stops, slowed by the scree"),
        ((5.0, 60.0), (), ""),
    ],
)
def test_what_stops_a_machine(foe: tuple[float, float], terrain: tuple[str, ...], said: str) -> None:
    field = Field([machine("gl-steam-car", "Car", 36, 20)], [body("Foe", [foe], 180.0)], list(terrain))
    region = DriveRegion(field.battle, field["Car"], back=False)
    most = max(value[1] for value in region.samples() if value[0] == 0.0)
    shown = region.outcome(field.battle, (0.0, most))
    assert shown is not None
    assert shown.stops == said
    assert region.outcome(field.battle, (0.0, 0.5 * most)).stops == ""  # type: ignore[union-attr]
