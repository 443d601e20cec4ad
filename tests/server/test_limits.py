"""How much may be sent, what is logged, and how the server says that it is well."""

import json
import logging
import time
from pathlib import Path

import pytest
from harness import Server, begin, play_on, until
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from playsheet import __version__
from playsheet.client import sit
from playsheet.core.errors import Refused
from playsheet.rules.engine import engine
from playsheet.server.rate_limits import TokenBucket
from playsheet.server.settings import data_folder


def live(server: Server, game: str):
    return connect(f"ws{server.url[4:]}/api/games/{game}/live", open_timeout=10)


# ---------------------------------------------------------------------- rates


def test_a_bucket_empties_and_fills() -> None:
    bucket = TokenBucket(2.0, 5.0, 100.0)
    assert [bucket.take(100.0) for _ in range(6)] == [True] * 5 + [False]
    assert bucket.wait() == 1
    assert bucket.take(100.5)
    assert not bucket.take(100.5)
    assert [bucket.take(1000.0) for _ in range(6)] == [True] * 5 + [False]


def test_too_many_requests_from_one_address(folder: Path) -> None:
    with Server(folder, address_rate=0.5, address_burst=3.0) as server:
        statuses = [server.raw("GET", "/api/about")[0] for _ in range(6)]
        assert statuses == [200, 200, 200, 429, 429, 429]
        _, headers, text = server.raw("GET", "/api/about")
        assert int(headers["retry-after"]) >= 1
        assert json.loads(text)["error"]["code"] == "too_many"
        assert server.raw("GET", "/healthz")[0] == 200  # a watchman is never turned away


def test_too_many_new_games_from_one_address(folder: Path) -> None:
    with Server(folder, heavy_rate=0.1, heavy_burst=2.0) as server:
        body = json.dumps({"scenario": {"id": "the-wells"}}).encode()
        assert [server.raw("POST", "/api/games", "", body)[0] for _ in range(4)] == [201, 201, 429, 429]
        assert server.raw("GET", "/api/games")[0] == 200


def test_too_many_wrong_secrets_shut_out_nobody_but_wrong_secrets(folder: Path) -> None:
    with Server(folder, unproved=0.01, unproved_burst=3.0) as server:
        made = server.make(seats=[{"player": "person"}, {"player": "open"}])
        path = f"/api/games/{made['game']}"
        assert [server.raw("GET", path, "w" * 32)[0] for _ in range(5)] == [404, 404, 404, 429, 429]
        status, headers, text = server.raw("POST", f"{path}/resign", "w" * 32, b"{}")
        assert (status, json.loads(text)["error"]["code"]) == (429, "too_many")
        assert int(headers["retry-after"]) >= 1
        assert "wrong secrets" in json.loads(text)["error"]["says"]
        assert server.raw("GET", path, made["seats"][0]["secret"])[0] == 200
        assert server.raw("GET", "/api/about")[0] == 200
        assert server.post(f"{path}/join", {"who": "Ben"}, made["seats"][1]["invite"], 201)["seat"] == 1
        with server.seat(made, 0) as ann:
            assert ann.ask({"t": "ping"})["t"] == "pong"


def test_too_many_wrong_secrets_through_sockets(folder: Path) -> None:
    with Server(folder, unproved=0.01, unproved_burst=2.0) as server:
        made = server.two()
        codes: list[str] = []
        for _ in range(4):
            with live(server, made["game"]) as socket:
                socket.send('{"t": "hello", "secret": "wrong"}')
                codes.append(json.loads(socket.recv(timeout=10))["code"])
        assert codes == ["unknown", "unknown", "too_many", "too_many"]
        with server.seat(made, 0) as ann:
            assert ann.ask({"t": "ping"})["t"] == "pong"


@pytest.mark.parametrize("invite", ["w" * 32, "w" * 3000, ""])
def test_guesses_at_invitations_are_counted(folder: Path, invite: str) -> None:
    with Server(folder, unproved=0.01, unproved_burst=2.0) as server:
        made = server.make(seats=[{"player": "person"}, {"player": "open"}])
        listed = server.make(seats=[{"player": "person"}, {"player": "open"}], listed=True)
        path = f"/api/games/{made['game']}/join"
        assert [server.raw("POST", path, invite, b"{}")[0] for _ in range(4)] == [404, 404, 429, 429]
        assert server.post(f"/api/games/{listed['game']}/join", {"seat": 1, "who": "Ben"}, "", 201)["seat"] == 1


