"""The random player: any legal choice, as likely as any other. It tries the laws, and the doctrine."""

from __future__ import annotations

from typing import Final

from playsheet.core.asking import Option, Player, Question
from playsheet.core.dice import Seeded
from playsheet.core.events import Battle


class RandomPlayer(Player):
    """Chooses by a stream of its own, bound to the question: the same question gets the same answer."""

    def __init__(self, seed: int) -> None:
        self.stream: Final = Seeded(seed ^ 0x5A17_C0DE_0BAD_F00D)

    def name(self) -> str:
        return "random"

    def number(self, question: Question, n: int) -> int:
        self.stream.at(question.step, question.place * 8 + question.seat)
        return self.stream.one(n) - 1 if n > 1 else 0

    def choose(self, battle: Battle, question: Question) -> Option:
        return question.options[self.number(question, len(question.options))]

    def place(self, battle: Battle, question: Question) -> tuple[float, ...]:
        assert question.region is not None
        samples = question.region.samples()
        return samples[self.number(question, len(samples))]
