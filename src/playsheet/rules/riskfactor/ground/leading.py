"""Who leads whom: leaders with a group, groups that are commanded, how far apart they stand."""

from __future__ import annotations

from mypy_extensions import i64

from playsheet.core.geometry import FAR, TOLERANCE
from playsheet.rules.riskfactor.battle.state import RiskBattle
from playsheet.rules.riskfactor.battle.units import NOBODY, Group
from playsheet.rules.riskfactor.ground.sight import first_from, gap
from playsheet.rules.riskfactor.terms import Role, Where


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
    if not any(is_man(battle, other) for other in battle.members(me)):
        return me.id
    return nearest_group(battle, figure, [other for other in within_reach(battle, figure) if is_man(battle, other)])


def within_reach(battle: RiskBattle, figure: int) -> list[int]:
    """The figures of groups of his side within 5 cm, and perhaps a little farther."""
    at: i64 = figure
    reach = battle.radius + battle.rules.leader_in_group + TOLERANCE
    side = battle.side_of(figure)
    near = battle.near.within(battle.figures.x[at], battle.figures.y[at], reach)
    return [other for other in near if other != figure and battle.side_of(other) == side]


def nearest_group(battle: RiskBattle, figure: int, near: list[int]) -> int:
    """The group of the nearest of these within 5 cm; of several as near his own, or the first from him (R29)."""
    gaps = [gap(battle, figure, other) for other in near]
    least = min(gaps, default=FAR)
    if least > battle.rules.leader_in_group + TOLERANCE:
        return NOBODY
    ids: list[int] = []
    for index in range(len(near)):
        id = int(battle.owner[i64(near[index])])
        if gaps[index] <= least + TOLERANCE and id not in ids:
            ids.append(id)
    at: i64 = figure
    own = int(battle.owner[at])
    if own in ids:
        return own
    if len(ids) == 1:
        return ids[0]
    figures = battle.figures
    middles = [battle.centre(battle.members(battle.groups[id])) for id in ids]
    return ids[first_from(figures.x[at], figures.y[at], figures.facing[at], middles)]


def is_man(battle: RiskBattle, figure: int) -> bool:
    return battle.squads.role[i64(figure)] == Role.MAN


def is_apart(battle: RiskBattle, figure: int) -> bool:
    """Is he an NCO who is a unit by himself now (R45)?"""
    return battle.squads.role[i64(figure)] == Role.NCO and casualty_group(battle, figure) == NOBODY


def host_of(battle: RiskBattle, leader: Group) -> int:
    """The nearest group of his side within 5 cm, of which a leader is then a part (R13, R45); NOBODY if none."""
    near: list[int] = []
    for figure in within_reach(battle, leader.first):
        if not battle.group_of(figure).leader and not is_apart(battle, figure):
            near.append(figure)
    return nearest_group(battle, leader.first, near)


def leaders_with(battle: RiskBattle, group: Group) -> list[Group]:
    """The leaders who count as part of a group now."""
    found: list[Group] = []
    for leader in battle.groups:
        if leader.leader and leader.side == group.side and leader.place == Where.ON_TABLE:
            if host_of(battle, leader) == group.id:
                found.append(leader)
    return found


def is_commanded(battle: RiskBattle, group: Group) -> bool:
    """Commanded this turn; a PC always is, as far as there is a player behind him (R13, R58)."""
    if not battle.played[group.side]:
        return False
    return group.commanded() or group.is_pc()
