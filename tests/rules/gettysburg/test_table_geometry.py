"""Section 9: footprints, zones, arcs, sight, cover, supports, flush contact."""

from __future__ import annotations

import pytest
from rules.gettysburg.situation import Field, foot, ground

from playsheet.core.geometry import distance, rect
from playsheet.rules.gettysburg.battle.units import extent
from playsheet.rules.gettysburg.ground.footprints import (
    FRONT_FACE,
    LEFT,
    RIGHT,
    edge_met,
    fire_distance,
    flush,
    flush_place,
    in_arc,
    massed,
    supporting_lines,
    tangent,
    zone_at,
    zone_of,
)
from playsheet.rules.gettysburg.ground.setup import Placed, in_lines
from playsheet.rules.gettysburg.ground.sight import cover_always, cover_of, firing_face, is_uphill, sees, sight
from playsheet.rules.gettysburg.table.forced_moves import away_from, to_own_lines
from playsheet.rules.gettysburg.terms import Arm, Cover, Formation, GroundClass, Zone


@pytest.fixture(scope="module")
def field() -> Field:
    return Field([foot("us-line", "A", 20, 40)], [foot("cs-line", "B", 20, 10)])


@pytest.mark.parametrize(
    ("arm", "formation", "figures", "guns", "width", "depth"),
    [
        (Arm.INFANTRY, Formation.LINE, 20, 0, 7.5, 1.5),
        (Arm.INFANTRY, Formation.LINE, 19, 0, 7.5, 1.5),
        (Arm.INFANTRY, Formation.EXTENDED, 20, 0, 15.0, 0.75),
        (Arm.INFANTRY, Formation.COLUMN, 20, 0, 3.75, 3.0),
        (Arm.INFANTRY, Formation.COLUMN, 9, 0, 2.25, 2.25),  # ranks really filled
        (Arm.INFANTRY, Formation.MOB, 18, 0, 3.75, 3.0),
        (Arm.INFANTRY, Formation.SKIRMISH, 13, 0, 10.5, 3.0),
        (Arm.CAVALRY, Formation.LINE, 14, 0, 7.0, 3.0),
        (Arm.CAVALRY, Formation.COLUMN, 14, 0, 4.0, 6.0),
        (Arm.ARTILLERY, Formation.DEPLOYED, 12, 3, 6.0, 2.0),
        (Arm.ARTILLERY, Formation.LIMBERED, 8, 2, 4.0, 4.0),
    ],
)
def test_footprints(
    field: Field, arm: int, formation: int, figures: int, guns: int, width: float, depth: float
) -> None:
    assert extent(field.battle.rules, arm, formation, figures, guns) == (width, depth)


def test_a_footprint_shrinks_about_the_middle_of_its_front() -> None:
    field = Field([foot("us-line", "A", 20, 40, 180)], [foot("cs-line", "B", 20, 10)])
    front = field["A"].front_middle()
    field.lose("A", 8)
    assert field["A"].front_middle() == pytest.approx(front)
    assert 2 * field["A"].shape.half_w == pytest.approx(4.5)


def test_losses_never_make_a_footprint_deeper() -> None:
    """R135: nine men in column are three ranks, eight would be four."""
    field = Field([foot("us-line", "A", 20, 40, formation="column", size=9)], [foot("cs-line", "B", 20, 10)])
    assert 2 * field["A"].shape.half_d == pytest.approx(2.25)
    field.lose("A", 1)
    assert 2 * field["A"].shape.half_d == pytest.approx(2.25)
    assert 2 * field["A"].shape.half_w == pytest.approx(1.5)
    field.move("A", "act form:line", "form 0")
    field.next_turn()
    field.move("A", "act form:column", "form 0")
    assert 2 * field["A"].shape.half_d == pytest.approx(3.0)


def test_fire_is_measured_from_the_front_edge(field: Field) -> None:
    a = rect(x=0.0, y=0.0, facing=0.0, width=6.0, depth=2.0)
    ahead = rect(x=0.0, y=10.0, facing=0.0, width=4.0, depth=2.0)
    behind = rect(x=0.0, y=-10.0, facing=0.0, width=4.0, depth=2.0)
    assert fire_distance(a, ahead) == pytest.approx(8.0)
    assert fire_distance(a, behind) == pytest.approx(10.0)
    assert distance(a, behind) == pytest.approx(8.0)


