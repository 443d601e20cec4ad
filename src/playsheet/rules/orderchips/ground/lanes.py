"""Lanes: all that may come between two units, found once for all the lines of sight from the one to the other.

A lane is kept until somebody on the table moves: who may fire at whom is asked first, then what that is worth, and
again when the volley is laid.
"""

from __future__ import annotations

import math
from typing import Final

from mypy_extensions import i64

from playsheet.core.angles import direction
from playsheet.core.dice import State
from playsheet.core.geometry import TOLERANCE, point_segment_distance, spacing
from playsheet.rules.orderchips.battle.land import Plot
from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.battle.units import Kept, Unit
from playsheet.rules.orderchips.ground.sight import hides_others, in_front, stands_between, why_none_seen
from playsheet.rules.orderchips.terms import Where

ASIDE: Final = 1e-3  # inches that a lane is wider than it need be
CLEARLY: Final = 1e-4  # of a cosine: who is nearer than that to the edge of the front is looked at by his bearing


class End:
    """One end of a lane: a unit as it was when that was laid out, and the circle in which its models stand."""

    def __init__(self, battle: ChipBattle, unit: Unit, models: list[int]) -> None:
        self.unit: Final = unit
        self.models: Final = models
        self.figures: Final[int] = unit.figures
        self.attached: Final[list[int]] = unit.attached  # lists of a unit are replaced, never changed
        self.machine: Final[State] = unit.machine
        x, y = battle.centre(models) if models else (0.0, 0.0)
        most = 0.0
        for model in models:
            i: i64 = model
            dx = battle.figures.x[i] - x
            dy = battle.figures.y[i] - y
            far = dx * dx + dy * dy
            if far > most:
                most = far
        self.x: Final = x
        self.y: Final = y
        self.spread: Final = math.sqrt(most)

    def holds(self) -> bool:
        """Are its models still the same?"""
        unit = self.unit
        return self.figures == unit.figures and self.attached is unit.attached and self.machine is unit.machine


class Lane:
    """What lies between those of a unit who look and those of another who are looked at.

    All lines from one of them to another run in the strip about the line between their middles.
    """

    def __init__(self, battle: ChipBattle, unit: Unit, other: Unit) -> None:
        self.near: Final = End(battle, unit, eyes_of(battle, unit))
        self.far: Final = End(battle, other, battle.fighters(other))
        self.marks: Final = self.far.models
        wide = max(self.near.spread, self.far.spread) + ASIDE
        self.hiders: Final = hiders(battle, self.near, self.far, wide)
        self.veils: Final[list[Plot]] = battle.land.veils_between(
            self.near.x, self.near.y, self.far.x, self.far.y, wide
        )
        self.edge: Final[float] = direction(battle.rules.half_front)[1]
        self.seers: Final[dict[int, bool]] = {}  # who have looked, and whether they saw anybody
        self.seen_last = -1  # whom one man sees the next will
        self.facing = -1.0  # of whoever looked last, and the way that is
        self.ux = 0.0
        self.uy = 0.0

    def sees_any(self, battle: ChipBattle, eye: int) -> bool:
        """Does a figure or gun see any of the marks in its front?"""
        if eye in self.seers:
            return self.seers[eye]
        if eye in self.near.models:
            saw = self.looks_for_any(battle, eye)
        else:
            saw = not why_none_seen(battle, eye, self.marks)  # the lane may be too narrow for him
        self.seers[eye] = saw
        return saw

    def looks_for_any(self, battle: ChipBattle, eye: int) -> bool:
        if self.seen_last >= 0 and self.sees_ahead(battle, eye, self.seen_last):
            return True
        for mark in self.marks:
            if mark != self.seen_last and self.sees_ahead(battle, eye, mark):
                self.seen_last = mark
                return True
        return False

    def seen(self, battle: ChipBattle, eye: int) -> list[int]:
        """The marks that one of those who look sees in his front."""
        return [mark for mark in self.marks if self.sees_ahead(battle, eye, mark)]

    def sees_ahead(self, battle: ChipBattle, eye: int, mark: int) -> bool:
        """Does he see it in his front?"""
        return self.faces(battle, eye, mark) and self.sees(battle, eye, mark)

    def sees(self, battle: ChipBattle, eye: int, mark: int) -> bool:
        """Is the line from centre to centre free? The same as `sight.sees`."""
        if not self.veils and not self.hiders:
            return True
        x0, y0 = battle.at(eye)
        x1, y1 = battle.at(mark)
        if self.veils and battle.land.veil(self.veils, x0, y0, x1, y1) is not None:
            return False
        if not self.hiders or spacing(x0, y0, x1, y1) <= TOLERANCE:
            return True
        for model in self.hiders:
            if stands_between(battle, model, x0, y0, x1, y1):
                return False
        return True

    def faces(self, battle: ChipBattle, eye: int, mark: int) -> bool:
        """Is it in his front? Nearly always that is plain without a bearing: the same as `sight.in_front`."""
        figures = battle.figures
        i: i64 = eye
        j: i64 = mark
        if figures.facing[i] != self.facing:
            self.facing = figures.facing[i]
            self.ux, self.uy = direction(self.facing)
        dx = figures.x[j] - figures.x[i]
        dy = figures.y[j] - figures.y[i]
        far = math.sqrt(dx * dx + dy * dy)
        ahead = dx * self.ux + dy * self.uy
        if far > ASIDE:
            if ahead > (self.edge + CLEARLY) * far:
                return True
            if ahead < (self.edge - CLEARLY) * far:
                return False
        return in_front(battle, eye, figures.x[j], figures.y[j])


def eyes_of(battle: ChipBattle, unit: Unit) -> list[int]:
    """All who may look: its figures, whoever is with it, its gun or hull."""
    found = battle.members(unit)
    if unit.model >= 0:
        found.append(unit.model)
    return found


def hiders(battle: ChipBattle, near: End, far: End, wide: float) -> list[int]:
    """The models of third units that may stand between: hulls, wrecks, bodies in close order."""
    found: list[int] = []
    for id in battle.along(near.x, near.y, far.x, far.y, wide):
        unit = battle.units[id]
        if unit is near.unit or unit is far.unit:
            continue
        if unit.is_machine():
            if not battle.near.absent(unit.model):
                found.append(unit.model)
        elif unit.place == Where.ON_TABLE and hides_others(unit):
            for model in battle.members(unit):
                x, y = battle.at(model)
                reach = wide + battle.radius(model) + ASIDE
                if point_segment_distance(x, y, near.x, near.y, far.x, far.y) <= reach:
                    found.append(model)
    return found


# ---------------------------------------------------------------- kept


class Lanes(Kept):
    """The lanes of a battle as it stands."""

    def __init__(self, stirs: int) -> None:
        self.stirs: Final = stirs
        self.all: Final[dict[int, Lane]] = {}


def lane_between(battle: ChipBattle, unit: Unit, other: Unit) -> Lane:
    """From those of a unit who may look to those of another who can be shot at."""
    held = battle.lanes
    if not isinstance(held, Lanes) or held.stirs != battle.stirs:
        held = Lanes(battle.stirs)
        battle.lanes = held
    key = unit.id * len(battle.units) + other.id
    lane = held.all.get(key)
    if lane is None or not lane.near.holds() or not lane.far.holds():
        lane = Lane(battle, unit, other)
        held.all[key] = lane
    return lane
