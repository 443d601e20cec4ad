"""What can happen in a battle. Each event is complete, in the past tense, and changes the battle itself.

`unseen` names the seats that may not be told (fog, R28); empty where everybody may.
"""

from __future__ import annotations

from mypy_extensions import i64

from playsheet.core.arrays import Floats, Ints, floats, ints
from playsheet.core.events import Entry, Event
from playsheet.core.figures import FLED, Figures
from playsheet.rules.riskfactor.battle.land import with_ruling
from playsheet.rules.riskfactor.battle.state import RiskBattle, Squads, dress, near_of, new_store
from playsheet.rules.riskfactor.battle.units import NOBODY, Group
from playsheet.rules.riskfactor.sheet import StandingOrder
from playsheet.rules.riskfactor.terms import Gone, Phase, Result, Where

# ---------------------------------------------------------------- setting up


class FirstSideSet(Event[RiskBattle]):
    """Who moves first (R43); the other side deploys first (R59)."""

    def __init__(self, side: int, ruling: str) -> None:
        self.side = side
        self.ruling = ruling

    def apply(self, battle: RiskBattle) -> None:
        battle.first_side = self.side
        order = [1 - self.side, self.side]
        battle.to_deploy = [
            group.id
            for side in order
            for leaders in (False, True)
            for group in battle.groups
            if group.side == side and group.leader == leaders
        ]
        battle.to_deploy.sort(key=lambda id: battle.goals.entries[id].at is None)  # R68


class Deployed(Event[RiskBattle]):
    def __init__(self, group: int, xs: list[float], ys: list[float], facing: float, unseen: tuple[int, ...]) -> None:
        self.group = group
        self.xs = xs
        self.ys = ys
        self.facing = facing
        self.unseen = unseen

    def apply(self, battle: RiskBattle) -> None:
        group = battle.groups[self.group]
        for index in range(group.start):
            battle.put(group.first + index, self.xs[index], self.ys[index], self.facing)
        group.place = Where.ON_TABLE
        group.loaded = battle.rules.start_loaded
        if self.group in battle.to_deploy:
            group.order = battle.goals.orders[self.group]
            battle.to_deploy.remove(self.group)


class StayedAway(Event[RiskBattle]):
    """There was no room on the whole table: the group is lost to the game before it begins (R68)."""

    def __init__(self, group: int, ruling: str) -> None:
        self.group = group
        self.ruling = ruling

    def apply(self, battle: RiskBattle) -> None:
        for figure in battle.members(battle.groups[self.group]):
            battle.remove(figure, FLED)
        battle.to_deploy.remove(self.group)


class SideBegan(Event[RiskBattle]):
    """A side's turn begins: what its groups did in the last one is past."""

    def __init__(self, side: int, turn: int) -> None:
        self.side = side
        self.turn = turn

    def apply(self, battle: RiskBattle) -> None:
        battle.active = self.side
        battle.turn = self.turn
        battle.phase = Phase.VISIBILITY
        battle.queue = []
        for group in battle.groups:
            if group.charged and not battle.in_contact(group):
                group.charged = False
            group.in_melee_phase = False
            if group.side == self.side:
                group.fired = False
                group.fought = False
                group.declared = False
                group.commander = NOBODY
                group.with_group = NOBODY
                clear_members(battle, group)


class PhaseBegan(Event[RiskBattle]):
    """The next phase, and the groups that act in it, in order."""

    def __init__(self, phase: int, queue: list[int], unseen: tuple[int, ...] = ()) -> None:
        self.phase = phase
        self.queue = queue
        self.unseen = unseen

    def apply(self, battle: RiskBattle) -> None:
        battle.phase = self.phase
        battle.queue = self.queue[:]
        if self.phase == Phase.MELEES:
            for group in battle.groups:
                group.in_melee_phase = False


class Passed(Event[RiskBattle]):
    """A group has been dealt with in this phase."""

    def __init__(self, group: int, unseen: tuple[int, ...] = ()) -> None:
        self.group = group
        self.unseen = unseen

    def apply(self, battle: RiskBattle) -> None:
        if self.group in battle.queue:
            battle.queue.remove(self.group)


# ---------------------------------------------------------------- visibility and command


class VisibilitySet(Event[RiskBattle]):
    """A hidden group is seen within so many cm, for this whole side turn (R28)."""

    def __init__(self, group: int, cm: int) -> None:
        self.group = group
        self.cm = cm

    def apply(self, battle: RiskBattle) -> None:
        battle.groups[self.group].visibility = self.cm


