"""Melee between figures: pairs, who retreats, and the blows at those who break off. Who touches whom is the table's."""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import Dice, Part, Stage, State
from playsheet.core.events import Entry, Throw
from playsheet.rules.riskfactor.dice.shooting import damage, effect, is_harm, is_killed, is_wounded, suffer
from playsheet.rules.riskfactor.sheet import Card, DamageRow, RiskRules, Weapon
from playsheet.rules.riskfactor.terms import Condition, DamageDie, MeleeSide, PairResult

ACTIVE: Final = Throw("Melee: active side", "melee", "sides", "", "R37", 0)
OTHER: Final = Throw("Melee: other side", "melee", "sides", "", "R37", 1)
STRIKER: Final = Throw("Parting blow", "melee", "sides", "", "R41", 1)
LEAVER: Final = Throw("Breaking off", "melee", "sides", "", "R41", 0)
LANCER_ACTIVE: Final = Throw("Melee: active side", "melee-outcome", "", "", "R37", 0)
LANCER_OTHER: Final = Throw("Melee: other side", "melee-outcome", "", "", "R37", 1)
LANCER_STRIKER: Final = Throw("Parting blow", "melee-outcome", "", "", "R41", 1)


class Fighter:
    """One figure in a melee, as far as the dice are concerned."""

    def __init__(
        self, rules: RiskRules, factor: list[Entry], blow: DamageRow, cls: int, wounded: bool, defending: bool
    ) -> None:
        account = [*factor, *rules.melee_class[cls]]
        if wounded:
            account.extend(rules.melee_wounded)
        if defending:
            account.extend(rules.melee_defending)
        self.account: Final = account  # the factor and all that modifies it
        self.blow: Final = blow
        self.cls: Final = cls
        self.need: Final = factor[0].add  # the other way of R37: this or less ...
        self.turned: Final = (  # ... with the modifiers the other way round
            [Entry(-entry.add, entry.cause, entry.ruling) for entry in account[1:]] if rules.lancer_like else account
        )


def fighter(rules: RiskRules, card: Card, cls: int, condition: int, *, defending: bool) -> Fighter:
    """A figure of a card, by its own class and condition."""
    return Fighter(rules, card.factor, card.arm.blow, cls, is_wounded(condition), defending)


def armed_with(rules: RiskRules, weapon: Weapon, bayonet: bool, cls: int, condition: int, defending: bool) -> Fighter:
    """A figure by the weapon in its hands, for the calculator."""
    factor = weapon.bayonet_factor if bayonet else weapon.factor
    return Fighter(rules, factor, weapon.blow, cls, is_wounded(condition), defending)


class Blow:
    """What came of a pair: who won, and the damage die's result."""

    def __init__(self, winner: int, result: int) -> None:
        self.winner: Final = winner
        self.result: Final = result


NO_BLOW: Final = Blow(MeleeSide.NEITHER, DamageDie.NOTHING)


def contest(dice: Dice, rules: RiskRules, first: Fighter, throw: Throw, second: Fighter, against: Throw) -> int:
    """Die and factor against die and factor: who is higher."""
    mine = dice.total(1, rules.melee_sides, throw, first.account)
    theirs = dice.reach(1, rules.melee_sides, [mine, mine + 1], against, second.account)
    if mine == theirs:
        return MeleeSide.NEITHER
    return MeleeSide.ACTIVE if mine > theirs else MeleeSide.OTHER


def fight(dice: Dice, rules: RiskRules, active: Fighter, other: Fighter) -> Blow:
    """A pair: the active side's die, the other's, and the winner's damage die; equal does nothing."""
    if rules.lancer_like:
        return lancer_fight(dice, rules, active, other)
    winner = contest(dice, rules, active, ACTIVE, other, OTHER)
    if winner == MeleeSide.NEITHER:
        return NO_BLOW
    if winner == MeleeSide.ACTIVE:
        return Blow(winner, damage(dice, rules, active.blow, active.cls, active.blow.blow))
    return Blow(winner, damage(dice, rules, other.blow, other.cls, other.blow.blow_back))


def lancer_fight(dice: Dice, rules: RiskRules, active: Fighter, other: Fighter) -> Blow:
    """The other way of R37: each its factor or less, and who succeeds alone kills."""
    came = dice.duel(
        rules.melee_sides,
        active.need,
        LANCER_ACTIVE,
        active.turned,
        other.need,
        LANCER_OTHER,
        other.turned,
        rules.outcomes,
    )
    if came == PairResult.LOCKED:
        return NO_BLOW
    return Blow(MeleeSide.ACTIVE if came == PairResult.OTHER_KILLED else MeleeSide.OTHER, DamageDie.KILL)


def parting_blow(dice: Dice, rules: RiskRules, striker: Fighter, leaver: Fighter) -> int:
    """An enemy strikes at a figure that breaks off: its damage, or NOTHING_DONE. The leaver cannot hurt it (R41)."""
    if rules.lancer_like:
        hit = dice.check(rules.melee_sides, striker.need, LANCER_STRIKER, striker.turned)
        return DamageDie.KILL if hit else DamageDie.NOTHING
    if contest(dice, rules, striker, STRIKER, leaver, LEAVER) != MeleeSide.ACTIVE:
        return DamageDie.NOTHING
    return damage(dice, rules, striker.blow, striker.cls, striker.blow.blow_back)


