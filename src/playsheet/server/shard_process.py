"""One shard of a server, in its own process: `python -m playsheet.server.shard_process`, started by the supervisor.

It serves like a server that is alone, but only the games of its shard; connections about others are handed off.
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
from playsheet.server.event_loops import event_loop_factory
from playsheet.server.fd_passing import ConnectionHandoff
from playsheet.server.hub import Hub
from playsheet.server.run import Server, configure_logging, served, server_of
from playsheet.server.shard_messages import READY, PeerMetrics, ShardConfig, settings_of
from playsheet.server.shards import Shard
from playsheet.server.sqlite import FolderLock, SQLite

log: Final = logging.getLogger("playsheet.processes")
METRICS_INTERVAL: Final = 1.0  # seconds between reports to the supervisor
encode: Final = msgspec.json.Encoder().encode


def main() -> int:
    supervisor = FileIO(sys.stdin.fileno(), closefd=False)  # reads not a byte more than a line
    line = supervisor.readline()
    if not line.endswith(b"\n"):
        return 1  # there is no supervisor any more
    config = msgspec.json.decode(line, type=ShardConfig)
    configure_logging(config.level, f"process {config.index + 1}: ")
    output = os.dup(1)
    os.dup2(2, 1)  # whatever is printed goes to the log, not to the supervisor
    try:
        lock = FolderLock.joined(settings_of(config).data)
        if lock is None:
            return 1
        with closing(lock), asyncio.Runner(loop_factory=event_loop_factory()) as runner:
            runner.run(serve_shard(config, supervisor, FileIO(output, "w")))
    except Refused as refusal:  # the games cannot be opened
        log.error("%s", refusal)
        return 2
    return 0


async def serve_shard(config: ShardConfig, supervisor: FileIO, output: FileIO) -> None:
    settings = settings_of(config)
    shard = Shard(config.index, settings.processes)
    peers = {index: socket_of(descriptor) for index, descriptor in config.ways.items()}
    handoff = ConnectionHandoff(shard, socket_of(config.inbox), peers)
    hub = Hub(settings, SQLite(settings.data, shared=True), shard=shard)
    hub.metrics.add(config.before)
    server = server_of(Application(hub), settings.host, settings.port, config.proxy, handoff)
    loop = asyncio.get_running_loop()
    tasks = [loop.create_task(read_peer_metrics(supervisor, hub, server))]
    out, _ = await loop.connect_write_pipe(asyncio.BaseProtocol, output)

    def ready() -> None:
        server.listen(handoff)
        write_line(out, READY)
        tasks.append(loop.create_task(report_metrics(hub, out)))

    await served(server, socket_of(config.port), ready)
    for task in tasks:
        task.cancel()


def socket_of(descriptor: int) -> socket.socket:
    """A socket that was inherited from the supervisor, of whatever kind it is."""
    os.set_inheritable(descriptor, False)
    return socket.socket(fileno=descriptor)


async def report_metrics(hub: Hub, out: asyncio.WriteTransport) -> None:
    """Report this shard's metrics again and again."""
    while True:
        write_line(out, encode(hub.metrics_snapshot()) + b"\n")
        await asyncio.sleep(METRICS_INTERVAL)


def write_line(out: asyncio.WriteTransport, line: bytes) -> None:
    """A supervisor that does not read is not waited for."""
    if not out.is_closing() and not out.get_write_buffer_size():
        out.write(line)


async def read_peer_metrics(supervisor: FileIO, hub: Hub, server: Server) -> None:
    """Take the other shards' metrics, as long as there is a supervisor; without one nobody serves."""
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), supervisor)
    decoder = msgspec.json.Decoder(PeerMetrics)
    try:
        async for line in reader:
            if line.endswith(b"\n"):  # half a line: the supervisor was killed in the middle of it
                peer = decoder.decode(line)
                hub.others[peer.index] = peer.counted
    finally:
        server.should_exit = True


if __name__ == "__main__":
    sys.exit(main())
