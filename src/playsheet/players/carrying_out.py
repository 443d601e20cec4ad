"""Intents carried out in a game: by an adjutant in the seat of a person, apart from the game itself.

What comes of it is a list of ordinary answers. Whoever owns the game takes them like a person's, all at once.
"""

from __future__ import annotations

from typing import Any, Final

from playsheet.core.dice import Halted, Halting
from playsheet.core.errors import Refused
from playsheet.core.game import Game
from playsheet.core.intents import Place, read_intent
from playsheet.players.adjutant import Adjutant
from playsheet.players.guessing import guessed_game

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


class Tried:
    """What would come of it: as `Carried`, with whom it is about, and what is left of each unit's way."""

    def __init__(self, carried: Carried, units: list[int], ways: dict[int, list[Place]]) -> None:
        self.carried: Final = carried
        self.units: Final = units
        self.ways: Final = ways


def carry_out(game: Game[Any], seat: int, texts: list[str], memory: Any = None) -> Carried:
    """Play on for the seat as far as its intents cover what it is asked: on a copy.

    `memory` is what its adjutant remembers (`Adjutant.data`); `texts` are new intents, or take some back.
    """
    adjutant = new_adjutant(game, seat, memory)
    seen = game.system.seen(game.battle, seat)
    for text in texts:
        head, _, rest = text.partition(" ")
        if head == CANCEL:
            cancel(adjutant, rest.strip())
        else:
            adjutant.give(seen, read_intent(text))
    return carried_on(game.clone(), seat, adjutant)


def try_out(game: Game[Any], seat: int, texts: list[str], memory: Any = None) -> Tried:
    """What intents would do, as far as the seat can know: up to the first die, and where things are hidden on a battle
    that is guessed. Whoever cannot be commanded is left out, and refused by name."""
    adjutant = new_adjutant(game, seat, memory)
    adjutant.weighs = True
    seen = game.system.seen(game.battle, seat)
    units: list[int] = []
    ways: dict[int, list[Place]] = {}
    for text in texts:
        head, _, rest = text.partition(" ")
        if head == CANCEL:
            cancel(adjutant, rest.strip())
            continue
        intent = read_intent(text)
        units += [unit for unit in intent.units if unit not in units]
        possible = adjutant.possible(seen, intent)
        if possible is not None:
            ways.update(adjutant.give(seen, possible).ways)
    if not game.system.hides():
        twin = game.clone(Halting(game.source.clone(), game.dice.thrown))
    elif adjutant.orders and is_asked(game, seat):
        twin = guessed_game(game, seat)
        adjutant.go_over(game, twin)
    else:
        twin = game.clone()
    return Tried(carried_on(twin, seat, adjutant), units, ways)


def new_adjutant(game: Game[Any], seat: int, memory: Any) -> Adjutant:
    """One who remembers that, and has heard what his seat was told."""
    adjutant = Adjutant(game.system, seat, game.system.doctrine(seat))
    if memory is not None:
        adjutant.restore(memory)
    adjutant.most = MOST_ANSWERS
    adjutant.heard = adjutant.hear(game, adjutant.heard)
    return adjutant


def is_asked(game: Game[Any], seat: int) -> bool:
    """Is the seat asked anything but its own dice?"""
    return any(question.seat == seat and not question.dice for question in game.questions)


def carried_on(twin: Game[Any], seat: int, adjutant: Adjutant) -> Carried:
    """Played on in this copy of the game."""
    twin.players = [None] * len(twin.players)
    adjutant.game = twin
    halted = False
    step, index, waiting = twin.step, len(twin.inputs), set(twin.waiting)
    if is_asked(twin, seat) and adjutant.orders:
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
