"""How the three kinds of battle are decided, on the table."""

from __future__ import annotations

import pytest
from rules.lancer.situation import Table, unit
from tabletop import ground, of, one

from playsheet.rules.lancer.battle.events import Scored
from playsheet.rules.lancer.system import tally
from playsheet.rules.lancer.victory import aims
from playsheet.tabletop.events import BattleEnded

LINE, LEVY = "line-company", "levy-spearmen"

WELL = '[[objectives]]\nkind = "hold-point"\nname = "the well"\nx = 30\ny = 30\nwithin = 3'
REMOVED = '[[objectives]]\nkind = "most-removed"'
BEYOND = '[[objectives]]\nkind = "units-beyond"\nside = 1\nbeyond = "north"\ny = 34\nunits = 2\notherwise = 2'
POINTS = [
    '[[objectives]]\nkind = "points-for-ground"\nterrain = ["the inn", "the hill"]\npoints = 3',
    '[[objectives]]\nkind = "points-for-removed"\nunits = 1\ncommanders = 2',
]


def wells(red: float, blue: float, *more: str) -> Table:
    """A unit of each side so far south and north of the well."""
    return Table(
        [unit(LINE, "Red", 30, 30 - red), *more],
        [unit(LEVY, "Blue", 30, 30 + blue), unit(LEVY, "Reserve", 10, 55)],
        turns=1,
        objectives=[WELL, REMOVED],
    )


@pytest.mark.parametrize(
    ("red", "blue", "winner"),
    [
        (3.375, 20, 0),  # its nearest man three inches off
        (3.4, 20, -1),
        (20, 3.375, 1),
        (3, 3, -1),  # both there
    ],
)
def test_the_well_is_held_by_whoever_is_there_alone(red: float, blue: float, winner: int) -> None:
    assert one(wells(red, blue).card("STOP"), BattleEnded).winner == winner


def test_a_disrupted_unit_holds_nothing_but_keeps_the_enemy_from_holding() -> None:
    table = wells(3, 20)
    table["Red"].disrupted = True
    assert one(table.card("STOP"), BattleEnded).winner == -1
    table = wells(3, 3)
    table["Blue"].disrupted = True
    assert one(table.card("STOP"), BattleEnded).winner == -1


def test_a_loose_commander_holds_nothing() -> None:
    assert one(wells(20, 20, unit("general", "General", 30, 29)).card("STOP"), BattleEnded).winner == -1


def test_else_whoever_has_removed_more() -> None:
    table = wells(20, 20)
    table.lose("Reserve", 10)
    assert one(table.card("STOP"), BattleEnded).winner == 0


def frontier(*ys: float, turns: int = 5) -> Table:
    side = [unit(LINE, f"L{n}", 10 + 10 * n, y) for n, y in enumerate(ys)]
    return Table(side, [unit(LEVY, "Levy", 30, 57)], turns=turns, objectives=[BEYOND])


def test_two_units_wholly_beyond_the_line_win_at_any_stop() -> None:
    assert one(frontier(34.75, 34.75).card("STOP"), BattleEnded).winner == 0
    assert not of(frontier(34.75, 34.7).card("STOP"), BattleEnded)
    assert one(frontier(34.75, 34.7, turns=1).card("STOP"), BattleEnded).winner == 1
    table = frontier(34.75, 34.75)
    table["L1"].disrupted = True
    assert not of(table.card("STOP"), BattleEnded)


def manoeuvres(red_disrupted: bool = False) -> Table:
    table = Table(
        [unit(LINE, "Red", 30, 20), unit(LINE, "R2", 10, 10), unit("general", "General", 50, 10)],
        [unit(LINE, "Blue", 30, 40), unit(LINE, "B2", 10, 50), unit("general", "Emir", 50, 50)],
        [
            ground("building", name="the inn", rect=[26, 17, 34, 23]),
            ground("hill", level=1, name="the hill", rect=[26, 37, 34, 43]),
        ],
        turns=1,
        objectives=POINTS,
    )
    table["Red"].disrupted = red_disrupted
    return table


def test_points_for_ground_held_alone_and_for_enemies_removed() -> None:
    told = manoeuvres().card("STOP")
    assert [(score.side, score.points) for score in of(told, Scored)] == [(0, 3), (1, 3)]
    assert one(told, BattleEnded).winner == -1
    told = manoeuvres(red_disrupted=True).card("STOP")
    assert [(score.side, score.points) for score in of(told, Scored)] == [(1, 3)]
    assert one(told, BattleEnded).winner == 1
    table = manoeuvres()
    table.lose("B2", 10)
    table.lose("General", 1)
    told = table.card("STOP")
    assert [(score.side, score.points) for score in of(told, Scored)] == [(0, 3), (1, 3), (0, 1), (1, 2)]
    assert one(told, BattleEnded).winner == 1


