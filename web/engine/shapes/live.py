"""Objects that are there when the engine is made: they are carried over with the functions that they hold."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from shapes.values import CROSSING, WADING, Form, Kept, Point, Squad, halved, louder


class Sheet:
    def __init__(self, title: str, forms: tuple[Form, ...], kept: Kept) -> None:
        self.title: Final = title
        self.forms: Final = forms
        self.kept: Final = kept
        self.finds: Final[tuple[Callable[[], int], ...]] = (Squad(6).size, Squad(8).size)
        self.kind: Final[type[Squad]] = Squad
        self.places: Final = {Point(1, 2): "here", Point(3, 4): "there"}
        self.check: Final[Callable[[int], bool]] = only_in_python

    def found(self, id: str) -> Form:
        return next(form for form in self.forms if form.id == id)


def only_in_python(value: int) -> bool:
    """Nobody reads the field that holds it, so it is not carried over."""
    with open(str(value)) as file:
        return bool(file.read())


def late(dice: int, obstacle: int) -> str:
    """Nothing names it but an object."""
    return late_words(dice) + str(obstacle)


def late_words(dice: int) -> str:
    return f"late {dice} "


SHEET: Final = Sheet("a sheet", (CROSSING, WADING, Form("late", run=late, read=halved)), Kept(late, louder))


def run(sheet: Sheet, id: str, dice: int) -> list[str]:
    form = sheet.found(id)
    value = form.read(dice, low=1)
    return [form.run(dice, value), sheet.kept.both(dice), form.title]


def is_crossing(sheet: Sheet, id: str) -> list[bool]:
    """An object that is a constant as well is one, however it was come by."""
    return [sheet.found(id) is CROSSING, sheet.found(id) == CROSSING]


def others(sheet: Sheet, men: int) -> list[object]:
    return [[find() for find in sheet.finds], sheet.kind(men).size(), sheet.places[Point(men, 2)]]
