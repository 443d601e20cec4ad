"""The socket's straight way out: what is pushed to a listener goes to the network at once, as one frame.

Through the web server's own `send` each message would wake a task first, and be decoded, checked and copied on its way.
On the way in it would stop and start to listen for each message.
"""

from __future__ import annotations

import struct
from typing import Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

WIRE: Final = "playsheet.wire"  # where an ASGI scope has it, among its extensions
TEXT: Final = 0x81  # a whole message of text, in one frame
MOST_AHEAD: Final = 8  # messages that wait to be looked at: whoever sends more is not listened to for a while
SHORT: Final = 126
LONG: Final = 1 << 16
short_head: Final = struct.Struct("!BB").pack
middle_head: Final = struct.Struct("!BBH").pack
long_head: Final = struct.Struct("!BBQ").pack


class Wire(WebSocketsSansIOProtocol):
    """A WebSocket of the web server, which also takes whole messages without waiting."""

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][WIRE] = {"wire": self}

    def send_receive_event_to_app(self) -> None:
        held = self.read_paused
        self.read_paused = True  # so that it is left alone
        super().send_receive_event_to_app()
        self.read_paused = held
        if not held and self.queue.qsize() >= MOST_AHEAD:
            self.read_paused = True
            self.transport.pause_reading()

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
