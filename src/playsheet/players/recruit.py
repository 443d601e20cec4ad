"""The recruit: the doctrine with the faults of a beginner, the same on all sheets.

He takes it into his head to send a wing the wrong way for a turn, fires at whoever is nearest, and now and then takes
another answer than the best. All of it by a stream of his own: the same question gets the same answer.
"""

from __future__ import annotations

from math import hypot
from typing import Any, Final

from playsheet.core.asking import Option, Player, Question
from playsheet.core.dice import Seeded
from playsheet.core.events import Battle
from playsheet.core.stances import Stance, Stances
from playsheet.core.system import System

WHIMS: Final = (Stance.HOLD, Stance.ASSAULT, Stance.MASS, Stance.RESERVE)  # of a wing, for a turn
SIDES: Final = 12  # of the die that each fault is thrown with
WHIM: Final = 6  # and less: a turn in which a wing has a will of its own
NEAREST: Final = 6  # a target is taken because it is near
ANOTHER: Final = 1  # another answer is given than the best
A_TURN: Final = 1_000_003  # where in the stream the whims are


class Recruit(Player):
    """Answers as the doctrine does, with faults."""

    def __init__(self, system: System[Any], seat: int, seed: int) -> None:
        self.system: Final = system
        self.seat: Final = seat
        self.stream: Final = Seeded(seed ^ 0x0BAD_5EED_1CE0)
        self.turn = 0
        self.doctrine = system.doctrine(seat)

    def name(self) -> str:
        return "recruit"

    def choose(self, battle: Battle, question: Question) -> Option:
        doctrine = self.commander(battle)
        chosen = doctrine.choose(battle, question)
        self.reasons = doctrine.reasons
        if len(question.options) == 1:
            return chosen
        fault = self.fault(question)
        if fault <= ANOTHER:
            found = question.options[self.any_of(len(question.options))]
            return self.said(found, chosen, "It seemed as good as anything.")
        if fault <= NEAREST:
            return self.said(self.nearest(battle, question, chosen), chosen, "They are the nearest.")
        return chosen

    def place(self, battle: Battle, question: Question) -> tuple[float, ...]:
        doctrine = self.commander(battle)
        assert question.region is not None
        if self.fault(question) <= ANOTHER:
            samples = question.region.samples()
            self.reasons = ("It seemed as good as anything.",) if self.explains else ()
            return samples[self.any_of(len(samples))]
        value = doctrine.place(battle, question)
        self.reasons = doctrine.reasons
        return value

    def said(self, found: Option, chosen: Option, why: str) -> Option:
        if found.key() != chosen.key() and self.explains:
            self.reasons = (why,)
        return found

    def fault(self, question: Question) -> int:
        """A die for this question; what else it decides is thrown from the same place of the stream."""
        self.stream.at(question.step, question.place * 8 + question.seat)
        return self.stream.one(SIDES)

    def any_of(self, count: int) -> int:
        return self.stream.one(count) - 1 if count > 1 else 0

    def commander(self, battle: Battle) -> Player:
        """The doctrine, with the whims of this turn."""
        if battle.turn != self.turn:
            self.turn = battle.turn
            self.doctrine = self.system.doctrine(self.seat, self.whims(battle))
        self.doctrine.explains = self.explains
        return self.doctrine

    def whims(self, battle: Battle) -> Stances:
        found = Stances()
        wings = self.system.wings(battle, self.seat)
        self.stream.at(A_TURN + battle.turn, self.seat)
        if wings and self.stream.one(SIDES) <= WHIM:
            wing = wings[self.any_of(len(wings))]
            found.put(wing, WHIMS[self.any_of(len(WHIMS))])
        return found

    def nearest(self, battle: Battle, question: Question, chosen: Option) -> Option:
        """The same at the nearest enemy, if it is done to one."""
        roster = self.system.roster(battle)
        here = roster[question.about].at if 0 <= question.about < len(roster) else None
        target = chosen.about()[0]
        if here is None or not 0 <= target < len(roster) or roster[target].side == roster[question.about].side:
            return chosen
        found = chosen
        least = -1.0
        kind = chosen.key().partition(":")[0]
        for option in question.options:
            unit = option.about()[0]
            there = roster[unit].at if 0 <= unit < len(roster) else None
            if there is None or option.key().partition(":")[0] != kind or roster[unit].side != roster[target].side:
                continue
            far = hypot(there[0] - here[0], there[1] - here[1])
            if least < 0.0 or far < least:
                found, least = option, far
        return found
