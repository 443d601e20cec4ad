"""A book as a file: JSON that a person can read and diff, an entry to a line; and read back strictly."""

from __future__ import annotations

import json
from typing import Any, Final

from playsheet.core.book_rows import NOBODY, BookRows, BookState, BookUnit, Due
from playsheet.core.errors import Refused
from playsheet.core.forms import Value
from playsheet.core.house import read_house
from playsheet.core.reader import LARGEST, Reader, figure, shown
from playsheet.core.records import sheet_digest
from playsheet.fieldbook.book import LONGEST_REASON, MOST_ENTRIES, Book, Entry, Head, Intent, Law
from playsheet.fieldbook.joining import MOST_UNITS
from playsheet.fieldbook.making import VERSION, cards_of
from playsheet.rules import load_system

MARK: Final = "playsheet book"
LARGEST_BOOK: Final = 8 << 20  # bytes
MOST_CARDS: Final = 2000
MOST_DICE: Final = 2000  # in an entry
MOST_ANSWERS: Final = 40
MOST_ATTRIBUTES: Final = 200
LONGEST_SAID: Final = 2000


# ---------------------------------------------------------------------- writing


def book_text(book: Book) -> str:
    """The whole book. The state is not in it: the log makes it."""
    lines = [
        f"{json.dumps(key)}: {block(value) if key in ('units', 'entries') else line_of(value)}"
        for key, value in book_data(book).items()
    ]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def block(rows: list[object]) -> str:
    """A list with a row to a line."""
    return "[\n" + ",\n".join(line_of(row) for row in rows) + "\n]" if rows else "[]"


def line_of(data: object) -> str:
    return json.dumps(data, ensure_ascii=False)


def book_data(book: Book) -> dict[str, Any]:
    """The same as plain data."""
    return {MARK: VERSION, **head_data(book.head), "entries": [entry_data(entry) for entry in book.entries]}


def head_data(head: Head) -> dict[str, Any]:
    start = head.start
    return {
        "system": head.system,
        "sheet": head.digest,
        "title": head.title,
        "origin": head.origin,
        "rulings": head.law.settings,
        "houses": [{"file": file, "text": text} for file, text in head.law.houses],
        "sides": start.sides,
        "units": [unit_data(unit) for unit in start.units],
        "start": {
            "turn": start.turn,
            "phase": start.phase,
            "begun": start.begun,
            "finished": start.finished,
            "winner": start.winner,
            "verdict": start.verdict,
            "left": start.left,
            "drawn": start.drawn,
            "score": start.score,
            "own": start.values,
            "ties": {name: pairs for name, pairs in start.ties.items() if pairs},
        },
    }


def unit_data(unit: BookUnit) -> dict[str, object]:
    return {"name": unit.name, "side": unit.side + 1, "card": unit.card, "values": unit.values}


def entry_data(entry: Entry) -> dict[str, object]:
    """An entry as it is kept and sent; what an intent does not have is left out."""
    intent = entry.intent
    data: dict[str, object] = {"entry": entry.number, "do": intent.do}
    if intent.unit != NOBODY:
        data["unit"] = intent.unit
    if intent.target != NOBODY:
        data["target"] = intent.target
    if intent.entry:
        data["of"] = intent.entry
    if intent.answers:
        data["answers"] = intent.answers
    if intent.dice:
        data["dice"] = intent.dice
    if intent.reason:
        data["reason"] = intent.reason
    if intent.line:
        data["line"] = intent.line
    data["said"] = entry.said
    return data


def state_data(book: Book) -> dict[str, object]:
    """The book as it stands, for programs."""
    state = book.state
    return {
        "title": book.head.title,
        "system": book.head.system,
        "entries": len(book.entries),
        "turn": state.turn,
        "phase": book.rows.phases[state.phase].id if book.rows.phases else "",
        "begun": state.begun,
        "finished": state.finished,
        "winner": state.winner + 1 if state.finished else None,
        "verdict": state.verdict,
        "sides": state.sides,
        "score": state.score,
        "units": [
            {
                "unit": unit.id,
                "name": unit.name,
                "side": unit.side + 1,
                "there": book.rows.is_there(unit),
                "values": {name: unit.values[name] for name in book.rows.states},
            }
            for unit in state.units
        ],
        "ties": state.ties,
        "left": len(state.left),
        "drawn": [book.card_name(state, card) for card in state.drawn],
        "due": [due_data(book, due) for due in state.due],
    }


