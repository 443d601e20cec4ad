"""Odds in play over the wire: of the situation that the battle is in, whatever the words of a form can say."""

from __future__ import annotations

from contextlib import ExitStack, closing
from typing import Any

import pytest
from harness import Server, asked, begin, caught_up

from playsheet.core.game import written
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
            mine = table.open_question(question.seat, question.number)
            seen = table.system.seen(table.game.battle, mine.seat)
            thrown = [option for option in mine.options if table.system.what_if(seen, mine, option) is not None]
            expected: dict[str, Any] = {}
            for option in thrown[:2]:
                odds = in_play(table.game, mine, option)
                assert odds is not None
                hurried = in_play(table.game, mine, option, seconds=0.00001)
                assert hurried is not None
                assert bool(hurried.runs) == (len(odds.outcomes) > 1)  # a single path is always walked
                expected[option.key()] = {"system": table.system.id, **odds_data(odds)}
            if expected:
                assert seat.odds(question, list(expected)) == expected
                compared += len(expected)
            if compared >= ENOUGH:
                break
            commander = table.system.doctrine(mine.seat)  # so that the armies meet
            placed = mine.region is not None
            seat.answer(
                question, written(commander.place(seen, mine)) if placed else commander.choose(seen, mine).key()
            )
            caught_up(*seats)
            if seats[0].over:
                break
    assert compared >= ENOUGH
