"""How long games stay: deleted if they never began, put away as records when they are old."""

import logging
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from harness import Clock, Server, begin, play_on, rows_in, store_in
from writes import done

from playsheet.client import sit
from playsheet.core.errors import Refused
from playsheet.core.records import verify
from playsheet.rules import load_system
from playsheet.server import housekeeping
from playsheet.server.housekeeping import Housekeeping
from playsheet.server.storage import Lease, Owner, Renewal

DAY = 86_400.0
FOG = {"scenario": {"id": "platoon-in-the-wood"}, "rulings": {"fog": "on"}}
OTHERS = (
    ("GET", "", None),
    ("POST", "/answers", {"question": "1.0", "text": "move"}),
    ("POST", "/ready", {}),
    ("POST", "/chat", {"text": "hello"}),
    ("POST", "/clone", {}),
    ("POST", "/rematch", {}),
    ("GET", "/summary", None),
    ("GET", "/steps", None),
    ("GET", "/chronicle", None),
    ("GET", "/sheet", None),
)


def tidy(server: Server, days: float = 0.0) -> None:
    assert isinstance(server.now, Clock)
    server.now.now += days * DAY
    server.do(Housekeeping(server.hub).tidy())


def rows(folder: Path, game: str) -> dict[str, int]:
    """What is kept of a game, and where."""
    tables = ("games", "lobby", "ops", "chat", "secrets", "records")
    of = {table: "id" if table == "games" else "game" for table in tables}
    counts = ", ".join(f"(select count(*) from {table} where {of[table]} = ?1)" for table in tables)
    return dict(zip(tables, rows_in(folder, f"select {counts}", game)[0]))


def played(server: Server, answers: int = 6, resign: bool = False, **wishes: Any) -> dict[str, Any]:
    made = server.two(**wishes)
    with server.seat(made, 0) as ann, server.seat(made, 1) as ben:
        begin(ann, ben)
        play_on([ann, ben], answers)
        ann.say("hello")
        if resign:
            ann.resign()
    return made


def test_a_game_that_never_began_is_deleted_whole_after_its_time(folder: Path) -> None:
    with Server(folder, Clock()) as server:
        made = server.make(seats=[{"player": "person"}, {"player": "open"}], listed=True)
        begun = played(server)
        tidy(server, 13.9)
        assert rows(folder, made["game"])["games"] == 1
        tidy(server, 0.2)
        assert set(rows(folder, made["game"]).values()) == {0}
        secret = made["seats"][0]["secret"]
        assert server.refused(f"/api/games/{made['game']}", None, secret, "GET")[:2] == (404, "unknown")
        assert server.get("/api/games")["games"] == []
        server.get(f"/api/games/{begun['game']}", begun["seats"][0]["secret"])


def test_nobody_is_put_out_of_a_game_at_which_he_sits(folder: Path) -> None:
    with Server(folder, Clock()) as server:
        made = server.two()
        with server.seat(made, 0):
            tidy(server, 30)
            assert rows(folder, made["game"])["games"] == 1
            with server.seat(made, 0) as ann, server.seat(made, 1) as ben:
                begin(ann, ben)
                play_on([ann, ben], 3)


@pytest.mark.parametrize("resign", [True, False])
def test_an_old_game_is_put_away_as_a_record_that_all_who_had_a_key_can_have(folder: Path, resign: bool) -> None:
    with Server(folder, Clock()) as server:
        made = played(server, resign=resign)
        path = f"/api/games/{made['game']}"
        secrets = [made["seats"][0]["secret"], made["seats"][1]["secret"], made["watch"]["secret"]]
        before = server.get(f"{path}/record", secrets[0])
        assert ("dice key" in before or "key:" in before) is resign
        tidy(server, 179.9)
        assert rows(folder, made["game"])["games"] == 1
        tidy(server, 0.2)
        kept = rows(folder, made["game"])
        assert kept == {"games": 0, "lobby": 0, "ops": 0, "chat": 0, "secrets": 3, "records": 1}
    with Server(folder, Clock()) as server:
        for secret in secrets:
            status, headers, text = server.raw("GET", f"{path}/record", secret)
            assert status == 200
            assert text.decode() == before
            assert headers["content-disposition"] == f'attachment; filename="the-wells-{made["game"]}.record"'
            for method, rest, body in OTHERS:
                status, code, says = server.refused(path + rest, body, secret, method)
                assert (status, code) == (410, "put_away"), rest
                assert f"GET {path}/record gives the record, and POST /api/records plays on from it." in says
        for wrong in ("w" * 32, ""):
            for rest in ("", "/record"):
                assert server.refused(path + rest, None, wrong, "GET")[:2] == (404, "unknown")
        assert server.refused(f"{path}/join", {"seat": 0})[:2] == (404, "unknown")
        with pytest.raises(Refused, match="put away as a record"):
            sit(f"{server.url}/#play/{made['game']}/{secrets[0]}", patience=5.0).open()
        verdict = verify(before, load_system)
        assert verdict.sound, verdict.sentence
        if not resign:
            again = server.post("/api/records", {"record": before, "seats": [{"player": "person"}] * 2}, "", 201)
            with sit(server.url + again["seats"][0]["link"]) as ann, sit(server.url + again["seats"][1]["link"]) as ben:
                begin(ann, ben)
                play_on([ann, ben], 3)


