"""4.3 Movement and 4.8 detachments on the table."""

from __future__ import annotations

import pytest
from rules.gettysburg.situation import CONFEDERATE, UNION, Field, brigade, foot, general, ground
from tabletop import cited, of, one, rolls

from playsheet.core.angles import RADIANS
from playsheet.rules.gettysburg.battle.move_events import (
    CrossingTried,
    Formed,
    GotUp,
    LeftPost,
    Moved,
    Occupied,
    RecallTried,
    Rejoined,
    Unformed,
    WentOut,
)
from playsheet.rules.gettysburg.ground.moving import allowance, place_refusal, wheeled
from playsheet.rules.gettysburg.options.choices import PlaceAct
from playsheet.rules.gettysburg.options.command import brigades_to_try
from playsheet.rules.gettysburg.options.duties import support_refusal
from playsheet.rules.gettysburg.options.moves import facing_region, leaving
from playsheet.rules.gettysburg.terms import Arm, Formation, UnformedBy, UnitState


def alone(
    card: str = "us-line", *terrain: str, formation: str = "line", facing: float = 180.0, **more: object
) -> Field:
    """One unit at (30, 50), the enemy far off."""
    return Field(
        [foot(card, "A", 30, 50, facing, formation)],
        [foot("cs-line", "B", 30, 3, 0)],
        list(terrain),
        **more,  # type: ignore[arg-type]
    )


# ---------------------------------------------------------------- 4.3.1


@pytest.mark.parametrize(
    ("card", "formation", "inches"),
    [
        ("us-line", "line", 8),
        ("us-line", "extended", 8),
        ("us-line", "column", 10),
        ("us-line", "skirmish", 10),
        ("us-cav", "line", 14),
        ("us-napoleon", "limbered", 12),
        ("us-parrott20", "limbered", 7),
        ("us-napoleon", "deployed", 4),
    ],
)
def test_allowances(card: str, formation: str, inches: float) -> None:
    field = alone(card, formation=formation)
    assert allowance(field.battle, field["A"]) == inches
    assert not field.no_march("A", 30, 50 - inches)
    assert "left" in field.no_march("A", 30, 50 - inches - 0.1)


def test_unformed_infantry_use_the_row_of_the_column() -> None:
    field = alone()
    field.unform("A")
    assert allowance(field.battle, field["A"]) == 10  # trap 8: faster than a line


@pytest.mark.parametrize(("gap", "may"), [(0.9, False), (1.1, True)])
def test_an_inch_is_kept_from_the_end_of_an_enemys_line(gap: float, may: bool) -> None:
    field = alone()
    held, enemy = field["A"].shape, field["B"].shape
    there = field.battle.footprint(
        field["A"], field["A"].formation, enemy.x + enemy.half_w + held.half_w + gap, enemy.y, 180
    )
    assert (not place_refusal(field.battle, field["A"], there)) == may


@pytest.mark.parametrize(("card", "formation", "may"), [("us-napoleon", "limbered", False), ("us-line", "line", True)])
def test_a_dense_wood_is_closed_to_guns(card: str, formation: str, may: bool) -> None:
    field = alone(card, ground("dense-wood", "the wood", rect=[20, 20, 40, 40]), formation=formation)
    there = field.battle.footprint(field["A"], field["A"].formation, 30, 30, 180)
    assert (not place_refusal(field.battle, field["A"], there)) == may


def test_only_the_brigade_whose_turn_it_is_tries_for_another_order() -> None:
    field = Field(
        [foot("us-line", "A", 20, 60, 180, group="one"), foot("us-line", "C", 40, 60, 180, group="two")],
        [foot("cs-line", "B", 30, 3, 0)],
        brigades=([brigade("one"), brigade("two")], ()),
    )
    field.battle.side = UNION
    assert brigades_to_try(field.battle) == [0, 1]
    field.battle.brigade = 1
    assert brigades_to_try(field.battle) == [1]


