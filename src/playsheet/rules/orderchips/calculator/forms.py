"""The procedures of this sheet, registered with their inputs: for the calculator, the odds and the bots' estimates.

Each is made of the pure procedures of dice/; none of them has a rule of its own.
"""

from __future__ import annotations

from playsheet.core.errors import Refused
from playsheet.core.procedures import Procedure
from playsheet.rules.orderchips.calculator.armour import ArmorSaves, Assault, MachineHit, ShootingAtMachine
from playsheet.rules.orderchips.calculator.charge import WholeCharge
from playsheet.rules.orderchips.calculator.engines import Driving, GoingHaywire, Repair
from playsheet.rules.orderchips.calculator.melee import BreakingOff, Melee
from playsheet.rules.orderchips.calculator.morale import FailureRows, MoraleTest, ShootingAndTest, VehicleMorale
from playsheet.rules.orderchips.calculator.random_events import NativeBand, RandomEvent
from playsheet.rules.orderchips.calculator.shooting import Explosion, Shelling, Shooting
from playsheet.rules.orderchips.sheet.tables import ChipRules


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
