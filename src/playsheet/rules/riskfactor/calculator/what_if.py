"""The table read into a form's situation: what an option would set off, before it is chosen."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.asking import Option, Question
from playsheet.core.forms import Case
from playsheet.rules.riskfactor.battle.state import RiskBattle
from playsheet.rules.riskfactor.battle.units import NOBODY, Group
from playsheet.rules.riskfactor.calculator.forms import (
    BREAKING_OFF,
    CHARGE,
    COMMAND,
    MELEE,
    PAIR,
    REACTION,
    SHOOT,
    Body,
    Command,
    Leaving,
    Melee,
    Reacting,
    Shooting,
    dealt,
    dealt_strikers,
)
from playsheet.rules.riskfactor.dice.command import Link
from playsheet.rules.riskfactor.dice.melee import same_pairs, same_strikers
from playsheet.rules.riskfactor.dice.shooting import is_wounded
from playsheet.rules.riskfactor.ground.leading import host_of
from playsheet.rules.riskfactor.ground.sight import gap
from playsheet.rules.riskfactor.options.aim_cache import Aim
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
from playsheet.rules.riskfactor.options.command import Chain, figure_cost, in_reach
from playsheet.rules.riskfactor.options.shooting import (
    aim_among,
    aim_at,
    condition_of,
    how_it_fires,
    ready_figures,
    shot_of,
    stationary,
)
from playsheet.rules.riskfactor.table.melee import (
    defends,
    linked,
    pairings,
    pairs_of,
    parting_blows,
    strikers_of,
)
from playsheet.rules.riskfactor.table.risk import Throwing, platoon_of
from playsheet.rules.riskfactor.terms import CLASSES, Phase, Role, TroopClass
from playsheet.rules.riskfactor.turn import leaves, moving_together

# What odds take for granted, or leave out.
FEWEST_ON_HIM: Final = "Whoever touches several enemies fights the one with the fewest on him."
FIRST_LEAVER: Final = "Whoever touches several leavers strikes at the first of them in the roster."
NOBODY_ELSE: Final = "Nobody else joins this melee, or leaves it, before it is fought."
EACH_AS_HE_IS: Final = "Each figure counts as he is, where the inputs say what most of them are."
THIS_PAIR: Final = "Only this pair is counted, as both stand now."


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
        return PAIR.as_played(battle.rules, melee_of(battle, [option], [THIS_PAIR]))
    if question.kind == "parting_blow" and isinstance(option, Against):
        return of_blows(battle, [[option]])
    if question.kind == "move" and option is STAY and battle.in_contact(group):
        return of_standing_fight(battle, group)
    if question.kind == "move" and option is BREAK_OFF:
        return of_blows(battle, parting_blows(battle, group))
    return None


# ---------------------------------------------------------------- command


def of_command(battle: RiskBattle, officer: Group, *, fires: bool) -> Case:
    """His dice, with all the help within his own voice, for the group nearest to him that he can reach."""
    chain = Chain(officer)
    links = [Link(Role.PC, officer.card.cls, cost=0, busy=fires or battle.in_contact(officer))]
    for other in battle.groups:
        if other.side == officer.side and other.is_musician() and other.on_table() and not other.commanded():
            if in_reach(battle, officer.first, other.first):
                links.append(link_of(battle, chain, other.first))
    loyal = 0
    dear = 0
    needed = 0
    group = nearest_in_reach(battle, officer)
    if group is not None:
        members = battle.members(group)
        ncos = [figure for figure in members if battle.squads.role[i64(figure)] == Role.NCO]
        ncos = [figure for figure in ncos if battle.bought[i64(figure)] == 0]
        ncos.sort(key=lambda figure: not battle.figure_in_contact(figure))
        for figure in ncos:
            links.append(link_of(battle, chain, figure))
        for figure in members:
            if figure not in ncos:
                price = figure_cost(battle, chain, figure)
                needed += price
                loyal += int(price == battle.rules.cost_loyal)
                dear += int(price != battle.rules.cost_loyal)
    return COMMAND.as_played(battle.rules, Command(battle.rules, links, loyal=loyal, dear=dear, needed=needed))


def link_of(battle: RiskBattle, chain: Chain, figure: int) -> Link:
    """An NCO or musician who is commanded, and from then on commands."""
    at: i64 = figure
    price = figure_cost(battle, chain, figure)
    chain.links.append(figure)
    busy = battle.figure_in_contact(figure)
    return Link(int(battle.squads.role[at]), int(battle.squads.rank[at]), cost=price, busy=busy)


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
    """The points that an NCO throws by his class, or by switch a musician, whose single die needs no table."""
    figure = option.figure
    if battle.group_of(figure).is_musician() and not battle.rules.musicians_throw_class:
        return None
    busy = (option.fires or battle.figure_in_contact(figure)) and battle.rules.nco_minus
    link = Link(Role.PC, int(battle.squads.rank[i64(figure)]), cost=0, busy=busy)
    return COMMAND.as_played(battle.rules, Command(battle.rules, [link], loyal=0, dear=0, needed=0))


# ---------------------------------------------------------------- reaction


def of_reaction(battle: RiskBattle, group: Group) -> Case | None:
    """The coming action die of a group that is commanded, from where it stands; a leader shares his group's (R13)."""
    thrower = group
    host = host_of(battle, group) if group.leader else NOBODY
    if host != NOBODY:
        thrower = battle.groups[host]
        if battle.rules.platoon_rolls and len(platoon_of(battle, thrower)) > 1:
            return None
    ready = Throwing(battle, thrower)
    reacting = Reacting(
        ready.risk,
        thrower.card.table,
        thrower.card.cls,
        commanded=True,
        in_range=ready.risk.raw_in_range if thrower.card.cls == TroopClass.RAW else ready.risk.threats > 0,
        order=group.order.kind,
        fortified=ready.fortified,
        enemy=ready.seen.nearest >= 0,
        withdrew=ready.fled and not ready.risk.fled,
        die=thrower.die_add,
    )
    return REACTION.as_played(battle.rules, reacting)


