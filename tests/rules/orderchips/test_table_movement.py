"""Moves of figures on the table (4.1, 4.2): the arrow, the leader's way, formations, what the ground costs."""

from __future__ import annotations

import pytest
from rules.orderchips.situation import Body, Muster, Spot, unit
from tabletop import cited, ground, of, one

from playsheet.core.geometry import spacing
from playsheet.rules.orderchips.battle.events import Attached, Deployed, Moved, MoveEnded
from playsheet.rules.orderchips.ground.moving import setting_out, walk
from playsheet.rules.orderchips.ground.slots import slot
from playsheet.rules.orderchips.options.moves import FormRegion, MoveRegion
from playsheet.rules.orderchips.terms import Order, Phase

FOE = unit("militia", "Foe", 5, 68, 180)
ROUGH = ground("rough", "the scree", rect=[20, 13, 40, 30])
WALL = ground("wall", "the wall", line=[[20, 12], [40, 12]])
HUT = ground("building", "the hut", rect=[25, 12, 35, 20])
LAKE = ground("deep-water", "the lake", rect=[20, 13, 40, 30])


def one_man(x: float, y: float, card: str = "line-rifles", **more: object) -> Body:
    return unit(card, "Red", x, y, 0.0, 1, figures=1, **more)


def refused(start: Spot, to: Spot, *terrain: str, arrow: str = "0", via: Spot | None = None, **rulings: object) -> str:
    """Why one man may not go there."""
    muster = Muster([one_man(*start)], [FOE], terrain, rulings=rulings)
    muster.chips(Red=f"move:{arrow}", Foe="stay:hold")
    region = MoveRegion(muster.battle, muster["Red"], Order.CLOSE)
    by = via or to
    return region.refusal((*by, *to, 0.0, 1.0))


# ---------------------------------------------------------------- 4.1.1: the arrow


def test_every_leg_keeps_within_45_degrees_of_the_arrow() -> None:
    assert not refused((30, 10), (34, 14))  # exactly 45
    assert refused((30, 10), (34.2, 14)).endswith("must keep within 45 degrees of its arrow.")
    assert not refused((30, 10), (30, 14), via=(32, 12))  # out and back, each leg at 45
    assert "arrow" in refused((30, 10), (30.5, 12), via=(33, 11))
    assert "arrow" in refused((30, 10), (30, 8))
    assert not refused((30, 10), (30, 8), arrow="180")


def test_the_tolerance_of_the_arrow_is_a_switch() -> None:
    assert not refused((30, 10), (30, 14), **{"arrow-tolerance": "0"})
    assert "within 0 degrees" in refused((30, 10), (30.1, 14), **{"arrow-tolerance": "0"})
    assert not refused((30, 10), (34, 10), **{"arrow-tolerance": "90"})


@pytest.mark.parametrize(("terrain", "purse"), [([WALL], 2.0), ([ground("mud", rect=[0, 0, 72, 30]), WALL], 4.0)])
def test_who_has_spent_his_move_at_a_wall_stays_on_this_side_of_it(terrain: list[str], purse: float) -> None:
    muster = Muster([one_man(30, 10)], [FOE], terrain)
    on = setting_out(muster.battle, 30.0, 10.0, purse)
    far = walk(muster.battle, muster.battle.going(muster["Red"]), on, 0.0, 1.0, 6.0)
    assert 11.9 < on.y < 12.0
    assert far == pytest.approx(on.y - 10.0)


@pytest.mark.parametrize(("to", "purse", "reach"), [(12.0, 2.0, 2.0), (13.0, 3.0, 2.0), (13.0, 5.0, 3.0)])
def test_r105_who_stops_on_a_wall_has_not_paid_for_it(to: float, purse: float, reach: float) -> None:
    muster = Muster([one_man(30, 10)], [FOE], [WALL])
    on = setting_out(muster.battle, 30.0, 10.0, purse)
    far = walk(muster.battle, muster.battle.going(muster["Red"]), on, 0.0, 1.0, to - 10.0)
    assert far == pytest.approx(reach, abs=1e-5)


