"""Melee on the table (4.7): who touches whom, the pairs, the retreat, breaking off. The dice are melee.py's."""

from __future__ import annotations

from mypy_extensions import i64

from playsheet.core.game import Game
from playsheet.rules.riskfactor.battle.events import living
from playsheet.rules.riskfactor.battle.fight_events import BrokeOff, Fought, MeleeEnded, Retreated
from playsheet.rules.riskfactor.battle.state import RiskBattle
from playsheet.rules.riskfactor.battle.units import Group
from playsheet.rules.riskfactor.dice.melee import Fighter, fight, fighter, parting_blow, retreating
from playsheet.rules.riskfactor.dice.shooting import effect, is_harm
from playsheet.rules.riskfactor.ground.leading import leaders_with
from playsheet.rules.riskfactor.ground.sight import watch
from playsheet.rules.riskfactor.options.choices import Against
from playsheet.rules.riskfactor.options.shooting import condition_of
from playsheet.rules.riskfactor.table.behaviour import flee, units_of
from playsheet.rules.riskfactor.table.shooting import hurt
from playsheet.rules.riskfactor.terms import Cover, DamageDie, Gone, MeleeSide, MoveKind
from playsheet.tabletop.units import enemy_seat


def linked(battle: RiskBattle, start: int) -> list[int]:
    """All groups linked to this one by contact, itself included, in roster order."""
    found = [start]
    grew = True
    while grew:
        grew = False
        for one, other in battle.contacts():
            a = int(battle.owner[i64(one)])
            b = int(battle.owner[i64(other)])
            if a in found and b not in found:
                found.append(b)
                grew = True
            elif b in found and a not in found:
                found.append(a)
                grew = True
    found.sort()
    return found


def touched_by(battle: RiskBattle, figure: int) -> list[int]:
    """The enemy figures in contact with this one, in index order."""
    found: list[int] = []
    for one, other in battle.contacts():
        if one == figure:
            found.append(other)
        elif other == figure:
            found.append(one)
    found.sort()
    return found


# ---------------------------------------------------------------- one melee


def melee(game: Game[RiskBattle], start: Group) -> None:
    """All the groups linked by contact: name the pairs, fight them, count, and the losers retreat."""
    battle = game.battle
    groups = linked(battle, start.id)
    suffered = [0, 0]
    for pair in name_pairs(game, groups):
        fight_pair(game, pair, suffered)
    active = battle.active
    loses = retreating(suffered[active], suffered[1 - active])
    loser = -1 if loses == MeleeSide.NEITHER else active if loses == MeleeSide.ACTIVE else 1 - active
    game.tell(MeleeEnded(groups, suffered, loser, "R40"))
    for id in groups:
        group = battle.groups[id]
        if group.side == loser and group.on_table():
            retreat(game, group)


def name_pairs(game: Game[RiskBattle], groups: list[int]) -> list[Against]:
    """Each figure of the active side in contact fights one enemy it touches; four at most on one (4.7.1)."""
    battle = game.battle
    named: list[Against] = []
    on: dict[int, int] = {}
    for id in groups:
        group = battle.groups[id]
        if group.side != battle.active:
            continue
        for figure in battle.members(group):
            options: list[Against] = []
            for enemy in touched_by(battle, figure):
                if on.get(enemy, 0) < battle.rules.most_contacts:
                    options.append(Against(figure, enemy))
            if not options:
                continue
            chosen = options[0]
            if len(options) > 1 and battle.played[group.side]:
                chosen = game.choose(group.seat, "pair", options, group.id)
            on[chosen.theirs] = on.get(chosen.theirs, 0) + 1
            named.append(chosen)
    return named


