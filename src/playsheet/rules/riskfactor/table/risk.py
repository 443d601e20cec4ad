"""Action dice: the Risk Factors from the table as it stands, then all dice; the results apply together (R14)."""

from __future__ import annotations

from mypy_extensions import i64

from playsheet.core.angles import direction
from playsheet.core.game import Game
from playsheet.core.geometry import TOLERANCE
from playsheet.rules.riskfactor.battle.events import ActionSet, PlatoonRolled
from playsheet.rules.riskfactor.battle.state import RiskBattle
from playsheet.rules.riskfactor.battle.units import NOBODY, Group
from playsheet.rules.riskfactor.dice.risk import (
    Reaction,
    Risk,
    Squad,
    binds,
    instruction,
    may_charge,
    platoon_reaction,
    platoon_risk,
    reaction,
    risk_account,
)
from playsheet.rules.riskfactor.ground.fog import unheard
from playsheet.rules.riskfactor.ground.leading import group_gap, host_of, is_commanded
from playsheet.rules.riskfactor.ground.moving import farthest
from playsheet.rules.riskfactor.ground.sight import Watch, all_in_cover, fortified, gap, in_front
from playsheet.rules.riskfactor.ground.sight_cache import watched
from playsheet.rules.riskfactor.sheet import Cell
from playsheet.rules.riskfactor.terms import Result, Role, TroopClass, Where
from playsheet.tabletop.units import enemy_seat

# ---------------------------------------------------------------- the Risk Factor on the table


def hero_with(battle: RiskBattle, group: Group, members: list[int]) -> bool:
    """A hero in the group, or within 5 cm of it (R8)."""
    for figure in members:
        if battle.squads.rank[i64(figure)] == TroopClass.HERO:
            return True
    for other in battle.groups:
        if other.side != group.side or other.place != Where.ON_TABLE or other is group:
            continue
        for figure in battle.members(other):
            if battle.squads.rank[i64(figure)] == TroopClass.HERO:
                for mine in members:
                    if gap(battle, mine, figure) <= battle.rules.hero_near + TOLERANCE:
                        return True
    return False


def threats(battle: RiskBattle, group: Group, seen: Watch, *, own: bool) -> int:
    """How many enemy groups in clear sight have this unit within their range (R5); `own`: are within its own."""
    rules = battle.rules
    near: dict[int, float] = {}
    for index in range(len(seen.figures)):
        owner = battle.owner[i64(seen.figures[index])]
        if owner not in near or seen.gaps[index] < near[owner]:
            near[owner] = seen.gaps[index]
    count = 0
    for owner, far in near.items():
        enemy = battle.groups[owner]
        reach = group.card.reach if own else enemy.card.reach
        if reach < 0.0 and rules.blades_threaten:
            who = group if own else enemy
            reach = farthest(battle, battle.members(who))
        if far <= reach + TOLERANCE:
            count += 1
    return count


def flanked(battle: RiskBattle, members: list[int], seen: Watch) -> bool:
    """Is an enemy in sight outside the front, from the group's centre and mean facing (R7)?"""
    x, y = battle.centre(members)
    ux, uy = direction(battle.facing(members))
    for enemy in seen.figures:
        if not in_front(battle, x, y, ux, uy, enemy, battle.rules.front_cosine):
            return True
    return False


def cavalry_near(battle: RiskBattle, group: Group, members: list[int]) -> bool:
    """Natives with a mounted enemy figure within 25 cm, nearest to nearest (R8)."""
    if not group.card.native:
        return False
    for enemy in battle.groups:
        if enemy.side != group.side and enemy.place == Where.ON_TABLE and enemy.card.mounted:
            if group_gap(battle, members, battle.members(enemy)) <= battle.rules.cavalry_near + TOLERANCE:
                return True
    return False


def risk_of(battle: RiskBattle, group: Group, members: list[int], seen: Watch) -> Risk:
    """The situation of a group, or of a leader alone, as it stands now."""
    near = threats(battle, group, seen, own=battle.rules.own_range)
    in_range = near if not battle.rules.own_range else threats(battle, group, seen, own=False)
    return Risk(
        near,
        group.strength,
        battle.hurt(group),
        group.leader,
        group.risk_add,
        hero=hero_with(battle, group, members),
        in_cover=all_in_cover(battle, members, seen),
        advancing=group.advancing,
        raw_in_range=in_range > 0 and group.card.cls == TroopClass.RAW,
        flank=flanked(battle, members, seen),
        near_cavalry=cavalry_near(battle, group, members),
        fled=group.action == Result.RUN or group.melee_retreat,
    )


# ---------------------------------------------------------------- the step


class Throwing:
    """A group about to throw: what it is, where it stands, what it sees."""

    def __init__(self, battle: RiskBattle, group: Group) -> None:
        self.group = group
        self.members = battle.members(group)
        self.seen = watched(battle, group)
        self.risk = risk_of(battle, group, self.members, self.seen)
        self.account = risk_account(battle.rules, self.risk)
        self.fortified = fortified(battle, group, self.members)
        self.fled = group.melee_retreat or group.action in (Result.RUN, Result.WITHDRAW)


