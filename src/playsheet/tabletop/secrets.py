"""Who may not be told: the seats of a side, everybody else, and whoever looks on.

`seat_sides` is each seat's side, as a scenario deals them out.
"""

from __future__ import annotations

from typing import Final

from playsheet.core.game import ONLOOKER

NO_SIDE: Final = -1  # of whoever only looks on


def side_of_seat(seat_sides: list[int], seat: int) -> int:
    """NO_SIDE for somebody who only looks on, or is the game master."""
    return seat_sides[seat] if 0 <= seat < len(seat_sides) else NO_SIDE


def seats_of_side(seat_sides: list[int], side: int) -> tuple[int, ...]:
    """Those who know what their own side does."""
    return tuple([seat for seat in range(len(seat_sides)) if seat_sides[seat] == side])


def all_but_side(seat_sides: list[int], side: int) -> tuple[int, ...]:
    """Everybody who is not of this side: the others' seats, and whoever looks on."""
    return (*[seat for seat in range(len(seat_sides)) if seat_sides[seat] != side], ONLOOKER)


def all_but_seat(seat_sides: list[int], seat: int) -> tuple[int, ...]:
    """Everybody who may not be told what this seat alone knows, its own side among them."""
    return (*[other for other in range(len(seat_sides)) if other != seat], ONLOOKER)
