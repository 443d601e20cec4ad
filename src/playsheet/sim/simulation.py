"""Many seeded games of one scenario. One seed gives the same results whatever the number of processes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from copy import deepcopy
from dataclasses import dataclass
from time import perf_counter
from typing import Final

from playsheet.core.errors import Refused
from playsheet.core.words import is_plural, listed
from playsheet.players.own import ANSWER_SECONDS
from playsheet.players.setup import BOTS, PERSON, Setup, check_bot, set_up
from playsheet.sim.chunks import Chunks, Engine, Part, answer_of, work_text
from playsheet.sim.counts import Counts
from playsheet.sim.playing import LARGEST_SEED, Plan, Table, starting_figures
from playsheet.sim.results import Results
from playsheet.sim.rows import RowsFile
from playsheet.sim.sure import BLOCK, PAIR, Answer, asked
from playsheet.sim.workers import Local, cores

TABLES: Final = "tables"  # stands for the player of a side that its own tables run
MOST_GAMES: Final = 10**9

Progress = Callable[[int, int], None]


class Halted(Refused):
    """It cannot go on: why, and what was played before."""

    def __init__(self, sentence: str, results: Results) -> None:
        super().__init__(sentence)
        self.results: Final = results


class Stopped(KeyboardInterrupt):
    """Ctrl-C, with what was played before it."""

    def __init__(self, results: Results) -> None:
        super().__init__("stopped")
        self.results: Final = results


@dataclass(frozen=True, slots=True)
class Simulation:
    """What is to be simulated, ready: `games` from `first` on."""

    setup: Setup
    plan: Plan
    first: int
    end: int

    def results(self, counts: Counts, workers: int, seconds: float, answer: Answer | None = None) -> Results:
        played = self.first + counts.games + counts.failed
        spans = ((self.first, played),) if played > self.first else ()
        return results_of(self.setup, self.plan, self.end - self.first, spans, counts, workers, seconds, answer)


def simulate(
    which: str,
    n: int,
    players: Sequence[str] = ("doctrine", "doctrine"),
    seed: int = 0,
    workers: int | None = None,
    swap: bool = True,
    houses: Sequence[str] = (),
    check: bool = False,
    progress: Progress | None = None,
    chunk: int = 0,
    until_sure: bool = False,
    seeds: tuple[int, int] | None = None,
    engine: Engine | None = None,
    rows: RowsFile | None = None,
    deadline: float = ANSWER_SECONDS,
) -> Results:
    """Play n games and say what came of them.

    which     a built-in scenario's id, or a scenario file
    players   one name a side, or one a seat; a side that its own tables run has no seat, and its name is not used
    workers   processes; 0 or 1 plays here, None takes as many as there are cores
    swap      different players change sides every second game: games 2k and 2k + 1 have the same dice. Players of the
              same name are not swapped: both games would be one and the same. Nor is anybody where a side is run by
              its own tables: then there is nobody to change sides with.
    houses    files of house rules
    check     debug: the system's laws are looked at after every step, and each answer of a player is checked
    progress  called with (games done, n), first with (0, n)
    chunk     how many games a worker is given at a time; 0: about a quarter of a second's
    seeds     instead of n: only the games with these sets of dice, first and last, counted from 0
    rows      a file for a row a battle, in the order of the battles; it is finished by whoever opened it
    deadline  seconds for one answer of a player of somebody's own (`mybot.py:Bot`)
    engine    where the games are played, if not on this machine (sim/chunks.py); `workers` is not used then

    until_sure  stop as soon as it is known who is the better player (sim/sure.py); n games at most

    A game that breaks a law, raises an error, or does not end in time is among the results' failures. Ctrl-C raises
    `Stopped`, which is a KeyboardInterrupt, with the results so far; a faulty player of somebody's own, a process that
    fails or a disk that is full `Halted`, likewise.
    """
    check_numbers(n, seed, workers, chunk)
    simulation = prepared(which, n, players, seed, swap, houses, check, seeds)
    plan = simulation.plan
    set_size = len(plan.lineups)
    if until_sure:
        if set_size != PAIR:
            raise Refused("To be sure who is better takes two different players who change sides.")
        chunk = BLOCK * PAIR
    n = simulation.end - simulation.first
    sets = -(-n // set_size)
    where: Engine = engine or local(plan, workers, sets, deadline)
    chunks = Chunks(simulation.end, where.processes, set_size, chunk, simulation.first, where.seconds)
    counts = Counts(len(simulation.setup.scenario.sides))
    pair = (plan.players[0], plan.players[-1])
    began = perf_counter()
    answer: Answer | None = asked(counts.edge, pair) if until_sure else None
    if rows is not None:
        rows.begin(Table(plan).columns())

    def so_far() -> Results:
        return simulation.results(counts, where.processes, perf_counter() - began, answer)

    try:
        if progress is not None:
            progress(0, n)
        with closing(where.map(work_text([plan], rows is not None), chunks)) as played:
            for part in in_order(played, simulation.first):
                found = answer_of(part.answer)
                more = deepcopy(counts)  # an interruption meets the one or the other, and nothing between
                if found.counts is not None:
                    more.merge(Counts.from_data(found.counts))
                if rows is not None:
                    rows.add(found.rows)
                counts = more
                if found.fault is not None:
                    raise Refused(found.fault)
                if progress is not None:
                    progress(counts.games + counts.failed, n)
                if until_sure:
                    answer = asked(counts.edge, pair)
                    if answer.decided:
                        break
    except KeyboardInterrupt:
        raise Stopped(so_far()) from None
    except Refused as refusal:
        raise Halted(str(refusal), so_far()) from None
    return so_far()


def local(plan: Plan, workers: int | None, sets: int, deadline: float) -> Local:
    """This machine. Players of somebody's own are asked in processes that can be ended when they never answer."""
    processes = max(1, min(cores() if workers is None else workers, sets))
    return Local(processes, deadline if plan.own else 0.0)