class Declared(Event[RiskBattle]):
    """A PC says, before the command dice, whether he will load or fire this turn (R31)."""

    def __init__(self, leader: int, fires: bool, unseen: tuple[int, ...] = ()) -> None:
        self.leader = leader
        self.fires = fires
        self.unseen = unseen

    def apply(self, battle: RiskBattle) -> None:
        battle.groups[self.leader].declared = self.fires


class PointsThrown(Event[RiskBattle]):
    """Command points of a PC, an NCO or a musician, and what the PC has with them."""

    def __init__(
        self, leader: int, figure: int, points: int, left: int, ruling: str = "", unseen: tuple[int, ...] = ()
    ) -> None:
        self.leader = leader
        self.figure = figure
        self.points = points
        self.left = left
        self.ruling = ruling
        self.unseen = unseen


class LinkBought(Event[RiskBattle]):
    """An NCO or musician is commanded, and commands on behalf of the PC (R32, R33)."""

    def __init__(
        self, leader: int, figure: int, cost: int, left: int, fires: bool, ruling: str, unseen: tuple[int, ...] = ()
    ) -> None:
        self.leader = leader
        self.figure = figure
        self.cost = cost
        self.left = left
        self.fires = fires
        self.ruling = ruling
        self.unseen = unseen

    def apply(self, battle: RiskBattle) -> None:
        battle.bought[i64(self.figure)] = 2 if self.fires else 1
        group = battle.group_of(self.figure)
        if group.leader:
            group.commander = self.leader


class GroupCommanded(Event[RiskBattle]):
    """All of its members are paid for and in command distance: the group is commanded this turn (R34)."""

    def __init__(
        self, leader: int, group: int, cost: int, left: int, ruling: str, unseen: tuple[int, ...] = ()
    ) -> None:
        self.leader = leader
        self.group = group
        self.cost = cost
        self.left = left
        self.ruling = ruling
        self.unseen = unseen

    def apply(self, battle: RiskBattle) -> None:
        battle.groups[self.group].commander = self.leader


class PointsLost(Event[RiskBattle]):
    """What a PC does not spend is lost."""

    def __init__(self, leader: int, points: int, unseen: tuple[int, ...] = ()) -> None:
        self.leader = leader
        self.points = points
        self.unseen = unseen


# ---------------------------------------------------------------- action dice and orders


class PlatoonRolled(Event[RiskBattle]):
    """A formed platoon threw one die: together, or, as that was not in italics, then each squad for itself (R14)."""

    def __init__(self, groups: list[int], together: bool, unseen: tuple[int, ...]) -> None:
        self.groups = groups
        self.together = together
        self.ruling = "R14"
        self.unseen = unseen


class ActionSet(Event[RiskBattle]):
    """What the Actions Table tells a group: its Risk Factor, the die, the result, and whether it must obey."""

    def __init__(
        self,
        group: int,
        risk: int,
        account: list[Entry],
        die: int,
        result: int,
        italic: bool,
        charge: bool,
        obeys: bool,
        with_group: int,
        ruling: str,
        unseen: tuple[int, ...],
    ) -> None:
        self.group = group
        self.risk = risk
        self.account = account
        self.die = die
        self.result = result
        self.italic = italic
        self.charge = charge
        self.obeys = obeys
        self.with_group = with_group  # a leader shares the result of that group (R13), or -1
        self.ruling = ruling
        self.unseen = unseen

    def apply(self, battle: RiskBattle) -> None:
        group = battle.groups[self.group]
        last = group.action
        group.fled_before = group.melee_retreat or last in (Result.RUN, Result.WITHDRAW)
        group.last_action = last
        group.action = self.result
        group.offered = self.charge
        group.obeys = self.obeys
        group.plain = not self.italic
        group.with_group = self.with_group
        group.melee_retreat = False
        group.risk_add = 0
        group.die_add = 0
        if self.result != Result.RUN:
            group.router = False  # no rally roll: any other result stops a router (4.8)
        if not self.obeys:
            group.action = -1  # its player's own orders are nobody's "last action"


class OrderSet(Event[RiskBattle]):
    """A standing order: what the sheet calls current actions (R56)."""

    def __init__(
        self, group: int, kind: int, x: float, y: float, to_point: bool, ruling: str, unseen: tuple[int, ...]
    ) -> None:
        self.group = group
        self.kind = kind
        self.x = x
        self.y = y
        self.to_point = to_point
        self.ruling = ruling
        self.unseen = unseen

    def apply(self, battle: RiskBattle) -> None:
        battle.groups[self.group].order = StandingOrder(self.kind, x=self.x, y=self.y, to_point=self.to_point)


