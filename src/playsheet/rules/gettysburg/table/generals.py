"""Generals on the table (R32, R93, R94, R105, R122, R123): they ride, attach themselves, come back, are replaced."""

from __future__ import annotations

from typing import Final

from playsheet.core.asking import Option, Word
from playsheet.core.game import Game
from playsheet.core.geometry import FAR, TOLERANCE, point_distance
from playsheet.core.words import the
from playsheet.rules.gettysburg.battle.command_events import (
    GeneralDroveOff,
    GeneralMoved,
    GeneralReplaced,
    GeneralReturned,
)
from playsheet.rules.gettysburg.battle.state import GettysburgBattle, Memory
from playsheet.rules.gettysburg.battle.units import NOBODY, NOWHERE, General, Unit
from playsheet.rules.gettysburg.options.choices import AttachTo, TakeGeneral
from playsheet.rules.gettysburg.options.generals import RideRegion, bar_to_joining, bar_to_riding, command_of
from playsheet.rules.gettysburg.sheet.tables import GettysburgRules
from playsheet.rules.gettysburg.table.double_six import lose_general
from playsheet.rules.gettysburg.terms import Edge, Level, Where

NO_MORE: Final = Word("done", "No general moves now")
RIDE: Final = Word("ride", "Ride to a place")
CAPTURED: Final = "captured"
NOT_KNOWN: Final = -1.0  # off the table, where no general stands


# ---------------------------------------------------------------- phase 4: generals move


def offer_moves(game: Game[GettysburgBattle]) -> None:
    """Each general of the go once a turn, up to 18 inches, before declarations or after all charges (R32)."""
    battle = game.battle
    seats: list[int] = []
    for general in battle.generals:
        if not bar_to_riding(battle, general) and general.seat not in seats:
            seats.append(general.seat)
    for seat in seats:
        while True:
            options: list[Option] = [NO_MORE]
            for general in battle.generals:
                if general.seat == seat and not bar_to_riding(battle, general):
                    options.append(TakeGeneral(general.id, battle.place_of(general)))
            if len(options) == 1:
                break
            chosen = game.choose(seat, "generals", options, NOBODY)
            if not isinstance(chosen, TakeGeneral):
                break
            move_general(game, battle.generals[chosen.general])


def move_general(game: Game[GettysburgBattle], general: General) -> None:
    """To a unit of his command, to stay with it, or to a place of his own."""
    battle = game.battle
    region = RideRegion(battle, general)
    options: list[Option] = [RIDE]
    for unit in command_of(battle, general):
        if not bar_to_joining(battle, general, unit):
            options.append(AttachTo(unit.id))
    chosen = game.choose(general.seat, "general_to", options, battle.place_of(general))
    if isinstance(chosen, AttachTo):
        game.tell(GeneralMoved(general.id, general.x, general.y, chosen.unit))
    else:
        x, y = game.place(general.seat, "ride", region, battle.place_of(general))
        game.tell(GeneralMoved(general.id, x, y, NOBODY))


# ---------------------------------------------------------------- phase 2 begins: who comes back, who takes over


def come_back(game: Game[GettysburgBattle]) -> None:
    """Wounded generals return, colonels take over: the first side's by id, then the second's (R93, R94, R123)."""
    battle = game.battle
    first = [general for general in battle.generals if general.side == battle.first_side]
    for general in [*first, *[general for general in battle.generals if general.side != battle.first_side]]:
        if general.in_play:
            continue
        if general.returns_on_turn and battle.turn >= general.returns_on_turn:
            x, y = place_of_return(game, general)
            game.tell(GeneralReturned(general.id, x, y, NOBODY, "R94"))
        elif general.lost_on_turn and is_replaced(battle, general):
            x, y = place_of_return(game, general)
            game.tell(GeneralReplaced(general.id, successor(battle, general), x, y, NOBODY))


def is_replaced(battle: GettysburgBattle, general: General) -> bool:
    """At the start of the second command phase after the loss (R93): not the C-in-C, and not without a command."""
    if not battle.rules.replacement or general.level not in (Level.BRIGADIER, Level.DIVISIONAL):
        return False
    if general.id == battle.armies[general.side].cinc:
        return False
    if battle.turn < general.lost_on_turn + battle.rules.replacement_turns:
        return False
    return bool(command_of(battle, general))


def successor(battle: GettysburgBattle, general: General) -> str:
    """`the Colonel commanding the Iron Brigade`."""
    if general.level == Level.BRIGADIER:
        for brigade in battle.brigades:
            if brigade.brigadier == general.id:
                return f"the Colonel commanding {the(brigade.name)}"
    for division in battle.divisions:
        if division.general == general.id:
            return f"the Brigadier commanding {the(division.name)}"
    return "the Colonel commanding"


