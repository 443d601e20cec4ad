"""Intents carried out in a game: by an adjutant in the seat of a person, apart from the game itself.

What comes of it is a list of ordinary answers. Whoever owns the game takes them like a person's, all at once.
"""

from __future__ import annotations

from typing import Any, Final

from playsheet.core.dice import Halted, Halting
from playsheet.core.errors import Refused
from playsheet.core.game import Game
from playsheet.core.intents import read_intent
from playsheet.players.adjutant import Adjutant

MOST_ANSWERS: Final = 600  # of one intent, before somebody else is asked again
CANCEL: Final = "cancel"  # `cancel 3`, `cancel all`: takes intents back that stand


class Answered:
    """An answer that an intent has given."""

    def __init__(self, question: str, text: str, intent: int) -> None:
        self.question: Final = question
        self.text: Final = text
        self.intent: Final = intent


class Carried:
    """What came of it: the answers, what the adjutant remembers, what he says, and the game as it would be."""

    def __init__(self, answers: list[Answered], adjutant: Adjutant, game: Game[Any], *, halted: bool) -> None:
        self.answers: Final = answers
        self.adjutant: Final = adjutant
        self.game: Final = game
        self.halted: Final = halted  # at the first die


def carry_out(game: Game[Any], seat: int, texts: list[str], memory: Any = None, *, no_dice: bool = False) -> Carried:
    """Play on for the seat as far as its intents cover what it is asked: on a copy.

    `memory` is what its adjutant remembers (`Adjutant.data`); `texts` are new intents, or take some back. With
    `no_dice` the copy stops at the first die.
    """
    twin = game.clone(Halting(game.source.clone(), game.dice.thrown) if no_dice else None)
    twin.players = [None] * len(twin.players)
    adjutant = Adjutant(game.system, seat, game.system.doctrine(seat))
    if memory is not None:
        adjutant.restore(memory)
    adjutant.game = twin
    adjutant.most = MOST_ANSWERS
    adjutant.weighs = no_dice
    adjutant.heard = adjutant.hear(twin, adjutant.heard)
    seen = game.system.seen(game.battle, seat)
    for text in texts:
        head, _, rest = text.partition(" ")
        if head == CANCEL:
            cancel(adjutant, rest.strip())
        else:
            adjutant.give(seen, read_intent(text))
    halted = False
    step, index, waiting = twin.step, len(twin.inputs), set(twin.waiting)
    if any(question.seat == seat for question in twin.questions) and adjutant.orders:
        twin.players[seat] = adjutant
        twin.rewind()
        try:
            twin.run()
        except Halted:
            halted = True
        twin.players[seat] = None
    answers: list[Answered] = []
    marks = iter(adjutant.marks)
    for at in range(step, twin.step + 1):
        inputs = twin.closed[at].inputs if at < twin.step else twin.inputs
        for place in range(index if at == step else 0, len(inputs)):
            if inputs[place].seat == seat:
                answers.append(Answered(f"{at}.{place}", inputs[place].text, next(marks, 0)))
    for place in sorted(set(twin.waiting) - (waiting if twin.step == step else set())):
        answers.append(Answered(f"{twin.step}.{place}", twin.waiting[place], next(marks, 0)))
    adjutant.tidy(twin.system.seen(twin.battle, seat))
    adjutant.heard = len(twin.log)
    return Carried(answers, adjutant, twin, halted=halted)


def cancel(adjutant: Adjutant, which: str) -> None:
    if which == "all":
        adjutant.orders = []
    elif which.isascii() and which.isdigit() and len(which) < 7:
        adjutant.cancel(int(which))
    else:
        raise Refused(f"expected cancel and the number of an intent, or cancel all, got {which[:40]!r}.")
