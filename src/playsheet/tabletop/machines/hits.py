"""Exact odds of hits one after another on a machine, each against the save that the last has left.

From layer to layer, as any stage; but a machine is a number here, with a digit for each place that matters, and what a
cell does to it is found once for what it touches, and then added to all the numbers that are alike in that.
"""

from __future__ import annotations

from math import lcm
from typing import Final

from mypy_extensions import mypyc_attr

from playsheet.core.dice import Dice, State
from playsheet.core.exact import LAYERS, MOST_KEPT, Effort, Exact, Spread
from playsheet.tabletop.machines.cells import Cell, Charted, Done, Landing, done, landing, replaced
from playsheet.tabletop.machines.charts import SAVE
from playsheet.tabletop.machines.machine import FATE_AT, IN_PLAY, STATS_AT

MOST_POINTS: Final = 999  # that a place may come to which was less to begin with
SAVE_AT: Final = STATS_AT + SAVE


@mypyc_attr(allow_interpreted_subclasses=True)
class HitByHit(Charted):
    """Hits that are followed in this manner."""

    def places(self) -> list[int]:
        """The places that matter while hits are to come; the save is among them."""
        return []

    def told(self) -> list[int]:
        """Those that matter after the last."""
        return []

    def comes(self, at: int) -> bool:
        """The hit at this place is made. Are there more to come? What is `alike` goes by that."""
        return False


def hit_by_hit(dice: Dice, n: int, state: State, stage: HitByHit) -> State:
    """Go through the stage n times. In exact odds the places that matter are true, or stand for others alike."""
    if not isinstance(dice, Exact):
        return dice.through(n, state, stage)
    node = dice.met()
    if node is None:
        there = spreads(n, state, stage, dice.effort)[n]
        node = dice.branch(there.weights, there.total)
        node.states = there.states
    return node.states[node.chosen]


def spreads(n: int, state: State, stage: HitByHit, effort: Effort) -> list[Spread]:
    """As `layers` of a stage, and kept with them."""
    key = (stage.key(), state)
    known = LAYERS.get(key)
    if known is not None and len(known) > n:
        return known
    found = [Spread([state], [1], 1)] if known is None else known[:]
    following = Following(state, stage)
    while len(found) <= n:
        before = effort.spent
        found.append(following.after(found[-1], len(found) - 1, effort))
        effort.check((n + 1 - len(found)) * (effort.spent - before))
    if len(LAYERS) >= MOST_KEPT:
        LAYERS.clear()
    LAYERS[key] = found
    return found


class Moves:
    """What the cells that touch the same places make of a machine: what is added to its number, or how it is lost."""

    def __init__(self, total: int) -> None:
        self.total: Final = total
        self.steps: Final[list[int]] = []
        self.weights: Final[list[int]] = []
        self.fates: Final[list[int]] = []
        self.fate_weights: Final[list[int]] = []
        self.paths = 0


class Group:
    """The cells of a landing that touch the same places."""

    def __init__(self, places: list[int]) -> None:
        self.places: Final = places
        self.cells: Final[list[int]] = []  # of the landing
        self.moves: Final[dict[tuple[State, bool], Moves]] = {}


class Fall:
    """A landing, with its cells in groups."""

    def __init__(self, stage: HitByHit, save: int) -> None:
        self.landing: Final[Landing] = landing(stage, save)
        self.groups: Final[list[Group]] = []
        for at in range(len(self.landing.cells)):
            places = self.landing.places[at]
            group: Group | None = None
            for known in self.groups:
                if known.places == places:
                    group = known
            if group is None:
                group = Group(places)
                self.groups.append(group)
            group.cells.append(at)


