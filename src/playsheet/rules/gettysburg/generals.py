"""Generals on the table (R32, R93, R94, R105, R122, R123): they ride, attach themselves, come back, are replaced."""

from __future__ import annotations

from typing import Final

from playsheet.core.asking import Ghost, Option, Region, Word
from playsheet.core.game import Game
from playsheet.core.geometry import FAR, TOLERANCE, point_distance, spacing
from playsheet.core.terrain import crossed, holds
from playsheet.core.words import the
from playsheet.rules.gettysburg.events import (
    GeneralDroveOff,
    GeneralMoved,
    GeneralReplaced,
    GeneralReturned,
)
from playsheet.rules.gettysburg.options import AttachTo, TakeGeneral
from playsheet.rules.gettysburg.risks import lose_general
from playsheet.rules.gettysburg.sheet import (
    BRIGADIER,
    CINC,
    CORPS,
    DIVISIONAL,
    GENERAL,
    IMPASSABLE,
    LINE,
    GettysburgRules,
)
from playsheet.rules.gettysburg.state import (
    EAST,
    NOBODY,
    NORTH,
    NOWHERE,
    ON_TABLE,
    SOUTH,
    WEST,
    Brigade,
    General,
    GettysburgBattle,
    Memory,
    Unit,
    id_of,
)

NO_MORE: Final = Word("done", "No general moves now")
RIDE: Final = Word("ride", "Ride to a place")
CAPTURED: Final = "captured"
NOT_KNOWN: Final = -1.0  # off the table, where no general stands


# ---------------------------------------------------------------- whose he is


def command_of(battle: GettysburgBattle, general: General) -> list[Unit]:
    """The units of his command on the table, in the order of the roster."""
    if general.level in (CINC, CORPS):
        return [unit for unit in battle.units if unit.side == general.side and unit.place == ON_TABLE]
    found: list[Unit] = []
    for brigade in battle.brigades:
        if brigade.side == general.side and commands(battle, general, brigade):
            found += battle.units_of(brigade)
    found.sort(key=id_of)
    return found


def commands(battle: GettysburgBattle, general: General, brigade: Brigade) -> bool:
    """Is it his brigade, or of his division? A corps general and the C-in-C command all of their side."""
    if general.level == BRIGADIER:
        return brigade.brigadier == general.id
    return brigade.division >= 0 and battle.divisions[brigade.division].general == general.id


def goes(battle: GettysburgBattle, general: General) -> bool:
    """Has he his go now? Brigade by brigade (switch `alternate`) a brigadier goes with his own, the others with any."""
    if general.side != battle.side:
        return False
    if battle.brigade < 0 or general.level != BRIGADIER:
        return True
    return battle.brigades[battle.brigade].brigadier == general.id


# ---------------------------------------------------------------- phase 4: generals move


def offer_moves(game: Game[GettysburgBattle]) -> None:
    """Each general of the go once a turn, up to 18 inches, before declarations or after all charges (R32)."""
    battle = game.battle
    seats: list[int] = []
    for general in battle.generals:
        if may_move(battle, general) and general.seat not in seats:
            seats.append(general.seat)
    for seat in seats:
        while True:
            options: list[Option] = [NO_MORE]
            for general in battle.generals:
                if general.seat == seat and may_move(battle, general):
                    options.append(TakeGeneral(general.id, battle.place_of(general)))
            if len(options) == 1:
                break
            chosen = game.choose(seat, "generals", options, NOBODY)
            if not isinstance(chosen, TakeGeneral):
                break
            move_general(game, battle.generals[chosen.general])


def may_move(battle: GettysburgBattle, general: General) -> bool:
    return general.is_here() and not general.moved and goes(battle, general)


def move_general(game: Game[GettysburgBattle], general: General) -> None:
    """To a unit of his command, to stay with it, or to a place of his own."""
    battle = game.battle
    region = RideRegion(battle, general)
    options: list[Option] = [RIDE]
    for unit in command_of(battle, general):
        if unit.id != general.attached_to and can_reach(battle, general, unit):
            options.append(AttachTo(unit.id))
    chosen = game.choose(general.seat, "general_to", options, battle.place_of(general))
    if isinstance(chosen, AttachTo):
        game.tell(GeneralMoved(general.id, general.x, general.y, chosen.unit))
    else:
        x, y = game.place(general.seat, "ride", region, battle.place_of(general))
        game.tell(GeneralMoved(general.id, x, y, NOBODY))


