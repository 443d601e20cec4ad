"""The companion's engine is made from the sources, for every sheet; whether it comes to the same the web tests say."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from playsheet.rules import SYSTEMS, load_system

pytestmark = pytest.mark.xdist_group("engine")  # it is made once

ENGINE = Path(__file__).parents[2] / "web" / "engine"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The folder, and what was said."""
    folder = tmp_path_factory.mktemp("made")
    done = subprocess.run([sys.executable, ENGINE, folder], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return folder, done.stdout


def test_every_procedure_of_every_sheet_is_carried_over(made: tuple[Path, str]) -> None:
    folder, _ = made
    assert sorted(path.stem for path in (folder / "sheets").iterdir()) == sorted(SYSTEMS)
    for system in SYSTEMS:
        sheet = json.loads((folder / "sheets" / f"{system}.json").read_text())
        known = [procedure.id for procedure in load_system(system).procedures()]
        assert [form["id"] for form in sheet["forms"]] == known
        assert len(sheet["data"]["procedures"]) == len(known)


def test_nothing_that_a_procedure_needs_is_left_out(made: tuple[Path, str]) -> None:
    left_out = [line.split()[2] for line in made[1].splitlines() if line.startswith("left out:")]
    assert left_out == ["odds_odds$Odds.chance"]  # asked for in Python only


def test_there_are_cases_of_every_procedure_to_compare_with(made: tuple[Path, str]) -> None:
    cases = json.loads((made[0] / "cases.json").read_text())
    tried = {(case["system"], case["procedure"]) for case in cases if case.get("odds")}
    assert tried == {(system, one.id) for system in SYSTEMS for one in load_system(system).procedures()}
    assert any("refused" in case for case in cases)


def test_it_is_the_same_whenever_it_is_made(made: tuple[Path, str], tmp_path: Path) -> None:
    subprocess.run([sys.executable, ENGINE, tmp_path / "again"], check=True, capture_output=True)
    for name in ("engine.js", "cases.json", *[f"sheets/{system}.json" for system in SYSTEMS]):
        assert (tmp_path / "again" / name).read_bytes() == (made[0] / name).read_bytes(), name


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("def f(x: int) -> int:\n    with x:\n        return 1\n", "a statement of the kind With"),
        ("def f(x: int, *, y: int) -> int:\n    return x\n", "keyword-only parameters"),
        ("def f() -> object:\n    return lambda: 1\n", "an expression of the kind Lambda"),
        ("def f() -> object:\n    return open\n", "the name open"),
    ],
)
def test_python_that_it_does_not_know_is_named_with_its_place(source: str, says: str) -> None:
    """In a process of its own: the tool's modules have plain names."""
    asked = (
        "import ast, sys; sys.path[:0] = [sys.argv[1]]\n"
        "from sources import module; from translate import Body, Uses, Untranslatable\n"
        "try:\n"
        "    Body(module('playsheet.core.errors'), Uses()).function(ast.parse(sys.argv[2]).body[0], False)\n"
        "except Untranslatable as fault:\n"
        "    print(fault)\n"
    )
    done = subprocess.run([sys.executable, "-c", asked, ENGINE, source], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("playsheet.core.errors, line ")
    assert says in done.stdout
