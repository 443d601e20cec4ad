"""Rosters and marks as plain data, and what has changed from one view to the next: done for every input, so compiled.

Most of a table is the same as it was. What is the same is said again as the same object, so that whoever compares,
writes or sums up views need not look into it.
"""

from __future__ import annotations

from typing import Final

from playsheet.core.telling import Fact, Mark, Sign, Standing

Data = dict[str, object]
Patch = list[tuple[list[str | int], object]]

SMALL: Final = 10  # a member of a list with so few fields is set as a whole: less to say than each field
SHORT: Final = 8  # so is a list of so few plain values


class Shown:
    """The units and figures that were shown last, and how they were put."""

    def __init__(self) -> None:
        self.units: list[Standing] = []
        self.roster: list[Data] = []
        self.marks: list[Mark] = []
        self.figures: list[Data] = []

    def roster_of(self, units: list[Standing]) -> list[Data]:
        if units is self.units:
            return self.roster
        found: list[Data] = []
        for index, unit in enumerate(units):
            known = self.units[index] if index < len(self.units) else None
            if known is not None and (unit is known or same_standing(unit, known)):
                found.append(self.roster[index])
                continue
            if known is not None and same_facts(unit.facts, known.facts):
                found.append(standing_data(unit, self.roster[index]["facts"]))
            else:
                found.append(standing_data(unit))
        self.units = units
        self.roster = found
        return found

    def marks_of(self, marks: list[Mark]) -> list[Data]:
        if marks is self.marks:
            return self.figures
        found: list[Data] = []
        before = self.marks
        places: dict[int, int] = {}  # of figures in the last list: wanted only where they stand elsewhere in this one
        for index, mark in enumerate(marks):
            place = index
            if index >= len(before) or (mark is not before[index] and mark.figure != before[index].figure):
                places = places or {old.figure: at for at, old in enumerate(before) if old.figure >= 0}
                place = places.get(mark.figure, -1)
            if place >= 0 and (mark is before[place] or same_mark(mark, before[place])):
                found.append(self.figures[place])
            else:
                found.append(mark_data(mark))
        self.marks = marks
        self.figures = found
        return found


def standing_data(unit: Standing, facts: object = None) -> Data:
    """`facts` are those of its card, if they have been put before."""
    at = unit.at
    return {
        "side": unit.side,
        "name": unit.name,
        "figures": unit.figures,
        "start": unit.start,
        "place": unit.place,
        "on_table": unit.on_table,
        "state": list(unit.state),
        "shaken": unit.shaken,
        "seat": unit.seat,
        "arm": unit.arm,
        "at": None if at is None else [at[0], at[1], at[2]],
        "signs": [sign_data(sign) for sign in unit.signs],
        "first": unit.first,
        "men": unit.men,
        "facts": [{"name": fact.name, "value": fact.value} for fact in unit.facts] if facts is None else facts,
    }


def sign_data(sign: Sign) -> Data:
    if sign.toward < 0.0:
        return {"sign": sign.sign, "said": sign.said}
    return {"sign": sign.sign, "said": sign.said, "toward": sign.toward}


def mark_data(mark: Mark) -> Data:
    """Most bases hold one figure: only where it is otherwise the number is said."""
    data: Data = {
        "x": mark.x,
        "y": mark.y,
        "unit": mark.unit,
        "figure": mark.figure,
        "facing": mark.facing,
        "shape": mark.shape,
        "base": [mark.width, mark.depth] if mark.depth > 0.0 else [mark.width],
        "role": mark.role,
        "signs": [sign.sign for sign in mark.signs],
    }
    if mark.count > 1:
        data["count"] = mark.count
        data["loose"] = mark.loose
    return data


def same_mark(one: Mark, other: Mark) -> bool:
    """Would the same be said of both?"""
    return (
        one.x == other.x
        and one.y == other.y
        and one.facing == other.facing
        and one.figure == other.figure
        and one.unit == other.unit
        and one.shape == other.shape
        and one.width == other.width
        and one.depth == other.depth
        and one.role == other.role
        and one.count == other.count
        and one.loose == other.loose
        and len(one.signs) == len(other.signs)
        and (not one.signs or same_signs(one.signs, other.signs))
    )


def same_standing(one: Standing, other: Standing) -> bool:
    """Would the same be said of both?"""
    if (
        one.figures != other.figures
        or one.at != other.at
        or one.place != other.place
        or one.on_table != other.on_table
        or one.shaken != other.shaken
        or one.state != other.state
        or one.name != other.name
        or one.side != other.side
        or one.start != other.start
        or one.seat != other.seat
        or one.arm != other.arm
        or one.first != other.first
        or (one.men is not other.men and one.men != other.men)
        or not same_facts(one.facts, other.facts)
    ):
        return False
    return same_signs(one.signs, other.signs)


def same_facts(one: list[Fact], other: list[Fact]) -> bool:
    if len(one) != len(other):
        return False
    for index, fact in enumerate(one):
        if fact.value != other[index].value or fact.name != other[index].name:
            return False
    return True


def same_signs(one: list[Sign], other: list[Sign]) -> bool:
    if len(one) != len(other):
        return False
    for index, sign in enumerate(one):
        if sign.sign != other[index].sign or sign.said != other[index].said or sign.toward != other[index].toward:
            return False
    return True


# ---------------------------------------------------------------------- what has changed


def patch_between(old: object, new: object) -> Patch:
    """Set these, in order, and the old is the new. Where keys or lengths differ the whole part is set.

    Parts of the new that are as they were become the very parts of the old.
    """
    found: Patch = []
    if isinstance(old, dict) and isinstance(new, dict) and old.keys() == new.keys():
        compare_keys(old, new, [], found)
    elif old != new:
        found.append(([], new))
    return found


def compare_keys(old: Data, new: Data, path: list[str | int], found: Patch) -> None:
    for key, value in new.items():  # only values are set while it goes on
        before = old[key]
        if before is value:
            continue
        if isinstance(value, dict) and isinstance(before, dict) and before.keys() == value.keys():
            said = len(found)
            compare_keys(before, value, [*path, key], found)
            if len(found) == said:
                new[key] = before
        elif isinstance(value, list) and isinstance(before, list) and len(before) == len(value) and is_deep(value):
            said = len(found)
            compare_members(before, value, [*path, key], found)
            if len(found) == said:
                new[key] = before
        elif before == value:
            new[key] = before
        else:
            found.append(([*path, key], value))


def compare_members(old: list[object], new: list[object], path: list[str | int], found: Patch) -> None:
    for index, value in enumerate(new):
        before = old[index]
        if before is value:
            continue
        if (
            isinstance(value, dict)
            and isinstance(before, dict)
            and len(value) > SMALL
            and before.keys() == value.keys()
        ):
            said = len(found)
            compare_keys(before, value, [*path, index], found)
            if len(found) == said:
                new[index] = before
        elif before == value:
            new[index] = before
        else:
            found.append(([*path, index], value))


def is_deep(values: list[object]) -> bool:
    """Is it worth looking at each of them?"""
    return len(values) > SHORT or (bool(values) and isinstance(values[0], (dict, list)))
