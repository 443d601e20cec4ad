"""Intents on a server: how an adjutant works out, in a worker, what they come to."""

from __future__ import annotations

from typing import Final

from playsheet.core.errors import Refused
from playsheet.players.carrying_out import Carried, carry_out
from playsheet.server.intended import Answer, Intended
from playsheet.server.payloads import Data
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


def preview(table: Table, seat: int, texts: list[str]) -> Data:
    """What it would do up to the first die: where units would stand, and what would be asked next.

    Nobody is shown dice before they are thrown, nor what is hidden from him.
    """
    if table.hides:
        raise Refused("this game hides things from its players: what an intent does is seen when it is given.")
    game = table.playing()
    carried = carry_out(game, seat, texts, table.adjutants.get(seat), no_dice=True)
    system = table.system
    now = {mark.figure: (mark.x, mark.y, mark.facing) for mark in system.marks(game.battle) if mark.figure >= 0}
    after = carried.game
    asked = next((one for one in after.questions if one.seat == seat), None)
    return {
        "answers": len(carried.adjutant.marks),
        "marks": [
            {"unit": mark.unit, "figure": mark.figure, "x": mark.x, "y": mark.y, "facing": mark.facing}
            for mark in system.marks(after.battle)
            if mark.figure in now and (mark.x, mark.y, mark.facing) != now[mark.figure]
        ],
        "told": carried.adjutant.reports[:MOST_SAID],
        "open": system.ask(after.battle, asked) if asked is not None else "",
    }
