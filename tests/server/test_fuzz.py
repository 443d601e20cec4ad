"""Socket messages by the thousand, sound and unsound: no hang, no failure, no leak, and the game as it was."""

import gc
import json
from pathlib import Path
from typing import Any
from weakref import ref

import pytest
from harness import Server, begin, play_on, until
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.sync.client import connect

from playsheet.client import Seat
from playsheet.core.errors import Refused

WORDS = st.sampled_from(
    ["", "0.0", "1.0", "10.0", "@", "@1,2", "@nan,inf", "dice 1", "dice", "nothing", "move", "all", "side",
     "gm end 1 x", "'; drop table ops; --", "\u202e", "\x00", "a" * 600, "\U0001f600", "../../etc", "{}", "-1", "1e999"]
)  # fmt: skip
NUMBERS = st.one_of(st.integers(-(2**70), 2**70), st.floats(), st.sampled_from([0, -1, 1, 255, 256, 2**31, 2**53, 0.5]))
PLAIN = st.one_of(st.none(), st.booleans(), NUMBERS, WORDS, st.text(max_size=30))
ANY = st.recursive(
    PLAIN, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS, inner, max_size=4), max_leaves=12
)
KINDS = [
    "hello",
    "ready",
    "words",
    "answer",
    "undo",
    "take_back",
    "order",
    "chat",
    "check",
    "odds",
    "measure",
    "sync",
    "ping",
]
NAMES = [
    "t",
    "id",
    "secret",
    "seal",
    "words",
    "question",
    "text",
    "agree",
    "order",
    "to",
    "values",
    "options",
    "from",
    "log",
    "epoch",
]
SHAPED = st.builds(
    lambda kind, fields: {**fields, "t": kind},
    st.sampled_from([*KINDS, "resign ", "state", "", 3]),
    st.dictionaries(st.sampled_from(NAMES), ANY, max_size=5),
)
POINT = st.fixed_dictionaries({}, optional={"unit": NUMBERS, "x": NUMBERS, "y": NUMBERS})
NEARLY = st.one_of(
    st.fixed_dictionaries({"t": st.just("answer"), "question": WORDS, "text": WORDS}),
    st.fixed_dictionaries(
        {"t": st.just("check"), "question": WORDS, "values": st.lists(st.lists(NUMBERS, max_size=9), max_size=5)}
    ),
    st.fixed_dictionaries(
        {"t": st.just("odds"), "question": WORDS, "options": st.none() | st.lists(WORDS, max_size=4)}
    ),
    st.fixed_dictionaries({"t": st.just("measure"), "from": POINT, "to": POINT}),
    st.fixed_dictionaries({"t": st.just("sync"), "log": NUMBERS, "epoch": NUMBERS}),
    st.fixed_dictionaries({"t": st.just("chat"), "text": WORDS, "to": WORDS}),
)
TEXTS = st.one_of(
    SHAPED.map(json.dumps), NEARLY.map(json.dumps), ANY.map(json.dumps), st.text(max_size=80), st.binary(max_size=80)
)


@pytest.fixture(scope="module")
def table(server: Server):
    made = server.two()
    ann, ben = server.seat(made, 0), server.seat(made, 1)
    begin(ann, ben)
    play_on([ann, ben], 12)
    yield server, made, ann, ben
    ann.close()
    ben.close()


def answered(seat: Seat) -> list[dict[str, Any]]:
    """Everything that comes back up to the answer to a ping."""
    heard: list[dict[str, Any]] = []
    seat.on_message = heard.append
    assert seat.socket is not None
    seat.socket.send('{"t": "ping", "id": "here?"}')
    until(seat, lambda _: any(message["t"] == "pong" and message.get("id") == "here?" for message in heard))
    seat.on_message = None
    return heard


