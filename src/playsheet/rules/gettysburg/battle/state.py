"""The state of a battle: units, generals, brigades, divisions, melees, whose go it is. Only events change it."""

from __future__ import annotations

from typing import Final

from playsheet.core.angles import direction
from playsheet.core.arrays import ints_of
from playsheet.core.events import Battle
from playsheet.core.geometry import FAR, TOLERANCE, Rect, distance, point_distance, rect, spacing
from playsheet.core.near import Near, Squares
from playsheet.rules.gettysburg.battle.brigades import Army, Brigade, Division
from playsheet.rules.gettysburg.battle.goals import Goals
from playsheet.rules.gettysburg.battle.land import Land
from playsheet.rules.gettysburg.battle.units import NOBODY, NOWHERE, UNKNOWN, General, Unit, extent
from playsheet.rules.gettysburg.sheet.tables import Card, GettysburgRules
from playsheet.rules.gettysburg.terms import Level, Phase, Where


class Charge:
    """A charge that is declared and not yet resolved; never changed."""

    def __init__(
        self,
        unit: int,
        target: int,
        facing: float,
        gap: float,
        allowance: float,
        zone: int,
        x: float,
        y: float,
        *,
        uncontrolled: bool,
    ) -> None:
        self.unit: Final = unit
        self.target: Final = target
        self.facing: Final = facing  # after the pivot (R107)
        self.gap: Final = gap  # D
        self.allowance: Final = allowance  # C
        self.zone: Final = zone  # of the target, in which the charger's centre was when it declared
        self.uncontrolled: Final = uncontrolled
        self.x: Final = x  # the charger's centre then
        self.y: Final = y


class Melee:
    """Units locked with each other; replaced by events, never changed."""

    def __init__(
        self,
        id: int,
        round: int,
        fighters: list[int],
        chargers: list[int],
        flanked: list[int],
        first: list[int],
    ) -> None:
        self.id: Final = id
        self.round: Final = round  # rounds fought
        self.fighters: Final = fighters  # in the order in which they came
        self.chargers: Final = chargers  # charged, counter-charged or pursued into contact this turn, in that order
        self.flanked: Final = flanked  # attacked in flank or rear, first round only (R70)
        self.first: Final = first  # whose first round it is


class Memory:
    """What has been worked out about a battle, to be had again as long as it holds.

    It is no part of the battle: never cloned, saved or shown, and shared by all who see the same units.
    """


class Nearest(Memory):
    """The nearest enemy of each unit, as long as neither it nor any enemy has been put elsewhere."""

    def __init__(self) -> None:
        self.shifts: Final = [0, 0]  # of each side: how often a unit was put somewhere, or removed
        self.shapes: Final[list[Rect]] = []  # of each unit, when its nearest enemy was looked for ...
        self.shifted: Final[list[int]] = []  # ... and the shifts of the other side then
        self.enemies: Final[list[int]] = []
        self.gaps: Final[list[float]] = []

    def holds(self, unit: Unit) -> bool:
        """Is what is known of the unit still true?"""
        while len(self.shapes) <= unit.id:
            self.shapes.append(NOWHERE)
            self.shifted.append(NOBODY)
            self.enemies.append(NOBODY)
            self.gaps.append(FAR)
        return self.shapes[unit.id] is unit.shape and self.shifted[unit.id] == self.shifts[1 - unit.side]

    def keep(self, unit: Unit, enemy: int, gap: float) -> None:
        self.shapes[unit.id] = unit.shape
        self.shifted[unit.id] = self.shifts[1 - unit.side]
        self.enemies[unit.id] = enemy
        self.gaps[unit.id] = gap


