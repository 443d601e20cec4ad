"""Rows: plain dicts in a list, which show themselves as a table."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from html import escape
from importlib import import_module
from typing import Any, Final

from playsheet.core.errors import Refused

SHOWN: Final = 30  # rows of a table; the others are counted


class Rows(list[dict[str, Any]]):
    """A list of dicts with the same keys. It shows itself as a table, in a terminal and in a notebook."""

    def __init__(self, rows: Iterable[dict[str, Any]] = (), title: str = "") -> None:
        super().__init__(rows)
        self.title: Final = title

    @property
    def columns(self) -> list[str]:
        """The keys, in their order."""
        return list(dict.fromkeys(key for row in self for key in row))

    def column(self, name: str) -> list[Any]:
        """One value of every row."""
        if name not in self.columns:
            raise Refused(f"There is no column {name!r}: expected one of {', '.join(self.columns)}.")
        return [row.get(name) for row in self]

    def where(self, **values: Any) -> Rows:
        """The rows that have these values."""
        return Rows([row for row in self if all(row.get(key) == value for key, value in values.items())], self.title)

    def to_pandas(self) -> Any:
        """A pandas DataFrame; fractions become floats."""
        try:
            pandas = import_module("pandas")
        except ImportError:
            raise Refused("There is no pandas here: install playsheet[data], or use the rows as they are.") from None
        plain = [
            {key: float(cell) if isinstance(cell, Fraction) else cell for key, cell in row.items()} for row in self
        ]
        return pandas.DataFrame(plain, columns=self.columns)

    def __repr__(self) -> str:
        columns = self.columns
        lines = [columns, *[[shown(row.get(name)) for name in columns] for row in self[:SHOWN]]]
        widths = [max(len(line[at]) for line in lines) for at in range(len(columns))]
        right = [all(isinstance(row.get(name), (int, float, Fraction, type(None))) for row in self) for name in columns]
        text = [
            "  ".join(
                cell.rjust(wide) if number else cell.ljust(wide) for cell, wide, number in zip(line, widths, right)
            )
            for line in lines
        ]
        return "\n".join([*([self.title] if self.title else []), *(line.rstrip() for line in text), *self._rest()])

    def _repr_html_(self) -> str:
        columns = self.columns
        head = "".join(f"<th>{escape(name)}</th>" for name in columns)
        body = "".join(
            "<tr>" + "".join(f"<td>{escape(shown(row.get(name)))}</td>" for name in columns) + "</tr>"
            for row in self[:SHOWN]
        )
        caption = f"<caption>{escape(self.title)}</caption>" if self.title else ""
        rest = "".join(f"<p>{escape(line)}</p>" for line in self._rest())
        return f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{rest}"

    def _rest(self) -> list[str]:
        """What is not shown, said."""
        more = len(self) - SHOWN
        return [f"... and {more} more {'row' if more == 1 else 'rows'}"] if more > 0 else []


def shown(cell: object) -> str:
    """A cell in words: chances and means with four decimals."""
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, (float, Fraction)):
        return f"{float(cell):.4f}"
    if isinstance(cell, (list, tuple)):
        return ", ".join(shown(part) for part in cell)
    return str(cell)
