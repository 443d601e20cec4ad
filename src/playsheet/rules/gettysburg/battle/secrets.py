"""Who may not be told what: orders lie face down until they are shown (R17)."""

from __future__ import annotations

from playsheet.rules.gettysburg.battle.state import GettysburgBattle
from playsheet.tabletop.secrets import all_but_side


def others(battle: GettysburgBattle, side: int) -> tuple[int, ...]:
    """Everybody who is not of this side: the other side's seats, and whoever looks on; nobody if orders are open."""
    return all_but_side(battle.goals.seat_sides, side) if battle.rules.orders_hidden else ()
