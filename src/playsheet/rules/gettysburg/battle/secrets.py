"""Who may not be told what: orders lie face down until they are shown (R17)."""

from __future__ import annotations

from playsheet.core.game import ONLOOKER
from playsheet.rules.gettysburg.battle.state import GettysburgBattle


def seats_of(battle: GettysburgBattle, side: int) -> tuple[int, ...]:
    seats = battle.goals.seat_sides
    return tuple([seat for seat in range(len(seats)) if seats[seat] == side])


def others(battle: GettysburgBattle, side: int) -> tuple[int, ...]:
    """Everybody who is not of this side: the other side's seats, and whoever looks on; nobody if orders are open."""
    if not battle.rules.orders_hidden:
        return ()
    return (*seats_of(battle, 1 - side), ONLOOKER)


def side_of_seat(battle: GettysburgBattle, seat: int) -> int:
    """-1 for somebody who only looks on."""
    return battle.goals.seat_sides[seat] if 0 <= seat < len(battle.goals.seat_sides) else -1


def enemy_seat(battle: GettysburgBattle, side: int) -> int:
    """Who throws for the other side."""
    return battle.armies[1 - side].seat
