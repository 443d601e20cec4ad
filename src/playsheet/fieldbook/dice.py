"""The dice of a book: tapped in or thrown beforehand, and what is still wanted said by name."""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import Dice
from playsheet.core.errors import Refused
from playsheet.core.events import Throw


class DiceWanted(Refused):
    """The next dice are not there yet."""

    def __init__(self, n: int, sides: int, why: str) -> None:
        super().__init__(f"{why}: expected {n} more {'die' if n == 1 else 'dice'}, d{sides}.")
        self.n: Final = n
        self.sides: Final = sides
        self.why: Final = why


class FactWanted(Refused):
    """Something has to be said before the dice go on."""

    def __init__(self, name: str, why: str) -> None:
        super().__init__(f"{why} has been thrown: expected an answer to {name}.")
        self.name: Final = name
        self.why: Final = why


class Tapped(Dice):
    """Faces in the order in which they were tapped in. `waiting`: what is asked once a throw of that name fell."""

    def __init__(self, known: list[int], waiting: dict[str, str]) -> None:
        super().__init__()
        self.known: Final = known
        self.waiting: Final = waiting
        self.next = 0
        self.fallen: Final[list[str]] = []  # the throws so far, by name
        self.open = ""  # the throw after which something has to be said

    def faces(self, n: int, sides: int, throw: Throw) -> list[int]:
        self.go_on()
        shown = self.known[self.next : self.next + n]
        for face in shown:
            if not 1 <= face <= sides:
                raise Refused(f"{throw.why} is a throw of d{sides}: expected a face from 1 to {sides}, got {face}.")
        if len(shown) < n:
            raise DiceWanted(n - len(shown), sides, throw.why)
        self.next += n
        self.thrown += 1
        self.fallen.append(throw.why)
        if throw.why in self.waiting:
            self.open = throw.why
        return shown

    def go_on(self) -> None:
        """Nobody throws on before the answer is there."""
        if self.open:
            raise FactWanted(self.waiting[self.open], self.open)

    def end(self) -> None:
        """All that was asked is answered, and no die is left over."""
        self.go_on()
        left = len(self.known) - self.next
        if left:
            raise Refused(f"{left} of the {len(self.known)} dice were not needed: expected {self.next}.")
