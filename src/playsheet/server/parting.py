"""A running game that an upgrade has parted from its past, and what its players say to that."""

from __future__ import annotations

from typing import Final

from playsheet.core.errors import Refused
from playsheet.server.payloads import Data

GO_ON: Final = "on"
END_IT: Final = "end"
OWN_TEXTS: Final = "own"
NEW_TEXTS: Final = "new"
ENDED_AS_IT_STOOD: Final = "Ended as it stood after an upgrade of the rules."


class Parting:
    """Where today's rules part from what was played, why, and what each seat has said so far."""

    def __init__(self, step: int, says: str, texts: str, *, goes_on: bool, hides: bool = False) -> None:
        self.step: Final = step  # from 1; 0: already its texts
        self.hides: Final = hides  # where it parts is then not said to its players
        self.says: Final = says  # for its players, a sentence
        self.texts: Final = texts  # by which it would go on: its own, or this program's
        self.goes_on: Final = goes_on  # can it? Not if its past cannot be applied
        self.words: Final[dict[int, str]] = {}

    def say(self, seat: int, word: str) -> None:
        if word not in (GO_ON, END_IT):
            raise Refused(f"expected {GO_ON} or {END_IT}, got {word[:20]!r}.")
        if word == GO_ON and not self.goes_on:
            raise Refused("this game cannot go on: what was told of it cannot be carried out any more.")
        self.words[seat] = word

    def all_say(self, word: str, persons: list[int]) -> bool:
        return all(self.words.get(seat) == word for seat in persons)

    def text(self, seat: int, word: str, persons: list[int]) -> str:
        """What an op says of a seat's word: with the last one, by which texts it goes on."""
        others = [other for other in persons if other != seat]
        return f"{word} {self.texts}" if word == GO_ON and self.all_say(word, others) else word

    def data(self, persons: list[int]) -> Data:
        return {
            "step": 0 if self.hides else self.step,
            "says": self.says,
            "texts": self.texts,
            "goes_on": self.goes_on,
            "words": [{"seat": seat, "word": self.words.get(seat)} for seat in persons],
        }
