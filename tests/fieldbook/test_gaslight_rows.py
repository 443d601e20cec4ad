"""What the rows of GASLIGHT make of a referee's hand, of characters and of blows."""

from __future__ import annotations

import pytest

from playsheet.core.errors import Refused
from playsheet.fieldbook.book import Book, Intent
from playsheet.fieldbook.making import new_book
from playsheet.rules import load_system, scenario_files

REDCOATS, HERO, WARBAND, VILLAIN = range(4)


def begun() -> Book:
    system = load_system("gaslight")
    book = new_book(system, system.read_scenario(scenario_files()["the-telegraph-hut"]))
    book.do(Intent(0, "begin"))
    return book


def say(book: Book, do: str, unit: int = -1, target: int = -1, dice: tuple[int, ...] = (), **answers: object) -> None:
    given = {name: value for name, value in answers.items() if isinstance(value, bool | int | str)}
    at = len(book.entries)
    book.do(Intent(at, do, unit=unit, target=target, dice=list(dice), answers=given, reason="because"))


@pytest.mark.parametrize(
    ("unit", "attribute", "value", "stands"),
    [
        (HERO, "with_unit", 100, -1),
        (HERO, "with_unit", WARBAND, -1),  # an enemy
        (HERO, "with_unit", HERO, -1),
        (WARBAND, "with_unit", VILLAIN, -1),  # no character
        (HERO, "with_unit", REDCOATS, REDCOATS),
        (REDCOATS, "led_by", 100, -1),
        (REDCOATS, "third", True, False),  # nobody stands there on the card
    ],
)
def test_a_referee_cannot_write_what_cannot_be(unit: int, attribute: str, value: int | bool, stands: int) -> None:
    book = begun()
    say(book, "overrule", unit, attribute=attribute, value=value)
    assert book.state.units[unit].values[attribute] == stands


def test_a_character_joins_and_leaves() -> None:
    book = begun()
    say(book, "attach", HERO, REDCOATS)
    hero = book.state.units[HERO]
    assert (hero.word("place"), book.state.left.count(HERO)) == ("attached", 0)
    say(book, "detach", HERO)
    assert (hero.word("place"), book.state.units[HERO].word("place"), book.state.left.count(HERO)) == (
        "attached",
        "on the table",
        0,
    )


def test_whoever_is_struck_down_falls_when_the_round_is_over() -> None:
    book = begun()
    say(book, "blows", REDCOATS, WARBAND, (1, 20), by="extras", at="extras", strikers=2, struck=2)
    assert (book.state.units[WARBAND].number("extras"), book.state.units[WARBAND].number("extras_struck")) == (11, 1)
    say(book, "round-over")
    warband = book.state.units[WARBAND]
    assert (warband.number("extras"), warband.number("extras_struck"), warband.flag("lost_figure")) == (10, 0, True)


def test_the_fall_of_an_army_commander_shakes_his_side() -> None:
    book = begun()
    say(book, "falls", VILLAIN)
    assert book.state.units[WARBAND].flag("commander_dead")
    assert not book.state.units[REDCOATS].flag("commander_dead")


def test_nobody_shoots_who_is_not_there() -> None:
    book = begun()
    with pytest.raises(Refused, match="Redcoats has no such character"):
        say(book, "snipe", REDCOATS, WARBAND, (), by="third")
