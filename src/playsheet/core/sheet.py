"""A play sheet as data: its printed tables, cell for cell, and the house rules that patch them.

A table of sheet.toml:

    [movement]
    at      = "Movement"                              # the sheet's heading
    title   = "Distance moved"
    notes   = ["..."]                                 # our words
    columns = { move = "Move", charge = "Charge" }    # makes it a grid: column id = printed heading
    labels  = { foot = "Foot" }                       # how rows and single values are printed
    words   = ["does"]                                # rows, columns, values that only tell: no rule looks them up
    turn    = 180                                     # a single value

    [movement.foot]                                   # a row
    move    = { dice = 1, sides = 6, add = 0 }

In a table with `columns` each table within is a row; in one without, it is a single value. A blank cell is
left out. Cells are numbers, words, flags, lists of these, or small tables of these such as an Amount.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from playsheet.core.errors import Refused
from playsheet.core.reader import LARGEST, Reader, figure, joined, nearest, read_text, read_toml, shown

RESERVED: Final = ("at", "title", "notes", "columns", "labels", "words")
TEXTS: Final = ("sheet.toml", "rulings.toml", "cards.toml")  # all that a system is read from
HOUSE_MARK: Final = " *"  # after a printed cell that a house rule has changed


class Amount:
    """Dice added up with a constant: 2d6+3."""

    def __init__(self, dice: int, sides: int, add: int) -> None:
        self.dice: Final = dice
        self.sides: Final = sides
        self.add: Final = add

    def lowest(self) -> int:
        return self.dice + self.add

    def highest(self) -> int:
        return self.dice * self.sides + self.add

    def __str__(self) -> str:
        return f"{self.dice}d{self.sides}" + (f"{self.add:+d}" if self.add else "")


def amount(reader: Reader, key: str) -> Amount:
    """An Amount from a cell `{ dice, sides, add }`."""
    cell = reader.table(key)
    read = Amount(cell.integer("dice", 1, 100), cell.integer("sides", 2, 100), cell.integer("add", -100, 100, 0))
    cell.close()
    return read


class Band:
    """A printed stretch of numbers: `3`, `1-2`, `10+`, `<= 0`. The ends are included."""

    def __init__(self, low: int, high: int, printed: str) -> None:
        self.low: Final = low
        self.high: Final = high
        self.printed: Final = printed

    def holds(self, number: int) -> bool:
        return self.low <= number <= self.high


def band(printed: str) -> Band | None:
    """The band that is printed so, or None where the cell is none (`----`)."""
    text = printed.replace(" ", "").replace("orless", "-").replace("ormore", "+")
    if text.startswith("<="):
        high = _whole(text[2:])
        return None if high is None else Band(-LARGEST, high, printed)
    if text.endswith("+"):
        low = _whole(text[:-1])
        return None if low is None else Band(low, LARGEST, printed)
    if text.endswith("-"):  # "-1 or less"
        high = _whole(text[:-1])
        return None if high is None else Band(-LARGEST, high, printed)
    middle = text.find("-", 1)
    low = _whole(text if middle < 0 else text[:middle])
    high = low if middle < 0 else _whole(text[middle + 1 :])
    return None if low is None or high is None or low > high else Band(low, high, printed)


def _whole(text: str) -> int | None:
    digits = text[1:] if text.startswith("-") else text
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 9 else None


class Table:
    """One printed table: single values and, where it has columns, rows. Everything in printed order."""

    def __init__(
        self,
        id: str,
        at: str,
        title: str,
        notes: list[str],
        columns: dict[str, str],
        labels: dict[str, str],
        values: dict[str, object],
        rows: dict[str, dict[str, object]],
        words: Sequence[str] = (),
    ) -> None:
        self.id: Final = id
        self.at: Final = at
        self.title: Final = title
        self.notes: Final = notes
        self.columns: Final = columns
        self.labels: Final = labels
        self.values: Final = values
        self.rows: Final = rows
        self.words: Final[list[str]] = list(words)

    def label(self, key: str) -> str:
        """How a row or a single value is called in print."""
        return self.labels.get(key, key.replace("-", " ").replace("_", " "))

    def has(self, row: str, column: str = "") -> bool:
        if column:
            return row in self.rows and column in self.rows[row]
        return row in self.values

    def cell(self, row: str, column: str = "") -> object:
        """The cell of a row and column, or the single value `row`."""
        if column:
            if row not in self.rows:
                raise Refused(f"The table {self.id} has no row {shown(row)}{nearest(row, self.rows)}.")
            if column not in self.columns:
                raise Refused(f"The table {self.id} has no column {shown(column)}{nearest(column, self.columns)}.")
            if column not in self.rows[row]:
                raise Refused(f"The table {self.id} is blank at {row}, {column}.")
            return self.rows[row][column]
        if row not in self.values:
            known = [*self.values, *self.rows]
            raise Refused(f"The table {self.id} has no value {shown(row)}{nearest(row, known)}.")
        return self.values[row]

    def row_for(self, number: int) -> str:
        """The row whose id is a band that holds the number; empty if none does."""
        for row in self.rows:
            held = band(row)
            if held is not None and held.holds(number):
                return row
        return ""

    def column_for(self, number: int) -> str:
        """The column whose id is a band that holds the number; empty if none does."""
        for column in self.columns:
            held = band(column)
            if held is not None and held.holds(number):
                return column
        return ""

    def with_cell(self, row: str, column: str, value: object) -> Table:
        """A copy with one cell changed."""
        values = dict(self.values)
        rows = {id: dict(cells) for id, cells in self.rows.items()}
        if column:
            rows[row][column] = value
        else:
            values[row] = value
        return Table(self.id, self.at, self.title, self.notes, self.columns, self.labels, values, rows, self.words)


class Patch:
    """One cell that a house rule changes: which, to what, and where that is written."""

    def __init__(self, table: str, row: str, column: str, value: object, file: str, key: str, rule: str) -> None:
        self.table: Final = table
        self.row: Final = row
        self.column: Final = column  # empty for a single value
        self.value: Final = value
        self.file: Final = file
        self.key: Final = key  # the path in that file
        self.rule: Final = rule  # the house rule's name

    def cell(self) -> str:
        """`table.row.column`, as the sheet's own Reader calls it."""
        path = joined(joined("", self.table), self.row)
        return joined(path, self.column) if self.column else path


