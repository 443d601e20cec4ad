"""The three questions: exactly, by sampling, and in a running game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from playsheet.core.asking import Option, Question
from playsheet.core.dice import Seeded
from playsheet.core.errors import Refused
from playsheet.core.exact import weighed_facts
from playsheet.core.game import Game
from playsheet.core.procedures import Prepared, Procedure, Value
from playsheet.odds.odds import Odds

MOST_RUNS: Final = 10_000_000


def exact(procedure: Procedure, inputs: Mapping[str, object]) -> Odds:
    """The whole distribution of a procedure: its own text, run down every branch of its dice."""
    return exactly(procedure.prepare(procedure.values(dict(inputs))))


def exactly(prepared: Prepared) -> Odds:
    found = weighed_facts(prepared)
    return Odds(prepared.procedure, prepared.values.values, found.outcomes, found.weights, found.total, 0)


def sampled(procedure: Procedure, inputs: Mapping[str, object], n: int, seed: int) -> Odds:
    """The same by n seeded runs, with their standard errors; for what is too large to be walked."""
    if not 1 <= n <= MOST_RUNS:
        raise Refused(f"expected from 1 to {MOST_RUNS:,} runs, got {n:,}.")
    prepared = procedure.prepare(procedure.values(dict(inputs)))
    dice = Seeded(seed)
    counts: dict[tuple[Value, ...], int] = {}
    for run in range(n):
        dice.at(run, 0)
        facts = prepared.run(dice).facts()
        counts[facts] = counts.get(facts, 0) + 1
    return Odds(procedure, prepared.values.values, list(counts), list(counts.values()), n, n)


def in_play(game: Game[Any], question: Question, option: Option) -> Odds | None:
    """If this is chosen, from here: the exact odds, from what the asked seat may know. None if it sets off no dice."""
    battle = game.system.seen(game.battle, question.seat)
    prepared = game.system.what_if(battle, question, option)
    return None if prepared is None else exactly(prepared)
