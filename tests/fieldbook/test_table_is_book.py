"""Whole battles of the screen, replayed through the field book: equal after every step."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from gaslight_book import GaslightAdapter
from gettysburg_book import GettysburgAdapter
from lancer_book import LancerAdapter
from orderchips_book import ChipsAdapter
from riskfactor_book import RiskFactorAdapter
from table_is_book import Counts, Writer, play_both

from playsheet.players.setup import set_up

OWN = {
    "two-lines": Path(__file__).with_name("two-lines.toml"),  # order chips with foot, horse, Gatlings and heroes
    "close-in": Path(__file__).with_name("close-in.toml"),  # order chips with sappers among machines
    "guns-and-engines": Path(__file__).with_name("guns-and-engines.toml"),  # GASLIGHT with guns, grenades and machines
    "engines-by-rulings": Path(__file__).with_name("engines-by-rulings.toml"),  # the same by other rulings
}
SOAK = os.environ.get("PLAYSHEET_SOAK", "") == "1"
ADAPTERS = {
    "gaslight": GaslightAdapter,
    "gettysburg": GettysburgAdapter,
    "lancer": LancerAdapter,
    "orderchips": ChipsAdapter,
    "riskfactor": RiskFactorAdapter,
}
# The small battle of each sheet, by seeds in which much happens; all others, and more seeds, in a soak.
SMALL = [
    ("the-wells", "doctrine", 2),
    ("the-wells", "doctrine", 3),  # parting blows fell the last of a battery
    ("the-wells", "doctrine", 7),  # a charge that ends at a corner
    ("the-picket", "doctrine", 20),  # fire, a melee of many pairs, parting blows
    ("the-picket", "random", 9),  # leaders beside groups, both sides throw by their own tables
    ("the-rail-fence", "doctrine", 22),  # a wave of tests in which units that ran rally and disperse
    ("the-rail-fence", "random", 4),
    ("the-ruined-wells", "doctrine", 1),
    ("the-ruined-wells", "doctrine", 3),  # the Commander fights on alone
    ("two-lines", "doctrine", 3),  # several volleys and bouts at one unit, heroes beside commanders
    ("two-lines", "random", 14),  # two notable persons with a unit that is hit
    ("close-in", "random", 8),  # a crew that tests at once, free dice at machines
    ("close-in", "random", 9),  # a machine that is taken
    ("runaway-engines", "random", 9),  # guns, machines that go haywire, a Scientist, natives
    ("the-telegraph-hut", "doctrine", 1),  # fire, charges, rounds of close combat
    ("guns-and-engines", "doctrine", 11),  # shells, a shotgun, blows at machines, an explosion
    ("guns-and-engines", "doctrine", 17),  # grenades; men bail out and get in again
    ("engines-by-rulings", "doctrine", 14),  # a gun is mended, a machine fails as one
    ("the-telegraph-hut", "doctrine", 3),  # leaders fall and others take over, models throw on the failure chart
]
LARGE = [
    (scenario, bot, seed)
    for scenario in (
        "the-wells",
        "the-frontier-road",
        "grand-manoeuvres",
        "the-ruined-wells",
        "runaway-engines",
        "close-in",
        "two-lines",
        "the-picket",
        "platoon-in-the-wood",
        "the-mission-station",
        "the-rail-fence",
        "the-woodlot",
        "the-telegraph-hut",
        "guns-and-engines",
        "engines-by-rulings",
        "steam-at-kandar-ford",
        "the-great-redoubt",
    )
    for bot in ("doctrine", "random")
    for seed in range(1, 21)
] + [
    ("the-third-day", "doctrine", 1),
    *[("the-great-advance", bot, seed) for bot in ("doctrine", "random") for seed in (1, 2, 3)],
]


@pytest.mark.parametrize(("scenario", "bot", "seed"), LARGE if SOAK else SMALL)
def test_table_is_book(scenario: str, bot: str, seed: int) -> None:
    setup = set_up(str(OWN.get(scenario, scenario)), [])
    writer = play_both(setup, ADAPTERS[setup.system.id](), [bot] * len(setup.seats), seed)
    assert writer.state.finished
    assert writer.book.gone_through(writer.book.entries).state.score == writer.state.score


def test_few_facts_are_asked() -> None:
    """In a small battle: what people are asked for, beside the dice."""
    setup = set_up("the-wells", [])
    counts = Counts()
    for seed in (2, 3, 7):
        writer: Writer = play_both(setup, LancerAdapter(), ["doctrine"] * 2, seed)
        for entry in writer.book.entries:
            counts.add(entry)
    assert counts.asked["shoot"] / counts.done["shoot"] <= 2  # cover, and sometimes the room to fall back
    assert counts.asked["charge"] / counts.done["charge"] <= 2  # woods, and whether it came home
    assert counts.asked["melee"] / counts.done["melee"] <= 3  # how many on each side, and who stands lower


def test_few_facts_are_asked_where_losses_come_off_together() -> None:
    counts = play_both(set_up("the-ruined-wells", []), ChipsAdapter(), ["doctrine"] * 2, 1).counts
    assert counts.asked["shoot"] / counts.done["shoot"] <= 4  # who fires, range, cover, and of close order the flank
    assert counts.asked["melee"] / counts.done["melee"] <= 2  # who is in contact, and cover
    assert counts.asked["morale"] / counts.done["morale"] <= 3  # cover, the commander, did it leave the table
