"""The procedures of this sheet, registered with their inputs: for the calculator, the odds and the bots' estimates.

Each is made of the pure procedures of shooting.py, cannon.py, melee.py, vehicles.py, morale.py and charging.py; none of
them has a rule of its own. They stand in three files: fire, machines, and all that troops do.
"""

from __future__ import annotations

from playsheet.core.errors import Refused
from playsheet.core.procedures import Procedure
from playsheet.rules.gaslight.fire_procedures import Casualties, Scattering, Shelling, Shooting, ShootingAtGun
from playsheet.rules.gaslight.machine_procedures import Assault, Driving, ShootingAtVehicle, VehicleHit, VehicleSaves
from playsheet.rules.gaslight.sheet import GaslightRules
from playsheet.rules.gaslight.troop_procedures import (
    BreakingOff,
    CloseCombat,
    Failure,
    MoraleCheck,
    Moving,
    WholeCharge,
)


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
