"""The table read into a form's situation: what an option would set off, before it is chosen."""

from __future__ import annotations

from math import ceil

from mypy_extensions import i64

from playsheet.core.asking import Option, Question
from playsheet.core.forms import Case
from playsheet.core.geometry import TOLERANCE
from playsheet.rules.riskfactor.battle.state import RiskBattle
from playsheet.rules.riskfactor.battle.units import Group
from playsheet.rules.riskfactor.calculator.forms import (
    BREAKING_OFF,
    COMMAND,
    MELEE,
    MOST,
    MOST_MUSICIANS,
    MOST_NCOS,
    MOST_PAIRS,
    REACTION,
    SHOOT,
    Body,
    Command,
    Contact,
    Reacting,
    Shooting,
    conditions,
)
from playsheet.rules.riskfactor.dice.risk import Risk
from playsheet.rules.riskfactor.dice.shooting import Shot, is_wounded, shots
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
from playsheet.rules.riskfactor.table.command import Chain, in_reach, is_loyal
from playsheet.rules.riskfactor.table.melee import defends, touched_by
from playsheet.rules.riskfactor.table.risk import risk_of
from playsheet.rules.riskfactor.terms import CLASSES, RangeBand, Result, RiskCause, Role, TroopClass


def what_if(battle: RiskBattle, question: Question, option: Option) -> Case | None:
    """What the option of this question would set off; None if that needs no dice, or cannot be told beforehand."""
    if question.about < 0:
        return None
    group = battle.groups[question.about]
    if question.kind == "declare" and (option is WILL_FIRE or option is WILL_NOT_FIRE):
        return of_command(battle, group, fires=option is WILL_FIRE)
    if isinstance(option, BuyLink):
        return of_link(battle, option)
    if isinstance(option, BuyGroup):
        return of_reaction(battle, battle.groups[option.group])
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


def of_command(battle: RiskBattle, officer: Group, *, fires: bool) -> Case:
    """His dice, with all the help within his own voice, for the group nearest to him that he can reach."""
    musicians = 0
    for other in battle.groups:
        if other.side == officer.side and other.is_musician() and other.on_table() and not other.commanded():
            if in_reach(battle, officer.first, other.first):
                musicians += 1
    ncos: list[int] = []
    dear_links = False
    loyal = 0
    dear = 0
    group = nearest_in_reach(battle, officer)
    if group is not None:
        chain = Chain(officer)
        for figure in battle.members(group):
            cheap = is_loyal(battle, chain, figure) and not group.router
            if battle.squads.role[i64(figure)] == Role.NCO and len(ncos) < MOST_NCOS:
                ncos.append(int(battle.squads.rank[i64(figure)]))
                dear_links = not cheap
            elif cheap:
                loyal += 1
            else:
                dear += 1
    command = Command(
        battle.rules,
        officer.card.cls,
        busy=fires or battle.in_contact(officer),
        musicians=min(musicians, MOST_MUSICIANS),
        ncos=ncos,
        dear_links=dear_links,
        loyal=loyal,
        dear=dear,
    )
    return COMMAND.as_played(battle.rules, command)


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


def of_link(battle: RiskBattle, option: BuyLink) -> Case | None:
    """The points that an NCO throws, by his class; a musician's single die needs no table."""
    figure = option.figure
    if battle.group_of(figure).is_musician():
        return None
    busy = (option.fires or battle.figure_in_contact(figure)) and battle.rules.nco_minus
    command = Command(battle.rules, int(battle.squads.rank[i64(figure)]), busy=busy, ncos=[], loyal=0, dear=0)
    return COMMAND.as_played(battle.rules, command)


# ---------------------------------------------------------------- reaction


def of_reaction(battle: RiskBattle, group: Group) -> Case:
    """The coming action die of a group that is commanded, from where it stands."""
    members = battle.members(group)
    seen = watch(battle, members, group.side)
    risk = risk_of(battle, group, members, seen)
    reacting = Reacting(
        risk_in_words(battle, group, risk),
        group.card.table,
        group.card.cls,
        commanded=True,
        in_range=risk.threats > 0,
        order=group.order.kind,
        fortified=fortified(battle, group, members),
        enemy=seen.nearest >= 0,
        die=group.die_add,
    )
    return REACTION.as_played(battle.rules, reacting)


