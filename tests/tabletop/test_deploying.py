"""Deploying: what a zone holds, grids of places in it, and what is shown while somebody is choosing."""

from __future__ import annotations

import pytest

from playsheet.core.geometry import rect
from playsheet.core.scenario import Zone
from playsheet.tabletop.deploying import (
    ZoneRegion,
    cell_middles,
    grid_points,
    holds_disc,
    holds_point,
    holds_rect,
    outside,
    zone_middle,
)

ZONE = Zone(10.0, 20.0, 30.0, 26.0)


class Southern(ZoneRegion):
    """Legal is what lies south of y = 24."""

    def refusal(self, value: tuple[float, ...]) -> str:
        return "" if value[1] < 24.0 else outside("The Guard")


def test_edges_belong_to_a_zone() -> None:
    assert holds_point(ZONE, 10.0, 26.0)
    assert not holds_point(ZONE, 9.99, 26.0)
    assert not holds_point(ZONE, 10.0, 26.01)


@pytest.mark.parametrize(
    ("x", "y", "held"),
    [(11.0, 21.0, True), (29.0, 25.0, True), (10.9, 21.0, False), (29.1, 25.0, False), (20.0, 25.1, False)],
)
def test_a_round_base_is_held_with_all_of_it(x: float, y: float, held: bool) -> None:
    assert holds_disc(ZONE, x, y, 1.0) is held


def test_a_rectangle_is_held_with_all_its_corners() -> None:
    assert holds_rect(ZONE, rect(20.0, 23.0, facing=0.0, width=20.0, depth=6.0))
    assert not holds_rect(ZONE, rect(20.0, 23.0, 90.0, 20.0, 6.0))  # turned, it is too deep
    assert not holds_rect(ZONE, rect(20.1, 23.0, facing=0.0, width=20.0, depth=6.0))


def test_places_in_a_zone_row_by_row() -> None:
    assert zone_middle(ZONE) == (20.0, 23.0)
    assert cell_middles(ZONE, 2, 1) == [(15.0, 23.0), (25.0, 23.0)]
    assert grid_points(10.0, 20.0, 20.0, 6.0, 2, 1) == [
        (10.0, 20.0),
        (20.0, 20.0),
        (30.0, 20.0),
        (10.0, 26.0),
        (20.0, 26.0),
        (30.0, 26.0),
    ]


def test_samples_are_legal_and_different() -> None:
    region = Southern([ZONE], 180.0)
    found: list[tuple[float, ...]] = []
    for value in ((20.0, 21.0), (20.0, 25.0), (20.0, 21.0), (22.0, 21.0)):
        region.add_legal(found, value)
    assert found == [(20.0, 21.0), (22.0, 21.0)]
    assert region.refusal((20.0, 25.0)) == "The Guard must stand wholly inside its deployment zone."


def test_the_ghost_is_not_on_the_table_and_shows_the_zones() -> None:
    shown = Southern([ZONE], 180.0).ghost_of([(0.0, 0.0, 0.0, 4.0, 2.0)])
    assert (shown.placed, shown.facing, shown.reach) == (False, 180.0, 0.0)
    assert shown.zones == [(10.0, 20.0, 30.0, 26.0)]
    assert shown.bodies == [(0.0, 0.0, 0.0, 4.0, 2.0)]
