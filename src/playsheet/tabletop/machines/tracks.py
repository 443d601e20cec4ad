"""Exact odds of many hits: a state that falls into tracks which do not touch each other need not be followed whole.

A hit on a machine takes something off its armour, or stops its engine, or kills one of its crew, or ends it. So it is
enough to follow each of these by itself: in n hits it is touched k times, in any order among the others. What is a
step, and what it does, is the rule's own text; only the counting is done here.
"""

from __future__ import annotations

from math import comb, lcm
from typing import Final

from mypy_extensions import mypyc_attr

from playsheet.core.dice import Dice, Stage, State
from playsheet.core.exact import Effort, Exact, Scale, Spread, Weighed
from playsheet.tabletop.machines.cells import Cell, Charted, Done, Landing, done, landing, replaced


@mypyc_attr(allow_interpreted_subclasses=True)
class Tracked(Charted):
    """A stage that may be gone through in this manner. Its step must be the same each time."""

    def same_save(self) -> int:
        """The save of every step; 0 if it is what the last step has left, and each step is walked as a whole."""
        return 0

    def tracks(self) -> list[list[int]]:
        """The places of the state that belong together; those that are in none are not followed.

        What becomes of a track may depend on itself alone. Tracks that a step is found to change together become one.
        """
        return []

    def ended(self, state: State) -> int:
        """What it has come to for good; 0 while it goes on."""
        return 0

    def told(self) -> list[int]:
        """The places of which the outcome speaks, while it goes on; of one that has ended only what it came to."""
        return []


def gone_through(dice: Dice, n: int, most: int, state: State, stage: Tracked) -> State:
    """Go through the stage n times, of `most` at most. In exact odds only the places that are told are true."""
    if not isinstance(dice, Exact):
        return dice.through(n, state, stage)
    node = dice.met()
    if node is None:
        there = spreads(most, state, stage, dice.effort)[n]
        node = dice.branch(there.weights, there.total)
        node.states = there.states
    return node.states[node.chosen]


MOST_KEPT: Final = 200
KEPT: Final[dict[tuple[str, State], list[Spread]]] = {}


def spreads(most: int, state: State, stage: Tracked, effort: Effort) -> list[Spread]:
    """Where it may lead, by how often it is gone through; kept if the stage has a key."""
    key = stage.key()
    known = KEPT.get((key, state)) if key else None
    if known is not None and len(known) > most:
        return known
    found = Counting(most, state, stage, effort).spreads()
    if key:
        if len(KEPT) >= MOST_KEPT:
            KEPT.clear()
        KEPT[(key, state)] = found
    return found


class Track:
    """One track: the values it has been met with, what a step makes of each, and in which of them it ends."""

    def __init__(self, places: list[int]) -> None:
        self.places: Final = places
        self.values: Final[list[State]] = []
        self.steps: Final[list[Step]] = []  # by value
        self.index: Final[dict[State, int]] = {}

    def value(self, state: State) -> State:
        return tuple([state[place] for place in self.places])

    def touched(self, here: State, there: State) -> bool:
        for place in self.places:
            if here[place] != there[place]:
                return True
        return False

    def add(self, value: State) -> None:
        """A value that has been met."""
        if value not in self.index:
            self.index[value] = len(self.values)
            self.values.append(value)

    def with_value(self, state: State, value: State) -> State:
        whole = list(state)
        for at in range(len(self.places)):
            whole[self.places[at]] = value[at]
        return tuple(whole)


class Step:
    """What a step makes of a track, weights out of a total."""

    def __init__(self, total: int) -> None:
        self.total: Final = total
        self.stays = 0  # every track is as it was
        self.ends: Final[dict[int, int]] = {}
        self.values: Final[list[State]] = []  # the track's own ...
        self.weights: Final[list[int]] = []  # ... with their weights; changes of other tracks are not told
        self.together: list[int] = []  # tracks that it has changed together
        self.paths = 0


