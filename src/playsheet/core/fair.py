"""Fair dice for play between people: committed to before the first roll, revealed and recomputed at the end.

The faces come from the server's key and every player's words. The key is committed to first, the words are sealed next,
and only when all seals are there are any words shown: so nobody who knows the key and speaks last can choose.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b, sha256
from typing import Final

from mypy_extensions import i64

from playsheet.core.dice import Dice, Words
from playsheet.core.errors import Refused
from playsheet.core.events import Throw


class Fair(Words):
    """Faces from a keyed stream: a 256-bit key, each seat's salt, the place in the game, and a count.

    `seals` are those of the salts ("" for a seat that has none), and `round` says in which round they were given: no
    face depends on them, but whoever checks the dice must know them. Round 0: the salts were given in the clear.
    """

    def __init__(self, key: bytes, salts: tuple[str, ...], seals: tuple[str, ...] = (), round: int = 0) -> None:
        super().__init__()
        if len(key) != 32:
            raise Refused(f"a dice key is 32 bytes long, this one has {len(key)}.")
        self.key: Final = key
        self.salts: Final = salts
        self.seals: Final = seals
        self.round: Final = round
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
        twin = Fair(self.key, self.salts, self.seals, self.round)
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


class Overheard(Dice):
    """Dice that are written down as they fall, step by step: what a game needs that goes on from here elsewhere."""

    def __init__(self, source: Dice) -> None:
        super().__init__()
        self.source: Final = source
        self.thrown_in: list[list[int]] = []
        self.step = 0

    def at(self, step: int, place: int) -> None:
        self.step = step
        while len(self.thrown_in) <= step:
            self.thrown_in.append([])
        if place == 0:  # the step runs again from its start
            self.thrown_in[step] = []
        self.source.at(step, place)

    def faces(self, n: int, sides: int, throw: Throw) -> list[int]:
        shown = self.source.faces(n, sides, throw)
        self.thrown += 1
        self.thrown_in[self.step].extend(shown)
        return shown


class Continued(Dice):
    """The dice of a game that was begun elsewhere: known ones for the steps it took over, fair ones from there on."""

    def __init__(self, known: list[list[int]], then: Fair) -> None:
        super().__init__()
        self.known: Final = known  # the faces of each step that was taken over
        self.then: Final = then
        self.step = 0
        self.next = 0

    def at(self, step: int, place: int) -> None:
        self.step = step
        if place == 0:
            self.next = 0
        self.then.at(step, place)

    def faces(self, n: int, sides: int, throw: Throw) -> list[int]:
        self.thrown += 1
        if self.step >= len(self.known):
            return self.then.faces(n, sides, throw)
        shown = self.known[self.step][self.next : self.next + n]
        self.next += n
        if len(shown) < n or not all(1 <= face <= sides for face in shown):
            raise Refused(f"{throw.why}: the dice that are known of this step are not {n} x d{sides}.")
        return shown

    def clone(self) -> Dice:
        then = self.then.clone()
        assert isinstance(then, Fair)
        twin = Continued(self.known, then)
        twin.step = self.step
        twin.next = self.next
        twin.thrown = self.thrown
        twin.throwers(self.first, self.second, self.unseen)
        return twin


def commitment(key: bytes) -> str:
    """What is published before the first roll: nobody can find the key from it, or change it afterwards."""
    return sha256(key).hexdigest()


def seal_of(words: str) -> str:
    """What a seat gives before anybody shows words: its words cannot be changed afterwards without its showing."""
    return sha256(words.encode()).hexdigest()


def fingerprint(commitment: str, seals: Sequence[str | None]) -> str:
    """The commitment and all seals in a line that players can compare.

    128 bits, not fewer: of half as many two lists with the same fingerprint could be found by trying.
    """
    lines = "\n".join([commitment, *[seal or "" for seal in seals]])
    return sha256(lines.encode()).hexdigest()[:32]
