"""Levels: how well the computer plays. Recruit, regular (the doctrine), veteran and marshal (with a search on top).

A level with a search may be given its number of play-outs: `veteran:64`.
"""

from __future__ import annotations

from typing import Any, Final

from playsheet.core.asking import Player
from playsheet.core.errors import Refused
from playsheet.core.scenario import Scenario
from playsheet.core.system import System
from playsheet.players.recruit import Recruit
from playsheet.players.search import Budget, Searcher

RECRUIT: Final = "recruit"
REGULAR: Final = "regular"
VETERAN: Final = "veteran"
MARSHAL: Final = "marshal"
LEVELS: Final = (RECRUIT, REGULAR, VETERAN, MARSHAL)
SEARCHING: Final = (VETERAN, MARSHAL)
PLAY_OUTS: Final = {  # of one plan, by the scenario's size
    VETERAN: {"small": 320, "middle": 120, "large": 32},
    MARSHAL: {"small": 1600, "middle": 640, "large": 200},
}
TURNS: Final = {"small": 0, "middle": 4, "large": 3}  # after which a play-out is valued; 0: it goes on to the end
SECONDS: Final = 10.0  # a plan, at most, where somebody waits for it
MOST_PLAY_OUTS: Final = 100_000


def is_searching(name: str) -> bool:
    return name.partition(":")[0] in SEARCHING


def budget_of(name: str, size: str, seconds: float = 0.0) -> Budget:
    """Of a level, or of one with its own number of play-outs."""
    level, _, number = name.partition(":")
    play_outs = PLAY_OUTS[level][size]
    if ":" in name:
        if not (number.isascii() and number.isdigit() and 1 <= int(number[:9]) <= MOST_PLAY_OUTS):
            raise Refused(f"{name[:40]!r}: expected {level}: and a number of play-outs from 1 to {MOST_PLAY_OUTS}.")
        play_outs = int(number)
    return Budget(play_outs, turns=TURNS[size], seconds=seconds)


def player_of_level(
    name: str, system: System[Any], scenario: Scenario, seat: int, seed: int, seconds: float = 0.0
) -> Player:
    """Who plays so; with `seconds` a search takes no longer for a plan, and says so where it had to stop."""
    if name == RECRUIT:
        return Recruit(system, seat, seed * 16 + seat)
    if name == REGULAR:
        return system.doctrine(seat)
    return Searcher(system, scenario, seat, budget_of(name, scenario.size, seconds), seed)
