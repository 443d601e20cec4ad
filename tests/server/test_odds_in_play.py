"""Odds in play over the wire: of the situation that the battle is in, whatever the words of a form can say."""

from __future__ import annotations

from contextlib import ExitStack, closing
from typing import Any

import pytest
from harness import Server, asked, begin, some_answer

from playsheet.odds import in_play
from playsheet.server.payloads import odds_data

SCENARIOS = ["the-wells", "the-telegraph-hut", "the-ruined-wells", "the-rail-fence", "platoon-in-the-wood"]
MOST_ANSWERS = 400
ENOUGH = 6  # options with odds, after which no more are compared


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_they_are_those_of_the_battle_itself(server: Server, scenario: str) -> None:
    compared = 0
    with ExitStack() as stack:
        made = server.two(scenario)
        seats = [stack.enter_context(closing(server.seat(made, index))) for index in range(2)]
        begin(*seats)
        table = server.hub.open[made["game"]].table
        for _ in range(MOST_ANSWERS):
            seat, question = asked(*seats)
            assert table.game is not None
            mine = table.open_question(seat.seat, question.number)
            expected: dict[str, Any] = {}
            for option in mine.options[:3]:
                odds = in_play(table.game, mine, option)
                expected[option.key()] = None if odds is None else {"system": table.system.id, **odds_data(odds)}
            if any(expected.values()):
                assert seat.odds(question, list(expected)) == expected
                compared += sum(1 for odds in expected.values() if odds)
            if compared >= ENOUGH:
                break
            seat.answer(question, some_answer(question))
    assert compared >= ENOUGH
