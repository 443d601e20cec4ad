"""Who may fire, at whom, from how far and through what (4.5)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.angles import direction
from playsheet.core.asking import Option
from playsheet.core.geometry import FAR, TOLERANCE
from playsheet.rules.riskfactor.battle.state import RiskBattle
from playsheet.rules.riskfactor.battle.units import NOBODY, Group
from playsheet.rules.riskfactor.dice.shooting import Shot, class_of_fire, is_ready, is_wounded, shots
from playsheet.rules.riskfactor.ground.leading import casualty_group, host_of, is_apart, is_commanded, leaders_with
from playsheet.rules.riskfactor.ground.moving import allowance
from playsheet.rules.riskfactor.ground.sight import (
    Watch,
    box_of,
    figure_cover,
    gap,
    ground_between,
    in_front,
    person_between,
    sees,
    shot_blocked,
    stands_between,
)
from playsheet.rules.riskfactor.options.aim_cache import Aim, aims_of
from playsheet.rules.riskfactor.options.choices import HOLD_FIRE, ShootFigure, ShootGroup
from playsheet.rules.riskfactor.sheet import Weapon
from playsheet.rules.riskfactor.terms import Condition, Cover, Fires, Gone, RangeBand, Role, Where


def how_it_fires(battle: RiskBattle, group: Group) -> int:
    """Commanded volleys, by the uncommanded ratio, or a leader's one shot."""
    return class_of_fire(commanded=is_commanded(battle, group), volley=group.card.volley, leader=group.leader)


def fires_by_command(battle: RiskBattle, group: Group) -> bool:
    """Does it shoot in the commanded part of the phase, at a target its player picks (R49)?"""
    if not battle.played[group.side]:
        return False
    if group.leader:
        return group.declared if group.is_pc() else group.commanded()
    return how_it_fires(battle, group) == Fires.COMMANDED


# Why not, in a word.
UNARMED: Final = "unarmed"  # or gone
FIRED: Final = "fired"
IN_FLIGHT: Final = "in flight"
UNDECLARED: Final = "undeclared"
IN_CONTACT: Final = "in contact"
RANGE: Final = "range"
ARC: Final = "arc"
SIGHT: Final = "sight"
BLOCKED: Final = "blocked"


def bar_to_shooting(battle: RiskBattle, group: Group) -> str:
    """Has a weapon, has not run or withdrawn this turn, is not in contact (4.5.1, R42)."""
    if group.place != Where.ON_TABLE or group.card.ranged is None or group.card.load is None:
        return UNARMED
    if group.fired:
        return FIRED
    if group.obeys and group.action >= 0 and not battle.rules.instructions[group.action].fires:
        return IN_FLIGHT
    if group.is_pc() and battle.played[group.side] and not group.declared:
        return UNDECLARED
    return IN_CONTACT if battle.in_contact(group) else ""


def stationary(battle: RiskBattle, members: list[int]) -> bool:
    for figure in members:
        if battle.went[i64(figure)] != Gone.STOOD:
            return False
    return True


def ready_figures(battle: RiskBattle, group: Group, members: list[int], how: int) -> list[int]:
    """Those who are loaded and have not moved too far; an NCO who commands and did not declare is not one (R31)."""
    load = group.card.load
    commanded = is_commanded(battle, group)
    found: list[int] = []
    if load is None:
        return found
    for figure in members:
        at: i64 = figure
        if battle.squads.role[at] == Role.NCO and battle.bought[at] == 1:
            continue
        purse = allowance(battle, figure, clear=True)
        part = 0.0 if battle.went[at] == Gone.STOOD else 0.5 if battle.went[at] == Gone.HALF else 1.0
        if is_ready(load, how, part * purse, purse, loaded=group.loaded, commanded=commanded):
            found.append(figure)
    return found


def target_figures(battle: RiskBattle, target: Group) -> list[int]:
    """The group's figures, and the leaders and NCOs who count with it (R45)."""
    if target.leader:
        return battle.members(target)
    found = [figure for figure in battle.members(target) if casualty_of(battle, figure) == target.id]
    for other in battle.groups:
        if other.side == target.side and other is not target and other.card.ncos and other.place == Where.ON_TABLE:
            found += [figure for figure in battle.members(other) if casualty_of(battle, figure) == target.id]
    for leader in leaders_with(battle, target):
        found.append(leader.first)
    return found


def casualty_of(battle: RiskBattle, figure: int) -> int:
    """The group among whose casualties a man or NCO is; NOBODY for an NCO who is a unit by himself (R45)."""
    if battle.squads.role[i64(figure)] == Role.NCO:
        return casualty_group(battle, figure)
    return int(battle.owner[i64(figure)])


class Target:
    """Who is shot at: a group with all who count with it, or one figure."""

    def __init__(self, group: Group, figure: int) -> None:
        self.group: Final = group
        self.figure: Final = figure  # -1: the group


def target_at(battle: RiskBattle, figure: int) -> Target:
    """Who is shot at by whoever shoots at this figure: a leader or NCO with the group he counts with (R45)."""
    group = battle.group_of(figure)
    if group.leader:
        return Target(shot_with(battle, group), -1)
    with_group = casualty_of(battle, figure)
    return Target(group, figure) if with_group == NOBODY else Target(battle.groups[with_group], -1)


