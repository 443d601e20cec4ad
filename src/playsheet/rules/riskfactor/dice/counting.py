"""Exact odds of many hits on a group: how many there are in each condition is followed, not who is in it.

A hit finds one of the living, equal chances for all, and what it does to him depends on his own condition alone. What
it does is the rule's own text; only the counting is done here.
"""

from __future__ import annotations

from math import gcd, lcm
from typing import Final

from mypy_extensions import mypyc_attr

from playsheet.core.dice import Dice, Stage, State
from playsheet.core.exact import MOST_KEPT, Effort, Exact, Scale, Spread, Weighed

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

    def tells(self, condition: int) -> int:
        """What an outcome says of one in it who is marked so: those of whom it says the same are counted together."""
        return condition


def find(dice: Dice, n: int, members: State, stage: Finding) -> State:
    """Go through the stage n times. In exact odds only what its conditions tell comes back, of those marked alike."""
    if not isinstance(dice, Exact):
        return dice.through(n, members, stage)
    node = dice.met()
    if node is None:
        crowd = crowd_of(members, stage)
        there = crowd.spread(n, dice.effort)
        dice.effort.spend_each(len(crowd.layers[n].codes) - len(there.states))  # as if all were told
        node = dice.branch(there.weights, there.total)
        node.states = there.states
    return node.states[node.chosen]


KEPT: Final[dict[tuple[str, State], Crowd]] = {}


def crowd_of(members: State, stage: Finding) -> Crowd:
    """With all that was counted for it before."""
    key = (stage.key(), members)
    if key not in KEPT:
        if len(KEPT) >= MOST_KEPT:
            KEPT.clear()
        KEPT[key] = Crowd(members, stage)
    return KEPT[key]


class Kind:
    """A condition that somebody may be in, and what a hit makes of it."""

    def __init__(self, condition: int, mark: int, unit: int, came: Weighed[int] | None, paths: int) -> None:
        self.condition: Final = condition
        self.mark: Final = mark  # a place among the crowd's marks
        self.unit: Final = unit  # one who is in it, as a digit of a code
        self.came: Final = came  # None: he is out
        self.paths: Final = paths  # as many as are walked man by man: what is too dear stays so
        self.moves: Final[list[tuple[int, int]]] = []  # what is added to the code, with its weight


def one_hit(stage: Finding, condition: int, effort: Effort) -> Weighed[int]:
    """All that may become of one who is found."""
    scale: Scale[int] = Scale(effort)
    dice = Exact(effort)
    going = True
    while going:
        scale.add(stage.struck(dice, condition), dice.weight, dice.total_weight)
        going = dice.again()
    return scale.weighed()


class Layer:
    """Codes that so many hits may lead to, with their weights out of a total."""

    def __init__(self, codes: list[int], weights: list[int], total: int) -> None:
        common = total
        for weight in weights:
            common = gcd(common, weight)
            if common == 1:
                break
        self.codes: Final = codes
        self.weights: Final = [weight // common for weight in weights] if common > 1 else weights
        self.total: Final = total // common


class Crowd:
    """All that is counted for a group: a code has a digit for each condition, how many are in it."""

    def __init__(self, members: State, stage: Finding) -> None:
        self.members: Final = members
        self.stage: Final = stage
        self.base: Final = len(members) + 1
        self.marks: Final[list[int]] = []
        self.kinds: Final[list[Kind]] = []
        self.of: Final[dict[int, Kind]] = {}
        for condition in members:
            self.add(condition)
        self.mark_of: Final = [self.of[condition].mark for condition in members]
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
        self.alive: Final = [at for at in range(len(self.kinds)) if self.kinds[at].came is not None]
        known: list[int] = []
        for kind in self.kinds:
            if stage.tells(kind.condition) not in known:
                known.append(stage.tells(kind.condition))
        self.told_units: Final = [self.base ** known.index(stage.tells(kind.condition)) for kind in self.kinds]
        begin = sum([self.of[condition].unit for condition in members])
        self.layers: Final = [Layer([begin], [1], 1)]  # by how many hits
        self.told: Final[dict[int, Spread]] = {}  # of these, as far as they were asked for

    def add(self, condition: int) -> None:
        """A condition that may be met."""
        if condition not in self.of:
            came: Weighed[int] | None = None
            effort = Effort(MOST_FACES)
            if not self.stage.is_out(condition):
                came = one_hit(self.stage, condition, effort)
            mark = self.stage.marks(condition)
            if mark not in self.marks:
                self.marks.append(mark)
            self.of[condition] = Kind(
                condition, self.marks.index(mark), self.base ** len(self.kinds), came, effort.spent
            )
            self.kinds.append(self.of[condition])

    def move(self, kind: Kind) -> None:
        came = kind.came
        if came is None:
            return
        for at in range(len(came.outcomes)):
            step = self.of[came.outcomes[at]].unit - kind.unit
            kind.moves.append((step, came.weights[at] * (self.total // came.total)))

    def spread(self, n: int, effort: Effort) -> Spread:
        """What may come of n hits."""
        while len(self.layers) <= n:
            before = effort.spent
            self.layers.append(self.after(self.layers[-1], effort))
            effort.check((n + 1 - len(self.layers)) * (effort.spent - before))
        if n not in self.told:
            self.told[n] = self.tell(self.layers[n])
        return self.told[n]

    def tell(self, layer: Layer) -> Spread:
        """Those of whom the same is told become one."""
        places: dict[int, int] = {}
        states: list[State] = []
        weights: list[int] = []
        for at in range(len(layer.codes)):
            place = places.setdefault(self.told_of(layer.codes[at]), len(weights))
            if place == len(weights):
                states.append(self.members_of(layer.codes[at]))
                weights.append(layer.weights[at])
            else:
                weights[place] += layer.weights[at]
        return Spread(states, weights, layer.total)

    def told_of(self, code: int) -> int:
        """Like a code, with a digit for each thing that may be told of somebody."""
        told = 0
        for unit in self.told_units:
            told += code % self.base * unit
            code //= self.base
        return told

    def after(self, last: Layer, effort: Effort) -> Layer:
        """One hit more."""
        counts = [self.counts(code) for code in last.codes]
        living = [sum([many[at] for at in self.alive]) for many in counts]
        common = 1
        for left in living:
            common = lcm(common, max(left, 1))
        weights: dict[int, int] = {}
        paths = 0
        for place in range(len(counts)):
            code = last.codes[place]
            if living[place] == 0:
                weights[code] = weights.get(code, 0) + last.weights[place] * common * self.total
                paths += 1
                continue
            share = last.weights[place] * (common // living[place])
            for at in self.alive:
                many = counts[place][at]
                if many:
                    here = share * many
                    for step, weight in self.kinds[at].moves:
                        weights[code + step] = weights.get(code + step, 0) + here * weight
                    paths += self.kinds[at].paths
        effort.spend(paths)
        return Layer(list(weights), list(weights.values()), last.total * common * self.total)

    def counts(self, code: int) -> list[int]:
        """How many are in each condition."""
        found: list[int] = []
        for _ in self.kinds:
            found.append(code % self.base)
            code //= self.base
        return found

    def members_of(self, code: int) -> State:
        """Conditions dealt out among the members, to each one that is marked like his own."""
        waiting: list[list[int]] = [[] for _ in self.marks]
        for kind in self.kinds:
            waiting[kind.mark].extend([kind.condition] * (code % self.base))
            code //= self.base
        return tuple([waiting[mark].pop() for mark in self.mark_of])
