"""What people send: scenarios and house rules. The server itself sets up only what a reader process has passed."""

from __future__ import annotations

import json
import re
from typing import Final

from playsheet.core.errors import Refused
from playsheet.core.house import read_house
from playsheet.core.scenario import Scenario
from playsheet.players.setup import Setup, set_up_from
from playsheet.server.messages import plain
from playsheet.server.storage import Text

SWITCH: Final = re.compile(r"[A-Za-z0-9_-]{1,60}")


def houses_of(system: str, houses: list[Text], rulings: dict[str, str]) -> list[Text]:
    """House rules as they were sent; rulings that were chosen singly are one more."""
    for house in houses:
        plain(house.file, "a house rule's file name")
    if not rulings:
        return houses
    lines = ['name = "Rulings of this game"', f"system = {json.dumps(system)}", "[rulings]"]
    for key, value in rulings.items():
        if SWITCH.fullmatch(key) is None:
            raise Refused(f"there is no ruling with the switch {key[:40]!r}.")
        lines.append(f"{key} = {json.dumps(plain(value, key))}")
    return [*houses, Text("rulings.toml", "\n".join(lines) + "\n")]


def set_up_of(scenario: Text, houses: list[Text], rules: dict[str, str] | None = None) -> Setup:
    """Read and checked, down to the last unit: in a reader, unless a reader has passed it.

    By texts of the sheet that a game has kept, if there are any.
    """
    read = [read_house(house.text, house.file) for house in houses]
    return set_up_from(scenario.text, scenario.file, read, rules or None)


def check_units(scenario: Scenario, most: int) -> None:
    units = sum(len(side.units) for side in scenario.sides)
    if units > most:
        raise Refused(f"{scenario.file}: this server plays up to {most} units, here are {units}.")
