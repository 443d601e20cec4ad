"""Where a shell, a grenade or a cone may be laid, and whom it would find (4.7)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.angles import direction
from playsheet.core.events import Throw
from playsheet.core.geometry import TOLERANCE, Rect, spacing
from playsheet.rules.gaslight.battle.state import GaslightBattle
from playsheet.rules.gaslight.battle.units import Unit
from playsheet.rules.gaslight.dice.cannon import in_cone
from playsheet.rules.gaslight.ground.marks import Mark, catchable, distance_to
from playsheet.rules.gaslight.ground.sight import Screen, gun_muzzle, in_arc, sees, weapon_bears, weapon_muzzle
from playsheet.rules.gaslight.sheet import Gun
from playsheet.rules.gaslight.terms import Bar, ModelMark, RangeBand

WHICH_UNIT: Final = Throw("Which enemy unit", "morale-failure", "fire-random-enemy", "", "R21")
WHICH_MODEL: Final = Throw("Which of its models", "morale-failure", "fire-random-enemy", "", "R21")


# ---------------------------------------------------------------- where a shot comes from


class Barrel:
    """Where a shot comes from: a model's own place, or its muzzle; and how far its cone reaches, if it has one."""

    def __init__(
        self, battle: GaslightBattle, model: int, x: float, y: float, cone_reach: float, takes_edge: bool
    ) -> None:
        self.battle: Final = battle
        self.model: Final = model  # the figure, gun or machine that fires
        self.x: Final = x
        self.y: Final = y
        self.cone_reach: Final = cone_reach  # below 0: it fires no cones
        self.takes_edge: Final = takes_edge  # is exactly at that reach inside?

    def bears(self, x: float, y: float) -> bool:
        """Is the point in the frontal 180 from there (R53)?"""
        ux, uy = direction(self.battle.figures.facing[i64(self.model)])
        return in_arc(self.x, self.y, ux, uy, x, y, self.battle.rules.arc_cosine)

    def sees(self, model: int) -> bool:
        """In its arc, with nothing between."""
        battle = self.battle
        x, y = battle.at(model)
        return self.bears(x, y) and sees(battle, self.x, self.y, x, y, self.model, model)

    def reaches(self, figure: int) -> bool:
        """Is he near enough for its cone?"""
        x, y = self.battle.at(figure)
        far = spacing(self.x, self.y, x, y)
        return far <= self.cone_reach + TOLERANCE if self.takes_edge else far < self.cone_reach - TOLERANCE

    def why_none_seen(self, models: list[int]) -> str:
        """Why none of these is in arc and sight (R38), in a word."""
        battle = self.battle
        why = Bar.OUT_OF_ARC
        box = battle.box_of(models)
        box.add(self.x, self.y)
        screen = Screen(battle, box)
        for model in models:
            x, y = battle.at(model)
            if self.bears(x, y):
                if screen.sees(self.x, self.y, x, y, self.model, model):
                    return ""
                why = Bar.HIDDEN
        return why


class GunBarrel(Barrel):
    """The muzzle of a gun, or of a weapon of a machine, which has its own arc (R37)."""

    def __init__(self, battle: GaslightBattle, unit: Unit, gun: Gun, hull: Rect | None) -> None:
        x, y = gun_muzzle(battle, unit) if hull is None else weapon_muzzle(hull, gun)
        # Grapeshot takes in its limit (R65); what is all cone goes by the weapons chart (R35).
        reach = gun.weapon.long if gun.weapon is not None and gun.cone else gun.grape
        takes_edge = gun.cannon is not None or battle.rules.range_edge_inclusive
        super().__init__(battle, unit.model, x, y, reach, takes_edge)
        self.gun: Final = gun
        self.hull: Final = hull

    def bears(self, x: float, y: float) -> bool:
        if self.hull is not None:
            return weapon_bears(self.battle, self.hull, self.gun, x, y)
        return super().bears(x, y)


# ---------------------------------------------------------------- what it may be laid on


def near_gun(battle: GaslightBattle, unit: Unit) -> list[int]:
    """Its own crew within an inch of its gun, from edge to edge (R102, R103); nobody if the gun is gone."""
    gun = battle.gun_of(unit)
    if gun < 0:
        return []
    x, y = battle.at(gun)
    far = battle.radius[i64(gun)] + battle.rules.crew_near
    return [
        figure
        for figure in battle.members(unit)
        if battle.home[i64(figure)] == unit.id and battle.gap(figure, x, y) <= far + TOLERANCE
    ]


