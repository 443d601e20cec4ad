"""The sequence of play: a list that is played from, and that can be shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Generic

from playsheet.core.events import B

if TYPE_CHECKING:
    from playsheet.core.game import Game


class Part(Generic[B]):
    """A part of the sequence: what it is called, what is done in it, by which rulings, and the doing itself."""

    def __init__(self, title: str, said: str, play: Callable[[Game[B]], None], rulings: str = "") -> None:
        self.title: Final = title
        self.said: Final = said
        self.play: Final = play
        self.rulings: Final = rulings

    def data(self) -> dict[str, object]:
        return {"title": self.title, "said": self.said, "rulings": self.rulings.split(", ") if self.rulings else []}


def titles(parts: tuple[Part[B], ...]) -> list[str]:
    return [part.title for part in parts]