# ---------------------------------------------------------------- shooting


def of_volley(battle: RiskBattle, group: Group, target: Group) -> Case | None:
    """A group's fire as the table has it; men and leaders who may be hit."""
    how = how_it_fires(battle, group)
    return of_fire(
        battle, group, aim_at(battle, group, target, ready_figures(battle, group, battle.members(group), how))
    )


def of_shot(battle: RiskBattle, group: Group, figure: int) -> Case | None:
    """A PC's shot at the man he likes, or a group's at an NCO by himself."""
    ready = ready_figures(battle, group, battle.members(group), how_it_fires(battle, group))
    return of_fire(battle, group, aim_among(battle, group, [figure], ready))


def of_fire(battle: RiskBattle, group: Group, aim: Aim) -> Case | None:
    weapon = group.card.ranged
    load = group.card.load
    shot = shot_of(battle, group, aim)
    if weapon is None or load is None or shot is None:
        return None
    how = how_it_fires(battle, group)
    moved = not stationary(battle, battle.members(group))
    return SHOOT.as_played(battle.rules, Shooting(shot, weapon, load, len(aim.able), how, aim.cm, moved=moved))


# ---------------------------------------------------------------- melee


def of_charge(battle: RiskBattle, group: Group, target: Group) -> Case | None:
    """The melee that the charge would bring about, by who would touch whom."""
    twin = battle.clone()
    mover = twin.groups[group.id]
    members = moving_together(twin, mover) if battle.phase == Phase.MOVES else twin.members(mover)
    facing = twin.facing(members)
    for place in charge_plan(twin, mover, members, twin.groups[target.id]).places:
        twin.put(place.figure, place.x, place.y, facing)
    for figure in members:
        twin.group_of(figure).charged = True
    named = usual_pairs(twin, mover) if twin.in_contact(mover) else []
    return CHARGE.as_played(battle.rules, melee_of(twin, named, [NOBODY_ELSE])) if named else None


