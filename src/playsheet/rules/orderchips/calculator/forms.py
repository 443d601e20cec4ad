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
        DRIVE.by(rules),
        CHARGE.by(rules),
        RANDOM_EVENT.by(rules),
        NATIVE_BAND.by(rules),
        SHOOT.by(rules),
        SHOOT_AND_TEST.by(rules),
        SHELL.by(rules),
        SHOOT_MACHINE.by(rules),
        MELEE.by(rules),
        BREAK_OFF.by(rules),
        ASSAULT.by(rules),
        MORALE.by(rules),
        VEHICLE_MORALE.by(rules),
        FAILURE.by(rules),
        ARMOR_SAVES.by(rules),
        MACHINE_HIT.by(rules),
        EXPLOSION.by(rules),
        HAYWIRE.by(rules),
        REPAIR.by(rules),
    ]


def form(rules: ChipRules, id: str) -> AnyForm:
    for known in forms(rules):
        if known.id == id:
            return known
    raise Refused(f"orderchips has no procedure {id!r}.")
