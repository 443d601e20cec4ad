"""Inputs, dice and what the Python text makes of them: the translated text must come to the same, word for word."""

from __future__ import annotations

from typing import Any, Final

from playsheet.core.dice import Dice, Scripted, Seeded
from playsheet.core.errors import Refused
from playsheet.core.events import Rolled, Throw
from playsheet.core.exact import Effort
from playsheet.core.forms import AnyForm, Field, Value, shown_length
from playsheet.odds.ask import exactly
from playsheet.server.payloads import event_data, odds_data

INPUT: Final = Throw("an input")
MOST_PATHS: Final = 300_000  # of odds that are compared
NEAR: Final = 6  # numbers are tried so far round their default, and seldom farther: odds of sixty figures take long


def cases(sheets: dict[str, list[AnyForm]], n: int, seed: int) -> list[dict[str, Any]]:
    """So many of each procedure, the first with its defaults."""
    dice = Seeded(seed)
    found: list[dict[str, Any]] = []
    for system, procedures in sheets.items():
        for procedure in procedures:
            for at in range(n):
                inputs = {field.name: tried(field, dice) for field in procedure.fields} if at else {}
                found.append({"system": system, "procedure": procedure.id, **case(procedure, inputs, dice)})
    return found


def tried(field: Field, dice: Dice) -> Value:
    if isinstance(field.default, bool):
        return dice.roll(3, INPUT) == 1
    if field.choices:
        return field.choices[dice.roll(len(field.choices), INPUT) - 1]
    assert isinstance(field.default, (int, float))
    low = max(field.low, int(field.default) - NEAR)
    high = min(field.high, int(field.default) + NEAR)
    whole = low - 1 + dice.roll(high - low + 1, INPUT)
    if not field.fractions or whole == field.high:
        return whole
    return shown_length(whole + (dice.roll(1000, INPUT) - 1) / 1000)


def case(procedure: AnyForm, inputs: dict[str, Value], dice: Seeded) -> dict[str, Any]:
    rolls: list[Rolled] = []
    try:
        filled = procedure.filled(inputs)
        dice.log = rolls
        facts = filled.run(dice)
    except Refused as refusal:
        return {"inputs": inputs, "refused": str(refusal)}
    finally:
        dice.log = None
    faces = [face for roll in rolls for face in roll.faces]
    again = Scripted(faces)
    assert procedure.filled(inputs).run(again) == facts
    assert again.left() == 0
    return {
        "inputs": inputs,
        "faces": faces,
        "resolved": {
            "inputs": filled.inputs,
            "rolls": [event_data(roll) for roll in rolls],
            "results": dict(zip(procedure.results, facts)),
        },
        "odds": odds(procedure, inputs),
    }


def odds(procedure: AnyForm, inputs: dict[str, Value]) -> dict[str, Any] | None:
    """None if there are too many ways for it to end: either text would take minutes over them."""
    try:
        return odds_data(exactly(procedure.filled(inputs), Effort(MOST_PATHS)))
    except Refused:
        return None
