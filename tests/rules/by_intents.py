"""Battles in which a person commands the first seat by intents, and doctrines the others."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from playsheet.core.asking import Question
from playsheet.core.events import Event
from playsheet.core.game import Game, written
from playsheet.core.intents import read_intent
from playsheet.players.adjutant import Adjutant
from playsheet.players.carrying_out import carry_out
from playsheet.players.setup import set_up


class Answer:
    """What was answered, in which turn, to what."""

    def __init__(self, turn: int, question: Question, text: str) -> None:
        self.turn = turn
        self.kind = question.kind
        self.about = question.about
        self.text = text


class Told:
    """One battle, and what its person's adjutant remembers and has said."""

    def __init__(self, scenario: str, seed: int = 1) -> None:
        self.setup = set_up(scenario, [])
        self.system = self.setup.system
        players = ["person"] + ["doctrine"] * (len(self.setup.seats) - 1)
        self.game: Game[Any] = self.setup.game(players, seed, keep=True)
        self.game.run()
        self.doctrine = self.system.doctrine(0)
        self.memory: Any = None
        self.reports: list[str] = []

    @property
    def battle(self) -> Any:
        return self.game.battle

    @property
    def seen(self) -> Any:
        return self.system.seen(self.game.battle, 0)

    @property
    def question(self) -> Question:
        return self.game.questions[0]

    def say(self, *texts: str) -> list[Answer]:
        """Carried out as far as it goes, whatever the others do meanwhile; a game refuses what is illegal."""
        given: list[Answer] = []
        words = list(texts)
        while True:
            carried = carry_out(self.game, 0, words, self.memory)
            self.memory = json.loads(json.dumps(carried.adjutant.data()))
            self.reports += carried.adjutant.reports
            for answer in carried.answers:
                given.append(Answer(self.battle.turn, self.question, answer.text))
                self.game.answer(0, answer.question, answer.text)
            if not carried.answers or self.battle.finished:
                return given
            words = []

    def until(self, wanted: Callable[[Question], bool]) -> Question:
        """Played by the doctrine up to a question that is wanted."""
        while not wanted(self.question):
            self.reply()
        return self.question

    def reply(self) -> None:
        """One answer, as the doctrine would give it."""
        question = self.question
        if question.region is None:
            text = self.doctrine.choose(self.seen, question).key()
        else:
            text = written(self.doctrine.place(self.seen, question))
        self.game.answer(0, question.number(), text)
        assert not self.battle.finished, "the battle was over before that was asked"

    def adjutant(self, *texts: str) -> Adjutant:
        """One who has just been told this, and nothing else."""
        found = Adjutant(self.system, 0, self.doctrine)
        for text in texts:
            found.give(self.seen, read_intent(text))
        return found

    def means(self, *texts: str) -> str:
        """What these intents answer to the question that is open; empty: it is handed on."""
        return self.adjutant(*texts).answer(self.seen, self.question)

    def place(self, unit: int) -> tuple[float, float]:
        at = self.system.roster(self.seen)[unit].at
        assert at is not None
        return at[0], at[1]

    def heard(self, event: Event[Any], *texts: str) -> Adjutant:
        """One who was told this, and then that this has happened."""
        found = self.adjutant(*texts)
        since = len(self.game.log)
        self.game.log.append(event)
        found.hear(self.game, since)
        self.game.log.pop()
        return found


def keys(question: Question, head: str) -> list[str]:
    return [option.key() for option in question.options if option.key().startswith(head)]
