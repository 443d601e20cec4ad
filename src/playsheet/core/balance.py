"""How even a scenario is and how much it asks: what came of battles of the built-in commander with himself.

balance.toml, a scenario each, written by sim/balance.py:

[the-wells]
version   = "0.2.0" # of Playsheet, whose commander played them
games     = 200
wins      = [138, 41] # of each side
draws     = 21
turns     = 6
questions = [77, 91] # to each seat
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from playsheet.core.reader import Reader, read_toml
from playsheet.core.words import listed

SECONDS_A_QUESTION: Final = 10  # of somebody who knows the sheet a little; the questions are counted, this is not
MOST: Final = 1_000_000
# In a hundred of the battles that somebody won.
EVEN: Final = 60  # a side that wins no more often has no advantage worth a word
LEANS: Final = 80  # more often, and it is hard for the others


class Balance:
    """What was counted in so many battles of a scenario; turns and questions are means."""

    def __init__(self, version: str, games: int, wins: list[int], draws: int, turns: int, questions: list[int]) -> None:
        self.version: Final = version
        self.games: Final = games
        self.wins: Final = wins
        self.draws: Final = draws
        self.turns: Final = turns
        self.questions: Final = questions

    def minutes(self, seat: int) -> int:
        """How long the seat's own answers take."""
        return max(1, round(self.questions[seat] * SECONDS_A_QUESTION / 60))

    def length_said(self, seats: list[str]) -> str:
        """How long it takes: turns, and for each seat its questions and minutes."""
        parts = [
            f"{self.questions[seat]} for {name} ({time_said(self.minutes(seat))})" for seat, name in enumerate(seats)
        ]
        turns = f"About {self.turns} {'turn' if self.turns == 1 else 'turns'}"
        return f"{turns}. Questions: {listed(parts)}, at {SECONDS_A_QUESTION} seconds a question."

    def evenness_said(self, sides: list[str]) -> str:
        """How even it is: who won how often, in a sentence."""
        best = max(range(len(sides)), key=lambda side: self.wins[side])
        share = 100 * self.wins[best]
        decided = max(1, sum(self.wins))
        if share <= EVEN * decided:
            verdict = "About even"
        elif share <= LEANS * decided:
            verdict = f"It leans to {sides[best]}"
        else:
            verdict = f"Hard for anybody but {sides[best]}"
        wins = ", ".join([f"{side} won {self.wins[index]:,}" for index, side in enumerate(sides)])
        drawn = f", {self.draws:,} drawn" if self.draws else ""
        battles = f"{self.games:,} battles of the computer with itself"
        return f"{verdict}: of {battles} {wins}{drawn} (Playsheet {self.version})."

    def shares_said(self) -> str:
        """What each side won of a hundred battles that somebody won: 53 : 47."""
        decided = max(1, sum(self.wins))
        shares = [(200 * wins + decided) // (2 * decided) for wins in self.wins[:-1]]
        return " : ".join([str(share) for share in [*shares, 100 - sum(shares)]])

    def data(self, sides: list[str], seats: list[str]) -> dict[str, object]:
        return {
            "version": self.version,
            "games": self.games,
            "wins": self.wins,
            "draws": self.draws,
            "turns": self.turns,
            "questions": self.questions,
            "minutes": [self.minutes(seat) for seat in range(len(self.questions))],
            "length": self.length_said(seats),
            "evenness": self.evenness_said(sides),
            "shares": self.shares_said(),
        }


def time_said(minutes: int) -> str:
    """13 minutes; from an hour and a half on in hours, to the half: 4 1/2 hours."""
    if minutes < 90:
        return f"{minutes} {'minute' if minutes == 1 else 'minutes'}"
    halves = round(minutes / 30)
    return f"{halves // 2}{' 1/2' if halves % 2 else ''} hours"


def read_balance(source: Path | str, name: str = "") -> dict[str, Balance]:
    """By scenario."""
    reader = read_toml(source, name)
    return {id: _balance(reader.table(id)) for id in list(reader.data)}


def _balance(reader: Reader) -> Balance:
    games = reader.integer("games", 1, MOST)
    wins = reader.integers("wins", low=0, high=games)
    draws = reader.integer("draws", 0, games)
    if sum(wins) + draws != games:
        raise reader.refused("wins", f"expected wins and draws that add up to {games} games.")
    turns = reader.integer("turns", 1, MOST)
    found = Balance(reader.text("version"), games, wins, draws, turns, reader.integers("questions", low=0, high=MOST))
    reader.close()
    return found
