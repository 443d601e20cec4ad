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
    ("rules/gaslight/ground/driving.py", "0.0001"): "a step along a way, to see whether it leads nearer to something",
    ("rules/gettysburg/ground/measuring.py", "0.0001"): "the size of a point that somebody has tapped",
    (
        "rules/gettysburg/ground/moving.py",
        "0.0001",
    ): "degrees: a bearing between typed places is no truer",
    ("rules/lancer/doctrine/commander.py", "1e-09"): "a worth must be greater by so much to be preferred",
    ("rules/orderchips/doctrine/engines.py", "0.008"): "worth lost for each degree turned",
    ("rules/orderchips/ground/bases.py", "0.001"): "a step along a way, to see whether it leads nearer to a body",
    (
        "rules/orderchips/ground/lanes.py",
        "0.0001",
    ): "of a cosine: at the edge of a front one looks exactly",
    ("rules/orderchips/ground/lanes.py", "0.001"): "inches that a lane is wider than it need be: it leaves nobody out",
    ("rules/riskfactor/doctrine/melee.py", "1e-09"): "a worth must be greater by so much to be preferred",
    ("tabletop/weighing.py", "0.002"): "a chance that near to a plain fraction is told as one",
    ("tabletop/weighing.py", "0.005"): "a chance so small is told as none",
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
    assert [number for number in numbers if (name, number) not in REASONS] == [], "compare by core.geometry.TOLERANCE"


def test_whatever_is_listed_is_still_there() -> None:
    here = found()
    assert [listed for listed in REASONS if listed[1] not in here.get(listed[0], [])] == []


def test_core_has_none() -> None:
    assert [name for name in found() if name.startswith("core/")] == []


def test_a_small_number_would_be_found() -> None:
    assert small_numbers("near = far < 1e-4 + 0.02 or far < 0.005 * 1") == ["0.0001", "0.005"]
    assert "1e-06" in small_numbers((SOURCES / "core/geometry.py").read_text(encoding="utf-8"))
