"""File descriptors of connections, passed from the process that accepted them to the shard that has their game.

Processes share the port, so anybody's connection may arrive anywhere. The first line of a request says which game it is
about; if that is another shard's, the descriptor of the open connection is passed on (SCM_RIGHTS) with what was read of
it. Nothing is copied from then on, and a socket stays where its game is. A keep-alive connection may move with every
request.
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

from playsheet.server.connections import LimitedHttpProtocol
from playsheet.server.shards import Shard

log: Final = logging.getLogger("playsheet.processes")
GAME: Final = re.compile(rb"[A-Z]+ (?:https?://[^/ ]*)?/api/games/([A-Za-z0-9_-]{1,40})[/? ]")
NEW: Final = re.compile(rb"POST (?:https?://[^/ ]*)?/api/(?:games|records)[? ]")
INLINE: Final = 1500  # bytes: more of a request than this is passed on as a second descriptor, of a file
Take = Callable[[socket.socket, bytes], None]


class PeerSender:
    """Sends descriptors to one other process. It may have to wait until that one is there again: in its own thread."""

    def __init__(self, end: socket.socket) -> None:
        self.end: Final = end
        self.queue: Final[SimpleQueue[tuple[int, bytes]]] = SimpleQueue()
        threading.Thread(target=self.send_all, name="playsheet-fd-passing", daemon=True).start()

    def send_all(self) -> None:
        while True:
            descriptor, data = self.queue.get()
            try:
                self.send(descriptor, data)
            except OSError as fault:
                log.warning("a connection could not be handed on: %s", fault)
            finally:
                os.close(descriptor)

    def send(self, descriptor: int, data: bytes) -> None:
        if len(data) <= INLINE:
            socket.send_fds(self.end, [data], [descriptor])
            return
        with TemporaryFile() as file:
            file.write(data)
            file.seek(0)
            socket.send_fds(self.end, [b"\n"], [descriptor, file.fileno()])


class ConnectionHandoff:
    """How one process hands connections to the others, and takes theirs."""

    def __init__(self, shard: Shard, inbox: socket.socket, peers: dict[int, socket.socket]) -> None:
        self.shard: Final = shard
        self.inbox: Final = inbox
        self.senders: Final = {index: PeerSender(end) for index, end in peers.items()}
        self.protocol: Final = routing_protocol(self)  # the class of connections that are accepted here

    def shard_of(self, line: bytes) -> int:
        """Which shard a request belongs to. New games go to any; what is about no game stays where it is."""
        found = GAME.match(line)
        if found is not None:
            return self.shard.owner(found[1].decode())
        if NEW.match(line) is not None:
            return random.randrange(self.shard.count)
        return self.shard.index

    def hand_off(self, to: int, transport: asyncio.Transport, data: bytes) -> None:
        """Pass a connection on, with what was read of it; here it is closed, which its other end does not see."""
        try:
            descriptor = os.dup(transport.get_extra_info("socket").fileno())
        except OSError as fault:
            log.warning("a connection could not be handed on: %s", fault)
        else:
            self.senders[to].queue.put((descriptor, data))
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
                data, descriptors, _, _ = socket.recv_fds(self.inbox, INLINE, 2)
            except BlockingIOError:
                return
            if not descriptors:
                log.warning("a connection that was handed on got lost: too many are open")
                continue
            for descriptor in descriptors:
                os.set_inheritable(descriptor, False)
            if len(descriptors) == 2:
                with os.fdopen(descriptors[1], "rb") as file:
                    data = file.read()
            take(socket.socket(fileno=descriptors[0]), data)


class RoutingProtocol(LimitedHttpProtocol):
    """An HTTP connection that looks at the first line of each request before anything else does."""

    handoff: ClassVar[ConnectionHandoff]

    def __init__(self, *given: Any, early: bytes = b"", **named: Any) -> None:
        super().__init__(*given, **named)
        self.early = early  # what another process had read of it
        self.head = b""  # of a request whose first line is not here yet
        self.whole = True  # the last request was read to its end
        self.ours = False  # what comes next was looked at by another process

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        if self.early and self.slot is not None:
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
        owner = self.handoff.shard_of(data[:end])
        if owner == self.handoff.shard.index or self.transport.get_write_buffer_size():
            super().feed(data)
        else:
            self.handoff.hand_off(owner, self.transport, data)

    def is_between(self) -> bool:
        """Is the next byte the first of a request?"""
        return self.whole and not self.pipeline and (self.cycle is None or self.cycle.response_complete)

    def on_message_begin(self) -> None:
        self.whole = False
        super().on_message_begin()

    def on_message_complete(self) -> None:
        self.whole = True
        super().on_message_complete()


def routing_protocol(handoff: ConnectionHandoff) -> type[RoutingProtocol]:
    """The web server is given a class to make connections of, so the class has to know the handoff."""

    class Routing(RoutingProtocol):
        pass

    Routing.handoff = handoff
    return Routing