class Counting:
    """All that is counted for one stage and one state to begin with."""

    def __init__(self, most: int, start: State, stage: Tracked, effort: Effort) -> None:
        self.most: Final = max(most, 1)
        self.start: Final = stage.alike(start)
        self.stage: Final = stage
        self.effort: Final = effort
        self.end_states: Final[dict[int, State]] = {}  # as they were met first
        self.done: Final[dict[tuple[str, State], Done]] = {}
        self.landing: Final[Landing | None] = landing(stage, stage.same_save()) if stage.same_save() else None
        self.tracks = [Track(places) for places in stage.tracks()]
        self.follow_all()
        total = 1
        for track in self.tracks:
            for step in track.steps:
                total = lcm(total, step.total)
        self.total: Final = total  # of one step
        first = self.tracks[0].steps[0]
        self.stays: Final = first.stays * (total // first.total)  # weight of a step that changes nothing

    # ------------------------------------------------------------ following the tracks

    def follow_all(self) -> None:
        """Follow each track; if two are found to belong together they become one, and all begins again."""
        which = 0
        while which < len(self.tracks):
            found = self.follow(which)
            which += 1
            if found:
                merged = [*self.tracks[found[0]].places, *self.tracks[found[1]].places]
                kept = [place for place in range(len(self.tracks)) if place not in found]
                self.tracks = [*[Track(self.tracks[place].places) for place in kept], Track(merged)]
                which = 0

    def follow(self, which: int) -> list[int]:
        """Every value that the track can have before the last step, the others as at the start.

        What comes back are two tracks that a step has changed together, if there are such.
        """
        track = self.tracks[which]
        track.add(track.value(self.start))
        rest = self.untouched(which)
        reached = 0
        for _ in range(self.most):
            upto = len(track.values)
            while reached < upto:
                here = track.with_value(self.start, track.values[reached])
                step = self.walked(which, here) if rest is None else self.charted(which, here, rest)
                track.steps.append(step)
                reached += 1
                if step.together:
                    return step.together
                for value in step.values:
                    track.add(value)
        return []

    def walked(self, which: int, here: State) -> Step:
        """A whole step."""
        found = one_step(self.stage, here, self.effort)
        step = Step(found.total)
        self.take(step, which, here, found.outcomes, found.weights, 1)
        return step

    def charted(self, which: int, here: State, rest: Step) -> Step:
        """The same, cell by cell, only of those that touch the track."""
        step = joined(self.some(which, here, True), rest)
        self.effort.spend_each(step.paths)
        return step

    def untouched(self, which: int) -> Step | None:
        """What all other cells do, whatever the track's value is."""
        return self.some(which, self.start, False) if self.landing is not None else None

    def some(self, which: int, here: State, touching: bool) -> Step:
        """A step as far as it comes to cells that touch the track, or to those that do not."""
        found = self.landing
        assert found is not None
        cells = [at for at in range(len(found.cells)) if self.touches(which, found.places[at]) == touching]
        all_done = [self.what_is_done(found.cells[at], found.places[at], here) for at in cells]
        total = 1
        for one in all_done:
            total = lcm(total, one.total)
        step = Step(found.total * total)
        for place in range(len(cells)):
            one = all_done[place]
            times = found.weights[cells[place]] * (total // one.total)
            step.paths += found.paths[cells[place]] * one.paths
            places = found.places[cells[place]]
            states = [there if self.stage.ended(there) else replaced(here, places, there) for there in one.states]
            self.take(step, which, here, states, one.weights, times)
        return step

    def touches(self, which: int, places: list[int]) -> bool:
        for place in places:
            if place in self.tracks[which].places:
                return True
        return False

    def what_is_done(self, cell: Cell, places: list[int], here: State) -> Done:
        """In so far as these places go: the others of its states are as they were where it was asked for first."""
        key = (cell.key, tuple([here[place] for place in places]))
        found = self.done.get(key)
        if found is None:
            found = done(self.stage, cell, here)
            self.done[key] = found
        return found

    def take(self, step: Step, which: int, here: State, states: list[State], weights: list[int], times: int) -> None:
        """Add what may come of it."""
        for at in range(len(states)):
            weight = weights[at] * times
            end = self.stage.ended(states[at])
            if end:
                step.ends[end] = step.ends.get(end, 0) + weight
                self.end_states.setdefault(end, states[at])
                continue
            changed = self.changed(here, states[at])
            if not changed:
                step.stays += weight
            elif len(changed) > 1:
                step.together = step.together or changed
            elif changed[0] == which:
                step.values.append(self.tracks[which].value(states[at]))
                step.weights.append(weight)

    def changed(self, here: State, there: State) -> list[int]:
        """The tracks that a step has changed."""
        return [place for place in range(len(self.tracks)) if self.tracks[place].touched(here, there)]

    # ------------------------------------------------------------ counting

    def spreads(self) -> list[Spread]:
        """After 0, 1, ... steps: the ends, and what is told of those that go on."""
        runs = [self.runs(which) for which in range(len(self.tracks))]
        still: list[int] = [1]
        for _ in range(self.most):
            still.append(still[-1] * self.stays)
        sizes = [[sum(layer) for layer in run] for run in runs]
        ends = self.ends(runs, sizes, still)
        going = self.going(runs, sizes, still)
        found: list[Spread] = []
        for n in range(self.most + 1):
            states: list[State] = []
            weights: list[int] = []
            for state, weight in [*ends[n], *going[n]]:
                if weight:
                    states.append(state)
                    weights.append(weight)
            found.append(Spread(states, weights, self.total**n))
        return found

    def runs(self, which: int) -> list[list[int]]:
        """The weights of the track's values after it alone was touched 0, 1, ... times.

        A step that leaves it as it was counts as a touch in so far as it does so more often, or less, than at the
        start: `stays` is taken out for all tracks in common.
        """
        track = self.tracks[which]
        size = len(track.values)
        layer = [0] * size
        layer[0] = 1
        found = [layer]
        moves: list[list[tuple[int, int]]] = []
        for at in range(len(track.steps)):
            moves.append(self.moves(which, at))
        for _ in range(self.most):
            following = [0] * size
            for at in range(len(moves)):
                if layer[at]:
                    for to, weight in moves[at]:
                        following[to] += layer[at] * weight
            layer = following
            found.append(layer)
        return found

    def moves(self, which: int, at: int) -> list[tuple[int, int]]:
        track = self.tracks[which]
        step = track.steps[at]
        times = self.total // step.total
        found: list[tuple[int, int]] = [(at, step.stays * times - self.stays)]
        for place in range(len(step.values)):
            to = track.index.get(step.values[place], -1)
            if to >= 0:
                found.append((to, step.weights[place] * times))
        return found

    def fatal(self, step: Step) -> dict[int, int]:
        """The weight of each end."""
        times = self.total // step.total
        return {end: weight * times for end, weight in step.ends.items()}

    def ends(
        self, runs: list[list[list[int]]], sizes: list[list[int]], still: list[int]
    ) -> list[list[tuple[State, int]]]:
        """How often each end has come by then: step by step what flows into it, and stays there."""
        base = self.fatal(self.tracks[0].steps[0])
        flows: dict[int, list[int]] = {}
        everything = still
        for size in sizes:
            everything = product(everything, size)
        for end, weight in base.items():
            flows[end] = [weight * alive for alive in everything]
        for which in range(len(self.tracks)):
            others = still
            for other in range(len(sizes)):
                if other != which:
                    others = product(others, sizes[other])
            for end, rates in self.rates(which, base).items():
                own = [sum([layer[at] * rates[at] for at in range(len(rates))]) for layer in runs[which]]
                flow = product(others, own)
                known = flows.get(end, [0] * len(flow))
                flows[end] = [known[n] + flow[n] for n in range(len(flow))]
        found: list[list[tuple[State, int]]] = [[]]
        sums: dict[int, int] = {}
        for n in range(self.most):
            for end, flow in flows.items():
                sums[end] = sums.get(end, 0) * self.total + flow[n]
            found.append([(self.end_states[end], weight) for end, weight in sums.items()])
        return found

    def rates(self, which: int, base: dict[int, int]) -> dict[int, list[int]]:
        """By how much each value of a track ends it more often than the start does."""
        track = self.tracks[which]
        found: dict[int, list[int]] = {}
        for at in range(len(track.steps)):
            fatal = self.fatal(track.steps[at])
            for end in [*base, *fatal]:
                if end not in found:
                    found[end] = [0] * len(track.steps)
                found[end][at] = fatal.get(end, 0) - base.get(end, 0)
        return found

    def going(
        self, runs: list[list[list[int]]], sizes: list[list[int]], still: list[int]
    ) -> list[list[tuple[State, int]]]:
        """Those that go on, told apart by what is told."""
        known: list[tuple[State, list[int]]] = [(self.start, still)]
        for which in range(len(self.tracks)):
            told = [place for place in self.tracks[which].places if place in self.stage.told()]
            if not told:
                known = [(state, product(numbers, sizes[which])) for state, numbers in known]
                continue
            parts = self.parts(which, told, runs[which])
            further: list[tuple[State, list[int]]] = []
            for state, numbers in known:
                for value, own in parts.items():
                    whole = list(state)
                    for at in range(len(told)):
                        whole[told[at]] = value[at]
                    further.append((tuple(whole), product(numbers, own)))
            known = further
        return [[(state, numbers[n]) for state, numbers in known] for n in range(self.most + 1)]

    def parts(self, which: int, told: list[int], run: list[list[int]]) -> dict[State, list[int]]:
        """The weights of a track by what is told of it."""
        track = self.tracks[which]
        found: dict[State, list[int]] = {}
        for at in range(len(track.values)):
            whole = track.with_value(self.start, track.values[at])
            value = tuple([whole[place] for place in told])
            known = found.get(value, [0] * len(run))
            found[value] = [known[n] + run[n][at] for n in range(len(run))]
        return found


def joined(one: Step, other: Step) -> Step:
    """What either comes to."""
    step = Step(lcm(one.total, other.total))
    for part in (one, other):
        times = step.total // part.total
        step.stays += part.stays * times
        for end, weight in part.ends.items():
            step.ends[end] = step.ends.get(end, 0) + weight * times
        step.values.extend(part.values)
        step.weights.extend([weight * times for weight in part.weights])
        step.together = step.together or part.together
        step.paths += part.paths
    return step


def one_step(stage: Stage, state: State, effort: Effort) -> Weighed[State]:
    """All that one step may lead to."""
    scale: Scale[State] = Scale(effort)
    dice = Exact(effort)
    going = True
    while going:
        scale.add(stage.alike(stage.step(dice, 0, state)), dice.weight, dice.total_weight)
        going = dice.again()
    return scale.weighed()


def product(one: list[int], other: list[int]) -> list[int]:
    """In n steps: k of them on the one, the rest on the other, in any order."""
    found: list[int] = []
    for n in range(len(one)):
        total = 0
        for k in range(n + 1):
            total += comb(n, k) * one[k] * other[n - k]
        found.append(total)
    return found
