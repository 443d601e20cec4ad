"""Close combat: a die for each combatant, all at once, then saves. Who touches and names whom is the table's."""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import NOTHING, Dice, Part, State
from playsheet.core.events import Throw
from playsheet.rules.gaslight.sheet import GaslightRules

ACTIVE: Final = Throw("Scuffle: active side", "close-combat", "sides", "", "R72", 0)
OTHER: Final = Throw("Scuffle: other side", "close-combat", "sides", "", "R72", 1)
FREE: Final = Throw("Free blow at one who breaks off", "close-combat", "sides", "", "R71", 1)
SAVES_ACTIVE: Final = Throw("Saving throw", "saving-throws", "sides", "", "R72", 0)
SAVES_OTHER: Final = Throw("Saving throw", "saving-throws", "sides", "", "R72", 1)


class Fighter:
    """A model in close combat: how well it fights, its Save (0: none), and whom it strikes at, one for each die."""

    def __init__(self, scuffle: int, save: int, strikes: list[int], *, active: bool, machine: bool) -> None:
        self.active: Final = active
        self.scuffle: Final = scuffle
        self.save: Final = save
        self.machine: Final = machine  # what it suffers is for the charts to say
        self.strikes: Final = strikes  # places of its opponents among the fighters; a figure has one die


class Blow:
    """A hit: who struck whom, by their places."""

    def __init__(self, by: int, at: int) -> None:
        self.by: Final = by
        self.at: Final = at


class Clash:
    """What came of a round: every hit, and who of the figures is killed. Hits on machines are still to be saved."""

    def __init__(self, blows: list[Blow], killed: list[bool], on_machines: list[Blow]) -> None:
        self.blows: Final = blows
        self.killed: Final = killed
        self.on_machines: Final = on_machines


def close_combat(dice: Dice, rules: GaslightRules, fighters: list[Fighter]) -> Clash:
    """All dice, then all saves, in the order of the fighters: the active side first, each side in roster order."""
    return settle(dice, rules, fighters, strike(dice, rules, fighters, free=False))


def break_off(dice: Dice, rules: GaslightRules, fighters: list[Fighter]) -> Clash:
    """The free blows at a model that breaks off, which does not strike itself (R71)."""
    return settle(dice, rules, fighters, strike(dice, rules, fighters, free=True))


def strike(dice: Dice, rules: GaslightRules, fighters: list[Fighter], *, free: bool) -> list[Blow]:
    """One die for each blow, less than Scuffle hits; no modifiers."""
    blows: list[Blow] = []
    for place in range(len(fighters)):
        fighter = fighters[place]
        throw = FREE if free else ACTIVE if fighter.active else OTHER
        for foe in fighter.strikes:
            if dice.check(rules.melee_sides, fighter.scuffle - 1, throw, NOTHING):
                blows.append(Blow(place, foe))
    return blows


def settle(dice: Dice, rules: GaslightRules, fighters: list[Fighter], blows: list[Blow]) -> Clash:
    """An Extra that is hit dies; a figure with a Save rolls one for each hit, and any failure kills."""
    killed = [False] * len(fighters)
    for place in range(len(fighters)):
        fighter = fighters[place]
        if fighter.machine:
            continue
        throw = SAVES_ACTIVE if fighter.active else SAVES_OTHER
        for blow in blows:
            if blow.at == place:
                if fighter.save == 0 or not dice.check(rules.save_sides, fighter.save - 1, throw, NOTHING):
                    killed[place] = True
    return Clash(blows, killed, [blow for blow in blows if fighters[blow.at].machine])


def scuffle_hits(dice: Dice, rules: GaslightRules, n: int, scuffle: int) -> int:
    """So many dice of the active side together, all alike: how many hit."""
    return n - dice.checks(n, rules.melee_sides, scuffle - 1, ACTIVE, NOTHING)


# ---------------------------------------------------------------- a round, knot by knot


class Knot(Part):
    """Models in contact with each other, and with nobody else: (active killed, others killed)."""

    def __init__(self, rules: GaslightRules, fighters: list[Fighter], *, free: bool) -> None:
        self.rules: Final = rules
        self.fighters: Final = fighters
        self.free: Final = free  # blows at one who breaks off

    def run(self, dice: Dice) -> State:
        clash = (
            break_off(dice, self.rules, self.fighters) if self.free else close_combat(dice, self.rules, self.fighters)
        )
        killed = [0, 0]
        for place in range(len(self.fighters)):
            if clash.killed[place]:
                killed[0 if self.fighters[place].active else 1] += 1
        return (killed[0], killed[1])


class Fight:
    """A round of close combat: its knots, and how many there are of each."""

    def __init__(self, knots: list[Part], times: list[int]) -> None:
        self.knots: Final = knots
        self.times: Final = times
        self.assumed: Final[list[str]] = []  # what odds of it take for granted, a sentence each


def one_by_one(rules: GaslightRules, fighters: list[Fighter]) -> Fight:
    """A round taken apart: whether a figure falls hangs on the dice thrown at it alone, whatever becomes of others."""
    knots: list[Part] = []
    for place in range(len(fighters)):
        struck = fighters[place]
        if struck.machine:
            continue
        strikers = [
            Fighter(each.scuffle, each.save, [0] * each.strikes.count(place), active=each.active, machine=each.machine)
            for each in fighters
            if place in each.strikes
        ]
        if strikers:
            victim = Fighter(struck.scuffle, struck.save, [], active=struck.active, machine=False)
            knots.append(Knot(rules, [victim, *strikers], free=False))
    return Fight(knots, [1] * len(knots))


def fight_round(dice: Dice, fight: Fight) -> State:
    """(active killed, others killed)."""
    return dice.sum(fight.knots, fight.times, (0, 0))


# ---------------------------------------------------------------- many against one, figures alike


class Kind:
    """Figures that are alike."""

    def __init__(self, scuffle: int, save: int) -> None:
        self.scuffle: Final = scuffle
        self.save: Final = save


def dealt_round(rules: GaslightRules, actives: int, active: Kind, others: int, other: Kind, *, free: bool) -> Fight:
    """The more numerous dealt round among the fewer, each of whom strikes at the first."""
    fewer = min(actives, others)
    more = max(actives, others)
    knots: list[Part] = []
    for many in (more // fewer + 1, more // fewer):
        if actives > others:
            knots.append(on_one(rules, many, active, 1, other, free=free))
        else:
            knots.append(on_one(rules, 1, active, many, other, free=free))
    return Fight(knots, [more % fewer, fewer - more % fewer])


def on_one(rules: GaslightRules, actives: int, active: Kind, others: int, other: Kind, *, free: bool) -> Knot:
    """Several of the active side against one, or one against several."""
    fighters: list[Fighter] = []
    for _ in range(actives):
        strikes: list[int] = [] if free else [actives]
        fighters.append(Fighter(active=True, scuffle=active.scuffle, save=active.save, machine=False, strikes=strikes))
    for _ in range(others):
        fighters.append(Fighter(active=False, scuffle=other.scuffle, save=other.save, machine=False, strikes=[0]))
    return Knot(rules, fighters, free=free)
