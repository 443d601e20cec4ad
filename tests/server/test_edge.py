"""The edge of the server: what strangers send is bounded in time and memory, and what is cut off is not carried out."""

import gc
import json
import random
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from errno import EBADF
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from harness import Server, begin
from uvicorn.protocols.http.httptools_impl import RequestResponseCycle
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from playsheet.core.errors import Refused
from playsheet.server import connections, models
from playsheet.server.application import Application
from playsheet.server.connections import AddressCounts, BodyInFlight, ConnectionLimits
from playsheet.server.rate_limits import TooMany, address_key, is_loopback
from playsheet.server.request_bodies import plain, shape_of
from playsheet.server.settings import Settings
from playsheet.server.websocket_protocol import WebSocketProtocol
from playsheet.server.worker_pools import Busy


def soon(true: Callable[[], bool]) -> None:
    give_up = time.monotonic() + 30
    while not true():
        assert time.monotonic() < give_up, "it never came to that"
        time.sleep(0.01)


@contextmanager
def line_to(server: Server, source: str = "127.0.0.1") -> Iterator[socket.socket]:
    parts = urlsplit(server.url)
    assert parts.hostname is not None
    assert parts.port is not None
    with closing(socket.create_connection((parts.hostname, parts.port), 20, (source, 0))) as line:
        yield line


def rest(line: socket.socket) -> bytes:
    """Whatever comes until it is closed, or cut off."""
    found = b""
    try:
        while part := line.recv(1 << 16):
            found += part
    except ConnectionResetError:
        pass
    return found


def refusal(answer: bytes) -> tuple[int, str]:
    """Status and code of a refusal that came over a bare connection."""
    head, _, body = answer.partition(b"\r\n\r\n")
    assert b"content-type: application/json" in head.lower()
    return int(head.split()[1]), json.loads(body)["error"]["code"]


def one_answer(line: socket.socket) -> bytes:
    """A response with a length, of a connection that stays open."""
    found = b""
    while b"\r\n\r\n" not in found:
        found += line.recv(1 << 16)
    top, _, body = found.partition(b"\r\n\r\n")
    length = int(next(one.split(b":")[1] for one in top.lower().split(b"\r\n") if one.startswith(b"content-length")))
    while len(body) < length:
        body += line.recv(1 << 16)
    return top + b"\r\n\r\n" + body


def send_on(line: socket.socket, part: bytes, seconds: float = 30.0) -> None:
    """Again and again, however little of it is taken."""
    give_up = time.monotonic() + seconds
    while time.monotonic() < give_up:
        line.sendall(part)
        time.sleep(0.001)


def head(method: str, path: str, *lines: str) -> bytes:
    return "\r\n".join([f"{method} {path} HTTP/1.1", "Host: x", *lines, "", ""]).encode()


# ---------------------------------------------------------------------- headers


@pytest.mark.parametrize("kind", ["many headers", "one header", "one line", "in one go", "trailers", "extensions"])
def test_headers_that_never_end_are_cut_off(server: Server, kind: str) -> None:
    first, part = {
        "many headers": (b"GET / HTTP/1.1\r\n", b"X-More: and more\r\n" * 100),
        "one header": (b"GET / HTTP/1.1\r\nX-More: ", b"x" * 2000),
        "one line": (b"GET /", b"x" * 2000),
        "in one go": (b"", b"GET / HTTP/1.1\r\nX-More: " + b"x" * 40_000 + b"\r\n\r\n"),
        "trailers": (
            b"POST /api/games HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nX-More: ",
            b"x" * 2000,
        ),
        "extensions": (
            b"POST /api/games HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n2;x=",
            b"x" * 2000,
        ),
    }[kind]
    with line_to(server) as line:
        sent = 0
        try:
            line.sendall(first)
            while sent < 4 << 20:
                line.sendall(part)
                sent += len(part)
        except OSError:
            pass
        assert sent < 4 << 20
        answer = rest(line)
    if answer:  # a reset may have been quicker
        assert refusal(answer) == (431, "too_large")


def test_headers_up_to_the_limit_are_taken(server: Server) -> None:
    with line_to(server) as line:
        line.sendall(head("GET", "/api/about", f"X-Much: {31_000 * 'x'}", "Connection: close"))
        assert rest(line).startswith(b"HTTP/1.1 200 ")

    with line_to(server) as line:
        line.sendall(head("GET", "/api/about", f"X-Much: {33_000 * 'x'}", "Connection: close"))
        assert refusal(rest(line)) == (431, "too_large")


