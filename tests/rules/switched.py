"""Players and dice for the tests of switches: whoever is asked takes what is liked best, dice fall as laid."""

from __future__ import annotations

from collections.abc import Sequence

from playsheet.core.asking import Option, Player, Question
from playsheet.core.dice import Dice
from playsheet.core.events import Battle, Throw


class Prefers(Player):
    """Takes what it likes best of what is offered: the first whose key begins so."""

    def __init__(self, likes: Sequence[str]) -> None:
        self.likes = likes

    def choose(self, battle: Battle, question: Question) -> Option:
        for like in self.likes:
            for option in question.options:
                if option.key().startswith(like):
                    return option
        return question.options[0]

    def place(self, battle: Battle, question: Question) -> tuple[float, ...]:
        assert question.region is not None
        return question.region.samples()[0]


class Loaded(Dice):
    """The faces given, then the last of them over and over; a die with fewer sides shows what is left of them."""

    def __init__(self, known: Sequence[int]) -> None:
        super().__init__()
        self.known = list(known)

    def faces(self, n: int, sides: int, throw: Throw) -> list[int]:
        shown = []
        for _ in range(n):
            face = self.known.pop(0) if len(self.known) > 1 else self.known[0]
            shown.append((face - 1) % sides + 1)
        return shown