class Sheet:
    """A system's tables, with the house rules that have been laid over them."""

    def __init__(
        self,
        system: str,
        title: str,
        unit: str,
        name: str,
        tables: dict[str, Table],
        patches: Sequence[Patch] = (),
    ) -> None:
        self.system: Final = system
        self.title: Final = title
        self.unit: Final = unit  # of length: "inch" or "cm"
        self.name: Final = name  # the file
        self.tables: Final = tables
        self.patches: Final[list[Patch]] = list(patches)  # in the order applied
        self._patched: Final[dict[str, Patch]] = {patch.cell(): patch for patch in self.patches}

    # ------------------------------------------------------------------ looking up

    def table(self, id: str) -> Table:
        if id not in self.tables:
            raise Refused(f"The sheet {self.system} has no table {shown(id)}{nearest(id, self.tables)}.")
        return self.tables[id]

    def cell(self, table: str, row: str, column: str = "") -> object:
        return self.table(table).cell(row, column)

    def row(self, table: str, row: str) -> Reader:
        """A row to be read into a typed object; faults name the file that the cell really stands in."""
        found = self.table(table)
        if row not in found.rows:
            raise Refused(f"The table {table} has no row {shown(row)}{nearest(row, found.rows)}.")
        return Reader(found.rows[row], self.name, joined(joined("", table), row), self._origins())

    def values(self, table: str) -> Reader:
        """The single values of a table, to be read likewise."""
        return Reader(self.table(table).values, self.name, joined("", table), self._origins())

    def integer(self, table: str, row: str, column: str = "") -> int:
        return self._reader(table, row, column).integer(column or row)

    def number(self, table: str, row: str, column: str = "") -> float:
        return self._reader(table, row, column).number(column or row)

    def text(self, table: str, row: str, column: str = "") -> str:
        return self._reader(table, row, column).text(column or row)

    def flag(self, table: str, row: str, column: str = "") -> bool:
        return self._reader(table, row, column).flag(column or row)

    def integers(self, table: str, row: str, column: str = "") -> list[int]:
        return self._reader(table, row, column).integers(column or row)

    def texts(self, table: str, row: str, column: str = "") -> list[str]:
        return self._reader(table, row, column).texts(column or row)

    def amount(self, table: str, row: str, column: str = "") -> Amount:
        return amount(self._reader(table, row, column), column or row)

    def _reader(self, table: str, row: str, column: str) -> Reader:
        self.table(table).cell(row, column)  # refuses an unknown row or column, with the nearest known
        return self.row(table, row) if column else self.values(table)

    def _origins(self) -> dict[str, tuple[str, str]]:
        return {cell: (patch.file, patch.key) for cell, patch in self._patched.items()}

    # ------------------------------------------------------------------ citing

    def cite(self, table: str, row: str = "", column: str = "") -> str:
        """`Shooting: shooting, rifles, open`, with the house rule where one changed the cell."""
        found = self.table(table)
        words = [word for word in (table, row, column) if word]
        patch = self.patch_of(table, row, column)
        house = f" (house rule: {patch.rule})" if patch is not None else ""
        return f"{found.at}: {', '.join(words)}{house}"

    def patch_of(self, table: str, row: str, column: str = "") -> Patch | None:
        """The house rule that set this cell, if one did."""
        if not row or not self._patched:
            return None
        path = joined(joined("", table), row)
        return self._patched.get(joined(path, column) if column else path)

    # ------------------------------------------------------------------ house rules

    def patched(self, patches: Sequence[Patch]) -> Sheet:
        """The sheet with cells changed: cells that exist, to values of the same type and shape."""
        tables = dict(self.tables)
        kept: list[Patch] = []
        for patch in self._spread(patches):
            table = _patched_table(tables, patch, self.system)
            if patch.column in table.words or patch.row in table.words:
                raise Refused(
                    f"{patch.file}: {patch.key}: this cell only tells what the rules do; no rule looks it up, "
                    "so a house rule cannot change it."
                )
            old = table.cell(patch.row, patch.column)
            value = fitted(patch.value, old, _alike(table, patch.column), patch)
            tables[patch.table] = table.with_cell(patch.row, patch.column, value)
            kept.append(Patch(patch.table, patch.row, patch.column, value, patch.file, patch.key, patch.rule))
        return Sheet(self.system, self.title, self.unit, self.name, tables, [*self.patches, *kept])

    def _spread(self, patches: Sequence[Patch]) -> list[Patch]:
        """A patch that gives a whole row becomes one for each of its columns."""
        single: list[Patch] = []
        for patch in patches:
            cells = patch.value
            is_row = patch.table in self.tables and patch.row in self.tables[patch.table].rows
            if patch.column or not is_row or not isinstance(cells, dict):
                single.append(patch)
                continue
            for column, value in cells.items():
                key = joined(patch.key, str(column))
                single.append(Patch(patch.table, patch.row, str(column), value, patch.file, key, patch.rule))
        return single

    # ------------------------------------------------------------------ showing

    def as_rows(self, table: str) -> tuple[list[str], list[list[str]]]:
        """Headings and rows of text, in printed order: the grid first, then the single values."""
        found = self.table(table)
        width = max(1, len(found.columns))
        headings = ["", *found.columns.values()] if found.columns else ["", ""]
        lines: list[list[str]] = []
        for row, cells in found.rows.items():
            line = [found.label(row)]
            for column in found.columns:
                line.append(printed(cells[column]) + self._mark(table, row, column) if column in cells else "")
            lines.append(line)
        for key, value in found.values.items():
            blank = [""] * (width - 1)
            if isinstance(value, list) and any(isinstance(item, str) and " " in item for item in value):
                for i, item in enumerate(value):  # sentences: one a line
                    lines.append([found.label(key) if i == 0 else "", printed(item), *blank])
            else:
                lines.append([found.label(key), printed(value) + self._mark(table, key, ""), *blank])
        return headings, lines

    def _mark(self, table: str, row: str, column: str) -> str:
        return HOUSE_MARK if self.patch_of(table, row, column) is not None else ""

    def data(self) -> dict[str, object]:
        """The whole sheet as plain data for JSON, the changed cells listed."""
        tables: list[object] = []
        for table in self.tables.values():
            tables.append(
                {
                    "id": table.id,
                    "at": table.at,
                    "title": table.title,
                    "notes": list(table.notes),
                    "columns": dict(table.columns),
                    "labels": dict(table.labels),
                    "values": {key: copied(value) for key, value in table.values.items()},
                    "rows": {row: copied(cells) for row, cells in table.rows.items()},
                }
            )
        house: list[object] = []
        for patch in self._patched.values():
            house.append(
                {
                    "table": patch.table,
                    "row": patch.row,
                    "column": patch.column,
                    "value": copied(patch.value),
                    "rule": patch.rule,
                    "file": patch.file,
                }
            )
        return {
            "system": self.system,
            "title": self.title,
            "unit": self.unit,
            "tables": tables,
            "house": house,
        }