def of_standing_fight(battle: RiskBattle, group: Group) -> Case | None:
    """The melee that the group is in, as it would be fought if nobody moved."""
    named = usual_pairs(battle, group)
    return MELEE.as_played(battle.rules, melee_of(battle, named, [NOBODY_ELSE])) if named else None


def usual_pairs(battle: RiskBattle, group: Group) -> list[Against]:
    """The pairs of its whole melee, dealt round among those touched; none if somebody is yet to leave it."""
    named: list[Against] = []
    for id in linked(battle, group.id):
        mine = battle.groups[id]
        if mine.side != battle.active:
            continue
        if battle.phase == Phase.MOVES and id != group.id and id in battle.queue and leaves(battle, mine):
            return []
        for figure in battle.members(mine):
            options = pairings(battle, figure, named)
            if options:
                attacked = [pair.theirs for pair in named]
                named.append(min(options, key=lambda option: attacked.count(option.theirs)))
    return named


def melee_of(battle: RiskBattle, named: list[Against], assumed: list[str]) -> Melee:
    """These pairs, as they are and as they are written."""
    pairs = pairs_of(battle, named)
    active = body(battle, [(pair.mine, pair.theirs) for pair in named])
    other = body(battle, [(pair.theirs, pair.mine) for pair in named])
    said = assumed[:]
    if len(named) > 1 and any(len(pairings(battle, pair.mine, [])) > 1 for pair in named):
        said.append(FEWEST_ON_HIM)
    if not same_pairs(pairs, dealt(active, other)):
        said.append(EACH_AS_HE_IS)
    return Melee(battle.rules, pairs, active, other, [(pair.mine, pair.theirs) for pair in named], said)


def of_blows(battle: RiskBattle, blows: list[list[Against]]) -> Case:
    """Parting blows: what the leavers would take on their way out."""
    strikers = strikers_of(battle, blows)
    active = body(battle, [(options[0].mine, options[0].theirs) for options in blows])
    leaving = body(battle, [(blow.theirs, blow.mine) for options in blows for blow in options])
    said: list[str] = []
    if any(len(options) > 1 for options in blows):
        said.append(FIRST_LEAVER)
    if not same_strikers(strikers, dealt_strikers(active, leaving)):
        said.append(EACH_AS_HE_IS)
    named = [options[0].mine for options in blows]
    return BREAKING_OFF.as_played(battle.rules, Leaving(battle.rules, strikers, active, leaving, named, said))


def body(battle: RiskBattle, against: list[tuple[int, int]]) -> Body:
    """One side's figures, each against somebody, as if all were alike: what most of them are."""
    figures: list[int] = []
    for figure, _ in against:
        if figure not in figures:
            figures.append(figure)
    card = chief_group(battle, figures).card
    ranks = [int(battle.squads.rank[i64(figure)]) for figure in figures]
    return Body(
        battle.rules,
        len(figures),
        card.arm,
        max(range(len(CLASSES)), key=ranks.count),
        bayonet=card.bayonet and not card.mounted,
        wounded=mostly([is_wounded(condition_of(battle, figure)) for figure in figures]),
        defending=mostly([defends(battle, figure, foe) for figure, foe in against]),
    )


def chief_group(battle: RiskBattle, figures: list[int]) -> Group:
    """The group that most of them belong to; of equals the first."""
    owners = [int(battle.owner[i64(figure)]) for figure in figures]
    best = owners[0]
    for owner in owners:
        if owners.count(owner) > owners.count(best):
            best = owner
    return battle.groups[best]


def mostly(facts: list[bool]) -> bool:
    return 2 * sum(facts) > len(facts)
