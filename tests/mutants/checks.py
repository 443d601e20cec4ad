"""What a changed rule is held against besides the system's own tests: its battles on record, its odds, the laws.

pytest collects this file only by its name. PLAYSHEET_MUTANTS names the systems, with commas.
"""

from __future__ import annotations

import importlib.util
import inspect
import os
import re
from functools import cache
from itertools import zip_longest
from pathlib import Path
from types import ModuleType

import pytest
from battles import Battle, battles_of, read_marks
from comparing import Remade, difference, kept
from odds_kept import FOLDER, changed, drawn_lines, in_short

from playsheet.rules import load_system, scenario_files

SYSTEMS = [system for system in os.environ.get("PLAYSHEET_MUTANTS", "").split(",") if system]
BATTLES = [battle for system in SYSTEMS for battle in battles_of(system)]
PARTS = 8  # in which the odds of a procedure are tried, since some take most of a minute
LAWS = Path(__file__).parents[1] / "test_laws.py"
LAW_NAMES = re.findall(r"^def (test_\w+)\(scenario: str", LAWS.read_text(encoding="utf-8"), re.MULTILINE)


@cache
def odds_on_record(system: str) -> list[tuple[list[str], list[str]]]:
    """Of each procedure, the lines of the situations that are drawn, and those of its example, changed."""
    text = (FOLDER / f"{system}.txt").read_text(encoding="utf-8").rstrip("\n")
    procedures = [part.split("\n") for part in text.split("\n\n")]
    middles = [next(at for at, line in enumerate(lines) if line.startswith("-- ")) for lines in procedures]
    return [(lines[:middle], lines[middle + 1 :]) for lines, middle in zip(procedures, middles)]


ODDS = [(system, at) for system in SYSTEMS for at in range(len(odds_on_record(system)))]


@pytest.mark.parametrize("battle", BATTLES, ids=str)
def test_battle(battle: Battle) -> None:
    assert difference(kept(battle), read_marks(battle.system)[battle.name], Remade(battle)) == ""


@pytest.mark.parametrize(("system", "at"), ODDS)
def test_odds_drawn(system: str, at: int) -> None:
    """The situations that are drawn, to the first that differs."""
    procedure = load_system(system).forms()[at]
    assert all(now == before for now, before in zip_longest(drawn_lines(procedure), odds_on_record(system)[at][0]))


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize(("system", "at"), ODDS)
def test_odds_changed(system: str, at: int, part: int) -> None:
    """The example with one input changed at a time, one in so many of them."""
    procedure = load_system(system).forms()[at]
    before = odds_on_record(system)[at][1]
    now = list(changed(procedure))
    assert len(before) == len(now)
    for line, (said, values) in list(zip(before, now))[part::PARTS]:
        assert line == f"{said}: {in_short(procedure, values)}"


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
