"""The skirmish on the table: the worked examples that need one, results carried out, and random play under the laws."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from playsheet.core.asking import Option, Player, Question
from playsheet.core.dice import Scripted, Seeded
from playsheet.core.errors import Refused
from playsheet.core.events import Battle, Event
from playsheet.core.figures import FLED, IN_PLAY, LOST
from playsheet.core.game import Game
from playsheet.players.random import RandomPlayer
from playsheet.rules.riskfactor.actions import action_dice, host_of, platoon_of, risk_of
from playsheet.rules.riskfactor.behaviour import can_charge, carry_out, charge
from playsheet.rules.riskfactor.chain import Chain, command, purchases
from playsheet.rules.riskfactor.events import Hurt, Moved, OrderSet, SideBegan, VisibilitySet
from playsheet.rules.riskfactor.fighting import break_off, melee
from playsheet.rules.riskfactor.fire import aim_at, fire_by_command, fire_options, fire_uncommanded, ready_figures
from playsheet.rules.riskfactor.movement import MoveRegion, crowd_of, walk_one
from playsheet.rules.riskfactor.risk import risk_account
from playsheet.rules.riskfactor.sheet import (
    ADVANCE,
    ADVANCING,
    CONTINUE,
    CONTINUE_ORDER,
    HALT,
    HARD,
    HOLD,
    OPEN,
    RUN,
    SOFT,
    TAKE_COVER,
    WITHDRAW,
)
from playsheet.rules.riskfactor.sight import all_in_cover, fortified, sees, shot_blocked, watch
from playsheet.rules.riskfactor.state import GONE, HALF, STOOD, WHOLE, Group, RiskBattle
from playsheet.rules.riskfactor.system import HERE, RiskFactor, load
from playsheet.rules.riskfactor.turn import end_side, step, visibility_dice

SYSTEM = load()
NORTH, EAST, SOUTH = 0.0, 90.0, 180.0


class Answers(Player):
    """Gives the answers of a test, in order; a question that was not expected fails it."""

    def __init__(self, *answers: str | tuple[float, ...]) -> None:
        self.left = list(answers)

    def choose(self, battle: Battle, question: Question) -> Option:
        assert self.left, f"{question.kind} was not expected: {[option.key() for option in question.options]}"
        wanted = self.left.pop(0)
        for option in question.options:
            if option.key() == wanted:
                return option
        raise AssertionError(f"{wanted} is not offered for {question.kind}: {[o.key() for o in question.options]}")

    def place(self, battle: Battle, question: Question) -> tuple[float, ...]:
        wanted = self.left.pop(0)
        assert isinstance(wanted, tuple)
        return wanted


def scenario(terrain: str, one: list[str], two: list[str], settings: str = "") -> str:
    """Two sides, each unit one line `card x y facing [more = ...]`; on an open table of 300 by 200."""

    def units(lines: list[str]) -> str:
        found = ""
        for index, line in enumerate(lines):
            card, x, y, facing, *more = line.split(" ", 4)
            extra = f"{more[0]}\n" if more else ""
            found += f'[[sides.units]]\ncard = "{card}"\nname = "{card} {index}"\nat = [{x}, {y}]\n'
            found += f"facing = {facing}\n{extra}"
        return found

    return f"""
id = "test"
system = "riskfactor"
title = "Test"
blurb = "For a test."
size = "small"
table = [300, 200]
turns = 6
[rulings]
{settings}
{terrain}
[[sides]]
name = "One"
zones = [[0, 0, 300, 100]]
groups = [{{ id = "platoon" }}]
{units(one)}
[[sides]]
name = "Two"
facing = 180
zones = [[0, 100, 300, 200]]
{units(two)}
[extra]
first = 1
"""


def play(
    terrain: str,
    one: list[str],
    two: list[str],
    dice: list[int] | None = None,
    answers: list[str | tuple[float, ...]] | None = None,
    settings: str = "",
) -> Game[Any]:
    """A battle with everybody in place and side 1's turn about to begin."""
    read = SYSTEM.read_scenario(scenario(terrain, one, two, settings), "test.toml")
    system = SYSTEM.configured(read.settings, "test", [])
    seats = len(system.seats(read))
    player = Answers(*(answers or []))
    game: Game[Any] = Game(
        system, system.new_battle(read), [player] * seats, Scripted(dice or []), True, [False] * seats
    )
    while game.battle.first_side < 0 or game.battle.to_deploy:
        game.play_step()
    return game


def put(game: Game[Any], group: int, places: list[tuple[float, float]], facing: float = NORTH) -> None:
    """Stand a group's figures there; those left over are off the table."""
    battle: RiskBattle = game.battle
    members = battle.members(battle.groups[group])
    for figure in members[len(places) :]:
        battle.remove(figure, FLED)
    members = members[: len(places)]
    xs = [x for x, _ in places]
    ys = [y for _, y in places]
    game.tell(Moved(group, "test", members, xs, ys, facing, [STOOD] * len(members), "", ()))


