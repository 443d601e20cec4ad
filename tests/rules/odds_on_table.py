"""Odds held against the table: what is shown in play, and what comes of it when it is played many times.

Battles of a system's scenarios are walked, by doctrines, by random players and by eager ones. At each question each
option is asked what it would set off (`System.what_if`); a varied set of these situations is chosen. Each is then
played on the table again and again, from a copy and with other dice: the option is chosen, what is asked on the way is
answered as the odds take for granted, and what was told is read as the form's own results. The counts must agree with
the exact odds.

No system is known here. Each says in tests/rules/SYSTEM/played.py

    KINDS = {"charge": ("charge",), "volley": ("shoot",), "melee": ("melee",)}: the forms that stand for each kind
    answer(case, battle, question): what the odds take for granted; None if any answer will do, and the doctrine's does
    is_over(case, battle, events): has all been told that the odds are about? Looked at before each question and after
        each step; what is not over by the end of the step ends there, or STEPS (1 if it is not given) steps later
    facts(case, before, events, after): the form's results, in its order
    prepare(case, battle), if there is one: what the odds take for granted of the battle itself, and nobody is asked
        about, as orders that others keep secret; called when the option is chosen

where `events` is what was told since the option was chosen, and `before` the battle at that moment.

The test. The chance of each value of each result, and of each outcome as a whole, is tested by an exact two-sided
binomial test; values with fewer than ten runs expected are one value together. A situation fails at one in 10,000 as a
whole: each of its tests at that divided by how many there are (Bonferroni). What cannot happen by the odds, and does,
fails at once.

By hand, with every situation and what came of it: PYTHONPATH=src:tests/rules python tests/rules/odds_on_table.py lancer
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from itertools import product
from math import exp, lgamma, log, log1p
from pathlib import Path
from typing import Any, Protocol

from playsheet.core.asking import Option, Player, Question
from playsheet.core.dice import Seeded
from playsheet.core.events import Battle, Event
from playsheet.core.exact import Effort, TooDear
from playsheet.core.forms import Case, Facts, Value
from playsheet.core.game import Game, Input, numbers, option_of
from playsheet.odds.ask import exactly
from playsheet.odds.odds import Odds
from playsheet.players.setup import Setup, set_up
from playsheet.rules import scenario_files

SITUATIONS = 21  # of a system
LEVEL = 1e-4  # of a situation: it fails by mere chance once in so many
FEWEST = 10  # runs expected of a value that is tested by itself
MOST_PATHS = 200_000  # of odds that are worked out here
EAGER = "eager"  # plays like the doctrine, but takes what is rare: whoever can charge does
LINE_UPS = (("doctrine",), ("doctrine", "random"), ("random",), (EAGER,))  # who plays, seat by seat, over and over
FEWEST_BATTLES = 3  # of each scenario and line-up ...
MOST_BATTLES = 8  # ... and more, if there is little of one kind in these


Kinds = Mapping[str, tuple[str, ...]]


class Played(Protocol):
    """A system's tests/rules/SYSTEM/played.py."""

    KINDS: Kinds

    def answer(self, case: Case, battle: Any, question: Question) -> str | None: ...

    def is_over(self, case: Case, battle: Any, events: Sequence[Event[Any]]) -> bool: ...

    def facts(self, case: Case, before: Any, events: Sequence[Event[Any]], after: Any) -> Facts: ...


def played_by(system: str) -> Played:
    path = Path(__file__).parent / system / "played.py"
    spec = importlib.util.spec_from_file_location(f"played_{system}", path)
    assert spec is not None
    assert spec.loader is not None
    module: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module  # type: ignore[no-any-return]


# ---------------------------------------------------------------- situations out of battles


@dataclass(eq=False)
class Situation:
    """An option of a question in a battle, and what it would set off. `start`: the battle when its step began.

    Of `case` only form and inputs are looked at: the battle has gone on since.
    """

    setup: Setup
    players: str
    seed: int
    step: int
    place: int
    seat: int
    asked: str
    option: str
    kind: str
    case: Case
    start: Battle
    inputs: list[tuple[int, str]]

    def __str__(self) -> str:
        inputs = " ".join(f"{name}={value}" for name, value in self.case.inputs.items())
        return (
            f"{self.setup.scenario.id}, {self.players}, seed {self.seed}, question {self.step}.{self.place} "
            f"({self.asked}), {self.option}: {self.case.form.id} {inputs}"
        )

    def traits(self) -> list[tuple[str, object]]:
        """What situations may differ in: the values of their inputs, first of all."""
        found: list[tuple[str, object]] = [*self.case.inputs.items()]
        found += [("assumed", sentence) for sentence in self.case.assumed()]
        return [*found, ("scenario", self.setup.scenario.id), ("asked", self.asked), ("players", self.players)]


