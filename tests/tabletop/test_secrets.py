"""Who may not be told: seats, sides, and whoever looks on."""

from __future__ import annotations

import pytest

from playsheet.core.game import GAME_MASTER, ONLOOKER
from playsheet.tabletop.secrets import NO_SIDE, all_but_seat, all_but_side, seats_of_side, side_of_seat

THREE_SIDES = [0, 1, 0, 2]  # four seats


@pytest.mark.parametrize(
    ("seat", "side"), [(0, 0), (1, 1), (2, 0), (3, 2), (4, NO_SIDE), (ONLOOKER, NO_SIDE), (GAME_MASTER, NO_SIDE)]
)
def test_whose_side_a_seat_is_on(seat: int, side: int) -> None:
    assert side_of_seat(THREE_SIDES, seat) == side


@pytest.mark.parametrize(
    ("side", "own", "others"),
    [(0, (0, 2), (1, 3, ONLOOKER)), (1, (1,), (0, 2, 3, ONLOOKER)), (2, (3,), (0, 1, 2, ONLOOKER))],
)
def test_a_side_knows_and_everybody_else_does_not(side: int, own: tuple[int, ...], others: tuple[int, ...]) -> None:
    assert seats_of_side(THREE_SIDES, side) == own
    assert all_but_side(THREE_SIDES, side) == others


def test_what_one_seat_alone_knows_its_own_side_does_not() -> None:
    assert all_but_seat(THREE_SIDES, 0) == (1, 2, 3, ONLOOKER)
    assert all_but_seat([0, 1], 1) == (0, ONLOOKER)