# ---------------------------------------------------------------------- reading sheet.toml


def texts_in(folder: Path) -> dict[str, str]:
    """All that a sheet is read from, by the names of its files."""
    return {name: read_text(folder / name) for name in TEXTS}


def read_sheet(source: Path | str, name: str = "") -> Sheet:
    """A sheet from its file (a Path) or its text."""
    reader = read_toml(source, name)
    system = reader.text("system", longest=40)
    title = reader.text("title", longest=200)
    unit = reader.choice("unit", ("inch", "cm"))
    tables: dict[str, Table] = {}
    for id in reader.data:
        if id not in ("system", "title", "unit"):
            tables[id] = _table(id, reader.table(id))
    reader.close()
    return Sheet(system, title, unit, reader.name, tables)


def _table(id: str, reader: Reader) -> Table:
    at = reader.text("at", longest=200)
    title = reader.text("title", longest=200)
    notes = reader.texts("notes", [])
    columns = _words(reader.optional_table("columns"))
    labels = _words(reader.optional_table("labels"))
    values: dict[str, object] = {}
    rows: dict[str, dict[str, object]] = {}
    for key in reader.data:
        if key in RESERVED:
            continue
        value = reader.raw(key)
        if columns and isinstance(value, dict):
            rows[key] = _row(reader.table(key), columns)
        else:
            check_cell(reader, key, value)
            values[key] = value
    for key in labels:
        if key not in values and key not in rows:
            raise reader.table("labels").refused(
                key, f"the table has no such row or value{nearest(key, [*values, *rows])}."
            )
    if not values and not rows:
        raise reader.refused("", "expected at least one row or value.")
    return Table(id, at, title, notes, columns, labels, values, rows, reader.texts("words", []))


