"""Geometry of contact on the table: squaring up, touching, free places beside a figure, gaps."""

from __future__ import annotations

import pytest
from rules.lancer.situation import Table, unit
from tabletop import ground, of, one

from playsheet.core.angles import direction
from playsheet.core.geometry import distance, overlaps, rect
from playsheet.rules.lancer.battle.events import Conformed, ContactMade, Moved
from playsheet.rules.lancer.ground.contact import free_slots, pairs_in_contact, struck_face

LINE, LEVY = "line-company", "levy-spearmen"


@pytest.mark.parametrize("bearing", [0, 10, 30, 350, 330])
def test_a_charger_squares_up_to_the_face_it_struck(bearing: float) -> None:
    x = {0: 30.2, 10: 29.0, 30: 26.0, 350: 31.0, 330: 34.0}[bearing]
    table = Table([unit(LEVY, "Levy", x, 22, facing=bearing)], [unit(LINE, "Line", 30, 30)])
    told = table.activate("Levy", "activated charge:{Line}", f"aim {bearing}", "pairs locked", dice=[6])
    assert one(told, Conformed).facing == pytest.approx(0.0, abs=1e-6)
    assert of(told, ContactMade)
    figures = table.battle.figures
    for pair in pairs_in_contact(table.battle, table["Levy"]):
        assert figures.y[pair.theirs] - figures.y[pair.mine] == pytest.approx(0.75, abs=1e-4)
        assert figures.x[pair.theirs] == pytest.approx(figures.x[pair.mine], abs=1e-6)  # square to its man


def test_a_charger_slides_by_half_a_base_at_most() -> None:
    """Foot against the flank of a troop of horse: the nearest man is farther along than half a base."""
    table = Table([unit(LEVY, "Levy", 30, 22, "column")], [unit("hussar-troop", "Horse", 31.6, 31, "line")])
    told = table.activate("Levy", "activated charge:{Horse}", "aim 0", "pairs locked", dice=[6])
    assert abs(one(told, Conformed).x - 30) <= 0.375 + 1e-9


def test_it_is_the_lowest_man_to_touch_who_stands_square() -> None:
    """Horse an inch wide against foot of three quarters: only one of them can be square to his man."""
    table = Table([unit("hussar-troop", "Horse", 30, 20)], [unit(LINE, "Line", 30, 30)])
    told = table.activate("Horse", "activated charge:{Line}", "aim 0", "pairs locked", dice=[6])
    assert one(told, Conformed).x == pytest.approx(29.75)
    xs = table.battle.figures.x
    assert xs[table["Horse"].first] == pytest.approx(29.25)  # of the Line's men at 28.5, 29.25, 30, 30.75 and 31.5
    assert xs[table["Horse"].first + 1] == pytest.approx(30.25)


@pytest.mark.parametrize("bearing", [0, 90, 180, 270])
@pytest.mark.parametrize("off", [-1.0, 0.0, 1.0])
@pytest.mark.parametrize("slant", [0, 30])
def test_each_face_of_a_unit_may_be_struck(bearing: float, off: float, slant: float) -> None:
    """The charger comes square at it, a little to one side, and ends flush with the face, facing it."""
    bearing += slant
    ux, uy = direction(bearing)
    x, y = 30 - 9 * ux + off * uy, 30 - 9 * uy - off * ux
    line = unit(LINE, "Line", 30, 30, "column", facing=180 + slant)
    table = Table([unit(LEVY, "Levy", x, y, "column", facing=bearing)], [line])
    theirs = table["Line"].shape[0]
    told = table.activate("Levy", "activated charge:{Line}", f"aim {bearing}", "pairs locked", dice=[6])
    there = one(told, Conformed)
    assert there.facing == pytest.approx(bearing)
    mine = rect(there.x, there.y, there.facing, 1.5, 3.75)
    assert distance(mine, theirs) == pytest.approx(0.0, abs=1e-6)
    assert not overlaps(mine, theirs)
    pairs = pairs_in_contact(table.battle, table["Levy"])
    assert pairs
    for pair in pairs:
        figures = table.battle.figures
        assert figures.x[pair.theirs] - figures.x[pair.mine] == pytest.approx(0.75 * ux, abs=1e-4)
        assert figures.y[pair.theirs] - figures.y[pair.mine] == pytest.approx(0.75 * uy, abs=1e-4)


@pytest.mark.parametrize("slant", [0, 37, 90, 180, 270])
@pytest.mark.parametrize(
    ("right", "ahead", "bearing", "face"),
    [
        (2.962, 0.0, 200, 1),  # more against the front than against the flank, but beside the flank
        (-2.962, 0.0, 160, 3),
        (1.0, 1.962, 250, 0),  # more against the flank, but before the front
        (1.0, -1.962, 290, 2),
    ],
)
def test_the_face_struck_is_one_that_the_charger_lies_along(
    right: float, ahead: float, bearing: float, face: int, slant: float
) -> None:
    """A base of four inches by two, and a charger of one and a half each way whose corner is just outside it."""
    struck = rect(30, 20, slant, 4, 2)
    x, y = struck.point(right, ahead)
    charger = rect(x, y, (bearing + slant) % 360, 1.5, 1.5)
    assert struck_face(charger, struck, charger.ux, charger.uy) == face


