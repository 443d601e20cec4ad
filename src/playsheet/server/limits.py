"""How much anybody may send: rates by seat and by address, and the depth of what is sent."""

from __future__ import annotations

from collections import OrderedDict
from math import ceil
from typing import Final

from playsheet.core.errors import Refused

MOST_KNOWN: Final = 20_000  # addresses that are remembered


class TooMany(Refused):
    """Come back in `seconds`."""

    def __init__(self, seconds: int) -> None:
        super().__init__(
            f"too many requests at once: try again in {seconds} {'second' if seconds == 1 else 'seconds'}."
        )
        self.seconds: Final = seconds


class Bucket:
    """So much at once, and then so much a second."""

    __slots__ = ("at", "burst", "left", "rate")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self.rate = rate
        self.burst = burst
        self.left = burst
        self.at = now

    def take(self, now: float, cost: float = 1.0) -> bool:
        self.left = min(self.burst, self.left + (now - self.at) * self.rate)
        self.at = now
        if self.left < cost:
            return False
        self.left -= cost
        return True

    def wait(self, cost: float = 1.0) -> int:
        """Seconds until there is room."""
        return max(1, ceil((cost - self.left) / self.rate))


class Rates:
    """A bucket for each address; those not seen for long are forgotten."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate: Final = rate
        self.burst: Final = burst
        self.known: Final[OrderedDict[str, Bucket]] = OrderedDict()

    def bucket(self, who: str, now: float) -> Bucket:
        found = self.known.get(who)
        if found is None:
            found = Bucket(self.rate, self.burst, now)
            self.known[who] = found
            while len(self.known) > MOST_KNOWN:
                self.known.popitem(last=False)
        else:
            self.known.move_to_end(who)
        return found

    def check(self, who: str, now: float) -> None:
        bucket = self.bucket(who, now)
        if not bucket.take(now):
            raise TooMany(bucket.wait())


def depth_of(text: bytes) -> int:
    """How deep lists and objects lie within each other; brackets in strings do not count."""
    deepest = 0
    depth = 0
    in_string = False
    skip = False
    for letter in text:
        if in_string:
            if skip:
                skip = False
            elif letter == 0x5C:
                skip = True
            elif letter == 0x22:
                in_string = False
        elif letter == 0x22:
            in_string = True
        elif letter in b"[{":
            depth += 1
            deepest = max(deepest, depth)
        elif letter in b"]}":
            depth -= 1
    return deepest


def is_too_deep(text: bytes, most: int) -> bool:
    """Cheap where there are few brackets, which is nearly always."""
    if text.count(b"[") + text.count(b"{") <= most:
        return False
    return depth_of(text) > most
