"""One thing changed at a time, by the same dice: how much each switch, cell, unit or turn limit matters.

`data()` only gains keys.

    {"results": {
        "scenario", "title", "system", "houses": [name], "players": [name], "seed", "asked", "played", "failed",
        "swapped": bool, "correction": "holm", "tests",          how many numbers were looked at together
        "by": "wins" | "losses" | "turns",                       what they are ranked by
        "changes": [{"change": name, "kind": "switch" | "cell" | "unit" | "turns", "about", "alike", "seen": bool,
                     "ranks": {"wins", "losses", "turns"},       from 1, by the size of the effect
                     "effects": [{"what", "who", "a", "b", "difference", "low", "high", "p", "p_corrected",
                                  "seen": bool}]}],
        "left_out": [{"change", "why"}], "failures": [...], "digest", "notes": [sentence]},
     "run": {"workers", "seconds"}}

A is the battle as it stands, B with the change; `difference` is B less A, of one battle, with its own 95% interval.
`seen` goes by p_corrected: Holm's correction over all numbers of all changes. They are all compared with the same
battles, so they hang together, and Holm's holds however they do. That anything is called seen which is nothing has a
chance of 5% in all.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import closing
from copy import deepcopy
from dataclasses import dataclass
from hashlib import sha256
from math import erfc, log, sqrt
from time import perf_counter
from typing import Any, Final, NamedTuple

from playsheet.core.errors import Refused
from playsheet.core.house import read_house
from playsheet.core.reader import read_toml
from playsheet.core.toml_text import toml_of, value_of
from playsheet.players.own import ANSWER_SECONDS
from playsheet.players.setup import DOCTRINE, Setup, set_up, set_up_from
from playsheet.sim.chunks import Chunks, Engine, answer_of, work_text
from playsheet.sim.comparing import SCENARIOS, Comparison, Difference
from playsheet.sim.counts import Sum
from playsheet.sim.intervals import rounded, spread
from playsheet.sim.pairs import Pairs
from playsheet.sim.playing import Plan, Table
from playsheet.sim.rows import RowsFile
from playsheet.sim.simulation import MOST_GAMES, check_numbers, in_order, local, notes_of, plan_of

ALL: Final = "all"
NONE: Final = "none"
AS_IT_STANDS: Final = "as it stands"
MOST_CHANGES: Final = 300
MOST_TURNS: Final = 999
LONGEST: Final = 200  # letters of a change
WRONG: Final = 0.05  # how likely it may be that anything which is nothing is called seen
BY: Final = ("wins", "losses", "turns")


class Change(NamedTuple):
    """One thing that is different."""

    name: str
    kind: str
    about: str  # what it means, where a ruling says so
    house: str  # the text of a house rule; or empty
    scenario: str  # the scenario's text; or empty


class Effect(NamedTuple):
    """Of one number: the difference, and how likely one so large is if the change does nothing."""

    found: Difference
    p: float
    corrected: float

    @property
    def seen(self) -> bool:
        return self.corrected < WRONG

    @property
    def size(self) -> float:
        return abs(self.found.found.value or 0.0)

    def data(self) -> dict[str, object]:
        data = self.found.data()
        named = {name: data[name] for name in ("what", "who", "a", "b", "difference", "low", "high")}
        return {**named, "p": rounded(self.p), "p_corrected": rounded(self.corrected), "seen": self.seen}


class Varied(NamedTuple):
    """A change, and what came of it."""

    change: Change
    pairs: Pairs
    effects: list[Effect]

    def of(self, by: str) -> list[Effect]:
        return [effect for effect in self.effects if group(effect.found.what) == by]

    def largest(self, by: str) -> Effect:
        return max(self.of(by), key=lambda effect: effect.size)

    @property
    def seen(self) -> bool:
        return any(effect.seen for effect in self.effects)


def by_size(found: list[Varied], by: str) -> list[Varied]:
    return sorted(found, key=lambda one: -one.largest(by).size)


def group(what: str) -> str:
    return what if what in ("wins", "turns") else "losses"


@dataclass(frozen=True, slots=True)
class Variation:
    """What was varied, what was counted, and how quickly."""

    setup: Setup
    plans: list[Plan]
    changes: list[Change]
    left_out: list[tuple[str, str]]
    asked: int
    pairs: list[Pairs]
    workers: int
    seconds: float
    by: str

    @property
    def played(self) -> int:
        """Battles of each way."""
        return self.pairs[0].a.games + self.pairs[0].a.failed

    @property
    def failed(self) -> int:
        return self.pairs[0].a.failed + sum(pair.b.failed for pair in self.pairs)

    def ranked(self) -> list[Varied]:
        """The largest effect first."""
        return by_size(self.varied(), self.by)

    def varied(self) -> list[Varied]:
        each = [self.comparison(pair) for pair in self.pairs]
        tests = [list(zip(one.differences(), sums_of(one.pairs))) for one in each]
        chances = [chance(found.what, sums, each[0].set_size) for rows in tests for found, sums in rows]
        corrected = iter(zip(chances, holm(chances)))
        return [
            Varied(change, pair, [Effect(found, *next(corrected)) for found, _ in rows])
            for change, pair, rows in zip(self.changes, self.pairs, tests)
        ]

    def comparison(self, pair: Pairs) -> Comparison:
        both = (self.setup, self.setup)
        plans = (self.plans[0], self.plans[0])
        return Comparison(SCENARIOS, ("A", "B"), both, plans, self.asked, pair, self.workers, self.seconds, False)

    def data(self) -> dict[str, object]:
        run = {"workers": self.workers, "seconds": round(self.seconds, 3)}
        return {"results": self.reproducible(), "run": run}

    def reproducible(self) -> dict[str, object]:
        ranked = self.ranked()
        places = {by: by_size(ranked, by) for by in BY}
        rank = {by: {one.change.name: at for at, one in enumerate(places[by], 1)} for by in BY}
        failures = [
            {"change": name, **failure.data()}
            for name, counts in [
                (AS_IT_STANDS, self.pairs[0].a),
                *[(change.name, pair.b) for change, pair in zip(self.changes, self.pairs)],
            ]
            for failure in counts.failures
        ]
        plain: dict[str, object] = {
            "scenario": self.setup.scenario.id,
            "title": self.setup.scenario.title,
            "system": self.setup.system.id,
            "houses": [house.name for house in self.setup.houses],
            "players": list(self.plans[0].players),
            "seed": self.plans[0].seed,
            "asked": self.asked,
            "played": self.played,
            "failed": self.failed,
            "swapped": len(self.plans[0].lineups) > 1,
            "correction": "holm",
            "tests": sum(len(one.effects) for one in ranked),
            "by": self.by,
            "changes": [
                {
                    "change": one.change.name,
                    "kind": one.change.kind,
                    "about": one.change.about,
                    "alike": one.pairs.alike,
                    "seen": one.seen,
                    "ranks": {by: rank[by][one.change.name] for by in BY},
                    "effects": [effect.data() for effect in one.effects],
                }
                for one in ranked
            ],
            "left_out": [{"change": name, "why": why} for name, why in self.left_out],
            "failures": failures,
        }
        prints = "".join(f"{pair.a.fingerprint:016x}{pair.b.fingerprint:016x}" for pair in self.pairs)
        text = json.dumps(plain, sort_keys=True, separators=(",", ":")) + prints
        plain["digest"] = sha256(text.encode()).hexdigest()[:16]
        plain["notes"] = notes_of(self.setup)
        return plain


# ---------------------------------------------------------------------- many at once


def sums_of(pairs: Pairs) -> list[Sum]:
    """In the order of Comparison.differences."""
    return [*pairs.wins, pairs.turns, *[sums for what in sorted(pairs.cost) for sums in pairs.cost[what]]]


def chance(what: str, sums: Sum, most: int) -> float:
    """Of a difference so far from nothing, either way, if there is none.

    Of wins with one more of each extreme, as their interval has it; of other numbers by Student's t, turned into a
    normal deviate (Wallace 1959). All alike: by the signs.
    """
    n, total, squares = sums.n, sums.total, sums.squares
    if n < 2 or total == 0:
        return 1.0
    if what == "wins":
        middle = total / (n + 2)
        variance = (squares + 2 * most * most) / (n + 2) - middle * middle
        return two_tails(middle / sqrt(variance / (n + 2)))
    deviation = spread(n, total, squares)
    if not deviation:
        return float(2.0 ** (1 - n))
    t = total / n / (deviation / sqrt(n))
    freedom = n - 1
    return two_tails(sqrt(freedom * log(1 + t * t / freedom)) * (8 * freedom + 1) / (8 * freedom + 3))


def two_tails(z: float) -> float:
    return erfc(abs(z) / sqrt(2))


def holm(chances: Sequence[float]) -> list[float]:
    """Each as if it were looked at alone (Holm 1979): however they hang together."""
    corrected = [1.0] * len(chances)
    highest = 0.0
    for done, at in enumerate(sorted(range(len(chances)), key=lambda at: chances[at])):
        highest = max(highest, min(1.0, chances[at] * (len(chances) - done)))
        corrected[at] = highest
    return corrected


# ---------------------------------------------------------------------- what is changed


def changes_of(
    setup: Setup, switches: Sequence[str], cells: Sequence[str], units: Sequence[str], turns: Sequence[int]
) -> list[Change]:
    made = switch_changes(setup, switches)
    made += [change for given in cells for change in cell_changes(setup, given)]
    made += [change for given in units for change in unit_changes(setup, given)]
    made += [turns_change(setup, given) for given in turns]
    made = list({change.name: change for change in made}.values())
    if not made:
        raise Refused("There is nothing to vary: expected a switch, a cell, a unit or a number of turns.")
    if len(made) > MOST_CHANGES:
        raise Refused(f"These are {len(made)} changes: expected {MOST_CHANGES} at most.")
    return made


def switch_changes(setup: Setup, switches: Sequence[str]) -> list[Change]:
    """Every value that a switch does not have."""
    known = setup.system.switches
    keys = list(known.rulings.switches) if ALL in switches else [key for key in switches if key != NONE]
    made = []
    for key in keys:
        switch = known.rulings.switch(key)
        for value in switch.values:
            if value != known.value(key):
                name = f"{key} = {value}"
                about = f"{switch.ruling}: {switch.meanings[value]}"
                house = house_text(setup, name) + f"[rulings]\n{toml_of({key: value})}"
                made.append(Change(name, "switch", about, house, ""))
    return made


def cell_changes(setup: Setup, given: str) -> list[Change]:
    """`shooting.rifles.reach=10,14`, the values as in TOML."""
    cell, _, said = (part.strip() for part in given.partition("="))
    values = values_of(given, said) if cell else []
    if not values:
        such = "shooting.rifles.reach=10,14"
        raise Refused(f"--cell: expected a cell and its values as in TOML, such as {such}, got {given[:40]!r}.")
    return [cell_change(setup, f"{cell} = {value_of(value)}") for value in values]


def cell_change(setup: Setup, name: str) -> Change:
    house = house_text(setup, name) + f"sheet.{name}\n"
    set_up_from(setup.scenario.text, setup.scenario.file, [*setup.houses, read_house(house, f"--cell {name}")])
    return Change(name, "cell", "", house, "")


def values_of(given: str, said: str) -> list[Any]:
    """One value or several, as they stand in a list of TOML; none if that is not what it is."""
    if not (given.isprintable() and len(given) <= LONGEST):
        return []
    try:
        found: Any = read_toml(f"values = [{said}\n]").raw("values")
    except Refused:
        return []
    return list(found)


def house_text(setup: Setup, name: str) -> str:
    return toml_of({"name": name[:100], "system": setup.system.id})


def unit_changes(setup: Setup, given: str) -> list[Change]:
    """`the 1st Levy:figures=8,12`: a field of its card, for the units of this name or card."""
    who, _, field = given.rpartition(":")
    key, _, said = (part.strip() for part in field.partition("="))
    values = values_of(given, said) if who and key else []
    if not values:
        such = "NAME:figures=8,12"
        raise Refused(f"--unit: expected a unit and values of a field of its card, such as {such}, got {given[:40]!r}.")
    return [unit_change(setup, who, key, value) for value in values]


def unit_change(setup: Setup, who: str, key: str, value: object) -> Change:
    name = f"{who}: {key} = {value_of(value)}"
    data: dict[str, Any] = dict(read_toml(setup.scenario.text, setup.scenario.file).data)
    found = 0
    for side in data["sides"]:
        for unit in side.get("units", []):
            if who in (unit.get("name"), unit.get("card"), *unit.get("names", [])):
                unit["overrides"] = {**unit.get("overrides", {}), key: value}
                found += 1
    if not found:
        raise Refused(f"--unit: no entry of {setup.scenario.title} has the name or the card {who[:60]!r}.")
    text = toml_of(data)
    try:
        varied = set_up_from(text, setup.scenario.file, list(setup.houses))
        varied.system.check_room(varied.scenario)
    except Refused as refusal:
        where = str(refusal).removeprefix(f"{setup.scenario.file}: ")
        raise Refused(f"--unit {name}: expected a field of its card and a value that it can have: {where}") from None
    return Change(name, "unit", "", "", text)


def turns_change(setup: Setup, turns: int) -> Change:
    if not 1 <= turns <= MOST_TURNS:
        raise Refused(f"--turns: expected whole numbers from 1 to {MOST_TURNS}, such as 8,12, got {turns}.")
    data = read_toml(setup.scenario.text, setup.scenario.file).data
    text = toml_of({**data, "turns": turns})
    set_up_from(text, setup.scenario.file, list(setup.houses))
    return Change(f"{turns} turns", "turns", "", "", text)


# ---------------------------------------------------------------------- varying


class Ended(Refused):
    """It cannot go on: why, and what was played before."""

    def __init__(self, sentence: str, results: Variation) -> None:
        super().__init__(sentence)
        self.results: Final = results


class Broken(KeyboardInterrupt):
    """Ctrl-C, with what was played before it."""

    def __init__(self, results: Variation) -> None:
        super().__init__("stopped")
        self.results: Final = results


def vary(
    which: str,
    n: int,
    players: Sequence[str] = (DOCTRINE, DOCTRINE),
    seed: int = 0,
    workers: int | None = None,
    houses: Sequence[str] = (),
    switches: Sequence[str] = (ALL,),
    cells: Sequence[str] = (),
    units: Sequence[str] = (),
    turns: Sequence[int] = (),
    by: str = "wins",
    progress: Callable[[int, int], None] | None = None,
    engine: Engine | None = None,
    rows: RowsFile | None = None,
    deadline: float = ANSWER_SECONDS,
) -> Variation:
    """Play n battles as they stand and n with each change, by the same dice, and rank the changes by what they do.

    switches  names of switches; `all` of them, or `none`: each at every value that it does not have
    cells     of the sheet: `shooting.rifles.reach=10,14`
    units     a field of the card of a unit: `the 1st Levy:figures=8,12`
    turns     other lengths
    by        what they are ranked by: wins, losses or turns
    """
    check_numbers(n, seed, workers, 0)
    if by not in BY:
        raise Refused(f"Changes are ranked by one of {', '.join(BY)}: got {by[:40]!r}.")
    setup = set_up(which, list(houses))
    base = plan_of(setup, players, seed, swap=True)
    changes: list[Change] = []
    plans = [base]
    left_out: list[tuple[str, str]] = []
    for change in changes_of(setup, switches, cells, units, turns):
        try:
            plans.append(plan_of(changed(setup, change), players, seed, swap=True))
        except Refused as refusal:  # two switches that do not go together
            left_out.append((change.name, str(refusal)))
        else:
            changes.append(change)
    if not changes:
        raise Refused(f"Nothing of this can be varied: {left_out[0][1]}")
    set_size = len(base.lineups)
    n = min(-(-n // set_size) * set_size, MOST_GAMES)  # whole sets
    where: Engine = engine or local(base, workers, n // set_size, deadline)
    chunks = Chunks(n, where.processes, set_size, 0 if engine else set_size, seconds=where.seconds)
    pairs = [Pairs.empty(len(setup.scenario.sides)) for _ in changes]
    began = perf_counter()
    if rows is not None:
        rows.begin([("way", str), *Table(base).columns()])
    work = work_text(plans, rows is not None, [AS_IT_STANDS, *[change.name for change in changes]])

    def so_far() -> Variation:
        seconds = perf_counter() - began
        return Variation(setup, plans, changes, left_out, n, pairs, where.processes, seconds, by)

    try:
        if progress is not None:
            progress(0, n)
        with closing(where.map(work, chunks)) as played:
            for part in in_order(played, 0):
                found = answer_of(part.answer)
                more = deepcopy(pairs)  # an interruption meets the one or the other, and nothing between
                if found.counts is not None:
                    for pair, data in zip(more, found.counts["pairs"]):
                        pair.merge(Pairs.from_data(data))
                if rows is not None:
                    rows.add(found.rows)
                pairs = more
                if found.fault is not None:
                    raise Refused(found.fault)
                if progress is not None:
                    progress(so_far().played, n)
    except KeyboardInterrupt:
        raise Broken(so_far()) from None
    except Refused as refusal:
        raise Ended(str(refusal), so_far()) from None
    return so_far()


def changed(setup: Setup, change: Change) -> Setup:
    scenario = setup.scenario
    houses = [*setup.houses, *([read_house(change.house, change.name)] if change.house else [])]
    return set_up_from(change.scenario or scenario.text, scenario.file, houses)
