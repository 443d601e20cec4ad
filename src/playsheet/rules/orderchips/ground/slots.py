"""Formations (section 9): where the figures of a unit stand about their leader, and its gun before them."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.angles import direction, wrapped
from playsheet.core.geometry import TOLERANCE, spacing
from playsheet.core.terrain import on_table
from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.battle.units import NOBODY, Unit
from playsheet.rules.orderchips.ground.bases import stands_on
from playsheet.rules.orderchips.terms import Arm, ModelKind, Order, Where

MOST_RANKS: Final = 60  # tried before it is said that there is no room


class Places:
    """Where the models of a unit would stand: the leader first, then by slots; a gun last."""

    def __init__(self, order: int, files: int, facing: float) -> None:
        self.order: Final = order
        self.files: Final = files
        self.facing: Final = facing
        self.models: list[int] = []
        self.xs: list[float] = []
        self.ys: list[float] = []
        self.skipped = 0  # slots that could not be filled

    def add(self, model: int, x: float, y: float) -> None:
        self.models.append(model)
        self.xs.append(x)
        self.ys.append(y)

    def facings(self) -> list[float]:
        return [self.facing] * len(self.models)


class Manner:
    """How a unit is set: how near to enemies it may stand, whom it may overlap, whom it may touch."""

    def __init__(self, touch: int = NOBODY, *, apart: float, through: bool) -> None:
        self.apart: Final = apart  # inches kept from enemies
        self.through: Final = through  # friendly figures are passed through: in the middle of a move
        self.touch: Final = touch  # a unit that it may come up to
        self.stops = False  # at whomever it meets, friends too: an automaton that runs wild (R97)
        self.pushes = False  # a vehicle that breaks off: whoever it is locked with steps aside


def filled(battle: ChipBattle, unit: Unit) -> list[int]:
    """Its figures in the order in which they fill slots: the leader, the notable persons next to him, the others."""
    men = battle.men(unit)
    return [men[0], *[battle.units[id].first for id in unit.attached], *men[1:]]


def slot(place: int, files: int) -> tuple[int, int]:
    """The (file, rank) of a slot: from the leader's file outward, right first, then the next rank likewise."""
    rank = place // files
    across = place % files
    return ((across + 1) // 2 if across % 2 else -(across // 2)), rank


def pitch(battle: ChipBattle, unit: Unit, order: int) -> tuple[float, float]:
    """From one man to the next, across and down: the base, in loose order with a gap."""
    size = unit.card.size
    gap = battle.rules.gaps[order]
    return size.width + gap, size.depth + gap


def lay(
    battle: ChipBattle, unit: Unit, x: float, y: float, facing: float, order: int, files: int, manner: Manner
) -> Places | None:
    """The unit formed about its leader at (x, y); None if he, his gun or some figure finds no place.

    A slot off the table, on closed ground or on another model is skipped.
    """
    if unit.is_machine():
        return lay_hull(battle, unit, x, y, facing)
    facing = wrapped(facing)
    order = Order.CLOSE if unit.kind == Arm.GUN else order
    men = filled(battle, unit)
    files = max(1, min(files, len(men)))
    if unit.serves():
        files = len(men)
    found = Places(order, files, facing)
    ux, uy = direction(facing)
    across, down = pitch(battle, unit, order)
    gun_x, gun_y = gun_spot(battle, unit, x=x, y=y, facing=facing)
    wide = across * (files // 2)
    deep = down * ((len(men) - 1) // files)
    room = Room(battle, unit, manner, x=x, y=y, far=wide + deep + spacing(x, y, gun_x, gun_y))
    if unit.serves() and not room.is_free(unit.model, gun_x, gun_y, facing):
        return None
    place = 0
    for model in men:
        while True:
            file, rank = slot(place, files)
            if rank >= MOST_RANKS:
                return None
            if place >= len(men) and is_off(battle, x - rank * down * ux, y - rank * down * uy, wide):
                return None
            at_x = x + file * across * uy - rank * down * ux
            at_y = y - file * across * ux - rank * down * uy
            place += 1
            if room.is_free(model, at_x, at_y, facing):
                break
            if place == 1:
                return None  # the leader himself
            found.skipped += 1
        found.add(model, at_x, at_y)
    if unit.serves():
        found.add(unit.model, gun_x, gun_y)
    return found


def is_off(battle: ChipBattle, x: float, y: float, wide: float) -> bool:
    """Is a rank so wide about that place off the table? Then those behind it are too."""
    ground = battle.land.ground
    return x < -wide or y < -wide or x > ground.width + wide or y > ground.depth + wide


def lay_hull(battle: ChipBattle, unit: Unit, x: float, y: float, facing: float) -> Places:
    found = Places(unit.order, 1, wrapped(facing))
    found.add(unit.model, x, y)
    return found


def gun_spot(battle: ChipBattle, unit: Unit, *, x: float, y: float, facing: float) -> tuple[float, float]:
    """Before the leader, touching him."""
    if unit.kind != Arm.GUN:
        return x, y
    ux, uy = direction(facing)
    far = 0.5 * (unit.card.size.depth + battle.rules.sizes["gun"].depth)
    return x + far * ux, y + far * uy


def own_models(battle: ChipBattle, unit: Unit) -> list[int]:
    """The models that move with the unit, and so are not in its way."""
    found = battle.members(unit) if unit.place != Where.WAITING else battle.men(unit)
    if unit.serves():
        found.append(unit.model)
    return found


class Room:
    """All that may be in the way of a unit about a place: found once for all its models that are to stand there."""

    def __init__(self, battle: ChipBattle, unit: Unit, manner: Manner, *, x: float, y: float, far: float) -> None:
        self.battle: Final = battle
        self.unit: Final = unit
        self.manner: Final = manner
        self.own: Final = own_models(battle, unit)
        self.x: Final = x
        self.y: Final = y
        self.far: Final = far + TOLERANCE  # from (x, y), as far as is looked
        widest = 0.0
        for model in self.own:
            widest = max(widest, battle.radius(model))
        self.widest: Final = widest
        reach = self.far + widest
        going = battle.going(unit)
        self.closed: Final = battle.land.closed_in(going, x - reach, y - reach, x + reach, y + reach)
        self.others: Final[list[int]] = []  # whom it may meet ...
        self.keeps: Final[list[float]] = []  # ... and how far from him it is to stay
        first = unit.first
        last = first + unit.figures
        also = [model for model in self.own if not first <= model < last]  # notable persons, a gun
        for other in battle.near.within(x, y, reach + manner.apart):
            if not first <= other < last and other not in also:
                keep = kept_from(battle, unit, other, manner)
                if keep >= 0.0:
                    self.others.append(other)
                    self.keeps.append(keep)

    def is_free(self, model: int, x: float, y: float, facing: float) -> bool:
        """The same as `may_stand`, of a model of the unit."""
        battle = self.battle
        i: i64 = model
        if spacing(x, y, self.x, self.y) > self.far or battle.radius(model) > self.widest:
            return may_stand(battle, self.unit, model, x, y, facing, self.own, self.manner)
        ground = battle.land.ground
        if battle.round[i] == 1:
            r = 0.5 * battle.wide[i] - TOLERANCE
            if x < r or y < r or x + r > ground.width or y + r > ground.depth:
                return False
            if self.closed and battle.land.first_at(self.closed, x, y, 0.5 * battle.wide[i]) is not None:
                return False
        else:
            box = battle.box_at(model, x, y, facing)
            if not on_table(ground, box):
                return False
            if self.closed and battle.land.first_under(self.closed, box) is not None:
                return False
        reach = battle.radius(model) + self.manner.apart + TOLERANCE
        for place in range(len(self.others)):
            j: i64 = self.others[place]
            dx = battle.near.x[j] - x
            dy = battle.near.y[j] - y
            near = reach + battle.near.radius[j]
            if dx * dx + dy * dy <= near * near:
                if is_too_near(battle, model, x, y, facing, self.others[place], self.keeps[place]):
                    return False
        return True


def may_stand(
    battle: ChipBattle, unit: Unit, model: int, x: float, y: float, facing: float, own: list[int], manner: Manner
) -> bool:
    """Is the place on the table, open to it, free, and far enough from enemies?"""
    return not in_the_way(battle, unit, model, x, y, facing, own, manner)


def in_the_way(
    battle: ChipBattle, unit: Unit, model: int, x: float, y: float, facing: float, own: list[int], manner: Manner
) -> str:
    """Why a model of the unit may not stand there: the edge, closed ground, somebody; empty if it may."""
    i: i64 = model
    ground = battle.land.ground
    if battle.round[i] == 1:
        r = 0.5 * battle.wide[i] - TOLERANCE
        if x < r or y < r or x + r > ground.width or y + r > ground.depth:
            return "the table's edge"
        closed = battle.land.closed_at(battle.going(unit), x, y, 0.5 * battle.wide[i])
    else:
        box = battle.box_at(model, x, y, facing)
        if not on_table(ground, box):
            return "the table's edge"
        closed = battle.land.closed_under(battle.going(unit), box)
    if closed:
        return closed
    for other in battle.near.within(x, y, battle.radius(model) + manner.apart):
        if other == model or other in own:
            continue
        keep = kept_from(battle, unit, other, manner)
        if keep >= 0.0 and is_too_near(battle, model, x, y, facing, other, keep):
            return battle.unit_of(other).name
    return ""


def kept_from(battle: ChipBattle, unit: Unit, other: int, manner: Manner) -> float:
    """How far from that model it is to stay: an inch from an enemy, off the base of others; -1.0: it need not."""
    if is_enemy_base(battle, unit, other):
        return 0.0 if battle.unit_of(other).id == manner.touch else manner.apart
    return -1.0 if manner.through and battle.part[i64(other)] == ModelKind.FIGURE else 0.0


def is_too_near(battle: ChipBattle, model: int, x: float, y: float, facing: float, other: int, keep: float) -> bool:
    """Would the model stand nearer to the other than that, or on it?"""
    if keep > 0.0:
        return battle.gap_at(model, x, y, facing, other) < keep - TOLERANCE
    return stands_on(battle, model, x, y, facing, other)


def is_enemy_base(battle: ChipBattle, unit: Unit, model: int) -> bool:
    """An enemy to be kept away from: his figures, machines, and guns with their crews."""
    owner = battle.owner_of(model)
    if battle.part[i64(model)] == ModelKind.GUN and not owner.serves():
        return False
    return owner.place in (Where.ON_TABLE, Where.ATTACHED) and battle.hostile(unit, owner)


def as_it_stands(battle: ChipBattle, unit: Unit) -> Places:
    """The unit as it is."""
    found = Places(unit.order, unit.files, unit.facing)
    for model in own_models(battle, unit) if not unit.is_machine() else [unit.model]:
        x, y = battle.at(model)
        found.add(model, x, y)
    return found
