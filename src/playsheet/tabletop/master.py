"""A game master's words, as far as they are alike on all sheets: numbers, places, and who has won."""

from __future__ import annotations

from playsheet.core.errors import Refused


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
