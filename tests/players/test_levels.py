"""Levels: who plays how well, named in one way by every front end."""

from __future__ import annotations

from typing import Any

import pytest

from playsheet.core.errors import Refused
from playsheet.core.game import Game
from playsheet.players.levels import LEVELS, MARSHAL, PLAY_OUTS, VETERAN, budget_of
from playsheet.players.recruit import Recruit
from playsheet.players.search import Searcher
from playsheet.players.setup import BOTS, check_bot, set_up
from playsheet.rules import scenario_files
from playsheet.sim.simulation import simulate

pytestmark = pytest.mark.battles

SMALL = ["the-wells", "the-telegraph-hut", "platoon-in-the-wood", "the-ruined-wells", "the-rail-fence"]


def played(scenario: str, names: list[str], seed: int, keep: bool = True) -> Game[Any]:
    game = set_up(scenario, []).game(names, seed, keep)
    game.run()
    return game


def test_the_regular_is_the_doctrine() -> None:
    games = [played("the-wells", [name, "random"], 3) for name in ("regular", "doctrine")]
    assert games[0].sealed()[-1].digest == games[1].sealed()[-1].digest


@pytest.mark.parametrize("scenario", SMALL)
def test_the_recruit_plays_legally_the_same_from_a_seed_and_worse(scenario: str) -> None:
    """Every answer of a kept game is checked. That he is worse, bench/strength.py measures."""
    games = [played(scenario, ["recruit", "recruit"], seed) for seed in (4, 4, 5)]
    digests = [game.sealed()[-1].digest for game in games]
    assert digests[0] == digests[1] != digests[2]
    assert digests[0] != played(scenario, ["regular", "regular"], 4).sealed()[-1].digest


def test_the_recruit_says_why() -> None:
    game = set_up("the-wells", []).game(["recruit", "regular"], 4, True)
    assert isinstance(game.players[0], Recruit)
    game.players[0].explains = True
    game.run()
    said = {reason for closed in game.closed for held in closed.inputs if held.seat == 0 for reason in held.reasons}
    assert "It seemed as good as anything." in said
    assert len(said) > 10  # else the doctrine's own


@pytest.mark.parametrize("scenario", SMALL)
def test_a_veteran_plays_the_same_battle_every_time_kept_or_not(scenario: str) -> None:
    games = [played(scenario, ["veteran:6", "regular"], 9, keep) for keep in (True, True, False)]
    assert games[0].sealed()[-1].digest == games[1].sealed()[-1].digest
    assert games[0].battle.verdict == games[2].battle.verdict
    assert games[0].decisions == games[2].decisions


def test_a_level_has_its_number_of_play_outs_by_the_size_of_the_scenario() -> None:
    for size in ("small", "middle", "large"):
        assert budget_of("veteran", size).play_outs == PLAY_OUTS[VETERAN][size] < PLAY_OUTS[MARSHAL][size]
        assert budget_of("marshal", size).play_outs == PLAY_OUTS[MARSHAL][size]
        assert budget_of("veteran:64", size).play_outs == 64
        assert bool(budget_of("veteran", size).turns) == (size != "small")
    sizes = {set_up(id, []).scenario.size for id in scenario_files()}
    assert sizes == set(PLAY_OUTS[VETERAN])


@pytest.mark.parametrize(
    "name", ["veteran:", "veteran:0", "veteran:-4", "marshal:1e3", "veteran:999999999", "veteran:6:6"]
)
def test_a_number_that_is_none_is_refused(name: str) -> None:
    with pytest.raises(Refused, match="a number of play-outs from 1 to 100000"):
        check_bot(name)


@pytest.mark.parametrize("name", ["general", "recruit:5", "regular:", "person", ""])
def test_a_player_that_there_is_not_is_refused(name: str) -> None:
    with pytest.raises(Refused, match="There is no player"):
        check_bot(name)


@pytest.mark.parametrize("name", [*BOTS, "veteran:6"])
def test_every_bot_can_be_named(name: str) -> None:
    check_bot(name)
    assert set(LEVELS) < set(BOTS)
    player = set_up("the-wells", []).player(name, 1, 7)
    assert isinstance(player, Searcher) == name.startswith(("veteran", "marshal"))


def test_a_simulation_of_a_veteran_is_the_same_on_any_number_of_processes() -> None:
    found = [simulate("the-ruined-wells", 4, ("veteran:6", "regular"), 3, workers) for workers in (1, 2)]
    assert found[0].digest() == found[1].digest()
    assert found[0].players == ("veteran:6", "regular")
