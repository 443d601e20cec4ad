"""A unit joins a battle that has begun: reinforcements, natives, a band nobody had seen; or a part of one goes out."""

from __future__ import annotations

from typing import Final

from playsheet.core.book_rows import BookCard, BookRows, BookState, BookUnit, Joining
from playsheet.core.errors import Refused
from playsheet.core.forms import Field, Value
from playsheet.core.words import nth

MOST_UNITS: Final = 400
LONGEST_NAME: Final = 60
CARD: Final = "card"
NAME: Final = "name"
SIDE: Final = "side"


class Arrival:
    """Who has come, all that was said of him, and his line of the roster before that."""

    def __init__(self, unit: BookUnit, answers: dict[str, Value], line: dict[str, Value], said: str) -> None:
        self.unit: Final = unit
        self.answers: Final = answers
        self.line: Final = line
        self.said: Final = said


def how_to_join(rows: BookRows, state: BookState) -> Joining:
    if rows.joining is None:
        raise Refused("no unit joins a battle in this sheet's books.")
    if len(state.units) >= MOST_UNITS:
        raise Refused(f"the roster is full: expected at most {MOST_UNITS} units.")
    return rows.joining


# ---------------------------------------------------------------------- a card of the sheet


def joins(
    rows: BookRows, cards: list[BookCard], state: BookState, answers: dict[str, Value], line: dict[str, Value]
) -> Arrival:
    """A unit by its card; `line` is what the card said when this was written, if it has been."""
    joining = how_to_join(rows, state)
    card = str(answers.get(CARD, ""))
    begun = read_line(rows, line) if line else line_of(cards, card)
    side = int(side_field(joining, state).read(answers.get(SIDE, 1)))
    name = named(state, str(answers.get(NAME, "")), title_of(cards, card))
    values = {each: begun[each] for each in begun}
    full: dict[str, Value] = {CARD: card, NAME: name, SIDE: side}
    for field in fields_of(rows, joining, begun):
        values[field.name] = field.read(answers.get(field.name, begun[field.name]))
        full[field.name] = values[field.name]
    if joining.count in full:
        for each in joining.whole:
            values[each] = values[joining.count]
    refuse_others(answers, full)
    if side > len(state.sides):
        state.sides.append(joining.strangers)
        state.score.append(0)
    unit = state.join(name, side - 1, card, values)
    come(rows, joining, state, unit)
    counted = f" with {full[joining.count]} {joining.count}" if joining.count in full else ""
    return Arrival(unit, full, begun, f"{name} joins {state.sides[side - 1]}{counted}.")


def side_field(joining: Joining, state: BookState) -> Field:
    """Strangers have one side more, if they have none yet."""
    more = 1 if joining.strangers and joining.strangers not in state.sides else 0
    return Field(SIDE, "whose it is, by the number of the side", 1, 1, len(state.sides) + more)


def fields_of(rows: BookRows, joining: Joining, line: dict[str, Value]) -> list[Field]:
    """What is asked of such a unit: how many they are, if they are figures, and what else this sheet wants to know."""
    found: list[Field] = []
    for name in (joining.count, *joining.asked):
        field = rows.attribute(name)
        assert field is not None, "what is asked is an attribute"
        if name != joining.count:
            found.append(field)
        elif int(line[name]) > 0:
            found.append(Field(name, field.said, int(line[name]), 1, field.high))
    return found


def line_of(cards: list[BookCard], id: str) -> dict[str, Value]:
    for card in cards:
        if card.id == id:
            return card.values
    raise Refused(f"there is no card {id!r}: expected one of {', '.join([card.id for card in cards])}.")


def title_of(cards: list[BookCard], id: str) -> str:
    for card in cards:
        if card.id == id:
            return card.name
    return id


def read_line(rows: BookRows, line: dict[str, Value]) -> dict[str, Value]:
    """A line of the roster as it was kept: every attribute, and nothing else."""
    found: dict[str, Value] = {}
    for field in rows.attributes:
        if field.name not in line:
            raise Refused(f"the unit's {field.name} is missing: expected {field.expected()}.")
        found[field.name] = field.read(line[field.name])
    for name in line:
        if name not in found:
            raise Refused(f"nothing called {name!r} is written down of a unit.")
    return found


def named(state: BookState, name: str, usual: str) -> str:
    """A name that nobody has yet."""
    taken = [unit.name for unit in state.units]
    if not name.strip():
        found = usual
        number = 1
        while found in taken:
            number += 1
            found = f"{nth(number)} {usual}"
        return found
    if len(name) > LONGEST_NAME:
        raise Refused(f"name: expected at most {LONGEST_NAME} letters, got {len(name)}.")
    if name.strip() in taken:
        raise Refused(f"there is a unit called {name.strip()} already: expected another name.")
    return name.strip()


def refuse_others(answers: dict[str, Value], asked: dict[str, Value]) -> None:
    for name in answers:
        if name not in asked:
            raise Refused(f"nobody is asked for {name!r} here: expected {', '.join(list(asked))}.")


def come(rows: BookRows, joining: Joining, state: BookState, unit: BookUnit) -> None:
    if joining.comes is not None:
        joining.comes(rows.rules, state, unit)
    unit.first = {name: unit.values[name] for name in unit.values}


# ---------------------------------------------------------------------- a part of a unit


def goes_out(rows: BookRows, state: BookState, parent: BookUnit, answers: dict[str, Value]) -> Arrival:
    """So many of a unit as a unit of their own; all else is as it is with those who stay."""
    joining = how_to_join(rows, state)
    if not joining.parts:
        raise Refused(f"no part of {parent.name} goes out by itself in this sheet.")
    here = parent.number(joining.count)
    if here < 2:
        raise Refused(f"{parent.name} has too few {joining.count} to send any out: expected 2 or more, got {here}.")
    figures = int(Field(joining.count, "how many go out", 1, 1, here - 1).read(answers.get(joining.count, 1)))
    name = named(state, str(answers.get(NAME, "")), f"{parent.name}, detached")
    full: dict[str, Value] = {NAME: name, joining.count: figures}
    refuse_others(answers, full)
    values = {each: parent.values[each] for each in parent.values}
    for each in (joining.count, *joining.whole):
        values[each] = figures
        parent.values[each] = max(1, parent.number(each) - figures)
    unit = state.join(name, parent.side, parent.card, values)
    come(rows, joining, state, unit)
    return Arrival(unit, full, {}, f"{name} goes out from {parent.name} with {figures} {joining.count}.")


# ---------------------------------------------------------------------- numbers


def who_came(state: BookState, rosters: int) -> list[int]:
    """By their numbers: the entries by which units joined that did not stand in the rosters."""
    return [unit.entry for unit in state.units[rosters:]]


def refuse_other_numbers(before: list[int], after: list[int]) -> None:
    """Entries call a unit by its number: that must not become another's."""
    for at in range(min(len(before), len(after))):
        if before[at] != after[at]:
            raise Refused(
                f"a unit that joined by entry {max(before[at], after[at])} would have another number: "
                "expected that to be taken back first."
            )
