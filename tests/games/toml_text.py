"""Data as a TOML text."""

from __future__ import annotations

import json
from collections.abc import Mapping


def toml_of(data: Mapping[str, object]) -> str:
    """A whole document, a line a key."""
    return "".join(f"{json.dumps(key)} = {one_line(value)}\n" for key, value in data.items())


def one_line(value: object) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {one_line(part)}" for key, part in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(one_line(part) for part in value) + "]"
    return json.dumps(value, ensure_ascii=False)
