"""Commanders that are looked at while they play, for any system."""

from __future__ import annotations

from typing import Any

from playsheet.core.asking import Option, Player, Question
from playsheet.core.dice import Seeded
from playsheet.core.events import Battle
from playsheet.core.game import Game


class Watching(Player):
    """Notes the kinds of questions that a commander is asked."""

    def __init__(self, commander: Player) -> None:
        self.commander = commander
        self.kinds: set[str] = set()

    def name(self) -> str:
        return self.commander.name()

    def choose(self, battle: Battle, question: Question) -> Option:
        self.kinds.add(question.kind)
        return self.commander.choose(battle, question)

    def place(self, battle: Battle, question: Question) -> tuple[float, ...]:
        self.kinds.add(question.kind)
        return self.commander.place(battle, question)


def reasons(commander: Player, battle: Battle, question: Question) -> tuple[str, ...]:
    """Why a commander answers the question as it does."""
    commander.explains = True
    if question.region is not None:
        commander.place(battle, question)
    else:
        commander.choose(battle, question)
    return commander.reasons


class Twice(Player):
    """Has a commander answer each question also in a battle in which what its seat may not know is otherwise."""

    def __init__(self, commander: Player, seat: int) -> None:
        self.commander = commander
        self.seat = seat
        self.game: Game[Any] | None = None
        self.tried = 0

    def name(self) -> str:
        return self.commander.name()

    def other(self) -> Any:
        assert self.game is not None
        twin = self.game.system.scrambled(self.game.battle, self.seat, Seeded(self.tried))
        self.tried += twin is not None
        return None if twin is None else self.game.system.seen(twin, self.seat)

    def choose(self, battle: Battle, question: Question) -> Option:
        chosen = self.commander.choose(battle, question)
        other = self.other()
        assert other is None or self.commander.choose(other, question).key() == chosen.key(), question.kind
        return chosen

    def place(self, battle: Battle, question: Question) -> tuple[float, ...]:
        chosen = self.commander.place(battle, question)
        other = self.other()
        assert other is None or self.commander.place(other, question) == chosen, question.kind
        return chosen
