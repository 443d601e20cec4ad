"""Who leads whom: leaders with a group, groups that are commanded, how far apart they stand."""

from __future__ import annotations

from mypy_extensions import i64

from playsheet.core.geometry import FAR, TOLERANCE
from playsheet.rules.riskfactor.battle.state import RiskBattle
from playsheet.rules.riskfactor.battle.units import NOBODY, Group
from playsheet.rules.riskfactor.ground.sight import gap
from playsheet.rules.riskfactor.terms import Role


def group_gap(battle: RiskBattle, members: list[int], others: list[int]) -> float:
    """The nearest pair's distance (section 9)."""
    best = FAR
    for one in members:
        for other in others:
            far = gap(battle, one, other)
            if far < best:
                best = far
    return best


def casualty_group(battle: RiskBattle, figure: int) -> int:
    """The group among whose casualties an NCO is: the nearest within 5 cm (R45); NOBODY if he is a unit by himself.

    What is left of a group when all its men are gone is a group still.
    """
    me = battle.group_of(figure)
    at: i64 = figure
    if not any(is_man(battle, other) for other in battle.members(me)):
        return me.id
    best = NOBODY
    least = battle.rules.leader_in_group
    near = battle.near.within(battle.figures.x[at], battle.figures.y[at], battle.radius + least + TOLERANCE)
    for other in near:
        if is_man(battle, other) and battle.side_of(other) == me.side:
            far = gap(battle, figure, other)
            own = battle.owner[i64(other)] == me.id
            if far < least - TOLERANCE or (far <= least + TOLERANCE and (own or best == NOBODY)):
                least = min(far, least)
                best = int(battle.owner[i64(other)])
    return best


def is_man(battle: RiskBattle, figure: int) -> bool:
    return battle.squads.role[i64(figure)] == Role.MAN


def is_apart(battle: RiskBattle, figure: int) -> bool:
    """Is he an NCO who is a unit by himself now (R45)?"""
    return battle.squads.role[i64(figure)] == Role.NCO and casualty_group(battle, figure) == NOBODY


def host_of(battle: RiskBattle, leader: Group) -> int:
    """The nearest group of his side within 5 cm, of which a leader is then a part (R13, R45); -1 if none."""
    best = NOBODY
    least = battle.rules.leader_in_group + TOLERANCE
    at: i64 = leader.first
    near = battle.near.within(battle.figures.x[at], battle.figures.y[at], battle.radius + least)
    for figure in near:
        group = battle.group_of(figure)
        if group.side != leader.side or group.leader or is_apart(battle, figure):
            continue
        far = gap(battle, figure, leader.first)
        if far < least - TOLERANCE or (best == NOBODY and far <= least):
            least = far
            best = group.id
    return best


def leaders_with(battle: RiskBattle, group: Group) -> list[Group]:
    """The leaders who count as part of a group now."""
    reach = battle.radius + battle.rules.leader_in_group + TOLERANCE
    near: list[int] = []
    for figure in battle.members(group):
        at: i64 = figure
        for other in battle.near.within(battle.figures.x[at], battle.figures.y[at], reach):
            leader = battle.group_of(other)
            if leader.leader and leader.side == group.side and leader.id not in near:
                near.append(leader.id)
    near.sort()
    return [battle.groups[id] for id in near if host_of(battle, battle.groups[id]) == group.id]


def is_commanded(battle: RiskBattle, group: Group) -> bool:
    """Commanded this turn; a PC always is, as far as there is a player behind him (R13, R58)."""
    if not battle.played[group.side]:
        return False
    return group.commanded() or group.is_pc()
