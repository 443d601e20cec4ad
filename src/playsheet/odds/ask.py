"""The questions: exactly, by sampling, whichever of the two takes no longer than it may, and in a running game."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any, Final

from playsheet.core.asking import Option, Question
from playsheet.core.dice import Dice, Seeded
from playsheet.core.errors import Refused
from playsheet.core.exact import Effort, TooDear, estimated_effort, weighed_facts
from playsheet.core.forms import AnyForm, Case, Facts
from playsheet.core.game import Game
from playsheet.odds.odds import Odds

MOST_RUNS: Final = 10_000_000
MOST_THROWS: Final = 700_000  # for a sample that somebody waits for: about a second
PATHS_A_SECOND: Final = 100_000  # or more: a slow one
PATIENCE: Final = 5.0  # seconds that somebody waits who has not said how long
AT_ONCE: Final = 16  # what takes no more than this part of what it may is not estimated first


def exact(form: AnyForm, inputs: Mapping[str, object]) -> Odds:
    """The whole distribution of a procedure: its own text, run down every branch of its dice."""
    return exactly(form.filled(inputs))


def exactly(case: Case, effort: Effort | None = None) -> Odds:
    found = weighed_facts(case, effort)
    return Odds(case, found.outcomes, found.weights, found.total, runs=0)


def sampled(form: AnyForm, inputs: Mapping[str, object], n: int, seed: int) -> Odds:
    """The same by n seeded runs, with their standard errors; for what is too large to be walked."""
    if not 1 <= n <= MOST_RUNS:
        raise Refused(f"expected from 1 to {MOST_RUNS:,} runs, got {n:,}.")
    return by_sampling(form.filled(inputs), n, seed)


def by_sampling(case: Case, n: int, seed: int, throws: int | None = None) -> Odds:
    """By n runs, or by as many as come to so many throws: counted, not timed, so that they are always the same."""
    return sampled_with(case, Seeded(seed), n, throws)


def sampled_with(case: Case, dice: Dice, n: int, throws: int | None) -> Odds:
    """The same with whatever dice are there."""
    counts: dict[Facts, int] = {}
    runs = 0
    while runs < n and (throws is None or dice.thrown < throws):
        dice.at(runs, place=0)
        facts = case.run(dice)
        counts[facts] = counts.get(facts, 0) + 1
        runs += 1
    return Odds(case, list(counts), list(counts.values()), runs, runs=runs)


def within(case: Case, most: int, runs: int, throws: int = MOST_THROWS) -> Odds:
    """Exactly, if that takes about `most` paths or fewer; else by so many runs at most. Always the same answer."""
    try:
        return exactly(case, Effort(most // AT_ONCE))
    except TooDear:
        pass  # more than a moment's work: how much more?
    try:
        if estimated_effort(case, Effort(most)) <= most:
            return exactly(case, Effort(2 * most))  # estimates may be wrong
    except TooDear:
        pass  # it is sampled
    return by_sampling(case, runs, seed_of(case), throws)


def in_time(case: Case, seconds: float) -> Odds:
    """Exactly, or sampled, in about so many seconds: counted in paths and throws, so that it is always the same."""
    return within(case, int(PATHS_A_SECOND * seconds), MOST_RUNS, int(MOST_THROWS * seconds))


def seed_of(case: Case) -> int:
    """The same for the same question."""
    asked = json.dumps([case.form.id, case.inputs], sort_keys=True)
    return int.from_bytes(sha256(asked.encode()).digest()[:8], "big")


def in_play(game: Game[Any], question: Question, option: Option, seconds: float = PATIENCE) -> Odds | None:
    """If this is chosen, from here: the odds, from what the asked seat may know. None if it sets off no dice.

    They are exact if they can be worked out in about so many seconds, and sampled if not.
    """
    battle = game.system.seen(game.battle, question.seat)
    case = game.system.what_if(battle, question, option)
    return None if case is None else in_time(case, seconds)
