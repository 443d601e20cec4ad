"""Odds: exact and sampled answers, about a procedure and about a choice in a running game."""

from playsheet.odds.ask import PATIENCE, exact, in_play, in_time, sampled, within
from playsheet.odds.odds import Odds, Outcome

__all__ = ["PATIENCE", "Odds", "Outcome", "exact", "in_play", "in_time", "sampled", "within"]
