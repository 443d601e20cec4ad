"""Machines on the move (4.4, 4.5): the turn up to SPIN toward the arrow, and the straight way ahead."""

from __future__ import annotations

from mypy_extensions import i64

from playsheet.core.angles import direction, turn_between, wrapped
from playsheet.core.game import Game
from playsheet.core.geometry import TOLERANCE
from playsheet.rules.orderchips.battle.events import Moved, MoveEnded
from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.battle.units import NOBODY, Unit
from playsheet.rules.orderchips.ground.bases import stands_on
from playsheet.rules.orderchips.ground.slots import Manner, Places, may_stand
from playsheet.rules.orderchips.options.opportunity import is_watched
from playsheet.rules.orderchips.options.steering import (
    BACK_STEP,
    DIRECTIONS,
    RINGS,
    can_go_on,
    has_room,
    manner_of,
    straight_run,
)
from playsheet.rules.orderchips.table.contact import settle
from playsheet.rules.orderchips.table.moves import tell_places
from playsheet.rules.orderchips.table.opportunity import window
from playsheet.rules.orderchips.terms import ModelKind, MoveKind, Where


def turn_to(game: Game[ChipBattle], unit: Unit, facing: float, how: str, ruling: str) -> None:
    """It turns about the centre of its hull."""
    if turn_between(facing, unit.facing) > TOLERANCE:
        x, y = game.battle.at(unit.model)
        put_hull(game, unit, x, y, facing, how, ruling)


def put_hull(game: Game[ChipBattle], unit: Unit, x: float, y: float, facing: float, how: str, ruling: str) -> None:
    places = Places(unit.order, 1, wrapped(facing))
    places.add(unit.model, x, y)
    tell_places(game, unit, places, how, ruling)


def drive_on(game: Game[ChipBattle], unit: Unit, facing: float, inches: float, how: str) -> None:
    """A decided drive: a window when it is declared, the turn, the way with its windows; then its move is over."""
    battle = game.battle
    window(game, unit.id, declared=True)
    if can_go_on(battle, unit):
        turn_to(game, unit, facing, how, "R65")
        heading = facing if inches >= 0.0 else wrapped(facing + 180.0)
        roll(game, unit, heading, abs(inches), how, manner_of(battle, unit), "R69")
        make_way(game, unit)
    if unit.place == Where.ON_TABLE:
        game.tell(MoveEnded(unit.id))
    settle(game)


def make_way(game: Game[ChipBattle], unit: Unit) -> None:
    """A vehicle that was halted while it broke off stands on nobody: they step aside (4.3.8)."""
    battle = game.battle
    if unit.place != Where.ON_TABLE:
        return
    x, y = battle.at(unit.model)
    for model in battle.near.within(x, y, battle.radius(unit.model)):
        if battle.part[i64(model)] == ModelKind.FIGURE and stands_on(battle, unit.model, x, y, unit.facing, model):
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
            if may_stand(battle, unit, model, to_x, to_y, facing, [model], Manner(apart=0.0, through=False)):
                told = Moved(
                    unit.id,
                    MoveKind.STEPS_ASIDE,
                    unit.order,
                    unit.files,
                    unit.facing,
                    [model],
                    [to_x],
                    [to_y],
                    [facing],
                    "R36",
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
    if unit.place != Where.ON_TABLE:
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
    rest = Manner(manner.touch, apart=0.0, through=False)
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
    ruling: str,
    prey: int = NOBODY,
    *,
    stop_at_contact: bool,
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
    manner = Manner(prey, apart=0.0 if stop_at_contact else battle.rules.apart, through=False)
    manner.stops = stop_at_contact
    far = straight_run(battle, unit, unit.facing, unit.facing, inches, inches, manner)
    return roll(game, unit, unit.facing, far, how, manner, ruling)