def prepared(
    which: str,
    n: int,
    players: Sequence[str],
    seed: int,
    swap: bool,
    houses: Sequence[str],
    check: bool,
    seeds: tuple[int, int] | None = None,
) -> Simulation:
    """The scenario set up, everybody in his seat, and the games counted."""
    setup = set_up(which, list(houses))
    plan = plan_of(setup, players, seed, swap, check)
    lineups = plan.lineups
    if seeds is None:
        return Simulation(setup, plan, 0, n)
    first, last = seeds
    if not 0 <= first <= last or (last + 1) * len(lineups) > MOST_GAMES:
        raise Refused(
            f"The sets of dice are {first} to {last}: expected the first and the last, counted from 0 and below "
            f"{MOST_GAMES // len(lineups):,}."
        )
    return Simulation(setup, plan, first * len(lineups), (last + 1) * len(lineups))


def plan_of(
    setup: Setup, players: Sequence[str], seed: int, swap: bool, check: bool = False, always: bool = False
) -> Plan:
    """`always`: who bears the same name changes sides too."""
    teams = teams_of(setup, setup.bring(players))
    return Plan(
        setup.scenario.text,
        setup.scenario.file,
        tuple((house.text, house.file) for house in setup.houses),
        tuple(lineups_of(setup, teams, swap, always)),
        seed,
        check,
        tuple(team_name(team) for team in teams),
        tuple((file.name, file.text, file.folder) for file in setup.own.values()),
    )


def results_of(
    setup: Setup,
    plan: Plan,
    asked: int,
    spans: tuple[tuple[int, int], ...],
    counts: Counts,
    workers: int,
    seconds: float,
    answer: Answer | None = None,
) -> Results:
    """What was counted, and of what. `spans`: the games that were played, first and one past the last."""
    return Results(
        scenario=setup.scenario.id,
        title=setup.scenario.title,
        system=setup.system.id,
        houses=tuple(house.name for house in setup.houses),
        sides=tuple(side.name for side in setup.scenario.sides),
        players=plan.players,
        seed=plan.seed,
        asked=asked,
        swapped=len(plan.lineups) > 1,
        checked=plan.check,
        counts=counts,
        workers=workers,
        seconds=seconds,
        notes=(*notes_of(setup), *notes_of_spans(spans)),
        answer=answer,
        plan=plan,
        spans=spans,
        starting=tuple(starting_figures(setup, setup.system.new_battle(setup.scenario))),
    )


