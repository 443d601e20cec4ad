"""The table read into a procedure's inputs: what an option would set off, before it is chosen."""

from __future__ import annotations

from math import ceil
from typing import Final

from mypy_extensions import i64

from playsheet.core.asking import Option, Question
from playsheet.core.geometry import TOLERANCE
from playsheet.core.procedures import Prepared
from playsheet.rules.riskfactor.battle.state import RiskBattle
from playsheet.rules.riskfactor.battle.units import Group
from playsheet.rules.riskfactor.calculator.forms import MOST, MOST_NCOS, MOST_PAIRS, procedure
from playsheet.rules.riskfactor.dice.shooting import is_wounded
from playsheet.rules.riskfactor.ground.leading import is_commanded
from playsheet.rules.riskfactor.ground.sight import fortified, gap, watch
from playsheet.rules.riskfactor.options.charge import charge_plan
from playsheet.rules.riskfactor.options.choices import (
    BREAK_OFF,
    STAY,
    WILL_FIRE,
    WILL_NOT_FIRE,
    Against,
    BuyGroup,
    BuyLink,
    Charge,
    ShootFigure,
    ShootGroup,
)
from playsheet.rules.riskfactor.options.shooting import (
    Aim,
    aim_at,
    condition_of,
    cover_of,
    dice_for,
    how_it_fires,
    ready_figures,
    stationary,
)
from playsheet.rules.riskfactor.sheet import RISKS
from playsheet.rules.riskfactor.table.command import Chain, in_reach, is_loyal
from playsheet.rules.riskfactor.table.melee import defends, touched_by
from playsheet.rules.riskfactor.table.risk import risk_of
from playsheet.rules.riskfactor.terms import CLASSES, COVERS, FIRES, ORDERS, TABLES, RangeBand, Result, Role

MOST_MUSICIANS: Final = 4


class Situation:
    """A procedure's id and its inputs, as they would be typed."""

    def __init__(self, procedure: str, inputs: dict[str, object]) -> None:
        self.procedure: Final = procedure
        self.inputs: Final = inputs


def what_if(battle: RiskBattle, question: Question, option: Option) -> Prepared | None:
    """The procedure that the option would set off, filled in from the table; None if it throws no dice."""
    found = situation(battle, question, option)
    if found is None:
        return None
    known = procedure(battle.rules, found.procedure)
    return known.prepare(known.values(found.inputs))


def situation(battle: RiskBattle, question: Question, option: Option) -> Situation | None:
    """What the option of this question would set off; None if that needs no dice, or cannot be told beforehand."""
    if question.about < 0:
        return None
    group = battle.groups[question.about]
    if question.kind == "declare" and (option is WILL_FIRE or option is WILL_NOT_FIRE):
        return of_command(battle, group, option is WILL_FIRE)
    if isinstance(option, BuyLink):
        return of_link(battle, option)
    if isinstance(option, BuyGroup):
        return of_reaction(battle, battle.groups[option.group], True)
    if isinstance(option, ShootGroup):
        return of_volley(battle, group, battle.groups[option.target])
    if isinstance(option, ShootFigure):
        return of_shot(battle, group, option.figure)
    if isinstance(option, Charge):
        return of_charge(battle, group, battle.groups[option.target])
    if question.kind == "pair" and isinstance(option, Against):
        return of_melee(battle, [option.mine], [option.theirs])
    if question.kind == "parting_blow" and isinstance(option, Against):
        return of_breaking_off(battle, [option.mine], [option.theirs])
    if question.kind == "move" and option is STAY and battle.in_contact(group):
        return of_standing_fight(battle, group)
    if question.kind == "move" and option is BREAK_OFF:
        return of_leaving(battle, group)
    return None


# ---------------------------------------------------------------- command


def of_command(battle: RiskBattle, officer: Group, fires: bool) -> Situation:
    """His dice, with all the help within his own voice, for the group nearest to him that he can reach."""
    chain = Chain(officer)
    musicians = 0
    for other in battle.groups:
        if other.side == officer.side and other.is_musician() and other.on_table() and not other.commanded():
            if in_reach(battle, officer.first, other.first):
                musicians += 1
    inputs: dict[str, object] = {
        "officer": CLASSES[officer.card.cls],
        "busy": fires or battle.in_contact(officer),
        "musicians": min(musicians, MOST_MUSICIANS),
        "loyal": 0,
        "dear": 0,
    }
    group = nearest_in_reach(battle, officer)
    if group is None:
        return Situation("command", inputs)
    loyal = 0
    dear = 0
    ncos = 0
    for figure in battle.members(group):
        cheap = is_loyal(battle, chain, figure) and not group.router
        if battle.squads.role[i64(figure)] == Role.NCO and ncos < MOST_NCOS:
            ncos += 1
            inputs[f"nco{ncos}"] = CLASSES[battle.squads.rank[i64(figure)]]
            inputs["dear_links"] = not cheap
        elif cheap:
            loyal += 1
        else:
            dear += 1
    inputs["loyal"] = loyal
    inputs["dear"] = dear
    return Situation("command", inputs)


