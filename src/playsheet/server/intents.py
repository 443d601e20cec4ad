"""Intents on a server: how an adjutant works out, in a worker, what they come to."""

from __future__ import annotations

from typing import Any, Final

from playsheet.core.errors import Refused
from playsheet.core.events import Battle
from playsheet.core.system import System
from playsheet.core.telling import Mark
from playsheet.odds import within
from playsheet.players.carrying_out import Carried, carry_out
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

    Nobody is shown dice before they are thrown, nor what is hidden from him.
    """
    if table.hides:
        raise Refused("this game hides things from its players: what an intent does is seen when it is given.")
    game = table.playing()
    carried = carry_out(game, seat, texts, table.adjutants.get(seat), no_dice=True)
    system = table.system
    now = marks_by_key(system, game.battle)
    after = carried.game
    asked = next((one for one in after.questions if one.seat == seat), None)
    case = carried.adjutant.case if carried.halted else None
    return {
        "answers": len(carried.adjutant.marks),
        "marks": [
            {"unit": mark.unit, "figure": mark.figure, "x": mark.x, "y": mark.y, "facing": mark.facing}
            for key, mark in marks_by_key(system, after.battle).items()
            if key not in now or (mark.x, mark.y, mark.facing) != (now[key].x, now[key].y, now[key].facing)
        ],
        "told": carried.adjutant.reports[:MOST_SAID],
        "open": system.ask(after.battle, asked) if asked is not None else "",
        "odds": None if case is None else {"system": system.id, **odds_data(within(case, paths, runs))},
    }


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
