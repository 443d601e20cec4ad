"""A server of several processes: each has a shard of the games, and nobody outside can tell."""

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPConnection
from io import FileIO
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
import uvicorn
from harness import COMMAND, begin, caught_up, play_on, running
from soak import children_of, parent_of
from uvicorn.server import ServerState

from playsheet.client import make, sit
from playsheet.core.errors import Refused
from playsheet.rules import scenario_files
from playsheet.server import supervisor
from playsheet.server.connections import ConnectionLimits, limited_http_protocol
from playsheet.server.fd_passing import ConnectionHandoff
from playsheet.server.hub import Elsewhere, Hub
from playsheet.server.metrics import Metrics, MetricsSnapshot, prometheus_text
from playsheet.server.run import serve
from playsheet.server.settings import Settings
from playsheet.server.shard_process import read_peer_metrics
from playsheet.server.shards import Shard
from playsheet.server.sqlite import FolderLock, SQLite

TWO = [{"player": "person"}, {"player": "person"}]
Data = dict[str, Any]


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server of two processes."""
    with serving(tmp_path_factory.mktemp("games")) as (_, url):
        yield url


@contextmanager
def serving(data: Path, *words: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    port = () if "--port" in words else ("--port", "0")
    with running("serve", "--processes", "2", "--workers", "2", *port, *words, "--data", str(data)) as (process, at):
        yield process, at["url"]


def soon(true: Callable[[], bool]) -> None:
    give_up = time.monotonic() + 30
    while not true():
        assert time.monotonic() < give_up, "it never came to that"
        time.sleep(0.02)


def of_each(url: str) -> list[Data]:
    """A game of each process: new ones are anybody's."""
    found: dict[int, Data] = {}
    for _ in range(100):
        made = make(url, "the-wells", seats=TWO)
        found[Shard(0, 2).owner(made["game"])] = made
        if len(found) == 2:
            return [found[0], found[1]]
    raise AssertionError("one process makes all games")


def metric(url: str, name: str, otherwise: float | None = None) -> float:
    with urlopen(f"{url}/metrics", timeout=20) as answer:
        for line in answer.read().decode().splitlines():
            if line.startswith(name + " "):
                return float(line.split()[1])
    if otherwise is None:
        raise AssertionError(name)
    return otherwise


# ---------------------------------------------------------------------- whose a game is


def test_every_game_is_one_process_s_and_new_ones_stay_where_they_are_made() -> None:
    shards = [Shard(index, 3) for index in range(3)]
    for shard in shards:
        ids = [shard.new_id() for _ in range(20)]
        assert len(set(ids)) == 20
        for id in ids:
            assert [other.owns(id) for other in shards] == [other is shard for other in shards]
    assert Shard().owns("anything")


def test_the_game_of_another_process_is_not_opened_and_its_clock_not_watched(folder: Path) -> None:
    folder.mkdir()
    with closing(SQLite(folder)) as storage:
        hub = Hub(Settings(folder), storage, shard=Shard(1, 2))
        with pytest.raises(Elsewhere, match="another process"):
            asyncio.run(hub.table(Shard(0, 2).new_id()))
        clocked = [Shard(0, 2).new_id(), Shard(1, 2).new_id()]
        storage.clocked = lambda: clocked  # type: ignore[method-assign]

        async def started() -> None:
            await hub.start()
            for task in hub.tasks:
                task.cancel()

        asyncio.run(started())
        assert list(hub.ends) == clocked[1:]


# ---------------------------------------------------------------------- from outside


def test_games_of_all_processes_are_played_at_once(club: str) -> None:
    with ExitStack() as stack:
        for made in of_each(club):
            seats = [stack.enter_context(sit(seat["link"])) for seat in made["seats"]]
            begin(*seats)
            assert play_on(seats, 6) == 6
            caught_up(*seats)
            assert seats[0].state["seq"] == seats[1].state["seq"] == 10  # two seals, two words, six answers


def test_a_connection_that_is_kept_alive_moves_with_every_request(club: str) -> None:
    first, second = of_each(club)
    with closing(HTTPConnection(club.removeprefix("http://"), timeout=20)) as line:

        def asked(made: Data) -> None:
            secret = made["seats"][0]["secret"]
            line.request("GET", f"/api/games/{made['game']}?log=-1", headers={"authorization": f"Bearer {secret}"})
            answer = line.getresponse()
            assert (answer.status, json.loads(answer.read())["game"]) == (200, made["game"])

        line.connect()
        kept = line.sock
        for made in (first, second, second, first, second, first):
            asked(made)
            assert line.sock is kept  # never closed in between


