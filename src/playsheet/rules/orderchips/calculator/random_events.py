"""Random events and natives."""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import Dice
from playsheet.core.procedures import Field, Outcome, Prepared, Procedure, Values
from playsheet.rules.orderchips.calculator.inputs import Facts
from playsheet.rules.orderchips.dice.random_events import event, is_event, native_band
from playsheet.rules.orderchips.sheet.tables import ChipRules
from playsheet.rules.orderchips.terms import ATTITUDES, ENTRIES, EVENTS


class RandomEvent(Procedure):
    """Is there a random event, and which?"""

    def __init__(self, rules: ChipRules) -> None:
        self.rules: Final = rules
        fields = (Field("sure", "there is one: no check", False),)
        super().__init__(
            "random-event", "Random events of a turn", "random-events", fields, ("event", "bands"), "sure=yes"
        )

    def prepare(self, values: Values) -> Prepared:
        return PreparedEvent(self, values, self.rules)


class PreparedEvent(Prepared):
    def __init__(self, procedure: Procedure, values: Values, rules: ChipRules) -> None:
        super().__init__(procedure, values)
        self.rules: Final = rules
        self.sure: Final = values.flag("sure")

    def run(self, dice: Dice) -> Outcome:
        if not self.sure and not is_event(dice, self.rules):
            return Facts(("none", 0))
        row = event(dice, self.rules)
        return Facts((EVENTS[row.do], row.bands))


class NativeBand(Procedure):
    """Who the natives are that appear."""

    def __init__(self, rules: ChipRules) -> None:
        self.rules: Final = rules
        fields = (Field("allies", "friends of the weakest player: no roll for their attitude", False),)
        results = ("card", "figures", "entry", "attitude")
        super().__init__("native-band", "A band of natives", "native-band", fields, results, "allies=no")

    def prepare(self, values: Values) -> Prepared:
        return PreparedBand(self, values, self.rules)


class PreparedBand(Prepared):
    def __init__(self, procedure: Procedure, values: Values, rules: ChipRules) -> None:
        super().__init__(procedure, values)
        self.rules: Final = rules
        self.allies: Final = values.flag("allies")

    def run(self, dice: Dice) -> Outcome:
        band = native_band(dice, self.rules, True, [1], self.allies)
        return Facts((band.card, band.figures, ENTRIES[band.entry], ATTITUDES[band.attitude]))
