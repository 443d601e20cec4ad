"""Where a machine may go (4.4, 4.5): the turn up to SPIN toward the arrow, and the straight way ahead."""

from __future__ import annotations

from typing import Final

from playsheet.core.angles import direction, toward, turn_between, wrapped
from playsheet.core.asking import Ghost, Outcome, Region
from playsheet.core.events import Battle
from playsheet.core.geometry import TOLERANCE, Rect
from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.battle.units import NO_ARROW, Unit
from playsheet.rules.orderchips.ground.moving import (
    first_met,
    free_run,
    ground_met,
    hull_met,
    hull_run,
    model_met,
    setting_out,
    walk,
)
from playsheet.rules.orderchips.ground.slots import Manner, may_stand
from playsheet.rules.orderchips.options.moves import bodies
from playsheet.rules.orderchips.sheet.tables import is_within
from playsheet.rules.orderchips.terms import Where
from playsheet.tabletop.placing import SHORT, bad_facing, bases_at, halt_said

BACK_STEP: Final = 0.25  # inches
RINGS: Final = 48  # steps back that somebody goes at most who steps aside ...
DIRECTIONS: Final = 24  # ... in so many directions
TURNS: Final = [0.0, 1.0, -1.0, 0.5, -0.5]  # parts of its SPIN that a drive is offered with


def spin_of(battle: ChipBattle, unit: Unit) -> float:
    """How far it may turn: not at all while its steering is locked, nor if it cannot move."""
    card = unit.card.machine
    machine = battle.machine_of(unit)
    return card.spin if card is not None and machine.steers and not machine.immobile else 0.0


def hull_at(battle: ChipBattle, unit: Unit, x: float, y: float, facing: float) -> Rect:
    return battle.box_at(unit.model, x, y, facing)


def turn_refused(battle: ChipBattle, unit: Unit, facing: float) -> str:
    """Why a machine may not head that way: SPIN, the arrow, something in the way (4.4.3); empty if it may."""
    spin = spin_of(battle, unit)
    off = turn_between(unit.facing, facing)
    if not is_within(off, spin):
        return f"{unit.name} can turn by {spin:g} degrees, not by {off:.4g}."
    if unit.arrow != NO_ARROW and not is_within(turn_between(facing, unit.arrow), battle.rules.arrow):
        best = toward(unit.facing, unit.arrow, spin)
        reaches = is_within(turn_between(best, unit.arrow), battle.rules.arrow)
        if reaches or turn_between(facing, best) > TOLERANCE:
            return (
                f"{unit.name} must head within {battle.rules.arrow:g} degrees of its arrow, or turn toward it in full."
            )
    return "" if has_room(battle, unit, facing) else f"{unit.name} has no room to turn so."


def has_room(battle: ChipBattle, unit: Unit, facing: float) -> bool:
    """Does it turn into nobody? What it touches already does not matter if it does not turn."""
    if turn_between(facing, unit.facing) <= TOLERANCE:
        return True
    x, y = battle.at(unit.model)
    return may_stand(battle, unit, unit.model, x, y, facing, own_crowd(battle, unit), Manner(apart=0.0, through=False))


def own_crowd(battle: ChipBattle, unit: Unit) -> list[int]:
    """Itself, and those who step aside when a vehicle breaks off (4.3.8)."""
    found = [unit.model]
    for id in unit.locked:
        if not battle.units[id].is_machine():
            found += battle.members(battle.units[id])
    return found


def manner_of(battle: ChipBattle, unit: Unit) -> Manner:
    """A voluntary drive: an inch from enemies; whoever it is locked with steps aside."""
    manner = Manner(apart=battle.rules.apart, through=False)
    manner.pushes = unit.is_locked()
    return manner


def straight_run(
    battle: ChipBattle, unit: Unit, facing: float, heading: float, far: float, purse: float, manner: Manner
) -> float:
    """How far it goes along a heading with so much to spend, at most `far`, until ground, edge or somebody stops it."""
    x, y = battle.at(unit.model)
    ux, uy = direction(heading)
    on = setting_out(battle, x, y, purse)
    best = walk(battle, battle.going(unit), on, ux, uy, far)
    best = min(best, hull_run(battle, unit, hull_at(battle, unit, x, y, facing), ux, uy, best))
    return free_run(battle, unit, x, y, heading, best, manner, facing)


def straight_halt(battle: ChipBattle, unit: Unit, facing: float, heading: float, purse: float, manner: Manner) -> str:
    """What ends that run before all is spent on open ground, in words; empty if nothing does."""
    x, y = battle.at(unit.model)
    ux, uy = direction(heading)
    paid = walk(battle, battle.going(unit), setting_out(battle, x, y, purse), ux, uy, purse)
    clear, ground = hull_met(battle, unit, hull_at(battle, unit, x, y, facing), ux, uy, paid)
    run, model = first_met(battle, unit, x, y, heading, min(paid, clear), manner, facing)
    if model >= 0 and run < min(paid, clear):
        return model_met(battle, unit, model)
    if clear < paid:
        return ground
    if paid < purse - TOLERANCE:
        return ground_met(battle, battle.going(unit), setting_out(battle, x, y, purse), ux, uy, paid)
    return ""


