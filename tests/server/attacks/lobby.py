"""Games that nobody means to play."""

from __future__ import annotations

import json
import time
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from siege import Target


def crowded_lobby(target: Target) -> None:
    """As many listed games as the server takes, each of a scenario of its own; and the list of them again and again."""
    _, text = target.call("GET", "/api/scenarios/grand-manoeuvres")
    scenario = json.loads(text)
    seats = [{"player": "open"} for _ in scenario["seats"]]
    made = 0
    while not target.stop.is_set():
        with suppress(OSError):
            source = {"file": "mine.toml", "text": f"# {made}\n{scenario['text']}"}
            body = {"scenario": source, "seats": seats, "listed": True, "title": f"Game {made}"}
            target.call("POST", "/api/games", json.dumps(body).encode())
            made += 1
            for _ in range(3):
                target.call("GET", "/api/games")
        time.sleep(0.01)


ATTACKS = {"crowded-lobby": crowded_lobby}
