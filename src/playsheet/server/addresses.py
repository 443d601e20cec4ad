"""Addresses of databases, and what may be shown of them."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import parse_qs

from playsheet.core.errors import Refused

EXPECTED: Final = "expected an address like postgresql://USER@HOST/NAME"
HOSTS: Final = re.compile(
    r"((\[[0-9a-fA-F:.]*\]|[^\[\]:@,]*)(:[0-9]+)?,?)*"
)  # as postgresql://HOST:PORT,HOST:PORT/NAME


class Address:
    """Where a database is. `str` shows it without password and options."""

    def __init__(self, url: str) -> None:
        self.url: Final = url
        scheme, _, rest = url.partition("://")
        plain, _, options = rest.partition("?")
        before, _, self.name = plain.partition("/")
        person, _, self.hosts = before.rpartition("@")
        self.user, _, password = person.partition(":")
        self.has_password: Final = bool(password) or "password" in parse_qs(options)
        sound = scheme in ("postgresql", "postgres") and bool(self.name) and HOSTS.fullmatch(self.hosts) is not None
        if not sound or "@" in self.name:  # a sign of a password that is not written as it should be: it is not quoted
            raise Refused(f"--database: {EXPECTED}.")

    def __str__(self) -> str:
        return f"postgresql://{self.user}{'@' if self.user else ''}{self.hosts}/{self.name}"


def has_password(url: str) -> bool:
    return Address(url).has_password
