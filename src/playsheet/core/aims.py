"""Aims: what a battle is fought for, and how it stands with that. The same before the battle, in it and at its end."""

from __future__ import annotations

from typing import Final

SHEET: Final = -1  # the line of an aim that the sheet itself has, and no line of the scenario


class Place:
    """Where an aim lies on the table: near a point, beyond a line from edge to edge, or a piece of ground."""

    def __init__(
        self,
        name: str,
        *,
        x: float = 0.0,
        y: float = 0.0,
        within: float = 0.0,
        beyond: str = "",
        piece: int = -1,
    ) -> None:
        self.name: Final = name
        self.x: Final = x
        self.y: Final = y
        self.within: Final = within  # of the point x, y
        self.beyond: Final = beyond  # "north" or "south" of y
        self.piece: Final = piece  # the number of a piece of terrain

    def data(self) -> dict[str, object]:
        if self.piece >= 0:
            return {"kind": "piece", "name": self.name, "piece": self.piece}
        if self.beyond:
            return {"kind": "line", "name": self.name, "y": self.y, "beyond": self.beyond}
        return {"kind": "point", "name": self.name, "at": [self.x, self.y], "within": self.within}


class Tally:
    """What a side has of an aim as things stand, and what that is worth.

    With a `need` it is `count` of `need`, and `what` says of what; without, `what` is all there is to say.
    """

    def __init__(self, side: int, count: int, need: int, what: str, points: int = 0) -> None:
        self.side: Final = side
        self.count: Final = count
        self.need: Final = need  # 0: there is no number to be reached
        self.what: Final = what
        self.points: Final = points

    def said(self) -> str:
        return f"{self.count} of {self.need} {self.what}" if self.need else self.what

    def data(self) -> dict[str, object]:
        return {"side": self.side, "said": self.said(), "count": self.count, "need": self.need, "points": self.points}


class Aim:
    """A line by which the battle may be decided: what it asks for, when it is looked at, and how it stands now."""

    def __init__(self, line: int, said: str, when: str, ruling: str) -> None:
        self.line: Final = line  # its number among the scenario's objectives, from 0; SHEET: the sheet's own
        self.said: Final = said
        self.when: Final = when
        self.ruling: Final = ruling
        self.places: Final[list[Place]] = []
        self.tallies: Final[list[Tally]] = []
        self.leads = -1  # the side for which it would count now; -1: neither
        self.is_close = False  # could it be decided before the next turn is over?

    def points(self, side: int) -> int:
        return sum([tally.points for tally in self.tallies if tally.side == side])

    def data(self) -> dict[str, object]:
        return {
            "line": self.line,
            "said": self.said,
            "when": self.when,
            "ruling": self.ruling,
            "places": [place.data() for place in self.places],
            "tallies": [tally.data() for tally in self.tallies],
            "leads": self.leads,
            "close": self.is_close,
        }


class Verdict:
    """How a battle ends, or would: the winner or -1, why, and the line that decides it."""

    def __init__(self, winner: int, why: str, ruling: str, line: int = SHEET) -> None:
        self.winner: Final = winner
        self.why: Final = why
        self.ruling: Final = ruling
        self.line: Final = line

    def data(self) -> dict[str, object]:
        return {"winner": self.winner, "why": self.why, "ruling": self.ruling, "line": self.line}


def aims_data(aims: list[Aim], now: Verdict | None, turn: int, turns: int) -> dict[str, object]:
    """All of it for programs; `now`: how it would end as it stands."""
    return {
        "aims": [aim.data() for aim in aims],
        "now": None if now is None else now.data(),
        "warning": warning(aims, turn, turns),
    }


def warning(aims: list[Aim], turn: int, turns: int) -> str:
    """What could decide the battle before the next turn is over; empty while nothing could."""
    if turn >= turns:
        return "This is the last turn."
    close = [aim for aim in aims if aim.is_close]
    if close:
        return "The next turn could decide it. " + " ".join([aim.said for aim in close])
    return "The next turn is the last." if turn == turns - 1 else ""


def scores(aims: list[Aim], sides: int) -> list[int]:
    """The points of each side, if they were counted now."""
    return [sum([aim.points(side) for aim in aims]) for side in range(sides)]
