"""Limits on connections, before anybody knows what they want: on bytes, on time, and on how many there are.

Every phase of a connection has a deadline: the first byte, the headers, the body, the reading of what was answered.
They are looked at once a second, all together, rather than by a timer each. Whatever is cut off is not carried out.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from math import inf
from time import monotonic
from typing import Any, ClassVar, Final, cast

import msgspec
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from playsheet.core.errors import Refused
from playsheet.server.errors import Malformed, TooLarge, TooLong, TooSlow, refusal, status_and_code
from playsheet.server.rate_limits import TooMany, address_key
from playsheet.server.settings import Settings
from playsheet.server.static_files import HEADERS
from playsheet.server.worker_pools import Busy

SPARE_FILES: Final = 200  # for everything but connections: the games, the log, the workers, those that are sent away
ADDRESS_PART: Final = 4  # one address may have a quarter of what is in flight
MOST_AHEAD: Final = 16  # requests sent before the last one was answered
FEW_PIECES: Final = 512  # of a body; if there are more, each must be
SMALLEST_PIECE: Final = 64  # bytes, taken together
COME_BACK: Final = 1  # seconds after which somebody who was sent away may try again

BETWEEN: Final = 0  # the next byte is the first of a request
HEADING: Final = 1  # its first line and headers are under way
BODY: Final = 2


def raised_file_limit(wanted: int) -> int:
    """How many files this process may have open: as many as are wanted, if the system lets it."""
    try:
        import resource  # not on every system
    except ImportError:
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return wanted
    if soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return soft


# ---------------------------------------------------------------------- how many, how much


class AddressCounts:
    """Counts in all, and by address."""

    def __init__(self) -> None:
        self.all = 0
        self.of: Final[dict[str, int]] = {}

    def add(self, who: str, by: int = 1) -> None:
        self.all += by
        self.of[who] = self.of.get(who, 0) + by

    def take(self, who: str, by: int = 1) -> None:
        self.all -= by
        left = self.of[who] - by
        if left:
            self.of[who] = left
        else:
            del self.of[who]


class ConnectionSlot:
    """One connection among those that are allowed, until it is lost."""

    def __init__(self, counts: AddressCounts, who: str) -> None:
        self.counts: Final = counts
        self.who: Final = who
        counts.add(who)

    def leave(self) -> None:
        self.counts.take(self.who)


class BodyInFlight:
    """One body in flight. What any message may have is free; from there on it counts, until it is dealt with."""

    def __init__(self, limits: ConnectionLimits, who: str) -> None:
        self.limits: Final = limits
        self.who: Final = who
        self.size = -limits.settings.message

    def add(self, more: int) -> None:
        before = max(0, self.size)
        self.size += more
        if self.size > before:
            self.limits.add_in_flight(self.who, self.size - before)

    def release(self) -> None:
        if self.size > 0:
            self.limits.bodies.take(self.who, self.size)
            self.size = 0


class ConnectionLimits:
    """The connections and bodies in flight of this process, and how many there may be."""

    def __init__(self, settings: Settings) -> None:
        self.settings: Final = settings
        self.most = settings.connections
        self.is_trusted: Callable[[str], bool] = lambda address: False  # a proxy, whose connections are many people's
        self.connections: Final = AddressCounts()
        self.bodies: Final = AddressCounts()

    def admit(self, address: str) -> ConnectionSlot:
        """A slot for one connection more; refused if none is free."""
        who = address_key(address)
        if self.connections.all >= self.most:
            raise Busy("the server has as many connections as it can have: try again in a moment.")
        if self.is_trusted(address):
            return ConnectionSlot(self.connections, f"proxy {who}")
        if self.connections.of.get(who, 0) >= self.settings.address_connections:
            raise TooMany(COME_BACK, "connections from one address")
        return ConnectionSlot(self.connections, who)

    def add_in_flight(self, who: str, more: int) -> None:
        """So many bytes more of somebody's body are in flight from now on; counted even if it is refused for that."""
        self.bodies.add(who, more)
        most = self.settings.in_flight
        if self.bodies.all > most or self.bodies.of[who] > most // ADDRESS_PART:
            raise Busy("too much is being sent at once: try again in a moment.")

    def close_overdue(self, connections: Iterable[object], now: float) -> None:
        """Close what is past its deadline, and, if too much waits for clients that do not read, those with the most."""
        found = [one for one in list(connections) if isinstance(one, MonitoredProtocol)]
        waiting = sum(one.look(now, self.settings.unread) for one in found)
        if waiting > self.settings.in_flight:
            for one in sorted(found, key=lambda one: one.waiting, reverse=True):
                if waiting <= self.settings.in_flight:
                    break
                waiting -= one.waiting
                one.transport.abort()


