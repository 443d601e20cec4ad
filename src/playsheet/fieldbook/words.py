"""A book in words: its log, its story, its roster, what is due."""

from __future__ import annotations

from playsheet.core.book_rows import BookUnit
from playsheet.core.forms import Value
from playsheet.core.telling import roll_in_words
from playsheet.fieldbook.book import TURN, Book, Entry, plain, taken_back


def log(book: Book) -> list[str]:
    """Every entry with its number; what was taken back is still there, and marked."""
    gone = taken_back(book.entries)
    return [f"{entry.number}. {entry.said}{' [taken back]' if entry.number in gone else ''}" for entry in book.entries]


def arithmetic(entry: Entry) -> list[str]:
    """Each roll of an entry in words."""
    return [roll_in_words(roll) for roll in entry.rolls]


def story(book: Book) -> list[list[str]]:
    """The battle told from its start, a list of sentences for each turn: only what stands."""
    turns: list[list[str]] = [[f"{book.head.title}."]]
    for entry in book.gone_through(book.entries).entries:
        if entry.intent.do == TURN:
            turns.append([])
        turns[-1].append(entry.said)
    return turns


def unit_in_words(book: Book, unit: BookUnit) -> str:
    """`10 of 10, disrupted; in melee with the Lancers`: only what differs from how it began."""
    rows = book.rows
    before = book.head.start.units
    start = before[unit.id].values if unit.id < len(before) else unit.first
    said: list[str] = []
    for name in rows.states:
        value = unit.values[name]
        if name == rows.states[0] and name in start and start[name] != 0:
            said.append(f"{plain(value)} of {plain(start[name])} {name}")
        elif isinstance(value, bool):
            if value:
                said.append(name.replace("_", " "))
        elif name in rows.refers:
            if isinstance(value, int) and 0 <= value < len(book.state.units):
                said.append(f"{name.replace('_', ' ')} {book.state.units[value].name}")
        elif value != start.get(name) and value != default_of(book, name):
            said.append(f"{name.replace('_', ' ')} {plain(value)}")
    for relation in rows.relations:
        foes = [book.state.units[other].name for other in book.state.tied(relation, unit.id)]
        if foes:
            said.append(f"{relation}: {', '.join(foes)}")
    return "; ".join(said)


def default_of(book: Book, name: str) -> Value:
    field = book.rows.attribute(name)
    assert field is not None, "a state is an attribute"
    return field.default


def due(book: Book) -> list[str]:
    """What is due, and what may be done, in words."""
    return [("Due: " if each.must else "May: ") + book.due_said(book.state, each) for each in book.state.due]
