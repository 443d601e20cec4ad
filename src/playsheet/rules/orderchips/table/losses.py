"""What a simultaneous step or window costs: gathered while the dice fall, taken off when all have fallen (4.0.3)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.dice import Dice
from playsheet.core.game import Game
from playsheet.core.geometry import TOLERANCE, spacing
from playsheet.rules.orderchips.battle.events import FiguresLost, GunLost, NotableLost
from playsheet.rules.orderchips.battle.fight_events import Burst, GunHit, NotableHit
from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.battle.units import Unit
from playsheet.rules.orderchips.dice.armour import Blow
from playsheet.rules.orderchips.dice.blast import BlastWitness, Under, gun_is_wrecked
from playsheet.rules.orderchips.dice.shooting import Ranks, casualties
from playsheet.rules.orderchips.sheet.tables import is_within
from playsheet.rules.orderchips.terms import Arm, ModelKind, Where
from playsheet.tabletop.machines.blast import nearest_first

NO_HULL: Final = -1


class Toll:
    """Hits of one step or window, by unit in the order in which they arose. Nothing is taken off yet."""

    def __init__(self) -> None:
        self.figures: Final[dict[int, int]] = {}  # that a unit loses
        self.notables: Final[list[int]] = []  # who are out
        self.guns: Final[list[int]] = []  # units whose gun is wrecked
        self.machines: Final[list[int]] = []  # in the order first hit
        self.blows: Final[dict[int, list[Blow]]] = {}
        self.strikers: Final[dict[int, list[int]]] = {}  # the unit whose blow each was

    def kill(self, unit: int, figures: int) -> None:
        if figures:
            self.figures[unit] = self.figures.get(unit, 0) + figures

    def put_out(self, notable: int) -> None:
        if notable not in self.notables:
            self.notables.append(notable)

    def strike(self, unit: int, blow: Blow, by: int) -> None:
        """A hit on a machine: its save comes when all dice to hit are read."""
        if unit not in self.machines:
            self.machines.append(unit)
            self.blows[unit] = []
            self.strikers[unit] = []
        self.blows[unit].append(blow)
        self.strikers[unit].append(by)


def hand_of(battle: ChipBattle, unit: Unit, other: Unit) -> int:
    """Who throws for a unit: its player; for natives whoever stands against them, or who moves first (R102)."""
    if unit.seat >= 0:
        return unit.seat
    if other.seat >= 0:
        return other.seat
    return battle.order[0] if battle.order else 0


def throw_for(game: Game[ChipBattle], unit: Unit, other: Unit) -> None:
    """The dice that follow: the first seat throws for `unit`, the second for `other`."""
    game.dice.throwers(hand_of(game.battle, unit, other), hand_of(game.battle, other, unit))


# ---------------------------------------------------------------- hits on figures


def ranks_of(battle: ChipBattle, unit: Unit) -> Ranks:
    """Who may be hit in a unit; a notable person on his own is all there is (4.7.1)."""
    if unit.kind == Arm.NOTABLE:
        return Ranks(0, [unit.card.save])
    return Ranks(unit.figures, [battle.units[id].card.save for id in unit.attached])


def deal_out(game: Game[ChipBattle], toll: Toll, target: Unit, hits: int) -> None:
    """Hits by small arms or in melee on a unit of figures: who is found, and do notable persons save themselves?"""
    battle = game.battle
    found = casualties(game.dice, battle.rules, ranks_of(battle, target), hits)
    toll.kill(target.id, found.figures)
    notables = [target.id] if target.kind == Arm.NOTABLE else target.attached
    for place in range(len(notables)):
        if place < len(found.hits) and found.hits[place]:
            hit_notable(game, toll, notables[place], found.hits[place], found.out[place])


def hit_notable(game: Game[ChipBattle], toll: Toll, notable: int, hits: int, out: bool) -> None:
    game.tell(NotableHit(notable, hits, out, "R45"))
    if out:
        toll.put_out(notable)


# ---------------------------------------------------------------- templates


class Caught:
    """What lies under a template: figures nearest first, guns, machines."""

    def __init__(self, figures: list[int], guns: list[int], machines: list[int]) -> None:
        self.figures: Final = figures
        self.guns: Final = guns  # units
        self.machines: Final = machines  # units


def under_template(battle: ChipBattle, x: float, y: float, radius: float, target: int) -> Caught:
    """Whom a template about a point covers; of figures as near as one another the target's come first."""
    return under(
        battle, in_turn(battle, battle.near.within(x, y, radius + 2.0 * TOLERANCE), target), NO_HULL, x, y, radius
    )


def under_explosion(battle: ChipBattle, hull: int, radius: float) -> Caught:
    """The same round a machine that explodes: the radius is measured from the edge of its base (4.8.1)."""
    x, y = battle.at(hull)
    models = battle.near.within(x, y, battle.radius(hull) + radius + 2.0 * TOLERANCE)
    models = [model for model in models if model != hull]
    return under(battle, in_turn(battle, models, battle.owner_of(hull).id), hull, x, y, radius)


