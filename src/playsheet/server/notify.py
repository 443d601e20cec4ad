"""Tells systemd that the server is there, where it waits to be told (`Type=notify`)."""

from __future__ import annotations

import os
import socket
from contextlib import suppress
from typing import Final

VARIABLE: Final = "NOTIFY_SOCKET"


def notify(state: str) -> None:
    """`READY=1`, `STOPPING=1`; without anybody who wants to know nothing happens."""
    place = os.environ.get(VARIABLE, "")
    if not place or not hasattr(socket, "AF_UNIX"):
        return
    address = "\0" + place[1:] if place.startswith("@") else place
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as told:
        told.sendto(state.encode(), address)
