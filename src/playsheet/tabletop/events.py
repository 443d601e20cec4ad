"""Events that sheets share: the same name, the same fields, the same change of a battle."""

from __future__ import annotations

from playsheet.core.aims import SHEET
from playsheet.core.events import B, Event


class BattleEnded(Event[B]):
    """winner: a side's index, or -1 for a draw; line: the objective that decided it, SHEET if none did."""

    def __init__(self, winner: int, verdict: str, ruling: str = "", line: int = SHEET) -> None:
        self.winner = winner
        self.verdict = verdict
        self.ruling = ruling
        self.line = line

    def apply(self, battle: B) -> None:
        battle.finished = True
        battle.winner = self.winner
        battle.verdict = self.verdict
        battle.decided_by = self.line


class FoundNoRoom(Event[B]):
    """Others stand in all of its zone: it is put at its side's edge, which is told next, or stays away."""

    def __init__(self, unit: int, ruling: str, unseen: tuple[int, ...] = ()) -> None:
        self.unit = unit
        self.ruling = ruling
        self.unseen = unseen


class ChartRolled(Event[B]):
    """A roll on one of the machine charts: which, and the face. What it does is told after it."""

    def __init__(self, unit: int, chart: str, column: str, face: int) -> None:
        self.unit = unit
        self.chart = chart
        self.column = column
        self.face = face
