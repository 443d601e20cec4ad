"""What a seat sees, as numbers: its units and the enemy's, how the battle stands, and a row for each choice.

Everything is read off the battle as the seat may know it, the way rosters and maps are: what is hidden cannot be in it.
All numbers lie between -1 and 1.
"""

from __future__ import annotations

from math import cos, hypot, radians, sin
from typing import Any, Final
from zlib import crc32

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from playsheet.core.asking import Option
from playsheet.core.events import Battle
from playsheet.core.telling import Standing
from playsheet.learn.asking import Asked
from playsheet.players.setup import Setup

Numbers = NDArray[np.float32]
Observation = dict[str, NDArray[Any]]

ARMS: Final = ("foot", "horse", "gun", "vehicle", "automaton", "beast", "leader")
KINDS: Final = 16  # words of questions and choices fall into so many drawers, always the same
UNIT: Final = (
    "on_roll",
    "mine",
    "my_side",
    "enemy",
    "strength",
    "size",
    "on_table",
    "shaken",
    "states",
    "asked",
    "x",
    "y",
    "facing_east",
    "facing_north",
    *ARMS,
)
BATTLE: Final = (
    "turn",
    "my_strength",
    "their_strength",
    "my_shaken",
    "their_shaken",
    "asked_now",
    "place_asked",
    *(f"question_{number}" for number in range(KINDS)),
)
CHOICE: Final = (
    "legal",
    "where",
    "unit",
    "mine",
    "enemy",
    "strength",
    "east",
    "north",
    "far",
    "ahead",
    "nearer_enemy",
    *(f"kind_{number}" for number in range(KINDS)),
)
ON_TABLE: Final = UNIT.index("on_table")
X: Final = UNIT.index("x")
ARM: Final = len(UNIT) - len(ARMS)


def drawer(word: str) -> int:
    return crc32(word.encode()) % KINDS


