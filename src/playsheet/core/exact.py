"""Exact odds: the rule itself, run down every branch of its dice, with integer weights."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import comb, gcd, lcm
from typing import Final, Generic, TypeVar

from playsheet.core.dice import EVERY, Dice, Part, Reading, Seeded, Stage, State, summed
from playsheet.core.errors import Refused
from playsheet.core.events import Entry, Throw
from playsheet.core.forms import Case, Value

S = TypeVar("S")
K = TypeVar("K")

MOST_PATHS: Final = 10_000_000


class TooDear(Refused):
    """It would take longer than it may."""


class Effort:
    """How much may be worked out for one question: paths, and those through the stages and parts within them."""

    def __init__(self, most: int) -> None:
        self.most: Final = most
        self.spent = 0

    def spend(self, paths: int) -> None:
        self.spent += paths
        if self.spent > self.most:
            raise TooDear(f"this has more than {self.most:,} different throws: ask for fewer figures, or sample it.")

    def spend_each(self, paths: int) -> None:
        """Paths that were counted and not walked: given up at the first too many, as if they were walked one by one."""
        self.spend(min(paths, self.most + 1 - self.spent))

    def check(self, more: int) -> None:
        """So many more are still to come, at the least: what will be too many is not begun."""
        if self.spent + more > self.most:
            self.spend(more)


class Way:
    """One way that n dice can fall, by label, and how many throws give it."""

    def __init__(self, counts: list[int], ways: int) -> None:
        self.counts: Final = counts
        self.ways: Final = ways


NO_VALUES: Final[list[int]] = []
NO_WAYS: Final[list[Way]] = []
NO_STATES: Final[list[State]] = []


class Node:
    """A throw that has been met on the way down: what may come of it, with what weights, and which is taken now.

    What came before it is multiplied out once: the paths that share it are walked again, but not weighed again.
    """

    def __init__(self, weights: list[int], total: int, weight_before: int, total_before: int) -> None:
        self.weights: Final = weights
        self.weight_before: Final = weight_before
        self.total_after: Final = total_before * total
        self.chosen = 0
        self.values = NO_VALUES  # what each branch means: a number ...
        self.ways = NO_WAYS  # ... or counts by label ...
        self.states = NO_STATES  # ... or a state


class Exact(Dice):
    """One path down the tree of outcomes; `weighed` walks them all."""

    def __init__(self, effort: Effort | None = None) -> None:
        super().__init__()
        self.effort: Final = effort or Effort(MOST_PATHS)
        self.nodes: Final[list[Node]] = []
        self.depth = 0
        self.weight = 1
        self.total_weight = 1
        self.stage: Stage | None = None  # gone through last, from this state, and where it led
        self.stage_from: State = ()
        self.layers: list[Spread] = []

    def again(self) -> bool:
        """Make ready for the next path; False when every path has been walked (and the first may begin again)."""
        nodes = self.nodes
        self.depth = 0
        while nodes:
            last = nodes[-1]
            last.chosen += 1
            if last.chosen < len(last.weights):
                self.weight = last.weight_before * last.weights[last.chosen]
                self.total_weight = last.total_after
                return True
            nodes.pop()
        self.weight = 1
        self.total_weight = 1
        return False

    def met(self) -> Node | None:
        """The node of this throw, if this path has come to it before."""
        if self.depth == len(self.nodes):
            return None
        node = self.nodes[self.depth]
        self.depth += 1
        return node

    def branch(self, weights: list[int], total: int) -> Node:
        """A throw that this path has not met before: its first branch is taken."""
        node = Node(weights, total, self.weight, self.total_weight)
        self.nodes.append(node)
        self.depth += 1
        self.thrown += 1
        if total > 1:
            self.weight *= weights[0]
            self.total_weight = node.total_after
        return node

    def value(self, values: list[int], weights: list[int], total: int) -> int:
        self.branch(weights, total).values = values
        return values[0]

    def faces(self, n: int, sides: int, throw: Throw) -> list[int]:
        return [self.roll(sides, throw) for _ in range(n)]

    def roll(self, sides: int, throw: Throw) -> int:
        node = self.met()
        if node is not None:
            return node.values[node.chosen]
        return self.value(list(range(1, sides + 1)), [1] * sides, sides)

    def total(self, n: int, sides: int, throw: Throw, account: list[Entry]) -> int:
        node = self.met()
        if node is not None:
            return node.values[node.chosen]
        ways = sums(n, sides)
        low = n + summed(account)
        return self.value(list(range(low, low + len(ways))), ways, sides**n)

    def reach(self, n: int, sides: int, marks: list[int], throw: Throw, account: list[Entry]) -> int:
        node = self.met()
        if node is not None:
            return node.values[node.chosen]
        ways = sums(n, sides)
        add = summed(account)
        lows: list[int] = []  # the lowest total of each stretch that is told apart
        weights: list[int] = []
        for way in range(len(ways)):
            total = n + add + way
            if not lows or total in marks:
                lows.append(total)
                weights.append(0)
            weights[-1] += ways[way]
        if len(lows) == 1:
            return self.value(lows, [1], 1)
        return self.value(lows, weights, sides**n)

    def check(self, sides: int, need: int, throw: Throw, account: list[Entry]) -> bool:
        node = self.met()
        if node is not None:
            return node.values[node.chosen] == 1
        good = min(max(need - summed(account), 0), sides)
        if good == 0 or good == sides:
            return self.value([1 if good else 0], [1], 1) == 1
        return self.value([1, 0], [good, sides - good], sides) == 1

    def duel(
        self,
        sides: int,
        need_a: int,
        throw_a: Throw,
        account_a: list[Entry],
        need_b: int,
        throw_b: Throw,
        account_b: list[Entry],
        grid: list[int],
    ) -> int:
        node = self.met()
        if node is not None:
            return node.values[node.chosen]
        good_a = min(max(need_a - summed(account_a), 0), sides)
        good_b = min(max(need_b - summed(account_b), 0), sides)
        ways = [
            good_a * good_b,
            good_a * (sides - good_b),
            (sides - good_a) * good_b,
            (sides - good_a) * (sides - good_b),
        ]
        cells: list[int] = []
        weights: list[int] = []
        for corner in range(4):
            if ways[corner] == 0:
                continue
            if grid[corner] in cells:
                weights[cells.index(grid[corner])] += ways[corner]
            else:
                cells.append(grid[corner])
                weights.append(ways[corner])
        return self.value(cells, weights, sides * sides)

    def checks(self, n: int, sides: int, need: int, throw: Throw, account: list[Entry]) -> int:
        node = self.met()
        if node is not None:
            return node.values[node.chosen]
        good = min(max(need - summed(account), 0), sides)
        if n == 0 or good == sides:
            return self.value([0], [1], 1)
        if good == 0:
            return self.value([n], [1], 1)
        return self.value(list(range(n + 1)), failures(n, good, sides), sides**n)

    def pool(self, n: int, reading: Reading, throw: Throw) -> list[int]:
        node = self.met()
        if node is None:
            ways = spread(n, reading)
            node = self.branch([way.ways for way in ways], reading.sides**n)
            node.ways = ways
        return node.ways[node.chosen].counts

    def pick(self, kinds: list[int], throw: Throw) -> int:
        if len(kinds) == 1:
            return 0
        node = self.met()
        if node is not None:
            return node.values[node.chosen]
        firsts: list[int] = []
        seen: list[int] = []
        for index in range(len(kinds)):
            if kinds[index] not in seen:
                seen.append(kinds[index])
                firsts.append(index)
        return self.value(firsts, [kinds.count(kind) for kind in seen], len(kinds))

    def fold(self, n: int, sides: int, state: S, step: Callable[[S, int], S], throw: Throw) -> S:
        weights: dict[S, int] = {state: 1}
        for _ in range(n):
            following: dict[S, int] = {}
            self.effort.spend(len(weights))
            for here, weight in weights.items():
                for face in range(1, sides + 1):
                    there = step(here, face)
                    following[there] = following.get(there, 0) + weight
            weights = following
        node = self.met()
        if node is None:
            node = self.branch(list(weights.values()), sides**n)
        return list(weights)[node.chosen]

    def through(self, n: int, state: State, stage: Stage) -> State:
        node = self.met()
        if node is None:
            if self.stage is not stage or self.stage_from != state or len(self.layers) <= n:
                self.stage = stage
                self.stage_from = state
                self.layers = layers(n, state, stage, self.effort)
            there = self.layers[n]
            node = self.branch(there.weights, there.total)
            node.states = there.states
        return node.states[node.chosen]

    def sum(self, parts: list[Part], times: list[int], start: State) -> State:
        node = self.met()
        if node is None:
            there = pooled(parts, times, start, self.effort)
            node = self.branch(there.weights, there.total)
            node.states = there.states
        return node.states[node.chosen]


class Spread:
    """States that a stretch of a rule may end in, with their weights out of a total."""

    def __init__(self, states: list[State], weights: list[int], total: int) -> None:
        common = total
        for weight in weights:
            common = gcd(common, weight)
            if common == 1:
                break
        self.states: Final = states
        self.weights: Final = [weight // common for weight in weights] if common > 1 else weights
        self.total: Final = total // common


class Mixture:
    """States as they are met, over any totals; those alike become one."""

    def __init__(self, effort: Effort) -> None:
        self.states: Final[list[State]] = []
        self.scale: Final[Scale[State]] = Scale(effort)

    def add(self, alike: State, state: State, dice: Exact, times: int) -> None:
        """`times`: the weight of where it came from."""
        known = len(self.states)
        self.scale.add(alike, dice.weight * times, dice.total_weight)
        if len(self.scale.weights) > known:
            self.states.append(state)

    def spread(self, total: int) -> Spread:
        """Over one total; `total` is what the weights of where they came from were out of."""
        found = self.scale.weighed()
        return Spread(self.states, found.weights, found.total * total)


MOST_KEPT: Final = 1000
LAYERS: Final[dict[tuple[str, State], list[Spread]]] = {}


def layers(n: int, state: State, stage: Stage, effort: Effort) -> list[Spread]:
    """Where a stage may lead, by how often it is gone through, n times at least. Kept if the stage has a key."""
    key = stage.key()
    known = LAYERS.get((key, state)) if key else None
    found = [Spread([state], [1], 1)] if known is None else known
    if len(found) > n:
        return found
    found = found[:]  # what is kept is replaced, never changed
    dice = Exact(effort)
    while len(found) <= n:
        last = found[-1]
        before = effort.spent
        mixture = Mixture(effort)
        for place in range(len(last.states)):
            going = True
            while going:
                there = stage.step(dice, len(found) - 1, last.states[place])
                mixture.add(stage.alike(there), there, dice, last.weights[place])
                going = dice.again()
        found.append(mixture.spread(last.total))
        effort.check((n + 1 - len(found)) * (effort.spent - before))  # states become more and more, hardly ever fewer
    if key:
        if len(LAYERS) >= MOST_KEPT:
            LAYERS.clear()
        LAYERS[(key, state)] = found
    return found


def pooled(parts: list[Part], times: list[int], start: State, effort: Effort) -> Spread:
    """What independent parts come to: the odds of each are found once, and added up so many times.

    A state is packed into one number meanwhile, a digit a count, so that adding states is adding numbers.
    """
    ones = [spread_of(parts[index], effort) if times[index] else Spread([start], [1], 1) for index in range(len(parts))]
    base = 1 + max(start)
    for index in range(len(parts)):
        base += times[index] * max([max(state) for state in ones[index].states])
    weights: dict[int, int] = {packed(start, base): 1}
    total = 1
    for index in range(len(parts)):
        one = ones[index]
        total *= one.total ** times[index]
        steps = [packed(state, base) for state in one.states]
        if len(weights) == 1:
            shortcut = dealt_out(next(iter(weights)), steps, times[index], one, effort)
            if shortcut:
                weights = shortcut
                continue
        for _ in range(times[index]):
            following: dict[int, int] = {}
            effort.spend(len(weights))
            for here, weight in weights.items():
                for place in range(len(steps)):
                    there = here + steps[place]
                    following[there] = following.get(there, 0) + weight * one.weights[place]
            weights = following
    return Spread([unpacked(state, base, len(start)) for state in weights], list(weights.values()), total)


def dealt_out(start: int, steps: list[int], n: int, one: Spread, effort: Effort) -> dict[int, int]:
    """From one state n steps of a few kinds, counted by how many of each kind; empty if that would be no shorter."""
    if len(steps) <= 3:
        return dealt(start, steps, n, one.weights)
    one_by_one = comb(n + len(steps) - 1, len(steps))  # states that would be met on the way, step by step
    if effort.spent + one_by_one > effort.most or not lead_apart(one.states):
        return {}
    effort.spend(one_by_one)
    found: dict[int, int] = {}
    deal(found, start, steps, n, one.weights, 1)
    return found


def lead_apart(states: list[State]) -> bool:
    """Does any other choice of so many of them come to another sum? If what they differ by is linearly independent."""
    if len(states) - 1 > len(states[0]):
        return False
    rows = [[state[k] - states[0][k] for k in range(len(state))] for state in states[1:]]
    for place in range(len(rows)):
        pivot = -1
        for column in range(len(rows[place])):
            if rows[place][column] != 0:
                pivot = column
                break
        if pivot < 0:
            return False
        for below in range(place + 1, len(rows)):
            mine = rows[place][pivot]
            other = rows[below][pivot]
            rows[below] = [rows[below][k] * mine - rows[place][k] * other for k in range(len(rows[below]))]
    return True


def deal(found: dict[int, int], here: int, steps: list[int], n: int, weights: list[int], times: int) -> None:
    """All ways, those with most of the first kind first: in the order in which they are met step by step."""
    if len(steps) == 1:
        found[here + n * steps[0]] = times * weights[0] ** n
        return
    powers = [1]
    for _ in range(n):
        powers.append(powers[-1] * weights[0])
    for k in range(n, -1, -1):
        deal(found, here + k * steps[0], steps[1:], n - k, weights[1:], times * comb(n, k) * powers[k])


def dealt(start: int, steps: list[int], n: int, weights: list[int]) -> dict[int, int]:
    """The same for two or three kinds, where several ways may lead to one state."""
    found: dict[int, int] = {}
    for way in split(n, tuple(weights)):
        there = start
        for kind in range(len(steps)):
            there += steps[kind] * way.counts[kind]
        found[there] = found.get(there, 0) + way.ways
    return found


def packed(state: State, base: int) -> int:
    code = 0
    for count in state:
        code = code * base + count
    return code


def unpacked(code: int, base: int, n: int) -> State:
    counts = [0] * n
    for place in range(n - 1, -1, -1):
        counts[place] = code % base
        code //= base
    return tuple(counts)


def spread_of(part: Part, effort: Effort) -> Spread:
    """The odds of a single part."""
    mixture = Mixture(effort)
    dice = Exact(effort)
    going = True
    while going:
        there = part.run(dice)
        mixture.add(there, there, dice, 1)
        going = dice.again()
    return mixture.spread(1)


FAILURES: Final[dict[tuple[int, int, int], list[int]]] = {}
SPREADS: Final[dict[tuple[int, tuple[int, ...], tuple[int, ...]], list[Way]]] = {}
SUMS: Final[dict[tuple[int, int], list[int]]] = {}


def spread(n: int, reading: Reading) -> list[Way]:
    """Every way n dice can fall, by label, with the number of throws; kept, for it is asked again and again."""
    key = (n, reading.weights, reading.enough)
    known = SPREADS.get(key)
    if known is None:
        known = [way for way in split(n, reading.weights) if way.ways]
        if reading.enough:
            known = as_told(known, reading.enough)
        SPREADS[key] = known
    return known


def as_told(ways: list[Way], enough: tuple[int, ...]) -> list[Way]:
    """Ways that differ only in counts that make no difference are one; a count stands for all like it."""
    merged: dict[State, int] = {}
    for way in ways:
        counts = way.counts[:]
        for label in range(len(enough)):
            if enough[label] != EVERY:
                counts[label] = enough[label] if counts[label] >= enough[label] else 0
        told = tuple(counts)
        merged[told] = merged.get(told, 0) + way.ways
    return [Way(list(told), merged[told]) for told in merged]


def split(n: int, weights: tuple[int, ...]) -> list[Way]:
    if len(weights) == 1:
        return [Way([n], weights[0] ** n)]
    ways: list[Way] = []
    for k in range(n + 1):
        here = comb(n, k) * weights[0] ** k
        if here:
            for rest in split(n - k, weights[1:]):
                ways.append(Way([k, *rest.counts], here * rest.ways))
    return ways


def failures(n: int, good: int, sides: int) -> list[int]:
    """How many throws of n dice, `good` faces of each being good, have 0, 1, ... n that are not."""
    key = (n, good, sides)
    known = FAILURES.get(key)
    if known is None:
        weight = good**n
        known = [weight]
        for failed in range(n):
            weight = weight * (n - failed) * (sides - good) // ((failed + 1) * good)
            known.append(weight)
        FAILURES[key] = known
    return known


def sums(n: int, sides: int) -> list[int]:
    """How many throws of n dice give n, n + 1, ... n * sides."""
    key = (n, sides)
    known = SUMS.get(key)
    if known is None:
        known = [1]
        for _ in range(n):
            longer = [0] * (len(known) + sides - 1)
            for at in range(len(known)):
                for face in range(sides):
                    longer[at + face] += known[at]
            known = longer
        SUMS[key] = known
    return known


# ---------------------------------------------------------------- every path


class Weighed(Generic[K]):
    """Outcomes with their weights out of one total, in the order in which they were met."""

    def __init__(self, outcomes: list[K], weights: list[int], total: int) -> None:
        self.outcomes: Final = outcomes
        self.weights: Final = weights
        self.total: Final = total


class Scale(Generic[K]):
    """Outcomes as they are met, over any totals; at the end over one."""

    def __init__(self, effort: Effort) -> None:
        self.effort: Final = effort
        self.places: Final[dict[K, int]] = {}
        self.weights: Final[list[int]] = []
        self.totals: Final[list[int]] = []

    def add(self, outcome: K, weight: int, total: int) -> None:
        place = self.places.setdefault(outcome, len(self.weights))
        if place == len(self.weights):
            self.weights.append(weight)
            self.totals.append(total)
        else:
            self.add_to(place, weight, total)
        self.effort.spend(1)

    def add_to(self, place: int, weight: int, total: int) -> None:
        """The outcome has been met before."""
        here = self.totals[place]
        if here == total:
            self.weights[place] += weight
        else:
            both = lcm(here, total)
            self.weights[place] = self.weights[place] * (both // here) + weight * (both // total)
            self.totals[place] = both

    def weighed(self) -> Weighed[K]:
        common = 1
        last = 1
        for total in self.totals:  # neighbours mostly have the same
            if total != last:
                last = total
                common = lcm(common, total)
        times = common
        last = 1
        weights: list[int] = []
        for place in range(len(self.weights)):
            if self.totals[place] != last:
                last = self.totals[place]
                times = common // last
            weights.append(self.weights[place] * times)
        return Weighed(list(self.places), weights, common)


def weighed(run: Callable[[Dice], K]) -> Weighed[K]:
    """The weight of each outcome of a procedure, run down every path; outcomes that are equal are one."""
    effort = Effort(MOST_PATHS)
    scale: Scale[K] = Scale(effort)
    dice = Exact(effort)
    going = True
    while going:
        scale.add(run(dice), dice.weight, dice.total_weight)
        going = dice.again()
    return scale.weighed()


def weighed_facts(case: Case, effort: Effort | None = None) -> Weighed[tuple[Value, ...]]:
    """The same for a registered procedure, by the facts of its outcomes."""
    effort = effort or Effort(MOST_PATHS)
    scale: Scale[tuple[Value, ...]] = Scale(effort)
    dice = Exact(effort)
    going = True
    while going:
        scale.add(case.run(dice), dice.weight, dice.total_weight)
        going = dice.again()
    return scale.weighed()


def chances(run: Callable[[Dice], K]) -> dict[K, Fraction]:
    """The exact chance of each outcome of a procedure."""
    found = weighed(run)
    return {found.outcomes[k]: Fraction(found.weights[k], found.total) for k in range(len(found.outcomes))}


# ---------------------------------------------------------------- how much that will be

WALKS: Final = 64


class Wandering(Exact):
    """A single path down the tree of outcomes, with a branch taken by lot, all alike likely, at each throw.

    What a throw costs, times the branches passed on the way to it, is on average what all the throws like it cost
    (D. E. Knuth, "Estimating the efficiency of backtrack programs", 1975).
    """

    def __init__(self, effort: Effort, lot: Seeded) -> None:
        super().__init__(effort)
        self.lot: Final = lot
        self.branches = 1
        self.cost = 0
        self.spent = 0  # up to the last throw

    def begin(self) -> None:
        """Another walk, from the top."""
        self.nodes.clear()
        self.depth = 0
        self.weight = 1
        self.total_weight = 1
        self.stage = None
        self.branches = 1
        self.cost = 0
        self.spent = self.effort.spent

    def end(self) -> int:
        """What it would cost to walk all paths, by this one."""
        self.effort.spend(1)
        self.count()
        return self.cost

    def count(self) -> None:
        self.cost += self.branches * (self.effort.spent - self.spent)
        self.spent = self.effort.spent

    def branch(self, weights: list[int], total: int) -> Node:
        node = super().branch(weights, total)
        self.count()
        if len(weights) > 1:
            node.chosen = self.lot.one(len(weights)) - 1
            self.branches *= len(weights)
        return node

    def value(self, values: list[int], weights: list[int], total: int) -> int:
        node = self.branch(weights, total)
        node.values = values
        return values[node.chosen]


def estimated_effort(case: Case, effort: Effort) -> int:
    """About what `weighed_facts` would spend; `TooDear` if a single path is too much already.

    Stages and parts that are met are worked out: what is kept of them is then spared, and not counted. So there are
    as many walks as half of `effort` allows, but never more than are needed.
    """
    lot = Seeded(0)
    dice = Wandering(effort, lot)
    found = 0
    walks = 0
    dearest = 0
    while walks == 0 or (walks < WALKS and 2 * (effort.spent + dearest) <= effort.most):
        before = effort.spent
        lot.at(walks, 0)
        dice.begin()
        case.run(dice)
        found += dice.end()
        walks += 1
        dearest = max(dearest, effort.spent - before)
    return -(-found // walks)