class DriveRegion(Region):
    """How a machine drives: facing which way after its turn, and how many inches; by switch backward too (R65)."""

    def __init__(self, battle: ChipBattle, unit: Unit) -> None:
        self.battle: Final = battle
        self.unit: Final = unit
        self.speed: Final = battle.move_of(unit)

    def names(self) -> tuple[str, ...]:
        return ("facing", "inches")

    def refusal(self, value: tuple[float, ...]) -> str:
        battle = self.battle
        unit = self.unit
        facing, inches = value
        if inches == 0.0 and facing == unit.facing:
            return ""  # it need not move at all (R71)
        why = bad_facing(facing) or turn_refused(battle, unit, facing)
        if why:
            return why
        if inches < 0.0 and not battle.rules.may_reverse:
            return f"{unit.name} has no reverse gear."
        if not is_within(abs(inches), self.reach(facing, inches < 0.0)):
            return f"{unit.name} cannot go so far that way."
        if not self.may_stop(facing, inches):
            return f"{unit.name} would stop on somebody, or within {battle.rules.apart:g} inch of an enemy."
        return ""

    def reach(self, facing: float, backward: bool) -> float:
        battle = self.battle
        unit = self.unit
        purse = self.speed * battle.rules.reverse if backward else self.speed
        heading = wrapped(facing + 180.0) if backward else facing
        return straight_run(battle, unit, facing, heading, purse, purse, manner_of(battle, unit))

    def may_stop(self, facing: float, inches: float) -> bool:
        battle = self.battle
        unit = self.unit
        x, y = battle.at(unit.model)
        ux, uy = direction(facing)
        manner = Manner(apart=battle.rules.apart if inches else 0.0, through=False)
        return may_stand(battle, unit, unit.model, x + ux * inches, y + uy * inches, facing, [unit.model], manner)

    def samples(self) -> list[tuple[float, ...]]:
        """To stay as it is; turned or not, as far as it goes and half as far; toward the arrow."""
        unit = self.unit
        spin = spin_of(self.battle, unit)
        found: list[tuple[float, ...]] = [(unit.facing, 0.0)]
        ways = [wrapped(unit.facing + part * spin) for part in TURNS]
        if unit.arrow != NO_ARROW:
            ways.insert(0, toward(unit.facing, unit.arrow, spin))
        for facing in ways:
            if bad_facing(facing) or turn_refused(self.battle, unit, facing):
                continue
            far = self.reach(facing, False)
            for inches in (far, 0.5 * far, 0.0):
                value = self.stopping(facing, inches)
                if value not in found:
                    found.append(value)
        if self.battle.rules.may_reverse:
            back = (unit.facing, -self.reach(unit.facing, True))
            if back[1] < 0.0 and not self.refusal(back):
                found.append(back)
        return found

    def stopping(self, facing: float, inches: float) -> tuple[float, ...]:
        """That far, or the nearest shorter way at whose end it may stop."""
        while inches > TOLERANCE:
            if not self.refusal((facing, inches)):
                return (facing, inches)
            inches -= 0.5
        return (facing, 0.0) if not self.refusal((facing, 0.0)) else (self.unit.facing, 0.0)

    def ghost(self) -> Ghost | None:
        x, y = self.battle.at(self.unit.model)
        shown = Ghost(x, y, placed=True, facing=self.unit.facing, reach=self.speed)
        shown.bodies = bodies(self.battle, self.unit)
        return shown

    def outcome(self, seen: Battle, value: tuple[float, ...]) -> Outcome | None:
        facing, inches = value
        x, y = self.battle.at(self.unit.model)
        ux, uy = direction(facing)
        found = Outcome(x + ux * inches, y + uy * inches)
        found.bodies = bases_at(found.x, found.y, facing, bodies(self.battle, self.unit))
        most = self.reach(facing, inches < 0.0)
        if abs(inches) >= most - SHORT:
            found.stops = halt_said(self.halt(facing, inches < 0.0))
        return found

    def halt(self, facing: float, backward: bool) -> str:
        """What keeps it from going farther than it can reach that way."""
        battle = self.battle
        unit = self.unit
        purse = self.speed * battle.rules.reverse if backward else self.speed
        heading = wrapped(facing + 180.0) if backward else facing
        return straight_halt(battle, unit, facing, heading, purse, manner_of(battle, unit))


# ---------------------------------------------------------------- carrying it out


def can_go_on(battle: ChipBattle, unit: Unit) -> bool:
    """Stopped, immobilised, powerless or out it halts where it is (R69)."""
    return unit.place == Where.ON_TABLE and battle.machine_of(unit).moves()
