"""The enemy nearest to each group, remembered as long as neither it nor any enemy has moved.

Whoever is to act next is asked for again after each of them, and each looks at all enemies.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.geometry import FAR
from playsheet.rules.riskfactor.battle.state import Memory, RiskBattle
from playsheet.rules.riskfactor.battle.units import Group
from playsheet.rules.riskfactor.ground.sight import gap
from playsheet.rules.riskfactor.terms import Where


class Outlook:
    """A group and the enemy nearest to it."""

    def __init__(self, battle: RiskBattle, group: Group) -> None:
        self.members: Final = battle.members(group)
        self.x, self.y = battle.centre(self.members)
        self.foe = -1  # the enemy group that is nearest ...
        self.figure = -1  # ... with its nearest figure
        self.gap = FAR
        least = FAR * FAR
        xs = battle.figures.x
        ys = battle.figures.y
        for other in battle.groups:
            if other.side == group.side or other.place != Where.ON_TABLE:
                continue
            for enemy in battle.members(other):
                dx = xs[i64(enemy)] - self.x
                dy = ys[i64(enemy)] - self.y
                if dx * dx + dy * dy < least:
                    least = dx * dx + dy * dy
                    self.foe = other.id
                    self.figure = enemy
        if self.figure >= 0:
            self.gap = min([gap(battle, mine, self.figure) for mine in self.members])


class Outlooks(Memory):
    """Each group's last, and how often it had moved then, and all its enemies."""

    def __init__(self, battle: RiskBattle) -> None:
        self.looks: Final[list[Outlook | None]] = [None for _ in battle.groups]
        self.shifts: Final = [0 for _ in battle.groups]
        self.enemy_shifts: Final = [0 for _ in battle.groups]

    def look(self, battle: RiskBattle, group: Group) -> Outlook:
        enemy_shifts = 0
        for other in battle.groups:
            if other.side != group.side:
                enemy_shifts += other.shifts
        id = group.id
        held = self.looks[id]
        if held is not None and self.shifts[id] == group.shifts and self.enemy_shifts[id] == enemy_shifts:
            return held
        made = Outlook(battle, group)
        self.looks[id] = made
        self.shifts[id] = group.shifts
        self.enemy_shifts[id] = enemy_shifts
        return made


def outlook_of(battle: RiskBattle, group: Group) -> Outlook:
    for held in battle.memory:
        if isinstance(held, Outlooks) and len(held.looks) == len(battle.groups):
            return held.look(battle, group)
    made = Outlooks(battle)
    battle.memory = [held for held in battle.memory if not isinstance(held, Outlooks)]
    battle.memory.append(made)
    return made.look(battle, group)
