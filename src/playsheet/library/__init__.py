"""Playsheet as a library: what `import playsheet` hands out. docs/api.md is its reference."""

from playsheet.core.errors import Refused
from playsheet.library.battles import Battle, Question, battle, read_record
from playsheet.library.chances import Chances, odds, resolve
from playsheet.library.laboratory import Compared, Simulated, compare, simulate
from playsheet.library.rows import Rows
from playsheet.library.sheets import Scenario, Sheet, scenario, scenarios, sheet, systems

__all__ = [
    "Battle",
    "Chances",
    "Compared",
    "Question",
    "Refused",
    "Rows",
    "Scenario",
    "Sheet",
    "Simulated",
    "battle",
    "compare",
    "odds",
    "read_record",
    "resolve",
    "scenario",
    "scenarios",
    "sheet",
    "simulate",
    "systems",
]
