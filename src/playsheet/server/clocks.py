"""A clock per seat for slow games: so long for each answer, and a bank for when that is not enough."""

from __future__ import annotations

from typing import Any, Final


class Clock:
    """Runs on the times of what was accepted, so that it stands the same when a game is opened again."""

    def __init__(self, per_move: float, bank: float, seats: int) -> None:
        self.per_move: Final = per_move
        self.bank: Final = bank
        self.left: Final = [bank] * seats
        self.running: Final[dict[int, tuple[str, float]]] = {}  # seat -> the question it is asked, and since when
        self.forgiven = 0.0  # what the server slept until then is given back

    def move(self, now: float, asked: dict[int, str]) -> None:
        """These seats are asked these questions from now on; whoever has answered pays what went over."""
        for seat, (question, since) in list(self.running.items()):
            if asked.get(seat) != question:
                self.left[seat] = max(0.0, self.left[seat] - max(0.0, now - since - self.per_move))
                del self.running[seat]
        for seat, question in asked.items():
            if seat not in self.running:
                self.running[seat] = (question, now)

    def forgive(self, start: float, end: float) -> None:
        """Nobody's time ran from one moment to another: the server slept, or was not there."""
        for seat, (question, since) in self.running.items():
            self.running[seat] = (question, since + overlap(since, start, end))
        self.forgiven = max(self.forgiven, end)

    def owes(self, start: float, end: float) -> bool:
        """Is there somebody whose time seems to have run then, and to whom that was not given back?"""
        return end > self.forgiven and any(overlap(since, start, end) > 0.0 for _, since in self.running.values())

    def remaining(self, seat: int, now: float) -> float:
        """Of a seat that is asked: what it has for this answer, bank included."""
        return self.running[seat][1] + self.per_move + self.left[seat] - now

    def next_end(self) -> tuple[float, int] | None:
        """When the first of those that are asked runs out of time, and which."""
        ends = [(since + self.per_move + self.left[seat], seat) for seat, (_, since) in self.running.items()]
        return min(ends) if ends else None

    def data(self, now: float) -> dict[str, Any]:
        seats: list[object] = []
        for seat, bank in enumerate(self.left):
            running = seat in self.running
            left = max(0.0, self.remaining(seat, now)) if running else self.per_move + bank
            seats.append({"seat": seat, "bank": bank, "running": running, "left": round(left, 3)})
        return {"per_move": self.per_move, "bank": self.bank, "seats": seats}


def overlap(since: float, start: float, end: float) -> float:
    """How much of what lies between start and end has run since then."""
    return max(0.0, end - max(since, start))
