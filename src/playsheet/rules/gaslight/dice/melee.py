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

    def __init__(self, active: bool, scuffle: int, save: int, machine: bool, strikes: list[int]) -> None:
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
    return settle(dice, rules, fighters, strike(dice, rules, fighters, False))


def break_off(dice: Dice, rules: GaslightRules, fighters: list[Fighter]) -> Clash:
    """The free blows at a model that breaks off, which does not strike itself (R71)."""
    return settle(dice, rules, fighters, strike(dice, rules, fighters, True))


def strike(dice: Dice, rules: GaslightRules, fighters: list[Fighter], free: bool) -> list[Blow]:
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


# ---------------------------------------------------------------- many against one, figures alike


class Kind:
    """Figures that are alike."""

    def __init__(self, scuffle: int, save: int) -> None:
        self.scuffle: Final = scuffle
        self.save: Final = save


class OnOne(Part):
    """Several of the active side against one, or one against several: (active killed, others killed)."""

    def __init__(self, rules: GaslightRules, actives: int, active: Kind, others: int, other: Kind, free: bool) -> None:
        self.rules: Final = rules
        self.free: Final = free
        fighters: list[Fighter] = []
        for _ in range(actives):
            fighters.append(Fighter(True, active.scuffle, active.save, False, [] if free else [actives]))
        for _ in range(others):
            fighters.append(Fighter(False, other.scuffle, other.save, False, [0]))
        self.fighters: Final = fighters

    def run(self, dice: Dice) -> State:
        clash = (
            break_off(dice, self.rules, self.fighters) if self.free else close_combat(dice, self.rules, self.fighters)
        )
        lost = [0, 0]
        for place in range(len(self.fighters)):
            if clash.killed[place]:
                lost[0 if self.fighters[place].active else 1] += 1
        return (lost[0], lost[1])


def fight_round(dice: Dice, rules: GaslightRules, actives: int, active: Kind, others: int, other: Kind) -> State:
    """The more numerous dealt round among the fewer, each of whom strikes at the first: (active, others killed)."""
    return dealt(dice, rules, actives, active, others, other, False)


def free_blows(dice: Dice, rules: GaslightRules, leavers: int, leaver: Kind, strikers: int, striker: Kind) -> int:
    """The strikers dealt round among those who break off: how many of these are killed."""
    return dealt(dice, rules, leavers, leaver, strikers, striker, True)[0]


def dealt(dice: Dice, rules: GaslightRules, actives: int, active: Kind, others: int, other: Kind, free: bool) -> State:
    fewer = min(actives, others)
    more = max(actives, others)
    parts: list[Part] = []
    for many in (more // fewer + 1, more // fewer):
        if actives > others:
            parts.append(OnOne(rules, many, active, 1, other, free))
        else:
            parts.append(OnOne(rules, 1, active, many, other, free))
    return dice.sum(parts, [more % fewer, fewer - more % fewer], (0, 0))