def test_who_is_beyond_the_leash_of_a_supporting_brigade_must_come_nearer() -> None:
    field = Field(
        [foot("us-line", "A", 10, 60, 180, group="one"), foot("us-line", "C", 60, 60, 180, group="two")],
        [foot("cs-line", "B", 30, 3, 0)],
        brigades=([brigade("one"), brigade("two")], ()),
    )
    supporting = field.battle.brigades[0]
    supporting.target = 1
    held = field["A"].shape
    assert "must end within 24 inches" in support_refusal(field.battle, field["A"], supporting, held)
    assert not support_refusal(field.battle, field["A"], supporting, held.moved(1.0, 0.0, 1.0))


# ---------------------------------------------------------------- 4.3.2


def test_a_whole_change_leaves_no_march_and_a_half_one_half() -> None:
    field = alone()
    told = field.move("A", "act form:extended", "form 0", "act march", "march 30,45.625,180")
    assert one(told, Formed).share == 0.5
    assert field["A"].formation == Formation.EXTENDED
    assert field.at("A") == (30.0, 45.625)  # half a move from its new centre
    field = alone()
    told = field.move("A", "act form:column", "form 0")
    assert one(told, Formed).share == 1.0
    assert field["A"].formation == Formation.COLUMN
    assert field["A"].acted


def test_march_before_a_change() -> None:
    field = alone()
    field.move("A", "act march", "march 30,46,180", "act form:extended", "form 0")
    assert field["A"].formation == Formation.EXTENDED
    assert field["A"].spent == pytest.approx(1.0)


def test_the_new_front_stands_on_the_old_line_slid_while_they_overlap() -> None:
    """R129."""
    field = alone()
    front = field["A"].front_middle()
    field.move("A", "act form:column", "form 1.5")
    x, y = field["A"].front_middle()
    assert y == pytest.approx(front[1])
    assert x == pytest.approx(front[0] - 1.5)  # to its own right, which is west
    field = alone()
    with pytest.raises(AssertionError, match="must overlap"):
        field.move("A", "act form:column", "form 5.7")


def test_no_room_no_change() -> None:
    """R129: clear of others, else no change."""
    field = Field(
        [
            foot("us-line", "A", 30, 50, 180, "column"),
            foot("us-line", "L", 26.2, 49.25, 180, "column"),
            foot("us-line", "R", 33.8, 49.25, 180, "column"),
        ],
        [foot("cs-line", "B", 30, 3, 0)],
    )
    assert "form:line" not in field.acts("A")
    assert "form:skirmish" not in field.acts("A")


# ---------------------------------------------------------------- 4.3.3


def test_ahead_and_obliquely_up_to_45_degrees() -> None:
    field = alone()
    assert not field.no_march("A", 25, 45)
    assert "45 degrees" in field.no_march("A", 24, 45)
    assert "45 degrees" in field.no_march("A", 30, 52)


def test_a_wheel_costs_the_way_of_the_outer_corner() -> None:
    field = alone(formation="column")  # 3.75 wide, 10 inches
    told = field.move("A", "act march", "march 30.0,49.999,180", "act done")
    assert one(told, Moved).share == pytest.approx(0.0001)
    field = alone(formation="column")
    before = field["A"].shape.corners()
    wheel = wheeled(field["A"].shape, 225.0)
    told = field.move("A", "act march", f"march {wheel.x!r},{wheel.y!r},225", "act done")
    assert one(told, Moved).share == pytest.approx(3.75 * 45 * RADIANS / 10)
    after = field["A"].shape.corners()
    assert after[2:4] == pytest.approx(before[2:4])  # it turns right: the right front corner stands still


