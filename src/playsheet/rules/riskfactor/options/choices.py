"""What may be chosen: the one place that says which choices are legal.

A predicate `bar_to_...` says in a word why something may not be done, and is empty if it may. What is offered is listed
by these words; what is not, with its reason in a sentence, in why_not.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.asking import Option, Word
from playsheet.core.events import Battle
from playsheet.core.geometry import TOLERANCE
from playsheet.core.words import upper
from playsheet.rules.riskfactor.battle.state import RiskBattle
from playsheet.rules.riskfactor.battle.units import Group
from playsheet.rules.riskfactor.battle.words import figure_name
from playsheet.rules.riskfactor.ground.leading import group_gap
from playsheet.rules.riskfactor.ground.sight import Watch
from playsheet.rules.riskfactor.options.charge import FAR_OFF, charge_targets
from playsheet.rules.riskfactor.terms import Petticoats, Where
from playsheet.tabletop.options import OfFigure, OfUnit


def named(battle: Battle, id: int) -> str:
    assert isinstance(battle, RiskBattle)
    return battle.groups[id].name


def figure_named(battle: Battle, figure: int) -> str:
    """A figure in words: `the sergeant of the Regular Squad`, or a leader's name."""
    assert isinstance(battle, RiskBattle)
    return figure_name(battle, figure)


def points(cost: int) -> str:
    return f"{cost} {'point' if cost == 1 else 'points'}"


# Why not, in a word (more of them stand where they are found).
TOO_DEAR: Final = "too dear"
TOO_MANY: Final = "too many"
NO_HOST: Final = "no host"
DONE: Final = Word("done", "That is all")
STAY: Final = Word("stay", "Stay where it is")
MARCH: Final = Word("march", "Move")
BREAK_OFF: Final = Word("break_off", "Break off from the melee")
HITCH: Final = Word("hitch", "Hitch the petticoats up")
LET_DOWN: Final = Word("let_down", "Let the petticoats down")
HOLD_FIRE: Final = Word("hold_fire", "Do not shoot")
NO_CHARGE: Final = Word("no", "Do not charge")
WILL_FIRE: Final = Word("will_fire", "Load or fire this turn: one command die less")
WILL_NOT_FIRE: Final = Word("will_not_fire", "Neither load nor fire this turn")
KEEP_ORDER: Final = Word("keep", "Keep the standing order")
ORDER_HOLD: Final = Word("order_hold", "Hold")
ORDER_ADVANCE: Final = Word("order_advance", "Advance on the nearest enemy")
ORDER_ADVANCE_TO: Final = Word("order_advance_to", "Advance to a place")
ORDER_WITHDRAW_TO: Final = Word("order_withdraw_to", "Withdraw to a place")
STANDING_ORDERS: Final[list[Option]] = [
    KEEP_ORDER,
    ORDER_HOLD,
    ORDER_ADVANCE,
    ORDER_ADVANCE_TO,
    ORDER_WITHDRAW_TO,
]


class BuyLink(Option):
    """Command an NCO or a musician, who then commands on behalf of the officer."""

    def __init__(self, figure: int, cost: int, *, fires: bool) -> None:
        self.figure: Final = figure
        self.cost: Final = cost
        self.fires: Final = fires

    def key(self) -> str:
        return f"link:{self.figure}:fires" if self.fires else f"link:{self.figure}"

    def label(self, battle: Battle) -> str:
        fires = ", who will load or fire" if self.fires else ""
        return f"Command {figure_named(battle, self.figure)}{fires}: {points(self.cost)}"

    def about(self) -> tuple[int, list[int]]:
        return -1, [self.figure]


class BuyGroup(Option):
    """Command a whole group."""

    def __init__(self, group: int, cost: int) -> None:
        self.group: Final = group
        self.cost: Final = cost

    def key(self) -> str:
        return f"group:{self.group}"

    def label(self, battle: Battle) -> str:
        return f"Command {named(battle, self.group)}: {points(self.cost)}"

    def about(self) -> tuple[int, list[int]]:
        return self.group, []


