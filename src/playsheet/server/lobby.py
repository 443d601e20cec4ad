"""What the list of open seats shows of a game: written down when the game is made and when somebody joins it.

So the list costs one look at a hundred small rows: no scenario is read for it, and no game opened.
"""

from __future__ import annotations

import time

import msgspec

from playsheet.server.payloads import Data
from playsheet.server.table import OPEN, PERSON, Table


def listing(table: Table, made: float) -> bytes:
    """The game as the list shows it; empty if it is not to be found there (any more)."""
    head = table.head
    free = [index for index, seat in enumerate(table.seats) if seat.player == OPEN]
    if not head.listed or not free:
        return b""
    sides = [side.name for side in table.scenario.sides]
    host = next((plan.who for plan in head.seats if plan.player == PERSON), "")
    data: Data = {
        "game": table.id,
        "title": head.title,
        "made": iso(made),
        "host": host,
        "system": table.system.id,
        "scenario": table.scenario.id,
        "clock": {"per_move": head.per_move, "bank": head.bank} if head.per_move > 0.0 else None,
        "gm": head.gm,
        "sides": sides,
        "seats": [
            {"seat": index, "name": table.seats[index].name, "side": table.seats[index].side, "player": OPEN, "who": ""}
            for index in free
        ],
    }
    return msgspec.json.encode(data)


def iso(at: float) -> str:
    """A moment in seconds since 1970, as it stands in messages."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(at))