def under(battle: ChipBattle, models: list[int], hull: int, x: float, y: float, radius: float) -> Caught:
    """Figures and guns count by their centres, machines by any part of their bases; the limit is inside (R98)."""
    figures: list[int] = []
    guns: list[int] = []
    machines: list[int] = []
    far: list[float] = []
    for model in models:
        away = distance_to(battle, model, hull, x, y)
        if not is_within(away, radius):
            continue
        kind = battle.part[i64(model)]
        unit = battle.owner_of(model)
        if kind == ModelKind.FIGURE:
            figures.append(model)
            far.append(away)
        elif kind == ModelKind.GUN:
            guns.append(unit.id)
        elif unit.has_machine():
            machines.append(unit.id)
    return Caught([figures[place] for place in nearest_first(far, radius)], guns, machines)


def distance_to(battle: ChipBattle, model: int, hull: int, x: float, y: float) -> float:
    """From a point, or from the edge of a hull, to a model's centre; to another machine's edge."""
    if battle.part[i64(model)] == ModelKind.HULL:
        return battle.gap(hull, model) if hull != NO_HULL else battle.gap_to_point(model, x, y)
    at_x, at_y = battle.at(model)
    return battle.gap_to_point(hull, at_x, at_y) if hull != NO_HULL else spacing(x, y, at_x, at_y)


def in_turn(battle: ChipBattle, models: list[int], target: int) -> list[int]:
    """Models by the order of their units: the target's first, then by roster, whoever moves first (R111)."""
    units: list[int] = []
    for model in models:
        id = battle.unit_of(model).id
        if id not in units:
            units.append(id)
    units.sort()
    if target in units:
        units.remove(target)
        units.insert(0, target)
    found: list[int] = []
    for id in units:
        found += [model for model in models if battle.unit_of(model).id == id]
    return found


def under_of(battle: ChipBattle, caught: Caught) -> Under:
    """The same as the dice need it."""
    units = [battle.unit_of(model).id for model in caught.figures]
    return Under(units, [battle.owner_of(model).card.save for model in caught.figures])


class OnTable(BlastWitness):
    """Gathers whom a burst strikes; told when it is over."""

    def __init__(self, caught: Caught) -> None:
        self.caught: Final = caught
        self.most = 0
        self.struck_models: Final[list[int]] = []
        self.saved: Final[list[bool]] = []

    def bursts(self, most: int) -> None:
        self.most = most

    def struck(self, place: int, saved: bool) -> None:
        self.struck_models.append(self.caught.figures[place])
        self.saved.append(saved)


def tell_burst(
    game: Game[ChipBattle], toll: Toll, seen: OnTable, by: int, x: float, y: float, radius: float, blow: Blow
) -> None:
    """What a burst has done: figures, notable persons, then the guns' dice; machines save with the others (4.8)."""
    battle = game.battle
    units: list[int] = []
    counts: list[int] = []
    for model in seen.struck_models:
        owner = battle.owner_of(model)
        if owner.kind == Arm.NOTABLE:
            continue
        if owner.id not in units:
            units.append(owner.id)
            counts.append(0)
        counts[units.index(owner.id)] += 1
    game.tell(Burst(by, x, y, radius, seen.most, units, counts, "R18"))
    for index in range(len(units)):
        toll.kill(units[index], counts[index])
    for index in range(len(seen.struck_models)):
        owner = battle.owner_of(seen.struck_models[index])
        if owner.kind == Arm.NOTABLE:
            hit_notable(game, toll, owner.id, 1, not seen.saved[index])
    for id in seen.caught.guns:
        shake_gun(game, toll, battle.units[id], game.dice)
    for id in seen.caught.machines:
        toll.strike(id, blow, by)


def shake_gun(game: Game[ChipBattle], toll: Toll, unit: Unit, dice: Dice) -> None:
    """A gun under a template, unless by switch guns are never wrecked (R19)."""
    rules = game.battle.rules
    if rules.guns_safe or not unit.has_gun():
        return
    wrecked = gun_is_wrecked(dice, rules)
    game.tell(GunHit(unit.id, wrecked, "R19"))
    if wrecked and unit.id not in toll.guns:
        toll.guns.append(unit.id)


# ---------------------------------------------------------------- taken off


def take_off(game: Game[ChipBattle], toll: Toll) -> None:
    """The losses, in the order in which they arose; a unit loses no more than it has (4.8.4)."""
    battle = game.battle
    for id, figures in toll.figures.items():
        unit = battle.units[id]
        if unit.place == Where.ON_TABLE and unit.figures:
            game.tell(FiguresLost(id, min(figures, unit.figures), True, "R68"))
    for id in toll.notables:
        game.tell(NotableLost(id, "R45"))
    for id in toll.guns:
        if battle.units[id].has_gun():
            game.tell(GunLost(id, -1, "R19"))