def nearest_in_reach(battle: RiskBattle, officer: Group) -> Group | None:
    """The nearest group of his, not commanded yet, all of whose men are within his own command distance."""
    best: Group | None = None
    least = 0.0
    for group in battle.groups:
        if group.side != officer.side or group.leader or not group.on_table() or group.commanded():
            continue
        members = battle.members(group)
        if all(in_reach(battle, officer.first, figure) for figure in members):
            far = min([gap(battle, officer.first, figure) for figure in members])
            if best is None or far < least:
                least = far
                best = group
    return best


def of_link(battle: RiskBattle, option: BuyLink) -> Situation | None:
    """The points that an NCO throws, by his class; a musician's single die needs no table."""
    figure = option.figure
    if battle.group_of(figure).is_musician():
        return None
    busy = (option.fires or battle.figure_in_contact(figure)) and battle.rules.nco_minus
    inputs: dict[str, object] = {
        "officer": CLASSES[battle.squads.rank[i64(figure)]],
        "busy": busy,
        "loyal": 0,
    }
    return Situation("command", inputs)


# ---------------------------------------------------------------- reaction


def of_reaction(battle: RiskBattle, group: Group, commanded: bool) -> Situation:
    """The group's coming action die, from where it stands."""
    members = battle.members(group)
    seen = watch(battle, members, group.side)
    risk = risk_of(battle, group, members, seen)
    fled = group.melee_retreat or group.action in (Result.RUN, Result.WITHDRAW)
    add = risk.game_master
    if fled and not risk.fled:  # it withdrew: nobody continues that (R12), but it is no running (R9)
        add -= sum([line.add for line in battle.rules.risks if line.when == RISKS["ran_or_retreating"]])
    inputs: dict[str, object] = {
        "table": TABLES[group.card.table],
        "class": CLASSES[group.card.cls],
        "commanded": commanded or is_commanded(battle, group),
        "hero": risk.hero,
        "cover": risk.in_cover,
        "advancing": risk.advancing,
        "threats": risk.threats,
        "in_range": risk.threats > 0,
        "start": risk.start,
        "hurt": risk.hurt,
        "flank": risk.flank,
        "cavalry": risk.near_cavalry,
        "fled": fled,
        "lone": risk.lone_leader,
        "order": ORDERS[group.order.kind],
        "fortified": fortified(battle, group, members),
        "enemy": seen.nearest >= 0,
        "risk": add,
        "die": group.die_add,
    }
    return Situation("reaction", inputs)


# ---------------------------------------------------------------- shooting


def of_volley(battle: RiskBattle, group: Group, target: Group) -> Situation | None:
    """A group's fire as the table has it; men and leaders who may be hit."""
    how = how_it_fires(battle, group)
    members = battle.members(group)
    aim = aim_at(battle, group, target, ready_figures(battle, group, members, how))
    if dice_for(battle, group, members, len(aim.able), how) == 0:
        return None
    return of_fire(battle, group, aim)


def of_shot(battle: RiskBattle, group: Group, figure: int) -> Situation | None:
    """A PC's shot at the man he likes."""
    near = {figure: group.first}
    cm = gap(battle, group.first, figure)
    return of_fire(battle, group, Aim([group.first], [figure], cm, cover_of(battle, [figure], near)))


def of_fire(battle: RiskBattle, group: Group, aim: Aim) -> Situation | None:
    weapon = group.card.ranged
    if weapon is None or not aim.able or weapon.band(aim.cm - TOLERANCE) == RangeBand.BEYOND:
        return None
    # Men and wounded leaders, who cannot be told apart there, against unhurt leaders.
    leaders = 0
    wounded = 0
    for figure in aim.found:
        if is_wounded(condition_of(battle, figure)):
            wounded += 1
        elif battle.group_of(figure).leader:
            leaders += 1
    if leaders == len(aim.found):
        leaders -= 1
    inputs: dict[str, object] = {
        "weapon": weapon.id,
        "figures": min(len(aim.able), MOST),
        "fire": FIRES[how_it_fires(battle, group)],
        "moved": not stationary(battle, battle.members(group)),
        "class": CLASSES[group.card.cls],
        "range": max(0, ceil(aim.cm - TOLERANCE)),
        "cover": COVERS[aim.cover],
        "target": len(aim.found) - leaders,
        "wounded": wounded,
        "leaders": leaders,
    }
    return Situation("shoot", inputs)