def in_order(played: Iterable[Part], first: int) -> Iterator[Part]:
    """In the order of the games, so that where it stops does not depend on who was quicker."""
    waiting: dict[int, Part] = {}
    for part in played:
        waiting[part.first] = part
        while first in waiting:
            ready = waiting.pop(first)
            first += ready.games
            yield ready


def check_numbers(n: int, seed: int, workers: int | None, chunk: int) -> None:
    if n < 0:
        raise Refused(f"The number of games is {n}: expected 0 or more.")
    if n > MOST_GAMES:
        raise Refused(f"The number of games is {n}: expected {MOST_GAMES:,} at most.")
    if not 0 <= seed <= LARGEST_SEED:
        raise Refused(f"The seed is {seed}: expected a whole number from 0 to {LARGEST_SEED}.")
    if workers is not None and workers < 0:
        raise Refused(f"The number of workers is {workers}: expected 0 or more.")
    if chunk < 0:
        raise Refused(f"The size of a chunk is {chunk}: expected 0 or more.")


# ---------------------------------------------------------------------- who plays


def teams_of(setup: Setup, players: Sequence[str]) -> list[tuple[str, ...]]:
    """Who plays for each side: one name, or one a seat where they are not all the same."""
    for name in players:
        if name == PERSON:
            raise Refused(f"A simulation does not wait for a person: expected one of {', '.join(BOTS)}.")
        check_bot(name, setup.own)
    sides = len(setup.scenario.sides)
    seats = len(setup.seats)
    if len(players) == sides:
        return [(TABLES,) if side in setup.unplayed else (name,) for side, name in enumerate(players)]
    if len(players) != seats:
        raise Refused(
            f"{setup.scenario.title} has {sides} sides and {seats} {'seat' if seats == 1 else 'seats'}: "
            f"expected one player a side or a seat, got {len(players)}."
        )
    teams = [tuple(name for name, of in zip(players, setup.sides) if of == side) for side in range(sides)]
    return [team[:1] or (TABLES,) if len(set(team)) < 2 else team for team in teams]


def notes_of(setup: Setup) -> list[str]:
    """What is to be known of the results: sides that nobody plays."""
    names = [setup.scenario.sides[side].name for side in setup.unplayed]
    if not names:
        return []
    many = len(names) > 1 or is_plural(names[0])
    run = f"{listed(names)} {'are run by their' if many else 'is run by its'} own tables"
    return [f"{run}: nobody plays{'' if not setup.seats else ' them, and the players do not change sides'}."]


def notes_of_spans(spans: tuple[tuple[int, int], ...]) -> list[str]:
    """Which battles of the series these are, unless they are all from the first on."""
    if not spans or (len(spans) == 1 and spans[0][0] == 0):
        return []
    said = listed([f"{first} to {end - 1}" for first, end in spans])
    return [f"Of the series, counted from 0, these are battles {said}: the others before {spans[-1][1]} are not there."]


def lineups_of(setup: Setup, teams: list[tuple[str, ...]], swap: bool, always: bool = False) -> list[tuple[str, ...]]:
    """Who plays each seat in the games of one set: with swap, each team plays each side once."""
    if (len(set(teams)) == 1 and not always) or not swap or setup.unplayed:
        return [lineup_of(setup, teams)]
    return [lineup_of(setup, teams[turn:] + teams[:turn]) for turn in range(len(teams))]


def lineup_of(setup: Setup, teams: list[tuple[str, ...]]) -> tuple[str, ...]:
    """One name a seat, the team's own order kept."""
    lineup: list[str] = []
    for side, team in enumerate(teams):
        seats = setup.sides.count(side)
        if not seats:
            continue
        if len(team) not in (1, seats):
            name = setup.scenario.sides[side].name
            raise Refused(
                f"{team_name(team)} cannot play {name}, which has {seats} seats: "
                "name one player a side, or do not swap."
            )
        lineup += team if len(team) == seats else team * seats
    return tuple(lineup)


def team_name(team: tuple[str, ...]) -> str:
    return " and ".join(team)
