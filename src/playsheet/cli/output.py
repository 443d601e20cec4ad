"""What commands print: JSON for programs, tables and colours for people."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Iterable
from typing import Final

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

WIDEST: Final = 110  # longer lines are hard to read
STYLES: Final = {  # of the sides, by their colours
    "red": "bold red",
    "blue": "bold blue",
    "gold": "bold yellow",
    "green": "bold green",
    "violet": "bold magenta",
    "grey": "bold cyan",  # grey would be taken for something that does not matter
}


def console() -> Console:
    """On a terminal as wide as it is, up to a point; colours only there, and not with NO_COLOR."""
    columns = os.environ.get("COLUMNS", "")
    known = columns.isdigit() or sys.stdout.isatty()
    wide = shutil.get_terminal_size().columns if known else WIDEST
    return Console(width=max(40, min(wide, WIDEST)), highlight=False, markup=False, emoji=False)


def print_json(data: object) -> None:
    print(json.dumps(data, indent=2, ensure_ascii=False))


def table(title: str, headings: Iterable[str], right: Iterable[int] = ()) -> Table:
    made = Table(title=title or None, title_justify="left", box=box.SIMPLE_HEAD, title_style="bold", pad_edge=False)
    numbers = set(right)
    for index, heading in enumerate(headings):
        made.add_column(Text(heading), justify="right" if index in numbers else "left", overflow="fold")
    return made


def paragraph(out: Console, text: Text, first: str = "", hanging: str = "") -> None:
    """Text in lines of its own, later lines indented under the first."""
    for number, line in enumerate(text.wrap(out, max(20, out.width - len(first)))):
        line.rstrip()
        out.print(Text(hanging if number else first) + line, soft_wrap=True)


def add_row(to: Table, cells: Iterable[str], style: str = "") -> None:
    to.add_row(*(Text(cell) for cell in cells), style=style or None)