@pytest.mark.parametrize(("way", "purse", "reach"), [(1.0, 6.0, 4.0), (-1.0, 6.0, 4.0), (1.0, 1.0, 0.0)])
def test_r105_a_wall_costs_whoever_leaves_its_line(way: float, purse: float, reach: float) -> None:
    """He stands exactly on it: to go off it, to either side, costs two inches."""
    muster = Muster([one_man(30, 12)], [FOE], [WALL])
    on = setting_out(muster.battle, 30.0, 12.0, purse)
    assert walk(muster.battle, muster.battle.going(muster["Red"]), on, 0.0, way, 6.0) == pytest.approx(reach)
    along = setting_out(muster.battle, 30.0, 12.0, 6.0)
    assert walk(muster.battle, muster.battle.going(muster["Red"]), along, 1.0, 0.0, 6.0) == pytest.approx(6.0)


def test_r105_a_halt_on_the_wall_between_two_legs_saves_nothing() -> None:
    assert "cannot go so far" in refused((30, 9), (30, 14), WALL, via=(30, 12))
    assert not refused((30, 9), (30, 13), WALL, via=(30, 12))


def test_it_may_move_any_distance_and_none() -> None:
    muster = Muster([unit("line-rifles", "Red", 30, 10)], [FOE])
    muster.chips(Red="move:0", Foe="stay:hold")
    spots = muster.spots("Red")
    told = muster.act("Red", "act move", "move 30,10,30,10,0,5")
    assert muster.spots("Red") == spots
    assert not of(told, Moved)
    assert muster["Red"].moved
    assert muster["Red"].counts_as_moving()  # R30: the chip, not the distance


# ---------------------------------------------------------------- 4.2.1, 4.2.2: formations and the measured leader


def test_slots_go_from_the_leader_outward_right_first() -> None:
    assert [slot(place, 5) for place in range(6)] == [(0, 0), (1, 0), (-1, 0), (2, 0), (-2, 0), (0, 1)]
    assert [slot(place, 4) for place in range(5)] == [(0, 0), (1, 0), (-1, 0), (2, 0), (0, 1)]


def test_close_order_touches_and_loose_has_an_inch() -> None:
    muster = Muster([unit("line-rifles", "Red", 30, 20, 0, 3, figures=5)], [FOE])
    assert muster.spots("Red") == [(30, 20), (31, 20), (29, 20), (30, 19), (31, 19)]
    muster.chips(Red="move:0", Foe="stay:hold")
    muster.act("Red", "act move:loose", "move 30,20,30,20,90,3")
    assert muster["Red"].order == Order.LOOSE
    assert muster.spots("Red") == [(30, 20), (30, 18), (30, 22), (28, 20), (28, 18)]  # facing east


def test_horse_is_two_deep_and_a_gun_stands_before_its_crew() -> None:
    muster = Muster([unit("lancers", "Horse", 30, 20, 0, 2, figures=4), unit("field-gun", "Gun", 40, 20)], [FOE])
    assert muster.spots("Horse") == [(30, 20), (31, 20), (30, 18), (31, 18)]
    assert muster.spots("Gun") == [(40, 20), (41, 20), (39, 20), (42, 20)]
    assert muster.battle.at(muster["Gun"].model) == (40, 22)  # half a base and half a gun from the leader


def test_only_the_leader_is_measured_and_the_others_are_set_about_him() -> None:
    muster = Muster([unit("line-rifles", "Red", 30, 20, 0, 10)], [FOE])
    muster.chips(Red="move:0", Foe="stay:hold")
    region = MoveRegion(muster.battle, muster["Red"], Order.CLOSE)
    assert not region.refusal((30, 26, 30, 26, 0, 5))
    assert "its move is 6 inches" in region.refusal((30, 26.01, 30, 26.01, 0, 5))
    assert "its move is 6 inches" in region.refusal((30, 26.004, 30, 26.004, 0, 5))  # R106: no hundredths
    muster.act("Red", "act move", "move 30,26,30,26,0,5")
    assert muster.at("Red") == (30, 26)
    assert muster.at("Red", 9) == (32 - 4, 25)


