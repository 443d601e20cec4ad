"""Setting up on the table (R93)."""

from __future__ import annotations

from pathlib import Path

import pytest
from rules.gaslight.situation import printed

from playsheet.core.errors import Refused
from playsheet.core.events import Event
from playsheet.core.game import Game
from playsheet.players.setup import Setup
from playsheet.rules.gaslight import system
from playsheet.rules.gaslight.battle.events import Attached, Deployed
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.table.deployment import DeployRegion
from playsheet.rules.gaslight.terms import Where

SCENARIOS = Path(system.__file__).parent / "scenarios"

HEAD = """
id = "a-table"
system = "gaslight"
title = "A table"
blurb = "A test."
size = "small"
table = [48, 48]
turns = 3
[[terrain]]
kind = "lake"
name = "the lake"
rect = [0, 0, 10, 10]
"""


def game_of(south: str, north: str = '[[sides.units]]\ncard = "gl-villain"\n') -> Game[GaslightBattle]:
    text = (
        HEAD
        + '[[sides]]\nname = "South"\nfacing = 0\nzones = [[0, 0, 48, 12]]\n'
        + south
        + '[[sides]]\nname = "North"\nfacing = 180\nzones = [[0, 36, 48, 48]]\n'
        + north
    )
    scenario = printed().read_scenario(text, "table")
    setup = Setup(printed().configured(scenario.settings, scenario.file, []), scenario, [])
    return setup.game(["random", "random"], 1, True)


def unit(card: str, more: str = "") -> str:
    return f'[[sides.units]]\ncard = "{card}"\n{more}\n'


def region_of(game: Game[GaslightBattle], id: int) -> DeployRegion:
    entry = game.battle.goals.entries[id]
    return DeployRegion(game.battle, game.battle.units[id], entry.zones, entry.facing)


def test_a_block_turned_aside_is_as_wide_as_it_was_deep() -> None:
    region = region_of(game_of(unit("gl-redcoats")), 0)
    wide, deep = region.extent(5, 0.0)
    assert wide > deep > 0.0
    assert region.extent(5, 90.0) == pytest.approx((deep, wide))
    assert region.extent(5, 225.0) == pytest.approx([(wide + deep) / 2**0.5] * 2)


@pytest.mark.parametrize(("card", "files"), [("gl-hero", {1}), ("gl-redcoats", {5, 4})])
def test_places_are_in_two_or_three_ranks_and_none_is_shown_twice(card: str, files: set[int]) -> None:
    samples = region_of(game_of(unit(card)), 0).samples()
    assert {value[3] for value in samples} == files
    assert len(set(samples)) == len(samples)


def test_the_second_side_sets_up_first_and_characters_last() -> None:
    game = game_of(unit("gl-hero") + unit("gl-redcoats"), unit("gl-villain") + unit("gl-warband"))
    assert game.battle.to_deploy == [3, 2, 1, 0]
    while game.battle.to_deploy:
        game.play_step()
        assert not game.system.broken_laws(game.battle)


def refusal(game: Game[GaslightBattle], id: int, *value: float) -> str:
    return region_of(game, id).refusal(value)


def test_whole_bases_in_the_zone_nobody_on_top_of_another_no_closed_ground() -> None:
    game = game_of(unit("gl-redcoats") + unit("gl-lancers"))
    assert refusal(game, 0, 30.0, 6.0, 0.0, 5.0) == ""
    assert refusal(game, 0, 30.0, 11.0, 0.0, 5.0) == "Redcoats must stand wholly inside its deployment zone."
    assert refusal(game, 0, 30.0, 6.0, 400.0, 5.0) == "expected a facing from 0 to 360 degrees, got 400."
    assert refusal(game, 0, 30.0, 6.0, 0.0, 11.0) == "expected from 1 to 10 files, got 11."
    closed = "Redcoats does not fit there: somebody is in the way, or ground that is closed to it."
    assert refusal(game, 0, 5.0, 5.0, 0.0, 5.0) == closed
    game.tell(Deployed(1, [30.0 + 1.6 * k for k in range(8)], [6.0] * 8, 0.0, 0.0, 0.0))
    assert refusal(game, 0, 30.0, 6.0, 0.0, 5.0) == closed


