"""Several servers of the same games behind one proxy: each game is played on one of them at a time."""

from __future__ import annotations

import re
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from harness import COMMAND, Server, begin, play_on
from several import CONFIG, Several, leaders, led, nginx_command, servers

from playsheet.client import Seat, make, sit
from playsheet.client.web import call
from playsheet.core.errors import Refused
from playsheet.server.sqlite import FolderLock

TWO = [{"player": "person"}, {"player": "person"}]
LEASE = 2.0
Data = dict[str, Any]


def soon(true: Callable[[], bool]) -> None:
    give_up = time.monotonic() + 60
    while not true():
        assert time.monotonic() < give_up, "it never came to that"
        time.sleep(0.02)


@pytest.fixture(scope="module", params=leaders())
def club(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Several, str]]:
    """Three servers, and where the proxy is."""
    folder = tmp_path_factory.mktemp("several")
    with servers(folder / "games", 3, lease=LEASE) as several, led(several, folder, request.param) as url:
        yield several, url


def seats_of(made: Data, stack: ExitStack) -> list[Seat]:
    return [stack.enter_context(sit(seat["link"], patience=60.0)) for seat in made["seats"]]


def made_at(url: str, several: Several, index: int) -> tuple[Data, list[Seat]]:
    """A game that is played on this one of them."""
    for _ in range(100):
        made = make(url, "the-wells", seats=TWO)
        seat = sit(made["seats"][0]["link"], patience=60.0)
        seat.open()
        if several.owner(made["game"]) == index:
            return made, [seat, sit(made["seats"][1]["link"], patience=60.0)]
        seat.close()
    raise AssertionError("the proxy leads nobody there")


# ---------------------------------------------------------------------- where requests go


def test_every_address_that_is_about_a_game_has_its_id_where_the_proxy_looks(server: Server) -> None:
    found = re.search(r'"~(\S+)" \$id;', CONFIG.read_text(encoding="utf-8"))
    assert found is not None
    led_by = re.compile(found[1].replace("(?<", "(?P<"))
    about = [path for path in server.get("/api/openapi.json")["paths"] if "{game}" in path]
    assert len(about) > 20
    for path in [*about, "/api/games/{game}/live"]:
        at = led_by.match(path.replace("{game}", "k7mq2wertz_-"))
        assert at is not None, path
        assert at["id"] == "k7mq2wertz_-"
    for path in ("/api/games", "/api/records", "/", "/api/lessons/first"):
        assert led_by.match(path) is None


@pytest.mark.parametrize("by", leaders())
def test_the_proxy_s_file_is_sound(by: str, tmp_path: Path) -> None:
    if by == "nginx":
        command = nginx_command([9001, 9002, 9003], 9000, tmp_path)
        told = f"error_log {tmp_path / 'log'}; pid {tmp_path / 'pid'};"
        found = subprocess.run([*command, "-t", "-g", told], capture_output=True, text=True, check=False)
        assert found.returncode == 0, found.stderr
    text = CONFIG.read_text(encoding="utf-8")
    assert text.count("{") == text.count("}")


def test_games_are_spread_and_each_is_played_on_one_server(club: tuple[Several, str]) -> None:
    several, url = club
    with ExitStack() as stack:
        owners = set[int]()
        for _ in range(8):
            made = make(url, "the-wells", seats=TWO)
            seats = seats_of(made, stack)
            begin(*seats)
            assert play_on(seats, 6) == 6
            owners.add(several.owner(made["game"]))
            assert call(url, f"/api/games/{made['game']}?log=-1", made["seats"][0]["secret"])["seq"] == 10
        assert len(owners) > 1
        assert -1 not in owners


def test_who_asks_another_server_is_told_to_ask_again_and_gets_the_game(club: tuple[Several, str]) -> None:
    several, url = club
    made, seats = made_at(url, several, 0)
    begin(*seats)
    play_on(seats, 3)
    for seat in seats:
        seat.close()
    state = call(several.url(1), f"/api/games/{made['game']}?log=-1", made["seats"][0]["secret"])
    assert state["seq"] == 7
    assert several.owner(made["game"]) == 1
    begin_again = [sit(seat["link"], patience=60.0) for seat in made["seats"]]  # and it comes back with its players
    for seat in begin_again:
        seat.open()
    assert play_on(begin_again, 3) == 3
    assert several.owner(made["game"]) == 0
    for seat in begin_again:
        seat.close()


