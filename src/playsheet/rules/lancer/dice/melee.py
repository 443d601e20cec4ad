"""Melee between figures: pairs, and the blows a leaving unit takes. Pure procedures; who touches whom is contact.py."""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import Dice, Part, State
from playsheet.core.events import Throw
from playsheet.rules.lancer.sheet import LancerRules
from playsheet.rules.lancer.terms import MeleeCase, PairResult

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


def fighter_of(rules: LancerRules, kind: int, melee: int, lancer: bool) -> Fighter:
    """A figure by its kind: foot, horse, or a gun's crew, who are infantry only by the other reading of R30."""
    infantry = kind == 0 or (kind == 2 and rules.crew_is_infantry)
    return Fighter(melee, infantry, kind == 1, lancer)


def case_of(me: Fighter, foe: Fighter, *, charging: bool, uphill: bool) -> int:
    """Which of the situations of `melee-modifiers` hold for this figure."""
    case = 0
    if charging and me.lancer:
        case |= MeleeCase.LANCERS_CHARGING
    if me.infantry and foe.cavalry:
        case |= MeleeCase.INFANTRY_AGAINST_CAVALRY
    if uphill:
        case |= MeleeCase.ATTACKING_UPHILL
    return case


def fight(dice: Dice, rules: LancerRules, attacker: Fighter, defender: Fighter, charging: bool, uphill: bool) -> int:
    """A pair: attacker's die, defender's die, the cell of `melee-outcome`. The defender is never uphill or charging."""
    return dice.duel(
        rules.melee_sides,
        attacker.melee,
        ATTACKS,
        rules.accounts[case_of(attacker, defender, charging=charging, uphill=uphill)],
        defender.melee,
        DEFENDS,
        rules.accounts[case_of(defender, attacker, charging=False, uphill=False)],
        rules.outcomes,
    )


def parting_blow(dice: Dice, rules: LancerRules, striker: Fighter, leaver: Fighter, uphill: bool) -> bool:
    """An unopposed attack on a figure that leaves: True if it falls (never with the lance bonus)."""
    case = case_of(striker, leaver, charging=False, uphill=uphill)
    return dice.check(rules.melee_sides, striker.melee, STRIKES, rules.parting_accounts[case])


# ---------------------------------------------------------------- many pairs at once, figures alike


class OnOne(Part):
    """Attackers who fight one and the same defender, one after the other: (attackers lost, defenders lost).

    Dead figures do not fight on, unless the pairs are simultaneous (R28).
    """

    def __init__(
        self, rules: LancerRules, attackers: int, attacker: Fighter, defender: Fighter, charging: bool, uphill: bool
    ) -> None:
        self.rules: Final = rules
        self.attackers: Final = attackers
        self.attacker: Final = attacker
        self.defender: Final = defender
        self.charging: Final = charging
        self.uphill: Final = uphill

    def run(self, dice: Dice) -> State:
        lost = 0
        fallen = 0
        for _ in range(self.attackers):
            if fallen and not self.rules.simultaneous_melee:
                break
            result = fight(dice, self.rules, self.attacker, self.defender, self.charging, self.uphill)
            if result == PairResult.ATTACKER_REMOVED:
                lost += 1
            elif result == PairResult.DEFENDER_REMOVED:
                fallen = 1
        return (lost, fallen)


def fight_round(
    dice: Dice,
    rules: LancerRules,
    attackers: int,
    attacker: Fighter,
    defenders: int,
    defender: Fighter,
    charging: bool,
    uphill: bool,
) -> State:
    """The attackers dealt round among the defenders, then defender by defender: (attackers lost, defenders lost)."""
    parts: list[Part] = []
    for many in (attackers // defenders + 1, attackers // defenders):
        parts.append(OnOne(rules, many, attacker, defender, charging, uphill))
    return dice.sum(parts, [attackers % defenders, defenders - attackers % defenders], (0, 0))


class BlowsOnOne(Part):
    """Parting blows at one figure: once it is gone nobody strikes at it any more. (figures lost,)"""

    def __init__(self, rules: LancerRules, strikers: int, striker: Fighter, leaver: Fighter, uphill: bool) -> None:
        self.rules: Final = rules
        self.strikers: Final = strikers
        self.striker: Final = striker
        self.leaver: Final = leaver
        self.uphill: Final = uphill

    def run(self, dice: Dice) -> State:
        for _ in range(self.strikers):
            if parting_blow(dice, self.rules, self.striker, self.leaver, self.uphill):
                return (1,)
        return (0,)


def parting_blows(
    dice: Dice, rules: LancerRules, strikers: int, striker: Fighter, leavers: int, leaver: Fighter, uphill: bool
) -> int:
    """The strikers dealt round among the figures they touch, then figure by figure: how many fall."""
    parts: list[Part] = []
    for many in (strikers // leavers + 1, strikers // leavers):
        parts.append(BlowsOnOne(rules, many, striker, leaver, uphill))
    return dice.sum(parts, [strikers % leavers, leavers - strikers % leavers], (0,))[0]
