"""Moving on the table: how far, over what, past whom, and where there is room; formations too neat to be true."""

from __future__ import annotations

import pytest
from rules.gaslight.situation import Field, Men, Spot, band, men, row, soldiers
from tabletop import ground, one

from playsheet.core.dice import Seeded
from playsheet.core.geometry import spacing
from playsheet.rules.gaslight.battle.events import Moved
from playsheet.rules.gaslight.ground.moving import FormRegion, MoveRegion
from playsheet.rules.gaslight.table.scatter import is_neat

FOE = soldiers(3, "Foe", row(3, 30, 65), 180.0)


def walked(
    start: Spot, to: Spot, *terrain: str, via: Spot | None = None, unit: Men | None = None, **more: object
) -> Spot:
    """Where one man who stands alone gets on the way there."""
    lone = unit or soldiers(1, "Red", [start])
    field = Field([lone], [FOE], terrain, **more)
    by = via or to
    field.order("Red", "move", f"move {by[0]},{by[1]},{to[0]},{to[1]},90")
    assert field.facing("Red") == 90.0
    return field.at("Red", 0)


ROUGH = ground("rough", "the scree", rect=[20, 14, 40, 30])
WALL = ground("wall", "the wall", line=[[20, 12], [40, 12]])
HUT = ground("building", "the hut", rect=[25, 12, 35, 20])
LAKE = ground("lake", "the lake", rect=[20, 13, 40, 30])


# ---------------------------------------------------------------- how far


def test_foot_six_and_horse_twelve() -> None:
    assert walked((30, 10), (30, 16)) == (30.0, 16.0)
    horse = men("gl-lancers", "Red", row(8, 30, 10, 1.6))
    field = Field([horse], [FOE])
    field.order("Red", "move", "move 30,22,30,22,0")
    assert [field.at("Red", place)[1] for place in field.places("Red")] == [22.0] * 8
    refused = MoveRegion(field.battle, field.battle.members(field["Red"])).refusal((30.0, 34.1, 30.0, 34.1, 0.0))
    assert refused == "they go at most 12 inches, and this is 12.10."


def test_any_rough_ground_on_the_way_halves_the_whole_move() -> None:
    assert walked((30, 13), (30, 19), ROUGH) == (30.0, 16.0)  # one inch open, two rough: three in all
    assert walked((30, 10), (30, 16), ROUGH) == (30.0, 14.0)  # four inches to its edge: no farther in
    assert walked((30, 15), (30, 9), ROUGH) == (30.0, 12.0)  # out of it counts as well


def test_by_switch_an_inch_of_rough_costs_two() -> None:
    pro_rata = {"rough-terrain": "pro-rata"}
    assert walked((30, 10), (30, 16), ROUGH, **pro_rata) == (30.0, 15.0)
    assert walked((30, 15), (30, 9), ROUGH, **pro_rata) == (30.0, 10.0)


def test_a_bridge_mends_the_going() -> None:
    stream = ground("stream", "the stream", rect=[0, 12, 72, 14])
    bridge = ground("bridge", "the bridge", rect=[28, 12, 32, 14])
    assert walked((30, 10), (30, 16), stream) == (30.0, 13.0)
    assert walked((30, 10), (30, 16), stream, bridge) == (30.0, 16.0)


def test_each_obstacle_costs_two_inches() -> None:
    assert walked((30, 10), (30, 16), WALL) == (30.0, 14.0)
    second = ground("fence", "the fence", line=[[20, 11], [40, 11]])
    assert walked((30, 10), (30, 16), WALL, second) == (30.0, 12.0)


def test_a_wall_that_cannot_be_paid_for_stops_him_before_it() -> None:
    field = Field([soldiers(1, "Red", [(30, 7)])], [FOE], [WALL])
    field.order("Red", "move", "move 30,13,30,13,0")
    y = field.battle.at(0)[1]
    assert y == pytest.approx(12.0, abs=0.001)
    assert y < 12.0


def test_a_wall_in_rough_ground_halve_first_then_subtract() -> None:
    mud = ground("mud", "the mire", rect=[20, 8, 40, 30])
    assert walked((30, 11.5), (30, 17), mud, WALL)[1] == pytest.approx(12.5)  # 6 / 2 - 2 = 1


def test_the_outer_wall_of_a_building_is_an_obstacle() -> None:
    assert walked((30, 10), (30, 16), HUT) == (30.0, 14.0)


def test_horse_stays_out_of_buildings_and_nobody_enters_a_lake() -> None:
    horse = men("gl-hero", "Red", [(30, 8)], kind="horse", weapon="revolver")
    assert walked((30, 8), (30, 20), HUT, unit=horse)[1] == pytest.approx(12 - 0.75, abs=0.001)
    assert walked((30, 10), (30, 16), LAKE)[1] == pytest.approx(12.5, abs=0.001)


def test_two_legs_make_one_move() -> None:
    assert walked((30, 10), (33, 13), via=(33, 10)) == (33.0, 13.0)
    field = Field([soldiers(1, "Red", [(30, 10)])], [FOE])
    region = MoveRegion(field.battle, [0])
    assert region.refusal((34.0, 10.0, 34.0, 13.0, 0.0)) == "they go at most 6 inches, and this is 7.00."