class Walker(Player):
    """Plays like another, and notes what each option would set off. An eager one takes the kind that was met least."""

    def __init__(self, inner: Player, walk: Walk, *, eager: bool) -> None:
        self.inner = inner
        self.walk = walk
        self.eager = eager

    def choose(self, battle: Battle, question: Question) -> Option:
        met = [situation.kind for situation in self.walk.found]
        found = self.walk.look(battle, question)
        if self.eager and found:
            return option_of(question, min(found, key=lambda situation: met.count(situation.kind)).option)
        return self.inner.choose(battle, question)

    def place(self, battle: Battle, question: Question) -> tuple[float, ...]:
        return self.inner.place(battle, question)


class Walk:
    """One battle on its way, and the situations met in it."""

    def __init__(self, setup: Setup, players: Sequence[str], seed: int, kinds: Kinds) -> None:
        self.setup = setup
        self.players = " against ".join(players)
        self.seed = seed
        self.kinds = {form: kind for kind, forms in kinds.items() for form in forms}
        self.found: list[Situation] = []
        seats: list[Player | None] = []
        for seat in range(len(setup.seats)):
            name = players[seat % len(players)]
            inner = setup.player("doctrine" if name == EAGER else name, seat, seed)
            assert inner is not None
            seats.append(Walker(inner, self, eager=name == EAGER))
        self.game = setup.game_with(seats, Seeded(seed), True, [False] * len(seats))

    def look(self, battle: Battle, question: Question) -> list[Situation]:
        """The situations of this question."""
        assert self.game.start is not None
        found: list[Situation] = []
        for option in question.options:
            case = self.setup.system.what_if(battle, question, option)
            if case is not None and case.form.id in self.kinds:
                found.append(
                    Situation(
                        self.setup,
                        self.players,
                        self.seed,
                        question.step,
                        question.place,
                        question.seat,
                        question.kind,
                        option.key(),
                        self.kinds[case.form.id],
                        case,
                        self.game.start,
                        [(held.seat, held.text) for held in self.game.inputs],
                    )
                )
        self.found += found
        return found


def scenarios_of(system: str) -> list[Setup]:
    """Those whose battles are walked: all but the large ones, which take too long."""
    setups = [set_up(id, []) for id, path in scenario_files().items() if path.parent.parent.name == system]
    return [setup for setup in setups if setup.scenario.size != "large"]


def candidates(system: str, kinds: Kinds) -> list[Situation]:
    """Every situation met in the battles walked; of those of a scenario that are alike on paper the first."""
    found: dict[str, Situation] = {}
    setups = scenarios_of(system)
    for seed in range(1, MOST_BATTLES + 1):
        met = Counter(situation.kind for situation in found.values())
        if seed > FEWEST_BATTLES and min(met[kind] for kind in kinds) * len(kinds) >= SITUATIONS:
            break
        for setup, players in product(setups, LINE_UPS):
            walk = Walk(setup, players, seed, kinds)
            walk.game.run()
            for situation in walk.found:
                paper = [setup.scenario.id, situation.case.form.id, situation.case.inputs]
                found.setdefault(json.dumps(paper), situation)
    return list(found.values())


def chosen(found: Iterable[Situation], kinds: Kinds, many: int) -> list[Shown]:
    """As many of each kind, and of each of its forms, as can be; each time the one that is least like those before.

    Whose odds are too long to be worked out is passed over. Nothing else is asked of a situation.
    """
    left: dict[str, dict[str, list[Situation]]] = {kind: {form: [] for form in forms} for kind, forms in kinds.items()}
    for situation in found:
        left[situation.kind][situation.case.form.id].append(situation)
    taken: list[Shown] = []
    met: Counter[tuple[str, str, object]] = Counter()
    while len(taken) < many and any(situations for forms in left.values() for situations in forms.values()):
        kind = fewest([kind for kind in left if any(left[kind].values())], [held.situation.kind for held in taken])
        form = fewest([form for form in left[kind] if left[kind][form]], [held.odds.form.id for held in taken])
        best = max(left[kind][form], key=lambda situation: strangeness(situation, met))
        left[kind][form].remove(best)
        try:
            taken.append(shown(best))
        except TooDear:
            continue
        met.update((form, *trait) for trait in best.traits())
    return taken


def fewest(names: Sequence[str], taken: Sequence[str]) -> str:
    return min(names, key=taken.count)


def strangeness(situation: Situation, met: Counter[tuple[str, str, object]]) -> float:
    """How new its traits are: a whole for one never met, half for one met once, and so on."""
    return sum(1.0 / (1 + met[(situation.case.form.id, *trait)]) for trait in situation.traits())


