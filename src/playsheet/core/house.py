"""House rules: a TOML file that turns switches and changes cells of the sheet, without touching code.

name   = "Better rifles"
system = "lancer"

[rulings]
slash = "range"

[sheet.shooting.rifles]
reach = 14
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from playsheet.core.errors import Refused
from playsheet.core.reader import Reader, nearest, read_text, read_toml, shown
from playsheet.core.rulings import Switches
from playsheet.core.sheet import Patch, Sheet, check_cell


class House:
    """One house-rule file."""

    def __init__(
        self, name: str, system: str, settings: dict[str, object], patches: list[Patch], file: str, text: str
    ) -> None:
        self.name: Final = name
        self.system: Final = system
        self.settings: Final = settings  # switch -> value, as written
        self.patches: Final = patches
        self.file: Final = file
        self.text: Final = text  # the whole file, for the record

    def apply(self, sheet: Sheet, switches: Switches) -> tuple[Sheet, Switches]:
        """The sheet and the switches with this house rule laid over them."""
        if self.system != sheet.system:
            raise Refused(
                f"{self.file}: system: these house rules are for {shown(self.system)}, "
                f"the game is {shown(sheet.system)}."
            )
        return sheet.patched(self.patches), switches.changed_by(self.settings, self.file)


def apply_houses(houses: Sequence[House], sheet: Sheet, switches: Switches) -> tuple[Sheet, Switches]:
    """Several house rules in order; where two change the same thing, the later wins."""
    for house in houses:
        sheet, switches = house.apply(sheet, switches)
    return sheet, switches


def read_house(source: Path | str, name: str = "") -> House:
    """A house rule from its file (a Path) or its text."""
    if isinstance(source, Path):
        return read_house(read_text(source, name), name or source.name)
    reader = read_toml(source, name or "house rule")
    rule = reader.text("name", longest=100)
    system = reader.text("system", longest=40)
    settings = dict(reader.optional_table("rulings").data)
    patches: list[Patch] = []
    sheet = reader.optional_table("sheet")
    for table in sheet.data:
        cells = sheet.table(table)
        for row in cells.data:
            patches.append(_patch(cells, table, row, rule))
    _close(reader)
    return House(rule, system, settings, patches, reader.name, source)


def _patch(cells: Reader, table: str, row: str, rule: str) -> Patch:
    """A row with its columns or a single value: only the sheet knows which, and parts them."""
    value = cells.raw(row)
    check_cell(cells, row, value)
    return Patch(table, row, "", value, cells.name, cells.path_of(row), rule)


def _close(reader: Reader) -> None:
    """An unknown key here is often a table of the sheet without `sheet.` before it."""
    known = ("name", "system", "rulings", "sheet")
    for key, value in reader.data.items():
        if key not in known:
            if isinstance(value, dict) and not nearest(key, known):
                raise reader.refused(key, f"unknown key (a table of the sheet is written [sheet.{key[:60]}]).")
            break  # the first is refused: to look for words like the others would take long
    reader.close()
