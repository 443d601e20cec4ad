"""Deploying: what a zone holds, grids of places in it, and what is shown while somebody is choosing."""

from __future__ import annotations

import pytest

from playsheet.core.geometry import rect
from playsheet.core.scenario import Zone
from playsheet.tabletop.deploying import (
    EAST,
    NORTH,
    SOUTH,
    WEST,
    Search,
    Stance,
    ZoneRegion,
    at_the_edge,
    box_about,
    cell_middles,
    from_edge,
    grid_points,
    holds_disc,
    holds_point,
    holds_rect,
    home_edge,
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


# ---------------------------------------------------------------- looking for room


class Crates(ZoneRegion):
    """Crates of 2 by 1 that may not overlap, nor stand beyond x = `closed`."""

    def __init__(self, zones: list[Zone], others: list[Zone], closed: float = 100.0) -> None:
        super().__init__(zones, 0.0)
        self.others = others
        self.closed = closed
        self.looks = 0

    def stances(self) -> list[Stance]:
        return [Stance((), Zone(-1.0, -0.5, 1.0, 0.5))]

    def taken(self) -> list[Zone]:
        return self.others

    def refusal(self, value: tuple[float, ...]) -> str:
        self.looks += 1
        x, y = value
        there = rect(x, y, facing=0.0, width=2.0, depth=1.0)
        free = all(abs(x - zone_middle(other)[0]) >= 2 or abs(y - zone_middle(other)[1]) >= 1 for other in self.others)
        return "" if free and x <= self.closed and any(holds_rect(zone, there) for zone in self.zones) else "no"


def crate(x: float, y: float) -> Zone:
    return Zone(x - 1.0, y - 0.5, x + 1.0, y + 0.5)


@pytest.mark.parametrize(
    ("edge", "place"), [(SOUTH, (11.0, 20.5)), (NORTH, (11.0, 25.5)), (WEST, (11.0, 20.5)), (EAST, (29.0, 25.5))]
)
def test_the_first_place_is_in_the_corner_of_the_edge(edge: int, place: tuple[float, float]) -> None:
    assert Search(100).place(Crates([ZONE], []), edge, -1e9) == place


def test_the_next_one_stands_flush_with_the_others() -> None:
    row = [crate(11.0 + 2 * n, 20.5) for n in range(10)]
    assert Search(100).place(Crates([ZONE], row[:3]), SOUTH, -1e9) == (17.0, 20.5)
    assert Search(100).place(Crates([ZONE], row), SOUTH, -1e9) == (11.0, 21.5)
    assert Search(100).place(Crates([ZONE], [crate(13.0, 20.5)]), SOUTH, -1e9) == (11.0, 20.5)


def test_a_full_zone_has_no_place_and_the_search_ends() -> None:
    full = [crate(11.0 + 2 * n, 20.5 + m) for n in range(10) for m in range(6)]
    assert Search(1000).place(Crates([ZONE], full), SOUTH, -1e9) is None
    region = Crates([ZONE], full)
    assert Search(7).place(region, SOUTH, -1e9) is None
    assert region.looks == 7


def test_ground_that_is_closed_is_searched_on_a_grid() -> None:
    found = Search(1000).place(Crates([Zone(0.0, 0.0, 30.0, 3.0)], [], closed=4.0), SOUTH, 15.0)
    assert found is not None
    assert found[0] <= 4.0


def test_at_the_edge_means_behind_the_zone() -> None:
    table = [Zone(0.0, 0.0, 40.0, 40.0)]
    found = at_the_edge([Crates(table, [crate(20.0, 0.5)])], SOUTH, Zone(18.0, 10.0, 22.0, 12.0))
    assert found is not None
    assert found.value in ((18.0, 0.5), (22.0, 0.5))
    assert at_the_edge([Crates([Zone(0.0, 0.0, 1.0, 1.0)], [])], SOUTH, ZONE) is None


@pytest.mark.parametrize(("facing", "edge"), [(0.0, SOUTH), (90.0, WEST), (180.0, NORTH), (270.0, EAST), (37.0, SOUTH)])
def test_a_side_has_its_edge_at_its_back(facing: float, edge: int) -> None:
    assert home_edge(facing) == edge


@pytest.mark.parametrize("edge", [NORTH, EAST, SOUTH, WEST])
def test_a_place_seen_from_an_edge_and_back(edge: int) -> None:
    assert from_edge(*from_edge(3.0, 7.0, edge), edge) == (3.0, 7.0)


def test_the_box_about_a_rectangle_that_stands_askew() -> None:
    box = box_about(rect(10.0, 20.0, facing=90.0, width=4.0, depth=2.0), 0.5)
    assert (box.x0, box.y0, box.x1, box.y1) == pytest.approx((8.5, 17.5, 11.5, 22.5))
