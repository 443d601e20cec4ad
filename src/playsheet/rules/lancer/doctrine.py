"""placeholder, being written"""
from __future__ import annotations
from playsheet.core.asking import Option, Player, Question
from playsheet.core.events import Battle

class Doctrine(Player):
    def choose(self, battle: Battle, question: Question) -> Option:
        return question.options[-1]
    def place(self, battle: Battle, question: Question) -> tuple[float, ...]:
        assert question.region is not None
        return question.region.samples()[0]