def row(n: int, x: float, y: float, apart: float = 3.0) -> list[tuple[float, float]]:
    return [(x + apart * (k - (n - 1) / 2), y) for k in range(n)]


def wound(game: Game[Any], *figures: int) -> None:
    for figure in figures:
        game.tell(Hurt(figure, 1, 1, 0, False, "test", ""))


def kill(game: Game[Any], *figures: int) -> None:
    for figure in figures:
        game.tell(Hurt(figure, 2, 0, 0, True, "test", ""))


def told(game: Game[Any], name: str) -> list[Any]:
    return [event for event in game.log if type(event).__name__ == name]


def rf(battle: RiskBattle, group: Group) -> int:
    members = battle.members(group)
    risk = risk_of(battle, group, members, watch(battle, members, group.side))
    return sum(entry.add for entry in risk_account(battle.rules, risk))


CHIEF = "chief 290 190 180"
LIEUTENANT = "lieutenant 10 10 0"
WOOD = '[[terrain]]\nkind = "woods"\nname = "the wood"\nrect = [0, 0, 300, 200]\n'


# ---------------------------------------------------------------- command (examples 1, 2)


def test_example_1_the_sheets_own_platoon() -> None:
    one = [
        "lieutenant 50 50 0",
        "regular-squad 70 50 0 overrides = { figures = 14 }",
        "recruit-squad 110 50 0 overrides = { figures = 15 }",
    ]
    link_a, link_b = 1, 15  # the NCOs stand first in their squads
    answers: list[str | tuple[float, ...]] = [
        "will_not_fire",
        f"link:{link_a}",
        f"link:{link_b}",
        "group:1",
        "group:2",
    ]
    game = play(WOOD, one, [CHIEF], [6, 4, 2, 1, 3, 3, 5, 5], answers)
    battle: RiskBattle = game.battle
    # 25 cm edge to edge in the wood: the officer reaches NCO A, A reaches B, nobody else does that.
    put(game, 1, [(74, 50), *row(13, 74, 60)])
    put(game, 2, [(98, 50), *row(14, 98, 60)])
    officer = battle.groups[0]
    chain = Chain(officer)
    chain.points = 12
    assert f"link:{link_b}" not in [option.key() for option in purchases(battle, chain)]
    command(game, officer)
    assert [event.points for event in told(game, "PointsThrown")] == [12, 7, 10]
    assert [event.left for event in told(game, "PointsThrown")] == [12, 18, 27]
    assert [event.cost for event in told(game, "GroupCommanded")] == [13, 14]
    assert not told(game, "PointsLost")
    assert battle.groups[1].commanded()
    assert battle.groups[2].commanded()


def test_example_2_the_drummer_adds_one_die_and_points_left_over_are_lost() -> None:
    one = ["lieutenant 50 50 0", "drummer 55 50 0", "regular-squad 70 50 0"]
    game = play("", one, [CHIEF], [2, 3, 1, 4], ["will_not_fire", "link:1", "done"])
    command(game, game.battle.groups[0])
    assert [event.left for event in told(game, "PointsThrown")] == [6, 9]
    assert told(game, "PointsLost")[0].points == 9
    assert not game.battle.groups[2].commanded()


def test_one_man_out_of_distance_and_none_are_commanded() -> None:
    game = play("", ["lieutenant 50 50 0", "regular-squad 70 50 0"], [CHIEF])
    chain = Chain(game.battle.groups[0])
    chain.points = 24
    assert "group:1" in [option.key() for option in purchases(game.battle, chain)]
    put(game, 1, [*row(9, 70, 50), (50 + 52.1, 50)])
    assert "group:1" not in [option.key() for option in purchases(game.battle, chain)]
    put(game, 1, [*row(9, 70, 50), (50 + 52.0, 50)])  # 50 cm from edge to edge
    assert "group:1" in [option.key() for option in purchases(game.battle, chain)]


def test_declaring_to_fire_costs_a_die_and_a_second_musician_adds_none() -> None:
    one = ["captain 50 50 0", "drummer 55 50 0", "bugler 60 50 0"]
    game = play("", one, [CHIEF], [1, 1, 1, 5], ["will_fire", "link:1", "link:2", "done"])
    command(game, game.battle.groups[0])
    assert [event.points for event in told(game, "PointsThrown")] == [3, 5, 0]
    assert game.dice.left() == 0


def test_disloyal_men_and_routers_cost_two_each() -> None:
    game = play("", ["lieutenant 50 50 0", "town-militia 70 50 0"], [CHIEF])
    chain = Chain(game.battle.groups[0])
    chain.points = 30
    costs = {option.key(): getattr(option, "cost", 0) for option in purchases(game.battle, chain)}
    assert costs["group:1"] == 20


# ---------------------------------------------------------------- risk and results (examples 3, 4, 5, 14)


