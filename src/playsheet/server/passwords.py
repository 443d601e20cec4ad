"""Passwords of the server itself, for making games and for its metrics: read when it starts, looked at in headers."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from hashlib import sha256
from hmac import compare_digest
from pathlib import Path
from typing import Final
from urllib.parse import unquote_to_bytes

from playsheet.core.errors import Refused
from playsheet.server.rate_limits import RateLimiter, TooMany

VARIABLE: Final = "PLAYSHEET_PASSWORD"
METRICS_VARIABLE: Final = "PLAYSHEET_METRICS_KEY"
HEADER: Final = b"playsheet-password"  # percent-encoded, as in a URL: it may have any letters
SHORTEST: Final = 8
LONGEST: Final = 200  # letters
MOST_BYTES: Final = 12 * LONGEST  # of the header


class PasswordWanted(Refused):
    """Who makes a game here shows the password first."""


class Password:
    """One that this server wants. It stands in memory as its digest only."""

    def __init__(self, text: str, rate: float, burst: float) -> None:
        self.digest: Final = sha256(text.encode()).digest()
        self.wrong: Final = RateLimiter(rate, burst)

    def check(self, header: bytes | None, address: str) -> None:
        """Is it shown, by whoever wants to make a game?"""
        if header is None:
            raise PasswordWanted("this server wants a password for making games.")
        if len(header) > MOST_BYTES or not self.fits(unquote_to_bytes(header), address):
            raise PasswordWanted("this is not the password for making games on this server.")

    def fits(self, given: bytes, address: str) -> bool:
        """An address that has guessed too often is not listened to for a while, whatever it says."""
        now = time.monotonic()
        bucket = self.wrong.bucket(address, now)
        if not bucket.has(now):
            raise TooMany(bucket.wait(), "wrong passwords from one address")
        if compare_digest(sha256(given).digest(), self.digest):
            return True
        bucket.take(now)
        return False


def password_of(file: str, variables: Mapping[str, str] = os.environ, name: str = VARIABLE) -> str:
    """From the file, or else from the environment; empty if none is wanted."""
    if not file and name not in variables:
        return ""
    where = file or name
    try:
        text = Path(file).read_bytes()[: 2 * MOST_BYTES].decode() if file else variables[name]
    except (OSError, ValueError) as fault:
        why = fault.strerror if isinstance(fault, OSError) and fault.strerror else "it is no text"
        raise Refused(f"{where}: the password cannot be read ({why}).") from None
    password = text.strip()
    if not SHORTEST <= len(password) <= LONGEST or not password.isprintable():
        raise Refused(f"{where}: expected a password of {SHORTEST} to {LONGEST} letters in one line.")
    return password
