"""Solo play: one side run by its own tables, or both of them with nobody deciding anything; and what fog hides."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from skirmish import Skirmish, block, chief, ground, lieutenant, men, of, row, set_up, sheet_as_printed

from playsheet.core.dice import Seeded
from playsheet.core.events import Rolled
from playsheet.core.game import Game
from playsheet.players.setup import Setup
from playsheet.rules.riskfactor import system as system_module
from playsheet.rules.riskfactor.events import ActionSet, Charged, Deployed, Fired, Fought, Moved, Ran
from playsheet.rules.riskfactor.sheet import RESULTS
from playsheet.rules.riskfactor.state import MOVES, SIDE_ENDS, RiskBattle
from playsheet.rules.riskfactor.view import hidden_from

SCENARIOS = Path(system_module.__file__).parent / "scenarios"
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
    return set_up(head + "".join("[[sides]]" + part for part in parts))


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
    base = sheet_as_printed()
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
    assert not [event for event in table.phase(MOVES) if type(event).__name__ == "PointsThrown"]


# ---------------------------------------------------------------- fog (R28, R64)


def in_the_wood(**settings: Any) -> Skirmish:
    """A platoon's view of a wood with warriors deep in it, and of one band in the open."""
    return Skirmish(
        [lieutenant(20, 20), men("regular-squad", "Squad", row(10, 100, 30))],
        [
            chief(180, 190),
            men("warrior-band", "Hidden", block(20, 100, 150, 10)),
            men("young-warriors", "Open", block(20, 180, 170, 5)),
        ],
        [ground("woods", name="the wood", rect=[60, 110, 140, 190])],
        **settings,
    )


def names_seen(table: Skirmish, seat: int) -> set[str]:
    view: Any = table.game.system.view(table.battle, seat)
    return {group["name"] for group in view["groups"] if group.get("figures")}


def test_without_fog_everybody_is_on_the_table_for_all_to_see() -> None:
    assert "Hidden" in names_seen(in_the_wood(), 0)


def test_fog_hides_figures_until_they_are_seen() -> None:
    table = in_the_wood(fog="on")
    assert names_seen(table, 0) == {"Lieutenant", "Squad", "Chief", "Open"}
    assert names_seen(table, 1) == {"Lieutenant", "Squad", "Chief", "Hidden", "Open"}
    seen = table.game.system.seen(table.battle, 0)
    assert seen.members(seen.groups[table["Hidden"].id]) == []
    assert len(hidden_from(table.battle, 0)) == 20
    table.stand("Squad", row(10, 100, 108))
    table.stand("Hidden", block(20, 100, 117, 10))
    assert "Hidden" not in names_seen(table, 0)  # near the edge of it now, but no die has been thrown
    table.seen_at("Hidden", 10)
    assert "Hidden" in names_seen(table, 0)


def test_what_hidden_troops_do_is_not_told_to_the_other_side() -> None:
    table = in_the_wood(fog="on", first=2)
    table.order("Hidden", "advance", (100, 120))
    told = table.until(SIDE_ENDS, "declare will_not_fire", "move stay", dice=[1, 1, 1, 1, 3, 3, 3])
    mine = {table["Hidden"].id}
    about = [event for event in told if getattr(event, "group", -1) in mine]
    assert of(about, Moved)
    shown = [event for event in about if table.game.system.shown(event, 0)]
    assert not of(shown, Moved)
    assert not of(shown, ActionSet)
    assert of([event for event in about if table.game.system.shown(event, 1)], Moved)
    dice = [event for event in of(told, Rolled) if event.table.startswith("actions-")]
    assert len(dice) == 3
    assert not any(table.game.system.shown(event, 0) for event in dice)


def test_fog_leaks_nothing_when_the_hidden_stand_elsewhere() -> None:
    """Change only where the hidden band stands: the seat's view, questions and events are the same."""
    table = in_the_wood(fog="on")
    tried = 0
    for step in range(12):
        other = table.game.system.scrambled(table.battle, 0, Seeded(step))
        if other is None:
            continue
        tried += 1
        hidden = table["Hidden"].first
        assert (other.figures.x[hidden], other.figures.y[hidden]) != table.at(hidden)
        assert table.game.system.view(other, 0) == table.game.system.view(table.battle, 0)
        assert table.game.system.view(other, 1) != table.game.system.view(table.battle, 1)
    assert tried
