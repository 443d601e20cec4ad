"""Who may shoot at what, and what a volley is (4.6 to 4.8)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.geometry import TOLERANCE, spacing
from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.battle.units import Unit
from playsheet.rules.orderchips.dice.rolls import Number
from playsheet.rules.orderchips.dice.shooting import Aim, fire_case, mark_of, shoot_number
from playsheet.rules.orderchips.ground.lanes import Lane, lane_between
from playsheet.rules.orderchips.ground.sight import (
    cover_of,
    enfiladed,
    marks_on,
    range_from,
    weapon_bears,
    why_none_seen,
)
from playsheet.rules.orderchips.sheet.tables import Weapon, is_within
from playsheet.rules.orderchips.terms import Arm, Bar, Chip, Haywire, ModelKind, Order, RangeBand, Where
from playsheet.tabletop.machines.machine import NO_POWER

NO_WEAPON: Final = -1  # of a Shot: the unit's figures, or its gun
NO_AIM: Final = -1
NOT_WILD: Final[list[int]] = []


class Shot:
    """What a unit fires at with its figures or gun, or with one weapon of a machine.

    `aim` is the figure on whom a shell is laid, `men` those who fire where by switch not all fire at one target (R56).
    """

    def __init__(self, unit: int, weapon: int, target: int, aim: int, men: list[int] | None = None) -> None:
        self.unit: Final = unit
        self.weapon: Final = weapon
        self.target: Final = target
        self.aim: Final = aim
        self.men: Final[list[int]] = men if men is not None else []  # empty: everybody

    def text(self) -> str:
        """`12>7`, `12.1>7`, `12>7@133`; of some figures `12:40,41>7`."""
        weapon = f".{self.weapon}" if self.weapon >= 0 else ""
        men = ":" + ",".join([str(figure) for figure in self.men]) if self.men else ""
        aim = f"@{self.aim}" if self.aim >= 0 else ""
        return f"{self.unit}{weapon}{men}>{self.target}{aim}"


def read_shot(text: str) -> Shot | None:
    """The shot that a text says; None if it says none."""
    who, arrow, whom = text.partition(">")
    who, colon, some = who.partition(":")
    unit, dot, weapon = who.partition(".")
    target, at, aim = whom.partition("@")
    men = some.split(",") if colon else []
    parts = [unit, target, *men, *([weapon] if dot else []), *([aim] if at else [])]
    if not arrow or not all(part.isascii() and part.isdigit() and len(part) < 7 for part in parts):
        return None
    figures = [int(figure) for figure in men]
    return Shot(int(unit), int(weapon) if dot else NO_WEAPON, int(target), int(aim) if at else NO_AIM, figures)


# ---------------------------------------------------------------- who may fire


def may_fire(battle: ChipBattle, unit: Unit, *, interrupt: bool) -> bool:
    """Once a turn, whatever happens; as an interrupt only a unit that stands (4.6.1)."""
    return not why_not_fire(battle, unit, interrupt=interrupt)


def why_not_fire(battle: ChipBattle, unit: Unit, *, interrupt: bool) -> str:
    """Why it may not, in a word."""
    if unit.place != Where.ON_TABLE:
        return Bar.GONE
    if unit.fired:
        return Bar.FIRED
    if unit.no_action:
        return Bar.NO_ACTION
    if unit.ran:
        return Bar.RAN
    if unit.bad_cartridges:
        return Bar.CARTRIDGES
    if unit.chip != Chip.STATIONARY and (interrupt or unit.chip != Chip.MOVING):
        return Bar.MOVES if unit.chip == Chip.MOVING else Bar.NO_CHIP
    if interrupt and unit.forced:
        return Bar.FORCED
    if interrupt and unit.seat < 0:
        return Bar.NEVER
    if unit.is_machine():
        return why_machine_silent(battle, unit)
    if unit.is_locked():
        return Bar.LOCKED
    return "" if is_armed(unit) else Bar.UNARMED


def why_machine_silent(battle: ChipBattle, unit: Unit) -> str:
    """Why a machine cannot fire, in a word; an automaton must have its wits and its power (4.10.4, 4.14.2)."""
    if not unit.has_machine():
        return Bar.GONE
    machine = battle.machine_of(unit)
    if unit.kind == Arm.AUTOMATON:
        if machine.haywire != Haywire.OBEYS or unit.fit:
            return Bar.HAYWIRE
        if machine.engine == NO_POWER:
            return Bar.NO_POWER
    return "" if machine.working() else Bar.NO_WEAPONS


def is_armed(unit: Unit) -> bool:
    """A crew without its gun is not (R74); whoever is with it may be."""
    if unit.kind == Arm.GUN:
        return unit.serves() or len(unit.attached) > 0
    return unit.card.weapon is not None or len(unit.attached) > 0


def longest(battle: ChipBattle, unit: Unit) -> float:
    """The longest range in the unit."""
    card = unit.card.machine
    weapons = list(card.weapons) if card is not None else []
    for id in [unit.id, *unit.attached]:
        weapon = battle.units[id].card.weapon
        if weapon is not None:
            weapons.append(weapon)
    far = 0.0
    for weapon in weapons:
        reach = weapon.short if battle.haze else weapon.long
        if reach > far:
            far = reach
    return far


def may_be_shot(battle: ChipBattle, unit: Unit, target: Unit) -> bool:
    """An enemy, or natives whosever foes they are (R79); no figures in melee, nor whom a machine touches (4.3.7)."""
    return not why_no_target(battle, unit, target)


def why_no_target(battle: ChipBattle, unit: Unit, target: Unit) -> str:
    """Why it may not be shot at, wherever it stands, in a word."""
    if target.place != Where.ON_TABLE or target.side == unit.side:
        return Bar.NEVER
    if target.id in unit.locked:
        return Bar.IN_MELEE
    if unit.seat < 0 and not battle.hostile(unit, target):
        return Bar.NEVER
    if target.is_machine():
        return "" if target.has_machine() else Bar.NEVER
    return Bar.IN_MELEE if target.is_locked() else ""


# ---------------------------------------------------------------- a volley


class Volley:
    """A shot as it is laid: who fires from where, the dice of each kind, and what they do where they hit."""

    def __init__(self, shot: Shot, target: Unit, x: float, y: float, distance: float, band: int) -> None:
        self.shot: Final = shot
        self.target: Final = target
        self.x: Final = x
        self.y: Final = y
        self.distance: Final = distance
        self.band: Final = band
        self.cover = 0
        self.firing = 0  # figures, crew or a weapon
        self.notables: list[int] = []  # who fire with them
        self.aims: Final[list[Aim]] = []
        self.weapons: Final[list[Weapon]] = []  # of each aim
        self.numbers: Final[list[Number]] = []
        self.hits: Final[list[int]] = []  # of each aim, once they are thrown

    def add(self, dice: int, weapon: Weapon, number: Number, band: int) -> None:
        self.aims.append(Aim(dice, number, weapon.throws[band]))
        self.weapons.append(weapon)
        self.numbers.append(number)


def band_of(battle: ChipBattle, weapon: Weapon, distance: float) -> int:
    """Short, long or beyond; in haze nobody fires at long range (4.15.2)."""
    band = weapon.band(distance)
    return RangeBand.BEYOND if band == RangeBand.LONG and battle.haze else band


def gun_band(battle: ChipBattle, weapon: Weapon, unit: Unit, target: Unit) -> int:
    """The same from the unit's gun or hull."""
    x, y = battle.at(unit.model)
    return band_of(battle, weapon, range_from(battle, x, y, target))


