"""The numbers of a sheet, and the sheet with one of them changed."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from toml_text import toml_of

WORDS = "words"  # in a table: the cells that only tell, and that no rule looks up
HALF = 0.5  # by which a number with decimals changes; a whole one by 1


@dataclass(frozen=True)
class Number:
    """One cell, part of a cell, or member of a list; and what it is changed to."""

    system: str
    path: tuple[str | int, ...]
    old: int | float
    new: int | float

    def __str__(self) -> str:
        table, *rest = self.path
        return f"rules/{self.system}/sheet.toml  [{table}] {'.'.join(map(str, rest))}  {self.old} -> {self.new}"


def numbers_of(system: str, text: str, chance: random.Random) -> list[Number]:
    """All numbers of a sheet that rules look up, each changed up or down by chance."""
    found: list[Number] = []
    for table, cells in tomllib.loads(text).items():
        only_told = set(cells.get(WORDS, ())) if isinstance(cells, dict) else set()
        for path, old in numbers_in(cells, (table,)):
            if not only_told.intersection(map(str, path)):
                step = HALF if isinstance(old, float) else 1
                found.append(Number(system, path, old, old + chance.choice((step, -step))))
    return found


def numbers_in(value: object, path: tuple[str | int, ...]) -> Iterator[tuple[tuple[str | int, ...], int | float]]:
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        yield path, value
    elif isinstance(value, (dict, list)):
        for key, part in value.items() if isinstance(value, dict) else enumerate(value):
            yield from numbers_in(part, (*path, key))


def changed_sheet(text: str, number: Number) -> str:
    """The sheet's text with the number changed."""
    data = deepcopy(tomllib.loads(text))
    place: Any = data
    for key in number.path[:-1]:
        place = place[key]
    place[number.path[-1]] = number.new
    return toml_of(data)