def test_nobody_strays_farther_than_a_move_and_a_half() -> None:
    muster = Muster([unit("line-rifles", "Red", 30, 20, 0, 10)], [FOE])  # a line of ten: the last stands at 35
    muster.chips(Red="move:0", Foe="stay:hold")
    region = MoveRegion(muster.battle, muster["Red"], Order.CLOSE)
    assert region.refusal((30, 26, 30, 26, 180, 10)) == "a figure of Red would go farther than 1.5 times its move."
    assert not region.refusal((30, 20, 30, 20, 270, 5))


def test_a_stationary_unit_forms_anew_and_stays_stationary() -> None:
    muster = Muster([unit("line-rifles", "Red", 30, 20, 0, 5)], [FOE])
    muster.chips(Red="stay", Foe="stay:hold")
    told = muster.act("Red", "act form:loose", "form 90,5")
    assert (muster["Red"].order, muster["Red"].facing) == (Order.LOOSE, 90.0)
    assert not muster["Red"].counts_as_moving()
    assert one(told, Moved).ruling == "R30"
    assert muster.at("Red") == (30, 20)


def test_a_form_region_refuses_what_is_no_formation() -> None:
    muster = Muster([unit("line-rifles", "Red", 30, 20)], [FOE])
    region = FormRegion(muster.battle, muster["Red"], Order.CLOSE)
    assert region.refusal((360.0, 3)) == "expected a facing from 0 to 360 degrees, got 360."
    assert region.refusal((0.0, 11)) == "expected from 1 to 10 files, got 11."
    assert region.refusal((0.0, 2.5)) == "expected from 1 to 10 files, got 2.5."


def test_a_slot_on_somebody_or_on_closed_ground_is_skipped() -> None:
    post = unit("hero", "Post", 31, 20)
    muster = Muster([post, unit("line-rifles", "Red", 30, 20, 0, 3, figures=4)], [FOE])
    assert muster.spots("Red") == [(30, 20), (29, 20), (30, 19), (31, 19)]
    lake = ground("deep-water", "the pond", rect=[30.6, 19, 33, 23])
    muster = Muster([unit("line-rifles", "Red", 30, 20, 0, 3, figures=3)], [FOE], [lake])
    assert muster.spots("Red") == [(30, 20), (29, 20), (30, 19)]


# ---------------------------------------------------------------- 4.2.2: what the ground costs


def test_rough_ground_costs_two_for_an_inch() -> None:
    assert not refused((30, 10), (30, 14.5), ROUGH)  # three inches, and one and a half at double cost
    assert "cannot go so far" in refused((30, 10), (30, 14.6), ROUGH)


def test_a_road_over_it_costs_nothing_more() -> None:
    road = ground("road", "the road", rect=[28, 0, 32, 40])
    assert not refused((30, 10), (30, 16), ROUGH, road)
    assert "cannot go so far" in refused((30, 10), (33, 15), ROUGH, road)


def test_crossing_an_obstacle_costs_two_inches() -> None:
    assert not refused((30, 10), (30, 14), WALL)
    assert "cannot go so far" in refused((30, 10), (30, 14.1), WALL)
    assert "cannot go so far" in refused((30, 7), (30, 12.1), WALL)  # an inch is left, and the wall wants two


def test_entering_a_building_costs_two_inches_and_leaving_it_nothing() -> None:
    assert not refused((30, 10), (30, 14), HUT)
    assert "cannot go so far" in refused((30, 10), (30, 14.1), HUT)
    assert not refused((30, 14), (30, 8), HUT, arrow="180")
    assert not refused((30, 14), (30, 20), HUT)  # inside it an inch is an inch


def test_closed_ground_is_closed() -> None:
    assert "cannot go so far" in refused((30, 10), (30, 13.5), LAKE)
    assert "has no room there" in refused((30, 10), (30, 12.8), LAKE)  # his base would stand in it
    muster = Muster([unit("lancers", "Red", 30, 8, 0, 1, figures=1)], [FOE], [HUT])
    muster.chips(Red="move:0", Foe="stay:hold")
    assert "cannot go so far" in MoveRegion(muster.battle, muster["Red"], Order.CLOSE).refusal((30, 14, 30, 14, 0, 1))


