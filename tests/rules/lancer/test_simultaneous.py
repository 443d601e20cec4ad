"""Simultaneous means alike (R51): at STOP it does not matter who is moved first, or which way the table lies.

It is the one moment of this sheet at which several units are resolved at once. Pairs of a melee are simultaneous only
by the other reading of R28, and then nobody is moved (see test_rulings.py::test_r28_switch_melee).
"""

from __future__ import annotations

import pytest
from rules.lancer.simultaneous import broken_at, turned
from rules.lancer.situation import Table, unit

from playsheet.players.setup import set_up

LINE, LEVY = "line-company", "levy-spearmen"


@pytest.mark.parametrize("seed", range(12))
def test_r51_stop_treats_both_sides_alike(seed: int) -> None:
    """Two melees side by side and a unit on both flanks of one: they fall back across each other's ways."""
    table = Table(
        [unit(LINE, "A", 30, 30), unit(LINE, "B", 33.75, 30), unit(LEVY, "C", 33.75, 33, facing=180)],
        [unit(LEVY, "D", 30, 31.5), unit(LEVY, "E", 33.75, 31.5), unit(LEVY, "F", 37, 31.5, facing=270)],
    )
    assert sum(len(held.foes) for held in table.battle.units) >= 6
    assert broken_at(table.game, seed) == []


def test_a_turned_table_is_sound_and_turned_twice_the_same() -> None:
    table = Table([unit(LINE, "A", 30, 30)], [unit(LEVY, "D", 30, 31.5)])
    twin = turned(table.battle)
    assert table.game.system.broken_laws(twin) == []
    again = turned(twin)
    assert [(held.name, held.x, held.y) for held in again.units] == [
        (held.name, pytest.approx(held.x), pytest.approx(held.y)) for held in table.battle.units
    ]


@pytest.mark.parametrize("seed", [3, 8, 9])
def test_so_it_is_at_every_moment_of_random_battles(seed: int) -> None:
    game = set_up("the-wells", []).game(["doctrine", "random"], seed, True)
    moments = 0
    while not game.battle.finished:
        moments += any(held.foes for held in game.battle.units)
        assert broken_at(game, game.step) == [], game.step
        game.play_step()
    assert moments > 5
