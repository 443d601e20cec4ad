"""A password for making games: whoever shows it makes them, whoever does not plays in those that are there."""

import json
import subprocess
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from harness import COMMAND, Server, begin, play_on, running
from harness import make as make_at

from playsheet.client import sit
from playsheet.client.web import call
from playsheet.core.errors import Refused
from playsheet.server import passwords
from playsheet.server.passwords import VARIABLE, password_of

WORD = "Käse & 50 % horse"
WANTED: dict[str, Any] = {"scenario": {"id": "the-wells"}, "seats": [{"player": "person"}] * 2}
SCENARIO = {"file": "mine.toml", "text": "nothing"}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "password"
    path.write_text(WORD + "\n", encoding="utf-8")
    return path


def asked(server: Server, path: str, body: object, password: str | None = None, secret: str = "") -> tuple[int, Any]:
    """Status and answer; `password` goes as it is into the header."""
    headers = {} if password is None else {"playsheet-password": password}
    status, found, text = server.raw("POST", path, secret, json.dumps(body).encode(), headers)
    if status == 401:
        assert found["www-authenticate"] == "playsheet-password"
    return status, json.loads(text)


def test_whatever_makes_a_game_wants_it_and_nothing_else_does(folder: Path, file: Path) -> None:
    with Server(folder, password_file=str(file)) as server:
        assert server.get("/api/about")["password"] is True
        status, made = asked(server, "/api/games", WANTED, quote(WORD))
        assert status == 201
        secret, game = made["seats"][0]["secret"], made["game"]
        for path, body, key in (
            ("/api/games", WANTED, ""),
            ("/api/lessons/first-command", {}, ""),
            ("/api/lessons", {"file": "one.toml", "text": "x"}, ""),
            ("/api/records", {"record": "x", **WANTED}, ""),
            (f"/api/games/{game}/clone", {"seats": WANTED["seats"]}, secret),
        ):
            for given, says in ((None, "wants a password"), (quote("Kase & 50 % horse"), "not the password")):
                status, found = asked(server, path, body, given, key)
                assert (status, found["error"]["code"]) == (401, "password"), path
                assert says in found["error"]["says"]
        assert asked(server, "/api/lessons/first-command", {}, quote(WORD))[0] == 201
        assert asked(server, "/api/scenarios/check", {"scenario": SCENARIO})[0] == 422
        with (
            sit(f"{server.url}{made['seats'][0]['link']}") as one,
            sit(f"{server.url}{made['seats'][1]['link']}") as two,
        ):
            begin(one, two)
            play_on([one, two], 3)
        assert asked(server, f"/api/games/{game}/resign", {}, secret=secret)[0] == 200
        assert asked(server, f"/api/games/{game}/rematch", {}, secret=secret)[0] == 201


def test_it_is_looked_at_before_anything_that_is_sent(folder: Path, file: Path) -> None:
    with Server(folder, password_file=str(file)) as server:
        assert asked(server, "/api/games", {"scenario": "x" * 500_000})[0] == 401
        assert asked(server, "/api/games", {"scenario": "x" * 500_000}, quote(WORD))[0] == 400
        assert asked(server, "/api/games", WANTED, "%" * 5000)[0] == 401


def test_whoever_guesses_is_not_listened_to_for_a_while(
    folder: Path, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1000.0]
    monkeypatch.setattr(passwords.time, "monotonic", lambda: now[0])
    password = passwords.Password(WORD, rate=0.2, burst=3.0)
    right = quote(WORD).encode()
    for _ in range(3):
        with pytest.raises(passwords.PasswordWanted):
            password.check(b"wrong", "10.0.0.1")
    for given in (b"wrong", right):  # else the right one could be found out as quickly as before
        with pytest.raises(passwords.TooMany, match="wrong passwords from one address: try again in 5 seconds"):
            password.check(given, "10.0.0.1")
    password.check(right, "10.0.0.2")
    now[0] += 5.0
    password.check(right, "10.0.0.1")
    password.check(right, "10.0.0.1")  # right ones cost nothing


def test_no_password_is_wanted_where_none_is_given(folder: Path) -> None:
    with Server(folder) as server:
        assert server.get("/api/about")["password"] is False
        assert asked(server, "/api/games", WANTED)[0] == 201
        assert asked(server, "/api/games", WANTED, "whatever")[0] == 201


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"short", "expected a password of 8 to 200 letters in one line"),
        (b"", "expected a password"),
        (b"x" * 201, "expected a password"),
        (b"two lines\nof words", "expected a password"),
        (b"\xff" * 10, "it is no text"),
    ],
)
def test_a_file_that_holds_none_is_refused(text: bytes, said: str, file: Path) -> None:
    file.write_bytes(text)
    with pytest.raises(Refused, match=said):
        password_of(str(file), {})


def test_where_it_stands(file: Path, tmp_path: Path) -> None:
    assert password_of("", {}) == ""
    assert password_of("", {VARIABLE: "of the environment"}) == "of the environment"
    assert password_of(str(file), {VARIABLE: "of the environment"}) == WORD
    with pytest.raises(Refused, match="nowhere: the password cannot be read"):
        password_of(str(tmp_path / "nowhere"), {})
    with pytest.raises(Refused, match="PLAYSHEET_PASSWORD: expected a password"):
        password_of("", {VARIABLE: ""})


def test_serve_play_and_the_client_know_it(tmp_path: Path, file: Path) -> None:
    data = str(tmp_path / "games")
    with running("serve", "--port", "0", "--data", data, "--password-file", str(file)) as (_, at):
        with pytest.raises(Refused, match="wants a password"):
            make_at(at["url"], "the-wells", seats=WANTED["seats"])
        made = make_at(at["url"], "the-wells", password=WORD, seats=WANTED["seats"])
        assert call(at["url"], f"/api/games/{made['game']}", made["seats"][0]["secret"])["status"] == "gathering"
        words = [*COMMAND, "play", "--no-browser", "--json", "--data", data]
        refused = subprocess.run(words, capture_output=True, text=True, check=False)
        assert refused.returncode == 2
        assert refused.stderr == "this server wants a password for making games.\n"
        played = subprocess.run([*words, "--password-file", str(file)], capture_output=True, text=True, check=True)
        assert json.loads(played.stdout)["game"]
    wrong = subprocess.run(
        [*COMMAND, "serve", "--data", data, "--password-file", data], capture_output=True, text=True, check=False
    )
    assert wrong.returncode == 2
    assert wrong.stderr.count("\n") == 1
