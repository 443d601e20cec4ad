"""A tiny system to test the engine with: two seats bid in secret, the higher bidder rolls and scores."""

from __future__ import annotations

from playsheet.core.asking import Option, Player, Question, Region, Word
from playsheet.core.dice import Dice, Seeded
from playsheet.core.events import Battle, Entry, Event, Throw
from playsheet.core.game import Game
from playsheet.core.rulings import read_rulings
from playsheet.core.sheet import read_sheet
from playsheet.core.system import System

SHEET = """
system = "toy"
title = "Toy"
unit = "inch"
[bids]
at = "Bids"
title = "Bids"
most = 3
"""
RULINGS = """
system = "toy"
[R1]
title = "First"
question = "Who is first?"
answer = "The higher bid."
why = "It is a toy."
source = "house"
"""

ROLL = Throw("Score", "bids", by=0)
BIDS = [Word("one"), Word("two"), Word("three")]


class ToyBattle(Battle):
    def __init__(self) -> None:
        super().__init__()
        self.score = [0, 0]
        self.spot = 0.0

    def clone(self) -> ToyBattle:
        twin = ToyBattle()
        twin.copy_frame(self)
        twin.score = self.score[:]
        twin.spot = self.spot
        return twin


class Scored(Event[ToyBattle]):
    def __init__(self, seat: int, points: int) -> None:
        self.seat = seat
        self.points = points

    def apply(self, battle: ToyBattle) -> None:
        battle.score[self.seat] += self.points


class Stood(Event[ToyBattle]):
    def __init__(self, x: float) -> None:
        self.x = x

    def apply(self, battle: ToyBattle) -> None:
        battle.spot = self.x


class RoundOver(Event[ToyBattle]):
    def apply(self, battle: ToyBattle) -> None:
        battle.turn += 1
        battle.finished = battle.turn > 5


class Between(Region):
    def names(self) -> tuple[str, ...]:
        return ("x",)

    def refusal(self, value: tuple[float, ...]) -> str:
        return "" if 0.0 <= value[0] <= 10.0 else "expected x from 0 to 10."

    def samples(self) -> list[tuple[float, ...]]:
        return [(0.0,), (5.0,), (10.0,)]


class Toy(System[ToyBattle]):
    def __init__(self) -> None:
        rulings = read_rulings(RULINGS, "toy rulings")
        super().__init__("toy", read_sheet(SHEET, "toy sheet"), rulings, rulings.defaults(), [])

    def clone(self, battle: ToyBattle) -> ToyBattle:
        return battle.clone()

    def overrule(self, game: Game[ToyBattle], order: str) -> None:
        game.tell(Scored(int(order), 100))

    def step(self, game: Game[ToyBattle]) -> None:
        """A secret bid each, a place, a roll, and then a free word that nothing follows from."""
        bids = game.together([Question(seat, "bid", -1, list(BIDS), None, 0, 0) for seat in (0, 1)])
        best = 0 if BIDS.index(bids[0]) >= BIDS.index(bids[1]) else 1  # type: ignore[arg-type]
        where = game.place(best, "where", Between(), -1)
        game.tell(Stood(where[0]))
        if game.choose(best, "again", [Word("yes"), Word("no")], -1).name == "yes":
            game.dice.throwers(best, 1 - best)
            game.tell(Scored(best, game.dice.total(2, 6, ROLL, [Entry(1, "luck")])))
        game.tell(RoundOver())


class Fixed(Player):
    """Always the same option, always the same place."""

    def __init__(self, bid: int) -> None:
        self.bid = bid

    def choose(self, battle: Battle, question: Question) -> Option:
        return question.options[self.bid] if question.kind == "bid" else question.options[0]

    def place(self, battle: Battle, question: Question) -> tuple[float, ...]:
        return (2.5,)


def toy_game(
    players: list[Player | None], dice: Dice | None = None, own: tuple[bool, bool] = (False, False)
) -> Game[ToyBattle]:
    return Game(Toy(), ToyBattle(), players, dice or Seeded(7), keep=True, own_dice=list(own))
