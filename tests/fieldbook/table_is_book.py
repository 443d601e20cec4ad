"""Table = book: a battle played on the screen is written into a field book, and both are compared after every step.

The book has no positions. It is answered only what its rows ask for, from what the table told, and it is given the same
dice. A system has an adapter: what of its events is an entry, and with which answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Protocol

from playsheet.core.book_rows import NOBODY, BookRows, BookState
from playsheet.core.events import Event, Rolled
from playsheet.core.forms import Value
from playsheet.core.game import GAME_MASTER, Input
from playsheet.fieldbook.book import Book, Entry, Intent
from playsheet.fieldbook.making import book_from
from playsheet.players.setup import Setup


class Adapter(Protocol):
    """Writes what the table told in one step into the book, by `Writer.do`.

    One that has to measure what people see at the table has a `look(battle)`: it is called before each step.
    """

    def write(self, events: list[Event[Any]], writer: Writer) -> None: ...


Ordering = Callable[[Any], str]  # of a game master, as the battle stands


@dataclass
class Counts:
    """How many facts people were asked for: by procedure, how often it was done, and how many facts in all."""

    done: dict[str, int] = field(default_factory=dict)
    asked: dict[str, int] = field(default_factory=dict)
    turns: int = 1

    def add(self, entry: Entry) -> None:
        do = entry.intent.do
        self.done[do] = self.done.get(do, 0) + 1
        self.asked[do] = self.asked.get(do, 0) + len(entry.intent.answers)

    def said(self) -> Iterator[str]:
        for do, times in sorted(self.done.items()):
            yield f"{do}: {times} times, {self.asked[do] / times:.2f} facts each"
        every = sum(self.asked.values()) + sum(self.done.values())
        yield f"turns: {self.turns}, {every / self.turns:.1f} entries and facts each"


class Writer:
    """The hand that writes the book."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.counts = Counts()

    @property
    def state(self) -> BookState:
        return self.book.state

    def do(
        self,
        what: str,
        unit: int = NOBODY,
        target: int = NOBODY,
        /,
        dice: list[int] | None = None,
        reason: str = "",
        **answers: Value,
    ) -> Entry:
        at = len(self.book.entries)
        entry = self.book.do(Intent(at, what, unit=unit, target=target, dice=dice, answers=answers, reason=reason))
        self.counts.add(entry)
        return entry


def said_state(rows: BookRows, state: BookState) -> dict[str, object]:
    """All that table and book have to agree on."""
    units = {unit.name: {name: unit.values[name] for name in rows.states} for unit in state.units}
    ties = {relation: sorted(state.ties.get(relation, [])) for relation in rows.relations}
    return {
        "sides": state.sides,
        "whose": {unit.name: unit.side for unit in state.units},
        "units": units,
        "ties": ties,
        "left": sorted(state.left),
        "drawn": sorted(state.drawn),
        "turn": state.turn,
        "score": state.score,
        "own": state.values,
        "finished": state.finished,
        "winner": state.winner,
    }


def play_both(
    setup: Setup,
    adapter: Adapter,
    seats: list[str],
    seed: int,
    steps: int = 100_000,
    orders: dict[int, Ordering] | None = None,
) -> Writer:
    """Play the battle to its end (or so many steps), and write it; fails where table and book part.

    `orders`: what a game master orders before the step of that number.
    """
    game = setup.game(seats, seed, keep=True)
    writer = Writer(book_from(setup.system, game.battle, setup.scenario.title, setup.scenario.id))
    told = 0
    step = 0
    while not game.battle.finished and step < steps:
        look = getattr(adapter, "look", None)
        if look is not None:
            look(game.battle)
        if orders and step in orders:
            game.inputs = [Input(GAME_MASTER, "gm " + orders[step](game.battle))]
        assert game.play_step(), "bots answer everything"
        adapter.write(game.log[told:], writer)
        told = len(game.log)
        step += 1
        table = said_state(writer.book.rows, setup.system.book_of(game.battle))
        if not writer.state.begun:
            continue  # who is on the table yet is no business of a book
        assert said_state(writer.book.rows, writer.state) == table, f"table and book part at step {step}"
    writer.counts.turns = game.battle.turn
    return writer


def faces(rolls: list[Rolled]) -> list[int]:
    return [face for roll in rolls for face in roll.faces]
