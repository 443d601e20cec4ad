"""The procedures of this sheet as forms: for the calculator, the odds and the bots' estimates.

Each is made of the pure procedures of dice/; none of them has a rule of its own.
"""

from __future__ import annotations

from playsheet.core.errors import Refused
from playsheet.core.forms import AnyForm
from playsheet.rules.orderchips.calculator.armour import ARMOR_SAVES, ASSAULT, MACHINE_HIT, SHOOT_MACHINE
from playsheet.rules.orderchips.calculator.charge import CHARGE
from playsheet.rules.orderchips.calculator.engines import DRIVE, HAYWIRE, REPAIR
from playsheet.rules.orderchips.calculator.melee import BREAK_OFF, MELEE
from playsheet.rules.orderchips.calculator.morale import FAILURE, MORALE, SHOOT_AND_TEST, VEHICLE_MORALE
from playsheet.rules.orderchips.calculator.random_events import NATIVE_BAND, RANDOM_EVENT
from playsheet.rules.orderchips.calculator.shooting import EXPLOSION, SHELL, SHOOT
from playsheet.rules.orderchips.sheet.tables import ChipRules


def forms(rules: ChipRules) -> list[AnyForm]:
    """All of them, in the sheet's order, with the rules in force."""
    return [
        DRIVE.with_rules(rules),
        CHARGE.with_rules(rules),
        RANDOM_EVENT.with_rules(rules),
        NATIVE_BAND.with_rules(rules),
        SHOOT.with_rules(rules),
        SHOOT_AND_TEST.with_rules(rules),
        SHELL.with_rules(rules),
        SHOOT_MACHINE.with_rules(rules),
        MELEE.with_rules(rules),
        BREAK_OFF.with_rules(rules),
        ASSAULT.with_rules(rules),
        MORALE.with_rules(rules),
        VEHICLE_MORALE.with_rules(rules),
        FAILURE.with_rules(rules),
        ARMOR_SAVES.with_rules(rules),
        MACHINE_HIT.with_rules(rules),
        EXPLOSION.with_rules(rules),
        HAYWIRE.with_rules(rules),
        REPAIR.with_rules(rules),
    ]


def form(rules: ChipRules, id: str) -> AnyForm:
    for known in forms(rules):
        if known.id == id:
            return known
    raise Refused(f"orderchips has no procedure {id!r}.")
