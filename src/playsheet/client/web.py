"""HTTP for the client: JSON there, JSON back, a refusal as `Refused`."""

from __future__ import annotations

import re
from typing import Any, Final
from urllib.error import HTTPError, URLError
from urllib.parse import quote
from urllib.request import Request, urlopen

import msgspec

from playsheet.core.errors import Refused

LINK: Final = re.compile(r"(https?://[^/#]+)/?#(play|watch|join)/([A-Za-z0-9_-]+)/([A-Za-z0-9_-]+)")


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
    """One request; what was answered. Text that is not JSON comes back as it is."""
    headers = {"content-type": "application/json"}
    if secret:
        headers["authorization"] = f"Bearer {secret}"
    if password:
        headers["playsheet-password"] = quote(password, safe="")
    data = None if body is None else msgspec.json.encode(body)
    try:
        with urlopen(Request(server + path, data, headers), timeout=timeout) as answer:
            text: bytes = answer.read()
            is_json = answer.headers.get_content_type() == "application/json"
    except HTTPError as fault:
        raise Refused(said_in(fault.read(), fault.code)) from None
    except URLError as fault:
        raise Refused(f"{server} cannot be reached ({fault.reason}).") from None
    return msgspec.json.decode(text) if is_json else text.decode()


def said_in(text: bytes, status: int) -> str:
    """The server's own sentence, if there is one."""
    try:
        return str(msgspec.json.decode(text)["error"]["says"])
    except (msgspec.DecodeError, LookupError, TypeError):
        return f"the server answered with status {status}."
