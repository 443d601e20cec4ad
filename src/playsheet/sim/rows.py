"""Rows: a battle each, written to a CSV file (or Parquet, where pyarrow is there) while they are played.

The file is there as a whole when all is played. What is interrupted stands under a name of its own: rows.partial.csv.
"""

from __future__ import annotations

import csv
import io
import os
from abc import abstractmethod
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Final

from playsheet.core.errors import Refused
from playsheet.core.files import NewFile, reason

Cell = int | str
Row = list[Cell]
Columns = Sequence[tuple[str, type[int] | type[str]]]

KINDS: Final = (".csv", ".parquet")
GROUP: Final = 20_000  # rows that Parquet writes together
# What begins like this, a spreadsheet takes for a formula.
FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")


class RowsFile(NewFile):
    """Rows on their way into a file. A place that cannot be written to is refused when it is entered."""

    def __init__(self, path: str, force: bool) -> None:
        super().__init__(path, force)
        self.rows = 0  # that are in the file as a whole

    @property
    def partial(self) -> Path:
        return self.path.with_name(f"{self.path.stem}.partial{self.path.suffix}")

    @abstractmethod
    def begin(self, columns: Columns) -> None:
        """The heading."""

    @abstractmethod
    def add(self, rows: list[Row]) -> None:
        """Some rows more: all of them, or none."""

    @abstractmethod
    def close(self) -> None:
        """Everything is on the disk."""

    @abstractmethod
    def give_up(self) -> None:
        """Nothing more is written. After `close` there is nothing to do."""

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.give_up()
        super().__exit__(kind, fault, trace)

    def finish(self) -> None:
        """All rows are there: the file stands under its name."""
        try:
            self.check_free()  # somebody may have written one meanwhile
        except Refused:
            self.interrupt()
            raise
        self.close()
        self.put_in_place(self.path)

    def interrupt(self) -> None:
        """Not all rows are there: they stand under a name that says so."""
        self.close()
        self.put_in_place(self.partial)

    def fault(self, fault: OSError) -> Refused:
        return Refused(f"{self.path}: the file cannot be written ({reason(fault)}).")


class Csv(RowsFile):
    """Commas between cells, a line each, with a heading."""

    def __init__(self, path: str, force: bool) -> None:
        super().__init__(path, force)
        self.stream: io.RawIOBase | None = None
        self.size = 0

    def begin(self, columns: Columns) -> None:
        self.stream = open(self.part, "wb", buffering=0)  # noqa: SIM115 - it is closed when it is whole
        self.append(text_of([[name for name, _ in columns]]))

    def add(self, rows: list[Row]) -> None:
        self.append(text_of(rows))
        self.rows += len(rows)

    def append(self, text: bytes) -> None:
        assert self.stream is not None, "the heading comes first"
        try:
            left = memoryview(text)
            while left:
                left = left[self.stream.write(left) :]
        except OSError as fault:
            raise self.fault(fault) from None
        self.size += len(text)

    def close(self) -> None:
        assert self.stream is not None, "the heading comes first"
        try:
            self.stream.truncate(self.size)  # a row that was being written
            os.fsync(self.stream.fileno())
            self.stream.close()
        except OSError as fault:
            raise self.fault(fault) from None

    def give_up(self) -> None:
        if self.stream is not None:
            self.stream.close()


def text_of(rows: list[Row]) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([[plain(cell) for cell in row] for row in rows])
    return text.getvalue().encode()


def plain(cell: Cell) -> Cell:
    """Words that a spreadsheet would take for a formula begin with an apostrophe."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell


class Parquet(RowsFile):
    """Columns with types, by pyarrow."""

    def __init__(self, path: str, force: bool) -> None:
        super().__init__(path, force)
        self.writer: Any = None
        self.waiting: list[Row] = []

    def begin(self, columns: Columns) -> None:
        import pyarrow
        from pyarrow import parquet

        self.schema: Any = pyarrow.schema(
            [(name, pyarrow.int64() if kind is int else pyarrow.string()) for name, kind in columns]
        )
        self.arrow: Any = pyarrow
        self.writer = parquet.ParquetWriter(self.part, self.schema)

    def add(self, rows: list[Row]) -> None:
        self.waiting += rows
        self.rows += len(rows)
        if len(self.waiting) >= GROUP:
            self.write_group()

    def write_group(self) -> None:
        rows, self.waiting = self.waiting, []
        cells = [self.arrow.array(column, kind) for column, kind in zip(zip(*rows), self.schema.types)]
        try:
            self.writer.write_table(self.arrow.Table.from_arrays(cells, schema=self.schema))
        except OSError as fault:
            raise self.fault(fault) from None

    def close(self) -> None:
        if self.waiting:
            self.write_group()
        try:
            self.writer.close()
        except OSError as fault:
            raise self.fault(fault) from None

    def give_up(self) -> None:
        if self.writer is not None:
            self.writer.close()


def rows_file(path: str, force: bool) -> RowsFile:
    """By the name's ending."""
    kind = Path(path).suffix.lower()
    if kind not in KINDS:
        raise Refused(f"{path[:200]}: expected a file whose name ends in .csv or .parquet.")
    if kind == ".csv":
        return Csv(path, force)
    try:
        import pyarrow.parquet  # noqa: F401
    except ImportError:
        raise Refused(
            f"{path[:200]}: Parquet is written by pyarrow, which is not here: install playsheet[data], "
            "or name a file that ends in .csv."
        ) from None
    return Parquet(path, force)
