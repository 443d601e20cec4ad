"""Melee between figures: a pair, and the blows a leaving unit takes. Pure procedures; who touches whom is contact.py."""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import Dice
from playsheet.core.events import Throw
from playsheet.rules.lancer.sheet import (
    ATTACKING_UPHILL,
    INFANTRY_AGAINST_CAVALRY,
    LANCERS_CHARGING,
    LancerRules,
)

ATTACKS: Final = Throw("Melee: attacker", "melee-outcome", "", "", "R29", 0)
DEFENDS: Final = Throw("Melee: defender", "melee-outcome", "", "", "R29", 1)
STRIKES: Final = Throw("Parting blow", "melee-outcome", "", "", "R33", 1)


class Fighter:
    """One figure in a melee, as far as the dice are concerned."""

    def __init__(self, melee: int, infantry: bool, cavalry: bool, lancer: bool) -> None:
        self.melee: Final = melee
        self.infantry: Final = infantry
        self.cavalry: Final = cavalry
        self.lancer: Final = lancer


def case_of(me: Fighter, foe: Fighter, charging: bool, uphill: bool) -> int:
    """Which of the situations of `melee-modifiers` hold for this figure."""
    case = 0
    if charging and me.lancer:
        case |= LANCERS_CHARGING
    if me.infantry and foe.cavalry:
        case |= INFANTRY_AGAINST_CAVALRY
    if uphill:
        case |= ATTACKING_UPHILL
    return case


def fight(
    dice: Dice, rules: LancerRules, attacker: Fighter, defender: Fighter, charging: bool, uphill: bool
) -> int:
    """A pair: attacker's die, defender's die, the cell of `melee-outcome`. The defender is never uphill or charging."""
    return dice.duel(
        rules.melee_sides,
        attacker.melee,
        ATTACKS,
        rules.accounts[case_of(attacker, defender, charging, uphill)],
        defender.melee,
        DEFENDS,
        rules.accounts[case_of(defender, attacker, False, False)],
        rules.outcomes,
    )


def parting_blow(dice: Dice, rules: LancerRules, striker: Fighter, leaver: Fighter, uphill: bool) -> bool:
    """An unopposed attack on a figure that leaves: True if it falls (never with the lance bonus)."""
    case = case_of(striker, leaver, False, uphill)
    return dice.check(rules.melee_sides, striker.melee, STRIKES, rules.parting_accounts[case])