def test_a_charge_may_strike_a_flank() -> None:
    table = Table([unit(LEVY, "Levy", 22, 30, facing=90)], [unit(LINE, "Line", 30, 30)])
    table.activate("Levy", "activated charge:{Line}", "aim 90", "pairs locked", dice=[6])
    assert table["Levy"].facing == pytest.approx(90)
    assert len(pairs_in_contact(table.battle, table["Levy"])) == 2  # one man of each rank


@pytest.mark.parametrize(("offset", "pairs"), [(0.0, 1), (0.69, 1), (0.7, 0), (0.75, 0)])
def test_corners_do_not_touch(offset: float, pairs: int) -> None:
    table = Table(
        [unit(LEVY, "Levy", 30 + offset, 29.25, "extended", figures=1)],
        [unit(LINE, "Line", 30, 30, "extended", figures=1)],
    )
    assert len(pairs_in_contact(table.battle, table["Levy"])) == pairs


@pytest.mark.parametrize(("gap", "touch"), [(0.0, True), (5e-7, True), (0.001, False), (0.05, False)])
def test_touching_is_no_gap_at_all(gap: float, touch: bool) -> None:
    table = Table(
        [unit(LEVY, "Levy", 30, 29.25 - gap, "extended", figures=1)],
        [unit(LINE, "Line", 30, 30, "extended", figures=1)],
    )
    assert table["Levy"].in_melee() == touch


def test_of_several_on_one_face_the_longest_edge_counts() -> None:
    table = Table(
        [unit(LEVY, "Levy", 30.1, 29.25, "extended", figures=1)],
        [unit(LINE, "Line", 30.375, 30, "extended", figures=2)],
    )
    pairs = pairs_in_contact(table.battle, table["Levy"])
    assert len(pairs) == 1
    assert table.battle.figures.x[pairs[0].theirs] == pytest.approx(30.0)


def test_friends_of_two_units_at_one_face_share_it_the_same_way() -> None:
    table = Table(
        [
            unit(LEVY, "Long", 29.75, 29.25, "extended", figures=1),
            unit(LEVY, "Short", 30.5, 29.25, "extended", figures=1),
        ],
        [unit(LINE, "Line", 30, 30, "extended", figures=1)],
    )
    assert [pair.theirs for pair in pairs_in_contact(table.battle, table["Line"])] == [table["Long"].first]
    assert len(pairs_in_contact(table.battle, table["Long"])) == 1
    assert not pairs_in_contact(table.battle, table["Short"])


def test_a_place_is_closed_by_a_comrade_an_obstacle_or_the_table_edge() -> None:
    def free(y: float, *terrain: str) -> list[tuple[int, int]]:
        table = Table(
            [unit(LEVY, "Levy", 30, y - 1.125, figures=4)],
            [unit(LINE, "Line", 30, y, "extended", figures=2)],
            terrain,
            size=(60, 32),
        )
        slots = free_slots(table.battle, table["Levy"], [])
        return sorted((slot.enemy - table["Line"].first, slot.face) for slot in slots)

    # The line faces south, its two men side by side; front, right, back and left are 0, 1, 2 and 3.
    assert free(20 + 0.375) == [(0, 2), (0, 3), (1, 1), (1, 2)]
    assert free(31.5) == [(0, 3), (1, 1)]
    assert free(20 + 0.375, ground("lake", rect=[20, 21, 30, 22])) == [(0, 2), (0, 3), (1, 1)]


def test_a_gap_in_a_rank_of_a_formed_friend_is_his() -> None:
    """Three men in column cover the room of four: nobody closes up into the fourth place."""
    table = Table(
        [unit(LEVY, "Levy", 30, 19.25, figures=4), unit(LEVY, "Column", 29.25, 21.5, "column", figures=3)],
        [unit(LINE, "Line", 30, 20.375, "extended", figures=2)],
    )
    assert table["Column"].formed
    assert table["Column"].shape[0].half_d == pytest.approx(0.75)
    places = {(slot.enemy - table["Line"].first, slot.face) for slot in free_slots(table.battle, table["Levy"], [])}
    assert (1, 2) in places or (0, 2) in places
    for slot in free_slots(table.battle, table["Levy"], []):
        assert not overlaps(rect(slot.x, slot.y, slot.facing, 0.75, 0.75), table["Column"].shape[0])


def test_what_touches_at_the_start_stops_nothing_unless_it_is_pressed() -> None:
    table = Table(
        [unit(LINE, "Line", 30, 20), unit(LINE, "Beside", 33.75, 20), unit(LINE, "Behind", 30, 18.5)],
        [unit(LEVY, "Levy", 30, 57)],
    )
    told = table.activate("Line", "activated move", "turn 0", "face 0", dice=[6])
    assert one(told, Moved).inches == pytest.approx(6.0)
    told = table.activate("Behind", "activated move", "turn 0", "face 0", dice=[6])
    assert one(told, Moved).inches == pytest.approx(6.0)
    assert one(told, Moved).stopped_by == ""
    told = table.activate("Behind", "activated move", "turn 0", "face 0", dice=[6])
    assert (one(told, Moved).inches, one(told, Moved).stopped_by) == (pytest.approx(0.0), "Line")


def test_a_move_stops_in_touch_with_a_friend() -> None:
    table = Table(
        [unit(LINE, "Line", 30, 20), unit(LINE, "Ahead", 30, 24)],
        [unit(LEVY, "Levy", 30, 57)],
    )
    told = table.activate("Line", "activated move", "turn 0", "face 0", dice=[6])
    assert (one(told, Moved).inches, one(told, Moved).stopped_by) == (pytest.approx(2.5), "Ahead")