def risky(dice: list[int]) -> Game[Any]:
    """Recruits in the open, two wounded and one killed; musketmen 100 cm in front, others behind."""
    two = ["chief 290 190 180", "tribal-musketmen 100 120 180", "warrior-band 100 6 0"]
    game = play("", [LIEUTENANT, "recruit-squad 100 50 0"], two, dice)
    put(game, 1, row(10, 100, 50))
    put(game, 3, row(12, 100, 152), SOUTH)
    put(game, 4, row(20, 100, 6, 2.5), NORTH)
    wound(game, 2, 3)
    kill(game, 10)
    game.tell(SideBegan(0, 1))
    return game


def test_example_3_the_risk_factor_adds_up() -> None:
    game = risky([3])
    battle: RiskBattle = game.battle
    squad = battle.groups[1]
    members = battle.members(squad)
    risk = risk_of(battle, squad, members, watch(battle, members, 0))
    assert [(entry.add, entry.ruling) for entry in risk_account(battle.rules, risk)] == [
        (1, "R5"),
        (1, "R3"),
        (3, "R6"),
        (2, "R7"),
    ]
    assert rf(battle, squad) == 7


@pytest.mark.parametrize(("die", "result", "obeys"), [(3, TAKE_COVER, True), (5, HALT, True)])
def test_examples_3_and_4_what_the_die_makes_of_it(die: int, result: int, obeys: bool) -> None:
    game = risky([die, 1])
    action_dice(game)
    squad = game.battle.groups[1]
    assert (squad.action, squad.obeys) == (result, obeys)


def test_example_4_uncommanded_men_stand_face_the_enemy_and_fire_one_for_two() -> None:
    game = risky([5, 1, 1, 1, 1, 1])
    battle: RiskBattle = game.battle
    action_dice(game)
    squad = battle.groups[1]
    carry_out(game, squad, battle.members(squad), squad.action)
    assert battle.facing(battle.members(squad)) == pytest.approx(SOUTH, abs=3)  # the band behind is nearer
    fire_uncommanded(game, squad)
    assert told(game, "Fired")[0].shots == 4
    assert told(game, "Fired")[0].target == 4


def test_example_4_commanded_men_ignore_italics_but_not_plain_results() -> None:
    for die, obeys in ((5, False), (3, True)):
        game = risky([die, 1])
        game.battle.groups[1].commander = 0
        action_dice(game)
        assert game.battle.groups[1].obeys == obeys


WALL = '[[terrain]]\nkind = "wall"\nname = "the wall"\nline = [[60, 60], [140, 60]]\n'


def test_example_5_nobody_leaves_a_wall_he_is_told_to_defend() -> None:
    game = play(WALL, [LIEUTENANT, "sepoy-squad 100 57 0"], ["warrior-band 100 190 180"], [6, 1])
    battle: RiskBattle = game.battle
    put(game, 1, row(10, 100, 58))
    sepoys = battle.groups[1]
    assert fortified(battle, sepoys, battle.members(sepoys))
    game.tell(SideBegan(0, 1))
    action_dice(game)
    assert told(game, "ActionSet")[0].risk <= 0
    assert sepoys.action == CONTINUE_ORDER


def test_without_a_wall_a_six_sends_them_forward() -> None:
    game = play("", [LIEUTENANT, "sepoy-squad 100 57 0"], ["warrior-band 100 190 180"], [6, 1])
    game.tell(SideBegan(0, 1))
    action_dice(game)
    assert game.battle.rules.instructions[game.battle.groups[1].action].id == "advance_to_nearest"


def test_example_14_a_platoon_whose_result_is_plain_rolls_squad_by_squad() -> None:
    squads = [f"regular-squad {x} 50 0 group = 'platoon'" for x in (60, 93, 126)]
    two = ["tribal-musketmen 93 160 180"]
    game = play("", ["lieutenant 250 10 0", *squads], two, [1, 2, 5, 1, 6])
    battle: RiskBattle = game.battle
    for index, x in enumerate((60, 93, 126)):
        put(game, index + 1, row(10, x, 50))
    for group, losses in ((1, 2), (2, 3), (3, 5)):
        wound(game, *battle.members(battle.groups[group])[:losses])
    assert len(platoon_of(battle, battle.groups[1])) == 3
    game.tell(SideBegan(0, 1))
    action_dice(game)
    assert not told(game, "PlatoonRolled")[0].together
    assert [event.risk for event in told(game, "ActionSet")][:3] == [3, 4, 6]
    assert [battle.groups[group].action for group in (1, 2, 3)] == [TAKE_COVER, CONTINUE, RUN]


def test_a_platoon_throws_one_die_for_an_italic_result() -> None:
    squads = [f"regular-squad {x} 50 0 group = 'platoon'" for x in (60, 93, 126)]
    game = play("", ["lieutenant 250 10 0", *squads], ["tribal-musketmen 93 160 180"], [2, 6])
    battle: RiskBattle = game.battle
    for index, x in enumerate((60, 93, 126)):
        put(game, index + 1, row(10, x, 50))
    game.tell(SideBegan(0, 1))
    action_dice(game)
    assert told(game, "PlatoonRolled")[0].together
    assert [battle.groups[group].action for group in (1, 2, 3)] == [HALT, HALT, HALT]


