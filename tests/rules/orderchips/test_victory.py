"""How a battle ends on the table (section 1 and 8, R58): points, control, armies lost, nobody left."""

from __future__ import annotations

import pytest
from rules.orderchips.situation import Muster, unit
from tabletop import ground, of, one

from playsheet.core.errors import Refused
from playsheet.core.house import read_house
from playsheet.rules.orderchips.battle.events import FiguresLost, GunLost, LeftTable, Scored
from playsheet.rules.orderchips.terms import Phase
from playsheet.rules.orderchips.victory import is_lost
from playsheet.tabletop.events import BattleEnded

RED = unit("line-rifles", "Red", 30, 10)
FOE = unit("spear-warriors", "Foe", 30, 60, 180)
WELL = '[[objectives]]\nkind = "control-point"\nname = "the well"\nat = [36, 36]\nwithin = 3\npoints = 3\n'
LOSSES = '[[objectives]]\nkind = "units-lost"\npoints = 2\nbelow_half = 1\n'
POINTS = '[[objectives]]\nkind = "points-lost"\nevery = 10\n'
TURNED = '[[objectives]]\nkind = "automata-turned"\npoints = 2\n'
ARMY = '[[objectives]]\nkind = "army-lost"\npart = 0.5\n'


def ended(muster: Muster) -> tuple[BattleEnded, list[Scored]]:
    muster.phase(Phase.END)
    told = muster.step()
    return one(told, BattleEnded), of(told, Scored)


def test_at_the_turn_limit_points_decide() -> None:
    muster = Muster([unit("line-rifles", "Red", 36, 33)], [FOE], turns=1, objectives=WELL)
    end, scored = ended(muster)
    assert (end.winner, end.verdict) == (0, "The last turn is over: South wins by 3 points to 0.")
    assert [(score.side, score.points, score.what) for score in scored] == [(0, 3, "control of the well")]


def test_equal_points_are_a_draw() -> None:
    end, scored = ended(Muster([RED], [FOE], turns=1, objectives=WELL))
    assert (end.winner, end.verdict) == (-1, "The last turn is over: both sides have 0 points.")
    assert not scored


def test_before_the_limit_the_next_turn_begins() -> None:
    muster = Muster([RED], [FOE], turns=2, objectives=WELL)
    muster.phase(Phase.END)
    muster.step()
    assert muster.battle.turn == 2


# ---------------------------------------------------------------- control


@pytest.mark.parametrize(
    ("y", "held"),
    [(32.5, True), (32.4, False)],  # his base to the point: three inches, and a little more
)
def test_control_is_from_within_three_inches(y: float, held: bool) -> None:
    muster = Muster([unit("hero", "Hero", 36, y)], [FOE], turns=1, objectives=WELL)
    assert bool(ended(muster)[1]) == held


def test_a_point_that_names_no_distance_is_held_from_where_the_sheet_says() -> None:
    bare = WELL.replace("within = 3\n", "")
    muster = Muster([unit("hero", "Hero", 36, 32.5)], [FOE], turns=1, objectives=bare)
    assert ended(muster)[1]
    setup = muster.setup
    house = read_house('name = "Ours"\nsystem = "orderchips"\n[sheet.distances]\ncontrol = 5\n')
    wider = setup.system.configured(setup.scenario.settings, "wider", [house])
    assert [goal.within for goal in wider.new_battle(setup.scenario).goals.all] == [5.0]


def test_two_sides_there_and_nobody_controls_it() -> None:
    muster = Muster([unit("hero", "Hero", 36, 34)], [unit("hero", "Rival", 36, 38)], turns=1, objectives=WELL)
    assert not ended(muster)[1]


def test_the_locked_the_running_and_automata_control_nothing() -> None:
    for mark in ("locked", "ran", "automaton"):
        card = "clockwork-soldier" if mark == "automaton" else "hero"
        muster = Muster([unit(card, "Hero", 36, 34)], [FOE, unit("hero", "Rival", 36, 50)], turns=1, objectives=WELL)
        if mark == "locked":
            muster["Hero"].locked = [2]
            muster["Rival"].locked = [0]
            muster.battle.put(muster["Rival"].first, 36, 33, 0)
        muster["Hero"].ran = mark == "ran"
        assert not ended(muster)[1]


def test_a_building_is_held_from_inside_or_touching() -> None:
    hut = ground("building", "the hut", rect=[32, 32, 40, 40])
    goal = '[[objectives]]\nkind = "control-ground"\nterrain = ["the hut"]\npoints = [6, 3]\n'
    for x, side in ((31.5, 0), (36.0, 0), (31.4, -1)):
        muster = Muster([unit("hero", "Hero", x, 36)], [FOE], [hut], turns=1, objectives=goal)
        scored = ended(muster)[1]
        assert [(score.side, score.points) for score in scored] == ([(side, 6)] if side == 0 else [])
    muster = Muster([RED], [unit("hero", "Rival", 36, 36)], [hut], turns=1, objectives=goal)
    assert [(score.side, score.points) for score in ended(muster)[1]] == [(1, 3)]


