"""Running a server: the log, the data, the sockets, and a clean stop."""

from __future__ import annotations

import asyncio
import logging
import logging.config
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from typing import Any, Final, cast

import uvicorn
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from playsheet.core.errors import Refused
from playsheet.server.application import Application
from playsheet.server.connections import SPARE_FILES, limited_http_protocol, raised_file_limit
from playsheet.server.event_loops import event_loop_factory
from playsheet.server.garbage_collection import INTERVAL, GarbageCollector
from playsheet.server.hub import Hub
from playsheet.server.settings import Settings, made_folder
from playsheet.server.sqlite import FolderLock
from playsheet.server.storage import Storage
from playsheet.server.stores import held_database, opened_store
from playsheet.server.websocket_protocol import WebSocketProtocol

log: Final = logging.getLogger("playsheet.http")
TICKS: Final = 10  # of the web server, from one look at its connections to the next: a second
SWITCH_INTERVAL: Final = 0.001  # seconds until the writer thread, which may hold up other processes, gets the GIL


def configure_logging(level: str, process: str = "") -> None:
    """One readable line for each thing that happens. No secret passes here: they are in headers and messages only.

    What the web server warns of is what strangers send that is no HTTP: they could fill the log with it.
    """
    line = f"%(asctime)s %(levelname)-7s {process}%(name)s: %(message)s"
    logging.config.dictConfig(
        {
            "version": 1,
            "disable_existing_loggers": False,
            "formatters": {"line": {"format": line}},
            "handlers": {"err": {"class": "logging.StreamHandler", "formatter": "line", "stream": "ext://sys.stderr"}},
            "root": {"level": "WARNING", "handlers": ["err"]},
            "loggers": {"playsheet": {"level": level.upper()}, "uvicorn": {"level": "ERROR"}},
        }
    )


class Server(uvicorn.Server):
    """The web server, which lets the sockets say good-bye before it closes them."""

    def __init__(self, config: uvicorn.Config, application: Application) -> None:
        super().__init__(config)
        self.application: Final = application

    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """Told to stop, it stops, and that is all: the signal is not raised again when everything is put away."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {sign: signal.signal(sign, self.handle_exit) for sign in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for sign, handler in before.items():
                signal.signal(sign, handler)

    async def on_tick(self, counter: int) -> bool:
        if counter % TICKS == 0:
            try:
                self.application.limits.close_overdue(self.server_state.connections, time.monotonic())
            except Exception:  # which would end the server
                log.exception("connections could not be looked at")
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self.application.websockets.stop()
        await self.application.hub.pools.stop_requests()
        await super().shutdown(sockets)


def server_of(application: Application, host: str, port: int, trusted_proxy: str = "") -> Server:
    limits = application.limits
    limits.most = min(limits.most, raised_file_limit(limits.most + SPARE_FILES) - SPARE_FILES)
    if trusted_proxy:
        proxies: Any = ProxyHeadersMiddleware(cast(Any, application), trusted_proxy).trusted_hosts
        limits.is_trusted = proxies.__contains__
    config = uvicorn.Config(
        application,
        host=host,
        port=port,
        http=limited_http_protocol(limits),
        log_config=None,
        access_log=False,
        ws=WebSocketProtocol,
        ws_max_size=application.hub.settings.message + 1024,
        ws_per_message_deflate=False,
        proxy_headers=bool(trusted_proxy),
        forwarded_allow_ips=trusted_proxy or None,
        server_header=False,
        timeout_keep_alive=75,  # longer than proxies keep theirs, or they would use one that has just been closed
        timeout_graceful_shutdown=5,
        lifespan="on",
    )
    return Server(config, application)


def serve(settings: Settings, level: str, ready: Callable[[str], None], trusted_proxy: str = "") -> None:
    """Serve until told to stop (SIGTERM, SIGINT). `ready` is given the address once it is there."""
    configure_logging(level)
    if settings.database:
        serve_from(settings, held_database(settings), ready, trusted_proxy)
        return
    lock = FolderLock(made_folder(settings.data), shared=settings.shared)
    try:
        serve_from(settings, opened_store(settings), ready, trusted_proxy)
    finally:
        lock.release()


def serve_from(settings: Settings, storage: Storage, ready: Callable[[str], None], trusted_proxy: str) -> None:
    """By this one process."""
    server = server_of(Application(Hub(settings, storage)), settings.host, settings.port, trusted_proxy)
    bound = listening_at(settings.host, settings.port)
    with bound, asyncio.Runner(loop_factory=event_loop_factory()) as runner:
        runner.run(served(server, bound, lambda: ready(address_of(bound, settings.host))))


def listening_at(host: str, port: int) -> socket.socket:
    """The port, ours from now on; one that cannot be had is refused."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=2048)
    except (OSError, OverflowError) as fault:
        why = fault.strerror if isinstance(fault, OSError) and fault.strerror else str(fault)
        raise Refused(f"{host}:{port}: nothing can be served there ({why}); is the port in use?") from None


async def served(server: Server, bound: socket.socket, ready: Callable[[], None]) -> None:
    sys.setswitchinterval(SWITCH_INTERVAL)
    task = asyncio.create_task(server.serve(sockets=[bound]))
    while not server.started and not task.done():
        await asyncio.sleep(0.01)
    if server.started:
        ready()
    collecting = asyncio.create_task(collect_garbage(server.application.hub))
    with suppress(asyncio.CancelledError):
        await task
    collecting.cancel()


async def collect_garbage(hub: Hub) -> None:
    """As long as it serves."""
    collector = GarbageCollector(hub.metrics.work)
    while True:
        await asyncio.sleep(INTERVAL)
        collector.collect_if_idle()


def address_of(bound: socket.socket, host: str) -> str:
    """Where it can be reached; the port may have been chosen by the system."""
    port = bound.getsockname()[1]
    here = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://{f'[{here}]' if ':' in here else here}:{port}"
