"""What commands print: JSON for programs, tables and colours for people; and files that are whole or not there."""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import Final

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from playsheet.core.errors import Refused

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


# ---------------------------------------------------------------------- files


class NewFile:
    """A file that is there as a whole, under its own name, or not at all.

    Entering it makes a temporary file beside it, so that a place that cannot be written to is refused at once.
    """

    def __init__(self, path: str, force: bool) -> None:
        self.path: Final = Path(path)
        self.force: Final = force
        self.part = ""

    def __enter__(self) -> NewFile:
        path = self.path
        try:
            if path.is_dir():
                raise Refused(f"{path}: this is a folder, expected the name of a file to write.")
            if not path.parent.is_dir():
                raise Refused(f"{path}: there is no folder {path.parent} to write it in.")
            self.check_free()
            handle, self.part = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:40]}.", suffix=".part")
            os.close(handle)
        except (OSError, ValueError) as fault:
            raise Refused(f"{path}: the file cannot be written ({reason(fault)}).") from None
        return self

    def check_free(self) -> None:
        try:
            os.lstat(self.path)
        except FileNotFoundError:
            return
        if not self.force:
            raise Refused(f"{self.path}: the file exists; --force overwrites it.")

    def write(self, text: str) -> None:
        self.write_bytes(text.encode("utf-8"))

    def write_bytes(self, content: bytes) -> None:
        self.check_free()
        try:
            with open(self.part, "wb") as stream:
                stream.write(content)
                stream.flush()
                os.fsync(stream.fileno())
            mask = os.umask(0)
            os.umask(mask)
            os.chmod(self.part, 0o666 & ~mask)
            os.replace(self.part, self.path)
            self.part = ""
        except OSError as fault:
            raise Refused(f"{self.path}: the file cannot be written ({reason(fault)}).") from None

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.part:
            os.unlink(self.part)


def reason(fault: Exception) -> str:
    return fault.strerror if isinstance(fault, OSError) and fault.strerror else str(fault)


def file_bytes(name: str, most: int) -> bytes:
    """A file's content; one that cannot be read, or is too large, is refused."""
    try:
        with open(name, "rb") as stream:
            content = stream.read(most + 1)
    except FileNotFoundError:
        raise Refused(f"{name}: there is no such file.") from None
    except IsADirectoryError:
        raise Refused(f"{name}: this is a folder, not a file.") from None
    except (OSError, ValueError) as fault:
        raise Refused(f"{name}: the file cannot be read ({reason(fault)}).") from None
    if len(content) > most:
        raise Refused(f"{name}: the file is larger than {most >> 20} MB.")
    return content
