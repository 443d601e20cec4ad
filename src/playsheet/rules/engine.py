# pure: it reads the program's own sources
"""Which engine this is: its version, and a digest of the sources by which battles are played."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from playsheet import __version__

ROOMS: Final = ("core", "tabletop", "rules")


@cache
def engine() -> str:
    """Version and digest: the same for the same sources, compiled or not. Texts (TOML) are a game's own."""
    root = Path(__file__).parents[1]
    digest = sha256()
    for room in ROOMS:
        for path in sorted((root / room).rglob("*.py")):
            text = path.read_bytes().replace(b"\r\n", b"\n")
            digest.update(f"{path.relative_to(root).as_posix()} {len(text)}\n".encode() + text)
    return f"{__version__} {digest.hexdigest()[:16]}"
