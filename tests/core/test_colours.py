"""The colours of sides: as the scenario says, else in their order, never the same twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from playsheet.core.errors import Refused
from playsheet.core.scenario import COLOURS
from playsheet.players.setup import set_up_from
from playsheet.rules import scenario_files

WELLS = Path(scenario_files()["the-wells"]).read_text(encoding="utf-8")


def colours_of(text: str) -> list[str]:
    return [side.colour for side in set_up_from(text, "a file", []).scenario.sides]


@pytest.mark.parametrize("id", scenario_files())
def test_every_side_has_chosen(id: str) -> None:
    text = Path(scenario_files()[id]).read_text(encoding="utf-8")
    sides = set_up_from(text, "a file", []).scenario.sides
    assert text.count("\ncolour") == len(sides)
    for side in sides:
        named = [colour for colour in COLOURS if colour in side.name.lower()]
        assert side.colour in (named or COLOURS)


@pytest.mark.parametrize(
    ("first", "second", "colours"),
    [
        ("", "", ["red", "blue"]),
        ("", 'colour = "red"', ["blue", "red"]),
        ('colour = "grey"', "", ["grey", "red"]),
    ],
)
def test_who_has_not_chosen_takes_what_is_left(first: str, second: str, colours: list[str]) -> None:
    text = WELLS.replace('colour = "red"', first).replace('colour = "green"', second)
    assert colours_of(text) == colours


@pytest.mark.parametrize("colour", ["green", "pink"])
def test_what_is_refused(colour: str) -> None:
    with pytest.raises(Refused, match="colour"):
        colours_of(WELLS.replace('colour = "red"', f'colour = "{colour}"'))
