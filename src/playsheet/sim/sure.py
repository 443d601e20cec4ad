"""Until sure: a sequential test of who is the better player, over pairs of battles, sides swapped, with the same dice.

Two tests at once (Wald's, with the variance of the pairs so far): does the first player win more than half of the
battles by EDGE, or does the second? Together they may be wrong RISK of the times. It is over
when one says yes or both say no.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log
from typing import Final

from playsheet.sim.counts import Sum

EDGE: Final = 0.05  # of the battles, over even: smaller differences are taken for none
RISK: Final = 0.05
ENOUGH: Final = log((2.0 - RISK) / RISK)  # half of the risk for each test
BLOCK: Final = 10  # pairs, after each of which it is asked
PAIR: Final = 2  # battles
MOST: Final = 2  # what a pair comes to at most: wins less losses of the first player


@dataclass(frozen=True, slots=True)
class Answer:
    """What is known of two players after so many pairs."""

    pairs: int
    first: float  # the weight of evidence that the first is better by EDGE, against even
    second: float  # ... and that the second is
    players: tuple[str, str]

    @property
    def decided(self) -> bool:
        return bool(self.better) or self.is_even()

    @property
    def better(self) -> str:
        """Who is better; empty while nobody can be said to be."""
        if self.first >= ENOUGH:
            return self.players[0]
        return self.players[1] if self.second >= ENOUGH else ""

    def is_even(self) -> bool:
        return self.first <= -ENOUGH and self.second <= -ENOUGH

    def sentence(self) -> str:
        after = f"after {self.pairs} pairs"
        if self.better:
            worse = self.players[1] if self.better == self.players[0] else self.players[0]
            return f"{self.better} is better than {worse}: sure enough {after} ({100 * RISK:.0f}% risk of error)."
        if self.is_even():
            return f"neither is better by {100 * EDGE:.0f} battles in 100: sure enough {after}."
        return f"{after} it cannot be said who is better: more battles are needed."

    def data(self) -> dict[str, object]:
        return {
            "pairs": self.pairs,
            "decided": self.decided,
            "better": self.better or None,
            "evidence": [round(self.first, 6), round(self.second, 6)],
            "sentence": self.sentence(),
        }


def asked(edge: Sum, players: tuple[str, str]) -> Answer:
    """From the first player's wins less losses over each pair."""
    return Answer(edge.n, evidence(edge, 1), evidence(edge, -1), players)


def evidence(edge: Sum, sign: int, most: int = MOST, scale: float = 2.0 * MOST) -> float:
    """The logarithm of how much likelier the pairs are if the share is EDGE over even than if it is even.

    One more pair of each extreme goes into the variance, so that a few pairs alike prove little. `most`: what one comes
    to at most; `scale` times the share is what it comes to on the average.
    """
    if edge.n == 0:
        return 0.0
    count = edge.n + 2
    middle = edge.total / (scale * count)
    variance = (edge.squares + 2 * most * most) / (scale * scale * count) - middle * middle
    return edge.n * EDGE * (sign * edge.total / (scale * edge.n) - EDGE / 2.0) / variance
