"""Exact odds of many hits on a group: how many there are in each condition is followed, not who is in it.

A hit finds one of the living, equal chances for all, and what it does to him depends on his own condition alone. What
it does is the rule's own text; only the counting is done here.
"""

from __future__ import annotations

from math import lcm
from typing import Final

from mypy_extensions import mypyc_attr

from playsheet.core.dice import Dice, Stage, State
from playsheet.core.exact import LAYERS, MOST_KEPT, Effort, Exact, Scale, Spread, Weighed

MOST_FACES: Final = 1000  # of a die, by far


@mypyc_attr(allow_interpreted_subclasses=True)
class Finding(Stage):
    """A stage in which each step finds one member of a group. The head of the state are their conditions."""

    def struck(self, dice: Dice, condition: int) -> int:
        """What becomes of one who is found."""
        raise NotImplementedError(type(self).__name__ + " does nothing")

    def is_out(self, condition: int) -> bool:
        """Nobody finds him any more."""
        return False

    def marks(self, condition: int) -> int:
        """What of a condition never changes."""
        return 0


def find(dice: Dice, n: int, members: State, stage: Finding) -> State:
    """Go through the stage n times. In exact odds all that comes back are conditions, among those marked alike."""
    if not isinstance(dice, Exact):
        return dice.through(n, members, stage)
    node = dice.met()
    if node is None:
        there = spreads(n, members, stage, dice.effort)[n]
        node = dice.branch(there.weights, there.total)
        node.states = there.states
    return node.states[node.chosen]


def spreads(n: int, members: State, stage: Finding, effort: Effort) -> list[Spread]:
    """What may come of it, by how often it is gone through, n times at least. Kept as of other stages."""
    known = LAYERS.get((stage.key(), members))
    found = [Spread([members], [1], 1)] if known is None else known
    if len(found) > n:
        return found
    found = found[:]  # what is kept is replaced, never changed
    crowd = Crowd(members, stage)
    while len(found) <= n:
        before = effort.spent
        found.append(crowd.after(found[-1], effort))
        effort.check((n + 1 - len(found)) * (effort.spent - before))
    if len(LAYERS) >= MOST_KEPT:
        LAYERS.clear()
    LAYERS[(stage.key(), members)] = found
    return found


class Kind:
    """A condition that somebody may be in, and what a hit makes of it."""

    def __init__(self, condition: int, unit: int, came: Weighed[int] | None) -> None:
        self.condition: Final = condition
        self.unit: Final = unit  # one who is in it, as a digit of a code
        self.came: Final = came  # None: he is out
        self.moves: Final[list[tuple[int, int]]] = []  # what is added to the code, with its weight


def one_hit(stage: Finding, condition: int) -> Weighed[int]:
    """All that may become of one who is found."""
    effort = Effort(MOST_FACES)
    scale: Scale[int] = Scale(effort)
    dice = Exact(effort)
    going = True
    while going:
        scale.add(stage.struck(dice, condition), dice.weight, dice.total_weight)
        going = dice.again()
    return scale.weighed()


class Crowd:
    """All that is counted for a group: a code has a digit for each condition, how many are in it."""

    def __init__(self, members: State, stage: Finding) -> None:
        self.members: Final = members
        self.stage: Final = stage
        self.base: Final = len(members) + 1
        self.kinds: Final[list[Kind]] = []
        self.of: Final[dict[int, Kind]] = {}
        for condition in members:
            self.add(condition)
        self.total = 1  # of what a hit may do
        at = 0
        while at < len(self.kinds):  # more kinds come meanwhile
            came = self.kinds[at].came
            if came is not None:
                self.total = lcm(self.total, came.total)
                for there in came.outcomes:
                    self.add(there)
            at += 1
        for kind in self.kinds:
            self.move(kind)

    def add(self, condition: int) -> None:
        """A condition that may be met."""
        if condition not in self.of:
            came: Weighed[int] | None = None
            if not self.stage.is_out(condition):
                came = one_hit(self.stage, condition)
            self.of[condition] = Kind(condition, self.base ** len(self.kinds), came)
            self.kinds.append(self.of[condition])

    def move(self, kind: Kind) -> None:
        came = kind.came
        if came is None:
            return
        for at in range(len(came.outcomes)):
            step = self.of[came.outcomes[at]].unit - kind.unit
            kind.moves.append((step, came.weights[at] * (self.total // came.total)))

    def after(self, last: Spread, effort: Effort) -> Spread:
        """One hit more."""
        codes = [sum([self.of[condition].unit for condition in state]) for state in last.states]
        living = [len([1 for condition in state if self.of[condition].came is not None]) for state in last.states]
        common = 1
        for many in living:
            common = lcm(common, max(many, 1))
        weights: dict[int, int] = {}
        for place in range(len(codes)):
            code = codes[place]
            if living[place] == 0:
                weights[code] = weights.get(code, 0) + last.weights[place] * common * self.total
                effort.spend(1)
                continue
            share = last.weights[place] * (common // living[place])
            left = code
            for kind in self.kinds:
                many = left % self.base
                left //= self.base
                if many and kind.moves:
                    for step, weight in kind.moves:
                        weights[code + step] = weights.get(code + step, 0) + share * many * weight
                    effort.spend(len(kind.moves))
        states = [self.members_of(code) for code in weights]
        return Spread(states, list(weights.values()), last.total * common * self.total)

    def members_of(self, code: int) -> State:
        """Conditions dealt out among the members, to each one that is marked like his own."""
        waiting: dict[int, list[int]] = {}
        for kind in self.kinds:
            mark = self.stage.marks(kind.condition)
            if mark not in waiting:
                waiting[mark] = []
            waiting[mark].extend([kind.condition] * (code % self.base))
            code //= self.base
        return tuple([waiting[self.stage.marks(condition)].pop() for condition in self.members])
