"""Where a book begins: with a scenario, an army list, or a battle of the screen; and where its rosters go."""

from __future__ import annotations

from copy import deepcopy
from typing import Any, Final

from playsheet.core.book_rows import NOBODY, BookCard
from playsheet.core.errors import Refused
from playsheet.core.events import Battle
from playsheet.core.forms import Value
from playsheet.core.reader import Reader, read_toml, shown
from playsheet.core.records import read_record, replay, sheet_digest
from playsheet.core.scenario import Scenario, scenario_of
from playsheet.core.system import System
from playsheet.fieldbook.book import Book, Head, Law
from playsheet.rules import load_system, scenario_files

VERSION: Final = 1
# What an army list leaves out of a scenario, because no book asks for it: a table, zones, turns.
TABLE: Final = [500.0, 500.0]
ZONES: Final = ([[0.0, 0.0, 500.0, 200.0]], [[0.0, 300.0, 500.0, 500.0]])
TURNS: Final = 1000
MUSTERED: Final = "one more"
OF_THE_TABLE: Final = ("terrain", "objectives", "markers", "rulings")  # what a scenario has beside its rosters


def book_from(system: System[Any], battle: Battle, title: str, origin: str) -> Book:
    """A book of a battle as it stands; of a new one, its rosters before anybody has deployed."""
    rows = system.book_rows()
    if rows is None:
        raise Refused(f"the field book keeps no battles of {system.id} yet.")
    settings = {change.key: change.value for change in system.switches.changed()}
    law = Law(settings, [(house.file, house.text) for house in system.houses])
    head = Head(VERSION, system.id, sheet_digest(system), title, origin, law, system.book_of(battle))
    return Book(head, rows, system.forms(), cards_of(system))


def cards_of(system: System[Any]) -> list[BookCard]:
    """The sheet's cards as lines of a roster.

    Each joins the ranks of one of the sheet's own scenarios. A card of which no side takes one more is not among them:
    a general who would command nobody, a second Player Character for one player.
    """
    rows = system.book_rows()
    if rows is None or rows.joining is None:
        return []
    path = next(path for path in scenario_files().values() if path.parent.parent.name == system.id)
    roster = read_toml(path.read_text(encoding="utf-8"), path.name).data
    found: list[BookCard] = []
    for id, name in system.vocabulary().cards.items():
        values = mustered(system, roster, id, rows.refers)
        if values:
            found.append(BookCard(id, name, values))
    return found


def mustered(system: System[Any], roster: dict[str, Any], card: str, refers: tuple[str, ...]) -> dict[str, Value]:
    """What stands in the roster of such a unit, by the first side that takes it; `refers`: of nobody else."""
    for side in range(2):
        data = with_one_more(deepcopy(roster), side, card)
        try:
            scenario = scenario_of(Reader(data, card), system.vocabulary(), "")
            units = system.book_of(system.new_battle(scenario)).units
        except Refused:
            continue  # it is not for this side to have
        for unit in units:
            if unit.card == card and unit.name == MUSTERED:
                return {name: NOBODY if name in refers else unit.values[name] for name in unit.values}
    return {}


def with_one_more(data: dict[str, Any], side: int, card: str) -> dict[str, Any]:
    """The scenario with one unit more, in the first group of a side that has groups, and nothing on its table."""
    groups = data["sides"][side].get("groups", [])
    placed = {"group": groups[0]["id"]} if groups else {}
    data["sides"][side]["units"].append({"card": card, "name": MUSTERED, **placed})
    return {key: data[key] for key in data if key not in OF_THE_TABLE}


def new_book(system: System[Any], scenario: Scenario) -> Book:
    """A book of a scenario's rosters."""
    return book_from(system, system.new_battle(scenario), scenario.title, scenario.id)


def book_from_record(content: bytes, name: str) -> Book:
    """From screen to felt: a game as its record leaves it, its rosters where they stand."""
    record = read_record(content, name)
    game = replay(record, load_system)
    return book_from(game.system, game.battle, record.title, name)


def is_army_list(reader: Reader) -> bool:
    """Sides with their units, and no table to put them on."""
    return "sides" in reader.data and "table" not in reader.data


def army_list(text: str, name: str) -> tuple[System[Any], Scenario]:
    """Rosters that were typed in: a scenario without a table, zones, turns and objectives."""
    reader = read_toml(text, name)
    system = load_system(reader.text("system", longest=40))
    data = dict(reader.data)
    for key in ("turns", "terrain", "objectives", "markers"):
        if key in data:
            raise reader.refused(key, "an army list has none: expected a whole scenario, with its table.")
    title = reader.text("title", longest=100)
    data.update({"turns": TURNS, "table": TABLE, "blurb": title, "size": "small"})
    data.setdefault("id", "army-list")
    sides = data["sides"]
    if not isinstance(sides, list) or len(sides) > len(ZONES):
        raise reader.wrong("sides", f"at most {len(ZONES)} sides", shown(sides))
    data["sides"] = [{**side, "zones": zones} if isinstance(side, dict) else side for side, zones in zip(sides, ZONES)]
    scenario = scenario_of(Reader(data, name), system.vocabulary(), text)
    return system.configured(scenario.settings, name, []), scenario


def army_list_of(book: Book) -> str:
    """From felt to wherever it goes on: the rosters as they stand, as an army list."""
    rows = book.rows
    lines = [
        f"# What is left of {book.head.title}, after {len(book.entries)} entries of its field book.",
        f"system = {quoted(book.head.system)}",
        f"title = {quoted(book.head.title + ', carried on')}",
    ]
    if book.head.law.settings:
        lines += ["", "[rulings]"]
        lines += [f"{key} = {quoted(value)}" for key, value in book.head.law.settings.items()]
    strangers = rows.joining.strangers if rows.joining is not None else ""
    for side, name in enumerate(book.state.sides):
        if name == strangers:
            lines += ["", f"# {name} are nobody's army."]
            continue
        lines += ["", "[[sides]]", f"name = {quoted(name)}"]
        for unit in book.state.units:
            if unit.side != side or not rows.is_there(unit):
                continue
            lines += ["", "[[sides.units]]", f"card = {quoted(unit.card)}", f"name = {quoted(unit.name)}"]
            if rows.carried_on:
                changed = [f"{name} = {unit.values[name]}" for name in rows.carried_on]
                lines.append(f"overrides = {{ {', '.join(changed)} }}")
    return "\n".join(lines) + "\n"


def quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