def lay_volley(battle: ChipBattle, shot: Shot, *, wild: bool) -> Volley | None:
    """The volley that a shot is, as things stand; None if nobody can fire it. `wild`: by a haywire automaton (R76)."""
    unit = battle.units[shot.unit]
    if shot.weapon >= 0:
        return lay_weapon(battle, shot, unit, wild)
    if unit.kind == Arm.GUN and unit.serves():
        return lay_gun(battle, shot, unit)
    return lay_figures(battle, shot, unit)


def lay_figures(battle: ChipBattle, shot: Shot, unit: Unit) -> Volley | None:
    """Those with a target model in arc and sight, from their common centre (4.6.3, section 9)."""
    target = battle.units[shot.target]
    marks = marks_on(battle, target)
    weapon = unit.card.weapon if unit.kind != Arm.GUN else None
    free = shot.men or battle.men(unit)
    lane = lane_between(battle, unit, target)
    men = [figure for figure in free if weapon is not None and lane.sees_any(battle, figure)]
    guests = guests_who_see(battle, unit, lane) if goes_along(battle, shot) else []
    if not men and not guests:
        return None
    x, y = battle.centre(men or [battle.units[id].first for id in guests])
    distance = range_from(battle, x, y, target)
    band = band_of(battle, weapon, distance) if weapon is not None and men else RangeBand.BEYOND
    volley = Volley(shot, target, x, y, distance, band)
    volley.cover = cover_of(battle, target, marks, x, y)
    if weapon is not None and band != RangeBand.BEYOND:
        volley.firing = len(men)
        number = number_at(battle, volley, unit, unit.card.shoot, band, wild=False)
        volley.add(unit.card.shots(len(men)), weapon, number, band)
    add_guests(battle, volley, unit, guests)
    return volley if volley.aims else None


