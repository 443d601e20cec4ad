"""Lengths with fractions, and the answers that odds take for granted, from the body of a request to the reply."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from playsheet.core.dice import Dice
from playsheet.core.events import Throw
from playsheet.core.forms import AnyForm, Facts, Field, Form, Value, Values, procedure_data
from playsheet.core.system import System
from playsheet.rules import load_system
from playsheet.server.jobs import Calculate, Refusal, Reply, Result, Rules, WorkOut
from playsheet.server.models import Resolve
from playsheet.server.worker import Worker

RULES = Rules("lancer", {}, [])
THROW = Throw("How far")


def gap_of(rules: object, values: Values) -> float:
    return values.length("gap")


def go_in(dice: Dice, rules: object, gap: float) -> Facts:
    """A die of inches, or as many as there are."""
    inches = dice.roll(6, THROW)
    return inches >= gap, min(inches, gap)


def assumes(rules: object, gap: float) -> list[str]:
    return [f"Nobody fires within {gap} inches."]


GOING_IN: AnyForm = Form(
    "in",
    "Going in",
    at="",
    example="gap=3",
    results=("home", "inches"),
    fields=(
        Field("gap", "to the enemy", 3, low=0, high=48, fractions=True),
        Field("men", "who go in", 6, low=1, high=9),
    ),
    read=gap_of,
    run=go_in,
    assumes=assumes,
    rules=object(),
)


class Sheet(System[Any]):
    def forms(self) -> list[AnyForm]:
        return [GOING_IN]


def reply_to(job: Calculate | WorkOut) -> Reply:
    """By a worker that has laid out this sheet."""
    worker = Worker()
    lancer = load_system("lancer")
    worker.sheets[msgspec.json.encode(RULES)] = Sheet("lancer", lancer.sheet, lancer.rulings, lancer.switches, [])
    return worker.done(msgspec.json.encode(job))


@pytest.mark.parametrize("value", [3.5, 3, 0.125, True, "3.5", -2])
def test_a_body_keeps_what_was_sent(value: Value) -> None:
    body = Resolve.model_validate_json(msgspec.json.encode({"inputs": {"gap": value}}))
    assert (body.inputs["gap"], type(body.inputs["gap"])) == (value, type(value))


def test_odds_of_a_length_and_what_they_take_for_granted() -> None:
    reply = reply_to(WorkOut(RULES, "in", {"gap": 3.5}, 1000, 1000))
    assert isinstance(reply, Result)
    found = msgspec.json.decode(reply.data)
    assert found["inputs"] == {"gap": 3.5, "men": 6}
    assert found["assumed"] == ["Nobody fires within 3.5 inches."]
    home, inches = found["results"]
    assert [(row["value"], row["chance"]) for row in home["values"]] == [(False, "1/2"), (True, "1/2")]
    assert [(row["value"], row["chance"]) for row in inches["values"]] == [
        (1, "1/6"),
        (2, "1/6"),
        (3, "1/6"),
        (3.5, "1/2"),
    ]
    assert inches["mean"] == {"exact": "11/4", "float": 2.75}
    assert [(row["value"], row["chance"]) for row in inches["at_least"]] == [
        (1, "1"),
        (2, "5/6"),
        (3, "2/3"),
        (3.5, "1/2"),
    ]


def test_a_throw_with_a_length() -> None:
    reply = reply_to(Calculate(RULES, "in", {"gap": 3.5}, [4]))
    assert isinstance(reply, Result)
    assert msgspec.json.decode(reply.data)["results"] == {"home": True, "inches": 3.5}


@pytest.mark.parametrize(
    ("inputs", "says"),
    [
        ({"gap": 48.5}, "gap: expected a length from 0 to 48, with 3 decimals at most, got '48.5'."),
        ({"gap": 3.1234}, "gap: expected a length from 0 to 48, with 3 decimals at most, got '3.1234'."),
        ({"men": 3.5}, "men: expected a whole number from 1 to 9, got '3.5'."),
    ],
)
def test_what_is_no_length_is_refused(inputs: dict[str, Value], says: str) -> None:
    assert reply_to(WorkOut(RULES, "in", inputs, 1000, 1000)) == Refusal(says)


def test_a_form_says_that_it_takes_a_length() -> None:
    gap, men = procedure_data(GOING_IN)["inputs"]
    assert (gap["kind"], gap["low"], gap["high"]) == ("length", 0, 48)
    assert (men["kind"], men["low"], men["high"]) == ("number", 1, 9)
