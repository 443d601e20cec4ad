"""Connections that break at any byte: the client comes back, and shows what the server has."""

from collections.abc import Iterator
from contextlib import suppress

import pytest
from harness import Server, asked, begin, caught_up, play_on, some_answer, until
from proxy import Line
from websockets.exceptions import ConnectionClosed

from playsheet.client import Seat, sit


@pytest.fixture
def line(server: Server) -> Iterator[Line]:
    with Line(int(server.url.rsplit(":", 1)[1])) as passing:
        yield passing


def through(line: Line, link: str) -> Seat:
    """The same seat, behind the line."""
    return sit(f"http://127.0.0.1:{line.here}/#{link.split('/#')[1]}", patience=20.0)


def test_cut_at_any_byte_the_client_converges_to_the_servers_state(server: Server, line: Line) -> None:
    made = server.two()
    ann, ben = through(line, made["seats"][0]["link"]), server.seat(made, 1)
    begin(ann, ben)
    for round in range(40):
        assert ann.socket is not None
        line.cut_after = [150 + 997 * round % 9000]  # through the handshake, the state, the next few updates
        with suppress(OSError):  # it may be down already
            ann.socket.socket.shutdown(2)
        for _ in range(3):
            caught_up(ann, ben)
            if ann.over:
                break
            seat, question = asked(ann, ben)
            seat.answer(question, some_answer(question))
        caught_up(ann, ben)
        assert ann.sound, round
        assert ann.hash == ben.hash
        assert [entry["text"] for entry in ann.log] == [entry["text"] for entry in ben.log]
    assert line.cuts >= 20
    state = server.get(f"/api/games/{made['game']}", ben.link.secret)
    assert state["seq"] == ben.state["seq"]
    ann.close()
    ben.close()


def test_an_answer_whose_acknowledgement_was_lost_is_taken_once(server: Server, line: Line) -> None:
    """Sent again after the line broke, it is either stale (it was taken) or taken now: never twice."""
    made = server.two()
    ann, ben = through(line, made["seats"][0]["link"]), server.seat(made, 1)
    begin(ann, ben)
    for _ in range(25):
        caught_up(ann, ben)
        if ann.over:
            break
        seat, question = asked(ann, ben)
        before = seat.state["seq"]
        if seat is ann:
            assert ann.socket is not None
            with suppress(OSError, ConnectionClosed):  # the line may be down already
                text = some_answer(question)
                ann.socket.send(f'{{"t": "answer", "question": "{question.number}", "text": "{text}"}}')
                ann.socket.socket.shutdown(2)
            for _ in range(200):  # the one hears of the answer, or the other is back
                if ben.state["seq"] > before or ann.receive(0.01):
                    break
                ben.receive(0.1)
            caught_up(ann, ben)
            if ann.state["seq"] == before:
                continue  # it never got there
        else:
            seat.answer(question, some_answer(question))
        caught_up(ann, ben)
        assert ann.state["seq"] == before + 1
    ann.close()
    ben.close()


def test_a_client_that_comes_back_gets_only_what_it_has_missed(server: Server) -> None:
    made = server.two()
    ann, ben = server.seat(made, 0), server.seat(made, 1)
    begin(ann, ben)
    play_on([ann, ben], 60)
    held = len([entry for entry in ann.log if not entry["open"]])
    path = f"/api/games/{made['game']}"
    part = server.get(f"{path}?log={held}&epoch=0", ann.link.secret)
    assert part["log_from"] == held
    assert len(part["log"]) == len(ann.log) - held
    other_epoch = server.get(f"{path}?log={held}&epoch=7", ann.link.secret)
    assert other_epoch["log_from"] == 0
    assert len(other_epoch["log"]) == len(ann.log)
    assert server.get(f"{path}?log=-1", ann.link.secret)["log"] == []
    ann.close()
    ben.close()


def test_a_client_that_does_not_read_is_cut_off_and_may_come_back(tmp_path) -> None:
    with Server(tmp_path / "games", outbox=20_000) as server:
        made = server.two()
        ann, ben = server.seat(made, 0), server.seat(made, 1)
        ann.open()  # a state of so many bytes fits; what ten thousand letters of chat come to does not
        ben.open()
        for _ in range(10):
            ben.say("x" * 500)
        socket = next(one for one in server.application.websockets.sockets if one.who.seat == 0)
        server.do(overfilled(socket))
        until(ann, lambda seat: len(seat.state["chat"]) == 10 and seat.sound)
        ann.close()
        ben.close()


async def overfilled(socket) -> None:
    """Much more than the system keeps for a client that does not read, all at once."""
    for _ in range(400):
        socket.push(b'{"t": "pong", "filler": "' + b"x" * 100_000 + b'"}')
    assert socket.closing is not None