# ---------------------------------------------------------------- on the table


class Enough(Exception):
    """All has been told that somebody wants to know."""


class Coming(Player):
    """Plays a battle on from the start of a step to a situation's question."""

    def __init__(self, situation: Situation) -> None:
        self.situation = situation
        setup = situation.setup
        seats = len(setup.seats)
        self.game: Game[Any] = Game(
            setup.system,
            setup.system.clone(situation.start),
            [self] * seats,
            Seeded(situation.seed),
            True,
            [False] * seats,
        )
        self.game.step = situation.step
        self.game.start = situation.start  # nobody is waited for, so that nothing is played twice
        self.game.inputs = [Input(seat, text) for seat, text in situation.inputs]
        self.game.checking = False

    def is_asked(self, question: Question) -> bool:
        """Is it the question that all is about?"""
        at = self.situation
        return (question.step, question.place, question.seat) == (at.step, at.place, at.seat)

    def doctrine(self, question: Question) -> Player:
        return self.situation.setup.system.doctrine(question.seat)


@dataclass(frozen=True)
class Shown:
    """A situation as it is shown to whoever is asked: the battle, what the option would set off, the odds of that."""

    situation: Situation
    name: str
    before: Battle
    case: Case
    odds: Odds


class Showing(Coming):
    """Looks at the odds before anything is chosen."""

    def __init__(self, situation: Situation) -> None:
        super().__init__(situation)
        self.found: Shown | None = None

    def choose(self, battle: Battle, question: Question) -> Option:
        if not self.is_asked(question):  # somebody else is asked at the same time
            return self.doctrine(question).choose(battle, question)
        system = self.game.system
        case = system.what_if(battle, question, option_of(question, self.situation.option))
        assert case is not None
        assert case.inputs == self.situation.case.inputs
        before = system.clone(self.game.battle)
        self.found = Shown(self.situation, str(self.situation), before, case, exactly(case, Effort(MOST_PATHS)))
        raise Enough


def shown(situation: Situation) -> Shown:
    showing = Showing(situation)
    with suppress(Enough):
        showing.game.play_step()
    assert showing.found is not None, f"{situation}: it was never asked"
    return showing.found


class Playing(Coming):
    """Chooses the option; from there on other dice fall, and what is asked is answered as the odds take for granted."""

    def __init__(self, shown: Shown, played: Played, run: int) -> None:
        super().__init__(shown.situation)
        self.shown = shown
        self.played = played
        self.run = run
        self.told = -1  # events before the option was chosen

    def events(self) -> list[Event[Any]]:
        return self.game.log[self.told :]

    def play(self) -> Facts:
        """The form's results, as the table has them."""
        last = self.situation.step + getattr(self.played, "STEPS", 1)
        with suppress(Enough):
            while self.game.step < last and not self.game.battle.finished and not self.is_over():
                self.game.play_step()
        assert self.told >= 0, f"{self.situation}: it was never asked"
        return self.played.facts(self.shown.case, self.shown.before, self.events(), self.game.battle)

    def is_over(self) -> bool:
        return self.told >= 0 and self.played.is_over(self.shown.case, self.game.battle, self.events())

    def throw_other_dice(self) -> None:
        """Of each situation, and of each run, its own."""
        seed = int.from_bytes(sha256(f"{self.shown.name} {self.run}".encode()).digest()[:8], "big")
        dice = self.game.source
        assert isinstance(dice, Seeded)
        dice.low = seed & 0xFFFFFFFF
        dice.high = seed >> 32

    def choose(self, battle: Battle, question: Question) -> Option:
        if self.told < 0 and self.is_asked(question):
            self.told = len(self.game.log)
            self.throw_other_dice()
            if hasattr(self.played, "prepare"):
                self.played.prepare(self.shown.case, self.game.battle)
            return option_of(question, self.situation.option)
        given = self.taken_for_granted(battle, question)
        return self.doctrine(question).choose(battle, question) if given is None else option_of(question, given)

    def place(self, battle: Battle, question: Question) -> tuple[float, ...]:
        given = self.taken_for_granted(battle, question)
        assert question.region is not None
        return self.doctrine(question).place(battle, question) if given is None else numbers(given, question.region)

    def taken_for_granted(self, battle: Battle, question: Question) -> str | None:
        if self.is_over():
            raise Enough
        return self.played.answer(self.shown.case, battle, question)


def on_table(shown: Shown, played: Played, runs: int) -> Counter[Facts]:
    return Counter(Playing(shown, played, run).play() for run in range(runs))


# ---------------------------------------------------------------- the comparison


def two_sided(seen: int, runs: int, chance: Fraction) -> float:
    """How likely a count is that lies as far out: twice the smaller of the two tails of the binomial distribution."""
    return min(1.0, 2.0 * min(tail(seen, runs, float(chance)), tail(runs - seen, runs, float(1 - chance))))


