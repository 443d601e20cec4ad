"""The server's metrics, as Prometheus reads them."""

from __future__ import annotations

from bisect import bisect_left
from typing import Final

import msgspec

BOUNDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class MetricsSnapshot(msgspec.Struct):
    """The metrics of one process, as it reports them to the others."""

    counters: dict[str, dict[str, int]] = {}
    times: dict[str, tuple[list[int], float]] = {}
    games: int = 0  # in memory
    sockets: int = 0
    full: bool = False
    waiting: float = 0.0  # seconds that the oldest write has waited
    away: bool = False  # the database does not answer


class Counter:
    """Only ever grows; one number for each label."""

    def __init__(self, name: str, help: str, label: str = "") -> None:
        self.name: Final = name
        self.help: Final = help
        self.label: Final = label
        self.counts: Final[dict[str, int]] = {} if label else {"": 0}

    def add(self, which: str = "", by: int = 1) -> None:
        self.counts[which] = self.counts.get(which, 0) + by

    def lines(self) -> list[str]:
        found = [f"# HELP {self.name} {self.help}", f"# TYPE {self.name} counter"]
        for which, count in sorted(self.counts.items()):
            label = f'{{{self.label}="{which}"}}' if self.label else ""
            found.append(f"{self.name}{label} {count}")
        return found


class Histogram:
    """How long something took."""

    def __init__(self, name: str, help: str) -> None:
        self.name: Final = name
        self.help: Final = help
        self.counts: Final = [0] * (len(BOUNDS) + 1)
        self.total = 0.0

    def add(self, seconds: float) -> None:
        self.total += seconds
        self.counts[bisect_left(BOUNDS, seconds)] += 1

    def lines(self) -> list[str]:
        found = [f"# HELP {self.name} {self.help}", f"# TYPE {self.name} histogram"]
        running = 0
        for bound, count in zip(BOUNDS, self.counts):
            running += count
            found.append(f'{self.name}_bucket{{le="{bound:g}"}} {running}')
        running += self.counts[-1]
        found.append(f'{self.name}_bucket{{le="+Inf"}} {running}')
        found.append(f"{self.name}_sum {self.total:.6f}")
        found.append(f"{self.name}_count {running}")
        return found


def gauge(name: str, help: str, value: float) -> list[str]:
    return [f"# HELP {name} {help}", f"# TYPE {name} gauge", f"{name} {value:g}"]


class Metrics:
    """All of them."""

    def __init__(self) -> None:
        self.accepted: Final = Counter("playsheet_accepted_total", "What was accepted, by kind.", "kind")
        self.refused: Final = Counter("playsheet_refused_total", "What was refused, by code.", "code")
        self.requests: Final = Counter("playsheet_http_requests_total", "HTTP requests, by status.", "status")
        self.messages: Final = Counter("playsheet_messages_total", "WebSocket messages, in and out.", "way")
        self.made: Final = Counter("playsheet_games_made_total", "Games that were made.")
        self.opened: Final = Counter("playsheet_games_opened_total", "Games that were opened again from disk.")
        self.bots: Final = Counter("playsheet_bots_failed_total", "Bots that failed or took too long.")
        self.accepting: Final = Histogram("playsheet_accept_seconds", "From an input to its being told, disk included.")
        self.opening: Final = Histogram("playsheet_open_seconds", "Opening a game again from disk.")

    def work(self) -> int:
        """How much has been done so far: messages and requests, and what bots have answered."""
        return sum(sum(one.counts.values()) for one in (self.accepted, self.requests, self.messages))

    def counters(self) -> list[Counter]:
        return [self.accepted, self.refused, self.requests, self.messages, self.made, self.opened, self.bots]

    def histograms(self) -> list[Histogram]:
        return [self.accepting, self.opening]

    def snapshot(self, *, games: int, sockets: int, full: bool, waiting: float, away: bool) -> MetricsSnapshot:
        counters = {counter.name: counter.counts for counter in self.counters()}
        times = {one.name: (one.counts, one.total) for one in self.histograms()}
        return MetricsSnapshot(counters, times, games, sockets, full, waiting, away)

    def add(self, snapshot: MetricsSnapshot) -> None:
        """Add those of another process."""
        for counter in self.counters():
            for which, count in snapshot.counters.get(counter.name, {}).items():
                counter.add(which, count)
        for histogram in self.histograms():
            counts, total = snapshot.times.get(histogram.name, ([], 0.0))
            histogram.total += total
            for index, count in enumerate(counts):
                histogram.counts[index] += count

    def lines(self) -> list[str]:
        found = [line for counter in self.counters() for line in counter.lines()]
        return found + [line for histogram in self.histograms() for line in histogram.lines()]


def prometheus_text(snapshots: list[MetricsSnapshot]) -> str:
    """The metrics of all processes of a server together, as Prometheus reads them."""
    together = Metrics()
    for one in snapshots:
        together.add(one)
    lines = together.lines()
    lines.extend(gauge("playsheet_games_open", "Games in memory.", sum(one.games for one in snapshots)))
    lines.extend(gauge("playsheet_sockets", "Open sockets.", sum(one.sockets for one in snapshots)))
    full = any(one.full for one in snapshots)
    lines.extend(gauge("playsheet_storage_full", "1 while nothing can be written.", int(full)))
    away = any(one.away for one in snapshots)
    lines.extend(gauge("playsheet_storage_away", "1 while the games' database does not answer.", int(away)))
    waiting = max((one.waiting for one in snapshots), default=0.0)
    lines.extend(gauge("playsheet_storage_waiting_seconds", "How long the oldest write has waited.", waiting))
    return "\n".join(lines) + "\n"
