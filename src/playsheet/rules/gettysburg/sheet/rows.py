"""The rows of the sheet's tables, typed."""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import Reading
from playsheet.core.events import Entry
from playsheet.core.geometry import TOLERANCE
from playsheet.core.reader import Reader
from playsheet.core.sheet import Sheet, band
from playsheet.rules.gettysburg.terms import (
    CLASSES,
    COVERS,
    CROSSINGS,
    FORMATIONS,
    LIMITS,
    MELEE_RESULTS,
    MOST_FIGURES,
    MOST_GUNS,
    NO_PACE,
    OBSTACLES,
    ORDERS,
    OUTSTANDING,
    QUALITIES,
    REACTIONS,
    RISKS,
    RULED,
    SIGHTS,
    TENTHS,
    TOKENS,
    WOODS,
    Arm,
    ChargeLimit,
    Formation,
    Mover,
    Order,
    Quality,
    RangeBand,
    Token,
)


def rounded_up(number: int, by: int) -> int:
    return (number + by - 1) // by


def halves(reader: Reader, key: str, low: float, high: float) -> int:
    """A number of whole halves, as so many halves."""
    value = reader.number(key, low, high)
    doubled = int(value * 2.0)
    if doubled != value * 2.0:
        raise reader.wrong(key, "a whole number or a half", value)
    return doubled


def faces(reader: Reader, key: str, sides: int, labels: tuple[str, str]) -> Reading:
    """A die of which it only matters whether it shows one of some faces."""
    shown = reader.integers(key, 1, sides)
    return Reading(labels, tuple([0 if face in shown else 1 for face in range(1, sides + 1)]))


class Modifiers:
    """A table of modifiers: what each adds, by its id."""

    def __init__(self, sheet: Sheet, table: str, ids: tuple[str, ...]) -> None:
        values = sheet.values(table)
        ruled = RULED.get(table, {})
        self.adds: Final = {id: values.integer(id, -20, 20) for id in ids}
        self.rulings: Final = {id: ruled.get(id, "") for id in ids}


class Tally:
    """An account as it is drawn up: each modifier under its id, those of 0 left out."""

    def __init__(self, rows: Modifiers) -> None:
        self.rows: Final = rows
        self.account: Final[list[Entry]] = []

    def add(self, id: str) -> None:
        self.times(id, 1)

    def times(self, id: str, times: int) -> None:
        add = self.rows.adds[id] * times
        if add:
            self.account.append(Entry(add, id, self.rows.rulings[id]))

    def only(self, id: str, add: int) -> None:
        """A modifier that comes to another figure than its row, such as a capped one."""
        if add:
            self.account.append(Entry(add, id, self.rows.rulings[id]))


class Ladder:
    """A table of which each row is a stretch of scores, sorted from the lowest on."""

    def __init__(self, sheet: Sheet, table: str) -> None:
        self.table: Final = table
        rows = {low_of(sheet, table, row): row for row in sheet.table(table).rows}
        self.lows: Final = sorted(rows)
        self.rows: Final = [rows[low] for low in self.lows]

    def step(self, score: int) -> int:
        """The last step that begins at the score or below; the first for what is lower still."""
        step = 1
        while step < len(self.lows) and score >= self.lows[step]:
            step += 1
        return step - 1

    def row(self, score: int) -> str:
        return self.rows[self.step(score)]


def low_of(sheet: Sheet, table: str, row: str) -> int:
    held = band(row)
    if held is None:
        raise sheet.row(table, row).refused("", 'expected a stretch of scores such as "3-4" or "10+".')
    return held.low


class Column:
    """A column of such a table: the word of each step, by its place among those known."""

    def __init__(self, sheet: Sheet, table: str, column: str, words: tuple[str, ...]) -> None:
        self.ladder: Final = Ladder(sheet, table)
        self.values: Final = [words.index(sheet.row(table, row).choice(column, words)) for row in self.ladder.rows]
        lows = self.ladder.lows
        self.marks: Final = [
            lows[step] for step in range(1, len(lows)) if self.values[step] != self.values[step - 1]
        ]  # the scores from which the word is another one

    def at(self, score: int) -> int:
        return self.values[self.ladder.step(score)]


