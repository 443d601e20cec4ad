"""What is fought at one moment comes out alike, whichever side is taken first."""

from __future__ import annotations

import pytest
from rules.gaslight.simultaneous import broken_at
from rules.gaslight.situation import PIT, Field, band, extra, machine, main, men, setup_of, soldiers

from playsheet.core.dice import Dice
from playsheet.rules.gaslight.battle.events import ActionsEnded
from playsheet.rules.gaslight.dice import melee
from playsheet.rules.gaslight.dice.melee import Clash, Fighter, settle, strike
from playsheet.rules.gaslight.sheet import GaslightRules

SITUATIONS = {
    "one on one": ([soldiers(1, "Red", [(30, 20)])], [soldiers(1, "Foe", [(30, 21)], 180.0)]),
    "three on a hero": (
        [soldiers(3, "Red", [(29, 20), (30, 19), (31, 20)])],
        [men("gl-hero", "Foe", [(30, 20)], 180.0)],
    ),
    "two units in one knot": (
        [band(1, "Red", [(30, 20), (32, 20)], 0.0), soldiers(1, "Blue", [(31, 18)])],
        [band(2, "Foe", [(30, 21), (31, 20), (32, 21)])],
    ),
    "on both sides of a walker": (
        [machine("gl-walker", "Walker", 30, 20)],
        [men("gl-warband", "Foe", [(30, 22), (28, 20)], 180.0, figures=[main("adventurer", 9, 14, 12), extra(1)])],
    ),
}


@pytest.mark.parametrize("which", SITUATIONS)
@pytest.mark.parametrize("step", range(20))
def test_a_round_of_close_combat(which: str, step: int) -> None:
    field = Field(*SITUATIONS[which])
    field.activate(field.battle.units[0].name)
    field.game.tell(ActionsEnded())
    field.game.step = step
    assert broken_at(field.game) == []


@pytest.mark.parametrize("seed", range(2))
def test_every_round_of_a_battle(seed: int) -> None:
    game = setup_of(PIT).game(["doctrine", "random"], seed, True)
    while not game.battle.finished:
        assert broken_at(game) == []
        game.play_step()


def one_after_another(dice: Dice, rules: GaslightRules, fighters: list[Fighter]) -> Clash:
    """As it must not be: who has been hit strikes no more."""
    blows = []
    for blow in strike(dice, rules, fighters, free=False):
        if all(blow.by != other.at for other in blows):
            blows.append(blow)
    return settle(dice, rules, fighters, blows)


def test_a_round_in_which_the_first_to_strike_has_an_advantage_would_be_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(melee, "close_combat", one_after_another)
    found = []
    for step in range(20):
        field = Field(*SITUATIONS["one on one"])
        field.activate("Red")
        field.game.tell(ActionsEnded())
        field.game.step = step
        found += broken_at(field.game)
    assert found