def test_a_leader_within_five_cm_shares_the_die_of_his_group() -> None:
    game = play("", ["lieutenant 100 56 0", "regular-squad 100 50 0"], ["tribal-musketmen 100 160 180"], [1])
    battle: RiskBattle = game.battle
    put(game, 1, row(10, 100, 50))
    assert host_of(battle, battle.groups[0]) == 1
    game.tell(SideBegan(0, 1))
    action_dice(game)
    assert battle.groups[0].with_group == 1
    assert battle.groups[0].action == battle.groups[1].action == TAKE_COVER  # plain: a PC obeys it too


# ---------------------------------------------------------------- shooting (examples 6, 7, 8, 10, 15)

SCRUB = '[[terrain]]\nkind = "scrub"\nname = "the scrub"\nrect = [60, 90, 140, 120]\n'


def test_example_6_uncommanded_fire_at_men_in_scrub() -> None:
    two = ["chief 290 190 180", "tribal-musketmen 100 47 0"]
    game = play(SCRUB, [LIEUTENANT, "regular-squad 100 93 180"], two, [6, 7, 2, 5, 3, 6, 1, 3])
    battle: RiskBattle = game.battle
    put(game, 1, row(6, 101.5, 92), SOUTH)
    put(game, 3, row(9, 100, 50))
    game.tell(VisibilitySet(1, 60))
    game.tell(SideBegan(1, 1))
    fire_uncommanded(game, battle.groups[3])
    fired = told(game, "Fired")[0]
    assert (fired.shots, fired.hits, fired.cm, fired.cover) == (4, 2, pytest.approx(40), SOFT)
    assert len(battle.members(battle.groups[1])) == 5
    assert game.dice.left() == 0


def test_example_7_a_commanded_volley_at_a_wall() -> None:
    game = play(
        WALL, [LIEUTENANT, "regular-squad 100 100 180"], ["tribal-musketmen 100 20 0"], [7, 1, 8, 6, 2, 4, 2, 3]
    )
    battle: RiskBattle = game.battle
    put(game, 1, row(4, 101.5, 58 + 92), SOUTH)
    put(game, 2, row(3, 100, 58))
    game.tell(SideBegan(0, 1))
    battle.groups[1].commander = 0
    options = {option.key(): option for option in fire_options(battle, battle.groups[1])}
    fire_by_command(game, battle.groups[1], options["shoot:2"])
    fired = told(game, "Fired")[0]
    assert (fired.shots, fired.hits, fired.cm, fired.cover) == (4, 2, pytest.approx(90), HARD)
    assert len(battle.members(battle.groups[2])) == 2
    assert [event.killed for event in told(game, "Hurt")] == [False, True]


def test_example_8_a_muzzle_loader_needs_a_whole_turn_halted() -> None:
    game = play("", [LIEUTENANT, "sepoy-squad 100 50 0"], ["tribal-musketmen 100 100 180"])
    battle: RiskBattle = game.battle
    sepoys = battle.groups[1]
    sepoys.commander = 0
    sepoys.loaded = False
    members = battle.members(sepoys)
    assert not ready_figures(battle, sepoys, members, 0)
    game.tell(SideBegan(0, 1))
    for figure in members:
        battle.went[figure] = HALF
    end_side(game)
    assert not sepoys.loaded
    game.tell(SideBegan(0, 1))
    end_side(game)
    assert sepoys.loaded
    game.tell(SideBegan(0, 1))
    for figure in members:
        battle.went[figure] = HALF
    assert len(ready_figures(battle, sepoys, members, 0)) == 10
    battle.went[members[0]] = WHOLE
    assert len(ready_figures(battle, sepoys, members, 0)) == 9


def test_example_10_a_heros_shot_at_the_man_he_picks() -> None:
    one = ["captain 100 50 0"]
    game = play("", one, ["chief 100 62 180"], [5, 4])
    battle: RiskBattle = game.battle
    game.tell(SideBegan(0, 1))
    assert [option.key() for option in fire_options(battle, battle.groups[0])] == ["hold_fire"]  # he did not declare
    battle.groups[0].declared = True
    options = {option.key(): option for option in fire_options(battle, battle.groups[0])}
    fire_by_command(game, battle.groups[0], options["shoot_figure:1"])
    assert told(game, "Fired")[0].cm == pytest.approx(10)
    assert battle.groups[1].place == GONE


