"""Rate limits: token buckets, by seat and by address."""

from __future__ import annotations

from collections import OrderedDict
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from math import ceil
from typing import Final

from playsheet.core.errors import Refused

MOST_KNOWN: Final = 20_000  # addresses that are remembered
LONGEST: Final = 64  # letters of an address: a proxy may pass on whatever somebody has made up


class TooMany(Refused):
    """Come back in `seconds`."""

    def __init__(self, seconds: int, what: str = "requests at once") -> None:
        super().__init__(f"too many {what}: try again in {seconds} {'second' if seconds == 1 else 'seconds'}.")
        self.seconds: Final = seconds


class TokenBucket:
    """A burst at once, and then so much a second."""

    __slots__ = ("at", "burst", "left", "rate")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self.rate = rate
        self.burst = burst
        self.left = burst
        self.at = now

    def take(self, now: float, cost: float = 1.0) -> bool:
        if not self.has(now, cost):
            return False
        self.left -= cost
        return True

    def has(self, now: float, cost: float = 1.0) -> bool:
        """Could it be taken?"""
        self.left = min(self.burst, self.left + (now - self.at) * self.rate)
        self.at = now
        return self.left >= cost

    def wait(self, cost: float = 1.0) -> int:
        """Seconds until there is room."""
        return max(1, ceil((cost - self.left) / self.rate))


class RateLimiter:
    """A bucket for each address; those not seen for long are forgotten."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate: Final = rate
        self.burst: Final = burst
        self.known: Final[OrderedDict[str, TokenBucket]] = OrderedDict()

    def bucket(self, who: str, now: float) -> TokenBucket:
        found = self.known.get(who)
        if found is None:
            found = TokenBucket(self.rate, self.burst, now)
            self.known[who] = found
            while len(self.known) > MOST_KNOWN:
                self.known.popitem(last=False)
        else:
            self.known.move_to_end(who)
        return found

    def check(self, who: str, now: float, what: str = "requests at once") -> None:
        bucket = self.bucket(who, now)
        if not bucket.take(now):
            raise TooMany(bucket.wait(), what)


@lru_cache(4096)
def address_key(address: str) -> str:
    """Under what an address is counted: whoever has an IPv6 address has the 2^64 beside it too."""
    try:
        found = ip_address(address)
    except ValueError:
        return address[:LONGEST]  # whatever it is, it is not from the internet
    if not isinstance(found, IPv6Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ip_network((int(found) >> 64 << 64, 64)))


@lru_cache(4096)
def is_loopback(address: str) -> bool:
    """Is it this machine?"""
    try:
        found = ip_address(address)
    except ValueError:
        return False
    if isinstance(found, IPv6Address) and found.ipv4_mapped is not None:
        return found.ipv4_mapped.is_loopback
    return found.is_loopback