def lay_gun(battle: ChipBattle, shot: Shot, unit: Unit) -> Volley | None:
    """The gun itself, from where it stands, as many dice as its crew can serve it for."""
    target = battle.units[shot.target]
    marks = marks_on(battle, target)
    weapon = unit.card.weapon
    x, y = battle.at(unit.model)
    distance = range_from(battle, x, y, target)
    band = band_of(battle, weapon, distance) if weapon is not None else RangeBand.BEYOND
    dice = unit.card.shots(serving(battle, unit))
    volley = Volley(shot, target, x, y, distance, band)
    volley.cover = cover_of(battle, target, marks, x, y)
    lane = lane_between(battle, unit, target)
    if weapon is not None and band != RangeBand.BEYOND and dice and lane.sees_any(battle, unit.model):
        volley.firing = serving(battle, unit)
        volley.add(dice, weapon, number_at(battle, volley, unit, unit.card.shoot, band, wild=False), band)
    add_guests(battle, volley, unit, guests_who_see(battle, unit, lane))
    return volley if volley.aims else None


def serving(battle: ChipBattle, unit: Unit) -> int:
    """Crewmen near enough to the gun to serve it (R7, R74)."""
    n = 0
    for figure in battle.men(unit):
        if is_within(battle.gap(figure, unit.model), battle.rules.serve):
            n += 1
    return n


def lay_weapon(battle: ChipBattle, shot: Shot, unit: Unit, wild: bool) -> Volley | None:
    """One weapon of a machine, from the centre of its hull, by its own arc and SHOOT."""
    target = battle.units[shot.target]
    weapon = ready_weapon(battle, shot, unit)
    if weapon is None:
        return None
    machine = battle.machine_of(unit)
    x, y = battle.at(unit.model)
    distance = range_from(battle, x, y, target)
    band = band_of(battle, weapon, distance)
    volley = Volley(shot, target, x, y, distance, band)
    volley.cover = cover_of(battle, target, marks_on(battle, target), x, y)
    volley.firing = 1
    volley.add(
        weapon.rof, weapon, number_at(battle, volley, unit, machine.weapon_shoot(shot.weapon), band, wild=wild), band
    )
    return volley


