"""What was measured: rows of one table, with what must be reached and what is aimed at.

`data()` is stable: keys are added, never renamed.

    {"format": 1, "size": "full",
     "machine": {"python", "system", "processor", "cores", "load_before", "load_after", "compiled"},
     "rows":    [{"id", "name", "value", "unit", "must", "aim", "met", "note"}],
     "skipped": [sentence],                  what could not be measured here, and why
     "failed":  [sentence],                  what went wrong; the exit code is then 1
     "details": {id: anything}}

`met` is the higher of the two that is reached, "aim" or "must"; "no"; or "" where nothing is asked. `must` and `aim`
are {"than": "at least" or "at most", "value"} or null.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

FORMAT = 1


@dataclass(frozen=True)
class Goal:
    than: str
    value: float

    def met(self, value: float) -> bool:
        return value >= self.value if self.than == "at least" else value <= self.value

    def data(self) -> dict[str, object]:
        return {"than": self.than, "value": self.value}


def least(value: float) -> Goal:
    return Goal("at least", value)


def most(value: float) -> Goal:
    return Goal("at most", value)


@dataclass(frozen=True)
class Row:
    id: str
    name: str
    value: float
    unit: str  # s, /s, x, MB or nothing
    must: Goal | None = None
    aim: Goal | None = None
    note: str = ""

    def met(self) -> str:
        if self.must is None and self.aim is None:
            return ""
        if self.aim is not None and self.aim.met(self.value):
            return "aim"
        return "must" if self.must is not None and self.must.met(self.value) else "no"

    def cells(self) -> list[str]:
        return [
            self.name,
            shown(self.value, self.unit),
            goal(self.must, self.unit),
            goal(self.aim, self.unit),
            self.met(),
        ]

    def data(self) -> dict[str, object]:
        return {
            "id": self.id,
            "name": self.name,
            "value": self.value,
            "unit": self.unit,
            "must": self.must.data() if self.must else None,
            "aim": self.aim.data() if self.aim else None,
            "met": self.met(),
            "note": self.note,
        }


class Report:
    def __init__(self, size: str, machine: dict[str, object]) -> None:
        self.size = size
        self.machine = machine
        self.rows: list[Row] = []
        self.skipped: list[str] = []
        self.failed: list[str] = []
        self.details: dict[str, Any] = {}

    def add(
        self,
        id: str,
        name: str,
        value: float,
        unit: str,
        must: Goal | None = None,
        aim: Goal | None = None,
        note: str = "",
    ) -> None:
        self.rows.append(Row(id, name, value, unit, must, aim, note))

    def skip(self, why: str) -> None:
        if why not in self.skipped:
            self.skipped.append(why)

    def fail(self, why: str) -> None:
        self.failed.append(why)

    def data(self) -> dict[str, object]:
        return {
            "format": FORMAT,
            "size": self.size,
            "machine": self.machine,
            "rows": [row.data() for row in self.rows],
            "skipped": self.skipped,
            "failed": self.failed,
            "details": self.details,
        }


def read(data: dict[str, Any]) -> Report:
    """A report from what an earlier run wrote."""
    report = Report(data["size"], data["machine"])
    for row in data["rows"]:
        goals = [Goal(**row[key]) if row[key] else None for key in ("must", "aim")]
        report.add(row["id"], row["name"], row["value"], row["unit"], goals[0], goals[1], row["note"])
    report.skipped = data["skipped"]
    report.failed = data["failed"]
    report.details = data["details"]
    return report


# ---------------------------------------------------------------------- for people

HEADINGS = ("what", "measured", "must", "aim", "met")


def text(report: Report) -> str:
    """The table, as it is printed."""
    rows = [list(HEADINGS), *(row.cells() for row in report.rows)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEADINGS))]
    lines = [under(report)]
    for index, row in enumerate(rows):
        cells = [
            cell.ljust(width) if at in (0, 4) else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(row, widths))
        ]
        lines.append("  ".join(cells).rstrip())
        if index == 0:
            lines.append("  ".join("-" * width for width in widths))
    lines += ["", *(f"{row.name}: {row.note}" for row in report.rows if row.note)]
    lines += [f"Skipped: {why}" for why in report.skipped]
    lines += [f"FAILED: {why}" for why in report.failed]
    return "\n".join(lines)


def markdown(report: Report) -> str:
    """The same for docs/performance.md."""
    lines = [under(report), "", row_of(HEADINGS), "| --- | ---: | ---: | ---: | --- |"]
    lines += [row_of(row.cells()) for row in report.rows]
    notes = [f"- {row.name}: {row.note}" for row in report.rows if row.note]
    skipped = [f"- Skipped: {why}" for why in report.skipped]
    failed = [f"- FAILED: {why}" for why in report.failed]
    return "\n".join([*lines, "", *notes, *skipped, *failed])


def row_of(cells: list[str] | tuple[str, ...]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def under(report: Report) -> str:
    """Under what circumstances."""
    machine = report.machine
    return (
        f"Playsheet {machine['playsheet']}, Python {machine['python']}, {machine['system']}, {machine['processor']}, "
        f"{machine['cores']} cores; load {machine['load_before']} before, {machine['load_after']} after; "
        f"{'compiled' if machine['compiled'] else 'NOT COMPILED'}; size {report.size}."
    )


def goal(of: Goal | None, unit: str) -> str:
    if of is None:
        return ""
    return ("≥ " if of.than == "at least" else "≤ ") + shown(of.value, unit)


def shown(value: float, unit: str) -> str:
    """With three figures, and thousands told apart."""
    if unit == "s":
        size, unit = (1.0, "s") if value >= 1 else (1e-3, "ms") if value >= 1e-3 else (1e-6, "µs")
        value /= size
    if value >= 100:
        digits = f"{value:,.0f}"
    elif value >= 10:
        digits = f"{value:.1f}"
    else:
        digits = f"{value:.2f}"
    if "." in digits:
        digits = digits.rstrip("0").rstrip(".")
    return digits + ("" if unit in ("", "x", "/s") else " ") + unit
