"""Guns: who serves them, what they may do, where they may be put (4.7.1, 4.7.2)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.angles import direction, wrapped
from playsheet.core.asking import Ghost, Option, Outcome, Region
from playsheet.core.discs import on_table
from playsheet.core.events import Battle
from playsheet.core.geometry import TOLERANCE, spacing
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.battle.units import Unit
from playsheet.rules.gaslight.ground.marks import Mark, near_enemy
from playsheet.rules.gaslight.ground.moving import (
    Floor,
    Mover,
    Spent,
    enemy_bearing,
    ghost_of,
    ground_met,
    is_stopped,
    met_by,
    reach,
    stopped,
)
from playsheet.rules.gaslight.ground.places import round_gun
from playsheet.rules.gaslight.options.bursts import GunBarrel, cone_aims, gun_marks, near_gun
from playsheet.rules.gaslight.options.choices import GUN_MOVE, GUN_RELOAD, GUN_REPAIR, GunFire
from playsheet.rules.gaslight.options.command import why_not_free
from playsheet.rules.gaslight.sheet import Gun
from playsheet.rules.gaslight.terms import Bar, ModelMark
from playsheet.tabletop.placing import SHORT, bad_facing, front_first, halt_said

AWAY: Final = -1000.0  # where nobody stands: a crew makes room for its gun


# ---------------------------------------------------------------- what it may do


def gun_card(unit: Unit) -> Gun:
    if unit.card.gun is None:
        raise AttributeError(unit.name + " has no gun")
    return unit.card.gun


def gun_barrel(battle: GaslightBattle, unit: Unit) -> GunBarrel:
    return GunBarrel(battle, unit, gun_card(unit), None)


def serving(battle: GaslightBattle, unit: Unit) -> list[int]:
    """Those of its crew who may serve the gun now: near it, able to act and not engaged (4.7.1)."""
    return [figure for figure in near_gun(battle, unit) if not why_not_free(battle, figure)]


def best_shoot(battle: GaslightBattle, unit: Unit, crew: list[int]) -> int:
    """The best Shoot of those who serve it."""
    return max([battle.cast[figure].shoot for figure in crew]) + gun_card(unit).shoot_mod


def gun_is_used(battle: GaslightBattle, gun: int) -> bool:
    """Has it done something on this card, or by switch this turn (R4)?"""
    return battle.marked(gun, ModelMark.ACTED | (ModelMark.SPENT if battle.rules.once_a_turn else 0))


def gun_options(battle: GaslightBattle, unit: Unit, marks: list[Mark]) -> list[Option]:
    """A gun does one thing on a card: it fires, is reloaded, mended or moved."""
    found: list[Option] = []
    if battle.gun_of(unit) < 0 or why_not_served(battle, unit):
        return found
    state = why_not_ready(battle, unit)
    if state == Bar.BROKEN:
        found.append(GUN_REPAIR)
    elif not state:
        barrel = gun_barrel(battle, unit)
        for mark in gun_marks(barrel, marks):
            found.append(GunFire(mark.unit.id, machine=mark.machine, grape=False))
        for mark in marks:
            if cone_aims(barrel, mark):
                found.append(GunFire(mark.unit.id, machine=False, grape=True))
    elif gun_card(unit).reload:
        found.append(GUN_RELOAD)
    found.append(GUN_MOVE)
    return found


def why_not_served(battle: GaslightBattle, unit: Unit) -> str:
    """Why nobody may do anything with its gun now, in a word."""
    if gun_is_used(battle, unit.model):
        return Bar.USED
    return "" if serving(battle, unit) else Bar.UNSERVED


def why_not_ready(battle: GaslightBattle, unit: Unit) -> str:
    """Why the gun is not ready to fire, in a word."""
    if battle.marked(unit.model, ModelMark.BROKEN):
        return Bar.BROKEN
    return "" if battle.marked(unit.model, ModelMark.LOADED) else Bar.EMPTY


# ---------------------------------------------------------------- moving


class GunPlaces:
    """Where a gun would stand and its crew round it; `refusal` says why it cannot."""

    def __init__(self, xs: list[float], ys: list[float], refusal: str) -> None:
        self.xs: Final = xs
        self.ys: Final = ys
        self.refusal: Final = refusal


def gun_places(battle: GaslightBattle, unit: Unit, crew: list[int], value: tuple[float, ...]) -> GunPlaces:
    """The gun goes straight to (x, y); its crew goes along, and keeps near enough to serve it (R103)."""
    x, y, facing = value
    gun = unit.model
    at_x, at_y = battle.at(gun)
    far = spacing(at_x, at_y, x, y)
    if far <= TOLERANCE:
        spots = [battle.at(figure) for figure in crew]
        return GunPlaces([sx for sx, _ in spots], [sy for _, sy in spots], "")
    refusal = gun_stopped(battle, unit, at_x, at_y, x, y, far)
    if refusal:
        return GunPlaces([], [], refusal)
    floor = Floor(battle)
    for figure in crew:
        floor.put(figure, AWAY, AWAY)
    if not floor.free(gun, battle.radius[i64(gun)], x, y, True):
        return GunPlaces([], [], "there is no room for the gun.")
    floor.put(gun, x, y)
    ring = round_gun(battle, unit, crew, x, y, facing)
    for figure in front_first(battle.figures, crew, y - at_y, ux=x - at_x):
        fx, fy = battle.at(figure)
        if not crew_spot(floor, unit, figure, [(fx + x - at_x, fy + y - at_y), *ring]):
            return GunPlaces([], [], "there is no room for its crew round the gun.")
    spots = [floor.at(figure) for figure in crew]
    return GunPlaces([sx for sx, _ in spots], [sy for _, sy in spots], "")


def gun_mover(battle: GaslightBattle, unit: Unit) -> Mover:
    return Mover(
        battle, unit.model, gun_card(unit).move, bonus=0.0, leaderless=unit.leaderless(), short=battle.rules.stop_short
    )


def gun_halt(battle: GaslightBattle, unit: Unit, x: float, y: float) -> str:
    """What keeps a gun from being brought farther than there: somebody, closed ground, slow ground; empty: nothing."""
    at_x, at_y = battle.at(unit.model)
    far = spacing(at_x, at_y, x, y)
    if far <= TOLERANCE:
        return ""
    mover = gun_mover(battle, unit)
    ux = (x - at_x) / far
    uy = (y - at_y) / far
    room = stopped(battle, mover, at_x, at_y, ux, uy, far + SHORT, -1, over=False)
    if room < far + SHORT:
        return met_by(battle, mover, at_x, at_y, ux, uy, room)
    run = reach(battle, mover, at_x, at_y, ux, uy, room, Spent())
    return ground_met(battle, at_x, at_y, ux, uy, run) if run < room - TOLERANCE else ""


def gun_stopped(battle: GaslightBattle, unit: Unit, at_x: float, at_y: float, x: float, y: float, far: float) -> str:
    """Why a gun cannot be brought that way: the table's edge, an enemy, closed ground, or too far."""
    gun = unit.model
    if not on_table(battle.land.ground, x, y, battle.radius[i64(gun)]):
        return "a gun may not leave the table."
    mover = gun_mover(battle, unit)
    ux = (x - at_x) / far
    uy = (y - at_y) / far
    if stopped(battle, mover, at_x, at_y, ux, uy, far, -1, over=False) < far - TOLERANCE:
        return "something stands in the way of the gun."
    run = reach(battle, mover, at_x, at_y, ux, uy, far, Spent())
    return (
        f"the gun is moved at most {run:.2f} inches that way, and this is {far:.2f}." if run < far - TOLERANCE else ""
    )


