"""Files that a parser would never finish, questions that take seconds each, records that take long to be read."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from playsheet.core.records import record_of
from playsheet.players.setup import set_up

if TYPE_CHECKING:
    from siege import Target

PARTS = "a" + ".a" * 100_000  # of one key: a parser's work grows with the square of them
DEAR = {"row": "bow-spear", "class": "hero", "hits": 24, "target": 42, "wounded": 27, "leaders": 5}
AT_ONCE = 8
STEPS = 60
PAUSE = 0.05  # seconds between the requests of each of them


def all_at_once(target: Target, ask: Callable[[int], tuple[str, object]]) -> None:
    """Several that ask and ask again, each waiting for its answer; what is turned away is tried again."""

    def go_on(which: int) -> None:
        count = 0
        while not target.stop.is_set():
            path, body = ask(AT_ONCE * count + which)
            with suppress(OSError):
                target.call("POST", path, json.dumps(body).encode())
            count += 1
            target.stop.wait(PAUSE)

    threads = [threading.Thread(target=go_on, args=(which,), daemon=True) for which in range(AT_ONCE)]
    for thread in threads:
        thread.start()
    target.stop.wait()  # and not for the answers that are still to come


def dotted_keys(target: Target) -> None:
    """One key of very many parts: as a scenario, as house rules of a game, and of a calculation."""
    scenario = {"file": "s.toml", "text": f'id = "s"\n{PARTS} = 1\n'}
    house = {"file": "h.toml", "text": f'name = "h"\nsystem = "lancer"\n[sheet.{PARTS}]\n'}
    ways: list[tuple[str, object]] = [
        ("/api/scenarios/check", {"scenario": scenario}),
        ("/api/games", {"scenario": {"id": "the-wells"}, "houses": [house]}),
        ("/api/systems/lancer/procedures/shoot/odds", {"houses": [house]}),
    ]
    all_at_once(target, lambda number: ways[number % len(ways)])


def dear_questions(target: Target) -> None:
    """Odds that take long, each another question than the last."""
    path = "/api/systems/riskfactor/procedures/damage/odds"
    all_at_once(target, lambda number: (path, {"inputs": {**DEAR, "hits": 20 + number % 40}}))


def heavy_records(target: Target) -> None:
    """Records that take long to be played again, and others that are large and of no use."""
    ways: list[tuple[str, object]] = [
        ("/api/records", {"record": long_record()}),
        ("/api/records", {"record": "playsheet record 1\n" + "step 1\n0> move\n" * 100_000}),
    ]
    all_at_once(target, lambda number: ways[number % len(ways)])


def long_record() -> str:
    """The beginning of a battle, which is long enough."""
    setup = set_up("the-frontier-road", [])
    game = setup.game(["random"] * len(setup.seats), 1, keep=True)
    while len(game.closed) < STEPS and not game.battle.finished:
        game.play_step()
    return record_of(game, setup.scenario, ["random"] * len(setup.seats)).text()


ATTACKS = {"dotted-keys": dotted_keys, "dear-questions": dear_questions, "heavy-records": heavy_records}
