"""What many games showed. `data()` is stable: keys are added, never renamed, and docs and tests rely on it.

    {"results": {                            the same for the same scenario, rules, players, n, seed and swap
        "scenario", "title", "system", "houses": [name],
        "players": [name],                   one a side; in game 0 the first plays the first side. "tables" is nobody:
                                             the side is run by its own tables
        "seed", "asked", "played", "failed",
        "swapped": bool,                     the players changed sides every second game, dice the same for both
        "checked": bool,
        "sides":   [{"side", "wins", "draws", "losses", "win_rate": {"rate", "low", "high"}, "cost": {what: MEAN}}],
        "by_player": [{"player", "wins", "draws", "losses", "win_rate": {"rate", "low", "high"}}],
        "first_side_advantage": {"advantage", "low", "high"} or null,
        "turns": MEAN, "decisions": MEAN, "steps": MEAN,
        "verdicts": [{"verdict", "games"}],  most frequent first; N stands for any number
        "failures": [{"scenario", "game", "seed", "seats", "turn", "step", "kind", "said", "where"}],
        "digest",                            of all of this and of every single game
        "by_turn": [{"turn", "fought",       how many battles were fought in this turn
                     "sides": [{"side", "start", "strength", "low", "high"}]}],
        "notes": [sentence],                 what is to be known of them: sides that nobody plays
        "sure": {"pairs", "decided": bool, "better": name or null, "evidence": [first, second], "sentence"}},
                                             only of a simulation that was to stop when it is sure
     "run": {"workers", "seconds", "games_per_second", "decisions_per_second"}}

"start" is how many figures a side begins with, "strength" the mean share of them not lost when the turn ends, of all
battles: one that is over stays as it ended. There are no turns where the sheet does not count figures.

MEAN is {"mean", "low", "high", "spread", "least", "most"}. Rates and counts are of games played to their end; null
stands where there are too few. `low` and `high` bound a 95% interval. `first_side_advantage` is the share of games the
first side wins less the share it loses, from whole pairs of swapped games; null where the players would blur it
(different players that were not swapped) or there are not two sides.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from hashlib import sha256

from playsheet.core.words import verb
from playsheet.sim.counts import Counts, Failure, Sum
from playsheet.sim.intervals import Estimate, balance, bounds, mean, wilson
from playsheet.sim.playing import Plan
from playsheet.sim.sure import Answer


@dataclass(frozen=True, slots=True)
class Results:
    """What was played, what was counted, and how quickly."""

    scenario: str
    title: str
    system: str
    houses: tuple[str, ...]
    sides: tuple[str, ...]
    players: tuple[str, ...]  # one a side; several names where a side's seats are played by several
    seed: int
    asked: int
    swapped: bool
    checked: bool
    counts: Counts
    workers: int
    seconds: float
    notes: tuple[str, ...] = ()
    answer: Answer | None = None  # of a simulation that was to stop when it is sure
    plan: Plan | None = None  # what was to be played, and ...
    spans: tuple[tuple[int, int], ...] = ()  # ... which games of it were: first, and one past the last
    starting: tuple[int, ...] = ()  # figures of each side at the beginning, where the sheet counts them

    @property
    def games(self) -> int:
        """Games played to their end."""
        return self.counts.games

    @property
    def failed(self) -> int:
        return self.counts.failed

    @property
    def failures(self) -> list[Failure]:
        """The first of them, by game number (`failed` counts them all)."""
        return self.counts.failures

    def side_rate(self, side: int) -> Estimate:
        return wilson(self.counts.side_wins[side], self.games)

    def player_rate(self, player: int) -> Estimate:
        return wilson(self.counts.player_wins[player], self.games)

    def first_side_advantage(self) -> Estimate | None:
        if len(self.sides) != 2 or not (self.swapped or len(set(self.players)) == 1):
            return None
        lead = self.counts.lead
        return balance(lead.n, lead.total, lead.squares, 2 if self.swapped else 1)

    def by_turn(self) -> list[tuple[int, list[Estimate]]]:
        """For each turn: how many battles were fought in it, and the mean share of each side's figures that is left."""
        return [
            (fought, [share_of(sums, start) for sums, start in zip(figures, self.starting)])
            for fought, figures in self.counts.by_turn.of_all()
        ]

    def digest(self) -> str:
        return str(self.reproducible()["digest"])

    def data(self) -> dict[str, object]:
        return {"results": self.reproducible(), "run": self.run()}

    def reproducible(self) -> dict[str, object]:
        """All that depends on the scenario, the rules, the players and the seed, and on nothing else."""
        counts = self.counts
        advantage = self.first_side_advantage()
        plain: dict[str, object] = {
            "scenario": self.scenario,
            "title": self.title,
            "system": self.system,
            "houses": list(self.houses),
            "players": list(self.players),
            "seed": self.seed,
            "asked": self.asked,
            "played": counts.games,
            "failed": counts.failed,
            "swapped": self.swapped,
            "checked": self.checked,
            "sides": [
                {
                    "side": name,
                    **self.score(counts.side_wins[side]),
                    "cost": {what: sums[side].data() for what, sums in sorted(counts.cost.items())},
                }
                for side, name in enumerate(self.sides)
            ],
            "by_player": [
                {"player": name, **self.score(counts.player_wins[number])} for number, name in enumerate(self.players)
            ],
            "first_side_advantage": advantage.data("advantage") if advantage else None,
            "turns": counts.turns.data(),
            "decisions": counts.decisions.data(),
            "steps": counts.steps.data(),
            "verdicts": [{"verdict": kind, "games": games} for kind, games in self.verdicts()],
            "failures": [failure.data() for failure in self.failures],
        }
        text = json.dumps(plain, sort_keys=True, separators=(",", ":")) + f"{counts.fingerprint:016x}"
        plain["digest"] = sha256(text.encode()).hexdigest()[:16]
        plain["by_turn"] = [
            {
                "turn": turn,
                "fought": fought,
                "sides": [
                    {"side": name, "start": start, **found.data("strength")}
                    for name, start, found in zip(self.sides, self.starting, left)
                ],
            }
            for turn, (fought, left) in enumerate(self.by_turn(), 1)
        ]
        plain["notes"] = list(self.notes)
        if self.answer is not None:
            plain["sure"] = self.answer.data()
        return plain

    def run(self) -> dict[str, object]:
        """How quickly: different every time."""
        seconds = max(self.seconds, 1e-9)
        return {
            "workers": self.workers,
            "seconds": round(self.seconds, 3),
            "games_per_second": round(self.games / seconds, 1),
            "decisions_per_second": round(self.counts.decisions.total / seconds, 1),
        }

    def score(self, wins: int) -> dict[str, object]:
        lost = self.games - self.counts.draws - wins
        rate = wilson(wins, self.games).data("rate")
        return {"wins": wins, "draws": self.counts.draws, "losses": lost, "win_rate": rate}

    def verdicts(self) -> list[tuple[str, int]]:
        """How battles ended, most frequent first."""
        return sorted(self.counts.verdicts.items(), key=lambda kind: (-kind[1], kind[0]))

    def summary(self) -> list[tuple[str, str]]:
        """The results in rows of two: what, and how much."""
        counts = self.counts
        rows = [("games", f"{counts.games} of {self.asked}, seed {self.seed}")]
        for side, name in enumerate(self.sides):
            rows.append((verb(name, "wins", "win"), rate_in_words(counts.side_wins[side], self.games)))
        rows.append(("drawn", f"{counts.draws}"))
        if len(set(self.players)) > 1 and not self.notes:
            for number, name in enumerate(self.players):
                rows.append((f"{name} wins", rate_in_words(counts.player_wins[number], self.games)))
            rows.append(("sides", "swapped every second game" if self.swapped else "not swapped"))
        advantage = self.first_side_advantage()
        if advantage is not None and advantage.value is not None:
            rows.append((f"advantage of {self.sides[0]}", signed(advantage)))
        for what, sums in sorted(counts.cost.items()):
            for side, name in enumerate(self.sides):
                rows.append((f"{what.replace('_', ' ')}, {name}", mean_in_words(sums[side])))
        for what, found in (("turns", counts.turns), ("decisions", counts.decisions), ("steps", counts.steps)):
            rows.append((what, mean_in_words(found)))
        for kind, games in self.verdicts():
            rows.append((kind, f"{games}"))
        if counts.failed:
            rows.append(("FAILED", f"{counts.failed} {'game' if counts.failed == 1 else 'games'}"))
        for note in self.notes:
            rows.append(("note", note))
        if self.answer is not None:
            rows.append(("sure?", self.answer.sentence()))
        rows.append(("digest", self.digest()))
        return rows