def due_data(book: Book, due: Due) -> dict[str, object]:
    return {
        "do": due.procedure,
        "unit": due.unit,
        "target": due.target,
        "must": due.must,
        "said": book.due_said(book.state, due),
    }


# ---------------------------------------------------------------------- reading


def read_book(content: bytes | str, name: str = "book") -> Book:
    """A book from its file: checked to the last entry, and gone through."""
    if len(content) > LARGEST_BOOK:
        raise Refused(f"{name}: a book is at most {LARGEST_BOOK >> 20} MB.")
    reader = Reader(parsed(content, name), name)
    version = reader.integer(MARK, 1)
    if version > VERSION:
        raise Refused(f"{name}: this book is of a newer version of Playsheet ({version}); this one reads {VERSION}.")
    id = reader.text("system", longest=40)
    houses = [(each.text("file", longest=200), each.text("text", "", 200_000)) for each in reader.tables("houses", [])]
    settings = reader.optional_table("rulings")
    base = load_system(id)
    read = [read_house(text, file) for file, text in houses]
    system = base.configured(settings.data, name, read)
    rows = system.book_rows()
    if rows is None:
        raise Refused(f"{name}: the field book keeps no battles of {id} yet.")
    digest = reader.text("sheet", longest=64)
    if digest != sheet_digest(system):
        raise Refused(f"{name}: this book was begun by another text of the sheet or its rulings than this program has.")
    title = reader.text("title", longest=200)
    origin = reader.text("origin", "", 300)
    start = read_start(reader, rows)
    law = Law({key: str(value) for key, value in settings.data.items()}, houses)
    book = Book(Head(version, id, digest, title, origin, law, start), rows, system.forms(), cards_of(system))
    entries = [read_entry(each, at) for at, each in enumerate(reader.tables("entries", []), 1)]
    reader.close()
    if len(entries) > MOST_ENTRIES:
        raise Refused(f"{name}: a book has at most {MOST_ENTRIES} entries, this has {len(entries)}.")
    try:
        book.take_over(entries)
    except Refused as refusal:
        at = f"entry {book.trying}: " if book.trying else ""
        raise Refused(f"{name}: {at}{refusal}") from None
    return book


def parsed(content: bytes | str, name: str) -> dict[str, object]:
    try:
        text = content.decode("utf-8") if isinstance(content, bytes) else content
        found = json.loads(text, parse_constant=no_number)
    except UnicodeDecodeError:
        raise Refused(f"{name}: this is no text in UTF-8.") from None
    except (ValueError, RecursionError):
        raise Refused(f"{name}: this is no field book: expected JSON that begins with {MARK!r}.") from None
    if not isinstance(found, dict) or MARK not in found:
        raise Refused(f"{name}: this is no field book: expected JSON with {MARK!r} in it.")
    return found


def no_number(word: str) -> object:
    raise ValueError(word)


def read_start(reader: Reader, rows: BookRows) -> BookState:
    sides = reader.texts("sides")
    if not 2 <= len(sides) <= 6:
        raise reader.wrong("sides", "from 2 to 6 sides", sides)
    entries = reader.tables("units")
    if not 1 <= len(entries) <= MOST_UNITS:
        raise reader.refused("units", f"expected from 1 to {MOST_UNITS} units, got {len(entries)}.")
    units = [read_unit(each, at, len(sides), rows) for at, each in enumerate(entries)]
    state = BookState(sides, units)
    start = reader.table("start")
    state.turn = start.integer("turn", 1, 10_000)
    state.phase = start.integer("phase", 0, max(0, len(rows.phases) - 1))
    state.begun = start.flag("begun")
    state.finished = start.flag("finished")
    state.winner = start.integer("winner", -1, len(sides) - 1)
    state.verdict = start.text("verdict", "", 1000)
    state.left = read_cards(start, "left", rows, len(units))
    state.drawn = read_cards(start, "drawn", rows, len(units))
    score = numbers_of(start, "score", -LARGEST, LARGEST, len(sides))
    if len(score) != len(sides):
        raise start.refused("score", f"expected {len(sides)} numbers, one a side, got {len(score)}.")
    state.score = score
    own = start.optional_table("own")
    for field in rows.own:
        if own.has(field.name):
            state.values[field.name] = field.read(own.raw(field.name))
    own.close()
    ties = start.optional_table("ties")
    for relation in rows.relations:
        if not ties.has(relation):
            continue
        for pair in ties.items(relation, "a list of pairs of units"):
            one, other = pair if isinstance(pair, list) and len(pair) == 2 else (None, None)
            if not is_unit(one, units) or not is_unit(other, units) or one == other:
                raise ties.wrong(relation, "pairs of two units, by their numbers", pair)
            state.tie(relation, int(str(one)), int(str(other)))
    ties.close()
    start.close()
    rows.settle(rows.rules, state)
    return state