def ready_weapon(battle: ChipBattle, shot: Shot, unit: Unit) -> Weapon | None:
    """The weapon of a machine, if it works, reaches the target and sees it in its arc."""
    card = unit.card.machine
    if card is None or shot.weapon >= len(card.weapons) or why_weapon_silent(battle, shot, unit, card.weapons):
        return None
    return card.weapons[shot.weapon]


def why_weapon_silent(battle: ChipBattle, shot: Shot, unit: Unit, weapons: list[Weapon]) -> str:
    """Why a weapon of a machine cannot fire that shot, in a word."""
    target = battle.units[shot.target]
    weapon = weapons[shot.weapon]
    if battle.machine_of(unit).weapon_shoot(shot.weapon) == 0:
        return Bar.BROKEN
    if gun_band(battle, weapon, unit, target) == RangeBand.BEYOND:
        return Bar.TOO_FAR
    hull = battle.hull_of(unit)
    lane = lane_between(battle, unit, target)
    why = Bar.OUT_OF_ARC
    for model in lane.marks:
        x, y = battle.at(model)
        if weapon_bears(battle, hull, weapon, x, y):
            if lane.sees(battle, unit.model, model):
                return ""
            why = Bar.HIDDEN
    return why


def weapon_marks(battle: ChipBattle, unit: Unit, weapon: Weapon, lane: Lane) -> list[int]:
    """Those of the models that are in a weapon's arc and in sight of the hull."""
    hull = battle.hull_of(unit)
    found: list[int] = []
    for model in lane.marks:
        x, y = battle.at(model)
        if weapon_bears(battle, hull, weapon, x, y) and lane.sees(battle, unit.model, model):
            found.append(model)
    return found


def guests_who_see(battle: ChipBattle, unit: Unit, lane: Lane) -> list[int]:
    """Notable persons with the unit who are armed, have not fired this turn, and see the target."""
    found: list[int] = []
    for id in unit.attached:
        notable = battle.units[id]
        if notable.card.weapon is not None and not notable.fired and lane.sees_any(battle, notable.first):
            found.append(id)
    return found


def goes_along(battle: ChipBattle, shot: Shot) -> bool:
    """Notable persons fire with the leader, wherever by switch the others fire."""
    return not shot.men or battle.units[shot.unit].first in shot.men


def add_guests(battle: ChipBattle, volley: Volley, unit: Unit, guests: list[int]) -> None:
    """They fire at the unit's target and range, by their own SHOOT and weapon, last (4.0.3, 4.2.4)."""
    for id in guests:
        card = battle.units[id].card
        weapon = card.weapon
        band = band_of(battle, weapon, volley.distance) if weapon is not None else RangeBand.BEYOND
        if weapon is not None and band != RangeBand.BEYOND:
            volley.notables = [*volley.notables, id]
            number = number_at(battle, volley, unit, card.shoot, band, wild=False, in_ranks=False)
            volley.add(weapon.rof, weapon, number, band)


def number_at(
    battle: ChipBattle, volley: Volley, unit: Unit, shoot: int, band: int, *, wild: bool, in_ranks: bool = True
) -> Number:
    """SHOOT with all that applies; who only walks with infantry fires no volleys."""
    target = volley.target
    mark = mark_of(target.card, target.order, volley.cover)
    mark.enfiladed = enfiladed(battle, target, volley.x, volley.y)
    mark.charging = target.charging
    close_infantry = in_ranks and unit.kind == Arm.INFANTRY and unit.order == Order.CLOSE
    case = fire_case(mark, band, moving=unit.counts_as_moving() or wild, close_infantry=close_infantry)
    return shoot_number(battle.rules, shoot, case)


# ---------------------------------------------------------------- legal shots


