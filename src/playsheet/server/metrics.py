"""The server's metrics, as Prometheus reads them."""

from __future__ import annotations

from bisect import bisect_left
from typing import Final

BOUNDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


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


class Metrics:
    """All of them."""

    def __init__(self) -> None:
        self.accepted: Final = Counter("playsheet_accepted_total", "What was accepted, by kind.", "kind")
        self.refused: Final = Counter("playsheet_refused_total", "What was refused, by code.", "code")
        self.requests: Final = Counter("playsheet_http_requests_total", "HTTP requests, by status.", "status")
        self.messages: Final = Counter("playsheet_messages_total", "WebSocket messages, in and out.", "way")
        self.made: Final = Counter("playsheet_games_made_total", "Games that were made.")
        self.opened: Final = Counter("playsheet_games_opened_total", "Games that were opened again from disk.")
        self.taken: Final = Counter(
            "playsheet_games_taken_total", "Games that were taken, from nobody or another server."
        )
        self.lost: Final = Counter("playsheet_games_lost_total", "Games that went to other servers, by why.", "why")
        self.bots: Final = Counter("playsheet_bots_failed_total", "Bots that failed or took too long.")
        self.accepting: Final = Histogram("playsheet_accept_seconds", "From an input to its being told, disk included.")
        self.opening: Final = Histogram("playsheet_open_seconds", "Opening a game again from disk.")

    def work(self) -> int:
        """How much has been done so far: messages and requests, and what bots have answered."""
        return sum(sum(one.counts.values()) for one in (self.accepted, self.requests, self.messages))

    def counters(self) -> list[Counter]:
        played = [self.accepted, self.refused, self.requests, self.messages]
        return [*played, self.made, self.opened, self.taken, self.lost, self.bots]

    def histograms(self) -> list[Histogram]:
        return [self.accepting, self.opening]

    def lines(self) -> list[str]:
        found = [line for counter in self.counters() for line in counter.lines()]
        return found + [line for histogram in self.histograms() for line in histogram.lines()]


class Gauge:
    """As it is just now."""

    def __init__(self, name: str, help: str, value: float) -> None:
        self.name: Final = name
        self.help: Final = help
        self.value: Final = value

    def lines(self) -> list[str]:
        return [
            f"# HELP {self.name} {self.help}",
            f"# TYPE {self.name} gauge",
            f"{self.name} {self.value:g}",
        ]


def prometheus_text(metrics: Metrics, gauges: list[Gauge]) -> str:
    """As Prometheus reads them."""
    lines = metrics.lines() + [line for gauge in gauges for line in gauge.lines()]
    return "\n".join(lines) + "\n"
