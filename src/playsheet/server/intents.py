"""Intents on a server: how an adjutant works out, in a worker, what they come to."""

from __future__ import annotations

from typing import Any, Final

from playsheet.core.events import Battle
from playsheet.core.game import Game
from playsheet.core.geometry import spacing
from playsheet.core.intents import Place
from playsheet.core.system import System
from playsheet.core.telling import Mark
from playsheet.odds import within
from playsheet.players.adjutant import middles
from playsheet.players.carrying_out import Carried, Tried, carry_out, try_out
from playsheet.server.intended import Answer, Intended
from playsheet.server.payloads import Data, odds_data
from playsheet.server.table import Table

MOST_TEXTS: Final = 100  # intents in one message
MOST_SAID: Final = 12  # sentences that are told of one intent


def intended(table: Table, seat: int, texts: list[str]) -> tuple[Intended, Carried]:
    """Work it out, on a copy of the game."""
    carried = carry_out(table.playing(), seat, texts, table.adjutants.get(seat))
    adjutant = carried.adjutant
    told = adjutant.reports[:MOST_SAID]
    more = len(adjutant.reports) - len(told)
    if more:
        told.append(f"And {more} more.")
    answers = [Answer(one.question, one.text) for one in carried.answers]
    return Intended(texts, answers, adjutant.data(), told), carried


def preview(table: Table, seat: int, texts: list[str], paths: int, runs: int) -> Data:
    """What it would do up to the first die: where everybody would stand, what that die decides, what is asked next.

    Nobody is shown dice before they are thrown, nor what is hidden from him: all of it is read off what he sees, now
    and in a game that could be this one.
    """
    return would(table.playing(), seat, texts, table.adjutants.get(seat), paths, runs)


def would(game: Game[Any], seat: int, texts: list[str], memory: Any, paths: int, runs: int) -> Data:
    """The same, of a game: with what the seat's adjutant remembers."""
    tried = try_out(game, seat, texts, memory)
    carried = tried.carried
    system = game.system
    now = system.seen(game.battle, seat)
    then = system.seen(carried.game.battle, seat)
    asked = next((one for one in carried.game.questions if one.seat == seat), None)
    case = carried.adjutant.case if carried.halted else None
    moved = moved_marks(system, now, then, seat)
    return {
        "answers": len(carried.adjutant.marks),
        "marks": [
            {"unit": mark.unit, "figure": mark.figure, "x": mark.x, "y": mark.y, "facing": mark.facing}
            for mark in moved
        ],
        "units": units_data(system, now, then, tried, [mark.unit for mark in moved]),
        "told": carried.adjutant.reports[:MOST_SAID],
        "open": system.ask(then, asked) if asked is not None else "",
        "odds": None if case is None else {"system": system.id, **odds_data(within(case, paths, runs))},
    }


def moved_marks(system: System[Any], now: Battle, then: Battle, seat: int) -> list[Mark]:
    """Who would stand elsewhere. Of others only those who are seen now: who might come into sight is a guess."""
    before = marks_by_key(system, now)
    roster = system.roster(then)
    moved: list[Mark] = []
    for key, mark in marks_by_key(system, then).items():
        was = before.get(key)
        if was is None:
            if 0 <= mark.unit < len(roster) and roster[mark.unit].seat == seat:
                moved.append(mark)
        elif (mark.x, mark.y, mark.facing) != (was.x, was.y, was.facing):
            moved.append(mark)
    return moved


def units_data(system: System[Any], now: Battle, then: Battle, tried: Tried, moved: list[int]) -> list[Data]:
    """Of each unit that is meant, or of those who would move: from where to where, and what stands against it."""
    refusals = tried.carried.adjutant.refusals
    named = tried.units or sorted({unit for unit in moved if unit >= 0} | set(refusals))
    before, after = middles(system, now), middles(system, then)
    found: list[Data] = []
    for unit in named:
        start, end = before.get(unit), after.get(unit)
        found.append(
            {
                "unit": unit,
                "from": start,
                "to": end,
                "inches": spacing(*start, *end) if start is not None and end is not None else 0.0,
                "left": way_left(end, tried.ways.get(unit, [])),
                "refused": refusals.get(unit, ""),
            }
        )
    return found


def way_left(here: Place | None, way: list[Place]) -> float:
    """How far it is from there to the end of the way."""
    left = 0.0
    for place in way:
        left += spacing(*here, *place) if here is not None else 0.0
        here = place
    return left


def marks_by_key(system: System[Any], battle: Battle) -> dict[tuple[int, int], Mark]:
    """Marks by the number of their figure; those that have none by their unit and how many it has before them."""
    found: dict[tuple[int, int], Mark] = {}
    counted: dict[int, int] = {}
    for mark in system.marks(battle):
        if mark.figure >= 0:
            found[-1, mark.figure] = mark
        else:
            counted[mark.unit] = counted.get(mark.unit, -1) + 1
            found[mark.unit, counted[mark.unit]] = mark
    return found