@pytest.mark.parametrize(
    ("x", "y", "zone"),
    [
        (0.0, 5.0, Zone.FRONT),
        (3.0, 1.0, Zone.FRONT),  # on the corner: the front has it
        (7.0, 5.0, Zone.FRONT),  # as far ahead as aside: a tie goes to the front
        (7.1, 5.0, Zone.FLANK),
        (0.0, -5.0, Zone.REAR),
        (7.0, -5.0, Zone.REAR),
        (7.1, -5.0, Zone.FLANK),
        (8.0, 0.0, Zone.FLANK),
        (-8.0, 0.9, Zone.FLANK),
    ],
)
def test_zones(x: float, y: float, zone: int) -> None:
    assert zone_at(rect(x=0.0, y=0.0, facing=0.0, width=6.0, depth=2.0), x, y) == zone


@pytest.mark.parametrize("turned", [0.0, 90.0, 217.0])
def test_zones_turn_with_the_unit(turned: float) -> None:
    held = rect(5.0, 7.0, turned, 6.0, 2.0)
    assert zone_at(held, *held.point(0.0, 4.0)) == Zone.FRONT
    assert zone_at(held, *held.point(6.0, 0.0)) == Zone.FLANK
    assert zone_at(held, *held.point(0.0, -4.0)) == Zone.REAR


def test_skirmishers_mobs_and_garrisons_of_buildings_have_front_zones_all_round() -> None:
    field = Field(
        [foot("us-vet", "A", 20, 40, formation="skirmish"), foot("us-line", "G", 40, 42, 180)],
        [foot("cs-line", "B", 20, 10)],
        [ground("bua", "the farm", rect=[38, 40, 42, 44])],
    )
    assert field["G"].garrison >= 0
    assert zone_of(field.battle, field["A"], 20.0, 50.0) == Zone.FRONT
    assert zone_of(field.battle, field["G"], 40.0, 50.0) == Zone.FRONT
    field.state("A", "retreating")
    field["A"].formation = Formation.MOB
    assert zone_of(field.battle, field["A"], 20.0, 50.0) == Zone.FRONT


@pytest.mark.parametrize(("x", "y", "zone"), [(40, 30, Zone.FRONT), (60, 41, Zone.FLANK), (40, 50, Zone.REAR)])
def test_r104_who_holds_works_has_flanks_and_a_rear(x: float, y: float, zone: int) -> None:
    """R104: works have a front."""
    field = Field(
        [foot("us-line", "G", 40, 41, 180)],
        [foot("cs-line", "B", 20, 10)],
        [ground("works", "the works", line=[[30, 40], [50, 40]])],
    )
    assert field["G"].garrison >= 0
    assert zone_of(field.battle, field["G"], x, y) == zone


@pytest.mark.parametrize(
    ("x", "y", "degrees", "inside"),
    [
        (0.0, 8.0, 30.0, True),
        (8.0, 8.0, 30.0, True),  # its near corner (6, 7) is 3 beyond the corner, 6 ahead
        (9.9, 8.0, 30.0, False),
        (9.9, 8.0, 45.0, True),
        (0.0, -8.0, 45.0, False),
        (6.0, 0.0, 45.0, False),  # beside, and only level with the front edge
        (6.0, 1.5, 45.0, True),
    ],
)
def test_any_part_of_the_target_in_the_arc_will_do(x: float, y: float, degrees: float, inside: bool) -> None:
    assert (
        in_arc(
            rect(x=0.0, y=0.0, facing=0.0, width=6.0, depth=2.0),
            rect(x, y, facing=0.0, width=4.0, depth=2.0),
            tangent(degrees),
        )
        is inside
    )


# ---------------------------------------------------------------- supports


def column(*behind: tuple[str, float, float], order: str = "assault") -> Field:
    units = [foot("cs-vet", "Lead", 30, 30, 0, formation="line")]
    units += [foot("cs-line", name, x, y, 0, formation="line") for name, x, y in behind]
    return Field([foot("us-line", "A", 30, 60)], units, orders=("engage", order))


def test_lines_within_twelve_inches_behind_support() -> None:
    field = column(("Two", 30, 26), ("Three", 30, 22), ("Far", 30, 8))
    assert supporting_lines(field.battle, field["Lead"]) == 2


def test_two_side_by_side_are_one_line_and_a_centre_outside_the_width_is_none() -> None:
    field = column(("Two", 26.5, 26), ("Three", 33.8, 26), ("Wide", 40.5, 30))
    assert supporting_lines(field.battle, field["Lead"]) == 1


def test_a_line_close_up_behind_another_is_a_second_line() -> None:
    """Section 9: only who stands side by side makes one."""
    field = column(("Two", 30, 28.5), ("Three", 30, 27.0))
    assert supporting_lines(field.battle, field["Lead"]) == 2