def test_no_message_breaks_anything(table) -> None:
    server, made, ann, ben = table
    opened = server.hub.open[made["game"]]
    forbidden = [made["seats"][1]["secret"], made["watch"]["secret"], opened.table.key.hex(), "Traceback"]
    answers_taken = 0

    @settings(max_examples=400, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
    @given(text=TEXTS)
    def try_it(text: str | bytes) -> None:
        nonlocal answers_taken
        before = opened.table.seq
        assert ann.socket is not None
        ann.socket.send(text)
        heard = answered(ann)
        for message in heard:
            said = json.dumps(message)
            assert not any(secret in said for secret in forbidden)
            if message["t"] == "refused":
                assert message["code"] in ("malformed", "refused", "stale", "forbidden", "unknown", "too_large")
                assert message["says"].endswith((".", "!", "?"))
                assert "fault of the program" not in message["says"]
        answers_taken += opened.table.seq - before

    server.settings.faults = 10**9
    try_it()
    assert ann.sound
    assert not opened.lost
    assert opened.thinking is None
    waiting = [socket.protocol.transport.get_write_buffer_size() for socket in server.application.websockets.sockets]
    assert not any(waiting)
    until(ben, lambda seat: seat.state["seq"] == opened.table.seq)
    assert ben.sound


def test_a_hundred_malformed_messages_are_enough(table) -> None:
    server, made, _, _ = table
    server.settings.faults = 100
    with server.seat(made, 0) as seat:
        assert seat.socket is not None
        for _ in range(101):
            seat.socket.send("nonsense")
        with pytest.raises(Refused, match="too many messages"):
            until(seat, lambda seat: False, 10.0)


def test_a_flood_leaves_nothing_behind(folder: Path) -> None:
    """Messages, requests and sockets that come to nothing: afterwards there is as much in memory as before."""
    with Server(folder, faults=10**9) as server:
        made = server.two()
        with server.seat(made, 0) as ann, server.seat(made, 1) as ben:
            begin(ann, ben)
            play_on([ann, ben], 5)
            flood(server, made["game"], ann, 40)
            before = objects()
            flood(server, made["game"], ann, 400)
            assert objects() - before < 200  # less than one for two rounds


def flood(server: Server, game: str, seat: Seat, rounds: int) -> None:
    assert seat.socket is not None
    path = f"/api/games/{game}"
    for number in range(rounds):
        for text in ("nonsense", '{"t": "answer", "question": "0.0", "text": "x"}', f'{{"t": "fly", "to": {number}}}'):
            seat.socket.send(text)
        answered(seat)
        assert server.raw("GET", path, f"wrong {number}")[0] == 404
        assert server.raw("GET", f"/nowhere/{number}")[0] == 404
        assert server.raw("POST", f"{path}/answers", seat.link.secret, b"nonsense")[0] == 400
        with connect(f"ws{server.url[4:]}{path}/live", open_timeout=10) as socket:
            if number % 2:
                socket.send(f'{{"t": "hello", "secret": "{number}"}}')


def objects() -> int:
    """How many there are, when all that nobody needs is gone.

    Dead references do not count: each connection to the database keeps up to 200 of them, to cursors it has closed.
    """
    for _ in range(3):
        gc.collect()
    return sum(type(one) is not ref or one() is not None for one in gc.get_objects())


def test_records_scenarios_and_house_rules_from_anywhere_are_refused_politely(server: Server) -> None:
    @settings(max_examples=40, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
    @given(text=st.text(max_size=200), other=ANY)
    def try_it(text: str, other: Any) -> None:
        for path, body in [
            ("/api/records", {"record": text}),
            ("/api/scenarios/check", {"scenario": {"text": text or "x", "file": text[:20]}}),
            ("/api/games", {"scenario": {"id": "the-wells"}, "houses": [{"file": "h.toml", "text": text}]}),
            ("/api/games", {"scenario": {"id": "the-wells"}, "rulings": {text[:50] or "x": "on"}}),
            ("/api/games", other),
        ]:
            assert server.call("POST", path, "", body)[0] in (400, 422)

    try_it()
