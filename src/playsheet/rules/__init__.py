"""The systems, one package a sheet. Each is loaded when it is asked for."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any, Final

from playsheet.core.errors import Refused
from playsheet.core.glossary import Term, read_glossary
from playsheet.core.reader import nearest
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


def scenario_files() -> dict[str, Path]:
    """The built-in scenarios, by id, in the order of systems and then of names."""
    here = Path(__file__).parent
    return {path.stem: path for id in SYSTEMS for path in sorted((here / id / "scenarios").glob("*.toml"))}


def lesson_files() -> dict[str, Path]:
    """The built-in lessons, by id, in the order of systems and then of names: TOML, or a record with comments."""
    here = Path(__file__).parent
    found = [path for id in SYSTEMS for path in sorted((here / id / "lessons").glob("*"))]
    return {path.stem: path for path in found if path.suffix in (".toml", ".record")}
