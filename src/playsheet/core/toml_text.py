"""Plain data as a TOML document."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from playsheet.core.errors import Refused


def toml_of(data: Mapping[str, Any]) -> str:
    """A whole document: a key a line, lists of tables under headings of their own."""
    return "".join(lines_of(data, ""))


def lines_of(data: Mapping[str, Any], path: str) -> list[str]:
    lines = [f"{key_of(key)} = {value_of(value)}\n" for key, value in data.items() if not is_block(value)]
    for key, value in data.items():
        name = f"{path}{key_of(key)}"
        if isinstance(value, Mapping):
            lines += [f"\n[{name}]\n", *lines_of(value, f"{name}.")]
        elif is_block(value):
            for part in value:
                lines += [f"\n[[{name}]]\n", *lines_of(part, f"{name}.")]
    return lines


def is_block(value: object) -> bool:
    if isinstance(value, Mapping):
        return True
    return isinstance(value, (list, tuple)) and bool(value) and all(isinstance(part, Mapping) for part in value)


def key_of(key: object) -> str:
    return json.dumps(str(key), ensure_ascii=False)


def value_of(value: object) -> str:
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(value_of(part) for part in value) + "]"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key_of(key)} = {value_of(part)}" for key, part in value.items()) + "}"
    if isinstance(value, (str, bool, int, float)):
        return json.dumps(value, ensure_ascii=False)
    raise Refused(f"A scenario holds texts, numbers, yes or no, lists and tables: got {type(value).__name__}.")