def test_example_15_commanded_natives_move_freely_and_shoot_at_the_nearest() -> None:
    one = ["chief 100 40 0", "tribal-musketmen 100 50 0"]
    two = ["regular-squad 100 110 180", "recruit-squad 180 110 180", "lieutenant 290 190 180"]
    answers: list[str | tuple[float, ...]] = [
        "will_not_fire",
        "group:1",
        "next:1",
        "keep",
        "march",
        (100.0, 70.0, 100.0, 70.0, NORTH),
        "stay",
    ]
    dice = [3, 3, 3, 3, 2, 1, 1, 1, 1, 1]
    game = play("", one, two, dice, answers)
    battle: RiskBattle = game.battle
    put(game, 1, row(12, 100, 50))
    put(game, 2, row(10, 100, 110), SOUTH)
    while not told(game, "Fired") and battle.active == 0:
        game.play_step()
    moved = next(event for event in told(game, "Moved") if event.how == "moves")
    assert set(moved.ys) == {70.0}
    fired = told(game, "Fired")[0]
    assert (fired.shots, fired.target, fired.commanded) == (4, 2, False)


def test_the_front_rank_hides_the_second_and_does_not_hinder_its_own_rear() -> None:
    game = play("", [LIEUTENANT, "regular-squad 100 50 0"], ["warrior-band 100 80 180"])
    battle: RiskBattle = game.battle
    put(game, 1, [*row(5, 100, 50), *row(5, 100, 47)])
    put(game, 2, [*row(10, 100, 80), *row(10, 100, 83)], SOUTH)
    squad = battle.groups[1]
    aim = aim_at(battle, squad, battle.groups[2], ready_figures(battle, squad, battle.members(squad), 0))
    assert len(aim.able) == 10
    assert len(aim.found) == 10
    assert aim.cover == OPEN


def test_a_wall_in_the_middle_forbids_a_shot_that_a_wall_at_either_end_does_not() -> None:
    for y, blocked in ((60 - 3, ""), (60 - 20, "the wall"), (60 + 3, "")):
        game = play(WALL, [LIEUTENANT, "regular-squad 100 30 0"], ["warrior-band 100 150 180"])
        battle: RiskBattle = game.battle
        put(game, 1, [(100, y)])
        put(game, 2, [(100, y + 40 if y != 63 else 90)], SOUTH)
        one, other = battle.members(battle.groups[1])[0], battle.members(battle.groups[2])[0]
        assert sees(battle, one, other)
        assert shot_blocked(battle, one, other) == blocked


# ---------------------------------------------------------------- visibility (example 9)


def test_example_9_seen_or_not() -> None:
    two = ["chief 290 190 180", "tribal-archers 100 98 180"]
    game = play(SCRUB, [LIEUTENANT, "regular-squad 100 45 0"], two, [4])
    battle: RiskBattle = game.battle
    put(game, 1, [(100, 45)])
    put(game, 3, [(100, 97)], SOUTH)  # 6 cm inside, 50 cm off
    game.tell(SideBegan(0, 1))
    visibility_dice(game)
    mine, archer = battle.members(battle.groups[1])[0], battle.members(battle.groups[3])[0]
    assert battle.groups[3].visibility == 40
    assert not sees(battle, mine, archer)
    assert sees(battle, archer, mine)
    battle.groups[3].fired = True
    assert sees(battle, mine, archer)


def test_a_wood_that_holds_neither_end_blocks_and_a_hill_above_both() -> None:
    for kind, sighted in (("woods", False), ("hill", False), ("marsh", True)):
        terrain = f'[[terrain]]\nkind = "{kind}"\nname = "it"\nrect = [80, 60, 120, 70]\n'
        game = play(terrain, [LIEUTENANT, "regular-squad 100 45 0"], ["warrior-band 100 90 180"])
        battle: RiskBattle = game.battle
        put(game, 1, [(100, 45)])
        put(game, 2, [(100, 90)], SOUTH)
        one, other = battle.members(battle.groups[1])[0], battle.members(battle.groups[2])[0]
        assert sees(battle, one, other) == sighted == sees(battle, other, one)


# ---------------------------------------------------------------- moving (example 11) and results on the table


def test_example_11_a_wounded_man_over_a_fence_and_through_a_marsh() -> None:
    terrain = (
        '[[terrain]]\nkind = "fence"\nname = "the fence"\nline = [[50, 51], [150, 51]]\n'
        '[[terrain]]\nkind = "marsh"\nname = "the marsh"\nrect = [50, 52, 150, 56]\n'
    )
    game = play(terrain, [LIEUTENANT, "regular-squad 100 30 0"], [CHIEF])
    battle: RiskBattle = game.battle
    put(game, 1, [(100, 50)])
    wound(game, 1)
    place = walk_one(battle, crowd_of(battle, [1], 0, 1.0, False), 1, 100, 150, 100, False, False)
    assert place.y == pytest.approx(50 + 4 + 7)


@pytest.mark.parametrize(
    ("card", "hurt", "far"),
    [
        ("regular-squad", False, 25),
        ("regular-squad", True, 20),
        ("mounted-infantry", True, 40),
        ("civilians", False, 20),
    ],
)
def test_allowances(card: str, hurt: bool, far: float) -> None:
    game = play("", [LIEUTENANT, f"{card} 100 30 0"], [CHIEF])
    battle: RiskBattle = game.battle
    put(game, 1, [(100, 50)])
    if hurt:
        wound(game, 1)
    place = walk_one(battle, crowd_of(battle, [1], 0, 1.0, False), 1, 100, 150, 100, False, False)
    assert place.y == pytest.approx(50 + far)


