"""The procedures of this sheet, registered with their inputs: for the calculator, the odds and the bots' estimates.

Each is made of the pure procedures of shooting.py, blast.py, armour.py, melee.py, morale.py, driving.py, haywire.py,
charging.py and random_events.py; none of them has a rule of its own.
"""

from __future__ import annotations

from playsheet.core.errors import Refused
from playsheet.core.procedures import Procedure
from playsheet.rules.orderchips.charge_procedures import WholeCharge
from playsheet.rules.orderchips.engine_procedures import Driving, GoingHaywire, Repair
from playsheet.rules.orderchips.event_procedures import NativeBand, RandomEvent
from playsheet.rules.orderchips.fire_procedures import Explosion, Shelling, Shooting
from playsheet.rules.orderchips.machine_procedures import ArmorSaves, Assault, MachineHit, ShootingAtMachine
from playsheet.rules.orderchips.melee_procedures import BreakingOff, Melee
from playsheet.rules.orderchips.morale_procedures import FailureRows, MoraleTest, ShootingAndTest, VehicleMorale
from playsheet.rules.orderchips.sheet import ChipRules


def procedures(rules: ChipRules) -> list[Procedure]:
    """All of them, in the sheet's order."""
    return [
        Driving(rules),
        WholeCharge(rules),
        RandomEvent(rules),
        NativeBand(rules),
        Shooting(rules),
        ShootingAndTest(rules),
        Shelling(rules),
        ShootingAtMachine(rules),
        Melee(rules),
        BreakingOff(rules),
        Assault(rules),
        MoraleTest(rules),
        VehicleMorale(rules),
        FailureRows(rules),
        ArmorSaves(rules),
        MachineHit(rules),
        Explosion(rules),
        GoingHaywire(rules),
        Repair(rules),
    ]


def procedure(rules: ChipRules, id: str) -> Procedure:
    for known in procedures(rules):
        if known.id == id:
            return known
    raise Refused(f"orderchips has no procedure {id!r}.")
