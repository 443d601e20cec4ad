"""`playsheet book`: a battle on a real table, kept from the command line."""

from __future__ import annotations

import argparse
import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from rich.text import Text

from playsheet.cli.output import add_row, console, paragraph, print_json, table
from playsheet.core.errors import Refused
from playsheet.core.files import NewFile, file_bytes
from playsheet.core.reader import nearest, read_text, read_toml
from playsheet.fieldbook import making, words
from playsheet.fieldbook.book import UNDO, Book, Entry, Intent, taken_back
from playsheet.fieldbook.dice import DiceWanted, FactWanted
from playsheet.fieldbook.reading import LARGEST_BOOK, book_text, entry_data, read_book, state_data

if TYPE_CHECKING:
    from playsheet.core.forms import Value

RECORD_MARK: Final = b"playsheet record"
MOST_DICE: Final = 2000
MOST_OUTCOMES: Final = 20


def new(given: argparse.Namespace) -> None:
    """A book of a scenario, an army list, or a record."""
    made = begun_with(given.source, given.house)
    with NewFile(given.file, given.force) as file:
        file.write(book_text(made))
    told(given, made, f"{given.file}: {made.head.title}, {len(made.state.units)} units.")


def begun_with(source: str, houses: list[str]) -> Book:
    from playsheet.players.setup import set_up
    from playsheet.rules import scenario_files

    if source not in scenario_files() and Path(source).is_file():
        from playsheet.core.records import LARGEST_RECORD

        content = file_bytes(source, LARGEST_RECORD)
        if content.startswith(RECORD_MARK):
            if houses:
                raise Refused("a record has its own house rules: expected none.")
            return making.book_from_record(content, source)
        text = read_text(Path(source), source)
        if making.is_army_list(read_toml(text, source)):
            system, scenario = making.army_list(text, source)
            return making.new_book(laid_over(system, houses), scenario)
    setup = set_up(source, houses)
    return making.new_book(setup.system, setup.scenario)


def laid_over(system: Any, houses: list[str]) -> Any:
    from playsheet.core.house import read_house

    return system.configured({}, system.id, [read_house(Path(file)) for file in houses]) if houses else system


def opened(given: argparse.Namespace) -> tuple[Book, bytes]:
    content = file_bytes(given.file, LARGEST_BOOK)
    return read_book(content, given.file), content


def told(given: argparse.Namespace, book: Book, said: str) -> None:
    if given.json:
        print_json({"book": state_data(book)})
    else:
        paragraph(console(), Text(said))


# ---------------------------------------------------------------------- writing


def do(given: argparse.Namespace) -> None:
    """One entry, or the sentence that says what is still wanted."""
    book, before = opened(given)
    keep(given, book, before, written(book, given, dice_of(given.dice)))


def undo(given: argparse.Namespace) -> None:
    """An entry is taken back, the last one that stands if none is named."""
    book, before = opened(given)
    gone = taken_back(book.entries)
    standing = [entry.number for entry in book.entries if entry.number not in gone and entry.intent.do != UNDO]
    if not standing:
        raise Refused("nothing is written that could be taken back.")
    number = standing[-1] if given.entry is None else given.entry
    entry = book.do(Intent(len(book.entries), UNDO, entry=number, reason=given.reason))
    keep(given, book, before, entry)


def keep(given: argparse.Namespace, book: Book, before: bytes, entry: Entry) -> None:
    """Write the book as a whole, and say what was written in it."""
    text = book_text(book)
    if file_bytes(given.file, LARGEST_BOOK) != before:
        raise Refused(f"{given.file}: somebody else has written in the book meanwhile; say it again.")
    with NewFile(given.file, force=True) as file:
        file.write(text)
    if given.json:
        print_json({"entry": entry_data(entry), "rolls": words.arithmetic(entry), "book": state_data(book)})
        return
    out = console()
    paragraph(out, Text(f"{entry.number}. {entry.said}"))
    for line in [*words.arithmetic(entry), *words.due(book)]:
        paragraph(out, Text(line), "  ", "    ")


def written(book: Book, given: argparse.Namespace, dice: list[int]) -> Entry:
    """Dice that are missing are thrown, if that is wanted."""
    while True:
        try:
            return book.do(intent_of(book, given, dice))
        except DiceWanted as wanted:
            if not given.throw or len(dice) + wanted.n > MOST_DICE:
                raise Refused(f"{wanted}{so_far(dice)}") from None
            dice = [*dice, *[1 + secrets.randbelow(wanted.sides) for _ in range(wanted.n)]]
        except FactWanted as wanted:
            raise Refused(f"{wanted}{so_far(dice)}") from None


def so_far(dice: list[int]) -> str:
    return f" The dice so far: {','.join(str(face) for face in dice)}." if dice else ""


