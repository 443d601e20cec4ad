"""The table in letters, in colours, for the terminal."""

from __future__ import annotations

import sys
from typing import Final

from rich.text import Text

from playsheet.cli.output import STYLES
from playsheet.core.lettered import EMPTY, GROUND, MARKED, lettered
from playsheet.core.scenario import Scenario
from playsheet.core.telling import Mark, Standing
from playsheet.core.terrain import Ground

PLAIN: Final = {"♣": "Y", "♠": "%", "◊": "&", "„": ",", "▒": "#", "≈": "-", "·": ".", "▲": "A", "×": "x"}
OTHERS: Final = {EMPTY: "", GROUND: "dim", MARKED: "bold"}


def draw(roster: list[Standing], marks: list[Mark], scenario: Scenario, ground: Ground) -> list[Text]:
    """The rows of the map, north on top."""
    plain = not (sys.stdout.encoding or "").lower().startswith("utf")
    drawn = lettered(roster, marks, scenario, ground)
    edge = Text("+" + "-" * drawn.columns + "+", style="dim")
    lines = [edge]
    for signs, sides in zip(drawn.signs, drawn.sides):
        line = Text("|", style="dim")
        for sign, side in zip(signs, sides):
            style = STYLES[scenario.sides[side].colour] if side >= 0 else OTHERS[side]
            line.append(PLAIN.get(sign, sign) if plain else sign, style=style or None)
        line.append("|")
        lines.append(line)
    return [*lines, edge]
