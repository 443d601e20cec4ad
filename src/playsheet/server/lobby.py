"""What the list of open seats shows of a game: written down when the game is made and when somebody joins it.

So the list costs one look at a hundred small rows: no scenario is read for it, and no game opened.
"""

from __future__ import annotations

import time

import msgspec

from playsheet.server.payloads import Data, scenario_data
from playsheet.server.table import OPEN, PERSON, Table


def listing(table: Table, made: float) -> bytes:
    """The game as the list shows it; empty if it is not to be found there (any more)."""
    head = table.head
    free = [index for index, seat in enumerate(table.seats) if seat.player == OPEN]
    if not head.listed or not free:
        return b""
    sides = [side.name for side in table.scenario.sides]
    data: Data = {
        "game": table.id,
        "title": head.title,
        "made": iso(made),
        "host": host_of(table),
        "system": table.system.id,
        "sheet": table.system.sheet.title,
        "scenario": table.scenario.id,
        "battle": table.scenario.title,
        "clock": clock_wish(table),
        "gm": head.gm,
        "advice": head.advice,
        "sides": sides,
        "seats": [
            {"seat": index, "name": table.seats[index].name, "side": table.seats[index].side, "player": OPEN, "who": ""}
            for index in free
        ],
    }
    return msgspec.json.encode(data)


def host_of(table: Table) -> str:
    """Who invites: the first person who was there from the start, if that one has a name."""
    return next((plan.who for plan in table.head.seats if plan.player == PERSON), "")


def clock_wish(table: Table) -> Data | None:
    """The clock as it was asked for."""
    head = table.head
    return {"per_move": head.per_move, "bank": head.bank} if head.per_move > 0.0 else None


def invitation(table: Table, made: float, seat: int) -> Data:
    """What an invitation is for: which battle, by which sheet, on which side, for what, and who invites."""
    scenario, system, head = table.scenario, table.system, table.head
    return {
        "game": table.id,
        "title": head.title,
        "made": iso(made),
        "host": host_of(table),
        "system": system.id,
        "sheet": system.sheet.title,
        "clock": clock_wish(table),
        "gm": head.gm,
        "advice": head.advice,
        "status": table.status(),
        "rulings": [
            {"ruling": change.ruling, "key": change.key, "value": change.value} for change in system.switches.changed()
        ],
        "houses": [house.name for house in system.houses],
        "seat": seat if seat >= 0 else None,
        "seats": [
            {"seat": index, "name": one.name, "side": one.side, "player": one.player, "who": one.who}
            for index, one in enumerate(table.seats)
        ],
        "scenario": scenario_data(system, scenario),
    }


def summary(table: Table, made: float, seat: int) -> Data:
    """How a game stands, for a list of games: as a seat (or GAME_MASTER, or ONLOOKER) may know it."""
    return {
        "game": table.id,
        "title": table.head.title,
        "made": iso(made),
        "system": table.system.id,
        "sheet": table.system.sheet.title,
        "scenario": table.scenario.id,
        "battle": table.scenario.title,
        "status": table.status(),
        "turn": table.battle().turn,
        "turns": table.scenario.turns,
        "asked": table.told_asked(seat),
        "seats": [
            {"seat": index, "name": one.name, "side": one.side, "player": one.player, "who": one.who}
            for index, one in enumerate(table.seats)
        ],
        "result": table.result_data(),
        "rematch": table.rematch_data(seat),
    }


def iso(at: float) -> str:
    """A moment in seconds since 1970, as it stands in messages."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(at))
