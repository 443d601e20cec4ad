"""Undo is free only where nobody has learnt anything: worked out from what was shown, in every system with secrets."""

import asyncio
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from harness import counted_key
from test_silence import HIDING, Arranged, called, chosen, hub_on, made

from playsheet.core.game import GAME_MASTER, ONLOOKER
from playsheet.core.house import read_house
from playsheet.core.learning import is_shown
from playsheet.players.setup import scenario_source, set_up, set_up_from
from playsheet.server import new_games
from playsheet.server.hub import OpenTable, Who
from playsheet.server.keys import SEAT
from playsheet.server.storage import ANSWER, READY, UNDO, Head, Op, SeatPlan, Text
from playsheet.server.table import Table

pytestmark = pytest.mark.battles
ANSWERS = 1500 if os.environ.get("PLAYSHEET_SOAK") else 150
FOGGY = Arranged("platoon-in-the-wood", {"fog": "on"}, 0)
SECRET_DEPLOYMENT = Arranged("the-ruined-wells", {"deployment": "secret"}, 0)
FACE_DOWN = Arranged("the-rail-fence", {}, 0)
Facts = dict[str, Any]


# ---------------------------------------------------------------------- what is shown, fact by fact


def facts(table: Table, battle: Any, seat: int) -> Facts:
    """Each plain value that a seat is shown, by where it is found; figures by their numbers."""
    found: Facts = {}
    look = table.system.look(battle, seat, None)
    flatten(look.view, "", found)
    for mark in look.marks:
        if mark.figure >= 0:
            found[f"mark {mark.unit} {mark.figure}"] = (mark.x, mark.y)
    return found


def flatten(value: object, path: str, found: Facts) -> None:
    if isinstance(value, dict):
        for key, part in value.items():
            flatten(part, f"{path}.{key}", found)
    elif isinstance(value, list) and value and isinstance(value[0], dict):
        for index, part in enumerate(value):
            flatten(part, f"{path}.{part.get('id', index)}", found)
    else:
        found[path] = value


def revealed(hidden: Facts, truth: Facts, now: Facts) -> list[str]:
    """The facts that were hidden and are shown as they were."""
    return [
        path
        for path, value in truth.items()
        if value not in (None, False, 0, [], "") and hidden.get(path) != value and now.get(path) == value
    ]


# ---------------------------------------------------------------------- playing on


def answers(table: Table, seed: int, most: int) -> Iterator[tuple[int, Any]]:
    """Play on: who has answered, and the battle as it was before."""
    game = table.game
    assert game is not None
    for _ in range(most):
        if table.is_over():
            return
        question = game.questions[0]
        before = table.system.clone(game.battle)
        op = Op(table.seq + 1, 0.0, ANSWER, question.seat, question.number(), chosen(game, question, seed))
        table.apply(op)
        if not table.is_over():
            yield question.seat, before


def begun(arranged: Arranged) -> Table:
    system = set_up(arranged.scenario, []).system.id
    houses = [read_house(house.text, house.file) for house in new_games.houses_of(system, [], arranged.rulings)]
    setup = set_up_from(scenario_source(arranged.scenario), "", houses)
    seats = [SeatPlan("person", name) for name in setup.seats]
    table = Table("", setup, Head("", Text("", ""), [], seats), counted_key())
    for seat in range(len(seats)):
        table.apply(Op(seat + 1, 0.0, READY, seat, "", f"salt {seat}"))
    return table


def everybody(table: Table) -> list[int]:
    return [*range(len(table.seats)), ONLOOKER]


