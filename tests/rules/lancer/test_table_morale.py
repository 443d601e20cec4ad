"""Falling back and forming up on the table: how far, through whom, and nobody first (R50, R51, R62)."""

from __future__ import annotations

import pytest
from rules.lancer.situation import Table, unit
from tabletop import ground, of, one

from playsheet.rules.lancer.battle.events import ContactBroken, Moved, Reformed, Routed
from playsheet.rules.lancer.ground.contact import formed_places

LINE, LEVY = "line-company", "levy-spearmen"


# ---------------------------------------------------------------- a fall back is as long as its dice (R62)


def test_r62_a_seven_is_seven_inches_from_the_mean_of_its_figures() -> None:
    """Two of the rear rank have closed up on the enemy's flanks: forward of the rest."""
    table = Table([unit(LINE, "Line", 30, 30)], [unit(LEVY, "Levy", 30, 31.5)])
    closing = ["close_up first", "close_up_figure figure:9", "close_up first", "close_up_figure figure:8"]
    table.activate("Line", "activated melee", *closing, "close_up done", "pairs locked")
    line = table["Line"]
    x, y = line.x, line.y
    assert y > 30.0
    told = table.card("STOP", dice=[6, 1, 1])
    move = one(told, Moved)
    assert (move.inches, move.rolled) == (7.0, 7)
    assert ((move.x - x) ** 2 + (move.y - y) ** 2) ** 0.5 == pytest.approx(7.0, abs=1e-9)
    assert not of(told, Reformed)[:-1]  # forming up is part of it: only the enemy re-forms by itself
    assert line.formed
    assert line.disrupted


def test_r62_whatever_it_runs_into_routs_it_from_the_first_inch_on() -> None:
    """A friend in touch behind it, who is in no melee."""
    table = Table(
        [unit(LINE, "Line", 30, 30), unit(LINE, "Behind", 30, 28.5)],
        [unit(LEVY, "Levy", 30, 31.5)],
    )
    told = table.card("STOP", dice=[6, 1, 1])
    assert (one(told, Routed).unit, one(told, Routed).met) == (table["Line"].id, "Behind")


def test_r62_what_it_touches_and_slides_along_does_not() -> None:
    table = Table(
        [unit(LINE, "Line", 30, 30), unit(LINE, "Beside", 33.75, 28.5)],
        [unit(LEVY, "Levy", 30, 31.5)],
    )
    told = table.card("STOP", dice=[6, 1, 1])
    assert not of(told, Routed)
    assert table["Line"].y == pytest.approx(23.0)


@pytest.mark.parametrize(("die", "routs"), [(1, True), (6, False)])
def test_r62_who_ends_on_his_own_melee_is_routed(die: int, routs: bool) -> None:
    """Towards its own edge, by the other reading of R12, through a column of ten ranks that struck it from behind."""
    table = Table(
        [unit(LINE, "Line", 30, 30)],
        [unit(LEVY, "Levy", 30, 25.5, "column", facing=0, figures=20)],
        fall_back="own_edge",
    )
    told = table.card("STOP", dice=[6, 1, die])
    assert bool(of(told, Routed)) == routs
    if routs:
        assert (one(told, Routed).met, one(told, Routed).ruling) == ("Levy", "R62")


# ---------------------------------------------------------------- STOP is one moment (R51)


def crossing(x: float, y: float) -> Table:
    """A falls back to the south from D, B to the west from E."""
    return Table(
        [unit(LINE, "A", 30, 30, figures=2), unit(LINE, "B", x, y, facing=90)],
        [unit(LEVY, "D", 30, 31.5, figures=2), unit(LEVY, "E", x + 1.5, y, facing=270)],
    )


def test_r51_who_leaves_at_stop_is_in_nobodys_way() -> None:
    """B stands where A falls back, and falls back itself."""
    table = crossing(30, 27)
    told = table.card("STOP", dice=[6, 6, 1, 1, 1, 1])
    assert not of(told, Routed)
    assert (table["A"].x, table["A"].y) == (pytest.approx(30.0), pytest.approx(23.0))
    assert (table["B"].x, table["B"].y) == (pytest.approx(23.0), pytest.approx(27.0))


def test_r51_who_stays_is_in_the_way() -> None:
    table = crossing(30, 27)
    told = table.card("STOP", dice=[6, 1, 1, 1, 1])
    assert (one(told, Routed).unit, one(told, Routed).met) == (table["A"].id, "B")


def test_r51_two_that_end_on_each_other_both_rout() -> None:
    table = crossing(37, 23)
    told = table.card("STOP", dice=[6, 6, 1, 1, 1, 1])
    assert [(event.unit, event.met, event.ruling) for event in of(told, Routed)] == [
        (table["A"].id, "B", "R51"),
        (table["B"].id, "A", "R51"),
    ]


def test_r51_one_that_falls_back_farther_is_not_met_on_its_way() -> None:
    """B goes twelve inches, over the place where A ends."""
    table = crossing(37, 23)
    told = table.card("STOP", dice=[6, 6, 1, 1, 1, 6])
    assert not of(told, Routed)
    assert table["B"].x == pytest.approx(25.0)


# ---------------------------------------------------------------- forming up (R50)


def pierced(*behind: str, terrain: tuple[str, ...] = ()) -> Reformed:
    """One Levy kills the middle man of three: the other two close up in touch with him, and have to slide."""
    table = Table(
        [unit(LINE, "Line", 30, 30, "extended", figures=3), *behind],
        [unit(LEVY, "Levy", 30, 30.75, "extended", figures=1)],
        terrain,
    )
    told = table.activate("Levy", "activated melee", dice=[1, 6])
    return next(event for event in of(told, Reformed) if event.unit == table["Line"].id)


def test_r50_forming_up_passes_through_nobody() -> None:
    """Straight back if it can; if a friend is there, not past him but aside."""
    back = pierced()
    assert (back.x, back.y) == (pytest.approx(30.0), pytest.approx(29.5))
    aside = pierced(unit(LINE, "Behind", 30, 29.25, "extended", figures=3))
    assert aside.y == pytest.approx(30.0)
    assert abs(aside.x - 30.0) == pytest.approx(0.375 + 0.5 + 0.75)


def test_r50_closed_ground_is_not_slid_over() -> None:
    aside = pierced(terrain=(ground("lake", rect=[20, 29.4, 40, 29.5]),))
    assert aside.y == pytest.approx(30.0)


def test_r50_nobody_is_first_who_forms_up_at_the_same_moment() -> None:
    table = Table([unit(LINE, "Line", 30, 30)], [unit(LEVY, "Levy", 30, 31.5)])
    line, levy = table["Line"], table["Levy"]
    table.game.tell(ContactBroken(line.id, levy.id))
    one_way = formed_places(table.battle, [line, levy])
    other_way = formed_places(table.battle, [levy, line])
    assert [(place.x, place.y) for place in one_way if place] == [
        (place.x, place.y) for place in other_way[::-1] if place
    ]
    # each slides half an inch back from where the other's figures are
    assert [place.y for place in one_way if place] == [pytest.approx(29.5), pytest.approx(32.0)]
    # and where there is no room for both, neither forms up
    shut_in = Table([unit(LINE, "Line", 1.875, 0.75)], [unit(LEVY, "Levy", 1.875, 2.25)], size=(3.75, 3))
    shut_in.game.tell(ContactBroken(shut_in["Line"].id, shut_in["Levy"].id))
    assert formed_places(shut_in.battle, [shut_in["Line"], shut_in["Levy"]]) == [None, None]
