"""Running a server: the log, the data, the sockets, and a clean stop."""

from __future__ import annotations

import asyncio
import gc
import logging
import logging.config
import signal
import socket
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from typing import Final

import uvicorn

from playsheet.core.errors import Refused
from playsheet.server.application import Application
from playsheet.server.hub import Hub
from playsheet.server.settings import Settings, made_folder
from playsheet.server.sqlite import Running, SQLite
from playsheet.server.wire import Wire


def quiet_log(level: str) -> None:
    """One readable line for each thing that happens. No secret passes here: they are in headers and messages only."""
    logging.config.dictConfig(
        {
            "version": 1,
            "disable_existing_loggers": False,
            "formatters": {"line": {"format": "%(asctime)s %(levelname)-7s %(name)s: %(message)s"}},
            "handlers": {"err": {"class": "logging.StreamHandler", "formatter": "line", "stream": "ext://sys.stderr"}},
            "root": {"level": "WARNING", "handlers": ["err"]},
            "loggers": {"playsheet": {"level": level.upper()}, "uvicorn": {"level": "WARNING"}},
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

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self.application.live.stop()
        await super().shutdown(sockets)


def server_of(application: Application, host: str, port: int, trusted_proxy: str = "") -> Server:
    config = uvicorn.Config(
        application,
        host=host,
        port=port,
        log_config=None,
        access_log=False,
        ws=Wire,
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
    quiet_log(level)
    gc.set_threshold(50_000, 20, 100)  # games are many small things that live long: it costs to look through them
    running = Running(made_folder(settings.data))
    try:
        hub = Hub(settings, SQLite(settings.data))
        server = server_of(Application(hub), settings.host, settings.port, trusted_proxy)
        bound = listening_at(settings.host, settings.port)
        with bound, asyncio.Runner(loop_factory=quick_loop()) as runner:
            runner.run(served(server, bound, settings.host, ready))
    finally:
        running.let_go()


def quick_loop() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """uvloop, where it is to be had."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop


def listening_at(host: str, port: int) -> socket.socket:
    """The port, ours from now on; one that cannot be had is refused."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=2048)
    except (OSError, OverflowError) as fault:
        why = fault.strerror if isinstance(fault, OSError) and fault.strerror else str(fault)
        raise Refused(f"{host}:{port}: nothing can be served there ({why}); is the port in use?") from None


async def served(server: Server, bound: socket.socket, host: str, ready: Callable[[str], None]) -> None:
    task = asyncio.create_task(server.serve(sockets=[bound]))
    while not server.started and not task.done():
        await asyncio.sleep(0.01)
    if server.started:
        ready(address_of(bound, host))
    with suppress(asyncio.CancelledError):
        await task


def address_of(bound: socket.socket, host: str) -> str:
    """Where it can be reached; the port may have been chosen by the system."""
    port = bound.getsockname()[1]
    here = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://{f'[{here}]' if ':' in here else here}:{port}"