def action_dice(game: Game[RiskBattle]) -> None:
    """Risk Factors first, for everybody, then all the dice (R14): groups in roster order, then leaders alone."""
    battle = game.battle
    ready: dict[int, Throwing] = {}
    hosts: dict[int, int] = {}
    throwing: list[int] = []
    for leaders in (False, True):
        for group in battle.groups:
            if group.side != battle.active or group.place != Where.ON_TABLE or group.leader != leaders:
                continue
            host = host_of(battle, group) if leaders else NOBODY
            ready[group.id] = Throwing(battle, group)
            if host == NOBODY:
                throwing.append(group.id)
            else:
                hosts[group.id] = host
    came: dict[int, Reaction] = {}
    for id in throwing:
        if id not in came:
            throw_for(game, ready, id, came)
    for id in throwing:
        settle(game, ready[id], ready[id], came[id], NOBODY)
    for id, host in hosts.items():
        settle(game, ready[id], ready[host], came[host], host)


def throw_for(game: Game[RiskBattle], ready: dict[int, Throwing], id: int, came: dict[int, Reaction]) -> None:
    """One die for a group, or for the platoon it stands in (R14)."""
    battle = game.battle
    rules = battle.rules
    group = ready[id].group
    silent = unheard(battle, group.side)
    game.dice.throwers(group.seat, enemy_seat(battle.groups, group.side), silent)
    platoon = platoon_of(battle, group) if rules.platoon_rolls else []
    if len(platoon) > 1 and not any(squad.id in came for squad in platoon):
        squads = [Squad(squad.card.table, ready[squad.id].account, squad.card.cls, squad.die_add) for squad in platoon]
        together = risk_account(rules, platoon_risk([ready[squad.id].risk for squad in platoon]))
        results = platoon_reaction(game.dice, rules, together, squads)
        game.tell(PlatoonRolled([squad.id for squad in platoon], len(results) == 1, silent))
        for index in range(len(platoon)):
            came[platoon[index].id] = results[0] if len(results) == 1 else results[index]
        return
    came[id] = reaction(game.dice, rules, group.card.table, ready[id].account, group.card.cls, group.die_add)


def settle(game: Game[RiskBattle], who: Throwing, thrower: Throwing, came: Reaction, host: int) -> None:
    """What the cell comes to for this group; for a leader, what it comes to for the group that threw (R13)."""
    battle = game.battle
    rules = battle.rules
    group = who.group
    in_sight = thrower.seen.nearest >= 0
    result = instruction(rules, came.cell, thrower.fortified, in_sight, thrower.fled)
    charge = in_sight and may_charge(rules, came.cell, group.order.kind, thrower.fortified, thrower.fled)
    obeys = binds(rules, came.cell, result, is_commanded(battle, group))
    ruling = settled_by(battle, group, thrower, came.cell, result, charge, host)
    game.tell(
        ActionSet(
            group.id,
            came.risk,
            came.account,
            came.face,
            result,
            came.cell.italic,
            charge,
            obeys,
            host,
            ruling,
            unheard(battle, group.side),
        )
    )


def settled_by(
    battle: RiskBattle, group: Group, thrower: Throwing, cell: Cell, result: int, charge: bool, host: int
) -> str:
    """The rulings that made this of the cell, for whoever asks why."""
    found: list[str] = []
    if host >= 0:
        found.append("R13")
    if cell.do in (Result.CONTINUE_ORDER, Result.ADVANCE_TO_NEAREST):
        found.append("R1")
    elif is_commanded(battle, group):
        found.append("R15")
    if result != cell.do:
        found.append("R11" if thrower.seen.nearest < 0 else "R12" if cell.do == Result.CONTINUE else "R51")
    if charge:
        found.append("R57" if cell.do == Result.CONTINUE_ORDER else "R10")
    return ", ".join(found) if found else "R2"


def platoon_of(battle: RiskBattle, group: Group) -> list[Group]:
    """The squads of a formed, uncommanded platoon that hang together, with an officer or NCO close by (4.2.4)."""
    if group.platoon < 0 or group.leader:
        return []
    squads = [
        squad
        for squad in battle.groups
        if squad.side == group.side
        and squad.platoon == group.platoon
        and not squad.leader
        and squad.place == Where.ON_TABLE
    ]
    for squad in squads:
        if not squad.card.formed or squad.commanded():
            return []
    if not in_one_chain(battle, squads) or not led(battle, squads):
        return []
    return squads


def in_one_chain(battle: RiskBattle, squads: list[Group]) -> bool:
    """Each within 5 cm of the next, in one chain."""
    linked = squads[:1]
    left = squads[1:]
    while left:
        joining = [
            squad
            for squad in left
            if any(
                group_gap(battle, battle.members(squad), battle.members(other)) <= battle.rules.platoon_gap + TOLERANCE
                for other in linked
            )
        ]
        if not joining:
            return False
        linked += joining
        left = [squad for squad in left if squad not in joining]
    return True


def led(battle: RiskBattle, squads: list[Group]) -> bool:
    """Is an officer or NCO within 5 cm of the platoon? Its own NCOs are, unless they stand apart from its men (R45)."""
    members = [figure for squad in squads for figure in battle.members(squad)]
    for group in battle.groups:
        if group.side != squads[0].side or group.place != Where.ON_TABLE:
            continue
        for figure in battle.members(group):
            if battle.squads.role[i64(figure)] in (Role.NCO, Role.OFFICER, Role.PC):
                others = [other for other in members if other != figure]
                if group_gap(battle, [figure], others) <= battle.rules.platoon_leader + TOLERANCE:
                    return True
    return False