def test_a_unit_that_is_gone_holds_no_well_and_keeps_nobody_from_it() -> None:
    table = wells(3, 20)
    table.lose("Red", 10)
    assert one(table.card("STOP"), BattleEnded).winner == 1  # who has removed more
    table = wells(3, 3)
    table.lose("Blue", 10)
    assert "holds the well" in one(table.card("STOP"), BattleEnded).verdict


@pytest.mark.parametrize(
    ("red", "more", "ends"),
    [
        (34.75, unit("general", "General", 50, 40), False),  # a commander is no unit
        (34.75, unit(LINE, "Second", 50, 40), True),
        (20.0, unit(LINE, "Second", 50, 40), False),
    ],
)
def test_only_own_units_beyond_the_line_count(red: float, more: str, ends: bool) -> None:
    table = Table([unit(LINE, "Red", 10, red), more], [unit(LEVY, "Levy", 30, 57)], turns=5, objectives=[BEYOND])
    assert bool(of(table.card("STOP"), BattleEnded)) == ends


def test_a_unit_that_is_gone_is_not_beyond_the_line() -> None:
    table = frontier(40, 40, 10, 10)
    table.lose("L0", 10)
    assert not of(table.card("STOP"), BattleEnded)


@pytest.mark.parametrize(("y", "ends"), [(33.25, True), (33.3, False), (40, False)])
def test_the_line_may_be_crossed_to_the_south(y: float, ends: bool) -> None:
    south = BEYOND.replace("side = 1", "side = 2").replace("north", "south").replace("units = 2", "units = 1")
    table = Table(
        [unit(LINE, "Red", 10, 10)],
        [unit(LEVY, "Blue", 30, y)],
        turns=5,
        objectives=[south.replace("otherwise = 2", "otherwise = 1")],
    )
    ended = of(table.card("STOP"), BattleEnded)
    assert [end.winner for end in ended] == ([1] if ends else [])


def test_ground_is_not_held_by_a_commander_nor_by_who_is_gone() -> None:
    table = Table(
        [unit(LINE, "Red", 30, 10), unit("general", "General", 30, 20, mount="foot"), unit(LINE, "R2", 10, 10)],
        [unit(LINE, "Blue", 30, 40), unit(LINE, "B2", 10, 50), unit(LINE, "B3", 50, 50)],
        [
            ground("building", name="the inn", rect=[26, 17, 34, 23]),
            ground("field", name="the hill", rect=[26, 37, 34, 43]),
        ],
        turns=1,
        objectives=POINTS,
    )
    table.lose("Blue", 10)
    told = table.card("STOP")
    assert [(score.side, score.points) for score in of(told, Scored)] == [(0, 1)]  # for the unit removed
    assert one(told, BattleEnded).verdict.endswith(" wins by 1 point to 0.")
    removed = aims(table.battle)[1].tallies
    assert [tally.said() for tally in removed if not tally.side] == [
        "1 enemy unit removed",
        "0 enemy commanders removed",
    ]


def test_ground_on_which_both_stand_is_nobodys_and_each_side_counts_what_it_removed() -> None:
    table = manoeuvres()
    table.battle.set_formed(table["B2"], 30, 21.5, 180)
    table.battle.set_formed(table["Red"], 30, 18.5, 0)
    table["B2"].disrupted = True
    table.lose("R2", 10)
    table.lose("Emir", 1)
    told = table.card("STOP")
    assert [(score.side, score.points) for score in of(told, Scored)] == [(1, 3), (0, 2), (1, 1)]


@pytest.mark.parametrize(("lost", "winner"), [("R2", 1), ("Blue", 0), ("", -1)])
def test_whoever_has_removed_more_wins_for_either_side(lost: str, winner: int) -> None:
    side1 = [unit(LINE, "R1", 10, 10), unit(LINE, "R2", 30, 10)]
    side2 = [unit(LINE, "Blue", 10, 50), unit(LINE, "B2", 30, 50)]
    table = Table(side1, side2, turns=1, objectives=[REMOVED])
    if lost:
        table.lose(lost, 10)
    assert one(table.card("STOP"), BattleEnded).winner == winner


def test_the_tally_counts_what_each_side_has_lost() -> None:
    table = manoeuvres()
    table.lose("Red", 3)
    table.lose("R2", 10)
    table.lose("Emir", 1)
    assert tally(table.battle) == {"units_lost": [1, 0], "commanders_lost": [0, 1], "figures_lost": [13, 1]}
