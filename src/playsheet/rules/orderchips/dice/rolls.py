"""Rolls of this sheet: the number or less. Modifiers go on the number, and each is told with its cause (R2)."""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import NOTHING, Dice, summed
from playsheet.core.events import Entry, Throw
from playsheet.core.exact import Exact


class Number:
    """What a die must come to or less: a rating with its name, and the modifiers on it."""

    def __init__(self, rating: int, name: str, account: list[Entry]) -> None:
        self.rating: Final = rating
        self.name: Final = name
        self.account: Final = account
        self.value: Final = rating + summed(account)

    def said(self, each: str) -> str:
        """`2 or less each (SHOOT 5, -2 firer is moving, -1 target at long range)`."""
        parts = [f"{self.name} {self.rating}"]
        for entry in self.account:
            ruling = f" [{entry.ruling}]" if entry.ruling else ""
            parts.append(f"{entry.add:+d} {entry.cause}{ruling}")
        return f"{self.value} or less{each} ({', '.join(parts)})"


def highest(number: Number, sides: int, extremes: bool) -> int:
    """The highest face that succeeds; by switch a 1 always does and the highest face never (R3)."""
    return min(max(number.value, 1), sides - 1) if extremes else number.value


def successes(dice: Dice, n: int, sides: int, number: Number, extremes: bool, throw: Throw) -> int:
    """n dice thrown together: how many succeed."""
    limit = highest(number, sides, extremes)
    if dice.log is None:
        return n - dice.checks(n, sides, limit, throw, NOTHING)
    faces = dice.faces(n, sides, throw)
    found = 0
    for face in faces:
        if face <= limit:
            found += 1
    said = number.said(" each" if n > 1 else "")
    dice.tell(throw, sides, faces, said, f"{found} hit" if found == 1 else f"{found} hits", NOTHING)
    return found


def succeeds(dice: Dice, sides: int, number: Number, throw: Throw, *, extremes: bool) -> bool:
    """A single die."""
    limit = highest(number, sides, extremes)
    if dice.log is None:
        return dice.check(sides, limit, throw, NOTHING)
    face = dice.faces(1, sides, throw)[0]
    dice.tell(throw, sides, [face], number.said(""), "passed" if face <= limit else "failed", NOTHING)
    return face <= limit


def in_order(dice: Dice) -> bool:
    """Do these dice fall one after another, for somebody to see?

    Exact odds have no such order: they may take each hit with all that it calls for, where the table throws first one
    kind of die for all hits and then the next, and so need not tell apart which hit was which.
    """
    return not isinstance(dice, Exact)