def fight_pair(game: Game[RiskBattle], pair: Against, suffered: list[int]) -> None:
    """Active die, other die, and the winner's damage; a killed figure fights no more pairs."""
    battle = game.battle
    if not living(battle, pair.mine) or not living(battle, pair.theirs):
        return
    mine = battle.group_of(pair.mine)
    theirs = battle.group_of(pair.theirs)
    game.dice.throwers(mine.seat, theirs.seat)
    first = fighter_of(battle, pair.mine, pair.theirs)
    second = fighter_of(battle, pair.theirs, pair.mine)
    blow = fight(game.dice, battle.rules, first, second)
    won = blow.winner == MeleeSide.ACTIVE
    winner = -1 if blow.winner == MeleeSide.NEITHER else pair.mine if won else pair.theirs
    game.tell(Fought(pair.mine, pair.theirs, winner, blow.result, "R37"))
    if winner < 0:
        return
    loser = pair.theirs if won else pair.mine
    side = battle.side_of(loser)
    if is_harm(effect(battle.rules, condition_of(battle, loser), blow.result)):
        suffered[side] += 1
    hurt(game, loser, blow.result, "melee", "R39")


def fighter_of(battle: RiskBattle, figure: int, enemy: int) -> Fighter:
    """A figure as the melee dice see it, against this enemy."""
    at: i64 = figure
    group = battle.group_of(figure)
    rank = int(battle.squads.rank[at])
    return fighter(
        battle.rules, group.card, rank, condition_of(battle, figure), defending=defends(battle, figure, enemy)
    )


def defends(battle: RiskBattle, figure: int, enemy: int) -> bool:
    """Behind a barrier, if the enemy charged and his side did not (R61); or in hard cover that the enemy is outside."""
    a: i64 = figure
    e: i64 = enemy
    xs = battle.figures.x
    ys = battle.figures.y
    if battle.cover[a] == Cover.HARD and battle.cover[e] != Cover.HARD:
        return True
    if battle.lined[a] == 0 and battle.lined[e] == 0:
        return False
    if not battle.land.barrier_between(xs[a], ys[a], xs[e], ys[e]):
        return False
    return not battle.group_of(figure).charged and battle.group_of(enemy).charged


def retreat(game: Game[RiskBattle], group: Group) -> None:
    """A full move straight away from the nearest enemy; a group that cannot move away stays locked (R40)."""
    battle = game.battle
    members = battle.members(group)[:]
    for leader in leaders_with(battle, group) if not group.leader else []:
        if not battle.in_contact(leader):
            members.append(leader.first)
    seen = watch(battle, members, group.side)
    places = flee(game, group, members, seen, MoveKind.RETREATS, back_turned=False)
    if any(place.went != Gone.STOOD for place in places):
        for unit in units_of(battle, group, members):
            if unit.on_table():
                game.tell(Retreated(unit.id, "R40, R9"))


# ---------------------------------------------------------------- breaking off


def break_off(game: Game[RiskBattle], group: Group) -> None:
    """Each enemy figure in contact strikes once at a leaving figure it touches; ties escape (R41)."""
    battle = game.battle
    game.tell(BrokeOff(group.id))
    strikers: list[int] = []
    for figure in battle.members(group):
        for enemy in touched_by(battle, figure):
            if enemy not in strikers:
                strikers.append(enemy)
    strikers.sort()
    for striker in strikers:
        options = [
            Against(striker, figure) for figure in touched_by(battle, striker) if battle.owner[i64(figure)] == group.id
        ]
        if not options:
            continue
        chosen = options[0]
        owner = battle.group_of(striker)
        if len(options) > 1 and battle.played[owner.side]:
            chosen = game.choose(owner.seat, "parting_blow", options, owner.id)
        game.dice.throwers(group.seat, enemy_seat(battle.groups, group.side))
        result = parting_blow(
            game.dice,
            battle.rules,
            fighter_of(battle, striker, chosen.theirs),
            fighter_of(battle, chosen.theirs, striker),
        )
        struck = striker if result != DamageDie.NOTHING else -1
        game.tell(Fought(striker, chosen.theirs, struck, result, "R41"))
        if result != DamageDie.NOTHING:
            hurt(game, chosen.theirs, result, "parting blow", "R41")
        if not group.on_table():
            return