def retreating(active_suffered: int, other_suffered: int) -> int:
    """Which side of a melee retreats, by the wounds and kills it has suffered (R40)."""
    if active_suffered == other_suffered:
        return MeleeSide.NEITHER
    return MeleeSide.ACTIVE if active_suffered > other_suffered else MeleeSide.OTHER


# ---------------------------------------------------------------- many pairs at once, figures alike


class Side:
    """Figures that are alike: what they fight as unhurt, and as wounded."""

    def __init__(self, unhurt: Fighter, wounded: Fighter, condition: int) -> None:
        self.unhurt: Final = unhurt
        self.wounded: Final = wounded
        self.condition: Final = condition  # in which each of them begins

    def fighter(self, condition: int) -> Fighter:
        return self.wounded if is_wounded(condition) else self.unhurt


def armed_side(rules: RiskRules, weapon: Weapon, bayonet: bool, cls: int, wounded: bool, defending: bool) -> Side:
    return Side(
        armed_with(rules, weapon, bayonet, cls, Condition.UNHURT, defending),
        armed_with(rules, weapon, bayonet, cls, Condition.A_WOUND, defending),
        Condition.A_WOUND if wounded else Condition.UNHURT,
    )


class NextPair(Stage):
    """The next of those who attack one figure, while that lives.

    The state: wounds and kills the attackers have suffered, their killed, the same of the one attacked, its condition.
    """

    def __init__(self, rules: RiskRules, active: Side, other: Side) -> None:
        self.rules: Final = rules
        self.active: Final = active
        self.other: Final = other

    def step(self, dice: Dice, at: int, state: State) -> State:
        harmed, killed, other_harmed, condition = state
        if is_killed(condition):
            return state
        rules = self.rules
        mine = self.active.condition
        blow = fight(dice, rules, self.active.fighter(mine), self.other.fighter(condition))
        if blow.winner == MeleeSide.ACTIVE:
            if is_harm(effect(rules, condition, blow.result)):
                other_harmed += 1
            return (harmed, killed, other_harmed, suffer(rules, condition, blow.result))
        if blow.winner == MeleeSide.OTHER and is_harm(effect(rules, mine, blow.result)):
            return (harmed + 1, killed + int(is_killed(suffer(rules, mine, blow.result))), other_harmed, condition)
        return state


class OnOne(Part):
    """Attackers who fight one and the same figure: (harm suffered, killed, harm to the other, it is killed)."""

    def __init__(self, rules: RiskRules, attackers: int, active: Side, other: Side) -> None:
        self.attackers: Final = attackers
        self.start: Final = other.condition
        self.next: Final = NextPair(rules, active, other)

    def run(self, dice: Dice) -> State:
        left = dice.through(self.attackers, (0, 0, 0, self.start), self.next)
        return (left[0], left[1], left[2], 1 if is_killed(left[3]) else 0)


def fight_round(dice: Dice, rules: RiskRules, attackers: int, active: Side, defenders: int, other: Side) -> State:
    """The attackers dealt round among those they touch, then figure by figure.

    (Wounds and kills the active side suffers, its killed, the same of the other side.)
    """
    parts: list[Part] = []
    for many in (attackers // defenders + 1, attackers // defenders):
        parts.append(OnOne(rules, many, active, other))
    return dice.sum(parts, [attackers % defenders, defenders - attackers % defenders], (0, 0, 0, 0))


class NextBlow(Stage):
    """The next of those who strike at one leaver, while he lives. The state: harm done to him, his condition."""

    def __init__(self, rules: RiskRules, striker: Fighter, leaver: Side) -> None:
        self.rules: Final = rules
        self.striker: Final = striker
        self.leaver: Final = leaver

    def step(self, dice: Dice, at: int, state: State) -> State:
        harmed, condition = state
        if is_killed(condition):
            return state
        result = parting_blow(dice, self.rules, self.striker, self.leaver.fighter(condition))
        if is_harm(effect(self.rules, condition, result)):
            harmed += 1
        return (harmed, suffer(self.rules, condition, result))


class BlowsOnOne(Part):
    """Parting blows at one figure: (it is wounded, it is killed)."""

    def __init__(self, rules: RiskRules, strikers: int, striker: Fighter, leaver: Side) -> None:
        self.strikers: Final = strikers
        self.start: Final = leaver.condition
        self.next: Final = NextBlow(rules, striker, leaver)

    def run(self, dice: Dice) -> State:
        left = dice.through(self.strikers, (0, self.start), self.next)
        killed = is_killed(left[1])
        return (1 if left[0] and not killed else 0, 1 if killed else 0)


def parting_blows(dice: Dice, rules: RiskRules, strikers: int, striker: Fighter, leavers: int, leaver: Side) -> State:
    """The strikers dealt round among the leavers they touch, then figure by figure: (wounded, killed)."""
    parts: list[Part] = []
    for many in (strikers // leavers + 1, strikers // leavers):
        parts.append(BlowsOnOne(rules, many, striker, leaver))
    return dice.sum(parts, [strikers % leavers, leavers - strikers % leavers], (0, 0))
