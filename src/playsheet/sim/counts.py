"""What is counted over many games: whole numbers only, so that the order and grouping of games change nothing."""

from __future__ import annotations

import dataclasses
from copy import deepcopy
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from playsheet.sim.intervals import mean, rounded, spread

MOST_FAILURES: Final = 100  # told in full, those of the lowest game numbers; the rest are counted


@dataclass(frozen=True, slots=True)
class Failure:
    """A game that went wrong, with all that is needed to play it again."""

    scenario: str
    game: int  # from 0
    seed: int  # the game's own: Setup.game(seats, seed, keep) plays it again
    seats: tuple[str, ...]  # who played each seat
    turn: int
    step: int  # from 1, the step it happened in; 0 before the first
    kind: str  # law, error, turn limit, no end
    said: str  # the broken law, or the error
    where: str  # for an error: the place in the code

    def sentence(self) -> str:
        place = f" ({self.where})" if self.where else ""
        players = ", ".join(self.seats)
        return (
            f"{self.scenario}, game {self.game} (seed {self.seed}; {players}), turn {self.turn}, step {self.step}: "
            f"{self.kind}: {self.said}{place}"
        )

    def data(self) -> dict[str, object]:
        return {
            "scenario": self.scenario,
            "game": self.game,
            "seed": self.seed,
            "seats": list(self.seats),
            "turn": self.turn,
            "step": self.step,
            "kind": self.kind,
            "said": self.said,
            "where": self.where,
        }

    @staticmethod
    def from_data(data: dict[str, Any]) -> Failure:
        return Failure(**{**data, "seats": tuple(data["seats"])})


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one game went."""

    winner: int  # a side; -1 is a draw
    turns: int
    decisions: int
    steps: int
    tally: dict[str, list[int]]
    verdict: str
    field: list[list[int]] = dataclasses.field(default_factory=list)  # figures there when each turn ended, by side


@dataclass(slots=True)
class Sum:
    """Numbers added up: enough for mean, spread, least and most."""

    n: int = 0
    total: int = 0
    squares: int = 0
    least: int = 0
    most: int = 0

    def add(self, number: int) -> None:
        self.least = number if self.n == 0 else min(self.least, number)
        self.most = number if self.n == 0 else max(self.most, number)
        self.n += 1
        self.total += number
        self.squares += number * number

    def merge(self, other: Sum) -> None:
        if other.n == 0:
            return
        self.least = other.least if self.n == 0 else min(self.least, other.least)
        self.most = other.most if self.n == 0 else max(self.most, other.most)
        self.n += other.n
        self.total += other.total
        self.squares += other.squares

    def data(self) -> dict[str, float | None]:
        return {
            **mean(self.n, self.total, self.squares).data("mean"),
            "spread": rounded(spread(self.n, self.total, self.squares)),
            "least": self.least if self.n else None,
            "most": self.most if self.n else None,
        }


@dataclass(slots=True)
class ByTurn:
    """Figures in the field when each turn ended: by turn, and by side."""

    fought: list[list[Sum]] = field(default_factory=list)  # of the battles that were fought in this turn
    ended: list[list[Sum]] = field(default_factory=list)  # of those of them that ended in it

    def add(self, figures: list[list[int]]) -> None:
        """A battle more; `figures` as in Outcome.field."""
        if not figures:
            return
        self.grow(len(figures), len(figures[0]))
        for sums, by_side in zip(self.fought, figures):
            for one, number in zip(sums, by_side):
                one.add(number)
        for one, number in zip(self.ended[len(figures) - 1], figures[-1]):
            one.add(number)

    def merge(self, other: ByTurn) -> None:
        if not other.fought:
            return
        self.grow(len(other.fought), len(other.fought[0]))
        for mine, theirs in ((self.fought, other.fought), (self.ended, other.ended)):
            for sums, more in zip(mine, theirs):
                for one, another in zip(sums, more):
                    one.merge(another)

    def grow(self, turns: int, sides: int) -> None:
        while len(self.fought) < turns:
            self.fought.append([Sum() for _ in range(sides)])
            self.ended.append([Sum() for _ in range(sides)])

    def of_all(self) -> list[tuple[int, list[Sum]]]:
        """For each turn: how many battles were fought in it, and the figures of all, those over as they ended."""
        found = []
        over: list[Sum] = []
        for fought, ended in zip(self.fought, self.ended):
            over = over or [Sum() for _ in fought]
            every = deepcopy(over)
            for one, more, last, gone in zip(every, fought, ended, over):
                one.merge(more)
                gone.merge(last)
            found.append((fought[0].n, every))
        return found

    @staticmethod
    def from_data(data: dict[str, Any]) -> ByTurn:
        return ByTurn(*[[[Sum(**one) for one in by_side] for by_side in data[name]] for name in ("fought", "ended")])


@dataclass(slots=True)
class Counts:
    """The games so far, or one chunk of them."""

    sides: int
    games: int = 0  # played to their end
    failed: int = 0
    draws: int = 0
    side_wins: list[int] = field(default_factory=list)
    player_wins: list[int] = field(default_factory=list)
    turns: Sum = field(default_factory=Sum)
    decisions: Sum = field(default_factory=Sum)
    steps: Sum = field(default_factory=Sum)
    cost: dict[str, list[Sum]] = field(default_factory=dict)  # what System.tally counts, by side
    verdicts: dict[str, int] = field(default_factory=dict)
    lead: Sum = field(default_factory=Sum)  # of the first side: wins less losses, over each set of swapped games
    edge: Sum = field(default_factory=Sum)  # the same of the first player
    failures: list[Failure] = field(default_factory=list)
    fingerprint: int = 0  # of every single game, added up
    by_turn: ByTurn = field(default_factory=ByTurn)

    def __post_init__(self) -> None:
        self.side_wins = self.side_wins or [0] * self.sides
        self.player_wins = self.player_wins or [0] * self.sides

    def add(self, outcome: Outcome, player: int, kind: str, print_of_game: int) -> None:
        """One game more; `player` is the number of the player who had the winning side."""
        self.games += 1
        if outcome.winner < 0:
            self.draws += 1
        else:
            self.side_wins[outcome.winner] += 1
            self.player_wins[player] += 1
        self.turns.add(outcome.turns)
        self.decisions.add(outcome.decisions)
        self.steps.add(outcome.steps)
        for what, by_side in outcome.tally.items():
            sums = self.sums_of(what)
            for side, number in enumerate(by_side):
                sums[side].add(number)
        self.verdicts[kind] = self.verdicts.get(kind, 0) + 1
        self.fingerprint = (self.fingerprint + print_of_game) % 2**64
        self.by_turn.add(outcome.field)

    def fail(self, failure: Failure) -> None:
        self.failed += 1
        self.failures.append(failure)

    def merge(self, other: Counts) -> None:
        self.games += other.games
        self.failed += other.failed
        self.draws += other.draws
        self.side_wins = [a + b for a, b in zip(self.side_wins, other.side_wins)]
        self.player_wins = [a + b for a, b in zip(self.player_wins, other.player_wins)]
        self.turns.merge(other.turns)
        self.decisions.merge(other.decisions)
        self.steps.merge(other.steps)
        for what, theirs in other.cost.items():
            for mine, sums in zip(self.sums_of(what), theirs):
                mine.merge(sums)
        for kind, games in other.verdicts.items():
            self.verdicts[kind] = self.verdicts.get(kind, 0) + games
        self.lead.merge(other.lead)
        self.edge.merge(other.edge)
        self.fingerprint = (self.fingerprint + other.fingerprint) % 2**64
        self.by_turn.merge(other.by_turn)
        found = sorted([*self.failures, *other.failures], key=lambda failure: failure.game)
        self.failures = found[:MOST_FAILURES]

    def data(self) -> dict[str, Any]:
        """All of it as whole numbers and words, for JSON: `from_data` reads it. In whatever order it was merged."""
        return {**asdict(self), "verdicts": dict(sorted(self.verdicts.items()))}

    @staticmethod
    def from_data(data: dict[str, Any]) -> Counts:
        sums = {name: Sum(**data[name]) for name in ("turns", "decisions", "steps", "lead", "edge")}
        cost = {what: [Sum(**one) for one in by_side] for what, by_side in data["cost"].items()}
        failures = [Failure.from_data(one) for one in data["failures"]]
        by_turn = ByTurn.from_data(data["by_turn"])
        return Counts(**{**data, **sums, "cost": cost, "failures": failures, "by_turn": by_turn})

    def sums_of(self, what: str) -> list[Sum]:
        if what not in self.cost:
            self.cost[what] = [Sum() for _ in range(self.sides)]
        return self.cost[what]
