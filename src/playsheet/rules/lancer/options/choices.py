"""What may be chosen: the one place that says which actions are legal.

A predicate `bar_to_...` says in a word why something may not be done, and is empty if it may. What is offered is listed
here by these words; what is not, with its reason in a sentence, in why_not.
"""

from __future__ import annotations

from math import sqrt
from typing import Final

from playsheet.core.angles import bearing, toward, turn_between, wrapped
from playsheet.core.asking import Ghost, Option, Outcome, Region, Word
from playsheet.core.events import Battle
from playsheet.core.geometry import FAR, TOLERANCE, Rect, spacing
from playsheet.rules.lancer.battle.state import LancerBattle
from playsheet.rules.lancer.battle.units import Unit, files_of
from playsheet.rules.lancer.ground.contact import bearing_away, pairs_of, squared_up
from playsheet.rules.lancer.ground.moving import (
    LeaveRegion,
    RideRegion,
    bars_horse,
    beside,
    blocks,
    charge_rate,
    end_of,
    ghost_of,
    path,
    refuses_place,
    same_melee,
    seen_as,
    standing,
    turned_footprint,
    unit_gap,
)
from playsheet.rules.lancer.ground.sight import in_arc, nearest_figure, range_to, sees
from playsheet.rules.lancer.sheet import Weapon
from playsheet.rules.lancer.terms import FORMATIONS, Arm, Formation, Met
from playsheet.tabletop import options as tabletop


class OfUnit(tabletop.OfUnit):
    """Something about one unit."""

    def named(self, battle: Battle) -> str:
        assert isinstance(battle, LancerBattle)
        return battle.units[self.unit].name


class Nothing(Word):
    def __init__(self) -> None:
        super().__init__("nothing", "Do nothing")


class Move(Word):
    def __init__(self) -> None:
        super().__init__("move", "Move")


class ChangeFormation(Word):
    def __init__(self, formation: int) -> None:
        super().__init__("form:" + FORMATIONS[formation], f"Form {FORMATIONS[formation]}")
        self.formation: Final = formation


class Shoot(OfUnit):
    def __init__(self, target: int) -> None:
        super().__init__("shoot", target, "Shoot at {}")
        self.target: Final = target


class Charge(OfUnit):
    def __init__(self, target: int) -> None:
        super().__init__("charge", target, "Charge {}")
        self.target: Final = target


class Melee(Word):
    def __init__(self) -> None:
        super().__init__("melee", "Fight on in melee")


class LeaveMelee(Word):
    def __init__(self) -> None:
        super().__init__("leave_melee", "Leave the melee")


class ClearJam(Word):
    def __init__(self) -> None:
        super().__init__("clear_jam", "Clear the jammed Gatling")


class Rally(Word):
    def __init__(self) -> None:
        super().__init__("rally", "Rally")


NOTHING: Final = Nothing()
MOVE: Final = Move()
MELEE: Final = Melee()
LEAVE: Final = LeaveMelee()
CLEAR: Final = ClearJam()
RALLY: Final = Rally()
FORMS: Final = [ChangeFormation(Formation.LINE), ChangeFormation(Formation.EXTENDED), ChangeFormation(Formation.COLUMN)]


# Why not, in a word.
IN_MELEE: Final = "in melee"
DISRUPTED: Final = "disrupted"
UNFORMED: Final = "unformed"
JAMMED: Final = "jammed"
TOO_FEW: Final = "too few"
NO_TARGET: Final = "no target"  # a friend, or gone
COMMANDER: Final = "commander"
RANGE: Final = "range"
ARC: Final = "arc"
SIGHT: Final = "sight"
TURN: Final = "turn"
ROOM: Final = "room"
MISSED: Final = "missed"
ANOTHER: Final = "another"
ATTACHED: Final = "attached"


def bar_to_acting(battle: LancerBattle, unit: Unit) -> str:
    """What keeps the unit from all that a free one may do (R16, R34, R55)."""
    if unit.in_melee():
        return IN_MELEE
    if unit.disrupted and not battle.rules.disrupted_free:
        return DISRUPTED
    return "" if unit.formed else UNFORMED  # no room to form up yet: it can only wait


