"""What stands in a system's files, read for the tests that type it out a second time."""

from __future__ import annotations

import re
from pathlib import Path

from playsheet.core import reader as reader_module
from playsheet.core.rulings import Rulings
from playsheet.core.scenario import Scenario

Zone = tuple[float, float, float, float]


def home_of(system: str) -> Path:
    """The folder of a system's files."""
    return Path(reader_module.__file__).parent.parent / "rules" / system


def roster(scenario: Scenario, side: int) -> dict[str, int]:
    """How many units of each card."""
    counts: dict[str, int] = {}
    for unit in scenario.sides[side].units:
        counts[unit.card] = counts.get(unit.card, 0) + 1
    return counts


def terrain(scenario: Scenario) -> list[tuple[str, float, float, float, float, int]]:
    """Each piece: its kind, the box round it, and its level."""
    return [(p.kind, p.min_x, p.min_y, p.max_x, p.max_y, p.level) for p in scenario.ground.pieces]


def zones(scenario: Scenario) -> list[list[Zone]]:
    return [[(z.x0, z.y0, z.x1, z.y1) for z in side.zones] for side in scenario.sides]


def objectives(scenario: Scenario) -> list[dict[str, object]]:
    return [objective.source.data for objective in scenario.objectives]


def check_rulings(system: str, rulings: Rulings, count: int) -> None:
    """They are numbered from R1, answered in sentences, and the sheet cites no other."""
    known = [ruling.id for ruling in rulings.all]
    assert known == [f"R{n}" for n in range(1, count + 1)]
    for ruling in rulings.all:
        assert ruling.question.endswith(("?", ".")), ruling.id
        assert ruling.answer.endswith("."), ruling.id
        assert ruling.why.endswith("."), ruling.id
    text = (home_of(system) / "sheet.toml").read_text(encoding="utf-8")
    assert set(re.findall(r"\bR\d+\b", text)) <= set(known)


def check_switches(rulings: Rulings, switches: dict[str, tuple[str, list[str]]]) -> None:
    """Each stands at its ruling, with its values, the default first."""
    assert {key: (switch.ruling, switch.values) for key, switch in rulings.switches.items()} == switches


def lenders(rulings: Rulings) -> dict[str, str]:
    """Which rulings are borrowed, and from whom."""
    return {ruling.id: ruling.lender for ruling in rulings.all if ruling.source == "borrowed"}
