"""Makes the companion's engine: the procedures of every sheet, from the Python text that plays them.

    python web/engine [--verbose] [FOLDER]

writes `engine.js` (the code), `sheets/SYSTEM.json` (for each sheet its forms, and its tables and rulings as the code
needs them) and `books/SYSTEM.json` (the field books that its scenarios begin, and the digest that a book must have).
`shapes.js` and `shapes.json` are the same for `web/engine/shapes`: an example of all Python that is
understood.

    python web/engine --cases [FOLDER]

adds `cases.json` and `books.json`: what the Python text makes of many inputs and dice, and of field books written at
random, for the tests to compare with. That takes most of the time, and the pages do without it.

It says nothing, unless asked to be verbose: then how large each file is, and which functions were left out, and why.
"""

from __future__ import annotations

import argparse
import importlib
import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

HERE: Final = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "src")]

from book_cases import book_case  # noqa: E402
from cases import cases  # noqa: E402
from linking import Linked, Snapshot  # noqa: E402
from shapes.cases import CASES as SHAPES  # noqa: E402
from signatures import Untranslatable  # noqa: E402
from sources import PACKAGES, symbol  # noqa: E402

from playsheet.core.book_rows import BookCard, BookRows  # noqa: E402
from playsheet.core.errors import Refused  # noqa: E402
from playsheet.core.forms import AnyForm, procedure_data  # noqa: E402
from playsheet.core.records import sheet_digest  # noqa: E402
from playsheet.core.scenario import read_heading  # noqa: E402
from playsheet.fieldbook.making import cards_of, new_book  # noqa: E402
from playsheet.fieldbook.reading import book_data  # noqa: E402
from playsheet.players.setup import set_up  # noqa: E402
from playsheet.rules import SYSTEMS, load_system, scenario_files  # noqa: E402

FOLDER: Final = HERE.parent / "src" / "companion" / "engine" / "made"
ROOTS: Final = (
    "playsheet.core.book_rows:BookState",
    "playsheet.core.book_rows:BookUnit",
    "playsheet.core.dice:Dice",
    "playsheet.core.dice:Scripted",
    "playsheet.core.errors:Refused",
    "playsheet.core.exact:Effort",
    "playsheet.core.exact:TooDear",
    "playsheet.fieldbook.book:Book",
    "playsheet.fieldbook.book:Entry",
    "playsheet.fieldbook.book:Head",
    "playsheet.fieldbook.book:Intent",
    "playsheet.fieldbook.book:Law",
    "playsheet.fieldbook.dice:DiceWanted",
    "playsheet.fieldbook.dice:FactWanted",
    "playsheet.fieldbook.book:taken_back",
    "playsheet.fieldbook.words:unit_in_words",
    "playsheet.odds.ask:exactly",
    "playsheet.odds.ask:sampled_with",
    "playsheet.server.payloads:event_data",
    "playsheet.server.payloads:odds_data",
)
BOOKS: Final = 4  # of each sheet
STEPS: Final = 100  # of each book
CASES: Final = 12  # of each procedure
SEED: Final = 1
CALLED: Final = ("filled", "run", "faces", "log", "id", "results", "left", "known")
CALLED_OF_BOOKS: Final = (
    *("do", "take_over", "questions", "odds_case", "due_said", "card_name", "deed", "tie", "state", "entries", "rolls"),
    *("attributes", "states", "relations", "own", "deck", "others", "phases", "is_there", "settle"),
    *("target", "free", "form", "bars", "facts", "inputs"),
    *("cards", "joining", "count", "asked", "strangers", "parts", "sides", "line"),
)


class Carried:
    """A sheet that the engine carries."""

    def __init__(
        self, id: str, title: str, procedures: list[AnyForm], book: BookRows | None, cards: list[BookCard]
    ) -> None:
        self.id: Final = id
        self.title: Final = title
        self.procedures: Final = procedures
        self.book: Final = book
        self.cards: Final = cards


def carried() -> list[Carried]:
    systems = [load_system(id) for id in SYSTEMS]
    return [
        Carried(system.id, system.sheet.title, system.forms(), system.book_rows(), cards_of(system))
        for system in systems
    ]


