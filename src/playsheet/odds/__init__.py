"""Odds: exact and sampled answers, about a procedure and about a choice in a running game."""

from playsheet.odds.ask import exact, in_play, sampled, within
from playsheet.odds.odds import Odds, Outcome

__all__ = ["Odds", "Outcome", "exact", "in_play", "sampled", "within"]
