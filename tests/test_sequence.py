"""The sequence of play of every sheet: a list that is played from, and that can be shown."""

from __future__ import annotations

import json
from importlib import import_module

import pytest

from playsheet.cli.main import main
from playsheet.rules import SYSTEMS, load_system

PHASED = [system for system in SYSTEMS if hasattr(import_module(f"playsheet.rules.{system}.terms"), "Phase")]


@pytest.mark.parametrize("id", SYSTEMS)
def test_every_part_is_said_and_cites_rulings_that_exist(id: str) -> None:
    system = load_system(id)
    known = {ruling.id for ruling in system.rulings.all}
    parts = system.sequence()
    assert len(parts) >= 4
    assert len({part.title for part in parts}) == len(parts)
    for part in parts:
        assert part.said.endswith("."), part.title
        rulings = part.data()["rulings"]
        assert isinstance(rulings, list)
        assert set(rulings) <= known, part.title


def test_four_sheets_have_phases() -> None:
    assert PHASED == ["riskfactor", "gaslight", "orderchips", "gettysburg"]


@pytest.mark.parametrize("id", PHASED)
def test_each_phase_has_its_part(id: str) -> None:
    named = vars(import_module(f"playsheet.rules.{id}.terms").Phase)
    assert sorted(value for name, value in named.items() if name.isupper()) == list(
        range(len(load_system(id).sequence()))
    )


@pytest.mark.parametrize("id", SYSTEMS)
def test_it_is_shown(id: str, capsys: pytest.CaptureFixture[str]) -> None:
    parts = load_system(id).sequence()
    assert main(["sheet", id]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    for number, part in enumerate(parts, 1):
        assert f"{number}. {part.title}: {part.said}" in shown
    assert main(["sheet", id, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["sequence"] == [part.data() for part in parts]
