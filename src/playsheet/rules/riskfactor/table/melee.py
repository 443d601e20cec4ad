"""Melee on the table (4.7): who touches whom, the pairs, the retreat, breaking off. The dice are melee.py's."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.game import Game
from playsheet.rules.riskfactor.battle.fight_events import BrokeOff, Fought, MeleeEnded, Retreated
from playsheet.rules.riskfactor.battle.state import RiskBattle
from playsheet.rules.riskfactor.battle.units import Group
from playsheet.rules.riskfactor.dice.melee import (
    Blow,
    Course,
    Fighter,
    Man,
    Pair,
    Striker,
    fight_pairs,
    fighter,
    retreating,
    strike_leavers,
)
from playsheet.rules.riskfactor.ground.leading import leaders_with
from playsheet.rules.riskfactor.ground.sight_cache import watched_together
from playsheet.rules.riskfactor.options.choices import Against
from playsheet.rules.riskfactor.options.shooting import condition_of
from playsheet.rules.riskfactor.table.behaviour import flee, units_of
from playsheet.rules.riskfactor.table.shooting import hurt
from playsheet.rules.riskfactor.terms import Condition, Cover, DamageDie, Gone, MeleeSide, MoveKind
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
    named = name_pairs(game, groups)
    came = fight_pairs(game.dice, battle.rules, pairs_of(battle, named), OfPairs(game, named))
    active = battle.active
    loses = retreating(came[0], came[2])
    loser = -1 if loses == MeleeSide.NEITHER else active if loses == MeleeSide.ACTIVE else 1 - active
    game.tell(MeleeEnded(groups, [came[2], came[0]] if active else [came[0], came[2]], loser, "R40"))
    for id in groups:
        group = battle.groups[id]
        if group.side == loser and group.on_table():
            retreat(game, group)


def name_pairs(game: Game[RiskBattle], groups: list[int]) -> list[Against]:
    """Each figure of the active side in contact fights one enemy it touches; four at most on one (4.7.1)."""
    battle = game.battle
    named: list[Against] = []
    for id in groups:
        group = battle.groups[id]
        if group.side != battle.active:
            continue
        for figure in battle.members(group):
            options = pairings(battle, figure, named)
            if len(options) > 1 and battle.played[group.side]:
                named.append(game.choose(group.seat, "pair", options, group.id))
            elif options:
                named.append(options[0])
    return named


def pairings(battle: RiskBattle, figure: int, named: list[Against]) -> list[Against]:
    """Whom the figure may fight: those he touches who have not four on them by now."""
    found: list[Against] = []
    for enemy in touched_by(battle, figure):
        if len([pair for pair in named if pair.theirs == enemy]) < battle.rules.most_contacts:
            found.append(Against(figure, enemy))
    return found


def pairs_of(battle: RiskBattle, named: list[Against]) -> list[Pair]:
    """The pairs as the dice see them."""
    places: list[int] = []
    found: list[Pair] = []
    for against in named:
        if against.theirs not in places:
            places.append(against.theirs)
        mine = man_of(battle, against.mine, against.theirs)
        theirs = man_of(battle, against.theirs, against.mine)
        found.append(Pair(mine, theirs, places.index(against.theirs)))
    return found


class OfPairs(Course):
    """The pairs on the table: each pair's owners throw, and each result is told as it falls."""

    def __init__(self, game: Game[RiskBattle], named: list[Against]) -> None:
        self.game: Final = game
        self.named: Final = named

    def begins(self, at: int) -> None:
        battle = self.game.battle
        pair = self.named[at]
        self.game.dice.throwers(battle.group_of(pair.mine).seat, battle.group_of(pair.theirs).seat)

    def fought(self, at: int, blow: Blow) -> None:
        pair = self.named[at]
        won = blow.winner == MeleeSide.ACTIVE
        winner = -1 if blow.winner == MeleeSide.NEITHER else pair.mine if won else pair.theirs
        self.game.tell(Fought(pair.mine, pair.theirs, winner, blow.result, "R37"))
        if winner >= 0:
            hurt(self.game, pair.theirs if won else pair.mine, blow.result, "melee", "R39")


def fighter_of(battle: RiskBattle, figure: int, enemy: int) -> Fighter:
    """A figure as the melee dice see it, against this enemy."""
    card = battle.group_of(figure).card
    rank = int(battle.squads.rank[i64(figure)])
    held = defends(battle, figure, enemy)
    return fighter(battle.rules, card, rank, condition_of(battle, figure), defending=held)


def man_of(battle: RiskBattle, figure: int, enemy: int) -> Man:
    """A figure against this enemy, whatever becomes of him meanwhile."""
    card = battle.group_of(figure).card
    rank = int(battle.squads.rank[i64(figure)])
    held = defends(battle, figure, enemy)
    return Man(
        fighter(battle.rules, card, rank, Condition.UNHURT, defending=held),
        fighter(battle.rules, card, rank, Condition.A_WOUND, defending=held),
        condition_of(battle, figure),
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
    seen = watched_together(battle, group, members)
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
    blows = parting_blows(battle, group)
    strike_leavers(game.dice, battle.rules, strikers_of(battle, blows), OfBlows(game, group, blows))


def parting_blows(battle: RiskBattle, group: Group) -> list[list[Against]]:
    """Of each enemy figure in contact with a group that leaves: the figures at which he may strike."""
    members = battle.members(group)
    found: list[list[Against]] = []
    strikers: list[int] = []
    for figure in members:
        for enemy in touched_by(battle, figure):
            if enemy not in strikers:
                strikers.append(enemy)
    strikers.sort()
    for striker in strikers:
        found.append([Against(striker, figure) for figure in touched_by(battle, striker) if figure in members])
    return found


def strikers_of(battle: RiskBattle, blows: list[list[Against]]) -> list[Striker]:
    """The strikers as the dice see them."""
    leavers: list[int] = []
    for options in blows:
        for blow in options:
            if blow.theirs not in leavers:
                leavers.append(blow.theirs)
    return [
        Striker(
            [fighter_of(battle, blow.mine, blow.theirs) for blow in options],
            [man_of(battle, blow.theirs, blow.mine) for blow in options],
            [leavers.index(blow.theirs) for blow in options],
        )
        for options in blows
    ]


class OfBlows(Course):
    """Parting blows on the table: a striker's owner picks the man, and each blow is told as it falls."""

    def __init__(self, game: Game[RiskBattle], group: Group, blows: list[list[Against]]) -> None:
        self.game: Final = game
        self.group: Final = group
        self.blows: Final = blows

    def begins(self, at: int) -> None:
        self.game.dice.throwers(self.group.seat, enemy_seat(self.game.battle.groups, self.group.side))

    def aims(self, at: int, living: list[int]) -> int:
        battle = self.game.battle
        options = [self.blows[at][whom] for whom in living]
        owner = battle.group_of(options[0].mine)
        if len(options) == 1 or not battle.played[owner.side]:
            return 0
        chosen = self.game.choose(owner.seat, "parting_blow", options, owner.id)
        return [option.theirs for option in options].index(chosen.theirs)

    def struck(self, at: int, whom: int, result: int) -> None:
        blow = self.blows[at][whom]
        self.game.tell(Fought(blow.mine, blow.theirs, blow.mine if result != DamageDie.NOTHING else -1, result, "R41"))
        if result != DamageDie.NOTHING:
            hurt(self.game, blow.theirs, result, "parting blow", "R41")
