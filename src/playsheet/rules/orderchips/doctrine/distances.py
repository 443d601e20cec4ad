"""How far each unit is from the enemy: kept until somebody stirs, for it is asked of every unit by every other."""

from __future__ import annotations

from typing import Final

from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.battle.units import Kept, Unit


class Distances(Kept):
    """Of the units of a battle, as it stands, that have been asked about."""

    def __init__(self, stirs: int) -> None:
        self.stirs: Final = stirs
        self.far: Final[dict[int, float]] = {}


def distance_to_foe(battle: ChipBattle, unit: Unit) -> float:
    """From its leader or hull to the nearest enemy model; FAR if there is none."""
    held = battle.distances
    if not isinstance(held, Distances) or held.stirs != battle.stirs:
        held = Distances(battle.stirs)
        battle.distances = held
    if unit.id not in held.far:
        x, y = battle.at(battle.leader(unit))
        held.far[unit.id] = battle.nearest_foe(unit, x, y)[1]
    return held.far[unit.id]
