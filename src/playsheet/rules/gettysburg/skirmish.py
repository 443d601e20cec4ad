"""Skirmish fire: two dice a group, each six a casualty; sharpshooters may aim at a general."""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from playsheet.core.dice import Dice, Part, State
from playsheet.core.events import Throw
from playsheet.rules.gettysburg.sheet import NO_COVER, GettysburgRules
from playsheet.rules.gettysburg.shooting import FireWitness, Hit, halved, lose
from playsheet.rules.gettysburg.sixes import chain, risk_to_general

GROUP: Final = Throw("Skirmish fire, a group", "skirmish-fire", "hits", "", "R44")
GROUP_OTHER: Final = Throw("Skirmish fire, a group", "skirmish-fire", "hits", "", "R44", 1)
REST: Final = Throw("Skirmish fire, the odd die", "skirmish-fire", "left", "", "R44")
REST_OTHER: Final = Throw("Skirmish fire, the odd die", "skirmish-fire", "left", "", "R44", 1)


def groups(rules: GettysburgRules, rate: int, figures: int) -> int:
    """Full groups: so many pairs of dice."""
    return figures // rules.groups[rate] if rules.groups[rate] else 0


def odd_dice(rules: GettysburgRules, rate: int, figures: int) -> int:
    """One die for those left over, if they are enough; also where there is no full group."""
    if not rules.groups[rate]:
        return 0
    return 1 if figures % rules.groups[rate] >= rules.group_left else 0


class Throwing(Part):
    """The dice of a group, or the odd one: sixes, and double sixes."""

    def __init__(self, rules: GettysburgRules, dice: int, throw: Throw) -> None:
        self.rules: Final = rules
        self.dice: Final = dice
        self.throw: Final = throw

    def run(self, dice: Dice) -> State:
        sixes = dice.pool(self.dice, self.rules.skirmish_reading, self.throw)[0]
        return (sixes, 1 if sixes == 2 else 0)


class Volley:
    """One shot of skirmishers."""

    def __init__(self, groups: int, odd: int, figures: int, pending: int) -> None:
        self.groups: Final = groups
        self.odd: Final = odd
        self.figures: Final = figures  # of the target
        self.pending: Final = pending
        self.cover = NO_COVER
        self.target_down = False  # gone to ground
        self.down = False  # the skirmishers themselves
        self.low = False
        self.by = 0


@mypyc_attr(allow_interpreted_subclasses=True)
class SkirmishWitness(FireWitness):
    """What skirmish fire asks and tells beside what any fire does."""

    def aims(self, sixes: int) -> int:
        """How many of the sixes are rolls of risk instead of casualties, by switch (R42)."""
        return 0

    def chains(self, dice: Dice, rules: GettysburgRules, times: int, by: int) -> None:
        """The chain of each double six, one after another."""
        for _ in range(times):
            chain(dice, rules, rules.six_effects["skirmish-fire"].gate, by, self)


def thrown(dice: Dice, rules: GettysburgRules, volley: Volley) -> State:
    """Sixes and double sixes: pair by pair, the odd die last."""
    pair = Throwing(rules, 2, GROUP if volley.by == 0 else GROUP_OTHER)
    odd = Throwing(rules, 1, REST if volley.by == 0 else REST_OTHER)
    return dice.sum([pair, odd], [volley.groups, volley.odd], (0, 0))


def skirmish_fire(dice: Dice, rules: GettysburgRules, volley: Volley, witness: SkirmishWitness) -> Hit:
    """Sixes are casualties, halved where they must be; each double six adds its own and runs its chain (R44)."""
    counts = thrown(dice, rules, volley)
    sixes = counts[0]
    doubles = counts[1]
    risks = min(sixes, max(0, witness.aims(sixes))) if rules.sharpshooter_after and sixes else 0
    loss = lose(dice, rules, halved(2 * (sixes - risks), skirmish_halvings(volley)), volley.pending, volley.by)
    effect = rules.six_effects["skirmish-fire"]
    figures = min(loss.figures + doubles * effect.extra, volley.figures)
    hit = Hit(figures, loss.pending, effect if doubles else None, False)
    witness.fired(hit)
    for _ in range(risks):
        witness.risked(risk_to_general(dice, rules, volley.by))
    witness.chains(dice, rules, doubles, volley.by)
    return hit


def skirmish_halvings(volley: Volley) -> int:
    """Once for cover of any kind or gone to ground (R43), once for each of the firers' own troubles."""
    sheltered = volley.cover != NO_COVER or volley.target_down
    return (1 if sheltered else 0) + (1 if volley.down else 0) + (1 if volley.low else 0)


def aim_at_general(dice: Dice, rules: GettysburgRules, volley: Volley, witness: SkirmishWitness) -> bool:
    """Sharpshooters said before the throw that they aim at him: any six is one roll of risk, and that is all (R42)."""
    if thrown(dice, rules, volley)[0] == 0:
        return False
    witness.risked(risk_to_general(dice, rules, volley.by))
    return True
