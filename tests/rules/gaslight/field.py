"""Small situations with troops, cards and morale: a Yard on which cards are played from beginning to end.

field = Field([men("gl-redcoats", "Red", row(10, 30, 10))], [men("gl-warband", "Foe", row(12, 30, 30), 180.0)])
field.begin("Red", dice=[15])
field.order("Red", "move", "move 30,12,30,12,0", again=True)
field.end()
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from yard import Men, Spot, Yard, extra, main, men, row

from playsheet.core.events import Event
from playsheet.rules.gaslight.battle.events import ActionsEnded, CardEnded, CheckCalled, Moved
from playsheet.rules.gaslight.battle.fight_events import MoraleChecked, Struck
from playsheet.rules.gaslight.table.morale import check_morale, fail
from playsheet.rules.gaslight.terms import ModelMark
from playsheet.rules.gaslight.turn import begin, close_card, next_card

__all__ = ["Field", "Men", "Spot", "band", "extra", "main", "men", "row", "soldiers"]


def soldiers(n: int, name: str, spots: Sequence[Spot], facing: float = 0.0, **more: Any) -> Men:
    """So many Extras with breech-loaders, the first of them standing in for a leader."""
    shoot = more.pop("shoot", 9)
    scuffle = more.pop("scuffle", 9)
    return men("gl-redcoats", name, spots, facing, figures=[extra(n, shoot, scuffle)], **more)


def band(n: int, name: str, spots: Sequence[Spot], facing: float = 180.0, **more: Any) -> Men:
    """A leader, Shoot, Scuffle and Save 12, and so many Extras behind him, breech-loaders all."""
    leader = main("leader", 12, 12, 12)
    figures = [leader, extra(n, 9, 10)] if n else [leader]
    return men("gl-redcoats", name, spots, facing, figures=figures, **more)


class Field(Yard):
    """Cards are begun, ended and drawn."""

    def begin(self, name: str, *answers: str, dice: Sequence[int] = ()) -> list[Event[Any]]:
        """Its card has been drawn: command, morale."""
        if self.battle.active >= 0:
            self.game.tell(CardEnded())
        return self.do(lambda: begin(self.game, self[name]), *answers, dice=dice)

    def end(self, *answers: str, dice: Sequence[int] = ()) -> list[Event[Any]]:
        """The card that is open ends: close combat, and all is cleaned up."""

        def close() -> None:
            self.game.tell(ActionsEnded())
            close_card(self.game)

        return self.do(close, *answers, dice=dice)

    def draw(self, *answers: str, dice: Sequence[int] = ()) -> list[Event[Any]]:
        """The next card, whosever it is."""
        return self.do(lambda: next_card(self.game), *answers, dice=dice)

    def check(self, name: str, why: str, *answers: str, dice: Sequence[int] = ()) -> bool:
        told = self.do(lambda: check_morale(self.game, self[name], why), *answers, dice=dice)
        return next(event.passed for event in told if isinstance(event, MoraleChecked))

    def fails(self, name: str, *answers: str, dice: Sequence[int] = ()) -> list[Event[Any]]:
        """The unit has failed its check: the failure chart for each of its models."""
        return self.do(lambda: fail(self.game, self[name]), *answers, dice=dice)

    # -- setting the stage

    def lose(self, name: str, *places: int) -> None:
        """These of the unit, by their places on the card, were killed before, and nobody thinks of it any more."""
        for place in places:
            self.game.tell(Struck(self[name].first + place, False, 0, "before"))
        self[name].pending = 0

    def must_check(self, name: str) -> None:
        self.game.tell(CheckCalled(self[name].id))

    def stand(self, name: str, place: int, x: float, y: float, facing: float = 0.0) -> None:
        """One of its figures stands there."""
        unit = self[name]
        self.game.tell(Moved(unit.id, "stands", [unit.first + place], [x], [y], [facing], False))

    # -- looking

    def figure(self, name: str, place: int = 0) -> int:
        return self[name].first + place

    def is_marked(self, name: str, place: int, mark: int) -> bool:
        return self.battle.marked(self.figure(name, place), mark)

    def acted(self, name: str) -> list[int]:
        """The places of those who have acted on this card."""
        return [place for place in self.places(name) if self.is_marked(name, place, ModelMark.ACTED)]

    def empty(self, name: str) -> list[int]:
        """The places of those whose weapons are empty."""
        return [place for place in self.places(name) if not self.is_marked(name, place, ModelMark.LOADED)]

    def frozen(self, name: str) -> list[int]:
        return [place for place in self.places(name) if self.is_marked(name, place, ModelMark.FROZEN)]

    def facing(self, name: str, place: int = 0) -> float:
        return round(self.battle.figures.facing[self.figure(name, place)], 3)