class Seer:
    """Makes numbers of what a seat of this scenario sees."""

    def __init__(self, setup: Setup, most: int) -> None:
        self.setup: Final = setup
        self.most: Final = most
        ground = setup.scenario.ground
        self.half: Final = max(ground.width, ground.depth) / 2
        self.middle: Final = (ground.width / 2, ground.depth / 2)
        roster = setup.system.roster(setup.system.new_battle(setup.scenario))
        self.units: Final = len(roster)
        self.largest: Final = max([unit.start for unit in roster] + [1])
        self.turns: Final = max(setup.scenario.turns, 1)

    def space(self) -> spaces.Dict:
        return spaces.Dict(
            {
                "units": box(self.units, len(UNIT)),
                "battle": box(len(BATTLE)),
                "choices": box(self.most, len(CHOICE)),
                "action_mask": spaces.Box(0, 1, (self.most,), np.int8),
            }
        )

    def seen(self, battle: Battle, seat: int, asked: Asked | None) -> Observation:
        """`battle` is as the seat sees it; `asked`: what it is asked now, if it is."""
        side = self.setup.sides[seat]
        roster = self.setup.system.roster(battle)[: self.units]
        about = asked.question.about if asked is not None else -1
        units = np.zeros((self.units, len(UNIT)), np.float32)
        for row, unit in enumerate(roster):
            self.fill(units[row], unit, row == about, seat, side)
        choices = np.zeros((self.most, len(CHOICE)), np.float32)
        mask = np.zeros(self.most, np.int8)
        if asked is not None:
            legal = len(asked.choices)
            mask[:legal] = 1
            self.weigh(choices[:legal], asked, units, about)
        return {
            "units": units,
            "battle": self.frame(battle, roster, side, asked),
            "choices": choices,
            "action_mask": mask,
        }

    def fill(self, row: Numbers, unit: Standing, asked: bool, seat: int, side: int) -> None:
        mine = unit.side == side
        row[:10] = (
            1.0,
            mine and unit.seat in (seat, -1),
            mine,
            unit.side >= 0 and not mine,
            unit.figures / unit.start if unit.start else 0.0,
            min(unit.start / self.largest, 1.0),
            unit.on_table,
            unit.shaken,
            min(len(unit.state) / 4, 1.0),
            asked,
        )
        if unit.at is not None:
            x, y, facing = unit.at
            turned = radians(facing)
            row[X : X + 4] = (self.across(x, 0), self.across(y, 1), sin(turned), cos(turned))
        if unit.arm in ARMS:
            row[ARM + ARMS.index(unit.arm)] = 1.0

    def across(self, at: float, axis: int) -> float:
        """A place by the middle of the table; what is off it lies on its edge."""
        return max(-1.0, min(1.0, (at - self.middle[axis]) / self.half))

    def frame(self, battle: Battle, roster: list[Standing], side: int, asked: Asked | None) -> Numbers:
        row = np.zeros(len(BATTLE), np.float32)
        mine = [unit for unit in roster if unit.side == side]
        theirs = [unit for unit in roster if unit.side not in (side, -1)]
        row[:5] = (
            min(battle.turn / self.turns, 1.0),
            part([unit.figures for unit in mine], [unit.start for unit in mine]),
            part([unit.figures for unit in theirs], [unit.start for unit in theirs]),
            part([unit.shaken for unit in mine], [1] * len(mine)),
            part([unit.shaken for unit in theirs], [1] * len(theirs)),
        )
        if asked is not None:
            row[5] = 1.0
            row[6] = asked.question.region is not None
            row[7 + drawer(asked.question.kind)] = 1.0
        return row

    # ------------------------------------------------------------ the choices

    def weigh(self, rows: Numbers, asked: Asked, units: Numbers, about: int) -> None:
        """A row for each choice: what it is about, and where that lies from the unit that is asked about."""
        rows[:, 0] = 1.0
        region = asked.question.region
        start = units[about, X : X + 4] if 0 <= about < len(units) and units[about, ON_TABLE] else None
        foes = units[(units[:, 3] > 0) & (units[:, ON_TABLE] > 0), X : X + 2]
        for row, choice in zip(rows, asked.choices):
            place: tuple[float, float] | None = None
            if isinstance(choice, Option):
                row[11 + drawer(choice.key().partition(":")[0])] = 1.0
                named = choice.about()[0]
                if 0 <= named < len(units):
                    other = units[named]
                    row[2:6] = (1.0, other[2], other[3], other[4])
                    if other[ON_TABLE]:
                        place = (float(other[X]), float(other[X + 1]))
                spot = choice.spot()
                if spot is not None:
                    place = (self.across(spot[0], 0), self.across(spot[1], 1))
            else:
                assert region is not None
                row[11 + drawer(asked.question.kind)] = 1.0
                place = self.place_of(region.names(), choice, row)
            if place is not None:
                row[1] = 1.0
                compare(row, place, start, foes)

    def place_of(self, names: tuple[str, ...], numbers: tuple[float, ...], row: Numbers) -> tuple[float, float] | None:
        """Where a choice in a region lies; a bearing alone is a direction, and no place."""
        given = dict(zip(names, numbers))
        if "x" in given and "y" in given:
            return self.across(given["x"], 0), self.across(given["y"], 1)
        for name in ("bearing", "facing", "heading"):
            if name in given:
                turned = radians(given[name])
                row[6:8] = (sin(turned), cos(turned))
        return None


def compare(row: Numbers, place: tuple[float, float], start: Numbers | None, foes: Numbers) -> None:
    """A place beside where the unit is that is asked about, and beside the enemy."""
    if start is None:
        row[6:8] = place
        return
    east, north = place[0] - float(start[0]), place[1] - float(start[1])
    far = hypot(east, north)
    row[6:9] = (clipped(east), clipped(north), clipped(far))
    if far > 0.0:
        row[9] = clipped((east * float(start[2]) + north * float(start[3])) / far)
    if len(foes):
        before = np.hypot(foes[:, 0] - start[0], foes[:, 1] - start[1]).min()
        after = np.hypot(foes[:, 0] - place[0], foes[:, 1] - place[1]).min()
        row[10] = clipped(float(before - after))


def clipped(number: float) -> float:
    return max(-1.0, min(1.0, number))


def part(some: list[int] | list[bool], of: list[int]) -> float:
    return sum(some) / sum(of) if sum(of) else 0.0


def box(*shape: int) -> spaces.Box:
    return spaces.Box(-1.0, 1.0, shape, np.float32)
