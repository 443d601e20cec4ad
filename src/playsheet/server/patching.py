"""Patches and digests of views, as server and client both need them."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Any, Final

import msgspec

LEVELS: Final = 2  # objects within objects that are taken apart; a member of a list, such as a unit, is one part
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


class Digests:
    """The digest of a view that changes a little at a time: parts that are the same objects are not written again."""

    def __init__(self) -> None:
        self.known: dict[int, tuple[object, bytes]] = {}  # by identity; the part is held, so that it stays the same

    def of(self, view: object) -> str:
        """Over the view as canonical JSON: keys sorted, no spaces."""
        fresh: dict[int, tuple[object, bytes]] = {}
        running = sha256()
        texts: list[bytes] = []
        self.write(view, LEVELS, texts, fresh)
        for text in texts:  # one by one: for a long text the digest would let go of the interpreter, and wait for it
            running.update(text)
        self.known = fresh
        return running.hexdigest()[:16]

    def write(self, part: object, levels: int, texts: list[bytes], fresh: dict[int, tuple[object, bytes]]) -> None:
        if isinstance(part, list) and part and isinstance(part[0], (dict, list)):
            sign = b"["
            for one in part:
                known = self.known.get(id(one))
                if known is None or known[0] is not one:
                    known = (one, encode(one))
                fresh[id(one)] = known
                texts.append(sign)
                texts.append(known[1])
                sign = b","
            texts.append(b"]")
        elif levels and isinstance(part, dict) and part:
            sign = b"{"
            for key in sorted(part):
                texts.append(sign + encode(key) + b":")
                self.write(part[key], levels - 1, texts, fresh)
                sign = b","
            texts.append(b"}")
        else:
            texts.append(encode(part))


def digest_of(view: object) -> str:
    """Two views with the same digest are the same."""
    return sha256(encode(view)).hexdigest()[:16]
