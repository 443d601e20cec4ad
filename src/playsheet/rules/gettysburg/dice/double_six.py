"""Double six: what may follow from it, and the risk to generals."""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from playsheet.core.dice import NOTHING, Dice
from playsheet.core.events import Throw
from playsheet.rules.gettysburg.sheet.rows import RiskRow, SixRow
from playsheet.rules.gettysburg.sheet.tables import GettysburgRules

GATE: Final = Throw("Skirmish fire: risk to general?", "double-six-effects", "gate", "", "R44")
GATE_OTHER: Final = Throw("Skirmish fire: risk to general?", "double-six-effects", "gate", "", "R44", 1)
SIX: Final = Throw("Double six", "double-six", "", "", "R89")
SIX_OTHER: Final = Throw("Double six", "double-six", "", "", "R89", 1)
RISK: Final = Throw("Risk to general", "risk-to-general", "", "", "R89")
RISK_OTHER: Final = Throw("Risk to general", "risk-to-general", "", "", "R89", 1)


@mypyc_attr(allow_interpreted_subclasses=True)
class SixWitness:
    """What the chain of a double six asks of the table, and tells it. On paper there is nobody near."""

    def at_risk(self) -> bool:
        """Is an enemy general attached to, or near, the unit that was hit?"""
        return False

    def six(self, row: SixRow) -> None:
        """The row of `double-six`: a token for the thrower's side, skulkers or a burst barrel for the unit."""

    def risked(self, row: RiskRow) -> None:
        """The row of `risk-to-general`."""


def chain(dice: Dice, rules: GettysburgRules, by: int, witness: SixWitness, *, gate: bool) -> None:
    """Skirmish fire's one more die, the double six table, the risk. `by`: whose dice, as of a Throw."""
    if gate and dice.pool(1, rules.gate_reading, GATE if by == 0 else GATE_OTHER)[0] == 0:
        return
    if rules.six_parallel and witness.at_risk():
        witness.risked(risk_to_general(dice, rules, by))
    score = dice.total(2, rules.sides, SIX if by == 0 else SIX_OTHER, NOTHING)
    row = rules.six_rows[rules.six_ladder.step(score)]
    witness.six(row)
    if row.risk and not rules.six_parallel and witness.at_risk():
        witness.risked(risk_to_general(dice, rules, by))


def risk_to_general(dice: Dice, rules: GettysburgRules, by: int) -> RiskRow:
    """Two dice for a general at risk."""
    throw = RISK if by == 0 else RISK_OTHER
    score = dice.reach(2, rules.sides, rules.risk_ladder.lows[1:], throw, NOTHING)
    return rules.risk_rows[rules.risk_ladder.step(score)]


class Mishap:
    """What skulkers or a burst barrel cost the unit that threw."""

    def __init__(self, figures: int, guns: int) -> None:
        self.figures: Final = figures
        self.guns: Final = guns


def mishap(rules: GettysburgRules, *, rifled_fire: bool) -> Mishap:
    """Rifled and 20 pdr guns that fired burst a barrel, everyone else has skulkers (R91)."""
    return Mishap(rules.skulker_figures, rules.burst_barrels if rifled_fire else 0)
