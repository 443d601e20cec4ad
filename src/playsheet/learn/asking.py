"""A battle that stands still wherever one of the seats that learn is asked, and goes on with the answer.

Rules ask by a call and never know who answers. So the battle runs in a greenlet of its own, and a seat that learns
answers by handing its question out to whoever runs the battle: nothing is played twice, and nothing is copied.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from greenlet import getcurrent, greenlet

from playsheet.core.asking import Option, Player, Question
from playsheet.core.dice import Seeded
from playsheet.core.events import Battle
from playsheet.core.game import Game
from playsheet.players.setup import Setup

Choice = Option | tuple[float, ...]


class Asked:
    """A question to a seat that learns: the battle as the seat sees it, and what it may choose from."""

    def __init__(self, battle: Battle, question: Question, most: int) -> None:
        every: Sequence[Choice] = question.options if question.region is None else question.region.samples()
        self.battle: Final = battle
        self.question: Final = question
        self.legal: Final = len(every)  # of options, or of the samples of a region
        self.choices: Final = thinned(every, most)

    def words(self) -> list[str]:
        """Each choice as people read it."""
        region = self.question.region
        if region is None:
            return [one.label(self.battle) for one in self.choices if isinstance(one, Option)]
        names = region.names()
        return [
            ", ".join(f"{name} {number:g}" for name, number in zip(names, one))
            for one in self.choices
            if isinstance(one, tuple)
        ]


def thinned(choices: Sequence[Choice], most: int) -> list[Choice]:
    """At most so many of them, evenly spread, with the first and the last."""
    if len(choices) <= most:
        return list(choices)
    return [choices[at * (len(choices) - 1) // (most - 1)] for at in range(most)]


class Learner(Player):
    """A seat that learns: its questions are answered from outside."""

    def __init__(self, table: Table) -> None:
        self.looks_ahead = False
        self.table: Final = table

    def choose(self, battle: Battle, question: Question) -> Option:
        chosen = self.table.hand_out(battle, question)
        assert isinstance(chosen, Option)
        return chosen

    def place(self, battle: Battle, question: Question) -> tuple[float, ...]:
        chosen = self.table.hand_out(battle, question)
        assert isinstance(chosen, tuple)
        return chosen


class Table:
    """One battle after another of a scenario, some of whose seats learn; the others have players with names."""

    def __init__(self, setup: Setup, named: dict[int, str], most: int) -> None:
        self.setup: Final = setup
        self.named: Final = named  # the seats that do not learn
        self.most: Final = most  # choices of a question
        self.asked: Asked | None = None  # None: the battle is over
        self.game: Game[Any] | None = None
        self.play: greenlet | None = None

    def begin(self, seed: int) -> None:
        """A new battle, up to the first question."""
        self.leave()
        setup = self.setup
        players: list[Player | None] = []
        for seat in range(len(setup.seats)):
            known = self.named.get(seat)
            players.append(Learner(self) if known is None else setup.player(known, seat, seed))
        self.game = setup.game_with(players, Seeded(seed), keep=False, own_dice=[False] * len(players))
        self.play = greenlet(self.game.run)
        self.go_on(None)

    def answer(self, index: int) -> None:
        """The choice of that number; the battle goes on to the next question, or to its end."""
        assert self.asked is not None
        self.go_on(self.asked.choices[index])

    def go_on(self, choice: Choice | None) -> None:
        assert self.play is not None
        self.play.parent = getcurrent()
        handed = self.play.switch() if choice is None else self.play.switch(choice)
        self.asked = handed if isinstance(handed, Asked) else None

    def hand_out(self, battle: Battle, question: Question) -> Choice:
        """In the battle's greenlet: ask whoever runs it."""
        assert self.play is not None
        assert self.play.parent is not None
        chosen: Choice = self.play.parent.switch(Asked(battle, question, self.most))
        return chosen

    def leave(self) -> None:
        """Leave the battle where it stands."""
        if self.play is not None and not self.play.dead:
            self.play.parent = getcurrent()
            self.play.throw()
        self.asked = self.play = None

    @property
    def battle(self) -> Battle:
        assert self.game is not None
        return self.game.battle  # type: ignore[no-any-return]
