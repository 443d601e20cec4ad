"""Why not, as a seat is sent it: by what the seat has seen, and never beside its own dice."""

from typing import Any

import pytest

from playsheet.core.asking import Barred, Question
from playsheet.players.setup import set_up
from playsheet.server.payloads import question_data
from playsheet.tabletop.options import OfUnit


def test_reasons_are_asked_of_what_the_seat_has_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = set_up("the-wells", [])
    game = setup.game(["person", "person"], 1, True)
    game.run()
    question = game.questions[0]
    seen = game.system.clone(game.battle)
    asked: list[Any] = []

    def barred(battle: Any, about: Question) -> list[Barred]:
        asked.append(battle)
        return [Barred("shoot", "Shoot", "nobody within 12 inches", "R24", 3)]

    monkeypatch.setattr(game.system, "barred", barred)
    data = question_data(game.system, seen, question, "1.0", setup.scenario.ground)
    assert asked == [seen]
    assert data["barred"] == [
        {"kind": "shoot", "label": "Shoot", "reason": "nobody within 12 inches", "ruling": "R24", "about": 3}
    ]
    question.dice, question.sides, question.why = 2, 6, "Rifles fire"
    assert question_data(game.system, seen, question, "1.0", setup.scenario.ground)["barred"] == []
    assert asked == [seen]


@pytest.mark.parametrize(
    ("kind", "about", "stands"),
    [
        ("shoot", -1, True),
        ("shoot", 2, True),  # the unit asked about
        ("shoot", 4, True),  # whom the option is about
        ("shoot", 5, False),
        ("shoot:4", -1, True),
        ("sho", -1, False),
        ("charge", -1, False),
    ],
)
def test_what_is_offered_after_all(kind: str, about: int, stands: bool) -> None:
    question = Question(0, "activated", 2, [OfUnit("shoot", 4)], None, 1, 0)
    assert Barred(kind, "", "", "", about).stands_in(question) == stands
