"""What a game master may order, as data: each order with its sentence, and what may stand for its arguments now."""

from __future__ import annotations

from typing import Final

from playsheet.core.reader import figure
from playsheet.core.words import listed

UNIT: Final = "unit"  # one of the roster, by its number
WORD: Final = "word"  # one of the choices
NUMBER: Final = "number"  # a whole number from low to high
LENGTH: Final = "length"  # a number from low to high, in the sheet's own unit or in degrees


class MasterOrder:
    """An order: how it is written, words in capitals being its arguments, and what it does."""

    def __init__(self, form: str, said: str, ruling: str = "") -> None:
        self.form: Final = form
        self.said: Final = said
        self.ruling: Final = ruling  # or empty

    def arguments(self) -> list[str]:
        return [word for word in self.form.split() if word.isupper()]


class Field:
    """What may stand for an argument now; `example` is one that will do."""

    def __init__(
        self,
        name: str,
        kind: str,
        said: str,
        choices: list[tuple[str, str]],
        *,
        low: float = 0.0,
        high: float = 0.0,
        example: str = "",
    ) -> None:
        self.name: Final = name
        self.kind: Final = kind
        self.said: Final = said
        self.choices: Final = choices  # each as it is written, and in words
        self.low: Final = low
        self.high: Final = high
        self.example: Final = example or (choices[0][0] if choices else "")

    def data(self) -> dict[str, object]:
        bounded = self.kind in (NUMBER, LENGTH)
        return {
            "name": self.name,
            "kind": self.kind,
            "said": self.said,
            "choices": [{"value": value, "said": said} for value, said in self.choices],
            "low": self.low if bounded else None,
            "high": self.high if bounded else None,
            "example": self.example,
        }


class Offer:
    """An order as it could be given now."""

    def __init__(self, order: MasterOrder, fields: list[Field]) -> None:
        self.order: Final = order
        self.fields: Final = fields

    def example(self) -> str:
        """The order with an example for each argument; empty if one of them can be nothing just now."""
        if any(not field.example for field in self.fields):
            return ""
        words = {field.name: field.example for field in self.fields}
        return " ".join([words.get(word, word) for word in self.order.form.split()])

    def data(self) -> dict[str, object]:
        return {
            "form": self.order.form,
            "said": self.order.said,
            "ruling": self.order.ruling,
            "fields": [field.data() for field in self.fields],
            "example": self.example(),
        }


def place_fields(width: float, depth: float, unit: str, x: float, y: float) -> list[Field]:
    """X and Y of a point on the table; the example is as exact as it is written."""
    return [
        Field("X", LENGTH, f"{unit} from the western edge", [], high=width, example=figure(x)),
        Field("Y", LENGTH, f"{unit} from the southern edge", [], high=depth, example=figure(y)),
    ]


def use(orders: tuple[MasterOrder, ...]) -> str:
    """How they are written: `add-card UNIT, check UNIT or award SIDE`."""
    return listed([order.form for order in orders], "or")
