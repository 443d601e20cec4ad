"""One of several processes of a server: `python -m playsheet.server.sharer`, started and told what to do by the keeper.

It serves like a server that is alone, but only its own share of the games; connections about others are handed on.
"""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import sys
from contextlib import closing
from io import FileIO
from typing import Final

import msgspec

from playsheet.core.errors import Refused
from playsheet.server.application import Application
from playsheet.server.handing import Hands
from playsheet.server.hub import Hub
from playsheet.server.orders import READY, Heard, Orders, settings_of
from playsheet.server.run import Server, quick_loop, quiet_log, served, server_of
from playsheet.server.shares import Share
from playsheet.server.sqlite import Running, SQLite

log: Final = logging.getLogger("playsheet.processes")
SAY: Final = 1.0  # seconds from one telling what was counted to the next
encode: Final = msgspec.json.Encoder().encode


def main() -> int:
    keeper = FileIO(sys.stdin.fileno(), closefd=False)  # reads not a byte more than a line
    line = keeper.readline()
    if not line.endswith(b"\n"):
        return 1  # there is no keeper any more
    orders = msgspec.json.decode(line, type=Orders)
    quiet_log(orders.level, f"process {orders.index + 1}: ")
    said = os.dup(1)
    os.dup2(2, 1)  # whatever is printed goes to the log, not to the keeper
    try:
        running = Running.joined(settings_of(orders).data)
        if running is None:
            return 1
        with closing(running), asyncio.Runner(loop_factory=quick_loop()) as runner:
            runner.run(serve_share(orders, keeper, FileIO(said, "w")))
    except Refused as refusal:  # the games cannot be opened
        log.error("%s", refusal)
        return 2
    return 0


async def serve_share(orders: Orders, keeper: FileIO, said: FileIO) -> None:
    settings = settings_of(orders)
    share = Share(orders.index, settings.processes)
    hands = Hands(share, opened(orders.inbox), {index: opened(way) for index, way in orders.ways.items()})
    hub = Hub(settings, SQLite(settings.data, shared=True), share=share)
    hub.metrics.add(orders.before)
    server = server_of(Application(hub), settings.host, settings.port, orders.proxy, hands)
    loop = asyncio.get_running_loop()
    tasks = [loop.create_task(listen(keeper, hub, server))]
    out, _ = await loop.connect_write_pipe(asyncio.BaseProtocol, said)

    def ready() -> None:
        server.listen(hands)
        say(out, READY)
        tasks.append(loop.create_task(tell(hub, out)))

    await served(server, opened(orders.port), ready)
    for task in tasks:
        task.cancel()


def opened(file: int) -> socket.socket:
    """A socket that was given by the keeper, of whatever kind it is."""
    os.set_inheritable(file, False)
    return socket.socket(fileno=file)


async def tell(hub: Hub, out: asyncio.WriteTransport) -> None:
    """Say again and again what was counted."""
    while True:
        say(out, encode(hub.counted()) + b"\n")
        await asyncio.sleep(SAY)


def say(out: asyncio.WriteTransport, line: bytes) -> None:
    """A keeper that does not listen is not waited for."""
    if not out.is_closing() and not out.get_write_buffer_size():
        out.write(line)


async def listen(keeper: FileIO, hub: Hub, server: Server) -> None:
    """What the others have counted, as long as there is a keeper; without one nobody serves."""
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), keeper)
    heard = msgspec.json.Decoder(Heard)
    try:
        async for line in reader:
            if line.endswith(b"\n"):  # half a line is the last word of a keeper that was killed
                one = heard.decode(line)
                hub.others[one.index] = one.counted
    finally:
        server.should_exit = True


if __name__ == "__main__":
    sys.exit(main())
