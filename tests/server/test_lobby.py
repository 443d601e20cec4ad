"""The list of open seats: written when it changes, and never worked out; and how many games there may be."""

from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from harness import Clock, Server, begin, play_on, rows_in, store_in
from writes import HEAD, Waiter

from playsheet.server import hub as hub_module
from playsheet.server.rate_limits import address_key
from playsheet.server.sql import SqlStorage
from playsheet.server.storage import Quota, TooManyGames

OPEN = {"player": "open"}
ANN = {"player": "person", "who": "Ann"}


def listed(server: Server) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = server.get("/api/games")["games"]
    return found


def test_the_list_shows_who_waits_for_whom_since_when(folder: Path) -> None:
    with Server(folder, Clock(1_000_000.0)) as server:
        made = server.make(seats=[ANN, OPEN], listed=True, title="Come in", clock={"per_move": 60, "bank": 5}, gm=True)
        assert listed(server) == [
            {
                "game": made["game"],
                "title": "Come in",
                "made": "1970-01-12T13:46:40Z",
                "host": "Ann",
                "system": "lancer",
                "sheet": "Lancer Rifle Gatling",
                "scenario": "the-wells",
                "battle": "The Wells",
                "clock": {"per_move": 60.0, "bank": 5.0},
                "gm": True,
                "advice": False,
                "sides": ["The Garrison", "The Emir's Host"],
                "seats": [{"seat": 1, "name": "The Emir's Host", "side": 1, "player": "open", "who": ""}],
            }
        ]
        server.make(seats=[ANN, OPEN])  # not listed
        server.make(seats=[ANN, ANN], listed=True)  # nobody is wanted
        assert len(listed(server)) == 1


def test_a_seat_that_is_taken_leaves_the_list_and_with_the_last_one_the_game(folder: Path) -> None:
    with Server(folder) as server:
        made = server.four(seats=[ANN, OPEN, OPEN, ANN], listed=True)
        path = f"/api/games/{made['game']}/join"
        assert [seat["seat"] for seat in listed(server)[0]["seats"]] == [1, 2]
        server.post(path, {"seat": 2, "who": "Ben"}, "", 201)
        assert [seat["seat"] for seat in listed(server)[0]["seats"]] == [1]
        server.refused(path, {"seat": 2, "who": "Bob"})
        server.post(path, {"who": "Ada"}, made["seats"][1]["invite"], 201)
        assert listed(server) == []
    with Server(folder) as server:
        assert listed(server) == []


def test_a_hundred_games_the_newest_first_and_nothing_is_set_up_or_read_for_the_list(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = Clock()
    with Server(folder, now) as server:
        for number in range(104):
            now.now += 1.0
            server.make(seats=[ANN, OPEN], listed=True, title=str(number))

        def never(*_: object) -> object:
            raise AssertionError("the list must cost nothing")

        monkeypatch.setattr(hub_module, "set_up_of", never)
        monkeypatch.setattr(hub_module.Hub, "setup_of", never)
        monkeypatch.setattr(SqlStorage, "ops", never)
        monkeypatch.setattr(SqlStorage, "read", never)
        server.hub.setups.clear()
        server.hub.open.clear()
        assert [game["title"] for game in listed(server)] == [str(number) for number in range(103, 3, -1)]


# ---------------------------------------------------------------------- how many


def test_an_address_has_only_so_many_unfinished_games_and_no_address_is_kept_in_the_clear(folder: Path) -> None:
    with Server(folder, address_games=3) as server:
        games = [server.two() for _ in range(3)]
        status, code, says = server.refused("/api/games", {"scenario": {"id": "the-wells"}})
        assert (status, code) == (429, "too_many_games")
        assert says == "this address has 3 unfinished games here, as many as it may have: finish some of them first."
        record = games[0]
        with server.seat(record, 0) as ann, server.seat(record, 1) as ben:
            begin(ann, ben)
            play_on([ann, ben], 2)
            text = ann.record()
            status, code, _ = server.refused(f"/api/games/{record['game']}/clone", {}, ann.link.secret)
            assert (status, code) == (429, "too_many_games")
            assert server.refused("/api/records", {"record": text})[:2] == (429, "too_many_games")
            ann.resign()
        server.two()  # one is over
        assert server.refused("/api/games", {"scenario": {"id": "the-wells"}})[0] == 429
    makers = {row[0] for row in rows_in(folder, "select maker from games")}
    assert len(makers) == 1
    for table in ("games", "lobby", "ops", "secrets", "leases", "own"):
        assert "127.0.0.1" not in str(rows_in(folder, f"select * from {table}"))
    assert all(b"127.0.0.1" not in path.read_bytes() for path in folder.iterdir())


def test_in_all_there_are_only_so_many_unfinished_games(folder: Path) -> None:
    with Server(folder, games=2, address_games=0) as server:
        server.two()
        server.two()
        status, code, says = server.refused("/api/games", {"scenario": {"id": "the-wells"}})
        assert (status, code) == (429, "too_many_games")
        assert says == "this server has 2 unfinished games, as many as it takes: try again when some are over."


def test_many_who_ask_at_once_get_no_more_than_one_would(tmp_path: Path) -> None:
    quota = Quota(games=7, of_maker=4)
    with closing(store_in(tmp_path)) as storage:
        waiters = [Waiter() for _ in range(40)]
        for number, waiter in enumerate(waiters):
            storage.make(f"g{number}", 1.0, HEAD, b"k", [], waiter, maker=f"10.0.0.{number % 4}", quota=quota)
        faults = [waiter.wait() for waiter in waiters]
        assert faults.count(None) == 7
        assert {type(fault) for fault in faults} == {type(None), TooManyGames}
        more = Waiter()
        storage.make("another", 1.0, HEAD, b"k", [], more, maker="10.0.0.9", quota=Quota(of_maker=4))
        assert more.wait() is None


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        ("a socket", "a socket"),
    ],
)
def test_who_is_counted_as_one(address: str, counted: str) -> None:
    assert address_key(address) == counted


@pytest.mark.once("asks SQLite how it counts")
def test_counting_takes_an_index(folder: Path) -> None:
    with Server(folder):
        pass
    for sql in (
        "select count(*) from games where over = 0",
        "select count(*) from games where over = 0 and maker = x'00'",
        "select data from lobby where length(data) > 0 order by made desc limit 100",
    ):
        plan = " ".join(row[3] for row in rows_in(folder, f"explain query plan {sql}"))
        assert "INDEX" in plan, plan
        assert "TEMP B-TREE" not in plan, plan
