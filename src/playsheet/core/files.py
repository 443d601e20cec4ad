# pure: it waits for disks
"""Files that are there as a whole or not at all, and files that are read only so far."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from playsheet.core.errors import Refused


class NewFile:
    """A file that is there as a whole, under its own name, or not at all.

    Entering it makes a temporary file beside it, so that a place that cannot be written to is refused at once.
    """

    def __init__(self, path: str, force: bool) -> None:
        self.path: Final = Path(path)
        self.force: Final = force
        self.part = ""

    def __enter__(self) -> Self:
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
        except OSError as fault:
            raise Refused(f"{self.path}: the file cannot be written ({reason(fault)}).") from None
        self.put_in_place(self.path)

    def put_in_place(self, path: Path) -> None:
        """What was written stands under this name from now on."""
        try:
            mask = os.umask(0)
            os.umask(mask)
            os.chmod(self.part, 0o666 & ~mask)
            os.replace(self.part, path)
            self.part = ""
        except OSError as fault:
            raise Refused(f"{path}: the file cannot be written ({reason(fault)}).") from None

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
