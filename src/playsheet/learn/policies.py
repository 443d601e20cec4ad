"""What was learned, as a player: it sits down in any battle of its scenario, and its strength is measured."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from playsheet.core.asking import Option, Player, Question
from playsheet.core.dice import Seeded
from playsheet.core.events import Battle
from playsheet.learn.asking import Asked, Choice
from playsheet.learn.environments import MOST
from playsheet.learn.seeing import Observation, Seer
from playsheet.players.setup import Setup, check_bot, set_up
from playsheet.sim.intervals import mean
from playsheet.sim.playing import game_seed

Policy = Callable[[Observation], int]


class PolicyPlayer(Player):
    """Looks as the environments do, and takes the choice of the number that the policy gives."""

    def __init__(self, setup: Setup, seat: int, policy: Policy, choices: int = MOST) -> None:
        self.looks_ahead = False
        self.seer: Final = Seer(setup, choices)
        self.seat: Final = seat
        self.policy: Final = policy

    def decide(self, battle: Battle, question: Question) -> Choice:
        asked = Asked(battle, question, self.seer.most)
        return asked.choices[self.policy(self.seer.seen(battle, self.seat, asked))]

    def choose(self, battle: Battle, question: Question) -> Option:
        chosen = self.decide(battle, question)
        assert isinstance(chosen, Option)
        return chosen

    def place(self, battle: Battle, question: Question) -> tuple[float, ...]:
        chosen = self.decide(battle, question)
        assert isinstance(chosen, tuple)
        return chosen


class Strength:
    """How many of so many battles were won, each pair of them with the same dice and sides swapped; draws are half."""

    def __init__(self, wins: int, draws: int, battles: int, share: float, low: float, high: float) -> None:
        self.wins: Final = wins
        self.draws: Final = draws
        self.battles: Final = battles
        self.share: Final = share
        self.low: Final = low
        self.high: Final = high

    def __repr__(self) -> str:
        return f"{100 * self.share:.1f}% ({100 * self.low:.1f} to {100 * self.high:.1f}) of {self.battles} battles"


def strength(
    policy: Policy, scenario: str, player: str = "doctrine", *, pairs: int = 100, seed: int = 1, choices: int = MOST
) -> Strength:
    """The policy against a named player, each side in turn."""
    check_bot(player)
    setup = set_up(scenario, [])
    sides = sorted(set(setup.sides))
    wins = draws = 0
    points: list[int] = []
    for pair in range(pairs):
        dice = game_seed(seed, pair)
        gained = 0
        for mine in sides:
            seated: list[Player | None] = [
                PolicyPlayer(setup, seat, policy, choices) if side == mine else setup.player(player, seat, dice)
                for seat, side in enumerate(setup.sides)
            ]
            game = setup.game_with(seated, Seeded(dice), keep=False, own_dice=[False] * len(seated))
            game.run()
            winner = game.battle.winner
            wins += winner == mine
            draws += winner < 0
            gained += 2 if winner == mine else 1 if winner < 0 else 0
        points.append(gained)
    whole = 2 * len(sides)
    found = mean(pairs, sum(points), sum([one * one for one in points]))
    assert found.value is not None
    low = found.low if found.low is not None else 0.0
    high = found.high if found.high is not None else float(whole)
    return Strength(
        wins,
        draws,
        pairs * len(sides),
        found.value / whole,
        max(0.0, low / whole),
        min(1.0, high / whole),
    )