# ---------------------------------------------------------------- 4.2.3: others in the way


def test_an_inch_is_kept_from_enemies() -> None:
    def to(y: float) -> str:
        near = unit("militia", "Near", 30, 16, 180, 1, figures=1)
        muster = Muster([one_man(30, 10)], [FOE, near])
        muster.chips(Red="move:0", Foe="stay:hold", Near="stay:hold")
        return MoveRegion(muster.battle, muster["Red"], Order.CLOSE).refusal((30, y, 30, y, 0, 1))

    assert not to(14.0)
    assert "an enemy within 1 inch" in to(14.1)


def test_friends_are_passed_through_but_not_stopped_on() -> None:
    muster = Muster([one_man(30, 10), unit("militia", "Mates", 30, 12, 0, 3, figures=3)], [FOE])
    muster.chips(Red="move:0", Foe="stay:hold")
    region = MoveRegion(muster.battle, muster["Red"], Order.CLOSE)
    assert not region.refusal((30, 15, 30, 15, 0, 1))
    assert "has no room there" in region.refusal((30, 12.5, 30, 12.5, 0, 1))


@pytest.mark.parametrize(("card", "y"), [("steam-car", 16.0), ("field-gun", 14.0)])
def test_machines_and_guns_block_the_way(card: str, y: float) -> None:
    muster = Muster([one_man(30, 10), unit(card, "Block", 30, y)], [FOE])
    muster.chips(Red="move:0", Foe="stay:hold", Block="stay:hold")
    region = MoveRegion(muster.battle, muster["Red"], Order.CLOSE)
    far = 10 + muster.battle.gap(muster["Red"].first, muster["Block"].model) + 1.0
    assert far <= 16.0
    assert "somebody is in the way" in region.refusal((30, far, 30, far, 0, 1))


def test_leaders_do_not_leave_the_table() -> None:
    muster = Muster([one_man(30, 2)], [FOE])
    muster.chips(Red="move:180", Foe="stay:hold")
    region = MoveRegion(muster.battle, muster["Red"], Order.CLOSE)
    assert not region.refusal((30, 0.5, 30, 0.5, 180, 1))
    assert "has no room there" in region.refusal((30, 0.4, 30, 0.4, 180, 1))


# ---------------------------------------------------------------- 4.2.4, 4.2.5: notable persons, guns


def test_a_notable_person_joins_friends_whom_he_touches_after_the_moves() -> None:
    muster = Muster([unit("line-rifles", "Red", 30, 20, 0, 5), unit("hero", "Hero", 33, 20)], [FOE])
    muster.chips(Red="stay:hold", Hero="stay", Foe="stay:hold")
    muster.phase(Phase.ATTACHING)
    told = muster.step("attach attach:{Red}")
    assert one(told, Attached).ruling == "R72"
    assert muster.battle.strength(muster["Red"]) == 11
    assert muster.battle.members(muster["Red"])[-1] == muster["Hero"].first


def test_he_may_stay_alone_and_is_not_asked_if_he_touches_nobody() -> None:
    muster = Muster([unit("line-rifles", "Red", 30, 20, 0, 5), unit("hero", "Hero", 33, 20)], [FOE])
    muster.chips(Red="stay:hold", Hero="stay", Foe="stay:hold")
    muster.phase(Phase.ATTACHING)
    muster.step("attach alone")
    assert muster["Hero"].lone()
    muster = Muster([unit("line-rifles", "Red", 30, 20, 0, 5), unit("hero", "Hero", 33.1, 20)], [FOE])
    muster.phase(Phase.ATTACHING)
    muster.step()
    assert muster["Hero"].lone()