def bursts(gun: Gun) -> bool:
    """Does its shot burst: a shell, or the grenade of a launcher?"""
    return gun.cannon is not None or (gun.weapon is not None and gun.weapon.launcher)


def is_heavy(gun: Gun) -> bool:
    """May it hit a gun as well as those who serve it (R60)? All cannon may, with grapeshot too (R125)."""
    return gun.cannon is not None or (gun.weapon is not None and gun.weapon.heavy)


def in_the_open(battle: GaslightBattle, mark: Mark) -> Mark:
    """What of a mark a burst may be laid on: never a crew aboard its machine."""
    if mark.machine:
        return mark
    return Mark(
        mark.unit, [figure for figure in mark.models if not battle.marked(figure, ModelMark.ABOARD)], machine=False
    )


def gun_marks(barrel: GunBarrel, marks: list[Mark]) -> list[Mark]:
    """What an aimed shot, a shell or a launcher's grenade may be fired at from there: range, arc, sight (4.7.2)."""
    if barrel.gun.cone:
        return []
    held = [at_risk(barrel, mark) for mark in marks]
    return [mark for mark in held if not why_not_aimed(barrel, mark)]


def at_risk(barrel: GunBarrel, mark: Mark) -> Mark:
    """What of a mark its shot may be laid on."""
    return in_the_open(barrel.battle, mark) if bursts(barrel.gun) else mark


def why_not_aimed(barrel: GunBarrel, mark: Mark) -> str:
    """Why it cannot be aimed at what of a mark is at risk, in a word."""
    if not mark.models or barrel.gun.band(distance_to(barrel.battle, mark, barrel.x, barrel.y)) == RangeBand.BEYOND:
        return Bar.TOO_FAR
    return barrel.why_none_seen(mark.models)


def cone_aims(barrel: Barrel, mark: Mark) -> list[int]:
    """The figures of a unit that a cone may be laid on: in reach, in arc, in sight (R64); machines never."""
    if mark.machine or barrel.cone_reach < 0.0:
        return []
    return [figure for figure in mark.models if barrel.reaches(figure) and barrel.sees(figure)]


def why_not_swept(barrel: Barrel, mark: Mark) -> str:
    """Why a cone cannot be laid on any of them, in a word."""
    near = [figure for figure in mark.models if barrel.reaches(figure)]
    return Bar.TOO_FAR if mark.machine or not near else barrel.why_none_seen(near)


def in_cone_of(barrel: Barrel, mark: Mark, aim: int) -> list[int]:
    """The unit's figures in the cone that is laid on one of them, in reach and in sight, nearest first."""
    battle = barrel.battle
    x, y = battle.at(aim)
    figures = mark.models
    places = in_cone(
        battle.rules,
        barrel.x,
        barrel.y,
        x,
        y,
        barrel.cone_reach,
        [battle.figures.x[i64(figure)] for figure in figures],
        [battle.figures.y[i64(figure)] for figure in figures],
        inclusive=barrel.takes_edge,
    )
    found: list[int] = []
    for place in places:
        x, y = battle.at(figures[place])
        if sees(battle, barrel.x, barrel.y, x, y, barrel.model, figures[place]):
            found.append(figures[place])
    return found


def nearest_aim(barrel: Barrel, mark: Mark) -> int:
    """Whom a cone is laid on that nobody aims: the nearest (R110)."""
    battle = barrel.battle
    best = -1
    least = 0.0
    for figure in cone_aims(barrel, mark):
        x, y = battle.at(figure)
        far = spacing(barrel.x, barrel.y, x, y)
        if best < 0 or far < least - TOLERANCE:
            best = figure
            least = far
    return best


# ---------------------------------------------------------------- a shell or a grenade


def round_about(battle: GaslightBattle, figures: list[int], radius: float) -> list[int]:
    """All models that a burst on one of these figures might catch, in the order of their numbers."""
    x, y = battle.centre(figures)
    wide = 0.0
    for figure in figures:
        to_x, to_y = battle.at(figure)
        wide = max(wide, spacing(x, y, to_x, to_y))
    return catchable(battle, x, y, wide + radius, -1)
