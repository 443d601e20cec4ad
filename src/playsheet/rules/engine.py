# pure: it reads the program's own sources
"""Which engine this is: its version, and a digest of the sources by which battles are played."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from playsheet.version import __version__

ROOMS: Final = ("core", "tabletop", "rules")
SIMULATION: Final = (*ROOMS, "players", "sim")


@cache
def engine() -> str:
    """Version and digest: the same for the same sources, compiled or not. Texts (TOML) are a game's own."""
    return f"{__version__} {digest_of(ROOMS, ('*.py',))}"


@cache
def simulation_engine() -> str:
    """The same for battles of the computer with himself: the players, the sheets and what is counted go in too."""
    return f"{__version__} {digest_of(SIMULATION, ('*.py', '*.toml'))}"


def digest_of(rooms: Sequence[str], patterns: Sequence[str]) -> str:
    root = Path(__file__).parents[1]
    digest = sha256()
    for room in rooms:
        for path in sorted(path for pattern in patterns for path in (root / room).rglob(pattern)):
            text = path.read_bytes().replace(b"\r\n", b"\n")
            digest.update(f"{path.relative_to(root).as_posix()} {len(text)}\n".encode() + text)
    return digest.hexdigest()[:16]
