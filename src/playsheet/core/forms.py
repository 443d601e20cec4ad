"""Forms: procedures as values. A form names what it asks, reads a situation from the answers, and runs it with dice.

One form gives the calculator, the page in the companion, the odds, the commanders' estimates and the tests.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Generic, TypeVar

from playsheet.core.dice import Dice
from playsheet.core.errors import Refused

Value = int | float | str | bool  # a float only where a field takes fractions, and then never a whole number
Facts = tuple[Value, ...]  # what came of a form, in the order of its `results`; the same facts are one outcome
R = TypeVar("R")  # a sheet's rules
S = TypeVar("S")  # the situation that a form is about


DECIMALS: Final = 3  # of a length that is typed: finer than anybody measures


class Field:
    """One input of a procedure: a whole number in a range, a length with fractions, one of some words, or a flag."""

    def __init__(
        self,
        name: str,
        said: str,
        default: Value,
        low: int = 0,
        high: int = 0,
        choices: tuple[str, ...] = (),
        *,
        fractions: bool = False,
    ) -> None:
        self.name: Final = name
        self.said: Final = said
        self.default: Final = default
        self.low: Final = low
        self.high: Final = high
        self.choices: Final = choices
        self.fractions: Final = fractions  # is it measured, and not counted?

    def kind(self) -> str:
        if isinstance(self.default, bool):
            return "flag"
        if self.choices:
            return "word"
        return "length" if self.fractions else "number"

    def expected(self) -> str:
        """What may be typed here, in words."""
        if isinstance(self.default, bool):
            return "yes or no"
        if self.choices:
            return "one of " + ", ".join(self.choices)
        if self.fractions:
            return f"a length from {self.low} to {self.high}, with {DECIMALS} decimals at most"
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
            whole, point, decimals = digits.partition(".")
            if self.fractions and point and is_digits(whole) and is_digits(decimals) and len(decimals) <= DECIMALS:
                length = float(text)
                if self.low <= length <= self.high:
                    return as_length(length)
            elif is_digits(digits) and self.low <= int(text) <= self.high:
                return int(text)
        raise Refused(f"{self.name}: expected {self.expected()}, got {str(given)[:60]!r}.")


def is_digits(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 10


def as_length(length: float) -> Value:
    """A length as an input: whole if it is."""
    return int(length) if length == int(length) else length


def shown_length(length: float) -> Value:
    """A length that was measured, as it is shown: to as many decimals as may be typed."""
    return as_length(round(length, DECIMALS))


class Values:
    """A procedure's inputs, checked: every field has its value."""

    def __init__(self, values: dict[str, Value]) -> None:
        self.values: Final = values

    def number(self, name: str) -> int:
        value = self.values[name]
        return value if isinstance(value, int) else int(str(value))

    def length(self, name: str) -> float:
        return float(self.values[name])

    def word(self, name: str) -> str:
        return str(self.values[name])

    def flag(self, name: str) -> bool:
        return self.values[name] is True


class Form(Generic[R, S]):
    """A procedure as a value: what it is called, what it asks, how its situation is read and written, what it does.

    `read` may refuse answers that cannot be together. Where play would ask somebody, the situation has the answer, and
    `assumes` says which: a sentence for each question that its dice may come to. A form is a constant of its sheet;
    `with_rules` is the same form with the rules in force, whose `fields` have the sheet's own defaults and bounds.
    """

    def __init__(
        self,
        id: str,
        title: str,
        *,
        at: str,
        example: str,
        results: tuple[str, ...],
        fields: tuple[Field, ...] | Callable[[R], tuple[Field, ...]],
        read: Callable[[R, Values], S],
        run: Callable[[Dice, R, S], Facts],
        write: Callable[[R, S], dict[str, Value]] | None = None,
        assumes: Callable[[R, S], list[str]] | None = None,
        rules: R | None = None,
    ) -> None:
        self.id: Final = id
        self.title: Final = title
        self.at: Final = at  # the table of the sheet
        self.example: Final = example
        self.results: Final = results
        self.fields_by: Final = fields  # no field book reads this name: the companion does not carry what makes them
        self.read: Final = read
        self.run: Final = run
        self.write: Final = write
        self.assumes: Final = assumes
        self.rules: Final = rules
        self.fields: Final = fields if isinstance(fields, tuple) else () if rules is None else fields(rules)

    def with_rules(self, rules: R) -> Form[R, S]:
        """The form with these rules in force."""
        return Form(
            self.id,
            self.title,
            at=self.at,
            example=self.example,
            results=self.results,
            fields=self.fields_by,
            read=self.read,
            run=self.run,
            write=self.write,
            assumes=self.assumes,
            rules=rules,
        )

    def values(self, given: Mapping[str, object]) -> Values:
        """Check answers that were typed or sent; what is not given takes its default."""
        names = [field.name for field in self.fields]
        for name in given:
            if name not in names:
                raise Refused(f"{self.id} has no input {name!r}; its inputs are {', '.join(names)}.")
        found: dict[str, Value] = {}
        for field in self.fields:
            found[field.name] = field.read(given[field.name]) if field.name in given else field.default
        return Values(found)

    def filled(self, given: Mapping[str, object]) -> Case:
        """The form filled in by somebody: only the dice are missing."""
        assert self.rules is not None, "a form is filled in by the rules in force"
        values = self.values(given)
        return Case(self, self.rules, self.read(self.rules, values), values.values)

    def as_played(self, rules: R, situation: S, inputs: dict[str, Value] | None = None) -> Case:
        """A situation as play has it. `inputs`: how it is said on the form, where `write` cannot know."""
        if inputs is None:
            assert self.write is not None, "the form says how its situation is written"
            inputs = self.write(rules, situation)
        return Case(self, rules, situation, inputs)


AnyForm = Form[Any, Any]


class Case:
    """A form with its situation: only the dice are missing."""

    def __init__(self, form: AnyForm, rules: Any, situation: Any, inputs: dict[str, Value]) -> None:
        self.form: Final = form
        self.rules: Final = rules
        self.situation: Final = situation
        self.inputs: Final = inputs  # as they are shown

    def assumed(self) -> list[str]:
        """The answers that these odds take for granted, a sentence each."""
        return [] if self.form.assumes is None else self.form.assumes(self.rules, self.situation)

    def run(self, dice: Dice) -> Facts:
        facts: Facts = self.form.run(dice, self.rules, self.situation)
        return facts


def procedure_data(procedure: AnyForm) -> dict[str, Any]:
    return {
        "id": procedure.id,
        "title": procedure.title,
        "table": procedure.at,
        "inputs": [
            {
                "name": field.name,
                "kind": field.kind(),
                "said": field.said,
                "default": field.default,
                "low": field.low if field.kind() in ("number", "length") else None,
                "high": field.high if field.kind() in ("number", "length") else None,
                "choices": list(field.choices),
            }
            for field in procedure.fields
        ],
        "results": list(procedure.results),
        "example": procedure.example,
    }
