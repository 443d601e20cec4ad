"""Melee between figures: pairs, who retreats, and the blows at those who break off. Who touches whom is the table's.

One text for the table, the calculator and the odds: a table runs it with a course of its own.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from playsheet.core.dice import Dice, Part, Stage, State, summed
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


# ---------------------------------------------------------------- what a table adds


class Man:
    """A figure in a melee against one other: what he fights as unhurt, as wounded, and how he begins."""

    def __init__(self, unhurt: Fighter, wounded: Fighter, condition: int) -> None:
        self.unhurt: Final = unhurt
        self.wounded: Final = wounded
        self.condition: Final = condition

    def fighter(self, condition: int) -> Fighter:
        return self.wounded if is_wounded(condition) else self.unhurt

    def key(self) -> str:
        """All that the dice know of him, to find those who are alike."""
        blow = self.unhurt.blow
        account = summed(self.unhurt.account)
        return f"{self.condition} {account} {self.unhurt.need} {self.unhurt.cls} {blow.results}"


def armed_man(rules: RiskRules, weapon: Weapon, bayonet: bool, cls: int, wounded: bool, defending: bool) -> Man:
    """A figure by the weapon in his hands."""
    return Man(
        armed_with(rules, weapon, bayonet, cls, Condition.UNHURT, defending),
        armed_with(rules, weapon, bayonet, cls, Condition.A_WOUND, defending),
        Condition.A_WOUND if wounded else Condition.UNHURT,
    )


@mypyc_attr(allow_interpreted_subclasses=True)
class Course:
    """What only a table knows of a melee: whose dice they are, who decides, who hears of it. On paper nobody does."""

    def begins(self, at: int) -> None:
        """The dice of this pair, or of this striker, are about to be thrown."""

    def fought(self, at: int, blow: Blow) -> None:
        """What came of the pair."""

    def aims(self, at: int, living: list[int]) -> int:
        """At which of those he touches a striker strikes, as an index of `living`; the first if nobody decides."""
        return 0

    def struck(self, at: int, whom: int, result: int) -> None:
        """What the striker did to the leaver he struck at, by his place among those he touches."""


ON_PAPER: Final = Course()


# ---------------------------------------------------------------- a melee, pair by pair


class Pair:
    """A figure of the active side and the one he fights, who is at this place among those attacked."""

    def __init__(self, active: Man, other: Man, place: int) -> None:
        self.active: Final = active
        self.other: Final = other
        self.place: Final = place


COUNTS: Final = 4  # at the head of the state of PairByPair


class PairByPair(Stage):
    """The pairs in the order in which they were named; a killed figure fights no more (4.7.2).

    The state: wounds and kills the active side has suffered, its killed, the same of the other side, and then the
    condition of each figure attacked.
    """

    def __init__(self, rules: RiskRules, pairs: list[Pair], course: Course) -> None:
        self.rules: Final = rules
        self.pairs: Final = pairs
        self.course: Final = course

    def step(self, dice: Dice, at: int, state: State) -> State:
        rules = self.rules
        pair = self.pairs[at]
        theirs = COUNTS + pair.place
        condition = state[theirs]
        if is_killed(condition):
            return state
        mine = pair.active.condition
        self.course.begins(at)
        blow = fight(dice, rules, pair.active.fighter(mine), pair.other.fighter(condition))
        self.course.fought(at, blow)
        left = list(state)
        if blow.winner == MeleeSide.ACTIVE:
            left[theirs] = suffer(rules, condition, blow.result)
            left[2] += int(is_harm(effect(rules, condition, blow.result)))
            left[3] += int(is_killed(left[theirs]))
        elif blow.winner == MeleeSide.OTHER:
            left[0] += int(is_harm(effect(rules, mine, blow.result)))
            left[1] += int(is_killed(suffer(rules, mine, blow.result)))
        return tuple(left)


def fight_pairs(dice: Dice, rules: RiskRules, pairs: list[Pair], course: Course) -> State:
    """(Wounds and kills the active side suffers, its killed, the same of the other side.)"""
    attacked: dict[int, int] = {}
    for pair in pairs:
        attacked[pair.place] = pair.other.condition
    start = [0] * COUNTS + [attacked[place] for place in range(len(attacked))]
    return dice.through(len(pairs), tuple(start), PairByPair(rules, pairs, course))[:COUNTS]


class OnOne(Part):
    """The pairs of those who attack one and the same figure."""

    def __init__(self, rules: RiskRules, pairs: list[Pair]) -> None:
        self.rules: Final = rules
        self.pairs: Final = pairs

    def run(self, dice: Dice) -> State:
        return fight_pairs(dice, self.rules, self.pairs, ON_PAPER)


class Groups:
    """Pairs by who is attacked: those who fight one figure have nothing to do with those who fight another.

    Found once for a situation: exact odds go through the fight again and again.
    """

    def __init__(self, rules: RiskRules, pairs: list[Pair]) -> None:
        self.parts: Final[list[Part]] = []
        self.times: Final[list[int]] = []
        known: list[str] = []
        for on_one in by_attacked(pairs):
            key = key_of(on_one)
            if key in known:
                self.times[known.index(key)] += 1
            else:
                known.append(key)
                self.parts.append(OnOne(rules, on_one))
                self.times.append(1)


def fight_on_paper(dice: Dice, groups: Groups) -> State:
    """All pairs, as of `fight_pairs`."""
    return dice.sum(groups.parts, groups.times, (0, 0, 0, 0))


def by_attacked(pairs: list[Pair]) -> list[list[Pair]]:
    found: dict[int, list[Pair]] = {}
    for pair in pairs:
        found.setdefault(pair.place, []).append(Pair(pair.active, pair.other, 0))
    return list(found.values())


def key_of(pairs: list[Pair]) -> str:
    return "; ".join([pair.active.key() + " against " + pair.other.key() for pair in pairs])


def same_pairs(one: list[Pair], other: list[Pair]) -> bool:
    """Do the dice know no difference between them?"""
    return sorted([key_of(pairs) for pairs in by_attacked(one)]) == sorted(
        [key_of(pairs) for pairs in by_attacked(other)]
    )


# ---------------------------------------------------------------- breaking off, blow by blow


class Striker:
    """An enemy figure in contact with leavers: what he fights against each, and they against him; their places."""

    def __init__(self, fighters: list[Fighter], leavers: list[Man], places: list[int]) -> None:
        self.fighters: Final = fighters
        self.leavers: Final = leavers
        self.places: Final = places

    def key(self) -> str:
        """All that the dice know of him."""
        mine = [f"{summed(each.account)} {each.need} {each.cls} {each.blow.results}" for each in self.fighters]
        return f"{mine} {[leaver.key() for leaver in self.leavers]} {self.places}"


class BlowByBlow(Stage):
    """One striker after another, each at a leaver he touches who is still alive (R41).

    The state: the leavers wounded and those killed, as far as nobody strikes at them any more, and the condition of
    the others.
    """

    def __init__(self, rules: RiskRules, strikers: list[Striker], course: Course) -> None:
        last: dict[int, int] = {}
        start: dict[int, int] = {}
        for at in range(len(strikers)):
            for whom in range(len(strikers[at].places)):
                place = strikers[at].places[whom]
                last[place] = at
                start[place] = strikers[at].leavers[whom].condition
        self.rules: Final = rules
        self.strikers: Final = strikers
        self.course: Final = course
        self.last: Final = last  # who strikes last at each leaver
        self.start: Final = [start[place] for place in range(len(start))]

    def step(self, dice: Dice, at: int, state: State) -> State:
        striker = self.strikers[at]
        wounded = state[0]
        killed = state[1]
        conditions = list(state[2:])
        living = [whom for whom in range(len(striker.places)) if not is_killed(conditions[striker.places[whom]])]
        if living:
            whom = living[self.course.aims(at, living)]
            place = striker.places[whom]
            self.course.begins(at)
            leaver = striker.leavers[whom].fighter(conditions[place])
            result = parting_blow(dice, self.rules, striker.fighters[whom], leaver)
            conditions[place] = suffer(self.rules, conditions[place], result)
            self.course.struck(at, whom, result)
        for place in striker.places:
            if self.last[place] == at:
                killed += int(is_killed(conditions[place]))
                wounded += int(is_wounded(conditions[place]) and not is_wounded(self.start[place]))
                conditions[place] = Condition.UNHURT  # he is away
        return (wounded, killed, *conditions)


def strike_leavers(dice: Dice, rules: RiskRules, strikers: list[Striker], course: Course) -> State:
    """(Leavers wounded who were not before, and killed.)"""
    stage = BlowByBlow(rules, strikers, course)
    return dice.through(len(strikers), (0, 0, *stage.start), stage)[:2]


class OnLeaver(Part):
    """The blows of those who strike at one and the same leaver."""

    def __init__(self, rules: RiskRules, strikers: list[Striker]) -> None:
        self.rules: Final = rules
        self.strikers: Final = strikers

    def run(self, dice: Dice) -> State:
        return strike_leavers(dice, self.rules, self.strikers, ON_PAPER)


class Blows:
    """Parting blows by who is struck at, where each striker touches one leaver: no part has to do with another.

    Found once for a situation. Without parts the blows are followed one by one.
    """

    def __init__(self, rules: RiskRules, strikers: list[Striker]) -> None:
        self.rules: Final = rules
        self.strikers: Final = strikers
        self.parts: Final[list[Part]] = []
        self.times: Final[list[int]] = []
        known: list[str] = []
        for on_one in by_leaver(strikers):
            key = "; ".join([striker.key() for striker in on_one])
            if key in known:
                self.times[known.index(key)] += 1
            else:
                known.append(key)
                self.parts.append(OnLeaver(rules, on_one))
                self.times.append(1)


def by_leaver(strikers: list[Striker]) -> list[list[Striker]]:
    """None if one of them may choose at whom he strikes, or if they all strike at one."""
    found: dict[int, list[Striker]] = {}
    for striker in strikers:
        if len(striker.places) != 1:
            return []
        alone = Striker(striker.fighters, striker.leavers, [0])
        found.setdefault(striker.places[0], []).append(alone)
    return list(found.values()) if len(found) > 1 else []


def strike_on_paper(dice: Dice, blows: Blows) -> State:
    """All of them, as of `strike_leavers`."""
    if blows.parts:
        return dice.sum(blows.parts, blows.times, (0, 0))
    return strike_leavers(dice, blows.rules, blows.strikers, ON_PAPER)


def same_strikers(one: list[Striker], other: list[Striker]) -> bool:
    """Do the dice know no difference between them?"""
    return [striker.key() for striker in one] == [striker.key() for striker in other]