# ---------------------------------------------------------------- melee


def of_charge(battle: RiskBattle, group: Group, target: Group) -> Situation | None:
    """The melee that the charge would bring about, by who would touch whom."""
    twin = battle.clone()
    mover = twin.groups[group.id]
    facing = twin.facing(twin.members(mover))
    for place in charge_plan(twin, mover, twin.members(mover), twin.groups[target.id], False).places:
        twin.put(place.figure, place.x, place.y, facing)
    mover.charged = True
    return of_standing_fight(twin, mover)


def of_standing_fight(battle: RiskBattle, group: Group) -> Situation | None:
    """The pairs of this group, if its side is to fight now: all who touch, and all whom they touch."""
    mine = [figure for figure in battle.members(group) if touched_by(battle, figure)]
    return of_melee(battle, mine, touched(battle, mine)) if mine else None


def of_leaving(battle: RiskBattle, group: Group) -> Situation | None:
    """The blows that the group would take on its way out."""
    mine = [figure for figure in battle.members(group) if touched_by(battle, figure)]
    return of_breaking_off(battle, touched(battle, mine), mine) if mine else None


def touched(battle: RiskBattle, figures: list[int]) -> list[int]:
    found: list[int] = []
    for figure in figures:
        for enemy in touched_by(battle, figure):
            if enemy not in found:
                found.append(enemy)
    return found


def of_melee(battle: RiskBattle, mine: list[int], theirs: list[int]) -> Situation:
    return of_pairs(battle, "melee", ("figures", mine), ("enemies", theirs), "enemy_")


def of_breaking_off(battle: RiskBattle, strikers: list[int], leaving: list[int]) -> Situation:
    return of_pairs(battle, "break-off", ("strikers", strikers), ("leaving", leaving), "leaving_")


def of_pairs(
    battle: RiskBattle, procedure: str, some: tuple[str, list[int]], others: tuple[str, list[int]], prefix: str
) -> Situation:
    """Figures against those they touch: how many of either, under the name of that input, and what they are."""
    mine = some[1]
    theirs = others[1]
    inputs: dict[str, object] = {
        some[0]: min(len(mine), len(theirs) * battle.rules.most_contacts, MOST_PAIRS),
        others[0]: min(len(theirs), MOST_PAIRS),
    }
    fighters(battle, inputs, "", mine, theirs)
    fighters(battle, inputs, prefix, theirs, mine)
    return Situation(procedure, inputs)


def fighters(battle: RiskBattle, inputs: dict[str, object], prefix: str, figures: list[int], foes: list[int]) -> None:
    """One side's figures as if all were alike: what most of them are."""
    card = chief_group(battle, figures).card
    raw = [CLASSES[battle.squads.rank[i64(figure)]] for figure in figures]
    inputs[f"{prefix}weapon"] = card.arm.id
    inputs[f"{prefix}bayonet"] = card.bayonet and not card.mounted
    inputs[f"{prefix}class"] = max(CLASSES, key=raw.count)
    inputs[f"{prefix}wounded"] = mostly([is_wounded(condition_of(battle, figure)) for figure in figures])
    inputs[f"{prefix}defending"] = mostly([defends_against(battle, figure, foes) for figure in figures])


def chief_group(battle: RiskBattle, figures: list[int]) -> Group:
    """The group that most of them belong to; of equals the first."""
    owners = [int(battle.owner[i64(figure)]) for figure in figures]
    best = owners[0]
    for owner in owners:
        if owners.count(owner) > owners.count(best):
            best = owner
    return battle.groups[best]


def defends_against(battle: RiskBattle, figure: int, foes: list[int]) -> bool:
    """Has he the better of the ground against most of those he touches?"""
    near = [foe for foe in touched_by(battle, figure) if foe in foes]
    return mostly([defends(battle, figure, foe) for foe in near])


def mostly(facts: list[bool]) -> bool:
    return 2 * sum(facts) > len(facts)
