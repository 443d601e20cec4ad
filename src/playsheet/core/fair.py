"""Fair dice for play between people: committed to before the first roll, revealed and recomputed at the end."""

from __future__ import annotations

from hashlib import blake2b, sha256
from typing import Final

from mypy_extensions import i64

from playsheet.core.dice import Dice, Words
from playsheet.core.errors import Refused


class Fair(Words):
    """Faces from a keyed stream: a 256-bit key, each seat's salt, the place in the game, and a count."""

    def __init__(self, key: bytes, salts: tuple[str, ...]) -> None:
        super().__init__()
        if len(key) != 32:
            raise Refused(f"a dice key is 32 bytes long, this one has {len(key)}.")
        self.key: Final = key
        self.salts: Final = salts
        mixed_in = blake2b(key=key, digest_size=32)
        for salt in salts:
            text = salt.encode()
            mixed_in.update(len(text).to_bytes(4, "big") + text)
        self.root: Final = mixed_in.digest()
        self.where = b""
        self.block = b""
        self.count = 0
        self.at(0, 0)

    def at(self, step: int, place: int) -> None:
        self.where = step.to_bytes(8, "big") + place.to_bytes(8, "big")
        self.block = b""
        self.count = 0

    def clone(self) -> Dice:
        twin = Fair(self.key, self.salts)
        twin.where = self.where
        twin.block = self.block
        twin.count = self.count
        twin.thrown = self.thrown
        twin.throwers(self.first, self.second)
        return twin

    def word(self) -> i64:
        if not self.block:
            self.block = blake2b(self.where + self.count.to_bytes(8, "big"), key=self.root, digest_size=64).digest()
            self.count += 1
        word = int.from_bytes(self.block[:4], "big")
        self.block = self.block[4:]
        return word


def commitment(key: bytes) -> str:
    """What is published before the first roll: nobody can find the key from it, or change it afterwards."""
    return sha256(key).hexdigest()