def risk_in_words(battle: RiskBattle, group: Group, risk: Risk) -> Risk:
    """The risk as the form can say it: it knows one kind of flight, and one of range."""
    fled = group.melee_retreat or group.action in (Result.RUN, Result.WITHDRAW)
    add = risk.game_master
    if fled and not risk.fled:  # it withdrew: nobody continues that (R12), but it is no running (R9)
        add -= sum([line.add for line in battle.rules.risks if line.when == RiskCause.RAN_OR_RETREATING])
    return Risk(
        hero=risk.hero,
        in_cover=risk.in_cover,
        advancing=risk.advancing,
        threats=risk.threats,
        raw_in_range=group.card.cls == TroopClass.RAW and risk.threats > 0,
        start=risk.start,
        hurt=risk.hurt,
        flank=risk.flank,
        near_cavalry=risk.near_cavalry,
        fled=fled,
        lone_leader=risk.lone_leader,
        game_master=add,
    )


# ---------------------------------------------------------------- shooting


def of_volley(battle: RiskBattle, group: Group, target: Group) -> Case | None:
    """A group's fire as the table has it; men and leaders who may be hit."""
    how = how_it_fires(battle, group)
    members = battle.members(group)
    aim = aim_at(battle, group, target, ready_figures(battle, group, members, how))
    if dice_for(battle, group, members, len(aim.able), how) == 0:
        return None
    return of_fire(battle, group, aim)


def of_shot(battle: RiskBattle, group: Group, figure: int) -> Case | None:
    """A PC's shot at the man he likes."""
    near = {figure: group.first}
    cm = gap(battle, group.first, figure)
    return of_fire(battle, group, Aim([group.first], [figure], cm, cover_of(battle, [figure], near)))


def of_fire(battle: RiskBattle, group: Group, aim: Aim) -> Case | None:
    weapon = group.card.ranged
    if weapon is None or weapon.damage is None or weapon.load is None or not aim.able:
        return None
    distance = max(0, ceil(aim.cm - TOLERANCE))
    band = weapon.band(float(distance))
    figures = min(len(aim.able), MOST)
    how = how_it_fires(battle, group)
    moved = not stationary(battle, battle.members(group))
    dice = shots(battle.rules, figures, how, weapon.load, moved)
    if band == RangeBand.BEYOND or dice == 0:
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
    found = conditions(len(aim.found) - leaders, wounded, leaders)
    shot = Shot(dice, band, aim.cover, weapon.damage, group.card.cls, found, battle.rules)
    return SHOOT.as_played(battle.rules, Shooting(shot, weapon, figures, how, distance, moved=moved))


# ---------------------------------------------------------------- melee


def of_charge(battle: RiskBattle, group: Group, target: Group) -> Case | None:
    """The melee that the charge would bring about, by who would touch whom."""
    twin = battle.clone()
    mover = twin.groups[group.id]
    facing = twin.facing(twin.members(mover))
    for place in charge_plan(twin, mover, twin.members(mover), twin.groups[target.id], only_one=False).places:
        twin.put(place.figure, place.x, place.y, facing)
    mover.charged = True
    return of_standing_fight(twin, mover)


def of_standing_fight(battle: RiskBattle, group: Group) -> Case | None:
    """The pairs of this group, if its side is to fight now: all who touch, and all whom they touch."""
    mine = [figure for figure in battle.members(group) if touched_by(battle, figure)]
    return of_melee(battle, mine, touched(battle, mine)) if mine else None


def of_leaving(battle: RiskBattle, group: Group) -> Case | None:
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


def of_melee(battle: RiskBattle, mine: list[int], theirs: list[int]) -> Case:
    return MELEE.as_played(battle.rules, contact(battle, mine, theirs))


def of_breaking_off(battle: RiskBattle, strikers: list[int], leaving: list[int]) -> Case:
    return BREAKING_OFF.as_played(battle.rules, contact(battle, strikers, leaving))


def contact(battle: RiskBattle, mine: list[int], theirs: list[int]) -> Contact:
    """Figures against those they touch: how many of either, and what they are."""
    many = min(len(mine), len(theirs) * battle.rules.most_contacts, MOST_PAIRS)
    return Contact(body(battle, many, mine, theirs), body(battle, min(len(theirs), MOST_PAIRS), theirs, mine))


def body(battle: RiskBattle, many: int, figures: list[int], foes: list[int]) -> Body:
    """One side's figures as if all were alike: what most of them are."""
    card = chief_group(battle, figures).card
    ranks = [int(battle.squads.rank[i64(figure)]) for figure in figures]
    return Body(
        battle.rules,
        many,
        card.arm,
        max(range(len(CLASSES)), key=ranks.count),
        bayonet=card.bayonet and not card.mounted,
        wounded=mostly([is_wounded(condition_of(battle, figure)) for figure in figures]),
        defending=mostly([defends_against(battle, figure, foes) for figure in figures]),
    )


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
