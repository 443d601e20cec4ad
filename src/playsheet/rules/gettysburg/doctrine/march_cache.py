"""The march that was weighed last, remembered from one question to the next: whether to march, and then where to."""

from __future__ import annotations

from playsheet.core.geometry import FAR
from playsheet.rules.gettysburg.battle.state import GettysburgBattle, Memory


class BestMarch(Memory):
    """The best march of a region.

    The list of its samples stands for the region and its moment: no other region has the same one.
    """

    def __init__(self) -> None:
        self.samples: list[tuple[float, ...]] = []
        self.choice: tuple[float, ...] = ()
        self.worth = -FAR


def last_weighed(battle: GettysburgBattle) -> BestMarch:
    """What is known of this battle."""
    for held in battle.memory:
        if isinstance(held, BestMarch):
            return held
    made = BestMarch()
    battle.memory.append(made)
    return made
