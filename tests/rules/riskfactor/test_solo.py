"""Solo play: one side run by its own tables, or both of them with nobody deciding anything."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from rules.riskfactor.situation import Skirmish, chief, lieutenant, men, row
from tabletop import of, set_up, sheet_as_printed

from playsheet.core.game import Game
from playsheet.players.setup import Setup
from playsheet.rules.riskfactor import system
from playsheet.rules.riskfactor.battle.events import ActionSet, Charged, Deployed, Ran
from playsheet.rules.riskfactor.battle.fight_events import Fired, Fought
from playsheet.rules.riskfactor.battle.state import RiskBattle
from playsheet.rules.riskfactor.terms import RESULTS, Phase

pytestmark = pytest.mark.battles

SCENARIOS = Path(system.__file__).parent / "scenarios"
IDS = sorted(path.stem for path in SCENARIOS.glob("*.toml"))


def left_to_tables(id: str, *sides: int) -> Setup:
    """A reference scenario with these of its sides (1, 2) left to their tables."""
    text = (SCENARIOS / f"{id}.toml").read_text(encoding="utf-8")
    head, first, second = re.split(r"^\[\[sides\]\]$", text, flags=re.MULTILINE)
    parts = [first, second]
    for side in sides:
        part = re.sub(
            r"^(players|owner|extra) += (\[.*\]|\".*\"|\{ players = false \}.*)$", "", parts[side - 1], flags=re.M
        )
        parts[side - 1] = "\nextra = { players = false }" + part
    return set_up("riskfactor", head + "".join("[[sides]]" + part for part in parts))


def played(setup: Setup, seed: int, seats: list[str]) -> Game[RiskBattle]:
    """The whole battle, every law looked at after each step (of a big one now and then)."""
    game = setup.game(seats, seed, True)
    game.checking = True
    often = 1 if len(game.battle.figures.x) < 150 else 40
    while not game.battle.finished:
        assert game.play_step()
        if game.step % often == 0 or game.battle.finished:
            broken = game.system.broken_laws(game.battle)
            assert not broken, broken
        assert game.step < 5000
    assert game.battle.verdict
    return game


# ---------------------------------------------------------------- both sides by their tables


@pytest.mark.parametrize("id", IDS)
def test_a_whole_battle_with_nobody_deciding_anything(id: str) -> None:
    setup = left_to_tables(id, 1, 2)
    assert setup.seats == []
    game = played(setup, 3, [])
    assert game.decisions == 0
    groups = game.battle.groups
    assert len(of(game.log, Deployed)) == len(groups)
    acted = {event.group for event in of(game.log, ActionSet)}
    assert acted == {group.id for group in groups}
    assert {groups[event.group].side for event in of(game.log, Fired)} == {0, 1}


def test_the_tables_fight_it_out() -> None:
    """Over a few battles of the small scenario: charges, melees, runs, and a winner on either side."""
    setup = left_to_tables("the-picket", 1, 2)
    log: list[Any] = []
    winners = set()
    for seed in range(1, 13):
        game = played(setup, seed, [])
        log += game.log
        winners.add(game.battle.winner)
    assert winners == {0, 1}
    assert of(log, Charged)
    assert of(log, Fought)
    assert of(log, Ran)
    results = {RESULTS[event.result] for event in of(log, ActionSet)}
    assert results == set(RESULTS)


def test_the_same_battle_again() -> None:
    setup = left_to_tables("platoon-in-the-wood", 1, 2)
    one, other = (played(setup, 5, []) for _ in range(2))
    assert one.digest == other.digest
    assert played(setup, 6, []).digest != one.digest


# ---------------------------------------------------------------- one side by its tables


@pytest.mark.parametrize(("id", "side"), [("the-picket", 2), ("platoon-in-the-wood", 1), ("platoon-in-the-wood", 2)])
def test_one_side_is_played_and_the_other_plays_itself(id: str, side: int) -> None:
    setup = left_to_tables(id, side)
    assert setup.sides == [2 - side]
    for seed in (1, 2):
        game = played(setup, seed, ["random"])
        assert game.decisions > 0
        sides = {game.battle.groups[event.group].side for event in of(game.log, ActionSet)}
        assert sides == {0, 1}


def test_the_picket_is_solo_as_it_stands() -> None:
    base = sheet_as_printed("riskfactor")
    scenario = base.read_scenario(SCENARIOS / "the-picket.toml")
    assert base.seats(scenario) == ["The Picket"]
    assert base.sides_of_seats(scenario) == [0]


def test_a_side_without_a_player_character_has_no_player() -> None:
    table = Skirmish(
        [men("regular-squad", "Squad", row(10, 100, 50)), lieutenant(20, 20)],
        [men("warrior-band", "Band", row(20, 100, 150))],
    )
    assert table.setup.sides == [0]
    assert table.battle.played == [True, False]


def test_player_characters_of_a_side_left_to_its_tables_obey_them_like_anybody() -> None:
    """A chief whom nobody plays: italics bind him, he does not command, and he shoots at the nearest."""
    table = Skirmish([chief(100, 50)], [men("regular-squad", "Squad", row(10, 100, 70))])
    table.battle.played[0] = False
    came = table.roll("Chief", 5)
    assert came.obeys
    assert not [event for event in table.phase(Phase.MOVES) if type(event).__name__ == "PointsThrown"]
