"""A chunk of work: text in, whole numbers out, so that any process on any machine can play it.

    work    a line of JSON: {"rows": bool, "plans": [PLAN], "ways": [name]}. PLAN (Plan.data) has the engine, the
            scenario, the house rules, the players and the seed. Of several plans the same games are played by each, and
            compared with the first; `ways` are their names in the rows.
    chunk   {"first", "count"} on a line of its own, and the work below it
    answer  a line of JSON: {"counts": Counts.data() or {"pairs": [Pairs.data()]}, "rows": [row], "fault": sentence or
            null}. With a fault, a player of somebody's own could not go on, and the counts are of the games before.

An `Engine` says where chunks are played. sim/workers.py plays them on the cores of this machine, sim/cluster.py on
those of others; another engine is a class with `map`, which sends each text to `play_chunk` somewhere and hands on
what that returns.
"""

from __future__ import annotations

import json
from collections.abc import Generator, Sequence
from functools import lru_cache
from time import perf_counter
from typing import Any, Final, NamedTuple, Protocol

from playsheet.core.errors import Refused
from playsheet.sim.pairs import play_ways
from playsheet.sim.playing import Plan, Table
from playsheet.sim.rows import Row

CHUNK_SECONDS: Final = 0.25  # how often a process on this machine reports, about
LARGEST_CHUNK: Final = 1000
FIRST_CHUNK: Final = 4


class Part(NamedTuple):
    """A chunk that was played."""

    first: int
    games: int
    answer: str


class Engine(Protocol):
    """Where chunks are played. Each answer is given once; their order, and who played them, change nothing."""

    @property
    def processes(self) -> int:
        """How many play at once, for the report."""
        ...

    @property
    def seconds(self) -> float:
        """How long a chunk should take: long beside what it costs to hand one out."""
        ...

    def map(self, work: str, chunks: Chunks) -> Generator[Part, None, None]:
        """Take chunks (`chunks.take()`, until it gives None), have them played, and give each as it is done.

        A chunk whose process is lost is played by another. `chunks.took(games, seconds)` says how long one took, and
        so how large the next are. It may be closed before its end: then nothing goes on being played.
        """
        ...


class Chunks:
    """Hands out the games in order, in chunks of about the same time. Results do not depend on how."""

    def __init__(
        self, n: int, workers: int, set_size: int, chunk: int, first: int = 0, seconds: float = CHUNK_SECONDS
    ) -> None:
        self.n = n  # where the games end; whoever stops early lowers it
        self.workers: Final = max(1, workers)
        self.set_size: Final = set_size  # swapped games stay together
        self.fixed: Final = chunk  # 0: by the time that games take
        self.each: Final = seconds  # that a chunk should take
        self.next = first
        self.played = 0
        self.seconds = 0.0

    def take(self) -> tuple[int, int] | None:
        """The next chunk as (first game, how many)."""
        left = self.n - self.next
        if left <= 0:
            return None
        size = self.fixed or max(1, min(FIRST_CHUNK, left // self.workers))
        if not self.fixed and self.played:
            in_time = int(self.each * self.played / max(self.seconds, 1e-9))
            fair = left // (2 * self.workers)  # smaller towards the end, so that all finish together
            size = max(1, min(in_time, fair, LARGEST_CHUNK))
        size = min(left, (size + self.set_size - 1) // self.set_size * self.set_size)
        first = self.next
        self.next += size
        return first, size

    def is_done(self) -> bool:
        """Have all been handed out?"""
        return self.next >= self.n

    def plenty(self) -> bool:
        """Whether a worker may hold a chunk more: not before it is known how long games take, nor towards the end."""
        return self.played > 0 and self.n - self.next >= 4 * self.workers * self.set_size

    def took(self, games: int, seconds: float) -> None:
        self.played += games
        self.seconds += seconds


def work_text(plans: Sequence[Plan], rows: bool = False, ways: Sequence[str] = ("A", "B")) -> str:
    """What is to be played: for one chunk after the other."""
    return compact({"rows": rows, "plans": [plan.data() for plan in plans], "ways": list(ways)})


def chunk_text(work: str, first: int, count: int) -> str:
    """What crosses to whoever plays it."""
    return f'{{"first": {first}, "count": {count}}}\n{work}'


def play_chunk(text: str) -> str:
    """Play it, here. The scenario is set up once for all chunks of the same work.

    The work of another engine is refused: its battles might go otherwise.
    """
    head, _, work = text.partition("\n")
    asked = json.loads(head)
    return compact(bench_of(work).play(asked["first"], asked["count"]))


def timed_chunk(text: str) -> tuple[str, float]:
    """The same, and how many seconds it took."""
    began = perf_counter()
    answer = play_chunk(text)
    return answer, perf_counter() - began


class Bench:
    """Where the chunks of one work are played."""

    def __init__(self, tables: list[Table], rows: bool, ways: list[str]) -> None:
        self.tables: Final = tables
        self.ways: Final = ways
        self.rows: Final = rows

    def play(self, first: int, count: int) -> dict[str, object]:
        rows: list[Row] | None = [] if self.rows else None
        if len(self.tables) == 1:
            counts: dict[str, Any] = self.tables[0].play(first, count, rows).data()
        else:
            pairs = play_ways(self.tables, self.ways, first, count, rows)
            counts = {"pairs": [pair.data() for pair in pairs]}
        fault = next((table.fault[1] for table in self.tables if table.fault is not None), None)
        return {"counts": counts, "rows": rows or [], "fault": fault}


@lru_cache(maxsize=2)
def bench_of(work: str) -> Bench:
    data = json.loads(work)
    alone = len(data["plans"]) == 1
    return Bench([Table(Plan.from_data(plan), by_turn=alone) for plan in data["plans"]], data["rows"], data["ways"])


class Answer(NamedTuple):
    """What a chunk came to; `counts` as plain data, and none of them if it was never answered."""

    counts: dict[str, Any] | None
    rows: list[Row]
    fault: str | None


def answer_of(text: str) -> Answer:
    return Answer(**json.loads(text))


def unanswered(fault: str) -> str:
    """The answer of a chunk whose player never answered."""
    return compact({"counts": None, "rows": [], "fault": fault})


def compact(data: object) -> str:
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)


def read_json(text: str, name: str, what: str) -> dict[str, Any]:
    """A JSON object from a file; anything else is refused."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        raise Refused(f"{name}: expected {what}.") from None
    if not isinstance(found, dict):
        raise Refused(f"{name}: expected {what}.")
    return found