def test_a_game_in_which_something_happened_lately_stays(folder: Path) -> None:
    with Server(folder, Clock()) as server:
        made = played(server)
        tidy(server, 170)
        with server.seat(made, 0) as ann, server.seat(made, 1) as ben:
            play_on([ann, ben], 1)
        tidy(server, 170)
        assert rows(folder, made["game"])["games"] == 1
        tidy(server, 11)
        assert rows(folder, made["game"])["records"] == 1


@pytest.mark.parametrize("gm", [True, False])
def test_who_may_have_the_record_of_an_unfinished_game_that_hides_things(folder: Path, gm: bool) -> None:
    with Server(folder, Clock()) as server:
        seats = [{"player": "person"}, {"player": "person"}]
        made = server.post("/api/games", {**FOG, "seats": seats, "gm": gm}, "", 201)
        path = f"/api/games/{made['game']}"
        secrets = [seat["secret"] for seat in made["seats"]]
        with sit(server.url + made["seats"][0]["link"]) as ann, sit(server.url + made["seats"][1]["link"]) as ben:
            begin(ann, ben)
            play_on([ann, ben], 3)
        assert server.refused(f"{path}/record", None, secrets[0], "GET")[0] == 409
        tidy(server, 181)
        assert server.refused(path, None, secrets[0], "GET")[:2] == (410, "put_away")
        allowed = [made["gm"]["secret"]] if gm else secrets
        for secret in [*secrets, made["watch"]["secret"]] + ([made["gm"]["secret"]] if gm else []):
            status, text = server.call("GET", f"{path}/record", secret)
            if secret in allowed:
                assert status == 200
                assert text.startswith("playsheet record")
                assert "result: unfinished" in text
            else:
                assert status == 403
                assert "its record is for" in text["error"]["says"]


def test_zero_means_never(folder: Path) -> None:
    with Server(folder, Clock(), gathering=0.0, abandoned=0.0, finished=0.0) as server:
        games = [server.two(), played(server), played(server, resign=True)]
        tidy(server, 10_000)
        for made in games:
            assert rows(folder, made["game"])["games"] == 1


def test_one_that_fails_is_said_once_and_is_in_nobodys_way(
    folder: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Server(folder, Clock()) as server:
        bad, good = played(server), played(server)
        server.do(forgotten(server))
        spoil = "update ops set text = 'nonsense', told = ? where game = ? and kind = 'answer'"
        rows_in(folder, spoil, b"", bad["game"])
        assert isinstance(server.now, Clock)
        server.now.now += 200 * DAY
        house = Housekeeping(server.hub)
        with caplog.at_level(logging.ERROR):
            for _ in range(3):
                server.do(house.tidy())
        said = [record.getMessage() for record in caplog.records if bad["game"] in record.getMessage()]
        assert len(said) == 1
        assert rows(folder, bad["game"])["games"] == 1
        assert rows(folder, good["game"])["records"] == 1


async def forgotten(server: Server) -> None:
    server.hub.open.clear()


def test_a_few_at_a_time(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(housekeeping, "MOST_DELETED", 2)
    with Server(folder, Clock()) as server:
        games = [server.two() for _ in range(5)]
        left = []
        for days in (15, 0, 0):
            tidy(server, days)
            left.append(sum(rows(folder, made["game"])["games"] for made in games))
        assert left == [3, 1, 0]


def test_what_another_server_has_is_left_to_it(folder: Path) -> None:
    with Server(folder, Clock(), shared=True) as server, closing(store_in(folder, shared=True)) as other:
        game = server.two()["game"]
        owner, lease = Owner("a run", "another"), Lease(game)
        done(lambda told: other.begin(owner, 0.0, 1000.0, told))
        done(lambda told: other.take(lease, owner, told))
        tidy(server, 15)
        assert rows(folder, game)["games"] == 1
        renewal = Renewal()
        done(lambda told: other.renew(owner, 0.0, 1000.0, renewal, told))
        assert renewal.wanted == []
        done(lambda told: other.give_up(owner, [lease], 0.0, told))
        tidy(server, 0)
        assert rows(folder, game)["games"] == 0
