"""Whole battles by random and by bold players: every law after every step, in many readings of the rulings."""

from __future__ import annotations

from typing import Any

import pytest
from rules.orderchips.situation import printed

from playsheet.core.asking import Option, Question
from playsheet.core.dice import Seeded
from playsheet.core.events import Battle
from playsheet.core.game import Game
from playsheet.players.random import RandomPlayer
from playsheet.players.setup import Setup
from playsheet.rules.orderchips.battle.events import ChargeDeclared, Locked
from playsheet.rules.orderchips.battle.fight_events import Fired
from playsheet.rules.orderchips.system import HERE
from playsheet.tabletop.events import BattleEnded

pytestmark = pytest.mark.battles

ARROWS = 8  # round the compass; those after them point at enemies


class Bold(RandomPlayer):
    """Goes at the enemy, charges, fires: so that something happens."""

    def choose(self, battle: Battle, question: Question) -> Option:
        options = question.options
        at_enemies = [option for option in options if option.key().startswith("move:")][ARROWS:]
        if question.kind == "chip" and at_enemies and self.number(question, 10) < 7:
            return at_enemies[self.number(question, len(at_enemies))]
        for prefix in ("charge:", "repair:", "fire:"):
            found = [option for option in options if option.key().startswith(prefix)]
            if found and self.number(question, 3):
                return found[self.number(question, len(found))]
        if question.kind == "next":
            return options[0]
        return super().choose(battle, question)

    def place(self, battle: Battle, question: Question) -> tuple[float, ...]:
        assert question.region is not None
        samples = question.region.samples()
        if question.kind in ("move", "drive") and len(samples) > 1:
            return samples[1 + self.number(question, len(samples) - 1) % 2 % (len(samples) - 1)]
        return super().place(battle, question)


def battle_of(scenario: str, seed: int, switched: bool, players: bool) -> Game[Any]:
    system = printed()
    if switched:
        dice = Seeded(seed)
        readings = {
            switch.key: switch.values[dice.one(len(switch.values)) - 1]
            for ruling in system.rulings.all
            for switch in ruling.switches
        }
        system = system.configured(readings, "laws", [])  # type: ignore[assignment]
    text = (HERE / "scenarios" / f"{scenario}.toml").read_text()
    if players:
        text = text.replace('"Blue"\n', '"Blue"\nplayers = ["Ann", "Bob"]\n', 1)
        text = text.replace('"Red"\n', '"Red"\nplayers = ["Cy", "Dan"]\n', 1)
    setup = Setup(system, system.read_scenario(text, scenario), [])
    seats = [Bold(seed * 16 + seat) for seat in range(len(setup.seats))]
    game = setup.game_with(list(seats), Seeded(seed), True, [False] * len(seats))
    game.checking = True
    return game


@pytest.mark.parametrize(
    ("scenario", "seed", "switched", "players"),
    [
        ("the-ruined-wells", 8, False, False),
        ("the-ruined-wells", 2, True, False),
        ("the-ruined-wells", 3, True, False),
        ("runaway-engines", 4, False, False),
        ("runaway-engines", 5, True, False),
        ("runaway-engines", 6, True, True),
        ("runaway-engines", 47, False, False),
    ],
)
def test_a_bold_battle_breaks_no_law(scenario: str, seed: int, switched: bool, players: bool) -> None:
    game = battle_of(scenario, seed, switched, players)
    while not game.battle.finished:
        assert game.play_step()
        broken = game.system.broken_laws(game.battle)
        assert not broken, f"step {game.step}: {broken}"
    kinds = {type(event) for event in game.log}
    assert BattleEnded in kinds
    if not switched:
        assert {Fired, ChargeDeclared, Locked} <= kinds


def test_nobody_fires_twice_in_a_turn() -> None:
    game = battle_of("runaway-engines", 4, False, False)
    turn = 0
    fired: dict[int, tuple[int, int]] = {}
    while not game.battle.finished:
        start = len(game.log)
        turn = game.battle.turn
        game.play_step()
        for event in game.log[start:]:
            if isinstance(event, Fired):
                key = event.unit * 10 + event.weapon
                before = fired.get(key, (0, 0))
                assert before[0] != turn or before[1] == game.step, f"unit {event.unit} fired twice in turn {turn}"
                fired[key] = (turn, game.step)
    assert len(fired) > 5