class BuyPlatoon(Option):
    """Command all the groups of a platoon that are not commanded yet."""

    def __init__(self, platoon: int, groups: list[int], cost: int) -> None:
        self.platoon: Final = platoon
        self.groups: Final = groups
        self.cost: Final = cost

    def key(self) -> str:
        return f"platoon:{self.platoon}"

    def label(self, battle: Battle) -> str:
        return f"Command the platoon ({', '.join([named(battle, id) for id in self.groups])}): {points(self.cost)}"


class OfGroup(OfUnit):
    """Something about one group, or a leader alone."""

    def named(self, battle: Battle) -> str:
        return named(battle, self.unit)


class Next(OfGroup):
    """Which group acts next."""

    def __init__(self, group: int) -> None:
        super().__init__("next", group)


class Charge(OfGroup):
    """Charge an enemy group."""

    def __init__(self, target: int) -> None:
        super().__init__("charge", target, "Charge {}")
        self.target: Final = target


class Join(OfGroup):
    """The last one or two of a group join another."""

    def __init__(self, host: int) -> None:
        super().__init__("join", host, "Join {}")


class ShootGroup(OfGroup):
    """Shoot at an enemy group."""

    def __init__(self, target: int) -> None:
        super().__init__("shoot", target, "Shoot at {}")
        self.target: Final = target


class ShootFigure(OfFigure):
    """A PC shoots at the man he likes."""

    def __init__(self, figure: int) -> None:
        super().__init__("shoot_figure", figure, "Shoot at {}")

    def named(self, battle: Battle) -> str:
        return figure_named(battle, self.figure)


class Against(Option):
    """Which touched enemy a figure fights, or strikes at as he leaves."""

    def __init__(self, mine: int, theirs: int) -> None:
        self.mine: Final = mine
        self.theirs: Final = theirs

    def key(self) -> str:
        return f"against:{self.mine}:{self.theirs}"

    def label(self, battle: Battle) -> str:
        return f"{upper(figure_named(battle, self.mine))} against {figure_named(battle, self.theirs)}"

    def about(self) -> tuple[int, list[int]]:
        return -1, [self.mine, self.theirs]


# ---------------------------------------------------------------- what a free group may do


def free_actions(battle: RiskBattle, group: Group, seen: Watch) -> list[Option]:
    """A commanded group with nothing to obey, or a PC."""
    found: list[Option] = [STAY]
    if battle.in_contact(group):
        found.append(BREAK_OFF)
        return found
    found.append(MARCH)
    members = battle.members(group)
    for target in charge_targets(battle, group, members, seen):
        found.append(Charge(target))
    worn = [battle.petticoats[i64(figure)] for figure in members]
    if Petticoats.DOWN in worn:
        found.append(HITCH)
    elif Petticoats.HITCHED in worn:
        found.append(LET_DOWN)
    for host in hosts_to_join(battle, group, members):
        found.append(Join(host))
    return found


def hosts_to_join(battle: RiskBattle, group: Group, members: list[int]) -> list[int]:
    """Groups of the same card within 5 cm, for the last one or two of a commanded group (R53)."""
    if bar_to_joining(group, members):
        return []
    return [host.id for host in battle.groups if not bar_to_host(battle, group, members, host)]


def bar_to_joining(group: Group, members: list[int]) -> str:
    """Only the last one or two join others, and no leader does (R53)."""
    return TOO_MANY if group.leader or len(members) > 2 else ""


def bar_to_host(battle: RiskBattle, group: Group, members: list[int], host: Group) -> str:
    """A group of the same card, within 5 cm (R53)."""
    if host.side != group.side or host.place != Where.ON_TABLE or host is group or host.card.id != group.card.id:
        return NO_HOST
    return FAR_OFF if group_gap(battle, members, battle.members(host)) > battle.rules.joining + TOLERANCE else ""
