"""What a changed rule is held against besides the system's own tests: its battles on record, its odds, the laws.

pytest collects this file only by its name. PLAYSHEET_MUTANTS names the systems, with commas.
"""

from __future__ import annotations

import importlib.util
import inspect
import os
import re
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest
from battles import Battle, battles_of, read_marks
from comparing import Remade, difference, kept
from odds_kept import FOLDER, lines_of

from playsheet.rules import load_system, scenario_files

SYSTEMS = [system for system in os.environ.get("PLAYSHEET_MUTANTS", "").split(",") if system]
BATTLES = [battle for system in SYSTEMS for battle in battles_of(system)]
LAWS = Path(__file__).parents[1] / "test_laws.py"
LAW_NAMES = re.findall(r"^def (test_\w+)\(scenario: str", LAWS.read_text(encoding="utf-8"), re.MULTILINE)


@cache
def odds_on_record(system: str) -> list[list[str]]:
    """Of each procedure, its lines."""
    text = (FOLDER / f"{system}.txt").read_text(encoding="utf-8").rstrip("\n")
    return [part.split("\n") for part in text.split("\n\n")]


ODDS = [(system, at, drawn) for system in SYSTEMS for at in range(len(odds_on_record(system))) for drawn in (0, 1)]


@pytest.mark.parametrize("battle", BATTLES, ids=str)
def test_battle(battle: Battle) -> None:
    assert difference(kept(battle), read_marks(battle.system)[battle.name], Remade(battle)) == ""


@pytest.mark.parametrize(("system", "at", "drawn"), ODDS)
def test_odds(system: str, at: int, drawn: int) -> None:
    """The situations that are drawn, or the example with one input changed at a time; to the first that differs."""
    lines = odds_on_record(system)[at]
    example = next(number for number, line in enumerate(lines) if line.startswith("-- "))
    procedure = load_system(system).forms()[at]
    wanted = iter(lines[:example] if drawn else lines[example:])
    for number, line in enumerate(lines_of(procedure, drawn_too=bool(drawn))):
        if drawn and number == example:
            break
        assert line == next(wanted, None)
    assert next(wanted, None) is None


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("law", LAW_NAMES)
@pytest.mark.parametrize("system", SYSTEMS)
def test_law(system: str, law: str, seed: int) -> None:
    """In the system's smallest scenario."""
    function = getattr(laws(), law)
    if "seed" in inspect.signature(function).parameters:
        function(smallest(system), seed)
    elif seed == 1:
        function(smallest(system))


@cache
def laws() -> ModuleType:
    spec = importlib.util.spec_from_file_location("laws", LAWS)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@cache
def smallest(system: str) -> str:
    of_system = [id for id, path in scenario_files().items() if path.parent.parent.name == system]
    return min(of_system, key=laws().figures_of)
