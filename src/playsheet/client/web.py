"""HTTP for the client: JSON there, JSON back, a refusal as `Refused`."""

from __future__ import annotations

import re
import time
from typing import Any, Final
from urllib.error import HTTPError, URLError
from urllib.parse import quote
from urllib.request import Request, urlopen

import msgspec

from playsheet.core.errors import Refused

LINK: Final = re.compile(r"(https?://[^/#]+)/?#(play|watch|join)/([A-Za-z0-9_-]+)/([A-Za-z0-9_-]+)")

ELSEWHERE: Final = 15.0  # seconds that a game which another server has is asked for again


class Link:
    """A link as the server gives it out, taken apart. The secret behind the # never leaves in a URL."""

    def __init__(self, link: str) -> None:
        found = LINK.fullmatch(link.strip())
        if found is None:
            raise Refused("expected a link such as http://127.0.0.1:8080/#play/GAME/SECRET.")
        self.server: Final = found[1]
        self.kind: Final = found[2]
        self.game: Final = found[3]
        self.secret: Final = found[4]


def call(
    server: str, path: str, secret: str = "", body: object = None, timeout: float = 60.0, password: str = ""
) -> Any:
    """One request; what was answered. Text that is not JSON comes back as it is.

    A game that goes from one server to another is asked for again: nothing was done the first time.
    """
    give_up = time.monotonic() + ELSEWHERE
    while True:
        try:
            return call_once(server, path, secret, body, timeout, password)
        except Elsewhere as fault:
            if time.monotonic() + fault.seconds > give_up:
                raise
            time.sleep(fault.seconds)


class Elsewhere(Refused):
    """Another server has the game just now."""

    def __init__(self, says: str, seconds: float) -> None:
        super().__init__(says)
        self.seconds: Final = seconds


def call_once(server: str, path: str, secret: str, body: object, timeout: float, password: str) -> Any:
    headers = {"content-type": "application/json"}
    if secret:
        headers["authorization"] = f"Bearer {secret}"
    if password:
        headers["playsheet-password"] = quote(password, safe="")
    data = None if body is None else msgspec.json.encode(body)
    try:
        with urlopen(Request(server + path, data, headers), timeout=timeout) as answer:
            text = answer.read()
            is_json = answer.headers.get_content_type() == "application/json"
    except HTTPError as fault:
        text = fault.read()
        says = said_in(text, fault.code)
        if fault.code == 503 and code_in(text) == "elsewhere":
            raise Elsewhere(says, float(fault.headers.get("retry-after") or 1.0)) from None
        raise Refused(says) from None
    except URLError as fault:
        raise Refused(f"{server} cannot be reached ({fault.reason}).") from None
    return msgspec.json.decode(text) if is_json else text.decode()


def said_in(text: bytes, status: int) -> str:
    """The server's own sentence, if there is one."""
    try:
        return str(msgspec.json.decode(text)["error"]["says"])
    except (msgspec.DecodeError, LookupError, TypeError):
        return f"the server answered with status {status}."


def code_in(text: bytes) -> str:
    """The code of a refusal, if there is one."""
    try:
        return str(msgspec.json.decode(text)["error"]["code"])
    except (msgspec.DecodeError, LookupError, TypeError):
        return ""
