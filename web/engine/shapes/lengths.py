"""Lengths with fractions, as they are typed, measured and compared."""

from __future__ import annotations

from math import ceil
from typing import Final

from playsheet.core.forms import Field, Value, Values, shown_length

GAP: Final = Field("gap", "to the enemy", 6, low=-1, high=48, fractions=True)
MEN: Final = Field("men", "who shoot", 6, low=1, high=48)


def read(given: Value) -> Value:
    return GAP.read(given)


def read_whole(given: Value) -> Value:
    return MEN.read(given)


def gets_home(given: Value, rolled: int) -> bool:
    return rolled >= Values({"gap": GAP.read(given)}).length("gap")


def measured(length: float) -> list[Value]:
    return [shown_length(length), shown_length(-length), ceil(length), round(length), round(length, 1)]


def kind() -> str:
    return f"{GAP.kind()}: {GAP.expected()}"
