"""What a battle that is not over is worth to a side: eight numbers, weighed as bench/fit_value.py has fitted them.

Every number is as much for one side as against the other, from -1 to 1, and 0 where they are even.
"""

from __future__ import annotations

from math import exp, hypot
from pathlib import Path
from typing import Any, Final

from playsheet.core.aims import Aim
from playsheet.core.events import Battle
from playsheet.core.reader import read_toml
from playsheet.core.scenario import Scenario
from playsheet.core.system import System
from playsheet.core.telling import Standing
from playsheet.players.halving import WON
from playsheet.players.planning import places_of

NUMBERS: Final = ("strength", "losses", "units", "shaken", "points", "lines", "verdict", "ground")
FILE: Final = Path(__file__).with_name("values.toml")
STEEPEST: Final = 100.0  # a weight
NEAR: Final = 0.2  # of the table's width: who is so near a place is about to be there


class Values:
    """The weights of one sheet."""

    def __init__(self, weights: list[float]) -> None:
        self.weights: Final = weights

    def worth(self, numbers: list[float]) -> int:
        """In thousandths of a battle won."""
        weighed = sum([weight * number for weight, number in zip(self.weights, numbers)])
        return round(WON / (1.0 + exp(-max(-30.0, min(30.0, weighed)))))


def values_of(system: str) -> Values:
    """A sheet's weights; those of all sheets together for one that has none of its own."""
    reader = read_toml(FILE)
    found = reader.table(system if system in reader.data else "all")
    return Values([found.number(name, -STEEPEST, STEEPEST) for name in NUMBERS])


def numbers_of(system: System[Any], scenario: Scenario, battle: Battle, side: int) -> list[float]:
    """The eight numbers, in the order of NUMBERS."""
    roster = [one for one in system.roster(battle) if one.side >= 0]
    mine = [one for one in roster if one.side == side]
    theirs = [one for one in roster if one.side != side]
    aims = system.aims(battle)
    now = system.verdict_now(battle)
    gone = min(1.0, battle.turn / scenario.turns)
    lead = 0.0 if now is None or now.winner < 0 else 1.0 if now.winner == side else -1.0
    sides = range(len(scenario.sides))
    points = [float(sum([aim.points(one) for aim in aims])) for one in sides]
    lines = [float(sum([aim.leads == one for aim in aims])) for one in sides]
    return [
        balance(figures(mine), figures(theirs)),
        share(figures(mine), started(mine)) - share(figures(theirs), started(theirs)),
        balance(float(len(steady(mine))), float(len(steady(theirs)))),
        share(shaken(theirs), len(theirs)) - share(shaken(mine), len(mine)),
        balance(points[side], sum(points) - points[side]),
        balance(lines[side], sum(lines) - lines[side]),
        lead * gone * gone,
        gone * nearness(system, scenario, battle, aims, mine, theirs),
    ]


def balance(mine: float, theirs: float) -> float:
    """From -1 (all is theirs) to 1; 0 of nothing."""
    return (mine - theirs) / (abs(mine) + abs(theirs)) if mine or theirs else 0.0


def share(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


def figures(units: list[Standing]) -> float:
    return float(sum([one.figures for one in units]))


def started(units: list[Standing]) -> int:
    return sum([one.start for one in units])


def steady(units: list[Standing]) -> list[Standing]:
    return [one for one in units if one.figures > 0 and one.on_table and not one.shaken]


def shaken(units: list[Standing]) -> int:
    return len([one for one in units if one.shaken])


def nearness(
    system: System[Any],
    scenario: Scenario,
    battle: Battle,
    aims: list[Aim],
    mine: list[Standing],
    theirs: list[Standing],
) -> float:
    """Who is nearer to the places that count, on the average of them."""
    places = places_of(aims, system.ground(battle) or scenario.ground)
    if not places:
        return 0.0
    reach = NEAR * scenario.ground.width
    total = 0.0
    for place in places:
        far = scenario.ground.width
        ours = nearest(steady(mine), place, far)
        others = nearest(steady(theirs), place, far)
        total += (others - ours) / (others + ours + reach)
    return total / len(places)


def nearest(units: list[Standing], place: tuple[float, float], far: float) -> float:
    return min([far, *[hypot(one.at[0] - place[0], one.at[1] - place[1]) for one in units if one.at is not None]])
