"""Weighing: what the built-in commanders share when they choose."""

from __future__ import annotations

from typing import Final, Generic, TypeVar

T = TypeVar("T")


class Best(Generic[T]):
    """The choice that is worth most of those weighed so far, the first of equals.

    It begins with what is chosen where nothing is worth more than `worth`. What should be near or cheap is weighed by
    the distance or price below nothing. One that is better by no more than `by` is taken for an equal.
    """

    def __init__(self, choice: T, by: float = 0.0, *, worth: float) -> None:
        self.choice = choice
        self.worth = worth
        self.by: Final = by

    def weigh(self, choice: T, worth: float) -> None:
        if worth > self.worth + self.by:
            self.choice = choice
            self.worth = worth
