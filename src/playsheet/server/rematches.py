"""A rematch: the same battle anew, and who plays which seat of it. The new game is made in `new_games`."""

from __future__ import annotations

from typing import Final

import msgspec

from playsheet.core.errors import Refused

MOST_REMATCHES: Final = 10  # of one game


class Rematch(msgspec.Struct, frozen=True):
    """An invitation in a battle that is over, as it is kept in an op."""

    game: str
    by: int  # the seat that invites; -1: the game master
    swap: bool
    deployed: bool
    seats: dict[int, int]  # whoever had this seat may take that one: the old secret is the key to it

    def text(self) -> str:
        return msgspec.json.encode(self).decode()


def read_rematch(text: str) -> Rematch:
    return msgspec.json.decode(text, type=Rematch)


def seats_swapped(sides: list[int]) -> list[int]:
    """For each seat whose player takes it when all change sides; `sides` says on which side each seat is."""
    played = sorted(set(sides))
    by_side = [[seat for seat, side in enumerate(sides) if side == one] for one in played]
    if len(by_side) < 2:
        raise Refused("only one side of this battle has players: there is nobody to change sides with.")
    if len({len(seats) for seats in by_side}) > 1:
        raise Refused("the sides of this battle have not the same number of players: they cannot be swapped.")
    found = [0] * len(sides)
    for index, seats in enumerate(by_side):
        for place, seat in enumerate(seats):
            found[seat] = by_side[(index + 1) % len(by_side)][place]
    return found
