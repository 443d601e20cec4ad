"""Whose units, and who throws the dice."""

from __future__ import annotations

from playsheet.core.game import Game
from playsheet.rules.gettysburg.battle.state import GettysburgBattle
from playsheet.rules.gettysburg.battle.units import Unit


def seats_of(units: list[Unit]) -> list[int]:
    """Whose units these are, each seat once, in order."""
    found: list[int] = []
    for unit in units:
        if unit.seat not in found:
            found.append(unit.seat)
    found.sort()
    return found


def throwers(game: Game[GettysburgBattle], unit: Unit, other: Unit) -> None:
    """The unit's owner throws for the acting side, the other's for the other."""
    game.dice.throwers(unit.seat, other.seat)


def throws_alone(game: Game[GettysburgBattle], unit: Unit) -> None:
    """All dice that follow are thrown by the unit's owner."""
    game.dice.throwers(unit.seat, unit.seat)


def enemy_seat(battle: GettysburgBattle, side: int) -> int:
    """Who throws for the other side."""
    return battle.armies[1 - side].seat