def test_riders_go_forty_only_if_all_of_it_is_open() -> None:
    for y0, end in ((80, 80), (70, 70), (60, 62.5), (30, 42.5)):
        terrain = f'[[terrain]]\nkind = "marsh"\nname = "the marsh"\nrect = [50, {y0}, 150, 100]\n'
        game = play(terrain, [LIEUTENANT, "mounted-infantry 100 20 0"], [CHIEF])
        battle: RiskBattle = game.battle
        put(game, 1, [(100, 40)])
        place = walk_one(battle, crowd_of(battle, [1], 0, 1.0, False), 1, 100, 190, 150, False, False)
        assert place.y == pytest.approx(end if y0 != 30 else 52.5)


def behave(result: int, terrain: str = "", order: tuple[int, float, float] | None = None) -> Game[Any]:
    """A Regular squad, a warrior band 60 cm north of it, and a result to be carried out."""
    game = play(terrain, [LIEUTENANT, "regular-squad 100 80 0"], ["warrior-band 100 150 180"])
    battle: RiskBattle = game.battle
    put(game, 1, row(10, 100, 80))
    put(game, 2, row(20, 100, 142, 2.5), SOUTH)
    game.tell(SideBegan(0, 1))
    squad = battle.groups[1]
    if order is not None:
        game.tell(OrderSet(1, order[0], order[1], order[2], True, "", ()))
    squad.action = result
    carry_out(game, squad, battle.members(squad), result)
    assert not SYSTEM.broken_laws(battle)
    return game


def test_advance_goes_toward_the_enemy_and_becomes_the_standing_order() -> None:
    game = behave(ADVANCE)
    squad = game.battle.groups[1]
    x, y = game.battle.centre(game.battle.members(squad))
    assert (x, y) == (pytest.approx(100, abs=2), pytest.approx(105, abs=0.5))
    assert squad.order.kind == ADVANCING
    assert squad.advancing


def test_run_turns_its_back_and_makes_routers() -> None:
    game = behave(RUN)
    squad = game.battle.groups[1]
    members = game.battle.members(squad)
    assert game.battle.centre(members)[1] == pytest.approx(55, abs=0.5)
    assert game.battle.facing(members) == pytest.approx(SOUTH, abs=3)
    assert squad.router
    assert squad.order.kind == HOLD


def test_who_runs_over_the_edge_is_gone() -> None:
    game = play("", [LIEUTENANT, "regular-squad 100 80 0"], ["warrior-band 100 100 180"])
    battle: RiskBattle = game.battle
    put(game, 1, row(10, 100, 10))
    squad = battle.groups[1]
    carry_out(game, squad, battle.members(squad), RUN)
    assert squad.place == GONE
    assert battle.figures.count(squad.first, squad.start, FLED) == 10


def test_withdraw_without_cover_goes_straight_back_facing_the_enemy() -> None:
    game = behave(WITHDRAW)
    members = game.battle.members(game.battle.groups[1])
    assert game.battle.centre(members)[1] == pytest.approx(55, abs=0.5)
    assert abs(game.battle.facing(members) - 180) == pytest.approx(180, abs=3)


def test_withdraw_makes_for_cover_farther_from_the_enemy() -> None:
    terrain = '[[terrain]]\nkind = "rocks"\nname = "the rocks"\nrect = [120, 50, 150, 60]\n'
    game = behave(WITHDRAW, terrain)
    x, y = game.battle.centre(game.battle.members(game.battle.groups[1]))
    assert x > 108
    assert y < 75


def test_take_cover_goes_behind_the_wall_on_the_side_away_from_the_enemy() -> None:
    game = behave(TAKE_COVER, '[[terrain]]\nkind = "wall"\nname = "the wall"\nline = [[70, 90], [130, 90]]\n')
    battle: RiskBattle = game.battle
    members = battle.members(battle.groups[1])
    assert all(battle.figures.y[figure] < 90 for figure in members)
    assert all_in_cover(battle, members, watch(battle, members, 0))
    stood = [battle.figures.y[figure] for figure in members]
    carry_out(game, battle.groups[1], members, TAKE_COVER)
    assert [battle.figures.y[figure] for figure in members] == stood  # in cover already


def test_take_cover_with_none_in_reach_goes_away_from_all_enemies() -> None:
    game = behave(TAKE_COVER)
    assert game.battle.centre(game.battle.members(game.battle.groups[1]))[1] == pytest.approx(55, abs=0.5)


def test_continue_follows_the_standing_order_and_halt_ends_it() -> None:
    game = behave(CONTINUE, order=(ADVANCING, 60.0, 80.0))
    squad = game.battle.groups[1]
    assert game.battle.centre(game.battle.members(squad))[0] == pytest.approx(75, abs=0.5)
    carry_out(game, squad, game.battle.members(squad), HALT)
    assert squad.order.kind == HOLD


