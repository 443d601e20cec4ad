"""Setting up (R77): zones, no overlap, notable persons with units, players who share a side; by switch in secret."""

from __future__ import annotations

import json
from typing import Any

import pytest
from rules.orderchips.situation import printed
from tabletop import ground, of, toml

from playsheet.core.dice import Seeded
from playsheet.core.errors import Refused
from playsheet.core.game import ONLOOKER, Game
from playsheet.players.random import RandomPlayer
from playsheet.players.setup import Setup
from playsheet.rules.orderchips.battle.events import Deployed, UnitShown
from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.shown.view import guessed, scrambled
from playsheet.rules.orderchips.table.deployment import DeployRegion
from playsheet.rules.orderchips.terms import Phase, Where


def text(south: str, north: str, more: str = "", zones: str = "[[0, 60, 72, 72]]", side: str = "") -> str:
    return f"""
id = "a-table"
system = "orderchips"
title = "A table"
blurb = "A test."
size = "small"
table = [72, 72]
turns = 6
{more}
[[sides]]
name = "South"
facing = 0
zones = [[0, 0, 40, 10]]
{side}
{south}
[[sides]]
name = "North"
facing = 180
zones = {zones}
{north}
"""


def entry(card: str, name: str, **more: object) -> str:
    lines = "\n".join(f"{key} = {toml(value)}" for key, value in more.items())
    return f'[[sides.units]]\ncard = "{card}"\nname = "{name}"\n{lines}\n'


def setup_of(source: str, **switches: object) -> Setup:
    system = printed().configured(switches, "test", [])
    scenario = system.read_scenario(source, "table")
    return Setup(system.configured(scenario.settings, "table", []), scenario, [])


def game_of(source: str, **switches: object) -> Game[Any]:
    setup = setup_of(source, **switches)
    return setup.game_with([None] * len(setup.seats), Seeded(1), True, [False] * len(setup.seats))


FOE = entry("militia", "Foe")


# ---------------------------------------------------------------- where a unit may stand


def region_of(battle: ChipBattle, unit: int) -> DeployRegion:
    return DeployRegion(battle.units[unit], battle.goals.entries[unit], battle)


def test_every_base_stands_in_the_zone_in_any_shape() -> None:
    battle = game_of(text(entry("line-rifles", "Red"), FOE)).battle
    region = region_of(battle, 0)
    assert not region.refusal((20, 9.5, 0, 5, 0))
    assert region.refusal((20, 9.6, 0, 5, 0)) == "Red must stand wholly inside its deployment zone."
    assert not region.refusal((20, 9.5, 0, 1, 0))
    assert "does not fit there" in region.refusal((20, 9.4, 0, 1, 0))  # ten deep: the last would be off the table
    assert not region.refusal((20, 5, 77.5, 3, 1))
    assert region.refusal((20, 5, 0, 11, 0)) == "expected from 1 to 10 files, got 11."
    assert region.refusal((20, 5, 0, 5, 2)) == "expected 0 for close order or 1 for loose."
    assert region.refusal((20, 5, 400, 5, 0)) == "expected a facing from 0 to 360 degrees, got 400."


def test_where_two_ranks_do_not_fit_other_widths_and_facings_are_tried() -> None:
    """Five in a zone of two inches by three: in two files, or in three turned by a quarter."""
    five = entry("militia", "Foe") + "[sides.units.overrides]\nfigures = 5\n"
    region = region_of(game_of(text(entry("line-rifles", "Red"), five, zones="[[10, 60, 12, 63]]")).battle, 1)
    found = region.samples()
    assert {value[2:4] for value in found} == {(180.0, 2.0), (270.0, 3.0), (90.0, 3.0), (0.0, 2.0)}
    assert not any(region.refusal(value) for value in found)


