"""The WebSocket protocol: what is pushed to a listener goes to the network at once, as one frame.

Through the web server's own `send` each message would wake a task first, and be decoded, checked and copied on its way.
For each message that comes in it would pause and resume reading.
"""

from __future__ import annotations

import struct
from time import monotonic
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import OPEN

from playsheet.server.connections import MonitoredProtocol
from playsheet.server.rate_limits import TokenBucket

EXTENSION: Final = "playsheet.websocket"  # where an ASGI scope has the protocol, among its extensions
TEXT: Final = 0x81  # a whole message of text, in one frame
MOST_AHEAD: Final = 8  # messages in the queue: of whoever sends more nothing is read for a while (backpressure),
MOST_WAITING: Final = 1000  # and whoever has sent so many before that, in one go, is cut off
SLICE: Final = 1024  # bytes that are taken apart at a time
FRAMES: Final = 20.0  # a second, of those that are no message: pings, pongs, parts of messages
MOST_FRAMES: Final = 200.0  # at once
POLICY_VIOLATION: Final = 1008
SHORT: Final = 126
LONG: Final = 1 << 16
short_head: Final = struct.Struct("!BB").pack
middle_head: Final = struct.Struct("!BBH").pack
long_head: Final = struct.Struct("!BBQ").pack


class WebSocketProtocol(MonitoredProtocol, WebSocketsSansIOProtocol):
    """A WebSocket of the web server, which also takes whole messages without waiting."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.frames_left: Final = TokenBucket(FRAMES, MOST_FRAMES, monotonic())

    def data_received(self, data: bytes) -> None:
        """In slices: what comes in one go may be a hundred thousand frames, and somebody else is waiting.

        Whoever sends frames before he was let in is not listened to at all.
        """
        if self.handshake_initiated and not self.handshake_complete:
            self.cut_off()
            return
        if len(data) <= SLICE:
            super().data_received(data)
            return
        for at in range(0, len(data), SLICE):
            if self.transport.is_closing():
                return
            super().data_received(data[at : at + SLICE])

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][EXTENSION] = {"protocol": self}

    def send_receive_event_to_app(self) -> None:
        held = self.read_paused
        self.read_paused = True  # so that it is left alone
        super().send_receive_event_to_app()
        self.read_paused = held
        if self.queue.qsize() > MOST_WAITING:
            self.cut_off()
        elif not held and self.queue.qsize() >= MOST_AHEAD:
            self.read_paused = True
            self.transport.pause_reading()

    def handle_ping(self) -> None:
        if self.is_frame_allowed():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self.is_frame_allowed():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        if self.is_frame_allowed():
            super().handle_cont(event)

    def is_frame_allowed(self) -> bool:
        """A frame that is no message costs as much as one, and nobody counts it elsewhere."""
        if self.frames_left.take(monotonic()):
            return True
        self.cut_off()
        return False

    def cut_off(self) -> None:
        """Close it without waiting for anything; one that is not even open yet without a word."""
        self.disconnected = True  # whoever still has something to say is told so
        if self.conn.state is not OPEN:
            self.handshake_complete = True  # as much as it will ever be
            self.transport.abort()
        elif not self.close_sent:
            self.close_sent = True
            self.queue.put_nowait({"type": "websocket.disconnect", "code": POLICY_VIOLATION})
            self.conn.send_close(POLICY_VIOLATION)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()

    def write(self, message: bytes) -> int:
        """Send a message of text; how many bytes wait for the other end to read. A closed socket forgets it."""
        transport = self.transport
        if self.close_sent or self.disconnected or transport.is_closing():
            return 0
        transport.write(framed(message))
        return transport.get_write_buffer_size()


def framed(message: bytes) -> bytes:
    """The message as one frame, unmasked, as a server sends it."""
    size = len(message)
    if size < SHORT:
        return short_head(TEXT, size) + message
    if size < LONG:
        return middle_head(TEXT, SHORT, size) + message
    return long_head(TEXT, SHORT + 1, size) + message
