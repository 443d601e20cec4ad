"""Melee between figures: a round of pairs, and the blows a leaving unit takes. One text for the table and the odds."""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

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


# ---------------------------------------------------------------- a round of pairs


class Bout:
    """A pair: which figures they are (numbers that nobody else has), and what the dice see of them."""

    def __init__(self, mine: int, attacker: Fighter, theirs: int, defender: Fighter, *, uphill: bool) -> None:
        self.mine: Final = mine
        self.attacker: Final = attacker
        self.theirs: Final = theirs
        self.defender: Final = defender
        self.uphill: Final = uphill

    def alike(self) -> list[int | bool]:
        """All that the dice see of it."""
        return [*seen_of(self.attacker), *seen_of(self.defender), self.uphill]


def seen_of(fighter: Fighter) -> list[int | bool]:
    return [fighter.melee, fighter.infantry, fighter.cavalry, fighter.lancer]


@mypyc_attr(allow_interpreted_subclasses=True)
class MeleeWitness:
    """Sees a round of melee, or parting blows, as they fall: the table does, paper only counts."""

    def meets(self, bout: Bout) -> None:
        """The two are about to throw."""

    def fought(self, bout: Bout, result: int) -> None:
        """They have thrown."""

    def strikes(self, blows: list[Blow]) -> Blow:
        """One of the blows that a striker may deal: his choice. On paper the first."""
        return blows[0]

    def removed(self, figure: int) -> None:
        """The figure is taken off."""


class Bouts(Part):
    """Pairs fought in this order: (attackers lost, defenders lost).

    Dead figures do not fight on, unless the pairs are simultaneous (R28): then the dead are taken off at the end.
    """

    def __init__(self, rules: LancerRules, bouts: list[Bout], witness: MeleeWitness, *, charging: bool) -> None:
        self.rules: Final = rules
        self.bouts: Final = bouts
        self.witness: Final = witness
        self.charging: Final = charging

    def run(self, dice: Dice) -> State:
        at_once = self.rules.simultaneous_melee
        attackers: list[int] = []  # who have fallen
        defenders: list[int] = []
        fallen: list[int] = []
        for bout in self.bouts:
            if not at_once and (bout.mine in fallen or bout.theirs in fallen):
                continue
            self.witness.meets(bout)
            result = fight(dice, self.rules, bout.attacker, bout.defender, self.charging, bout.uphill)
            self.witness.fought(bout, result)
            if result == PairResult.LOCKED:
                continue
            loser = bout.theirs if result == PairResult.DEFENDER_REMOVED else bout.mine
            if loser in fallen:
                continue
            fallen.append(loser)
            (defenders if result == PairResult.DEFENDER_REMOVED else attackers).append(loser)
            if not at_once:
                self.witness.removed(loser)
        if at_once:
            for figure in fallen:
                self.witness.removed(figure)
        return (len(attackers), len(defenders))


class Round:
    """A round of melee, or the parting blows, as parts that do not hang on each other, each so many times."""

    def __init__(self, parts: list[Part], times: list[int], start: State) -> None:
        self.parts: Final = parts
        self.times: Final = times
        self.start: Final = start

    def run(self, dice: Dice) -> State:
        return dice.sum(self.parts, self.times, self.start)


def in_order(rules: LancerRules, bouts: list[Bout], witness: MeleeWitness, *, charging: bool) -> Round:
    """The whole round one pair after the other, as the attacker has named them."""
    return Round([Bouts(rules, bouts, witness, charging=charging)], [1], (0, 0))


def on_paper(rules: LancerRules, bouts: list[Bout], *, charging: bool) -> Round:
    """The same round for the odds: pairs without a figure in common apart from each other, and those alike once."""
    parts: list[Part] = []
    times: list[int] = []
    seen: list[list[list[int | bool]]] = []
    for group in apart(bouts):
        alike = [[*bout.alike(), *places_in(group, bout)] for bout in group]
        if alike in seen:
            times[seen.index(alike)] += 1
        else:
            seen.append(alike)
            parts.append(Bouts(rules, group, MeleeWitness(), charging=charging))
            times.append(1)
    return Round(parts, times, (0, 0))


