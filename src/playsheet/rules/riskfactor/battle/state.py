"""The state of a battle: groups and leaders, figures, standing orders, last actions. Only events change it."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.angles import bearing, direction
from playsheet.core.arrays import Floats, Ints, copy_floats, copy_ints, floats, ints, ints_of
from playsheet.core.discs import touch
from playsheet.core.events import Battle
from playsheet.core.figures import IN_PLAY, LOST, Figures, new_figures
from playsheet.core.geometry import TOLERANCE
from playsheet.core.near import Near, Squares
from playsheet.rules.riskfactor.battle.goals import Goals
from playsheet.rules.riskfactor.battle.land import Land
from playsheet.rules.riskfactor.battle.units import NOBODY, Group
from playsheet.rules.riskfactor.sheet import Card, RiskRules
from playsheet.rules.riskfactor.terms import Petticoats, Phase, Where


class Squads:
    """What never changes of the figures: which group they were raised in, what each of them is."""

    def __init__(self, role: Ints, rank: Ints) -> None:
        self.role: Final = role
        self.rank: Final = rank  # class: hero, veteran, raw


class Memory:
    """What has been worked out about a battle, to be had again as long as it holds.

    It is no part of the battle: never cloned, saved or shown.
    """


class RiskBattle(Battle):
    """Everything between two steps."""

    def __init__(
        self,
        rules: RiskRules,
        land: Land,
        groups: list[Group],
        figures: Figures,
        squads: Squads,
        goals: Goals,
        cards: dict[str, Card],
        played: list[bool],
        near: Near,
    ) -> None:
        super().__init__()
        n = len(figures.x)
        self.rules: Final = rules
        self.land = land
        self.groups: Final = groups
        self.figures = figures
        self.squads = squads
        self.goals: Final = goals
        self.cards: Final = cards
        self.played: Final = played  # of each side: False if its own tables run it (R58)
        self.radius: Final[float] = rules.radius
        self.near = near  # the figures on the table, by their sides
        self.owner: Ints = ints(n)
        self.wounds: Ints = ints(n)
        self.grazes: Ints = ints(n)
        self.went: Ints = ints(n)  # how far this turn
        self.bought: Ints = ints(n)  # a link of this turn's chain of command: 1, or 2 if he declared to fire
        self.petticoats: Ints = ints(n)
        # what the ground says of each figure's place, kept up to date whenever it moves
        self.hides: Ints = ints(n)
        self.deep: Floats = floats(n)
        self.level: Ints = ints(n)
        self.cover: Ints = ints(n)
        self.enclosed: Ints = ints(n)
        self.lined: Ints = ints(n)
        self.touching: list[tuple[int, int]] = []  # enemy figures in base contact: (lower index, higher index)
        self.stirred: list[int] = []  # figures that have come, gone or moved since `touching` was found
        self.first_side = -1
        self.active = -1  # the side whose turn it is
        self.phase = Phase.SETTING_UP
        self.queue: list[int] = []  # groups still to be dealt with in this phase
        self.to_deploy: list[int] = []
        self.memory: list[Memory] = []  # each kind once

    def clone(self) -> RiskBattle:
        twin = RiskBattle(
            self.rules,
            self.land,
            [group.clone() for group in self.groups],
            self.figures.clone(),
            self.squads,
            self.goals,
            self.cards,
            self.played,
            self.near.clone(),
        )
        twin.copy_frame(self)
        twin.owner = copy_ints(self.owner)
        twin.wounds = copy_ints(self.wounds)
        twin.grazes = copy_ints(self.grazes)
        twin.went = copy_ints(self.went)
        twin.bought = copy_ints(self.bought)
        twin.petticoats = copy_ints(self.petticoats)
        twin.hides = copy_ints(self.hides)
        twin.deep = copy_floats(self.deep)
        twin.level = copy_ints(self.level)
        twin.cover = copy_ints(self.cover)
        twin.enclosed = copy_ints(self.enclosed)
        twin.lined = copy_ints(self.lined)
        twin.touching = self.touching  # replaced, never changed
        twin.stirred = self.stirred[:]
        twin.first_side = self.first_side
        twin.active = self.active
        twin.phase = self.phase
        twin.queue = self.queue[:]
        twin.to_deploy = self.to_deploy[:]
        return twin

    # ------------------------------------------------------------ reading

    def members(self, group: Group) -> list[int]:
        """The group's figures that are left, in index order, those who joined it last; not to be changed."""
        if group.present_known:
            return group.present
        found: list[int] = []
        figure: i64 = group.first
        end: i64 = group.first + group.start
        me: i64 = group.id
        state = self.figures.state
        owner = self.owner
        while figure < end:
            if state[figure] == IN_PLAY and owner[figure] == me:
                found.append(int(figure))
            figure += 1
        for extra in group.joined:
            if state[i64(extra)] == IN_PLAY:
                found.append(extra)
        group.present = found
        group.present_known = True
        return found

    def group_of(self, figure: int) -> Group:
        return self.groups[self.owner[i64(figure)]]

    def side_of(self, figure: int) -> int:
        return self.groups[self.owner[i64(figure)]].side

    def hurt(self, group: Group) -> int:
        """Wounded or killed so far, each man once; those who only ran off the table are not (R6)."""
        found: i64 = group.hurt_before
        figure: i64 = group.first
        end: i64 = group.first + group.start
        me: i64 = group.id
        while figure < end:
            if self.owner[figure] == me and (self.wounds[figure] > 0 or self.figures.state[figure] == LOST):
                found += 1
            figure += 1
        for extra in group.joined:
            if self.wounds[i64(extra)] > 0 or self.figures.state[i64(extra)] == LOST:
                found += 1
        return int(found)

    def centre(self, members: list[int]) -> tuple[float, float]:
        x = 0.0
        y = 0.0
        for figure in members:
            at: i64 = figure
            x += self.figures.x[at]
            y += self.figures.y[at]
        return x / len(members), y / len(members)

    def facing(self, members: list[int]) -> float:
        """The mean facing of figures; the first one's if they cancel out."""
        x = 0.0
        y = 0.0
        for figure in members:
            ux, uy = direction(self.figures.facing[i64(figure)])
            x += ux
            y += uy
        if x * x + y * y < TOLERANCE * TOLERANCE:
            return self.figures.facing[i64(members[0])]
        return bearing(x, y)

    def contacts(self) -> list[tuple[int, int]]:
        """Enemy figures in base contact, or close on either side of a barrier (R61): pairs in index order."""
        if self.stirred:
            moved = set(self.stirred)
            self.stirred = []
            found = [pair for pair in self.touching if pair[0] not in moved and pair[1] not in moved]
            for figure in moved:
                for other in self.touched_by(figure):
                    pair = (figure, other) if figure < other else (other, figure)
                    if pair not in found:
                        found.append(pair)
            found.sort()
            self.touching = found
        return self.touching

    def touched_by(self, figure: int) -> list[int]:
        """The enemy figures in base contact with this one."""
        if self.near.absent(figure):
            return []
        at: i64 = figure
        reach = self.radius + self.rules.contact_barrier + 2.0 * TOLERANCE
        side = self.side_of(figure)
        nearby = self.near.within(self.figures.x[at], self.figures.y[at], reach)
        return [other for other in nearby if self.side_of(other) != side and self.touches(figure, other)]

    def find_contacts(self) -> list[tuple[int, int]]:
        """The same, found anew by another way, for the laws: from west to east, only those close by are looked at."""
        found: list[tuple[int, int]] = []
        xs = self.figures.x
        ys = self.figures.y
        reach = 2.0 * self.radius + self.rules.contact_barrier + 2.0 * TOLERANCE
        standing: list[tuple[float, int]] = []
        for group in self.groups:
            if group.place == Where.ON_TABLE:
                for figure in self.members(group):
                    standing.append((xs[i64(figure)], figure))
        standing.sort()
        for first in range(len(standing)):
            x, one = standing[first]
            side = self.side_of(one)
            y = ys[i64(one)]
            for second in range(first + 1, len(standing)):
                at, other = standing[second]
                if at - x >= reach:
                    break
                if abs(ys[i64(other)] - y) < reach and self.side_of(other) != side and self.touches(one, other):
                    found.append((one, other) if one < other else (other, one))
        found.sort()
        return found

    def touches(self, one: int, other: int) -> bool:
        a: i64 = one
        b: i64 = other
        xs = self.figures.x
        ys = self.figures.y
        r = self.radius
        if touch(xs[a], ys[a], r, xs[b], ys[b], r, within=0.0):
            return True
        if self.lined[a] == 0 and self.lined[b] == 0:
            return False
        if not touch(xs[a], ys[a], r, xs[b], ys[b], r, self.rules.contact_barrier):
            return False
        return self.land.barrier_in_gap(xs[a], ys[a], xs[b], ys[b], r)

    def in_contact(self, group: Group) -> bool:
        for mine, theirs in self.contacts():
            if self.owner[i64(mine)] == group.id or self.owner[i64(theirs)] == group.id:
                return True
        return False

    def figure_in_contact(self, figure: int) -> bool:
        for mine, theirs in self.contacts():
            if mine == figure or theirs == figure:
                return True
        return False

    # ------------------------------------------------------------ changed by events only

    def put(self, figure: int, x: float, y: float, facing: float) -> None:
        """Stand a figure there, and read what the ground says of the place."""
        at: i64 = figure
        self.figures.put(at, x, y, facing)
        spot = self.land.spot(x, y, self.radius)
        self.hides[at] = spot.hides
        self.deep[at] = spot.deep
        self.level[at] = spot.level
        self.cover[at] = spot.cover
        self.enclosed[at] = 1 if spot.enclosed else 0
        self.lined[at] = 1 if spot.lined else 0
        self.near.put(figure, x, y, self.radius)
        self.stirred.append(figure)
        self.groups[self.owner[at]].shifts += 1

    def remove(self, figure: int, state: int) -> None:
        at: i64 = figure
        self.figures.state[at] = state
        self.bought[at] = 0
        self.near.remove(figure)
        self.stirred.append(figure)
        group = self.groups[self.owner[at]]
        group.present_known = False
        group.shifts += 1
        if not self.members(group):
            group.place = Where.GONE
            group.commander = NOBODY
            group.router = False


def new_store(groups: list[Group]) -> tuple[Figures, Squads]:
    """Figures for all groups, with their roles and classes: NCOs stand first."""
    roles: list[int] = []
    ranks: list[int] = []
    for group in groups:
        for index in range(group.start):
            role = group.card.role_of(index)
            roles.append(role)
            ranks.append(group.card.class_of(role))
    return new_figures(len(roles)), Squads(ints_of(roles), ints_of(ranks))


def near_of(land: Land, groups: list[Group]) -> Near:
    """Nobody on the table yet."""
    sides = [group.side for group in groups for _ in range(group.start)]
    return Near(Squares(land.ground.width, land.ground.depth, len(sides)), ints_of(sides))


def dress(battle: RiskBattle, group: Group) -> None:
    """A new group's figures: whose they are, and the petticoats down of those who wear them."""
    group.present_known = False
    for index in range(group.start):
        at: i64 = group.first + index
        battle.owner[at] = group.id
        if index >= group.start - group.card.petticoats:
            battle.petticoats[at] = Petticoats.DOWN