def test_the_table_edge_stops_a_move() -> None:
    assert walked((30, 4), (30, 0.1)) == (30.0, 0.5)
    field = Field([soldiers(1, "Red", [(30, 4)])], [FOE])
    assert MoveRegion(field.battle, [0]).refusal((30.0, -0.1, 30.0, -0.1, 0.0)) == "a move may not leave the table."
    assert "0 to 360" in MoveRegion(field.battle, [0]).refusal((30.0, 4.0, 30.0, 4.0, 360.0))


# ---------------------------------------------------------------- others in the way


def test_friends_are_passed_and_nobody_ends_on_one() -> None:
    field = Field([soldiers(2, "Red", [(30, 10), (30, 13)]), soldiers(1, "Blue", [(30, 15.5)])], [FOE])
    field.order("Red", "move_some", "who only:{Red.0}", "move 30,16,30,16,0")
    assert field.at("Red", 0)[1] == pytest.approx(14.5, abs=0.001)  # short of the second friend, past the first
    field.order("Red", "move", "move 30,17,30,17,0", again=True)
    assert field.at("Red", 1) == (30.0, 17.0)


def test_enemies_block_and_are_kept_off_by_half_an_inch() -> None:
    field = Field([soldiers(1, "Red", [(30, 10)])], [soldiers(1, "Foe", [(30, 13)], 180.0)])
    field.order("Red", "move", "move 30,16,30,16,0")
    assert field.at("Red", 0)[1] == pytest.approx(11.5, abs=0.001)


def test_a_body_moves_as_one_and_each_as_far_as_he_can() -> None:
    field = Field([soldiers(3, "Red", row(3, 30, 10))], [FOE], [ground("rough", "scree", rect=[30.5, 11, 40, 30])])
    field.order("Red", "move", "move 30,16,30,16,0")
    assert [field.at("Red", place) for place in range(3)] == [(28.8, 16.0), (30.0, 16.0), (31.2, 13.0)]


def test_forming_up_in_ranks_and_files() -> None:
    field = Field([soldiers(4, "Red", [(28, 10), (33, 10), (28, 14), (33, 14)])], [FOE])
    told = field.order("Red", "form", "form 30,13,0,2")
    moved = one(told, Moved)
    assert moved.facings == [0.0] * 4
    spots = sorted(field.at("Red", place) for place in range(4))
    assert spots == [(29.4, 12.4), (29.4, 13.6), (30.6, 12.4), (30.6, 13.6)]
    region = FormRegion(field.battle, [0, 1, 2, 3])
    assert region.refusal((30.0, 13.0, 0.0, 5.0)) == "expected from 1 to 4 files, got 5."
    assert region.refusal((30.0, 13.0, 0.0, 1.5)) == "expected from 1 to 4 files, got 1.5."
    assert region.refusal((30.0, 99.0, 0.0, 2.0)) == "a place to form at is on the table."


@pytest.mark.parametrize("seed", range(20))
def test_wherever_a_crowd_is_sent_nobody_overlaps_and_nobody_goes_too_far(seed: int) -> None:
    stream = Seeded(seed)
    field = Field(
        [men("gl-warband", "Red", [(26 + 1.3 * (k % 4), 8 + 1.3 * (k // 4)) for k in range(12)], 0.0)],
        [soldiers(9, "Foe", row(9, 30, 15, 2.2), 180.0)],
        [ROUGH, HUT],
    )
    before = [field.at("Red", place) for place in range(12)]
    x = 24.0 + stream.one(12)
    y = 8.0 + stream.one(14)
    files = stream.one(12)
    field.order("Red", "form", f"form {x},{y},{stream.one(360) - 1},{files}")  # the laws are looked at after it
    for place in range(12):
        a, b = field.at("Red", place)
        assert spacing(a, b, *before[place]) <= 6.002  # places are rounded to a thousandth


# ---------------------------------------------------------------- too neat


def test_the_undrilled_in_a_line_are_flagged_and_may_be_scattered() -> None:
    field = Field([men("gl-warband", "Red", row(12, 30, 10, 1.3))], [FOE])
    assert is_neat(field.battle, field["Red"])
    field.begin("Red")
    field.end("scatter scatter")
    assert not is_neat(field.battle, field["Red"])
    field.begin("Red")
    field.end()


def test_they_may_be_left_as_they_are_and_the_drilled_are_not_asked() -> None:
    field = Field([men("gl-warband", "Red", row(12, 30, 10, 1.3)), band(6, "Blue", row(7, 30, 20), 0.0)], [FOE])
    field.begin("Red")
    field.end("scatter leave")
    field.begin("Blue")
    field.end()
    assert not is_neat(field.battle, field["Blue"])


def test_those_left_in_line_are_asked_about_again_only_when_they_have_moved() -> None:
    field = Field([men("gl-warband", "Red", row(12, 30, 10, 1.0))], [FOE])
    field.begin("Red")
    field.end("scatter leave")
    field.begin("Red")
    field.end()  # no question
    field.lose("Red", 11)
    assert field.battle.clone().units[0].left_neat
    field.order("Red", "move", "move 29.5,12,29.5,12,0")
    assert is_neat(field.battle, field["Red"])
    field.end("scatter scatter")


def test_four_are_too_few_to_be_neat() -> None:
    field = Field([men("gl-warband", "Red", row(12, 30, 10, 1.3))], [FOE])
    field.lose("Red", *range(4, 12))
    assert not is_neat(field.battle, field["Red"])
