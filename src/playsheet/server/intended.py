"""What an intent came to, as it is kept: the answers of an adjutant as one op."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from playsheet.core.errors import Refused
from playsheet.core.events import Battle
from playsheet.core.intents import read_intent
from playsheet.core.system import System


class Answer(msgspec.Struct, array_like=True):
    """One of the answers: to which question, and what."""

    question: str
    text: str


class Intended(msgspec.Struct):
    """The text of an op: what was said, the answers, what is remembered and what is told to the seat."""

    said: list[str]
    answers: list[Answer]
    memory: dict[str, Any]  # what the adjutant remembers: `Adjutant.data`
    told: list[str]


decoder: Final = msgspec.json.Decoder(Intended)


def read_intended(text: str) -> Intended:
    try:
        return decoder.decode(text)
    except msgspec.DecodeError as fault:
        raise Refused("what an intent came to cannot be read.") from fault


def orders_now(system: System[Any], battle: Battle, memory: dict[str, Any]) -> list[dict[str, object]]:
    """What an adjutant remembers to stand, by the numbers that units have now."""
    size: int = memory["size"]
    found: list[dict[str, object]] = []
    for order in memory["orders"]:
        intent = read_intent(order["intent"]).renumbered(lambda unit: system.place_since(battle, size, unit))
        if intent is not None:
            found.append({"number": order["number"], "intent": intent.text()})
    return found