class Following:
    """All that is found for one machine to begin with."""

    def __init__(self, start: State, stage: HitByHit) -> None:
        self.start: Final = start
        self.stage: Final = stage
        self.units: Final[dict[int, int]] = {}
        self.bases: Final[dict[int, int]] = {}
        unit = 1
        for place in stage.places():
            self.units[place] = unit
            self.bases[place] = 1 + max(start[place], MOST_POINTS)
            unit *= self.bases[place]
        self.falls: Final[dict[int, Fall]] = {}
        self.done: Final[dict[tuple[str, State], Done]] = {}

    def after(self, last: Spread, at: int, effort: Effort) -> Spread:
        """One hit more."""
        more = self.stage.comes(at)
        matter = self.stage.places() if more else self.stage.told()
        rows: list[tuple[int, int, list[Moves]]] = []
        lost: dict[int, int] = {}
        common = 1
        paths = 0
        for place in range(len(last.states)):
            state = last.states[place]
            if state[FATE_AT] != IN_PLAY:
                lost[state[FATE_AT]] = lost.get(state[FATE_AT], 0) + last.weights[place]
                paths += 1
                continue
            moves = self.moves_of(state, matter, more)
            for one in moves:
                common = lcm(common, one.total)
                paths += one.paths
            rows.append((self.code(state, matter), last.weights[place], moves))
        effort.spend_each(paths)
        for fate in lost:
            lost[fate] *= common
        return self.spread(follow(rows, lost, common), lost, last.total * common)

    def moves_of(self, state: State, matter: list[int], more: bool) -> list[Moves]:
        fall = self.falls.get(state[SAVE_AT])
        if fall is None:
            fall = Fall(self.stage, state[SAVE_AT])
            self.falls[state[SAVE_AT]] = fall
        found: list[Moves] = []
        for group in fall.groups:
            key = (tuple([state[place] for place in group.places]), more)
            moves = group.moves.get(key)
            if moves is None:
                moves = self.moves(fall.landing, group, state, matter)
                group.moves[key] = moves
            found.append(moves)
        return found

    def moves(self, landing: Landing, group: Group, state: State, matter: list[int]) -> Moves:
        all_done = [self.what_is_done(landing.cells[at], group.places, state) for at in group.cells]
        total = 1
        for one in all_done:
            total = lcm(total, one.total)
        steps: dict[int, int] = {}
        fates: dict[int, int] = {}
        moves = Moves(total * landing.total)
        here = self.code(state, matter)
        for which in range(len(all_done)):
            one = all_done[which]
            times = landing.weights[group.cells[which]] * (total // one.total)
            moves.paths += landing.paths[group.cells[which]] * one.paths
            for at in range(len(one.states)):
                fate = one.states[at][FATE_AT]
                if fate != IN_PLAY:
                    fates[fate] = fates.get(fate, 0) + times * one.weights[at]
                else:
                    step = self.code(replaced(state, group.places, one.states[at]), matter) - here
                    steps[step] = steps.get(step, 0) + times * one.weights[at]
        moves.steps.extend(steps)
        moves.weights.extend(steps.values())
        moves.fates.extend(fates)
        moves.fate_weights.extend(fates.values())
        return moves

    def what_is_done(self, cell: Cell, places: list[int], state: State) -> Done:
        """The rest of the machine is as it was to begin with: it makes no difference."""
        key = (cell.key, tuple([state[place] for place in places]))
        found = self.done.get(key)
        if found is None:
            found = done(self.stage, cell, replaced(self.start, places, state))
            self.done[key] = found
        return found

    def code(self, state: State, matter: list[int]) -> int:
        return sum([state[place] * self.units[place] for place in matter])

    def spread(self, codes: dict[int, int], lost: dict[int, int], total: int) -> Spread:
        """Numbers told as states; those that are alike become one."""
        firsts: dict[State, int] = {}
        states: list[State] = []
        weights: list[int] = []
        for fate, weight in lost.items():
            states.append((fate, *self.start[1:]))
            weights.append(weight)
        for code, weight in codes.items():
            whole = list(self.start)
            for place, unit in self.units.items():
                whole[place] = code // unit % self.bases[place]
            state = tuple(whole)
            at = firsts.setdefault(self.stage.alike(state), len(states))
            if at == len(states):
                states.append(state)
                weights.append(weight)
            else:
                weights[at] += weight
        return Spread(states, weights, total)


def follow(rows: list[tuple[int, int, list[Moves]]], lost: dict[int, int], common: int) -> dict[int, int]:
    """All moves of all machines; those that are lost are added to the others."""
    codes: dict[int, int] = {}
    gone: dict[int, int] = {}
    for code, weight, moves in rows:
        for one in moves:
            times = weight * (common // one.total)
            for at in range(len(one.steps)):
                there = code + one.steps[at]
                codes[there] = codes.get(there, 0) + times * one.weights[at]
            for at in range(len(one.fates)):
                gone[one.fates[at]] = gone.get(one.fates[at], 0) + times * one.fate_weights[at]
    for fate, weight in gone.items():
        lost[fate] = lost.get(fate, 0) + weight
    return codes
