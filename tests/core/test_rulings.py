"""Rulings in their order, and switches that take only the values they have."""

import pytest

from playsheet.core.errors import Refused
from playsheet.core.rulings import Rulings, read_rulings

TOML = """
system = "toy"

[R1]
title = "Reshuffle"
question = "Which cards?"
answer = "All."
why = "The deck would run dry."
source = "house"

[R1.switch.reshuffle]
all = "Every card."
undrawn_first = "Those not drawn."

[R2]
title = "Range"
question = "Whose?"
answer = "The enemy's."
why = "He is the threat."
source = "borrowed"
from = "gaslight"

[R2.switch.their_range]
enemy = "His."
own = "Ours."

[R2.switch.front_arc]
180 = "Half round."
90 = "A quarter."

[R3]
title = "Sight"
question = "Do units block?"
answer = "Yes."
why = "They are solid."
source = "sheet"

[R3.switch.units_block]
true = "They do."
false = "They do not."

[R3.switch.fire_into_melee]
no = "Never."
yes = "Always."

[R4]
title = "Ties"
question = "Equal?"
answer = "Succeeds."
why = "Printed."
source = "sheet"
"""


@pytest.fixture
def rulings() -> Rulings:
    return read_rulings(TOML, "toy.toml")


def test_rulings_are_found_by_id_and_by_switch(rulings: Rulings) -> None:
    assert [ruling.id for ruling in rulings.all] == ["R1", "R2", "R3", "R4"]
    assert rulings.ruling("R2").lender == "gaslight"
    assert rulings.by_switch("front_arc").id == "R2"
    assert rulings.switch("reshuffle").values == ["all", "undrawn_first"]
    assert rulings.switch("reshuffle").meanings["all"] == "Every card."
    assert rulings.ruling("R4").switches == []
    assert rulings.ruling("R1").data()["switches"] == [
        {
            "key": "reshuffle",
            "values": {"all": "Every card.", "undrawn_first": "Those not drawn."},
            "default": "all",
        }
    ]


def test_the_first_value_is_the_default(rulings: Rulings) -> None:
    switches = rulings.defaults()
    assert switches.values == {
        "reshuffle": "all",
        "their_range": "enemy",
        "front_arc": "180",
        "units_block": "true",
        "fire_into_melee": "no",
    }
    assert switches.changed() == []


@pytest.mark.parametrize(
    ("key", "given", "value"),
    [
        ("reshuffle", "undrawn_first", "undrawn_first"),
        ("units_block", False, "false"),
        ("units_block", "false", "false"),
        ("fire_into_melee", True, "yes"),
        ("front_arc", 90, "90"),
    ],
)
def test_switches_are_chosen(rulings: Rulings, key: str, given: object, value: str) -> None:
    switches = rulings.chosen({key: given}, "house.toml")
    assert switches.value(key) == value
    assert switches.stands(key, value)
    changes = switches.changed()
    assert [(change.key, change.value, change.by) for change in changes] == [(key, value, "house.toml")]
    assert changes[0].ruling == rulings.by_switch(key).id
    assert changes[0].default == rulings.switch(key).default


def test_later_settings_win(rulings: Rulings) -> None:
    first = rulings.chosen({"reshuffle": "undrawn_first", "units_block": False}, "a.toml")
    second = first.changed_by({"reshuffle": "all"}, "b.toml")
    assert [(change.key, change.by) for change in second.changed()] == [("units_block", "a.toml")]
    assert first.value("reshuffle") == "undrawn_first"


def test_flags(rulings: Rulings) -> None:
    switches = rulings.chosen({"fire_into_melee": True}, "house.toml")
    assert switches.flag("units_block") is True
    assert switches.flag("fire_into_melee") is True
    with pytest.raises(Refused, match="is not one of true and false"):
        switches.flag("reshuffle")


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"reshufle": "all"}, 'rulings.reshufle: toy has no such switch (did you mean "reshuffle"?).'),
        ({"zzz": "all"}, "rulings.zzz: toy has no such switch."),
        ({"reshuffle": "some"}, 'rulings.reshuffle: expected one of "all" or "undrawn_first", got "some".'),
        ({"reshuffle": True}, 'rulings.reshuffle: expected one of "all" or "undrawn_first", got true.'),
        ({"units_block": 1}, 'rulings.units_block: expected one of "true" or "false", got 1.'),
        ({"units_block": 1.0}, 'rulings.units_block: expected one of "true" or "false", got 1.'),
        (
            {"reshuffle": ["all"]},
            'rulings.reshuffle: expected one of "all" or "undrawn_first", got a list of 1.',
        ),
        ({"reshuffle": ""}, 'rulings.reshuffle: expected one of "all" or "undrawn_first", got "".'),
    ],
)
def test_unknown_switches_and_values_are_refused(rulings: Rulings, settings: dict[str, object], message: str) -> None:
    with pytest.raises(Refused) as caught:
        rulings.chosen(settings, "house.toml")
    assert str(caught.value) == f"house.toml: {message}"


def test_a_lookup_that_fails_says_what_is_near(rulings: Rulings) -> None:
    with pytest.raises(Refused, match='There is no ruling "R9" in toy'):
        rulings.ruling("R9")
    with pytest.raises(Refused, match=r'There is no switch "reshufle" in toy \(did you mean "reshuffle"\?\)'):
        rulings.defaults().value("reshufle")
    with pytest.raises(Refused, match='The switch reshuffle has no value "none"'):
        rulings.defaults().stands("reshuffle", "none")


GOOD = '[R1]\ntitle = "T"\nquestion = "Q"\nanswer = "A"\nwhy = "W"\nsource = "house"\n'


@pytest.mark.parametrize(
    ("toml", "message"),
    [
        ("[R1]", 'R1.source: expected one of "sheet", "borrowed" or "house", but the key is missing.'),
        (GOOD.replace("R1", "Q1"), 'Q1: expected an id such as "R3".'),
        (GOOD.replace('why = "W"', ""), "R1.why: expected text, but the key is missing."),
        (GOOD + 'reason = "x"', "R1.reason: unknown key."),
        (GOOD.replace("house", "borrowed"), "R1.from: expected text, but the key is missing."),
        (
            GOOD + '[R1.switch.one]\nall = "x"',
            "R1.switch.one: expected at least two values, the default first.",
        ),
        (
            GOOD + '[R1.switch.s]\na = "x"\nb = "y"\n' + GOOD.replace("R1", "R2") + '[R2.switch.s]\na = "x"\nb = "y"',
            "R2: the switch s already belongs to R1.",
        ),
    ],
)
def test_bad_rulings_are_refused(toml: str, message: str) -> None:
    with pytest.raises(Refused) as caught:
        read_rulings('system = "toy"\n' + toml, "toy.toml")
    assert str(caught.value) == f"toy.toml: {message}"
