"""Damage charts of machines as data: a die, a column, and in each cell the effects that follow."""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import Dice
from playsheet.core.events import Throw
from playsheet.core.exact import Exact
from playsheet.core.reader import Reader
from playsheet.core.sheet import Amount, Sheet, amount, band

# what an effect does
NOTHING_DONE: Final = 0
LOSE: Final = 1  # points of an attribute of the machine
SUSTAIN: Final = 2  # a Sustain roll at once
STOP: Final = 3  # stalled, may be started again
DEAD: Final = 4  # the engine is done for
STEERING: Final = 5  # no turning until it is started again
STEAM: Final = 6  # power fails in so many turns
WEAPON: Final = 7  # a random weapon is destroyed
WEAPON_SHOOT: Final = 8  # a random weapon shoots worse
CREW: Final = 9  # random crewmen are killed
CHECK: Final = 10  # the crew checks morale at once
EXPLODE: Final = 11
CAPTURED: Final = 12  # or, struck by a machine, it explodes
ABANDON: Final = 13
COLUMN: Final = 14  # roll in another column of the same chart
CHART: Final = 15  # roll on another chart
# the rest is for sheets with automata
HAYWIRE: Final = 16  # a roll on the haywire table
WEAPON_OR_MELEE: Final = 17  # a random weapon shoots worse, or it fights worse hand to hand
DOES: Final = (
    "nothing",
    "lose",
    "sustain",
    "stop",
    "dead",
    "steering",
    "steam",
    "weapon",
    "weapon-shoot",
    "crew",
    "check",
    "explode",
    "captured",
    "abandon",
    "column",
    "chart",
    "haywire",
    "weapon-or-melee",
)

# attributes that are lost
SAVE: Final = 0
SHOOT: Final = 1
SUSTAINS: Final = 2
SPEED: Final = 3
STATS: Final = ("save", "shoot", "sustain", "speed")
MELEE: Final = 4  # no chart names it by itself

REPAIRABLE: Final = ("repairable", "for-good")
WITH_POINTS: Final = (LOSE, STEAM, WEAPON_SHOOT, CREW, WEAPON_OR_MELEE)

# what a face without a row means
AS_BELOW: Final = "as-below"  # the row below it in print
AS_ABOVE: Final = "as-above"
NO_EFFECT: Final = "no-effect"
REROLL: Final = "reroll"  # once; if it comes again, as below
REROLL_ON: Final = "reroll-on"  # until another comes


class Effect:
    """One thing that a cell calls for: a row of the table of effects."""

    def __init__(
        self, sheet: Sheet, table: str, id: str, shells: list[str], scale: int, ruling: str, *, automata: bool = False
    ) -> None:
        row = sheet.row(table, id)
        self.id: Final = id
        self.do: Final[int] = DOES.index(row.choice("do", DOES if automata else DOES[:HAYWIRE]))
        self.stat: Final[int] = STATS.index(row.choice("on", STATS)) if self.do == LOSE else -1
        self.repairable: Final = self.do == STEAM and row.choice("on", REPAIRABLE) == REPAIRABLE[0]
        self.shell: Final = row.choice("on", shells) if self.do in (EXPLODE, CAPTURED) else ""
        self.to: Final = row.text("on") if self.do in (COLUMN, CHART) else ""
        points = self.do in WITH_POINTS
        self.die: Final[Amount | None] = amount(row, "by") if points and isinstance(row.data.get("by"), dict) else None
        self.by: Final = row.integer("by", 1, 100) if points and self.die is None else 0
        self.least: Final = row.integer("least", 0, 100, 0)
        self.scale: Final = scale if self.do in (LOSE, WEAPON_SHOOT, WEAPON_OR_MELEE) else 1
        self.throw: Final = Throw(f"{sheet.table(table).label(id)}: how much", table, id, "by", ruling, 1)
        for column in ("by", "means", "on"):
            row.has(column)
        row.close()

    def points(self, dice: Dice, matters: bool) -> int:
        """How many points, turns or men: as printed, or by a die that counts for something at least.

        Exact odds do not tell the die's faces apart where the number does not matter.
        """
        if self.die is None:
            return self.by * self.scale
        thrown = dice.reach(self.die.dice, self.die.sides, self.marks() if matters else [], self.throw, [])
        return max(thrown + self.die.add, self.least) * self.scale

    def most(self) -> int:
        """The most points it can be."""
        highest = self.by if self.die is None else max(self.die.highest(), self.least)
        return highest * self.scale

    def written(self) -> str:
        """All that the effect does, in short."""
        die = f"{self.die.dice}d{self.die.sides}{self.die.add:+d}" if self.die is not None else str(self.by)
        return f"{self.do}{self.stat}{self.repairable}{self.shell}{self.to},{die},{self.least},{self.scale}"

    def marks(self) -> list[int]:
        """The totals that make a difference: what is below the least counts for it."""
        if self.die is None:
            return []
        return list(range(self.least - self.die.add + 1, self.die.dice * self.die.sides + 1))


