"""Measuring at the table: from here to there, as the sheet measures, with what it says about the way between."""

from __future__ import annotations

from typing import Final

from playsheet.core.angles import bearing
from playsheet.core.geometry import spacing

Fact = int | float | str | bool


class Spot:
    """One end of a measurement: a unit (its number in the roster), or a point on the table."""

    def __init__(self, x: float, y: float, unit: int = -1) -> None:
        self.x: Final = x
        self.y: Final = y
        self.unit: Final = unit


class Sightline:
    """A line of sight with its proof: the ray, and what blocks it (empty if nothing does)."""

    def __init__(self, x0: float, y0: float, x1: float, y1: float, blocked_by: str) -> None:
        self.x0: Final = x0
        self.y0: Final = y0
        self.x1: Final = x1
        self.y1: Final = y1
        self.blocked_by: Final = blocked_by


class Noted:
    """Something that the sheet says about it: range, arc, cover."""

    def __init__(self, name: str, said: str, value: Fact, ruling: str = "") -> None:
        self.name: Final = name
        self.said: Final = said
        self.value: Final = value
        self.ruling: Final = ruling


class Measured:
    """What a measurement came to."""

    def __init__(self, x0: float, y0: float, x1: float, y1: float) -> None:
        self.x0: Final = x0
        self.y0: Final = y0
        self.x1: Final = x1
        self.y1: Final = y1
        self.distance: Final = spacing(x0, y0, x1, y1)
        self.bearing: Final = bearing(x1 - x0, y1 - y0) if self.distance > 0.0 else 0.0
        self.facts: Final[list[Noted]] = []
        self.sight: Sightline | None = None  # where the sheet knows a line of sight for it

    def data(self) -> dict[str, object]:
        sight: dict[str, object] | None = None
        if self.sight is not None:
            line = self.sight
            sight = {
                "clear": not line.blocked_by,
                "blocked_by": line.blocked_by,
                "ray": [[line.x0, line.y0], [line.x1, line.y1]],
            }
        return {
            "distance": self.distance,
            "bearing": self.bearing,
            "from": [self.x0, self.y0],
            "to": [self.x1, self.y1],
            "facts": [
                {"name": fact.name, "said": fact.said, "value": fact.value, "ruling": fact.ruling}
                for fact in self.facts
            ],
            "sight": sight,
        }
