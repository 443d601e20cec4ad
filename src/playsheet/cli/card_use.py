"""Unit cards: could any scenario use them? Each is tried in a small one of its sheet, on the largest table there is."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any, Final

from playsheet.core.errors import Refused
from playsheet.core.reader import Reader, read_text, read_toml
from playsheet.core.scenario import LARGEST_TABLE, card_tables, read_heading, scenario_of
from playsheet.core.system import System
from playsheet.rules import scenario_files

MOST_ALIKE: Final = 3  # ready cards that are tried in its place


def check_use(base: System[Any], id: str, reader: Reader) -> None:
    """Refuse a card that no scenario could use: it can stand for nobody, or there is no room for it anywhere."""
    file = small_scenario_file(base)
    if file is None:
        return
    card = reader.table(id).data
    frame = stripped(file)
    says = ""
    for side, units in enumerate([side["units"] for side in frame["sides"]]):
        for unit in range(len(units)):
            for ready in alike(card, card_tables(read_text(file.parent.parent / "cards.toml"))):
                try:
                    scenario = scenario_of(
                        with_card(frame, side, unit, ready, card, reader.name), base.vocabulary(), ""
                    )
                    base.new_battle(scenario)
                except Refused as refusal:
                    says = str(refusal)
                    continue
                base.check_room(scenario)
                return
    raise reader.refused(id, f"no scenario could use this card; tried in one, {says.removeprefix(reader.name + ': ')}")


def with_card(frame: dict[str, Any], side: int, unit: int, ready: str, card: dict[str, object], name: str) -> Reader:
    """The scenario with this card in the stead of one unit, by what a scenario may change of a ready one."""
    trial = deepcopy(frame)
    trial["table"] = [LARGEST_TABLE, LARGEST_TABLE]
    for each in trial["sides"]:
        each["zones"] = [[0.0, 0.0, LARGEST_TABLE, LARGEST_TABLE]]
    entry = trial["sides"][side]["units"][unit]
    kept = {key: entry[key] for key in ("group", "extra") if key in entry}
    trial["sides"][side]["units"][unit] = {**kept, "name": card["name"], "card": ready, "overrides": card}
    return Reader(trial, name)


def small_scenario_file(base: System[Any]) -> Path | None:
    """The system's first small one; None if it has none, and then there is nothing to try a card in."""
    for path in scenario_files().values():
        heading = read_heading(path)
        if heading.system == base.id and heading.size == "small":
            return path
    return None


def stripped(file: Path) -> dict[str, Any]:
    """The scenario without terrain, objectives and places."""
    data: dict[str, Any] = dict(read_toml(file).data)
    found = {key: data[key] for key in data if key not in ("terrain", "objectives", "markers")}
    found["sides"] = [{**side, "units": [placeless(unit) for unit in side["units"]]} for side in data["sides"]]
    return found


def placeless(unit: dict[str, Any]) -> dict[str, Any]:
    return {key: unit[key] for key in unit if key not in ("at", "zones")}


def alike(card: Mapping[str, object], ready: dict[str, Reader]) -> list[str]:
    """The ready cards whose keys are most like those of this one."""
    return sorted(ready, key=lambda id: len(set(ready[id].data) ^ set(card)))[:MOST_ALIKE]