class Column:
    """One column of a chart: the effects of each face."""

    def __init__(
        self, chart: str, id: str, cells: list[list[Effect]], again: list[int], throw: Throw, *, on: bool = False
    ) -> None:
        self.chart: Final = chart
        self.id: Final = id
        self.cells: Final = cells
        self.again: Final = again  # faces that are thrown again
        self.on: Final = on  # until another face comes, and not once
        self.others: Final = [face for face in range(1, len(cells) + 1) if face not in again]
        self.sides: Final = len(cells)
        self.throw: Final = throw
        marks: list[int] = []
        for face in range(2, self.sides + 1):
            if cells[face - 1] != cells[face - 2] or face in again or face - 1 in again:
                marks.append(face)
        self.marks: Final = marks  # faces from which the cell is another one

    def roll(self, dice: Dice) -> int:
        """The face that counts; one that is to be thrown again is, once or until another comes."""
        if self.on and isinstance(dice, Exact):  # as likely as by a die without those faces
            n = len(self.others)
            return self.others[dice.reach(1, n, list(range(2, n + 1)), self.throw, []) - 1]
        face = dice.reach(1, self.sides, self.marks, self.throw, [])
        while self.on and face in self.again:
            face = dice.reach(1, self.sides, self.marks, self.throw, [])
        if face in self.again:
            return dice.reach(1, self.sides, self.marks, self.throw, [])
        return face

    def written(self) -> str:
        """All that the column says, in short."""
        cells = [".".join([effect.written() for effect in cell]) for cell in self.cells]
        return f"{self.id}:{'/'.join(cells)}:{self.again}{' on' if self.on else ''}"


class Chart:
    """A chart: its columns by id."""

    def __init__(self, sheet: Sheet, id: str, effects: dict[str, Effect], gap: str, ruling: str) -> None:
        table = sheet.table(id)
        self.id: Final = id
        bands = [band(row) for row in table.rows]
        self.sides: Final = max([held.high for held in bands if held is not None])
        found: dict[str, Column] = {}
        for column in table.columns:
            found[column] = chart_column(sheet, id, column, self.sides, effects, gap, ruling)
        self.columns: Final = found


def chart_column(
    sheet: Sheet, id: str, column: str, sides: int, effects: dict[str, Effect], gap: str, ruling: str
) -> Column:
    """Read one column; a face without a row is settled by `gap`."""
    table = sheet.table(id)
    cells: list[list[Effect]] = []
    again: list[int] = []
    for face in range(1, sides + 1):
        row = table.row_for(face)
        if row:
            cells.append(cell_effects(sheet.row(id, row), column, effects))
        elif gap == NO_EFFECT:
            cells.append([])
        else:
            near = row_above(sheet, id, face) if gap == AS_ABOVE else row_below(sheet, id, face, sides)
            cells.append(cell_effects(sheet.row(id, near), column, effects))
            if gap in (REROLL, REROLL_ON):
                again.append(face)
    throw = Throw(f"{table.title}: {table.columns[column]}", id, "", column, ruling, 1)
    return Column(id, column, cells, again, throw, on=gap == REROLL_ON)


def row_below(sheet: Sheet, id: str, face: int, sides: int) -> str:
    """The next row down the page that has a face."""
    for lower in range(face + 1, sides + 1):
        row = sheet.table(id).row_for(lower)
        if row:
            return row
    raise AttributeError(f"{id} has no row from {face} on")


def row_above(sheet: Sheet, id: str, face: int) -> str:
    """The next row up the page that has a face."""
    for upper in range(face - 1, 0, -1):
        row = sheet.table(id).row_for(upper)
        if row:
            return row
    raise AttributeError(f"{id} has no row up to {face}")


def cell_effects(row: Reader, column: str, effects: dict[str, Effect]) -> list[Effect]:
    return [effects[id] for id in row.choices(column, tuple(effects))]


def check_effects(sheet: Sheet, table: str, charts: dict[str, Chart]) -> None:
    """An effect that sends on to another column or chart must find it there, and not come back."""
    for chart in charts.values():
        known = list(chart.columns)
        for place, column in enumerate(known):
            for cell in chart.columns[column].cells:
                for effect in cell:
                    row = sheet.row(table, effect.id)
                    if effect.do == COLUMN and effect.to not in known[place + 1 :]:
                        raise row.refused("on", f"expected a column to the right of {column} in {chart.id}.")
                    if effect.do == CHART and (effect.to not in charts or effect.to == chart.id):
                        raise row.refused("on", f"expected another chart than {chart.id}.")
