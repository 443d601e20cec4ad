"""Command: points thrown for, the chain of command, and what it costs. Pure; who is in distance is given."""

from __future__ import annotations

from typing import Final

from playsheet.core.dice import NOTHING, Dice, Stage, State
from playsheet.core.events import Throw
from playsheet.rules.riskfactor.sheet import RiskRules
from playsheet.rules.riskfactor.terms import CLASSES, Role

OFFICER_THROWS: Final = [Throw(f"Command, {word}", "command-dice", word, "", "R33") for word in CLASSES]
BUSY_THROWS: Final = [Throw(f"Command, {word}, one die less", "command-dice", word, "", "R31") for word in CLASSES]
NCO_THROWS: Final = [Throw(f"NCO, {word}", "command-dice", word, "", "R33") for word in CLASSES]
BUSY_NCO_THROWS: Final = [Throw(f"NCO, {word}, one die less", "command-dice", word, "", "R31") for word in CLASSES]
MUSICIAN_CLASS_THROWS: Final = [Throw(f"Musician, {word}", "command-dice", word, "", "R32") for word in CLASSES]
MUSICIAN: Final = Throw("Musician's extra die", "command-dice", "musician", "", "R32")
OUT_OF_REACH: Final = -1


def command_distance(rules: RiskRules, *, enclosed: bool) -> float:
    """Inclusive; `enclosed`: either end stands in enclosed ground (R36)."""
    return rules.command_enclosed if enclosed else rules.command_open


# ---------------------------------------------------------------- dice


def command_dice(rules: RiskRules, role: int, cls: int, *, busy: bool) -> int:
    """How many dice a commander throws; one less if he loads, fires or is in melee, once (R31)."""
    counts = busy and (role == Role.PC or rules.nco_minus)
    return max(0, rules.command_dice[cls] + (rules.command_busy if counts else 0))


def command_points(dice: Dice, rules: RiskRules, role: int, cls: int, busy: bool, first_musician: bool) -> int:
    """What a PC, or an NCO or musician who has just been commanded, adds to the points."""
    if role in (Role.DRUMMER, Role.BUGLER) and not rules.musicians_throw_class:
        if not first_musician or rules.command_musician == 0:
            return 0
        return dice.total(rules.command_musician, rules.command_sides, MUSICIAN, NOTHING)
    n = command_dice(rules, role, cls, busy=busy)
    if n == 0:
        return 0
    return dice.total(n, rules.command_sides, command_throw(rules, role, cls, busy), NOTHING)


def command_throw(rules: RiskRules, role: int, cls: int, busy: bool) -> Throw:
    if role == Role.PC:
        return BUSY_THROWS[cls] if busy else OFFICER_THROWS[cls]
    if role == Role.NCO:
        return BUSY_NCO_THROWS[cls] if busy and rules.nco_minus else NCO_THROWS[cls]
    return MUSICIAN_CLASS_THROWS[cls]


# ---------------------------------------------------------------- costs


def cost(rules: RiskRules, *, loyal: bool, router: bool) -> int:
    """Points for one figure: the dearer of what applies, never both (R35)."""
    dear = rules.cost_loyal if loyal else rules.cost_disloyal
    return max(dear, rules.cost_router) if router else dear


class Member:
    """A living member of a group that is to be commanded."""

    def __init__(self, *, in_reach: bool, loyal: bool, router: bool, paid: bool) -> None:
        self.in_reach: Final = in_reach  # of some link of the chain
        self.loyal: Final = loyal  # to one of the links that reach him (R50)
        self.router: Final = router
        self.paid: Final = paid  # an NCO of this chain (R33)


def group_cost(rules: RiskRules, members: list[Member]) -> int:
    """What it takes to command all of them; OUT_OF_REACH if one man is, and then none are commanded (R34)."""
    points = 0
    for member in members:
        if member.paid:
            continue
        if not member.in_reach:
            return OUT_OF_REACH
        points += cost(rules, loyal=member.loyal, router=member.router)
    return points


# ---------------------------------------------------------------- a chain on paper


class Link:
    """Somebody in the chain of command: the Player Character, whom nobody pays for, an NCO or a musician."""

    def __init__(self, role: int, cls: int, *, cost: int, busy: bool) -> None:
        self.role: Final = role
        self.cls: Final = cls
        self.cost: Final = cost
        self.busy: Final = busy
        self.musician: Final = role in (Role.DRUMMER, Role.BUGLER)


class Chain(Stage):
    """One link after another, as far as the points go. The state: points, and 1 once a musician is commanded."""

    def __init__(self, rules: RiskRules, links: list[Link]) -> None:
        self.rules: Final = rules
        self.links: Final = links

    def step(self, dice: Dice, at: int, state: State) -> State:
        link = self.links[at]
        points = state[0]
        if link.cost > points:
            return state
        first = link.musician and state[1] == 0
        added = command_points(dice, self.rules, link.role, link.cls, link.busy, first)
        return (points - link.cost + added, 1 if link.musician else state[1])


def chain_points(dice: Dice, chain: Chain) -> int:
    """What is left for the troops when every link that can be paid for has been."""
    return dice.through(len(chain.links), (0, 0), chain)[0]
