"""Clocks for slow games, with a clock that the test turns."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from harness import Clock, Server, asked, begin, caught_up, play_on, until

from playsheet.client import Question
from playsheet.core.records import verify
from playsheet.rules import load_system
from playsheet.server.clocks import Clock as SeatClock
from playsheet.server.hub import Who
from playsheet.server.keys import SEAT

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


def test_time_that_the_server_slept_is_nobodys() -> None:
    clock = SeatClock(100.0, 50.0, 3)
    clock.move(0.0, {0: "1.0"})
    clock.move(300.0, {0: "1.0", 1: "1.1"})
    assert clock.owes(200.0, 400.0)
    clock.forgive(200.0, 400.0)
    assert clock.running == {0: ("1.0", 200.0), 1: ("1.1", 400.0)}  # only what had run of it already
    assert not clock.owes(200.0, 400.0)  # it is given back once
    assert not clock.owes(500.0, 500.0)
    clock.forgive(0.0, 5000.0)
    assert clock.next_end() == (5150.0, 0)
    clock.move(5000.0, {2: "1.2"})
    assert clock.left == [50.0, 50.0, 50.0]
    assert not clock.owes(3000.0, 5000.0)


def test_whoever_runs_out_of_time_has_lost(folder: Path) -> None:
    with Server(folder, Clock()) as server:
        made = server.two(clock={"per_move": 3 * DAY, "bank": DAY})
        ann, ben = server.seat(made, 0), server.seat(made, 1)
        begin(ann, ben)
        server.later(3.5 * DAY)
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
        server.later(left - 1.0)
        assert not server.get(f"/api/games/{made['game']}", ann.link.secret)["result"]
        server.later(2.0)
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
        server.later(0.25 * DAY)
    now.now += 40 * DAY
    with Server(folder, now) as server:
        server.do(server.hub.tick())
        state = server.get(f"/api/games/{made['game']}", secret)
        assert state["status"] == "playing"
        assert running(state) == 0.75 * DAY  # a restart is no present either
    with Server(folder, now) as server:
        server.later(0.75 * DAY + 1.0)  # opens it: nobody has asked for it since the start
        assert server.get(f"/api/games/{made['game']}", secret)["result"]["verdict"].endswith("ran out of time.")


def running(state: dict[str, Any]) -> float:
    """What whoever is asked has left."""
    (left,) = [seat["left"] for seat in state["clock"]["seats"] if seat["running"]]
    return float(left)


def test_what_the_server_slept_is_given_back_and_told_and_stands_when_opened_again(folder: Path) -> None:
    now = Clock()
    with Server(folder, now) as server:
        made = server.two(clock={"per_move": DAY, "bank": DAY})
        ann, ben = server.seat(made, 0), server.seat(made, 1)
        begin(ann, ben)
        play_on([ann, ben], 3)
        server.later(1.25 * DAY)
        path, secret = f"/api/games/{made['game']}", ann.link.secret
        seq = ann.state["seq"]
        now.now += 10 * DAY  # all at once: the machine slept
        server.do(server.hub.tick())
        until(ann, lambda seat: seat.state["seq"] == seq + 1)
        until(ben, lambda seat: seat.state["seq"] == seq + 1)
        state = server.get(path, secret)
        assert state["status"] == "playing"
        assert running(state) == running(ann.state) == running(ben.state) == 0.75 * DAY
        assert ann.sound
        assert ben.sound
        server.do(server.hub.tick())
        assert server.get(path, secret)["seq"] == seq + 1  # once is enough
        server.later(0.25 * DAY)
        slow, question = asked(ann, ben)
        slow.answer(question, question.any_answer())
        banks = [seat["bank"] for seat in slow.state["clock"]["seats"]]
        assert banks[slow.state["you"]["seat"]] == pytest.approx(0.5 * DAY)
        before = server.get(path, secret)
        server.hub.open.clear()
        after = server.get(path, secret)
        assert after["clock"] == before["clock"]
        assert after["seq"] == before["seq"]
        ann.close()
        ben.close()
    now.now += 5 * DAY
    with Server(folder, now) as server:
        assert server.get(path, secret)["clock"] == before["clock"]
        server.hub.open.clear()
        assert server.get(path, secret)["clock"] == before["clock"]
    with Server(folder, now) as server:  # and once more: what was given back is written down
        assert server.get(path, secret)["clock"] == before["clock"]


def test_an_answer_that_is_there_before_the_clocks_are_looked_at_is_not_charged_for_the_sleep(folder: Path) -> None:
    now = Clock()
    with Server(folder, now) as server:
        made = server.two(clock={"per_move": DAY, "bank": DAY})
        ann, ben = server.seat(made, 0), server.seat(made, 1)
        begin(ann, ben)
        slow, question = asked(ann, ben)
        now.now += 1.5 * DAY
        slow.answer(question, question.any_answer())
        assert [seat["bank"] for seat in slow.state["clock"]["seats"]] == [DAY, DAY]
        ann.close()
        ben.close()


def test_a_wish_to_take_back_outlives_what_is_given_back(folder: Path) -> None:
    now = Clock()
    with Server(folder, now) as server:
        made = server.two(clock={"per_move": DAY})
        ann, ben = server.seat(made, 0), server.seat(made, 1)
        begin(ann, ben)
        for _ in range(60):
            play_on([ann, ben], 1)
            wisher = next((seat for seat in (ann, ben) if seat.state["undo"] == "ask"), None)
            if wisher is not None:
                break
        assert wisher is not None
        wisher.undo()
        until(wisher, lambda seat: seat.state["take_back"] is not None)
        seq = wisher.state["seq"]
        now.now += 3 * DAY
        server.do(server.hub.tick())
        until(wisher, lambda seat: seat.state["seq"] == seq + 1)
        assert wisher.state["take_back"] is not None
        ann.close()
        ben.close()


def test_an_answer_that_was_there_first_is_not_out_of_time(folder: Path) -> None:
    """The clock is looked at while an answer waits for something else to be written."""
    with Server(folder, Clock()) as server:
        made = server.two(clock={"per_move": DAY})
        with server.seat(made, 0) as ann, server.seat(made, 1) as ben:
            begin(ann, ben)
            slow, question = asked(ann, ben)
            server.do(both_at_once(server, made["game"], slow.state["you"]["seat"], question))
            assert server.get(f"/api/games/{made['game']}", ann.link.secret)["status"] == "playing"


async def both_at_once(server: Server, game: str, seat: int, question: Question) -> None:
    hub = server.hub
    one = await hub.table(game)
    async with one.lock:
        answer = asyncio.create_task(hub.answer(one, Who(SEAT, seat), question.number, question.any_answer()))
        await asyncio.sleep(0)
        assert isinstance(server.now, Clock)
        server.now.now += DAY + 1.0
        hub.seen = server.now.now
        looking = asyncio.create_task(hub.tick())
        for _ in range(5):
            await asyncio.sleep(0)
    await answer
    await looking


def test_a_clock_must_be_sensible(server: Server) -> None:
    for clock in ({"per_move": 0}, {"per_move": -5}, {"per_move": 1e12}, {"bank": 5}, {"per_move": "soon"}):
        body = {"scenario": {"id": "the-wells"}, "clock": clock}
        assert server.refused("/api/games", body)[:2] == (400, "malformed")
