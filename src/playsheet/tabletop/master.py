"""A game master's words, as far as they are alike on all sheets: numbers, places, units, and who has won."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from playsheet.core.errors import Refused
from playsheet.core.master import UNIT, WORD, Field, MasterOrder
from playsheet.tabletop.units import Unit

AWARD: Final = "Ends the battle: a side has won it, or it is a draw."


def number(word: str, low: int, high: int, what: str) -> int:
    """A whole number within bounds, or a refusal: `expected a unit's number from 0 to 7, got 'x'.`"""
    if word.isascii() and word.isdigit() and len(word) < 6 and low <= int(word) <= high:
        return int(word)
    raise Refused(f"expected {what} from {low} to {high}, got {word[:20]!r}.")


def signed(word: str, longest: int) -> int:
    """A modifier, of so many digits at most."""
    digits = word.lstrip("+-")
    if not (digits.isascii() and digits.isdigit()) or len(digits) > longest or len(word) - len(digits) > 1:
        raise Refused(f"expected a whole number such as +1 or -2, got {word[:20]!r}.")
    return -int(digits) if word.startswith("-") else int(digits)


def awarded(side: str) -> tuple[int, str]:
    """The winner, or -1 for a draw, and the verdict. `side`: a side's number from 1, or draw."""
    if side == "draw":
        return -1, "Declared a draw by the game master."
    return int(side) - 1, "Awarded by the game master."


# ---------------------------------------------------------------- what may be named


def award(ruling: str = "") -> MasterOrder:
    return MasterOrder("award SIDE", AWARD, ruling)


def side_choices(sides: list[str]) -> list[tuple[str, str]]:
    """Sides are counted from 1."""
    return [(str(index + 1), name) for index, name in enumerate(sides)]


def award_field(sides: list[str]) -> Field:
    return Field("SIDE", WORD, "who has won", [*side_choices(sides), ("draw", "nobody: a draw")])


def units_field(name: str, units: Sequence[Unit], sides: list[str], said: str = "the unit") -> Field:
    """Units by their number in the roster."""
    found: list[tuple[str, str]] = []
    for unit in units:
        side = f" ({sides[unit.side]})" if 0 <= unit.side < len(sides) else ""
        found.append((str(unit.id), unit.name + side))
    return Field(name, UNIT, said, found)


def plots_field(names: list[str], said: str = "the piece of ground") -> Field:
    """Pieces of ground by their number on the table."""
    return Field("PIECE", WORD, said, [(str(index), name) for index, name in enumerate(names)])


def words_field(name: str, words: Sequence[str], said: str) -> Field:
    return Field(name, WORD, said, [(word, word.replace("-", " ")) for word in words])
