"""Intents are plain data: one line of text, read back the same; what is none is refused in a sentence."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playsheet.core.errors import Refused
from playsheet.core.intents import (
    BEST,
    CHARGE,
    DEPLOY,
    FIRE,
    HOLD,
    KEEP,
    KINDS,
    MARCH,
    RALLY,
    SAME,
    STAND,
    SUPPORT,
    Intent,
    read_intent,
)
from playsheet.core.meanings import kinds_now
from playsheet.rules import SYSTEMS, load_system


@pytest.mark.parametrize(
    "text",
    [
        "march 3 4 5 to 20,14",
        "march 3 to 10,12 20.25,14 apart facing 90 in column",
        "deploy 3 4 to 20,14 facing 180 in line",
        "deploy as suggested",
        "deploy 3 as mirrored",
        "deploy as best",
        "fire 3 at 7",
        "fire 3 at will",
        "fire 3 within 12",
        "fire 3 if charged",
        "charge 3 4 at 7",
        "support 3 at 5",
        "hold 3",
        "rally 3",
        "keep",
        "keep 3",
        "same",
        "same 3 4",
        "stand",
        "best",
        "best 3 4",
        "best 3 4 as assault",
        "best 3 as shift by 20.5",
    ],
)
def test_a_line_is_read_back_the_same(text: str) -> None:
    assert read_intent(text).text() == text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "expected what is wanted: march, deploy"),
        ("dance 3", "expected one of march, deploy, fire"),
        ("march 3", "a march needs a place to go to"),
        ("march to 20,14", "'march' needs at least one unit"),
        ("march 3 to", "expected a place like 20,14, and the line ends"),
        ("march 3 to here", "expected a number, got"),
        ("march 3 to 20,14 facing north", "expected a number, got 'north'"),
        ("march 3 to 20,14 facing 400", "expected a number from 0 to 360"),
        ("march 3 3 to 20,14", "unit 3 is named twice"),
        ("march 3 to 20,14 at 7", "'at' says nothing to 'march'"),
        ("march 3 to nan,14", "expected a number from"),
        ("charge 3", "'charge' needs a unit behind 'at'"),
        ("charge 3 at will", "expected a unit of the roster"),
        ("deploy", "a deployment is either 'to' a place or 'as'"),
        ("deploy to 20,14", "names its units"),
        ("deploy as drawn", "expected one of suggested, mirrored, best"),
        ("deploy 3 to 20,14 as best", "either 'to' a place or 'as'"),
        ("fire 3 within far", "expected a number"),
        ("hold", "'hold' needs at least one unit"),
        ("march 3 to " + " ".join(["1,1"] * 21), "a way has at most 20 places, got 21"),
        ("hold " + " ".join(str(unit) for unit in range(301)), "at most 300 units"),
        ("hold " + "1" * 2000, "at most 2000 characters"),
        ("hold 12345678", "says nothing to 'hold'"),
        ("best 3 as own", "expected one of hold, shoot, mass, assault, shift, reserve, got 'own'"),
        ("best as hold", "a stance is for units that are named"),
        ("best 3 as shift", "a shift needs its easting"),
        ("hold 3 as reserve", "'as' says nothing to 'hold'"),
    ],
)
def test_what_is_none_is_refused_in_a_sentence(text: str, said: str) -> None:
    with pytest.raises(Refused) as refusal:
        read_intent(text)
    assert said in str(refusal.value)
    assert str(refusal.value).endswith(".")


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        intent = read_intent(text)
    except Refused:
        return
    assert read_intent(intent.text()).text() == intent.text()


places = st.tuples(st.floats(0, 500, allow_nan=False), st.floats(0, 500, allow_nan=False))


@given(st.lists(st.integers(0, 200), min_size=1, max_size=20, unique=True), st.lists(places, min_size=1, max_size=5))
def test_a_march_keeps_every_number(units: list[int], way: list[tuple[float, float]]) -> None:
    intent = Intent(MARCH, units)
    intent.way = way
    again = read_intent(intent.text())
    assert (again.units, again.way) == (units, way)


def test_every_kind_has_a_line() -> None:
    assert FIRE in KINDS
    assert len(set(KINDS)) == 11


ALWAYS = [MARCH, FIRE, CHARGE, SUPPORT, HOLD, RALLY]


@pytest.mark.parametrize(
    ("system", "asked", "kinds"),
    [
        ("lancer", "deploy_formation", [DEPLOY]),
        ("lancer", "deploy", [DEPLOY]),
        ("lancer", "activated", [*ALWAYS, STAND, BEST]),
        ("gaslight", "deploy", [DEPLOY]),
        ("gettysburg", "formation", [DEPLOY]),
        ("gettysburg", "brigade_order", [*ALWAYS, KEEP, STAND, BEST]),
        ("gettysburg", "fire", [*ALWAYS, STAND, BEST]),
        ("orderchips", "chip", [*ALWAYS, SAME, STAND, BEST]),
        ("orderchips", "window", [*ALWAYS, STAND, BEST]),
        ("riskfactor", "standing_order", [*ALWAYS, KEEP, STAND, BEST]),
    ],
)
def test_what_can_be_said_while_something_is_asked(system: str, asked: str, kinds: list[str]) -> None:
    assert kinds_now(load_system(system).meanings(), asked) == kinds


def test_every_sheet_says_which_of_its_questions_is_the_deployment() -> None:
    for system in SYSTEMS:
        assert kinds_now(load_system(system).meanings(), "deploy") == [DEPLOY]
