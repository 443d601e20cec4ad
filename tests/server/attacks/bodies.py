"""Requests that are large, deep, or never whole."""

from __future__ import annotations

import time
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from siege import Target


def deep_brackets(target: Target) -> None:
    """Brackets within brackets, as many as are taken, for a seat that the sender has no secret of."""
    body = b'{"record": ' + b"[" * (8 << 20)
    while not target.stop.is_set():
        with suppress(OSError):
            target.call("POST", "/api/games/nosuchgame12/answers", body, "w" * 32)
            target.call("POST", "/api/records", body)


def endless_bodies(target: Target) -> None:
    """Thirty records that go on and on, and never come to an end."""
    head = (
        b"POST /api/records HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 33000000\r\n\r\n"
    )
    lines = []
    for _ in range(30):
        with suppress(OSError):
            line = target.connect()
            line.sendall(head)
            line.settimeout(0.05)
            lines.append(line)
    part = b"x" * (1 << 20)
    while not target.stop.is_set():
        for line in lines:
            with suppress(OSError):
                line.send(part)
        time.sleep(0.01)
    for line in lines:
        line.close()


ATTACKS = {"deep-brackets": deep_brackets, "endless-bodies": endless_bodies}
