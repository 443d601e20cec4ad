"""Families of options, as two systems use them: keys for records, labels for people, and what is lit on the table."""

from __future__ import annotations

import pytest

from playsheet.core.asking import Option
from playsheet.core.events import Battle
from playsheet.players.setup import set_up
from playsheet.rules.gaslight.options.choices import Snipe, TakeOver
from playsheet.rules.lancer.options.choices import Charge, WithUnit
from playsheet.rules.lancer.table.melee import Figure, Strike
from playsheet.rules.riskfactor.options.choices import Next
from playsheet.tabletop.options import OfFigure, OfUnit


@pytest.mark.parametrize(
    ("scenario", "option", "key", "label", "about"),
    [
        ("the-wells", Charge(0), "charge:0", "Charge Line Company", (0, [])),
        ("the-wells", WithUnit(0), "activate_unit", "Activate Line Company", (0, [])),  # there is only one
        ("the-wells", Strike(30, 2), "strike:2", "Strike at soldier 3 of the Line Company", (-1, [30, 2])),
        ("the-wells", Figure(2), "figure:2", "Soldier 3 of the Line Company", (-1, [2])),
        ("the-picket", Next(0), "next:0", "Lieutenant", (0, [])),
        ("steam-at-kandar-ford", TakeOver(0), "take:0", "Let the 1st Redcoats take over", (0, [])),
        ("steam-at-kandar-ford", Snipe(0), "snipe:0", "Shoot with the officer of the 1st Redcoats", (-1, [0])),
    ],
)
def test_a_word_and_what_it_is_about(
    scenario: str, option: Option, key: str, label: str, about: tuple[int, list[int]]
) -> None:
    setup = set_up(scenario, [])
    assert option.key() == key
    assert option.label(setup.system.new_battle(setup.scenario)) == label
    assert option.about() == about
    assert option.read(key) is option
    assert option.read(key + "0") is None


@pytest.mark.parametrize("option", [OfUnit("charge", 0), OfFigure("strike", 0)])
def test_a_system_has_to_say_how_it_calls_them(option: Option) -> None:
    with pytest.raises(NotImplementedError):
        option.label(Battle())