@pytest.mark.parametrize(("x", "right", "left"), [(26.0, True, False), (34.0, False, True)])
def test_a_wheel_sweeps_to_the_outside(x: float, right: bool, left: bool) -> None:
    """A friend stands beside the column, which faces south: in the west it is in the way of a wheel to the left."""
    field = Field(
        [foot("us-line", "A", 30, 50, 180, "column"), foot("us-line", "C", x, 50, 180, "column")],
        [foot("cs-line", "B", 30, 3, 0)],
    )
    for facing, may in ((225.0, right), (135.0, left)):
        wheel = wheeled(field["A"].shape, facing)
        assert (not field.no_march("A", wheel.x, wheel.y, facing)) is may


def test_skirmishers_turn_freely() -> None:
    field = alone("us-vet", formation="skirmish")
    told = field.move("A", "act march", "march 40,50,90")
    assert one(told, Moved).share == pytest.approx(1.0)
    assert field["A"].facing == 90.0


def test_a_turn_of_the_whole_unit_costs_half() -> None:
    """R34."""
    field = alone()
    told = field.move("A", "act turn", "face 90", "act march", "march 34,50,90")
    assert "R34" in cited(told)
    assert field.at("A") == (34.0, 50.0)
    assert field["A"].marched == pytest.approx(0.5)  # the turn is no march
    with pytest.raises(AssertionError, match="expected A to face"):
        alone().move("A", "act turn", "face 100")


def test_only_facings_with_room_are_offered() -> None:
    """R129: a friend stands close behind the line, in the way of a turn by 90 degrees."""
    field = Field(
        [foot("us-line", "A", 30, 50, 180), foot("us-line", "C", 30, 52.5, 180)], [foot("cs-line", "B", 30, 3, 0)]
    )
    region = facing_region(field.battle, field["A"], Formation.LINE, [])
    assert [round(value[0], 6) for value in region.samples()] == [180.0, 0.0]


# ---------------------------------------------------------------- 4.3.4


def test_each_inch_of_the_centre_in_slow_ground_costs_two() -> None:
    """E17: 2 inches open, then open wood: 3 more, 5 in all."""
    field = alone("us-line", ground("open-wood", "the wood", rect=[20, 30, 40, 48]))
    assert not field.no_march("A", 30, 45)
    assert field.no_march("A", 30, 44.9)
    told = field.move("A", "act march", "march 30,45,180")
    assert one(told, Moved).share == pytest.approx(1.0)
    assert not of(told, Unformed)


def test_by_switch_the_whole_move_is_halved() -> None:
    wood = ground("open-wood", "the wood", rect=[20, 30, 40, 48])
    field = alone("us-line", wood, **{"terrain-cost": "whole"})
    assert not field.no_march("A", 30, 46)
    assert field.no_march("A", 30, 45.9)
    field.move("A", "act march", "march 30,48.5,180", "act march", "march 30,46,180")
    assert field["A"].spent == pytest.approx(1.0)  # the first leg counts double too
    field = alone("us-line", ground("open-wood", "the wood", rect=[20, 49, 40, 60]), **{"terrain-cost": "whole"})
    field.move("A", "act march", "march 30,48,180", "act march", "march 30,46,180")
    assert field["A"].spent == pytest.approx(1.0)  # and so does the second, out of the wood


def test_severe_ground_unforms_and_one_reforms_only_outside() -> None:
    """R37."""
    field = alone("us-line", ground("dense-wood", "the wood", rect=[20, 40, 40, 48]))
    told = field.move("A", "act march", "march 30,46,180", "act done")
    assert one(told, Unformed).cause == UnformedBy.TERRAIN
    field.next_turn()
    assert not [act for act in field.acts("A") if act.startswith("reform:line")]
    assert "reform:skirmish" in field.acts("A")  # skirmish order is none the worse for it
    field.move("A", "act march", "march 30,42,180", "act done")
    field.next_turn(3)
    field.move("A", "act march", "march 30,38,180", "act done")
    field.next_turn(4)
    assert "reform:line" in field.acts("A")


def test_skirmishers_do_not_mind_difficult_ground() -> None:
    field = alone("us-vet", ground("open-wood", "the wood", rect=[20, 30, 40, 48]), formation="skirmish")
    assert not field.no_march("A", 30, 40)


