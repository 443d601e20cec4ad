"""Clocks for slow games, with a clock that the test turns."""

from pathlib import Path

import pytest
from harness import Clock, Server, asked, begin, caught_up, play_on

from playsheet.core.records import verify
from playsheet.rules import load_system
from playsheet.server.clocks import Clock as SeatClock

DAY = 86_400.0


def test_an_answer_in_time_costs_nothing_and_a_late_one_is_paid_from_the_bank() -> None:
    clock = SeatClock(100.0, 50.0, 2)
    clock.move(0.0, {0: "1.0"})
    assert clock.next_end() == (150.0, 0)
    clock.move(90.0, {1: "1.1"})
    assert clock.left == [50.0, 50.0]
    clock.move(90.0 + 130.0, {0: "1.2"})
    assert clock.left == [50.0, 20.0]
    assert clock.remaining(0, 230.0) == 140.0
    clock.move(1000.0, {})
    assert clock.left == [0.0, 20.0]
    assert clock.next_end() is None


def test_time_that_the_server_was_away_is_nobodys() -> None:
    clock = SeatClock(100.0, 0.0, 1)
    clock.move(0.0, {0: "1.0"})
    clock.not_before(5000.0)
    assert clock.next_end() == (5100.0, 0)


def test_whoever_runs_out_of_time_has_lost(folder: Path) -> None:
    now = Clock()
    with Server(folder, now) as server:
        made = server.two(clock={"per_move": 3 * DAY, "bank": DAY})
        ann, ben = server.seat(made, 0), server.seat(made, 1)
        begin(ann, ben)
        now.now += 3.5 * DAY
        server.do(server.hub.tick())
        slow, question = asked(ann, ben)
        other = ann if slow is ben else ben
        index = slow.state["you"]["seat"]
        slow.answer(question, question.any_answer())
        clock = slow.state["clock"]
        assert clock["seats"][index]["bank"] == pytest.approx(0.5 * DAY)
        assert clock["seats"][1 - index]["bank"] == DAY
        play_on([ann, ben], 2)
        slow, _ = asked(ann, ben)
        index = slow.state["you"]["seat"]
        left = slow.state["clock"]["seats"][index]["left"]
        now.now += left - 1.0
        server.do(server.hub.tick())
        assert not server.get(f"/api/games/{made['game']}", ann.link.secret)["result"]
        now.now += 2.0
        server.do(server.hub.tick())
        caught_up(ann, ben)
        other = ann if slow is ben else ben
        other.wait(5.0) if not other.over else None
        assert other.result["winner"] == 1 - index
        assert other.result["verdict"].endswith("ran out of time.")
        verdict = verify(other.record(), load_system)
        assert verdict.sound, verdict.sentence
        ann.close()
        ben.close()


def test_a_clock_is_watched_after_a_restart_too_and_the_time_between_is_not_counted(folder: Path) -> None:
    now = Clock()
    with Server(folder, now) as server:
        made = server.two(clock={"per_move": DAY})
        ann, ben = server.seat(made, 0), server.seat(made, 1)
        begin(ann, ben)
        play_on([ann, ben], 3)
        secret = ann.link.secret
        ann.close()
        ben.close()
    now.now += 40 * DAY
    with Server(folder, now) as server:
        server.do(server.hub.tick())
        state = server.get(f"/api/games/{made['game']}", secret)
        assert state["status"] == "playing"
        assert max(seat["left"] for seat in state["clock"]["seats"] if seat["running"]) == DAY
    with Server(folder, now) as server:
        now.now += DAY + 1.0
        server.do(server.hub.tick())  # opens it: nobody has asked for it since the start
        assert server.get(f"/api/games/{made['game']}", secret)["result"]["verdict"].endswith("ran out of time.")


def test_a_clock_must_be_sensible(server: Server) -> None:
    for clock in ({"per_move": 0}, {"per_move": -5}, {"per_move": 1e12}, {"bank": 5}, {"per_move": "soon"}):
        body = {"scenario": {"id": "the-wells"}, "clock": clock}
        assert server.refused("/api/games", body)[:2] == (400, "malformed")