# ---------------------------------------------------------------------- one connection


class MonitoredProtocol(asyncio.Protocol):
    """A connection that has a slot, and is looked at once a second."""

    transport: asyncio.Transport
    slot: ConnectionSlot | None = None
    waiting = 0  # bytes that were not read when it was last looked at
    went = True  # something was read since
    since = 0.0  # when something was read at last

    def look(self, now: float, patience: float) -> int:
        """How much waits to be read. Who has read nothing of it for long is cut off."""
        before, self.waiting = self.waiting, self.transport.get_write_buffer_size()
        if self.went or not before or self.waiting < before:
            self.since = now
            self.went = False
        elif now - self.since > patience:
            self.transport.abort()
        return self.waiting

    def resume_writing(self) -> None:
        self.went = True
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self.slot is not None:
            self.slot.leave()
            self.slot = None


class LimitedHttpProtocol(MonitoredProtocol, HttpToolsProtocol):
    """An HTTP connection of the web server, with bounds on all that comes in."""

    limits: ClassVar[ConnectionLimits]

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.phase = BETWEEN
        self.deadline = inf
        self.spoken = False  # it has sent anything at all
        self.heard = False  # the parser has made something of what came last
        self.size = 0  # bytes of the first line and the headers so far,
        self.loose = 0  # and those that the parser still keeps to itself
        self.pieces = 0  # of the body,
        self.sent = 0  # and their bytes
        self.fault: Refused | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(cast(asyncio.Transport, transport))
        try:
            self.slot = self.limits.admit(self.client[0] if self.client else "")
        except Refused as fault:
            self.refuse(fault)
            return
        self.deadline = monotonic() + self.limits.settings.header_time

    # ------------------------------------------------------------ what comes in

    def data_received(self, data: bytes) -> None:
        self.spoken = True
        self._unset_keepalive_if_required()
        if self.phase == BETWEEN:
            self.begin_heading()
        self.heard = False
        super().data_received(data)
        if not self.heard and not self.transport.is_closing():
            self.loose += len(data)
            if self.size + self.loose > self.limits.settings.headers:
                self.refuse(self.too_long())

    def begin_heading(self) -> None:
        self.phase = HEADING
        self.deadline = monotonic() + self.limits.settings.header_time
        self.size = self.loose = self.pieces = self.sent = 0

    def on_message_begin(self) -> None:
        if len(self.pipeline) >= MOST_AHEAD:
            self.stop(TooMany(COME_BACK, "requests sent ahead"))
        if self.phase != HEADING:
            self.begin_heading()
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        self.count(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        self.count(len(name) + len(value) + 4)
        super().on_header(name, value)

    def count(self, more: int) -> None:
        self.heard = True
        self.loose = 0
        self.size += more
        if self.size > self.limits.settings.headers:
            self.stop(self.too_long())

    def on_headers_complete(self) -> None:
        self.heard = True
        self.phase = BODY
        self.deadline = monotonic() + self.limits.settings.body_time
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self.heard = True
        self.loose = 0
        self.pieces += 1
        self.sent += len(body)
        if self.pieces > FEW_PIECES and self.sent < self.pieces * SMALLEST_PIECE:
            self.stop(TooLarge(f"a body in more than {FEW_PIECES} pieces has at least {SMALLEST_PIECE} bytes in each."))
        super().on_body(body)

    def on_message_complete(self) -> None:
        self.heard = True
        self.phase = BETWEEN
        self.deadline = inf
        super().on_message_complete()

    def on_response_complete(self) -> None:
        if self.phase == BODY and not self.pipeline:  # refused before it was whole, and the rest has not come
            self.transport.close()
        super().on_response_complete()

    def handle_websocket_upgrade(self) -> None:
        super().handle_websocket_upgrade()
        taken = self.transport.get_protocol()
        assert isinstance(taken, MonitoredProtocol)
        taken.slot, self.slot = self.slot, None
        self.drop_parser()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.drop_parser()

    def drop_parser(self) -> None:
        """Parser and connection refer to each other, and so do requests that never had their turn: no reference cycles
        are left to the garbage collector."""
        self.parser = None  # type: ignore[assignment]
        self.cycle = None  # type: ignore[assignment]
        self.pipeline.clear()

    # ------------------------------------------------------------ cutting off

    def look(self, now: float, patience: float) -> int:
        if now > self.deadline and not self.flow.read_paused:
            self.deadline = inf
            self.be_late()
        return super().look(now, patience)

    def be_late(self) -> None:
        if not self.spoken:
            self.transport.close()  # somebody who has asked for nothing expects no answer
            return
        what = "the headers of a request" if self.phase == HEADING else "a request"
        settings = self.limits.settings
        seconds = settings.header_time if self.phase == HEADING else settings.body_time
        self.refuse(TooSlow(f"expected the whole of {what} within {seconds:g} seconds."))

    def too_long(self) -> TooLong:
        most = self.limits.settings.headers
        return TooLong(f"a request has at most {most} bytes in its first line and headers.")

    def stop(self, fault: Refused) -> None:
        """Stop the parser, which then calls `send_400_response`."""
        self.fault = fault
        raise fault

    def send_400_response(self, msg: str) -> None:
        fault, self.fault = self.fault, None
        if fault is not None:
            fault.__traceback__ = None  # which holds the connection, and all that has come over it
        self.refuse(fault or Malformed("this is no HTTP request."))

    def refuse(self, fault: Refused) -> None:
        """Say why, and hang up. While another request is not answered there is no room to say anything."""
        cycle = self.cycle
        own = self.phase == BODY and not self.pipeline  # is the last that was begun the one that is refused?
        busy = cycle is not None and not cycle.response_complete and (cycle.response_started or not own)
        self.phase = BETWEEN
        self.deadline = inf
        if busy or self.transport.get_write_buffer_size():
            self.transport.abort()
            return
        self.transport.write(answer(fault))
        self.transport.close()

    def shutdown(self) -> None:
        """The server stops: what is whole is answered, what is not will not be."""
        if self.phase == BETWEEN:
            super().shutdown()
        else:
            self.transport.abort()


def limited_http_protocol(limits: ConnectionLimits) -> type[LimitedHttpProtocol]:
    """The web server is given a class to make connections of, so the class has to know the limits."""
    return type("LimitedHttp", (LimitedHttpProtocol,), {"limits": limits})


def answer(fault: Refused) -> bytes:
    """A refusal as a whole HTTP response, after which the connection is closed."""
    status, code = status_and_code(fault, 400)
    text = msgspec.json.encode(refusal(fault, code))
    headers = [
        *HEADERS,
        (b"content-type", b"application/json"),
        (b"content-length", str(len(text)).encode()),
        (b"connection", b"close"),
    ]
    if isinstance(fault, TooMany):
        headers.append((b"retry-after", str(fault.seconds).encode()))
    return STATUS_LINE[status] + b"".join(b"%s: %s\r\n" % pair for pair in headers) + b"\r\n" + text
