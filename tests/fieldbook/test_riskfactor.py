"""The risk-factor skirmish in the field book: who is hit, who stands with whom, who has to obey."""

from __future__ import annotations

import pytest

from playsheet.core.book_rows import BookUnit
from playsheet.core.errors import Refused
from playsheet.core.forms import Value
from playsheet.fieldbook.book import Book, Intent
from playsheet.fieldbook.making import new_book
from playsheet.rules import load_system, scenario_files

LIEUTENANT, DRUMMER, SQUAD, BAND = 0, 1, 2, 3


@pytest.fixture
def book() -> Book:
    system = load_system("riskfactor")
    fresh = new_book(system, system.read_scenario(scenario_files()["the-picket"]))
    write(fresh, "begin")
    return fresh


def write(book: Book, do: str, unit: int = -1, whom: int = -1, /, *dice: int, **answers: Value) -> None:
    book.do(Intent(len(book.entries), do, unit=unit, target=whom, dice=list(dice), answers=answers))


def numbered(book: Book, id: int) -> BookUnit:
    return book.state.units[id]


def volley(book: Book, *dice: int, **answers: Value) -> None:
    write(book, "shoot", SQUAD, BAND, *dice, figures=2, moved=False, range=20, cover="open", **answers)


def test_the_units_are_who_they_are(book: Book) -> None:
    assert numbered(book, LIEUTENANT).flag("pc")
    assert numbered(book, DRUMMER).flag("leader")
    assert numbered(book, SQUAD).number("ncos") > 0
    assert numbered(book, BAND).side == 1


def test_a_wounded_man_who_is_killed_is_hurt_once(book: Book) -> None:
    """One hit wounds the first of the unhurt; the next finds him again, now the last that is counted, and kills him."""
    band = numbered(book, BAND)
    full = band.number("figures")
    volley(book, 8, 1, 4, target=full)
    band = numbered(book, BAND)
    assert (band.number("figures"), band.number("wounded"), band.number("hurt")) == (full, 1, 1)
    for _ in range(11):
        write(book, "phase")
    write(book, "turn")
    volley(book, 8, full, 4, target=full, wounded=1)
    band = numbered(book, BAND)
    assert (band.number("figures"), band.number("wounded"), band.number("hurt")) == (full - 1, 0, 1)


def test_nobody_fires_twice_in_a_turn(book: Book) -> None:
    volley(book, 1, target=20)
    with pytest.raises(Refused, match=r"has fired this turn\.$"):
        volley(book, 1, target=20)


def test_nobody_sees_more_men_than_there_are(book: Book) -> None:
    left = numbered(book, BAND).number("figures")
    with pytest.raises(Refused, match=f"has {left} men left, and not {left + 1}: expected {left} or fewer"):
        volley(book, 1, target=left + 1)


def test_a_leader_with_a_group_is_hit_among_it(book: Book) -> None:
    """He is counted last."""
    write(book, "stand-with", DRUMMER, SQUAD)
    men = numbered(book, SQUAD).number("figures")
    write(book, "hits", BAND, SQUAD, men + 1, 4, row="gunpowder", hits=1, target=men, leaders=1)
    assert numbered(book, DRUMMER).number("wounded") == 1
    assert numbered(book, SQUAD).number("hurt") == 0


def test_ncos_of_another_group_are_of_that_group(book: Book) -> None:
    with pytest.raises(Refused, match=r"nobody is asked for 'guests' here"):
        volley(book, 1, target=5, guests=1)


def test_who_is_commanded_is_so_until_the_side_ends(book: Book) -> None:
    write(book, "commands", LIEUTENANT, SQUAD)
    assert numbered(book, SQUAD).number("commander") == LIEUTENANT
    for _ in range(5):
        write(book, "phase")
    assert numbered(book, SQUAD).number("commander") == -1


def test_a_drummer_commands_nobody(book: Book) -> None:
    with pytest.raises(Refused, match="is no Player Character"):
        write(book, "commands", DRUMMER, SQUAD)


def test_the_other_side_follows_the_first(book: Book) -> None:
    for _ in range(6):
        write(book, "phase")
    assert book.state.values["active"] == 2
    for _ in range(5):
        write(book, "phase")
    write(book, "turn")
    assert (book.state.turn, book.state.values["active"]) == (2, 1)
