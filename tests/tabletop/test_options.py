"""Families of options: keys for records, labels for people, and what is lit on the table."""

from __future__ import annotations

import pytest

from playsheet.core.events import Battle
from playsheet.tabletop.options import OfFigure, OfUnit

NAMES = ["the Line Company", "the {} Band"]


class Called(OfUnit):
    def named(self, battle: Battle) -> str:
        return NAMES[self.unit]


class Man(OfFigure):
    def named(self, battle: Battle) -> str:
        return f"figure {self.figure - 30}"


@pytest.mark.parametrize(
    ("option", "key", "label"),
    [
        (Called("next", 0), "next:0", "the Line Company"),
        (Called("charge", 0, "Charge {}"), "charge:0", "Charge the Line Company"),
        (Called("take", 0, "{} takes over"), "take:0", "the Line Company takes over"),
        (Called("charge", 1, "Charge {}"), "charge:1", "Charge the {} Band"),  # whatever a scenario calls its units
    ],
)
def test_a_unit(option: OfUnit, key: str, label: str) -> None:
    assert option.key() == key
    assert option.label(Battle()) == label
    assert option.about() == (option.unit, [])
    assert option.read(key) is option
    assert option.read(key + "0") is None


def test_a_figure() -> None:
    option = Man("strike", 33, "Strike at {}")
    assert (option.key(), option.label(Battle())) == ("strike:33", "Strike at figure 3")
    assert option.about() == (-1, [33])


def test_who_says_no_name_has_no_label() -> None:
    with pytest.raises(NotImplementedError):
        OfUnit("charge", 0).label(Battle())