def _row(reader: Reader, columns: dict[str, str]) -> dict[str, object]:
    cells: dict[str, object] = {}
    for column in columns:  # printed order, whatever the file's
        if reader.has(column):
            value = reader.raw(column)
            check_cell(reader, column, value)
            cells[column] = value
    reader.close()
    return cells


def _words(reader: Reader) -> dict[str, str]:
    return {key: reader.text(key, longest=200) for key in reader.data}


def check_cell(reader: Reader, key: str, value: object) -> None:
    """Refuse what no cell may be: dates, nan, absurd numbers, control characters."""
    if isinstance(value, str):
        reader.text(key, "")
    elif isinstance(value, bool):
        pass
    elif isinstance(value, (int, float)):
        reader.number(key)
    elif isinstance(value, list):
        for i, item in enumerate(reader.items(key), 1):
            check_cell(Reader({f"{key}[{i}]": item}, reader.name, reader.path), f"{key}[{i}]", item)
    elif isinstance(value, dict):
        inner = reader.table(key)
        for part in inner.data:
            check_cell(inner, part, inner.raw(part))
    else:
        raise reader.wrong(key, "a number, a word, true or false, a list or a table", value)


# ---------------------------------------------------------------------- the shape of a cell


def _patched_table(tables: dict[str, Table], patch: Patch, system: str) -> Table:
    """The table a patch names, once it is sure that the cell exists."""
    where = f"{patch.file}: {patch.key}"
    if patch.table not in tables:
        hint = nearest(patch.table, tables)
        raise Refused(f"{where}: the sheet {system} has no table {shown(patch.table)}{hint}.")
    table = tables[patch.table]
    if table.has(patch.row, patch.column):
        return table
    if not patch.column and patch.row in table.rows:
        raise Refused(f"{where}: {patch.row} is a row, expected a table of its columns.")
    if not patch.column or patch.row not in table.rows:
        known = [*table.rows, *table.values]
        hint = nearest(patch.row, known)
        raise Refused(f"{where}: the table {patch.table} has no row or value {shown(patch.row)}{hint}.")
    if patch.column in table.columns:
        raise Refused(f"{where}: this cell is blank on the sheet, a house rule cannot fill it.")
    hint = nearest(patch.column, table.columns)
    raise Refused(f"{where}: the table {patch.table} has no column {shown(patch.column)}{hint}.")