def pace_of(battle: GettysburgBattle) -> float:
    return battle.rules.pace(GENERAL, LINE, False, False).move


def can_reach(battle: GettysburgBattle, general: General, unit: Unit) -> bool:
    """Is the unit within his move, and no river or cliff between?"""
    if battle.general_gap(general, unit.shape) > pace_of(battle) + TOLERANCE:
        return False
    return not barred(battle, general.x, general.y, unit.x, unit.y)


def barred(battle: GettysburgBattle, x0: float, y0: float, x1: float, y1: float) -> str:
    """The impassable ground between two places; empty if there is none (R32)."""
    land = battle.land
    for index in land.plan.between(x0, y0, x1, y1):
        plot = land.plots[index]
        if plot.ground == IMPASSABLE and crossed(plot.piece, x0, y0, x1, y1):
            return the(plot.name)
    return ""


class RideRegion(Region):
    """Where a general rides to."""

    def __init__(self, battle: GettysburgBattle, general: General) -> None:
        self.battle = battle
        self.general = general

    def names(self) -> tuple[str, ...]:
        return ("x", "y")

    def refusal(self, value: tuple[float, ...]) -> str:
        x, y = value
        battle = self.battle
        general = self.general
        name = general.name
        pace = pace_of(battle)
        far = spacing(general.x, general.y, x, y)
        if far > pace + TOLERANCE:
            return f"{name} rides at most {pace:g} inches, and that is {far:.1f}."
        if far <= TOLERANCE:
            return ""
        r = general.radius
        ground = battle.land.ground
        if not (r <= x <= ground.width - r and r <= y <= ground.depth - r):
            return f"{name} must stay on the table."
        why = barred(battle, general.x, general.y, x, y)
        if why:
            return f"{name} cannot cross {why}."
        for plot in [battle.land.plots[index] for index in battle.land.plan.at(x, y)]:
            if plot.ground == IMPASSABLE and holds(plot.piece, x, y):
                return f"{name} cannot stand in {the(plot.name)}."
        for unit in battle.around(x, y, r + battle.rules.enemy_gap):
            if unit.side != general.side and point_distance(unit.shape, x, y) < r + battle.rules.enemy_gap - TOLERANCE:
                return f"{name} would come within {battle.rules.enemy_gap:g} inch of {unit.name}."
        return ""

    def samples(self) -> list[tuple[float, ...]]:
        """Where he is, and as near as he may behind each of the nearest units of his command."""
        general = self.general
        found: list[tuple[float, ...]] = [(general.x, general.y)]
        nearest: list[tuple[float, int]] = []
        for unit in command_of(self.battle, general):
            nearest.append((spacing(general.x, general.y, unit.x, unit.y), unit.id))
        nearest.sort()
        for _, id in nearest[:4]:
            unit = self.battle.units[id]
            x, y = unit.shape.point(0.0, -unit.shape.half_d - general.radius - 2.0)
            far = spacing(general.x, general.y, x, y)
            pace = pace_of(self.battle) - 1e-3
            if far > pace:
                x = general.x + (x - general.x) * pace / far
                y = general.y + (y - general.y) * pace / far
            if (x, y) not in found and not self.refusal((x, y)):
                found.append((x, y))
        return found

    def ghost(self) -> Ghost | None:
        ghost = Ghost(self.general.x, self.general.y, True, 0.0, pace_of(self.battle))
        across = 2.0 * self.general.radius
        ghost.bodies = [(0.0, 0.0, 0.0, across, across)]
        return ghost


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
    if not battle.rules.replacement or general.level not in (BRIGADIER, DIVISIONAL):
        return False
    if general.id == battle.armies[general.side].cinc:
        return False
    if battle.turn < general.lost_on_turn + battle.rules.replacement_turns:
        return False
    return bool(command_of(battle, general))


def successor(battle: GettysburgBattle, general: General) -> str:
    """`the Colonel commanding the Iron Brigade`."""
    if general.level == BRIGADIER:
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
    if edge == NORTH:
        return 0.5 * ground.width, ground.depth - radius
    if edge == SOUTH:
        return 0.5 * ground.width, radius
    assert edge in (EAST, WEST)
    return (ground.width - radius if edge == EAST else radius), 0.5 * ground.depth


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
    if unit.side == general.side or unit.place != ON_TABLE:
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