def test_a_wrong_secret_opens_no_game(folder: Path) -> None:
    with Server(folder) as server:
        made = server.make(seats=[{"player": "person"}, {"player": "open"}])
    with Server(folder) as server:
        path = f"/api/games/{made['game']}"
        other = server.two()["seats"][0]["secret"]
        for secret in ("w" * 32, other):
            assert server.raw("GET", path, secret)[0] == 404
            assert server.raw("POST", f"{path}/join", secret, b"{}")[0] == 404
            with live(server, made["game"]) as socket:
                socket.send(json.dumps({"t": "hello", "secret": secret}))
                assert json.loads(socket.recv(timeout=10))["code"] == "unknown"
        assert server.raw("POST", f"{path}/join", "", b"{}")[0] == 404
        assert made["game"] not in server.hub.open
        assert server.raw("GET", path, made["seats"][0]["secret"])[0] == 200
        assert made["game"] in server.hub.open


def test_too_many_messages_from_one_seat(folder: Path) -> None:
    with Server(folder, seat_rate=0.01, seat_burst=5.0) as server:
        made = server.two()
        with sit(made["seats"][0]["link"]) as ann:
            for _ in range(5):
                ann.ask({"t": "ping"})
            with pytest.raises(Refused, match="too many requests at once"):
                ann.ask({"t": "ping"})
            with sit(made["seats"][0]["link"]) as again, pytest.raises(Refused, match="too many requests at once"):
                again.ask({"t": "ping"})  # another socket of the same seat is no way round it
            assert server.call("GET", f"/api/games/{made['game']}", ann.link.secret)[0] == 429
            assert server.call("GET", f"/api/games/{made['game']}", made["seats"][1]["secret"])[0] == 200


def test_too_many_sockets_from_one_address(folder: Path) -> None:
    with Server(folder, address_sockets=2) as server:
        made = server.two()
        with (
            server.seat(made, 0),
            server.seat(made, 1),
            pytest.raises(Exception, match=r"403|rejected"),
            live(server, made["game"]),
        ):
            pass


# ---------------------------------------------------------------------- size, depth, shape


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("nonsense", "malformed"),
        ("[1, 2]", "malformed"),
        ('{"t": "fly"}', "malformed"),
        ('{"t": "answer"}', "malformed"),
        ('{"t": "answer", "question": 3, "text": "x"}', "malformed"),
        ('{"t": "answer", "question": "0.0", "text": "' + "x" * 3000 + '"}', "malformed"),
        ('{"t": "chat", "text": "x", "to": "nobody"}', "malformed"),
        ('{"t": "check", "question": "0.0", "values": [[1e999]]}', "malformed"),
        ('{"t": "check", "question": "0.0", "values": ' + "[" * 50 + "]" * 50 + "}", "malformed"),
        ('{"t": "hello", "secret": "x"}', "malformed"),
        ('{"t": "ready"}', "malformed"),
        ('{"t": "ready", "salt": "in the clear"}', "malformed"),
        ('{"t": "ready", "seal": "' + "0" * 63 + '"}', "refused"),
        ('{"t": "ready", "seal": "' + "0" * 65 + '"}', "malformed"),
        ('{"t": "ready", "seal": "' + "G" * 64 + '"}', "refused"),
        ('{"t": "words", "words": "before anybody has sealed any"}', "refused"),
        ('{"t": "words", "words": "a\\u0000b and some more words"}', "refused"),
        ('{"t": "words", "words": "too short"}', "refused"),
        ('{"t": "words", "words": "' + "x" * 201 + '"}', "malformed"),
        ('{"t": "answer", "question": "0.0", "text": "nothing"}', "refused"),
    ],
)
def test_a_message_that_is_not_of_the_shape_is_refused_and_the_socket_stays(
    server: Server, text: str, code: str
) -> None:
    made = server.two()
    with sit(made["seats"][0]["link"]) as ann:
        ann.socket.send(text)
        heard: list[dict] = []
        ann.on_message = heard.append
        until(ann, lambda seat: any(message["t"] == "refused" for message in heard))
        refusal = next(message for message in heard if message["t"] == "refused")
        assert refusal["code"] == code
        assert refusal["says"].endswith(".")
        assert ann.ask({"t": "ping"})["t"] == "pong"