def intent_of(book: Book, given: argparse.Namespace, dice: list[int]) -> Intent:
    answers: dict[str, Value] = {}
    named = [word for word in given.words if "=" not in word]
    if len(named) > 2:
        raise Refused(f"expected a unit, a target and key=value, got {named[2][:60]!r} as well.")
    for word in given.words:
        key, equals, value = word.partition("=")
        if not equals:
            continue
        if key in answers:
            raise Refused(f"{key} is given twice.")
        answers[key] = card_of(book, value) if (given.what, key) == ("draw", "card") else value
    return Intent(
        len(book.entries) if given.at is None else given.at,
        given.what,
        unit=unit_of(book, named[0]) if named else -1,
        target=unit_of(book, named[1]) if len(named) > 1 else -1,
        entry=given.entry,
        answers=answers,
        dice=dice,
        reason=given.reason,
    )


def unit_of(book: Book, named: str) -> int:
    """A unit by its name or its number; of two with one name the first."""
    if named.isascii() and named.isdigit() and len(named) < 6:
        return int(named)
    names = [unit.name.lower() for unit in book.state.units]
    if named.lower() not in names:
        raise Refused(f"there is no unit {named[:60]!r}{nearest(named, [unit.name for unit in book.state.units])}.")
    return names.index(named.lower())


def card_of(book: Book, named: str) -> int:
    """A card by its unit, or by its own name: `card=STOP`."""
    deck = book.rows.deck
    if deck is not None:
        for card, name in deck.others.items():
            if name.lower() == named.lower():
                return card
    return unit_of(book, named)


def dice_of(text: str) -> list[int]:
    if not text:
        return []
    faces = text.replace(",", " ").split()
    if len(faces) > MOST_DICE:
        raise Refused(f"expected at most {MOST_DICE} dice, got {len(faces)}.")
    for face in faces:
        if not (face.isascii() and face.isdigit() and len(face) <= 4):
            raise Refused(f"expected dice such as 3,6,1, got {face[:20]!r}.")
    return [int(face) for face in faces]


# ---------------------------------------------------------------------- reading


def show(given: argparse.Namespace) -> None:
    """The rosters as they stand, and what is due."""
    book, _ = opened(given)
    if given.json:
        print_json({"book": state_data(book)})
        return
    out = console()
    state = book.state
    over = f", over: {state.verdict}" if state.finished else ""
    paragraph(out, Text(f"{book.head.title}, turn {state.turn}, {len(book.entries)} entries{over}"))
    for side, name in enumerate(state.sides):
        score = f", {state.score[side]} points" if any(state.score) else ""
        shown = table(f"{name}{score}", ("no.", "unit", "as it stands"), right=(0,))
        for unit in state.units:
            if unit.side == side:
                add_row(
                    shown,
                    (str(unit.id), unit.name, words.unit_in_words(book, unit)),
                    "" if book.rows.is_there(unit) else "dim",
                )
        out.print(shown)
    for line in words.due(book):
        paragraph(out, Text(line))


def log(given: argparse.Namespace) -> None:
    book, _ = opened(given)
    if given.json:
        print_json({"entries": [entry_data(entry) for entry in book.entries]})
        return
    for line in words.log(book):
        paragraph(console(), Text(line), "", "    ")


def on_paper(given: argparse.Namespace) -> None:
    """Rosters, then the log."""
    if given.json:
        book, _ = opened(given)
        print_json({"book": state_data(book), "entries": [entry_data(entry) for entry in book.entries]})
        return
    show(given)
    console().print()
    log(given)


def story(given: argparse.Namespace) -> None:
    """The battle read aloud: what stands, turn by turn."""
    book, _ = opened(given)
    turns = words.story(book)
    if given.json:
        print_json({"turns": turns})
        return
    for turn in turns:
        paragraph(console(), Text(" ".join(turn)))
        console().print()


def roster(given: argparse.Namespace) -> None:
    """The rosters as an army list, for the next book or scenario."""
    book, _ = opened(given)
    text = making.army_list_of(book)
    if given.json:
        print_json({"army_list": text})
    else:
        print(text, end="")


def ask(given: argparse.Namespace) -> None:
    """What is asked for an entry, the answers that stand if nothing is said, and the odds."""
    from playsheet.odds import ask as odds_ask

    book, _ = opened(given)
    intent = intent_of(book, given, [])
    asked = book.questions(intent)
    procedure = book.procedure(intent.do)
    found = odds_ask.in_time(book.odds_case(intent), 2.0) if procedure.form else None
    outcomes = found.outcomes[:MOST_OUTCOMES] if found is not None else []
    if given.json:
        print_json(
            {
                "asked": [
                    {
                        "name": each.field.name,
                        "said": each.field.said,
                        "expected": each.field.expected(),
                        "default": each.default,
                        "after": list(each.after),
                    }
                    for each in asked
                ],
                "odds": [{"facts": list(each.facts), "chance": float(each.chance)} for each in outcomes],
            }
        )
        return
    out = console()
    for each in asked:
        later = f", once {' or '.join(each.after)} is thrown" if each.after else ""
        paragraph(
            out, Text(f"{each.field.name}: {each.field.said}; {each.field.expected()} ({each.default}){later}"), "  "
        )
    if found is not None:
        for outcome in outcomes:
            said = ", ".join(f"{name} {value}" for name, value in zip(found.results, outcome.facts))
            paragraph(out, Text(f"{100 * float(outcome.chance):5.1f} %  {said}"), "  ", "           ")
