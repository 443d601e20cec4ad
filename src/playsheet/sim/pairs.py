"""The same games in two ways, A and B, by the same dice: what is counted of each, and of their differences."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from playsheet.sim.counts import Counts, Failure, Outcome, Sum
from playsheet.sim.playing import Counter, Table, fingerprint
from playsheet.sim.rows import Row


@dataclass(slots=True)
class Pairs:
    """Differences are B's number less A's, of a set of swapped games each; a set of which a game failed is left out."""

    a: Counts
    b: Counts
    alike: int = 0  # games that went the same in both ways
    wins: list[Sum] = field(default_factory=list)  # of each side
    players: list[Sum] = field(default_factory=list)  # wins of each player
    turns: Sum = field(default_factory=Sum)
    cost: dict[str, list[Sum]] = field(default_factory=dict)  # what System.tally counts, by side

    @staticmethod
    def empty(sides: int) -> Pairs:
        return Pairs(Counts(sides), Counts(sides), 0, sums(sides), sums(sides))

    def merge(self, other: Pairs) -> None:
        self.a.merge(other.a)
        self.b.merge(other.b)
        self.alike += other.alike
        for mine, theirs in zip([*self.wins, *self.players, self.turns], [*other.wins, *other.players, other.turns]):
            mine.merge(theirs)
        for what, by_side in other.cost.items():
            for mine, theirs in zip(self.cost.setdefault(what, sums(len(by_side))), by_side):
                mine.merge(theirs)

    def add(self, a: list[Outcome], b: list[Outcome]) -> None:
        """A whole set of games, in both ways."""
        sides = range(len(self.wins))
        for side in sides:
            self.wins[side].add(sum(two.winner == side for two in b) - sum(one.winner == side for one in a))
            self.players[side].add(won(b, side, len(sides)) - won(a, side, len(sides)))
        self.turns.add(sum(two.turns for two in b) - sum(one.turns for one in a))
        for what in a[0].tally.keys() & b[0].tally.keys():
            by_side = self.cost.setdefault(what, sums(len(sides)))
            for side in sides:
                more = sum(two.tally[what][side] for two in b) - sum(one.tally[what][side] for one in a)
                by_side[side].add(more)

    def data(self) -> dict[str, Any]:
        return asdict(self)

    @staticmethod
    def from_data(data: dict[str, Any]) -> Pairs:
        return Pairs(
            Counts.from_data(data["a"]),
            Counts.from_data(data["b"]),
            data["alike"],
            [Sum(**one) for one in data["wins"]],
            [Sum(**one) for one in data["players"]],
            Sum(**data["turns"]),
            {what: [Sum(**one) for one in by_side] for what, by_side in data["cost"].items()},
        )


def sums(sides: int) -> list[Sum]:
    return [Sum() for _ in range(sides)]


def won(outcomes: list[Outcome], player: int, sides: int) -> int:
    """How many games of a set this player has won: in the next game he plays the side before."""
    return sum(found.winner >= 0 and (found.winner + turn) % sides == player for turn, found in enumerate(outcomes))


def play_ways(tables: list[Table], ways: list[str], first: int, count: int, rows: list[Row] | None) -> list[Pairs]:
    """Games `first` to `first + count - 1` at all tables, whole sets of swapped games; the others beside the first.

    A row begins with the name of its way. It ends before a set in which a player was faulty.
    """
    one = tables[0]
    set_size = len(one.plan.lineups)
    counters = [Counter(table) for table in tables]
    pairs = [Pairs.empty(len(one.setup.scenario.sides)) for _ in tables[1:]]
    for start in range(first, first + count - set_size + 1, set_size):
        sets: list[list[Outcome | Failure]] = [[] for _ in tables]
        for number in range(start, start + set_size):
            for table, found in zip(tables, sets):
                found.append(table.play_game(number))
                if table.fault is not None:
                    return counted(pairs, counters)
        for at in range(set_size):
            for way, table in enumerate(tables):
                game = sets[way][at]
                counters[way].add(start + at, game)
                if rows is not None:
                    rows.append([ways[way], *table.row(start + at, game)])
        ended = [[game for game in found if isinstance(game, Outcome)] for found in sets]
        for pair, other in zip(pairs, ended[1:]):
            if len(ended[0]) == len(other) == set_size:
                pair.add(ended[0], other)
                pair.alike += sum(fingerprint(0, a) == fingerprint(0, b) for a, b in zip(ended[0], other))
    return counted(pairs, counters)


def counted(pairs: list[Pairs], counters: list[Counter]) -> list[Pairs]:
    for pair, counter in zip(pairs, counters[1:]):
        pair.a, pair.b = counters[0].counts, counter.counts
    return pairs