class Casualties:
    """`musketry-casualties` or `artillery-casualties`, in half figures."""

    def __init__(self, sheet: Sheet, table: str) -> None:
        self.strengths: Final = Ladder(sheet, table)
        bands = [held for held in [band(column) for column in sheet.table(table).columns] if held is not None]
        self.columns: Final = [held.printed for held in bands]
        self.lows: Final = [held.low for held in bands]
        self.low: Final = bands[0].low
        self.high: Final = bands[-1].high
        # the column of each score from the lowest to where the last column begins
        self.places: Final = [self.place(score) for score in range(self.low, self.lows[-1] + 1)]
        self.cells: Final = [
            [halves(sheet.row(table, row), column, 0, 100) for column in self.columns] for row in self.strengths.rows
        ]

    def column(self, score: int) -> int:
        """The score is clamped to what is printed (R58)."""
        at = score - self.low
        if at < 0:
            at = 0
        return self.places[at] if at < len(self.places) else self.places[-1]

    def place(self, score: int) -> int:
        """The column of a score, by the table."""
        place = 1
        while place < len(self.lows) and score >= self.lows[place]:
            place += 1
        return place - 1

    def halves(self, strength: int, score: int) -> int:
        """Half figures lost to so many figures or guns; to none, none."""
        return self.row(strength)[self.column(score)] if strength > 0 else 0

    def row(self, strength: int) -> list[int]:
        """The row of so many figures or guns, by its columns."""
        return self.cells[self.strengths.step(strength)]


class Pace:
    """A row of `movement`, inches; NO_PACE where the sheet has a dot or N/A (R33)."""

    def __init__(self, sheet: Sheet, id: str) -> None:
        row = sheet.row("movement", id)
        self.move: Final = row.number("move", 0, 100)
        self.charge: Final = row.number("charge", 0, 100, NO_PACE)
        self.evade: Final = row.number("evade", 0, 100, NO_PACE)
        self.flight: Final = row.number("flight", 0, 100, NO_PACE)


class Going:
    """A cell of `terrain`: what a class of ground does to one kind of troops."""

    def __init__(self, words: list[str]) -> None:
        self.half_speed: Final = "half-speed" in words
        self.unforms: Final = "unformed" in words
        self.no_charge: Final = "no-charge" in words or "no-entry" in words
        self.no_unlimbering: Final = "no-unlimbering" in words
        self.closed: Final = "no-entry" in words


class GroundRow:
    """A row of `terrain-classes`: what a kind of ground is."""

    def __init__(self, sheet: Sheet, id: str) -> None:
        row = sheet.row("terrain-classes", id)
        self.id: Final = id
        self.name: Final = sheet.table("terrain-classes").label(id)
        self.ground: Final[int] = CLASSES.index(row.choice("class", CLASSES))
        self.cover: Final[int] = COVERS.index(row.choice("cover", COVERS))
        self.sight: Final[int] = SIGHTS.index(row.choice("sight", SIGHTS))
        self.wood: Final[int] = WOODS.index(row.choice("wood", WOODS))
        self.linear: Final = row.flag("linear")
        self.obstacle: Final[int] = OBSTACLES.index(row.choice("obstacle", OBSTACLES))


class Limits:
    """A row of `order-charge-limits`."""

    def __init__(self, sheet: Sheet, order: str) -> None:
        row = sheet.row("order-charge-limits", order)
        self.cavalry_charge: Final[int] = LIMITS.index(row.choice("cavalry_charge", LIMITS))
        self.cavalry_counter: Final[int] = LIMITS.index(row.choice("cavalry_counter", LIMITS))
        self.infantry_charge: Final[int] = LIMITS.index(row.choice("infantry_charge", LIMITS))
        self.infantry_counter: Final[int] = LIMITS.index(row.choice("infantry_counter", LIMITS))

    def charge(self, arm: int) -> int:
        """What the order says of charges by that arm; artillery never charges (R33)."""
        if arm == Arm.CAVALRY:
            return self.cavalry_charge
        return self.infantry_charge if arm == Arm.INFANTRY else ChargeLimit.NONE

    def counter(self, arm: int) -> int:
        if arm == Arm.CAVALRY:
            return self.cavalry_counter
        return self.infantry_counter if arm == Arm.INFANTRY else ChargeLimit.NONE


class SixEffect:
    """A row of `double-six-effects`."""

    def __init__(self, sheet: Sheet, id: str) -> None:
        row = sheet.row("double-six-effects", id)
        self.id: Final = id
        self.falters: Final = row.flag("falters")
        self.extra: Final = row.integer("extra", 0, 20)
        self.retires: Final = row.number("retires", 0, 100)
        self.guns: Final = row.integer("guns", 0, MOST_GUNS)
        self.crew: Final = row.integer("crew", 0, 20)
        self.doubled: Final = row.flag("doubled")
        self.captured: Final = row.flag("captured")
        self.gate: Final = row.flag("gate")