def test_cavalry_is_unformed_by_difficult_ground_and_kept_out_of_severe() -> None:
    field = alone("us-cav", ground("open-wood", "the wood", rect=[20, 30, 40, 48]))
    assert one(field.move("A", "act march", "march 30,46,180", "act done"), Unformed).cause == UnformedBy.TERRAIN
    field = alone("us-cav", ground("marsh", "the marsh", rect=[20, 30, 40, 44]))
    assert "the marsh" in field.no_march("A", 30, 44)
    assert not field.no_march("A", 30, 45.6)  # R132: no part of it


def test_a_fence_is_an_inch_of_difficult_ground() -> None:
    field = alone("us-line", ground("fence", "the fence", line=[[20, 45], [40, 45]]))
    assert not field.no_march("A", 30, 43)  # seven inches, one of them double
    assert field.no_march("A", 30, 42.9)


def test_guns_may_not_unlimber_in_difficult_ground() -> None:
    field = alone("us-napoleon", ground("ploughed-mud", "the mud", rect=[20, 44, 40, 60]), formation="limbered")
    assert "unlimber" not in field.acts("A")


def test_a_lane_is_good_ground_through_the_wood() -> None:
    """R139."""
    wood = ground("dense-wood", "the wood", rect=[20, 30, 40, 48])
    field = alone("us-line", wood, ground("lane", "the lane", line=[[30, 20], [30, 60]]), formation="column")
    told = field.move("A", "act march", "march 30,40,180")
    assert one(told, Moved).share == pytest.approx(1.0)
    assert not of(told, Unformed)


# ---------------------------------------------------------------- 4.3.5


def obstacle(kind: str, card: str = "us-line", formation: str = "line") -> Field:
    return alone(card, ground(kind, f"the {kind}", line=[[20, 47], [40, 47]]), formation=formation)


@pytest.mark.parametrize(
    ("kind", "face", "y", "unformed", "down", "figures"),
    [
        ("abatis", 1, 46.5, True, False, 20),
        ("abatis", 3, 47.75, False, True, 20),
        ("abatis", 4, 46.5, False, False, 20),
        ("wire", 3, 46.5, True, False, 20),
        ("wire", 4, 46.5, False, False, 20),
        ("palisade", 2, 46.5, True, False, 19),
        ("palisade", 5, 47.75, False, True, 20),
        ("palisade", 6, 46.5, False, False, 20),
    ],
)
def test_crossing_defences(kind: str, face: int, y: float, unformed: bool, down: bool, figures: int) -> None:
    """Half a move, then the die; "behind" is on the near side, gone to ground (R38)."""
    field = obstacle(kind)
    told = field.move("A", "act march", "march 30,46.5,180", *(() if down else ("act done",)), dice=[face])
    assert one(told, CrossingTried).plot == 0
    unit = field["A"]
    front = unit.front_middle()[1]
    assert unit.y == pytest.approx(y) if not down else front == pytest.approx(47.0)
    assert (unit.cause != UnformedBy.NOTHING, unit.state == UnitState.GONE_TO_GROUND, unit.figures) == (
        unformed,
        down,
        figures,
    )
    if not down:
        assert one(told, Moved).share == pytest.approx(0.5 + 3.5 / 8)


def test_a_crossing_must_be_afforded() -> None:
    assert not obstacle("wire").no_march("A", 30, 46)
    assert obstacle("wire").no_march("A", 30, 45.9)


def test_works_are_crossed_without_a_die() -> None:
    field = obstacle("works")
    field.move("A", "act march", "march 30,46.5,180", "act done")
    assert field.at("A") == (30.0, 46.5)


def test_cavalry_and_guns_cannot_cross() -> None:
    """R38."""
    assert "abatis" in obstacle("abatis", "us-cav").no_march("A", 30, 45)
    assert "works" in obstacle("works", "us-napoleon", "limbered").no_march("A", 30, 45)


