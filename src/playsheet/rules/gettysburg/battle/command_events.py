"""What happens to orders and generals."""

from __future__ import annotations

from playsheet.core.events import Event
from playsheet.rules.gettysburg.battle.state import GettysburgBattle
from playsheet.rules.gettysburg.battle.units import NOBODY
from playsheet.rules.gettysburg.terms import Quality, Where

# ---------------------------------------------------------------- orders


class DivisionTried(Event[GettysburgBattle]):
    """The C-in-C tried to change a division's order; what he wanted is nobody else's business (R17)."""

    def __init__(self, division: int, passed: bool) -> None:
        self.division = division
        self.passed = passed

    def apply(self, battle: GettysburgBattle) -> None:
        division = battle.divisions[self.division]
        division.tried = True
        if self.passed:
            division.shown = False


class DivisionOrdered(Event[GettysburgBattle]):
    def __init__(self, division: int, order: int, unseen: tuple[int, ...]) -> None:
        self.division = division
        self.order = order
        self.unseen = unseen

    def apply(self, battle: GettysburgBattle) -> None:
        battle.divisions[self.division].order = self.order


class OrderTried(Event[GettysburgBattle]):
    """A try to change a brigade's order, `how`: sent or own-initiative. Dice and success are public (R17)."""

    def __init__(self, brigade: int, how: str, passed: bool) -> None:
        self.brigade = brigade
        self.how = how
        self.passed = passed

    def apply(self, battle: GettysburgBattle) -> None:
        brigade = battle.brigades[self.brigade]
        brigade.tried = True
        if self.passed:
            brigade.shown = False


class OrderChanged(Event[GettysburgBattle]):
    """The brigade has another order now; it lies face down unless `shown` (R17). `area`: the places of Hold (R23)."""

    def __init__(
        self,
        brigade: int,
        order: int,
        target: int,
        wing: int,
        area: list[tuple[float, float]],
        shown: bool,
        why: str,
        ruling: str,
        unseen: tuple[int, ...],
    ) -> None:
        self.brigade = brigade
        self.order = order
        self.target = target
        self.wing = wing
        self.area = area
        self.shown = shown
        self.why = why
        self.ruling = ruling
        self.unseen = unseen

    def apply(self, battle: GettysburgBattle) -> None:
        brigade = battle.brigades[self.brigade]
        brigade.order = self.order
        brigade.target = self.target
        brigade.wing = self.wing
        brigade.area = self.area
        brigade.shown = self.shown


class OrderShown(Event[GettysburgBattle]):
    """The chip is turned face up: now everybody knows."""

    def __init__(self, brigade: int, order: int, target: int, wing: int, why: str, ruling: str) -> None:
        self.brigade = brigade
        self.order = order
        self.target = target
        self.wing = wing
        self.why = why
        self.ruling = ruling

    def apply(self, battle: GettysburgBattle) -> None:
        brigade = battle.brigades[self.brigade]
        brigade.order = self.order
        brigade.target = self.target
        brigade.wing = self.wing
        brigade.shown = True


# ---------------------------------------------------------------- generals


class GeneralMoved(Event[GettysburgBattle]):
    """His one move of the turn (R32); `unit`: he attaches himself to it, or -1: he stands alone."""

    def __init__(self, general: int, x: float, y: float, unit: int) -> None:
        self.general = general
        self.x = x
        self.y = y
        self.unit = unit

    def apply(self, battle: GettysburgBattle) -> None:
        general = battle.generals[self.general]
        general.moved = True
        general.attached_to = self.unit
        if self.unit >= 0:
            battle.carry(general, battle.units[self.unit])
        else:
            general.x = self.x
            general.y = self.y


class GeneralLost(Event[GettysburgBattle]):
    """Wounded (`returns_on_turn`), or with 0 gone for good: disgraced, shot, captured. The command passes (R93)."""

    def __init__(self, general: int, why: str, returns_on_turn: int, ruling: str) -> None:
        self.general = general
        self.why = why
        self.returns_on_turn = returns_on_turn
        self.ruling = ruling

    def apply(self, battle: GettysburgBattle) -> None:
        general = battle.generals[self.general]
        general.in_play = False
        general.attached_to = NOBODY
        general.returns_on_turn = self.returns_on_turn
        if not self.returns_on_turn:
            general.lost_on_turn = battle.turn
            general.place = Where.GONE


class GeneralReturned(Event[GettysburgBattle]):
    """Back in play, in contact with a unit of his command, or at the middle of his baseline (R94, R123)."""

    def __init__(self, general: int, x: float, y: float, unit: int, ruling: str) -> None:
        self.general = general
        self.x = x
        self.y = y
        self.unit = unit
        self.ruling = ruling

    def apply(self, battle: GettysburgBattle) -> None:
        general = battle.generals[self.general]
        general.in_play = True
        general.place = Where.ON_TABLE
        general.returns_on_turn = 0
        general.attached_to = self.unit
        general.x = self.x
        general.y = self.y
        if self.unit >= 0:
            battle.carry(general, battle.units[self.unit])


class GeneralReplaced(Event[GettysburgBattle]):
    """A colonel of normal quality takes over (R93)."""

    def __init__(self, general: int, name: str, x: float, y: float, unit: int) -> None:
        self.general = general
        self.name = name
        self.x = x
        self.y = y
        self.unit = unit

    def apply(self, battle: GettysburgBattle) -> None:
        general = battle.generals[self.general]
        general.name = self.name
        general.quality = Quality.NORMAL
        general.in_play = True
        general.place = Where.ON_TABLE
        general.lost_on_turn = 0
        general.attached_to = self.unit
        general.x = self.x
        general.y = self.y
        if self.unit >= 0:
            battle.carry(general, battle.units[self.unit])


class GeneralDroveOff(Event[GettysburgBattle]):
    """A lone general whom an enemy reached went to his own people (R105)."""

    def __init__(self, general: int, unit: int, ruling: str) -> None:
        self.general = general
        self.unit = unit
        self.ruling = ruling

    def apply(self, battle: GettysburgBattle) -> None:
        general = battle.generals[self.general]
        general.attached_to = self.unit
        battle.carry(general, battle.units[self.unit])
