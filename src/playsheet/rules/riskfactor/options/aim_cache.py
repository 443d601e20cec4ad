"""A group's fire at its targets, worked out once: to list them, to choose one, and to fire.

All three come one after the other, with nothing moved between. What is remembered is forgotten as soon as anybody has
moved, fallen, turned or shown himself.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.arrays import Floats, Ints, floats_of, ints_of
from playsheet.rules.riskfactor.battle.state import Memory, RiskBattle
from playsheet.rules.riskfactor.battle.units import Group


class Aim:
    """A group's fire at a target worked out: who can fire, whom it may find, range, cover."""

    def __init__(self, able: list[int], found: list[int], cm: float, cover: int) -> None:
        self.able: Final = able
        self.found: Final = found  # figures it may hit, leaders of the target group among them
        self.cm: Final = cm
        self.cover: Final = cover


class Aims(Memory):
    """A group's aims, by the number of the target, and how all stood when it took them."""

    def __init__(self, battle: RiskBattle, group: Group, ready: list[int]) -> None:
        self.by_target: Final[dict[int, Aim]] = {}
        self.group: Final[int] = group.id
        self.ready: Final = ready
        self.facings: Final[Floats] = floats_of([battle.figures.facing[i64(figure)] for figure in ready])
        self.shifts: Final[Ints] = ints_of([other.shifts for other in battle.groups])
        self.visibility: Final[Ints] = ints_of([other.visibility for other in battle.groups])
        self.fired: Final[Ints] = ints_of([int(other.fired) for other in battle.groups])

    def lasts(self, battle: RiskBattle, group: Group, ready: list[int]) -> bool:
        """Does everybody stand as he did, and is the same group to fire?"""
        if self.group != group.id or len(self.shifts) != len(battle.groups) or self.ready != ready:
            return False
        for other in battle.groups:
            at: i64 = other.id
            if self.shifts[at] != other.shifts or self.visibility[at] != other.visibility:
                return False
            if (self.fired[at] == 1) != other.fired:
                return False
        for place in range(len(ready)):
            if self.facings[i64(place)] != battle.figures.facing[i64(ready[place])]:
                return False
        return True


def aims_of(battle: RiskBattle, group: Group, ready: list[int]) -> dict[int, Aim]:
    """The aims that the group has taken already as all stand now, to be added to."""
    for held in battle.memory:
        if isinstance(held, Aims) and held.lasts(battle, group, ready):
            return held.by_target
    made = Aims(battle, group, ready)
    battle.memory = [held for held in battle.memory if not isinstance(held, Aims)]
    battle.memory.append(made)
    return made.by_target