# ---------------------------------------------------------------- 4.3.6


def test_nobody_comes_within_an_inch_of_an_enemy() -> None:
    field = Field([foot("us-line", "A", 30, 50, 180)], [foot("cs-line", "B", 30, 45, 0)])
    assert not field.no_march("A", 30, 47.5)
    assert "only a charge" in field.no_march("A", 30, 47.4)


def test_close_order_does_not_pass_through_but_skirmishers_do() -> None:
    def with_friend(mine: str, other: str) -> Field:
        return Field(
            [foot("us-vet", "A", 30, 50, 180, mine), foot("us-vet", "C", 30, 46.5, 180, other)],
            [foot("cs-line", "B", 30, 3, 0)],
        )

    assert "C is in the way" in with_friend("line", "line").no_march("A", 30, 42)
    assert not with_friend("skirmish", "line").no_march("A", 30, 41)
    assert not with_friend("line", "skirmish").no_march("A", 30, 43)
    assert "would stand on C" in with_friend("line", "skirmish").no_march("A", 30, 46)


def test_nobody_leaves_the_table() -> None:
    assert "table edge" in Field([foot("us-line", "A", 30, 70, 0)], [foot("cs-line", "B", 30, 3)]).no_march("A", 30, 72)


# ---------------------------------------------------------------- 4.3.7


def test_step_back_is_the_whole_move() -> None:
    field = alone()
    field.move("A", "act step_back", "step_back 6")
    assert field.at("A") == (30.0, 56.0)
    assert field["A"].facing == 180.0
    assert field["A"].spent == pytest.approx(1.0)
    with pytest.raises(AssertionError, match="at most 6"):
        alone().move("A", "act step_back", "step_back 6.1")


def test_prolonging_is_straight_or_wheeling_and_counts_as_moved() -> None:
    field = alone("us-napoleon", formation="deployed")
    assert "straight" in field.no_march("A", 28, 48)
    field.move("A", "act march", "march 30,46,180")
    assert field["A"].moved
    assert field["A"].formation == Formation.DEPLOYED


def test_a_battery_marches_six_inches_and_unlimbers_facing_any_way() -> None:
    """E17."""
    field = alone("us-napoleon", formation="limbered")
    told = field.move("A", "act march", "march 30,44,180", "act unlimber", "face 135")
    assert field["A"].formation == Formation.DEPLOYED
    assert field["A"].facing == 135.0
    assert field["A"].unlimbered
    assert one(told, Formed).share == 0.5
    field = alone("us-napoleon", formation="limbered")
    field.move("A", "act march", "march 30,43.9,180", "act done")
    assert "unlimber" not in field.acts("A", True)


def test_a_heavy_battery_needs_its_whole_move_and_an_about_face_is_one() -> None:
    field = alone("us-parrott20", formation="limbered")
    assert one(field.move("A", "act unlimber", "face 180"), Formed).share == 1.0
    field = alone("us-napoleon", formation="deployed")
    assert one(field.move("A", "act turn", "face 0"), Moved).share == 1.0


def test_guns_limber_to_the_front_or_the_rear() -> None:
    """R134."""
    field = alone("us-napoleon", formation="deployed")
    field.move("A", "act limber", "face 0", "act march", "march 30,56,0")
    assert field["A"].formation == Formation.LIMBERED
    assert field.at("A") == (30.0, 56.0)
    with pytest.raises(AssertionError, match="to face"):
        alone("us-napoleon", formation="deployed").move("A", "act limber", "face 90")


# ---------------------------------------------------------------- reforming (4.9.1)


def test_reforming_is_a_whole_move_into_any_formation() -> None:
    field = alone()
    field.unform("A")
    told = field.move("A", "act reform:column", "face 90")
    assert one(told, Formed).share == 1.0
    assert field["A"].cause == UnformedBy.NOTHING
    assert field["A"].facing == 90.0


