"""Two ways to play, compared by the same dice: scenarios, house rules or players. `data()` only gains keys.

    {"results": {
        "kind": "scenarios" | "house rules" | "players",
        "a", "b": name, "scenarios": [id of A, id of B], "houses": [[name], [name]], "players": [[name], [name]],
        "seed", "asked", "played", "failed",       battles of each way
        "swapped": bool,
        "alike",                                   battles that went the same, event for event as far as it is counted
        "differences": [{"what": "wins" | "turns" | what the sheet counts, "who": side, player or null,
                         "a", "b": share or mean, "difference", "low", "high", "seen": bool,
                         "unpaired": {"low", "high"} or null,     wins only: as if the dice were not the same
                         "narrowed": how many times fewer battles that takes, or null}],
        "failures": [...], "digest", "sentence",
        "sure": {"decided": bool, "sentence"}},    only of a comparison that was to stop when it is sure
     "run": {"workers", "seconds"}}

`difference` is B less A, of one battle; low and high bound a 95% interval, from whole sets of swapped battles.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import closing
from copy import deepcopy
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from time import perf_counter
from typing import Final

from playsheet.core.errors import Refused
from playsheet.core.reader import read_text, read_toml
from playsheet.players.own import ANSWER_SECONDS
from playsheet.players.setup import DOCTRINE, Setup, set_up
from playsheet.rules import scenario_files
from playsheet.sim.chunks import Chunks, Engine, answer_of, work_text
from playsheet.sim.counts import Sum
from playsheet.sim.intervals import Estimate, balance, bounds, mean, newcombe, rounded
from playsheet.sim.pairs import Pairs
from playsheet.sim.playing import Plan, Table
from playsheet.sim.rows import RowsFile
from playsheet.sim.simulation import MOST_GAMES, check_numbers, in_order, local, notes_of, plan_of
from playsheet.sim.sure import BLOCK, EDGE, ENOUGH, RISK, evidence

PRINTED: Final = "printed"  # the sheet without house rules, beside a file of them
SCENARIOS: Final = "scenarios"
HOUSES: Final = "house rules"
PLAYERS: Final = "players"


@dataclass(frozen=True, slots=True)
class Difference:
    """Of one number: in A, in B, and B less A."""

    what: str
    who: str  # a side or a player; empty: of the battle
    a: float | None
    b: float | None
    found: Estimate
    unpaired: Estimate | None = None  # as if the dice were not the same

    @property
    def seen(self) -> bool:
        """Does the interval leave out zero?"""
        return is_there(self.found) and bounds(self.found)[1] * bounds(self.found)[2] > 0

    @property
    def narrowed(self) -> float | None:
        """How many times fewer battles the same dice take for as narrow an interval."""
        if self.unpaired is None or not is_there(self.found) or not is_there(self.unpaired):
            return None
        ours, theirs = half(self.found), half(self.unpaired)
        return (theirs / ours) ** 2 if ours > 0 else None

    def data(self) -> dict[str, object]:
        return {
            "what": self.what,
            "who": self.who or None,
            "a": rounded(self.a),
            "b": rounded(self.b),
            **self.found.data("difference"),
            "seen": self.seen,
            "unpaired": {"low": rounded(self.unpaired.low), "high": rounded(self.unpaired.high)}
            if self.unpaired
            else None,
            "narrowed": rounded(self.narrowed),
        }


def is_there(found: Estimate) -> bool:
    return found.value is not None and found.low is not None and found.high is not None


def half(found: Estimate) -> float:
    """Half of the interval's width."""
    _, low, high = bounds(found)
    return (high - low) / 2


