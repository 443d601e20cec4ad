"""Ways over the ground (4.2.2, 4.2.3): what they cost, how far one gets, what stands in them."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.angles import direction
from playsheet.core.discs import from_boundary
from playsheet.core.geometry import TOLERANCE, Rect
from playsheet.core.terrain import Piece, crossed, holds, rect_gap, rect_to_edge
from playsheet.core.words import the
from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.battle.units import Unit
from playsheet.rules.orderchips.battle.words import name_of
from playsheet.rules.orderchips.ground.bases import run_to
from playsheet.rules.orderchips.ground.slots import Manner, is_enemy_base, own_models
from playsheet.rules.orderchips.sheet.tables import Going
from playsheet.rules.orderchips.terms import ModelKind
from playsheet.tabletop.land import meetings
from playsheet.tabletop.placing import AT_THE_EDGE, kept_by, slowed_by

SHY: Final = 2.0 * TOLERANCE  # kept from a line that cannot be crossed: clearly on this side of it


class Walk:
    """A point on its way: what is left to spend, and the ground that it has paid to enter."""

    def __init__(self, x: float, y: float, purse: float, inside: list[int]) -> None:
        self.x = x
        self.y = y
        self.purse = purse
        self.inside = inside


def setting_out(battle: ChipBattle, x: float, y: float, purse: float) -> Walk:
    """Whoever stands in an area has entered it; on its very edge he has not (R92)."""
    inside: list[int] = []
    for index in battle.land.plan.at(x, y):
        plot = battle.land.plots[index]
        if not plot.linear and holds(plot.piece, x, y) and from_boundary(plot.piece, x, y) > TOLERANCE:
            inside.append(index)
    return Walk(x, y, purse, inside)


class Stretch:
    """Where a straight way meets a piece of ground: how far along, and which."""

    def __init__(self, at: float, plot: int) -> None:
        self.at: Final = at
        self.plot: Final = plot


def stretch_order(one: Stretch) -> float:
    return one.at


def walk(battle: ChipBattle, going: dict[str, Going], on: Walk, ux: float, uy: float, far: float) -> float:
    """How far the point gets along (ux, uy), at most `far`; it is there then, with the less in its purse.

    An inch costs what the ground says, entering an area or crossing a line its own; closed ground stops it.
    """
    land = battle.land
    marks: list[Stretch] = []
    matters: list[int] = []
    for index in land.plan.along(on.x, on.y, ux, uy, far, 0.0):
        plot = land.plots[index]
        row = going[plot.kind]
        if plot.linear:
            if row.enter > 0.0 or row.closed:
                marks += [Stretch(at, index) for at in lines_left(plot.piece, on, ux, uy, far)]
        elif row.inch != 1.0 or row.enter > 0.0 or row.closed or plot.over:
            matters.append(index)
            marks += [Stretch(at, -1) for at in meetings(plot.piece, on.x, on.y, ux, far, uy=uy)]
    if not marks and not matters:
        gone = far if far <= on.purse else on.purse
        advance(on, ux, uy, gone, gone)
        return gone
    marks.sort(key=stretch_order)
    marks.append(Stretch(far, -1))
    gone = 0.0
    for mark in marks:
        piece = mark.at - gone
        if piece > TOLERANCE:
            middle = 0.5 * piece
            price, toll, inside, closed = ground_at(
                battle, going, matters, on.x + ux * middle, on.y + uy * middle, on.inside
            )
            if closed or toll > on.purse + TOLERANCE:
                return gone
            on.purse -= toll
            on.inside = inside
            reach = on.purse / price
            if reach < piece - TOLERANCE:
                reach = max(reach, 0.0)
                advance(on, ux, uy, reach, reach * price)
                return gone + reach
            advance(on, ux, uy, piece, piece * price)
            gone = mark.at
        if mark.plot >= 0:
            row = going[land.plots[mark.plot].kind]
            if row.closed or row.enter > on.purse + TOLERANCE:
                back = min(SHY, gone)
                on.x -= ux * back
                on.y -= uy * back
                return gone - back
            on.purse -= row.enter
    return far


def lines_left(piece: Piece, on: Walk, ux: float, uy: float, far: float) -> list[float]:
    """Where the way leaves a line: where it crosses it, and at once if it starts on it (R105)."""
    to_x = on.x + ux * far
    to_y = on.y + uy * far
    if from_boundary(piece, on.x, on.y) <= TOLERANCE:
        return [0.0] if from_boundary(piece, to_x, to_y) > TOLERANCE else []
    return meetings(piece, on.x, on.y, ux, far, uy=uy) if crossed(piece, on.x, on.y, to_x, to_y) else []


def advance(on: Walk, ux: float, uy: float, far: float, cost: float) -> None:
    on.x += ux * far
    on.y += uy * far
    on.purse = max(on.purse - cost, 0.0)


def ground_at(
    battle: ChipBattle, going: dict[str, Going], matters: list[int], x: float, y: float, inside: list[int]
) -> tuple[float, float, list[int], bool]:
    """The price of an inch there, what entering it adds, the areas one is in then, and whether it is closed."""
    price = 1.0
    toll = 0.0
    closed = False
    now: list[int] = []
    over = False
    for index in matters:
        plot = battle.land.plots[index]
        if not holds(plot.piece, x, y):
            continue
        now.append(index)
        row = going[plot.kind]
        over = over or plot.over
        closed = closed or row.closed
        price = max(price, row.inch)
        if index not in inside:
            toll += row.enter
    if over:
        return 1.0, 0.0, now, False
    return price, toll, now, closed


# ---------------------------------------------------------------- what stands in the way


def free_run(
    battle: ChipBattle, unit: Unit, x: float, y: float, bearing: float, far: float, manner: Manner, facing: float
) -> float:
    """How far the leader or the hull gets along a bearing before somebody stops him, at most `far`.

    He keeps so far from enemies, but for the unit that he may touch; machines, guns and wrecks block; friendly figures
    are passed through.
    """
    return first_met(battle, unit, x, y, bearing, far, manner, facing)[0]


def first_met(
    battle: ChipBattle, unit: Unit, x: float, y: float, bearing: float, far: float, manner: Manner, facing: float
) -> tuple[float, int]:
    """The same, and the model that stops him there; -1: none."""
    leader = battle.leader(unit)
    ux, uy = direction(bearing)
    best = far
    met = -1
    own = own_models(battle, unit)
    for other in battle.near.along(x, y, ux, uy, far, battle.radius(leader) + manner.apart):
        if other == leader or other in own:
            continue
        short = room_from(battle, unit, other, manner)
        if short >= 0.0:
            run = run_to(battle, leader, x, y, facing, ux, uy, other, short=short)
            if run < best:
                best = run
                met = other
    return max(best, 0.0), met


def room_from(battle: ChipBattle, unit: Unit, other: int, manner: Manner) -> float:
    """How far it stays from that model on its way; -1.0: it is not stopped by it at all."""
    mate = battle.unit_of(other)
    if is_enemy_base(battle, unit, other):
        if manner.pushes and mate.id in unit.locked and battle.part[i64(other)] == ModelKind.FIGURE:
            return -1.0  # foot and horse step aside (4.3.8)
        return 0.0 if mate.id == manner.touch else manner.apart
    if battle.part[i64(other)] == ModelKind.FIGURE:
        return 0.0 if manner.stops or mate.id == manner.touch else -1.0
    return 0.0


def hull_run(battle: ChipBattle, unit: Unit, hull: Rect, ux: float, uy: float, far: float) -> float:
    """How far a hull goes straight before closed ground or the table's edge stops it."""
    return hull_met(battle, unit, hull, ux, uy, far)[0]


