"""Why the computer plays as it does, in every system: whoever explains plays the same, and each answer has its reasons.

PLAYSHEET_LAW_GAMES raises the number of battles of each scenario.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest
from played_through import any_reading

from playsheet.core.game import Game, line_of
from playsheet.players.setup import Setup, set_up_from
from playsheet.rules import scenario_files
from playsheet.tabletop.weighing import MOST_REASONS

pytestmark = pytest.mark.battles

SEEDS = range(1, int(os.environ.get("PLAYSHEET_LAW_GAMES", "2")) + 1)
SCENARIOS = (
    "the-wells",
    "the-frontier-road",
    "the-picket",
    "platoon-in-the-wood",
    "the-telegraph-hut",
    "steam-at-kandar-ford",
    "the-woodlot",
    "the-ruined-wells",
    "runaway-engines",
)
NOT_FOR_PEOPLE = re.compile(r"\b(figure|model|extra|unit) \d|[<>{}_]|\bNone\b|\d\.\d\d|  |\.\.|-\d|,\.| [,.;]")
LONGEST = 260  # letters: two lines of a log


def played(scenario: str, seed: int, *, explains: bool) -> Game[Any]:
    """For even seeds with every switch of the rulings set at random."""
    setup = set_up_from(Path(scenario_files()[scenario]), "", [])
    if seed % 2 == 0:
        setup = Setup(setup.system.configured(any_reading(setup.system, seed), "reasons", []), setup.scenario, [])
    game = setup.game(["doctrine"] * len(setup.seats), seed, True)
    for player in game.players:
        assert player is not None
        player.explains = explains
    game.run()
    return game


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_whoever_explains_plays_the_same_and_says_why(scenario: str, seed: int) -> None:
    silent = played(scenario, seed, explains=False)
    game = played(scenario, seed, explains=True)
    assert [line_of(event) for event in game.log] == [line_of(event) for event in silent.log]
    assert not any(held.reasons for closed in silent.closed for held in closed.inputs)
    answers = [held for closed in game.closed for held in closed.inputs]
    assert answers
    for held in answers:
        assert 1 <= len(held.reasons) <= MOST_REASONS, held.text
        assert len(set(held.reasons)) == len(held.reasons), held.reasons
        for said in held.reasons:
            assert said[0].isupper(), said
            assert said.endswith("."), said
            assert not NOT_FOR_PEOPLE.search(said), said
            assert len(said) <= LONGEST, said
