"""Sequential halving: so many play-outs are spent on several candidates, most of them on the best.

Play-out k of every candidate has the same dice and starts from the same guess (common random numbers), so what is
compared are pairs. Results are whole numbers, thousandths of a battle won: sums do not depend on their order.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

WON: Final = 1000  # a play-out's result: 0 is lost, 500 drawn
OWN: Final = 0  # the candidate that stays unless another is clearly better
FEWEST: Final = 8  # pairs: fewer prove nothing


class Contest:
    """The results of each candidate, one for each of its play-outs, from play-out 0 on."""

    def __init__(self, play: Callable[[int, int], int], is_late: Callable[[], bool]) -> None:
        self.play: Final = play  # candidate, number of the play-out -> its result
        self.is_late: Final = is_late
        self.results: Final[list[list[int]]] = []
        self.played = 0
        self.stopped = False  # by the time, before all play-outs were spent

    def enter(self) -> int:
        """One candidate more: its number."""
        self.results.append([])
        return len(self.results) - 1

    def halve(self, candidates: list[int], play_outs: int) -> list[int]:
        """Spend so many play-outs; the candidates in order of what came of them, the last that was left the first.

        OWN is among them to the end.
        """
        alive = candidates[:]
        out: list[int] = []
        rounds = max(1, (len(alive) - 1).bit_length())
        for at in range(rounds):
            self.spend(alive, play_outs * (at + 1) // rounds - play_outs * at // rounds)
            alive = self.ranked(alive)
            if self.stopped or len(alive) <= 2:
                continue
            keep = (len(alive) + 1) // 2
            best = alive[:keep]
            if OWN in alive and OWN not in best:
                best[-1] = OWN
            out = [one for one in alive if one not in best] + out
            alive = best
        return alive + out

    def spend(self, alive: list[int], play_outs: int) -> None:
        """Each time whoever has the fewest play-outs is played once more, the first of equals."""
        for _ in range(play_outs):
            if self.stopped or self.is_late():
                self.stopped = True
                return
            one = min(alive, key=lambda candidate: len(self.results[candidate]))
            self.results[one].append(self.play(one, len(self.results[one])))
            self.played += 1

    def ranked(self, alive: list[int]) -> list[int]:
        """The best first, by the play-outs that all of them have; the first of equals."""
        common = min([len(self.results[one]) for one in alive])
        return sorted(alive, key=lambda one: -sum(self.results[one][:common]))


def clearly_better(own: list[int], other: list[int], errors: float) -> bool:
    """A paired test: is the mean difference over the play-outs that both have more than so many standard errors?

    One more pair of each extreme is counted, so that three of three prove little.
    """
    pairs = min(len(own), len(other))
    if pairs < FEWEST:
        return False
    differences = [other[at] - own[at] for at in range(pairs)]
    total = sum(differences)
    squares = sum([difference * difference for difference in differences]) + 2 * WON * WON
    count = pairs + 2
    return total > 0 and total * total * (count - 1) > errors * errors * (count * squares - total * total)
