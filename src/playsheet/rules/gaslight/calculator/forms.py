"""The procedures of this sheet, registered with their inputs: for the calculator, the odds and the bots' estimates.

Each is made of the pure procedures of dice/; none of them has a rule of its own.
"""

from __future__ import annotations

from playsheet.core.errors import Refused
from playsheet.core.procedures import Procedure
from playsheet.rules.gaslight.calculator.fire import Casualties, Scattering, Shelling, Shooting, ShootingAtGun
from playsheet.rules.gaslight.calculator.troops import (
    BreakingOff,
    CloseCombat,
    Failure,
    MoraleCheck,
    Moving,
    WholeCharge,
)
from playsheet.rules.gaslight.calculator.vehicles import Assault, Driving, ShootingAtVehicle, VehicleHit, VehicleSaves
from playsheet.rules.gaslight.sheet import GaslightRules


def procedures(rules: GaslightRules) -> list[Procedure]:
    """All of them, in the sheet's order."""
    return [
        Moving(rules),
        Driving(rules),
        Shooting(rules),
        Casualties(rules),
        Shelling(rules),
        ShootingAtGun(rules),
        Scattering(rules),
        ShootingAtVehicle(rules),
        VehicleSaves(rules),
        VehicleHit(rules),
        CloseCombat(rules),
        BreakingOff(rules),
        Assault(rules),
        MoraleCheck(rules),
        Failure(rules),
        WholeCharge(rules),
    ]


def procedure(rules: GaslightRules, id: str) -> Procedure:
    for known in procedures(rules):
        if known.id == id:
            return known
    raise Refused(f"gaslight has no procedure {id!r}.")
