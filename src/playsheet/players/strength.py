"""What the levels are called, and how strong each was measured to be.

The measures stand in a file that `bench/strength.py --keep` writes; a level that was not measured has no number.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from playsheet.core.reader import Reader, read_toml
from playsheet.players.levels import LEVELS, MARSHAL, RECRUIT, REGULAR, VETERAN

FILE: Final = Path(__file__).with_name("strength.toml")
NAMES: Final = {RECRUIT: "Recruit", REGULAR: "Regular", VETERAN: "Veteran", MARSHAL: "Marshal"}
SAID: Final = {
    RECRUIT: "Makes a beginner's mistakes: a wing goes astray, fire goes to whoever is nearest.",
    REGULAR: "Knows his sheet and plays for the scenario's goals, one answer at a time.",
    VETERAN: "Plays a few plans on before each turn, and takes the one that wins most often.",
    MARSHAL: "The same with much more thought: up to ten seconds a turn.",
}


class Strength:
    """So many of a hundred battles were won against the regular; draws are half."""

    def __init__(self, wins: int, low: int, high: int, pairs: int) -> None:
        self.wins: Final = wins
        self.low: Final = low
        self.high: Final = high
        self.pairs: Final = pairs  # of battles, with sides swapped and the same dice


def strengths(source: Path | str = FILE) -> dict[str, Strength]:
    """By level."""
    reader = read_toml(source, "strength.toml")
    found = {level: read_strength(reader.table(level)) for level in LEVELS if reader.has(level)}
    reader.close()
    return found


def read_strength(reader: Reader) -> Strength:
    found = Strength(
        reader.integer("wins", 0, 100),
        reader.integer("low", 0, 100),
        reader.integer("high", 0, 100),
        reader.integer("pairs", 1),
    )
    reader.close()
    return found


def levels_data() -> list[dict[str, object]]:
    """For whoever chooses an opponent, the weakest first."""
    known = strengths()
    return [
        {"level": level, "name": NAMES[level], "says": SAID[level], "measured": measured_data(known.get(level))}
        for level in LEVELS
    ]


def measured_data(strength: Strength | None) -> dict[str, object] | None:
    if strength is None:
        return None
    return {
        "against": REGULAR,
        "wins": strength.wins,
        "low": strength.low,
        "high": strength.high,
        "pairs": strength.pairs,
    }
