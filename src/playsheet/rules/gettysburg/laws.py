"""What must always hold: figures conserved, nobody on another or off the table, records that agree with the table."""

from __future__ import annotations

from playsheet.core.geometry import TOLERANCE, overlaps
from playsheet.core.terrain import on_table
from playsheet.rules.gettysburg.battle.state import GettysburgBattle
from playsheet.rules.gettysburg.battle.units import NOBODY, Unit
from playsheet.rules.gettysburg.terms import Arm, Formation, Phase, UnitState, Where
from playsheet.tabletop.laws import centre_on_table, found_nowhere, found_there


def broken_laws(battle: GettysburgBattle) -> list[str]:
    found: list[str] = []
    for unit in battle.units:
        found += unit_laws(battle, unit)
        if unit.place == Where.ON_TABLE:
            found += place_laws(battle, unit)
        else:
            found += found_nowhere(unit.name, battle.near, unit.id)
    found += melee_laws(battle)
    found += command_laws(battle)
    return found


def unit_laws(battle: GettysburgBattle, unit: Unit) -> list[str]:
    """Numbers and states."""
    found: list[str] = []
    name = unit.name
    if not 0 <= unit.figures <= unit.size:
        found.append(f"{name} has {unit.figures} of {unit.size} figures")
    if unit.pending_half not in (0, 1):
        found.append(f"{name} has {unit.pending_half} halves pending")
    if not 0 <= unit.guns <= unit.card.guns:
        found.append(f"{name} has {unit.guns} of {unit.card.guns} guns")
    if unit.place == Where.ON_TABLE and (unit.figures == 0 or (unit.arm == Arm.ARTILLERY and unit.guns == 0)):
        found.append(f"{name} stands on the table with nobody left")
    if unit.place == Where.ON_TABLE and unit.state == UnitState.DISPERSED:
        found.append(f"{name} is dispersed and on the table")
    if unit.place == Where.GONE and unit.state != UnitState.DISPERSED:
        found.append(f"{name} is gone but not dispersed")
    guns = unit.formation in (Formation.DEPLOYED, Formation.LIMBERED)
    if guns != (unit.arm == Arm.ARTILLERY) or (unit.arm == Arm.CAVALRY and unit.formation > Formation.MOB):
        found.append(f"{name} is in a formation that its arm does not know")
    if unit.arm != unit.card.arm and (unit.arm, unit.card.arm) != (Arm.INFANTRY, Arm.CAVALRY):
        found.append(f"{name} is of another arm than its card says")
    lost, size = battle.losses(unit)
    if not 0 <= lost <= size:
        found.append(f"{name} has lost {lost} of {size}")
    return found


def place_laws(battle: GettysburgBattle, unit: Unit) -> list[str]:
    """Its footprint: where it says it is, on the table, on nobody else."""
    found: list[str] = []
    held = unit.shape
    there = battle.footprint(unit, unit.formation, unit.x, unit.y, unit.facing)
    in_bua = unit.garrison >= 0 and battle.land.plots[unit.garrison].bua
    if not in_bua and (abs(there.half_w - held.half_w) > TOLERANCE or abs(there.half_d - held.half_d) > TOLERANCE):
        found.append(f"the footprint of {unit.name} does not fit its figures")
    if held.x != unit.x or held.y != unit.y:
        found.append(f"{unit.name} is not where its footprint is")
    found += found_there(unit.name, battle.near, unit.id, x=held.x, y=held.y, radius=held.radius)
    if not on_table(battle.land.ground, held):
        found.append(f"{unit.name} stands off the table")
    for other in battle.around(held.x, held.y, held.radius):
        if other.id > unit.id and overlaps(held, other.shape):
            found.append(f"{unit.name} stands on {other.name}")
    if unit.garrison >= 0 and not battle.land.plots[unit.garrison].post:
        found.append(f"{unit.name} holds what is no post")
    return found


def melee_laws(battle: GettysburgBattle) -> list[str]:
    """Each melee has both sides, and its fighters know of it."""
    found: list[str] = []
    for melee in battle.melees:
        sides = [battle.units[id].side for id in melee.fighters]
        if 0 not in sides or 1 not in sides:
            found.append(f"melee {melee.id} is fought by one side")
        for id in melee.fighters:
            if battle.units[id].melee != melee.id or battle.units[id].place != Where.ON_TABLE:
                found.append(f"{battle.units[id].name} is listed in melee {melee.id} but not in it")
    known = [melee.id for melee in battle.melees]
    for unit in battle.units:
        if unit.melee >= 0 and unit.melee not in known:
            found.append(f"{unit.name} is in a melee that is over")
    return found


def command_laws(battle: GettysburgBattle) -> list[str]:
    """Generals, brigades, tokens."""
    found: list[str] = []
    for general in battle.generals:
        if general.attached_to >= 0 and battle.units[general.attached_to].place != Where.ON_TABLE:
            found.append(f"{general.name} is attached to nobody")
        if general.attached_to >= 0 and not general.in_play:
            found.append(f"{general.name} is attached though he is out of play")
        if general.is_here():
            found += centre_on_table(general.name, battle.land.ground, general.x, general.y)
    for army in battle.armies:
        if min(army.tokens) < 0 or army.trophies < 0:
            found.append("a side has spent what it does not have")
    for brigade in battle.brigades:
        if battle.phase != Phase.DEPLOYING and brigade.gone != (not battle.units_of(brigade)):
            found.append(
                f"{brigade.name} is {'gone' if brigade.gone else 'here'} with {len(battle.units_of(brigade))} units"
            )
        if brigade.order < 0:
            found.append(f"{brigade.name} has no order")
    for unit in battle.units:
        if unit.detachment != NOBODY and battle.units[unit.detachment].parent != unit.id:
            found.append(f"{unit.name} has a detachment that is not its own")
        if (
            unit.formation == Formation.MOB
            and unit.place == Where.ON_TABLE
            and unit.state == UnitState.OK
            and not unit.is_unformed()
        ):
            found.append(f"{unit.name} is a formed mob")
        if unit.formation == Formation.LINE and unit.arm == Arm.ARTILLERY:
            found.append(f"{unit.name} is a battery in line")
    return found
