"""Playsheet as a library: what `import playsheet` hands out. docs/api.md is its reference."""

from playsheet.core.errors import Refused
from playsheet.library.battles import Battle, Question, battle, read_record
from playsheet.library.chances import Chances, odds, resolve
from playsheet.library.laboratory import Compared, Simulated, Varied, compare, simulate, vary
from playsheet.library.plots import Picture
from playsheet.library.rows import Rows
from playsheet.library.sheets import Scenario, Sheet, scenario, scenarios, sheet, systems

__all__ = [
    "Battle",
    "Chances",
    "Compared",
    "Picture",
    "Question",
    "Refused",
    "Rows",
    "Scenario",
    "Sheet",
    "Simulated",
    "Varied",
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
    "vary",
]