def tail(seen: int, runs: int, chance: float) -> float:
    """How likely a count of `seen` or fewer is: term by term downwards, each from the one before."""
    if chance >= 1.0:
        return 1.0 if seen == runs else 0.0
    if chance <= 0.0:
        return 1.0
    ways = lgamma(runs + 1) - lgamma(seen + 1) - lgamma(runs - seen + 1)
    term = exp(ways + seen * log(chance) + (runs - seen) * log1p(-chance))
    total = term
    against = (1.0 - chance) / chance
    for count in range(seen, 0, -1):
        term *= count / (runs - count + 1) * against
        total += term
        if count <= chance * runs and term < total * 1e-12:
            break
    return min(total, 1.0)


Told = Facts | Value


def cells(chances: Mapping[Told, Fraction], runs: int) -> list[tuple[Told, ...]]:
    """The values that are tested together: each by itself, those with fewer than ten runs expected as one."""
    frequent = [(value,) for value, chance in chances.items() if chance * runs >= FEWEST]
    rare = tuple(value for value, chance in chances.items() if chance * runs < FEWEST)
    return [*frequent, rare] if rare else [*frequent]


def distributions(
    results: Sequence[str], weights: Mapping[Facts, int]
) -> Iterator[tuple[str, Callable[[Facts], Told], dict[Told, int]]]:
    """Each result by itself, then, where there are several, whole outcomes: name, how it is read, weights."""
    readings: list[tuple[str, Callable[[Facts], Told]]] = [
        (name, lambda facts, at=at: facts[at])  # type: ignore[misc]
        for at, name in enumerate(results)
    ]
    if len(results) > 1:
        readings.append(("(" + ", ".join(results) + ")", lambda facts: facts))
    for name, read in readings:
        found: Counter[Told] = Counter()
        for facts, weight in weights.items():
            found[read(facts)] += weight
        yield name, read, dict(found)


def differences(results: Sequence[str], weights: Mapping[Facts, int], counts: Mapping[Facts, int]) -> list[str]:
    """What of these counts the odds (`weights` of each outcome) do not bear out, a line each; see above for how."""
    runs = sum(counts.values())
    total = sum(weights.values())
    tests: list[tuple[float, str]] = []
    found: list[str] = []
    for facts, seen in counts.items():
        if not weights.get(facts):
            found.append(f"{named(results, facts)} cannot happen by the odds: {seen} of {runs} seen")
    for name, read, by_value in distributions(results, weights):
        seen_of: Counter[Told] = Counter()
        for facts, seen in counts.items():
            seen_of[read(facts)] += seen
        chances = {value: Fraction(weight, total) for value, weight in by_value.items() if weight}
        for cell in cells(chances, runs):
            chance = sum((chances[value] for value in cell), Fraction(0))
            seen = sum(seen_of[value] for value in cell)
            shown = " or ".join(str(value) for value in cell)
            line = f"{name} = {shown}: {float(chance * runs):.1f} of {runs} expected, {seen} seen"
            if chance < 1:
                tests.append((two_sided(seen, runs, chance), line))
    return found + [f"{line} ({p:.1e})" for p, line in tests if p < LEVEL / len(tests)]


def named(results: Sequence[str], facts: Facts) -> str:
    return " ".join(f"{name}={value}" for name, value in zip(results, facts))


def weights_of(odds: Odds) -> dict[Facts, int]:
    return {outcome.facts: outcome.weight for outcome in odds.outcomes}


def disagreements(shown: Shown, played: Played, runs: int) -> list[str]:
    """Each with all that is needed to find the situation again."""
    try:
        counts = on_table(shown, played, runs)
    except Exception as fault:
        fault.add_note(shown.name)
        raise
    found = differences(shown.odds.results, weights_of(shown.odds), counts)
    return [f"{shown.name}: {line}" for line in found]


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(description="Odds held against the table, situation by situation.")
    parser.add_argument("system")
    parser.add_argument("--runs", type=int, default=200)
    parser.add_argument("--situations", type=int, default=SITUATIONS)
    parser.add_argument("--kind", help="only this kind: charge, volley, melee")
    given = parser.parse_args(arguments)
    played = played_by(given.system)
    kinds = {kind: forms for kind, forms in played.KINDS.items() if given.kind in (None, kind)}
    found = candidates(given.system, kinds)
    print(f"{len(found)} situations met")
    for shown in chosen(found, kinds, given.situations):
        lines = disagreements(shown, played, given.runs)
        print("\n".join(lines) if lines else f"{shown.name}: agrees")


if __name__ == "__main__":
    main(sys.argv[1:])