def _alike(table: Table, column: str) -> list[object]:
    """The cells a column already holds: where it mixes words and numbers, each may take either."""
    return [cells[column] for cells in table.rows.values() if column in cells] if column else []


def fitted(value: object, old: object, alike: list[object], patch: Patch) -> object:
    """The new value, if it has the type and shape of the old one or of another cell in its column."""
    models = [old, *alike]
    if isinstance(value, dict) and isinstance(old, dict):
        return _fitted_table(value, old, patch)
    for model in models:
        if _fits(value, model):
            return float(value) if isinstance(model, float) and isinstance(value, int) else copied(value)
    expected = list(dict.fromkeys(_shape(model) for model in models))
    raise Refused(f"{patch.file}: {patch.key}: expected {' or '.join(expected)}, got {shown(value)}.")


def _fitted_table(value: dict[str, object], old: dict[str, object], patch: Patch) -> dict[str, object]:
    """A small table may be changed in part: the keys not named stay as printed."""
    merged = dict(old)
    for key, part in value.items():
        where = Patch(patch.table, patch.row, patch.column, part, patch.file, f"{patch.key}.{key}", patch.rule)
        if key not in old:
            raise Refused(f"{patch.file}: {where.key}: unknown key{nearest(key, old)}, expected {_shape(old)}.")
        merged[key] = fitted(part, old[key], [], where)
    return merged


def _fits(value: object, model: object) -> bool:
    if isinstance(model, bool) or isinstance(value, bool):
        return isinstance(model, bool) and isinstance(value, bool)
    if isinstance(model, int):
        return isinstance(value, int) and abs(value) <= LARGEST
    if isinstance(model, float):
        return isinstance(value, (int, float)) and abs(value) <= LARGEST  # nan fails too
    if isinstance(model, str):
        return isinstance(value, str) and 0 < len(value) <= 2000
    if isinstance(model, list):
        return isinstance(value, list) and len(value) <= 1000 and all(_fits_one_of(item, model) for item in value)
    if isinstance(model, dict):
        return (
            isinstance(value, dict)
            and sorted(value) == sorted(model)
            and all(_fits(value[key], model[key]) for key in model)
        )
    return False


def _fits_one_of(value: object, models: list[object]) -> bool:
    return any(_fits(value, model) for model in models)


def _shape(model: object) -> str:
    """What a cell is, in words, for `expected ...`."""
    if isinstance(model, bool):
        return "true or false"
    if isinstance(model, int):
        return "a whole number"
    if isinstance(model, float):
        return "a number"
    if isinstance(model, str):
        return "text"
    if isinstance(model, list):
        return f"a list (each {_shape(model[0])})" if model else "an empty list"
    if isinstance(model, dict):
        return f"a table of {', '.join(model)}"
    return "a value"


def copied(value: object) -> object:
    """A cell copied, so that nobody can change the sheet through it."""
    if isinstance(value, list):
        return [copied(item) for item in value]
    if isinstance(value, dict):
        return {key: copied(part) for key, part in value.items()}
    return value


def printed(value: object) -> str:
    """A cell as it is printed."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(printed(item) for item in value)
    if isinstance(value, dict):
        if sorted(value) == ["add", "dice", "sides"]:
            return str(Amount(int(value["dice"]), int(value["sides"]), int(value["add"])))
        return ", ".join(_part(str(key), part) for key, part in value.items() if part is not False)
    return figure(value) if isinstance(value, float) else str(value)


def _part(key: str, part: object) -> str:
    """`halt, italic` for { do = "halt", italic = true }; numbers keep their key."""
    if part is True:
        return key
    return printed(part) if isinstance(part, str) else f"{key} {printed(part)}"
