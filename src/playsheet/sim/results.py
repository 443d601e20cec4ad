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
        "notes": [sentence],                 what is to be known of them: sides that nobody plays
        "sure": {"pairs", "decided": bool, "better": name or null, "evidence": [first, second], "sentence"}},
                                             only of a simulation that was to stop when it is sure
     "run": {"workers", "seconds", "games_per_second", "decisions_per_second"}}

MEAN is {"mean", "low", "high", "spread", "least", "most"}. Rates and counts are of games played to their end; null
stands where there are too few. `low` and `high` bound a 95% interval. `first_side_advantage` is the share of games the
first side wins less the share it loses, from whole pairs of swapped games; null where the players would blur it
(different players that were not swapped) or there are not two sides.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from hashlib import sha256

from playsheet.core.errors import Refused
from playsheet.core.words import verb
from playsheet.sim.counts import Counts, Failure, Sum
from playsheet.sim.intervals import Estimate, balance, bounds, newcombe, wilson
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


# ---------------------------------------------------------------------- two results side by side


@dataclass(frozen=True, slots=True)
class Difference:
    """How much more often somebody wins in the second results than in the first."""

    who: str
    wins: tuple[int, int]
    games: tuple[int, int]

    def estimate(self) -> Estimate:
        """The second rate less the first, as if the games were independent.

        Results with one seed share their dice where the games run alike: the interval is then, if anything, too wide.
        """
        return newcombe(self.wins[0], self.games[0], self.wins[1], self.games[1])

    def is_seen(self) -> bool:
        """Does the interval leave out zero?"""
        found = self.estimate()
        return found.value is not None and bounds(found)[1] * bounds(found)[2] > 0

    def sentence(self) -> str:
        found = self.estimate()
        first, second = self.games
        with_games = f"with {first} games" if first == second else f"with {first} and {second} games"
        if found.value is None:
            return f"nothing can be said of {self.who} {with_games}."
        a, b = self.wins[0] / first, self.wins[1] / second
        rates = f"{a:.1%} of the first and {b:.1%} of the second, {signed(found)}"
        if not self.is_seen():
            return f"no difference can be seen {with_games}: {self.who} wins {rates}."
        more = "more" if b > a else "less"
        return f"{self.who} wins {more} often in the second, as can be seen {with_games}: {rates}."

    def data(self) -> dict[str, object]:
        return {
            "who": self.who,
            "wins": list(self.wins),
            "games": list(self.games),
            "difference": self.estimate().data("points"),
            "seen": self.is_seen(),
            "sentence": self.sentence(),
        }


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two results of one scenario, under different rules or players."""

    scenario: str
    by_side: tuple[Difference, ...]
    by_player: tuple[Difference, ...]  # empty unless both results had their players swapped

    def sentence(self) -> str:
        """What can be said, in plain words: each difference that is seen, or else that there is none."""
        rows = [*self.by_side, *self.by_player]
        seen = [row for row in rows if row.is_seen()] or rows[:1]
        return " ".join(row.sentence()[0].upper() + row.sentence()[1:] for row in seen)

    def data(self) -> dict[str, object]:
        """Stable, like `Results.data`: rates and differences are shares of 1, the second less the first."""
        return {
            "scenario": self.scenario,
            "by_side": [row.data() for row in self.by_side],
            "by_player": [row.data() for row in self.by_player],
            "sentence": self.sentence(),
        }


def compare(a: Results, b: Results) -> Comparison:
    """What changed from `a` to `b`, side by side and player by player."""
    if (a.system, a.scenario, a.sides) != (b.system, b.scenario, b.sides):
        raise Refused(f"Only results of one scenario can be compared, got {a.scenario} and {b.scenario}.")
    games = (a.games, b.games)
    by_side = [
        Difference(name, (a.counts.side_wins[side], b.counts.side_wins[side]), games)
        for side, name in enumerate(a.sides)
    ]
    by_player: list[Difference] = []
    if a.swapped and b.swapped:
        for number, (first, second) in enumerate(zip(a.players, b.players)):
            name = first if first == second else f"{second} in place of {first}"
            wins = (a.counts.player_wins[number], b.counts.player_wins[number])
            by_player.append(Difference(f"player {number + 1}, {name},", wins, games))
    return Comparison(a.scenario, tuple(by_side), tuple(by_player))