def test_unformed_supports_do_not_count() -> None:
    field = column(("Two", 30, 26))
    field.unform("Two")
    assert supporting_lines(field.battle, field["Lead"]) == 0


def test_massed_looks_at_the_geometry_alone() -> None:
    """R127: whatever the order, lead and support are massed; R56: so is who has a friend within 2 inches behind."""
    field = column(("Two", 30, 20), order="hold")
    assert massed(field.battle, field["Lead"])
    assert massed(field.battle, field["Two"])
    apart = Field(
        [
            foot("us-line", "A", 30, 60, 180),
            foot("us-napoleon", "Guns", 30, 63, 180),
            foot("us-line", "C", 50, 60, 180),
        ],
        [foot("cs-line", "B", 30, 10)],
    )
    assert massed(apart.battle, apart["A"])
    assert not massed(apart.battle, apart["C"])


def test_an_enemy_close_behind_does_not_mass() -> None:
    """R56: a friend does."""
    field = Field([foot("us-line", "A", 30, 60, 180)], [foot("cs-line", "B", 30, 63, 0)])
    assert not massed(field.battle, field["A"])


# ---------------------------------------------------------------- contact


@pytest.mark.parametrize(
    ("x", "y", "facing", "at"),
    [
        (1.0, -6.0, 10.0, (1.0, -2.5, 0.0)),  # into the rear
        (-1.0, 6.0, 200.0, (-1.0, 2.5, 180.0)),  # into the front
        (9.0, 0.0, 250.0, (4.5, 0.0, 270.0)),  # into the right flank
        (-9.0, 0.5, 80.0, (-4.5, 0.5, 90.0)),
    ],
)
def test_a_charger_lies_flush(x: float, y: float, facing: float, at: tuple[float, float, float]) -> None:
    target = rect(x=0.0, y=0.0, facing=0.0, width=6.0, depth=2.0)
    charger = rect(x, y, facing, 4.0, 3.0)
    there = flush(charger, target, edge_met(target, charger, charger.ux, charger.uy), slide=0.0)
    assert (there.x, there.y, there.facing) == pytest.approx(at)
    assert distance(there, target) == pytest.approx(0.0, abs=1e-6)


@pytest.mark.parametrize("facing", [0.0, 90.0, 180.0, 270.0])
@pytest.mark.parametrize(
    ("right", "turn", "edge"),
    [(8.0, 200.0, FRONT_FACE), (8.0, 250.0, RIGHT), (-8.0, 160.0, FRONT_FACE), (-8.0, 110.0, LEFT)],
)
def test_of_two_faces_a_charger_meets_the_one_that_looks_more_against_its_way(
    right: float, turn: float, edge: int, facing: float
) -> None:
    """It stands before the corner, wherever the target faces."""
    target = rect(x=0.0, y=0.0, facing=facing, width=6.0, depth=2.0)
    x, y = target.point(right, 6.0)
    charger = rect(x, y, (facing + turn) % 360.0, 4.0, 3.0)
    assert edge_met(target, charger, charger.ux, charger.uy) == edge


def test_only_a_line_that_is_in_the_way_is_crossed() -> None:
    terrain = [
        ground("open-wood", "the wood", rect=[10, 25, 30, 35]),
        ground("wire", "the wire", line=[[10, 40], [30, 40]]),
        ground("wire", "the wire beside it", line=[[21, 20], [21, 40]]),
    ]
    land = Field([foot("us-line", "A", 20, 60)], [foot("cs-line", "B", 20, 10)], terrain).battle.land
    assert [plot.name for plot in land.crossed_obstacles(20, 45, 20, 22)] == ["the wire"]


def test_defences_are_crossed_in_the_order_of_the_way_and_not_of_the_scenario() -> None:
    terrain = [
        ground("wire", "the far one", line=[[18, 30], [22, 30]]),
        ground("wire", "the near one", line=[[18, 40], [22, 40]]),
    ]
    land = Field([foot("us-line", "A", 20, 60)], [foot("cs-line", "B", 20, 10)], terrain).battle.land
    assert [plot.name for plot in land.crossed_obstacles(20, 45, 20, 22)] == ["the near one", "the far one"]
    assert [plot.name for plot in land.crossed_obstacles(20, 22, 20, 45)] == ["the far one", "the near one"]


