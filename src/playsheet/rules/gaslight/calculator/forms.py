"""The procedures of this sheet as forms: for the calculator, the odds and the commander's estimates.

Each is made of the pure procedures of dice/; none of them has a rule of its own.
"""

from __future__ import annotations

from playsheet.core.forms import AnyForm
from playsheet.rules.gaslight.calculator.charge import CHARGE
from playsheet.rules.gaslight.calculator.fire import CASUALTIES, SHELL, SHOOT, SHOOT_GUN, SHOTGUN
from playsheet.rules.gaslight.calculator.troops import BREAK_OFF, CLOSE_COMBAT, FAILURE, MORALE, MOVE
from playsheet.rules.gaslight.calculator.vehicles import ASSAULT, DRIVING, SHOOT_VEHICLE, VEHICLE_HIT, VEHICLE_SAVES
from playsheet.rules.gaslight.sheet import GaslightRules


def forms(rules: GaslightRules) -> list[AnyForm]:
    """All of them, in the sheet's order, with the rules in force."""
    return [
        MOVE.with_rules(rules),
        DRIVING.with_rules(rules),
        SHOOT.with_rules(rules),
        CASUALTIES.with_rules(rules),
        SHELL.with_rules(rules),
        SHOOT_GUN.with_rules(rules),
        SHOTGUN.with_rules(rules),
        SHOOT_VEHICLE.with_rules(rules),
        VEHICLE_SAVES.with_rules(rules),
        VEHICLE_HIT.with_rules(rules),
        CLOSE_COMBAT.with_rules(rules),
        BREAK_OFF.with_rules(rules),
        ASSAULT.with_rules(rules),
        MORALE.with_rules(rules),
        FAILURE.with_rules(rules),
        CHARGE.with_rules(rules),
    ]