def share_of(figures: Sum, start: int) -> Estimate:
    """A mean number of figures as a share of those at the beginning, with its interval; None where there were none."""
    if not start:
        return Estimate(None, low=None, high=None)
    found = mean(figures.n, figures.total, figures.squares)
    value, low, high = (None if number is None else number / start for number in (found.value, found.low, found.high))
    return Estimate(value, low=None if low is None else max(0.0, low), high=None if high is None else min(1.0, high))


def rate_in_words(wins: int, games: int) -> str:
    """`212 of 400, 53.0% (48.1 to 57.8)`"""
    if not games:
        return "0 of 0"
    rate, low, high = bounds(wilson(wins, games))
    return f"{wins} of {games}, {rate:.1%} ({100 * low:.1f} to {100 * high:.1f})"


def mean_in_words(found: Sum) -> str:
    """`5.2 ± 0.9 (1 to 6)`: mean, spread, least and most."""
    plain = found.data()
    if plain["mean"] is None:
        return "none"
    if plain["spread"] is None:
        return f"{plain['mean']:.1f}"
    return f"{plain['mean']:.1f} ± {plain['spread']:.1f} ({found.least} to {found.most})"


def signed(found: Estimate) -> str:
    """`+3.0 points (-4.0 to +10.0)`"""
    value, low, high = bounds(found)
    return f"{100 * value:+.1f} points ({100 * low:+.1f} to {100 * high:+.1f})"