@pytest.mark.parametrize(
    ("said", "code"),
    [
        (b"", None),
        (b"GET /api/about", "too_slow"),
        (b"GET /api/about HTTP/1.1\r\nHost: x\r\n", "too_slow"),
        (b"POST /api/games HTTP/1.1\r\nHost: x\r\nContent-Length: 20\r\n\r\n{", "too_slow"),
        (b"POST /api/games HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n", "too_slow"),
        (b"\r\n", "too_slow"),
    ],
)
def test_whoever_is_late_is_cut_off(folder: Path, said: bytes, code: str | None) -> None:
    with Server(folder, header_time=0.2, body_time=0.2) as server, line_to(server) as line:
        line.sendall(said)
        answer = rest(line)
        if code is None:
            assert answer == b""
        else:
            assert refusal(answer) == (408, code)
        soon(lambda: not server.application.limits.connections.all)
        assert not server.application.limits.connections.of


def test_whoever_drips_is_late_all_the_same(folder: Path) -> None:
    with Server(folder, header_time=0.3) as server, line_to(server) as line:
        line.settimeout(0.05)
        answer = b""
        line.sendall(b"GET / HTTP/1.1\r\n")
        for _ in range(1000):
            try:
                line.sendall(b"X: y\r\n")
                answer = one_answer(line)
                break
            except TimeoutError:
                continue
            except OSError:
                return  # cut off, and the answer with it
        assert refusal(answer) == (408, "too_slow")


def test_a_connection_that_idles_between_requests_is_left_alone(folder: Path) -> None:
    with Server(folder, header_time=0.05, body_time=0.05, unread=0.05) as server:
        parts = urlsplit(server.url)
        line = HTTPConnection(parts.hostname or "", parts.port, timeout=20)
        with closing(line):
            for _ in range(2):
                line.request("GET", "/api/about")
                answer = line.getresponse()
                answer.read()
                assert answer.status == 200
                swept = server.server.server_state.default_headers
                soon(lambda: server.server.server_state.default_headers is not swept)  # noqa: B023 (called at once)


def test_who_does_not_read_is_cut_off(folder: Path) -> None:
    with Server(folder, unread=0.2) as server:
        made = server.two()
        with line_to(server) as line:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            asked = head("GET", "/api/openapi.json")
            line.settimeout(0.2)
            try:
                for _ in range(3000):
                    line.sendall(asked)
            except OSError:
                pass  # it does not listen any more either
            soon(lambda: not server.application.limits.connections.all)
        assert server.get(f"/api/games/{made['game']}", made["seats"][0]["secret"])["seq"] == 0


class Unread(connections.MonitoredProtocol):
    """A connection for which so many bytes are waiting."""

    def __init__(self, *waiting: int) -> None:
        self.sizes = list(waiting)
        self.cut = False
        self.transport: Any = self

    def get_write_buffer_size(self) -> int:
        return self.sizes.pop(0)

    def abort(self) -> None:
        self.cut = True


def test_a_slow_reader_is_no_lazy_one() -> None:
    slow, lazy, emptied = Unread(*range(900, 0, -100)), Unread(*[900] * 9), Unread(*[900, 0] * 5)
    refilled = Unread(*[900] * 9)
    for now in range(9):
        refilled.went = True  # it has read, and was sent more
        for one in (slow, lazy, emptied, refilled):
            one.look(float(now), 3.0)
    assert [one.cut for one in (slow, lazy, emptied, refilled)] == [False, True, False, False]


def test_when_too_much_is_unread_the_laziest_go(tmp_path: Path) -> None:
    limits = ConnectionLimits(Settings(tmp_path, in_flight=1000))
    found = [Unread(size) for size in (100, 700, 0, 400, 300)]
    limits.close_overdue([*found, object()], 1.0)
    assert [one.cut for one in found] == [False, True, False, False, False]


# ---------------------------------------------------------------------- bodies


