"""What may be typed into a form, and what a form says of the answers it takes for granted."""

from __future__ import annotations

import pytest

from playsheet.core.dice import Dice, Seeded
from playsheet.core.errors import Refused
from playsheet.core.events import Throw
from playsheet.core.forms import Facts, Field, Form, Value, Values, shown_length
from playsheet.odds import exact

GAP = Field("gap", "to the enemy", 6, low=0, high=48, fractions=True)
THROW = Throw("How far")
MEN = Field("men", "who shoot", 6, low=1, high=48)


@pytest.mark.parametrize(
    ("field", "given", "value"),
    [
        (GAP, "7", 7),
        (GAP, " 7.25 ", 7.25),
        (GAP, 7.125, 7.125),
        (GAP, "7.0", 7),
        (GAP, 48, 48),
        (MEN, "7", 7),
    ],
)
def test_what_may_be_typed(field: Field, given: object, value: Value) -> None:
    found = field.read(given)
    assert (found, type(found)) == (value, type(value))


@pytest.mark.parametrize(
    ("field", "given"),
    [
        (GAP, "7.1234"),
        (GAP, "48.001"),
        (GAP, "-1"),
        (GAP, "-0.5"),
        (GAP, "1e1"),
        (GAP, "nan"),
        (GAP, ".5"),
        (GAP, "5."),
        (GAP, "1.2.3"),
        (GAP, True),
        (GAP, "\u0663.5"),
        (MEN, "7.5"),
        (MEN, "7.0"),
    ],
)
def test_what_may_not(field: Field, given: object) -> None:
    with pytest.raises(Refused, match=f"^{field.name}: expected a (length|whole number) from "):
        field.read(given)


@pytest.mark.parametrize(("length", "shown"), [(7.0, 7), (7.12345, 7.123), (6.9999999, 7), (0.0, 0)])
def test_what_was_measured_is_shown_as_it_could_be_typed(length: float, shown: Value) -> None:
    assert shown_length(length) == shown
    assert GAP.read(shown_length(length)) == shown


def test_odds_say_which_answers_they_take_for_granted() -> None:
    def read(rules: object, values: Values) -> float:
        return values.length("gap")

    def run(dice: Dice, rules: object, gap: float) -> Facts:
        return (dice.roll(6, THROW) >= gap,)

    def assumes(rules: object, gap: float) -> list[str]:
        return [f"Nobody fires within {gap} inches."]

    form: Form[object, float] = Form(
        "in", "Going in", at="", example="gap=3", results=("home",), fields=(GAP,), read=read, run=run, assumes=assumes
    )
    odds = exact(form.with_rules(object()), {"gap": "3.5"})
    assert odds.assumed == ["Nobody fires within 3.5 inches."]
    assert odds.data()["assumed"] == odds.assumed
    assert odds.chance(home=True) * 6 == 3
    assert form.with_rules(object()).filled({}).run(Seeded(1)) in ((True,), (False,))