def test_unformed_by_melee_it_reforms_as_it_stood() -> None:
    field = alone()
    field.game.tell(Unformed(field["A"].id, UnformedBy.MELEE, ""))
    assert [act for act in field.acts("A") if act.startswith("reform")] == ["reform:line"]
    with pytest.raises(AssertionError, match="to face 180"):
        field.move("A", "act reform:line", "face 90")


def test_after_a_phase_3_move_it_may_only_reform() -> None:
    """R114."""
    field = alone()
    field.unform("A")
    field["A"].compulsory_done = True
    assert all(act.startswith("reform") or act == "stand" for act in field.acts("A"))
    assert len(field.acts("A")) > 1


@pytest.mark.parametrize("flag", ["charged", "evaded", "halted"])
def test_who_may_not_move(flag: str) -> None:
    field = alone()
    setattr(field["A"], flag, True)
    field.moves()
    assert field.at("A") == (30.0, 50.0)


@pytest.mark.parametrize("state", ["faltering", "retreating", "routing"])
def test_who_falters_or_runs_makes_no_normal_move(state: str) -> None:
    field = alone()
    field.state("A", state)
    field.moves()
    assert field.at("A") == (30.0, 50.0)


# ---------------------------------------------------------------- mounting (R102)


def test_dismounting_makes_infantry_in_line_or_skirmish_order() -> None:
    field = alone("us-spencer")
    assert {"dismount:line", "dismount:skirmish"} <= set(field.acts("A"))
    assert "dismount:column" not in field.acts("A")
    told = field.move("A", "act dismount:line", "form 0")
    assert one(told, Formed).share == 1.0
    assert field["A"].arm == Arm.INFANTRY
    assert 2 * field["A"].shape.half_w == pytest.approx(4.5)
    field.next_turn()
    field.move("A", "act mount:column", "form 0")
    assert field["A"].arm == Arm.CAVALRY
    assert field["A"].formation == Formation.COLUMN


def test_one_in_four_holds_the_horses_by_switch() -> None:
    field = alone("us-spencer", **{"horse-holders": "on"})
    field.move("A", "act dismount:line", "form 0")
    assert field.battle.in_ranks(field["A"]) == 9
    field = alone("us-spencer")
    field.move("A", "act dismount:line", "form 0")
    assert field.battle.in_ranks(field["A"]) == 12


def test_dismounted_cavalry_are_second_rate_skirmishers() -> None:
    """R126."""
    field = alone("us-cav")
    assert field["A"].skirmish_rate() == field["A"].card.skirmish_rate
    field.move("A", "act dismount:skirmish", "form 0")
    assert field["A"].skirmish_rate() == 1


# ---------------------------------------------------------------- posts (R124)


def test_works_are_occupied_and_left_by_a_whole_move() -> None:
    field = alone("us-line", ground("works", "the works", line=[[20, 48.5], [40, 48.5]]), facing=180.0)
    assert field["A"].garrison == 0  # deployed within an inch behind them
    told = field.move("A", "act leave")
    assert one(told, LeftPost).share == 1.0
    field.next_turn()
    told = field.move("A", "act occupy:0")
    assert one(told, Occupied).share == 1.0
    assert field["A"].garrison == 0
    field.next_turn(3)
    assert set(field.acts("A")) == {"leave", "stand"}


def test_a_bua_holds_one_regiment_whose_footprint_it_is() -> None:
    field = Field(
        [foot("us-line", "A", 30, 50, 180), foot("us-line", "C", 36, 43, 270)],
        [foot("cs-line", "B", 30, 3, 0)],
        [ground("bua", "the farm", rect=[28, 44.5, 32, 48.5])],
    )
    field.move("A", "act occupy:0")
    unit = field["A"]
    assert (unit.x, unit.y, unit.shape.half_w, unit.shape.half_d) == (30.0, 46.5, 2.0, 2.0)
    assert "occupy:0" not in field.acts("C")
    field.next_turn()
    told = field.move("A", "act leave", "leave 30,43.7,180")
    assert one(told, LeftPost).share == 1.0
    assert field["A"].garrison == -1
    assert field["A"].shape.half_w == pytest.approx(3.75)