def test_a_message_that_is_too_large_closes_the_socket(server: Server) -> None:
    made = server.two()
    with live(server, made["game"]) as socket:
        socket.send(json.dumps({"t": "hello", "secret": "x" * 100_000}))
        with pytest.raises(ConnectionClosed):
            socket.recv(timeout=10)


def test_messages_sent_ahead_are_all_answered_in_their_order(server: Server) -> None:
    made = server.two()
    with live(server, made["game"]) as socket:
        socket.send(json.dumps({"t": "hello", "secret": made["seats"][0]["secret"]}))
        for number in range(300):
            socket.send(json.dumps({"t": "ping", "id": number, "padding": 1000 * "x"}))
        heard: list[int] = []
        while len(heard) < 300:
            message = json.loads(socket.recv(timeout=10))
            if message["t"] == "pong":
                heard.append(message["id"])
        assert heard == list(range(300))


def test_a_socket_must_say_hello_with_a_key_that_fits(folder: Path) -> None:
    with Server(folder, hello=0.2) as server:
        made = server.two()
        other = server.two()
        for first, code in [
            ('{"t": "ping"}', "malformed"),
            ('{"t": "hello", "secret": "wrong"}', "unknown"),
            (json.dumps({"t": "hello", "secret": other["seats"][0]["secret"]}), "unknown"),
            (json.dumps({"t": "hello", "secret": made["seats"][0]["secret"], "hash": 1001}), "malformed"),
            (json.dumps({"t": "hello", "secret": made["seats"][0]["secret"], "hash": -1}), "malformed"),
            (None, "malformed"),
        ]:
            with live(server, made["game"]) as socket:
                if first is not None:
                    socket.send(first)
                assert json.loads(socket.recv(timeout=10))["code"] == code
                with pytest.raises(ConnectionClosed):
                    socket.recv(timeout=10)
        with live(server, "nosuchgame") as socket:
            socket.send('{"t": "hello", "secret": "wrong"}')
            assert json.loads(socket.recv(timeout=10)) == {
                "t": "bye", "code": "unknown", "says": "there is no such game, or this is no key to it.",
            }  # fmt: skip


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"nonsense", 400, "malformed"),
        (b"[" * 5000, 400, "malformed"),
        (b'{"scenario": ' + b"[" * 40 + b"]" * 40 + b"}", 400, "malformed"),
        (b'{"scenario": {"id": "' + b"x" * (1 << 20) + b'"}}', 413, "too_large"),
        (b'{"scenario": {"id": "the-wells"}, "unknown": 1}', 400, "malformed"),
        (b'{"scenario": {"id": "the-wells"}, "gm": "yes"}', 400, "malformed"),
        (b"\xff\xfe", 400, "malformed"),
        (b'{"scenario": {"id": "\\ud800"}}', 400, "malformed"),
    ],
)
def test_a_body_that_is_not_of_the_shape_is_refused(server: Server, body: bytes, status: int, code: str) -> None:
    found, headers, text = server.raw("POST", "/api/games", "", body)
    assert (found, json.loads(text)["error"]["code"]) == (status, code)
    assert headers["content-type"] == "application/json"


