"""The kit of a scenario: all that has to lie on a real table besides figures and dice."""

from __future__ import annotations

from typing import Any, Final

from playsheet.core.errors import Refused
from playsheet.core.reader import nearest, one_of
from playsheet.core.scenario import Scenario
from playsheet.core.system import System
from playsheet.core.telling import Standing, Track
from playsheet.printing.chart import chart_data
from playsheet.printing.full_map import full_map_data
from playsheet.printing.pieces import Pieces, capital
from playsheet.printing.typesetting import Data, Typesetter, check_paper, check_parts
from playsheet.rules import balance_of

PARTS: Final = ("briefing", "map", "rosters", "cards", "deck", "chips", "markers", "templates", "report")
REDUCED: Final = "reduced"
FULL: Final = "full"
MAPS: Final = (REDUCED, FULL)  # on one page; and behind it in true size


def kit_pdf(
    system: System[Any], scenario: Scenario, paper: str, parts: list[str], *, backs: bool, in_full: bool = False
) -> bytes:
    """The kit, or the parts of it that are wanted; with `backs` every page of cards is followed by their backs.

    `in_full`: behind the map stands the same in true size, on as many sheets as it takes.
    """
    wanted = check_parts(parts, PARTS)
    data = kit_data(system, scenario, paper, wanted)
    if in_full:
        data["full"] = full_map_data(scenario, system.sheet.unit, check_paper(paper))
    for part in parts:
        if part in data and not data[part]:
            raise Refused(f"{system.sheet.title} needs no {part}: there is nothing to print.")
    return Typesetter("kit.typ", {**data, "backs": backs}, paper).pdf()


def kit_data(system: System[Any], scenario: Scenario, paper: str, parts: list[str]) -> Data:
    battle = system.new_battle(scenario)
    roster = system.roster(battle)
    pieces = Pieces(system, roster)
    return {
        "title": scenario.title,
        "sheet": system.sheet.title,
        "unit": system.sheet.unit,
        "parts": parts,
        "blurb": " ".join(scenario.blurb.split()),
        "turns": scenario.turns,
        "sides": [{"name": side.name, "players": list(side.players), "facing": side.facing} for side in scenario.sides],
        "aims": [{"said": aim.said, "when": aim.when, "ruling": aim.ruling} for aim in system.aims(battle)],
        "balance": balance_said(system, scenario),
        "notes": list(scenario.notes),
        "houses": [house.name for house in system.houses],
        "switches": [
            {"key": change.key, "value": change.value, "ruling": change.ruling} for change in system.switches.changed()
        ],
        "sequence": [{"title": capital(part.title), "said": part.said} for part in system.sequence()],
        "chart": chart_data(scenario, system.sheet.unit, paper),
        "cards": [card_data(unit, pieces) for unit in roster],
        "deck": deck_data(system.whole_deck(battle), roster),
        "chips": pieces.chips,
        "markers": [{key: marker[key] for key in ("name", "said", "count")} for marker in pieces.markers],
        "templates": pieces.templates,
    }


def is_full(given: str, parts: list[str]) -> bool:
    """Is the map wanted in true size too?"""
    if given not in MAPS:
        raise Refused(f"There is no map {given[:60]!r}{nearest(given, MAPS)}; expected {one_of(list(MAPS))}.")
    if given == FULL and parts and "map" not in parts:
        raise Refused('A full map was asked for, but only other parts are to be printed; expected "map" among them.')
    return given == FULL


def balance_said(system: System[Any], scenario: Scenario) -> list[str]:
    """How long it takes and how even it is, where that has been measured."""
    balance = balance_of(scenario)
    if balance is None or system.houses:
        return []
    return [balance.length_said(system.seats(scenario)), balance.evenness_said([side.name for side in scenario.sides])]


def card_data(unit: Standing, pieces: Pieces) -> Data:
    """A unit's card, and its line of the roster: a box for every figure, and one for all that may befall it."""
    return {
        "name": capital(unit.name),
        "side": unit.side,
        "arm": unit.arm,
        "body": [capital(body) for body in unit.part_of],
        "figures": unit.start,
        "facts": [[fact.name, fact.value] for fact in unit.facts],
        "states": pieces.words_for(unit.arm),
    }


def deck_data(deck: Track | None, roster: list[Standing]) -> list[Data]:
    """A card for each of the deck; one that is nobody's has no side."""
    if deck is None:
        return []
    return [
        {"name": capital(name), "side": roster[unit].side if unit >= 0 else -1}
        for name, unit in zip(deck.names, deck.units)
    ]
