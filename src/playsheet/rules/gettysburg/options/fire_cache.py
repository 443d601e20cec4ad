"""Who may fire at whom, remembered from one question of phase 6 to the next.

Each question offers every unit that has a target. Only those look for their targets anew within whose reach something
has changed, so that a shot costs no more in a large army than in a small one; and of their targets only those to which
something has come in the way, or out of it.
"""

from __future__ import annotations

import math
from typing import Final

from mypy_extensions import i64

from playsheet.core.arrays import Floats, Ints, floats_of, ints
from playsheet.core.geometry import TOLERANCE, Rect, point_segment_distance, spacing
from playsheet.rules.gettysburg.battle.land import Land
from playsheet.rules.gettysburg.battle.state import GettysburgBattle, Memory
from playsheet.rules.gettysburg.battle.units import Unit
from playsheet.rules.gettysburg.ground.footprints import tangent
from playsheet.rules.gettysburg.ground.sight import arc_of, eye_of
from playsheet.rules.gettysburg.options.fire import (
    NO_CHARGERS,
    Mark,
    bar_to_target,
    farthest,
    nearest,
    sighted,
    snipes,
)
from playsheet.rules.gettysburg.sheet.tables import GettysburgRules
from playsheet.rules.gettysburg.terms import SkirmishRate

NEIGHBOURS: Final = 14.0  # inches about a target within which others may change what a shot at it is worth


class Look:
    """How a unit looked: all in which it matters to fire, its own and others'."""

    def __init__(self, unit: Unit) -> None:
        self.shape: Final = unit.shape
        self.place: Final = unit.place
        self.formation: Final = unit.formation
        self.melee: Final = unit.melee
        self.garrison: Final = unit.garrison
        self.arm: Final = unit.arm
        self.state: Final = unit.state
        self.cause: Final = unit.cause
        self.figures: Final = unit.figures
        self.guns: Final = unit.guns
        self.pending_half: Final = unit.pending_half
        self.lost_this_turn: Final = unit.lost_this_turn
        self.detachment: Final = unit.detachment
        self.moved: Final = unit.moved
        self.unlimbered: Final = unit.unlimbered
        self.low_on_ammo: Final = unit.low_on_ammo
        self.fired_last_turn: Final = unit.fired_last_turn
        self.fired_at_by: Final = unit.fired_at_by
        self.fired_at_before: Final = unit.fired_at_before

    def stands(self, unit: Unit) -> bool:
        """Is the unit where it was, to be fired at and in the way as it was?"""
        return (
            self.shape is unit.shape
            and self.place == unit.place
            and self.formation == unit.formation
            and self.melee == unit.melee
            and self.garrison == unit.garrison
        )

    def lasts(self, unit: Unit) -> bool:
        """Is the unit in everything as it was?"""
        return (
            self.stands(unit)
            and self.arm == unit.arm
            and self.state == unit.state
            and self.cause == unit.cause
            and self.figures == unit.figures
            and self.guns == unit.guns
            and self.pending_half == unit.pending_half
            and self.lost_this_turn == unit.lost_this_turn
            and self.detachment == unit.detachment
            and self.moved == unit.moved
            and self.unlimbered == unit.unlimbered
            and self.low_on_ammo == unit.low_on_ammo
            and self.fired_last_turn == unit.fired_last_turn
            and self.fired_at_by is unit.fired_at_by
            and self.fired_at_before is unit.fired_at_before
        )


class Sight:
    """What a unit has of one target: the mark, if it has it in arc, range and sight."""

    def __init__(self, mark: Mark | None) -> None:
        self.mark: Final = mark


