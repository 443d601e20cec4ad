"""Patches and digests of views, as server and client both need them."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Any, Final

import msgspec

LEVELS: Final = 2  # objects within objects that are taken apart
PIECE: Final = 2000  # bytes: for longer ones hashing releases the GIL, and has to wait for it again
encode: Final = msgspec.json.Encoder(order="sorted").encode


def patched(view: Any, patch: Sequence[Sequence[Any]]) -> Any:
    """The view with a patch set: what a client does."""
    for path, value in patch:
        if not path:
            view = value
            continue
        at = view
        for key in path[:-1]:
            at = at[key]
        at[path[-1]] = value
    return view


class CanonicalJson:
    """A part of a view as canonical JSON (keys sorted, no spaces), cached in pieces so that little is encoded again.

    Objects are taken apart some levels down; of a list of objects, such as units or figures, each member is one text.
    What has not changed is known by being the very same object: see `patch_between`.
    """

    __slots__ = ("heads", "keys", "levels", "listed", "members", "part", "text")

    def __init__(self, levels: int) -> None:
        self.levels: Final = levels
        self.part: Any = None  # what was written last, and its text
        self.text = b"null"
        self.keys: dict[str, CanonicalJson] = {}
        self.heads: list[bytes] = []  # the keys, as they are written
        self.listed: list[Any] = []  # the list that was written last, and the texts of its members
        self.members: list[bytes] = []

    def of(self, part: Any) -> bytes:
        """The text of the part as it is now."""
        if part is not self.part:
            if self.levels and isinstance(part, dict):
                self.text = self.of_keys(part)
            elif isinstance(part, list) and part and isinstance(part[0], (dict, list)):
                self.text = self.of_members(part)
            else:
                self.text = encode(part)
            self.part = part
        return self.text

    def of_keys(self, part: dict[str, Any]) -> bytes:
        if part.keys() != self.keys.keys():
            self.keys = {key: CanonicalJson(self.levels - 1) for key in sorted(part)}
            self.heads = [encode(key) + b":" for key in self.keys]
        texts = [inner.of(part[key]) for key, inner in self.keys.items()]
        return b"{%b}" % b",".join([head + text for head, text in zip(self.heads, texts)])

    def of_members(self, part: list[Any]) -> bytes:
        if len(part) == len(self.listed):
            for index, one in enumerate(part):
                if one is not self.listed[index]:
                    self.members[index] = encode(one)
        else:
            known = dict(zip(map(id, self.listed), self.members))
            self.members = [known.get(id(one)) or encode(one) for one in part]
        self.listed = part
        return b"[%b]" % b",".join(self.members)


class ViewDigest:
    """The digest of a view that changes a little at a time: only what has changed is encoded again."""

    def __init__(self) -> None:
        self.json: Final = CanonicalJson(LEVELS)

    def of(self, view: object) -> str:
        """The digest of the view as it is now; what is in it as it was must be the same objects as the last time."""
        text = self.json.of(view)
        running = sha256()
        for at in range(0, len(text), PIECE):
            running.update(text[at : at + PIECE])
        return running.hexdigest()[:16]


def digest_of(view: object) -> str:
    """Two views with the same digest are the same."""
    return sha256(encode(view)).hexdigest()[:16]
