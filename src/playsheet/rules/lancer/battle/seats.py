"""Whose units: the seats of the two sides."""

from __future__ import annotations

from playsheet.rules.lancer.battle.state import LancerBattle


def enemy_seat(battle: LancerBattle, side: int) -> int:
    """Who throws for the other side when no unit of it is named."""
    for unit in battle.units:
        if unit.side != side:
            return unit.seat
    return 1 - side
