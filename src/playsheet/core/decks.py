"""Decks. A shuffled deck nobody may look into is the same as drawing, each time, one of the cards left at random:
so that is what we do, and there is no hidden order that could leak."""

from __future__ import annotations

from playsheet.core.dice import Dice
from playsheet.core.events import Throw


class Deck:
    """Cards face down (in no order) and cards drawn (in the order drawn)."""

    def __init__(self, left: list[int], drawn: list[int]) -> None:
        self.left = left
        self.drawn = drawn

    def clone(self) -> Deck:
        return Deck(self.left[:], self.drawn[:])

    def pick(self, dice: Dice, throw: Throw) -> int:
        """The card that comes up next; it is only taken out when that is told."""
        return self.left[dice.pick(self.left, throw)]

    def take(self, card: int) -> None:
        self.left.remove(card)
        self.drawn.append(card)
