"""The adviser: only where it was wanted, only for who asks, and from nothing but what that seat knows."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from harness import Server, begin, until
from test_leaks import answer_on, foggy_game, hub_on

from playsheet.client import Seat
from playsheet.core.dice import Seeded
from playsheet.core.errors import Refused
from playsheet.core.intents import read_intent
from playsheet.players.random import RandomPlayer
from playsheet.server import queries
from playsheet.server.advising import advised, seen_at_start
from playsheet.server.hub import Forbidden, Who
from playsheet.server.jobs import Planning
from playsheet.server.keys import SEAT

FEW = {"play_outs": 6, "plan": 100.0, "think": 100.0}


def asked_in_battle(server: Server, made: dict[str, Any]) -> Seat:
    """The first seat, when it is asked something in a turn."""
    ann = server.seat(made)
    begin(ann)
    while ann.state["view"]["table"]["track"] is None or not ann.questions:
        until(ann, lambda seat: bool(seat.questions))
        if ann.state["view"]["table"]["track"] is None:
            ann.intend("deploy as best")
    return ann


@pytest.fixture
def few(folder: Path) -> Any:
    with Server(folder, **FEW, advice_burst=3.0) as server:
        yield server


def test_plans_with_their_chances_that_the_adjutant_carries_out(few: Server) -> None:
    made = few.make(seats=[{"player": "person", "who": "Ann"}, {"player": "regular"}], advice=True)
    with asked_in_battle(few, made) as ann:
        assert ann.state["advice"] is True
        advice = ann.advice()
        over_http = few.post(f"/api/games/{made['game']}/advice", {}, made["seats"][0]["secret"])
        assert over_http == advice
        assert [plan["taken"] for plan in advice["plans"]].count(True) == 1
        assert any(plan["own"] for plan in advice["plans"])
        assert 1 <= advice["play_outs"] <= 6
        for plan in advice["plans"]:
            assert 0.0 <= plan["low"] <= plan["share"] <= plan["high"] <= 1.0
            assert [read_intent(text).text() for text in plan["intents"]] == plan["intents"]
        other = next(plan for plan in advice["plans"] if not plan["own"])
        assert " as " in other["intents"][0]
        before = ann.state["seq"]
        ann.intend(*other["intents"])
        until(ann, lambda seat: seat.state["seq"] > before)


def test_a_seat_may_ask_so_often(few: Server) -> None:
    made = few.make(seats=[{"player": "person", "who": "Ann"}, {"player": "regular"}], advice=True)
    with asked_in_battle(few, made):
        path, secret = f"/api/games/{made['game']}/advice", made["seats"][0]["secret"]
        for _ in range(3):
            few.post(path, {}, secret)
        status, code, says = few.refused(path, {}, secret)
        assert (status, code) == (429, "too_many")
        assert says.startswith("too many questions for advice")


def test_it_is_refused_where_it_was_not_wanted_and_to_who_has_no_seat(few: Server) -> None:
    seats = [{"player": "person", "who": "Ann"}, {"player": "regular"}]
    without, wanted = few.make(seats=seats), few.make(seats=seats, advice=True)
    with asked_in_battle(few, without) as ann:
        assert ann.state["advice"] is False
        said = (403, "forbidden", "no advice is given in this game: it was made without an adviser.")
        assert few.refused(f"/api/games/{without['game']}/advice", {}, without["seats"][0]["secret"]) == said
        with pytest.raises(Refused, match="without an adviser"):
            ann.advice()
    said = (403, "forbidden", "only somebody who has a seat is given advice.")
    assert few.refused(f"/api/games/{wanted['game']}/advice", {}, wanted["watch"]["secret"]) == said
    path, secret = f"/api/games/{wanted['game']}/advice", wanted["seats"][0]["secret"]
    assert few.refused(path, {}, secret) == (
        409,
        "refused",
        "the game has not begun: somebody is not ready.",
    )
    with few.seat(wanted) as ann:
        begin(ann)
        until(ann, lambda seat: bool(seat.questions))
        if ann.state["view"]["table"]["track"] is None:
            assert few.refused(path, {}, secret)[2] == "there is no advice while armies deploy."


def test_everybody_is_told_that_there_is_an_adviser(few: Server) -> None:
    seats = [{"player": "person", "who": "Ann"}, {"player": "open"}]
    made = few.make(seats=seats, advice=True, listed=True)
    assert few.get(f"/api/games/{made['game']}", made["watch"]["secret"])["advice"] is True
    assert few.get(f"/api/games/{made['game']}/invitation", made["seats"][1]["invite"])["advice"] is True
    assert next(one for one in few.get("/api/games")["games"] if one["game"] == made["game"])["advice"] is True


def test_advice_hangs_on_nothing_that_is_hidden(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The law: change only what is hidden from the seat, and its advice is the same to the letter."""

    async def compared() -> int:
        found = 0
        async with hub_on(folder) as hub:
            one = await hub.table(await foggy_game(hub, monkeypatch, deeper=True))
            table, random, planning = one.table, RandomPlayer(3), Planning(4, 0.0)
            for answers in range(400):
                game = table.game
                if found == 2 or game is None or game.battle.finished:
                    break
                asked = game.questions[0].seat
                battle = game.battle
                other = table.system.scrambled(battle, asked, Seeded(answers))
                if other is not None and not game.inputs and not game.questions[0].dice and on_its_go(table, asked):
                    first = advised(table, asked, planning)
                    game.battle, start = other, game.start
                    game.start = None if start is None else table.system.clone(other)
                    assert advised(table, asked, planning) == first
                    game.battle, game.start = battle, start
                    found += 1
                await answer_on(hub, one, random)
            with pytest.raises(Forbidden):
                await queries.advice(hub, one, Who(SEAT, 0))  # this game was made without
        return found

    assert asyncio.run(compared()) == 2


def on_its_go(table: Any, seat: int) -> bool:
    track = table.system.track(seen_at_start(table.game, seat))
    return track is not None and track.side in (-1, table.seats[seat].side)