def test_a_machine_and_a_gun_with_its_crew() -> None:
    game = game_of(unit("gl-steam-tank") + unit("gl-siege-gun"))
    assert refusal(game, 0, 30.0, 3.0, 0.0, 1.0) == ""
    assert refusal(game, 0, 30.0, 2.9, 0.0, 1.0) == "Steam Tank must stand wholly inside its deployment zone."
    assert refusal(game, 0, 8.0, 5.0, 0.0, 1.0) == "Steam Tank may not enter the lake."
    assert refusal(game, 0, 30.0, 6.0, 0.0, 2.0) == "expected from 1 to 1 files, got 2."
    game.tell(Deployed(0, [], [], 0.0, 30.0, 6.0))
    assert refusal(game, 1, 30.0, 6.0, 0.0, 1.0) == "the gun of Siege Gun does not fit there."
    assert refusal(game, 1, 38.0, 6.0, 0.0, 1.0) == ""
    assert refusal(game, 1, 1.0, 11.0, 0.0, 1.0) == "Siege Gun must stand wholly inside its deployment zone."


def test_all_must_be_in_command() -> None:
    game = game_of(unit("gl-warband", "zones = [[0, 0, 48, 48]]"))
    assert refusal(game, 0, 24.0, 24.0, 0.0, 12.0) == ""
    far = game_of(unit("gl-warband", "zones = [[0, 0, 48, 48]]\n[sides.units.overrides]\nradius = 1.6"))
    assert refusal(far, 0, 24.0, 24.0, 0.0, 12.0) == ("Warband must be in command: all within 12 inches of its leader.")


def test_a_character_may_start_attached() -> None:
    game = game_of(unit("gl-redcoats") + unit("gl-hero", 'attached_to = "Redcoats"'))
    while game.battle.to_deploy:
        if game.battle.to_deploy == [1]:
            assert refusal(game, 1, 47.0, 6.0, 0.0, 1.0) == "Hero starts with Redcoats and must stand in command of it."
        game.play_step()
    assert game.battle.units[1].place == Where.ATTACHED
    attached: list[Event[GaslightBattle]] = [event for event in game.log if isinstance(event, Attached)]
    assert len(attached) == 1
    game.play_step()
    assert game.battle.deck.left.count(1) + game.battle.deck.drawn.count(1) == 0


def test_a_place_that_the_scenario_gives_must_do() -> None:
    game = game_of(unit("gl-redcoats", "at = [30, 6]"))
    while game.battle.to_deploy:
        game.play_step()
    assert game.battle.at(0) == (pytest.approx(30.0), pytest.approx(6.6))
    with pytest.raises(Refused, match="Expected a place where all of it fits"):
        game_of(unit("gl-redcoats", "at = [5, 5]"))
    with pytest.raises(Refused, match="Expected a place where all of it fits"):
        game_of(unit("gl-redcoats", "at = [30, 6]") + unit("gl-lancers", "at = [30, 6]"))
    with pytest.raises(Refused, match="off the table"):
        game_of(unit("gl-redcoats", "at = [47, 6]"))


def test_one_army_commander_a_side_and_a_main_character() -> None:
    with pytest.raises(Refused, match="second army commander"):
        game_of(2 * unit("gl-hero", "extra = { army_commander = true }"))
    with pytest.raises(Refused, match="no main character"):
        game_of(unit("gl-great-ape", "extra = { army_commander = true }"))
    game = game_of(unit("gl-redcoats") + unit("gl-hero", "extra = { army_commander = true }"))
    assert game.battle.commanders == [10, -1]


@pytest.mark.parametrize("scenario", ["the-telegraph-hut", "steam-at-kandar-ford", "the-great-redoubt"])
@pytest.mark.parametrize("seed", [1, 2])
def test_every_scenario_can_be_set_up_whatever_is_chosen(scenario: str, seed: int) -> None:
    found = printed().read_scenario(SCENARIOS / f"{scenario}.toml")
    setup = Setup(printed().configured(found.settings, found.file, []), found, [])
    game = setup.game(["random", "random"], seed, True)
    game.checking = True
    while game.battle.to_deploy:
        game.play_step()
    assert not game.system.broken_laws(game.battle)


def test_the_large_scenario_has_the_figures_and_cards_that_it_should() -> None:
    found = printed().read_scenario(SCENARIOS / "the-great-redoubt.toml")
    battle = printed().new_battle(found)
    assert battle.men == 451
    assert sum(each.card.cards for each in battle.units) == 61
