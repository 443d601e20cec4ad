"""G4: shooting and melee come to the same whoever moves first, and whichever way the table lies."""

from __future__ import annotations

import pytest
from rules.orderchips.simultaneous import broken_at
from rules.orderchips.situation import Parade, read_setup
from rules.orderchips.situation import posted as unit
from tabletop import ground

from playsheet.core.dice import Seeded
from playsheet.players.random import RandomPlayer
from playsheet.rules.orderchips.dice.armour import Blow
from playsheet.rules.orderchips.table.damage import settle
from playsheet.rules.orderchips.table.losses import Toll
from playsheet.rules.orderchips.terms import HitBy, Phase

SEEDS = range(8)


def firefight() -> Parade:
    """Both sides shoot, with shells, notable persons, machines and cover among them."""
    parade = Parade(
        [
            unit("line-rifles", "Blue", 30, 20, files=5),
            unit("hero", "Hero", 30, 21, host="Blue"),
            unit("field-gun", "Gun", 40, 20),
            unit("steam-tank", "Tank", 20, 20),
            unit("clockwork-soldier", "Tick", 25, 22),
        ],
        [
            unit("guard-rifles", "Red", 30, 34, 180, files=4),
            unit("field-gun", "Cannon", 40, 40, 180),
            unit("steam-car", "Car", 20, 38, 180),
            unit("clockwork-soldier", "Tock", 26, 33, 180),
        ],
        [ground("wall", "the wall", line=[[24, 32], [36, 32]])],
    )
    parade.in_phase(Phase.SHOOTING)
    return parade


def scuffle() -> Parade:
    parade = Parade(
        [unit("line-rifles", "Blue", 30, 30, figures=6), unit("clockwork-soldier", "Tick", 40, 30)],
        [
            unit("spear-warriors", "Red", 30, 31, 180, order="close", figures=5),
            unit("sappers", "Sappers", 40, 31.25, 180, figures=4),
        ],
    )
    parade.lock("Blue", "Red")
    parade.lock("Tick", "Sappers")
    parade.in_phase(Phase.MELEE)
    return parade


@pytest.mark.parametrize("seed", SEEDS)
def test_a_firefight_is_one_moment(seed: int) -> None:
    assert broken_at(firefight().game, seed) == []


@pytest.mark.parametrize("seed", SEEDS)
def test_a_melee_is_one_moment(seed: int) -> None:
    assert broken_at(scuffle().game, seed) == []


def two_bombs(first: str, second: str) -> list[int]:
    """Two steam cars blow up in one moment, six men between them; which of them was hit first?"""
    parade = Parade(
        [unit("steam-car", "Car", 20, 30), unit("line-rifles", "Blue", 25.5, 30, files=6, figures=6)],
        [unit("steam-car", "Wagon", 35, 30), unit("line-rifles", "Red", 27.5, 26, 180, files=6, figures=6)],
    )
    toll = Toll()
    for name in (first, second):
        toll.strike(parade[name].id, Blow(parade.battle.rules.saves["heavy"], HitBy.SHOT), parade["Blue"].id)
    # each: the save fails, the penetrating column leads on, the catastrophic one explodes it; then the two d20
    parade.do(lambda: settle(parade.game, toll), dice=[10, 10, 6, 10, 10, 6, 7, 7])
    return parade.left("Blue", "Red")


def test_r111_machines_that_blow_up_at_one_moment_do_so_at_once() -> None:
    assert two_bombs("Car", "Wagon") == two_bombs("Wagon", "Car")


@pytest.mark.parametrize(
    ("scenario", "seed"), [("the-ruined-wells", 1), ("runaway-engines", 2), ("runaway-engines", 3)]
)
def test_r111_whoever_moves_first(scenario: str, seed: int) -> None:
    setup = read_setup(scenario)
    seats = len(setup.seats)
    game = setup.game_with([RandomPlayer(seed * 8 + n) for n in range(seats)], Seeded(seed), True, [False] * seats)
    moments = 0
    while not game.battle.finished:
        moments += game.battle.phase in (Phase.SHOOTING, Phase.MELEE)
        assert broken_at(game, moments) == []
        game.play_step()
    assert moments > 8