def aim_of(battle: RiskBattle, group: Group, target: Target, ready: list[int]) -> Aim:
    if target.figure >= 0:
        return aim_among(battle, group, [target.figure], ready)
    return aim_at(battle, group, target.group, ready)


def bar_to_shot(battle: RiskBattle, firer: int, figure: int, weapon: Weapon) -> str:
    """In range, in the frontal 180 degrees, in sight, and the whole base seen (4.5.1)."""
    at: i64 = firer
    if gap(battle, firer, figure) > weapon.long + TOLERANCE:
        return RANGE
    ux, uy = direction(battle.figures.facing[at])
    if not in_front(battle, battle.figures.x[at], battle.figures.y[at], ux, uy, figure, battle.rules.fire_cosine):
        return ARC
    if not sees(battle, firer, figure):
        return SIGHT
    return BLOCKED if shot_blocked(battle, firer, figure) else ""


def aim_at(battle: RiskBattle, group: Group, target: Group, ready: list[int]) -> Aim:
    """At a group, with the leaders who count with it."""
    taken = aims_of(battle, group, ready)
    if target.id not in taken:
        if may_reach(battle, group, target, ready):
            taken[target.id] = aim_among(battle, group, target_figures(battle, target), ready)
        else:
            taken[target.id] = Aim([], [], FAR, Cover.OPEN)
    return taken[target.id]


def may_reach(battle: RiskBattle, group: Group, target: Group, ready: list[int]) -> bool:
    """May anybody of the target, or close enough to count with it, be in range? By the boxes in which they stand."""
    weapon = group.card.ranged
    assert weapon is not None
    west, south, east, north = box_of(battle, ready)
    left, low, right, high = box_of(battle, battle.members(target))
    aside = max(left - east, west - right, 0.0)
    ahead = max(low - north, south - high, 0.0)
    reach = weapon.long + battle.rules.leader_in_group + 2.0 * battle.rules.base + 2.0 * TOLERANCE
    return aside * aside + ahead * ahead <= reach * reach


def aim_among(battle: RiskBattle, group: Group, figures: list[int], ready: list[int]) -> Aim:
    """Each figure for himself: whoever has a clear shot at anybody of the target can fire."""
    weapon = group.card.ranged
    assert weapon is not None
    able: list[int] = []
    found: list[int] = []
    nearest = FAR
    near: dict[int, int] = {}
    for figure in ready:
        firer = Firer(battle, figure, weapon)
        can_fire = False
        known = found[:]
        for target in figures:
            if target not in near and firer.has_shot(battle, target):
                near[target] = figure
                found.append(target)
                can_fire = True
                nearest = min(nearest, gap(battle, figure, target))
        for target in known:  # others have a shot at them: whether he has matters only if he has no other, or is nearer
            far = gap(battle, figure, target)
            if (not can_fire or far < nearest) and firer.has_shot(battle, target):
                can_fire = True
                nearest = min(nearest, far)
        if can_fire:
            able.append(figure)
    found.sort()
    return Aim(able, found, nearest, cover_of(battle, found, near))


class Firer:
    """A figure who looks for somebody to shoot at, and who it was that stood in his way last."""

    def __init__(self, battle: RiskBattle, figure: int, weapon: Weapon) -> None:
        self.figure: Final = figure
        self.weapon: Final = weapon
        at: i64 = figure
        self.x: Final = battle.figures.x[at]
        self.y: Final = battle.figures.y[at]
        self.ux, self.uy = direction(battle.figures.facing[at])
        self.in_the_way = -1

    def has_shot(self, battle: RiskBattle, target: int) -> bool:
        """Does nothing bar it? As `bar_to_shot`; whoever stood in the way last mostly does so again."""
        if gap(battle, self.figure, target) > self.weapon.long + TOLERANCE:
            return False
        if not in_front(battle, self.x, self.y, self.ux, self.uy, target, battle.rules.fire_cosine):
            return False
        other = self.in_the_way
        if other >= 0 and other != target and stands_between(battle, self.figure, target, other):
            return False
        if not sees(battle, self.figure, target) or ground_between(battle, self.figure, target):
            return False
        self.in_the_way = person_between(battle, self.figure, target)
        return self.in_the_way < 0


def shot_of(battle: RiskBattle, group: Group, aim: Aim) -> Shot | None:
    """A group's fire as the dice see it; None if there is no shot at all."""
    weapon = group.card.ranged
    if weapon is None or weapon.damage is None or not aim.able or not aim.found:
        return None
    band = weapon.band(aim.cm)
    n = dice_for(battle, group, battle.members(group), len(aim.able), how_it_fires(battle, group))
    if band == RangeBand.BEYOND or n == 0:
        return None
    found = tuple([condition_before(battle, figure) for figure in aim.found])
    return Shot(n, band, aim.cover, weapon.damage, group.card.cls, found, battle.rules)