def actions(battle: LancerBattle, unit: Unit) -> list[Option]:
    """All that the unit may do with this activation (table `actions`; R16, R34)."""
    found: list[Option] = [NOTHING]
    bar = bar_to_acting(battle, unit)
    if bar == IN_MELEE:
        found.append(MELEE)
        if can_leave(battle, unit):
            found.append(LEAVE)
        if unit.disrupted:
            found.append(RALLY)
        return found
    if unit.disrupted:
        found.append(RALLY)
    if bar:
        return found
    found.append(MOVE)
    if unit.kind == Arm.FOOT or unit.kind == Arm.HORSE:
        for form in FORMS:
            if form.formation != unit.formation and not bar_to_formation(battle, unit, form.formation):
                found.append(form)
    weapon = unit.card.weapon
    if weapon is not None:
        if unit.jammed:
            found.append(CLEAR)
        for target in targets(battle, unit, weapon):
            found.append(Shoot(target))
    if unit.kind != Arm.GUN:
        for target in charge_targets(battle, unit):
            found.append(Charge(target))
    return found


def can_leave(battle: LancerBattle, unit: Unit) -> bool:
    """Is there a straight way out of contact (R54, R61)?"""
    return LeaveRegion(battle, unit, same_melee(battle, unit), bearing_away(battle, unit)).is_open()


def bar_to_formation(battle: LancerBattle, unit: Unit, formation: int) -> str:
    """What is in the way of it: same centre, same facing (R54); only a column keeps to a road through woods."""
    there = battle.footprint(unit, formation, unit.x, unit.y, unit.facing)
    why = battle.land.refuses(there, bars_horse(battle, unit), formation == Formation.COLUMN)
    if why or files_of(unit.figures, formation) == files_of(unit.figures, unit.formation):
        return why
    return refuses_place(battle, unit, there)


# ---------------------------------------------------------------- shooting


def firing_dice(battle: LancerBattle, unit: Unit, weapon: Weapon) -> int:
    """How many dice the unit throws: rifles by figures in the front two ranks, guns by crew (R6, R7)."""
    if not weapon.by_figures:
        return weapon.dice_for(unit.figures, False)
    return weapon.dice_for(firing_figures(battle, unit), battle.rules.round_up)


def firing_figures(battle: LancerBattle, unit: Unit) -> int:
    """Those in the ranks that fire (R7)."""
    return min(unit.figures, files_of(unit.figures, unit.formation) * battle.rules.firing_ranks)


def bar_to_fire(battle: LancerBattle, unit: Unit, weapon: Weapon) -> str:
    """Why it can shoot at nobody at all: jammed (R23), or no die to throw (R6, R7)."""
    if unit.jammed:
        return JAMMED
    return TOO_FEW if firing_dice(battle, unit, weapon) == 0 else ""


def bar_to_shot(battle: LancerBattle, unit: Unit, weapon: Weapon, target: Unit) -> str:
    """An enemy unit, not a loose commander, not in melee (R27, R36); then range, arc and sight (4.3.1)."""
    if target.side == unit.side or not target.on_table():
        return NO_TARGET
    if target.kind == Arm.COMMANDER:
        return COMMANDER
    if target.foes and not battle.rules.fire_into_melee:
        return IN_MELEE
    if range_to(battle, unit, target) > weapon.reach + TOLERANCE:
        return RANGE
    if not in_arc(battle, unit, target):
        return ARC
    return "" if sees(battle, unit, target) else SIGHT


def targets(battle: LancerBattle, unit: Unit, weapon: Weapon) -> list[int]:
    """Whom the unit may shoot at now."""
    if bar_to_fire(battle, unit, weapon):
        return []
    return [target.id for target in in_range(battle, unit, weapon) if not bar_to_shot(battle, unit, weapon, target)]


def in_range(battle: LancerBattle, unit: Unit, weapon: Weapon) -> list[Unit]:
    """Whoever stands near enough to be looked at as a target."""
    return battle.around(unit.x, unit.y, weapon.reach + unit.shape[0].radius)


# ---------------------------------------------------------------- charging


def charge_targets(battle: LancerBattle, unit: Unit) -> list[int]:
    """Whom the unit may charge (R20, R47)."""
    return [target.id for target in in_charge_reach(battle, unit) if not bar_to_charge(battle, unit, target)]


