"""The laws of tests/test_laws.py for battles of hundreds of figures: a game of them takes half a minute uncompiled.

Uncompiled, a battle of the middle size shows that these tests work.
"""

from __future__ import annotations

import importlib.util
import inspect
import os
from pathlib import Path
from types import ModuleType

import pytest

from playsheet.core import dice as dice_module

COMPILED = dice_module.__file__.endswith((".so", ".pyd"))
SEED = 1


def all_laws() -> ModuleType:
    spec = importlib.util.spec_from_file_location("laws", Path(__file__).parent.parent / "test_laws.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


LAWS = all_laws()
NAMES = [
    name
    for name, law in vars(LAWS).items()
    if name.startswith("test_") and "scenario" in inspect.signature(law).parameters
]
HEAVY = LAWS.HEAVY if COMPILED else ["platoon-in-the-wood"]
SOAK = os.environ.get("PLAYSHEET_SOAK", "") == "1"
FIRST = (  # of battles so large, only these laws are tried outside a soak
    "test_no_law_is_broken_and_every_battle_ends",
    "test_a_replay_of_the_inputs_is_identical",
    "test_a_clone_plays_on_identically",
    "test_undo_then_redo_is_identical",
    "test_what_is_hidden_from_a_seat_changes_nothing_that_it_is_shown",
)


@pytest.mark.parametrize("scenario", HEAVY)
@pytest.mark.parametrize("law", NAMES if SOAK else FIRST)
def test_it_stands_the_law(law: str, scenario: str) -> None:
    function = getattr(LAWS, law)
    if "seed" in inspect.signature(function).parameters:
        function(scenario, SEED)
    else:
        function(scenario)


def test_the_heavy_battles_are_known() -> None:
    assert LAWS.HEAVY == [
        "the-mission-station",
        "the-great-redoubt",
        "the-great-advance",
        "the-third-day",
        "the-woodlot",
    ]
    assert set(FIRST) < set(NAMES)
    assert {"test_undo_then_redo_is_identical", "test_a_replay_of_the_inputs_is_identical"} < set(NAMES)
    assert "test_what_is_hidden_from_a_seat_changes_nothing_that_it_is_shown" in NAMES