def test_a_free_move_is_refused_with_a_reason() -> None:
    game = behave(HALT)
    region = MoveRegion(game.battle, game.battle.groups[1], NORTH)
    assert region.refusal((100, 100, 100, 105, 0)) == ""
    assert "at most 25 cm" in region.refusal((100, 100, 100, 106, 0))
    assert "leave the table" in region.refusal((100, 60, 100, -5, 0))
    assert "facing" in region.refusal((100, 90, 100, 90, 360))
    assert all(not region.refusal(value) for value in region.samples())


# ---------------------------------------------------------------- charge and melee (examples 12, 13)


def close(dice: list[int], one: str = "regular-squad", men: int = 2) -> Game[Any]:
    """Men of side 1 in contact with warriors of side 2, one to one."""
    game = play("", [LIEUTENANT, f"{one} 100 80 0"], ["warrior-band 100 150 180"], dice)
    put(game, 1, row(men, 100, 100, 6))
    put(game, 2, row(men, 100, 102, 6), SOUTH)
    game.tell(SideBegan(0, 1))
    return game


def test_example_12_a_melee_and_its_retreat() -> None:
    game = close([2, 5, 4, 6, 1, 3])
    battle: RiskBattle = game.battle
    squad = battle.groups[1]
    melee(game, squad)
    assert [event.damage for event in told(game, "Fought")] == [1, 0]
    assert told(game, "MeleeEnded")[0].suffered == [1, 0]
    assert squad.melee_retreat
    assert battle.centre(battle.members(squad))[1] < 100 - 12
    assert not battle.contacts()
    assert rf(battle, squad) >= 3


def test_example_13_breaking_off_under_a_parting_blow() -> None:
    game = close([3, 4], "recruit-squad", 1)
    break_off(game, game.battle.groups[1])
    assert told(game, "Fought")[0].winner == -1
    assert not told(game, "Hurt")
    assert game.dice.left() == 0


def test_a_charge_touches_and_no_more_than_four_fight_one() -> None:
    game = play("", [LIEUTENANT, "warrior-band 100 70 0"], ["chief 100 92 180"], [3, 3] * 4)
    battle: RiskBattle = game.battle
    band, chief = battle.groups[1], battle.groups[2]
    seen = watch(battle, battle.members(band), 0)
    assert can_charge(battle, band, battle.members(band), chief, seen)
    charge(game, band, battle.members(band), chief, seen, "R10")
    assert 3 <= len(battle.contacts()) <= 4
    assert not SYSTEM.broken_laws(battle)


def test_out_of_reach_there_is_no_charge() -> None:
    game = play("", [LIEUTENANT, "warrior-band 100 70 0"], ["chief 100 104 180"])
    battle: RiskBattle = game.battle
    band = battle.groups[1]
    put(game, 1, row(20, 100, 76, 2.5))
    for y, possible in ((104.0, False), (102.9, True)):
        put(game, 2, [(100, y)], SOUTH)
        seen = watch(battle, battle.members(band), 0)
        assert can_charge(battle, band, battle.members(band), battle.groups[2], seen) == possible


def test_a_charge_at_men_behind_a_wall_is_fought_across_it() -> None:
    game = play(WALL, ["chief 10 10 0", "warrior-band 100 80 180"], ["regular-squad 100 30 0"])
    battle: RiskBattle = game.battle
    put(game, 1, row(20, 100, 70, 2.5), SOUTH)
    put(game, 2, row(10, 100, 58.5))
    band, squad = battle.groups[1], battle.groups[2]
    seen = watch(battle, battle.members(band), 0)
    charge(game, band, battle.members(band), squad, seen, "R10")
    across = [one for one, _ in battle.contacts() if battle.figures.y[one] > 60]
    assert len(across) >= 8
    assert all(battle.figures.y[one] - 1 >= 60 - 1e-6 for one in across)  # on their own side of it


# ---------------------------------------------------------------- solo play


@pytest.mark.parametrize("players", ["", 'players = ["tables"]\n', "extra = { players = false }\n"])
def test_a_side_without_players_has_no_seat_and_plays_itself(players: str) -> None:
    text = scenario("", ["warrior-band 100 60 0"], ["warrior-band 100 150 180"])
    if players:
        text = scenario("", ["chief 20 20 0", "warrior-band 100 60 0"], ["warrior-band 100 150 180"])
        text = text.replace('name = "One"\n', f'name = "One"\n{players}')
    read = SYSTEM.read_scenario(text, "test.toml")
    assert SYSTEM.seats(read) == []
    game: Game[Any] = Game(SYSTEM, SYSTEM.new_battle(read), [], Seeded(5), True, [])
    while not game.battle.finished:
        game.play_step()
        assert not SYSTEM.broken_laws(game.battle)
    assert game.decisions == 0
    assert game.battle.verdict