@pytest.mark.parametrize("arranged", HIDING, ids=called)
def test_whenever_undo_is_free_nothing_was_shown_and_all_is_as_it_was(arranged: Arranged) -> None:
    free = 0
    for seed in range(1 + ANSWERS // 300):
        table = begun(arranged)
        game = table.game
        assert game is not None
        for seat, before in answers(table, seed, ANSWERS):
            if table.undo_of(seat) != "free" or seat in table.secret.values():
                continue
            free += 1
            truth = facts(table, before, GAME_MASTER)
            assert revealed(facts(table, before, seat), truth, facts(table, game.battle, seat)) == []
            then, now = table.system.seen(before, seat), table.system.seen(game.battle, seat)
            truth = facts(table, then, GAME_MASTER)
            for other in everybody(table):
                assert revealed(facts(table, then, other), truth, facts(table, now, other)) == []
            if free % 5 == 0:
                text = table.later(seat)[0].text
                table.apply(Op(table.seq + 1, 0.0, UNDO, seat))
                for other in everybody(table):
                    assert facts(table, game.battle, other) == facts(table, before, other)
                question = next(one for one in game.questions if one.seat == seat)
                table.apply(Op(table.seq + 1, 0.0, ANSWER, seat, question.number(), text))
    assert free > 10


# ---------------------------------------------------------------------- system by system


def was_free(table: Table, seat: int) -> bool:
    """Has no die fallen, and has nobody else answered or been asked?"""
    game = table.game
    assert game is not None
    alone = all(question.seat == seat and not question.at_once for question in game.questions)
    return game.undo_is_free(seat) and not table.others_since(seat) and alone and not table.secret


def enemies_in_sight(table: Table, battle: Any, seat: int) -> set[int]:
    side = table.seats[seat].side
    look = table.system.look(battle, seat, None)
    return {mark.figure for mark in look.marks if look.roster[mark.unit].side != side}


def test_a_move_under_fog_that_brings_enemies_into_sight_cannot_be_taken_back_free() -> None:
    stumbled, harmless = 0, 0
    for seed in range(6):
        if stumbled and harmless > 20:
            break
        table = begun(FOGGY)
        assert table.game is not None
        for seat, before in answers(table, seed, 250):
            if not was_free(table, seat):
                continue
            if enemies_in_sight(table, table.game.battle, seat) - enemies_in_sight(table, before, seat):
                stumbled += 1
                assert table.undo_of(seat) == "ask"
            elif facts(table, table.game.battle, seat) != facts(table, before, seat):
                harmless += table.undo_of(seat) == "free"
    assert stumbled > 0
    assert harmless > 20


def test_an_order_that_a_charge_turns_up_cannot_be_taken_back_free() -> None:
    turned, harmless = 0, 0
    for seed in range(20):
        if turned and harmless > 50:
            break
        table = begun(FACE_DOWN)
        assert table.game is not None
        for seat, before in answers(table, seed, 250):
            if not was_free(table, seat):
                continue
            shown = [brigade.id for brigade in table.game.battle.brigades if brigade.shown]
            if any(not before.brigades[id].shown for id in shown):
                turned += 1
                assert table.undo_of(seat) == "ask"
            else:
                harmless += table.undo_of(seat) == "free"
    assert turned > 0
    assert harmless > 50


def test_what_shows_where_others_have_deployed_in_secret_cannot_be_taken_back_free() -> None:
    shown, harmless = 0, 0
    for seed in range(3):
        table = begun(SECRET_DEPLOYMENT)
        assert table.game is not None
        for seat, before in answers(table, seed, 30):
            if before.secret and not table.game.battle.secret:
                shown += 1
                assert table.undo_of(seat) == "ask"
            elif was_free(table, seat):
                harmless += table.undo_of(seat) == "free"
    assert shown == 3
    assert harmless > 3


def test_an_older_answer_is_judged_by_what_it_showed_when_a_later_one_was_taken_back() -> None:
    """Also when the game was opened again: what was known before it is worked out anew."""
    judged = 0
    for seed in range(6):
        if judged > 10:
            break
        table = begun(FOGGY)
        game = table.game
        assert game is not None
        known: dict[tuple[int, int], str] = {}
        for seat, _ in answers(table, seed, 120):
            known[game.last_by(seat)] = table.undo_of(seat)
            later = table.later(seat)
            if known[game.last_by(seat)] != "free" or len(game.inputs) < 2 or game.inputs[-2].seat != seat:
                continue
            text = later[0].text
            before = (game.step, len(game.inputs) - 2)
            table.apply(Op(table.seq + 1, 0.0, UNDO, seat))
            if before in known and game.last_by(seat) == before:
                judged += 1
                assert table.undo_of(seat) == known[before]
                thrown = [held.thrown for held in game.inputs]
                table.before_place = (-1, -1)
                table.undoable.clear()
                assert table.undo_of(seat) == known[before]
                assert [held.thrown for held in game.inputs] == thrown  # working it out changes nothing
            question = next(one for one in game.questions if one.seat == seat)
            table.apply(Op(table.seq + 1, 0.0, ANSWER, seat, question.number(), text))
    assert judged > 10


# ---------------------------------------------------------------------- over the server


def test_after_a_look_the_others_are_asked_and_what_is_agreed_is_taken_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asyncio.run(asked_and_agreed(tmp_path, monkeypatch))


async def asked_and_agreed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with hub_on(folder) as hub:
        for seed in range(12):
            one = await made(hub, FOGGY, counted_key(), monkeypatch)
            table = one.table
            found = next((seat for seat, _ in answers(table, seed, 250) if looked(table, seat)), None)
            if found is not None:
                break
        assert found is not None
        assert table.game is not None
        text = table.later(found)[0].text
        assert await hub.undo(one, Who(SEAT, found)) is None
        wanted = table.take_back_data()
        assert wanted == {"seat": found, "who": wanted and wanted["who"], "answers": 1, "needs": [1 - found]}
        for _ in range(2):  # what others do meanwhile, unseen or not, does not settle it
            await answer(hub, one, seed)
            assert table.take_back_data() == wanted
        await hub.agree(one, Who(SEAT, 1 - found), True)
        assert table.wanted is None
        assert all(held.text != text for held in table.game.inputs[-1:])
        assert found in [question.seat for question in table.game.questions]


def looked(table: Table, seat: int) -> bool:
    return was_free(table, seat) and table.undo_of(seat) == "ask"


async def answer(hub: Any, one: OpenTable, seed: int) -> None:
    game = one.table.game
    assert game is not None
    question = game.questions[0]
    number = one.table.number_of(question)
    await hub.answer(one, Who(SEAT, question.seat), number, chosen(game, question, seed))


# ---------------------------------------------------------------------- what counts as shown


@pytest.mark.parametrize(
    ("mine", "truth", "later", "learnt"),
    [
        ({"at": None}, {"at": 3}, {"at": 3}, True),
        ({"at": None}, {"at": 3}, {"at": None}, False),
        ({"at": 2}, {"at": 2}, {"at": 3}, False),  # it was known, and has changed
        ({}, {"at": 3}, {"at": 3}, True),
        ({}, {}, {"at": 3}, False),  # there was nothing to be known
        ({"at": None}, {"at": 3}, {}, False),  # it has gone out of sight
        ([{"id": 1}], [{"id": 1}, {"id": 2}], [{"id": 1}, {"id": 2}], True),
        ([{"id": 1, "x": 0}], [{"id": 1, "x": 0}, {"id": 2}], [{"id": 1, "x": 5}], False),
        ([{"id": 2}], [{"id": 1}, {"id": 2}], [{"id": 3}, {"id": 2}], False),  # somebody new, seen by all
        (["tired"], ["tired", "on hold"], ["tired", "moved"], False),
        (["tired"], ["tired", "on hold"], ["on hold"], True),
        ([], [3, 5], [], False),
        ([], [3, 5], [3, 5], True),
    ],
)
def test_what_was_hidden_and_is_shown_has_been_learnt(mine: Any, truth: Any, later: Any, learnt: bool) -> None:
    assert is_shown({"view": mine}, {"view": truth}, {"view": later}) is learnt
