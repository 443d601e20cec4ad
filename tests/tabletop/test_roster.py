"""What is shown of a unit or a battle, whatever the sheet."""

from __future__ import annotations

import json

import pytest

from playsheet.core.events import Battle
from playsheet.tabletop.roster import engaged, frame_view, in_fight_with, now_of


def test_the_frame_of_a_view_in_its_order() -> None:
    battle = Battle()
    battle.turn = 3
    battle.finished = True
    battle.winner = 1
    battle.verdict = "The wells are held."
    assert json.dumps(frame_view(battle, 8)) == (
        '{"turn": 3, "turns": 8, "finished": true, "winner": 1, "verdict": "The wells are held."}'
    )


def test_a_fight_as_a_state_and_as_a_sign() -> None:
    assert in_fight_with(["Guard Lancers", "The Emir"]) == "in melee with Guard Lancers, The Emir"
    sign = engaged(in_fight_with(["Guard Lancers"], "close combat"))
    assert (sign.sign, sign.said, sign.toward) == ("engaged", "In close combat with Guard Lancers.", -1.0)


@pytest.mark.parametrize(
    ("now", "whole", "said"), [(8, 8, "8"), (6, 8, "6 (whole 8)"), (-1, 8, "0 (whole 8)"), (0, 0, "0")]
)
def test_a_rating_and_what_it_was(now: int, whole: int, said: str) -> None:
    assert now_of(now, whole) == said