# ---------------------------------------------------------------- moving


class Moved(Event[RiskBattle]):
    """Figures of a group moved: where each stands now, and how much of his allowance it took (`went`)."""

    def __init__(
        self,
        group: int,
        how: str,
        figures: list[int],
        xs: list[float],
        ys: list[float],
        facing: float,
        went: list[int],
        ruling: str,
        unseen: tuple[int, ...],
    ) -> None:
        self.group = group
        self.how = how
        self.figures = figures
        self.xs = xs
        self.ys = ys
        self.facing = facing
        self.went = went
        self.ruling = ruling
        self.unseen = unseen

    def apply(self, battle: RiskBattle) -> None:
        for index in range(len(self.figures)):
            figure = self.figures[index]
            battle.put(figure, self.xs[index], self.ys[index], self.facing)
            at: i64 = figure
            if self.went[index] > battle.went[at]:
                battle.went[at] = self.went[index]


class OutOfSight(Event[RiskBattle]):
    """With fog: figures whom the other side saw have gone where it does not see them. Their own side knows better."""

    def __init__(self, group: int, figures: list[int], unseen: tuple[int, ...]) -> None:
        self.group = group
        self.figures = figures
        self.ruling = "R64"
        self.unseen = unseen


class Faced(Event[RiskBattle]):
    """A group, and the leaders with it, turned on the spot."""

    def __init__(self, group: int, figures: list[int], facing: float, unseen: tuple[int, ...]) -> None:
        self.group = group
        self.figures = figures
        self.facing = facing
        self.ruling = "R56"
        self.unseen = unseen

    def apply(self, battle: RiskBattle) -> None:
        for figure in self.figures:
            battle.figures.facing[i64(figure)] = self.facing


class Advanced(Event[RiskBattle]):
    """Whether the group's move brought it nearer the nearest enemy in sight (R4)."""

    def __init__(self, group: int, advancing: bool, unseen: tuple[int, ...]) -> None:
        self.group = group
        self.advancing = advancing
        self.unseen = unseen

    def apply(self, battle: RiskBattle) -> None:
        battle.groups[self.group].advancing = self.advancing


class WentOff(Event[RiskBattle]):
    """Figures that ran, withdrew or retreated over the table's edge are lost to the game (R47)."""

    def __init__(self, group: int, figures: list[int], unseen: tuple[int, ...]) -> None:
        self.group = group
        self.figures = figures
        self.ruling = "R47"
        self.unseen = unseen

    def apply(self, battle: RiskBattle) -> None:
        for figure in self.figures:
            battle.remove(figure, FLED)


class Ran(Event[RiskBattle]):
    """The group runs and is a router until it rolls anything else (4.8)."""

    def __init__(self, group: int, unseen: tuple[int, ...]) -> None:
        self.group = group
        self.unseen = unseen

    def apply(self, battle: RiskBattle) -> None:
        battle.groups[self.group].router = True


class Charged(Event[RiskBattle]):
    """A charge was declared on an enemy group; the move itself is told by Moved."""

    def __init__(self, group: int, target: int, ruling: str) -> None:
        self.group = group
        self.target = target
        self.ruling = ruling

    def apply(self, battle: RiskBattle) -> None:
        battle.groups[self.group].charged = True


class Hitched(Event[RiskBattle]):
    """Petticoats hitched up, or let down again (R30)."""

    def __init__(self, group: int, state: int, unseen: tuple[int, ...] = ()) -> None:
        self.group = group
        self.state = state
        self.ruling = "R30"
        self.unseen = unseen

    def apply(self, battle: RiskBattle) -> None:
        for figure in battle.members(battle.groups[self.group]):
            if battle.petticoats[i64(figure)] != 0:
                battle.petticoats[i64(figure)] = self.state


class GroupJoined(Event[RiskBattle]):
    """The last one or two of a group joined another (R53)."""

    def __init__(self, group: int, host: int, unseen: tuple[int, ...] = ()) -> None:
        self.group = group
        self.host = host
        self.ruling = "R53"
        self.unseen = unseen

    def apply(self, battle: RiskBattle) -> None:
        group = battle.groups[self.group]
        host = battle.groups[self.host]
        coming = battle.members(group)
        hurt = battle.hurt(group)
        wounded = 0
        for figure in coming:
            if battle.wounds[i64(figure)] > 0:
                wounded += 1
            battle.owner[i64(figure)] = self.host
        host.joined = [*host.joined, *coming]
        host.present_known = False
        group.present_known = False
        host.shifts += 1
        group.shifts += 1
        host.strength += group.strength
        host.hurt_before += hurt - wounded
        group.place = Where.JOINED
        group.commander = NOBODY
        if self.group in battle.queue:
            battle.queue.remove(self.group)


