"""What is measured. Each function adds its rows to the report; what is compared is measured by turns, in one run."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from math import log
from statistics import median
from time import perf_counter, process_time
from typing import Any

from bench.armies import army, companies, contingents, corps, platoons
from bench.candidate import Candidate
from bench.card_inputs import LARGE_INPUTS
from bench.peer_dice import Volley, with_dyce, with_icepool, with_playsheet
from bench.peer_openspiel import Backgammon
from bench.report import Report, least, most, shown
from playsheet.core.scenario import read_heading
from playsheet.rules import SYSTEMS, scenario_files

SMALL = "the-wells"
LARGE = "grand-manoeuvres"
GASLIGHT = {24: "the-telegraph-hut", 115: "steam-at-kandar-ford", 451: "the-great-redoubt"}  # by their figures
SHOWN = 6  # procedures of a sheet that are named, the slowest first
LARGEST = ("the-great-redoubt", "the-great-advance", "the-third-day")


@dataclass(frozen=True)
class Size:
    """How much of everything."""

    name: str
    rounds: int  # of whatever is measured by turns
    small: int  # battles of the small scenario in a round
    large: int
    least: float  # seconds that a measurement takes at least
    clones: int
    odds: int  # times that odds are found
    armies: tuple[int, ...]  # units a side
    battles: int  # of each army
    squads: tuple[int, ...]  # a side, of a skirmish
    figures: tuple[int, ...]  # on the table, of GASLIGHT's scenarios
    contingents: tuple[int, ...]  # units a side, of the order-chip game
    brigades: tuple[int, ...]  # a side, of Guns At Gettysburg
    pair: int  # battles on one process and on two
    pairs: int
    counted: int  # how far bare processes count beside them
    long: int  # battles of the long simulation
    starts: int
    counted_sizes: tuple[str, ...]  # of scenarios whose instructions are counted


FULL = Size(
    "full",
    9,
    40,
    6,
    0.5,
    20_000,
    15,
    (4, 8, 12, 16, 24, 32, 40),
    12,
    (2, 4, 8, 12, 16),
    (24, 115, 451),
    (4, 8, 16, 24),
    (1, 2, 4, 8),
    10_000,
    3,
    200_000_000,
    10_000,
    15,
    ("small", "middle", "large"),
)
QUICK = Size(
    "quick",
    3,
    16,
    2,
    0.2,
    5_000,
    5,
    (4, 8, 16, 40),
    2,
    (2, 4, 8),
    (24, 115, 451),
    (4, 8),
    (1, 2, 4),
    1_500,
    1,
    50_000_000,
    10_000,
    5,
    ("small",),
)
TINY = Size("tiny", 1, 2, 1, 0.0, 5, 1, (4, 8), 1, (2, 4), (24,), (4,), (1,), 8, 1, 1_000, 10, 1, ())
SIZES = {size.name: size for size in (FULL, QUICK, TINY)}


# ---------------------------------------------------------------------- battles


def battles(report: Report, size: Size, here: Candidate, pure: Candidate | None) -> None:
    """Battles and decisions a second on one core, compiled and not, beside a dice game in C++."""
    try:
        by_turns(report, size, here, pure, peer(report, "open_spiel", Backgammon))
    finally:
        if pure is not None:
            pure.close()


def by_turns(
    report: Report, size: Size, here: Candidate, pure: Candidate | None, backgammon: Backgammon | None
) -> None:
    rates: dict[str, list[float]] = {}
    for scenario, count in ((SMALL, size.small), (LARGE, size.large)):
        mine: list[Any] = []
        theirs: list[Any] = []
        here.do("play", scenario=scenario, first=0, count=1)
        if pure is not None:
            pure.do("play", scenario=scenario, first=0, count=1)
        for round in range(size.rounds):
            block: dict[str, Any] = {"scenario": scenario, "first": round * count, "count": count}
            mine.append(here.do("play", least=size.least, **block))
            if pure is not None:
                theirs.append(pure.do("play", **block))
            if backgammon is not None:
                rates.setdefault("in C++", []).append(backgammon.in_cpp(size.least))
                rates.setdefault("from Python", []).append(backgammon.from_python(size.least))
        speeds(report, scenario, "compiled", mine)
        if theirs:
            speeds(report, scenario, "uncompiled", theirs)
            compare(report, scenario, mine, theirs)
        rates[scenario] = [one["decisions"] / one["seconds"] for one in mine]
    if backgammon is not None:
        beside_backgammon(report, rates)


def speeds(report: Report, scenario: str, build: str, rounds: list[Any]) -> None:
    id = f"{scenario}-{build}"
    report.add(
        f"{id}-battles",
        f"{scenario}, {build}: battles",
        median(one["battles"] / one["seconds"] for one in rounds),
        "/s",
    )
    decisions = [one["decisions"] / one["seconds"] for one in rounds]
    each = sum(one["decisions"] for one in rounds) / sum(one["battles"] for one in rounds)
    report.add(f"{id}-decisions", f"{scenario}, {build}: decisions", median(decisions), "/s")
    report.details[id] = {"decisions_a_battle": each, "rounds": rounds}


def compare(report: Report, scenario: str, mine: list[Any], theirs: list[Any]) -> None:
    same = [one["checksum"] for one in mine] == [one["checksum"] for one in theirs]
    report.add(
        f"{scenario}-ratio",
        f"{scenario}: compiled against uncompiled",
        median(b["seconds"] / a["seconds"] for a, b in zip(mine, theirs)),
        "x",
        least(10),
        least(30),
        "the same games: their checksums agree" if same else "not the same games: the checksums differ",
    )
    report.details[f"{scenario}-same-games"] = same
    if not same:
        report.fail(f"{scenario}: the compiled and the uncompiled package played different games.")


def beside_backgammon(report: Report, rates: dict[str, list[float]]) -> None:
    for how in ("in C++", "from Python"):
        report.add(
            "backgammon-" + how.split()[-1].lower().replace("+", "p"),
            f"OpenSpiel's backgammon {how}: decisions",
            median(rates[how]),
            "/s",
        )
    for scenario in (SMALL, LARGE):
        pairs = zip(rates[scenario], rates["in C++"] if scenario == SMALL else rates["in C++"][-len(rates[scenario]) :])
        report.add(
            f"{scenario}-backgammon",
            f"{scenario}: decisions/s against backgammon in C++",
            median(a / b for a, b in pairs),
            "x",
            least(1),
            least(15),
        )
    report.details["backgammon"] = {how: rates[how] for how in ("in C++", "from Python")}


def other_scenarios(report: Report, size: Size, here: Candidate) -> None:
    """Every other built-in scenario: battles and decisions a second, and the time for a turn."""
    for scenario, file in scenario_files().items():
        if scenario in (SMALL, LARGE):
            continue
        if size is TINY and read_heading(file).size == "large":
            continue  # minutes, uncompiled
        here.do("play", scenario=scenario, first=0, count=1)
        rounds = [
            here.do("play", scenario=scenario, first=round, count=1, least=size.least)
            for round in range(min(size.rounds, 3))
        ]
        speeds(report, scenario, "compiled", rounds)


def large_battles(report: Report, size: Size, here: Candidate) -> None:
    """The large scenarios of the other sheets: a turn, and a whole battle."""
    if size is TINY:
        return  # minutes, uncompiled
    for scenario in LARGEST:
        here.do("turns", scenario=scenario, first=0)
        found = [here.do("turns", scenario=scenario, first=round) for round in range(min(size.rounds, 3))]
        report.details[f"{scenario}-turns"] = found
        turns = [seconds for one in found for seconds in one["turns"]]
        setting_up = shown(median(one["deploying"] for one in found), "s")
        note = f"the longest {shown(max(turns), 's')}; setting up {setting_up}"
        report.add(f"{scenario}-turn", f"{scenario}: a turn", median(turns), "s", note=note)
        battles = [one["deploying"] + sum(one["turns"]) for one in found]
        note = f"{median(one['decisions'] for one in found):,.0f} decisions"
        report.add(f"{scenario}-battle", f"{scenario}: a whole battle", median(battles), "s", note=note)


# ---------------------------------------------------------------------- odds


def odds(report: Report, size: Size, here: Candidate) -> None:
    """The volley of twenty dice beside two dice libraries, then every procedure of every sheet."""
    volley(report, size)
    for system in SYSTEMS:
        for kind, said in (("default", "at its default inputs"), ("large", "at the largest that cards have")):
            slowest_odds(report, size, here, system, kind, said)


def slowest_odds(report: Report, size: Size, here: Candidate, system: str, kind: str, said: str) -> None:
    found: dict[str, Any] = {}
    for id in here.do("procedures", system=system):
        inputs = LARGE_INPUTS[system].get(id, {}) if kind == "large" else {}
        task = {"system": system, "procedure": id, "inputs": inputs}
        found[id] = here.do("odds", rounds=size.odds, **task) | {"inputs": inputs}
    report.details[f"odds-{system}-{kind}"] = found
    times = {id: median(one["seconds"]) for id, one in found.items()}
    slowest = max(times, key=lambda id: times[id])
    ranks = sorted(times, key=lambda id: -times[id])[:SHOWN]
    note = ", ".join(f"{id} {1000 * times[id]:.2g}" for id in ranks) + " ms"
    name = f"{system}: exact odds, slowest procedure {said} ({slowest})"
    report.add(f"odds-{system}-{kind}", name, times[slowest], "s", None, most(0.02), note)


def volley(report: Report, size: Size) -> None:
    ways: list[Volley] = [with_playsheet()]
    for name, make in (("icepool", with_icepool), ("dyce", with_dyce)):
        made = peer(report, name, make)
        if made is not None:
            ways.append(made)
    chances = [way.chances(way.compute()) for way in ways]
    times: dict[str, list[float]] = {way.name: [] for way in ways}
    for _ in range(size.odds):
        for way in ways:
            began = process_time()
            way.compute()
            times[way.name].append(process_time() - began)
    report.add("volley", "exact odds of a volley of 20 dice", median(times["playsheet"]), "s", None, most(0.02))
    for way, found in zip(ways[1:], chances[1:]):
        ratio = median(theirs / mine for mine, theirs in zip(times["playsheet"], times[way.name]))
        same = found == chances[0]
        note = f"the same {len(found)} fractions" if same else "not the same fractions"
        report.add(f"volley-{way.name}", f"{way.name}: the same volley", median(times[way.name]), "s")
        must = least(8) if way.name == "icepool" else least(1)
        report.add(f"volley-{way.name}-ratio", f"volley: ahead of {way.name}", ratio, "x", must, None, note)
        report.details[f"volley-{way.name}-same"] = same
        if not same:
            report.fail(f"{way.name} gives the volley other odds.")
    report.details["volley"] = times


# ---------------------------------------------------------------------- clones


def clones(report: Report, size: Size, here: Candidate) -> None:
    for id, scenario in (("companies", companies(10)), (LARGE, LARGE)):
        found = here.do("clone", scenario=scenario, count=size.clones, rounds=size.rounds)
        report.details[f"clone-{id}"] = found
        report.add(
            f"clone-{id}",
            f"clone of {found['units']} units, {found['figures']} figures",
            median(found["seconds"]),
            "s",
            most(64e-6),
            most(2e-6),
            f"turn {found['turn']}, {found['in_play']} figures in play",
        )


# ---------------------------------------------------------------------- growth


class Reach:
    """What counts as in reach of a unit: so many inches, for guns more."""

    def __init__(self, inches: float, guns: float, said: str) -> None:
        self.inches = inches
        self.guns = guns
        self.said = said


def growth(report: Report, size: Size, here: Candidate) -> None:
    """The same density, ever larger armies: what a decision costs, and an activation.

    Where a step is a whole phase for everybody, it is a unit's turn that is measured instead of an activation.
    """
    few = max(1, size.battles // 4)
    near = Reach(24.0, 24.0, "within 24 inches of a unit")
    sight = Reach(1e6, 1e6, "of the skirmish everybody on the table, since sight has no limit in the open")
    rifles = Reach(36.0, 36.0, "within 36 inches")
    guns = Reach(24.0, 48.0, "within 24 inches of a unit, 48 of a gun")
    grown(report, here, "growth", army, size.armies, size.battles, near, "units a side")
    grown(report, here, "growth-riskfactor", platoons, size.squads, few, sight, "squads a side")
    grown(report, here, "growth-gaslight", GASLIGHT.__getitem__, size.figures, few, rifles, "figures", cards=True)
    grown(report, here, "growth-orderchips", contingents, size.contingents, few, guns, "units a side", "unit_turn")
    grown(report, here, "growth-gettysburg", corps, size.brigades, few, guns, "brigades a side", "unit_turn")


NAMED = {"decision": "a decision", "activation": "an activation", "unit_turn": "a unit's turn"}


def grown(
    report: Report,
    here: Candidate,
    id: str,
    scenario: Callable[[int], str],
    sizes: tuple[int, ...],
    battles: int,
    reach: Reach,
    what_of: str,
    piece: str = "activation",
    cards: bool = False,
) -> None:
    task = {"reach": reach.inches, "guns": reach.guns, "cards": cards}
    found: dict[int, dict[str, float]] = {units: {} for units in sizes}
    for units in sizes:
        here.do("growth", scenario=scenario(units), first=1000, count=1, **task)  # set up, and warm
    for round in range(battles):
        for units in sizes:
            sums = here.do("growth", scenario=scenario(units), first=round, count=1, **task)
            for what, much in sums.items():
                found[units][what] = found[units].get(what, 0) + much
    table = [
        {
            "units_a_side": float(units),
            "decision": sums["playing"] / max(sums["decisions"], 1),
            "activation": sums["playing"] / max(sums["activations"], 1),
            "unit_turn": (sums["playing"] + sums["ending"]) / max(sums["unit_turns"], 1),
            "turn": (sums["playing"] + sums["ending"]) / sums["turns"],
            "deploying_a_unit": sums["deploying"] / sums["units"],
            "activations_a_turn": sums["activations"] / sums["turns"],
            "enemies_in_reach": sums["enemies"] / max(sums["looks"], 1),
            "units_in_reach": sums["others"] / max(sums["looks"], 1),
        }
        for units, sums in found.items()
    ]
    report.details[id] = table
    xs = [row["units_a_side"] for row in table]
    slopes = {what: slope(xs, [row[what] for row in table]) for what in table[0] if what != "units_a_side"}
    report.details[f"{id}-slopes"] = slopes
    span = f"from {sizes[0]} to {sizes[-1]} {what_of}"
    for what in ("decision", piece):
        note = ", ".join(f"{row['units_a_side']:.0f}: {1e6 * row[what]:.3g}" for row in table)
        report.add(f"{id}-{what}", f"cost of {NAMED[what]} {span}: slope", slopes[what], "", None, None, note + " µs")
    for what, one, must in (("units_in_reach", "unit", most(0.1)), ("enemies_in_reach", "enemy", None)):
        note = ", ".join(f"{row['units_a_side']:.0f}: {row[what]:.2g}" for row in table)
        report.add(
            f"{id}-{what}",
            f"the same, for each {one} in reach: slope",
            slopes[piece] - slopes[what],
            "",
            must,
            None,
            f"0 is linear in units times those in reach (0.1 is noise); {reach.said}: {note}",
        )
    report.add(f"{id}-deploying", f"cost of deploying a unit {span}: slope", slopes["deploying_a_unit"], "")


def slope(xs: list[float], ys: list[float]) -> float:
    """Of the straight line through the logarithms (least squares): cost grows like units to this power."""
    points = [(log(x), log(max(y, 1e-12))) for x, y in zip(xs, ys)]
    x_mean = sum(x for x, _ in points) / len(points)
    y_mean = sum(y for _, y in points) / len(points)
    across = sum((x - x_mean) ** 2 for x, _ in points)
    return sum((x - x_mean) * (y - y_mean) for x, y in points) / across if across else 0.0


# ---------------------------------------------------------------------- simulation


def simulation(report: Report, size: Size) -> None:
    """One process and two by turns; then a long simulation, and whether its memory grows."""
    ones: list[Any] = []
    twos: list[Any] = []
    given: list[float] = []
    with Candidate("simulating", sys.executable) as here:
        here.do("simulate", scenario=SMALL, games=4, workers=1)
        for _ in range(size.pairs):
            for workers, into in ((1, ones), (2, twos)):
                into.append(here.do("simulate", scenario=SMALL, games=size.pair, workers=workers))
            given.append(counting(1, size.counted) / counting(2, size.counted))
    same = len({one["checksum"] for one in [*ones, *twos]}) == 1
    report.add(
        "two-processes",
        f"simulation of {size.pair:,} battles on 2 processes against 1",
        median(a["seconds"] / b["seconds"] for a, b in zip(ones, twos)),
        "x",
        least(1.9),
        None,
        "by the clock, starting the processes included; " + ("the same results" if same else "not the same results"),
    )
    if not same:
        report.fail("one process and two gave different results.")
    report.add(
        "two-counting",
        "the same for processes that only count",
        median(given),
        "x",
        note="what this machine gives two processes now: 2 if nothing else runs",
    )
    report.details["two-processes"] = {"one": ones, "two": twos, "same": same, "counting": given}
    long_simulation(report, size)


def counting(processes: int, to: int) -> float:
    """How long it takes to count so far, by the clock, if so many processes share the work."""
    count = [sys.executable, "-S", "-c", f"for _ in range({to // processes}): pass"]
    began = perf_counter()
    started = [subprocess.Popen(count) for _ in range(processes)]
    for process in started:
        process.wait()
    return perf_counter() - began


def long_simulation(report: Report, size: Size) -> None:
    early = size.long // 5
    with Candidate("simulating", sys.executable) as here:
        workers = min(2, os.cpu_count() or 1)
        found = here.do("simulate", scenario=SMALL, games=size.long, workers=workers, marks=[early, size.long])
    report.details["long"] = found
    name = f"{size.long:,} battles of {SMALL}"
    note = f"by the clock, on {found['workers']} processes"
    if found["failed"]:
        report.fail(f"{found['failed']} of {name} failed.")
    report.add("long-seconds", f"{name}: time", found["seconds"], "s", None, most(5), note)
    memory = found["memory"]
    if not memory["peak"]:
        report.skip("memory of the simulation: this system does not say what a process holds.")
        return
    report.add("long-peak", f"{name}: peak memory of all processes", memory["peak"], "MB")
    before, after = memory["at"][str(early)], memory["at"][str(size.long)]
    note = f"{before:.1f} MB after {early:,}, {after:.1f} MB after {size.long:,}"
    report.add(
        "long-growth",
        f"{name}: memory at the end against after {early:,} (flat: 1)",
        after / before,
        "x",
        most(1.1),
        None,
        note,
    )


# ---------------------------------------------------------------------- peers


def peer(report: Report, name: str, make: Callable[[], Any]) -> Any:
    """The peer, or None and one line about it."""
    try:
        return make()
    except ImportError:
        report.skip(f"{name} is not installed here: pip install 'playsheet[bench]' brings the peers.")
        return None
