"""OpenSpiel's backgammon, a dice game in C++, played by random legal actions."""

from __future__ import annotations

import random
from time import process_time
from typing import Any


class Backgammon:
    """Decisions a second of processor time, of players; rolls of the dice are not counted."""

    def __init__(self) -> None:
        import pyspiel

        self.spiel: Any = pyspiel
        self.game: Any = pyspiel.load_game("backgammon")
        self.random = random.Random(1)
        self.seed = 0

    def in_cpp(self, least: float) -> float:
        """Its own loop with its own random players: all in C++."""
        bots = [self.spiel.make_uniform_random_bot(player, player) for player in (0, 1)]
        decisions = 0
        seconds = 0.0
        while seconds < least or not decisions:
            self.seed += 1
            began = process_time()
            state = self.game.new_initial_state()
            self.spiel.evaluate_bots(state, bots, self.seed)
            seconds += process_time() - began
            decisions += sum(1 for move in state.full_history() if move.player >= 0)
        return decisions / seconds

    def from_python(self, least: float) -> float:
        """The same by its Python interface, the way a bot in Python plays it."""
        decisions = 0
        began = process_time()
        while not decisions or process_time() - began < least:
            state = self.game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    actions, weights = zip(*state.chance_outcomes())
                    state.apply_action(self.random.choices(actions, weights)[0])
                else:
                    state.apply_action(self.random.choice(state.legal_actions()))
                    decisions += 1
        return decisions / (process_time() - began)