@dataclass(frozen=True, slots=True)
class Comparison:
    """What was compared, what was counted, and how quickly."""

    kind: str
    names: tuple[str, str]
    setups: tuple[Setup, Setup]
    plans: tuple[Plan, Plan]
    asked: int
    pairs: Pairs
    workers: int
    seconds: float
    until_sure: bool

    @property
    def games(self) -> int:
        """Battles of each way that were played to their end."""
        return min(self.pairs.a.games, self.pairs.b.games)

    @property
    def played(self) -> int:
        return self.pairs.a.games + self.pairs.a.failed

    @property
    def failed(self) -> int:
        return self.pairs.a.failed + self.pairs.b.failed

    @property
    def set_size(self) -> int:
        return len(self.plans[0].lineups)

    @property
    def seat(self) -> int:
        """The side that the players who are compared take first."""
        return first_played(self.setups[0])

    @property
    def main(self) -> Difference:
        """What a comparison that is to be sure goes by: the first player's wins, or the first side's."""
        return self.wins()[0]

    def wins(self) -> list[Difference]:
        if self.kind == PLAYERS:
            at = self.seat
            won = (self.pairs.a.player_wins[at], self.pairs.b.player_wins[at])
            return [self.difference(" or ".join(self.names), *won, self.pairs.players[at])]
        sides = self.setups[0].scenario.sides
        others = self.setups[1].scenario.sides
        names = [a.name if a.name == b.name else f"{a.name} / {b.name}" for a, b in zip(sides, others)]
        a, b, sums = self.pairs.a.side_wins, self.pairs.b.side_wins, self.pairs.wins
        return [self.difference(name, a[side], b[side], sums[side]) for side, name in enumerate(names)]

    def difference(self, who: str, a: int, b: int, sums: Sum) -> Difference:
        """Of wins."""
        games = (self.pairs.a.games, self.pairs.b.games)
        return Difference(
            "wins",
            who,
            share(a, games[0]),
            share(b, games[1]),
            balance(sums.n, sums.total, sums.squares, self.set_size),
            newcombe(a, games[0], b, games[1]),
        )

    def differences(self) -> list[Difference]:
        """Wins first, then how long it takes and what it costs."""
        a, b = self.pairs.a, self.pairs.b
        found = self.wins()
        found.append(self.mean_difference("turns", "", a.turns, b.turns, self.pairs.turns))
        for what in sorted(self.pairs.cost):
            for side, sums in enumerate(self.pairs.cost[what]):
                who = self.setups[0].scenario.sides[side].name
                found.append(self.mean_difference(what, who, a.cost[what][side], b.cost[what][side], sums))
        return found

    def mean_difference(self, what: str, who: str, a: Sum, b: Sum, sums: Sum) -> Difference:
        of_sets = mean(sums.n, sums.total, sums.squares)
        each = [
            None if number is None else number / self.set_size for number in (of_sets.value, of_sets.low, of_sets.high)
        ]
        return Difference(what, who, average(a), average(b), Estimate(each[0], low=each[1], high=each[2]))

    # ------------------------------------------------------------ sure?

    def evidence(self) -> tuple[float, float]:
        """That B wins more by EDGE, and that it wins less, against that there is no difference."""
        sums = self.pairs.players[self.seat] if self.kind == PLAYERS else self.pairs.wins[0]
        more, less = (evidence(sums, sign, most=self.set_size, scale=float(self.set_size)) for sign in (1, -1))
        return more, less

    @property
    def decided(self) -> bool:
        more, less = self.evidence()
        return more >= ENOUGH or less >= ENOUGH or (more <= -ENOUGH and less <= -ENOUGH)

    def sure_sentence(self) -> str:
        more, less = self.evidence()
        after = f"after {self.played} battles of each"
        who = self.main.who
        if more >= ENOUGH or less >= ENOUGH:
            than = "more" if more >= ENOUGH else "fewer"
            return f"{who}: {than} wins in B than in A, sure enough {after} ({100 * RISK:.0f}% risk of error)."
        if self.decided:
            return f"{who}: no difference of {100 * EDGE:.0f} wins in 100, sure enough {after}."
        return f"{after} it cannot be said whether there is a difference: more are needed."

    # ------------------------------------------------------------ what is shown

    def sentence(self) -> str:
        """What the same dice have narrowed."""
        found = self.main
        if found.narrowed is None or found.unpaired is None:
            return "Too few battles for an interval of the difference."
        ours, theirs = (f"{100 * half(one):.1f}" for one in (found.found, found.unpaired))
        if found.narrowed < 1.05:
            return f"The same dice did not narrow the interval: ±{ours} points, ±{theirs} without them."
        return (
            f"The same dice narrow the interval from ±{theirs} to ±{ours} points: "
            f"without them it would take {found.narrowed:.1f} times as many battles."
        )

    def notes(self) -> list[str]:
        return list(dict.fromkeys(note for setup in self.setups for note in notes_of(setup)))

    def data(self) -> dict[str, object]:
        return {
            "results": self.reproducible(),
            "run": {"workers": self.workers, "seconds": round(self.seconds, 3)},
        }

    def reproducible(self) -> dict[str, object]:
        failures = [
            {"way": way, **failure.data()}
            for way, counts in (("A", self.pairs.a), ("B", self.pairs.b))
            for failure in counts.failures
        ]
        plain: dict[str, object] = {
            "kind": self.kind,
            "a": self.names[0],
            "b": self.names[1],
            "scenarios": [setup.scenario.id for setup in self.setups],
            "houses": [[house.name for house in setup.houses] for setup in self.setups],
            "players": [list(plan.players) for plan in self.plans],
            "seed": self.plans[0].seed,
            "asked": self.asked,
            "played": self.played,
            "failed": self.failed,
            "swapped": self.set_size > 1,
            "alike": self.pairs.alike,
            "differences": [row.data() for row in self.differences()],
            "failures": failures,
        }
        prints = f"{self.pairs.a.fingerprint:016x}{self.pairs.b.fingerprint:016x}"
        text = json.dumps(plain, sort_keys=True, separators=(",", ":")) + prints
        plain["digest"] = sha256(text.encode()).hexdigest()[:16]
        plain["sentence"] = self.sentence()
        plain["notes"] = self.notes()
        if self.until_sure:
            plain["sure"] = {"decided": self.decided, "sentence": self.sure_sentence()}
        return plain


