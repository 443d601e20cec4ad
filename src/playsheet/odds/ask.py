"""The questions: exactly, by sampling, whichever of the two takes no longer than it may, and in a running game."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any, Final

from playsheet.core.asking import Option, Question
from playsheet.core.dice import Seeded
from playsheet.core.errors import Refused
from playsheet.core.exact import Effort, TooDear, estimated_effort, weighed_facts
from playsheet.core.game import Game
from playsheet.core.procedures import Prepared, Procedure, Value
from playsheet.odds.odds import Odds

MOST_RUNS: Final = 10_000_000
MOST_THROWS: Final = 700_000  # for a sample that somebody waits for: about a second
AT_ONCE: Final = 16  # what takes no more than this part of what it may is not estimated first


def exact(procedure: Procedure, inputs: Mapping[str, object]) -> Odds:
    """The whole distribution of a procedure: its own text, run down every branch of its dice."""
    return exactly(procedure.prepare(procedure.values(dict(inputs))))


def exactly(prepared: Prepared, effort: Effort | None = None) -> Odds:
    found = weighed_facts(prepared, effort)
    return Odds(prepared.procedure, prepared.values.values, found.outcomes, found.weights, found.total, runs=0)


def sampled(procedure: Procedure, inputs: Mapping[str, object], n: int, seed: int) -> Odds:
    """The same by n seeded runs, with their standard errors; for what is too large to be walked."""
    if not 1 <= n <= MOST_RUNS:
        raise Refused(f"expected from 1 to {MOST_RUNS:,} runs, got {n:,}.")
    return by_sampling(procedure.prepare(procedure.values(dict(inputs))), n, seed)


def by_sampling(prepared: Prepared, n: int, seed: int, throws: int | None = None) -> Odds:
    """By n runs, or by as many as come to so many throws: counted, not timed, so that they are always the same."""
    dice = Seeded(seed)
    counts: dict[tuple[Value, ...], int] = {}
    runs = 0
    while runs < n and (throws is None or dice.thrown < throws):
        dice.at(runs, place=0)
        facts = prepared.run(dice).facts()
        counts[facts] = counts.get(facts, 0) + 1
        runs += 1
    return Odds(prepared.procedure, prepared.values.values, list(counts), list(counts.values()), runs, runs=runs)


def within(procedure: Procedure, inputs: Mapping[str, object], most: int, runs: int) -> Odds:
    """Exactly, if that takes about `most` paths or fewer; else by so many runs at most. Always the same answer."""
    prepared = procedure.prepare(procedure.values(dict(inputs)))
    try:
        return exactly(prepared, Effort(most // AT_ONCE))
    except TooDear:
        pass  # more than a moment's work: how much more?
    try:
        if estimated_effort(prepared, Effort(most)) <= most:
            return exactly(prepared, Effort(2 * most))  # estimates may be wrong
    except TooDear:
        pass  # it is sampled
    return by_sampling(prepared, runs, seed_of(prepared), MOST_THROWS)


def seed_of(prepared: Prepared) -> int:
    """The same for the same question."""
    asked = json.dumps([prepared.procedure.id, prepared.values.values], sort_keys=True)
    return int.from_bytes(sha256(asked.encode()).digest()[:8], "big")


def in_play(game: Game[Any], question: Question, option: Option) -> Odds | None:
    """If this is chosen, from here: the exact odds, from what the asked seat may know. None if it sets off no dice."""
    battle = game.system.seen(game.battle, question.seat)
    prepared = game.system.what_if(battle, question, option)
    return None if prepared is None else exactly(prepared)