def test_what_is_cut_off_is_not_carried_out(server: Server) -> None:
    made = server.two()
    game, secret = made["game"], made["seats"][0]["secret"]
    with server.seat(made, 0) as ann, server.seat(made, 1) as ben:
        begin(ann, ben)
        before = server.hub.metrics.requests.counts.get("499", 0)
        for lines in (["Content-Length: 500"], ["Transfer-Encoding: chunked"]):
            with line_to(server) as line:
                bearer = f"Authorization: Bearer {secret}"
                said = b"{}" if lines[0].startswith("Content") else b"2\r\n{}\r\n"
                line.sendall(
                    head("POST", f"/api/games/{game}/resign", bearer, "Content-Type: application/json", *lines) + said
                )
                soon(lambda: server.hub.metrics.requests.counts.get("499", 0) >= before)
        soon(lambda: server.hub.metrics.requests.counts.get("499", 0) == before + 2)
        assert server.get(f"/api/games/{game}", secret)["status"] == "playing"


def test_a_body_that_says_it_is_too_large_is_refused_before_it_comes(server: Server) -> None:
    made = server.two()
    game, secret = made["game"], made["seats"][0]["secret"]
    for path, bearer, most in [
        ("/api/games", "", 1 << 20),
        ("/api/records", "", 8 << 20),
        ("/api/scenarios/check", "", 1 << 20),
        (f"/api/games/{game}/answers", secret, 64 << 10),
        (f"/api/games/{game}/clone", secret, 1 << 20),
        (f"/api/games/{game}/join", secret, 4 << 10),
        ("/api/about", "", 4 << 10),
    ]:
        with line_to(server) as line:
            lines = [f"Content-Length: {most + 1}", "Connection: close"]
            if bearer:
                lines.append(f"Authorization: Bearer {bearer}")
            line.sendall(head("POST", path, *lines))
            assert refusal(rest(line)) == (413, "too_large"), path


def test_a_wrong_secret_is_refused_before_the_body_comes(server: Server) -> None:
    made = server.two()
    for game in (made["game"], "nosuchgame12"):
        with line_to(server) as line:
            bearer = f"Authorization: Bearer {'w' * 32}"
            line.sendall(head("POST", f"/api/games/{game}/answers", bearer, "Content-Length: 1000"))
            assert refusal(one_answer(line)) == (404, "unknown")


def test_a_refused_body_is_not_listened_to_for_long(folder: Path) -> None:
    """Its sender is let finish, so that it hears why; one that has no end is cut off."""
    with Server(folder) as server, line_to(server) as line:
        line.sendall(head("POST", "/api/games", "Content-Length: 900000000"))
        assert refusal(one_answer(line)) == (413, "too_large")
        line.settimeout(20)
        with pytest.raises(ConnectionError):
            send_on(line, b"x" * 4096)


def test_a_body_of_the_smallest_pieces_is_refused(server: Server) -> None:
    with line_to(server) as line:
        line.sendall(head("POST", "/api/games", "Transfer-Encoding: chunked") + b"1\r\nx\r\n" * 2000)
        assert refusal(rest(line)) == (413, "too_large")


def test_bodies_under_way_have_a_budget_and_each_address_its_share(tmp_path: Path) -> None:
    limits = ConnectionLimits(Settings(tmp_path, in_flight=4000, message=100))
    first, second = BodyInFlight(limits, "a"), BodyInFlight(limits, "a")
    first.add(100)
    assert limits.bodies.all == 0  # as much as any message may have
    first.add(900)
    second.add(100)
    with pytest.raises(Busy):
        second.add(101)
    others = [BodyInFlight(limits, name) for name in "bcd"]
    for other in others[:2]:
        other.add(1100)
    second.release()
    with pytest.raises(Busy):
        others[2].add(1201)
    for one in (first, second, *others):
        one.release()
        one.release()
    assert (limits.bodies.all, limits.bodies.of) == (0, {})


def test_too_much_at_once_is_refused_and_the_rest_goes_on(folder: Path) -> None:
    with Server(folder, in_flight=1 << 20, message=1000) as server:
        with ExitStack() as stack:
            line = stack.enter_context(line_to(server, "127.0.0.66"))
            line.sendall(head("POST", "/api/records", "Content-Length: 400000") + b"x" * 200_000)
            soon(lambda: server.application.limits.bodies.all > 190_000)
            more = stack.enter_context(line_to(server, "127.0.0.66"))
            more.sendall(head("POST", "/api/records", "Content-Length: 100000", "Connection: close") + b"x" * 100_000)
            assert refusal(rest(more)) == (503, "busy")
            assert server.two()["game"]
        soon(lambda: server.application.limits.bodies.all == 0)