def test_no_overlap_and_no_closed_ground() -> None:
    lake = ground("deep-water", "the lake", rect=[0, 0, 10, 10])
    game = game_of(text(entry("line-rifles", "Red", at=[20, 8]) + entry("militia", "Blue"), FOE, lake))
    game.run()
    region = region_of(game.battle, 1)
    assert "does not fit there" in region.refusal((20, 8, 0, 6, 0))
    assert "does not fit there" in region.refusal((5, 5, 0, 6, 0))
    assert not region.refusal((30, 8, 0, 6, 0))


def test_an_order_that_the_scenario_fixes_and_cards_that_start_loose() -> None:
    south = entry("line-rifles", "Red", formation="loose") + entry("spear-warriors", "Wild") + entry("steam-car", "Car")
    battle = game_of(text(south, FOE)).battle
    assert region_of(battle, 0).refusal((20, 8, 0, 5, 0)) == "Red stands in loose order at the start."
    assert region_of(battle, 1).samples()[0][4] == 1.0
    assert not region_of(battle, 2).refusal(region_of(battle, 2).samples()[0])


def test_a_place_of_the_scenario_s_must_be_free() -> None:
    both = entry("line-rifles", "Red", at=[20, 8]) + entry("militia", "Blue", at=[20, 8])
    with pytest.raises(Refused, match="Blue does not fit there"):
        game_of(text(both, FOE))
    good = game_of(text(entry("line-rifles", "Red", at=[20, 8]), entry("militia", "Foe", at=[30, 65])))
    good.run()
    assert good.battle.phase == Phase.CHIPS
    assert good.battle.at(0) == (20, 8)


def test_sides_in_the_order_named_notable_persons_after_those_whom_they_may_join() -> None:
    south = entry("hero", "Hero") + entry("line-rifles", "Red")
    game = game_of(text(south, FOE))
    assert game.battle.to_deploy == [1, 0, 2]


# ---------------------------------------------------------------- notable persons


def answer(game: Game[Any], said: str) -> None:
    game.answer(game.questions[0].seat, game.questions[0].number(), said)


def test_a_notable_person_may_start_with_a_unit() -> None:
    game = game_of(text(entry("line-rifles", "Red") + entry("hero", "Hero"), FOE))
    game.run()
    answer(game, "@20.0,8.0,0.0,5.0,0.0")
    assert game.questions[0].kind == "start_with"
    answer(game, "attach:0")
    assert game.battle.units[0].attached == [1]
    assert game.battle.at(game.battle.units[1].first) == (21, 8)
    assert not game.system.broken_laws(game.battle)


def test_the_scenario_may_attach_him() -> None:
    south = entry("line-rifles", "Red") + entry("hero", "Hero", attached_to="Red")
    game = game_of(text(south, FOE))
    game.run()
    answer(game, "@20.0,8.0,0.0,5.0,0.0")
    assert game.battle.units[0].attached == [1]
    assert game.questions[0].about == 2


# ---------------------------------------------------------------- several players of a side


def test_players_of_one_side_take_its_roster_in_turn() -> None:
    south = "".join(entry("militia", f"M{k}") for k in range(5)) + entry("lancers", "Own", owner="Ann")
    game = game_of(text(south, FOE, side='players = ["Ann", "Bob"]'))
    assert [unit.seat for unit in game.battle.units] == [0, 1, 0, 1, 0, 0, 2]


# ---------------------------------------------------------------- in secret


SECRET: dict[str, object] = {"deployment": "secret"}


def secret_game() -> Game[Any]:
    south = entry("line-rifles", "Red") + entry("hero", "Hero", attached_to="Red")
    game = game_of(text(south, entry("militia", "Foe") + entry("lancers", "Horse")), **SECRET)
    game.run()
    return game


