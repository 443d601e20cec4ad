"""Two dice added: how they fell, and what they came to."""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import Dice, summed
from playsheet.core.events import Entry, Throw
from playsheet.core.exact import Exact
from playsheet.rules.gettysburg.sheet.tables import GettysburgRules


class Cast:
    """Two dice: their own total, the modified one, and whether both show the same."""

    def __init__(self, natural: int, score: int, *, double: bool) -> None:
        self.natural: Final = natural
        self.score: Final = score
        self.double: Final = double


def throw_pair(dice: Dice, rules: GettysburgRules, throw: Throw, account: list[Entry], *, doubles: bool) -> Cast:
    """Two dice and their modifiers. `doubles`: it matters whether they show the same, and is told."""
    if not doubles:
        score = dice.total(2, rules.sides, throw, account)
        return Cast(score - summed(account), score, double=False)
    faces = dice.faces(2, rules.sides, throw)
    natural = faces[0] + faces[1]
    score = natural + summed(account)
    if dice.log is not None:
        dice.tell(throw, rules.sides, faces, "", str(score), account)
    return Cast(natural, score, double=faces[0] == faces[1])


def in_order(dice: Dice) -> bool:
    """Do these dice fall one after another? Exact odds have no such order, and no throw that goes on for ever."""
    return not isinstance(dice, Exact)