def test_a_lesson_begun_anywhere_is_found(club: tuple[Several, str]) -> None:
    several, url = club
    lesson = call(url, "/api/lessons")["lessons"][0]["id"]
    for index in range(3):
        made = call(several.url(index), f"/api/lessons/{lesson}", "", {})
        mine = next(seat for seat in made["seats"] if seat["secret"])
        with sit(url + mine["link"], patience=60.0) as seat:
            assert seat.state["status"] == "playing"


# ---------------------------------------------------------------------- dying, stopping, sleeping


def test_a_killed_server_s_games_are_played_on_by_the_others(club: tuple[Several, str]) -> None:
    several, url = club
    made, seats = made_at(url, several, 1)
    begin(*seats)
    play_on(seats, 3)
    several.end(1, signal.SIGKILL)
    killed = time.monotonic()
    assert play_on(seats, 3) == 3
    assert several.owner(made["game"]) in (0, 2)
    assert time.monotonic() - killed > 0.5 * LEASE  # until then it might have been alive
    several.start(1)
    soon(lambda: several.metric(several.owner(made["game"]), "playsheet_other_servers") == 2)
    assert play_on(seats, 3) == 3
    for seat in seats:
        seat.close()


def test_a_stopping_server_gives_its_games_up(club: tuple[Several, str]) -> None:
    several, url = club
    made, seats = made_at(url, several, 2)
    begin(*seats)
    play_on(seats, 3)
    assert several.end(2) == 0
    assert several.owner(made["game"]) == -1
    assert play_on(seats, 3) == 3
    assert several.owner(made["game"]) in (0, 1)
    several.start(2)
    for seat in seats:
        seat.close()


def test_a_server_that_was_stopped_too_long_is_refused_and_says_nothing_false(club: tuple[Several, str]) -> None:
    several, url = club
    made, seats = made_at(url, several, 0)
    game, secret = made["game"], made["seats"][0]["secret"]
    begin(*seats)
    play_on(seats, 3)
    several.put_to_sleep(0)
    soon(lambda: several.owner(game) == -1)  # lapsed
    others = [Seat(seat.link, 60.0) for seat in seats]
    for seat in others:
        seat.link.server = several.url(1)  # type: ignore[misc]
        seat.open()
    assert several.owner(game) == 1
    assert play_on(others, 4) == 4
    seq = others[0].state["seq"]
    seats[0].socket.send('{"t": "sync", "id": 1, "log": -1}')  # type: ignore[union-attr]
    several.send(0, signal.SIGCONT)
    heard: list[int] = []
    seats[0].on_message = lambda message: heard.append(message.get("seq", seq))
    give_up = time.monotonic() + 60
    while seats[0].state["seq"] != seq and time.monotonic() < give_up:
        seats[0].receive(1.0)
    assert heard
    assert set(heard) == {seq}  # nothing of what stood in its memory
    assert several.metric(0, 'playsheet_games_lost_total{why="late"}') >= 1
    assert call(several.url(1), f"/api/games/{game}?log=-1", secret)["seq"] == seq
    for seat in (*seats, *others):
        seat.close()


def test_who_cannot_renew_says_so_and_tells_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Server(folder, shared=True, lease=0.5) as server:
        made = server.two()
        path, secret = f"/api/games/{made['game']}", made["seats"][0]["secret"]
        assert server.get(path, secret)["game"] == made["game"]
        monkeypatch.setattr(server.hub.storage, "renew", lambda *given: None)  # a database that does not answer
        soon(lambda: not server.hub.leases.is_sure())
        status, code, says = server.refused(path, None, secret, "GET")
        assert (status, code) == (503, "away")
        assert says == "the games' database does not answer: try again in a moment."


# ---------------------------------------------------------------------- how it is said


@pytest.mark.once("an option that is gone")
@pytest.mark.parametrize("words", [("--processes", "2"), ("--processes", "1")])
def test_what_was_several_processes_is_said_in_a_sentence(words: tuple[str, ...], folder: Path) -> None:
    found = subprocess.run(
        [*COMMAND, "serve", *words, "--data", str(folder)], capture_output=True, text=True, check=False, timeout=120
    )
    assert found.returncode == 2
    assert found.stderr.startswith("--processes: a server is one process; several share their games with --shared")
    assert found.stderr.count("\n") == 1
    assert not folder.exists()


@pytest.mark.once("locks of a folder")
def test_one_alone_and_one_of_several_keep_each_other_out(folder: Path) -> None:
    with servers(folder, 1), pytest.raises(Refused, match="another playsheet has these games open"):
        FolderLock(folder)
    alone = FolderLock(folder)
    with pytest.raises(Refused, match="another playsheet has these games open"):
        FolderLock(folder, shared=True)
    alone.release()
    first, second = FolderLock(folder, shared=True), FolderLock(folder, shared=True)
    first.release()
    second.release()
