"""Tables that are read by a die: the row, the word or the parity of each face."""

from __future__ import annotations

from playsheet.core.dice import Reading
from playsheet.core.sheet import Sheet, band


def faces_of(sheet: Sheet, table: str) -> list[str]:
    """The row of each face, from 1 on."""
    found: list[str] = []
    for row in sheet.table(table).rows:
        held = band(row)
        if held is None or held.low != len(found) + 1 or held.high > 100:
            raise sheet.row(table, row).refused("", "expected the faces from 1 on, in order.")
        found += [row] * (held.high - held.low + 1)
    return found


def face_words(sheet: Sheet, table: str, column: str, words: tuple[str, ...]) -> list[int]:
    """The word of each face, by its place among those known."""
    return [words.index(sheet.row(table, row).choice(column, words)) for row in faces_of(sheet, table)]


def changes(results: list[int]) -> list[int]:
    """The faces from which the result is another one."""
    return [face for face in range(2, len(results) + 1) if results[face - 1] != results[face - 2]]


def parity(sheet: Sheet, table: str, key: str, labels: tuple[str, str]) -> Reading:
    """A die of which it only matters whether it is odd or even; the first label is what `key` says."""
    values = sheet.values(table)
    sides = values.integer("sides", 2, 100)
    odd = values.choice(key, ("odd", "even")) == "odd"
    return Reading(labels, tuple([0 if (face % 2 == 1) == odd else 1 for face in range(1, sides + 1)]))
