"""Commanding by intents over the wire: one op, one update, one undo; what stands goes on by itself."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest
from harness import Server, begin, caught_up, until

from playsheet.cli.main import BAD_INPUT, main
from playsheet.client import sit
from playsheet.client.seat import Seat
from playsheet.players.setup import set_up


def asked(seat: Seat) -> None:
    until(seat, lambda one: bool(one.questions) or one.over)


def test_a_battle_is_commanded_by_intents_and_opens_again_as_it_was(folder: Path) -> None:
    with Server(folder) as server:
        game = server.make(seats=[{"player": "person", "who": "Ann"}, {"player": "doctrine"}])
        with sit(game["seats"][0]["link"]) as ann:
            begin(ann)
            asked(ann)
            ann.intend("deploy as best")
            asked(ann)
            assert ann.state["turn"] == 1
            while not ann.over and ann.state["turn"] < 3:
                ann.intend("best")
                until(ann, lambda one: one.over or (bool(one.questions) and not one.state["intents"]))
            state = server.get(f"/api/games/{game['game']}", game["seats"][0]["secret"])
    with Server(folder) as server:
        again = server.get(f"/api/games/{game['game']}", game["seats"][0]["secret"])
        assert again["log"] == state["log"]
        assert again["questions"] == state["questions"]
        assert again["intents"] == state["intents"]


def test_many_answers_are_one_update_and_one_undo(server: Server) -> None:
    game = server.two()
    ann, ben = (sit(seat["link"]) for seat in game["seats"])
    with ann, ben:
        begin(ann, ben)
        until(ben, lambda one: bool(one.questions))
        before = ben.state["seq"]
        first = ben.questions[0].number
        ben.intend("deploy as best")
        caught_up(ann, ben)
        assert ben.state["seq"] == ann.state["seq"] == before + 1
        assert ann.questions
        assert ben.state["undo"] == "free"
        ben.undo()
        until(ben, lambda one: bool(one.questions))
        assert ben.questions[0].number == first


def test_what_stands_goes_on_when_the_seat_is_asked_again_and_can_be_cancelled(server: Server) -> None:
    game = server.make(seats=[{"player": "person", "who": "Ann"}, {"player": "doctrine"}])
    with sit(game["seats"][0]["link"]) as ann:
        begin(ann)
        asked(ann)
        ann.intend("deploy as best")
        asked(ann)
        ann.intend("fire 0 1 2 at will")
        asked(ann)
        until(ann, lambda one: one.over or bool((one.state["intents"] or {}).get("standing")))
        standing = ann.state["intents"]["standing"]
        assert [one["intent"] for one in standing] == ["fire 0 1 2 at will"]
        ann.intend(f"cancel {standing[0]['number']}")
        until(ann, lambda one: one.over or not (one.state["intents"] or {}).get("standing"))


def test_what_it_would_do_is_shown_and_nothing_is_done(server: Server) -> None:
    game = server.make(seats=[{"player": "person", "who": "Ann"}, {"player": "doctrine"}])
    with sit(game["seats"][0]["link"]) as ann:
        begin(ann)
        asked(ann)
        number = ann.questions[0].number
        would = ann.would("deploy as best")
        assert would["answers"] > 3
        assert ann.questions[0].number == number


def test_each_unit_is_shown_with_how_far_it_goes_or_why_not(server: Server) -> None:
    game = server.make(seats=[{"player": "person", "who": "Ann"}, {"player": "doctrine"}])
    with sit(game["seats"][0]["link"]) as ann:
        begin(ann)
        asked(ann)
        ann.intend("deploy as best")
        asked(ann)
        roster = ann.state["view"]["table"]["roster"]
        unit = next(index for index, one in enumerate(roster) if one["seat"] == 0 and one["at"])
        foe = next(index for index, one in enumerate(roster) if one["seat"] != roster[unit]["seat"])
        there = next(one["at"] for one in roster[foe:] if one["at"])
        would = ann.would(f"march {unit} {foe} to {there[0]:g},{there[1]:g} apart")
        mine, theirs = would["units"]
        assert (mine["unit"], theirs["unit"]) == (unit, foe)
        assert theirs["refused"] == f"{roster[foe]['name']} is not yours to command."
        assert mine["refused"] == ""
        assert mine["inches"] == pytest.approx(math.dist(mine["from"], mine["to"]))
        assert mine["left"] == pytest.approx(math.dist(mine["to"], there[:2]), abs=0.01)
        assert {mark["unit"] for mark in would["marks"]} <= {unit}  # if it is asked now; how far it goes, dice say
        assert ann.would(f"hold {foe}")["units"] == [{**theirs, "left": 0.0}]


@pytest.mark.parametrize("scenario", ["the-rail-fence", "the-ruined-wells"])
def test_what_it_would_do_is_shown_where_things_are_hidden(scenario: str, server: Server) -> None:
    seats = len(set_up(scenario, []).seats)
    players = [{"player": "person", "who": "Ann"}, *[{"player": "doctrine"}] * (seats - 1)]
    game = server.make(scenario, seats=players)
    with sit(game["seats"][0]["link"]) as ann:
        begin(ann)
        asked(ann)
        number = ann.questions[0].number
        would = ann.would("best")
        assert would["answers"] > 0
        assert {unit["unit"] for unit in would["units"]} == {mark["unit"] for mark in would["marks"]}
        assert ann.questions[0].number == number


def test_a_seat_is_commanded_from_the_command_line(server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    game = server.make(seats=[{"player": "person", "who": "Ann"}, {"player": "doctrine"}])
    link = game["seats"][0]["link"]
    with sit(link) as ann:
        begin(ann)
        asked(ann)
    assert main(["command", link, "deploy as best", "--ask"]) == 0
    assert "answers; " in capsys.readouterr().out
    assert main(["command", link, "deploy as best"]) == 0
    capsys.readouterr()
    assert main(["command", link, "--json"]) == 0
    assert set(json.loads(capsys.readouterr().out)) == {"status", "turn", "asked", "questions", "intents"}
    assert main(["command", link]) == 0
    assert "Line Company" in capsys.readouterr().out
    assert main(["command", link, "dance 3"]) == BAD_INPUT
    assert "expected one of march" in capsys.readouterr().err.lower()


def test_refusals_are_sentences_and_change_nothing(server: Server) -> None:
    game = server.make(seats=[{"player": "person", "who": "Ann"}, {"player": "doctrine"}])
    link, secret = game["seats"][0]["link"], game["seats"][0]["secret"]
    path = f"/api/games/{game['game']}/intents"
    assert server.refused(path, {"intents": ["hold 0"]}, secret)[2] == "the game has not begun: somebody is not ready."
    with sit(link) as ann:
        begin(ann)
        asked(ann)
        seq = ann.state["seq"]
        for text, said in [
            ("dance 0", "expected one of march"),
            ("hold 99", "there is no unit 99"),
            ("hold 5", "is not yours to command"),
            ("cancel 4", "no intent 4 stands"),
        ]:
            status, _, words = server.refused(path, {"intents": [text]}, secret)
            assert status == 409
            assert said in words
        assert not ann.over
        assert server.call("POST", path, secret, {"intents": []})[0] == 400
        assert server.call("POST", path, secret, {"intents": ["hold 0"] * 101})[0] == 400
        assert server.refused(path, {"intents": ["hold 0"]}, game["watch"]["secret"])[0] == 403
        assert server.get(f"/api/games/{game['game']}", secret)["seq"] == seq
