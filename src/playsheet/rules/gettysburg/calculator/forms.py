"""The procedures of this sheet as forms: for the calculator, the odds and the bots' estimates.

Each is made of the pure procedures of dice/; none of them has a rule of its own.
"""

from __future__ import annotations

from playsheet.core.errors import Refused
from playsheet.core.forms import AnyForm
from playsheet.rules.gettysburg.calculator.charge import CHARGE, CROSSING
from playsheet.rules.gettysburg.calculator.command import INITIATIVE, ORDER_CHANGE, RISK_TO_GENERAL
from playsheet.rules.gettysburg.calculator.fire import ARTILLERY, MUSKETRY, SKIRMISH_FIRE
from playsheet.rules.gettysburg.calculator.melee import LIMBERING, MELEE, PURSUIT
from playsheet.rules.gettysburg.calculator.morale import BRIGADE_MORALE, GET_UP, RECALL, UNIT_MORALE
from playsheet.rules.gettysburg.sheet.tables import GettysburgRules


def forms(rules: GettysburgRules) -> list[AnyForm]:
    """All of them, in the sheet's order, with the rules in force."""
    return [
        INITIATIVE.with_rules(rules),
        ORDER_CHANGE.with_rules(rules),
        CHARGE.with_rules(rules),
        GET_UP.with_rules(rules),
        CROSSING.with_rules(rules),
        RECALL.with_rules(rules),
        SKIRMISH_FIRE.with_rules(rules),
        MUSKETRY.with_rules(rules),
        ARTILLERY.with_rules(rules),
        MELEE.with_rules(rules),
        PURSUIT.with_rules(rules),
        UNIT_MORALE.with_rules(rules),
        BRIGADE_MORALE.with_rules(rules),
        RISK_TO_GENERAL.with_rules(rules),
        LIMBERING.with_rules(rules),
    ]


def form(rules: GettysburgRules, id: str) -> AnyForm:
    for known in forms(rules):
        if known.id == id:
            return known
    raise Refused(f"gettysburg has no procedure {id!r}.")
