"""Playsheet plays miniature battles exactly by their printed play sheets.

    import playsheet

    playsheet.odds("lancer", "shoot", figures=range(1, 11)).means()
    playsheet.battle("the-wells", seed=7).run().verdict

docs/api.md is the reference. Nothing is loaded before it is asked for.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from playsheet.version import __version__

if TYPE_CHECKING:
    from playsheet.library import (
        Battle,
        Chances,
        Compared,
        Picture,
        Question,
        Refused,
        Rows,
        Scenario,
        Sheet,
        Simulated,
        Varied,
        battle,
        compare,
        odds,
        read_record,
        resolve,
        scenario,
        scenarios,
        sheet,
        simulate,
        systems,
        vary,
    )

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
    "__version__",
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


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module 'playsheet' has no attribute {name!r}")
    return getattr(import_module("playsheet.library"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