def bears(battle: ChipBattle, shot: Shot) -> bool:
    """Is there a volley in a shot? `lay_volley` says the same, with cover and dice; here one who sees is enough."""
    unit = battle.units[shot.unit]
    if shot.weapon >= 0:
        return ready_weapon(battle, shot, unit) is not None
    target = battle.units[shot.target]
    weapon = unit.card.weapon
    if unit.kind == Arm.GUN and unit.serves():
        return gun_bears(battle, unit, target)
    if weapon is None or unit.attached or unit.kind == Arm.GUN:
        return figures_bear(battle, shot, unit, target)
    men = shot.men or battle.men(unit)
    ranges = Ranges(battle, men, target)
    reach = weapon.short if battle.haze else weapon.long
    if ranges.least > reach + 2.0 * TOLERANCE:
        return False
    if ranges.most > reach:
        return figures_bear(battle, shot, unit, target)  # it depends on who of them sees
    lane = lane_between(battle, unit, target)
    for figure in men:
        if lane.sees_any(battle, figure):
            return True
    return False


def gun_bears(battle: ChipBattle, unit: Unit, target: Unit) -> bool:
    """The same of a gun with its crew, and of whoever is with them: all measure from the gun."""
    weapon = unit.card.weapon
    if weapon is not None and gun_band(battle, weapon, unit, target) != RangeBand.BEYOND:
        lane = lane_between(battle, unit, target)
        if unit.card.shots(serving(battle, unit)) > 0 and lane.sees_any(battle, unit.model):
            return True
    if not unit.attached:
        return False
    x, y = battle.at(unit.model)
    guests = guests_who_see(battle, unit, lane_between(battle, unit, target))
    return guests_reach(battle, guests, range_from(battle, x, y, target))


def figures_bear(battle: ChipBattle, shot: Shot, unit: Unit, target: Unit) -> bool:
    """The same of figures: the range is measured from the common centre of those who see."""
    weapon = unit.card.weapon if unit.kind != Arm.GUN else None
    lane = lane_between(battle, unit, target)
    men: list[int] = []
    if weapon is not None:
        men = [figure for figure in shot.men or battle.men(unit) if lane.sees_any(battle, figure)]
    guests = guests_who_see(battle, unit, lane) if goes_along(battle, shot) else []
    if not men and not guests:
        return False
    x, y = battle.centre(men or [battle.units[id].first for id in guests])
    distance = range_from(battle, x, y, target)
    if weapon is not None and men and band_of(battle, weapon, distance) != RangeBand.BEYOND:
        return True
    return guests_reach(battle, guests, distance)


def guests_reach(battle: ChipBattle, guests: list[int], distance: float) -> bool:
    """Does the weapon of any of these notable persons reach so far?"""
    for id in guests:
        weapon = battle.units[id].card.weapon
        if weapon is not None and band_of(battle, weapon, distance) != RangeBand.BEYOND:
            return True
    return False


def why_no_volley(battle: ChipBattle, shot: Shot) -> str:
    """Why there is no volley in a shot of figures, a gun or a weapon, in a word."""
    if bears(battle, shot):
        return ""
    unit = battle.units[shot.unit]
    target = battle.units[shot.target]
    card = unit.card.machine
    if card is not None:
        return why_weapon_silent(battle, shot, unit, card.weapons)
    if not Reach(battle, unit).holds(battle, target):
        return Bar.TOO_FAR
    marks = marks_on(battle, target)
    if unit.serves():
        weapon = unit.card.weapon
        if weapon is None or gun_band(battle, weapon, unit, target) == RangeBand.BEYOND:
            return Bar.TOO_FAR
        return why_none_seen(battle, unit.model, marks) or Bar.UNSERVED
    whys = [why_none_seen(battle, figure, marks) for figure in battle.members(unit)]
    if is_beyond(battle, unit, target) or "" in whys:
        return Bar.TOO_FAR
    return Bar.HIDDEN if Bar.HIDDEN in whys else Bar.OUT_OF_ARC


def is_beyond(battle: ChipBattle, unit: Unit, target: Unit) -> bool:
    """Is the target out of range, whoever of its figures fire?"""
    return Ranges(battle, battle.members(unit), target).least > longest(battle, unit) + 2.0 * TOLERANCE