class GettysburgBattle(Battle):
    """Everything between two steps."""

    def __init__(
        self,
        rules: GettysburgRules,
        land: Land,
        goals: Goals,
        cards: dict[str, Card],
        units: list[Unit],
        generals: list[General],
        brigades: list[Brigade],
        divisions: list[Division],
        armies: list[Army],
        near: Near,
    ) -> None:
        super().__init__()
        self.rules = rules  # a game master may turn a switch between turns (R106)
        self.land = land
        self.goals: Final = goals
        self.cards: Final = cards
        self.units = units
        self.generals = generals
        self.brigades = brigades
        self.divisions = divisions
        self.armies = armies
        self.near = near  # the units on the table, by their sides
        self.phase = Phase.DEPLOYING
        self.first_side = 0  # for the alternate phases of this turn
        self.winner_of_initiative = NOBODY
        self.side = 0  # whose go it is
        self.brigade = NOBODY  # in particular this brigade's, by switch `alternate`
        self.begun = False  # somebody has the go
        self.over = False  # the go, or the phase, is over
        self.stage = 0  # of a go or a phase: its own business
        self.queue: list[int] = []  # whatever a stage still has to deal with
        self.charges: list[Charge] = []  # declared and not yet resolved; replaced only
        self.melees: list[Melee] = []  # replaced only
        self.next_melee = 0
        self.captured: list[tuple[int, float, float]] = []  # batteries captured this turn: side, x, y (R116)
        self.burning: list[int] = []  # plots (R92)
        self.holders: list[int] = []  # of each objective: the last side to have held it; -1: nobody
        self.score = [0, 0]
        self.to_deploy: list[int] = []
        self.nearest = Nearest()
        self.memory: list[Memory] = []  # what else is remembered, each kind once

    def clone(self) -> GettysburgBattle:
        twin = GettysburgBattle(
            self.rules,
            self.land,
            self.goals,
            self.cards,
            [unit.clone() for unit in self.units],
            [general.clone() for general in self.generals],
            [brigade.clone() for brigade in self.brigades],
            [division.clone() for division in self.divisions],
            [army.clone() for army in self.armies],
            self.near.clone(),
        )
        self.copy_to(twin)
        return twin

    def copy_to(self, twin: GettysburgBattle) -> None:
        """All that is no list of units, generals and commands."""
        twin.copy_frame(self)
        twin.phase = self.phase
        twin.first_side = self.first_side
        twin.winner_of_initiative = self.winner_of_initiative
        twin.side = self.side
        twin.brigade = self.brigade
        twin.begun = self.begun
        twin.over = self.over
        twin.stage = self.stage
        twin.queue = self.queue[:]
        twin.charges = self.charges
        twin.melees = self.melees
        twin.next_melee = self.next_melee
        twin.captured = self.captured[:]
        twin.burning = self.burning[:]
        twin.holders = self.holders[:]
        twin.score = self.score[:]
        twin.to_deploy = self.to_deploy[:]

    # ------------------------------------------------------------ who is where

    def around(self, x: float, y: float, far: float) -> list[Unit]:
        """The units on the table of which some part may be that near to a point, in the order of the roster."""
        return [self.units[id] for id in self.near.within(x, y, far)]

    def along(self, x: float, y: float, ux: float, uy: float, length: float, wide: float) -> list[Unit]:
        """The units on the table of which some part may be that near to a straight way, in the order of the roster."""
        return [self.units[id] for id in self.near.along(x, y, ux, uy, length, wide)]

    def within(self, unit: Unit, far: float) -> list[Unit]:
        """The other units whose footprints are within that distance of the unit's, in the order of the roster."""
        held = unit.shape
        return [
            other
            for other in self.around(held.x, held.y, held.radius + far)
            if other is not unit and distance(held, other.shape) <= far + TOLERANCE
        ]

    def nearest_enemy(self, unit: Unit) -> tuple[int, float]:
        """The nearest enemy by footprints, and how far off it is; -1 and FAR if there is none on the table."""
        known = self.nearest
        if not known.holds(unit):
            enemy, gap = self.nearest_of(unit.shape, 1 - unit.side)
            known.keep(unit, enemy, gap)
        return known.enemies[unit.id], known.gaps[unit.id]

    def nearest_of(self, held: Rect, side: int) -> tuple[int, float]:
        """The unit of that side nearest to a footprint, and how far off it is; -1 and FAR if there is none."""
        best, _ = self.near.nearest(held.x, held.y, side)
        if best < 0:
            return NOBODY, FAR
        first = best
        least = distance(held, self.units[first].shape)
        for id in self.near.within(held.x, held.y, least + held.radius):
            other = self.units[id]
            if other.side == side and id != first:
                shape = other.shape
                clear = spacing(held.x, held.y, shape.x, shape.y) - held.radius - shape.radius
                if clear <= least:
                    off = distance(held, shape)
                    if off < least or (off == least and id < best):
                        least = off
                        best = id
        return best, least

    def units_of(self, brigade: Brigade) -> list[Unit]:
        """Those on the table, detachments among them."""
        found = [self.units[id] for id in brigade.units if self.units[id].place == Where.ON_TABLE]
        for unit in found[:]:
            if unit.detachment >= 0 and self.units[unit.detachment].place == Where.ON_TABLE:
                found.append(self.units[unit.detachment])
        return found

    def goers(self) -> list[Unit]:
        """The units on the table whose go it is, in the order of the roster."""
        if self.brigade >= 0:
            found = self.units_of(self.brigades[self.brigade])
            found.sort(key=id_of)
            return found
        return [unit for unit in self.units if unit.side == self.side and unit.place == Where.ON_TABLE]

    def goes(self, unit: Unit) -> bool:
        """Is it this unit's go?"""
        return unit.side == self.side and (self.brigade < 0 or unit.brigade == self.brigade)

    # ------------------------------------------------------------ what a question is about: places in the roster

    def place_of(self, general: General) -> int:
        """A general's place in the roster, which lists the units first."""
        return len(self.units) + general.id

    def general_at(self, place: int) -> General:
        return self.generals[place - len(self.units)]

    def first_of(self, brigade: Brigade) -> int:
        """The unit that stands for its brigade when something is asked about that."""
        return self.units_of(brigade)[0].id

    def brigade_at(self, place: int) -> Brigade:
        return self.brigades[self.units[place].brigade]

    # ------------------------------------------------------------ command

    def brigadier_of(self, unit: Unit) -> General | None:
        """Its brigadier, if he is in play."""
        if unit.brigade < 0:
            return None
        return self.in_command(self.brigades[unit.brigade].brigadier)

    def in_command(self, general: int) -> General | None:
        """The general, if there is one and he is in play."""
        if general >= 0 and self.generals[general].is_here():
            return self.generals[general]
        return None

    def commanders(self, unit: Unit) -> list[General]:
        """The generals who count for a unit: its own brigadier, divisional and corps general, the C-in-C (R77)."""
        found: list[General] = []
        own = self.brigadier_of(unit)
        if own is not None:
            found.append(own)
        if unit.brigade >= 0:
            division = self.brigades[unit.brigade].division
            if division >= 0:
                higher = self.in_command(self.divisions[division].general)
                if higher is not None:
                    found.append(higher)
        found += self.corps_generals(unit.side)
        chief = self.in_command(self.armies[unit.side].cinc)
        if chief is not None and chief not in found:
            found.append(chief)
        return found

    def corps_generals(self, side: int) -> list[General]:
        """Those of a side who are in play: each commands all of it."""
        return [
            general
            for general in self.generals
            if general.level == Level.CORPS and general.side == side and general.is_here()
        ]

    def general_gap(self, general: General, held: Rect) -> float:
        """From a general's base to a footprint; 0 if he is attached there."""
        far = point_distance(held, general.x, general.y) - general.radius
        return far if far > 0.0 else 0.0

    def attached(self, unit: Unit) -> list[General]:
        """The generals who are with it."""
        return [general for general in self.generals if general.attached_to == unit.id and general.is_here()]

    def order_of(self, unit: Unit) -> int:
        return self.brigades[unit.brigade].order if unit.brigade >= 0 else UNKNOWN

    # ------------------------------------------------------------ numbers

    def losses(self, unit: Unit) -> tuple[int, int]:
        """Figures lost and original size, parent and detachment together (4.8.2)."""
        parent = self.units[unit.parent] if unit.parent >= 0 else unit
        left = parent.figures
        if parent.detachment >= 0 and self.units[parent.detachment].place == Where.ON_TABLE:
            left += self.units[parent.detachment].figures
        return parent.size - left, parent.size

    def lost_this_turn(self, unit: Unit) -> int:
        """Whole figures, parent and detachment together."""
        parent = self.units[unit.parent] if unit.parent >= 0 else unit
        lost = parent.lost_this_turn
        if parent.detachment >= 0:
            lost += self.units[parent.detachment].lost_this_turn
        return lost

    def in_ranks(self, unit: Unit) -> int:
        """The figures that fire and fight: of dismounted cavalry not those who hold the horses (R102)."""
        if unit.is_dismounted() and self.rules.horse_holders:
            return unit.figures - unit.figures // self.rules.horse_holders_one_in
        return unit.figures

    # ------------------------------------------------------------ changed by events only

    def put(self, unit: Unit, x: float, y: float, facing: float) -> None:
        """Stand the unit there, in its formation; a garrison of a BUA stands where that stands (R124)."""
        held = self.footprint(unit, unit.formation, x, y, facing)
        if unit.garrison >= 0 and self.land.plots[unit.garrison].bua:
            held = self.land.plots[unit.garrison].box(facing)
        unit.x = held.x
        unit.y = held.y
        unit.facing = facing
        unit.shape = held
        self.near.put(unit.id, held.x, held.y, held.radius)
        self.nearest.shifts[unit.side] += 1
        for general in self.generals:
            if general.attached_to == unit.id:
                self.carry(general, unit)

    def footprint(self, unit: Unit, formation: int, x: float, y: float, facing: float) -> Rect:
        """The rectangle that the unit would cover in that formation there."""
        width, depth = extent(self.rules, unit.arm, formation, unit.figures, unit.guns)
        if depth > unit.deepest and formation == unit.formation:
            depth = unit.deepest
        return rect(x, y, facing, width, depth)

    def shrink(self, unit: Unit) -> None:
        """Its footprint after losses: the middle of the front edge stays."""
        if unit.place != Where.ON_TABLE:
            return
        x, y = unit.front_middle()
        if unit.garrison < 0 or not self.land.plots[unit.garrison].bua:
            unit.deepest = 2.0 * unit.shape.half_d
        there = self.footprint(unit, unit.formation, unit.x, unit.y, unit.facing)
        ux, uy = direction(unit.facing)
        self.put(unit, x - ux * there.half_d, y - uy * there.half_d, unit.facing)

    def remove(self, unit: Unit, place: int) -> None:
        """It stands on the table no more; generals who were with it stay, alone (R123)."""
        unit.place = place
        unit.garrison = NOBODY
        self.near.remove(unit.id)
        self.nearest.shifts[unit.side] += 1
        for general in self.generals:
            if general.attached_to == unit.id:
                general.attached_to = NOBODY

    def carry(self, general: General, unit: Unit) -> None:
        """An attached general stands in contact behind the middle of his unit."""
        held = unit.shape
        general.x, general.y = held.point(0.0, -held.half_d - general.radius)
        ground = self.land.ground
        general.x = min(max(general.x, general.radius), ground.width - general.radius)
        general.y = min(max(general.y, general.radius), ground.depth - general.radius)

    def add_unit(self, unit: Unit) -> None:
        """One more: a detachment or a reinforcement."""
        self.units.append(unit)
        old = self.near
        self.near = near_of(self.land, self.units)
        for other in self.units[:-1]:
            if not old.absent(other.id):
                self.near.put(other.id, other.shape.x, other.shape.y, other.shape.radius)


def id_of(unit: Unit) -> int:
    return unit.id


def near_of(land: Land, units: list[Unit]) -> Near:
    """Nobody on the table yet."""
    return Near(Squares(land.ground.width, land.ground.depth, len(units)), ints_of([unit.side for unit in units]))