class SixRow:
    """A row of `double-six`."""

    def __init__(self, sheet: Sheet, id: str) -> None:
        row = sheet.row("double-six", id)
        self.risk: Final = row.flag("risk")
        token = row.choice("token", ("none", *TOKENS))
        self.token: Final[int] = Token.NONE if token == "none" else TOKENS.index(token)
        self.skulkers: Final = row.flag("skulkers")


class RiskRow:
    """A row of `risk-to-general`."""

    def __init__(self, sheet: Sheet, id: str) -> None:
        row = sheet.row("risk-to-general", id)
        self.result: Final[int] = RISKS.index(row.choice("result", RISKS))
        self.gone: Final = row.flag("gone")
        self.back: Final = row.integer("back", 0, 100)


class MeleeRow:
    """A row of `melee-results`."""

    def __init__(self, sheet: Sheet, id: str) -> None:
        row = sheet.row("melee-results", id)
        self.loser: Final[int] = MELEE_RESULTS.index(row.choice("loser", MELEE_RESULTS))
        self.foot_by_cavalry: Final[int] = MELEE_RESULTS.index(row.choice("foot_by_cavalry", MELEE_RESULTS))
        self.cavalry: Final[int] = REACTIONS.index(row.choice("cavalry", REACTIONS))
        self.infantry: Final[int] = REACTIONS.index(row.choice("infantry", REACTIONS))


def quality_of(reader: Reader) -> int:
    """Outstanding is another word for excellent (R11)."""
    word = reader.choice("quality", (*QUALITIES, OUTSTANDING))
    return Quality.EXCELLENT if word == OUTSTANDING else QUALITIES.index(word)


class Base:
    """A row of `footprints`, inches."""

    def __init__(self, sheet: Sheet, id: str) -> None:
        row = sheet.row("footprints", id)
        self.width: Final = row.number("width", 0.1, 10)
        self.depth: Final = row.number("depth", 0.1, 10)


def troops_of(arm: int, formation: int) -> int:
    """The column of `terrain`; generals go as skirmishers do, unhindered but by what is impassable (R32)."""
    if arm == Arm.CAVALRY:
        return Mover.HORSE
    if arm == Arm.ARTILLERY:
        return Mover.BATTERY
    return Mover.SKIRMISHERS if formation == Formation.SKIRMISH else Mover.FOOT


def band_of(distance: float, effective: float, long: float) -> int:
    if distance <= effective + TOLERANCE:
        return RangeBand.EFFECTIVE
    return RangeBand.LONG if distance <= long + TOLERANCE else RangeBand.BEYOND


def years(reader: Reader) -> list[int]:
    """The first and the last of some years."""
    found = reader.integers("years", 1800, 1900)
    if len(found) != 2 or found[0] > found[1]:
        raise reader.refused("years", "expected the first and the last year.")
    return found


def order_or_none(sheet: Sheet, order: str, column: str) -> int:
    word = sheet.row("loss-of-nerve", order).choice(column, ("none", *ORDERS))
    return Order.NONE if word == "none" else ORDERS.index(word)


def change_row(sheet: Sheet, id: str) -> list[int]:
    """A row of `formation-changes`, halves of a move, by the formation that is taken up."""
    return [
        halves(sheet.row("formation-changes", id), FORMATIONS[to], 0, 1)
        for to in (Formation.LINE, Formation.EXTENDED, Formation.COLUMN, Formation.SKIRMISH)
    ]


def crossing_row(sheet: Sheet, id: str, sides: int) -> Reading:
    """A row of `crossing-defences`, by face; faces beyond those printed are as the last."""
    columns = list(sheet.table("crossing-defences").columns)
    row = sheet.row("crossing-defences", id)
    found = [CROSSINGS.index(row.choice(column, CROSSINGS)) for column in columns]
    return Reading(CROSSINGS, tuple([found[min(face, len(found)) - 1] for face in range(1, sides + 1)]))


def percent_row(sheet: Sheet, size: int) -> list[int]:
    """The thresholds of one size: the printed ones, else the part rounded up, to 90 per cent (R99)."""
    table = sheet.table("percentage-casualties")
    found = [rounded_up(size * tenth, TENTHS) for tenth in range(1, TENTHS)]
    if str(size) in table.rows:
        row = sheet.row("percentage-casualties", str(size))
        for column in table.columns:
            found[int(column) // TENTHS - 1] = row.integer(column, 0, MOST_FIGURES)
    return found
