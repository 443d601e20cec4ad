"""What may be chosen in command, in normal moves and when generals move: the options by name."""

from __future__ import annotations

from typing import Final

from playsheet.core.asking import Option, Region, Word
from playsheet.core.events import Battle
from playsheet.core.geometry import Rect
from playsheet.core.words import the, upper
from playsheet.rules.gettysburg.battle.state import GettysburgBattle
from playsheet.rules.gettysburg.options.fight_choices import OfUnit
from playsheet.rules.gettysburg.options.regions import FacingRegion, InchesRegion, MarchRegion, PlaceRegion, SlideRegion
from playsheet.rules.gettysburg.terms import DIVISION_ORDERS, FORMATIONS, ORDERS, WINGS


def of(battle: Battle) -> GettysburgBattle:
    assert isinstance(battle, GettysburgBattle)
    return battle


# ---------------------------------------------------------------- forced moves


class TowardCover(Option):
    """A recoil toward cover (4.9.1)."""

    def __init__(self, plot: int, ux: float, uy: float) -> None:
        self.plot: Final = plot
        self.ux: Final = ux
        self.uy: Final = uy

    def key(self) -> str:
        return f"cover:{self.plot}"

    def label(self, battle: Battle) -> str:
        return f"Toward {the(of(battle).land.plots[self.plot].name)}"


# ---------------------------------------------------------------- command


class ChangeDivision(Option):
    """The C-in-C tries to give a division another order."""

    def __init__(self, order: int) -> None:
        self.order: Final = order

    def key(self) -> str:
        return f"order:{DIVISION_ORDERS[self.order]}"

    def label(self, battle: Battle) -> str:
        return f"Try to change to {DIVISION_ORDERS[self.order]}"


class ChangeOrder(Option):
    """A brigade's new order, sent by the divisional general or on the brigadier's own initiative."""

    def __init__(self, order: int, *, own: bool) -> None:
        self.own: Final = own
        self.order: Final = order

    def key(self) -> str:
        return f"{'own' if self.own else 'sent'}:{ORDERS[self.order]}"

    def label(self, battle: Battle) -> str:
        how = "On the brigadier's own initiative" if self.own else "Sent by the divisional general"
        return f"{how}: {ORDERS[self.order]}"


class SupportOf(Option):
    """Which brigade is supported, and where."""

    def __init__(self, brigade: int, wing: int) -> None:
        self.brigade: Final = brigade
        self.wing: Final = wing

    def key(self) -> str:
        return f"support:{self.brigade}:{WINGS[self.wing]}"

    def label(self, battle: Battle) -> str:
        where = "in the rear" if WINGS[self.wing] == "rear" else f"on the {WINGS[self.wing]}"
        return f"{upper(where)} of {the(of(battle).brigades[self.brigade].name)}"


class TakeBrigade(Option):
    """Which brigade has its go next (switch `alternate`); `unit` stands for it."""

    def __init__(self, brigade: int, unit: int) -> None:
        self.brigade: Final = brigade
        self.unit: Final = unit

    def key(self) -> str:
        return f"brigade:{self.brigade}"

    def label(self, battle: Battle) -> str:
        return upper(the(of(battle).brigades[self.brigade].name))

    def about(self) -> tuple[int, list[int]]:
        return self.unit, []


# ---------------------------------------------------------------- generals


class TakeGeneral(Option):
    """A general who moves now; `place`: where he stands in the roster."""

    def __init__(self, general: int, place: int) -> None:
        self.general: Final = general
        self.place: Final = place

    def key(self) -> str:
        return f"general:{self.general}"

    def label(self, battle: Battle) -> str:
        return f"Move {the(of(battle).generals[self.general].name)}"

    def about(self) -> tuple[int, list[int]]:
        return self.place, []


class AttachTo(OfUnit):
    """The general goes to a unit and stays with it."""

    def __init__(self, unit: int) -> None:
        super().__init__("attach", unit, "Attach to {}")


# ---------------------------------------------------------------- normal moves


class TakeUnit(OfUnit):
    """The unit that makes its normal move now."""

    def __init__(self, unit: int) -> None:
        super().__init__("unit", unit)


class Act(Word):
    """One of the things that a unit may do in its normal move."""


class MarchAct(Act):
    """A march, with the region that has been looked at already."""

    def __init__(self, region: MarchRegion, prolonged: bool) -> None:
        super().__init__("march", "Prolong" if prolonged else "March")
        self.region: Final = region

    def asks_next(self) -> Region | None:
        return self.region


class FormAct(Act):
    """Another formation; the places where its front could stand."""

    def __init__(self, formation: int, how: str, halves: int, region: SlideRegion) -> None:
        super().__init__(f"{how}:{FORMATIONS[formation]}", f"{how.capitalize()}: {FORMATIONS[formation]}")
        self.formation: Final = formation
        self.how: Final = how
        self.halves: Final = halves
        self.region: Final = region


class FaceAct(Act):
    """Another facing about the centre: a turn, unlimbering, reforming."""

    def __init__(self, key: str, said: str, formation: int, halves: int, region: FacingRegion) -> None:
        super().__init__(key, said)
        self.formation: Final = formation
        self.halves: Final = halves
        self.region: Final = region


class StepBackAct(Act):
    def __init__(self, region: InchesRegion) -> None:
        super().__init__("step_back", "Step back")
        self.region: Final = region


class OccupyAct(Act):
    def __init__(self, plot: int, name: str, there: Rect) -> None:
        super().__init__(f"occupy:{plot}", f"Occupy {the(name)}")
        self.plot: Final = plot
        self.there: Final = there


class PlaceAct(Act):
    """Something that wants a place: leaving a BUA, sending out skirmishers."""

    def __init__(self, key: str, said: str, figures: int, halves: int, region: PlaceRegion) -> None:
        super().__init__(key, said)
        self.figures: Final = figures
        self.halves: Final = halves
        self.region: Final = region


DONE: Final = Act("done", "Done")
STAND: Final = Act("stand", "Stand")
GET_UP: Final = Act("get_up", "Get up")
RECALL: Final = Act("recall", "Recall skirmishers")
LEAVE: Final = Act("leave", "Leave the works")
PACKS: Final = Act("down_packs", "Down packs: 4 inches more")