def apart(bouts: list[Bout]) -> list[list[Bout]]:
    """The pairs in groups that have no figure in common, each in the order of the whole."""
    groups: list[list[Bout]] = []
    for bout in bouts:
        mine = [group for group in groups if shares(group, bout)]
        groups = [group for group in groups if group not in mine]
        groups.append([*[other for group in mine for other in group], bout])
    return groups


def shares(group: list[Bout], bout: Bout) -> bool:
    for other in group:
        if other.mine == bout.mine or other.theirs == bout.theirs:
            return True
    return False


def places_in(group: list[Bout], bout: Bout) -> list[int | bool]:
    """Which attacker and which defender of the group they are."""
    mine = [other.mine for other in group]
    theirs = [other.theirs for other in group]
    return [mine.index(bout.mine), theirs.index(bout.theirs)]


def dealt(attackers: int, attacker: Fighter, defenders: int, defender: Fighter, *, uphill: bool) -> list[Bout]:
    """Figures alike: the attackers dealt round among the defenders."""
    return [
        Bout(number, attacker, attackers + number % defenders, defender, uphill=uphill) for number in range(attackers)
    ]


# ---------------------------------------------------------------- parting blows


class Blow:
    """A blow that a figure in contact may deal to one that leaves."""

    def __init__(self, figure: int, striker: Fighter, struck: int, leaver: Fighter, *, uphill: bool) -> None:
        self.figure: Final = figure
        self.striker: Final = striker
        self.struck: Final = struck
        self.leaver: Final = leaver
        self.uphill: Final = uphill

    def alike(self) -> list[int | bool]:
        return [*seen_of(self.striker), *seen_of(self.leaver), self.uphill]


class Blows(Part):
    """One unopposed attack by each striker, in this order, on a figure that he touches: (figures lost,).

    Each list has the blows that one striker may deal; when all whom he touches are gone he does not strike.
    """

    def __init__(self, rules: LancerRules, strikers: list[list[Blow]], witness: MeleeWitness) -> None:
        self.rules: Final = rules
        self.strikers: Final = strikers
        self.witness: Final = witness

    def run(self, dice: Dice) -> State:
        fallen: list[int] = []
        for blows in self.strikers:
            standing = [blow for blow in blows if blow.struck not in fallen]
            if not standing:
                continue
            blow = self.witness.strikes(standing)
            if parting_blow(dice, self.rules, blow.striker, blow.leaver, blow.uphill):
                fallen.append(blow.struck)
                self.witness.removed(blow.struck)
        return (len(fallen),)


def blows_in_order(rules: LancerRules, strikers: list[list[Blow]], witness: MeleeWitness) -> Round:
    return Round([Blows(rules, strikers, witness)], [1], (0,))


def blows_on_paper(rules: LancerRules, strikers: list[list[Blow]]) -> Round:
    """The same for the odds: strikers who touch nobody in common apart from each other, and those alike once."""
    parts: list[Part] = []
    times: list[int] = []
    seen: list[list[list[int | bool]]] = []
    for group in strikers_apart(strikers):
        struck = [blow.struck for blows in group for blow in blows]
        alike: list[list[int | bool]] = []
        for blows in group:
            alike.append([value for blow in blows for value in [*blow.alike(), struck.index(blow.struck)]])
        if alike in seen:
            times[seen.index(alike)] += 1
        else:
            seen.append(alike)
            parts.append(Blows(rules, group, MeleeWitness()))
            times.append(1)
    return Round(parts, times, (0,))


def strikers_apart(strikers: list[list[Blow]]) -> list[list[list[Blow]]]:
    """The strikers in groups that touch nobody in common, each in the order of the whole."""
    groups: list[list[list[Blow]]] = []
    for blows in strikers:
        struck = [blow.struck for blow in blows]
        mine = [group for group in groups if touches_any(group, struck)]
        groups = [group for group in groups if group not in mine]
        groups.append([*[other for group in mine for other in group], blows])
    return groups


def touches_any(group: list[list[Blow]], struck: list[int]) -> bool:
    for blows in group:
        for blow in blows:
            if blow.struck in struck:
                return True
    return False


def blows_dealt(strikers: int, striker: Fighter, leavers: int, leaver: Fighter, *, uphill: bool) -> list[list[Blow]]:
    """Figures alike: the strikers dealt round among the figures that leave."""
    return [[Blow(number, striker, strikers + number % leavers, leaver, uphill=uphill)] for number in range(strikers)]