class Lookout(Memory):
    """The targets of every unit that has looked for them, and how often something has changed within its reach."""

    def __init__(self, battle: GettysburgBattle) -> None:
        self.rules: Final[GettysburgRules] = battle.rules
        self.land: Final[Land] = battle.land
        self.looks: Final = [Look(unit) for unit in battle.units]
        reaches = [longest(battle, unit) for unit in battle.units]
        self.reaches: Final[Floats] = floats_of(reaches)
        self.farthest: Final[float] = max(reaches)
        self.about: Final[float] = max(NEIGHBOURS, battle.rules.supporting_within, battle.rules.massed_within)
        self.marks: Final[list[list[Mark] | None]] = [None for _ in battle.units]
        self.sights: Final[list[dict[int, Sight]]] = [{} for _ in battle.units]  # of each unit, by its target
        self.changes: Final[Ints] = ints(len(battle.units))
        self.own: Final[Ints] = ints(len(battle.units))  # how often it has changed itself ...
        self.beside: Final[Ints] = ints(len(battle.units))  # ... and it or something beside it

    def is_of(self, battle: GettysburgBattle) -> bool:
        """Are the units and the ground still the same, and the switches?"""
        return self.rules is battle.rules and self.land is battle.land and len(self.looks) == len(battle.units)

    def look(self, battle: GettysburgBattle) -> None:
        """Find out who has changed, and forget what others saw of him."""
        for unit in battle.units:
            before = self.looks[unit.id]
            if before.lasts(unit):
                continue
            stood = before.stands(unit)
            self.looks[unit.id] = Look(unit)
            self.marks[unit.id] = None
            if not stood or before.arm != unit.arm:
                self.sights[unit.id].clear()
            at: i64 = unit.id
            self.changes[at] += 1
            self.own[at] += 1
            self.stir(battle, unit, unit.shape, not stood)
            if before.shape is not unit.shape:
                self.stir(battle, unit, before.shape, True)
            for kin in (unit.parent, unit.detachment, before.detachment):  # their losses count together (4.8.2)
                if kin >= 0:
                    self.stir(battle, unit, battle.units[kin].shape, False)

    def stir(self, battle: GettysburgBattle, changed: Unit, held: Rect, stood_elsewhere: bool) -> None:
        """Something has changed there: targets and lines of fire, or only what shots are worth."""
        lines = 2.0 * battle.near.widest + TOLERANCE  # a target that is partly in reach may end so far beyond it
        near = lines + self.about
        for unit in battle.around(held.x, held.y, held.radius + self.farthest + near):
            at: i64 = unit.id
            apart = spacing(unit.x, unit.y, held.x, held.y) - unit.shape.radius - held.radius
            if apart <= near:
                self.beside[at] += 1
            beyond = apart - self.reaches[at]
            if beyond <= near and unit.garrison < 0:  # a garrison may fire out of several faces
                beyond = max(beyond, aside(battle, unit, held))
            if beyond <= near:
                self.changes[at] += 1
                if stood_elsewhere and beyond <= lines:
                    self.marks[unit.id] = None
                    self.forget(battle, unit, changed, held)

    def forget(self, battle: GettysburgBattle, unit: Unit, changed: Unit, held: Rect) -> None:
        """Somebody stands or stood there: what the unit had of him is true no more, nor of those beside and behind."""
        known = self.sights[unit.id]
        if unit.garrison >= 0:
            known.clear()
            return
        x, y = eye_of(unit.shape)
        for id in list(known):
            target = battle.units[id].shape
            near = target.radius + held.radius + TOLERANCE
            if id == changed.id or point_segment_distance(held.x, held.y, x, y, target.x, target.y) <= near:
                del known[id]

    def marks_of(self, battle: GettysburgBattle, unit: Unit) -> list[Mark]:
        """All that it may fire at in phase 6."""
        found = self.marks[unit.id]
        if found is None:
            found = []
            for target in battle.around(unit.x, unit.y, unit.shape.radius + farthest(battle, unit)):
                if target.side != unit.side:
                    mark = self.mark_of(battle, unit, target, NO_CHARGERS)
                    if mark is not None:
                        found.append(mark)
            if battle.rules.nearest_only:
                found = nearest(found)
            self.marks[unit.id] = found
        return found

    def mark_of(self, battle: GettysburgBattle, unit: Unit, target: Unit, chargers: list[int]) -> Mark | None:
        """The target as the unit may fire at it; None if it may not."""
        if bar_to_target(battle, unit, target, chargers):
            return None
        known = self.sights[unit.id].get(target.id)
        if known is None:
            known = Sight(sighted(battle, unit, target))
            self.sights[unit.id][target.id] = known
        return known.mark

    def has_target(self, battle: GettysburgBattle, unit: Unit) -> bool:
        """Is there anything that it may fire at in phase 6?"""
        return bool(self.marks_of(battle, unit)) or bool(snipes(battle, unit))


def aside(battle: GettysburgBattle, unit: Unit, held: Rect) -> float:
    """How far at least a footprint is from the unit's fire arc."""
    own = unit.shape
    right, forward = own.local(held.x, held.y)
    ahead = forward - own.half_d
    slope = tangent(arc_of(battle, unit))
    beside = (abs(right) - own.half_w - slope * ahead) / math.sqrt(1.0 + slope * slope)
    return max(-ahead, beside) - held.radius


def longest(battle: GettysburgBattle, unit: Unit) -> float:
    """How far the unit can fire in any formation."""
    reach = farthest(battle, unit)
    if unit.card.skirmish_rate == SkirmishRate.SHARPSHOOTER:
        reach = max(reach, battle.rules.reach(unit.card.weapon, True), battle.rules.reach(unit.card.weapon, False))
    return reach


def lookout_of(battle: GettysburgBattle) -> Lookout:
    """What is known of this battle, as it is now."""
    for held in battle.memory:
        if isinstance(held, Lookout) and held.is_of(battle):
            held.look(battle)
            return held
    battle.memory.clear()  # whatever else is remembered goes by a lookout's changes
    made = Lookout(battle)
    battle.memory.append(made)
    return made
