"""What a seat sees, as numbers: its units and the enemy's, how the battle stands, and a row for each choice.

Everything is read off the battle as the seat may know it, the way rosters and maps are: what is hidden cannot be in it.
All numbers lie between -1 and 1.
"""

from __future__ import annotations

from functools import lru_cache
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
ENEMY: Final = UNIT.index("enemy")
ON_TABLE: Final = UNIT.index("on_table")
X: Final = UNIT.index("x")


STANDS: Final = 1e-4  # as far as that from where the unit is, it is there: which way it lies would be chance
NO_ARM: Final = (0.0,) * len(ARMS)
ONE_ARM: Final = {arm: tuple(float(arm == other) for other in ARMS) for arm in ARMS}
NOT_THERE: Final = (0.0,) * 4
NO_CHOICE: Final = (0.0,) * len(CHOICE)

Row = list[float]  # plain numbers are quicker than those of an array, until the whole of it is made


@lru_cache(maxsize=1000)
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
        rows = [self.row_of(unit, row == about, seat, side) for row, unit in enumerate(roster)]
        units = np.zeros((self.units, len(UNIT)), np.float32)
        if rows:
            units[: len(rows)] = rows
        choices = np.zeros((self.most, len(CHOICE)), np.float32)
        mask = np.zeros(self.most, np.int8)
        if asked is not None and asked.choices:
            legal = len(asked.choices)
            mask[:legal] = 1
            choices[:legal] = self.weighed(asked, rows, about)
        return {
            "units": units,
            "battle": self.frame(battle, roster, side, asked),
            "choices": choices,
            "action_mask": mask,
        }

    def row_of(self, unit: Standing, asked: bool, seat: int, side: int) -> Row:
        mine = unit.side == side
        if unit.at is None:
            where: tuple[float, ...] = NOT_THERE
        else:
            x, y, facing = unit.at
            turned = radians(facing)
            where = (self.across(x, 0), self.across(y, 1), sin(turned), cos(turned))
        return [
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
            *where,
            *ONE_ARM.get(unit.arm, NO_ARM),
        ]

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

    def weighed(self, asked: Asked, units: list[Row], about: int) -> list[Row]:
        """A row for each choice: what it is about, and where that lies from the unit that is asked about."""
        region = asked.question.region
        names = () if region is None else region.names()
        beside = Beside(units, units[about] if 0 <= about < len(units) and units[about][ON_TABLE] else None)
        rows = []
        for choice in asked.choices:
            row = [*NO_CHOICE]
            row[0] = 1.0
            place: tuple[float, float] | None = None
            if isinstance(choice, Option):
                row[11 + drawer(choice.key().partition(":")[0])] = 1.0
                named = choice.about()[0]
                if 0 <= named < len(units):
                    other = units[named]
                    row[2:6] = (1.0, other[2], other[3], other[4])
                    if other[ON_TABLE]:
                        place = (other[X], other[X + 1])
                spot = choice.spot()
                if spot is not None:
                    place = (self.across(spot[0], 0), self.across(spot[1], 1))
            else:
                row[11 + drawer(asked.question.kind)] = 1.0
                place = self.place_of(names, choice, row)
            if place is not None:
                row[1] = 1.0
                beside.compare(row, place)
            rows.append(row)
        return rows

    def place_of(self, names: tuple[str, ...], numbers: tuple[float, ...], row: Row) -> tuple[float, float] | None:
        """Where a choice in a region lies; a bearing alone is a direction, and no place."""
        given = dict(zip(names, numbers))
        if "x" in given and "y" in given:
            return self.across(given["x"], 0), self.across(given["y"], 1)
        for name in ("bearing", "facing", "heading"):
            if name in given:
                turned = radians(given[name])
                row[6:8] = (sin(turned), cos(turned))
        return None


class Beside:
    """Places beside where the unit is that is asked about, and beside the enemy."""

    def __init__(self, units: list[Row], start: Row | None) -> None:
        self.start: Final = start
        self.foes: Final = [(unit[X], unit[X + 1]) for unit in units if unit[ENEMY] and unit[ON_TABLE]]
        self.before: Final = self.to_foes(start[X], start[X + 1]) if start is not None else 0.0

    def to_foes(self, x: float, y: float) -> float:
        """How far the nearest enemy is."""
        return min([hypot(foe_x - x, foe_y - y) for foe_x, foe_y in self.foes], default=0.0)

    def compare(self, row: Row, place: tuple[float, float]) -> None:
        start = self.start
        if start is None:
            row[6:8] = place
            return
        east, north = place[0] - start[X], place[1] - start[X + 1]
        far = hypot(east, north)
        row[6:9] = (clipped(east), clipped(north), clipped(far))
        if far > STANDS:
            row[9] = clipped((east * start[X + 2] + north * start[X + 3]) / far)
        row[10] = clipped(self.before - self.to_foes(*place))


def clipped(number: float) -> float:
    return max(-1.0, min(1.0, number))


def part(some: list[int] | list[bool], of: list[int]) -> float:
    return sum(some) / sum(of) if sum(of) else 0.0


def box(*shape: int) -> spaces.Box:
    return spaces.Box(-1.0, 1.0, shape, np.float32)
