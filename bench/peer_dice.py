"""One volley of twenty dice, written the way each dice library likes it best.

Ten crew turn the crank of a gatling: 20 dice, 2, 4 and 6 hit, two or more 1s jam. A hit company of ten (Morale 4) rolls
its Unit Morale Check; if it fails it falls back 6 + 1D6 inches, and is routed from 10 on. If it is still there it makes
a casualty check for each hit, and a figure falls for each that fails.

An outcome is (hits, jammed, morale, lost, commanders lost). In icepool and dyce a die counts 100 for a hit and 1 for a
jamming face, so that adding up plain numbers is all there is to do before the branches.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from fractions import Fraction
from typing import Any

Facts = tuple[int, bool, str, int, int]
Chances = dict[Facts, Fraction]

INPUTS: dict[str, object] = {"weapon": "gatling", "figures": 10, "target": 10, "start": 10, "morale": 4, "room": 10}
DICE = 20
FIRE = [1, 100, 0, 100, 0, 100]  # what the faces 1 to 6 count
JAM_COUNT = 2
MORALE = 4
BACK = 6  # a fall back is so many inches and a die
ROOM = 10
FIGURES = 10


class Volley:
    """A way to compute the volley: `compute` is what is timed, `chances` makes its result comparable."""

    def __init__(self, name: str, compute: Callable[[], Any], chances: Callable[[Any], Chances]) -> None:
        self.name = name
        self.compute = compute
        self.chances = chances


def with_playsheet() -> Volley:
    from playsheet.odds import exact
    from playsheet.rules import load_system

    shoot = next(known for known in load_system("lancer").forms() if known.id == "shoot")

    def compute() -> Any:
        forget()
        return exact(shoot, INPUTS)

    return Volley("playsheet", compute, lambda odds: {one.facts: one.chance for one in odds.outcomes})


def forget() -> None:
    """Playsheet remembers odds it has worked out: without this only the first time would be measured."""
    from playsheet.core import exact
    from playsheet.rules.riskfactor.dice import counting
    from playsheet.tabletop.machines import tracks

    for name in ("FAILURES", "LAYERS", "SPREADS", "SUMS"):
        getattr(exact, name, {}).clear()
    tracks.KEPT.clear()
    counting.KEPT.clear()


def with_icepool() -> Volley:
    import icepool

    def compute() -> Any:
        fails = icepool.d6 > MORALE
        fate = icepool.map(fate_of, icepool.d6, icepool.d6)

        def after(hits: int, jammed: bool) -> Any:
            if hits == 0:
                return hits, jammed, "not hit", 0, 0
            return icepool.map(lambda morale, failed: facts_of(hits, jammed, morale, failed), fate, hits @ fails)

        return (DICE @ icepool.Die(FIRE)).map(read).map(after, star=True)

    return Volley("icepool", compute, lambda die: {tuple(facts): die.probability(facts) for facts in die})


def with_dyce() -> Volley:
    from dyce import H, expand

    def compute() -> Any:
        d6 = H(6)
        fails = d6.gt(MORALE)
        fate = d6.apply(fate_of, d6)

        def after(fired: Any) -> Any:
            hits, jammed = fired.outcome
            if hits == 0:
                return hits, jammed, "not hit", 0, 0
            return fate.apply(lambda morale, failed: facts_of(hits, jammed, morale, failed), hits @ fails)

        fired = (DICE @ H.from_counts((count, 1) for count in FIRE)).apply(read)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it calls `expand` experimental
            return expand(after, fired, min_path_probability=Fraction(0))

    return Volley("dyce", compute, lambda h: {facts: Fraction(count, h.total) for facts, count in h.items()})


# what a person would write beside either library


def read(total: int) -> tuple[int, bool]:
    return total // 100, total % 100 >= JAM_COUNT


def fate_of(check: int, back: int) -> str:
    if check <= MORALE:
        return "held"
    return "routed" if BACK + back >= ROOM else "falls back"


def facts_of(hits: int, jammed: bool, morale: str, failed: int) -> Facts:
    return hits, jammed, morale, 0 if morale == "routed" else min(int(failed), FIGURES), 0
