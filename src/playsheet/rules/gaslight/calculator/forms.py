"""The procedures of this sheet as forms: for the calculator, the odds and the commander's estimates.

Each is made of the pure procedures of dice/; none of them has a rule of its own.
"""

from __future__ import annotations

from playsheet.core.forms import AnyForm
from playsheet.rules.gaslight.calculator.fire import CASUALTIES, SHELL, SHOOT, SHOOT_GUN, SHOTGUN
from playsheet.rules.gaslight.calculator.troops import BREAK_OFF, CHARGE, CLOSE_COMBAT, FAILURE, MORALE, MOVE
from playsheet.rules.gaslight.calculator.vehicles import ASSAULT, DRIVING, SHOOT_VEHICLE, VEHICLE_HIT, VEHICLE_SAVES
from playsheet.rules.gaslight.sheet import GaslightRules


def forms(rules: GaslightRules) -> list[AnyForm]:
    """All of them, in the sheet's order, with the rules in force."""
    return [
        MOVE.by(rules),
        DRIVING.by(rules),
        SHOOT.by(rules),
        CASUALTIES.by(rules),
        SHELL.by(rules),
        SHOOT_GUN.by(rules),
        SHOTGUN.by(rules),
        SHOOT_VEHICLE.by(rules),
        VEHICLE_SAVES.by(rules),
        VEHICLE_HIT.by(rules),
        CLOSE_COMBAT.by(rules),
        BREAK_OFF.by(rules),
        ASSAULT.by(rules),
        MORALE.by(rules),
        FAILURE.by(rules),
        CHARGE.by(rules),
    ]
