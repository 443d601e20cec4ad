"""Simultaneous means alike (R151): compulsory moves and morale, whoever is moved first, however the table lies."""

from __future__ import annotations

import pytest
from rules.gettysburg.simultaneous import broken_at, turned
from rules.gettysburg.situation import CONFEDERATE, UNION, Field, foot

from playsheet.players.setup import set_up
from playsheet.rules.gettysburg.battle.fight_events import BrigadeShaken
from playsheet.rules.gettysburg.battle.move_events import PursuitDue, RetirementDue
from playsheet.rules.gettysburg.terms import Retirement, UnitState


def crowded() -> Field:
    """Fugitives of both sides who are in each other's ways."""
    field = Field(
        [
            foot("us-line", name, x, y, 180)
            for name, x, y in (("A", 30, 40), ("C", 30, 43), ("E", 33, 48), ("G", 45, 36))
        ],
        [foot("cs-line", name, x, y, 0) for name, x, y in (("B", 30, 34), ("D", 31, 28), ("F", 38, 30), ("H", 45, 42))],
    )
    for name in "ACBDGH":
        field.state(name, "routing" if name in "AB" else "retreating")
    field.game.tell(RetirementDue(field["E"].id, Retirement.BROKEN_AWAY, ""))
    field.game.tell(PursuitDue(field["F"].id, field["G"].id))
    return field


@pytest.mark.parametrize("seed", range(12))
def test_r151_compulsory_moves_and_morale_treat_both_sides_alike(seed: int) -> None:
    assert broken_at(crowded().game, seed) == []


@pytest.mark.parametrize("first", [UNION, CONFEDERATE])
def test_r151_who_stands_before_another_makes_room_whatever_its_place_in_the_roster(first: int) -> None:
    """The rear unit of a column of fugitives goes first, and the front one goes straight after it."""
    field = Field(
        [foot("us-line", "Front", 30, 40, 180), foot("us-line", "Rear", 30, 44, 180)],
        [foot("cs-line", "B", 30, 3, 0)],
    )
    for name in ("Front", "Rear"):
        field.state(name, "retreating")
        field[name].flown = True
        field.formation(name, "mob")
    field.compulsory("flight baseline", "flight baseline", first=first)
    assert field.at("Front")[0] == field.at("Rear")[0] == 30.0


def test_r151_one_rallies_while_the_last_one_runs() -> None:
    """Never all of the brigade were fleeing, whoever of them is read first."""
    for order in (("A", "C"), ("C", "A")):
        field = Field(
            [foot("us-line", name, 20 + 40 * at, 50, 180) for at, name in enumerate(order)],
            [foot("cs-line", "B", 30, 3, 0)],
        )
        field.next_turn()
        field.state("A", "retreating", turn=1)
        field.lose("C", 3, now=True)
        dice = {"A": [6, 5], "C": [1, 1]}
        told = field.wave(dice=[face for name in order for face in dice[name]])
        assert field["A"].state == UnitState.OK
        assert field["C"].flees()
        assert [event for event in told if isinstance(event, BrigadeShaken) and event.why == "all-fleeing"] == []


def test_a_turned_table_is_sound_and_turned_twice_the_same() -> None:
    field = crowded()
    twin = turned(field.battle)
    assert field.game.system.broken_laws(twin) == []
    again = turned(twin)
    assert [(unit.name, unit.side, unit.x, unit.y) for unit in again.units] == [
        (unit.name, unit.side, pytest.approx(unit.x), pytest.approx(unit.y)) for unit in field.battle.units
    ]


@pytest.mark.parametrize("players", [["random", "doctrine"], ["doctrine", "random"]])
def test_so_it_is_all_through_a_battle(players: list[str]) -> None:
    game = set_up("the-rail-fence", []).game(players, 3, True)
    while not game.battle.finished:
        game.play_step()
        if any(unit.flees() or unit.lost_this_turn for unit in game.battle.units):
            assert broken_at(game, game.step) == [], game.step
