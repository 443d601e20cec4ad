"""A game as it could be, as far as a seat can know: the open step, begun on a battle that is guessed from what it sees.

All that goes into it is what the seat was shown before the step and told in it, its own answers, and its question. So
whatever is shown of it tells nothing that is hidden, nor does whether it can be made at all.
"""

from __future__ import annotations

from typing import Any, Final

from playsheet.core.asking import Question
from playsheet.core.dice import Dice, Halted, Seeded
from playsheet.core.errors import Refused
from playsheet.core.events import Rolled, Throw
from playsheet.core.game import Game, line_of, written

MOST_TRIES: Final = 200  # answers of others that are tried before it is given up
UNKNOWABLE: Final = "what you know does not tell what would come of it: it is seen when it is given."


class First(Dice):
    """The first of whatever is thrown for: what is guessed with them is always the same."""

    def faces(self, n: int, sides: int, throw: Throw) -> list[int]:
        return [1] * n


class Told(Dice):
    """The dice of a step that its seat has been told of fall again; those behind a screen fall apart from the game's.

    Where a new one would fall, play stops.
    """

    def __init__(self, seat: int, step: int, told: list[Rolled], fallen: int = -1) -> None:
        super().__init__()
        self.seat: Final = seat
        self.step: Final = step
        self.told: Final = told
        self.fallen = fallen  # so many throws were made; -1: nobody knows yet
        self.next = 0
        self.count = 0
        self.own = Seeded(1)

    def at(self, step: int, place: int) -> None:
        if place == 0:  # a step begins
            self.next = self.count = 0
            self.own = Seeded(1)
        if step != self.step:
            self.fallen = 0

    def faces(self, n: int, sides: int, throw: Throw) -> list[int]:
        if 0 <= self.fallen <= self.count:
            raise Halted(throw.why)
        self.thrown += 1
        self.count += 1
        if self.seat in self.unseen:
            return self.own.faces(n, sides, throw)
        if self.next == len(self.told):
            raise Refused("that die was never told of.")
        roll = self.told[self.next]
        self.next += 1
        if (roll.why, roll.sides, len(roll.faces)) != (throw.why, sides, n):
            raise Refused("another die was told of.")
        return roll.faces[:]

    def clone(self) -> Dice:
        return Told(self.seat, self.step, self.told, self.fallen)


def guessed_game(game: Game[Any], seat: int) -> Game[Any]:
    """The same question, asked in a game that could be this one; refused where none is found."""
    guess = Guess(game, seat)
    found = guess.followed()
    if found is None:
        raise Refused(UNKNOWABLE)
    return found


class Guess:
    """What a seat knows of the open step, and the search for answers of others that lead to the same."""

    def __init__(self, game: Game[Any], seat: int) -> None:
        self.game: Final = game
        self.seat: Final = seat
        self.system: Final = game.system
        told = [event for event in game.log[game.start_told :] if self.system.shown(game.battle, event, seat)]
        self.rolls: Final = [event for event in told if isinstance(event, Rolled)]
        self.told: Final = [line_of(event) for event in told]
        mine = [held.text for held in game.inputs if held.seat == seat]
        self.answers: Final = [text for text in mine if not text.startswith("dice ")]
        self.wanted: Final = self.mine(game)
        waiting = [place for place in game.waiting if game.waiting_seats.get(place) == seat]
        places = sorted([*waiting, *[question.place for question in self.wanted]])
        self.waiting: Final = {places.index(place): game.waiting[place] for place in waiting}
        self.asked: Final = [[question.kind, question.about, *keys(question)] for question in self.wanted]

    def mine(self, game: Game[Any]) -> list[Question]:
        return sorted([one for one in game.questions if one.seat == self.seat], key=lambda one: one.place)

    def begun(self) -> Game[Any]:
        """The open step from its start, nobody having answered anything."""
        game = self.game
        start = game.start if game.start is not None else game.battle
        battle = self.system.guess(start, self.seat, First())
        seats = len(game.players)
        dice = Told(self.seat, game.step, self.rolls)
        twin = Game(self.system, battle, [None] * seats, dice, keep=True, own_dice=[False] * seats)
        twin.step = game.step
        twin.closed = list(game.closed)
        twin.log.extend(game.log[: game.start_told])
        return twin

    def followed(self) -> Game[Any] | None:
        """Its own answers are given again; others are taken to answer whatever leads to what was told."""
        first = self.begun()
        try:
            first.run()
        except (Refused, Halted):
            return None
        branches = [(first, 0)]
        for _ in range(MOST_TRIES):
            if not branches:
                return None
            twin, given = branches.pop()
            mine = self.mine(twin)
            if twin.step != self.game.step or not self.is_like(twin):
                continue
            if mine and given == len(self.answers):
                if self.arrived(twin):
                    return twin
            elif mine:
                branches += [(one, given + 1) for one in answered(twin, mine[0], [self.answers[given]])]
            elif twin.questions:
                branches += [(one, given) for one in answered(twin, twin.questions[0], self.likely(twin))]
        return None

    def is_like(self, twin: Game[Any]) -> bool:
        """Is what it would have been told so far the beginning of what it was told?"""
        told = self.told_in(twin)
        return self.told[: len(told)] == told

    def told_in(self, twin: Game[Any]) -> list[str]:
        fresh = twin.log[self.game.start_told :]
        return [line_of(event) for event in fresh if self.system.shown(twin.battle, event, self.seat)]

    def arrived(self, twin: Game[Any]) -> bool:
        """Is it asked the same, having been told the same? What waits in secret is given again as well."""
        numbers = [question.number() for question in self.mine(twin)]
        if len(numbers) != len(self.wanted) + len(self.waiting) or self.told_in(twin) != self.told:
            return False
        try:
            for rank, text in self.waiting.items():
                twin.answer(self.seat, numbers[rank], text)
        except Refused:
            return False
        assert isinstance(twin.source, Told)
        twin.source.fallen = twin.source.count
        return [[question.kind, question.about, *keys(question)] for question in self.mine(twin)] == self.asked

    def likely(self, twin: Game[Any]) -> list[str]:
        """What whoever is asked might answer, the likeliest last."""
        question = twin.questions[0]
        seen = self.system.seen(twin.battle, question.seat)
        doctrine = self.system.doctrine(question.seat)
        if question.region is not None:
            return [written(doctrine.place(seen, question))]
        best = doctrine.choose(seen, question).key()
        return [*[key for key in reversed(keys(question)) if key != best], best]


def answered(twin: Game[Any], question: Question, texts: list[str]) -> list[Game[Any]]:
    """The games that come of these answers, as far as they are possible."""
    found: list[Game[Any]] = []
    for text in texts:
        other = twin.clone()
        try:
            other.answer(question.seat, question.number(), text)
        except (Refused, Halted):
            continue
        found.append(other)
    return found


def keys(question: Question) -> list[str]:
    return [option.key() for option in question.options]
