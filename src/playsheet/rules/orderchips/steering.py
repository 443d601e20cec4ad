"""Machines on the move (4.4, 4.5): the turn up to SPIN toward the arrow, and the straight way ahead."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.angles import direction, toward, turn_between, wrapped
from playsheet.core.asking import Ghost, Region
from playsheet.core.game import Game
from playsheet.core.geometry import TOLERANCE, Rect
from playsheet.rules.orderchips.bases import stands_on
from playsheet.rules.orderchips.contact import settle
from playsheet.rules.orderchips.events import STEPS_ASIDE, Moved, MoveEnded
from playsheet.rules.orderchips.movement import bad_facing, bodies, tell_places
from playsheet.rules.orderchips.opportunity import is_watched, window
from playsheet.rules.orderchips.sheet import is_within
from playsheet.rules.orderchips.slots import Manner, Places, may_stand
from playsheet.rules.orderchips.state import FIGURE, NO_ARROW, NOBODY, ON_TABLE, ChipBattle, Unit
from playsheet.rules.orderchips.ways import free_run, hull_run, setting_out, walk

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
        if reaches or turn_between(facing, best) > 0.01:
            return (
                f"{unit.name} must head within {battle.rules.arrow:g} degrees of its arrow, or turn toward it in full."
            )
    return "" if has_room(battle, unit, facing) else f"{unit.name} has no room to turn so."


def has_room(battle: ChipBattle, unit: Unit, facing: float) -> bool:
    """Does it turn into nobody? What it touches already does not matter if it does not turn."""
    if turn_between(facing, unit.facing) <= TOLERANCE:
        return True
    x, y = battle.at(unit.model)
    return may_stand(battle, unit, unit.model, x, y, facing, own_crowd(battle, unit), Manner(0.0, False))


def own_crowd(battle: ChipBattle, unit: Unit) -> list[int]:
    """Itself, and those who step aside when a vehicle breaks off (4.3.8)."""
    found = [unit.model]
    for id in unit.locked:
        if not battle.units[id].is_machine():
            found += battle.members(battle.units[id])
    return found


def manner_of(battle: ChipBattle, unit: Unit) -> Manner:
    """A voluntary drive: an inch from enemies; whoever it is locked with steps aside."""
    manner = Manner(battle.rules.apart, False)
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
        manner = Manner(battle.rules.apart if inches else 0.0, False)
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
        while inches > 0.01:
            if not self.refusal((facing, inches)):
                return (facing, inches)
            inches -= 0.5
        return (facing, 0.0) if not self.refusal((facing, 0.0)) else (self.unit.facing, 0.0)

    def ghost(self) -> Ghost | None:
        x, y = self.battle.at(self.unit.model)
        shown = Ghost(x, y, True, self.unit.facing, self.speed)
        shown.bodies = bodies(self.battle, self.unit)
        return shown


# ---------------------------------------------------------------- carrying it out


def turn_to(game: Game[ChipBattle], unit: Unit, facing: float, how: str, ruling: str) -> None:
    """It turns about the centre of its hull."""
    if turn_between(facing, unit.facing) > TOLERANCE:
        x, y = game.battle.at(unit.model)
        put_hull(game, unit, x, y, facing, how, ruling)


def put_hull(game: Game[ChipBattle], unit: Unit, x: float, y: float, facing: float, how: str, ruling: str) -> None:
    places = Places(unit.order, 1, wrapped(facing))
    places.add(unit.model, x, y)
    tell_places(game, unit, places, how, ruling)


def can_go_on(battle: ChipBattle, unit: Unit) -> bool:
    """Stopped, immobilised, powerless or out it halts where it is (R69)."""
    return unit.place == ON_TABLE and battle.machine_of(unit).moves()


def drive_on(game: Game[ChipBattle], unit: Unit, facing: float, inches: float, how: str) -> None:
    """A decided drive: a window when it is declared, the turn, the way with its windows; then its move is over."""
    battle = game.battle
    window(game, unit.id)
    if can_go_on(battle, unit):
        turn_to(game, unit, facing, how, "R65")
        heading = facing if inches >= 0.0 else wrapped(facing + 180.0)
        roll(game, unit, heading, abs(inches), how, manner_of(battle, unit), "R69")
        make_way(game, unit)
    if unit.place == ON_TABLE:
        game.tell(MoveEnded(unit.id))
    settle(game)


def make_way(game: Game[ChipBattle], unit: Unit) -> None:
    """A vehicle that was halted while it broke off stands on nobody: they step aside (4.3.8)."""
    battle = game.battle
    if unit.place != ON_TABLE:
        return
    x, y = battle.at(unit.model)
    for model in battle.near.within(x, y, battle.radius(unit.model)):
        if battle.part[i64(model)] == FIGURE and stands_on(battle, unit.model, x, y, unit.facing, model):
            step_aside(game, model)


def step_aside(game: Game[ChipBattle], model: int) -> None:
    """A figure goes to the nearest free place about where it stands."""
    battle = game.battle
    unit = battle.unit_of(model)
    x, y = battle.at(model)
    facing = battle.faces(model)
    for ring in range(1, RINGS):
        for part in range(DIRECTIONS):
            ux, uy = direction(360.0 * part / DIRECTIONS)
            to_x = x + ux * BACK_STEP * ring
            to_y = y + uy * BACK_STEP * ring
            if may_stand(battle, unit, model, to_x, to_y, facing, [model], Manner(0.0, False)):
                told = Moved(
                    unit.id, STEPS_ASIDE, unit.order, unit.files, unit.facing, [model], [to_x], [to_y], [facing], "R36"
                )
                game.tell(told)
                return


def roll(
    game: Game[ChipBattle], unit: Unit, heading: float, far: float, how: str, manner: Manner, ruling: str
) -> float:
    """Straight along a heading with a window after each inch and at the end; how far it got.

    It halts where it can go no farther, or at the last place for which there is room.
    """
    battle = game.battle
    x, y = battle.at(unit.model)
    facing = unit.facing
    ux, uy = direction(heading)
    gone = 0.0
    inches = 1.0
    while inches < far - TOLERANCE and can_go_on(battle, unit):
        if is_watched(battle, unit, x + ux * inches, y + uy * inches):
            put_hull(game, unit, x + ux * inches, y + uy * inches, facing, how, ruling)
            gone = inches
            window(game, unit.id)
        inches += 1.0
    if unit.place != ON_TABLE:
        return gone
    if can_go_on(battle, unit):
        gone = far
    gone = resting_place(battle, unit, x, y, ux, uy, facing, gone, manner)
    if (x + ux * gone, y + uy * gone) != battle.at(unit.model):
        put_hull(game, unit, x + ux * gone, y + uy * gone, facing, how, ruling)
    if gone > TOLERANCE:
        window(game, unit.id)
    return gone


def resting_place(
    battle: ChipBattle,
    unit: Unit,
    x: float,
    y: float,
    ux: float,
    uy: float,
    facing: float,
    far: float,
    manner: Manner,
) -> float:
    """The farthest place up to there at which it stands on nobody."""
    rest = Manner(0.0, False, manner.touch)
    while far > TOLERANCE:
        if may_stand(battle, unit, unit.model, x + ux * far, y + uy * far, facing, [unit.model], rest):
            return far
        far -= BACK_STEP
    return 0.0


def run(
    game: Game[ChipBattle],
    unit: Unit,
    facing: float,
    inches: float,
    how: str,
    stop_at_contact: bool,
    ruling: str,
    prey: int = NOBODY,
) -> float:
    """A haywire or forced drive: it faces that way, SPIN ignored, and goes straight as far as it can, windows included.

    `stop_at_contact`: it runs up to whomever it meets; else it halts short of enemies. `prey`: the unit that it runs
    at, friend or foe. How far it got.
    """
    battle = game.battle
    if has_room(battle, unit, facing):
        turn_to(game, unit, facing, how, ruling)
    elif turn_between(facing, unit.facing) > TOLERANCE:
        return 0.0
    manner = Manner(0.0 if stop_at_contact else battle.rules.apart, False, prey)
    manner.stops = stop_at_contact
    far = straight_run(battle, unit, unit.facing, unit.facing, inches, inches, manner)
    return roll(game, unit, unit.facing, far, how, manner, ruling)
