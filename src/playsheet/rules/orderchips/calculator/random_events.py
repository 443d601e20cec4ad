"""Random events and natives."""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import Dice
from playsheet.core.forms import Facts, Field, Form, Values
from playsheet.rules.orderchips.dice.random_events import event, is_event, native_band
from playsheet.rules.orderchips.sheet.tables import ChipRules
from playsheet.rules.orderchips.terms import ATTITUDES, ENTRIES, EVENTS


def sure_of(rules: ChipRules, values: Values) -> bool:
    return values.flag("sure")


def random_event(dice: Dice, rules: ChipRules, sure: bool) -> Facts:
    """Is there one, and which?"""
    if not sure and not is_event(dice, rules):
        return ("none", 0)
    row = event(dice, rules)
    return (EVENTS[row.do], row.bands)


RANDOM_EVENT: Final = Form(
    "random-event",
    "Random events of a turn",
    at="random-events",
    example="sure=yes",
    results=("event", "bands"),
    fields=(Field("sure", "there is one: no check", default=False),),
    read=sure_of,
    run=random_event,
)


def allies_of(rules: ChipRules, values: Values) -> bool:
    return values.flag("allies")


def natives(dice: Dice, rules: ChipRules, allies: bool) -> Facts:
    """Who they are that appear."""
    band = native_band(dice, rules, [1], feature=True, allies=allies)
    return (band.card, band.figures, ENTRIES[band.entry], ATTITUDES[band.attitude])


NATIVE_BAND: Final = Form(
    "native-band",
    "A band of natives",
    at="native-band",
    example="allies=no",
    results=("card", "figures", "entry", "attitude"),
    fields=(Field("allies", "friends of the weakest player: no roll for their attitude", default=False),),
    read=allies_of,
    run=natives,
)