def made(sheets: list[Carried], linked: Linked) -> dict[str, str]:
    """The files, by name."""
    for path in ROOTS:
        linked.ask_for(symbol(path))
    linked.made.update(symbol(path).id for path in ROOTS if symbol(path).is_class())
    linked.attributes.update((*CALLED, *CALLED_OF_BOOKS))
    data: dict[str, Any] = {}
    before = (-1, 0, 0, 0, 0)
    while before != linked.size():
        before = linked.size()
        linked.go_round()
        for sheet in sheets:
            snapshot = Snapshot(linked)
            roots = [snapshot.value(procedure) for procedure in sheet.procedures]
            book = snapshot.value(sheet.book)
            cards = snapshot.value(sheet.cards)
            data[f"sheets/{sheet.id}.json"] = {
                "system": sheet.id,
                "title": sheet.title,
                "forms": [procedure_data(procedure) for procedure in sheet.procedures],
                "data": {
                    "system": sheet.id,
                    "procedures": roots,
                    "book": book,
                    "cards": cards,
                    "objects": snapshot.objects,
                },
            }
    files = {name: written(found) for name, found in {**data, **books_of_scenarios()}.items()}
    types = dict.fromkeys(("engine.d.ts", "shapes.d.ts"), "export const made: Record<string, unknown>;")
    return {"engine.js": linked.written(), **types, **files}


def books_of_scenarios() -> dict[str, Any]:
    """For each sheet that keeps books: its digest, and the books that its scenarios begin as the sheet is printed."""
    data: dict[str, Any] = {}
    for system in [load_system(id) for id in SYSTEMS]:
        if system.book_rows() is None:
            continue
        digest = sheet_digest(system)
        starts = []
        for id, path in scenario_files().items():
            setup = set_up(id, []) if path.parent.parent.name == system.id else None
            if setup is not None and sheet_digest(setup.system) == digest:
                book = book_data(new_book(setup.system, setup.scenario))
                starts.append({"scenario": id, "size": read_heading(path).size, "book": book})
        data[f"books/{system.id}.json"] = {"system": system.id, "sheet": digest, "starts": starts}
    return data


def shapes_made(linked: Linked) -> dict[str, str]:
    """The examples, with what Python makes of each case."""
    PACKAGES["shapes"] = HERE
    for path, _ in SHAPES:
        linked.ask_for(symbol(path))
    data: dict[str, Any] = {}
    before = (-1, 0, 0, 0, 0)
    while before != linked.size():
        before = linked.size()
        linked.go_round()
        snapshot = Snapshot(linked)
        tried = [
            {"call": symbol(path).id, "given": snapshot.value(given), **outcome(snapshot, called(path), given)}
            for path, given in SHAPES
        ]
        data = {"cases": tried, "objects": snapshot.objects}
    return {"shapes.js": linked.written(), "shapes.json": written(data)}


def written(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def outcome(snapshot: Snapshot, function: Callable[..., Any], given: tuple[Any, ...]) -> dict[str, Any]:
    try:
        return {"gives": snapshot.value(function(*given))}
    except Refused as refusal:
        return {"refused": str(refusal)}


def called(path: str) -> Callable[..., Any]:
    source, _, name = path.partition(":")
    found: Callable[..., Any] = getattr(importlib.import_module(source), name)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(prog="python web/engine", description="Make the companion's engine.")
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER)
    parser.add_argument("--verbose", action="store_true", help="say how large each file is, and what was left out")
    parser.add_argument("--cases", action="store_true", help="add what the tests compare with, and nothing else")
    asked = parser.parse_args()
    if asked.cases:
        write_cases(asked.folder)
    else:
        write_engine(asked.folder, asked.verbose)


def write_cases(folder: Path) -> None:
    found = cases({sheet.id: sheet.procedures for sheet in carried()}, CASES, SEED)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "cases.json").write_text(written(found) + "\n", "utf-8")
    kept = [system for system in [load_system(id) for id in SYSTEMS] if system.book_rows() is not None]
    books = [book_case(system, STEPS, SEED + number) for system in kept for number in range(BOOKS)]
    (folder / "books.json").write_text(written(books) + "\n", "utf-8")


def write_engine(folder: Path, verbose: bool) -> None:
    linked, shapes = Linked(), Linked()
    try:
        files = {**made(carried(), linked), **shapes_made(shapes)}
    except Untranslatable as fault:
        sys.exit(f"The companion's engine cannot be made: {fault}.")
    write(folder, files)
    if verbose:
        for name, text in files.items():
            print(f"{name}: {len(text.encode()):,} bytes")
        for name, why in [*linked.left_out.items(), *shapes.left_out.items()]:
            print(f"left out: {name} ({why})")


def write(folder: Path, files: dict[str, str]) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    for part in ("sheets", "books"):
        (folder / part).mkdir(parents=True)
    for name, text in files.items():
        (folder / name).write_text(text + "\n", "utf-8")


if __name__ == "__main__":
    main()
