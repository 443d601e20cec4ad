"""The enemy as one unit sees him: what it could do to each from a place, and what they could do to it there."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.angles import bearing, turn_between, wrapped
from playsheet.core.geometry import FAR, spacing
from playsheet.core.stances import NO_STANCES, Stances
from playsheet.rules.orderchips.battle.land import Land, Plot
from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.battle.units import Unit
from playsheet.rules.orderchips.dice.shooting import mark_of, target_case
from playsheet.rules.orderchips.doctrine.distances import distance_to_foe
from playsheet.rules.orderchips.doctrine.worth import added, chance, hit_worth, mean_cap, most_figures, worth_of
from playsheet.rules.orderchips.sheet.tables import Weapon
from playsheet.rules.orderchips.terms import Arc, Arm, Chip, Cover, Haywire, ShootingCase, Where

MOST_FOES: Final = 7  # the nearest so many are looked at
SCREEN: Final = 40.0  # inches: who is farther off does not matter yet
SHARE: Final = 0.45  # of an enemy's fire that comes this unit's way
UNDER_TEMPLATE: Final = 0.7  # of the figures a shell may take that stand close enough
FOE_RADIUS: Final = 0.5  # inches, of any base of theirs
UNKNOWN: Final = -1.0  # of what fire is worth


class Armament:
    """A weapon as it is fired: how many dice against which number, how far, in which arc, what a hit is worth."""

    def __init__(self, weapon: Weapon, dice: int, shoot: int, *, worth: float) -> None:
        self.weapon: Final = weapon
        self.short: Final[float] = weapon.short
        self.long: Final[float] = weapon.long
        self.dice: Final = dice
        self.shoot: Final = shoot
        self.worth: Final = worth


def arms_of(battle: ChipBattle, unit: Unit) -> list[Armament]:
    """What a unit shoots with; nothing if it cannot."""
    card = unit.card.machine
    found: list[Armament] = []
    if card is not None:
        machine = battle.machine_of(unit)
        if unit.kind == Arm.AUTOMATON and machine.haywire != Haywire.OBEYS:
            return found
        for place in machine.working():
            weapon = card.weapons[place]
            found.append(Armament(weapon, weapon.rof, machine.weapon_shoot(place), worth=0.0))
        return found
    weapon_held = unit.card.weapon
    if weapon_held is None or (unit.kind == Arm.GUN and not unit.serves()):
        return found
    dice = unit.card.shots(unit.figures)
    if dice > 0:
        found.append(Armament(weapon_held, dice, unit.card.shoot, worth=0.0))
    return found


def against(battle: ChipBattle, arms: list[Armament], target: Unit) -> list[Armament]:
    """The same weapons with what a hit on that target is worth, and its own modifiers on the number."""
    mark = mark_of(target.card, target.order, Cover.NONE)
    add = added(battle.rules, target_case(mark))
    most = most_figures(target)
    found: list[Armament] = []
    for arm in arms:
        worth = hit_worth(battle, target, arm.weapon.save.add)
        if arm.weapon.blast is not None and not target.is_machine():
            worth *= min(UNDER_TEMPLATE * mean_cap(arm.weapon), most)
        found.append(Armament(arm.weapon, arm.dice, arm.shoot + add, worth=worth))
    return found


class Stand:
    """A place where somebody stands or might stand: what covers him there is found once, when it first matters."""

    def __init__(self, land: Land, x: float, y: float, radius: float) -> None:
        self.land: Final = land
        self.x: Final = x
        self.y: Final = y
        self.radius: Final = radius
        self.known = False
        self.area: int = Cover.NONE
        self.lines: list[Plot] = []  # that a base lines there

    def cover(self, from_x: float, from_y: float) -> int:
        """Against fire from there."""
        if not self.known:
            self.known = True
            self.area = self.land.area_cover(self.x, self.y)
            self.lines = self.land.lined(self.x, self.y, self.radius)
        if not self.lines:
            return self.area
        return max(self.area, self.land.cover_across(self.lines, from_x, from_y, self.x, self.y))


class Foe:
    """An enemy unit, with what we can do to it and it to us."""

    def __init__(
        self,
        unit: Unit,
        x: float,
        y: float,
        far: float,
        worth: float,
        ours: list[Armament],
        theirs: list[Armament],
        moving: bool,
        stand: Stand,
        bit: i64,
    ) -> None:
        self.unit: Final = unit
        self.stand: Final = stand
        self.bit: Final[i64] = bit  # of a Spot
        self.engaged: Final = unit.is_locked() and not unit.is_machine()  # figures in melee are not shot at
        self.moving: Final = moving  # by its chip, or as we guess
        self.x: Final = x
        self.y: Final = y
        self.far: Final = far  # from where we stand
        self.worth: Final = worth  # all of it
        self.ours: Final = ours
        self.theirs: Final = theirs


class Spot:
    """A place that a unit thinks of: whom it would see, and the fire to and fro, found once, when it first matters."""

    def __init__(self, stand: Stand) -> None:
        self.x: Final[float] = stand.x
        self.y: Final[float] = stand.y
        self.stand: Final = stand
        self.looked: i64 = 0  # a bit for each foe ...
        self.hidden: i64 = 0  # ... whom it does not see
        self.fire = UNKNOWN
        self.threat = UNKNOWN


class Outlook:
    """The nearest enemies of a unit, and the modifiers that depend on a place."""

    def __init__(self, battle: ChipBattle, unit: Unit, stances: Stances = NO_STANCES) -> None:
        rules = battle.rules
        self.battle: Final = battle
        self.unit: Final = unit
        self.stances: Final = stances
        self.stance: Final = stances.of(unit.id)
        self.x: Final[float] = battle.at(battle.leader(unit))[0]
        self.y: Final[float] = battle.at(battle.leader(unit))[1]
        self.radius: Final[float] = min(battle.radius(battle.leader(unit)), 1.0)
        self.long: Final = added(rules, ShootingCase.LONG_RANGE)
        self.moving: Final = added(rules, ShootingCase.FIRER_MOVING)
        self.covers: Final = [0, added(rules, ShootingCase.LIGHT_COVER), added(rules, ShootingCase.HEAVY_COVER)]
        self.foes: Final = self.seen()
        self.here: Final = Spot(Stand(battle.land, self.x, self.y, self.radius))
        self.last: Spot = self.here  # that was thought of

    def seen(self) -> list[Foe]:
        battle = self.battle
        unit = self.unit
        arms = arms_of(battle, unit)
        found: list[Foe] = []
        for far, id in self.nearest_foes():
            other = battle.units[id]
            x, y = battle.middle(other)
            theirs: list[Armament] = []
            if not other.no_action and (other.is_machine() or not other.is_locked()):
                theirs = against(battle, arms_of(battle, other), unit)
            moving = is_likely_moving(battle, other)
            worth = worth_of(battle, other)
            stand = Stand(battle.land, x, y, FOE_RADIUS)
            ours = against(battle, arms, other)
            found.append(Foe(other, x, y, far, worth, ours, theirs, moving, stand, i64(1) << len(found)))
        return found

    def nearest_foes(self) -> list[tuple[float, int]]:
        """How far off and who, the nearest first; one alone if nobody is near enough to matter."""
        battle = self.battle
        near: list[tuple[float, int]] = []
        for id in battle.around(self.x, self.y, SCREEN):
            far = self.far_off(battle.units[id])
            if far <= SCREEN:
                near.append((far, id))
        if near:
            near.sort()
            return near[:MOST_FOES]
        for other in battle.units:
            far = self.far_off(other)
            if far < FAR and (not near or far < near[0][0]):
                near = [(far, other.id)]
        return near

    def far_off(self, other: Unit) -> float:
        """To the leader or hull of an enemy; FAR if he is none, or not there."""
        battle = self.battle
        if other.place != Where.ON_TABLE or not battle.hostile(self.unit, other):
            return FAR
        return spacing(self.x, self.y, *battle.at(battle.leader(other)))

    def nearest(self) -> Foe | None:
        return self.foes[0] if self.foes else None

    def distance(self) -> float:
        """To the nearest enemy leader or hull."""
        return self.foes[0].far if self.foes else FAR

    # ------------------------------------------------------------ from a place

    def spot(self, x: float, y: float) -> Spot:
        """The place, as far as it is known already."""
        last = self.last
        if last.x == x and last.y == y:
            return last
        here = self.here
        self.last = here if here.x == x and here.y == y else Spot(Stand(self.battle.land, x, y, self.radius))
        return self.last

    def is_hidden(self, spot: Spot, foe: Foe) -> bool:
        """Does ground block the line to him?"""
        if not spot.looked & foe.bit:
            spot.looked |= foe.bit
            if self.battle.land.hides(spot.x, spot.y, foe.x, foe.y):
                spot.hidden |= foe.bit
        return spot.hidden & foe.bit != 0

    def fire(self, x: float, y: float, moving: bool) -> float:
        """The best that the unit could do by fire from there, turned as it likes."""
        spot = self.spot(x, y)
        if moving:
            return self.best_fire(spot, moving)
        if spot.fire == UNKNOWN:
            spot.fire = self.best_fire(spot, moving)
        return spot.fire

    def best_fire(self, spot: Spot, moving: bool) -> float:
        best = 0.0
        for foe in self.foes:
            if foe.engaged:
                continue
            worth = self.fire_at(foe, spot.x, spot.y, moving, foe.ours)
            if worth > best and not self.is_hidden(spot, foe):
                best = worth
        return best

    def fire_facing(self, x: float, y: float, facing: float, moving: bool) -> float:
        """The same for a machine that faces so: each weapon by its own arc."""
        total = 0.0
        spot = self.spot(x, y)
        arms = len(self.foes[0].ours) if self.foes else 0
        for place in range(arms):
            best = 0.0
            for foe in self.foes:
                arm = foe.ours[place]
                if foe.engaged:
                    continue
                worth = self.arm_at(foe, arm, x, y, spacing(x, y, foe.x, foe.y), moving)
                if worth > foe.worth:
                    worth = foe.worth
                if worth > best and bears(arm.weapon, facing, x, y, foe) and not self.is_hidden(spot, foe):
                    best = worth
            total += best
        return total

    def fire_at(self, foe: Foe, x: float, y: float, moving: bool, arms: list[Armament]) -> float:
        far = spacing(x, y, foe.x, foe.y)
        worth = 0.0
        for arm in arms:
            worth += self.arm_at(foe, arm, x, y, far, moving)
        return worth if worth < foe.worth else foe.worth

    def arm_at(self, foe: Foe, arm: Armament, x: float, y: float, far: float, moving: bool) -> float:
        """What one weapon would do to him from there, at that distance."""
        if far > arm.long or arm.dice == 0:
            return 0.0
        number = arm.shoot + self.covers[foe.stand.cover(x, y)]
        if far > arm.short:
            number += self.long
        if moving:
            number += self.moving
        return arm.dice * chance(number) * arm.worth

    def threat(self, x: float, y: float) -> float:
        """What the enemy's fire would cost the unit there."""
        spot = self.spot(x, y)
        if spot.threat == UNKNOWN:
            spot.threat = self.total_threat(spot)
        return spot.threat

    def total_threat(self, spot: Spot) -> float:
        total = 0.0
        for foe in self.foes:
            far = spacing(spot.x, spot.y, foe.x, foe.y)
            worth = 0.0
            for arm in foe.theirs:
                if far > arm.long:
                    continue
                number = arm.shoot + self.covers[spot.stand.cover(foe.x, foe.y)]
                if far > arm.short:
                    number += self.long
                if foe.moving:
                    number += self.moving
                worth += arm.dice * chance(number) * arm.worth
            if worth > 0.0 and not self.is_hidden(spot, foe):
                total += SHARE * worth
        return total


def bears(weapon: Weapon, facing: float, x: float, y: float, foe: Foe) -> bool:
    """Is the enemy in the weapon's arc, a little inside it?"""
    if weapon.arc == Arc.TURRET:
        return True
    aside = 0.0 if weapon.arc == Arc.FRONT else 270.0 if weapon.arc == Arc.LEFT else 90.0
    return turn_between(wrapped(facing + aside), bearing(foe.x - x, foe.y - y)) <= 43.0


def is_likely_moving(battle: ChipBattle, unit: Unit) -> bool:
    """The chip of an enemy: what lies open, else a guess from what he has and where he stands.

    Guns stand; who can shoot at somebody within short range stands and shoots; who cannot, comes on.
    """
    if unit.chip != Chip.NONE:
        return unit.chip == Chip.MOVING
    if unit.kind == Arm.GUN or unit.is_locked():
        return False
    card = unit.card.machine
    short = unit.card.weapon.short if unit.card.weapon is not None else 0.0
    if card is not None:
        for weapon in card.weapons:
            short = max(short, weapon.short)
    if short <= 0.0 or unit.card.melee > unit.card.shoot + 1:
        return True
    return distance_to_foe(battle, unit) > short
