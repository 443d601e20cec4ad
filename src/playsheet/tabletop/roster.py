"""Rosters: what is shown of a unit or a battle in the same words and keys, whatever the sheet."""

from __future__ import annotations

from playsheet.core.events import Battle
from playsheet.core.telling import Sign
from playsheet.core.words import upper


def frame_view(battle: Battle, turns: int) -> dict[str, object]:
    """What every battle has, as plain data: the beginning of its view."""
    return {
        "turn": battle.turn,
        "turns": turns,
        "finished": battle.finished,
        "winner": battle.winner,
        "verdict": battle.verdict,
    }


def in_fight_with(foes: list[str], fight: str = "melee") -> str:
    """`in melee with the Guard Lancers, the Emir`: a state of a unit."""
    return f"in {fight} with {', '.join(foes)}"


def engaged(said: str) -> Sign:
    """The sign of a unit that is in such a fight."""
    return Sign("engaged", f"{upper(said)}.")


def now_of(now: int, whole: int) -> str:
    """A rating as it is now; what it was when the machine was whole stands behind."""
    return str(now) if now == whole else f"{max(now, 0)} (whole {whole})"
