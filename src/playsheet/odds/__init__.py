"""Odds: exact and sampled answers, about a procedure and about a choice in a running game.

The library hands out a function of this name, `playsheet.odds(...)`: so the package can be called.
"""

import sys
from importlib import import_module
from types import ModuleType
from typing import Any

from playsheet.odds.ask import PATIENCE, exact, in_play, in_time, sampled, within
from playsheet.odds.odds import Odds, Outcome

__all__ = ["PATIENCE", "Odds", "Outcome", "exact", "in_play", "in_time", "sampled", "within"]


class Called(ModuleType):
    def __call__(self, *args: Any, **inputs: Any) -> Any:
        return import_module("playsheet.library").odds(*args, **inputs)


sys.modules[__name__].__class__ = Called