def test_nobody_else_sees_where_a_side_stands_before_all_do() -> None:
    views = []
    for place in ("@20.0,8.0,0.0,5.0,0.0", "@10.0,5.0,45.0,3.0,1.0"):
        game = secret_game()
        answer(game, place)
        assert game.battle.phase == Phase.DEPLOYING
        assert game.battle.units[0].place == Where.ON_TABLE
        for seat in (1, ONLOOKER):
            assert game.system.seen(game.battle, seat).units[0].place == Where.WAITING
            assert not [event for event in of(game.log, Deployed) if game.system.shown(game.battle, event, seat)]
        told = [game.system.view(game.battle, seat) for seat in (1, ONLOOKER)]
        question = next(one for one in game.questions if one.seat == 1)
        assert question.region is not None
        views.append(json.dumps([told, question.region.samples()], sort_keys=True))
        assert game.system.view(game.battle, 0)["units"] != game.system.view(game.battle, 1)["units"]
    assert views[0] == views[1]


def test_then_all_is_shown_to_those_who_did_not_know() -> None:
    game = secret_game()
    answer(game, "@20.0,8.0,0.0,5.0,0.0")
    answer(game, "@20.0,65.0,180.0,6.0,0.0")
    answer(game, "@40.0,65.0,180.0,3.0,0.0")
    assert game.battle.phase == Phase.CHIPS
    assert not game.battle.secret
    shown = of(game.log, UnitShown)
    assert [event.unit for event in shown] == [0, 1, 2, 3]
    assert [event.unseen for event in shown] == [(0,), (0,), (1,), (1,)]
    assert game.battle.units[0].attached == [1]
    assert game.system.seen(game.battle, 1) is game.battle
    assert not game.system.broken_laws(game.battle)


def test_a_guess_and_a_scrambled_battle_hide_what_is_hidden() -> None:
    game = secret_game()
    answer(game, "@20.0,8.0,0.0,5.0,0.0")
    guess = guessed(game.battle, 1)
    assert guess.units[0].place == Where.WAITING
    assert 0 in guess.to_deploy
    other = scrambled(game.battle, 1, Seeded(3))
    assert other is None or other.at(0) != game.battle.at(0)
    assert scrambled(game.battle, 0, Seeded(3)) is None  # nothing is hidden from him


def test_secret_armies_need_zones_of_their_own() -> None:
    with pytest.raises(Refused, match="zones of two sides overlap"):
        game_of(text(entry("line-rifles", "Red"), FOE, zones="[[0, 5, 72, 72]]"), **SECRET)
    assert game_of(text(entry("line-rifles", "Red"), FOE, zones="[[0, 5, 72, 72]]")).battle.to_deploy == [0, 1]


@pytest.mark.parametrize(
    ("south", "north"),
    [
        ("[[0, 0, 40, 10]]", "[[0, 10, 72, 72]]"),
        ("[[0, 0, 40, 10]]", "[[40, 0, 72, 72]]"),
        ("[[0, 60, 72, 72]]", "[[0, 0, 72, 60]]"),
        ("[[30, 0, 72, 72]]", "[[0, 0, 30, 72]]"),
    ],
)
def test_zones_that_only_touch_are_apart(south: str, north: str) -> None:
    """R90."""
    placed = text(entry("line-rifles", "Red"), FOE, zones=north).replace("[[0, 0, 40, 10]]", south)
    assert game_of(placed, **SECRET).battle.to_deploy == [0, 1]


def test_random_players_deploy_in_secret_and_play_on() -> None:
    south = entry("line-rifles", "Red") + entry("hero", "Hero") + entry("steam-car", "Car")
    setup = setup_of(text(south, FOE), **SECRET)
    game = setup.game_with([RandomPlayer(1), RandomPlayer(2)], Seeded(4), True, [False, False])
    while game.battle.turn == 1:
        game.play_step()
        assert not game.system.broken_laws(game.battle)


def test_samples_lie_all_over_the_zone() -> None:
    region = region_of(game_of(text(entry("line-rifles", "Red"), FOE, zones="[[30, 60, 60, 72]]")).battle, 1)
    xs = {value[0] for value in region.samples()}
    assert len(xs) == 8
    assert max(xs) - min(xs) == 24.0  # thirty inches, less the width of six files
