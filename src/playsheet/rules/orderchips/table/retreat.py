"""Forced moves (4.13.2, 4.13.3): straight away, past friends, short of enemies and closed ground, or off the table."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.angles import direction
from playsheet.core.discs import piece_ahead
from playsheet.core.geometry import TOLERANCE
from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.battle.units import Unit
from playsheet.rules.orderchips.ground.bases import run_to
from playsheet.rules.orderchips.ground.slots import (
    Manner,
    Places,
    as_it_stands,
    is_enemy_base,
    lay,
    may_stand,
    own_models,
)
from playsheet.rules.orderchips.terms import ModelKind

STEP: Final = 0.25  # inches: places tried along the way when friends fill the last one


class Retreat:
    """Where a forced move ends: the places, or off the table."""

    def __init__(self, places: Places, *, left: bool) -> None:
        self.places: Final = places
        self.left: Final = left


def forced(battle: ChipBattle, unit: Unit, bearing: float, inches: float, *, facing: float) -> Retreat:
    """The unit goes so many inches along a bearing and faces that way; terrain costs nothing, friends are passed.

    It stops short of closed ground and enemies; where friends fill the place, at the last that is free.
    """
    leader = battle.leader(unit)
    x, y = battle.at(leader)
    ux, uy = direction(bearing)
    far = clear_way(battle, unit, x, y, bearing, inches)
    if edge_crossed(battle, x, y, ux, uy, far):
        return Retreat(as_it_stands(battle, unit), left=True)
    manner = Manner(apart=battle.rules.halt, through=False)
    while far > TOLERANCE:
        places = resting(battle, unit, x + ux * far, y + uy * far, facing, manner)
        if places is not None:
            return Retreat(places, left=False)
        far -= STEP
    return Retreat(turned(battle, unit, facing), left=False)


def resting(battle: ChipBattle, unit: Unit, x: float, y: float, facing: float, manner: Manner) -> Places | None:
    """The unit there in the formation that it has; a crew has left its gun."""
    if unit.is_machine():
        own = own_models(battle, unit)
        if not may_stand(battle, unit, unit.model, x, y, facing, [*own, unit.model], manner):
            return None
    return lay(battle, unit, x, y, facing, unit.order, unit.files, manner)


def turned(battle: ChipBattle, unit: Unit, facing: float) -> Places:
    """The unit where it stands, facing that way: formed anew about its leader, or if there is no room as it is."""
    x, y = battle.at(battle.leader(unit))
    manner = Manner(apart=0.0, through=False)
    if unit.is_machine() and not may_stand(battle, unit, unit.model, x, y, facing, [unit.model], manner):
        return as_it_stands(battle, unit)
    return lay(battle, unit, x, y, facing, unit.order, unit.files, manner) or as_it_stands(battle, unit)


def clear_way(battle: ChipBattle, unit: Unit, x: float, y: float, bearing: float, inches: float) -> float:
    """How far the leader or the hull gets before an enemy, closed ground, or a machine, gun or wreck stops him."""
    rules = battle.rules
    leader = battle.leader(unit)
    ux, uy = direction(bearing)
    best = inches
    own = own_models(battle, unit)
    for other in battle.near.along(x, y, ux, uy, inches, battle.radius(leader) + rules.halt):
        if other in (leader, unit.model) or other in own:
            continue
        enemy = is_enemy_base(battle, unit, other)
        if enemy or battle.part[i64(other)] != ModelKind.FIGURE:
            facing = battle.faces(leader)
            t = run_to(battle, leader, x, y, facing, ux, uy, other, short=rules.halt if enemy else 0.0)
            best = min(best, t)
    return min(best, closed_way(battle, unit, x, y, bearing, best))


def closed_way(battle: ChipBattle, unit: Unit, x: float, y: float, bearing: float, far: float) -> float:
    """How far it gets before it is within the halting distance of ground that is closed to it."""
    going = battle.going(unit)
    ux, uy = direction(bearing)
    short = battle.rules.halt
    reach = battle.radius(battle.leader(unit)) + short
    best = far
    for index in battle.land.plan.along(x, y, ux, uy, far, reach):
        plot = battle.land.plots[index]
        if plot.linear or not going[plot.kind].closed:
            continue
        best = min(best, piece_ahead(plot.piece, x, y, reach, ux, uy))
    return best


def edge_crossed(battle: ChipBattle, x: float, y: float, ux: float, uy: float, far: float) -> bool:
    """Is the place so far along the way off the table?"""
    ground = battle.land.ground
    at_x = x + ux * far
    at_y = y + uy * far
    return at_x < 0.0 or at_y < 0.0 or at_x > ground.width or at_y > ground.depth