def test_a_third_side_is_refused() -> None:
    text = scenario("", [LIEUTENANT], [CHIEF]) + (
        '[[sides]]\nname = "Three"\nzones = [[0, 0, 9, 9]]\n[[sides.units]]\ncard = "drummer"\n'
    )
    text = text.replace("[extra]\nfirst = 1\n", "")
    with pytest.raises(Refused, match="two sides"):
        SYSTEM.read_scenario(text, "test.toml")


# ---------------------------------------------------------------- random play


def small(settings: dict[str, object]) -> tuple[RiskFactor, Any]:
    read = SYSTEM.read_scenario(Path(HERE / "scenarios" / "the-picket.toml"))
    system = SYSTEM.configured(read.settings, "test", []).configured(settings, "test", [])
    assert isinstance(system, RiskFactor)
    return system, read


def random_game(system: RiskFactor, read: Any, seed: int) -> Game[Any]:
    players: list[Player | None] = [RandomPlayer(seed * 16 + seat) for seat in range(len(system.seats(read)))]
    game: Game[Any] = Game(system, system.new_battle(read), players, Seeded(seed), True, [False] * len(players))
    game.checking = True
    return game


def groups_in_contact(battle: RiskBattle) -> set[tuple[int, int]]:
    return {(battle.owner[one], battle.owner[other]) for one, other in battle.contacts()}


def check_step(game: Game[Any]) -> None:
    """One step: no law broken, and no groups in contact whom no charge brought there."""
    before = groups_in_contact(game.battle)
    start = len(game.log)
    game.play_step()
    assert not game.system.broken_laws(game.battle)
    new = groups_in_contact(game.battle) - before
    assert not new or any(type(event).__name__ == "Charged" for event in game.log[start:])
    assert game.step < 2000


def test_a_hundred_random_games_of_the_small_scenario_keep_every_law_and_end() -> None:
    system, read = small({})
    winners = []
    kinds: set[str] = set()
    for seed in range(1, 101):
        game = random_game(system, read, seed)
        while not game.battle.finished:
            check_step(game)
        battle = game.battle
        for group in battle.groups:
            states = [battle.figures.state[group.first + k] for k in range(group.start)]
            assert all(state in (IN_PLAY, LOST, FLED) for state in states)
        winners.append(battle.winner)
        kinds |= {type(event).__name__ for event in game.log}
    assert {0, 1} <= set(winners)
    expected = {"Charged", "Fired", "Fought", "GroupCommanded", "Hurt", "LinkBought", "Ran", "Retreated", "WentOff"}
    assert expected <= kinds


def event_lines(events: list[Event[Any]]) -> list[object]:
    return [event.data() for event in events]


def test_fog_hides_those_who_stand_in_scrub_and_tells_nobody_of_them() -> None:
    two = ["chief 290 190 180", "tribal-archers 100 98 180"]
    game = play(SCRUB, [LIEUTENANT, "regular-squad 100 45 0"], two, [1], settings='fog = "on"')
    battle: RiskBattle = game.battle
    put(game, 3, row(10, 100, 97), SOUTH)
    system = game.system
    seen = system.seen(battle, 0)
    assert seen is not battle
    assert not seen.members(seen.groups[3])
    assert len(system.seen(battle, 1).members(battle.groups[3])) == 10
    shown = system.view(battle, 0)["groups"][3]
    assert shown["place"] == "unseen"
    assert "figures" not in shown
    start = len(game.log)
    game.tell(SideBegan(1, 1))
    carry_out(game, battle.groups[3], battle.members(battle.groups[3]), WITHDRAW)
    moves = [event for event in game.log[start:] if isinstance(event, Moved)]
    assert any(not system.shown(event, 0) for event in moves)
    assert all(system.shown(event, 1) for event in moves)


def test_a_game_masters_word_is_carried_out() -> None:
    game = play("", [LIEUTENANT, "regular-squad 100 45 0"], [CHIEF, "warrior-band 100 150 180"])
    for order in ("order 1 advance 50 60", "risk 1 +2", "die 1 -1", "add 2 tribal-horse 200 150"):
        SYSTEM.overrule(game, order)
    battle: RiskBattle = game.battle
    assert (battle.groups[1].order.kind, battle.groups[1].order.x) == (ADVANCING, 50.0)
    assert (battle.groups[1].risk_add, battle.groups[1].die_add) == (2, -1)
    assert len(battle.members(battle.groups[4])) == 8
    assert not SYSTEM.broken_laws(battle)
    with pytest.raises(Refused, match="does not fit"):
        SYSTEM.overrule(game, "add 2 tribal-horse 200 150")
    SYSTEM.overrule(game, "award 2")
    assert (battle.finished, battle.winner) == (True, 1)


def test_steps_are_small_and_a_battle_starts_with_the_side_of_the_player_characters() -> None:
    game = play("", ["warrior-band 100 60 0"], ["lieutenant 100 150 180"])
    assert game.battle.first_side == 1
    step(game)
    assert game.battle.active == 1