def cover_of(battle: RiskBattle, found: list[int], near: dict[int, int]) -> int:
    """The class most of the figures have; a tie takes one class below the best present (R23)."""
    counts = [0, 0, 0]
    for figure in found:
        at: i64 = near[figure]
        counts[figure_cover(battle, figure, battle.figures.x[at], battle.figures.y[at])] += 1
    most = max(counts)
    if counts.count(most) == 1:
        return counts.index(most)
    best = Cover.HARD if counts[Cover.HARD] else Cover.SOFT if counts[Cover.SOFT] else Cover.OPEN
    return max(Cover.OPEN, best - 1)


def shot_with(battle: RiskBattle, target: Group) -> Group:
    """A leader within 5 cm of a group is shot at with it (R45)."""
    host = host_of(battle, target) if target.leader else NOBODY
    return battle.groups[host] if host != NOBODY else target


def may_be_target(battle: RiskBattle, group: Group, target: Group) -> bool:
    """An enemy on the table and, but by switch, not in melee (R42)."""
    if target.side == group.side or target.place != Where.ON_TABLE:
        return False
    return battle.rules.fire_into_melee or not battle.in_contact(shot_with(battle, target))


def may_be_shot_at(battle: RiskBattle, group: Group, target: Target) -> bool:
    """The same; of an NCO who is a unit by himself it is he who must not be in melee."""
    if target.figure < 0:
        return may_be_target(battle, group, target.group)
    return battle.rules.fire_into_melee or not battle.figure_in_contact(target.figure)


def dice_for(battle: RiskBattle, group: Group, members: list[int], able: int, how: int) -> int:
    load = group.card.load
    return shots(battle.rules, able, how, load, not stationary(battle, members)) if load is not None else 0


# ---------------------------------------------------------------- commanded fire


def fire_options(battle: RiskBattle, group: Group) -> list[Option]:
    """A group's targets, or the men a PC may pick; holding fire is always one."""
    found: list[Option] = [HOLD_FIRE]
    weapon = group.card.ranged
    if weapon is None or bar_to_shooting(battle, group):
        return found
    members = battle.members(group)
    how = how_it_fires(battle, group)
    ready = ready_figures(battle, group, members, how)
    if not ready:
        return found
    for target in battle.groups:
        if not may_be_target(battle, group, target):
            continue
        if group.is_pc():
            for figure in battle.members(target):
                if not bar_to_shot(battle, group.first, figure, weapon):
                    found.append(ShootFigure(figure))
        elif shot_with(battle, target) is target:
            aim = aim_at(battle, group, target, ready)
            if aim.able and dice_for(battle, group, members, len(aim.able), how) > 0:
                found.append(ShootGroup(target.id))
    return found if group.is_pc() else found + lone_ncos(battle, group, ready)


def lone_ncos(battle: RiskBattle, group: Group, ready: list[int]) -> list[Option]:
    """NCOs who are units by themselves, whom a group may shoot at as at any other (R45)."""
    found: list[Option] = []
    for enemy in battle.groups:
        if enemy.side == group.side or enemy.place != Where.ON_TABLE or enemy.card.ncos == 0:
            continue
        for figure in battle.members(enemy):
            if is_apart(battle, figure) and may_be_shot_at(battle, group, Target(enemy, figure)):
                if shot_of(battle, group, aim_among(battle, group, [figure], ready)) is not None:
                    found.append(ShootFigure(figure))
    return found


# ---------------------------------------------------------------- uncommanded fire


def nearest_target(battle: RiskBattle, group: Group, seen: Watch) -> Target | None:
    """The group that owns the nearest enemy figure in sight; groups in melee are passed over (R42)."""
    best: Target | None = None
    least = FAR
    for index in range(len(seen.figures)):
        if seen.gaps[index] < least - TOLERANCE:
            target = target_at(battle, seen.figures[index])
            if may_be_shot_at(battle, group, target):
                best = target
                least = seen.gaps[index]
    return best


# ---------------------------------------------------------------- dice and what they do


def cited(battle: RiskBattle, group: Group, target: Group, picked: int) -> str:
    """The rulings by which a group fires so often, and at that target."""
    found = "R27, R29"
    if picked >= 0 and not group.is_pc():
        found += ", R45"
    if group.card.hurls:
        found += ", R19"
    elif how_it_fires(battle, group) == Fires.UNCOMMANDED:
        found += ", R17"
    if is_commanded(battle, group) and not group.card.volley and not group.leader:
        found += ", R18"
    if not fires_by_command(battle, group):
        found += ", R48"
    if group.card.load is not None and group.card.load.loads:
        found += ", R20"
    return found + ", R42" if battle.in_contact(target) else found


def condition_of(battle: RiskBattle, figure: int) -> int:
    """A figure's wounds and grazes as the procedures count them."""
    at: i64 = figure
    mark = Condition.LEADER if battle.groups[battle.owner[at]].leader else 0
    return int(battle.grazes[at]) + Condition.A_WOUND * int(battle.wounds[at]) + mark


def condition_before(battle: RiskBattle, figure: int) -> int:
    """The same, and a mark on whoever is wounded already."""
    found = condition_of(battle, figure)
    return found | Condition.WOUNDED_BEFORE if is_wounded(found) else found
