"""Why the computer plays as it does: written with its answers, told on request, in a hidden battle only at its end."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from harness import Server, begin, some_answer, store_in, until
from writes import made, written

from playsheet.client import sit
from playsheet.core.asking import Option, Question
from playsheet.core.events import Battle
from playsheet.server import worker
from playsheet.server.jobs import Planning
from playsheet.server.storage import ANSWER, Explained, Op
from playsheet.tabletop.weighing import MOST_REASONS, Commander


def why(server: Server, game: dict[str, Any], step: int, role: str = "watch") -> list[dict[str, Any]]:
    found = server.get(f"/api/games/{game['game']}/why?step={step}", game[role]["secret"])
    assert found["step"] == step
    answers: list[dict[str, Any]] = found["answers"]
    return answers


def reasons_by_step(server: Server, game: dict[str, Any]) -> dict[int, list[dict[str, Any]]]:
    state = server.get(f"/api/games/{game['game']}", game["watch"]["secret"])
    return {step: why(server, game, step) for step in {entry["step"] for entry in state["log"]}}


def test_reasons_are_kept_with_the_answers_of_a_commander_and_of_nobody_else(folder: Path) -> None:
    with Server(folder) as server:
        game = server.played_out("the-wells")
        state = server.get(f"/api/games/{game['game']}", game["watch"]["secret"])
        found = reasons_by_step(server, game)
        for entry in state["log"]:
            assert {answer["seat"] for answer in found[entry["step"]]} == {seat for seat in entry["by"] if seat == 0}
            for answer in found[entry["step"]]:
                assert 1 <= len(answer["reasons"]) <= MOST_REASONS
                assert all(said.endswith(".") for said in answer["reasons"])
        assert any(found.values())
        assert "is worth" not in json.dumps(state)  # never in what is sent anyway
    with Server(folder) as server:  # opened again
        assert reasons_by_step(server, game) == found


def test_a_persons_answers_have_none_and_what_was_taken_back_has_none_any_more(server: Server) -> None:
    game = server.make(seats=[{"player": "person", "who": "Ann"}, {"player": "doctrine"}])
    with sit(game["seats"][0]["link"]) as ann:
        begin(ann)
        until(ann, lambda seat: bool(seat.questions))
        while ann.state["turn"] < 2:
            ann.answer(ann.questions[0], some_answer(ann.questions[0]))
            until(ann, lambda seat: bool(seat.questions) or seat.over)
        log = server.get(f"/api/games/{game['game']}", game["watch"]["secret"])["log"]
        by = {entry["step"]: entry["by"] for entry in log}
        assert {seat for seats in by.values() for seat in seats} == {0, 1}
        for step, seats in by.items():
            assert {answer["seat"] for answer in why(server, game, step)} == {seat for seat in seats if seat == 1}
        last = max(step for step, seats in by.items() if 1 in seats)
        assert why(server, game, last)
        while ann.state["step"] > last:
            assert ann.undo()
        ann.undo()
        assert ann.state["step"] <= last
        table = server.hub.open[game["game"]].table
        assert table.game is not None
        if table.game.step == last:
            assert why(server, game, last) == []
        else:
            status, _ = server.call("GET", f"/api/games/{game['game']}/why?step={last}", game["watch"]["secret"])
            assert status == 404


def test_a_game_that_hides_things_keeps_its_reasons_until_it_is_over(server: Server) -> None:
    game = server.make(
        "platoon-in-the-wood",
        seats=[{"player": "person", "who": "Ann"}, {"player": "doctrine"}],
        gm=True,
        rulings={"fog": "on"},
    )
    with sit(game["seats"][0]["link"]) as ann:
        begin(ann)
        until(ann, lambda seat: bool(seat.questions))
        assert all(entry["by"] == [] for entry in ann.state["log"])
        for held in (game["seats"][0], game["watch"]):
            status, code, says = server.refused(f"/api/games/{game['game']}/why?step=0", None, held["secret"], "GET")
            assert (status, code) == (409, "refused")
            assert "when it is over" in says
        why(server, game, 0, "gm")
        ann.resign()
        until(ann, lambda seat: seat.over)
    assert sum(bool(answers) for answers in reasons_by_step(server, game).values()) > 0


@pytest.mark.parametrize(
    ("step", "status", "code"), [("0", 404, "unknown"), ("-1", 400, "malformed"), ("x", 400, "malformed")]
)
def test_there_are_none_of_what_is_not_there(server: Server, step: str, status: int, code: str) -> None:
    game = server.two()
    found = server.refused(f"/api/games/{game['game']}/why?step={step}", None, game["watch"]["secret"], "GET")
    assert found[:2] == (status, code)


def test_a_step_that_is_not_played_yet_has_none(server: Server) -> None:
    game = server.two()
    seats = [server.seat(game, index) for index in range(2)]
    begin(*seats)
    found = server.refused(f"/api/games/{game['game']}/why?step=9", None, game["watch"]["secret"], "GET")
    assert found[:2] == (404, "unknown")
    assert server.refused(f"/api/games/{game['game']}/why?step=0", None, "x" * 32, "GET")[:2] == (404, "unknown")
    for seat in seats:
        seat.close()


def test_they_are_written_with_the_op_and_not_read_back_with_it(tmp_path: Path) -> None:
    with closing(store_in(tmp_path)) as storage:
        made(storage)
        first = Op(1, 2.5, ANSWER, 1, "1.0", "move", "It pays.\nIt is near.")
        rest = [Op(2, 2.5, ANSWER, 1, "10.0", "stay", "It rests."), Op(3, 2.5, ANSWER, 0, "1.1", "go")]
        assert written(storage, first, *rest) == [None, None, None]
        assert storage.reasons("g", 1) == [Explained(1, "1.0", "move", "It pays.\nIt is near.")]
        assert [op.why for op in storage.ops("g")] == ["", "", ""]


class Talking(Commander):
    """Has very much to say."""

    def choose(self, battle: Battle, question: Question) -> Option:
        self.reasons = ("word\nword " * 5000,)
        return question.options[0]


def test_they_are_bounded(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """However much a commander has to say."""
    with Server(folder) as server:
        game = server.two()
        seats = [server.seat(game, index) for index in range(2)]
        begin(*seats)
        table = server.hub.open[game["game"]].table
        assert table.game is not None
        question = next(one for one in table.game.questions if one.options)
        monkeypatch.setattr(worker, "player_of", lambda table, seat, planning: Talking())
        given = worker.Worker().answer(table, question, Planning())
        assert len(given.why) == worker.MOST_WHY
        assert "\n" not in given.why
        for seat in seats:
            seat.close()
