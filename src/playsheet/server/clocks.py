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

    def move(self, now: float, asked: dict[int, str]) -> None:
        """These seats are asked these questions from now on; whoever has answered pays what went over."""
        for seat, (question, since) in list(self.running.items()):
            if asked.get(seat) != question:
                self.left[seat] = max(0.0, self.left[seat] - max(0.0, now - since - self.per_move))
                del self.running[seat]
        for seat, question in asked.items():
            if seat not in self.running:
                self.running[seat] = (question, now)

    def not_before(self, now: float) -> None:
        """Nobody's time ran before this moment: the server was not there."""
        for seat, (question, since) in self.running.items():
            self.running[seat] = (question, max(since, now))

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
