"""What every unit of a battle has, and whose it is."""

from __future__ import annotations

from typing import Final, TypeVar

WAITING: Final = 0  # not deployed yet
ON_TABLE: Final = 1


class Unit:
    """A unit or group of a battle: who it is, whose, and where. A system adds its card, and how it has fared."""

    def __init__(self, id: int, name: str, side: int, seat: int) -> None:
        self.id: Final = id
        self.name: Final = name
        self.side = side
        self.seat = seat  # who answers for it
        self.place = WAITING  # with ON_TABLE the first of a sheet's `Where`, which knows more

    def on_table(self) -> bool:
        """Stands there in its own right: somebody attached to another unit does not."""
        return self.place == ON_TABLE


U = TypeVar("U", bound=Unit)


def enemy_seat(units: list[U], side: int) -> int:
    """Who throws for the other side when no unit of it is named: the owner of its first."""
    for unit in units:
        if unit.side != side:
            return unit.seat
    return 0  # a scenario has units on each side
