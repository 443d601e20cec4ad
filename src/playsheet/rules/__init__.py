"""The systems, one package a sheet. Each is loaded when it is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from playsheet.core.balance import Balance, read_balance
from playsheet.core.errors import Refused
from playsheet.core.glossary import Term, read_glossary
from playsheet.core.reader import nearest, read_text
from playsheet.core.scenario import Scenario
from playsheet.core.sheet import TEXTS, texts_in
from playsheet.core.system import System
from playsheet.core.words import listed

SYSTEMS: Final = ("lancer", "riskfactor", "gaslight", "orderchips", "gettysburg")


def load_system(id: str, texts: Mapping[str, str] | None = None) -> System[Any]:
    """The sheet as printed, with its default rulings; or as it stands in texts that a game has kept."""
    if id not in SYSTEMS:
        raise Refused(f"There is no system {id!r}{nearest(id, SYSTEMS)}; expected one of {', '.join(SYSTEMS)}.")
    missing = [name for name in TEXTS if texts is not None and name not in texts]
    if missing:
        raise Refused(f"the game's own texts are not all there: {listed(missing)} of {id} cannot be found.")
    module = import_module(f"playsheet.rules.{id}.system")
    system: System[Any] = module.load(texts)
    return system


def texts_of(id: str) -> dict[str, str]:
    """All that a sheet is read from, by the names of its files, as this program has it."""
    return texts_in(Path(__file__).parent / id)


def glossary_of(id: str) -> list[Term]:
    """The sheet's words, explained; read when somebody wants them."""
    path = Path(__file__).parent / id / "glossary.toml"
    return read_glossary(path) if path.is_file() else []


def balance_of(scenario: Scenario) -> Balance | None:
    """How even a built-in scenario is and how much it asks; of one that was changed nothing is known."""
    built_in = scenario_files().get(scenario.id)
    if built_in is None or read_text(built_in) != scenario.text:
        return None
    return balances_of(scenario.system).get(scenario.id)


def balances_of(system: str) -> dict[str, Balance]:
    """How even the built-in scenarios of a sheet are, by id."""
    path = Path(__file__).parent / system / "balance.toml"
    return read_balance(path) if path.is_file() else {}


def scenario_files() -> dict[str, Path]:
    """The built-in scenarios, by id, in the order of systems and then of names."""
    here = Path(__file__).parent
    return {path.stem: path for id in SYSTEMS for path in sorted((here / id / "scenarios").glob("*.toml"))}


def lesson_files() -> dict[str, Path]:
    """The built-in lessons, by id, in the order of systems and then of names: TOML, or a record with comments."""
    here = Path(__file__).parent
    found = [path for id in SYSTEMS for path in sorted((here / id / "lessons").glob("*"))]
    return {path.stem: path for path in found if path.suffix in (".toml", ".record")}
