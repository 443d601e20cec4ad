"""Who may charge whom, along which line, and how far it leads (4.3)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from playsheet.core.angles import bearing, direction, toward
from playsheet.core.geometry import FAR, TOLERANCE, spacing
from playsheet.rules.orderchips.battle.state import ChipBattle
from playsheet.rules.orderchips.battle.units import Unit
from playsheet.rules.orderchips.ground.bases import run_to
from playsheet.rules.orderchips.ground.lanes import lane_between
from playsheet.rules.orderchips.ground.moving import free_run, setting_out, walk
from playsheet.rules.orderchips.ground.slots import Manner
from playsheet.rules.orderchips.options.moves import Way, off_arrow
from playsheet.rules.orderchips.options.steering import spin_of, straight_run, turn_refused
from playsheet.rules.orderchips.sheet.tables import is_within
from playsheet.rules.orderchips.terms import Arm, Bar, Chip, Where

# ---------------------------------------------------------------- who may be charged


def bases_of(battle: ChipBattle, target: Unit) -> list[int]:
    """The bases that a charge may come up to: figures, hull, and a gun with its crew (R85)."""
    found = battle.fighters(target)
    if target.serves():
        found.append(target.model)
    return found


def nearest_base(battle: ChipBattle, leader: int, target: Unit) -> tuple[int, float]:
    """The base of the target nearest to the leader's by their edges, and how far; the first of several."""
    best = -1
    least = FAR
    for model in bases_of(battle, target):
        far = battle.gap(leader, model)
        if far < least - TOLERANCE:
            best = model
            least = far
    return best, least


def gap_ahead(battle: ChipBattle, leader: int, heading: float, target: Unit) -> float:
    """How far the leader runs, facing the way he runs, until his base is at one of the target's."""
    x, y = battle.at(leader)
    ux, uy = direction(heading)
    best = FAR
    for model in bases_of(battle, target):
        best = min(best, run_to(battle, leader, x, y, heading, ux, uy, model, short=0.0))
    return best


def line_to(battle: ChipBattle, leader: int, model: int) -> float:
    """The bearing from a leader straight at a model: at the nearest point of its base."""
    x, y = battle.at(leader)
    px, py = nearest_point(battle, model, x, y)
    if spacing(x, y, px, py) <= TOLERANCE:
        px, py = battle.at(model)
    return bearing(px - x, py - y)


def nearest_point(battle: ChipBattle, model: int, x: float, y: float) -> tuple[float, float]:
    """The point of a base that is nearest to (x, y); of a round one its centre serves as well."""
    if battle.round[i64(model)] == 1:
        return battle.at(model)
    box = battle.box(model)
    right, forward = box.local(x, y)
    right = max(-box.half_w, min(right, box.half_w))
    forward = max(-box.half_d, min(forward, box.half_d))
    return box.point(right, forward)


def most_bonus(unit: Unit) -> float:
    """The largest bonus that its card allows."""
    if unit.card.machine is not None:
        return float(unit.card.machine.charge)
    return float(unit.card.charge.highest()) if unit.card.charge is not None else 0.0


def why_no_charge(unit: Unit) -> str:
    """Why it may charge nobody, in a word: a Moving chip, not locked, no gun with its crew, able to act."""
    if unit.kind == Arm.GUN or (unit.card.charge is None and not unit.is_machine()):
        return Bar.NEVER
    if unit.no_action:
        return Bar.NO_ACTION
    if unit.chip != Chip.MOVING:
        return Bar.STANDS if unit.chip == Chip.STATIONARY else Bar.NO_CHIP
    return Bar.LOCKED if unit.is_locked() else ""


def why_not_charge(battle: ChipBattle, unit: Unit, target: Unit) -> str:
    """Why a unit of figures may not charge that one (4.3.1), in a word."""
    why = why_no_charge(unit)
    if why:
        return why
    if target.place != Where.ON_TABLE or not battle.hostile(unit, target):
        return Bar.NEVER
    leader = unit.first
    lane = lane_between(battle, unit, target)  # whichever way he faces: he may turn first (R110)
    if not any(lane.sees(battle, leader, model) for model in lane.marks):
        return Bar.HIDDEN
    if not any(not out_of_wedge(battle, unit, leader, model) for model in lane.marks):
        return Bar.OFF_ARROW
    return why_no_line(battle, unit, target, battle.move_of(unit) + most_bonus(unit))


def out_of_wedge(battle: ChipBattle, unit: Unit, leader: int, model: int) -> bool:
    x, y = battle.at(leader)
    to_x, to_y = battle.at(model)
    return off_arrow(battle, unit, to_x - x, to_y - y)


def why_no_line(battle: ChipBattle, unit: Unit, target: Unit, purse: float) -> str:
    """Why the straight line to the nearest model is too long, or not clear of others and closed ground; in a word."""
    leader = unit.first
    model, _ = nearest_base(battle, leader, target)
    if model < 0:
        return Bar.NEVER
    heading = line_to(battle, leader, model)
    far = gap_ahead(battle, leader, heading, target)
    if not is_within(far, reach_along(battle, unit, heading, far, purse)):
        return Bar.TOO_FAR
    x, y = battle.at(leader)
    manner = Manner(target.id, apart=0.0, through=False)
    if not is_within(far, free_run(battle, unit, x, y, heading, far, manner, heading)):
        return Bar.NO_WAY
    return ""