def test_a_wrong_secret_and_a_missing_game_are_answered_alike(server: Server) -> None:
    made = server.two()
    paths = (
        "",
        "/steps",
        "/steps/0",
        "/record",
        "/sheet",
        "/rulings",
        "/book",
        "/summary",
        "/undo",
        "/orders",
        "/invitation",
        "/rematch",
    )
    verbs = (
        "ready",
        "words",
        "answers",
        "undo",
        "take-back",
        "resign",
        "orders",
        "chat",
        "check",
        "odds",
        "measure",
        "clone",
        "rematch",
        "rematch/join",
    )
    bodies = {
        "ready": {"seal": "0" * 64}, "words": {"words": "x" * 40},
        "answers": {"question": "0.0", "text": "x"}, "take-back": {"agree": True}, "orders": {"order": "x"},
        "chat": {"text": "x"}, "check": {"question": "0.0", "values": [[1]]}, "odds": {"question": "0.0"},
        "measure": {"from": {}, "to": {}},
    }  # fmt: skip
    for secret in ("", "w" * 32, "short"):
        for path in paths:
            there = server.call("GET", f"/api/games/{made['game']}{path}", secret)
            gone = server.call("GET", f"/api/games/aaaaaaaaaaaa{path}", secret)
            assert there == gone
            assert there[0] == 404
        for verb in verbs:
            body = bodies.get(verb, {})
            there = server.call("POST", f"/api/games/{made['game']}/{verb}", secret, body)
            gone = server.call("POST", f"/api/games/aaaaaaaaaaaa/{verb}", secret, body)
            assert there == gone
            assert there[0] == 404


# ---------------------------------------------------------------------- the log, health, metrics


def test_no_secret_key_or_words_are_ever_logged(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, "playsheet")
    with Server(folder) as server:
        made = server.make(seats=[{"player": "person"}, {"player": "open"}], gm=True)
        invited = server.post(f"/api/games/{made['game']}/join", {"who": "Ben"}, made["seats"][1]["invite"], 201)
        with sit(made["seats"][0]["link"]) as ann, sit(server.url + invited["link"]) as ben:
            begin(ann, ben)
            play_on([ann, ben], 10)
            server.raw("GET", f"/api/games/{made['game']}?secret={ann.link.secret}")  # where it must not be
            server.raw("GET", f"/api/games/{made['game']}", "wrong" * 5)
            key = server.hub.open[made["game"]].table.key.hex()
        secrets = [made["seats"][0]["secret"], made["seats"][1]["invite"], invited["secret"], made["gm"]["secret"]]
    logged = "\n".join(
        record.getMessage() for record in caplog.records if record.name.startswith(("playsheet", "uvicorn.access"))
    )
    assert f"GET /api/games/{made['game']} 200" in logged or f"POST /api/games/{made['game']}/join 201" in logged
    for secret in [*secrets, made["watch"]["secret"], key, "words for the dice", "wrongwrong"]:
        assert secret not in logged


def test_health_and_metrics(server: Server) -> None:
    made = server.two()
    with server.seat(made, 0) as ann, server.seat(made, 1) as ben:
        begin(ann, ben)
        play_on([ann, ben], 5)
        health = server.get("/healthz")
        assert health["status"] == "ok"
        assert health["sockets"] >= 2
        text = server.raw("GET", "/metrics")[2].decode()
    lines = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    assert int(lines['playsheet_accepted_total{kind="answer"}']) >= 5
    assert float(lines["playsheet_accept_seconds_count"]) >= 5
    assert lines["playsheet_storage_full"] == "0"
    assert lines[f'playsheet_info{{version="{__version__}",engine="{engine()}"}}'] == "1"
    assert 0 < float(lines["process_open_fds"]) < float(lines["process_max_fds"])
    assert float(lines["process_resident_memory_bytes"]) > 10e6
    assert float(lines["process_cpu_seconds_total"]) > 0.1
    for line in text.splitlines():
        assert line.startswith("#") or len(line.rsplit(" ", 1)) == 2


def test_where_games_are_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("PLAYSHEET_DATA", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "xdg"))
    assert data_folder(None).name == "playsheet"
    monkeypatch.setenv("PLAYSHEET_DATA", str(tmp_path / "here"))
    assert data_folder(None) == tmp_path / "here"
    assert data_folder(str(tmp_path / "there")) == tmp_path / "there"


def test_a_server_that_is_told_to_stop_says_good_bye(folder: Path) -> None:
    with Server(folder) as server:
        made = server.two()
        ann = server.seat(made, 0)
        ann.open()
        heard: list[dict] = []
        ann.on_message = heard.append
        server.server.should_exit = True
        give_up = time.monotonic() + 10
        while not any(message["t"] == "bye" for message in heard) and time.monotonic() < give_up:
            message = json.loads(ann.socket.recv(timeout=10))
            heard.append(message)
        assert heard[-1]["code"] == "stopping"
        ann.close()