def crew_spot(floor: Floor, unit: Unit, figure: int, spots: list[tuple[float, float]]) -> bool:
    """He takes the first of these places where there is room, out of touch with enemies; False if there is none."""
    battle = floor.battle
    r = battle.radius[i64(figure)]
    for x, y in spots:
        if not on_table(battle.land.ground, x, y, r) or near_enemy(battle, figure, x, y, unit.side):
            continue
        if floor.free(figure, r, x, y, False) and walks_to(battle, unit, figure, x, y):
            floor.put(figure, x, y)
            return True
    return False


def walks_to(battle: GaslightBattle, unit: Unit, figure: int, x: float, y: float) -> bool:
    """Does his own move bring him there, straight and past nobody?"""
    at_x, at_y = battle.at(figure)
    far = spacing(at_x, at_y, x, y)
    if far <= TOLERANCE:
        return True
    ux = (x - at_x) / far
    uy = (y - at_y) / far
    mover = Mover(battle, figure, battle.move_of(figure), bonus=0.0, leaderless=unit.leaderless(), short=0.0)
    if is_stopped(battle, mover, at_x, at_y, ux, uy, far, -1):
        return False
    return reach(battle, mover, at_x, at_y, ux, uy, far, Spent()) >= far - TOLERANCE


class GunRegion(Region):
    """Where a gun may be brought, and which way it faces then; turning alone is a move too (R103)."""

    def __init__(self, battle: GaslightBattle, unit: Unit, crew: list[int]) -> None:
        self.battle: Final = battle
        self.unit: Final = unit
        self.crew: Final = crew
        self.x, self.y = battle.at(unit.model)
        self.facing: Final[float] = battle.figures.facing[i64(unit.model)]
        rules = battle.rules
        self.most: Final = rules.allowance(gun_card(unit).move, 0.0, False, unit.leaderless(), 0)

    def names(self) -> tuple[str, ...]:
        return ("x", "y", "facing")

    def refusal(self, value: tuple[float, ...]) -> str:
        x, y, facing = value
        if bad_facing(facing):
            return bad_facing(facing)
        far = spacing(self.x, self.y, x, y)
        if far > self.most + TOLERANCE:
            return f"the gun is moved at most {self.most:g} inches, and this is {far:.2f}."
        return gun_places(self.battle, self.unit, self.crew, value).refusal

    def samples(self) -> list[tuple[float, ...]]:
        """To stay and turn to the enemy; and half or all of its move on eight bearings."""
        faces = enemy_bearing(self.battle, self.x, self.y, self.unit.side)
        found: list[tuple[float, ...]] = [(self.x, self.y, faces)]
        for eighth in range(8):
            ux, uy = direction(wrapped(faces + 45.0 * eighth))
            for part in (0.5, 1.0):
                far = self.most * part
                value = (self.x + ux * far, self.y + uy * far, faces)
                if far > TOLERANCE and not self.refusal(value):
                    found.append(value)
        return found

    def ghost(self) -> Ghost | None:
        return ghost_of(self.battle, [self.unit.model, *self.crew], self.x, self.y, self.facing, self.most)

    def outcome(self, seen: Battle, value: tuple[float, ...]) -> Outcome | None:
        """The gun where it is brought, its crew round it, and what it has come up to there."""
        assert isinstance(seen, GaslightBattle)
        unit = seen.units[self.unit.id]
        x, y, facing = value
        places = gun_places(seen, unit, self.crew, value)
        found = Outcome(x, y)
        found.bodies.append((x, y, facing, 2.0 * seen.radius[i64(unit.model)], 0.0))
        for k in range(len(places.xs)):
            found.bodies.append((places.xs[k], places.ys[k], facing, 2.0 * seen.radius[i64(self.crew[k])], 0.0))
        found.stops = halt_said(gun_halt(seen, unit, x, y))
        return found