def test_a_charger_slides_along_the_edge_where_a_friend_stands() -> None:
    """R131."""
    field = Field(
        [foot("us-line", "A", 30, 40, 180)],
        [foot("cs-vet", "B", 30, 30, 0, formation="column"), foot("cs-line", "C", 29, 36, 0, formation="column")],
    )
    field.lock("C", "A")
    there = flush_place(field.battle, field["B"], field["B"].shape, field["A"], 0.0, 1.0)
    assert there.facing == pytest.approx(0.0)
    assert there.y + there.half_d == pytest.approx(field["A"].y - field["A"].shape.half_d)
    assert abs(there.x - field["C"].x) >= there.half_w + field["C"].shape.half_w - 1e-6


def test_straight_away_and_to_own_lines(field: Field) -> None:
    assert away_from(field["A"], 20.0, 30.0) == pytest.approx((0.0, 1.0))
    assert to_own_lines(field.battle, 0) == (0.0, 1.0)
    assert to_own_lines(field.battle, 1) == (0.0, -1.0)


# ---------------------------------------------------------------- sight


def looking(*terrain: str, more: tuple[str, ...] = (), gun: bool = False) -> Field:
    mine = foot("us-ordnance" if gun else "us-line", "A", 30, 50, 180)
    return Field([mine, *more], [foot("cs-line", "B", 30, 20, 0)], list(terrain))


def test_open_ground_is_clear() -> None:
    field = looking()
    assert sees(field.battle, field["A"], field["B"])


def test_close_order_units_block_but_skirmishers_do_not() -> None:
    field = looking(more=(foot("us-green", "C", 30, 35, formation="extended"),))
    assert not sees(field.battle, field["A"], field["B"])
    assert sight(field.battle, field["A"], field["B"]).blocked_by == "C"
    field = looking(more=(foot("us-vet", "C", 30, 35, formation="skirmish"),))
    assert sees(field.battle, field["A"], field["B"])


@pytest.mark.parametrize(("deep", "clear"), [(4.0, True), (4.5, False)])
def test_four_inches_of_wood_between(deep: float, clear: bool) -> None:
    field = looking(ground("open-wood", "the wood", rect=[0, 30, 60, 30 + deep]))
    assert sees(field.battle, field["A"], field["B"]) is clear


@pytest.mark.parametrize(("y", "clear"), [(42.0, True), (38.0, False)])
def test_eight_inches_inside_one_wood(y: float, clear: bool) -> None:
    field = Field(
        [foot("us-line", "A", 30, 50, 180)],
        [foot("cs-line", "B", 30, y - 0.75, 0)],
        [ground("open-wood", "the wood", rect=[0, 20, 60, 60])],
    )
    assert sees(field.battle, field["A"], field["B"]) is clear  # from 49.25 to the near corners of B


def test_buildings_and_crops_between_block() -> None:
    assert not sees((field := looking(ground("bua", "the farm", rect=[20, 30, 40, 34]))).battle, field["A"], field["B"])
    assert not sees((field := looking(ground("crops", "corn", rect=[0, 30, 60, 34]))).battle, field["A"], field["B"])
    assert sees((field := looking(ground("crops", "corn", rect=[0, 15, 60, 34]))).battle, field["A"], field["B"])


def test_ground_higher_than_both_ends_blocks() -> None:
    ridge = ground("hill", "the ridge", level=1, rect=[0, 30, 60, 36])
    field = looking(ridge)
    assert not sees(field.battle, field["A"], field["B"])
    field = looking(ground("hill", "the height", level=1, rect=[0, 44, 60, 60]), ridge)
    assert sees(field.battle, field["A"], field["B"])
    assert is_uphill(field.battle, field["A"], field["B"])


@pytest.mark.parametrize(("y", "clear"), [(35.0, True), (43.0, False)])
def test_guns_a_level_higher_fire_over_units_far_from_both(y: float, clear: bool) -> None:
    field = looking(
        ground("hill", "the height", level=1, rect=[0, 46, 60, 60]),
        more=(foot("us-green", "C", 30, y, formation="extended"),),
        gun=True,
    )
    assert sees(field.battle, field["A"], field["B"]) is clear


def test_firing_wants_arc_range_and_sight() -> None:
    field = looking()
    assert firing_face(field.battle, field["A"], field["B"], 30.0) is not None
    assert firing_face(field.battle, field["A"], field["B"], 10.0) is None
    assert firing_face(field.battle, field["B"], field["A"], 30.0) is not None
    field["A"].shape = rect(30.0, 50.0, 90.0, 7.5, 1.5)
    assert firing_face(field.battle, field["A"], field["B"], 40.0) is None


# ---------------------------------------------------------------- cover


