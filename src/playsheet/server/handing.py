"""Connections, handed from the process that accepted them to the one that has the game they ask for.

Processes share the port, so anybody's connection may arrive anywhere. The first line of a request says which game it is
about; if that is another process's, the open connection itself is passed on, with what was read of it. Nothing is
copied from then on, and a socket stays where its game is. A connection that is kept alive may move with every request.
"""

from __future__ import annotations

import asyncio
import logging
import os
import random
import re
import socket
import threading
from collections.abc import Callable
from queue import SimpleQueue
from tempfile import TemporaryFile
from typing import Any, ClassVar, Final

from playsheet.server.connections import Guarded
from playsheet.server.shares import Share

log: Final = logging.getLogger("playsheet.processes")
GAME: Final = re.compile(rb"[A-Z]+ (?:https?://[^/ ]*)?/api/games/([A-Za-z0-9_-]{1,40})[/? ]")
NEW: Final = re.compile(rb"POST (?:https?://[^/ ]*)?/api/(?:games|records)[? ]")
INLINE: Final = 1500  # bytes: more of a request than this is passed on as a file
Take = Callable[[socket.socket, bytes], None]


class Way:
    """To one other process. Sending may have to wait until that one is there again, so it has a thread of its own."""

    def __init__(self, end: socket.socket) -> None:
        self.end: Final = end
        self.queue: Final[SimpleQueue[tuple[int, bytes]]] = SimpleQueue()
        threading.Thread(target=self.send_all, name="playsheet-handing", daemon=True).start()

    def send_all(self) -> None:
        while True:
            held, data = self.queue.get()
            try:
                self.send(held, data)
            except OSError as fault:
                log.warning("a connection could not be handed on: %s", fault)
            finally:
                os.close(held)

    def send(self, held: int, data: bytes) -> None:
        if len(data) <= INLINE:
            socket.send_fds(self.end, [data], [held])
            return
        with TemporaryFile() as file:
            file.write(data)
            file.seek(0)
            socket.send_fds(self.end, [b"\n"], [held, file.fileno()])


class Hands:
    """One process's way of giving connections to the others, and of taking theirs."""

    def __init__(self, share: Share, inbox: socket.socket, ways: dict[int, socket.socket]) -> None:
        self.share: Final = share
        self.inbox: Final = inbox
        self.ways: Final = {index: Way(end) for index, end in ways.items()}
        self.connections: Final = sorting(self)  # the class of those that come here

    def whose(self, line: bytes) -> int:
        """Which process a request belongs to. New games go to any; what is about no game stays where it is."""
        found = GAME.match(line)
        if found is not None:
            return self.share.owner(found[1].decode())
        if NEW.match(line) is not None:
            return random.randrange(self.share.count)
        return self.share.index

    def give(self, to: int, transport: asyncio.Transport, data: bytes) -> None:
        """Pass a connection on, with what was read of it; here it is closed, which its other end does not see."""
        try:
            held = os.dup(transport.get_extra_info("socket").fileno())
        except OSError as fault:
            log.warning("a connection could not be handed on: %s", fault)
        else:
            self.ways[to].queue.put((held, data))
        transport.close()

    def listen(self, take: Take) -> None:
        """From now on, take what the others pass on."""
        self.inbox.setblocking(False)
        asyncio.get_running_loop().add_reader(self.inbox.fileno(), self.receive, take)

    def stop(self) -> None:
        """What is passed on from now on waits for the next process in this one's place."""
        asyncio.get_running_loop().remove_reader(self.inbox.fileno())

    def receive(self, take: Take) -> None:
        while True:
            try:
                data, held, _, _ = socket.recv_fds(self.inbox, INLINE, 2)
            except BlockingIOError:
                return
            if not held:
                log.warning("a connection that was handed on got lost: too many are open")
                continue
            for one in held:
                os.set_inheritable(one, False)
            if len(held) == 2:
                with os.fdopen(held[1], "rb") as file:
                    data = file.read()
            take(socket.socket(fileno=held[0]), data)


class Sorting(Guarded):
    """An HTTP connection that looks at the first line of each request before anything else does."""

    hands: ClassVar[Hands]

    def __init__(self, *given: Any, early: bytes = b"", **named: Any) -> None:
        super().__init__(*given, **named)
        self.early = early  # what another process had read of it
        self.head = b""  # of a request whose first line is not here yet
        self.whole = True  # the last request was read to its end
        self.ours = False  # what comes next was looked at by another process

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        if self.early and self.place is not None:
            self.ours = True
            self.data_received(self.early)
            self.ours = False
        self.early = b""

    def feed(self, data: bytes) -> None:
        if self.ours or not self.is_between():
            super().feed(data)
            return
        self.head += data
        end = self.head.find(b"\n")
        if end < 0:
            return  # one that has no end is cut off like any other header
        data, self.head = self.head, b""
        whose = self.hands.whose(data[:end])
        if whose == self.hands.share.index or self.transport.get_write_buffer_size():
            super().feed(data)
        else:
            self.hands.give(whose, self.transport, data)

    def is_between(self) -> bool:
        """Is the next byte the first of a request?"""
        return self.whole and not self.pipeline and (self.cycle is None or self.cycle.response_complete)

    def on_message_begin(self) -> None:
        self.whole = False
        super().on_message_begin()

    def on_message_complete(self) -> None:
        self.whole = True
        super().on_message_complete()


def sorting(hands: Hands) -> type[Sorting]:
    """The web server makes connections of a class, which therefore has to know them."""

    class Sorted(Sorting):
        pass

    Sorted.hands = hands
    return Sorted
