"""Whose groups, and who throws the dice."""

from __future__ import annotations

from playsheet.rules.riskfactor.battle.state import RiskBattle


def other_seat(battle: RiskBattle, side: int) -> int:
    """Whoever throws the other side's dice."""
    for group in battle.groups:
        if group.side != side:
            return group.seat
    return 0