class Ranges:
    """Between what limits the range to a target lies, whoever of these figures fire from their common centre."""

    def __init__(self, battle: ChipBattle, men: list[int], target: Unit) -> None:
        to_x, to_y = battle.middle(target)
        x, y = battle.centre(men)
        far = spacing(x, y, to_x, to_y)
        ux = (to_x - x) / far if far > TOLERANCE else 0.0
        uy = (to_y - y) / far if far > TOLERANCE else 0.0
        least = far
        most = far
        for figure in men:
            x, y = battle.at(figure)
            least = min(least, (to_x - x) * ux + (to_y - y) * uy)
            most = max(most, spacing(x, y, to_x, to_y))
        self.least: Final = least
        self.most: Final = most


def shots(battle: ChipBattle, unit: Unit, *, interrupt: bool) -> list[Shot]:
    """Every target of the unit, or of each weapon of a machine, by roster; a shell is laid where it catches most."""
    found: list[Shot] = []
    if not may_fire(battle, unit, interrupt=interrupt):
        return found
    for id in in_range(battle, unit):
        found += laid_at(battle, unit, battle.units[id])
    return found


class Reach:
    """From where a unit fires, and how far off the middle of a target may be at the most."""

    def __init__(self, battle: ChipBattle, unit: Unit) -> None:
        circle = battle.circle(unit)
        self.x: Final = circle.x
        self.y: Final = circle.y
        self.far: Final[float] = longest(battle, unit) + circle.spread + 2.0 * TOLERANCE

    def holds(self, battle: ChipBattle, target: Unit) -> bool:
        to_x, to_y = battle.middle(target)
        return spacing(self.x, self.y, to_x, to_y) <= self.far


def in_range(battle: ChipBattle, unit: Unit) -> list[int]:
    """The units that might be near enough at all, by roster."""
    reach = Reach(battle, unit)
    found: list[int] = []
    for id in battle.around(reach.x, reach.y, reach.far):
        other = battle.units[id]
        if other.side != unit.side and may_be_shot(battle, unit, other) and reach.holds(battle, other):
            found.append(id)
    return found


def shots_at(battle: ChipBattle, unit: Unit, target: Unit, *, interrupt: bool) -> list[Shot]:
    """The same against one unit."""
    if (
        unit.place != Where.ON_TABLE
        or not may_be_shot(battle, unit, target)
        or not Reach(battle, unit).holds(battle, target)
    ):
        return []
    return laid_at(battle, unit, target) if may_fire(battle, unit, interrupt=interrupt) else []


def laid_at(battle: ChipBattle, unit: Unit, target: Unit) -> list[Shot]:
    """Of each weapon, or of the unit, the shot at a target that may be shot at, if there is one."""
    weapons = battle.machine_of(unit).working() if unit.is_machine() else [NO_WEAPON]
    found: list[Shot] = []
    for weapon in weapons:
        shot = Shot(unit.id, weapon, target.id, NO_AIM)
        if bears(battle, shot):
            found.append(aimed(battle, shot))
    return found


def aimed(battle: ChipBattle, shot: Shot) -> Shot:
    """The shot, laid on the figure round whom most enemies and fewest friends stand, if it bursts."""
    unit = battle.units[shot.unit]
    target = battle.units[shot.target]
    weapon = weapon_of(unit, shot.weapon)
    if weapon is None or weapon.blast is None or target.is_machine():
        return shot
    best = NO_AIM
    most = 0
    for model in aims(battle, shot):
        worth = harvest(battle, unit, model, weapon.blast.radius)
        if best < 0 or worth > most:
            best = model
            most = worth
    return Shot(shot.unit, shot.weapon, shot.target, best)