def is_unit(value: object, units: list[BookUnit]) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < len(units)


def read_unit(reader: Reader, id: int, sides: int, rows: BookRows) -> BookUnit:
    name = reader.text("name", longest=100)
    side = reader.integer("side", 1, sides) - 1
    card = reader.text("card", "", 60)
    held = reader.table("values")
    values: dict[str, Value] = {}
    for field in rows.attributes:
        if not held.has(field.name):
            raise held.missing(field.name, field.expected())
        try:
            values[field.name] = field.read(held.raw(field.name))
        except Refused as refusal:
            raise held.refused("", str(refusal)) from None
    held.close()
    reader.close()
    return BookUnit(id, name, side, card, values)


def read_cards(reader: Reader, key: str, rows: BookRows, units: int) -> list[int]:
    cards = numbers_of(reader, key, -99, units - 1, MOST_CARDS)
    others = rows.deck.others if rows.deck is not None else {}
    for card in cards:
        if card < 0 and card not in others:
            raise reader.wrong(key, "cards of this sheet", card)
    return cards


def numbers_of(reader: Reader, key: str, low: int, high: int, most: int) -> list[int]:
    """A list of whole numbers, which may be empty."""
    found: list[int] = []
    items = reader.items(key, "a list of whole numbers")
    if len(items) > most:
        raise reader.refused(key, f"expected at most {most} numbers, got {len(items)}.")
    for item in items:
        if not isinstance(item, int) or isinstance(item, bool) or not low <= item <= high:
            raise reader.wrong(key, f"whole numbers from {figure(low)} to {figure(high)}", item)
        found.append(item)
    return found


def read_entry(reader: Reader, number: int) -> Entry:
    """An entry of the log; its number is its place."""
    said = reader.text("said", "", LONGEST_SAID)
    if reader.integer("entry", 1, MOST_ENTRIES, number) != number:
        raise reader.wrong("entry", f"{number}, its place in the log", reader.data["entry"])
    return Entry(number, read_intent(reader, number - 1), said, [])


def read_intent(reader: Reader, at: int) -> Intent:
    """What somebody wants to be written: from a file, or as a page sends it."""
    do = reader.text("do", longest=40)
    unit = reader.integer("unit", NOBODY, MOST_UNITS, NOBODY)
    target = reader.integer("target", NOBODY, MOST_UNITS, NOBODY)
    entry = reader.integer("of", 0, MOST_ENTRIES, 0)
    reason = reader.text("reason", "", LONGEST_REASON)
    dice = numbers_of(reader, "dice", 1, 1000, MOST_DICE) if reader.has("dice") else []
    answers = read_values(reader, "answers", MOST_ANSWERS)
    line = read_values(reader, "line", MOST_ATTRIBUTES)
    reader.close()
    return Intent(at, do, unit=unit, target=target, entry=entry, answers=answers, dice=dice, reason=reason, line=line)


def read_values(reader: Reader, key: str, most: int) -> dict[str, Value]:
    held = reader.optional_table(key)
    if len(held.data) > most:
        raise reader.refused(key, f"expected at most {most} {key}, got {len(held.data)}.")
    found: dict[str, Value] = {}
    for name in held.data:
        value = held.raw(name)
        if not isinstance(value, bool | int | float | str) or len(str(value)) > LONGEST_REASON:
            raise held.wrong(name, "a number, a word, or true or false", shown(value))
        found[name] = value
    return found