def test_he_moves_with_the_unit_in_a_slot_beside_the_leader() -> None:
    muster = Muster([unit("line-rifles", "Red", 30, 20, 0, 5), unit("hero", "Hero", 33, 20)], [FOE])
    muster.attach("Hero", "Red")
    muster.chips(Red="move:0", Foe="stay:hold")
    muster.act("Red", "act move", "move 30,25,30,25,0,5")
    assert muster.battle.at(muster["Hero"].first) == (31, 25)
    assert muster.at("Red", 1) == (29, 25)


def test_crew_and_gun_move_together_at_the_gun_s_rate() -> None:
    muster = Muster([unit("field-gun", "Gun", 30, 20)], [FOE])
    muster.chips(Gun="move:0", Foe="stay:hold")
    region = MoveRegion(muster.battle, muster["Gun"], Order.CLOSE)
    assert "its move is 3 inches" in region.refusal((30, 24, 30, 24, 0, 4))
    muster.act("Gun", "move 30,23,30,23,0,4")
    assert muster.battle.at(muster["Gun"].model) == (30, 25)


def test_a_crew_without_its_gun_is_on_foot_and_mans_it_again() -> None:
    muster = Muster([unit("field-gun", "Gun", 30, 20)], [FOE], [ground("woods", "the wood", rect=[20, 10, 40, 17])])
    muster["Gun"].manned = False
    muster.chips(Gun="move:180", Foe="stay:hold")
    assert muster.battle.move_of(muster["Gun"]) == 6.0
    muster.act("Gun", "move 30,15.5,30,15.5,180,4")  # into the wood, which is closed to guns
    assert not muster["Gun"].serves()
    assert muster.battle.at(muster["Gun"].model) == (30, 22)
    muster["Gun"].moved = False
    muster.chips(Gun="move:0", Foe="stay:hold")
    told = muster.act("Gun", "move 30,18.6,30,18.6,0,4")
    assert muster["Gun"].serves()  # within two inches of it
    assert "R74" in cited(told)


def test_a_gun_without_its_crew_is_lost_to_an_enemy_who_touches_it() -> None:
    muster = Muster([unit("field-gun", "Gun", 30, 20)], [unit("militia", "Foe", 30, 27, 180, 1, figures=1)])
    muster["Gun"].manned = False
    muster.chips(Gun="move:180", Foe="move:180")
    muster.act("Gun", "move 30,15,30,15,180,4")
    told = muster.act("Foe", "act move", "move 30,24,30,24,180,1")
    assert muster["Gun"].gun_lost
    assert "R59" in cited(told)


# ---------------------------------------------------------------- what is told


def test_a_move_is_told_once_when_nobody_watches() -> None:
    muster = Muster([unit("line-rifles", "Red", 30, 20)], [FOE])
    muster.chips(Red="move:0", Foe="stay:hold")
    told = muster.act("Red", "act move", "move 30,26,30,26,0,5")
    assert len(of(told, Moved)) == 1
    assert one(told, MoveEnded).unit == muster["Red"].id
    assert not of(told, Deployed)


def test_every_sample_of_a_move_is_legal_and_one_of_them_is_to_stay() -> None:
    muster = Muster([unit("line-rifles", "Red", 30, 8)], [FOE], [WALL, HUT])
    muster.chips(Red="move:20", Foe="stay:hold")
    region = MoveRegion(muster.battle, muster["Red"], Order.CLOSE)
    samples = region.samples()
    assert len(samples) > 3
    assert all(not region.refusal(value) for value in samples)
    assert samples[0] == (30, 8, 30, 8, 0.0, 5.0)
    assert max(spacing(30, 8, value[2], value[3]) for value in samples) <= 6.001
    assert {1.0, 5.0, 10.0} <= {value[5] for value in samples}  # how wide and how deep it may form


def test_every_sample_of_a_new_formation_is_legal_and_some_are_turned_by_quarters() -> None:
    muster = Muster([unit("line-rifles", "Red", 30, 30)], [FOE])
    muster.chips(Red="stay", Foe="stay:hold")
    region = FormRegion(muster.battle, muster["Red"], Order.CLOSE)
    samples = region.samples()
    assert {value[0] for value in samples} >= {0.0, 90.0, 180.0, 270.0}
    assert not any(region.refusal(value) for value in samples)
