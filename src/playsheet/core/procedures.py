"""Procedures: pure functions of typed inputs and dice, registered with their inputs.

One registration gives the calculator, the companion's form, the odds, the bots' estimates and the tests.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from playsheet.core.dice import Dice
from playsheet.core.errors import Refused

Value = int | str | bool


class Field:
    """One input of a procedure: a whole number in a range, one of some words, or a flag."""

    def __init__(
        self,
        name: str,
        said: str,
        default: Value,
        low: int = 0,
        high: int = 0,
        choices: tuple[str, ...] = (),
    ) -> None:
        self.name: Final = name
        self.said: Final = said
        self.default: Final = default
        self.low: Final = low
        self.high: Final = high
        self.choices: Final = choices

    def kind(self) -> str:
        if isinstance(self.default, bool):
            return "flag"
        return "word" if self.choices else "number"

    def expected(self) -> str:
        """What may be typed here, in words."""
        if isinstance(self.default, bool):
            return "yes or no"
        if self.choices:
            return "one of " + ", ".join(self.choices)
        return f"a whole number from {self.low} to {self.high}"

    def read(self, given: object) -> Value:
        """The value that was meant, or a refusal that says what was expected."""
        if isinstance(self.default, bool):
            if isinstance(given, bool):
                return given
            word = str(given).strip().lower()
            if word in ("yes", "true", "1"):
                return True
            if word in ("no", "false", "0"):
                return False
        elif self.choices:
            if str(given) in self.choices:
                return str(given)
        elif not isinstance(given, bool):
            text = str(given).strip()
            digits = text[1:] if text.startswith("-") else text
            if digits.isascii() and digits.isdigit() and len(digits) < 10 and self.low <= int(text) <= self.high:
                return int(text)
        raise Refused(f"{self.name}: expected {self.expected()}, got {str(given)[:60]!r}.")


class Values:
    """A procedure's inputs, checked: every field has its value."""

    def __init__(self, values: dict[str, Value]) -> None:
        self.values: Final = values

    def number(self, name: str) -> int:
        value = self.values[name]
        return value if isinstance(value, int) else int(str(value))

    def word(self, name: str) -> str:
        return str(self.values[name])

    def flag(self, name: str) -> bool:
        return self.values[name] is True


@mypyc_attr(allow_interpreted_subclasses=True)
class Outcome:
    """What came of a procedure. Two outcomes with the same facts are the same for the odds."""

    def facts(self) -> tuple[Value, ...]:
        """The results, in the order of the procedure's `results`."""
        raise AttributeError(type(self).__name__ + " has no facts")


@mypyc_attr(allow_interpreted_subclasses=True)
class Prepared:
    """A procedure with its inputs filled in: only the dice are missing."""

    def __init__(self, procedure: Procedure, values: Values) -> None:
        self.procedure: Final = procedure
        self.values: Final = values

    def run(self, dice: Dice) -> Outcome:
        raise AttributeError(type(self).__name__ + " does nothing")


@mypyc_attr(allow_interpreted_subclasses=True)
class Procedure:
    """A registered procedure: id, title, where it stands on the sheet, inputs, names of its results."""

    def __init__(
        self,
        id: str,
        title: str,
        table: str,
        fields: tuple[Field, ...],
        results: tuple[str, ...],
        example: str,
    ) -> None:
        self.id: Final = id
        self.title: Final = title
        self.table: Final = table
        self.fields: Final = fields
        self.results: Final = results
        self.example: Final = example

    def values(self, given: dict[str, object]) -> Values:
        """Check inputs that were typed or sent; what is not given takes its default."""
        names = [field.name for field in self.fields]
        for name in given:
            if name not in names:
                raise Refused(f"{self.id} has no input {name!r}; its inputs are {', '.join(names)}.")
        found: dict[str, Value] = {}
        for field in self.fields:
            found[field.name] = field.read(given[field.name]) if field.name in given else field.default
        return Values(found)

    def prepare(self, values: Values) -> Prepared:
        """Fill the inputs in; may refuse a combination that cannot be."""
        raise AttributeError(type(self).__name__ + " prepares nothing")


def nearest_values(of: Procedure, given: dict[str, object]) -> Values:
    """A situation as far as a procedure has inputs for it: numbers brought within bounds, unknown words left out."""
    fitting: dict[str, object] = {}
    for field in of.fields:
        value = given.get(field.name)
        if value is None:
            continue
        if field.kind() == "number" and isinstance(value, int):
            fitting[field.name] = min(max(value, field.low), field.high)
        elif field.kind() != "word" or str(value) in field.choices:
            fitting[field.name] = value
    return of.values(fitting)