def aims(battle: ChipBattle, shot: Shot) -> list[int]:
    """The figures of the target on which a shell may be laid: those in arc and sight (4.8.1)."""
    unit = battle.units[shot.unit]
    target = battle.units[shot.target]
    weapon = weapon_of(unit, shot.weapon)
    if weapon is None or weapon.blast is None or target.is_machine():
        return []
    lane = lane_between(battle, unit, target)
    if shot.weapon >= 0:
        return weapon_marks(battle, unit, weapon, lane)
    if unit.kind == Arm.GUN:
        return lane.seen(battle, unit.model) if unit.serves() else []
    men = battle.men(unit)
    return [mark for mark in lane.marks if any(lane.sees_ahead(battle, man, mark) for man in men)]


def harvest(battle: ChipBattle, unit: Unit, model: int, radius: float) -> int:
    """Enemies under a template laid there, less twice the friends."""
    x, y = battle.at(model)
    worth = 0
    for other in battle.near.within(x, y, radius + 2.0 * TOLERANCE):
        if battle.part[i64(other)] != ModelKind.FIGURE:
            continue
        to_x, to_y = battle.at(other)
        if is_within(spacing(x, y, to_x, to_y), radius):
            worth += 1 if battle.unit_of(other).side != unit.side else -2
    return worth


def weapon_of(unit: Unit, weapon: int) -> Weapon | None:
    card = unit.card.machine
    if card is not None:
        return card.weapons[weapon] if 0 <= weapon < len(card.weapons) else None
    return unit.card.weapon


def refusal(battle: ChipBattle, chosen: list[Shot], *, interrupt: bool) -> str:
    """Why one player may not fire all these shots at one moment; empty if he may."""
    fired: dict[int, int] = {}
    for shot in chosen:
        if not 0 <= shot.unit < len(battle.units) or not 0 <= shot.target < len(battle.units):
            return f"there is no such unit in {shot.text()}."
        unit = battle.units[shot.unit]
        said = shot_refusal(battle, shot, unit, interrupt)
        if said:
            return said
        if split_refusal(battle, shot, unit, chosen):
            return split_refusal(battle, shot, unit, chosen)
        fired[shot.unit] = fired.get(shot.unit, 0) + 1
        if unit.kind != Arm.AUTOMATON and unit.is_machine() and fired[shot.unit] > battle.machine_of(unit).crew:
            return f"{unit.name} has a crew for {battle.machine_of(unit).crew} weapons only (R40)."
    return ""


def split_refusal(battle: ChipBattle, shot: Shot, unit: Unit, chosen: list[Shot]) -> str:
    """Each weapon and each unit of figures has one target; by switch each figure has (R56)."""
    if shot.men and (unit.is_machine() or unit.serves() or not battle.rules.figures_split_fire):
        return f"{unit.name} fires at one target only (R56)."
    for other in chosen:
        if other is shot or other.unit != shot.unit or other.weapon != shot.weapon:
            continue
        if not shot.men or not other.men or any(figure in other.men for figure in shot.men):
            return f"{unit.name} fires at one target only (R56)."
    if not all(figure in battle.men(unit) for figure in shot.men):
        return f"{unit.name} has no such figures as in {shot.text()}."
    return ""


def shot_refusal(battle: ChipBattle, shot: Shot, unit: Unit, interrupt: bool) -> str:
    """Why a single shot is not legal."""
    target = battle.units[shot.target]
    if (shot.weapon >= 0) != unit.is_machine():
        return f"{unit.name}: expected {'a weapon' if unit.is_machine() else 'no weapon'} in {shot.text()}."
    if not may_fire(battle, unit, interrupt=interrupt):
        return f"{unit.name} may not fire now."
    if not may_be_shot(battle, unit, target) or not bears(battle, shot):
        return f"{unit.name} has no shot at {target.name}."
    allowed = aims(battle, shot)
    if allowed and shot.aim not in allowed:
        return f"{unit.name} must lay its shell on a figure of {target.name} in sight."
    if not allowed and shot.aim != NO_AIM:
        return f"{unit.name} lays no shell on {target.name}."
    return ""
