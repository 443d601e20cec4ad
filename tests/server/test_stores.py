"""What is kept is there again, in either store: on disk before anybody is told, opened again as it was."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from harness import Server, asked, begin, play_on, store_in
from writes import HEAD, Waiter, made, op, written

from playsheet.core.errors import Refused
from playsheet.server.storage import ChatLine, Key, Standing, Storage


@pytest.fixture
def storage(tmp_path: Path) -> Iterator[Storage]:
    with closing(store_in(tmp_path)) as opened:
        yield opened


def test_what_is_written_is_read_back(storage: Storage) -> None:
    made(storage)
    assert written(storage, op(1), op(2, "@1.5,2.25")) == [None, None]
    kept = storage.read("g")
    assert kept is not None
    assert kept.head == HEAD
    assert kept.key == b"k" * 32
    assert kept.keys == [Key(b"ag", "seat", 0)]
    assert kept.ops == [op(1), op(2, "@1.5,2.25")]
    assert storage.ops("g", 1) == [op(2, "@1.5,2.25")]
    assert storage.read("h") is None
    assert storage.listed(10) == [b'{"game":"g"}']
    waiter = Waiter()
    said = ChatLine(0, 3.0, "seat", 0, "Ann", "all", "hello")
    storage.say("g", said, waiter)
    assert waiter.wait() is None
    assert storage.chat("g", 5) == [said]


def test_an_op_is_never_doubled_and_does_not_hold_up_the_others(storage: Storage) -> None:
    made(storage)
    results = written(storage, op(1), op(1, "again"), op(2))
    assert [type(result) for result in results] == [type(None), Refused, type(None)]
    assert [one.text for one in storage.ops("g")] == ["move", "move"]


def test_a_new_secret_comes_with_its_op_and_a_spent_one_goes(storage: Storage) -> None:
    made(storage)
    waiter = Waiter()
    storage.append("g", op(1), [Key(b"new", "seat", 1)], [b"ag"], Standing(over=True, listing=b""), waiter)
    assert waiter.wait() is None
    kept = storage.read("g")
    assert kept is not None
    assert kept.keys == [Key(b"new", "seat", 1)]
    assert storage.listed(10) == []  # it is over


def test_what_was_written_is_there_after_closing(tmp_path: Path) -> None:
    with closing(store_in(tmp_path)) as storage:
        made(storage)
        for seq in range(1, 50):
            storage.append("g", op(seq), [], [], None, Waiter())
    with closing(store_in(tmp_path)) as storage:
        assert len(storage.ops("g")) == 49


def test_a_game_is_the_same_after_a_restart(folder: Path) -> None:
    with Server(folder) as server:
        made = server.two()
        ann, ben = server.seat(made, 0), server.seat(made, 1)
        begin(ann, ben)
        play_on([ann, ben], 3)
        seat, _ = asked(ann, ben)
        if seat.state["undo"] == "free":
            seat.undo()
        play_on([ann, ben], 60)
        ann.say("before")
        before = server.get(f"/api/games/{made['game']}", ann.link.secret)
        secrets = [ann.link.secret, ben.link.secret]
        ann.close()
        ben.close()
    with Server(folder) as server:
        for secret in secrets:
            server.get(f"/api/games/{made['game']}", secret)
        after = server.get(f"/api/games/{made['game']}", secrets[0])
        for gone in (before, after):
            for one in gone["seats"]:
                one["here"] = False
        assert after == before
        for seat in made["seats"]:
            seat["link"] = server.url + "/#" + seat["link"].split("/#")[1]
        ann, ben = server.seat(made, 0), server.seat(made, 1)
        ann.open()
        ben.open()
        play_on([ann, ben], 2000)
        assert ann.over
        ann.close()
        ben.close()


def test_a_game_that_nobody_looks_at_leaves_memory_and_comes_back(folder: Path) -> None:
    with Server(folder, open_games=2) as server:
        games = [server.two() for _ in range(6)]
        hashes = []
        for made in games:
            with server.seat(made, 0) as ann, server.seat(made, 1) as ben:
                begin(ann, ben)
                play_on([ann, ben], 10)
                hashes.append(ann.hash)
        server.do(tidied(server))
        assert len(server.hub.open) <= 2
        for made, known in zip(games, hashes):
            assert server.get(f"/api/games/{made['game']}", made["seats"][0]["secret"])["hash"] == known


def test_opening_runs_answers_at_once_own_dice_and_take_backs_included(folder: Path) -> None:
    """What is opened again in one run is what was played answer by answer."""
    with Server(folder) as server:
        made = server.make(seats=[{"player": "person", "own_dice": True}, {"player": "person"}])
        ann, ben = server.seat(made, 0), server.seat(made, 1)
        begin(ann, ben)
        for round in range(12):
            play_on([ann, ben], 7)
            if ann.over:
                break
            seat, _ = asked(ann, ben)
            if round % 3 == 0 and seat.state["undo"] == "free":
                seat.undo()
        before = server.get(f"/api/games/{made['game']}", ann.link.secret)
        server.hub.open.clear()
        after = server.get(f"/api/games/{made['game']}", ann.link.secret)
        for key in ("hash", "seq", "epoch", "step", "asked", "questions", "log", "undo", "view"):
            assert after[key] == before[key], key
        ann.close()
        ben.close()


async def tidied(server: Server) -> None:
    server.hub.drop_idle()