def test_a_bua_is_left_to_any_side_looking_outward() -> None:
    """R124."""
    field = alone("us-line", ground("bua", "the farm", rect=[28, 48, 32, 52]))
    (leave,) = leaving(field.battle, field["A"])
    assert isinstance(leave, PlaceAct)
    assert {tuple(round(part, 1) for part in value) for value in leave.region.samples()} == {
        (30.0, 47.2, 180.0),
        (27.2, 50.0, 270.0),
        (30.0, 52.8, 0.0),
        (32.8, 50.0, 90.0),
    }


def test_a_burning_building_must_be_left() -> None:
    """R92."""
    field = Field(
        [foot("us-line", "A", 30, 46.5, 180)],
        [foot("cs-line", "B", 30, 3, 0)],
        [ground("bua", "the farm", rect=[28, 44.5, 32, 48.5])],
    )
    assert field["A"].garrison == 0
    field.overrule("fire 0")
    assert field.acts("A") == ["leave"]
    field.moves("act leave", "leave 30,50,0")
    assert field["A"].garrison == -1
    field.next_turn()
    assert "occupy:0" not in field.acts("A")


# ---------------------------------------------------------------- 4.3.8


def down(card: str, brigadier: tuple[float, float]) -> Field:
    field = Field([foot(card, "A", 30, 50, 180), general("gen-n", "Him", *brigadier)], [foot("cs-line", "B", 30, 3, 0)])
    field.state("A", "gone-to-ground")
    field.next_turn()
    return field


def test_get_up() -> None:
    """E16: regulars stay down on 6, green men are up and may march."""
    field = down("us-line", (30.0, 62.5))
    told = field.move("A", "act get_up", dice=[3, 3])
    assert not one(told, GotUp).passed
    assert field["A"].state == UnitState.GONE_TO_GROUND
    field = down("us-green", (30.0, 62.5))
    field.move("A", "act get_up", "act march", "march 30,42,180", dice=[3, 3])
    assert field.at("A") == (30.0, 42.0)


def test_nobody_near_or_the_same_turn_no_try() -> None:
    assert down("us-line", (30.0, 70.0)).acts("A") == ["stand"]
    field = down("us-line", (30.0, 60.0))
    field["A"].down_turn = field.battle.turn
    assert field.acts("A") == ["stand"]


# ---------------------------------------------------------------- tokens


def test_down_packs_adds_four_inches() -> None:
    """R90."""
    field = alone()
    assert "down_packs" not in field.acts("A")
    field.token(UNION, "down-packs")
    field.move("A", "act down_packs", "act march", "march 30,38,180")
    assert field.at("A") == (30.0, 38.0)
    assert field.battle.armies[UNION].tokens == [0, 0, 0]
    assert "down_packs" not in alone("us-cav").acts("A")


# ---------------------------------------------------------------- 4.8


def test_a_screen_is_a_quarter_and_costs_half() -> None:
    field = alone("us-vet")
    told = field.move("A", "act screen", "screen 30,43.5,180", "act march", "march 30,49,180", "act done")
    assert one(told, WentOut).figures == 5  # of 22
    screen = field["A screen"]
    assert (screen.figures, screen.formation, screen.parent) == (5, Formation.SKIRMISH, field["A"].id)
    assert field["A"].figures == 17
    assert screen.acted  # no move that turn (R125)
    assert field.battle.losses(field["A"]) == (0, 22)
    assert field.battle.brigades[0].detachment == screen.id


def test_half_a_regiment_costs_the_whole_move_and_percentages_count_both() -> None:
    field = alone("us-vet")
    told = field.move("A", "act half", "half 30,43.5,180")
    assert (one(told, WentOut).figures, one(told, WentOut).share) == (11, 1.0)
    field.lose("A skirmishers", 3, now=True)
    assert field.battle.losses(field["A"]) == (3, 22)
    assert field.battle.losses(field["A skirmishers"]) == (3, 22)
    assert field.battle.lost_this_turn(field["A"]) == 3


