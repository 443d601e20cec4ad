"""What happens when it comes to blows: fire, wounds, melee."""

from __future__ import annotations

from mypy_extensions import i64

from playsheet.core.events import Event
from playsheet.core.figures import LOST
from playsheet.rules.riskfactor.battle.state import RiskBattle
from playsheet.rules.riskfactor.sheet import StandingOrder
from playsheet.rules.riskfactor.terms import OrderKind


class Fired(Event[RiskBattle]):
    """A group, or a leader, shot at a group; `figure` is the man a PC picked, else -1."""

    def __init__(
        self,
        group: int,
        target: int,
        figure: int,
        weapon: str,
        cm: float,
        band: int,
        cover: int,
        shots: int,
        hits: int,
        commanded: bool,
        ruling: str,
    ) -> None:
        self.group = group
        self.target = target
        self.figure = figure
        self.weapon = weapon
        self.cm = cm
        self.band = band
        self.cover = cover
        self.shots = shots
        self.hits = hits
        self.commanded = commanded
        self.ruling = ruling

    def apply(self, battle: RiskBattle) -> None:
        group = battle.groups[self.group]
        group.fired = True
        load = group.card.load
        if load is not None and load.loads:
            group.loaded = False


class Hurt(Event[RiskBattle]):
    """A figure was hit: what the damage die said (`result`), and what it has left of him (R25)."""

    def __init__(self, figure: int, result: int, wounds: int, grazes: int, killed: bool, how: str, ruling: str) -> None:
        self.figure = figure
        self.result = result
        self.wounds = wounds
        self.grazes = grazes
        self.killed = killed
        self.how = how
        self.ruling = ruling

    def apply(self, battle: RiskBattle) -> None:
        battle.wounds[i64(self.figure)] = self.wounds
        battle.grazes[i64(self.figure)] = self.grazes
        if self.killed:
            battle.remove(self.figure, LOST)


class Fought(Event[RiskBattle]):
    """A pair fought: `winner` is a figure or -1; `damage` what the winner's die said, or -1."""

    def __init__(self, mine: int, theirs: int, winner: int, damage: int, ruling: str) -> None:
        self.mine = mine
        self.theirs = theirs
        self.winner = winner
        self.damage = damage
        self.ruling = ruling

    def apply(self, battle: RiskBattle) -> None:
        battle.group_of(self.mine).fought = True
        battle.group_of(self.theirs).fought = True


class MeleeEnded(Event[RiskBattle]):
    """All pairs of one melee were fought: who was in it, what each side suffered, who retreats (-1: nobody)."""

    def __init__(self, groups: list[int], suffered: list[int], loser: int, ruling: str) -> None:
        self.groups = groups
        self.suffered = suffered
        self.loser = loser
        self.ruling = ruling

    def apply(self, battle: RiskBattle) -> None:
        for id in self.groups:
            battle.groups[id].in_melee_phase = True
            if id in battle.queue:
                battle.queue.remove(id)


class Retreated(Event[RiskBattle]):
    """A group that lost a melee falls back a full move; its next action roll knows it (R9)."""

    def __init__(self, group: int, ruling: str) -> None:
        self.group = group
        self.ruling = ruling

    def apply(self, battle: RiskBattle) -> None:
        group = battle.groups[self.group]
        group.melee_retreat = True
        group.order = StandingOrder(OrderKind.HOLD, x=0.0, y=0.0, to_point=False)
        group.advancing = False


class BrokeOff(Event[RiskBattle]):
    """A group leaves a melee, under the blows of those it turns its back on (R41)."""

    def __init__(self, group: int) -> None:
        self.group = group
        self.ruling = "R41"


class Loaded(Event[RiskBattle]):
    """A whole turn without moving, firing or fighting loads a muzzle loader (R20)."""

    def __init__(self, group: int, unseen: tuple[int, ...]) -> None:
        self.group = group
        self.ruling = "R20"
        self.unseen = unseen

    def apply(self, battle: RiskBattle) -> None:
        battle.groups[self.group].loaded = True