# ---------------------------------------------------------------------- how many


def test_too_many_connections_from_one_address(folder: Path) -> None:
    with Server(folder, address_connections=5) as server, ExitStack() as stack:
        for _ in range(5):
            stack.enter_context(line_to(server, "127.0.0.66"))
        soon(lambda: server.application.limits.connections.of.get("127.0.0.66") == 5)
        with line_to(server, "127.0.0.66") as line:
            answer = rest(line)
        assert refusal(answer) == (429, "too_many")
        assert b"retry-after: " in answer
        assert server.get("/api/about")["name"] == "playsheet"  # from another address


def test_too_many_connections_in_all_and_room_again(folder: Path) -> None:
    with Server(folder, connections=3) as server:
        made = server.two()
        soon(lambda: server.application.limits.connections.all == 0)
        with ExitStack() as stack:
            stack.enter_context(server.seat(made, 0)).ask({"t": "ping"})  # what became a socket counts as well
            for _ in range(2):
                stack.enter_context(line_to(server))
            soon(lambda: server.application.limits.connections.all == 3)
            with line_to(server, "127.0.0.66") as line:
                assert refusal(rest(line)) == (503, "busy")
        soon(lambda: server.application.limits.connections.all == 0)
        assert server.get("/api/about")["name"] == "playsheet"


def test_a_trusted_proxy_may_have_more(tmp_path: Path) -> None:
    limits = ConnectionLimits(Settings(tmp_path, address_connections=1, connections=5))
    limits.is_trusted = lambda address: address == "10.0.0.1"
    slots = [limits.admit(address) for address in ("10.0.0.1", "10.0.0.1", "10.0.0.1", "10.0.0.2")]
    with pytest.raises(TooMany):
        limits.admit("10.0.0.2")
    slots.append(limits.admit("10.0.0.1"))
    with pytest.raises(Busy):
        limits.admit("10.0.0.1")
    for slot in slots:
        slot.leave()
    assert (limits.connections.all, limits.connections.of) == (0, {})


def test_what_is_counted_by_address_is_forgotten_at_nought() -> None:
    counts = AddressCounts()
    for who in ("a", "b", "a"):
        counts.add(who)
    assert (counts.all, counts.of) == (3, {"a": 2, "b": 1})
    for who in ("a", "b", "a"):
        counts.take(who)
    assert (counts.all, counts.of) == (0, {})


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        ("made up", "made up"),
        ("x" * 5000, "x" * 64),
    ],
)
def test_whose_an_address_is(address: str, counted: str) -> None:
    assert address_key(address) == counted


def test_requests_sent_too_far_ahead_are_cut_off(server: Server) -> None:
    with line_to(server) as line:
        line.sendall(head("GET", "/healthz") * 5 + head("GET", "/healthz", "Connection: close"))
        assert rest(line).count(b"HTTP/1.1 200 ") == 6
    with line_to(server) as line:
        line.sendall(head("GET", "/healthz") * 200)
        assert rest(line).count(b"HTTP/1.1") < 200


def test_a_refusal_is_never_taken_for_the_answer_to_another_request(folder: Path) -> None:
    """What follows a request that is still being carried out is refused without a word."""
    with Server(folder) as server:
        made = server.two()
        one = server.do(server.hub.table(made["game"]))
        server.do(one.lock.acquire())
        with line_to(server) as line:
            lines = [f"Authorization: Bearer {made['seats'][0]['secret']}", "Content-Type: application/json"]
            body = b'{"seal": "' + b"a" * 64 + b'"}'
            line.sendall(
                head("POST", f"/api/games/{made['game']}/ready", *lines, f"Content-Length: {len(body)}") + body
            )
            line.sendall(b"nonsense\r\n\r\n")
            assert rest(line) == b""
        server.loop.call_soon_threadsafe(one.lock.release)
        soon(lambda: server.get(f"/api/games/{made['game']}", made["watch"]["secret"])["seats"][0]["ready"])


