"""Connections that say nothing, too much, or never the end of it; and secrets that are guessed."""

from __future__ import annotations

import socket
import time
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from siege import Target

MANY = 600


def opened(target: Target, count: int, first: bytes = b"") -> list[socket.socket]:
    """As many connections as are to be had, each with its first words."""
    lines: list[socket.socket] = []
    for _ in range(count):
        if target.stop.is_set():
            break
        with suppress(OSError):
            line = target.connect()
            lines.append(line)
            line.settimeout(0.05)
            line.sendall(first)
    return lines


def fed(target: Target, first: bytes, part: bytes, count: int, pause: float) -> None:
    """Many connections that are sent the same again and again; those that are cut off are opened anew."""
    lines = opened(target, count, first)
    while not target.stop.is_set():
        for index, line in enumerate(lines):
            try:
                line.send(part)
            except TimeoutError:
                continue  # it is not read from just now
            except OSError:
                line.close()
                again = opened(target, 1, first)
                if again:
                    lines[index] = again[0]
        time.sleep(pause)
    for line in lines:
        line.close()


def endless_headers(target: Target) -> None:
    """Headers upon headers."""
    fed(target, b"GET / HTTP/1.1\r\nHost: x\r\n", b"X-More: and more\r\n" * 4000, 30, 0.01)


def one_endless_header(target: Target) -> None:
    """A single one that has no end."""
    fed(target, b"GET / HTTP/1.1\r\nHost: x\r\nX-More: ", b"x" * 65536, 30, 0.01)


def silent_connections(target: Target) -> None:
    """More connections than one address can have, which say nothing."""
    lines = opened(target, MANY)
    while not target.stop.wait(0.1):
        pass
    for line in lines:
        line.close()


def slow_bodies(target: Target) -> None:
    """A letter of a new game now and then, over and over."""
    first = b"POST /api/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n"
    fed(target, first, b" ", 100, 0.1)


def small_pieces(target: Target) -> None:
    """Bodies of a letter a piece, as many as fit on the line."""
    first = b"POST /api/games HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
    fed(target, first, b"1\r\n \r\n" * 20_000, 10, 0.01)


def requests_ahead(target: Target) -> None:
    """Requests by the thousand on a line, without waiting for an answer, and without reading one."""
    fed(target, b"", b"GET /api/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n" * 1000, 30, 0.01)


def wrong_secrets(target: Target) -> None:
    """Guesses at seats and invitations, of a game that exists and one that does not."""
    paths = ("", "/join", "/resign")
    while not target.stop.is_set():
        for path in paths:
            with suppress(OSError):
                target.call(
                    "POST" if path else "GET", f"/api/games/nosuchgame12{path}", b"{}" if path else b"", "w" * 32
                )
        time.sleep(0.005)


def frames(target: Target) -> None:
    """Sockets that send nothing but pings, hundreds of thousands of them, and never hello."""
    first = (
        b"GET /api/games/nosuchgame12/live HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    fed(target, first, b"\x89\x80\0\0\0\0" * 20_000, 10, 0.01)


def wide_bodies(target: Target) -> None:
    """A megabyte in which everything is wrong."""
    body = b'{"scenario": {}, "rulings": {' + b",".join(b'"%d": 1' % n for n in range(90_000)) + b"}}"
    while not target.stop.is_set():
        with suppress(OSError):
            target.call("POST", "/api/games", body)


ATTACKS = {
    "endless-headers": endless_headers,
    "one-endless-header": one_endless_header,
    "silent-connections": silent_connections,
    "slow-bodies": slow_bodies,
    "small-pieces": small_pieces,
    "requests-ahead": requests_ahead,
    "wrong-secrets": wrong_secrets,
    "frames": frames,
    "wide-bodies": wide_bodies,
}
