"""The same rooms in every system: what is called alike stands alike. The direction of imports is import-linter's."""

from __future__ import annotations

import ast
import re
import tomllib
from functools import cache
from pathlib import Path

import pytest

from playsheet.rules import SYSTEMS

SOURCE = Path(__file__).parent.parent / "src" / "playsheet"
RULES = SOURCE / "rules"
# One heading of a sheet may have a module of its name in each of these.
HEADINGS = {"dice", "options", "table", "calculator", "doctrine", "book"}
LONGEST = 700  # lines of a module: a heading that is longer becomes a folder

# Names that mean one thing in two rooms, and why they may.
IN_TWO_ROOMS = {
    "contact": "who touches whom is read off the ground; how contact is made and broken is played on the table",
}
# Dice without a table part of the same name, and why.
DICE_ALONE = {
    "gettysburg/first_round": "no heading: the melee at the end of a charge on paper, as exact odds go through it",
    "gettysburg/initiative": "two dice a side: the turn throws them itself",
    "gettysburg/rolls": "no heading: two dice added, for the headings beside it",
    "orderchips/armour": "saves are made where hits on machines are carried out: table/damage",
    "orderchips/blast": "who is hit under a template is carried out with all other losses: table/losses",
    "orderchips/rolls": "no heading: a number or less, for the headings beside it",
    "riskfactor/counting": "no heading: many hits on a group, as exact odds go through them",
    "riskfactor/visibility": "one die: the turn throws it itself",
}
# Dice that another heading throws for the one of their name.
THROWN_ELSEWHERE = {
    "orderchips/repair": "engines",  # a try at it changes a machine, and that is done there
}
LONG = {
    "gettysburg/book/rows.py": "every procedure of the sheet in the field book, each a row of a few lines",
    "gettysburg/terms.py": "a list of the words of thirty tables",
    "riskfactor/book.py": "every procedure of the sheet in the field book, each a row of a few lines",
    "riskfactor/calculator/forms.py": "every procedure of the sheet, each in a form of a few lines",
}


def modules(system: str) -> list[Path]:
    """Paths within the system."""
    return [file.relative_to(RULES / system) for file in sorted((RULES / system).rglob("*.py"))]


@cache
def rooms_of_names() -> dict[str, dict[str, set[str]]]:
    """For every name of a module the rooms it stands in, and in which systems."""
    found: dict[str, dict[str, set[str]]] = {}
    for system in SYSTEMS:
        for path in modules(system):
            if path.name != "__init__.py":
                room = path.parts[0].removesuffix(".py")
                found.setdefault(path.stem, {}).setdefault(room, set()).add(system)
    return found


def strays() -> list[str]:
    """Names of two systems that stand in a room of their own in one, and elsewhere in another."""
    return [
        name
        for name, rooms in sorted(rooms_of_names().items())
        if len(set.union(*rooms.values())) > 1 and len(rooms) > 1 and not set(rooms) <= HEADINGS
    ]


def test_a_name_of_two_systems_stands_in_the_same_room() -> None:
    assert strays() == sorted(IN_TWO_ROOMS)


def test_most_names_are_shared() -> None:
    """The rooms are the same in fact, not only by contract: so many names stand in three systems or more."""
    shared = [name for name, rooms in rooms_of_names().items() if len(set.union(*rooms.values())) >= 3]
    assert len(shared) >= 30
    assert {"shooting", "melee", "morale", "charge", "deployment", "state", "events", "commander"} <= set(shared)


@cache
def headings(system: str, room: str) -> set[str]:
    """Its modules and folders."""
    inside = [path for path in modules(system) if path.parts[0] == room and len(path.parts) > 1]
    return {path.parts[1].removesuffix(".py") for path in inside} - {"__init__"}


def test_a_heading_has_one_name_for_its_dice_and_on_the_table() -> None:
    alone = {f"{system}/{name}" for system in SYSTEMS for name in headings(system, "dice") - headings(system, "table")}
    assert alone == set(DICE_ALONE)


def throws(system: str, heading: str, dice: str) -> bool:
    """Does this heading on the table call a procedure of those dice?"""
    folder = RULES / system / "table" / heading
    files = sorted(folder.glob("*.py")) if folder.is_dir() else [folder.with_suffix(".py")]
    return any(f"playsheet.rules.{system}.dice.{dice}" in imported(file) for file in files)


def test_the_table_throws_the_dice_of_its_own_heading() -> None:
    """The name is not there for show."""
    idle = []
    for system in SYSTEMS:
        both = headings(system, "dice") & headings(system, "table")
        assert len(both) >= 3, system
        idle += [f"{system}/{name}" for name in sorted(both) if not throws(system, name, name)]
    assert sorted(idle) == sorted(THROWN_ELSEWHERE)
    for heading, elsewhere in THROWN_ELSEWHERE.items():
        system, name = heading.split("/")
        assert throws(system, elsewhere, name), heading


@cache
def imported(file: Path) -> set[str]:
    """The modules that are imported from, and what is imported if that is a module itself."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            found.add(node.module or "")
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return found


@pytest.mark.parametrize("file", sorted((SOURCE / "tabletop").rglob("*.py")), ids=lambda file: file.stem)
def test_what_systems_share_names_none_of_them(file: Path) -> None:
    titles = [tomllib.loads((RULES / id / "sheet.toml").read_text(encoding="utf-8"))["title"] for id in SYSTEMS]
    text = file.read_text(encoding="utf-8")
    assert not re.findall(rf"\b({'|'.join(map(re.escape, [*SYSTEMS, *titles]))})\b", text)
    assert not [name for name in imported(file) if name.startswith("playsheet.rules")]


@pytest.mark.parametrize("module", sorted(file.stem for file in (SOURCE / "tabletop").glob("*.py")))
def test_what_is_shared_is_shared(module: str) -> None:
    """A thing comes to the tabletop when a second system needs it."""
    if module == "__init__":
        return
    users = {
        system
        for system in SYSTEMS
        for path in modules(system)
        if f"playsheet.tabletop.{module}" in imported(RULES / system / path)
    }
    assert len(users) >= 2, f"tabletop/{module} is used by {', '.join(users) or 'nobody'}"


def test_no_module_is_longer_than_a_heading() -> None:
    long = {
        f"{system}/{path}"
        for system in SYSTEMS
        for path in modules(system)
        if len((RULES / system / path).read_text(encoding="utf-8").splitlines()) > LONGEST
    }
    assert long == set(LONG)
