"""The map of a scenario as lengths on paper: the table reduced to fit, with a ruler in the sheet's unit."""

from __future__ import annotations

import math
from typing import Final

from playsheet.core.reader import figure
from playsheet.core.scenario import Scenario
from playsheet.core.terrain import Ground, Piece
from playsheet.printing.pieces import MILLIMETRES, lengths
from playsheet.printing.typesetting import Data

WIDTH: Final = {"a4": 186.0, "letter": 192.0}  # millimetres for the table
DEPTH: Final = {"a4": 190.0, "letter": 172.0}
STEPS: Final = (1, 2, 3, 5, 6, 10, 12, 20, 24, 30, 50, 60, 100)  # a ruler's length, in the sheet's unit
TOGETHER: Final = 5.0  # millimetres between marks that would hide each other's letters
RULER: Final = 70.0  # millimetres, at most
MOST_PARTS: Final = 12  # black and white, along the ruler
# How each kind of ground is drawn, in black and white.
GROUNDS: Final = {
    "open": "plain",
    "road": "path",
    "street": "path",
    "bridge": "path",
    "ford": "shallow",
    "woods": "trees",
    "open-wood": "trees",
    "dense-wood": "dense",
    "orchard": "orchard",
    "scrub": "scrub",
    "field": "crops",
    "crops": "crops",
    "rocks": "rough",
    "rough": "rough",
    "fire-pits": "rough",
    "wreck": "rough",
    "marsh": "shallow",
    "mud": "shallow",
    "ploughed-mud": "crops",
    "snow": "plain",
    "shallow-water": "shallow",
    "stream": "water",
    "river": "water",
    "lake": "water",
    "deep-water": "water",
    "building": "built",
    "bua": "built",
    "ruin": "ruin",
    "trench": "ruin",
    "earthwork": "ruin",
    "hill": "hill",
    "slope": "hill",
    "steep-slope": "steep",
    "mountain": "steep",
    "cliff": "steep",
}
LINES: Final = {
    "wall": "solid",
    "earth-wall": "solid",
    "hedge": "dotted",
    "fence": "dashed",
    "works": "thick",
    "hasty-works": "thick",
    "earthwork": "thick",
    "cliff": "thick",
    "lane": "thin",
    "brook": "thin",
    "abatis": "dash-dotted",
    "wire": "dash-dotted",
    "palisade": "dash-dotted",
}


def chart_data(scenario: Scenario, unit: str, paper: str) -> Data:
    ground = scenario.ground
    scale = reduced(ground, WIDTH[paper], DEPTH[paper])
    step = max([step for step in STEPS if step * scale <= RULER], default=STEPS[0])
    drawn = drawing(scenario, scale)
    return {
        **drawn,
        "marks": marks(drawn["units"]),
        "table": f"{figure(ground.width)} by {figure(ground.depth)} {lengths(unit)}",
        "unit": lengths(unit),
        "scale": f"1 : {MILLIMETRES[unit] / scale:.1f}",
        "ruler": {
            "parts": max(parts for parts in range(1, MOST_PARTS + 1) if step % parts == 0),
            "length": round(step * scale, 3),
            "steps": step,
            "said": f"{step} {lengths(unit)}",
        },
    }


def marks(units: list[Data]) -> list[Data]:
    """Where units stand, with their letters; those of a side who stand together on paper have one mark."""
    found: list[Data] = []
    for number, unit in enumerate(units):
        near = [mark for mark in found if mark["side"] == unit["side"] and math.dist(mark["at"], unit["at"]) < TOGETHER]
        if near:
            near[0]["said"] += f" {letters(number)}"
        else:
            found.append({"side": unit["side"], "at": unit["at"], "said": letters(number)})
    return found


def letters(number: int) -> str:
    """A to Z, then AA, AB ..."""
    return (letters(number // 26 - 1) if number >= 26 else "") + chr(ord("A") + number % 26)


def reduced(ground: Ground, width: float, depth: float) -> float:
    """How many millimetres of paper a unit of the table has, if the whole table has that room."""
    return min(width / ground.width, depth / ground.depth)


def drawing(scenario: Scenario, scale: float) -> Data:
    """All that is drawn, with `scale` millimetres of paper for a unit of the table."""
    ground = scenario.ground
    drawn = Chart(ground, scale)
    return {
        "width": round(ground.width * scale, 3),
        "depth": round(ground.depth * scale, 3),
        "pieces": [drawn.piece(piece, number) for number, piece in enumerate(ground.pieces, 1)],
        "markers": [
            {"name": marker.name, "at": drawn.point(marker.x, marker.y), "across": round(marker.across * scale, 3)}
            for marker in scenario.markers
        ],
        "zones": [
            {"side": index, "corners": [drawn.point(zone.x0, zone.y1), drawn.point(zone.x1, zone.y0)]}
            for index, side in enumerate(scenario.sides)
            for zone in side.zones
        ],
        "units": [
            {"name": entry.name, "side": index, "at": drawn.point(*entry.at)}
            for index, side in enumerate(scenario.sides)
            for entry in side.units
            if entry.at is not None
        ],
    }


class Chart:
    """Places of the table as millimetres from the upper left corner: north is up."""

    def __init__(self, ground: Ground, scale: float) -> None:
        self.depth: Final = ground.depth
        self.scale: Final = scale

    def point(self, x: float, y: float) -> list[float]:
        return [round(x * self.scale, 3), round((self.depth - y) * self.scale, 3)]

    def piece(self, piece: Piece, number: int) -> Data:
        return {
            "number": number,
            "name": piece.name,
            "kind": piece.kind,
            "level": piece.level,
            "line": piece.is_line,
            "drawn": (LINES if piece.is_line else GROUNDS).get(piece.kind, "solid" if piece.is_line else "plain"),
            "points": [self.point(x, y) for x, y in zip(piece.xs, piece.ys)],
            "middle": self.middle(piece),
        }

    def middle(self, piece: Piece) -> list[float]:
        """Where its number stands: of a line halfway along it, else in the middle of its box."""
        if piece.is_line:
            half = (len(piece.xs) - 1) // 2
            return self.point((piece.xs[half] + piece.xs[half + 1]) / 2, (piece.ys[half] + piece.ys[half + 1]) / 2)
        return self.point((piece.min_x + piece.max_x) / 2, (piece.min_y + piece.max_y) / 2)