def in_charge_reach(battle: LancerBattle, unit: Unit) -> list[Unit]:
    """Whoever stands near enough to be looked at."""
    if battle.rules.charge_any_distance:
        return battle.units
    return battle.around(unit.x, unit.y, charge_reach(battle, unit) + unit.shape[0].radius)


def charge_reach(battle: LancerBattle, unit: Unit) -> float:
    """How far it could charge at most, over whatever ground."""
    rules = battle.rules
    reach = rules.charges[Arm.HORSE if unit.mounted() else Arm.FOOT].most
    return rules.woods_charge.most if rules.woods_charge.most > reach else reach


def bar_to_charge(battle: LancerBattle, unit: Unit, target: Unit) -> str:
    """Seen, and reachable straight ahead after a turn of at most 45 degrees (R20, R47)."""
    if target.side == unit.side or not target.on_table():
        return NO_TARGET
    if not sees(battle, unit, target):
        return SIGHT
    return "" if best_aim(battle, unit, target) >= 0.0 else MISSED


def best_aim(battle: LancerBattle, unit: Unit, target: Unit, *, counter: bool = False) -> float:
    """A bearing that brings the charge home on the target: at its centre if it can be, else at a corner; -1 if none."""
    straight = bearing(target.x - unit.x, target.y - unit.y)
    most = battle.rules.charge_turn
    aim = toward(unit.facing, straight, most)
    if not bar_to_aim(battle, unit, target, aim, counter):
        return aim
    if turn_between(unit.facing, straight) > most + 60.0:
        return -1.0
    if not bar_to_aim(battle, unit, target, unit.facing, counter):
        return unit.facing  # hemmed in by friends it may have no room to turn
    for part in target.shape:
        corners = part.corners()
        for corner in range(4):
            at = bearing(corners[2 * corner] - unit.x, corners[2 * corner + 1] - unit.y)
            aim = toward(unit.facing, at, most)
            if not bar_to_aim(battle, unit, target, aim, counter):
                return aim
    return -1.0


def charge_gap(footprint: Rect, target: Unit) -> float:
    """How far the charge has to go, whatever may stop it on the way (R47)."""
    return unit_gap(footprint, footprint.ux, footprint.uy, target)


def first_met(battle: LancerBattle, unit: Unit, there: Rect) -> int:
    """Which unit is the first in the way of a charge straight ahead: an enemy no farther off than a friend is (R48)."""
    nearest = FAR
    first = -1
    ground = battle.land.ground
    across = ground.width + ground.depth
    for other in battle.along(there.x, there.y, there.ux, there.uy, across, there.radius):
        if blocks(unit, other):
            far = unit_gap(there, there.ux, there.uy, other)
            if far < nearest - TOLERANCE or (far < nearest + TOLERANCE and far < FAR and other.side != unit.side):
                nearest = far
                first = other.id
    return first


def bar_to_aim(battle: LancerBattle, unit: Unit, target: Unit, aim: float, counter: bool = False) -> str:
    """Why a charge along that bearing is not legal. A counter-charge meets the charger first (R53)."""
    turn = turn_between(unit.facing, aim)
    if turn > battle.rules.charge_turn + TOLERANCE:
        return TURN
    there = turned_footprint(battle, unit, aim)
    far = charge_gap(there, target)
    if far >= FAR:
        return MISSED
    if far > charge_rate(battle, unit, there).most + TOLERANCE and not battle.rules.charge_any_distance:
        return RANGE
    if turn > TOLERANCE and refuses_place(battle, unit, there):
        return ROOM
    if counter and first_met(battle, unit, there) != target.id:
        return ANOTHER
    return ""


def aim_refusal(battle: LancerBattle, unit: Unit, target: Unit, aim: float, counter: bool = False) -> str:
    """The same in a sentence."""
    bar = bar_to_aim(battle, unit, target, aim, counter)
    if not bar:
        return ""
    if bar == TURN:
        return f"{unit.name} may turn at most {battle.rules.charge_turn:g} degrees to charge."
    if bar == MISSED:
        return f"{unit.name} would not meet {target.name} that way."
    there = turned_footprint(battle, unit, aim)
    if bar == RANGE:
        far = charge_gap(there, target)
        most = charge_rate(battle, unit, there).most
        return f"{target.name} is {far:.1f} inches off that way, and {unit.name} can charge at most {most:g}."
    if bar == ROOM:
        return f"{unit.name} does not fit that way: {refuses_place(battle, unit, there)} is in the way."
    return f"{unit.name} would meet {battle.units[first_met(battle, unit, there)].name} first that way."


