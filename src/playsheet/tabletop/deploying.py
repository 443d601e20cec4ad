"""Deploying: the region where a unit may stand at the start, what its zones hold, and grids of places in them."""

from __future__ import annotations

from typing import Final

from playsheet.core.asking import Ghost, Region
from playsheet.core.geometry import TOLERANCE, Rect
from playsheet.core.scenario import Zone


class ZoneRegion(Region):
    """Where a unit may stand at the start: in the zones of its side, facing as the side does unless it is turned."""

    def __init__(self, zones: list[Zone], facing: float) -> None:
        self.zones: Final = zones
        self.facing: Final = facing

    def ghost_of(self, bodies: list[tuple[float, float, float, float, float]]) -> Ghost:
        """The unit, not on the table yet, and the zones it may be put in."""
        shown = Ghost(x=0.0, y=0.0, placed=False, facing=self.facing, reach=0.0)
        shown.bodies = bodies
        shown.zones = [(zone.x0, zone.y0, zone.x1, zone.y1) for zone in self.zones]
        return shown

    def add_legal(self, found: list[tuple[float, ...]], value: tuple[float, ...]) -> None:
        """One more sample, if it is legal and not among them."""
        if value not in found and not self.refusal(value):
            found.append(value)


def outside(name: str) -> str:
    return f"{name} must stand wholly inside its deployment zone."


# ---------------------------------------------------------------- what a zone holds


def holds_point(zone: Zone, x: float, y: float) -> bool:
    return zone.x0 - TOLERANCE <= x <= zone.x1 + TOLERANCE and zone.y0 - TOLERANCE <= y <= zone.y1 + TOLERANCE


def holds_disc(zone: Zone, x: float, y: float, r: float) -> bool:
    """All of a round base."""
    return holds_point(zone, x - r, y - r) and holds_point(zone, x + r, y + r)


def holds_rect(zone: Zone, there: Rect) -> bool:
    """All four corners."""
    corners = there.corners()
    for corner in range(4):
        if not holds_point(zone, corners[2 * corner], corners[2 * corner + 1]):
            return False
    return True


def zone_middle(zone: Zone) -> tuple[float, float]:
    return 0.5 * (zone.x0 + zone.x1), 0.5 * (zone.y0 + zone.y1)


# ---------------------------------------------------------------- places to try


def cell_middles(zone: Zone, columns: int, rows: int) -> list[tuple[float, float]]:
    """The middles of so many cells, row by row from the south-west."""
    wide = zone.x1 - zone.x0
    deep = zone.y1 - zone.y0
    return [
        (zone.x0 + wide * (column + 0.5) / columns, zone.y0 + deep * (row + 0.5) / rows)
        for row in range(rows)
        for column in range(columns)
    ]


def grid_points(x0: float, y0: float, wide: float, deep: float, columns: int, rows: int) -> list[tuple[float, float]]:
    """The corners of so many cells of a rectangle, edges included, row by row from the south-west."""
    return [
        (x0 + wide * column / columns, y0 + deep * row / rows)
        for row in range(rows + 1)
        for column in range(columns + 1)
    ]