@pytest.mark.parametrize(("x", "held"), [(15.4, False), (15.5, True), (56.5, True)])
def test_a_long_trench_is_held_from_its_very_end(x: float, held: bool) -> None:
    trench = ground("trench", "the trench", rect=[16, 36, 56, 36.8])
    goal = '[[objectives]]\nkind = "control-ground"\nterrain = ["the trench"]\npoints = [6, 3]\n'
    muster = Muster([unit("hero", "Hero", x, 36.4)], [FOE], [trench], turns=1, objectives=goal)
    assert bool(ended(muster)[1]) == held


# ---------------------------------------------------------------- losses


def test_units_lost_and_below_half() -> None:
    more = unit("spear-warriors", "More", 50, 60, 180)
    muster = Muster([RED], [FOE, more], turns=1, objectives=LOSSES)
    muster.lose("Foe", 12)
    muster.lose("More", 6)
    assert [(score.side, score.points) for score in ended(muster)[1]] == [(0, 2)]  # half is not below half
    muster = Muster([RED], [FOE, more], turns=1, objectives=LOSSES)
    muster.lose("Foe", 12)
    muster.lose("More", 7)
    assert [(score.side, score.points) for score in ended(muster)[1]] == [(0, 3)]


def test_what_counts_as_lost() -> None:
    south = [RED, unit("field-gun", "Gun", 10, 10), unit("steam-car", "Car", 50, 10), unit("hero", "Hero", 60, 10)]
    muster = Muster(south, [FOE], turns=1)
    names = ("Red", "Gun", "Car", "Hero")
    assert not any(is_lost(muster.battle, muster[name]) for name in names)
    muster.game.tell(LeftTable(muster["Red"].id, "R58"))
    muster.game.tell(GunLost(muster["Gun"].id, -1, "R19"))
    muster.battle.command(muster["Car"], 1)
    muster.game.tell(FiguresLost(muster["Hero"].id, 1, True, "R58"))
    assert all(is_lost(muster.battle, muster[name]) for name in names)


def test_points_of_units_lost_are_divided_and_rounded_down() -> None:
    south = [RED, unit("militia", "Mil", 50, 10), unit("lancers", "Horse", 60, 10)]
    muster = Muster(south, [FOE], turns=1, objectives=POINTS)
    muster.lose("Mil", 12)
    muster.lose("Horse", 6)
    assert [(score.side, score.points) for score in ended(muster)[1]] == [(1, 3)]  # 14 and 22


def test_an_automaton_that_has_changed_sides_counts_for_its_controller() -> None:
    muster = Muster([RED, unit("clockwork-soldier", "Tick", 50, 10)], [FOE], turns=1, objectives=TURNED)
    muster.battle.command(muster["Tick"], 1)
    assert [(score.side, score.points) for score in ended(muster)[1]] == [(1, 2)]


def test_a_captured_vehicle_is_no_automaton_that_has_changed_sides() -> None:
    muster = Muster([RED, unit("steam-car", "Car", 50, 10)], [FOE], turns=1, objectives=TURNED)
    muster.battle.command(muster["Car"], 1)
    assert not ended(muster)[1]


# ---------------------------------------------------------------- before the limit


def test_nobody_left_ends_it() -> None:
    muster = Muster([RED], [FOE], objectives=LOSSES)
    muster.lose("Foe", 12)
    end, _ = ended(muster)
    assert (end.winner, end.verdict) == (0, "Nobody of North is left on the table: South wins by 2 points to 0.")


def test_natives_do_not_count_as_somebody_left() -> None:
    muster = Muster([RED], [FOE], objectives=LOSSES)
    muster.overrule("natives musket-warriors 5 10 40 2")
    muster.lose("Foe", 12)
    assert ended(muster)[0].winner == 0


def test_an_army_that_has_lost_more_than_half_of_its_units_ends_the_game() -> None:
    more = unit("spear-warriors", "More", 50, 60, 180)
    muster = Muster([RED], [FOE, more], objectives=ARMY + POINTS)
    muster.lose("Foe", 12)
    muster.phase(Phase.END)
    muster.step()
    assert muster.battle.turn == 2  # just half
    muster = Muster([RED, unit("hero", "Hero", 10, 10), unit("hero", "Third", 20, 10)], [FOE], objectives=ARMY)
    muster.lose("Hero", 1)
    muster.lose("Third", 1)
    end, _ = ended(muster)
    assert end.verdict.startswith("South has lost too much of the army")


def test_a_goal_that_is_wrong_is_refused() -> None:
    goal = '[[objectives]]\nkind = "control-ground"\nterrain = ["the moon"]\npoints = [6, 3]\n'
    with pytest.raises(Refused, match="there is no area called 'the moon'"):
        Muster([RED], [FOE], objectives=goal)
    with pytest.raises(Refused, match="kind"):
        Muster([RED], [FOE], objectives='[[objectives]]\nkind = "glory"\n')
