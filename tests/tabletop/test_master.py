"""A game master's words: what is read, and what is refused in a sentence."""

from __future__ import annotations

import pytest

from playsheet.core.errors import Refused
from playsheet.tabletop.master import awarded, number, signed


@pytest.mark.parametrize(("word", "value"), [("0", 0), ("7", 7), ("007", 7)])
def test_a_number_within_its_bounds(word: str, value: int) -> None:
    assert number(word, 0, 7, "a unit's number") == value


@pytest.mark.parametrize("word", ["8", "-1", "1.0", "", "²", "000007", "x"])
def test_any_other_word_is_refused(word: str) -> None:
    with pytest.raises(Refused, match=r"^expected a unit's number from 0 to 7, got "):
        number(word, 0, 7, "a unit's number")


@pytest.mark.parametrize(("word", "value"), [("+1", 1), ("-2", -2), ("3", 3), ("-12", -12)])
def test_a_modifier_has_its_sign(word: str, value: int) -> None:
    assert signed(word, 2) == value


@pytest.mark.parametrize("word", ["--1", "123", "+", "", "1-"])
def test_no_modifier(word: str) -> None:
    with pytest.raises(Refused, match=r"^expected a whole number such as \+1 or -2, got "):
        signed(word, 2)


def test_who_has_won() -> None:
    assert awarded("1") == (0, "Awarded by the game master.")
    assert awarded("3")[0] == 2
    assert awarded("draw") == (-1, "Declared a draw by the game master.")
