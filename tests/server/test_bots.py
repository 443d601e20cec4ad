"""Bots think in processes of their own: one that errs, dawdles or cheats has lost, and the server goes on."""

import logging
import os
import signal
import sys
from pathlib import Path

import pytest
from harness import Server, some_answer, until

from playsheet.client import sit
from playsheet.core.records import verify
from playsheet.rules import load_system
from playsheet.server import worker_pools
from playsheet.server.hub import to_the_beat
from playsheet.server.storage import ANSWER

BAD = str(Path(__file__).parent / "bad_worker.py")


@pytest.mark.parametrize("way", ["raises", "sleeps", "cheats"])
def test_a_bot_that_goes_wrong_has_lost(
    way: str, folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(worker_pools, "COMMAND", [sys.executable, BAD, way])
    with Server(folder, think=1.0) as server:
        made = server.make()
        with sit(made["seats"][0]["link"]) as seat:
            seat.ready()
            until(seat, lambda seat: seat.over)
            assert seat.result["winner"] == 0
            assert seat.result["verdict"] == "The computer player of The Emir's Host failed, and gave the battle away."
            assert seat.state["seats"][1]["left"] == "failed"
            text = seat.record()
            assert "42" not in next(line for line in text.splitlines() if line.startswith("result"))
        assert verify(text, load_system).sound
        other = server.two()  # the server is as well as ever
        assert server.get(f"/api/games/{other['game']}", other["seats"][0]["secret"])["status"] == "gathering"
    assert any(
        "the bot of seat 1" in record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR
    )


def test_whatever_a_bot_prints_does_not_get_among_the_answers(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_pools, "COMMAND", [sys.executable, BAD, "prints"])
    with Server(folder) as server, sit(server.make()["seats"][0]["link"]) as seat:
        seat.ready()
        until(seat, lambda seat: bool(seat.questions))
        assert seat.state["seats"][1]["left"] == ""


def test_a_worker_that_is_killed_is_replaced_and_play_goes_on(folder: Path) -> None:
    with Server(folder) as server, sit(server.make()["seats"][0]["link"]) as seat:
        seat.ready()
        until(seat, lambda seat: bool(seat.questions))
        for _ in range(3):
            process = server.hub.pools.bots.workers[0].process
            if process is not None and process.returncode is None:
                os.kill(process.pid, signal.SIGKILL)
            before = seat.state["seq"]
            while seat.state["seq"] < before + 12 and not seat.over:
                until(seat, lambda seat: bool(seat.questions) or seat.over)
                if seat.questions:
                    seat.answer(seat.questions[0], some_answer(seat.questions[0]))
        assert seat.state["seats"][1]["left"] == ""


def test_a_bot_whose_game_is_taken_back_under_it_follows(server: Server) -> None:
    with sit(server.make()["seats"][0]["link"]) as seat:
        seat.ready()
        for round in range(30):
            until(seat, lambda seat: bool(seat.questions) or seat.over)
            if seat.over:
                break
            seat.answer(seat.questions[0], some_answer(seat.questions[0]))
            if round % 4 == 3 and not seat.over and seat.state["undo"] != "none":
                seat.undo()
        assert seat.state["seats"][1]["left"] == ""
        assert seat.sound


@pytest.mark.parametrize(
    ("scenario", "bot", "least"),
    [
        ("the-great-redoubt", 1, 20),
        ("the-telegraph-hut", 1, 1),
        ("the-wells", 0, 0),
        ("the-rail-fence", 0, 0),
        ("the-ruined-wells", 0, 0),
    ],
)
def test_what_bots_do_before_the_first_question_is_told_as_one(
    server: Server, scenario: str, bot: int, least: int
) -> None:
    players = ["doctrine" if seat == bot else "person" for seat in range(2)]
    made = server.make(scenario, seats=[{"player": player} for player in players])
    with sit(made["seats"][1 - bot]["link"]) as seat:
        seat.ready()
        told = []
        while not seat.questions:
            message = seat.receive(60.0)
            told += [message] if message is not None and message["t"] == "update" else []
        kept = server.hub.storage.ops(made["game"], 0)
        answers = [op for op in kept if op.kind == ANSWER]
        assert len(answers) >= least
        assert {op.seat for op in answers} <= {bot}, "each is on disk as an answer of its own"
        assert [op.seq for op in kept] == list(range(1, len(kept) + 1))
        by_bots = [message for message in told if message["why"] == "answer"]
        assert len(by_bots) <= 1
        assert all(message["questions"] and message["log"] and message["events"] for message in by_bots)
        assert seat.sound
        before = seat.state["seq"]
        seat.answer(seat.questions[0], some_answer(seat.questions[0]))
        until(seat, lambda seat: seat.state["seq"] > before)
        with sit(made["seats"][1 - bot]["link"]) as again:
            assert again.view == seat.view


def test_where_things_are_hidden_a_bot_answers_on_the_beat() -> None:
    """How long it thought is rounded up to whole beats: what others see of it depends on nothing that it knows."""
    for thought in (0.0, 0.013, 0.099, 0.251, 7.77):
        beats = (thought + to_the_beat(thought, 0.1)) / 0.1
        assert beats == pytest.approx(round(beats))
        assert 0.0 < to_the_beat(thought, 0.1) <= 0.1


def test_a_calculation_that_takes_too_long_is_given_up(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Server(folder, odds=0.0) as server:
        path = "/api/systems/lancer/procedures/shoot/odds"
        status, code, says = server.refused(path, {"inputs": {}})
        assert (status, code) == (503, "busy")
        assert says == "this takes too long to work out exactly: try fewer figures or dice."
