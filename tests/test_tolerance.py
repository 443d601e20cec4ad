"""One tolerance: whatever compares distances does so by core/geometry.py: TOLERANCE, and by nothing else.

A small number in the sources of the rules is looked at with suspicion: it is an allowance of somebody's own. What is no
comparison of distances is listed here with its reason.
"""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

import playsheet

SOURCES = Path(playsheet.__file__).parent
ROOMS = ("core", "tabletop", "rules")
SMALL = 0.01
HOME = ("core/geometry.py", "core/angles.py")  # the tolerance itself, and the coefficients of sine and arc tangent

# By the file and the number as it is written: what it is, if it is no tolerance of a distance.
REASONS: dict[tuple[str, str], str] = {
    ("rules/gaslight/doctrine/melee.py", "1e-09"): "a worth must be greater by so much to be preferred",
    ("rules/gaslight/doctrine/moves.py", "0.004"): "worth lost for each degree turned",
    ("rules/gaslight/doctrine/shooting.py", "0.001"): "worth lost for each inch of range",
    ("rules/gaslight/doctrine/shooting.py", "0.0001"): "worth lost for each inch of distance",
    ("rules/lancer/doctrine/commander.py", "1e-09"): "a worth must be greater by so much to be preferred",
    ("rules/orderchips/doctrine/engines.py", "0.008"): "worth lost for each degree turned",
    ("rules/riskfactor/doctrine/melee.py", "1e-09"): "a worth must be greater by so much to be preferred",
}

# Allowances that are still to go.
TO_DO: dict[str, tuple[str, ...]] = {
    "rules/gaslight/doctrine/deployment.py": ("0.004",),
    "rules/gaslight/doctrine/ways.py": ("1e-06",),
    "rules/gaslight/ground/moving.py": ("0.0001",),
    "rules/gaslight/ground/slots.py": ("0.004",),
    "rules/gaslight/laws.py": ("0.001",),
    "rules/gettysburg/ground/measuring.py": ("0.0001",),
    "rules/gettysburg/ground/moving.py": ("0.0001",),
    "rules/gettysburg/laws.py": ("0.001", "1e-06"),
    "rules/gettysburg/options/generals.py": ("0.001",),
    "rules/gettysburg/options/regions.py": ("0.0001",),
    "rules/gettysburg/terms.py": ("1e-06",),
    "rules/lancer/battle/land.py": ("0.001",),
    "rules/lancer/doctrine/worth.py": ("1e-06",),
    "rules/lancer/ground/contact.py": ("0.0001", "1e-06"),
    "rules/lancer/ground/moving.py": ("1e-09", "2e-06"),
    "rules/lancer/laws.py": ("0.001",),
    "rules/lancer/options.py": ("1e-06",),
    "rules/lancer/shown/narration.py": ("1e-06",),
    "rules/orderchips/ground/bases.py": ("0.001",),
    "rules/orderchips/ground/moving.py": ("0.001",),
    "rules/orderchips/laws.py": ("0.001",),
    "rules/orderchips/table/contact.py": ("0.005",),
    "rules/riskfactor/battle/state.py": ("1e-12",),
    "rules/riskfactor/laws.py": ("0.0001",),
    "rules/riskfactor/shown/narration.py": ("1e-06",),
}


def small_numbers(source: str) -> list[str]:
    """Each small float of a source, as Python writes it."""
    return sorted(
        {
            repr(node.value)
            for node in ast.walk(ast.parse(source))
            if isinstance(node, ast.Constant) and isinstance(node.value, float) and 0.0 < node.value < SMALL
        }
    )


@cache
def found() -> dict[str, list[str]]:
    """By file; those of its home are not looked at."""
    files = [path for room in ROOMS for path in sorted((SOURCES / room).rglob("*.py"))]
    named = {path.relative_to(SOURCES).as_posix(): small_numbers(path.read_text(encoding="utf-8")) for path in files}
    return {name: numbers for name, numbers in named.items() if numbers and name not in HOME}


@pytest.mark.parametrize("name", sorted(found()) or ["nothing is found"])
def test_no_file_has_an_allowance_of_its_own(name: str) -> None:
    numbers = found().get(name, [])
    assert [
        number for number in numbers if (name, number) not in REASONS and number not in TO_DO.get(name, ())
    ] == [], "compare by TOLERANCE of core.geometry"


def test_whatever_is_listed_is_still_there() -> None:
    here = found()
    assert [listed for listed in REASONS if listed[1] not in here.get(listed[0], [])] == []
    assert [(name, n) for name, numbers in TO_DO.items() for n in numbers if n not in here.get(name, [])] == []


def test_core_and_tabletop_have_none() -> None:
    assert [name for name in found() if not name.startswith("rules/")] == []


def test_a_small_number_would_be_found() -> None:
    assert small_numbers("near = far < 1e-4 + 0.02 or far < 0.005 * 1") == ["0.0001", "0.005"]
    assert "1e-06" in small_numbers((SOURCES / "core/geometry.py").read_text(encoding="utf-8"))