def test_connections_that_are_cut_off_leave_no_rings(folder: Path) -> None:
    """Nobody may be there to look for them while an attack goes on."""
    with Server(folder) as server:
        made = server.two()
        kept = [connections.LimitedHttpProtocol, WebSocketProtocol, RequestResponseCycle]
        gc.collect()
        gc.disable()
        try:
            for said in (
                head("GET", "/", f"X: {33_000 * 'x'}"),
                head("GET", "/healthz") * 200,
                head("POST", "/api/games", "Transfer-Encoding: chunked") + b"1\r\nx\r\n" * 2000,
                head("POST", "/api/games", "Content-Length: 5000000"),
                head("POST", "/api/games", "Content-Length: 500") + b"{",
                b"nonsense\r\n\r\n",
            ):
                with line_to(server) as line:
                    line.sendall(said)
                    line.shutdown(socket.SHUT_WR)
                    rest(line)
            with server.seat(made, 0) as ann:
                ann.ask({"t": "ping"})
            soon(lambda: not server.application.limits.connections.all and not server.server.server_state.tasks)
            gc.set_debug(gc.DEBUG_SAVEALL)
            gc.collect()
            found = [type(one).__name__ for one in gc.garbage if isinstance(one, tuple(kept))]
        finally:
            gc.set_debug(0)
            gc.garbage.clear()
            gc.enable()
        assert found == []


# ---------------------------------------------------------------------- sockets


@pytest.mark.parametrize("frame", [b"\x89\x80\0\0\0\0", b"\x8a\x80\0\0\0\0", b"\x81\x80\0\0\0\0", b"\x80\x80\0\0\0\0"])
def test_frames_by_the_thousand_close_the_socket(server: Server, frame: bytes) -> None:
    """Pings, pongs, empty messages and empty parts of messages: each costs, and nobody waits to read so many."""
    made = server.two()
    with connect(f"ws{server.url[4:]}/api/games/{made['game']}/live", open_timeout=10) as client:
        client.send(json.dumps({"t": "hello", "secret": made["seats"][0]["secret"]}))
        heard(client, "state")
        if frame[0] == 0x80:
            client.socket.sendall(b"\x01\x80\0\0\0\0")  # a message that begins, and goes on and on
            frame = b"\x00\x80\0\0\0\0"
        with pytest.raises((ConnectionClosed, ConnectionError)):  # and not that nothing came for long
            flooded(client, frame)


