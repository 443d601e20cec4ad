"""Events read back from their lines; those of all battles on record are read back in tests/games."""

import pytest

from playsheet.core.errors import Refused
from playsheet.core.game import line_of
from playsheet.core.told import Reading, Unread
from playsheet.rules import SYSTEMS, load_system, texts_of
from playsheet.rules.engine import engine

JAMMED = '{"event":"PlayEnded","verdict":"Enough.","winner":1}\n'


def test_a_line_gives_its_event_again() -> None:
    event = Reading(load_system("lancer")).event(JAMMED)
    assert event.data() == {"event": "PlayEnded", "verdict": "Enough.", "winner": 1}


def test_an_event_whose_own_field_hides_its_name_is_known_by_its_fields() -> None:
    line = '{"bands":1,"event":3,"ruling":"R46"}\n'
    event = Reading(load_system("orderchips")).event(line)
    assert (type(event).__name__, line_of(event)) == ("EventChecked", line)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("", "no event"),
        ("[1]\n", "no event"),
        ('{"event":7}\n', "no event"),
        ('{"event":"Vanished"}\n', "called 'Vanished'"),
        ('{"event":"Unread","fields":{},"line":"","unseen":[]}\n', "called 'Unread'"),
        ('{"event":"PlayEnded","verdict":"Enough."}\n', "other fields"),
        ('{"event":"PlayEnded","by":2,"verdict":"Enough.","winner":1}\n', "PlayEnded"),
        ('{"event":"Rolled","why":"Fire"}\n', "other fields"),
        ('{"event":"PlayEnded", "verdict":"Enough.","winner":1}\n', "something else"),
    ],
)
def test_what_is_no_event_of_today_is_refused_in_a_sentence(line: str, says: str) -> None:
    with pytest.raises(Refused, match=says):
        Reading(load_system("lancer")).event(line)


def test_what_nobody_can_read_is_said_field_by_field() -> None:
    gone = Unread("", {"event": "Landed", "unit": 3, "unseen": [1]}, (1,))
    assert gone.words() == "Landed (unit 3)."
    assert gone.data() == {"event": "Landed", "unit": 3, "unseen": [1]}


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_system_made_from_its_texts_is_the_same(system: str) -> None:
    texts = texts_of(system)
    assert load_system(system, texts).sheet.data() == load_system(system).sheet.data()
    del texts["cards.toml"]
    with pytest.raises(Refused, match=r"cards\.toml"):
        load_system(system, texts)


def test_texts_that_differ_make_another_sheet() -> None:
    texts = texts_of("lancer")
    texts["sheet.toml"] = texts["sheet.toml"].replace("unit      = 2", "unit      = 3", 1)
    assert load_system("lancer", texts).sheet.data() != load_system("lancer").sheet.data()


def test_the_engine_is_named_by_version_and_digest() -> None:
    version, digest = engine().split()
    assert version[0].isdigit()
    assert len(digest) == 16
