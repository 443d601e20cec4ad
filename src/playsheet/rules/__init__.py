"""The systems, one package a sheet. Each is loaded when it is asked for."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any, Final

from playsheet.core.balance import Balance, read_balance
from playsheet.core.errors import Refused
from playsheet.core.glossary import Term, read_glossary
from playsheet.core.reader import nearest, read_text
from playsheet.core.scenario import Scenario
from playsheet.core.system import System

SYSTEMS: Final = ("lancer", "riskfactor", "gaslight", "orderchips", "gettysburg")


def load_system(id: str) -> System[Any]:
    """The sheet as printed, with its default rulings."""
    if id not in SYSTEMS:
        raise Refused(f"There is no system {id!r}{nearest(id, SYSTEMS)}; expected one of {', '.join(SYSTEMS)}.")
    module = import_module(f"playsheet.rules.{id}.system")
    system: System[Any] = module.load()
    return system


def glossary_of(id: str) -> list[Term]:
    """The sheet's words, explained; read when somebody wants them."""
    path = Path(__file__).parent / id / "glossary.toml"
    return read_glossary(path) if path.is_file() else []


def balance_of(scenario: Scenario) -> Balance | None:
    """How even a built-in scenario is and how much it asks; of one that was changed nothing is known."""
    built_in = scenario_files().get(scenario.id)
    if built_in is None or read_text(built_in) != scenario.text:
        return None
    path = built_in.parent.parent / "balance.toml"
    return read_balance(path).get(scenario.id) if path.is_file() else None


def scenario_files() -> dict[str, Path]:
    """The built-in scenarios, by id, in the order of systems and then of names."""
    here = Path(__file__).parent
    return {path.stem: path for id in SYSTEMS for path in sorted((here / id / "scenarios").glob("*.toml"))}