class AimRegion(Region):
    """The bearing of a charge or counter-charge."""

    def __init__(self, battle: LancerBattle, unit: Unit, target: Unit, *, counter: bool = False) -> None:
        self.battle = battle
        self.unit = unit
        self.target = target
        self.counter = counter

    def names(self) -> tuple[str, ...]:
        return ("bearing",)

    def refusal(self, value: tuple[float, ...]) -> str:
        if not 0.0 <= value[0] < 360.0:
            return f"expected a bearing from 0 to 360 degrees, got {value[0]:g}."
        return aim_refusal(self.battle, self.unit, self.target, value[0], self.counter)

    def samples(self) -> list[tuple[float, ...]]:
        best = best_aim(self.battle, self.unit, self.target, counter=self.counter)
        found: list[tuple[float, ...]] = [(best,)]
        for by in (-20.0, -10.0, -5.0, 5.0, 10.0, 20.0):
            aim = wrapped(best + by)
            if not bar_to_aim(self.battle, self.unit, self.target, aim, self.counter):
                found.append((aim,))
        return found

    def ghost(self) -> Ghost | None:
        there = turned_footprint(self.battle, self.unit, self.unit.facing)
        return ghost_of(self.battle, self.unit, float(charge_rate(self.battle, self.unit, there).most))

    def outcome(self, seen: Battle, value: tuple[float, ...]) -> Outcome | None:
        battle, unit = seen_as(seen, self.unit)
        start = turned_footprint(battle, unit, value[0])
        rate = charge_rate(battle, unit, start)
        found = end_of(battle, unit, start, rate, charging=True)
        stop = path(battle, unit, start, start.ux, start.uy, rate.most, charging=True, past=0.0)
        if stop.what == Met.ENEMY:
            there = start.moved(start.ux, start.uy, stop.inches)
            square = squared_up(battle, unit, there, battle.units[stop.unit], start.ux, start.uy)
            if square is not None:
                found.bodies = standing(battle, unit, unit.formation, square).bodies
        return found


# ---------------------------------------------------------------- commanders


class Own(Word):
    """The commander acts for himself."""

    def __init__(self) -> None:
        super().__init__("own_action", "Act himself")


class WithUnit(OfUnit):
    """An attached commander activates the unit he is with."""

    def __init__(self, unit: int) -> None:
        super().__init__("activate_unit", unit, "Activate {}")

    def key(self) -> str:
        return self.word


class Order(OfUnit):
    """An unattached commander gives one action to a unit within reach."""

    def __init__(self, unit: int) -> None:
        super().__init__("give_order", unit, "Give an order to {}")


class RallyOrder(OfUnit):
    """By the other reading of R44 an attached commander may rally a unit within reach."""

    def __init__(self, unit: int) -> None:
        super().__init__("rally_order", unit, "Rally {}")


OWN: Final = Own()


def bar_to_orders(battle: LancerBattle, commander: Unit) -> str:
    """Why he can give no order to a unit that he is not with (R16, R35, R44)."""
    if commander.disrupted:
        return DISRUPTED
    return ATTACHED if commander.attached_to >= 0 and not battle.rules.attached_may_rally else ""


def bar_to_order(battle: LancerBattle, commander: Unit, unit: Unit) -> str:
    """Why that unit takes none of him: out of reach; from an attached one it takes a rally only (R24, R44)."""
    if unit.side != commander.side or unit.kind == Arm.COMMANDER or not unit.on_table():
        return NO_TARGET
    rules = battle.rules
    loose = commander.attached_to < 0
    if not loose and not unit.disrupted:
        return DISRUPTED
    far = nearest_figure(battle, unit, commander.x, commander.y)
    return RANGE if far > (rules.order_range if loose else rules.rally_range) + TOLERANCE else ""


def commander_choices(battle: LancerBattle, commander: Unit) -> list[Option]:
    """What a commander's card may be used for (R35, R44, R52)."""
    rules = battle.rules
    found: list[Option] = [OWN]
    if commander.attached_to >= 0:
        found.append(WithUnit(commander.attached_to))
    if bar_to_orders(battle, commander):
        return found
    loose = commander.attached_to < 0
    for unit in battle.around(commander.x, commander.y, rules.order_range if loose else rules.rally_range):
        if not bar_to_order(battle, commander, unit):
            found.append(Order(unit.id) if loose else RallyOrder(unit.id))
    return found


