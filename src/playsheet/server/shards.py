"""Shards: which process has which games, where a server has several. Each game is one process's alone."""

from __future__ import annotations

from typing import Final
from zlib import crc32

from playsheet.server.keys import new_id


class Shard:
    """The games of one process among `count`: a game's id says which shard it is in."""

    def __init__(self, index: int = 0, count: int = 1) -> None:
        self.index: Final = index
        self.count: Final = count

    def owner(self, id: str) -> int:
        digits = crc32(id.encode("utf-8", "surrogatepass"))
        return (digits >> 16) % self.count  # the other digits say which worker has the game

    def owns(self, id: str) -> bool:
        return self.count == 1 or self.owner(id) == self.index

    def new_id(self) -> str:
        """For a new game, which stays with the process that makes it."""
        id = new_id()
        while not self.owns(id):
            id = new_id()
        return id