# ---------------------------------------------------------------- turns and the end


class SideEnded(Event[RiskBattle]):
    """Nobody is commanded any more."""

    def __init__(self, side: int) -> None:
        self.side = side

    def apply(self, battle: RiskBattle) -> None:
        for group in battle.groups:
            if group.side == self.side:
                group.commander = NOBODY
                group.declared = False
                for figure in battle.members(group):
                    battle.bought[i64(figure)] = 0


# ---------------------------------------------------------------- a game master's word


class RiskRuled(Event[RiskBattle]):
    """A game master adds to a group's next Risk Factor, or to its next action die (R2)."""

    def __init__(self, group: int, risk: int, die: int, unseen: tuple[int, ...] = ()) -> None:
        self.group = group
        self.risk = risk
        self.die = die
        self.ruling = "R2"
        self.unseen = unseen

    def apply(self, battle: RiskBattle) -> None:
        group = battle.groups[self.group]
        group.risk_add += self.risk
        group.die_add += self.die


class GroundRuled(Event[RiskBattle]):
    """A game master rules on a piece's cover class and on whether it is enclosed."""

    def __init__(self, piece: int, cover: int, enclosed: bool) -> None:
        self.piece = piece
        self.cover = cover
        self.enclosed = enclosed

    def apply(self, battle: RiskBattle) -> None:
        battle.land = with_ruling(battle.land, self.piece, self.cover, self.enclosed)
        for group in battle.groups:
            if group.place == Where.ON_TABLE:
                for figure in battle.members(group):
                    at: i64 = figure
                    battle.put(figure, battle.figures.x[at], battle.figures.y[at], battle.figures.facing[at])


class GroupAdded(Event[RiskBattle]):
    """A game master brings a new group on; where, Deployed says."""

    def __init__(self, card: str, name: str, side: int, seat: int) -> None:
        self.card = card
        self.name = name
        self.side = side
        self.seat = seat

    def apply(self, battle: RiskBattle) -> None:
        first = len(battle.figures.x)
        group = Group(len(battle.groups), battle.cards[self.card], self.name, self.side, self.seat, -1, first)
        grow(battle, group)
        battle.groups.append(group)
        dress(battle, group)


# ---------------------------------------------------------------- shared by several events


def clear_members(battle: RiskBattle, group: Group) -> None:
    for figure in battle.members(group):
        at: i64 = figure
        battle.went[at] = Gone.STOOD
        battle.bought[at] = 0


def grow(battle: RiskBattle, group: Group) -> None:
    """Room in the store for one more group's figures."""
    more, squads = new_store([group])
    old = battle.figures
    battle.figures = Figures(
        joined_floats(old.x, more.x),
        joined_floats(old.y, more.y),
        joined_floats(old.facing, more.facing),
        joined_ints(old.state, more.state),
    )
    battle.squads = Squads(joined_ints(battle.squads.role, squads.role), joined_ints(battle.squads.rank, squads.rank))
    none = ints(group.start)
    battle.owner = joined_ints(battle.owner, none)
    battle.wounds = joined_ints(battle.wounds, none)
    battle.grazes = joined_ints(battle.grazes, none)
    battle.went = joined_ints(battle.went, none)
    battle.bought = joined_ints(battle.bought, none)
    battle.petticoats = joined_ints(battle.petticoats, none)
    battle.hides = joined_ints(battle.hides, none)
    battle.deep = joined_floats(battle.deep, floats(group.start))
    battle.level = joined_ints(battle.level, none)
    battle.cover = joined_ints(battle.cover, none)
    battle.enclosed = joined_ints(battle.enclosed, none)
    battle.lined = joined_ints(battle.lined, none)
    near = near_of(battle.land, [*battle.groups, group])
    for index in range(len(old.x)):
        if not battle.near.absent(index):
            near.put(index, old.x[i64(index)], old.y[i64(index)], battle.radius)
    battle.near = near


def joined_floats(one: Floats, other: Floats) -> Floats:
    n = len(one)
    both = floats(n + len(other))
    for index in range(n):
        both[i64(index)] = one[i64(index)]
    for index in range(len(other)):
        both[i64(n + index)] = other[i64(index)]
    return both


def joined_ints(one: Ints, other: Ints) -> Ints:
    n = len(one)
    both = ints(n + len(other))
    for index in range(n):
        both[i64(index)] = one[i64(index)]
    for index in range(len(other)):
        both[i64(n + index)] = other[i64(index)]
    return both