def reach_along(battle: ChipBattle, unit: Unit, heading: float, far: float, purse: float) -> float:
    """How much of that distance the ground lets it go with so much to spend."""
    x, y = battle.at(battle.leader(unit))
    ux, uy = direction(heading)
    return walk(battle, battle.going(unit), setting_out(battle, x, y, purse), ux, uy, far)


def cost_along(battle: ChipBattle, unit: Unit, target: Unit) -> float:
    """What the ground asks of figures on the straight line to the nearest model; FAR: more than they can ever spend."""
    leader = unit.first
    model, _ = nearest_base(battle, leader, target)
    heading = line_to(battle, leader, model)
    far = gap_ahead(battle, leader, heading, target)
    purse = battle.move_of(unit) + most_bonus(unit)
    on = setting_out(battle, *battle.at(leader), purse)
    gone = walk(battle, battle.going(unit), on, *direction(heading), far)
    return purse - on.purse if is_within(far, gone) else FAR


class Run:
    """A charge as it goes in: the leader's way, how far along it he gets, and whether he is at the enemy then."""

    def __init__(self, way: Way, far: float, *, contact: bool) -> None:
        self.way: Final = way
        self.far: Final = far
        self.contact: Final = contact


def run_at(battle: ChipBattle, unit: Unit, target: Unit, purse: float) -> Run:
    """Straight at the nearest model as far as ground and others let it; at a target that is gone, to where it led."""
    leader = unit.first
    x, y = battle.at(leader)
    model, gap = nearest_base(battle, leader, target) if target.place == Where.ON_TABLE else (-1, FAR)
    if model >= 0:
        heading = line_to(battle, leader, model)
        gap = gap_ahead(battle, leader, heading, target)
    else:
        aim = battle.at(battle.leader(target))
        heading = bearing(aim[0] - x, aim[1] - y)
    far = min(gap, purse)
    far = min(far, reach_along(battle, unit, heading, far, purse))
    far = free_run(battle, unit, x, y, heading, far, Manner(target.id, apart=0.0, through=False), heading)
    ux, uy = direction(heading)
    way = Way([(x, y), (x + ux * far, y + uy * far)], unit.order, unit.files, facing=heading)
    return Run(way, far, contact=is_within(gap, far))


def charge_targets(battle: ChipBattle, unit: Unit) -> list[int]:
    """The enemy units that a unit may charge, machines by the way they would turn; looked for within reach only."""
    if why_no_charge(unit):
        return []
    return [id for id in in_reach(battle, unit) if not why_not_at(battle, unit, battle.units[id])]


def why_not_at(battle: ChipBattle, unit: Unit, target: Unit) -> str:
    """Why it may not charge that one, figures or machine, in a word."""
    if not unit.is_machine():
        return why_not_charge(battle, unit, target)
    if strip_heading(battle, unit, target) is not None:
        return ""
    return why_not_ahead(battle, unit, target) or Bar.NO_WAY


def in_reach(battle: ChipBattle, unit: Unit) -> list[int]:
    """The enemy units with a model that near, by roster."""
    far = battle.move_of(unit) + most_bonus(unit)
    x, y = battle.at(battle.leader(unit))
    near: list[int] = []
    for model in battle.near.within(x, y, battle.radius(battle.leader(unit)) + far):
        other = battle.unit_of(model)
        if other.id not in near and other.place == Where.ON_TABLE and battle.hostile(unit, other):
            near.append(other.id)
    near.sort()
    return near


# ---------------------------------------------------------------- machines


def strip_heading(battle: ChipBattle, unit: Unit, target: Unit) -> float | None:
    """The heading, within SPIN and arrow, on which a machine's hull sweeps straight up to the target; or None."""
    model, _ = nearest_base(battle, unit.model, target)
    if model < 0 or why_not_ahead(battle, unit, target):
        return None
    x, y = battle.at(unit.model)
    for other in (model, *battle.fighters(target)):
        to_x, to_y = battle.at(other)
        wanted = bearing(to_x - x, to_y - y)
        heading = toward(unit.facing, wanted, spin_of(battle, unit))
        if not turn_refused(battle, unit, heading) and ram_gap(battle, unit, heading, target) < FAR:
            return heading
    return None


def why_not_ahead(battle: ChipBattle, unit: Unit, target: Unit) -> str:
    """Why nothing of the target is in the machine's front, in sight and in the wedge of its arrow, in a word."""
    why = Bar.OUT_OF_ARC
    lane = lane_between(battle, unit, target)
    for other in lane.marks:
        if not lane.faces(battle, unit.model, other):
            continue
        if not lane.sees(battle, unit.model, other):
            why = Bar.HIDDEN if why == Bar.OUT_OF_ARC else why
        elif out_of_wedge(battle, unit, unit.model, other):
            why = Bar.OFF_ARROW
        else:
            return ""
    return why


def ram_gap(battle: ChipBattle, unit: Unit, heading: float, target: Unit) -> float:
    """How far the hull goes straight until it touches the target; FAR if something else stops it, or it is too far."""
    best = gap_ahead(battle, unit.model, heading, target)
    purse = battle.move_of(unit) + most_bonus(unit)
    if not is_within(best, purse):
        return FAR
    manner = Manner(target.id, apart=0.0, through=False)
    return best if is_within(best, straight_run(battle, unit, heading, heading, best, purse, manner)) else FAR


# ---------------------------------------------------------------- the charge itself


def touches_gun(battle: ChipBattle, unit: Unit, target: Unit) -> bool:
    """Whoever is at a gun is at its crew (R85)."""
    if not target.serves():
        return False
    for model in battle.fighters(unit):
        if battle.gap(model, target.model) <= TOLERANCE:
            return True
    return False