def place_of_return(game: Game[GettysburgBattle], general: General) -> tuple[float, float]:
    """In contact with a unit of his command, as his owner likes; without one the middle of the own baseline (R123)."""
    battle = game.battle
    options: list[Option] = []
    for unit in command_of(battle, general):
        options.append(AttachTo(unit.id))
    if not options:
        return middle_of_baseline(battle, general.side, general.radius)
    chosen = options[0]
    if len(options) > 1:
        chosen = game.choose(general.seat, "return", options, battle.place_of(general))
    assert isinstance(chosen, AttachTo)
    return contact_spot(battle, general, battle.units[chosen.unit])


def contact_spot(battle: GettysburgBattle, general: General, unit: Unit) -> tuple[float, float]:
    """Behind the middle of a unit, touching it, on the table."""
    held = unit.shape
    x, y = held.point(0.0, -held.half_d - general.radius)
    ground = battle.land.ground
    r = general.radius
    return min(max(x, r), ground.width - r), min(max(y, r), ground.depth - r)


def middle_of_baseline(battle: GettysburgBattle, side: int, radius: float) -> tuple[float, float]:
    ground = battle.land.ground
    edge = battle.armies[side].baseline
    if edge == Edge.NORTH:
        return 0.5 * ground.width, ground.depth - radius
    if edge == Edge.SOUTH:
        return 0.5 * ground.width, radius
    assert edge in (Edge.EAST, Edge.WEST)
    return (ground.width - radius if edge == Edge.EAST else radius), 0.5 * ground.depth


# ---------------------------------------------------------------- lone generals whom an enemy reaches


class Unreached(Memory):
    """Where each lone general stood when no enemy had reached him, and where all units stood then.

    As long as he stays there only those can reach him who have moved.
    """

    def __init__(self, battle: GettysburgBattle) -> None:
        self.rules: Final[GettysburgRules] = battle.rules
        self.shapes: Final = [unit.shape for unit in battle.units]
        self.x: Final = [NOT_KNOWN for _ in battle.generals]
        self.y: Final = [NOT_KNOWN for _ in battle.generals]

    def moved(self, battle: GettysburgBattle) -> list[Unit]:
        """The units that stand elsewhere than when this was last asked."""
        found: list[Unit] = []
        for unit in battle.units:
            if unit.id == len(self.shapes):
                self.shapes.append(NOWHERE)
            if self.shapes[unit.id] is not unit.shape:
                self.shapes[unit.id] = unit.shape
                found.append(unit)
        return found

    def is_reached(self, battle: GettysburgBattle, general: General, moved: list[Unit]) -> bool:
        """Has an enemy reached him, by coming or by his own move?"""
        stays = general.x == self.x[general.id] and general.y == self.y[general.id]
        if any(touches(battle, unit, general) for unit in moved) if stays else is_reached(battle, general):
            return True
        self.x[general.id] = general.x
        self.y[general.id] = general.y
        return False

    def forget(self, general: General) -> None:
        self.x[general.id] = NOT_KNOWN


def unreached_of(battle: GettysburgBattle) -> Unreached:
    """What is known of this battle; nothing as yet under other switches."""
    for held in battle.memory:
        if isinstance(held, Unreached) and held.rules is battle.rules:
            return held
    made = Unreached(battle)
    battle.memory.append(made)
    return made


def settle_generals(game: Game[GettysburgBattle]) -> None:
    """A lone general whom an enemy reaches goes to the nearest own unit within 18 inches, or is captured (R105)."""
    battle = game.battle
    known = unreached_of(battle)
    moved = known.moved(battle)
    for general in battle.generals:
        if not general.is_here() or general.attached_to >= 0:
            known.forget(general)
            continue
        if not known.is_reached(battle, general, moved):
            continue
        known.forget(general)
        unit = refuge_of(battle, general)
        if unit is not None:
            game.tell(GeneralDroveOff(general.id, unit.id, "R105"))
        else:
            lose_general(game, general, CAPTURED, "R105")


def is_reached(battle: GettysburgBattle, general: General) -> bool:
    """Is an enemy in contact with him?"""
    near = battle.around(general.x, general.y, general.radius + battle.rules.contact)
    return any(touches(battle, unit, general) for unit in near)


def touches(battle: GettysburgBattle, unit: Unit, general: General) -> bool:
    """Is it an enemy of his, and in contact with him?"""
    if unit.side == general.side or unit.place != Where.ON_TABLE:
        return False
    reach = general.radius + battle.rules.contact
    return point_distance(unit.shape, general.x, general.y) <= reach + TOLERANCE


def refuge_of(battle: GettysburgBattle, general: General) -> Unit | None:
    """The nearest own unit within 18 inches."""
    best: Unit | None = None
    least = FAR
    for unit in battle.around(general.x, general.y, battle.rules.general_reaches + general.radius):
        if unit.side == general.side:
            far = battle.general_gap(general, unit.shape)
            if far < least and far <= battle.rules.general_reaches + TOLERANCE:
                best = unit
                least = far
    return best


def reached(game: Game[GettysburgBattle], unit: Unit) -> None:
    """After a move that came into contact: is a lone general of the other side in the way (R105)?"""
    if unit.on_table():
        settle_generals(game)
