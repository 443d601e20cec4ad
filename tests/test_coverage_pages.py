"""The coverage pages name code and tests that exist, and leave no paragraph, table or ruling out."""

from __future__ import annotations

import ast
import re
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from playsheet.core.system import System
from playsheet.rules import SYSTEMS

ROOT = Path(__file__).parent.parent
ROW = re.compile(r"^\| (?P<id>[^|]+?) \| (?P<short>[^|]+?) \| (?P<code>[^|]+?) \| (?P<tests>[^|]+?) \|$")
NAMED = re.compile(r"`([^`]+)`")


def numbered(counts: dict[str, int]) -> list[str]:
    return [f"{heading}.{item}" for heading, items in counts.items() for item in range(1, items + 1)]


# The numbered paragraphs of each system's specification; tables and rulings are taken from its files.
REQUIRED = {
    "gaslight": [
        "1",
        *numbered({"2": 2}),
        "3.0",
        *numbered({"3": 8, "4.1": 3, "4.2": 4, "4.3": 1, "4.4": 7, "4.5": 4, "4.6": 2, "4.7": 9, "4.8": 4, "4.9": 3}),
        *numbered({"4.10": 5, "4.11": 5, "4.12": 6}),
        *[f"3 {when}" for when in ("any time", "hidden", "game master")],
        *[f"W{number}" for number in range(1, 21)],
        *[f"S{number}" for number in range(1, 4)],
        *numbered({"9": 9, "10": 20}),
    ],
    "gettysburg": [
        "1",
        *numbered({"2": 2, "3": 8}),
        "3 hidden",
        *numbered({"4.1": 4, "4.2": 2, "4.3": 9, "4.4": 11}),
        "4.5.0",
        *numbered({"4.5": 10, "4.6": 10, "4.7": 4, "4.8": 3, "4.9": 4, "4.10": 2, "4.11": 5}),
        *[f"E{number}" for number in range(1, 22)],
        *[f"S{number}" for number in range(1, 4)],
        *numbered({"9": 9, "10": 30}),
    ],
    "lancer": [
        "1",
        "2",
        *numbered({"3": 4, "4.1": 5, "4.2": 1, "4.3": 7, "4.4": 5, "4.5": 5, "4.6": 4, "4.7": 3, "4.8": 2, "4.9": 1}),
        *[f"Example {number}" for number in range(1, 16)],
        *[f"Scenario {letter}" for letter in "ABC"],
        *numbered({"9": 7, "10": 17}),
    ],
    "orderchips": [
        "1",
        "2",
        *numbered({"3": 8, "4.0": 4, "4.1": 2, "4.2": 5, "4.3": 8, "4.4": 4, "4.5": 1, "4.6": 5, "4.7": 5, "4.8": 4}),
        *numbered({"4.9": 2, "4.10": 9, "4.11": 2, "4.12": 2, "4.13": 4, "4.14": 4, "4.15": 5, "4.16": 3}),
        *[f"Example {number}" for number in range(1, 15)],
        *[f"Scenario {letter}" for letter in "ABC"],
        *numbered({"9": 10, "10": 18}),
    ],
    "riskfactor": [
        "1",
        "2",
        *numbered({"3": 7, "4.1": 3, "4.2": 5, "4.4": 4, "4.5": 7, "4.6": 2, "4.7": 5, "4.8": 1}),
        *[
            f"4.3 {result}"
            for result in (
                "continue_order",
                "advance_to_nearest",
                "continue",
                "advance",
                "halt",
                "take_cover",
                "withdraw",
                "run",
            )
        ],
        *[f"Example {number}" for number in range(1, 16)],
        *[f"Scenario {letter}" for letter in "ABC"],
        *numbered({"9": 6, "10": 15}),
    ],
}
# A page is checked as soon as it is there, also before its system can be played.
PAGES = sorted(path.stem for path in (ROOT / "docs" / "coverage").glob("*.md"))


class Row:
    def __init__(self, id: str, short: str, code: list[str], tests: list[str]) -> None:
        self.id = id
        self.short = short
        self.code = code
        self.tests = tests


@cache
def rows(system: str) -> list[Row]:
    page = (ROOT / "docs" / "coverage" / f"{system}.md").read_text(encoding="utf-8")
    found = []
    for line in page.splitlines():
        if line.startswith("|") and not line.startswith(("| Paragraph", "|---")):
            match = ROW.match(line)
            assert match, f"{system}.md: not a row of four cells: {line}"
            code, tests = NAMED.findall(match["code"]), NAMED.findall(match["tests"])
            found.append(Row(match["id"], match["short"], code, tests))
    return found


@cache
def functions(file: Path) -> set[str]:
    return {node.name for node in ast.parse(file.read_text(encoding="utf-8")).body if isinstance(node, ast.FunctionDef)}


def found_in_code(system: str, name: str) -> bool:
    return thing_named(system, name) is not None


def thing_named(system: str, name: str) -> object:
    """`ground.moving.path`, `battle.units.Unit.morale`, `core.decks.Deck.pick`, or `tabletop.secrets.all_but_side`."""
    within = "playsheet" if name.startswith(("core.", "tabletop.")) else f"playsheet.rules.{system}"
    parts = name.split(".")
    depth = len(parts) - 1
    while depth and find_spec_of(".".join([within, *parts[:depth]])) is None:
        depth -= 1
    thing: object = import_module(".".join([within, *parts[:depth]]))
    for part in parts[depth:]:
        if not hasattr(thing, part):
            return None
        thing = getattr(thing, part)
    return thing if depth > 0 else None


@cache
def find_spec_of(module: str) -> object:
    """Where a module stands; None if there is none of that name."""
    try:
        return find_spec(module)
    except ModuleNotFoundError:
        return None


def found_in_tests(system: str, name: str) -> bool:
    """`test_rulings.py::test_r1_...`, or `tests/test_laws.py::test_...`."""
    file, _, test = name.partition("::")
    path = ROOT / file if file.startswith("tests/") else ROOT / "tests" / "rules" / system / file
    return path.is_file() and test.startswith("test_") and test in functions(path)


def test_every_system_has_a_page() -> None:
    assert set(SYSTEMS) <= set(PAGES)


@pytest.mark.parametrize("system", PAGES)
def test_every_row_names_code_and_tests_that_exist(system: str) -> None:
    missing = []
    for row in rows(system):
        assert row.code, row.id
        assert row.tests, row.id
        missing += [f"{row.id}: {name}" for name in row.code if not found_in_code(system, name)]
        missing += [f"{row.id}: {name}" for name in row.tests if not found_in_tests(system, name)]
    assert not missing


@pytest.mark.parametrize("system", PAGES)
def test_no_paragraph_table_or_ruling_is_left_out(system: str) -> None:
    loaded: System[Any] = import_module(f"playsheet.rules.{system}.system").load()
    ids = [row.id for row in rows(system)]
    assert len(set(ids)) == len(ids)
    required = [*REQUIRED[system], *loaded.sheet.tables, *[ruling.id for ruling in loaded.rulings.all]]
    assert [id for id in required if id not in ids] == []


@pytest.mark.parametrize("system", PAGES)
def test_rows_say_in_few_words_what_they_are_about(system: str) -> None:
    for row in rows(system):
        assert 1 <= len(row.short.split()) <= 8, row.id


@pytest.mark.parametrize("system", PAGES)
def test_each_ruling_is_shown_by_tests_of_its_own(system: str) -> None:
    for row in rows(system):
        if re.fullmatch(r"R\d+", row.id):
            assert all(f"::test_{row.id.lower()}_" in name for name in row.tests), row.id
