"""Words that stories share: measures, men, the line that most stand behind or climb over."""

from __future__ import annotations

import pytest

from playsheet.core.events import Rolled, Throw
from playsheet.core.terrain import Ground, Piece, polyline, rectangle
from playsheet.tabletop.wording import (
    a,
    blew_up,
    crossed_by_most,
    degrees,
    inches,
    lined_by_most,
    men,
    men_by_name,
    men_out_of,
    named_man,
    needing,
    part_of,
    points_words,
    shelter,
    tallied,
    times,
    to_a_tenth,
    your,
)

WARRIORS = ("warrior", "warriors")


@pytest.mark.parametrize(
    ("far", "said"),
    [
        (9.0, "9 inches"),
        (1.0, "one inch"),
        (0.96, "one inch"),
        (1.5, "1.5 inches"),
        (1.04, "one inch"),
        (11.96, "12 inches"),
        (11.26, "11.3 inches"),
        (12.04, "12 inches"),
        (0.04, "0 inches"),
    ],
)
def test_inches_to_a_tenth(far: float, said: str) -> None:
    assert inches(far) == said


def test_numbers() -> None:
    assert [to_a_tenth(far) for far in (4.5, 6.0, 5.98)] == ["4.5", "6", "6"]
    assert [degrees(turn) for turn in (0.6, 29.6)] == ["1 degree", "30 degrees"]
    assert [times(n) for n in (1, 2, 3)] == ["once", "twice", "three times"]
    assert [part_of(4, 9), part_of(11, 20)] == ["four of nine", "11 of 20"]
    assert [points_words(n) for n in (0, 1, 12)] == ["0 points", "1 point", "12 points"]
    assert [tallied(n, "trophy", "trophies") for n in (1, 2)] == ["1 trophy", "2 trophies"]


def rolled(why: str, face: int, needed: str) -> Rolled:
    return Rolled(Throw(why), 0, 20, [face], needed, "", [], ())


def test_what_a_die_needed() -> None:
    rolls = [rolled("START", 9, "8 or less"), rolled("SUSTAIN", 11, "")]
    assert needing(rolls, "START") == " (a 9, needing 8 or less)"
    assert needing(rolls, "SUSTAIN") == ""  # a die that needed nothing
    assert needing(rolls, "Repair") == ""  # no such die


def test_men() -> None:
    assert [a("rifleman"), a("archer")] == ["a rifleman", "an archer"]
    assert [men(1, WARRIORS), men(3, WARRIORS)] == ["a warrior", "three warriors"]
    assert men_out_of(3, WARRIORS, "the Warband") == "three warriors of the Warband"
    assert men_out_of(3, WARRIORS, "the Young Warriors") == "three of the Young Warriors"
    assert men_out_of(1, WARRIORS, "the Warband") == "a warrior of the Warband"


@pytest.mark.parametrize(
    ("unit", "name", "said"),
    [
        ("the 2nd Redcoats", "2nd Redcoats", "your 2nd Redcoats"),
        ("the Red Redcoats", "Redcoats", "your Redcoats"),
        ("the Emir", "The Emir", "the Emir"),
        ("General Harcastle", "General Harcastle", "General Harcastle"),
    ],
)
def test_to_its_owner_a_unit_is_his(unit: str, name: str, said: str) -> None:
    assert your(unit, name) == said


# ---------------------------------------------------------------- ground

WALL = polyline(0, "", "wall", [(0.0, 10.0), (20.0, 10.0)])
LINES = [(WALL, "farm wall, west")]


def test_a_line_is_lined_by_more_than_half() -> None:
    near, far = (5.0, 9.0, 0.5), (5.0, 2.0, 0.5)
    assert lined_by_most(LINES, [near, near, far], 0.6) == "the farm wall"
    assert lined_by_most(LINES, [near, far], 0.6) == ""
    assert lined_by_most(LINES, [near], 0.4) == ""  # from the edge of the base
    assert lined_by_most(LINES, [], 0.6) == ""


def test_a_line_is_crossed_by_more_than_half_and_named_once() -> None:
    over, along = (5.0, 9.0, 5.0, 11.0), (5.0, 9.0, 8.0, 9.0)
    parts: list[tuple[Piece, str]] = [*LINES, (WALL, "farm wall, east"), (WALL, "hedge")]
    assert crossed_by_most(parts, [over, over, along]) == " over the farm wall and the hedge"
    assert crossed_by_most(parts, [over, along]) == ""


def test_shelter_is_a_line_then_ground_then_what_the_cover_is_called() -> None:
    ground = Ground(48.0, 48.0, [rectangle(0, "palm wood", "wood", 10.0, 10.0, 20.0, 20.0)])
    inside, outside = (15.0, 15.0), (30.0, 30.0)
    assert shelter("the wall", ground, [inside], " in light cover") == " behind the wall"
    assert shelter("", ground, [outside, inside], " in light cover") == " in the palm wood"
    assert shelter("", ground, [outside], " in light cover") == " in light cover"


def test_a_sentence_begins_with_a_capital_when_something_blows_up() -> None:
    said = blew_up("the Steam Tank")
    assert [text[:1].isupper() for text in said] == [True, True, True]
    assert all("Steam Tank" in text and not text.endswith(".") for text in said)


@pytest.mark.parametrize(
    ("titles", "names"),
    [
        (["officer", "sergeant", "redcoat", "redcoat"], ["officer", "sergeant", "redcoat 1", "redcoat 2"]),
        (["sergeant", "sergeant", "man"], ["sergeant 1", "sergeant 2", "soldier"]),
        (["man", "man"], ["soldier 1", "soldier 2"]),
        ([], []),
    ],
)
def test_men_are_called_what_they_are_and_numbered_where_they_are_several(titles: list[str], names: list[str]) -> None:
    assert men_by_name(titles) == names


@pytest.mark.parametrize(
    ("man", "said"),
    [("sergeant", "the sergeant of the Redcoats"), ("redcoat 3", "redcoat 3 of the Redcoats")],
)
def test_one_man_out_of_his_unit(man: str, said: str) -> None:
    assert named_man(man, "the Redcoats") == said