def test_a_fence_covers_against_fire_that_crosses_it() -> None:
    field = looking(ground("fence", "the fence", line=[[10, 49], [50, 49]]))
    a = field["A"]  # its front is at 49.25
    assert cover_of(field.battle, a, 30.0, 20.0) == Cover.LIGHT
    assert cover_of(field.battle, a, 30.0, 60.0) == Cover.NONE
    assert cover_always(field.battle, a) == Cover.LIGHT


@pytest.mark.parametrize(
    ("facing", "line", "x", "y"),
    [
        (0.0, [[20, 51.5], [40, 51.5]], 30.0, 60.0),
        (90.0, [[31.5, 40], [31.5, 60]], 40.0, 50.0),
        (180.0, [[20, 48.5], [40, 48.5]], 30.0, 40.0),
        (270.0, [[28.5, 40], [28.5, 60]], 20.0, 50.0),
    ],
)
def test_a_fence_covers_on_each_side(facing: float, line: list[list[float]], x: float, y: float) -> None:
    field = Field(
        [foot("us-line", "A", 30, 50, facing)], [foot("cs-line", "B", 30, 3, 0)], [ground("fence", "fence", line=line)]
    )
    assert cover_of(field.battle, field["A"], x, y) == Cover.LIGHT


@pytest.mark.parametrize("line", [[[30, 40], [30, 60]], [[30, 60], [30, 40]]])
def test_a_fence_is_an_inch_deep_from_end_to_end(line: list[list[float]]) -> None:
    """The same drawn north and south, and turned."""
    for turned in (False, True):
        ends = [[y, x] for x, y in line] if turned else line
        field = Field(
            [foot("us-line", "A", 10, 68)], [foot("cs-line", "B", 10, 3)], [ground("fence", "fence", line=ends)]
        )
        for along in (40.2, 59.8):
            for across, inside in ((29.4, False), (29.6, True), (30.4, True), (30.6, False)):
                x, y = (along, across) if turned else (across, along)
                found = field.battle.land.class_at(x, y)
                assert found == (GroundClass.DIFFICULT if inside else GroundClass.GOOD)


def test_a_wall_more_than_an_inch_off_is_none() -> None:
    field = looking(ground("wall", "the wall", line=[[10, 48.2], [50, 48.2]]))
    assert cover_of(field.battle, field["A"], 30.0, 20.0) == Cover.NONE


def test_a_wood_covers_whose_centre_is_in_it() -> None:
    field = looking(ground("open-wood", "the wood", rect=[20, 49.9, 40, 60]))
    assert cover_of(field.battle, field["A"], 30.0, 20.0) == Cover.COVER
    field = looking(ground("open-wood", "the wood", rect=[20, 50.1, 40, 60]))
    assert cover_of(field.battle, field["A"], 30.0, 20.0) == Cover.NONE


def test_works_protect_their_garrison_to_the_front_only() -> None:
    field = looking(ground("works", "the works", line=[[10, 49], [50, 49]]))
    assert field["A"].garrison == 0
    assert cover_of(field.battle, field["A"], 30.0, 20.0) == Cover.WORKS
    assert cover_of(field.battle, field["A"], 30.0, 60.0) == Cover.NONE
    field["A"].garrison = -1
    assert cover_of(field.battle, field["A"], 30.0, 20.0) == Cover.NONE


def test_works_face_to_the_right_of_the_line_as_drawn() -> None:
    field = looking(ground("works", "the works", line=[[50, 49], [10, 49]]))
    assert field["A"].garrison == -1


# ---------------------------------------------------------------- lines behind an anchor (section 8)


def test_lines_stand_side_by_side_an_inch_apart_and_three_inches_behind() -> None:
    lines = [[Placed(0, 8.0, 2.0), Placed(1, 4.0, 3.0)], [Placed(2, 6.0, 1.0)]]
    assert in_lines(lines, 50.0, 20.0, facing=0.0) == [(0, 47.5, 19.0), (1, 54.5, 18.5), (2, 50.0, 13.5)]
    south = in_lines(lines, 50.0, 20.0, facing=180.0)  # still from west to east
    assert [(unit, round(x, 6), round(y, 6)) for unit, x, y in south] == [
        (0, 47.5, 21.0),
        (1, 54.5, 21.5),
        (2, 50.0, 26.5),
    ]


def test_lines_that_face_east_stand_west_of_each_other() -> None:
    lines = [[Placed(0, 8.0, 2.0)], [Placed(1, 6.0, 1.0)]]
    found = in_lines(lines, 50.0, 20.0, facing=90.0)
    assert [(unit, round(x, 6), round(y, 6)) for unit, x, y in found] == [(0, 49.0, 20.0), (1, 44.5, 20.0)]
