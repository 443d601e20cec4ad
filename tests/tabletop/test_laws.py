"""What must always hold on any table: each law is silent about what is sound, and says what is not."""

from __future__ import annotations

import pytest

from playsheet.core.arrays import ints
from playsheet.core.decks import Deck
from playsheet.core.figures import FLED, LOST, new_figures
from playsheet.core.near import Near, Squares
from playsheet.core.terrain import Ground
from playsheet.tabletop.laws import cards_complete, centre_on_table, figures_conserved, found_nowhere, found_there

INSIDE = 3  # a state that core does not know


@pytest.mark.parametrize(
    ("states", "elsewhere", "said"),
    [
        ([], 0, []),
        ([LOST, FLED], 0, []),
        ([LOST, INSIDE], 1, []),
        ([LOST, INSIDE], 0, ["Red: 2 figures in play and 1 gone do not make 4"]),
        ([LOST], 1, ["Red: 3 figures in play and 2 gone do not make 4"]),
    ],
)
def test_figures_are_conserved(states: list[int], elsewhere: int, said: list[str]) -> None:
    figures = new_figures(6)
    for index, state in enumerate(states):
        figures.state[1 + index] = state
    assert figures_conserved("Red", figures, 1, 4, elsewhere) == said


def test_what_stands_on_the_table_is_found_just_there_and_nothing_else_is() -> None:
    near = Near(Squares(40.0, 30.0, 2), ints(2))
    near.put(0, 10.0, 10.0, 1.0)
    assert found_there("Red", near, 0, x=10.0, y=10.0, radius=1.0) == []
    assert found_there("Red", near, 0, x=10.5, y=10.0, radius=1.0) == ["Red: is not found where it stands"]
    assert found_there("Blue", near, 1, x=0.0, y=0.0, radius=0.0) == ["Blue: is not found where it stands"]
    assert found_nowhere("Blue", near, 1) == []
    assert found_nowhere("Red", near, 0) == ["Red: is found on the table, where it is not"]


@pytest.mark.parametrize(
    ("x", "y", "off"), [(0.0, 30.0, False), (40.0, 0.0, False), (-0.1, 5.0, True), (5.0, 30.1, True), (40.1, 5.0, True)]
)
def test_it_may_stand_on_the_very_edge(x: float, y: float, off: bool) -> None:
    said = [f"Red: stands off the table at {x:.3f}, {y:.3f}"] if off else []
    assert centre_on_table("Red", Ground(40.0, 30.0, []), x, y) == said


def test_cards_are_somewhere_drawn_or_not() -> None:
    deck = Deck([7, -1], [7, 8])
    assert cards_complete("Red", deck, 7, 2) == []
    assert cards_complete("Red", deck, 8, 2) == ["Red: has 1 cards, not 2"]
