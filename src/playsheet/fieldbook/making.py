"""Where a book begins: with a scenario, or with a battle of the screen as it stands."""

from __future__ import annotations

from typing import Any, Final

from playsheet.core.errors import Refused
from playsheet.core.records import sheet_digest
from playsheet.core.scenario import Scenario
from playsheet.core.system import System
from playsheet.fieldbook.book import Book, Head

VERSION: Final = 1


def book_from(system: System[Any], battle: Any, title: str, source: str) -> Book:
    """A book of a battle as it stands; of a new one, its rosters before anybody has deployed."""
    rows = system.book_rows()
    if rows is None:
        raise Refused(f"the field book keeps no battles of {system.id}.")
    head = Head(VERSION, system.id, sheet_digest(system), title, source, system.book_of(battle))
    return Book(head, rows, system.forms())


def new_book(system: System[Any], scenario: Scenario) -> Book:
    """A book of a scenario's rosters."""
    return book_from(system, system.new_battle(scenario), scenario.title, scenario.id)
