"""Whom a group has in sight, remembered as long as neither it nor the enemy has changed.

It is asked of a group at every turn of the sequence: for its risk, its place in the line, its charge, its move and its
fire. Each enemy group is remembered by itself, so that a man who falls costs only a look at his comrades.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.rules.riskfactor.battle.land import Land
from playsheet.rules.riskfactor.battle.state import Memory, RiskBattle
from playsheet.rules.riskfactor.battle.units import Group
from playsheet.rules.riskfactor.ground.sight import Eyes, Watch, look_at, watch_of
from playsheet.rules.riskfactor.terms import Where


class Glimpse:
    """Whom of an enemy group a group saw, with the distances, and how the two were then."""

    def __init__(self, group: Group, enemy: Group) -> None:
        self.shifts: Final = group.shifts
        self.enemy_shifts: Final = enemy.shifts
        self.fired: Final = enemy.fired
        self.visibility: Final = enemy.visibility
        self.figures: Final[list[int]] = []
        self.gaps: Final[list[float]] = []

    def lasts(self, group: Group, enemy: Group) -> bool:
        """Does nobody stand elsewhere, or show himself more or less?"""
        return (
            self.shifts == group.shifts
            and self.enemy_shifts == enemy.shifts
            and self.fired == enemy.fired
            and self.visibility == enemy.visibility
        )


class Sights(Memory):
    """What each group saw last of each other."""

    def __init__(self, battle: RiskBattle) -> None:
        self.land: Final[Land] = battle.land
        self.glimpses: Final[list[list[Glimpse | None]]] = [[None for _ in battle.groups] for _ in battle.groups]

    def is_of(self, battle: RiskBattle) -> bool:
        return self.land is battle.land and len(self.glimpses) == len(battle.groups)

    def watch(self, battle: RiskBattle, group: Group) -> Watch:
        """Everybody of the other side whom the group sees."""
        members = battle.members(group)
        known = self.glimpses[group.id]
        found: list[int] = []
        gaps: list[float] = []
        eyes: Eyes | None = None
        for enemy in battle.groups:
            if enemy.side == group.side or enemy.place != Where.ON_TABLE:
                continue
            glimpse = known[enemy.id]
            if glimpse is None or not glimpse.lasts(group, enemy):
                if eyes is None:
                    eyes = Eyes(battle, members)
                glimpse = Glimpse(group, enemy)
                look_at(battle, eyes, enemy, glimpse.figures, glimpse.gaps)
                known[enemy.id] = glimpse
            found += glimpse.figures
            gaps += glimpse.gaps
        return watch_of(battle, members, found, gaps)


def watched(battle: RiskBattle, group: Group) -> Watch:
    """Everybody of the other side whom the group sees, as `watch` finds him."""
    for held in battle.memory:
        if isinstance(held, Sights) and held.is_of(battle):
            return held.watch(battle, group)
    made = Sights(battle)
    battle.memory = [held for held in battle.memory if not isinstance(held, Sights)]
    battle.memory.append(made)
    return made.watch(battle, group)


def watched_together(battle: RiskBattle, group: Group, members: list[int]) -> Watch:
    """Everybody whom a group sees, or any of the leaders who are with it among these figures."""
    if len(members) == len(battle.members(group)):
        return watched(battle, group)
    near: dict[int, float] = {}
    for unit in [group, *[battle.group_of(figure) for figure in members if battle.owner[i64(figure)] != group.id]]:
        seen = watched(battle, unit)
        for index in range(len(seen.figures)):
            enemy = seen.figures[index]
            if enemy not in near or seen.gaps[index] < near[enemy]:
                near[enemy] = seen.gaps[index]
    found: list[int] = []
    for other in battle.groups:
        if other.side != group.side and other.place == Where.ON_TABLE:
            found += [enemy for enemy in battle.members(other) if enemy in near]
    return watch_of(battle, members, found, [near[enemy] for enemy in found])
