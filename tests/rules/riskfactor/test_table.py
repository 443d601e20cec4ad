"""The skirmish on the table: free moves, charges, who may be hit, sides without players, and random play."""

from __future__ import annotations

import pytest
from rules.riskfactor.situation import Skirmish, block, chief, lieutenant, men, row, scenario_text
from tabletop import ground, of, one, set_up, sheet_as_printed

from playsheet.core.dice import Seeded
from playsheet.core.errors import Refused
from playsheet.core.figures import FLED, IN_PLAY, LOST
from playsheet.core.game import Game
from playsheet.players.setup import Setup
from playsheet.rules import scenario_files
from playsheet.rules.riskfactor.battle.events import Charged
from playsheet.rules.riskfactor.battle.fight_events import Fought
from playsheet.rules.riskfactor.battle.state import RiskBattle
from playsheet.rules.riskfactor.ground.moving import MoveRegion
from playsheet.rules.riskfactor.options.shooting import aim_at, ready_figures
from playsheet.rules.riskfactor.terms import Cover, Phase

pytestmark = pytest.mark.battles

WALL = ground("wall", "the wall", line=[[60, 60], [140, 60]])


def test_a_free_move_is_refused_with_a_reason() -> None:
    table = Skirmish([lieutenant(20, 20), men("regular-squad", "Squad", row(10, 100, 80))], [chief(190, 190)])
    region = MoveRegion(table.battle, table["Squad"], faces=0.0)
    assert region.refusal((100, 100, 100, 105, 0)) == ""
    assert "at most 25 cm" in region.refusal((100, 100, 100, 106, 0))
    assert "leave the table" in region.refusal((100, 60, 100, -5, 0))
    assert "facing" in region.refusal((100, 90, 100, 90, 360))
    assert all(not region.refusal(value) for value in region.samples())


def test_the_front_rank_hides_the_second_and_does_not_hinder_its_own_rear() -> None:
    table = Skirmish(
        [lieutenant(20, 20), men("regular-squad", "Squad", block(10, 100, 50, 5))],
        [men("warrior-band", "Band", block(20, 100, 83, 10))],
    )
    squad = table["Squad"]
    ready = ready_figures(table.battle, squad, table.battle.members(squad), 0)
    aim = aim_at(table.battle, squad, table["Band"], ready)
    assert len(aim.able) == 10
    assert aim.found == table.battle.members(table["Band"])[10:]  # the rank that is nearer
    assert aim.cover == Cover.OPEN


# ---------------------------------------------------------------- charges


def test_a_charge_touches_and_no_more_than_four_fight_one() -> None:
    table = Skirmish([men("warrior-band", "Band", block(20, 100, 70, 10))], [chief(100, 88)])
    told = table.do("Band", "advance", charge=True)
    assert one(told, Charged).target == table["Chief"].id
    touching = len(table.battle.contacts())
    assert 3 <= touching <= 4
    told = table.phase(Phase.MELEES, dice=[4, 3] * touching)  # seven against the hero's seven
    assert len(of(told, Fought)) == touching


@pytest.mark.parametrize(("y", "charges"), [(104.0, False), (102.9, True)])
def test_a_charge_goes_as_far_as_a_move(y: float, charges: bool) -> None:
    table = Skirmish([men("warrior-band", "Band", row(20, 100, 76, 2.5))], [chief(100, y)])
    told = table.do("Band", "advance", charge=True)
    assert bool(of(told, Charged)) == charges == bool(table.battle.contacts())


def test_a_charge_at_men_behind_a_wall_is_fought_across_it() -> None:
    table = Skirmish(
        [men("warrior-band", "Band", row(20, 100, 70, 2.5), facing=180.0)],
        [men("regular-squad", "Squad", row(10, 100, 58.5), facing=0.0)],
        [WALL],
    )
    table.do("Band", "advance", charge=True)
    across = [figure for figure, _ in table.battle.contacts() if table.at(figure)[1] > 60]
    assert len(across) >= 8
    assert all(table.at(figure)[1] - 1 >= 60 - 1e-6 for figure in across)  # on their own side of it


# ---------------------------------------------------------------- sides


@pytest.mark.parametrize("left", ["no PC", "players", "extra"])
def test_a_side_without_players_has_no_seat_and_plays_itself(left: str) -> None:
    one_side = [men("warrior-band", "Band", row(20, 100, 60), order="advance", to=(100, 150))]
    if left != "no PC":
        one_side.append(chief(20, 20))
    players = (["tables"], []) if left == "players" else ([], [])
    text = scenario_text(one_side, [men("warrior-band", "Foes", row(20, 100, 150))], players=players, first=1)
    if left == "extra":
        text = text.replace('name = "Red"', 'name = "Red"\nextra = { players = false }')
    setup = set_up("riskfactor", text)
    assert setup.seats == []
    assert setup.unplayed == [0, 1]
    game = setup.game([], 5, True)
    while not game.battle.finished:
        game.play_step()
        assert not game.system.broken_laws(game.battle)
    assert game.decisions == 0
    assert game.battle.verdict


def test_a_third_side_is_refused() -> None:
    text = scenario_text([lieutenant(20, 20)], [chief(180, 180)])
    text += '[[sides]]\nname = "Three"\nzones = [[0, 0, 9, 9]]\n[[sides.units]]\ncard = "drummer"\n'
    with pytest.raises(Refused, match="two sides"):
        sheet_as_printed("riskfactor").read_scenario(text, "test.toml")


# ---------------------------------------------------------------- random play


def groups_in_contact(battle: RiskBattle) -> set[tuple[int, int]]:
    return {(battle.owner[one], battle.owner[other]) for one, other in battle.contacts()}


def played(setup: Setup, seed: int) -> Game[RiskBattle]:
    """A random game; after each step no law is broken, and nobody is in contact whom no charge brought there."""
    game = setup.game(["random"] * len(setup.seats), seed, True)
    game.checking = True
    while not game.battle.finished:
        before = groups_in_contact(game.battle)
        start = len(game.log)
        game.play_step()
        assert not game.system.broken_laws(game.battle)
        assert groups_in_contact(game.battle) <= before or of(game.log[start:], Charged)
        assert game.step < 2000
    return game


def test_random_games_of_the_small_scenario_keep_every_law_and_see_everything() -> None:
    """A thousand and more of them are played by the bench."""
    setup = set_up("riskfactor", scenario_files()["the-picket"].read_text(encoding="utf-8"))
    winners = set()
    kinds: set[str] = set()
    for seed in range(1, 16):
        game = played(setup, seed)
        battle = game.battle
        for group in battle.groups:
            states = {battle.figures.state[group.first + k] for k in range(group.start)}
            assert states <= {IN_PLAY, LOST, FLED}
        winners.add(battle.winner)
        kinds |= {type(event).__name__ for event in game.log}
    assert winners == {0, 1}
    expected = {"Charged", "Fired", "Fought", "GroupCommanded", "Hurt", "LinkBought", "Ran", "Retreated", "WentOff"}
    assert expected <= kinds


def test_the_dice_decide_it() -> None:
    """Another seed is another battle, the same seed the same."""
    setup = set_up("riskfactor", scenario_files()["the-picket"].read_text(encoding="utf-8"))
    digests = [played(setup, seed).digest for seed in (1, 1, 2)]
    assert digests[0] == digests[1] != digests[2]
    assert isinstance(setup.game(["random"], 1, True).source, Seeded)