@pytest.mark.parametrize("frame", [b"\x89\x80\0\0\0\0", b"\x81\x80\0\0\0\0"])
def test_frames_behind_the_handshake_close_the_socket_and_fill_no_log(
    folder: Path, frame: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    said = head(
        "GET", "/api/games/nosuchgame12/live", "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    )  # fmt: skip
    with Server(folder) as server:
        for _ in range(5):
            with line_to(server) as line:
                line.sendall(said + frame * 5000)
                with pytest.raises(ConnectionError):
                    send_on(line, frame * 20_000)
        soon(lambda: not server.application.limits.connections.all)
    assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == []


def flooded(client: Any, frame: bytes) -> None:
    try:
        for _ in range(200):
            client.socket.sendall(frame * 1000)
    except OSError as fault:
        if fault.errno != EBADF:  # closed by the thread that reads, which has heard of it first
            raise
    while True:
        client.recv(timeout=20)


def test_a_hello_is_short(server: Server) -> None:
    made = server.two()
    with connect(f"ws{server.url[4:]}/api/games/{made['game']}/live", open_timeout=10) as client:
        client.send(json.dumps({"t": "hello", "secret": made["seats"][0]["secret"], "more": "x" * 5000}))
        assert json.loads(client.recv(timeout=10))["code"] == "too_large"


# ---------------------------------------------------------------------- shapes


@pytest.mark.parametrize(
    ("model", "body"),
    [
        (models.NewGame, b'{"scenario": {"id": "x"}, "title": "t", "seats": [{"player": "open"}], "clock": null}'),
        (models.NewGame, b'{"scenario": {"file": "x", "text": "y"}, "clock": {"per_move": 5}, "rulings": {"a": "b"}}'),
        (models.Measure, b'{"from": {"unit": 2}, "to": {"x": 10, "y": 20.5}}'),
        (models.Resolve, b'{"inputs": {"a": true, "b": 3, "c": "word"}, "dice": [1, 2]}'),
        (models.Check, b'{"question": "0.0", "values": [[1, 2.5], []]}'),
        (models.Imported, b'{"record": "x", "step": null}'),
        (models.Nothing, b"{}"),
    ],
)
def test_a_sound_body_comes_through_as_it_is(model: type[models.Body], body: bytes) -> None:
    import msgspec

    assert plain(body, msgspec.json.Decoder(shape_of(model))) == json.loads(body)


@pytest.mark.parametrize(
    "body",
    [
        b'{"a": 1, ' + b'"b": 1, ' * 100_000 + b'"c": 1}',
        b'{"scenario": {}, "rulings": {' + b",".join(b'"%d": 1' % n for n in range(80_000)) + b"}}",
        b'{"scenario": {}, "rulings": {' + b",".join(b'"%d": "x"' % n for n in range(60_000)) + b"}}",
        b'{"scenario": {}, "seats": [' + b"[]," * 300_000 + b"[]]}",
        b'{"scenario": ' + b"[" * 1_000_000,
        b'{"scenario": {"id": ' + b'{"a":' * 150_000,
        b"[" + b"1," * 500_000 + b"1]",
        b'{"scenario": {"id": "\\ud800"}}',
        b'{"scenario": {}, "rulings": {"\\udfff": "x"}}',
        b'{"\\ud800": 1}',
        b'{"scenario": {"id": "\xed\xa0\x80"}}',
        b'{"scenario": {}, "clock": {"per_move": NaN}}',
        b'{"scenario": {}, "clock": {"per_move": 1e999}}',
        b'{"scenario": {}, "clock": {"per_move": ' + b"9" * 100_000 + b"}}",
    ],
)
def test_a_body_that_does_not_fit_is_refused_in_a_sentence(server: Server, body: bytes) -> None:
    status, _, text = server.raw("POST", "/api/games", "", body)
    assert (status, json.loads(text)["error"]["code"]) == (400, "malformed")
    assert len(text) < 500


SURROGATES = [b'"\\ud800"', b'"a\\udfffb"', b'"\xed\xa0\x80"', b'"\\ud800\\u0041"']


@pytest.mark.parametrize("text", SURROGATES)
def test_half_a_letter_is_no_word_of_play(server: Server, text: bytes) -> None:
    made = server.make(seats=[{"player": "person"}, {"player": "open"}], listed=True, gm=True)
    path = f"/api/games/{made['game']}"
    seat, gm = made["seats"][0]["secret"], made["gm"]["secret"]
    for verb, secret, name in [
        ("join", "", b"who"), ("ready", seat, b"salt"), ("answers", seat, b"text"), ("orders", gm, b"order"),
        ("chat", seat, b"text"), ("odds", seat, b"question"), ("clone", seat, b"title"), ("check", seat, b"question"),
    ]:  # fmt: skip
        body = b'{"question": "0.0", %b: %b}' % (b'"' + name + b'"', text)
        if verb in ("join", "ready", "orders", "chat", "clone"):
            body = b"{%b: %b}" % (b'"' + name + b'"', text)
        status, _, said = server.raw("POST", f"{path}/{verb}", secret, body)
        assert (status, json.loads(said)["error"]["code"]) == (400, "malformed"), verb
    with connect(f"ws{server.url[4:]}{path}/live", open_timeout=10) as client:
        client.send(json.dumps({"t": "hello", "secret": seat}))
        heard(client, "state")
        for name in (b"salt", b"id"):
            client.send(b'{"t": "ready", "%b": %b}' % (name, text))
            assert heard(client, "refused")["code"] == "malformed"


@pytest.mark.parametrize("text", SURROGATES)
def test_half_a_letter_is_no_key_input_or_file(server: Server, text: bytes) -> None:
    for path, body in [
        ("/api/systems/lancer/procedures/shoot/odds", b'{"inputs": {%b: 1}}'),
        ("/api/systems/lancer/procedures/shoot/odds", b'{"inputs": {"weapon": %b}}'),
        ("/api/systems/lancer/procedures/shoot/resolve", b'{"rulings": {%b: "x"}}'),
        ("/api/systems/lancer/procedures/shoot/resolve", b'{"houses": [{"file": %b, "text": "x"}]}'),
        ("/api/scenarios/check", b'{"scenario": {"file": "x", "text": %b}}'),
        ("/api/games", b'{"scenario": {"id": "the-wells"}, %b: 1}'),
        ("/api/games", b'{"scenario": {"id": "the-wells"}, "rulings": {%b: "x"}}'),
        ("/api/games", b'{"scenario": {"id": "the-wells"}, "seats": [{"player": %b}]}'),
        ("/api/records", b'{"record": %b}'),
    ]:
        status, _, said = server.raw("POST", path, "", body % text)
        assert (status, json.loads(said)["error"]["code"]) == (400, "malformed"), (path, body)


def heard(client: Any, kind: str) -> Any:
    while True:
        message = json.loads(client.recv(timeout=20))
        if message["t"] == kind:
            return message


# ---------------------------------------------------------------------- odd paths


ODD = [
    "/%00", "//", "///", "//etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/../../etc/passwd", "/%ff%fe", "/%ed%a0%80",
    "/" + "x" * 300, "/" + "x" * 5000, "/" + "a/" * 3000, "/assets/%00.js", "/assets/" + "%C3%A9" * 200, "/%", "/%zz",
    "/api/%00", "/api/games/%00", "/api/games/%ED%A0%80/live", "/api/games/" + "x" * 41, "/api/games//", "/api//games",
    "/api/games/x%2Fy", "/api/games/%0A", "/api/games/x?log=%ed%a0%80", "/api/games/x?%00=%ff", "/?" + "&=" * 2000,
    "/api/systems/%00/sheet", "/api/systems/%ED%A0%80/sheet", "/api/scenarios/%00", "/api/scenarios/" + "y" * 101,
    "/api/scenarios/%ED%A0%80", "/api/scenarios/..%2f..", "/static", "/.", "/..", "/%5c..%5c", "/con", "/~",
    "/index.html/x", "/favicon.ico%00.png", "/;x", "/#", "/?", "*", "http://x", "http://x/", "http://[/", "x", "/\x7f",
    "/\xff", "/healthz/",
]  # fmt: skip


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that has pages to show, whether or not they were built."""
    from playsheet.server import http, static_files

    folder = tmp_path_factory.mktemp("static")
    (folder / "index.html").write_text("<!doctype html>")
    with pytest.MonkeyPatch.context() as patch, Server(tmp_path_factory.mktemp("games")) as server:
        patch.setattr(http, "page", lambda path: static_files.page(path, folder))
        yield server


def odd_paths() -> list[str]:
    """Those, and as many made of the same stuff."""
    dice = random.Random(7)
    parts = [
        "/", "//", "%00", "%ff", "%ED%A0%80", "..", "%2e", "x" * 300, "api", "games", "live", "join", "?", "&", "=",
        "%", "\\", "assets", "index.html", "%0d%0a", ";", "+", "systems", "sheet", "%F0%9F%98%80", "\t", "~",
    ]  # fmt: skip
    return ODD + ["/" + "".join(dice.choices(parts, k=dice.randint(1, 8))) for _ in range(300)]


def test_no_path_is_a_fault_of_the_program(built: Server) -> None:
    for path in odd_paths():
        for method, lines in [("GET", []), ("POST", ["Content-Length: 2", "Content-Type: application/json"])]:
            with line_to(built) as line:
                secret = f"Authorization: Bearer {'w' * 32}"
                line.sendall(
                    f"{method} {path} HTTP/1.1\r\n".encode("latin-1")
                    + "\r\n".join(["Host: x", secret, "Connection: close", *lines, "", ""]).encode()
                    + (b"{}" if lines else b"")
                )
                answer = rest(line)
            status = int(answer.split()[1])
            assert status < 500, (method, path, answer[:300])


def test_no_upgrade_is_a_fault_of_the_program(built: Server) -> None:
    made = built.two()
    live = f"/api/games/{made['game']}/live"
    key = ["Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13"]
    upgrade = ["Connection: Upgrade", "Upgrade: websocket"]
    for said in [
        head("GET", live, *upgrade),
        head("GET", live, *upgrade, "Sec-WebSocket-Key: x", "Sec-WebSocket-Version: 13"),
        head("POST", live, *upgrade, *key),
        head("GET", "/nowhere", *upgrade, *key),
        head("GET", "/%00", *upgrade, *key),
        head("GET", "/api/games/%ED%A0%80/live", *upgrade, *key),
        head("GET", "//", *upgrade, *key),
        head("GET", live, *upgrade, *key, *[f"X-{n}: x" for n in range(300)]),
        head("GET", live, *upgrade, *key, "X: " + "x" * 20_000),
        head("GET", live, *upgrade, *key, "Content-Length: 100"),
        head("GET", "/api/about", "Connection: Upgrade, close", "Upgrade: h2c"),
        "GET {live} HTTP/1.1\r\nHost: \xff\r\n\r\n".encode("latin-1"),
    ]:
        with line_to(built) as line:
            line.sendall(said)
            line.shutdown(socket.SHUT_WR)
            answer = rest(line)
            assert not answer.startswith(b"HTTP/1.1 5"), (said[:200], answer[:300])


# ---------------------------------------------------------------------- who may know


def test_what_is_counted_is_for_this_machine_only(tmp_path: Path) -> None:
    for address in ("127.0.0.1", "127.0.0.66", "::1", "::ffff:127.0.0.1"):
        assert is_loopback(address)
    for address in ("192.0.2.7", "::ffff:192.0.2.7", "2001:db8::1", "", "made up"):
        assert not is_loopback(address)


@pytest.mark.parametrize(
    ("client", "headers", "status"),
    [
        ("127.0.0.1", {}, 200),
        ("::1", {}, 200),
        ("192.0.2.7", {}, 404),
        ("127.0.0.1", {"x-forwarded-for": "127.0.0.1"}, 404),  # a proxy on this machine of which nobody was told
        ("127.0.0.1", {"forwarded": "for=192.0.2.7"}, 404),
        ("127.0.0.1", {"x-real-ip": "192.0.2.7"}, 404),
        ("127.0.0.1", {"via": "1.1 proxy"}, 404),
        ("192.0.2.7", {"authorization": "Bearer a key of 8 letters"}, 404),  # none is wanted, none helps
    ],
)
def test_metrics_are_answered_here_only(server: Server, client: str, headers: dict[str, str], status: int) -> None:
    assert metrics_status(server, client, headers) == status


def test_elsewhere_they_are_answered_with_the_key(folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "key"
    file.write_text("the key of Prometheus\n", encoding="utf-8")
    right, wrong = {"authorization": "Bearer the key of Prometheus"}, {"authorization": "Bearer the key of nobody"}
    with Server(folder, metrics_key_file=str(file), unproved=0.001, unproved_burst=2) as server:
        assert metrics_status(server, "192.0.2.7", right) == 200
        assert metrics_status(server, "192.0.2.7", {**right, "x-forwarded-for": "192.0.2.8"}) == 200
        assert metrics_status(server, "192.0.2.7", {}) == 404
        assert metrics_status(server, "127.0.0.1", {}) == 200
        assert [metrics_status(server, "192.0.2.7", wrong) for _ in range(3)] == [404, 404, 429]
        assert metrics_status(server, "192.0.2.7", right) == 429
    file.write_text("short", encoding="utf-8")
    with pytest.raises(Refused, match="key: expected a password of 8 to 200 letters"):
        Application(server.hub)


def metrics_status(server: Server, client: str, headers: dict[str, str]) -> int:
    """What is answered to whoever comes from there."""
    said: list[Any] = []

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        said.append(message)

    scope = {
        "type": "http", "method": "GET", "path": "/metrics", "raw_path": b"/metrics", "query_string": b"",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        "client": (client, 1), "server": ("x", 80), "scheme": "http", "root_path": "",
        "http_version": "1.1", "asgi": {"version": "3.0"}, "state": {},
    }  # fmt: skip
    server.do(server.application(scope, receive, send))
    status: int = said[0]["status"]
    return status


def test_a_key_is_found_by_its_digest(folder: Path) -> None:
    with Server(folder) as server:
        made = server.make(seats=[{"player": "person"}, {"player": "open"}], listed=True)
        storage = server.hub.storage
        from playsheet.server.keys import digest

        found = storage.key(digest(made["seats"][1]["invite"]))
        assert found is not None
        assert (found.game, found.role, found.seat) == (made["game"], "invite", 1)
        assert storage.key(digest("w" * 32)) is None
        assert storage.is_listed(made["game"])
        assert not storage.is_listed(server.two()["game"])
        assert not storage.is_listed("nosuchgame12")
