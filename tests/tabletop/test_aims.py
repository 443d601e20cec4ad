"""What a battle is fought for: told before it, counted in it, and the line that decided it named at its end."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from playsheet.core.aims import SHEET, Aim, Tally, aims_data, scores, warning
from playsheet.core.game import Game
from playsheet.players.setup import set_up_from
from playsheet.rules import scenario_files

pytestmark = pytest.mark.battles

FILES = scenario_files()
LARGE = 250  # figures: such battles are played on the compiled build


def new_game(scenario: str, players: str, seed: int) -> Game[Any]:
    setup = set_up_from(Path(FILES[scenario]), "", [])
    return setup.game([players] * len(setup.seats), seed, keep=False)


@pytest.mark.parametrize("scenario", FILES)
def test_before_the_battle_every_line_is_a_sentence(scenario: str) -> None:
    setup = set_up_from(Path(FILES[scenario]), "", [])
    battle = setup.system.new_battle(setup.scenario)
    aims = setup.system.aims(battle)
    lines = [aim.line for aim in aims if aim.line != SHEET]
    assert lines == list(range(len(setup.scenario.objectives)))
    for aim in aims:
        assert aim.said.endswith("."), aim.said
        assert aim.said[0].isupper(), aim.said
        assert "  " not in aim.said
        assert aim.when
        assert setup.system.rulings.ruling(aim.ruling)
        for place in aim.places:
            assert place.name
    assert json.loads(json.dumps(aims_data(aims, setup.system.verdict_now(battle), 1, setup.scenario.turns)))


SMALL = [scenario for scenario in FILES if set_up_from(Path(FILES[scenario]), "", []).scenario.size == "small"]


@pytest.mark.parametrize("scenario", SMALL)
@pytest.mark.parametrize(("players", "seed"), [("doctrine", 3), ("random", 4), ("random", 5)])
def test_what_would_be_is_what_comes(scenario: str, players: str, seed: int) -> None:
    """The verdict and its points are those of the aims as they stood before the last step was told."""
    game = new_game(scenario, players, seed)
    while not game.battle.finished:
        game.play_step()
        assert game.system.aims(game.battle)
    battle = game.battle
    aims = game.system.aims(battle)
    verdict = game.system.verdict_now(battle)
    assert verdict is not None
    assert verdict.winner == battle.winner
    assert verdict.line == battle.decided_by
    if game.system.score(battle):
        assert scores(aims, 2) == game.system.score(battle)
    if battle.decided_by != SHEET:
        decider = next(aim for aim in aims if aim.line == battle.decided_by)
        assert decider.leads in (battle.winner, -1)


def test_a_warning_before_the_battle_may_be_decided() -> None:
    far, near = Aim(0, "Hold the well.", "at the end", "R1"), Aim(1, "Break them.", "every turn", "R1")
    near.is_close = True
    assert warning([far], 1, 6) == ""
    assert warning([far], 5, 6) == "The next turn is the last."
    assert warning([far, near], 1, 6) == "The next turn could decide it. Break them."
    assert warning([far, near], 6, 6) == "This is the last turn."


@pytest.mark.parametrize(
    ("tally", "said"),
    [
        (Tally(0, 4, 5, "figures south of the wall"), "4 of 5 figures south of the wall"),
        (Tally(0, 0, 0, "none"), "none"),
    ],
)
def test_a_tally_in_words(tally: Tally, said: str) -> None:
    assert tally.said() == said
