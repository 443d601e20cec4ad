"""Levels on a server: they play, say why, take no longer than they may, and nothing hidden shows in their time."""

from __future__ import annotations

import asyncio
import logging
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from harness import Server, begin, some_answer, until
from test_leaks import foggy_game, hub_on

from playsheet.client import sit
from playsheet.core.records import verify
from playsheet.players.levels import LEVELS, MARSHAL, SEARCHING, VETERAN
from playsheet.rules import load_system
from playsheet.server import new_games, worker_pools
from playsheet.server.advising import seconds_of, time_of
from playsheet.server.hub import Hub
from playsheet.server.jobs import Given, Planning
from playsheet.server.storage import Head, SeatPlan, Text
from playsheet.server.worker import Worker

BAD = str(Path(__file__).parent / "bad_worker.py")
FEW = {"play_outs": 6, "plan": 100.0, "think": 100.0}  # so that time decides nothing


def against(level: str) -> list[dict[str, str]]:
    return [{"player": "person", "who": "Ann"}, {"player": level}]


@pytest.mark.parametrize("level", LEVELS)
def test_each_level_plays_and_its_game_is_opened_again(level: str, folder: Path) -> None:
    with Server(folder, **FEW) as server:
        made = server.make(seats=against(level))
        with sit(made["seats"][0]["link"]) as ann:
            begin(ann)
            while ann.state["turn"] < 2:
                until(ann, lambda seat: bool(seat.questions))
                ann.answer(ann.questions[0], some_answer(ann.questions[0]))
            until(ann, lambda seat: bool(seat.questions))
            assert ann.state["seats"][1]["player"] == level
            assert ann.state["seats"][1]["left"] == ""
            steps = ann.state["step"]
    with Server(folder, **FEW) as server:
        state = server.get(f"/api/games/{made['game']}", made["seats"][0]["secret"])
        assert state["seats"][1]["player"] == level
        assert state["step"] == steps
        assert any(1 in entry["by"] for entry in state["log"])


def test_one_that_looks_ahead_says_what_else_it_thought_of(folder: Path) -> None:
    """And in a record it is a battle like any other."""
    with Server(folder, **FEW) as server:
        made = server.played_out("the-wells", (VETERAN, "random"))
        state = server.get(f"/api/games/{made['game']}", made["watch"]["secret"])
        said: list[str] = []
        for step in range(state["step"]):
            found = server.get(f"/api/games/{made['game']}/why?step={step}", made["watch"]["secret"])
            said += [reason for answer in found["answers"] if answer["seat"] == 0 for reason in answer["reasons"]]
        text = server.raw("GET", f"/api/games/{made['game']}/record", made["watch"]["secret"])[2].decode()
    plans = [reason for reason in said if reason.startswith("Chances of winning, ")]
    assert plans
    assert all("%" in reason for reason in plans)
    assert any(reason.startswith("The plan: ") for reason in said)
    assert verify(text, load_system).sound


