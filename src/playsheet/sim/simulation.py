"""Many seeded games of one scenario. One seed gives the same results whatever the number of processes."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from time import perf_counter
from typing import Final

from playsheet.core.errors import Refused
from playsheet.core.words import is_plural, listed
from playsheet.players.setup import BOTS, PERSON, Setup, check_bot, set_up
from playsheet.sim.counts import Counts
from playsheet.sim.playing import LARGEST_SEED, Plan
from playsheet.sim.results import Results
from playsheet.sim.sure import BLOCK, PAIR, Answer, asked
from playsheet.sim.workers import Chunks, played_by_workers, played_here

TABLES: Final = "tables"  # stands for the player of a side that its own tables run


def simulate(
    which: str,
    n: int,
    players: Sequence[str] = ("doctrine", "doctrine"),
    seed: int = 0,
    workers: int | None = None,
    swap: bool = True,
    houses: Sequence[str] = (),
    check: bool = False,
    progress: Callable[[int, int], None] | None = None,
    chunk: int = 0,
    until_sure: bool = False,
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

    until_sure  stop as soon as it is known who is the better player (sim/sure.py); n games at most

    A game that breaks a law, raises an error, or does not end in time is among the results' failures.
    """
    check_numbers(n, seed, workers, chunk)
    setup = set_up(which, list(houses))
    teams = teams_of(setup, players)
    lineups = lineups_of(setup, teams, swap)
    plan = Plan(
        setup.scenario.text,
        setup.scenario.file,
        tuple((house.text, house.file) for house in setup.houses),
        tuple(lineups),
        seed,
        check,
    )
    if until_sure:
        if len(lineups) != PAIR:
            raise Refused("To be sure who is better takes two different players who change sides.")
        chunk = BLOCK * PAIR
    sets = -(-n // len(lineups))
    crew = max(1, min(cores() if workers is None else workers, sets))
    counts = Counts(len(setup.scenario.sides))
    chunks = Chunks(n, crew, len(lineups), chunk)
    names = [team_name(team) for team in teams]
    began = perf_counter()
    answer: Answer | None = None
    done = 0
    if progress is not None:
        progress(0, n)
    with closing(played_here(plan, chunks) if crew == 1 else played_by_workers(plan, chunks, crew)) as played:
        for games, found in in_order(played) if until_sure else regardless(played):
            counts.merge(found)
            done += games
            if progress is not None:
                progress(done, n)
            if until_sure:
                answer = asked(counts.edge, (names[0], names[1]))
                if answer.decided:
                    break
    if until_sure and answer is None:
        answer = asked(counts.edge, (names[0], names[1]))
    return Results(
        scenario=setup.scenario.id,
        title=setup.scenario.title,
        system=setup.system.id,
        houses=tuple(house.name for house in setup.houses),
        sides=tuple(side.name for side in setup.scenario.sides),
        players=tuple(names),
        seed=seed,
        asked=n,
        swapped=len(lineups) > 1,
        checked=check,
        counts=counts,
        workers=crew,
        seconds=perf_counter() - began,
        notes=tuple(notes_of(setup)),
        answer=answer,
    )


Played = Iterable[tuple[int, int, Counts]]


def regardless(played: Played) -> Iterator[tuple[int, Counts]]:
    """How many games, and their counts, as they come: sums do not depend on the order."""
    for _, games, found in played:
        yield games, found


def in_order(played: Played) -> Iterator[tuple[int, Counts]]:
    """The same in the order of the games, so that where a test stops does not depend on who was first."""
    waiting: dict[int, tuple[int, Counts]] = {}
    at = 0
    for first, games, found in played:
        waiting[first] = (games, found)
        while at in waiting:
            ready = waiting.pop(at)
            at += ready[0]
            yield ready


def check_numbers(n: int, seed: int, workers: int | None, chunk: int) -> None:
    if n < 0:
        raise Refused(f"The number of games is {n}: expected 0 or more.")
    if not 0 <= seed <= LARGEST_SEED:
        raise Refused(f"The seed is {seed}: expected a whole number from 0 to {LARGEST_SEED}.")
    if workers is not None and workers < 0:
        raise Refused(f"The number of workers is {workers}: expected 0 or more.")
    if chunk < 0:
        raise Refused(f"The size of a chunk is {chunk}: expected 0 or more.")


def cores() -> int:
    """The cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


# ---------------------------------------------------------------------- who plays


def teams_of(setup: Setup, players: Sequence[str]) -> list[tuple[str, ...]]:
    """Who plays for each side: one name, or one a seat where they are not all the same."""
    for name in players:
        if name == PERSON:
            raise Refused(f"A simulation does not wait for a person: expected one of {', '.join(BOTS)}.")
        check_bot(name)
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


def lineups_of(setup: Setup, teams: list[tuple[str, ...]], swap: bool) -> list[tuple[str, ...]]:
    """Who plays each seat in the games of one set: with swap, each team plays each side once."""
    if len(set(teams)) == 1 or not swap or setup.unplayed:
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