def own_actions(battle: LancerBattle, commander: Unit) -> list[Option]:
    """What a commander may do for himself: move (leaving his unit), charge, melee, rally, nothing."""
    if commander.attached_to < 0:
        return [act for act in actions(battle, commander) if not isinstance(act, (ChangeFormation, Shoot))]
    host = battle.units[commander.attached_to]
    found: list[Option] = [NOTHING]
    if pairs_of(battle, commander):  # touched (R52)
        found.append(MELEE)
        if can_ride_out(battle, commander, bearing_away(battle, commander)):
            found.append(LEAVE)
        return found
    if can_ride_out(battle, commander, -1.0):
        found.append(MOVE)
    if host.formed:
        for target in charge_targets_alone(battle, commander, host):
            found.append(Charge(target))
    return found


def can_ride_out(battle: LancerBattle, commander: Unit, away: float) -> bool:
    """Is there a side of his unit with room for him (R52, R61)?"""
    return len(RideRegion(battle, commander, away).samples()) > 0


def charge_targets_alone(battle: LancerBattle, commander: Unit, host: Unit) -> list[int]:
    """Whom an attached commander could charge by himself, from the edge of his unit (R52)."""
    return [
        target.id
        for target in in_reach_alone(battle, commander, host)
        if not bar_to_charge_alone(battle, commander, target)
    ]


def in_reach_alone(battle: LancerBattle, commander: Unit, host: Unit) -> list[Unit]:
    """Enemies near enough to be looked at."""
    far = battle.rules.charges[Arm.HORSE if commander.mounted() else Arm.FOOT].most + 10.0
    return [
        target
        for target in battle.around(host.x, host.y, far)
        if target.side != commander.side and spacing(host.x, host.y, target.x, target.y) <= far
    ]


def bar_to_charge_alone(battle: LancerBattle, commander: Unit, target: Unit) -> str:
    """The same as for a unit, from where he would stand at the edge of his own."""
    there = charge_start(battle, commander, target)
    if refuses_place(battle, commander, there):
        return ROOM
    alone = commander.clone()
    alone.attached_to = -1
    alone.x, alone.y = there.x, there.y
    alone.shape = [there]
    if not sees(battle, alone, target):
        return SIGHT
    return "" if best_aim(battle, alone, target) >= 0.0 else MISSED


def charge_start(battle: LancerBattle, commander: Unit, target: Unit) -> Rect:
    """Where an attached commander stands when he charges alone: at his unit's edge, on the enemy's side."""
    host = battle.units[commander.attached_to]
    dx = target.x - host.x
    dy = target.y - host.y
    far = max(sqrt(dx * dx + dy * dy), TOLERANCE)
    return beside(battle, commander, host, commander.facing, dx / far, dy / far)


STAND: Final = Word("nothing", "Do nothing")
FIRE: Final = Word("fire", "Fire at the chargers")
COUNTER: Final = Word("counter_charge", "Counter-charge")


# ---------------------------------------------------------------- charge (4.4)


def reactions(battle: LancerBattle, unit: Unit, target: Unit) -> list[Word]:
    """What the target may do about a charge that fell short."""
    rules = battle.rules
    found = [STAND]
    if not target.on_table() or target.foes or not unit.on_table() or not target.formed:
        return found
    if target.disrupted and not rules.disrupted_reacts:
        return found
    weapon = target.card.weapon
    if weapon is not None and not bar_to_fire(battle, target, weapon) and not bar_to_shot(battle, target, weapon, unit):
        found.append(FIRE)
    if target.kind != Arm.GUN and not bar_to_counter(battle, target, unit):
        found.append(COUNTER)
    return found


def bar_to_counter(battle: LancerBattle, unit: Unit, charger: Unit) -> str:
    """Why it cannot counter-charge (R16, R53)."""
    if unit.disrupted and not battle.rules.disrupted_free:
        return DISRUPTED
    if not sees(battle, unit, charger):
        return SIGHT
    return "" if best_aim(battle, unit, charger, counter=True) >= 0.0 else MISSED
