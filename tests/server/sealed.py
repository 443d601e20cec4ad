"""A tiny system with sealed bids, to be played on a server: what a seat has bid is nobody else's before all have."""

from __future__ import annotations

from typing import Any

from playsheet.core.asking import Question, Word
from playsheet.core.events import Battle, Event, Throw
from playsheet.core.game import Game
from playsheet.core.rulings import read_rulings
from playsheet.core.scenario import Scenario
from playsheet.core.sheet import read_sheet
from playsheet.core.system import System
from playsheet.players.setup import Setup, set_up

SHEET = """
system = "sealed"
title = "Sealed bids"
unit = "inch"
[bids]
at = "Bids"
title = "Bids"
most = 3
"""
RULINGS = """
system = "sealed"
[R1]
title = "First"
question = "Who wins?"
answer = "The higher bid."
why = "It is the least to be tried out."
source = "house"
"""
BIDS = ("one", "two", "three")
ROLL = Throw("Score", "bids", by=0)


class Bids(Battle):
    def __init__(self) -> None:
        super().__init__()
        self.shown: list[str] = []
        self.score = [0, 0]

    def clone(self) -> Bids:
        twin = Bids()
        twin.copy_frame(self)
        twin.shown = self.shown[:]
        twin.score = self.score[:]
        return twin


class Opened(Event[Bids]):
    def __init__(self, bids: list[str]) -> None:
        self.bids = bids

    def apply(self, battle: Bids) -> None:
        battle.shown = self.bids


class Won(Event[Bids]):
    def __init__(self, seat: int, points: int) -> None:
        self.seat = seat
        self.points = points

    def apply(self, battle: Bids) -> None:
        battle.score[self.seat] += self.points
        battle.turn += 1
        battle.finished = battle.turn > 3


class Sealed(System[Bids]):
    """Both bid, the bids are opened, the higher one throws a die for points."""

    def __init__(self, hidden: bool) -> None:
        rulings = read_rulings(RULINGS, "sealed rulings")
        super().__init__("sealed", read_sheet(SHEET, "sealed sheet"), rulings, rulings.defaults(), [])
        self.hidden = hidden

    def hides(self) -> bool:
        return self.hidden

    def new_battle(self, scenario: Scenario) -> Bids:
        return Bids()

    def clone(self, battle: Bids) -> Bids:
        return battle.clone()

    def view(self, battle: Bids, seat: int) -> dict[str, object]:
        return {"turn": battle.turn, "bids": list(battle.shown), "score": list(battle.score)}

    def step(self, game: Game[Bids]) -> None:
        options = [Word(bid) for bid in BIDS]
        questions = [Question(seat, "bid", -1, list(options), None, 0, 0) for seat in (0, 1)]
        bids = [option.key() for option in game.together(questions)]
        game.tell(Opened(bids))
        winner = 0 if BIDS.index(bids[0]) >= BIDS.index(bids[1]) else 1
        game.dice.throwers(winner, 1 - winner)
        game.tell(Won(winner, game.dice.total(1, 6, ROLL, [])))


def sealed_setup(hidden: bool) -> Setup:
    """On the table of a scenario that is there."""
    scenario: Any = set_up("the-wells", []).scenario
    return Setup(Sealed(hidden), scenario, [])
