"""The procedures of this sheet, registered with their inputs: for the calculator, the odds and the bots' estimates.

Each is made of the pure procedures of dice/; none of them has a rule of its own.
"""

from __future__ import annotations

from playsheet.core.errors import Refused
from playsheet.core.procedures import Procedure
from playsheet.rules.gettysburg.calculator.charge import Crossing, WholeCharge
from playsheet.rules.gettysburg.calculator.command import Initiative, OrderChange, RiskToGeneral
from playsheet.rules.gettysburg.calculator.fire import Artillery, Musketry, SkirmishFire
from playsheet.rules.gettysburg.calculator.melee import Limbering, Melee, Pursuit
from playsheet.rules.gettysburg.calculator.morale import BrigadeMorale, GetUp, Recall, UnitMorale
from playsheet.rules.gettysburg.sheet.tables import GettysburgRules


def procedures(rules: GettysburgRules) -> list[Procedure]:
    """All of them, in the sheet's order."""
    return [
        Initiative(rules),
        OrderChange(rules),
        WholeCharge(rules),
        GetUp(rules),
        Crossing(rules),
        Recall(rules),
        SkirmishFire(rules),
        Musketry(rules),
        Artillery(rules),
        Melee(rules),
        Pursuit(rules),
        UnitMorale(rules),
        BrigadeMorale(rules),
        RiskToGeneral(rules),
        Limbering(rules),
    ]


def procedure(rules: GettysburgRules, id: str) -> Procedure:
    for known in procedures(rules):
        if known.id == id:
            return known
    raise Refused(f"gettysburg has no procedure {id!r}.")
