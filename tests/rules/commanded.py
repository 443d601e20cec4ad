"""Battles in which a seat has an adjutant: everybody else is a doctrine, and so is the person where he is asked.

And situations made on the table, with a question that is asked there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tabletop import Tabletop

from playsheet.core.asking import Option, Player, Question, Suspended
from playsheet.core.dice import Seeded
from playsheet.core.events import Battle, Event
from playsheet.core.game import check_answer, written
from playsheet.core.intents import read_intent
from playsheet.players.adjutant import Adjutant
from playsheet.players.setup import Setup, set_up


class Answered:
    """An answer of the adjutant: to what, about whom, and by which intent."""

    def __init__(self, turn: int, kind: str, about: int, text: str, by: int) -> None:
        self.turn = turn
        self.kind = kind
        self.about = about
        self.text = text
        self.by = by


class Watched(Adjutant):
    """One whose answers are kept, each once, and looked at: it must be legal."""

    def __init__(self, system: Any, seat: int) -> None:
        super().__init__(system, seat, system.doctrine(seat))
        self.answers: list[Answered] = []
        self.followed = -1  # a unit whose places are kept
        self.stood: list[tuple[float, float]] = []

    def look(self, seen: Battle) -> None:
        super().look(seen)
        if self.followed in self.places:
            self.stood.append(self.places[self.followed])

    def choose(self, battle: Battle, question: Question) -> Option:
        chosen = super().choose(battle, question)
        self.keep(battle, question, chosen.key())
        return chosen

    def place(self, battle: Battle, question: Question) -> tuple[float, ...]:
        value = super().place(battle, question)
        self.keep(battle, question, written(value))
        return value

    def keep(self, battle: Battle, question: Question, text: str) -> None:
        check_answer(question, text)
        assert self.by in [order.number for order in self.orders] or self.by <= self.given
        self.answers.append(Answered(battle.turn, question.kind, question.about, text, self.by))


class Meant:
    """A game with a question open, and what intents mean in it."""

    def __init__(self, setup: Setup, seat: int) -> None:
        self.setup = setup
        self.system: Any = setup.system
        self.seat = seat
        self.doctrine = self.system.doctrine(seat)
        self.game: Any = None

    @property
    def battle(self) -> Any:
        return self.game.battle

    @property
    def question(self) -> Question:
        found: Question = self.game.questions[0]
        return found

    @property
    def seen(self) -> Any:
        return self.system.seen(self.game.battle, self.seat)

    def place(self, unit: int) -> tuple[float, float]:
        at = self.system.roster(self.seen)[unit].at
        assert at is not None
        return at[0], at[1]

    def fresh(self, *texts: str) -> Adjutant:
        """Another adjutant, who has just been told this, and nothing else."""
        found = Adjutant(self.system, self.seat, self.doctrine)
        for text in texts:
            found.give(self.seen, read_intent(text))
        return found

    def means(self, *texts: str) -> str:
        """What these intents alone answer to the question that is open; empty: it is handed on."""
        return self.fresh(*texts).answer(self.seen, self.question)

    def fresh_after(self, event: Event[Any], *texts: str) -> Adjutant:
        """One who was told this, and then that this has happened."""
        found = self.fresh(*texts)
        since = len(self.game.log)
        self.game.log.append(event)
        found.hear(self.game, since)
        self.game.log.pop()
        return found


class Waiting(Player):
    """Makes these choices, and leaves the question after them open."""

    def __init__(self, keys: list[str]) -> None:
        self.keys = keys

    def choose(self, battle: Battle, question: Question) -> Option:
        if not self.keys:
            raise Suspended([question])
        key = self.keys.pop(0)
        return next(option for option in question.options if option.key() == key)

    def place(self, battle: Battle, question: Question) -> tuple[float, ...]:
        raise Suspended([question])


class Posed(Meant):
    """A situation made on the table, and what is asked when something is done there, after these choices."""

    def __init__(self, table: Tabletop[Any], do: Callable[[], object], *before: str) -> None:
        table.game.players[:] = [Waiting(list(before))] * len(table.game.players)
        with pytest.raises(Suspended) as waits:
            do()
        self.asked = waits.value.questions[0]
        super().__init__(table.setup, self.asked.seat)
        self.game = table.game

    @property
    def question(self) -> Question:
        return self.asked


def carried_out(table: Tabletop[Any], seat: int, do: Callable[[], object], *texts: str) -> Watched:
    """Something is done on a table made for it, and the seat's adjutant, told this, answers all that is asked."""
    adjutant = Watched(table.setup.system, seat)
    for text in texts:
        adjutant.give(table.game.system.seen(table.battle, seat), read_intent(text))
    table.game.players[seat] = adjutant
    do()
    return adjutant


class Commanded(Meant):
    """A battle that stops wherever the adjutant hands a question on."""

    def __init__(self, scenario: str | Setup, seat: int = 0, seed: int = 1) -> None:
        super().__init__(set_up(scenario, []) if isinstance(scenario, str) else scenario, seat)
        players: list[Any] = [self.system.doctrine(each) for each in range(len(self.setup.seats))]
        self.adjutant = Watched(self.system, seat)
        players[seat] = self.adjutant
        self.game = self.setup.game_with(players, Seeded(seed), keep=True, own_dice=[False] * len(players))
        self.adjutant.game = self.game
        self.handed: list[Question] = []
        self.go_on()

    def go_on(self) -> Question | None:
        """To the next question that is handed on; None: the battle is over."""
        self.game.rewind()
        if self.game.run():
            return None
        self.adjutant.heard = self.adjutant.hear(self.game, self.adjutant.heard)
        return self.question

    def say(self, *texts: str) -> None:
        """Between two questions, as a person does."""
        for text in texts:
            self.adjutant.give(self.seen, read_intent(text))

    def command(self, *texts: str) -> list[Answered]:
        """Said and carried out, whatever the others do meanwhile, until something is handed on: what was answered."""
        before = len(self.adjutant.answers)
        self.say(*texts)
        self.go_on()
        return self.adjutant.answers[before:]

    def reply(self, question: Question, text: str = "") -> None:
        """The person answers by himself; as the doctrine would if nothing is said."""
        if not text and question.region is not None:
            text = written(self.doctrine.place(self.seen, question))
        text = text or self.doctrine.choose(self.seen, question).key()
        self.handed.append(question)
        self.game.answer(self.seat, question.number(), text)

    def until(self, wanted: Callable[[Any, Question], bool]) -> Question:
        """Play on by hand until something is asked that is wanted."""
        while True:
            question = self.go_on()
            assert question is not None, "the battle was over before that was asked"
            for asked in self.game.questions:
                if wanted(self.battle, asked):
                    return asked
            self.reply(question)

    def asked(self, kind: str, turn: int = 0) -> Question:
        return self.until(lambda battle, question: question.kind == kind and battle.turn >= turn)

    def meant(self, question: Question) -> str:
        """What the adjutant answers to it; empty: he hands it on."""
        try:
            if question.region is None:
                return self.adjutant.choose(self.seen, question).key()
            return written(self.adjutant.place(self.seen, question))
        except Suspended:
            return ""

    def through_turn(self) -> list[Answered]:
        """To the end of this turn, by hand where the adjutant hands on: what he answered in it."""
        turn = self.battle.turn
        while True:
            question = self.go_on()
            if question is None or self.battle.turn > turn:
                return [answer for answer in self.adjutant.answers if answer.turn == turn]
            self.reply(question)


def keys(question: Question, head: str) -> list[str]:
    return [option.key() for option in question.options if option.key().startswith(head)]