def share(wins: int, games: int) -> float | None:
    return wins / games if games else None


def average(found: Sum) -> float | None:
    return found.total / found.n if found.n else None


# ---------------------------------------------------------------------- comparing


class CutShort(Refused):
    """It cannot go on: why, and what was played before."""

    def __init__(self, sentence: str, results: Comparison) -> None:
        super().__init__(sentence)
        self.results: Final = results


class Interrupted(KeyboardInterrupt):
    """Ctrl-C, with what was played before it."""

    def __init__(self, results: Comparison) -> None:
        super().__init__("stopped")
        self.results: Final = results


def compare(
    a: str,
    b: str,
    n: int,
    scenario: str = "",
    players: Sequence[str] = (DOCTRINE, DOCTRINE),
    against: str = DOCTRINE,
    seed: int = 0,
    workers: int | None = None,
    houses: Sequence[str] = (),
    progress: Callable[[int, int], None] | None = None,
    chunk: int = 0,
    until_sure: bool = False,
    engine: Engine | None = None,
    rows: RowsFile | None = None,
    deadline: float = ANSWER_SECONDS,
) -> Comparison:
    """Play n battles in each of two ways, by the same dice, and say what is different.

    a, b      two scenarios (ids or files), two files of house rules (or `printed`: none), or two players
    scenario  for house rules and players: the battle
    players   for scenarios and house rules: one name a side; different ones change sides
    against   for players: whom both of them play, changing sides
    houses    files of house rules in force in both
    """
    check_numbers(n, seed, workers, chunk)
    kind, setups, plans = two_ways(a, b, scenario, players, against, seed, houses)
    set_size = len(plans[0].lineups)
    n = min(-(-n // set_size) * set_size, MOST_GAMES)  # whole sets
    if until_sure:
        chunk = BLOCK * set_size
    where: Engine = engine or local(plans[1] if plans[1].own else plans[0], workers, n // set_size, deadline)
    chunks = Chunks(n, where.processes, set_size, -(-chunk // set_size) * set_size, seconds=where.seconds)
    pairs = Pairs.empty(len(setups[0].scenario.sides))
    began = perf_counter()
    if rows is not None:
        rows.begin([("way", str), *Table(plans[0]).columns()])

    def so_far() -> Comparison:
        seconds = perf_counter() - began
        return Comparison(kind, (a, b), setups, plans, n, pairs, where.processes, seconds, until_sure)

    try:
        if progress is not None:
            progress(0, n)
        with closing(where.map(work_text(plans, rows is not None), chunks)) as played:
            for part in in_order(played, 0):
                found = answer_of(part.answer)
                more = deepcopy(pairs)  # an interruption meets the one or the other, and nothing between
                if found.counts is not None:
                    more.merge(Pairs.from_data(found.counts["pairs"][0]))
                if rows is not None:
                    rows.add(found.rows)
                pairs = more
                if found.fault is not None:
                    raise Refused(found.fault)
                if progress is not None:
                    progress(so_far().played, n)
                if until_sure and so_far().decided:
                    break
    except KeyboardInterrupt:
        raise Interrupted(so_far()) from None
    except Refused as refusal:
        raise CutShort(str(refusal), so_far()) from None
    return so_far()


def two_ways(
    a: str, b: str, scenario: str, players: Sequence[str], against: str, seed: int, houses: Sequence[str]
) -> tuple[str, tuple[Setup, Setup], tuple[Plan, Plan]]:
    """What is compared, and the two ways made ready."""
    kind = kind_of_both(a, b)
    if kind == SCENARIOS:
        if scenario:
            raise Refused(f"{a} and {b} are scenarios: expected no other one.")
        setups = (set_up(a, list(houses)), set_up(b, list(houses)))
        check_alike(*setups)
    elif not scenario:
        raise Refused(f"{a} and {b} are {kind}: expected the battle to compare them in, such as --scenario the-wells.")
    elif kind == HOUSES:
        first, second = ([*houses, *([] if name == PRINTED else [name])] for name in (a, b))
        setups = (set_up(scenario, first), set_up(scenario, second))
    else:
        setup = set_up(scenario, list(houses))
        seat = first_played(setup)
        sides = range(len(setup.scenario.sides))
        lists = [[name if side == seat else against for side in sides] for name in (a, b)]
        one, two = (plan_of(setup, names, seed, swap=True, always=True) for names in lists)
        return kind, (setup, setup), (one, two)
    one, two = (plan_of(setup, players, seed, swap=True) for setup in setups)
    return kind, setups, (one, two)


def first_played(setup: Setup) -> int:
    """The first side that somebody plays."""
    return next((side for side in range(len(setup.scenario.sides)) if side not in setup.unplayed), 0)


def check_alike(a: Setup, b: Setup) -> None:
    """Two scenarios that can be compared side by side."""
    if a.system.id != b.system.id or len(a.scenario.sides) != len(b.scenario.sides) or a.unplayed != b.unplayed:
        raise Refused(
            f"{a.scenario.title} and {b.scenario.title} cannot be compared: "
            "expected two battles of one sheet with as many sides and players."
        )


def kind_of_both(a: str, b: str) -> str:
    kinds = [kind_of_way(name) for name in (a, b)]
    if kinds[0] == kinds[1]:
        return kinds[0]
    raise Refused(
        f"{a[:60]} and {b[:60]} are of two kinds ({kinds[0]} and {kinds[1]}): "
        "expected two scenarios, two files of house rules (or printed: none), or two players."
    )


def kind_of_way(name: str) -> str:
    """A scenario's id, a file with sides in it or with house rules, or else a player."""
    if name == PRINTED:
        return HOUSES
    if name in scenario_files():
        return SCENARIOS
    path = Path(name)
    if path.suffix != ".toml" and not path.is_file():
        return PLAYERS
    return SCENARIOS if "sides" in read_toml(read_text(path, name), name).data else HOUSES