def hull_met(battle: ChipBattle, unit: Unit, hull: Rect, ux: float, uy: float, far: float) -> tuple[float, str]:
    """The same, and what stops it there; empty: nothing."""
    going = battle.going(unit)
    best = far
    met = ""
    for index in battle.land.plan.along(hull.x, hull.y, ux, uy, far, hull.radius):
        plot = battle.land.plots[index]
        if going[plot.kind].closed:
            run = rect_gap(plot.piece, hull, ux, uy)
            if run < best:
                best = run
                met = f"at {the(plot.name)}"
    edge = rect_to_edge(battle.land.ground, hull, ux, uy)
    if edge < best:
        best = edge
        met = AT_THE_EDGE
    return max(best, 0.0), met


def model_met(battle: ChipBattle, unit: Unit, model: int) -> str:
    """Whoever it belongs to, in words: `before the Warband`, `behind the Steam Tank`."""
    owner = battle.unit_of(model)
    return kept_by(name_of(battle, owner.id), friend=not battle.hostile(unit, owner))


def ground_met(battle: ChipBattle, going: dict[str, Going], on: Walk, ux: float, uy: float, far: float) -> str:
    """Ground on so many inches of way, or at their end, that has used up a move or is closed to it; or empty."""
    said = ""
    close = far + 2.0 * SHY
    for index in battle.land.plan.along(on.x, on.y, ux, uy, close, 0.0):
        plot = battle.land.plots[index]
        row = going[plot.kind]
        if row.inch == 1.0 and row.enter <= 0.0 and not row.closed:
            continue
        meets = meetings(plot.piece, on.x, on.y, ux, close, uy=uy)
        if meets and max(meets) >= far - 2.0 * SHY and (row.closed or row.enter > 0.0):
            return f"at {the(plot.name)}"
        if meets or (not plot.linear and holds(plot.piece, on.x, on.y)):
            said = slowed_by(the(plot.name))
    return said
