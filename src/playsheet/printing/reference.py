"""The reference sheet: the tables typeset anew with the house rules and switches in force, and the list of rulings."""

from __future__ import annotations

import re
from typing import Any, Final

from playsheet.core.rulings import Ruling
from playsheet.core.sheet import Sheet, Table, printed
from playsheet.core.system import System
from playsheet.printing.pieces import lengths
from playsheet.printing.typesetting import Data, Typesetter, check_parts

PARTS: Final = ("sheet", "tables", "rulings")
OURS: Final = ("House", "Borrowed")  # headings of tables that the printed sheet does not have
SIZES: Final = [9.2, 8.5, 7.8, 7.2, 6.6, 6.1, 5.6]  # points; the largest with which the sheet has one page or two
GOOD: Final = 7.8  # large enough: a sheet that fits on one page with these has one
SHEET_PAGES: Final = 2
CONDITION: Final = "when"  # a column for the rules' own use: the row's label says the same in words
WORD: Final = re.compile(r"[a-z][a-z0-9]*([-_][a-z0-9]+)+")
ITALIC: Final = "italic"  # a part of a cell that says how it is printed
DASH: Final = "–"


def reference_pdf(system: System[Any], paper: str, parts: list[str]) -> bytes:
    """The sheet on one or two pages, and behind it what the print does not have: further tables, and the rulings."""
    wanted = check_parts(parts, PARTS)
    made = Typesetter("reference.typ", reference_data(system, wanted), paper)
    if "sheet" in wanted:
        pages = 1 if made.fits("size", GOOD, "sheet-end", 1) else SHEET_PAGES
        made.fit("size", SIZES, "sheet-end", pages)
    return made.pdf()


def reference_data(system: System[Any], parts: list[str]) -> Data:
    sheet: Sheet = system.sheet
    tables = list(sheet.tables.values())
    ours = [table for table in tables if table.at.startswith(OURS)]
    theirs = [table for table in tables if table not in ours]
    return {
        "title": sheet.title,
        "unit": lengths(sheet.unit),
        "parts": parts,
        "size": GOOD,
        "sequence": [
            {"title": upper(part.title), "said": part.said, "rulings": part.rulings} for part in system.sequence()
        ],
        "sheet": headed(sheet, theirs),
        "tables": headed(sheet, ours),
        "rulings": [ruling_data(system, ruling) for ruling in system.rulings.all],
        "houses": [house.name for house in system.houses],
        "switches": [
            {"key": change.key, "value": change.value, "ruling": change.ruling} for change in system.switches.changed()
        ],
    }


def headed(sheet: Sheet, tables: list[Table]) -> list[Data]:
    """The tables under their headings, in printed order."""
    found: list[Data] = []
    for table in tables:
        if not found or found[-1]["at"] != table.at:
            found.append({"at": table.at, "tables": []})
        found[-1]["tables"].append(table_data(sheet, table))
    return found


def table_data(sheet: Sheet, table: Table) -> Data:
    """The grid, then the single values."""
    columns = columns_of(table)
    return {
        "id": table.id,
        "title": table.title,
        "notes": table.notes,
        "headings": [table.columns[column] for column in columns],
        "rows": [
            {"label": upper(table.label(row)), "cells": [cell_data(sheet, table, row, column) for column in columns]}
            for row in table.rows
        ],
        "values": [
            {"label": upper(table.label(key)), "cell": cell_data(sheet, table, key, "")} for key in table.values
        ],
    }


def upper(label: str) -> str:
    """With a capital; figures stay figures."""
    return label[:1].upper() + label[1:]


def columns_of(table: Table) -> list[str]:
    """Without the conditions by which the rules know a row, where every row is called by a label."""
    labelled = all(row in table.labels for row in table.rows)
    return [column for column in table.columns if column != CONDITION or not labelled]


def cell_data(sheet: Sheet, table: Table, row: str, column: str) -> Data:
    """What stands in the cell, whether in italics, and whether a house rule put it there."""
    if not table.has(row, column):
        return {"said": "", "italic": False, "changed": False}
    value = table.cell(row, column)
    return {
        "said": on_paper(value),
        "italic": isinstance(value, dict) and value.get(ITALIC) is True,
        "changed": sheet.patch_of(table.id, row, column) is not None,
    }


def on_paper(value: object) -> str:
    """A cell as it is printed; a dash for what is not, and the words of the rules' own use without their dashes."""
    if value is False or value == []:
        return DASH
    if isinstance(value, str):
        return value.replace("-", " ").replace("_", " ") if WORD.fullmatch(value) else value
    if isinstance(value, dict) and ITALIC in value:
        return printed(
            {key: on_paper(part) if isinstance(part, str) else part for key, part in value.items() if key != ITALIC}
        )
    if isinstance(value, list):
        return ("; " if any(isinstance(item, str) and " " in item for item in value) else ", ").join(
            map(on_paper, value)
        )
    return printed(value)


def ruling_data(system: System[Any], ruling: Ruling) -> Data:
    values = system.switches.values
    return {
        "id": ruling.id,
        "title": ruling.title,
        "question": " ".join(ruling.question.split()),
        "answer": " ".join(ruling.answer.split()),
        "switches": [
            {
                "key": switch.key,
                "value": values[switch.key],
                "changed": values[switch.key] != switch.default,
                "means": " ".join(switch.meanings[values[switch.key]].split()),
                "others": [value for value in switch.values if value != values[switch.key]],
            }
            for switch in ruling.switches
        ],
    }