def test_a_request_with_a_long_body_arrives_whole(club: str) -> None:
    text = scenario_files()["the-wells"].read_text(encoding="utf-8") + "\n# " + 240_000 * "x"
    body = json.dumps({"scenario": {"file": "long.toml", "text": text}, "seats": TWO}).encode()
    with closing(HTTPConnection(club.removeprefix("http://"), timeout=20)) as line:
        for _ in range(12):  # of which some go to the other process
            line.request("POST", "/api/games", body, {"content-type": "application/json"})
            answer = line.getresponse()
            assert answer.status == 201, answer.read()
            answer.read()


class Noted(ConnectionHandoff):
    """Only notes what it is told to hand off."""

    def __init__(self, inbox: socket.socket) -> None:
        super().__init__(Shard(0, 2), inbox, {})
        self.given: list[tuple[int, bytes]] = []

    def hand_off(self, to: int, transport: asyncio.Transport, data: bytes) -> None:
        self.given.append((to, data))


class Line(asyncio.Transport):
    """Keeps what is answered."""

    def __init__(self) -> None:
        super().__init__()
        self.answers = b""

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.answers += bytes(data)

    def get_write_buffer_size(self) -> int:
        return 0

    def is_closing(self) -> bool:
        return False


@pytest.mark.parametrize("size", [1, 7, 1000])
@pytest.mark.parametrize("owner", [0, 1])
def test_a_request_in_small_pieces_finds_its_way(size: int, owner: int) -> None:
    said = f"GET /api/games/{Shard(owner, 2).new_id()} HTTP/1.1\r\nHost: x\r\n\r\n".encode()

    async def answer(scope: Data, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
        await send({"type": "http.response.body", "body": b""})

    async def heard() -> tuple[list[tuple[int, bytes]], bytes]:
        with closing(socket.socket()) as inbox:
            handoff = Noted(inbox)
            kind: Any = limited_http_protocol(handoff.protocol, ConnectionLimits(Settings(Path())))
            config = uvicorn.Config(answer, http=kind, lifespan="off", log_config=None)
            config.load()
            line, state = Line(), ServerState()
            connection = kind(config=config, server_state=state, app_state={})
            connection.connection_made(line)
            for at in range(0, len(said), size):
                if not handoff.given:
                    connection.data_received(said[at : at + size])
            await asyncio.gather(*state.tasks)
            return handoff.given, line.answers

    given, answers = asyncio.run(heard())
    if owner == 0:
        assert given == []
        assert answers.startswith(b"HTTP/1.1 200 OK")
    else:
        assert answers == b""
        [(to, data)] = given
        assert to == 1
        assert said.startswith(data)
        assert b"\n" in data
        assert b"\n" not in data[:-size]  # as soon as the first line was there


def test_requests_sent_ahead_are_answered_or_sent_away(club: str) -> None:
    first, second = of_each(club)
    said = b""
    for made in (first, second):
        said += f"GET /api/games/{made['game']} HTTP/1.1\r\nHost: x\r\n".encode()
        said += f"Authorization: Bearer {made['seats'][0]['secret']}\r\n\r\n".encode()
    said += b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    with closing(connected(club)) as line:
        line.sendall(said)
        answers = whole(line)
    assert [part.split(b"\r\n")[0].strip() for part in answers.split(b"HTTP/1.1")[1:]] == [
        b"200 OK",
        b"421 Misdirected Request",
        b"200 OK",
    ]
    assert b"ask again on a connection of its own" in answers


def test_what_is_no_request_is_refused_and_nothing_else_is_touched(club: str) -> None:
    for nonsense in (b"\x16\x03\x01\x02\x00\n", b"GET\n\n", 70_000 * b"x", b"\r\n\r\nGET /nothing HTTP/1.1\r\n\r\n"):
        with closing(connected(club)) as line:
            line.sendall(nonsense)
            line.shutdown(socket.SHUT_WR)
            assert b"500" not in whole(line).split(b"\r\n")[0]
    with urlopen(f"{club}/healthz", timeout=20) as answer:
        assert json.loads(answer.read())["status"] == "ok"


def test_what_is_handed_on_is_bounded_all_the_same(club: str) -> None:
    for made in of_each(club):
        path = f"/api/games/{made['game']}"
        secret = f"Authorization: Bearer {made['seats'][0]['secret']}"
        for lines, body, status in [
            (["X-Much: " + 33_000 * "x"], b"", b"431"),
            ([secret, "Content-Length: 70000"], b"", b"413"),
            (["Authorization: Bearer wrong", "Content-Length: 70000"], b"", b"404"),
            ([secret, "Content-Type: application/json", "Transfer-Encoding: chunked"], 2000 * b"1\r\nx\r\n", b"413"),
        ]:
            with closing(connected(club)) as line:
                said = [f"POST {path}/resign HTTP/1.1", "Host: x", "Connection: close", *lines, "", ""]
                line.sendall("\r\n".join(said).encode() + body)
                assert whole(line).split()[1] == status


def test_what_was_handed_on_and_cut_off_is_not_carried_out(club: str) -> None:
    for made in of_each(club):
        with ExitStack() as stack:
            seats = [stack.enter_context(sit(seat["link"])) for seat in made["seats"]]
            begin(*seats)
            said = [
                f"POST /api/games/{made['game']}/resign HTTP/1.1", "Host: x", "Content-Type: application/json",
                f"Authorization: Bearer {made['seats'][0]['secret']}", "Content-Length: 500", "", "{}",
            ]  # fmt: skip
            before = metric(club, 'playsheet_http_requests_total{status="499"}', 0.0)
            with closing(connected(club)) as line:
                line.sendall("\r\n".join(said).encode())
            soon(lambda: metric(club, 'playsheet_http_requests_total{status="499"}', 0.0) > before)  # noqa: B023
            assert play_on(seats, 3) == 3


def connected(url: str) -> socket.socket:
    host, port = url.removeprefix("http://").split(":")
    return socket.create_connection((host, int(port)), timeout=20)


def whole(line: socket.socket) -> bytes:
    found = b""
    while part := line.recv(1 << 16):
        found += part
    return found


# ---------------------------------------------------------------------- dying


def test_a_process_that_is_killed_comes_back_and_the_others_go_on(tmp_path: Path) -> None:
    with serving(tmp_path / "games") as (process, url), ExitStack() as stack:
        games = [[stack.enter_context(sit(seat["link"])) for seat in made["seats"]] for made in of_each(url)]
        for seats in games:
            begin(*seats)
            play_on(seats, 4)
        before = children_of(process)
        soon(lambda: metric(url, "playsheet_sockets") == 4)
        soon(lambda: metric(url, 'playsheet_accepted_total{kind="answer"}') == 8)
        os.kill(before[0], signal.SIGKILL)
        for seats in games:
            assert play_on(seats, 4) == 4  # those of the dead one connect again by themselves
        assert len(set(children_of(process)) - set(before)) == 1
        soon(lambda: metric(url, "playsheet_sockets") == 4)
        soon(lambda: metric(url, 'playsheet_accepted_total{kind="answer"}') >= 12)  # the last second may be missing
        assert process.poll() is None


def test_without_a_supervisor_nobody_serves_and_the_next_server_takes_over(tmp_path: Path) -> None:
    data = tmp_path / "games"
    with serving(data) as (process, url):
        made = make(url, "the-wells", seats=TWO)
        with sit(made["seats"][0]["link"]) as one, sit(made["seats"][1]["link"]) as other:
            begin(one, other)
            play_on([one, other], 5)
            orphans = children_of(process)
            process.kill()
            process.wait(20)
            soon(lambda: all(parent_of(pid) is None for pid in orphans))
            port = url.rsplit(":", 1)[1]
            with serving(data, "--port", port):
                assert play_on([one, other], 3) == 3


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
def test_told_to_stop_all_stop(tmp_path: Path, sign: signal.Signals) -> None:
    data = tmp_path / "games"
    with serving(data) as (process, url):
        made = make(url, "the-wells", seats=TWO)
        with sit(made["seats"][0]["link"]) as seat:
            children = children_of(process)
            with pytest.raises(Refused, match="another playsheet has these games open"):
                FolderLock(data)
            process.send_signal(sign)
            assert process.wait(30) == 0
            assert seat.state["game"] == made["game"]
        assert process.stderr is not None
        assert process.stderr.read() == ""
        assert all(parent_of(pid) is None for pid in children)
    assert sorted(os.listdir(data)) == ["games.sqlite3", "running.sqlite3", "writing.lock"]


def test_what_still_runs_keeps_the_next_server_out(folder: Path) -> None:
    folder.mkdir()
    first = FolderLock(folder, shared=True)
    joined = FolderLock.joined(folder)
    assert joined is not None
    first.release()
    with pytest.raises(Refused, match="another playsheet has these games open"):
        FolderLock(folder)
    joined.close()
    alone = FolderLock(folder)
    assert FolderLock.joined(folder) is None
    alone.release()


@pytest.mark.parametrize("command", [[sys.executable, "-S", "-c", "raise SystemExit(3)"], ["/nothing/of/the/kind"]])
def test_processes_that_cannot_begin_are_given_up(
    command: list[str], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervisor, "COMMAND", command)
    with pytest.raises(Refused, match="cannot be started"):
        serve(Settings(folder, port=0, processes=2), "critical", lambda url: None)
    FolderLock(folder).release()


def test_half_a_line_from_a_process_that_was_killed_is_no_word(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = 'import sys; sys.stdout.write(\'ready\\n{"games": 3}\\n{"gam\'); raise SystemExit(9)'
    monkeypatch.setattr(supervisor, "COMMAND", [sys.executable, "-S", "-c", script])
    seen: list[int] = []

    async def lived(kept: supervisor.Supervisor) -> int:
        monkeypatch.setattr(kept, "publish", lambda index, counted: seen.append(counted.games))
        return await kept.run_once(0)

    with socket.create_server(("127.0.0.1", 0)) as bound, ExitStack() as stack:
        pair = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
        for end in pair:
            stack.enter_context(end)
        one = Settings(folder, processes=1)
        assert asyncio.run(lived(supervisor.Supervisor(one, "critical", "", bound, [pair], lambda: None))) == 9
    assert seen == [3, 0]  # what it said last, and that it is gone


class Stopped:
    """As much of a web server as is told to stop."""

    should_exit = False


def test_half_a_line_from_a_supervisor_that_was_killed_is_its_last(folder: Path) -> None:
    folder.mkdir()
    told, ours = os.pipe()
    os.write(ours, b'{"index": 1, "counted": {"games": 7}}\n{"index": 1, "coun')
    os.close(ours)
    server: Any = Stopped()
    with closing(SQLite(folder)) as storage:
        hub = Hub(Settings(folder), storage, shard=Shard(0, 2))
        asyncio.run(read_peer_metrics(FileIO(told), hub, server))
    assert hub.others[1].games == 7
    assert server.should_exit


@pytest.mark.parametrize("count", ["0", "65", "-1"])
def test_a_number_of_processes_that_makes_no_sense_is_refused(count: str, folder: Path) -> None:
    refused = subprocess.run(
        [*COMMAND, "serve", "--processes", count, "--data", str(folder)], capture_output=True, text=True, check=False
    )
    assert refused.returncode == 2
    assert "expected" in refused.stderr
    assert "Traceback" not in refused.stderr


def test_where_connections_cannot_be_handed_on_one_process_is_all(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(socket, "send_fds")
    with pytest.raises(Refused, match="expected 1"):
        serve(Settings(folder, port=0, processes=2), "critical", lambda url: None)


# ---------------------------------------------------------------------- counting


def test_what_processes_have_counted_is_added_up() -> None:
    one, other = Metrics(), Metrics()
    one.accepted.add("answer", 3)
    other.accepted.add("answer", 4)
    other.accepted.add("undo")
    one.accepting.add(0.002)
    other.accepting.add(9.0)
    text = prometheus_text(
        [
            one.snapshot(games=2, sockets=4, full=False, waiting=0.0),
            other.snapshot(games=1, sockets=1, full=True, waiting=1.5),
            MetricsSnapshot(),
        ]
    )
    for line in (
        'playsheet_accepted_total{kind="answer"} 7',
        'playsheet_accepted_total{kind="undo"} 1',
        'playsheet_accept_seconds_bucket{le="0.0025"} 1',
        "playsheet_accept_seconds_count 2",
        "playsheet_games_open 3",
        "playsheet_sockets 5",
        "playsheet_storage_full 1",
        "playsheet_storage_waiting_seconds 1.5",
    ):
        assert line in text.splitlines()