def test_a_detachment_is_set_up_within_six_inches_of_the_front() -> None:
    field = alone("us-vet")
    with pytest.raises(AssertionError, match="within 6 inches"):
        field.move("A", "act screen", "screen 30,43.0,180")
    field = alone("us-vet")
    with pytest.raises(AssertionError, match="before the front"):
        field.move("A", "act screen", "screen 30,56,180")


def test_without_skirmishers_there_is_no_screen() -> None:
    assert not {"screen", "half", "form:skirmish"} & set(alone("us-militia").acts("A"))


@pytest.mark.parametrize(("dice", "back"), [((2, 2), False), ((2, 3), True)])
def test_recall(dice: tuple[int, int], back: bool) -> None:
    """Veterans 7, a screen +2 (R39), and the enemy within 24 inches: 5 or more."""
    field = Field([foot("us-vet", "A", 30, 50, 180)], [foot("cs-line", "B", 30, 24, 0)])
    field.move("A", "act screen", "screen 30,43.5,180", "act done")
    field.lose("A screen", 1)
    field.next_turn()
    told = field.move("A screen", "act recall", *(() if back else ("act done",)), dice=dice)
    assert one(told, RecallTried).passed is back
    assert bool(of(told, Rejoined)) is back
    if back:
        assert field["A"].figures == 21
        assert field.battle.losses(field["A"]) == (1, 22)
        assert field.battle.brigades[0].detachment == -1


@pytest.mark.parametrize(
    ("switch", "causes"), [("inch", ["half-regiment"]), ("cm", ["half-regiment", "far-from-enemy"])]
)
def test_far_from_the_enemy_is_24_inches_or_40_centimetres(switch: str, causes: list[str]) -> None:
    """R40."""
    field = Field([foot("us-vet", "A", 30, 50, 180)], [foot("cs-line", "B", 30, 24, 0)], **{"cm-figures": switch})
    field.move("A", "act screen", "screen 30,43.5,180", "act done")
    field.next_turn()
    told = field.move("A screen", "act recall", dice=[6, 6])
    assert [entry.cause for entry in rolls(told)[0].account] == causes


def test_halves_merge_with_the_figures() -> None:
    field = alone("us-vet")
    field.move("A", "act screen", "screen 30,43.5,180", "act done")
    field.lose("A", 0, 1)
    field.lose("A screen", 0, 1)
    field.next_turn()
    field.move("A screen", "act recall", dice=[1, 1])
    assert field.figures("A") == (21, 0)


def test_a_whole_regiment_in_skirmish_order_is_recalled_the_same_way() -> None:
    field = alone("us-line", formation="skirmish")  # 8, no enemy near +3
    told = field.move("A", "act form:line", "act done", dice=[2, 2])
    assert not one(told, RecallTried).passed
    assert not any(act.startswith("form") for act in field.acts("A"))
    field = alone("us-line", formation="skirmish")
    field.move("A", "act form:line", "form 0", dice=[2, 3])
    assert field["A"].formation == Formation.LINE


def test_a_detachment_reforms_in_skirmish_order_only() -> None:
    field = alone("us-vet")
    field.move("A", "act screen", "screen 30,43.5,180", "act done")
    field.next_turn()
    field.unform("A screen")
    assert [act for act in field.acts("A screen") if act.startswith("reform")] == ["reform:skirmish"]


def test_a_parent_takes_its_detachment_with_it() -> None:
    """R125."""
    field = alone("us-vet")
    field.move("A", "act screen", "screen 30,43.5,180", "act done")
    field.overrule(f"state {field['A'].id} dispersed")
    assert not field["A screen"].on_table()
    assert field.battle.armies[CONFEDERATE].units_taken == 1