@pytest.mark.parametrize("way", ["plans for ever", "dies planning"])
def test_where_a_bot_dies_or_dawdles_the_doctrine_plays_on(
    way: str, folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(worker_pools, "COMMAND", [sys.executable, BAD, way])
    # Who plans has a second; the doctrine has all the time that a busy machine takes.
    monkeypatch.setattr(Hub, "thinking_time", lambda hub, table: 1.0 if hub.looks_ahead(table) else 300.0)
    with Server(folder) as server:
        made = server.make(seats=against(MARSHAL))
        with sit(made["seats"][0]["link"]) as ann:
            begin(ann)
            while not any(1 in entry["by"] for entry in ann.log if not entry["deployment"]):
                until(ann, lambda seat: bool(seat.questions) or seat.over, 120.0)
                assert not ann.over
                ann.answer(ann.questions[0], some_answer(ann.questions[0]))
            fallen = ann.state["seats"][1]
            assert (fallen["player"], fallen["fell_from"], fallen["left"]) == ("regular", MARSHAL, "")
            rematch = server.post(f"/api/games/{made['game']}/resign", {}, made["seats"][0]["secret"])
            assert rematch["status"] == "over"
            again = server.post(f"/api/games/{made['game']}/rematch", {}, made["seats"][0]["secret"], 201)
            assert again["seats"][1]["player"] == MARSHAL
    monkeypatch.undo()
    with Server(folder) as server:  # opened again
        state = server.get(f"/api/games/{made['game']}", made["seats"][0]["secret"])
        assert (state["seats"][1]["player"], state["seats"][1]["fell_from"]) == ("regular", MARSHAL)
    said = [record.getMessage() for record in caplog.records if record.levelno == logging.WARNING]
    assert sum("the doctrine plays on in seat 1" in one for one in said) == 1


def test_a_bot_that_remembers_its_plan_and_one_that_is_new_to_the_game_answer_alike(folder: Path) -> None:
    """A worker may die at any time."""
    planning = Planning(6, 0.0)

    async def compared() -> int:
        async with hub_on(folder) as hub:
            made = await wells(hub)
            one = await hub.table(made)
            table = one.table
            kept, planned = Worker(), 0
            for _ in range(25):
                seats = table.bot_asked()
                if not seats:
                    break
                assert table.game is not None
                question = next(asked for asked in table.game.questions if asked.seat == seats[0])
                given = kept.answer(table, question, planning)
                fresh = Worker().answer(table, question, planning)
                assert (given.question, given.text) == (fresh.question, fresh.text)
                planned += given.planned
                await hub.accepted(one, [given], table.seq + 1)
            return planned

    assert asyncio.run(compared()) >= 1


async def wells(hub: Hub) -> str:
    """A game of two veterans, begun; its bots think only where a test makes them."""
    hub.look_to_bots = lambda one: None  # type: ignore[method-assign]
    source = new_games.source_of("the-wells", "", "")
    seats = [SeatPlan(VETERAN), SeatPlan(VETERAN)]
    wishes = new_games.Wishes("", seats, gm=False, listed=False, per_move=0.0, bank=0.0)
    made = await new_games.make(hub, source, [], wishes, sent=False)
    return str(made["game"])


@pytest.mark.parametrize("level", SEARCHING)
def test_where_things_are_hidden_a_plan_always_takes_all_of_its_time(
    level: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def paces() -> list[float]:
        async with hub_on(folder) as hub:
            table = (await hub.table(await foggy_game(hub, monkeypatch, deeper=False))).table
            table.seats[0].player = level
            hub.settings.pace, hub.settings.plan = 0.1, 10.0
            answers = [Given(0, "1.0", "x"), Given(1, "1.1", "y")]
            found = [hub.pace_of(table, answers)]
            answers[0].planned = True
            found.append(hub.pace_of(table, list(reversed(answers))))  # also if another's answer comes first
            hub.settings.pace = 0.0
            return [*found, hub.pace_of(table, answers)]

    assert asyncio.run(paces()) == [0.1, time_of(level, 10.0), 0.0]
    assert seconds_of(level, 10.0, hides=True) < time_of(level, 10.0)
    assert seconds_of(level, 10.0, hides=False) == 10.0


def test_a_rematch_may_have_another_level(server: Server) -> None:
    made = server.make(seats=against("recruit"))
    secret = made["seats"][0]["secret"]
    with sit(made["seats"][0]["link"]) as ann:
        begin(ann)
        ann.resign()
    for wanted, level in (("", "recruit"), ("marshal", "marshal")):
        again = server.post(f"/api/games/{made['game']}/rematch", {"level": wanted}, secret, 201)
        assert [seat["player"] for seat in again["seats"]] == ["person", level]


@pytest.mark.once("a head, read without a store")
def test_games_that_were_stored_before_there_were_advisers_have_none() -> None:
    head = Head("", Text("a.toml", ""), [], [SeatPlan("doctrine")], advice=True)
    stored = msgspec.json.decode(msgspec.json.encode(head))
    assert stored.pop("advice") is True
    assert msgspec.convert(stored, Head).advice is False


def test_a_level_that_there_is_not_is_refused(server: Server) -> None:
    body: dict[str, Any] = {"scenario": {"id": "the-wells"}, "seats": against("general")}
    status, code, _ = server.refused("/api/games", body)
    assert (status, code) == (400, "malformed")
    assert set(LEVELS) <= set(server.get("/api/about")["players"])
