"""Patches and digests of views, as server and client both need them."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Any, Final

import msgspec

LEVELS: Final = 2  # objects within objects that are taken apart
PIECE: Final = 2000  # bytes: of longer ones the digest lets go of the interpreter, and has to wait for it
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


class Written:
    """A part of a view as canonical JSON (keys sorted, no spaces), taken apart so that little is written again.

    Objects are taken apart some levels down; of a list of objects, such as units or figures, each member is one text.
    """

    __slots__ = ("heads", "keys", "levels", "members", "part", "stale", "text")

    def __init__(self, part: Any, levels: int, before: Written | None = None) -> None:
        self.part = part
        self.levels: Final = levels
        self.keys: dict[str, Written] = {}
        self.heads: list[bytes] = []  # the keys, as they are written
        self.members: list[bytes] = []
        self.stale: list[int] = []  # members that have changed
        self.text = b""  # all of it; empty if something in it has changed
        if levels and isinstance(part, dict):
            self.keys = {key: Written(part[key], levels - 1) for key in sorted(part)}
            self.heads = [encode(key) + b":" for key in self.keys]
        elif isinstance(part, list) and part and isinstance(part[0], (dict, list)):
            known = dict(zip(map(id, before.part), before.members)) if before is not None and before.members else {}
            self.members = [known.get(id(one)) or encode(one) for one in part]

    def set(self, part: Any, path: Sequence[Any], depth: int) -> None:
        """This part of a view is now so, and differs from what it was at the path, from `depth` on. Of one patch only:
        the members of a list must be where they were."""
        self.part = part
        self.text = b""
        key = path[depth]
        if self.members:
            if key not in self.stale:
                self.stale.append(key)
        elif self.keys and depth + 1 == len(path):
            self.keys[key] = Written(part[key], self.levels - 1, self.keys[key])
        elif self.keys:
            self.keys[key].set(part[key], path, depth + 1)

    def renew(self, part: Any, path: Sequence[Any]) -> None:
        """Of what is at the path, which ends among the keys, all is written anew but members that are the same."""
        self.part = part
        self.text = b""
        key = path[0]
        inner = self.keys.get(key)
        if inner is None:
            return  # it is written in one piece
        now = part[key]
        if len(path) > 1 and isinstance(now, dict) and now.keys() == inner.keys.keys():
            inner.renew(now, path[1:])
        else:
            self.keys[key] = Written(now, self.levels - 1, inner)

    def whole(self) -> bytes:
        if self.text:
            return self.text
        if self.heads:
            parts = [head + (inner.text or inner.whole()) for head, inner in zip(self.heads, self.keys.values())]
            self.text = b"{%b}" % b",".join(parts)
        elif self.members:
            for index in self.stale:
                self.members[index] = encode(self.part[index])
            self.stale.clear()
            self.text = b"[%b]" % b",".join(self.members)
        else:
            self.text = encode(self.part)
        return self.text


class Digests:
    """The digest of a view that changes a little at a time: only what a patch has set is written again."""

    def __init__(self) -> None:
        self.written: Written | None = None
        self.paths: list[Sequence[Any]] = []  # that have changed since the last digest, by one patch
        self.stale: set[tuple[Any, ...]] = set()  # their beginnings, if by several

    def changed(self, patch: Sequence[Sequence[Any]]) -> None:
        """The view has been patched. What two patches without a digest between them have touched is written anew."""
        paths = [path for path, _ in patch]
        if [] in paths:
            self.written = None
        if self.written is None:
            self.paths = []
        elif self.paths:
            self.stale |= {tuple(path[:LEVELS]) for path in [*self.paths, *paths]}
            self.paths = []
        elif self.stale:
            self.stale |= {tuple(path[:LEVELS]) for path in paths}
        else:
            self.paths = paths

    def of(self, view: object) -> str:
        """The digest of the view as it is now."""
        if self.written is None:
            self.written = Written(view, LEVELS)
        for path in self.paths:
            self.written.set(view, path, 0)
        for part in self.stale:
            self.written.renew(view, part)
        self.paths = []
        self.stale.clear()
        text = self.written.whole()
        running = sha256()
        for at in range(0, len(text), PIECE):
            running.update(text[at : at + PIECE])
        return running.hexdigest()[:16]


def digest_of(view: object) -> str:
    """Two views with the same digest are the same."""
    return sha256(encode(view)).hexdigest()[:16]
