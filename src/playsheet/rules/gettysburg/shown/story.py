"""A whole step in words: the sentences of narration.py, joined where they belong together, with the dice that fell."""

from __future__ import annotations

from typing import Final

from playsheet.core.events import Event
from playsheet.core.telling import Storyteller, Told
from playsheet.core.words import listed, number, upper
from playsheet.rules.gettysburg.battle.events import Deployed, GeneralDeployed
from playsheet.rules.gettysburg.battle.fight_events import Fired, MeleeFought, MoraleTested, Rallied, Reacted, SweptAway
from playsheet.rules.gettysburg.battle.move_events import (
    AmmoChanged,
    FiguresLost,
    FirstFlight,
    Moved,
    Pose,
    StateChanged,
    Unformed,
)
from playsheet.rules.gettysburg.battle.state import GettysburgBattle
from playsheet.rules.gettysburg.battle.words import men_of, name_of, short_of
from playsheet.rules.gettysburg.shown.headings import place_of
from playsheet.rules.gettysburg.shown.narration import narrate, went
from playsheet.rules.gettysburg.shown.narration_fight import fired, melee
from playsheet.rules.gettysburg.table.charge.contact import CHARGED, TO_CHARGE_TEST
from playsheet.rules.gettysburg.terms import LossCause, MoveKind, UnformedBy

# States whose cause has been told already: the test, or the melee.
TOLD_BEFORE: Final = (LossCause.TEST, TO_CHARGE_TEST, CHARGED, LossCause.IN_MELEE)
FLIGHTS: Final = (MoveKind.RETREATS, MoveKind.ROUTS)

# Moves that are told by what came of them.
SEEN: Final = (MoveKind.CHARGES_ON, MoveKind.FOLLOWS_UP)


class GettysburgTeller(Storyteller[GettysburgBattle]):
    """Joins what belongs together: a volley and whom it hit, a test and its result, a melee and what it cost."""

    def __init__(self, battle: GettysburgBattle) -> None:
        super().__init__(battle)
        self.rallies: list[int] = []  # units of this step whose rally has been told

    def place(self, event: Event[GettysburgBattle]) -> str:
        return place_of(event)

    def units(self) -> int:
        return len(self.battle.units)

    def name(self, id: int) -> str:
        return name_of(self.battle, id)

    def short(self, id: int) -> str:
        return short_of(self.battle.units[id])

    def tell(self, events: list[Event[GettysburgBattle]]) -> list[Told]:
        self.rallies = []
        return super().tell(events)

    # ------------------------------------------------------------ what belongs together

    def tell_one(self, event: Event[GettysburgBattle]) -> None:
        match event:
            case Deployed() | GeneralDeployed():
                self.told.append(Told(narrate(event, self.battle), self.rolls, deployment=True))
                self.rolls = []
                self.go_on()
            case Fired():
                self.tell_shot(event)
            case MeleeFought():
                self.tell_melee(event)
            case MoraleTested():
                if event.result == "rally":
                    self.rallies.append(event.unit)
                self.tell_plainly(event)
            case SweptAway():
                self.tell_swept()
            case Moved() if event.how in FLIGHTS:
                self.tell_flight(event)
            case _:
                if self.is_told(event):
                    self.go_on()
                else:
                    self.tell_plainly(event)

    def tell_plainly(self, event: Event[GettysburgBattle]) -> None:
        """By itself, before it happens."""
        self.say(narrate(event, self.battle))
        self.go_on()

    def is_told(self, event: Event[GettysburgBattle]) -> bool:
        """Is it plain from what was said, or from what comes next?"""
        match event:
            case StateChanged():
                return event.why in TOLD_BEFORE
            case Rallied():
                return event.unit in self.rallies
            case Moved():
                return event.how in SEEN
            case Unformed():
                return event.cause == UnformedBy.PURSUIT
            case Reacted():
                return event.reaction == MoveKind.EVADES
        return False

    # ------------------------------------------------------------ fire

    def tell_shot(self, event: Fired) -> None:
        """Who fired at whom, and how many fell."""
        text = fired(event, self.battle)
        self.go_on()
        low = ""
        following = self.next()
        if isinstance(following, AmmoChanged) and following.unit == event.unit:
            low = ", and was running low on ammunition"
            self.go_on()
            following = self.next()
        if isinstance(following, FiguresLost) and following.unit == event.target:
            text += f": {self.fallen(following)}"
            self.go_on()
        elif event.target >= 0:
            text += ": to no effect"
        self.say(f"{text}{low}.")

    def fallen(self, event: FiguresLost) -> str:
        """`three men fell`, `half a figure`."""
        unit = self.battle.units[event.unit]
        half = " and a half is pending" if event.pending else ""
        if event.figures == 0:
            return "half a figure, which is pending" if event.pending else "to no effect"
        return f"{men_of(unit, event.figures)} fell{half}"

    # ------------------------------------------------------------ melees

    def tell_melee(self, event: MeleeFought) -> None:
        """The result, and what it cost both sides."""
        text = melee(event, self.battle)[:-1]
        self.go_on()
        lost: list[str] = []
        following = self.next()
        while isinstance(following, FiguresLost) and following.why in (LossCause.IN_MELEE, LossCause.RIDDEN_DOWN):
            if following.figures:
                unit = self.battle.units[following.unit]
                lost.append(f"{name_of(self.battle, unit.id)} lost {number(following.figures)}")
            self.go_on()
            following = self.next()
        self.say(f"{text}: {listed(lost)}." if lost else f"{text}.")

    # ------------------------------------------------------------ flight

    def tell_flight(self, event: Moved) -> None:
        """The first move of a flight in two halves is told as one."""
        unit = self.battle.units[event.unit]
        way: list[Pose] = []
        following: Event[GettysburgBattle] | None = event
        x, y, facing = unit.x, unit.y, unit.facing
        while True:
            if isinstance(following, Moved) and following.unit == event.unit and following.how == event.how:
                way += following.way
            elif not (isinstance(following, FirstFlight) and following.unit == event.unit):
                break
            self.go_on()
            following = self.next()
        self.say(went(event, self.battle, x, y, facing, way))

    # ------------------------------------------------------------ brigades

    def tell_swept(self) -> None:
        """All units of a broken brigade in one sentence."""
        names: list[str] = []
        following = self.next()
        while isinstance(following, SweptAway):
            names.append(name_of(self.battle, following.unit))
            self.go_on()
            following = self.next()
        verb = "was" if len(names) == 1 else "were"
        self.say(f"{upper(listed(names))} {verb} swept to the rear.")
