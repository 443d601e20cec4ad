"""Secrets of seats: made of 192 random bits, kept only as digests."""

from __future__ import annotations

import secrets
from hashlib import sha256
from typing import Final

from playsheet.server.storage import Key

SEAT: Final = "seat"
GM: Final = "gm"
WATCH: Final = "watch"
INVITE: Final = "invite"
LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"  # none that are mistaken for each other


def new_secret() -> str:
    return secrets.token_urlsafe(24)


def new_id() -> str:
    """A game's name: not secret, but not to be counted through either."""
    return "".join(secrets.choice(LETTERS) for _ in range(12))


def new_dice_key() -> bytes:
    """256 bits from the operating system: published as a hash before the first roll."""
    return secrets.token_bytes(32)


def digest(secret: str) -> bytes:
    return sha256(secret.encode("utf-8", "surrogatepass")).digest()


def key_of(secret: str, role: str, seat: int) -> Key:
    return Key(digest(secret), role, seat)
