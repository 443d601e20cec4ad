"""How the players' words get into the dice, by commit and reveal: sealed by everybody before any are shown.

The server's key is committed to when the game is made. If words were then given in the clear, whoever knew the key and
spoke last could try words until the dice pleased him.
"""

from __future__ import annotations

from typing import Final

from playsheet.core.errors import Refused
from playsheet.core.fair import seal_of

MOST_SEALS: Final = 1000  # in a game that does not begin; each is written to disk


class Sealing:
    """The seals and words of a game's seats while its players gather."""

    def __init__(self, persons: list[bool]) -> None:
        self.persons: Final = persons  # seats that have words: bots have none
        self.seals = self.nothing()
        self.words = self.nothing()
        self.round = 1
        self.asked_by: int | None = None  # who wanted this round; nobody, for the first
        self.spent: Final[set[str]] = set()  # every seal of this game: words that were shown must not come again
        self.clear: Final[dict[int, str]] = {}  # words that were given unsealed, as long as that was possible

    def nothing(self) -> list[str | None]:
        return [None if person else "" for person in self.persons]

    # ------------------------------------------------------------ what is accepted

    def seal(self, seat: int, seal: str) -> None:
        """A seat fixes its words. Once all seals are there they stand: another one begins a new round."""
        if self.words[seat] is not None:
            raise Refused("this seat has shown its words: they cannot be sealed anew.")
        if seal in self.spent:
            raise Refused("these words were sealed in this game before: others are needed.")
        if len(self.spent) >= MOST_SEALS:
            raise Refused(f"words were sealed {MOST_SEALS} times in this game, and it has not begun: make a new one.")
        if self.is_sealed():
            self.seals = self.nothing()
            self.words = self.nothing()
            self.round += 1
            self.asked_by = seat
        self.seals[seat] = seal
        self.spent.add(seal)

    def show(self, seat: int, words: str) -> None:
        """A seat shows the words that it has sealed, when nobody can change theirs any more."""
        if self.words[seat] is not None:
            raise Refused("this seat has shown its words.")
        if self.seals[seat] is None:
            raise Refused(f"this seat has sealed no words in round {self.round}: it must say ready first.")
        if not self.is_sealed():
            raise Refused("words are shown when every seat has sealed its own: somebody has not.")
        if seal_of(words) != self.seals[seat]:
            raise Refused("these are not the words that this seat has sealed.")
        self.words[seat] = words

    def say_clear(self, seat: int, words: str) -> bool:
        """Words that were never sealed; True when all have given theirs that way.

        So games were begun once, and so a bot begins a game among bots: it has no words that could be chosen.
        """
        if seat in self.clear:
            raise Refused("this seat has said that it is ready.")
        self.clear[seat] = words
        if not all(index in self.clear for index, person in enumerate(self.persons) if person):
            return False
        self.words = [self.clear.get(index, "") for index in range(len(self.persons))]
        self.seals = [None for _ in self.persons]
        self.round = 0
        return True

    # ------------------------------------------------------------ how it stands

    def is_sealed(self) -> bool:
        """Are all seals there? Then they stand, and words may be shown."""
        return None not in self.seals

    def is_shown(self) -> bool:
        return None not in self.words

    def salts(self) -> tuple[str, ...]:
        """What goes into the dice of each seat."""
        return tuple([words or "" for words in self.words])

    def seals_kept(self) -> tuple[str, ...]:
        return tuple([seal or "" for seal in self.seals]) if self.round else ()

    def seals_data(self) -> list[str | None]:
        return [seal or None for seal in self.seals]
